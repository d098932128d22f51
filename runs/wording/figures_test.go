package wording

import "testing"

// TestFixed: what leaves the world, as a body does under a force without bound, does not fill a line with its digits.
func TestFixed(t *testing.T) {
	for v, want := range map[float64]string{
		-1.23456: "-1.235", -1e-9: "0.000", 123456789.0625: "123456789.062", 1e9: "1e+09", -4.05e304: "-4.05e+304", 123456789012: "1.23457e+11",
	} {
		if got := Fixed(v, 3); got != want {
			t.Errorf("%g: %q, want %q", v, got, want)
		}
	}
}

// TestDegrees_HasNo360: what would be rounded to a full turn is none.
func TestDegrees_HasNo360(t *testing.T) {
	for _, c := range []struct {
		deg  float64
		want string
	}{{0, "0.0°"}, {359.94, "359.9°"}, {359.951, "0.0°"}, {359.99999, "0.0°"}, {180.25, "180.2°"}} {
		if got := Degrees(&c.deg); got != c.want {
			t.Errorf("%g: %s, want %s", c.deg, got, c.want)
		}
	}
}
