package scenariofile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestWarnings_OfTrailers: a trailer that no joint holds at its hitch is told, where its hitch stands; one that is held
// there is not, whichever way the joint says where.
func TestWarnings_OfTrailers(t *testing.T) {
	const text = `name: trailer
duration: 1 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - {name: car, box: {size: [4.5, 1.8, 1]}, mass: 1.5 t, position: [0, 0, 0.7], attitude: {yaw: 90 deg}, vehicle: {class: car, friction: 0.8}}
  - {name: caravan, box: {size: [4, 2, 1]}, mass: 1 t, position: [0, -6, 0.9], attitude: {yaw: 90 deg},
     vehicle: {friction: 0.8, track: 1.9, center_height: 0.9, hitch: [3, 0, -0.4], axles: [{position: -0.1}]}}
`
	for _, c := range []struct{ joints, want string }{
		{"", `test.yaml:8:70: bodies[1].vehicle.hitch: no joint holds "caravan" at its hitch, which bears a part of its weight: ` +
			"add joints: [{between: [name of the vehicle ahead, caravan], point: [0, -3, 0.5]}]"},
		{"joints: [{between: [car, caravan], point: [0, -2.8, 0.5]}]", `test.yaml:8:70: bodies[1].vehicle.hitch: the joint of "caravan" on line 9 is 0.2 m from its hitch, which bears a part of its weight: ` +
			"give the joint the point [0, -3, 0.5], or move the hitch"},
		{"joints: [{between: [caravan, car], at: [[3, 0, 0], [-3, 0, 0.2]]}]", `on line 9 is 0.4 m from its hitch`},
		{"joints: [{between: [world, car], point: [0, -3, 0.5]}]", `no joint holds "caravan"`},
		{"joints: [{between: [car, caravan], point: [0, -3, 0.54]}]", ""},
		{"joints: [{between: [car, caravan], at: [[-3, 0, -0.2], [3, 0, -0.4]]}]", ""},
		{"joints: [{between: [car, caravan], point: [0, -2.5, 0.5]}, {between: [caravan, car], at: [[3, 0, -0.4], [-3, 0, -0.2]]}]", ""},
	} {
		list := scenariotest.MustParse(t, text+c.joints+"\n").Warnings()
		switch {
		case c.want == "" && len(list) > 0, c.want != "" && (len(list) != 1 || !strings.Contains(list[0].String(), c.want)):
			t.Errorf("%s: %v, want %s", c.joints, list, c.want)
		}
	}
	if list := scenariotest.MustParse(t, scenariotest.Minimal).Warnings(); len(list) > 0 {
		t.Errorf("%v", list)
	}
}

// TestWarnings_OfVehicles: wheels that do not fit their vehicle, axles off its body, and vehicles with nothing under them are
// told where they stand.
func TestWarnings_OfVehicles(t *testing.T) {
	const head = "name: w\nduration: 3 s\ngravity: [0, 0, -9.81]\n"
	const road = "statics: [{name: road, plane: {height: 0}}]\n"
	const car = "bodies:\n  - {name: car, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, origin: [0, 0, 0], vehicle: {class: car, friction: 0.8}}\n"
	const box = "bodies:\n  - {name: car, box: {size: [4.5, 1.8, 1]}, mass: 1.5 t, position: [0, 0, 0.6], vehicle: {class: car, friction: 0.8}}\n"
	with := func(text, more string) string {
		return strings.Replace(text, "friction: 0.8", "friction: 0.8, "+more, 1)
	}
	for _, c := range []struct{ text, want string }{
		{road + car, ""},
		{road + box, ""},
		{road + with(car, "wheel_radius: 0.72, track: 2.1"), ""},
		{road + strings.Replace(car, "1.5 t", "1.5", 1), `bodies[0].mass: 1.5 kg is very little for 4.5 m by 1.8 m by `},
		{road + strings.Replace(box, "mass: 1.5 t", "density: 0.1", 1), ""}, // given as such
		{road + "bodies: [{name: air, box: {size: [450, 180, 140]}, mass: 1500, position: [0, 0, 701]}]\n", "bodies[0].mass: 1500 kg is very little for 450 m by 180 m by 140 m: write masses in kg"},
		{road + "bodies: [{name: foil, box: {size: [2, 2, 2]}, mass: 1, position: [0, 0, 701]}]\n", ""},
		{road + strings.Replace(car, "0.8", "8", 1), "bodies[0].vehicle.friction: 8 is more than tyres hold"},
		{road + with(car, "program: [{time: 1, brake: 1}, {time: 30, brake: 0}]"), "bodies[0].vehicle.program[1].time: 30 s is not before the end of the run, after 3 s: lengthen the duration, or write an earlier time"},
		{road + with(car, "wheel_radius: 0.9"), "test.yaml:6:146: bodies[0].vehicle.wheel_radius: 0.9 m is more than half the height of the vehicle above the road, 1.45 m: give the radius, not the diameter"},
		{road + with(car, "wheel_radius: 1 mm"), `bodies[0].vehicle.wheel_radius: 0.001 m is less than 0.01 m: write it in metres, or with its unit, such as 0.3 or "300 mm"`},
		{road + with(car, "axles: [{position: 1}, {position: -1, wheel_radius: 0.9}]"), "bodies[0].vehicle.axles[1].wheel_radius: 0.9 m is more than half"},
		{road + with(car, "track: 3"), "test.yaml:6:139: bodies[0].vehicle.track: 3 m is more than the width of the body, 1.8 m, and two tyres: give the distance of the left from the right wheels"},
		{road + with(car, "track: 3, wheel_width: 0.61"), ""},
		{road + with(car, "track: 3, axles: [{position: 1, track: 1.5}, {position: -1}, {position: -2}]"), "bodies[0].vehicle.track: 3 m"},
		{road + with(car, "axles: [{position: 1, track: 3}, {position: -1}]"), "bodies[0].vehicle.axles[0].track: 3 m"},
		{road + with(box, "rear_axle: -2.3"), "bodies[0].vehicle.rear_axle: an axle is at -2.3 m, off the body, which is from -2.25 m to 2.25 m: places are along x from the centre of mass"},
		{road + with(box, "rear_axle: -9"), "bodies[0].vehicle.rear_axle: an axle is at -9 m, off the body"},
		{road + with(box, "front_axle: 1, wheelbase: 4"), "bodies[0].vehicle.wheelbase: an axle is at -3 m, off the body"},
		{road + with(box, "axles: [{position: 3}, {position: -1}]"), "bodies[0].vehicle.axles[0].position: an axle is at 3 m, off the body"},
		{road + with(box, "rear_axle: -2.2"), ""},
		{road + with(car, "power: 90"), `test.yaml:6:139: bodies[0].vehicle.power: 90 W is less than 500 W: write it in watts, or with its unit, such as 90000 or "90 kW"`},
		{road + with(car, "power: 90 kW"), ""},
		{road + with(car, "stiffness: {front: {a: 55, b: 390 kN/m^2}}"), `bodies[0].vehicle.stiffness.front.a: 55 N/m is less than 1000 N/m: write it in newtons per metre, or with its unit, such as 55000 or "55 kN/m"`},
		{road + with(car, "stiffness: {rear: {a: 55 kN/m, b: 390}}"), `bodies[0].vehicle.stiffness.rear.b: 390 N/m^2 is less than 1000 N/m^2: write it in newtons per square metre, or with its unit, such as 390000 or "390 kN/m^2"`},
		{road + with(car, "stiffness: {side: {a: 0, b: 390 kN/m^2}}"), ""},
		{road + with(car, "path: [[0, 0], [9, 0]], program: [{time: 1, brake: 1}, {time: 2, steer: 3 deg}]"), "test.yaml:6:204: bodies[0].vehicle.program[1].steer: the vehicle follows its path, whatever the program steers: remove the path, or this"},
		{road + with(car, "path: [[0, 0], [9, 0]], program: [{time: 1, steer: 3 deg, wheels: rear}]"), ""},
		{road + with(car, "program: [{time: 1, steer: 3 deg}]"), ""},
		{car, `test.yaml:5:104: bodies[0].vehicle: there is no static and no body that the wheels of "car" could stand on: add statics: [{name: road, plane: {height: 0}}]`},
		{strings.Replace(road, "}}", "}, sensor: true}", 1) + car, "there is no static"},
		{road + car + "ignore: [{between: [car, road]}]\n", "there is no static"},
		{car + "  - {name: deck, box: {size: [9, 9, 1]}, position: [0, 0, -1], drive: [{time: 0}]}\n", ""},
		{car + strings.NewReplacer("bodies:\n", "", "car, o", "other, o", "[0, 0, 0]", "[9, 0, 0]").Replace(car), "there is no static"},
		{road + car + strings.NewReplacer("bodies:\n", "", "car, o", "other, o", "[0, 0, 0]", "[9, 0, 0]").Replace(car) + "ignore: [{between: [car, road]}]\n", ""},
	} {
		list := scenariotest.MustParse(t, head+c.text).Warnings()
		if c.want == "" && len(list) > 0 || c.want != "" && (len(list) == 0 || !strings.Contains(list[0].String(), c.want)) || len(list) > 1 && !strings.Contains(c.text, "other") {
			t.Errorf("%s: %v, want %s", c.text, list, c.want)
		}
	}
	if list := scenariotest.MustParse(t, strings.Replace(head, "-9.81", "0", 1)+car).Warnings(); len(list) > 0 {
		t.Errorf("without gravity: %v", list)
	}
	if list := scenariotest.MustParse(t, strings.Replace(head, "-9.81", "9.81", 1)+road+car).Warnings(); len(list) != 1 || !strings.Contains(list[0].String(), "test.yaml:3:10: gravity: points up, for z is up: write [0, 0, -9.81]") {
		t.Errorf("with gravity upwards: %v", list)
	}
}

// TestWarnings_NoneOfTheScenarios: the scenarios that come with the program are meant as they are.
func TestWarnings_NoneOfTheScenarios(t *testing.T) {
	paths, err := filepath.Glob("../scenarios/*/*scenario.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, path := range paths {
		s, err := scenariofile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if list := s.Warnings(); len(list) > 0 {
			t.Errorf("%v", list)
		}
	}
}

// TestWarnings_OfMeshesThatDoNotCrush: a crush time between what a mesh and a body are of.
func TestWarnings_OfMeshesThatDoNotCrush(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "wall.obj"), []byte(scenariotest.SquareOBJ), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		statics string
		want    string
	}{
		{"[{name: wall, mesh: wall.obj, material: stone}]", `pairs[0].crush_time: does nothing with "wall", a mesh, whose impacts come at first touch: make it of boxes`},
		{"[{name: wall, mesh: wall.obj, material: steel}]", ""},
		{"[{name: wall, box: {size: [9, 1, 2]}, position: [0, 20, 0], material: stone}]", ""},
	} {
		path := filepath.Join(dir, "s.yaml")
		text := strings.Replace(scenariotest.Minimal, "mass: 1", "mass: 1\n    material: steel", 1) + "materials: {steel: {friction: 0.5}, stone: {friction: 0.5}}\npairs: [{between: [steel, stone], friction: 0.5, crush_time: 50 ms}]\nstatics: " + c.statics + "\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := scenariofile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		list := s.Warnings()
		if c.want == "" && len(list) > 0 || c.want != "" && (len(list) != 1 || !strings.Contains(list[0].String(), c.want)) {
			t.Errorf("%s: %v, want %s", c.statics, list, c.want)
		}
	}
}

// TestWarnings_OfLimitsAlongTheirHinge: a limit along the line of a hinge limits nothing; across it, of one joint alone, or of three
// that make no hinge, it is as meant.
func TestWarnings_OfLimitsAlongTheirHinge(t *testing.T) {
	const want = "the axis is along the line of the hinge"
	const door = `name: door
duration: 1 s
gravity: [0, 0, -9.81]
bodies:
  - {name: frame, box: {size: [0.1, 0.1, 2]}, mass: 20, position: [-0.5, 0, 1]}
  - {name: leaf, box: {size: [0.9, 0.04, 2]}, mass: 20, position: [0, 0, 1], attitude: {yaw: 90 deg}}
joints:
  - {between: [world, leaf], point: [0, -0.45, 0.2]}
  - {between: [world, leaf], point: [0, -0.45, 1.8], limits: [{axis: [0, 1, 0], angle: 90 deg}, {axis: [0, 0, 1], angle: 90 deg}]}
`
	for _, c := range []struct {
		from, to string
		warned   string
	}{
		{"", "", "test.yaml:9:97: joints[1].limits[1]: "},
		{"axis: [0, 0, 1]", "axis: [0, 0, -3]", "joints[1].limits[1]: "},
		{"axis: [0, 0, 1]", "axes: [[0, 0, 1], [0, 0, 1]]", "joints[1].limits[1]: "},
		{"axis: [0, 0, 1]", "axis: [0, 1, 1]", ""},
		{"between: [world, leaf], point: [0, -0.45, 0.2]", "between: [frame, leaf], point: [0, -0.45, 0.2]", ""},
		{"joints:", "joints:\n  - {between: [leaf, world], point: [0, 0.45, 1]}", ""},
		{"joints:", "joints:\n  - {between: [leaf, world], point: [0, -0.45, 1]}", "joints[2].limits[1]: "},
		// In the axes of the leaf, its y axis is along -x of the world; the line is made to lie along that.
		{"point: [0, -0.45, 0.2]}\n  - {between: [world, leaf], point: [0, -0.45, 1.8], limits: [{axis: [0, 1, 0]",
			"point: [0.3, -0.45, 1.8]}\n  - {between: [leaf, world], point: [0, -0.45, 1.8], limits: [{axes: [[0, 1, 0], [-1, 0, 0]]", "joints[1].limits[0]: "},
	} {
		text := strings.Replace(door, c.from, c.to, 1)
		if c.from != "" && text == door {
			t.Fatalf("%q is not there", c.from)
		}
		list := scenariotest.MustParse(t, text).Warnings()
		switch {
		case c.warned == "":
			if len(list) > 0 {
				t.Errorf("%q: %v", c.to, list)
			}
		case len(list) != 1 || !strings.Contains(list[0].String(), c.warned+want):
			t.Errorf("%q: %v, want %s", c.to, list, c.warned)
		}
	}
}
