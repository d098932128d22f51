package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// Convex is a convex shape somewhere in the world.
type Convex struct {
	Shape *geom.Shape
	Pose  geom.Transform // the shape's frame in the world; Q is of unit length
}

// Part is a convex shape fixed in a body frame whose origin is the centre of rotation.
type Part struct {
	Shape *geom.Shape
	At    geom.Transform // the shape's frame in the body's
}

// In returns the part of a body at the pose t.
func (p *Part) In(t geom.Transform) Convex { return Convex{p.Shape, t.Mul(p.At)} }
