package response

import (
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestJointSystem_SolvesWhatBodiesDo joins random bodies in trees and with loops, in any order, and gives the bodies
// the impulses that it finds one by one: the velocities at the joints change by what was asked for.
func TestJointSystem_SolvesWhatBodiesDo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	far := 0
	for n := range 200 {
		var s ContactSolver
		bodies := 2 + r.IntN(12)
		for range bodies {
			m := 0.1 + 10*r.Float64()
			s.Bodies = append(s.Bodies, ContactBody{InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 3}), V: vec(), W: vec()})
		}
		for i := 1; i < bodies; i++ {
			s.Joints = append(s.Joints, BallJoint{A: int32(r.IntN(i)), B: int32(i)})
		}
		s.Joints = append(s.Joints, BallJoint{A: -1, B: int32(r.IntN(bodies))})
		if n%2 == 1 && bodies > 2 {
			s.Joints = append(s.Joints, BallJoint{A: int32(bodies - 1), B: int32(r.IntN(bodies - 1))})
		}
		r.Shuffle(len(s.Joints), func(i, j int) { s.Joints[i], s.Joints[j] = s.Joints[j], s.Joints[i] })
		for i := range s.Joints {
			j := &s.Joints[i]
			j.RA, j.RB, j.Goal = vec(), vec(), vec()
		}
		s.factorJoints()
		for i := range s.joints.rows {
			if int32(i)-s.joints.rows[i].lo > 3 {
				far++
			}
		}
		s.solveJoints(1e-6)
		for i := range s.Joints {
			if d := s.Joints[i].Goal.Sub(s.JointSlip(i)).MaxAbs(); d > 1e-9 {
				t.Fatalf("case %d: joint %d of %d misses its velocity by %g m/s", n, i, len(s.Joints), d)
			}
		}
		// What the impulses do is what they did: taken back, the bodies are as they were.
		p0, p1 := geom.Vec{}, geom.Vec{}
		s.SumImpulses()
		for i := range s.Bodies {
			p0 = p0.Add(s.Bodies[i].DP)
		}
		for i := range s.Joints {
			if s.Joints[i].A < 0 {
				p1 = p1.Add(s.Joints[i].J)
			}
		}
		if d := p0.Sub(p1).MaxAbs(); d > 1e-9*(1+p1.MaxAbs()) {
			t.Fatalf("case %d: momentum %v, from the world %v", n, p0, p1)
		}
	}
	if far < 20 {
		t.Errorf("only %d joints reach far back", far)
	}
}
