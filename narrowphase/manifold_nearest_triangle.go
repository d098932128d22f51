package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// touchingVertices adds the vertices of each shape that are within dist of the other. Their Separation is sep, or where
// that is not fixed their distance.
func (s *triangleContact) touchingVertices(sep float64, fixed bool, dist float64) {
	tol := s.tol.touch
	for k := 0; k < 3; k++ {
		q, kind, index := nearestInBox(s.v[k], s.h, tol)
		if d := q.Sub(s.v[k]).Len(); d <= dist {
			if !fixed {
				sep = d
			}
			s.addLocal(s.v[k].Add(q).Scale(0.5), sep, MakeFeatureID(kind, index, FeatureVertex, k), float64(4*tol))
		}
	}
	for i := 0; i < 8; i++ {
		p := s.corner(i)
		q, kind, index := s.nearestOnTriangle(p, tol)
		if d := q.Sub(p).Len(); d <= dist {
			if !fixed {
				sep = d
			}
			s.addLocal(p.Add(q).Scale(0.5), sep, MakeFeatureID(FeatureVertex, i, kind, index), float64(4*tol))
		}
	}
}

// corner returns a vertex of the box in its own frame.
func (s *triangleContact) corner(i int) geom.Vec {
	p := s.h
	if i&1 == 0 {
		p.X = -p.X
	}
	if i&2 == 0 {
		p.Y = -p.Y
	}
	if i&4 == 0 {
		p.Z = -p.Z
	}
	return p
}

// nearestOnTriangle returns the point of the triangle that is nearest to p, and the triangle's feature there.
func (s *triangleContact) nearestOnTriangle(p geom.Vec, tol float64) (q geom.Vec, kind, index int) {
	inside := true
	best := math.Inf(1)
	for k := 0; k < 3; k++ {
		if s.e[k].Cross(s.normal).Dot(p.Sub(s.v[k])) > -float64(tol*s.e[k].Len()) {
			inside = false
		}
		f := 0.0
		if l2 := s.e[k].LenSq(); l2 > 0 {
			f = clamp01(s.e[k].Dot(p.Sub(s.v[k])) / l2)
		}
		c := s.v[k].AddScaled(s.e[k], f)
		d := c.Sub(p).LenSq()
		if d >= best {
			continue
		}
		best, q, kind, index = d, c, FeatureEdge, k
		if l := s.e[k].Len(); float64(f*l) <= tol {
			kind = FeatureVertex
		} else if float64((1-f)*l) <= tol {
			kind, index = FeatureVertex, axes1[k]
		}
	}
	if inside {
		return p.AddScaled(s.normal, s.normal.Dot(s.v[0].Sub(p))), FeatureFace, s.side()
	}
	return q, kind, index
}

// nearest replaces the manifold by the nearest points of a box and a triangle that are apart, if they are nearer than
// limit and their direction counts.
func (s *triangleContact) nearest(limit float64) {
	tol := s.tol.touch
	vertex, dir := math.Inf(1), geom.Vec{}
	for k := 0; k < 3; k++ {
		q, _, _ := nearestInBox(s.v[k], s.h, tol)
		if d := s.v[k].Sub(q); d.Len() < vertex {
			vertex, dir = d.Len(), d
		}
	}
	// What is farther than any answer that matters need not be known to be so: by less than tol an edge gives way to a
	// vertex.
	cutoff := s.beyondDoubt(limit + tol)
	level := s.normal.Dot(s.v[0])
	for i := 0; i < 8; i++ {
		p := s.corner(i)
		if math.Abs(s.normal.Dot(p)-level) > cutoff {
			continue
		}
		q, _, _ := s.nearestOnTriangle(p, tol)
		if d := q.Sub(p); d.Len() < vertex {
			vertex, dir = d.Len(), d
			cutoff = math.Min(cutoff, s.beyondDoubt(vertex))
		}
	}
	edge, e, k, p, q := s.nearestEdges(cutoff)
	crossed := edge < vertex-tol
	if crossed {
		vertex, dir = edge, q.Sub(p)
	}
	n := dir.Normalize()
	if vertex > limit || vertex <= tol {
		return
	}
	if !s.counts(n) && !nearlyParallel(n, s.face.N) {
		return
	}
	s.m.Count, s.m.N = 0, s.box.Axes.ApplyT(n)
	if crossed {
		s.addLocal(p.Add(q).Scale(0.5), edge, MakeFeatureID(FeatureEdge, e, FeatureEdge, k), 0)
		return
	}
	s.touchingVertices(0, false, vertex+tol)
}

// beyondDoubt returns a distance that is larger than d by more than rounding [m].
func (s *triangleContact) beyondDoubt(d float64) float64 {
	return float64(d*(1+1e-9)) + float64(4*s.eps)
}

// nearestEdges returns the distance of the nearest edges of box and triangle, the edges, and their nearest points, +Inf
// where all are farther apart than cutoff.
func (s *triangleContact) nearestEdges(cutoff float64) (dist float64, eb, et int, pb, pt geom.Vec) {
	best := math.Inf(1)
	far := float64(cutoff * cutoff)
	var gaps [3]edgeGaps
	for k := range gaps {
		gaps[k].set(s.v[k], s.v[axes1[k]], s.h)
	}
	for e := 0; e < 12; e++ {
		i0, i1 := boxEdgeEnds(e)
		p0, p1 := s.corner(i0), s.corner(i1)
		for k := 0; k < 3; k++ {
			if gaps[k].square(e) > far {
				continue
			}
			f, g := nearestOnEdges(p0, p1, s.v[k], s.v[axes1[k]])
			p, q := p0.AddScaled(p1.Sub(p0), f), s.v[k].AddScaled(s.e[k], g)
			if d := q.Sub(p).LenSq(); d < best {
				best, eb, et, pb, pt = d, e, k, p, q
			}
		}
	}
	return math.Sqrt(best), eb, et, pb, pt
}

// edgeGaps is how far the bounds of a segment are, along each axis, from the sides of a box around the origin, the
// negative and the positive, and from all between them, squared.
type edgeGaps [3]struct{ side0, side1, between float64 }

func (g *edgeGaps) set(p, q, h geom.Vec) {
	for a := range g {
		x, y, l := component(p, a), component(q, a), component(h, a)
		lo, hi := min(x, y), max(x, y)
		d0, d1, d := max(0, lo+l, -l-hi), max(0, lo-l, l-hi), max(0, lo-l, -l-hi)
		g[a].side0, g[a].side1, g[a].between = float64(d0*d0), float64(d1*d1), float64(d*d)
	}
}

// square returns a square that the distance of the segment from an edge of the box has at least.
func (g *edgeGaps) square(edge int) float64 {
	a := edge >> 2
	u, v := &g[axes1[a]], &g[axes2[a]]
	du, dv := u.side0, v.side0
	if edge&1 != 0 {
		du = u.side1
	}
	if edge&2 != 0 {
		dv = v.side1
	}
	return g[a].between + du + dv
}
