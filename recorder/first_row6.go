package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/rigid"
)

// From codec 6 on the first row of a chunk is in the streams, too, group by group. It has no preceding row to predict
// it, but has structure: a body at rest has no velocities, the largest component of an attitude follows from the other
// three, and values on a grid are stored in lines.

// Kinds of values of first rows besides the vectors of bodies.
const (
	firstRoot = vectorCount + iota // the component of q that follows
	firstOther
	firstLedger
	firstKinds
)

// lastFirst describes the last value of a component.
type lastFirst struct {
	size   uint64   // its bits without the sign
	length [2]uint8 // of the last numbers, off its grid and on it
}

// firstRow6 codes first rows.
type firstRow6 struct {
	rest   [2]rangecoder.Prob // a body is at rest, by whether the one before is
	rested uint32
	unit   [4]rangecoder.Prob // which component of q is the largest
	below  [firstKinds]rangecoder.Prob
	grid   [firstKinds][2]rangecoder.Prob // values are on their grids, by whether the last ones of the kind were
	on     [firstKinds]uint32
	number [2][firstKinds]rangecoder.Lengths
	body   [bodyValues]lastFirst // of q the three smaller components, then the largest
	ledger [ledgerValues]lastFirst
	other  lastFirst
}

func (f *firstRow6) reset() {
	rangecoder.Reset(f.rest[:])
	rangecoder.Reset(f.unit[:])
	rangecoder.Reset(f.below[:])
	for kind := range f.grid {
		rangecoder.Reset(f.grid[kind][:])
		f.number[0][kind].Reset()
		f.number[1][kind].Reset()
	}
	f.rested, f.on, f.other = 0, [firstKinds]uint32{}, lastFirst{}
	clear(f.body[:])
	clear(f.ledger[:])
}

// firstRow codes the first row of a chunk.
func (c *coder4) firstRow() {
	f := &c.first
	f.reset()
	c.meter.note(c.to.Out)
	for i := range c.layout.classes {
		cl := &c.layout.classes[i]
		for k := range cl.groups {
			g := &cl.groups[k]
			row := c.rows[g.at:][:cl.components]
			switch {
			case cl.predictor.isBody():
				f.codeBody(c.to, g.grid, row)
			case cl.predictor == predictLedger:
				c.firstLedger(g.lay, row)
			default:
				for n := range row {
					f.value(c.to, firstOther, nil, &row[n], &f.other)
				}
			}
		}
	}
	c.meter.note(c.to.Out, "first rows")
}

// firstLedger codes a row of the ledger, on its grids if these are valid.
func (c *coder4) firstLedger(lay int, row []uint64) {
	var of [ledgerValues]*gridStep
	if grids, ok := c.balance.gridsOf(c.rows, lay); ok {
		for n := range of {
			of[n] = &grids[gridOf[n]]
		}
	}
	c.first.values(c.to, firstLedger, &of, row, c.first.ledger[:])
}

// codeBody codes the values of a body.
func (f *firstRow6) codeBody(to rangecoder.Coder, g *grids, row []uint64) {
	moves := uint64(0)
	for _, b := range row[atV:] {
		moves |= b
	}
	f.rested = to.Decide(&f.rest[f.rested], uint32(boolToInt(moves == 0)))
	var of [vectorCount]*gridStep
	if g != nil {
		of = [vectorCount]*gridStep{vectorX: &g.x, vectorQ: &g.q, vectorV: &g.v[0], vectorL: &g.l[0]}
	}
	f.vector(to, vectorX, of[vectorX], row[atX:atQ], f.body[atX:atQ])
	f.attitude(to, of[vectorQ], row[atQ:atV])
	if f.rested != 0 {
		clear(row[atV:])
		return
	}
	f.vector(to, vectorV, of[vectorV], row[atV:atL], f.body[atV:atL])
	f.vector(to, vectorL, of[vectorL], row[atL:], f.body[atL:])
}

// attitude codes q: the index and sign of its largest component, the other three, and the residual of the largest to
// the root that makes q a unit quaternion.
func (f *firstRow6) attitude(to rangecoder.Coder, g *gridStep, q []uint64) {
	largest := 0
	if to.Out != nil {
		v := quatValues(q)
		largest = rigid.Predict2Largest(&v)
	}
	largest = int(to.Tree(f.unit[:], 2, uint32(largest)))
	below := to.Decide(&f.below[firstRoot], uint32(q[largest]>>63))
	var others [3]uint64
	copy(others[copy(others[:], q[:largest]):], q[largest+1:])
	f.vector(to, vectorQ, g, others[:], f.body[atQ:atV-1])
	copy(q[:largest], others[:])
	copy(q[largest+1:], others[largest:])
	p := completed(q, largest, uint64(below)<<63|bitsOf(1))
	last := &f.body[atV-1].length[0]
	n := to.Number(&f.number[0][firstRoot], int(*last), residual(q[largest], p))
	q[largest], *last = restore(n, p), uint8(bits.Len64(n))
}

// vector codes values side by side of one grid, nil for none.
func (f *firstRow6) vector(to rangecoder.Coder, which int, g *gridStep, v []uint64, last []lastFirst) {
	f.values(to, which, &[ledgerValues]*gridStep{g, g, g}, v, last)
}

// values codes values side by side that are on their grids or not, all of them.
func (f *firstRow6) values(to rangecoder.Coder, kind int, grids *[ledgerValues]*gridStep, v []uint64, last []lastFirst) {
	on := uint32(0)
	if grids[0] != nil {
		if on = 1; to.Out != nil {
			for k, b := range v {
				on &= uint32(boolToInt(grids[k].has(b)))
			}
		}
		on = to.Decide(&f.grid[kind][f.on[kind]], on)
		f.on[kind] = on
	}
	for k := range v {
		g := grids[k]
		if on == 0 {
			g = nil
		}
		f.value(to, kind, g, &v[k], &last[k])
	}
}

// value codes a value: on a grid its lines from zero; otherwise the residual of its bits without the sign to those of
// the last value, and its sign.
func (f *firstRow6) value(to rangecoder.Coder, kind int, g *gridStep, v *uint64, last *lastFirst) {
	const sign = 1 << 63
	if g != nil {
		n := to.Number(&f.number[1][kind], int(last.length[1]), g.lines(*v, 0))
		*v, last.length[1] = g.from(n, 0), uint8(bits.Len64(n))
		return
	}
	n := to.Number(&f.number[0][kind], int(last.length[0]), residual(*v&^sign, last.size))
	below := to.Decide(&f.below[kind], uint32(*v>>63))
	last.size, last.length[0] = restore(n, last.size)&^sign, uint8(bits.Len64(n))
	*v = last.size | uint64(below)<<63
}
