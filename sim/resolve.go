package sim

import "math"

// simultaneous is the time within which events that share a body are one problem [s].
const simultaneous = 1e-12

// resolve moves every body from the start of the step to its end, by processing meetings (first contacts found by the
// search) and ends of substeps in order of time. Each body has its own time: a meeting does not cut the motion of
// bodies that it does not concern.
func (w *World) resolve() {
	w.queue.reset()
	for i := range w.bodies {
		w.fly(int32(i))
	}
	for i := range w.islands {
		w.solveSubstep(int32(i), 0)
	}
	if w.crowd.again {
		return
	}
	w.searchPairs()
	w.queueImpulses()
	for {
		e, ok := w.queue.pop()
		if !ok {
			break
		}
		if !w.valid(&e) {
			continue
		}
		switch e.kind {
		case substepEnd:
			w.endSubstep(e.a)
		case pieceEnd:
			w.flyOn(e.a, e.t)
		default:
			if w.pairs[e.pair].sensor {
				w.sensorHit(&e)
				continue
			}
			w.collect(e)
		}
	}
	for i := range w.bodies {
		w.flights[i].turned = w.isWhole(int32(i))
		w.advance(int32(i), w.set.Step)
	}
	w.noteTurns()
}

// valid reports whether an event still holds: no motion that it was found with has changed since.
func (w *World) valid(e *event) bool {
	if e.kind == substepEnd {
		return w.islands[e.a].stamp == e.stampA && !w.islands[e.a].dead
	}
	if e.kind == impulse {
		return w.awaitsImpulse(&w.pairs[e.pair])
	}
	if e.kind == meeting && (w.flights[e.a].t0 > e.at || e.b >= 0 && w.flights[e.b].t0 > e.at) {
		return false // the step ends within the remaining gap: the next step begins with the meeting
	}
	return w.flights[e.a].stamp == e.stampA && (e.b < 0 || w.flights[e.b].stamp == e.stampB)
}

// collect takes all meetings simultaneous with e out of the queue and settles them, those that share bodies as one
// problem.
func (w *World) collect(e event) {
	w.batch = append(w.batch[:0], e)
	for len(w.queue.heap) > 0 {
		top := &w.queue.heap[0]
		if top.kind < impulse || top.t > e.t+simultaneous {
			break
		}
		next, _ := w.queue.pop()
		if w.pairs[next.pair].sensor && w.valid(&next) {
			w.sensorHit(&next)
		} else if w.valid(&next) && !inBatch(w.batch, next.pair) {
			w.batch = append(w.batch, next)
		}
	}
	for len(w.batch) > 0 {
		n := w.groupFirst()
		w.settle(w.batch[:n])
		rest := copy(w.batch, w.batch[n:])
		w.batch = w.batch[:rest]
		// Settling has changed motions: the rest of the batch may be void, or be in the queue again.
		kept := 0
		for i := range w.batch {
			if w.valid(&w.batch[i]) {
				w.batch[kept] = w.batch[i]
				kept++
			}
		}
		w.batch = w.batch[:kept]
	}
}

// inBatch reports whether the batch already has a pair: a pair of two bodies that both began a new motion is found from
// both sides.
func inBatch(batch []event, pair int32) bool {
	for i := range batch {
		if batch[i].pair == pair {
			return true
		}
	}
	return false
}

// groupFirst moves all meetings that are linked to the first of the batch, by shared bodies or islands, to its front,
// and returns their number, the first included.
func (w *World) groupFirst() int {
	n := 1
	for grown := true; grown; {
		grown = false
		for i := n; i < len(w.batch); i++ {
			if !w.linked(w.batch[:n], &w.batch[i]) {
				continue
			}
			e := w.batch[i]
			copy(w.batch[n+1:i+1], w.batch[n:i])
			w.batch[n] = e
			n++
			grown = true
		}
	}
	return n
}

// linked reports whether e shares a body, or an island, with a meeting of the group. Settling one would void the other,
// and their order would depend on ids.
func (w *World) linked(group []event, e *event) bool {
	for i := range group {
		g := &group[i]
		if w.joined(g.a, e.a) || w.joined(g.a, e.b) || w.joined(g.b, e.a) || w.joined(g.b, e.b) {
			return true
		}
	}
	return false
}

// joined reports whether two bodies are the same or in one island.
func (w *World) joined(i, j int32) bool {
	if i < 0 || j < 0 {
		return false
	}
	island := w.flights[i].island
	return i == j || island >= 0 && island == w.flights[j].island
}

// settle resolves a group of meetings at their time: impacts get their impulse, slower contacts go to the contact
// solver, and all bodies concerned begin a new motion.
func (w *World) settle(group []event) {
	t, contact := group[0].at, group[0].t
	for i := range group {
		t, contact = math.Max(t, group[i].at), math.Max(contact, group[i].t)
	}
	w.members = w.members[:0]
	for i := range group {
		w.cut(group[i].a, t)
		if group[i].b >= 0 {
			w.cut(group[i].b, t)
		}
	}
	w.impactRows = w.impactRows[:0]
	for i := range group {
		if group[i].kind != meeting {
			w.crushImpulse(group[i].pair, t)
		} else if !w.pairs[group[i].pair].crushes() { // it may have begun to, with another static of its block
			w.classify(group[i].pair, t, math.Max(t, contact))
		}
	}
	w.addSupports()
	w.addJointed()
	w.strike(math.Max(t, contact))
	w.cutAtDampers(t)
	w.restoreDriven()
	w.tieAgain(t)
	w.regroup(t)
}

// cut moves a body and all others of its island to time t, where their substep ends, and records them as members of the
// group that is being settled. A sleeping body is woken with all it rests on.
func (w *World) cut(i int32, t float64) {
	f := &w.flights[i]
	if w.bodies[i].driven {
		w.moveDriven(i, t)
		return
	}
	if f.still {
		w.wake(i, t)
		for _, r := range w.woken {
			w.join(r, t)
		}
	}
	if f.island < 0 {
		w.join(i, t)
		return
	}
	isl := &w.islands[f.island]
	if isl.dead {
		return
	}
	w.repeatNoMore(f.island)
	isl.dead = true
	w.saveWarm(isl)
	for _, m := range isl.members {
		w.join(m, t)
	}
	if w.splits(isl) {
		w.untie(isl)
	}
	if h := t - isl.t; h > 0 {
		share := h / (isl.t1 - isl.t)
		isl.solver.Cut(share, w.set.Slop)
		w.moveDrivenOf(isl, t)
		w.shorten(isl, share)
		w.bookSubstep(isl, h)
		w.relax(isl)
	}
}

// join moves a body to time t and adds it to the members of the group that is being settled, once.
func (w *World) join(i int32, t float64) {
	for _, m := range w.members {
		if m == i {
			return
		}
	}
	w.advance(i, t)
	f := &w.flights[i]
	f.stamp++
	f.t0 = t
	w.members = append(w.members, i)
}

// threshold is the approach speed above which a new contact is an impact [m/s].
func (w *World) threshold() float64 {
	if low := float64(10 * w.set.Residual); w.set.ImpactSpeed < low {
		return low
	}
	return w.set.ImpactSpeed
}

// classify decides what a pair that meets at time t is: an impact, which it adds to those to strike together; a contact
// for the solver; or, from time contact on, a crush.
func (w *World) classify(k int32, t, contact float64) {
	p := &w.pairs[k]
	touches := w.touches(k, w.impactMargin(p))
	if !w.onlySeams(p, touches) {
		touches = w.withoutSeams(p, touches)
	}
	crushes := len(touches) > 0
	touches = w.addSidewallsStruck(touches, p)
	fastest := 0.0
	for i := range touches {
		if a := w.approach(p, &touches[i]); a > fastest {
			fastest = a
		}
	}
	count, limit := w.impactsOf(p), int32(w.set.MaxImpacts)
	if fastest > w.threshold() && count < limit+maxExhausted {
		if crushes && w.beginCrush(k, touches, contact) {
			return
		}
		if count == limit {
			w.limitEvent(p, t, "impacts")
		}
		w.countImpact(p)
		w.addImpact(k, touches, count >= limit)
		return
	}
	p.idle++
	if fastest <= float64(slowSink*w.threshold()) {
		p.idle += idleNothing - 1
	}
	if p.idle >= maxIdle && !p.exhausted {
		p.exhausted = true
		w.limitEvent(p, t, "search")
	}
	if len(touches) > 0 {
		w.unite(p)
	}
}

// maxExhausted is the number of impacts of a body in a step without restitution, beyond Settings.MaxImpacts, after
// which the contact solver takes all its contacts, however fast. The solver stops it over a substep, and catches it on
// the way if another event cuts the substep.
const maxExhausted = 1000

// countImpact counts an impact of a pair for those of its sides that it moves.
func (w *World) countImpact(p *pair) {
	for _, i := range [2]int32{p.a, p.b} {
		if !w.outside(i) {
			w.flights[i].impacts++
		}
	}
}

// leaveToSolver leaves the contacts of a body to the contact solver for the rest of the step, as if its impacts were
// used up.
func (w *World) leaveToSolver(i int32) {
	if !w.outside(i) {
		w.flights[i].impacts = int32(w.set.MaxImpacts) + maxExhausted
	}
}

// maxIdle is the largest number of meetings of a pair in a step that turn out to be no contact; those at which nothing
// approaches count as idleNothing. Such meetings occur where shapes penetrate deeply and two directions of separation
// tie: a contact found just after a moment does not exist at it. Beyond this number the contact solver alone takes the
// pair.
//
// From maxIdleSearched on the pair is not searched any more in this step. The solver never came to hold it, because
// nothing touches at the times that the search finds, as with shapes whose sizes differ by eleven orders of magnitude;
// the search would find the same time without end.
const (
	maxIdle         = 1024
	idleNothing     = 16
	maxIdleSearched = 2 * maxIdle
)

// impactsOf returns the number of impacts in this step of the body of a pair that has had more.
func (w *World) impactsOf(p *pair) int32 {
	count := w.flights[p.a].impacts
	if p.b >= 0 && w.flights[p.b].impacts > count {
		count = w.flights[p.b].impacts
	}
	return count
}

// regroup gives every member a new motion from time t on: those in contact form islands, the others fly free.
func (w *World) regroup(t float64) {
	n := len(w.members)
	for n0 := 1; n0 < n; n0++ { // insertion sort: members are few and nearly sorted
		for j := n0; j > 0 && w.members[j] < w.members[j-1]; j-- {
			w.members[j], w.members[j-1] = w.members[j-1], w.members[j]
		}
	}
	if !(t < w.set.Step) {
		// The step ends here; the next one finds what touches.
		for _, i := range w.members {
			f := &w.flights[i]
			f.island, f.acc, f.tau, f.t1 = -1, f.field, f.torque, w.set.Step
		}
		return
	}
	first := len(w.islands)
	for _, i := range w.members {
		f := &w.flights[i]
		f.island = -1
		w.release(i)
		if !w.held[i] {
			f.acc, f.tau = f.field, f.torque
			w.fly(i)
			continue
		}
		f.island = w.islandOf(rootOf(w.knots, i), first)
		isl := &w.islands[f.island]
		isl.members = append(isl.members, i)
	}
	last := len(w.islands)
	w.toSearch = append(w.toSearch[:0], w.members...)
	for i := first; i < last; i++ {
		w.solveSubstep(int32(i), t)
	}
	for _, i := range w.toSearch {
		w.widen(i, w.set.Step-t)
	}
	w.searchAmong(w.toSearch)
}

// searchAmong is searchAll for all of the given bodies, which have begun new motions: a pair of two of them is searched once.
func (w *World) searchAmong(bodies []int32) {
	for _, i := range bodies {
		for n := 0; n < len(w.pairsOf[i]); n++ {
			k := w.pairsOf[i][n]
			if p := &w.pairs[k]; p.b < 0 || !w.searched[p.a+p.b-i] {
				w.search(k)
			}
		}
		w.searched[i] = true
	}
	for _, i := range bodies {
		w.searched[i] = false
	}
}

// release returns the pairs of a body to the search for impacts.
func (w *World) release(i int32) {
	for _, k := range w.pairsOf[i] {
		p := &w.pairs[k]
		p.lookedTo = 0
		for c := p.first; c < p.end; c++ {
			w.candidates[c].solved = false
		}
	}
}

// impactsUsedUp reports whether a pair has had so many impacts in this step, or meetings that were none, that its
// points in the contact solver are not searched for impacts.
func (w *World) impactsUsedUp(p *pair) bool {
	return w.impactsOf(p) >= int32(w.set.MaxImpacts)+maxExhausted || p.idle >= maxIdle
}

// islandOf returns the island of the given root among those from index first on, of which each has a root of its own, or a
// new one.
func (w *World) islandOf(root int32, first int) int32 {
	if i := w.islandAt[root]; int(i) >= first && int(i) < len(w.islands) && w.islands[i].root == root {
		return i
	}
	w.islandAt[root] = w.newIsland(root)
	return w.islandAt[root]
}

// unite records that the two sides of a pair stay in contact.
func (w *World) unite(p *pair) {
	w.held[p.a] = true
	if p.b < 0 {
		w.grounded[p.a] = true
		return
	}
	w.held[p.b] = true
	if w.bodies[p.a].driven || w.bodies[p.b].driven {
		w.grounded[p.a], w.grounded[p.b] = true, true
		return
	}
	w.merge(p.a, p.b)
}
