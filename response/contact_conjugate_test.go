package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// stack returns n unit cubes of mass 2 on top of each other on the plane z = 0, at rest under gravity for a substep of
// length h.
func stack(n int, h float64) (*ContactSolver, []geom.Vec) {
	g := geom.Vec{Z: -9.81}
	s, x := &ContactSolver{}, []geom.Vec{}
	for i := range n {
		s.Bodies = append(s.Bodies, ContactBody{InvMass: 0.5, InvInertia: geom.Diagonal(geom.Vec{X: 3, Y: 3, Z: 3}), V: g.Scale(h)})
		x = append(x, geom.Vec{Z: 0.5 + float64(i)})
		for k := range 4 {
			p := geom.Vec{X: float64(k&1) - 0.5, Y: float64(k>>1) - 0.5, Z: float64(i)}
			s.Points = append(s.Points, ContactPoint{A: int32(i), B: int32(i) - 1, P: p, N: geom.Vec{Z: -1}, Friction: 0.5})
		}
	}
	return s, x
}

// TestContactSolver_StackTakesFewPasses solves stacks from nothing: each joint carries the weight above it. Of 20 it is
// found at once after the first passes, of 50, too many for that, by 1,000 passes or so, where 2,000 do not suffice
// without directions.
func TestContactSolver_StackTakesFewPasses(t *testing.T) {
	const h = 1.0 / 240
	for _, c := range []struct{ n, most int }{{20, newtonAfter + 1}, {50, 1300}} {
		s, x := stack(c.n, h)
		set := contactSettings
		set.Residual = 1e-6
		passes, ok := s.Solve(x, h, &set)
		if !ok || passes > c.most {
			t.Errorf("%d bodies: %d passes, converged %v", c.n, passes, ok)
		}
		for i := range c.n {
			sum := 0.0
			for k := range 4 {
				sum += s.Points[4*i+k].Jn
			}
			if want := 2 * 9.81 * h * float64(c.n-i); math.Abs(sum-want) > float64(c.n)*set.Residual*2 {
				t.Errorf("%d bodies: joint %d carries %g N s, want %g", c.n, i, sum, want)
			}
		}
	}
}

// TestContactSolver_NoiseDiesOut gives a cube that touches approaches and gaps of the size of what passes leave: the
// solve asks for a speed of zero, not for the mirrored one. An approach ten times the limit is mirrored, so that the
// mean closes no gap, and so is what parts, so that it is not lifted.
func TestContactSolver_NoiseDiesOut(t *testing.T) {
	const h = 1.0 / 240
	still := float64(stillPerResidual * contactSettings.Residual)
	for _, c := range []struct{ v, gap, want float64 }{
		{-0.9 * still, 0, 0}, {0.9 * still, 0, -0.9 * still}, {-10 * still, 0, 10 * still}, {0, 0.9 * closedPerSlop * contactSettings.Slop, 0},
	} {
		s, x := onPlane(geom.Vec{Z: c.v}, geom.Vec{Z: -9.81}, h, c.gap, 0.5)
		s.Solve(x, h, &contactSettings)
		if v := s.Bodies[0].V.Z; math.Abs(v-c.want) > 0.01*still {
			t.Errorf("speed %g m/s, gap %g m: %g m/s after the substep, want %g", c.v, c.gap, v, c.want)
		}
	}
}
