package geom

import "testing"

// TestAddTo_KeepsWhatCancels adds one and what it drowns in.
func TestAddTo_KeepsWhatCancels(t *testing.T) {
	sum, lost := 0.0, 0.0
	for _, x := range []float64{1, 1e100, 1, -1e100, 3} {
		sum, lost = AddTo(sum, x, lost)
	}
	if got := sum + lost; got != 5 {
		t.Errorf("%v, want 5", got)
	}
	v, o := AddVecTo(Vec{X: 1e17, Y: 1, Z: -1e17}, Vec{X: 1, Y: 1e17, Z: 3}, Vec{})
	if w, p := AddVecTo(v, Vec{X: -1e17, Y: -1e17, Z: 1e17}, o); w.Add(p) != (Vec{X: 1, Y: 1, Z: 3}) {
		t.Errorf("%v + %v", w, p)
	}
}
