package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestJoint_StartsFromVelocitiesThatDisagree joins two cubes 2 d apart in the middle, one of which moves with u. Along the line the
// impulse is m u/2, across it u/(2 (1/m + d²/I)), and the joint takes half of the impulse times u.
func TestJoint_StartsFromVelocitiesThatDisagree(t *testing.T) {
	const m, r, d = 3.0, 0.2, 1.5 // r half an edge
	i := 2.0 / 3 * m * r * r
	for _, u := range []mgl64.Vec3{{7, 0, 0}, {0, 7, 0}, {3, 0, -4}, {0, 60, 0}} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 60},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: mgl64.Vec3{r, r, r}, Mass: m, Position: mgl64.Vec3{-d, 0, 0}},
				{Name: "b", Half: mgl64.Vec3{r, r, r}, Mass: m, Position: mgl64.Vec3{d, 0, 0}, Velocity: u},
			},
			Joints: []sim.JointDef{{A: 0, B: 1, InWorld: true}},
		})
		run(t, w, 1, nil)
		along, across := m*u[0]/2, 1/(2*(1/m+d*d/i))
		want := mgl64.Vec3{along, u[1] * across, u[2] * across}
		f := w.Frame()
		var told record.Event
		for _, e := range f.Events {
			if e.Kind == record.Joint {
				told = e
			}
		}
		got := mgl64.Vec3{told.Impulse.X, told.Impulse.Y, told.Impulse.Z}
		if told.Time != 0 || got.Sub(want).Len() > 1e-12*want.Len() {
			t.Errorf("u %v: impulse %v at %g s, want %v at the start", u, got, told.Time, want)
		}
		lost := 0.0
		for _, row := range f.Ledger.Rows {
			if row.Cause == record.ByJoints {
				lost -= row.Energy
			}
		}
		if want := want.Dot(u) / 2; math.Abs(lost-want) > 1e-9*want {
			t.Errorf("u %v: the joint takes %g J, want %g", u, lost, want)
		}
	}
}

// TestJoint_StartsWithALongLever is a joint 3 m away from a slender body that is pulled along the lever at 40 m/s: spread over a substep, its
// impulse would turn the body by more than it has turned.
func TestJoint_StartsWithALongLever(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 60},
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{0.08, 0.0575, 0.26}, Mass: 108, Attitude: mgl64.QuatRotate(1.1, mgl64.Vec3{1, 2, 3}.Normalize())},
			{Name: "b", Half: mgl64.Vec3{0.4, 0.4, 0.2}, Mass: 118, Position: mgl64.Vec3{-2.9, -5.5, 1.2}, Velocity: mgl64.Vec3{40, 0, 0}},
		},
		Joints: []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{-1.45, -2.75, 0.6}, AtB: mgl64.Vec3{-1.45, -2.75, 0.6}}},
	})
	run(t, w, 60, nil)
	f := w.Frame()
	v := mgl64.Vec3{}
	for n, m := range []float64{108, 118} {
		v = v.Add(mgl64.Vec3{value(w, int32(n), "v", 0), value(w, int32(n), "v", 1), value(w, int32(n), "v", 2)}.Mul(m / 226))
	}
	if want := (mgl64.Vec3{40 * 118.0 / 226, 0, 0}); v.Sub(want).Len() > 1e-9 {
		t.Errorf("the common velocity is %v, want %v", v, want)
	}
	if e := f.Ledger.Kinetic; !(e < 0.5*118*1600) {
		t.Errorf("%g J of %g", e, 0.5*118*1600)
	}
}
