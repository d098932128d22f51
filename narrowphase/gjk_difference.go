package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// difference is the set of vectors from the core of a shape A to the core of a shape or triangle B, in the frame of A:
// its point nearest to the origin is the distance of the cores. Coordinates are those of A's frame, so that the place
// of both in the world costs no accuracy.
type difference struct {
	a, b  *geom.Shape     // b is nil for a triangle
	tri   [3]geom.Vec     // the triangle, in A's frame
	r     geom.Mat3       // turns B's frame to A's
	t     geom.Vec        // origin of B in A's frame; a corner of the triangle
	pose  *geom.Transform // of A
	scale float64         // distance of the origins and both sizes: what rounding errors are relative to [m]
	ha    int32           // vertex of a hull A at which the next climb begins
	hb    int32           // the same of B
}

// diffPoint is a point of a difference and the points of A and B whose difference it is, all in A's frame, with the
// branches of the supports that they are on.
type diffPoint struct {
	w, a, b geom.Vec
	ba, bb  int32
}

// newDifference returns the difference of two convex shapes, in A's frame.
func newDifference(a, b *Convex) difference {
	d := difference{a: a.Shape, b: b.Shape, pose: &a.Pose}
	q := a.Pose.Q.Conj()
	rel := q.Mul(b.Pose.Q)
	d.r = rel.Mat3()
	d.t = q.Rotate(b.Pose.P.Sub(a.Pose.P))
	d.scale = d.t.MaxAbs() + a.Shape.Extent() + b.Shape.Extent()
	return d
}

// newDifferenceTriangle returns the difference of a convex shape and a triangle, in A's frame.
func newDifferenceTriangle(a *Convex, t *geom.Triangle) difference {
	d := difference{a: a.Shape, pose: &a.Pose}
	d.tri[0] = a.Pose.ApplyInv(t.A)
	d.tri[1] = a.Pose.ApplyInv(t.B)
	d.tri[2] = a.Pose.ApplyInv(t.C)
	d.t = d.tri[0]
	reach := max(d.tri[0].MaxAbs(), d.tri[1].MaxAbs(), d.tri[2].MaxAbs())
	d.scale = reach + a.Shape.Extent()
	return d
}

// support returns the point of the difference that is least along the unit vector n, which points from A to B: the
// farthest point of A's core along n and the farthest of B's against it.
func (d *difference) support(n geom.Vec) (p diffPoint) {
	p.a, p.ba = coreFrom(d.a, n, &d.ha)
	if d.b == nil {
		p.bb = farthestCorner(&d.tri, n.Neg())
		p.b = d.tri[p.bb]
	} else {
		var b geom.Vec
		b, p.bb = coreFrom(d.b, d.r.ApplyT(n.Neg()), &d.hb)
		p.b = d.t.Add(d.r.Apply(b))
	}
	p.w = p.b.Sub(p.a)
	return p
}

// rescan looks at all vertices of hulls that are climbed for those farthest along n, and makes them the start of the
// next climb: a climb may end early among edges that are short beside the hull. It returns false where nothing is
// climbed.
func (d *difference) rescan(n geom.Vec) bool {
	climbs := false
	if d.a.Kind == geom.ShapeHull && d.a.Hull.Climbs() {
		d.ha, climbs = d.a.Hull.Support(n), true
	}
	if d.b != nil && d.b.Kind == geom.ShapeHull && d.b.Hull.Climbs() {
		d.hb, climbs = d.b.Hull.Support(d.r.ApplyT(n.Neg())), true
	}
	return climbs
}

// coreFrom is Core with a start for the climb over the vertices of a hull and the branch of the point: see branchPoint.
func coreFrom(s *geom.Shape, n geom.Vec, hint *int32) (geom.Vec, int32) {
	if s.Kind == geom.ShapeHull {
		*hint = s.Hull.SupportFrom(n, *hint)
		return s.Hull.Vertices[*hint], *hint
	}
	p := s.Core(n)
	switch s.Kind {
	case geom.ShapeBox:
		var k int32
		if p.X > 0 {
			k |= 1
		}
		if p.Y > 0 {
			k |= 2
		}
		if p.Z > 0 {
			k |= 4
		}
		return p, k
	case geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone:
		if p.Z > 0 {
			return p, 1
		}
	}
	return p, 0
}

func farthestCorner(t *[3]geom.Vec, n geom.Vec) int32 {
	at, best := int32(0), t[0].Dot(n)
	for i := 1; i < 3; i++ {
		if x := t[i].Dot(n); x > best {
			at, best = int32(i), x
		}
	}
	return at
}

// radii returns how far the shapes reach beyond their cores, A and B.
func (d *difference) radii() (ra, rb float64) {
	ra = d.a.Radius()
	if d.b != nil {
		rb = d.b.Radius()
	}
	return ra, rb
}

// start returns a first guess of the direction from A to B.
func (d *difference) start() geom.Vec {
	if n := d.t.Normalize(); n != (geom.Vec{}) {
		return n
	}
	return geom.Vec{X: 1}
}

// smooth reports whether one of the cores is curved.
func (d *difference) smooth() bool {
	return curvedCore(d.a) || d.b != nil && curvedCore(d.b)
}

func curvedCore(s *geom.Shape) bool {
	return s.Kind == geom.ShapeEllipsoid || s.Kind == geom.ShapeCylinder || s.Kind == geom.ShapeCone
}
