package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Definition is everything about a world that a run never changes, and its state at the start. World coordinates, SI.
type Definition struct {
	Settings  Settings
	Materials []Material     // bodies and statics name them by index
	Pairs     []MaterialPair // what differs from the rule of combination
	Bodies    []BodyDef
	Movers    []MoverDef
	Statics   []StaticDef
	Vehicles  []vehicle.Def
	Forces    []ForceDef
	Springs   []SpringDef
	Joints    []JointDef
	Ignore    []IgnoreDef
	// ContactForces asks for the contact forces of each step in frames. They change nothing else.
	ContactForces bool
}

// Material is how a surface touches others. Two materials combine to friction sqrt(a·b) and to the larger restitution,
// unless a MaterialPair says otherwise.
type Material struct {
	Name        string
	Friction    float64 // Coulomb's coefficient, >= 0
	Restitution float64 // Newton's coefficient, 0 to 1
	// RestitutionTable, where it is not empty, gives the restitution over the closing speed instead: ascending speeds.
	RestitutionTable []RestitutionPoint
	// Rolling and Spin [m] bound the torques against rolling and against spinning about the normal, as lengths times the normal force; of
	// two materials the larger of each counts.
	Rolling, Spin float64
	// Road is a factor on the friction of tyres that stand on it; 0 stands for 1. See vehicle.RoadFactor for presets.
	Road float64
}

// MaterialPair replaces the rule of combination for two materials, in either order.
type MaterialPair struct {
	A, B        int // indices of materials
	Friction    float64
	Restitution float64
	// RestitutionTable, where it is not empty, gives the restitution over the closing speed instead: ascending speeds.
	RestitutionTable []RestitutionPoint
	Rolling, Spin    float64 // instead of the larger of the materials' [m]
	// Model says how an impact is resolved. Those for one point (all but Newton) act at the centroid of the points that
	// touch, or, where that has been struck already and parts, at the one that comes in fastest. Where an impact of several pairs at one time shares a body, Newton's law holds for all of them.
	Model ImpactModel
	// CrushTime is how long after their first touch two bodies, or a body and a static that is no mesh and no plane, get the impulse of a
	// collision [s], 0 to MaxCrushTime; 0 is at the first touch. Until then nothing keeps them apart. The impulse acts at the centroid of the overlap
	// of their outlines on the road, the plane at right angles to gravity, on the plane through the two places where the outlines cross; it
	// is as high as the centres of mass. After it they come no deeper until they have parted. See the package's "Crush".
	CrushTime float64
}

// ShapeDef is a convex shape somewhere in a body or a static.
type ShapeDef struct {
	Shape    geom.Shape // made by a constructor of package geom
	Position mgl64.Vec3 // of the shape's origin in the frame of the body or static [m]
	Attitude mgl64.Quat // the shape's axes in that frame; the zero quaternion stands for the identity
	Density  float64    // [kg/m³], for Compose; below zero takes mass away
}

// BodyDef is a rigid body of one or more convex shapes. The origin of its frame is the centre of mass: see Compose for a
// body whose centre of mass is where its shapes put it.
type BodyDef struct {
	Name string
	// Shapes are the body's shapes, in the body frame. They may overlap. Where there are none the body is the box with the
	// half extents Half [m] about Offset in the body frame [m].
	Shapes       []ShapeDef
	Half, Offset mgl64.Vec3
	Mass         float64 // [kg]
	// Inertia is the inertia tensor about the centre of mass in the body frame [kg m²]; the zero matrix stands for that
	// of the shapes, filled with one density, about their own centre, moved to the centre of mass.
	Inertia         mgl64.Mat3
	Position        mgl64.Vec3 // of the centre of mass [m]
	Attitude        mgl64.Quat // body to world; the zero quaternion stands for the identity
	Velocity        mgl64.Vec3 // of the centre of mass [m/s]
	AngularVelocity mgl64.Vec3 // [rad/s]
	Material        int        // index
	Color           string     // for viewers, "#rrggbb"
	Drag            DragDef
	// Drive, where it is not empty, prescribes the body's motion, in ascending time: between the entries its velocities are linear,
	// before the first it stands still, after the last it goes on. Nothing acts on it; mass, velocities and drag do not count.
	// A knot within a step acts as if it were spread over it.
	Drive []DriveAt
	// Sensor makes a body that only tells, by events, what it begins and ceases to overlap, movers at the end of the step.
	Sensor bool
	Group  int // for Definition.Ignore; 0 for none
}

// MoverDef is an ellipsoid that slides along meshes, boxes, hulls and planes by the recursive slide plane: it is moved by
// its program, not by forces. Round statics do not hold it; planes do within 10 km of their origin. Bodies
// stop it, and it pushes them; what moves by more than its radii in a step may pass through it.
type MoverDef struct {
	Name     string
	Radii    mgl64.Vec3 // along the world axes [m]
	Position mgl64.Vec3 // of the centre [m]
	// Mass [kg] is what it pushes bodies with: it meets them without restitution and friction, which is an impact where they come together faster than
	// Settings.ImpactSpeed without what its push gives it in that step. A mover of mass 0 is stopped by bodies and moves none. One with a mass gets to the velocity of its program with the force Push [N], 0 for 10 m/s² times its mass.
	Mass, Push float64
	// Falls says that gravity takes the mover down where it does not stand on ground; its program is then how it goes at right angles to
	// gravity. Ground is no steeper than Slope [rad], 0 for 50 degrees, up to a right angle; what is steeper it cannot go up, but for the
	// rim of ground up to StepHeight [m] above its lowest point, and it goes down as much without falling.
	Falls             bool
	StepHeight, Slope float64
	Program           []MoverVelocity // in ascending time; before the first the mover stands still
	Color             string
}

// MoverVelocity is the velocity that a mover wants from a time on.
type MoverVelocity struct {
	Time     float64    // [s]
	Velocity mgl64.Vec3 // [m/s]
}

// StaticDef is what never moves: a mesh, or one or more convex shapes, planes among them.
type StaticDef struct {
	Name     string
	Mesh     *geom.Mesh // finished; nil for shapes
	Asset    string     // name of the mesh for logs
	Shapes   []ShapeDef // in the static's frame; none stands for the box of half extents Half
	Half     mgl64.Vec3 // half extents of a box [m]
	Position mgl64.Vec3 // of the static's frame, the centre of a box [m]; not of a mesh
	Attitude mgl64.Quat // of the static's frame; the zero quaternion stands for the identity
	Material int        // index
	Color    string
	Sensor   bool // it only tells, by events, what begins and ceases to overlap it, movers at the end of the step; not of a mesh
	Group    int  // for Definition.Ignore; 0 for none
}

// Settings are the numbers that steer a run and change its result. Zero values stand for the documented defaults; a
// negative value of ImpactSpeed stands for zero (every new contact is resolved as an impact).
type Settings struct {
	Step    float64    // length of a step [s]; default 1/240
	Gravity mgl64.Vec3 // [m/s²]; no default

	// ImpactSpeed is the approach speed [m/s] above which a new contact is resolved as an impact at its exact time; below
	// it the contact solver catches the contact without rebound. Default 0.5: a drop from 13 mm.
	ImpactSpeed float64
	// MaxImpacts bounds the impacts of a body in one step; beyond it the pair is resolved without restitution and a limit
	// event is raised; after 1,000 more what the body meets is the contact solver's. Default 100.
	MaxImpacts int
	// ContactTolerance decides which points belong to an impact: those whose separation is within it, times the size of
	// the smaller side, and within 4e-9 of the larger one's. Default 1e-7.
	ContactTolerance float64

	// Crowd is the number of bodies near each other from which on they are a crowd, a heap or what falls into one, as long as something of it
	// moves faster than 0.1 m/s; at least 2. Default 24; a negative value stands for never. What meets in a crowd is not an impact at its exact time:
	// contacts are foreseen and close in substeps, which takes a hundredth of the time. Lost is that its impacts are events of their own; bodies
	// overlap while they move: 10 mm was the most seen among bodies of 0.5 m and masses up to 1:30 at 4 to 9 m/s. Kept is that nothing passes through anything: near are
	// bodies whose bounds over the step, wider by their largest half extent, overlap; where one of a crowd may meet what rebounds, is driven, has
	// joints, wheels, crush or resistance to rolling and spinning, or goes so far that a sixteenth of the step takes it a tenth of its smallest half
	// extent, all of the crowd meets by impacts, as everything does where ImpactSpeed is zero.
	Crowd int

	// Substeps is the number of pieces of a step in which contacts that stay are solved. Default 4; what touches and of which nothing goes farther than a
	// hundredth of Slop takes the step whole.
	Substeps int
	Passes   int // largest number of passes over the contacts of a substep; default 1000; crowds take 20 at most
	// Residual is the normal velocity error at which the passes end [m/s]. Default 1e-7.
	Residual float64
	// Slop is the penetration that is left alone, so that contacts persist [m]. Default 1e-4.
	Slop float64
	// PushRate is the share of the penetration beyond Slop that is pushed out in a second [1/s]. Default 60.
	PushRate float64
	// MaxPush bounds the speed of pushing out [m/s]. Default 2.
	MaxPush float64
	// Speculative is the distance at which contacts of bodies that already touch something are foreseen [m]. Default 0.02.
	Speculative float64

	// SleepSpeed is the speed [m/s], of every point of a body, under which it may fall asleep after SleepTime [s] if its
	// whole island does. Defaults 0.01 and 0.5. A negative SleepTime turns sleeping off.
	SleepSpeed, SleepTime float64
}

// WithDefaults returns s with the documented defaults in place of zero values.
func (s Settings) WithDefaults() Settings {
	def := func(v *float64, d float64) {
		if *v == 0 {
			*v = d
		}
	}
	def(&s.Step, 1.0/240)
	def(&s.ImpactSpeed, 0.5)
	if s.ImpactSpeed < 0 {
		s.ImpactSpeed = 0
	}
	def(&s.ContactTolerance, 1e-7)
	def(&s.Residual, 1e-7)
	def(&s.Slop, 1e-4)
	def(&s.PushRate, 60)
	def(&s.MaxPush, 2)
	def(&s.Speculative, 0.02)
	def(&s.SleepSpeed, 0.01)
	def(&s.SleepTime, 0.5)
	if s.Crowd == 0 {
		s.Crowd = 24
	}
	if s.MaxImpacts == 0 {
		s.MaxImpacts = 100
	}
	if s.Substeps == 0 {
		s.Substeps = 4
	}
	if s.Passes == 0 {
		s.Passes = 1000
	}
	return s
}
