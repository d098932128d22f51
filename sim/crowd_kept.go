package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// crowdCarry is how far the bodies of a contact may go together since it was looked for, over the smaller of their smallest half extents, for it to be
// taken along with them, points as if they were of both bodies, normals as they are. That leaves out turns of a hundredth of a radian and what bends
// away in as little: 0.05 mm for a wheel.
const crowdCarry = 0.01

// keptTouches is contacts of a pair, or of a body with all meshes, that have been taken along with the bodies since they were looked for in the step.
type keptTouches struct {
	first, end int32   // in crowdFound.kept of the piece of the first body
	margin     float64 // up to which all contacts are among them, 0 where there are none to be taken along [m]
	room       float64 // how far the bodies may go until they are looked for again [m]
}

// use reports whether the kept contacts are all those up to a margin.
func (r *keptTouches) use(margin float64) bool { return r.margin >= margin }

// went notes how far the bodies have gone.
func (r *keptTouches) went(far float64) {
	r.margin -= far
	if r.room -= far; r.room < 0 {
		r.margin = 0
	}
}

// carryRoom returns how far the member of a slot may go with its contacts carried along, 0 where they roll along its surface [m].
func (w *World) carryRoom(slot int) float64 {
	b := &w.bodies[w.crowd.step.members[slot]]
	if !b.ball && !b.faceted {
		return 0
	}
	return float64(crowdCarry * b.thin)
}

// lookFarther returns the margin with which the contacts of members of crowds are looked for, those of two slots, or of one where the other is negative, so that they
// may be carried along, and how far. margin is what the substep needs; there is nothing to be gained for what goes farther in it.
func (w *World) lookFarther(slot, other int, margin float64) (farther, room float64) {
	c := &w.crowd.step
	room = w.carryRoom(slot)
	need, jump := c.travel[slot], c.fall(w, slot)
	if other >= 0 {
		room = math.Min(room, w.carryRoom(other))
		need, jump = need+c.travel[other], jump+c.fall(w, other)
	}
	if need > room {
		return margin, 0
	}
	return margin + room + jump, room
}

// fall returns how much farther than in the first substep the member of a slot may seem to go in the others, whose velocities at the start are
// those of half a substep of falling [m].
func (c *crowdStep) fall(w *World, slot int) float64 {
	return float64(float64(w.flights[c.members[slot]].field.Len()*c.h) * c.h)
}

// keep keeps contacts that have been looked for with a margin; without room to carry them, as long as nothing moves.
func (f *crowdFound) keep(r *keptTouches, touches []touch, margin, room float64) {
	first := int32(len(f.kept))
	f.kept = append(f.kept, touches...)
	*r = keptTouches{first: first, end: int32(len(f.kept)), margin: margin, room: room}
}

// appendNear adds those contacts that are no farther apart than margin to dst.
func appendNear(dst, touches []touch, margin float64) []touch {
	for i := range touches {
		if touches[i].sep <= margin {
			dst = append(dst, touches[i])
		}
	}
	return dst
}

// addPairTouches adds the contacts of a pair of the members of two slots, or of one with a convex static, no farther apart than margin.
func (l *toucher) addPairTouches(found *crowdFound, k int32, margin float64, slot, other int, parts []placed) {
	w, c := l.w, &l.w.crowd.step
	p, r := &w.pairs[k], &c.keptOf[k]
	if !r.use(margin) {
		farther, room := w.lookFarther(slot, other, margin)
		touches := l.touchesOf(p, farther, c.parts[c.first[slot]:c.first[slot+1]], parts)
		if w.manyParted(p) {
			touches = l.reduce(touches, w.size(p))
		}
		found.keep(r, touches, farther, room)
	}
	found.add(k, found.kept[r.first:r.end], margin)
}

// groundTouches fills onMeshes with the contacts of the member of a slot with all meshes, which are one ground, no farther apart than margin.
func (l *toucher) groundTouches(found *crowdFound, margin float64, slot int) {
	w, c := l.w, &l.w.crowd.step
	r := &c.keptOn[slot]
	if !r.use(margin) {
		farther, room := w.lookFarther(slot, -1, margin)
		if !l.stillGround(slot, farther, room) {
			l.lookAtMeshes(c.members[slot], farther, c.parts[c.first[slot]:c.first[slot+1]])
		}
		found.keep(r, l.onMeshes, farther, room)
	}
	l.onMeshes = appendNear(l.onMeshes[:0], found.kept[r.first:r.end], margin)
}

// forgetTouches lets all contacts of the member of a slot be looked for again.
func (w *World) forgetTouches(slot int) {
	c := &w.crowd.step
	c.keptOn[slot].margin = 0
	for _, k := range w.pairsOf[c.members[slot]] {
		if int(k) < len(c.keptOf) {
			c.keptOf[k].margin = 0
		}
	}
}

// carryTouches takes the contacts that are kept to the end of the substep.
func (w *World) carryTouches() {
	c := &w.crowd.step
	c.moved = resized(c.moved, len(c.members)+1)
	c.went = resized(c.went, len(c.members)+1)
	c.moved[0], c.went[0] = record.Twist{}, 0
	for slot, i := range c.members {
		m := record.Twist{V: w.flights[i].s.X.Sub(c.start[slot].X)}
		far := m.V.Len()
		if !w.bodies[i].ball { // its contacts do not turn with it
			m.W = c.turned[slot].Scale(c.h)
			far += float64(m.W.Len() * w.bodies[i].radius)
		}
		c.moved[slot+1], c.went[slot+1] = m, far
	}
	w.share(len(c.members), crowdPiece, carryPiece)
}

// carryPiece carries the contacts of a piece of the members of a crowd.
func carryPiece(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	kept := c.found[first/crowdPiece].kept
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		w.carry(kept, &c.keptOn[slot], slot+1, 0)
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.a == i && int(k) < len(c.keptOf) {
				other := int32(0)
				if p.b >= 0 {
					other = max(0, w.slotOf[p.b])
				}
				w.carry(kept, &c.keptOf[k], slot+1, int(other))
			}
		}
	}
}

// carry takes contacts along with two of the solver's bodies, of which the second may be the world.
func (w *World) carry(kept []touch, r *keptTouches, a, b int) {
	c := &w.crowd.step
	if r.margin == 0 {
		return
	}
	if r.went(c.went[a] + c.went[b]); r.margin == 0 {
		return
	}
	ma, mb := &c.moved[a], &c.moved[b]
	xa, xb := c.start[a-1].X, geom.Vec{}
	ballA, ballB := w.bodies[c.members[a-1]].ball, false
	if b > 0 {
		xb, ballB = c.start[b-1].X, w.bodies[c.members[b-1]].ball
	}
	list := kept[r.first:r.end]
	for n := range list {
		q := &list[n]
		da := ma.V.Add(ma.W.Cross(q.p.Sub(xa)))
		if b == 0 {
			q.p, q.sep = q.p.Add(da), q.sep-q.n.Dot(da)
			continue
		}
		db := mb.V.Add(mb.W.Cross(q.p.Sub(xb)))
		q.sep += q.n.Dot(db.Sub(da))
		q.p = q.p.Add(alongWith(da, db, ballA, ballB))
	}
}

// alongWith returns how far a contact goes whose places on two bodies go da and db: with both, and with the centre of one that alone is a ball, of which the place
// of contact does not turn with it.
func alongWith(da, db geom.Vec, ballA, ballB bool) geom.Vec {
	switch {
	case ballA && !ballB:
		return da
	case ballB && !ballA:
		return db
	}
	return da.Add(db).Scale(0.5)
}
