package bench

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestHeap_FallsAsOneCrowd drops the thousand boxes of S3 for the time in which the columns of ten land and topple:
// they are a crowd all the while, so that nothing is an impact, and no step gains energy: pushing out lifts by no more
// than what contacts take.
func TestHeap_FallsAsOneCrowd(t *testing.T) {
	t.Parallel()
	def, err := Standard("S3").Definition(1.0/60, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sim.New(def)
	if err != nil {
		t.Fatal(err)
	}
	energy := func() float64 { return w.Frame().Ledger.Kinetic + w.Frame().Ledger.Potential }
	before := energy()
	start, gain := before, 0.0
	steps := 59
	if geomtest.Long {
		steps = 75
	}
	for range steps {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				t.Fatalf("%g s: an impact", w.Frame().Time)
			}
		}
		now := energy()
		gain, before = math.Max(gain, now-before), now
	}
	t.Logf("from %.4g J to %.4g J; a step gains %.2g of it at most", start, before, gain/start)
	if gain > 1e-12*start || before > 0.8*start {
		t.Error("it gains energy, or has not fallen")
	}
}

// TestWorkers_ChangeNoBitOfHeaps: from the step on at which S3's columns and S4's bodies land. Without the tag long,
// S3 has 4 workers, and S4 2 and 8, besides one.
func TestWorkers_ChangeNoBitOfHeaps(t *testing.T) {
	t.Parallel()
	for k, c := range []struct {
		scene           string
		steps, contacts int
	}{{"S3", 36, 250}, {"S4", 70, 100}} {
		want := uint64(0)
		for _, workers := range []int{1, 2, 4, 8} {
			if !geomtest.Long && workers > 1 && (workers == 4) != (k == 0) {
				continue
			}
			out, err := Run(t.Context(), Standard(c.scene), Options{Seconds: float64(c.steps) / 60, Every: c.steps, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				want = out.Hash
			}
			if out.Hash != want || out.Contacts < c.contacts {
				t.Errorf("%s, %d workers: %016x, with one %016x; %d contacts, want %d at least", c.scene, workers, out.Hash, want, out.Contacts, c.contacts)
			}
		}
	}
}
