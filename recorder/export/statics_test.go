package export_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestExports_TurnWhatStands: a wall that stands turned by 30° about z does so in glTF and in MCAP.
func TestExports_TurnWhatStands(t *testing.T) {
	r, _ := recordedOf(t, `
name: turned
step: 1/100 s
duration: 0.03 s
gravity: [0, 0, 0]
statics:
  - {name: wall, box: {size: [2, 1, 0.4]}, position: [3, -2, 1], attitude: {yaw: 30 deg}}
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}
`)
	at, turn := [3]float64{3, -2, 1}, [4]float64{0, 0, math.Sin(math.Pi / 12), math.Cos(math.Pi / 12)}
	check := func(form string, p [3]float64, q [4]float64) {
		t.Helper()
		for k := range q {
			if math.Abs(q[k]-turn[k]) > 1e-12 || k < 3 && p[k] != at[k] {
				t.Fatalf("%s: the wall stands at %v, turned by %v, want %v and %v", form, p, q, at, turn)
			}
		}
	}
	doc := readGLB(t, r, export.Selection{})
	seen := 0
	for _, n := range doc.Nodes {
		if n.Name == "wall" {
			seen++
			check("glTF", n.Translation, n.Rotation)
		}
	}
	list := sceneOf(t, r, export.Selection{})
	for k := range list.Len() {
		e := list.Get(k).Message()
		if text(e, "id") != "wall" {
			continue
		}
		seen++
		if frame := text(e, "frame_id"); frame != "world" {
			t.Errorf("the wall is in the frame %q", frame)
		}
		pose := part(part(e, "cubes").List().Get(0).Message(), "pose").Message()
		var p [3]float64
		var q [4]float64
		for i, axis := range []string{"x", "y", "z", "w"} {
			if q[i] = float(pose, "orientation", axis); i < 3 {
				p[i] = float(pose, "position", axis)
			}
		}
		check("MCAP", p, q)
	}
	if seen != 2 {
		t.Errorf("%d walls", seen)
	}
}

// wedge is a mesh without symmetries.
const wedge = "v 0 0 0\nv 3 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

// TestExports_PlaceMeshes: every vertex of a mesh that is scaled, turned and moved is where it is in the run, in glTF and in
// MCAP; and one that is not placed stands as its file says.
func TestExports_PlaceMeshes(t *testing.T) {
	r, _ := recordedOf(t, `
name: placed
step: 1/100 s
duration: 0.03 s
gravity: [0, 0, 0]
statics:
  - {name: a, mesh: {file: wedge.obj, scale: [0.5, 2, 1.5], up: y}, position: [3, -2, 1], attitude: {yaw: 30 deg, pitch: -20 deg, roll: 70 deg}}
  - {name: b, mesh: wedge.obj, position: [0, 7, 0]}
  - {name: c, mesh: wedge.obj}
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}
`)
	cos, sin := math.Cos, math.Sin
	yaw, pitch, roll := math.Pi/6, -math.Pi/9, math.Pi*7/18
	place := map[string]func(x, y, z float64) [3]float64{
		"a": func(x, y, z float64) [3]float64 {
			x, y, z = 0.5*x, -2*z, 1.5*y // y becomes z, then the scale
			y, z = cos(roll)*y-sin(roll)*z, sin(roll)*y+cos(roll)*z
			x, z = cos(pitch)*x+sin(pitch)*z, cos(pitch)*z-sin(pitch)*x
			x, y = cos(yaw)*x-sin(yaw)*y, sin(yaw)*x+cos(yaw)*y
			return [3]float64{3 + x, y - 2, 1 + z}
		},
		"b": func(x, y, z float64) [3]float64 { return [3]float64{x, y + 7, z} },
		"c": func(x, y, z float64) [3]float64 { return [3]float64{x, y, z} },
	}
	corners := [4][3]float64{{}, {3, 0, 0}, {0, 2, 0}, {0, 0, 1}}
	seen := 0
	// check takes what is drawn of an object in its node, and the pose of the node.
	check := func(form, name string, at geom.Transform, points []geom.Vec, exact float64) {
		t.Helper()
		seen++
		for _, c := range corners {
			want, least := place[name](c[0], c[1], c[2]), math.Inf(1)
			for _, p := range points {
				least = math.Min(least, at.Apply(p).Sub(geom.Vec{X: want[0], Y: want[1], Z: want[2]}).Len())
			}
			if !(least <= exact) {
				t.Errorf("%s: %s: no vertex at %v, the nearest is %g m away", form, name, want, least)
			}
		}
		for _, p := range points {
			least := math.Inf(1)
			for _, c := range corners {
				want := place[name](c[0], c[1], c[2])
				least = math.Min(least, at.Apply(p).Sub(geom.Vec{X: want[0], Y: want[1], Z: want[2]}).Len())
			}
			if !(least <= exact) {
				t.Errorf("%s: %s: a vertex at %v, %g m from any of the file", form, name, at.Apply(p), least)
			}
		}
	}
	doc := readGLB(t, r, export.Selection{})
	for _, n := range doc.Nodes {
		if place[n.Name] == nil {
			continue
		}
		list, err := modeler.ReadPosition(doc, doc.Accessors[doc.Meshes[*n.Mesh].Primitives[0].Attributes[gltf.POSITION]], nil)
		if err != nil {
			t.Fatal(err)
		}
		var points []geom.Vec
		for _, p := range list {
			points = append(points, geom.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])})
		}
		q := n.Rotation
		check("glTF", n.Name, geom.Transform{P: geom.FromMGL(n.Translation), Q: geom.Quat{W: q[3], V: geom.Vec{X: q[0], Y: q[1], Z: q[2]}}}, points, 1e-6)
	}
	list := sceneOf(t, r, export.Selection{})
	for k := range list.Len() {
		e := list.Get(k).Message()
		if place[text(e, "id")] == nil {
			continue
		}
		triangles := part(e, "triangles").List().Get(0).Message()
		pose := part(triangles, "pose").Message()
		vec := func(field string) geom.Vec {
			return geom.Vec{X: float(pose, field, "x"), Y: float(pose, field, "y"), Z: float(pose, field, "z")}
		}
		drawn := part(triangles, "points").List()
		var points []geom.Vec
		for i := range drawn.Len() {
			p := drawn.Get(i).Message()
			axis := func(name string) float64 {
				return p.Get(p.Descriptor().Fields().ByName(protoreflect.Name(name))).Float()
			}
			points = append(points, geom.Vec{X: axis("x"), Y: axis("y"), Z: axis("z")})
		}
		check("MCAP", text(e, "id"), geom.Transform{P: vec("position"), Q: geom.Quat{W: float(pose, "orientation", "w"), V: vec("orientation")}}, points, 1e-12)
	}
	if seen != 6 {
		t.Errorf("%d meshes", seen)
	}
}

// TestLines_LeaveOutWhatIsNot: an event without objects has no names, a frame without hash none.
func TestLines_LeaveOutWhatIsNot(t *testing.T) {
	r, frames := recorded(t)
	e := export.NewEventLine(r.Header(), 3, &record.Event{Kind: record.Sleep, A: -1, B: int32(len(r.Header().Objects))})
	if e.A != "" || e.B != "" {
		t.Errorf("%+v", e)
	}
	f := frames[1]
	for _, hash := range []uint64{0, 0xabc} {
		f.Hash = hash
		line, err := json.Marshal(export.NewFrameLine(r.Header(), &f, func(int32) bool { return true }, true))
		if err != nil {
			t.Fatal(err)
		}
		if want := hash != 0; strings.Contains(string(line), `"hash"`) != want || want && !strings.Contains(string(line), `"hash":"0000000000000abc"`) {
			t.Errorf("hash %x: %.200s", hash, line)
		}
	}
}

// kerb is a tetrahedron of 0.3 m, 0.2 m and 0.1 m in the coordinates of a map, in millimetres.
const kerb = "v 500000100 5400000200 0\nv 500000400 5400000200 0\nv 500000100 5400000400 0\nv 500000100 5400000200 100\n" +
	"f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

// TestGLB_ShowsWhatIsFarFromItsOrigin: a kerb in the coordinates of a map, in millimetres, that is moved back to the origin
// is in the glTF where it is in the run, and as large, though the numbers of the format are in single precision. A second
// one of another attitude shows the same mesh; one of another color does not.
func TestGLB_ShowsWhatIsFarFromItsOrigin(t *testing.T) {
	r, _ := recordedOf(t, `
name: far
step: 1/100 s
duration: 0.03 s
gravity: [0, 0, 0]
statics:
  - {name: a, mesh: {file: kerb.obj, unit: mm}, position: [-500000.1, -5400000.2, 0]}
  - {name: b, mesh: {file: kerb.obj, unit: mm}, position: [500003.1, 5400000.2, 0], attitude: {yaw: 180 deg}}
  - {name: c, color: "#ff0000", mesh: {file: kerb.obj, unit: mm}, position: [-500000.1, -5400000.2, 1]}
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}
`)
	doc := readGLB(t, r, export.Selection{})
	meshes := map[string]int{}
	for _, n := range doc.Nodes {
		if n.Mesh == nil || n.Name == "ball" {
			continue
		}
		meshes[n.Name] = *n.Mesh
		list, err := modeler.ReadPosition(doc, doc.Accessors[doc.Meshes[*n.Mesh].Primitives[0].Attributes[gltf.POSITION]], nil)
		if err != nil {
			t.Fatal(err)
		}
		q := n.Rotation
		at := geom.Transform{P: geom.FromMGL(n.Translation), Q: geom.Quat{W: q[3], V: geom.Vec{X: q[0], Y: q[1], Z: q[2]}}}
		bounds := geom.EmptyAABB()
		for _, p := range list {
			v := at.Apply(geom.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])})
			bounds.Min, bounds.Max = bounds.Min.Min(v), bounds.Max.Max(v)
		}
		want := map[string]geom.AABB{
			"a": {Max: geom.Vec{X: 0.3, Y: 0.2, Z: 0.1}},
			"b": {Min: geom.Vec{X: 2.7, Y: -0.2}, Max: geom.Vec{X: 3, Z: 0.1}},
			"c": {Min: geom.Vec{Z: 1}, Max: geom.Vec{X: 0.3, Y: 0.2, Z: 1.1}},
		}[n.Name]
		// 5.4e6 m is known to 1e-9 m.
		if off := bounds.Min.Sub(want.Min).Abs().Max(bounds.Max.Sub(want.Max).Abs()).MaxAbs(); !(off <= 1e-7) {
			t.Errorf("%s is in %v, want %v", n.Name, bounds, want)
		}
	}
	if len(meshes) != 3 || meshes["a"] != meshes["b"] || meshes["a"] == meshes["c"] {
		t.Errorf("the statics show the meshes %v, want one of a and b, and another of c", meshes)
	}
}

// TestGLB_SharesAMeshOnlyOfOneShape: statics that show one file in other sizes, or with another axis up, have meshes of their
// own; one that is only elsewhere shares that of the first.
func TestGLB_SharesAMeshOnlyOfOneShape(t *testing.T) {
	r, _ := recordedOf(t, `
name: alike
step: 1/100 s
duration: 0.03 s
gravity: [0, 0, 0]
statics:
  - {name: a, mesh: {file: wedge.obj, scale: 1}, position: [0, -9, 0]}
  - {name: b, mesh: {file: wedge.obj, scale: [2, 1, 1]}, position: [0, 9, 0]}
  - {name: c, mesh: {file: wedge.obj, scale: 1, up: y}, position: [0, 20, 0]}
  - {name: d, mesh: {file: wedge.obj, scale: 1}, position: [0, 30, 0], attitude: {yaw: 90 deg}}
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}
`)
	want := map[string]geom.AABB{ // before they are turned and moved
		"a": {Max: geom.Vec{X: 3, Y: 2, Z: 1}},
		"b": {Max: geom.Vec{X: 6, Y: 2, Z: 1}},
		"c": {Min: geom.Vec{Y: -1}, Max: geom.Vec{X: 3, Z: 2}},
		"d": {Max: geom.Vec{X: 3, Y: 2, Z: 1}},
	}
	doc := readGLB(t, r, export.Selection{})
	meshes := map[string]int{}
	for _, n := range doc.Nodes {
		box, ok := want[n.Name]
		if !ok {
			continue
		}
		meshes[n.Name] = *n.Mesh
		list, err := modeler.ReadPosition(doc, doc.Accessors[doc.Meshes[*n.Mesh].Primitives[0].Attributes[gltf.POSITION]], nil)
		if err != nil {
			t.Fatal(err)
		}
		bounds := geom.EmptyAABB()
		for _, p := range list {
			v := geom.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
			bounds.Min, bounds.Max = bounds.Min.Min(v), bounds.Max.Max(v)
		}
		if bounds != box {
			t.Errorf("%s is drawn in %v, want %v", n.Name, bounds, box)
		}
	}
	if len(meshes) != 4 || meshes["a"] != meshes["d"] || meshes["a"] == meshes["b"] || meshes["a"] == meshes["c"] || meshes["b"] == meshes["c"] {
		t.Errorf("the statics show the meshes %v, want one for a and d alone", meshes)
	}
}
