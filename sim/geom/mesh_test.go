package geom

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// cube returns a cube from (0,0,0) to (1,1,1), fronts outwards, each triangle with vertices of its own.
func cube() *Mesh {
	m := &Mesh{Name: "cube"}
	quad := func(a, b, c, d Vec) {
		n := int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, a, b, c, a, c, d)
		m.Tris = append(m.Tris, Tri{n, n + 1, n + 2}, Tri{n + 3, n + 4, n + 5})
	}
	v := func(x, y, z float64) Vec { return Vec{x, y, z} }
	quad(v(0, 0, 0), v(0, 1, 0), v(1, 1, 0), v(1, 0, 0))
	quad(v(0, 0, 1), v(1, 0, 1), v(1, 1, 1), v(0, 1, 1))
	quad(v(0, 0, 0), v(1, 0, 0), v(1, 0, 1), v(0, 0, 1))
	quad(v(0, 1, 0), v(0, 1, 1), v(1, 1, 1), v(1, 1, 0))
	quad(v(0, 0, 0), v(0, 0, 1), v(0, 1, 1), v(0, 1, 0))
	quad(v(1, 0, 0), v(1, 1, 0), v(1, 1, 1), v(1, 0, 1))
	return m
}

func mustFinish(t testing.TB, m *Mesh) *Mesh {
	t.Helper()
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

func countKinds(m *Mesh) (n [4]int) {
	for _, e := range m.Edges {
		for k := range 3 {
			n[e[k].Kind]++
		}
	}
	return n
}

func TestFinish_Cube(t *testing.T) {
	m := mustFinish(t, cube())
	if len(m.Vertices) != 8 {
		t.Errorf("%d vertices after welding, want 8", len(m.Vertices))
	}
	if m.Bounds != (AABB{Vec{}, Vec{1, 1, 1}}) {
		t.Errorf("bounds %v", m.Bounds)
	}
	if n := countKinds(m); n != [4]int{EdgeFlat: 12, EdgeConvex: 24} {
		t.Errorf("kinds of half-edges: %v", n)
	}
	for i, p := range m.Planes {
		tri := m.Triangle(int32(i))
		out := tri.Centroid().Sub(Vec{0.5, 0.5, 0.5})
		if out.Dot(p.N) != 0.5 || p.N.Abs().MaxAbs() != 1 {
			t.Errorf("triangle %d: normal %v", i, p.N)
		}
		if want := max(p.N.X, p.N.Y, p.N.Z, 0); p.D != want {
			t.Errorf("triangle %d: D = %v, want %v", i, p.D, want)
		}
	}
	for i := range m.Tris { // the same cube seen from inside
		m.Tris[i][1], m.Tris[i][2] = m.Tris[i][2], m.Tris[i][1]
	}
	if n := countKinds(mustFinish(t, m)); n != [4]int{EdgeFlat: 12, EdgeConcave: 24} {
		t.Errorf("inside out, kinds of half-edges: %v", n)
	}
}

func TestFinish_NeighborsAreMutual(t *testing.T) {
	m := mustFinish(t, cube())
	for i, e := range m.Edges {
		for k := range 3 {
			j := e[k].Neighbor
			a, b := m.Tris[i][k], m.Tris[i][(k+1)%3]
			found := false
			for l := range 3 {
				if m.Edges[j][l].Neighbor == int32(i) && m.Tris[j][l] == b && m.Tris[j][(l+1)%3] == a {
					found = m.Edges[j][l].Kind == e[k].Kind
				}
			}
			if !found {
				t.Errorf("triangle %d edge %d: neighbour %d does not agree", i, k, j)
			}
		}
	}
}

// hinge has two triangles on the edge from (0,0,0) to (0,1,0); the second one, on the side x > 0, rises by angle.
func hinge(angle float64) *Mesh {
	s, c := SinCos(angle)
	return &Mesh{Vertices: []Vec{{}, {0, 1, 0}, {-1, 0, 0}, {c, 0, s}}, Tris: []Tri{{0, 1, 2}, {1, 0, 3}}}
}

func TestFinish_EdgeKindFollowsTheAngle(t *testing.T) {
	for _, c := range []struct {
		angle float64
		want  EdgeKind
	}{
		{0, EdgeFlat}, {0.99 * FlatAngle, EdgeFlat}, {-0.99 * FlatAngle, EdgeFlat},
		{1.01 * FlatAngle, EdgeConcave}, {-1.01 * FlatAngle, EdgeConvex},
		{1, EdgeConcave}, {-1, EdgeConvex}, {2, EdgeConcave}, {-2, EdgeConvex}, {3.1, EdgeConcave}, {-3.1, EdgeConvex},
	} {
		m := mustFinish(t, hinge(c.angle))
		for i, k := range [2]int{0, 0} {
			if got := m.Edges[i][k]; got != (EdgeInfo{int32(1 - i), c.want}) {
				t.Errorf("angle %v: triangle %d: %v, want kind %d", c.angle, i, got, c.want)
			}
			if m.Edges[i][1].Kind != EdgeBorder || m.Edges[i][1].Neighbor != -1 {
				t.Errorf("angle %v: edge 1 of %d is no border", c.angle, i)
			}
		}
	}
	m := &Mesh{Vertices: []Vec{{}, {0, 2, 0}, {-1, 0, 0}, {-1, 1, 0}}, Tris: []Tri{{0, 1, 2}, {1, 0, 3}}} // folded by π
	if got := mustFinish(t, m).Edges[0][0].Kind; got != EdgeConvex {
		t.Errorf("fold: kind %d, want convex", got)
	}
}

func TestFinish_NonManifoldEdgesAreBorders(t *testing.T) {
	m := &Mesh{Vertices: []Vec{{}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, Tris: []Tri{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}}
	if n := countKinds(mustFinish(t, m)); n != [4]int{EdgeBorder: 9} {
		t.Errorf("three triangles on an edge: %v", n)
	}
	m = &Mesh{Vertices: []Vec{{}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}, Tris: []Tri{{0, 1, 2}, {0, 1, 3}}}
	if n := countKinds(mustFinish(t, m)); n != [4]int{EdgeBorder: 6} {
		t.Errorf("fronts that disagree: %v", n)
	}
}

func TestFinish_WeldsEqualPositionsOnly(t *testing.T) {
	z := math.Copysign(0, -1)
	m := &Mesh{
		Vertices: []Vec{{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {z, z, 0}, {1, 0, z}, {1, -1, 0}, {5e-324, 0, 0}, {2, 2, 1}},
		Tris:     []Tri{{1, 2, 3}, {5, 4, 6}, {7, 8, 3}},
	}
	mustFinish(t, m)
	if want := []Vec{{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}, {5e-324, 0, 0}, {2, 2, 1}}; !slices.Equal(m.Vertices, want) {
		t.Errorf("vertices %v, want %v", m.Vertices, want)
	}
	if want := []Tri{{1, 2, 3}, {2, 1, 4}, {5, 6, 3}}; !slices.Equal(m.Tris, want) {
		t.Errorf("triangles %v, want %v", m.Tris, want)
	}
	if m.Bounds.Max != (Vec{2, 2, 1}) {
		t.Errorf("bounds %v have a vertex that is not used", m.Bounds)
	}
}

func TestFinish_NamesEveryFault(t *testing.T) {
	inf := math.Inf(1)
	grid := []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 0, 0}, {1, 1e-13, 0}, {1, 1e-11, 0}}
	for _, c := range []struct {
		name string
		v    []Vec
		t    []Tri
		want error
		says string
	}{
		{"empty", grid, nil, ErrNoTriangles, "no triangles"},
		{"NaN", []Vec{{}, {math.NaN(), 0, 0}, {1, 1, 0}}, []Tri{{0, 1, 2}}, ErrCoordinate, "vertex 1:"},
		{"NaN at the end", []Vec{{}, {1, 0, 0}, {1, 1, math.NaN()}}, []Tri{{0, 1, 2}}, ErrCoordinate, "vertex 2:"},
		{"infinite", []Vec{{}, {1, 0, 0}, {1, -inf, 0}}, []Tri{{0, 1, 2}}, ErrCoordinate, "vertex 2:"},
		{"far", []Vec{{}, {1, 0, 0}, {1, -2e12, 0}}, []Tri{{0, 1, 2}}, ErrCoordinate, "beyond 1e12 m"},
		{"index", grid, []Tri{{0, 1, 2}, {0, 1, 7}}, ErrIndexRange, "triangle 1: a vertex index is out of range: vertex index 7, but there are 7 vertices"},
		{"negative index", grid, []Tri{{0, -1, 2}}, ErrIndexRange, "vertex index -1"},
		{"twice a vertex", grid, []Tri{{0, 1, 2}, {3, 1, 3}}, ErrDegenerate, "triangle 1:"},
		{"twice a position", append(grid[:7:7], Vec{1, 1, 0}), []Tri{{0, 1, 2}, {3, 1, 7}}, ErrDegenerate, "triangle 1:"},
		{"in line", grid, []Tri{{0, 1, 2}, {4, 0, 1}}, ErrDegenerate, "triangle 1:"},
		{"sliver", grid, []Tri{{0, 1, 2}, {0, 4, 5}}, ErrDegenerate, "height is not above 1e-12 of the mesh's extent"},
		{"point", []Vec{{1, 1, 1}}, []Tri{{0, 0, 0}}, ErrDegenerate, "triangle 0:"},
		{"duplicate", grid, []Tri{{1, 3, 2}, {0, 1, 2}, {2, 1, 3}, {2, 0, 1}}, ErrDuplicate, "triangles 0 and 2: two triangles"},
		{"duplicate far apart", grid, []Tri{{0, 1, 2}, {1, 3, 2}, {1, 0, 5}, {1, 6, 0}, {0, 4, 6}, {1, 2, 0}}, ErrDuplicate, "triangles 0 and 5:"},
	} {
		err := (&Mesh{Name: "bad", Vertices: slices.Clone(c.v), Tris: slices.Clone(c.t)}).Finish()
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), `mesh "bad": `) {
			t.Errorf("%s: error %v, want %q with %q", c.name, err, c.want, c.says)
		}
	}
	m := &Mesh{Vertices: slices.Clone(grid), Tris: []Tri{{0, 1, 2}, {0, 4, 6}}}
	if err := m.Finish(); err != nil {
		t.Errorf("a height of 1e-11 is above the bound: %v", err)
	}
}

// Sides 3, 4, 5 and 13, 14, 15 have the heights 12/5 and 2·84/15, whichever corner comes first.
func TestPlaneOf_HeightAndNormalOfEveryOrder(t *testing.T) {
	for _, c := range []struct {
		p      [3]Vec
		height float64
	}{
		{[3]Vec{{0, 0, 2}, {4, 0, 2}, {0, 3, 2}}, 12.0 / 5},
		{[3]Vec{{0, 0, 2}, {14, 0, 2}, {5, 12, 2}}, 168.0 / 15},
		{[3]Vec{{0, 0, 2}, {1, 0, 2}, {0.5, 1e-9, 2}}, 1e-9},
	} {
		for k := range 3 {
			a, b, d := c.p[k], c.p[(k+1)%3], c.p[(k+2)%3]
			for _, s := range []float64{1, -1} {
				plane, height := planeOf(&Triangle{a, b, d})
				if plane != (Plane{Vec{Z: s}, 2 * s}) || math.Abs(height-c.height) > 2e-16*c.height {
					t.Errorf("%v: plane %v, height %v", c.p, plane, height)
				}
				b, d = d, b
			}
		}
	}
}

func TestFinish_ReportsTwentyFaultsAndCountsTheRest(t *testing.T) {
	m := &Mesh{Vertices: []Vec{{}, {1, 0, 0}, {0, 1, 0}}}
	for range 100 {
		m.Tris = append(m.Tris, Tri{0, 1, 2}, Tri{0, 0, 1})
	}
	var e *MeshError
	if err := m.Finish(); !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	if len(e.Faults) != 20 || e.More != 100+99-20 || !strings.HasSuffix(e.Error(), "179 more faults") {
		t.Errorf("%d faults and %d more: %v", len(e.Faults), e.More, e)
	}
	var f *MeshFault
	if !errors.As(e, &f) || f.Triangle != 1 || f.Other != -1 || f.Vertex != -1 {
		t.Errorf("first fault %+v", f)
	}
}

func TestFinish_TwiceChangesNothing(t *testing.T) {
	m := mustFinish(t, cube())
	n := *m
	n.Vertices, n.Tris = slices.Clone(m.Vertices), slices.Clone(m.Tris)
	mustFinish(t, &n)
	if !reflect.DeepEqual(*m, n) {
		t.Error("the second Finish changed the mesh")
	}
}

// grid returns n by n cells of 1/16 m with random heights below h, each triangle with vertices of its own.
func grid(n int, h float64, seed uint64) *Mesh {
	r := rand.New(rand.NewPCG(seed, 1))
	z := make([]float64, (n+1)*(n+1))
	for i := range z {
		z[i] = h * math.Floor(r.Float64()*1024) / 1024
	}
	v := func(i, j int) Vec { return Vec{float64(i) / 16, float64(j) / 16, z[i*(n+1)+j]} }
	m := &Mesh{Name: "grid"}
	for i := range n {
		for j := range n {
			k := int32(len(m.Vertices))
			m.Vertices = append(m.Vertices, v(i, j), v(i+1, j), v(i+1, j+1), v(i, j), v(i+1, j+1), v(i, j+1))
			m.Tris = append(m.Tris, Tri{k, k + 1, k + 2}, Tri{k + 3, k + 4, k + 5})
		}
	}
	return m
}

func TestFinish_EqualsBruteForce(t *testing.T) {
	m := mustFinish(t, grid(12, 0.5, 3))
	if len(m.Vertices) != 13*13 {
		t.Fatalf("%d vertices", len(m.Vertices))
	}
	var hit [4]int
	for i := range m.Tris {
		for k := range 3 {
			a, b := m.Tris[i][k], m.Tris[i][(k+1)%3]
			want := EdgeInfo{-1, EdgeBorder}
			for j, u := range m.Tris {
				for l := range 3 {
					if u[l] != b || u[(l+1)%3] != a {
						continue
					}
					// Where the neighbour's far vertex lies below the plane, the surface bends away.
					t := Triangle{m.Vertices[a], m.Vertices[b], m.Vertices[m.Tris[i][(k+2)%3]]}
					below := t.AreaNormal().Dot(m.Vertices[u[(l+2)%3]].Sub(t.A))
					want = EdgeInfo{int32(j), EdgeFlat}
					if below < 0 {
						want.Kind = EdgeConvex
					} else if below > 0 {
						want.Kind = EdgeConcave
					}
				}
			}
			hit[want.Kind]++
			if m.Edges[i][k] != want {
				t.Errorf("triangle %d edge %d: %v, want %v", i, k, m.Edges[i][k], want)
			}
		}
	}
	if hit[EdgeBorder] != 48 || hit[EdgeConvex] < 200 || hit[EdgeConcave] < 200 {
		t.Errorf("kinds met: %v", hit)
	}
}

// Turning the order of a triangle's vertices, the order of the triangles, or the mesh by 90° changes nothing else.
func TestFinish_IndependentOfOrder(t *testing.T) {
	m, turned, rolled := mustFinish(t, grid(10, 1, 4)), grid(10, 1, 4), grid(10, 1, 4)
	for i, v := range turned.Vertices {
		turned.Vertices[i] = Vec{-v.Y, v.X, v.Z}
	}
	for i, u := range rolled.Tris {
		rolled.Tris[i] = Tri{u[1], u[2], u[0]}
	}
	slices.Reverse(rolled.Tris)
	mustFinish(t, turned)
	mustFinish(t, rolled)
	if !reflect.DeepEqual(m.Edges, turned.Edges) {
		t.Error("edges of the turned mesh differ")
	}
	n := int32(len(m.Tris))
	for i := range m.Tris {
		p, q := m.Planes[i], turned.Planes[i]
		if q.N != (Vec{-p.N.Y, p.N.X, p.N.Z}) && q.N.Sub(Vec{-p.N.Y, p.N.X, p.N.Z}).MaxAbs() > 4e-16 {
			t.Errorf("triangle %d: plane %v, turned %v", i, p, q)
		}
		j := n - 1 - int32(i)
		nearVec(t, "rolled normal", rolled.Planes[j].N, p.N, 4e-16)
		for k := range 3 {
			a, b := m.Edges[i][(k+1)%3], rolled.Edges[j][k]
			if b.Neighbor >= 0 {
				b.Neighbor = n - 1 - b.Neighbor
			}
			if a != b {
				t.Errorf("triangle %d edge %d: %v, rolled %v", i, k, a, b)
			}
		}
	}
}

func benchmarkFinish(b *testing.B, n int) {
	src := grid(n, 0.1, 5)
	v, u := make([]Vec, len(src.Vertices)), make([]Tri, len(src.Tris))
	b.ReportAllocs()
	for b.Loop() {
		copy(v, src.Vertices)
		copy(u, src.Tris)
		m := Mesh{Vertices: v, Tris: u}
		if err := m.Finish(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(u)), "ns/triangle")
}

func BenchmarkFinish20000(b *testing.B) { benchmarkFinish(b, 100) }
func BenchmarkFinish1M(b *testing.B)    { benchmarkFinish(b, 708) }
