package runs

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestSnapshot_AtStepsOfScenarios takes a snapshot after steps of the scenarios, restores it into another world of the
// same scenario and makes one step: the hash of its whole state is that of the run. With every step that holds, so it
// does for any number of steps after a snapshot. The other world goes through the snapshots backwards, so that nothing
// but the snapshot can tell it what came before. Build tag long takes all steps of all scenarios, else it is a sample.
func TestSnapshot_AtStepsOfScenarios(t *testing.T) {
	paths, err := FindScenarios([]string{"scenarios"})
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	sample, most, stride := []string{"crash-corner", "crossing-90", "chain", "box-drop"}, int64(120), int64(7)
	contacts := 0
	for _, p := range paths {
		name := filepath.Base(filepath.Dir(p))
		if !geomtest.Long && !slices.Contains(sample, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, err := scenariofile.Load(p)
			if err != nil {
				t.Fatal(err)
			}
			var worlds [2]*sim.World
			for i := range worlds {
				if worlds[i], err = NewWorld(s); err != nil {
					t.Fatal(err)
				}
			}
			w, other := worlds[0], worlds[1]
			var taken [32]shot
			n := 0 // of them
			backwards := func() {
				for ; n > 0; n-- {
					taken[n-1].check(t, other)
				}
			}
			steps, every := min(s.Steps, most), stride
			if geomtest.Long {
				steps, every = s.Steps, 1
			}
			for range steps {
				if w.AtRest() {
					break
				}
				f := w.Frame()
				sampled := f.Step%every == 0
				if sampled {
					k := &taken[n]
					k.step, k.hash, k.snapshot = f.Step, w.Hash(), w.Snapshot(k.snapshot[:0])
				}
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				if sampled {
					taken[n].next = w.Hash()
					n++
				}
				if n == len(taken) {
					backwards()
				}
				contacts += len(w.Frame().Events)
			}
			backwards()
		})
	}
	if contacts < 10 {
		t.Errorf("%d events: nothing touches", contacts)
	}
}

// shot is a snapshot after a step of a run, with the hashes of its state there and one step later.
type shot struct {
	step       int64
	snapshot   []byte
	hash, next uint64
}

// check restores the snapshot in w and makes a step.
func (s *shot) check(t *testing.T, w *sim.World) {
	t.Helper()
	if err := w.Restore(s.snapshot); err != nil {
		t.Fatalf("step %d: %v", s.step, err)
	}
	if h := w.Hash(); h != s.hash {
		t.Fatalf("step %d: restored with hash %x, want %x", s.step, h, s.hash)
	}
	if err := w.Step(); err != nil {
		t.Fatal(err)
	}
	if h := w.Hash(); h != s.next {
		t.Fatalf("step %d: one step after the snapshot the hash is %x, want %x", s.step, h, s.next)
	}
}
