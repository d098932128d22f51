package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// FCPFTriangle is FCPF for a polyhedron and a triangle at rest, whose both sides are solid: the time of first contact
// and all contact points. The size is that of TimeOfImpactHullTriangle. Features of the triangle are numbered as those
// of a box and a triangle are: vertices A, B, C, edges AB, BC, CA, face 0 the front and 1 the back. A triangle without
// area is a segment or a point.
//
// Source: 003, algorithm 1, with a face that has two sides as the second polyhedron.
func FCPFTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration float64) CollisionPoints {
	out := CollisionPoints{Time: duration}
	v, f := flatHull(t)
	h := flatPolyhedron(&v, &f)
	var q turnPair
	q.b.hull = &h // here and not in a method, so that it stays on the stack
	q.setTriangle(a, sa, t, 0)
	met := q.bracket(duration, &out)
	if out.Status == Miss || out.Status == Unresolved {
		return out
	}
	q = turnPair{b: turnBody{hull: &h}}
	q.setTriangle(a, sa, t, 0)
	p := TurningPair{body: [2]turnBody{q.a, q.b}, z0: q.z0, v: q.v, magR: q.magR, magX: q.magX, size: q.size}
	p.settle()
	q.points(&p, duration, !met, &out)
	return out
}
