package geom

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Quat is a quaternion W + V. A unit quaternion is the rotation from body to world coordinates; q and -q are the same
// rotation.
type Quat struct {
	W float64
	V Vec
}

// IdentityQuat is the rotation that changes nothing.
func IdentityQuat() Quat { return Quat{W: 1} }

// QuatFromMGL returns q as a Quat.
func QuatFromMGL(q mgl64.Quat) Quat { return Quat{q.W, FromMGL(q.V)} }

// MGL returns q as the quaternion type of the program's edges.
func (q Quat) MGL() mgl64.Quat { return mgl64.Quat{W: q.W, V: q.V.MGL()} }

// Mul returns q p: the rotation p followed by q.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		float64(q.W*p.W) - q.V.Dot(p.V),
		p.V.Scale(q.W).Add(q.V.Scale(p.W)).Add(q.V.Cross(p.V)),
	}
}

// Conj returns the conjugate; of a unit quaternion, the inverse rotation.
func (q Quat) Conj() Quat { return Quat{q.W, q.V.Neg()} }

// Neg returns -q, the same rotation.
func (q Quat) Neg() Quat { return Quat{-q.W, q.V.Neg()} }

// Dot returns the sum of the products of the four components.
func (q Quat) Dot(p Quat) float64 { return float64(q.W*p.W) + q.V.Dot(p.V) }

// Len returns |q|.
func (q Quat) Len() float64 { return math.Sqrt(q.Dot(q)) }

// Normalize returns q/|q|, and the identity for the zero quaternion.
func (q Quat) Normalize() Quat {
	l := q.Len()
	if l == 0 {
		return IdentityQuat()
	}
	return Quat{q.W / l, Vec{float64(q.V.X / l), float64(q.V.Y / l), float64(q.V.Z / l)}}
}

// Rotate returns the body vector v in world coordinates: v + 2 W (V × v) + 2 V × (V × v). q is a unit quaternion.
func (q Quat) Rotate(v Vec) Vec {
	t := q.V.Cross(v)
	t = t.Add(t)
	return v.AddScaled(t, q.W).Add(q.V.Cross(t))
}

// RotateInv returns the world vector v in body coordinates. q is a unit quaternion.
func (q Quat) RotateInv(v Vec) Vec { return q.Conj().Rotate(v) }

// Mat3 returns the rotation matrix of the unit quaternion q: Mat3·v equals Rotate(v).
func (q Quat) Mat3() Mat3 {
	x2, y2, z2 := q.V.X+q.V.X, q.V.Y+q.V.Y, q.V.Z+q.V.Z
	xx, yy, zz := float64(q.V.X*x2), float64(q.V.Y*y2), float64(q.V.Z*z2)
	xy, xz, yz := float64(q.V.X*y2), float64(q.V.X*z2), float64(q.V.Y*z2)
	wx, wy, wz := float64(q.W*x2), float64(q.W*y2), float64(q.W*z2)
	return Mat3{
		Vec{1 - (yy + zz), xy - wz, xz + wy},
		Vec{xy + wz, 1 - (xx + zz), yz - wx},
		Vec{xz - wy, yz + wx, 1 - (xx + yy)},
	}
}

// IsFinite reports whether no component is infinite or not a number.
func (q Quat) IsFinite() bool { return isFinite(q.W) && q.V.IsFinite() }

// QuatExp returns the rotation by the rotation vector r [rad]: about r, by |r|, which may exceed π. Its bits do not
// depend on the machine.
func QuatExp(r Vec) Quat {
	a2 := r.LenSq()
	if a2 < 1e-4 {
		// sin(a/2)/a and cos(a/2) as series in a²; at a = 0.01 the first term left out is 2e-20 of the sum.
		s := 0.5 - float64(a2*(1.0/48-float64(a2*(1.0/3840-float64(a2*(1.0/645120))))))
		c := 1 - float64(a2*(1.0/8-float64(a2*(1.0/384-float64(a2*(1.0/46080))))))
		return Quat{c, r.Scale(s)}
	}
	a := math.Sqrt(a2)
	s, c := SinCos(float64(0.5 * a))
	return Quat{c, r.Scale(s / a)}
}

// QuatLog returns the rotation vector [rad] of the unit quaternion q, of length 0 to π.
func QuatLog(q Quat) Vec {
	if q.W < 0 {
		q = q.Neg()
	}
	s := q.V.Len()
	if s < 1e-8 {
		return q.V.Scale(2)
	}
	return q.V.Scale(2 * Atan2(s, q.W) / s)
}

// AxisAngle returns the rotation about the given axis (need not be unit length) by angle [rad]. A zero axis gives the
// identity.
func AxisAngle(axis Vec, angle float64) Quat {
	l := axis.Len()
	if l == 0 {
		return IdentityQuat()
	}
	s, c := SinCos(float64(0.5 * angle))
	return Quat{c, axis.Scale(s / l)}
}
