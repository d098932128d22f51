package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// touching is the gap, relative to the size, at which two objects touch: the search for an impact ends there.
const touching = 1e-9

// searchAll looks for the first meeting of every pair of body i, from its local time on.
func (w *World) searchAll(i int32) {
	for n := 0; n < len(w.pairsOf[i]); n++ {
		w.search(w.pairsOf[i][n])
	}
}

// searcher is the scratch memory of a search. Concurrent searches of different pairs read the same world, and write
// only their own pair.
type searcher struct {
	w            *World
	chords       [2]chordMotion // chords of the two sides
	motions      [2]geom.Sweep
	m            narrowphase.Manifold
	separations  *narrowphase.Memory // those of its worker
	swept        []geom.AABB         // of the parts of one side, over the time searched
	closingDelay float64             // of the last hit: how much later the gap is closed [s]
	limited      bool                // the search has come to maxPieces, first at the time limit
	limit        float64
	pieces       int // chords tried by all searches; tests bound it
}

// searchResult is the result of a search.
type searchResult struct {
	t            float64 // of the first meeting
	closingDelay float64 // how much later the gap is closed
	ok           bool
	limited      bool
	limit        float64
}

// search looks for the first time at which a pair meets while neither side's motion changes, and queues it.
func (w *World) search(k int32) {
	f := w.workers[0].pair(k)
	w.queueResult(k, &f)
}

// queueResult queues the result of a search.
func (w *World) queueResult(k int32, f *searchResult) {
	p := &w.pairs[k]
	if f.limited {
		w.limitEvent(p, f.limit, "search")
	}
	if f.ok || f.limited {
		w.noteMet(p)
	}
	if !f.ok {
		return
	}
	e := event{t: f.t + f.closingDelay, at: f.t, kind: meeting, a: p.a, b: p.b, pair: k, stampA: w.flights[p.a].stamp}
	if p.b >= 0 {
		e.stampB = w.flights[p.b].stamp
	}
	w.queue.push(e)
}

// pair looks for the first time at which pair k meets.
func (s *searcher) pair(k int32) searchResult {
	w := s.w
	p := &w.pairs[k]
	if p.sensed || w.movesPast(p) || p.crushes() || p.idle >= maxIdleSearched || w.repeatsWithin(p) || w.holdsSqueezed(p.a) || p.b >= 0 && w.holdsSqueezed(p.b) {
		return searchResult{}
	}
	fa := &w.flights[p.a]
	from, to := fa.t0, fa.t1
	if p.b >= 0 {
		fb := &w.flights[p.b]
		if fa.still && fb.still {
			return searchResult{}
		}
		if fb.t0 > from {
			from = fb.t0
		}
		if fb.t1 < to {
			to = fb.t1
		}
	}
	if !(from < to) {
		return searchResult{}
	}
	s.limited = false
	t, ahead, ok := s.firstMeeting(p, from, to)
	if side, meets := w.sidewallTime(&s.m, p, from, to); meets && (!ok || side < t) {
		t, ahead, ok = side, 0, true
	}
	return searchResult{t, ahead, ok, s.limited, s.limit}
}

// firstMeeting returns the first time in [from, to] at which the pair touches, closes, and does so at a real feature of
// the surface; and how much later the gap is closed.
func (s *searcher) firstMeeting(p *pair, from, to float64) (at, ahead float64, ok bool) {
	a, b := s.w.sideOf(p.a, from), s.w.sideOf(p.b, from)
	mesh := s.w.meshOf(p)
	partsA, partsB := s.w.partsOf(p.a), s.w.partsOf(p.b)
	best, found, spent := to, false, s.w.impactsUsedUp(p)
	if p.end-p.first == 1 && mesh == nil && s.w.candidates[p.first].solved {
		// Most pairs that rest on each other are two parts that go too slowly for anything.
		a.part, b.part = &partsA[0], &partsB[0]
		if spent || s.slow(&a, &b, to-from) {
			return to, 0, false
		}
		a.part = nil
	}
	s.swept = s.swept[:0]
	for k := range partsB {
		b.part = &partsB[k]
		s.swept = append(s.swept, b.bounds(to-from))
	}
	var boundsA geom.AABB
	for k := p.first; k < p.end; k++ {
		c := &s.w.candidates[k]
		g := target{c: c, mesh: mesh, index: c.other}
		if at := &partsA[c.part]; a.part != at {
			a.part = at
			boundsA = a.bounds(to - from)
		}
		if mesh != nil {
			if g.tri = mesh.Triangle(c.other); g.tri.Beside(&boundsA) {
				continue
			}
		} else if b.part = &partsB[c.other]; !boundsA.Overlaps(&s.swept[c.other]) {
			continue
		}
		var t float64
		var ok bool
		s.closingDelay = 0
		if c.solved {
			if spent {
				continue
			}
			t, ok = s.slamTime(p, a, b, &g, from, best)
		} else if !c.far || mesh != nil || maxClosing(&a, &b, to-from) > p.lookedTo {
			t, ok = s.approachTime(p, a, b, &g, from, best)
		}
		if ok && (t < best || !found) {
			best, ahead, found = t, s.closingDelay, true
		}
	}
	return best, ahead, found
}

// maxPieces is the largest number of chords of one search. A piece of a flight turns by flightTurn and takes 200 of
// them; grazing contacts, and bodies that tumble through more than 1000 rad in a step, take more. Beyond this number
// the motion of both sides is cut at the time reached, and the next search continues there; a search that has made no
// progress raises a limit event.
const maxPieces = 10000

// approachTime finds the first time in [from, to] at which a touches b, or the triangle of g, by conservative
// advancement. It searches along chords at mean velocities, with the shapes enlarged by the possible deviation of the
// true motion from its chord. At a hit both sides are moved there by the integrator, and the search continues with
// chords as short as the gap requires. If they touch at an inner edge of a surface it continues as for shapes in
// contact: the contact may yet become the triangle's.
func (s *searcher) approachTime(p *pair, a, b side, g *target, from, to float64) (float64, bool) {
	tol := float64(touching * s.w.size(p))
	reach := maxClosing(&a, &b, to-from) + float64(2*tol)
	if g.mesh != nil {
		var x placed
		if x.place(a.part, &a.s); x.beyond(g.mesh.Planes[g.index], reach) {
			return 0, false
		}
	}
	now := s.gap(&a, &b, g)
	if now > reach {
		return 0, false
	}
	if now <= 2*tol {
		closes, atSeam := s.closing(p, &a, &b, g)
		if atSeam {
			return s.slamTime(p, a, b, g, from, to)
		}
		if closes {
			return from, true
		}
	}
	t, longest, hits := from, math.Inf(1), 0
	for piece := 0; piece < maxPieces; piece++ {
		s.pieces++
		length := to - t
		if !(length > 0) {
			return 0, false
		}
		if piece%manyPieces == 0 && length > manyPieces*min(a.limit(), b.limit()) {
			far := s.untilNear(&a, &b, g, length, tol)
			if far == length {
				return 0, false
			}
			if far > 0 {
				a.step(far)
				b.step(far)
				t += far
				continue
			}
		}
		for _, l := range [3]float64{a.limit(), b.limit(), longest} {
			if l < length {
				length = l
			}
		}
		ca, cb := &s.chords[0], &s.chords[1]
		*ca, *cb = a.chord(length), b.chord(length)
		wide := bulge(ca, cb, length)
		toi := chordImpact(&a, &b, ca, cb, g, length, wide+float64(0.25*tol))
		passed := toi.Time
		if toi.Status == narrowphase.Miss {
			passed = length
		}
		if passed > 0 {
			a.step(passed)
			b.step(passed)
			t += passed
		}
		longest = math.Inf(1)
		if toi.Status == narrowphase.Miss {
			continue
		}
		hits++
		rest, n := s.separation(&a, &b, g)
		floor := tol
		if rest <= 2*tol {
			closes, atSeam := s.closing(p, &a, &b, g)
			if atSeam {
				return s.slamTime(p, a, b, g, t, to)
			}
			if closes || wide <= 0.25*tol {
				return s.refineTime(p, &a, &b, g, tol, t, from, to), true
			}
			floor = float64(0.5 * tol)
		}
		if hits > manyHits && rest > floor {
			if ahead := s.timeApart(&a, &b, g, n, rest, floor, min(to-t, min(a.limit(), b.limit()))); ahead > 0 {
				a.step(ahead)
				b.step(ahead)
				t += ahead
				continue
			}
			*ca, *cb = a.chord(length), b.chord(length)
		}
		if rest <= 2*tol {
			rest = tol
		}
		if speed := closingBound(&a, &b, ca, cb, toi.N); wide <= 0.25*tol && rest > 2*tol && speed > 0 {
			// The search ends at a tolerance that grows with the triangle. From there the gap itself tells how far
			// it is safe to advance.
			ahead := (rest - tol) / speed
			a.step(ahead)
			b.step(ahead)
			t += ahead
			continue
		}
		// The chord was too long for this gap: deviations grow with the square of its length.
		longest = float64(length * math.Sqrt(rest/float64(4*wide)))
		if longest > 0.5*length && passed == 0 {
			longest = float64(0.5 * length)
		}
	}
	if t > from {
		return t, true // the motion of both is cut here, and the search goes on from it
	}
	if !s.limited {
		s.limited, s.limit = true, t
	}
	return 0, false
}

// manyHits is the number of hits of a search above which the sides do not come together: they skim along each other, a
// few tolerances apart. The deviation of a chord has no direction, and the closing bound is that of the fastest points,
// which do not close: a rolling ball would advance by 1e-12 s at a time. Separating axes know that the acceleration
// is along the surface, and which points are near it.
const manyHits = 16

// manyPieces is the number of pieces above which the search first checks how far away the other side is.
const manyPieces = 16

// untilNear returns a lower bound, at most length [s], of the time before a touches b, or the triangle of g: the time
// until the balls around the centres of mass of rotating sides touch. A tumbling body then takes no pieces while it is
// far away.
func (s *searcher) untilNear(a, b *side, g *target, length, tol float64) float64 {
	ca, cb := &s.chords[0], &s.chords[1]
	ca.straight(a, length)
	cb.straight(b, length)
	rel := ca.acc.Sub(cb.acc).Len()
	wide := float64(rel*float64(length*length)/8) + tol
	var t narrowphase.TOI
	switch {
	case g.mesh != nil:
		t = narrowphase.TimeOfImpactTriangle(&a.part.ball, &ca.sweep, &g.tri, length, wide)
	case b.moves():
		t = narrowphase.TimeOfImpact(&a.part.ball, &ca.sweep, &b.part.ball, &cb.sweep, length, wide)
	default:
		t = narrowphase.TimeOfImpact(&a.part.ball, &ca.sweep, &b.part.Part, &cb.sweep, length, wide)
	}
	switch t.Status {
	case narrowphase.Miss:
		return length
	case narrowphase.Hit:
		return t.Time
	}
	return 0
}

// straight sets c to the motion of a side's centre of mass over the time p, without rotation.
func (c *chordMotion) straight(d *side, p float64) {
	*c = chordMotion{sweep: geom.Sweep{C: d.s.X, Q: d.s.Q}}
	if d.moves() {
		c.acc = d.acc
		c.sweep.V = d.s.V.AddScaled(d.acc, float64(0.5*p))
	}
}

// closingBound returns an upper bound of the closing speed of a and b along the axis n [m/s].
func closingBound(a, b *side, ca, cb *chordMotion, n geom.Vec) float64 {
	v := ca.sweep.V.Sub(cb.sweep.V).Dot(n)
	if a.body != nil {
		v += float64(ca.sweep.W.Cross(n).Len() * a.part.radius)
	}
	if b.body != nil {
		v += float64(cb.sweep.W.Cross(n).Len() * b.part.radius)
	}
	return v
}

func chordImpact(a, b *side, ca, cb *chordMotion, g *target, length, target float64) narrowphase.TOI {
	if g.mesh != nil {
		return narrowphase.TimeOfImpactTriangle(&a.part.Part, &ca.sweep, &g.tri, length, target)
	}
	return narrowphase.TimeOfImpact(&a.part.Part, &ca.sweep, &b.part.Part, &cb.sweep, length, target)
}

// gap returns the separation of a and b, or of a and the triangle of g [m].
func (s *searcher) gap(a, b *side, g *target) float64 {
	sep, _ := s.separation(a, b, g)
	return sep
}

// separation returns the separation of a and b, or of a and the triangle of g [m], and its axis.
func (s *searcher) separation(a, b *side, g *target) (sep float64, n geom.Vec) {
	x := a.convex()
	if g.mesh != nil {
		return s.separations.SeparationTriangle(&x, &g.tri)
	}
	y := b.convex()
	return s.separations.Separation(&x, &y)
}

// closing fills the manifold of an impact, as manifoldOf does, and reports whether a and b approach at a point of it; and whether
// they touch only at a seam, or what approaches is only there.
func (s *searcher) closing(p *pair, a, b *side, g *target) (closes, atSeam bool) {
	if !s.manifoldOf(p, a, b, g) {
		return false, true
	}
	m := &s.m
	for i := 0; i < m.Count; i++ {
		q := &m.Points[i]
		if !(a.velocity(q.P).Sub(b.velocity(q.P)).Dot(m.N) > 0) {
			continue
		}
		if !s.w.atFlatSeam(p, a, b, g, m.N, q) {
			return true, false
		}
		atSeam = true
	}
	return false, atSeam
}

// manifoldOf fills the manifold of an impact of a and b, or of a and the triangle of g. It reports false if they touch
// only at an inner edge of a flat surface, or at a seam.
func (s *searcher) manifoldOf(p *pair, a, b *side, g *target) bool {
	return s.manifoldWithin(p, a, b, g, s.w.impactMargin(p))
}

// manifoldWithin is manifoldOf with the points whose separation is within margin.
func (s *searcher) manifoldWithin(p *pair, a, b *side, g *target, margin float64) bool {
	m := &s.m
	if g.mesh != nil {
		var x placed
		x.place(a.part, &a.s)
		x.fillBounds()
		return collideTriangle(s.separations, &x, g.mesh, g.index, margin, m) && !s.w.atBorder(p, a.part, &x.Convex, g.mesh, g.index, m)
	}
	x, y := a.convex(), b.convex()
	return s.separations.Collide(&x, &y, margin, m) && s.w.visible(a.part, b.part, &x, &y, margin, m) && !s.w.atSeam(p, a.part, b.part, &x, &y, m)
}
