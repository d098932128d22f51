package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// hullNear returns the triangles of a mesh whose bounds are within 10 mm of those of a hull.
func hullNear(mesh *geom.Mesh, a *Convex) []int {
	bounds := a.Shape.Bounds(a.Pose).Grow(1e-2)
	var near []int
	for k := range mesh.Tris {
		tri := mesh.Triangle(int32(k))
		if box := tri.Bounds(); box.Overlaps(&bounds) {
			near = append(near, k)
		}
	}
	return near
}

// TestCollideHullTriangle_FlatGridGivesOnlyFaceNormals: a prism on its base, a prism on a side, and a ball of 42
// corners on one slide over a flat grid and feel a plane, whatever edges and vertices they straddle, from above and
// from below.
func TestCollideHullTriangle_FlatGridGivesOnlyFaceNormals(t *testing.T) {
	flat := satGrid(t, 16, 0.5, func(x, y float64) float64 { return 0 })
	rng := rand.New(rand.NewPCG(71, 72))
	shapes := []*geom.Shape{prismShape(t, 6, 1, 0.5), prismShape(t, 8, 0.8, 1.5), ball(t, rng, 42, 1)}
	turns := []geom.Quat{geom.IdentityQuat(), geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2), randomQuat(rng)}
	ghosts := 0
	for i := range geomtest.Trials(1500) {
		a := Convex{shapes[i%3], geom.Transform{Q: geom.AxisAngle(geom.Vec{Z: 1}, 2*math.Pi*rng.Float64()).Mul(turns[i%3])}}
		sink := []float64{0, 1e-9, 0.02}[i/3%3]
		up := float64(1 - 2*(i/9%2))
		low := math.Inf(1)
		for _, v := range worldVertices(&a) {
			low = min(low, up*v.Z)
		}
		a.Pose.P = geom.Vec{X: 2 * (rng.Float64() - 0.5), Y: 2 * (rng.Float64() - 0.5), Z: up * (-low - sink)}
		deepest, count := math.Inf(1), 0
		for _, k := range hullNear(flat, &a) {
			tri := flat.Triangle(int32(k))
			if mtv, ok := MTVHullTriangle(&a, &tri); sink == 0.02 && ok && math.Abs(mtv.N.Z) < 0.9 {
				ghosts++
			}
			var m Manifold
			if !hullCollide(&a, flat, k, 1e-3, &m) {
				continue
			}
			if m.N != (geom.Vec{Z: -up}) {
				t.Fatalf("pose %d, sunk %v, triangle %d: normal %v", i, sink, k, m.N)
			}
			deepest = min(deepest, m.deepest())
			count += m.Count
			for _, p := range m.Points[:m.Count] {
				// The middle between the plane and the hull's point.
				if math.Abs(up*p.P.Z-0.5*p.Separation) > 1e-14 || p.Separation < -sink-1e-14 {
					t.Fatalf("pose %d, sunk %v, triangle %d: point %+v", i, sink, k, p)
				}
			}
		}
		if math.Abs(deepest+sink) > 1e-14 || i%3 < 2 && count < 4 {
			t.Fatalf("pose %d, sunk %v: %d points, deepest %v", i, sink, count, deepest)
		}
	}
	if ghosts < geomtest.Trials(50) {
		t.Errorf("only %d triangles would have pushed sideways", ghosts)
	}
}

// TestCollideHullTriangle_MeshIsAsTheSolid: hulls slightly in a block, as a mesh and as a hull. The deepest point of
// the mesh's manifolds is as deep as the solid's minimum translation, its normal is the same.
func TestCollideHullTriangle_MeshIsAsTheSolid(t *testing.T) {
	half := geom.Vec{X: 1.5, Y: 1, Z: 0.75}
	mesh := satBlock(t, half, 3)
	block := Convex{boxShape(t, half), geom.Transform{Q: geom.IdentityQuat()}}
	rng := rand.New(rand.NewPCG(73, 74))
	const depth = 1e-5
	kinds := [3]int{}
	for i := range 400 {
		a := Convex{ball(t, rng, 4+rng.IntN(39), 0.8), geom.Transform{Q: randomQuat(rng)}}
		// From a face, an edge or a corner.
		d := geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		a.Pose.P = d.Normalize().Scale(2.5)
		ok := false
		for range 50 {
			sep, n := SeparationHulls(&a, &block)
			if ok = math.Abs(sep+depth) < 1e-11; ok {
				break
			}
			a.Pose.P = a.Pose.P.AddScaled(n, sep+depth)
		}
		if !ok {
			continue
		}
		mtv, _ := MTVHulls(&a, &block)
		var x hullAxes
		x.setHulls(&a, &block)
		x.search()
		kinds[x.preferred().Kind]++
		deepest, n := 0.0, geom.Vec{}
		for _, k := range hullNear(mesh, &a) {
			var m Manifold
			if hullCollide(&a, mesh, k, 0, &m) && m.deepest() < deepest {
				deepest, n = m.deepest(), m.N
			}
		}
		// An edge's normal may be that of a face within 2 mrad.
		if math.Abs(deepest+depth) > 0.01*depth || n.Sub(mtv.N).Len() > 3e-3 {
			t.Errorf("case %d: deepest %v along %v, want %v along %v", i, deepest, n, -depth, mtv.N)
		}
	}
	if kinds[axisFaceB] < 50 || kinds[axisEdges] < 50 {
		t.Errorf("kinds of axes: %v", kinds)
	}
}
