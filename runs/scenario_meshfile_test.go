package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
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
	path := filepath.Join(t.TempDir(), "l.prang")
	if _, err := Run(context.Background(), s, Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if v, err := Verify(context.Background(), r, VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("verify: %+v, %v", v, err)
	}
	found := 0
	for _, m := range MeshesOf(r, func(err error) { t.Error(err) }) {
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
	_, err := Parse("test.yaml", []byte(fmt.Sprintf(placing, "hull: {file: ball.obj}")), func(string) ([]byte, error) { return []byte(b.String()), nil })
	if err == nil || !strings.Contains(err.Error(), "statics[0].hull.file: hull: its 6400 vertices have ") ||
		!strings.Contains(err.Error(), " edges between them, of which a hull may have 16383: reduce it to about 5461 vertices, or make the body of several shapes") {
		t.Errorf("%v", err)
	}
}
