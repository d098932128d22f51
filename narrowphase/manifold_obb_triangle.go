package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// How deep a point may be along an axis that stands in for the best because that does not count. Along the triangle's normal
// 8 times as deep as the best axis plus 1e-4 of the box's size: a tip of 14 degrees is four times as deep as it is wide;
// but a box beside a step, of which a triangle on top knows only by a vertex, overlaps that triangle by next to nothing
// and its plane by the height of the step. Along another axis 1.25 times, for that is no more than nearly as good.
const (
	standInFace  = 8
	standInDepth = 1e-4
	standInOther = 1.25
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
	size      float64
	m         *Manifold
}

// CollideOBBTriangle fills m with the points at which box a touches or is nearer than margin [m] to triangle t of a
// mesh, and reports whether there is any. N points from the box to the triangle. plane is the triangle's; edges and
// neighbors tell what lies across its edges, with the planes of the triangles there; nil edges are all borders, with nil
// neighbors an edge that is convex or concave admits every normal.
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
	s.box, s.planeN, s.edges, s.neighbors, s.size, s.m = a, plane.N, edges, neighbors, a.Size(), m
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
	if math.Abs(top.Sep) <= manifoldTouch*s.size && s.flush(top.Sep, margin) {
		return true
	}
	axis := s.choose()
	standIn := axis.Sep < top.Sep-manifoldTie*s.size && !nearlyParallel(axis.N, top.N)
	m.N = s.worldNormal(a, &axis, plane.N)
	switch axis.Kind {
	case axisFaceB:
		s.clipBoxFace(&axis, margin+s.eps)
	case axisFaceA:
		s.clipTriangle(&axis, margin+s.eps)
	default:
		s.crossEdges(&axis)
	}
	if tol := manifoldTouch * s.size; top.Sep > 0 && m.deepest() > top.Sep+tol && !s.inner() {
		if axis.Kind != axisFaceB {
			m.Count = 0 // what the axis touches lies beside the clipped points, whose normal it then is not
		}
		s.nearest(math.Min(margin+s.eps, m.deepest()-tol))
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
	tie := manifoldTie * s.size
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

// counts reports whether the axis n lies in the Voronoi region of the triangle's feature that it touches.
func (s *triangleContact) counts(n geom.Vec) bool {
	k := 0
	lo := n.Dot(s.v[0])
	for i := 1; i < 3; i++ {
		if d := n.Dot(s.v[i]); d < lo {
			k, lo = i, d
		}
	}
	// The slopes of -n along the two edges that leave the vertex; both are at most zero.
	next, prev := k, axes2[k]
	f := -n.Dot(s.e[next].Normalize())
	g := n.Dot(s.e[prev].Normalize())
	if g > f {
		next, prev, f, g = prev, next, g, f
	}
	return s.edgeCounts(n, next) || f-g < parallelSine && s.edgeCounts(n, prev)
}

// edgeCounts reports whether -n lies in the wedge of an edge.
func (s *triangleContact) edgeCounts(n geom.Vec, k int) bool {
	if s.edges == nil || s.edges[k].Kind == geom.EdgeBorder {
		return true
	}
	if s.edges[k].Kind == geom.EdgeFlat {
		return false
	}
	if s.neighbors == nil {
		return true
	}
	// The neighbour lies in the direction edge × its normal from the edge; -n may not rise in it, nor in the triangle.
	e := s.e[k].Normalize()
	into := e.Cross(s.box.Axes.Apply(s.neighbors[k].N))
	return -n.Dot(into) <= parallelSine && -n.Dot(s.normal.Cross(e)) <= parallelSine
}

// inner reports whether all edges are flat, so that only the face's normal counts.
func (s *triangleContact) inner() bool {
	return s.edges != nil && s.edges[0].Kind == geom.EdgeFlat && s.edges[1].Kind == geom.EdgeFlat &&
		s.edges[2].Kind == geom.EdgeFlat
}

// flush fills the manifold when the best axes that count tie and are not parallel, and reports whether it did.
func (s *triangleContact) flush(top, margin float64) bool {
	tol := manifoldTie * s.size
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
	s.touchingVertices(sep, true, 2*manifoldTouch*s.size)
	return s.m.limit(margin, s.eps)
}

// addLocal adds a point given in the box's frame.
func (s *triangleContact) addLocal(p geom.Vec, sep float64, id FeatureID, tol float64) {
	s.m.add(s.box.C.Add(s.box.Axes.ApplyT(p)), sep, id, tol)
}

// touchingVertices adds the vertices of each shape that are within dist of the other. Their Separation is sep, or where
// that is not fixed their distance.
func (s *triangleContact) touchingVertices(sep float64, fixed bool, dist float64) {
	tol := manifoldTouch * s.size
	for k := 0; k < 3; k++ {
		q, kind, index := nearestInBox(s.v[k], s.h, tol)
		if d := q.Sub(s.v[k]).Len(); d <= dist {
			if !fixed {
				sep = d
			}
			s.addLocal(s.v[k].Add(q).Scale(0.5), sep, MakeFeatureID(kind, index, FeatureVertex, k), 4*tol)
		}
	}
	for i := 0; i < 8; i++ {
		p := s.corner(i)
		q, kind, index := s.nearestOnTriangle(p, tol)
		if d := q.Sub(p).Len(); d <= dist {
			if !fixed {
				sep = d
			}
			s.addLocal(p.Add(q).Scale(0.5), sep, MakeFeatureID(FeatureVertex, i, kind, index), 4*tol)
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
	tol := manifoldTouch * s.size
	q.clip(&f, uint8(face), tol)
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		if sep := axis.N.Dot(s.v[0].Sub(p.P)); sep <= limit {
			s.addLocal(p.P.AddScaled(axis.N, 0.5*sep), sep, p.ID.id(true), 2*tol)
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
	tol := manifoldTouch * s.size
	q.clip(&f, uint8(s.side()), tol)
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		if sep := axis.N.Dot(p.P) - half[a]; sep <= limit {
			s.addLocal(p.P.AddScaled(axis.N, -0.5*sep), sep, p.ID.id(false), 2*tol)
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
	if axis.Sep <= 0 || q.Sub(p).Len() <= axis.Sep+8*s.eps {
		s.addLocal(p.Add(q).Scale(0.5), axis.Sep, MakeFeatureID(FeatureEdge, e, FeatureEdge, k), 0)
	}
}

// nearest replaces the manifold by the nearest points of a box and a triangle that are apart, if they are nearer than
// limit and their direction counts.
func (s *triangleContact) nearest(limit float64) {
	tol := manifoldTouch * s.size
	vertex, dir := math.Inf(1), geom.Vec{}
	for k := 0; k < 3; k++ {
		q, _, _ := nearestInBox(s.v[k], s.h, tol)
		if d := s.v[k].Sub(q); d.Len() < vertex {
			vertex, dir = d.Len(), d
		}
	}
	for i := 0; i < 8; i++ {
		p := s.corner(i)
		q, _, _ := s.nearestOnTriangle(p, tol)
		if d := q.Sub(p); d.Len() < vertex {
			vertex, dir = d.Len(), d
		}
	}
	edge, e, k, p, q := s.nearestEdges()
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

// nearestEdges returns the distance of the nearest edges of box and triangle, the edges, and their nearest points.
func (s *triangleContact) nearestEdges() (dist float64, eb, et int, pb, pt geom.Vec) {
	best := math.Inf(1)
	for e := 0; e < 12; e++ {
		i0, i1 := boxEdgeEnds(e)
		p0, p1 := s.corner(i0), s.corner(i1)
		for k := 0; k < 3; k++ {
			f, g := nearestOnEdges(p0, p1, s.v[k], s.v[axes1[k]])
			p, q := p0.AddScaled(p1.Sub(p0), f), s.v[k].AddScaled(s.e[k], g)
			if d := q.Sub(p).LenSq(); d < best {
				best, eb, et, pb, pt = d, e, k, p, q
			}
		}
	}
	return math.Sqrt(best), eb, et, pb, pt
}

// standIn removes the points that an axis may not give which stands in for one of separation top.
func (s *triangleContact) standIn(axis *satAxis, top float64) {
	lo := float64(standInOther*top) - float64(manifoldTie*s.size)
	if axis.Kind == axisFaceB {
		lo = float64(standInFace*top) - float64(standInDepth*s.size)
	}
	n := 0
	for i := 0; i < s.m.Count; i++ {
		p := &s.m.Points[i]
		if p.Separation >= lo && (axis.Kind != axisFaceB || s.own(p.Feature)) {
			s.m.Points[n] = *p
			n++
		}
	}
	s.m.Count = n
}

// own reports whether a point is the triangle's and not as well a neighbour's: a vertex of the box over its face, or an edge
// of the box over a valley, in which a vertex can be below both faces and over neither.
func (s *triangleContact) own(f FeatureID) bool {
	switch f >> 30 {
	case FeatureFace:
		return f>>14&3 == FeatureVertex
	case FeatureEdge:
		return s.valley(int(f >> 16 & 3))
	}
	return false
}

// valley reports whether the box's centre is in front of both faces at the concave edge k. From behind the edge of a solid
// would be one, of which a box on top of it is no part.
func (s *triangleContact) valley(k int) bool {
	return s.edges != nil && s.neighbors != nil && s.edges[k].Kind == geom.EdgeConcave &&
		s.side() == triangleFront && s.neighbors[k].N.Dot(s.box.C) > s.neighbors[k].D
}
