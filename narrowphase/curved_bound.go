package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// curvedBound is a concave bound from below of the separation of two shapes for the rest of the interval; see
// TimeOfImpactCurved. The pivots c are points of reference from the centres of rotation.
type curvedBound struct {
	n      geom.Vec // unit, from A to B
	base   float64  // n·z less the radii
	rate   float64  // n·ż
	cA, cB geom.Vec // points of reference
	mA, mB geom.Vec // n × w of A and of B
	bend   float64  // M

	sA, sB geom.Vec // points of support at the last value, from the points of reference
}

// value returns the bound at s seconds from now.
func (g *curvedBound) value(p *curvedTOI, s float64) float64 {
	dA := g.n.AddScaled(g.mA, s)
	dB := g.n.AddScaled(g.mB, s)
	g.sA = p.a.core(dA).Sub(g.cA)
	g.sB = p.b.core(dB.Neg()).Sub(g.cB)
	return g.base + float64((g.rate-float64(float64(0.5*g.bend)*s))*s) - g.sA.Dot(dA) + g.sB.Dot(dB)
}

// slope returns the derivative at the time of the last value, s.
func (g *curvedBound) slope(s float64) float64 {
	return g.rate - float64(g.bend*s) - g.sA.Dot(g.mA) + g.sB.Dot(g.mB)
}

// rootPasses bounds the passes of a root's search, each of which about doubles its digits.
const rootPasses = 8

// root returns a time in [0, limit] up to which the bound is above level: the last but for a thousandth, or limit.
// Chords are below the bound, and their roots before its root; tangents beyond it are above, and their roots behind. Of
// a direction that comes out below level now it is 0.
func (g *curvedBound) root(p *curvedTOI, level, limit float64) float64 {
	lo, x := 0.0, g.value(p, 0)-level
	if !(x > 0) {
		return 0
	}
	// The parabola through the value now, with the slope now, is above the bound.
	hi := math.Min(toiDown(x, g.slope(0), float64(0.5*g.bend)), limit)
	y := g.value(p, hi) - level
	if y >= 0 {
		return hi
	}
	for i := 0; i < rootPasses && hi-lo > float64(1e-3*lo); i++ {
		tangent := hi - y/g.slope(hi)
		chord := lo + float64((hi-lo)*float64(x/(x-y)))
		if !(chord > lo) {
			break
		}
		lo, x = chord, g.value(p, chord)-level
		if !(x > 0 && tangent > lo && tangent < hi) {
			break // x is below 0 by rounding
		}
		v := g.value(p, tangent) - level
		if v >= 0 {
			return tangent
		}
		hi, y = tangent, v
	}
	return lo
}

// rise returns how long the bound rises from now: until it is out, to the end, or to its highest; then arrival says
// that it is other points by which it falls again. It returns false where it does not rise, or is below aim and too
// slow to be out by the end.
func (g *curvedBound) rise(p *curvedTOI, aim, out float64) (s float64, arrival, ok bool) {
	limit, sep := p.left, p.q.sep
	// A direction that is off by this much sees all points that touch.
	if m := math.Max(g.mA.Len(), g.mB.Len()); m > 0 {
		s = math.Min(toiTolerance/m, float64(0.5*limit))
	}
	x := g.value(p, s)
	dx := g.slope(s)
	if !(dx > 0) || sep < aim && float64(dx*limit) < out-sep {
		return 0, false, false
	}
	fromA, fromB := g.sA, g.sB
	for i := 0; i < 4*rootPasses; i++ {
		if x >= out-float64(0.0625*p.tol) {
			return s, false, true
		}
		next := math.Min(s+float64((out-x)/dx), limit)
		if !(next > s) {
			return s, false, s > 0
		}
		y := g.value(p, next)
		dy := g.slope(next)
		if dy <= 0 {
			s, arrival = g.peak(p, s, next, fromA, fromB)
			return s, arrival, s > 0
		}
		if next == limit {
			return limit, false, true
		}
		s, x, dx = next, y, dy
	}
	return s, false, s > 0
}

// peak returns when the bound is highest, between lo, where it rises, and hi, where it falls, and whether the points
// by which it falls are farther than far from those by which it rose.
func (g *curvedBound) peak(p *curvedTOI, lo, hi float64, fromA, fromB geom.Vec) (float64, bool) {
	for i := 0; i < 4*rootPasses; i++ {
		mid := lo + float64(0.5*(hi-lo))
		g.value(p, mid)
		if g.slope(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	g.value(p, hi)
	far := float64(0.01 * p.q.size)
	return lo, g.sA.Sub(fromA).Len() > far || g.sB.Sub(fromB).Len() > far
}

// still sets g to the bound by the separating direction standing still.
func (p *curvedTOI) still(g *curvedBound) {
	n := p.q.world0()
	a, b := p.a.pivot(n), p.b.pivot(n)
	*g = curvedBound{n: n, cA: a.c, cB: b.c, mA: n.Cross(a.w), mB: n.Cross(b.w), bend: a.bend + b.bend}
	g.base = n.Dot(p.z.Add(b.c).Sub(a.c)) - p.a.round - p.b.round
	g.rate = n.Dot(p.v.Add(b.rate).Sub(a.rate))
}

// turning sets g to the bound by the separating direction turning with B (0), with A (1), or with two lines that pass
// each other (2), and reports false where there is no such motion.
func (p *curvedTOI) turning(with int, g *curvedBound) bool {
	w, ok := p.b.w, true
	switch with {
	case 1:
		w = p.a.w
	case 2:
		w, ok = p.between()
	}
	if !ok || w == (geom.Vec{}) {
		return false
	}
	n := p.q.world0()
	wA, wB := p.a.w.Sub(w), p.b.w.Sub(w)
	*g = curvedBound{n: n, mA: n.Cross(wA), mB: n.Cross(wB)}
	g.base = n.Dot(p.z) - p.a.round - p.b.round
	g.rate = n.Dot(p.v.Sub(w.Cross(p.z)))
	// Seen from a frame that turns with w the bodies turn with wA and wB, which themselves turn, and the centre of
	// rotation moves in a straight line that turns.
	now := w.Cross(p.z).Sub(p.v.Scale(2)).Len()
	end := w.Cross(p.z.AddScaled(p.v, p.left)).Sub(p.v.Scale(2)).Len()
	g.bend = float64(w.Len()*math.Max(now, end)) + float64((wA.LenSq()+w.Cross(p.a.w).Len())*p.a.reach) +
		float64((wB.LenSq()+w.Cross(p.b.w).Len())*p.b.reach)
	return true
}

// between returns the angular velocity, at right angles to the direction n, with which n stays at right angles to both
// of two lines, of A and of B, that are nearest to each other. It returns false where no two lines are, or they are
// parallel.
func (p *curvedTOI) between() (geom.Vec, bool) {
	a, b := p.q.flatOfA(), p.q.flatOfB()
	if a.kind != flatSegment || b.kind != flatSegment {
		return geom.Vec{}, false
	}
	n := p.q.world0()
	dA, dB := p.q.rB.Apply(a.e[1].Sub(a.e[0])), p.q.rB.Apply(b.e[1].Sub(b.e[0]))
	det := n.Dot(dA.Cross(dB))
	if math.Abs(det) <= float64(1e-6*float64(dA.Len()*dB.Len())) {
		return geom.Vec{}, false
	}
	// n × w is m, with m·dA = (n × wA)·dA and m·dB = (n × wB)·dB.
	m := dB.Cross(n).Scale(n.Cross(p.a.w).Dot(dA)/det).AddScaled(n.Cross(dA), n.Cross(p.b.w).Dot(dB)/det)
	return m.Cross(n), true
}
