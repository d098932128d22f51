package geomtest

import "testing"

var kept *[4]int

// One allocation in a thousand calls is told, unless it comes in one trial alone.
func TestAllocations_TellsOfOne(t *testing.T) {
	for _, want := range []uint64{0, 1, 3} {
		calls, trials := 0, 0
		got := Allocations(1000, func() { calls, trials = 0, trials+1 }, func() {
			if calls++; calls > 997 && uint64(calls) <= 997+want {
				kept = new([4]int)
			}
		})
		if got != want || calls != 1000 || trials != 1 && want == 0 || trials != 3 && want > 0 {
			t.Errorf("%d allocations in %d calls, %d trials, want %d", got, calls, trials, want)
		}
	}
	trials := 0
	if got := Allocations(10, func() { trials++ }, func() {
		if trials == 1 {
			kept = new([4]int)
		}
	}); got != 0 || trials != 2 {
		t.Errorf("%d allocations in the least of %d trials", got, trials)
	}
}
