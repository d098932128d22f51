package parts

import (
	"encoding/binary"
	"fmt"
)

// Planes are the eight bytes of many values, the lowest bytes first. Each plane is compressed by itself, for low bytes
// are often noise and high ones are not:
//
//	u32 number of values | for each plane, unless there are no values: u32 stored size, bit 31 set for zstd | bytes
const planeZstd = 1 << 31

// AppendPlanes appends values that AppendShuffled64 has made bytes.
func (c Compressor) AppendPlanes(dst, shuffled []byte) []byte {
	n := len(shuffled) / 8
	dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	if n == 0 {
		return dst
	}
	for k := range 8 {
		raw := shuffled[k*n:][:n]
		head := len(dst)
		dst = Extend(dst, 4)
		dst = c.enc.EncodeAll(raw, dst)
		size := uint32(len(dst)-head-4) | planeZstd
		if len(dst)-head-4 >= n {
			dst, size = append(dst[:head+4], raw...), uint32(n)
		}
		binary.LittleEndian.PutUint32(dst[head:], size)
	}
	return dst
}

// ReadPlanes reads at most most values into values, which it returns as long as it needs to be, and returns what
// follows in b.
func (d Decompressor) ReadPlanes(b []byte, most int, values []uint64, scratch *[8][]byte) (v []uint64, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, ErrCut
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
			return nil, nil, ErrCut
		}
		size := binary.LittleEndian.Uint32(b)
		b = b[4:]
		p := Part{raw: n}
		if size&planeZstd != 0 {
			p.encoding, size = partZstd, size&^planeZstd
		} else if int64(size) != int64(n) {
			return nil, nil, fmt.Errorf("plane of %d bytes for %d values", size, n)
		}
		if int64(size) > int64(len(b)) {
			return nil, nil, ErrCut
		}
		p.stored, b = b[:size], b[size:]
		if planes[k], err = d.Decompress(&p, &scratch[k]); err != nil {
			return nil, nil, err
		}
	}
	if cap(values) < n {
		values = make([]uint64, n)
	}
	values = values[:n]
	Unshuffle64(values, &planes)
	return values, b, nil
}

// AppendShuffled64 appends the values byte by byte: the lowest byte of all, then the next, to the eighth.
func AppendShuffled64(dst []byte, values []uint64) []byte {
	n := len(values)
	at := len(dst)
	dst = Extend(dst, 8*n)
	p := dst[at:]
	p0, p1, p2, p3 := p[:n], p[n:2*n], p[2*n:3*n], p[3*n:4*n]
	p4, p5, p6, p7 := p[4*n:5*n], p[5*n:6*n], p[6*n:7*n], p[7*n:8*n]
	i := 0
	for ; i+8 <= n; i += 8 {
		b := transposed((*[8]uint64)(values[i:]))
		binary.LittleEndian.PutUint64(p0[i:], b[0])
		binary.LittleEndian.PutUint64(p1[i:], b[1])
		binary.LittleEndian.PutUint64(p2[i:], b[2])
		binary.LittleEndian.PutUint64(p3[i:], b[3])
		binary.LittleEndian.PutUint64(p4[i:], b[4])
		binary.LittleEndian.PutUint64(p5[i:], b[5])
		binary.LittleEndian.PutUint64(p6[i:], b[6])
		binary.LittleEndian.PutUint64(p7[i:], b[7])
	}
	for ; i < n; i++ {
		v := values[i]
		p0[i], p1[i], p2[i], p3[i] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		p4[i], p5[i], p6[i], p7[i] = byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56)
	}
	return dst
}

// transposed returns eight numbers of which number i has byte i of each of v: blocks of four, two and one of the bytes
// change places.
func transposed(v *[8]uint64) [8]uint64 {
	const low32, low16, low8 = 0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff
	a0, a4 := v[0]&low32|v[4]<<32, v[0]>>32|v[4]&^low32
	a1, a5 := v[1]&low32|v[5]<<32, v[1]>>32|v[5]&^low32
	a2, a6 := v[2]&low32|v[6]<<32, v[2]>>32|v[6]&^low32
	a3, a7 := v[3]&low32|v[7]<<32, v[3]>>32|v[7]&^low32
	b0, b2 := a0&low16|a2&low16<<16, a0>>16&low16|a2&^low16
	b1, b3 := a1&low16|a3&low16<<16, a1>>16&low16|a3&^low16
	b4, b6 := a4&low16|a6&low16<<16, a4>>16&low16|a6&^low16
	b5, b7 := a5&low16|a7&low16<<16, a5>>16&low16|a7&^low16
	return [8]uint64{
		b0&low8 | b1&low8<<8, b0>>8&low8 | b1&^low8, b2&low8 | b3&low8<<8, b2>>8&low8 | b3&^low8,
		b4&low8 | b5&low8<<8, b4>>8&low8 | b5&^low8, b6&low8 | b7&low8<<8, b6>>8&low8 | b7&^low8,
	}
}

// Unshuffle64 undoes AppendShuffled64; each plane has a byte for each of dst.
func Unshuffle64(dst []uint64, planes *[8][]byte) {
	n := len(dst)
	p0, p1, p2, p3 := planes[0][:n], planes[1][:n], planes[2][:n], planes[3][:n]
	p4, p5, p6, p7 := planes[4][:n], planes[5][:n], planes[6][:n], planes[7][:n]
	for i := range dst {
		dst[i] = uint64(p0[i]) | uint64(p1[i])<<8 | uint64(p2[i])<<16 | uint64(p3[i])<<24 |
			uint64(p4[i])<<32 | uint64(p5[i])<<40 | uint64(p6[i])<<48 | uint64(p7[i])<<56
	}
}

// AppendShuffled32 is AppendShuffled64 for four bytes.
func AppendShuffled32(dst []byte, values []uint32) []byte {
	n := len(values)
	at := len(dst)
	dst = Extend(dst, 4*n)
	p := dst[at:]
	for i, v := range values {
		p[i], p[n+i], p[2*n+i], p[3*n+i] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	return dst
}

// Unshuffle32 undoes AppendShuffled32; src has 4 bytes for each of dst.
func Unshuffle32(dst []uint32, src []byte) {
	n := len(dst)
	for i := range dst {
		dst[i] = uint32(src[i]) | uint32(src[n+i])<<8 | uint32(src[2*n+i])<<16 | uint32(src[3*n+i])<<24
	}
}

// Extend returns b with n more bytes, whose content is not defined.
func Extend(b []byte, n int) []byte {
	if need := len(b) + n; need <= cap(b) {
		return b[:need]
	}
	return append(b, make([]byte, n)...)
}
