package rangecoder

import (
	"math"
	"math/bits"
)

// Encoder makes the two streams. Reset it before the first decision.
type Encoder struct {
	low  uint64
	span uint32
	out  []byte

	plain []byte
	word  uint64
	count uint // bits in word
}

// Reset begins new streams.
func (c *Encoder) Reset() {
	*c = Encoder{span: 1<<32 - 1, out: append(c.out[:0], 0), plain: c.plain[:0]}
}

// Decide codes a decision.
func (c *Encoder) Decide(p *Prob, bit uint32) {
	v := *p
	low, span := v.part(c.low, c.span, bit)
	*p = v.after(bit - 1)
	if span < 1<<24 {
		low, span = c.widen(low, span)
	}
	c.low, c.span = low, span
}

// Zeros codes n decisions for 0, all by the same probability, as Decide would.
func (c *Encoder) Zeros(p *Prob, n int) {
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

// AllZero codes decisions for 0, each by its own probability, as Decide would.
func (c *Encoder) AllZero(by []*Prob) {
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

// widen moves the highest bytes of low out until the span is wide enough again.
func (c *Encoder) widen(low uint64, span uint32) (l uint64, s uint32) {
	for ; span < 1<<24; span <<= 8 {
		low = c.shift(low)
	}
	return low, span
}

// shift moves the highest byte of low out, with its carry.
func (c *Encoder) shift(low uint64) uint64 {
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
func (c *Encoder) bits(v uint64, n uint) {
	c.word |= v << c.count
	if c.count += n; c.count >= 64 {
		w := c.word
		c.plain = append(c.plain, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
		c.count -= 64
		c.word = v >> (n - c.count)
	}
}

// Spent returns the bits of both streams so far.
func (c *Encoder) Spent() float64 {
	return float64(8*(len(c.out)+len(c.plain))+int(c.count)+32) - math.Log2(float64(c.span))
}

// Streams returns both streams, until the encoder is reset.
func (c *Encoder) Streams() (decisions, plain []byte) { return c.out, c.plain }

// Finish completes the streams.
func (c *Encoder) Finish() {
	for range 4 {
		c.low = c.shift(c.low)
	}
	for ; c.count > 0; c.count -= min(c.count, 8) {
		c.plain = append(c.plain, byte(c.word))
		c.word >>= 8
	}
}

// Number codes a number, of which a length in bits is expected, 0 to 64.
func (c *Encoder) Number(l *Lengths, expect int, v uint64) {
	if !l.used {
		*l = evenLengths
	}
	n := bits.Len64(v)
	d := uint32(n - nearest(expect))
	if d > 6 {
		d = 7
	}
	c.Tree3(&l.near[expect], d)
	if d == 7 {
		c.tree(l.far[:], 7, uint32(n))
	}
	if n > 1 {
		c.bits(v&^(1<<(n-1)), uint(n-1))
	}
}

// tree codes a number of the given number of bits, the highest first, each by what came before.
func (c *Encoder) tree(p []Prob, width uint, v uint32) {
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

// Tree3 codes a number of 3 bits, the highest first, each by what came before.
func (c *Encoder) Tree3(p *[8]Prob, v uint32) {
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
