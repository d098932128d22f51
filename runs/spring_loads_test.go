package runs

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// sprung things, each by itself, in steps of 1/960 s:
//   - bob of 2 kg falls 1.25 m before its rope of 500 N/m is taut;
//   - cart of 3 kg rolls at 4 m/s into a buffer of 1200 N/m, 2 m away, and back;
//   - swing of 2 kg, on a spring of 200 N/m between the world and it, is let go 0.3 m beyond its length at 4 m/s;
//   - damped likewise, at rest, with a damping ratio of 0.1;
//   - lead of 3 kg is hung on a spring of 300 N/m which tears at 45 N, and prop stands on one, whose ends are the other way round.
const springy = `name: springy
step: 1/960 s
duration: 3 s
gravity: [0, 0, -10]
bodies:
  - {name: bob, sphere: {radius: 0.1}, mass: 2, position: [0, 0, 5]}
  - {name: cart, sphere: {radius: 0.1}, mass: 3, position: [0, 5, 5], velocity: [4, 0, 0]}
  - {name: swing, sphere: {radius: 0.1}, mass: 2, position: [1.8, 10, 5], velocity: [4, 0, 0]}
  - {name: damped, sphere: {radius: 0.1}, mass: 2, position: [1.8, 15, 5]}
  - {name: lead, sphere: {radius: 0.1}, mass: 3, position: [0, 20, 5]}
  - {name: prop, sphere: {radius: 0.1}, mass: 3, position: [0, 25, 5]}
forces:
  - {body: cart, force: [0, 0, 30]}
  - {body: swing, force: [0, 0, 20]}
  - {body: damped, force: [0, 0, 20]}
springs:
  - {name: rope, between: [world, bob], at: [[0, 0, 5], [0, 0, 0]], length: 1.25, stiffness: 500 N/m, damping: 0, only: pull}
  - {name: buffer, between: [cart, world], at: [[0, 0, 0], [6, 5, 5]], length: 4, stiffness: 1200 N/m, damping: 0, only: push}
  - {between: [world, swing], at: [[0, 10, 5], [0, 0, 0]], length: 1.5, stiffness: 200 N/m, damping: 0}
  - {name: shock, between: [damped, world], at: [[0, 0, 0], [0, 15, 5]], length: 1.5, stiffness: 200 N/m, damping: 4 N s/m}
  - {name: wire, between: [world, lead], at: [[0, 20, 8], [0, 0, 0]], stiffness: 300 N/m, damping: 0, breaks: 45 N}
  - {name: strut, between: [prop, world], at: [[0, 0, 0], [0, 25, 2]], stiffness: 300 N/m, damping: 0, breaks: 45 N}
`

// TestReport_Springs: peaks, lengths and times are those of the closed forms, within what a step of the phase ωh makes: its square, and
// times within a step and a half.
func TestReport_Springs(t *testing.T) {
	const step, g = 1.0 / 960, 10.0
	r, log := runText(t, springy)
	if len(r.Springs) != 6 {
		t.Fatalf("%+v", r.Springs)
	}
	near := func(what string, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol) {
			t.Errorf("%s: %.9g, want %.9g", what, got, want)
		}
	}
	peak := func(what string, p *Peak, size, at, rel float64) {
		t.Helper()
		if p == nil {
			t.Errorf("%s: none", what)
			return
		}
		near(what, p.Size, size, rel*size)
		near(what+" at", p.Time, at, 1.5*step)
		near("step of "+what, float64(p.Step), p.Time/step, 1e-6)
	}
	rope, buffer, swing, shock, wire, strut := r.Springs[0], r.Springs[1], r.Springs[2], r.Springs[3], r.Springs[4], r.Springs[5]

	// m g (h + x) = k x²/2; x = (g/ω²) (1 - cos ωτ) + (v/ω) sin ωτ from when it is taut on.
	omega, fall := math.Sqrt(500/2.0), math.Sqrt(2*1.25/g)
	weight := 2 * g
	most := weight + math.Sqrt(weight*weight+2*weight*500*1.25)
	lowest := (math.Pi - math.Atan(g*fall*omega/g)) / omega
	peak("pull of the rope", rope.Pull, most, fall+lowest, 1e-3)
	peak("longest rope", &rope.Longest, 1.25+most/500, fall+lowest, 1e-4)
	if rope.Push != nil || rope.Acted == nil || *rope.Acted < fall || *rope.Acted > fall+1.001*step || rope.Damped != 0 || rope.Broke != nil || rope.Shortest != (Peak{}) {
		t.Errorf("%+v", rope)
	}
	near("times taut", float64(rope.Times), 1+math.Floor((3-fall)/(2*fall+2*lowest)), 0)

	// v √(k m), after a quarter of a period.
	omega = 20
	peak("push of the buffer", buffer.Push, 4*math.Sqrt(1200*3), 0.5+math.Pi/2/omega, 1e-3)
	peak("shortest buffer", &buffer.Shortest, 4-4/omega, 0.5+math.Pi/2/omega, 1e-4)
	peak("longest buffer", &buffer.Longest, 4+4*(2.5-math.Pi/omega), 3, 1e-3)
	if buffer.Pull != nil || buffer.Times != 1 || buffer.Acted == nil || math.Abs(*buffer.Acted-0.5) > 1.001*step {
		t.Errorf("%+v", buffer)
	}

	// x = 0.3 cos ωt + (v/ω) sin ωt, of the amplitude 0.5, its phase lagging by atan((v/ω)/0.3).
	omega = 10
	lag := math.Atan(4 / omega / 0.3)
	period := 2 * math.Pi / omega
	near("longest swing", swing.Longest.Size, 2, 1e-3)
	near("shortest swing", swing.Shortest.Size, 1, 1e-3)
	near("pull of the swing", swing.Pull.Size, 100, 0.1)
	near("push of the swing", swing.Push.Size, 100, 0.1)
	for _, c := range []struct{ at, first float64 }{{swing.Pull.Time, lag / omega}, {swing.Push.Time, (lag + math.Pi) / omega}} {
		n := (c.at - c.first) / period // the peaks of all swings are the same
		near("phase of the swing", (n-math.Round(n))*period, 0, 3*step)
	}
	if swing.Spring != "springs[2]" || swing.A != "swing" || swing.B != "" || swing.Acted != nil || swing.Times != 0 || swing.Only != "" {
		t.Errorf("%+v", swing)
	}

	// The damper takes k x²/2 but for exp(-2 ζ ω t) of it; at first the spring pulls most, then pushes by exp(-π ζ/√(1 - ζ²)) less.
	const zeta = 0.1
	near("damper", shock.Damped, 200*0.3*0.3/2*(1-math.Exp(-2*zeta*omega*3)), 0.02)
	near("pull of the shock", shock.Pull.Size, 200*0.3, 1e-9)
	near("shortest shock", shock.Shortest.Size, 1.5-0.3*math.Exp(-math.Pi*zeta/math.Sqrt(1-zeta*zeta)), 1e-3)
	if shock.Pull.Time != 0 || shock.Longest.Step != 0 {
		t.Errorf("%+v", shock)
	}

	// m g (1 - cos ωt) is 45 N where cos ωt = -1/2; nothing of them counts after that.
	torn := math.Acos(-0.5) / 10
	for _, c := range []struct {
		name        string
		at          *float64
		force       *Peak
		other, none float64
		far         float64
	}{{"wire", wire.Broke, wire.Pull, wire.Push.Size, wire.Shortest.Size - 3, wire.Longest.Size - 3}, {"strut", strut.Broke, strut.Push, strut.Pull.Size, 3 - strut.Longest.Size, 3 - strut.Shortest.Size}} {
		if c.at == nil || *c.at < torn || *c.at > torn+2*step || c.force.Size < 45 || c.force.Size > 45+300*0.0866*10*2*step || c.force.Time != *c.at {
			t.Errorf("%s: %+v, %v", c.name, c.force, c.at)
		}
		near(c.name+": no force to the other side", c.other, 0, 1e-9)
		near(c.name+" to the other side", c.none, 0, 1e-12)
		near(c.name+" as it tore", c.far, 0.15, 2e-3)
	}
	if wire.Length != 3 || wire.BreaksAt() != "45 N" {
		t.Errorf("%+v", wire)
	}

	hasTexts(t, r,
		"\nsprings: 6\n",
		"\n  rope        bob     the world     179.4   0.607         –       –           0\n",
		"\n  buffer      cart    the world         –       –       240   0.578           0\n",
		"\n  shock       damped  the world        60   0.000     4",
		"\n  wire        lead    the world     45.12   0.210         0       –           0  45 N, broke at 0.210 s\n",
		"\nlengths of springs\n",
		"\n  rope             1.250        1.609   0.607         0.000   0.000  only pull       0.501      3\n",
		"\n  buffer           4.000       13.372   3.000         3.800   0.578  only push       0.501      1\n",
		"\n  shock            1.500        1.800   0.000         1.281   0.316  pull, push          –      –\n",
	)

	replayed(t, log, r)
	if joints, got := LoadsOf(scenariotest.OpenLog(t, log), scenariotest.MustParse(t, springy)); !reflect.DeepEqual(got, r.Springs) || joints != nil {
		t.Errorf("%+v and %+v of the log, %+v in the report", joints, got, r.Springs)
	}
}

// TestReport_DampersTakeWhatTheLedgerHas: a rope and a buffer, with ζ = 1/2, whose dampers act at once as they go taut and touch. The
// force is zero again at ω√(1-ζ²) t = 2π/3, when exp(-2π/(3√3)) of the speed is left, the other way. Where a joint has damping, the
// ledger has its energy, too, and that of springs follows from their lengths.
func TestReport_DampersTakeWhatTheLedgerHas(t *testing.T) {
	const text = `name: dampers
step: 1/240 s
duration: 2 s
gravity: [0, 0, 0]
bodies:
  - {name: a, sphere: {radius: 0.1}, mass: 2, position: [0.5, 0, 0], velocity: [3, 0, 0]}
  - {name: b, sphere: {radius: 0.1}, mass: 2, position: [1.5, 5, 0], velocity: [-3, 0, 0]}
  - {name: c, sphere: {radius: 0.1}, mass: 2, position: [0, 9, 0], angular_velocity: [0, 0, 9]}
springs:
  - {name: rope, between: [world, a], at: [[0, 0, 0], [0, 0, 0]], stiffness: 800 N/m, damping: 40 N s/m, length: 1.003, only: pull}
  - {name: buffer, between: [b, world], at: [[0, 0, 0], [0, 5, 0]], stiffness: 800 N/m, damping: 40 N s/m, length: 0.998, only: push}
  - {name: free, between: [c, world], at: [[0, 0, 0], [0, 9, 5]], stiffness: 800 N/m, damping: 40 N s/m}
joints: [{name: pin, between: [world, c], point: [0, 9, 0], damping: %s}]
`
	for _, damping := range []string{"0", "0.02"} {
		r, _ := runText(t, fmt.Sprintf(text, damping))
		taken := 0.0
		for _, row := range r.Ledger.Rows {
			if row.Cause == "dampers" {
				taken = -float64(row.Energy)
			}
		}
		sum := r.Springs[0].Damped + r.Springs[1].Damped + r.Springs[2].Damped
		if joint := 0.008 * 9 * 9 / 2 * (1 - math.Exp(-2*0.02/0.008*2)); damping == "0" {
			if math.Abs(sum-taken) > 1e-9*taken {
				t.Errorf("%g J, and %g J in the ledger", sum, taken)
			}
		} else if math.Abs(sum+joint-taken) > 0.01*taken || joint < 0.01*taken {
			t.Errorf("%g J and %g J of the joint, and %g J in the ledger", sum, joint, taken)
		}
		for _, k := range r.Springs[:2] {
			if want := 9 * (1 - math.Exp(-4*math.Pi/math.Sqrt(27))); math.Abs(k.Damped-want) > 0.02*want {
				t.Errorf("%s: %g J, want %g", k.Spring, k.Damped, want)
			}
		}
		if free := r.Springs[2].Damped; math.Abs(free) > 1e-9 {
			t.Errorf("%g J of a damper that does nothing", free)
		}
	}
}

// TestSpringLoads_TellTimesAfterASlack: a rope that goes slack by less than 1 mm has not left off, and one exactly at its length does
// not act.
func TestSpringLoads_TellTimesAfterASlack(t *testing.T) {
	for _, c := range []struct {
		name    string
		lengths []float64
		times   int
		acted   float64
	}{
		{"by less than 1 mm", []float64{0.9, 1.1, 0.9995, 1.1}, 1, 1},
		{"by more", []float64{0.9, 1.1, 0.998, 0.9995, 1.1}, 2, 1},
		{"at its length", []float64{1, 1, 1}, 0, -1},
		{"from the start", []float64{1.1, 0.5}, 1, 0},
	} {
		l := &springLoads{loads: []SpringLoad{{SpringInfo: SpringInfo{Only: onlyPull}}}, acting: make([]bool, 1)}
		for i, length := range c.lengths {
			l.acts(0, length-1, &record.Frame{Step: int64(i), Time: float64(i)})
		}
		k := &l.loads[0]
		if k.Times != c.times || (k.Acted == nil) != (c.acted < 0) || k.Acted != nil && *k.Acted != c.acted {
			t.Errorf("%s: %+v", c.name, k)
		}
	}
}

// TestSpringInfos_HaveTheLengthAtTheStart where none is given: of ends on bodies that are turned.
func TestSpringInfos_HaveTheLengthAtTheStart(t *testing.T) {
	const text = `name: lengths
step: 1/240 s
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 2, position: [1, 2, 3], attitude: {yaw: 90 deg}}
  - {name: b, box: {size: [1, 1, 1]}, mass: 2, position: [1, 7, 3]}
springs:
  - {between: [a, b], at: [[0.5, 0, 0], [0, -0.5, 0]], stiffness: 10, damping: 1, breaks: 9 N}
  - {name: s, between: [world, a], at: [[1, 2, 9], [0, 0, 0.5]], stiffness: 20, damping: 0, only: push}
`
	want := []SpringInfo{
		{Spring: "springs[0]", Ends: Ends{"a", "b"}, Stiffness: 10, Damping: 1, Length: 4, BreakForce: 9},
		{Spring: "s", Ends: Ends{A: "a"}, Stiffness: 20, Length: 5.5, Only: "push"},
	}
	sc := scenariotest.MustParse(t, text)
	got := SpringInfos(sc)
	for i := range got {
		got[i].Length = math.Round(got[i].Length*1e12) / 1e12
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	w, err := sim.New(sc.Definition)
	if err != nil {
		t.Fatal(err)
	}
	s, err := springsOf(w.Objects(), w.Columns(), sc)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		if e := s.State(i, 0, w.Frame().Values); e.Elongation != 0 {
			t.Errorf("spring %d is %g m longer at the start than there", i, e.Elongation)
		}
	}
}
