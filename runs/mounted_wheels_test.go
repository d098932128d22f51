package runs

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// mounted returns the wheels of the second body of a scenario, a car with more keys of its vehicle.
func mounted(t *testing.T, keys string) []record.MountedWheel {
	t.Helper()
	s, err := Parse("car.yaml", []byte(fmt.Sprintf(`
name: car
step: 1/240 s
duration: 1 s
gravity: [0, 0, -9.81]
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 9, 2]}
  - name: car
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [0, 0, 0.55]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m%s}
`, keys)), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := s.Wheels()
	if len(all) != 1 || len(all[1]) != 4 {
		t.Fatalf("%v", all)
	}
	return all[1]
}

// TestWheels_AreWhereTheyStand with the sizes that the engine takes.
func TestWheels_AreWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		keys          string
		radius, width float64
	}{
		{"", 0.3, 0.2}, {", wheel_radius: 0.36 m", 0.36, 0.24}, {", wheel_width: 0.1 m", 0.3, 0.1},
		{", wheel_radius: 0.4 m, wheel_width: 0.15 m", 0.4, 0.15},
	} {
		for k, w := range mounted(t, c.keys) {
			want := geom.Vec{X: []float64{1.2, -1.4}[k/2], Y: []float64{0.75, -0.75}[k%2], Z: c.radius - 0.55}
			if w.Name != []string{"fl", "fr", "rl", "rr"}[k] || w.Center.Sub(want).Len() > 1e-12 || math.Abs(w.Radius-c.radius) > 1e-12 || math.Abs(w.Width-c.width) > 1e-12 {
				t.Errorf("%q: wheel %d is %+v, want its centre at %v", c.keys, k, w, want)
			}
			if w.Steer != nil {
				t.Errorf("%q: %s is steered", c.keys, w.Name)
			}
		}
	}
}

// TestWheels_SteerByTheProgram: left is positive; the limit and the rate of the steering count, and the input after an
// impact. A wheel that nothing steers, or a driver along a path, has no program.
func TestWheels_SteerByTheProgram(t *testing.T) {
	const degree = math.Pi / 180
	type at struct {
		time float64
		hit  bool
		want float64 // [°]
	}
	for keys, list := range map[string][]at{
		", program: [{time: 1 s, steer: 5 deg}, {time: 2 s, steer: -3 deg}]":                                 {{0.9, false, 0}, {1, false, 5}, {1.9, true, 5}, {2.5, false, -3}},
		", program: [{time: 1 s, steer: 5 deg}], steer_rate: 10 deg/s":                                       {{1, false, 0}, {1.25, false, 2.5}, {2, false, 5}},
		", program: [{time: 1 s, steer: 5 deg}], steer_limit: 2 deg":                                         {{0.5, false, 0}, {1, false, 2}},
		", program: [{time: 1 s, steer: 5 deg}], after_impact: {brake: 1}":                                   {{1.5, false, 5}, {1.5, true, 0}},
		", program: [{time: 1 s, steer: 5 deg}], steer_rate: 10 deg/s, after_impact: {brake: 1}":             {{1.25, false, 2.5}, {1.25, true, 0}},
		", program: [{time: 1 s, brake: 0.5}]":                                                               nil,
		", program: [{time: 1 s, steer: 5 deg}], path: [[0, 0], [90, 0]], keep_speed: [{time: 0, speed: 0}]": nil,
	} {
		for _, w := range mounted(t, keys) {
			if steers := len(list) > 0 && w.Name[0] == 'f'; (w.Steer != nil) != steers {
				t.Errorf("%s: %s is steered: %v", keys, w.Name, !steers)
				continue
			} else if !steers {
				continue
			}
			for _, a := range list {
				if got := w.Steer(a.time, a.hit); math.Abs(got-a.want*degree) > 1e-12 {
					t.Errorf("%s: %s at %g s, hit %v: %g°, want %g°", keys, w.Name, a.time, a.hit, got/degree, a.want)
				}
			}
		}
	}
}
