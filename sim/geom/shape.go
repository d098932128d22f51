package geom

import (
	"errors"
	"fmt"
	"math"
)

// ShapeKind is the kind of a Shape.
type ShapeKind uint8

// The convex shapes. Each is closed and lies in a frame of its own.
const (
	ShapeBox       ShapeKind = iota // about the origin, edges along the axes; Size: half extents
	ShapeHull                       // a convex polyhedron: its vertices are those of Hull
	ShapeSphere                     // about the origin; Size: the radius, three times
	ShapeEllipsoid                  // about the origin; Size: radii along the axes
	ShapeCapsule                    // points within the radius of the z axis from -half to half; Size: radius, radius, half
	ShapeCylinder                   // about the z axis from -half to half; Size: radius, radius, half
	ShapeCone                       // about the z axis, base at z = 0, apex at z = height; Size: radius, radius, height
	// All points with z <= 0: the ground below a plane that faces up; it stands still, without Size.
	ShapePlane
)

var shapeNames = [...]string{"box", "hull", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "plane"}

// String returns the name of the kind as scenarios and logs write it.
func (k ShapeKind) String() string {
	if int(k) < len(shapeNames) {
		return shapeNames[k]
	}
	return fmt.Sprintf("ShapeKind(%d)", uint8(k))
}

// Shape is a convex solid in its own frame. It is read only; copies share the hull.
type Shape struct {
	Kind ShapeKind
	Size Vec   // lengths by kind [m]
	Hull *Hull // of a box and of a hull, nil otherwise
}

// ErrShape is wrapped by the errors of the constructors of shapes for lengths out of range.
var ErrShape = errors.New("no shape has this size")

// maxShape bounds the lengths of a shape [m], minShape from below: beyond, squares and volumes leave the range of
// numbers.
const maxShape, minShape = 1e12, 1e-12

func checkLengths(kind ShapeKind, lengths ...float64) error {
	for _, l := range lengths {
		if !(l >= minShape && l <= maxShape) {
			return fmt.Errorf("%v: %w: %v m; give lengths from %g to %g m", kind, ErrShape, l, minShape, maxShape)
		}
	}
	return nil
}

// NewBox returns the box with the given half extents [m]. The error wraps ErrShape or is that of NewBoxHull.
func NewBox(half Vec) (Shape, error) {
	if err := checkLengths(ShapeBox, half.X, half.Y, half.Z); err != nil {
		return Shape{}, err
	}
	h, err := NewBoxHull(half)
	return Shape{ShapeBox, half, h}, err
}

// NewConvex returns the convex hull of the points [m] as a shape, in the frame of the points. Errors are those of
// NewHull.
func NewConvex(points []Vec) (Shape, error) {
	h, err := NewHull(points)
	if err != nil {
		return Shape{}, err
	}
	return HullShape(h), nil
}

// HullShape returns a hull as a shape. Size holds the half extents of its bounds.
func HullShape(h *Hull) Shape { return Shape{ShapeHull, h.Bounds.Size().Scale(0.5), h} }

// NewSphere returns the ball of the given radius [m]. The error wraps ErrShape.
func NewSphere(radius float64) (Shape, error) {
	return Shape{Kind: ShapeSphere, Size: Vec{radius, radius, radius}}, checkLengths(ShapeSphere, radius)
}

// NewEllipsoid returns the ellipsoid with the given radii along the axes [m]. The error wraps ErrShape.
func NewEllipsoid(radii Vec) (Shape, error) {
	return Shape{Kind: ShapeEllipsoid, Size: radii}, checkLengths(ShapeEllipsoid, radii.X, radii.Y, radii.Z)
}

// NewCapsule returns the capsule about the z axis: the points within radius of the segment from -half to half [m]. The
// error wraps ErrShape.
func NewCapsule(radius, half float64) (Shape, error) {
	return Shape{Kind: ShapeCapsule, Size: Vec{radius, radius, half}}, checkLengths(ShapeCapsule, radius, half)
}

// NewCylinder returns the cylinder about the z axis from -half to half [m]. The error wraps ErrShape.
func NewCylinder(radius, half float64) (Shape, error) {
	return Shape{Kind: ShapeCylinder, Size: Vec{radius, radius, half}}, checkLengths(ShapeCylinder, radius, half)
}

// NewCone returns the cone about the z axis with its base at z = 0 and its apex at z = height [m]. Its centre of mass
// is at a quarter of the height. The error wraps ErrShape.
func NewCone(radius, height float64) (Shape, error) {
	return Shape{Kind: ShapeCone, Size: Vec{radius, radius, height}}, checkLengths(ShapeCone, radius, height)
}

// NewPlane returns the half space z <= 0.
func NewPlane() Shape { return Shape{Kind: ShapePlane} }

// Polyhedral reports whether the shape is a box or a hull.
func (s *Shape) Polyhedral() bool { return s.Kind <= ShapeHull }

// Radius returns the distance by which the shape extends beyond its core on all sides [m]: the core of a sphere is a
// point, that of a capsule a segment; other shapes are their own core, with radius 0.
func (s *Shape) Radius() float64 {
	if s.Kind == ShapeSphere || s.Kind == ShapeCapsule {
		return s.Size.X
	}
	return 0
}

// Core returns the point of the core (see Radius) that is farthest along d, which need not be of unit length. Of equals
// it is one that depends on the shape and d alone; for the zero vector some point of the core. A plane has none: the
// zero vector is returned.
func (s *Shape) Core(d Vec) Vec {
	switch s.Kind {
	case ShapeBox:
		return Vec{math.Copysign(s.Size.X, d.X), math.Copysign(s.Size.Y, d.Y), math.Copysign(s.Size.Z, d.Z)}
	case ShapeHull:
		return s.Hull.Vertices[s.Hull.Support(d)]
	case ShapeEllipsoid:
		r := s.Size.Mul(d)
		l := r.Len()
		if l == 0 {
			return Vec{0, 0, s.Size.Z}
		}
		return s.Size.Mul(r.Scale(1 / l))
	case ShapeCapsule:
		return Vec{0, 0, math.Copysign(s.Size.Z, d.Z)}
	case ShapeCylinder:
		p := rim(s.Size.X, d)
		p.Z = math.Copysign(s.Size.Z, d.Z)
		return p
	case ShapeCone:
		p := rim(s.Size.X, d)
		if float64(d.Z*s.Size.Z) > p.Dot(d) {
			return Vec{0, 0, s.Size.Z}
		}
		return p
	}
	return Vec{}
}

// rim returns the point of the circle about the z axis that is farthest along d; that on the x axis where d has no
// direction in its plane.
func rim(radius float64, d Vec) Vec {
	d.Z = 0
	l := d.Len()
	if l == 0 {
		return Vec{radius, 0, 0}
	}
	return d.Scale(radius / l)
}

// Support returns the point of the shape that is farthest along d; see Core. d must not be zero for rounded shapes.
func (s *Shape) Support(d Vec) Vec {
	p := s.Core(d)
	if r := s.Radius(); r > 0 {
		p = p.AddScaled(d.Normalize(), r)
	}
	return p
}

// Extent returns the largest half extent of the shape's bounds in its own frame: the length scale of tolerances [m].
// That of a plane is zero.
func (s *Shape) Extent() float64 {
	switch s.Kind {
	case ShapeCapsule:
		return s.Size.X + s.Size.Z
	case ShapeCone:
		return math.Max(s.Size.X, float64(0.5*s.Size.Z))
	}
	return s.Size.MaxAbs()
}

// Reach returns a bound of the distance of the shape's points from the point o of its frame [m]. It is the least bound
// for a box, a hull and a sphere, and for every shape if o is its origin. That of a plane is +Inf.
func (s *Shape) Reach(o Vec) float64 {
	switch s.Kind {
	case ShapeBox:
		return o.Abs().Add(s.Size).Len()
	case ShapeHull:
		far := 0.0
		for _, v := range s.Hull.Vertices {
			far = math.Max(far, v.Sub(o).LenSq())
		}
		return math.Sqrt(far)
	case ShapeCapsule:
		return math.Max(Vec{o.X, o.Y, o.Z - s.Size.Z}.Len(), Vec{o.X, o.Y, o.Z + s.Size.Z}.Len()) + s.Size.X
	case ShapeCylinder:
		return Vec{Vec{X: o.X, Y: o.Y}.Len() + s.Size.X, 0, math.Abs(o.Z) + s.Size.Z}.Len()
	case ShapeCone:
		base := Vec{Vec{X: o.X, Y: o.Y}.Len() + s.Size.X, 0, o.Z}.Len()
		return math.Max(base, Vec{o.X, o.Y, o.Z - s.Size.Z}.Len())
	case ShapePlane:
		return math.Inf(1)
	}
	return o.Len() + s.Size.MaxAbs()
}

// Bounds returns the smallest world-aligned box around the shape at a pose. A plane has one without end in the
// directions that it leaves open.
func (s *Shape) Bounds(t Transform) AABB {
	r := t.Q.Mat3()
	switch s.Kind {
	case ShapeBox:
		o := OBB{t.P, r.Transpose(), s.Size}
		return o.Bounds()
	case ShapeHull:
		b := EmptyAABB()
		for _, v := range s.Hull.Vertices {
			p := r.Apply(v)
			b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
		}
		return AABB{b.Min.Add(t.P), b.Max.Add(t.P)}
	case ShapePlane:
		return planeBounds(r.Col(2), t.P)
	}
	rows := [3]Vec{r.X, r.Y, r.Z}
	var lo, hi [3]float64
	for k, d := range rows {
		hi[k], lo[k] = s.Support(d).Dot(d), s.Support(d.Neg()).Dot(d)
	}
	return AABB{t.P.Add(Vec{lo[0], lo[1], lo[2]}), t.P.Add(Vec{hi[0], hi[1], hi[2]})}
}

// planeBounds returns the bounds of the half space below p with the unit normal n: the whole space, but for a normal
// along an axis.
func planeBounds(n, p Vec) AABB {
	inf := math.Inf(1)
	b := AABB{Vec{-inf, -inf, -inf}, Vec{inf, inf, inf}}
	switch {
	case n.Y == 0 && n.Z == 0 && n.X > 0:
		b.Max.X = p.X
	case n.Y == 0 && n.Z == 0:
		b.Min.X = p.X
	case n.X == 0 && n.Z == 0 && n.Y > 0:
		b.Max.Y = p.Y
	case n.X == 0 && n.Z == 0:
		b.Min.Y = p.Y
	case n.X == 0 && n.Y == 0 && n.Z > 0:
		b.Max.Z = p.Z
	case n.X == 0 && n.Y == 0:
		b.Min.Z = p.Z
	}
	return b
}

// Solid returns volume, centre of mass and inertia of the shape. That of a plane has no volume.
func (s *Shape) Solid() Solid {
	switch s.Kind {
	case ShapeBox:
		return BoxSolid(s.Size)
	case ShapeHull:
		return s.Hull.Solid()
	case ShapeSphere, ShapeEllipsoid:
		return EllipsoidSolid(s.Size)
	case ShapeCapsule:
		return CapsuleSolid(s.Size.X, s.Size.Z)
	case ShapeCylinder:
		return CylinderSolid(s.Size.X, s.Size.Z)
	case ShapeCone:
		return ConeSolid(s.Size.X, s.Size.Z)
	}
	return Solid{}
}

// Axis returns the axis, 0 to 2, about which a shape may turn without a change, 3 for all and -1 for none.
func (s *Shape) Axis() int {
	switch s.Kind {
	case ShapeSphere:
		return 3
	case ShapeCapsule, ShapeCylinder, ShapeCone:
		return 2
	case ShapeEllipsoid:
		switch {
		case s.Size.X == s.Size.Y && s.Size.Y == s.Size.Z:
			return 3
		case s.Size.X == s.Size.Y:
			return 2
		case s.Size.Y == s.Size.Z:
			return 0
		case s.Size.Z == s.Size.X:
			return 1
		}
	}
	return -1
}
