package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestContactSolver_FrictionAboveOne solves for the contact of a leaning rod with friction above 4/3, where it may change
// the normal speed by more than the normal impulse does; every other one resists turning too, and is left to the passes.
// The impulse that is found holds the contact, whatever the friction.
func TestContactSolver_FrictionAboveOne(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	pushed, strong, lost := 0, 0, 0
	for n := range 4000 {
		mu := 0.5 + 2.5*r.Float64()
		axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize()
		// A rod of 1 kg and 1 m, and its inverse inertia.
		outer := func(a geom.Vec) geom.Mat3 { return geom.Mat3{X: a.Scale(a.X), Y: a.Scale(a.Y), Z: a.Scale(a.Z)} }
		o := outer(axis)
		inv := geom.Mat3{
			X: geom.Vec{X: 12}.AddScaled(o.X, 30), Y: geom.Vec{Y: 12}.AddScaled(o.Y, 30), Z: geom.Vec{Z: 12}.AddScaled(o.Z, 30),
		}
		if axis.Z > 0 {
			axis = axis.Neg()
		}
		v := geom.Vec{X: 0.2 * r.NormFloat64(), Y: 0.2 * r.NormFloat64(), Z: -0.04 * r.Float64()}
		b := ContactBody{InvMass: 1, InvInertia: inv, V: v, V0: v}
		s := &ContactSolver{Bodies: []ContactBody{b}}
		s.Points = []ContactPoint{{A: 0, B: -1, P: axis.Scale(0.5), N: geom.Vec{Z: -1}, Friction: mu}}
		if n&1 == 1 {
			s.Turns = []TurnRow{{Point: 0, Rolling: 1e-3, Spin: 1e-3}}
		}
		if _, ok := s.Solve([]geom.Vec{{}}, 1.0/240, &contactSettings); !ok {
			lost++
			continue
		}
		p := &s.Points[0]
		un, ut := p.N.Dot(s.slip(p, geom.Vec{})), s.slip(p, geom.Vec{})
		u := [2]float64{p.T1.Dot(ut), p.T2.Dot(ut)}
		slip, jt := math.Hypot(u[0], u[1]), math.Hypot(p.Jt[0], p.Jt[1])
		const tol = 2e-6
		switch {
		case p.Jn < 0 || un < p.goal-tol || p.Jn > 0 && un > p.goal+tol:
			t.Errorf("case %d, mu %.3f: impulse %g, normal speed %g, want %g", n, mu, p.Jn, un, p.goal)
		case jt > mu*p.Jn*(1+1e-9) || slip > 1e-4 && (jt < mu*p.Jn*(1-1e-9) || p.Jt[0]*u[0]+p.Jt[1]*u[1] > -slip*jt*(1-1e-2)):
			t.Errorf("case %d, mu %.3f: friction %g of %g, slip %g", n, mu, p.Jt, mu*p.Jn, u)
		}
		if p.Jn > 0 {
			pushed++
		}
		if mu*math.Hypot(p.k1n, p.k2n) > p.massN {
			strong++
		}
	}
	t.Logf("%d push, in %d friction is strong, %d are not found", pushed, strong, lost)
	if pushed < 1000 || strong < 200 || lost > 4 {
		t.Errorf("%d push, in %d friction is strong, %d are not found", pushed, strong, lost)
	}
}
