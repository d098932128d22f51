package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 7 of recorded logs is predictors 2 and 6, to the last bit, for many rows of one body: what does not change
// from row to row is found once, and what a row has in common with the next one is kept.

// Predict7Body is a body whose balance is predicted row by row.
type Predict7Body struct {
	m        float64
	f, push  geom.Vec // weight, and times the step
	h, half  float64
	invI     geom.Mat3
	diagonal bool // it is
}

// Set makes b a body of the mass m [kg] with the inverse inertia invI, under gravity g, with steps of the time h, which
// it goes in one piece.
func (b *Predict7Body) Set(m float64, invI *geom.Mat3, g geom.Vec, h float64) {
	f := p1Scale(g, m)
	*b = Predict7Body{m: m, f: f, push: p1Scale(f, h), h: h, half: float64(0.5 * h), invI: *invI}
	i := invI
	b.diagonal = i.X.Y == 0 && i.X.Z == 0 && i.Y.X == 0 && i.Y.Z == 0 && i.Z.X == 0 && i.Z.Y == 0
}

// Spin returns w·L of a row, twice the energy of rotation, with the w that Predict2Rate gives. It is finite only where L and
// all of q are.
func (b *Predict7Body) Spin(row *Predict6Row) float64 {
	l := p6Vec(row, 10)
	q, u := math.Float64frombits(row[3]), p6Vec(row, 4)
	// p1Rate, written out: R I⁻¹ Rᵀ L.
	n := geom.Vec{X: -u.X, Y: -u.Y, Z: -u.Z}
	t := p1Cross(n, l)
	t = p1Add(t, t)
	r := p1Add(p1AddScaled(l, t, q), p1Cross(n, t))
	if i := &b.invI; b.diagonal {
		// Without the products with zeros, which change no more than the sign of a zero, and what is infinite or no number
		// into that.
		r = geom.Vec{X: float64(i.X.X * r.X), Y: float64(i.Y.Y * r.Y), Z: float64(i.Z.Z * r.Z)}
	} else {
		r = geom.Vec{X: p1Dot(i.X, r), Y: p1Dot(i.Y, r), Z: p1Dot(i.Z, r)}
	}
	t = p1Cross(u, r)
	t = p1Add(t, t)
	return p1Dot(p1Add(p1AddScaled(r, t, q), p1Cross(u, t)), l)
}

// Move is Predict6Move of a body that has the given Spins in the two rows, finite ones.
func (b *Predict7Body) Move(gain, weight *Predict4Balance, from, to *Predict6Row, spin, spun float64) {
	x0, x1 := p6Vec(from, 0), p6Vec(to, 0)
	v0, v1 := p6Vec(from, 7), p6Vec(to, 7)
	dx, dv := p1Sub(x1, x0), p1Sub(v1, v0)
	gain.Energy += float64(0.5*float64(b.m*p1Dot(dv, p1Add(v0, v1)))) + float64(0.5*(spun-spin))
	gain.P = p1AddScaled(gain.P, dv, b.m)
	gain.L = p1Add(gain.L, p1Add(p1Scale(p1Add(p1Cross(x1, dv), p1Cross(dx, v0)), b.m), p1Sub(p6Vec(to, 10), p6Vec(from, 10))))

	weight.Energy += p1Dot(b.f, dx)
	weight.P = p1Add(weight.P, b.push)
	// Of a step in n pieces dv counts h/6 (1 - 1/n²), here nothing, but that what is infinite is no number by it.
	at := p1AddScaled(p1AddScaled(x0, v0, b.half), dv, 0)
	weight.L = p1Add(weight.L, p1Cross(p1Scale(at, b.h), b.f))
}

// Drifts reports whether Drift may be used.
func (b *Predict7Body) Drifts() bool { return b.f == geom.Vec{} && b.h <= 1 }

// Drift is Move of a body without weight that goes from x0 to x1, which is below 2^1000, as Predict1Position has it with the velocity v,
// and whose v and L are the same in both rows, but for signs of zeros. Nothing of that is infinite then. What else Move adds is zeros,
// to sums that never are negative zeros.
func (b *Predict7Body) Drift(gain *Predict4Balance, x0, x1, v geom.Vec, spin, spun float64) {
	gain.Energy += float64(0.5 * (spun - spin))
	gain.L = p1Add(gain.L, p1Scale(p1Cross(p1Sub(x1, x0), v), b.m))
}
