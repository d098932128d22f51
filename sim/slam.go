package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// slamTime finds the first time in [from, to] at which a point of a pair that the contact solver has in hand comes in too
// fast for it: a box that stands on one edge and falls on another. What the manifold shows at the start is followed to its arrival; what
// it does not show, corners behind the edge of a small face, is looked for at the ends of pieces of rigid.MaxTurn.
func (s *searcher) slamTime(p *pair, a, b side, g *target, from, to float64) (float64, bool) {
	length := to - from
	reach := a.fastest(length) + b.fastest(length)
	if !(length > 0) || reach <= s.w.threshold() {
		return 0, false
	}
	n, fast := 1.0, s.w.threshold()
	for _, d := range [2]*side{&a, &b} {
		turn := d.turning(length)
		if turn/rigid.MaxTurn > n {
			n = math.Min(math.Ceil(turn/rigid.MaxTurn), maxSlamPieces)
		}
		if d.body != nil {
			// A point that is held at one place gains this speed by turning away from it, and one that comes into the patch
			// as the bodies slide has it.
			fast += float64(float64(turn*turn)/length*d.part.radius) + float64(turn*reach)
		}
	}
	if t, ok := s.foreseen(p, a, b, g, from, to, fast); ok {
		return t, true
	}
	for k := 0.0; k < n; k++ {
		a0, b0 := a, b
		a.step(length / n)
		b.step(length / n)
		if !s.slams(p, &a, &b, g, fast) {
			continue
		}
		lo, hi := 0.0, length/n
		for range 50 {
			mid := float64(0.5 * (lo + hi))
			am, bm := a0, b0
			am.step(mid)
			bm.step(mid)
			if s.slams(p, &am, &bm, g, fast) {
				hi = mid
			} else {
				lo = mid
			}
		}
		t := from + float64(k*length/n) + hi
		if t > to {
			t = to
		}
		return t, true
	}
	return 0, false
}

// maxSlamPieces bounds the pieces of a search for a slam.
const maxSlamPieces = 64

// maxSlamSteps bounds the steps by which a search comes near to a slam.
const maxSlamSteps = 64

// foreseen finds the first time in [from, to] at which a point of the manifold that the contact solver has not in hand arrives faster than
// fast, however far it would go on: the manifold is wide enough for all that can arrive, and no step is longer than the nearest of these points
// needs. A point gains no more than fast is above the threshold, so that what does not exceed that now does not slam. Curved shapes at triangles
// show no corners that stay, and are looked at as they come.
func (s *searcher) foreseen(p *pair, a, b side, g *target, from, to, fast float64) (float64, bool) {
	if kind := a.part.Shape.Kind; g.mesh != nil && kind != geom.ShapeBox && kind != geom.ShapeHull {
		return from, s.slams(p, &a, &b, g, fast)
	}
	tol := float64(2 * touching * s.w.size(p))
	gain := fast - s.w.threshold()
	t := from
	for range maxSlamSteps {
		left := to - t
		reach := float64((a.fastest(left) + b.fastest(left)) * left)
		if !s.manifoldWithin(&a, &b, g, reach+tol) {
			return 0, false
		}
		first := left
		for i := 0; i < s.m.Count; i++ {
			q := &s.m.Points[i]
			closing := a.velocity(q.P).Sub(b.velocity(q.P)).Dot(s.m.N)
			if !(closing > s.w.threshold()) || s.inHand(p, g, q) {
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

// inHand reports whether the contact solver has a point of a manifold in hand.
func (s *searcher) inHand(p *pair, g *target, q *narrowphase.ManifoldPoint) bool {
	return slices.Contains(s.w.islandWith(p).held, s.w.keyOf(p, g.c, q.Feature))
}

// slams reports whether a and b touch at a point that comes in too fast for the contact solver.
func (s *searcher) slams(p *pair, a, b *side, g *target, fast float64) bool {
	if !s.manifoldOf(p, a, b, g) {
		return false
	}
	m, tol := &s.m, float64(2*touching*s.w.size(p))
	for i := 0; i < m.Count; i++ {
		q := &m.Points[i]
		if q.Separation <= tol && a.velocity(q.P).Sub(b.velocity(q.P)).Dot(m.N) > fast && !s.inHand(p, g, q) {
			return true
		}
	}
	return false
}

// turning bounds the turn in the time p [rad], and fastest the speed of any point [m/s].
func (d *side) turning(p float64) float64 {
	if d.body == nil {
		return 0
	}
	i := &d.body.mass.InvInertia
	return float64(d.body.mass.AngularVelocity(d.s.Q, d.s.L).Len()*p) + float64(float64(i.X.X+i.Y.Y+i.Z.Z)*float64(d.tau.Len()*float64(p*p)))
}

func (d *side) fastest(p float64) float64 {
	if d.body == nil || p == 0 {
		return 0
	}
	return d.s.V.Len() + float64(d.acc.Len()*p) + float64(d.turning(p)/p*d.part.radius)
}
