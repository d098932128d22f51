package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// rollShare is the largest distance over which a contact moves on the surfaces in a substep, as a share of the radii of the bodies,
// that is known from the radii of curvature at its start.
const rollShare = 0.1

// rollTravel returns the displacement over half the time h and over all of it of a contact point of two parts as it rolls over
// their surfaces, in addition to that with both bodies by their masses [m]; zero if they hardly move, touch at faces, or the
// point would go farther than is known from the radii of curvature here. ends says that it is one of several. It is of first
// order, but that on a face it turns with the other body about their normal. endN is the normal at the end of the time where it
// turns over two round sides, else zero.
func (w *World) rollTravel(q *touch, a, b *part, ends bool, h float64) (half, whole, endN geom.Vec) {
	key, reach := &q.key, a.radius // of the bodies: a plane has no end
	if key.b >= 0 {
		reach += b.radius
	}
	if w.contactRests(q, reach, h) {
		return half, whole, endN
	}
	sa, sb := w.surfacesAt(q, b, ends, h)
	way, turn, ok := narrowphase.Roll(&sa, &sb, q.n)
	goes := w.wayOfCentre(key.a, h)
	if key.b >= 0 {
		goes = w.commonTravel(key.a, key.b, goes, w.wayOfCentre(key.b, h))
	}
	whole = way.Sub(goes)
	if !ok || !(whole.Len() <= float64(rollShare*reach)) {
		return geom.Vec{}, geom.Vec{}, endN
	}
	half = whole.Scale(0.5)
	switch {
	case sb.Flat:
		half, whole = w.bendTravel(key.a, q, &sa, half, whole)
		return half, whole, endN
	case sa.Flat && key.b >= 0:
		half, whole = w.bendTravel(key.b, q, &sb, half, whole)
		return half, whole, endN
	case sa.Flat || turn == (geom.Vec{}):
		return half, whole, endN
	}
	return half, whole, q.n.Add(turn).Normalize()
}

// bendTravel bends the straight displacements of a contact point, by half a motion of body i and all of it, to the circle on
// which it turns about the normal.
func (w *World) bendTravel(i int32, q *touch, s *narrowphase.Surface, half, whole geom.Vec) (geom.Vec, geom.Vec) {
	r, turn := q.p.Sub(w.flights[i].s.X), q.n.Scale(float64(0.5*q.n.Dot(s.Turn)))
	along, by := turn.Cross(r), geom.QuatExp(turn)
	there := by.Rotate(r)
	return half.Add(there.Sub(r).Sub(along)), whole.Add(by.Rotate(there).Sub(r).AddScaled(along, -2))
}

// wayOfCentre returns the displacement of the centre of a body or static over the time h [m].
func (w *World) wayOfCentre(i int32, h float64) geom.Vec {
	if i < 0 || w.flights[i].still {
		return geom.Vec{}
	}
	return w.flights[i].s.V.Scale(h)
}

// surfacesAt returns the surfaces of two parts at a contact point of them, and their motions over the time h; b is nil for a
// triangle.
func (w *World) surfacesAt(q *touch, b *part, ends bool, h float64) (sa, sb narrowphase.Surface) {
	key := &q.key
	kindA, indexA, kindB, indexB := key.feature.Features()
	sa = w.movingSurface(key.a, key.partA, feature{kindA, indexA, ends}, q.p, q.n, h)
	if b == nil {
		tri := w.statics[-1-key.b].mesh.Triangle(key.tri)
		return sa, narrowphase.SurfaceOfTriangle(&tri, kindB, indexB, q.n.Neg(), ends)
	}
	return sa, w.movingSurface(key.b, key.partB, feature{kindB, indexB, ends}, q.p, q.n.Neg(), h)
}

// movingSurface returns the surface of a part of a body or static at a place with the outward normal n, and its motion over the
// time h.
func (w *World) movingSurface(i, k int32, f feature, place, n geom.Vec, h float64) narrowphase.Surface {
	if i < 0 {
		return w.statics[-1-i].placed[k].surface(f, place, n)
	}
	var p placed
	at := &w.flights[i].s
	p.place(&w.partsOf(i)[k], at)
	s := p.surface(f, place, n)
	s.Turn = w.angularVelocity(i).Scale(h)
	s.Way = w.wayOfCentre(i, h).Add(s.Turn.Cross(place.Sub(at.X)))
	return s
}

// feature is that of a part at a contact point; ends says that the point is one of several of the two parts.
type feature struct {
	kind, index int
	ends        bool
}

// surface returns the surface of the part in the world frame at a place with the outward normal n, see
// narrowphase.SurfaceOf.
func (p *placed) surface(f feature, place, n geom.Vec) narrowphase.Surface {
	at := &p.Pose
	s := narrowphase.SurfaceOf(p.Shape, f.kind, f.index, at.ApplyInv(place), at.Q.RotateInv(n), f.ends)
	if !s.Flat {
		turn := at.Q.Mat3()
		back := turn.Transpose()
		radii := s.Radii.Mul(&back)
		s.Radii, s.Line = turn.Mul(&radii), turn.Apply(s.Line)
	}
	return s
}
