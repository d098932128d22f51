package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
	"github.com/prang-sim/prang/recorder/parts"
)

// The payload of a chunk: six u64, then the planes of the first row, the part of the masks, the planes
// of the residuals and the part of the events; of a log of the level verify the six u64 and the planes of the hashes.
const chunkHead = 48

// hashes are the numbers before the parts of a chunk.
type hashes struct {
	log      uint64 // xxHash64 of the header's JSON
	chainIn  uint64 // chainOut of the chunk before, 0 in the first
	chainOut uint64 // xxHash64 of what follows it and what came before, see chain
	rows     uint64 // xxHash64 of the decoded rows
	events   uint64 // xxHash64 of the raw events
	state    uint64 // Frame.Hash of the last step
}

func (h *hashes) append(dst []byte) []byte {
	for _, v := range [...]uint64{h.log, h.chainIn, h.chainOut, h.rows, h.events, h.state} {
		dst = binary.LittleEndian.AppendUint64(dst, v)
	}
	return dst
}

func (h *hashes) parse(b []byte) {
	for i, v := range [...]*uint64{&h.log, &h.chainIn, &h.chainOut, &h.rows, &h.events, &h.state} {
		*v = binary.LittleEndian.Uint64(b[8*i:])
	}
}

// chain returns the chainOut of a chunk: a hash of all that the log says of its steps up to here, whatever its header,
// its predictors and its compression.
func (h *hashes) chain(first int64, steps uint32) uint64 {
	var b [48]byte
	for i, v := range [...]uint64{h.chainIn, uint64(first), uint64(steps), h.rows, h.events, h.state} {
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
	return xxhash.Sum64(b[:])
}

// decodedChunk is a chunk as the reader keeps it.
type decodedChunk struct {
	first        int64
	steps        int
	rows         []uint64 // of a log of the level verify the engine's hash of each step
	events       chunkEvents
	hashes       hashes
	contacts     contactRows
	contactChain uint64 // behind it
	wheels       []wheelRow
}

// chunkDecoder decodes the payloads of chunks. Its fields are scratch.
type chunkDecoder struct {
	layout *layout
	log    uint64
	zstd   parts.Decompressor
	state  stateDecoder
	hasher rowHasher

	first, residuals []uint64
	planes           [8][]byte
	masks            []byte
	events           []byte

	model    eventModel
	coder    eventCoder3
	coder4   coder4
	again    eventEncoder
	columns  []byte
	contacts contactCoder
	wheels   wheelCoder
}

// decode fills c from the payload of a chunk whose frame and checksum are right.
func (d *chunkDecoder) decode(c *decodedChunk, b *block, payload []byte) error {
	if b.count < 1 || int64(b.count) > int64(d.layout.steps) {
		return fmt.Errorf("%d steps, must be 1 to %d", b.count, d.layout.steps)
	}
	if len(payload) < chunkHead {
		return parts.ErrCut
	}
	c.first, c.steps = b.number, int(b.count)
	c.hashes.parse(payload)
	if c.hashes.log != d.log {
		return errors.New("it belongs to another log")
	}
	if c.hashes.chain(b.number, b.count) != c.hashes.chainOut {
		return errors.New("its chain hash is wrong")
	}
	if d.layout.verify {
		return d.decodeHashes(c, payload[chunkHead:])
	}
	if d.layout.codec >= 4 {
		return d.decode4(c, payload[chunkHead:])
	}
	rest, err := d.decodeRows(c, payload[chunkHead:])
	if err != nil {
		return err
	}
	if d.hasher.sum(c.rows) != c.hashes.rows {
		return errRows
	}
	p, rest, err := parts.ReadRatio(rest, maxEventsSize)
	if err != nil {
		return err
	}
	if err := d.decodeRest(c, rest); err != nil {
		return err
	}
	raw, err := d.zstd.Decompress(&p, &d.events)
	if err != nil {
		return err
	}
	if d.layout.codec >= 2 && len(raw) > 0 {
		if raw, err = d.decodeResiduals(c, raw); err != nil {
			return err
		}
	}
	if xxhash.Sum64(raw) != c.hashes.events {
		return errEvents
	}
	if d.layout.codec >= 2 && len(raw) > 0 {
		return nil
	}
	c.events, err = decodeEvents(raw, c.first, c.steps, d.layout.step)
	return err
}

// decode4 fills c from a chunk of codec 4 or a later one.
func (d *chunkDecoder) decode4(c *decodedChunk, b []byte) error {
	raw, b, err := d.eventPart(b)
	if err != nil {
		return err
	}
	if d.layout.codec >= 8 && isBare(b) {
		return d.decodeBare(c, raw, b)
	}
	in, plain, rest, err := readStreams(b)
	if err != nil {
		return err
	}
	if err := d.decodeRest(c, rest); err != nil {
		return err
	}
	if c.events, err = decodeColumns(raw, c.first, c.steps, d.layout.step, d.layout.codec); err != nil {
		return err
	}
	d.makeRows(c)
	if d.layout.codec <= 5 {
		d.layout.unsortFirst(c.rows, d.first)
	}
	if err := d.coder4.decode(d.layout, c.rows, c.steps, c.first, &c.events, in, plain); err != nil {
		return err
	}
	if d.hasher.sum(c.rows) != c.hashes.rows {
		return errRows
	}
	if err := d.again.gather(&c.events, c.first, d.layout.step); err != nil {
		return err
	}
	var hash uint64
	if hash, d.columns = d.again.hash(d.columns); hash != c.hashes.events {
		return errEvents
	}
	return nil
}

// decodeBare fills c from a chunk without events whose rows stand as they are, in b; raw are the columns of its events, none.
func (d *chunkDecoder) decodeBare(c *decodedChunk, raw, b []byte) error {
	if len(raw) > 0 {
		return errors.New("it has events, and its rows as they are")
	}
	d.makeRows(c)
	rest, err := readBare(c.rows, b)
	if err != nil {
		return err
	}
	if d.hasher.sum(c.rows) != c.hashes.rows {
		return errRows
	}
	if c.hashes.events != xxhash.Sum64(nil) {
		return errEvents
	}
	c.events = chunkEvents{}
	return d.decodeRest(c, rest)
}

// decodeRest fills c with the contact forces and the wheels, which follow the events.
func (d *chunkDecoder) decodeRest(c *decodedChunk, b []byte) error {
	chain, rest, err := d.decodeContacts(&c.contacts, c.steps, b)
	if err != nil {
		return err
	}
	c.contactChain = chain
	if d.layout.verify {
		return nil
	}
	return d.decodeWheels(c, rest)
}

// eventPart reads the first row, up to codec 5, and the columns of the events of a chunk of codec 4 or a later one, and
// returns what follows in b.
func (d *chunkDecoder) eventPart(b []byte) (raw, rest []byte, err error) {
	values := d.layout.values
	if d.layout.codec <= 5 {
		if d.first, b, err = d.zstd.ReadPlanes(b, values, d.first, &d.planes); err != nil {
			return nil, nil, fmt.Errorf("first row: %w", err)
		}
		if len(d.first) != values {
			return nil, nil, fmt.Errorf("first row of %d values, must be %d", len(d.first), values)
		}
	}
	p, rest, err := parts.ReadRatio(b, maxEventsSize)
	if err != nil {
		return nil, nil, err
	}
	raw, err = d.zstd.Decompress(&p, &d.events)
	return raw, rest, err
}

var (
	errRows   = errors.New("the hash of its decoded values does not match")
	errEvents = errors.New("the hash of its events does not match")
)

// makeRows gives c room for its rows.
func (d *chunkDecoder) makeRows(c *decodedChunk) {
	if n := d.layout.values * c.steps; cap(c.rows) < n {
		c.rows = make([]uint64, n)
	} else {
		c.rows = c.rows[:n]
	}
}

// decodeResiduals fills c with the events of a chunk of codec 2 and returns their columns as codec 1 has them.
func (d *chunkDecoder) decodeResiduals(c *decodedChunk, raw []byte) ([]byte, error) {
	events, err := decodeColumns(raw, c.first, c.steps, d.layout.step, d.layout.codec)
	if err != nil {
		return nil, err
	}
	if d.layout.codec == 2 {
		d.model.start(d.layout, c.rows, c.first)
		restoreEvents(&d.model, &events, events.times)
	} else {
		d.coder.restore(d.layout, c.rows, c.first, &events)
	}
	c.events = events
	d.columns, err = checkEvents(&d.again, &events, c.first, d.layout.step, d.columns)
	return d.columns, err
}

// decodeHashes fills c from a chunk of a log of the level verify.
func (d *chunkDecoder) decodeHashes(c *decodedChunk, b []byte) error {
	var err error
	if d.first, b, err = d.zstd.ReadPlanes(b, c.steps, d.first, &d.planes); err != nil {
		return fmt.Errorf("hashes: %w", err)
	}
	if len(d.first) != c.steps || d.first[c.steps-1] != c.hashes.state {
		return errors.New("its hashes are not those of its steps")
	}
	c.rows = append(c.rows[:0], d.first...)
	return d.decodeRest(c, b)
}

// decodeRows fills the rows of c, of codecs 1 to 3, and returns what follows in b.
func (d *chunkDecoder) decodeRows(c *decodedChunk, b []byte) (rest []byte, err error) {
	values := d.layout.values
	if d.first, b, err = d.zstd.ReadPlanes(b, values, d.first, &d.planes); err != nil {
		return nil, fmt.Errorf("first row: %w", err)
	}
	p, b, err := parts.Read(b, int64(d.layout.maxMasks(c.steps)))
	if err != nil {
		return nil, fmt.Errorf("masks: %w", err)
	}
	masks, err := d.zstd.Decompress(&p, &d.masks)
	if err != nil {
		return nil, fmt.Errorf("masks: %w", err)
	}
	if d.residuals, b, err = d.zstd.ReadPlanes(b, values*(c.steps-1), d.residuals, &d.planes); err != nil {
		return nil, fmt.Errorf("residuals: %w", err)
	}
	d.makeRows(c)
	d.state.layout = d.layout
	return b, d.state.decode(c.rows, c.steps, d.first, masks, d.residuals)
}
