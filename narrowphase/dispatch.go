package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// The queries of this file choose the algorithm by the kinds of the two shapes. Where both are boxes, or a box meets a
// triangle, it is the one that is made for them.

// pairing says which algorithm a pair of shapes takes.
type pairing uint8

const (
	pairBoxes  pairing = iota // two boxes
	pairHulls                 // two polyhedra
	pairCurved                // one of them is curved
	pairPlane                 // b is a half space
	pairFlip                  // a is a half space
)

// pairingOf returns the algorithm for two shapes.
func pairingOf(a, b *geom.Shape) pairing {
	switch {
	case b.Kind == geom.ShapePlane:
		return pairPlane
	case a.Kind == geom.ShapePlane:
		return pairFlip
	case a.Kind == geom.ShapeBox && b.Kind == geom.ShapeBox:
		return pairBoxes
	case a.Polyhedral() && b.Polyhedral():
		return pairHulls
	}
	return pairCurved
}

// OBB returns the box that a shape of kind ShapeBox is.
func (c *Convex) OBB() geom.OBB { return geom.NewOBB(c.Pose, c.Shape.Size) }

// Separation returns a signed distance of two convex shapes [m] and the unit axis, from A to B, along which it is
// measured: not positive exactly when they overlap or touch, but for rounding. Of polyhedra it is the largest
// separation over their axes (SeparationHulls), which is a lower bound of the distance; of other shapes it is the
// distance, or minus the depth. Errors are those of SeparationOBBs, SeparationHulls, SeparationPlane and
// SeparationCurved, below 1e-9 of the larger shape. Poses must be finite.
//
// Source: 002, "Minimum Translation Vector"; ALGORITHMS.md C3, C4.
func Separation(a, b *Convex) (sep float64, n geom.Vec) {
	switch pairingOf(a.Shape, b.Shape) {
	case pairBoxes:
		x, y := a.OBB(), b.OBB()
		return SeparationOBBs(&x, &y)
	case pairHulls:
		return SeparationHulls(a, b)
	case pairPlane:
		return SeparationPlane(a, b)
	case pairFlip:
		sep, n = SeparationPlane(b, a)
		return sep, n.Neg()
	}
	return SeparationCurved(a, b)
}

// SeparationTriangle is Separation for a convex shape and a triangle, whose both sides are solid; a triangle without
// area is the segment or the point that it is.
func SeparationTriangle(a *Convex, t *geom.Triangle) (sep float64, n geom.Vec) {
	switch {
	case a.Shape.Kind == geom.ShapeBox:
		x := a.OBB()
		return SeparationOBBTriangle(&x, t)
	case a.Shape.Polyhedral():
		return SeparationHullTriangle(a, t)
	case a.Shape.Kind == geom.ShapePlane:
		v := viewTriangle(a, t)
		return v.low, v.up
	}
	return SeparationCurvedTriangle(a, t)
}

// Overlap returns the minimum translation of two convex shapes, and false when they have no point in common. Touching
// counts. The depth is within 1e-9 of the larger shape; see MTVOBBs, MTVHulls, MTVPlane and SeparationCurved, and
// Penetration, which proves the depth of curved shapes. Poses must be finite.
//
// Source: 002, "Minimum Translation Vector"; ALGORITHMS.md C3, C4.
func Overlap(a, b *Convex) (MTV, bool) {
	switch pairingOf(a.Shape, b.Shape) {
	case pairBoxes:
		x, y := a.OBB(), b.OBB()
		return MTVOBBs(&x, &y)
	case pairHulls:
		return MTVHulls(a, b)
	case pairPlane:
		return MTVPlane(a, b)
	}
	sep, n := Separation(a, b)
	if sep > 0 {
		return MTV{}, false
	}
	return MTV{n, 0 - sep}, true
}

// Collide fills m with the points at which two convex shapes touch or are nearer than margin [m], and reports whether
// there is any; see CollideOBBs, CollideHulls, CollideCurved and CollidePlane.
func Collide(a, b *Convex, margin float64, m *Manifold) bool {
	switch pairingOf(a.Shape, b.Shape) {
	case pairBoxes:
		x, y := a.OBB(), b.OBB()
		return CollideOBBs(&x, &y, margin, m)
	case pairHulls:
		return CollideHulls(a, b, margin, m)
	case pairPlane:
		return CollidePlane(a, b, margin, m)
	case pairFlip:
		touch := CollidePlane(b, a, margin, m)
		m.Flip()
		return touch
	}
	return CollideCurved(a, b, margin, m)
}

// Flip exchanges A and B.
func (m *Manifold) Flip() {
	m.N = m.N.Neg()
	for i := 0; i < m.Count; i++ {
		f := &m.Points[i].Feature
		*f = *f<<16 | *f>>16
	}
}

// CollideTriangle is Collide for a convex shape and a triangle of a mesh, of which plane, edges and the planes beyond
// the edges tell how the surface goes on; see CollideOBBTriangle. Of a half space the points are the corners of the
// triangle, whatever lies beyond its edges.
func CollideTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo, beyond *[3]geom.Plane,
	margin float64, m *Manifold) bool {
	switch {
	case a.Shape.Kind == geom.ShapeBox:
		x := a.OBB()
		return CollideOBBTriangle(&x, t, plane, edges, beyond, margin, m)
	case a.Shape.Polyhedral():
		return CollideHullTriangle(a, t, plane, edges, beyond, margin, m)
	case a.Shape.Kind == geom.ShapePlane:
		return collidePlaneTriangle(a, t, margin, m)
	}
	return CollideCurvedTriangle(a, t, plane, edges, beyond, margin, m)
}

// TimeOfImpact returns the first time in [0, duration] (s) at which two moving and turning shapes are no more than
// target (m) apart; see TimeOfImpactBoxes, TimeOfImpactHulls, TimeOfImpactCurved and TimeOfImpactPlane. A half space
// does not turn.
func TimeOfImpact(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration, target float64) TOI {
	switch pairingOf(a.Shape, b.Shape) {
	case pairBoxes:
		x, mx := boxPart(a, sa)
		y, my := boxPart(b, sb)
		return TimeOfImpactBoxes(&x, &mx, &y, &my, duration, target)
	case pairHulls:
		return TimeOfImpactHulls(a, sa, b, sb, duration, target)
	case pairPlane:
		return TimeOfImpactPlane(a, sa, b, sb, duration, target)
	case pairFlip:
		t := TimeOfImpactPlane(b, sb, a, sa, duration, target)
		t.N = t.N.Neg()
		return t
	}
	return TimeOfImpactCurved(a, sa, b, sb, duration, target)
}

// TimeOfImpactTriangle is TimeOfImpact for a shape and a triangle at rest. A half space does not turn: sa.W is ignored.
func TimeOfImpactTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration, target float64) TOI {
	switch {
	case a.Shape.Kind == geom.ShapeBox:
		x, m := boxPart(a, sa)
		return TimeOfImpactBoxTriangle(&x, &m, t, duration, target)
	case a.Shape.Polyhedral():
		return TimeOfImpactHullTriangle(a, sa, t, duration, target)
	case a.Shape.Kind == geom.ShapePlane:
		return impactPlaneTriangle(a, sa, t, duration, target)
	}
	return TimeOfImpactCurvedTriangle(a, sa, t, duration, target)
}

// boxPart returns a part that is a box in a frame with the same centre of rotation and with the box's axes.
func boxPart(p *Part, s *geom.Sweep) (Box, geom.Sweep) {
	if p.At.Q == geom.IdentityQuat() {
		return Box{p.At.P, p.Shape.Size}, *s
	}
	m := *s
	m.Q = s.Q.Mul(p.At.Q)
	return Box{p.At.Q.RotateInv(p.At.P), p.Shape.Size}, m
}
