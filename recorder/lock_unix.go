//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package recorder

import (
	"errors"
	"os"
	"syscall"
)

// locking: the system has locks.
const locking = true

// lock reserves a file for its writer, or for a moment for a reader who asks whether it has one, and reports whether
// another writer has it. It lasts until the file is closed, however the process ends. A file system without locks has
// none.
func lock(f *os.File, write bool) (taken bool) {
	how := syscall.LOCK_SH
	if write {
		how = syscall.LOCK_EX
	}
	c, err := f.SyscallConn()
	if err != nil {
		return false
	}
	failed := c.Control(func(fd uintptr) { err = syscall.Flock(int(fd), how|syscall.LOCK_NB) })
	return failed == nil && errors.Is(err, syscall.EWOULDBLOCK)
}
