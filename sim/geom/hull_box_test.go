package geom

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestNewBoxHull_EqualsNewHull: of boxes of all sizes and ratios the hull has the bits of that of their corners.
func TestNewBoxHull_EqualsNewHull(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	plain := 0
	for i := range geomtest.Trials(40000) {
		size := math.Ldexp(1+r.Float64(), r.IntN(70)-35)
		ratio := func() float64 {
			switch r.IntN(4) {
			case 0:
				return 1
			case 1:
				return math.Ldexp(1, -r.IntN(45))
			}
			return math.Pow(2, -float64(1+i%40)*r.Float64())
		}
		half := Vec{size * ratio(), size * ratio(), size * ratio()}
		got, err := NewBoxHull(half)
		want, wantErr := NewHull(boxCorners(half))
		if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %+v, %v, want %+v, %v", half, got, err, want, wantErr)
		}
		if isPlainBox(half) {
			plain++
		}
	}
	if plain < geomtest.Trials(10000) {
		t.Errorf("%d boxes are plain", plain)
	}
}

func BenchmarkNewBoxHull(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewBoxHull(Vec{1, 2, 3}); err != nil {
			b.Fatal(err)
		}
	}
}
