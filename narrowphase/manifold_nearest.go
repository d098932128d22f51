package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// touchingVertices adds the vertices of each box that are within tol of the other.
func touchingVertices(a, b *geom.OBB, sep, tol float64, m *Manifold) {
	for i := 0; i < 8; i++ {
		p := a.Vertex(i)
		if q, dist, kind, index := nearestOnOBB(b, p, tol); dist <= 2*tol {
			m.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(FeatureVertex, i, kind, index), float64(4*tol))
		}
	}
	for i := 0; i < 8; i++ {
		p := b.Vertex(i)
		if q, dist, kind, index := nearestOnOBB(a, p, tol); dist <= 2*tol {
			m.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(kind, index, FeatureVertex, i), float64(4*tol))
		}
	}
}

// nearestOnOBB returns the point of the solid box that is nearest to p, its distance, and the box's feature there.
func nearestOnOBB(b *geom.OBB, p geom.Vec, tol float64) (q geom.Vec, dist float64, kind, index int) {
	l := b.Axes.Apply(p.Sub(b.C))
	c, kind, index := nearestInBox(l, b.Half, tol)
	e := c.Sub(l)
	return p.Add(b.Axes.ApplyT(e)), e.Len(), kind, index
}

// nearestManifold replaces m by the nearest points of two boxes that are apart, if they are nearer than limit: one pair
// of crossing edges, or every vertex that is as near to the other box as the nearest, which for parallel edges are
// the ends of their common piece. n is the normal should the distance vanish.
func nearestManifold(a, b *geom.OBB, n geom.Vec, limit, tol float64, m *Manifold) {
	var va, vb [8]geom.Vec
	vertex, dir := math.Inf(1), geom.Vec{}
	for i := 0; i < 8; i++ {
		va[i], vb[i] = a.Vertex(i), b.Vertex(i)
		if q, dist, _, _ := nearestOnOBB(b, va[i], tol); dist < vertex {
			vertex, dir = dist, q.Sub(va[i])
		}
		if q, dist, _, _ := nearestOnOBB(a, vb[i], tol); dist < vertex {
			vertex, dir = dist, vb[i].Sub(q)
		}
	}
	edge, ea, eb, pa, pb := nearestEdges(&va, &vb)
	if edge < vertex-tol {
		if edge <= limit {
			m.Count, m.N = 0, pb.Sub(pa).Normalize()
			m.add(pa.Add(pb).Scale(0.5), edge, MakeFeatureID(FeatureEdge, ea, FeatureEdge, eb), 0)
		}
		return
	}
	if vertex > limit {
		return
	}
	if vertex > tol {
		n = dir.Normalize()
	}
	m.Count, m.N = 0, n
	for i := 0; i < 8; i++ {
		if q, dist, kind, index := nearestOnOBB(b, va[i], tol); dist <= vertex+tol {
			m.add(va[i].Add(q).Scale(0.5), dist, MakeFeatureID(FeatureVertex, i, kind, index), float64(4*tol))
		}
	}
	for i := 0; i < 8; i++ {
		if q, dist, kind, index := nearestOnOBB(a, vb[i], tol); dist <= vertex+tol {
			m.add(vb[i].Add(q).Scale(0.5), dist, MakeFeatureID(kind, index, FeatureVertex, i), float64(4*tol))
		}
	}
}

// nearestEdges returns the distance of the nearest pair of edges of two boxes given by their vertices, the edges, and
// their nearest points.
func nearestEdges(va, vb *[8]geom.Vec) (dist float64, ea, eb int, pa, pb geom.Vec) {
	best := math.Inf(1)
	for i := 0; i < 12; i++ {
		i0, i1 := boxEdgeEnds(i)
		for j := 0; j < 12; j++ {
			j0, j1 := boxEdgeEnds(j)
			s, t := nearestOnEdges(va[i0], va[i1], vb[j0], vb[j1])
			p, q := va[i0].AddScaled(va[i1].Sub(va[i0]), s), vb[j0].AddScaled(vb[j1].Sub(vb[j0]), t)
			if d := q.Sub(p).LenSq(); d < best {
				best, ea, eb, pa, pb = d, i, j, p, q
			}
		}
	}
	return math.Sqrt(best), ea, eb, pa, pb
}
