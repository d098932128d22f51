package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// TestMover_WalksUpASlopeAtAnyStep: a mover with a mass keeps the speed of its program up a slope that it can walk, as one
// without a mass does: of a level velocity the slope leaves cos² of its angle.
func TestMover_WalksUpASlopeAtAnyStep(t *testing.T) {
	for _, angle := range []float64{0.1, 0.3, 0.5} {
		for _, step := range []float64{1. / 60, 1. / 240, 1. / 1000} {
			x := [2]float64{}
			for k, mass := range []float64{0, 80} {
				w := mustWorld(t, &sim.Definition{
					Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: step},
					Statics: []sim.StaticDef{{Name: "slope", Half: mgl64.Vec3{100, 100, 1}, Position: mgl64.QuatRotate(-angle, mgl64.Vec3{0, 1, 0}).Rotate(mgl64.Vec3{0, 0, -1}),
						Attitude: mgl64.QuatRotate(-angle, mgl64.Vec3{0, 1, 0})}},
					Movers: []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: mgl64.Vec3{0, 0, 1}, Mass: mass, Falls: true, Slope: 0.7,
						Program: []sim.MoverVelocity{{Time: 0.5, Velocity: mgl64.Vec3{1.2, 0, 0}}}}},
				})
				run(t, w, int(math.Round(2.5/step)), nil)
				x[k] = value(w, 0, "x", 0)
			}
			c := math.Cos(angle)
			// The one with a mass starts with 10 m/s², 0.06 s and 0.036 m behind the other at the same speed.
			if want := 2 * 1.2 * c * c; math.Abs(x[0]-want) > 0.05 || math.Abs(x[1]-x[0]) > 0.1 {
				t.Errorf("%g rad, step %.4f s: at x = %.4f m, with a mass %.4f, want %.4f", angle, step, x[0], x[1], want)
			}
		}
	}
}
