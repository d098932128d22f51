package runs

import (
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/wording"
)

// TestDegrees_HasNo360: what would be rounded to a full turn is none.
func TestDegrees_HasNo360(t *testing.T) {
	for _, c := range []struct {
		deg  float64
		want string
	}{{0, "0.0°"}, {359.94, "359.9°"}, {359.951, "0.0°"}, {359.99999, "0.0°"}, {180.25, "180.2°"}} {
		if got := wording.Degrees(&c.deg); got != c.want {
			t.Errorf("%g: %s, want %s", c.deg, got, c.want)
		}
	}
}

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

// TestOrDevice: Windows has no files of the streams.
func TestOrDevice(t *testing.T) {
	if got := wording.OrDevice("/dev/stdin", "linux") + wording.OrDevice("/dev/stdin", "windows"); got != ", or /dev/stdin" {
		t.Error(got)
	}
}
