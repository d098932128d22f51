package runs

import (
	"math"
	"strconv"
	"testing"
)

// The quantile is the inverse of the distribution that the standard library's complementary error function gives, and
// is odd about the middle.
func TestNormalQuantile_InvertsTheDistribution(t *testing.T) {
	for i := range 4000 {
		u := math.Ldexp(0.5+float64(i%97)/200, -(i % 53))
		x := normalQuantile(u)
		// An error dx of the quantile is one of density·dx of the share.
		density := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
		if got := math.Erfc(-x/math.Sqrt2) / 2; math.Abs(got-u) > 1e-15*u+4e-15*math.Abs(x)*density {
			t.Fatalf("quantile of %g is %.17g, which has a share of %.17g", u, x, got)
		}
		if other := normalQuantile(1 - u); 1-(1-u) == u && other != -x {
			t.Fatalf("quantiles of %g and %g: %g, %g", u, 1-u, x, other)
		}
	}
	for _, c := range []struct{ u, want float64 }{{0.5, 0}, {0.975, 1.959963984540054}, {0.001, -3.090232306167813}} {
		if got := normalQuantile(c.u); math.Abs(got-c.want) > 1e-14 {
			t.Errorf("quantile of %g: %.16g, want %.16g", c.u, got, c.want)
		}
	}
	if x := normalQuantile(0); !(x < -8.2 && x > -8.3) || !(normalQuantile(1-0x1p-53) < 8.3) {
		t.Errorf("at the ends %g and %g", x, normalQuantile(1-0x1p-53))
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

// The higher half of the generator's numbers gives what is above the mean.
func TestRange_DrawsNormallyInTheOrderOfItsNumbers(t *testing.T) {
	even, normal := Range{Name: "a", Low: 0, High: 1}, Range{Name: "a", Normal: true, Mean: 50, Deviation: 2}
	for n := range 40 {
		value := func(r *Range) float64 {
			v, err := strconv.ParseFloat(r.Draw(7, n+1).Value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if u, x := value(&even), value(&normal); math.Abs(x-50-2*normalQuantile(u)) > 1e-5 {
			t.Errorf("variation %d: %g at %g of the numbers", n+1, x, u)
		}
	}
}

// The own exponential is within a few roundings of the library's, and 0 where that is below the least double.
func TestExponential_IsThatOfTheLibrary(t *testing.T) {
	for k := range 7000 {
		x := -0.1 * float64(k)
		if got, want := exponential(x), math.Exp(x); math.Abs(got-want) > float64(4e-16*math.Max(1, -x))*want {
			t.Errorf("exp(%g) is %g, want %g", x, got, want)
		}
	}
	if exponential(-1e300) != 0 || exponential(0) != 1 {
		t.Errorf("%g and %g", exponential(-1e300), exponential(0))
	}
}
