package sim_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

func TestNew_RefusesNil(t *testing.T) {
	if _, err := sim.New(nil); err == nil || !strings.Contains(err.Error(), "definition: nil") {
		t.Error(err)
	}
}

// TestNew_NamesWhatIsWrongWithShapes gives bodies and statics that cannot be, one at a time.
func TestNew_NamesWhatIsWrongWithShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	var points []geom.Vec
	for range 5600 { // a polyhedron of triangles has 3 V - 6 edges
		v := geom.FromMGL(randomVec(r, 1))
		points = append(points, v.Normalize())
	}
	round := must(geom.NewConvex(points))
	ball := must(geom.NewSphere(1))
	for _, c := range []struct {
		name   string
		shapes []sim.ShapeDef
		mass   float64
		want   string
	}{
		{"plane", []sim.ShapeDef{{Shape: geom.NewPlane()}}, 1, `body "b": shapes[0]: a plane is infinite and cannot move: make it a static`},
		{"too many features", []sim.ShapeDef{{Shape: ball}, {Shape: round}}, 1, `body "b": shapes[1]: hull: its 5600 vertices have 16794 edges`},
		{"no constructor", []sim.ShapeDef{{Shape: geom.Shape{Kind: geom.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}}}}, 1, `body "b": shapes[0]: box: has no hull`},
		{"no size", []sim.ShapeDef{{Shape: geom.Shape{Kind: geom.ShapeSphere}}}, 1, `body "b": shapes[0]: sphere: size: give lengths above zero`},
		{"not finite", []sim.ShapeDef{{Shape: ball, Position: mgl64.Vec3{math.NaN(), 0, 0}}}, 1, `body "b": shapes[0].position: NaN m: give a number`},
		{"too many", make([]sim.ShapeDef, 257), 1, `body "b": has 257 shapes: give 256 at most`},
		{"no mass", []sim.ShapeDef{{Shape: ball}}, 0, `body "b"`},
		{"some densities", []sim.ShapeDef{{Shape: ball, Density: 1}, {Shape: ball}}, 1, `body "b": shapes[1]: has no density`},
	} {
		def := &sim.Definition{Bodies: []sim.BodyDef{{Name: "b", Shapes: c.shapes, Mass: c.mass}}}
		if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	def := &sim.Definition{Statics: []sim.StaticDef{{Name: "s", Shapes: []sim.ShapeDef{{Shape: ball}}, Position: mgl64.Vec3{math.Inf(1), 0, 0}}}}
	if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), `static "s": position: +Inf m: give a number`) {
		t.Errorf("got %v", err)
	}
}

// TestCompose_NamesTheHoleOutside where its centre is; one that only reaches out is told by the moments of inertia.
func TestCompose_NamesTheHoleOutside(t *testing.T) {
	cube := must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}))
	shape := func(x, density float64) sim.ShapeDef {
		return sim.ShapeDef{Shape: cube, Position: mgl64.Vec3{x}, Density: density}
	}
	for name, c := range map[string]struct {
		shapes []sim.ShapeDef
		mass   float64
		want   string
	}{
		"outside":     {[]sim.ShapeDef{shape(0, 1), shape(3, -0.5)}, 0, "shapes[1]: a hole, of -0.5 kg/m³, has its centre outside of the other shapes: move it inside"},
		"with a mass": {[]sim.ShapeDef{shape(3, -0.5), shape(0, 1)}, 7, "shapes[0]: a hole, of -0.5 kg/m³, has its centre outside"},
		"the second":  {[]sim.ShapeDef{shape(0, 2), shape(0, -0.1), shape(3, -0.5)}, 0, "shapes[2]: a hole, of -0.5 kg/m³, has its centre outside"},
		"in a hole":   {[]sim.ShapeDef{shape(0, 2), shape(3, -0.5), shape(3, -0.5)}, 0, "shapes[1]: a hole, of -0.5 kg/m³, has its centre outside"},
		"reaches out": {[]sim.ShapeDef{shape(0, 1), shape(0.4, -0.9)}, 0, "the parts make no body: their principal moments of inertia, 0.01667, -1.423 and -1.423 kg m², are not all above zero"},
		"no mass":     {[]sim.ShapeDef{shape(0, 1), shape(3, -2)}, 0, "the parts make no body: their mass is -1 kg"},
	} {
		if _, _, err := sim.Compose(c.shapes, c.mass); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestCompose_WeighsShapes compares with sums worked out by hand: two balls on a rod without mass, and a cube with a
// hole.
func TestCompose_WeighsShapes(t *testing.T) {
	ball := must(geom.NewSphere(0.5))
	volume := math.Pi / 6
	b, center, err := sim.Compose([]sim.ShapeDef{
		{Shape: ball, Position: mgl64.Vec3{1, 2, 3}, Density: 3}, {Shape: ball, Position: mgl64.Vec3{5, 2, 3}, Density: 1},
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-13*math.Max(1, math.Abs(want))) {
			t.Errorf("%s: %.17g, want %.17g", what, got, want)
		}
	}
	near("mass", b.Mass, 4*volume)
	near("centre x", center[0], 2)
	near("first ball", b.Shapes[0].Position[0], -1)
	near("second ball", b.Shapes[1].Position[0], 3)
	near("inertia about x", b.Inertia.At(0, 0), 4*volume*0.1)
	near("inertia about z", b.Inertia.At(2, 2), 4*volume*0.1+volume*(3*1+1*9))

	cube := must(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1}))
	hole := must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}))
	b, center, err = sim.Compose([]sim.ShapeDef{{Shape: cube, Density: 2}, {Shape: hole, Position: mgl64.Vec3{0.5, 0, 0}, Density: -2}}, 28)
	if err != nil {
		t.Fatal(err)
	}
	near("mass of the hollow cube", b.Mass, 28) // 7 m³ at 4 kg/m³
	near("its centre", center[0], -0.5/7)
	// 32 kg of edge 2 less 4 kg of edge 1, both about the common centre.
	near("its inertia about z", b.Inertia.At(2, 2), 32*2.0/3+32*math.Pow(0.5/7, 2)-(4.0/6+4*math.Pow(0.5+0.5/7, 2)))
}
