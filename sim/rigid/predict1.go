package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 1 of recorded logs: StepPosition and StepAttitude as they were when format 1 was published, with everything
// they need. This file is never edited: a log written with it must decode to the same bits for ever. An integrator that
// changes gets a file predict2.go. Nothing here calls package geom; its types are used as plain data.
// recorder/FORMAT.md describes the same operations, one rounding each, in words.

// Predict1Limit is the largest half angle [rad] of one exponential that predictor 1 turns by. Beyond it the attitude is
// not a number, which a codec replaces by zero.
const Predict1Limit = 0x1p20

// Predict1Position returns x + dt (v0 + v1)/2 [m], the path of a constant acceleration from the velocity v0 to v1 (m/s)
// in the time dt [s].
func Predict1Position(x, v0, v1 geom.Vec, dt float64) geom.Vec {
	return p1AddScaled(x, p1Add(v0, v1), float64(0.5*dt))
}

// Predict1Attitude returns the attitude after the time dt [s] of a body with the inverse inertia invI [1/(kg m²)] in
// the body frame, whose angular momentum [kg m²/s] goes from l0 to l1 linearly, in pieces of at most 0.05 rad where the
// angular velocity changes. Without angular momentum it returns q as it is.
func Predict1Attitude(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, dt float64) geom.Quat {
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		return q
	}
	n := p1Pieces(q, l0, l1, invI, dt)
	if !(n > 1) {
		return p1Step(q, l0, l1, invI, dt)
	}
	d, l, piece := p1Sub(l1, l0), l0, dt/n
	for k := 1.0; k <= n; k++ {
		next := l1
		if k < n {
			next = p1AddScaled(l0, d, k/n)
		}
		q = p1Step(q, l, next, invI, piece)
		l = next
	}
	return q
}

// p1Pieces returns the number of pieces of a step, at most 256; not above one where one will do.
func p1Pieces(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, dt float64) float64 {
	w := p1Rate(q, l0, invI)
	size := math.Sqrt(p1Dot(w, w))
	if c := p1Cross(w, l0); l0 == l1 && math.Sqrt(p1Dot(c, c)) <= float64(1e-13*float64(size*math.Sqrt(p1Dot(l0, l0)))) {
		return 1
	}
	n := math.Ceil(float64(size*dt) / 0.05)
	if n > 256 {
		return 256
	}
	return n
}

// p1Step is one piece.
//
// Source: Celledoni, Marthinsen, Owren, "Commutator-free Lie group methods", FGCS 19 (2003), eq. 4.
func p1Step(q geom.Quat, l0, l1 geom.Vec, invI *geom.Mat3, dt float64) geom.Quat {
	lm := p1Scale(p1Add(l0, l1), 0.5)
	k1 := p1Scale(p1Rate(q, l0, invI), dt)
	half := p1Exp(p1Scale(k1, 0.5))
	q2 := p1Mul(half, q)
	k2 := p1Scale(p1Rate(q2, lm, invI), dt)
	q3 := p1Mul(p1Exp(p1Scale(k2, 0.5)), q)
	k3 := p1Scale(p1Rate(q3, lm, invI), dt)
	q4 := p1Mul(p1Exp(p1AddScaled(k3, k1, -0.5)), q2)
	k4 := p1Scale(p1Rate(q4, l1, invI), dt)
	s := p1Add(k2, k3)
	s = p1Add(s, s)
	d := p1AddScaled(k1, k1, 2)
	e := p1AddScaled(k4, k4, 2)
	first := p1Scale(p1Sub(p1Add(d, s), k4), 1.0/12)
	second := p1Scale(p1Sub(p1Add(e, s), k1), 1.0/12)
	return p1Normalize(p1Mul(p1Mul(p1Exp(second), p1Exp(first)), q))
}

// Predict1InvInertia returns the inverse of an inertia tensor as predictor 1 takes it, and the zero matrix where there
// is none in double precision.
func Predict1InvInertia(m *geom.Mat3) geom.Mat3 {
	a, b, c := p1Cross(m.Y, m.Z), p1Cross(m.Z, m.X), p1Cross(m.X, m.Y)
	det := p1Dot(m.X, a)
	if det == 0 || !(math.Abs(det) <= math.MaxFloat64) {
		return geom.Mat3{}
	}
	s := 1 / det
	return geom.Mat3{
		X: p1Scale(geom.Vec{X: a.X, Y: b.X, Z: c.X}, s),
		Y: p1Scale(geom.Vec{X: a.Y, Y: b.Y, Z: c.Y}, s),
		Z: p1Scale(geom.Vec{X: a.Z, Y: b.Z, Z: c.Z}, s),
	}
}

// p1Rate is w = R I⁻¹ Rᵀ L.
func p1Rate(q geom.Quat, l geom.Vec, invI *geom.Mat3) geom.Vec {
	b := p1Rotate(geom.Quat{W: q.W, V: geom.Vec{X: -q.V.X, Y: -q.V.Y, Z: -q.V.Z}}, l)
	return p1Rotate(q, geom.Vec{X: p1Dot(invI.X, b), Y: p1Dot(invI.Y, b), Z: p1Dot(invI.Z, b)})
}

func p1Rotate(q geom.Quat, v geom.Vec) geom.Vec {
	t := p1Cross(q.V, v)
	t = p1Add(t, t)
	return p1Add(p1AddScaled(v, t, q.W), p1Cross(q.V, t))
}

func p1Mul(q, p geom.Quat) geom.Quat {
	return geom.Quat{
		W: float64(q.W*p.W) - p1Dot(q.V, p.V),
		V: p1Add(p1Add(p1Scale(p.V, q.W), p1Scale(q.V, p.W)), p1Cross(q.V, p.V)),
	}
}

func p1Normalize(q geom.Quat) geom.Quat {
	l := math.Sqrt(float64(q.W*q.W) + p1Dot(q.V, q.V))
	if l == 0 {
		return geom.Quat{W: 1}
	}
	return geom.Quat{W: q.W / l, V: geom.Vec{X: q.V.X / l, Y: q.V.Y / l, Z: q.V.Z / l}}
}

// p1Exp returns the rotation by the rotation vector r.
func p1Exp(r geom.Vec) geom.Quat {
	a2 := p1Dot(r, r)
	if a2 < 1e-4 {
		s := 0.5 - float64(a2*(1.0/48-float64(a2*(1.0/3840-float64(a2*(1.0/645120))))))
		c := 1 - float64(a2*(1.0/8-float64(a2*(1.0/384-float64(a2*(1.0/46080))))))
		return geom.Quat{W: c, V: p1Scale(r, s)}
	}
	a := math.Sqrt(a2)
	s, c := p1SinCos(float64(0.5 * a))
	return geom.Quat{W: c, V: p1Scale(r, s/a)}
}

// p1SinCos returns the sine and the cosine of x >= 0, NaN for x >= Predict1Limit and for NaN.
//
// Source: fdlibm 5.3, k_sin.c, k_cos.c, e_rem_pio2.c.
func p1SinCos(x float64) (sin, cos float64) {
	if x <= math.Pi/4 {
		return p1Sin(x, 0), p1Cos(x, 0)
	}
	if !(x < Predict1Limit) {
		return math.NaN(), math.NaN()
	}
	n, y, tail := p1Reduce(x)
	sin, cos = p1Sin(y, tail), p1Cos(y, tail)
	if n&1 != 0 {
		sin, cos = cos, -sin
	}
	if n&2 != 0 {
		sin, cos = -sin, -cos
	}
	return sin, cos
}

// p1Reduce returns the integer n nearest to 2x/π, modulo 4, and x - nπ/2 as the sum of y and tail.
func p1Reduce(x float64) (n uint64, y, tail float64) {
	const (
		twoOverPi = 6.36619772367581382433e-01
		toInteger = 0x1.8p52 // added, it leaves the integer in the last bits
		part1     = 1.57079632673412561417e+00
		rest1     = 6.07710050650619224932e-11
		part2     = 6.07710050630396597660e-11
		rest2     = 2.02226624879595063154e-21
		part3     = 2.02226624871116645580e-21
		rest3     = 8.47842766036889956997e-32
	)
	sum := float64(x*twoOverPi) + toInteger
	f := sum - toInteger
	r := x - float64(f*part1)
	w := float64(f * rest1)
	y = r - w
	e := p1Exponent(x)
	if e-p1Exponent(y) > 16 {
		t := r
		w = float64(f * part2)
		r = t - w
		w = float64(f*rest2) - ((t - r) - w)
		y = r - w
		if e-p1Exponent(y) > 49 {
			t = r
			w = float64(f * part3)
			r = t - w
			w = float64(f*rest3) - ((t - r) - w)
			y = r - w
		}
	}
	return math.Float64bits(sum) & 3, y, (r - y) - w
}

func p1Exponent(x float64) int32 { return int32(math.Float64bits(x)>>52) & 0x7ff }

func p1Sin(y, tail float64) float64 {
	const (
		s1 = -1.66666666666666324348e-01
		s2 = 8.33333333332248946124e-03
		s3 = -1.98412698298579493134e-04
		s4 = 2.75573137070700676789e-06
		s5 = -2.50507602534068634195e-08
		s6 = 1.58969099521155010221e-10
	)
	z := float64(y * y)
	v := float64(z * y)
	r := s2 + float64(z*(s3+float64(z*(s4+float64(z*(s5+float64(z*s6)))))))
	return y - ((float64(z*(float64(0.5*tail)-float64(v*r))) - tail) - float64(v*s1))
}

func p1Cos(y, tail float64) float64 {
	const (
		c1 = 4.16666666666666019037e-02
		c2 = -1.38888888888741095749e-03
		c3 = 2.48015872894767294178e-05
		c4 = -2.75573143513906633035e-07
		c5 = 2.08757232129817482790e-09
		c6 = -1.13596475577881948265e-11
	)
	z := float64(y * y)
	r := float64(z * (c1 + float64(z*(c2+float64(z*(c3+float64(z*(c4+float64(z*(c5+float64(z*c6)))))))))))
	h := float64(0.5 * z)
	w := 1 - h
	return w + (((1 - w) - h) + (float64(z*r) - float64(y*tail)))
}

func p1Add(a, b geom.Vec) geom.Vec { return geom.Vec{X: a.X + b.X, Y: a.Y + b.Y, Z: a.Z + b.Z} }

func p1Sub(a, b geom.Vec) geom.Vec { return geom.Vec{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z} }

func p1Scale(a geom.Vec, s float64) geom.Vec {
	return geom.Vec{X: float64(a.X * s), Y: float64(a.Y * s), Z: float64(a.Z * s)}
}

func p1AddScaled(a, b geom.Vec, s float64) geom.Vec {
	return geom.Vec{X: a.X + float64(b.X*s), Y: a.Y + float64(b.Y*s), Z: a.Z + float64(b.Z*s)}
}

func p1Dot(a, b geom.Vec) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

func p1Cross(a, b geom.Vec) geom.Vec {
	return geom.Vec{
		X: float64(a.Y*b.Z) - float64(a.Z*b.Y),
		Y: float64(a.Z*b.X) - float64(a.X*b.Z),
		Z: float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}
