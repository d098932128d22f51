package reconstruct

import (
	"math"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// A velocity that jumps by 16.5 m/s has a largest mean of that over 50 ms, whatever the times of the samples; one that
// changes steadily that of its acceleration. Time and size belong together.
func TestPeak_IsOverItsTimeWhateverTheSamples(t *testing.T) {
	for _, h := range []float64{1. / 1000, 1. / 300, 1. / 240, 1. / 90, 1. / 60, 1. / 30} {
		var jump, steady []Sample
		for k := range int(1/h) + 1 {
			s := Sample{Time: float64(k) * h}
			if s.V = (geom.Vec{X: 15}); s.Time > 0.5037 {
				s.V.X = -1.5
			}
			jump = append(jump, s)
			s.V = geom.Vec{Y: 7 * s.Time}
			steady = append(steady, s)
		}
		got := peak(jump, 0.05)
		near(t, "of a jump", got.Size, 16.5/(0.05*StandardGravity), 1e-9)
		if got.Over != 0.05 || got.Time > 0.5037 || got.Time < 0.5037-0.05-h {
			t.Errorf("h = %g: %+v", h, got)
		}
		k := slices.IndexFunc(jump, func(s Sample) bool { return s.Time > 0.5037 })
		near(t, "of a jump at the end", peak(jump[:k+1], 0.05).Size, 16.5/(0.05*StandardGravity), 1e-9)
		near(t, "of a steady change", peak(steady, 0.05).Size, 7/StandardGravity, 1e-9)
	}
	if p := peak([]Sample{{Time: 0}, {Time: 0.04, V: geom.Vec{X: 1}}}, 0.05); p != nil {
		t.Errorf("of less than its time: %+v", p)
	}
	if p := peak([]Sample{{Time: 0}, {Time: 0.05, V: geom.Vec{X: 1}}}, 0.05); p == nil || math.Abs(p.Size-20/StandardGravity) > 1e-9 {
		t.Errorf("of just its time: %+v", p)
	}
}
