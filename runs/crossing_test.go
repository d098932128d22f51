package runs

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestCrossing_ImpactDoesNotDependOnThePhaseOfTheStep starts both cars of crossing-90 at 60 phases of a step along their
// paths, on their tyres: the first impact comes at the same time of their motion, with the same velocities after it.
func TestCrossing_ImpactDoesNotDependOnThePhaseOfTheStep(t *testing.T) {
	s, err := Load("scenarios/crossing-90/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var first record.Event
	for k := range 60 {
		shift := s.Definition.Settings.Step * float64(k) / 60
		def := *s.Definition
		def.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
		for i := range def.Bodies {
			b := &def.Bodies[i]
			b.Position = b.Position.Sub(b.Velocity.Mul(shift))
		}
		e := firstImpact(t, &def)
		e.Time -= shift
		if k == 0 {
			first = e
			continue
		}
		if d := math.Abs(e.Time - first.Time); d > 1e-9*first.Time {
			t.Errorf("phase %d: impact off by %g s", k, d)
		}
		for i := range 2 {
			dv := e.After[i].V.Sub(first.After[i].V).Len() / first.After[i].V.Len()
			dw := e.After[i].W.Sub(first.After[i].W).Len() / first.After[i].W.Len()
			if dv > 1e-9 || dw > 1e-9 {
				t.Errorf("phase %d: body %d: velocity off by %g, angular velocity by %g (relative)", k, i, dv, dw)
			}
		}
	}
}

func firstImpact(t *testing.T, def *sim.Definition) record.Event {
	t.Helper()
	w, err := sim.New(def)
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				return e
			}
		}
	}
	t.Fatal("no impact")
	return record.Event{}
}
