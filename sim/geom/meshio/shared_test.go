package meshio

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// What is wrong with the meshes of other projects; all others are closed.
var sharedFaults = map[string]struct {
	err  error
	says string
}{
	"rigid-ipc/meshes/bunny-lowpoly.obj":       {geom.ErrOpenMesh, "triangle 45 and 0 more"},
	"rigid-ipc/meshes/cone.obj":                {geom.ErrOpenMesh, "edge from vertex 0 (-2.5, 2.5, 2.5) to vertex 1 (2.5, 2.5, 2.5), triangle 0"},
	"rigid-ipc/meshes/plane.obj":               {geom.ErrOpenMesh, "edge from vertex 0 (-5, 0, 5) to vertex 1 (5, 0, 5), triangle 0"},
	"rigid-ipc/meshes/plane-8K.obj":            {geom.ErrOpenMesh, "triangle 0"},
	"rigid-ipc/meshes/plane-symmetric.obj":     {geom.ErrOpenMesh, "triangle 1"},
	"rigid-ipc/meshes/erleben/hole-small.obj":  {geom.ErrOpenMesh, "triangle 49"},
	"scalable-ccd/cloth-funnel/frames/227.ply": {geom.ErrOpenMesh, "triangle 666"},
	"scalable-ccd/cloth-funnel/frames/228.ply": {geom.ErrOpenMesh, "triangle 666"},
}

// Convex closed meshes weigh what CGAL says of their hulls and what their own hulls weigh; the fault of every other
// mesh is named; every one comes back from each format that is written.
func TestLoad_MeshesOfOtherProjects(t *testing.T) {
	dir := geomtest.Shared(t, "data", "collision")
	volumes := map[string]float64{} // of hulls, by file
	for _, b := range geomtest.MeshBounds(t) {
		volumes[b.Mesh] = b.HullVolume
	}
	loaded, convex := 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || Known(path) != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		m, err := Load(path)
		var s geom.Solid
		if err == nil {
			loaded++
			if without := strings.HasSuffix(filepath.ToSlash(name), "rigid-ipc/meshes/L.obj"); (m.Note != "") != without || without && !strings.Contains(m.Note, "on line 30") {
				t.Errorf("%s: the note %q", name, m.Note)
			}
			writtenAndRead(t, name, m)
			s, err = geom.MeshSolid(m)
		}
		if want, faulty := sharedFaults[filepath.ToSlash(name)]; faulty || err != nil {
			if !faulty || !errors.Is(err, want.err) || !strings.Contains(err.Error(), want.says) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v, want %v with %q", name, err, want.err, want.says)
			}
			return nil
		}
		if v, ok := volumes[filepath.ToSlash(name)]; ok && isConvex(m) {
			convex++
			// CGAL's figures have 12 digits.
			if math.Abs(s.Volume-v) > 1e-11*v {
				t.Errorf("%s: volume %v, CGAL's %v", name, s.Volume, v)
			}
			weighsAsItsHull(t, name, m, &s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if loaded < 20 || convex < 5 {
		t.Errorf("only %d meshes loaded, %d of them convex", loaded, convex)
	}
}

// isConvex reports whether no edge of a mesh is concave and no vertex is before a plane.
func isConvex(m *geom.Mesh) bool {
	for i, p := range m.Planes {
		for _, v := range m.Vertices {
			if p.N.Dot(v)-p.D > 1e-5 {
				return false
			}
		}
		for _, e := range m.Edges[i] {
			if e.Kind == geom.EdgeConcave {
				return false
			}
		}
	}
	return true
}

func weighsAsItsHull(t *testing.T, name string, m *geom.Mesh, s *geom.Solid) {
	t.Helper()
	h, err := geom.NewHull(m.Vertices)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	size := m.Bounds.Size()
	l := size.MaxAbs()
	// The coordinates of the files have 6 digits, by which the meshes are not quite convex.
	want, tol := h.Solid(), 1e-6
	d := s.Inertia.X.Sub(want.Inertia.X).Abs().Max(s.Inertia.Y.Sub(want.Inertia.Y).Abs()).Max(s.Inertia.Z.Sub(want.Inertia.Z).Abs())
	if s.Center.Sub(want.Center).MaxAbs() > tol*l || d.MaxAbs() > tol*s.Volume*l*l || math.Abs(s.Volume-want.Volume) > tol*s.Volume {
		t.Errorf("%s: %+v, its hull %+v", name, *s, want)
	}
}

// writtenAndRead compares a mesh with what comes back from each format: to the same bits where the format holds them.
func writtenAndRead(t *testing.T, name string, m *geom.Mesh) {
	t.Helper()
	var obj, ply bytes.Buffer
	if err := errors.Join(WriteOBJ(&obj, m), WritePLY(&ply, m)); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for ext, b := range map[string]*bytes.Buffer{".obj": &obj, ".ply": &ply} {
		got, err := Read("back"+ext, b, nil)
		if err != nil {
			t.Errorf("%s as %s: %v", name, ext, err)
			continue
		}
		if !reflect.DeepEqual(got.Vertices, m.Vertices) || !reflect.DeepEqual(got.Tris, m.Tris) || !reflect.DeepEqual(got.Edges, m.Edges) || got.Bounds != m.Bounds {
			t.Errorf("%s as %s: another mesh comes back", name, ext)
		}
	}
}
