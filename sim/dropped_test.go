package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestStack_ComesToRestWhereItLands drops boxes, one a little above the other, tilted by up to a degree and turned, on
// each other: the stack stands and has come to rest soon, and the impulses of its contacts are found: the limit of
// passes is met in few steps of the landing. 20 boxes only with the tag long.
func TestStack_ComesToRestWhereItLands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		boxes, steps, told int
	}{{5, 60, 1}, {10, 90, 4}, {20, 240, 12}} {
		if !geomtest.Long && c.boxes > 10 {
			continue
		}
		r := rand.New(rand.NewPCG(1, 2))
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: 0.6}}}
		def.Statics = append(def.Statics, sim.StaticDef{Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}})
		for i := range c.boxes {
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: mgl64.Vec3{0.03 * (2*r.Float64() - 1), 0.03 * (2*r.Float64() - 1), 0.5 + 1.01*float64(i)},
				Attitude: mgl64.QuatRotate(0.3*(2*r.Float64()-1), mgl64.Vec3{0.02 * r.Float64(), 0.02 * r.Float64(), 1}.Normalize()),
			})
		}
		w := mustWorld(t, def)
		told := 0
		for range c.steps {
			run(t, w, 1, nil)
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					told++
				}
			}
		}
		if k := w.Frame().Ledger.Kinetic; k != 0 {
			t.Errorf("%d boxes: %g J after %d steps", c.boxes, k, c.steps)
		}
		top := bodyOf(w, c.boxes-1).X
		if lean := math.Hypot(top.X, top.Y); lean > 0.2 || top.Z < float64(c.boxes)-0.51 {
			t.Errorf("%d boxes: the last is at %v", c.boxes, top)
		}
		t.Logf("%d boxes: %d limits", c.boxes, told)
		if told > c.told {
			t.Errorf("%d boxes: %d limits told, want %d at most", c.boxes, told, c.told)
		}
	}
}

// TestStack_BearsWhatIsHeavy: what is a thousand times as heavy falls, with them, onto six boxes, and all are at rest
// in a tenth of a second.
func TestStack_BearsWhatIsHeavy(t *testing.T) {
	t.Parallel()
	for _, ratio := range []float64{10, 100, 1000} {
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: 0.6}}}
		def.Statics = append(def.Statics, sim.StaticDef{Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}})
		for i := range 7 {
			mass := 1.0
			if i == 6 {
				mass = ratio
			}
			def.Bodies = append(def.Bodies, sim.BodyDef{Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: mass, Position: mgl64.Vec3{0.01 * float64(i%3), 0, 0.5 + 1.005*float64(i)}})
		}
		w := mustWorld(t, def)
		run(t, w, 6, nil)
		top := bodyOf(w, 6).X
		if k := w.Frame().Ledger.Kinetic; k != 0 || math.Abs(top.X) > 1e-4 || math.Abs(top.Y) > 1e-4 || math.Abs(top.Z-6.5) > 3e-4 {
			t.Errorf("ratio %g: it is at %v with %g J", ratio, top, k)
		}
	}
}
