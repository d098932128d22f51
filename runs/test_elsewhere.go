package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// TestLogsElsewhere returns a new directory for the logs of tests, among the temporary files, where none can be written to
// runs/out; else "".
func TestLogsElsewhere() (dir string, err error) {
	if holdsFiles(filepath.Dir(LogPath("any"))) {
		return "", nil
	}
	if dir, err = os.MkdirTemp("", "prang-test-"); err != nil {
		return "", fmt.Errorf("the logs of tests can be written neither to %s nor to %s: %w: run prang where it can write, or name a directory for temporary files in the environment", filepath.Dir(LogPath("any")), os.TempDir(), withoutPath(err))
	}
	return dir, nil
}

// holdsFiles reports whether a file can be made in a directory, which may have to be made before.
func holdsFiles(dir string) bool {
	info, err := os.Stat(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	if err != nil || !info.IsDir() {
		return false
	}
	f, err := os.CreateTemp(dir, ".prang-")
	if err != nil {
		return false
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return true
}

// TestScenariosIn is TestScenarios with the logs in another directory than runs/out, which is there.
func TestScenariosIn(ctx context.Context, dir string, paths []string, opts TestOptions, workers int, each func(path string, t Tested)) {
	tests := make([]scenarioTest, len(paths))
	for i, p := range paths {
		t := &tests[i]
		if t.scenario, t.err = Load(p); t.err == nil {
			t.log, t.release = reserveLog(t.scenario.Name, p)
			t.log = filepath.Join(dir, filepath.Base(t.log))
		}
	}
	if workers > 1 {
		opts.Progress = nil
	}
	inOrder(len(paths), workers, func(i int) Tested { return tests[i].run(ctx, paths[i], opts) }, func(i int, t Tested) { each(paths[i], t) })
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
