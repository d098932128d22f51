package scenariofile_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

func TestCases_SetParameters(t *testing.T) {
	s := scenariotest.MustParse(t, scenariotest.WithCases)
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
	}
	if !slices.Equal(names, []string{"fast", "soft"}) {
		t.Errorf("%q", names)
	}
	if s.Definition.Bodies[0].Velocity[0] != 10 {
		t.Errorf("as it is: %v", s.Definition.Bodies[0].Velocity)
	}
	for _, c := range []struct {
		name          string
		set           []scenariofile.Setting
		speed, bounce float64
		text          string
	}{
		{"fast", nil, 20, 0.7, `parameters: {speed: "72 km/h", bounce: 0.7}`},
		{"soft", nil, 5, 0.2, `parameters: {speed: "18 km/h", bounce: 0.2}`},
		{"fast", []scenariofile.Setting{{"bounce", "0.5"}}, 20, 0.5, `parameters: {speed: "72 km/h", bounce: 0.5}`},
		{"soft", []scenariofile.Setting{{"speed", "7"}}, 7, 0.2, `parameters: {speed: 7, bounce: 0.2}`},
	} {
		made, err := s.Case(c.name, c.set)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		d := made.Definition
		if d.Bodies[0].Velocity[0] != c.speed || d.Materials[1].Restitution != c.bounce || !strings.Contains(string(made.Files[0].Data), c.text) {
			t.Errorf("%s %v: %v m/s, %v\n%s", c.name, c.set, d.Bodies[0].Velocity, d.Materials[1], made.Files[0].Data)
		}
	}
	if string(s.Files[0].Data) != scenariotest.WithCases {
		t.Error("the scenario itself has changed")
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(scenariotest.WithCases))); err != nil {
		t.Error(err)
	}
}

func TestCases_ErrorsHaveTheirPlace(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	for _, c := range []struct {
		from, to, want string
		form           bool // the schema refuses it
	}{
		{"fast: {speed: 72 km/h}", "fast: {sped: 72 km/h}", `test.yaml:6:10: cases.fast.sped: there is no parameter "sped": did you mean "speed"?`, false},
		{"fast: {speed: 72 km/h}", "fast: {mass: 72 kg}", `test.yaml:6:10: cases.fast.mass: there is no parameter "mass": it has speed, bounce, or define it at the top of the scenario`, false},
		{"fast: {speed: 72 km/h}", "fast: {speed: [1]}", `test.yaml:6:17: cases.fast.speed: a list where a quantity is needed: write, for example, 80 km/h`, true},
		{"fast: {speed: 72 km/h}", "fast: {speed: $bounce}", `test.yaml:6:17: cases.fast.speed: the text "$bounce" where a quantity is needed`, false},
		{"fast: {speed: 72 km/h}", "fast: {speed: 1, speed: 2}", `test.yaml:6:20: cases.fast.speed: is given twice, first on line 6`, false},
		{"fast: {speed: 72 km/h}", "fast: {}", `test.yaml:6:9: cases.fast: an empty mapping where values of parameters are needed`, true},
		{"fast: {speed: 72 km/h}", "fast:", `test.yaml:6:8: cases.fast: nothing where values of parameters are needed: write {speed_a: 80 km/h}, or remove the case`, true},
		{"  fast:", "  soft:", `test.yaml:7:3: cases.soft: is given twice, first on line 6`, false},
		{"  fast:", "  SOFT:", `test.yaml:7:3: cases.soft: differs from "SOFT" on line 6 in capital letters alone, and some systems have one golden for both`, false},
		{"  fast:", "  a/b:", `test.yaml:6:3: cases.a/b: "a/b" cannot name a case, as it is part of names of files: use up to 40 letters a-z and A-Z, digits, _ and -`, true},
		{"  fast:", "  v1.2:", `test.yaml:6:3: cases.v1.2: "v1.2" cannot name a case`, true},
		{"  fast:", "  schön:", `test.yaml:6:3: cases.schön: "schön" cannot name a case`, true},
		{"  fast:", "  Test:", `test.yaml:6:3: cases.Test: "Test" cannot name a case`, true},
		{"  fast:", "  Golden:", `test.yaml:6:3: cases.Golden: "Golden" cannot name a case`, true},
		{"\n  fast: {speed: 72 km/h}\n  soft: {bounce: 0.2, speed: 18 km/h}", " {}", `test.yaml:5:8: cases: is empty: write fast: {speed_a: 80 km/h}, with other values of parameters, or remove it`, true},
		{"\n  fast: {speed: 72 km/h}\n  soft: {bounce: 0.2, speed: 18 km/h}", " [fast]", `test.yaml:5:8: cases: a list where a mapping is needed: write fast: {speed_a: 80 km/h}`, true},
	} {
		text := strings.Replace(scenariotest.WithCases, c.from, c.to, 1)
		if text == scenariotest.WithCases {
			t.Fatalf("%q is not in the scenario", c.from)
		}
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
		if c.form && schema.Validate(scenariotest.Instance(t, []byte(text))) == nil {
			t.Errorf("%s passed the schema", c.to)
		}
	}
	const none = "cases: {a: {unused: 2 m}}\n"
	if _, err := scenariotest.Including(scenariotest.Sharing+none, scenariotest.Shared); err == nil || !strings.Contains(err.Error(), `lib/one/scenario.yaml:12:21: cases.a.unused: parameter "unused" stands in an included file, but nothing of this scenario uses it`) {
		t.Errorf("%v", err)
	}
	if s, err := scenariotest.Including(scenariotest.Sharing+strings.Replace(none, "unused: 2 m", "grip: 0.3", 1), scenariotest.Shared); err != nil {
		t.Error(err)
	} else if wet, err := s.Case("a", nil); err != nil || !strings.Contains(string(wet.Files[1].Data), "grip: 0.3") {
		t.Errorf("%v", err)
	}
}

// What a scenario cannot be in a case is an error of the case, at its value where that alone is wrong.
func TestCase_ErrorsHaveTheirPlace(t *testing.T) {
	for _, c := range []struct {
		name, value string
		set         []scenariofile.Setting
		want        string
	}{
		{"fast", "72 km", nil, "test.yaml:6:17: cases.fast.speed: bodies[0].speed: parameter speed, \"72 km\" is a length"},
		{"fast", "72 km/h", []scenariofile.Setting{{"bounce", "2"}}, "test.yaml:8:43: materials.m.restitution: in case fast: parameter bounce, 2 is outside 0 to 1"},
		{"fast", "72 km", []scenariofile.Setting{{"speed", "-1 m"}}, "bodies[0].speed: in case fast: parameter speed, \"-1 m\" is a length"},
		{"fast", "72 km/h", []scenariofile.Setting{{"spd", "1"}}, `case fast: test.yaml: has no parameter "spd"`},
		{"fsat", "72 km/h", nil, `test.yaml: has no case "fsat": did you mean "fast"?`},
		{"night", "72 km/h", nil, `test.yaml: has no case "night": it has fast, soft`},
	} {
		s := scenariotest.MustParse(t, strings.Replace(scenariotest.WithCases, "72 km/h", c.value, 1))
		if _, err := s.Case(c.name, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
	if _, err := scenariotest.MustParse(t, scenariotest.Minimal).Case("wet", nil); err == nil || err.Error() != `test.yaml: has no case "wet": define it at the top of the scenario: cases: {wet: {speed_a: 80 km/h}}` {
		t.Errorf("%v", err)
	}
	// The line under the error is that of the file, though the values have been replaced in it.
	flow := `{name: flow, duration: 1, gravity: [0, 0, 0], parameters: {m: 1}, cases: {heavy: {m: -1000000}}, bodies: [{name: a, box: {size: [1, 1, 1]}, mass: $m, position: [0, 0, 0]}]}`
	_, err := scenariotest.MustParse(t, flow).Case("heavy", nil)
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("%v", err)
	}
	lines := strings.Split(invalid.Excerpts(), "\n")
	if at := strings.Index(lines[2], "^"); len(lines) != 3 || !strings.HasPrefix(lines[1][at:], "-1000000") {
		t.Errorf("%s", invalid.Excerpts())
	}
	// What only the world can tell is told of the case, too.
	const spring = scenariotest.Minimal + "parameters: {k: 1 N/m}\ncases: {stiff: {k: 1e12 N/m}}\nsprings: [{between: [world, a], at: [[0, 0, 3], [0, 0, 0]], stiffness: $k}]\n"
	s, err := scenariotest.MustParse(t, spring).Case("stiff", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runs.NewWorld(s); err == nil || !strings.Contains(err.Error(), "in case stiff: ") || !strings.Contains(err.Error(), "test.yaml:11:") {
		t.Errorf("%v", err)
	}
	warned := scenariotest.MustParse(t, strings.Replace(scenariotest.WithCases, "72 km/h", "72", 1))
	if w := warned.Warnings(); len(w) != 1 || w[0].String() != "test.yaml:6:17: cases.fast.speed: 72 has no unit and is taken in SI; the parameter is 36 km/h: write the unit" {
		t.Errorf("%v", w)
	}
}

// TestCase_ValuesAreComparedWithTheScenarios: a value of a case without a unit is told once where the scenario's own has one,
// and never for what another case or setting has in its place.
func TestCase_ValuesAreComparedWithTheScenarios(t *testing.T) {
	text := func(own, slow, near string) string {
		return scenariotest.Minimal + "parameters: {gap: " + own + "}\ncases: {slow: {gap: " + slow + "}, near: {gap: " + near + "}}\nstatics: [{name: s, box: {size: [1, 1, 1]}, position: [9, 9, $gap]}]\n"
	}
	told := func(s *scenariofile.Scenario, err error) (list []string) {
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range s.Warnings() {
			if strings.Contains(w.What, "has no unit") {
				list = append(list, w.Path+": "+w.What)
			}
		}
		return list
	}
	const slow = "cases.slow.gap: 0.25 has no unit and is taken in SI; the parameter is 300 mm: write the unit"
	for _, c := range []struct {
		own, slow, near             string
		asIs, inSlow, inNear, inSet []string
	}{
		{"0.3", "250 mm", "0.1", nil, nil, nil, nil},
		{"300 mm", "0.25", "100 mm", []string{slow}, []string{slow}, nil, nil},
	} {
		load := func(set []scenariofile.Setting) (*scenariofile.Scenario, error) { // as the command reads a scenario
			return scenariofile.LoaderOf("test", []document.File{{Name: "test.yaml", Data: []byte(text(c.own, c.slow, c.near))}})(set)
		}
		s, err := load(nil)
		if got := told(s, err); !slices.Equal(got, c.asIs) {
			t.Errorf("as it is: %q", got)
		}
		if got := told(s.Case("slow", nil)); !slices.Equal(got, c.inSlow) {
			t.Errorf("slow: %q", got)
		}
		if got := told(s.Case("near", nil)); !slices.Equal(got, c.inNear) {
			t.Errorf("near: %q", got)
		}
		if got := told(load([]scenariofile.Setting{{"gap", "250 mm"}})); !slices.Equal(got, c.inSet) {
			t.Errorf("set: %q", got)
		}
	}
}
