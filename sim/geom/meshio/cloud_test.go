package meshio

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

const headPLY = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"

// TestReadCloud_TakesVerticesAlone: of those formats that can have them; Read refuses them still.
func TestReadCloud_TakesVerticesAlone(t *testing.T) {
	const points = "0 0 0\n1 0 0\n0 2 0\n"
	for _, c := range []struct{ name, text string }{
		{"c.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\np 1 2 3\n"},
		{"c.ply", headPLY + "end_header\n" + points},
		{"c.PLY", headPLY + "element face 0\nproperty list uchar int vertex_indices\nend_header\n" + points},
	} {
		m, err := ReadCloud(c.name, strings.NewReader(c.text), nil)
		if err != nil || len(m.Vertices) != 3 || m.Vertices[2] != (geom.Vec{Y: 2}) || len(m.Tris) > 0 || m.Finished() {
			t.Errorf("%s: %+v, %v", c.name, m, err)
		}
		if m, err := Read(c.name, strings.NewReader(c.text), nil); err == nil || m != nil {
			t.Errorf("%s: Read takes it", c.name)
		}
	}
}

// TestReadCloud_PassesOverFacesThatAHullNeedsNot: polygons that are not convex, not flat or cross themselves, triangles
// without area and repeated ones are no faults, in no format; what breaks the format is.
func TestReadCloud_PassesOverFacesThatAHullNeedsNot(t *testing.T) {
	flat := [9]float32{0, 0, 0, 1, 0, 0, 2, 0, 0}
	for _, c := range []struct {
		name, text string
		vertices   int
	}{
		{"a.obj", square + "v 0 0.5 7\nf 1 2 3 4 5\nf 1 3 2 4\nf 1 2 2\nf 1 2 3\nf 3 1 2\n", 5},
		{"a.ply", plainPLY(4, 3, squarePLY+"4 0 1 3 2\n3 0 1 1\n3 0 0 1\n"), 4},
		{"a.stl", string(binarySTL("", flat, flat)), 6},
	} {
		m, err := ReadCloud(c.name, strings.NewReader(c.text), nil)
		if err != nil || len(m.Tris) > 0 || m.Finished() || len(m.Vertices) != c.vertices {
			t.Errorf("%s: %+v, %v", c.name, m, err)
		}
		if _, err := Read(c.name, strings.NewReader(c.text), nil); err == nil {
			t.Errorf("%s: Read takes it", c.name)
		}
	}
	if _, err := ReadCloud("a.obj", strings.NewReader(square+"f 1 2 9\n"), nil); !errors.Is(err, geom.ErrIndexRange) {
		t.Errorf("an index out of range: %v", err)
	}
}

func TestReadCloud_NamesFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"c.obj", "v 0 0 0\nv 3e12 0 0\n", "c.obj:2: a coordinate is not finite or beyond 1e12 m"},
		{"c.obj", "", "c.obj: the mesh has no triangles"},
		{"c.stl", "solid\nendsolid\n", "c.stl: the mesh has no triangles"},
		{"c.ply", headPLY + "element face 1\nproperty int a\nend_header\n", "c.ply:9: the header has no element face with the list vertex_indices"},
		{"c.ply", strings.Replace(headPLY, "ascii", "binary_little_endian", 1) + "end_header\n" + strings.Repeat("\x00", 32) + "\x00\x00\xc0\x7f", "c.ply: vertex 2: a coordinate is not finite"},
		{"c.xyz", "0 0 0\n", `c.xyz: meshes with the extension ".xyz" cannot be read`},
	} {
		m, err := ReadCloud(c.name, strings.NewReader(c.text), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || m != nil {
			t.Errorf("%s %q: error %v, want %q", c.name, c.text, err, c.want)
		}
	}
	m := geom.Mesh{Vertices: []geom.Vec{{X: math.Inf(1)}}}
	if err := m.CheckVertices(); !errors.Is(err, geom.ErrCoordinate) {
		t.Errorf("%v", err)
	}
}
