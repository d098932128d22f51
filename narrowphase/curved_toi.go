package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// TimeOfImpactCurved returns the first time in [0, duration] [s] at which the distance of two moving and rotating
// convex shapes, at least one of them curved, is no more than target [m]. Status, Time, Separation and the treatment of
// shapes that start no more than target apart are as for TimeOfImpactBoxes, except that Separation is SeparationCurved
// and size the largest Extent of both. Time is never late; a hit is reported in (target, target + 1e-9·size]; shapes
// that touch and separate are followed until they are apart; shapes that touch and do not, including rolling ones, are
// Overlapping.
//
// Two spheres that turn about their centres are solved in closed form, and rotation costs nothing for a sphere, or for
// a cylinder or cone about its axis. The method is conservative advancement: a direction n that separates the shapes
// bounds their separation for the rest of the interval by
//
//	n·(z + ż s) - hA(n + s n × wA) - hB(-n - s n × wB) - M s²/2
//
// with z the vector from a point of A to one of B, h the support functions about these points, and M a bound of the
// second derivative along n of all points. It is concave in s, and correct to first order for any shape; so the search
// converges quadratically, and for shapes that graze each other by a constant factor per step. The direction is fixed
// or turns with a body.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, for the advancement; 003 for the
// bracket.
func TimeOfImpactCurved(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration, target float64) TOI {
	var p curvedTOI
	if p.q.setShapes(a.Shape, b.Shape) {
		a, b, sa, sb = b, a, sb, sa
	}
	p.a.set(a, sa)
	p.b.set(b, sb)
	p.z0, p.v = sb.C.Sub(sa.C), sb.V.Sub(sa.V)
	out := p.search(duration, target)
	if p.q.swap {
		out.N = out.N.Neg()
	}
	return out
}

// TimeOfImpactCurvedTriangle is TimeOfImpactCurved for a curved shape and a triangle at rest, whose two sides are
// solid. The size is the largest of the shape's Extent and the half extents of the triangle's bounds. A triangle
// without area is a segment or a point.
func TimeOfImpactCurvedTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration, target float64) TOI {
	var p curvedTOI
	p.q.a = a.Shape
	p.q.rB = geom.Identity()
	p.a.set(a, sa)
	p.b.tri = [3]geom.Vec{t.A.Sub(sa.C), t.B.Sub(sa.C), t.C.Sub(sa.C)}
	p.q.tri = p.b.tri
	p.q.prepareTriangle()
	mid := p.b.tri[0].Add(p.b.tri[1]).Add(p.b.tri[2]).Scale(1.0 / 3)
	p.z0, p.v = mid, sa.V.Neg()
	for k := range p.b.tri {
		p.b.tri[k] = p.b.tri[k].Sub(mid)
		p.b.reach = math.Max(p.b.reach, p.b.tri[k].Len())
	}
	return p.search(duration, target)
}

// curvedTOI is the state of one search. All is relative to A's centre of rotation, in world axes.
type curvedTOI struct {
	q             curvedPair
	a, b          curvedBody
	z0, v         geom.Vec // B's centre of rotation (a triangle's middle) at time 0, and its velocity
	z             geom.Vec // now
	target, tol   float64
	end, left, at float64
}

// search runs the query for a pair that has been set; see toiPair.search.
func (p *curvedTOI) search(duration, target float64) TOI {
	if !(duration <= math.MaxFloat64 && math.Abs(target) <= math.MaxFloat64) || !p.z0.IsFinite() || !p.v.IsFinite() ||
		!p.a.isFinite() || !p.b.isFinite() {
		return TOI{Status: Unresolved}
	}
	p.target, p.tol = target, float64(toiTolerance*p.q.size)
	duration = math.Max(duration, 0)
	w := toiWindow{0, duration}
	aim, top := target+float64(0.5*p.tol), target+p.tol
	w.ball(p.z0, p.v, math.Max(p.a.reach+p.b.reach+aim, 0))
	if w.from > w.to {
		return TOI{Status: Miss, Time: duration}
	}
	p.end = w.to
	t, lastApart, arrival, follow := w.from, -1.0, false, 0
	touching := t == 0 // and ever since
	for i := 1; i <= toiIterations; i++ {
		p.place(t)
		s := p.q.sep
		out := TOI{Hit, t, p.q.world0(), s, i}
		step := 0.0
		switch {
		case s > top:
			lastApart, follow, touching = t, 0, false
			step = p.step(aim)
		case s <= target && lastApart >= 0:
			return p.back(lastApart, t, out)
		case s > target || s >= -float64(toiDeep*p.q.size):
			if s > target {
				lastApart = t
				if p.step(target) >= p.left {
					return TOI{Status: Miss, Time: duration, Iterations: i}
				}
			}
			next, newcomer, ok := p.leave(aim, top)
			if !ok && touching && p.q.doubtful() {
				next, newcomer, ok = p.leaveAhead(t, s, aim, top)
			}
			if follow++; !ok || follow > toiFollow {
				if lastApart < 0 && !arrival {
					out.Status, out.Time = Overlapping, 0
				}
				return out
			}
			step, arrival = next, newcomer
		case s < 0:
			out.Status = Overlapping
			return out
		default:
			return TOI{Status: Unresolved, Time: t, Iterations: i}
		}
		if step >= p.left {
			return TOI{Status: Miss, Time: duration, Iterations: i}
		}
		if !(t+step > t) {
			out.Status = Unresolved
			return out
		}
		t += step
	}
	return TOI{Unresolved, t, p.q.world0(), p.q.sep, toiIterations}
}

// world0 returns the normal in world axes, from the pair's A to its B.
func (q *curvedPair) world0() geom.Vec { return q.rB.Apply(q.n) }

// place moves the shapes to time t and separates them.
func (p *curvedTOI) place(t float64) {
	p.at, p.left = t, p.end-t
	p.z = p.z0.AddScaled(p.v, t)
	p.a.place(t)
	if p.b.shape == nil {
		for k := range p.q.tri {
			p.q.tri[k] = p.z.Add(p.b.tri[k]).Sub(p.a.o)
		}
		p.q.qA, p.q.rA = p.a.q, p.a.r
	} else {
		p.b.place(t)
		p.q.placeShapes(p.a.q, p.b.q, p.a.o.Sub(p.z.Add(p.b.o)))
	}
	p.q.separate()
	p.q.straighten(float64(0.125 * p.tol))
}

// back returns a hit between from, where the shapes were farther apart than the target, and to, where rounding has them
// nearer.
func (p *curvedTOI) back(from, to float64, out TOI) TOI {
	return bisectHit(from, to, p.target, p.tol, out, func(t float64) (geom.Vec, float64) {
		p.place(t)
		return p.q.world0(), p.q.sep
	})
}

// step returns the longest time during which the shapes certainly stay farther apart than level.
func (p *curvedTOI) step(level float64) float64 {
	var g curvedBound
	p.still(&g)
	longest := g.root(p, level, p.left)
	if longest < p.left {
		longest = math.Max(longest, p.fixedStep(level))
	}
	for with := 0; with < 3 && longest < float64(fixedAxisShare*p.left); with++ {
		if p.turning(with, &g) && g.value(p, longest) > level {
			longest = math.Max(longest, g.root(p, level, p.left))
		}
	}
	return longest
}

// fixedStep returns how long the shapes certainly stay farther apart than level along a direction that stands still,
// however they turn: for fast rotation longer than their rates imply.
func (p *curvedTOI) fixedStep(level float64) float64 {
	n := p.q.world0()
	x := n.Dot(p.z) - p.a.ahead(n) - p.b.ahead(n.Neg()) - level
	rate := -n.Dot(p.v)
	if x <= 0 {
		return 0
	}
	if float64(rate*p.left) <= x {
		return p.left
	}
	return x / rate
}

// leave returns how long shapes that touch, and part, can be followed: until they are apart, or as far as a bound of
// their separation rises; and whether they come nearer then with other points. It returns false for shapes that do not
// part, or too slowly to be apart by the end.
func (p *curvedTOI) leave(aim, top float64) (s float64, arrival, ok bool) {
	var g curvedBound
	out := top + float64(0.125*p.tol)
	p.still(&g)
	s, arrival, ok = g.rise(p, aim, out)
	for with := 0; with < 3 && s < p.left; with++ {
		if !p.turning(with, &g) {
			continue
		}
		if t, a, o := g.rise(p, aim, out); o && (!ok || t > s) {
			s, arrival, ok = t, a, true
		}
	}
	return s, arrival, ok
}

// doubtful reports whether shapes that touch may do so with corners or edges only, so that many directions are as good:
// not if one of them is smooth, or a line or an area lies on an area.
func (q *curvedPair) doubtful() bool {
	if q.a.Radius() > 0 || q.a.Kind == geom.ShapeEllipsoid {
		return false
	}
	if q.b != nil && (q.b.Radius() > 0 || q.b.Kind == geom.ShapeEllipsoid) {
		return false
	}
	a, b := q.flatOfA(), q.flatOfB()
	areaA := a.kind == flatDisc && nearlyParallel(a.n, q.n)
	areaB := b.kind >= flatDisc && nearlyParallel(b.n, q.n.Neg())
	return !(areaA && b.kind != flatPoint) && !(areaB && a.kind != flatPoint)
}

// lookAhead is the displacements, in units of tol, after which touching shapes are checked again.
var lookAhead = [3]float64{16, 256, 4096}

// leaveAhead is leave by the directions in which the shapes are apart, or less deep, a little later. Where they touch
// with corners or edges many directions are as good as the one found, and it is another along which they part.
func (p *curvedTOI) leaveAhead(t, s, aim, top float64) (step float64, arrival, ok bool) {
	speed := p.v.Len() + float64(p.a.mag*p.a.reach) + float64(p.b.mag*p.b.reach)
	for _, far := range lookAhead {
		dt := math.Min(float64(far*p.tol)/speed, p.end-t)
		if !(t+dt > t) {
			continue
		}
		p.place(t + dt)
		n, later := p.q.world0(), p.q.sep
		p.place(t)
		if later <= s {
			continue
		}
		p.q.n = p.q.rB.ApplyT(n)
		p.q.sep = p.q.along(p.q.n)
		if p.q.sep < s-p.tol {
			continue
		}
		if step, arrival, ok = p.leave(aim, top); ok {
			return step, arrival, true
		}
	}
	return 0, false, false
}
