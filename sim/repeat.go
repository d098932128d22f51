package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// The motion of an island in a step is a function of the states of its bodies, the forces on them, their pairs with
// each other and with statics, and the contact forces of the last step. For an island at rest all these are, bit for
// bit, what they were a step ago; then its result is taken from there. It is remembered for one step only, and compared
// with the state, so that no result depends on it. If something meets an island that repeats its step, the island is
// solved.

// repeat is the result of an island's step, and its input.
type repeat struct {
	root            int32
	step            int64 // the step in which it did so last, see repeating
	members         []repeatMember
	pairs           []repeatPair // within it and with statics, body by body
	sides           []candidate  // of all of them, side by side
	rows            []contact    // likewise
	points          int32        // of the contact solver
	ledger          [record.Causes]record.LedgerRow
	contactImpulses []contactImpulse
}

// repeatMember is a member of the island: its forces, its motion, and its state at the end.
type repeatMember struct {
	body          int32
	field, torque geom.Vec
	acc, tau      geom.Vec
	end           rigid.State
	motion        heldMotion
}

// repeatPair is a pair: how many candidates it had and how many contacts it started from.
type repeatPair struct{ a, b, sides, rows int32 }

// repeating is the scratch of repeats.
type repeating struct {
	off    bool // for tests: every step is solved
	step   int64
	kept   []repeat
	keptAt []int32 // of each body: that of the island of which it is the root
	// Of each body: it is where it was in the step before, without velocity at the start of either.
	stood []bool
	last  []rigid.State // at the start of the step before
	// Pairs of bodies at rest that touch, as they were found in the step, and in the step before.
	links, lastLinks []objectPair
	link             int // of lastLinks, the next one that may come
}

func (r *repeating) prepare(n int) {
	r.keptAt, r.stood, r.last = make([]int32, n), make([]bool, n), make([]rigid.State, n)
	for i := range r.last {
		r.last[i].X.X = math.NaN()
	}
}

// forget begins anew: the memory of the repeats is used in the same order again, and none is taken for one of before.
func (r *repeating) forget() {
	if r.step%2 == 1 {
		r.links, r.lastLinks = r.lastLinks, r.links
	}
	r.step, r.links, r.lastLinks = 0, r.links[:0], r.lastLinks[:0]
	for i := range r.kept {
		r.kept[i].root, r.kept[i].step = -1, -1
	}
	clear(r.keptAt)
	for i := range r.last {
		r.last[i].X.X = math.NaN()
	}
}

// startRepeats finds the bodies that are where they were a step ago, without velocity then and now.
func (w *World) startRepeats() {
	r := &w.repeating
	r.step++
	r.links, r.lastLinks = r.lastLinks[:0], r.links
	for i := range w.state.bodies {
		s, last := &w.state.bodies[i], &r.last[i]
		stands := s.V == geom.Vec{} && s.L == geom.Vec{}
		r.stood[i] = stands && sameState(s, last) && !r.off
		if stands {
			*last = *s
		} else {
			last.X.X = math.NaN()
		}
	}
}

// startLinks begins with no touching pair.
func (w *World) startLinks() { w.repeating.links, w.repeating.link = w.repeating.links[:0], 0 }

// linkedBefore reports whether the two sides of a pair touched in the last step, at the same states. It is called pair
// by pair, in their order.
func (w *World) linkedBefore(p *pair) bool {
	r := &w.repeating
	l := objectPair{p.a, p.b}
	for r.link < len(r.lastLinks) && pairedBefore(r.lastLinks[r.link], l) {
		r.link++
	}
	return r.link < len(r.lastLinks) && r.lastLinks[r.link] == l && w.stoodAwake(p.a) && (p.b < 0 || w.stoodAwake(p.b))
}

func (w *World) stoodAwake(i int32) bool {
	return w.repeating.stood[i] && !w.flights[i].still && !w.bodies[i].driven
}

// noteLink records that the two sides of a pair touch.
func (w *World) noteLink(p *pair) {
	r := &w.repeating
	if n, l := len(r.links), (objectPair{p.a, p.b}); n == 0 || pairedBefore(r.links[n-1], l) {
		r.links = append(r.links, l)
	}
}

// pairedBefore orders pairs as findPairs does: those of two bodies first.
func pairedBefore(x, y objectPair) bool {
	switch {
	case x.b < 0 != (y.b < 0):
		return y.b < 0
	case x.a != y.a:
		return x.a < y.a
	case x.b < 0:
		return x.b > y.b
	}
	return x.b < y.b
}

// within reports whether the contacts of a pair of a member belong to island n: the other side is a static or another
// member.
func (w *World) within(p *pair, n int32) bool {
	return !p.sensor && (p.b < 0 || w.flights[p.a].island == n && w.flights[p.b].island == n)
}

// repeats reports whether island n repeats the last step, and then sets the motion of its members.
func (w *World) repeats(n int32) bool {
	isl := &w.islands[n]
	r := w.repeatOf(isl)
	if r == nil || !w.sameInput(r, isl, n) {
		return false
	}
	r.step = w.repeating.step
	isl.quiet, isl.single, isl.found, isl.points = true, false, true, r.points
	isl.solver.Reset()
	isl.keys, isl.seps, isl.warmed, isl.held = isl.keys[:0], isl.seps[:0], isl.warmed[:0], isl.held[:0]
	for k, i := range isl.members {
		f, m := &w.flights[i], &r.members[k]
		f.acc, f.tau = m.acc, m.tau
	}
	return true
}

// repeatOf returns the result of the last step of an island with the same root, nil if unknown.
func (w *World) repeatOf(isl *island) *repeat {
	c := &w.repeating
	at := int(c.keptAt[isl.root])
	if c.off || at >= len(c.kept) || c.kept[at].root != isl.root || c.kept[at].step != c.step-1 {
		return nil
	}
	return &c.kept[at]
}

// sameInput reports whether all input of an island's step is unchanged.
func (w *World) sameInput(r *repeat, isl *island, n int32) bool {
	if len(isl.members) != len(r.members) || len(isl.bodies) != len(isl.members) {
		return false
	}
	for k, i := range isl.members {
		f, m := &w.flights[i], &r.members[k]
		if i != m.body || !w.repeating.stood[i] || !sameVec(&f.field, &m.field) || !sameVec(&f.torque, &m.torque) {
			return false
		}
	}
	pair, side, row := 0, 0, 0
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			if p.a != i || !w.within(p, n) {
				continue
			}
			c, rows := w.candidates[p.first:p.end], w.warmFor(k)
			if pair == len(r.pairs) || p.crushes() || r.pairs[pair] != (repeatPair{p.a, p.b, int32(len(c)), rows.end - rows.first}) {
				return false
			}
			pair++
			for s := range c {
				if o := &r.sides[side]; c[s].part != o.part || c[s].other != o.other {
					return false
				}
				side++
			}
			for s := rows.first; s < rows.end; s++ {
				if !sameContact(&w.warmRows[s], &r.rows[row]) {
					return false
				}
				row++
			}
		}
	}
	return pair == len(r.pairs)
}

// repeatsWithin reports whether a pair belongs to an island that repeats its step and that nothing has met.
func (w *World) repeatsWithin(p *pair) bool {
	n := w.flights[p.a].island
	return n >= 0 && w.islands[n].repeats && w.within(p, n)
}

// noteMet records that the sides of a pair are about to meet.
func (w *World) noteMet(p *pair) {
	for _, i := range [2]int32{p.a, p.b} {
		if i >= 0 && w.flights[i].island >= 0 {
			w.islands[w.flights[i].island].met = true
		}
	}
}

// repeatNoMore solves an island that was to repeat its step, before an event cuts it.
func (w *World) repeatNoMore(n int32) {
	if isl := &w.islands[n]; isl.repeats {
		isl.repeats = false
		w.solveIsland(n, 0)
	}
}

// endRepeat moves an island that repeats its step to the end of the step.
func (w *World) endRepeat(n int32) {
	isl := &w.islands[n]
	r := &w.repeating.kept[w.repeating.keptAt[isl.root]]
	for k, i := range isl.members {
		f, m := &w.flights[i], &r.members[k]
		f.s, f.t0 = m.end, isl.t1
		w.ledger.motions[i] = m.motion
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.a == i && !w.within(p, n) {
				*w.warmFor(k) = warmRange{}
			}
		}
	}
	w.ledger.rows = r.ledger
	w.contactImpulses = append(w.contactImpulses, r.contactImpulses...)
}

// endAtRest is endSubstep for an island whose impulses are unchanged. Its ledger is summed by itself, and added to that
// of the step as a whole.
func (w *World) endAtRest(n int32) {
	isl := &w.islands[n]
	before := w.ledger.rows
	w.ledger.clear()
	if isl.repeats {
		w.endRepeat(n)
	} else {
		w.endHeld(n)
	}
	w.ledger.add(&before)
	w.nextSubstep(n)
}

// endHeld is endAtRest for an island that was solved.
func (w *World) endHeld(n int32) {
	isl, loads := &w.islands[n], len(w.contactImpulses)
	var r *repeat
	if isl.mayRepeat(w.set.Step) && !w.repeating.off {
		r = w.startRepeat(n)
	}
	w.endPiece(isl)
	w.saveWarm(isl)
	if r != nil {
		w.keepRepeat(r, isl, loads)
	}
}

// mayRepeat reports whether an island at the end of the step may repeat it: only contacts and forces have acted on it,
// its impulses have not changed, and nothing was about to meet it.
func (isl *island) mayRepeat(h float64) bool {
	return isl.t == 0 && isl.t1 == h && isl.solver.Unchanged && !isl.met && len(isl.bodies) == len(isl.members)
}

// startRepeat records the input of an island's step, before its contacts are stored. It returns nil if the next step
// cannot be the same.
func (w *World) startRepeat(n int32) *repeat {
	isl := &w.islands[n]
	r := w.newRepeat(isl.root)
	for _, i := range isl.members {
		f := &w.flights[i]
		r.members = append(r.members, repeatMember{body: i, field: f.field, torque: f.torque, acc: f.acc, tau: f.tau})
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			if p.a != i || !w.within(p, n) {
				continue
			}
			rows := w.warmFor(k)
			r.pairs = append(r.pairs, repeatPair{p.a, p.b, p.end - p.first, rows.end - rows.first})
			r.sides = append(r.sides, w.candidates[p.first:p.end]...)
			r.rows = append(r.rows, w.warmRows[rows.first:rows.end]...)
			if p.crushes() {
				return nil
			}
		}
	}
	if len(r.rows) == 0 {
		return nil // it was quiet for contacts that are none of these
	}
	return r
}

// newRepeat returns an empty repeat for a root, in place of one that is no longer used.
func (w *World) newRepeat(root int32) *repeat {
	c := &w.repeating
	at := int(c.keptAt[root])
	if at >= len(c.kept) || c.kept[at].root != root {
		at = slices.IndexFunc(c.kept, func(r repeat) bool { return r.step < c.step-1 })
		if at < 0 {
			at = len(c.kept)
			c.kept = append(c.kept, repeat{})
		}
		c.keptAt[root] = int32(at)
	}
	r := &c.kept[at]
	*r = repeat{root: root, step: -1, members: r.members[:0], pairs: r.pairs[:0], sides: r.sides[:0], rows: r.rows[:0], contactImpulses: r.contactImpulses[:0]}
	return r
}

// keepRepeat records the result of the island's step, after its contacts have been stored, if these are those that it
// started from.
func (w *World) keepRepeat(r *repeat, isl *island, loads int) {
	row := 0
	for i := range r.pairs {
		p := &r.pairs[i]
		if !w.sameRows(r.rows[row:row+int(p.rows)], w.warmFor(w.findPair(p.a, p.b))) {
			return
		}
		row += int(p.rows)
	}
	for k, i := range isl.members {
		r.members[k].end, r.members[k].motion = w.flights[i].s, w.ledger.motions[i]
	}
	r.points, r.ledger, r.step = isl.points, w.ledger.rows, w.repeating.step
	r.contactImpulses = append(r.contactImpulses, w.contactImpulses[loads:]...)
}

// sameRows reports whether a pair ends with the contacts that it started from, apart from those that are not stored.
func (w *World) sameRows(rows []contact, r *warmRange) bool {
	count := 0
	for i := r.first; i < r.end; i++ {
		c := &w.warmRows[i]
		if !w.isStored(c) {
			continue
		}
		if !slices.ContainsFunc(rows, func(o contact) bool { return sameContact(c, &o) }) {
			return false
		}
		count++
	}
	return count == len(rows)
}

func sameContact(x, y *contact) bool {
	return x.key == y.key && sameFloat(x.fn, y.fn) && sameVec(&x.ft, &y.ft) && sameFloat(x.sep, y.sep)
}

func sameState(x, y *rigid.State) bool {
	return sameVec(&x.X, &y.X) && sameFloat(x.Q.W, y.Q.W) && sameVec(&x.Q.V, &y.Q.V) && sameVec(&x.V, &y.V) && sameVec(&x.L, &y.L)
}

func sameVec(x, y *geom.Vec) bool {
	return sameFloat(x.X, y.X) && sameFloat(x.Y, y.Y) && sameFloat(x.Z, y.Z)
}

// sameFloat reports whether two numbers have the same bits: results of 0 and of -0 may differ.
func sameFloat(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
