package scenariofile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

const driverScenario = `
name: driver
step: 1/240 s
duration: 4 s
gravity: [0, 0, -9.81]
materials:
  wet: {friction: 0.6, road: wet}
  glassy: {friction: 0.1, road: 0.2}
statics:
  - {name: road, plane: {height: 0}, material: wet}
bodies:
  - name: car
    box: {size: [4.5, 1.8, 1.4]}
    mass: 1400
    position: [0, 0, 0.7]
    speed: 36 km/h
    vehicle:
      front_axle: 1.2
      wheelbase: 2.6
      track: 1.5
      center_height: 0.7
      friction: 0.8
      tyre: tmeasy
      tyre_stiffness: 1.1
      driven: rear
      power: 80 kW
      rolling_resistance: 0.012
      drag_area: 0.65 m^2
      abs: true
      steer_limit: 35 deg
      steer_rate: 20 deg/s
      ackermann: 0.6
      keep_speed: [{time: 0, speed: 36 km/h}, {time: 2, speed: 10 m/s}]
      path: [[-10, 0], [0, 0], [50 m, 5]]
      reaction: {within: 2.5 s, delay: 0.8 s}
      program:
        - {time: 3, handbrake: 0.4}
        - {time: 3.1, throttle: 0.2, wheels: front}
        - {time: 3.5, blown: true, wheels: rl}
`

// TestScenario_ReadsADriver field by field, by the schema too, and runs it.
func TestScenario_ReadsADriver(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(driverScenario))); err != nil {
		t.Error(err)
	}
	s := scenariotest.MustParse(t, driverScenario)
	def := s.Definition
	v := &def.Vehicles[0]
	d := v.Driver
	if d == nil || d.Power != 80000 || d.Rolling != 0.012 || !d.ABS || math.Abs(d.SteerLimit-0.6108652) > 1e-6 || math.Abs(d.SteerRate-0.3490659) > 1e-6 || d.Ackermann != 0.6 ||
		len(d.Speed) != 2 || d.Speed[0].Speed != 10 || len(d.Path) != 3 || d.Path[2][0] != 50 || math.Abs(d.Air-0.398125) > 1e-12 || def.Bodies[0].Drag.Quadratic != d.Air {
		t.Errorf("driver %+v, drag %+v", d, def.Bodies[0].Drag)
	}
	if r := d.React; r == nil || *r != (vehicle.ReactionDef{Within: 2.5, Delay: 0.8, Brake: 1}) {
		t.Errorf("reaction %+v", r)
	}
	for i, w := range v.Wheels {
		last := w.Program[len(w.Program)-1]
		if w.Driven != (i >= 2) || w.Tyre != vehicle.TMeasy || w.Stiffening != 1.1 || (last.Handbrake == 0.4) != (i >= 2) || last.Throttle != 0.2 || last.Blown != (i == 2) {
			t.Errorf("wheel %d: %+v", i, w)
		}
	}
	if r := def.Materials[1].Road + def.Materials[2].Road; r != 0.95 {
		t.Errorf("roads %+v", def.Materials)
	}
	w, err := sim.New(def)
	if err != nil {
		t.Fatal(err)
	}
	for range 960 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScenario_NamesWhatIsWrongWithADriver(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"road: wet", "road: muddy", `"muddy" is no road`},
		{"tyre: tmeasy", "tyre: slick", `"slick" is no tyre model`},
		{"tyre: tmeasy", "tyre: coulomb", "does not slip"},
		{"driven: rear", "driven: left", "write front, rear or all"},
		{"power: 80 kW", "power: 80 kg", "a power"},
		{"      power: 80 kW\n", "", "has no power"},
		{"[0, 0], [50 m, 5]", "[-10, 0], [50 m, 5]", "is the point before again"},
		{"[[-10, 0], [0, 0], [50 m, 5]]", "[[0, 0]]", "two points or more are needed: write"},
		{"{time: 2, speed: 10 m/s}", "{time: 0, speed: 10 m/s}", "does not come after"},
		{"blown: true, wheels: rl", "blown: true", "has no wheels"},
		{"ackermann: 0.6", "ackermann: 60", "ackermann: 60 is outside 0 to 1"},
		{"time: 3, handbrake: 0.4", "time: 3, handbrake: 0.4, steer: 5 deg, wheels: [fl, rr]", "program[0].wheels: ackermann turns the steered wheels together, and no others"},
		{"{time: 0, speed: 36 km/h}", "{time: 0, speed: -36 km/h}", "keep_speed[0].speed: -36 km/h is below zero"},
	} {
		_, err := scenariofile.Parse("driver.yaml", []byte(strings.Replace(driverScenario, c.old, c.new, 1)), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) && c.want != "a power" {
			t.Errorf("%s: want %q, got %v", c.new, c.want, err)
		}
	}
}

// TestScenario_ClassEstimatesWhatIsNotGiven of a car of 4.75 × 1.778 m and 1495 kg.
func TestScenario_ClassEstimatesWhatIsNotGiven(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: %.12g, want %.12g", what, got, want)
		}
	}
	for _, c := range []struct {
		more                            string
		front, rear, track, height, yaw float64
	}{
		{"class: car, friction: 0.7", 0.45 * 0.57 * 4.75, -0.55 * 0.57 * 4.75, 0.85 * 1.778, 0.55, 0.1269 * 1495 * 0.57 * 4.75 * 4.75},
		{"class: van, friction: 0.7, wheelbase: 2.692 m", 1.346, -1.346, 0.84 * 1.778, 0.75, 0.1269 * 1495 * 2.692 * 4.75},
		{"class: lorry, friction: 0.7, front_axle: 1 m, rear_axle: -1.5 m, track: 1.5 m, center_height: 0.6 m", 1, -1.5, 1.5, 0.6, 0.1269 * 1495 * 2.5 * 4.75},
		{"class: car, friction: 0.7, rear_axle: -1.1 m", 0.9, -1.1, 0.85 * 1.778, 0.55, 0.1269 * 1495 * 2 * 4.75},
	} {
		text := "name: c\nstep: 0.01\nduration: 1\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {height: 0}}]\nbodies:\n" +
			"  - {name: a, box: {size: [4.75, 1.778, 1]}, mass: 1495, position: [0, 0, 0.7], vehicle: {" + c.more + "}}\n"
		if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
			t.Errorf("%s: %v", c.more, err)
		}
		s, err := scenariofile.Parse("class.yaml", []byte(text), nil)
		if err != nil {
			t.Errorf("%s: %v", c.more, err)
			continue
		}
		v, b := s.Definition.Vehicles[0], s.Definition.Bodies[0]
		near("front axle", v.Wheels[0].Contact[0], c.front)
		near("rear axle", v.Wheels[3].Contact[0], c.rear)
		near("track", v.Wheels[0].Contact[1]-v.Wheels[1].Contact[1], c.track)
		near("height", -v.Wheels[2].Contact[2], c.height)
		near("yaw", b.Inertia.At(2, 2), c.yaw)
		near("roll", b.Inertia.At(0, 0), 0.3*c.yaw)
		if _, err := sim.New(s.Definition); err != nil {
			t.Errorf("%s: %v", c.more, err)
		}
	}
	for _, c := range []struct{ shape, class, want string }{
		{"box: {size: [4, 2, 1]}", "bus", `"bus" is no class`},
		{"sphere: {radius: 1}", "car", "estimates from a box"},
	} {
		text := "name: c\nstep: 0.01\nduration: 1\ngravity: [0, 0, -9.81]\nbodies:\n  - {name: a, " + c.shape + ", mass: 1, position: [0, 0, 9], vehicle: {class: " + c.class + ", friction: 1}}\n"
		if _, err := scenariofile.Parse("class.yaml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of a %s: %v", c.class, c.shape, err)
		}
	}
}

// TestParse_ReadsAxles: a lorry of three axles, the second and third driven; names, tracks and bars of the wheels, and
// what is wrong with it.
func TestParse_ReadsAxles(t *testing.T) {
	const head = `
name: lorry
duration: 1 s
gravity: [0, 0, -9.81]
materials: {m: {friction: 0.5}}
bodies:
  - name: lorry
    box: {size: [8, 2.5, 3]}
    mass: 15 t
    position: [0, 0, 2]
    material: m
    vehicle:
      friction: 0.7
      center_height: 1.2 m
      track: 2 m
      anti_roll: 100 kN/m
      wheel_radius: 0.5 m
      program: [{time: 0, steer: 5 deg}, {time: 1 s, brake: 0.5, wheels: [2l, 3r]}]
`
	s, err := scenariofile.Parse("lorry.yaml", []byte(head+`      axles:
        - {position: 2.6 m, steered: true}
        - {position: -1.2 m, driven: true, track: 1.8 m, anti_roll: 0}
        - {position: -2.5 m, driven: true, frequency: 2 /s}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	v := s.Definition.Vehicles[0]
	if len(v.Wheels) != 6 || v.Wheels[3].Name != "2r" || v.Wheels[3].Contact != [3]float64{-1.2, -0.9, -1.2} || !v.Wheels[5].Driven || v.Wheels[0].Driven {
		t.Errorf("wheels %+v", v.Wheels)
	}
	if len(v.Bars) != 2 || v.Bars[0] != (vehicle.Bar{Left: 0, Right: 1, Stiffness: 1e5}) || v.Bars[1] != (vehicle.Bar{Left: 4, Right: 5, Stiffness: 1e5}) {
		t.Errorf("bars %+v", v.Bars)
	}
	for i, w := range v.Wheels {
		steer, brake := 0.0, 0.0
		for _, in := range w.Program {
			steer, brake = in.Steer, in.Brake
		}
		if (steer != 0) != (i < 2) || (brake != 0) != (i == 2 || i == 5) || w.Radius != 0.5 || (w.Frequency == 2) != (i > 3) {
			t.Errorf("wheel %d: %+v", i, w)
		}
	}
	for axles, want := range map[string]string{
		"[{position: 1}]":                                    "two axles or more",
		"[{position: 1}, {position: 2}]":                     "front to rear",
		"[{position: 1}, {position: -2}]\n      driven: all": "remove the key",
		"[{position: 1}, {track: 2}]":                        "position",
	} {
		if _, err := scenariofile.Parse("lorry.yaml", []byte(head+"      axles: "+axles+"\n"), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", axles, err, want)
		}
	}
}

// TestScenario_LinksTheSteeredWheels: those of a class, but not where a single one is steered; others by the key, where
// there is an axle to turn about.
func TestScenario_LinksTheSteeredWheels(t *testing.T) {
	const class = "{class: car, friction: 0.7%s}"
	const axles = "{axles: [{position: 2, steered: true}, {position: 1%s}, {position: -2%s}], track: 2, center_height: 1, friction: 0.7, ackermann: 1}"
	for _, c := range []struct {
		vehicle string
		want    float64
		err     string
	}{
		{fmt.Sprintf(class, ""), 1, ""},
		{fmt.Sprintf(class, ", ackermann: 0"), 0, ""},
		{fmt.Sprintf(class, ", ackermann: 70 %"), 0.7, ""},
		{fmt.Sprintf(class, ", program: [{time: 1, steer: 0.1, wheels: front}]"), 1, ""},
		{fmt.Sprintf(class, ", program: [{time: 1, steer: 0.1, wheels: fl}]"), 0, ""},
		{fmt.Sprintf(class, ", program: [{time: 1, steer: 0.1, wheels: rl}]"), 0, ""},
		{fmt.Sprintf(class, ", program: [{time: 1, steer: 0.1, wheels: all}]"), 0, ""},
		{fmt.Sprintf(class, ", program: [{time: 1, steer: 0.1}, {time: 2, brake: 1, wheels: rl}]"), 1, ""},
		{fmt.Sprintf(class, ", ackermann: 0, program: [{time: 1, steer: 0.1, wheels: fl}]"), 0, ""},
		{fmt.Sprintf(class, ", ackermann: 1, program: [{time: 1, steer: 0.1, wheels: fl}]"), 0, "write ackermann: 0"},
		{fmt.Sprintf(axles, "", ""), 1, ""},
		{fmt.Sprintf(axles, ", steered: true", ""), 1, ""},
		{fmt.Sprintf(axles, "", ", steered: true"), 0, "ahead of and behind"},
		{fmt.Sprintf(axles, ", steered: true", ", steered: true"), 0, "all axles are steered"},
		{"{axles: [{position: -1}], hitch: [2, 0, 0], track: 2, center_height: 1, friction: 0.7, ackermann: 1}", 0, "no axle is steered"},
	} {
		s, err := scenariofile.Parse("link.yaml", []byte("name: link\nduration: 1\nstep: 1/240\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {}}]\n"+
			"bodies:\n  - name: car\n    box: {size: [5, 2, 1]}\n    mass: 1500\n    position: [0, 0, 1]\n    vehicle: "+c.vehicle+"\n"), nil)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: want %q, got %v", c.vehicle, c.err, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.vehicle, err)
		default:
			got := 0.0
			if d := s.Definition.Vehicles[0].Driver; d != nil {
				got = d.Ackermann
			}
			if got != c.want {
				t.Errorf("%s: %g, want %g", c.vehicle, got, c.want)
			}
		}
	}
}
