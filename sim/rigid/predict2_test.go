package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The hash was taken when format 1.3 was published. It may never change.
func TestPredict2_IsFrozen(t *testing.T) {
	const want = 0x3bd547c4b3c6827b
	r := rand.New(rand.NewPCG(2, 7))
	h, put := bitHash()
	vec := func(v geom.Vec) { put(v.X, v.Y, v.Z) }
	for range 2000 {
		c := randomPredict1Case(r)
		inv := Predict1InvInertia(&c.inertia)
		q := [4]float64{c.q.W, c.q.V.X, c.q.V.Y, c.q.V.Z}
		k := Predict2Largest(&q)
		put(float64(k), Predict2Unit(&q, k), Predict2Unit(&q, 0))
		vec(Predict2Rate(c.q, c.l0, &inv))
		v, w := Predict2Push(c.q, c.v0, c.v1, c.l0, c.x, 3, &inv)
		vec(v)
		vec(w)
		vec(Predict2Point(c.v0, c.v1, c.x))
		vec(Predict2Path(c.x, c.v0, c.v1, c.dt))
		put(Predict2Mean(1, c.x, c.v0, c.v1), Predict2Dot(c.x, c.v0))
		vec(Predict2Sub(c.x, c.v0))
		vec(Predict2Add(c.x, c.v0))
		vec(Predict2Fall(c.x, c.v0, c.dt))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("predictor 2 hashes to %#016x, want %#016x: predict2.go must not change; write a predict3.go", got, uint64(want))
	}
}

// The largest component follows from the others, sign included; others longer than a unit leave nothing.
func TestPredict2_UnitComponent(t *testing.T) {
	q := [4]float64{0.1, -0.7, 0.7, 0.1}
	k := Predict2Largest(&q)
	if k != 1 {
		t.Fatalf("component %d is the first of the largest, not %d", 1, k)
	}
	if got, want := Predict2Unit(&q, k), -math.Sqrt(1-0.51); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Predict2Unit(&[4]float64{-1, 0.8, 0.8, 0.8}, 0); got != 0 {
		t.Errorf("%v, want 0", got)
	}
}
