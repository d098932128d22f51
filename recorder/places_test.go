package recorder

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func TestPlaces_AreThoseOfTheValues(t *testing.T) {
	h := Header{}
	h.addBody("a", geom.Identity())
	h.addColumn(0, "wheel0.spin", "linear", 1)
	h.addBody("b", geom.Identity())
	p := h.Places()
	for _, c := range []struct {
		object int
		name   string
		count  int32
		want   int
	}{
		{0, "x", 3, 0}, {0, "q", 4, 3}, {0, "v", 3, 7}, {0, "L", 3, 10}, {0, "wheel0.spin", 1, 13}, {1, "x", 3, 14}, {1, "L", 3, 24},
		{1, "wheel0.spin", 1, -1}, {0, "x", 2, -1}, {2, "x", 3, -1}, {-1, "x", 3, -1},
	} {
		if got := p.Of(c.object, c.name, c.count); got != c.want {
			t.Errorf("%s of %d, %d numbers: %d, want %d", c.name, c.object, c.count, got, c.want)
		}
	}
}

// TestPlaces_OfABody: its four columns are side by side, wherever others are.
func TestPlaces_OfABody(t *testing.T) {
	h := Header{}
	h.addColumn(0, "before", "hold", 2)
	h.addBody("a", geom.Identity())
	h.addColumn(0, "behind", "hold", 1)
	h.addColumn(1, "x", "linear", 3)
	h.addColumn(1, "v", "hold", 3)
	if p := h.Places(); p.Body(0) != 2 || p.Body(1) != -1 || p.Body(2) != -1 || p.Body(-1) != -1 {
		t.Errorf("%d, %d, %d", p.Body(0), p.Body(1), p.Body(2))
	}
	h.Columns[1], h.Columns[2] = h.Columns[2], h.Columns[1]
	if at := h.Places().Body(0); at != -1 {
		t.Errorf("q before x: %d", at)
	}
}
