package response

import (
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// tied is two bodies, or a body and the world, with n joints, in one line or not, whose impulses act at one place of both;
// the velocities to solve for are those that their joints can have, but for off [m/s] along the line through two of them.
func tied(r *rand.Rand, n int, line, world bool, off float64) *ContactSolver {
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	s := &ContactSolver{}
	x := [2]geom.Vec{vec(), vec()}
	for range 2 {
		m := 0.1 + 10*r.Float64()
		s.Bodies = append(s.Bodies, ContactBody{InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 3}), V: vec(), W: vec(), V0: vec(), W0: vec()})
	}
	from, along := vec(), vec().Normalize()
	v, w := vec(), vec()
	for k := range n {
		p := vec()
		if line {
			p = from.AddScaled(along, float64(k)-0.3)
		}
		j := BallJoint{A: 0, B: 1, RA: p.Sub(x[0]), RB: p.Sub(x[1]), Goal: v.Add(w.Cross(p)), Looped: true}
		if world {
			j.A, j.RA = -1, geom.Vec{}
		}
		if k == 1 {
			j.Goal = j.Goal.AddScaled(along, off)
		}
		s.Joints = append(s.Joints, j)
	}
	return s
}

// TestJointSystem_SaysTheSameTwice solves hinges of two and three joints in one line, and welds of three to five: the joints
// have the velocities asked for; with as much against what they can do along the line as a joint would need an impulse
// without end for, they have those that they can, with impulses of the size of those without.
func TestJointSystem_SaysTheSameTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	worst := 0.0
	for n := range 2000 {
		joints, line := 2+n%4, n%4 < 2
		seed := r.Uint64()
		var most [2]float64
		for k, off := range [2]float64{0, 1e-3} {
			if off != 0 && !line {
				continue
			}
			s := tied(rand.New(rand.NewPCG(seed, 1)), joints, line, n%3 == 0, off)
			s.factorJoints()
			s.reconcileGoals(1e9)
			s.solveJoints(1e-6)
			if len(s.joints.spare) == 0 {
				t.Fatalf("case %d: %d joints, none of them spare", n, joints)
			}
			for i := range s.Joints {
				j := &s.Joints[i]
				if d := j.Goal.Sub(s.JointSlip(i)).MaxAbs(); d > 1e-8 {
					t.Errorf("case %d: joint %d of %d misses its velocity by %g m/s", n, i, joints, d)
				}
				most[k] = max(most[k], j.J.MaxAbs())
			}
		}
		if line {
			worst = max(worst, most[1]/most[0])
		}
	}
	if worst > 1.5 {
		t.Errorf("a contradiction of 1 mm/s makes impulses %g times as large", worst)
	}
}

// TestContactSolver_RebasesJoints: of two joints in one line the second starts without an impulse along it, so that what is
// along it does not add up as the line turns.
func TestContactSolver_RebasesJoints(t *testing.T) {
	s := tied(rand.New(rand.NewPCG(3, 3)), 2, true, false, 0)
	s.Joints[1].J = geom.Vec{X: 1, Y: -2, Z: 3}
	s.factorJoints()
	line := s.Joints[1].RA.Sub(s.Joints[0].RA).Normalize()
	across := s.Joints[1].J.AddScaled(line, -line.Dot(s.Joints[1].J))
	s.rebaseJoints()
	if d := s.Joints[1].J.Sub(across).MaxAbs(); d > 1e-12 {
		t.Errorf("the impulse is %v, want %v", s.Joints[1].J, across)
	}
}

// TestContactSolver_SpareJointsAllocateNothing solves a weld again with the memory of the first time.
func TestContactSolver_SpareJointsAllocateNothing(t *testing.T) {
	s := tied(rand.New(rand.NewPCG(3, 3)), 4, false, false, 0)
	all := func() {
		s.factorJoints()
		s.reconcileGoals(s.reach())
		s.solveJoints(1e-6)
	}
	all()
	if n := testing.AllocsPerRun(20, all); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// BenchmarkJointSystem_Weld factors and solves a weld of four joints.
func BenchmarkJointSystem_Weld(b *testing.B) {
	s := tied(rand.New(rand.NewPCG(3, 3)), 4, false, false, 0)
	b.ReportAllocs()
	for b.Loop() {
		s.factorJoints()
		s.solveJoints(1e-6)
	}
}
