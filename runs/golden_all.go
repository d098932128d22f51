package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// Tested is the result of one of several tests: either Result or Err is set.
type Tested struct {
	Case   string // of the scenario; "" for the scenario as it is
	Result *TestResult
	Err    error         // the scenario cannot be read or built, or the test was interrupted
	Took   time.Duration // by the clock of the options
}

// TestScenarios tests the scenarios at the paths and their cases as TestScenario does, workers of them at a time, and calls
// each with the results in the order of TestsOf, as soon as all earlier ones are done. Scenarios with the same name get
// separate logs. opts.Case and opts.Log are ignored; opts.Progress is called only with one worker.
func TestScenarios(ctx context.Context, paths []string, opts TestOptions, workers int, each func(path string, t Tested)) {
	TestAll(ctx, "", TestsOf(paths), opts, workers, func(t Test, tested Tested) { each(t.Path, tested) })
}

// TestAll is TestScenarios of some tests, in their order, with the logs in another directory than runs/out, which is there,
// unless dir is empty.
func TestAll(ctx context.Context, dir string, list []Test, opts TestOptions, workers int, each func(t Test, tested Tested)) {
	tests := make([]scenarioTest, len(list))
	for i, of := range list {
		t := &tests[i]
		t.load(of, list[:i], tests)
		if t.err != nil {
			continue
		}
		if t.log, t.release = reserveLog(t.scenario.Name, of); dir != "" {
			t.log = filepath.Join(dir, filepath.Base(t.log))
		}
	}
	if workers > 1 {
		opts.Progress = nil
	}
	inOrder(len(list), workers, func(i int) Tested { return tests[i].run(ctx, list[i], opts) }, func(i int, t Tested) { each(list[i], t) })
}

// scenarioTest is a scenario that is to be tested.
type scenarioTest struct {
	scenario *scenariofile.Scenario
	err      error
	log      string
	release  func() // releases log
}

// load reads the scenario of a test. before are the tests before it, with those that are read: one whose scenario has told
// its errors already says so in a line.
func (t *scenarioTest) load(of Test, before []Test, read []scenarioTest) {
	if i := slices.IndexFunc(before, func(o Test) bool { return o.Path == of.Path }); i >= 0 && before[i].Case == "" && read[i].err != nil {
		t.err = fmt.Errorf("%s: is not tested, for its scenario cannot be read", of)
		return
	}
	if t.scenario, t.err = scenariofile.Load(of.Path); t.err == nil && of.Case != "" {
		t.scenario, t.err = t.scenario.Case(of.Case, nil)
	}
}

func (t *scenarioTest) run(ctx context.Context, of Test, opts TestOptions) Tested {
	if t.err != nil {
		return Tested{Case: of.Case, Err: t.err}
	}
	defer t.release()
	if err := ctx.Err(); err != nil { // no world is built and no log is begun
		return Tested{Case: of.Case, Err: err}
	}
	opts.Case = of.Case
	var began time.Time
	if opts.Clock != nil {
		began = opts.Clock()
	}
	tested := Tested{Case: of.Case}
	tested.Result, tested.Err = testKept(ctx, of.Path, t.scenario, opts, t.log)
	if opts.Clock != nil {
		tested.Took = opts.Clock().Sub(began)
	}
	t.scenario = nil
	return tested
}

// inOrder calls do for 0 to n-1, workers of them at a time, and each with the results in their order, as soon as all earlier
// ones are done. With one worker both are called in turn.
func inOrder[T any](n, workers int, do func(i int) T, each func(i int, result T)) {
	if workers <= 1 {
		for i := range n {
			each(i, do(i))
		}
		return
	}
	results := make([]chan T, n)
	next := make(chan int, n)
	for i := range n {
		results[i] = make(chan T, 1)
		next <- i
	}
	close(next)
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := range next {
				results[i] <- do(i)
			}
		})
	}
	for i := range n {
		each(i, <-results[i])
	}
	group.Wait()
}
