package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// boxResults are the hashes of the results of the box queries on drawn pairs: every bit of every number, whatever the
// machine and however fast the code is made; after a quarter of the pairs, and with the tag long after all. A change that
// is meant to move a result says so and sets them anew.
var boxResults = map[string][2]uint64{
	"OverlapOBBs":        {0x93a142ce5187ca64, 0x27911dc1d6d677e2},
	"MTVOBBs":            {0x7266c73da5c1cbf8, 0xb39287ffd6d0c479},
	"CollideOBBs":        {0x48ac10487fdab601, 0xc9f1cf6423152e74},
	"OverlapOBBTriangle": {0xde98b2fc279f56c8, 0x32fbe318a7c901a5},
	"MTVOBBTriangle":     {0x06963eb4641a5d1b, 0x0ed1daaf6fbad300},
	"CollideOBBTriangle": {0xd2d12010346a0405, 0x8249fdc58242f20d},
}

// resultHash collects numbers into a hash: FNV by words.
type resultHash uint64

func (h *resultHash) word(x uint64) {
	*h = (*h ^ resultHash(x)) * 0x100000001b3
	*h ^= *h >> 29
}

func (h *resultHash) flag(x bool) {
	if x {
		h.word(1)
	} else {
		h.word(2)
	}
}

func (h *resultHash) num(x float64) { h.word(math.Float64bits(x)) }

func (h *resultHash) vec(v geom.Vec) { h.num(v.X); h.num(v.Y); h.num(v.Z) }

func (h *resultHash) manifold(touch bool, m *Manifold) {
	h.flag(touch)
	if !touch {
		return
	}
	h.vec(m.N)
	for i := 0; i < m.Count; i++ {
		h.vec(m.Points[i].P)
		h.num(m.Points[i].Separation)
		h.word(uint64(m.Points[i].Feature))
	}
}

// TestBoxQueries_SameBitsEverywhere: boxes in general position, on a grid, nearly so, flush, turned about a common
// axis, one within the other, needles, flat boxes, far from the origin and vertex on vertex give the results that they
// always gave.
func TestBoxQueries_SameBitsEverywhere(t *testing.T) {
	const all = 20000
	perKind := geomtest.Trials(all)
	d := pairDraw{rand.New(rand.NewPCG(20, 26))}
	got := map[string]*resultHash{}
	for name := range boxResults {
		got[name] = new(resultHash)
	}
	points, empty, hits := 0, 0, [drawKinds]int{}
	var m Manifold
	check := func(k int) {
		for name, h := range got {
			if want := boxResults[name][k]; uint64(*h) != want {
				t.Errorf("%s: hash %#016x, want %#016x", name, uint64(*h), want)
			}
		}
	}
	for i := 0; i < perKind*drawKinds; i++ {
		kind := i % drawKinds
		a, b := d.boxes(kind)
		tri := d.triangle(kind, &a, &b)
		margin := []float64{0, 0, 1e-9, 0.01, 0.3}[d.IntN(5)]
		got["OverlapOBBs"].flag(OverlapOBBs(&a, &b))
		mtv, ok := MTVOBBs(&a, &b)
		got["MTVOBBs"].flag(ok)
		got["MTVOBBs"].vec(mtv.N)
		got["MTVOBBs"].num(mtv.Depth)
		ok = CollideOBBs(&a, &b, margin, &m)
		got["CollideOBBs"].manifold(ok, &m)
		if ok {
			hits[kind]++
			points += m.Count
		}
		got["OverlapOBBTriangle"].flag(OverlapOBBTriangle(&a, &tri))
		mtv, ok = MTVOBBTriangle(&a, &tri)
		got["MTVOBBTriangle"].flag(ok)
		got["MTVOBBTriangle"].vec(mtv.N)
		got["MTVOBBTriangle"].num(mtv.Depth)
		plane, edges, beyond := d.surroundings(&tri)
		ok = CollideOBBTriangle(&a, &tri, plane, edges, beyond, margin, &m)
		got["CollideOBBTriangle"].manifold(ok, &m)
		if ok {
			points += m.Count
		} else {
			empty++
		}
		switch i + 1 {
		case all / 4 * drawKinds:
			check(0)
		case all * drawKinds:
			check(1)
		}
	}
	for kind, n := range hits {
		if n < perKind/10 || n == perKind {
			t.Errorf("kind %d: %d of %d boxes touch", kind, n, perKind)
		}
	}
	if points < 8*perKind || empty < perKind {
		t.Errorf("%d points, %d triangles without contact", points, empty)
	}
}

// pairDraw draws pairs. All arithmetic on what it draws is rounded, so that pairs are the same on every machine.
type pairDraw struct{ *rand.Rand }

const drawKinds = 10

func (d pairDraw) in(lo, hi float64) float64 { return lo + float64((hi-lo)*d.Float64()) }

// small returns ±10^-k with k between 1 and 16, or zero.
func (d pairDraw) small() float64 {
	if d.IntN(4) == 0 {
		return 0
	}
	s := d.in(-1, 1)
	for k := d.IntN(16); k >= 0; k-- {
		s = float64(s * 0.1)
	}
	return s
}

func (d pairDraw) vec(r float64) geom.Vec {
	return geom.Vec{X: d.in(-r, r), Y: d.in(-r, r), Z: d.in(-r, r)}
}

func (d pairDraw) turn() geom.Quat { return geom.AxisAngle(d.vec(1), d.in(-math.Pi, math.Pi)) }

func (d pairDraw) tiny() geom.Quat { return geom.AxisAngle(d.vec(1), d.small()) }

func (d pairDraw) half(lo, hi float64) geom.Vec {
	return geom.Vec{X: d.in(lo, hi), Y: d.in(lo, hi), Z: d.in(lo, hi)}
}

// grid returns a box of quarters whose axes are, exactly, those of the world in some order.
func (d pairDraw) grid() geom.OBB {
	n := func(k int) float64 { return 0.25 * float64(d.IntN(k)) }
	b := geom.OBB{C: geom.Vec{X: n(9), Y: n(9), Z: n(9)}, Half: geom.Vec{X: 0.25 + n(4), Y: 0.25 + n(4), Z: 0.25 + n(4)}}
	s := func() float64 { return float64(2*d.IntN(2) - 1) }
	axis := d.IntN(3)
	b.Axes.X, b.Axes.Y = unitVec(axis, s()), unitVec((axis+1+d.IntN(2))%3, s())
	b.Axes.Z = b.Axes.X.Cross(b.Axes.Y)
	return b
}

// power returns a number between 1e-5 and 10, evenly in its logarithm to a factor of ten.
func (d pairDraw) power() float64 {
	s := d.in(1, 10)
	for k := d.IntN(6); k > 0; k-- {
		s = float64(s * 0.1)
	}
	return s
}

func (d pairDraw) boxes(kind int) (a, b geom.OBB) {
	a = geom.NewOBB(geom.Transform{P: d.vec(1.2), Q: d.turn()}, d.half(0.3, 1))
	b = geom.NewOBB(geom.Transform{P: d.vec(1.2), Q: d.turn()}, d.half(0.3, 1))
	switch kind {
	case 1:
		a, b = d.grid(), d.grid()
	case 2:
		q := d.grid()
		a, b = d.grid(), geom.NewOBB(geom.Transform{P: q.C.Add(d.vec(1).Scale(d.small())), Q: d.tiny()}, q.Half)
	case 3: // flush: b stands on a, shifted along the face
		a, b = d.stacked()
	case 4: // one common axis
		q := d.turn()
		b = geom.NewOBB(geom.Transform{P: b.C, Q: geom.AxisAngle(unitVec(d.IntN(3), 1), d.in(-3, 3))}, b.Half)
		a = geom.NewOBB(geom.Transform{P: a.C}, a.Half)
		a, b = turned(&a, q), turned(&b, q)
	case 5: // one within the other, often concentric
		b.Half = b.Half.Scale(0.2)
		b.C = a.C.Add(d.vec(1).Scale(d.small()))
		if d.IntN(4) == 0 {
			b.C = a.Vertex(d.IntN(8))
		} else if d.IntN(4) == 0 {
			b.C = a.C.Add(d.vec(2))
		}
	case 6:
		a.Half = geom.Vec{X: d.power(), Y: d.power(), Z: d.power()}
		b.Half = geom.Vec{X: d.power(), Y: d.power(), Z: d.power()}
		if d.IntN(2) == 0 {
			b.C = a.Vertex(d.IntN(8)).Add(a.C).Scale(0.5)
		}
	case 7:
		a, b = d.stacked()
		a.Half.Z *= float64(d.IntN(2))
		b.Half.X *= float64(d.IntN(2))
		b.Half.Z *= float64(d.IntN(2))
		b.C = b.C.Add(d.vec(0.5))
	case 8:
		far := d.vec(1e5)
		a.C, b.C = a.C.Add(far), b.C.Add(far)
	case 9: // vertex on vertex, on the middle of an edge or on that of a face, with any gap
		p := a.Vertex(d.IntN(8))
		for n := d.IntN(3); n > 0; n-- {
			p = p.Add(a.Vertex(d.IntN(8))).Scale(0.5)
		}
		b.C = b.C.Add(p.Sub(b.Vertex(d.IntN(8)))).Add(d.vec(1).Scale(d.small()))
	}
	return a, b
}

// stacked returns two boxes of which b stands on the top of a or nearly, turned about the vertical, all at an attitude.
func (d pairDraw) stacked() (a, b geom.OBB) {
	ha, hb := d.half(0.3, 1), d.half(0.3, 1)
	if d.IntN(3) == 0 {
		hb = ha
	}
	at := geom.Vec{X: d.in(-1.2, 1.2), Y: d.in(-1.2, 1.2), Z: ha.Z + hb.Z + d.small()}
	if d.IntN(3) == 0 {
		at.X, at.Y = ha.X-hb.X, d.small()
	}
	spin := d.in(-3, 3)
	if d.IntN(2) == 0 {
		spin = d.small()
	}
	a = geom.NewOBB(geom.Transform{Q: d.tiny()}, ha)
	b = geom.NewOBB(geom.Transform{P: at, Q: geom.AxisAngle(geom.Vec{Z: 1}, spin)}, hb)
	if d.IntN(2) == 0 {
		q := d.turn()
		a, b = turned(&a, q), turned(&b, q)
	}
	return a, b
}

func turned(b *geom.OBB, q geom.Quat) geom.OBB {
	return geom.OBB{C: q.Rotate(b.C), Half: b.Half,
		Axes: geom.Mat3{X: q.Rotate(b.Axes.X), Y: q.Rotate(b.Axes.Y), Z: q.Rotate(b.Axes.Z)}}
}

// triangle returns a triangle for box a: one near it, or one of corners of the box b or of a itself, which is flush,
// touches or is degenerate.
func (d pairDraw) triangle(kind int, a, b *geom.OBB) geom.Triangle {
	t := geom.Triangle{A: a.C.Add(d.vec(1.6)), B: a.C.Add(d.vec(1.6)), C: a.C.Add(d.vec(1.6))}
	corner := func(b *geom.OBB) geom.Vec { return b.Vertex(d.IntN(8)) }
	if kind == 0 || d.IntN(8) == 0 {
		return t
	}
	switch d.IntN(5) {
	case 0, 1:
		t = geom.Triangle{A: corner(b), B: corner(b), C: corner(b)}
	case 2:
		t = geom.Triangle{A: corner(a), B: corner(a), C: t.C}
	case 3:
		t.B, t.C = corner(a), t.A.Add(t.B.Sub(t.A).Scale(d.small()))
	case 4: // in the plane of a face of a, or nearly
		up := a.Axes.Z.Scale(a.Half.Z + d.small())
		flat := func() geom.Vec {
			return a.C.Add(up).Add(a.Axes.X.Scale(d.in(-2, 2))).Add(a.Axes.Y.Scale(d.in(-2, 2)))
		}
		t = geom.Triangle{A: flat(), B: flat(), C: flat()}
	}
	return t
}

// surroundings returns the plane of a triangle and what lies across its edges: nothing, or planes through the edges.
func (d pairDraw) surroundings(t *geom.Triangle) (geom.Plane, *[3]geom.EdgeInfo, *[3]geom.Plane) {
	n := t.Normal()
	plane := geom.Plane{N: n, D: n.Dot(t.A)}
	if d.IntN(3) == 0 {
		return plane, nil, nil
	}
	v := [3]geom.Vec{t.A, t.B, t.C}
	var edges [3]geom.EdgeInfo
	var beyond [3]geom.Plane
	for k := range edges {
		along := v[axes1[k]].Sub(v[k]).Normalize()
		angle := d.in(-1.5, 1.5)
		switch edges[k].Kind = geom.EdgeKind(d.IntN(4)); edges[k].Kind {
		case geom.EdgeFlat:
			angle = 0
		case geom.EdgeConvex:
			angle = math.Abs(angle)
		case geom.EdgeConcave:
			angle = -math.Abs(angle)
		}
		beyond[k].N = geom.AxisAngle(along, angle).Rotate(n)
		beyond[k].D = beyond[k].N.Dot(v[k])
	}
	if d.IntN(6) == 0 {
		return plane, &edges, nil
	}
	return plane, &edges, &beyond
}
