package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// Test is a test of a scenario file: of the scenario as it is, or in one of its cases.
type Test struct {
	Path string // of the scenario file
	Case string // "" for the scenario as it is
}

// String returns the name of the test: the path of the scenario, with # and the name of the case behind it.
func (t Test) String() string {
	if t.Case == "" {
		return t.Path
	}
	return t.Path + "#" + t.Case
}

// Files returns the files of the test, whether they are there or not: the scenario file, the golden and, of the scenario as
// it is, the picture.
func (t Test) Files() []string {
	files := []string{t.Path, goldenPath(t.Path, t.Case)}
	if t.Case == "" {
		files = append(files, picturePath(t.Path))
	}
	return files
}

// TestsOf returns the tests of scenario files: of each the scenario as it is, then its cases, in the order of the file. A
// file that cannot be read has the first alone, which tells why.
func TestsOf(paths []string) (tests []Test) {
	for _, p := range paths {
		tests = append(tests, Test{Path: p})
		for _, name := range scenariofile.CasesIn(p) {
			tests = append(tests, Test{p, name})
		}
	}
	return tests
}

// goldenPath returns the path of the golden of a scenario file in a case, "" for none: golden.txt and golden.CASE.txt next to
// scenario.yaml, NAME.golden.txt and NAME.golden.CASE.txt next to NAME.scenario.yaml.
func goldenPath(scenario, ofCase string) string {
	if ofCase == "" {
		return beside(scenario, GoldenFile)
	}
	head, tail := goldenParts()
	return beside(scenario, head+ofCase+tail)
}

// goldenParts returns what is before and after the name of a case in the name of its golden: "golden." and ".txt".
func goldenParts() (head, tail string) {
	tail = filepath.Ext(GoldenFile)
	return strings.TrimSuffix(GoldenFile, tail) + ".", tail
}

// checkCases reports the goldens beside a scenario that are of none of its cases, as of one that has been renamed or removed.
// None is removed: it has tolerances that people wrote.
func (r *TestResult) checkCases(scenario string, s *scenariofile.Scenario) error {
	files, err := os.ReadDir(filepath.Dir(scenario))
	if err != nil {
		return err
	}
	golden := map[string]bool{}
	for _, c := range s.Cases {
		golden[goldenPath(scenario, c.Name)] = true
	}
	head, tail := goldenParts()
	head = filepath.Base(beside(scenario, head))
	for _, f := range files {
		name, ok := strings.CutPrefix(f.Name(), head)
		name, txt := strings.CutSuffix(name, tail)
		path := filepath.Join(filepath.Dir(scenario), f.Name())
		if !ok || !txt || !scenariofile.IsCaseName(name) || golden[path] {
			continue
		}
		if file, err := readGolden(path); err == nil && checkFormat(file.text) == nil {
			r.Passed, r.StaleGoldens = false, append(r.StaleGoldens, path)
			r.Problems = append(r.Problems, fmt.Sprintf("%s: is of no case of the scenario: give it the name of its case, or remove it", path))
		}
	}
	return nil
}

// subtest runs f as a subtest of a test that has a method Run, as *testing.T has; else with the test itself.
func subtest(t T, name string, f func(t T)) {
	t.Helper()
	run := reflect.ValueOf(t).MethodByName("Run")
	if run.IsValid() {
		if of := run.Type(); of.NumIn() == 2 && of.In(0).Kind() == reflect.String && of.In(1).Kind() == reflect.Func && of.In(1).NumIn() == 1 && of.In(1).NumOut() == 0 &&
			of.In(1).In(0).Implements(reflect.TypeFor[T]()) {
			run.Call([]reflect.Value{reflect.ValueOf(name), reflect.MakeFunc(of.In(1), func(args []reflect.Value) []reflect.Value {
				f(args[0].Interface().(T))
				return nil
			})})
			return
		}
	}
	f(t)
}
