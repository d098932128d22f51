package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// TestReduce_PegInTheMiddleBears lets a slab with a peg that reaches 5 mm farther down, in the middle of the slab's
// corners, rock on a box, a mesh and a plane. The corners of the slab are near enough to be contacts of what moves;
// nothing of the peg goes into the ground.
func TestReduce_PegInTheMiddleBears(t *testing.T) {
	const reach, below = 0.05, 0.055 // of the peg, half its width and from the slab's middle to its lower end [m]
	slab, peg := geom.Vec{X: 0.5, Y: 0.4, Z: 0.05}, geom.Vec{X: reach, Y: reach, Z: 0.05}
	shape := func(half geom.Vec) geom.Shape {
		s, err := geom.NewBox(half)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, floor := range []sim.StaticDef{
		{Name: "box", Half: mgl64.Vec3{5, 5, 1}, Position: mgl64.Vec3{0, 0, -1}},
		grid(t, 4, 1.3),
		{Name: "plane", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []sim.Material{{Friction: 0.5}},
			Statics:   []sim.StaticDef{floor},
			Bodies: []sim.BodyDef{{
				Name: "slab", Mass: 20, Position: mgl64.Vec3{0, 0, below + 1e-4}, AngularVelocity: mgl64.Vec3{0.04, 0.03, 1},
				Shapes: []sim.ShapeDef{{Shape: shape(slab)}, {Shape: shape(peg), Position: mgl64.Vec3{0, 0, 0.05 - below}}},
			}},
		})
		turned, low := 0.0, math.Inf(1)
		run(t, w, 240, func() {
			q := geom.Quat{W: value(w, 0, "q", 0), V: geom.Vec{X: value(w, 0, "q", 1), Y: value(w, 0, "q", 2), Z: value(w, 0, "q", 3)}}
			up := q.Rotate(geom.Vec{Z: 1})
			turned = math.Max(turned, math.Hypot(up.X, up.Y))
			for _, x := range []float64{-reach, reach} {
				for _, y := range []float64{-reach, reach} {
					low = math.Min(low, value(w, 0, "x", 2)+q.Rotate(geom.Vec{X: x, Y: y, Z: -below}).Z)
				}
			}
		})
		if low < -1e-4 {
			t.Errorf("%s: the peg is %.3g mm deep", floor.Name, -1e3*low)
		}
		if turned < 1e-3 {
			t.Errorf("%s: it rocks by %g rad, too little to tell", floor.Name, turned)
		}
	}
}
