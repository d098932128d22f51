package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The tolerances of a manifold, relative to the size of the smaller shape unless said otherwise.
const (
	// manifoldTie: separations that differ by less are equal. A thousand times the rounding of a pose after a step, and far
	// below any length that matters.
	manifoldTie = 1e-9
	// manifoldTouch: shapes nearer than this touch, and points nearer than this are one: the default tolerance of contact
	// sets.
	manifoldTouch = 1e-7
	// parallelSine: normals at a smaller angle [rad] count as one. A box at rest is tilted by about the solver's slop over
	// its size; its manifold must not change from four points to one by that.
	parallelSine = 2e-3
)

// manifoldSize returns the length to which the tolerances of a manifold of two shapes are relative.
func manifoldSize(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	return math.Max(a, 1e-6*b)
}

// CollideOBBs fills m with the points at which two boxes touch or are nearer than margin [m], and reports whether there
// is any. N is the axis of largest separation of the 15: the direction of least penetration, or of first contact.
//
// A face: the face of the other box that looks at it most is clipped to its sides, and the corners within margin are the
// points; their Separation is the distance from the face. Two crossing edges: one point, midway between them. A face is
// preferred to a pair of edges that is not better by more than 1e-9 of the size, or whose normal is within 2 mrad of the
// face's. Of two faces as good or as parallel as that, the larger is the reference, and of equal ones that of the box
// from which N points along its largest component's positive axis, so that the result does not depend on the order of
// a and b.
//
// Boxes that touch (within 1e-7 of the size) in a vertex or along flush edges have no unique normal: where two or more
// axes tie within 1e-9 of the size, N is the normalised sum of their directions, and the points are the vertex or the
// ends of the common piece of edge.
//
// Boxes apart whose nearest points lie beside the face or the edges of the best axis touch there: N is the direction
// between the nearest points, Separation their distance. So no point is farther than margin from the other box.
func CollideOBBs(a, b *geom.OBB, margin float64, m *Manifold) bool {
	m.Count = 0
	size := manifoldSize(a.Size(), b.Size())
	var s obbAxes
	if !s.collect(a, b, margin, manifoldTouch*size) {
		return false
	}
	top := s.largest()
	if math.Abs(top) <= manifoldTouch*size && s.flush(a, b, top, margin, size, m) {
		return true
	}
	axis := s.choose(a, b, size)
	switch axis.Kind {
	case axisFaceA:
		faceManifold(a, b, axis.N, int(axis.I), false, margin+s.eps, size, m)
	case axisFaceB:
		faceManifold(b, a, axis.N.Neg(), int(axis.J), true, margin+s.eps, size, m)
	default:
		edgeManifold(a, b, &axis, 8*s.eps, m)
	}
	if top > 0 {
		deepest := m.deepest()
		if m.Count == 0 || deepest > top+manifoldTouch*size {
			nearestManifold(a, b, axis.N, math.Min(margin+s.eps, deepest-manifoldTouch*size), size, m)
		}
	} else if m.Count == 0 {
		supportManifold(a, b, &axis, m)
	}
	return m.limit(margin, s.eps)
}

// largest returns the largest separation.
func (s *obbAxes) largest() float64 {
	top := s.v[0].Sep
	for i := 1; i < s.n; i++ {
		if s.v[i].Sep > top {
			top = s.v[i].Sep
		}
	}
	return top
}

// nearlyParallel reports whether the unit vectors a and b are within parallelSine of one direction.
func nearlyParallel(a, b geom.Vec) bool {
	return a.Dot(b) > 0 && a.Cross(b).LenSq() < parallelSine*parallelSine
}

// choose returns the axis of the manifold, by the rules of CollideOBBs.
func (s *obbAxes) choose(a, b *geom.OBB, size float64) satAxis {
	var best [3]int
	seen := [3]bool{}
	for i := 0; i < s.n; i++ {
		k := s.v[i].Kind
		if !seen[k] || s.v[i].Sep > s.v[best[k]].Sep+s.eps {
			best[k], seen[k] = i, true
		}
	}
	fa, fb := &s.v[best[axisFaceA]], &s.v[best[axisFaceB]]
	face := fa
	switch tie := manifoldTie * size; {
	case nearlyParallel(fa.N, fb.N) || math.Abs(fa.Sep-fb.Sep) <= tie:
		areaA, areaB := faceArea(a.Half, int(fa.I)), faceArea(b.Half, int(fb.J))
		if areaB > areaA || areaB == areaA && !pointsUp(fa.N.Add(fb.N)) {
			face = fb
		}
	case fb.Sep > fa.Sep:
		face = fb
	}
	if seen[axisEdges] {
		e := &s.v[best[axisEdges]]
		switch {
		case e.Sep <= face.Sep+manifoldTie*size || nearlyParallel(e.N, face.N):
		case nearlyParallel(e.N, fa.N):
			face = fa
		case nearlyParallel(e.N, fb.N):
			face = fb
		default:
			return *e
		}
	}
	return *face
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
func (s *obbAxes) flush(a, b *geom.OBB, top, margin, size float64, m *Manifold) bool {
	n, sep, ok := bisector(s.v[:s.n], top, manifoldTie*size)
	if !ok || sep > margin+s.eps {
		return false
	}
	m.N = n
	touchingVertices(a, b, sep, manifoldTouch*size, m)
	return m.limit(margin, s.eps)
}

// bisector returns the normalised sum of the different directions among the axes whose separation is within tol of
// top, and the separation along it of two shapes that are apart by top along each. It returns false when there is but one.
func bisector(axes []satAxis, top, tol float64) (geom.Vec, float64, bool) {
	var dirs [16]geom.Vec
	k := 0
	var sum geom.Vec
next:
	for i := range axes {
		if axes[i].Sep < top-tol {
			continue
		}
		for j := 0; j < k; j++ {
			if nearlyParallel(dirs[j], axes[i].N) {
				continue next
			}
		}
		dirs[k] = axes[i].N
		sum = sum.Add(dirs[k])
		k++
	}
	l := sum.Len()
	if k < 2 || l < parallelSine {
		return geom.Vec{}, 0, false
	}
	return sum.Normalize(), float64(float64(k)*top) / l, true
}

// touchingVertices adds the vertices of each box that are within tol of the other.
func touchingVertices(a, b *geom.OBB, sep, tol float64, m *Manifold) {
	for i := 0; i < 8; i++ {
		p := a.Vertex(i)
		if q, dist, kind, index := nearestOnOBB(b, p, tol); dist <= 2*tol {
			m.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(FeatureVertex, i, kind, index), 4*tol)
		}
	}
	for i := 0; i < 8; i++ {
		p := b.Vertex(i)
		if q, dist, kind, index := nearestOnOBB(a, p, tol); dist <= 2*tol {
			m.add(p.Add(q).Scale(0.5), sep, MakeFeatureID(kind, index, FeatureVertex, i), 4*tol)
		}
	}
}

// nearestOnOBB returns the point of the solid box that is nearest to p, its distance, and the box's feature there.
func nearestOnOBB(b *geom.OBB, p geom.Vec, tol float64) (q geom.Vec, dist float64, kind, index int) {
	l := b.Axes.Apply(p.Sub(b.C))
	c, kind, index := nearestInBox(l, b.Half, tol)
	e := c.Sub(l)
	return p.Add(b.Axes.ApplyT(e)), e.Len(), kind, index
}

// add appends a point, or where there is one already within tol keeps the deeper of the two.
func (m *Manifold) add(p geom.Vec, sep float64, id FeatureID, tol float64) {
	for i := 0; i < m.Count; i++ {
		if m.Points[i].P.Sub(p).LenSq() <= float64(tol*tol) {
			if sep < m.Points[i].Separation {
				m.Points[i] = ManifoldPoint{p, sep, id}
			}
			return
		}
	}
	if m.Count < MaxManifold {
		m.Points[m.Count] = ManifoldPoint{p, sep, id}
		m.Count++
	}
}

// deepest returns the smallest separation of m's points, +Inf for none.
func (m *Manifold) deepest() float64 {
	d := math.Inf(1)
	for i := 0; i < m.Count; i++ {
		if m.Points[i].Separation < d {
			d = m.Points[i].Separation
		}
	}
	return d
}

// limit removes the points whose separation exceeds margin by more than the rounding eps, cuts the others to margin, and
// reports whether any is left.
func (m *Manifold) limit(margin, eps float64) bool {
	n := 0
	for i := 0; i < m.Count; i++ {
		if p := m.Points[i]; p.Separation <= margin+eps {
			if p.Separation > margin {
				p.Separation = margin
			}
			m.Points[n] = p
			n++
		}
	}
	m.Count = n
	return n > 0
}

// boxClipFace fills f with the sides of a face of a box of half extents h, in the box's frame.
func boxClipFace(f *clipFace, face int, h [3]float64) {
	a := face >> 1
	u, v := axes1[a], axes2[a]
	f.n = 4
	for c := 0; c < 4; c++ {
		side := &f.sides[c]
		side.Edge, side.Corner = uint8(boxFaceSide(face, c)), uint8(boxFaceCorner(face, c))
		switch c {
		case 0:
			side.N, side.D = unitVec(v, -1), h[v]
		case 1:
			side.N, side.D = unitVec(u, 1), h[u]
		case 2:
			side.N, side.D = unitVec(v, 1), h[v]
		case 3:
			side.N, side.D = unitVec(u, -1), h[u]
		}
	}
}

// unitVec returns s times the unit vector along an axis.
func unitVec(axis int, s float64) geom.Vec {
	switch axis {
	case 0:
		return geom.Vec{X: s}
	case 1:
		return geom.Vec{Y: s}
	}
	return geom.Vec{Z: s}
}

// faceMost returns the face of a box whose outward normal has the largest component along the direction n, given in the
// box's frame. Of faces that are equal within 1e-9 it is the one with the lower axis.
func faceMost(n geom.Vec) int {
	c := [3]float64{n.X, n.Y, n.Z}
	axis, best := 0, math.Abs(n.X)
	for i := 1; i < 3; i++ {
		if v := math.Abs(c[i]); v > best+1e-9 {
			axis, best = i, v
		}
	}
	return boxFace(axis, c[axis] > 0)
}

// facePolygon fills q with the corners of a face of a box given by its centre c, axes and half extents. The features are
// those of a corner that lies within face ref of the reference shape.
func facePolygon(q *clipPolygon, c geom.Vec, axes *[3]geom.Vec, half [3]float64, face, ref int) {
	a := face >> 1
	u, v := axes1[a], axes2[a]
	s := half[a]
	if face&1 == 0 {
		s = -s
	}
	mid := c.AddScaled(axes[a], s)
	eu, ev := axes[u].Scale(half[u]), axes[v].Scale(half[v])
	q.n = 4
	for k := 0; k < 4; k++ {
		p := mid
		plusU, plusV := cornerSigns(k)
		if plusU {
			p = p.Add(eu)
		} else {
			p = p.Sub(eu)
		}
		if plusV {
			p = p.Add(ev)
		} else {
			p = p.Sub(ev)
		}
		q.v[k] = clipPoint{p, pairID{FeatureFace, uint8(ref), FeatureVertex, uint8(boxFaceCorner(face, k))},
			uint8(boxFaceSide(face, k))}
	}
}

// faceManifold clips the face of the incident box that looks at a reference face to that face's sides. n is the
// reference face's outward normal along the given axis of ref.
func faceManifold(ref, inc *geom.OBB, n geom.Vec, axis int, flip bool, limit, size float64, m *Manifold) {
	m.N = n
	if flip {
		m.N = n.Neg()
	}
	r, in := frameOf(ref), frameOf(inc)
	face := boxFace(axis, n.Dot(r.axes[axis]) > 0)
	incFace := faceMost(inc.Axes.Apply(n.Neg()))
	local := [3]geom.Vec{ref.Axes.Apply(in.axes[0]), ref.Axes.Apply(in.axes[1]), ref.Axes.Apply(in.axes[2])}
	var q clipPolygon
	facePolygon(&q, ref.Axes.Apply(inc.C.Sub(ref.C)), &local, in.half, incFace, face)
	var f clipFace
	boxClipFace(&f, face, r.half)
	q.clip(&f, uint8(incFace), manifoldTouch*size)
	up := unitVec(axis, 1)
	if face&1 == 0 {
		up = up.Neg()
	}
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		sep := up.Dot(p.P) - r.half[axis]
		if sep <= limit {
			w := ref.C.Add(ref.Axes.ApplyT(p.P.AddScaled(up, -0.5*sep)))
			m.add(w, sep, p.ID.id(flip), 2*manifoldTouch*size)
		}
	}
}

// supportEdge returns the edge along an axis of a box that is farthest in the direction n (in the box's frame).
func supportEdge(axis int, n geom.Vec) int {
	c := [3]float64{n.X, n.Y, n.Z}
	return boxEdge(axis, c[axes1[axis]] > 0, c[axes2[axis]] > 0)
}

// edgeManifold adds the nearest points of the two edges that support the axis; none when the boxes are apart and the
// edges do not cross, so that their nearest points are elsewhere.
func edgeManifold(a, b *geom.OBB, axis *satAxis, tol float64, m *Manifold) {
	ea := supportEdge(int(axis.I), a.Axes.Apply(axis.N))
	eb := supportEdge(int(axis.J), b.Axes.Apply(axis.N.Neg()))
	a0, a1 := boxEdgeEnds(ea)
	b0, b1 := boxEdgeEnds(eb)
	pa0, pa1, pb0, pb1 := a.Vertex(a0), a.Vertex(a1), b.Vertex(b0), b.Vertex(b1)
	s, t := nearestOnEdges(pa0, pa1, pb0, pb1)
	pa, pb := pa0.AddScaled(pa1.Sub(pa0), s), pb0.AddScaled(pb1.Sub(pb0), t)
	m.N = axis.N
	if axis.Sep <= 0 || pb.Sub(pa).Len() <= axis.Sep+tol {
		m.add(pa.Add(pb).Scale(0.5), axis.Sep, MakeFeatureID(FeatureEdge, ea, FeatureEdge, eb), 0)
	}
}

// supportManifold sets m to the deepest vertex of one box in a face of the other: the manifold of boxes that overlap by
// so little that rounding has left nothing of the clipped face.
func supportManifold(a, b *geom.OBB, axis *satAxis, m *Manifold) {
	m.N = axis.N
	if axis.Kind == axisFaceB {
		n := a.Axes.Apply(axis.N)
		v := boxVertex(0, n.X > 0, n.Y > 0, n.Z > 0)
		face := boxFace(int(axis.J), b.Axes.Apply(axis.N.Neg()).Dot(unitVec(int(axis.J), 1)) > 0)
		m.add(a.Vertex(v).AddScaled(axis.N, 0.5*axis.Sep), axis.Sep, MakeFeatureID(FeatureVertex, v, FeatureFace, face), 0)
		return
	}
	n := b.Axes.Apply(axis.N.Neg())
	v := boxVertex(0, n.X > 0, n.Y > 0, n.Z > 0)
	face := boxFace(int(axis.I), a.Axes.Apply(axis.N).Dot(unitVec(int(axis.I), 1)) > 0)
	m.add(b.Vertex(v).AddScaled(axis.N, -0.5*axis.Sep), axis.Sep, MakeFeatureID(FeatureFace, face, FeatureVertex, v), 0)
}

// nearestManifold replaces m by the nearest points of two boxes that are apart, if they are nearer than limit: one pair
// of crossing edges, or every vertex that is as near to the other box as the nearest, which for parallel edges are
// the ends of their common piece. n is the normal should the distance vanish.
func nearestManifold(a, b *geom.OBB, n geom.Vec, limit, size float64, m *Manifold) {
	var va, vb [8]geom.Vec
	tol := manifoldTouch * size
	vertex, dir := math.Inf(1), geom.Vec{}
	for i := 0; i < 8; i++ {
		va[i], vb[i] = a.Vertex(i), b.Vertex(i)
		if q, dist, _, _ := nearestOnOBB(b, va[i], tol); dist < vertex {
			vertex, dir = dist, q.Sub(va[i])
		}
		if q, dist, _, _ := nearestOnOBB(a, vb[i], tol); dist < vertex {
			vertex, dir = dist, vb[i].Sub(q)
		}
	}
	edge, ea, eb, pa, pb := nearestEdges(&va, &vb)
	if edge < vertex-tol {
		if edge <= limit {
			m.Count, m.N = 0, pb.Sub(pa).Normalize()
			m.add(pa.Add(pb).Scale(0.5), edge, MakeFeatureID(FeatureEdge, ea, FeatureEdge, eb), 0)
		}
		return
	}
	if vertex > limit {
		return
	}
	if vertex > tol {
		n = dir.Normalize()
	}
	m.Count, m.N = 0, n
	for i := 0; i < 8; i++ {
		if q, dist, kind, index := nearestOnOBB(b, va[i], tol); dist <= vertex+tol {
			m.add(va[i].Add(q).Scale(0.5), dist, MakeFeatureID(FeatureVertex, i, kind, index), 4*tol)
		}
	}
	for i := 0; i < 8; i++ {
		if q, dist, kind, index := nearestOnOBB(a, vb[i], tol); dist <= vertex+tol {
			m.add(vb[i].Add(q).Scale(0.5), dist, MakeFeatureID(kind, index, FeatureVertex, i), 4*tol)
		}
	}
}

// nearestEdges returns the distance of the nearest pair of edges of two boxes given by their vertices, the edges, and
// their nearest points.
func nearestEdges(va, vb *[8]geom.Vec) (dist float64, ea, eb int, pa, pb geom.Vec) {
	best := math.Inf(1)
	for i := 0; i < 12; i++ {
		i0, i1 := boxEdgeEnds(i)
		for j := 0; j < 12; j++ {
			j0, j1 := boxEdgeEnds(j)
			s, t := nearestOnEdges(va[i0], va[i1], vb[j0], vb[j1])
			p, q := va[i0].AddScaled(va[i1].Sub(va[i0]), s), vb[j0].AddScaled(vb[j1].Sub(vb[j0]), t)
			if d := q.Sub(p).LenSq(); d < best {
				best, ea, eb, pa, pb = d, i, j, p, q
			}
		}
	}
	return math.Sqrt(best), ea, eb, pa, pb
}
