package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestSweeps_UnresolvedIfNotFinite checks that what is not finite is Unresolved, whichever input it is.
func TestSweeps_UnresolvedIfNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for k := range 8 {
			set := func(i int, x float64) float64 {
				if i == k {
					return bad
				}
				return x
			}
			va, vb := geom.Vec{X: 1, Y: set(0, 0)}, geom.Vec{Z: set(1, 0)}
			margin := set(2, 0)
			cA, cB := geom.Vec{Y: set(3, 0)}, geom.Vec{X: 5, Z: set(4, 0)}
			duration := 9.0
			if math.IsNaN(bad) {
				duration = set(5, 9)
			}
			a, b := geom.OBB{C: cA, Axes: geom.Identity(), Half: geom.Vec{X: 1, Y: 1, Z: 1}}, geom.OBB{C: cB, Axes: geom.Identity(), Half: geom.Vec{X: 1, Y: 1, Z: 1}}
			ta := geom.Triangle{A: cA, B: cA.Add(geom.Vec{Y: 1}), C: cA.Add(geom.Vec{Z: 1})}
			tb := geom.Triangle{A: cB, B: cB.Add(geom.Vec{Y: 1}), C: cB.Add(geom.Vec{Z: 1})}
			want := Hit
			if k < 5 || k == 5 && math.IsNaN(bad) {
				want = Unresolved
			}
			for i, s := range []Sweep{
				SweepOBBs(&a, &b, va, vb, duration, margin),
				SweepOBBTriangle(&a, &tb, va, vb, duration, margin),
				SweepTriangles(&ta, &tb, va, vb, duration, margin),
				SweepSpheres(&geom.Sphere{C: cA, R: 1}, &geom.Sphere{C: cB, R: 1}, va, vb, duration, margin),
			} {
				if s.Status != want || want == Unresolved && s != (Sweep{Status: Unresolved}) {
					t.Errorf("input %d %v, sweep %d: %+v, want %v", k, bad, i, s, want)
				}
			}
		}
	}
}
