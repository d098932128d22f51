package runs

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestSwingGate_OpensAsInClosedForm: with I w' = -M - c w the gate of scenarios/swing-gate opens from w0 by I/c (w0 - M/c ln(1 + c w0/M)).
// M and c are those of both joints, and the car has lost it by then. To 0.001° (6e-5° measured).
func TestSwingGate_OpensAsInClosedForm(t *testing.T) {
	s, err := scenariofile.Load("scenarios/swing-gate/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := sim.New(s.Definition)
	if err != nil {
		t.Fatal(err)
	}
	const (
		lever   = 2.05                                    // from the line of the hinge to the centre of mass [m]
		inertia = 65 * ((0.06*0.06+4*4)/12 + lever*lever) // about it [kg m²]
		m, c    = 2 * 80.0, 2 * 280.0                     // [N m], [N m s]
	)
	w0, hits := 0.0, 0
	for range 4 * 240 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				hits++
				w0 = e.After[1].V.Len() / lever
			}
		}
	}
	angle := 2 * math.Asin(math.Abs(w.Body(1).Attitude.V[2]))
	want := inertia / c * (w0 - m/c*math.Log(1+c*w0/m))
	if hits != 1 || !(w0 > 2) || math.Abs(angle-want) > 0.001*math.Pi/180 {
		t.Errorf("%d impacts, from %.4f rad/s to %.3f deg, want %.3f", hits, w0, angle*180/math.Pi, want*180/math.Pi)
	}
}
