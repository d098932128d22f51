package scenariofile_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
)

// bracketOBJ is an L of 2 m by 1 m whose ends are polygons that are not convex, with a triangle without area.
const bracketOBJ = `v 0 0 0
v 2 0 0
v 2 0 0.1
v 0.1 0 0.1
v 0.1 0 1
v 0 0 1
v 0 1 0
v 2 1 0
v 2 1 0.1
v 0.1 1 0.1
v 0.1 1 1
v 0 1 1
f 1 2 3 4 5 6
f 12 11 10 9 8 7
f 1 7 8 2
f 2 8 9 3
f 3 9 10 4
f 4 10 11 5
f 5 11 12 6
f 6 12 7 1
f 1 2 2
`

// TestMesh_OfCAD: a file with polygons that are not convex and a triangle without area is that of a static, with one warning,
// and of a hull, without; however its path is written it is one file. The log verifies, and gives the mesh of the run.
func TestMesh_OfCAD(t *testing.T) {
	text := strings.Replace(fmt.Sprintf(placing, "mesh: {file: l.obj, unit: m}, position: [0, 0, -1]"), "\nbodies:", `
  - {name: more, mesh: ./l.obj, position: [9, 0, 0]}
  - {name: hull, hull: {file: sub/../l.obj}, position: [0, 30, 0]}
bodies:`, 1)
	s, opened := placed(t, text, map[string]string{"l.obj": bracketOBJ})
	if opened["l.obj"] != 1 || len(opened) != 1 || len(s.Files) != 2 {
		t.Errorf("opened %v, %d files", opened, len(s.Files))
	}
	list := s.Warnings()
	if len(list) != 1 || !strings.HasSuffix(list[0].String(), "statics[0].mesh.file: l.obj: a triangle without area is left out, on line 21: remove it from the file") {
		t.Errorf("warnings %v", list)
	}
	solid, err := geom.MeshSolid(s.Definition.Statics[0].Mesh)
	if err != nil || !(solid.Volume > 0.29-1e-12 && solid.Volume < 0.29+1e-12) { // 2·0.1 + 0.1·0.9 over 1 m
		t.Errorf("the volume is %v, %v", solid.Volume, err)
	}
	path := filepath.Join(t.TempDir(), "run.prang")
	if _, err := runs.Run(t.Context(), s, runs.Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	r := scenariotest.OpenLog(t, path)
	if v, err := runs.Verify(context.Background(), r, runs.VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("verify: %+v, %v", v, err)
	}
	found := 0
	for _, m := range runs.MeshesOf(r, func(err error) { t.Error(err) }) {
		if m == nil { // of the hull
			continue
		}
		if found++; len(m.Tris) != 20 || m.Bounds.Size().Sub(geom.Vec{X: 2, Y: 1, Z: 1}).Abs().MaxAbs() > 1e-12 {
			t.Errorf("%d triangles in %v", len(m.Tris), m.Bounds)
		}
	}
	if found != 2 {
		t.Errorf("%d meshes", found)
	}
}

// TestHull_OfTooManyEdges: the error names the file's key, counts what there is, and says what to do.
func TestHull_OfTooManyEdges(t *testing.T) {
	var b strings.Builder
	for i := range 80 {
		for k := range 80 {
			sz, cz := geom.SinCos(3.1 * (float64(i)/79 - 0.5))
			s, c := geom.SinCos(6.283185307179586 * (float64(k) + 0.5*float64(i%2)) / 80)
			fmt.Fprintf(&b, "v %v %v %v\n", cz*c, cz*s, sz)
		}
	}
	_, err := scenariofile.Parse("test.yaml", []byte(fmt.Sprintf(placing, "hull: {file: ball.obj}")), func(string) ([]byte, error) { return []byte(b.String()), nil })
	if err == nil || !strings.Contains(err.Error(), "statics[0].hull.file: hull: its 6400 vertices have ") ||
		!strings.Contains(err.Error(), " edges between them, of which a hull may have 16383: reduce it to about 5461 vertices, or make the body of several shapes") {
		t.Errorf("%v", err)
	}
}

// TestWarnings_OfHullsInAnotherUnit: a body of 300 mm taken in metres; not where a unit or scale is given, nor of a static.
func TestWarnings_OfHullsInAnotherUnit(t *testing.T) {
	for _, c := range []struct{ static, body, want string }{
		{"plane: {}", "hull: {file: part.obj}, position: [0, 0, 200]", `bodies[1].hull.file: it is 300 m large: if the file is in millimetres, write hull: {file: part.obj, unit: mm}, and if it is in metres, unit: m`},
		{"plane: {}", "hull: {file: part.obj, unit: m}, position: [0, 0, 200]", ""},
		{"plane: {}", "hull: {file: part.obj, scale: 1}, position: [0, 0, 200]", ""},
		{"plane: {}", "hull: {file: part.obj, unit: mm}, position: [0, 0, 200]", ""},
		{"hull: {file: part.obj}, position: [0, 0, -200]", "sphere: {radius: 1}, position: [0, 0, 200]", ""},
	} {
		text := fmt.Sprintf(placing, c.static) + "  - {name: part, density: 1000, " + c.body + "}\n"
		s, _ := placed(t, text, map[string]string{"part.obj": "v 0 0 0\nv 300 0 0\nv 0 200 0\nv 0 0 100\n"})
		list := s.Warnings()
		if c.want == "" && len(list) > 0 || c.want != "" && (len(list) != 1 || !strings.Contains(list[0].String(), c.want)) {
			t.Errorf("%s, %s: %v, want %q", c.static, c.body, list, c.want)
		}
	}
}

// boxOBJ is a cube of a half length about the origin whose first corner has a number; its fronts are outside, or inside.
func boxOBJ(half float64, first int, inside bool) string {
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, "v %g %g %g\n", half*float64(i&1*2-1), half*float64(i>>1&1*2-1), half*float64(i>>2*2-1))
	}
	for _, f := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		if inside {
			f[1], f[3] = f[3], f[1]
		}
		fmt.Fprintf(&b, "f %d %d %d %d\n", f[0]+first, f[1]+first, f[2]+first, f[3]+first)
	}
	return b.String()
}

// TestWarnings_OfBodiesInMeshes: a body in a closed mesh whose fronts are outside, also in two shapes; not in a hollow one, in
// a room, in one that is open, on one, nor a body whose shapes are on both sides of one.
func TestWarnings_OfBodiesInMeshes(t *testing.T) {
	solid, room := boxOBJ(1, 1, false), boxOBJ(1, 1, true)
	files := map[string]string{
		"solid.obj": solid, "room.obj": room, "hollow.obj": solid + boxOBJ(0.8, 9, true), "double.obj": solid + boxOBJ(0.8, 9, false),
		"open.obj": strings.Replace(solid, "f 5 6 8 7\n", "", 1),
	}
	const ball, pair = "sphere: {radius: 0.1}, position: [0.3, 0.2, 0.1]", "shapes: [{sphere: {radius: 0.1}}, {box: {size: [0.2, 0.2, 0.2]}, offset: [0.5, 0, 0]}], position: [0, 0, 0]"
	for _, c := range []struct {
		static, body string
		warns        bool
	}{
		{"mesh: solid.obj", ball, true}, {"mesh: solid.obj", pair, true}, {"mesh: double.obj", ball, true}, {"mesh: {file: solid.obj, scale: 3, up: y}, position: [1, 0, 0]", ball, true},
		{"mesh: room.obj", ball, false}, {"mesh: hollow.obj", ball, false}, {"mesh: open.obj", ball, false}, {"mesh: hollow.obj", pair, false},
		{"mesh: solid.obj", "sphere: {radius: 0.1}, position: [0, 0, 1.2]", false},
		{"mesh: {file: solid.obj, scale: 0.1}", "shapes: [{sphere: {radius: 0.1}, offset: [-0.5, 0, 0]}, {sphere: {radius: 0.1}, offset: [0.5, 0, 0]}], position: [0, 0, 0]", false},
	} {
		head, _, _ := strings.Cut(fmt.Sprintf(placing, c.static), "bodies:")
		s, _ := placed(t, head+"bodies:\n  - {name: part, mass: 1, "+c.body+"}\n", files)
		list := s.Warnings()
		if warned := len(list) == 1 && strings.Contains(list[0].String(), `bodies[0]: "part" starts inside of "slab", a closed mesh whose fronts are outside, and nothing in it holds it: move it out`); warned != c.warns || !c.warns && len(list) > 0 {
			t.Errorf("%s, %s: %v", c.static, c.body, list)
		}
	}
}
