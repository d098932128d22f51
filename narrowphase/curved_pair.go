package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The features of curved shapes in a FeatureID. Sphere and ellipsoid: face 0. Capsule: vertices 0 and 1 are the ends at
// -z and +z, face 0 is the side. Cylinder: faces 0 and 1 are the caps at -z and +z, face 2 is the side, edges 0 and 1
// the rims; vertices 8c to 8c+7 are points of the rim of cap c at equal angles from the x axis on. Cone: face 0 is the
// base, face 1 the side, edge 0 the rim; vertices 0 to 7 are points of the rim, vertex 8 is the apex. Where an edge of
// the other shape enters a cap the index of the rim is greater by 2, where it leaves by 4. Boxes and hulls: the indices
// of Shape.Hull.

// feature is one half of a FeatureID: two bits of kind above 14 bits of index.
type feature uint16

func featureOf(kind, index int) feature { return feature(kind<<14 | index&0x3fff) }

func (f feature) kind() int  { return int(f >> 14) }
func (f feature) index() int { return int(f & 0x3fff) }

// curvedPair is a curved shape A and any convex shape or triangle B, in a frame of its own: that of B, or the world's
// axes about A's origin where B is a triangle. A is the simpler of the two: a sphere or a capsule before others, a
// polyhedron never.
type curvedPair struct {
	a, b   *geom.Shape // b is nil for a triangle
	swap   bool        // A is the caller's B
	cA     geom.Vec    // A's origin
	qA     geom.Quat   // A's attitude
	rA     geom.Mat3   // takes A's axes to those of the pair
	rB     geom.Mat3   // takes the pair's axes to the world's
	origin geom.Vec    // the pair's origin in the world
	tri    [3]geom.Vec // corners, edges and unit normal of the triangle
	edge   [3]geom.Vec
	normal geom.Vec
	size   float64 // of the larger shape

	sep    float64  // separation, negative when penetrating
	n      geom.Vec // unit normal from A to B
	pa, pb geom.Vec // the points of A and B that are nearest, or deepest in the other
	fa, fb feature
}

// curvedAfter reports whether a is to be B of a pair with b: the simpler shape is A, so that the order in which a pair
// is given does not matter to the answer.
func curvedAfter(a, b *geom.Shape) bool {
	if i, j := curvedRank(a), curvedRank(b); i != j {
		return i > j
	}
	if a.Kind != b.Kind {
		return a.Kind > b.Kind
	}
	switch x, y := a.Size, b.Size; {
	case x.X != y.X:
		return x.X > y.X
	case x.Y != y.Y:
		return x.Y > y.Y
	default:
		return x.Z > y.Z
	}
}

// curvedRank orders the kinds of shapes by how simple they are.
func curvedRank(s *geom.Shape) int {
	switch {
	case s.Radius() > 0:
		return 0
	case s.Polyhedral():
		return 2
	}
	return 1
}

// setShapes names the shapes and reports whether they were swapped.
func (q *curvedPair) setShapes(a, b *geom.Shape) bool {
	q.swap = curvedAfter(a, b)
	if q.swap {
		a, b = b, a
	}
	q.a, q.b = a, b
	q.size = math.Max(a.Extent(), b.Extent())
	return q.swap
}

// placeShapes sets where the shapes are: their attitudes in the world, and A's origin less B's. A and B are those of
// the pair.
func (q *curvedPair) placeShapes(a, b geom.Quat, d geom.Vec) {
	q.rB = b.Mat3()
	q.cA = q.rB.ApplyT(d)
	q.qA = b.Conj().Mul(a)
	q.rA = q.qA.Mat3()
}

// setConvex sets the pair from shapes in the world.
func (q *curvedPair) setConvex(a, b *Convex) {
	if q.setShapes(a.Shape, b.Shape) {
		a, b = b, a
	}
	q.origin = b.Pose.P
	q.placeShapes(a.Pose.Q, b.Pose.Q, a.Pose.P.Sub(b.Pose.P))
}

// setTriangle sets the pair from a shape in the world and a triangle.
func (q *curvedPair) setTriangle(a *Convex, t *geom.Triangle) {
	q.a, q.b, q.swap = a.Shape, nil, false
	q.qA, q.rA, q.rB = a.Pose.Q, a.Pose.Q.Mat3(), geom.Identity()
	q.cA, q.origin = geom.Vec{}, a.Pose.P
	q.tri = [3]geom.Vec{t.A.Sub(a.Pose.P), t.B.Sub(a.Pose.P), t.C.Sub(a.Pose.P)}
	q.prepareTriangle()
}

// prepareTriangle fills in what follows from the corners.
func (q *curvedPair) prepareTriangle() {
	for k := range q.edge {
		q.edge[k] = q.tri[axes1[k]].Sub(q.tri[k])
	}
	q.normal = triangleNormal(&q.edge)
	lo, hi := q.tri[0].Min(q.tri[1]).Min(q.tri[2]), q.tri[0].Max(q.tri[1]).Max(q.tri[2])
	q.size = math.Max(q.a.Extent(), float64(0.5*hi.Sub(lo).MaxAbs()))
}

// triangleNormal returns the unit normal of a triangle by its two shorter edges, whose product is rounded least; zero
// where the corners are in line to within the rounding of the edges.
func triangleNormal(e *[3]geom.Vec) geom.Vec {
	k, long := 0, e[0].LenSq()
	for i := 1; i < 3; i++ {
		if l := e[i].LenSq(); l > long {
			k, long = i, l
		}
	}
	n := e[axes1[k]].Cross(e[axes2[k]])
	if n.LenSq() <= float64(1e-30*float64(long*long)) {
		return geom.Vec{}
	}
	return n.Normalize()
}

// world returns the separation's normal in the world, from the caller's A to its B.
func (q *curvedPair) world() geom.Vec {
	n := q.rB.Apply(q.n)
	if q.swap {
		return n.Neg()
	}
	return n
}

// separate finds separation, normal, nearest points and their features.
func (q *curvedPair) separate() {
	if q.a.Radius() == 0 {
		q.separateSmooth()
		return
	}
	core := q.coreA()
	switch {
	case q.b == nil:
		q.roundTriangle(&core)
	case q.b.Polyhedral():
		q.roundHull(&core)
	case q.b.Radius() > 0:
		q.roundRound(&core)
	default:
		q.separateSmooth()
	}
}

// straighten turns the direction of a sphere or capsule and a polyhedron or triangle that are apart so that the
// separation along it is no less than their distance by more than tol, where that is possible by a turn that rounding
// explains. Distances from a corner, the edge that ends there and the face beside it are rounded to the same number
// where the nearest points of these are some 1e-8 of the distance apart (1e-6 for those of a capsule's end and its
// side), and the direction to the wrong one of them passes the rest of the edge or face.
//
// Each pass finds the point of B - A that is passed most, and turns the direction at right angles to the way there,
// then to the ways to two such points.
func (q *curvedPair) straighten(tol float64) {
	const turn = 1e-5 // at most, against the cross product of two ways that are nearly parallel
	if q.a.Radius() == 0 || q.b != nil && !q.b.Polyhedral() || q.sep <= 0 {
		return
	}
	n, last := q.n, geom.Vec{}
	from := q.pb.Sub(q.pa)
	best := q.along(n)
	for i := 0; i < 4 && best < q.sep-tol; i++ {
		way := q.nearSide(n).Sub(from)
		m := n
		if i > 0 {
			m = way.Cross(last).Normalize()
			m = m.Scale(math.Copysign(1, m.Dot(q.n)))
		} else if l := way.LenSq(); l > 0 {
			m = n.AddScaled(way, -way.Dot(n)/l).Normalize()
		}
		if m.Sub(q.n).LenSq() > turn*turn {
			return
		}
		n, last = m, way
		if s := q.along(n); s > best {
			best = s
			q.pa = q.pa.AddScaled(n.Sub(q.n), q.a.Radius())
			q.n = n
		}
	}
}

// nearSide returns the point of B - A that is nearest along the unit vector n, with A's surface where n meets it.
func (q *curvedPair) nearSide(n geom.Vec) geom.Vec {
	a := q.cA.Add(q.rA.Apply(q.a.Support(q.rA.ApplyT(n))))
	if q.b != nil {
		return q.b.Support(n.Neg()).Sub(a)
	}
	best := 0
	for k := 1; k < 3; k++ {
		if q.tri[k].Dot(n) < q.tri[best].Dot(n) {
			best = k
		}
	}
	return q.tri[best].Sub(a)
}

// SeparationCurved returns the distance [m] of two convex shapes that are apart, or minus the depth by which they
// overlap: the least translation that parts them. n is the unit direction from a to b of the nearest points, or of the
// translation. At least one of the shapes is curved. Shapes of which spheres, capsules and polyhedra are made up are
// answered in closed form, to some 1e-15 of the largest length involved, and so are most cylinders that touch flat sides or
// each other (see separateCylinder); others to 1e-9·size (see Distance and Penetration) and where they are nearer than that
// to touch to 1e-12·size. Of several directions it is one that depends
// on the shapes alone.
func SeparationCurved(a, b *Convex) (sep float64, n geom.Vec) {
	var q curvedPair
	q.setConvex(a, b)
	q.separate()
	return q.sep, q.world()
}

// SeparationCurvedTriangle is SeparationCurved for a curved shape and a triangle with two sides. A triangle without
// area is a segment or a point.
func SeparationCurvedTriangle(a *Convex, t *geom.Triangle) (sep float64, n geom.Vec) {
	var q curvedPair
	q.setTriangle(a, t)
	q.separate()
	return q.sep, q.n
}
