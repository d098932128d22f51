package broadphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func randVec(r *rand.Rand, scale float64) geom.Vec {
	return geom.Vec{X: (r.Float64() - 0.5) * scale, Y: (r.Float64() - 0.5) * scale, Z: (r.Float64() - 0.5) * scale}
}

func addTriangle(m *geom.Mesh, a, b, c geom.Vec) {
	n := int32(len(m.Vertices))
	m.Vertices = append(m.Vertices, a, b, c)
	m.Tris = append(m.Tris, geom.Tri{n, n + 1, n + 2})
}

// soup is n triangles of the given size in a cube of edge 100.
func soup(r *rand.Rand, n int, size func() float64) *geom.Mesh {
	m := &geom.Mesh{}
	for range n {
		p, s := randVec(r, 100), size()
		addTriangle(m, p.Add(randVec(r, s)), p.Add(randVec(r, s)), p.Add(randVec(r, s)))
	}
	return m
}

// terrain is a grid of n × n cells of 1 m, two triangles each, with shared vertices.
func terrain(r *rand.Rand, n int, height float64) *geom.Mesh {
	m := &geom.Mesh{}
	for y := range n + 1 {
		for x := range n + 1 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(x), Y: float64(y), Z: height * r.Float64()})
		}
	}
	w := int32(n + 1)
	for y := range int32(n) {
		for x := range int32(n) {
			i := y*w + x
			m.Tris = append(m.Tris, geom.Tri{i, i + 1, i + w + 1}, geom.Tri{i, i + w + 1, i + w})
		}
	}
	return m
}

func constant(x float64) func() float64 { return func() float64 { return x } }

func meshes() map[string]*geom.Mesh {
	r := rand.New(rand.NewPCG(1, 2))
	wide := func() float64 { return math.Exp(-14*r.Float64()) * 100 }
	m := map[string]*geom.Mesh{
		"soup":     soup(r, 3000, constant(4)),
		"bigTiny":  soup(r, 3000, wide),
		"terrain":  terrain(r, 40, 2),
		"planar":   terrain(r, 40, 0),
		"cluster":  soup(r, 1, constant(0.01)),
		"outlier":  soup(r, 500, constant(1)),
		"one":      soup(r, 1, constant(10)),
		"empty":    {},
		"far":      soup(r, 300, constant(1)),
		"points":   soup(r, 300, constant(0)),
		"repeated": soup(r, 100, constant(4)),
	}
	c := m["cluster"]
	for range 999 {
		p := c.Vertices[0]
		addTriangle(c, p.Add(randVec(r, 1e-9)), p.Add(randVec(r, 1e-9)), p.Add(randVec(r, 1e-9)))
	}
	o := m["outlier"]
	addTriangle(o, geom.Vec{X: 1e12}, geom.Vec{X: 1e12, Y: 1}, geom.Vec{X: 1e12, Z: 1})
	for i := range m["far"].Vertices {
		v := &m["far"].Vertices[i]
		*v = v.Add(geom.Vec{X: 1e7, Y: -3e7, Z: 1e3})
	}
	d := m["repeated"]
	for range 5 {
		d.Tris = append(d.Tris, d.Tris[:100]...)
	}
	return m
}

func meshBounds(m *geom.Mesh) geom.AABB {
	b := geom.AABB{}
	if len(m.Vertices) > 0 {
		b = geom.AABBOf(m.Vertices...)
	}
	return b
}

func bruteQuery(m *geom.Mesh, box *geom.AABB) []int32 {
	var out []int32
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		b := t.Bounds()
		if b.Overlaps(box) {
			out = append(out, int32(i))
		}
	}
	return out
}

// queryBoxes returns boxes that hit: some random, some that exactly touch a triangle's bounds at a face or a corner.
func queryBoxes(r *rand.Rand, m *geom.Mesh, n int) []geom.AABB {
	b := meshBounds(m)
	boxes := []geom.AABB{b, {Min: geom.Vec{X: -1e300, Y: -1e300, Z: -1e300}, Max: geom.Vec{X: 1e300, Y: 1e300, Z: 1e300}}}
	for k := range n {
		size := b.Size().Mul(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}).Scale(math.Pow(2, -8*r.Float64()))
		at := b.Min.Add(b.Size().Mul(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}))
		box := geom.AABB{Min: at, Max: at.Add(size)}
		if len(m.Tris) > 0 && k%2 == 0 {
			t := m.Triangle(int32(r.IntN(len(m.Tris))))
			tb := t.Bounds()
			switch k % 6 {
			case 0: // corner on corner
				box = geom.AABB{Min: tb.Max, Max: tb.Max.Add(size)}
			case 2: // face on face
				box = geom.AABB{Min: tb.Min.Sub(size), Max: tb.Max.Add(size)}
				box.Max.Y = tb.Min.Y
				box.Min.Y = math.Min(box.Min.Y, box.Max.Y)
			case 4: // a point
				box = geom.AABB{Min: t.B, Max: t.B}
			}
		}
		boxes = append(boxes, box)
	}
	return boxes
}

func TestOctree_EqualsBruteForce(t *testing.T) {
	for name, m := range meshes() {
		r := rand.New(rand.NewPCG(3, 4))
		o := NewOctree(m)
		found, touching := 0, 0
		for _, box := range queryBoxes(r, m, geomtest.Trials(300)) {
			want := bruteQuery(m, &box)
			got := o.Query(&box, []int32{-7})
			if !slices.Equal(got[1:], want) || got[0] != -7 {
				t.Fatalf("%s: box %v: got %v, want %v", name, box, got[1:], want)
			}
			found += len(want)
			for _, i := range want {
				tri := m.Triangle(i)
				if b := tri.Bounds(); b.Min.Y == box.Max.Y || b.Max == box.Min {
					touching++
				}
			}
		}
		if len(m.Tris) > 0 && (found < geomtest.Trials(300) || touching < geomtest.Trials(50)) {
			t.Errorf("%s: only %d triangles found, %d touching: the queries are too easy", name, found, touching)
		}
	}
}

func TestOctree_TouchingIsExact(t *testing.T) {
	m := &geom.Mesh{}
	addTriangle(m, geom.Vec{X: 0.1, Y: 0.1}, geom.Vec{X: 0.3, Y: 0.1}, geom.Vec{X: 0.1, Y: 0.7, Z: 0.2})
	o := NewOctree(m)
	box := geom.AABB{Min: geom.Vec{X: 0.3, Y: 0.7, Z: 0.2}, Max: geom.Vec{X: 1, Y: 1, Z: 1}}
	if got := o.Query(&box, nil); len(got) != 1 {
		t.Errorf("a box that touches the bounds in one corner: got %v", got)
	}
	box.Min.X = math.Nextafter(0.3, 1)
	if got := o.Query(&box, nil); len(got) != 0 {
		t.Errorf("a box one ulp away: got %v", got)
	}
}

func TestOctree_EmptyAndNaNBoxesFindNothing(t *testing.T) {
	o := NewOctree(meshes()["soup"])
	nan := geom.Vec{X: math.NaN(), Y: 1, Z: 1}
	for _, b := range []geom.AABB{
		geom.EmptyAABB(),
		{Min: geom.Vec{X: 1}, Max: geom.Vec{X: -1, Y: 50, Z: 50}},
		{Min: nan, Max: geom.Vec{X: 50, Y: 50, Z: 50}},
		{Max: nan},
	} {
		if got := o.Query(&b, nil); len(got) != 0 {
			t.Errorf("box %v found %d triangles", b, len(got))
		}
	}
}

func TestOctree_LeavesOutBrokenTriangles(t *testing.T) {
	m := terrain(rand.New(rand.NewPCG(5, 5)), 10, 1)
	m.Vertices[0].X = math.NaN()
	m.Vertices[1].Y = math.Inf(1)
	m.Tris[100] = geom.Tri{0, 1, 9999}
	m.Tris[101] = geom.Tri{-1, 1, 2}
	o := NewOctree(m)
	inf := math.Inf(1)
	all := geom.AABB{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}}
	got := o.Query(&all, nil)
	// Vertex 0 is in triangles 0 and 1, vertex 1 in 0, 2 and 3.
	want := []int32{}
	for i := int32(4); i < 200; i++ {
		if i != 100 && i != 101 {
			want = append(want, i)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if NewOctree(nil).Query(&all, nil) != nil {
		t.Error("a nil mesh has triangles")
	}
}

func TestOctree_ExtremeCoordinates(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-50, 1e30, 1e40, 1e300, math.MaxFloat64 / 60} {
		r := rand.New(rand.NewPCG(8, 8))
		m := soup(r, 500, constant(3))
		for i := range m.Vertices {
			m.Vertices[i] = m.Vertices[i].Scale(scale)
		}
		o := NewOctree(m)
		for _, box := range queryBoxes(r, m, 50) {
			if got, want := o.Query(&box, nil), bruteQuery(m, &box); !slices.Equal(got, want) {
				t.Fatalf("scale %g: got %v, want %v", scale, got, want)
			}
		}
	}
}

// permute returns m with its triangles in another order, and where each went.
func permute(r *rand.Rand, m *geom.Mesh) (*geom.Mesh, []int32) {
	p := &geom.Mesh{Vertices: m.Vertices, Tris: make([]geom.Tri, len(m.Tris))}
	to := make([]int32, len(m.Tris))
	for i, k := range r.Perm(len(m.Tris)) {
		p.Tris[k], to[i] = m.Tris[i], int32(k)
	}
	return p, to
}

func TestOctree_OrderOfTrianglesDoesNotMatter(t *testing.T) {
	for name, m := range meshes() {
		r := rand.New(rand.NewPCG(6, 7))
		p, to := permute(r, m)
		o, q := NewOctree(m), NewOctree(p)
		if name != "repeated" && name != "cluster" && len(o.nodes) != len(q.nodes) {
			t.Errorf("%s: %d nodes, permuted %d", name, len(o.nodes), len(q.nodes))
		}
		for _, box := range queryBoxes(r, m, 50) {
			want := o.Query(&box, nil)
			for i, k := range want {
				want[i] = to[k]
			}
			slices.Sort(want)
			if got := q.Query(&box, nil); !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", name, got, want)
			}
		}
	}
}

func TestOctree_IsCanonical(t *testing.T) {
	for name, m := range meshes() {
		a, b := NewOctree(m), NewOctree(m)
		if !slices.Equal(a.nodes, b.nodes) || !slices.Equal(a.order, b.order) {
			t.Errorf("%s: two trees of one mesh differ", name)
		}
		seen := slices.Clone(a.order)
		slices.Sort(seen)
		for i, k := range seen {
			if int32(i) != k {
				t.Fatalf("%s: triangle %d is not there once", name, i)
			}
		}
	}
}

func TestOctree_DoesNotAllocate(t *testing.T) {
	m := meshes()["terrain"]
	o := NewOctree(m)
	box := geom.AABB{Min: geom.Vec{X: 3, Y: 3, Z: -1}, Max: geom.Vec{X: 30, Y: 30, Z: 5}}
	dst := make([]int32, 0, len(m.Tris))
	var hits int
	n := testing.AllocsPerRun(100, func() {
		hits = len(o.Query(&box, dst))
		if _, ok := o.Raycast(geom.Vec{X: 3, Y: 3, Z: 9}, geom.Vec{X: 0.3, Y: 0.2, Z: -1}, 100); !ok {
			hits = 0
		}
	})
	if n != 0 || hits == 0 {
		t.Errorf("%v allocations, %d hits", n, hits)
	}
}

func TestOctree_BytesAreFew(t *testing.T) {
	for name, m := range meshes() {
		if n := len(m.Tris); n >= 500 {
			if b := float64(NewOctree(m).Bytes()) / float64(n); b > 40 {
				t.Errorf("%s: %.1f bytes a triangle", name, b)
			}
		}
	}
}

func TestRoundDown_IsTheNearestBelow(t *testing.T) {
	for _, x := range []float64{0, 0.1, -0.1, 1e-60, -1e-60, 1, 1e38, 3.5e38, -3.5e38, 1e300, -1e300, math.Inf(1), math.Inf(-1), 16777217, -16777217} {
		lo, hi := roundDown(x), roundUp(x)
		if float64(lo) > x || float64(hi) < x {
			t.Errorf("%g is not in [%g, %g]", x, lo, hi)
		}
		if lo != hi && math.Nextafter32(lo, hi) != hi {
			t.Errorf("%g: [%g, %g] is wider than one step", x, lo, hi)
		}
	}
}

func benchmarkMesh(n int, kind string) *geom.Mesh {
	r := rand.New(rand.NewPCG(11, 12))
	if kind == "terrain" {
		return terrain(r, int(math.Sqrt(float64(n)/2)+0.5), 2)
	}
	return soup(r, n, constant(1))
}

func BenchmarkOctree(b *testing.B) {
	for _, kind := range []string{"terrain", "soup"} {
		for _, n := range []int{20_000, 1_000_000} {
			m := benchmarkMesh(n, kind)
			bounds := meshBounds(m)
			o := NewOctree(m)
			r := rand.New(rand.NewPCG(1, 1))
			boxes := make([]geom.AABB, 1024)
			dirs := make([]geom.Vec, len(boxes))
			for i := range boxes {
				at := bounds.Min.Add(bounds.Size().Mul(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}))
				boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 4.5, Y: 1.8, Z: 1.4})}
				dirs[i] = randVec(r, 2)
			}
			dst := make([]int32, 0, len(m.Tris))
			b.Run(fmt.Sprintf("%s/%d/build", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					o = NewOctree(m)
				}
				b.ReportMetric(float64(o.Bytes())/float64(len(m.Tris)), "B/triangle")
			})
			b.Run(fmt.Sprintf("%s/%d/query", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				i, found := 0, 0
				for b.Loop() {
					found += len(o.Query(&boxes[i&1023], dst))
					i++
				}
				b.ReportMetric(float64(found)/float64(i), "found/op")
			})
			b.Run(fmt.Sprintf("%s/%d/ray", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				i, hits := 0, 0
				for b.Loop() {
					if _, ok := o.Raycast(boxes[i&1023].Min, dirs[i&1023], math.Inf(1)); ok {
						hits++
					}
					i++
				}
				b.ReportMetric(float64(hits)/float64(i), "hits/op")
			})
		}
	}
}
