package recorder

import (
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Create begins a log in a new file at path, which replaces an existing one. Readers that have the old file open keep
// it. A log that another writer is writing stays its own: the error is ErrBusy, where the system has locks; elsewhere
// that writer's Close returns ErrLost. Two writers never mix their logs. Close closes the file. A header that NewWriter
// would refuse leaves the existing file unchanged.
func Create(path string, h Header, assets []Asset) (*Writer, error) {
	w, err := newWriter(h, assets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := createAnew(path)
	if errors.Is(err, ErrBusy) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		return nil, err
	}
	w.use(f)
	if err = w.start(assets); err != nil {
		w.file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// use writes the log to a file.
func (w *Writer) use(f *os.File) {
	w.file, w.w, w.path = f, f, f.Name()
	if full, err := filepath.Abs(w.path); err == nil {
		w.path = full
	}
	listed := false
	w.through = func() error {
		if err := f.Sync(); err != nil || listed {
			return err
		}
		listed = true
		// That the file is there at all stands in its directory. Not every system can write that through, nor has to.
		if dir, err := os.Open(filepath.Dir(f.Name())); err == nil {
			_ = dir.Sync()
			dir.Close()
		}
		return nil
	}
}

// sync flushes the file to the disk, if the options ask for it.
func (w *Writer) sync() error {
	if !w.opts.Sync || w.through == nil {
		return nil
	}
	if err := w.through(); err != nil {
		w.err = fmt.Errorf("log: writing through to the disk: %w", err)
	}
	return w.err
}

// createAnew creates a file that is reserved for its writer, in place of an existing regular one. A file that is not
// regular, or cannot be removed, is emptied. The error is ErrBusy where another writer has reserved the existing file, or
// others are always faster.
func createAnew(path string) (*os.File, error) {
	for range 8 { // another process may be faster
		free, err := vacate(path)
		if err != nil {
			return nil, err
		}
		flags := 0
		if free {
			flags = os.O_EXCL
		}
		f, err := openReserved(path, flags)
		if free && errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil || !regular(f) {
			return f, err
		}
		if !isAt(f, path) {
			f.Close() // another process has removed it before it was reserved
			continue
		}
		if err := f.Truncate(0); err != nil {
			f.Close()
			return nil, err
		}
		return f, nil
	}
	return nil, ErrBusy
}

// openReserved opens the file at path for a writer, and makes it where there is none.
func openReserved(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|flags, 0o666)
	if err != nil {
		return nil, err
	}
	if err := Reserve(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// vacate removes a regular file at path, and reports whether a new one can be made there. The error is ErrBusy where a
// writer has the file. It is reserved meanwhile: of several processes one removes it, and none what another has made.
func vacate(path string) (free bool, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return true, nil // what is wrong shows when the file is made
	}
	if !info.Mode().IsRegular() {
		return false, nil
	}
	if locking {
		old, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return true, nil // another process has removed it, and may have made the next one by now
		}
		if err != nil {
			return false, err // it cannot be reserved, so it is not removed
		}
		defer old.Close()
		if err := Reserve(old); err != nil {
			return false, err
		}
		if !isAt(old, path) {
			return true, nil // it is another one by now: that is looked at next
		}
	}
	return os.Remove(path) == nil, nil
}

// isAt reports whether a path leads to an open file.
func isAt(f *os.File, path string) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(own, named)
}

// inPlace returns ErrLost where the path of a regular file no longer leads to it.
func (w *Writer) inPlace() error {
	if regular(w.file) && !isAt(w.file, w.path) {
		return fmt.Errorf("%s: %w", w.file.Name(), ErrLost)
	}
	return nil
}

// begin makes w.block an empty payload behind room for its frame.
func (w *Writer) begin() { w.block = parts.Extend(w.block[:0], frameSize) }

// seal writes the block and adds it to the index.
func (w *Writer) seal(kind uint8, number int64, count uint32, h *hashes) error {
	sealBlock(w.block, kind, number, count)
	b := block{offset: w.offset, kind: kind, size: uint32(len(w.block) - frameSize), number: number, count: count}
	if err := w.write(w.block); err != nil {
		return err
	}
	if h == nil {
		h = &hashes{}
	}
	w.index = appendEntry(w.index, &b, h)
	w.blocks++
	return nil
}

// write writes b with one call and latches what goes wrong. Of a file, what was written of b is cut off again.
func (w *Writer) write(b []byte) error {
	n, err := w.w.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("log: block at byte %d: %w", w.offset, err)
		if w.file != nil {
			_ = w.file.Truncate(w.offset) // a reader finds the last whole block even if this fails
		}
		return w.err
	}
	w.offset += int64(n)
	return nil
}
