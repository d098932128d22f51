package runs

import (
	"math"
	"strings"
	"testing"
)

// TestImpactText_SaysAPlaceOnce: points that read the same are one place.
func TestImpactText_SaysAPlaceOnce(t *testing.T) {
	var b strings.Builder
	i := ImpactReport{Points: []Vec{{1, 2, 3}, {1, 2, 3.0001}, {1, 2, 3.1}, {1, 2, 2.9999}}}
	i.text(&b, 1)
	if !strings.Contains(b.String(), "\n     at (1.000, 2.000, 3.000) (1.000, 2.000, 3.100)\n") {
		t.Error(b.String())
	}
}

// TestBodyReport_Motion: what only turns has its angular velocity, what creeps has digits.
func TestBodyReport_Motion(t *testing.T) {
	for _, c := range []struct {
		speed, spin float64
		want        string
	}{
		{0.25, 3, "moving, 0.250 m/s"}, {0.0006, 3, "moving, 0.001 m/s"}, {0.0004, math.Pi / 2, "turning, 90 °/s"}, {0, 0.0005, "turning, 0.0286 °/s"},
		{0.0004, 0, "moving, 0.0004 m/s"}, {120, 0, "moving, 120.000 m/s"},
	} {
		if got := (&BodyReport{Speed: c.speed, Spin: c.spin}).Motion(); got != c.want {
			t.Errorf("%g m/s, %g rad/s: %q, want %q", c.speed, c.spin, got, c.want)
		}
	}
}
