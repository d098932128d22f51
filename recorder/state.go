package recorder

import "github.com/prang-sim/prang/recorder/parts"

// The values of a chunk make three parts:
//
//	first      the bits of the chunk's first row
//	masks      which rows of a group, and which components of such a row, have a residual
//	residuals  those residuals, class by class, then component, group, step; the lowest bytes of all of them come first
//
// FORMAT.md has the details.

// stateEncoder codes the rows of one chunk after the other. Its fields are scratch.
type stateEncoder struct {
	layout    *layout
	first     []byte // shuffled
	masks     []byte
	residuals []byte // shuffled
	marks     []byte // masks of components of the current class, row by row
	streams   [][]uint64
	values    []uint64 // residuals in their final order
	sorted    []uint64 // the first row in the order of codec 2
}

// encode codes n rows side by side in rows. The parts are valid until the next call.
func (e *stateEncoder) encode(rows []uint64, n int) {
	e.first = parts.AppendShuffled64(e.first[:0], e.firstRow(rows))
	e.masks, e.values = e.masks[:0], e.values[:0]
	for i := range e.layout.classes {
		e.encodeClass(&e.layout.classes[i], rows, n)
	}
	e.residuals = parts.AppendShuffled64(e.residuals[:0], e.values)
}

// firstRow returns the values of the first of the rows as they are stored.
func (e *stateEncoder) firstRow(rows []uint64) []uint64 {
	first := rows[:e.layout.values]
	if e.layout.codec < 2 {
		return first
	}
	e.sorted = e.layout.sortFirst(e.sorted[:0], first)
	return e.sorted
}

// encodeClass appends the masks and the residuals of the groups of one class.
func (e *stateEncoder) encodeClass(c *class, rows []uint64, n int) {
	for len(e.streams) < c.streams() {
		e.streams = append(e.streams, nil)
	}
	streams := e.streams[:c.streams()]
	for i := range streams {
		streams[i] = streams[i][:0]
	}
	e.marks = e.marks[:0]
	rowBytes := (n + 6) / 8
	for i := range c.groups {
		at := len(e.masks)
		for range rowBytes {
			e.masks = append(e.masks, 0)
		}
		e.encodeGroup(c, &c.groups[i], rows, n, e.masks[at:], streams)
	}
	width := (c.components + 7) / 8
	if c.components > 1 {
		e.masks = appendTransposed(e.masks, e.marks, width)
	}
	for i := range streams {
		e.values = append(e.values, streams[i]...)
	}
}

// encodeGroup appends the residuals of one group to the streams, sets the bits of its rows, and appends the masks of
// components of the rows that have residuals.
func (e *stateEncoder) encodeGroup(c *class, g *group, rows []uint64, n int, rowMask []byte, streams [][]uint64) {
	values := e.layout.values
	b := body1{rows: rows, stride: values, at: g.at, fall: &e.layout.fall, invI: &g.invI, grid: g.grid, step: e.layout.step, follow: c.predictor == predictRigid3}
	width := (c.components + 7) / 8
	for s := 1; s < n; s++ {
		row := rows[s*values+g.at:][:c.components]
		prev := rows[(s-1)*values+g.at:][:c.components]
		var prev2 []uint64
		if s > 1 {
			prev2 = rows[(s-2)*values+g.at:][:c.components]
		}
		at := len(e.marks)
		for range width {
			e.marks = append(e.marks, 0)
		}
		marks := e.marks[at:]
		var miss bool
		switch c.predictor {
		case predictHold:
			miss = encodeHold(row, prev, marks, streams)
		case predictLinear:
			miss = encodeLinear(row, prev, prev2, marks, streams)
		case predictRigid1:
			b.s = s
			miss = encodeBody(&b, row, marks, streams)
		case predictRigid2, predictRigid3:
			b.s = s
			miss = encodeBody2(&b, row, prev, marks, streams)
		case predictLedger:
			miss = encodeLedger(row, prev, prev2, rows[s*values+g.lay:][:3], marks, streams)
		}
		if miss {
			rowMask[(s-1)>>3] |= 1 << ((s - 1) & 7)
		} else {
			e.marks = e.marks[:at]
		}
	}
}

// encodeBody codes a row of a body by predictor rigid1 and reports whether it has residuals.
func encodeBody(b *body1, row []uint64, marks []byte, streams [][]uint64) bool {
	var vectors [6]uint64
	var pose [7]uint64
	b.vectors(&vectors)
	missV := encodeRun(row[atV:atL], vectors[:3], atV, marks, streams)
	missL := encodeRun(row[atL:], vectors[3:], atL, marks, streams)
	b.learnVectors(missV, missL)
	b.pose(&pose)
	missX := encodeRun(row[atX:atQ], pose[:atQ], atX, marks, streams)
	missQ := encodeRun(row[atQ:atV], pose[atQ:], atQ, marks, streams)
	b.learnPose(missX, missQ)
	return missV || missL || missX || missQ
}

// encodeHold codes a row as the one before and reports whether it has residuals.
func encodeHold(row, prev []uint64, marks []byte, streams [][]uint64) bool {
	return encodeRun(row, prev, 0, marks, streams)
}

// encodeLinear codes a row as the continuation of the two before, prev2 nil for none, and reports whether it has
// residuals.
func encodeLinear(row, prev, prev2 []uint64, marks []byte, streams [][]uint64) bool {
	if prev2 == nil {
		return encodeRun(row, prev, 0, marks, streams)
	}
	miss := false
	for i := range row {
		predicted := [1]uint64{linear(prev[i], prev2[i])}
		if encodeRun(row[i:i+1], predicted[:], i, marks, streams) {
			miss = true
		}
	}
	return miss
}

// encodeRun codes components that begin at index at of their group, and reports whether any has a residual.
func encodeRun(actual, predicted []uint64, at int, marks []byte, streams [][]uint64) bool {
	miss := false
	for i, a := range actual {
		if p := predicted[i]; a != p {
			k := at + i
			marks[k>>3] |= 1 << (k & 7)
			streams[k] = append(streams[k], residual(a, p))
			miss = true
		}
	}
	return miss
}

// appendTransposed appends marks, width bytes a row, byte position by byte position.
func appendTransposed(dst, marks []byte, width int) []byte {
	n := len(marks) / width
	at := len(dst)
	dst = parts.Extend(dst, len(marks))
	p := dst[at:]
	for i := range n {
		for k := range width {
			p[k*n+i] = marks[i*width+k]
		}
	}
	return dst
}
