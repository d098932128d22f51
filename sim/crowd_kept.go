package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// crowdCarry is the largest relative displacement of a contact's bodies since the contact was found, relative to the
// smallest of their half extents, for which the contact is carried along: its point as if fixed to both bodies, its
// normal unchanged. This limits rotations to about a hundredth of a radian, and the error of curved surfaces: 0.05 mm
// for a wheel.
const crowdCarry = 0.01

// keptTouches is the contacts of a pair, or of a body with all meshes, that are carried along with the bodies since
// they were found in the step.
type keptTouches struct {
	first, end int32   // in crowdFound.kept of the piece of the first body
	margin     float64 // up to which all contacts are among them, 0 where there are none to be taken along [m]
	room       float64 // how far the bodies may go until they are looked for again [m]
}

// use reports whether the kept contacts include all within a margin.
func (r *keptTouches) use(margin float64) bool { return r.margin >= margin }

// addMotion records that the bodies have moved by a distance.
func (r *keptTouches) addMotion(far float64) {
	r.margin -= far
	if r.room -= far; r.room < 0 {
		r.margin = 0
	}
}

// carryRoom returns how far the member in a slot may move with its contacts carried along, 0 if they roll along its
// surface [m].
func (w *World) carryRoom(slot int) float64 {
	b := &w.bodies[w.crowd.step.bodies[slot]]
	if !b.ball && !b.faceted {
		return 0
	}
	return float64(crowdCarry * b.thin)
}

// lookFarther returns the margin with which to look for the contacts of members, so that they can be carried along, and
// how far they can. The members are those of two slots, or of one if the other is negative. margin is what the substep
// needs; members that move farther in it gain nothing from carrying.
func (w *World) lookFarther(slot, other int, margin float64) (farther, room float64) {
	c := &w.crowd.step
	room = w.carryRoom(slot)
	need, jump := c.travel[slot], c.fall(w, slot)
	if other < 0 {
		need += c.frame.passes(c.h)
	} else {
		room = math.Min(room, w.carryRoom(other))
		need, jump = need+c.travel[other], jump+c.fall(w, other)
	}
	if need > room {
		return margin, 0
	}
	return margin + room + jump, room
}

// fall returns how much farther the member in a slot may seem to move in later substeps than in the first one: their
// initial velocities include half a substep of falling [m].
func (c *crowdStep) fall(w *World, slot int) float64 {
	return float64(float64(w.flights[c.bodies[slot]].field.Len()*c.h) * c.h)
}

// keep stores contacts found within a margin; without room to carry them they are valid only as long as nothing moves.
func (f *crowdFound) keep(r *keptTouches, touches []touch, margin, room float64) {
	first := int32(len(f.kept))
	f.kept = append(f.kept, touches...)
	*r = keptTouches{first: first, end: int32(len(f.kept)), margin: margin, room: room}
}

// appendNear appends the contacts whose separation is within margin to dst.
func appendNear(dst, touches []touch, margin float64) []touch {
	for i := range touches {
		if touches[i].sep <= margin {
			dst = append(dst, touches[i])
		}
	}
	return dst
}

// addPairTouches adds the contacts within margin of a pair of the members in two slots, or of one with a convex static.
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

// groundTouches fills onMeshes with the contacts within margin of the member in a slot with all meshes, which count as
// one ground.
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

// forgetTouches discards the kept contacts of the member in a slot.
func (w *World) forgetTouches(slot int) {
	c := &w.crowd.step
	c.keptOn[slot].margin = 0
	for _, k := range w.pairsOf[c.members[slot]] {
		if int(k) < len(c.keptOf) {
			c.keptOf[k].margin = 0
		}
	}
}

// carryTouches moves the kept contacts to the end of the substep.
func (w *World) carryTouches() {
	c := &w.crowd.step
	c.moved = resized(c.moved, len(c.bodies)+1)
	c.went = resized(c.went, len(c.bodies)+1)
	c.moved[0], c.went[0] = record.Twist{}, c.frame.passes(c.h)
	for slot, i := range c.bodies {
		m := record.Twist{V: w.flights[i].s.X.Sub(c.start[slot].X)}
		far := m.V.Sub(c.frame.v.Scale(c.h)).Len()
		if !w.bodies[i].ball { // its contacts do not turn with it
			m.W = c.turned[slot].Scale(c.h)
			far += float64(m.W.Len() * w.bodies[i].radius)
		}
		c.moved[slot+1], c.went[slot+1] = m, far
	}
	w.share(len(c.bodies), crowdPiece, carryPiece)
}

// carryPiece moves the kept contacts of a piece of the members.
func carryPiece(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	kept := c.found[first/crowdPiece].kept
	for slot := first; slot < end; slot++ {
		i := c.bodies[slot]
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

// carry moves contacts along with two of the solver's bodies, of which the second may be the world.
func (w *World) carry(kept []touch, r *keptTouches, a, b int) {
	c := &w.crowd.step
	if r.margin == 0 {
		return
	}
	if r.addMotion(c.went[a] + c.went[b]); r.margin == 0 {
		return
	}
	ma, mb := &c.moved[a], &c.moved[b]
	xa, xb := c.start[a-1].X, geom.Vec{}
	ballA, ballB := w.bodies[c.bodies[a-1]].ball, false
	if b > 0 {
		xb, ballB = c.start[b-1].X, w.bodies[c.bodies[b-1]].ball
	}
	list := kept[r.first:r.end]
	for n := range list {
		q := &list[n]
		if ballA && ballB {
			q.turnBalls(xa.Add(ma.V), xb.Add(mb.V), xa, xb)
			continue
		}
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

// turnBalls moves the contact of two balls whose centres have moved to a and b from where they were.
func (q *touch) turnBalls(a, b, fromA, fromB geom.Vec) {
	out, d := q.p.Sub(fromA).Dot(q.n), b.Sub(a)
	apart := d.Len() - fromB.Sub(fromA).Len()
	q.sep += apart
	q.n = d.Normalize()
	q.p = a.AddScaled(q.n, out+float64(0.5*apart))
}

// alongWith returns the displacement of a contact whose points on its bodies move by da and db: the mean of both; but
// the displacement of the centre of a body if it alone is a ball, whose contact point does not turn with it.
func alongWith(da, db geom.Vec, ballA, ballB bool) geom.Vec {
	switch {
	case ballA && !ballB:
		return da
	case ballB && !ballA:
		return db
	}
	return da.Add(db).Scale(0.5)
}
