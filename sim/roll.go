package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// ahead returns how far a contact with the normal n, from a to b, runs in the time h relative to the centre of mass of what rolls in it [m]: that of an ellipsoid on
// something flat, whose radius changes as it turns. On what is round with one radius it stays below the centre, and corners stay where they are on their
// bodies, which the contact solver takes for standing still.
func (w *World) ahead(key *rowKey, n geom.Vec, h float64) geom.Vec {
	p := &w.partsOf(key.a)[key.partA]
	kindA, kindB := key.feature>>14&3, key.feature>>30&3
	if key.tri >= 0 {
		if p.Shape.Kind == geom.ShapeEllipsoid && kindB == narrowphase.FeatureFace {
			return w.rollsBy(key.a, p, n, geom.Vec{}, h)
		}
		return geom.Vec{}
	}
	q := &w.partsOf(key.b)[key.partB]
	switch {
	case p.Shape.Kind == geom.ShapeEllipsoid:
		if _, flat := roundness(q.Shape, kindB); flat {
			return w.rollsBy(key.a, p, n, w.spin(key.b), h)
		}
	case q.Shape.Kind == geom.ShapeEllipsoid && key.b >= 0:
		if _, flat := roundness(p.Shape, kindA); flat {
			return w.rollsBy(key.b, q, n.Neg(), w.spin(key.a), h)
		}
	}
	return geom.Vec{}
}

// rollsBy returns how far the point of part p of body i that is farthest along the normal d of something that turns with the angular velocity turn moves in the time h,
// relative to the body's centre of mass [m].
func (w *World) rollsBy(i int32, p *part, d, turn geom.Vec, h float64) geom.Vec {
	at := func(q geom.Quat, d geom.Vec) geom.Vec {
		q = q.Mul(p.At.Q)
		return q.Rotate(p.Shape.Core(q.RotateInv(d)))
	}
	q := w.flights[i].s.Q
	end := geom.QuatExp(w.spin(i).Scale(h)).Mul(q)
	middle := end.Rotate(p.At.P).Sub(q.Rotate(p.At.P))
	return middle.Add(at(end, d.AddScaled(turn.Cross(d), h)).Sub(at(q, d)))
}

// spin returns the angular velocity of a body [rad/s], zero of a static.
func (w *World) spin(i int32) geom.Vec {
	if i < 0 || w.flights[i].still {
		return geom.Vec{}
	}
	f := &w.flights[i]
	return w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L)
}
