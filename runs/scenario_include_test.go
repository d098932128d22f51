package runs

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
)

// sharing is a scenario of two boxes that includes a file of materials; whole is the same in one file.
const (
	sharing = `name: sharing
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
	shared = `# of all scenarios
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
	whole = `name: sharing
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

// files opens texts by their names.
func files(texts map[string]string) opener {
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

func including(scenario, included string) (*Scenario, error) {
	return Parse("lib/one/scenario.yaml", []byte(scenario), files(map[string]string{"../materials.yaml": included}))
}

// A run with a file of materials is, to the last bit, that with the same entries in the scenario itself.
func TestInclude_IsAsIfWrittenInTheScenario(t *testing.T) {
	s, err := including(sharing, shared)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Parameter{{"speed", "36 km/h"}, {"grip", "0.8"}}; !reflect.DeepEqual(s.Parameters, want) {
		t.Errorf("parameters %v: those that nothing uses are none of the scenario", s.Parameters)
	}
	if want := []File{{"scenario.yaml", []byte(sharing)}, {"../materials.yaml", []byte(shared)}}; !reflect.DeepEqual(s.Files, want) {
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
	hash := func(s *Scenario) string {
		r, err := Run(context.Background(), s, Options{NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Impacts) == 0 {
			t.Error("the boxes did not meet")
		}
		return r.FinalHash
	}
	if a, b := hash(s), hash(mustParse(t, whole)); a != b {
		t.Errorf("hash %s, of one file %s", a, b)
	}
	schema, _ := compileSchema(t)
	if err := schema.Validate(instance(t, []byte(sharing))); err != nil {
		t.Error(err)
	}
	of, _ := compile(t, IncludedSchema())
	for text, valid := range map[string]bool{shared: true, "gravity: [0, 0, 0]\n": false, "materials: {m: {}}\n": false, "pairs: {}\n": false} {
		if err := of.Validate(instance(t, []byte(text))); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestInclude_ErrorsNameTheFileAndTheField(t *testing.T) {
	const file = "lib/materials.yaml"
	for _, c := range []struct{ name, scenario, included, want string }{
		{"a value", sharing, strings.Replace(shared, "restitution: 0.3", "restitution: 3", 1), file + ":7:42: materials.rubber.restitution: 3 is outside 0 to 1"},
		{"a setting", sharing, strings.Replace(shared, "impacts: all", "slop: -1 mm", 1), file + ":5:30: settings.slop: "},
		{"a parameter of the file", sharing, strings.Replace(shared, "grip: 0.8", "grip: 0.8 m", 1), file + ":7:22: materials.rubber.friction: parameter grip, \"0.8 m\" is a length"},
		{"no such parameter", sharing, strings.Replace(shared, "$grip", "$gripp", 1), file + ":7:22: materials.rubber.friction: there is no parameter \"gripp\": did you mean \"$grip\"?"},
		{"unknown material", sharing, strings.Replace(shared, "[ice, wood]", "[ice, steel]", 1), file + ":12:21: pairs[1].between[1]: there is no material \"steel\""},
		{"given twice", sharing, strings.Replace(shared, "  wood: {friction: 0.4}\n", "  wood: {friction: 0.4}\n  rubber: {friction: 1}\n", 1), file + ":10:3: materials.rubber: is given twice, first on line 7"},
		{"pair twice", sharing, shared + "  - {between: [wood, ice], friction: 1}\n", file + ":13:15: pairs[2].between: these two materials have a pair already, on line 12: remove one"},
		{"no mapping", sharing, "materials: [rubber, ice]\n", file + ":1:12: materials: a list where a mapping is needed"},
		{"a key of scenarios", sharing, "gravity: [0, 0, 0]\n" + shared, file + ":1:1: gravity: stands in the scenario itself: an included file has only parameters, settings, materials, pairs"},
		{"nested", sharing, "include: other.yaml\n" + shared, file + ":1:1: include: an included file includes no other: name it in the scenario, include: [a.yaml, b.yaml]"},
		{"misspelt", sharing, "material: {}\n" + shared, file + `:1:1: material: unknown key: did you mean "materials"?`},
		{"no YAML", sharing, "materials: {a: [}\n", file + ":1:"},
		{"empty", sharing, "", file + ": is empty: see the output of: prang schema included"},
		{"large", sharing, strings.Repeat("# a line\n", maxScenarioSize/8), file + ": is 4718592 bytes long: a shared file has at most 4194304; put geometry into mesh files"},
		{"a list", sharing, "- a\n", file + ":1:1: a list where a mapping is needed: start with materials:"},
		{"not used", strings.Replace(sharing, "speed: 36 km/h", "speed: 36 km/h, unused: 2", 1), shared, "lib/one/scenario.yaml:5:30: parameters.unused: is not used"},
		{"missing", strings.Replace(sharing, "../materials", "materials", 1), shared, `lib/one/scenario.yaml:4:10: include: there is no file "materials.yaml" beside the scenario: correct the path, which starts at the scenario's directory`},
		{"absolute", strings.Replace(sharing, "../materials", "/materials", 1), shared, `lib/one/scenario.yaml:4:10: include: "/materials.yaml" is not a relative path: write it from the scenario's directory, with / between directories`},
		{"of Windows", strings.Replace(sharing, "../materials", `..\materials`, 1), shared, `:4:10: include: "..\\materials.yaml" is not a relative path`},
		{"itself", strings.Replace(sharing, "../materials", "./scenario", 1), shared, `:4:10: include: "./scenario.yaml" is the scenario itself: name another file`},
		{"twice", strings.Replace(sharing, "../materials.yaml", "[../materials.yaml, ../x/../materials.yaml]", 1), shared, `:4:30: include[1]: "../x/../materials.yaml" is included already: leave it out`},
		{"a mapping", strings.Replace(sharing, "../materials.yaml", "{file: a}", 1), shared, ":4:10: include: a mapping where the name of a file is needed: write, for example, ../materials.yaml"},
		{"a tag", strings.Replace(sharing, "../materials", "!include ../materials", 1), shared, `:4:10: include: the text "../materials.yaml" with the tag !include where the name of a file is needed: write, for example, ../materials.yaml`},
		{"nothing", strings.Replace(sharing, "../materials.yaml", "", 1), shared, ":4:9: include: nothing where the name of a file is needed"},
		{"none", strings.Replace(sharing, "../materials.yaml", "[]", 1), shared, ":4:10: include: is an empty list"},
	} {
		_, err := including(c.scenario, c.included)
		var invalid *InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
		if n := strings.Count(err.Error(), "\n"); n > 0 {
			t.Errorf("%s: what follows from it is reported too: %v", c.name, err)
		}
	}
	if _, err := Parse("s.yaml", []byte(sharing), nil); err == nil || !strings.Contains(err.Error(), "s.yaml:4:10: include: ../materials.yaml: no files can be opened here") {
		t.Errorf("%v", err)
	}
	if _, err := Parse("lib/materials.yaml", []byte(shared), nil); err == nil || err.Error() != "lib/materials.yaml: is a file to include, not a scenario: give the path of a scenario with include: materials.yaml" {
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
	text := minimal + "include: more.yaml\nstatics: [{name: s, mesh: rocks.obj}]\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path)
	for _, want := range []string{`include: "more.yaml"`, `statics[0].mesh: "rocks.obj"`} {
		ok := err != nil && strings.Contains(err.Error(), want+" cannot be read: ")
		if !ok || !strings.Contains(err.Error(), ": name a file that can be read, by its path from the scenario's directory") || strings.Contains(err.Error(), "read "+dir) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// Errors of several files are in the order of the files, each with its line.
func TestInclude_ErrorsShowTheLineOfTheirFile(t *testing.T) {
	_, err := including(strings.Replace(sharing, "mass: 1,", "mass: -1,", 1), strings.Replace(shared, "0.4", "-0.4", 1))
	var invalid *InvalidError
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
	const scenario = minimal + "include: [a.yaml, b.yaml]\n"
	_, err := Parse("test.yaml", []byte(scenario), files(texts))
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
	s, err := Parse("test.yaml", []byte(own), files(texts))
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
	load := func(scenario string, set ...Setting) (*Scenario, error) {
		return parseWith("lib/one/scenario.yaml", []byte(scenario), nil, files(map[string]string{"../materials.yaml": shared}), lexicalPlace("lib/one/scenario.yaml"), set)
	}
	s, err := load(sharing, Setting{"grip", "0.6"}, Setting{"speed", "72 km/h"})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(s.Files[1].Data, []byte("\n  grip: 0.6\n")) || !bytes.Contains(s.Files[0].Data, []byte(`{speed: "72 km/h"}`)) {
		t.Errorf("%s\n%s", s.Files[0].Data, s.Files[1].Data)
	}
	if m := s.Definition.Materials[s.Definition.Bodies[0].Material]; m.Friction != 0.6 || s.Definition.Bodies[0].Velocity[0] != 20 {
		t.Errorf("%+v", m)
	}
	s, err = load(strings.Replace(sharing, "speed: 36 km/h", "speed: 36 km/h, grip: 0.9", 1), Setting{"grip", "0.6"})
	if err != nil || string(s.Files[1].Data) != shared || s.Definition.Materials[s.Definition.Bodies[0].Material].Friction != 0.6 {
		t.Errorf("%+v %v", s, err)
	}
	for _, c := range []struct {
		set  Setting
		want string
	}{
		{Setting{"unused", "2 m"}, `lib/one/scenario.yaml: parameter "unused" stands in an included file, but nothing of this scenario uses it`},
		{Setting{"grib", "2 m"}, `lib/one/scenario.yaml: has no parameter "grib": did you mean "grip"?`},
		{Setting{"grip", "2 m"}, `lib/materials.yaml:7:22: materials.rubber.friction: parameter grip, "2 m" is a length`},
	} {
		if _, err := load(sharing, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.set, err)
		}
	}
	if _, err := parseWith("s.yaml", []byte(sharing), nil, nil, lexicalPlace("s.yaml"), []Setting{{"speed", "1"}}); err == nil || !strings.Contains(err.Error(), "no files can be opened here") {
		t.Errorf("%v", err)
	}
	if _, err := parseWith("s.yaml", []byte(sharing), nil, files(map[string]string{"../materials.yaml": "parameters:\n  grip: \"0.\\x38\"\n"}), lexicalPlace("s.yaml"), []Setting{{"grip", "1"}}); err == nil ||
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
	path := write("lib/one/scenario.yaml", sharing)
	run := func(log, materials string) string {
		t.Helper()
		write("lib/materials.yaml", materials)
		s, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		log = filepath.Join(dir, log)
		if _, err := Run(context.Background(), s, Options{Log: log}); err != nil {
			t.Fatal(err)
		}
		return log
	}
	a := run("a.prang", shared)
	b := run("b.prang", strings.Replace(shared, "restitution: 0.5", "restitution: 0.6", 1))
	if err := os.RemoveAll(filepath.Join(dir, "lib")); err != nil {
		t.Fatal(err)
	}
	ra, rb := openLog(t, a), openLog(t, b)
	for _, r := range []*recorder.Reader{ra, rb} {
		if v, err := Verify(context.Background(), r, VerifyOptions{}); err != nil || !v.Equal || v.Frames != 121 {
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
	f.Add(sharing, shared)
	f.Add(withCases+"include: ../materials.yaml\n", shared)
	f.Add("include: [../materials.yaml, &a ../x/../materials.yaml, *a]\ncases: &c {a: {grip: *c}}\n", "parameters: &p {grip: *p}\n")
	f.Add(strings.Replace(sharing, "speed: 36 km/h", "<<: {speed: 1}, grip: |\n  1", 1)+"cases: {a: {speed: 2, grip: 3}}\n", "settings: {<<: {passes: 3}}\n")
	f.Fuzz(func(t *testing.T, scenario, included string) {
		s, err := including(scenario, included)
		var invalid *InvalidError
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
