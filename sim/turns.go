package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// turn is the attitude and the angular momentum of a body where the integrator has brought it to the end of the step.
type turn struct {
	q geom.Quat
	l geom.Vec
}

// isWhole reports whether a body is about to move from the start of the step, as it was then, to its end in one go, and logs foresee
// its turn.
func (w *World) isWhole(i int32) bool {
	f, start := &w.flights[i], &w.state.bodies[i]
	return f.t0 == 0 && f.foreseen && !f.still && sameTurn(&f.s.Q, &start.Q, &f.s.L, &start.L)
}

// noteTurns notes the turns of the bodies that have.
func (w *World) noteTurns() {
	for i := range w.turned {
		if f := &w.flights[i]; f.turned {
			w.turned[i] = turn{f.s.Q, f.s.L}
		}
	}
}

// observeTurns says in the frame which bodies have turned in one go. Nothing may have changed their attitude since, nor
// their angular momentum.
func (w *World) observeTurns() {
	turned := w.frame.Turned[:len(w.flights)]
	for i := range turned {
		s, t := &w.state.bodies[i], &w.turned[i]
		turned[i] = w.flights[i].turned && sameTurn(&s.Q, &t.q, &s.L, &t.l)
	}
	w.frame.Turned = turned
}

// sameTurn reports whether two attitudes are the same, and two angular momenta, to the last bit.
func sameTurn(q, p *geom.Quat, l, k *geom.Vec) bool {
	return apart(q.W, p.W)|apart(q.V.X, p.V.X)|apart(q.V.Y, p.V.Y)|apart(q.V.Z, p.V.Z)|
		apart(l.X, k.X)|apart(l.Y, k.Y)|apart(l.Z, k.Z) == 0
}

// apart returns in which bits two numbers differ.
func apart(a, b float64) uint64 { return math.Float64bits(a) ^ math.Float64bits(b) }
