package geomtest

import (
	"runtime"
	"runtime/debug"
)

// Allocations returns how often n calls of f allocate, all together: the least of up to three trials, as the runtime
// itself allocates now and then, each after a call of again. testing.AllocsPerRun rounds the mean of its calls down: of
// less than one allocation a call it tells nothing. Not for parallel tests.
func Allocations(n int, again, f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector allocates too
	least := ^uint64(0)
	for trial := 0; trial < 3 && least > 0; trial++ {
		again()
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least
}
