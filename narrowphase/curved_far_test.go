package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestFar_IsFar asks for spheres near triangles and boxes of all sizes, just within reach and just out of it as well,
// whether they are far, and holds that against their separation. Nothing that is near is far, and most that is far is
// known to be.
func TestFar_IsFar(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	within := func(scale float64) geom.Vec {
		return geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}.Scale(scale)
	}
	near, far, known, close := 0, 0, 0, 0
	for range geomtest.Trials(30_000) {
		scale := math.Exp2(float64(r.IntN(40) - 20))
		tri := geom.Triangle{A: within(scale), B: within(scale), C: within(scale)}
		if r.IntN(4) == 0 { // a sliver
			tri.C = tri.A.AddScaled(tri.B.Sub(tri.A), r.Float64()).Add(within(scale * math.Exp2(-float64(r.IntN(50)))))
		}
		s := geom.Shape{Kind: geom.ShapeSphere, Size: geom.Vec{X: scale * math.Exp2(float64(r.IntN(20)-14))}}
		ball := Convex{Shape: &s, Pose: geom.Transform{P: within(2 * scale), Q: geom.IdentityQuat()}}
		sep, _ := SeparationTriangle(&ball, &tri)
		box, err := geom.NewBox(geom.Vec{X: 0.01 + r.Float64(), Y: 0.01 + r.Float64(), Z: 0.01 + r.Float64()}.Scale(scale))
		if err != nil {
			t.Fatal(err)
		}
		brick := Convex{Shape: &box, Pose: geom.Transform{P: within(scale), Q: randomQuat(r)}}
		gap, _ := Separation(&ball, &brick)
		local := brick.Pose.Q.RotateInv(ball.Pose.P.Sub(brick.Pose.P))
		for _, off := range []float64{-0.3, -1e-5, -1e-9, 0, 1e-9, 1e-5, 0.3} {
			for k, d := range []float64{sep, gap} {
				margin := float64((d+s.Size.X)*(1+off)) - s.Size.X
				reach := reachOf(&s, margin)
				if reach == 0 {
					continue
				}
				says := k == 0 && farFromTriangle(ball.Pose.P, &tri, reach) || k == 1 && farFromBox(local, box.Size, reach)
				if d <= margin+float64(1e-12*scale) {
					near++
					if says {
						t.Fatalf("margin %g: %v is far from %v, but %g away", margin, ball, tri, d)
					}
				} else if off == -0.3 {
					far++
					if says {
						known++
					}
				} else if off == -1e-5 && says {
					close++
				}
			}
		}
	}
	if near < geomtest.Trials(60_000) || far < geomtest.Trials(15_000) || known < far*3/5 || close < geomtest.Trials(3_000) {
		t.Errorf("%d near, %d far, %d of them known, %d close: the test is too easy", near, far, known, close)
	}
	if box := (geom.Shape{Kind: geom.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}}); reachOf(&box, 1) != 0 {
		t.Error("a box has a sphere's reach")
	}
}
