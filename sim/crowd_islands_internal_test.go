package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// TestCrowd_EnergyOfFlight throws boxes that tumble, and flies them through half a step: an island of them has the energy that it may have, to the last digits, and
// what it falls by in a substep has that of the speed g h, whatever it weighs. Half the speed or a quarter of the way, or either upwards, fails.
func TestCrowd_EnergyOfFlight(t *testing.T) {
	def := &Definition{Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{1, -2, -9.81}}}
	masses := []float64{1, 5, 20}
	for i, m := range masses {
		def.Bodies = append(def.Bodies, BodyDef{
			Half: mgl64.Vec3{0.1, 0.2, 0.4}, Mass: m, Position: mgl64.Vec3{5 * float64(i), 0, 0},
			Velocity: mgl64.Vec3{1, 2, -3}, AngularVelocity: mgl64.Vec3{3, float64(i), 5},
		})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	w.forces()
	c, isl := &w.crowd.step, &crowdIsland{endSlot: 3}
	c.members, c.slots, c.h = []int32{0, 1, 2}, []int32{1, 2, 3}, w.set.Step/2
	c.solver.Reset()
	c.solver.Resize(4, 0, 0)
	energy := func() float64 {
		for i := range masses {
			f := &w.flights[i]
			_, inv := w.bodies[i].inverse(f.s.Q)
			c.solver.Bodies[i+1] = response.CrowdBody{V: f.s.V, W: inv.Apply(f.s.L)}
		}
		return w.crowdEnergy(isl)
	}
	before, fall := energy(), 0.0
	g := geom.Vec{X: 1, Y: -2, Z: -9.81}
	for i, m := range masses {
		f := &w.flights[i]
		f.s = rigid.Advance(&f.s, &w.bodies[i].mass, f.field, f.torque, c.h)
		fall += 0.5 * m * g.LenSq() * c.h * c.h
	}
	after := energy()
	if may := w.energyAtStart(isl); math.Abs(may-after) > 1e-9*after || after < 1.01*before {
		t.Errorf("%v J in flight, %v before, %v that it may have", after, before, may)
	}
	if got := w.fallEnergy(isl); math.Abs(got-fall) > 1e-12*fall {
		t.Errorf("falling gives %v J, want %v", got, fall)
	}
}
