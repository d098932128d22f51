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

// TestCrush_OnceHoweverItLeans: a box hits another one at rest, without gravity, level but for 3e-9 to 1e-8 rad, as much as
// the tolerance of outlines: whatever it leans by, it crushes once, and has one impulse, at the end of the crush.
func TestCrush_OnceHoweverItLeans(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 5))
	const crush = 0.05
	half := mgl64.Vec3{2.2, 0.9, 0.7}
	for n := range geomtest.Trials(400) {
		q := mgl64.QuatRotate(2*math.Pi*r.Float64(), mgl64.Vec3{0, 0, 1})
		lean := 3e-9 * math.Pow(3, r.Float64())
		w := mustWorld(t, &sim.Definition{
			Materials: []sim.Material{{Friction: 0.5}},
			Pairs:     []sim.MaterialPair{{Friction: 0.5, Restitution: 0.1, CrushTime: crush}},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: half, Mass: 1500, Position: q.Rotate(mgl64.Vec3{-5, 0.2, 0}), Velocity: q.Rotate(mgl64.Vec3{15, 0, 0}),
					Attitude: q.Mul(mgl64.QuatRotate(lean, mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), 0}.Normalize()))},
				{Name: "b", Half: half, Mass: 1500, Attitude: q.Mul(mgl64.QuatRotate(0.3, mgl64.Vec3{0, 0, 1}))},
			},
		})
		var begun, impacts []float64
		run(t, w, 60, func() {
			for _, e := range w.Frame().Events {
				switch e.Kind {
				case record.Crush:
					begun = append(begun, e.Time)
				case record.Impact:
					impacts = append(impacts, e.Time)
				}
			}
		})
		if len(begun) != 1 || len(impacts) != 1 || math.Abs(impacts[0]-begun[0]-crush) > 1e-9 {
			t.Errorf("case %d, leaning by %g rad: crushes at %v s, impacts at %v", n, lean, begun, impacts)
		}
	}
}
