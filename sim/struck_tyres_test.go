package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestTyres_HoldFromTheImpactOn strikes a car from its left, behind its middle, early and late in a step: while it rolls,
// is driven, or brakes. Its tyres hold against the slip from the impact on: side speed and yaw a moment later are those
// of short steps, while friction makes up to 0.1 m/s of side speed in a step of 1/60 s. The ledger closes.
func TestTyres_HoldFromTheImpactOn(t *testing.T) {
	after := func(m vehicle.TyreModel, in vehicle.Input, hz, gap float64) (side, yaw float64) {
		def := driven(15, m, vehicle.DriverDef{Power: 100e3}, []vehicle.Input{in})
		def.Settings.Step = 1 / hz
		car := &def.Bodies[0]
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: "ram", Half: mgl64.Vec3{0.3, 0.5, 0.15}, Mass: 800,
			Position: car.Position.Add(mgl64.Vec3{-1, car.Half[1] + 0.5 + gap}), Velocity: mgl64.Vec3{15, -12},
		})
		w := mustWorld(t, def)
		balance(t, w, int(0.2*hz))
		_, v := motionOf(w, 0)
		return v[1], yawRate(w, def)
	}
	for _, m := range []vehicle.TyreModel{vehicle.Fiala, vehicle.MagicFormula} {
		for _, in := range []vehicle.Input{{}, {Throttle: 1}, {Brake: 0.4}} {
			for _, phase := range []float64{0.05, 0.6} {
				gap := 12 * (1 + phase) / 60
				side0, yaw0 := after(m, in, 7680, gap)
				for _, hz := range []float64{60, 240} {
					side, yaw := after(m, in, hz, gap)
					most := 0.5 / (hz + 60) // [m/s], [rad/s]
					if in.Throttle > 0 {
						most *= 2 // the engine's force is held over the step
					}
					if math.Abs(side-side0) > most || math.Abs(yaw-yaw0) > most {
						t.Errorf("%v, throttle %g, brake %g, %g Hz, at %g of a step: goes aside at %g m/s, not %g, and turns at %g rad/s, not %g",
							m, in.Throttle, in.Brake, hz, phase, side, side0, yaw, yaw0)
					}
				}
			}
		}
	}
}
