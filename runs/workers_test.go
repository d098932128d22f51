package runs

import (
	"context"
	"math"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// workerCounts are the numbers of workers that give the same bits; the first is what the others are compared with.
var workerCounts = []int{1, 2, 4, 8}

// TestWorkers_ChangeNoBit runs the first 1.5 s of every scenario, verbosely all of it, with 1, 2, 4 and 8 workers:
// hashes, values and events are the same. Without the tag long each scenario has 0.6 s and one of 2, 4 and 8, in turn.
func TestWorkers_ChangeNoBit(t *testing.T) {
	paths, err := FindScenarios([]string{"scenarios"})
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		counts, seconds := workerCounts, 1.5
		if !geomtest.Long {
			seconds = 0.6
			counts = []int{1, workerCounts[1+i%3]}
		}
		t.Run(path, func(t *testing.T) {
			var want []uint64
			var events int
			for _, workers := range counts {
				s, err := scenariofile.Load(path)
				if err != nil {
					t.Fatal(err)
				}
				w, err := NewWorld(s)
				if err != nil {
					t.Fatal(err)
				}
				w.SetWorkers(workers)
				steps := s.Steps
				if most := int64(math.Round(seconds / w.Settings().Step)); steps > most && !testing.Verbose() {
					steps = most
				}
				told := 0
				for n := range steps {
					if err := w.Step(); err != nil {
						t.Fatal(err)
					}
					told += len(w.Frame().Events)
					if workers == 1 {
						want = append(want, w.Frame().Hash)
					} else if h := w.Frame().Hash; h != want[n] {
						t.Fatalf("%d workers: step %d has the hash %016x, with one %016x", workers, n+1, h, want[n])
					}
				}
				if workers == 1 {
					events = told
				} else if told != events {
					t.Fatalf("%d workers: %d events, with one %d", workers, told, events)
				}
			}
		})
	}
}

// TestRun_HasTheWorkersThatItIsGiven: one helper fewer, from the start on, and none once it is over.
func TestRun_HasTheWorkersThatItIsGiven(t *testing.T) {
	s, err := scenariofile.Load(filepath.Join("scenarios", "sled-barrier", "scenario.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // no more than the start
	for workers, want := range map[int]int{0: 0, 1: 0, 4: 3} {
		helpers := -1
		for range 100 { // helpers of worlds before may be ending
			runtime.GC()
			before := runtime.NumGoroutine()
			_, _ = Run(ctx, s, Options{NoLog: true, Workers: workers, Observe: func(*record.Frame) { helpers = runtime.NumGoroutine() - before }})
			if helpers == want {
				break
			}
		}
		if helpers != want {
			t.Errorf("%d workers: %d helpers, want %d", workers, helpers, want)
		}
	}
}
