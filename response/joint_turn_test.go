package response

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// lawOfJoint returns what the row of a joint breaks, "" for nothing: without the torque of damping at both ends of the substep the
// rest, of friction, is within its ball, up to tol; what turns faster than tol [rad/s] does at its rim, and it is against that.
func (s *ContactSolver) lawOfJoint(t *JointTurn, x, tol float64) string {
	w, w0 := s.turnOf(t), s.turnAtStart(t)
	for n, axis := range [3]geom.Vec{t.axes.X, t.axes.Y, t.axes.Z} {
		if t.mobility[n] == 0 { // where the joints hold there is no turning, but of the random start
			w0 = w0.AddScaled(axis, -axis.Dot(w0))
		}
	}
	later := (1 + x) / (2 + x)
	friction := t.J.AddScaled(w, t.Damping*later).AddScaled(w0, t.Damping*(1-later))
	mass := math.Max(t.mobility[0], math.Max(t.mobility[1], t.mobility[2]))
	slack := tol * (1/mass + t.Damping) // what an error of the velocity is as an impulse
	switch size := friction.Len(); {
	case size > t.Friction+slack:
		return fmt.Sprintf("friction %g of %g", size, t.Friction)
	case w.Len() > tol && size < t.Friction-slack:
		return fmt.Sprintf("turns by %g rad/s, friction %g of %g", w, size, t.Friction)
	case w.Len() > 1e3*tol && t.Friction > 1e3*slack && friction.Dot(w) > -size*w.Len()*(1-1e-3):
		return fmt.Sprintf("turns by %v rad/s, friction is %v", w, friction)
	}
	return ""
}

// dampedBy returns x of a row: all damping at its bodies, over the inertia that it turns.
func (s *ContactSolver) dampedBy(t *JointTurn) float64 {
	all := 0.0
	for i := range s.JointTurns {
		if o := &s.JointTurns[i]; t.shares(o) {
			all += o.Damping
		}
	}
	return all * math.Max(t.mobility[0], math.Max(t.mobility[1], t.mobility[2]))
}

// randomLimb is a chain of n links in space, or from the world, or from a body that turns with a prescribed motion, whose joints
// resist turning, strongly or weakly, and of which some have hinges. It returns their centres too.
func randomLimb(r *rand.Rand, n int) (*ContactSolver, []geom.Vec) {
	s, x := &ContactSolver{}, []geom.Vec{}
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size)
	}
	at, start := geom.Vec{}, r.IntN(3)
	if start == 2 {
		w := vec(2)
		s.Bodies, x = append(s.Bodies, ContactBody{W: w, W0: w}), append(x, vec(0.3))
	}
	for i := range n {
		mass := math.Exp(r.NormFloat64())
		half := geom.Vec{X: 0.1 + 0.3*r.Float64(), Y: 0.02 + 0.1*r.Float64(), Z: 0.02 + 0.1*r.Float64()}
		to := geom.QuatExp(vec(1)).Rotate(geom.Vec{X: half.X})
		turn := geom.QuatExp(vec(1)).Mat3()
		inertia := geom.Diagonal(geom.Vec{X: 3 / mass / (half.Y*half.Y + half.Z*half.Z), Y: 3 / mass / (half.X*half.X + half.Z*half.Z), Z: 3 / mass / (half.X*half.X + half.Y*half.Y)})
		back := turn.Transpose()
		inertia = turn.Mul(&inertia)
		inertia = inertia.Mul(&back)
		b := ContactBody{InvMass: 1 / mass, InvInertia: inertia, V0: vec(1), W0: vec(3)}
		b.V, b.W = b.V0.Add(vec(0.05)), b.W0.Add(vec(0.5))
		centre := at.Add(to)
		s.Bodies, x = append(s.Bodies, b), append(x, centre)
		k := int32(len(s.Bodies)) - 1
		if i > 0 || start > 0 {
			o := int32(-1)
			if i > 0 || start == 2 {
				o = k - 1
			}
			points := []geom.Vec{at}
			if r.IntN(3) == 0 {
				points = append(points, at.Add(vec(1).Normalize().Scale(0.15)))
			}
			size := math.Exp(2 * r.NormFloat64())
			for _, p := range points {
				rA := p
				if o >= 0 {
					rA = p.Sub(x[o])
				}
				s.Joints = append(s.Joints, BallJoint{A: o, B: k, RA: rA, RB: p.Sub(centre), Looped: len(points) > 1})
			}
			t := JointTurn{A: o, B: k}
			if r.IntN(4) > 0 {
				t.Friction = 0.01 * size
			}
			if r.IntN(2) > 0 {
				t.Damping = 0.01 * size * math.Exp(4*r.NormFloat64())
			}
			s.JointTurns = append(s.JointTurns, t)
		}
		at = centre.Add(to)
	}
	return s, x
}

// TestJointTurn_ObeysItsLaws solves random chains of one to eight links, some with hinges, from anything, by the passes: the joints
// hold, and each row obeys its laws. Some stick, others turn, at the rim of their friction or damped.
func TestJointTurn_ObeysItsLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	set := contactSettings
	set.Residual = 1e-8
	stuck, turning, damped, lost := 0, 0, 0, 0
	trials := geomtest.Trials(3000)
	for n := range trials {
		s, x := randomLimb(r, 1+r.IntN(8))
		for i := range s.JointTurns {
			s.JointTurns[i].J = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(0.01)
		}
		if _, ok := s.Solve(x, 1.0/240, &set); !ok {
			lost++
			continue
		}
		left := false
		for k := range s.Joints {
			if left = left || s.Joints[k].Goal.MaxAbs() > 1e-9; left {
				break // the start asks for what the joints leave for later, see reachShare
			}
			if u := s.JointSlip(k).MaxAbs(); u > 1e-8 {
				t.Fatalf("case %d: joint %d parts at %g m/s", n, k, u)
			}
		}
		if left {
			continue
		}
		for i := range s.JointTurns {
			row := &s.JointTurns[i]
			if law := s.lawOfJoint(row, s.dampedBy(row), 1e-6); law != "" {
				t.Fatalf("case %d, joint %d of %d: %s", n, i, len(s.JointTurns), law)
			}
			switch w := s.turnOf(row).Len(); {
			case row.Friction == 0:
				damped++
			case w < 1e-6:
				stuck++
			default:
				turning++
			}
		}
	}
	t.Logf("%d stick, %d turn, %d are only damped; %d of %d are not found", stuck, turning, damped, lost, trials)
	if lost > trials/500 || stuck < trials/4 || turning < trials/4 || damped < trials/4 {
		t.Error("too few to tell")
	}
}

// TestJointTurn_OfManyLinks: Newton's method finds what holds a chain of 1,000 links, over which a few passes carry nothing, and each
// takes as long as the square of them.
func TestJointTurn_OfManyLinks(t *testing.T) {
	set := contactSettings
	set.Passes, set.Residual = 6, 1e-7
	s, x := randomLimb(rand.New(rand.NewPCG(0, 4)), 1000)
	for i := range s.JointTurns {
		s.JointTurns[i].Damping = math.Min(s.JointTurns[i].Damping, 0.01)
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		b.V0, b.W0 = b.V0.Scale(0.1), b.W0.Scale(0.1)
		b.V, b.W = b.V0, b.W0
	}
	if _, ok := s.Solve(x, 1.0/240, &set); !ok {
		t.Fatalf("not found in %d passes", set.Passes)
	}
	for i := range s.JointTurns {
		row := &s.JointTurns[i]
		if law := s.lawOfJoint(row, s.dampedBy(row), 1e-4); law != "" {
			t.Fatalf("joint %d of %d: %s", i, len(s.JointTurns), law)
		}
	}
}

// TestJointTurn_NewtonAgrees solves random chains by the passes alone and by Newton's method alone: both find the same velocities.
func TestJointTurn_NewtonAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	set := contactSettings
	set.Residual, set.Passes = 1e-10, 20000
	lost, compared := 0, 0
	for n := range geomtest.Trials(600) {
		s, _ := randomLimb(r, 2+r.IntN(3))
		for i := range s.JointTurns {
			s.JointTurns[i].Damping = math.Min(s.JointTurns[i].Damping, 1)
		}
		s.centrePatches()
		s.factorJoints()
		s.prepareTurns()
		s.prepareJointTurns()
		s.warmStart()
		start := append([]ContactBody{}, s.Bodies...)
		rows, joints := append([]JointTurn{}, s.JointTurns...), append([]BallJoint{}, s.Joints...)
		converged := false
		for pass := 0; pass < set.Passes && !converged; pass++ {
			d := s.solveJoints(set.Residual)
			converged = math.Max(d, s.solveJointTurns(set.Residual, pass&1 == 1)) < set.Residual
		}
		if !converged {
			lost++
			continue
		}
		passes := append([]ContactBody{}, s.Bodies...)
		copy(s.Bodies, start)
		s.JointTurns, s.Joints = rows, joints
		if !s.solveByNewton(1e-8) {
			lost++
			continue
		}
		compared++
		for i := range s.Bodies {
			if d := s.Bodies[i].V.Sub(passes[i].V).Len() + s.Bodies[i].W.Sub(passes[i].W).Len(); d > 1e-6 {
				t.Errorf("case %d, body %d: velocities differ by %g", n, i, d)
			}
		}
	}
	t.Logf("%d compared, %d not found", compared, lost)
	if compared < 9*lost || compared < geomtest.Trials(300) {
		t.Error("too few to tell")
	}
}

// TestJointTurn_DampingNeverTurnsBack: of two bodies with one joint, or on a hinge, damping of any size leaves each component of
// the relative angular velocity, along the axes of its mobility, with its sign, and smaller, as 1/(1 + x + x²/2) along the largest.
func TestJointTurn_DampingNeverTurnsBack(t *testing.T) {
	set := contactSettings
	set.Residual = 1e-9
	for _, hinge := range []bool{false, true} {
		for _, c := range []float64{1e-6, 1e-3, 0.1, 1, 10, 1e3, 1e6, 1e12, 1e30} {
			s := &ContactSolver{Bodies: []ContactBody{
				{InvMass: 0.5, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 4}), W0: geom.Vec{X: 1, Y: -2, Z: 3}},
				{InvMass: 0.2, InvInertia: geom.Diagonal(geom.Vec{X: 2, Y: 1, Z: 2})},
			}}
			s.Bodies[0].W = s.Bodies[0].W0
			s.Joints = []BallJoint{{A: 0, B: 1}}
			s.JointTurns = []JointTurn{{A: 0, B: 1, Damping: c}}
			if hinge {
				s.Bodies[0].W, s.Bodies[0].W0 = geom.Vec{Z: 3}, geom.Vec{Z: 3}
				s.Joints = append(s.Joints, BallJoint{A: 0, B: 1, RA: geom.Vec{Z: 1}, RB: geom.Vec{Z: 1}, Looped: true})
				s.Joints[0].Looped = true
			}
			before := s.Bodies[0].W0.Neg()
			if _, ok := s.Solve(make([]geom.Vec, 2), 0.01, &set); !ok {
				t.Errorf("hinge %v, damping %g: not found", hinge, c)
			}
			now := s.turnOf(&s.JointTurns[0])
			x := 6 * c // along z
			if want := before.Z / (1 + x + x*x/2); math.Abs(now.Z-want) > 1e-12*math.Abs(before.Z) {
				t.Errorf("hinge %v, damping %g: %g rad/s about z, want %g", hinge, c, now.Z, want)
			}
			for _, of := range [3][2]float64{{before.X, now.X}, {before.Y, now.Y}, {before.Z, now.Z}} {
				if math.Abs(of[1]) > math.Abs(of[0])+1e-12 || of[0]*of[1] < -1e-14 {
					t.Errorf("hinge %v, damping %g: %g rad/s become %g", hinge, c, of[0], of[1])
				}
			}
			if l := s.totalSpin(); l.Sub(s.spinOf(before.Neg())).Len() > 1e-12 {
				t.Errorf("damping %g: angular momentum is %v", c, l)
			}
		}
	}
}

// TestJointTurn_DerivativeIsThatOfTheProjection: of random rows, with and without friction and damping.
func TestJointTurn_DerivativeIsThatOfTheProjection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	within, beyond := 0, 0
	for range 1000 {
		row := newtonRow{kind: jointTurnRow, rhoN: math.Exp(r.NormFloat64()), limit: 2 * r.Float64() * float64(r.IntN(3)), held: vec()}
		if r.IntN(3) > 0 {
			row.drag = math.Exp(r.NormFloat64())
		}
		q, step := vec(), vec().Scale(1e-6)
		_, size := row.project(q)
		if math.Abs(q.Add(row.held).Len()-row.limit) < 1e-5 {
			continue
		}
		if size > 0 {
			beyond++
		} else {
			within++
		}
		after, _ := row.project(q.Add(step))
		before, _ := row.project(q.Sub(step))
		d := row.turnDerivative(q)
		want := after.Sub(before).Scale(0.5 * row.rhoN)
		if off := d.Apply(step).Sub(want).Len(); off > 1e-8*row.rhoN*step.Len() {
			t.Fatalf("derivative %v, want %v, by %v", d.Apply(step), want, step)
		}
	}
	if within < 100 || beyond < 100 {
		t.Errorf("%d within, %d beyond friction", within, beyond)
	}
}

// totalSpin returns the angular momentum of the bodies about their own centres.
func (s *ContactSolver) totalSpin() (l geom.Vec) {
	for i := range s.Bodies {
		own, _ := s.Bodies[i].InvInertia.Solve(s.Bodies[i].W)
		l = l.Add(own)
	}
	return l
}

// spinOf returns the angular momentum of the first body at an angular velocity.
func (s *ContactSolver) spinOf(w geom.Vec) geom.Vec {
	l, _ := s.Bodies[0].InvInertia.Solve(w)
	return l
}
