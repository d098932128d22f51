package sim

import "math"

// contactGap is the gap at which an impact happens, in the same measure as touching: the same at every phase of the step.
const contactGap = 0.5

// sharpen takes a hit that the search has found at time t, at the gap rest, to the gap contactGap·tol: the search ends anywhere between
// no gap and two tolerances, which depends on where the step began, and velocities after the impact would show it. It
// moves a and b there and returns the time, in [from, to]. Where they close too slowly for that the hit stays where it is. It
// notes how much later nothing is left of the gap: what meets at the same time does so to rounding there, but not here.
func (s *searcher) sharpen(a, b *side, g *target, rest, tol, t, from, to float64) float64 {
	want, low, closing := float64(contactGap*tol), math.Inf(1), 0.0
	m := &s.m
	for i := 0; i < m.Count; i++ {
		if q := &m.Points[i]; q.Separation < low {
			low, closing = q.Separation, a.velocity(q.P).Sub(b.velocity(q.P)).Dot(m.N)
		}
	}
	for range 3 {
		ahead := (rest - want) / closing
		if math.Abs(rest-want) <= 1e-6*tol || !(closing > 0) || !(t+ahead >= from) || !(t+ahead <= to) {
			break
		}
		a1, b1 := *a, *b
		a1.step(ahead)
		b1.step(ahead)
		next := gap(&a1, &b1, g)
		if !(math.Abs(next-want) < math.Abs(rest-want)) {
			break
		}
		if now := (rest - next) / ahead; now > 0 {
			closing = now
		}
		*a, *b, rest = a1, b1, next
		t += ahead
	}
	if closing > 0 && rest > 0 {
		s.ahead = math.Min(rest/closing, to-t)
	}
	return t
}
