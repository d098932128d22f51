package parts

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

// Compressor writes parts. It always uses EncodeAll on one encoder: a stream's bytes differ.
type Compressor struct{ enc *zstd.Encoder }

// NewCompressor returns one, whose bytes follow from what it is given alone.
func NewCompressor() (Compressor, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<20))
	return Compressor{enc}, err
}

// Append appends raw as a part, compressed where that is smaller. With a ratio limit, what compresses better than a
// reader may believe is stored.
func (c Compressor) Append(dst, raw []byte, limitRatio bool) []byte {
	head := len(dst)
	dst = Extend(dst, partHead)
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

// Where nothing else bounds it, the raw size of a part is at most maxRatio times the stored size and ratioSlack.
const (
	maxRatio   = 128
	ratioSlack = 64 << 10
)

// maxRaw returns the largest raw size that a part of a stored size may claim where nothing else bounds it.
func maxRaw(stored int) int64 { return maxRatio*int64(stored) + ratioSlack }

// Decompressor reads parts.
type Decompressor struct{ dec *zstd.Decoder }

// NewDecompressor returns one for parts of no more than most raw bytes.
func NewDecompressor(most uint64) (Decompressor, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(most), zstd.WithDecodeAllCapLimit(true))
	return Decompressor{dec}, err
}

// ErrCut says that a part, or another piece of a block, goes on behind the end of its block.
var ErrCut = errors.New("part is cut off")

// Part is a part not yet decompressed.
type Part struct {
	encoding uint32
	raw      int
	stored   []byte
}

// Read splits the part at the start of b from the rest. The part has no more than most raw bytes.
func Read(b []byte, most int64) (p Part, rest []byte, err error) {
	if len(b) < partHead {
		return Part{}, nil, ErrCut
	}
	p.encoding = binary.LittleEndian.Uint32(b)
	stored, raw := int64(binary.LittleEndian.Uint32(b[4:])), int64(binary.LittleEndian.Uint32(b[8:]))
	b = b[partHead:]
	switch {
	case stored > int64(len(b)):
		return Part{}, nil, ErrCut
	case raw > most:
		return Part{}, nil, fmt.Errorf("part of %d raw bytes, at most %d fit", raw, most)
	case p.encoding > partZstd:
		return Part{}, nil, fmt.Errorf("unknown encoding %d", p.encoding)
	case p.encoding == partStored && raw != stored:
		return Part{}, nil, fmt.Errorf("uncompressed part of %d bytes says %d", stored, raw)
	}
	p.raw, p.stored = int(raw), b[:stored]
	return p, b[stored:], nil
}

// ReadRatio is Read for a part that only its own stored size bounds.
func ReadRatio(b []byte, most int64) (p Part, rest []byte, err error) {
	if len(b) >= partHead {
		if limit := maxRaw(int(min(binary.LittleEndian.Uint32(b[4:]), 1<<30))); limit < most {
			if binary.LittleEndian.Uint32(b) == partZstd {
				most = limit
			}
		}
	}
	return Read(b, most)
}

// Decompress returns the raw bytes of p. The result may be p's own bytes or those of scratch, which grows.
func (d Decompressor) Decompress(p *Part, scratch *[]byte) ([]byte, error) {
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
