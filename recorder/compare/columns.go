package compare

import (
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// pair is a column that both logs have.
type pair struct {
	column  *record.Column // of a
	atA     int
	atB     int
	measure measure
	at      int  // index of its deviation
	motion  bool // of a body or mover: x, q or v
}

// columns finds the common columns.
func (c *comparer) columns(ha, hb *recorder.Header, tolerances *Tolerances) {
	type key struct{ owner, name string }
	type place struct {
		at, index int
		count     int32
	}
	inB := make(map[key]place, len(hb.Columns))
	at := 0
	for i := range hb.Columns {
		col := &hb.Columns[i]
		inB[key{owner(hb, col), col.Name}] = place{at, i, col.Count}
		at += int(col.Count)
	}
	used := make([]bool, len(hb.Columns))
	c.same = len(ha.Columns) == len(hb.Columns)
	at = 0
	for i := range ha.Columns {
		col := &ha.Columns[i]
		p, ok := inB[key{owner(ha, col), col.Name}]
		if isLedger(col) {
			c.same = c.same && ok && p.count == col.Count && p.at == at
		} else if ok && p.count == col.Count {
			used[p.index] = true
			m, tolerance := tolerances.measureOf(col)
			if other := &hb.Columns[p.index]; isSpin(other) {
				_, tolerance = tolerances.measureOf(other) // the other log may be of an old version
			}
			if tolerance.Relative {
				c.shares = append(c.shares, share{len(c.pairs), tolerance.Value})
				tolerance.Value = 0
			}
			motion := col.Owner >= 0 && (m == byAngle || m == byLength && (col.Name != "L" || isSpin(col)))
			c.pairs = append(c.pairs, pair{col, at, p.at, m, len(c.result.Deviations), motion})
			unit := col.Unit
			if m == byAngle {
				unit = "rad"
			}
			c.result.Deviations = append(c.result.Deviations,
				Deviation{Object: owner(ha, col), Quantity: col.Name, Unit: unit, Tolerance: tolerance.Value})
			c.same = c.same && p.at == at
			c.addSpin(ha, hb)
		} else {
			c.result.OnlyA = append(c.result.OnlyA, columnName(ha, col))
			c.same = false
		}
		at += int(col.Count)
	}
	for i := range hb.Columns {
		if !used[i] && !isLedger(&hb.Columns[i]) {
			c.result.OnlyB = append(c.result.OnlyB, columnName(hb, &hb.Columns[i]))
			c.same = false
		}
	}
	c.sums = make([]float64, len(c.result.Deviations))
}

// share is a tolerance that is a share of the largest component that a column has in a.
type share struct {
	pair  int
	value float64
}

// applyShares turns tolerances that are shares into those in the unit of their columns. It reads all of a, but what cannot be read.
func (c *comparer) applyShares() {
	if len(c.shares) == 0 {
		return
	}
	largest := make([]float64, len(c.shares))
	for f, err := range c.a.Frames(0, c.a.Steps()) {
		if err != nil {
			continue
		}
		for i, s := range c.shares {
			p := &c.pairs[s.pair]
			for _, x := range f.Values[p.atA : p.atA+int(p.column.Count)] {
				if x = math.Abs(x); x <= math.MaxFloat64 {
					largest[i] = math.Max(largest[i], x)
				}
			}
		}
	}
	for i, s := range c.shares {
		c.result.Deviations[c.pairs[s.pair].at].Tolerance = s.value * largest[i]
	}
}

func owner(h *recorder.Header, c *record.Column) string {
	if c.Owner < 0 {
		return ""
	}
	return h.Objects[c.Owner].Name
}

func columnName(h *recorder.Header, c *record.Column) string {
	if c.Owner < 0 {
		return c.Name
	}
	return h.Objects[c.Owner].Name + "." + c.Name
}

// component names component k of a column.
func component(p *pair, k int) string {
	if p.column.Count == 1 {
		return ""
	}
	return recorder.ComponentNames(p.column)[k]
}

// isLedger reports whether a column is a row of the ledger: it follows from the states, and is left out of comparisons.
func isLedger(c *record.Column) bool {
	return c.Owner < 0 && strings.HasPrefix(c.Name, record.LedgerPrefix)
}
