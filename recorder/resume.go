package recorder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrComplete is the error of resuming a whole log of a run that has ended.
var ErrComplete = errors.New("the run is complete: there is nothing to continue")

// Resume opens the log at path to continue it: one whose writer was stopped, of an interrupted run, or damaged. It cuts
// off what follows the last whole chunk of full length, and returns the writer and the number of steps that the log
// keeps, which is the step of the next frame. A writer that is given the same frames as the first one writes the same
// bytes.
//
// Damage before the end is cut off with all that follows it; a damaged header is written again from its copy. The error is
// ErrComplete for a whole log of a run that has ended, and ErrBusy for one that is being written; it wraps ErrDamaged if
// the header and its copy or an asset cannot be read, ErrIncomplete if the log ends before them. The file is then
// unchanged.
func Resume(path string) (w *Writer, steps int64, err error) {
	r, err := Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	w, head, err := r.resume()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, 0, err
	}
	w.use(f)
	if err = Reserve(f); err == nil {
		if info, e := f.Stat(); e == nil && info.Size() != r.size || !isAt(f, path) {
			err = ErrBusy // until just now
		}
	}
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	if _, err = w.file.WriteAt(head, 0); err == nil {
		err = w.file.Truncate(w.offset)
	}
	if err == nil {
		_, err = w.file.Seek(w.offset, io.SeekStart)
	}
	if err != nil {
		w.file.Close()
		return nil, 0, err
	}
	return w, w.next, nil
}

// Kept returns the number of steps of a log that Resume would keep, and its errors, without changing the file.
func Kept(r *Reader) (steps int64, err error) {
	w, _, err := r.resume()
	if err != nil {
		return 0, err
	}
	return w.next, nil
}

// resume returns a writer in the state that it had behind the last block that is kept, and what is damaged at the
// beginning of the file and must be written there again.
func (r *Reader) resume() (w *Writer, head []byte, err error) {
	if !r.scanned {
		if err := r.scan(); err != nil {
			return nil, nil, err
		}
	}
	var pre [preambleSize]byte
	if err := r.read(pre[:], 0); err != nil {
		return nil, nil, err
	}
	if checkPreamble(pre[:]) != nil {
		head = appendPreamble(nil)
	}
	if r.complete && r.summary != nil && r.summary.Ended == Complete && len(r.damage) == 0 && head == nil {
		return nil, nil, ErrComplete
	}
	if w, err = writerOf(r.header.Step, r.layout, r.json); err != nil {
		return nil, nil, err
	}
	w.offset = preambleSize
	if !r.begins(w.offset) {
		if head, err = w.head(); err != nil {
			return nil, nil, err
		}
	}
	assets := 0
	for i := range r.blocks {
		b := &r.blocks[i]
		if b.offset != w.offset || !r.follows(w, b, i, &assets) {
			break
		}
		w.index = appendEntry(w.index, &b.block, &b.hashes)
		w.blocks++
		w.offset = b.end()
	}
	if r.layout.contacts && w.next > 0 {
		if err := r.load(w.next - 1); err != nil {
			return nil, nil, err
		}
		w.contactChain = r.cached.contactChain
	}
	if w.blocks < uint32(1+len(r.header.Assets)) || int64(len(head)) > preambleSize && !r.begins(int64(len(head))) {
		if len(r.damage) == 0 {
			return nil, nil, fmt.Errorf("%w: it ends before its first step: run the scenario again", ErrIncomplete)
		}
		return nil, nil, fmt.Errorf("%w: the header or an asset cannot be read: run the scenario again", ErrDamaged)
	}
	return w, head, nil
}

// begins reports whether the first whole block begins at an offset.
func (r *Reader) begins(offset int64) bool { return len(r.blocks) > 0 && r.blocks[0].offset == offset }

// head returns the preamble and the header, and brings the writer behind them.
func (w *Writer) head() ([]byte, error) {
	var b bytes.Buffer
	w.w, w.offset = &b, 0
	if err := w.start(nil); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// follows reports whether a block is what the writer would have written next, and brings the writer behind it.
func (r *Reader) follows(w *Writer, b *indexed, i int, assets *int) bool {
	switch b.kind {
	case blockHeader:
		return w.blocks == 0
	case blockAsset:
		ok := int(w.blocks) == 1+*assets && b.number == int64(*assets) && *assets < len(r.header.Assets)
		*assets++
		return ok
	case blockChunk:
		c := r.chunkAt(b.offset)
		if c == nil || *assets < len(r.header.Assets) || c.number != w.next || c.hashes.chainIn != w.chain {
			return false
		}
		if int(c.count) < r.layout.steps && !r.continues(i, c) {
			return false // it may have been the last of a run that was interrupted
		}
		b.hashes = c.hashes
		w.next = c.number + int64(c.count)
		w.filled.first, w.chain, w.hash = w.next, c.hashes.chainOut, c.hashes.state
		w.chunks++
		w.whole = int(c.count) == r.layout.steps
		return true
	case blockSnapshot:
		if b.number != w.next-1 || !w.SnapshotDue() {
			return false
		}
		w.snapped = w.chunks
		return true
	}
	return false
}

// chunkAt returns the chunk whose block begins at an offset, nil for none.
func (r *Reader) chunkAt(offset int64) *indexed {
	for i := range r.chunks {
		if r.chunks[i].offset == offset {
			return &r.chunks[i]
		}
	}
	return nil
}

// continues reports whether a whole chunk of the following steps lies behind block i.
func (r *Reader) continues(i int, c *indexed) bool {
	for _, b := range r.blocks[i+1:] {
		if b.kind == blockChunk {
			return b.number == c.number+int64(c.count)
		}
	}
	return false
}
