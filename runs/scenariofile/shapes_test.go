package scenariofile_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
)

// TestParse_ReadsEveryShape looks at masses, centres and inertia that are worked out by hand.
func TestParse_ReadsEveryShape(t *testing.T) {
	s, err := scenariofile.Parse("test.yaml", []byte(scenariotest.Shapes), scenariotest.OpenShapes)
	if err != nil {
		t.Fatal(err)
	}
	d := s.Definition
	near := func(what string, got, want mgl64.Vec3) {
		t.Helper()
		if !(got.Sub(want).Len() <= 1e-14*math.Max(1, want.Len())) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	diagonal := func(m mgl64.Mat3) mgl64.Vec3 { return mgl64.Vec3{m.At(0, 0), m.At(1, 1), m.At(2, 2)} }
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeEllipsoid, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeHull, geom.ShapeHull}
	for i, k := range kinds {
		if b := &d.Bodies[i]; len(b.Shapes) != 1 || b.Shapes[0].Shape.Kind != k {
			t.Errorf("body %q has the shapes %v, want a %v", b.Name, b.Shapes, k)
		}
	}
	near("inertia of the ball, 2/5 m r²", diagonal(d.Bodies[0].Inertia), mgl64.Vec3{0.5, 0.5, 0.5})
	near("half lengths of the pill", d.Bodies[2].Shapes[0].Shape.Size.MGL(), mgl64.Vec3{0.2, 0.2, 0.5})
	if m, want := d.Bodies[1].Mass, 1000*4*math.Pi/3*0.06; math.Abs(m-want) > 1e-12*want {
		t.Errorf("the egg weighs %g kg, want %g", m, want)
	}
	near("the cone's centre of mass", d.Bodies[4].Position, mgl64.Vec3{9, 0, 0.7})
	near("the cone's origin", d.Bodies[4].Shapes[0].Position, mgl64.Vec3{0, 0, -0.2})
	near("the wedge's centre of mass", d.Bodies[5].Position, mgl64.Vec3{11.5, 0.25, 0.25})
	if m := d.Bodies[6].Mass; math.Abs(m-2500.0/3) > 1e-9 {
		t.Errorf("the stone, a pyramid of base 1 m² and height 1 m, weighs %g kg", m)
	}
	head, handle := 7800*0.2*0.1*0.1, 700*math.Pi*0.02*0.02
	hammer := &d.Bodies[7]
	if math.Abs(hammer.Mass-head-handle) > 1e-12 {
		t.Errorf("the hammer weighs %g kg, want %g", hammer.Mass, head+handle)
	}
	near("the hammer's centre of mass", hammer.Position, mgl64.Vec3{16, 0, 1 + 0.5*head/(head+handle)})
	near("the hammer's head in its frame", hammer.Shapes[0].Position, mgl64.Vec3{0, 0, 0.5 - 0.5*head/(head+handle)})
	bell := &d.Bodies[8]
	near("the dumbbell's second ball", bell.Shapes[1].Position, mgl64.Vec3{0.75, 0, 0})
	// Two balls of 2 kg at 1 m from the middle, moved by 0.25 m.
	about := 2*2*0.4*0.01 + 4*1.0
	near("the dumbbell's inertia", diagonal(bell.Inertia), mgl64.Vec3{2 * 2 * 0.4 * 0.01, about + 4*0.0625, about + 4*0.0625})
	if m := d.Bodies[9].Mass; m != 400 {
		t.Errorf("the mixed body weighs %g kg, want 100 + 300", m)
	}
	near("the mixed body's first box", d.Bodies[9].Shapes[0].Position, mgl64.Vec3{-0.75, 0, 0})

	near("the floor", d.Statics[0].Position, mgl64.Vec3{0, 0, -2})
	near("the slope looks", d.Statics[1].Attitude.Rotate(mgl64.Vec3{0, 0, 1}), mgl64.Vec3{0, -0.6, 0.8})
	if m := d.Statics[2].Mesh; m == nil || len(m.Tris) != 4 || m.Bounds.Max != (geom.Vec{X: 32, Y: 2, Z: 0}) {
		t.Errorf("terrain %+v", m)
	}
	if st := d.Statics[4]; len(st.Shapes) != 2 || st.Shapes[1].Position != (mgl64.Vec3{1, 0, 0.5}) {
		t.Errorf("stairs %+v", st)
	}
	if len(s.Files) != 2 || s.Files[1].Name != "square3.obj" {
		t.Errorf("the scenario has %d files", len(s.Files))
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(scenariotest.Shapes))); err != nil {
		t.Error(err)
	}
}

// TestFacing_TurnsUpToTheNormal takes normals of all directions.
func TestFacing_TurnsUpToTheNormal(t *testing.T) {
	for x := -1.0; x <= 1; x += 0.5 {
		for y := -1.0; y <= 1; y += 0.5 {
			for _, z := range []float64{-1, -1e-3, 0, 1e-9, 1} {
				n := geom.Vec{X: x, Y: y, Z: z}.Normalize()
				if n == (geom.Vec{}) {
					continue
				}
				if d := scenariofile.Facing(n).Rotate(geom.Vec{Z: 1}).Sub(n).Len(); d > 1e-15*4 {
					t.Errorf("%v: off by %g", n, d)
				}
			}
		}
	}
}

func TestParse_NamesWhatIsWrongWithAShape(t *testing.T) {
	body := func(shape string) string {
		return strings.Replace(scenariotest.Minimal, "box: {size: [1, 1, 1]}", shape, 1)
	}
	static := func(s string) string { return scenariotest.Minimal + "statics:\n  - " + s + "\n" }
	for _, c := range []struct{ name, text, want string }{
		{"two shapes", body("sphere: {radius: 1}\n    box: {size: [1, 1, 1]}"), `bodies[0].sphere: the body has a box too: keep one of them`},
		{"radius of zero", body("sphere: {radius: 0}"), `test.yaml:6:22: bodies[0].sphere.radius: 0 is not above zero`},
		{"no radius", body("capsule: {length: 1}"), `bodies[0].capsule: has no radius: add radius: "0.5 m"`},
		{"height of a capsule", body("capsule: {radius: 1, height: 1}"), `bodies[0].capsule.height: write length`},
		{"too small", body("sphere: {radius: 1e-13}"), `bodies[0].sphere: sphere: no shape has this size`},
		{"no radii", body("ellipsoid: {}"), `bodies[0].ellipsoid: has no radii`},
		{"flat hull", body("hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"), `bodies[0].hull.points: hull: the points of a convex hull lie in one plane`},
		{"too few points", body("hull: {points: [[0, 0, 0]]}"), `bodies[0].hull.points: hull: a convex hull needs at least 4 distinct points`},
		{"hull of nothing", body("hull: {}"), `bodies[0].hull: has no shape: add points: [[x, y, z], …] or file`},
		{"hull of a flat file", body("hull: {file: square.obj}"), `bodies[0].hull.file: hull: the points of a convex hull lie in one plane`},
		{"hull of a missing file", body("hull: {file: none.obj}"), `bodies[0].hull.file: there is no file "none.obj"`},
		{"plane that moves", body("plane: {}"), `bodies[0].plane: a plane is infinite and cannot move: make it a static`},
		{"no shapes", body("shapes: []"), `bodies[0].shapes: is an empty list`},
		{"too many shapes", body("shapes: [" + strings.Repeat("{sphere: {radius: 1}}, ", 257) + "]"), `bodies[0].shapes: is a list of 257: give 256 shapes at most`},
		{"a shape of nothing", body("shapes: [{offset: [1, 0, 0]}]"), `bodies[0].shapes[0]: has no shape: add box`},
		{"position of a shape", body("shapes: [{sphere: {radius: 1}, position: [1, 0, 0]}]"), `bodies[0].shapes[0].position: a shape of several stands at its offset`},
		{"density of zero", body("shapes: [{sphere: {radius: 1}, density: 0}]"), `bodies[0].shapes[0].density: is zero`},
		{"some densities", body("shapes: [{sphere: {radius: 1}, density: 1}, {sphere: {radius: 1}, offset: [2, 0, 0]}]"), `bodies[0].mass: is shared by shapes some of which have a density`},
		{"no density and no mass", strings.Replace(body("shapes: [{sphere: {radius: 1}}]"), "    mass: 1\n", "", 1), `bodies[0]: has no mass`},
		{"all hole", strings.Replace(body("shapes: [{sphere: {radius: 1}, density: -5}]"), "    mass: 1\n", "", 1), `bodies[0].shapes: the parts make no body: their mass is -20.94 kg`},
		{"hole outside", strings.Replace(body("shapes: [{box: {size: [1, 1, 1]}, density: 1}, {box: {size: [1, 1, 1]}, offset: [3, 0, 0], density: -0.5}]"), "    mass: 1\n", "", 1),
			`bodies[0].shapes: shapes[1]: a hole, of -0.5 kg/m³, has its centre outside of the other shapes: move it inside`},
		{"position and origin", strings.Replace(scenariotest.Minimal, "mass: 1", "mass: 1\n    origin: [0, 0, 0]", 1), `bodies[0].origin: the body has a position too`},
		{"plane with a position", static("{name: p, plane: {}, position: [0, 0, 0]}"), `statics[0].position: a plane stands where its normal and point say`},
		{"plane of no normal", static("{name: p, plane: {normal: [0, 0, 0]}}"), `statics[0].plane.normal: has length 0`},
		{"plane twice", static("{name: p, plane: {height: 1, point: [0, 0, 0]}}"), `statics[0].plane.height: the plane has a point too`},
		{"plane and mesh", static("{name: p, plane: {}, mesh: square.obj}"), `statics[0].plane: the static has a mesh too: keep one of them`},
		{"uneven rows", static("{name: h, heightfield: {spacing: [1, 1], heights: [[0, 0], [0]]}}"), `statics[0].heightfield.heights[1]: a row of 1 heights after rows of 2`},
		{"one row", static("{name: h, heightfield: {spacing: [1, 1], heights: [[0, 0]]}}"), `statics[0].heightfield.heights: the height field cannot be made a mesh: 2 by 1 samples`},
		{"no spacing", static("{name: h, heightfield: {heights: [[0, 0], [0, 0]]}}"), `statics[0].heightfield: has no spacing`},
		{"mass of a static", static("{name: s, sphere: {radius: 1}, mass: 1, position: [0, 0, 9]}"), `statics[0].mass: a static never moves`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenariotest.ParseTest(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestParse_HullOfVerticesAlone: a file without faces gives the hull of its points; as a static mesh it is refused, also
// beside the hull.
func TestParse_HullOfVerticesAlone(t *testing.T) {
	open := func(name string) ([]byte, error) {
		return []byte("v 0 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nv 0 0 0\n"), nil
	}
	const head = "name: c\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n"
	const hull = "  - {name: a, hull: {file: cloud.obj}, mass: 6, origin: [0, 0, 0]}\n"
	s, err := scenariofile.Parse("test.yaml", []byte(head+hull+"  - {name: b, hull: {points: [[0, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1]]}, mass: 6, origin: [9, 0, 0]}\n"), open)
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Definition.Bodies[0].Shapes[0].Shape.Hull, s.Definition.Bodies[1].Shapes[0].Shape.Hull
	if len(a.Vertices) != 4 || !reflect.DeepEqual(a, b) || len(s.Files) != 2 || s.Files[1].Name != "cloud.obj" {
		t.Errorf("%+v, want %+v; files %v", a, b, len(s.Files))
	}
	_, err = scenariofile.Parse("test.yaml", []byte(head+hull+"statics: [{name: s, mesh: cloud.obj}]\n"), open)
	if want := `statics[0].mesh: is not a usable mesh: cloud.obj: the mesh has no triangles: give it at least one`; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hull") {
		t.Errorf("error %v, want %q", err, want)
	}
}
