package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The hash was taken when format 1.5 was published. It may never change.
func TestPredict4_IsFrozen(t *testing.T) {
	const want = 0x2cc474217de534e1
	r := rand.New(rand.NewPCG(4, 7))
	h, put := bitHash()
	for range 2000 {
		c := randomPredict1Case(r)
		var b Predict4Balance
		b.Predict4Gain(3, c.x, c.v0, c.l0, c.v1, c.x.Add(c.v1), c.v1, c.l1, c.v0)
		b.Predict4Weight(2, c.l0, c.x, c.v0, c.x.Add(c.v0), c.v1, c.dt, 4)
		b.Predict4Push(c.dt, c.v0, c.x, -1)
		put(b.Energy, b.P.X, b.P.Y, b.P.Z, b.L.X, b.L.Y, b.L.Z)
	}
	if got := h.Sum64(); got != want {
		t.Errorf("predictor 4 hashes to %#016x, want %#016x: predict4.go must not change; write a predict5.go", got, uint64(want))
	}
}

// What a body gains in free fall is what gravity gives it, and a body that turns gains nothing; an impulse is worth itself.
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
