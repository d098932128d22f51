package recorder

import (
	"fmt"
	"github.com/prang-sim/prang/recorder/parts"
	"math/bits"
	"slices"
)

// stateDecoder decodes the rows of one chunk after the other. Its fields are scratch.
type stateDecoder struct {
	layout  *layout
	marks   []byte
	counts  []int
	streams [][]uint64 // residuals of each component of the current class
}

// maxMasks returns the most bytes that the masks of n rows take.
func (l *layout) maxMasks(n int) int {
	size := 0
	for i := range l.classes {
		c := &l.classes[i]
		size += len(c.groups) * ((n + 6) / 8)
		if c.components > 1 {
			size += len(c.groups) * (n - 1) * ((c.components + 7) / 8)
		}
	}
	return size
}

// decode fills rows with n rows of the layout. It trusts no size: the parts come from a file.
func (d *stateDecoder) decode(rows []uint64, n int, first []uint64, masks []byte, residuals []uint64) error {
	if len(first) != d.layout.values {
		return fmt.Errorf("first row of %d values, must be %d", len(first), d.layout.values)
	}
	if d.layout.codec >= 2 {
		d.layout.unsortFirst(rows, first)
	} else {
		copy(rows, first)
	}
	for i := range d.layout.classes {
		var err error
		if masks, residuals, err = d.decodeClass(&d.layout.classes[i], rows, n, masks, residuals); err != nil {
			return err
		}
	}
	if len(masks) != 0 || len(residuals) != 0 {
		return fmt.Errorf("%d bytes of masks and %d residuals too many", len(masks), len(residuals))
	}
	return nil
}

// decodeClass decodes one class and returns what of masks and residuals is left.
func (d *stateDecoder) decodeClass(c *class, rows []uint64, n int, masks []byte, values []uint64) (m []byte, v []uint64, err error) {
	rowBytes := (n + 6) / 8
	size := rowBytes * len(c.groups)
	if len(masks) < size {
		return nil, nil, fmt.Errorf("masks of rows end after %d of %d bytes", len(masks), size)
	}
	rowMasks, masks := masks[:size], masks[size:]
	marked := 0
	for i := range c.groups {
		m := rowMasks[i*rowBytes:][:rowBytes]
		if spare := (n - 1) & 7; spare != 0 && m[rowBytes-1]>>spare != 0 {
			return nil, nil, fmt.Errorf("mask of rows marks a row that the chunk does not have")
		}
		for _, b := range m {
			marked += bits.OnesCount8(b)
		}
	}
	if masks, err = d.readMarks(c, marked, masks); err != nil {
		return nil, nil, err
	}
	if values, err = d.splitStreams(values); err != nil {
		return nil, nil, err
	}
	marks, width := d.marks, (c.components+7)/8
	for i := range c.groups {
		used := d.decodeGroup(c, &c.groups[i], rows, n, rowMasks[i*rowBytes:][:rowBytes], marks)
		marks = marks[used*width:]
	}
	return masks, values, nil
}

// readMarks fills d.marks with the masks of components of the marked rows and d.counts with the number of residuals of
// each component.
func (d *stateDecoder) readMarks(c *class, marked int, masks []byte) ([]byte, error) {
	width := (c.components + 7) / 8
	size := marked * width
	if cap(d.counts) < c.streams() {
		d.counts = make([]int, c.streams())
	}
	d.counts = d.counts[:c.streams()]
	if c.components == 1 {
		d.marks = parts.Extend(d.marks[:0], size)
		for i := range d.marks {
			d.marks[i] = 1
		}
		d.counts[0] = marked
		return masks, nil
	}
	if len(masks) < size {
		return nil, fmt.Errorf("masks of components end after %d of %d bytes", len(masks), size)
	}
	d.marks = parts.Extend(d.marks[:0], size)
	for i := range d.counts {
		d.counts[i] = 0
	}
	switch c.predictor {
	case predictRigid2, predictRigid3:
		d.readMarks2(masks[:size])
		return masks[size:], nil
	case predictLedger:
		d.readLedgerMarks(masks[:size])
		return masks[size:], nil
	}
	for k := range width {
		for i := range marked {
			d.marks[i*width+k] = masks[k*marked+i]
		}
		for _, b := range masks[k*marked:][:marked] {
			for ; b != 0; b &= b - 1 {
				j := 8*k + bits.TrailingZeros8(b)
				if j >= c.components {
					return nil, fmt.Errorf("mask marks component %d of %d", j, c.components)
				}
				d.counts[j]++
			}
		}
	}
	return masks[size:], nil
}

// splitStreams fills d.streams with the residuals of each component and returns the rest.
func (d *stateDecoder) splitStreams(values []uint64) ([]uint64, error) {
	d.streams = slices.Grow(d.streams[:0], len(d.counts))
	for _, n := range d.counts {
		if n > len(values) {
			return nil, fmt.Errorf("residuals of a component end after %d of %d", len(values), n)
		}
		d.streams = append(d.streams, values[:n])
		values = values[n:]
	}
	return values, nil
}

// decodeGroup decodes one group and returns the number of its rows with residuals.
func (d *stateDecoder) decodeGroup(c *class, g *group, rows []uint64, n int, rowMask, marks []byte) (used int) {
	values := d.layout.values
	b := body1{rows: rows, stride: values, at: g.at, fall: &d.layout.fall, invI: &g.invI, grid: g.grid, step: d.layout.step, follow: c.predictor == predictRigid3}
	width := (c.components + 7) / 8
	for s := 1; s < n; s++ {
		row := rows[s*values+g.at:][:c.components]
		prev := rows[(s-1)*values+g.at:][:c.components]
		var prev2 []uint64
		if s > 1 {
			prev2 = rows[(s-2)*values+g.at:][:c.components]
		}
		var mark []byte
		if rowMask[(s-1)>>3]>>((s-1)&7)&1 != 0 {
			mark = marks[used*width:][:width]
			used++
		}
		switch c.predictor {
		case predictHold:
			copy(row, prev)
		case predictLinear:
			fillLinear(row, prev, prev2)
		case predictRigid1:
			b.s = s
			d.decodeBody(&b, row, mark)
			continue
		case predictRigid2, predictRigid3:
			b.s = s
			d.decodeBody2(&b, row, prev, mark)
			continue
		case predictLedger:
			d.decodeLedger(row, prev, prev2, rows[s*values+g.lay:][:3], mark)
			continue
		}
		d.restoreRun(row, 0, c.components, mark)
	}
	return used
}

func (d *stateDecoder) decodeBody(b *body1, row []uint64, mark []byte) {
	b.vectors((*[6]uint64)(row[atV:bodyValues]))
	missV := d.restoreRun(row, atV, atL, mark)
	missL := d.restoreRun(row, atL, bodyValues, mark)
	b.learnVectors(missV, missL)
	b.pose((*[7]uint64)(row[atX:atV]))
	missX := d.restoreRun(row, atX, atQ, mark)
	missQ := d.restoreRun(row, atQ, atV, mark)
	b.learnPose(missX, missQ)
}

func fillLinear(row, prev, prev2 []uint64) {
	if prev2 == nil {
		copy(row, prev)
		return
	}
	for i := range row {
		row[i] = linear(prev[i], prev2[i])
	}
}

// restoreRun adds their residuals to the predictions in row[from:to], and reports whether there were any. A nil mark is
// a row without residuals.
func (d *stateDecoder) restoreRun(row []uint64, from, to int, mark []byte) bool {
	if mark == nil {
		return false
	}
	miss := false
	for k := from; k < to; k++ {
		if mark[k>>3]>>(k&7)&1 != 0 {
			s := d.streams[k]
			row[k] = restore(s[0], row[k])
			d.streams[k] = s[1:]
			miss = true
		}
	}
	return miss
}
