package record

import (
	"cmp"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ContactForce is the force of a pair of objects in contact in a step: its impulses divided by the length of the step,
// in world coordinates, as they act on B; the forces on A are opposite. It is of persistent contacts; impacts are
// events with impulses of their own.
type ContactForce struct {
	A, B     int32    // indices of objects, A a body, A < B
	Normal   geom.Vec // sum over the contact points of the part along their normals [N]
	Friction geom.Vec // and of the part across them [N]
	// P is the point of action: the mean of the contact points, weighted by their normal impulses [m].
	P geom.Vec
	// Moment is the moment of the forces about P [N m]: of points around P, spin friction and rolling resistance.
	Moment geom.Vec
}

// ContactForceValues is the number of components of a ContactForce in a log: Normal, Friction, P, Moment.
const ContactForceValues = 12

// Bits returns the bits of the components.
func (c *ContactForce) Bits() (b [ContactForceValues]uint64) {
	for k, v := range [...]geom.Vec{c.Normal, c.Friction, c.P, c.Moment} {
		b[3*k], b[3*k+1], b[3*k+2] = math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z)
	}
	return b
}

// SetBits undoes Bits.
func (c *ContactForce) SetBits(b *[ContactForceValues]uint64) {
	for k, v := range [...]*geom.Vec{&c.Normal, &c.Friction, &c.P, &c.Moment} {
		v.X, v.Y, v.Z = math.Float64frombits(b[3*k]), math.Float64frombits(b[3*k+1]), math.Float64frombits(b[3*k+2])
	}
}

// Force returns the total force on B [N].
func (c *ContactForce) Force() geom.Vec { return c.Normal.Add(c.Friction) }

// CompareContactForces orders contacts by A, then by B.
func CompareContactForces(x, y ContactForce) int {
	return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
}
