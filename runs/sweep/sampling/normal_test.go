package sampling

import (
	"math"
	"testing"
)

// The quantile is the inverse of the distribution that the standard library's complementary error function gives, and
// is odd about the middle.
func TestQuantile_InvertsTheDistribution(t *testing.T) {
	for i := range 4000 {
		u := math.Ldexp(0.5+float64(i%97)/200, -(i % 53))
		x := Quantile(u)
		// An error dx of the quantile is one of density·dx of the share.
		density := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
		if got := math.Erfc(-x/math.Sqrt2) / 2; math.Abs(got-u) > 1e-15*u+4e-15*math.Abs(x)*density {
			t.Fatalf("quantile of %g is %.17g, which has a share of %.17g", u, x, got)
		}
		if other := Quantile(1 - u); 1-(1-u) == u && other != -x {
			t.Fatalf("quantiles of %g and %g: %g, %g", u, 1-u, x, other)
		}
	}
	for _, c := range []struct{ u, want float64 }{{0.5, 0}, {0.975, 1.959963984540054}, {0.001, -3.090232306167813}} {
		if got := Quantile(c.u); math.Abs(got-c.want) > 1e-14 {
			t.Errorf("quantile of %g: %.16g, want %.16g", c.u, got, c.want)
		}
	}
	if x := Quantile(0); !(x < -8.2 && x > -8.3) || !(Quantile(1-0x1p-53) < 8.3) {
		t.Errorf("at the ends %g and %g", x, Quantile(1-0x1p-53))
	}
}

// The own logarithm is within two roundings of the library's.
func TestLogarithm(t *testing.T) {
	for i := range 3000 {
		x := math.Exp(float64(i)/40 - 40)
		if got, want := logarithm(x), math.Log(x); math.Abs(got-want) > 4.5e-16*math.Max(math.Abs(want), 1) {
			t.Fatalf("log %g: %.17g, want %.17g", x, got, want)
		}
	}
}

// The own exponential is within a few roundings of the library's, and 0 where that is below the least double.
func TestExp_IsThatOfTheLibrary(t *testing.T) {
	for k := range 7000 {
		x := -0.1 * float64(k)
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > float64(4e-16*math.Max(1, -x))*want {
			t.Errorf("exp(%g) is %g, want %g", x, got, want)
		}
	}
	if Exp(-1e300) != 0 || Exp(0) != 1 {
		t.Errorf("%g and %g", Exp(-1e300), Exp(0))
	}
}

// The distribution is that of the library's complementary error function, and the inverse of the quantile.
func TestDistribution_IsThatOfTheLibrary(t *testing.T) {
	for k := range 1661 {
		x := 0.01*float64(k) - 8.3
		got := Distribution(x)
		bound := 4e-16 * (1 + x*x/2) / 2 // of the exponential, times what it is multiplied with
		if want := math.Erfc(-x/math.Sqrt2) / 2; math.Abs(got-want) > bound {
			t.Errorf("share below %g is %g, want %g", x, got, want)
		}
		// An error of the share is one of the quantile over the density.
		if density := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi); math.Abs(x) < 7 && math.Abs(Quantile(got)-x) > bound/density+1e-14 {
			t.Errorf("quantile of the share below %g: %g", x, Quantile(got))
		}
	}
	for _, x := range []float64{-1e300, 1e300, math.Inf(-1), math.Inf(1)} {
		if u := Distribution(x); !(u > 0 && u < 1) || (u > 0.5) != (x > 0) {
			t.Errorf("share below %g: %g", x, u)
		}
	}
}
