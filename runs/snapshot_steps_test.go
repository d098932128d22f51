package runs

import (
	"path/filepath"
	"testing"

	"github.com/prang-sim/prang/sim"
)

// TestSnapshot_AtStepsOfScenarios takes a snapshot after steps of the scenarios, restores it into another world of the
// same scenario and makes one step with both: the hashes of their whole states are equal. With every step that holds,
// so it does for any number of steps after a snapshot. Build tag long takes all steps of all scenarios, else it is a
// sample.
func TestSnapshot_AtStepsOfScenarios(t *testing.T) {
	paths, err := FindScenarios([]string{"scenarios"})
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	contacts := 0
	for _, p := range paths {
		name := filepath.Base(filepath.Dir(p))
		if len(snapshotScenarios) > 0 && !snapshotScenarios[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, err := Load(p)
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
			var snapshot []byte
			for n := int64(0); n < min(s.Steps, snapshotSteps) && !w.AtRest(); n++ {
				sampled := n%snapshotStride == 0
				if sampled {
					snapshot = w.Snapshot(snapshot[:0])
					if err := other.Restore(snapshot); err != nil {
						t.Fatalf("step %d: %v", n, err)
					}
					if other.Hash() != w.Hash() {
						t.Fatalf("step %d: restored with hash %x, want %x", n, other.Hash(), w.Hash())
					}
					if err := other.Step(); err != nil {
						t.Fatal(err)
					}
				}
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				if sampled && other.Hash() != w.Hash() {
					t.Fatalf("step %d: one step after the snapshot the hash is %x, want %x", n, other.Hash(), w.Hash())
				}
				contacts += len(w.Frame().Events)
			}
		})
	}
	if contacts < 10 {
		t.Errorf("%d events: nothing touches", contacts)
	}
}
