package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// TestMotion_GazeboBoxes is the free flight of the "boxes" benchmark in the world: 10 s at 1 ms, goals |L| 1e-9, energy
// 1e-6, place 1e-9 m. The values of the attitude are its closed form.
func TestMotion_GazeboBoxes(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1e-3, Gravity: mgl64.Vec3{0, 0, -9.8}},
		Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.05, 0.2, 0.45}, Mass: 10,
			Velocity: mgl64.Vec3{-2, 2, 8}, AngularVelocity: mgl64.Vec3{0.1, 5, 0.1}}},
	})
	energy := func() float64 { return w.Frame().Ledger.Kinetic + w.Frame().Ledger.Potential }
	e0 := energy()
	if math.Abs(e0-368.546416667) > 1e-8 {
		t.Fatalf("%.9f J at the start", e0)
	}
	balance(t, w, 10000)
	if d := math.Abs(energy()/e0 - 1); d > 1e-6 {
		t.Errorf("energy off by %g of itself", d)
	}
	for c, want := range [3]float64{0.0808333333333333, 3.4166666666666667, 0.0141666666666667} {
		if got := value(w, 0, "L", c); math.Abs(got-want) > 1e-9*3.4 {
			t.Errorf("L[%d] %.12g, want %.12g", c, got, want)
		}
	}
	for c, want := range [3]float64{-20, 20, 80 - 490} {
		if got := value(w, 0, "x", c); math.Abs(got-want) > 1e-9 {
			t.Errorf("x[%d] %.12g, want %g", c, got, want)
		}
	}
	dot := 0.0
	for c, want := range [4]float64{0.2251645634139582, -0.6199275624994525, -0.2770291506871946, 0.6987457236403101} {
		dot += want * value(w, 0, "q", c)
	}
	if off := 2 * math.Acos(math.Min(1, math.Abs(dot))); off > 1e-6 {
		t.Errorf("attitude off by %g rad", off)
	}
}

// TestMotion_TumblesWithoutLoss is E4 in the world: about the middle axis at 5 rad/s for 20 s, energy within 1e-6, L to
// the last bit.
func TestMotion_TumblesWithoutLoss(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: dt},
			Bodies:   []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.1, 0.4, 0.9}, Mass: 10, AngularVelocity: mgl64.Vec3{0.01, 5, 0.01}}},
		})
		start := w.Frame().Ledger
		b := balance(t, w, int(math.Round(20/dt)))
		if d := math.Abs(b.End.Kinetic/start.Kinetic - 1); d > 1e-6 {
			t.Errorf("dt %g: energy off by %g of itself", dt, d)
		}
		if b.End.L != start.L {
			t.Errorf("dt %g: L from %v to %v", dt, start.L, b.End.L)
		}
	}
}
