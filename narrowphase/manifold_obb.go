package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The tolerances of a manifold, relative to the size of the smaller shape unless said otherwise.
const (
	// manifoldTie: separations that differ by less are equal. A thousand times the rounding of a pose after a step, and
	// far below any length that matters.
	manifoldTie = 1e-9
	// manifoldTouch: shapes nearer than this touch, and points nearer than this are one: the default tolerance of
	// contact sets.
	manifoldTouch = 1e-7
	// parallelSine: normals at a smaller angle [rad] count as one. A box at rest is tilted by about the solver's slop
	// over its size; its manifold must not change from four points to one by that.
	parallelSine = 2e-3
)

// manifoldTolerance is the tolerances as lengths [m].
type manifoldTolerance struct{ tie, touch float64 }

// toleranceOf returns the tolerances for a shape of the given size.
func toleranceOf(size float64) manifoldTolerance {
	return manifoldTolerance{float64(manifoldTie * size), float64(manifoldTouch * size)}
}

// smallerSize returns the size of the smaller of two shapes, but no less than a millionth of the larger.
func smallerSize(a, b float64) float64 {
	return max(min(a, b), float64(1e-6*max(a, b)))
}

// CollideOBBs fills m with the points at which two boxes touch or are closer than margin [m], and reports whether there
// are any. N is the axis of largest separation of the 15: the direction of least penetration, or of first contact.
//
// If the axis is a face normal, the most opposed face of the other box is clipped to the sides of this one, and the
// corners within margin are the points; their Separation is the distance from the face. If it is of two crossing edges,
// there is one point, midway between them. A face is preferred to a pair of edges that is not better by more than 1e-9
// of the size, or whose normal is within 2 mrad of the face's. Of two faces that tie by the same measures, the larger
// is the reference face; of equal ones it is that of the box from which N points along its largest component's positive
// axis, so that the result does not depend on the order of a and b.
//
// Boxes that touch (within 1e-7 of the size) in a vertex or along flush edges have no unique normal: if two or more
// axes tie within 1e-9 of the size, N is the normalised sum of their directions, and the points are the vertex or the
// ends of the common piece of edge.
//
// For separated boxes whose nearest points are beside the face or the edges of the best axis, N is the direction
// between the nearest points, and Separation their distance. So no point is farther than margin from the other box.
//
// Source: 000, "TestIntersection" for two boxes, the axes; ALGORITHMS.md A3, E3.
func CollideOBBs(a, b *geom.OBB, margin float64, m *Manifold) bool {
	m.Count = 0
	// Relative to the middle of the centres, so that the place of the pair in the world costs no digits of the normal.
	middle := a.C.Add(b.C).Scale(0.5)
	ca, cb := a.C.Sub(middle), b.C.Sub(middle)
	sizeA, sizeB := a.Size(), b.Size()
	tol := toleranceOf(smallerSize(sizeA, sizeB))
	var s obbAxes
	s.a, s.b, s.d = a, b, cb.Sub(ca)
	if !s.collect(sizeA+sizeB, margin, tol.touch) {
		return false
	}
	s.fill(ca, cb, margin, tol, m)
	touch := m.limit(margin, s.eps)
	for i := 0; i < m.Count; i++ {
		p := &m.Points[i].P
		*p = p.Add(middle)
	}
	return touch
}

// fill fills m from the axes of the two boxes, with their centres at ca and cb.
func (s *obbAxes) fill(ca, cb geom.Vec, margin float64, tol manifoldTolerance, m *Manifold) {
	if math.Abs(s.top) <= tol.touch && s.flush(ca, cb, margin, tol, m) {
		return
	}
	k := s.choose(tol.tie)
	if k < axesOfEdges {
		s.faceManifold(k, ca, cb, margin+s.eps, tol.touch, m)
	} else {
		s.edgeManifold(ca, cb, m)
	}
	if s.top <= 0 && m.Count > 0 {
		return
	}
	axis := s.axis(k)
	a, b := moved(s.a, ca), moved(s.b, cb)
	if s.top <= 0 {
		supportManifold(&a, &b, &axis, m)
	} else if deepest := m.deepest(); m.Count == 0 || deepest > s.top+tol.touch {
		nearestManifold(&a, &b, axis.N, math.Min(margin+s.eps, deepest-tol.touch), tol.touch, m)
	}
}

// moved returns box b with its centre at c.
func moved(b *geom.OBB, c geom.Vec) geom.OBB { return geom.OBB{C: c, Axes: b.Axes, Half: b.Half} }

// choose returns the axis of the manifold, by the rules of CollideOBBs.
func (s *obbAxes) choose(tie float64) int {
	a, b := s.faceA.value(), s.faceB.value()
	face := s.faceA
	switch {
	case math.Abs(a-b) <= tie || s.facesParallel():
		areaA, areaB := faceArea(s.a.Half, s.faceA.k), faceArea(s.b.Half, s.faceB.k-axesOfB)
		if areaB > areaA || areaB == areaA && !pointsUp(s.axis(s.faceA.k).N.Add(s.axis(s.faceB.k).N)) {
			face = s.faceB
		}
	default:
		face = s.faceA.or(b, s.faceB.k, 0)
	}
	if s.edge.k == 0 || s.edge.value() <= face.value()+tie {
		return face.k
	}
	if !exceeds(s.inA.Abs(), farFromParallel) && !exceeds(s.inB.Abs(), farFromParallel) {
		return s.edge.k // not nearly parallel to a face
	}
	for _, k := range [3]int{face.k, s.faceA.k, s.faceB.k} {
		if nearlyParallel(s.n, s.axis(k).N) {
			return k
		}
	}
	return s.edge.k
}

// facesParallel reports whether the normals of the best faces are nearly parallel, as few are.
func (s *obbAxes) facesParallel() bool {
	return exceeds(s.q[s.faceA.k], farFromParallel) && nearlyParallel(s.axis(s.faceA.k).N, s.axis(s.faceB.k).N)
}

// faceArea returns a quarter of the area of the faces across an axis.
func faceArea(h geom.Vec, axis int) float64 {
	switch axis {
	case 0:
		return float64(h.Y * h.Z)
	case 1:
		return float64(h.Z * h.X)
	}
	return float64(h.X * h.Y)
}

// pointsUp reports whether the component of n that is largest in size is positive.
func pointsUp(n geom.Vec) bool {
	x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)
	switch {
	case z >= x && z >= y:
		return n.Z > 0
	case y >= x:
		return n.Y > 0
	}
	return n.X > 0
}

// flush fills m when the best axes tie and are not parallel, and reports whether it did.
func (s *obbAxes) flush(ca, cb geom.Vec, margin float64, tol manifoldTolerance, m *Manifold) bool {
	var axes [15]satAxis
	n := 0
	for k := range s.sep {
		if s.has>>k&1 != 0 && s.sep[k] >= s.top-tol.tie {
			axes[n] = s.axis(k)
			n++
		}
	}
	dir, sep, ok := bisector(axes[:n], s.top, tol.tie)
	if !ok || sep > margin+s.eps {
		return false
	}
	m.N = dir
	a, b := moved(s.a, ca), moved(s.b, cb)
	touchingVertices(&a, &b, sep, tol.touch, m)
	return m.limit(margin, s.eps)
}

// faceManifold clips the face that looks at the face of axis k most to that face's sides. It works in the frame of the
// reference face: X and Y along its sides, Z along the axis of its box.
func (s *obbAxes) faceManifold(k int, ca, cb geom.Vec, limit, touch float64, m *Manifold) {
	ref, inc, c, flip := s.a, s.b, s.da, false
	if k >= axesOfB {
		ref, inc, c, flip, ca, k = s.b, s.a, s.db.Neg(), true, cb, k-axesOfB
	}
	c = c.Cycle(k)
	sign := math.Copysign(1, c.Z+0) // of the reference face's normal; that of -0 is positive
	up := geom.Vec{Z: 1}.Scale(sign)
	m.N = boxAxis(ref, k).Scale(sign)
	if flip {
		m.N = m.N.Neg()
	}
	var axes [3]geom.Vec
	s.axesIn(k, flip, &axes)
	face := boxFace(k, sign > 0)
	incFace := faceMost(geom.Vec{X: axes[0].Z, Y: axes[1].Z, Z: axes[2].Z}.Scale(-sign))
	var first, second clipPolygon
	facePolygon(&first, c, &axes, inc.Half, incFace, face)
	h := ref.Half.Cycle(k)
	q := clipToRectangle(&first, &second, h.X, h.Y, &boxRims[face], uint8(incFace), touch)
	for i := range q.v[:q.n] {
		p := &q.v[i]
		if sep := up.Dot(p.P) - h.Z; sep <= limit {
			w := ca.Add(ref.Axes.ApplyT(p.P.AddScaled(up, float64(-0.5*sep)).CycleBack(k)))
			m.add(w, sep, p.ID.id(flip), float64(2*touch))
		}
	}
}

// axesIn fills in the axes of one box in the frame of a face of the other, across axis k of a or, if ofB, of b.
func (s *obbAxes) axesIn(k int, ofB bool, axes *[3]geom.Vec) {
	x, y, z := s.r[0], s.r[1], s.r[2]
	if !ofB {
		x, y, z = geom.Vec{X: x.X, Y: y.X, Z: z.X}, geom.Vec{X: x.Y, Y: y.Y, Z: z.Y}, geom.Vec{X: x.Z, Y: y.Z, Z: z.Z}
	}
	axes[0], axes[1], axes[2] = x.Cycle(k), y.Cycle(k), z.Cycle(k)
}

// facePolygon fills q with the corners of a face of a box given by its centre c, axes and half extents. The features
// are those of a corner that lies within face ref of the reference shape.
func facePolygon(q *clipPolygon, c geom.Vec, axes *[3]geom.Vec, half geom.Vec, face, ref int) {
	a := face >> 1
	u, v := axes1[a], axes2[a]
	s := component(half, a)
	if face&1 == 0 {
		s = -s
	}
	mid := c.AddScaled(axes[a], s)
	eu, ev := axes[u].Scale(component(half, u)), axes[v].Scale(component(half, v))
	lo, hi := mid.Sub(eu), mid.Add(eu)
	f := &boxRims[face]
	corner := func(k int) pairID { return pairID{FeatureFace, uint8(ref), FeatureVertex, f.corner[k]} }
	q.push(lo.Sub(ev), corner(0), f.edge[0])
	q.push(hi.Sub(ev), corner(1), f.edge[1])
	q.push(hi.Add(ev), corner(2), f.edge[2])
	q.push(lo.Add(ev), corner(3), f.edge[3])
}

// supportEdge returns the edge along an axis of a box that is farthest in the direction n (in the box's frame).
func supportEdge(axis int, n geom.Vec) int {
	c := [3]float64{n.X, n.Y, n.Z}
	return boxEdge(axis, c[axes1[axis]] > 0, c[axes2[axis]] > 0)
}

// edgeManifold adds the nearest points of the two edges that support the best axis of edges; none when the boxes are
// apart and the edges do not cross, so that their nearest points are elsewhere.
func (s *obbAxes) edgeManifold(ca, cb geom.Vec, m *Manifold) {
	ea := supportEdge((s.edge.k-axesOfEdges)/3, s.inA)
	eb := supportEdge((s.edge.k-axesOfEdges)%3, s.inB.Neg())
	pa0, pa1 := edgeOf(s.a, ca, ea)
	pb0, pb1 := edgeOf(s.b, cb, eb)
	f, g := nearestOnEdges(pa0, pa1, pb0, pb1)
	pa, pb := pa0.AddScaled(pa1.Sub(pa0), f), pb0.AddScaled(pb1.Sub(pb0), g)
	m.N = s.n
	if sep := s.edge.value(); sep <= 0 || pb.Sub(pa).Len() <= sep+float64(8*s.eps) {
		m.add(pa.Add(pb).Scale(0.5), sep, MakeFeatureID(FeatureEdge, ea, FeatureEdge, eb), 0)
	}
}

// sign returns -1 for zero and else 1.
func sign(bit int) float64 { return float64(2*min(bit, 1) - 1) }

// edgeOf returns the ends of an edge of box b with its centre at c.
func edgeOf(b *geom.OBB, c geom.Vec, edge int) (geom.Vec, geom.Vec) {
	v, _ := boxEdgeEnds(edge)
	h := geom.Vec{X: sign(v & 1), Y: sign(v & 2), Z: sign(v & 4)}.Mul(b.Half)
	x, y, z := b.Axes.X.Scale(h.X), b.Axes.Y.Scale(h.Y), b.Axes.Z.Scale(h.Z)
	p := c.Add(x.Add(y).Add(z))
	switch edge >> 2 {
	case 0:
		x = x.Neg()
	case 1:
		y = y.Neg()
	default:
		z = z.Neg()
	}
	return p, c.Add(x.Add(y).Add(z))
}

// supportManifold sets m to the deepest vertex of one box in a face of the other: the manifold of boxes that overlap by
// so little that rounding has left nothing of the clipped face.
func supportManifold(a, b *geom.OBB, axis *satAxis, m *Manifold) {
	m.N = axis.N
	if axis.Kind == axisFaceB {
		n := a.Axes.Apply(axis.N)
		v := boxVertex(0, n.X > 0, n.Y > 0, n.Z > 0)
		face := boxFace(int(axis.J), b.Axes.Apply(axis.N.Neg()).Dot(unitVec(int(axis.J), 1)) > 0)
		m.add(a.Vertex(v).AddScaled(axis.N, float64(0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureVertex, v, FeatureFace, face), 0)
		return
	}
	n := b.Axes.Apply(axis.N.Neg())
	v := boxVertex(0, n.X > 0, n.Y > 0, n.Z > 0)
	face := boxFace(int(axis.I), a.Axes.Apply(axis.N).Dot(unitVec(int(axis.I), 1)) > 0)
	m.add(b.Vertex(v).AddScaled(axis.N, float64(-0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureFace, face, FeatureVertex, v), 0)
}
