package sim_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestWorkers_ChangeNoBit: a gas, in which they share the search, and heaps in a bin and on a mesh, in which they share
// contacts and islands.
func TestWorkers_ChangeNoBit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		def   *sim.Definition
		steps int
	}{"gas": {gas(t, 200, true), 24}, "bin": {fallingHeap(t, bin(), 0), 60}, "bowl": {fallingHeap(t, bowl(t), 0), 60}} {
		var want []uint64
		var events int
		for _, workers := range []int{1, 3, 8, 2, 4} {
			if !geomtest.Long && workers%2 == 0 && workers < 8 {
				continue
			}
			w := mustWorld(t, c.def)
			w.SetWorkers(workers)
			if !geomtest.Long {
				c.steps = min(c.steps, 26)
			}
			told := 0
			for n := range c.steps {
				run(t, w, 1, nil)
				told += len(w.Frame().Events)
				if workers == 1 {
					want = append(want, w.Frame().Hash)
				} else if w.Frame().Hash != want[n] {
					t.Fatalf("%s, %d workers: step %d differs", name, workers, n+1)
				}
			}
			if workers == 1 {
				events = told
			} else if told != events {
				t.Errorf("%s, %d workers: %d events, with one %d", name, workers, told, events)
			}
		}
		if events < 50 {
			t.Errorf("%s: no more than %d events", name, events)
		}
	}
}

// TestWorkers_MayChangeOnTheWay: so often as one likes, and a world goes on the same way.
func TestWorkers_MayChangeOnTheWay(t *testing.T) {
	t.Parallel()
	w, o := mustWorld(t, fallingHeap(t, bin(), 0)), mustWorld(t, fallingHeap(t, bin(), 0))
	for n := range 40 {
		o.SetWorkers([]int{2, 2, 0, 5, 1}[n%5])
		run(t, w, 1, nil)
		run(t, o, 1, nil)
		if w.Hash() != o.Hash() {
			t.Fatalf("step %d differs", n+1)
		}
	}
}

// TestWorkers_EndWithTheirWorld: the helpers of worlds that nothing refers to any more, and of those that have gone
// back to one worker, end.
func TestWorkers_EndWithTheirWorld(t *testing.T) {
	before := runtime.NumGoroutine()
	for n := range 8 {
		w := mustWorld(t, fallingHeap(t, bin(), 0))
		w.SetWorkers(4)
		run(t, w, 3, nil)
		if n == 0 {
			w.SetWorkers(1)
		}
	}
	for range 500 {
		runtime.GC()
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), before)
}
