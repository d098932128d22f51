package recorder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Create begins a log in a new file at path, which replaces an existing one. Readers and writers that have the old file
// open keep it: two writers never mix their logs. Close closes the file. A header that NewWriter would refuse leaves
// the existing file unchanged.
func Create(path string, h Header, assets []Asset) (*Writer, error) {
	w, err := newWriter(h, assets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := createAnew(path)
	if err != nil {
		return nil, err
	}
	w.use(f)
	if err = reserve(f); err == nil {
		err = w.start(assets)
	}
	if err != nil {
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

// createAnew creates a file, in place of an existing regular one. A file that is not regular, or cannot be removed, is
// truncated.
func createAnew(path string) (*os.File, error) {
	for range 8 { // another process may be faster
		if info, err := os.Lstat(path); err == nil && (!info.Mode().IsRegular() || os.Remove(path) != nil) {
			break
		}
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return os.Create(path)
}

// inPlace returns an error where the path of a regular file no longer leads to it.
func (w *Writer) inPlace() error {
	own, err := w.file.Stat()
	if err != nil || !own.Mode().IsRegular() {
		return nil
	}
	if named, err := os.Stat(w.path); err != nil || !os.SameFile(own, named) {
		return fmt.Errorf("%s: the log of this run is lost: another run has begun one of that name, or it was removed: give each a name of its own", w.file.Name())
	}
	return nil
}

// begin makes w.block an empty payload behind room for its frame.
func (w *Writer) begin() { w.block = extend(w.block[:0], frameSize) }

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
