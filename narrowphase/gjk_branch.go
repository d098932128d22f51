package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// A branch of the support of a core is a smooth part of it, which gives a farthest point, and its derivative, for each
// direction: a vertex, an ellipsoid, the rim of a cap, the apex of a cone. Where a direction changes branches the core
// is flat.

// branchPoint returns the farthest point along n of a branch of a core in its own frame. Branches are numbered as
// coreFrom does: vertices of a hull; signs of a box, bit 0 for x; the upper end of a capsule, rim of a cylinder and
// apex of a cone are 1, the lower 0.
func branchPoint(s *geom.Shape, branch int32, n geom.Vec) geom.Vec {
	switch s.Kind {
	case geom.ShapeHull:
		return s.Hull.Vertices[branch]
	case geom.ShapeBox:
		p := s.Size
		if branch&1 == 0 {
			p.X = -p.X
		}
		if branch&2 == 0 {
			p.Y = -p.Y
		}
		if branch&4 == 0 {
			p.Z = -p.Z
		}
		return p
	case geom.ShapeCone:
		if branch == 1 {
			return geom.Vec{Z: s.Size.Z}
		}
		n.Z = -float64(s.Size.X+math.Abs(n.X)+math.Abs(n.Y)) / s.Size.Z // so low that the base is farthest
		return s.Core(n)
	}
	p := s.Core(n)
	if s.Kind == geom.ShapeCapsule || s.Kind == geom.ShapeCylinder {
		p.Z = s.Size.Z
		if branch == 0 {
			p.Z = -p.Z
		}
	}
	return p
}

// branchCurvature returns the derivative of branchPoint for the unit vector n: zero of a point, that of the rim of a
// cap, and S²/h - s sᵀ/h of an ellipsoid, S its radii, s its farthest point and h = s·n.
func branchCurvature(s *geom.Shape, branch int32, n geom.Vec) geom.Mat3 {
	switch s.Kind {
	case geom.ShapeEllipsoid:
		p := s.Core(n)
		h := p.Dot(n)
		if !(h > 0) {
			return geom.Mat3{}
		}
		m := geom.Diagonal(s.Size.Mul(s.Size))
		q := geom.Mat3{X: p.Scale(-p.X / h), Y: p.Scale(-p.Y / h), Z: p.Scale(-p.Z / h)}
		m = m.Scale(1 / h)
		return m.Add(&q)
	case geom.ShapeCylinder:
		return rimCurvature(s.Size.X, n)
	case geom.ShapeCone:
		if branch == 0 {
			return rimCurvature(s.Size.X, n)
		}
	}
	return geom.Mat3{}
}

// rimCurvature returns the derivative of the farthest point along n of a circle about the z axis.
func rimCurvature(radius float64, n geom.Vec) geom.Mat3 {
	l := math.Sqrt(float64(n.X*n.X) + float64(n.Y*n.Y))
	if l == 0 {
		return geom.Mat3{}
	}
	u := geom.Vec{X: -n.Y / l, Y: n.X / l}
	k := radius / l
	return geom.Mat3{X: u.Scale(float64(u.X * k)), Y: u.Scale(float64(u.Y * k))}
}

// branch returns the point of the difference on the given branches that is least along the unit vector n.
func (d *difference) branch(ba, bb int32, n geom.Vec) diffPoint {
	p := diffPoint{ba: ba, bb: bb, a: branchPoint(d.a, ba, n)}
	if d.b == nil {
		p.b = d.tri[bb]
	} else {
		p.b = d.t.Add(d.r.Apply(branchPoint(d.b, bb, d.r.ApplyT(n.Neg()))))
	}
	p.w = p.b.Sub(p.a)
	return p
}

// curvature returns minus the derivative of branch along n: a symmetric matrix without negative eigenvalues, n in its
// kernel.
func (d *difference) curvature(ba, bb int32, n geom.Vec) geom.Mat3 {
	h := branchCurvature(d.a, ba, n)
	if d.b != nil && curvedCore(d.b) {
		m := branchCurvature(d.b, bb, d.r.ApplyT(n.Neg()))
		rt := d.r.Transpose()
		m = m.Mul(&rt)
		m = d.r.Mul(&m)
		h = h.Add(&m)
	}
	return h
}
