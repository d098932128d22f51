package runs

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// sprung runs a scenario and returns the springs in its log, and for each frame their states, the time and the rows of the
// ledger for springs and dampers.
func sprung(t *testing.T, text string) (s *Springs, states [][]SpringState, times []float64, rows [][2]record.LedgerRow) {
	t.Helper()
	sc, err := scenariofile.Parse("test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := logOfRun(t, sc)
	stored, err := scenariofile.FromLog(r)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = NewSprings(r, stored); err != nil {
		t.Fatal(err)
	}
	l, ok := NewLedgerReader(r.Header())
	if !ok {
		t.Fatal("no ledger")
	}
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			t.Fatal(err)
		}
		var list []SpringState
		for i := range s.Len() {
			list = append(list, s.State(i, f.Step, f.Values))
		}
		var ledger record.Ledger
		l.Read(f, &ledger)
		var row [2]record.LedgerRow
		for _, one := range ledger.Rows {
			switch one.Cause {
			case record.BySprings:
				row[0] = one
			case record.ByDampers:
				row[1] = one
			}
		}
		states, times, rows = append(states, list), append(times, f.Time), append(rows, row)
	}
	return s, states, times, rows
}

const swing = `
name: swing
step: 1/%d s
duration: 2 s
gravity: [0, 0, 0]
bodies: [{name: a, box: {size: [1, 1, 1]}, mass: 2, position: [1.3, 0, 0]}]
springs: [{name: s, between: [world, a], at: [[-0.5, 0, 0], [0, 0, 0]], length: 1.5, stiffness: %g, damping: %g}]
`

// A body of 2 kg that is let go 0.3 m from where its spring of 200 N/m is free of force swings with ω = 10: its force is
// k x + c v of the closed form, and with half the step it is four times as near to that. What the ledger has of each step is the
// mean of the forces at its ends, within the square of the phase of a step: elastic and damping each to its own cause, and
// drawing the body back where the force is above zero.
func TestSprings_ForceOfASwing(t *testing.T) {
	const omega, x0, mass = 10.0, 0.3, 2.0
	const k = mass * omega * omega
	for _, zeta := range []float64{0, 0.1} {
		c := 2 * zeta * mass * omega
		d := omega * math.Sqrt(1-zeta*zeta)
		var worst [2]float64
		for i, n := range []int{240, 480} {
			s, states, times, rows := sprung(t, fmt.Sprintf(swing, n, k, c))
			if a, b := s.Ends(0); s.Len() != 1 || s.Name(0) != "s" || a != "world" || b != "a" {
				t.Fatalf("%+v", s)
			}
			h := 1 / float64(n)
			for m, at := range times {
				e := x0 * math.Exp(-zeta*omega*at)
				x := e * (math.Cos(d*at) + zeta*omega/d*math.Sin(d*at))
				v := -e * omega * omega / d * math.Sin(d*at)
				got := states[m][0]
				worst[i] = math.Max(worst[i], math.Abs(got.Force-(k*x+c*v)))
				if got.Force != got.Elastic+got.Damping || math.Abs(got.Elastic-k*got.Elongation) > 1e-9 || math.Abs(got.Damping-c*got.Rate) > 1e-9 ||
					math.Abs(got.Length-1.5-got.Elongation) > 1e-12 {
					t.Fatalf("%+v", got)
				}
				if m == 0 {
					continue
				}
				last, allowed := states[m-1][0], k*x0*h*omega*omega*h*h
				for j, mean := range []float64{(last.Elastic + got.Elastic) / 2, (last.Damping + got.Damping) / 2} {
					if p := rows[m][j].P; math.Abs(p.X+mean*h) > allowed || p.Y != 0 || p.Z != 0 {
						t.Fatalf("step %d of 1/%d s, cause %d: %v N s, want %v within %v", m, n, j, p, -mean*h, allowed)
					}
				}
			}
		}
		if worst[0] > 0.01*k*x0 || worst[1] > worst[0]/3.5 {
			t.Errorf("damping %g: the force is off by %v N of %v", zeta, worst, k*x0)
		}
	}
}

// Boxes that turn, held at their corners: the energy that springs gave is what is no more stored by their elongation, that
// of the dampers is the integral of their force times their rate, and the rate is that of the length.
func TestSprings_OfTurningBodies(t *testing.T) {
	const n = 960
	s, states, _, rows := sprung(t, fmt.Sprintf(`
name: pair
step: 1/%d s
duration: 0.9 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [1, 0.6, 0.4]}, mass: 3, position: [0, 0, 0], angular_velocity: [1, 2, 3], velocity: [0.3, 0, 0]}
  - {name: b, box: {size: [0.5, 0.5, 1]}, mass: 2, position: [3, 0.5, 0], angular_velocity: [0, -3, 1]}
  - {name: c, box: {size: [0.5, 0.5, 1]}, mass: 2, position: [0, 5, 0], velocity: [0, 0.5, 0], angular_velocity: [0, 0, 2]}
springs:
  - {between: [a, b], at: [[0.5, 0.3, 0.2], [-0.25, 0.25, 0.5]], stiffness: 120 N/m, damping: 3 N s/m, length: 1.8}
  - {name: held, between: [c, a], at: [[0.25, -0.25, 0], [0.5, -0.3, 0]], stiffness: 40 N/m}
`, n))
	if s.Name(0) != "springs[0]" || s.Name(1) != "held" {
		t.Errorf("%q, %q", s.Name(0), s.Name(1))
	}
	if e := states[0][1].Elongation; e != 0 {
		t.Errorf("%v m longer at the start than there", e)
	}
	stored := func(m int) float64 {
		return (120*states[m][0].Elongation*states[m][0].Elongation + 40*states[m][1].Elongation*states[m][1].Elongation) / 2
	}
	var sums [2]float64
	lost, most := 0.0, 0.0
	for m := 1; m < len(states); m++ {
		sums[0] += rows[m][0].Energy
		sums[1] += rows[m][1].Energy
		one, other := states[m-1][0], states[m][0]
		lost -= (one.Damping*one.Rate + other.Damping*other.Rate) / 2 / n
		most = math.Max(most, stored(m))
	}
	grow(t, states, n)
	last := len(states) - 1
	if lost > -0.1 || most < 10 || math.Abs(sums[1]-lost) > 1e-3*most {
		t.Errorf("dampers: %v J, want %v", sums[1], lost)
	}
	if math.Abs(sums[0]-(stored(0)-stored(last))) > 1e-3*most {
		t.Errorf("springs: %v J, want %v", sums[0], stored(0)-stored(last))
	}
}

// grow checks that the rates of springs are those of their lengths, with n steps a second.
func grow(t *testing.T, states [][]SpringState, n float64) {
	t.Helper()
	for m := 1; m+1 < len(states); m++ {
		for i, s := range states[m] {
			if rate := (states[m+1][i].Length - states[m-1][i].Length) / 2 * n; math.Abs(rate-s.Rate) > 1e-3*(1+math.Abs(rate)) {
				t.Fatalf("step %d: spring %d grows at %v m/s, want %v", m, i, s.Rate, rate)
			}
		}
	}
}

// A driven body, of which a log has the angular velocity in place of the angular momentum, winds a spring up.
func TestSprings_OnADrivenBody(t *testing.T) {
	_, states, _, _ := sprung(t, `
name: winch
step: 1/960 s
duration: 1.5 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [0.5, 0.5, 1]}, position: [0, 5, 0], drive: [{time: 0, velocity: [0.2, 0, 0], angular_velocity: [0.5, 0, 2]}]}
  - {name: b, box: {size: [1, 0.6, 0.4]}, mass: 3, position: [0, 0, 0], angular_velocity: [1, 2, 3]}
springs: [{name: rope, between: [a, b], at: [[2, -0.25, 0.5], [0.5, -0.3, 0]], stiffness: 40 N/m}]
`)
	grow(t, states, 960)
	if first, last := states[0][0], states[len(states)-1][0]; first.Elongation != 0 || !(math.Abs(first.Rate) > 1) || last.Force == 0 {
		t.Errorf("%+v at the start, %+v at the end", first, last)
	}
}

// A rope pulls where it is longer than its length, and a buffer pushes where it is shorter; beyond they do nothing at all, and
// their dampers do not turn the force round.
func TestSprings_ActToOneSide(t *testing.T) {
	_, states, _, _ := sprung(t, `
name: sides
step: 1/480 s
duration: 2 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [0.1, 0.1, 0.1]}, mass: 2, position: [0.5, 0, 0], velocity: [3, 0, 0]}
  - {name: b, box: {size: [0.1, 0.1, 0.1]}, mass: 2, position: [1.5, 5, 0], velocity: [-3, 0, 0]}
springs:
  - {name: rope, between: [world, a], at: [[0, 0, 0], [0, 0, 0]], stiffness: 800 N/m, damping: 40 N s/m, length: 1, only: pull}
  - {name: buffer, between: [b, world], at: [[0, 0, 0], [0, 5, 0]], stiffness: 800 N/m, damping: 40 N s/m, length: 1, only: push}
`)
	var acts, idle, limited [2]int
	for m, list := range states {
		for i, sign := range []float64{1, -1} {
			s := list[i]
			over := sign * s.Elongation
			switch {
			case over <= 0:
				idle[i]++
				if s.Force != 0 || s.Elastic != 0 || s.Damping != 0 {
					t.Fatalf("step %d: %+v", m, s)
				}
			case s.Force == 0:
				limited[i]++
				if sign*(800*s.Elongation+40*s.Rate) > 1e-9 {
					t.Fatalf("step %d: %+v", m, s)
				}
			default:
				acts[i]++
				if sign*s.Force <= 0 || math.Abs(s.Force-(800*s.Elongation+40*s.Rate)) > 1e-9 {
					t.Fatalf("step %d: %+v", m, s)
				}
			}
		}
	}
	for i := range acts {
		if acts[i] < 20 || idle[i] < 20 || limited[i] == 0 {
			t.Errorf("spring %d: acts in %d frames, idle in %d, limited in %d", i, acts[i], idle[i], limited[i])
		}
	}
}
