package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The places of the axes in obbAxes: three of a, three of b, and then for each axis of a its cross products with those
// of b.
const (
	axesOfB     = 3
	axesOfEdges = 6
)

// obbAxes is the separations along the 15 axes of two boxes. The axes themselves are computed on demand.
type obbAxes struct {
	obbPair
	sep [15]float64
	has uint32  // bit k: sep[k] is filled in
	top float64 // largest separation [m]
	eps float64 // bound of the rounding error of a separation [m]

	faceA, faceB, edge leader   // the best of a's faces, of b's and of the pairs of edges; edge.k is 0 where there is none
	n, inA, inB        geom.Vec // axis edge, and in the frames of a and b

	keep float64 // how far below top an axis of edges still matters [m]
	cut  edgeCut // at top - keep
}

// MTVOBBs returns the minimum translation of two boxes, and false when they have no point in common. Depth is the
// smallest overlap over the 15 axes; when one box contains the other it is the smaller of the two distances by which
// the box can leave along the axis. Axes are unit vectors before depths are compared; cross products of parallel edges
// are skipped. Of equal depths a face of a comes before a face of b, and faces before pairs of edges. Concentric boxes
// part along +axis of a face of a.
//
// Source: 002, "Minimum Translation Vector"; unlike it, depths are compared as lengths and N points from a to b.
func MTVOBBs(a, b *geom.OBB) (MTV, bool) {
	var s obbAxes
	s.a, s.b, s.d = a, b, b.C.Sub(a.C)
	if !s.collect(a.Size()+b.Size(), 0, 0) {
		return MTV{}, false
	}
	best := s.axis(s.best())
	return MTV{best.N, math.Max(0, -best.Sep)}, true
}

// best returns the axis of the largest separation, an earlier one where a later is not better by more than rounding.
func (s *obbAxes) best() int {
	best := leading(s.sep[0], 0)
	for k := 1; k < len(s.sep); k++ {
		if s.has>>k&1 != 0 {
			best = best.or(s.sep[k], k, s.eps)
		}
	}
	return best.k
}

// collect fills in the axes of the two boxes, whose sizes have the given sum, and returns false as soon as one
// separates them by more than limit beyond rounding. Pairs of edges that are worse than the best so far by more than
// keep are left out. The boxes and d are set before.
func (s *obbAxes) collect(sizes, limit, keep float64) bool {
	s.eps = float64(satRounding * (s.d.MaxAbs() + sizes))
	limit += s.eps
	fa := s.facesOfA()
	if exceeds(fa, limit) {
		return false
	}
	fb := s.facesOfB()
	if exceeds(fb, limit) {
		return false
	}
	s.sep[0], s.sep[1], s.sep[2], s.sep[3], s.sep[4], s.sep[5] = fa.X, fa.Y, fa.Z, fb.X, fb.Y, fb.Z
	s.has = 1<<axesOfEdges - 1
	s.faceA = leading(fa.X, 0).or(fa.Y, 1, s.eps).or(fa.Z, 2, s.eps)
	s.faceB = leading(fb.X, 3).or(fb.Y, 4, s.eps).or(fb.Z, 5, s.eps)
	s.top = max(fa.X, fa.Y, fa.Z, fb.X, fb.Y, fb.Z)
	s.keep = keep
	s.cut = cutAt(s.top - s.keep)
	h, d, q, r := &s.a.Half, &s.da, &s.q, &s.r
	return s.addEdges(axesOfEdges, &s.a.Axes.X, s.edges(&q[0], &q[1], &q[2], &r[1], &r[2], d.Y, d.Z, h.Y, h.Z), &r[1], &r[2], limit) &&
		s.addEdges(axesOfEdges+3, &s.a.Axes.Y, s.edges(&q[1], &q[2], &q[0], &r[2], &r[0], d.Z, d.X, h.Z, h.X), &r[2], &r[0], limit) &&
		s.addEdges(axesOfEdges+6, &s.a.Axes.Z, s.edges(&q[2], &q[0], &q[1], &r[0], &r[1], d.X, d.Y, h.X, h.Y), &r[0], &r[1], limit)
}

// addEdges adds the pairs of an edge of a and the three of b, axes k to k+2, and returns false when one separates by
// more than limit. gap is the result of obbPair.edges; r1 and r2 are the rows of r that follow the edge's.
func (s *obbAxes) addEdges(k int, edge *geom.Vec, gap geom.Vec, r1, r2 *geom.Vec, limit float64) bool {
	length := r1.Mul(*r1).Add(r2.Mul(*r2))
	b := &s.b.Axes
	return (s.cut.leavesOut(gap.X+s.eps, length.X) || s.addEdge(k, edge, &b.X, gap.X, length.X, limit)) &&
		(s.cut.leavesOut(gap.Y+s.eps, length.Y) || s.addEdge(k+1, edge, &b.Y, gap.Y, length.Y, limit)) &&
		(s.cut.leavesOut(gap.Z+s.eps, length.Z) || s.addEdge(k+2, edge, &b.Z, gap.Z, length.Z, limit))
}

// addEdge adds axis k, the cross product of the edges ea and eb, and returns false when it separates by more than
// limit.
func (s *obbAxes) addEdge(k int, ea, eb *geom.Vec, gap, length2, limit float64) bool {
	if length2 < parallelEdges || gap+s.eps < float64(s.cut.value*math.Sqrt(length2)) {
		return true
	}
	n := ea.Cross(*eb).Normalize()
	if n == (geom.Vec{}) {
		return true
	}
	inA, inB, along := s.a.Axes.Apply(n), s.b.Axes.Apply(n), s.d.Dot(n)
	sep := math.Abs(along) - (inA.Abs().Dot(s.a.Half) + inB.Abs().Dot(s.b.Half))
	s.sep[k] = sep
	s.has |= 1 << k
	if s.edge.k == 0 || sep > s.edge.value()+s.eps {
		side := math.Copysign(1, along+0) // positive for -0
		s.edge, s.n, s.inA, s.inB = leading(sep, k), n.Scale(side), inA.Scale(side), inB.Scale(side)
	}
	if sep > s.top {
		s.top = sep
		s.cut = cutAt(s.top - s.keep)
	}
	return sep <= limit
}

// axis returns axis k.
func (s *obbAxes) axis(k int) satAxis {
	var x satAxis
	switch {
	case k < axesOfB:
		x = satAxis{N: boxAxis(s.a, k), Kind: axisFaceA, I: uint8(k)}
		if component(s.da, k) < 0 {
			x.N = x.N.Neg()
		}
	case k < axesOfEdges:
		j := k - axesOfB
		x = satAxis{N: boxAxis(s.b, j), Kind: axisFaceB, J: uint8(j)}
		if component(s.db, j) <= 0 {
			x.N = x.N.Neg()
		}
	default:
		i, j := (k-axesOfEdges)/3, (k-axesOfEdges)%3
		x = satAxis{N: boxAxis(s.a, i).Cross(boxAxis(s.b, j)).Normalize(), Kind: axisEdges, I: uint8(i), J: uint8(j)}
		if s.d.Dot(x.N) < 0 {
			x.N = x.N.Neg()
		}
	}
	x.Sep = s.sep[k]
	return x
}

// boxAxis returns an axis of a box.
func boxAxis(b *geom.OBB, i int) geom.Vec {
	switch i {
	case 0:
		return b.Axes.X
	case 1:
		return b.Axes.Y
	}
	return b.Axes.Z
}

// component returns component i of a vector.
func component(v geom.Vec, i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return v.Z
}
