//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package recorder

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestResume_RefusesALogBeingWritten: while a writer has a log, be it of a run or of a resumed one, resuming it is refused
// and changes nothing; once the writer is gone, as by a kill, it is continued.
func TestResume_RefusesALogBeingWritten(t *testing.T) {
	h := bodyHeader(1)
	frames := contact(&h, 1, 600)
	path := filepath.Join(t.TempDir(), "live.prang")
	w, err := Create(path, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 500 {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !Busy(path) {
		t.Error("not busy while it is written")
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Resume(path); !errors.Is(err, ErrBusy) {
		t.Errorf("while it is written: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the log was changed: %v", err)
	}
	w.file.Close() // as a kill does
	if Busy(path) {
		t.Error("busy without a writer")
	}
	again, steps, err := Resume(path)
	if err != nil || steps != 480 {
		t.Fatalf("%d steps, %v", steps, err)
	}
	if _, _, err := Resume(path); !errors.Is(err, ErrBusy) {
		t.Errorf("while it is resumed: %v", err)
	}
	for i := range frames[steps:] {
		if err := again.Write(&frames[int(steps)+i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := again.Close(Summary{Ended: Complete}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Resume(path); !errors.Is(err, ErrComplete) {
		t.Errorf("complete: %v", err)
	}
}
