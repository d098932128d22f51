package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
)

// The payload of the index: u32 number of entries, then one of 64 bytes for each block before it, in their order:
//
//	u64 offset | u32 payload size | u8 type | u8 zero | u16 zero | u64 number | u32 count | u32 zero |
//	u64 rows | u64 events | u64 state | u64 chainOut (of chunks, else zero)
const entrySize = 64

func appendEntry(dst []byte, b *block, h *hashes) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.offset))
	dst = binary.LittleEndian.AppendUint32(dst, b.size)
	dst = append(dst, b.kind, 0, 0, 0)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.number))
	dst = binary.LittleEndian.AppendUint32(dst, b.count)
	dst = binary.LittleEndian.AppendUint32(dst, 0)
	for _, v := range [...]uint64{h.rows, h.events, h.state, h.chainOut} {
		dst = binary.LittleEndian.AppendUint64(dst, v)
	}
	return dst
}

// indexed is a block with what the index, or the chunk's own payload, says of it.
type indexed struct {
	block
	hashes hashes
}

// parseIndex reads the index whose block begins at end, behind all it lists. The blocks must follow each other without
// a gap and the chunks must be of all steps from 0.
func parseIndex(payload []byte, end int64) ([]indexed, error) {
	if len(payload) < 4 {
		return nil, parts.ErrCut
	}
	n := int64(binary.LittleEndian.Uint32(payload))
	payload = payload[4:]
	if int64(len(payload)) != n*entrySize {
		return nil, fmt.Errorf("index: %d bytes for %d entries", len(payload), n)
	}
	list := make([]indexed, n)
	at, step := int64(preambleSize), int64(0)
	for i := range list {
		e, b := payload[i*entrySize:][:entrySize], &list[i]
		offset, number := binary.LittleEndian.Uint64(e), binary.LittleEndian.Uint64(e[16:])
		b.size, b.kind, b.count = binary.LittleEndian.Uint32(e[8:]), e[12], binary.LittleEndian.Uint32(e[24:])
		if offset != uint64(at) || number > maxSteps || b.size > maxPayload {
			return nil, fmt.Errorf("index: entry %d does not follow the one before", i)
		}
		b.offset, b.number = at, int64(number)
		h := &b.hashes
		for k, v := range [...]*uint64{&h.rows, &h.events, &h.state, &h.chainOut} {
			*v = binary.LittleEndian.Uint64(e[32+8*k:])
		}
		if at = b.end(); at > end {
			return nil, errors.New("index: a block lies behind it")
		}
		if b.kind == blockChunk {
			if b.number != step || b.count == 0 {
				return nil, fmt.Errorf("index: a chunk of step %d where step %d is due", b.number, step)
			}
			step += int64(b.count)
		}
	}
	if at != end {
		return nil, errors.New("index: it does not follow the last block")
	}
	return list, nil
}
