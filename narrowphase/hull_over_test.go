package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestCollideHullsOver: what stands on the upper face of a box has the points of CollideHulls there. What leans over its edge, at
// any depth, has all of them along the face's normal, at the heights of its corners, or of its edges over the border, above it; and
// what is all beside the face has none.
func TestCollideHullsOver(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 1))
	ground := Convex{Shape: mustBox(t, 2, 2, 0.5), Pose: geom.Transform{P: geom.Vec{X: 1, Y: -2, Z: 3}, Q: geom.QuatExp(geom.Vec{X: 0.3, Y: -1, Z: 2})}}
	faces := ground.Shape.Hull.Faces
	up := 0
	for f := range faces {
		if faces[f].Plane.N.Z > 0.5 {
			up = f
		}
	}
	n := ground.Pose.Q.Rotate(faces[up].Plane.N)
	same, over := 0, 0
	for range geomtest.Trials(2000) {
		var points []geom.Vec
		for range 4 + r.IntN(8) {
			points = append(points, geom.Vec{X: 0.4 * r.NormFloat64(), Y: 0.4 * r.NormFloat64(), Z: 0.4 * r.NormFloat64()})
		}
		stone, err := geom.NewConvex(points)
		if err != nil {
			t.Fatal(err)
		}
		// The place in the frame of the box: above its middle, or across its edge x = 2.
		x, low := geom.Vec{X: 0.5 * r.NormFloat64(), Y: 0.5 * r.NormFloat64()}, math.Inf(1)
		if r.IntN(2) == 0 {
			x.X = 2 + 0.3*r.NormFloat64()
		}
		q := geom.QuatExp(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
		for _, v := range stone.Hull.Vertices {
			low = math.Min(low, q.Rotate(v).Z)
		}
		x.Z = 0.5 - low + 1e-3*(r.Float64()-0.5)
		a := Convex{Shape: &stone, Pose: ground.Pose.Mul(geom.Transform{P: x, Q: q})}
		const margin = 2e-3
		var got, want Manifold
		has := CollideHullsOver(&a, &ground, up, margin, &got)
		if has != (got.Count > 0) {
			t.Fatalf("%v with %d points", has, got.Count)
		}
		if CollideHulls(&a, &ground, margin, &want) && want.N == n.Neg() && want.Points[0].Feature>>16 == FeatureID(FeatureFace<<14|up) {
			same++
			if got.N != want.N || got.Count != want.Count || got.Points != want.Points {
				t.Fatalf("%+v, want %+v", got, want)
			}
		}
		if !has {
			for _, v := range stone.Hull.Vertices {
				if p := ground.Pose.ApplyInv(a.Pose.Apply(v)); p.Z < 0.5+margin-1e-9 && math.Max(math.Abs(p.X), math.Abs(p.Y)) < 2 && p.Z-0.5-(x.Z+low-0.5) < 1e-12 {
					t.Fatalf("the lowest corner, %v, is over the face, but there are no points", p)
				}
			}
			continue
		}
		over++
		for i := range got.Count {
			p := &got.Points[i]
			at := ground.Pose.ApplyInv(p.P.AddScaled(n, 0.5*p.Separation)) // of the stone
			if math.Abs(at.Z-0.5-p.Separation) > 1e-12 || math.Max(math.Abs(at.X), math.Abs(at.Y)) > 2+1e-6 {
				t.Fatalf("a point of the stone at %v, at the height %g", at, p.Separation)
			}
			if sep, _ := Separation(&a, &Convex{Shape: mustBox(t, 1e-3, 1e-3, 1e-3), Pose: geom.Transform{P: p.P.AddScaled(n, 0.5*p.Separation), Q: geom.IdentityQuat()}}); sep > 0 {
				t.Fatalf("%v is no point of the stone: %g m off", at, sep)
			}
		}
	}
	if same < geomtest.Trials(200) || over < geomtest.Trials(1000) {
		t.Errorf("%d as CollideHulls, %d with points", same, over)
	}
}
