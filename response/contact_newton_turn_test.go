package response

import (
	"fmt"
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

// lawOfTurning returns what a row breaks, "" for nothing: its torques are in the disc and the range that the normal impulse allows, up
// to rim [rad/s]; what turns faster than still [rad/s] does at their bounds, and they are against it.
func (s *ContactSolver) lawOfTurning(c *TurnRow, still, rim float64) string {
	p := &s.Points[c.Point]
	o, mass := s.turning(p), math.Max(c.rolling.large, 1/c.spin)
	for _, part := range []struct {
		j, turns [2]float64
		limit    float64
	}{
		{[2]float64{c.J.X, c.J.Y}, [2]float64{p.T1.Dot(o), p.T2.Dot(o)}, c.Rolling * p.Jn},
		{[2]float64{c.J.Z}, [2]float64{p.N.Dot(o)}, c.Spin * p.Jn},
	} {
		size, speed := math.Hypot(part.j[0], part.j[1]), math.Hypot(part.turns[0], part.turns[1])
		switch against := -part.j[0]*part.turns[0] - part.j[1]*part.turns[1]; {
		case (size-part.limit)*mass > rim:
			return fmt.Sprintf("torques %g beyond %g N m s", part.j, part.limit)
		case speed <= still || part.limit*mass <= still: // it may be anything
		case (part.limit-size)*mass > rim || against < speed*size*(1-1e-3):
			return fmt.Sprintf("turns by %g rad/s, torques %g of %g N m s", part.turns, part.j, part.limit)
		}
	}
	return ""
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
			s.turn(p.A, p.B, p.world(c.J))
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
			if law := s.lawOfTurning(c, 1e-5, rim); law != "" {
				t.Fatalf("case %d, normal impulse %g: %s", n, p.Jn, law)
			}
			o, mass := s.turning(p), math.Max(c.rolling.large, 1/c.spin)
			switch rolls := math.Hypot(p.T1.Dot(o), p.T2.Dot(o)); {
			case c.Rolling*p.Jn*mass <= 1e-5:
			case rolls > 1e-5:
				rolled++
			default:
				held++
			}
			if math.Abs(p.N.Dot(o)) > 1e-5 && c.Spin*p.Jn*mass > 1e-5 {
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
