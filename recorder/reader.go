package recorder

import (
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"io"
	"os"
)

// ErrNoStep is the error for a step that a log does not have.
var ErrNoStep = errors.New("step is not in the log")

// Reader reads one log. It must not be used by several goroutines at a time.
//
// A closed log is opened through its index, without reading the chunks. An incomplete log, and one whose index does not
// fit, or the copy of whose header is damaged, is scanned. Damaged parts are left out and listed by Problems.
type Reader struct {
	r    io.ReaderAt
	size int64
	file *os.File // what Open opened, else nil

	minor    int // version that the log was written in
	header   *Header
	layout   *layout
	json     []byte // of the header
	log      uint64
	blocks   []indexed // all readable blocks
	chunks   []indexed // those of frames, by step
	assets   []int     // index in blocks of each asset, -1 where it is missing
	complete bool
	summary  *Summary

	scanned      bool
	promised     int64           // frames, by what the scan found: the summary, else the index or damaged chunks
	damage       []string        // what the scan found
	failures     []string        // what decoding found
	seenFailures map[string]bool // those of failures

	simulation Simulation // of a log of the level verify

	dec     chunkDecoder
	cached  decodedChunk
	valid   bool // cached holds a chunk
	lost    block
	lostErr error // of the chunk lost, which is damaged, nil for none: it is not decoded again for each of its steps
	payload []byte
}

// Open opens the log at path. Close the reader after use.
func Open(path string) (*Reader, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a directory", path)
	case !info.Mode().IsRegular(): // to open a pipe would be to wait for its writer
		return nil, fmt.Errorf("%s: %w: it is no regular file", path, ErrNotLog)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.file = f
	return r, nil
}

// IsLog reports whether the file at path begins like a log; it may be damaged, or end, after that.
func IsLog(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var b [len(magic)]byte
	n, err := io.ReadFull(f, b[:])
	return err == nil && string(b[:]) == magic || errors.Is(err, io.ErrUnexpectedEOF) && beginsLog(b[:n])
}

// NewReader reads a log of size bytes from r. The error is or wraps ErrNotLog, ErrVersion, ErrPredictor, ErrDamaged or
// ErrIncomplete, or is one of r. A damaged log is no error as long as a header can be read.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) {
	switch {
	case r == nil:
		return nil, errors.New("log: there is no reader to read from")
	case size < 0:
		return nil, fmt.Errorf("%w: a size of %d bytes", ErrNotLog, size)
	}
	zstd, err := parts.NewDecompressor(maxAssetSize)
	if err != nil {
		return nil, err
	}
	lr := &Reader{r: r, size: size}
	lr.dec.zstd = zstd
	if err := lr.open(); err != nil {
		return nil, err
	}
	return lr, nil
}

// Close closes the file that Open opened.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Header returns the log's header, which must not be changed.
func (r *Reader) Header() *Header { return r.header }

// Minor returns the minor version of the format of the log. If it is above the constant Minor, this package skips what
// it does not know. If the first bytes are damaged the result is the constant Minor.
func (r *Reader) Minor() int { return r.minor }

// Complete reports whether the writer closed the log.
func (r *Reader) Complete() bool { return r.complete }

// Stopped reports whether the run would have gone on: its writer was stopped, or the run was interrupted.
func (r *Reader) Stopped() bool {
	return !r.complete || r.summary != nil && r.summary.Ended == Interrupted
}

// Summary returns how the run ended, and false if the log does not say.
func (r *Reader) Summary() (Summary, bool) {
	if r.summary == nil {
		return Summary{}, false
	}
	return *r.summary, true
}

// Steps returns the number of frames, including the start: one more than the last step that can be read. All steps
// before it can be read, except those that Problems lists.
func (r *Reader) Steps() int64 {
	if len(r.chunks) == 0 {
		return 0
	}
	last := &r.chunks[len(r.chunks)-1]
	return last.number + int64(last.count)
}

// Length returns the number of frames that the log had when it was written, as far as it says.
func (r *Reader) Length() int64 { return max(r.Steps(), r.promised) }

// Damage returns what was found damaged or missing when the log was opened, as Problems does, without reading more of it:
// nothing where the index fitted, however damaged the chunks.
func (r *Reader) Damage() []string { return append(append([]string(nil), r.damage...), r.failures...) }

// Problems reads the whole log once and returns what is damaged or missing in it, one line each with the steps or bytes
// concerned; nothing for an intact log. An incomplete log is no problem in this sense; see Complete.
func (r *Reader) Problems() []string {
	if !r.scanned {
		if err := r.scan(); err != nil {
			r.failed(err)
		}
	}
	return r.Damage()
}

// Chunk describes a readable chunk. Two chunks of logs with the same columns and the same step hold the same steps, bit
// for bit, when Rows, Events and State are equal.
type Chunk struct {
	First  int64 // step
	Steps  int   // number
	Offset int64 // of its block in the file [bytes]
	Size   int64 // of its block [bytes]
	Rows   uint64
	Events uint64
	State  uint64 // Frame.Hash of its last step
	Chain  uint64 // hash of all steps from 0 to its last one
}

// Chunks returns the log's chunks in the order of their steps.
func (r *Reader) Chunks() []Chunk {
	list := make([]Chunk, len(r.chunks))
	for i := range r.chunks {
		c := &r.chunks[i]
		list[i] = Chunk{
			First: c.number, Steps: int(c.count), Offset: c.offset, Size: c.end() - c.offset,
			Rows: c.hashes.rows, Events: c.hashes.events, State: c.hashes.state, Chain: c.hashes.chainOut,
		}
	}
	return list
}

// Chain returns the hash of all steps of the log, a function of the frames alone; 0 for a log without steps.
func (r *Reader) Chain() uint64 {
	if len(r.chunks) == 0 {
		return 0
	}
	return r.chunks[len(r.chunks)-1].hashes.chainOut
}
