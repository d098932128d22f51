package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestContactSolver_WheelsThatDisagree rolls a car at a walking pace whose wheels roll freely, and whose planes disagree
// by a tenth of a degree and more, so that they push against each other sideways until one slides. Each tyre then obeys
// its law to what the residual allows for tyres: no force beyond its limits, no slip to the side within them, and slip
// opposed to the force at the limit.
func TestContactSolver_WheelsThatDisagree(t *testing.T) {
	const m, limit, rolls = 1400.0, 3.0, 0.045
	set := ContactSettings{Residual: 1e-7, Passes: 200}
	most := 0
	for n := range 200 {
		toe := 0.0005 * float64(n%20+1)
		speed := 0.002 * float64(n/20+1)
		s := &ContactSolver{Bodies: []ContactBody{{
			InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: 1 / 500.0, Y: 1 / 2000.0, Z: 1 / 2200.0}),
			V: geom.Vec{X: speed}, V0: geom.Vec{X: speed},
		}}}
		for k, at := range []geom.Vec{{X: 1.3, Y: 0.75, Z: -0.5}, {X: 1.3, Y: -0.75, Z: -0.5}, {X: -1.4, Y: 0.75, Z: -0.5}, {X: -1.4, Y: -0.75, Z: -0.5}} {
			angle := []float64{0.4 + toe, 0.4 - 0.7*toe, 0.2 * toe, -0.1 * toe}[k]
			f := geom.Vec{X: math.Cos(angle), Y: math.Sin(angle)}
			s.Tyres = append(s.Tyres, TyreRow{Ground: -1, P: at, F: f, G: geom.Vec{X: -f.Y, Y: f.X}, Limit: limit + 0.2*float64(k), Braking: rolls})
		}
		passes, ok := s.Solve([]geom.Vec{{}}, 1.0/960, &set)
		most = max(most, passes)
		if !ok {
			t.Fatalf("toe %g, speed %g: not solved after %d passes", toe, speed, passes)
		}
		b := &s.Bodies[0]
		for k := range s.Tyres {
			y := &s.Tyres[k]
			u := b.V.Add(b.W.Cross(y.r))
			side, along := y.G.Dot(u), y.F.Dot(u)
			size := math.Hypot(y.J[0], y.J[1])
			if size > y.Limit*(1+1e-12) || math.Abs(y.J[0]) > rolls*(1+1e-12) {
				t.Fatalf("toe %g, speed %g, tyre %d: impulse %v beyond its limits", toe, speed, k, y.J)
			}
			const slip = 5e-5 // [m/s]
			switch {
			case size < y.Limit*(1-1e-6):
				if math.Abs(side) > slip || math.Abs(y.J[0]) < rolls*(1-1e-6) && math.Abs(along) > slip {
					t.Fatalf("toe %g, speed %g, tyre %d: within its limits, but slips by %g along and %g to the side", toe, speed, k, along, side)
				}
			case side*y.J[1] > slip*limit:
				t.Fatalf("toe %g, speed %g, tyre %d: impulse %v along its slip %g", toe, speed, k, y.J, side)
			}
		}
	}
	t.Log("at most", most, "passes")
}
