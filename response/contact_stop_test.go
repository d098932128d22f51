package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestStop_TakesItsImpulseAlong: of a stop with an impulse between two bodies, or a body and the world, that is moved, shortened with its
// joint and moved to the end, the bodies have what the impulse gives them where it then is: J on B and -J on A, with the moments
// r×J; its speed is that of the bodies' points along its normal. A cut alone leaves it where it is.
func TestStop_TakesItsImpulseAlong(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	const h = 1.0 / 240
	any3 := func(size float64) geom.Vec {
		return geom.Vec{X: size * (2*r.Float64() - 1), Y: size * (2*r.Float64() - 1), Z: size * (2*r.Float64() - 1)}
	}
	for n := range 60 {
		ends := [2]int32{0, 1}
		if n%3 > 0 {
			ends[n%3-1] = -1
		}
		s := &ContactSolver{Bodies: []ContactBody{randomBody(r, h, 2), randomBody(r, h, 0.5)}}
		free := slices.Clone(s.Bodies)
		j := 0.1 + r.Float64()
		i := s.AddStop(ends[0], ends[1], any3(1).Normalize(), any3(0.4), any3(0.4), 0, j)
		p := &s.Points[i]
		s.preparePoint(p, nil, h, &contactSettings)
		s.warmStart()
		// check compares velocities, where the impulse counts in them, and sums with those of an impulse j n at the levers.
		check := func(what string, normal, rA, rB geom.Vec, moved bool) {
			t.Helper()
			if a, b := p.Levers(); p.N != normal || a != rA || b != rB || p.Jn != j {
				t.Fatalf("case %d, %s: %g along %v at %v and %v, want %v at %v and %v", n, what, p.Jn, p.N, a, b, normal, rA, rB)
			}
			speed := 0.0
			for e, slot := range ends {
				if slot < 0 {
					continue
				}
				b, f, lever, side := &s.Bodies[slot], &free[slot], [2]geom.Vec{rA, rB}[e], float64(2*e-1)
				impulse := normal.Scale(side * j)
				if v, w := f.V.AddScaled(impulse, f.InvMass), f.W.Add(f.InvInertia.Apply(lever.Cross(impulse))); moved && (b.V.Sub(v).Len() > 1e-12 || b.W.Sub(w).Len() > 1e-12) {
					t.Errorf("case %d, %s: body %d moves at %v, turns at %v, want %v, %v", n, what, e, b.V, b.W, v, w)
				}
				speed += side * normal.Dot(b.V.Add(b.W.Cross(lever)))
			}
			if got := s.StopSpeed(i); math.Abs(got-speed) > 1e-12 {
				t.Errorf("case %d, %s: its speed is %g, want %g", n, what, got, speed)
			}
		}
		sums := func(what string, want [2]geom.Vec) {
			t.Helper()
			for k := range want {
				if d := s.Bodies[k].DL.Sub(want[k]).Len(); d > 1e-12 {
					t.Errorf("case %d, %s: body %d has the angular impulse %v, want %v", n, what, k, s.Bodies[k].DL, want[k])
				}
			}
		}
		check("added", p.N, p.rA, p.rB, true)
		normal, rA, rB := any3(1).Normalize(), any3(0.4), any3(0.4)
		s.MoveStop(i, normal, rA, rB)
		check("moved", normal, rA, rB, true)

		s.Shorten(0.4)
		check("cut", normal, rA, rB, true)
		sums("cut", [2]geom.Vec{})
		s.SumImpulses()
		dA, dB := any3(0.1), any3(0.1)
		s.ShortenStop(i, dA, dB)
		rA, rB = rA.Add(dA), rB.Add(dB)
		check("shortened", normal, rA, rB, false)
		var want [2]geom.Vec
		for e, slot := range ends {
			if slot >= 0 {
				want[slot] = [2]geom.Vec{rA, rB}[e].Cross(normal.Scale(float64(2*e-1) * j))
			}
		}
		sums("shortened", want)
		normal, rA, rB = any3(1).Normalize(), any3(0.4), any3(0.4)
		s.EndStop(i, normal, rA, rB)
		p.moveToEnd(nil)
		check("at the end", normal, rA, rB, false)
	}
}

// TestStop_AimsNotApartWhereItYields: what is asked for is the speed, but where a body is squeezed none that opens the gap.
func TestStop_AimsNotApartWhereItYields(t *testing.T) {
	for _, yields := range []bool{false, true} {
		for _, u := range []float64{-0.3, 0.3} {
			s := &ContactSolver{Yields: yields, Bodies: []ContactBody{{InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V: geom.Vec{X: -2}, V0: geom.Vec{X: -2}}}}
			i := s.AddStop(-1, 0, geom.Vec{X: 1}, geom.Vec{Y: 2}, geom.Vec{Y: 0.5}, 0, 0)
			s.Solve([]geom.Vec{{}}, 1.0/240, &contactSettings)
			s.AimStop(i, u)
			s.ContinueJoints(&contactSettings)
			want := u
			if yields {
				want = math.Min(u, 0)
			}
			if got := s.StopSpeed(i); u > 0 && math.Abs(got-want) > 1e-9 || got < want-1e-9 {
				t.Errorf("yields %v, aimed at %g: %g m/s, want %g", yields, u, got, want)
			}
		}
	}
}
