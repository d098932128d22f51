package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// planeView is a shape seen from a half space: the height of the point x of its frame above the plane is h + up·x.
type planeView struct {
	n  geom.Vec // unit, into the half space: the normal from A to B
	up geom.Vec // out of the half space, in the shape's frame
	h  float64  // height of the origin of the shape's frame [m]
}

// viewPlane returns shape a as seen from the half space b.
func viewPlane(a, b *Convex) planeView {
	up := planeUp(b.Pose.Q)
	return planeView{up.Neg(), a.Pose.Q.RotateInv(up), up.Dot(a.Pose.P.Sub(b.Pose.P))}
}

// planeUp returns the unit vector out of a half space of the given attitude.
func planeUp(q geom.Quat) geom.Vec { return q.Rotate(geom.Vec{Z: 1}) }

// height returns the height of a point of the shape's frame.
func (v *planeView) height(x geom.Vec) float64 { return v.h + v.up.Dot(x) }

// lowest returns the least height of a shape: -Inf for another half space.
func (v *planeView) lowest(s *geom.Shape) float64 {
	switch s.Kind {
	case geom.ShapePlane:
		return math.Inf(-1)
	case geom.ShapeHull:
		low := math.Inf(1)
		for _, x := range s.Hull.Vertices {
			if h := v.up.Dot(x); h < low {
				low = h
			}
		}
		return v.h + low
	case geom.ShapeEllipsoid:
		return v.h - s.Size.Mul(v.up).Len()
	}
	return v.h + v.up.Dot(s.Core(v.up.Neg())) - s.Radius()
}

// SeparationPlane returns the signed distance of shape a from the half space b [m], negative when a reaches into it,
// and the unit normal from a to b: the least height of a above the plane. Rounding costs some 1e-15 of a's size and of
// the distance of the two origins. The separation of two half spaces is -Inf.
//
// Source: 002, the separating axis test with the one axis that a half space has.
func SeparationPlane(a, b *Convex) (sep float64, n geom.Vec) {
	v := viewPlane(a, b)
	return v.lowest(a.Shape), v.n
}

// OverlapPlane reports whether shape a has a point in common with the half space b; touching counts.
func OverlapPlane(a, b *Convex) bool {
	sep, _ := SeparationPlane(a, b)
	return sep <= 0
}

// MTVPlane returns the translation along the plane's normal that moves shape a out of the half space b, and false when
// they have no point in common. It is the least one, unless a is a half space, whose depth is +Inf.
//
// Source: 002, "Minimum Translation Vector".
func MTVPlane(a, b *Convex) (MTV, bool) {
	sep, n := SeparationPlane(a, b)
	if sep > 0 {
		return MTV{}, false
	}
	return MTV{n, math.Abs(sep)}, true
}
