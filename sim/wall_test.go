package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// TestMover_SlidesAlongShapes pushes an ellipsoid down and along over a floor that is a plane, a box or a hull, against
// a wall that is one: it stays on the floor, stops before the wall, and slides along it.
func TestMover_SlidesAlongShapes(t *testing.T) {
	wall := geom.Vec{X: 0.5, Y: 20, Z: 5}
	box := geom.OBB{Axes: geom.Identity(), Half: wall}
	var corners []geom.Vec
	for i := range 8 {
		corners = append(corners, box.Vertex(i))
	}
	hull := sim.StaticDef{Name: "wall", Shapes: []sim.ShapeDef{{Shape: must(geom.NewConvex(corners))}}, Position: mgl64.Vec3{4.5, 0, 0}}
	halves := hull
	halves.Shapes = []sim.ShapeDef{
		{Shape: must(geom.NewBox(geom.Vec{X: 0.5, Y: 10, Z: 5})), Position: mgl64.Vec3{0, -10, 0}},
		{Shape: must(geom.NewBox(geom.Vec{X: 0.5, Y: 10, Z: 5})), Position: mgl64.Vec3{0, 10, 0}},
	}
	upright := sim.StaticDef{Name: "wall", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}, Position: mgl64.Vec3{4, 0, 0},
		Attitude: mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{0, 1, 0})}
	for _, ground := range grounds(t)[:2] {
		for _, w := range []sim.StaticDef{hull, halves, upright} {
			world := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Step: 1.0 / 60},
				Movers: []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.4, 0.4, 0.9}, Position: mgl64.Vec3{0, -4, 1},
					Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{2, 1, -1}}}}},
				Statics: []sim.StaticDef{ground, w},
			})
			run(t, world, 240, nil)
			x := world.Frame().Values[:3]
			if math.Abs(x[2]-0.9) > 0.01 || math.Abs(x[0]-3.6) > 0.01 || math.Abs(x[1]) > 0.05 {
				t.Errorf("on %s, against %d shapes: at %v, want (3.6, 0, 0.9)", ground.Name, len(w.Shapes), x)
			}
		}
	}
}
