package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestJoint_StartsFromVelocitiesThatDisagree joins a cube to another one 2 d apart in the middle between them, to a
// driven one there, or to the world. The impulse on the first is u over the sum of 1/m along the line, and over that of
// 1/m + d²/I across it, where u is by how much faster the other end is; the work of the joint is minus half of the
// impulse times u, but that what is driven or fixed gives.
func TestJoint_StartsFromVelocitiesThatDisagree(t *testing.T) {
	const m, r, d = 3.0, 0.2, 1.5 // r half an edge
	i := 2.0 / 3 * m * r * r
	for _, c := range []struct {
		name       string
		va, wa, vb mgl64.Vec3
		other      string // "" for a free body
	}{
		{"along", mgl64.Vec3{}, mgl64.Vec3{}, mgl64.Vec3{7, 0, 0}, ""},
		{"across", mgl64.Vec3{}, mgl64.Vec3{}, mgl64.Vec3{0, 7, 0}, ""},
		{"both ways", mgl64.Vec3{}, mgl64.Vec3{}, mgl64.Vec3{3, 0, -4}, ""},
		{"fast", mgl64.Vec3{}, mgl64.Vec3{}, mgl64.Vec3{0, 60, 0}, ""},
		{"both move", mgl64.Vec3{-2, 1, 0}, mgl64.Vec3{}, mgl64.Vec3{2, -1, 0}, ""},
		{"one spins", mgl64.Vec3{}, mgl64.Vec3{0, 2, -3}, mgl64.Vec3{}, ""},
		{"world", mgl64.Vec3{4, -5, 0}, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{}, "world"},
		{"driven", mgl64.Vec3{1, 0, 0}, mgl64.Vec3{}, mgl64.Vec3{6, 2, 0}, "driven"},
	} {
		t.Run(c.name, func(t *testing.T) {
			def := &sim.Definition{
				Settings: sim.Settings{Step: 1.0 / 6000}, // short: what turns works in the step, too
				Bodies:   []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{r, r, r}, Mass: m, Position: mgl64.Vec3{-d, 0, 0}, Velocity: c.va, AngularVelocity: c.wa}},
				Joints:   []sim.JointDef{{A: 0, B: 1, InWorld: true}},
			}
			switch b := (sim.BodyDef{Name: "b", Half: mgl64.Vec3{r, r, r}, Mass: m, Position: mgl64.Vec3{d, 0, 0}, Velocity: c.vb}); c.other {
			case "world":
				def.Joints[0].B = sim.WorldEnd
			case "driven":
				b.Drive = []sim.DriveAt{{Velocity: c.vb}}
				fallthrough
			default:
				def.Bodies = append(def.Bodies, b)
			}
			w := mustWorld(t, def)
			run(t, w, 1, nil)
			free := 1.0
			if c.other == "" {
				free = 2
			}
			u := c.vb.Sub(c.va.Add(c.wa.Cross(mgl64.Vec3{d, 0, 0})))
			across := 1 / (free * (1/m + d*d/i))
			want := mgl64.Vec3{m * u[0] / free, u[1] * across, u[2] * across}
			f := w.Frame()
			var told record.Event
			for _, e := range f.Events {
				if e.Kind == record.Joint {
					told = e
				}
			}
			got := mgl64.Vec3{told.Impulse.X, told.Impulse.Y, told.Impulse.Z}
			if told.Time != 0 || got.Sub(want).Len() > 1e-12*want.Len() {
				t.Errorf("impulse %v at %g s, want %v at the start", got, told.Time, want)
			}
			work := 0.0
			for _, row := range f.Ledger.Rows {
				if row.Cause == record.ByJoints {
					work += row.Energy
				}
			}
			if want := -want.Dot(u) / 2; c.other != "driven" && math.Abs(work-want) > 1e-9*math.Abs(want) {
				t.Errorf("the work of the joint is %g J, want %g", work, want)
			}
		})
	}
}

// TestJoint_StartsWithALongLever is a joint 3 m away from a slender body that is pulled along the lever at 40 m/s:
// spread over a substep, its impulse would turn the body by more than it has turned.
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
