package recorder

import (
	"syscall"
	"time"
	"unsafe"
)

// cpuTime returns how long the thread has been on a core, whatever else the machine does.
func cpuTime() time.Duration {
	const thread = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, thread, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}
