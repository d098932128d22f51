package geom

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// deal gives each triangle of m to one of n meshes, by pick, and returns them with the index in m of each triangle.
func deal(t *testing.T, m *Mesh, n int, pick func(i int) int) (parts []*Mesh, of [][]int32) {
	t.Helper()
	parts, of = make([]*Mesh, n), make([][]int32, n)
	for i := range parts {
		parts[i] = &Mesh{Name: "part"}
	}
	for i := range m.Tris {
		k := pick(i)
		p := parts[k]
		tri, at := m.Triangle(int32(i)), int32(len(p.Vertices))
		p.Vertices = append(p.Vertices, tri.A, tri.B, tri.C)
		p.Tris = append(p.Tris, Tri{at, at + 1, at + 2})
		of[k] = append(of[k], int32(i))
	}
	for _, p := range parts {
		mustFinish(t, p)
	}
	return parts, of
}

// beyondOf returns what lies beyond the edges of a triangle.
func beyondOf(m *Mesh, i int32, near *AABB) (edges [3]EdgeInfo, planes [3]Plane) {
	m.Beyond(i, near, &edges, &planes)
	return edges, planes
}

// A terrain dealt out to several meshes has the edges that it has in one piece.
func TestJoin_EqualsOneMesh(t *testing.T) {
	seams, hit := 0, [4]int{}
	for _, tiles := range []bool{true, false} {
		whole := mustFinish(t, grid(16, 0.5, 7))
		r := rand.New(rand.NewPCG(91, 92))
		parts, of := deal(t, whole, 4, func(i int) int {
			if tiles {
				return i/(2*16*8)*2 + i/16%2
			}
			return r.IntN(4)
		})
		joined := Join(parts)
		for k, m := range joined {
			seams += len(m.Seams)
			for i, w := range of[k] {
				want, wantPlanes := beyondOf(whole, w, nil)
				got, gotPlanes := beyondOf(m, int32(i), nil)
				for e := range want {
					hit[want[e].Kind]++
					if got[e].Kind != want[e].Kind || gotPlanes[e] != wantPlanes[e] {
						t.Errorf("triangle %d edge %d: kind %d plane %v, in one piece %d %v", w, e, got[e].Kind, gotPlanes[e], want[e].Kind, wantPlanes[e])
					}
				}
			}
		}
	}
	if seams < 700 || hit[EdgeConvex] < 500 || hit[EdgeConcave] < 500 {
		t.Errorf("%d seams, kinds %v: too easy", seams, hit)
	}
}

// rectangles cuts the square from (-1,-1) to (1,1) at x = 0 and then n times at random, each rectangle into two
// triangles.
func rectangles(r *rand.Rand, n int) (list [][4]float64) {
	list = [][4]float64{{-1, -1, 0, 1}, {0, -1, 1, 1}}
	for range n {
		k := r.IntN(len(list))
		a := list[k]
		s := 0.2 + 0.6*r.Float64()
		b := a
		if r.IntN(2) == 0 {
			x := a[0] + s*(a[2]-a[0])
			a[2], b[0] = x, x
		} else {
			y := a[1] + s*(a[3]-a[1])
			a[3], b[1] = y, y
		}
		list[k] = a
		list = append(list, b)
	}
	return list
}

// A roof of rectangles with T-junctions everywhere, turned and moved at random: beyond the ridge the surface bends,
// beyond the outline there is nothing, and all else is flat, in one mesh or several.
func TestJoin_TJunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(93, 94))
	hit, joined := [4]int{}, 0
	for round := range 60 {
		slope := []float64{-0.3, 0.3, 0}[round%3]
		pose := Transform{Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(20), boundsTurn(r)}
		m := &Mesh{}
		flat := map[Vec]Vec{}
		for _, q := range rectangles(r, 30) {
			n := int32(len(m.Vertices))
			for _, p := range [][2]float64{{q[0], q[1]}, {q[2], q[1]}, {q[2], q[3]}, {q[0], q[3]}} {
				v := Vec{p[0], p[1], slope * math.Abs(p[0])}
				w := pose.Apply(v)
				flat[w] = v
				m.Vertices = append(m.Vertices, w)
			}
			m.Tris = append(m.Tris, Tri{n, n + 1, n + 2}, Tri{n, n + 2, n + 3})
		}
		mustFinish(t, m)
		parts, _ := deal(t, m, 1+round%4, func(int) int { return r.IntN(1 + round%4) })
		for _, p := range Join(parts) {
			for i := range p.Tris {
				edges, planes := beyondOf(p, int32(i), nil)
				for k, e := range edges {
					a, b := flat[p.Vertices[p.Tris[i][k]]], flat[p.Vertices[p.Tris[i][(k+1)%3]]]
					want := EdgeFlat
					switch {
					case a.X == b.X && math.Abs(a.X) == 1 || a.Y == b.Y && math.Abs(a.Y) == 1:
						want = EdgeBorder
					case a.X == 0 && b.X == 0 && slope < 0:
						want = EdgeConvex
					case a.X == 0 && b.X == 0 && slope > 0:
						want = EdgeConcave
					}
					hit[want]++
					if e.Kind != want {
						t.Fatalf("round %d: edge from %v to %v: kind %d, want %d", round, a, b, e.Kind, want)
					}
					if e.Neighbor < -1 {
						joined++
					}
					if want == EdgeConvex || want == EdgeConcave {
						other := p.Planes[i].N
						cos := (1 - slope*slope) / (1 + slope*slope)
						if math.Abs(planes[k].N.Dot(other)-cos) > 1e-12 {
							t.Errorf("round %d: plane %v beyond %v", round, planes[k], other)
						}
					}
				}
			}
		}
	}
	if hit[EdgeConvex] < 100 || hit[EdgeConcave] < 100 || hit[EdgeFlat] < 3000 || joined < 3000 {
		t.Errorf("kinds %v, %d joined edges: too easy", hit, joined)
	}
}

// triangles returns a finished mesh of the given triangles.
func triangles(t *testing.T, list ...[3]Vec) *Mesh {
	t.Helper()
	m := &Mesh{}
	for _, p := range list {
		n := int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, p[0], p[1], p[2])
		m.Tris = append(m.Tris, Tri{n, n + 1, n + 2})
	}
	return mustFinish(t, m)
}

// left is a triangle in z = 0 whose edge 0 runs from (0,0,0) to (0,4,0), with all else at x < 0.
var left = [3]Vec{{}, {0, 4, 0}, {-4, 2, 0}}

// right is a triangle on the other side from y = lo to hi, whose tip is raised to z.
func right(lo, hi, z float64) [3]Vec { return [3]Vec{{0, hi, 0}, {0, lo, 0}, {4, lo, z}} }

func boxAt(y float64) *AABB { return &AABB{Vec{-0.1, y - 0.1, -0.1}, Vec{0.1, y + 0.1, 0.1}} }

func TestBeyond_TakesTheStretchesInReach(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts [][3]Vec
		whole EdgeKind
		at    map[float64]EdgeKind // by y
	}{
		{"flat, in two", [][3]Vec{right(0, 1, 0), right(1, 4, 0)}, EdgeFlat, map[float64]EdgeKind{0.5: EdgeFlat, 1: EdgeFlat, 3: EdgeFlat}},
		{"flat, then nothing", [][3]Vec{right(0, 2, 0)}, EdgeBorder, map[float64]EdgeKind{1: EdgeFlat, 1.95: EdgeBorder, 3: EdgeBorder}},
		{"nothing, flat, nothing", [][3]Vec{right(1, 3, 0)}, EdgeBorder, map[float64]EdgeKind{0.5: EdgeBorder, 2: EdgeFlat, 3.5: EdgeBorder}},
		{"valley and ridge", [][3]Vec{right(0, 2, 1), right(2, 4, -1)}, EdgeConvex, map[float64]EdgeKind{1: EdgeConcave, 2: EdgeConvex, 3: EdgeConvex}},
		{"valley and floor", [][3]Vec{right(0, 2, 1), right(2, 4, 0)}, EdgeFlat, map[float64]EdgeKind{1: EdgeConcave, 2: EdgeFlat, 3: EdgeFlat}},
		{"two ridges", [][3]Vec{right(0, 2, -1), right(2, 4, -9)}, EdgeConvex, map[float64]EdgeKind{1: EdgeConvex, 3: EdgeConvex}},
		{"longer than the edge", [][3]Vec{right(-3, 9, 1)}, EdgeConcave, map[float64]EdgeKind{1: EdgeConcave, 9: EdgeConcave}},
		{"beside it", [][3]Vec{right(4, 9, 0), right(-5, 0, 0)}, EdgeBorder, map[float64]EdgeKind{1: EdgeBorder, 4: EdgeBorder}},
		{"same way", [][3]Vec{{{0, 0, 0}, {0, 4, 0}, {3, 3, 0}}}, EdgeBorder, map[float64]EdgeKind{1: EdgeBorder}},
		{"wall on a floor", [][3]Vec{right(0, 4, 0), {{0, 4, 0}, {0, 0, 0}, {0, 0, 3}}}, EdgeConcave, map[float64]EdgeKind{2: EdgeConcave}},
		{"wall behind a floor", [][3]Vec{right(0, 4, 0), {{0, 0, 0}, {0, 4, 0}, {0, 0, 3}}}, EdgeFlat, map[float64]EdgeKind{2: EdgeFlat}},
		{"gap within tolerance", [][3]Vec{right(0, 2-1e-6, 0), right(2, 4, 0)}, EdgeFlat, map[float64]EdgeKind{2: EdgeFlat}},
		{"gap", [][3]Vec{right(0, 2-2e-5, 0), right(2, 4, 0)}, EdgeBorder, map[float64]EdgeKind{1: EdgeFlat, 2: EdgeBorder, 3: EdgeFlat}},
		{"step within tolerance", [][3]Vec{{{0, 4, 9e-7}, {0, 0, 9e-7}, {4, 0, 9e-7}}}, EdgeFlat, map[float64]EdgeKind{2: EdgeFlat}},
		{"step", [][3]Vec{{{0, 4, 1e-6}, {0, 0, 1e-6}, {4, 0, 1e-6}}}, EdgeBorder, map[float64]EdgeKind{2: EdgeBorder}},
	} {
		var parts []*Mesh
		for _, p := range c.parts {
			parts = append(parts, triangles(t, p))
		}
		for _, one := range []bool{false, true} {
			meshes := append([]*Mesh{triangles(t, left)}, parts...)
			if one && len(c.parts) > 0 {
				meshes = []*Mesh{triangles(t, append([][3]Vec{left}, c.parts...)...)}
			}
			m := Join(meshes)[0]
			edges, planes := beyondOf(m, 0, nil)
			if edges[0].Kind != c.whole || edges[1].Kind != EdgeBorder || edges[2].Kind != EdgeBorder {
				t.Errorf("%s, one mesh %v: kinds %v, want %d", c.name, one, edges, c.whole)
			}
			if got := m.Edges[0][0].Kind; got != c.whole {
				t.Errorf("%s, one mesh %v: kind %d in Edges, want %d", c.name, one, got, c.whole)
			}
			if (planes[0] == Plane{}) != (c.whole == EdgeBorder) {
				t.Errorf("%s, one mesh %v: plane %v", c.name, one, planes[0])
			}
			for y, want := range c.at {
				if edges, _ := beyondOf(m, 0, boxAt(y)); edges[0].Kind != want {
					t.Errorf("%s, one mesh %v: at y = %v: kind %d, want %d", c.name, one, y, edges[0].Kind, want)
				}
			}
		}
	}
	m := Join([]*Mesh{triangles(t, left), triangles(t, right(0, 2, -1)), triangles(t, right(2, 4, -9))})[0]
	_, planes := beyondOf(m, 0, boxAt(1))
	if _, steep := beyondOf(m, 0, boxAt(2)); !(planes[0].N.Z > steep[0].N.Z) || steep[0].N.Z > 0.5 {
		t.Errorf("at the flat ridge %v, at both %v: want the steep one", planes[0], steep[0])
	}
}

// The tops of two closed slabs side by side are one floor; seen along the gap between them nothing else changes.
func TestJoin_SlabsSideBySide(t *testing.T) {
	a, b := mustFinish(t, cube()), cube()
	for i := range b.Vertices {
		b.Vertices[i].X++
	}
	mustFinish(t, b)
	joined := Join([]*Mesh{a, b})
	flats := 0
	for s, m := range joined {
		seam := []float64{1, 1}[s]
		for i := range m.Tris {
			edges, planes := beyondOf(m, int32(i), nil)
			for k, e := range edges {
				p, q := m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]]
				was := []*Mesh{a, b}[s].Edges[i][k]
				if p.X == seam && q.X == seam && was.Kind == EdgeConvex && m.Planes[i].N.X == 0 {
					flats++
					if e.Kind != EdgeFlat || planes[k].N != m.Planes[i].N {
						t.Errorf("slab %d: edge from %v to %v: kind %d, plane %v", s, p, q, e.Kind, planes[k])
					}
				} else if e != was {
					t.Errorf("slab %d: edge from %v to %v: %v, was %v", s, p, q, e, was)
				}
			}
		}
	}
	if flats != 8 {
		t.Errorf("%d edges became flat, want the 4 of each slab's top, bottom, front and back", flats)
	}
}

func TestJoin_ChangesNoArgumentAndRepeats(t *testing.T) {
	whole := mustFinish(t, grid(8, 0.5, 3))
	parts, _ := deal(t, whole, 3, func(i int) int { return i * 3 / len(whole.Tris) })
	far := triangles(t, [3]Vec{{90, 0, 0}, {91, 0, 0}, {90, 1, 0}})
	parts = append(parts, nil, far)
	var before []Mesh
	for _, p := range parts {
		if p != nil {
			c := *p
			c.Edges = slices.Clone(p.Edges)
			before = append(before, c)
		}
	}
	once := Join(parts)
	if once[3] != nil || once[4] != far {
		t.Error("nil and a mesh without seams do not stay as they are")
	}
	for i, p := range []*Mesh{parts[0], parts[1], parts[2], far} {
		if !reflect.DeepEqual(*p, before[i]) {
			t.Errorf("mesh %d was changed", i)
		}
	}
	twice := Join(once)
	if !reflect.DeepEqual(once, twice) || once[0] == parts[0] {
		t.Error("joining once more changes the result")
	}
	if again := mustFinish(t, once[1]); again.Seams != nil || !reflect.DeepEqual(again.Edges, parts[1].Edges) {
		t.Error("Finish does not take the seams away")
	}
	if alone := Join([]*Mesh{parts[0]}); alone[0] != parts[0] {
		t.Error("a mesh alone is copied")
	}
}

// Meshes in another order, and turned by 90°, have the same edges.
func TestJoin_FollowsTheMeshes(t *testing.T) {
	whole := mustFinish(t, grid(10, 0.5, 9))
	r := rand.New(rand.NewPCG(95, 96))
	pick := make([]int, len(whole.Tris))
	for i := range pick {
		pick[i] = r.IntN(3)
	}
	parts, _ := deal(t, whole, 3, func(i int) int { return pick[i] })
	turned, _ := deal(t, whole, 3, func(i int) int { return 2 - pick[i] })
	for _, m := range turned {
		for i, v := range m.Vertices {
			m.Vertices[i] = Vec{-v.Y, v.X, v.Z}
		}
		mustFinish(t, m)
	}
	a, b := Join(parts), Join(turned)
	for k, m := range a {
		n := b[2-k]
		for i := range m.Tris {
			x, p := beyondOf(m, int32(i), nil)
			y, q := beyondOf(n, int32(i), nil)
			for e := range x {
				want := Vec{-p[e].N.Y, p[e].N.X, p[e].N.Z}
				if x[e].Kind != y[e].Kind || q[e].N.Sub(want).MaxAbs() > 4e-16 {
					t.Errorf("triangle %d edge %d: %v %v, turned %v %v", i, e, x[e], p[e], y[e], q[e])
				}
			}
		}
	}
}

func TestBeyond_DoesNotAllocate(t *testing.T) {
	m := Join([]*Mesh{triangles(t, left), triangles(t, right(0, 2, 1)), triangles(t, right(2, 3, -1))})[0]
	var edges [3]EdgeInfo
	var planes [3]Plane
	if n := testing.AllocsPerRun(100, func() { m.Beyond(0, boxAt(1), &edges, &planes) }); n != 0 || edges[0].Kind != EdgeConcave {
		t.Errorf("%v allocations, kinds %v", n, edges)
	}
}

// BenchmarkJoin joins 16 tiles of 20,000 triangles; BenchmarkBeyond asks at their seams.
func BenchmarkJoin(b *testing.B) {
	var tiles []*Mesh
	for k := range 16 {
		m := grid(100, 0, 5)
		for i := range m.Vertices {
			m.Vertices[i] = m.Vertices[i].Add(Vec{float64(k%4) * 6.25, float64(k/4) * 6.25, 0})
		}
		tiles = append(tiles, mustFinish(b, m))
	}
	b.ReportAllocs()
	seams := 0
	for b.Loop() {
		seams = 0
		for _, m := range Join(tiles) {
			seams += len(m.Seams)
		}
	}
	b.ReportMetric(float64(seams), "seams")
}
