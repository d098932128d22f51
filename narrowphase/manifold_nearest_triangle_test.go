package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The gaps that leave pairs of edges out are never more than the distance of the edges, and those of the nearest are
// not left out by it.
func TestNearestEdges_LeavesNothingOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: size * rng.NormFloat64(), Y: size * rng.NormFloat64(), Z: size * rng.NormFloat64()}
	}
	for range 20000 {
		h := vec(1).Abs()
		at := vec(1)
		tri := geom.Triangle{A: at.Add(vec(1)), B: at.Add(vec(1)), C: at.Add(vec(1))}
		var s triangleContact
		s.set(&geom.OBB{Axes: geom.Identity(), Half: h}, &tri)
		dist, eb, et, pb, pt := s.nearestEdges(math.Inf(1))
		if d := pt.Sub(pb).Len(); math.Abs(d-dist) > 1e-12 {
			t.Fatalf("points %g apart, distance %g", d, dist)
		}
		for e := range 12 {
			i0, i1 := boxEdgeEnds(e)
			p0, p1 := s.corner(i0), s.corner(i1)
			for k := range 3 {
				var g edgeGaps
				g.set(s.v[k], s.v[axes1[k]], s.h)
				f, along := nearestOnEdges(p0, p1, s.v[k], s.v[axes1[k]])
				d := s.v[k].AddScaled(s.e[k], along).Sub(p0.AddScaled(p1.Sub(p0), f)).Len()
				if least := math.Sqrt(g.square(e)); least > d+1e-12 {
					t.Fatalf("edges %d, %d: gap %g, distance %g", e, k, least, d)
				}
			}
		}
		d2, eb2, et2, pb2, pt2 := s.nearestEdges(s.beyondDoubt(dist))
		if d2 != dist || eb2 != eb || et2 != et || pb2 != pb || pt2 != pt {
			t.Fatalf("with a cutoff %g %d %d, without %g %d %d", d2, eb2, et2, dist, eb, et)
		}
	}
}
