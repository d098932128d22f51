package sampling

import "math"

// Quantile returns where the normal distribution of mean 0 and deviation 1 has reached the share u, 0 <= u < 1,
// of its variates. u = 0 stands for 2⁻⁵⁴, of the quantile -8.2. Relative error below 1e-15 but for the rounding; the
// same bits on every machine. Source: Wichura, algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477.
func Quantile(u float64) float64 {
	q := u - 0.5
	if math.Abs(q) <= 0.425 {
		return float64(q * rational(0.180625-float64(q*q), &centralTop, &centralBottom))
	}
	sign, tail := -1.0, u
	if q > 0 {
		sign, tail = 1, 1-u
	}
	r := math.Sqrt(-logarithm(math.Max(tail, 0x1p-54)))
	if r <= 5 {
		return float64(sign * rational(r-1.6, &tailTop, &tailBottom))
	}
	return float64(sign * rational(r-5, &farTop, &farBottom))
}

// Distribution returns the share of the variates of the normal distribution of mean 0 and deviation 1 that are below x: the inverse
// of Quantile, between 2⁻⁵⁴ and 1-2⁻⁵³, to 1e-14 in the tails; the same bits on every machine. Source: Marsaglia, Evaluating the normal
// distribution, Journal of Statistical Software 11 (2004) 4.
func Distribution(x float64) float64 {
	x = math.Max(-8.3, math.Min(8.3, x))
	sq, term, sum := float64(x*x), x, x
	for i, before := 3.0, 0.0; sum != before; i += 2 {
		term = float64(term*sq) / i
		before, sum = sum, sum+term
	}
	const root = 0.91893853320467274178 // ½ ln 2π
	share := 0.5 + float64(sum*Exp(-float64(0.5*sq)-root))
	return math.Max(0x1p-54, math.Min(1-0x1p-53, share))
}

// rational is a quotient of two polynomials, coefficients ascending.
func rational(x float64, top, bottom *[8]float64) float64 {
	return polynomial(x, top) / polynomial(x, bottom)
}

func polynomial(x float64, c *[8]float64) float64 {
	y := c[7]
	for i := 6; i >= 0; i-- {
		y = float64(y*x) + c[i]
	}
	return y
}

// logarithm returns the natural logarithm of x > 0: that of its power of two, and of the rest m in [√½, √2) 2
// artanh((m-1)/(m+1)) by its series, which ends below 1e-17 of the first term.
func logarithm(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	s := (m - 1) / (m + 1)
	sq, sum := float64(s*s), 0.0
	for k := 21; k >= 1; k -= 2 {
		sum = float64(sum*sq) + 1/float64(k)
	}
	return float64(float64(e)*math.Ln2) + float64(2*float64(s*sum))
}

// Exp returns e to the power of x <= 0, with the same bits on every machine: a power of two, times the series of the
// rest within ±½ ln 2, which ends below 1e-17.
func Exp(x float64) float64 {
	if x < -745 {
		return 0
	}
	k := math.RoundToEven(x / math.Ln2)
	r, sum := x-float64(k*math.Ln2), 1.0
	for n := 14; n >= 1; n-- {
		sum = 1 + float64(sum*r)/float64(n)
	}
	return math.Ldexp(sum, int(k))
}

// Coefficients of AS 241.
var (
	centralTop = [8]float64{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
		4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3}
	centralBottom = [8]float64{1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
		2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}
	tailTop = [8]float64{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
		1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4}
	tailBottom = [8]float64{1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}
	farTop = [8]float64{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
		2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7}
	farBottom = [8]float64{1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}
)
