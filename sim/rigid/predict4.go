package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 4 of recorded logs predicts the balance of a step from the states of its bodies. Like predict1.go this
// file is never edited.

// Predict4Balance is kinetic energy [J], momentum [N s] and angular momentum about the origin [N m s].
type Predict4Balance struct {
	Energy float64
	P, L   geom.Vec
}

// Predict4Gain adds to b what a body of the mass m [kg] has gained from a state with the place x0, the velocity v0, the
// angular momentum l0 and the angular velocity w0 to another one.
func (b *Predict4Balance) Predict4Gain(m float64, x0, v0, l0, w0, x1, v1, l1, w1 geom.Vec) {
	dv := p1Sub(v1, v0)
	b.Energy += float64(0.5*float64(m*p1Dot(dv, p1Add(v0, v1)))) + float64(0.5*(p1Dot(w1, l1)-p1Dot(w0, l0)))
	b.P = p1AddScaled(b.P, dv, m)
	b.L = p1Add(b.L, p1Add(p1Scale(p1Add(p1Cross(x1, dv), p1Cross(p1Sub(x1, x0), v0)), m), p1Sub(l1, l0)))
}

// Predict4Weight adds what gravity g has given a body in the time h on its way from x0 to x1, with the velocities v0
// and v1 there, in n equal pieces.
func (b *Predict4Balance) Predict4Weight(m float64, g, x0, v0, x1, v1 geom.Vec, h, n float64) {
	f := p1Scale(g, m)
	b.Energy += p1Dot(f, p1Sub(x1, x0))
	b.P = p1AddScaled(b.P, f, h)
	at := p1AddScaled(x0, v0, float64(0.5*h))
	at = p1AddScaled(at, p1Sub(v1, v0), float64(float64(h/6)*(1-1/float64(n*n))))
	b.L = p1Add(b.L, p1Cross(p1Scale(at, h), f))
}

// Predict4Push adds what an impulse j at the place x gives a body: energy e, and, where it comes from outside,
// momentum.
func (b *Predict4Balance) Predict4Push(e float64, j, x geom.Vec, outside float64) {
	b.Energy += e
	b.P = p1AddScaled(b.P, j, outside)
	b.L = p1AddScaled(b.L, p1Cross(x, j), outside)
}

// Predict4Attitude is Predict1Attitude, to the last bit, with the angular velocity w that Predict2Rate gives at q with
// l0.
func Predict4Attitude(q geom.Quat, w, l0, l1 geom.Vec, invI *geom.Mat3, dt float64) geom.Quat {
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		return q
	}
	size := math.Sqrt(p1Dot(w, w))
	n := math.Ceil(float64(size*dt) / 0.05)
	if n > 1 && l0 == l1 {
		if c := p1Cross(w, l0); math.Sqrt(p1Dot(c, c)) <= float64(1e-13*float64(size*math.Sqrt(p1Dot(l0, l0)))) {
			n = 1
		}
	}
	if n > 256 {
		n = 256
	}
	if !(n > 1) {
		return p4Step(q, w, l0, l1, invI, dt)
	}
	d, l, piece := p1Sub(l1, l0), l0, dt/n
	for k := 1.0; k <= n; k++ {
		next := l1
		if k < n {
			next = p1AddScaled(l0, d, k/n)
		}
		q = p4Step(q, w, l, next, invI, piece)
		l = next
		if k < n {
			w = p1Rate(q, l, invI)
		}
	}
	return q
}

// p4Step is p1Step with the angular velocity at its start.
func p4Step(q geom.Quat, w, l0, l1 geom.Vec, invI *geom.Mat3, dt float64) geom.Quat {
	lm := p1Scale(p1Add(l0, l1), 0.5)
	k1 := p1Scale(w, dt)
	q2 := p1Mul(p4Exp(p1Scale(k1, 0.5)), q)
	k2 := p1Scale(p1Rate(q2, lm, invI), dt)
	k3 := p1Scale(p1Rate(p1Mul(p4Exp(p1Scale(k2, 0.5)), q), lm, invI), dt)
	k4 := p1Scale(p1Rate(p1Mul(p4Exp(p1AddScaled(k3, k1, -0.5)), q2), l1, invI), dt)
	s := p1Add(k2, k3)
	s = p1Add(s, s)
	first := p1Scale(p1Sub(p1Add(p1AddScaled(k1, k1, 2), s), k4), 1.0/12)
	second := p1Scale(p1Sub(p1Add(p1AddScaled(k4, k4, 2), s), k1), 1.0/12)
	return p1Normalize(p1Mul(p1Mul(p4Exp(second), p4Exp(first)), q))
}

// p4Exp is p1Exp: of half angles up to π/4 without what p1Sin and p1Cos do with a tail, which is zero.
func p4Exp(r geom.Vec) geom.Quat {
	a2 := p1Dot(r, r)
	if a2 < 1e-4 || !(a2 < 2) {
		return p1Exp(r)
	}
	const (
		s1 = -1.66666666666666324348e-01
		s2 = 8.33333333332248946124e-03
		s3 = -1.98412698298579493134e-04
		s4 = 2.75573137070700676789e-06
		s5 = -2.50507602534068634195e-08
		s6 = 1.58969099521155010221e-10
		c1 = 4.16666666666666019037e-02
		c2 = -1.38888888888741095749e-03
		c3 = 2.48015872894767294178e-05
		c4 = -2.75573143513906633035e-07
		c5 = 2.08757232129817482790e-09
		c6 = -1.13596475577881948265e-11
	)
	a := math.Sqrt(a2)
	y := float64(0.5 * a)
	z := float64(y * y)
	v := float64(z * y)
	sr := s2 + float64(z*(s3+float64(z*(s4+float64(z*(s5+float64(z*s6)))))))
	cr := float64(z * (c1 + float64(z*(c2+float64(z*(c3+float64(z*(c4+float64(z*(c5+float64(z*c6)))))))))))
	sin := y - (float64(z*(0-float64(v*sr))) - float64(v*s1))
	h := float64(0.5 * z)
	w := 1 - h
	return geom.Quat{W: w + (((1 - w) - h) + float64(z*cr)), V: p1Scale(r, sin/a)}
}

// Predict4Fallen returns the time in which a body whose velocity has changed from v0 to v1 has fallen with the
// acceleration g, and whether it has fallen at all: v1 is off by no more than 2^-48 of itself, and the time by no more
// than slack from h.
func Predict4Fallen(v0, v1, g geom.Vec, h, slack float64) (float64, bool) {
	d := p1Sub(v1, v0)
	fallen := p1Dot(d, g) / p1Dot(g, g)
	off := p1AddScaled(d, g, 0-fallen)
	return fallen, p1Dot(off, off) <= float64(0x1p-96*p1Dot(v1, v1)) && math.Abs(fallen-h) <= slack
}

// Predict4Side is one side of an impact at a point: the lever of the point from the centre of mass and the body's
// attitude, mass (0 for what nothing moves) and inverse inertia.
type Predict4Side struct {
	R    geom.Vec
	Q    geom.Quat
	M    float64
	InvI *geom.Mat3
}

// response returns what an impulse j at the point does to the velocity of the point.
func (s *Predict4Side) response(j geom.Vec) geom.Vec {
	if !(s.M > 0) {
		return geom.Vec{}
	}
	return p1AddScaled(p1Cross(p1Rate(s.Q, p1Cross(s.R, j), s.InvI), s.R), j, 1/s.M)
}

// Predict4Impulse returns the impulse on B of an impact at one point with the normal n from A to B, in which B's point
// comes with the velocity u relative to A's: restitution e of the normal velocity, and Coulomb's friction mu on the
// slip that is left. Without a first slip to go by it is none. It has no more than 40 steps.
//
// With p_n eliminated sticking is S p + g = 0 in the plane of contact, and sliding p(l) = -(S + l)⁻¹ g with the l > 0
// at which |p| is mu p_n.
func Predict4Impulse(sides *[2]Predict4Side, n, u geom.Vec, e, mu float64) geom.Vec {
	// Two directions at right angles to n.
	a := geom.Vec{X: 1}
	if math.Abs(n.X) > 0.5 {
		a = geom.Vec{Y: 1}
	}
	a = p1Cross(n, a)
	a = p1Scale(a, 1/math.Sqrt(p1Dot(a, a)))
	frame := [3]geom.Vec{n, a, p1Cross(n, a)}
	var k [3][3]float64
	var q [3]float64
	for j := range frame {
		v := p1Add(sides[0].response(frame[j]), sides[1].response(frame[j]))
		for i := range frame {
			k[i][j] = p1Dot(frame[i], v)
		}
		q[j] = p1Dot(frame[j], u)
	}
	q[0] = float64(q[0] * (1 + e))
	if !(q[0] < 0) {
		return geom.Vec{}
	}
	n0, n1, n2 := 0-q[0]/k[0][0], 0-k[0][1]/k[0][0], 0-k[0][2]/k[0][0]
	s11, s12, s22 := k[1][1]+float64(k[1][0]*n1), k[1][2]+float64(k[1][0]*n2), k[2][2]+float64(k[2][0]*n2)
	g1, g2 := q[1]+float64(k[1][0]*n0), q[2]+float64(k[2][0]*n0)
	solve := func(l, x, y float64) (float64, float64) {
		d := -1 / (float64((s11+l)*(s22+l)) - float64(s12*s12))
		return float64(d * (float64((s22+l)*x) - float64(s12*y))), float64(d * (float64((s11+l)*y) - float64(s12*x)))
	}
	at := func(l float64) (x, y, z, excess float64) {
		y, z = solve(l, g1, g2)
		x = n0 + (float64(n1*y) + float64(n2*z))
		return x, y, z, math.Sqrt(float64(y*y)+float64(z*z)) - float64(mu*x)
	}
	x, y, z, excess := at(0)
	if excess > 0 {
		lo, hi := 0.0, s11+s22
		for range 20 {
			if _, _, _, f := at(hi); f < 0 {
				break
			}
			lo, hi = hi, hi+hi
		}
		l := float64(1e-3 * hi)
		for range 20 {
			if _, y, z, excess = at(l); excess > 0 {
				lo = l
			} else {
				hi = l
			}
			dy, dz := solve(l, y, z)
			slope := (float64(y*dy)+float64(z*dz))/math.Sqrt(float64(y*y)+float64(z*z)) - float64(mu*(float64(n1*dy)+float64(n2*dz)))
			next := l - excess/slope
			if !(next > lo && next < hi) {
				next = float64(0.5 * (lo + hi))
			}
			if excess == 0 || next == l {
				break
			}
			l = next
		}
		size := math.Sqrt(float64(y*y) + float64(z*z))
		y, z = y/size, z/size
		x = 0 - q[0]/(k[0][0]+float64(mu*(float64(k[0][1]*y)+float64(k[0][2]*z))))
		y, z = float64(float64(mu*x)*y), float64(float64(mu*x)*z)
	}
	return p1AddScaled(p1AddScaled(p1Scale(frame[0], x), frame[1], y), frame[2], z)
}
