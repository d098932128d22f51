package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CollideCurvedTriangle fills m with the points at which the curved shape a touches or is closer than margin [m] to
// triangle t of a mesh, and reports whether there are any. N points from the shape to the triangle. The other
// arguments, and which normals count at inner edges, are as for CollideOBBTriangle; points are those of CollideCurved.
// A plane without normal gives no contact.
//
// The triangle has two sides; the one on which the middle of the shape is counts, but the front for a shape that is hardly in it from
// there, along a direction that counts. If the direction of the nearest points does not count, the face's normal replaces it. The
// points are then those of the shape over the triangle, with its lines over a valley, if they are not much deeper. So a shape on a
// flat floor of triangles has one normal, and everything it stands on is a point of one triangle or another. If there is no such
// point, but the deepest point of the shape is below both planes of a valley, beyond the edge of both, or the shape has gone through
// the triangle to below another, it is that point; only the latter, if the shape is hardly in the triangle from the other side. So a
// shape that overlaps a surface, with its middle in front of it, always has a contact with one of its triangles.
func CollideCurvedTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo,
	beyond *[3]geom.Plane, margin float64, m *Manifold) bool {
	var none Memory
	return none.collideCurvedTriangle(a, t, plane, edges, beyond, margin, m)
}

// collideCurvedTriangle is CollideCurvedTriangle.
func (o *Memory) collideCurvedTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo,
	beyond *[3]geom.Plane, margin float64, m *Manifold) bool {
	m.Count = 0
	if (plane.N == geom.Vec{}) {
		return false
	}
	if reach := reachOf(a.Shape, margin); reach > 0 && farFromTriangle(a.Pose.P, t, reach) {
		return false
	}
	var q curvedPair
	q.setTriangle(a, t)
	q.normal = plane.N
	if math.Max(q.along(plane.N), q.along(plane.N.Neg())) > margin+float64(1e-14*q.size) {
		return false
	}
	o.separate(&q)
	if !q.within(margin) {
		return false
	}
	s := curvedContact{curvedPair: &q}
	s.begin(margin)
	mesh := curvedMesh{curvedContact: &s, edges: edges, beyond: beyond}
	mesh.middle = q.middleA()
	if q.normal.Dot(mesh.middle.Sub(q.tri[0])) < 0 {
		mesh.side = triangleBack
	}
	top, standIn := math.Min(q.sep, 0), mesh.choose()
	if !standIn && s.ballOnFlat() {
		s.meetBall()
		s.addNearest()
		return s.finish(m)
	}
	if !standIn {
		s.snap()
	}
	fa, fb := s.flatOfA(), s.flatOfB()
	s.meet(&fa, &fb)
	if standIn {
		lo := float64(standInFace*top) - float64(standInDepth*a.Shape.Extent())
		mesh.keepOwn(lo)
		if s.count == 0 {
			mesh.addBeyond(&fb, lo)
		}
	} else {
		s.addNearest()
	}
	return s.finish(m)
}

// middleA returns the middle of A.
func (q *curvedPair) middleA() geom.Vec {
	if q.a.Kind == geom.ShapeCone {
		return q.cA.AddScaled(q.rA.Col(2), float64(0.5*q.a.Size.Z))
	}
	return q.cA
}

// curvedMesh is a contact with a triangle of a mesh.
type curvedMesh struct {
	*curvedContact
	edges  *[3]geom.EdgeInfo
	beyond *[3]geom.Plane
	middle geom.Vec
	side   int // the triangle's face that counts
	// doubtful says that A is hardly in the triangle, from the other side.
	doubtful bool
}

// choose settles the normal and reports whether that of the face stands in for one that does not count.
func (s *curvedMesh) choose() bool {
	face := s.normal.Neg()
	if s.side == triangleBack {
		face = s.normal
	}
	switch {
	case s.n.Cross(face).LenSq() <= geom.FlatAngle*geom.FlatAngle && s.n.Dot(face) > 0:
		return false
	case nearlyParallel(s.n, face) && !s.counts():
		// A round body whose lowest point lies just beyond a flat edge.
	case nearlyParallel(s.n, face):
		return false
	case nearlyParallel(s.n, face.Neg()):
		// The shape is more than half through.
	case s.counts():
		return false
	}
	if s.side == triangleBack && s.n.Dot(face) < 0 && s.shallow() {
		// The middle of what leans over an edge may be behind the plane of a triangle that it touches in front.
		if s.side = triangleFront; nearlyParallel(s.n, face.Neg()) || s.counts() {
			return false
		}
		s.side, s.doubtful = triangleBack, true
	}
	s.n = face
	return true
}

// shallowShare is the share of its width along the normal by which a shape may be in a triangle and count as hardly in it.
const shallowShare = 0.1

// shallow reports whether A is hardly in the triangle.
func (s *curvedMesh) shallow() bool {
	n := s.rA.ApplyT(s.n)
	return -s.sep <= float64(shallowShare*n.Dot(s.a.Support(n).Sub(s.a.Support(n.Neg()))))
}

// counts reports whether the normal lies in the Voronoi region of the triangle's feature that it touches; see
// triangleContact.counts. Where its two edges have slopes along it that differ by next to nothing, for how steep it is, it may
// be of either. Of a corner only the neighbours across its two edges are known.
func (s *curvedMesh) counts() bool {
	k, lo := 0, s.n.Dot(s.tri[0])
	for i := 1; i < 3; i++ {
		if d := s.n.Dot(s.tri[i]); d < lo {
			k, lo = i, d
		}
	}
	next, prev := k, axes2[k]
	f := -s.n.Dot(s.edge[next].Normalize())
	g := s.n.Dot(s.edge[prev].Normalize())
	if g > f {
		next, prev, f, g = prev, next, g, f
	}
	if !s.edgeCounts(next) && !(f-g < float64(parallelSine*s.n.Cross(s.normal).Len()) && s.edgeCounts(prev)) {
		return false
	}
	// At a saddle's corner one edge may admit what the neighbour across the other is nearer to.
	return s.fb.kind() != FeatureVertex || !s.rises(next) && !s.rises(prev)
}

// rises reports whether the direction to the shape rises in the neighbour across edge k.
func (s *curvedMesh) rises(k int) bool {
	if s.edges == nil || s.beyond == nil || s.edges[k].Kind == geom.EdgeBorder {
		return false
	}
	into := s.edge[k].Normalize().Cross(s.beyond[k].N)
	return -s.n.Dot(into) > parallelSine
}

// edgeCounts reports whether the direction to the shape lies in the wedge of edge k.
func (s *curvedMesh) edgeCounts(k int) bool {
	if s.edges == nil || s.edges[k].Kind == geom.EdgeBorder {
		return true
	}
	if s.edges[k].Kind == geom.EdgeFlat || s.beyond != nil && s.concave(k) && s.inwards(k) {
		return false
	}
	return !s.rises(k)
}

// concave reports whether the edge k is concave on the side of the middle of A.
func (s *curvedMesh) concave(k int) bool {
	if s.side == triangleBack {
		return s.edges[k].Kind == geom.EdgeConvex
	}
	return s.edges[k].Kind == geom.EdgeConcave
}

// inwards reports whether the direction to the shape leads through the concave edge k to the other side of the surface.
// That is the shortest way out for a shape that is deep, and neither face rises along it.
func (s *curvedMesh) inwards(k int) bool {
	out := s.n.Neg().Dot(s.normal.Add(s.beyond[k].N))
	if s.side == triangleBack {
		return out > 0
	}
	return out < 0
}

// keepOwn keeps the points that a normal may give that replaces the best one: no deeper than lo, and not a neighbour's
// as well, that is points of A over the face, and lines of A over a valley.
func (s *curvedMesh) keepOwn(lo float64) {
	n := 0
	for i := 0; i < s.count; i++ {
		p := &s.pts[i]
		ok := p.fb.kind() == FeatureFace || p.fb.kind() == FeatureEdge && s.valley(p.fb.index())
		if ok && p.sep >= lo {
			s.pts[n] = *p
			n++
		}
	}
	s.count = n
}

// addBeyond adds the point of A that is deepest below the face, where no other is the triangle's, if it is beyond the
// triangle but held by it. It is no deeper than lo, for it may be much deeper below the plane than A is in the
// triangle, and no nearer than A is to the triangle.
func (s *curvedMesh) addBeyond(face *flat, lo float64) {
	p := s.cA.Add(s.rA.Apply(s.a.Support(s.rA.ApplyT(s.n))))
	if (s.doubtful || !s.beyondValley(face, p)) && !s.through(face, p) {
		return
	}
	s.add(p, s.onto(face, p), pointFeature(s.a, s.rA.ApplyT(s.n)), face.f)
	if s.sep > 0 {
		lo = s.sep
	}
	if s.count > 0 && s.pts[0].sep < lo {
		s.pts[0].p, s.pts[0].sep = p.AddScaled(s.n, float64(0.5*lo)), lo
	}
}

// outside returns how far the point p is beyond edge k, seen along the normal [m].
func (s *curvedMesh) outside(face *flat, p geom.Vec, k int) float64 {
	return s.outwards(face, s.tri[k], s.tri[axes1[k]]).Dot(p.Sub(s.tri[k]))
}

// beyondValley reports whether a point is beyond the triangle only across valleys, and below its plane or the
// neighbour's: behind the foot of both it is in front of neither triangle, and each of the planes that it is below
// holds it. Of the triangles at the foot of a plane at least one has a given point below it so. A point over the
// triangle but below the neighbour counts as well.
func (s *curvedMesh) beyondValley(face *flat, p geom.Vec) bool {
	deep, beyond := s.n.Dot(p.Sub(s.tri[0])) > 0, false
	for k := range s.edge {
		out, valley := s.outside(face, p, k) > s.tol.tie, s.valley(k)
		if out && !valley {
			return false
		}
		if valley && (out && deep || s.below(k, p)) {
			beyond = true
		}
	}
	return beyond
}

// below reports whether a point is on the other side of the plane of the neighbour across edge k than the middle of A.
func (s *curvedMesh) below(k int, p geom.Vec) bool {
	over := s.beyond[k].N.Dot(s.origin.Add(p)) - s.beyond[k].D
	return over != 0 && over > 0 == (s.side == triangleBack)
}

// through reports whether the way from the middle of A to p leads through the triangle: what leans may have its lowest
// point below another triangle that it does not touch.
func (s *curvedMesh) through(face *flat, p geom.Vec) bool {
	from, to := s.n.Dot(s.middle.Sub(s.tri[0])), s.n.Dot(p.Sub(s.tri[0]))
	if !(from < 0 && to > 0) {
		return false
	}
	x := s.middle.AddScaled(p.Sub(s.middle), from/(from-to))
	for k := range s.edge {
		if s.outside(face, x, k) > s.tol.tie {
			return false
		}
	}
	return true
}

// valley reports whether edge k is concave on the side of the middle of A, and that is on that side of the neighbour as
// well: a middle behind the faces of a solid is inside it, and not on top of it or beside it.
func (s *curvedMesh) valley(k int) bool {
	if s.edges == nil || s.beyond == nil || !s.concave(k) {
		return false
	}
	over := s.beyond[k].N.Dot(s.origin.Add(s.middle)) - s.beyond[k].D
	return over != 0 && over < 0 == (s.side == triangleBack)
}
