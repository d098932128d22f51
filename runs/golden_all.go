package runs

import (
	"context"
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
	tests := make([]scenarioTest, len(paths))
	for i, p := range paths {
		t := &tests[i]
		t.done = make(chan Tested, 1)
		if t.scenario, t.err = Load(p); t.err == nil {
			t.log, t.release = reserveLog(t.scenario.Name, p)
		}
	}
	if workers <= 1 {
		for i, p := range paths {
			each(p, tests[i].run(ctx, p, opts))
		}
		return
	}
	opts.Progress = nil
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(paths)) {
		group.Go(func() {
			for i := range next {
				tests[i].done <- tests[i].run(ctx, paths[i], opts)
			}
		})
	}
	group.Go(func() {
		defer close(next)
		for i := range paths {
			next <- i
		}
	})
	for i, p := range paths {
		each(p, <-tests[i].done)
	}
	group.Wait()
}

// scenarioTest is a scenario that is to be tested.
type scenarioTest struct {
	scenario *Scenario
	err      error
	log      string
	release  func() // releases log
	done     chan Tested
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
