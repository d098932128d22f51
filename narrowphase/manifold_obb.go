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

// manifoldTolerance is the tolerances as lengths [m].
type manifoldTolerance struct{ tie, touch float64 }

// toleranceOf returns the tolerances for a shape of the given size.
func toleranceOf(size float64) manifoldTolerance {
	return manifoldTolerance{float64(manifoldTie * size), float64(manifoldTouch * size)}
}

// smallerSize returns the size of the smaller of two shapes, but no less than a millionth of the larger.
func smallerSize(a, b float64) float64 {
	if a > b {
		a, b = b, a
	}
	return math.Max(a, float64(1e-6*b))
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
	// Relative to the middle of the centres, so that the place of the pair in the world costs no digits of the normal.
	middle := a.C.Add(b.C).Scale(0.5)
	ra, rb := *a, *b
	ra.C, rb.C = a.C.Sub(middle), b.C.Sub(middle)
	touch := collideOBBs(&ra, &rb, margin, m)
	for i := 0; i < m.Count; i++ {
		m.Points[i].P = m.Points[i].P.Add(middle)
	}
	return touch
}

func collideOBBs(a, b *geom.OBB, margin float64, m *Manifold) bool {
	m.Count = 0
	tol := toleranceOf(smallerSize(a.Size(), b.Size()))
	var s obbAxes
	if !s.collect(a, b, margin, tol.touch) {
		return false
	}
	top := s.largest()
	if math.Abs(top) <= tol.touch && s.flush(a, b, top, margin, tol, m) {
		return true
	}
	axis := s.choose(a, b, tol.tie)
	switch axis.Kind {
	case axisFaceA:
		faceManifold(a, b, axis.N, int(axis.I), false, margin+s.eps, tol.touch, m)
	case axisFaceB:
		faceManifold(b, a, axis.N.Neg(), int(axis.J), true, margin+s.eps, tol.touch, m)
	default:
		edgeManifold(a, b, &axis, float64(8*s.eps), m)
	}
	if top > 0 {
		deepest := m.deepest()
		if m.Count == 0 || deepest > top+tol.touch {
			nearestManifold(a, b, axis.N, math.Min(margin+s.eps, deepest-tol.touch), tol.touch, m)
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

// choose returns the axis of the manifold, by the rules of CollideOBBs.
func (s *obbAxes) choose(a, b *geom.OBB, tie float64) satAxis {
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
	switch {
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
		case e.Sep <= face.Sep+tie || nearlyParallel(e.N, face.N):
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
func (s *obbAxes) flush(a, b *geom.OBB, top, margin float64, tol manifoldTolerance, m *Manifold) bool {
	n, sep, ok := bisector(s.v[:s.n], top, tol.tie)
	if !ok || sep > margin+s.eps {
		return false
	}
	m.N = n
	touchingVertices(a, b, sep, tol.touch, m)
	return m.limit(margin, s.eps)
}

// faceManifold clips the face of the incident box that looks at a reference face to that face's sides. n is the
// reference face's outward normal along the given axis of ref.
func faceManifold(ref, inc *geom.OBB, n geom.Vec, axis int, flip bool, limit, touch float64, m *Manifold) {
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
	q.clip(&f, uint8(incFace), touch)
	up := unitVec(axis, 1)
	if face&1 == 0 {
		up = up.Neg()
	}
	for i := 0; i < q.n; i++ {
		p := &q.v[i]
		sep := up.Dot(p.P) - r.half[axis]
		if sep <= limit {
			w := ref.C.Add(ref.Axes.ApplyT(p.P.AddScaled(up, float64(-0.5*sep))))
			m.add(w, sep, p.ID.id(flip), float64(2*touch))
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
		m.add(a.Vertex(v).AddScaled(axis.N, float64(0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureVertex, v, FeatureFace, face), 0)
		return
	}
	n := b.Axes.Apply(axis.N.Neg())
	v := boxVertex(0, n.X > 0, n.Y > 0, n.Z > 0)
	face := boxFace(int(axis.I), a.Axes.Apply(axis.N).Dot(unitVec(int(axis.I), 1)) > 0)
	m.add(b.Vertex(v).AddScaled(axis.N, float64(-0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureFace, face, FeatureVertex, v), 0)
}
