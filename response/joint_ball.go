package response

import (
	"math"

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
	// Looped says that its bodies are held together in another way too, so that joints may say the same thing twice. At the
	// levers of such joints their impulses must act at one place of both bodies.
	Looped bool

	before geom.Vec // J before Relax
}

// Change returns the impulse on B that Relax has added [N s].
func (j *BallJoint) Change() geom.Vec { return j.J.Sub(j.before) }

// jointRounds is the largest number of refinements of the joints' impulses in a pass. The first result has errors by
// rounding; the others remove them.
const jointRounds = 4

// ContinueJoints continues from a solution, after SetLevers.
func (s *ContactSolver) ContinueJoints(set *ContactSettings) (passes int, converged bool) {
	s.factorJoints()
	s.reconcileGoals(s.reach())
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

// JointSlip returns the velocity of B's point of joint k relative to A's (m/s).
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
	y := &s.joints
	y.bodies, y.rows, y.spare = y.bodies[:0], y.rows[:0], y.spare[:0]
	if len(s.Joints) == 0 {
		return
	}
	for i := range s.Bodies {
		y.bodies = append(y.bodies, inverseMass{s.Bodies[i].InvMass, s.Bodies[i].InvInertia})
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		y.rows = append(y.rows, jointRow{a: j.A, b: j.B, rA: j.RA, rB: j.RB, looped: j.Looped})
	}
	s.jointsHold = y.factor()
}

// reconcileGoals takes from the goals of spare joints what contradicts those of the others: the ends of two joints of the
// same bodies cannot part from each other along the line between them, and what the second order of the caller's
// integration asks for there would make opposite impulses without end. reach is twice the energy that impulses may have
// along directions of little mobility.
func (s *ContactSolver) reconcileGoals(reach float64) {
	y := &s.joints
	if !s.jointsHold || len(y.spare) == 0 {
		return
	}
	y.x = y.x[:0]
	for i := range s.Joints {
		y.x = append(y.x, s.Joints[i].Goal.Sub(s.JointSlip(i)))
	}
	y.contradictions(reach)
	for i := range y.spare {
		q := &y.spare[i]
		s.Joints[q.row].Goal = s.Joints[q.row].Goal.Sub(q.off)
	}
}

// rebaseJoints takes from the initial impulses what lies along directions left out. The joints before them take it over
// in the solution: the direction turns with the bodies, and a part of the impulse across it would come to lie along it in
// each step, with its opposite in those before, and stay.
func (s *ContactSolver) rebaseJoints() {
	for i := range s.joints.spare {
		q := &s.joints.spare[i]
		j := &s.Joints[q.row]
		j.J = j.J.Sub(q.along(j.J, math.Inf(1)))
	}
}

// reachShare is the share of the energy of motion that bringing ends together may take along a direction of little
// mobility. An impulse for d across it is as large as d over the mobility: where a linkage has all its links in one line,
// the second order of an integration would throw them apart. Such ends are brought together later, when the bodies have
// moved on; their velocities agree meanwhile. Rhombi of hinges that fold, with axes off by up to 1e-3, failed there
// without this; with a share of 1/256 some gained energy.
const reachShare = 1.0 / 4096

// reach returns twice the energy that the impulses of joints may have along a direction of little mobility: that of the
// changes of velocity in the substep, by forces too, and reachShare of that of the motion, against the common centre of
// mass unless a joint is to something else.
func (s *ContactSolver) reach() float64 {
	if len(s.joints.spare) == 0 {
		return 0
	}
	sum, mass, held := 0.0, 0.0, false
	var p geom.Vec
	for i := range s.Joints {
		j := &s.Joints[i]
		held = held || j.A < 0 || j.B < 0 || !s.moves(j.A) || !s.moves(j.B)
	}
	if !held {
		for i := range s.Bodies {
			if b := &s.Bodies[i]; b.InvMass > 0 {
				p = p.AddScaled(b.V0, 1/b.InvMass)
				mass += 1 / b.InvMass
			}
		}
		p = p.Scale(1 / mass)
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if !(b.InvMass > 0) {
			continue
		}
		inertia, _ := b.InvInertia.Inverse()
		v, w, dv, dw := b.V0.Sub(p), b.W0, b.V.Sub(b.V0), b.W.Sub(b.W0)
		sum += float64(float64(reachShare*v.Dot(v))/b.InvMass) + float64(reachShare*w.Dot(inertia.Apply(w)))
		sum += float64(dv.Dot(dv)/b.InvMass) + dw.Dot(inertia.Apply(dw))
	}
	return sum
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
