package record_test

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestBalance_ClosesWhateverRoundingLeaves: each cause whose rows are rounded may owe half a grain at the end of a run,
// and at both ends of a part of one. That is no gap; twice as much is.
func TestBalance_ClosesWhateverRoundingLeaves(t *testing.T) {
	const halfGrain = 0x1p-42
	for _, part := range []bool{false, true} {
		for _, owes := range []float64{1, 2} {
			if part {
				owes *= 2
			}
			b := record.Balance{Part: part}
			start := record.Ledger{SizeP: 1, SizeL: 1}
			end := start
			for c := range record.Cause(8) {
				end.Rows = append(end.Rows, record.LedgerRow{Cause: c})
				left := geom.Vec{X: owes * halfGrain, Y: owes * halfGrain, Z: owes * halfGrain}
				end.P, end.L = end.P.Add(left), end.L.Sub(left)
			}
			b.Add(&start)
			b.Add(&end)
			if want := owes == 1 || owes == 2 && part; b.Closes() != want {
				t.Errorf("part %v, %g half grains for each of 8 causes: closes %v", part, owes, b.Closes())
			}
		}
	}
}
