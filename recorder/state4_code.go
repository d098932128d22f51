package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/rigid"
)

// expect returns the length to expect of number k of a vector, by that of the last row and those of the vector so far,
// and the kind of the number.
func (b *body4) expect(grid, k, from int, numbers *[bodyValues]uint64) (n, kind int) {
	last := int(b.length[grid][k])
	switch {
	case k == from:
		return last, 0
	case k == atQ+3 && grid == 1:
		return last, 2
	}
	return (last + bits.Len64(numbers[k-1]) + 1) / 2, 1
}

// encode4 codes the current row.
func (b *body4) encode4(c *rangecoder.Encoder, t *probs4, row []uint64, turns []rigid.Predict5Turn) {
	was, state := b.onGrid, b.state()
	p, any := &b.stored, false
	if fits := b.grid != nil && b.grid.fits(row); fits != was || !b.rowEqualsPrediction(row, turns) {
		b.plan(fits, row, turns)
		any = p.grid != was
		for _, missed := range p.missed {
			any = any || missed
		}
	}
	b.any = any
	b.meter.note(c)
	c.Decide(&t.as[state][b.history], uint32(boolToInt(any)))
	b.history = b.history<<1&7 | uint8(boolToInt(any))
	b.meter.note(c, "rows as predicted")
	if any {
		grid := boolToInt(p.grid)
		c.Decide(&t.grid[state][boolToInt(was)], uint32(grid))
		for _, which := range vectorOrder {
			missed := p.missed[which]
			c.Decide(&t.vector[state][grid][which][b.missed[which]], uint32(boolToInt(missed)))
			if !missed {
				continue
			}
			b.meter.note(c, "flags of vectors")
			c.Tree3(&t.choice[state][which][b.last[boolToInt(b.hit != nil)][which]], uint32(p.choice[which]))
			b.meter.note(c, "choices")
			if grid == 1 && which < vectorX && b.five {
				c.Tree3(&t.wide[which][b.widest[which]], uint32(b.wide[which]))
				b.widest[which] = b.wide[which]
				b.meter.note(c, "coarser grids")
			}
			at := vectorAt[which]
			for k := int(at.from); k < int(at.to); k++ {
				n, kind := b.expect(grid, k, int(at.from), &p.numbers)
				c.Number(&t.number[grid][boolToInt(b.hit != nil)][which][kind], n, p.numbers[k])
			}
			if b.meter != nil {
				b.meter.note(c, vectorNames[which], gridNames[grid], stateNames[state])
			}
		}
	}
	b.learn()
}

// decode4 reads the stored numbers of the current row, and fills v and L. It returns false for a prediction that does
// not exist.
func (b *body4) decode4(c *rangecoder.Decoder, t *probs4, row []uint64) bool {
	hit, state := boolToInt(b.hit != nil), b.state()
	p := &b.stored
	p.choice, p.grid = b.last[hit], b.onGrid
	if b.any { // else there are no numbers
		p.numbers, p.missed = [bodyValues]uint64{}, [vectorCount]bool{}
	}
	any := c.Decide(&t.as[state][b.history]) != 0
	b.any = any
	b.history = b.history<<1&7 | uint8(boolToInt(any))
	if any {
		p.grid = c.Decide(&t.grid[state][boolToInt(p.grid)]) != 0
		if p.grid && b.grid == nil {
			return false
		}
	}
	b.onGrid = p.grid
	grid := boolToInt(p.grid)
	for _, which := range vectorOrder {
		if which < vectorX {
			b.wide[which] = 0
		}
		if any && c.Decide(&t.vector[state][grid][which][b.missed[which]]) != 0 {
			p.missed[which] = true
			p.choice[which] = int8(c.Tree3(&t.choice[state][which][p.choice[which]]))
			if grid == 1 && which < vectorX && b.five {
				wide := c.Tree3(&t.wide[which][b.widest[which]])
				if wide >= coarsenings {
					return false
				}
				b.wide[which], b.widest[which] = uint8(wide), uint8(wide)
			}
			at := vectorAt[which]
			for k := int(at.from); k < int(at.to); k++ {
				n, kind := b.expect(grid, k, int(at.from), &p.numbers)
				p.numbers[k] = c.Number(&t.number[grid][hit][which][kind], n)
			}
		}
		if which < vectorX && !b.putVector(which, row) {
			return false
		}
	}
	return true
}

// decodePose4 fills the pose of a row that decode4 has read, from turns that have been gone.
func (b *body4) decodePose4(row []uint64, turns []rigid.Predict5Turn) bool {
	var base, struck [7]uint64
	b.base4(&base, &struck, turns)
	if !b.putPose(vectorX, &base, &struck, row) || !b.putPose(vectorQ, &base, &struck, row) {
		return false
	}
	b.learn()
	return true
}

// putVector fills v or L of the row from what was stored of it.
func (b *body4) putVector(which int8, row []uint64) bool {
	at := vectorAt[which]
	v, numbers := row[at.from:at.to], b.stored.numbers[at.from:at.to]
	if !b.vector4(which, b.stored.choice[which], v) {
		return false
	}
	switch {
	case !b.stored.missed[which]:
	case b.onGrid:
		b.grid.coarser(which, b.wide[which]).add(v, numbers)
	default:
		restoreAll(v, numbers)
	}
	return true
}

// restoreAll replaces predictions by what residuals make of them.
func restoreAll(v, residuals []uint64) {
	for k, n := range residuals {
		v[k] = restore(n, v[k])
	}
}

// putPose fills x or q of the row from what was stored of it.
func (b *body4) putPose(which int8, base, struck *[7]uint64, row []uint64) bool {
	if b.stored.choice[which] >= poseChoices {
		return false
	}
	at := vectorAt[which]
	v := row[at.from:at.to]
	if b.stored.choice[which] == 0 && !b.stored.missed[which] {
		copy(v, base[at.from:])
		return true
	}
	if b.onGrid {
		return b.putLines(which, &b.stored, base, struck, row)
	}
	if !b.pose4(which, b.stored.choice[which], base, struck, v) {
		return false
	}
	restoreAll(v, b.stored.numbers[at.from:at.to])
	return true
}

// putLines fills x or q of a row on the grids.
func (b *body4) putLines(which int8, p *plan4, base, struck *[7]uint64, row []uint64) bool {
	at := vectorAt[which]
	var ahead [3]int64
	if !b.ahead4(which, p.choice[which], struck, ahead[:]) {
		return false
	}
	copy(row[at.from:at.to], base[at.from:at.to])
	g, unit, slot, moved := b.grid.of(which), -1, 0, false
	if which == vectorQ {
		unit = b.unit()
	}
	for k := int(at.from); k < int(at.to); k++ {
		if k == unit {
			continue
		}
		n := p.numbers[int(at.from)+slot]
		l := unzigzag(n) + ahead[slot]
		if l != 0 {
			moved = true
			row[k] = g.from(zigzag(l), row[k])
		}
		slot++
	}
	if which == vectorQ {
		if moved {
			row[unit] = completed(row[atQ:atV], unit-atQ, row[unit])
		}
		row[unit] = restore(p.numbers[atQ+3], row[unit])
	}
	return true
}
