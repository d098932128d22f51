package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
)

// Contacts found at the end of a substep (crowd_ahead.go) are added to a few pairs. These pairs are filled into the
// solver again; all others keep their impulses. Only the islands with such pairs are solved again, from there on.

// crowdBefore is the content of the solver before pairs were filled in again.
type crowdBefore struct {
	solver response.CrowdSolver // with the bodies of the other
	rows   []crowdRow
	pairs  []crowdPairRow
	odd    bool // exchanged an odd number of times
}

// exchange exchanges the memory of the solver's pairs and points with that of what they were before.
func (c *crowdStep) exchange() {
	b := &c.before
	b.solver.Pairs, c.solver.Pairs = c.solver.Pairs, b.solver.Pairs
	b.solver.Points, c.solver.Points = c.solver.Points, b.solver.Points
	b.solver.Pushes, c.solver.Pushes = c.solver.Pushes, b.solver.Pushes
	b.solver.Turns, c.solver.Turns = c.solver.Turns, b.solver.Turns
	b.rows, c.rows = c.rows, b.rows
	b.pairs, c.pairs = c.pairs, b.pairs
	b.odd = !b.odd
}

// exchange exchanges the memory of the contacts with that of what they were before.
func (f *crowdFound) exchange() {
	f.pairsWere, f.pairs = f.pairs, f.pairsWere
	f.touchesWere, f.touches = f.touches, f.touchesWere
	f.odd = !f.odd
}

// forget begins anew, with all memory in its place of the beginning, so that a run that is repeated needs no more of it.
func (c *crowdStep) forget() {
	if c.before.odd {
		c.exchange()
	}
	for i := range c.found {
		if c.found[i].odd {
			c.found[i].exchange()
		}
	}
}

// meetAhead adds the contacts found at the end of the substep to the solver, and solves the islands that have them
// again.
func (w *World) meetAhead() {
	c := &w.crowd.step
	c.exchange()
	c.before.solver.Bodies, c.before.solver.Turning = c.solver.Bodies, c.solver.Turning
	pairs, rows := 0, 0
	for n := range c.foundOf() {
		f := &c.found[n]
		f.insertAhead()
		pairs, rows = pairs+len(f.pairs), rows+len(f.touches)
	}
	c.pairs, c.rows = resized(c.pairs, pairs), resized(c.rows, rows)
	c.solver.Resize(len(c.solver.Bodies), pairs, rows)
	pairs, rows = 0, 0
	for n := range c.foundOf() {
		f := &c.found[n]
		w.putAhead(f, int32(pairs), int32(rows))
		pairs, rows = pairs+len(f.pairs), rows+len(f.touches)
	}
	w.groupCrowdRows()
	w.share(len(c.batches), 1, solveBatchesAgain)
}

// foundOf returns the contacts found for each piece of the crowd's bodies.
func (c *crowdStep) foundOf() []crowdFound {
	return c.found[:(len(c.bodies)+crowdPiece-1)/crowdPiece]
}

// isAhead reports whether a contact of pair k was found at the end of the substep.
func (f *crowdFound) isAhead(k int32) bool {
	return slices.ContainsFunc(f.ahead, func(o aheadTouch) bool { return o.k == k })
}

// insertAhead adds the contacts found at the end of the substep to those of their pairs; pairs that had no contacts
// come last.
func (f *crowdFound) insertAhead() {
	if !f.deep {
		return
	}
	f.exchange()
	f.pairs, f.touches = f.pairs[:0], f.touches[:0]
	for n := 0; n < len(f.pairsWere); {
		k, first := f.pairsWere[n].k, f.pairsWere[n].first
		for n < len(f.pairsWere) && f.pairsWere[n].k == k {
			n++
		}
		f.add(k, f.touchesWere[first:f.pairsWere[n-1].end], math.Inf(1))
	}
	for n := range f.ahead {
		k := f.ahead[n].k
		if !slices.ContainsFunc(f.pairs, func(r crowdRange) bool { return r.k == k }) {
			f.add(k, nil, 0)
		}
	}
}

// putAhead fills the pairs and points of a piece into the solver, from the given indices on.
func (w *World) putAhead(f *crowdFound, pair, row int32) {
	c := &w.crowd.step
	b := &c.before
	from := f.first
	shift := row - f.rows
	f.first, f.rows = pair, row
	if !f.deep {
		for n := range f.pairs {
			c.takeOver(from+int32(n), pair+int32(n), shift)
		}
		return
	}
	for n := range f.pairsWere {
		if f.isAhead(f.pairsWere[n].k) {
			b.solver.Withdraw(from + int32(n))
		}
	}
	was := int32(0)
	for n := range f.pairs {
		r, at := &f.pairs[n], pair+int32(n)
		if f.isAhead(r.k) {
			w.fillRange(f, n)
			p := &c.solver.Pairs[at]
			p.Changed = true
			c.solver.Start(p)
			continue
		}
		for f.pairsWere[was].k != r.k {
			was++
		}
		c.takeOver(from+was, at, row+r.first-b.solver.Pairs[from+was].First)
		was++
	}
}

// takeOver copies pair from unchanged to index to, with the indices of its points moved by shift.
func (c *crowdStep) takeOver(from, to, shift int32) {
	b := &c.before
	p := &c.solver.Pairs[to]
	*p, c.pairs[to] = b.solver.Pairs[from], b.pairs[from]
	if c.solver.Turning {
		c.solver.Turns[to] = b.solver.Turns[from]
	}
	copy(c.solver.Points[p.First+shift:p.End+shift], b.solver.Points[p.First:p.End])
	copy(c.solver.Pushes[p.First+shift:p.End+shift], b.solver.Pushes[p.First:p.End])
	copy(c.rows[p.First+shift:p.End+shift], b.rows[p.First:p.End])
	p.First, p.End = p.First+shift, p.End+shift
}
