package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The limits of the search for a time of impact of polyhedra; see those of boxes too.
const (
	turnIterations = 20000 // the largest count seen in 20,000 random queries, of up to 300 rad, is 458
	turnFollow     = 100   // iterations in a row that shapes in contact are given to part
)

// TimeOfImpactHulls returns the first time in [0, duration] (s) at which the distance of two moving and rotating convex
// polyhedra (boxes or hulls) is no more than target (m). Parts are in the frames of their bodies, whose origins are the
// centres of rotation of sa and sb.
//
// Hit: Time is never late: the polyhedra are farther apart than target at every earlier time, to rounding. Separation
// is that at Time along N, a lower bound of the distance, in (target, target + 1e-9·size]; size is the largest Extent
// of both. Target should be some 1e-9·size, or more; it may be zero. Every hit is found, whatever the speed and the
// spin, also if the polyhedra are apart again at duration or turn by more than π. Miss: they stay farther apart than
// target; Time is duration.
//
// Polyhedra that start no more than target apart: if along an axis (a face normal, or the cross product of two edges)
// on which they separate best, to within 1e-9·size, all touching vertices move apart, they are followed until they are
// separated, and the search continues from there, so that a body that has just bounced can hit with its other end. If
// the best axis is that of edges parallel within 1e-5, the faces' axes count. A vertex that arrives before the others
// have left is a Hit, and Separation may be below target. Otherwise, and whenever they start deeper in each other than
// 1e-6·size, the status is Overlapping and Time 0.
//
// Unresolved: the search stopped after 20000 iterations, or its input was not finite; Time is a lower bound. A negative
// duration counts as 0.
//
// The method is conservative advancement. The direction between the nearest points (GJK) gives axes that are fixed, or
// turn with A, with B, or with a pair of edges. Along each, every vertex has a known position and rate, and a second
// derivative that is bounded for the whole interval, so that the time at which the first of them can reach the target
// is a lower bound. It converges quadratically, and at once where nothing turns.
//
// Source: 003, which brackets the impact between t0 and t1; this search finds the bracket, as ALGORITHMS.md D asks.
// FirstContact goes from its end to the time at which they touch.
func TimeOfImpactHulls(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration, target float64) TOI {
	var p turnPair
	flip := p.setOrdered(a, sa, b, sb, target)
	out := p.search(duration)
	if flip {
		out.N = out.N.Neg()
	}
	return out
}

// setOrdered is setHulls, with a body that does not turn as B: that is better. It reports whether that was a.
func (p *turnPair) setOrdered(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, target float64) bool {
	if sa.W == (geom.Vec{}) {
		p.setHulls(b, sb, a, sa, target)
		return true
	}
	p.setHulls(a, sa, b, sb, target)
	return false
}

// TimeOfImpactHullTriangle is TimeOfImpactHulls for a polyhedron and a triangle at rest. The size is the larger of the
// Extent of the polyhedron and the largest half extent of the triangle's bounds. Both sides of the triangle are solid.
// A triangle without area is a segment or a point.
func TimeOfImpactHullTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration, target float64) TOI {
	v, f := flatHull(t)
	h := flatPolyhedron(&v, &f)
	var p turnPair
	p.b.hull = &h // here and not in a method, so that it stays on the stack
	p.setTriangle(a, sa, t, target)
	return p.search(duration)
}

// search runs the query for a pair that has been set.
func (p *turnPair) search(duration float64) TOI {
	if !(duration <= math.MaxFloat64 && math.Abs(p.target) <= math.MaxFloat64) || !p.isFinite() {
		return TOI{Status: Unresolved}
	}
	duration = math.Max(duration, 0)
	t, ok := p.window(duration)
	if !ok {
		return TOI{Status: Miss, Time: duration}
	}
	aim, top := p.target+float64(0.5*p.tol), p.target+p.tol
	lastApart, arrival, follow := -1.0, false, 0
	for i := 1; i <= turnIterations; i++ {
		p.place(t)
		out := TOI{Status: Hit, Time: t, N: p.n, Separation: p.sep, Iterations: i}
		step := 0.0
		switch {
		case p.sep > top:
			lastApart, follow = t, 0
			step = p.step(aim)
		case p.sep <= p.target && lastApart >= 0:
			return p.back(lastApart, t, out)
		case p.sep >= -float64(toiDeep*p.size):
			if p.sep > p.target {
				lastApart = t
				if p.step(p.target) >= p.left {
					return TOI{Status: Miss, Time: duration, Iterations: i}
				}
			}
			next, newcomer, ok := p.leave(p.floor(lastApart < 0 || t == 0), aim, top)
			if follow++; !ok || follow > turnFollow {
				if lastApart < 0 && !arrival {
					out.Status, out.Time = Overlapping, 0
				}
				return out
			}
			step, arrival = next, newcomer
		case p.sep < 0:
			out.Status, out.Time = Overlapping, 0
			return out
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
	return TOI{Status: Unresolved, Time: t, N: p.n, Separation: p.sep, Iterations: turnIterations}
}

// isFinite reports whether places, attitudes and velocities are numbers whose squares are.
func (p *turnPair) isFinite() bool {
	sum := p.z0.LenSq() + p.v.LenSq() + float64(p.a.mag*p.a.mag) + float64(p.b.mag*p.b.mag) + float64(p.a.reach*p.a.reach) + float64(p.b.reach*p.b.reach)
	for _, r := range [2]*geom.Mat3{&p.a.r, &p.b.r} {
		sum += r.X.LenSq() + r.Y.LenSq() + r.Z.LenSq()
	}
	return sum <= math.MaxFloat64
}

// floor returns the least separation of an axis that counts as one of the best, for shapes that started in touch or
// not.
func (p *turnPair) floor(start bool) float64 {
	if !start {
		return math.Max(p.feature-p.tol, p.target)
	}
	return math.Max(p.feature-p.tol-p.doubt, -float64(toiDeep*p.size))
}

// back returns a hit between from, where the pair was farther apart than the target, and to, where by rounding it is
// not.
func (p *turnPair) back(from, to float64, out TOI) TOI {
	for {
		mid := from + float64(0.5*(to-from))
		if !(mid > from && mid < to) {
			return out
		}
		out.Iterations++
		p.place(mid)
		out.Time, out.N, out.Separation = mid, p.n, p.sep
		switch {
		case out.Separation > p.target+p.tol:
			from = mid
		case out.Separation <= p.target:
			to = mid
		default:
			return out
		}
	}
}
