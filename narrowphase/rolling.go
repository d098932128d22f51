package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Surface is the surface of a body at a place where it touches another, and a small motion of it.
type Surface struct {
	// Flat says that the surface is a face: the other one may touch it anywhere.
	Flat bool
	// Radii is the derivative of the place that touches a plane by the outward normal of the surface there [m]: a symmetric
	// matrix whose eigenvalues are the principal radii of curvature, with the normal in its kernel. It is zero at vertices, and
	// along edges and straight generators.
	Radii geom.Mat3
	// Line is the unit direction of the line of which the place is an end, where the two touch along one; else zero.
	Line geom.Vec
	// Way and Turn are the displacement of the material at the place [m], and the rotation of the body [rad].
	Way, Turn geom.Vec
}

// Roll returns the displacement of the contact of two surfaces by small motions of both, and of its unit normal n from a to b, of
// first order. With the ways u, the turns o and the radii H it turns by dn such that the surfaces still touch at one place,
//
//	u_a + H_a (dn - o_a × n) = u_b - H_b (dn - o_b × n)
//
// across n (Montana 1988, "The kinematics of contact and grasp"), or with the one that is flat. At a corner the
// place goes with that, and the normal is taken not to turn. Ends of lines that lie on each other satisfy that across the lines,
// and move along them by the mean of both; along n all do. It returns false if that is not one place: of two faces, of edges
// along each other.
func Roll(a, b *Surface, n geom.Vec) (way, turn geom.Vec, ok bool) {
	way, turn, ok = rollAlong(a, b, n)
	return way.AddScaled(n, float64(0.5*a.Way.Add(b.Way).Dot(n))-way.Dot(n)), turn, ok
}

// rollAlong is Roll across the normal.
func rollAlong(a, b *Surface, n geom.Vec) (way, turn geom.Vec, ok bool) {
	switch {
	case a.Flat && b.Flat:
		return way, turn, false
	case b.Flat:
		return a.Way.Add(a.Radii.Apply(b.Turn.Sub(a.Turn).Cross(n))), b.Turn.Cross(n), true
	case a.Flat:
		return b.Way.Sub(b.Radii.Apply(a.Turn.Sub(b.Turn).Cross(n))), a.Turn.Cross(n), true
	case a.endsLine(b) && b.endsLine(a):
		return rollAcross(a, b, n)
	case a.trace() < float64(corner*b.trace()):
		return a.Way, turn, true
	case b.trace() < float64(corner*a.trace()):
		return b.Way, turn, true
	}
	radii := a.Radii.Add(&b.Radii)
	size := radii.X.X + radii.Y.Y + radii.Z.Z // to make it regular along n
	k := radii.Add(&geom.Mat3{X: n.Scale(float64(size * n.X)), Y: n.Scale(float64(size * n.Y)), Z: n.Scale(float64(size * n.Z))})
	d := rollsApart(a, b, n)
	turn, ok = k.Solve(d.AddScaled(n, -d.Dot(n)))
	return a.Way.Add(a.Radii.Apply(turn.Sub(a.Turn.Cross(n)))), turn, ok
}

// trace returns the sum of the radii of curvature [m].
func (s *Surface) trace() float64 { return s.Radii.X.X + s.Radii.Y.Y + s.Radii.Z.Z }

// rollsApart returns by how much the places of two surfaces with the outward normal n of a move apart if that does not turn.
func rollsApart(a, b *Surface, n geom.Vec) geom.Vec {
	return b.Way.Sub(a.Way).Add(a.Radii.Apply(a.Turn.Cross(n))).Add(b.Radii.Apply(b.Turn.Cross(n)))
}

// endsLine reports whether a place is an end of a line on which two surfaces touch: of its own line, or the corner that ends that of
// the other.
func (s *Surface) endsLine(other *Surface) bool {
	return s.Line != geom.Vec{} || other.Line != geom.Vec{} && s.Radii == geom.Mat3{}
}

// rollAcross is Roll at an end of a line. Across it the surfaces still touch; along it the place moves with a corner, or by the mean
// of both.
func rollAcross(a, b *Surface, n geom.Vec) (way, turn geom.Vec, ok bool) {
	along := a.Way.Add(b.Way).Scale(0.5)
	switch (geom.Vec{}) {
	case a.Line:
		along = a.Way
	case b.Line:
		along = b.Way
	}
	line := a.Line.Add(b.Line) // they may be a little apart
	if a.Line.Dot(b.Line) < 0 {
		line = a.Line.Sub(b.Line)
	}
	across := n.Cross(line).Normalize()
	ha, hb := across.Dot(a.Radii.Apply(across)), across.Dot(b.Radii.Apply(across))
	if !(ha+hb > 0) {
		return way, turn, false
	}
	by := across.Dot(rollsApart(a, b, n)) / (ha + hb)
	goes := across.Dot(a.Way.Sub(a.Radii.Apply(a.Turn.Cross(n)))) + float64(ha*by)
	return along.AddScaled(across, goes-along.Dot(across)), across.Scale(by), true
}

// Of a place that may go along a straight line of a surface: how many times the size of the shape the radius of curvature counts
// as there.
const onLine = 1e3

// Of a corner: the radii of curvature, as a share of those of what it touches. The contact moves with it.
const corner = 1e-9

// Of two directions that count as one: the largest sine of the angle between them.
const sameDirection = 1e-6

// SurfaceOf returns the surface of a shape at a place p with the unit outward normal n there, both in the shape's frame. kind and
// index are those of the feature of a polyhedron. ends says that the place is one of several that share the normal: then they
// are the ends of a line that touches, or corners of a face; a single one may go along a line.
func SurfaceOf(s *geom.Shape, kind, index int, p, n geom.Vec, ends bool) Surface {
	switch s.Kind {
	case geom.ShapePlane:
		return Surface{Flat: true}
	case geom.ShapeBox, geom.ShapeHull:
		return hullSurface(s.Hull, kind, index, n, ends)
	case geom.ShapeEllipsoid:
		return Surface{Radii: branchCurvature(s, 0, n)}
	case geom.ShapeSphere:
		return Surface{Radii: ballRadii(s.Size.X, n)}
	}
	// Of revolution. slope is the sine of the angle between the normal and the generator of its side, down how far it is that of an end.
	across, low, slope, down := geom.Vec{X: n.X, Y: n.Y}.Len(), -s.Size.Z, n.Z, math.Abs(n.Z)
	if s.Kind == geom.ShapeCone {
		down, low, slope = -n.Z, 0, (float64(n.Z*s.Size.Z)-float64(across*s.Size.X))/geom.Vec{X: s.Size.X, Y: s.Size.Z}.Len()
	}
	inner := p.Z > low && p.Z < s.Size.Z
	switch {
	case s.Kind == geom.ShapeCapsule && !inner:
		out := Surface{Radii: ballRadii(s.Size.X, n)}
		if ends {
			out.Line = generator(n)
		}
		return out
	case s.Kind != geom.ShapeCapsule && (down > 0 && across <= sameDirection || ends && across < down):
		return Surface{Flat: true}
	}
	radius := geom.Vec{X: p.X, Y: p.Y}.Len()
	out := Surface{Radii: rimCurvature(radius, n)}
	switch {
	case ends:
		out.Line = generator(n)
	case inner && math.Abs(slope) <= sameDirection:
		line := alongLine(generator(n).Scale(radius))
		out.Radii = out.Radii.Add(&line)
	}
	return out
}

// generator returns the unit direction of the line on the side of a shape of revolution about the z axis where its normal is n.
func generator(n geom.Vec) geom.Vec { return n.Cross(geom.Vec{X: -n.Y, Y: n.X}).Normalize() }

// SurfaceOfTriangle is SurfaceOf for a triangle, of either side.
func SurfaceOfTriangle(t *geom.Triangle, kind, index int, n geom.Vec, ends bool) Surface {
	switch up := t.B.Sub(t.A).Cross(t.C.Sub(t.A)); {
	case kind == FeatureFace || up.Cross(n).LenSq() <= float64(float64(sameDirection*sameDirection)*up.LenSq()):
		return Surface{Flat: true}
	case kind == FeatureVertex:
		return Surface{}
	}
	corners := [3]geom.Vec{t.A, t.B, t.C}
	return edgeSurface(corners[(index+1)%3].Sub(corners[index]), ends)
}

// hullSurface is SurfaceOf for a polyhedron: features at the border of a face are part of it where the normal is that of the face.
func hullSurface(h *geom.Hull, kind, index int, n geom.Vec, ends bool) Surface {
	on := func(face int32) bool {
		return h.Faces[face].Plane.N.Cross(n).LenSq() <= sameDirection*sameDirection
	}
	switch kind {
	case FeatureFace:
		return Surface{Flat: true}
	case FeatureEdge:
		e := &h.Edges[index]
		switch {
		case on(e.Left) || on(e.Right):
			return Surface{Flat: true}
		}
		return edgeSurface(h.Vertices[e.B].Sub(h.Vertices[e.A]), ends)
	}
	for _, i := range h.Ring(int32(index)) {
		if e := &h.Edges[i]; on(e.Left) || on(e.Right) {
			return Surface{Flat: true}
		}
	}
	return Surface{}
}

// edgeSurface returns the surface at an end of a line along an edge with the direction d, or where one place touches.
func edgeSurface(d geom.Vec, ends bool) Surface {
	if ends {
		return Surface{Line: d.Normalize()}
	}
	return Surface{Radii: alongLine(d)}
}

// alongLine returns the radii of curvature of a place that may go along a straight line: as large as onLine along it.
func alongLine(d geom.Vec) geom.Mat3 {
	long := d.Scale(onLine / d.Len())
	return geom.Mat3{X: long.Scale(d.X), Y: long.Scale(d.Y), Z: long.Scale(d.Z)}
}

// ballRadii returns the radii of curvature of a sphere where its normal is n.
func ballRadii(radius float64, n geom.Vec) geom.Mat3 {
	return geom.Mat3{
		X: geom.Vec{X: radius}.AddScaled(n, -float64(radius*n.X)),
		Y: geom.Vec{Y: radius}.AddScaled(n, -float64(radius*n.Y)),
		Z: geom.Vec{Z: radius}.AddScaled(n, -float64(radius*n.Z)),
	}
}
