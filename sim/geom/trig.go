package geom

import "math"

// Sin and cos, with bits that are the same on every machine: every product is rounded by itself, and nothing of package
// math is called whose last bit depends on the architecture. The error is below one unit in the last place for every
// argument of the tests, which compare with series in higher precision (largest found: 0.87, in Acos).
//
// Source: fdlibm 5.3 (Sun Microsystems), k_sin.c, k_cos.c: the minimax polynomials on [-π/4, π/4], Remez error 2^-58.

// SinCos returns the sine and the cosine of x [rad]. A ±0 gives ±0 and 1; ±Inf and NaN give NaN and NaN.
func SinCos(x float64) (sin, cos float64) {
	if a := math.Abs(x); a <= math.Pi/4 {
		if a < 0x1p-27 {
			return x, 1
		}
		return sinKernel(x, 0), cosKernel(x, 0)
	} else if !(a <= math.MaxFloat64) {
		return math.NaN(), math.NaN()
	}
	q, y, tail := reduceHalfPi(x)
	sin, cos = sinKernel(y, tail), cosKernel(y, tail)
	if q&1 != 0 {
		sin, cos = cos, -sin
	}
	if q&2 != 0 {
		sin, cos = -sin, -cos
	}
	return sin, cos
}

// Sin returns the sine of x [rad]: ±0 for ±0, NaN for ±Inf and NaN. Its bits are those of SinCos.
func Sin(x float64) float64 {
	if a := math.Abs(x); a <= math.Pi/4 {
		if a < 0x1p-27 {
			return x
		}
		return sinKernel(x, 0)
	} else if !(a <= math.MaxFloat64) {
		return math.NaN()
	}
	q, y, tail := reduceHalfPi(x)
	return quarterWave(q, y, tail)
}

// Cos returns the cosine of x [rad]: NaN for ±Inf and NaN. Its bits are those of SinCos.
func Cos(x float64) float64 {
	if a := math.Abs(x); a <= math.Pi/4 {
		if a < 0x1p-27 {
			return 1
		}
		return cosKernel(x, 0)
	} else if !(a <= math.MaxFloat64) {
		return math.NaN()
	}
	q, y, tail := reduceHalfPi(x)
	return quarterWave(q+1, y, tail)
}

// quarterWave returns the sine of q·π/2 + y + tail.
func quarterWave(q uint32, y, tail float64) float64 {
	var s float64
	if q&1 == 0 {
		s = sinKernel(y, tail)
	} else {
		s = cosKernel(y, tail)
	}
	if q&2 != 0 {
		return -s
	}
	return s
}

// sinKernel returns the sine of y + tail for |y| <= π/4 and a tail below half a unit in the last place of y.
func sinKernel(y, tail float64) float64 {
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

// cosKernel returns the cosine of y + tail for |y| <= π/4 and a tail below half a unit in the last place of y.
func cosKernel(y, tail float64) float64 {
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
