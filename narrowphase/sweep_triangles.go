package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// SweepTriangles returns the first time in [0, duration] [s] at which triangle a, moving at the constant velocity va
// (m/s), touches triangle b, moving at vb, and the points where they do. Neither turns. Triangles are closed sets
// without thickness and have no front. The axes are the eleven of OverlapTriangles and, where the planes or two edges
// are nearly parallel, those in the planes.
//
// Margin, the fields of the result, Unresolved, what counts as touching at 0 and the error of Time are as in SweepOBBs,
// the size of a triangle being half the longest side of its bounds and its coordinates those of its vertices, and
// distances being those between vertices. Triangles in one plane that overlap are Overlapping while they move in that
// plane: N is its normal and Set the polygon that they share. A motion out of the plane parts them at once, to either
// side, and is a Miss: without thickness they have no inside to close on. Planes within 5e-10 rad of each other count
// as parallel, and a triangle with a sine below that as the segment that it is, one without length as a point.
//
// Source: 000, "TestIntersection"; 004, section 2.4.2, moving test of two triangles (ALGORITHMS.md A1, A5, E5). Unlike
// 004, the branch for triangles on the negative side tests max < -R, and a contact that opens at 0 is no hit.
func SweepTriangles(a, b *geom.Triangle, va, vb geom.Vec, duration, margin float64) Sweep {
	var s Sweep
	var w sweepAxes
	ba, bb := a.Bounds(), b.Bounds()
	size := float64(max(ba.Size().MaxAbs(), bb.Size().MaxAbs()) * 0.5)
	reach := max(ba.Min.MaxAbs(), ba.Max.MaxAbs()) + max(bb.Min.MaxAbs(), bb.Max.MaxAbs())
	w.start(size, reach, va, vb, duration)
	if !w.isFinite(margin) {
		return Sweep{Status: Unresolved}
	}
	v := vb.Sub(va)
	var p trianglePair
	p.set(a, b, sweepParallel*sweepParallel)
	p.eps += float64(sweepUlps * reach)
	if !w.testTriangles(&p, v, margin) || !w.result(&s) {
		return s
	}
	var fa, fb [3]geom.Vec
	ta := geom.Triangle{A: p.a.v[0], B: p.a.v[1], C: p.a.v[2]}
	tb := geom.Triangle{A: p.b.v[0], B: p.b.v[1], C: p.b.v[2]}
	na := sweepTriangleFeature(&ta, geom.Vec{}, s.N, w.tol, &fa)
	nb := sweepTriangleFeature(&tb, v.Scale(s.Time), s.N.Neg(), w.tol, &fb)
	contactSet(fa[:na], fb[:nb], s.N, w.tol, &s.Set)
	s.Set.move(a.A.AddScaled(va, s.Time))
	return s
}

// testTriangles tests the axes of two triangles.
func (w *sweepAxes) testTriangles(p *trianglePair, v geom.Vec, margin float64) bool {
	var axes [maxTriangleAxes]geom.Vec
	for k := range p.axes(&axes) {
		n := axes[k].Normalize()
		if n == (geom.Vec{}) {
			continue
		}
		loA, hiA := p.a.project(n)
		loB, hiB := p.b.project(n)
		speed := n.Dot(v)
		if margin == 0 && hiB-loA <= p.eps && hiA-loB <= p.eps {
			// In one plane at 0, by rounding. Either they move in it or they part, to whichever side.
			if math.Abs(speed) > float64(8*w.still) {
				return false
			}
			speed = 0
		}
		if !w.test(n, loB-hiA-margin, hiB-loA+margin, speed) {
			return false
		}
	}
	return true
}
