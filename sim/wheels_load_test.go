package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestVehicle_SinksBySteadyLoadsAtAnyStep: a force or a torque that a scenario holds, and what hangs on a joint, press the
// springs of a car together by their closed forms, whatever the length of the step: no damper holds against what does not
// move. k is the sum of the rates of the springs, kr that against rolling.
func TestVehicle_SinksBySteadyLoadsAtAnyStep(t *testing.T) {
	const mass, frequency = 1500.0, 1.5
	rest := func(step float64, change func(def *sim.Definition)) (z, roll float64) {
		def := onPlane(0, vehicle.Coulomb, step, []vehicle.Input{{Brake: 1}})
		def.Settings.SleepTime = -1
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Frequency = frequency
		}
		change(def)
		w := mustWorld(t, def)
		run(t, w, int(12/step), nil)
		b := w.Body(0)
		if v := b.Velocity.Len(); v > 1e-4 {
			t.Errorf("step %g: it still moves at %g m/s", step, v)
		}
		up := b.Attitude.Rotate(mgl64.Vec3{0, 1, 0})
		return b.Position[2] - 0.55, math.Asin(up[2])
	}
	k := mass * math.Pow(2*math.Pi*frequency, 2)
	kr := k * 0.75 * 0.75
	for _, c := range []struct {
		name    string
		z, roll float64
		change  func(def *sim.Definition)
	}{
		{"force", -1500 / k, 0, func(def *sim.Definition) {
			def.Forces = []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Force: mgl64.Vec3{0, 0, -1500}}}}}
		}},
		// The weight is 0.55 m above the ground, about which it rolls, and leans with it.
		{"torque", 0, 1000 / (kr - mass*9.81*0.55), func(def *sim.Definition) {
			def.Forces = []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Torque: mgl64.Vec3{1000, 0, 0}}}}}
		}},
		{"joint", -200 * 9.81 / k, 0, func(def *sim.Definition) {
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "bob", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 200, Position: mgl64.Vec3{-60, 0, 3}})
			def.Joints = []sim.JointDef{{A: 0, B: 1, AtA: mgl64.Vec3{0, 0, 2.95}, AtB: mgl64.Vec3{0, 0, 0.5}}}
			def.Bodies[1].Position[2] = 0.55 + 2.95 - 0.5
		}},
	} {
		for _, step := range []float64{1. / 60, 1. / 240} {
			z, roll := rest(step, c.change)
			if math.Abs(z-c.z) > 1e-4+1e-3*math.Abs(c.z) || math.Abs(roll-c.roll) > 1e-6+1e-3*math.Abs(c.roll) {
				t.Errorf("%s, step %.4f s: lower by %.6f m and rolled by %.6f rad, want %.6f and %.6f", c.name, step, z, roll, c.z, c.roll)
			}
		}
	}
}

// TestVehicle_BesideAnotherIsAsAlone: of two cars side by side that steer alike, 12 mm apart and never touching, each moves
// as it does alone, whichever comes first.
func TestVehicle_BesideAnotherIsAsAlone(t *testing.T) {
	scene := func(places ...float64) []mgl64.Vec3 {
		def := onPlane(12, vehicle.Coulomb, 1./60, nil)
		steered(def, 0.02, 0)
		car, wheels := def.Bodies[0], def.Vehicles[0]
		def.Bodies, def.Vehicles = nil, nil
		for i, y := range places {
			car.Name, car.Position[1], wheels.Body = string(rune('a'+i)), y, i
			def.Bodies, def.Vehicles = append(def.Bodies, car), append(def.Vehicles, wheels)
		}
		w := mustWorld(t, def)
		run(t, w, 60, func() {
			if n := len(w.Frame().Events); n > 0 {
				t.Errorf("%d events: they touch", n)
			}
		})
		var at []mgl64.Vec3
		for i := range places {
			at = append(at, w.Body(i).Position)
		}
		return at
	}
	const left = -1.812
	a, b := scene(0)[0], scene(left)[0]
	for _, both := range [][]mgl64.Vec3{scene(0, left), {}} {
		if len(both) == 0 {
			both = scene(left, 0)
			both[0], both[1] = both[1], both[0]
		}
		if d := math.Max(both[0].Sub(a).Len(), both[1].Sub(b).Len()); d > 1e-9 {
			t.Errorf("%g m from where they are alone", d)
		}
	}
	if a[1] < 0.3 {
		t.Errorf("at %v: it does not turn", a)
	}
}
