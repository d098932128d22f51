package recorder

import (
	"errors"
	"os"
	"time"
)

// ErrBusy is the error of resuming a log that is being written, and of beginning another one in its place.
var ErrBusy = errors.New("a run is writing this log: wait until it ends")

// ErrLost is the error of closing a log that is no longer at its path.
var ErrLost = errors.New("the log of this run is lost: another run has begun one of that name, or it was removed: give each a name of its own")

// Busy reports whether a process is writing the log at path, as far as the system tells: on Windows and in a browser it
// does not.
func Busy(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return regular(f) && lock(f, false)
}

// How often a file is asked for before another writer is believed to have it, and the time between: whoever calls Busy
// has it for a moment.
const (
	reserveTries = 10
	reservePause = 5 * time.Millisecond
)

// Reserve locks a regular file for this writer until it is closed, where the system has locks, or returns ErrBusy.
func Reserve(f *os.File) error {
	if !regular(f) {
		return nil
	}
	for range reserveTries {
		if !lock(f, true) {
			return nil
		}
		time.Sleep(reservePause)
	}
	return ErrBusy
}

func regular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
