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

// offTurning returns by how much a row is off the laws of turning [rad/s]: its torques are in the disc and the range that the normal
// impulse allows; within them nothing turns, at their bounds they are against what does.
func (s *ContactSolver) offTurning(c *TurnRow) float64 {
	p := &s.Points[c.Point]
	o, mass := s.turning(p), math.Max(c.rolling.large, 1/c.spin)
	off := func(j, turns [2]float64, limit float64) float64 {
		size, speed := math.Hypot(j[0], j[1]), math.Hypot(turns[0], turns[1])
		astray := 0.0 // of a torque that is not opposed to the turning, or of the turning
		if size > 0 {
			astray = math.Min(speed+(j[0]*turns[0]+j[1]*turns[1])/size, size*mass)
		}
		return math.Max((size-limit)*mass, math.Min(speed, math.Max((limit-size)*mass, astray)))
	}
	rolls := off([2]float64{c.J.X, c.J.Y}, [2]float64{p.T1.Dot(o), p.T2.Dot(o)}, c.Rolling*p.Jn)
	return math.Max(rolls, off([2]float64{c.J.Z}, [2]float64{p.N.Dot(o)}, c.Spin*p.Jn))
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
			if off := s.offTurning(c); off > rim {
				t.Fatalf("case %d: turns by %v rad/s, torques %v with a normal impulse of %g: off the laws by %g rad/s", n, s.turning(p), c.J, p.Jn, off)
			}
			o := s.turning(p)
			spins := math.Abs(p.N.Dot(o))
			switch turns := o.AddScaled(p.N, -p.N.Dot(o)).Len(); {
			case p.Jn*c.Rolling/c.spin < 1e-5:
			case turns > 1e-5:
				rolled++
			default:
				held++
			}
			if spins > 1e-5 && p.Jn*c.Spin/c.spin > 1e-5 {
				spun++
			}
		}
		if d := s.offImpulses(free); d > 1e-11 {
			t.Fatalf("case %d: a body is %g off what its impulses give it", n, d)
		}
	}
	t.Logf("%d hold, %d roll, %d spin; %d of %d are not found", held, rolled, spun, lost, trials)
	if held < trials/4 || rolled < 4*trials || spun < 4*trials || lost > trials/15 {
		t.Error("too few to tell")
	}
}
