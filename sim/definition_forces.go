package sim

import "github.com/go-gl/mathgl/mgl64"

// ForceDef is a force and a torque on a body over time. Each step holds their means over the step, so that a pulse gives
// its whole impulse however short it is; its effect begins with the step, up to the length of one too early or late.
type ForceDef struct {
	Body    int        // index
	Point   mgl64.Vec3 // where the force acts, in the body frame from the centre of mass [m]
	InBody  bool       // Force and Torque are given along the body's axes, not the world's
	Program []ForceAt  // ascending times: linear between them, zero before the first, constant after the last
}

// ForceAt is the force and torque of a ForceDef at a time.
type ForceAt struct {
	Time   float64    // [s]
	Force  mgl64.Vec3 // [N]
	Torque mgl64.Vec3 // in addition to that of the force [N m]
}

// WorldEnd stands for the world as an end of a spring or joint.
const WorldEnd = -1

// SpringDef is a spring with a damper between two points of bodies or of the world. It pulls along the line between
// them with Stiffness × (length - Length) + Damping × the rate of change of the length. With Length 0 the force is
// along the distance vector itself, without a singularity at zero length. Its bodies do not fall asleep, but count as
// at rest when they have been slow for Settings.SleepTime.
type SpringDef struct {
	Name      string
	A, B      int        // indices of bodies, or WorldEnd
	AtA, AtB  mgl64.Vec3 // in the body frame from the centre of mass; of the world in its own [m]
	Length    float64    // without force [m]; below zero: that at the start
	Stiffness float64    // [N/m]
	Damping   float64    // [N s/m]
	// Only makes it a rope or strap, which pulls and never pushes, or a buffer, which pushes and never pulls. It is free of
	// force on the other side of Length, and its damper never turns the force round.
	Only SpringSide
	// BreakForce is the force, of spring and damper together, above which it tears, at the end of the step [N]; 0 for none.
	BreakForce float64
}

// SpringSide says to which side of its length without force a spring acts.
type SpringSide uint8

// The sides of a spring.
const (
	BothSides SpringSide = iota
	PullOnly             // where it is longer
	PushOnly             // where it is shorter
)

// DragDef is a resistance to motion: the force -(Linear + Quadratic |v|) v on the centre of mass, and the torque
// -Angular w.
type DragDef struct {
	Linear    float64 // [N s/m]
	Quadratic float64 // [N s²/m²]
	Angular   float64 // [N m s]
}

// DriveAt is the velocity of a driven body at a time. Each step ends where the integral of the velocities does.
type DriveAt struct {
	Time            float64    // [s]
	Velocity        mgl64.Vec3 // of the origin of the body frame [m/s]
	AngularVelocity mgl64.Vec3 // world axes [rad/s]
}

// Object names a body by its index, or a static by -1 - its index.
type Object int

// IgnoreDef is a pair that passes through each other: two objects, two groups (above zero), or an object and a group.
// If both groups are the same, its members pass through each other.
type IgnoreDef struct {
	A, B           Object
	GroupA, GroupB int // if above zero, in place of A or B
}
