package rangecoder

// Prob is the probability that a decision is 0, in 2^-16, in its upper half, and the number of its outcomes so far, up
// to a limit, in its lower half: it adapts fast at first and more slowly later.
type Prob uint32

const (
	evenOdds = 1 << 31
	probBits = 12
	slowest  = 30 // decisions
)

// paces is, for each number n of outcomes, the rate at which a probability adapts, in 2^-16: floor(2^17 / (2 n + 3)),
// and the increment of n, zero for the largest n.
var paces = func() (r [slowest + 2]struct{ rate, more uint32 }) {
	for n := range r {
		if r[n].rate = 1 << 17 / uint32(2*n+3); n < slowest {
			r[n].more = 1
		}
	}
	return r
}()

// share returns the probability that p gives to 0, in 2^-12, at least 1 and below 2^12.
func (p Prob) share() uint32 { return uint32(p>>(32-probBits)) | 1 }

// after returns p after a decision; zero has all bits set if the outcome was 0, and none otherwise. It computes modulo
// 2^32: the difference times the rate may be negative, and its lower half is cut off.
func (p Prob) after(zero uint32) Prob {
	pace := &paces[p&31]
	way := (zero>>16 - uint32(p>>16)) * pace.rate
	return p + Prob(way&^0xffff+pace.more)
}

// Reset sets probabilities to what they are before any decision: both outcomes are equally likely.
func Reset(p []Prob) {
	for i := range p {
		p[i] = evenOdds
	}
}

// part takes a decision with the probability p from a span.
func (p Prob) part(low uint64, span, bit uint32) (l uint64, s uint32) {
	bound := (span >> probBits) * p.share()
	m := 0 - bit
	return low + uint64(bound&m), bound ^ m + (span&m - m) // the bound, or the rest of the span
}

// split takes a decision with the probability p from a code: zero has all bits where it is 0, and else none.
func (p Prob) split(code, span uint32) (c, s, zero uint32) {
	bound := (span >> probBits) * p.share()
	above := span - bound
	zero = uint32((int64(code) - int64(bound)) >> 63)
	return code - bound + bound&zero, above ^ (above^bound)&zero, zero
}
