package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Definition is everything about a world that a run never changes, and its initial state. World coordinates, SI. Numbers
// are finite; coordinates and sizes are at most MaxLength, speeds at most MaxSpeed.
type Definition struct {
	Settings Settings
	// Materials are those that bodies and statics name by index. None stands for one with friction 0.5 and restitution 0.
	Materials []Material
	Pairs     []MaterialPair // exceptions from the rule of combination
	Bodies    []BodyDef
	Movers    []MoverDef
	Statics   []StaticDef
	Vehicles  []vehicle.Def
	Forces    []ForceDef
	Springs   []SpringDef
	Joints    []JointDef
	Ignore    []IgnoreDef
	// Collisions are pairs of which something is known, each at most once.
	Collisions []CollisionDef
	// ContactForces makes frames hold the contact forces of each step. It changes nothing else.
	ContactForces bool
}

// Material is the contact properties of a surface. Two materials combine to friction sqrt(a·b) and to the larger
// restitution, unless there is a MaterialPair for them.
type Material struct {
	Name        string
	Friction    float64 // Coulomb's coefficient, >= 0
	Restitution float64 // Newton's coefficient, 0 to 1
	// RestitutionTable, if not empty, gives the restitution over the closing speed instead, with ascending speeds.
	RestitutionTable []RestitutionPoint
	// Rolling and Spin [m] bound the torques against rolling and against spinning about the normal, as lengths times
	// the normal force. Of two materials the larger of each counts.
	Rolling, Spin float64
	// Road is a factor on the friction of tyres that stand on it; 0 stands for 1. See vehicle.RoadFactor for presets.
	Road float64
}

// MaterialPair replaces the rule of combination for two materials, in either order.
type MaterialPair struct {
	A, B        int // indices of materials
	Friction    float64
	Restitution float64
	// RestitutionTable, if not empty, gives the restitution over the closing speed instead, with ascending speeds.
	RestitutionTable []RestitutionPoint
	Rolling, Spin    float64 // instead of the larger of the materials' [m]
	// Model says how an impact is resolved. The models for one point (all but Newton) act at the centroid of the
	// touching points, or, if that was struck already and separates, at the point that approaches fastest. Where an
	// impact of several pairs at one time shares a body, Newton's law holds for all of them.
	Model ImpactModel
	// CrushTime is the time from first touch to the impulse of a collision [s], between two bodies, or a body and a
	// static that is no mesh and no plane: 0 to MaxCrushTime. 0 is at first touch. Until the impulse nothing keeps the
	// two apart; after it they come no deeper until they have parted, or come in at another place. The impulse acts at
	// the centroid of the overlap of their outlines on the road (the plane at right angles to gravity), at the height of
	// the centres of mass, on the plane through the two points where the outlines cross, unless Collisions give another
	// point or plane. See the package's "Crush".
	CrushTime float64
}

// ShapeDef is a convex shape with its pose in a body or a static.
type ShapeDef struct {
	Shape    geom.Shape // made by a constructor of package geom
	Position mgl64.Vec3 // of the shape's origin in the frame of the body or static [m]
	Attitude mgl64.Quat // the shape's axes in that frame; the zero quaternion stands for the identity
	Density  float64    // [kg/m³], for Compose; negative for a hole
}

// BodyDef is a rigid body of one or more convex shapes. The origin of its frame is the centre of mass; Compose makes a
// body whose centre of mass follows from its shapes.
type BodyDef struct {
	// Name is for events, errors and logs. Nothing in a run depends on it. A log needs another one for each body, mover
	// and static, and none of a body or mover may be "world".
	Name string
	// Shapes are the body's shapes, in the body frame. They may overlap. Without shapes the body is a box with the
	// half extents Half [m], centred at Offset in the body frame [m].
	Shapes       []ShapeDef
	Half, Offset mgl64.Vec3
	Mass         float64 // [kg], MinMass to MaxMass
	// Inertia is the inertia tensor about the centre of mass in the body frame [kg m²], that of a solid: see
	// rigid.IsSolid. Zero stands for that of the shapes: filled with one density, taken about their own centre, and moved
	// to the centre of mass.
	Inertia         mgl64.Mat3
	Position        mgl64.Vec3 // of the centre of mass [m]
	Attitude        mgl64.Quat // body to world, is normalised; the zero quaternion stands for the identity
	Velocity        mgl64.Vec3 // of the centre of mass [m/s]
	AngularVelocity mgl64.Vec3 // world axes [rad/s]
	Material        int        // index, 0 for the default where the definition has no materials
	Color           string     // for viewers, "#rrggbb" and nothing else; empty where they may choose one
	Drag            DragDef
	// Drive, if not empty, prescribes the body's motion (a kinematic body), in ascending time. Its velocities are
	// linear between the entries, zero before the first and constant after the last. Nothing acts on the body; Mass,
	// Velocity, AngularVelocity and Drag are not used. A knot within a step acts as if spread over the step.
	Drive []DriveAt
	// Sensor makes a body that touches nothing: events report what begins and ceases to overlap it, for movers at the
	// end of the step.
	Sensor bool
	Group  int // for Definition.Ignore; 0 for none
}

// MoverDef is an ellipsoid that slides along statics, round ones by their facets, by the recursive slide plane. Its program
// moves it, not forces. Planes hold it within 10 km of their origin. Bodies stop it, and it
// pushes them. A body that moves by more than the mover's radii in a step may pass through it.
type MoverDef struct {
	Name     string     // as of a body
	Radii    mgl64.Vec3 // along the world axes [m]
	Position mgl64.Vec3 // of the centre [m]
	// Mass [kg] is the mass with which it pushes bodies, without restitution and friction. A mover of mass 0 is
	// stopped by bodies and moves none. One with a mass accelerates to the velocity of its program with the force Push
	// [N], 0 for 10 m/s² times its mass. A contact is an impact event if the two approach faster than
	// Settings.ImpactSpeed, not counting what the push adds in that step.
	Mass, Push float64
	// Falls makes the mover fall by gravity where it does not stand on ground; its program is then its motion at right
	// angles to gravity. Ground is no steeper than Slope [rad] (0 for 50 degrees, at most a right angle). The mover
	// cannot go up steeper surfaces, except over the edge of ground up to StepHeight [m] above its lowest point. It
	// goes down steps of the same height without falling. A driven body that it stands on carries it: its program is
	// then its motion over that.
	Falls             bool
	StepHeight, Slope float64
	Program           []MoverVelocity // in ascending time; before the first the mover stands still
	Color             string          // as of a body
}

// MoverVelocity is the velocity that a mover aims for from a time on.
type MoverVelocity struct {
	Time     float64    // [s]
	Velocity mgl64.Vec3 // [m/s]
}

// StaticDef is an object that never moves: a mesh, or one or more convex shapes, including planes.
type StaticDef struct {
	Name     string     // as of a body, or "world"
	Mesh     *geom.Mesh // finished, in world coordinates; nil for shapes
	Asset    string     // name of the mesh's file for logs
	Scale    mgl64.Vec3 // how Mesh was made of its file, as record.Object tells in logs; zero where the file is in world coordinates
	Up       string     // likewise: "x", "y" or "z", or "" for that of the format
	Shapes   []ShapeDef // in the static's frame; none stands for the box of half extents Half
	Half     mgl64.Vec3 // half extents of a box [m]
	Position mgl64.Vec3 // of the frame, the centre of a box [m]; of a mesh only with a Scale: nothing is moved by it
	Attitude mgl64.Quat // of the frame; the zero quaternion stands for the identity; of a mesh as Position
	Material int        // index
	Color    string     // as of a body
	Sensor   bool       // as of a body; not of a mesh
	Group    int        // for Definition.Ignore; 0 for none

	// Tree is that of Mesh, which worlds may share; with nil each builds its own. It changes no result.
	Tree *broadphase.Octree
}

// Settings are the numbers that change the result of a run. Zero values stand for the documented defaults; a negative
// ImpactSpeed stands for zero (every new contact is resolved as an impact). Why the defaults are what they are stands in
// runs/scenario.md.
type Settings struct {
	Step    float64    // length of a step [s]; default 1/240
	Gravity mgl64.Vec3 // [m/s²]; no default

	// ImpactSpeed is the approach speed [m/s] above which a new contact is resolved as an impact at its exact time.
	// Below it the contact solver takes the contact, without rebound. Default 0.5: a drop from 13 mm.
	ImpactSpeed float64
	// MaxImpacts bounds the impacts of a body in one step. Beyond it impacts have no restitution, and a limit event is
	// raised; after 1,000 more the contact solver takes over what the body meets. Where a driven body presses several
	// others and no restitution is possible, they have none for the rest of the step, and 4 more impacts. Default 100.
	MaxImpacts int
	// ContactTolerance decides which points belong to an impact: those with a separation up to ContactTolerance times
	// the size of the smaller object, or up to 4e-9 times that of the larger one if that is more. Default 1e-7.
	ContactTolerance float64

	// Crowd is the number of bodies near each other from which on they are a crowd: a pile, or what falls into one. It
	// is at least 2, 24 by default, and negative for never. Bodies are near each other if their bounds over the step,
	// each enlarged by the largest half extent, overlap. A group of bodies is a crowd as long as one of them moves
	// faster than 0.1 m/s or touches a driven body that moves, or as so many of them that touch each other are not at
	// rest; where any of them may rebound, only while so many of them touch others.
	//
	// The contacts of a crowd are not impacts at their exact times. They are speculative: predicted, and closed in
	// substeps, which takes a hundredth of the time. The cost is that its impacts are no events, and that bodies
	// overlap while they move (runs/limits.md). Nothing passes through anything: where a member may meet what has
	// joints, wheels, wheels on it or crush, or in a step moves by more than 2.2 times its smallest half extent or turns
	// by more than 1.6 rad, both times Substeps, the whole crowd meets by impacts. With ImpactSpeed zero everything does.
	// Contacts of Crowd and more bodies without joints and wheels that move and meet by impacts are solved as accurately as those of a crowd.
	//
	// Driven bodies are part of the world of a crowd; of a crowd that they carry, moves means relative to them. Bodies
	// that a driven body presses into others, and that have no room, are a crowd, however few.
	Crowd int

	// Substeps is the number of substeps in which the contact solver takes a step. Default 4. Contacts whose bodies
	// move by no more than a hundredth of Slop in the step take it whole.
	Substeps int
	// Passes is the largest number of passes over the contacts of a substep. Default 1000. Crowds take 40 at most, more
	// only where they would gain energy, and what rests beside a crowd 320.
	Passes int
	// Residual is the normal velocity error at which the passes end [m/s]. Default 1e-7.
	Residual float64
	// Slop is the penetration that is not corrected, so that contacts persist [m]. Default 1e-4.
	Slop float64
	// PushRate is the share of the penetration beyond Slop that is pushed out per second [1/s]. Default 60.
	PushRate float64
	// MaxPush bounds the speed at which penetration is pushed out [m/s]. Default 2.
	MaxPush float64
	// Speculative is the gap up to which bodies that already touch something get speculative contacts [m]. Default
	// 0.02.
	Speculative float64

	// SleepSpeed [m/s] and SleepTime [s]: a body may fall asleep when all its points have been slower than SleepSpeed
	// for SleepTime, if its whole island has, is not gaining kinetic energy, and has no acceleration that would give a body
	// SleepSpeed within 20 times SleepTime. Defaults 0.01 and 0.5. A negative SleepTime turns sleeping off.
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
