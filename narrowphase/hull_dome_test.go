package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestCollideHulls_DomeOnARidge: a stone with a bottom of several faces that are almost level lies across a long ridge, in it by 0.1
// mm. The points are within both shapes but for half their depth: of those faces the one with the least depth may lie beside the
// ridge, and the ridge's end, metres away, was taken for the point that touches.
func TestCollideHulls_DomeOnARidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	hullOf := func(points []geom.Vec) *geom.Shape {
		s, err := geom.NewConvex(points)
		return curvedShape(t, s, err)
	}
	ridge := hullOf([]geom.Vec{{X: -0.2, Y: -3}, {X: 0.2, Y: -3}, {X: -0.2, Y: 3}, {X: 0.2, Y: 3}, {Y: -3, Z: 0.2}, {Y: 3, Z: 0.2}})
	b := Convex{ridge, geom.Transform{Q: geom.IdentityQuat()}}
	mesh := &geom.Mesh{
		Vertices: []geom.Vec{{X: -0.2, Y: -3}, {X: 0.2, Y: -3}, {X: -0.2, Y: 3}, {X: 0.2, Y: 3}, {Y: -3, Z: 0.2}, {Y: 3, Z: 0.2}},
		Tris:     []geom.Tri{{0, 4, 2}, {4, 5, 2}, {4, 1, 3}, {4, 3, 5}},
	}
	if err := mesh.Finish(); err != nil {
		t.Fatal(err)
	}
	beside := 0
	for i := range geomtest.Trials(2000) {
		flat := math.Pow(10, -1-2.5*rng.Float64())
		points := []geom.Vec{{X: 0.1 * rng.NormFloat64(), Y: 0.1 * rng.NormFloat64(), Z: 0.5}}
		for range 4 + rng.IntN(6) {
			points = append(points, geom.Vec{X: 0.3 * rng.NormFloat64(), Y: 0.3 * rng.NormFloat64(), Z: flat * rng.Float64()})
		}
		stone := hullOf(points)
		tilt := geom.Vec{X: flat * rng.NormFloat64(), Y: flat * rng.NormFloat64(), Z: rng.Float64()}
		a := Convex{stone, geom.Transform{P: geom.Vec{X: 0.3 * rng.NormFloat64(), Z: 0.2}, Q: geom.QuatExp(tilt)}}
		for range 50 {
			sep, n := SeparationHulls(&a, &b)
			a.Pose.P = a.Pose.P.AddScaled(n, sep+1e-4)
		}
		var m Manifold
		if sep, n := SeparationHulls(&a, &b); !(math.Abs(sep+1e-4) < 1e-7) || n.Z > -0.9 {
			continue // it lies on something else than its dome
		}
		if !CollideHulls(&a, &b, 0, &m) {
			t.Fatalf("case %d: no contact", i)
		}
		for _, p := range m.Points[:m.Count] {
			if most := math.Max(outside(p.P, &a, geom.Vec{}), outside(p.P, &b, geom.Vec{})); most > 0.5*math.Abs(p.Separation)+1e-7 {
				t.Errorf("case %d: point %v, separation %v, is %v m outside", i, p.P, p.Separation, most)
			}
		}
		if !nearMTV(&a, &b, &m) {
			beside++
		}
		deepest := 0.0
		for k := range mesh.Tris {
			if !hullCollide(&a, mesh, k, 0, &m) {
				continue
			}
			deepest = math.Min(deepest, m.deepest())
			for _, p := range m.Points[:m.Count] {
				if most := math.Max(outside(p.P, &a, geom.Vec{}), outside(p.P, &b, geom.Vec{})); most > 0.5*math.Abs(p.Separation)+1e-7 {
					t.Errorf("case %d, triangle %d: point %v, separation %v, is %v m outside", i, k, p.P, p.Separation, most)
				}
			}
		}
		if deepest > -0.9e-4 {
			t.Errorf("case %d: mesh: deepest %v", i, deepest)
		}
	}
	if beside < geomtest.Trials(20) {
		t.Errorf("only %d with the normal of a face that is not the least deep", beside)
	}
}
