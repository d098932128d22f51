package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestImpactSolver_RefusesJointsOutOfRange, as points are, and changes nothing.
func TestImpactSolver_RefusesJointsOutOfRange(t *testing.T) {
	for _, j := range []ImpactJoint{{A: 0, B: 2}, {A: 2, B: 0}, {A: -2, B: 0}, {A: 0, B: -2}, {A: 0, B: -1, P: geom.Vec{X: math.NaN()}}} {
		bodies := []ImpactBody{{InvMass: 1, InvInertia: geom.Identity(), V: geom.Vec{X: 1}}, {InvMass: 1, InvInertia: geom.Identity(), X: geom.Vec{X: 2}}}
		points := []ImpactPoint{{A: 0, B: 1, P: geom.Vec{X: 1}, N: geom.Vec{X: 1}}}
		var s ImpactSolver
		s.Join([]ImpactJoint{j})
		if r := s.Solve(bodies, points, ImpactOptions{}); r.Status != Refused || bodies[0].V != (geom.Vec{X: 1}) {
			t.Errorf("joint of %d and %d: %v", j.A, j.B, r.Status)
		}
		s.Join(nil)
		if r := s.Solve(bodies, points, ImpactOptions{}); r.Status != Converged {
			t.Errorf("without joints: %v", r.Status)
		}
	}
}

func TestNames(t *testing.T) {
	for want, got := range map[string]string{
		"newton": Newton.String(), "poisson-routh": PoissonRouth.String(), "unknown": (PoissonRouth + 1).String(),
		"free": SlideFree.String(), "invalid": SlideInvalid.String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
