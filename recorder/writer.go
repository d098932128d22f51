package recorder

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// Writer writes one log. It must not be used by several goroutines at a time.
//
// It writes every block with one call to the underlying writer's Write. An error of the underlying writer is final:
// Write returns it at once, and so does every later call. What was written up to the last whole chunk is a readable
// log.
type Writer struct {
	w      io.Writer
	file   *os.File // what Create opened, else nil
	path   string   // of file, absolute
	offset int64    // behind the last whole block
	err    error

	through func() error // flushes the file to the disk; nil without a file

	step   float64
	layout *layout
	header []byte // its JSON
	log    uint64 // its hash
	zstd   parts.Compressor
	index  []byte
	blocks uint32

	chunks  int64 // written
	snapped int64 // chunks before the last snapshot
	whole   bool  // the last chunk has its full length

	next         int64  // step that Write expects
	hash         uint64 // Frame.Hash of the last step
	filled       *filling
	chain        uint64
	state        stateEncoder
	raw          []byte
	block        []byte
	model        eventModel
	coder        eventCoder3
	coder4       coder4
	events       eventEncoder
	contacts     contactCoder
	contactChain uint64
	wheels       wheelCoder
	wheelsNow    []wheelRow // of the frame being written

	opts       Options
	spare      *filling   // of a background writer: the one that is not being filled
	background chan error // of a chunk being encoded; nil for none
}

// Options are the options of writing a log. None of them changes a byte of it.
type Options struct {
	// Sync flushes each chunk to the disk before the next one, so that a power loss loses no more than a kill.
	Sync bool
	// Background encodes and writes a chunk while the next one is being filled. A kill then loses at most two chunks,
	// not one, and a write error is returned when the next chunk is full.
	Background bool
}

// Use sets the options. Call it before the first frame.
func (w *Writer) Use(o Options) { w.opts = o }

// NewWriter begins a log with a header and the assets. It refuses a header with which frames could not be read back:
// columns without owner, name or known predictor, and values that JSON cannot hold; objects of the same name, a body or
// mover called WorldName, and a body without the columns x, q, v, L side by side.
func NewWriter(w io.Writer, h Header, assets []Asset) (*Writer, error) {
	if w == nil {
		return nil, errors.New("log: there is no writer to write to")
	}
	lw, err := newWriter(h, assets)
	if err != nil {
		return nil, err
	}
	lw.w = w
	if err := lw.start(assets); err != nil {
		return nil, err
	}
	return lw, nil
}

// newWriter returns a writer that has written nothing yet.
func newWriter(h Header, assets []Asset) (*Writer, error) {
	if err := h.complete(assets); err != nil {
		return nil, fmt.Errorf("log header: %w", err)
	}
	l, err := newLayout(&h)
	if err == nil {
		err = h.checkObjects()
	}
	if err != nil {
		return nil, fmt.Errorf("log header: %w", err)
	}
	j, err := json.Marshal(&h)
	if err != nil {
		return nil, fmt.Errorf("log header: %w", err)
	}
	if len(j) > maxHeaderSize {
		return nil, fmt.Errorf("log header: %d bytes of JSON, at most %d fit", len(j), maxHeaderSize)
	}
	if _, _, err := parseHeader(j); err != nil {
		return nil, fmt.Errorf("log header: it could not be read back: %w", err)
	}
	return writerOf(h.Step, l, j)
}

// writerOf returns the writer of a log whose header is known.
func writerOf(step float64, l *layout, header []byte) (*Writer, error) {
	c, err := parts.NewCompressor()
	if err != nil {
		return nil, err
	}
	w := &Writer{step: step, layout: l, header: header, log: logID(header), zstd: c}
	w.state.layout = l
	w.filled = newFilling(l)
	return w, nil
}

// start writes what comes before the chunks.
func (w *Writer) start(assets []Asset) error {
	if err := w.write(appendPreamble(nil)); err != nil {
		return err
	}
	if err := w.writeHeader(blockHeader); err != nil {
		return err
	}
	for i := range assets {
		if err := w.writeAsset(i, &assets[i]); err != nil {
			return err
		}
	}
	return nil
}

// Write adds a frame and the events of its step. Frames come in order, from step 0. It copies what it keeps. A frame
// that does not fit the header is refused with an error, and changes nothing. Events are kept as they are: neither their
// kinds nor their objects are checked.
func (w *Writer) Write(f *record.Frame) error {
	if w.background == nil && w.err != nil {
		return w.err
	}
	if f == nil {
		return fmt.Errorf("log: no frame where that of step %d is due", w.next)
	}
	size := eventsSize(f.Events)
	if err := w.check(f, size); err != nil {
		return err
	}
	c := w.filled
	if w.pending() > 0 && (c.events.bytes+size > chunkBytes || len(c.contacts.list)+len(f.Contacts) > chunkContacts) {
		if err := w.flush(); err != nil {
			return err
		}
		c = w.filled
	}
	at := len(c.rows)
	c.rows = slices.Grow(c.rows, len(f.Values))[:at+len(f.Values)]
	c.hasher.take(c.rows[at:], f.Values)
	c.events.add(f.Events, size)
	if w.layout.contacts {
		c.contacts.add(f.Contacts)
	}
	c.wheels = append(c.wheels, w.wheelsNow...)
	if w.layout.codec >= 4 && !w.layout.verify {
		c.addTurned(f, len(w.layout.bodies), w.layout.moving)
	}
	c.hashes = append(c.hashes, f.Hash)
	w.hash = f.Hash
	w.next++
	if w.pending() == w.layout.steps {
		return w.flush()
	}
	return nil
}

// pending returns the number of steps of the current chunk.
func (w *Writer) pending() int { return len(w.filled.hashes) }

// check returns an error for a frame that does not fit the header; size is that of its events.
func (w *Writer) check(f *record.Frame, size int) error {
	switch {
	case f.Step != w.next:
		return fmt.Errorf("log: frame of step %d where step %d is due", f.Step, w.next)
	case f.Step >= maxSteps:
		return fmt.Errorf("log: step %d: a log holds %d", f.Step, int64(maxSteps))
	case len(f.Values) != w.layout.values:
		return fmt.Errorf("log: step %d: %d values, the columns have %d", f.Step, len(f.Values), w.layout.values)
	case math.Float64bits(f.Time) != math.Float64bits(float64(float64(f.Step)*w.step)):
		return fmt.Errorf("log: step %d: time %v s, must be step × %v s", f.Step, f.Time, w.step)
	}
	if w.layout.contacts {
		if n := len(f.Contacts); n > maxContacts {
			return fmt.Errorf("log: step %d: %d contact forces, at most %d fit", f.Step, n, maxContacts)
		}
		if err := checkContacts(f.Contacts, len(w.layout.bodies)); err != nil {
			return fmt.Errorf("log: step %d: %w", f.Step, err)
		}
	}
	if len(w.layout.wheels) > 0 {
		var err error
		if w.wheelsNow, err = w.layout.packWheels(w.wheelsNow[:0], f.Wheels); err != nil {
			return fmt.Errorf("log: step %d: %w", f.Step, err)
		}
	}
	if size > maxEventsSize-4 {
		return fmt.Errorf("log: step %d: %d events of %d bytes, at most %d fit", f.Step, len(f.Events), size, maxEventsSize)
	}
	return nil
}

// Close writes the last chunk, the copy of the header, the summary, the index and the end. Without Close a log is still
// readable up to its last whole chunk. Close returns the error of an earlier Write, if there was one, one where the
// file that Create has made is no longer found by its name, and one for a summary that does not say how the run ended: the
// log is then closed as one of a run that failed.
func (w *Writer) Close(s Summary) error {
	unknown := s.checkEnded()
	if unknown != nil {
		s.Ended = Failed
	}
	if w.waitForBackground() == nil {
		w.finish(s)
	}
	err := w.err
	if err == nil {
		err = unknown
	}
	if w.file != nil {
		for _, e := range [2]error{w.inPlace(), w.file.Close()} {
			if err == nil {
				err = e
			}
		}
		w.file = nil
	}
	if w.err == nil {
		w.err = errors.New("log: it is closed")
	}
	return err
}

// finish writes all that follows the frames; an error is in w.err.
func (w *Writer) finish(s Summary) {
	if w.pending() > 0 && (w.flush() != nil || w.waitForBackground() != nil) {
		return
	}
	if w.writeHeader(blockHeaderCopy) != nil {
		return
	}
	s.Steps, s.FinalHash, s.Contacts = w.next, w.hash, w.contactChain
	j, err := s.marshal()
	if err != nil {
		w.err = fmt.Errorf("log summary: %w", err)
		return
	}
	w.begin()
	w.block = w.zstd.Append(w.block, j, true)
	if w.seal(blockSummary, 0, 0, nil) != nil {
		return
	}
	at := w.offset
	w.begin()
	w.block = binary.LittleEndian.AppendUint32(w.block, w.blocks)
	w.block = append(w.block, w.index...)
	if w.seal(blockIndex, 0, 0, nil) != nil {
		return
	}
	if w.write(appendEnd(w.block[:0], at, uint32(w.offset-at))) == nil {
		_ = w.sync() // it latches its error
	}
}

func (w *Writer) writeHeader(kind uint8) error {
	w.begin()
	w.block = w.zstd.Append(w.block, w.header, true)
	return w.seal(kind, 0, 0, nil)
}

// The payload of an asset: u32 bytes of the name | name | SHA-256 of the data | part.
func (w *Writer) writeAsset(i int, a *Asset) error {
	sum := sha256.Sum256(a.Data)
	w.begin()
	w.block = binary.LittleEndian.AppendUint32(w.block, uint32(len(a.Name)))
	w.block = append(w.block, a.Name...)
	w.block = append(w.block, sum[:]...)
	w.block = w.zstd.Append(w.block, a.Data, true)
	return w.seal(blockAsset, int64(i), 1, nil)
}
