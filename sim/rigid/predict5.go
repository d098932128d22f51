package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 5 of recorded logs is predictor 4, to the last bit, in another order of operations: attitudes of several
// bodies go stage by stage side by side, for one alone is a long chain of operations each of which waits for the one
// before.

// Predict5Turn is a turn of a body with the inverse inertia InvI in the time H [s]: its angular momentum goes from L0
// to L1 linearly, W is the angular velocity that Predict2Rate gives at the start. Q is the attitude at the start, and
// after Predict5Turner.Turn that at the end.
type Predict5Turn struct {
	Q         geom.Quat
	W, L0, L1 geom.Vec
	InvI      *geom.Mat3
	H         float64
}

// p5Piece is a piece of a turn, the k-th of n.
type p5Piece struct {
	of             *Predict5Turn
	k, n           float64
	h              float64
	w, l, to, lm   geom.Vec // angular velocity and momentum at its start, momentum at its end and in the middle
	k1, k2, k3, k4 geom.Vec
	q2, q          geom.Quat
}

// together is how many turns go side by side.
const together = 8

// Predict5Turner turns bodies. It is scratch, small enough to stay in the fastest cache.
type Predict5Turner struct{ room [together]p5Piece }

// Turn turns bodies as Predict4Attitude does.
func (r *Predict5Turner) Turn(turns []Predict5Turn) {
	going := 0
	for {
		for going < together && len(turns) > 0 {
			if r.room[going].begin(&turns[0]) {
				going++
			}
			turns = turns[1:]
		}
		if going == 0 {
			return
		}
		p5Step(r.room[:going])
		n := 0
		for i := range going {
			if p := &r.room[i]; p.next() {
				if n != i {
					r.room[n] = *p
				}
				n++
			}
		}
		going = n
	}
}

// begin sets out on the first piece of a turn. It reports false where there is none.
func (p *p5Piece) begin(t *Predict5Turn) bool {
	if t.L0 == (geom.Vec{}) && t.L1 == (geom.Vec{}) {
		return false
	}
	if t.H == 0 && t.plain() {
		t.Q = p1Normalize(t.Q) // all that a step of no time does to it
		return false
	}
	size := math.Sqrt(p1Dot(t.W, t.W))
	n := math.Ceil(float64(size*t.H) / 0.05)
	if n > 1 && t.L0 == t.L1 {
		if c := p1Cross(t.W, t.L0); math.Sqrt(p1Dot(c, c)) <= float64(1e-13*float64(size*math.Sqrt(p1Dot(t.L0, t.L0)))) {
			n = 1
		}
	}
	if n > 256 {
		n = 256
	}
	p.of, p.k, p.n, p.h, p.w, p.l, p.to = t, 1, 1, t.H, t.W, t.L0, t.L1
	if n > 1 {
		p.n, p.h, p.to = n, t.H/n, p1AddScaled(t.L0, p1Sub(t.L1, t.L0), 1/n)
	}
	return true
}

// plain reports whether no angular velocity of the turn can overflow and no component of Q is a zero, whose sign might
// change.
func (t *Predict5Turn) plain() bool {
	const most = 1e40 // an angular velocity is a sum of products of six such numbers at most
	size := func(v geom.Vec) float64 { return math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z) }
	i, q := t.InvI, t.Q
	return size(t.W)+size(t.L0)+size(t.L1)+(size(i.X)+size(i.Y)+size(i.Z))+(math.Abs(q.W)+size(q.V)) < most &&
		q.W != 0 && q.V.X != 0 && q.V.Y != 0 && q.V.Z != 0
}

// next sets out on the next piece. It reports false where there is none.
func (p *p5Piece) next() bool {
	if p.k == p.n {
		return false
	}
	t := p.of
	p.w, p.l, p.to = p1Rate(t.Q, p.to, t.InvI), p.to, t.L1
	if p.k++; p.k < p.n {
		p.to = p1AddScaled(t.L0, p1Sub(t.L1, t.L0), p.k/p.n)
	}
	return true
}

// p5Step is p4Step.
func p5Step(pieces []p5Piece) {
	for i := range pieces {
		p := &pieces[i]
		p.lm = p1Scale(p1Add(p.l, p.to), 0.5)
		p.k1 = p1Scale(p.w, p.h)
		p.q2 = p1Mul(p4Exp(p1Scale(p.k1, 0.5)), p.of.Q)
	}
	for i := range pieces {
		p := &pieces[i]
		p.k2 = p1Scale(p1Rate(p.q2, p.lm, p.of.InvI), p.h)
	}
	for i := range pieces {
		p := &pieces[i]
		p.q = p1Mul(p4Exp(p1Scale(p.k2, 0.5)), p.of.Q)
	}
	for i := range pieces {
		p := &pieces[i]
		p.k3 = p1Scale(p1Rate(p.q, p.lm, p.of.InvI), p.h)
	}
	for i := range pieces {
		p := &pieces[i]
		p.q = p1Mul(p4Exp(p1AddScaled(p.k3, p.k1, -0.5)), p.q2)
	}
	for i := range pieces {
		p := &pieces[i]
		p.k4 = p1Scale(p1Rate(p.q, p.to, p.of.InvI), p.h)
	}
	for i := range pieces {
		p := &pieces[i]
		s := p1Add(p.k2, p.k3)
		s = p1Add(s, s)
		first := p1Scale(p1Sub(p1Add(p1AddScaled(p.k1, p.k1, 2), s), p.k4), 1.0/12)
		second := p1Scale(p1Sub(p1Add(p1AddScaled(p.k4, p.k4, 2), s), p.k1), 1.0/12)
		p.q = p1Mul(p4Exp(second), p4Exp(first))
	}
	for i := range pieces {
		p := &pieces[i]
		p.of.Q = p1Normalize(p1Mul(p.q, p.of.Q))
	}
}
