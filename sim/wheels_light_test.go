package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestWheels_ThrowNothingLight: a car runs over debris of half a kilogram to 20 kg at 20 m/s. Springs take energy, and
// give none, but 5 of the car's 309,000 J by its pitch; what is light is not thrown faster than the car. At 120 steps a
// second 461 kJ came from nothing.
func TestWheels_ThrowNothingLight(t *testing.T) {
	t.Parallel()
	for _, hz := range []float64{60, 120, 240} {
		for _, mass := range []float64{0.3, 1, 3, 10, 20} {
			for _, half := range []mgl64.Vec3{{0.1, 0.1, 0.05}, {0.05, 0.05, 0.025}} {
				def := onPlane(20, vehicle.TMeasy, 1/hz, []vehicle.Input{{}})
				car := &def.Bodies[0]
				def.Bodies = append(def.Bodies, sim.BodyDef{
					Name: "debris", Half: half, Mass: mass,
					Position: mgl64.Vec3{car.Position[0] + 6, def.Vehicles[0].Wheels[0].Contact[1], half[2]},
				})
				w := mustWorld(t, def)
				fastest := 0.0
				b := balanceOf(t, w, int(0.7*hz), func() { fastest = math.Max(fastest, bodyOf(w, 1).V.Len()) })
				if got := b.Sums[record.BySuspension].Energy; got > 5 {
					t.Errorf("%g Hz, %g kg, %v: springs gave %g J", hz, mass, half, got)
				}
				if mass < 1 && fastest > 20 {
					t.Errorf("%g Hz, %g kg, %v: thrown at %g m/s", hz, mass, half, fastest)
				}
			}
		}
	}
}

// TestWheels_PressWithoutFriction: a car without friction on a plate that a force of their weight holds up presses it:
// both stay where they are.
func TestWheels_PressWithoutFriction(t *testing.T) {
	for _, m := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.Fiala} {
		def := onPlane(0, m, 1.0/240, []vehicle.Input{{}})
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Friction = 0
		}
		def.Statics = nil
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "plate", Half: mgl64.Vec3{8, 8, 0.1}, Mass: 500, Position: def.Bodies[0].Position.Sub(mgl64.Vec3{0, 0, def.Bodies[0].Position[2] + 0.1})})
		def.Forces = append(def.Forces, sim.ForceDef{Body: 1, Program: []sim.ForceAt{{Force: mgl64.Vec3{0, 0, 2000 * 9.81}}}})
		w := mustWorld(t, def)
		run(t, w, 120, nil)
		if z := bodyOf(w, 1).X.Z; math.Abs(z+0.1) > 1e-3 {
			t.Errorf("%v: the plate is at %g m", m, z)
		}
	}
}

// TestWheels_ThrowNothingThatPressesTheirStops: what lies nearly as high as the axles, of 3 to 25 kg, presses the wheels of a car at 11 m/s
// onto their bump stops. It is thrown no faster than about twice as fast as an elastic blow would, with energy that is not in the
// springs; with the stiffness of the springs alone 169 m/s and 60 kJ were.
func TestWheels_ThrowNothingThatPressesTheirStops(t *testing.T) {
	t.Parallel()
	const speed = 11
	for _, hz := range []float64{60, 120, 240} {
		for _, mass := range []float64{3, 12, 25} {
			for _, half := range []float64{0.15, 0.17, 0.19} {
				def := onPlane(speed, vehicle.TMeasy, 1/hz, []vehicle.Input{{}})
				car := &def.Bodies[0]
				for k := range def.Vehicles[0].Wheels {
					wheel := &def.Vehicles[0].Wheels[k]
					wheel.Radius, wheel.Contact[2] = 0.42, wheel.Contact[2]-0.3
				}
				car.Position[2] += 0.3
				def.Bodies = append(def.Bodies, sim.BodyDef{
					Name: "debris", Half: mgl64.Vec3{0.2, 0.15, half}, Mass: mass,
					Position: mgl64.Vec3{car.Position[0] + 2.5, def.Vehicles[0].Wheels[0].Contact[1], half},
				})
				w := mustWorld(t, def)
				fastest := 0.0
				b := balanceOf(t, w, int(0.3*hz), func() { fastest = math.Max(fastest, bodyOf(w, 1).V.Len()) })
				if got := b.Sums[record.BySuspension].Energy; got > 1700 || fastest > 4*speed {
					t.Errorf("%g Hz, %g kg, %g m: springs gave %g J, thrown at %g m/s", hz, mass, 2*half, got, fastest)
				}
			}
		}
	}
}
