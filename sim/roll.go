package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// ahead returns how far a contact with the normal n, from a to b, runs in the time h relative to the centre of mass of what rolls in it [m]: that of an ellipsoid on
// something flat that stands still, whose radius changes as it turns. On what is round with one radius it stays below the centre, and corners stay where
// they are on their bodies, which the contact solver takes for standing still.
func (w *World) ahead(key *rowKey, n geom.Vec, h float64) geom.Vec {
	p := &w.partsOf(key.a)[key.partA]
	if p.Shape.Kind != geom.ShapeEllipsoid || key.b >= 0 {
		return geom.Vec{}
	}
	kind := key.feature >> 30 & 3
	flat := kind == narrowphase.FeatureFace
	if key.tri < 0 {
		_, flat = roundness(w.partsOf(key.b)[key.partB].Shape, kind)
	}
	if !flat {
		return geom.Vec{}
	}
	s := &w.flights[key.a].s
	lowest := func(q geom.Quat) geom.Vec {
		shape := q.Mul(p.At.Q)
		return q.Rotate(p.At.P).Add(shape.Rotate(p.Shape.Core(shape.RotateInv(n))))
	}
	turn := w.bodies[key.a].mass.AngularVelocity(s.Q, s.L).Scale(h)
	return lowest(geom.QuatExp(turn).Mul(s.Q)).Sub(lowest(s.Q))
}
