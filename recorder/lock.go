package recorder

import (
	"errors"
	"os"
)

// ErrBusy is the error of resuming a log that is being written.
var ErrBusy = errors.New("a run is writing this log: wait until it ends")

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

// reserve locks a regular file for this writer, or returns ErrBusy.
func reserve(f *os.File) error {
	if regular(f) && lock(f, true) {
		return ErrBusy
	}
	return nil
}

func regular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
