package sim

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestPatchShare_OfPolygons compares the mean distance of a patch's points from its centroid, over that of its corners,
// with closed forms: a right triangle of the angle φ at the centroid and the leg r beside it has the mean (r/3)(sec φ +
// ln(sec φ + tan φ)/tan φ).
func TestPatchShare_OfPolygons(t *testing.T) {
	cap, err := geom.NewCylinder(10, 1)
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(&Definition{Materials: []Material{{}}, Bodies: []BodyDef{{Name: "cap", Shapes: []ShapeDef{{Shape: cap}}, Mass: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	// What Gauss and Legendre's rule of five points is off by on an edge that is seen at 120, 90 and 60 degrees.
	for corners, off := range map[int]float64{3: 1.031e-4, 4: 3.92e-6, 6: 5.2e-8} {
		phi := math.Pi / float64(corners)
		tan, sec := math.Tan(phi), 1/math.Cos(phi)
		want := (sec + math.Log(sec+tan)/tan) / 3 / sec // the corners lie at r sec φ
		w.area = w.area[:0]
		for i := range corners {
			a := 0.3 + 2*phi*float64(i)
			w.area = append(w.area, touch{p: geom.Vec{X: 5 + 0.7*math.Cos(a), Y: 0.7*math.Sin(a) - 3}, n: geom.Vec{Z: 1}})
		}
		if got := w.patchShare(); math.Abs(got-want) > off {
			t.Errorf("%d corners: %g, want %g", corners, got, want)
		}
	}
}
