package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// curvedContact is a pair whose manifold is made.
type curvedContact struct {
	*curvedPair
	margin float64
	eps    float64 // rounding [m]
	tol    manifoldTolerance
	lowest float64
	lies   bool // a segment lies on a face or cap, but for an angle that snap has taken out
	count  int
	pts    [maxCurved]curvedPoint
}

// maxCurved is the largest number of points before they are reduced to those that span the patch.
const maxCurved = 40

// curvedPoint is a point of a manifold in the frame of the pair.
type curvedPoint struct {
	p      geom.Vec
	sep    float64
	fa, fb feature
}

// CollideCurved fills m with the points at which convex shapes a and b, at least one of them curved, touch or are
// closer than margin [m], and reports whether there are any. N is the direction of SeparationCurved; if the normal of a
// face of a polyhedron or of a cap is within 2 mrad of it, N is that normal. Every point is midway between the
// surfaces, with its Separation along N.
//
// In the direction N a shape presents a point, a segment (a side of a capsule, cylinder or cone, an edge), a disc (a
// cap) or a polygon (a face). The contact points are the ends of the common piece of two segments, or of a segment over
// an area, or the corners of the common piece of two areas, for which a rim has eight points at fixed angles of its
// shape. Beyond MaxManifold those stay that span it best. The nearest points of the shapes are one of them unless
// another is as near. Everything else touches in one point, but for two capsules or cylinders, or one of them and an edge of a
// polyhedron (not of a triangle), that lie nearly along each other: the ends of what they have in common are points, too, with
// the separation there, where the normal is within 0.2 rad of N.
//
// A feature keeps its id while it touches: a sphere has one, a rolling cylinder those of its two rims.
func CollideCurved(a, b *Convex, margin float64, m *Manifold) bool {
	var none Memory
	return none.collideCurved(a, b, margin, m)
}

// collideCurved is CollideCurved.
func (o *Memory) collideCurved(a, b *Convex, margin float64, m *Manifold) bool {
	m.Count = 0
	var q curvedPair
	q.setConvex(a, b)
	if reach := reachOf(q.a, margin); reach > 0 && q.b.Kind == geom.ShapeBox && farFromBox(q.cA, q.b.Size, reach) {
		return false
	}
	o.separate(&q)
	if !q.within(margin) {
		return false
	}
	s := curvedContact{curvedPair: &q}
	s.begin(margin)
	if s.ballOnFlat() {
		s.meetBall()
	} else {
		s.snap()
		fa, fb := s.flatOfA(), s.flatOfB()
		s.meet(&fa, &fb)
	}
	s.addNearest()
	return s.finish(m)
}

// CollideOver is CollideCurved along the normal of face f of b, a polyhedron, whatever the direction of the nearest points is: of
// a curved shape a, it fills m with the points over that face.
func CollideOver(a, b *Convex, f int, margin float64, m *Manifold) bool {
	m.Count = 0
	var q curvedPair
	q.setConvex(a, b)
	q.n = b.Shape.Hull.Faces[f].Plane.N.Neg()
	s := curvedContact{curvedPair: &q}
	s.begin(margin)
	fa, fb := s.flatOfA(), s.flatOfB()
	s.meet(&fa, &fb)
	d := q.rA.ApplyT(q.n)
	if q.pa = q.cA.Add(q.rA.Apply(q.a.Support(d))); s.over(&fb, q.pa, s.tol.tie) {
		q.pb, q.fa, q.fb = s.onto(&fb, q.pa), pointFeature(q.a, d), fb.f
		s.lies = fa.kind == flatSegment
		s.addNearest()
	}
	return s.finish(m)
}

// rounding returns a bound of that of a separation [m].
func (q *curvedPair) rounding() float64 { return float64(1e-14 * (q.size + q.cA.MaxAbs())) }

// within reports whether the shapes are within margin.
func (q *curvedPair) within(margin float64) bool { return q.sep <= margin+q.rounding() }

// begin sets tolerances.
func (s *curvedContact) begin(margin float64) {
	small := s.a.Extent()
	if s.b != nil {
		small = smallerSize(small, s.b.Extent())
	}
	s.margin, s.tol, s.lowest = margin, toleranceOf(small), math.Inf(1)
	s.eps = s.rounding()
}

// snap turns the normal to that of a face or cap that is nearly parallel. The nearest points stay on the face or cap.
func (s *curvedContact) snap() {
	if b := s.flatOfB(); b.kind >= flatDisc && nearlyParallel(b.n, s.n.Neg()) {
		s.n = b.n.Neg()
		s.pb = s.pa.AddScaled(s.n, s.pb.Sub(s.pa).Dot(s.n))
		a := s.flatOfA()
		s.lies = a.kind == flatSegment
		return
	}
	if a := s.flatOfA(); a.kind == flatDisc && nearlyParallel(a.n, s.n) {
		s.n = a.n
		s.pa = s.pb.AddScaled(s.n, -s.pb.Sub(s.pa).Dot(s.n))
		b := s.flatOfB()
		s.lies = b.kind == flatSegment
	}
}

// ballOnFlat reports whether A is a sphere, and B a box or a triangle, of which no two faces are nearly parallel.
func (s *curvedContact) ballOnFlat() bool {
	return s.a.Kind == geom.ShapeSphere && (s.b == nil || s.b.Kind == geom.ShapeBox)
}

// meetBall is snap and meet for a ballOnFlat, of which the sphere turns one point to whatever it is: with a face that
// the normal is snapped to, or none.
func (s *curvedContact) meetBall() {
	b := s.flatOfB()
	if b.kind != flatPolygon {
		return
	}
	s.n = b.n.Neg()
	s.pb = s.pa.AddScaled(s.n, s.pb.Sub(s.pa).Dot(s.n))
	p := s.cA.Add(s.rA.Apply(s.a.Support(s.rA.ApplyT(s.n))))
	if s.over(&b, p, s.tol.tie) {
		s.add(p, s.onto(&b, p), pointFeature(s.a, s.n), b.f)
	}
}

// add adds a point of A and one of B that are opposite to each other, if they are within margin.
func (s *curvedContact) add(pa, pb geom.Vec, fa, fb feature) {
	d := pb.Sub(pa)
	sep := d.Dot(s.n)
	if !(sep <= s.margin+s.eps) {
		return
	}
	sep = math.Min(sep, s.margin)
	s.lowest = math.Min(s.lowest, sep)
	c := curvedPoint{pa.AddScaled(d, 0.5), sep, fa, fb}
	for i := 0; i < s.count; i++ {
		p := &s.pts[i]
		if p.p.Sub(c.p).LenSq() <= float64(4*float64(s.tol.touch*s.tol.touch)) {
			return
		}
	}
	if s.count == maxCurved {
		s.reduce()
	}
	s.pts[s.count] = c
	s.count++
}

// addNearest adds the nearest points where all others are farther apart. Of a segment that lies on an area, the nearest points along
// the normal before snap are beside an end of what they have in common, by the angle between both, and deeper by its square: these
// are the same point.
func (s *curvedContact) addNearest() {
	tie := s.tol.tie
	if s.lies {
		tie = s.tol.touch
	}
	if s.count > 0 && s.lowest <= s.pb.Sub(s.pa).Dot(s.n)+tie {
		return
	}
	for i := 0; i < s.count; i++ {
		mid := s.pa.Add(s.pb).Scale(0.5)
		if s.pts[i].p.Sub(mid).LenSq() <= float64(4*float64(s.tol.touch*s.tol.touch)) {
			s.count--
			copy(s.pts[i:s.count], s.pts[i+1:])
			break
		}
	}
	s.add(s.pa, s.pb, s.fa, s.fb)
}

// reduce leaves the deepest point and those that are farthest along directions spread over the plane of contact, which
// stand still in A's frame.
func (s *curvedContact) reduce() {
	const spread = 8
	var keep [maxCurved]bool
	u := s.rA.Col(0).Sub(s.n.Scale(s.n.Dot(s.rA.Col(0))))
	if u.LenSq() < 0.25 {
		u = s.rA.Col(1).Sub(s.n.Scale(s.n.Dot(s.rA.Col(1))))
	}
	u = u.Normalize()
	v := s.n.Cross(u)
	deep := 0
	for i := 1; i < s.count; i++ {
		if s.pts[i].sep < s.pts[deep].sep-s.eps {
			deep = i
		}
	}
	keep[deep] = true
	for k := 0; k < spread; k++ {
		d := u.Scale(rimCos[k]).AddScaled(v, rimSin[k])
		far := 0
		for i := 1; i < s.count; i++ {
			if d.Dot(s.pts[i].p.Sub(s.pts[far].p)) > s.eps {
				far = i
			}
		}
		keep[far] = true
	}
	n := 0
	for i := 0; i < s.count; i++ {
		if keep[i] {
			s.pts[n] = s.pts[i]
			n++
		}
	}
	s.count = n
}

// finish writes the manifold in world coordinates and the caller's order.
func (s *curvedContact) finish(m *Manifold) bool {
	if s.count > MaxManifold {
		s.reduce()
	}
	m.N, m.Count = s.world(), s.count
	for i := 0; i < s.count; i++ {
		p := &s.pts[i]
		fa, fb := p.fa, p.fb
		if s.swap {
			fa, fb = fb, fa
		}
		m.Points[i] = ManifoldPoint{s.origin.Add(s.rB.Apply(p.p)), p.sep, FeatureID(uint32(fa) | uint32(fb)<<16)}
	}
	return m.Count > 0
}
