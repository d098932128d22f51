package recorder

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

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

	through func() error // writes the file through to the disk; nil where there is none

	step   float64
	layout *layout
	header []byte // its JSON
	log    uint64 // its hash
	zstd   compressor
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
	hasher       rowHasher
	raw          []byte
	block        []byte
	model        eventModel
	coder        eventCoder3
	coder4       coder4
	events       eventEncoder
	contacts     contactCoder
	contactChain uint64

	opts   Options
	spare  *filling   // of a background writer: the one that is not being filled
	flight chan error // of a chunk being encoded; nil for none
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

// filling is a chunk that is being filled.
type filling struct {
	first    int64 // step
	rows     []uint64
	hashes   []uint64 // Frame.Hash of each step
	events   eventRows
	contacts contactRows
}

// newFilling returns an empty chunk with room for so many values.
func newFilling(values int) *filling {
	c := &filling{rows: make([]uint64, 0, values)}
	c.reset(0)
	return c
}

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
	if err := w.start(assets); err != nil {
		w.file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// NewWriter begins a log with a header and the assets. It refuses a header with which frames could not be read back:
// columns without owner, name or known predictor, and values that JSON cannot hold.
func NewWriter(w io.Writer, h Header, assets []Asset) (*Writer, error) {
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
	c, err := newCompressor()
	if err != nil {
		return nil, err
	}
	w := &Writer{step: step, layout: l, header: header, log: logID(header), zstd: c}
	w.state.layout = l
	w.filled = newFilling(l.values * l.steps)
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
// that does not fit the header is refused with an error, and changes nothing.
func (w *Writer) Write(f *record.Frame) error {
	if w.flight == nil && w.err != nil {
		return w.err
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
	row := c.rows[at:][:len(f.Values)]
	for i, v := range f.Values {
		row[i] = math.Float64bits(v)
	}
	c.events.add(f.Events, size)
	if w.layout.contacts {
		c.contacts.add(f.Contacts)
	}
	c.hashes = append(c.hashes, f.Hash)
	w.hash = f.Hash
	w.next++
	if w.pending() == w.layout.steps {
		return w.flush()
	}
	return nil
}

// pending returns the number of steps of the chunk at hand.
func (w *Writer) pending() int { return len(w.filled.hashes) }

// check reports what does not fit of a frame whose events take so many bytes.
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
	if size > maxEventsSize-4 {
		return fmt.Errorf("log: step %d: %d events of %d bytes, at most %d fit", f.Step, len(f.Events), size, maxEventsSize)
	}
	return nil
}

// flush writes the chunk at hand, or has it written in the background once the one before is done.
func (w *Writer) flush() error {
	c := w.filled
	if err := w.land(); err != nil {
		return err
	}
	w.chunks++
	w.whole = w.pending() == w.layout.steps
	if !w.opts.Background {
		err := w.encode(c)
		c.reset(w.next)
		return err
	}
	if w.spare == nil {
		w.spare = newFilling(cap(c.rows))
	}
	w.filled, w.spare = w.spare, c
	w.filled.reset(w.next)
	flight := make(chan error, 1)
	w.flight = flight
	go func() { flight <- w.encode(c) }()
	return nil
}

// land waits for the chunk that is being written in the background and returns its error.
func (w *Writer) land() error {
	if w.flight != nil {
		err := <-w.flight
		w.flight = nil
		return err
	}
	return w.err
}

// reset makes the chunk an empty one.
func (c *filling) reset(first int64) {
	c.first, c.rows, c.hashes = first, c.rows[:0], c.hashes[:0]
	c.events.reset()
	c.contacts.reset()
}

// encode writes a chunk.
func (w *Writer) encode(c *filling) error {
	n := len(c.hashes)
	if err := w.events.gather(&c.events.chunkEvents, c.first, w.step); err != nil {
		w.err = fmt.Errorf("log: %w", err)
		return w.err
	}
	h := hashes{log: w.log, chainIn: w.chain, rows: w.hasher.sum(c.rows), state: c.hashes[n-1]}
	h.events, w.raw = w.events.hash(w.raw)
	h.chainOut = h.chain(c.first, uint32(n))
	w.begin()
	w.block = h.append(w.block)
	if w.layout.verify {
		w.raw = appendShuffled64(w.raw[:0], c.hashes)
		w.block = w.zstd.appendPlanes(w.block, w.raw)
	} else if w.layout.codec >= 4 {
		w.encode4(c, n)
	} else {
		w.state.encode(c.rows, n)
		w.block = w.zstd.appendPlanes(w.block, w.state.first)
		w.block = w.zstd.appendPart(w.block, w.state.masks, false)
		w.block = w.zstd.appendPlanes(w.block, w.state.residuals)
		w.raw = w.raw[:0]
		switch {
		case len(c.events.events) == 0:
		case w.layout.codec >= 2:
			w.foretellEvents(c)
		default:
			w.raw = w.events.appendRaw(w.raw)
		}
		w.block = w.zstd.appendPart(w.block, w.raw, true)
	}
	if w.layout.contacts {
		w.block, w.contactChain = w.contacts.appendHead(w.block, w.contactChain, &c.contacts)
		if !w.layout.verify {
			w.block = w.contacts.append(w.block, w.zstd, &c.contacts)
		}
	}
	if err := w.seal(blockChunk, c.first, uint32(n), &h); err != nil {
		return err
	}
	w.chain = h.chainOut
	return w.sync()
}

// encode4 appends the rows and events of a chunk by codec 4, 5 or 6.
func (w *Writer) encode4(c *filling, n int) {
	w.coder4.encode(w.layout, c.rows, n, c.first, &c.events.chunkEvents, &w.events)
	if w.layout.codec <= 5 {
		w.state.first = appendShuffled64(w.state.first[:0], w.state.firstRow(c.rows))
		w.block = w.zstd.appendPlanes(w.block, w.state.first)
	}
	w.raw = w.events.appendHeads(w.raw[:0])
	w.block = w.zstd.appendPart(w.block, w.raw, true)
	w.block = w.coder4.appendStreams(w.block)
}

// foretellEvents replaces the columns of the events by those of codec 2.
func (w *Writer) foretellEvents(c *filling) {
	events := &c.events.chunkEvents
	if w.layout.codec == 2 {
		w.model.start(w.layout, c.rows, c.first)
		w.events.encodeResiduals(&w.model, events)
	} else {
		w.coder.encode(&w.events, w.layout, c.rows, c.first, events)
	}
	w.raw = w.events.appendRaw(w.raw[:0])
}

// use makes a file the log's.
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

// sync writes through to the disk what was written, where that is asked for.
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

// Close writes the last chunk, the copy of the header, the summary, the index and the end. Without Close a log is still
// readable up to its last whole chunk. Close returns the error of an earlier Write, if there was one, and one where the
// file that Create has made is no longer found by its name.
func (w *Writer) Close(s Summary) error {
	if w.land() == nil {
		w.finish(s)
	}
	err := w.err
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

func (w *Writer) finish(s Summary) {
	if w.pending() > 0 && (w.flush() != nil || w.land() != nil) {
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
	w.block = w.zstd.appendPart(w.block, j, true)
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
	w.block = w.zstd.appendPart(w.block, w.header, true)
	return w.seal(kind, 0, 0, nil)
}

// The payload of an asset: u32 bytes of the name | name | SHA-256 of the data | part.
func (w *Writer) writeAsset(i int, a *Asset) error {
	sum := sha256.Sum256(a.Data)
	w.begin()
	w.block = binary.LittleEndian.AppendUint32(w.block, uint32(len(a.Name)))
	w.block = append(w.block, a.Name...)
	w.block = append(w.block, sum[:]...)
	w.block = w.zstd.appendPart(w.block, a.Data, true)
	return w.seal(blockAsset, int64(i), 1, nil)
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
