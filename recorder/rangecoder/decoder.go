package rangecoder

import "encoding/binary"

// Decoder reads the two streams. Behind the end of one there are zeros.
type Decoder struct {
	code, span uint32
	in         []byte
	at         int    // of in: what comes next
	plain      []byte // and bitsPad zeros
	bit, have  uint   // of plain: the bit that comes next, and how many there are

	Overrun bool // more was read than there is
}

// bitsPad is the number of bytes that a read of up to 63 bits may touch.
const bitsPad = 9

// Reset begins to read two streams. The decisions must stay unchanged.
func (c *Decoder) Reset(in, plain []byte) {
	var pad [bitsPad]byte
	*c = Decoder{span: 1<<32 - 1, in: in, plain: append(append(c.plain[:0], plain...), pad[:]...), have: 8 * uint(len(plain))}
	for range 5 {
		c.code = c.code<<8 | c.next()
	}
}

// Whole reports whether all of both streams has been read, and no more.
func (c *Decoder) Whole() bool {
	return !c.Overrun && c.at == len(c.in) && c.have-c.bit < 8 && c.bits(c.have-c.bit) == 0
}

// next returns the next byte of the decisions.
func (c *Decoder) next() uint32 {
	if c.at < len(c.in) {
		b := c.in[c.at]
		c.at++
		return uint32(b)
	}
	c.Overrun = true
	return 0
}

// widen takes bytes until the span is wide enough again.
func (c *Decoder) widen(code, span uint32) (next, s uint32) {
	for ; span < 1<<24; span <<= 8 {
		code = code<<8 | c.next()
	}
	return code, span
}

// Decide reads a decision, without a branch that depends on it.
func (c *Decoder) Decide(p *Prob) (bit uint32) {
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
func (c *Decoder) bits(n uint) uint64 {
	at, shift := c.bit>>3, c.bit&7
	if c.bit += n; c.bit > c.have {
		c.bit, c.Overrun = c.have, true
		return 0
	}
	b := c.plain[at:][:bitsPad]
	v := binary.LittleEndian.Uint64(b)>>shift | uint64(b[8])<<(64-shift)
	return v & (1<<n - 1)
}

// Number reads what Encoder.Number has coded.
func (c *Decoder) Number(l *Lengths, expect int) uint64 {
	if !l.used {
		*l = evenLengths
	}
	n := int(c.Tree3(&l.near[expect]))
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

// tree reads what Encoder.tree has coded. Both probabilities that may come next are at hand before it is known which one
// does.
func (c *Decoder) tree(p []Prob, width uint) uint32 {
	node, code, span, v := uint32(1), c.code, c.span, p[1]
	for i := width; ; i-- {
		var after [2]Prob // a decision for 0 and for 1
		if i > 1 {
			after = [2]Prob(p[2*node:])
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
		v = after[1] ^ (after[0]^after[1])&Prob(zero)
	}
	c.code, c.span = code, span
	return node - 1<<width
}

// Tree3 reads what Encoder.Tree3 has coded.
func (c *Decoder) Tree3(p *[8]Prob) uint32 {
	code, span := c.code, c.span
	v := p[1]
	v2, v3 := p[2], p[3]
	code, span, zero := v.split(code, span)
	p[1] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	m := Prob(zero)
	v, node := v3^(v2^v3)&m, 3+uint32(m)
	v2, v3 = p[2*node&7], p[(2*node+1)&7]
	code, span, zero = v.split(code, span)
	p[node&7] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	m = Prob(zero)
	v, node = v3^(v2^v3)&m, 2*node+1+uint32(m)
	code, span, zero = v.split(code, span)
	p[node&7] = v.after(zero)
	if span < 1<<24 {
		code, span = c.widen(code, span)
	}
	c.code, c.span = code, span
	return 2*node + 1 + zero - 8
}
