package runs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// dear are the scenarios whose later seconds took 4 of the 19 s that TestScenarios_EqualTheirGoldens took on one core.
var dear = []string{"pedestrian-40", "motorcycle-car", "tipper"}

// testHere tests the scenario of the current directory.
func testHere(t *testing.T, opts TestOptions) *TestResult {
	t.Helper()
	r, err := TestScenario(t.Context(), "scenario.yaml", opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The scenarios are run from the module's root, so that their logs are where the program puts them. The same runs show
// that their ledgers close. With -short, as for the race detector, each is its first 2 s; without the tag long the dear
// ones are.
func TestScenarios_EqualTheirGoldens(t *testing.T) {
	t.Chdir("..")
	paths, err := FindScenarios([]string{filepath.Join("runs", "scenarios")})
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, test := range TestsOf(paths) {
		t.Run(filepath.Base(filepath.Dir(test.Path))+strings.TrimPrefix(test.String(), test.Path), func(t *testing.T) {
			t.Parallel()
			opts := ledgerChecks(t, test.Path)
			opts.Case = test.Case
			if testing.Short() || !geomtest.Long && slices.Contains(dear, filepath.Base(filepath.Dir(test.Path))) {
				opts.First = 2
			}
			golden(t, test.Path, opts)
		})
	}
}

// fakeT records what Golden says.
type fakeT struct {
	errors, logs []string
	fatal        string
}

func (f *fakeT) Helper() {}
func (f *fakeT) Logf(format string, args ...any) {
	f.logs = append(f.logs, fmt.Sprintf(format, args...))
}
func (f *fakeT) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}
func (f *fakeT) Fatalf(format string, args ...any) { f.fatal = fmt.Sprintf(format, args...) }

func TestGolden_ReportsWhatDiffers(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	scenario := func(speed string) {
		text := strings.Replace(scenariotest.Minimal, "    mass: 1\n", "    mass: 1\n    velocity: ["+speed+", 0, 0]\n", 1)
		if err := os.WriteFile("scenario.yaml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	scenario("1")
	var f fakeT
	Golden(&f, "scenario.yaml")
	if len(f.errors) != 1 || !strings.Contains(f.errors[0], "there is no golden") {
		t.Errorf("without a golden: %+v", f)
	}
	if r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: true}); err != nil || !r.Updated {
		t.Fatalf("%+v, %v", r, err)
	}
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); len(f.errors) > 0 || f.fatal != "" || len(f.logs) > 0 {
		t.Errorf("equal: %+v", f)
	}
	scenario("1.5")
	if Golden(&f, "scenario.yaml"); len(f.errors) != 4 || !strings.Contains(f.errors[0], "the bits differ, and the physics: ") ||
		!strings.HasSuffix(f.errors[0], "(the golden is of this engine: scenario.yaml has changed)") ||
		f.errors[3] != "scenario.yaml: equal physics needs these lines in the golden: tolerance position 0.5; tolerance speed 0.064; if the new results are right, prang test --update writes them" ||
		!strings.Contains(f.errors[1], "the state at 0 s is the first that differs") || !strings.Contains(f.errors[2], `body "a": x 1.5, golden 1 (+0.5); speed `) || !strings.Contains(f.logs[0], "minimal.test.prang") {
		t.Errorf("different: %q %q", f.errors, f.logs)
	}
	// Of another engine equal bits are equal, and are not written anew; differences are attributed to the engine.
	golden, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	golden = bytes.Replace(golden, []byte(Engine()), []byte("prang 0.0.1 (0a0b0c0d)"), 1)
	if err := os.WriteFile("golden.txt", golden, 0o666); err != nil {
		t.Fatal(err)
	}
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); len(f.errors) != 4 || !strings.HasSuffix(f.errors[0], "(the golden is of prang 0.0.1 (0a0b0c0d), this is "+Engine()+": the engine has changed, and scenario.yaml has changed)") {
		t.Errorf("of another engine: %q", f.errors)
	}
	scenario("1")
	f = fakeT{}
	if Golden(&f, "scenario.yaml"); len(f.errors) > 0 {
		t.Errorf("equal, of another engine: %q", f.errors)
	}
	if r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: true}); err != nil || r.Updated {
		t.Errorf("written anew: %+v, %v", r, err)
	}
	f = fakeT{}
	scenario("1 kg")
	if Golden(&f, "scenario.yaml"); !strings.Contains(f.fatal, "scenario.yaml:8:16: bodies[0].velocity[0]") {
		t.Errorf("bad: %q", f.fatal)
	}
}

// TestGolden_AtATime tests scenarios of one name at a time, one of them twice: each has a log of its own, which
// TestScenarios knows, and what failed leaves its log.
func TestGolden_AtATime(t *testing.T) {
	t.Chdir(t.TempDir())
	paths := []string{"a/scenario.yaml", "b/scenario.yaml", "c/scenario.yaml"}
	for _, p := range paths {
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, []byte(scenariotest.Minimal), 0o666)); err != nil {
			t.Fatal(err)
		}
		if r, err := TestScenario(t.Context(), p, TestOptions{Update: true}); err != nil || !r.Updated {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	paths = append(paths, paths[0], "d/scenario.yaml", "e/scenario.yaml") // without goldens
	for _, p := range paths[4:] {
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, []byte(scenariotest.Minimal), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		said := make([]fakeT, len(paths))
		var group sync.WaitGroup
		for i, p := range paths {
			group.Go(func() { Golden(&said[i], p) })
		}
		group.Wait()
		for i := range said {
			if i < 4 && (len(said[i].errors) > 0 || said[i].fatal != "") || i >= 4 && len(said[i].logs) != 1 {
				t.Errorf("%s: %q", paths[i], said[i])
			}
		}
		if slices.Equal(said[4].logs, said[5].logs) {
			t.Errorf("both leave %q", said[4].logs)
		}
	}
	TestScenarios(t.Context(), paths[4:], TestOptions{}, 2, func(path string, tested Tested) {
		if tested.Err != nil || tested.Result.Log == "" {
			t.Errorf("%s: %+v", path, tested)
		}
	})
	if logs, err := filepath.Glob("runs/out/*"); err != nil || len(logs) != 2 {
		t.Errorf("the tests leave %q, %v", logs, err)
	}
}

// TestGolden_BesideAnotherProcess: another process tests the same scenario from the same directory, and leaves a log of
// its own at the path that both have. A log that is kept goes with the next test that passes. And where no log can be
// written, none is said to be kept.
func TestGolden_BesideAnotherProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.Minimal), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: true}); err != nil {
		t.Fatal(err)
	}
	const shared = "runs/out/minimal.test.prang"
	other := func(done, total int64) {
		_ = os.Remove(shared)
		if err := os.WriteFile(shared, []byte("another"), 0o666); err != nil {
			t.Error(err)
		}
	}
	for _, passes := range []bool{true, false} {
		if !passes {
			if err := os.Remove("golden.txt"); err != nil {
				t.Fatal(err)
			}
		}
		r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Progress: other})
		if err != nil || r.Passed != passes || !passes && r.Log != shared {
			t.Errorf("%+v, %v", r, err)
		}
		if !passes && !recorder.IsLog(shared) {
			t.Errorf("%s is not the log of the test that failed", shared)
		}
	}
	if left, err := filepath.Glob("runs/out/*"); err != nil || len(left) != 1 {
		t.Errorf("the tests leave %q, %v", left, err)
	}
	// The next test that passes removes it.
	if r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: true}); err != nil || !r.Updated {
		t.Errorf("%+v, %v", r, err)
	}
	if left, err := filepath.Glob("runs/out/*"); err != nil || len(left) != 0 {
		t.Errorf("a test that passes leaves %q, %v", left, err)
	}
	if err := errors.Join(os.Remove("golden.txt"), os.RemoveAll("runs"), os.WriteFile("runs", nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{})
	if err != nil || r.Passed || !r.Invalid || r.Failed || r.Log != "" || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], shared+": its directory cannot be made") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGolden_LeavesNoDirectory: a test that passes leaves the directories as they were, one that fails has a log in them.
func TestGolden_LeavesNoDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.Minimal), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: true}); err != nil {
		t.Fatal(err)
	}
	check := func(what string, there ...string) {
		t.Helper()
		TestScenarios(t.Context(), []string{"scenario.yaml"}, TestOptions{}, 2, func(string, Tested) {})
		var f fakeT
		Golden(&f, "scenario.yaml")
		for _, dir := range []string{"runs", "runs/out"} {
			if _, err := os.Stat(dir); (err == nil) != slices.Contains(there, dir) {
				t.Errorf("%s: %s: %v", what, dir, err)
			}
		}
	}
	check("it passes")
	if err := os.Mkdir("runs", 0o777); err != nil {
		t.Fatal(err)
	}
	check("runs was there", "runs")
	if err := os.Mkdir("runs/out", 0o777); err != nil {
		t.Fatal(err)
	}
	check("both were there", "runs", "runs/out")
	if err := errors.Join(os.RemoveAll("runs"), os.Remove("golden.txt")); err != nil {
		t.Fatal(err)
	}
	check("it fails", "runs", "runs/out")
}

// TestGolden_LinesOfPeople puts comments and tolerances into a golden, and the line ends of Windows: it is the same
// golden, and they stay when it is written anew.
func TestGolden_LinesOfPeople(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("scenario.yaml", scenariotest.Minimal)
	testHere(t, TestOptions{Update: true})
	golden, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	people := "# the pole is soft: impulse 1e9\n\ntolerance position 0.25\n"
	text := strings.ReplaceAll(string(golden)+people, "\n", "\r\n")
	write("golden.txt", text)
	if r := testHere(t, TestOptions{}); !r.Passed {
		t.Errorf("as it was: %q", r.Problems)
	}
	if r := testHere(t, TestOptions{Update: true}); r.Updated {
		t.Error("written anew")
	}
	write("golden.txt", strings.Replace(string(golden), "\n", "\n"+people, 1))
	if r := testHere(t, TestOptions{}); !r.Passed {
		t.Errorf("above the engine: %q", r.Problems)
	}
	write("golden.txt", strings.Replace(text, "hash 0 s ", "hash 0 s f", 1))
	if r := testHere(t, TestOptions{}); r.Bits || !r.Physics {
		t.Errorf("other bits: %+v", r)
	}
	if r := testHere(t, TestOptions{Update: true}); !r.Updated {
		t.Error("not written anew")
	}
	if got, err := os.ReadFile("golden.txt"); err != nil || string(got) != text {
		t.Errorf("written anew: %q, %v; want %q", got, err, text)
	}
	// Above the first line comments stay, after the mark of an editor.
	const mark, above = "\ufeff", "# soft soil\n\n"
	old := mark + above + strings.Replace(string(golden), "hash 0 s ", "hash 0 s f", 1) + people
	write("golden.txt", old)
	if r := testHere(t, TestOptions{}); r.Invalid || !r.Physics {
		t.Errorf("below a comment: %+v", r)
	}
	want := mark + above + string(golden) + people
	for _, updated := range []bool{true, false} {
		if r := testHere(t, TestOptions{Update: true}); r.Updated != updated {
			t.Errorf("below a comment: %+v", r)
		}
		if got, err := os.ReadFile("golden.txt"); err != nil || string(got) != want {
			t.Errorf("below a comment: %q, %v; want %q", got, err, want)
		}
	}
	if r := testHere(t, TestOptions{}); !r.Passed {
		t.Errorf("below a comment: %q", r.Problems)
	}
	write("golden.txt", above+"tolerance position 0.25\n") // it has no first line yet
	if r := testHere(t, TestOptions{}); !r.Invalid || !strings.Contains(r.Problems[0], `begins with "", not with`) {
		t.Errorf("comments alone: %+v", r)
	}
	// A line that is none is bad input, whatever is judged, and is not dropped.
	n := 1 + strings.Count(string(golden), "\n")
	for _, line := range []string{"nonsense", "Tolerance position 0", " tolerance position 0", "hello: x 1", "<<<<<<< HEAD"} {
		for _, opts := range []TestOptions{{}, {Physics: true}, {Update: true}, {First: 1}} {
			write("golden.txt", string(golden)+line+"\n")
			want := fmt.Sprintf("golden.txt:%d: %q: is no line of a golden: remove it, or begin it with tolerance, in small letters, or with # for a comment", n, strings.TrimSpace(line))
			if r := testHere(t, opts); r.Passed || !r.Invalid || r.Updated || !slices.Equal(r.Problems, []string{want}) {
				t.Errorf("%q, %+v: %+v, want %s", line, opts, r, want)
			}
		}
	}
	write("golden.txt", "another kind of file\n\nof any text\n")
	if r := testHere(t, TestOptions{}); !r.Invalid || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], `begins with "another kind of file", not with`) {
		t.Errorf("another file: %q", r.Problems)
	}
	if r := testHere(t, TestOptions{Update: true}); !r.Updated {
		t.Errorf("another file: %q", r.Problems)
	}
}

// TestTestScenario_GoldenThatIsCutOff: a golden that lacks its end is bad input, wherever it is cut, and whatever of the run is
// compared; one of a scenario that has a body more now is another.
func TestTestScenario_GoldenThatIsCutOff(t *testing.T) {
	t.Chdir(t.TempDir())
	const scenario = "name: three\nstep: 1/240 s\nduration: 3 s\ngravity: [0, 0, -9.81]\nstatics:\n  - {name: road, plane: {height: 0}}\nbodies:\n" +
		"  - {name: ball, sphere: {radius: 0.1}, mass: 1, position: [0, 0, 1]}\n  - {name: box, box: {size: [1, 1, 1]}, mass: 1, position: [3, 0, 2]}\n"
	const walker = "movers:\n  - {name: walker, radii: [0.3, 0.3, 0.9], position: [9, 0, 1]}\n"
	const third = "  - {name: third, sphere: {radius: 0.1}, mass: 1, position: [6, 0, 1]}\n"
	test := func(scenario string, golden []byte, opts TestOptions) *TestResult {
		t.Helper()
		err := os.WriteFile("scenario.yaml", []byte(scenario), 0o666)
		if err == nil && golden != nil {
			err = os.WriteFile("golden.txt", golden, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		return testHere(t, opts)
	}
	test(scenario+walker, nil, TestOptions{Update: true})
	golden, err := os.ReadFile("golden.txt")
	if err != nil || !bytes.Contains(golden, []byte("\nmover ")) {
		t.Fatalf("%s, %v", golden, err)
	}
	cuts := []int{len(golden) - 1, len(golden) - 9}
	for n := len(goldenFormat) + 1; n < len(golden); n += 1 + bytes.IndexByte(golden[n:], '\n') {
		cuts = append(cuts, n-1, n, n+5)
	}
	for i, n := range cuts {
		opts := TestOptions{First: float64(i % 2), Physics: i%3 == 0}
		want := fmt.Sprintf("golden.txt:%d: is cut off: restore it, or write it anew with prang test --update", 1+bytes.Count(golden[:n-1], []byte("\n")))
		if r := test(scenario+walker, golden[:n], opts); r.Passed || !r.Invalid || !slices.Equal(r.Problems, []string{want}) {
			t.Errorf("%q: %+v, want %s", golden[max(n-20, 0):n], r, want)
		}
	}
	for _, end := range []string{"", "# soft soil", "tolerance position 0.25", "\n"} {
		if r := test(scenario+walker, append(bytes.Clone(golden), end...), TestOptions{}); !r.Passed {
			t.Errorf("%q behind it: %q", end, r.Problems)
		}
	}
	if r := test(scenario+third, nil, TestOptions{Update: true}); !r.Updated {
		t.Fatalf("%+v", r)
	}
	if r := test(scenario+third+walker, nil, TestOptions{}); r.Passed || r.Invalid {
		t.Errorf("with a mover more: %+v", r)
	}
	if r := test(scenario, nil, TestOptions{}); r.Passed || r.Invalid {
		t.Errorf("with a body less: %+v", r)
	}
}

func TestCompareGoldens_NamesTheFirstSecondAndTheSizes(t *testing.T) {
	const base = goldenFormat + "\nscenario s\nended complete\nsteps 480\nhash 0 s aa\nhash 1 s bb\nhash 2 s cc\nfinal cc\nimpacts 1\n" +
		"impact 1 \"a\" \"b\": time 0.5 closing 2 impulse 10\nbody \"a\": x 1 y 2\n"
	for _, c := range []struct {
		from, to string
		want     []string
	}{
		{"", "", nil},
		{"hash 2 s cc\nfinal cc", "hash 2 s dd\nfinal dd", []string{"the state at 2 s is the first that differs: hash dd, golden cc", "impacts and poses are equal in their first nine digits"}},
		{"final cc", "final dd", []string{"the final state is the first that differs: hash dd, golden cc", "impacts and poses are equal"}},
		{"hash 2 s cc\n", "", []string{"the state at 2 s is missing: the run ended before"}},
		{"hash 2 s cc\n", "hash 2 s cc\nhash 3 s dd\n", []string{"the hashes of all seconds of the golden are equal; it has none of 3 s", "impacts and poses are equal"}},
		{"closing 2 impulse 10", "closing 2.5 impulse 9", []string{"the hashes of all seconds", `impact 1 "a" "b": closing 2.5, golden 2 (+0.5); impulse 9, golden 10 (-1)`}},
		{"impact 1 \"a\" \"b\"", "impact 1 \"a\" \"c\"", []string{"the hashes", `impact 1 "a" "b": is in the golden, but not in the run`, `impact 1 "a" "c": is in the run, but not in the golden`}},
		{"steps 480", "steps 479", []string{"the hashes", "steps: 479, golden 480 (-1)"}},
		{"x 1 y 2", "x 1 y 2 rest 3", []string{"the hashes", `body "a": rest 3 is in the run, but not in the golden`}},
	} {
		got := compareGoldens("g", []byte(base), []byte(strings.Replace(base, c.from, c.to, 1)))
		if len(got) < len(c.want) || (len(got) == 0) != (c.want == nil) {
			t.Errorf("%q: %q", c.to, got)
			continue
		}
		for i, w := range c.want {
			if !strings.Contains(got[i], w) {
				t.Errorf("%q: %q, want %q", c.to, got[i], w)
			}
		}
	}
	lead := []byte("# first\n\ntolerance time 1\n" + base)
	if a, b := goldenLines(lead), goldenLines([]byte(base)); len(a) != len(b)+1 || a[1].subject != b[0].subject {
		t.Errorf("below comments: %v", a)
	}
	if got := compareBeginnings("g", lead, []byte(base)); got != nil || !sameSteps(lead, []byte(base)) {
		t.Errorf("below comments: %q", got)
	}
	if got := compareGoldens("g", []byte("other 2\n"), []byte(base)); len(got) != 1 || !strings.Contains(got[0], `begins with "other 2"`) {
		t.Errorf("%q", got)
	}
	// Goldens of any content are compared without panic.
	for i := range len(base) {
		compareGoldens("g", []byte(goldenFormat+"\n"+base[i:]), []byte(base))
		compareGoldens("g", []byte(base), []byte(goldenFormat+"\n"+base[i:]))
	}
}

func TestFindScenarios_ByTheirNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, p := range []string{"b/scenario.yaml", "a/scenario.json", "a/x.scenario.yml", "a/notes.yaml", "a/golden.txt", "c/myscenario.yaml"} {
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := FindScenarios([]string{".", "a", "a/notes.yaml"})
	for i := range got {
		got[i] = filepath.ToSlash(got[i])
	}
	want := []string{"a/notes.yaml", "a/scenario.json", "a/x.scenario.yml", "b/scenario.yaml"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	for scenario, want := range map[string]string{"a/scenario.json": "a/golden.txt", "a/x.scenario.yml": "a/x.golden.txt"} {
		if got := filepath.ToSlash(goldenPath(scenario, "")); got != want {
			t.Errorf("golden of %s: %s, want %s", scenario, got, want)
		}
	}
	if _, err := FindScenarios([]string{"none"}); err == nil || !strings.Contains(err.Error(), "there is no such file or directory") {
		t.Errorf("%v", err)
	}
}

// TestTestResult_OnlyBits: a golden that could not be written, or a run that failed, is more than bits, whatever was compared.
func TestTestResult_OnlyBits(t *testing.T) {
	for _, test := range []struct {
		result TestResult
		want   bool
	}{
		{TestResult{Physics: true}, true},
		{TestResult{}, false},
		{TestResult{Physics: true, Passed: true}, false},
		{TestResult{Physics: true, Invalid: true}, false},
		{TestResult{Physics: true, Failed: true}, false},
		{TestResult{Physics: true, Stale: true}, false},
		{TestResult{Physics: true, StaleGoldens: []string{"golden.txt"}}, false},
	} {
		if got := test.result.OnlyBits(); got != test.want {
			t.Errorf("%+v: %t", test.result, got)
		}
	}
}
