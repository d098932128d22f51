package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestCollideHulls_HoldsTheDeepestCorner: of a prism that leans over a box, on a cap with as many corners as there may be, the
// deepest one is a point, although a manifold has room for few. Of more than 32 it was left out where its neighbour stuck out
// more, and the prism sank in there.
func TestCollideHulls_HoldsTheDeepestCorner(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 5))
	box, err := geom.NewBox(geom.Vec{X: 2, Y: 2, Z: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	ground := Convex{Shape: &box, Pose: geom.Transform{P: geom.Vec{Z: -0.5}, Q: geom.IdentityQuat()}}
	for _, corners := range []int{5, 16, 17, 32, 33, 34, 48, 64, 65, 100, 200} {
		var points []geom.Vec
		for i := range corners {
			a := 2 * math.Pi * float64(i) / float64(corners)
			for _, z := range []float64{-0.2, 0.2} {
				points = append(points, geom.Vec{X: 0.4 * math.Cos(a), Y: 0.3 * math.Sin(a), Z: z})
			}
		}
		prism, err := geom.NewConvex(points)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			lean := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64()}.Scale(math.Pow(10, -1-2*r.Float64()))
			a := Convex{Shape: &prism, Pose: geom.Transform{Q: geom.QuatExp(lean).Mul(geom.QuatExp(geom.Vec{Z: 3 * r.NormFloat64()}))}}
			low := math.Inf(1)
			for _, v := range prism.Hull.Vertices {
				low = math.Min(low, a.Pose.Apply(v).Z)
			}
			want := 2e-3 * (r.Float64() - 0.5)
			a.Pose.P.Z = want - low
			var m Manifold
			if !Collide(&a, &ground, 0.02, &m) {
				t.Fatalf("%d corners, lean %v: nothing touches", corners, lean)
			}
			if got := m.deepest(); m.N.Z < -0.999999 && math.Abs(got-want) > 1e-9 {
				t.Fatalf("%d corners, lean %v: the deepest of %d points has %g, want %g", corners, lean, m.Count, got, want)
			}
		}
	}
}
