package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// Predict8Impulse has the numbers of Predict4Impulse, with friction and without, of levers of every size, along the normal
// included, of heavy and light bodies, and of what is infinite or no number.
func TestPredict8_ImpulseIsThatOfPredictor4(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	odd := []float64{0, math.Copysign(0, -1), 1e-200, 1e-158, 1e-70, 1e70, 1e200, math.Inf(1), math.Inf(-1), math.NaN()}
	quick, slow, parts, aligned, rough := 0, 0, 0, 0, 0
	for i := range 6000 {
		a, b := randomPredict1Case(r), randomPredict1Case(r)
		if r.IntN(2) == 0 {
			a.inertia = geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 2.5})
		}
		if r.IntN(2) == 0 {
			b.inertia = geom.Diagonal(geom.Vec{X: 0.4, Y: 0.4, Z: 0.4})
		}
		ia, ib := Predict1InvInertia(&a.inertia), Predict1InvInertia(&b.inertia)
		sides := [2]Predict4Side{{a.v0.Scale(0.02), a.q, 3, &ia}, {b.v0.Scale(0.02), b.q, float64(r.IntN(2)) * 5, &ib}}
		n, u, e, mu := a.v1.Normalize(), b.v1, r.Float64(), 0.0
		if u.Dot(n) > 0 && r.IntN(8) > 0 {
			u = u.Neg()
		}
		switch i % 8 {
		case 0:
			mu = r.Float64()
		case 1: // balls that meet head on
			n, sides[0].R, sides[1].R, u = geom.Vec{Z: 1}, geom.Vec{Z: 0.2}, geom.Vec{Z: -0.2}, geom.Vec{Z: -3}
			aligned++
		case 2: // or nearly so
			n, sides[0].R, sides[1].R = geom.Vec{Z: 1}, geom.Vec{Z: 0.2}, geom.Vec{Z: -0.2}
			u = geom.Vec{X: odd[r.IntN(len(odd))], Y: odd[r.IntN(5)], Z: -3}
		case 3:
			x := []*float64{&u.X, &n.Y, &sides[0].M, &sides[1].M, &sides[0].R.Y, &ia.X.Y, &ia.X.X, &ib.Z.Z, &sides[0].Q.W, &e}
			*x[r.IntN(len(x))] = odd[r.IntN(len(odd))]
			rough++
		}
		got, want := Predict8Impulse(&sides, n, u, e, mu), Predict4Impulse(&sides, n, u, e, mu)
		for k, p := range [3][2]float64{{got.X, want.X}, {got.Y, want.Y}, {got.Z, want.Z}} {
			if p[0] != p[1] && (p[0] == p[0] || p[1] == p[1]) {
				t.Fatalf("component %d is %v, want %v: %+v %v %v %v %v", k, p[0], p[1], sides, n, u, e, mu)
			}
		}
		switch {
		case want == geom.Vec{}:
			parts++
		case mu == 0 && p8Plain(&sides, n):
			if _, ok := p8Push(&sides, n, u, e); ok {
				quick++
			} else {
				slow++
			}
		}
	}
	if quick < 1500 || slow < 100 || parts < 200 || aligned < 500 || rough < 500 {
		t.Errorf("%d without search, %d with, %d part, %d head on, %d odd", quick, slow, parts, aligned, rough)
	}
}

// TestPredict8_IsPlainWithinItsBounds changes an impact of a body on a static that needs no search, to what lies just beyond what is known to need
// none, and to what lies just within.
func TestPredict8_IsPlainWithinItsBounds(t *testing.T) {
	type impact struct {
		sides [2]Predict4Side
		inv   geom.Mat3
		n, u  geom.Vec
	}
	set := func(within, beyond float64, at func(c *impact) *float64) [2]func(c *impact) {
		return [2]func(c *impact){func(c *impact) { *at(c) = within }, func(c *impact) { *at(c) = beyond }}
	}
	known := func(change func(c *impact)) bool {
		c := impact{inv: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), n: geom.Vec{Z: 1}, u: geom.Vec{X: 1, Z: -3}}
		c.sides[1] = Predict4Side{R: geom.Vec{X: 0.1, Z: -0.5}, Q: geom.Quat{W: 1}, M: 2, InvI: &c.inv}
		c.inv.X.Y, c.inv.Y.X, c.inv.X.Z, c.inv.Z.X, c.inv.Y.Z, c.inv.Z.Y = 0.1, 0.1, 0.1, 0.1, 0.1, 0.1
		change(&c)
		if !p8Plain(&c.sides, c.n) {
			return false
		}
		_, ok := p8Push(&c.sides, c.n, c.u, 0.5)
		return ok
	}
	if !known(func(*impact) {}) || !known(func(c *impact) { c.sides[0].M = -1 }) {
		t.Error("a body on a static needs a search")
	}
	for k, c := range [][2]func(c *impact){
		set(0.1, 0.11, func(c *impact) *float64 { return &c.inv.X.Y }),
		set(0.1, 0.11, func(c *impact) *float64 { return &c.inv.X.Z }),
		set(0.1, 0.11, func(c *impact) *float64 { return &c.inv.Y.Z }),
		set(0.2, 0.19, func(c *impact) *float64 { return &c.inv.X.X }),
		set(0.2, 0.19, func(c *impact) *float64 { return &c.inv.Y.Y }),
		set(0.2, 0.19, func(c *impact) *float64 { return &c.inv.Z.Z }),
		set(1.04, 1.05, func(c *impact) *float64 { return &c.sides[1].Q.W }),
		set(0.3, 0.33, func(c *impact) *float64 { return &c.sides[1].Q.V.Y }),
		set(0.949, 0.948, func(c *impact) *float64 { return &c.n.Z }),
		set(1.048, 1.049, func(c *impact) *float64 { return &c.n.Z }),
		set(40, 42, func(c *impact) *float64 { return &c.sides[1].R.Y }),
		set(1.1e-30, 0.9e-30, func(c *impact) *float64 { c.sides[1].R = geom.Vec{}; return &c.sides[1].M }),
		set(0.9e30, 1.1e30, func(c *impact) *float64 { c.sides[1].R = geom.Vec{}; return &c.sides[1].M }),
		set(1e48, 1e61, func(c *impact) *float64 { return &c.u.X }),
		set(0, 1e-61, func(c *impact) *float64 { c.sides[1].R = geom.Vec{}; return &c.u.X }),
		set(1.1e-60, 0.9e-60, func(c *impact) *float64 { c.sides[1].R, c.u.X = geom.Vec{}, 0; return &c.u.Y }),
		set(-1e58, -1e61, func(c *impact) *float64 { return &c.u.Z }),
		set(-1e58, -1e61, func(c *impact) *float64 { c.sides[1].R = geom.Vec{}; return &c.u.Z }),
		{func(c *impact) { c.inv = geom.Diagonal(geom.Vec{X: 1e99, Y: 1e99, Z: 1e99}); c.sides[1].R = geom.Vec{} },
			func(c *impact) {
				c.inv = geom.Diagonal(geom.Vec{X: 1e101, Y: 1e99, Z: 1e99})
				c.sides[1].R = geom.Vec{}
			}},
		{func(c *impact) { c.inv = geom.Mat3{}; c.sides[1].R.Z = 1e49 }, func(c *impact) { c.inv = geom.Mat3{}; c.sides[1].R.Z = 1e51 }},
	} {
		if !known(c[0]) || known(c[1]) {
			t.Errorf("case %d: known within %v, beyond %v", k, known(c[0]), known(c[1]))
		}
	}
}
