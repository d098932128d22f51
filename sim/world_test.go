package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// TestWorld_BodyIsTheStateOfTheFrame: a body that tumbles about no axis of its own, and a driven one.
func TestWorld_BodyIsTheStateOfTheFrame(t *testing.T) {
	spin := mgl64.Vec3{1, -2, 3}
	w := mustWorld(t, &sim.Definition{
		Bodies: []sim.BodyDef{
			{Name: "tumbles", Half: mgl64.Vec3{0.1, 0.2, 0.4}, Mass: 3, Position: mgl64.Vec3{1, 2, 3}, Velocity: mgl64.Vec3{4, 5, 6}, AngularVelocity: spin,
				Attitude: mgl64.QuatRotate(0.7, mgl64.Vec3{0.6, 0, 0.8})},
			{Name: "driven", Half: mgl64.Vec3{1, 1, 1}, Position: mgl64.Vec3{100, 0, 0}, Drive: []sim.DriveAt{{AngularVelocity: mgl64.Vec3{0, 0, 0.5}}}},
		},
	})
	if d := w.Body(0).AngularVelocity.Sub(spin).Len(); d > 1e-14 {
		t.Errorf("turns by %v rad/s, want %v", w.Body(0).AngularVelocity, spin)
	}
	before := w.Body(0)
	run(t, w, 100, nil)
	for i := range 2 {
		b := w.Body(i)
		for k := range 3 {
			if b.Position[k] != value(w, int32(i), "x", k) || b.Velocity[k] != value(w, int32(i), "v", k) || b.Attitude.V[k] != value(w, int32(i), "q", 1+k) {
				t.Errorf("body %d: %+v is not what the frame has", i, b)
			}
		}
		if b.Attitude.W != value(w, int32(i), "q", 0) {
			t.Errorf("body %d: %+v is not what the frame has", i, b)
		}
	}
	if got := w.Body(1).AngularVelocity; got != (mgl64.Vec3{0, 0, 0.5}) {
		t.Errorf("the driven body turns by %v rad/s", got)
	}
	if before.Position == w.Body(0).Position {
		t.Error("what Body has returned goes with the body, or the body stands")
	}
}
