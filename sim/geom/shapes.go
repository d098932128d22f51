package geom

import "math"

// AABB is the closed box of all points between Min and Max, in world axes. It is empty where a component of Min exceeds
// that of Max.
type AABB struct{ Min, Max Vec }

// EmptyAABB returns the box that holds no point.
func EmptyAABB() AABB {
	inf := math.Inf(1)
	return AABB{Vec{inf, inf, inf}, Vec{-inf, -inf, -inf}}
}

// AABBOf returns the smallest box around the points; the empty box for none.
func AABBOf(points ...Vec) AABB {
	b := EmptyAABB()
	for _, p := range points {
		b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
	}
	return b
}

// Union returns the smallest box around a and b.
func (a AABB) Union(b AABB) AABB { return AABB{a.Min.Min(b.Min), a.Max.Max(b.Max)} }

// Overlaps reports whether a and b have a point in common; touching counts.
func (a *AABB) Overlaps(b *AABB) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X &&
		a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y &&
		a.Min.Z <= b.Max.Z && b.Min.Z <= a.Max.Z
}

// Contains reports whether the point p is in a; the boundary counts.
func (a *AABB) Contains(p Vec) bool {
	return a.Min.X <= p.X && p.X <= a.Max.X && a.Min.Y <= p.Y && p.Y <= a.Max.Y && a.Min.Z <= p.Z && p.Z <= a.Max.Z
}

// Grow returns a with every face moved outwards by m [m].
func (a AABB) Grow(m float64) AABB {
	d := Vec{m, m, m}
	return AABB{a.Min.Sub(d), a.Max.Add(d)}
}

// Center returns the middle of a.
func (a *AABB) Center() Vec { return a.Min.Add(a.Max).Scale(0.5) }

// Size returns the lengths of a's edges.
func (a *AABB) Size() Vec { return a.Max.Sub(a.Min) }

// Swept returns the box around a and a moved by d.
func (a AABB) Swept(d Vec) AABB { return a.Union(AABB{a.Min.Add(d), a.Max.Add(d)}) }

// Triangle is a triangle in world coordinates, counter-clockwise seen from its front.
type Triangle struct{ A, B, C Vec }

// Bounds returns the smallest box around t.
func (t *Triangle) Bounds() AABB {
	return AABB{t.A.Min(t.B).Min(t.C), t.A.Max(t.B).Max(t.C)}
}

// Beside reports whether t's bounds and b have no point in common.
func (t *Triangle) Beside(b *AABB) bool {
	return t.A.X < b.Min.X && t.B.X < b.Min.X && t.C.X < b.Min.X || t.A.X > b.Max.X && t.B.X > b.Max.X && t.C.X > b.Max.X ||
		t.A.Y < b.Min.Y && t.B.Y < b.Min.Y && t.C.Y < b.Min.Y || t.A.Y > b.Max.Y && t.B.Y > b.Max.Y && t.C.Y > b.Max.Y ||
		t.A.Z < b.Min.Z && t.B.Z < b.Min.Z && t.C.Z < b.Min.Z || t.A.Z > b.Max.Z && t.B.Z > b.Max.Z && t.C.Z > b.Max.Z
}

// AreaNormal returns (B-A)×(C-A): twice the area, in the direction of the front.
func (t *Triangle) AreaNormal() Vec { return t.B.Sub(t.A).Cross(t.C.Sub(t.A)) }

// Normal returns the unit normal of the front; the zero vector for a triangle without area.
func (t *Triangle) Normal() Vec { return t.AreaNormal().Normalize() }

// Centroid returns the mean of the vertices.
func (t *Triangle) Centroid() Vec { return t.A.Add(t.B).Add(t.C).Scale(1.0 / 3) }

// Sphere is a ball.
type Sphere struct {
	C Vec     // centre [m]
	R float64 // radius [m]
}

// Ellipsoid is a solid ellipsoid with its axes along the world axes.
type Ellipsoid struct {
	C Vec // centre [m]
	R Vec // radii along x, y, z [m], each above zero
}

// OBB is an oriented box in world coordinates.
type OBB struct {
	C    Vec  // centre [m]
	Axes Mat3 // the rows X, Y, Z are the box's unit axes in world coordinates
	Half Vec  // half extents along the axes [m], each above zero
}

// NewOBB returns the box of the given half extents at a pose.
func NewOBB(t Transform, half Vec) OBB {
	r := t.Q.Mat3()
	return OBB{t.P, r.Transpose(), half}
}

// Vertex returns corner i, 0 to 7: bit 0 of i chooses the sign along X, bit 1 along Y, bit 2 along Z (set is plus).
func (b *OBB) Vertex(i int) Vec {
	h := b.Half
	if i&1 == 0 {
		h.X = -h.X
	}
	if i&2 == 0 {
		h.Y = -h.Y
	}
	if i&4 == 0 {
		h.Z = -h.Z
	}
	return b.C.Add(b.Axes.ApplyT(h))
}

// Radius returns half the length of the projection on the unit direction n.
func (b *OBB) Radius(n Vec) float64 {
	return float64(math.Abs(n.Dot(b.Axes.X))*b.Half.X) +
		float64(math.Abs(n.Dot(b.Axes.Y))*b.Half.Y) +
		float64(math.Abs(n.Dot(b.Axes.Z))*b.Half.Z)
}

// Bounds returns the smallest world-aligned box around b.
func (b *OBB) Bounds() AABB {
	x, y, z := b.Axes.X.Abs(), b.Axes.Y.Abs(), b.Axes.Z.Abs()
	r := x.Scale(b.Half.X).Add(y.Scale(b.Half.Y)).Add(z.Scale(b.Half.Z))
	return AABB{b.C.Sub(r), b.C.Add(r)}
}

// Size returns the length scale of tolerances: the largest half extent.
func (b *OBB) Size() float64 { return b.Half.MaxAbs() }
