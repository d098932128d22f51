package runs

import "testing"

// TestDegrees_HasNo360: what would be rounded to a full turn is none.
func TestDegrees_HasNo360(t *testing.T) {
	for _, c := range []struct {
		deg  float64
		want string
	}{{0, "0.0°"}, {359.94, "359.9°"}, {359.951, "0.0°"}, {359.99999, "0.0°"}, {180.25, "180.2°"}} {
		if got := degrees(&c.deg); got != c.want {
			t.Errorf("%g: %s, want %s", c.deg, got, c.want)
		}
	}
}
