package rigid

import "github.com/prang-sim/prang/sim/geom"

// Predictor 4 of recorded logs foretells the balance of a step from the states of its bodies. Like predict1.go this file is never edited.

// Predict4Balance is kinetic energy [J], momentum [N s] and angular momentum about the origin [N m s].
type Predict4Balance struct {
	Energy float64
	P, L   geom.Vec
}

// Predict4Gain adds to b what a body of the mass m [kg] has gained from a state with the place x0, the velocity v0, the angular momentum l0
// and the angular velocity w0 to another one.
func (b *Predict4Balance) Predict4Gain(m float64, x0, v0, l0, w0, x1, v1, l1, w1 geom.Vec) {
	dv := p1Sub(v1, v0)
	b.Energy += float64(0.5*float64(m*p1Dot(dv, p1Add(v0, v1)))) + float64(0.5*(p1Dot(w1, l1)-p1Dot(w0, l0)))
	b.P = p1AddScaled(b.P, dv, m)
	b.L = p1Add(b.L, p1Add(p1Scale(p1Add(p1Cross(x1, dv), p1Cross(p1Sub(x1, x0), v0)), m), p1Sub(l1, l0)))
}

// Predict4Weight adds what gravity g has given a body in the time h on its way from x0 to x1, with the velocities v0 and v1 there, in n equal
// pieces.
func (b *Predict4Balance) Predict4Weight(m float64, g, x0, v0, x1, v1 geom.Vec, h, n float64) {
	f := p1Scale(g, m)
	b.Energy += p1Dot(f, p1Sub(x1, x0))
	b.P = p1AddScaled(b.P, f, h)
	at := p1AddScaled(x0, v0, float64(0.5*h))
	at = p1AddScaled(at, p1Sub(v1, v0), float64(float64(h/6)*(1-1/float64(n*n))))
	b.L = p1Add(b.L, p1Cross(p1Scale(at, h), f))
}

// Predict4Push adds what an impulse j at the place x gives a body: energy e, and, where it comes from outside, momentum.
func (b *Predict4Balance) Predict4Push(e float64, j, x geom.Vec, outside float64) {
	b.Energy += e
	b.P = p1AddScaled(b.P, j, outside)
	b.L = p1AddScaled(b.L, p1Cross(x, j), outside)
}
