package recorder

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Codec 4 stores numbers in two streams: decisions, by an adaptive binary range coder, each with a probability that
// follows its earlier outcomes; and plain bits. The length of a number in bits is coded by decisions, the bits below
// its highest one are plain. FORMAT.md, section 5.10, defines the arithmetic.

// prob is the probability that a decision is 0, in 2^-16, in its upper half, and the number of its outcomes so far, up
// to a limit, in its lower half: it adapts fast at first and more slowly later.
type prob uint32

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
func (p prob) share() uint32 { return uint32(p>>(32-probBits)) | 1 }

// after returns p after a decision; zero has all bits set if the outcome was 0, and none otherwise. It computes modulo
// 2^32: the difference times the rate may be negative, and its lower half is cut off.
func (p prob) after(zero uint32) prob {
	pace := &paces[p&31]
	way := (zero>>16 - uint32(p>>16)) * pace.rate
	return p + prob(way&^0xffff+pace.more)
}

func resetProbs(p []prob) {
	for i := range p {
		p[i] = evenOdds
	}
}

// arithEncoder makes the two streams.
type arithEncoder struct {
	low  uint64
	span uint32
	out  []byte

	plain []byte
	word  uint64
	count uint // bits in word
}

func (c *arithEncoder) reset() {
	*c = arithEncoder{span: 1<<32 - 1, out: append(c.out[:0], 0), plain: c.plain[:0]}
}

// decide codes a decision.
func (c *arithEncoder) decide(p *prob, bit uint32) {
	v := *p
	low, span := v.part(c.low, c.span, bit)
	*p = v.after(bit - 1)
	if span < 1<<24 {
		low, span = c.widen(low, span)
	}
	c.low, c.span = low, span
}

// zeros codes n decisions for 0, all by the same probability.
func (c *arithEncoder) zeros(p *prob, n int) {
	v, low, span := *p, c.low, c.span
	for changes := true; n > 0; n-- {
		span = (span >> probBits) * v.share()
		if changes {
			next := v.after(1<<32 - 1)
			changes, v = next != v, next
		}
		if span < 1<<24 {
			low, span = c.widen(low, span)
		}
	}
	*p, c.low, c.span = v, low, span
}

// allZero codes decisions for 0, each by its own probability.
func (c *arithEncoder) allZero(by []*prob) {
	low, span := c.low, c.span
	for _, p := range by {
		v := *p
		span = (span >> probBits) * v.share()
		*p = v.after(1<<32 - 1)
		if span < 1<<24 {
			low, span = c.widen(low, span)
		}
	}
	c.low, c.span = low, span
}

// part takes a decision with the probability p from a span.
func (p prob) part(low uint64, span, bit uint32) (l uint64, s uint32) {
	bound := (span >> probBits) * p.share()
	m := 0 - bit
	return low + uint64(bound&m), bound ^ m + (span&m - m) // the bound, or the rest of the span
}

// widen moves the highest bytes of low out until the span is wide enough again.
func (c *arithEncoder) widen(low uint64, span uint32) (l uint64, s uint32) {
	for ; span < 1<<24; span <<= 8 {
		low = c.shift(low)
	}
	return low, span
}

// shift moves the highest byte of low out, with its carry.
func (c *arithEncoder) shift(low uint64) uint64 {
	if low > 1<<32-1 {
		for i := len(c.out) - 1; ; i-- {
			if c.out[i]++; c.out[i] != 0 {
				break
			}
		}
	}
	c.out = append(c.out, byte(low>>24))
	return low << 8 & (1<<32 - 1)
}

// bits appends the n lowest bits of v as they are, n at most 63; higher bits of v are 0.
func (c *arithEncoder) bits(v uint64, n uint) {
	c.word |= v << c.count
	if c.count += n; c.count >= 64 {
		w := c.word
		c.plain = append(c.plain, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
		c.count -= 64
		c.word = v >> (n - c.count)
	}
}

// spent returns the bits of both streams so far.
func (c *arithEncoder) spent() float64 {
	return float64(8*(len(c.out)+len(c.plain))+int(c.count)+32) - math.Log2(float64(c.span))
}

// finish completes the streams.
func (c *arithEncoder) finish() {
	for range 4 {
		c.low = c.shift(c.low)
	}
	for ; c.count > 0; c.count -= min(c.count, 8) {
		c.plain = append(c.plain, byte(c.word))
		c.word >>= 8
	}
}

// arithDecoder reads them. Behind the end of a stream there are zeros.
type arithDecoder struct {
	code, span uint32
	in         []byte
	at         int    // of in: what comes next
	plain      []byte // and bitsPad zeros
	bit, have  uint   // of plain: the bit that comes next, and how many there are
	overrun    bool   // more was read than there is
}

// bitsPad is the number of bytes that a read of up to 63 bits may touch.
const bitsPad = 9

func (c *arithDecoder) reset(in, plain []byte) {
	var pad [bitsPad]byte
	*c = arithDecoder{span: 1<<32 - 1, in: in, plain: append(append(c.plain[:0], plain...), pad[:]...), have: 8 * uint(len(plain))}
	for range 5 {
		c.code = c.code<<8 | c.next()
	}
}

// whole reports whether all of both streams has been read, and no more.
func (c *arithDecoder) whole() bool {
	return !c.overrun && c.at == len(c.in) && c.have-c.bit < 8 && c.bits(c.have-c.bit) == 0
}

// next returns the next byte of the decisions.
func (c *arithDecoder) next() uint32 {
	if c.at < len(c.in) {
		b := c.in[c.at]
		c.at++
		return uint32(b)
	}
	c.overrun = true
	return 0
}

// widen takes bytes until the span is wide enough again.
func (c *arithDecoder) widen(code, span uint32) (next, s uint32) {
	for ; span < 1<<24; span <<= 8 {
		code = code<<8 | c.next()
	}
	return code, span
}

// decide reads a decision, without a branch that depends on it.
func (c *arithDecoder) decide(p *prob) (bit uint32) {
	v := *p
	code, span, zero := v.split(c.code, c.span)
	*p = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	c.code, c.span = code, span
	return zero + 1
}

// bits reads n bits, n at most 63.
func (c *arithDecoder) bits(n uint) uint64 {
	at, shift := c.bit>>3, c.bit&7
	if c.bit += n; c.bit > c.have {
		c.bit, c.overrun = c.have, true
		return 0
	}
	b := c.plain[at:][:bitsPad]
	v := binary.LittleEndian.Uint64(b)>>shift | uint64(b[8])<<(64-shift)
	return v & (1<<n - 1)
}

// lengths is the probabilities of the bit lengths of the numbers of one kind, by the expected length. A length within 3
// above or below that takes three decisions; any other seven more. A chunk uses few of the many tables: each is filled
// when its first number comes.
type lengths struct {
	near [65][8]prob
	far  [128]prob
	used bool // else all decisions are equally likely
}

// nearest returns the least length of those near the expected one.
func nearest(expect int) int { return min(max(expect-3, 0), 64-6) }

func (l *lengths) reset() { l.used = false }

// evenLengths is the state before the first number.
var evenLengths = func() (l lengths) {
	for i := range l.near {
		resetProbs(l.near[i][:])
	}
	resetProbs(l.far[:])
	l.used = true
	return l
}()

// number codes a number.
func (c *arithEncoder) number(l *lengths, expect int, v uint64) {
	if !l.used {
		*l = evenLengths
	}
	n := bits.Len64(v)
	d := uint32(n - nearest(expect))
	if d > 6 {
		d = 7
	}
	c.tree3(&l.near[expect], d)
	if d == 7 {
		c.tree(l.far[:], 7, uint32(n))
	}
	if n > 1 {
		c.bits(v&^(1<<(n-1)), uint(n-1))
	}
}

func (c *arithDecoder) number(l *lengths, expect int) uint64 {
	if !l.used {
		*l = evenLengths
	}
	n := int(c.tree3(&l.near[expect]))
	if n == 7 {
		n = min(int(c.tree(l.far[:], 7)), 64)
	} else {
		n += nearest(expect)
	}
	if n <= 1 {
		return uint64(n)
	}
	n--
	return 1<<n | c.bits(uint(n))
}

// arith encodes into out, or decodes from in if out is nil. A decoder ignores the values passed to it and returns those
// read.
type arith struct {
	out *arithEncoder
	in  *arithDecoder
}

func (a arith) decide(p *prob, bit uint32) uint32 {
	if a.out == nil {
		return a.in.decide(p)
	}
	a.out.decide(p, bit)
	return bit
}

func (a arith) number(l *lengths, expect int, v uint64) uint64 {
	if a.out == nil {
		return a.in.number(l, expect)
	}
	a.out.number(l, expect, v)
	return v
}

func (a arith) tree(p []prob, width uint, v uint32) uint32 {
	if a.out == nil {
		return a.in.tree(p, width)
	}
	a.out.tree(p, width, v)
	return v
}

// tree codes a number of the given number of bits, the highest first, each by what came before.
func (c *arithEncoder) tree(p []prob, width uint, v uint32) {
	node, low, span := uint32(1), c.low, c.span
	for i := width; i > 0; i-- {
		bit, q := v>>(i-1)&1, &p[node]
		low, span = q.part(low, span, bit)
		*q = q.after(bit - 1)
		if span < 1<<24 {
			low, span = c.widen(low, span)
		}
		node = node<<1 | bit
	}
	c.low, c.span = low, span
}

// tree3 is tree of width 3.
func (c *arithEncoder) tree3(p *[8]prob, v uint32) {
	low, span := c.low, c.span
	bit, q := v>>2, &p[1]
	low, span = q.part(low, span, bit)
	*q = q.after(bit - 1)
	if span < 1<<24 {
		low, span = c.widen(low, span)
	}
	bit, q = v>>1&1, &p[2|v>>2]
	low, span = q.part(low, span, bit)
	*q = q.after(bit - 1)
	if span < 1<<24 {
		low, span = c.widen(low, span)
	}
	bit, q = v&1, &p[4|v>>1]
	low, span = q.part(low, span, bit)
	*q = q.after(bit - 1)
	if span < 1<<24 {
		low, span = c.widen(low, span)
	}
	c.low, c.span = low, span
}

// Both probabilities that may come next are at hand before it is known which one does.
func (c *arithDecoder) tree(p []prob, width uint) uint32 {
	node, code, span, v := uint32(1), c.code, c.span, p[1]
	for i := width; ; i-- {
		var after [2]prob // a decision for 0 and for 1
		if i > 1 {
			after = [2]prob(p[2*node:])
		}
		var zero uint32
		code, span, zero = v.split(code, span)
		p[node] = v.after(zero)
		if span < 1<<24 {
			code, span = c.widen(code, span)
		}
		if node = node<<1 + zero + 1; i == 1 {
			break
		}
		v = after[1] ^ (after[0]^after[1])&prob(zero)
	}
	c.code, c.span = code, span
	return node - 1<<width
}

// tree3 is tree of width 3.
func (c *arithDecoder) tree3(p *[8]prob) uint32 {
	code, span := c.code, c.span
	v := p[1]
	v2, v3 := p[2], p[3]
	code, span, zero := v.split(code, span)
	p[1] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	m := prob(zero)
	v, node := v3^(v2^v3)&m, 3+uint32(m)
	v2, v3 = p[2*node&7], p[(2*node+1)&7]
	code, span, zero = v.split(code, span)
	p[node&7] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	m = prob(zero)
	v, node = v3^(v2^v3)&m, 2*node+1+uint32(m)
	code, span, zero = v.split(code, span)
	p[node&7] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	c.code, c.span = code, span
	return 2*node + 1 + zero - 8
}

// split takes a decision with the probability p from a code: zero has all bits where it is 0, and else none.
func (p prob) split(code, span uint32) (c, s, zero uint32) {
	bound := (span >> probBits) * p.share()
	above := span - bound
	zero = uint32((int64(code) - int64(bound)) >> 63)
	return code - bound + bound&zero, above ^ (above^bound)&zero, zero
}
