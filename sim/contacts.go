package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// contact is a solved contact point: its impulses warm-start the next substep, and it records who touches whom. It is
// part of the state.
type contact struct {
	key rowKey
	fn  float64  // normal force [N], >= 0
	ft  geom.Vec // friction force on B [N]
	sep float64  // [m]
}

// warmRange is the range of a pair's contacts of its last substep in scratch.warmRows.
type warmRange struct{ first, end int32 }

// startWarm lays out the contacts of the last step by pair.
func (w *World) startWarm() {
	w.warmRows = append(w.warmRows[:0], w.state.contacts...)
	clear(w.touching)
	for i := range w.warmRows {
		if key := &w.warmRows[i].key; key.b >= 0 {
			w.touching[key.a], w.touching[key.b] = true, true
		} else {
			w.touching[key.a] = true
		}
	}
	w.warmOf = w.warmOf[:0]
	n := 0
	for i := range w.bodies {
		for n < len(w.warmRows) && w.warmRows[n].key.a < int32(i) {
			n++
		}
		w.warmFrom[i] = int32(n)
	}
}

// warmFor returns the range of the contacts of pair k.
func (w *World) warmFor(k int32) *warmRange {
	for int(k) >= len(w.warmOf) {
		p := &w.pairs[len(w.warmOf)]
		c := w.state.contacts
		first := int(w.warmFrom[p.a])
		for first < len(c) && c[first].key.a == p.a && c[first].key.b < p.b {
			first++
		}
		end := first
		for end < len(c) && c[end].key.a == p.a && c[end].key.b == p.b {
			end++
		}
		w.warmOf = append(w.warmOf, warmRange{int32(first), int32(end)})
	}
	return &w.warmOf[k]
}

// warm gives a row the impulse that the same contact had in the last substep: the one with the same features, or at the
// same position. part is the contact points of the pair. It returns the index of that contact in scratch.warmRows, -1
// for none. Where one of the pair is squeezed it begins from none: what it had was against what presses it.
func (w *World) warm(k int32, part []touch, q *touch, row *response.ContactPoint, h float64) int32 {
	r := w.warmFor(k)
	i := int32(-1)
	if n := continued(w.warmRows[r.first:r.end], part, q); n >= 0 {
		i = r.first + int32(n)
	} else {
		i = w.continuedContact(r, part, q)
	}
	if p := &w.pairs[k]; i >= 0 && !w.flights[p.a].squeezed && (p.b < 0 || !w.flights[p.b].squeezed) {
		w.warmRows[i].start(q, row, h)
	}
	return i
}

// start gives a row the impulse of a contact of the last substep.
func (c *contact) start(q *touch, row *response.ContactPoint, h float64) {
	row.Jn = float64(c.fn * h)
	t1 := q.n.Perpendicular()
	row.Jt = [2]float64{float64(c.ft.Dot(t1) * h), float64(c.ft.Dot(q.n.Cross(t1)) * h)}
}

// sameCornerOfBoxes is the largest distance, relative to the size of the smaller box, of two contact points that count
// as the same corner of the contact area.
const sameCornerOfBoxes = 1e-3

// continuedContact returns the contact of the last substep that a contact point of two boxes continues, -1 for none.
// The corners of the contact area of boxes with flush sides change between vertices and crossings of edges, as one box
// protrudes by next to nothing. The point continues the nearest vanished contact, at the current poses, if it is also
// the nearest new point to that contact.
func (w *World) continuedContact(r *warmRange, part []touch, q *touch) int32 {
	if r.first == r.end || q.key.tri >= 0 || isSidewall(q.key.feature) {
		return -1
	}
	a, b := &w.partsOf(q.key.a)[q.key.partA], &w.partsOf(q.key.b)[q.key.partB]
	if a.Shape.Kind != geom.ShapeBox || b.Shape.Kind != geom.ShapeBox {
		return -1
	}
	obbA, obbB := w.boxOf(q.key.a, q.key.partA), w.boxOf(q.key.b, q.key.partB)
	within := float64(sameCornerOfBoxes * math.Min(obbA.Size(), obbB.Size()))
	best := int32(-1)
	for i := r.first; i < r.end; i++ {
		c := &w.warmRows[i]
		if c.key.partA != q.key.partA || c.key.partB != q.key.partB || containsKey(part, &c.key) {
			continue
		}
		at, ok := c.key.feature.PlaceOnBoxes(&obbA, &obbB)
		if !ok {
			continue
		}
		if d := at.Sub(q.p).Len(); d < within && !w.otherIsNearer(at, d, r, part, q) {
			best, within = i, d
		}
	}
	return best
}

// otherIsNearer reports whether another new contact point is nearer to a place than q, which is at the distance d.
func (w *World) otherIsNearer(at geom.Vec, d float64, r *warmRange, part []touch, q *touch) bool {
	for i := range part {
		o := &part[i]
		if o.key == q.key || o.key.a != q.key.a || o.key.b != q.key.b || o.key.partA != q.key.partA || o.key.partB != q.key.partB {
			continue
		}
		if e := at.Sub(o.p).Len(); (e < d || e == d && o.key.less(&q.key)) && !w.existedBefore(r, &o.key) {
			return true
		}
	}
	return false
}

// existedBefore reports whether a contact point existed in the last substep.
func (w *World) existedBefore(r *warmRange, key *rowKey) bool {
	for i := r.first; i < r.end; i++ {
		if w.warmRows[i].key == *key {
			return true
		}
	}
	return false
}

// containsKey reports whether a contact point is among those of part.
func containsKey(part []touch, key *rowKey) bool {
	for i := range part {
		if part[i].key == *key {
			return true
		}
	}
	return false
}

// boxOf returns a part of a body or of the world, a box, at its current pose.
func (w *World) boxOf(i, part int32) geom.OBB {
	if i < 0 {
		return w.statics[-1-i].placed[part].obb
	}
	var p placed
	p.place(&w.bodies[i].parts[part], &w.flights[i].s)
	return p.obb
}

// continued returns the index in old, the contacts of a pair in the last substep, of the one that contact point q of
// the pair continues, -1 for none: the one with the same features. A corner, or a round part, that slides from one
// triangle of a mesh to the next keeps its impulse: the lowest of its points, if it has none of its own, continues one
// that is gone. part is the contact points of the pair.
func continued(old []contact, part []touch, q *touch) int {
	same := -1
	for i := range old {
		if old[i].key == q.key {
			same = i
			break
		}
	}
	if q.key.tri < 0 || same >= 0 && old[same].fn > 0 {
		return same
	}
	for i := range part {
		if o := &part[i]; sameCorner(&o.key, &q.key) && (o.sep < q.sep || o.sep == q.sep && o.key.less(&q.key)) {
			return same
		}
	}
	for i := range old {
		if o := &old[i]; o.fn > 0 && sameCorner(&o.key, &q.key) && !containsKey(part, &o.key) {
			return i
		}
	}
	return same
}

// sameCorner reports whether two points of a pair have the same feature of the same part of A, on a face of B.
func sameCorner(x, y *rowKey) bool {
	return x.partA == y.partA && x.feature == y.feature && x.feature>>30&3 == narrowphase.FeatureFace
}

// shortSubstep is the length of a substep, as a share of the step, in which impulses are too small for the residual of the passes to
// tell them: as at an impact next to the end of a step.
const shortSubstep = 1e-4

// saveWarm stores the impulses of an island's substep, as forces. Those of a short one are not resolved: contacts keep what they had.
func (w *World) saveWarm(isl *island) {
	h := isl.t1 - isl.t
	if !(h > 0) {
		return
	}
	short := h < float64(shortSubstep*w.set.Step)
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			if w.ownsPair(i, k) {
				*w.warmFor(k) = warmRange{}
			}
		}
	}
	s := &isl.solver
	for n := 0; n < len(isl.keys); {
		a, b := isl.keys[n].a, isl.keys[n].b
		first := int32(len(w.warmRows))
		for ; n < len(isl.keys) && isl.keys[n].a == a && isl.keys[n].b == b; n++ {
			p := &s.Points[n]
			f := p.T1.Scale(p.Jt[0]).Add(p.T2.Scale(p.Jt[1]))
			c := contact{isl.keys[n], p.Jn / h, f.Scale(1 / h), isl.seps[n]}
			switch from := isl.warmed[n]; {
			case (s.Unchanged || short) && from >= 0:
				c.fn, c.ft = w.warmRows[from].fn, w.warmRows[from].ft
			case short:
				c.fn, c.ft = 0, geom.Vec{}
			}
			w.warmRows = append(w.warmRows, c)
		}
		if k := w.findPair(a, b); k >= 0 {
			*w.warmFor(k) = warmRange{first, int32(len(w.warmRows))}
		}
	}
	w.saveJoints(isl, h)
	at := 0
	for slot, i := range isl.members {
		b := &w.bodies[i]
		if b.vehicle < 0 {
			continue
		}
		for k := range w.vehicles[b.vehicle].Wheels {
			if at < len(s.Tyres) && s.Tyres[at].Body == int32(slot) && w.grips[int(b.wheels)+k].Limit > 0 {
				w.state.tyres[int(b.wheels)+k] = [2]float64{s.Tyres[at].J[0] / h, s.Tyres[at].J[1] / h}
				at++
			}
		}
	}
}

// storeContacts makes the contacts of the step's last substeps part of the state, keeps those of sleeping bodies,
// and raises the events of contacts that begin and end.
func (w *World) storeContacts() {
	w.next = w.next[:0]
	// Those of each body are in the order of their other sides, so that no more than those of a pair have to be sorted.
	for i := range w.bodies {
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.a == int32(i) && w.held[i] && !w.asleepPair(p.a, p.b) {
				w.storePairContacts(k)
			}
		}
	}
	awake := len(w.next)
	for i := range w.state.contacts {
		c := &w.state.contacts[i]
		if w.asleepPair(c.key.a, c.key.b) {
			w.next = append(w.next, *c)
		}
	}
	if len(w.next) > awake {
		sortKeys(w.next)
	}
	w.addContactEvents()
	w.state.contacts = append(w.state.contacts[:0], w.next...)
}

// storePairContacts adds the contacts of a pair to those of the next step, sorted.
func (w *World) storePairContacts(k int32) {
	first := len(w.next)
	r := w.warmFor(k)
	for i := r.first; i < r.end; i++ {
		if c := &w.warmRows[i]; w.isStored(c) {
			w.next = append(w.next, *c)
		}
	}
	sortKeys(w.next[first:])
}

// isStored reports whether a contact is kept in the state.
func (w *World) isStored(c *contact) bool { return c.fn > 0 || c.sep <= w.set.Slop }

// asleepPair reports whether nothing of a pair has moved in this step.
func (w *World) asleepPair(a, b int32) bool {
	return w.flights[a].still && (b < 0 || w.flights[b].still)
}

// addContactEvents compares the old and the new list of contacts, both sorted, pair by pair, and raises the events.
func (w *World) addContactEvents() {
	old, now := w.state.contacts, w.next
	i, j := 0, 0
	for i < len(old) || j < len(now) {
		switch {
		case j == len(now) || i < len(old) && samePairBefore(&old[i].key, &now[j].key):
			w.contactEvent(record.ContactEnd, &old[i].key)
			i = skipPair(old, i)
		case i == len(old) || samePairBefore(&now[j].key, &old[i].key):
			w.contactEvent(record.ContactBegin, &now[j].key)
			j = skipPair(now, j)
		default:
			i, j = skipPair(old, i), skipPair(now, j)
		}
	}
}

func samePairBefore(x, y *rowKey) bool { return x.a < y.a || x.a == y.a && x.b < y.b }

func skipPair(c []contact, i int) int {
	k := c[i].key
	for i < len(c) && c[i].key.a == k.a && c[i].key.b == k.b {
		i++
	}
	return i
}

func (w *World) contactEvent(kind record.EventKind, k *rowKey) {
	w.addEvent(record.Event{Kind: kind, A: k.a, B: w.objectOf(k.b), Time: w.time()})
}
