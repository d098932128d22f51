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
	t.Parallel()
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

// TestMover_LandsOnASlopeWithoutGain: of the speed of a fall onto ground that it can walk a slope leaves sin cos of its angle
// level, downhill, and the steps after that have no more of it, until it has left the slope for another fall.
func TestMover_LandsOnASlopeWithoutGain(t *testing.T) {
	for _, angle := range []float64{0.2, 0.6} {
		q := mgl64.QuatRotate(-angle, mgl64.Vec3{0, 1, 0})
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
			Statics:  []sim.StaticDef{{Name: "slope", Half: mgl64.Vec3{100, 100, 1}, Position: q.Rotate(mgl64.Vec3{0, 0, -1}), Attitude: q}},
			Movers: []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: mgl64.Vec3{0, 0, 3}, Mass: 80, Push: 80, Falls: true, Slope: 0.7,
				Program: []sim.MoverVelocity{{}}}},
		})
		fall, level := 0.0, 0.0
		for landed := 0; landed < 5; {
			run(t, w, 1, nil)
			v := mgl64.Vec3{value(w, 0, "v", 0), value(w, 0, "v", 1), value(w, 0, "v", 2)}
			if v[0] == 0 {
				fall = -v[2]
			} else {
				level, landed = math.Max(level, -v[0]), landed+1
			}
			if w.Frame().Step > 480 {
				t.Fatal("it does not land")
			}
		}
		// The last step of the fall adds up to its own gain of speed.
		if want := fall * math.Sin(angle) * math.Cos(angle); level < want*(1-1e-9) || level > (fall+9.81/240)*math.Sin(angle)*math.Cos(angle)*(1+1e-9) {
			t.Errorf("%g rad: level speed %g behind a fall at %g m/s, want %g", angle, level, fall, want)
		}
	}
}
