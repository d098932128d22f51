//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package recorder

import "os"

const locking = false

// lock is for systems that release the lock of a process that was killed.
func lock(*os.File, bool) (taken bool) { return false }
