package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// hullContact is two polyhedra while their manifold is found, in A's frame. B may be a triangle of a mesh.
type hullContact struct {
	x      hullAxes
	fa, fb hullFrame
	a, b   *Convex // b is nil for a triangle
	world  geom.Mat3
	tol    manifoldTolerance
	margin float64
	m      *Manifold
	tri    *triangleContact // of a triangle: which axes and points count
}

// CollideHulls fills m with the points at which two polyhedra touch or are closer than margin [m], and reports whether
// there are any. Both shapes must be Polyhedral; a box's features are numbered as those of its hull. N is the axis of
// largest separation: the direction of least penetration, or of first contact.
//
// Reference faces, single points of two edges, the preference between them, flush edges and vertices, and separated
// shapes whose nearest points are beside a face are as in CollideOBBs. The incident face is, of those at the other
// shape's farthest vertex, the one most opposed to the reference face. Of faces with more than 32 corners, and of
// patches with more than MaxManifold, the corners that span the least are left out; the deepest point always stays.
//
// Features are numbered as in geom.Hull; a hull's vertices, edges and faces beyond 16383 share numbers.
//
// Source: 002, "Minimum Translation Vector"; ALGORITHMS.md C4, A5.
func CollideHulls(a, b *Convex, margin float64, m *Manifold) bool {
	c := contactOfHulls(a, b, margin, m)
	c.x.limit = margin
	return c.x.search() && c.collide()
}

// contactOfHulls returns two polyhedra in the frame of a, with the empty manifold m.
func contactOfHulls(a, b *Convex, margin float64, m *Manifold) (c hullContact) {
	m.Count = 0
	c.a, c.b, c.world, c.margin, c.m = a, b, a.Pose.Q.Mat3(), margin, m
	c.tol = toleranceOf(smallerSize(a.Shape.Extent(), b.Shape.Extent()))
	c.x.setHulls(a, b)
	c.fa = hullFrame{h: a.Shape.Hull, r: geom.Identity()}
	c.fb = hullFrame{b.Shape.Hull, c.x.r, c.x.p}
	return c
}

// CollideHullsOver is CollideHulls along the normal of face f of b, whatever the direction of least penetration is: it fills m with
// the corners of what a's face that looks at f has over it.
func CollideHullsOver(a, b *Convex, f int, margin float64, m *Manifold) bool {
	c := contactOfHulls(a, b, margin, m)
	m.N = b.Pose.Q.Rotate(b.Shape.Hull.Faces[f].Plane.N).Neg()
	c.clipFace(&c.fb, int32(f), &c.fa, true)
	return m.limit(margin, c.x.eps)
}

// collide fills the manifold when the axes are known.
func (c *hullContact) collide() bool {
	top := &c.x.top
	if math.Abs(top.Sep) <= c.tol.touch && c.flush(top.Sep) {
		return true
	}
	axis := c.choose()
	standIn := c.tri != nil && axis.Sep < top.Sep-c.tol.tie && !nearlyParallel(axis.N, top.N)
	c.m.N = c.worldNormal(&axis)
	c.touch(&axis)
	if deepest := c.m.deepest(); top.Sep > 0 && deepest > top.Sep+c.tol.touch && !(c.tri != nil && c.tri.inner()) {
		if c.tri != nil && axis.Kind != axisFaceB {
			c.m.Count = 0 // what the axis touches lies beside the clipped points, whose normal it then is not
		}
		c.nearest(top.N, math.Min(c.margin+c.x.eps, deepest-c.tol.touch))
	} else if top.Sep <= 0 && c.m.Count == 0 {
		c.instead(&axis)
	}
	if standIn {
		c.tri.standIn(&satAxis{Kind: axis.Kind}, math.Min(top.Sep, 0))
	}
	return c.m.limit(c.margin, c.x.eps)
}

// touch adds the points of an axis.
func (c *hullContact) touch(axis *hullAxis) {
	switch axis.Kind {
	case axisFaceA:
		c.clipFace(&c.fa, axis.I, &c.fb, false)
	case axisFaceB:
		c.clipFace(&c.fb, axis.J, &c.fa, true)
	default:
		c.crossEdges(axis)
	}
}

// worldNormal returns an axis in world coordinates, that of a face from the face itself.
func (c *hullContact) worldNormal(n *hullAxis) geom.Vec {
	switch {
	case n.Kind != axisFaceB:
		return c.world.Apply(n.N)
	case c.b != nil:
		return c.x.world(n, c.a, c.b)
	case n.J == triangleFront:
		return c.tri.planeN.Neg()
	}
	return c.tri.planeN
}

// add adds a point given in A's frame.
func (c *hullContact) add(p geom.Vec, sep float64, id FeatureID, tol float64) {
	c.m.add(c.a.Pose.P.Add(c.world.Apply(p)), sep, id, tol)
}

// choose returns the axis of the manifold: faces before edges, and of two faces by the rules of CollideOBBs.
func (c *hullContact) choose() hullAxis {
	x, tie := &c.x, c.tol.tie
	fa, fb := &x.best[axisFaceA], &x.best[axisFaceB]
	face := fa
	switch {
	case c.tri != nil:
		face = fb
		if x.seen[axisFaceA] && fa.Sep > fb.Sep+tie && !nearlyParallel(fa.N, fb.N) {
			face = fa
		}
	case nearlyParallel(fa.N, fb.N) || math.Abs(fa.Sep-fb.Sep) <= tie:
		areaA, areaB := hullFaceArea(x.a, fa.I), hullFaceArea(x.b, fb.J)
		if areaB > areaA || areaB == areaA && !pointsUp(c.world.Apply(fa.N.Add(fb.N))) {
			face = fb
		}
	case fb.Sep > fa.Sep:
		face = fb
	}
	if !x.seen[axisEdges] {
		return *face
	}
	e := &x.best[axisEdges]
	switch {
	case e.Sep <= face.Sep+tie || nearlyParallel(e.N, face.N):
		return *face
	case c.tri != nil && nearlyParallel(e.N, fb.N):
		return *fb
	case x.seen[axisFaceA] && nearlyParallel(e.N, fa.N):
		return *fa
	case nearlyParallel(e.N, fb.N):
		return *fb
	}
	return *e
}

// hullFaceArea returns twice the area of a face.
func hullFaceArea(h *geom.Hull, face int32) float64 {
	corners := h.Face(face)
	p := h.Vertices[corners[0]]
	var sum geom.Vec
	for i := 2; i < len(corners); i++ {
		sum = sum.Add(h.Vertices[corners[i-1]].Sub(p).Cross(h.Vertices[corners[i]].Sub(p)))
	}
	return sum.Len()
}

// flush fills the manifold when the best axes that count tie and are not parallel, and reports whether it did.
func (c *hullContact) flush(top float64) bool {
	ties := hullTies{floor: top - c.tol.tie}
	x := c.x
	x.ties, x.limit, x.floor = &ties, math.Inf(1), ties.floor-x.eps
	x.walk()
	if ties.n < 2 {
		return false
	}
	var axes [len(ties.v)]satAxis
	for i := range ties.n {
		axes[i] = satAxis{N: ties.v[i].N, Sep: ties.v[i].Sep}
	}
	dir, sep, ok := bisector(axes[:ties.n], top, c.tol.tie)
	if !ok || sep > c.margin+c.x.eps {
		return false
	}
	c.m.N = c.world.Apply(dir)
	s := c.slab(dir, sep)
	c.touchingVertices(&s, sep, true, float64(2*c.tol.touch))
	return c.m.limit(c.margin, c.x.eps)
}

// clipFace clips the face of the incident shape that looks at the reference face to that face's sides, and adds the
// corners within margin. flip says that the incident shape is A.
func (c *hullContact) clipFace(ref *hullFrame, face int32, inc *hullFrame, flip bool) {
	plane := ref.plane(face)
	incFace := int32(0)
	if c.tri != nil && !flip {
		incFace = int32(c.tri.side())
	} else {
		incFace = inc.facing(plane.N)
	}
	var q hullPolygon
	q.load(inc, incFace, face, plane.N)
	q.clip(ref, face, plane.N, incFace, c.tol.touch)
	n, deepest := 0, 0
	for i := range q.n {
		p := &q.v[i]
		if p.sep = plane.N.Dot(p.p) - plane.D; p.sep <= c.margin+c.x.eps {
			q.v[n] = *p
			if p.sep < q.v[deepest].sep {
				deepest = n
			}
			n++
		}
	}
	q.n = n
	for q.n > MaxManifold {
		if q.dropLeast(deepest) < deepest {
			deepest--
		}
	}
	for i := range q.n {
		p := &q.v[i]
		c.add(p.p.AddScaled(plane.N, float64(-0.5*p.sep)), p.sep, p.id(flip), float64(2*c.tol.touch))
	}
}

// crossEdges adds the nearest points of the two edges of an axis; none when the shapes are apart and the edges do not
// cross, so that their nearest points are elsewhere.
func (c *hullContact) crossEdges(axis *hullAxis) {
	ea, eb := &c.fa.h.Edges[axis.I], &c.fb.h.Edges[axis.J]
	a0, a1, b0, b1 := c.fa.at(ea.A), c.fa.at(ea.B), c.fb.at(eb.A), c.fb.at(eb.B)
	s, t := nearestOnEdges(a0, a1, b0, b1)
	p, q := a0.AddScaled(a1.Sub(a0), s), b0.AddScaled(b1.Sub(b0), t)
	if axis.Sep <= 0 || q.Sub(p).Len() <= axis.Sep+float64(8*c.x.eps) {
		c.add(p.Add(q).Scale(0.5), axis.Sep, MakeFeatureID(FeatureEdge, int(axis.I), FeatureEdge, int(axis.J)), 0)
	}
}

// instead fills the manifold where the face of an axis has none of the other shape over it. Edges that cross may have a shallower axis
// and yet count for less than a face; of faces that are nearly level the shallowest may lie beside them.
func (c *hullContact) instead(axis *hullAxis) {
	if e := &c.x.best[axisEdges]; c.x.seen[axisEdges] && e.Sep > axis.Sep {
		if c.crossEdges(e); c.m.Count > 0 {
			c.m.N = c.worldNormal(e)
			return
		}
	}
	if c.tri == nil {
		c.support(axis)
	}
}

// support sets the manifold to the deepest vertex of one shape in a face of the other: that of shapes that overlap by
// so little that rounding has left nothing of the clipped face.
func (c *hullContact) support(axis *hullAxis) {
	if axis.Kind == axisFaceB {
		v := c.fa.h.Support(axis.N)
		c.add(c.fa.at(v).AddScaled(axis.N, float64(0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureVertex, int(v), FeatureFace, int(axis.J)), 0)
		return
	}
	v := c.fb.h.Support(c.fb.r.ApplyT(axis.N).Neg())
	c.add(c.fb.at(v).AddScaled(axis.N, float64(-0.5*axis.Sep)), axis.Sep, MakeFeatureID(FeatureFace, int(axis.I), FeatureVertex, int(v)), 0)
}
