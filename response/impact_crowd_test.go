package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// crowd is a cube of edge 1 that one to six boxes and balls meet at its faces at one time, perhaps on a floor: many
// points more than bodies, wedged bodies, and points that neither approach nor part, at which rounding alone would say
// which they do.
func crowd(r *rand.Rand) *impactCase {
	c := &impactCase{}
	e, mu := []float64{0, 0, 0.5, 1, 0.3}[r.IntN(5)], []float64{0, 0.1, 0.3, 0.5, 0.8, 1.2}[r.IntN(6)]
	along := func(axis int, x float64) geom.Vec {
		return [3]geom.Vec{{X: x}, {Y: x}, {Z: x}}[axis%3]
	}
	add := func(a, b int32, p, n geom.Vec) {
		c.points = append(c.points, ImpactPoint{A: a, B: b, P: p, N: n, Restitution: e, Friction: mu})
	}
	c.add(3, boxInertia(3, 1, 1, 1), geom.Vec{}, geom.Vec{}, geom.Vec{})
	for i, j := range r.Perm(6)[:1+r.IntN(6)] {
		axis, side, id := j/2, float64(1-2*(j%2)), int32(i+1)
		half, shift := math.Ldexp(1, -1-r.IntN(3)), 0.125*float64(r.IntN(3))
		m, n := 1+r.Float64(), along(axis, side)
		x := along(axis, side*(0.5+half)).Add(along(axis+1, shift))
		v := along(axis, -side*float64(1+r.IntN(8)))
		if r.IntN(2) == 0 {
			v = v.Add(along(axis+1, r.NormFloat64())).Add(along(axis+2, r.NormFloat64()))
		}
		if r.IntN(3) == 0 {
			c.add(m, ballInertia(m, half), x, v, geom.Vec{})
			add(0, id, x.AddScaled(n, -half), n)
			continue
		}
		c.add(m, boxInertia(m, 2*half, 2*half, 2*half), x, v, geom.Vec{})
		for k := range 4 { // the corners of the common rectangle
			u, w := math.Max(-0.5, shift-half), -half
			if k&1 != 0 {
				u = math.Min(0.5, shift+half)
			}
			if k&2 != 0 {
				w = half
			}
			add(0, id, along(axis, 0.5*side).Add(along(axis+1, u)).Add(along(axis+2, w)), n)
		}
	}
	if r.IntN(4) == 0 {
		for k := range 4 {
			add(-1, 0, geom.Vec{X: float64(k&1) - 0.5, Y: float64(k>>1) - 0.5, Z: -0.5}, geom.Vec{Z: 1})
		}
	}
	return c
}

func ballInertia(m, radius float64) geom.Mat3 {
	i := 0.4 * m * radius * radius
	return geom.Diagonal(geom.Vec{X: i, Y: i, Z: i})
}

// renamed returns c with bodies and points in another order and A the body of the lower index, and how to bring a
// solution back.
func renamed(c *impactCase, r *rand.Rand) (*impactCase, func(*impactCase) *impactCase) {
	p := c.clone()
	points, bodies := r.Perm(len(c.points)), r.Perm(len(c.bodies))
	for i, at := range bodies {
		p.bodies[at], p.inertia[at] = c.bodies[i], c.inertia[i]
	}
	to := func(i int32) int32 {
		if i < 0 {
			return -1
		}
		return int32(bodies[i])
	}
	flip := make([]bool, len(points))
	for i, at := range points {
		q := c.points[i]
		if q.A, q.B = to(q.A), to(q.B); q.A > q.B {
			q.A, q.B, q.N, flip[i] = q.B, q.A, q.N.Neg(), true
		}
		p.points[at] = q
	}
	return p, func(got *impactCase) *impactCase {
		back := c.clone()
		for i, at := range bodies {
			back.bodies[i] = got.bodies[at]
		}
		for i, at := range points {
			back.points[i].Impulse = got.points[at].Impulse
			if flip[i] {
				back.points[i].Impulse = got.points[at].Impulse.Neg()
			}
		}
		return back
	}
}

// shaken returns c with places, normals and velocities off by rounding.
func shaken(c *impactCase, r *rand.Rand) *impactCase {
	p := c.clone()
	vec := func() geom.Vec {
		return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(1e-15)
	}
	for i := range p.points {
		p.points[i].P, p.points[i].N = p.points[i].P.Add(vec()), p.points[i].N.Add(vec()).Normalize()
	}
	for i := range p.bodies {
		p.bodies[i].V = p.bodies[i].V.Add(vec())
	}
	return p
}

// velocitiesApart returns the largest difference of velocities of a and b, relative to the largest velocity before.
func velocitiesApart(before, a, b *impactCase) float64 {
	v, d := 0.0, 0.0
	for i := range a.bodies {
		x, y := &a.bodies[i], &b.bodies[i]
		v = math.Max(v, before.bodies[i].V.MaxAbs())
		d = math.Max(d, math.Max(x.V.Sub(y.V).MaxAbs(), x.W.Sub(y.W).MaxAbs()))
	}
	return d / v
}

// TestImpact_CrowdsDoNotDependOnNames solves impacts of two to seven bodies with the bodies and points in other orders,
// and with A and B exchanged where that makes A the lower index: the same to the last bit, and the energy never grows.
// What rounding does to places and velocities changes the velocities after by less than 1e-9, but where Coulomb's law
// has several solutions or nearly so: of 3,000 such crowds shaken four times 8.
func TestImpact_CrowdsDoNotDependOnNames(t *testing.T) {
	cases := geomtest.Trials(120)
	apart, wedged, exchanged := 0, 0, 0
	for n := range cases {
		r := rand.New(rand.NewPCG(9, uint64(n)))
		c := crowd(r)
		want, res := solveCase(c, ImpactOptions{})
		if res.Status != Converged {
			t.Errorf("crowd %d: %+v", n, res)
		}
		if before, after := c.energy(), want.energy(); after > before*(1+1e-12) {
			t.Errorf("crowd %d: energy grows from %v to %v", n, before, after)
		}
		for range 3 {
			p, back := renamed(c, r)
			x, _ := solveCase(p, ImpactOptions{})
			got := back(x)
			for i := range c.bodies {
				if got.bodies[i] != want.bodies[i] {
					t.Errorf("crowd %d of %d bodies: renamed, body %d has %v, else %v", n, len(c.bodies), i, got.bodies[i], want.bodies[i])
				}
			}
			for i := range c.points {
				if got.points[i].Impulse != want.points[i].Impulse {
					t.Errorf("crowd %d: renamed, point %d has %v, else %v", n, i, got.points[i].Impulse, want.points[i].Impulse)
				}
				if p.points[i].N.Dot(upward) < 0 {
					exchanged++
				}
			}
		}
		if got, _ := solveCase(shaken(c, r), ImpactOptions{}); velocitiesApart(c, got, want) > 1e-9 {
			apart++
		}
		if len(c.points) > 12 {
			wedged++
		}
	}
	if apart > cases/50 || wedged < cases/4 || exchanged < cases {
		t.Errorf("of %d crowds %d depend on rounding; %d are of more than 12 points, %d points have their normals turned", cases, apart, wedged, exchanged)
	}
}
