package recorder

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// filling is a chunk that is being filled.
type filling struct {
	first    int64 // step
	rows     []uint64
	hashes   []uint64 // Frame.Hash of each step
	events   eventRows
	contacts contactRows
	wheels   []wheelRow
	hasher   rowHasher  // of rows
	turned   []bool     // of each step and object, as in record.Frame; none up to codec 3
	spins    []geom.Vec // the same of each step and of the objects up to the last body
}

// newFilling returns an empty chunk of a layout, with room for its rows.
func newFilling(l *layout) *filling {
	c := &filling{rows: make([]uint64, 0, l.values*l.steps)}
	if l.codec >= 4 && !l.verify {
		c.turned, c.spins = make([]bool, 0, len(l.bodies)*l.steps), make([]geom.Vec, 0, l.moving*l.steps)
	}
	c.reset(0)
	return c
}

// reset empties the chunk.
func (c *filling) reset(first int64) {
	c.first, c.rows, c.hashes = first, c.rows[:0], c.hashes[:0]
	c.hasher.reset()
	c.events.reset()
	c.contacts.reset()
	c.wheels, c.turned, c.spins = c.wheels[:0], c.turned[:0], c.spins[:0]
}

// addTurned adds what a frame says of the turns of the first of n objects, the first of which move. Without their spins
// nothing is known of them.
func (c *filling) addTurned(f *record.Frame, n, moving int) {
	at := len(c.turned)
	c.turned = slices.Grow(c.turned, n)[:at+n]
	row := c.turned[at:]
	clear(row[copy(row, f.Turned):])
	at = len(c.spins)
	c.spins = slices.Grow(c.spins, moving)[:at+moving]
	spins := c.spins[at:]
	for i := copy(spins, f.Spins); i < moving; i++ {
		spins[i] = noSpin
	}
}

// noSpin stands for an angular velocity that is not known.
var noSpin = geom.Vec{X: math.NaN()}

// flush writes the current chunk, or has it written in the background once the one before is done.
func (w *Writer) flush() error {
	c := w.filled
	if err := w.waitForBackground(); err != nil {
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
		w.spare = newFilling(w.layout)
	}
	w.filled, w.spare = w.spare, c
	w.filled.reset(w.next)
	flight := make(chan error, 1)
	w.background = flight
	go func() { flight <- w.encode(c) }()
	return nil
}

// waitForBackground waits for the chunk that is being written and returns its error.
func (w *Writer) waitForBackground() error {
	if w.background != nil {
		err := <-w.background
		w.background = nil
		return err
	}
	return w.err
}

// encode writes a chunk.
func (w *Writer) encode(c *filling) error {
	n := len(c.hashes)
	if err := w.events.gather(&c.events.chunkEvents, c.first, w.step); err != nil {
		w.err = fmt.Errorf("log: %w", err)
		return w.err
	}
	h := hashes{log: w.log, chainIn: w.chain, rows: c.hasher.end(), state: c.hashes[n-1]}
	h.events, w.raw = w.events.hash(w.raw)
	h.chainOut = h.chain(c.first, uint32(n))
	w.begin()
	w.block = h.append(w.block)
	if w.layout.verify {
		w.raw = parts.AppendShuffled64(w.raw[:0], c.hashes)
		w.block = w.zstd.AppendPlanes(w.block, w.raw)
	} else if w.layout.codec >= 4 {
		if w.encode4(c, n); w.err != nil {
			return w.err
		}
	} else {
		w.state.encode(c.rows, n)
		w.block = w.zstd.AppendPlanes(w.block, w.state.first)
		w.block = w.zstd.Append(w.block, w.state.masks, false)
		w.block = w.zstd.AppendPlanes(w.block, w.state.residuals)
		w.raw = w.raw[:0]
		switch {
		case len(c.events.events) == 0:
		case w.layout.codec >= 2:
			w.replaceByResiduals(c)
		default:
			w.raw = w.events.appendRaw(w.raw)
		}
		w.block = w.zstd.Append(w.block, w.raw, true)
	}
	if w.layout.contacts {
		w.block, w.contactChain = w.contacts.appendHead(w.block, w.contactChain, &c.contacts)
		if !w.layout.verify {
			w.block = w.contacts.append(w.block, w.zstd, &c.contacts)
		}
	}
	if n := len(w.layout.wheels); n > 0 && !w.layout.verify {
		w.block = w.wheels.append(w.block, c.wheels, n)
	}
	if err := w.seal(blockChunk, c.first, uint32(n), &h); err != nil {
		return err
	}
	w.chain = h.chainOut
	return w.sync()
}

// encode4 appends the rows and events of a chunk by codec 4 or a later one; an error is in w.err.
func (w *Writer) encode4(c *filling, n int) {
	w.coder4.turned, w.coder4.spins, w.coder4.wrong = c.turned, c.spins, nil
	w.coder4.encode(w.layout, c.rows, n, c.first, &c.events.chunkEvents, &w.events)
	if t := w.coder4.wrong; t != nil {
		w.err = t.in(c.first)
		return
	}
	if w.layout.codec <= 5 {
		w.state.first = parts.AppendShuffled64(w.state.first[:0], w.state.firstRow(c.rows))
		w.block = w.zstd.AppendPlanes(w.block, w.state.first)
	}
	w.raw = w.events.appendHeads(w.raw[:0])
	w.block = w.zstd.Append(w.block, w.raw, true)
	if w.layout.codec >= 8 && len(c.events.events) == 0 && bareSize(len(c.rows)) < streamsSize(&w.coder4.out) {
		w.block = appendBare(w.block, c.rows)
		return
	}
	w.block = appendStreams(w.block, &w.coder4.out)
}

// replaceByResiduals replaces the columns of the events by the residuals of codec 2.
func (w *Writer) replaceByResiduals(c *filling) {
	events := &c.events.chunkEvents
	if w.layout.codec == 2 {
		w.model.start(w.layout, c.rows, c.first)
		w.events.encodeResiduals(&w.model, events)
	} else {
		w.coder.encode(&w.events, w.layout, c.rows, c.first, events)
	}
	w.raw = w.events.appendRaw(w.raw[:0])
}
