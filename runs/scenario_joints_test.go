package runs

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// TestParse_ReadsTurning reads rolling resistance and spin friction of materials and pairs.
func TestParse_ReadsTurning(t *testing.T) {
	const text = minimal + `materials:
  rubber: {friction: 0.9, rolling_resistance: 5 mm, spin_friction: 0.001}
pairs:
  - {between: [rubber, default], friction: 0.5, rolling_resistance: 1 cm}
`
	d := mustParse(t, text).Definition
	if m := d.Materials[1]; m.Rolling != 0.005 || m.Spin != 0.001 {
		t.Errorf("material %+v", m)
	}
	if p := d.Pairs[0]; p.Rolling != 0.01 || p.Spin != 0 {
		t.Errorf("pair %+v", p)
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"5 mm", "-5 mm", "materials.rubber.rolling_resistance: -0.005 is below zero"},
		{"0.001", "1 kg", "materials.rubber.spin_friction: \"1 kg\" is a mass [kg], but a length [m] is needed"},
	} {
		if _, err := parseTest(strings.Replace(text, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

const jointed = `name: jointed
duration: 1 s
gravity: [0, 0, -9.81]
bodies:
  - {name: upper, box: {size: [0.1, 0.1, 1]}, mass: 2, position: [0, 0, 2.5]}
  - {name: lower, box: {size: [0.1, 0.1, 1]}, mass: 1, position: [0, 0, 1.5]}
joints:
  - {name: hook, between: [world, upper], point: [0, 0, 300 cm]}
  - {between: [upper, lower], at: [[0, 0, -0.5], [0, 0, 0.5]], collide: false}
movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [9, 0, 1]}
`

func TestParse_ReadsJoints(t *testing.T) {
	s := mustParse(t, jointed)
	want := []sim.JointDef{
		{Name: "hook", A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 0, 3}, InWorld: true},
		{A: 0, B: 1, AtA: mgl64.Vec3{0, 0, -0.5}, AtB: mgl64.Vec3{0, 0, 0.5}},
	}
	if got := s.Definition.Joints; !reflect.DeepEqual(got, want) {
		t.Errorf("joints %+v, want %+v", got, want)
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(jointed))); err != nil {
		t.Error(err)
	}
	if _, err := NewWorld(s); err != nil {
		t.Error(err)
	}
	// What a joint holds together may overlap.
	if _, err := parseTest(strings.Replace(jointed, "position: [0, 0, 1.5]", "position: [0, 0, 1.6]", 1)); err != nil {
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
		text := strings.Replace(jointed, c.from, c.to, 1)
		if text == jointed {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := parseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"[0, 0, 0.5]]", "[0, 0, 0.4]]", ":9:35: joints[1]: its two points are 0.1 m apart at the start"},
		{"[upper, lower]", "[lower, lower]", ": joints[1]: both ends are on \"lower\", so that it holds nothing: name another body or the world for one"},
	} {
		_, err := NewWorld(mustParse(t, strings.Replace(jointed, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), ":9:") {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}

// TestParse_ReadsFalls reads a mover that walks.
func TestParse_ReadsFalls(t *testing.T) {
	const text = minimal + `movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [50, 50, 50], falls: true, step_height: 25 cm, slope: 40 deg}
`
	if m := mustParse(t, text).Definition.Movers[0]; !m.Falls || m.StepHeight != 0.25 || m.Slope != 40*math.Pi/180 {
		t.Errorf("%+v", m)
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"falls: true, ", "", "movers[0].step_height: only a mover that falls has ground"},
		{"40 deg", "91 deg", "movers[0].slope: 91 deg is more than a right angle"},
		{"25 cm", "-1 m", "movers[0].step_height"},
		{"gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]", "movers[0].falls: there is no gravity to fall by"},
	} {
		if _, err := parseTest(strings.Replace(text, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}

// TestParse_ReadsPush reads the mass and the push of a mover.
func TestParse_ReadsPush(t *testing.T) {
	const text = minimal + `movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [50, 50, 50], mass: 80 kg, push: 1 kN}
`
	if m := mustParse(t, text).Definition.Movers[0]; m.Mass != 80 || m.Push != 1000 {
		t.Errorf("%+v", m)
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(text))); err != nil {
		t.Error(err)
	}
	if _, err := parseTest(strings.Replace(text, "mass: 80 kg, ", "", 1)); err == nil || !strings.Contains(err.Error(), "movers[0].push: a mover without mass pushes nothing") {
		t.Error(err)
	}
}
