package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// SweepPlane returns the first time in [0, duration] [s] at which shape a, moving at the constant velocity va (m/s),
// touches the half space b, moving at vb, and the points where it does. Neither turns. Status, margin and tolerances
// are those of SweepOBBs; the size is a's Extent. Exit is +Inf where a does not leave the half space. The contact set
// of a round face that lies flat is eight points of its rim, that of another half space is empty.
//
// Source: 000, "TestIntersection", on the one axis that a half space has; ALGORITHMS.md A1, A5.
func SweepPlane(a, b *Convex, va, vb geom.Vec, duration, margin float64) Sweep {
	var s Sweep
	v := viewPlane(a, b)
	var w sweepAxes
	w.start(a.Shape.Extent(), a.Pose.P.MaxAbs()+b.Pose.P.MaxAbs(), va, vb, duration)
	if !w.isFinite(margin) || !a.Pose.Q.IsFinite() || !b.Pose.Q.IsFinite() {
		return Sweep{Status: Unresolved}
	}
	if a.Shape.Kind == geom.ShapePlane {
		return Sweep{Status: Overlapping, Exit: math.Inf(1), N: v.n}
	}
	if !w.test(v.n, v.lowest(a.Shape)-margin, math.Inf(1), v.n.Dot(vb.Sub(va))) || !w.result(&s) {
		return s
	}
	v.contactSet(a, float64(0.5*margin), w.tol, &s.Set)
	s.Set.move(va.Scale(s.Time))
	return s
}

// contactSet sets c to the points of a that are lowest, to within tol, moved down by half the margin.
func (v *planeView) contactSet(a *Convex, down, tol float64, c *ContactSet) {
	var buf [contactBuffer]geom.Vec
	limit := v.lowest(a.Shape) + tol
	var p []geom.Vec
	if a.Shape.Polyhedral() {
		p = v.lowestVertices(a.Shape, limit, buf[:0])
	} else {
		p = v.lowestPoints(a.Shape, limit, buf[:0])
	}
	for i, x := range p {
		p[i] = a.Pose.Apply(x).AddScaled(v.n, down)
	}
	p = contactReduce(p, tol, float64(4*tol))
	contactOrient(p, v.n)
	c.Count = copy(c.Points[:], p)
}

// lowestVertices appends the vertices of the polyhedron's lowest feature: those of its lowest face, where three or more
// of them are no higher than limit, or else up to two.
func (v *planeView) lowestVertices(s *geom.Shape, limit float64, dst []geom.Vec) []geom.Vec {
	hull := s.Hull
	face := int32(0)
	for f := range hull.Faces {
		if hull.Faces[f].Plane.N.Dot(v.up) < hull.Faces[face].Plane.N.Dot(v.up) {
			face = int32(f)
		}
	}
	for _, i := range hull.Face(face) {
		if x := hull.Vertices[i]; v.height(x) <= limit {
			if dst = append(dst, x); len(dst) > MaxSet {
				dst = contactDropLeast(dst)
			}
		}
	}
	if len(dst) > 1 {
		return dst
	}
	dst = dst[:0]
	for _, x := range hull.Vertices {
		if v.height(x) <= limit && len(dst) < 2 {
			dst = append(dst, x)
		}
	}
	return dst
}

// lowestPoints appends the points of a curved shape's lowest feature: a rim, a line or a point.
func (v *planeView) lowestPoints(s *geom.Shape, limit float64, dst []geom.Vec) []geom.Vec {
	var c planePoints
	c.collect(s, v.up)
	for i := 0; i < c.n; i++ {
		if i >= c.rim && len(dst) > 2 { // the whole rim
			break
		}
		if i == c.rim {
			dst = dst[:0]
		}
		if v.height(c.p[i].x) <= limit {
			dst = append(dst, c.p[i].x)
		}
	}
	return dst
}
