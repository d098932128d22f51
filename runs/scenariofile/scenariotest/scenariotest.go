// Package scenariotest has what tests of several packages share about scenarios: texts of small ones, with their files, and
// ways to read them.
package scenariotest

import (
	"bytes"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// SquareOBJ is a flat square of two triangles.
const SquareOBJ = "v -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3\nf 1 3 4\n"

// OpenTest opens the meshes of the texts.
func OpenTest(name string) ([]byte, error) {
	switch name {
	case "square.obj":
		return []byte(SquareOBJ), nil
	case "far.obj":
		return []byte("v 0 0 0\nv 2e7 0 0\nv 0 1 0\nf 1 2 3\n"), nil
	case "half.obj":
		return []byte("v 0 0 0\nv 0.5 0 0\nv 0 0.5 0\nf 1 2 3\n"), nil
	case "bad.obj":
		return []byte("v 0 0 0\nv 1 0 0\nf 1 2 9\n"), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ParseTest reads a text as test.yaml.
func ParseTest(text string) (*scenariofile.Scenario, error) {
	return scenariofile.Parse("test.yaml", []byte(text), OpenTest)
}

// MustParse is ParseTest that fails the test.
func MustParse(t *testing.T, text string) *scenariofile.Scenario {
	t.Helper()
	s, err := ParseTest(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Everything uses every key of a scenario but those that exclude each other.
const Everything = `
name: everything
description: each key once
step: 1/240 s
duration: 1 s
until: rest
gravity: [0, 0, -9.81 m/s^2]
settings:
  impacts: {above: 0.25 m/s}
  max_impacts: 7
  crowd: 32
  contact_tolerance: 1e-8
  substeps: 3
  passes: 50
  residual: 1e-7 m/s
  slop: 0.2 mm
  push_rate: 30 Hz
  max_push: 1 m/s
  speculative: 1 cm
  sleep_speed: 5 mm/s
  sleep_time: 250 ms
materials:
  asphalt: {friction: 0.7, restitution: 0.1}
  steel: {friction: 0.4}
pairs:
  - {between: [asphalt, steel], friction: 0.3, restitution: [[0, 0.5], [36 km/h, 0.05]], impact_model: kudlich-slibar, crush_time: 56 ms}
statics:
  - {name: ground, mesh: square.obj, material: asphalt, color: "#112233"}
  - {name: post, box: {size: [0.2, 0.4, 3]}, position: [5, 0, 1.5], attitude: {yaw: 90 deg}}
bodies:
  - name: car
    box: {size: [4.5, 1.8, 1.4]}
    mass: 1.4 t
    inertia: [500, 2000, 2400 kg m^2]
    center_of_mass: [0.1, 0, -0.3]
    position: [-5, 0, 0.5]
    attitude: {yaw: 90 deg}
    speed: 36 km/h
    angular_velocity: [0, 0, 180 deg/s]
    material: steel
    color: "#c0392b"
    vehicle:
      front_axle: 1.2 m
      wheelbase: 2.6 m
      track: 1.5 m
      center_height: 0.5 m
      friction: 0.8
      frequency: 1.2 Hz
      damping: 0.3
      travel: 80 mm
      program:
        - {time: 0, steer: 5 deg}
        - {time: 1 s, brake: 0.5, wheels: rear}
        - {time: 1 s, brake: 1, wheels: [fl, rr]}
      after_impact: {brake: 0.6}
  - name: crate
    box: {size: [1, 2, 0.5]}
    density: 500 kg/m^3
    inertia: [[10, 1, 0], [1, 10, 0], [0, 0, 12]]
    position: [0, 0, 2]
    attitude: {axis: [0, 0, 2], angle: 180 deg}
    velocity: [1, 2, 3]
  - {name: cube, box: {size: [1, 1, 1]}, mass: 1, position: [0, 5, 2], attitude: {quaternion: [0.6, 0, 0.8, 0]}}
  - {name: tilted, box: {size: [1, 1, 1]}, mass: 1, position: [0, 8, 2], attitude: {pitch: 90 deg, roll: 90 deg}}
movers:
  - name: walker
    radii: [0.4, 0.4, 0.9]
    position: [0, -5, 1]
    color: "#00ff00"
    program: [{time: 0, velocity: [1, 0, 0]}, {time: 2 s, velocity: [0, 3.6 km/h, 0]}]
`

// Minimal is a valid scenario; {…} in a test replaces a part of it.
const Minimal = `name: minimal
duration: 1 s
gravity: [0, 0, -9.81]
bodies:
  - name: a
    box: {size: [1, 1, 1]}
    mass: 1
    position: [0, 0, 1]
`

// Compile compiles a JSON Schema, and returns it as a document too.
func Compile(t *testing.T, schema []byte) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s, doc.(map[string]any)
}

// CompileSchema is Compile of the scenarios' schema.
func CompileSchema(t *testing.T) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	return Compile(t, scenariofile.Schema)
}

// Instance makes of a scenario's text what a JSON Schema validator sees.
func Instance(t *testing.T, text []byte) any {
	t.Helper()
	root, problems := document.Scenario.Parse("test.yaml", text)
	if root == nil {
		t.Fatal(problems)
	}
	return instanceOf(root)
}

func instanceOf(n *yaml.Node) any {
	n = document.Resolve(n)
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		new(document.Decoder).Entries(n, "", func(k, v *yaml.Node) { m[k.Value] = instanceOf(v) })
		return m
	case yaml.SequenceNode:
		l := []any{}
		for _, c := range n.Content {
			l = append(l, instanceOf(c))
		}
		return l
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
			return v
		}
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	}
	return n.Value
}

// OpenLog opens a log, and closes it after the test.
func OpenLog(t *testing.T, path string) *recorder.Reader {
	t.Helper()
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// Jointed is a scenario with joints.
const Jointed = `name: jointed
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

// WithCases is a scenario with cases.
const WithCases = `name: cases
duration: 0.3 s
gravity: [0, 0, 0]
parameters: {speed: 36 km/h, bounce: 0.7}
cases:
  fast: {speed: 72 km/h}
  soft: {bounce: 0.2, speed: 18 km/h}
materials: {m: {friction: 0, restitution: $bounce}}
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], speed: $speed, material: m}
  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [1.5, 0, 0], material: m}
`

// Shapes uses every kind of shape and every way to weigh a body.
const Shapes = `
name: shapes
duration: 1 s
gravity: [0, 0, -9.81]
statics:
  - {name: floor, plane: {height: -2 m}}
  - {name: slope, plane: {normal: [0, -3, 4], point: [0, 50, 0]}}
  - {name: terrain, heightfield: {spacing: [1, 2 m], heights: [[0, 0, 0], [0, 1 m, 0]], origin: [30, 0, -1]}}
  - {name: dome, sphere: {radius: 1 m}, position: [20, 0, 0]}
  - {name: stairs, position: [0, -20, 0], shapes: [{box: {size: [1, 1, 1]}}, {box: {size: [1, 1, 2]}, offset: [1, 0, 0.5]}]}
bodies:
  - {name: ball, sphere: {radius: 0.5}, mass: 5, position: [0, 0, 1]}
  - {name: egg, ellipsoid: {radii: [0.3, 0.4, 0.5]}, density: 1000, position: [3, 0, 1]}
  - {name: pill, capsule: {radius: 0.2, length: 1}, mass: 2, position: [5, 0, 1], attitude: {pitch: 90 deg}}
  - {name: can, cylinder: {radius: 0.2, length: 1}, mass: 2, position: [7, 0, 1]}
  - {name: cone, cone: {radius: 0.4, height: 0.8}, mass: 3, origin: [9, 0, 0.5]}
  - {name: wedge, hull: {points: [[0, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1]]}, mass: 6, origin: [11, 0, 0]}
  - {name: stone, hull: {file: square3.obj}, density: 2.5 g/cm^3, position: [14, 0, 2]}
  - name: hammer
    shapes:
      - {box: {size: [0.2, 0.1, 0.1]}, offset: [0, 0, 0.5], density: 7800}
      - {cylinder: {radius: 0.02, length: 1}, density: 700}
    origin: [16, 0, 1]
    attitude: {yaw: 90 deg}
  - name: dumbbell
    shapes: [{sphere: {radius: 0.1}, offset: [-1, 0, 0]}, {sphere: {radius: 0.1}, offset: [1, 0, 0]}]
    mass: 4
    position: [0, 5, 1]
    center_of_mass: [0.25, 0, 0]
  - {name: mixed, shapes: [{box: {size: [1, 1, 1]}}, {box: {size: [1, 1, 1]}, offset: [1, 0, 0], density: 300}], density: 100, position: [0, 8, 1]}
`

// OpenShapes opens the meshes of Shapes.
func OpenShapes(name string) ([]byte, error) {
	if name == "square3.obj" {
		return []byte("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 2 5\n"), nil
	}
	return OpenTest(name)
}

// Sharing is a scenario of two boxes that includes a file of materials; whole is the same in one file.
const (
	Sharing = `name: sharing
duration: 0.5 s
gravity: [0, 0, 0]
include: ../materials.yaml
parameters: {speed: 36 km/h}
settings: {passes: 60}
materials:
  ice: {friction: 0.1}
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 2, position: [0, 0, 0], speed: $speed, material: rubber}
  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [2, 0.2, 0], material: ice}
`
	Shared = `# of all scenarios
parameters:
  grip: 0.8
  unused: 3 m
settings: {passes: 50, impacts: all}
materials:
  rubber: {friction: $grip, restitution: 0.3}
  ice: {friction: 0.05, road: ice}
  wood: {friction: 0.4}
pairs:
  - {between: [rubber, ice], friction: 0.2, restitution: 0.5}
  - {between: [ice, wood], friction: 0.3}
`
	Whole = `name: sharing
duration: 0.5 s
gravity: [0, 0, 0]
parameters: {speed: 36 km/h, grip: 0.8}
settings: {passes: 60, impacts: all}
materials:
  rubber: {friction: $grip, restitution: 0.3}
  ice: {friction: 0.1}
  wood: {friction: 0.4}
pairs:
  - {between: [rubber, ice], friction: 0.2, restitution: 0.5}
  - {between: [ice, wood], friction: 0.3}
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 2, position: [0, 0, 0], speed: $speed, material: rubber}
  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [2, 0.2, 0], material: ice}
`
)

// Including reads a scenario and the file that it includes.
func Including(scenario, included string) (*scenariofile.Scenario, error) {
	return scenariofile.Parse("lib/one/scenario.yaml", []byte(scenario), Files(map[string]string{"../materials.yaml": included}))
}

// Files opens texts by their names.
func Files(texts map[string]string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

// CheckLines checks that an error has no line longer than most, and quotes a text that was clipped.
func CheckLines(t *testing.T, text string, err error, most int) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "xxx…") {
		t.Errorf("%s: %.200v", text, err)
		return
	}
	for line := range strings.Lines(err.Error()) {
		if len(line) > most {
			t.Errorf("%s: a line of %d bytes: %.200s", text, len(line), line)
		}
	}
}

// Struck is a scenario of accelerometers: a car of 1 t, a head of 5 kg and a driven sled strike nothing, or a wall.
const Struck = `
name: struck
step: 1/1000 s
duration: 1 s
gravity: [0, 0, 0]
materials: {m: {friction: 0, restitution: 0}}
statics: [{name: wall, box: {size: [1, 90, 4]}, position: [8, 0, 0], material: m}]
bodies:
  - {name: car, box: {size: [4, 2, 1]}, mass: 1000, position: [0, 0, 0], speed: 15, material: m, accelerometers: [{name: tunnel}]}
  - {name: head, sphere: {radius: 0.1}, mass: 5, position: [2, 9, 0], speed: 6, material: m, accelerometers: [{name: guess}, {name: known, pulse: 10 ms}, {name: chosen, criteria: [hic36], pulse: 40 ms}]}
  - {name: block, box: {size: [0.4, 0.4, 0.4]}, mass: 70, position: [-9, 20, 0], speed: 10, material: m, accelerometers: [{name: chest}]}
  - name: sled
    box: {size: [1, 1, 0.2]}
    position: [-9, 30, 0]
    drive: [{time: 0, velocity: [10, 0, 0]}, {time: 0.2 s, velocity: [10, 0, 0]}, {time: 0.3 s, velocity: [0, 0, 0]}]
    material: m
    accelerometers: [{name: floor}]
springs:
  - {name: belt, between: [world, block], at: [[-9, 20, 0], [0, 0, 0]], length: 0, stiffness: 28 kN/m, only: pull}
`

// Touched is a scenario of a car of 15 m/s that something of 60 kg touches, 2 s before the wall that stops it: 0.58 m/s, and 14.42 m/s.
const Touched = `
name: touched
step: 1/1000 s
duration: 3 s
gravity: [0, 0, 0]
materials: {m: {restitution: 0, friction: 0}}
statics: [{name: wall, box: {size: [2, 20, 20]}, position: [31, 0, 0], material: m}]
bodies:
  - {name: car, box: {size: [4, 2, 1.5]}, mass: 1500, position: [-10, 0, 0], speed: 15, material: m, accelerometers: [{name: cg}, {name: nose, criteria: [olc]}]}
  - {name: cone, box: {size: [0.5, 0.5, 0.5]}, mass: 60, position: [0, 0, 0], material: m}
`
