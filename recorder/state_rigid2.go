package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/sim/rigid"
)

// The mask of components of a body under rigid2 has, after their 13 bits, one that is set if the row is on the body's
// grids. It holds for the following rows, until another mark. Rows on the grids store lines, in streams of their own;
// of q those of all components but the largest, in their order, and then the residual of that one.
const markGrid = 1 << 5 // in the mask's second byte

// encodeBody2 codes a row of a body. Behind the streams of residuals there are those of lines.
func encodeBody2(b *body1, row, prev []uint64, marks []byte, streams [][]uint64) bool {
	slept := asleep(prev[atV:])
	if slept && same(row, prev) {
		b.rest()
		return false
	}
	was, use := b.onGrid, b.use
	if b.onGrid = b.grid.fits(row); b.onGrid {
		var lines [bodyValues]uint64
		if b.count(row, &lines) {
			return appendLines(&lines, !was || slept, marks, streams[bodyValues:])
		}
		b.onGrid, b.use = false, use
	}
	return encodeBody(b, row, marks, streams) || was || slept
}

// appendLines appends the lines of a row and marks them; the mark stands also where nothing but it has changed.
func appendLines(lines *[bodyValues]uint64, changed bool, marks []byte, streams [][]uint64) bool {
	miss := changed
	for k, n := range lines {
		if n != 0 {
			miss = true
			marks[k>>3] |= 1 << (k & 7)
			streams[k] = append(streams[k], n)
		}
	}
	if miss {
		marks[1] |= markGrid
	}
	return miss
}

func same(a, b []uint64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// count finds the lines of a row and learns from it. It reports false where the row is not on the grids.
func (b *body1) count(row []uint64, lines *[bodyValues]uint64) bool {
	var vectors [6]uint64
	var pose [7]uint64
	g := b.grid
	b.vectors(&vectors)
	if !g.v[0].countAll(lines[atV:atL], row[atV:atL], vectors[:3]) || !g.l[0].countAll(lines[atL:], row[atL:], vectors[3:]) {
		return false
	}
	b.learnVectors(lines[atV]|lines[atV+1]|lines[atV+2] != 0, lines[atL]|lines[atL+1]|lines[atL+2] != 0)
	b.pose(&pose)
	var ahead [bodyValues]int64
	if b.follow {
		b.predictLines(&ahead)
	}
	if !g.x.countAll(lines[atX:atQ], row[atX:atQ], pose[:atQ]) {
		return false
	}
	if !g.q.countAttitude(lines[atQ:atV], row[atQ:atV], pose[atQ:atV], b.unit()-atQ) {
		return false
	}
	if b.follow {
		b.follows(lines, &ahead, -1)
	}
	b.learnPose(false, false)
	return true
}

// unit returns the component of the current row that is on no grid: that of q which is largest in the pose predicted.
func (b *body1) unit() int {
	return atQ + rigid.Predict2Largest((*[4]float64)(b.base[atQ:]))
}

// rest updates the predictor with a row of a body at rest, which repeats the preceding one.
func (b *body1) rest() {
	b.errors[2] = b.errors[1]
	b.errors[1] = b.errors[0]
	b.errors[0] = [7]float64{}
}

// readMarks2 is the part of readMarks for rigid2; masks has the two bytes of each row, transposed.
func (d *stateDecoder) readMarks2(masks []byte) {
	marked := len(masks) / 2
	for i := range marked {
		low, high := masks[i], masks[marked+i]
		d.marks[2*i], d.marks[2*i+1] = low, high
		first := 0
		if high&markGrid != 0 {
			first = bodyValues
		}
		for m := uint(low) | uint(high&(markGrid-1))<<8; m != 0; m &= m - 1 {
			d.counts[first+bits.TrailingZeros(m)]++
		}
	}
}

func (d *stateDecoder) decodeBody2(b *body1, row, prev []uint64, mark []byte) {
	if mark == nil && asleep(prev[atV:]) {
		copy(row, prev)
		b.rest()
		return
	}
	if mark != nil {
		b.onGrid = mark[1]&markGrid != 0
	}
	if !b.onGrid {
		d.decodeBody(b, row, mark)
		return
	}
	var lines [bodyValues]uint64
	d.takeLines(&lines, mark)
	g := b.grid
	b.vectors((*[6]uint64)(row[atV:bodyValues]))
	g.v[0].add(row[atV:atL], lines[atV:atL])
	g.l[0].add(row[atL:], lines[atL:])
	b.learnVectors(lines[atV]|lines[atV+1]|lines[atV+2] != 0, lines[atL]|lines[atL+1]|lines[atL+2] != 0)
	b.pose((*[7]uint64)(row[atX:atV]))
	if b.follow {
		var ahead [bodyValues]int64
		b.predictLines(&ahead)
		b.follows(&lines, &ahead, 1)
	}
	g.x.add(row[atX:atQ], lines[atX:atQ])
	unit, slot := b.unit(), atQ
	for k := atQ; k < atV; k++ {
		if k != unit {
			g.q.add(row[k:k+1], lines[slot:slot+1])
			slot++
		}
	}
	if lines[atQ]|lines[atQ+1]|lines[atQ+2] != 0 {
		row[unit] = completed(row[atQ:atV], unit-atQ, row[unit])
	}
	row[unit] = restore(lines[slot], row[unit])
	b.learnPose(false, false)
}

// takeLines takes the lines of a row from their streams.
func (d *stateDecoder) takeLines(lines *[bodyValues]uint64, mark []byte) {
	if mark == nil {
		return
	}
	streams := d.streams[bodyValues:]
	for m := uint(mark[0]) | uint(mark[1]&(markGrid-1))<<8; m != 0; m &= m - 1 {
		k := bits.TrailingZeros(m)
		s := streams[k]
		lines[k], streams[k] = s[0], s[1:]
	}
}
