package scenariofile_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
)

// TestParse_ReadsTurning reads rolling resistance and spin friction of materials and pairs.
func TestParse_ReadsTurning(t *testing.T) {
	const text = scenariotest.Minimal + `materials:
  rubber: {friction: 0.9, rolling_resistance: 5 mm, spin_friction: 0.001}
pairs:
  - {between: [rubber, default], friction: 0.5, rolling_resistance: 1 cm}
`
	d := scenariotest.MustParse(t, text).Definition
	if m := d.Materials[1]; m.Rolling != 0.005 || m.Spin != 0.001 {
		t.Errorf("material %+v", m)
	}
	if p := d.Pairs[0]; p.Rolling != 0.01 || p.Spin != 0 {
		t.Errorf("pair %+v", p)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"5 mm", "-5 mm", "materials.rubber.rolling_resistance: -5 mm is below zero"},
		{"0.001", "1 kg", "materials.rubber.spin_friction: \"1 kg\" is a mass [kg], but a length [m] is needed"},
	} {
		if _, err := scenariotest.ParseTest(strings.Replace(text, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestParse_ReadsJoints(t *testing.T) {
	s := scenariotest.MustParse(t, scenariotest.Jointed)
	want := []sim.JointDef{
		{Name: "hook", A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 0, 3}, InWorld: true},
		{A: 0, B: 1, AtA: mgl64.Vec3{0, 0, -0.5}, AtB: mgl64.Vec3{0, 0, 0.5}},
	}
	if got := s.Definition.Joints; !reflect.DeepEqual(got, want) {
		t.Errorf("joints %+v, want %+v", got, want)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(scenariotest.Jointed))); err != nil {
		t.Error(err)
	}
	if _, err := runs.NewWorld(s); err != nil {
		t.Error(err)
	}
	// What a joint holds together may overlap.
	if _, err := scenariotest.ParseTest(strings.Replace(scenariotest.Jointed, "position: [0, 0, 1.5]", "position: [0, 0, 1.6]", 1)); err != nil {
		t.Error(err)
	}
}

func TestParse_NamesProblemsOfJoints(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"[world, upper]", "[world, uper]", `test.yaml:8:27: joints[0].between: there is no "uper": did you mean "upper"?`},
		{"[world, upper]", "[world]", `joints[0].between: a list of 1 where two names are needed`},
		{", point: [0, 0, 300 cm]", "", `test.yaml:8:5: joints[0]: has no point`},
		{"point: [0, 0, 300 cm]", "point: [0, 0, 300 kg]", `joints[0].point[2]: "300 kg" is a mass [kg], but a length [m] is needed`},
		{"at: [[0, 0, -0.5]", "point: [0, 0, 2], at: [[0, 0, -0.5]", `joints[1].at: the joint has a point of the world too`},
		{"collide: false", "collide: 0", `joints[1].collide: the number 0 where true or false is needed`},
		{"collide: false", "stiff: 1", `joints[1].stiff: unknown key`},
		{"between: [upper, lower]", "name: hook, between: [upper, lower]", `joints[1].name: another joint is called "hook", on line 8: give it a name of its own`},
		{"name: hook", "name: '?'", `joints[0].name: "?" cannot name a joint`},
		{"name: upper", "name: world", `test.yaml:5:12: bodies[0].name: "world" is the world, in joints, springs and tables: give the body another name`},
		{"[world, upper]", "[walker, upper]", `joints[0].between: "walker" is a mover, which nothing can hold: name a body, a static or world`},
	} {
		text := strings.Replace(scenariotest.Jointed, c.from, c.to, 1)
		if text == scenariotest.Jointed {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"[0, 0, 0.5]]", "[0, 0, 0.4]]", ":9:35: joints[1]: its two points are 0.1 m apart at the start"},
		{"[upper, lower]", "[lower, lower]", ": joints[1]: both ends are on \"lower\", so that it holds nothing: name another body or the world for one"},
	} {
		_, err := runs.NewWorld(scenariotest.MustParse(t, strings.Replace(scenariotest.Jointed, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), ":9:") {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}

// TestParse_ReadsFalls reads a mover that walks.
func TestParse_ReadsFalls(t *testing.T) {
	const text = scenariotest.Minimal + `movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [50, 50, 50], falls: true, step_height: 25 cm, slope: 40 deg}
`
	if m := scenariotest.MustParse(t, text).Definition.Movers[0]; !m.Falls || m.StepHeight != 0.25 || m.Slope != 40*math.Pi/180 {
		t.Errorf("%+v", m)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"falls: true, ", "", "movers[0].step_height: only a mover that falls has ground"},
		{"40 deg", "91 deg", "movers[0].slope: 91 deg is more than a right angle"},
		{"25 cm", "-1 m", "movers[0].step_height"},
		{"gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]", "movers[0].falls: there is no gravity to fall by"},
	} {
		if _, err := scenariotest.ParseTest(strings.Replace(text, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}

// TestParse_ReadsPush reads the mass and the push of a mover.
func TestParse_ReadsPush(t *testing.T) {
	const text = scenariotest.Minimal + `movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [50, 50, 50], mass: 80 kg, push: 1 kN}
`
	if m := scenariotest.MustParse(t, text).Definition.Movers[0]; m.Mass != 80 || m.Push != 1000 {
		t.Errorf("%+v", m)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	if _, err := scenariotest.ParseTest(strings.Replace(text, "mass: 80 kg, ", "", 1)); err == nil || !strings.Contains(err.Error(), "movers[0].push: a mover without mass pushes nothing") {
		t.Error(err)
	}
}

const limitedLeg = `name: limited
duration: 1 s
gravity: [0, 0, -9.81]
parameters: {most: 1.5}
bodies:
  - {name: thigh, box: {size: [0.1, 0.1, 0.4]}, mass: 8, position: [0, 0, 0.8]}
  - {name: shin, box: {size: [0.1, 0.1, 0.4]}, mass: 4, position: [0, 0, 0.4], attitude: {pitch: 0.2}}
joints:
  - {between: [world, thigh], point: [0, 0, 1], limits: {axis: [0, 0, 2], angle: 60 deg}}
  - between: [thigh, shin]
    point: [0, 0, 0.6]
    limits:
      - {axes: [[0.5, 0, -1], [0, 0, -1]], angle: $most}
      - {axis: [0, 1, 0], angle: 10 deg}
`

// TestParse_ReadsLimits reads limits of joints, one alone and in a list, with units and parameters; the schema has them.
func TestParse_ReadsLimits(t *testing.T) {
	s := scenariotest.MustParse(t, limitedLeg)
	want := [][]sim.JointLimit{
		{{AxisA: mgl64.Vec3{0, 0, 2}, InWorld: true, Angle: math.Pi / 3}},
		{{AxisA: mgl64.Vec3{0.5, 0, -1}, AxisB: mgl64.Vec3{0, 0, -1}, Angle: 1.5}, {AxisA: mgl64.Vec3{0, 1, 0}, InWorld: true, Angle: math.Pi / 18}},
	}
	for k, j := range s.Definition.Joints {
		if !reflect.DeepEqual(j.Limits, want[k]) {
			t.Errorf("joint %d: %+v, want %+v", k, j.Limits, want[k])
		}
	}
	schema, _ := scenariotest.CompileSchema(t)
	valid := func(text string) bool { return schema.Validate(scenariotest.Instance(t, []byte(text))) == nil }
	several := map[string]bool{"axis_a: [0.5, 0, -1], axis_b: [0, 0, -1]": true} // two keys, and two errors
	if !valid(limitedLeg) {
		t.Error("the schema refuses it")
	}
	if _, err := runs.NewWorld(s); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		from, to, want string
		schema         bool // it refuses it too
	}{
		{"angle: 60 deg", "angle: 60 m", `test.yaml:9:82: joints[0].limits.angle: "60 m" is a length [m], but an angle [rad] is needed`, false},
		{"angle: 60 deg", "angle: 0", `joints[0].limits.angle: 0 is not above zero`, false},
		{"angle: 60 deg", "angle: -20 deg", `test.yaml:9:82: joints[0].limits.angle: -20 deg is not above zero: write, for example, "30 deg"`, false},
		{"angle: 60 deg", "angle: 200 deg", `test.yaml:9:82: joints[0].limits.angle: 200 deg is not within 0.1 to 179.9 deg: write, for example, 60 deg`, false},
		{"angle: 60 deg", "angle: 3.1415", `test.yaml:9:82: joints[0].limits.angle: 3.1415 is not within 0.1 to 179.9 deg`, false},
		{"angle: 60 deg", "angle: 0.09 deg", `joints[0].limits.angle: 0.09 deg is not within 0.1 to 179.9 deg`, false},
		{"most: 1.5", "most: 3.2", `test.yaml:13:51: joints[1].limits[0].angle: parameter most, 3.2 is not within 0.1 to 179.9 deg`, false},
		{"angle: 60 deg", "max: 60 deg", `test.yaml:9:75: joints[0].limits.max: unknown key: write angle, the largest one between the axes`, true},
		{"axis: [0, 0, 2]", "axs: [0, 0, 2]", `test.yaml:9:58: joints[0].limits.axs: unknown key: did you mean "axes"?`, true},
		{"axis: [0, 0, 2]", "axis: [0, 0, 0]", `test.yaml:9:64: joints[0].limits.axis: has length 0: write a direction such as [0, 0, 1]`, false},
		{"[0.5, 0, -1]", "[0, 0, 0]", `test.yaml:13:17: joints[1].limits[0].axes[0]: has length 0: write a direction such as [0, 0, 1]`, false},
		{"[0, 0, -1]]", "[0, 0, 0]]", `test.yaml:13:31: joints[1].limits[0].axes[1]: has length 0`, false},
		{"[[0.5, 0, -1], [0, 0, -1]]", "z", `test.yaml:13:16: joints[1].limits[0].axes: the text "z" where two directions are needed: write axes: [[x, y, z], [x, y, z]]`, true},
		{"axis: [0, 0, 2], ", "", `test.yaml:9:57: joints[0].limits: has no axis: add axis: [x, y, z], a direction of the world at the start, or axes: a direction of each end`, true},
		{"axis: [0, 0, 2]", "axis: [0, 2]", `joints[0].limits.axis: a list of 2 where three numbers are needed: write [x, y, z]`, true},
		{"axis: [0, 0, 2]", "axis: [0, 0, 2], axes: [[0, 0, 1], [0, 0, 1]]", `joints[0].limits.axes: the limit has an axis for both ends too: keep one of them`, true},
		{", angle: $most", "", `test.yaml:13:9: joints[1].limits[0]: has no angle: add angle: 60 deg, the largest one between the axes`, true},
		{"[[0.5, 0, -1], [0, 0, -1]]", "[[0.5, 0, -1]]", `joints[1].limits[0].axes: a list of 1 where two directions are needed: write axes: [[x, y, z], [x, y, z]]`, true},
		{"axes: [[0.5, 0, -1], [0, 0, -1]]", "axis_a: [0.5, 0, -1], axis_b: [0, 0, -1]", `joints[1].limits[0].axis_a: unknown key`, true},
		{"[thigh, shin]", "[thigh, shn]", `test.yaml:10:14: joints[1].between: there is no "shn": did you mean "shin"?`, false}, // and no overlap
		{"[thigh, shin]", "[thigh]", `test.yaml:10:14: joints[1].between: a list of 1 where two names are needed`, true},
		{"point: [0, 0, 0.6]", "point: [0, 0.6]", `test.yaml:11:12: joints[1].point: a list of 2 where three numbers are needed: write [x, y, z]`, true},
		{"limits: {axis: [0, 0, 2], angle: 60 deg}", "limits: []", `test.yaml:9:57: joints[0].limits: is empty: write {axis: [0, 0, 1], angle: 60 deg}, a list of such, or remove it`, true},
		{"limits: {axis: [0, 0, 2], angle: 60 deg}", "limits: 60 deg", `test.yaml:9:57: joints[0].limits: the text "60 deg" where a limit is needed: write {axis: [0, 0, 1], angle: 60 deg}, or a list of such`, true},
		{"limits: {axis: [0, 0, 2], angle: 60 deg}", "axis: [0, 0, 2]", `joints[0].axis: all joints are ball joints: remove the key; two of them make a hinge, and limits: {axis: [x, y, z], angle: 60 deg} limits an angle`, true},
		{"limits: {axis: [0, 0, 2], angle: 60 deg}", "upper: 60 deg", `joints[0].upper: unknown key: write limits: {axis: [x, y, z], angle: 60 deg}`, true},
	} {
		text := strings.Replace(limitedLeg, c.from, c.to, 1)
		if text == limitedLeg {
			t.Fatalf("%q is not there", c.from)
		}
		if c.from == ", angle: $most" {
			text = strings.Replace(text, "parameters: {most: 1.5}\n", "", 1)
			c.want = strings.Replace(c.want, ":13:", ":12:", 1)
		}
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) || !several[c.to] && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
		if valid(text) == c.schema {
			t.Errorf("%q: the schema takes it: %v", c.to, c.schema)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"angle: $most", "angle: 15 deg", `test.yaml:13:9: joints[1].limits[0]: its axes are at 38.0242 deg at the start, beyond the limit of 15 deg: turn the bodies or the axes, or give a larger angle`},
	} {
		text := strings.Replace(limitedLeg, c.from, c.to, 1)
		if strings.Contains(text, "most: 1.5") && !strings.Contains(text, "$most") {
			text = strings.Replace(text, "gravity: [0, 0, -9.81]\nparameters: {most: 1.5}\n", "gravity: [0, 0, -9.81]\nmovers: []\n", 1)
		}
		if _, err := runs.NewWorld(scenariotest.MustParse(t, text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}
