package sim

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestCentroid_OfALine: the centroid of a line of contact is its middle, also where two triangles of a mesh both give one
// of its ends, with rounding in any direction, turned by any angle; that of a rectangle so is its middle.
func TestCentroid_OfALine(t *testing.T) {
	t.Parallel()
	n := geom.Vec{X: 1}
	for _, c := range []struct {
		places [][2]float64
		middle [2]float64
	}{
		{[][2]float64{{1.128, 1.88}, {1.128, 1.88}, {0.074, 1.88}}, [2]float64{0.601, 1.88}},
		{[][2]float64{{0, 0}, {0, 0}, {2, 0}, {2, 1}, {2, 1}, {0, 1}, {0, 1}}, [2]float64{1, 0.5}},
		{[][2]float64{{3, 1}}, [2]float64{3, 1}},
	} {
		for turn := range 24 {
			if !geomtest.Long && turn%5 > 0 {
				continue
			}
			sin, cos := math.Sincos(float64(turn) * math.Pi / 12)
			at := func(q [2]float64) geom.Vec { return geom.Vec{Y: cos*q[0] - sin*q[1], Z: sin*q[0] + cos*q[1]} }
			for noise := range 1 << (2 * len(c.places)) {
				var list []touch
				for i, q := range c.places {
					p := at(q).Add(geom.Vec{Y: 1e-15 * float64(noise>>(2*i)&1), Z: 1e-15 * float64(noise>>(2*i+1)&1)})
					list = append(list, touch{p: p, n: n, key: rowKey{tri: int32(i)}})
				}
				var w World
				if got, _ := w.centroid(list, 3e-9); got.Sub(at(c.middle)).Len() > 1e-9 {
					t.Fatalf("%v turned by %d degrees: %v, want %v", c.places, 15*turn, got, at(c.middle))
				}
			}
		}
	}
}
