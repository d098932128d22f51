// Package geomtest is for tests: how many trials they make, and further data, cases and results of other programs. The
// environment variable PRANG_SHARED names the folder of these; tests that need them are skipped if it is not set.
package geomtest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Shared returns the path of a file or folder of the further data, and skips the test where there are none.
func Shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("PRANG_SHARED")
	if dir == "" {
		t.Skip("PRANG_SHARED is not set: it names the folder of the further data, which holds data and peers")
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}

// Lines returns the values of a file that has one in JSON on each line.
func Lines[T any](t testing.TB, path string) (values []T) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatalf("%s:%d: %v", path, len(values)+1, err)
		}
		values = append(values, v)
	}
	if err := in.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return values
}

// Rotating is one pair of data/collision/rotating: two polyhedra that move and turn at constant velocities, with the
// time at which they first touch and all points in which they do. Lengths in metres, times in seconds, vectors in the
// world's frame, corners in the bodies'.
type Rotating struct {
	ID, Kind string
	Shapes   [2]string
	A, B     struct {
		V [][3]float64 // corners
	}
	Pose [2]struct { // at time 0
		P [3]float64
		Q [4]float64 `json:"q_wxyz"`
		V [3]float64
		W [3]float64
	}
	T1, TOI float64    // the interval is [0, T1]
	Normal  [3]float64 `json:"normal_A_to_B"`
	Points  [][3]float64
}

// RotatingPairs returns the pairs of all files of data/collision/rotating.
func RotatingPairs(t testing.TB) (pairs []Rotating) {
	t.Helper()
	dir := Shared(t, "data", "collision", "rotating")
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no pairs in %s: %v", dir, err)
	}
	for _, name := range names {
		pairs = append(pairs, Lines[Rotating](t, name)...)
	}
	return pairs
}

// Bounds are what CGAL found of the points of a mesh: its bounding volumes and its convex hull. Lengths in metres.
type Bounds struct {
	Mesh         string // path below data/collision
	Points       int
	HullVertices int     `json:"hull_vertices"`
	HullVolume   float64 `json:"hull_volume"`
	Radius       float64 `json:"min_sphere_radius"`
	OBBVolume    float64 `json:"cgal_obb_volume"`
}

// MeshBounds returns the bounds of all meshes that there are results for.
func MeshBounds(t testing.TB) []Bounds {
	t.Helper()
	bounds := Lines[Bounds](t, Shared(t, "data", "collision", "bounds", "cgal-bounds.jsonl"))
	if len(bounds) < 10 {
		t.Fatalf("only %d meshes", len(bounds))
	}
	return bounds
}
