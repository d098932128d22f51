package compare

import (
	"math"
	"math/rand/v2"
	"testing"
)

// leastCost tries all alignments of the elements from i and j on.
func leastCost(i, na, j, nb int, unlike func(i, j int) float64) float64 {
	if i == na || j == nb {
		return float64(na - i + nb - j)
	}
	least := 1 + min(leastCost(i+1, na, j, nb, unlike), leastCost(i, na, j+1, nb, unlike))
	if d := unlike(i, j); d <= 2 {
		least = min(least, d+leastCost(i+1, na, j+1, nb, unlike))
	}
	return least
}

// aligned calls Align and returns the cost of what it has matched. Each element must come once, in order, and none be
// matched that is too unlike.
func aligned(t *testing.T, na, nb int, unlike func(i, j int) float64) (cost float64) {
	t.Helper()
	nextA, nextB := 0, 0
	Align(na, nb, unlike, func(i, j int) {
		if i >= 0 && i != nextA || j >= 0 && j != nextB || i < 0 && j < 0 {
			t.Fatalf("%d and %d, want %d and %d next", i, j, nextA, nextB)
		}
		cost++
		if i >= 0 && j >= 0 {
			d := unlike(i, j)
			if d > 2 {
				t.Fatalf("%d and %d are matched, %g apart", i, j, d)
			}
			cost += d - 1
		}
		if i >= 0 {
			nextA++
		}
		if j >= 0 {
			nextB++
		}
	})
	if nextA != na || nextB != nb {
		t.Fatalf("%d of %d and %d of %d came", nextA, na, nextB, nb)
	}
	return cost
}

// TestAlign_IsTheLeastCost: of all alignments. Costs are sums of quarters, without rounding.
func TestAlign_IsTheLeastCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for range 2000 {
		na, nb := rng.IntN(6), rng.IntN(6)
		var table [6][6]float64
		for i := range table {
			for j := range table[i] {
				table[i][j] = float64(rng.IntN(13)) / 4
			}
		}
		unlike := func(i, j int) float64 { return table[i][j] }
		if got, want := aligned(t, na, nb, unlike), leastCost(0, na, 0, nb, unlike); got != want {
			t.Fatalf("%d and %d elements, costs %v: %g, least %g", na, nb, table, got, want)
		}
	}
}

// TestAlign_LongOnesInPieces: each element comes once, and equal ones find each other.
func TestAlign_LongOnesInPieces(t *testing.T) {
	same := func(i, j int) float64 {
		if i == j {
			return 0
		}
		return 3
	}
	if cost := aligned(t, 1100, 1100, same); cost != 0 {
		t.Errorf("cost %g of equal sequences", cost)
	}
	if cost := aligned(t, 700, 701, same); cost != 1 {
		t.Errorf("cost %g of sequences of which one has one more at the end", cost)
	}
}

// TestUnlikeImpacts_SharesOfWindowAndSize: half of each is one; beyond the window, or without a time, there is no match.
func TestUnlikeImpacts_SharesOfWindowAndSize(t *testing.T) {
	for _, c := range []struct{ apart, difference, size, want float64 }{
		{0, 0, 10, 0}, {0.025, 0, 10, 0.5}, {-0.025, 5, 10, 1}, {0.05, 10, 10, 2}, {0.0501, 0, 10, 3}, {math.NaN(), 0, 10, 3},
		{0, 0, 0, 0}, {0.025, 5, math.Inf(1), 0.5},
	} {
		if got := UnlikeImpacts(c.apart, 0.05, c.difference, c.size); got != c.want {
			t.Errorf("%+v: %g", c, got)
		}
	}
}
