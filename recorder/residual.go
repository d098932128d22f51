package recorder

// A value is stored as the difference between it and its prediction. Both are taken as integers in the order of the
// numbers, so that neighbouring doubles differ by one; the difference wraps around, and so any bits come back exactly,
// infinities and NaN included. Its sign goes to bit 0, which makes small differences of both signs small.

const signBit = 1 << 63

// ordered maps the bits of a double to an integer that grows with the double.
func ordered(b uint64) uint64 {
	if b&signBit != 0 {
		return ^b
	}
	return b | signBit
}

// unordered undoes ordered.
func unordered(o uint64) uint64 {
	if o&signBit != 0 {
		return o &^ signBit
	}
	return ^o
}

// residual returns how far the bits actual are from the bits predicted, 0 when they are the same.
func residual(actual, predicted uint64) uint64 {
	d := ordered(actual) - ordered(predicted)
	return zigzag(int64(d))
}

// restore undoes residual.
func restore(res, predicted uint64) uint64 {
	return unordered(ordered(predicted) + uint64(unzigzag(res)))
}

// zigzag puts the sign of a number into bit 0, so that small ones have few bits.
func zigzag(n int64) uint64 { return uint64(n<<1 ^ n>>63) }

// unzigzag undoes zigzag.
func unzigzag(n uint64) int64 { return int64(n>>1 ^ -(n & 1)) }

// appendShuffled64 appends the values byte by byte: the lowest byte of all, then the next, to the eighth.
func appendShuffled64(dst []byte, values []uint64) []byte {
	n := len(values)
	at := len(dst)
	dst = extend(dst, 8*n)
	p := dst[at:]
	p0, p1, p2, p3 := p[:n], p[n:2*n], p[2*n:3*n], p[3*n:4*n]
	p4, p5, p6, p7 := p[4*n:5*n], p[5*n:6*n], p[6*n:7*n], p[7*n:8*n]
	for i, v := range values {
		p0[i], p1[i], p2[i], p3[i] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		p4[i], p5[i], p6[i], p7[i] = byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56)
	}
	return dst
}

// unshuffle64 undoes appendShuffled64; each plane has a byte for each of dst.
func unshuffle64(dst []uint64, planes *[8][]byte) {
	n := len(dst)
	p0, p1, p2, p3 := planes[0][:n], planes[1][:n], planes[2][:n], planes[3][:n]
	p4, p5, p6, p7 := planes[4][:n], planes[5][:n], planes[6][:n], planes[7][:n]
	for i := range dst {
		dst[i] = uint64(p0[i]) | uint64(p1[i])<<8 | uint64(p2[i])<<16 | uint64(p3[i])<<24 |
			uint64(p4[i])<<32 | uint64(p5[i])<<40 | uint64(p6[i])<<48 | uint64(p7[i])<<56
	}
}

// appendShuffled32 is appendShuffled64 for four bytes.
func appendShuffled32(dst []byte, values []uint32) []byte {
	n := len(values)
	at := len(dst)
	dst = extend(dst, 4*n)
	p := dst[at:]
	for i, v := range values {
		p[i], p[n+i], p[2*n+i], p[3*n+i] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	return dst
}

// unshuffle32 undoes appendShuffled32; src has 4 bytes for each of dst.
func unshuffle32(dst []uint32, src []byte) {
	n := len(dst)
	for i := range dst {
		dst[i] = uint32(src[i]) | uint32(src[n+i])<<8 | uint32(src[2*n+i])<<16 | uint32(src[3*n+i])<<24
	}
}

// extend returns b with n more bytes, whose content is not defined.
func extend(b []byte, n int) []byte {
	if need := len(b) + n; need <= cap(b) {
		return b[:need]
	}
	return append(b, make([]byte, n)...)
}
