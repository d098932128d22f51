package geom

import "math"

// The inverse functions, in the same way as sin and cos.
//
// Source: fdlibm 5.3 (Sun Microsystems), s_atan.c, e_asin.c, e_acos.c: polynomials and intervals. Atan2 is put together
// otherwise: it carries the rounding of the quotient along.

// π/2 and π as sums of two doubles.
const (
	halfPiHi = math.Pi / 2
	halfPiLo = 6.12323399573676603587e-17
	piHi     = math.Pi
	piLo     = 1.22464679914735317723e-16
)

// Atan returns the arc tangent of x [rad], in [-π/2, π/2]: ±0 for ±0, ±π/2 for ±Inf, NaN for NaN.
func Atan(x float64) float64 {
	a := math.Abs(x)
	if a < 0x1p-27 || a != a {
		return x
	}
	if a > 0x1p66 {
		return math.Copysign(halfPiHi, x)
	}
	hi, lo := atanKernel(a, 0)
	return math.Copysign(hi+lo, x)
}

// atanKernel returns the arc tangent of x + d as hi + lo, |lo| < hi. x is finite and not negative, d is at most its
// rounding.
func atanKernel(x, d float64) (hi, lo float64) {
	const (
		a0  = 3.33333333333329318027e-01
		a1  = -1.99999999998764832476e-01
		a2  = 1.42857142725034663711e-01
		a3  = -1.11111104054623557880e-01
		a4  = 9.09088713343650656196e-02
		a5  = -7.69187620504482999495e-02
		a6  = 6.66107313738753120669e-02
		a7  = -5.83357013379057348645e-02
		a8  = 4.97687799461593236017e-02
		a9  = -3.65315727442169155270e-02
		a10 = 1.62858201153657823623e-02
	)
	if d != 0 {
		d /= 1 + float64(x*x)
	}
	y := x
	var baseHi, baseLo float64
	switch {
	case x < 7.0/16:
	case x < 11.0/16:
		baseHi, baseLo = 4.63647609000806093515e-01, 2.26987774529616870924e-17 // atan 1/2
		y = (float64(2*x) - 1) / (2 + x)
	case x < 19.0/16:
		baseHi, baseLo = 7.85398163397448278999e-01, 3.06161699786838301793e-17 // atan 1
		y = (x - 1) / (x + 1)
	case x < 39.0/16:
		baseHi, baseLo = 9.82793723247329054082e-01, 1.39033110312309984516e-17 // atan 3/2
		y = (x - 1.5) / (1 + float64(1.5*x))
	default:
		baseHi, baseLo = halfPiHi, halfPiLo
		y = -1 / x
	}
	z := float64(y * y)
	w := float64(z * z)
	even := float64(z * (a0 + float64(w*(a2+float64(w*(a4+float64(w*(a6+float64(w*(a8+float64(w*a10)))))))))))
	odd := float64(w * (a1 + float64(w*(a3+float64(w*(a5+float64(w*(a7+float64(w*a9)))))))))
	t := float64(y * (even + odd))
	if baseHi == 0 {
		return y, d - t
	}
	return baseHi, y - (t - (baseLo + d))
}

// Atan2 returns the angle [rad] of the point (x, y) from the x axis, in [-π, π]. Special cases are those of math.Atan2:
// NaN in either gives NaN; a y of ±0 gives ±0 for x >= +0 and ±π for x <= -0; x = ±0 gives ±π/2; y finite and x = +Inf
// gives ±0, x = -Inf gives ±π; y infinite gives ±π/2, and with x infinite ±π/4 or ±3π/4. The sign is that of y.
func Atan2(y, x float64) float64 {
	ay, ax := math.Abs(y), math.Abs(x)
	switch {
	case ax != ax || ay != ay:
		return math.NaN()
	case ay == 0 || ax == 0 || ax > math.MaxFloat64 || ay > math.MaxFloat64:
		return atan2Special(y, x)
	}
	q := ay / ax
	switch {
	case q > 0x1p60:
		return math.Copysign(halfPiHi, y)
	case q < 0x1p-60 && x > 0:
		return math.Copysign(q, y)
	case q < 0x1p-60:
		return math.Copysign(piHi, y)
	}
	if e := exponentBits(ax); e < 400 || e > 1600 { // quotientRest would overflow or lose bits
		ax, ay = math.Ldexp(ax, 1023-int(e)), math.Ldexp(ay, 1023-int(e))
	}
	hi, lo := atanKernel(q, quotientRest(ay, ax, q))
	if x < 0 {
		t := piHi - hi
		hi, lo = t, ((piHi-t)-hi)-(lo-piLo)
	}
	return math.Copysign(hi+lo, y)
}

// atan2Special returns the angle of (x, y) where one of them is zero or infinite and none is NaN.
func atan2Special(y, x float64) float64 {
	var a float64
	switch {
	case y == 0 && math.Signbit(x):
		a = piHi
	case y == 0:
		a = 0
	case x == 0:
		a = halfPiHi
	case math.IsInf(x, 1) && math.IsInf(y, 0):
		a = math.Pi / 4
	case math.IsInf(x, 1):
		a = 0
	case math.IsInf(x, -1) && math.IsInf(y, 0):
		a = 3 * math.Pi / 4
	case math.IsInf(x, -1):
		a = piHi
	default:
		a = halfPiHi
	}
	return math.Copysign(a, y)
}

// quotientRest returns a/b - q for q = a/b rounded. All three are far from the ends of the range.
//
// Source: Dekker, A floating-point technique for extending the available precision, Numerische Mathematik 18 (1971).
func quotientRest(a, b, q float64) float64 {
	const split = 1<<27 + 1
	t := float64(split * b)
	b1 := t - (t - b)
	b2 := b - b1
	t = float64(split * q)
	q1 := t - (t - q)
	q2 := q - q1
	p := float64(b * q)
	e := ((float64(b1*q1) - p) + float64(b1*q2) + float64(b2*q1)) + float64(b2*q2)
	return ((a - p) - e) / b
}

// Asin returns the arc sine of x [rad], in [-π/2, π/2]: ±0 for ±0, NaN for |x| > 1 and NaN.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a < 0x1p-27:
		return x
	case a < 0.5:
		return x + float64(x*asinRatio(float64(x*x)))
	}
	z := float64(0.5 * (1 - a))
	s := math.Sqrt(z)
	hi, lo := splitSqrt(z, s)
	t := float64(2*float64(s*asinRatio(z))) - (halfPiLo - float64(2*lo))
	y := math.Pi/4 - (t - (math.Pi/4 - float64(2*hi)))
	return math.Copysign(y, x)
}

// Acos returns the arc cosine of x [rad], in [0, π]: NaN for |x| > 1 and NaN.
func Acos(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a < 0.5:
		return halfPiHi - (x - (halfPiLo - float64(x*asinRatio(float64(x*x)))))
	}
	z := float64(0.5 * (1 - a))
	s := math.Sqrt(z)
	if x < 0 {
		w := float64(s*asinRatio(z)) - halfPiLo
		return piHi - float64(2*(s+w))
	}
	hi, lo := splitSqrt(z, s)
	return float64(2 * (hi + (float64(s*asinRatio(z)) + lo)))
}

// splitSqrt returns √z as hi + lo, where s is √z rounded and hi has the upper half of its bits; 0 and 0 for zero.
func splitSqrt(z, s float64) (hi, lo float64) {
	if z == 0 {
		return 0, 0
	}
	hi = math.Float64frombits(math.Float64bits(s) &^ (1<<32 - 1))
	return hi, (z - float64(hi*hi)) / (s + hi)
}

// asinRatio returns (asin √z - √z)/√z for z in [0, 1/4], a quotient of polynomials.
func asinRatio(z float64) float64 {
	const (
		p0 = 1.66666666666666657415e-01
		p1 = -3.25565818622400915405e-01
		p2 = 2.01212532134862925881e-01
		p3 = -4.00555345006794114027e-02
		p4 = 7.91534994289814532176e-04
		p5 = 3.47933107596021167570e-05
		q1 = -2.40339491173441421878e+00
		q2 = 2.02094576023350569471e+00
		q3 = -6.88283971605453293030e-01
		q4 = 7.70381505559019352791e-02
	)
	p := float64(z * (p0 + float64(z*(p1+float64(z*(p2+float64(z*(p3+float64(z*(p4+float64(z*p5)))))))))))
	q := 1 + float64(z*(q1+float64(z*(q2+float64(z*(q3+float64(z*q4)))))))
	return p / q
}
