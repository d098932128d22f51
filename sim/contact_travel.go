package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// contactTravel returns with which side a contact point moves (1 the first, 2 the second, 0 both), and its displacement
// over half the time h and over all of it [m], relative to the centre of mass of that side, or to both by their masses.
// A corner is fixed to its body and turns with it. Round shapes roll: on a flat surface, such as the cap of a cylinder,
// the contact is at their lowest point, on another round shape where the two are nearest, and at ends of lines and elsewhere
// on round sides see rollTravel. At edges that cross or lie on faces, and of flat faces, the contact moves with both sides.
// ends says that the point is one of several of its two parts. endN is the normal at the end of the time where it turns over
// two round sides, else zero: with that in the middle, and the point there, the force has no moment about the centre of a ball.
func (w *World) contactTravel(q *touch, ends bool, h float64) (side int8, half, whole, endN geom.Vec) {
	key, n := &q.key, q.n
	kindA, kindB := key.feature>>14&3, key.feature>>30&3
	a := &w.partsOf(key.a)[key.partA]
	flatA, flatB := a.Shape.Polyhedral(), true
	var b *part
	if key.tri < 0 {
		b = &w.partsOf(key.b)[key.partB]
		flatB = b.Shape.Polyhedral() || b.Shape.Kind == geom.ShapePlane
	}
	switch {
	case key.feature == crushAlong || key.feature == crushUp: // of outlines, not of shapes
	case isSidewall(key.feature):
		if kindA != featureSidewall {
			half, whole = w.pointTravel(key.b, q.p, h)
			return 2, half, whole, endN
		}
		half, whole = w.pointTravel(key.a, q.p, h)
		return 1, half, whole, endN
	case flatA && kindA == narrowphase.FeatureVertex && flatB && kindB == narrowphase.FeatureVertex && key.b >= 0:
	case flatA && kindA == narrowphase.FeatureVertex:
		half, whole = w.pointTravel(key.a, q.p, h)
		return 1, half, whole, endN
	case flatB && kindB == narrowphase.FeatureVertex && key.b >= 0:
		half, whole = w.pointTravel(key.b, q.p, h)
		return 2, half, whole, endN
	case flatB && kindB == narrowphase.FeatureVertex:
		whole = w.flights[key.a].s.V.Scale(-h)
		return 1, whole.Scale(0.5), whole, endN
	case !flatA && w.turnsWith(key.a, a, kindA, n, h):
		if !flatB && key.b >= 0 && w.turnsWith(key.b, b, kindB, n.Neg(), h) {
			break
		}
		half, whole = w.pointTravel(key.a, q.p, h)
		return 1, half, whole, endN
	case !flatB && key.b >= 0 && w.turnsWith(key.b, b, kindB, n.Neg(), h):
		half, whole = w.pointTravel(key.b, q.p, h)
		return 2, half, whole, endN
	case !flatA && (flatB && kindB == narrowphase.FeatureFace || key.tri < 0 && w.onCap(key.b, key.partB, n.Neg())) && w.onEdge(key.a, a, n, h):
		half, whole = w.farthestPointTravel(key.a, a, n, key.b, h)
		return 1, half, whole, endN
	case !flatB && key.b >= 0 && (flatA && kindA == narrowphase.FeatureFace || w.onCap(key.a, key.partA, n)) && w.onEdge(key.b, b, n.Neg(), h):
		half, whole = w.farthestPointTravel(key.b, b, n.Neg(), key.a, h)
		return 2, half, whole, endN
	case !flatA && !flatB && (smooth(a.Shape) || smooth(b.Shape)):
		if whole, endN = w.roundContactTravel(q, a, b, h); a.Shape.Kind == geom.ShapeEllipsoid || b.Shape.Kind == geom.ShapeEllipsoid {
			endN = geom.Vec{} // the place at which an ellipsoid touches is known to the root of rounding only
		}
		return 0, whole.Scale(0.5), whole, endN
	case !flatA || !flatB:
		half, whole, endN = w.rollTravel(q, a, b, ends, h)
		return 0, half, whole, endN
	}
	return 0, half, whole, endN
}

// capTilt is the angle of a contact's normal from the axis up to which it lies on a cap, and not on its rim [rad].
const capTilt = 1e-6

// onCap reports whether a part of body or static i has the flat cap of a cylinder, or the base of a cone, in the
// direction n.
func (w *World) onCap(i, k int32, n geom.Vec) bool {
	p := &w.partsOf(i)[k]
	if p.Shape.Kind != geom.ShapeCylinder && p.Shape.Kind != geom.ShapeCone {
		return false
	}
	var q geom.Quat
	if i < 0 {
		q = w.statics[-1-i].placed[k].Pose.Q
	} else {
		q = w.flights[i].s.Q.Mul(p.At.Q)
	}
	d := q.RotateInv(n)
	return math.Max(math.Abs(d.X), math.Abs(d.Y)) <= capTilt && (d.Z < 0 || p.Shape.Kind == geom.ShapeCylinder)
}

// turnsWith reports whether a contact of a part of body i with normal n is a point of its rim or its apex, which turn
// with the body, while it stands on its rim.
func (w *World) turnsWith(i int32, p *part, kind narrowphase.FeatureID, n geom.Vec, h float64) bool {
	return p.Shape.Kind != geom.ShapeCapsule && kind == narrowphase.FeatureVertex && w.onEdge(i, p, n, h)
}

// onEdge reports whether a round part of body i has a single farthest point along the normal n, apart from points of
// its rim, and keeps it on the same side throughout the time h. This holds for balls and ellipsoids, and for shapes
// that lie neither on their side nor on their cap.
func (w *World) onEdge(i int32, p *part, n geom.Vec, h float64) bool {
	if smooth(p.Shape) {
		return true
	}
	q := w.flights[i].s.Q
	a, b := edgeOf(p.Shape, q.Mul(p.At.Q).RotateInv(n)), edgeOf(p.Shape, geom.QuatExp(w.angularVelocity(i).Scale(h)).Mul(q).Mul(p.At.Q).RotateInv(n))
	return a != 0 && a == b
}

// besideLowest reports whether a contact point is one of the points that represent a rim, and turn with it, while the
// part stands on another point of that rim throughout the time h. A rolling body must not be stopped by such a point
// that comes down to be the lowest.
func (w *World) besideLowest(part []touch, q *touch, h float64) bool {
	key := &q.key
	a := &w.partsOf(key.a)[key.partA]
	plane := key.tri < 0 && w.partsOf(key.b)[key.partB].Shape.Kind == geom.ShapePlane
	stands := onRim(a.Shape, key.feature&0xffff, plane) && w.onEdge(key.a, a, q.n, h)
	if !stands && key.tri < 0 && key.b >= 0 {
		b := &w.partsOf(key.b)[key.partB]
		stands = onRim(b.Shape, key.feature>>16, false) && w.onEdge(key.b, b, q.n.Neg(), h)
	}
	for i := range part {
		if stands && part[i].sep < q.sep {
			return true
		}
	}
	return false
}

// onRim reports whether a feature of a shape is one of the points that represent a rim.
func onRim(s *geom.Shape, f narrowphase.FeatureID, onPlane bool) bool {
	kind, index := f>>14, f&0x3fff
	switch {
	case s.Kind != geom.ShapeCylinder && s.Kind != geom.ShapeCone:
		return false
	case onPlane:
		return kind == narrowphase.FeatureEdge && index&15 < 8
	}
	return kind == narrowphase.FeatureVertex && (s.Kind == geom.ShapeCylinder || index < 8)
}

// smooth reports whether a shape has a unique farthest point along any direction, which varies continuously with it.
func smooth(s *geom.Shape) bool { return s.Kind == geom.ShapeSphere || s.Kind == geom.ShapeEllipsoid }

// edgeOf returns which end of a shape with an axis is farthest along the unit direction d in its frame: -1 or 1; 0 if
// neither clearly is.
func edgeOf(s *geom.Shape, d geom.Vec) int {
	side := geom.Vec{X: d.X, Y: d.Y}.Len()
	up := d.Z
	switch s.Kind {
	case geom.ShapeCylinder:
		if side < leastTilt {
			return 0
		}
	case geom.ShapeCone:
		// The sine of the angle between d and the normal of the side.
		up = (float64(d.Z*s.Size.Z) - float64(side*s.Size.X)) / geom.Vec{X: s.Size.X, Z: s.Size.Z}.Len()
		if up < 0 && side < leastTilt {
			return 0
		}
	}
	switch {
	case up > leastTilt:
		return 1
	case up < -leastTilt:
		return -1
	}
	return 0
}

// leastTilt is the least angle from lying on the side, and from lying flat, of a shape that stands on its rim [rad].
const leastTilt = 0.02

// smallTurn is the rotation up to which a point's displacement is computed to second order [rad]; the error there is
// 2e-13 of its lever.
const smallTurn = 1e-4

// turnedOn returns the angular velocity of body i with the angular momentum l after the time h, during which it turns
// at its current angular velocity w0. Its inertia, whose inverse is now inv, turns with it, so that the angular
// velocity of a tumbling body changes even without torque.
func (w *World) turnedOn(i int32, inv *geom.Mat3, w0, l geom.Vec, h float64) geom.Vec {
	f, turn := &w.flights[i], w0.Scale(h)
	if turn.MaxAbs() < smallTurn {
		return inv.Apply(l.Sub(turn.Cross(f.s.L)))
	}
	_, there := w.bodies[i].inverse(geom.QuatExp(turn).Mul(f.s.Q))
	return there.Apply(l)
}

// pointTravel returns the displacement of a point of body i over half the time h and over all of it, relative to the
// centre of mass, due to rotation [m].
func (w *World) pointTravel(i int32, p geom.Vec, h float64) (half, whole geom.Vec) {
	r, turn := p.Sub(w.flights[i].s.X), w.angularVelocity(i).Scale(float64(0.5*h))
	if turn.MaxAbs() < smallTurn {
		along := turn.Cross(r)
		across := turn.Cross(along)
		return along.AddScaled(across, 0.5), along.Scale(2).AddScaled(across, 2)
	}
	q := geom.QuatExp(turn)
	there := q.Rotate(r)
	return there.Sub(r), q.Rotate(there).Sub(r)
}

// farthestPointTravel returns the displacement of the point of a part of body i that is farthest along n, over half the
// time h and over all of it, relative to the centre of mass [m]. n is the normal of a flat surface of body or static o.
func (w *World) farthestPointTravel(i int32, p *part, n geom.Vec, o int32, h float64) (half, whole geom.Vec) {
	s, turn := &w.flights[i].s, w.angularVelocity(i)
	farthest := func(h float64) geom.Vec {
		q := geom.QuatExp(turn.Scale(h)).Mul(s.Q)
		shape := q.Mul(p.At.Q)
		return q.Rotate(p.At.P).Add(shape.Rotate(p.Shape.Core(shape.RotateInv(w.turnedDirection(o, n, h)))))
	}
	now := farthest(0)
	return farthest(float64(0.5 * h)).Sub(now), farthest(h).Sub(now)
}

// turnedDirection returns the direction n, fixed to body or static i, after the time h.
func (w *World) turnedDirection(i int32, n geom.Vec, h float64) geom.Vec {
	if i < 0 {
		return n
	}
	return geom.QuatExp(w.angularVelocity(i).Scale(h)).Rotate(n)
}

// roundContactTravel returns the displacement over the time h of the single contact point of two round parts, in
// addition to the displacement with both bodies by their masses that the contact solver assumes [m]; zero if they
// hardly move.
func (w *World) roundContactTravel(q *touch, a, b *part, h float64) (way, n geom.Vec) {
	key, size := &q.key, math.Max(a.radius, b.radius)
	if w.contactRests(q, size, h) {
		return way, n
	}
	var pa, pb placed
	sa := w.stateAfter(key.a, h)
	pa.place(a, &sa)
	goes := sa.X.Sub(w.flights[key.a].s.X)
	if key.b >= 0 {
		sb := w.stateAfter(key.b, h)
		pb.place(b, &sb)
		goes = w.commonTravel(key.a, key.b, goes, sb.X.Sub(w.flights[key.b].s.X))
	} else {
		pb = w.statics[-1-key.b].placed[key.partB]
	}
	m := &w.toucher.m
	if !narrowphase.Collide(&pa.Convex, &pb.Convex, size, m) || m.Count != 1 {
		return way, n
	}
	return m.Points[0].P.Sub(q.p).Sub(goes), m.N
}

// contactRests reports whether the contact point of two parts of a size hardly moves in the time h.
func (w *World) contactRests(q *touch, size, h float64) bool {
	key := &q.key
	u := w.pointVelocity(key.a, q.p).Sub(w.pointVelocity(key.b, q.p))
	turn := w.angularSpeed(key.a)
	if key.b >= 0 {
		turn += w.angularSpeed(key.b)
	}
	return float64((u.Len()+float64(turn*size))*h) < float64(0.01*w.set.Slop)
}

// commonTravel returns the displacement of a point that moves with two bodies by their masses, as the contact solver
// assumes, if they move it by da and db.
func (w *World) commonTravel(a, b int32, da, db geom.Vec) geom.Vec {
	light := func(i int32) float64 {
		if w.bodies[i].driven {
			return 0
		}
		return 1 / w.bodies[i].mass.M
	}
	la, lb := light(a), light(b)
	if !(la+lb > 0) {
		return da
	}
	share := la / (la + lb)
	return da.Scale(share).AddScaled(db, 1-share)
}

// stateAfter returns the state of a body after the time h at its current velocities.
func (w *World) stateAfter(i int32, h float64) rigid.State {
	f := &w.flights[i]
	s := f.s
	if f.still {
		return s
	}
	s.X, s.Q = s.X.AddScaled(s.V, h), geom.QuatExp(w.angularVelocity(i).Scale(h)).Mul(s.Q)
	return s
}
