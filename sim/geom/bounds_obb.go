package geom

import "math"

// OBBOfPoints returns a box around the points whose axes are the eigenvectors of their covariance, the longest spread
// first, and the zero box with the world's axes for no points. The axes are right-handed. Every point is inside by at
// most 8 ulp of the largest coordinate. The box depends on how the points are distributed, also on those inside: the
// volume can be several times that of MinOBB. Half extents are 0 (to rounding) along directions in which the points
// have none.
//
// Source: 004, bounding boxes from points (ALGORITHMS.md E2); S. Gottschalk, "Collision Queries using Oriented Bounding
// Boxes", 2000, chapter 3.
func OBBOfPoints(points []Vec) OBB {
	if len(points) == 0 {
		return OBB{Axes: Identity()}
	}
	cov := covarianceOfPoints(points)
	return obbAlong(eigenvectors(&cov), points)
}

// OBBOfTriangles returns a box around the triangles, given as indices into vertices, whose axes are the eigenvectors of
// the covariance of their surface: the distribution of the vertices on it does not matter. Vertices of no triangle do
// not count. Triangles without area in all give the box of their vertices; no triangles, the zero box. Otherwise as
// OBBOfPoints. Indices must be in range, as Mesh.Finish checks.
//
// Source: 004, bounding boxes from triangles (ALGORITHMS.md E2); S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996.
func OBBOfTriangles(vertices []Vec, tris []Tri) OBB {
	if len(tris) == 0 {
		return OBB{Axes: Identity()}
	}
	cov := covarianceOfTriangles(vertices, tris)
	e := newExtents(eigenvectors(&cov), vertices[tris[0][0]])
	for _, t := range tris {
		e.add(vertices[t[0]])
		e.add(vertices[t[1]])
		e.add(vertices[t[2]])
	}
	return e.box()
}

// extents is the span of points along three axes, relative to one of them: coordinates far from the origin cost
// nothing.
type extents struct {
	axes   Mat3
	from   Vec
	lo, hi Vec
}

func newExtents(axes Mat3, from Vec) extents { return extents{axes: axes, from: from} }

func (e *extents) add(p Vec) {
	d := e.axes.Apply(p.Sub(e.from))
	e.lo, e.hi = e.lo.Min(d), e.hi.Max(d)
}

func (e *extents) box() OBB {
	c := e.axes.ApplyT(e.lo.Add(e.hi).Scale(0.5))
	return OBB{e.from.Add(c), e.axes, e.hi.Sub(e.lo).Scale(0.5)}
}

// obbAlong returns the smallest box around the points, at least one, along the given axes.
func obbAlong(axes Mat3, points []Vec) OBB {
	e := newExtents(axes, points[0])
	for _, p := range points {
		e.add(p)
	}
	return e.box()
}

// covarianceOfPoints returns the covariance of the points, divided by the square of their largest distance along an
// axis from the mean, so that its scale is that of 1.
func covarianceOfPoints(points []Vec) Mat3 {
	b := AABBOf(points...)
	scale := scaleOf(&b)
	var sum Vec
	for _, p := range points {
		sum = sum.Add(p.Sub(b.Min).Scale(scale))
	}
	mean := sum.Scale(1 / float64(len(points)))
	var m Mat3
	for _, p := range points {
		addOuter(&m, p.Sub(b.Min).Scale(scale).Sub(mean), 1)
	}
	return m.Scale(1 / float64(len(points)))
}

// covarianceOfTriangles returns that of the triangles' surface, in the same way. The second moment of a triangle of
// area A with vertices p, q, r and centroid c is A/12 (9 ccᵀ + ppᵀ + qqᵀ + rrᵀ).
func covarianceOfTriangles(vertices []Vec, tris []Tri) Mat3 {
	b := EmptyAABB()
	for _, t := range tris {
		b = b.Union(AABBOf(vertices[t[0]], vertices[t[1]], vertices[t[2]]))
	}
	scale := scaleOf(&b)
	at := func(i int32) Vec { return vertices[i].Sub(b.Min).Scale(scale) }
	area, sum := 0.0, Vec{}
	for _, t := range tris {
		s := Triangle{at(t[0]), at(t[1]), at(t[2])}
		w := s.AreaNormal().Len()
		area += w
		sum = sum.AddScaled(s.Centroid(), w)
	}
	pointwise := area < 1e-12 // of the scale squared: the triangles are segments, and rounding is their area
	if pointwise {
		area, sum = 0, Vec{}
		for _, t := range tris {
			area += 3
			sum = sum.Add(at(t[0])).Add(at(t[1])).Add(at(t[2]))
		}
	}
	mean := sum.Scale(1 / area)
	var m Mat3
	for _, t := range tris {
		s := Triangle{at(t[0]).Sub(mean), at(t[1]).Sub(mean), at(t[2]).Sub(mean)}
		w := 1.0
		if !pointwise {
			w = s.AreaNormal().Len() / 12
			addOuter(&m, s.Centroid(), float64(9*w))
		}
		addOuter(&m, s.A, w)
		addOuter(&m, s.B, w)
		addOuter(&m, s.C, w)
	}
	return m.Scale(1 / area)
}

// scaleOf returns the factor that makes the longest side of b 1; 1 for a point.
func scaleOf(b *AABB) float64 {
	s := 1 / b.Size().MaxAbs()
	if math.IsInf(s, 0) {
		return 1
	}
	return s
}

// addOuter adds w·ddᵀ to the upper half of m.
func addOuter(m *Mat3, d Vec, w float64) {
	e := d.Scale(w)
	m.X = m.X.Add(Vec{float64(e.X * d.X), float64(e.X * d.Y), float64(e.X * d.Z)})
	m.Y = m.Y.Add(Vec{0, float64(e.Y * d.Y), float64(e.Y * d.Z)})
	m.Z.Z += float64(e.Z * d.Z)
}
