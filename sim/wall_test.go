package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
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

// TestMover_MeetsRoundShapes: walkers stop before posts, cones, capsules, boulders and eggs where the two touch, or up to the way of a
// step before that where what they touch leans, stand on a round deck, and go over a dome at its height: to 1 mm, what facets are
// inside of the shapes, 1.5 mm on the dome. They went and fell through all of them.
func TestMover_MeetsRoundShapes(t *testing.T) {
	t.Parallel()
	const r, tall, speed, dt = 0.25, 0.9, 1.5, 1.0 / 60
	onSide := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	for _, c := range []struct {
		name        string
		shape       geom.Shape
		at          mgl64.Vec3
		attitude    mgl64.Quat
		start, want mgl64.Vec3
	}{
		{"post", must(geom.NewCylinder(0.3, 1.5)), mgl64.Vec3{2, 0, 1.5}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, tall}, mgl64.Vec3{2 - 0.3 - r, 0, tall}},
		{"drum on its side", must(geom.NewCylinder(0.9, 3)), mgl64.Vec3{3, 0, 0.9}, onSide, mgl64.Vec3{0, 0, tall}, mgl64.Vec3{3 - 0.9 - r, 0, tall}},
		{"capsule", must(geom.NewCapsule(0.3, 1.2)), mgl64.Vec3{2, 0, 1.5}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, tall}, mgl64.Vec3{2 - 0.3 - r, 0, tall}},
		{"boulder", must(geom.NewSphere(1)), mgl64.Vec3{2, 0, tall}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, tall}, mgl64.Vec3{1 - r, 0, tall}},
		{"egg", must(geom.NewEllipsoid(geom.Vec{X: 0.5, Y: 1, Z: 2})), mgl64.Vec3{2, 0, tall}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, tall}, mgl64.Vec3{2 - 0.5 - r, 0, tall}},
		{"cone", must(geom.NewCone(0.5, 20)), mgl64.Vec3{2, 0, 0}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, tall}, mgl64.Vec3{2 - 0.4772 - 0.2509, 0, tall}},
		{"deck", must(geom.NewCylinder(5, 0.5)), mgl64.Vec3{2, 0, 2.5}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, 4.2}, mgl64.Vec3{4.5, 0, 3 + tall}},
		{"dome", must(geom.NewSphere(8)), mgl64.Vec3{2, 0, -6}, mgl64.QuatIdent(), mgl64.Vec3{0, 0, 3}, mgl64.Vec3{4.5, 0, 0}},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: dt, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Movers: []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{r, r, tall}, Position: c.start, Falls: true, StepHeight: 0.1,
				Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{speed, 0, 0}}}}},
			Statics: []sim.StaticDef{floor(50), {Name: c.name, Shapes: []sim.ShapeDef{{Shape: c.shape}}, Position: c.at, Attitude: c.attitude}},
		})
		steps := 180
		if !geomtest.Long && c.name != "deck" && c.name != "dome" {
			steps = 110 // it is there after 75 at most
		}
		run(t, w, steps, nil)
		x, want, near, early := mgl64.Vec3(w.Frame().Values[:3]), c.want, 1.1e-3, speed*dt
		if c.name == "dome" { // the ellipsoid touches where its normal is that of the sphere
			want[0], want[2], near = x[0], onDome(8, r, tall, x[0]-2)-6, 1.5e-3
			if x[0] < 4 {
				t.Errorf("%s: at %v, has not gone over it", c.name, x)
			}
		}
		if off := x.Sub(want); off[0] > near || off[0] < -early-near || math.Abs(off[1]) > near || math.Abs(off[2]) > near {
			t.Errorf("%s: at %v, want %v", c.name, x, want)
		}
	}
}

// onDome returns how high above the centre of a sphere the centre of an upright spheroid is that stands on it at a level distance.
func onDome(sphere, r, tall, aside float64) float64 {
	low, top := 0.0, math.Pi/2 // angles of the common normal
	for range 60 {
		mid := (low + top) / 2
		sin, cos := math.Sincos(mid)
		if sphere*sin+r*r*sin/math.Hypot(r*sin, tall*cos) < aside {
			low = mid
		} else {
			top = mid
		}
	}
	sin, cos := math.Sincos(low)
	return sphere*cos + tall*tall*cos/math.Hypot(r*sin, tall*cos)
}
