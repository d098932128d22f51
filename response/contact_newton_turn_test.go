package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// resistTurning gives every point, or each third one, resistance to turning, strong or as of wheels.
func resistTurning(r *rand.Rand, s *ContactSolver, all, strong bool) {
	rolling, spin := math.Exp(-1-5*r.Float64()), math.Exp(-2-5*r.Float64())
	if strong {
		rolling, spin = 2, 2
	}
	for i := range s.Points {
		if all || i%3 == 0 {
			s.Turns = append(s.Turns, TurnRow{Point: int32(i), Rolling: rolling, Spin: spin})
		}
	}
	s.prepareTurns()
}

// TestContactSolver_NewtonObeysTheLawsOfTurning solves random stacks and loads whose points resist turning, at once: their torques
// are within the disc and the range of the normal impulses; within both nothing turns, at the bounds they are against what does;
// points push and friction is within its disc; and the bodies have what all impulses give them. It finds nearly all; passes go on
// from where it ended with the others.
func TestContactSolver_NewtonObeysTheLawsOfTurning(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	set := contactSettings
	set.Residual, set.Passes = 1e-8, 50000
	const tol, rim = 1e-6, 1e-4 // points that share a load shift it, and what it bounds
	held, rolled, spun, lost := 0, 0, 0, 0
	trials := geomtest.Trials(2000)
	for n := range trials {
		var s *ContactSolver
		if n%2 == 0 {
			s = randomStack(r, 1.0/240, &set, false)
		} else {
			s = randomLoad(r, 1.0/240, &set)
		}
		resistTurning(r, s, n%4 < 2, n%10 == 0)
		free := slices.Clone(s.Bodies)
		s.warmStart()
		for i := range s.Turns { // from anything, as passes leave it
			c := &s.Turns[i]
			p := &s.Points[c.Point]
			c.J = geom.Vec{X: 0.01 * r.NormFloat64(), Y: 0.01 * r.NormFloat64(), Z: 0.01 * r.NormFloat64()}
			s.turn(p, p.world(c.J))
		}
		if !s.solveByNewton(set.Residual) {
			lost++
			continue
		}
		for i := range s.Points {
			p := &s.Points[i]
			un := p.N.Dot(s.slip(p, geom.Vec{}))
			if p.Jn < 0 || un < p.goal-tol || p.Jn > 0 && un > p.goal+tol || (math.Hypot(p.Jt[0], p.Jt[1])-p.Friction*p.Jn)*p.massN > rim {
				t.Fatalf("case %d: impulse %g, normal speed %g of %g, friction %g", n, p.Jn, un, p.goal, p.Jt)
			}
		}
		for i := range s.Turns {
			c := &s.Turns[i]
			p := &s.Points[c.Point]
			o := s.turning(p)
			w1, w2, wn := p.T1.Dot(o), p.T2.Dot(o), p.N.Dot(o)
			turns, j := math.Hypot(w1, w2), math.Hypot(c.J.X, c.J.Y)
			limit, range1 := c.Rolling*p.Jn, c.Spin*p.Jn
			mass := math.Max(c.rolling.large, 1/c.spin)
			switch {
			case max(j-limit, math.Abs(c.J.Z)-range1)*mass > rim:
				t.Fatalf("case %d: torques %v of %g and %g", n, c.J, limit, range1)
			case turns > 1e-5 && limit*mass > 1e-5:
				rolled++
				if (limit-j)*mass > rim || c.J.X*w1+c.J.Y*w2 > -turns*j*(1-1e-3) {
					t.Fatalf("case %d: turns by %g %g rad/s, torque %v of %g", n, w1, w2, c.J, limit)
				}
			case limit*mass > 1e-5:
				held++
			}
			if math.Abs(wn) > 1e-5 && range1*mass > 1e-5 {
				spun++
				if (range1-math.Abs(c.J.Z))*mass > rim || c.J.Z*wn > 0 {
					t.Fatalf("case %d: spins by %g rad/s, torque %g of %g", n, wn, c.J.Z, range1)
				}
			}
		}
		got := slices.Clone(s.Bodies)
		copy(s.Bodies, free)
		for i := range s.Points {
			p := &s.Points[i]
			s.applyNormal(p, p.Jn)
			s.applyTangent(p, p.Jt[0], p.Jt[1])
		}
		for i := range s.Turns {
			p := &s.Points[s.Turns[i].Point]
			s.turn(p, p.world(s.Turns[i].J))
		}
		for i := range got {
			if d := got[i].V.Sub(s.Bodies[i].V).Len() + got[i].W.Sub(s.Bodies[i].W).Len(); d > 1e-11 {
				t.Fatalf("case %d: body %d is %g off what its impulses give it", n, i, d)
			}
		}
	}
	t.Logf("%d hold, %d roll, %d spin; %d of %d are not found", held, rolled, spun, lost, trials)
	if held < trials/4 || rolled < 4*trials || spun < 4*trials || lost > trials/15 {
		t.Error("too few to tell")
	}
}
