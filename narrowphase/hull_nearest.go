package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// nearest returns the point of the solid hull that is nearest to p, its distance, and the hull's feature there: the
// vertex or the edge within tol, or else the face. A point within the hull is its own nearest point.
func (f *hullFrame) nearest(p geom.Vec, tol float64) (q geom.Vec, dist float64, kind, index int) {
	l := f.r.ApplyT(p.Sub(f.p))
	best := math.Inf(1)
	q = l
	inside, face := math.Inf(-1), int32(0)
	for i := range f.h.Faces {
		pl := &f.h.Faces[i].Plane
		d := pl.N.Dot(l) - pl.D
		if d > inside {
			inside = d
			if math.IsInf(best, 1) {
				face = int32(i)
			}
		}
		if d < -tol || d >= best {
			continue
		}
		if c, dist := nearestOnFace(f.h, int32(i), l, max(d, 0)); dist < best {
			best, q, face = dist, c, int32(i)
		}
	}
	if math.IsInf(best, 1) {
		best, q = 0, l
	}
	kind, index = featureOnFace(f.h, face, q, tol)
	return f.r.Apply(q).Add(f.p), best, kind, index
}

// nearestOnFace returns the point of a face that is nearest to p, which is d >= 0 above the face, and their distance.
func nearestOnFace(h *geom.Hull, face int32, p geom.Vec, d float64) (geom.Vec, float64) {
	n := h.Faces[face].Plane.N
	corners := h.Face(face)
	best, q := math.Inf(1), geom.Vec{}
	v := h.Vertices[corners[len(corners)-1]]
	for _, c := range corners {
		w := h.Vertices[c]
		e := w.Sub(v)
		if e.Cross(n).Dot(p.Sub(v)) > 0 {
			s := v
			if l2 := e.LenSq(); l2 > 0 {
				s = v.AddScaled(e, clamp01(e.Dot(p.Sub(v))/l2))
			}
			if x := s.Sub(p).Len(); x < best {
				best, q = x, s
			}
		}
		v = w
	}
	if math.IsInf(best, 1) {
		return p.AddScaled(n, -d), d
	}
	return q, best
}

// featureOnFace returns the feature of a face, or of its rim, on which the point q lies.
func featureOnFace(h *geom.Hull, face int32, q geom.Vec, tol float64) (kind, index int) {
	corners, sides := h.Face(face), h.FaceEdges(face)
	for _, c := range corners {
		if h.Vertices[c].Sub(q).LenSq() <= float64(tol*tol) {
			return FeatureVertex, int(c)
		}
	}
	for i, c := range corners {
		v := h.Vertices[c]
		e := h.Vertices[corners[(i+1)%len(corners)]].Sub(v)
		if e.Cross(q.Sub(v)).LenSq() <= float64(float64(tol*tol)*e.LenSq()) {
			return FeatureEdge, int(sides[i])
		}
	}
	return FeatureFace, int(face)
}

// nearestPair is the distance of two polyhedra that are apart: of a vertex and a surface, and where that is less of two
// edges.
type nearestPair struct {
	vertex, edge float64
	dir          geom.Vec // from A to B, of the nearest vertex
	ea, eb       int32
	pa, pb       geom.Vec // nearest points of the edges
}

// hullSlab is the range along n outside of which no feature is nearer to the other shape than a limit.
type hullSlab struct {
	n      geom.Vec
	lo, hi float64 // features of A reach above lo, those of B below hi
}

// slab returns the slab for a limit [m] along the unit vector n, and somewhat more.
func (c *hullContact) slab(n geom.Vec, limit float64) hullSlab {
	down := c.fb.r.ApplyT(n).Neg()
	a := n.Dot(c.fa.at(c.fa.h.SupportFrom(c.fa.r.ApplyT(n), 0)))
	b := n.Dot(c.fb.at(c.fb.h.SupportFrom(down, 0)))
	w := max(0, limit-(b-a)) + float64(4*c.tol.touch)
	return hullSlab{n, a - w, b + w}
}

// nearestPair finds the nearest features of two polyhedra among those in the slab.
func (c *hullContact) nearestPair(s *hullSlab) nearestPair {
	out := nearestPair{vertex: math.Inf(1), edge: math.Inf(1)}
	tol := c.tol.touch
	for i := range c.fa.h.Vertices {
		p := c.fa.at(int32(i))
		if s.n.Dot(p) < s.lo {
			continue
		}
		if q, dist, _, _ := c.fb.nearest(p, tol); dist < out.vertex {
			out.vertex, out.dir = dist, q.Sub(p)
		}
	}
	for i := range c.fb.h.Vertices {
		p := c.fb.at(int32(i))
		if s.n.Dot(p) > s.hi {
			continue
		}
		if q, dist, _, _ := c.fa.nearest(p, tol); dist < out.vertex {
			out.vertex, out.dir = dist, p.Sub(q)
		}
	}
	for i := range c.fa.h.Edges {
		e := &c.fa.h.Edges[i]
		p0, p1 := c.fa.at(e.A), c.fa.at(e.B)
		if max(s.n.Dot(p0), s.n.Dot(p1)) >= s.lo {
			c.nearestEdge(s, int32(i), p0, p1, &out)
		}
	}
	out.edge = math.Sqrt(out.edge)
	return out
}

// nearestEdge takes into account edge e of A, from p0 to p1. Out.edge is a squared distance.
func (c *hullContact) nearestEdge(s *hullSlab, e int32, p0, p1 geom.Vec, out *nearestPair) {
	for j := range c.fb.h.Edges {
		g := &c.fb.h.Edges[j]
		q0, q1 := c.fb.at(g.A), c.fb.at(g.B)
		if min(s.n.Dot(q0), s.n.Dot(q1)) > s.hi {
			continue
		}
		f, h := nearestOnEdges(p0, p1, q0, q1)
		p, q := p0.AddScaled(p1.Sub(p0), f), q0.AddScaled(q1.Sub(q0), h)
		if d := q.Sub(p).LenSq(); d < out.edge {
			out.edge, out.ea, out.eb, out.pa, out.pb = d, e, int32(j), p, q
		}
	}
}

// nearest replaces the manifold by the nearest points of two polyhedra that are apart, if they are nearer than limit:
// one pair of crossing edges, or every vertex that is as near to the other shape as the nearest. n is the best axis.
func (c *hullContact) nearest(n geom.Vec, limit float64) {
	tol := c.tol.touch
	s := c.slab(n, limit)
	near := c.nearestPair(&s)
	dist, dir := near.vertex, near.dir
	crossed := near.edge < near.vertex-tol
	if crossed {
		dist, dir = near.edge, near.pb.Sub(near.pa)
	}
	if dist > limit {
		return
	}
	if dist > tol {
		n = dir.Normalize()
	}
	if c.tri != nil && (dist <= tol || !c.tri.counts(n) && !nearlyParallel(n, c.tri.face.N)) {
		return
	}
	c.m.Count, c.m.N = 0, c.world.Apply(n)
	if crossed {
		c.add(near.pa.Add(near.pb).Scale(0.5), dist, MakeFeatureID(FeatureEdge, int(near.ea), FeatureEdge, int(near.eb)), 0)
		return
	}
	c.touchingVertices(&s, 0, false, dist+tol)
}

// touchingVertices adds the vertices of each shape in the slab that are within dist of the other. Their Separation is
// sep, or where that is not fixed their distance.
func (c *hullContact) touchingVertices(s *hullSlab, sep float64, fixed bool, dist float64) {
	tol := c.tol.touch
	for i := range c.fa.h.Vertices {
		p := c.fa.at(int32(i))
		if s.n.Dot(p) < s.lo {
			continue
		}
		if q, d, kind, index := c.fb.nearest(p, tol); d <= dist {
			if !fixed {
				sep = d
			}
			c.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(FeatureVertex, i, kind, index), float64(4*tol))
		}
	}
	for i := range c.fb.h.Vertices {
		p := c.fb.at(int32(i))
		if s.n.Dot(p) > s.hi {
			continue
		}
		if q, d, kind, index := c.fa.nearest(p, tol); d <= dist {
			if !fixed {
				sep = d
			}
			c.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(kind, index, FeatureVertex, i), float64(4*tol))
		}
	}
}
