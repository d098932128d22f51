package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// satMesh returns a finished mesh.
func satMesh(t testing.TB, vertices []geom.Vec, tris []geom.Tri) *geom.Mesh {
	t.Helper()
	m := &geom.Mesh{Vertices: vertices, Tris: tris}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

// satGrid returns a grid of n by n squares of side s around the origin with corners at height(x, y), each cut along one
// of its diagonals.
func satGrid(t testing.TB, n int, s float64, height func(x, y float64) float64) *geom.Mesh {
	var v []geom.Vec
	var tris []geom.Tri
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			x, y := s*(float64(i)-float64(n)/2), s*(float64(j)-float64(n)/2)
			v = append(v, geom.Vec{X: x, Y: y, Z: height(x, y)})
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+2, a+int32(n)+1
			if (i+j)%2 == 0 {
				tris = append(tris, geom.Tri{a, b, c}, geom.Tri{a, c, d})
			} else {
				tris = append(tris, geom.Tri{a, b, d}, geom.Tri{b, c, d})
			}
		}
	}
	return satMesh(t, v, tris)
}

// satCube returns the surface of an axis-aligned box as a mesh of twelve triangles.
func satCube(t testing.TB, c, half geom.Vec) *geom.Mesh {
	b := satBox(c, half)
	var v []geom.Vec
	for i := 0; i < 8; i++ {
		v = append(v, b.Vertex(i))
	}
	var tris []geom.Tri
	for f := 0; f < 6; f++ {
		k := [4]int32{}
		for i := range k {
			k[i] = int32(boxFaceCorner(f, i))
		}
		if f&1 == 0 {
			k[1], k[3] = k[3], k[1]
		}
		tris = append(tris, geom.Tri{k[0], k[1], k[2]}, geom.Tri{k[0], k[2], k[3]})
	}
	return satMesh(t, v, tris)
}

// satCollide calls CollideOBBTriangle for triangle i of a mesh with all that the mesh knows of its edges.
func satCollide(a *geom.OBB, mesh *geom.Mesh, i int, margin float64, m *Manifold) bool {
	tri := mesh.Triangle(int32(i))
	var near [3]geom.Plane
	for k, e := range mesh.Edges[i] {
		if e.Neighbor >= 0 {
			near[k] = mesh.Planes[e.Neighbor]
		}
	}
	return CollideOBBTriangle(a, &tri, mesh.Planes[i], &mesh.Edges[i], &near, margin, m)
}

// A box that slides over a flat grid feels a plane: every manifold has the face's normal, whatever edges and vertices the
// box straddles, and the points together are the deepest and cover the box's bottom.
func TestCollideOBBTriangle_FlatGridGivesOnlyFaceNormals(t *testing.T) {
	flat := satGrid(t, 16, 0.5, func(x, y float64) float64 { return 0 })
	half := geom.Vec{X: 2.25, Y: 0.7, Z: 0.9}
	r := rand.New(rand.NewPCG(3, 4))
	ghosts := 0
	for i := 0; i < 1000; i++ {
		for _, sink := range []float64{0, 1e-9, 1e-4} {
			for _, up := range []float64{1, -1} {
				yaw := 2 * math.Pi * r.Float64()
				c := satRandomVec(r, 0.75)
				if i%4 == 0 { // edges of the box on edges of the grid
					yaw = math.Pi / 2 * float64(i/4%4)
					c.X, c.Y = math.Round(4*c.X)/4, math.Round(5*c.Y)/5
				}
				c.Z = up * (half.Z - sink)
				a := satTurned(c, half, geom.AxisAngle(geom.Vec{Z: 1}, yaw))
				var corners [4]bool
				for k := range flat.Tris {
					var m Manifold
					tri := flat.Triangle(int32(k))
					if mtv, ok := MTVOBBTriangle(&a, &tri); ok && math.Abs(mtv.N.Z) < 0.9 {
						ghosts++
					}
					if !satCollide(&a, flat, k, 1e-3, &m) {
						continue
					}
					if m.N != (geom.Vec{Z: -up}) {
						t.Fatalf("pose %d, sunk %v, triangle %d: normal %v", i, sink, k, m.N)
					}
					for l := 0; l < m.Count; l++ {
						p := &m.Points[l]
						if math.Abs(p.Separation+sink) > 1e-14 || math.Abs(p.P.Z+up*sink/2) > 1e-14 {
							t.Fatalf("pose %d, sunk %v, triangle %d: point %+v", i, sink, k, p)
						}
						for q := range corners {
							v := a.Vertex(q)
							if up < 0 {
								v = a.Vertex(q | 4)
							}
							v.Z = p.P.Z
							corners[q] = corners[q] || v.Sub(p.P).Len() < 1e-6
						}
					}
				}
				if corners != [4]bool{true, true, true, true} {
					t.Fatalf("pose %d, sunk %v: corners %v", i, sink, corners)
				}
			}
		}
	}
	if ghosts < 1000 {
		t.Errorf("only %d triangles whose minimum translation is sideways", ghosts)
	}
}

// The side of a solid block is felt at its face and at its edges, and never its top or bottom, where the triangles of
// those are touched at the rim.
func TestCollideOBBTriangle_ConvexEdgeGivesSideNormal(t *testing.T) {
	step := satCube(t, geom.Vec{}, geom.Vec{X: 2, Y: 2, Z: 0.5})
	r := rand.New(rand.NewPCG(5, 6))
	sides, rims := 0, 0
	for i := 0; i < 2000; i++ {
		depth := []float64{0, 1e-9, 1e-4}[i%3]
		half := geom.Vec{X: 0.5, Y: 0.7, Z: 0.4}
		a := satBox(geom.Vec{X: 2 + half.X - depth, Y: 2*r.Float64() - 1, Z: 1.6*r.Float64() - 0.8}, half)
		for k := range step.Tris {
			var m Manifold
			if !satCollide(&a, step, k, 1e-3, &m) {
				continue
			}
			if m.N != (geom.Vec{X: -1}) {
				t.Fatalf("case %d: %+v: triangle %d with normal %v: N %v", i, a, k, step.Planes[k].N, m.N)
			}
			for l := 0; l < m.Count; l++ {
				if s := m.Points[l].Separation; s > 1e-3 || s < -depth-1e-14 {
					t.Fatalf("case %d: separation %v, depth %v", i, s, depth)
				}
			}
			if step.Planes[k].N.X == 1 {
				sides++
			} else {
				rims++
			}
		}
	}
	if sides < 2000 || rims < 500 {
		t.Errorf("%d sides, %d rims", sides, rims)
	}
}
