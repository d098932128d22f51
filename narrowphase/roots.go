package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// FeatureTOI is the first meeting of a vertex and a triangle, or of two edges, whose vertices move linearly.
type FeatureTOI struct {
	Status Status
	Time   float64 // in [0, 1], as a part of the motion; never later than the meeting
	// Where they meet. Of a triangle the point A + U·(B-A) + V·(C-A); of two edges that at U on the first and at V on
	// the second. 0 to 1.
	U, V float64
}

// VertexFace returns when vertex p, moving from p0 to p1, first meets the closed triangle t, whose vertices move from
// those of t0 to those of t1. All move linearly in the time, which runs from 0 to 1; lengths are in any one unit.
//
// The answer is exact for the numbers given: Hit with the first time at which they touch, Overlapping and time 0 where
// they do so at 0, otherwise Miss. A mere touch counts: grazing, at an edge or a vertex, in the last instant, of a
// triangle and a vertex that move in one plane all the time, and of triangles without area. Time is never late, and
// early by 1e-7 at most, where the four points are nearly in one plane for long; as a rule by 1e-11, and by 1e-16 where
// the fast test could not decide. U and V are rounded. Unresolved: a coordinate is not finite.
//
// A test in double precision with bounds of all rounding errors answers where it can, without allocation. What it
// leaves open is decided in integers of as many bits as it takes (math/big), which allocates: cases within some 1e-12
// of a change of the answer, touching at 0, and four points that are nearer to each other than their motion is long and
// stay in one plane. A single decision takes some 10 µs to 1 ms.
//
// Source: 003 (ALGORITHMS.md D2), the meeting of a vertex with a face and of two edges, for vertices that move
// linearly. X. Provot, "Collision and self-collision handling in cloth model dedicated to design garments", 1997, has
// the cubic.
func VertexFace(p0 geom.Vec, t0 *geom.Triangle, p1 geom.Vec, t1 *geom.Triangle) FeatureTOI {
	m := rootQuery{at: [2][4]geom.Vec{{p0, t0.A, t0.B, t0.C}, {p1, t1.A, t1.B, t1.C}}}
	return m.run()
}

// EdgeEdge is VertexFace for two closed edges, a from a0[0] a0[1] at time 0 to a1[0] a1[1] at time 1, and b likewise.
// Edges that stay parallel, and edges without length, are allowed.
func EdgeEdge(a0, b0, a1, b1 *[2]geom.Vec) FeatureTOI {
	m := rootQuery{edges: true, at: [2][4]geom.Vec{{a0[0], a0[1], b0[0], b0[1]}, {a1[0], a1[1], b1[0], b1[1]}}}
	return m.run()
}

// rootQuery is a query: four points at time 0 and at time 1. They are a vertex and the corners of a triangle, or the
// ends of two edges.
//
// With three differences a, b, c of the points the two can only meet where the cubic (a × b)·c is zero. A triangle's a
// and b are the sides from its first corner, c goes from there to the vertex; a and b are the two edges, and c goes
// from the beginning of the first to that of the second. With n = a × b they meet at u = n·(c × b)/n² along a; at v =
// n·(a × c)/n² along b in a triangle, and at -v along the second edge.
type rootQuery struct {
	edges bool
	at    [2][4]geom.Vec

	base, rate [3]geom.Vec // a, b, c at time 0 and their rates
	size       [3]float64  // largest coordinate of a, b, c at both ends
	eps        float64     // bound of the error of the cubic
}

// run answers the query.
func (m *rootQuery) run() FeatureTOI {
	for _, end := range &m.at {
		for _, p := range end {
			if !p.IsFinite() {
				return FeatureTOI{Status: Unresolved}
			}
		}
	}
	if m.bounds() {
		return FeatureTOI{Status: Miss, Time: 1}
	}
	out, ok := m.fast()
	if !ok {
		out = m.exact()
	}
	switch out.Status {
	case Miss:
		out.Time = 1
	default:
		m.where(&out)
	}
	return out
}

// bounds reports whether the boxes around the motions have no point in common: comparisons, and so exact.
func (m *rootQuery) bounds() bool {
	first := 1
	if m.edges {
		first = 2
	}
	var lo, hi [2]geom.Vec
	for k := 0; k < 4; k++ {
		side := 0
		if k >= first {
			side = 1
		}
		a, b := m.at[0][k].Min(m.at[1][k]), m.at[0][k].Max(m.at[1][k])
		if k == 0 || k == first {
			lo[side], hi[side] = a, b
		} else {
			lo[side], hi[side] = lo[side].Min(a), hi[side].Max(b)
		}
	}
	a, b := geom.AABB{Min: lo[0], Max: hi[0]}, geom.AABB{Min: lo[1], Max: hi[1]}
	return !a.Overlaps(&b)
}

// differences returns a, b and c of four points.
func (m *rootQuery) differences(p *[4]geom.Vec) [3]geom.Vec {
	if m.edges {
		return [3]geom.Vec{p[1].Sub(p[0]), p[3].Sub(p[2]), p[2].Sub(p[0])}
	}
	return [3]geom.Vec{p[2].Sub(p[1]), p[3].Sub(p[1]), p[0].Sub(p[1])}
}

// where sets the place of the meeting at a known time.
func (m *rootQuery) where(out *FeatureTOI) {
	var p [4]geom.Vec
	for k := range p {
		p[k] = m.at[0][k].Scale(1-out.Time).AddScaled(m.at[1][k], out.Time)
	}
	if m.edges {
		out.U, out.V = nearestOnEdges(p[0], p[1], p[2], p[3])
		return
	}
	d := m.differences(&p)
	out.U, out.V = nearestInFace(d[0], d[1], d[2])
}

// nearestInFace returns the point u·a + v·b of the triangle 0, a, b that is nearest to c.
func nearestInFace(a, b, c geom.Vec) (u, v float64) {
	n := a.Cross(b)
	if n2 := n.LenSq(); n2 > 0 {
		u, v = n.Dot(c.Cross(b))/n2, n.Dot(a.Cross(c))/n2
		if u >= 0 && v >= 0 && u+v <= 1 {
			return u, v
		}
	}
	far := math.Inf(1)
	try := func(p, d geom.Vec, u0, v0, u1, v1 float64) {
		s := 0.0
		if l := d.LenSq(); l > 0 {
			s = clamp01(c.Sub(p).Dot(d) / l)
		}
		if r := c.Sub(p.AddScaled(d, s)).LenSq(); r < far {
			far, u, v = r, u0+float64(s*(u1-u0)), v0+float64(s*(v1-v0))
		}
	}
	try(geom.Vec{}, a, 0, 0, 1, 0)
	try(geom.Vec{}, b, 0, 0, 0, 1)
	try(a, b.Sub(a), 1, 0, 0, 1)
	return u, v
}
