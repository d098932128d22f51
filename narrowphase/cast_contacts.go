package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// castLevel is the part of the tolerance of a sweep within which points of a shape are equally far along the normal: it
// may add to the gap, to how far points lie outside a face, and to the height of the other shape's points.
const castLevel = 0.25

// contacts fills the set of s with the points of touch, in world axes about A's origin. B is a shape or, where it is
// nil, the triangle t; v is its velocity seen from A.
func (c *cast) contacts(a, b *Convex, t *geom.Triangle, v geom.Vec, s *Sweep) {
	var fa, fb [hullClipFace]geom.Vec
	way := v.Scale(s.Time)
	tol := float64(castLevel * c.tol)
	na, roundA := touchingPoints(a.Shape, a.Pose.Q, geom.Vec{}, s.N, tol, &fa)
	var nb int
	var roundB bool
	if b != nil {
		nb, roundB = touchingPoints(b.Shape, b.Pose.Q, b.Pose.P.Sub(a.Pose.P).Add(way), s.N.Neg(), tol, &fb)
	} else {
		var f [3]geom.Vec
		nb = sweepTriangleFeature(t, way.Sub(a.Pose.P), s.N.Neg(), tol, &f)
		copy(fb[:], f[:nb])
	}
	if na > 1 && nb > 1 {
		contactSet(fa[:na], fb[:nb], s.N, tol, &s.Set)
		if s.Set.Count > 1 || c.deep && !roundA && !roundB {
			return
		}
	}
	s.Set.Count = 1
	s.Set.Points[0] = c.meeting(fa[:na], fb[:nb], a.Pose.Q)
}

// meeting returns the point midway between the nearest points of both shapes. Where the cores touch these are one: of
// a curved core the point that both have in common, of others with a single farthest point that.
func (c *cast) meeting(fa, fb []geom.Vec, q geom.Quat) geom.Vec {
	switch {
	case !c.deep:
		ra, rb := c.d.radii()
		pa, pb := c.pa.AddScaled(c.n, ra), c.pb.AddScaled(c.n, -rb)
		return q.Rotate(pa.Add(pb).Scale(0.5))
	case c.d.smooth() && c.pb.Sub(c.pa).Len() <= float64(castLevel*c.tol):
		// The farthest point of a curved shape turns with the normal, by more than the tolerance where that is rounded.
		return q.Rotate(c.pa.Add(c.pb).Scale(0.5))
	case len(fa) == 1:
		return fa[0]
	case len(fb) == 1:
		return fb[0]
	}
	return q.Rotate(c.pa.Add(c.pb).Scale(0.5))
}

// touchingPoints writes to dst the points of a shape, in the attitude q at p, that are farthest along n to within tol:
// one, the ends of a segment, or a polygon in order. Round is true of a polygon in a round face.
func touchingPoints(s *geom.Shape, q geom.Quat, p, n geom.Vec, tol float64, dst *[hullClipFace]geom.Vec) (count int, round bool) {
	if s.Polyhedral() {
		f := hullFrame{s.Hull, q.Mat3(), p}
		return f.touching(n, tol, dst), false
	}
	up := q.RotateInv(n)
	var c planePoints
	c.collect(s, up.Neg())
	top := math.Inf(-1)
	for i := 0; i < c.n; i++ {
		top = math.Max(top, c.p[i].x.Dot(up))
	}
	for i := 0; i < c.n; i++ {
		if i == c.rim && count == c.rim && count > 0 {
			return count, true // the whole rim
		}
		if i == c.rim {
			count = 0
		}
		if c.p[i].x.Dot(up) >= top-tol {
			dst[count] = q.Rotate(c.p[i].x).Add(p)
			count++
		}
	}
	return count, false
}
