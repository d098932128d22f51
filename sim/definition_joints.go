package sim

import "github.com/go-gl/mathgl/mgl64"

// JointDef is a ball joint: a point of body A and a point of body B, or of the world, are one point all through the run, about
// which both turn freely. It is rigid, and it does no work. Velocities at the start that pull it apart are
// brought into line in the first step, as by an impact without restitution. Jointed bodies pass through each other unless Collide is set.
type JointDef struct {
	Name     string
	A, B     int        // indices of bodies, or WorldEnd for one of them
	AtA, AtB mgl64.Vec3 // in the body frame from the centre of mass; of the world in its own [m]
	// InWorld says that AtA is the point in world coordinates at the start, of both; AtB does not count.
	InWorld bool
	Collide bool
}
