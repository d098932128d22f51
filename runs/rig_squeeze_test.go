package runs

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rigText is a lorry with a trailer on a road.
const rigText = `name: rig
step: 1/240 s
duration: DURATION
gravity: [0, 0, -9.81]
materials: {sheet: {friction: 0.5, restitution: 0.1}, road: {friction: 0.7}, granite: {friction: 0.6, restitution: 0.05}}
statics:
  - {name: road, plane: {height: 0}, material: road}
  - {name: kerb, box: {size: [120, 0.3, 0.2]}, position: [0, 6, 0.1], material: granite}
bodies:
  - {name: lorry, outline: {kind: lorry, size: [8, 2.5, 3.4]}, mass: 12 t, center_of_mass: [0.2, 0, 1.25], origin: LORRY, attitude: {yaw: YAW deg}, speed: SPEED km/h, material: sheet,
     vehicle: {class: lorry, friction: 0.7, tyre: tmeasy, wheel_radius: 0.5, anti_roll: 150 kN/m, axles: [{position: 2.5, steered: true}, {position: -2.3, driven: true}], program: [PROGRAM]}}
  - {name: trailer, outline: {kind: trailer, size: [7.5, 2.5, 3.4]}, mass: 9 t, origin: TRAILER, attitude: {yaw: YAW deg}, speed: SPEED km/h, material: sheet,
     vehicle: {class: lorry, friction: 0.7, tyre: tmeasy, wheel_radius: 0.5, anti_roll: 150 kN/m, hitch: [5, 0, -0.4], axles: [{position: 0.5}, {position: -0.8}]}}
CARjoints: [{name: coupling, between: [lorry, trailer], point: POINT, collide: true}]
`

// TestRig_StopsWithinItsPasses stops rigs, straight and in a bend: hardly a step runs out of the passes of the contact
// solver. Without Newton's method for joints 140 did, and 31 of those of TestRig_SqueezesACarWithinItsPasses.
func TestRig_StopsWithinItsPasses(t *testing.T) {
	duration := "4.5" // they stand after 3 s
	if geomtest.Long {
		duration = "7"
	}
	straight := strings.NewReplacer("LORRY", "[0, -20, 0]", "TRAILER", "[-9.7, -20, 0]", "POINT", "[-4.7, -20, 0.8]", "YAW", "0", "CAR", "", "DURATION", duration).Replace(rigText)
	n := 0
	for _, c := range [][2]string{{"20", "0"}, {"20", "4"}, {"40", "2"}, {"40", "8"}} { // speed and steering
		program := "{time: 0, steer: " + c[1] + " deg}, {time: 1.5 s, brake: 1}"
		n += outOfPasses(rigReport(t, strings.NewReplacer("SPEED", c[0], "PROGRAM", program).Replace(straight)))
	}
	if n > 1 {
		t.Errorf("%d steps ran out of passes", n)
	}
}

// TestRig_SqueezesACarWithinItsPasses drives a rig against a car and presses it to a kerb: no step runs out of passes.
func TestRig_SqueezesACarWithinItsPasses(t *testing.T) {
	duration := "3.5"
	if geomtest.Long {
		duration = "5"
	}
	turned := strings.NewReplacer("LORRY", "[0, 1.131422, 0]", "TRAILER", "[-9.552635, -0.552965, 0]", "POINT", "[-4.628596, 0.315276, 0.8]", "YAW", "10",
		"PROGRAM", "{time: 1.5 s, brake: 0.8}", "DURATION", duration).Replace(rigText)
	for _, c := range []struct {
		speed string
		yaw   int
		y     string
	}{{"30", 0, "4.7"}, {"50", 5, "4.5"}} {
		car := fmt.Sprintf("  - {name: car, outline: {kind: car, size: [4.4, 1.8, 1.45]}, mass: 1350 kg, origin: [14, %s, 0], attitude: {yaw: %d deg}, material: sheet, vehicle: {class: car, friction: 0.8, tyre: tmeasy, program: [{time: 0, brake: 1}]}}\n", c.y, c.yaw)
		r := rigReport(t, strings.NewReplacer("SPEED", c.speed, "CAR", car).Replace(turned))
		if n := outOfPasses(r); n > 0 || len(r.Impacts) < 3 {
			t.Errorf("%s km/h, car at %d degrees: %d impacts, %d steps ran out of passes", c.speed, c.yaw, len(r.Impacts), n)
		}
	}
}

// rigReport runs a scenario.
func rigReport(t *testing.T, text string) *Report {
	t.Helper()
	s, err := scenariofile.Parse("rig.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), s, Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// outOfPasses returns the number of steps of a run in which the contact solver ran out of passes.
func outOfPasses(r *Report) int {
	n := 0
	for i := range r.Limits {
		if r.Limits[i].Detail == "contact-passes" {
			n++
		}
	}
	return n
}
