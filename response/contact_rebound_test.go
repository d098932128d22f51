package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestContactSolver_ReboundsAreDamped relaxes two cubes on each other and a plane some of whose corners are to part at
// any speed. They gain no energy on what they had at the start or fall with, nothing approaches, and no point parts
// faster than it was asked to and is pressed. One that is asked for no more than it had is given it.
func TestContactSolver_ReboundsAreDamped(t *testing.T) {
	const h, near = 1.0 / 240, 1e-7
	rng := rand.New(rand.NewPCG(8, 9))
	whole, damped, none := 0, 0, 0
	for n := range geomtest.Trials(2000) {
		s, x := stack(2, h)
		for i := range s.Bodies {
			b := &s.Bodies[i]
			b.V0, b.W0 = geom.Vec{X: spread(rng), Y: spread(rng), Z: spread(rng) - 0.5}, geom.Vec{X: spread(rng), Y: spread(rng), Z: spread(rng)}
			b.V, b.W = b.V.Add(b.V0), b.W0
		}
		for i := range s.Points {
			p := &s.Points[i]
			p.Friction = 0.5 * rng.Float64()
			if rng.IntN(4) == 0 {
				p.Rebound = 3 * rng.Float64()
			}
		}
		start := s.energyAtStart()
		asked := make([]float64, len(s.Points))
		for i := range s.Points {
			asked[i] = s.Points[i].Rebound
		}
		if _, ok := s.Solve(x, h, &contactSettings); !ok {
			t.Fatal("not solved")
		}
		if _, ok := s.Relax(make([]geom.Vec, 2), &contactSettings); !ok {
			t.Fatal("not relaxed")
		}
		if e := s.energy(); e > start*(1+ReboundRounding) {
			t.Errorf("case %d: %g J, %g at the start", n, e, start)
		}
		got := math.Inf(1) // the share of its rebound
		for i := range s.Points {
			p := &s.Points[i]
			u := p.N.Dot(s.slip(p, geom.Vec{}))
			if u < -near || p.Jn > near && u > asked[i]+near {
				t.Errorf("case %d: point %d is asked for %g m/s and parts with %g (%g N s)", n, i, asked[i], u, p.Jn)
			}
			if asked[i] > 0 && p.Jn > near {
				got = math.Min(got, u/asked[i])
			}
		}
		switch {
		case math.IsInf(got, 1):
		case got > 1-1e-6:
			whole++
		case got > 1e-6:
			damped++
		default:
			none++
		}
	}
	t.Logf("rebounds: %d whole, %d damped, %d none", whole, damped, none)
	if least := geomtest.Trials(400); min(whole, damped) < least || none == 0 {
		t.Errorf("too few to tell, want %d", least)
	}
}

// TestContactSolver_ReboundsAsAsked: a cube that falls flat on a plane leaves as asked, with all its energy at most.
func TestContactSolver_ReboundsAsAsked(t *testing.T) {
	const h = 1.0 / 960
	for _, speed := range []float64{1, 2} {
		s, x := onPlane(geom.Vec{Z: -2}, geom.Vec{}, h, 0, 0)
		for i := range s.Points {
			s.Points[i].Rebound = speed
		}
		s.Solve(x, h, &contactSettings)
		s.Relax(nil, &contactSettings)
		if v := s.Bodies[0].V.Z; math.Abs(v-speed) > 1e-9 {
			t.Errorf("leaves with %g m/s, want %g", v, speed)
		}
	}
}

// TestContactSolver_ReboundsTakeNoEnergyFromNothing: what stands still does not leave a fixed plane as asked, for that
// energy would be from nothing; but it leaves one that rises.
func TestContactSolver_ReboundsTakeNoEnergyFromNothing(t *testing.T) {
	const h = 1.0 / 960
	for _, c := range []struct{ plane, want float64 }{{0, 0}, {3, 4}} {
		s, x := onPlane(geom.Vec{Z: 0.97 * c.plane}, geom.Vec{Z: -9.81}, h, 0, 0)
		up := geom.Vec{Z: c.plane}
		s.Bodies = append(s.Bodies, ContactBody{V: up, V0: up})
		x = append(x, geom.Vec{})
		for i := range s.Points {
			p := &s.Points[i]
			p.Rebound = 1
			p.B = 1
		}
		s.Solve(x, h, &contactSettings)
		s.Relax([]geom.Vec{{}, {}}, &contactSettings)
		if v := s.Bodies[0].V.Z; math.Abs(v-c.want) > 1e-9 {
			t.Errorf("plane %g m/s: leaves with %g m/s, want %g", c.plane, v, c.want)
		}
	}
}

// TestContactBody_Energy: of a body about an axis askew to those of its inertia, against ½ m v² + ½ Σ I w² about these.
func TestContactBody_Energy(t *testing.T) {
	turn := geom.QuatExp(geom.Vec{X: 0.3, Y: -1.1, Z: 0.7}).Mat3()
	back, inv := turn.Transpose(), geom.Diagonal(geom.Vec{X: 0.5, Y: 0.25, Z: 0.125})
	half := turn.Mul(&inv)
	b := ContactBody{InvMass: 0.2, InvInertia: half.Mul(&back)}
	v, about := geom.Vec{X: 1, Y: -2, Z: 3}, geom.Vec{X: 4, Y: 5, Z: -6}
	want := 0.5 * (5*14 + 2*16 + 4*25 + 8*36)
	if got := b.energy(v, turn.Apply(about)); math.Abs(got-want) > 1e-12*want {
		t.Errorf("%g J, want %g", got, want)
	}
	b.InvMass = 0
	if got := b.energy(v, about); got != 0 {
		t.Errorf("%g J of a body that impulses do not move", got)
	}
}
