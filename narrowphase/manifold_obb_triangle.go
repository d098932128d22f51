package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// triangleContact is a box against a triangle of a mesh, in the box's frame.
type triangleContact struct {
	triangleAxes
	box       *geom.OBB
	normal    geom.Vec // of the triangle's front, box's frame
	face      satAxis  // the side of the triangle on which the box's centre is
	planeN    geom.Vec // of the triangle's front, world
	edges     *[3]geom.EdgeInfo
	neighbors *[3]geom.Plane
	tol       manifoldTolerance
	m         *Manifold
}

// CollideOBBTriangle fills m with the points at which box a touches or is nearer than margin [m] to triangle t of a
// mesh, and reports whether there is any. N points from the box to the triangle. plane is the triangle's; edges and
// neighbors tell what lies across its edges, with the planes of the triangles there; nil edges are all borders, with nil
// neighbors an edge that is convex or concave admits every normal. A plane without normal gives no contact.
//
// The triangle has two sides; the one that counts is that of the box's centre, the front when the centre is in the plane.
// Axes, preferences, flush edges and nearest points are those of CollideOBBs with the triangle's face first.
//
// Inner edges: an axis counts only when the direction from the triangle to the box lies in the Voronoi region of the
// triangle's feature that it touches, to 2 mrad. For an edge that is the wedge between the two faces' normals, seen from
// the side on which the surface is a ridge; none for a flat edge; any for a border. For a vertex it is that of the edge
// there that is nearer to the direction: where a vertex of a mesh is touched, at least two triangles then count. When the
// best axis does not count the best of those that do stands in for it, with points that are not much deeper. If that is
// the triangle's normal the points are the vertices of the box over the triangle and its edges over a valley, for
// everything else is a point of a neighbour too.
//
// Source: 004, section on box and triangle; E4.
func CollideOBBTriangle(a *geom.OBB, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo,
	neighbors *[3]geom.Plane, margin float64, m *Manifold) bool {
	m.Count = 0
	var s triangleContact
	s.set(a, t)
	s.box, s.planeN, s.edges, s.neighbors, s.tol, s.m = a, plane.N, edges, neighbors, toleranceOf(a.Size()), m
	s.normal = a.Axes.Apply(plane.N)
	if !s.collectSide(margin) {
		return false
	}
	top := &s.ax[s.best]
	for i := 0; i < s.n; i++ {
		if s.ax[i].Sep > top.Sep {
			top = &s.ax[i]
		}
	}
	if math.Abs(top.Sep) <= s.tol.touch && s.flush(top.Sep, margin) {
		return true
	}
	axis := s.choose()
	standIn := axis.Sep < top.Sep-s.tol.tie && !nearlyParallel(axis.N, top.N)
	m.N = s.worldNormal(a, &axis, plane.N)
	switch axis.Kind {
	case axisFaceB:
		s.clipBoxFace(&axis, margin+s.eps)
	case axisFaceA:
		s.clipTriangle(&axis, margin+s.eps)
	default:
		s.crossEdges(&axis)
	}
	if top.Sep > 0 && m.deepest() > top.Sep+s.tol.touch && !s.inner() {
		if axis.Kind != axisFaceB {
			m.Count = 0 // what the axis touches lies beside the clipped points, whose normal it then is not
		}
		s.nearest(math.Min(margin+s.eps, m.deepest()-s.tol.touch))
	}
	if standIn {
		s.standIn(&axis, math.Min(top.Sep, 0))
	}
	return m.limit(margin, s.eps)
}

// collectSide fills in the axes, of the triangle's two sides only that of the box's centre.
func (s *triangleContact) collectSide(margin float64) bool {
	back := s.normal
	front := back.Neg()
	if s.normal.Dot(s.v[0]) <= 0 {
		back = geom.Vec{}
	} else {
		front = geom.Vec{}
	}
	if !s.collect(front, back, margin) {
		return false
	}
	s.face = s.ax[3]
	return s.face.Kind == axisFaceB
}

// choose returns the axis of the manifold: the best that counts, faces before edges.
func (s *triangleContact) choose() satAxis {
	best := s.face
	tie := s.tol.tie
	box, edge := s.bestThatCounts(axisFaceA), s.bestThatCounts(axisEdges)
	if box != nil && box.Sep > best.Sep+tie && !nearlyParallel(box.N, best.N) {
		best = *box
	}
	if edge != nil && edge.Sep > best.Sep+tie {
		switch {
		case nearlyParallel(edge.N, s.face.N):
			best = s.face
		case box != nil && nearlyParallel(edge.N, box.N):
			best = *box
		default:
			best = *edge
		}
	}
	return best
}

// bestThatCounts returns the axis of a kind that counts and has the largest separation, nil for none.
func (s *triangleContact) bestThatCounts(kind uint8) *satAxis {
	var best *satAxis
	for i := 0; i < s.n; i++ {
		x := &s.ax[i]
		if x.Kind != kind || best != nil && x.Sep <= best.Sep+s.eps {
			continue
		}
		if s.counts(x.N) {
			best = x
		}
	}
	return best
}

// flush fills the manifold when the best axes that count tie and are not parallel, and reports whether it did.
func (s *triangleContact) flush(top, margin float64) bool {
	tol := s.tol.tie
	var tied [14]satAxis
	n := 0
	for i := 0; i < s.n; i++ {
		if s.ax[i].Sep < top-tol {
			continue
		}
		if s.counts(s.ax[i].N) || s.ax[i].Kind == axisFaceB {
			tied[n] = s.ax[i]
			n++
		}
	}
	dir, sep, ok := bisector(tied[:n], top, tol)
	if !ok || sep > margin+s.eps {
		return false
	}
	s.m.N = s.box.Axes.ApplyT(dir)
	s.touchingVertices(sep, true, float64(2*s.tol.touch))
	return s.m.limit(margin, s.eps)
}

// addLocal adds a point given in the box's frame.
func (s *triangleContact) addLocal(p geom.Vec, sep float64, id FeatureID, tol float64) {
	s.m.add(s.box.C.Add(s.box.Axes.ApplyT(p)), sep, id, tol)
}

// side returns the index of the triangle's face on which the box's centre is.
func (s *triangleContact) side() int { return int(s.face.J) }

// clipBoxFace clips the face of the box that looks at the triangle most to the triangle's edges.
func (s *triangleContact) clipBoxFace(axis *satAxis, limit float64) {
	face := faceMost(axis.N)
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	var q clipPolygon
	facePolygon(&q, geom.Vec{}, &axes, [3]float64{s.h.X, s.h.Y, s.h.Z}, face, s.side())
	f := clipFace{n: 3}
	for k := 0; k < 3; k++ {
		n := s.e[k].Cross(s.normal).Normalize()
		f.sides[k] = clipSide{n, n.Dot(s.v[k]), uint8(k), uint8(k)}
	}
	tol := s.tol.touch
	q.clip(&f, uint8(face), tol)
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		if sep := axis.N.Dot(s.v[0].Sub(p.P)); sep <= limit {
			s.addLocal(p.P.AddScaled(axis.N, float64(0.5*sep)), sep, p.ID.id(true), float64(2*tol))
		}
	}
}

// clipTriangle clips the triangle to the sides of a face of the box.
func (s *triangleContact) clipTriangle(axis *satAxis, limit float64) {
	a := int(axis.I)
	face := faceMost(axis.N)
	q := clipPolygon{n: 3}
	for k := 0; k < 3; k++ {
		q.v[k] = clipPoint{s.v[k], pairID{FeatureFace, uint8(face), FeatureVertex, uint8(k)}, uint8(k)}
	}
	half := [3]float64{s.h.X, s.h.Y, s.h.Z}
	var f clipFace
	boxClipFace(&f, face, half)
	tol := s.tol.touch
	q.clip(&f, uint8(s.side()), tol)
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		if sep := axis.N.Dot(p.P) - half[a]; sep <= limit {
			s.addLocal(p.P.AddScaled(axis.N, float64(-0.5*sep)), sep, p.ID.id(false), float64(2*tol))
		}
	}
}

// crossEdges adds the nearest points of the two edges that support the axis; none when the shapes are apart and the edges
// do not cross, so that their nearest points are elsewhere.
func (s *triangleContact) crossEdges(axis *satAxis) {
	e, k := supportEdge(int(axis.I), axis.N), int(axis.J)
	i0, i1 := boxEdgeEnds(e)
	p0, p1 := s.corner(i0), s.corner(i1)
	f, g := nearestOnEdges(p0, p1, s.v[k], s.v[axes1[k]])
	p, q := p0.AddScaled(p1.Sub(p0), f), s.v[k].AddScaled(s.e[k], g)
	if axis.Sep <= 0 || q.Sub(p).Len() <= axis.Sep+float64(8*s.eps) {
		s.addLocal(p.Add(q).Scale(0.5), axis.Sep, MakeFeatureID(FeatureEdge, e, FeatureEdge, k), 0)
	}
}
