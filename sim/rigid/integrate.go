package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// MaxTurn is the largest turn of one step of the attitude where the angular velocity changes [rad]: longer ones are
// made of equal pieces, shorter ones for thin bodies (TurnLimit). At 0.05 a piece is off by some 1e-9 rad.
const MaxTurn = 0.05

// Advance returns the state after the time h [s] (h >= 0) under an acceleration a of the centre of mass [m/s²] and a
// torque tau about it [N m], both held in the world frame. The centre follows its parabola exactly; the attitude
// follows w = R I⁻¹ Rᵀ L(t) with a fourth-order Lie-group method, in pieces of at most MaxTurn.
func Advance(s *State, m *Mass, a, tau geom.Vec, h float64) State {
	v1 := s.V.AddScaled(a, h)
	l1 := s.L.AddScaled(tau, h)
	return State{
		X: StepPosition(s.X, s.V, v1, h),
		Q: StepAttitude(s.Q, s.L, l1, &m.InvInertia, h),
		V: v1,
		L: l1,
	}
}

// TurnLimit returns the longest turn of one step of the body's attitude [rad]: MaxTurn, and less for thin bodies.
func (m *Mass) TurnLimit() float64 { return turnLimit(&m.InvInertia) }

// Foreseen reports whether StepAttitude turns the body as the predictors of logs do that know its inertia, to the last
// bit: they make no shorter pieces for thin bodies.
func (m *Mass) Foreseen() bool {
	return m.TurnLimit() == MaxTurn && Predict1InvInertia(&m.Inertia) == m.InvInertia
}

// Turning returns the angular velocity (rad/s) of a body, and whether it stays as it is under the torque tau: without
// one, about a principal axis.
func (m *Mass) Turning(s *State, tau geom.Vec) (w geom.Vec, steady bool) {
	w = m.AngularVelocity(s.Q, s.L)
	return w, tau == geom.Vec{} && w.Cross(s.L).Len() <= float64(1e-13*float64(w.Len()*s.L.Len()))
}

// StepPosition returns x + h (v0 + v1)/2, the exact path of a constant acceleration.
func StepPosition(x, v0, v1 geom.Vec, h float64) geom.Vec {
	return x.AddScaled(v0.Add(v1), float64(0.5*h))
}

// StepAttitude returns the attitude after the time h of a body with the inverse inertia invI (body frame) whose angular
// momentum goes from l0 to l1 linearly: exact for any angle where the angular velocity stays as it is, else in equal
// pieces of at most TurnLimit by the angular velocity at the start, and no more than maxPieces.
func StepAttitude(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, h float64) geom.Quat {
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		return q
	}
	n := pieces(q, l0, l1, invI, h)
	if !(n > 1) {
		return lieStep(q, l0, l1, invI, h)
	}
	d, l, piece := l1.Sub(l0), l0, h/n
	for k := 1.0; k <= n; k++ {
		next := l1
		if k < n {
			next = l0.AddScaled(d, k/n)
		}
		q = lieStep(q, l, next, invI, piece)
		l = next
	}
	return q
}

// maxPieces bounds the pieces of one step of the attitude.
const maxPieces = 256

// pieces returns the number of pieces of a step; not above one where one will do.
func pieces(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, h float64) float64 {
	w := rate(q, l0, invI)
	size := w.Len()
	if l0 == l1 && w.Cross(l0).Len() <= float64(1e-13*float64(size*l0.Len())) {
		return 1
	}
	n := math.Ceil(float64(size*h) / turnLimit(invI))
	if n > maxPieces {
		return maxPieces
	}
	return n
}

// turnLimit returns the longest turn of a piece for a body with the inverse inertia invI [rad]: MaxTurn, and less for
// thin bodies. A tilt by the angle e against the angular momentum makes a rod turn about its axis faster by e times the
// ratio of its moments of inertia, and that tilts it in the stages of a piece by half the square of the turn as much:
// the ratio times the square of the turn stays below 1/2.
func turnLimit(invI *geom.Mat3) float64 {
	// The sum of the moments over the product of all is that of the minors of the inverse: no eigenvalues are needed
	// for a bound of the ratio.
	a, b, c := invI.X, invI.Y, invI.Z
	det := a.Dot(b.Cross(c))
	minors := b.Cross(c).X + c.Cross(a).Y + a.Cross(b).Z
	ratio := float64((a.X+b.Y+c.Z)*minors) / det
	if !(ratio > 0.5/float64(MaxTurn*MaxTurn)) {
		return MaxTurn
	}
	return math.Sqrt(0.5 / ratio)
}

// lieStep is one piece: the commutator-free method of order four with the classical Runge–Kutta tableau.
//
// Source: Celledoni, Marthinsen, Owren, "Commutator-free Lie group methods", FGCS 19 (2003), eq. 4.
func lieStep(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, h float64) geom.Quat {
	lm := l0.Add(l1).Scale(0.5)
	k1 := rate(q, l0, invI).Scale(h)
	half := geom.QuatExp(k1.Scale(0.5))
	q2 := half.Mul(q)
	k2 := rate(q2, lm, invI).Scale(h)
	q3 := geom.QuatExp(k2.Scale(0.5)).Mul(q)
	k3 := rate(q3, lm, invI).Scale(h)
	q4 := geom.QuatExp(k3.AddScaled(k1, -0.5)).Mul(q2)
	k4 := rate(q4, l1, invI).Scale(h)
	s := k2.Add(k3)
	s = s.Add(s)
	d := k1.AddScaled(k1, 2)
	e := k4.AddScaled(k4, 2)
	first := d.Add(s).Sub(k4).Scale(1.0 / 12)
	second := e.Add(s).Sub(k1).Scale(1.0 / 12)
	return geom.QuatExp(second).Mul(geom.QuatExp(first)).Mul(q).Normalize()
}

func rate(q geom.Quat, l geom.Vec, invI *geom.Mat3) geom.Vec {
	return q.Rotate(invI.Apply(q.RotateInv(l)))
}
