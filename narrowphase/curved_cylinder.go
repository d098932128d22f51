package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// separateCylinder is separate for a cylinder and a polyhedron or another cylinder, where the normal is that of a face or a cap, or
// at right angles to the axis: what lies, stands or leans on flat sides, and sides that touch edges and corners. It looks at one
// direction after the other and takes the one that is certainly the answer:
//
//   - Shapes that are apart have no more distance than two of their points, and no less than their separation along a direction.
//     Where these are equal, there is no other.
//   - Shapes that overlap by d along a direction overlap by no less along any other, if one of them has a ball of that radius in it
//     around a point of the other: no shorter way leads that point out.
//
// Where neither holds, such as for a rim on an edge, it reports false, and the search answers; so it does for hulls so large that
// it takes less time than looking at all their faces and edges.
func (q *curvedPair) separateCylinder() bool {
	if q.a.Kind != geom.ShapeCylinder || q.b == nil {
		return false
	}
	switch {
	case q.b.Polyhedral():
		if q.b.Hull.Climbs() || !q.flatSides() && !q.sideOnHull() {
			return false
		}
	case q.b.Kind != geom.ShapeCylinder || !q.flatSides() && !q.sideOnSide():
		return false
	}
	q.fa, q.fb = q.pointFeatures()
	return true
}

// flatSides tries the face or cap along whose normal the separation is largest.
func (q *curvedPair) flatSides() bool {
	n, sep, ofA := geom.Vec{}, math.Inf(-1), false
	try := func(d geom.Vec, s float64, a bool) {
		if s > sep {
			n, sep, ofA = d, s, a
		}
	}
	if q.b.Polyhedral() {
		for i := range q.b.Hull.Faces {
			f := &q.b.Hull.Faces[i].Plane
			d := f.N.Neg()
			try(d, -f.D-q.reachOfA(d), false)
		}
	} else {
		z := geom.Vec{Z: 1}
		try(z, q.along(z), false)
		try(z.Neg(), q.along(z.Neg()), false)
	}
	u := q.rA.Col(2)
	try(u, q.along(u), true)
	try(u.Neg(), q.along(u.Neg()), true)
	q.n, q.sep = n, sep
	if ofA {
		q.pb = q.b.Support(n.Neg())
		q.pa = q.pb.AddScaled(n, -sep)
	} else {
		q.pa = q.cA.Add(q.rA.Apply(q.a.Support(q.rA.ApplyT(n))))
		q.pb = q.pa.AddScaled(n, sep)
	}
	return q.certain()
}

// sideOnHull tries the side of A against an edge, corner or face of B, a polyhedron: as for a capsule with the axis of A, where the
// nearest point is not at an end of that.
func (q *curvedPair) sideOnHull() bool {
	core := q.coreA()
	q.roundHull(&core)
	return q.sep > float64(-0.5*q.a.Size.X) && q.holds() && q.certain()
}

// holds reports whether the separation is that along the normal.
func (q *curvedPair) holds() bool { return math.Abs(q.along(q.n)-q.sep) <= q.rounding() }

// certain reports whether the separation along the normal, with the points pa and pb that are on the surfaces and
// opposite to each other there, is that of the shapes.
func (q *curvedPair) certain() bool {
	tol := q.rounding()
	if !(q.depthInA(q.pa) >= -tol && q.depthInB(q.pb) >= -tol) {
		return false
	}
	return q.sep > 0 || q.depthInB(q.pa) >= -q.sep-tol || q.depthInA(q.pb) >= -q.sep-tol
}

// depthInA returns how far a point is in A, a cylinder, at least: the radius of a ball around it; negative outside.
func (q *curvedPair) depthInA(p geom.Vec) float64 { return inCylinder(q.a, q.rA.ApplyT(p.Sub(q.cA))) }

// depthInB is depthInA for B.
func (q *curvedPair) depthInB(p geom.Vec) float64 {
	if !q.b.Polyhedral() {
		return inCylinder(q.b, p)
	}
	depth := math.Inf(1)
	for i := range q.b.Hull.Faces {
		f := &q.b.Hull.Faces[i].Plane
		if s := f.D - f.N.Dot(p); s < depth {
			depth = s
		}
	}
	return depth
}

// inCylinder is depthInA for a cylinder in its own frame.
func inCylinder(s *geom.Shape, p geom.Vec) float64 {
	return math.Min(s.Size.Z-math.Abs(p.Z), s.Size.X-geom.Vec{X: p.X, Y: p.Y}.Len())
}

// sideOnSide tries the rims of each of two cylinders against the side of the other.
func (q *curvedPair) sideOnSide() bool {
	u, z := q.rA.Col(2), geom.Vec{Z: 1}
	if u.Cross(z).LenSq() > rimSine*rimSine {
		return false
	}
	for end := -1.0; end <= 1; end += 2 {
		c := q.cA.AddScaled(u, float64(end*q.a.Size.Z))
		if n, ok := rimOnSide(c, u, z, q.a.Size.X); ok {
			q.n, q.pa = n, c.Add(rimPoint(u, n, q.a.Size.X))
			q.pb = geom.Vec{Z: q.pa.Z}.AddScaled(n, -q.b.Size.X)
			if q.sep = q.pb.Sub(q.pa).Dot(q.n); q.holds() && q.certain() {
				return true
			}
		}
		c = geom.Vec{Z: float64(end * q.b.Size.Z)}
		if n, ok := rimOnSide(c.Sub(q.cA), z, u, q.b.Size.X); ok {
			q.n, q.pb = n.Neg(), c.Add(rimPoint(z, n, q.b.Size.X))
			q.pa = q.cA.AddScaled(u, q.pb.Sub(q.cA).Dot(u)).AddScaled(q.n, q.a.Size.X)
			if q.sep = q.pb.Sub(q.pa).Dot(q.n); q.holds() && q.certain() {
				return true
			}
		}
	}
	return false
}

const (
	// rimSine is the largest sine of the angle of two axes that are nearly parallel.
	rimSine = 0.3
	// rimMost bounds the steps of rimOnSide: each multiplies the error by about the square of that sine.
	rimMost = 12
	// rimEnd is the square of the change of the direction at which they end.
	rimEnd = 1e-31
)

// rimOnSide returns the direction n at right angles to the axis v, a unit vector through the origin, along which the point of a
// rim of radius r around c is nearest to v, and reports whether the steps to it have ended. The rim's axis is u, nearly parallel to
// v. With the point at c + w that is farthest along n, and w seen along v nearly r n, c + w seen so is a multiple of -n: so is
// c less r n - w. From one n follows the next.
func rimOnSide(c, u, v geom.Vec, r float64) (n geom.Vec, ok bool) {
	c = c.AddScaled(v, -c.Dot(v))
	n = c.Neg().Normalize()
	for range rimMost {
		w := rimPoint(u, n, r)
		w = w.AddScaled(v, -w.Dot(v))
		m := n.Scale(r).Sub(w).Sub(c).Normalize()
		far := m.Sub(n).LenSq()
		n = m
		if far <= rimEnd {
			return n, n != geom.Vec{} // where c is on v
		}
	}
	return n, false
}

// rimPoint returns the point of a rim with the axis u that is farthest along n, from its centre.
func rimPoint(u, n geom.Vec, r float64) geom.Vec {
	return n.AddScaled(u, -n.Dot(u)).Normalize().Scale(r)
}
