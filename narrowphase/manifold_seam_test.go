package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// seamTile returns a flat mesh of nx by ny cells from (x, y) on.
func seamTile(t *testing.T, x, y, dx, dy float64, nx, ny int) *geom.Mesh {
	t.Helper()
	f := geom.HeightField{NX: nx + 1, NY: ny + 1, DX: dx, DY: dy, Origin: geom.Vec{X: x, Y: y}, Cut: geom.CutAlternating}
	f.Heights = make([]float64, (nx+1)*(ny+1))
	m, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// seamNormals counts the manifolds of a box with the triangles near it of all meshes, and those whose normal is not
// upright.
func seamNormals(a *geom.OBB, meshes []*geom.Mesh) (all, tilted int) {
	const margin = 1e-3
	near := a.Bounds().Grow(margin)
	for _, mesh := range meshes {
		for _, k := range satNear(mesh, a) {
			tri := mesh.Triangle(k)
			var edges [3]geom.EdgeInfo
			var planes [3]geom.Plane
			mesh.Beyond(k, &near, &edges, &planes)
			var m Manifold
			if CollideOBBTriangle(a, &tri, mesh.Planes[k], &edges, &planes, margin, &m) {
				all++
				if m.N != (geom.Vec{Z: -1}) {
					tilted++
				}
			}
		}
	}
	return all, tilted
}

// A box that slides over the seams of three meshes of different cells, one of which ends half way along the others,
// feels a plane wherever there is a floor below it; without joining it meets edges.
func TestCollideOBBTriangle_SeamsOfMeshesAreFlat(t *testing.T) {
	apart := []*geom.Mesh{
		seamTile(t, -6, -6, 1.5, 1.5, 4, 8),  // x < 0
		seamTile(t, 0, -6, 0.5, 0.25, 8, 24), // x > 0, y < 0: T-junctions along the first, to half of its edge from y = 0
		seamTile(t, 0, 0, 2, 1.25, 3, 2),     // x > 0, y from 0 to 2.5
	}
	joined := geom.Join(apart)
	half := geom.Vec{X: 0.6, Y: 0.4, Z: 0.3}
	r := rand.New(rand.NewPCG(7, 8))
	contacts, ghosts := 0, 0
	for i := range 2000 {
		sink := []float64{0, 1e-9, 1e-4}[i%3]
		c := geom.Vec{X: 2*r.Float64() - 1, Y: 5*r.Float64() - 3.8, Z: half.Z - sink}
		if i%4 == 0 { // faces of the box in the seams
			c.X, c.Y = half.X*float64(i/4%3-1), half.Y*float64(i/12%3-1)
		}
		a := satTurned(c, half, geom.AxisAngle(geom.Vec{Z: 1}, math.Pi*r.Float64()*float64(i%2)))
		all, tilted := seamNormals(&a, joined)
		contacts += all
		if tilted > 0 || all == 0 {
			t.Fatalf("box at %v, sunk %v: %d contacts, %d tilted", c, sink, all, tilted)
		}
		_, tilted = seamNormals(&a, apart)
		ghosts += tilted
	}
	if contacts < 10_000 || ghosts < 500 {
		t.Errorf("%d contacts, %d tilted without joining: too easy", contacts, ghosts)
	}
}
