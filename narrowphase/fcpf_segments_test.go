package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestFCPFSegments_IsTheLeastDistance: no two points of a grid on the segments are nearer, and some are nearly as near;
// where the nearest points are ends, inside of one segment or of both, and for segments without length.
func TestFCPFSegments_IsTheLeastDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: size * (r.Float64() - 0.5), Y: size * (r.Float64() - 0.5), Z: size * (r.Float64() - 0.5)}
	}
	const n = 64
	kinds := [3]int{} // both ends, one, none
	for trial := range 400 {
		u, a, v, b := vec(2), vec(4), vec(2), vec(4)
		switch trial % 8 {
		case 0:
			b = a.Scale(-0.7) // parallel
		case 1:
			b = geom.Vec{}
		case 2:
			a, b = geom.Vec{}, geom.Vec{}
		}
		got := fcpfSegments(u, a, v, b)
		least, ends := math.Inf(1), 0
		for i := range n + 1 {
			for j := range n + 1 {
				s, e := float64(i)/n, float64(j)/n
				if d := v.AddScaled(b, e).Sub(u.AddScaled(a, s)).Len(); d < least {
					least, ends = d, 0
					if i == 0 || i == n {
						ends++
					}
					if j == 0 || j == n {
						ends++
					}
				}
			}
		}
		kinds[2-ends]++
		if step := (a.Len() + b.Len()) / (2 * n); got > least+1e-12 || got < least-step {
			t.Errorf("%d: %g, on a grid %g", trial, got, least)
		}
	}
	if kinds[0] < 20 || kinds[1] < 20 || kinds[2] < 20 {
		t.Errorf("of the kinds there are %v", kinds)
	}
}
