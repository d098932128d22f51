package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// separateSmooth finds the separation of a pair with an ellipsoid, a cylinder or a cone.
func (q *curvedPair) separateSmooth() {
	if !q.separateTubes() && !q.separateCylinder() {
		q.search()
	}
}

// search is separateSmooth for pairs without a closed form.
func (q *curvedPair) search() {
	r := q.distance()
	if r.Status == DistanceDeep {
		q.overlapSmooth()
		return
	}
	q.sep, q.n, q.pa, q.pb = r.Gap, r.N, r.PA, r.PB
	if tol := float64(1e-13 * (q.size + q.cA.MaxAbs())); r.Gap-r.Lower > float64(2*tol) {
		// Near touch the direction is that of two points whose distance is mostly rounding.
		x := q.ascend(r.N, q.along(r.N), tol)
		q.sep, q.n, q.pa, q.pb = x.g, x.n, x.pa, x.pb
	}
	q.fa, q.fb = q.pointFeatures()
}

// distance is that of the shapes.
func (q *curvedPair) distance() DistanceResult {
	a := q.convexA()
	d := q.difference(&a)
	return d.distance(d.start())
}

// movedDistance is that of the shapes with A moved back by way along n, which is about the direction from A to B then.
func (q *curvedPair) movedDistance(n geom.Vec, way float64) DistanceResult {
	a := q.convexA()
	a.Pose.P = a.Pose.P.AddScaled(n, -way)
	d := q.difference(&a)
	return d.distance(q.rA.ApplyT(n).Normalize())
}

func (q *curvedPair) convexA() Convex { return Convex{q.a, geom.Transform{P: q.cA, Q: q.qA}} }

// difference is that of B and A at the pose of a.
func (q *curvedPair) difference(a *Convex) difference {
	if q.b == nil {
		return newDifferenceTriangle(a, &geom.Triangle{A: q.tri[0], B: q.tri[1], C: q.tri[2]})
	}
	return newDifference(a, &Convex{q.b, geom.Transform{Q: geom.IdentityQuat()}})
}

// pointFeatures returns the features of the points of A and B that are farthest along the normal.
func (q *curvedPair) pointFeatures() (fa, fb feature) {
	fa = pointFeature(q.a, q.rA.ApplyT(q.n))
	if q.b != nil && !q.b.Polyhedral() {
		return fa, pointFeature(q.b, q.n.Neg())
	}
	b := q.flatOfB()
	return fa, b.f
}

// along returns the separation along the unit vector n.
func (q *curvedPair) along(n geom.Vec) float64 {
	a := q.reachOfA(n)
	if q.b == nil {
		return math.Min(q.tri[0].Dot(n), math.Min(q.tri[1].Dot(n), q.tri[2].Dot(n))) - a
	}
	return q.b.Support(n.Neg()).Dot(n) - a
}

// reachOfA returns how far A reaches along the unit vector n.
func (q *curvedPair) reachOfA(n geom.Vec) float64 {
	d := q.rA.ApplyT(n)
	return q.a.Support(d).Dot(d) + q.cA.Dot(n)
}

// overlapPasses bounds the steps of an ascent.
const overlapPasses = 48

// overlapSmooth finds the least translation of shapes that overlap: if they overlap by little, that of the distance from
// A made a little smaller, if no other direction has less depth; else that of Penetration, refined.
func (q *curvedPair) overlapSmooth() {
	tol := float64(1e-13 * (q.size + q.cA.MaxAbs()))
	best := math.Inf(-1)
	if n, ok := q.shrunk(); ok {
		best = q.climb(n, best, tol)
	}
	if !math.IsInf(best, -1) {
		a := q.convexA()
		d := q.difference(&a)
		if n, ok := d.below(q.n, -best); ok {
			best = q.climb(n, best, tol)
		}
	} else if m, ok := q.penetration(); ok {
		best = q.climb(m.N, best, tol)
	}
	if math.IsInf(best, -1) {
		q.climb(geom.Vec{X: 1}, best, tol)
	}
	q.fa, q.fb = q.pointFeatures()
}

// climb takes what an ascent from n finds if it is better than best, and returns the best.
func (q *curvedPair) climb(n geom.Vec, best, tol float64) float64 {
	x := q.ascend(n, q.along(n), tol)
	if x.g <= best+tol {
		return best
	}
	q.sep, q.n, q.pa, q.pb = x.g, x.n, x.pa, x.pb
	return x.g
}

// penetration is the least translation of the shapes by a search of all directions.
func (q *curvedPair) penetration() (MTV, bool) {
	a := q.convexA()
	if q.b == nil {
		return PenetrationTriangle(&a, &geom.Triangle{A: q.tri[0], B: q.tri[1], C: q.tri[2]})
	}
	return Penetration(&a, &Convex{q.b, geom.Transform{Q: geom.IdentityQuat()}})
}

// shrunk returns the direction of the distance from A made smaller about its middle, if that is apart from B.
func (q *curvedPair) shrunk() (geom.Vec, bool) {
	const f = 0.97
	middle := q.middleA()
	a := *q.a
	a.Size = a.Size.Scale(f)
	p := *q
	p.a, p.cA = &a, middle.Add(q.cA.Sub(middle).Scale(f))
	r := p.distance()
	return r.N, r.Status != DistanceDeep
}

// ascent is where a search for the largest separation g has come: its direction and the points of A and B that are then
// farthest in each other, or nearest.
type ascent struct {
	n, pa, pb geom.Vec
	g         float64
}

// ascend climbs from the direction n, along which the separation is g, to the largest one. From a direction n0 a step
// goes to the one of the distance after moving A back along n0 by some way t: that has the largest g(n) + t n·n0, so g
// does not fall, and it stays only where g is largest for all directions near. For shallow overlap t is small against
// the radii of curvature, and one or two steps are enough. The less room is left after moving back the longer the
// steps, but too little has no direction.
func (q *curvedPair) ascend(n geom.Vec, g, tol float64) ascent {
	x := ascent{n: n, g: g}
	room := math.Max(math.Abs(g), float64(1e3*tol))
	var way geom.Vec
	for i := 0; i < overlapPasses; i++ {
		back := room - x.g
		r := q.movedDistance(x.n, back)
		g := math.Inf(-1)
		if r.Status == DistanceApart {
			g = q.along(r.N)
		}
		if g < x.g-tol {
			if room > q.size {
				break
			}
			room = float64(room * 8)
			continue
		}
		x.pa, x.pb = r.PA.AddScaled(x.n, back), r.PB
		done := g <= x.g+tol
		last := way
		way = r.N.Sub(x.n)
		x.n, x.g = r.N, math.Max(g, x.g)
		if !done {
			q.leap(&x, way, last)
		}
		if done {
			break
		}
		room = math.Max(float64(0.25*room), math.Max(float64(0.5*math.Abs(x.g)), float64(1e3*tol)))
	}
	return x
}

// leap extrapolates two steps in a similar direction, if that is better.
func (q *curvedPair) leap(x *ascent, way, last geom.Vec) {
	a, b := way.LenSq(), way.Dot(last)
	if !(b > float64(0.9*a) && b < last.LenSq()) {
		return
	}
	// The ratio of the steps is a/b; what is left of a geometric series is way·a/(b-a).
	f := 1e3
	if float64(f*(b-a)) > a {
		f = a / (b - a)
	}
	n := x.n.AddScaled(way, f).Normalize()
	if g := q.along(n); g > x.g {
		x.n, x.g = n, g
	}
}
