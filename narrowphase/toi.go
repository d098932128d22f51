package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The limits of the search for a time of impact. Lengths are relative to the size of the pair.
const (
	toiTolerance  = 1e-9 // a hit is reported this much above the target at most
	toiDeep       = 1e-6 // shapes that start deeper in each other than this are not followed out
	toiIterations = 1000 // the largest count seen in a million random queries is 215
	toiFollow     = 16   // iterations in a row that shapes in contact are given to part
)

// Box is a box fixed in a body frame whose origin is the centre of rotation. Its axes are those of the frame.
type Box struct {
	Offset geom.Vec // centre of the box [m]
	Half   geom.Vec // half extents [m], not negative
}

// TimeOfImpactBoxes returns the first time in [0, duration] (s) at which the largest separation of two moving and
// rotating boxes over their 15 axes (SeparationOBBs) is no more than target (m).
//
// Hit: Time is never late: the boxes are farther apart than target at every earlier time, to rounding. Separation is
// that at Time, in (target, target + 1e-9·size], along N; size is the largest half extent of both. Target should be
// some 1e-9·size, or more; it may be zero. Every hit is found, whatever the speed and the spin, also if the boxes are
// apart again at duration or turn by more than π. Miss: the boxes stay farther apart than target; Time is duration.
// Where corners pass each other, whose distance is more than their separation, the distance counts.
//
// Boxes that start no more than target apart: if along an axis on which they separate best, to within 1e-9·size, all
// touching vertices move apart, they are followed until they are separated, and the search continues from there, so
// that a box that has just bounced can hit with its other end. If the best axis is that of edges parallel within 1e-5,
// the faces' axes count. A vertex that arrives before the others have left is a Hit, and Separation may be below
// target. Otherwise, and whenever they start deeper in each other than 1e-6·size, the status is Overlapping and Time 0.
//
// Unresolved: the search stopped after 1000 iterations, or its input was not finite; Time is a lower bound. Neither
// occurs for shapes and motions that double precision can distinguish. A negative duration counts as 0.
//
// The method is conservative advancement on the separating axes. An axis turns with the body that its face belongs to,
// or with both for a pair of edges. Every vertex moves along it with known position and rate, and a second derivative
// that is bounded for the whole interval. The next time is the latest, over all axes, of the earliest at which a vertex
// can reach the target. It converges quadratically, and at once where nothing turns.
//
// Source: 003, which brackets the impact between t0 and t1; this search finds the bracket, as ALGORITHMS.md D asks.
func TimeOfImpactBoxes(a *Box, sa *geom.Sweep, b *Box, sb *geom.Sweep, duration, target float64) TOI {
	var p toiPair
	if sa.W == (geom.Vec{}) {
		// A body that does not turn is better as B.
		p.setBoxes(b, sb, a, sa, target)
		out := p.search(duration)
		out.N = out.N.Neg()
		return out
	}
	p.setBoxes(a, sa, b, sb, target)
	return p.search(duration)
}

// TimeOfImpactBoxTriangle is TimeOfImpactBoxes for a box and a triangle at rest, over 13 axes (SeparationOBBTriangle).
// The size is the largest half extent of the box and of the triangle's bounds. Both sides of the triangle are solid. A
// triangle without area is a segment or a point.
func TimeOfImpactBoxTriangle(a *Box, sa *geom.Sweep, t *geom.Triangle, duration, target float64) TOI {
	var p toiPair
	p.setTriangle(a, sa, t, target)
	return p.search(duration)
}

// isFinite reports whether the shapes and motions of the pair are.
func (p *toiPair) isFinite() bool {
	sum := p.v.MaxAbs() + p.wA.MaxAbs() + p.wB.MaxAbs() + p.reachA + p.reachB + p.size
	if p.tri {
		sum += p.y0[0].MaxAbs() + p.y0[1].MaxAbs() + p.y0[2].MaxAbs()
	} else {
		sum += p.z0.MaxAbs() + p.bx[0].MaxAbs() + p.bx[1].MaxAbs() + p.bx[2].MaxAbs()
	}
	return sum+p.ax[0].MaxAbs()+p.ax[1].MaxAbs()+p.ax[2].MaxAbs() <= math.MaxFloat64
}

// search runs the query for a pair that has been set.
func (p *toiPair) search(duration float64) TOI {
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
	for i := 1; i <= toiIterations; i++ {
		p.place(t)
		s := p.sep[p.best]
		out := TOI{Status: Hit, Time: t, N: p.normal(p.best), Separation: s, Iterations: i}
		step := 0.0
		switch {
		case s > top:
			lastApart, follow = t, 0
			step = p.step(aim)
		case s <= p.target && lastApart >= 0:
			return p.back(lastApart, t, out)
		case s > p.target || s >= -float64(toiDeep*p.size):
			if s > p.target {
				lastApart = t
				if p.step(p.target) >= p.left {
					return TOI{Status: Miss, Time: duration, Iterations: i}
				}
			}
			floor := math.Max(s-p.tol, p.target)
			if t == 0 || lastApart < 0 {
				floor = math.Max(s-p.tol-p.doubt(), -float64(toiDeep*p.size))
			}
			next, newcomer, ok := p.leave(floor, aim, top)
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
	return TOI{Status: Unresolved, Time: t, N: p.normal(p.best), Separation: p.sep[p.best], Iterations: toiIterations}
}
