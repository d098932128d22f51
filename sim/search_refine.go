package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// contactGap is the gap at which an impact happens, in units of touching: the same at every phase of the step.
const contactGap = 0.5

// refineTime moves a hit that the search found at time t to the gap contactGap·tol, and returns its time, in [from,
// to]. The search ends anywhere between no gap and two tolerances, depending on where the step began, and in states
// integrated in pieces of its own, with their own error. Both would show in the velocities after the impact. So the gap
// is taken in the states in which the impact will be settled. A hit whose sides close too slowly for this is not moved.
// It also records how much later the gap is closed: simultaneous meetings have equal times to rounding there, but not
// here.
func (s *searcher) refineTime(p *pair, a, b *side, g *target, tol, t, from, to float64) float64 {
	low, closing := math.Inf(1), 0.0
	m := &s.m
	for i := 0; i < m.Count; i++ {
		if q := &m.Points[i]; q.Separation < low {
			low, closing = q.Separation, a.velocity(q.P).Sub(b.velocity(q.P)).Dot(m.N)
		}
	}
	want, rest := float64(contactGap*tol), s.gapAt(p, a, b, g, t)
	for range 3 {
		ahead := (rest - want) / closing
		if math.Abs(rest-want) <= 1e-6*tol || !(closing > 0) || !(t+ahead >= from) || !(t+ahead <= to) {
			break
		}
		next := s.gapAt(p, a, b, g, t+ahead)
		if !(math.Abs(next-want) < math.Abs(rest-want)) {
			break
		}
		// The rate of less is rounding far from the origin.
		if now := (rest - next) / ahead; now > 0 && math.Abs(rest-next) > 0.1*tol {
			closing = now
		}
		rest = next
		t += ahead
	}
	if closing > 0 && rest > 0 {
		x, y := s.sidesAt(p, a, b, t)
		s.closingDelay = min(s.untilContact(&x, &y, g, rest/closing), to-t)
	}
	return t
}

// gapAt returns the gap of the sides of a pair at time t of their flights [m].
func (s *searcher) gapAt(p *pair, a, b *side, g *target, t float64) float64 {
	x, y := s.sidesAt(p, a, b, t)
	return s.gap(&x, &y, g)
}

// sidesAt returns the sides of a pair at time t of their flights.
func (s *searcher) sidesAt(p *pair, a, b *side, t float64) (x, y side) {
	x, y = s.w.sideOf(p.a, t), s.w.sideOf(p.b, t)
	x.part, y.part = a.part, b.part
	return x, y
}

// untilContact returns the time in which the gap of a and b, or of a and the triangle of g, closes: for rotating
// polyhedra the time of first contact by FCPF; otherwise, and for grazing contacts, the guess. The gap is so short that
// only their velocities count.
func (s *searcher) untilContact(a, b *side, g *target, guess float64) float64 {
	// Not on the stack: the compiler cannot see that they stay with the callee.
	s.motions = [2]geom.Sweep{a.motion(), b.motion()}
	ma, mb := &s.motions[0], &s.motions[1]
	if ma.W == (geom.Vec{}) && mb.W == (geom.Vec{}) {
		return guess
	}
	var t float64
	var ok bool
	if g.mesh != nil {
		t, ok = narrowphase.FirstContactTriangle(&a.part.Part, ma, &g.tri, float64(4*guess))
	} else {
		t, ok = narrowphase.FirstContact(&a.part.Part, ma, &b.part.Part, mb, float64(4*guess))
	}
	if !ok {
		return guess
	}
	return t
}

// motion returns the motion of a side at its current velocities.
func (d *side) motion() geom.Sweep {
	m := geom.Sweep{C: d.s.X, Q: d.s.Q}
	if d.moves() {
		m.V, m.W = d.s.V, d.body.mass.AngularVelocity(d.s.Q, d.s.L)
	}
	return m
}
