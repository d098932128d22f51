package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CollideCurvedTriangle fills m with the points at which the curved shape a touches or is nearer than margin [m] to triangle t
// of a mesh, and reports whether there is any. N points from the shape to the triangle. The other arguments, and which
// normals count at inner edges, are as with CollideOBBTriangle; points are those of CollideCurved. A plane without normal
// gives no contact.
//
// The triangle has two sides; the one that counts is that of the middle of the shape. Where the direction of the nearest
// points does not count, the face's normal stands in for it: then the points are those of the shape over the triangle,
// with its lines over a valley, if they are not much deeper. So a shape on a flat floor of triangles has one normal, and
// everything it stands on is a point of one triangle or another.
func CollideCurvedTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo,
	beyond *[3]geom.Plane, margin float64, m *Manifold) bool {
	m.Count = 0
	if (plane.N == geom.Vec{}) {
		return false
	}
	var q curvedPair
	q.setTriangle(a, t)
	q.normal = plane.N
	if math.Max(q.along(plane.N), q.along(plane.N.Neg())) > margin+float64(1e-14*q.size) {
		return false
	}
	q.separate()
	s := curvedContact{curvedPair: &q}
	if !s.begin(margin) {
		return false
	}
	mesh := curvedMesh{curvedContact: &s, edges: edges, beyond: beyond}
	mesh.middle = q.middleA()
	if q.normal.Dot(mesh.middle.Sub(q.tri[0])) < 0 {
		mesh.side = triangleBack
	}
	top, standIn := math.Min(q.sep, 0), mesh.choose()
	if !standIn {
		s.snap()
	}
	fa, fb := s.flatOfA(), s.flatOfB()
	s.meet(&fa, &fb)
	if standIn {
		mesh.own(float64(standInFace*top) - float64(standInDepth*a.Shape.Extent()))
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
	side   int // the triangle's face on which the middle of A is
}

// choose settles the normal and reports whether that of the face stands in for one that does not count.
func (s *curvedMesh) choose() bool {
	face := s.normal.Neg()
	if s.side == triangleBack {
		face = s.normal
	}
	switch {
	case s.n.Cross(face).LenSq() <= geom.FlatAngle*geom.FlatAngle:
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
	s.n = face
	return true
}

// counts reports whether the normal lies in the Voronoi region of the triangle's feature that it touches; see
// triangleContact.counts. Of a corner only the neighbours across its two edges are known.
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
	if !s.edgeCounts(next) && !(f-g < parallelSine && s.edgeCounts(prev)) {
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
	if s.edges[k].Kind == geom.EdgeFlat {
		return false
	}
	return !s.rises(k)
}

// own removes the points that a normal may not give that stands in for another: those deeper than lo, and those that are as
// well a neighbour's: all but points of A over the face, and lines of A over a valley.
func (s *curvedMesh) own(lo float64) {
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

// valley reports whether the middle of A is in front of both faces at the concave edge k.
func (s *curvedMesh) valley(k int) bool {
	return s.edges != nil && s.beyond != nil && s.edges[k].Kind == geom.EdgeConcave && s.side == triangleFront &&
		s.beyond[k].N.Dot(s.origin.Add(s.middle)) > s.beyond[k].D
}
