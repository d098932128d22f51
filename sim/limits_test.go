package sim_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestBounds_AbsurdSpinEnds: a body that tumbles at 1e7 rad/s, or that a torque makes faster by any amount, takes bounded
// work (it ran for ever once), and either has finite states, without a torque with no more energy than before, or an error
// that names it.
func TestBounds_AbsurdSpinEnds(t *testing.T) {
	t.Parallel()
	dt := 1.0 / 960 // where a torque alone needs all the work that is allowed
	if geomtest.Long {
		dt = 1.0 / 60
	}
	for _, torque := range []float64{0, 1e10, 1e20, 1e30} {
		if !geomtest.Long && torque > 0 && torque < 1e30 {
			continue
		}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: dt},
			Bodies: []sim.BodyDef{{Name: "b", Half: mgl64.Vec3{1, 2, 3}, Mass: 1, AngularVelocity: mgl64.Vec3{5e7, 5e7, 5e6}},
				cube("c", 0.5, 1, mgl64.Vec3{3, 0, 0}, mgl64.Vec3{})},
			Statics: []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{9, 9, 1}, Position: mgl64.Vec3{0, 0, -4}}},
			Forces:  []sim.ForceDef{{Program: []sim.ForceAt{{Torque: mgl64.Vec3{torque, torque, torque / 10}}}}},
		})
		start := w.Frame().Ledger.Kinetic
		for range 2 {
			if err := w.Step(); err != nil {
				if !strings.Contains(err.Error(), `"b"`) && !strings.Contains(err.Error(), `"c"`) {
					t.Errorf("torque %g: %v", torque, err)
				}
				break
			}
			for i := range 2 {
				if s := bodyOf(w, i); !s.X.IsFinite() || !s.V.IsFinite() || !s.L.IsFinite() {
					t.Errorf("torque %g: body %d at %v, %v, %v", torque, i, s.X, s.V, s.L)
				}
			}
			if e := w.Frame().Ledger.Kinetic; torque == 0 && e > start*(1+1e-9) {
				t.Errorf("energy %g J, at the start %g", e, start)
			}
		}
	}
}

// TestSpent_LimitOfImpactsOpensNoWall: a body that has used up its impacts is no longer searched for, and passes.
func TestSpent_LimitOfImpactsOpensNoWall(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 3} {
		r := rand.New(rand.NewPCG(7, 7))
		out := 0.0
		for range geomtest.Trials(8) {
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, MaxImpacts: most},
				Materials: []sim.Material{{Restitution: 1}},
				Bodies:    swarm(r, 4, 300, 10), Statics: room(t, 4, 1, false),
			})
			steps := 50
			if geomtest.Long {
				steps = 100
			}
			run(t, w, steps, func() {
				for i := range 4 {
					out = math.Max(out, beyond(w, i, 4))
				}
			})
		}
		if out > 5e-3 {
			t.Errorf("max impacts %d: %g m in a wall", most, out)
		}
	}
}
