package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// hullNearest is the point of a hull nearest to a point: m is the unit direction from the hull to that point, d the
// distance, negative for a point inside, whose way out along m is the shortest.
type hullNearest struct {
	at, m geom.Vec
	d     float64
	f     feature
}

// roundHull finds the separation of a rounded point or segment and B, a polyhedron.
func (q *curvedPair) roundHull(a *roundCore) {
	h := q.b.Hull
	if !a.sphere() && segmentMeetsHull(a, h) {
		q.segmentInHull(a, h)
		return
	}
	best, s := q.nearestOnHull(a.p[0]), 0.0
	if !a.sphere() {
		if o := q.nearestOnHull(a.p[1]); o.d < best.d {
			best, s = o, 1
		}
		q.nearestHullEdge(a, h, &best, &s)
		if best.d <= float64(1e-12*q.size) { // the direction from one to the other is rounding
			q.segmentInHull(a, h)
			return
		}
	}
	if best.d > 0 && best.d <= float64(coreNear*q.size) {
		if s > 0 && s < 1 {
			best.m = square(best.m, a.d)
		}
		if best.f.kind() == FeatureEdge {
			e := &h.Edges[best.f.index()]
			best.m = square(best.m, h.Vertices[e.B].Sub(h.Vertices[e.A]))
		}
	}
	p := a.at(s)
	q.set(p, best.at, best.m.Neg(), best.d, a.r, a.feature(s), best.f)
}

// nearestOnHull returns the point of B's hull that is nearest to p.
func (q *curvedPair) nearestOnHull(p geom.Vec) hullNearest {
	h := q.b.Hull
	top, face := math.Inf(-1), int32(0)
	for i := range h.Faces {
		f := &h.Faces[i].Plane
		if s := f.N.Dot(p) - f.D; s > top {
			top, face = s, int32(i)
		}
	}
	if top <= 0 || overFace(h, face, p) {
		return onFace(h, face, p, top)
	}
	best := hullNearest{d: math.Inf(1)}
	for i := range h.Edges {
		e := &h.Edges[i]
		u := h.Vertices[e.A]
		d := h.Vertices[e.B].Sub(u)
		s := clamp01(d.Dot(p.Sub(u)) / d.LenSq())
		at := u.AddScaled(d, s)
		if s == 1 {
			at = h.Vertices[e.B]
		}
		if l := at.Sub(p).LenSq(); l < best.d {
			best.d, best.at, best.f = l, at, hullEdgeFeature(e, i, s)
		}
	}
	best.d = math.Sqrt(best.d)
	for i := range h.Faces {
		f := &h.Faces[i].Plane
		if s := f.N.Dot(p) - f.D; s > 0 && s <= best.d && overFace(h, int32(i), p) {
			return onFace(h, int32(i), p, s)
		}
	}
	if best.d <= float64(1e-12*q.size) {
		best.m = h.Faces[face].Plane.N
	} else {
		best.m = p.Sub(best.at).Scale(1 / best.d)
	}
	return best
}

// onFace returns the foot of p on the plane of a face, from which it is s away.
func onFace(h *geom.Hull, face int32, p geom.Vec, s float64) hullNearest {
	n := h.Faces[face].Plane.N
	return hullNearest{p.AddScaled(n, -s), n, s, featureOf(FeatureFace, int(face))}
}

// hullEdgeFeature returns the feature of a hull at a fraction of edge i.
func hullEdgeFeature(e *geom.HullEdge, i int, s float64) feature {
	switch s {
	case 0:
		return featureOf(FeatureVertex, int(e.A))
	case 1:
		return featureOf(FeatureVertex, int(e.B))
	}
	return featureOf(FeatureEdge, i)
}

// overFace reports whether the foot of p on the plane of a face lies in the face.
func overFace(h *geom.Hull, face int32, p geom.Vec) bool {
	n, c := h.Faces[face].Plane.N, h.Face(face)
	u := h.Vertices[c[len(c)-1]]
	for _, i := range c {
		v := h.Vertices[i]
		if v.Sub(u).Cross(n).Dot(p.Sub(u)) > 0 {
			return false
		}
		u = v
	}
	return true
}

// segmentMeetsHull reports whether the core, a segment, has a point in the hull.
func segmentMeetsHull(a *roundCore, h *geom.Hull) bool {
	from, to := 0.0, 1.0
	for i := range h.Faces {
		f := &h.Faces[i].Plane
		x0, x1 := f.N.Dot(a.p[0])-f.D, f.N.Dot(a.p[1])-f.D
		switch {
		case x0 > 0 && x1 > 0:
			return false
		case x0 > 0:
			from = math.Max(from, x0/(x0-x1))
		case x1 > 0:
			to = math.Min(to, x0/(x0-x1))
		}
	}
	return from <= to
}

// nearestHullEdge replaces best by the nearest point of an edge to the core's inside, where that is nearer, and s by
// the core's point there.
func (q *curvedPair) nearestHullEdge(a *roundCore, h *geom.Hull, best *hullNearest, s *float64) {
	for i := range h.Edges {
		e := &h.Edges[i]
		u, v := h.Vertices[e.A], h.Vertices[e.B]
		x, y := nearestOnEdges(a.p[0], a.p[1], u, v)
		if x == 0 || x == 1 {
			continue
		}
		at := u.AddScaled(v.Sub(u), y)
		if y == 1 {
			at = v
		}
		d := a.at(x).Sub(at)
		l := d.Len()
		if !(l < float64(best.d*(1-1e-12))) {
			continue
		}
		*best = hullNearest{at, d.Normalize(), l, hullEdgeFeature(e, i, y)}
		*s = x
		if l <= float64(coreNear*q.size) && best.f.kind() == FeatureEdge {
			best.m = crossingNormal(a.d, v.Sub(u), best.m, best.m, l/q.size)
		}
	}
}

// segmentInHull finds the least translation that parts a core from a hull it goes into: along the normal of a face, or
// at right angles to the core and to an edge that is on the outline of the hull seen along the core.
func (q *curvedPair) segmentInHull(a *roundCore, h *geom.Hull) {
	best, s := hullNearest{d: math.Inf(-1)}, 0.0
	for i := range h.Faces {
		f := &h.Faces[i].Plane
		x0, x1 := f.N.Dot(a.p[0])-f.D, f.N.Dot(a.p[1])-f.D
		k := 0
		if x1 < x0 {
			k, x0 = 1, x1
		}
		if x0 > best.d {
			best, s = onFace(h, int32(i), a.p[k], x0), float64(k)
		}
	}
	for i := range h.Edges {
		e := &h.Edges[i]
		l, r := h.Faces[e.Left].Plane.N, h.Faces[e.Right].Plane.N
		if float64(a.d.Dot(l)*a.d.Dot(r)) >= 0 {
			continue
		}
		u, v := h.Vertices[e.A], h.Vertices[e.B]
		m := a.d.Cross(v.Sub(u)).Normalize()
		if m.Dot(l.Add(r)) < 0 {
			m = m.Neg()
		}
		if d := m.Dot(a.p[0].Sub(u)); d > best.d+float64(1e-12*q.size) {
			x, y := nearestOnEdges(a.p[0], a.p[1], u, v)
			best, s = hullNearest{u.AddScaled(v.Sub(u), y), m, d, featureOf(FeatureEdge, i)}, x
		}
	}
	q.set(a.at(s), best.at, best.m.Neg(), best.d, a.r, a.feature(s), best.f)
}
