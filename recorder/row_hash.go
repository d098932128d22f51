package recorder

import (
	"math"
	"math/bits"
)

// rowHasher hashes rows as their values' bytes, little-endian, row by row: xxHash64 with seed 0, of numbers where they
// are.
type rowHasher struct {
	lanes [4]uint64
	rest  [4]uint64 // the last numbers, less than four
	n     uint64    // numbers so far
}

// The primes of xxHash64.
const (
	hashPrime1 = 0x9e3779b185ebca87
	hashPrime2 = 0xc2b2ae3d27d4eb4f
	hashPrime3 = 0x165667b19e3779f9
	hashPrime4 = 0x85ebca77c2b2ae63
	hashPrime5 = 0x27d4eb2f165667c5
)

func (r *rowHasher) reset() {
	p1, p2 := uint64(hashPrime1), uint64(hashPrime2)
	*r = rowHasher{lanes: [4]uint64{p1 + p2, p2, 0, 0 - p1}}
}

// sum returns the hash of rows.
func (r *rowHasher) sum(rows []uint64) uint64 {
	r.reset()
	r.add(rows)
	return r.end()
}

func hashRound(lane, v uint64) uint64 { return hashRoundBy(lane, v, hashPrime1, hashPrime2) }

func hashRoundBy(lane, v, p1, p2 uint64) uint64 { return bits.RotateLeft64(lane+v*p2, 31) * p1 }

// hashPrimes stay in registers in a loop, which constants do not.
var hashPrimes = [2]uint64{hashPrime1, hashPrime2}

// push adds a number.
func (r *rowHasher) push(v uint64) {
	r.rest[r.n&3] = v
	if r.n++; r.n&3 == 0 {
		for i, v := range r.rest {
			r.lanes[i] = hashRound(r.lanes[i], v)
		}
	}
}

// add adds numbers.
func (r *rowHasher) add(rows []uint64) {
	for ; r.n&3 != 0 && len(rows) > 0; rows = rows[1:] {
		r.push(rows[0])
	}
	a, b, c, d := r.lanes[0], r.lanes[1], r.lanes[2], r.lanes[3]
	p1, p2 := hashPrimes[0], hashPrimes[1]
	whole := len(rows) &^ 3
	for i := 0; i+4 <= len(rows); i += 4 { // one check of bounds for four
		v := (*[4]uint64)(rows[i:])
		a, b, c, d = hashRoundBy(a, v[0], p1, p2), hashRoundBy(b, v[1], p1, p2), hashRoundBy(c, v[2], p1, p2), hashRoundBy(d, v[3], p1, p2)
	}
	r.lanes, r.n = [4]uint64{a, b, c, d}, r.n+uint64(whole)
	for _, v := range rows[whole:] {
		r.push(v)
	}
}

// take copies the bits of values into a row of the same length, and adds them: copying is free beside hashing.
func (r *rowHasher) take(row []uint64, values []float64) {
	row = row[:len(values)]
	i := 0
	for ; r.n&3 != 0 && i < len(row); i++ {
		row[i] = math.Float64bits(values[i])
		r.push(row[i])
	}
	a, b, c, d := r.lanes[0], r.lanes[1], r.lanes[2], r.lanes[3]
	p1, p2 := hashPrimes[0], hashPrimes[1]
	from := i
	for ; i+4 <= len(row); i += 4 {
		v, to := (*[4]float64)(values[i:]), (*[4]uint64)(row[i:])
		v0, v1, v2, v3 := math.Float64bits(v[0]), math.Float64bits(v[1]), math.Float64bits(v[2]), math.Float64bits(v[3])
		to[0], to[1], to[2], to[3] = v0, v1, v2, v3
		a, b, c, d = hashRoundBy(a, v0, p1, p2), hashRoundBy(b, v1, p1, p2), hashRoundBy(c, v2, p1, p2), hashRoundBy(d, v3, p1, p2)
	}
	r.lanes, r.n = [4]uint64{a, b, c, d}, r.n+uint64(i-from)
	for ; i < len(row); i++ {
		row[i] = math.Float64bits(values[i])
		r.push(row[i])
	}
}

// end returns the hash of all that was added.
func (r *rowHasher) end() uint64 {
	h := r.lanes[2] + hashPrime5
	if r.n >= 4 {
		h = bits.RotateLeft64(r.lanes[0], 1) + bits.RotateLeft64(r.lanes[1], 7) + bits.RotateLeft64(r.lanes[2], 12) + bits.RotateLeft64(r.lanes[3], 18)
		for _, lane := range r.lanes {
			h = (h^hashRound(0, lane))*hashPrime1 + hashPrime4
		}
	}
	h += 8 * r.n
	for _, v := range r.rest[:r.n&3] {
		h = bits.RotateLeft64(h^hashRound(0, v), 27)*hashPrime1 + hashPrime4
	}
	h = (h ^ h>>33) * hashPrime2
	h = (h ^ h>>29) * hashPrime3
	return h ^ h>>32
}
