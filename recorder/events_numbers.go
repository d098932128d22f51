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
	tried := &c.tried[g][kind]
	p := &c.any[g][kind][*tried]
	any := uint32(0)
	for _, n := range v {
		if n != 0 {
			any = 1
		}
	}
	c.meter.note(c.to.out)
	any = c.to.decide(p, any)
	*tried = *tried<<1&7 | uint8(any)
	if any == 0 {
		clear(v)
		return
	}
	for i := range v {
		last := &c.last[g][kind+i]
		expect := int(*last)
		if i > 0 {
			expect = (expect + bits.Len64(v[i-1]) + 1) / 2
		}
		v[i] = c.to.number(&c.table[g][kind+i], expect, v[i])
		*last = uint8(bits.Len64(v[i]))
	}
	if c.meter != nil {
		c.meter.note(c.to.out, "event", eventVectorNames[kind], gridNames[g])
	}
}
