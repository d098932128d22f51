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
	free      bool // every axis counts
	bestFace  int  // the best of the faces' axes that count, once chosen
	// Of edge k its direction and that into the neighbour across it, where bits k and 3+k say that they are known.
	dir, into [3]geom.Vec
	units     uint8
}

// CollideOBBTriangle fills m with the points at which box a touches or is closer than margin [m] to triangle t of a
// mesh, and reports whether there are any. N points from the box to the triangle. plane is the triangle's. edges and
// neighbors give the kinds of its edges and the planes of the triangles across them: with nil edges all are borders;
// with nil neighbors, a convex or concave edge admits every normal. A plane without normal gives no contact.
//
// The triangle has two sides; the one on which the box's centre is counts, the front if the centre is in the plane.
// Axes, preferences, flush edges and nearest points are those of CollideOBBs with the triangle's face first.
//
// Inner edges: an axis counts only if the direction from the triangle to the box lies, to 2 mrad, in the Voronoi region
// of the triangle's feature that it touches. For an edge that is the wedge between the two faces' normals, seen from
// the side on which the surface is a ridge; empty for a flat edge, everything for a border. For a vertex it is that of
// the edge there that is closer to the direction: if a vertex of a mesh is touched, at least two triangles then count.
// If the best axis does not count, the best one that does replaces it, with points that are not much deeper. If that is
// the triangle's normal, the points are the vertices of the box over the triangle, and its edges over a valley, because
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
	s.free = s.everyAxisCounts()
	if !s.collectSide(margin) {
		return false
	}
	if math.Abs(s.top) <= s.tol.touch && s.flush(margin) {
		return true
	}
	axis := s.axis(s.choose())
	m.N = s.worldNormal(a, &axis, plane.N)
	switch axis.Kind {
	case axisFaceB:
		s.clipBoxFace(&axis, margin+s.eps)
	case axisFaceA:
		s.clipTriangle(&axis, margin+s.eps)
	default:
		s.crossEdges(&axis)
	}
	if s.top > 0 && m.deepest() > s.top+s.tol.touch && !s.inner() {
		if axis.Kind != axisFaceB {
			m.Count = 0 // what the axis touches lies beside the clipped points, whose normal it then is not
		}
		s.nearest(math.Min(margin+s.eps, m.deepest()-s.tol.touch))
	}
	if axis.Sep < s.top-s.tol.tie && !nearlyParallel(axis.N, s.axis(s.topAxis()).N) {
		s.standIn(&axis, math.Min(s.top, 0))
	}
	return m.limit(margin, s.eps)
}

// collectSide fills in the axes, of the triangle's two sides only that of the box's centre. It returns false when one
// separates and for a triangle without normal.
func (s *triangleContact) collectSide(margin float64) bool {
	if s.normal == (geom.Vec{}) {
		return false
	}
	side, front, back := axisFront, s.normal.Neg(), geom.Vec{}
	if s.normal.Dot(s.v[0]) > 0 {
		side, front, back = axisBack, geom.Vec{}, s.normal
	}
	if !s.collectFaces(front, back, margin) {
		return false
	}
	s.face = s.axis(side)
	// An edge that is not better than the face does not matter; that of a box neither, where the box's counts for
	// certain.
	s.bestFace = side
	if s.free {
		s.chooseFace(side)
	}
	s.keep = s.tol.tie + float64(satChain*s.eps)
	s.cut = cutAt(s.sep[s.bestFace] - s.keep)
	if !s.collectCrosses(margin, s.free) {
		return false
	}
	if !s.free {
		s.chooseFace(side)
	}
	return true
}

// chooseFace chooses among the axes of the box's faces and that of the triangle's side.
func (s *triangleContact) chooseFace(side int) {
	s.bestFace = side
	k := s.bestThatCounts(0, axisFront, s.matters(side))
	if k >= 0 && s.sep[k] > s.face.Sep+s.tol.tie && !nearlyParallel(s.axis(k).N, s.face.N) {
		s.bestFace = k
	}
}

// choose returns the axis of the manifold: the best that counts, faces before edges.
func (s *triangleContact) choose() int {
	edge := s.bestThatCounts(axesOfCrosses, len(s.sep), s.matters(s.bestFace))
	if edge < 0 || s.sep[edge] <= s.sep[s.bestFace]+s.tol.tie {
		return s.bestFace
	}
	n := s.axis(edge).N
	if nearlyParallel(n, s.face.N) {
		return axisFront + s.side()
	}
	if n.MaxAbs() > farFromParallel {
		if box := s.bestThatCounts(0, axisFront, math.Inf(-1)); box >= 0 && nearlyParallel(n, s.axis(box).N) {
			return box
		}
	}
	return edge
}

// satChain is more than the number of pairs of edges. As a later axis must be better than an earlier one by more than
// rounding, each can keep out another that is a little better; but not all of them together one that is better by as
// many times that.
const satChain = 16

// matters returns the separation up to which an axis cannot be preferred to axis k.
func (s *triangleContact) matters(k int) float64 {
	return s.sep[k] + s.tol.tie - float64(satChain*s.eps)
}

// bestThatCounts returns that of the axes from k to end which counts and has the largest separation above floor, -1 for
// none.
func (s *triangleContact) bestThatCounts(k, end int, floor float64) int {
	best := -1
	for ; k < end; k++ {
		if s.has>>k&1 == 0 || s.sep[k] <= floor || best >= 0 && s.sep[k] <= s.sep[best]+s.eps {
			continue
		}
		if s.free || s.counts(s.axis(k).N) {
			best = k
		}
	}
	return best
}

// topAxis returns the axis of the largest separation.
func (s *triangleContact) topAxis() int {
	top := s.best()
	for k := range s.sep {
		if s.has>>k&1 != 0 && s.sep[k] > s.sep[top] {
			top = k
		}
	}
	return top
}

// flush fills the manifold when the best axes that count tie and are not parallel, and reports whether it did.
func (s *triangleContact) flush(margin float64) bool {
	var tied [14]satAxis
	n := 0
	for k := range s.sep {
		if s.has>>k&1 == 0 || s.sep[k] < s.top-s.tol.tie {
			continue
		}
		x := s.axis(k)
		if !anyParallel(tied[:n], x.N) && (x.Kind == axisFaceB || s.free || s.counts(x.N)) {
			tied[n] = x
			n++
		}
	}
	if n < 2 {
		return false
	}
	dir, sep, ok := bisector(tied[:n], s.sep[s.topAxis()], s.tol.tie)
	if !ok || sep > margin+s.eps {
		return false
	}
	s.m.N = s.box.Axes.ApplyT(dir)
	s.touchingVertices(sep, true, float64(2*s.tol.touch))
	return s.m.limit(margin, s.eps)
}

// anyParallel reports whether the direction of one of the axes is nearly parallel to n.
func anyParallel(axes []satAxis, n geom.Vec) bool {
	for i := range axes {
		if nearlyParallel(axes[i].N, n) {
			return true
		}
	}
	return false
}

// addLocal adds a point given in the box's frame.
func (s *triangleContact) addLocal(p geom.Vec, sep float64, id FeatureID, tol float64) {
	s.m.add(s.box.C.Add(s.box.Axes.ApplyT(p)), sep, id, tol)
}

// side returns the index of the triangle's face on which the box's centre is.
func (s *triangleContact) side() int { return int(s.face.J) }

// clipBoxFace clips the face of the box most opposed to the triangle to the triangle's edges.
func (s *triangleContact) clipBoxFace(axis *satAxis, limit float64) {
	face := faceMost(axis.N)
	f := &boxRims[face]
	var first, second clipPolygon
	for k := range f.corner {
		p := s.corner(int(f.corner[k])).Add(geom.Vec{}) // a flat box has corners at -0
		first.push(p, pairID{FeatureFace, uint8(s.side()), FeatureVertex, f.corner[k]}, f.edge[k])
	}
	var planes [3]geom.Plane
	for k := range planes {
		n := s.e[k].Cross(s.normal).Normalize()
		planes[k] = geom.Plane{N: n, D: n.Dot(s.v[k])}
	}
	tol := s.tol.touch
	q := clipToPlanes(&first, &second, &planes, &triangleRim, uint8(face), tol)
	for i := range q.v[:q.n] {
		p := &q.v[i]
		if sep := axis.N.Dot(s.v[0].Sub(p.P)); sep <= limit {
			s.addLocal(p.P.AddScaled(axis.N, float64(0.5*sep)), sep, p.ID.id(true), float64(2*tol))
		}
	}
}

// clipTriangle clips the triangle to the sides of a face of the box, in the face's frame: Z along the axis.
func (s *triangleContact) clipTriangle(axis *satAxis, limit float64) {
	a := int(axis.I)
	face := faceMost(axis.N)
	u, v := axes1[a], axes2[a]
	var first, second clipPolygon
	for k := range s.v {
		first.push(s.v[k].Cycle(a), pairID{FeatureFace, uint8(face), FeatureVertex, uint8(k)}, uint8(k))
	}
	tol := s.tol.touch
	q := clipToRectangle(&first, &second, component(s.h, u), component(s.h, v), &boxRims[face], uint8(s.side()), tol)
	h, up := component(s.h, a), axis.N.Cycle(a)
	for i := range q.v[:q.n] {
		p := &q.v[i]
		if sep := up.Dot(p.P) - h; sep <= limit {
			middle := p.P.AddScaled(up, float64(-0.5*sep)).CycleBack(a)
			s.addLocal(middle, sep, p.ID.id(false), float64(2*tol))
		}
	}
}

// crossEdges adds the nearest points of the two edges that support the axis; none when the shapes are apart, or the axis is not
// their best, and the edges do not cross, so that what is nearest is elsewhere.
func (s *triangleContact) crossEdges(axis *satAxis) {
	e, k := supportEdge(int(axis.I), axis.N), int(axis.J)
	i0, i1 := boxEdgeEnds(e)
	p0, p1 := s.corner(i0), s.corner(i1)
	f, g := nearestOnEdges(p0, p1, s.v[k], s.v[axes1[k]])
	p, q := p0.AddScaled(p1.Sub(p0), f), s.v[k].AddScaled(s.e[k], g)
	if q.Sub(p).Len() <= math.Abs(axis.Sep)+float64(8*s.eps) || axis.Sep <= 0 && axis.Sep >= s.top-s.tol.tie {
		s.addLocal(p.Add(q).Scale(0.5), axis.Sep, MakeFeatureID(FeatureEdge, e, FeatureEdge, k), 0)
	}
}
