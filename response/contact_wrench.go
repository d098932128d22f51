package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// SumImpulses sums the impulses of all rows into the bodies' DP and DL.
func (s *ContactSolver) SumImpulses() {
	s.clearSums()
	for i := range s.Points {
		p := &s.Points[i]
		s.give(p, p.Impulse())
	}
	for i := range s.Tyres {
		t := &s.Tyres[i]
		s.giveTyre(t, t.Impulse())
	}
	for i := range s.Joints {
		s.giveJoint(&s.Joints[i], s.Joints[i].J)
	}
	s.giveTurns((*ContactSolver).TurnImpulse)
	s.giveJointTurns(false)
	s.giveDampers()
}

// SumChanges sums the changes of impulses by Relax, over all rows, into the bodies' DP and DL.
func (s *ContactSolver) SumChanges() {
	s.clearSums()
	for i := range s.Points {
		p := &s.Points[i]
		s.give(p, p.Change())
	}
	for i := range s.Tyres {
		t := &s.Tyres[i]
		s.giveTyre(t, t.Change())
	}
	for i := range s.Joints {
		s.giveJoint(&s.Joints[i], s.Joints[i].Change())
	}
	s.giveTurns((*ContactSolver).TurnChange)
	s.giveJointTurns(true)
}

func (s *ContactSolver) clearSums() {
	for i := range s.Bodies {
		s.Bodies[i].DP, s.Bodies[i].DL = geom.Vec{}, geom.Vec{}
	}
}

// give adds an impulse on B at a point, opposite on A, to the sums DP and DL of the bodies.
func (s *ContactSolver) give(p *ContactPoint, j geom.Vec) {
	grip := p.frictionAt.Cross(j.AddScaled(p.N, -j.Dot(p.N)))
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		b.add(p.rB, j)
		b.DL = b.DL.Add(grip)
	}
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		b.add(p.rA, j.Neg())
		b.DL = b.DL.Sub(grip)
	}
}

func (b *ContactBody) add(r, j geom.Vec) {
	b.DP = b.DP.Add(j)
	b.DL = b.DL.Add(r.Cross(j))
}

// Impulse returns what B has received at the point [N s]; A has received its opposite.
func (p *ContactPoint) Impulse() geom.Vec {
	return p.N.Scale(p.Jn).Add(p.T1.Scale(p.Jt[0])).Add(p.T2.Scale(p.Jt[1]))
}

// Change returns what Relax has added to the impulse that B has received [N s].
func (p *ContactPoint) Change() geom.Vec { return p.Impulse().Sub(p.before) }

// Levers returns where the normal impulse acts, from the centres of A and B [m].
func (p *ContactPoint) Levers() (a, b geom.Vec) { return p.rA, p.rB }

// FrictionOffset returns where friction acts, relative to the ends of the Levers [m].
func (p *ContactPoint) FrictionOffset() geom.Vec { return p.frictionAt }
