package sim

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// crush is a pair that crushes. From first touch on nothing keeps it apart; at its due time it gets its impulse, and
// after that it comes no deeper until it has parted, or comes in at another place. It is part of the state.
type crush struct {
	a, b   int32    // as in pair; of a block the static first touched; a is -1 for one that is over, within a step
	struck bool     // it has had its impulse
	due    float64  // when the impulse comes, or came [s]
	n      geom.Vec // normal of the first touch, from the impulse on that of the impulse, in the plane of the road
	// allowed is the overlap area that it may have after its impulse [m²]: the smallest that it has had since,
	// including that at the impulse.
	allowed float64
	// atA and atB are where the centroid of the overlap was at the impulse, in the frames of A and of B (a static's is the
	// world), within half of the size of the overlap then [m]. When the centroid is farther than that from both, the two touch at
	// another place, which has not crushed.
	atA, atB geom.Vec
	within   float64
	// planed says that n is given, and is the normal until the two have parted; aside is how far from the centroid a given
	// point of the impulse was, in the frame of A [m].
	planed bool
	aside  geom.Vec
	// beyond is how much farther it was at the end of the last step [m], faster how much faster than an impact it came in
	// there [m/s].
	beyond, faster float64
}

// A first touch begins a crush if its normal is closer to the plane of the road than to the road's normal. A body that
// falls on a car does not.
const maxCrushSlope = 0.7071067811865476

// crushes reports whether a pair crushes, so that neither the search nor contact manifolds give its contacts.
func (p *pair) crushes() bool { return p.crush >= 0 }

// startCrushing finds the crush that a new pair belongs to.
func (w *World) startCrushing(k int32) {
	p := &w.pairs[k]
	p.crush = -1
	for i := range w.state.crushes {
		if w.crushesWith(&w.state.crushes[i], p.a, p.b) {
			p.crush = int32(i)
		}
	}
}

// beginCrush begins the crush of a pair that first touches at time t of the step, if its materials have a crush time
// and its touches are those of a crash, and reports whether it does. If the two would part before four times the crush
// time, along the road or in height, at the velocities of first touch, the impulse comes after a quarter of the time to
// parting; at half of it they would be beside each other. Outlines that do not overlap at all, as where the rim of a round
// shape is touched between the corners of its outline, do not crush.
func (w *World) beginCrush(k int32, touches []touch, t float64) bool {
	p := &w.pairs[k]
	if !(w.surfaceOf(p).crush > 0) || len(touches) == 0 || !w.hasOutline(p.b) {
		return false
	}
	var n, at geom.Vec
	for i := range touches {
		n, at = n.Add(touches[i].n), at.Add(touches[i].p)
	}
	n, at = n.Normalize(), at.Scale(1/float64(len(touches)))
	flat := n.AddScaled(w.road.up, -n.Dot(w.road.up))
	if !(flat.Len() > maxCrushSlope) {
		return false
	}
	w.outlines[0].trace(w, p.a)
	w.outlines[1].trace(w, p.b)
	due, ok := w.crushDue(p, at, w.time()+t)
	if !ok {
		return false
	}
	i := int32(len(w.state.crushes))
	w.state.crushes = append(w.state.crushes, crush{a: p.a, b: p.b, due: due, n: flat.Normalize()})
	w.setCrush(i, i)
	w.newEvent(record.Crush, p, t)
	w.queueImpulse(k)
	return true
}

// crushDue returns when the impulse of a pair comes whose outlines have been traced and that touches at a point from now on
// [s]; false if that is at once.
func (w *World) crushDue(p *pair, at geom.Vec, now float64) (due float64, ok bool) {
	v := w.pointVelocity(p.a, at).Sub(w.pointVelocity(p.b, at))
	time := float64(0.25 * overlapsFor(&w.outlines[0], &w.outlines[1], w.road.flat(v), v.Dot(w.road.up)))
	due = now + math.Min(w.surfaceOf(p).crush, time)
	return due, due > now
}

// hasOutline reports whether body i, or static -1-i, is bounded: neither a mesh nor a plane.
func (w *World) hasOutline(i int32) bool {
	if i >= 0 {
		return true
	}
	st := &w.statics[-1-i]
	if st.mesh != nil {
		return false
	}
	for k := range st.parts {
		if st.parts[k].Shape.Kind == geom.ShapePlane {
			return false
		}
	}
	return true
}

// queueImpulses queues the crush impulses due in the step.
func (w *World) queueImpulses() {
	for i := range w.state.crushes {
		c := &w.state.crushes[i]
		if k := w.findPair(c.a, c.b); k >= 0 {
			w.queueImpulse(k)
		}
	}
}

// queueImpulse queues the impulse of a crushing pair if it is due in the step.
func (w *World) queueImpulse(k int32) {
	p := &w.pairs[k]
	c := &w.state.crushes[p.crush]
	t := math.Max(0, c.due-w.time())
	if !c.struck && t < w.set.Step {
		w.queue.push(event{t: t, at: t, kind: impulse, a: p.a, b: p.b, pair: k})
	}
}

// awaitsImpulse reports whether a pair crushes and has not yet had its impulse.
func (w *World) awaitsImpulse(p *pair) bool { return p.crushes() && !w.state.crushes[p.crush].struck }

// crushImpulse adds the impact of a pair that has crushed to those to strike together at time t of the step. If the two have
// already parted, for instance because of a third body, there is none; and those that are turned into each other, rather than
// struck by a third body, crush again.
func (w *World) crushImpulse(k int32, t float64) {
	p := &w.pairs[k]
	c := &w.state.crushes[p.crush]
	o, ok := w.overlapOf(p)
	if !ok {
		w.setCrush(p.crush, -1)
		c.a = -1
		return
	}
	again := c.struck
	if again && w.turnsIn(c, p, &o) && w.crushAgain(c, p, &o, w.time()+t) {
		w.newEvent(record.Crush, p, t)
		w.queueImpulse(k)
		return
	}
	if !again || o.Area < c.allowed {
		c.allowed = o.Area
	}
	c.struck = true
	w.unite(p)
	n := o.normal(&w.road, c)
	if !again {
		n = w.impulseNormal(p, &o, c)
		c.n = n
	}
	at := w.crushPoint(p, &o, o.Centroid, n, crushAlong)
	centroid := at.p
	if again {
		w.setAside(c, &at)
	} else {
		w.giveCollision(c, p, &o, &at, t)
	}
	w.crushed = append(w.crushed[:0], at)
	closing := w.approach(p, &at) > 0
	if closing || c.within == 0 { // without an impulse they may still come in at the new place
		c.atA, c.atB = w.inFrame(p.a, centroid), w.inFrame(p.b, centroid)
		c.within = float64(0.5 * math.Max(o.Chord, math.Sqrt(o.Area)))
		c.beyond, c.faster = -c.within, 0
	}
	if closing {
		w.countImpact(p)
		w.addImpact(k, w.crushed, false)
		if again {
			w.withoutRebound(&w.impactRows[len(w.impactRows)-1])
		}
	}
}

// withoutRebound takes the restitution from a pair's impact: what has crushed does not rebound again.
func (w *World) withoutRebound(row *impactRow) {
	row.point.Restitution = 0
	for i := row.first; i < row.end; i++ {
		w.impactPoints[i].Restitution = 0
	}
}

// shrinkCrushes updates, at the end of the step, the overlap allowed to struck pairs, and finds those that crush elsewhere.
func (w *World) shrinkCrushes() {
	l := w.state.crushes
	kept := l[:0]
	for i := range l {
		c := l[i]
		if c.a < 0 {
			continue
		}
		if !w.asleepPair(c.a, c.b) {
			k := w.findPair(c.a, c.b)
			if k < 0 {
				continue
			}
			if c.struck {
				o, ok := w.overlapOf(&w.pairs[k])
				if !ok {
					continue
				}
				c.allowed = math.Min(c.allowed, o.Area)
				w.crushElsewhere(&c, &w.pairs[k], &o)
			}
		}
		kept = append(kept, c)
	}
	w.state.crushes = kept
	slices.SortFunc(kept, func(x, y crush) int {
		if x.a != y.a {
			return cmp.Compare(x.a, y.a)
		}
		return cmp.Compare(x.b, y.b)
	})
}

// touchesNow returns the contact points of pair k with a separation within margin: none before the impulse of a crush,
// after it those of the outlines.
func (w *World) touchesNow(k int32, margin float64) []touch {
	if p := &w.pairs[k]; p.crushes() {
		return w.struckTouches(p)
	}
	return w.touches(k, margin)
}

// addCrushRows adds the contact points of a struck pair to an island for the time h from t on. They come no deeper than
// is allowed, and do not rebound. If they come in as fast as an impact, because one of the two has been struck by a
// third body, the pair has another one, without rebound, when it is as deep as is allowed.
func (w *World) addCrushRows(isl *island, k int32, t, h float64) {
	p := &w.pairs[k]
	for c := p.first; c < p.end; c++ {
		w.candidates[c].solved = false
	}
	touches := w.struckTouches(p)
	if later, ok := w.secondImpactTime(p, touches); ok && later < h {
		isl.secondImpacts = append(isl.secondImpacts, event{t: t + later, at: t + later, kind: secondImpact, a: p.a, b: p.b, pair: k})
		touches = touches[1:]
	}
	w.addPart(isl, k, touches, h)
}

// secondImpactTime returns when a struck pair that comes in as fast as an impact is as deep as is allowed [s]; false if
// it does not come in so, where its outlines cross and at the centroid of their overlap, or has had as many impacts in
// the step as it may.
func (w *World) secondImpactTime(p *pair, touches []touch) (later float64, ok bool) {
	if len(touches) == 0 || w.impactsOf(p) >= int32(w.set.MaxImpacts) {
		return 0, false
	}
	o, ok := w.overlapOf(p)
	if !ok {
		return 0, false
	}
	q := &touches[0]
	centroid := w.crushPoint(p, &o, o.Centroid, q.n, crushAlong)
	w.setAside(&w.state.crushes[p.crush], &centroid)
	v := w.approach(p, q)
	if !(v > w.threshold()) || !(w.approach(p, &centroid) > w.threshold()) {
		return 0, false
	}
	return math.Max(0, q.sep) / v, true
}

// queueSecondImpacts queues the impacts of an island's pairs that have crushed and come in again.
func (w *World) queueSecondImpacts(isl *island) {
	for _, e := range isl.secondImpacts {
		e.stampA = w.flights[e.a].stamp
		if e.b >= 0 {
			e.stampB = w.flights[e.b].stamp
		}
		w.queue.push(e)
	}
}

func putCrush(b []byte, c *crush) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(c.a))
	b = binary.LittleEndian.AppendUint32(b, uint32(c.b))
	flags := len(b)
	b = putBool(b, c.struck)
	b = putFloat(b, c.due)
	b = putVec(b, c.n)
	b = putFloat(b, c.allowed)
	b = putVec(putVec(b, c.atA), c.atB)
	b = putFloat(putFloat(putFloat(b, c.within), c.beyond), c.faster)
	if c.planed {
		b[flags] |= planedFlag
	}
	if c.aside != (geom.Vec{}) {
		b[flags] |= asideFollows
		b = putVec(b, c.aside)
	}
	return b
}

// Bits of the byte of a crush beside that which says that it is struck.
const (
	planedFlag   = 2
	asideFollows = 4 // the place aside is at the end
)

func (r *reader) crush() crush {
	c := crush{a: int32(r.u32()), b: int32(r.u32())}
	flags := r.byte()
	c.struck, c.planed = flags&1 != 0, flags&planedFlag != 0
	c.due, c.n, c.allowed, c.atA, c.atB = r.float(), r.vec(), r.float(), r.vec(), r.vec()
	c.within, c.beyond, c.faster = r.float(), r.float(), r.float()
	if flags&asideFollows != 0 {
		c.aside = r.vec()
	}
	return c
}
