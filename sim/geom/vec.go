package geom

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Vec is a vector or a point of three components. It is a struct of three fields, not an array, so that the compiler
// keeps it in registers.
type Vec struct{ X, Y, Z float64 }

// FromMGL returns v as a Vec.
func FromMGL(v mgl64.Vec3) Vec { return Vec{v[0], v[1], v[2]} }

// MGL returns a as the vector type of the program's edges.
func (a Vec) MGL() mgl64.Vec3 { return mgl64.Vec3{a.X, a.Y, a.Z} }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Neg returns -a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y, -a.Z} }

// Scale returns a times s. Each component is rounded, so that the result may be added to.
func (a Vec) Scale(s float64) Vec {
	return Vec{float64(a.X * s), float64(a.Y * s), float64(a.Z * s)}
}

// AddScaled returns a + b·s.
func (a Vec) AddScaled(b Vec, s float64) Vec {
	return Vec{a.X + float64(b.X*s), a.Y + float64(b.Y*s), a.Z + float64(b.Z*s)}
}

// Mul returns the product of the components of a and b.
func (a Vec) Mul(b Vec) Vec {
	return Vec{float64(a.X * b.X), float64(a.Y * b.Y), float64(a.Z * b.Z)}
}

// Div returns the quotient of the components of a and b.
func (a Vec) Div(b Vec) Vec {
	return Vec{float64(a.X / b.X), float64(a.Y / b.Y), float64(a.Z / b.Z)}
}

// Dot returns a·b, summed from X to Z.
func (a Vec) Dot(b Vec) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Cross returns a × b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float64(a.Y*b.Z) - float64(a.Z*b.Y),
		float64(a.Z*b.X) - float64(a.X*b.Z),
		float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// LenSq returns |a|².
func (a Vec) LenSq() float64 { return a.Dot(a) }

// Len returns |a|. Components beyond 1e154 overflow.
func (a Vec) Len() float64 { return math.Sqrt(a.Dot(a)) }

// Normalize returns a/|a|, and the zero vector for the zero vector.
func (a Vec) Normalize() Vec {
	l := a.Len()
	if l == 0 {
		return Vec{}
	}
	return Vec{float64(a.X / l), float64(a.Y / l), float64(a.Z / l)}
}

// Abs returns the components' sizes.
func (a Vec) Abs() Vec { return Vec{math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z)} }

// Min returns the smaller of each pair of components.
func (a Vec) Min(b Vec) Vec {
	if b.X < a.X {
		a.X = b.X
	}
	if b.Y < a.Y {
		a.Y = b.Y
	}
	if b.Z < a.Z {
		a.Z = b.Z
	}
	return a
}

// Max returns the larger of each pair of components.
func (a Vec) Max(b Vec) Vec {
	if b.X > a.X {
		a.X = b.X
	}
	if b.Y > a.Y {
		a.Y = b.Y
	}
	if b.Z > a.Z {
		a.Z = b.Z
	}
	return a
}

// MaxAbs returns the largest absolute value of a component, and NaN if one is not a number. Values are compared as
// integers, which have the same order: comparing floating-point numbers would be an unpredictable branch.
func (a Vec) MaxAbs() float64 {
	const size = 1<<63 - 1
	x, y, z := math.Float64bits(a.X)&size, math.Float64bits(a.Y)&size, math.Float64bits(a.Z)&size
	return math.Float64frombits(max(x, y, z))
}

// IsFinite reports whether no component is infinite or not a number.
func (a Vec) IsFinite() bool {
	return isFinite(a.X) && isFinite(a.Y) && isFinite(a.Z)
}

// Cycle returns v with its components permuted cyclically so that the one along the given axis (0 to 2) comes last: X
// and Y of the result are those along the two axes that follow.
func (v Vec) Cycle(axis int) Vec {
	switch axis {
	case 0:
		return Vec{v.Y, v.Z, v.X}
	case 1:
		return Vec{v.Z, v.X, v.Y}
	}
	return v
}

// CycleBack is the inverse of Cycle.
func (v Vec) CycleBack(axis int) Vec {
	switch axis {
	case 0:
		return Vec{v.Z, v.X, v.Y}
	case 1:
		return Vec{v.Y, v.Z, v.X}
	}
	return v
}

// Perpendicular returns a unit vector at right angles to the unit vector a, a continuous function of a but at a few
// planes.
func (a Vec) Perpendicular() Vec {
	if math.Abs(a.X) < 0.6 {
		return Vec{0, a.Z, -a.Y}.Normalize()
	}
	return Vec{-a.Z, 0, a.X}.Normalize()
}

func isFinite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }
