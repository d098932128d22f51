package runs

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestCrossing_ImpactDoesNotDependOnThePhaseOfTheStep starts both cars of crossing-90 at 60 phases of a step, 20
// without the tag long, along their paths, on their tyres.
func TestCrossing_ImpactDoesNotDependOnThePhaseOfTheStep(t *testing.T) {
	phases := 20
	if geomtest.Long {
		phases = 60
	}
	equalInEveryPhase(t, "scenarios/crossing-90/scenario.yaml", phases, 0)
}

// equalInEveryPhase starts the bodies of a scenario so many phases of a step earlier along their paths: the first
// impact comes at the same time of their motion, with the same velocities after it, to 1e-9 of themselves or of the
// given speed where that is more [m/s, rad/s].
func equalInEveryPhase(t *testing.T, path string, phases int, speed float64) {
	t.Helper()
	s, err := scenariofile.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	var first record.Event
	for k := range phases {
		shift := s.Definition.Settings.Step * float64(k) / float64(phases)
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
			now, then := &e.After[i], &first.After[i]
			dv, dw := now.V.Sub(then.V).Len(), now.W.Sub(then.W).Len()
			if dv > 1e-9*max(then.V.Len(), speed) || dw > 1e-9*max(then.W.Len(), speed) {
				t.Errorf("phase %d: body %d: velocity off by %g m/s, angular velocity by %g rad/s", k, i, dv, dw)
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
