package meshio

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestTurn_PutsTheAxisUp: what is up in the file is up in the world, nothing is mirrored, and y up is what a glTF has.
func TestTurn_PutsTheAxisUp(t *testing.T) {
	v := geom.Vec{X: 1, Y: 2, Z: 3}
	turned := geom.Vec{X: 1, Y: -3, Z: 2} // what Read makes of v in a glTF
	for _, c := range []struct {
		name, up   string
		from, want geom.Vec
	}{
		{"a.obj", "", v, v}, {"a.obj", "z", v, v}, {"a.STL", "y", v, turned}, {"a.ply", "x", v, geom.Vec{X: -3, Y: 2, Z: 1}},
		{"a.glb", "", turned, turned}, {"a.gltf", "y", turned, turned}, {"a.GLB", "z", turned, v}, {"a.glb", "x", turned, geom.Vec{X: -3, Y: 2, Z: 1}},
	} {
		m, err := Turn(c.name, c.up)
		if got := m.Apply(c.from); err != nil || got != c.want || m.Det() != 1 {
			t.Errorf("%s with %q up: %v, %v, determinant %g, want %v", c.name, c.up, got, err, m.Det(), c.want)
		}
	}
	for _, up := range []string{"Y", "-z", "w", strings.Repeat("z", 100)} {
		if _, err := Turn("a.obj", up); err == nil || len(err.Error()) > 100 {
			t.Errorf("%q: %v", up, err)
		}
	}
}

// TestTurn_MakesReadOfGLTFUpright: the same numbers in a glTF and in an OBJ with y up are the same mesh.
func TestTurn_MakesReadOfGLTFUpright(t *testing.T) {
	const corners = "v 0 0 0\nv 4 0 0\nv 0 1 2\nf 1 2 3\n"
	obj, err := Read("a.obj", strings.NewReader(corners), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [4, 1, 2]}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "` + dataURI(floats(0, 0, 0, 4, 0, 0, 0, 1, 2)) + `"}]}`
	gltf, err := Read("a.gltf", strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, up := range []string{"x", "y", "z"} {
		a, errA := Turn("a.obj", up)
		b, errB := Turn("a.gltf", up)
		for i := range obj.Vertices {
			if p, q := a.Apply(obj.Vertices[i]), b.Apply(gltf.Vertices[i]); errA != nil || errB != nil || p != q {
				t.Errorf("%s up: vertex %d at %v in the OBJ, at %v in the glTF (%v, %v)", up, i, p, q, errA, errB)
			}
		}
	}
}
