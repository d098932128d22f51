package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// lift is a driven slab that stands for 3 s, rises with 2 m/s² for 1 s, and goes on evenly.
var lift = sim.BodyDef{Name: "lift", Half: mgl64.Vec3{1, 1, 0.1}, Position: mgl64.Vec3{2, -1, 5},
	Drive: []sim.DriveAt{{}, {Time: 3}, {Time: 4, Velocity: mgl64.Vec3{0, 0, 2}}, {Time: 6, Velocity: mgl64.Vec3{0, 0, 2}}}}

// rising is the acceleration of the lift in the middle of a step that ends at a time [m/s²]. It is not told near its changes.
func rising(time float64) (a float64, ok bool) {
	switch {
	case time > 0.1 && time < 2.99 || time > 4.1:
		return 0, true
	case time > 3.1 && time < 3.99:
		return 2, true
	}
	return 0, false
}

// TestJointLoads_OfADrivenBody: a box hangs on a joint at a driven body, or, at rest, at the world. Whichever end is the box's,
// the load, which is on the second body, is m (g + a) up on the box: on the world also where it sleeps.
func TestJointLoads_OfADrivenBody(t *testing.T) {
	t.Parallel()
	const mass = 10.0
	for _, c := range []struct {
		a, b    int
		onB, up float64 // sign on the box as the second body; share of the lift's acceleration
	}{{0, 1, 1, 1}, {1, 0, -1, 1}, {sim.WorldEnd, 1, 1, 0}, {1, sim.WorldEnd, -1, 0}} {
		for _, sleep := range []float64{-1, 0.5} {
			w := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Gravity: tilt(0), SleepTime: sleep},
				Bodies:   []sim.BodyDef{lift, cube("box", 0.2, mass, mgl64.Vec3{2, -1, 4}, mgl64.Vec3{})},
				Joints:   []sim.JointDef{{Name: "rope", A: c.a, B: c.b, InWorld: true, AtA: mgl64.Vec3{2, -1, 4.9}}},
			})
			slept := false
			run(t, w, 5*240, func() {
				for _, e := range w.Frame().Events {
					slept = slept || e.Kind == record.Sleep && e.A == 1
				}
				a, ok := rising(w.Frame().Time)
				want := c.onB * mass * (9.81 + c.up*a)
				if got := value3(w, -1, "joint.rope.force"); ok && got.Sub(mgl64.Vec3{0, 0, want}).Len() > 1e-6*mass*9.81 {
					t.Fatalf("joint of %d and %d, %g s: a load of %v, want %g N along z", c.a, c.b, w.Frame().Time, got, want)
				}
			})
			if c.up == 0 && slept != (sleep > 0) {
				t.Errorf("joint of %d and %d: the box slept: %v", c.a, c.b, slept)
			}
		}
	}
}

// TestContactForces_OfAMoverOnADrivenBody: a mover of 80 kg beside the middle of a driven slab presses on it with its weight,
// and with m (g + a) where the slab rises, under its centre; it has the opposite force.
func TestContactForces_OfAMoverOnADrivenBody(t *testing.T) {
	const mass = 80.0
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0)}, ContactForces: true, Bodies: []sim.BodyDef{lift},
		Movers: []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.2, 0.2, 0.9}, Position: mgl64.Vec3{2.5, -1.3, 6.001}, Mass: mass, Falls: true}},
	})
	var told [2]bool
	run(t, w, 5*240, func() {
		a, ok := rising(w.Frame().Time)
		if !ok || w.Frame().Time < 0.5 {
			return
		}
		told[int(a/2)] = true
		if n := len(w.Frame().Contacts); n != 1 {
			t.Fatalf("%d contacts", n)
		}
		c := forceOf(t, w, 0, 1)
		foot := geom.Vec{X: 2.5, Y: -1.3, Z: w.Body(0).Position[2] + 0.1}
		if want := (geom.Vec{Z: mass * (9.81 + a)}); c.Force().Sub(want).Len() > 1e-4*want.Len() || c.P.Sub(foot).Len() > 2e-2 || c.Moment.Len() > 1e-6*want.Len() {
			t.Fatalf("%g s: %+v, want %v at %v", w.Frame().Time, c, want, foot)
		}
	})
	if told != [2]bool{true, true} {
		t.Errorf("told at rest and rising: %v", told)
	}
}
