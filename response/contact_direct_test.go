package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestContact_HeavyOnLightIsSolvedAtOnce stacks a heavy cube, pushed off centre, on a light one on the ground, at four
// corners each. In a substep of rest both stay: the ground bears both weights, the light one the heavy one's, and the
// moments about both centres vanish. Passes alone come nowhere at this ratio of masses.
func TestContact_HeavyOnLightIsSolvedAtOnce(t *testing.T) {
	const h, g = 0.01, 9.81
	for _, ratio := range []float64{1e3, 1e5} {
		mass := [2]float64{1, ratio}
		// A torque about y moves the heavy one's load towards +x by 0.1 m.
		torque := 0.1 * ratio * g
		var s ContactSolver
		centres := []geom.Vec{{Z: 0.5}, {Z: 1.5}}
		for i, m := range mass {
			inv := geom.Diagonal(geom.Vec{X: 6 / m, Y: 6 / m, Z: 6 / m})
			b := ContactBody{InvMass: 1 / m, InvInertia: inv, V: geom.Vec{Z: -g * h}}
			if i == 1 {
				b.W = inv.Apply(geom.Vec{Y: torque * h})
			}
			s.Bodies = append(s.Bodies, b)
		}
		for level := range 2 {
			for _, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
				s.Points = append(s.Points, ContactPoint{
					A: int32(level) - 1, B: int32(level), P: geom.Vec{X: c[0], Y: c[1], Z: float64(level)}, N: geom.Vec{Z: 1}, Friction: 0.5,
				})
			}
		}
		passes, ok := s.Solve(centres, h, &ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-7, Passes: 1000})
		if !ok || passes != directAfter {
			t.Errorf("ratio %g: %d passes, converged %v", ratio, passes, ok)
		}
		for level, weight := range [2]float64{(1 + ratio) * g * h, ratio * g * h} {
			sum, moment := 0.0, 0.0
			for _, p := range s.Points[4*level : 4*level+4] {
				sum += p.Jn
				moment += p.P.X * p.Jn
				if p.Jn < 0 || math.Hypot(p.Jt[0], p.Jt[1]) > p.Friction*p.Jn*(1+1e-9) {
					t.Errorf("ratio %g: point %+v", ratio, p)
				}
			}
			if math.Abs(sum-weight) > 1e-9*weight || math.Abs(moment-torque*h) > 1e-9*weight {
				t.Errorf("ratio %g: level %d bears %v N s with the moment %v, must be %v and %v", ratio, level, sum, moment, weight, torque*h)
			}
		}
		for i := range s.Bodies {
			if b := &s.Bodies[i]; b.V.Len() > 1e-9 || b.W.Len() > 1e-9 {
				t.Errorf("ratio %g: body %d moves with %v, %v", ratio, i, b.V, b.W)
			}
		}
	}
}
