package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestImpact_OfABodyWithoutRoom: a box of 50 kg that stands at a wall is struck from behind by a driven body at 5 m/s,
// over four corners each and with friction. No impulses stop both; the solver says so, in few iterations, and the box
// goes on no faster than what presses it, by impulses that are not without measure. With a wall that gives way as fast
// as the press there is a solution, and it is found.
func TestImpact_OfABodyWithoutRoom(t *testing.T) {
	corners := func(x float64, n geom.Vec, a, b int32, e, mu float64) []ImpactPoint {
		var list []ImpactPoint
		for _, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
			list = append(list, ImpactPoint{A: a, B: b, P: geom.Vec{X: x, Y: c[0], Z: c[1]}, N: n, Restitution: e, Friction: mu})
		}
		return list
	}
	in := 50.0 / 6
	for _, e := range []float64{0, 0.2, 1} {
		for _, mu := range []float64{0, 0.5} {
			for _, wall := range []float64{0, 5} {
				bodies := []ImpactBody{
					{InvMass: 0.02, InvInertia: geom.Diagonal(geom.Vec{X: 1 / in, Y: 1 / in, Z: 1 / in})},
					{X: geom.Vec{X: -1}, V: geom.Vec{X: 5}},
					{X: geom.Vec{X: 1}, V: geom.Vec{X: wall}},
				}
				points := append(corners(-0.5, geom.Vec{X: 1}, 1, 0, e, mu), corners(0.5, geom.Vec{X: 1}, 0, 2, e, mu)...)
				res := new(ImpactSolver).Solve(bodies, points, ImpactOptions{})
				v := bodies[0].V
				largest := 0.0
				for i := range points {
					largest = math.Max(largest, points[i].Impulse.MaxAbs())
				}
				if wall == 5 {
					if res.Squeezed || !(v.X >= 5-1e-9 && v.X <= 5*(1+e)+1e-9) {
						t.Errorf("e %g, mu %g, a wall that goes on: %+v, v %v", e, mu, res, v)
					}
					continue
				}
				if !res.Squeezed || res.Status != OutOfIterations || res.Iterations > 1000 {
					t.Errorf("e %g, mu %g: %+v", e, mu, res)
				}
				if !(v.X >= 0 && v.X <= 5 && math.Abs(v.Y)+math.Abs(v.Z) < 1e-9) || largest > 1e3*50*5 {
					t.Errorf("e %g, mu %g: v %v, impulses of up to %g N s", e, mu, v, largest)
				}
			}
		}
	}
}

// TestImpact_RestitutionAloneSqueezes: two points of the ground hold a body between them, and with the little
// restitution that is asked for there is no solution; without there is. Of 10⁶ random impacts it is one that was taken
// for a body without room.
func TestImpact_RestitutionAloneSqueezes(t *testing.T) {
	c := firstImpacts(t, 388868)[0]
	res := new(ImpactSolver).Solve(c.bodies, c.points, ImpactOptions{})
	largest := 0.0
	for i := range c.points {
		largest = math.Max(largest, c.points[i].Impulse.Len())
	}
	if res.Status != Converged || res.Squeezed || res.RestitutionFactor != 0 || largest > 10 {
		t.Errorf("%+v, impulses of up to %g N s", res, largest)
	}
}
