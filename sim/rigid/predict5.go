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
// after Predict5Attitudes that at the end.
type Predict5Turn struct {
	Q         geom.Quat
	W, L0, L1 geom.Vec
	InvI      *geom.Mat3
	H         float64

	// One of its pieces: the k-th of n.
	k, n           float64
	h              float64
	w, l, to, lm   geom.Vec // angular velocity and momentum at its start, momentum at its end and in the middle
	k1, k2, k3, k4 geom.Vec
	q2, q          geom.Quat
}

// together is how many turns go side by side.
const together = 8

// Predict5Attitudes turns bodies as Predict4Attitude does.
func Predict5Attitudes(turns []Predict5Turn) {
	var room [together]*Predict5Turn
	going := room[:0]
	for {
		for len(going) < together && len(turns) > 0 {
			if t := &turns[0]; t.begin() {
				going = append(going, t)
			}
			turns = turns[1:]
		}
		if len(going) == 0 {
			return
		}
		p5Step(going)
		n := 0
		for _, t := range going {
			if t.next() {
				going[n] = t
				n++
			}
		}
		going = going[:n]
	}
}

// begin sets out on the first piece. It reports false where there is no turn.
func (t *Predict5Turn) begin() bool {
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
	t.k, t.n, t.h, t.w, t.l, t.to = 1, 1, t.H, t.W, t.L0, t.L1
	if n > 1 {
		t.n, t.h, t.to = n, t.H/n, p1AddScaled(t.L0, p1Sub(t.L1, t.L0), 1/n)
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
func (t *Predict5Turn) next() bool {
	if t.k == t.n {
		return false
	}
	t.w, t.l, t.to = p1Rate(t.Q, t.to, t.InvI), t.to, t.L1
	if t.k++; t.k < t.n {
		t.to = p1AddScaled(t.L0, p1Sub(t.L1, t.L0), t.k/t.n)
	}
	return true
}

// p5Step is p4Step.
func p5Step(turns []*Predict5Turn) {
	for _, t := range turns {
		t.lm = p1Scale(p1Add(t.l, t.to), 0.5)
		t.k1 = p1Scale(t.w, t.h)
		t.q2 = p1Mul(p4Exp(p1Scale(t.k1, 0.5)), t.Q)
	}
	for _, t := range turns {
		t.k2 = p1Scale(p1Rate(t.q2, t.lm, t.InvI), t.h)
	}
	for _, t := range turns {
		t.q = p1Mul(p4Exp(p1Scale(t.k2, 0.5)), t.Q)
	}
	for _, t := range turns {
		t.k3 = p1Scale(p1Rate(t.q, t.lm, t.InvI), t.h)
	}
	for _, t := range turns {
		t.q = p1Mul(p4Exp(p1AddScaled(t.k3, t.k1, -0.5)), t.q2)
	}
	for _, t := range turns {
		t.k4 = p1Scale(p1Rate(t.q, t.to, t.InvI), t.h)
	}
	for _, t := range turns {
		s := p1Add(t.k2, t.k3)
		s = p1Add(s, s)
		first := p1Scale(p1Sub(p1Add(p1AddScaled(t.k1, t.k1, 2), s), t.k4), 1.0/12)
		second := p1Scale(p1Sub(p1Add(p1AddScaled(t.k4, t.k4, 2), s), t.k1), 1.0/12)
		t.q = p1Mul(p4Exp(second), p4Exp(first))
	}
	for _, t := range turns {
		t.Q = p1Normalize(p1Mul(t.q, t.Q))
	}
}
