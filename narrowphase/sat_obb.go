package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// satRounding bounds the rounding error of a separation, relative to the sum of the centres' distance and both half
// extents: some twenty operations of half an ulp each, 2.3e-15, rounded up. Shapes that are apart by less count as
// touching, for no computation in double precision can tell.
const satRounding = 1e-14

// parallelEdges is the squared sine below which two edges count as parallel: their cross product is rounding noise.
const parallelEdges = 1e-28

// The kinds of separating axes.
const (
	axisFaceA = iota
	axisFaceB
	axisEdges
)

// satAxis is one candidate axis with the separation of the two shapes along it.
type satAxis struct {
	N    geom.Vec // unit, from A to B
	Sep  float64  // [m], negative when the shapes overlap along N
	Kind uint8
	I, J uint8 // axis of A's face or edge; axis of B's face, or index of B's edge or edge direction
}

// obbAxes is the result of the 15 axes of two boxes.
type obbAxes struct {
	n    int
	v    [15]satAxis
	best int     // index in v of the largest separation, a face where an edge pair is not better by more than rounding
	eps  float64 // bound of the rounding error of a separation [m]
}

// obbFrame is a box in the form in which the loops over axes want it.
type obbFrame struct {
	axes [3]geom.Vec
	half [3]float64
}

func frameOf(b *geom.OBB) obbFrame {
	return obbFrame{[3]geom.Vec{b.Axes.X, b.Axes.Y, b.Axes.Z}, [3]float64{b.Half.X, b.Half.Y, b.Half.Z}}
}

// OverlapOBBs reports whether a and b have a point in common; touching counts. It tests the 15 axes of two boxes and
// stops at the first that separates them. Cross products of parallel edges are no axes and are skipped: the faces decide.
// Boxes that are apart by no more than rounding can tell (1e-14 of their size) touch. Half extents may be zero.
//
// Source: 002, "Separating Axis Theorem", 15 axes of two boxes; 004, section on OBB and OBB, static test.
func OverlapOBBs(a, b *geom.OBB) bool {
	d := b.C.Sub(a.C)
	fa, fb := frameOf(a), frameOf(b)
	eps := float64(satRounding * (d.MaxAbs() + a.Size() + b.Size()))
	var r, q [3][3]float64
	var da [3]float64
	for i := 0; i < 3; i++ {
		da[i] = d.Dot(fa.axes[i])
		rb := 0.0
		for j := 0; j < 3; j++ {
			r[i][j] = fa.axes[i].Dot(fb.axes[j])
			q[i][j] = math.Abs(r[i][j])
			rb += float64(fb.half[j] * q[i][j])
		}
		if math.Abs(da[i])-(fa.half[i]+rb) > eps {
			return false
		}
	}
	for j := 0; j < 3; j++ {
		ra := float64(fa.half[0]*q[0][j]) + float64(fa.half[1]*q[1][j]) + float64(fa.half[2]*q[2][j])
		if math.Abs(d.Dot(fb.axes[j]))-(ra+fb.half[j]) > eps {
			return false
		}
	}
	for i := 0; i < 3; i++ {
		i1, i2 := axes1[i], axes2[i]
		for j := 0; j < 3; j++ {
			j1, j2 := axes1[j], axes2[j]
			t := math.Abs(float64(da[i2]*r[i1][j]) - float64(da[i1]*r[i2][j]))
			ra := float64(fa.half[i1]*q[i2][j]) + float64(fa.half[i2]*q[i1][j])
			rb := float64(fb.half[j1]*q[i][j2]) + float64(fb.half[j2]*q[i][j1])
			gap := t - (ra + rb)
			if gap > eps {
				return false
			}
			// The axis is not of unit length here; near a gap of zero only the exact direction decides.
			if gap > -eps && edgeSeparation(a, b, d, fa.axes[i], fb.axes[j]) > eps {
				return false
			}
		}
	}
	return true
}

// edgeSeparation returns the separation along the cross product of two edges, and -Inf for parallel edges.
func edgeSeparation(a, b *geom.OBB, d, ea, eb geom.Vec) float64 {
	c := ea.Cross(eb)
	if c.LenSq() < parallelEdges {
		return math.Inf(-1)
	}
	n := c.Normalize()
	return math.Abs(d.Dot(n)) - (a.Radius(n) + b.Radius(n))
}

// MTVOBBs returns the minimum translation of two boxes, and false when they have no point in common. Depth is the
// smallest overlap over the 15 axes; when one box contains the other it is the smaller of the two distances by which the
// box can leave along the axis. Axes are unit vectors before depths are compared; cross products of parallel edges are
// skipped. Of equal depths a face of a comes before a face of b, and faces before pairs of edges. Concentric boxes part
// along +axis of a face of a.
//
// Source: 002, "Minimum Translation Vector"; unlike it, depths are compared as lengths and N points from a to b.
func MTVOBBs(a, b *geom.OBB) (MTV, bool) {
	var s obbAxes
	if !s.collect(a, b, 0, 0) {
		return MTV{}, false
	}
	best := &s.v[s.best]
	return MTV{best.N, math.Max(0, -best.Sep)}, true
}

// collect fills s with the axes of two boxes, and returns false as soon as one separates them by more than limit beyond
// rounding. Pairs of edges that are worse than the best so far by more than keep are left out.
func (s *obbAxes) collect(a, b *geom.OBB, limit, keep float64) bool {
	d := b.C.Sub(a.C)
	fa, fb := frameOf(a), frameOf(b)
	s.n, s.best = 0, 0
	s.eps = float64(satRounding * (d.MaxAbs() + a.Size() + b.Size()))
	limit += s.eps
	var r, q [3][3]float64
	var da [3]float64
	for i := 0; i < 3; i++ {
		da[i] = d.Dot(fa.axes[i])
		rb := 0.0
		for j := 0; j < 3; j++ {
			r[i][j] = fa.axes[i].Dot(fb.axes[j])
			q[i][j] = math.Abs(r[i][j])
			rb += float64(fb.half[j] * q[i][j])
		}
		if s.add(fa.axes[i], da[i] < 0, math.Abs(da[i])-(fa.half[i]+rb), axisFaceA, i, 0) > limit {
			return false
		}
	}
	for j := 0; j < 3; j++ {
		t := d.Dot(fb.axes[j])
		ra := float64(fa.half[0]*q[0][j]) + float64(fa.half[1]*q[1][j]) + float64(fa.half[2]*q[2][j])
		if s.add(fb.axes[j], t <= 0, math.Abs(t)-(ra+fb.half[j]), axisFaceB, 0, j) > limit {
			return false
		}
	}
	for i := 0; i < 3; i++ {
		i1, i2 := axes1[i], axes2[i]
		for j := 0; j < 3; j++ {
			j1, j2 := axes1[j], axes2[j]
			len2 := float64(r[i1][j]*r[i1][j]) + float64(r[i2][j]*r[i2][j])
			if len2 < parallelEdges {
				continue
			}
			t := math.Abs(float64(da[i2]*r[i1][j]) - float64(da[i1]*r[i2][j]))
			ra := float64(fa.half[i1]*q[i2][j]) + float64(fa.half[i2]*q[i1][j])
			rb := float64(fb.half[j1]*q[i][j2]) + float64(fb.half[j2]*q[i][j1])
			if t-(ra+rb)+s.eps < (s.v[s.best].Sep-keep)*math.Sqrt(len2) {
				continue
			}
			n := fa.axes[i].Cross(fb.axes[j]).Normalize()
			if n == (geom.Vec{}) {
				continue
			}
			tn := d.Dot(n)
			if s.add(n, tn < 0, math.Abs(tn)-(a.Radius(n)+b.Radius(n)), axisEdges, i, j) > limit {
				return false
			}
		}
	}
	return true
}

// add appends an axis, turned round when back, and returns its separation.
func (s *obbAxes) add(n geom.Vec, back bool, sep float64, kind uint8, i, j int) float64 {
	if back {
		n = n.Neg()
	}
	s.v[s.n] = satAxis{n, sep, kind, uint8(i), uint8(j)}
	if sep > s.v[s.best].Sep+s.eps || s.n == 0 {
		s.best = s.n
	}
	s.n++
	return sep
}
