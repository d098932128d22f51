package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

const withCases = `name: cases
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

func TestCases_SetParameters(t *testing.T) {
	s := mustParse(t, withCases)
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
		set           []Setting
		speed, bounce float64
		text          string
	}{
		{"fast", nil, 20, 0.7, `parameters: {speed: "72 km/h", bounce: 0.7}`},
		{"soft", nil, 5, 0.2, `parameters: {speed: "18 km/h", bounce: 0.2}`},
		{"fast", []Setting{{"bounce", "0.5"}}, 20, 0.5, `parameters: {speed: "72 km/h", bounce: 0.5}`},
		{"soft", []Setting{{"speed", "7"}}, 7, 0.2, `parameters: {speed: 7, bounce: 0.2}`},
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
	if string(s.Files[0].Data) != withCases {
		t.Error("the scenario itself has changed")
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(withCases))); err != nil {
		t.Error(err)
	}
}

func TestCases_ErrorsHaveTheirPlace(t *testing.T) {
	schema, _ := compileSchema(t)
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
		text := strings.Replace(withCases, c.from, c.to, 1)
		if text == withCases {
			t.Fatalf("%q is not in the scenario", c.from)
		}
		if _, err := parseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.to, err, c.want)
		}
		if c.form && schema.Validate(instance(t, []byte(text))) == nil {
			t.Errorf("%s passed the schema", c.to)
		}
	}
	const none = "cases: {a: {unused: 2 m}}\n"
	if _, err := including(sharing+none, shared); err == nil || !strings.Contains(err.Error(), `lib/one/scenario.yaml:12:21: cases.a.unused: parameter "unused" stands in an included file, but nothing of this scenario uses it`) {
		t.Errorf("%v", err)
	}
	if s, err := including(sharing+strings.Replace(none, "unused: 2 m", "grip: 0.3", 1), shared); err != nil {
		t.Error(err)
	} else if wet, err := s.Case("a", nil); err != nil || !strings.Contains(string(wet.Files[1].Data), "grip: 0.3") {
		t.Errorf("%v", err)
	}
}

// What a scenario cannot be in a case is an error of the case, at its value where that alone is wrong.
func TestCase_ErrorsHaveTheirPlace(t *testing.T) {
	for _, c := range []struct {
		name, value string
		set         []Setting
		want        string
	}{
		{"fast", "72 km", nil, "test.yaml:6:17: cases.fast.speed: bodies[0].speed: parameter speed, \"72 km\" is a length"},
		{"fast", "72 km/h", []Setting{{"bounce", "2"}}, "test.yaml:8:43: materials.m.restitution: in case fast: parameter bounce, 2 is outside 0 to 1"},
		{"fast", "72 km", []Setting{{"speed", "-1 m"}}, "bodies[0].speed: in case fast: parameter speed, \"-1 m\" is a length"},
		{"fast", "72 km/h", []Setting{{"spd", "1"}}, `case fast: test.yaml: has no parameter "spd"`},
		{"fsat", "72 km/h", nil, `test.yaml: has no case "fsat": did you mean "fast"?`},
		{"night", "72 km/h", nil, `test.yaml: has no case "night": it has fast, soft`},
	} {
		s := mustParse(t, strings.Replace(withCases, "72 km/h", c.value, 1))
		if _, err := s.Case(c.name, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
	if _, err := mustParse(t, minimal).Case("wet", nil); err == nil || err.Error() != `test.yaml: has no case "wet": define it at the top of the scenario: cases: {wet: {speed_a: 80 km/h}}` {
		t.Errorf("%v", err)
	}
	// The line under the error is that of the file, though the values have been replaced in it.
	flow := `{name: flow, duration: 1, gravity: [0, 0, 0], parameters: {m: 1}, cases: {heavy: {m: -1000000}}, bodies: [{name: a, box: {size: [1, 1, 1]}, mass: $m, position: [0, 0, 0]}]}`
	_, err := mustParse(t, flow).Case("heavy", nil)
	var invalid *InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("%v", err)
	}
	lines := strings.Split(invalid.Excerpts(), "\n")
	if at := strings.Index(lines[2], "^"); len(lines) != 3 || !strings.HasPrefix(lines[1][at:], "-1000000") {
		t.Errorf("%s", invalid.Excerpts())
	}
	// What only the world can tell is told of the case, too.
	const spring = minimal + "parameters: {k: 1 N/m}\ncases: {stiff: {k: 1e12 N/m}}\nsprings: [{between: [world, a], at: [[0, 0, 3], [0, 0, 0]], stiffness: $k}]\n"
	s, err := mustParse(t, spring).Case("stiff", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewWorld(s); err == nil || !strings.Contains(err.Error(), "in case stiff: ") || !strings.Contains(err.Error(), "test.yaml:11:") {
		t.Errorf("%v", err)
	}
	warned := mustParse(t, strings.Replace(withCases, "72 km/h", "72", 1))
	if w := warned.Warnings(); len(w) != 1 || w[0].String() != "test.yaml:6:17: cases.fast.speed: 72 has no unit and is taken in SI; the parameter is 36 km/h: write the unit" {
		t.Errorf("%v", w)
	}
}

// TestCase_ValuesAreComparedWithTheScenarios: a value of a case without a unit is told once where the scenario's own has one,
// and never for what another case or setting has in its place.
func TestCase_ValuesAreComparedWithTheScenarios(t *testing.T) {
	text := func(own, slow, near string) string {
		return minimal + "parameters: {gap: " + own + "}\ncases: {slow: {gap: " + slow + "}, near: {gap: " + near + "}}\nstatics: [{name: s, box: {size: [1, 1, 1]}, position: [9, 9, $gap]}]\n"
	}
	told := func(s *Scenario, err error) (list []string) {
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
		load := func(set []Setting) (*Scenario, error) { // as the command reads a scenario
			return parseWith("test.yaml", []byte(text(c.own, c.slow, c.near)), nil, nil, lexicalPlace("test.yaml"), set)
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
		if got := told(load([]Setting{{"gap", "250 mm"}})); !slices.Equal(got, c.inSet) {
			t.Errorf("set: %q", got)
		}
	}
}

// TestRun_TellsItsCase: header and reports, also of a run that is resumed, have the case and the values that were set, and the
// reader of a log learns in which file they stand. A run of the scenario as it is has nothing of that in its header.
func TestRun_TellsItsCase(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"shared.yaml": "parameters: {bounce: 0.7, lean: 3}\n",
		"s.yaml": `include: shared.yaml
` + strings.Replace(withCases, "{speed: 36 km/h, bounce: 0.7}", "{speed: 36 km/h}", 1),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load("s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	header := func(s *Scenario) (h recorder.Header) {
		w, err := NewWorld(s)
		if err == nil {
			h, err = NewHeader(s, w)
		}
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	plain := header(s)
	if data, err := json.Marshal(plain); err != nil || bytes.Contains(data, []byte(`"case"`)) || bytes.Contains(data, []byte(`"set"`)) {
		t.Errorf("%s, %v", data, err)
	}
	for _, c := range []struct {
		name, path string
		set        []Setting
		want       []Setting
		files      []string
	}{
		{"soft", "runs/out/cases.soft.prang", nil, []Setting{{"bounce", "0.2"}, {"speed", "18 km/h"}}, []string{"shared.yaml", "s.yaml"}},
		{"fast", "runs/out/cases.fast.prang", []Setting{{"bounce", "0.5"}}, []Setting{{"speed", "72 km/h"}, {"bounce", "0.5"}}, []string{"s.yaml", "shared.yaml"}},
		{"fast", "runs/out/cases.fast.prang", []Setting{{"speed", "8"}}, []Setting{{"speed", "8"}}, []string{"s.yaml"}},
		{"", "runs/out/cases.prang", []Setting{{"bounce", "0.5"}}, []Setting{{"bounce", "0.5"}}, []string{"shared.yaml"}},
	} {
		var in *Scenario
		if c.name == "" {
			in, err = LoadWith("s.yaml", c.set)
		} else {
			in, err = s.Case(c.name, c.set)
		}
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		report, err := Run(ctx, in, Options{Progress: func(done, _ int64) {
			if done == 5 {
				cancel()
			}
		}})
		if !Interrupted(err) || filepath.ToSlash(report.Log.Path) != c.path {
			t.Fatalf("%v, %+v", err, report.Log)
		}
		resumed, err := Resume(t.Context(), report.Log.Path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*Report{report, resumed} {
			if r.Case != c.name || !slices.Equal(r.Set, c.want) {
				t.Errorf("%q, %v, want %q, %v", r.Case, r.Set, c.name, c.want)
			}
		}
		r, err := recorder.Open(report.Log.Path)
		if err != nil {
			t.Fatal(err)
		}
		if h := r.Header(); h.Case != c.name || len(h.Set) != len(c.want) || !slices.Equal(FilesSet(r), c.files) {
			t.Errorf("%q, %v, in %v, want %v", h.Case, h.Set, FilesSet(r), c.files)
		}
		r.Close()
	}
}

// writeCases writes a scenario with cases, and goldens of it and of them.
func writeCases(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(withCases), 0o666); err != nil {
		t.Fatal(err)
	}
	TestScenarios(t.Context(), []string{"scenario.yaml"}, TestOptions{Update: true}, 1, func(_ string, tested Tested) {
		if tested.Err != nil || !tested.Result.Updated || tested.Result.Case != tested.Case {
			t.Errorf("%+v", tested)
		}
	})
}

// edit replaces a text in a file.
func edit(t *testing.T, path, old, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q, %v", path, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, text, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestGolden_OfCases(t *testing.T) {
	writeCases(t)
	want := []Test{{"scenario.yaml", ""}, {"scenario.yaml", "fast"}, {"scenario.yaml", "soft"}}
	if got := TestsOf([]string{"scenario.yaml"}); !reflect.DeepEqual(got, want) || got[2].String() != "scenario.yaml#soft" {
		t.Errorf("%v", got)
	}
	speeds := map[string]string{"golden.txt": "closing 10 ", "golden.fast.txt": "closing 20 ", "golden.soft.txt": "closing 5 "}
	for file, text := range speeds {
		if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), text) {
			t.Errorf("%s: %s %v", file, data, err)
		}
	}
	var f fakeT
	if Golden(&f, "scenario.yaml"); len(f.errors) > 0 || f.fatal != "" {
		t.Errorf("%+v", f)
	}
	edit(t, "scenario.yaml", "72 km/h", "73 km/h")
	if Golden(&f, "scenario.yaml"); len(f.errors) < 2 || !strings.HasPrefix(f.errors[0], "scenario.yaml#fast: the bits differ, and the physics: ") || len(f.logs) != 1 {
		t.Errorf("%+v", f)
	}
	if log := filepath.Join("runs", "out", "cases.fast.test.prang"); !strings.HasSuffix(f.logs[0], log) {
		t.Errorf("%q", f.logs)
	} else if v, err := Verify(context.Background(), openLog(t, log), VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("%+v, %v", v, err)
	}
	edit(t, "scenario.yaml", "name: cases\n", "")
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); !strings.Contains(f.fatal, "has no name") || len(f.errors) > 0 {
		t.Errorf("%+v", f)
	}
}

// subT is a fakeT with subtests, as *testing.T has them.
type subT struct {
	fakeT
	ran  []string
	subs []*subT
}

func (s *subT) Run(name string, f func(t *subT)) bool {
	sub := &subT{}
	s.ran, s.subs = append(s.ran, name), append(s.subs, sub)
	f(sub)
	return len(sub.errors) == 0
}

func TestGolden_CasesAreSubtests(t *testing.T) {
	writeCases(t)
	edit(t, "scenario.yaml", "bounce: 0.2", "bounce: 0.3")
	var s subT
	Golden(&s, "scenario.yaml")
	if !slices.Equal(s.ran, []string{"fast", "soft"}) || len(s.errors) > 0 || len(s.subs[0].errors) > 0 || len(s.subs[1].errors) == 0 || s.fatal != "" {
		t.Errorf("%+v", s)
	}
	edit(t, "scenario.yaml", "bounce: 0.3", "bounce: 0.2")
	passed := 0
	t.Run("golden", func(t *testing.T) {
		Golden(t, "scenario.yaml")
		passed++
	})
	if passed != 1 {
		t.Error("the subtest ended early")
	}
}

// A golden of a case that is there no more fails the test of the scenario, and stays.
func TestGolden_OfNoCase(t *testing.T) {
	writeCases(t)
	edit(t, "scenario.yaml", "  soft: ", "  slow: ")
	for _, other := range []string{"golden.notes.txt", "golden.a.b.txt", "x.golden.soft.txt"} { // of people, and of another scenario
		if err := os.WriteFile(other, []byte("something\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, update := range []bool{false, true} {
		r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: update})
		if err != nil || r.Passed || !r.Physics || r.OnlyBits() || !slices.Equal(r.StaleGoldens, []string{"golden.soft.txt"}) || len(r.Problems) != 1 ||
			r.Problems[0] != "golden.soft.txt: is of no case of the scenario: give it the name of its case, or remove it" {
			t.Errorf("update %v: %+v, %v", update, r, err)
		}
	}
	if r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Case: "fast"}); err != nil || !r.Passed {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Case: "slow"}); err != nil || r.Passed || len(r.Problems) != 1 || !strings.HasPrefix(r.Problems[0], "golden.slow.txt: there is no golden") {
		t.Errorf("%+v, %v", r, err)
	}
	if err := os.Rename("golden.soft.txt", "golden.slow.txt"); err != nil {
		t.Fatal(err)
	}
	TestScenarios(t.Context(), []string{"scenario.yaml"}, TestOptions{}, 3, func(_ string, tested Tested) {
		if tested.Err != nil || !tested.Result.Passed {
			t.Errorf("%+v", tested.Result)
		}
	})
	for scenario, want := range map[string]string{"a/scenario.json": "a/golden.wet.txt", "a/x.scenario.yml": "a/x.golden.wet.txt"} {
		if got := filepath.ToSlash(goldenPath(scenario, "wet")); got != want {
			t.Errorf("golden of %s: %s, want %s", scenario, got, want)
		}
	}
}
