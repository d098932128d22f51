package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// ball returns the hull of n random points near a sphere of radius r.
func ball(t testing.TB, rng *rand.Rand, n int, r float64) *geom.Shape {
	pts := make([]geom.Vec, n)
	for i := range pts {
		pts[i] = geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Normalize().Scale(r)
	}
	s, err := geom.NewConvex(pts)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func randomQuat(rng *rand.Rand) geom.Quat {
	return geom.Quat{W: rng.NormFloat64(), V: geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}}.Normalize()
}

func randomDir(rng *rand.Rand) geom.Vec {
	return geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}.Normalize()
}

// allAxes returns the largest separation over all faces and all pairs of edges in both directions, with whole
// projections.
func allAxes(a, b *Convex) float64 {
	va, vb := worldVertices(a), worldVertices(b)
	best := math.Inf(-1)
	try := func(n geom.Vec) {
		hi, lo := math.Inf(-1), math.Inf(1)
		for _, v := range va {
			hi = max(hi, n.Dot(v))
		}
		for _, v := range vb {
			lo = min(lo, n.Dot(v))
		}
		best = max(best, lo-hi)
	}
	for _, f := range a.Shape.Hull.Faces {
		try(a.Pose.Q.Rotate(f.Plane.N))
	}
	for _, f := range b.Shape.Hull.Faces {
		try(b.Pose.Q.Rotate(f.Plane.N).Neg())
	}
	for _, e := range a.Shape.Hull.Edges {
		u := va[e.B].Sub(va[e.A]).Normalize()
		for _, g := range b.Shape.Hull.Edges {
			n := u.Cross(vb[g.B].Sub(vb[g.A]).Normalize())
			if n.Len() > 1e-9 {
				try(n.Normalize())
				try(n.Normalize().Neg())
			}
		}
	}
	return best
}

func worldVertices(c *Convex) []geom.Vec {
	v := make([]geom.Vec, len(c.Shape.Hull.Vertices))
	for i, p := range c.Shape.Hull.Vertices {
		v[i] = c.Pose.Apply(p)
	}
	return v
}

// TestSeparationHulls_EqualsAllPairsOfEdges compares the walk on the Gauss sphere with a projection on all axes.
func TestSeparationHulls_EqualsAllPairsOfEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := [3]int{}
	for i := range geomtest.Trials(400) {
		corners := 40
		if i%100 == 0 {
			corners = 100 // more faces than hullSupports
		}
		a := Convex{ball(t, rng, 4+rng.IntN(corners), 1), geom.Transform{Q: randomQuat(rng)}}
		b := Convex{ball(t, rng, 4+rng.IntN(corners), 1), geom.Transform{P: randomDir(rng).Scale(2.2 * rng.Float64()), Q: randomQuat(rng)}}
		want := allAxes(&a, &b)
		got, n := SeparationHulls(&a, &b)
		// Apart, an axis that is no facet of B - A can separate by more than any that is.
		if want <= 0 && math.Abs(got-want) > 1e-12 || want > 0 && (got <= 0 || got > want+1e-12) {
			t.Fatalf("separation %v, over all axes %v (%d, %d vertices)", got, want, len(a.Shape.Hull.Vertices), len(b.Shape.Hull.Vertices))
		}
		if math.Abs(n.Len()-1) > 1e-14 {
			t.Fatalf("normal %v", n)
		}
		var x hullAxes
		x.setHulls(&a, &b)
		x.search()
		kinds[x.preferred().Kind]++
		if OverlapHulls(&a, &b) != (want <= 0) {
			t.Fatalf("overlap at separation %v", want)
		}
	}
	if kinds[0] < geomtest.Trials(50) || kinds[1] < geomtest.Trials(50) || kinds[2] < geomtest.Trials(50) {
		t.Fatalf("kinds of best axes: %v", kinds)
	}
}
