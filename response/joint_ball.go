package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// BallJoint is a ball joint of a contact island during one substep: it keeps a point of A and a point of B together.
// Index -1 stands for the immovable world.
//
// The joint is rigid. Its impulse is spread over the substep, and its effect on the poses is known only to the caller,
// who integrates them. So the two iterate. Solve brings the velocity of B's point relative to A's at the end of the
// substep to Goal. The caller integrates, corrects the levers by SetLevers, and Goal, and calls ContinueJoints, until
// the points meet. Relax then makes the relative velocity of the points zero. This is RATTLE (Andersen, J. Comput.
// Phys. 52 (1983)) with the impulse of the positions at mean levers.
type BallJoint struct {
	A, B   int32
	RA, RB geom.Vec // levers about the centres at which the impulse acts, world axes [m]
	Goal   geom.Vec // velocity of B's point relative to A's to solve for [m/s]
	J      geom.Vec // impulse on B, A has the opposite [N s]; on entry the warm start

	before geom.Vec // J before Relax
}

// Change returns the impulse on B that Relax has added [N s].
func (j *BallJoint) Change() geom.Vec { return j.J.Sub(j.before) }

// jointRounds is the largest number of refinements of the joints' impulses in a pass. The first result has errors by
// rounding and by the compliance in loops; the others remove them.
const jointRounds = 4

// ContinueJoints continues from a solution, after SetLevers.
func (s *ContactSolver) ContinueJoints(set *ContactSettings) (passes int, converged bool) {
	s.factorJoints()
	return s.iterate(set, (*ContactPoint).biased)
}

// SetLevers changes the levers of joint k and moves its impulse to them.
func (s *ContactSolver) SetLevers(k int, rA, rB geom.Vec) {
	j := &s.Joints[k]
	if j.A >= 0 {
		b := &s.Bodies[j.A]
		b.W = b.W.Sub(b.InvInertia.Apply(rA.Sub(j.RA).Cross(j.J)))
	}
	if j.B >= 0 {
		b := &s.Bodies[j.B]
		b.W = b.W.Add(b.InvInertia.Apply(rB.Sub(j.RB).Cross(j.J)))
	}
	j.RA, j.RB = rA, rB
}

// ShortenJoint moves the levers of joint k to those of a substep that was cut, and adds the difference in angular
// impulse to the bodies' DL, because the impulse was given at the old levers. Call it after Shorten.
func (s *ContactSolver) ShortenJoint(k int, rA, rB geom.Vec) {
	j := &s.Joints[k]
	if j.A >= 0 {
		b := &s.Bodies[j.A]
		b.DL = b.DL.Sub(rA.Sub(j.RA).Cross(j.J))
	}
	if j.B >= 0 {
		b := &s.Bodies[j.B]
		b.DL = b.DL.Add(rB.Sub(j.RB).Cross(j.J))
	}
	j.RA, j.RB = rA, rB
}

// JointSlip returns the velocity of B's point of joint k relative to A's [m/s].
func (s *ContactSolver) JointSlip(k int) geom.Vec {
	j := &s.Joints[k]
	var u geom.Vec
	if j.B >= 0 {
		b := &s.Bodies[j.B]
		u = b.V.Add(b.W.Cross(j.RB))
	}
	if j.A >= 0 {
		b := &s.Bodies[j.A]
		u = u.Sub(b.V.Add(b.W.Cross(j.RA)))
	}
	return u
}

// factorJoints factorises the joints' system at their levers.
func (s *ContactSolver) factorJoints() {
	if len(s.Joints) == 0 {
		return
	}
	y := &s.joints
	y.bodies, y.rows = y.bodies[:0], y.rows[:0]
	for i := range s.Bodies {
		y.bodies = append(y.bodies, inverseMass{s.Bodies[i].InvMass, s.Bodies[i].InvInertia})
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		y.rows = append(y.rows, jointRow{a: j.A, b: j.B, rA: j.RA, rB: j.RB})
	}
	s.jointsHold = y.factor()
}

// solveJoints brings the velocities at all joints to their goals at once, and returns the size of the largest change
// [m/s].
func (s *ContactSolver) solveJoints(residual float64) float64 {
	if len(s.Joints) == 0 || !s.jointsHold {
		return 0
	}
	y, first := &s.joints, 0.0
	for round := range jointRounds {
		y.x = y.x[:0]
		for i := range s.Joints {
			y.x = append(y.x, s.Joints[i].Goal.Sub(s.JointSlip(i)))
		}
		size := y.largest()
		if round == 0 {
			first = size
		}
		if !(size > 0) || round > 0 && size < float64(1e-6*residual) {
			break
		}
		y.solve()
		for i := range s.Joints {
			j := &s.Joints[i]
			j.J = j.J.Add(y.x[i])
			s.applyJoint(j, y.x[i])
		}
	}
	return first
}

// applyJoint gives the impulse p of a joint to B, and its opposite to A.
func (s *ContactSolver) applyJoint(j *BallJoint, p geom.Vec) {
	if j.A >= 0 {
		b := &s.Bodies[j.A]
		b.V = b.V.AddScaled(p, -b.InvMass)
		b.W = b.W.Sub(b.InvInertia.Apply(j.RA.Cross(p)))
	}
	if j.B >= 0 {
		b := &s.Bodies[j.B]
		b.V = b.V.AddScaled(p, b.InvMass)
		b.W = b.W.Add(b.InvInertia.Apply(j.RB.Cross(p)))
	}
}

// giveJoint adds the impulse p of a joint to the sums DP and DL of its bodies.
func (s *ContactSolver) giveJoint(j *BallJoint, p geom.Vec) {
	if j.A >= 0 {
		s.Bodies[j.A].add(j.RA, p.Neg())
	}
	if j.B >= 0 {
		s.Bodies[j.B].add(j.RB, p)
	}
}
