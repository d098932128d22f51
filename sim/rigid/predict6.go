package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 6 of recorded logs is predictor 4, to the last bit, with operands that stay where they are.

// Predict6Row is a body's row of a log: the bits of x, q, v and L, side by side.
type Predict6Row = [13]uint64

func p6Vec(r *Predict6Row, at int) geom.Vec {
	return geom.Vec{X: math.Float64frombits(r[at]), Y: math.Float64frombits(r[at+1]), Z: math.Float64frombits(r[at+2])}
}

// Predict6Move adds to gain what Predict4Gain adds, and to weight what Predict4Weight adds, of a body that goes from one
// row to the next, with the angular velocities w0 and w1 there.
func Predict6Move(gain, weight *Predict4Balance, m float64, g geom.Vec, from, to *Predict6Row, w0, w1 geom.Vec, h, n float64) {
	x0, x1 := p6Vec(from, 0), p6Vec(to, 0)
	v0, v1 := p6Vec(from, 7), p6Vec(to, 7)
	dx, dv := p1Sub(x1, x0), p1Sub(v1, v0)
	l0, l1 := p6Vec(from, 10), p6Vec(to, 10)
	gain.Energy += float64(0.5*float64(m*p1Dot(dv, p1Add(v0, v1)))) + float64(0.5*(p1Dot(w1, l1)-p1Dot(w0, l0)))
	gain.P = p1AddScaled(gain.P, dv, m)
	gain.L = p1Add(gain.L, p1Add(p1Scale(p1Add(p1Cross(x1, dv), p1Cross(dx, v0)), m), p1Sub(l1, l0)))

	f := p1Scale(g, m)
	weight.Energy += p1Dot(f, dx)
	weight.P = p1AddScaled(weight.P, f, h)
	at := p1AddScaled(x0, v0, float64(0.5*h))
	at = p1AddScaled(at, dv, float64(float64(h/6)*(1-1/float64(n*n))))
	weight.L = p1Add(weight.L, p1Cross(p1Scale(at, h), f))
}
