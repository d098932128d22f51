package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// OverlapHulls reports whether two polyhedra have a point in common; touching counts. Both shapes must be Polyhedral.
// The axes are the normals of the faces of both and the cross products of those pairs of edges that span a facet of
// their Minkowski difference; the search stops at the first that separates. Shapes that are apart by no more than
// rounding can tell (1e-14 of the distance of their frames' origins and of the largest coordinates) touch.
//
// GJK (see Distance) answers first: a simplex of points of both that holds the origin, or a direction that separates by
// more than 1e-12 of both sizes and the distance of the origins, is proof. The axes decide what is closer than that;
// their time is about proportional to the number of faces and crossings of edges' arcs, not to that of pairs of edges.
//
// Source: 002, "Separating Axis Theorem"; ALGORITHMS.md C4. The pruning of pairs of edges by the Gauss map: D.
// Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.
func OverlapHulls(a, b *Convex) bool {
	d := newDifference(a, b)
	g := gjk{d: &d}
	g.search(d.start())
	if g.in {
		return true
	}
	if g.lower > float64(hullSure*d.scale) {
		return false
	}
	var x hullAxes
	x.setHulls(a, b)
	x.limit = 0
	return x.search()
}

// hullSure is the separation, of the scale of a difference, that is beyond doubt: a hundred times what counts as
// touching.
const hullSure = 100 * satRounding

// OverlapHullTriangle reports whether polyhedron a and triangle t have a point in common; see OverlapHulls. A triangle
// without area is the segment or the point that it is.
func OverlapHullTriangle(a *Convex, t *geom.Triangle) bool {
	var f triangleHull
	f.set(t, a.Pose)
	h := f.hull()
	x := hullAxes{a: a.Shape.Hull, b: &h, thin: f.thin}
	x.setFlat()
	x.limit = 0
	return x.search()
}

// SeparationHulls returns the largest separation of two polyhedra over their axes (OverlapHulls) and the unit axis,
// from A to B. It is a lower bound of their distance when positive, and not positive exactly when they overlap, but for
// rounding (1e-14 of the distance of the frames' origins and of the largest coordinates). When negative it is the depth
// of MTVHulls. Both shapes must be Polyhedral.
//
// Source: 002, "Separating Axis Theorem"; ALGORITHMS.md C4.
func SeparationHulls(a, b *Convex) (sep float64, n geom.Vec) {
	var x hullAxes
	x.setHulls(a, b)
	x.search()
	best := x.preferred()
	return best.Sep, x.world(best, a, b)
}

// SeparationHullTriangle returns the largest separation of polyhedron a and triangle t, whose two sides both count; see
// SeparationHulls.
func SeparationHullTriangle(a *Convex, t *geom.Triangle) (sep float64, n geom.Vec) {
	var f triangleHull
	f.set(t, a.Pose)
	h := f.hull()
	x := hullAxes{a: a.Shape.Hull, b: &h, thin: f.thin}
	x.setFlat()
	x.search()
	best := x.preferred()
	return best.Sep, x.worldFlat(best, a, t)
}

// MTVHulls returns the minimum translation of two polyhedra, and false when they have no point in common. Depth is the
// smallest distance by which B can leave A in a straight line, also where one contains the other. Of depths that are
// equal but for rounding a face of a comes before a face of b, and faces before pairs of edges. Both shapes must be
// Polyhedral.
//
// Source: 002, "Minimum Translation Vector"; ALGORITHMS.md C3, C4.
func MTVHulls(a, b *Convex) (MTV, bool) {
	var x hullAxes
	x.setHulls(a, b)
	x.limit = 0
	if !x.search() {
		return MTV{}, false
	}
	best := x.preferred()
	return MTV{x.world(best, a, b), math.Max(0, -best.Sep)}, true
}

// MTVHullTriangle returns the minimum translation of polyhedron a and triangle t, and false when they have no point in
// common. The triangle counts from both sides; see MTVHulls.
func MTVHullTriangle(a *Convex, t *geom.Triangle) (MTV, bool) {
	var f triangleHull
	f.set(t, a.Pose)
	h := f.hull()
	x := hullAxes{a: a.Shape.Hull, b: &h, thin: f.thin}
	x.setFlat()
	x.limit = 0
	if !x.search() {
		return MTV{}, false
	}
	best := x.preferred()
	return MTV{x.worldFlat(best, a, t), math.Max(0, -best.Sep)}, true
}

// preferred returns the axis of the largest separation; of those equal but for rounding, faces of A, then of B.
func (x *hullAxes) preferred() *hullAxis {
	best := &x.best[axisFaceA]
	for k := axisFaceB; k <= axisEdges; k++ {
		if x.seen[k] && x.best[k].Sep > best.Sep+x.eps {
			best = &x.best[k]
		}
	}
	return best
}

// world returns an axis in world coordinates, that of a face from the face itself.
func (x *hullAxes) world(n *hullAxis, a, b *Convex) geom.Vec {
	if n.Kind == axisFaceB {
		m := b.Pose.Q.Mat3()
		return m.Apply(x.b.Faces[n.J].Plane.N).Neg()
	}
	m := a.Pose.Q.Mat3()
	return m.Apply(n.N)
}

// worldFlat is world for a triangle. A triangle so thin that rounding gives it one normal in A's frame and another, or
// none, in the world has that of A's frame, along which the separation is.
func (x *hullAxes) worldFlat(n *hullAxis, a *Convex, t *geom.Triangle) geom.Vec {
	m := a.Pose.Q.Mat3()
	w := m.Apply(n.N)
	if n.Kind == axisFaceB && !x.thin {
		up := t.Normal()
		if n.J == triangleFront {
			up = up.Neg()
		}
		if up.Sub(w).LenSq() <= 1e-20 {
			return up
		}
	}
	return w
}
