package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestVehicle_LockedCarSlidesAsPublished: four locked wheels at their static loads, mu = 0.7, axles 1.15 m ahead of and
// 1.55 m behind the centre of mass, track 1.5 m, 1500 kg, 2400 kg m²; the centre of mass lies in the road's plane, so
// that no load moves. Straight 7.2812 m; with 3 rad/s of yaw x = 7.79757, y = 0.03085, 158.316° at 1.61879 s; sideways
// at 8 m/s 4.65997 m.
func TestVehicle_LockedCarSlidesAsPublished(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v          mgl64.Vec3
		yaw        float64
		x, y, turn float64
		stops      float64
	}{
		{mgl64.Vec3{10, 0, 0}, 0, 7.2812, 0, 0, 10 / (0.7 * 9.81)},
		{mgl64.Vec3{10, 0, 0}, 3, 7.79757, 0.03085, 158.316, 1.61879},
		{mgl64.Vec3{0, 8, 0}, 0, 0, 4.65997, 0, 8 / (0.7 * 9.81)},
	} {
		for _, rate := range []int{240, 1000} {
			d := vehicle.Def{}
			for _, p := range []mgl64.Vec3{{1.15, 0.75, 0}, {1.15, -0.75, 0}, {-1.55, 0.75, 0}, {-1.55, -0.75, 0}} {
				d.Wheels = append(d.Wheels, vehicle.WheelDef{Contact: p, Friction: 0.7, Program: []vehicle.Input{{Brake: 1}}})
			}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1 / float64(rate), Gravity: tilt(0), SleepTime: -1},
				Materials: []sim.Material{{Friction: 0.5}},
				Bodies: []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2.2, 0.85, 0.5}, Offset: mgl64.Vec3{0, 0, 0.8}, Mass: 1500,
					Inertia: mgl64.Diag3(mgl64.Vec3{600, 2400, 2400}), Velocity: c.v, AngularVelocity: mgl64.Vec3{0, 0, c.yaw}}},
				Vehicles: []vehicle.Def{d},
				Statics:  []sim.StaticDef{flat()},
			})
			stops := 0.0
			run(t, w, 2*rate, func() {
				rate := value(w, 0, "L", 2) / 2400
				if stops == 0 && speedOf(w) < 1e-3 && math.Abs(rate) < 1e-3 {
					stops = w.Frame().Time
				}
			})
			yaw := 2 * math.Atan2(value(w, 0, "q", 3), value(w, 0, "q", 0)) * 180 / math.Pi
			x, y := value(w, 0, "x", 0), value(w, 0, "x", 1)
			t.Logf("%v, yaw %g, %d Hz: (%.5f, %.5f), %.4f° at %.5f s", c.v, c.yaw, rate, x, y, yaw, stops)
			if math.Hypot(x-c.x, y-c.y) > 3e-5 || math.Abs(yaw-c.turn) > 1e-3 || math.Abs(stops-c.stops) > 1/float64(rate) {
				t.Errorf("%v, yaw %g, %d Hz: (%.5f, %.5f), %.3f° at %.5f s, want (%g, %g), %g° at %g s", c.v, c.yaw, rate, x, y, yaw, stops, c.x, c.y, c.turn, c.stops)
			}
		}
	}
}
