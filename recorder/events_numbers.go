package recorder

import "math/bits"

// In codec 4 the numbers of events are in the streams of the rows: those of a vector after a decision whether any of
// them is not 0.

// Kinds of numbers: the vectors of an event, in which its components stand side by side, those of a point, and the
// time.
const (
	kindPlace     = eventComponents
	kindPush      = kindPlace + 3
	kindTime      = kindPush + 3
	kindsOfEvents = kindTime + 1
)

// eventNumbers codes the numbers of events into out or from in.
type eventNumbers struct {
	to      arith
	any     [2][kindsOfEvents][8]prob // a vector has a number; by its first component
	tried   [2][kindsOfEvents]uint8   // whether the last vectors of the kind had one, the last one in bit 0
	table   [2][kindsOfEvents]lengths
	last    [2][kindsOfEvents]uint8 // lengths
	normals [normalChoices][16]prob // the choice of a normal, by the last one
	choice  int
	meter   *meter
}

// choose codes the choice of a normal.
func (c *eventNumbers) choose(choice int) int {
	c.meter.note(c.to.out)
	choice = min(int(c.to.tree(c.normals[c.choice][:], 4, uint32(choice))), normalChoices-1)
	c.meter.note(c.to.out, "choice of normal")
	c.choice = choice
	return choice
}

func (c *eventNumbers) reset(to arith) {
	c.to, c.choice = to, 0
	for i := range c.normals {
		resetProbs(c.normals[i][:])
	}
	for g := range 2 {
		for k := range kindsOfEvents {
			resetProbs(c.any[g][k][:])
			c.table[g][k].reset()
		}
		clear(c.tried[g][:])
		clear(c.last[g][:])
	}
}

// run codes a number by itself.
func (c *eventNumbers) run(kind int, v *uint64) {
	one := [1]uint64{*v}
	c.vector(kind, false, one[:])
	*v = one[0]
}

// vector codes the numbers of a vector.
func (c *eventNumbers) vector(kind int, onGrids bool, v []uint64) {
	g := boolToInt(onGrids)
	if c.to.out == nil {
		c.read(kind, g, v)
		return
	}
	some := uint64(0)
	for _, n := range v {
		some |= n
	}
	any := uint32((some | -some) >> 63)
	c.meter.note(c.to.out)
	tried := &c.tried[g][kind]
	c.to.out.decide(&c.any[g][kind][*tried&7], any)
	*tried = *tried<<1&7 | uint8(any)
	if any == 0 {
		return
	}
	table, last, before := c.table[g][kind:][:len(v)], c.last[g][kind:][:len(v)], 0
	for i, n := range v {
		expect := int(last[i])
		if i > 0 {
			expect = (expect + before + 1) / 2
		}
		c.to.out.number(&table[i], expect, n)
		before = bits.Len64(n)
		last[i] = uint8(before)
	}
	if c.meter != nil {
		c.meter.note(c.to.out, "event", eventVectorNames[kind], gridNames[g])
	}
}

// read is vector for a decoder.
func (c *eventNumbers) read(kind, g int, v []uint64) {
	tried := &c.tried[g][kind]
	any := c.to.in.decide(&c.any[g][kind][*tried&7])
	*tried = *tried<<1&7 | uint8(any)
	if any == 0 {
		clear(v)
		return
	}
	table, last, before := c.table[g][kind:][:len(v)], c.last[g][kind:][:len(v)], 0
	for i := range v {
		expect := int(last[i])
		if i > 0 {
			expect = (expect + before + 1) / 2
		}
		v[i] = c.to.in.number(&table[i], expect)
		before = bits.Len64(v[i])
		last[i] = uint8(before)
	}
}
