package response

import (
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestEarly_ContactsGiveNoEnergy solves stacks with initial impulses that would throw them up, by passes that end early: those of Relax
// go on where contacts give energy then, up to 2^earlyMore times as many, and not without Early, nor where contacts take some.
func TestEarly_ContactsGiveNoEnergy(t *testing.T) {
	const h, passes = 1.0 / 240, 2
	for n := 2; n <= 12; n++ {
		for factor := 0; factor <= 8; factor++ {
			solved := func(early bool) (gives float64, relaxes int, ok bool) {
				s, x := stack(n, h)
				s.Early = early
				for i := range s.Points {
					s.Points[i].Jn = float64(factor) * 0.5 * 9.81 * h * float64(n-i/4)
				}
				set := contactSettings
				set.Passes = passes
				forced := s.energyAtStart()
				s.Solve(x, h, &set)
				relaxes, ok = s.Relax(make([]geom.Vec, n), &set)
				return s.energy() - forced, relaxes, ok
			}
			loose, one, all := solved(false)
			got, more, ok := solved(true)
			if !ok || all != (one < passes) {
				t.Errorf("%d bodies, factor %d: converged: %v, Early %v", n, factor, all, ok)
			}
			if one > passes || more > passes && !earlyPasses(more, passes, contactSettings.Most) || more > passes != (loose > 0) {
				t.Errorf("%d bodies, factor %d: %d passes that gain %g J, %d that go on", n, factor, one, loose, more)
			}
			if got > 0 {
				t.Errorf("%d bodies, factor %d: gain %g J by %d passes", n, factor, got, more)
			}
			if gains := n >= 3 && factor >= 5; gains && !(loose > 0) {
				t.Errorf("%d bodies, factor %d: without Early they gain %g J", n, factor, loose)
			}
		}
	}
}

// earlyPasses reports whether a number of passes is of relaxEarly, if none of them converge: twice as many in each round, up to most.
func earlyPasses(n, passes, most int) bool {
	sum := passes
	for range earlyMore {
		if n == sum {
			return true
		}
		passes = min(2*passes, most)
		sum += passes
	}
	return n == sum
}

// TestEarly_GoesOnForSomeRoundsOnly: in random loads with initial impulses that are far too large contacts still give energy after all
// rounds. What has converged, to however little, does not go on.
func TestEarly_GoesOnForSomeRoundsOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 2))
	most, capped, converged := 0, 0, 0
	for n := range 12 {
		set := contactSettings
		s := randomLoad(r, 1.0/240, &set)
		s.Early, set.Passes = true, 1
		switch n % 3 {
		case 1:
			set.Residual = 1e9
		case 2:
			set.Most = 6
		}
		for i := range s.Points {
			s.Points[i].Jn = 3
		}
		x := make([]geom.Vec, len(s.Bodies))
		s.Solve(x, 1.0/240, &set)
		switch k, ok := s.Relax(x, &set); {
		case !ok && set.Most == 6 && earlyPasses(k, 1, 6):
			capped = max(capped, k)
		case !ok && earlyPasses(k, 1, set.Most):
			most = max(most, k)
		case ok && k == 1 && s.contactsGive():
			converged++
		default:
			t.Errorf("case %d: %d passes, converged %v, %v", n, k, ok, s.contactsGive())
		}
	}
	if most != 1+2+4+8+16+32 || capped != 1+2+4+6+6+6 || converged == 0 {
		t.Errorf("%d passes at most, %d with a cap, %d converged", most, capped, converged)
	}
}

// TestEarly_WorkOfContacts: contacts give energy if the bodies have more after their impulses, any, than by forces alone.
func TestEarly_WorkOfContacts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	gives, takes := 0, 0
	for n := range geomtest.Trials(300) {
		s, x := stack(6, 1.0/240)
		s.Early = true
		for i := range s.Bodies {
			b := &s.Bodies[i]
			b.V0, b.W0 = geom.Vec{X: spread(r), Y: spread(r), Z: spread(r)}.Scale(0.1), geom.Vec{X: spread(r), Y: spread(r), Z: spread(r)}.Scale(0.4)
			b.V, b.W = b.V.Add(b.V0), b.W0
		}
		most := []float64{0.03, 3}[n%2]
		for i := range s.Points {
			s.Points[i].Jn = most * r.Float64()
		}
		set := contactSettings
		set.Passes = 1
		s.Solve(x, 1.0/240, &set)
		forced := 0.0
		for i := range s.Bodies {
			b := &s.Bodies[i]
			forced += b.energy(b.forcedV, b.forcedW)
			if b.forcedV.Sub(b.V0).MaxAbs() > 0.05 || b.forcedW != b.W0 {
				t.Errorf("case %d: body %d has %v and %v by forces alone", n, i, b.forcedV, b.forcedW)
			}
		}
		more := s.energy() > forced
		if s.contactsGive() != more {
			t.Errorf("case %d: contacts give energy: %v, of %g J %g are left", n, !more, forced, s.energy())
		}
		if more {
			gives++
		} else {
			takes++
		}
	}
	if min(gives, takes) < 8 {
		t.Errorf("contacts give energy in %d cases, and take some in %d", gives, takes)
	}
}

// TestEarly_Rebounds: passes of points that rebound which end early have converged if they leave no more energy than there was.
func TestEarly_Rebounds(t *testing.T) {
	for _, early := range []bool{false, true} {
		s, x := stack(5, 1.0/240)
		s.Early = early
		for i := range s.Bodies {
			s.Bodies[i].V0.Z = -2
			s.Bodies[i].V.Z -= 2
		}
		for i := range s.Points {
			s.Points[i].Rebound = 0.2
		}
		set := contactSettings
		s.Solve(x, 1.0/240, &set)
		set.Passes = 3
		if k, ok := s.Relax(make([]geom.Vec, 5), &set); k != 3 || ok != early {
			t.Errorf("Early %v: %d passes, converged %v", early, k, ok)
		}
	}
}
