//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package recorder

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
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

// begun returns the writer of a log that has some steps.
func begun(t *testing.T, path string) (w *Writer, before []byte) {
	t.Helper()
	h := bodyHeader(1)
	w, err := Create(path, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range contact(&h, 1, 500) {
		if err := w.Write(&f); err != nil {
			t.Fatal(err)
		}
	}
	if before, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return w, before
}

// TestCreate_RefusesALogBeingWritten: while a writer has a log, another one begun in its place is refused and changes
// nothing, also by way of a link; once the writer is gone, it takes its place.
func TestCreate_RefusesALogBeingWritten(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "live.prang"), filepath.Join(dir, "link.prang")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		w, before := begun(t, path)
		if _, err := Create(name, bodyHeader(1), nil); !errors.Is(err, ErrBusy) {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
			t.Errorf("%s: the log was changed: %v", name, err)
		}
		if err := w.Close(Summary{Ended: Complete}); err != nil {
			t.Errorf("%s: the first writer: %v", name, err)
		}
		again, err := Create(name, bodyHeader(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Close(Summary{Ended: Complete}); err != nil {
			t.Errorf("%s: the next writer: %v", name, err)
		}
	}
}

// TestCreate_OneOfManyAtOnce: of several that begin a log of one name at once, be one there or not, some by way of a link,
// exactly one writes it and keeps it.
func TestCreate_OneOfManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "crash.prang"), filepath.Join(dir, "link.prang")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for round := range geomtest.Trials(160) {
		if round%2 == 0 {
			_ = os.Remove(path)
		}
		var all sync.WaitGroup
		start := make(chan struct{})
		writers, errs := make([]*Writer, 8), make([]error, 8)
		for i := range writers {
			all.Go(func() {
				name := path
				if round%4 >= 2 && i%2 == 1 {
					name = link
				}
				<-start
				writers[i], errs[i] = Create(name, bodyHeader(1), nil)
			})
		}
		close(start)
		all.Wait()
		wrote := 0
		for i, w := range writers {
			if w == nil {
				if !errors.Is(errs[i], ErrBusy) {
					t.Errorf("round %d: %v", round, errs[i])
				}
				continue
			}
			wrote++
			if err := w.Close(Summary{Ended: Complete}); err != nil {
				t.Errorf("round %d: %v", round, err)
			}
		}
		if wrote != 1 {
			t.Fatalf("round %d: %d writers", round, wrote)
		}
	}
}
