package scenariofile_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// slabCorners are the corners of a slab of 8 m by 4 m by 0.5 m, whose top is at z = 0, in an order that slabOBJ takes.
var slabCorners = [8]geom.Vec{
	{X: -4, Y: -2, Z: -0.5}, {X: 4, Y: -2, Z: -0.5}, {X: 4, Y: 2, Z: -0.5}, {X: -4, Y: 2, Z: -0.5}, {X: -4, Y: -2}, {X: 4, Y: -2}, {X: 4, Y: 2}, {X: -4, Y: 2},
}

// slabOBJ is the slab with each corner where at puts it.
func slabOBJ(at func(v geom.Vec) geom.Vec) string {
	var b strings.Builder
	for _, v := range slabCorners {
		p := at(v)
		fmt.Fprintf(&b, "v %v %v %v\n", p.X, p.Y, p.Z)
	}
	b.WriteString("f 5 6 7 8\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n")
	return b.String()
}

// slabSTL is the slab as text, with each corner where at puts it.
func slabSTL(at func(v geom.Vec) geom.Vec) string {
	var b strings.Builder
	b.WriteString("solid slab\n")
	for _, f := range [6][4]int{{4, 5, 6, 7}, {3, 2, 1, 0}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}} {
		for _, t := range [2][3]int{{0, 1, 2}, {0, 2, 3}} {
			b.WriteString("facet normal 0 0 0\nouter loop\n")
			for _, k := range t {
				p := at(slabCorners[f[k]])
				fmt.Fprintf(&b, "vertex %v %v %v\n", p.X, p.Y, p.Z)
			}
			b.WriteString("endloop\nendfacet\n")
		}
	}
	return b.String() + "endsolid slab\n"
}

// slabFiles are the slab: in metres as it stands, with y and x up, in millimetres, and eightfold.
func slabFiles() map[string]string {
	scaled := func(s float64) func(v geom.Vec) geom.Vec { return func(v geom.Vec) geom.Vec { return v.Scale(s) } }
	return map[string]string{
		"slab.obj": slabOBJ(scaled(1)), "slab.stl": slabSTL(scaled(1)), "mm.stl": slabSTL(scaled(1000)), "mm.obj": slabOBJ(scaled(1000)), "large.obj": slabOBJ(scaled(8)),
		"y.obj": slabOBJ(func(v geom.Vec) geom.Vec { return geom.Vec{X: v.X, Y: v.Z, Z: -v.Y} }),
		"x.obj": slabOBJ(func(v geom.Vec) geom.Vec { return geom.Vec{X: v.Z, Y: v.Y, Z: -v.X} }),
		"ft.obj": slabOBJ(func(v geom.Vec) geom.Vec {
			return geom.Vec{X: v.X / 0.3048, Y: v.Y / 0.3048, Z: v.Z / 0.3048}
		}),
		"points.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n",
	}
}

// placing is a ball above a static, whose keys stand for %s; it falls by 1.125 m less its radius from the origin.
const placing = `name: placing
step: 1/240 s
duration: 1 s
gravity: [0, 0, -9.81]
materials: {m: {friction: 0.3, restitution: 0.4}}
statics:
  - {name: slab, material: m, %s}
bodies:
  - {name: ball, sphere: {radius: 0.125}, mass: 1, position: [0.25, 0.5, 1.125], velocity: [0.5, 0.25, 0], material: m}
`

// placed parses a scenario that reads slabFiles and others; opened counts how often each was read.
func placed(t *testing.T, text string, others map[string]string) (s *scenariofile.Scenario, opened map[string]int) {
	t.Helper()
	opened = map[string]int{}
	s, err := scenariofile.Parse("test.yaml", []byte(text), func(name string) ([]byte, error) {
		opened[name]++
		if data, ok := others[name]; ok {
			return []byte(data), nil
		}
		if data, ok := slabFiles()[name]; ok {
			return []byte(data), nil
		}
		return nil, fs.ErrNotExist
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, opened
}

// statesOf runs a scenario and returns the values of all its frames, as bits, and its last frame.
func statesOf(t *testing.T, s *scenariofile.Scenario) (bits []uint64, last record.Frame) {
	t.Helper()
	if _, err := runs.Run(context.Background(), s, runs.Options{Log: filepath.Join(t.TempDir(), "a.prang"), Observe: func(f *record.Frame) {
		for _, v := range f.Values {
			bits = append(bits, math.Float64bits(v))
		}
		bits = append(bits, f.Hash)
		last = *f
		last.Values = append([]float64(nil), f.Values...)
	}}); err != nil {
		t.Fatal(err)
	}
	return bits, last
}

// TestMesh_PlacedIsThatOfTheWorld: a ball falls on a slab that is scaled, turned and moved with the bits with which it falls on
// the same slab with its corners written out where they are in the world. All numbers are exact, so that those are known.
func TestMesh_PlacedIsThatOfTheWorld(t *testing.T) {
	for name, c := range map[string]struct {
		keys string
		at   func(v geom.Vec) geom.Vec
	}{
		"moved":          {"mesh: slab.obj, position: [0.5, 1, 0.25]", func(v geom.Vec) geom.Vec { return geom.Vec{X: v.X + 0.5, Y: v.Y + 1, Z: v.Z + 0.25} }},
		"scaled":         {"mesh: {file: slab.obj, scale: 0.5}", func(v geom.Vec) geom.Vec { return v.Scale(0.5) }},
		"shrunk":         {"mesh: {file: large.obj, scale: 1/8}", func(v geom.Vec) geom.Vec { return v }},
		"stretched":      {"mesh: {file: slab.obj, scale: [0.5, 2, 0.25]}", func(v geom.Vec) geom.Vec { return geom.Vec{X: 0.5 * v.X, Y: 2 * v.Y, Z: 0.25 * v.Z} }},
		"about the face": {"mesh: slab.obj, attitude: {quaternion: [0.5, 0.5, 0.5, 0.5]}, position: [-2, 0, -4]", func(v geom.Vec) geom.Vec { return geom.Vec{X: v.Z - 2, Y: v.X, Z: v.Y - 4} }},
		"y up": {"mesh: {file: y.obj, up: y, scale: [1, 2, 1]}, attitude: {quaternion: [0, 0, 0, 1]}", func(v geom.Vec) geom.Vec {
			return geom.Vec{X: -v.X, Y: -2 * v.Y, Z: v.Z}
		}},
		"x up":           {"mesh: {file: x.obj, up: x}, position: [0, 0, 0.125]", func(v geom.Vec) geom.Vec { return geom.Vec{X: v.X, Y: v.Y, Z: v.Z + 0.125} }},
		"with its words": {"mesh: {file: slab.obj, unit: m, up: z}, position: [0, 0, 0], attitude: {yaw: 0}", func(v geom.Vec) geom.Vec { return v }},
	} {
		s, _ := placed(t, fmt.Sprintf(placing, c.keys), nil)
		world, _ := placed(t, fmt.Sprintf(placing, "mesh: world.obj"), map[string]string{"world.obj": slabOBJ(c.at)})
		got, want := s.Definition.Statics[0].Mesh, world.Definition.Statics[0].Mesh
		if !reflect.DeepEqual(got.Vertices, want.Vertices) || !reflect.DeepEqual(got.Tris, want.Tris) || !reflect.DeepEqual(got.Planes, want.Planes) || !reflect.DeepEqual(got.Edges, want.Edges) {
			t.Errorf("%s: vertices %v, want %v", name, got.Vertices, want.Vertices)
		}
		a, last := statesOf(t, s)
		b, _ := statesOf(t, world)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the runs differ", name)
		}
		if z := last.Values[2]; name != "about the face" && !(z > 0 && z < 0.9) {
			t.Errorf("%s: the ball ends at z = %g m: it is not on the slab", name, z)
		}
	}
}

// TestMesh_TurnsAsItsStaticDoes: a block slides down a slab that is turned and pitched for half a second, without
// friction, by g sin(pitch) t²/2 in the direction of the yaw. With either sense flipped it would slide elsewhere.
func TestMesh_TurnsAsItsStaticDoes(t *testing.T) {
	const yaw, pitch, g, duration = 40 * math.Pi / 180, 15 * math.Pi / 180, 9.81, 0.5
	text := func(static string) string {
		return `name: slide
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
materials: {ice: {friction: 0}}
statics:
  - {name: slab, ` + static + `, material: ice, position: [3, -2, 1], attitude: {yaw: 40 deg, pitch: 15 deg}}
bodies:
  - {name: block, box: {size: [0.4, 0.4, 0.2]}, mass: 1, material: ice, attitude: {yaw: 40 deg, pitch: 15 deg}, position: [%.17g, %.17g, %.17g]}
`
	}
	// The middle of the block is 0.1 m above the origin of the slab, along its normal.
	n := geom.Vec{X: math.Cos(yaw) * math.Sin(pitch), Y: math.Sin(yaw) * math.Sin(pitch), Z: math.Cos(pitch)}
	from := geom.Vec{X: 3, Y: -2, Z: 1}.Add(n.Scale(0.1))
	down := geom.Vec{X: math.Cos(yaw) * math.Cos(pitch), Y: math.Sin(yaw) * math.Cos(pitch), Z: -math.Sin(pitch)}
	want := from.Add(down.Scale(g * math.Sin(pitch) * duration * duration / 2))
	for _, static := range []string{"mesh: slab.obj", "mesh: {file: mm.stl, unit: mm}", "mesh: {file: y.obj, up: y}", "hull: {file: mm.obj, unit: mm}", "hull: {file: x.obj, up: x}"} {
		s, _ := placed(t, fmt.Sprintf(text(static), from.X, from.Y, from.Z), nil)
		_, last := statesOf(t, s)
		got := geom.Vec{X: last.Values[0], Y: last.Values[1], Z: last.Values[2]}
		if d := got.Sub(want).Len(); !(d < 1e-4) {
			t.Errorf("%s: the block ends at %v, %g m from %v", static, got, d, want)
		}
	}
}

// TestMesh_UnitsAreThoseOfQuantities: a file in another unit is that in metres to rounding, of a mesh and of a hull; with the axis
// of its format spelled out or another one it is that bit by bit.
func TestMesh_UnitsAreThoseOfQuantities(t *testing.T) {
	const hull = "name: h\nduration: 1 s\ngravity: [0, 0, 0]\nparameters: {s: 1e-3}\nbodies: [{name: a, density: 1000, position: [0, 0, 0], hull: %s}]\n"
	want := map[string][]geom.Vec{}
	for _, file := range []string{"slab.obj", "slab.stl"} {
		s, _ := placed(t, fmt.Sprintf(placing, "mesh: "+file), nil)
		want[file[len(file)-3:]] = s.Definition.Statics[0].Mesh.Vertices
	}
	without := func(text string) string { return strings.Replace(text, "parameters: {s: 1e-3}\n", "", 1) }
	body, _ := placed(t, without(fmt.Sprintf(hull, "{file: slab.obj}")), nil)
	for _, c := range []struct {
		file string
		ulps float64
	}{
		{"{file: mm.stl, unit: mm}", 1}, {"{file: mm.obj, unit: mm}", 1}, {"{file: mm.obj, scale: 0.001}", 1}, {"{file: mm.obj, scale: $s}", 1}, {"{file: mm.obj, scale: [$s, $s, 0.1 %]}", 1},
		{"{file: mm.obj, scale: 1/1000}", 1}, {"{file: ft.obj, unit: ft}", 2}, {"{file: ft.obj, scale: 0.3048}", 2}, {"{file: y.obj, up: y}", 0}, {"{file: x.obj, up: x}", 0}, {"{file: slab.obj, up: z, unit: m}", 0}, {"{file: large.obj, scale: 0.125}", 0},
	} {
		text := strings.Replace(fmt.Sprintf(placing, "mesh: "+c.file), "materials:", "parameters: {s: 1e-3}\nmaterials:", 1)
		if !strings.Contains(c.file, "$") {
			text = without(text)
		}
		s, _ := placed(t, text, nil)
		got, of := s.Definition.Statics[0].Mesh.Vertices, "obj"
		if strings.Contains(c.file, ".stl") {
			of = "stl"
		}
		near(t, "mesh "+c.file, got, want[of], c.ulps)
		text = fmt.Sprintf(hull, c.file)
		if !strings.Contains(c.file, "$") {
			text = without(text)
		}
		if strings.Contains(c.file, ".stl") {
			continue // its hull has the corners in another order
		}
		h, _ := placed(t, text, nil)
		a, b := &h.Definition.Bodies[0], &body.Definition.Bodies[0]
		if math.Abs(a.Mass-b.Mass) > 1e-12*b.Mass || sizeOf(&a.Shapes[0].Shape).Sub(geom.Vec{X: 8, Y: 4, Z: 0.5}).Len() > 1e-14 {
			t.Errorf("hull %s: %g kg, want %g", c.file, a.Mass, b.Mass)
		}
		if c.ulps == 0 && !reflect.DeepEqual(a.Shapes, b.Shapes) {
			t.Errorf("hull %s: %v, want %v", c.file, a.Shapes, b.Shapes)
		}
	}
	for unit, factor := range map[string]float64{"m": 1, "mm": 1e-3, "cm": 1e-2, "km": 1e3, "um": 1e-6, "µm": 1e-6, "in": 0.0254, "ft": 0.3048} {
		s, _ := placed(t, without(fmt.Sprintf(hull, "{file: points.obj, unit: "+unit+"}")), nil)
		if size := sizeOf(&s.Definition.Bodies[0].Shapes[0].Shape); size != (geom.Vec{X: factor, Y: factor, Z: factor}) && size.Sub(geom.Vec{X: factor, Y: factor, Z: factor}).Len() > 1e-15*factor {
			t.Errorf("%s: %v", unit, size)
		}
	}
}

func sizeOf(s *geom.Shape) geom.Vec {
	bounds := s.Bounds(geom.Transform{Q: geom.IdentityQuat()})
	return bounds.Size()
}

// near compares vertices in order, to so many units in the last place.
func near(t *testing.T, what string, got, want []geom.Vec, ulps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d vertices, want %d", what, len(got), len(want))
	}
	for i := range got {
		g, w := got[i].MGL(), want[i].MGL()
		for k := range g {
			if !(math.Abs(g[k]-w[k]) <= ulps*(math.Nextafter(math.Abs(w[k]), 1e9)-math.Abs(w[k]))) {
				t.Errorf("%s: vertex %d is %v, want %v", what, i, got[i], want[i])
			}
		}
	}
}

// TestMesh_OneFileManyTimes: it is read and filed once, the log says where each stands, and what reads the log without the
// scenario has the meshes of the run, bit by bit; the run of the log is that which was recorded.
func TestMesh_OneFileManyTimes(t *testing.T) {
	const more = `
  - {name: b, mesh: {file: y.obj, up: y, scale: [0.5, 1, 2]}, position: [20, 1, 2], attitude: {yaw: 20 deg, roll: -35 deg}}
  - {name: c, mesh: slab.obj, position: [0, 30, 0]}
  - {name: d, mesh: slab.obj}
  - {name: e, mesh: {file: slab.obj, unit: m, up: z}, position: [0, 0, 0], attitude: {yaw: 0}}
  - {name: f, hull: {file: slab.obj, unit: cm}, position: [0, 0, 9]}
  - {name: g, heightfield: {spacing: [1, 1], heights: [[0, 0], [0, 1]], origin: [50, 0, 0]}}
bodies:`
	text := strings.Replace(fmt.Sprintf(placing, "mesh: {file: slab.obj, unit: cm}, position: [0, 0, 0.5], attitude: {pitch: 3 deg}"), "\nbodies:", more, 1)
	s, opened := placed(t, text, nil)
	if !reflect.DeepEqual(opened, map[string]int{"slab.obj": 1, "y.obj": 1}) || len(s.Files) != 3 {
		t.Errorf("opened %v, %d files", opened, len(s.Files))
	}
	path := filepath.Join(t.TempDir(), "placed.prang")
	if _, err := runs.Run(t.Context(), s, runs.Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	r := scenariotest.OpenLog(t, path)
	if v, err := runs.Verify(context.Background(), r, runs.VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("verify: %+v, %v", v, err)
	}
	objects := map[string]record.Object{}
	for _, o := range r.Header().Objects {
		objects[o.Name] = o
	}
	if o := objects["b"]; o.Asset != "y.obj" || o.Up != "y" || o.Scale == nil || *o.Scale != (geom.Vec{X: 0.5, Y: 1, Z: 2}) || o.Position != (geom.Vec{X: 20, Y: 1, Z: 2}) {
		t.Errorf("b is %+v", o)
	}
	if o := objects["slab"]; o.Asset != "slab.obj" || o.Up != "" || o.Scale == nil || *o.Scale != (geom.Vec{X: 0.01, Y: 0.01, Z: 0.01}) || math.Abs(o.Attitude.V.Y-math.Sin(1.5*math.Pi/180)) > 1e-15 {
		t.Errorf("slab is %+v", o)
	}
	for _, name := range []string{"d", "e"} { // which stand as the file says: as they would without the keys
		if o := objects[name]; o.Asset != "slab.obj" || o.Scale != nil || o.Up != "" || o.Position != (geom.Vec{}) || o.Attitude != (geom.Quat{}) {
			t.Errorf("%s is %+v", name, o)
		}
	}
	whole := runs.MeshesOf(r, func(err error) { t.Error(err) })
	// The scenario in the log is damaged.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	asset := append([]byte{0x8A, 0x4C, 0x1B, 0x9E}, 3, 0, 0, 0)
	at := bytes.Index(data, asset)
	if at < 0 || binary.LittleEndian.Uint64(data[at+16:]) != 0 {
		t.Fatal("there is no first asset")
	}
	data[at+32+100] ^= 1
	if err := os.WriteFile(path+"2", data, 0o666); err != nil {
		t.Fatal(err)
	}
	spoiled := scenariotest.OpenLog(t, path+"2")
	lost := 0
	rest := runs.MeshesOf(spoiled, func(err error) {
		if lost++; !errors.Is(err, recorder.ErrDamaged) {
			t.Error(err)
		}
	})
	if lost != 1 || len(rest) != 5 { // the height field is in the scenario alone
		t.Errorf("%d lost, %d meshes", lost, len(rest))
	}
	for i, m := range rest {
		if !reflect.DeepEqual(m.Vertices, whole[i].Vertices) || !reflect.DeepEqual(m.Planes, whole[i].Planes) {
			t.Errorf("%s: vertices %v, want %v", r.Header().Objects[i].Name, m.Vertices, whole[i].Vertices)
		}
	}
}

// TestMesh_LimitsHoldInTheWorld: coordinates in a file may be as large as its unit makes them.
func TestMesh_LimitsHoldInTheWorld(t *testing.T) {
	files := map[string]string{"micro.obj": slabOBJ(func(v geom.Vec) geom.Vec { return v.Scale(1e9) })}
	s, _ := placed(t, fmt.Sprintf(placing, "mesh: {file: micro.obj, scale: 1e-9}"), files)
	if b := s.Definition.Statics[0].Mesh.Bounds; b.Size().Sub(geom.Vec{X: 8, Y: 4, Z: 0.5}).Len() > 1e-14 {
		t.Errorf("bounds %v", b)
	}
	placed(t, strings.Replace(scenariotest.Minimal, "box: {size: [1, 1, 1]}", "hull: {file: micro.obj, unit: um}", 1), files)
}

func TestMesh_RefusesPlacementsThatSayNothing(t *testing.T) {
	static := func(keys string) string { return scenariotest.Minimal + "statics: [{name: s, " + keys + "}]\n" }
	body := func(keys string) string {
		return strings.Replace(scenariotest.Minimal, "box: {size: [1, 1, 1]}", keys, 1)
	}
	for _, c := range []struct{ text, want string }{
		{static("mesh: {file: square.obj, unit: furlong}"), `test.yaml:9:52: statics[0].mesh.unit: "furlong" is no unit of length: write m, mm, cm, km, um or µm, in or ft`},
		{static("mesh: {file: square.obj, unit: kg}"), `statics[0].mesh.unit: "kg" is no unit of length`},
		{static("mesh: {file: square.obj, scale: 1e-3 m}"), `statics[0].mesh.scale: "1e-3 m" is a length [m], but a plain number is needed: write unit: mm in place of the scale, if the file is in mm`},
		{static("mesh: {file: square.obj, scale: 0.001 m}"), `statics[0].mesh.scale: "0.001 m" is a length [m], but a plain number is needed: write unit: mm in place of the scale, if the file is in mm`},
		{static("mesh: {file: square.obj, scale: 25.4 mm}"), `write unit: in in place of the scale, if the file is in in`},
		{static("mesh: {file: square.obj, scale: 2E2 cm}"), `write unit: cm in place of the scale, if the file is in cm`},
		{static("mesh: {file: square.obj, scale: 1e999999999 m}"), `write unit: m in place of the scale, if the file is in m`},
		{static("mesh: {file: square.obj, unit: 1 mm}"), `statics[0].mesh.unit: "1 mm" is no unit of length`},
		{static("mesh: {file: square.obj, unit: 0.001}"), `statics[0].mesh.unit: the number 0.001 is no unit of length: write m, mm`},
		{static("mesh: {file: square.obj, scale: 0}"), `test.yaml:9:53: statics[0].mesh.scale: 0 leaves nothing of the mesh: write a number above zero`},
		{static("mesh: {file: square.obj, scale: -1}"), `statics[0].mesh.scale: -1 would mirror the mesh, and turn its fronts into backs: write a number above zero`},
		{static("mesh: {file: square.obj, scale: [1, -2, 1]}"), `test.yaml:9:57: statics[0].mesh.scale[1]: -2 would mirror the mesh`},
		{static("mesh: {file: square.obj, scale: [1, 0, 1]}"), `statics[0].mesh.scale[1]: 0 leaves nothing`},
		{static("mesh: {file: square.obj, scale: [1, 1]}"), `statics[0].mesh.scale: a list of 2 where three numbers are needed`},
		{static("mesh: {file: square.obj, scale: 1e10}"), `statics[0].mesh.scale: 1e+10 is outside 1e-09 to 1e+09`},
		{static("mesh: {file: square.obj, scale: 1e-10}"), `statics[0].mesh.scale: 1e-10 is outside`},
		{static("mesh: {file: square.obj, scale: 5 mm}"), `statics[0].mesh.scale: "5 mm" is a length [m], but a plain number is needed: write unit: mm in place of the scale, if the file is in mm`},
		{static("mesh: {file: square.obj, scale: 5 kg}"), `statics[0].mesh.scale: "5 kg" is a mass [kg], but a plain number is needed: write, for example, `},
		{static("mesh: {file: square.obj, scale: {x: 1}}"), `statics[0].mesh.scale: a mapping where a plain number is needed`},
		{static("mesh: {file: square.obj, scale: $s}"), `statics[0].mesh.scale: there is no parameter "s"`},
		{static("mesh: {file: square.obj, scale: $s}") + "parameters: {s: -2}\n", `statics[0].mesh.scale: parameter s, -2 would mirror the mesh`},
		{static("mesh: {file: square.obj, scale: 0.001, unit: mm}"), `statics[0].mesh.scale: the file has a unit too: keep one of them`},
		{static("mesh: {file: square.obj, up: w}"), `statics[0].mesh.up: "w" is no axis: write x, y or z, the axis of the file that points up`},
		{static("mesh: {file: square.obj, up: 2}"), `statics[0].mesh.up: the number 2 is no axis: write x, y or z`},
		{static("mesh: {file: square.obj, up: true}"), `statics[0].mesh.up: "true" (true or false) is no axis`},
		{body("hull: cube.obj"), `bodies[0].hull: the text "cube.obj" where a mapping is needed: write {file: cube.obj}`},
		{body("hull: [[0, 0, 0]]"), `bodies[0].hull: a list where a mapping is needed: write {points: [[x, y, z], …]} or {file: mesh.obj}`},
		{body("hull: null"), `bodies[0].hull: nothing where a mapping is needed: write {points: [[x, y, z], …]} or {file: mesh.obj}`},
		{static("mesh: {unit: mm}"), `statics[0].mesh: has no file: add file: rocks.obj`},
		{static("mesh: {}"), `statics[0].mesh: has no file`},
		{static("mesh: [square.obj]"), `statics[0].mesh: a list where a file is needed: write rocks.obj, or {file: rocks.stl, unit: mm}`},
		{static("mesh: 3"), `statics[0].mesh: the number 3 where text is needed: write it in quotes`},
		{static("mesh: true"), `statics[0].mesh: "true" (true or false) where the name of a file is needed: write, for example, rocks.obj`},
		{static("mesh: null"), `statics[0].mesh: nothing where the name of a file is needed: write, for example, rocks.obj`},
		{static("mesh: {file: [square.obj]}"), `statics[0].mesh.file: a list where the name of a file is needed: write file: square.obj, without [ ]`},
		{static("mesh: {file: {file: x}}"), `statics[0].mesh.file: a mapping where the name of a file is needed: write, for example, rocks.obj`},
		{static("mesh: {file: none.obj, unit: mm}"), `statics[0].mesh.file: there is no file "none.obj" beside the scenario`},
		{static("mesh: {file: bad.obj}"), `statics[0].mesh.file: is not a usable mesh`},
		{static("mesh: {file: square.obj, position: [0, 0, 1]}"), `statics[0].mesh.position: the static has it: write position beside mesh`},
		{static("mesh: {file: square.obj, axis: y}"), `statics[0].mesh.axis: unknown key: the keys are file, unit, scale, up`},
		{static("mesh: square.obj, scale: 2"), `statics[0].scale: the scale is that of a mesh's file: write mesh: {file: rocks.obj, scale: 0.001}, or unit: mm`},
		{static("mesh: square.obj, unit: mm"), `statics[0].unit: the unit is that of a mesh's file`},
		{static("mesh: square.obj, up: y"), `statics[0].up: the axis is that of a mesh's file`},
		{static("mesh: square.obj, origin: [0, 0, 0]"), `statics[0].origin: a static stands where its position is`},
		{static("mesh: square.obj, position: [0, 0]"), `statics[0].position: a list of 2 where three numbers are needed`},
		{static("mesh: square.obj, attitude: {yaw: 400}"), `statics[0].attitude.yaw: 400 without a unit is in radians`},
		{static("mesh: square.obj, position: [0, 0, 1], attitude: {}"), `statics[0].attitude: says nothing`},
		{static("mesh: far.obj"), `statics[0].mesh: has a vertex at 2e+07 m: this is more than 10,000 km`},
		{static("mesh: {file: square.obj, scale: 1e7}"), `statics[0].mesh.file: has a vertex at 1e+08 m: this is more than 10,000 km`},
		{static("mesh: square.obj, position: [9999999.5, 0, 0]"), `statics[0].mesh: has a vertex at 1e+07 m: this is more than 10,000 km`},
		{static("mesh: {file: half.obj, scale: 1e-9}, position: [9e6, 9e6, 9e6]"), `statics[0].mesh.file: is not a usable mesh in this size and place: `},
		{body("hull: {file: square.obj, scale: 0}"), `bodies[0].hull.scale: 0 leaves nothing`},
		{body("hull: {file: square.obj, unit: s}"), `bodies[0].hull.unit: "s" is no unit of length`},
		{body("hull: {file: square.obj, unit: m, scale: 2}"), `bodies[0].hull.scale: the file has a unit too`},
		{body("hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], unit: mm}"), `bodies[0].hull.unit: is of a file, and points have units of their own`},
		{body("hull: {file: far.obj, scale: 1.5}"), `bodies[0].hull.file: has a vertex at 3e+07 m`},
		{body("hull: {file: far.obj}"), `bodies[0].hull.file: has a vertex at 2e+07 m`},
		{body("box: {size: [1, 1, 1]}\n    unit: mm"), `bodies[0].unit: the unit is that of a mesh's file`},
	} {
		_, err := scenariotest.ParseTest(c.text)
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", strings.TrimPrefix(c.text, scenariotest.Minimal), err, c.want)
		}
	}
	schema, _ := scenariotest.CompileSchema(t)
	for keys, good := range map[string]bool{
		"mesh: {file: a.obj, unit: mm, up: y}, position: [0, 0, 1], attitude: {yaw: 1}": true, "mesh: a.obj, attitude: {yaw: 1}": true, "mesh: {file: a.obj, scale: [1, $s, 2]}": true,
		"hull: {file: a.obj, scale: 0.001}, position: [0, 0, 1]": true, "mesh: {file: a.obj, scale: 1, unit: mm}": false, "mesh: {file: a.obj, scale: 0}": false, "mesh: {file: a.obj, unit: kg}": false,
		"mesh: {unit: mm}": false, "mesh: {file: a.obj, up: w}": false, "hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], up: y}, position: [0, 0, 1]": false,
		"hull: {file: a.obj, unit: mm}": false, // without a position
	} {
		if err := schema.Validate(scenariotest.Instance(t, []byte(static(keys)))); (err == nil) != good {
			t.Errorf("schema: %s: %v", keys, err)
		}
	}
}

// TestWarnings_OfMeshesInAnotherUnit: a part of 8 m in millimetres, taken in metres, and one far away, also where a unit is
// given; not the part where a unit or scale is given, not a large terrain, and nothing in reach of what moves.
func TestWarnings_OfMeshesInAnotherUnit(t *testing.T) {
	terrain := "v -5000 -5000 0\nv 5000 -5000 0\nv 5000 5000 700\nv -5000 5000 0\nf 1 2 3\nf 1 3 4\n"
	for _, c := range []struct{ keys, want string }{
		{"mesh: mm.stl", `test.yaml:7:37: statics[0].mesh: "slab" is 8000 m large, and what moves at most 0.25 m: if its file is in millimetres, write mesh: {file: mm.stl, unit: mm}`},
		{"mesh: {file: mm.obj, up: z}", `statics[0].mesh.file: "slab" is 8000 m large`},
		{"mesh: {file: mm.obj, unit: mm}", ""}, {"mesh: {file: mm.obj, unit: m}", ""}, {"mesh: {file: mm.obj, scale: 1}", ""}, {"mesh: slab.obj", ""}, {"mesh: terrain.obj, position: [0, 0, -500]", ""},
		{"mesh: slab.obj, position: [2100, 0, 0]", `test.yaml:7:37: statics[0].mesh: "slab" is 2096 m from all that moves, out of its reach: correct its position, or, if its file is not in metres`},
		{"mesh: slab.obj, position: [1900, 0, 0]", ""},
		{"mesh: {file: slab.obj, unit: m}, position: [9000, 0, 0]", `statics[0].mesh.file: "slab" is 8996 m from all that moves, out of its reach, and 8 m large: correct its position, or the unit or scale of its file`},
		{"mesh: {file: slab.obj, unit: m}, position: [1900, 0, 0]", ""},
	} {
		s, _ := placed(t, fmt.Sprintf(placing, c.keys), map[string]string{"terrain.obj": terrain})
		list := s.Warnings()
		if c.want == "" && len(list) > 0 || c.want != "" && (len(list) != 1 || !strings.Contains(list[0].String(), c.want)) {
			t.Errorf("%s: %v, want %q", c.keys, list, c.want)
		}
	}
}
