package recorder

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
)

// open reads the header and the list of blocks, from the index where there is one that fits.
func (r *Reader) open() error {
	pre := make([]byte, min(r.size, preambleSize))
	if err := r.read(pre, 0); err != nil {
		return err
	}
	broken := checkPreamble(pre)
	if errors.Is(broken, ErrVersion) {
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

// headerFollows reports whether a whole header follows a preamble that is none.
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

// useHeader makes the header in block b the log's.
func (r *Reader) useHeader(b *block) error {
	payload, err := r.readBlock(b)
	if err != nil {
		return err
	}
	p, _, err := readPartRatio(payload, maxHeaderSize)
	if err != nil {
		return err
	}
	var own []byte
	raw, err := r.dec.zstd.decompress(&p, &own)
	if err != nil {
		return err
	}
	h, l, err := parseHeader(raw)
	if err != nil {
		return err
	}
	r.header, r.layout, r.log = h, l, logID(raw)
	return nil
}

func (r *Reader) useSummary(b *block) {
	payload, err := r.readBlock(b)
	if err != nil {
		return
	}
	p, _, err := readPartRatio(payload, maxHeaderSize)
	if err != nil {
		return
	}
	var own []byte
	raw, err := r.dec.zstd.decompress(&p, &own)
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
		if failure == nil {
			failure = fmt.Errorf("%w: neither the header nor its copy can be read", ErrDamaged)
		}
		return failure
	}
	if fromCopy && !known {
		r.damage = append(r.damage, "the header cannot be read, its copy is used")
	}
	r.complete = s.end && r.summary != nil
	r.listChunks()
	r.missing()
	return nil
}

// scanner walks through a log block by block.
type scanner struct {
	r      *Reader
	blocks []indexed
	damage []string
	end    bool  // the end was seen
	budget int64 // bytes of damaged payloads that may still be searched; a hostile log has many
	buf    []byte
	at     int64
}

func (s *scanner) run() error {
	s.buf = make([]byte, 64<<10)
	bad := int64(-1) // start of bytes that are no block
	for s.at = preambleSize; s.at < s.r.size; {
		b, ok, err := s.frame()
		if err != nil {
			return err
		}
		if !ok {
			size, err := s.atEnd()
			if err != nil {
				return err
			}
			if size > 0 {
				s.closeBad(&bad)
				s.at += size
				if s.end = true; s.at < s.r.size {
					s.damage = append(s.damage, fmt.Sprintf("%d bytes follow the end of the log", s.r.size-s.at))
				}
				continue
			}
			if bad < 0 {
				bad = s.at
			}
			if err := s.resync(s.at + 1); err != nil {
				return err
			}
			continue
		}
		s.closeBad(&bad)
		if err := s.block(&b); err != nil {
			return err
		}
	}
	s.closeBad(&bad)
	return nil
}

// closeBad reports the bytes from bad to here.
func (s *scanner) closeBad(bad *int64) {
	if *bad < 0 {
		return
	}
	if s.at >= s.r.size {
		s.damage = append(s.damage, fmt.Sprintf("bytes %d to %d, the last ones, are no whole block", *bad, s.r.size-1))
	} else {
		s.damage = append(s.damage, fmt.Sprintf("bytes %d to %d are damaged", *bad, s.at-1))
	}
	*bad = -1
}

// frame reads the frame at the scanner's place.
func (s *scanner) frame() (block, bool, error) {
	if s.r.size-s.at < frameSize {
		return block{}, false, nil
	}
	if err := s.r.read(s.buf[:frameSize], s.at); err != nil {
		return block{}, false, err
	}
	b, ok := parseFrame(s.buf[:frameSize], s.at)
	return b, ok, nil
}

// atEnd returns the size of the end of the log where the scanner is at it, else 0.
func (s *scanner) atEnd() (int64, error) {
	if s.r.size-s.at < endSize {
		return 0, nil
	}
	if err := s.r.read(s.buf[:endSize], s.at); err != nil {
		return 0, err
	}
	if offset, size, ok := parseEnd(s.buf[:endSize]); !ok || offset+int64(size) > s.at {
		return 0, nil
	}
	return endSize, nil
}

// block checks the payload of the block b at the scanner's place and goes on behind it.
func (s *scanner) block(b *block) error {
	if b.end() > s.r.size {
		s.damage = append(s.damage, fmt.Sprintf("%s is cut off: it has %d of %d bytes", describe(b), s.r.size-b.offset, b.end()-b.offset))
		return s.resync(s.at + 4)
	}
	crc, err := s.checksum(b)
	if err != nil {
		return err
	}
	if crc == b.crc {
		s.blocks = append(s.blocks, indexed{block: *b})
		s.at = b.end()
		return nil
	}
	s.damage = append(s.damage, fmt.Sprintf("%s is damaged: its payload has another checksum", describe(b)))
	if s.budget -= int64(b.size); s.budget < 0 {
		s.at = b.end()
		return nil
	}
	return s.resync(s.at + 4) // bytes may be missing: the next block may begin inside this one
}

func (s *scanner) checksum(b *block) (uint32, error) {
	crc := uint32(0)
	for at := b.offset + frameSize; at < b.end(); {
		p := s.buf
		if n := b.end() - at; n < int64(len(p)) {
			p = p[:n]
		}
		if err := s.r.read(p, at); err != nil {
			return 0, err
		}
		crc = crc32.Update(crc, castagnoli, p)
		at += int64(len(p))
	}
	return crc, nil
}

// resync goes to the next frame at from or behind it, else to the end of the log or of the file.
func (s *scanner) resync(from int64) error {
	s.at = from
	for s.at < s.r.size {
		p := s.buf
		if n := s.r.size - s.at; n < int64(len(p)) {
			p = p[:n]
		}
		if err := s.r.read(p, s.at); err != nil {
			return err
		}
		for i := 0; ; i++ {
			k := bytes.Index(p[i:], syncBytes)
			if k < 0 {
				break
			}
			if i += k; len(p)-i < frameSize {
				break
			}
			if _, ok := parseFrame(p[i:i+frameSize], s.at+int64(i)); ok {
				s.at += int64(i)
				return nil
			}
		}
		if k := s.endIn(p); k >= 0 {
			s.at += int64(k)
			return nil
		}
		if s.at+int64(len(p)) == s.r.size {
			s.at = s.r.size
			return nil
		}
		s.at += int64(len(p)) - frameSize + 1
	}
	s.at = s.r.size
	return nil
}

// endIn returns where p, which is at the scanner's place, has the end of the log, or -1.
func (s *scanner) endIn(p []byte) int {
	for i := 0; ; i++ {
		k := bytes.Index(p[i:], []byte(endMagic))
		if k < 0 {
			return -1
		}
		i += k
		if from := i + len(endMagic) - endSize; from >= 0 {
			if offset, size, ok := parseEnd(p[from : from+endSize]); ok && offset+int64(size) <= s.at+int64(from) {
				return from
			}
		}
	}
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

// missing notes what the header and the summary promise and the blocks do not hold.
func (r *Reader) missing() {
	if r.summary != nil && r.summary.Steps > r.Steps() && r.summary.Steps <= maxSteps {
		r.note("steps %d to %d are missing", r.Steps(), r.summary.Steps-1)
	}
	r.listAssets()
	for i, k := range r.assets {
		if k < 0 {
			r.note("asset %q is missing", r.header.Assets[i].Name)
		}
	}
}

func (r *Reader) note(format string, args ...any) {
	r.damage = append(r.damage, fmt.Sprintf(format, args...))
}
