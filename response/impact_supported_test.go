package response

import (
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestImpact_OnWhatRests drops a bar of 1 kg with e = 1 on a plate of up to 100 t that rests on four corners, whose
// velocities are rounding: in one direction they would gain as much by the impact, so that restitution is lowered, but
// by rounding only.
func TestImpact_OnWhatRests(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	limited := 0
	for n := range geomtest.Trials(2000) {
		mass := 1e3 * (1 + 99*r.Float64())
		x, y := 1+6*r.Float64(), 1+3*r.Float64()
		rest := func() float64 { return 1e-9 * (2*r.Float64() - 1) }
		plate := ImpactBody{
			InvMass: 1 / mass, X: geom.Vec{Z: 0.25}, V: geom.Vec{Z: rest()}, W: geom.Vec{X: rest() / y, Y: rest() / x},
			InvInertia: geom.Diagonal(geom.Vec{X: 3 / (mass * (y*y + 0.0625)), Y: 3 / (mass * (x*x + 0.0625)), Z: 3 / (mass * (x*x + y*y))}),
		}
		at := geom.Vec{X: x * (2*r.Float64() - 1), Y: y * (2*r.Float64() - 1), Z: 0.5}
		bar := ImpactBody{InvMass: 1, X: at.Add(geom.Vec{Z: 0.1}), V: geom.Vec{Z: -3.5}, InvInertia: geom.Diagonal(geom.Vec{X: 100, Y: 50, Z: 50})}
		bodies := []ImpactBody{plate, bar}
		var points []ImpactPoint
		for _, c := range [][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
			points = append(points, ImpactPoint{A: -1, B: 0, P: geom.Vec{X: c[0] * x, Y: c[1] * y}, N: geom.Vec{Z: 1}, Restitution: 0.8})
		}
		for _, side := range []float64{-0.2, 0.2} {
			points = append(points, ImpactPoint{A: 0, B: 1, P: at.Add(geom.Vec{X: side}), N: geom.Vec{Z: 1}, Restitution: 1})
		}
		var s ImpactSolver
		res := s.Solve(bodies, points, ImpactOptions{})
		if res.EnergyLimited {
			limited++
		}
		if v := bodies[1].V.Z; v < 3.5*(1-1e-6) || v > 3.5*(1+1e-6) {
			t.Errorf("case %d: the bar comes off at %g m/s: %+v", n, v, res)
		}
	}
	if limited < geomtest.Trials(100) {
		t.Errorf("%d limited", limited)
	}
}
