package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The hash was taken when format 1.4 was published. It may never change.
func TestPredict3_IsFrozen(t *testing.T) {
	const want = 0xd41a3ae431e990de
	r := rand.New(rand.NewPCG(3, 7))
	h, put := bitHash()
	for range 2000 {
		c := randomPredict1Case(r)
		p := Predict3Corner(c.x, c.q, c.v0)
		put(p.X, p.Y, p.Z, Predict3Fallen(c.v0, c.v1, c.l0, c.dt, 1), Predict3Fallen(c.v0, c.v1, c.l0, c.dt, 1e9))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("predictor 3 hashes to %#016x, want %#016x: predict3.go must not change; write a predict4.go", got, uint64(want))
	}
}

// A corner goes where the frame takes it; the fall of a body gives its time, unless it has not fallen at all.
func TestPredict3_CornerAndFall(t *testing.T) {
	s := math.Sqrt(0.5)
	// a quarter turn about z.
	p := Predict3Corner(geom.Vec{X: 10}, geom.Quat{W: s, V: geom.Vec{Z: s}}, geom.Vec{X: 1, Y: 2, Z: 3})
	if p.Sub(geom.Vec{X: 8, Y: 1, Z: 3}).Len() > 1e-15 {
		t.Errorf("corner at %v", p)
	}
	g, v0 := geom.Vec{Z: -8}, geom.Vec{X: 3, Z: 1}
	if h := Predict3Fallen(v0, geom.Vec{X: 3, Z: -1}, g, 0.2500001, 1e-6); h != 0.25 {
		t.Errorf("fallen for %v s, want 0.25", h)
	}
	if h := Predict3Fallen(v0, v0, g, 0.25, 1e-6); h != 0.25 {
		t.Errorf("what keeps its velocity has fallen for %v s, want the time at hand", h)
	}
	if h := Predict3Fallen(v0, geom.Vec{}, geom.Vec{}, 0.25, 1e-6); h != 0.25 {
		t.Errorf("without gravity %v s, want the time at hand", h)
	}
}
