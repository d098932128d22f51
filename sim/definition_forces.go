package sim

import "github.com/go-gl/mathgl/mgl64"

// ForceDef is a force and a torque on a body over time.
type ForceDef struct {
	Body    int        // index
	Point   mgl64.Vec3 // where the force acts, in the body frame from the centre of mass [m]
	InBody  bool       // Force and Torque are given along the body's axes, not the world's
	Program []ForceAt  // ascending times; between them linear, before the first nothing, after the last as at the last
}

// ForceAt is what a ForceDef gives at a time.
type ForceAt struct {
	Time   float64    // [s]
	Force  mgl64.Vec3 // [N]
	Torque mgl64.Vec3 // besides that of the force [N m]
}

// WorldEnd stands for the world where a spring's end names a body.
const WorldEnd = -1

// SpringDef is a spring with a damper between two points of bodies or of the world. It pulls along the line between them with
// Stiffness × (length - Length) + Damping × the speed at which the points part; with Length 0 along their distance itself. Its
// bodies do not fall asleep, but count as at rest when they have been slow for Settings.SleepTime.
type SpringDef struct {
	Name      string
	A, B      int        // indices of bodies, or WorldEnd
	AtA, AtB  mgl64.Vec3 // in the body frame from the centre of mass; of the world in its own [m]
	Length    float64    // without force [m]; below zero: that at the start
	Stiffness float64    // [N/m]
	Damping   float64    // [N s/m]
}

// DragDef slows a body down: the force is -(Linear + Quadratic |v|) v on the centre of mass, the torque -Angular w.
type DragDef struct {
	Linear    float64 // [N s/m]
	Quadratic float64 // [N s²/m²]
	Angular   float64 // [N m s]
}

// DriveAt is the velocity that a driven body has at a time.
type DriveAt struct {
	Time            float64    // [s]
	Velocity        mgl64.Vec3 // of the origin of the body frame [m/s]
	AngularVelocity mgl64.Vec3 // world axes [rad/s]
}

// Object names a body by its index, or a static by -1 - its index.
type Object int

// IgnoreDef is two objects, or two groups (above zero), or an object and a group, that pass through each other. A group may
// be named twice: then its members do.
type IgnoreDef struct {
	A, B           Object
	GroupA, GroupB int // where above zero it stands for A or B
}
