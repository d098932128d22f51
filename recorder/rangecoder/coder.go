package rangecoder

// Coder encodes into Out, or decodes from In if Out is nil. A decoder ignores the values passed to it and returns those
// read.
type Coder struct {
	Out *Encoder
	In  *Decoder
}

// Decide codes a decision.
func (a Coder) Decide(p *Prob, bit uint32) uint32 {
	if a.Out == nil {
		return a.In.Decide(p)
	}
	a.Out.Decide(p, bit)
	return bit
}

// Number codes a number, of which a length in bits is expected, 0 to 64.
func (a Coder) Number(l *Lengths, expect int, v uint64) uint64 {
	if a.Out == nil {
		return a.In.Number(l, expect)
	}
	a.Out.Number(l, expect, v)
	return v
}

// Tree codes a number of the given width in bits, the highest first, each by what came before: p has 2^width probabilities.
func (a Coder) Tree(p []Prob, width uint, v uint32) uint32 {
	if a.Out == nil {
		return a.In.tree(p, width)
	}
	a.Out.tree(p, width, v)
	return v
}
