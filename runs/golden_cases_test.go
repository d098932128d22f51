package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestRun_TellsItsCase: header and reports, also of a run that is resumed, have the case and the values that were set, and the
// reader of a log learns in which file they stand. A run of the scenario as it is has nothing of that in its header.
func TestRun_TellsItsCase(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"shared.yaml": "parameters: {bounce: 0.7, lean: 3}\n",
		"s.yaml": `include: shared.yaml
` + strings.Replace(scenariotest.WithCases, "{speed: 36 km/h, bounce: 0.7}", "{speed: 36 km/h}", 1),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenariofile.Load("s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	header := func(s *scenariofile.Scenario) (h recorder.Header) {
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
		set        []scenariofile.Setting
		want       []scenariofile.Setting
		files      []string
	}{
		{"soft", "runs/out/cases.soft.prang", nil, []scenariofile.Setting{{Name: "bounce", Value: "0.2"}, {Name: "speed", Value: "18 km/h"}}, []string{"shared.yaml", "s.yaml"}},
		{"fast", "runs/out/cases.fast.prang", []scenariofile.Setting{{Name: "bounce", Value: "0.5"}}, []scenariofile.Setting{{Name: "speed", Value: "72 km/h"}, {Name: "bounce", Value: "0.5"}}, []string{"s.yaml", "shared.yaml"}},
		{"fast", "runs/out/cases.fast.prang", []scenariofile.Setting{{Name: "speed", Value: "8"}}, []scenariofile.Setting{{Name: "speed", Value: "8"}}, []string{"s.yaml"}},
		{"", "runs/out/cases.prang", []scenariofile.Setting{{Name: "bounce", Value: "0.5"}}, []scenariofile.Setting{{Name: "bounce", Value: "0.5"}}, []string{"shared.yaml"}},
	} {
		var in *scenariofile.Scenario
		if c.name == "" {
			in, err = scenariofile.LoadWith("s.yaml", c.set)
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
		if h := r.Header(); h.Case != c.name || len(h.Set) != len(c.want) || !slices.Equal(scenariofile.FilesWithSettings(r), c.files) {
			t.Errorf("%q, %v, in %v, want %v", h.Case, h.Set, scenariofile.FilesWithSettings(r), c.files)
		}
		r.Close()
	}
}

// writeCases writes a scenario with cases, and goldens of it and of them.
func writeCases(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.WithCases), 0o666); err != nil {
		t.Fatal(err)
	}
	TestScenarios(t.Context(), []string{"scenario.yaml"}, TestOptions{Update: true}, 1, func(_ string, tested Tested) {
		if tested.Err != nil || !tested.Result.Updated || tested.Result.Case != tested.Case {
			t.Errorf("%+v", tested)
		}
	})
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
	} else if v, err := Verify(context.Background(), scenariotest.OpenLog(t, log), VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("%+v, %v", v, err)
	}
	edit(t, "scenario.yaml", "name: cases\n", "")
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); !strings.Contains(f.fatal, "has no name") || len(f.errors) > 0 {
		t.Errorf("%+v", f)
	}
}

// TestGoldenWith_Options: goldens of all cases are written, or of one alone, and equal physics is enough where the test says so.
func TestGoldenWith_Options(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.WithCases), 0o666); err != nil {
		t.Fatal(err)
	}
	var f fakeT
	GoldenWith(&f, "scenario.yaml", TestOptions{Update: true, Log: "all.prang"})
	if want := []string{"golden.txt is written", "golden.fast.txt is written", "golden.soft.txt is written"}; !reflect.DeepEqual(f.logs, want) || len(f.errors) > 0 || f.fatal != "" {
		t.Errorf("%+v", f)
	}
	if files, err := filepath.Glob("*"); err != nil || len(files) != 4 {
		t.Errorf("%q, %v", files, err)
	}
	edit(t, "golden.fast.txt", "final ", "final 0")
	f = fakeT{}
	if GoldenWith(&f, "scenario.yaml", TestOptions{Log: "all.prang"}); len(f.errors) == 0 || !strings.HasSuffix(f.logs[len(f.logs)-1], ".fast.test.prang") {
		t.Errorf("%+v", f)
	}
	f = fakeT{}
	if GoldenWith(&f, "scenario.yaml", TestOptions{Physics: true}); len(f.errors) > 0 || len(f.logs) == 0 || !strings.HasPrefix(f.logs[0], "scenario.yaml#fast: the bits differ, the physics is equal: ") {
		t.Errorf("%+v", f)
	}
	f = fakeT{}
	if GoldenWith(&f, "scenario.yaml", TestOptions{Case: "soft"}); len(f.errors)+len(f.logs) > 0 {
		t.Errorf("%+v", f)
	}
	f = fakeT{}
	if GoldenWith(&f, "scenario.yaml", TestOptions{Case: "fast", Update: true}); len(f.logs) != 1 || len(f.errors) > 0 {
		t.Errorf("%+v", f)
	}
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); len(f.errors)+len(f.logs) > 0 {
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
