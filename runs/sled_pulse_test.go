package runs

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
)

// TestSledPulse_StretchesTheBeltAsInClosedForm: while the belt of scenarios/sled-pulse pulls, the way y of the block on the sled follows
// m y” + c y' + k y = m a. The velocity of the sled is linear between the rows of the file: a is the mean of the decelerations in the
// row before and the row after, and y known in closed form from row to row. The engine's step is that of the rows; with half of it
// the error is a quarter.
func TestSledPulse_StretchesTheBeltAsInClosedForm(t *testing.T) {
	const (
		m, k, c = 75.0, 80e3, 1.2e3 // [kg], [N/m], [N s/m]
		g       = 9.80665
		row     = 1e-3 // [s]
		until   = 125  // rows; the belt pulls until then
	)
	deceleration := func(i int) float64 { // of row i [m/s²], as the file's first line has it, to four decimals
		ms := float64(i - 10)
		return g * 22.3 * math.Max(0, math.Min(1, math.Min((ms-5)/43, (110-ms)/40)))
	}
	w2, damp := k/m, c/(2*m)
	w := math.Sqrt(w2 - damp*damp)
	way := make([]float64, until+1)
	y, v := 0.0, 0.0
	for i := range until {
		steady := (deceleration(i) + deceleration(i+1)) / 2 / w2
		p := y - steady
		q := (v + damp*p) / w
		e, cos, sin := math.Exp(-damp*row), math.Cos(w*row), math.Sin(w*row)
		y = e*(p*cos+q*sin) + steady
		v = e * ((q*w-damp*p)*cos - (p*w+damp*q)*sin)
		if way[i+1] = y; i > 16 && k*y+c*v <= 0 {
			t.Fatalf("the belt is slack in row %d", i+1)
		}
	}
	errorOf := func(half int) (most, largest float64) {
		s, err := scenariofile.Load("scenarios/sled-pulse/scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		s.Definition.Settings.Step /= float64(half)
		w, err := sim.New(s.Definition)
		if err != nil {
			t.Fatal(err)
		}
		start := w.Body(1).Position[0] - w.Body(0).Position[0]
		for i := range until {
			for range half {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
			}
			y := w.Body(1).Position[0] - w.Body(0).Position[0] - start
			most, largest = math.Max(most, math.Abs(y-way[i+1])), math.Max(largest, y)
		}
		if v := w.Body(0).Velocity[0]; math.Abs(v-(50/3.6-g*22.3*0.0635)) > 1e-5 { // the area of the trapezoid
			t.Errorf("the sled ends with %g m/s", v)
		}
		return most, largest
	}
	one, largest := errorOf(1)
	two, _ := errorOf(2)

	t.Logf("%.3g m, with half the step %.3g m, of %.4f m", one, two, largest)
	if !(largest > 0.2) || one > 1e-5 || math.Abs(one/two-4) > 0.4 {
		t.Errorf("errors of %g m and %g m with half the step, of %g m", one, two, largest)
	}
}
