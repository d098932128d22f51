package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// SweepOBBs returns the first time in [0, duration] [s] at which box a, moving at the constant velocity va (m/s),
// touches box b, moving at vb, and the points where they do. Neither turns. The fifteen axes are the face normals of
// both and the cross products of their edges.
//
// Margin >= 0 [m] makes the boxes count as touching as soon as no axis separates them by more: the time is never later
// than that at which their distance falls to the margin. The contact set then lies midway between the two boxes.
//
// Hit: Time, N and Set are those of the first contact; Exit is the last, not limited to the duration and +Inf if the
// contact does not end. Boxes that touch at 0 and close are a hit at time 0. Boxes that touch at 0 and part on an axis
// on which they touch are a Miss. Overlapping: the boxes overlap at 0, or touch and stay in touch without closing, at
// rest or sliding: contact without impact, Time 0. N is then the axis of least overlap; Set is filled where they do no
// more than touch. Miss: all other fields are zero. To touch means a gap of at most 1e-9·size + 8 ulp, either sign,
// where size is the largest half extent and an ulp is 2^-52 times the sum of the largest coordinates of the centres.
//
// The error of Time times the speed on the deciding axis is at most 1e-9·size + 8 ulp of the distance of the centres or
// the travel, the larger. Late it is only by rounding: the boxes at Time are in each other by no more than 8 ulp of the
// larger of the two and 64u·size. With u = 2^-53, D the difference of the centres and V
// that of the velocities: a product n·D of three terms is off by 3u|D|, D itself by u|D|, in the same way n·V, and the
// quotient by u, together (3+1)u|D| + (3+1+1)u|V|t <= 9u·max < 8 ulp. The same rounded n is used for gap and speed, so
// its own error acts only within the boxes: n is off the right angle to its two edges by at most 30u (sine above 0.1;
// see sweepCross below), which with the radii's rounding is below 64u·size, and axes left out cost less than
// 5e-10·size. A box whose axes are orthonormal to within e adds e·size. A graze, where latest entry and earliest exit
// differ by no more than that, may be found or missed.
//
// Unresolved, all other fields zero: a centre, an extent, a velocity or the margin is not finite, or the duration not a
// number. The axes must be unit vectors. Degenerate boxes, with half extents of zero, are allowed.
//
// Source: 000, "TestIntersection" for two boxes; 004, moving boxes; ALGORITHMS.md A1, A3, A5, E3. Unlike the sources, a
// contact that opens at 0 is no hit, and parallel edges give no axis.
func SweepOBBs(a, b *geom.OBB, va, vb geom.Vec, duration, margin float64) Sweep {
	var s Sweep
	var w sweepAxes
	w.start(max(a.Size(), b.Size()), a.C.MaxAbs()+b.C.MaxAbs(), va, vb, duration)
	if !w.isFinite(margin) {
		return Sweep{Status: Unresolved}
	}
	d, v := b.C.Sub(a.C), vb.Sub(va)
	if !w.testBoxes(a, b, d, v, margin) || !w.result(&s) {
		return s
	}
	var fa, fb [4]geom.Vec
	na := sweepBoxFeature(a, geom.Vec{}, s.N, w.tol, &fa)
	nb := sweepBoxFeature(b, d.AddScaled(v, s.Time), s.N.Neg(), w.tol, &fb)
	contactSet(fa[:na], fb[:nb], s.N, w.tol, &s.Set)
	s.Set.move(a.C.AddScaled(va, s.Time))
	return s
}

// testBoxes tests the fifteen axes of boxes whose centres are d apart and whose relative velocity is v.
func (w *sweepAxes) testBoxes(a, b *geom.OBB, d, v geom.Vec, margin float64) bool {
	ax := [3]geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z}
	bx := [3]geom.Vec{b.Axes.X, b.Axes.Y, b.Axes.Z}
	ha := [3]float64{a.Half.X, a.Half.Y, a.Half.Z}
	hb := [3]float64{b.Half.X, b.Half.Y, b.Half.Z}
	var c [3][3]float64 // sizes of the cosines between the axes
	for i := range ax {
		c[i] = [3]float64{math.Abs(ax[i].Dot(bx[0])), math.Abs(ax[i].Dot(bx[1])), math.Abs(ax[i].Dot(bx[2]))}
		r := ha[i] + (float64(c[i][0]*hb[0]) + float64(c[i][1]*hb[1]) + float64(c[i][2]*hb[2])) + margin
		p := ax[i].Dot(d)
		if !w.test(ax[i], p-r, p+r, ax[i].Dot(v)) {
			return false
		}
	}
	for j := range bx {
		r := hb[j] + (float64(c[0][j]*ha[0]) + float64(c[1][j]*ha[1]) + float64(c[2][j]*ha[2])) + margin
		p := bx[j].Dot(d)
		if !w.test(bx[j], p-r, p+r, bx[j].Dot(v)) {
			return false
		}
	}
	for i := range ax {
		i1, i2 := sweepOthers(i)
		for j := range bx {
			if c[i][j] > 0.99 { // near parallel: no cancellation allowed
				n, ok := sweepCross(ax[i], bx[j])
				if !ok {
					continue
				}
				p, r := n.Dot(d), a.Radius(n)+b.Radius(n)+margin
				if !w.test(n, p-r, p+r, n.Dot(v)) {
					return false
				}
				continue
			}
			j1, j2 := sweepOthers(j)
			// |(a_i × b_j)·a_i1| = |b_j·a_i2|, and so on: the radii need no further product of vectors.
			r := (float64(ha[i1]*c[i2][j]) + float64(ha[i2]*c[i1][j])) + (float64(hb[j1]*c[i][j2]) + float64(hb[j2]*c[i][j1]))
			n := ax[i].Cross(bx[j])
			f := 1 / n.Len()
			n = n.Scale(f)
			r = float64(r*f) + margin
			p := n.Dot(d)
			if !w.test(n, p-r, p+r, n.Dot(v)) {
				return false
			}
		}
	}
	return true
}

// sweepOthers returns the two axes beside axis i.
func sweepOthers(i int) (int, int) {
	switch i {
	case 0:
		return 1, 2
	case 1:
		return 0, 2
	}
	return 0, 1
}
