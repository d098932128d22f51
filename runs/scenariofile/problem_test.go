package scenariofile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestProblems_ClipLongText: however long a text of a scenario or plan is, messages about it are of a length to read.
func TestProblems_ClipLongText(t *testing.T) {
	const (
		head    = "name: a\nduration: 1 s\ngravity: [0, 0, 0]\n"
		car     = "{name: a, mass: 1 t, position: [0, 0, 1], box: {size: [4, 2, 1]}, vehicle: {front_axle: 1, rear_axle: -1, track: 1, "
		longest = 400
	)
	long := strings.Repeat("x", 5000)
	for _, text := range []string{
		"name: LONG", head + "until: {impact: LONG}\nbodies: []", head + "LONG: 1", head + "description: *LONG",
		head + "materials: {a: {friction: 1, road: LONG}}", head + "bodies: [{name: LONG, mass: 1}]", head + "bodies: [{name: a, material: LONG}]",
		head + "bodies: [{name: a, mass: 1, position: [0, 0, 0], outline: {kind: LONG, size: [4, 2, 1]}}]",
		head + "bodies: [" + car + "driven: LONG}}]", head + "bodies: [" + car + "damage: {above: 1, reach: 1, wheels: LONG}}}]",
	} {
		_, err := scenariofile.Parse("a.yaml", []byte(strings.ReplaceAll(text, "LONG", long)), nil)
		scenariotest.CheckLines(t, text, err, longest)
	}
}

// TestProblems_OneForAMistake: what is no list where one is needed is told once, and not counted as one, too.
func TestProblems_OneForAMistake(t *testing.T) {
	const head = "name: a\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n"
	const car = "  - {name: a, mass: 1 t, position: [0, 0, 1], box: {size: [4, 2, 1]}, vehicle: {track: 1, center_height: 0.7, friction: 0.7, KEY}}\n"
	const driven = "  - {name: a, position: [0, 0, 1], box: {size: [4, 2, 1]}, KEY}\n"
	for _, c := range []struct{ body, key, want string }{
		{car, "front_axle: 1, rear_axle: -1, keep_speed: 5", "bodies[0].vehicle.keep_speed: the number 5 where a list is needed"},
		{car, "axles: 3", "bodies[0].vehicle.axles: the number 3 where a list is needed"},
		{car, "axles: [3, 4]", "bodies[0].vehicle.axles[0]: the number 3 where a mapping is needed"},
		{car, "axles: [{position: 1}]", "bodies[0].vehicle.axles: a list of 1: a vehicle stands on two axles or more"},
		{car, "front_axle: 1, rear_axle: -1, path: [[1, 2]]", "bodies[0].vehicle.path: a list of 1 where two points or more are needed: write [[0, 0], [50, 0]]"},
		{driven, "drive: 5", "bodies[0].drive: the number 5 where a list is needed"},
		{driven, "drive: []", "bodies[0].drive: is empty"},
	} {
		_, err := scenariofile.Parse("a.yaml", []byte(head+strings.Replace(c.body, "KEY", c.key, 1)), nil)
		lines := strings.Split(fmt.Sprint(err), "\n")
		if most := 1 + strings.Count(c.key, "3, 4"); len(lines) != most || !strings.Contains(lines[0], c.want) {
			t.Errorf("%s: %q, want %s", c.key, lines, c.want)
		}
	}
}
