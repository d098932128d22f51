package scenariofile_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

const withParameters = `name: p
duration: 1 s
gravity: [0, 0, 0]
parameters: {speed_a: 50 km/h, "side": "0.4 m", µ: 1}
bodies:
  - {name: a, box: {size: [1, $side, 1]}, mass: 1, position: [0, $side, 0], speed: $speed_a}
`

const goodParameters = `name: p
duration: 1 s
gravity: [0, 0, 0]
parameters:
  speed_a: 50 km/h
  side: "0.4 m"
  mu: 0.5 # of the tyres
materials: {m: {friction: $mu}}
bodies:
  - {name: a, box: {size: [1, $side, 1]}, mass: 1, position: [0, "$side", 0], speed: $speed_a}
`

func TestParameters_StandWhereTheyAreReferredTo(t *testing.T) {
	s := scenariotest.MustParse(t, goodParameters)
	d := s.Definition
	if v := d.Bodies[0].Velocity[0]; v != 50/3.6 {
		t.Errorf("speed %v", v)
	}
	if d.Bodies[0].Half[1] != 0.2 || d.Bodies[0].Position[1] != 0.4 || d.Materials[1].Friction != 0.5 {
		t.Errorf("%+v", d)
	}
	if len(s.Parameters) != 3 || s.Parameters[0] != (scenariofile.Parameter{"speed_a", "50 km/h"}) {
		t.Errorf("%v", s.Parameters)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(goodParameters))); err != nil {
		t.Error(err)
	}
}

func TestParameters_ErrorsHaveTheirPlace(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"", "", `test.yaml:4:49: parameters.µ: "µ" cannot name a parameter: use up to 40 letters a-z and A-Z, digits and _`},
		{", µ: 1", ", other: 1", `test.yaml:4:49: parameters.other: is not used: write $other where the quantity stands, or remove it`},
		{", µ: 1", ", m: [1]", `test.yaml:4:52: parameters.m: a list where a quantity is needed`},
		{", µ: 1", ", m: $side", `test.yaml:4:52: parameters.m: the text "$side" where a quantity is needed`},
		{"speed: $speed_a", "speed: $speed_b", `test.yaml:6:84: bodies[0].speed: there is no parameter "speed_b": did you mean "$speed_a"?`},
		{"speed: $speed_a", "speed: $speed_a*2", `test.yaml:6:84: bodies[0].speed: "$speed_a*2" is not $ and the name of a parameter: write $name alone, for there are no expressions`},
		{"speed: $speed_a", "speed: $", `test.yaml:6:84: bodies[0].speed: "$" is not $ and the name of a parameter`},
		{"speed: $speed_a", "speed: 2*$speed_a", `test.yaml:6:84: bodies[0].speed: "2*$speed_a" is not $ and the name of a parameter`},
		{"speed: $speed_a", "speed: -$speed_a", `test.yaml:6:84: bodies[0].speed: "-$speed_a" is not $ and the name of a parameter`},
		{"speed: $speed_a", "speed: $side", `test.yaml:6:84: bodies[0].speed: parameter side, "0.4 m" is a length [m], but a speed [m/s] is needed`},
		{`"0.4 m"`, "-0.4", `test.yaml:6:31: bodies[0].box.size[1]: parameter side, -0.4 is not above zero`},
		{"duration: 1 s\n", "duration: 1 s\nstep: $side\n", `test.yaml:3:7: step: parameter side, "0.4 m" is a length`},
		{", µ: 1", ", n: 2.5}\nsettings: {passes: $n}\nmaterials: {m: {friction: 1}", `test.yaml:5:20: settings.passes: parameter n, 2.5 is not a whole number from 1 to 1000000`},
		{", µ: 1", ", grip: -0.7}\nmaterials: {m: {friction: $grip}", `test.yaml:5:27: materials.m.friction: parameter grip, -0.7 is below zero: write zero or, for example, 0.7`},
		{", µ: 1", ", t: 2 s}\npairs: [{between: [default, default], friction: 1, crush_time: $t}]\nsettings: {passes: 7", `test.yaml:5:64: pairs[0].crush_time: parameter t, 2 s is longer than 1 s`},
		{", µ: 1", ", gap: -10 cm}\nstatics: [{name: h, heightfield: {spacing: [1, $gap], heights: [[0, 0], [0, 0]]}}]\nsettings: {passes: 7", `test.yaml:5:48: statics[0].heightfield.spacing[1]: parameter gap, -10 cm is not above zero`},
		{", µ: 1", ", t: 400}\nstep: $t\nsettings: {passes: 7", `test.yaml:5:7: step: parameter t, 400 is not above zero and up to 1 s`},
		{`{speed_a: 50 km/h, "side": "0.4 m", µ: 1}`, "[1]", `test.yaml:4:13: parameters: a list where a mapping is needed: write speed_a: 50 km/h`},
	} {
		_, err := scenariofile.Parse("test.yaml", []byte(strings.Replace(withParameters, c.from, c.to, 1)), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
	}
	// What refers to a value that is refused is no further problem.
	_, err := scenariofile.Parse("test.yaml", []byte(strings.Replace(strings.Replace(withParameters, "50 km/h", "[50]", 1), ", µ: 1", "", 1)), nil)
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "parameters.speed_a: a list where a quantity is needed") {
		t.Errorf("a value that is refused: %v", err)
	}
}

// setIn is setParameters of a text that includes nothing.
func setIn(name string, data []byte, set []scenariofile.Setting) ([]byte, error) {
	data, _, err := scenariofile.SetParameters(name, data, nil, nil, set)
	return data, err
}

// Plain, quoted, in a line with others, at the end of a line, before a comment, with letters of two bytes before.
func TestSetParameters_RewritesTheText(t *testing.T) {
	const text = "name: x\nparameters: {\"a\": 1, 'b': '2 m', \"c\": \"3 °\", d: 4 }\n"
	got, err := setIn("f", []byte(text), []scenariofile.Setting{{"d", "5 km/h"}, {"b", "22.5"}, {"a", "-1e-3"}, {"c", "33 deg"}})
	const want = "name: x\nparameters: {\"a\": -1e-3, 'b': 22.5, \"c\": \"33 deg\", d: \"5 km/h\" }\n"
	if err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
	const block = "parameters:\n  µ: 7\n  speed: 50 km/h  # why\n  last: 1.5"
	got, err = setIn("f", []byte(block), []scenariofile.Setting{{"last", "2"}, {"speed", "60 km/h"}})
	if want := "parameters:\n  µ: 7\n  speed: \"60 km/h\"  # why\n  last: 2"; err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
	for _, c := range []struct {
		text string
		set  []scenariofile.Setting
		want string
	}{
		{block, []scenariofile.Setting{{"sped", "1"}}, `f: has no parameter "sped"`},
		{block, []scenariofile.Setting{{"last", "1"}, {"last", "2"}}, `parameter "last" is given two values, 1 and 2: leave one of them out`},
		{"parameters: {a: \"\\x31\"}", []scenariofile.Setting{{"a", "2"}}, "f:1:17: parameter \"a\": its value cannot be replaced"},
		{"parameters: {a: &x 1 m}", []scenariofile.Setting{{"a", "2"}}, "f:1:17: parameter \"a\": its value has the anchor &x, which others may refer to, and cannot be replaced: write it without the anchor"},
		{"parameters: {b: &x 1 m, a: *x}", []scenariofile.Setting{{"a", "2"}}, "parameter \"a\": its value is that of the anchor &x, and cannot be replaced: write the value in place of *x"},
		{"parameters:\n  a: 1\n   2", []scenariofile.Setting{{"a", "2"}}, "cannot be replaced"},
		{"parameters: {a:\r1,}", []scenariofile.Setting{{"a", "2"}}, "f:1: has a line break that is no line feed"},
		{"# x\r\nparameters:\r\n  b: 1 # \u2028\r\n  a: 1", []scenariofile.Setting{{"a", "2"}}, "f:3: has a line break"},
	} {
		if _, err := setIn("f", []byte(c.text), c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// Whatever is set, the new text gives the parameter that value and leaves the rest alone, or is refused.
func FuzzSetParameters(f *testing.F) {
	f.Add("parameters: {a: 1, b: 2}", "50 km/h")
	f.Add("parameters:\n  a: 'x'\n  b: 2", "3")
	f.Add("parameters: {a:\r1,}", "50 km/h")
	f.Fuzz(func(t *testing.T, text, value string) {
		if strings.ContainsAny(value, "\"\\\n\r") || len(value) > 50 {
			return
		}
		got, err := setIn("f", []byte(text), []scenariofile.Setting{{"a", value}})
		root, _ := document.Scenario.Parse("f", []byte(text))
		if err != nil || root == nil {
			return
		}
		after, _ := document.Scenario.Parse("f", got)
		if after == nil {
			return // a value that YAML does not take
		}
		a := func(n *yaml.Node) *yaml.Node {
			for i := 0; i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == "parameters" {
					return document.Resolve(n.Content[i+1])
				}
			}
			return nil
		}
		if n := document.ValueOf(a(after), "a"); n == nil || n.Value != value {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestParameter_LacksUnit(t *testing.T) {
	for _, c := range []struct {
		own, value string
		want       bool
	}{
		{"50 km/h", "53", true}, {"50 km/h", " 5.3e1 ", true}, {"1/240 s", "0.01", true}, {"30°", "12", true},
		{"50 km/h", "53 km/h", false}, {"50 km/h", "53m/s", false}, {"50 km/h", "0", false}, {"0.7", "0.8", false}, {"1e3", "2e3", false}, {"60 %", "0.7", false},
	} {
		if got := (scenariofile.Parameter{"p", c.own}).LacksUnit(c.value); got != c.want {
			t.Errorf("%q for %q: %v", c.value, c.own, got)
		}
	}
}
