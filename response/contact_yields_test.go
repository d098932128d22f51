package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestYields_WedgedInByFriction: a body between two surfaces that overlap it, at so small an angle that friction holds it, cannot be
// pushed out of them: no impulses do that, and those of the passes are beyond all bounds. Where the points yield it stays, or what
// comes in stops, with impulses that do no work.
func TestYields_WedgedInByFriction(t *testing.T) {
	const h, mass = 1.0 / 960, 2.0
	unbounded, n := 0, 0
	for seed := range geomtest.Trials(200) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		half := 0.35 * r.Float64() // of the wedge
		mu := math.Tan(half) + 0.05 + 0.3*r.Float64()
		speed := float64(r.IntN(2)) * r.Float64()
		wedge := func(yields bool) *ContactSolver {
			sin, cos := geom.SinCos(half)
			v := geom.Vec{Z: -speed}
			s := &ContactSolver{Yields: yields, Bodies: []ContactBody{{
				InvMass: 1 / mass, InvInertia: geom.Diagonal(geom.Vec{X: 3, Y: 3, Z: 3}), V: v.AddScaled(geom.Vec{Z: -9.81}, h), V0: v,
			}}}
			for k := range 4 {
				side, along := float64(2*(k&1)-1), float64(k>>1)-0.5
				s.Points = append(s.Points, ContactPoint{A: 0, B: -1, P: geom.Vec{X: 0.5 * side, Y: along}, N: geom.Vec{X: side * cos, Z: -sin}, Separation: -5e-4, Friction: mu})
			}
			s.Solve([]geom.Vec{{}}, h, &contactSettings)
			return s
		}
		most := func(s *ContactSolver) (j float64) {
			for i := range s.Points {
				j = math.Max(j, s.Points[i].Jn)
			}
			return j
		}
		if most(wedge(false)) > 1e4 {
			unbounded++
		}
		s := wedge(true)
		if v, w := s.Bodies[0].V, s.Bodies[0].W; v.Len() > 1e-8 || w.Len() > 1e-8 {
			t.Errorf("seed %d: it moves at %v and turns at %v", seed, v, w)
		}
		// Without friction each of the four points would stop a quarter of it at the angle of the wedge.
		if j, bound := most(s), mass*(speed+9.81*h)/(4*math.Sin(half)); j > bound {
			t.Errorf("seed %d: an impulse of %g N s, want no more than %g", seed, j, bound)
		}
		n++
	}
	if unbounded < n/2 {
		t.Errorf("only %d of %d are wedged in", unbounded, n)
	}
}
