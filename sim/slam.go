package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// slamTime finds the first time in [from, to] at which a point of a pair in the hands of the contact solver approaches
// too fast for it: a slam, as of a box that stands on one edge and falls on another. Points of the manifold at the
// start are followed to their arrival. What the manifold does not show, corners behind the edge of a small face and
// round shapes, is found by the growth of penetration.
func (s *searcher) slamTime(p *pair, a, b side, g *target, from, to float64) (float64, bool) {
	length := to - from
	if s.slow(&a, &b, length) {
		return 0, false
	}
	reach := a.fastest(length) + b.fastest(length)
	fast := s.w.threshold()
	for _, d := range [2]*side{&a, &b} {
		if d.body != nil {
			// A point that is held at one place gains this speed by turning away from it, and one that comes into the
			// patch as the bodies slide has it.
			spin, speed := d.turning(length)
			fast += float64(float64(spin*length) * (speed + reach))
		}
	}
	if s.struckWithin(p, &a, &b, g, fast) {
		return from, true
	}
	seen, ok := s.manifoldSlam(p, a, b, g, from, to, fast)
	if ok {
		to = seen
	}
	if rolls(&a, &b, g) {
		// A contact that runs along a round surface gains speed all the while.
		fast = math.Max(fast, float64(roundShare*reach))
	}
	if t, deeper := s.penetrationSlam(p, a, b, g, from, to, fast); deeper {
		return t, true
	}
	return seen, ok
}

// struckWithin reports whether a point that touches or overlaps, and is in the solver's hands, approaches too fast for
// it: one of two bodies that lean on each other was struck, and turns into the other. What nothing moves answers in the
// same problem as the impact.
func (s *searcher) struckWithin(p *pair, a, b *side, g *target, fast float64) bool {
	if p.crushes() || s.w.outside(p.a) || s.w.outside(p.b) || rolls(a, b, g) {
		return false
	}
	return s.slams(p, a, b, g, fast, false)
}

// slow reports whether no points of two sides can approach fast enough for a slam within the time length.
func (s *searcher) slow(a, b *side, length float64) bool {
	return !(length > 0) || a.fastest(length)+b.fastest(length) <= s.w.threshold()
}

// roundShare is the approach speed, relative to the largest speed of any point, up to which a contact that runs along a
// round shape is no impact. It takes at most some fifty impacts from one end of the shape to the other.
const roundShare = 0.04

// maxSlamSteps is the largest number of steps by which a search approaches a slam.
const maxSlamSteps = 64

// manifoldSlam finds the first time in [from, to] at which a point of the manifold that the contact solver does not
// hold arrives faster than fast. The manifold is wide enough for all points that can arrive, and no step is longer than
// the nearest of them needs. A point gains no more than the difference of fast and the threshold, so that one not above
// the threshold now does not slam. Round shapes on triangles have no fixed corners, and are followed as they come.
func (s *searcher) manifoldSlam(p *pair, a, b side, g *target, from, to, fast float64) (float64, bool) {
	if kind := a.part.Shape.Kind; g.mesh != nil && kind != geom.ShapeBox && kind != geom.ShapeHull {
		return from, s.slams(p, &a, &b, g, fast, true)
	}
	tol := float64(2 * touching * s.w.size(p))
	slow := s.w.threshold()
	gain := fast - slow
	t := from
	for range maxSlamSteps {
		left := to - t
		reach := float64((a.fastest(left) + b.fastest(left)) * left)
		if !s.manifoldWithin(p, &a, &b, g, reach+tol) {
			return 0, false
		}
		first := left
		for i := 0; i < s.m.Count; i++ {
			q := &s.m.Points[i]
			closing := a.velocity(q.P).Sub(b.velocity(q.P)).Dot(s.m.N)
			if !(closing > slow) || s.isHeld(p, g, q) || s.w.atFlatSeam(p, &a, &b, g, s.m.N, q) {
				continue
			}
			switch rest := q.Separation - float64(0.5*tol); {
			case q.Separation > tol:
				first = math.Min(first, rest/(closing+gain))
			case closing > fast:
				return math.Min(t+math.Max(0, rest/closing), to), true
			}
		}
		if !(first < left) {
			return 0, false
		}
		a.step(first)
		b.step(first)
		t += first
	}
	return 0, false
}

// penetrationSlam finds the first time in [from, to] at which a slams into b, or into the triangle of g, in as far as
// this increases their penetration, however fast they turn and whatever their manifold shows. Separating axes bound the
// depth over the whole time (narrowphase.KeepsApart). When it has grown by a share of the slop, or of a thin shape's
// thickness, the manifold shows whether a point has arrived fast; if so the result is the time of its arrival. A slow
// arrival is left to the contact solver; one so slow that the solver would leave it in any case lets the search
// continue from there. A search that takes too long ends the motion of both sides, so that the next search continues.
func (s *searcher) penetrationSlam(p *pair, a, b side, g *target, from, to, fast float64) (float64, bool) {
	more := s.leastDepth(&a, &b, g)
	sep, n := s.separation(&a, &b, g)
	base := math.Min(sep, 0)
	first := base - more
	t, floor, start, a0, b0 := from, first, from, a, b
	for range maxSlamSteps {
		length := math.Min(to-t, math.Min(a.surfaceLimit(), b.surfaceLimit()))
		if !(length > 0) {
			return 0, false
		}
		passed := s.timeApart(&a, &b, g, n, sep, floor, length)
		if t += passed; !(t < to) {
			return 0, false
		}
		a.step(passed)
		b.step(passed)
		if sep, n = s.separation(&a, &b, g); sep-floor > float64(0.5*more) {
			continue
		}
		// What the solver holds of faces and edges it leaves as deep as the slop.
		besides := sep > base-s.w.set.Slop && !rolls(&a, &b, g)
		if s.slams(p, &a, &b, g, fast, besides) {
			return s.arrival(p, a0, b0, g, start, t, fast, besides), true
		}
		if t > from && s.slams(p, &a, &b, g, float64(slowSink*s.w.threshold()), besides) && s.staysDeep(p, &a, &b, g, to, n, first) {
			return t, true
		}
		more = float64(2 * more)
		floor = math.Min(sep, 0) - more
		start, a0, b0 = t, a, b
	}
	return t, t > from
}

// staysDeep reports whether the sides of a pair, best separated now by the axis n, penetrate deeper than floor at time
// to: by then the forces that the contact solver holds over a substep have reversed a slow approach.
func (s *searcher) staysDeep(p *pair, a, b *side, g *target, to float64, n geom.Vec, floor float64) bool {
	x, y := s.sidesAt(p, a, b, to)
	sep, end := s.separation(&x, &y, g)
	return sep < floor || !(end.Dot(n) > 0.5)
}

// arrival returns the first time in [from, to] from which on the sides of a pair slam; they do at to. a and b are the
// sides at from. Manifolds change at that time; the result is later by so much that they show the slam also at the
// states in which it is settled.
func (s *searcher) arrival(p *pair, a, b side, g *target, from, to, fast float64, besides bool) float64 {
	if s.slams(p, &a, &b, g, fast, besides) {
		return from
	}
	lo, hi := 0.0, to-from
	for range 50 {
		mid := float64(0.5 * (lo + hi))
		am, bm := a, b
		am.step(mid)
		bm.step(mid)
		if s.slams(p, &am, &bm, g, fast, besides) {
			hi = mid
		} else {
			lo = mid
		}
	}
	for later := 4 * touching * s.w.size(p) / fast; from+hi+later < to; later = float64(4 * later) {
		x, y := s.sidesAt(p, &a, &b, from+hi+later)
		if s.slams(p, &x, &y, g, fast, besides) {
			return from + hi + later
		}
	}
	return to
}

// leastDepth returns the growth of penetration at which a search for slams looks at the manifold [m]: a share of the
// slop, smaller for round shapes, whose penetration grows while their contact runs, or an eighth of the half thickness
// of thinner shapes.
func (s *searcher) leastDepth(a, b *side, g *target) float64 {
	thin := a.part.Shape.Size
	least := math.Min(thin.X, math.Min(thin.Y, thin.Z))
	if g.mesh == nil && b.part.Shape.Kind != geom.ShapePlane {
		thin = b.part.Shape.Size
		least = math.Min(least, math.Min(thin.X, math.Min(thin.Y, thin.Z)))
	}
	share := 0.25
	if rolls(a, b, g) {
		share = 0.05
	}
	return math.Min(float64(share*s.w.set.Slop), float64(0.125*least))
}

// rolls reports whether one of the sides is a shape without faces.
func rolls(a, b *side, g *target) bool {
	return !a.part.Shape.Polyhedral() || g.mesh == nil && !b.part.Shape.Polyhedral() && b.part.Shape.Kind != geom.ShapePlane
}

// timeApart returns how long, at most length [s], the separation of a and b, or of a and the triangle of g, stays above
// floor; it is sep along the axis n now.
func (s *searcher) timeApart(a, b *side, g *target, n geom.Vec, sep, floor, length float64) float64 {
	ca, cb := &s.chords[0], &s.chords[1]
	*ca, *cb = a.chord(length), b.chord(length)
	wide, room := ca.tilt+cb.tilt, sep-floor
	passed := keepsApart(a, b, ca, cb, g, n, geom.Vec{}, floor+wide, length)
	if passed == length {
		return length
	}
	if wide > float64(0.25*room) {
		length = float64(length * float64(0.9*math.Sqrt(float64(0.25*room)/wide)))
		*ca, *cb = a.chord(length), b.chord(length)
		wide = ca.tilt + cb.tilt
	}
	x, y := *a, *b
	x.step(length)
	y.step(length)
	_, end := s.separation(&x, &y, g)
	return math.Max(passed, keepsApart(a, b, ca, cb, g, n, end, floor+wide, length))
}

// keepsApart is narrowphase.KeepsApart of two sides.
func keepsApart(a, b *side, ca, cb *chordMotion, g *target, n, end geom.Vec, floor, length float64) float64 {
	// Velocities of the beginning, not those of the chord: the acceleration is known.
	ca.sweep.V, cb.sweep.V = geom.Vec{}, geom.Vec{}
	if a.moves() {
		ca.sweep.V = a.s.V
	}
	if g.mesh != nil {
		return narrowphase.KeepsApartTriangle(&a.part.Part, &ca.sweep, &g.tri, ca.acc.Neg(), n, end, floor, length)
	}
	if b.moves() {
		cb.sweep.V = b.s.V
	}
	return narrowphase.KeepsApart(&a.part.Part, &ca.sweep, &b.part.Part, &cb.sweep, cb.acc.Sub(ca.acc), n, end, floor, length)
}

// slowSink is the speed of growing penetration, relative to the threshold of impacts, above which it ends the motion of
// a pair.
const slowSink = 0.1

// isHeld reports whether the contact solver holds a point of a manifold.
func (s *searcher) isHeld(p *pair, g *target, q *narrowphase.ManifoldPoint) bool {
	return g.c.solved && slices.Contains(s.w.islandWith(p).held[p.held.first:p.held.end], s.w.keyOf(p, g.c, q.Feature))
}

// slams reports whether a and b touch at a point that approaches too fast for the contact solver. With besides, points
// that the solver holds do not count.
func (s *searcher) slams(p *pair, a, b *side, g *target, fast float64, besides bool) bool {
	if !s.manifoldOf(p, a, b, g) {
		return false
	}
	m, tol := &s.m, float64(2*touching*s.w.size(p))
	for i := 0; i < m.Count; i++ {
		q := &m.Points[i]
		if q.Separation <= tol && a.velocity(q.P).Sub(b.velocity(q.P)).Dot(m.N) > fast && !(besides && s.isHeld(p, g, q)) && !s.w.atFlatSeam(p, a, b, g, m.N, q) {
			return true
		}
	}
	return false
}

// maxClosing returns a bound of the change of the gap of a and b in the time p [m], with a margin for changes of their
// angular velocities.
func maxClosing(a, b *side, p float64) float64 {
	var v, acc geom.Vec
	turn := 0.0
	for k, d := range [2]*side{a, b} {
		if d.body == nil || !d.moves() {
			continue
		}
		sign := float64(1 - 2*k)
		v, acc = v.AddScaled(d.s.V, sign), acc.AddScaled(d.acc, sign)
		spin, _ := d.turning(p)
		turn += float64(1.1 * float64(spin*d.part.radius))
	}
	return float64((v.Len()+turn)*p) + float64(float64(0.5*acc.Len())*float64(p*p))
}
