package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/record"
)

// A row of the ledger is predicted by linear, and rounded to the grids of its energy, momentum and angular momentum in
// the current step. Lines are stored, in streams of their own, if the whole row is on the grids; otherwise residuals,
// and a bit of the mask says so.
const (
	ledgerValues = record.LedgerValues
	ledgerBits   = 1 << 7
)

// ledgerGrids are the grids of the components of a row; ok is false if an exponent is invalid.
func ledgerGrids(lay []uint64) (g [3]gridStep, ok bool) {
	for i, b := range lay {
		e := math.Float64frombits(b)
		if !(math.Abs(e) <= maxLedgerGrid) {
			return g, false
		}
		g[i] = newGridStep(int32(e))
	}
	return g, true
}

// maxLedgerGrid bounds the exponents of the ledger's grids.
const maxLedgerGrid = 300

// gridOf is the place of a component's grid: energy, momentum, angular momentum.
var gridOf = [ledgerValues]int8{0, 1, 1, 1, 2, 2, 2}

func encodeLedger(row, prev, prev2, lay []uint64, marks []byte, streams [][]uint64) bool {
	var base, lines [ledgerValues]uint64
	fillLinear(base[:], prev, prev2)
	if g, ok := ledgerGrids(lay); ok {
		for k, p := range base {
			grid := &g[gridOf[k]]
			base[k] = bitsOf(grid.onto(math.Float64frombits(p)))
			ok = ok && grid.countAll(lines[k:k+1], row[k:k+1], base[k:k+1])
		}
		if ok {
			return appendLedger(&lines, marks, streams[ledgerValues:])
		}
	}
	encodeLinear(row, prev, prev2, marks, streams)
	marks[0] |= ledgerBits
	return true
}

func appendLedger(lines *[ledgerValues]uint64, marks []byte, streams [][]uint64) bool {
	miss := false
	for k, n := range lines {
		if n != 0 {
			marks[0] |= 1 << k
			streams[k] = append(streams[k], n)
			miss = true
		}
	}
	return miss
}

// readLedgerMarks is the part of readMarks for ledger.
func (d *stateDecoder) readLedgerMarks(masks []byte) {
	copy(d.marks, masks)
	for _, m := range masks {
		first := ledgerValues
		if m&ledgerBits != 0 {
			first = 0
		}
		for m &= ledgerBits - 1; m != 0; m &= m - 1 {
			d.counts[first+bits.TrailingZeros8(m)]++
		}
	}
}

func (d *stateDecoder) decodeLedger(row, prev, prev2, lay []uint64, mark []byte) {
	fillLinear(row, prev, prev2)
	if mark != nil && mark[0]&ledgerBits != 0 {
		d.restoreRun(row, 0, ledgerValues, mark)
		return
	}
	g, ok := ledgerGrids(lay)
	if !ok {
		return
	}
	for k, p := range row {
		grid := &g[gridOf[k]]
		row[k] = bitsOf(grid.onto(math.Float64frombits(p)))
		if mark != nil && mark[0]>>k&1 != 0 {
			s := &d.streams[ledgerValues+k]
			row[k] = grid.from((*s)[0], row[k])
			*s = (*s)[1:]
		}
	}
}
