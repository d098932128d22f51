package runs

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestTwoWheels_StandAsTheGuideSays: on a narrow track with a stiff anti-roll bar a motorcycle keeps upright for 20 s straight
// ahead, also while it brakes to a stop, leans outwards by the stiffness of its bar in a bend of 0.06 g, and falls in one of
// 0.08 g; with a centre of mass 0.7 m high it stands at 0.03 g and falls at 0.04 g.
func TestTwoWheels_StandAsTheGuideSays(t *testing.T) {
	const speed, wheelbase, mass, track, bar = 15.0, 1.4, 260.0, 0.1, 300e3
	for _, c := range []struct {
		name     string
		height   float64 // of the centre of mass [m]
		bend     float64 // [g]
		rate     float64 // of the steering [deg/s]: where it is steered faster it sways, up to where wheels lift off
		program  string
		duration float64
		falls    bool
	}{
		{"straight", 0.5, 0, 0.2, "", 20, false},
		{"brakes to a stop", 0.5, 0, 0.2, "{time: 1 s, brake: 0.5}", 8, false},
		{"gentle bend", 0.5, 0.04, 0.2, "", 8, false},
		{"as much as it bears", 0.5, 0.06, 0.2, "", 8, false},
		{"as much as it bears, steered fast", 0.5, 0.06, 0.5, "", 6, false},
		{"bend", 0.5, 0.08, 0.5, "", 6, true},
		{"as much as it bears, high", 0.7, 0.03, 0.2, "", 8, false},
		{"as much as it bears, high, steered fast", 0.7, 0.03, 0.5, "", 6, false},
		{"bend, high", 0.7, 0.04, 0.5, "", 6, true},
	} {
		steer := math.Atan(wheelbase * c.bend * 9.81 / (speed * speed))
		program := fmt.Sprintf("{time: 0, steer: %.9f rad}", steer)
		if c.program != "" {
			program = c.program
		}
		s := scenariotest.MustParse(t, fmt.Sprintf(`name: two-wheels
step: 1/240 s
duration: %g s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.8}, steel: {friction: 0.4}}
statics: [{name: road, plane: {}, material: road}]
bodies:
  - name: bike
    shapes: [{box: {size: [1.0, 0.12, 0.45]}, offset: [0, 0, 0.48], density: 1}]
    mass: %g
    inertia: [15, 32, 24]
    center_of_mass: [0, 0, %g]
    origin: [0, 0, 0]
    speed: %g
    material: steel
    vehicle:
      axles: [{position: 0.70, track: %[5]g, steered: true}, {position: -0.70, track: %[5]g}]
      center_height: %[3]g
      friction: 0.9
      anti_roll: %[6]g
      steer_rate: %[8]g deg/s
      program: [%[7]s]
`, c.duration, mass, c.height, speed, track, bar, program, c.rate))
		w, err := NewWorld(s)
		if err != nil {
			t.Fatal(err)
		}
		lean, later := 0.0, 0 // mean over the second half
		for i := range s.Steps {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			if left := w.Body(0).Attitude.Rotate([3]float64{0, 1, 0}); 2*i >= s.Steps {
				lean, later = lean+math.Asin(left[2]), later+1
			}
		}
		lean /= float64(later)
		up := w.Body(0).Attitude.Rotate([3]float64{0, 0, 1})
		if fallen := up[2] < 0.5; fallen != c.falls {
			t.Errorf("%s: its up axis is %v", c.name, up)
		}
		if c.falls || c.rate > 0.2 {
			continue
		}
		// The bars, and the springs beside, bear what the force at its centre of mass and its lean make of weight: it leans outwards.
		stiff := 2 * bar * track * track
		free := mass * 9.81 * c.bend * c.height / (stiff - mass*9.81*c.height)
		if c.bend == 0 && math.Abs(lean) > 1e-7 || c.bend > 0 && (lean < 0.95*free || lean > 1.05*free) {
			t.Errorf("%s: it leans by %g rad to the right, want about %g", c.name, lean, free)
		}
	}
}
