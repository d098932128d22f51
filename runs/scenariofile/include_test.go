package scenariofile_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// A run with a file of materials is, to the last bit, that with the same entries in the scenario itself.
func TestInclude_IsAsIfWrittenInTheScenario(t *testing.T) {
	s, err := scenariotest.Including(scenariotest.Sharing, scenariotest.Shared)
	if err != nil {
		t.Fatal(err)
	}
	if want := []scenariofile.Parameter{{"speed", "36 km/h"}, {"grip", "0.8"}}; !reflect.DeepEqual(s.Parameters, want) {
		t.Errorf("parameters %v: those that nothing uses are none of the scenario", s.Parameters)
	}
	if want := []document.File{{Name: "scenario.yaml", Data: []byte(scenariotest.Sharing)}, {Name: "../materials.yaml", Data: []byte(scenariotest.Shared)}}; !reflect.DeepEqual(s.Files, want) {
		t.Errorf("files %q", s.Files)
	}
	names := map[string]float64{}
	for _, m := range s.Definition.Materials {
		names[m.Name] = m.Friction
	}
	if want := map[string]float64{"default": 0.5, "rubber": 0.8, "ice": 0.1, "wood": 0.4}; !reflect.DeepEqual(names, want) {
		t.Errorf("friction %v", names)
	}
	if d := s.Definition.Settings; d.Passes != 60 || d.ImpactSpeed != -1 {
		t.Errorf("settings %+v", d)
	}
	if w := s.Warnings(); len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
	hash := func(s *scenariofile.Scenario) string {
		r, err := runs.Run(context.Background(), s, runs.Options{NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Impacts) == 0 {
			t.Error("the boxes did not meet")
		}
		return r.FinalHash
	}
	if a, b := hash(s), hash(scenariotest.MustParse(t, scenariotest.Whole)); a != b {
		t.Errorf("hash %s, of one file %s", a, b)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(scenariotest.Sharing))); err != nil {
		t.Error(err)
	}
	of, _ := scenariotest.Compile(t, scenariofile.IncludedSchema())
	for text, valid := range map[string]bool{scenariotest.Shared: true, "gravity: [0, 0, 0]\n": false, "materials: {m: {}}\n": false, "pairs: {}\n": false} {
		if err := of.Validate(scenariotest.Instance(t, []byte(text))); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestInclude_ErrorsNameTheFileAndTheField(t *testing.T) {
	const file = "lib/materials.yaml"
	for _, c := range []struct{ name, scenario, included, want string }{
		{"a value", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "restitution: 0.3", "restitution: 3", 1), file + ":7:42: materials.rubber.restitution: 3 is outside 0 to 1"},
		{"a setting", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "impacts: all", "slop: -1 mm", 1), file + ":5:30: settings.slop: "},
		{"a parameter of the file", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "grip: 0.8", "grip: 0.8 m", 1), file + ":7:22: materials.rubber.friction: parameter grip, \"0.8 m\" is a length"},
		{"no such parameter", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "$grip", "$gripp", 1), file + ":7:22: materials.rubber.friction: there is no parameter \"gripp\": did you mean \"$grip\"?"},
		{"unknown material", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "[ice, wood]", "[ice, steel]", 1), file + ":12:21: pairs[1].between[1]: there is no material \"steel\""},
		{"given twice", scenariotest.Sharing, strings.Replace(scenariotest.Shared, "  wood: {friction: 0.4}\n", "  wood: {friction: 0.4}\n  rubber: {friction: 1}\n", 1), file + ":10:3: materials.rubber: is given twice, first on line 7"},
		{"pair twice", scenariotest.Sharing, scenariotest.Shared + "  - {between: [wood, ice], friction: 1}\n", file + ":13:15: pairs[2].between: these two materials have a pair already, on line 12: remove one"},
		{"no mapping", scenariotest.Sharing, "materials: [rubber, ice]\n", file + ":1:12: materials: a list where a mapping is needed"},
		{"a key of scenarios", scenariotest.Sharing, "gravity: [0, 0, 0]\n" + scenariotest.Shared, file + ":1:1: gravity: stands in the scenario itself: an included file has only parameters, settings, materials, pairs"},
		{"nested", scenariotest.Sharing, "include: other.yaml\n" + scenariotest.Shared, file + ":1:1: include: an included file includes no other: name it in the scenario, include: [a.yaml, b.yaml]"},
		{"misspelt", scenariotest.Sharing, "material: {}\n" + scenariotest.Shared, file + `:1:1: material: unknown key: did you mean "materials"?`},
		{"no YAML", scenariotest.Sharing, "materials: {a: [}\n", file + ":1:"},
		{"empty", scenariotest.Sharing, "", file + ": is empty: see the output of: prang schema included"},
		{"large", scenariotest.Sharing, strings.Repeat("# a line\n", document.MaxSize/8), file + ": is 4718592 bytes long: a shared file has at most 4194304; put geometry into mesh files"},
		{"a list", scenariotest.Sharing, "- a\n", file + ":1:1: a list where a mapping is needed: start with materials:"},
		{"not used", strings.Replace(scenariotest.Sharing, "speed: 36 km/h", "speed: 36 km/h, unused: 2", 1), scenariotest.Shared, "lib/one/scenario.yaml:5:30: parameters.unused: is not used"},
		{"missing", strings.Replace(scenariotest.Sharing, "../materials", "materials", 1), scenariotest.Shared, `lib/one/scenario.yaml:4:10: include: there is no file "materials.yaml" beside the scenario: correct the path, which starts at the scenario's directory`},
		{"absolute", strings.Replace(scenariotest.Sharing, "../materials", "/materials", 1), scenariotest.Shared, `lib/one/scenario.yaml:4:10: include: "/materials.yaml" is not a relative path: write it from the scenario's directory, with / between directories`},
		{"of Windows", strings.Replace(scenariotest.Sharing, "../materials", `..\materials`, 1), scenariotest.Shared, `:4:10: include: "..\\materials.yaml" is not a relative path`},
		{"itself", strings.Replace(scenariotest.Sharing, "../materials", "./scenario", 1), scenariotest.Shared, `:4:10: include: "./scenario.yaml" is the scenario itself: name another file`},
		{"twice", strings.Replace(scenariotest.Sharing, "../materials.yaml", "[../materials.yaml, ../x/../materials.yaml]", 1), scenariotest.Shared, `:4:30: include[1]: "../x/../materials.yaml" is included already: leave it out`},
		{"a mapping", strings.Replace(scenariotest.Sharing, "../materials.yaml", "{file: a}", 1), scenariotest.Shared, ":4:10: include: a mapping where the name of a file is needed: write, for example, ../materials.yaml"},
		{"a tag", strings.Replace(scenariotest.Sharing, "../materials", "!include ../materials", 1), scenariotest.Shared, `:4:10: include: the text "../materials.yaml" with the tag !include where the name of a file is needed: write, for example, ../materials.yaml`},
		{"nothing", strings.Replace(scenariotest.Sharing, "../materials.yaml", "", 1), scenariotest.Shared, ":4:9: include: nothing where the name of a file is needed"},
		{"none", strings.Replace(scenariotest.Sharing, "../materials.yaml", "[]", 1), scenariotest.Shared, ":4:10: include: is an empty list"},
	} {
		_, err := scenariotest.Including(c.scenario, c.included)
		var invalid *document.InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
		if n := strings.Count(err.Error(), "\n"); n > 0 {
			t.Errorf("%s: what follows from it is reported too: %v", c.name, err)
		}
	}
	if _, err := scenariofile.Parse("s.yaml", []byte(scenariotest.Sharing), nil); err == nil || !strings.Contains(err.Error(), "s.yaml:4:10: include: ../materials.yaml: no files can be opened here") {
		t.Errorf("%v", err)
	}
	if _, err := scenariofile.Parse("lib/materials.yaml", []byte(scenariotest.Shared), nil); err == nil || err.Error() != "lib/materials.yaml: is a file to include, not a scenario: give the path of a scenario with include: materials.yaml" {
		t.Errorf("%v", err)
	}
}

// What cannot be read, though it is there, is told with a remedy and without the system's path: for meshes too.
func TestInclude_MustBeReadable(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"more.yaml", "rocks.obj"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "test.yaml")
	text := scenariotest.Minimal + "include: more.yaml\nstatics: [{name: s, mesh: rocks.obj}]\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := scenariofile.Load(path)
	for _, want := range []string{`include: "more.yaml"`, `statics[0].mesh: "rocks.obj"`} {
		ok := err != nil && strings.Contains(err.Error(), want+" cannot be read: ")
		if !ok || !strings.Contains(err.Error(), ": name a file that can be read, by its path from the scenario's directory") || strings.Contains(err.Error(), "read "+dir) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// Errors of several files are in the order of the files, each with its line.
func TestInclude_ErrorsShowTheLineOfTheirFile(t *testing.T) {
	_, err := scenariotest.Including(strings.Replace(scenariotest.Sharing, "mass: 1,", "mass: -1,", 1), strings.Replace(scenariotest.Shared, "0.4", "-0.4", 1))
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 2 {
		t.Fatalf("%v", err)
	}
	lines := strings.Split(invalid.Excerpts(), "\n")
	if len(lines) != 6 || !strings.HasPrefix(lines[0], "lib/one/scenario.yaml:11:") || !strings.Contains(lines[1], "{name: b,") ||
		!strings.HasPrefix(lines[3], "lib/materials.yaml:9:20: materials.wood.friction: -0.4 is below zero") || lines[4] != "    9 |   wood: {friction: -0.4}" {
		t.Errorf("%s", invalid.Excerpts())
	}
}

// What two files give is an error, unless the scenario gives it too.
func TestInclude_FilesMayNotDisagree(t *testing.T) {
	texts := map[string]string{
		"a.yaml": "parameters: {grip: 0.5}\nsettings: {passes: 20}\nmaterials: {m: {friction: $grip}}\npairs: [{between: [m, default], friction: 0.5}]\n",
		"b.yaml": "parameters: {grip: 0.6}\nsettings: {passes: 30}\nmaterials: {m: {friction: $grip}}\npairs: [{between: [default, m], friction: 0.6}]\n",
	}
	const scenario = scenariotest.Minimal + "include: [a.yaml, b.yaml]\n"
	_, err := scenariofile.Parse("test.yaml", []byte(scenario), scenariotest.Files(texts))
	for _, want := range []string{
		"b.yaml:1:14: parameters.grip: is given in another included file too, on line 1 of a.yaml: remove one, or write it in the scenario, whose own counts",
		"b.yaml:2:12: settings.passes: is given in another included file too, on line 2 of a.yaml",
		"b.yaml:3:13: materials.m: is given in another included file too, on line 3 of a.yaml",
		"b.yaml:4:9: pairs[0]: is given in another included file too, on line 4 of a.yaml",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	own := scenario + "parameters: {grip: 0.7}\nsettings: {passes: 40}\nmaterials: {m: {friction: $grip}}\npairs: [{between: [m, default], friction: 0.7}]\n"
	s, err := scenariofile.Parse("test.yaml", []byte(own), scenariotest.Files(texts))
	if err != nil {
		t.Fatal(err)
	}
	d := s.Definition
	if d.Settings.Passes != 40 || d.Materials[1].Friction != 0.7 || len(d.Materials) != 2 || len(d.Pairs) != 1 || d.Pairs[0].Friction != 0.7 || s.Parameters[0].Value != "0.7" {
		t.Errorf("%+v %+v %+v %v", d.Settings, d.Materials, d.Pairs, s.Parameters)
	}
}

// A value is set where it stands, in the copy of the included file that the log keeps; the scenario's own counts first.
func TestInclude_ParametersAreSet(t *testing.T) {
	load := func(scenario string, set ...scenariofile.Setting) (*scenariofile.Scenario, error) {
		return scenariofile.ParseWith("lib/one/scenario.yaml", []byte(scenario), nil, scenariotest.Files(map[string]string{"../materials.yaml": scenariotest.Shared}), scenariofile.LexicalPlace("lib/one/scenario.yaml"), set)
	}
	s, err := load(scenariotest.Sharing, scenariofile.Setting{"grip", "0.6"}, scenariofile.Setting{"speed", "72 km/h"})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(s.Files[1].Data, []byte("\n  grip: 0.6\n")) || !bytes.Contains(s.Files[0].Data, []byte(`{speed: "72 km/h"}`)) {
		t.Errorf("%s\n%s", s.Files[0].Data, s.Files[1].Data)
	}
	if m := s.Definition.Materials[s.Definition.Bodies[0].Material]; m.Friction != 0.6 || s.Definition.Bodies[0].Velocity[0] != 20 {
		t.Errorf("%+v", m)
	}
	s, err = load(strings.Replace(scenariotest.Sharing, "speed: 36 km/h", "speed: 36 km/h, grip: 0.9", 1), scenariofile.Setting{"grip", "0.6"})
	if err != nil || string(s.Files[1].Data) != scenariotest.Shared || s.Definition.Materials[s.Definition.Bodies[0].Material].Friction != 0.6 {
		t.Errorf("%+v %v", s, err)
	}
	for _, c := range []struct {
		set  scenariofile.Setting
		want string
	}{
		{scenariofile.Setting{"unused", "2 m"}, `lib/one/scenario.yaml: parameter "unused" stands in an included file, but nothing of this scenario uses it`},
		{scenariofile.Setting{"grib", "2 m"}, `lib/one/scenario.yaml: has no parameter "grib": did you mean "grip"?`},
		{scenariofile.Setting{"grip", "2 m"}, `lib/materials.yaml:7:22: materials.rubber.friction: parameter grip, "2 m" is a length`},
	} {
		if _, err := load(scenariotest.Sharing, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.set, err)
		}
	}
	if _, err := scenariofile.ParseWith("s.yaml", []byte(scenariotest.Sharing), nil, nil, scenariofile.LexicalPlace("s.yaml"), []scenariofile.Setting{{"speed", "1"}}); err == nil || !strings.Contains(err.Error(), "no files can be opened here") {
		t.Errorf("%v", err)
	}
	if _, err := scenariofile.ParseWith("s.yaml", []byte(scenariotest.Sharing), nil, scenariotest.Files(map[string]string{"../materials.yaml": "parameters:\n  grip: \"0.\\x38\"\n"}), scenariofile.LexicalPlace("s.yaml"), []scenariofile.Setting{{"grip", "1"}}); err == nil ||
		!strings.Contains(err.Error(), `../materials.yaml:2:9: parameter "grip": its value cannot be replaced`) {
		t.Errorf("%v", err)
	}
}

// The log alone is enough to verify and to resume a run, and a comparison names the line of the included file.
func TestInclude_IsInTheLog(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := write("lib/one/scenario.yaml", scenariotest.Sharing)
	run := func(log, materials string) string {
		t.Helper()
		write("lib/materials.yaml", materials)
		s, err := scenariofile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		log = filepath.Join(dir, log)
		if _, err := runs.Run(context.Background(), s, runs.Options{Log: log}); err != nil {
			t.Fatal(err)
		}
		return log
	}
	a := run("a.prang", scenariotest.Shared)
	b := run("b.prang", strings.Replace(scenariotest.Shared, "restitution: 0.5", "restitution: 0.6", 1))
	if err := os.RemoveAll(filepath.Join(dir, "lib")); err != nil {
		t.Fatal(err)
	}
	ra, rb := scenariotest.OpenLog(t, a), scenariotest.OpenLog(t, b)
	for _, r := range []*recorder.Reader{ra, rb} {
		if v, err := runs.Verify(context.Background(), r, runs.VerifyOptions{}); err != nil || !v.Equal || v.Frames != 121 {
			t.Errorf("%+v, %v", v, err)
		}
	}
	c, err := compare.Logs(ra, rb, compare.Options{})
	const want = `../materials.yaml, first in line 11: "- {between: [rubber, ice], friction: 0.2, restitution: 0.5}" and "- {between: [rubber, ice], friction: 0.2, restitution: 0.6}"`
	if err != nil || len(c.Files) != 1 || c.Files[0] != want {
		t.Errorf("%q, %v", c.Files, err)
	}
	resumesWhole(t, a)
}

// Whatever a file and the scenario that includes it have in them, there is a scenario that can be had in each of its cases or
// not, or a list of problems.
func FuzzInclude(f *testing.F) {
	f.Add(scenariotest.Sharing, scenariotest.Shared)
	f.Add(scenariotest.WithCases+"include: ../materials.yaml\n", scenariotest.Shared)
	f.Add("include: [../materials.yaml, &a ../x/../materials.yaml, *a]\ncases: &c {a: {grip: *c}}\n", "parameters: &p {grip: *p}\n")
	f.Add(strings.Replace(scenariotest.Sharing, "speed: 36 km/h", "<<: {speed: 1}, grip: |\n  1", 1)+"cases: {a: {speed: 2, grip: 3}}\n", "settings: {<<: {passes: 3}}\n")
	f.Fuzz(func(t *testing.T, scenario, included string) {
		s, err := scenariotest.Including(scenario, included)
		var invalid *document.InvalidError
		if errors.As(err, &invalid) {
			_ = invalid.Excerpts()
		}
		if (s == nil) == (err == nil) || invalid != nil && len(invalid.Problems) == 0 {
			t.Fatalf("%v, %v", s, err)
		}
		if s == nil {
			return
		}
		for _, c := range s.Cases {
			if made, err := s.Case(c.Name, nil); (made == nil) == (err == nil) {
				t.Fatalf("case %s: %v, %v", c.Name, made, err)
			}
		}
	})
}

// resumesWhole checks that a log, cut off after two thirds, is completed to the bytes that it had.
func resumesWhole(t *testing.T, log string) {
	t.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.prang")
	if err := os.WriteFile(cut, data[:len(data)*2/3], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := runs.Resume(context.Background(), cut, runs.Options{}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(cut); err != nil || !bytes.Equal(again, data) {
		t.Errorf("the resumed log has %d bytes, the whole one %d, %v", len(again), len(data), err)
	}
}
