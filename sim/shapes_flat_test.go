package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// TestShapes_FlatOnFlatGivesNoSpin throws bodies with a flat face, which turn not, flat on every ground at 10 m/s down
// and 3 m/s along: the impact sends them back with e times their speed, takes what friction takes, and gives no spin
// but that of friction at the height of the centre of mass; without friction none at all.
func TestShapes_FlatOnFlatGivesNoSpin(t *testing.T) {
	prism, err := geom.NewPrism(6, 0.5, 0.4)
	if err != nil {
		t.Fatal(err)
	}
	two := must(geom.NewCylinder(0.2, 0.3))
	for _, c := range []struct {
		name   string
		shapes []sim.ShapeDef
		foot   float64 // height of the origin of the shapes above their foot
	}{
		{"box", kinds[0].shapes, 0.3},
		{"cylinder", kinds[3].shapes, 0.3},
		{"cone", kinds[4].shapes, 0},
		{"prism", []sim.ShapeDef{{Shape: geom.HullShape(prism)}}, 0.4},
		{"two cylinders", []sim.ShapeDef{{Shape: two, Position: mgl64.Vec3{-0.5, 0, 0}}, {Shape: two, Position: mgl64.Vec3{0.5, 0, 0}}}, 0.3},
		{"capsule", []sim.ShapeDef{{Shape: must(geom.NewCapsule(0.25, 0.4)), Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})}}, 0.25},
	} {
		for _, ground := range grounds(t) {
			b, center, err := sim.Compose(c.shapes, 10)
			if err != nil {
				t.Fatal(err)
			}
			b.Name, b.Velocity = c.name, mgl64.Vec3{3, 0, -10}
			b.Position = mgl64.Vec3{0.1, 0.2, 0.123 + c.foot}.Add(center)
			l := run(t, mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1},
				Materials: []sim.Material{{Restitution: 0.5}},
				Bodies:    []sim.BodyDef{b}, Statics: []sim.StaticDef{ground},
			}), 4, nil)
			if len(l) != 1 {
				t.Errorf("%s on %s: %d impacts", c.name, ground.Name, len(l))
				continue
			}
			a := l[0].After[0]
			if d := a.V.Sub(geom.Vec{X: 3, Z: 5}).Len(); d > 1e-9 {
				t.Errorf("%s on %s: velocity %v", c.name, ground.Name, a.V)
			}
			// Poses are not exact in binary: what is flat is so to 1e-16, and a lever is known to 1e-16 m.
			if a.W.Len() > 1e-12 {
				t.Errorf("%s on %s: spin %g rad/s", c.name, ground.Name, a.W.Len())
			}
			if math.Abs(l[0].Time-0.0123) > 1e-9 {
				t.Errorf("%s on %s: hits at %.12f s", c.name, ground.Name, l[0].Time)
			}
		}
	}
}

// TestShapes_FlatBodiesMeetHeadOn drops a body with a flat foot on one with a flat top, their centres above each other,
// the lower one rising: momentum and restitution give both velocities, and neither turns.
func TestShapes_FlatBodiesMeetHeadOn(t *testing.T) {
	prism, err := geom.NewPrism(6, 0.5, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	solids := []struct {
		name      string
		shape     geom.Shape
		foot, top float64 // of the shape's origin
	}{
		{"box", must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.4, Z: 0.3})), 0.3, 0.3},
		{"cylinder", must(geom.NewCylinder(0.4, 0.3)), 0.3, 0.3},
		{"prism", geom.HullShape(prism), 0.3, 0.3},
		{"cone", must(geom.NewCone(0.4, 0.6)), 0, math.NaN()},
	}
	const m1, m2, v1, v2, e = 2.0, 5.0, -20.0, 4.0, 0.3
	p := m1*v1 + m2*v2
	want1, want2 := (p-m2*e*(v1-v2))/(m1+m2), (p+m1*e*(v1-v2))/(m1+m2)
	for _, upper := range solids {
		for _, lower := range solids[:3] {
			a, _, err := sim.Compose([]sim.ShapeDef{{Shape: upper.shape}}, m1)
			if err != nil {
				t.Fatal(err)
			}
			b, _, err := sim.Compose([]sim.ShapeDef{{Shape: lower.shape}}, m2)
			if err != nil {
				t.Fatal(err)
			}
			a.Name, a.Velocity, a.Position = "a", mgl64.Vec3{0, 0, v1}, mgl64.Vec3{0, 0, 0.7 + upper.foot - a.Shapes[0].Position[2]}
			b.Name, b.Velocity, b.Position = "b", mgl64.Vec3{0, 0, v2}, mgl64.Vec3{0, 0, -lower.top}
			a.Attitude = mgl64.QuatRotate(0.3, mgl64.Vec3{0, 0, 1})
			l := run(t, mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1},
				Materials: []sim.Material{{Restitution: e, Friction: 0.5}},
				Bodies:    []sim.BodyDef{a, b},
			}), 4, nil)
			if len(l) != 1 {
				t.Errorf("%s on %s: %d impacts", upper.name, lower.name, len(l))
				continue
			}
			got := l[0].After
			if d := math.Max(got[0].V.Sub(geom.Vec{Z: want1}).Len(), got[1].V.Sub(geom.Vec{Z: want2}).Len()); d > 1e-12*20 {
				t.Errorf("%s on %s: velocities %v and %v, want %g and %g", upper.name, lower.name, got[0].V, got[1].V, want1, want2)
			}
			if d := math.Max(got[0].W.Len(), got[1].W.Len()); d > 1e-12 {
				t.Errorf("%s on %s: spins of %g rad/s", upper.name, lower.name, d)
			}
			if math.Abs(l[0].Time-0.7/24) > 1e-9 {
				t.Errorf("%s on %s: hits at %.12f s", upper.name, lower.name, l[0].Time)
			}
		}
	}
}
