package runs

import (
	"context"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// T is what Golden needs of a test.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Golden runs the scenario at a path and reports to t how it differs from its golden, which prang test --update writes, or
// GoldenWith. Each case of the scenario is a subtest of that name, if t has a method Run, as a *testing.T has. The log of a run that
// differs is kept as runs/out/NAME.test.prang below the directory of the test, that of a case as NAME.CASE.test.prang.
// Golden may be called from several tests concurrently.
func Golden(t T, path string) {
	t.Helper()
	GoldenWith(t, path, TestOptions{})
}

// GoldenWith is Golden with options: Update, of a flag of the test, writes the goldens, and Physics lets equal physics pass. With a
// Case that alone is tested, without a subtest. The path of the log is as of Golden, whatever Log is.
func GoldenWith(t T, path string, opts TestOptions) {
	t.Helper()
	opts.Log = ""
	if !golden(t, path, opts) || opts.Case != "" {
		return
	}
	for _, name := range scenariofile.CasesIn(path) {
		subtest(t, name, func(t T) {
			t.Helper()
			of := opts
			of.Case = name
			golden(t, path, of)
		})
	}
}

// golden runs one test of Golden with options, and reports whether the scenario could be read.
func golden(t T, path string, opts TestOptions) bool {
	t.Helper()
	r, err := TestScenario(context.Background(), path, opts)
	if err != nil {
		t.Fatalf("%v", err)
		return false
	}
	for _, p := range r.Problems {
		if r.Passed { // by equal physics
			t.Logf("%s: %s", r.Test(), p)
		} else {
			t.Errorf("%s: %s", r.Test(), p)
		}
	}
	for _, file := range r.Written {
		t.Logf("%s is written", file)
	}
	if r.Log != "" {
		t.Logf("the log of the run is %s", r.Log)
	}
	return true
}
