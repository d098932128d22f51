package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestHulls_PairsOfShen: the 10,000 pairs of triangles of Shen, the first of each as a solid 1e-9 m thick.
func TestHulls_PairsOfShen(t *testing.T) {
	for _, name := range []string{"intersected.txt", "separated.txt"} {
		pairs := triShen(t, name)
		if len(pairs) != 5000 {
			t.Fatalf("%s: %d pairs", name, len(pairs))
		}
		slivers := 0
		for i, p := range pairs {
			n := p[0].Normal().Scale(1e-9)
			s, err := geom.NewConvex([]geom.Vec{p[0].A, p[0].B, p[0].C, p[0].A.Add(n), p[0].B.Add(n), p[0].C.Add(n)})
			if err != nil {
				slivers++
				continue
			}
			a := Convex{&s, geom.Transform{Q: geom.IdentityQuat()}}
			want := name == "intersected.txt"
			if OverlapHullTriangle(&a, &p[1]) != want {
				t.Errorf("%s: pair %d", name, i)
			}
			if mtv, ok := MTVHullTriangle(&a, &p[1]); ok != want || ok && mtv.Depth > 2 {
				t.Errorf("%s: pair %d: %v", name, i, mtv)
			}
		}
		if slivers > 10 {
			t.Errorf("%d slivers", slivers)
		}
	}
}

// TestHulls_HardBoxes: the boxes on which FCL's distance failed, as boxes and as polyhedra: status, depth or separation
// against separating axes in quadruple precision, and a manifold of that depth.
func TestHulls_HardBoxes(t *testing.T) {
	cases := distHardBoxes(t)
	if len(cases) != 7 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		x, y := c.a.OBB(), c.b.OBB()
		size := max(x.Size(), y.Size())
		tol := 1e-9*size + 1e-6*math.Abs(c.gap) // the data have seven digits
		touch := c.gap <= 0
		if OverlapOBBs(&x, &y) != touch || OverlapHulls(&c.a, &c.b) != touch {
			t.Errorf("%s: overlap %v %v, gap %v", c.name, OverlapOBBs(&x, &y), OverlapHulls(&c.a, &c.b), c.gap)
		}
		sep, _ := SeparationHulls(&c.a, &c.b)
		box, _ := SeparationOBBs(&x, &y)
		if math.Abs(box-c.gap) > tol || touch && math.Abs(sep-c.gap) > tol || !touch && (sep <= 0 || sep > c.gap+tol) {
			t.Errorf("%s: separation %v, as boxes %v, want %v", c.name, sep, box, c.gap)
		}
		var m, w Manifold
		hit := CollideHulls(&c.a, &c.b, 1e-3, &m)
		if CollideOBBs(&x, &y, 1e-3, &w) != hit || !hit {
			t.Errorf("%s: no manifold", c.name)
		}
		if math.Abs(m.deepest()-c.gap) > tol || math.Abs(w.deepest()-c.gap) > tol {
			t.Errorf("%s: manifolds %v and %v deep, want %v", c.name, -m.deepest(), -w.deepest(), -c.gap)
		}
		v := y.C.Sub(x.C).Normalize()
		from := c.b
		from.Pose.P = from.Pose.P.AddScaled(v, 10)
		if s := SweepHulls(&c.a, &from, geom.Vec{}, v.Neg(), 11, 0); touch && (s.Status != Hit || s.Time > 10) {
			t.Errorf("%s: %v at %v", c.name, s.Status, s.Time)
		}
	}
}
