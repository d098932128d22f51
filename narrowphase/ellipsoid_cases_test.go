package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

var ellipsoidFloor = geom.Triangle{A: geom.Vec{X: -1, Y: -1}, B: geom.Vec{X: 3, Y: -1}, C: geom.Vec{X: -1, Y: 3}}

// The floor is the triangle (-1,-1,0) (3,-1,0) (-1,3,0): edge 0 lies on y = -1, edge 1 on x + y = 2, edge 2 on x = -1.
func TestSweepEllipsoidTriangle_HandWorked(t *testing.T) {
	s2 := math.Sqrt2
	unit := geom.Vec{X: 1, Y: 1, Z: 1}
	flat := geom.Vec{X: 1, Y: 2, Z: 0.5}
	for _, c := range []struct {
		name   string
		c, r   geom.Vec
		move   geom.Vec
		status Status
		t      float64
		n      geom.Vec
		kind   int
		index  int
	}{
		{"falls on the face", geom.Vec{Z: 3}, unit, geom.Vec{Z: -4}, Hit, 0.5, geom.Vec{Z: -1}, FeatureFace, 0},
		{"rises to the face from behind", geom.Vec{Z: -3}, unit, geom.Vec{Z: 4}, Hit, 0.5, geom.Vec{Z: 1}, FeatureFace, 0},
		{"flat ellipsoid falls 1.5 to the face", geom.Vec{Z: 2}, flat, geom.Vec{Z: -2}, Hit, 0.75, geom.Vec{Z: -1}, FeatureFace, 0},
		{"stops short", geom.Vec{Z: 3}, unit, geom.Vec{Z: -1.9}, Miss, 0, geom.Vec{}, 0, 0},
		{"touches at the very end", geom.Vec{Z: 3}, unit, geom.Vec{Z: -2}, Hit, 1, geom.Vec{Z: -1}, FeatureFace, 0},
		{"parts", geom.Vec{Z: 3}, unit, geom.Vec{Z: 4}, Miss, 0, geom.Vec{}, 0, 0},
		{"touches and parts", geom.Vec{Z: 1}, unit, geom.Vec{X: 1, Z: 1e-9}, Miss, 0, geom.Vec{}, 0, 0},
		{"touches and goes along", geom.Vec{Z: 1}, unit, geom.Vec{X: 1, Y: -7}, Miss, 0, geom.Vec{}, 0, 0},
		{"touches and moves in", geom.Vec{Z: 1}, unit, geom.Vec{X: 1, Z: -1e-9}, Hit, 0, geom.Vec{Z: -1}, FeatureFace, 0},
		{"touches and rests", geom.Vec{Z: 1}, unit, geom.Vec{}, Miss, 0, geom.Vec{}, 0, 0},
		{"parallel above", geom.Vec{X: -9, Z: 1.001}, unit, geom.Vec{X: 20}, Miss, 0, geom.Vec{}, 0, 0},
		// Embedded at height 0.6: meets edge 2, x = -1, where its centre is 0.8 before it.
		{"embedded, head-on to an edge", geom.Vec{X: -5.8, Z: 0.6}, unit, geom.Vec{X: 8}, Hit, 0.5, geom.Vec{X: 0.8, Z: -0.6}, FeatureEdge, 2},
		// Edge 1 as seen along the diagonal: the centre stops 1 before x + y = 2, at x = y = 1 + 1/√2.
		{"in the plane, to the slanting edge", geom.Vec{X: 5, Y: 5}, unit, geom.Vec{X: -4, Y: -4}, Hit, 1 - s2/8, geom.Vec{X: -1 / s2, Y: -1 / s2}, FeatureEdge, 1},
		// From y = -9 to vertex B = (3,-1,0), passing it at a distance of 0.6 in x: the centre stops 0.8 before it.
		{"aside of a vertex", geom.Vec{X: 3.6, Y: -9}, unit, geom.Vec{Y: 10}, Hit, 0.72, geom.Vec{X: -0.6, Y: 0.8}, FeatureVertex, 1},
		{"past a vertex", geom.Vec{X: 4.001, Y: -9}, unit, geom.Vec{Y: 10}, Miss, 0, geom.Vec{}, 0, 0},
		// The plane interval of this one is [-0.5, 1.5]: it holds [0, 1] and the hit is in between.
		{"straddles the plane all the way", geom.Vec{X: -5, Z: 0.5}, unit, geom.Vec{X: 8, Z: -1}, Hit, 0.375, geom.Vec{}, FeatureEdge, 2},
		{"overlaps", geom.Vec{Z: 0.25}, unit, geom.Vec{Z: 1}, Overlapping, 0, geom.Vec{Z: -1}, FeatureFace, 0},
		{"overlaps with the centre on the face", geom.Vec{}, unit, geom.Vec{X: 1}, Overlapping, 0, geom.Vec{Z: -1}, FeatureFace, 0},
		// Radii 1, 2, 0.5 beside edge 0 (y = -1) at the height of the plane: overlap of 0.5 along y.
		{"overlaps an edge", geom.Vec{Y: -2.5}, flat, geom.Vec{}, Overlapping, 0, geom.Vec{Y: 1}, FeatureEdge, 0},
	} {
		e := geom.Ellipsoid{C: c.c, R: c.r}
		h := SweepEllipsoidTriangle(&e, c.move, &ellipsoidFloor, 0)
		if h.Status != c.status || math.Abs(h.T-c.t) > 1e-3 {
			t.Errorf("%s: %+v, want status %d at %g", c.name, h, c.status, c.t)
			continue
		}
		if c.status == Miss {
			continue
		}
		if c.n != (geom.Vec{}) && (h.N.Sub(c.n).Len() > 1e-15 || math.Abs(h.T-c.t) > 1e-15) {
			t.Errorf("%s: normal %v at %v, want %v at %v", c.name, h.N, h.T, c.n, c.t)
		}
		kind, index := h.FeatureOf()
		if kind != c.kind || index != c.index {
			t.Errorf("%s: feature %d %d, want %d %d", c.name, kind, index, c.kind, c.index)
		}
		if want := float64(h.T * c.move.Len()); h.Distance != want {
			t.Errorf("%s: distance %g, want %g", c.name, h.Distance, want)
		}
	}
}

func TestSweepEllipsoidTriangle_DepthLeavesAlongN(t *testing.T) {
	for _, c := range []struct {
		name  string
		c     geom.Vec
		depth float64
	}{
		{"face", geom.Vec{Z: 0.2}, 0.3},
		{"edge 0", geom.Vec{Y: -2.5}, 0.5},
		{"edge 2", geom.Vec{X: -1.25, Y: 0.5}, 0.75},
		{"vertex A, aside by the radius along y", geom.Vec{X: -1, Y: -2.5}, 0.5},
	} {
		e := geom.Ellipsoid{C: c.c, R: geom.Vec{X: 1, Y: 2, Z: 0.5}}
		h := SweepEllipsoidTriangle(&e, geom.Vec{}, &ellipsoidFloor, 0)
		if h.Status != Overlapping || math.Abs(h.Depth-c.depth) > 1e-15 {
			t.Errorf("%s: %+v, want depth %g", c.name, h, c.depth)
		}
		e.C = e.C.AddScaled(h.N, -h.Depth)
		if h = SweepEllipsoidTriangle(&e, geom.Vec{}, &ellipsoidFloor, 0); h.Status != Miss {
			t.Errorf("%s: still in contact after the push-out: %+v", c.name, h)
		}
	}
}

// A sphere, and a normal along an axis, keep the clearance exactly; the slanting contact of a long ellipsoid keeps at
// least the documented part of it.
func TestSweepEllipsoidTriangle_KeepsClearanceAlongNormal(t *testing.T) {
	wall := geom.Triangle{A: geom.Vec{X: 2, Y: -9, Z: -9}, B: geom.Vec{X: 2, Y: 9, Z: -9}, C: geom.Vec{X: 2, Z: 20}}
	move := geom.Vec{X: 0.1, Y: 3, Z: 0.01} // almost along the wall: back along the motion, 0.01 would be 0.3 of way
	e := geom.Ellipsoid{C: geom.Vec{X: 0.95}, R: geom.Vec{X: 1, Y: 20, Z: 5}}
	h := SweepEllipsoidTriangle(&e, move, &wall, 0.01)
	at := e.C.AddScaled(move, h.T)
	if gap := 2 - at.X - 1; h.Status != Hit || math.Abs(gap-0.01) > 1e-15 {
		t.Errorf("gap %g, want 0.01; %+v", gap, h)
	}
	r := rand.New(rand.NewPCG(3, 4))
	k := 20.0
	least := 1.0
	for range 1000 {
		n := ellipsoidUnit(r).Mul(geom.Vec{X: 4, Y: 1, Z: 1}).Normalize()
		u := n.Perpendicular()
		w := n.Cross(u)
		p := n.Scale(30)
		tri := geom.Triangle{A: p.AddScaled(u, -1e4).AddScaled(w, -1e4), B: p.AddScaled(u, 1e4).AddScaled(w, -1e4), C: p.AddScaled(w, 2e4)}
		e := geom.Ellipsoid{R: geom.Vec{X: 1, Y: 20, Z: 5}}
		h := SweepEllipsoidTriangle(&e, n.Scale(40), &tri, 0.01)
		support := n.Mul(e.R).Len()
		gap := 30 - 40*h.T - support
		// Grown radii are a hundredth larger at most: the second order of the bound.
		if low := 0.01 * 2 * math.Sqrt(k) / (1 + k); h.Status != Hit || gap > 0.01+1e-9 || gap < low*0.99 {
			t.Fatalf("gap %g, want %g to 0.01", gap, low)
		}
		least = min(least, gap/0.01)
	}
	if least > 0.5 {
		t.Errorf("the hard directions were not reached: least gap %g of the clearance", least)
	}
}

// Three queries from public issues of other engines, scaled to a sphere of the radius given.
func TestSweepEllipsoidTriangle_PublicIssues(t *testing.T) {
	d := geom.Vec{X: -0.929564953, Y: -0.0281119142, Z: 0.367584974}
	for _, c := range []struct {
		name   string
		tri    geom.Triangle
		start  geom.Vec
		move   geom.Vec
		radius float64
		hit    bool
		way    float64
	}{
		{"JoltPhysics 886: no hit, 2.2 away",
			geom.Triangle{A: geom.Vec{X: 14.5536213, Y: 10.5973721, Z: -0.00600051880}, B: geom.Vec{X: 14.5536213, Y: 10.5969315, Z: -3.18638134}, C: geom.Vec{X: 14.5536213, Y: 10.5969315, Z: -5.18637228}},
			geom.Vec{X: 14.8314590, Y: 8.19055080, Z: -4.30825043}, geom.Vec{X: -0.0988006592, Y: 5.96046448e-08, Z: 0.000732421875}, 0.2, false, 0},
		// The issue states 0.0944127962, in single precision; 0.094395237 is worked out in higher precision from the
		// same numbers.
		{"PhysX 597: the lower cap's hit",
			geom.Triangle{A: geom.Vec{X: 7.33294010, Y: 79.6109009, Z: -26.9337997}, B: geom.Vec{X: 7.61456013, Y: 80.2574005, Z: -27.3008995}, C: geom.Vec{X: 7.33294010, Y: 80.2574005, Z: -26.9337997}},
			geom.Vec{X: 7.74110079, Y: 80.513966191, Z: -27.2595482}, d.Scale(0.149537891), 0.265350759, true, 0.094395237},
		{"parry 123: a motion of 7e-42",
			geom.Triangle{A: geom.Vec{X: 12, Y: 5}, B: geom.Vec{X: 11, Y: 5}, C: geom.Vec{X: 11, Y: 6}},
			geom.Vec{}, geom.Vec{Y: 6.925e-42}, 0.375, false, 0},
	} {
		e := geom.Ellipsoid{C: c.start, R: geom.Vec{X: c.radius, Y: c.radius, Z: c.radius}}
		h := SweepEllipsoidTriangle(&e, c.move, &c.tri, 0)
		// Nine decimals of the way, as recorded; |d| is 1 to nine decimals.
		if (h.Status == Hit) != c.hit || math.Abs(h.Distance-c.way) > 2e-9 {
			t.Errorf("%s: %+v, want hit %v at %g", c.name, h, c.hit, c.way)
		}
	}
}

// Source 001 names no order among the triangles: the hit found first may be farther. Every order gives the nearest.
func TestSweepEllipsoid_NearestInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := &geom.Mesh{}
	for i := range int32(40) {
		x := 3 + float64(i%20)/4
		m.Vertices = append(m.Vertices, geom.Vec{X: x, Y: -4, Z: -4}, geom.Vec{X: x, Y: 4, Z: -4}, geom.Vec{X: x, Z: 4})
		m.Tris = append(m.Tris, geom.Tri{3 * i, 3*i + 1, 3*i + 2})
	}
	e := geom.Ellipsoid{R: geom.Vec{X: 1, Y: 2, Z: 0.5}}
	cand := make([]int32, len(m.Tris))
	for range 50 {
		for i, j := range r.Perm(len(m.Tris)) {
			cand[i] = int32(j)
		}
		h := SweepEllipsoid(&e, geom.Vec{X: 10}, m, cand, 0)
		if h.Tri != 0 || math.Abs(h.T-0.2) > 1e-16 { // triangles 0 and 20 coincide: the lower index
			t.Fatalf("%+v, want triangle 0 at 0.2", h)
		}
		e2 := e
		e2.C.X = 4.3 // overlaps all from x = 3.5 on; that at 4.25 is the deepest (index 5, and 25 at the same place)
		if h := SweepEllipsoid(&e2, geom.Vec{X: 10}, m, cand, 0); h.Status != Overlapping || h.Tri != 5 {
			t.Fatalf("%+v, want overlap with triangle 5", h)
		}
	}
	if h := SweepEllipsoid(&e, geom.Vec{X: 10}, m, nil, 0); h.Status != Miss || h.Tri != -1 {
		t.Errorf("without candidates %+v", h)
	}
}

// A turn by 90°, a mirror of the triangle's winding and a permutation of its vertices change no time.
func TestSweepEllipsoidTriangle_Metamorphic(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: v.Y, Y: v.Z, Z: v.X} }
	hits := 0
	for range 3000 {
		q := ellipsoidRandomQuery(r)
		h := SweepEllipsoidTriangle(&q.e, q.move, &q.t, 0)
		tri := geom.Triangle{A: turn(q.t.A), B: turn(q.t.B), C: turn(q.t.C)}
		e := geom.Ellipsoid{C: turn(q.e.C), R: turn(q.e.R)}
		flip := geom.Triangle{A: q.t.B, B: q.t.A, C: q.t.C}
		a := SweepEllipsoidTriangle(&e, turn(q.move), &tri, 0)
		b := SweepEllipsoidTriangle(&q.e, q.move, &flip, 0)
		var s EllipsoidSweep
		s.Set(&q.e, q.move, 0)
		if h.Status != a.Status || h.Status != b.Status || h.Status == Hit && !s.Sinks(&q.t, 1e-9) {
			if s.Sinks(&q.t, 1e-9) {
				t.Fatalf("status %d, turned %d, flipped %d: %+v", h.Status, a.Status, b.Status, q)
			}
			continue // rounding decides on the time of a graze, and on a graze within the tolerance
		}
		if h.Status != Hit {
			continue
		}
		hits++
		for _, g := range []EllipsoidHit{a, b} {
			n := h.N
			if g == a {
				n = turn(n)
			}
			// The times differ by as much as the distances do, divided by the speed of approach; so do the normals.
			approach := math.Abs(q.move.Dot(h.N)) / q.e.R.Mul(h.N).Len()
			if math.Abs(g.T-h.T)*approach > 2*h.Tolerance {
				t.Fatalf("times %v and %v, %+v", h.T, g.T, q)
			}
			if approach > 0.1 && g.N.Sub(n).Len() > 1e-9 {
				t.Fatalf("normals %v and %v, %+v", n, g.N, q)
			}
		}
	}
	if hits < 500 {
		t.Errorf("only %d hits", hits)
	}
}

func TestEllipsoidPlaneInterval_Cases(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ sd, vn, r, t0, t1 float64 }{
		{3, -4, 1, 0.5, 1},      // approaches: touches at distance 1, leaves behind at -1
		{3, 4, 1, -1, -0.5},     // parts: both in the past
		{0.5, -1, 1, -0.5, 1.5}, // embedded over the whole step
		{0.5, 0, 1, -inf, inf},  // parallel and embedded
		{1, 0, 1, -inf, inf},    // parallel and touching: closed sets
		{1.5, 0, 1, inf, -inf},  // parallel and off
	} {
		if t0, t1 := ellipsoidPlaneInterval(c.sd, c.vn, c.r); t0 != c.t0 || t1 != c.t1 {
			t.Errorf("%+v: [%g, %g]", c, t0, t1)
		}
	}
}

// A sphere comes down on the middle of needles of every width, whose face it meets 2 units on, and beside their long
// edges, which it meets later by the sag there: a needle thinner than ellipsoidNeedle has only its edges, which lie no
// deeper than the tolerance.
func TestSweepEllipsoidTriangle_NeedlesHaveFaces(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	faces := 0
	for i := range 4000 {
		width := math.Pow(10, -float64(i%1000)/100)
		u := ellipsoidUnit(r)
		n := u.Perpendicular()
		w := n.Cross(u)
		o := ellipsoidUnit(r).Scale(3)
		l := 1 + 30*r.Float64()
		tri := geom.Triangle{A: o.AddScaled(u, -l), B: o.AddScaled(u, l), C: o.AddScaled(w, width).AddScaled(u, l/2)}
		m := tri.Centroid()
		e := geom.Ellipsoid{C: m.AddScaled(n, 3), R: geom.Vec{X: 1, Y: 1, Z: 1}}
		h := SweepEllipsoidTriangle(&e, n.Scale(-4), &tri, 0)
		// The face is level within the rounding of the coordinates, 32 at most.
		if h.Status != Hit || 4*math.Abs(h.T-0.5) > 2e-14 || math.Abs(h.N.Len()-1) > 1e-15 {
			t.Fatalf("width %g: %+v", width, h)
		}
		if kind, _ := h.FeatureOf(); kind == FeatureFace {
			faces++
		}
		// Past the long edge by x, the centre comes down to √(1 - x²) over it.
		x := 0.5 * r.Float64()
		e.C = o.AddScaled(n, 3).AddScaled(w, -x)
		h = SweepEllipsoidTriangle(&e, n.Scale(-4), &tri, 0)
		if want := 3 - math.Sqrt(1-x*x); h.Status != Hit || math.Abs(4*h.T-want) > 2e-14 {
			t.Fatalf("width %g, %g beside: %+v, want %g", width, x, h, want/4)
		}
	}
	if faces < 2500 || faces > 3200 {
		t.Errorf("%d of 4000 hits on a face, want those wider than 1e-7", faces)
	}
}

// The gradient at the point of tangency of x + y = c is (1, 1, 0), wherever the radii put that point.
func TestEllipsoidNormal_IsGradient(t *testing.T) {
	e := geom.Ellipsoid{C: geom.Vec{X: 1, Y: 2, Z: 3}, R: geom.Vec{X: 1, Y: 5, Z: 2}}
	// On x²/1 + y²/25 = 1 the gradient (2x, 2y/25) is along (1, 1) at y = 25 x: x = 1/√26.
	x := 1 / math.Sqrt(26)
	n := EllipsoidNormal(&e, e.C.Add(geom.Vec{X: x, Y: 25 * x}))
	if want := (geom.Vec{X: 1 / math.Sqrt2, Y: 1 / math.Sqrt2}); n.Sub(want).Len() > 1e-15 {
		t.Errorf("%v, want %v", n, want)
	}
	if n := EllipsoidNormal(&e, e.C); n != (geom.Vec{}) {
		t.Errorf("at the centre: %v", n)
	}
	tri := geom.Triangle{A: geom.Vec{X: 9, Y: 0, Z: 3}, B: geom.Vec{X: 9, Y: 9, Z: 3}, C: geom.Vec{X: 12, Y: 5, Z: 3}}
	move := geom.Vec{X: 10, Y: 1}
	h := SweepEllipsoidTriangle(&e, move, &tri, 0)
	at := geom.Ellipsoid{C: e.C.AddScaled(move, h.T), R: e.R}
	if g := EllipsoidNormal(&at, h.P); h.Status != Hit || g.Sub(h.N).Len() > 1e-14 {
		t.Errorf("hit's normal %v, gradient at the contact point %v", h.N, g)
	}
}

func TestEllipsoidSweep_SinksOnlyBeyondDepth(t *testing.T) {
	e := geom.Ellipsoid{C: geom.Vec{Z: 2}, R: geom.Vec{X: 1, Y: 1, Z: 1}}
	var s EllipsoidSweep
	s.Set(&e, geom.Vec{X: 0.3, Z: -1.001}, 0) // to a depth of 0.001
	if s.Sinks(&ellipsoidFloor, 0.00101) || !s.Sinks(&ellipsoidFloor, 0.00099) {
		t.Error("a depth of 0.001 is not told from 0.00101 and 0.00099")
	}
}

func TestSweepEllipsoidTriangle_NotFinite(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, x := range []float64{nan, inf, -inf, 1e300} {
		tri := ellipsoidFloor
		tri.A.X = x
		e := geom.Ellipsoid{C: geom.Vec{Z: 2}, R: geom.Vec{X: 1, Y: 1, Z: 1}}
		if h := SweepEllipsoidTriangle(&e, geom.Vec{Z: -3}, &tri, 0); !(h.T >= 0 && h.T <= 1) || !h.N.IsFinite() {
			t.Errorf("vertex at %g: %+v", x, h)
		}
		if h := SweepEllipsoidTriangle(&e, geom.Vec{Z: x}, &ellipsoidFloor, 0); !(h.T >= 0 && h.T <= 1) || !h.N.IsFinite() {
			t.Errorf("motion of %g: %+v", x, h)
		}
	}
}

// ellipsoidBenchMesh is a bumpy floor of 2·n² triangles, a metre each.
func ellipsoidBenchMesh(n int32) *geom.Mesh {
	r := rand.New(rand.NewPCG(9, 10))
	m := &geom.Mesh{}
	for i := range n + 1 {
		for j := range n + 1 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i), Y: float64(j), Z: 0.3 * r.Float64()})
		}
	}
	for i := range n {
		for j := range n {
			a := i*(n+1) + j
			m.Tris = append(m.Tris, geom.Tri{a, a + n + 1, a + n + 2}, geom.Tri{a, a + n + 2, a + 1})
		}
	}
	return m
}

func TestSweepEllipsoid_AllocatesNothing(t *testing.T) {
	m := ellipsoidBenchMesh(8)
	cand := make([]int32, len(m.Tris))
	for i := range cand {
		cand[i] = int32(i)
	}
	e := geom.Ellipsoid{C: geom.Vec{X: 4, Y: 4, Z: 2}, R: geom.Vec{X: 0.4, Y: 0.4, Z: 0.9}}
	if n := testing.AllocsPerRun(100, func() { SweepEllipsoid(&e, geom.Vec{X: 1, Z: -2}, m, cand, 1e-4) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSweepEllipsoid_128Triangles(b *testing.B) {
	m := ellipsoidBenchMesh(8)
	cand := make([]int32, len(m.Tris))
	for i := range cand {
		cand[i] = int32(i)
	}
	e := geom.Ellipsoid{C: geom.Vec{X: 4, Y: 4, Z: 2}, R: geom.Vec{X: 0.4, Y: 0.4, Z: 0.9}}
	b.ReportAllocs()
	for b.Loop() {
		SweepEllipsoid(&e, geom.Vec{X: 1, Z: -2}, m, cand, 1e-4)
	}
}

func BenchmarkSweepEllipsoidTriangle(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 12))
	q := make([]ellipsoidQuery, 1024)
	for i := range q {
		q[i] = ellipsoidRandomQuery(r)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		x := &q[i&1023]
		SweepEllipsoidTriangle(&x.e, x.move, &x.t, 0)
		i++
	}
}
