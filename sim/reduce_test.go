package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
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

// TestReduce_ThinPartsStandOnTheirLowerCorners: of a plate of thin boxes, and of one with a ball of a hull below, that rock and spin on
// a plane, the upper corners are near enough to be contacts too. Those do not stand for lower ones inside of them, which sank in by
// up to 18 mm.
func TestReduce_ThinPartsStandOnTheirLowerCorners(t *testing.T) {
	thin := must(geom.NewBox(geom.Vec{X: 0.14, Y: 0.4, Z: 0.009}))
	narrow := must(geom.NewBox(geom.Vec{X: 0.05, Y: 0.4, Z: 0.009}))
	var golden []geom.Vec
	for k := range 12 {
		a, b := float64(k&1*2-1), (1+math.Sqrt(5))/2*float64(k>>1&1*2-1)
		v := [3]float64{0, a, b}
		golden = append(golden, geom.Vec{X: v[k>>2], Y: v[(k>>2+1)%3], Z: v[(k>>2+2)%3]}.Scale(4e-3))
	}
	round := must(geom.NewConvex(golden))
	for _, c := range []struct {
		name   string
		shapes []sim.ShapeDef
	}{
		{"plates", []sim.ShapeDef{{Shape: thin}, {Shape: narrow, Position: mgl64.Vec3{-0.09, 0, 0.018}}, {Shape: narrow, Position: mgl64.Vec3{0.09, 0, 0.018}}}},
		{"on a hull", []sim.ShapeDef{{Shape: thin, Position: mgl64.Vec3{0, 0, 0.012}}, {Shape: round, Position: mgl64.Vec3{0.1, 0.3, 0}}, {Shape: round, Position: mgl64.Vec3{-0.1, -0.3, 0}}, {Shape: round, Position: mgl64.Vec3{0.1, -0.3, 0}}}},
	} {
		for seed := range geomtest.Trials(40) {
			r := rand.New(rand.NewPCG(uint64(seed), 11))
			b, _, err := sim.Compose(c.shapes, 800)
			if err != nil {
				t.Fatal(err)
			}
			b.Name, b.Position = "plate", mgl64.Vec3{0, 0, 0.06 + 0.02*r.Float64()}
			b.AngularVelocity = mgl64.Vec3{0.5 * r.NormFloat64(), 0.5 * r.NormFloat64(), 2 * r.NormFloat64()}
			b.Attitude = mgl64.QuatRotate(0.02*r.NormFloat64(), mgl64.Vec3{1, 0, 0}).Mul(mgl64.QuatRotate(0.05*r.NormFloat64(), mgl64.Vec3{0, 1, 0}))
			def := &sim.Definition{
				Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
				Materials: []sim.Material{{Friction: 0.3}},
				Statics:   []sim.StaticDef{{Name: "plane", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}},
				Bodies:    []sim.BodyDef{b},
			}
			w, low := mustWorld(t, def), 0.0
			run(t, w, 120, func() {
				for _, p := range placedOf(w, def, 0) {
					low = math.Min(low, p.Pose.Apply(p.Shape.Support(p.Pose.Q.RotateInv(geom.Vec{Z: -1}))).Z)
				}
			})
			if low < -2e-4 {
				t.Errorf("%s, seed %d: %.3g mm deep", c.name, seed, -1e3*low)
			}
		}
	}
}

// TestReduce_RimStandsOnItsLowestPoint: a cylinder or cone that rocks and rolls on its rim, with all eight fixed points of it near
// enough to be contacts, does not go into tiles, a compound or a mesh between two of them, where it sank in by 0.6 mm.
func TestReduce_RimStandsOnItsLowestPoint(t *testing.T) {
	t.Parallel()
	floors := cutFloors(t)
	floors["grid"] = []sim.StaticDef{grid(t, 12, 0.5)}
	for _, shape := range []geom.Shape{must(geom.NewCylinder(0.42, 0.1)), must(geom.NewCone(0.42, 0.3))} {
		for _, floor := range []string{"a box", "a plane", "tiles", "a compound", "a mesh", "grid"} {
			turned, low := 0.0, 0.0
			for seed := range geomtest.Trials(12) {
				r := rand.New(rand.NewPCG(uint64(seed), 13))
				b, _, err := sim.Compose([]sim.ShapeDef{{Shape: shape}}, 500)
				if err != nil {
					t.Fatal(err)
				}
				b.Name, b.Position = "coin", mgl64.Vec3{0.1 * r.NormFloat64(), 0.1 * r.NormFloat64(), 0.13}
				b.AngularVelocity = mgl64.Vec3{0.1 * r.NormFloat64(), 0.1 * r.NormFloat64(), 3 * r.NormFloat64()}
				b.Attitude = mgl64.QuatRotate(0.02, mgl64.Vec3{1, 0, 0})
				def := &sim.Definition{
					Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
					Materials: []sim.Material{{Friction: 0.3}},
					Statics:   floors[floor],
					Bodies:    []sim.BodyDef{b},
				}
				w := mustWorld(t, def)
				run(t, w, 240, func() {
					p := placedOf(w, def, 0)[0]
					low = math.Min(low, p.Pose.Apply(p.Shape.Support(p.Pose.Q.RotateInv(geom.Vec{Z: -1}))).Z)
					up := p.Pose.Q.Rotate(geom.Vec{Z: 1})
					turned = math.Max(turned, math.Hypot(up.X, up.Y))
				})
			}
			if low < -6e-5 {
				t.Errorf("%v on %s: %.3g mm deep", shape.Kind, floor, -1e3*low)
			}
			if turned < 5e-3 {
				t.Errorf("%v on %s: it rocks by %g rad, too little to tell", shape.Kind, floor, turned)
			}
		}
	}
}
