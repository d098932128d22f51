package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// crowdPiece is the number of members whose contacts a worker looks for at a time.
const crowdPiece = 16

// crowdFound is the contacts found for a piece of the members.
type crowdFound struct {
	touches     []touch
	pairs       []crowdRange
	kept        []touch // see keptTouches
	ahead       []aheadTouch
	deep        bool // the last look ahead has found something
	touchesWere []touch
	pairsWere   []crowdRange
	odd         bool  // exchanged with those an odd number of times
	first, rows int32 // of the solver's pairs and points, those before it
}

// crowdRange is the range of the contacts of pair k in crowdFound.touches.
type crowdRange struct{ k, first, end int32 }

// prepareFound begins a step without contacts of the crowd.
func (c *crowdStep) prepareFound(pairs int) {
	for len(c.found)*crowdPiece < len(c.bodies) {
		c.found = append(c.found, crowdFound{})
	}
	for i := range c.found {
		c.found[i].kept, c.found[i].touches, c.found[i].pairs = c.found[i].kept[:0], c.found[i].touches[:0], c.found[i].pairs[:0]
	}
	c.keptOf, c.keptOn = resized(c.keptOf, pairs), resized(c.keptOn, len(c.bodies))
	clear(c.keptOf)
	clear(c.keptOn)
}

// gatherCrowd fills the solver with the possible contacts of the substep. It returns false if the step must be
// restarted because the crowd has come near to a body outside of it.
func (w *World) gatherCrowd() bool {
	c := &w.crowd.step
	if !w.amongItself() {
		return false
	}
	for len(c.keptOf) < len(w.pairs) {
		c.keptOf = append(c.keptOf, keptTouches{})
	}
	if n := len(w.pairs); n > 0 {
		w.warmFor(int32(n - 1))
	}
	n := len(c.bodies)
	c.solver.Turning = w.crowd.turning
	c.solver.Reset()
	c.solver.Resize(n+1, 0, 0)
	w.share(n, crowdPiece, findCrowdTouches)
	pairs, rows := 0, 0
	for i := range c.found {
		f := &c.found[i]
		f.first, f.rows = int32(pairs), int32(rows)
		pairs, rows = pairs+len(f.pairs), rows+len(f.touches)
	}
	c.pairs, c.rows = resized(c.pairs, pairs), resized(c.rows, rows)
	c.solver.Resize(n+1, pairs, rows)
	w.share(n, crowdPiece, fillCrowdRows)
	return true
}

// amongItself returns false, and restarts the step, if the crowd has come near to a body outside of it.
func (w *World) amongItself() bool {
	for _, i := range w.crowd.step.members {
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.b >= 0 && w.slotOf[p.a+p.b-i] < 0 && !w.strangerToCrowd(k, i, p.a+p.b-i) {
				return false
			}
		}
	}
	return true
}

// findCrowdTouches finds the contacts of a piece of the bodies, and puts their bodies into the solver.
func findCrowdTouches(x *worker, first, end int) {
	w, c, l := x.w, &x.w.crowd.step, &x.touching
	found := &c.found[first/crowdPiece]
	found.touches, found.pairs = found.touches[:0], found.pairs[:0]
	for slot := first; slot < end; slot++ {
		i := c.bodies[slot]
		invMass, inv := w.bodies[i].inverse(w.flights[i].s.Q)
		c.solver.Bodies[slot+1] = w.crowdBody(i, invMass, &inv)
		onMeshes := false
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; w.meshOf(p) != nil {
				onMeshes = true
			} else if p.a == i {
				l.addCrowdPair(found, k, slot)
			}
		}
		if onMeshes {
			l.addCrowdMeshes(found, slot)
		}
	}
}

// fillCrowdRows puts the contacts of a piece of the bodies into the solver.
func fillCrowdRows(x *worker, first, _ int) {
	c := &x.w.crowd.step
	found := &c.found[first/crowdPiece]
	for n := range found.pairs {
		x.w.fillRange(found, n)
	}
}

// fillRange puts the contacts of a range into the solver.
func (w *World) fillRange(f *crowdFound, n int) {
	r := &f.pairs[n]
	w.fillCrowdPair(r.k, f.touches[r.first:r.end], f.allOf(n), f.first+int32(n), f.rows+r.first)
}

// allOf returns the contacts of the pair of range n.
func (f *crowdFound) allOf(n int) []touch {
	k, first := f.pairs[n].k, n
	for first > 0 && f.pairs[first-1].k == k {
		first--
	}
	for n+1 < len(f.pairs) && f.pairs[n+1].k == k {
		n++
	}
	return f.touches[f.pairs[first].first:f.pairs[n].end]
}

// strangerToCrowd handles pair k of member i and a body o outside of the crowd. It returns false, and restarts the
// step, unless o is at rest and cannot touch the member in the step.
func (w *World) strangerToCrowd(k, i, o int32) bool {
	c := &w.crowd
	switch p := &w.pairs[k]; {
	case !w.mayCrowd(p) || c.tries >= maxTries:
		w.resolveByImpacts(i)
	case w.bodies[o].driven:
		c.linked = append(c.linked, [2]int32{i, o})
		w.beginAgain()
	case w.flights[o].still || w.isCalm(o):
		if !w.mayTouch(k, i, 1) {
			return true
		}
		c.disturbed = append(c.disturbed, o)
		w.beginAgain()
	default:
		c.linked = append(c.linked, [2]int32{i, o})
		w.beginAgain()
	}
	return false
}

// addCrowdPair adds the contacts of pair k, not with a mesh, of the body in a slot.
func (l *toucher) addCrowdPair(found *crowdFound, k int32, slot int) {
	w, c := l.w, &l.w.crowd.step
	p := &w.pairs[k]
	margin := w.set.Slop + c.reach[slot]
	near := c.boxes[slot].Grow(margin)
	if p.b < 0 {
		margin += c.frame.passes(c.h)
		near = c.boxes[slot].Grow(margin)
		if s := &w.statics[-1-p.b]; near.Overlaps(&s.bounds) {
			l.addPairTouches(found, k, margin, slot, -1, s.placed)
		}
		return
	}
	other := int(w.slotOf[p.b]) - 1
	if other < 0 {
		return
	}
	margin += c.reach[other]
	near = c.boxes[slot].Grow(margin)
	if near.Overlaps(&c.boxes[other]) {
		l.addPairTouches(found, k, margin, slot, other, c.parts[c.first[other]:c.first[other+1]])
	}
}

// addCrowdMeshes adds the contacts of the member in a slot with all meshes.
func (l *toucher) addCrowdMeshes(found *crowdFound, slot int) {
	c := &l.w.crowd.step
	l.groundTouches(found, l.w.set.Slop+c.reach[slot]+c.frame.passes(c.h), slot)
	for i := 0; i < len(l.onMeshes); {
		k, end := l.pairOf(l.onMeshes, i)
		found.add(k, l.onMeshes[i:end], math.Inf(1))
		i = end
	}
}

// add adds the contacts of a pair whose separation is within margin. Consecutive contacts with the same normal form one
// range.
func (f *crowdFound) add(k int32, touches []touch, margin float64) {
	first := int32(len(f.touches))
	f.touches = appendNear(f.touches, touches, margin)
	if len(f.ahead) > 0 {
		f.mergeAhead(k, first)
	}
	for end := int32(len(f.touches)); first < end; {
		r := crowdRange{k, first, first + 1}
		for r.end < end && f.touches[r.end].n == f.touches[first].n {
			r.end++
		}
		f.pairs = append(f.pairs, r)
		first = r.end
	}
}

// fillCrowdPair puts contacts of a pair that share a normal into the solver, as its pair at, with points from first on.
// They are projected on the plane across the normal through the deepest of them, which is the origin. all is the
// contacts of the whole pair; the first of them inherit the impulses of points that are gone.
func (w *World) fillCrowdPair(k int32, touches, all []touch, at, first int32) {
	c := &w.crowd.step
	p := &w.pairs[k]
	origin := 0
	for i := range touches {
		if touches[i].sep < touches[origin].sep {
			origin = i
		}
	}
	place, n := touches[origin].p, touches[origin].n
	fa := &w.flights[p.a]
	pair, held := &c.solver.Pairs[at], &c.pairs[at] // filled in place: they are large
	*pair = response.CrowdPair{}
	*held = crowdPairRow{}
	pair.A, pair.First, pair.End, pair.Friction = w.slotOf[p.a], first, first+int32(len(touches)), w.surfaceOf(p).friction
	pair.N, pair.T1, pair.RA, pair.Drift = n, n.Perpendicular(), place.Sub(fa.s.X), fa.field.Scale(-float64(0.5*c.h))
	pair.T2 = n.Cross(pair.T1)
	if p.b >= 0 {
		pair.B = w.slotOf[p.b]
		fb := &w.flights[p.b]
		pair.Drift = pair.Drift.AddScaled(fb.field, float64(0.5*c.h))
		pair.RB = place.Sub(fb.s.X)
	}
	held.k, held.place, held.half, held.fall, held.deepest = k, place, !c.began, pair.Drift.Dot(n), touches[origin].sep
	if pair.B == 0 {
		pair.Drift = pair.Drift.Sub(c.frame.v)
	}
	old := w.oldCrowdRows(k)
	if len(old) == 0 {
		held.half = true
	}
	rows, points, pushes := c.rows[first:pair.End], c.solver.Points[first:pair.End], c.solver.Pushes[first:pair.End]
	for i := range touches {
		q, row, point, push := &touches[i], &rows[i], &points[i], &pushes[i]
		*row = crowdRow{}
		*point = response.CrowdPoint{}
		*push = response.CrowdPush{}
		off := q.p.Sub(place)
		row.key, row.sep = q.key, q.sep
		point.X, point.Y = off.Dot(pair.T1), off.Dot(pair.T2)
		switch closed := float64(crowdClosed * w.set.Slop); {
		case q.sep > closed:
			gap := q.sep - closed
			if gap < w.set.Slop {
				gap = float64(crowdGentle * gap)
			} else {
				gap -= float64((1 - crowdGentle) * w.set.Slop)
			}
			point.Target = -gap / c.h
			push.Out = -gap / w.set.Step
		case q.sep < -w.set.Slop:
			push.Out = math.Min(float64(w.set.PushRate*(-q.sep-w.set.Slop)), w.set.MaxPush)
		}
		row.least, row.rebound = point.Target, w.crowdRebound(p, q, point.Target)
		row.aim(point, held.fall)
		if n := continued(old, all, q); n >= 0 {
			o := &old[n]
			f := o.ft.Scale(c.h)
			f1, f2 := f.Dot(pair.T1), f.Dot(pair.T2)
			row.usual = float64(o.fn * c.h)
			held.usual = held.usual.Add(geom.Vec{X: f1, Y: f2, Z: float64(point.X*f2) - float64(point.Y*f1)})
		}
	}
	if len(old) > 0 && touches[0].key.tri < 0 && touches[0].key == all[0].key {
		c.handOver(old, all, touches, rows)
	}
	share := 1.0
	if held.half {
		share = 0.5
	}
	for i := range points {
		points[i].Jn = float64(share * rows[i].usual)
	}
	pair.Jt = held.usual.Scale(share)
	c.solver.Prepare(pair)
	if s := w.surfaceOf(p); c.solver.Turning {
		c.solver.PrepareTurn(at, s.rolling, s.spin)
	}
}

// handOver gives the impulses of points that are no longer among those of the pair to its new points in touch, as
// initial values: one corner takes over the load from another. Without this a heavy body sinks into a light one on
// which it rocks.
func (c *crowdStep) handOver(old []contact, all, touches []touch, rows []crowdRow) {
	left, heirs := 0.0, 0
	for i := range old {
		if !containsKey(all, &old[i].key) {
			left += float64(old[i].fn * c.h)
		}
	}
	if left == 0 {
		return
	}
	for i := range touches {
		if rows[i].sep <= 0 && continued(old, all, &touches[i]) < 0 {
			heirs++
		}
	}
	for i := range touches {
		if rows[i].sep <= 0 && continued(old, all, &touches[i]) < 0 {
			rows[i].usual = left / float64(heirs)
		}
	}
}

// oldCrowdRows returns the contacts of a pair in the last substep.
func (w *World) oldCrowdRows(k int32) []contact {
	c := &w.crowd.step
	if !c.began {
		r := w.warmFor(k)
		return w.warmRows[r.first:r.end]
	}
	if int(k) >= len(c.oldOf) {
		return nil
	}
	r := c.oldOf[k]
	return c.old[r.first:r.end]
}
