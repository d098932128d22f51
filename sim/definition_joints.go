package sim

import "github.com/go-gl/mathgl/mgl64"

// JointDef is a rigid ball joint: it holds a point of body A at a point of body B, or of the world. Both turn freely about it,
// within its Limits and but for its Friction and Damping, and it does no work but by these. Initial velocities that pull it apart
// are corrected at time 0 by an impact of all joints without restitution. Jointed bodies pass through each other unless Collide is
// set.
type JointDef struct {
	Name     string
	A, B     int        // indices of bodies, or WorldEnd for one of them
	AtA, AtB mgl64.Vec3 // in the body frame from the centre of mass; of the world in its own [m]
	// InWorld says that AtA is the joint's point in world coordinates at the start, for both ends; AtB is not used.
	InWorld bool
	Collide bool
	// BreakForce is the largest force that it holds over time [N], and BreakImpulse the largest impulse that it passes on in an
	// impact [N s]; 0 for any. It breaks at the end of a step if its mean force over that step, and over the one before, is above
	// BreakForce: what stops within one step, slower than an impact, does not break it. In an impact all impulses grow in
	// proportion until the joint has passed on BreakImpulse, and the rest of the impact is that of the bodies without the joint. An
	// impact takes no time, so that BreakForce is of no effect there, unless a pair that is struck has crushed: then an impulse of
	// BreakForce times the MaterialPair.CrushTime breaks the joint too. Those at the start break none; what movers strike and push
	// counts as a force of the next step. Its bodies pass through each other until they have been apart.
	BreakForce, BreakImpulse float64
	Limits                   []JointLimit // of its angles
	// Friction is the largest torque against the relative rotation of its bodies [N m], in any direction: while less than that turns
	// them, they do not turn. Damping is a torque over their relative angular velocity, opposed to it [N m s/rad]. Where two joints
	// make a hinge, both of each add up. In an impact, which takes no time, neither has an effect.
	Friction, Damping float64
}

// JointLimit is a limit of the angle of a joint: that between a direction fixed in body A and one fixed in body B. A couple,
// without restitution and friction, stops the bodies where it is reached; it counts as reached in an impact within 1e-4 rad.
// One along the joint's limb limits how far it swings (a cone), one across it how far it twists, or how far a hinge opens. What
// an impact stops within a substep may be beyond it by some mrad; beyond 180 deg it goes on on the other side.
type JointLimit struct {
	AxisA, AxisB mgl64.Vec3 // directions in the body frames, or in the world for an end on it; of any length
	// InWorld says that AxisA is in world coordinates at the start, for both ends; AxisB is not used.
	InWorld bool
	Angle   float64 // the largest one [rad], 0.1 to 179.9 deg
}
