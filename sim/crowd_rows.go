package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// crowdPiece is the number of members of a crowd whose contacts a worker looks for in one go.
const crowdPiece = 16

// crowdFound is what is found for a piece of the members of a crowd.
type crowdFound struct {
	touches     []touch
	pairs       []crowdRange
	kept        []touch // see keptTouches
	first, rows int32   // of the solver's pairs and points, those before it
}

// crowdRange is where the contacts of pair k lie in crowdFound.touches.
type crowdRange struct{ k, first, end int32 }

// prepareFound begins a step with no contacts of a crowd.
func (c *crowdStep) prepareFound(pairs int) {
	for len(c.found)*crowdPiece < len(c.members) {
		c.found = append(c.found, crowdFound{})
	}
	for i := range c.found {
		c.found[i].kept, c.found[i].touches, c.found[i].pairs = c.found[i].kept[:0], c.found[i].touches[:0], c.found[i].pairs[:0]
	}
	c.keptOf, c.keptOn = resized(c.keptOf, pairs), resized(c.keptOn, len(c.members))
	clear(c.keptOf)
	clear(c.keptOn)
}

// gatherCrowd fills the solver with the contacts that may be in the substep. It reports false where the step has to begin again, because a
// crowd has come near to something that is not of it.
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
	n := len(c.members)
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

// amongItself asks for a new beginning of the step, and reports false, where a crowd has come near to something that is not of it.
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

// findCrowdTouches finds the contacts of a piece of the members of a crowd, and puts the bodies into the solver.
func findCrowdTouches(x *worker, first, end int) {
	w, c, l := x.w, &x.w.crowd.step, &x.touching
	found := &c.found[first/crowdPiece]
	found.touches, found.pairs = found.touches[:0], found.pairs[:0]
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		f := &w.flights[i]
		invMass, inv := w.bodies[i].inverse(f.s.Q)
		c.solver.Bodies[slot+1] = response.CrowdBody{V: f.s.V, W: inv.Apply(f.s.L), InvMass: invMass, InvInertia: inv}
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

// fillCrowdRows puts the contacts of a piece of the members of a crowd into the solver.
func fillCrowdRows(x *worker, first, _ int) {
	c := &x.w.crowd.step
	found := &c.found[first/crowdPiece]
	for n := range found.pairs {
		r := &found.pairs[n]
		x.w.fillCrowdPair(r.k, found.touches[r.first:r.end], found.first+int32(n), found.rows+r.first)
	}
}

// strangerToCrowd asks for a new beginning of the step where a body of a crowd has come near to one that is not of it.
func (w *World) strangerToCrowd(k, i, o int32) bool {
	c := &w.crowd
	switch p := &w.pairs[k]; {
	case !w.mayCrowd(p) || c.tries >= maxTries:
		w.bar(i)
	case w.flights[o].still:
		if len(w.touches(k, w.set.Slop+w.travel(i, w.set.Step))) == 0 {
			return true
		}
		c.stirred = append(c.stirred, o)
		w.beginAgain()
	default:
		c.linked = append(c.linked, [2]int32{i, o})
		w.beginAgain()
	}
	return false
}

// addCrowdPair adds the contacts of a pair of the member of a slot that is none with a mesh.
func (l *toucher) addCrowdPair(found *crowdFound, k int32, slot int) {
	w, c := l.w, &l.w.crowd.step
	p := &w.pairs[k]
	margin := w.set.Slop + c.reach[slot]
	near := c.boxes[slot].Grow(margin)
	if p.b < 0 {
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

// addCrowdMeshes adds the contacts of the member of a slot with all meshes.
func (l *toucher) addCrowdMeshes(found *crowdFound, slot int) {
	l.groundTouches(found, l.w.set.Slop+l.w.crowd.step.reach[slot], slot)
	for i := 0; i < len(l.onMeshes); {
		k, end := l.pairOnMeshes(i)
		found.add(k, l.onMeshes[i:end], math.Inf(1))
		i = end
	}
}

// add adds those contacts of a pair that are no farther apart than margin.
func (f *crowdFound) add(k int32, touches []touch, margin float64) {
	first := int32(len(f.touches))
	f.touches = appendNear(f.touches, touches, margin)
	if end := int32(len(f.touches)); end > first {
		f.pairs = append(f.pairs, crowdRange{k, first, end})
	}
}

// fillCrowdPair puts a pair and its contacts into the solver, as its pair at, with its points from first on.
func (w *World) fillCrowdPair(k int32, touches []touch, at, first int32) {
	c := &w.crowd.step
	p := &w.pairs[k]
	pair := response.CrowdPair{A: w.slotOf[p.a], First: first, End: first + int32(len(touches)), Friction: w.surfaceOf(p).friction}
	fa := &w.flights[p.a]
	pair.Drift = fa.field.Scale(-float64(0.5 * c.h))
	var xb geom.Vec
	if p.b >= 0 {
		pair.B = w.slotOf[p.b]
		fb := &w.flights[p.b]
		pair.Drift = pair.Drift.AddScaled(fb.field, float64(0.5*c.h))
		xb = fb.s.X
	}
	for i := range touches {
		q := &touches[i]
		row := crowdRow{key: q.key, p: q.p, sep: q.sep, half: true}
		point := response.CrowdPoint{N: q.n, RA: q.p.Sub(fa.s.X)}
		if i > 0 && touches[i-1].n == q.n {
			last := &c.solver.Points[first+int32(i)-1]
			point.T1, point.T2 = last.T1, last.T2
		} else {
			point.T1 = q.n.Perpendicular()
			point.T2 = q.n.Cross(point.T1)
		}
		if p.b >= 0 {
			point.RB = q.p.Sub(xb)
		}
		switch closed := float64(crowdClosed * w.set.Slop); {
		case q.sep > closed:
			gap := q.sep - closed
			if gap < w.set.Slop {
				gap = float64(crowdGentle * gap)
			} else {
				gap -= float64((1 - crowdGentle) * w.set.Slop)
			}
			point.Target = -gap / c.h
			point.Out = -gap / w.set.Step
		case q.sep < -w.set.Slop:
			point.Out = math.Min(float64(w.set.PushRate*(-q.sep-w.set.Slop)), w.set.MaxPush)
		}
		w.warmCrowd(k, &row, &point)
		c.rows[first+int32(i)], c.solver.Points[first+int32(i)] = row, point
	}
	c.solver.Pairs[at], c.pairs[at] = pair, k
	c.solver.Prepare(&pair)
}

// crowdOld is a contact point of the substep before.
type crowdOld struct {
	contact
	relaxed bool // the velocities at its end were
}

// warmCrowd gives a point what it had in the substep before.
func (w *World) warmCrowd(k int32, row *crowdRow, point *response.CrowdPoint) {
	c := &w.crowd.step
	if !c.began {
		r := w.warmFor(k)
		for i := r.first; i < r.end; i++ {
			if o := &w.warmRows[i]; o.key == row.key || row.key.tri >= 0 && sameCorner(&o.key, &row.key) {
				c.startPoint(o, true, row, point)
				return
			}
		}
		return
	}
	if int(k) >= len(c.oldOf) {
		return
	}
	r := c.oldOf[k]
	for i := r.first; i < r.end; i++ {
		if o := &c.old[i]; o.key == row.key || row.key.tri >= 0 && sameCorner(&o.key, &row.key) {
			c.startPoint(&o.contact, o.relaxed, row, point)
			return
		}
	}
	if r.first < r.end {
		row.half = c.old[r.first].relaxed
	}
}

func (c *crowdStep) startPoint(o *contact, relaxed bool, row *crowdRow, point *response.CrowdPoint) {
	f := o.ft.Scale(c.h)
	row.usual = geom.Vec{X: float64(o.fn * c.h), Y: f.Dot(point.T1), Z: f.Dot(point.T2)}
	share := 1.0
	if row.half = relaxed; relaxed {
		share = 0.5
	}
	point.Jn, point.Jt = float64(share*row.usual.X), [2]float64{float64(share * row.usual.Y), float64(share * row.usual.Z)}
}
