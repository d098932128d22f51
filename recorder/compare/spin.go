package compare

import (
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// spin is the angular velocity of a body that both logs have: w = R I⁻¹ Rᵀ L.
type spin struct {
	at         int // index of its deviation
	q, l       pair
	invA, invB geom.Mat3
}

// addSpin adds the angular velocity after the last four columns, when they are those of a body in both logs.
func (c *comparer) addSpin(ha, hb *recorder.Header) {
	n := len(c.pairs)
	if n < record.BodyColumns {
		return
	}
	p := c.pairs[n-record.BodyColumns:]
	a := p[0].column
	for k, name := range [record.BodyColumns]string{"x", "q", "v", "L"} {
		if p[k].column.Name != name || p[k].column.Owner != a.Owner || a.Owner < 0 || p[k].column.Predictor == "hold" {
			return
		}
	}
	b := -1
	for i := range hb.Objects {
		if hb.Objects[i].Name == ha.Objects[a.Owner].Name && hb.Objects[i].Mass > 0 {
			b = i
		}
	}
	if b < 0 {
		return
	}
	c.spins = append(c.spins, spin{
		at: len(c.result.Deviations), q: p[1], l: p[3],
		invA: rigid.Predict1InvInertia(&ha.Objects[a.Owner].Inertia), invB: rigid.Predict1InvInertia(&hb.Objects[b].Inertia),
	})
	c.result.Deviations = append(c.result.Deviations,
		Deviation{Object: ha.Objects[a.Owner].Name, Quantity: "w", Unit: "rad/s", Tolerance: c.tolerances.Spin})
}

// spin compares one angular velocity of the current frames, and returns how far it lies apart.
func (c *comparer) spin(s *spin, step int64) float64 {
	c.result.Deviations[s.at].Final = 0
	qa, la := c.fa.Values[s.q.atA:s.q.atA+4], c.fa.Values[s.l.atA:s.l.atA+3]
	qb, lb := c.fb.Values[s.q.atB:s.q.atB+4], c.fb.Values[s.l.atB:s.l.atB+3]
	if s.invA == s.invB && sameBits(qa, qb) && sameBits(la, lb) {
		return 0
	}
	x := angularVelocity(qb, lb, &s.invB).Sub(angularVelocity(qa, la, &s.invA)).Len()
	if !(x <= math.MaxFloat64) {
		x = math.Inf(1)
	}
	if x > 0 {
		c.deviate(s.at, step, x)
	}
	return x
}

func sameBits(a, b []float64) bool {
	for k := range a {
		if math.Float64bits(a[k]) != math.Float64bits(b[k]) {
			return false
		}
	}
	return true
}

func angularVelocity(q, l []float64, invInertia *geom.Mat3) geom.Vec {
	att := geom.Quat{W: q[0], V: geom.Vec{X: q[1], Y: q[2], Z: q[3]}}
	return att.Rotate(invInertia.Apply(att.RotateInv(geom.Vec{X: l[0], Y: l[1], Z: l[2]})))
}

// judgeSpins gives angular velocity and angular momentum one verdict if only one of them has a tolerance.
func (c *comparer) judgeSpins() {
	t := &c.tolerances
	for _, s := range c.spins {
		w, l := &c.result.Deviations[s.at], &c.result.Deviations[s.l.at]
		switch {
		case t.Spin == 0:
			w.Within, w.Tolerance = l.Within, 0
		case t.Momentum == 0:
			l.Within = w.Within
		}
	}
}
