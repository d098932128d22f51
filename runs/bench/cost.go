package bench

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// cpuSince returns the processor time since an earlier result of processorTime [s], or the wall time if the system does
// not report it.
func cpuSince(before, wall float64) float64 {
	now := processorTime()
	if now < 0 || before < 0 {
		return wall
	}
	return now - before
}

// resetPeakMemory returns unused memory to the system and resets its record of the peak memory of the process, where it
// can.
func resetPeakMemory() {
	debug.FreeOSMemory()
	// Only Linux has the file; elsewhere peakMemory returns 0.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// heapInUse returns the heap in use [bytes]. The contents of a sync.Pool are freed by the second collection.
func heapInUse() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// peakMemory returns the peak memory of the process [MiB], 0 if the system does not report it.
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
