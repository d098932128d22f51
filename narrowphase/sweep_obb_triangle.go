package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// SweepOBBTriangle returns the first time in [0, duration] [s] at which box a, moving at the constant velocity va
// (m/s), touches triangle t, moving at vb, and the points where they do. Neither turns. The triangle is a closed set
// without thickness and has no front: it is hit from both sides. The thirteen axes are the box's face normals, the
// triangle's normal and the cross products of their edges.
//
// Margin, the fields of the result, Unresolved, what counts as touching at 0 and the error of Time are as in SweepOBBs,
// the size of a triangle being half the longest side of its bounds and its coordinates those of its vertices; distances
// are from the box's centre to the vertices. A triangle thinner than 5e-10 of its length is swept as the segment that
// it is, one without length as a point: an axis that vanishes is left out.
//
// Source: 000, "TestIntersection"; 004, table 3 and the moving case; ALGORITHMS.md A1, A4, A5, E4. Unlike 004, the
// branch for triangles on the negative side tests max < -R.
func SweepOBBTriangle(a *geom.OBB, t *geom.Triangle, va, vb geom.Vec, duration, margin float64) Sweep {
	var s Sweep
	var w sweepAxes
	bounds := t.Bounds()
	size := float64(bounds.Size().MaxAbs() * 0.5)
	reach := a.C.MaxAbs() + max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())
	w.start(max(a.Size(), size), reach, va, vb, duration)
	if !w.isFinite(margin) {
		return Sweep{Status: Unresolved}
	}
	v := vb.Sub(va)
	p := geom.Triangle{A: t.A.Sub(a.C), B: t.B.Sub(a.C), C: t.C.Sub(a.C)}
	if !w.testBoxTriangle(a, &p, v, margin) || !w.result(&s) {
		return s
	}
	var fa [4]geom.Vec
	var ft [3]geom.Vec
	na := sweepBoxFeature(a, geom.Vec{}, s.N, w.tol, &fa)
	nt := sweepTriangleFeature(&p, v.Scale(s.Time), s.N.Neg(), w.tol, &ft)
	contactSet(fa[:na], ft[:nt], s.N, w.tol, &s.Set)
	s.Set.move(a.C.AddScaled(va, s.Time))
	return s
}

// testBoxTriangle tests the thirteen axes of box a and triangle p, given relative to the box's centre.
func (w *sweepAxes) testBoxTriangle(a *geom.OBB, p *geom.Triangle, v geom.Vec, margin float64) bool {
	if !w.testTriangle(a.Axes.X, a.Half.X, p, v, margin) || !w.testTriangle(a.Axes.Y, a.Half.Y, p, v, margin) ||
		!w.testTriangle(a.Axes.Z, a.Half.Z, p, v, margin) {
		return false
	}
	edges := [3]geom.Vec{p.B.Sub(p.A).Normalize(), p.C.Sub(p.B).Normalize(), p.A.Sub(p.C).Normalize()}
	for i, e := range edges {
		// Of the three products the first that exists is the normal: one of them vanishes where two vertices coincide.
		if n, ok := sweepCross(e, edges[(i+1)%3]); ok {
			if !w.testTriangle(n, a.Radius(n), p, v, margin) {
				return false
			}
			break
		}
	}
	for _, x := range [3]geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z} {
		for _, e := range edges {
			n, ok := sweepCross(x, e)
			if ok && !w.testTriangle(n, a.Radius(n), p, v, margin) {
				return false
			}
		}
	}
	return true
}

// testTriangle tests axis n, on which the box reaches from -r to r and triangle p from the least to the largest
// projection of its vertices.
func (w *sweepAxes) testTriangle(n geom.Vec, r float64, p *geom.Triangle, v geom.Vec, margin float64) bool {
	lo := n.Dot(p.A)
	hi := lo
	for _, x := range [2]float64{n.Dot(p.B), n.Dot(p.C)} {
		if x < lo {
			lo = x
		}
		if x > hi {
			hi = x
		}
	}
	r += margin
	return w.test(n, lo-r, hi+r, n.Dot(v))
}

// sweepTriangleFeature writes to dst the corners of that vertex, edge or face of p, moved by d, that is extremal along
// n: all three where the face is within sweepTilt of right angles to n, or costs less than tol; else the extremal
// vertex, with the more level of its edges if that is as level as that. It returns their number: 1, 2 or 3.
func sweepTriangleFeature(p *geom.Triangle, d, n geom.Vec, tol float64, dst *[3]geom.Vec) int {
	points := [3]geom.Vec{p.A, p.B, p.C}
	far := 0
	for i := 1; i < 3; i++ {
		if n.Dot(points[i]) > n.Dot(points[far]) {
			far = i
		}
	}
	area := p.AreaNormal()
	face := n.Cross(area).LenSq() < float64(sweepTilt*sweepTilt*area.LenSq())
	next, low, least := far, 0.0, sweepTilt
	for i, q := range points {
		e := points[far].Sub(q)
		drop := n.Dot(e)
		low = max(low, drop)
		if l := e.Len(); i != far && drop <= float64(least*l) {
			next, least = i, drop/l
		}
	}
	switch {
	case face || low <= tol:
		dst[0], dst[1], dst[2] = p.A.Add(d), p.B.Add(d), p.C.Add(d)
		return 3
	case next != far:
		dst[0], dst[1] = points[far].Add(d), points[next].Add(d)
		return 2
	}
	dst[0] = points[far].Add(d)
	return 1
}
