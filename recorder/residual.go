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
