package sweep

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// unroll puts angles [deg] on a line: each is moved by whole turns to within half a turn of the direction of the sum of
// all, as unit vectors, and all of them so that their mean is from low to a turn above it. The mean is that of the
// circle then: it depends neither on the order of the angles nor on where a turn begins. Where they cancel out, they are
// counted from the first.
func unroll(angles []float64, low float64) {
	var x, y float64
	for _, a := range angles {
		sin, cos := geom.SinCos(float64(a * (math.Pi / 180)))
		x, y = x+cos, y+sin
	}
	middle := angles[0]
	if math.Hypot(x, y) > 1e-9*float64(len(angles)) {
		middle = float64(geom.Atan2(y, x) * (180 / math.Pi))
	}
	move := func(turns func(a float64) float64) {
		for i, a := range angles {
			angles[i] = a + float64(360*turns(a))
		}
	}
	move(func(a float64) float64 { return math.RoundToEven((middle - a) / 360) })
	mean := 0.0
	for _, a := range angles {
		mean += a / float64(len(angles))
	}
	if turns := math.Ceil((low - mean) / 360); turns != 0 {
		move(func(float64) float64 { return turns })
	}
}
