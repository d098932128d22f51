package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// The contacts of a substep are those near at its start: one point of an edge that lies nearly along another, one of a
// rim above a face. Fast rotation brings down another corner, which is none of them. So contacts of bodies that turn
// noticeably are also looked for where the substep would end. Those that would be deeper there than any contact at the
// start are added to the substep, and the impulses are solved again, once.

const (
	// aheadTurn is the distance, in units of Settings.Slop, that rotation must move a point of a body in a substep for
	// its contacts to be looked for at the end, too.
	aheadTurn = 20
	// aheadDeep is how much deeper than at the start such a contact must be, in units of Settings.Slop.
	aheadDeep = 10
	// aheadRocks is the factor on both for pairs that are already that deep.
	aheadRocks = 0.1
)

// aheadTouch is a contact of pair k that the substep would end with, moved to its start.
type aheadTouch struct {
	k int32
	touch
}

// forgetAhead begins a substep without contacts from its end.
func (c *crowdStep) forgetAhead() {
	for i := range c.found {
		c.found[i].ahead = c.found[i].ahead[:0]
	}
}

// lookAhead looks for deep contacts at the end of the substep, at the velocities found by the solver, and reports
// whether there are any.
func (w *World) lookAhead() bool {
	c := &w.crowd.step
	c.turns = resized(c.turns, len(c.bodies))
	for slot := range c.turns {
		c.turns[slot] = w.turnDistance(slot)
	}
	w.share(len(c.bodies), crowdPiece, lookAheadPiece)
	for i := 0; i*crowdPiece < len(c.bodies); i++ {
		if c.found[i].deep {
			return true
		}
	}
	return false
}

// turnDistance returns how far rotation moves a point of the member in a slot in the substep [m]: 0 for a ball, whose
// contacts do not turn with it.
func (w *World) turnDistance(slot int) float64 {
	c := &w.crowd.step
	b := &w.bodies[c.bodies[slot]]
	if b.ball {
		return 0
	}
	return float64(float64(c.solver.Bodies[slot+1].W.Len()*c.h) * b.radius)
}

// lookAheadPiece looks ahead for a piece of the crowd's members.
func lookAheadPiece(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	found := &c.found[first/crowdPiece]
	found.deep = false
	ranges := found.pairs // in the order in which they were found
	for slot := first; slot < end; slot++ {
		n := 0
		for n < len(ranges) && w.pairs[ranges[n].k].a == c.bodies[slot] {
			n++
		}
		x.touching.lookAheadOf(found, slot, ranges[:n])
		ranges = ranges[n:]
	}
}

// lookAheadOf looks ahead for the pairs whose first body is the member in a slot. ranges are its contacts at the start
// of the substep, in the order of its pairs, with those on meshes last.
func (l *toucher) lookAheadOf(found *crowdFound, slot int, ranges []crowdRange) {
	w, c := l.w, &l.w.crowd.step
	i, way := c.bodies[slot], c.turns[slot]
	onMeshes, isPlaced := false, false
	for _, k := range w.pairsOf[i] {
		p := &w.pairs[k]
		if w.meshOf(p) != nil {
			onMeshes = true
			continue
		}
		if p.a != i {
			continue
		}
		deepest := 0.0
		for ; len(ranges) > 0 && ranges[0].k == k; ranges = ranges[1:] {
			deepest = min(deepest, found.deepestOf(&ranges[0]))
		}
		other := -1
		if p.b >= 0 {
			if other = int(w.slotOf[p.b]) - 1; other < 0 {
				continue
			}
		}
		turn, deeper := float64(aheadTurn*w.set.Slop), float64(aheadDeep*w.set.Slop)
		if deepest < -deeper { // what rocks sinks by a little each time
			turn, deeper = float64(aheadRocks*turn), float64(aheadRocks*deeper)
		}
		if way <= turn && (other < 0 || c.turns[other] <= turn) {
			continue
		}
		if !isPlaced {
			l.own, isPlaced = l.placeAhead(l.own, slot), true
		}
		var parts []placed
		if other >= 0 {
			l.other = l.placeAhead(l.other, other)
			parts = l.other
		} else {
			parts = w.statics[-1-p.b].placed
		}
		found.addAhead(w, k, slot, other, deepest-deeper, l.touchesOf(p, 0, l.own, parts))
	}
	if !onMeshes || way <= aheadTurn*w.set.Slop {
		return
	}
	if !isPlaced {
		l.own = l.placeAhead(l.own, slot)
	}
	l.lookAtMeshes(i, 0, l.own)
	for n := 0; n < len(l.onMeshes); {
		k, last := l.pairOf(l.onMeshes, n)
		deepest := 0.0
		for m := range ranges {
			if ranges[m].k == k {
				deepest = min(deepest, found.deepestOf(&ranges[m]))
			}
		}
		found.addAhead(w, k, slot, -1, deepest-float64(aheadDeep*w.set.Slop), l.onMeshes[n:last])
		n = last
	}
}

// deepestOf returns the least separation of the contacts in a range, at most 0 [m].
func (f *crowdFound) deepestOf(r *crowdRange) float64 {
	deepest := 0.0
	for n := r.first; n < r.end; n++ {
		deepest = min(deepest, f.touches[n].sep)
	}
	return deepest
}

// stateAhead returns the state of the member in a slot as it would be at the end of the substep.
func (w *World) stateAhead(slot int) rigid.State {
	c := &w.crowd.step
	b, s := &c.solver.Bodies[slot+1], c.start[slot]
	s.X = s.X.Add(w.displacementAhead(slot))
	s.Q = geom.QuatExp(b.W.Scale(c.h)).Mul(s.Q).Normalize()
	return s
}

// displacementAhead returns the displacement of the centre of the member in a slot over the substep [m].
func (w *World) displacementAhead(slot int) geom.Vec {
	c := &w.crowd.step
	v := c.frame.v.Add(c.solver.Bodies[slot+1].V)
	return v.AddScaled(w.flights[c.bodies[slot]].field, float64(0.5*c.h)).Scale(c.h)
}

// placeAhead places the parts of the member in a slot where they would be at the end of the substep.
func (l *toucher) placeAhead(list []placed, slot int) []placed {
	b, s := &l.w.bodies[l.w.crowd.step.bodies[slot]], l.w.stateAhead(slot)
	list = list[:0]
	for k := range b.parts {
		list = append(list, placed{})
		list[k].place(&b.parts[k], &s)
	}
	fillBounds(list)
	return list
}

// addAhead adds the contacts of a pair at the end of the substep whose separation is below least. Each is placed midway
// between the positions that its point had on both bodies at the start, with the separation that their motion along its
// normal implies.
func (f *crowdFound) addAhead(w *World, k int32, slot, other int, least float64, touches []touch) {
	for n := range touches {
		q := aheadTouch{k, touches[n]}
		if q.sep >= least {
			continue
		}
		p := w.placeBefore(slot, q.p)
		if other >= 0 {
			p = p.Add(w.placeBefore(other, q.p)).Scale(0.5)
		} else {
			p = p.Add(q.p).Scale(0.5)
		}
		way := w.pointDisplacement(slot, p).Neg()
		if other >= 0 {
			way = way.Add(w.pointDisplacement(other, p))
		}
		q.p, q.sep = p, max(0, q.sep-q.n.Dot(way))
		f.deep = true
		f.ahead = append(f.ahead, q)
	}
}

// mergeAhead appends the contacts of pair k from the end of the substep to its contacts, which begin at first, and
// removes those with the same keys.
func (f *crowdFound) mergeAhead(k, first int32) {
	for n := range f.ahead {
		o := &f.ahead[n]
		if o.k != k {
			continue
		}
		f.touches = append(f.touches[:first], slices.DeleteFunc(f.touches[first:], func(t touch) bool { return t.key == o.key })...)
		f.touches = append(f.touches, o.touch)
	}
}

// placeBefore returns the position at the start of the substep of a point of the member in a slot that is at p at its
// end.
func (w *World) placeBefore(slot int, p geom.Vec) geom.Vec {
	c := &w.crowd.step
	s := &c.start[slot]
	lever := p.Sub(s.X).Sub(w.displacementAhead(slot))
	return s.X.Add(geom.QuatExp(c.solver.Bodies[slot+1].W.Scale(-c.h)).Rotate(lever))
}

// pointDisplacement returns the displacement over the substep of the point p of the member in a slot, at the solver's
// velocities.
func (w *World) pointDisplacement(slot int, p geom.Vec) geom.Vec {
	c := &w.crowd.step
	return w.displacementAhead(slot).Add(c.solver.Bodies[slot+1].W.Cross(p.Sub(c.start[slot].X)).Scale(c.h))
}
