package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/recorder/rangecoder"
	"slices"
)

// decodeWheels fills c with the wheels of its rows, from the part behind its contact forces. A log of the level verify
// has none.
func (d *chunkDecoder) decodeWheels(c *decodedChunk, b []byte) (err error) {
	c.wheels = c.wheels[:0]
	n := len(d.layout.wheels)
	if n == 0 {
		return nil
	}
	if c.wheels, err = d.wheels.decode(c.wheels, c.steps, n, len(d.layout.bodies), b); err != nil {
		return fmt.Errorf("wheels: %w", err)
	}
	return nil
}

// decode undoes append: it returns so many rows, of so many wheels each, in the memory of dst.
func (k *wheelCoder) decode(dst []wheelRow, rows, wheels, objects int, b []byte) ([]wheelRow, error) {
	if len(b) < 8 {
		return dst, parts.ErrCut
	}
	in, plain, _, err := readStreams(b[8:])
	if err != nil {
		return dst, err
	}
	dst = slices.Grow(dst, rows*wheels)[:rows*wheels]
	k.reset(wheels)
	k.in.Reset(in, plain)
	from := rangecoder.Coder{In: &k.in}
	for i := range dst {
		r := &dst[i]
		if !k.wheel(from, &k.tracks[i%wheels], r) || int(r.on) >= objects {
			return dst[:0], fmt.Errorf("row %d has what no wheel can have", i/wheels)
		}
	}
	if !k.in.Whole() {
		return dst[:0], errors.New("the streams have another length")
	}
	if k.hash(dst) != binary.LittleEndian.Uint64(b) {
		return dst[:0], errors.New("the hash of the wheels does not match")
	}
	return dst, nil
}
