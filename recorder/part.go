package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// A part is bytes that are stored as they are or compressed, with 12 bytes before them:
//
//	u32 encoding (0 as they are, 1 zstd) | u32 stored size | u32 raw size
const partHead = 12

const (
	partStored = 0
	partZstd   = 1
)

// compressor writes parts. It always uses EncodeAll on one encoder: a stream's bytes differ.
type compressor struct{ enc *zstd.Encoder }

func newCompressor() (compressor, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<20))
	return compressor{enc}, err
}

// appendPart appends raw as a part, compressed where that is smaller. With a ratio limit, what compresses better than a
// reader may believe is stored.
func (c compressor) appendPart(dst, raw []byte, limitRatio bool) []byte {
	head := len(dst)
	dst = extend(dst, partHead)
	body := len(dst)
	encoding := uint32(partStored)
	if len(raw) > 0 {
		dst = c.enc.EncodeAll(raw, dst)
		encoding = partZstd
		if n := len(dst) - body; n >= len(raw) || limitRatio && int64(len(raw)) > maxRaw(n) {
			dst, encoding = append(dst[:body], raw...), partStored
		}
	}
	binary.LittleEndian.PutUint32(dst[head:], encoding)
	binary.LittleEndian.PutUint32(dst[head+4:], uint32(len(dst)-body))
	binary.LittleEndian.PutUint32(dst[head+8:], uint32(len(raw)))
	return dst
}

// Planes are the eight bytes of many values, the lowest bytes first. Each plane is compressed by itself, for low bytes
// are often noise and high ones are not:
//
//	u32 number of values | for each plane, unless there are no values: u32 stored size, bit 31 set for zstd | bytes
const planeZstd = 1 << 31

// appendPlanes appends values that appendShuffled64 has made bytes.
func (c compressor) appendPlanes(dst, shuffled []byte) []byte {
	n := len(shuffled) / 8
	dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	if n == 0 {
		return dst
	}
	for k := range 8 {
		raw := shuffled[k*n:][:n]
		head := len(dst)
		dst = extend(dst, 4)
		dst = c.enc.EncodeAll(raw, dst)
		size := uint32(len(dst)-head-4) | planeZstd
		if len(dst)-head-4 >= n {
			dst, size = append(dst[:head+4], raw...), uint32(n)
		}
		binary.LittleEndian.PutUint32(dst[head:], size)
	}
	return dst
}

// maxRaw returns the largest raw size that a part of a stored size may claim where nothing else bounds it.
func maxRaw(stored int) int64 { return maxRatio*int64(stored) + ratioSlack }

// decompressor reads parts.
type decompressor struct{ dec *zstd.Decoder }

func newDecompressor() (decompressor, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(maxAssetSize), zstd.WithDecodeAllCapLimit(true))
	return decompressor{dec}, err
}

var errPart = errors.New("part is cut off")

// part is a part not yet decompressed.
type part struct {
	encoding uint32
	raw      int
	stored   []byte
}

// readPart splits the part at the start of b from the rest. The part has no more than most raw bytes.
func readPart(b []byte, most int64) (p part, rest []byte, err error) {
	if len(b) < partHead {
		return part{}, nil, errPart
	}
	p.encoding = binary.LittleEndian.Uint32(b)
	stored, raw := int64(binary.LittleEndian.Uint32(b[4:])), int64(binary.LittleEndian.Uint32(b[8:]))
	b = b[partHead:]
	switch {
	case stored > int64(len(b)):
		return part{}, nil, errPart
	case raw > most:
		return part{}, nil, fmt.Errorf("part of %d raw bytes, at most %d fit", raw, most)
	case p.encoding > partZstd:
		return part{}, nil, fmt.Errorf("unknown encoding %d", p.encoding)
	case p.encoding == partStored && raw != stored:
		return part{}, nil, fmt.Errorf("uncompressed part of %d bytes says %d", stored, raw)
	}
	p.raw, p.stored = int(raw), b[:stored]
	return p, b[stored:], nil
}

// readPartRatio is readPart for a part that only its own stored size bounds.
func readPartRatio(b []byte, most int64) (p part, rest []byte, err error) {
	if len(b) >= partHead {
		if limit := maxRaw(int(min(binary.LittleEndian.Uint32(b[4:]), 1<<30))); limit < most {
			if binary.LittleEndian.Uint32(b) == partZstd {
				most = limit
			}
		}
	}
	return readPart(b, most)
}

// readPlanes reads at most most values into values, which it returns as long as it needs to be, and returns what
// follows in b.
func (d decompressor) readPlanes(b []byte, most int, values []uint64, scratch *[8][]byte) (v []uint64, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, errPart
	}
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if int64(count) > int64(most) {
		return nil, nil, fmt.Errorf("%d values, at most %d fit", count, most)
	}
	n := int(count)
	if n == 0 {
		return values[:0], b, nil
	}
	var planes [8][]byte
	for k := range planes {
		if len(b) < 4 {
			return nil, nil, errPart
		}
		size := binary.LittleEndian.Uint32(b)
		b = b[4:]
		p := part{raw: n}
		if size&planeZstd != 0 {
			p.encoding, size = partZstd, size&^planeZstd
		} else if int64(size) != int64(n) {
			return nil, nil, fmt.Errorf("plane of %d bytes for %d values", size, n)
		}
		if int64(size) > int64(len(b)) {
			return nil, nil, errPart
		}
		p.stored, b = b[:size], b[size:]
		if planes[k], err = d.decompress(&p, &scratch[k]); err != nil {
			return nil, nil, err
		}
	}
	if cap(values) < n {
		values = make([]uint64, n)
	}
	values = values[:n]
	unshuffle64(values, &planes)
	return values, b, nil
}

// decompress returns the raw bytes of p. The result may be p's own bytes or those of scratch, which grows.
func (d decompressor) decompress(p *part, scratch *[]byte) ([]byte, error) {
	if p.encoding == partStored {
		return p.stored, nil
	}
	if cap(*scratch) < p.raw {
		*scratch = make([]byte, 0, p.raw)
	}
	// The limit of the capacity is the limit of the output.
	out, err := d.dec.DecodeAll(p.stored, (*scratch)[:0:p.raw])
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	if len(out) != p.raw {
		return nil, fmt.Errorf("zstd: %d bytes, must be %d", len(out), p.raw)
	}
	return out, nil
}
