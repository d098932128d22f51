package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// pair is two objects that may meet in the step: body a with body b, or with static -1-b.
type pair struct {
	a, b       int32
	first, end int32   // in scratch.candidates
	sensor     bool    // one of them is a sensor: nothing comes of their meeting but events
	sensed     bool    // it has the other in it
	crush      int32   // index in state.crushes, -1 for a pair that does not crush
	held       span    // of its points in the keys held by its island
	lookedTo   float64 // how far apart points may be that its island has looked at in its substep; 0 where it has not [m]
	idle       int32   // meetings in this step that were neither an impact nor a new contact, weighed
	exhausted  bool    // there were too many of them
}

// span is a range of indices, end not included.
type span struct{ first, end int32 }

// candidate is a part of body a of a pair with a part of b, or with a triangle of the mesh b, that may meet in the
// step.
type candidate struct {
	part  int32 // of a
	other int32 // part of b, or triangle
	// solved says that the contact solver holds the contact in the current substep of its island, so that it is not
	// searched for impacts.
	solved bool
	// far says that no separation of it is within lookedTo of the pair.
	far bool
}

// The triangles of meshes around each part of a body are cached, up to a distance of aroundPart times its radius from
// its bounds over the step, for so many meshes at a time that a body on the seam of two keeps both.
const (
	aroundPart   = 0.25
	meshesAround = 2
)

// findPairs collects the pairs that can meet in the step, from the swept bounds of both in world coordinates. For a
// body that an impact throws out of its bounds the pairs are looked up again then.
func (w *World) findPairs() {
	w.pairs, w.candidates = w.pairs[:0], w.candidates[:0]
	w.sensorPairs, w.sensorsLinked = w.sensorPairs[:0], false
	w.share(len(w.bodies), bodiesTogether, findBounds)
	boxes := w.bounds
	w.crowd.known = w.mayHaveCrowds()
	if w.crowd.known {
		boxes = w.boundsOfCrowds()
	}
	w.near = w.sweeper.Find(boxes, w.near[:0])
	for _, p := range w.near {
		if w.flights[p.I].still && w.flights[p.J].still || w.crowd.known && !w.bounds[p.I].Overlaps(&w.bounds[p.J]) {
			continue
		}
		if ok, _ := w.meets(p.I, p.J); ok {
			w.addConvexPair(p.I, p.J)
		}
	}
	for i := range w.bodies {
		if !w.flights[i].still {
			w.addStatics(int32(i))
			w.addCrushingPairs(int32(i))
		}
		w.addSidewallPairs(int32(i))
	}
}

// findBounds computes the bounds of bodies over the step.
func findBounds(x *worker, first, end int) {
	w, h := x.w, x.w.set.Step
	for i := first; i < end; i++ {
		w.pairsOf[i] = w.pairsOf[i][:0]
		for k := range w.partBounds[i] {
			w.partBounds[i][k] = geom.EmptyAABB()
		}
		f := &w.flights[i]
		if f.still {
			w.bounds[i] = w.bodies[i].bounds(&f.s).Grow(w.set.Speculative)
			continue
		}
		w.bounds[i] = w.reach(int32(i), h)
		w.widenParts(int32(i), h)
	}
}

// reach returns the bounds of a body over the time p from now on, with a margin for the solver's speculative contacts.
func (w *World) reach(i int32, p float64) geom.AABB {
	f, b := &w.flights[i], &w.bodies[i]
	now := b.bounds(&f.s)
	spin := b.mass.AngularVelocity(f.s.Q, f.s.L).Len()
	box := sweptBounds(&now, b.radius, spin, f.s.V, f.acc, p)
	if f.field != f.acc {
		box = box.Union(sweptBounds(&now, b.radius, spin, f.s.V, f.field, p))
	}
	return box.Grow(w.set.Speculative)
}

// widenParts widens the bounds of each part of a compound body to those of its motion in the time p from now on, and
// reports whether it has left the old ones.
func (w *World) widenParts(i int32, p float64) bool {
	f, b := &w.flights[i], &w.bodies[i]
	left := false
	for k := range w.partBounds[i] {
		q, old := &b.parts[k], &w.partBounds[i][k]
		now := q.Shape.Bounds(q.at(&f.s))
		box := b.sweptBounds(now, q.radius, &f.s, f.acc, p)
		box = box.Union(b.sweptBounds(now, q.radius, &f.s, f.field, p)).Grow(w.set.Speculative)
		if !old.Contains(box.Min) || !old.Contains(box.Max) {
			*old, left = old.Union(box), true
		}
	}
	return left
}

// addPair adds the pair of body a with body b, or with static -1-b, as yet without candidates, and returns its index.
func (w *World) addPair(a, b int32) int32 {
	k, n := int32(len(w.pairs)), int32(len(w.candidates))
	_, senses := w.meets(a, b)
	w.pairs = append(w.pairs, pair{a: a, b: b, first: n, end: n, sensor: senses})
	w.startCrushing(k)
	if senses {
		w.startSensing(k)
		if !w.sensorsLinked {
			w.sensorPairs = append(w.sensorPairs, k)
			return k
		}
	} else {
		w.meetsCrowd(a, b)
	}
	w.linkSides(k)
	return k
}

// linkSides adds a pair to those of its bodies.
func (w *World) linkSides(k int32) {
	p := &w.pairs[k]
	w.link(p.a, k)
	if p.b >= 0 {
		w.link(p.b, k)
	}
}

// linkSensors adds the pairs with sensors to those of their bodies, once crowds have moved: a sensor is none of them.
func (w *World) linkSensors() {
	w.sensorsLinked = true
	for _, k := range w.sensorPairs {
		w.linkSides(k)
	}
}

// addConvexPair adds the pair of a body with another body, or with a static that is no mesh: all pairs of their parts.
func (w *World) addConvexPair(a, b int32) {
	p := &w.pairs[w.addPair(a, b)]
	m := len(w.partsOf(b))
	for i := range w.bodies[a].parts {
		for j := range m {
			w.candidates = append(w.candidates, candidate{part: int32(i), other: int32(j)})
		}
	}
	p.end = int32(len(w.candidates))
}

// partsOf returns the parts of body i or of static -1-i.
func (w *World) partsOf(i int32) []part {
	if i < 0 {
		return w.statics[-1-i].parts
	}
	return w.bodies[i].parts
}

// link keeps the pairs of a body sorted by their other side and own side, in whatever order they were found.
func (w *World) link(i, k int32) {
	l := append(w.pairsOf[i], k)
	for n := len(l) - 1; n > 0 && w.pairLess(l[n], l[n-1]); n-- {
		l[n], l[n-1] = l[n-1], l[n]
	}
	w.pairsOf[i] = l
}

func (w *World) pairLess(p, q int32) bool {
	x, y := &w.pairs[p], &w.pairs[q]
	if x.a != y.a {
		return x.a < y.a
	}
	return x.b < y.b
}

// addStatics adds the pairs of a body with the statics within its bounds.
func (w *World) addStatics(i int32) {
	for s := range w.statics {
		st := &w.statics[s]
		if !st.bounds.Overlaps(&w.bounds[i]) {
			continue
		}
		if ok, _ := w.meets(i, int32(-1-s)); !ok {
			continue
		}
		if st.mesh == nil {
			w.addConvexPair(i, int32(-1-s))
			continue
		}
		w.addTriangles(i, int32(s), -1)
	}
}

// addTriangles gives pair k of body i with static s (-1 for a new pair) the triangles within the bounds of each part.
// Without any, nothing changes.
func (w *World) addTriangles(i, s, k int32) {
	first := int32(len(w.candidates))
	for n := range w.bodies[i].parts {
		bounds := &w.bounds[i]
		if w.partBounds[i] != nil {
			bounds = &w.partBounds[i][n]
		}
		near := &w.around[i][meshesAround*n+int(s)%meshesAround]
		w.found = near.Query(w.statics[s].tree, bounds, float64(aroundPart*w.bodies[i].parts[n].radius), w.found[:0])
		for _, t := range w.found {
			w.candidates = append(w.candidates, candidate{part: int32(n), other: t})
		}
	}
	end := int32(len(w.candidates))
	if end == first {
		return
	}
	if k < 0 {
		k = w.addPair(i, -1-s)
	}
	p := &w.pairs[k]
	w.keepSolved(p.first, p.end, first, end)
	p.first, p.end, p.lookedTo = first, end, 0
}

// keepSolved marks the candidates of a pair from first to end as solved that also are among those from old to oldEnd,
// which they replace, and are solved there. Both are in ascending order.
func (w *World) keepSolved(old, oldEnd, first, end int32) {
	for n := first; n < end; n++ {
		c := &w.candidates[n]
		for old < oldEnd && w.candidates[old].before(c) {
			old++
		}
		if old < oldEnd && w.candidates[old].part == c.part && w.candidates[old].other == c.other {
			c.solved = w.candidates[old].solved
		}
	}
}

// before orders candidates by their parts, or part and triangle.
func (c *candidate) before(o *candidate) bool {
	return c.part < o.part || c.part == o.part && c.other < o.other
}

// widen finds the pairs of a body whose motion has left the bounds with which its pairs were found.
func (w *World) widen(i int32, left float64) {
	now := w.reach(i, left)
	old := &w.bounds[i]
	if left := w.widenParts(i, left); !left && old.Contains(now.Min) && old.Contains(now.Max) {
		return
	}
	*old = old.Union(now)
	for j := range w.bodies {
		if j := int32(j); j != i && w.bounds[j].Overlaps(&w.bounds[i]) && w.findPair(i, j) < 0 {
			a, b := i, j
			if b < a {
				a, b = b, a
			}
			if ok, _ := w.meets(a, b); ok {
				w.addConvexPair(a, b)
			}
		}
	}
	for s := range w.statics {
		st := &w.statics[s]
		if !st.bounds.Overlaps(&w.bounds[i]) {
			continue
		}
		if ok, _ := w.meets(i, int32(-1-s)); !ok {
			continue
		}
		k := w.findPair(i, int32(-1-s))
		if st.mesh == nil {
			if k < 0 {
				w.addConvexPair(i, int32(-1-s))
			}
			continue
		}
		w.addTriangles(i, int32(s), k)
	}
}

// findPair returns the index of the pair of body i with body or static j, -1 for none.
func (w *World) findPair(i, j int32) int32 {
	a, b := i, j
	if b >= 0 && b < a {
		a, b = b, a
	}
	is := func(k int32) bool { return w.pairs[k].a == a && w.pairs[k].b == b }
	if n := slices.IndexFunc(w.pairsOf[i], is); n >= 0 {
		return w.pairsOf[i][n]
	}
	if !w.sensorsLinked {
		if n := slices.IndexFunc(w.sensorPairs, is); n >= 0 {
			return w.sensorPairs[n]
		}
	}
	return -1
}

// approach returns the approach speed of the two sides at a touch [m/s], at the bodies' current states.
func (w *World) approach(p *pair, t *touch) float64 {
	u := w.pointVelocity(p.a, t.p).Sub(w.pointVelocity(p.b, t.p))
	return u.Dot(t.n)
}

// pointVelocity returns the velocity of the material point of body i at x; zero for a static.
func (w *World) pointVelocity(i int32, x geom.Vec) geom.Vec {
	if i < 0 {
		return geom.Vec{}
	}
	f := &w.flights[i]
	if f.still {
		return geom.Vec{}
	}
	if f.s.L == (geom.Vec{}) {
		return f.s.V
	}
	return f.s.V.Add(w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L).Cross(x.Sub(f.s.X)))
}

// size returns the length scale of a pair's tolerances [m]: the size of its larger side.
func (w *World) size(p *pair) float64 {
	return math.Max(w.bodies[p.a].size, w.sizeOf(p.b))
}

// sizeOf returns the largest half extent of a body or static [m], 0 for a plane.
func (w *World) sizeOf(i int32) float64 {
	if i >= 0 {
		return w.bodies[i].size
	}
	return w.statics[-1-i].size
}

// impactMargin returns the separation up to which points of a pair belong to one impact [m]. It is relative to the
// smaller side, whose face corners these points are, but at least twice the gap at which a search, which is relative to
// the larger side, ends.
func (w *World) impactMargin(p *pair) float64 {
	small, large := w.bodies[p.a].size, w.size(p)
	if o := w.sizeOf(p.b); o > 0 && o < small {
		small = o
	}
	return math.Max(float64(w.set.ContactTolerance*small), math.Min(float64(w.set.ContactTolerance*large), float64(4*touching*large)))
}

// surfaceOf returns the contact properties of a pair's materials.
func (w *World) surfaceOf(p *pair) *surface { return w.surfaceBetween(p.a, p.b) }

// surfaceBetween is surfaceOf for a body and a body, or static -1-b.
func (w *World) surfaceBetween(i, b int32) *surface {
	other := int32(0)
	if b >= 0 {
		other = w.bodies[b].material
	} else {
		other = w.statics[-1-b].material
	}
	return &w.surface[w.bodies[i].material*w.materials+other]
}

// sortKeys sorts by key.
func sortKeys(k []contact) {
	slices.SortFunc(k, func(x, y contact) int { return compareKeys(&x.key, &y.key) })
}
