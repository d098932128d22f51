package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// The hash was taken when format 1.5 was published. It may never change.
func TestPredict4_IsFrozen(t *testing.T) {
	const want = 0x3356564b258fab7d
	r := rand.New(rand.NewPCG(4, 7))
	h, put := bitHash()
	for range 2000 {
		c := randomPredict1Case(r)
		var b Predict4Balance
		b.Predict4Gain(3, c.x, c.v0, c.l0, c.v1, c.x.Add(c.v1), c.v1, c.l1, c.v0)
		b.Predict4Weight(2, c.l0, c.x, c.v0, c.x.Add(c.v0), c.v1, c.dt, 4)
		b.Predict4Push(c.dt, c.v0, c.x, -1)
		inv := Predict1InvInertia(&c.inertia)
		q := Predict4Attitude(c.q, Predict2Rate(c.q, c.l0, &inv), c.l0, c.l1, &inv, c.dt)
		sides := [2]Predict4Side{{c.v0, c.q, 3, &inv}, {c.v1, q, 2, &inv}}
		j := Predict4Impulse(&sides, c.v0.Scale(1/c.v0.Len()), c.v1, 0.3, 0.4)
		fallen, ok := Predict4Fallen(c.v0, c.v0.AddScaled(c.v1, c.dt), c.v1, c.dt, 1e-6)
		if !ok {
			fallen++
		}
		put(q.W, q.V.X, q.V.Y, q.V.Z, j.X, j.Y, j.Z, fallen)
		put(b.Energy, b.P.X, b.P.Y, b.P.Z, b.L.X, b.L.Y, b.L.Z)
	}
	if got := h.Sum64(); got != want {
		t.Errorf("predictor 4 hashes to %#016x, want %#016x: predict4.go must not change; write a predict5.go", got, uint64(want))
	}
}

// What a body gains in free fall is what gravity gives it, and a body that turns gains nothing; an impulse is worth
// itself.
func TestPredict4_Balances(t *testing.T) {
	g, m, h := geom.Vec{X: 1, Y: -2, Z: -9}, 3.0, 0.25
	mass, ok := NewMass(m, geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 2.5}))
	if !ok {
		t.Fatal("no inverse")
	}
	s0 := State{X: geom.Vec{X: 4, Y: 5, Z: 6}, Q: geom.IdentityQuat(), V: geom.Vec{X: 7, Y: 1, Z: 2}, L: geom.Vec{X: 0.1, Y: 0.2, Z: 0.1}}
	s1 := Advance(&s0, &mass, g, geom.Vec{}, h)
	w0, w1 := mass.AngularVelocity(s0.Q, s0.L), mass.AngularVelocity(s1.Q, s1.L)
	var gain, weight Predict4Balance
	gain.Predict4Gain(m, s0.X, s0.V, s0.L, w0, s1.X, s1.V, s1.L, w1)
	weight.Predict4Weight(m, g, s0.X, s0.V, s1.X, s1.V, h, 1)
	if math.Abs(gain.Energy-weight.Energy) > 1e-9 || gain.P.Sub(weight.P).Len() > 1e-12 {
		t.Errorf("gained %v, by gravity %v", gain, weight)
	}
	if gain.L.Sub(weight.L).Len() > 1e-9 {
		t.Errorf("gained %v, by gravity %v", gain.L, weight.L)
	}
	var push Predict4Balance
	push.Predict4Push(5, geom.Vec{Y: 2}, geom.Vec{X: 3}, -1)
	if want := (Predict4Balance{5, geom.Vec{Y: -2}, geom.Vec{Z: -6}}); push != want {
		t.Errorf("%v, want %v", push, want)
	}
}

// Predict4Attitude has the bits of Predict1Attitude, whatever the turn, axes of zeros and both zeros included.
func TestPredict4_AttitudeIsThatOfPredictor1(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	signs := [4]float64{0, math.Copysign(0, -1), 1, -1}
	steps := 0
	for range geomtest.Trials(40000) {
		c := randomPredict1Case(r)
		if r.IntN(3) == 0 {
			for _, x := range []*float64{&c.q.W, &c.q.V.X, &c.q.V.Y, &c.q.V.Z, &c.l0.X, &c.l0.Y, &c.l0.Z, &c.l1.X, &c.l1.Y, &c.l1.Z} {
				if r.IntN(2) == 0 {
					*x = float64(*x * signs[r.IntN(4)])
				}
			}
			c.inertia = geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 2.5})
		}
		inv := Predict1InvInertia(&c.inertia)
		w := Predict2Rate(c.q, c.l0, &inv)
		if a := w.Len() * c.dt; a > 0.02 && a < 0.05 {
			steps++
		}
		got, want := Predict4Attitude(c.q, w, c.l0, c.l1, &inv, c.dt), Predict1Attitude(c.q, c.l0, c.l1, &inv, c.dt)
		for i, p := range [4][2]float64{{got.W, want.W}, {got.V.X, want.V.X}, {got.V.Y, want.V.Y}, {got.V.Z, want.V.Z}} {
			if math.Float64bits(p[0]) != math.Float64bits(p[1]) && (p[0] == p[0] || p[1] == p[1]) {
				t.Fatalf("component %d is %v, want %v, of %+v", i, p[0], p[1], c)
			}
		}
	}
	if steps < geomtest.Trials(500) {
		t.Errorf("only %d turns of one piece beyond the series", steps)
	}
}

// The impulse of an impact at a point obeys its laws: the normal velocity is turned round by e, and the point sticks,
// or slips against a friction of mu. It pushes.
func TestPredict4_ImpulseObeysItsLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 11))
	sticks, slips := 0, 0
	for range 5000 {
		a, b := randomPredict1Case(r), randomPredict1Case(r)
		ia, ib := Predict1InvInertia(&a.inertia), Predict1InvInertia(&b.inertia)
		sides := [2]Predict4Side{{a.v0.Scale(0.02), a.q, 3, &ia}, {b.v0.Scale(0.02), b.q, float64(r.IntN(2)) * 5, &ib}}
		n, u, e, mu := a.v1.Normalize(), b.v1, r.Float64(), r.Float64()
		if u.Dot(n) > 0 {
			u = u.Neg()
		}
		j := Predict4Impulse(&sides, n, u, e, mu)
		after := u.Add(sides[0].response(j)).Add(sides[1].response(j))
		jn, un := j.Dot(n), after.Dot(n)
		jt, slip := j.AddScaled(n, -jn), after.AddScaled(n, -un)
		if !(jn > 0) || math.Abs(un+e*u.Dot(n)) > 1e-10*u.Len() {
			t.Fatalf("impulse %v, normal velocity %v from %v with e = %v", jn, un, u.Dot(n), e)
		}
		if slip.Len() < 1e-10*u.Len() {
			if sticks++; jt.Len() > mu*jn*(1+1e-12) {
				t.Fatalf("sticks with %v of %v", jt.Len(), mu*jn)
			}
			continue
		}
		if slips++; math.Abs(jt.Len()-mu*jn) > 1e-12*jn || jt.Dot(slip) > -(1-1e-9)*jt.Len()*slip.Len() {
			t.Fatalf("slips with %v of %v at a cosine of %v", jt.Len(), mu*jn, jt.Dot(slip)/jt.Len()/slip.Len())
		}
	}
	if sticks < 300 || slips < 300 {
		t.Errorf("%d stick, %d slip", sticks, slips)
	}
	if j := Predict4Impulse(&[2]Predict4Side{}, geom.Vec{X: 1}, geom.Vec{X: 1}, 0.5, 0.5); j != (geom.Vec{}) {
		t.Errorf("what parts gets %v", j)
	}
}

// The fall of a body gives its time; what is pushed besides, or has fallen for another time, does not.
func TestPredict4_Fallen(t *testing.T) {
	g, v0 := geom.Vec{X: 1, Z: -8}, geom.Vec{X: 3, Y: 5, Z: 1}
	if h, ok := Predict4Fallen(v0, v0.AddScaled(g, 0.25), g, 0.2500001, 1e-6); !ok || math.Abs(h-0.25) > 1e-15 {
		t.Errorf("fallen for %v s, %v", h, ok)
	}
	for name, v1 := range map[string]geom.Vec{"pushed": v0.AddScaled(g, 0.25).Add(geom.Vec{Y: 1e-12}), "longer": v0.AddScaled(g, 0.2501)} {
		if h, ok := Predict4Fallen(v0, v1, g, 0.25, 1e-6); ok {
			t.Errorf("%s: fallen for %v s", name, h)
		}
	}
	if _, ok := Predict4Fallen(v0, v0, geom.Vec{}, 0.25, 1e-6); ok {
		t.Error("fallen without gravity")
	}
}
