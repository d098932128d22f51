package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"slices"
)

// open reads the header and the list of blocks, from the index where there is one that fits.
func (r *Reader) open() error {
	pre := make([]byte, min(r.size, preambleSize))
	if err := r.read(pre, 0); err != nil {
		return err
	}
	broken := checkPreamble(pre)
	r.minor = Minor
	if broken == nil {
		r.minor = int(binary.LittleEndian.Uint16(pre[len(magic)+2:]))
	}
	if errors.Is(broken, ErrVersion) || errors.Is(broken, ErrIncomplete) {
		return broken
	}
	if broken == nil && r.openIndexed() {
		return nil
	}
	if broken != nil {
		if !r.headerFollows() {
			return broken
		}
		r.failures = append(r.failures, "the first 20 bytes are damaged")
	}
	return r.scan()
}

// headerFollows reports whether a whole header follows an invalid preamble.
func (r *Reader) headerFollows() bool {
	var b [frameSize]byte
	if r.size < preambleSize+frameSize || r.read(b[:], preambleSize) != nil {
		return false
	}
	f, ok := parseFrame(b[:], preambleSize)
	if !ok || f.kind != blockHeader {
		return false
	}
	_, err := r.readBlock(&f)
	return err == nil
}

// openIndexed opens a closed log through its index and reports whether all that it read was right.
func (r *Reader) openIndexed() bool {
	var end [endSize]byte
	if r.size < preambleSize+endSize || r.read(end[:], r.size-endSize) != nil {
		return false
	}
	offset, size, ok := parseEnd(end[:])
	if !ok || size < frameSize || offset < preambleSize || offset+int64(size) != r.size-endSize {
		return false
	}
	index := block{offset: offset, kind: blockIndex, size: size - frameSize}
	payload, err := r.readBlock(&index)
	if err != nil {
		return false
	}
	list, err := parseIndex(payload, offset)
	if err != nil {
		return false
	}
	r.blocks = list
	for i := range list {
		b := &list[i].block
		switch b.kind {
		case blockHeader:
			if r.header == nil && r.useHeader(b) != nil {
				return false
			}
		case blockHeaderCopy:
			if _, err := r.readBlock(b); err != nil {
				return false // the scan tells
			}
		case blockSummary:
			r.useSummary(b)
		case blockChunk:
			r.chunks = append(r.chunks, list[i])
		}
	}
	if r.header == nil || r.summary == nil {
		return false
	}
	for i := range r.chunks {
		if int(r.chunks[i].count) > r.layout.steps {
			return false
		}
	}
	r.complete = true
	return true
}

// useHeader reads the header of the log from block b.
func (r *Reader) useHeader(b *block) error {
	payload, err := r.readBlock(b)
	if err != nil {
		return err
	}
	p, _, err := parts.ReadRatio(payload, maxHeaderSize)
	if err != nil {
		return err
	}
	var own []byte
	raw, err := r.dec.zstd.Decompress(&p, &own)
	if err != nil {
		return err
	}
	h, l, err := parseHeader(raw)
	if err != nil {
		return err
	}
	r.header, r.layout, r.log = h, l, logID(raw)
	r.json = bytes.Clone(raw)
	return nil
}

func (r *Reader) useSummary(b *block) {
	payload, err := r.readBlock(b)
	if err != nil {
		return
	}
	p, _, err := parts.ReadRatio(payload, maxHeaderSize)
	if err != nil {
		return
	}
	var own []byte
	raw, err := r.dec.zstd.Decompress(&p, &own)
	var s Summary
	if err == nil && s.unmarshal(raw) == nil {
		r.summary = &s
	}
}

// scan lists the blocks that are whole, whatever the index says, and what is wrong.
func (r *Reader) scan() error {
	s := scanner{r: r, budget: 4*r.size + 1<<20}
	if err := s.run(); err != nil {
		return err
	}
	r.scanned, r.damage, r.blocks, r.chunks = true, s.damage, s.blocks, nil
	r.assets, r.summary = nil, nil
	known, fromCopy := r.header != nil, false
	var failure error
	for i := range r.blocks {
		b := &r.blocks[i].block
		switch {
		case b.kind == blockSummary:
			r.useSummary(b)
		case r.header == nil && (b.kind == blockHeader || b.kind == blockHeaderCopy):
			if err := r.useHeader(b); err != nil && failure == nil {
				failure = fmt.Errorf("%s: %w", describe(b), err)
			}
			fromCopy = b.kind == blockHeaderCopy
		}
	}
	if r.header == nil {
		switch {
		case failure == nil && len(r.blocks) == 0 && len(r.damage) == 0:
			failure = errNoHeader
		case failure == nil:
			failure = fmt.Errorf("%w: neither the header nor its copy can be read: run the scenario again", ErrDamaged)
		}
		return failure
	}
	if fromCopy && !known {
		r.damage = append(r.damage, "the header cannot be read, its copy is used")
	}
	r.complete = s.end && r.summary != nil
	r.listChunks()
	r.missing(s.frames)
	return nil
}

// listChunks orders the chunks among the blocks by their steps and leaves out what does not belong.
func (r *Reader) listChunks() {
	var list []indexed
	for i := range r.blocks {
		b := &r.blocks[i]
		if b.kind != blockChunk {
			continue
		}
		if b.count < 1 || int(b.count) > r.layout.steps || b.number+int64(b.count) > maxSteps || b.size < chunkHead {
			r.note("%s is damaged: it has %d steps and %d bytes", describe(&b.block), b.count, b.size)
			continue
		}
		var head [chunkHead]byte
		if err := r.read(head[:], b.offset+frameSize); err != nil {
			r.note("%s: %v", describe(&b.block), err)
			continue
		}
		if b.hashes.parse(head[:]); b.hashes.log != r.log {
			r.note("%s belongs to another log", describe(&b.block))
			continue
		}
		if n := len(list); n > 0 && list[n-1].number > b.number {
			r.note("%s is not in its place", describe(&b.block))
		}
		list = append(list, *b)
	}
	slices.SortStableFunc(list, func(a, b indexed) int {
		switch {
		case a.number < b.number:
			return -1
		case a.number > b.number:
			return 1
		}
		return 0
	})
	next, chain := int64(0), uint64(0)
	for i := range list {
		c := &list[i]
		switch {
		case i > 0 && c.number == list[i-1].number && c.hashes == list[i-1].hashes:
			r.note("%s is there twice", describe(&c.block))
			continue
		case c.number < next:
			r.note("%s overlaps another one and is left out", describe(&c.block))
			continue
		case c.number > next:
			r.note("steps %d to %d are missing", next, c.number-1)
		case c.hashes.chainIn != chain:
			r.note("%s does not follow the one before it and is left out", describe(&c.block))
			next, chain = c.number+int64(c.count), c.hashes.chainOut
			continue
		}
		next, chain = c.number+int64(c.count), c.hashes.chainOut
		r.chunks = append(r.chunks, *c)
	}
}

// missing records what the header, the summary and the index list and the blocks do not hold, and the last of a number
// of frames that the log had at least.
func (r *Reader) missing(frames int64) {
	if r.summary != nil && r.summary.Steps <= maxSteps {
		r.promised = r.summary.Steps
	} else {
		r.promised = max(frames, r.indexedSteps())
	}
	if r.promised > r.Steps() {
		r.note("steps %d to %d are missing", r.Steps(), r.promised-1)
	}
	r.listAssets()
	for i, k := range r.assets[:r.dueAssets()] {
		if k < 0 {
			r.note("asset %q is missing", r.header.Assets[i].Name)
		}
	}
}

// dueAssets returns how many assets the log must have as far as it goes: a writer that is stopped among them leaves
// only the first ones.
func (r *Reader) dueAssets() int {
	due := 0
	for i := range r.blocks {
		switch b := &r.blocks[i].block; b.kind {
		case blockHeader:
		case blockAsset:
			due = max(due, int(min(b.number+1, int64(len(r.assets)))))
		default:
			return len(r.assets)
		}
	}
	if r.complete {
		return len(r.assets)
	}
	return due
}

// indexedSteps returns the number of steps that an index among the blocks lists, 0 where none can be read.
func (r *Reader) indexedSteps() int64 {
	steps := int64(0)
	for i := range r.blocks {
		b := &r.blocks[i].block
		if b.kind != blockIndex {
			continue
		}
		payload, err := r.readBlock(b)
		if err != nil {
			continue
		}
		list, err := parseIndex(payload, b.offset)
		if err != nil {
			continue
		}
		for k := range list {
			if c := &list[k].block; c.kind == blockChunk {
				steps = max(steps, c.number+int64(c.count))
			}
		}
	}
	return steps
}

func (r *Reader) note(format string, args ...any) {
	r.damage = append(r.damage, fmt.Sprintf(format, args...))
}
