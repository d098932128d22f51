package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// State is all that changes of a body. World coordinates, SI.
type State struct {
	X geom.Vec  // centre of mass [m]
	Q geom.Quat // attitude, a unit quaternion, body to world
	V geom.Vec  // velocity of the centre of mass [m/s]
	L geom.Vec  // angular momentum about the centre of mass [kg m²/s]
}

// Transform returns the pose of the body frame, whose origin is the centre of mass.
func (s *State) Transform() geom.Transform { return geom.Transform{P: s.X, Q: s.Q} }

// IsFinite reports whether no number of s is infinite or not a number.
func (s *State) IsFinite() bool {
	return s.X.IsFinite() && s.Q.IsFinite() && s.V.IsFinite() && s.L.IsFinite()
}

// Mass is the mass properties of a body, fixed in a run. The zero value is a body that nothing moves.
type Mass struct {
	M          float64   // [kg]
	Inv        float64   // 1/M, 0 for an immovable body [1/kg]
	Inertia    geom.Mat3 // about the centre of mass, body frame [kg m²]
	InvInertia geom.Mat3 // its inverse
}

// NewMass returns the mass properties for a mass [kg] and an inertia tensor about the centre of mass in the body frame
// [kg m²]. It reports false when the mass is not above zero or the tensor has no inverse.
func NewMass(m float64, inertia geom.Mat3) (Mass, bool) {
	inv, ok := inertia.Inverse()
	if !(m > 0) || !ok {
		return Mass{}, false
	}
	return Mass{M: m, Inv: 1 / m, Inertia: inertia, InvInertia: inv}, true
}

// IsSolid reports whether a tensor can be the inertia of a solid: it is symmetric, positive definite, and so, but for
// rounding, is the tensor of second moments ½ tr(I) E - I, which says that no principal moment exceeds the sum of the
// other two.
func IsSolid(inertia *geom.Mat3) bool {
	const rounding = 1e-12
	half := float64((inertia.X.X + inertia.Y.Y + inertia.Z.Z) / 2)
	if !(half > 0) || math.IsInf(half, 0) {
		return false
	}
	unit := inertia.Scale(1 / half)
	if !(math.Abs(unit.X.Y-unit.Y.X) <= rounding && math.Abs(unit.X.Z-unit.Z.X) <= rounding && math.Abs(unit.Y.Z-unit.Z.Y) <= rounding) {
		return false
	}
	second := geom.Mat3{
		X: geom.Vec{X: 1 + rounding}.Sub(unit.X), Y: geom.Vec{Y: 1 + rounding}.Sub(unit.Y), Z: geom.Vec{Z: 1 + rounding}.Sub(unit.Z),
	}
	return positiveDefinite(&unit, 0) && positiveDefinite(&second, -rounding)
}

// positiveDefinite is Sylvester's criterion: the leading minors are above least.
func positiveDefinite(m *geom.Mat3, least float64) bool {
	return m.X.X > least && float64(m.X.X*m.Y.Y)-float64(m.X.Y*m.Y.X) > least && m.Det() > least
}

// AngularVelocity returns w = R I⁻¹ Rᵀ L (rad/s) for the attitude q and the angular momentum l.
func (m *Mass) AngularVelocity(q geom.Quat, l geom.Vec) geom.Vec {
	return q.Rotate(m.InvInertia.Apply(q.RotateInv(l)))
}

// AngularMomentum returns L = R I Rᵀ w [kg m²/s] for the attitude q and the angular velocity w.
func (m *Mass) AngularMomentum(q geom.Quat, w geom.Vec) geom.Vec {
	return q.Rotate(m.Inertia.Apply(q.RotateInv(w)))
}

// WorldInvInertia returns R I⁻¹ Rᵀ for the attitude q.
func (m *Mass) WorldInvInertia(q geom.Quat) geom.Mat3 {
	r := q.Mat3()
	a := r.Mul(&m.InvInertia)
	return geom.Mat3{X: r.Apply(a.X), Y: r.Apply(a.Y), Z: r.Apply(a.Z)}
}

// KineticEnergy returns ½ m v² + ½ w·L [J].
func (m *Mass) KineticEnergy(s *State) float64 {
	w := m.AngularVelocity(s.Q, s.L)
	return float64(0.5*m.M*s.V.LenSq()) + float64(0.5*w.Dot(s.L))
}
