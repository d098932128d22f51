package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// internalDepth, relative to the box's size: how deep a vertex of the box may be below a triangle whose normal stands in
	// for an axis that does not count. Boxes at rest are never that deep; a box beside a step, of which a triangle on top
	// knows only by a vertex, would be by the whole height of the step.
	internalDepth = 0.01
	// ridgeCosine: a neighbour at a larger angle than its arc cosine has the contacts that lie on its side of the edge.
	ridgeCosine = 0.5
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
// best axis does not count the triangle's normal stands in for it, unless the neighbour that turns away by more than 60
// degrees has the contact; the points then are the vertices of the box over the triangle that are less deep than 0.01
// of the box's size, for everything else is a point of a neighbour too.
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
	axis, ok := s.choose(top)
	if !ok {
		return false
	}
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
		m.keepBoxVertices(-internalDepth * s.size)
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

// choose returns the best axis that counts, and false when the contact is a neighbour's.
func (s *triangleContact) choose(top *satAxis) (satAxis, bool) {
	best := s.face
	tie := manifoldTie * s.size
	if top.Kind != axisFaceB && !nearlyParallel(top.N, best.N) && top.Sep > best.Sep+tie {
		if ok, edge := s.counts(top.N); !ok && s.steep(edge) {
			return best, false
		}
	}
	for i := 0; i < s.n; i++ {
		x := &s.ax[i]
		if x.Sep <= best.Sep+tie || x.Kind == axisFaceB || nearlyParallel(x.N, s.face.N) {
			continue
		}
		if x.Kind == axisEdges && best.Kind == axisFaceA && nearlyParallel(x.N, best.N) {
			continue
		}
		if ok, _ := s.counts(x.N); ok {
			best = *x
		}
	}
	return best, true
}

// counts reports whether the axis n lies in the Voronoi region of the triangle's feature that it touches, and the edge
// that decides.
func (s *triangleContact) counts(n geom.Vec) (bool, int) {
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
	if s.edgeCounts(n, next) {
		return true, next
	}
	return f-g < parallelSine && s.edgeCounts(n, prev), next
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

// steep reports whether the neighbour across edge k turns away by more than the angle of ridgeCosine.
func (s *triangleContact) steep(k int) bool {
	if s.edges == nil || s.neighbors == nil {
		return false
	}
	switch s.edges[k].Kind {
	case geom.EdgeConvex, geom.EdgeConcave:
		return s.planeN.Dot(s.neighbors[k].N) < ridgeCosine
	}
	return false
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
		if ok, _ := s.counts(s.ax[i].N); ok || s.ax[i].Kind == axisFaceB {
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
	if ok, _ := s.counts(n); !ok && !nearlyParallel(n, s.face.N) {
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

// keepBoxVertices removes all points but the vertices of A in a face of B whose separation is at least lo.
func (m *Manifold) keepBoxVertices(lo float64) {
	const kinds = FeatureID(3<<14 | 3<<30)
	n := 0
	for i := 0; i < m.Count; i++ {
		if p := &m.Points[i]; p.Feature&kinds == MakeFeatureID(FeatureVertex, 0, FeatureFace, 0) && p.Separation >= lo {
			m.Points[n] = *p
			n++
		}
	}
	m.Count = n
}
