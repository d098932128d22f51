//go:build long

package broadphase

import (
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// All 55,864 boxes of the cloth in the funnel, against every pair: 1.6 thousand million.
func TestPairs_EqualBruteForceOnScalableCCD(t *testing.T) {
	boxes := clothFunnel(t, geomtest.Shared(t, "data", "collision", "scalable-ccd"))
	want := brutePairs(boxes)
	for _, trees := range []int{0, 1} {
		p := Pairs{trees: trees}
		if got := p.Find(boxes, nil); !slices.Equal(got, want) || len(want) < 800_000 {
			t.Errorf("%d trees: %d pairs, want %d", trees, len(got), len(want))
		}
	}
}
