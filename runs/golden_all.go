package runs

import (
	"context"
	"path/filepath"
	"sync"
)

// Tested is the result of one of several tests: either Result or Err is set.
type Tested struct {
	Result *TestResult
	Err    error // the scenario cannot be read or built, or the test was interrupted
}

// TestScenarios tests the scenarios at the paths as TestScenario does, workers of them at a time, and calls each with
// the results in the order of the paths, as soon as all earlier ones are done. Scenarios with the same name get
// separate logs. opts.Log is ignored; opts.Progress is called only with one worker.
func TestScenarios(ctx context.Context, paths []string, opts TestOptions, workers int, each func(path string, t Tested)) {
	TestScenariosIn(ctx, "", paths, opts, workers, each)
}

// TestScenariosIn is TestScenarios with the logs in another directory than runs/out, which is there, unless dir is empty.
func TestScenariosIn(ctx context.Context, dir string, paths []string, opts TestOptions, workers int, each func(path string, t Tested)) {
	tests := make([]scenarioTest, len(paths))
	for i, p := range paths {
		t := &tests[i]
		if t.scenario, t.err = Load(p); t.err != nil {
			continue
		}
		if t.log, t.release = reserveLog(t.scenario.Name, p); dir != "" {
			t.log = filepath.Join(dir, filepath.Base(t.log))
		}
	}
	if workers > 1 {
		opts.Progress = nil
	}
	inOrder(len(paths), workers, func(i int) Tested { return tests[i].run(ctx, paths[i], opts) }, func(i int, t Tested) { each(paths[i], t) })
}

// scenarioTest is a scenario that is to be tested.
type scenarioTest struct {
	scenario *Scenario
	err      error
	log      string
	release  func() // releases log
}

func (t *scenarioTest) run(ctx context.Context, path string, opts TestOptions) Tested {
	if t.err != nil {
		return Tested{Err: t.err}
	}
	defer t.release()
	r, err := testKept(ctx, path, t.scenario, opts, t.log)
	t.scenario = nil
	return Tested{r, err}
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
