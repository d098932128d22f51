package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// addJointed adds to an impact problem all bodies jointed, over any number of links, to those that are struck; their
// joints; and their contacts with the world or driven bodies. An impact on one link acts on the whole chain.
func (w *World) addJointed() {
	w.impactJoints, w.impactJointIDs, w.impactStops = w.impactJoints[:0], w.impactJointIDs[:0], w.impactStops[:0]
	if len(w.joints) == 0 || len(w.impactRows) == 0 {
		return
	}
	t := w.flights[w.members[0]].t0
	for n := 0; n < len(w.impactBodies); n++ {
		i := w.impactMembers[n]
		if w.bodies[i].driven {
			continue
		}
		for _, k := range w.jointsOf[i] {
			if o := w.otherEnd(k, i); o >= 0 {
				if w.bodies[o].driven {
					w.moveDriven(o, t)
				}
				w.impactSlot(o)
			}
			if !slices.Contains(w.impactJointIDs, k) {
				w.impactJointIDs = append(w.impactJointIDs, k)
			}
		}
		w.addSupportsOf(i, geom.Vec{}, t)
	}
	w.fillImpactJoints()
	w.addImpactStops()
}

// fillImpactJoints adds the joints listed to an impact problem that has their bodies.
func (w *World) fillImpactJoints() {
	for _, k := range w.impactJointIDs {
		j := &w.joints[k]
		_, p := w.jointPlace(j)
		w.impactJoints = append(w.impactJoints, response.ImpactJoint{A: w.slotIn(j.body[0]), B: w.slotIn(j.body[1]), P: p})
	}
}

// noteTwists notes the velocities of the bodies of an impact problem before it.
func (w *World) noteTwists() {
	w.impactTwists = w.impactTwists[:0]
	for n := range w.impactBodies {
		b := &w.impactBodies[n]
		w.impactTwists = append(w.impactTwists, record.Twist{V: b.V, W: b.W})
	}
}

// applyJointImpulses gives the bodies of a solved impact problem the impulses of their joints.
func (w *World) applyJointImpulses() {
	for n := range w.impactJoints {
		q := &w.impactJoints[n]
		w.applyImpulse(q.A, q.P, q.Impulse)
		w.applyImpulse(q.B, q.P, q.Impulse.Neg())
	}
}

// bookImpactJoints enters the impulses of joints in an impact in the ledger.
func (w *World) bookImpactJoints() {
	for n := range w.impactJoints {
		q := &w.impactJoints[n]
		for e, slot := range [2]int32{q.A, q.B} {
			if slot < 0 {
				continue
			}
			i := w.impactMembers[slot]
			f, before, b := &w.flights[i], &w.impactTwists[slot], &w.impactBodies[slot]
			p := forceOnEnd(1-e, q.Impulse)
			r := q.P.Sub(f.s.X)
			u := before.V.Add(b.V).Add(before.W.Add(b.W).Cross(r)).Scale(0.5)
			work := p.Dot(u)
			if w.bodies[i].driven {
				w.book(record.ByDrives, 0-work, p.Scale(0), p.Scale(0))
				w.book(record.ByJoints, work, p.Scale(0), p.Scale(0))
				continue
			}
			w.book(record.ByJoints, work, p, q.P.Cross(p))
		}
	}
}

// jointEventShare is the least impulse of a joint, relative to the largest at a point of the impact, for which it has
// an event.
const jointEventShare = 1e-3

// jointEvents adds the events of joints in the impacts of a problem, after those of the impacts, rounded as they are. A
// crash is one for a vehicle that it reaches through a joint, too.
func (w *World) jointEvents(t float64, rough, crash bool) {
	least := 0.0
	for n := range w.impactPairPoints() {
		least = math.Max(least, float64(jointEventShare*w.impactPoints[n].Impulse.Len()))
	}
	for n := range w.impactJoints {
		q := &w.impactJoints[n]
		impulse := w.passedOn(int32(n), q.Impulse)
		if !(impulse.Len() > least) {
			continue
		}
		slots, e := [2]int32{q.A, q.B}, record.Event{Kind: record.Joint, B: -1, Time: w.time() + t, Impulse: impulse}
		if slots[0] < 0 { // A is what has a body
			slots[0], slots[1] = slots[1], -1
			e.Impulse = impulse.Neg()
		}
		for side, slot := range slots {
			if slot < 0 {
				continue
			}
			i := w.impactMembers[slot]
			if side == 0 {
				e.A = i
			} else {
				e.B = i
			}
			f := &w.flights[i]
			e.Before[side] = w.impactTwists[slot]
			e.After[side] = w.bodies[i].twist(&f.s)
		}
		if crash {
			w.markCrashed(e.A)
			w.markCrashed(e.B)
		}
		e.Detail = w.joints[w.impactJointIDs[n]].name
		at := q.P
		if g, ok := w.outputGridsOf(e.A, e.B); rough && ok {
			g.roundTwists(&e.Before)
			g.roundTwists(&e.After)
			e.Impulse, at = onGridVec(e.Impulse, g.j), onGridVec(at, g.x)
		}
		told := w.addEvent(e)
		told.Points = append(told.Points, record.Point{P: at, Impulse: e.Impulse})
	}
}
