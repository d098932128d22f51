package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// randomCrowd is bodies of like masses about the origin, in touch with each other and with the world at random places.
func randomCrowd(r *rand.Rand) (s *CrowdSolver, centres, momenta []geom.Vec) {
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: size * (2*r.Float64() - 1), Y: size * (2*r.Float64() - 1), Z: size * (2*r.Float64() - 1)}
	}
	s = &CrowdSolver{}
	s.Reset()
	centres = append(centres, geom.Vec{})
	bodies := 2 + r.IntN(4)
	for range bodies {
		mass := 1 + 4*r.Float64()
		turn := geom.QuatExp(vec(3)).Mat3()
		back := turn.Transpose()
		inertia := geom.Diagonal(geom.Vec{X: 1 / (mass * (0.3 + r.Float64())), Y: 1 / (mass * (0.3 + r.Float64())), Z: 1 / (mass * (0.3 + r.Float64()))})
		half := turn.Mul(&inertia)
		s.Bodies = append(s.Bodies, CrowdBody{V: vec(3), W: vec(3), InvMass: 1 / mass, InvInertia: half.Mul(&back)})
		centres = append(centres, vec(2))
	}
	for range 1 + r.IntN(5) {
		a := 1 + r.IntN(bodies)
		b := r.IntN(bodies + 1)
		if a == b {
			b = 0
		}
		first := int32(len(s.Points))
		n := vec(1).Normalize()
		for range 1 + r.IntN(3) {
			at := centres[a].Add(vec(1))
			p := CrowdPoint{N: n, RA: at.Sub(centres[a]), RB: at.Sub(centres[b]), Target: r.Float64() - 0.7}
			p.T1 = n.Perpendicular()
			p.T2 = n.Cross(p.T1)
			if b == 0 {
				p.RB = geom.Vec{}
			}
			if r.IntN(4) == 0 {
				p.Jn = r.Float64() // a start that is far off
			}
			s.Points = append(s.Points, p)
		}
		s.Pairs = append(s.Pairs, CrowdPair{A: int32(a), B: int32(b), First: first, End: int32(len(s.Points)), Friction: r.Float64(), Drift: vec(0.1)})
	}
	for i := range s.Bodies {
		momenta = append(momenta, s.Bodies[i].V)
	}
	return s, centres, momenta
}

// slipOf returns what a pair's points move against each other by at point i, B's minus A's, drift included.
func slipOf(s *CrowdSolver, pair *CrowdPair, p *CrowdPoint) geom.Vec {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	return b.V.Add(b.W.Cross(p.RB)).Sub(a.V.Add(a.W.Cross(p.RA))).Add(pair.Drift)
}

// TestCrowdSolver_ObeysTheLaws solves random problems to the end: normal impulses push, normal speeds are what is asked for at least and exactly that where
// there is an impulse, friction is within the disc, on its rim and against the slip where that is not zero; and the bodies have what the impulses
// give them. A flipped sign of any of these fails.
func TestCrowdSolver_ObeysTheLaws(t *testing.T) {
	const tol = 1e-8
	r := rand.New(rand.NewPCG(5, 1))
	pushed, slid, stuck := 0, 0, 0
	for n := range 300 {
		s, _, before := randomCrowd(r)
		start := append([]CrowdBody(nil), s.Bodies...)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		for k := range s.Pairs {
			s.Start(&s.Pairs[k])
		}
		if _, ok := s.Solve(order, &CrowdTolerances{Residual: 1e-13, Passes: 200000}); !ok {
			t.Fatalf("case %d: not found", n)
		}
		given, turned := make([]geom.Vec, len(before)), make([]geom.Vec, len(before))
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				u, j := slipOf(s, pair, p), p.Impulse()
				given[pair.A], given[pair.B] = given[pair.A].Sub(j), given[pair.B].Add(j)
				turned[pair.A], turned[pair.B] = turned[pair.A].Sub(p.RA.Cross(j)), turned[pair.B].Add(p.RB.Cross(j))
				un := u.Dot(p.N)
				if p.Jn < 0 || un < p.Target-tol || p.Jn > tol && un > p.Target+tol {
					t.Fatalf("case %d: impulse %g, normal speed %g of %g", n, p.Jn, un, p.Target)
				}
				if p.Jn > tol {
					pushed++
				}
				slip, grip := math.Hypot(u.Dot(p.T1), u.Dot(p.T2)), math.Hypot(p.Jt[0], p.Jt[1])
				limit := pair.Friction * p.Jn
				along := p.T1.Dot(u)*p.Jt[0] + p.T2.Dot(u)*p.Jt[1]
				switch {
				case grip > limit+tol:
					t.Fatalf("case %d: friction %g of %g", n, grip, limit)
				case slip > 1e-6 && limit > 1e-6:
					slid++
					if grip < limit-tol || along > -slip*grip*(1-1e-6) {
						t.Fatalf("case %d: slip %g, friction %g of %g, along it %g", n, slip, grip, limit, along)
					}
				case limit > 1e-6:
					stuck++
				}
			}
		}
		for i := 1; i < len(before); i++ {
			b := &s.Bodies[i]
			v, w := start[i].V.AddScaled(given[i], b.InvMass), start[i].W.Add(b.InvInertia.Apply(turned[i]))
			if b.V.Sub(v).Len() > 1e-9 || b.W.Sub(w).Len() > 1e-9 {
				t.Fatalf("case %d: body %d has %v %v, its impulses make %v %v", n, i, b.V, b.W, v, w)
			}
		}
		if s.Bodies[0].V != (geom.Vec{}) || s.Bodies[0].W != (geom.Vec{}) {
			t.Fatalf("case %d: the world moves", n)
		}
	}
	if pushed < 300 || slid < 100 || stuck < 40 {
		t.Errorf("%d points push, %d slide, %d stick: too few to tell", pushed, slid, stuck)
	}
}

// TestCrowdSolver_NeverPulls ends random problems after few passes: no normal impulse pulls, and friction is within the disc, whatever the last pass was.
func TestCrowdSolver_NeverPulls(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	pushed := 0
	for n := range 300 {
		s, _, _ := randomCrowd(r)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		for k := range s.Pairs {
			s.Start(&s.Pairs[k])
		}
		s.Solve(order, &CrowdTolerances{Rough: 0.1, Passes: 1 + n%12, Most: 14})
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				if p.Jn < 0 || math.Hypot(p.Jt[0], p.Jt[1]) > pair.Friction*p.Jn*(1+1e-14) {
					t.Fatalf("%d passes: impulse %g, friction %v of %g", 1+n%12, p.Jn, p.Jt, pair.Friction)
				}
				if p.Jn > 0 {
					pushed++
				}
			}
		}
	}
	if pushed < 300 {
		t.Errorf("only %d points push", pushed)
	}
}

// TestCrowdSolver_PushesOut: what asks to be pushed out is, nothing comes nearer than it may, and the velocities of the motion stay as they are.
func TestCrowdSolver_PushesOut(t *testing.T) {
	const tol = 1e-9
	r := rand.New(rand.NewPCG(5, 2))
	for n := range 100 {
		s, _, before := randomCrowd(r)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		for i := range s.Points {
			s.Points[i].Out = 0.3 * (2*r.Float64() - 1)
		}
		s.Push(order, 1e-13, 200000)
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				u := p.N.Dot(b.OutV.Add(b.OutW.Cross(p.RB)).Sub(a.OutV.Add(a.OutW.Cross(p.RA))))
				if u < p.Out-tol || p.shove < 0 || p.shove > tol && u > p.Out+tol {
					t.Fatalf("case %d: pushed out at %g of %g with %g", n, u, p.Out, p.shove)
				}
			}
		}
		for i := range before {
			if s.Bodies[i].V != before[i] {
				t.Fatalf("case %d: body %d is faster", n, i)
			}
		}
	}
}

// TestCrowdSolver_StacksInFewPasses: a stack of ten boxes of four corners each, that falls through a substep, is held to 2e-4 m/s by 131 passes. Without
// conjugate directions it takes 818.
func TestCrowdSolver_StacksInFewPasses(t *testing.T) {
	s := &CrowdSolver{}
	s.Reset()
	var order []int32
	for i := range 10 {
		s.Bodies = append(s.Bodies, CrowdBody{V: geom.Vec{Z: -0.04}, InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 6, Y: 6, Z: 6})})
		pair := CrowdPair{A: int32(i + 1), B: int32(i), First: int32(4 * i), End: int32(4*i + 4), Friction: 0.5}
		for k := range 4 {
			x, y := float64(k&1)-0.5, float64(k>>1)-0.5
			s.Points = append(s.Points, CrowdPoint{
				N: geom.Vec{Z: -1}, T1: geom.Vec{X: 1}, T2: geom.Vec{Y: -1}, RA: geom.Vec{X: x, Y: y, Z: -0.5}, RB: geom.Vec{X: x, Y: y, Z: 0.5},
			})
		}
		s.Pairs = append(s.Pairs, pair)
		order = append(order, int32(i))
	}
	for k := range s.Pairs {
		s.Prepare(&s.Pairs[k])
	}
	passes, ok := s.Solve(order, &CrowdTolerances{Residual: 1e-5, Passes: 2000})
	t.Logf("%d passes", passes)
	if !ok || passes > 200 {
		t.Error("too many passes")
	}
	for i := 1; i <= 10; i++ {
		if v := s.Bodies[i].V.Z; math.Abs(v) > 2e-4 {
			t.Errorf("box %d falls at %g m/s", i, v)
		}
	}
	sum := 0.0
	for i := range 4 {
		sum += s.Points[i].Jn
	}
	if math.Abs(sum-0.4) > 1e-3 {
		t.Errorf("the lowest is held by %g N s, want 0.4", sum)
	}
}
