package geom

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func mustHull(t testing.TB, what string, points []Vec) *Hull {
	t.Helper()
	h, err := NewHull(points)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return h
}

// hullMesh returns the finished mesh of the fans of h's faces, and false where a triangle is too thin for a mesh.
func hullMesh(t testing.TB, h *Hull) (*Mesh, bool) {
	t.Helper()
	m := &Mesh{Name: "hull", Vertices: slices.Clone(h.Vertices)}
	for f := range h.Faces {
		loop := h.Face(int32(f))
		for i := 2; i < len(loop); i++ {
			m.Tris = append(m.Tris, Tri{loop[0], loop[i-1], loop[i]})
		}
	}
	err := m.Finish()
	if err != nil && !errors.Is(err, ErrDegenerate) {
		t.Fatal(err)
	}
	return m, err == nil
}

// checkHull fails the test unless h is all that Hull's comment says of the hull of points.
func checkHull(t *testing.T, what string, h *Hull, points []Vec) {
	t.Helper()
	if n := len(h.Vertices) - len(h.Edges) + len(h.Faces); n != 2 {
		t.Fatalf("%s: V - E + F = %d", what, n)
	}
	if !slices.IsSortedFunc(h.Vertices, compareVec) {
		t.Fatalf("%s: the vertices are not sorted", what)
	}
	size := 0.0
	for _, p := range points {
		size = math.Max(size, p.MaxAbs())
	}
	if tol := h.Tolerance; !(tol >= size*0x1p-42 && tol <= 2*size*0x1p-42) {
		t.Fatalf("%s: the tolerance is %g at a size of %g", what, tol, size)
	}
	inside := Vec{}
	for _, v := range h.Vertices {
		inside = inside.Add(v.Scale(1 / float64(len(h.Vertices))))
		if !slices.Contains(points, v) {
			t.Fatalf("%s: vertex %v was not given", what, v)
		}
	}
	corners := 0
	for f := range h.Faces {
		plane, loop := h.Faces[f].Plane, h.Face(int32(f))
		near(t, what+": normal's length", plane.N.Len(), 1, 4e-16)
		if len(loop) < 3 || slices.Min(loop) != loop[0] || f > 0 && slices.Compare(h.Face(int32(f-1)), loop) >= 0 {
			t.Fatalf("%s: face %d is %v after %v", what, f, loop, h.Face(int32(max(f-1, 0))))
		}
		if d := plane.N.Dot(inside) - plane.D; !(d < 0) {
			t.Fatalf("%s: the middle is %g above face %d", what, d, f)
		}
		for _, p := range points {
			if d := plane.N.Dot(p) - plane.D; !(d <= h.Tolerance) {
				t.Fatalf("%s: %v is %g above face %d, the tolerance is %g", what, p, d, f, h.Tolerance)
			}
		}
		for i, v := range loop {
			if d := plane.N.Dot(h.Vertices[v]) - plane.D; !(d <= 0 && d >= -h.Tolerance) {
				t.Fatalf("%s: corner %d of face %d is %g above it", what, v, f, d)
			}
			w := loop[(i+1)%len(loop)]
			e := h.FaceEdges(int32(f))[i]
			edge := h.Edges[e]
			if edge.A != min(v, w) || edge.B != max(v, w) || v < w && edge.Left != int32(f) || v > w && edge.Right != int32(f) {
				t.Fatalf("%s: side %d of face %d %v is edge %v", what, i, f, loop, edge)
			}
			g := h.Across(e, int32(f))
			if g == int32(f) || !slices.Contains(h.FaceEdges(g), e) || h.Across(e, g) != int32(f) || h.Far(e, v) != w {
				t.Fatalf("%s: face %d is across edge %d from face %d", what, g, e, f)
			}
		}
		corners += len(loop)
	}
	if corners != 2*len(h.Edges) || len(h.Rings) != corners || len(h.Sides) != corners || len(h.Corners) != corners {
		t.Fatalf("%s: %d corners, %d edges", what, corners, len(h.Edges))
	}
	for e := 1; e < len(h.Edges); e++ {
		if a, b := h.Edges[e-1], h.Edges[e]; a.A > b.A || a.A == b.A && a.B >= b.B {
			t.Fatalf("%s: edges %v, %v are out of order", what, a, b)
		}
	}
	for v := range h.Vertices {
		ring := h.Ring(int32(v))
		if len(ring) < 3 || slices.Min(ring) != ring[0] {
			t.Fatalf("%s: ring of vertex %d: %v", what, v, ring)
		}
		for i, e := range ring {
			next := h.Edges[ring[(i+1)%len(ring)]]
			left := h.Edges[e].Left // counter-clockwise: the face on the left of the way out holds the next edge too
			if h.Edges[e].B == int32(v) {
				left = h.Edges[e].Right
			}
			if next.A == int32(v) && next.Right != left || next.B == int32(v) && next.Left != left || next.A != int32(v) && next.B != int32(v) {
				t.Fatalf("%s: ring of vertex %d: edge %v after %v", what, v, next, h.Edges[e])
			}
		}
	}
	if h.Bounds != AABBOf(h.Vertices...) {
		t.Fatalf("%s: bounds %v", what, h.Bounds)
	}
}

func TestNewHull_Cube(t *testing.T) {
	h, err := NewBoxHull(Vec{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	checkHull(t, "box", h, h.Vertices)
	// Sorted by x, then y, then z: vertex index 4[x] + 2[y] + [z]. Faces, counter-clockwise from outside, the lowest
	// first:
	want := []struct {
		loop []int32
		n    Vec
		d    float64
	}{
		{[]int32{0, 1, 3, 2}, Vec{-1, 0, 0}, 1},
		{[]int32{0, 2, 6, 4}, Vec{0, 0, -1}, 3},
		{[]int32{0, 4, 5, 1}, Vec{0, -1, 0}, 2},
		{[]int32{1, 5, 7, 3}, Vec{0, 0, 1}, 3},
		{[]int32{2, 3, 7, 6}, Vec{0, 1, 0}, 2},
		{[]int32{4, 6, 7, 5}, Vec{1, 0, 0}, 1},
	}
	for f, w := range want {
		if p := h.Faces[f].Plane; !slices.Equal(h.Face(int32(f)), w.loop) || p.N != w.n || p.D != w.d {
			t.Errorf("face %d: %v %v, want %v", f, h.Face(int32(f)), p, w)
		}
	}
	// Edges 0-1 0-2 0-4 | 1-3 1-5 | 2-3 2-6 | ...; from vertex 0, at (-1, -2, -3), seen from outside: x, y, z is
	// clockwise.
	if r := h.Ring(0); !slices.Equal(r, []int32{0, 1, 2}) {
		t.Errorf("ring of vertex 0: %v", r)
	}
	if e := h.Edges[0]; e != (HullEdge{0, 1, 0, 2}) {
		t.Errorf("edge 0: %v", e)
	}
	for _, c := range []struct {
		d    Vec
		want int32
	}{{Vec{1, 1, 1}, 7}, {Vec{-1, 2, -3}, 2}, {Vec{0, 0, 1}, 1}, {Vec{1, 0, 0}, 4}, {Vec{}, 0}} {
		if v := h.Support(c.d); v != c.want {
			t.Errorf("support along %v: %d, want %d", c.d, v, c.want)
		}
	}
	nearSolid(t, "box", h.Solid(), BoxSolid(Vec{1, 2, 3}), 3, 1e-15)
}

func TestNewPrism_HandWorked(t *testing.T) {
	for _, n := range []int{3, 4, 5, 6, 17, 100, maxPrism} {
		what := fmt.Sprintf("prism of %d sides", n)
		h, err := NewPrism(n, 2, 3)
		if err != nil {
			t.Fatal(err)
		}
		checkHull(t, what, h, h.Vertices)
		if len(h.Vertices) != 2*n || len(h.Edges) != 3*n || len(h.Faces) != n+2 {
			t.Errorf("%s: %d vertices, %d edges, %d faces", what, len(h.Vertices), len(h.Edges), len(h.Faces))
		}
		// The area of a regular polygon is n/2 r² sin(2π/n); its polar moment per area is r²/6 (2 + cos(2π/n)).
		s, c := SinCos(2 * math.Pi / float64(n))
		v := 6 * float64(n) / 2 * 4 * s
		polar := 4. / 6 * (2 + c)
		nearSolid(t, what, h.Solid(), Solid{v, Vec{}, Diagonal(Vec{v * (polar/2 + 3), v * (polar/2 + 3), v * polar})}, 3, 1e-14)
	}
}

// hullClouds returns sets of points of all kinds, with the number of faces of the hull where it is known, otherwise 0.
func hullClouds(r source, f func(what string, points []Vec, faces int)) {
	face := func(n int) []Vec { // of a cube of edge 2, its corners among them
		p := []Vec{{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}}
		for range n {
			v := r.vec(1)
			switch r.IntN(4) {
			case 0:
				v.X = math.Copysign(1, v.X)
			case 1:
				v.Y = math.Copysign(1, v.Y)
			case 2:
				v.Z = math.Copysign(1, v.Z)
			default:
				v.X, v.Z = math.Copysign(1, v.X), math.Copysign(1, v.Z)
			}
			p = append(p, v)
		}
		return p
	}
	each := func(p []Vec, g func(v Vec) Vec) []Vec {
		for i := range p {
			p[i] = g(p[i])
		}
		return p
	}
	f("cube's surface", face(100), 6)
	for _, noise := range []float64{1e-16, 1e-15, 1e-14, 3e-14, 1e-13, 3e-13, 1e-12, 1e-10, 1e-6} {
		faces := 0
		if noise <= 1e-15 {
			faces = 6
		}
		f(fmt.Sprintf("cube's surface with noise of %g", noise), each(face(100), func(v Vec) Vec { return v.Add(r.vec(noise)) }), faces)
		var p []Vec // points in three steps, each several times
		for i := range 200 {
			v := Vec{float64(i % 3), float64(i / 3 % 3), float64(i / 9 % 3)}
			p = append(p, v.Add(r.vec(noise)))
		}
		f(fmt.Sprintf("grid with noise of %g", noise), p, faces)
		p = nil
		for i := range 60 {
			s, c := SinCos(2 * math.Pi * float64(i%30) / 30)
			v := Vec{c, s, float64(i/30) * 2}
			p = append(p, v.Add(r.vec(noise)), v.Add(r.vec(noise)), v.Scale(0.5).Add(r.vec(noise)))
		}
		f(fmt.Sprintf("cylinder with noise of %g", noise), p, 0)
		// Two vertices of an octahedron, doubled.
		p = nil
		for _, v := range []Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
			p = append(p, v, v.Neg(), v.Add(r.vec(noise)), v.Add(r.vec(noise)), v.Neg().Add(r.vec(noise)))
		}
		if noise <= 1e-14 {
			faces = 8
		}
		f(fmt.Sprintf("octahedron with noise of %g", noise), p, faces)
		// A wedge as sharp as that, and a chamfer as narrow.
		e := float64(noise * 8)
		f(fmt.Sprintf("chamfer of %g", e), append(face(20), Vec{1 + e, 1, -1}, Vec{1 + e, 1, 1}, Vec{1, 1 + e, -1}, Vec{1, 1 + e, 1}), 0)
		f(fmt.Sprintf("bulge of %g", e), append(face(20), Vec{1 + e, 0, 0}, Vec{1 + e, 0.5, 0.25}, Vec{1 + e, -0.5, 0.5}), 0)
		f(fmt.Sprintf("apex of %g", e), append(face(0), Vec{0, 0, 1 + e}, Vec{0, e, 1 + e}), 0)
	}
	q, shift := r.quat(), r.vec(3)
	f("turned cube's surface", each(face(100), func(v Vec) Vec { return q.Rotate(v).Add(shift) }), 6)
	f("long turned box", each(face(100), func(v Vec) Vec { return q.Rotate(v.Mul(Vec{1000, 1, 0.1})).Add(shift) }), 6)
	f("far box", each(face(100), func(v Vec) Vec { return v.Add(Vec{0, 1 << 30, 0}) }), 6)
	f("small box", each(face(100), func(v Vec) Vec { return v.Scale(0x1p-900) }), 6)
	f("plate", each(face(100), func(v Vec) Vec { return Vec{v.X, v.Y, v.Z * 1e-11} }), 6)
	var ball, circle, inner []Vec
	for i := range 300 {
		ball = append(ball, r.unit())
		s, c := SinCos(2 * math.Pi * float64(i) / 300)
		circle = append(circle, Vec{c, s, 0}, Vec{c * r.Float64(), s * r.Float64(), 0})
		inner = append(inner, r.vec(1))
	}
	f("ball", ball, 0)
	f("ball of whole numbers", each(slices.Clone(ball), func(v Vec) Vec {
		return Vec{math.Floor(v.X * 20), math.Floor(v.Y * 20), math.Floor(v.Z * 20)}
	}), 0)
	f("cone", append(circle, Vec{0, 0, 1}), 301)
	f("double cone", append(circle, Vec{0, 0, 1}, Vec{0, 0, -1}), 600)
	f("cloud", inner, 0)
	f("sheared cloud", each(slices.Clone(inner), func(v Vec) Vec { return Vec{v.X, v.Y, v.X + v.Y + float64(v.Z*1e-9)} }), 0)
}

func TestNewHull_HoldsAllPoints(t *testing.T) {
	r := newSource(42)
	hulls, dropped, solids := 0, 0, 0
	for range 4 {
		hullClouds(r, func(what string, points []Vec, faces int) {
			h, err := NewHull(points)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			hulls++
			checkHull(t, what, h, points)
			if faces != 0 && len(h.Faces) != faces {
				t.Errorf("%s: %d faces, want %d", what, len(h.Faces), faces)
			}
			if faces != 0 && len(h.Vertices) < len(points) {
				dropped++
			}
			if h.Bounds.Size().MaxAbs() < 1e-100 {
				if s := h.Solid(); s != (Solid{}) { // about the origin
					t.Errorf("%s: %v, want no volume", what, s)
				}
				return
			}
			if m, ok := hullMesh(t, h); ok {
				s, size := h.Solid(), h.Bounds.Size()
				// Both sums round to the volume of the bounds, which a thin body does not fill.
				nearSolid(t, what, s, mustSolid(t, m), size.MaxAbs(), solidError*(1+size.X*size.Y*size.Z/s.Volume))
				solids++
			}
		})
	}
	if dropped < 20 || hulls < 200 || solids < 150 {
		t.Errorf("%d hulls, %d with points dropped, %d integrated", hulls, dropped, solids)
	}
}

func TestNewHull_OrderAndRepetitionDoNotMatter(t *testing.T) {
	r := newSource(43)
	hullClouds(r, func(what string, points []Vec, _ int) {
		want := mustHull(t, what, points)
		shuffled := slices.Clone(points)
		for range 20 {
			shuffled = append(shuffled, points[r.IntN(len(points))])
		}
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := mustHull(t, what, shuffled); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another hull for another order", what)
		}
	})
	a := mustHull(t, "", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	minus := math.Copysign(0, -1)
	b := mustHull(t, "", []Vec{{minus, 0, minus}, {1, 0, minus}, {0, 1, 0}, {minus, 0, 1}})
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("minus zero: %v, %v", a, b)
	}
}

// A turn by 90° and an even shift are exact, so the hull turns with the points.
func TestNewHull_TurnsWithThePoints(t *testing.T) {
	r := newSource(44)
	for range 50 {
		var points, turned []Vec
		for range 60 {
			v := Vec{float64(r.IntN(6)), float64(r.IntN(6)), float64(r.IntN(6))}
			points, turned = append(points, v), append(turned, Vec{-v.Y, v.X, v.Z}.Scale(0.25).Add(Vec{8, 4, -2}))
		}
		a, b := mustHull(t, "", points), mustHull(t, "", turned)
		if len(a.Vertices) != len(b.Vertices) || len(a.Faces) != len(b.Faces) || len(a.Edges) != len(b.Edges) {
			t.Fatalf("%d, %d, %d after %d, %d, %d", len(b.Vertices), len(b.Edges), len(b.Faces), len(a.Vertices), len(a.Edges), len(a.Faces))
		}
		near(t, "volume", b.Solid().Volume*64, a.Solid().Volume, 1e-12)
	}
}

func TestNewHull_NamesWhatIsWrong(t *testing.T) {
	r := newSource(45)
	q := r.quat()
	var line, plane, flat []Vec
	for range 50 {
		p := r.vec(1)
		line = append(line, q.Rotate(Vec{p.X, 0, 0}))
		plane = append(plane, q.Rotate(Vec{p.X, p.Y, 0}).Add(Vec{1, 2, 3}))
		flat = append(flat, q.Rotate(Vec{p.X, p.Y, p.Z * 1e-13}))
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		name   string
		points []Vec
		want   error
		text   string
	}{
		{"none", nil, ErrHullPoints, "there are 0 of 0"},
		{"three", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, ErrHullPoints, "there are 3 of 3"},
		{"one, often", make([]Vec, 9), ErrHullPoints, "there are 1 of 9"},
		{"four, two equal", []Vec{{1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1, 1}}, ErrHullPoints, "add points"},
		{"square", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, ErrHullFlat, "4 distinct points"},
		{"line", line, ErrHullFlat, "on one line"},
		{"plane", plane, ErrHullFlat, "add points above or below"},
		{"within the tolerance of a plane", flat, ErrHullFlat, "50 distinct points"},
		{"NaN", []Vec{{0, 0, 0}, {1, math.NaN(), 0}, {0, 1, 0}, {1, 1, 1}}, ErrCoordinate, "point 1"},
		{"infinite", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, -inf}, {1, 1, 1}}, ErrCoordinate, "point 2"},
		{"beyond", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1e13, 1, 1}}, ErrCoordinate, "point 3"},
	} {
		h, err := NewHull(c.points)
		if h != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q", c.name, err, c.text)
		}
	}
	if _, err := NewBoxHull(Vec{1, 0, 1}); !errors.Is(err, ErrHullSize) {
		t.Error(err)
	}
	if _, err := NewBoxHull(Vec{1, 1, 1e-13}); !errors.Is(err, ErrHullFlat) {
		t.Error(err)
	}
	if _, err := NewBoxHull(Vec{1, 1, inf}); !errors.Is(err, ErrCoordinate) {
		t.Error(err)
	}
	for _, n := range []int{-1, 2, maxPrism + 1} {
		if _, err := NewPrism(n, 1, 1); !errors.Is(err, ErrHullSize) {
			t.Error(err)
		}
	}
	if _, err := NewPrism(5, math.NaN(), 1); !errors.Is(err, ErrHullSize) {
		t.Error(err)
	}
}

// CGAL's volumes of the same hulls, given with twelve digits.
func TestNewHull_EqualsCGAL(t *testing.T) {
	for _, rec := range geomtest.MeshBounds(t) {
		points := boundsOBJ(t, geomtest.Shared(t, "data", "collision", rec.Mesh))
		h := mustHull(t, rec.Mesh, points)
		checkHull(t, rec.Mesh, h, points)
		near(t, rec.Mesh+": volume", h.Solid().Volume, rec.HullVolume, 1e-9*rec.HullVolume)
		t.Logf("%s: %d vertices (CGAL %d), %d faces", rec.Mesh, len(h.Vertices), rec.HullVertices, len(h.Faces))
	}
}

func TestHull_SupportAllocatesNothing(t *testing.T) {
	h, err := NewPrism(16, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { h.Support(Vec{1, 2, 3}); h.Solid() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The passes that build the adjacency find what no set of points was seen to give.
func TestHull_RefusesWhatIsNoPolyhedron(t *testing.T) {
	loops := func(loops ...[]int32) *Hull {
		h := &Hull{}
		for _, l := range loops {
			h.Faces = append(h.Faces, HullFace{First: int32(len(h.Corners)), Count: int32(len(l))})
			h.Corners = append(h.Corners, l...)
			h.Vertices = append(h.Vertices, make([]Vec, max(0, int(slices.Max(l))+1-len(h.Vertices)))...)
		}
		return h
	}
	type list = []int32
	for _, c := range []struct {
		name         string
		h            *Hull
		edges, rings bool
	}{
		{"tetrahedron", loops(list{0, 1, 2}, list{0, 3, 1}, list{1, 3, 2}, list{0, 2, 3}), true, true},
		{"a face turned", loops(list{0, 2, 1}, list{0, 3, 1}, list{1, 3, 2}, list{0, 2, 3}), false, false},
		{"a face missing", loops(list{0, 1, 2}, list{0, 3, 1}, list{1, 3, 2}), false, false},
		{"two faces, three edges", loops(list{0, 1, 2}, list{0, 2, 1}), false, false},
		{"two edges in a face", loops(list{0, 1}, list{0, 1}), false, false},
		{"two tetrahedra at one vertex", loops(list{0, 1, 2}, list{0, 3, 1}, list{1, 3, 2}, list{0, 2, 3},
			list{0, 4, 5}, list{0, 6, 4}, list{4, 6, 5}, list{0, 5, 6}), true, false},
		{"a vertex without faces", func() *Hull {
			h := loops(list{0, 1, 2}, list{0, 3, 1}, list{1, 3, 2}, list{0, 2, 3})
			h.Vertices = append(h.Vertices, Vec{})
			return h
		}(), true, false},
	} {
		edges := c.h.pairEdges()
		if edges != c.edges || edges && c.h.walkRings() != c.rings {
			t.Errorf("%s: edges %v, want %v, then rings %v", c.name, edges, c.edges, c.rings)
		}
	}
}

// hullGolden is the hash of the hulls below on amd64, of whatever level, 386, arm64 and s390x.
const hullGolden = 0x678d8869fe613eb9

func TestHull_SameBitsOnEveryMachine(t *testing.T) {
	hash := fnv.New64a()
	hullClouds(newSource(48), func(what string, points []Vec, _ int) {
		h := mustHull(t, what, points)
		s := h.Solid()
		for _, x := range []any{h.Vertices, h.Faces, h.Edges, h.Corners, h.Sides, h.Rings, h.RingAt, h.Bounds, h.Tolerance, s} {
			if err := binary.Write(hash, binary.LittleEndian, x); err != nil {
				t.Fatal(err)
			}
		}
	})
	if got := hash.Sum64(); got != hullGolden {
		t.Errorf("hash %#x, want %#x", got, uint64(hullGolden))
	}
}
