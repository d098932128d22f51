package response

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestContactSolver_GainsAreLookedForBesideDrivenBodies: two jointed bodies that have 10 % more speed than at the start gain,
// also where a driven body is among those of the island that touches neither; what it touches, or is jointed to, it may give
// energy.
func TestContactSolver_GainsAreLookedForBesideDrivenBodies(t *testing.T) {
	gains := func(speed float64, touch, joint bool) bool {
		var s ContactSolver
		body := func(v float64) ContactBody {
			return ContactBody{InvMass: 1, InvInertia: geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{Y: 1}, Z: geom.Vec{Z: 1}}, V: geom.Vec{X: v}}
		}
		driven := ContactBody{V: geom.Vec{X: 5}}
		s.Bodies = []ContactBody{body(speed), body(speed), driven}
		s.Joints = []BallJoint{{A: 0, B: 1}}
		if joint {
			s.Joints = append(s.Joints, BallJoint{A: 1, B: 2})
		}
		if touch {
			s.Points = []ContactPoint{{A: 1, B: 2, N: geom.Vec{X: 1}}}
		}
		s.energy0 = 2 * 0.5 * 10 * 10
		return s.Gains(0)
	}
	for _, c := range []struct {
		speed        float64
		touch, joint bool
		want         bool
	}{{11, false, false, true}, {10.04, false, false, false}, {10.06, false, false, true}, {11, true, false, false}, {11, false, true, false}} {
		if got := gains(c.speed, c.touch, c.joint); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
