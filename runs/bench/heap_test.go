package bench

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestHeap_FallsAsOneCrowd drops the thousand boxes of S3 for the time in which the columns of ten land and topple: they are a crowd all the while, so that nothing is an
// impact, and no step gains energy but by what pushing out lifts.
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
	for range 75 {
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
	if gain > 1e-6*start || before > 0.8*start {
		t.Error("it gains energy, or has not fallen")
	}
}
