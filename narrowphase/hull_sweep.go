package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// SweepHulls returns the first time in [0, duration] [s] at which polyhedron a, moving at the constant velocity va
// (m/s), touches polyhedron b, moving at vb, and the points where they do. Neither turns. Both shapes must be
// Polyhedral. The axes are the faces of both and the pairs of edges that span a facet of the Minkowski difference B -
// A: the sweep is a ray against that polyhedron, and other axes cannot decide.
//
// Margin, the fields of the result, what counts as touching at 0 and the error of Time are as in SweepOBBs; the size is
// the largest half extent of the shapes' bounds in their frames, the coordinates are those of the frames' origins and
// the vertices in them. A contact set holds at most MaxSet points. Unresolved, all other fields zero: a pose, a
// velocity, the margin or its square is not finite, or the duration is not a number.
//
// The error of the time: along the unit normal n of a facet, in world axes, the gap is n·D plus the reach of both
// shapes from the origins of their frames, whose difference is D. So only n·D and n·V carry rounding that grows with
// the place and the travel, as in SweepOBBs; the reaches are within 1e-14 of the largest coordinate in the frames, and
// a hull's vertices within its Tolerance of the plane of a face, 2.3e-13 of that.
//
// Source: 000, "TestIntersection" (ALGORITHMS.md A1, A2, A5). Unlike it, pairs of edges that span no facet are left
// out, parallel edges give no axis, and a contact that opens at 0 is no hit.
func SweepHulls(a, b *Convex, va, vb geom.Vec, duration, margin float64) Sweep {
	var out Sweep
	s := hullSweep{world: a.Pose.Q.Mat3(), d: b.Pose.P.Sub(a.Pose.P), v: vb.Sub(va), margin: margin}
	s.dA, s.vA = s.world.ApplyT(s.d), s.world.ApplyT(s.v)
	if !s.isFinite(a.Pose.P, duration) || !b.Pose.Q.IsFinite() {
		return Sweep{Status: Unresolved}
	}
	var x hullAxes
	x.setHulls(a, b)
	x.p, x.sweep = geom.Vec{}, &s
	reach := a.Pose.P.MaxAbs() + b.Pose.P.MaxAbs() + hullReach(x.a) + hullReach(x.b)
	s.start(max(a.Shape.Extent(), b.Shape.Extent()), reach, va, vb, duration)
	if !x.search() || !s.result(&out) {
		return out
	}
	fa := hullFrame{h: x.a, r: s.world}
	fb := hullFrame{x.b, b.Pose.Q.Mat3(), s.d.AddScaled(s.v, out.Time)}
	touchSet(&fa, &fb, out.N, s.tol, &out.Set)
	out.Set.move(a.Pose.P.AddScaled(va, out.Time))
	return out
}

// SweepHullTriangle returns the first time in [0, duration] [s] at which polyhedron a, moving at the constant velocity
// va (m/s), touches triangle t, moving at vb, and the points where they do. Neither turns. The triangle is a closed set
// without thickness that is hit from both sides; one without area is the segment or the point that it is. The rest is
// as in SweepHulls.
//
// Source: 000, "TestIntersection"; 004, the moving case of a box and a triangle (ALGORITHMS.md A1, A2, A5).
func SweepHullTriangle(a *Convex, t *geom.Triangle, va, vb geom.Vec, duration, margin float64) Sweep {
	var out Sweep
	var f triangleHull
	f.set(t, a.Pose)
	h := f.hull()
	s := hullSweep{world: a.Pose.Q.Mat3(), v: vb.Sub(va), margin: margin}
	s.vA = s.world.ApplyT(s.v)
	if !s.isFinite(a.Pose.P, duration) || !t.A.Add(t.B).Add(t.C).IsFinite() {
		return Sweep{Status: Unresolved}
	}
	x := hullAxes{a: a.Shape.Hull, b: &h, thin: f.thin, sweep: &s}
	x.setFlat()
	bounds := t.Bounds()
	size := float64(bounds.Size().MaxAbs() * 0.5)
	reach := a.Pose.P.MaxAbs() + hullReach(x.a) + max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())
	s.start(max(a.Shape.Extent(), size), reach, va, vb, duration)
	if !x.search() || !s.result(&out) {
		return out
	}
	fa := hullFrame{h: x.a, r: s.world}
	fb := hullFrame{x.b, s.world, s.v.Scale(out.Time)}
	touchSet(&fa, &fb, out.N, s.tol, &out.Set)
	out.Set.move(a.Pose.P.AddScaled(va, out.Time))
	return out
}

// hullSweep takes the axes of two polyhedra that move without turning. hullAxes gives it separations of the shapes
// about the origins of their frames, as if those were one point.
type hullSweep struct {
	sweepAxes
	world  geom.Mat3 // from A's frame
	d, v   geom.Vec  // from A's origin to B's, and the velocity of B seen from A, world
	dA, vA geom.Vec  // the same in A's frame
	margin float64

	outA, outB geom.Vec // the second pivots, see setPivots
}

// isFinite reports whether the motion of shapes of which A is at p is one of numbers.
func (s *hullSweep) isFinite(p geom.Vec, duration float64) bool {
	w := &s.world
	sum := w.X.LenSq() + w.Y.LenSq() + w.Z.LenSq() + p.LenSq() + s.d.LenSq() + s.v.LenSq() + float64(s.margin*s.margin)
	return sum <= math.MaxFloat64 && duration == duration
}

// matters reports whether an axis can change the result: n, of length l, to which the separation of the shapes about
// their origins, times l, is no more than gap and no more than out. A facet matters if its gap at 0 is the largest, if
// it touches at the latest entry so far, or if it is left before the earliest exit.
func (s *hullSweep) matters(n geom.Vec, gap, out, l float64) bool {
	apart, speed := n.Dot(s.dA)-float64(s.margin*l), n.Dot(s.vA)
	gap, out = gap+apart, out+apart
	first := min(gap, out)
	slack := float64(2 * s.tol * l)
	switch {
	case first > float64(s.gap*l)-slack:
		return true
	case speed < 0:
		return gap+float64(max(s.enter, 0)*speed) >= -slack
	case first >= -slack:
		return true
	}
	return speed > 0 && out+float64(s.exit*speed) > -slack
}

// skipsArc reports whether no axis of an arc can change the result; see hullAxes.skipsArc and matters. in and out are
// from the two pivots of A to the edge.
func (s *hullSweep) skipsArc(in, out, d0, d1 geom.Vec) bool {
	if math.IsInf(s.exit, 1) {
		return false
	}
	in, out = in.Add(s.dA), out.Add(s.dA)
	if !below(in, d0, d1, s.gap-float64(2*s.tol)+s.margin) && !below(out, d0, d1, s.gap-float64(2*s.tol)+s.margin) {
		return false
	}
	limit := s.margin - float64(2*s.tol)
	return below(in.AddScaled(s.vA, max(s.enter, 0)), d0, d1, limit) && below(out.AddScaled(s.vA, s.exit), d0, d1, limit)
}

// below reports whether n·w is below the limit for all n of the arc from d0 to d1.
func below(w, d0, d1 geom.Vec, limit float64) bool {
	return max(w.Dot(d0), w.Dot(d1)) < min(limit, 0)
}

// test adds a facet of B - A with the unit normal n, given in A's frame, along which the shapes about their origins are
// apart by sep. It reports whether the shapes may still touch within the duration; see sweepAxes.test, of which it is
// one side.
func (s *hullSweep) test(n geom.Vec, sep float64) bool {
	n = s.world.Apply(n)
	gap, speed := sep+n.Dot(s.d)-s.margin, n.Dot(s.v)
	if gap > s.gap {
		s.gap, s.gapN = gap, n
	}
	switch {
	case gap < -s.tol:
		if speed > 0 {
			s.leave(-gap / speed)
		}
		return s.enter <= s.exit
	case gap <= s.tol && math.Abs(speed) <= s.still:
		s.share(sweepTie{n, sweepOpen, 0, gap})
		return true
	case speed >= 0:
		return false
	case gap > 0:
		s.share(sweepTie{n, gap / -speed, -speed, 0})
	default:
		s.share(sweepTie{n, 0, -speed, gap})
	}
	return s.enter <= s.exit && s.enter <= s.duration
}
