package sim

import "github.com/go-gl/mathgl/mgl64"

// JointDef is a rigid ball joint: it holds a point of body A at a point of body B, or of the world. Both turn freely
// about it, and it does no work. Initial velocities that pull it apart are corrected at time 0 by an impact of all
// joints without restitution. Jointed bodies pass through each other unless Collide is set.
type JointDef struct {
	Name     string
	A, B     int        // indices of bodies, or WorldEnd for one of them
	AtA, AtB mgl64.Vec3 // in the body frame from the centre of mass; of the world in its own [m]
	// InWorld says that AtA is the joint's point in world coordinates at the start, for both ends; AtB is not used.
	InWorld bool
	Collide bool
}
