package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// awkwardHull returns a hull that is hard on a search along edges: many corners nearly in one plane, or nearly on one
// line, or slivers of faces.
func awkwardHull(rng *rand.Rand) *geom.Shape {
	for {
		var pts []geom.Vec
		switch rng.IntN(4) {
		case 0: // a shallow cap on a block: 60 corners within 1e-3 to 1e-12 of a plane
			h := sweepLog(rng, 1e-12, 1e-3)
			for range 60 {
				x, y := 2*rng.Float64()-1, 2*rng.Float64()-1
				pts = append(pts, geom.Vec{X: x, Y: y, Z: 0.5 - h*(x*x+y*y)})
			}
			pts = append(pts, geom.Vec{X: -1, Y: -1, Z: -0.5}, geom.Vec{X: 1, Y: -1, Z: -0.5}, geom.Vec{Y: 1, Z: -0.5})
		case 1: // a long rod, bent by little
			for range 40 {
				z := 4*rng.Float64() - 2
				d := randomDir(rng).Scale(0.1)
				pts = append(pts, geom.Vec{X: d.X + 1e-4*z*z, Y: d.Y, Z: z})
			}
		case 2: // a cluster of corners at a tip
			tip := sweepLog(rng, 1e-7, 1e-2)
			for range 40 {
				pts = append(pts, geom.Vec{Z: 1}.Add(randomDir(rng).Scale(tip)))
			}
			pts = append(pts, geom.Vec{X: 1, Y: 1}, geom.Vec{X: -1, Y: 1}, geom.Vec{X: 1, Y: -1}, geom.Vec{X: -1, Y: -1})
		default: // a blade
			thin := sweepLog(rng, 1e-6, 1e-2)
			for range 40 {
				p := randomDir(rng)
				p.Z *= thin
				pts = append(pts, p)
			}
		}
		if s, err := geom.NewConvex(pts); err == nil {
			return &s
		}
	}
}

// TestSeparationHulls_OfAwkwardHulls compares with a projection on all axes, and on those only between faces where
// edges are too near parallel for that.
func TestSeparationHulls_OfAwkwardHulls(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	overlaps, shallow := 0, 0
	for i := range geomtest.Trials(70) {
		a := Convex{awkwardHull(rng), geom.Transform{Q: randomQuat(rng)}}
		b := Convex{awkwardHull(rng), geom.Transform{P: randomDir(rng).Scale(1.2 * rng.Float64()), Q: randomQuat(rng)}}
		if i%3 == 0 {
			b.Pose.Q = a.Pose.Q.Mul(geom.AxisAngle(randomDir(rng), sweepLog(rng, 1e-9, 1e-2)))
		}
		want := allAxes(&a, &b)
		got, _ := SeparationHulls(&a, &b)
		if want > 0 && (got <= 0 || got > want+1e-11) || want <= 0 && math.Abs(got-want) > 1e-11 {
			t.Errorf("case %d: separation %v, over all axes %v", i, got, want)
		}
		if want <= 0 {
			overlaps++
			mtv, _ := MTVHulls(&a, &b)
			c := b
			c.Pose.P = b.Pose.P.AddScaled(mtv.N, mtv.Depth+2e-9)
			if OverlapHulls(&a, &c) {
				t.Errorf("case %d: %v does not part", i, mtv)
			}
			if mtv.Depth < 0.05 {
				shallow++
			}
		}
	}
	if overlaps < geomtest.Trials(15) {
		t.Errorf("%d overlaps, %d of them shallow", overlaps, shallow)
	}
}

// TestSeparationHullTriangle_SegmentsHaveUnitNormals: triangles whose third vertex is the middle of two are segments,
// with some area by rounding in the frame of a hull that is turned.
func TestSeparationHullTriangle_SegmentsHaveUnitNormals(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	for range geomtest.Trials(20000) {
		s := prismShape(t, 3+r.IntN(4), 0.5, 0.3)
		a := Convex{s, geom.Transform{Q: geom.AxisAngle(dispatchVec(r, 1), 3*r.Float64())}}
		size := []float64{1, 1e-2, 1e-3}[r.IntN(3)]
		at := dispatchVec(r, 1)
		tri := geom.Triangle{A: at.Add(dispatchVec(r, size)), B: at.Add(dispatchVec(r, size))}
		tri.C = tri.A.Add(tri.B).Scale(0.5)
		if sep, n := SeparationHullTriangle(&a, &tri); math.Abs(n.Len()-1) > 1e-12 {
			t.Fatalf("%v: separation %g along %v", tri, sep, n)
		}
		if m, hit := MTVHullTriangle(&a, &tri); hit && math.Abs(m.N.Len()-1) > 1e-12 {
			t.Fatalf("%v: %v", tri, m)
		}
	}
}
