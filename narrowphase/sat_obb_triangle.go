package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The places of the axes in triangleAxes: three of the box, the triangle's normal once for each side, and for each edge
// of the triangle its cross products with the axes of the box.
const (
	axisFront     = 3
	axisBack      = 4
	axesOfCrosses = 5
)

// triangleAxes is a box and a triangle in the box's frame, with the 13 axes of the pair. Only separations are kept;
// what an axis is like is worked out when it is asked for.
type triangleAxes struct {
	v, e        [3]geom.Vec // vertices; edge k from vertex k to vertex k+1
	h           geom.Vec    // half extents of the box
	eps         float64     // bound of the rounding error of a separation [m]
	front, back geom.Vec    // axes of the triangle's two sides
	sep         [14]float64
	has, turned uint32  // bit k: sep[k] is filled in, and belongs to the opposite direction
	top         float64 // largest separation [m]
	keep        float64 // how far below top an axis of edges still matters [m]
	cut         edgeCut // at top - keep, or below
}

func (s *triangleAxes) set(a *geom.OBB, t *geom.Triangle) {
	u, v, w := a.Axes.Apply(t.A.Sub(a.C)), a.Axes.Apply(t.B.Sub(a.C)), a.Axes.Apply(t.C.Sub(a.C))
	s.v[0], s.v[1], s.v[2] = u, v, w
	s.e[0], s.e[1], s.e[2] = v.Sub(u), w.Sub(v), u.Sub(w)
	s.h = a.Half
	s.eps = float64(satRounding * (max(u.MaxAbs(), v.MaxAbs(), w.MaxAbs()) + a.Size()))
}

// normal returns the triangle's unit normal in the box's frame, and the zero vector for a triangle without area.
func (s *triangleAxes) normal() geom.Vec {
	n := s.e[0].Cross(s.e[1])
	if n.LenSq() < parallelEdges*float64(s.e[0].LenSq()*s.e[1].LenSq()) {
		return geom.Vec{}
	}
	return n.Normalize()
}

// radius returns half the length of the box's projection on n times |n|.
func (s *triangleAxes) radius(n geom.Vec) float64 { return n.Abs().Dot(s.h) }

// project returns the lower end of the triangle's projection on n, and that on the opposite of n.
func (s *triangleAxes) project(n geom.Vec) (lo, back float64) {
	x, y, z := n.Dot(s.v[0]), n.Dot(s.v[1]), n.Dot(s.v[2])
	return min(x, y, z), min(-x, -y, -z)
}

// bounds returns the lower corner of the triangle's bounds, and the opposite of the upper.
func (s *triangleAxes) bounds() (lo, back geom.Vec) {
	a, b, c := &s.v[0], &s.v[1], &s.v[2]
	lo = geom.Vec{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y), Z: min(a.Z, b.Z, c.Z)}
	back = geom.Vec{X: min(-a.X, -b.X, -c.X), Y: min(-a.Y, -b.Y, -c.Y), Z: min(-a.Z, -b.Z, -c.Z)}
	return lo, back
}

// OverlapOBBTriangle reports whether box a and triangle t have a point in common; touching counts. It tests the 13 axes
// of a box and a triangle and stops at the first that separates them. Axes that vanish are skipped: the cross products
// of parallel edges, and all that a triangle lacks that is only a segment or a point. A box and a triangle that are
// apart by no more than rounding can tell (1e-14 of their size and distance) touch.
//
// Source: 004, section on box and triangle, static test; E4.
func OverlapOBBTriangle(a *geom.OBB, t *geom.Triangle) bool {
	var s triangleAxes
	s.set(a, t)
	lo, back := s.bounds()
	if exceeds(lo.Sub(s.h), s.eps) || exceeds(back.Sub(s.h), s.eps) {
		return false
	}
	if n := s.e[0].Cross(s.e[1]); s.apart(n, float64(s.e[0].LenSq()*s.e[1].LenSq())) {
		return false
	}
	for k := 0; k < 3; k++ {
		e, e2 := s.e[k], s.e[k].LenSq()
		if s.apart(geom.Vec{Y: -e.Z, Z: e.Y}, e2) || s.apart(geom.Vec{X: e.Z, Z: -e.X}, e2) ||
			s.apart(geom.Vec{X: -e.Y, Y: e.X}, e2) {
			return false
		}
	}
	return true
}

// apart reports whether the axis n, a cross product of edges whose squared lengths have the product len2, separates.
func (s *triangleAxes) apart(n geom.Vec, len2 float64) bool {
	if n.LenSq() <= parallelEdges*len2 {
		return false
	}
	lo, back := s.project(n)
	r := s.radius(n) + float64(s.eps*n.MaxAbs())
	return lo > r || back > r
}

// MTVOBBTriangle returns the minimum translation of box a and triangle t, and false when they have no point in common.
// The triangle counts from both sides. Depth is the smallest distance, over the 13 axes, by which the box can leave in
// one or the other direction; of equal ones the box's faces come first, then the triangle's, then pairs of edges.
//
// Source: 004, section on box and triangle; 002, "Minimum Translation Vector".
func MTVOBBTriangle(a *geom.OBB, t *geom.Triangle) (MTV, bool) {
	var s triangleAxes
	s.set(a, t)
	n := s.normal()
	if !s.collect(n.Neg(), n, 0) {
		return MTV{}, false
	}
	best := s.axis(s.best())
	return MTV{s.worldNormal(a, &best, t.Normal()), math.Max(0, -best.Sep)}, true
}

// worldNormal returns an axis in world coordinates, exactly that of the face where it is one. front is the normal of
// the triangle's front.
func (s *triangleAxes) worldNormal(a *geom.OBB, x *satAxis, front geom.Vec) geom.Vec {
	if x.Kind == axisFaceB {
		if x.J == triangleFront {
			return front.Neg()
		}
		return front
	}
	return a.Axes.ApplyT(x.N)
}

// best returns the axis of the largest separation, an earlier one where a later is not better by more than rounding.
func (s *triangleAxes) best() int {
	best := leading(s.sep[0], 0)
	for k := 1; k < len(s.sep); k++ {
		if s.has>>k&1 != 0 {
			best = best.or(s.sep[k], k, s.eps)
		}
	}
	return best.k
}

// collect fills s with the axes, each in the direction in which the separation is larger, and returns false as soon as
// one separates by more than limit beyond rounding. front is the axis of a box in front of the triangle, the opposite
// of its normal; back is that of a box behind it. A zero vector is no axis. Pairs of edges that are worse than another
// axis are left out.
func (s *triangleAxes) collect(front, back geom.Vec, limit float64) bool {
	if !s.collectFaces(front, back, limit) {
		return false
	}
	s.keep = s.eps
	s.cut = cutAt(s.top - s.keep)
	return s.collectCrosses(limit, true)
}

// collectFaces fills in the axes of the box's faces and of the triangle's two sides.
func (s *triangleAxes) collectFaces(front, back geom.Vec, limit float64) bool {
	limit += s.eps
	lo, behind := s.bounds()
	lo, behind = lo.Sub(s.h), behind.Sub(s.h)
	if exceeds(lo, limit) || exceeds(behind, limit) {
		return false
	}
	x, y, z := leading(lo.X, 0).or(behind.X, 1, 0), leading(lo.Y, 0).or(behind.Y, 1, 0), leading(lo.Z, 0).or(behind.Z, 1, 0)
	s.sep[0], s.sep[1], s.sep[2] = x.value(), y.value(), z.value()
	s.turned = uint32(x.k | y.k<<1 | z.k<<2)
	s.has = 1<<axisFront - 1
	s.top = max(s.sep[0], s.sep[1], s.sep[2])
	s.front, s.back = front, back
	return s.addFace(front, axisFront, limit) && s.addFace(back, axisBack, limit)
}

// addFace adds the axis of one side of the triangle, and returns false when it separates by more than limit.
func (s *triangleAxes) addFace(n geom.Vec, k int, limit float64) bool {
	if n == (geom.Vec{}) {
		return true
	}
	lo := min(n.Dot(s.v[0]), n.Dot(s.v[1]), n.Dot(s.v[2]))
	s.sep[k] = lo - s.radius(n)
	s.has |= 1 << k
	s.top = max(s.top, s.sep[k])
	return s.sep[k] <= limit
}

// collectCrosses fills in the axes of pairs of edges, but those below the cut, which rising takes along with the best.
func (s *triangleAxes) collectCrosses(limit float64, rising bool) bool {
	limit += s.eps
	for k := range s.e {
		e, p, o := &s.e[k], &s.v[k], &s.v[axes2[k]]
		// The triangle's projections on the cross products of e are those of a vertex on e and of the vertex opposite.
		at, to := e.Cross(*p), e.Cross(*o)
		l, h := e.Abs(), &s.h
		r := geom.Vec{
			X: float64(l.Z*h.Y) + float64(l.Y*h.Z),
			Y: float64(l.X*h.Z) + float64(l.Z*h.X),
			Z: float64(l.Y*h.X) + float64(l.X*h.Y),
		}
		gap := at.Add(to).Abs().Sub(at.Sub(to).Abs()).Scale(0.5).Sub(r)
		q := e.Mul(*e)
		if !s.cut.leavesOut(gap.X, q.Y+q.Z) && !s.addCross(k, 0, limit, rising) ||
			!s.cut.leavesOut(gap.Y, q.Z+q.X) && !s.addCross(k, 1, limit, rising) ||
			!s.cut.leavesOut(gap.Z, q.X+q.Y) && !s.addCross(k, 2, limit, rising) {
			return false
		}
	}
	return true
}

// addCross adds the cross product of axis i of the box and edge k, and returns false when it separates by more than
// limit.
func (s *triangleAxes) addCross(k, i int, limit float64, rising bool) bool {
	n := unitVec(i, 1).Cross(s.e[k])
	l2 := n.LenSq()
	if l2 <= parallelEdges*s.e[k].LenSq() {
		return true
	}
	n = n.Scale(1 / math.Sqrt(l2))
	lo, back := s.project(n)
	r := s.radius(n)
	sep := leading(lo-r, 0).or(back-r, 1, 0)
	at := axesOfCrosses + 3*k + i
	s.sep[at] = sep.value()
	s.has |= 1 << at
	s.turned |= uint32(sep.k) << at
	if s.sep[at] > s.top {
		s.top = s.sep[at]
		if rising {
			s.cut = cutAt(s.top - s.keep)
		}
	}
	return s.sep[at] <= limit
}

// axis returns axis k.
func (s *triangleAxes) axis(k int) satAxis {
	x := satAxis{Sep: s.sep[k]}
	switch {
	case k < axisFront:
		x.N, x.I = unitVec(k, 1), uint8(k)
	case k == axisFront:
		x.N, x.Kind, x.J = s.front, axisFaceB, triangleFront
	case k == axisBack:
		x.N, x.Kind, x.J = s.back, axisFaceB, triangleBack
	default:
		e, i := (k-axesOfCrosses)/3, (k-axesOfCrosses)%3
		n := unitVec(i, 1).Cross(s.e[e])
		x.N, x.Kind, x.I, x.J = n.Scale(1/math.Sqrt(n.LenSq())), axisEdges, uint8(i), uint8(e)
	}
	if s.turned>>k&1 != 0 {
		x.N = x.N.Neg()
	}
	return x
}
