package bench

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// cpuSince returns the processor time since an answer of processorTime [s], the wall time where the system does not
// tell.
func cpuSince(before, wall float64) float64 {
	now := processorTime()
	if now < 0 || before < 0 {
		return wall
	}
	return now - before
}

// forgetPeak gives unused memory back and makes the system forget the most that the process has held, where it can.
func forgetPeak() {
	debug.FreeOSMemory()
	// Linux alone has the file; elsewhere peakMemory answers 0.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// heap returns what is in use of the heap [bytes]. What sync.Pools keep goes after the second collection.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// peakMemory returns the most memory that the process has held [MiB], 0 where the system does not tell.
func peakMemory() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			if err == nil {
				return kib / 1024
			}
		}
	}
	return 0
}
