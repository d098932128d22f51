package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/record"
)

// In codec 4 the numbers of events are in the streams of the rows: those of a vector after a decision whether any of
// them is not 0.

// Kinds of numbers: the vectors of an event, in which its components stand side by side, those of a point, and the
// time.
const (
	kindPlace     = record.EventValues
	kindPush      = kindPlace + 3
	kindTime      = kindPush + 3
	kindsOfEvents = kindTime + 1
)

// eventNumbers codes the numbers of events into out or from in.
type eventNumbers struct {
	to      rangecoder.Coder
	kinds   [2][kindsOfEvents]numberKind       // off their grids and on them
	normals [normalChoices][16]rangecoder.Prob // the choice of a normal, by the last one
	choice  int
	meter   *meter
}

// numberKind is what is known of the numbers of one kind, and of the vectors that begin with one.
type numberKind struct {
	any   [8]rangecoder.Prob // such a vector has a number
	tried uint8              // whether the last such vectors had one, the last one in bit 0
	last  uint8              // length of the last number
	table rangecoder.Lengths
}

// of returns the kinds of a vector of n numbers.
func (c *eventNumbers) of(kind int, onGrids bool, n int) []numberKind {
	return c.kinds[boolToInt(onGrids)][kind : kind+n]
}

// choose codes the choice of a normal.
func (c *eventNumbers) choose(choice int) int {
	c.meter.note(c.to.Out)
	choice = min(int(c.to.Tree(c.normals[c.choice][:], 4, uint32(choice))), normalChoices-1)
	c.meter.note(c.to.Out, "choice of normal")
	c.choice = choice
	return choice
}

func (c *eventNumbers) reset(to rangecoder.Coder) {
	c.to, c.choice = to, 0
	for i := range c.normals {
		rangecoder.Reset(c.normals[i][:])
	}
	for g := range c.kinds {
		for k := range c.kinds[g] {
			n := &c.kinds[g][k]
			rangecoder.Reset(n.any[:])
			n.table.Reset()
			n.tried, n.last = 0, 0
		}
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
	kinds := c.of(kind, onGrids, len(v))
	if c.to.Out == nil {
		readVector(c.to.In, kinds, v)
		return
	}
	some := uint64(0)
	for _, n := range v {
		some |= n
	}
	any := uint32((some | -some) >> 63)
	c.meter.note(c.to.Out)
	first := &kinds[0]
	c.to.Out.Decide(&first.any[first.tried&7], any)
	first.tried = first.tried<<1&7 | uint8(any)
	if any == 0 {
		return
	}
	before := 0
	for i, n := range v {
		k := &kinds[i]
		expect := int(k.last)
		if i > 0 {
			expect = (expect + before + 1) / 2
		}
		c.to.Out.Number(&k.table, expect, n)
		before = bits.Len64(n)
		k.last = uint8(before)
	}
	if c.meter != nil {
		c.meter.note(c.to.Out, "event", eventVectorNames[kind], gridNames[boolToInt(onGrids)])
	}
}

// readVector reads the numbers of a vector of an event.
func readVector(c *rangecoder.Decoder, kinds []numberKind, v []uint64) {
	first := &kinds[0]
	any := c.Decide(&first.any[first.tried&7])
	first.tried = first.tried<<1&7 | uint8(any)
	if any == 0 {
		clear(v)
		return
	}
	before := 0
	for i := range v {
		k := &kinds[i]
		expect := int(k.last)
		if i > 0 {
			expect = (expect + before + 1) / 2
		}
		v[i] = c.Number(&k.table, expect)
		before = bits.Len64(v[i])
		k.last = uint8(before)
	}
}
