package recorder

import (
	"bytes"
	"encoding/binary"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// CountEvents returns the number of events of a kind in the chunk of a step of a log of states. It decodes no states,
// but for the early codecs, which have them before the events.
func (r *Reader) CountEvents(step int64, kind record.EventKind) (int, error) {
	i := r.find(step)
	if i == len(r.chunks) || r.chunks[i].number > step {
		return 0, r.noStep(step, i)
	}
	if r.layout.codec < 4 {
		if err := r.load(step); err != nil {
			return 0, err
		}
		n := 0
		for k := range r.cached.events.events {
			if r.cached.events.events[k].Kind == kind {
				n++
			}
		}
		return n, nil
	}
	b := &r.chunks[i].block
	payload, err := r.readBlock(b)
	if err == nil && len(payload) < chunkHead {
		err = parts.ErrCut
	}
	var kinds []byte
	if err == nil {
		r.dec.layout = r.layout
		kinds, err = r.dec.eventKinds(payload[chunkHead:])
	}
	if err != nil {
		return 0, damageOf(b, err)
	}
	return bytes.Count(kinds, []byte{byte(kind)}), nil
}

// eventKinds returns the kinds of the events of a chunk of codec 4 or a later one, from what follows its hashes.
func (d *chunkDecoder) eventKinds(b []byte) ([]byte, error) {
	raw, _, err := d.eventPart(b)
	if err != nil || len(raw) == 0 {
		return nil, err
	}
	c := columns{b: raw}
	head := c.bytes(4, "count")
	if c.err != nil {
		return nil, c.err
	}
	n := int64(binary.LittleEndian.Uint32(head))
	if n*eventHeads > int64(len(c.b)) {
		return nil, parts.ErrCut
	}
	c.bytes(4*int(n), "steps")
	return c.bytes(int(n), "kinds"), c.err
}
