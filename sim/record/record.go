package record

import "github.com/prang-sim/prang/sim/geom"

// ObjectKind is the kind of an object of a run.
type ObjectKind string

// The kinds of objects.
const (
	Body   ObjectKind = "body"   // rigid body; has the columns x, q, v, L
	Mover  ObjectKind = "mover"  // ellipsoid that slides along the world; has the columns x, v
	Static ObjectKind = "static" // mesh or plane that never moves; has no columns
)

// Object is one row of a run's table of objects: first the bodies, then the movers, then the statics, each in the order
// of the scenario. Events name objects by their index here.
type Object struct {
	Name string     `json:"name"`
	Kind ObjectKind `json:"kind"`
	// Shape describes the object's shape for viewers: "box", a box along the axes of its frame; "mesh"; the kind of the
	// one part that Parts has, or "compound"; for a mover "ellipsoid", by Half.
	Shape string `json:"shape"`
	// Half holds half extents of a box or radii of a mover [m], in the body frame about Offset; of other shapes those
	// of the box around them, zero for a plane.
	Half geom.Vec `json:"half"`
	// Offset is the centre of the shape in the body frame, whose origin is the centre of mass [m].
	Offset geom.Vec `json:"offset"`
	// Position and Attitude are the pose of a static's frame [m], [1]; of a mesh only where it has a Scale.
	Position geom.Vec  `json:"position"`
	Attitude geom.Quat `json:"attitude"`
	// Parts are the convex shapes of all but boxes along the axes, meshes and movers.
	Parts []Part `json:"parts,omitempty"`
	// Asset is the name of the embedded mesh of a static. Its vertices are world coordinates where Scale is nil. Else
	// they are turned, so that the axis Up of the file ("x", "y", "z"; "" for that of its format) becomes z, multiplied
	// by Scale component by component, and are then in the frame of the static.
	Asset string    `json:"asset,omitempty"`
	Scale *geom.Vec `json:"scale,omitempty"` // above zero
	Up    string    `json:"up,omitempty"`
	// Mass [kg] and the inertia tensor about the centre of mass in the body frame [kg m²], for bodies.
	Mass    float64   `json:"mass,omitempty"`
	Inertia geom.Mat3 `json:"inertia"`
	// Grid is the grids to which the state of a body is rounded in contact; nil if it is not.
	Grid    *Grid `json:"grid,omitempty"`
	Vehicle bool  `json:"vehicle,omitempty"`
	// Driven bodies move as prescribed: mass 0, and their column L is the angular velocity [rad/s] times 1 kg m².
	Driven bool `json:"driven,omitempty"`
	Sensor bool `json:"sensor,omitempty"` // it touches nothing, and reports what it overlaps
	// Color is "#rrggbb" or empty, but in a log of another writer it may be any text.
	Color string `json:"color,omitempty"`
	// Wheels are those of a vehicle.
	Wheels []MountedWheel `json:"wheels,omitempty"`
}

// Grid is the exponents e of the grids 2^e that the columns of a body are rounded to after a step in which it is in
// contact. The largest component of q is not rounded.
type Grid struct {
	X int32 `json:"x"`
	Q int32 `json:"q"`
	V int32 `json:"v"`
	L int32 `json:"L"`
}

// Column declares Count consecutive values of every frame's Values.
type Column struct {
	Owner int32  `json:"owner"` // index of the object, -1 for the world
	Name  string `json:"name"`  // "x", "q", "v", "L", "wheel0.spin", …
	Unit  string `json:"unit"`  // SI, "1" for none
	Count int32  `json:"count"` // number of components
	// Predictor names how a value is predicted from the preceding frames: "rigid3", "rigid2" and "rigid1" (columns x, q,
	// v, L of one body, in this order, side by side), "ledger", "linear", "hold".
	Predictor string `json:"predictor"`
	// Inertia is set if the column is an angular velocity with a kinetic energy of its own, as of a wheel: its moment
	// of inertia [kg m²].
	Inertia float64 `json:"inertia,omitempty"`
}

// The names of the columns of a body, in order, with their number of components.
//
//	x [m] 3, q [1] 4 (w, x, y, z), v [m/s] 3, L [kg m²/s] 3 (world frame)
//
// A driven body has no mass: its L is its angular velocity (rad/s).
const (
	BodyColumns = 4
	BodyValues  = 13
)

// Frame is the state of a run after a step. Step 0 is the start. The slices belong to the sender and are valid until
// the next step; receivers that keep them must copy them.
type Frame struct {
	Step   int64
	Time   float64   // Step × dt [s]
	Values []float64 // all columns side by side, in declared order
	Events []Event   // what happened in the step that ended here, in order
	Hash   uint64    // xxHash64 of the values' bits and of the engine's caches
	Ledger Ledger    // of the step that ended here; the rows of the start are zero
	// Contacts are the forces of the contacts in the step that ended here, in the order of A and B, if the run records
	// them. Sleeping bodies keep those of their last step awake.
	Contacts []ContactForce
	// Turned says of each body, in the order of the objects, that its q is what rigid.StepAttitude makes in one step of the
	// q and the L of the frame before and of the L of this one, to the last bit, and Predict1Attitude likewise. A writer of logs
	// then need not compute it. Where it is false, or missing, nothing is known. It must be cleared where the frame before
	// is left out, or values are changed.
	Turned []bool
	// Spins are, in the same order, the angular velocities (rad/s) that rigid.Predict2Rate makes of the q and the L of this
	// frame, to the last bit. It counts where Turned is true, and may be missing.
	Spins []geom.Vec
	// Wheels are the wheels of all vehicles in the step that ended here, object by object. In step 0, and where a log of
	// an older version lacks them, none touches the ground.
	Wheels []WheelState
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Impact       EventKind = iota + 1 // an impulse at an exact time
	ContactBegin                      // a persistent contact has begun
	ContactEnd                        // it has ended
	Sleep                             // A is at rest and is no longer integrated
	Wake                              // A moves again
	Limit                             // a limit was hit; Detail names it
	SensorBegin                       // B enters the sensor A
	SensorEnd                         // B leaves the sensor A
	Crush                             // first touch of A and B, or of another place of them, which crush: the impulse comes later
	Joint                             // the impulse of a joint in the impacts listed just before; Detail names it
	Driver                            // the driver of A: Detail is DriverSees, of a collision with B ahead, or DriverBrakes because of one
	Broke                             // the joint or spring between A and B that Detail names has broken
)

// Details of events of kind Driver.
const (
	DriverSees   = "sees danger"
	DriverBrakes = "brakes"
)

// String returns the kind's name as logs and reports print it.
func (k EventKind) String() string {
	switch k {
	case Impact:
		return "impact"
	case ContactBegin:
		return "contact-begin"
	case ContactEnd:
		return "contact-end"
	case Sleep:
		return "sleep"
	case Wake:
		return "wake"
	case Limit:
		return "limit"
	case SensorBegin:
		return "sensor-begin"
	case SensorEnd:
		return "sensor-end"
	case Crush:
		return "crush"
	case Joint:
		return "joint"
	case Driver:
		return "driver"
	case Broke:
		return "broke"
	}
	return "unknown"
}

// Event is an event at a time within a step. Vectors are in world coordinates.
type Event struct {
	Time float64 // [s] since the start of the run
	Kind EventKind
	A, B int32 // indices of objects; B is -1 where there is none
	// For impacts and joints: Impulse is the impulse on A [N s], opposite on B. For impacts: N is the unit normal from
	// A to B; Closing is the closing speed of the points that carry the impulse, weighted by it [m/s]. It is zero or below
	// for the reaction of what touches a struck body; if that has no impulse, N is zero too. For what broke: in an impact Impulse
	// is what it passed on to A before, else N is the force on A, see Force.
	N       geom.Vec
	Closing float64
	Impulse geom.Vec
	// Velocities just before and after, of A and of B (zero for a static): linear [m/s], angular [rad/s]. Impacts of a body
	// at one time are one problem and have the same ones: their sum over events counts it several times. DeltaV gives the
	// share of each.
	Before, After [2]Twist
	EnergyLost    float64 // kinetic energy that the impact took [J]
	Points        []Point // contact points, at least one for an impact; where a joint is, or what broke
	Detail        string  // for Limit: which; for Joint and Broke: its name; for Driver: what he does
}

// Pushes reports whether the event has an impulse: of an impact or of a joint.
func (e *Event) Pushes() bool { return e.Kind == Impact || e.Kind == Joint }

// Force returns the force on A at which something broke, the mean over the step [N]; zero if an impact broke it, and for other
// kinds.
func (e *Event) Force() geom.Vec {
	if e.Kind != Broke {
		return geom.Vec{}
	}
	return e.N
}

// Object returns the index of the object on side 0 or 1: A or B.
func (e *Event) Object(side int) int32 {
	if side == 0 {
		return e.A
	}
	return e.B
}

// Twist is a linear and an angular velocity in world coordinates.
type Twist struct {
	V geom.Vec // [m/s], of the centre of mass
	W geom.Vec // [rad/s]
}

// Point is a contact point of an event.
type Point struct {
	P       geom.Vec // [m]
	Impulse geom.Vec // on A, at this point [N s]
	Feature uint32   // which features touch, as package narrowphase numbers them
}
