package sim

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// World is a running simulation of a definition. It consists of what a run never changes, the state, which is exactly
// what Snapshot holds, and scratch memory that no result depends on.
//
// A World is for one goroutine at a time, and must not be copied: a copy shares its memory. Several worlds, of one
// definition too, may be stepped at the same time, and give the bits that each gives alone. For a second world in the
// same state call New with the same definition, and Restore.
type World struct {
	set           Settings
	gravity       geom.Vec
	bodies        []body
	statics       []static
	blocks        []block  // of statics that crush as one, none if nothing crushes
	given         []given  // collisions of which something is known
	walls         []wall   // of all statics, for movers
	up            geom.Vec // against gravity, unit; zero without
	movers        []mover
	vehicles      []*vehicle.Vehicle
	scripts       []script
	springs       []spring
	joints        []joint
	jointsOf      [][]int32 // of each body, its joints that are not broken
	breakable     bool      // a joint or spring can break
	dragged       []int32   // bodies with drag
	forced        []int32   // bodies that scripts, springs or drag act on, ascending
	ignored       ignored
	sensing       bool // there are sensors
	contactForces bool // frames have contact forces
	unbounded     bool // bodies are not checked
	drives        bool // some body is driven
	road          road
	surface       []surface // row by row: material a with material b
	materials     int32
	roads         []float64 // of each material, its factor on tyres
	objects       []record.Object
	columns       []record.Column
	start         state

	state
	scratch
}

// state is everything that changes in a run.
type state struct {
	step       int64
	bodies     []rigid.State
	still      []float64 // how long each body has been slow [s]
	asleep     []bool
	contacts   []contact // contacts after the last step, sorted by key
	movers     []moverState
	crashed    []bool                // of each vehicle: it has had its first impact
	seen       []float64             // of each vehicle: when its driver has seen danger [s], -1 for not yet
	legs       []int32               // of each vehicle: the line of its path that it has reached, 1 for the first, 0 before
	tyres      [][2]float64          // impulse of each wheel in the last substep, the next one's warm start [N s]
	wheels     []wheelState          // of each wheel
	rolled     []wheelOutput         // of each wheel, in the last step in which its vehicle was awake; output only, not hashed
	holds      []hold                // of each joint, and then of each spring, if one of them can break
	joints     []geom.Vec            // force of each joint on its end 1 in the last substep, the next one's warm start [N]
	stops      []float64             // couple of each stop of joints in the last substep, the next one's warm start [N m]
	turns      []geom.Vec            // torque of the friction and damping of each joint that has any, on its end 1, likewise [N m]
	loads      []geom.Vec            // of each joint, the mean force over the last step in which it was awake [N]; output only, not hashed
	torques    []geom.Vec            // of each joint with stops, friction or damping, the mean of their couple, likewise [N m]; output only, not hashed
	sensed     []objectPair          // sensors and the objects in them, sorted
	crushes    []crush               // pairs that crush, sorted
	given      []bool                // of each collision of the definition: its first crush has had its impulse
	remainders []remainder           // of each cause of the ledger; output only, not hashed
	forces     []record.ContactForce // of the last step, sorted; a step reads only those of sleeping bodies; not hashed
}

// body is the constant data of a body.
type body struct {
	name     string
	mass     rigid.Mass
	parts    []part
	size     float64  // largest half extent of a part [m]
	thin     float64  // smallest half extent of a part [m]
	ball     bool     // a sphere about the centre of mass: rotation does not change its surface
	axis     geom.Vec // about which it revolves, zero for none; see axisOf
	across   float64  // inverse of its moment of inertia across that [1/(kg m²)]
	radius   float64  // largest distance of a point from the centre of mass [m]
	faceted  bool     // all its parts are polyhedra
	calmSpin float64  // components of its angular momentum up to which it does not turn too fast [kg m²/s]
	roll     float64  // largest radius on which a contact may roll along it, at least radius [m]
	material int32
	vehicle  int32 // index, -1 for none
	wheels   int32 // index of the first wheel in state.tyres
	driven   bool  // it follows its program, whatever acts on it
	foreseen bool  // logs foresee its turns: see rigid.Mass.Foreseen
	hung     bool  // joints, over any number of links, hold it on a driven body
	sensor   bool  // it touches nothing, and reports what it overlaps
	drive    program
	drag     DragDef
	restless float64 // the time before which it does not come to rest [s]
	grid     grid
	sprung   bool // a spring holds it: it does not fall asleep, but may be at rest
}

// static is an object that never moves: a mesh with its octree, or convex shapes.
type static struct {
	name     string
	mesh     *geom.Mesh
	tree     *broadphase.Octree
	parts    []part
	placed   []placed
	pose     geom.Transform
	bounds   geom.AABB
	size     float64
	material int32
	sensor   bool
	block    int32 // index in World.blocks, if there are any
}

type mover struct {
	name    string
	radii   geom.Vec
	shape   geom.Shape
	mass    float64 // [kg], 0 for one that pushes nothing
	push    float64 // [N]
	falls   bool
	step    float64 // that it climbs [m]
	slope   float64 // cosine of the steepest slope that it stands on
	start   geom.Vec
	program []MoverVelocity
}

type moverState struct {
	x, v geom.Vec
}

// New builds a world from its definition. It keeps nothing of the definition but meshes and hulls, which must not change:
// what else is changed in the definition afterwards has no effect on the world, and any number of worlds may be made
// from one. The error joins all that is wrong with the definition, a line each that names the object, the field and its
// value; an object without a name goes by its place, as bodies[3]. Vehicles, forces, springs, joints and ignored pairs
// are only checked when the rest is right.
func New(def *Definition) (*World, error) { return newWorld(def, false) }

// newWorld is New; unbounded takes bodies of any size and place, for tests of what ends the search for impacts.
func newWorld(def *Definition, unbounded bool) (*World, error) {
	if def == nil {
		return nil, errors.New("definition: nil: give one")
	}
	w := &World{unbounded: unbounded, set: def.Settings.WithDefaults(), gravity: geom.FromMGL(def.Settings.Gravity), contactForces: def.ContactForces}
	w.road = newRoad(w.gravity)
	if g := w.gravity.Len(); g > 0 {
		w.up = w.gravity.Scale(-1 / g)
	}
	var errs []error
	add := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	w.bodies, w.statics = make([]body, 0, len(def.Bodies)), make([]static, 0, len(def.Statics))
	w.objects = make([]record.Object, 0, len(def.Bodies)+len(def.Movers)+len(def.Statics))
	add(w.set.Validate())
	add(w.addMaterials(def))
	for i := range def.Bodies {
		add(w.addBody(i, &def.Bodies[i]))
	}
	for i := range def.Movers {
		add(w.addMover(i, &def.Movers[i]))
	}
	before := len(errs)
	for i := range def.Statics {
		add(def.Statics[i].checkMesh(i))
	}
	if len(errs) > before { // they cannot be joined
		return nil, errors.Join(errs...)
	}
	meshes := joinMeshes(def.Statics)
	for i := range def.Statics {
		add(w.addStatic(i, &def.Statics[i], meshes[i]))
	}
	if len(errs) == 0 {
		for i := range def.Vehicles {
			if err := w.addVehicle(&def.Vehicles[i]); err != nil {
				add(&VehicleError{i, err})
			}
		}
		for i := range def.Forces {
			add(w.addForce(i, &def.Forces[i]))
		}
		for i := range def.Springs {
			if err := w.addSpring(i, &def.Springs[i]); err != nil {
				add(&SpringError{i, err})
			}
		}
		errs = append(errs, w.addJoints(def)...)
		w.joinBreaks()
		add(w.addIgnored(def))
		add(w.addWalls())
		w.joinBlocks()
		errs = append(errs, w.addCollisions(def)...)
		w.hideFaces()
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	for i := range w.bodies {
		w.sensing = w.sensing || w.bodies[i].sensor
	}
	for i := range w.statics {
		w.sensing = w.sensing || w.statics[i].sensor
	}
	w.listForced()
	w.addColumns()
	w.findCauses()
	w.prepareScratch()
	w.rollOnBodies()
	w.start = w.state.clone()
	w.Reset()
	return w, nil
}

// Reset returns the world to its initial state. It keeps the memory: a second run of the same world allocates nothing
// in a step.
func (w *World) Reset() {
	w.state.copyFrom(&w.start)
	w.repeating.forget()
	w.crowd.step.forget()
	w.followBreaks()
	w.observe()
}

// Objects returns the table of objects that events and columns refer to: bodies, movers, statics. It must not be changed.
func (w *World) Objects() []record.Object { return w.objects }

// Columns returns the columns that describe the values of a frame. The list must not be changed.
func (w *World) Columns() []record.Column { return w.columns }

// Settings returns the settings of the run, with defaults filled in.
func (w *World) Settings() Settings { return w.set }

// ContactForces reports whether frames hold the contact forces.
func (w *World) ContactForces() bool { return w.contactForces }

// Frame returns the state after the last step and the events of the step. It is valid until the next step.
func (w *World) Frame() *record.Frame { return &w.frame }

// BodyState is the state of a body after a step, in world axes.
type BodyState struct {
	Position        mgl64.Vec3 // of the centre of mass [m]
	Attitude        mgl64.Quat // body to world
	Velocity        mgl64.Vec3 // of the centre of mass [m/s]
	AngularVelocity mgl64.Vec3 // [rad/s]
}

// Body returns the state of the body that has the given index in the definition. It panics for an index that no body
// has.
func (w *World) Body(i int) BodyState {
	s := &w.state.bodies[i]
	u := w.bodies[i].twist(s)
	return BodyState{s.X.MGL(), s.Q.MGL(), u.V.MGL(), u.W.MGL()}
}

// MoverState is the state of a mover after a step, in world axes.
type MoverState struct {
	Position mgl64.Vec3 // of the centre [m]
	Velocity mgl64.Vec3 // what the contacts of the step have left of it [m/s]
}

// Mover returns the state of the mover that has the given index in the definition. It panics for an index that no mover
// has.
func (w *World) Mover(i int) MoverState {
	s := &w.state.movers[i]
	return MoverState{s.x.MGL(), s.v.MGL()}
}

// AtRest reports whether nothing will move any more: every body sleeps, or would if springs did not hold it or
// what it touches; every mover stands; and no mover or driver has any of its program left.
func (w *World) AtRest() bool {
	t := w.time()
	awake := false
	for i := range w.bodies {
		if w.state.asleep[i] {
			continue
		}
		if w.set.SleepTime < 0 || w.state.still[i] < w.set.SleepTime {
			return false
		}
		awake = true
	}
	if awake && !w.loadsHold() {
		return false
	}
	for i := range w.movers {
		p := w.movers[i].program
		if w.state.movers[i].v.Len() > moverStands {
			return false
		}
		if len(p) > 0 && (p[len(p)-1].Time > t || p[len(p)-1].Velocity != [3]float64{}) {
			return false
		}
	}
	return true
}

// time returns the time at the end of the last step [s].
func (w *World) time() float64 { return w.timeAfter(w.state.step) }

// endTime returns the time at the end of the step under way [s].
func (w *World) endTime() float64 { return w.timeAfter(w.state.step + 1) }

func (w *World) timeAfter(steps int64) float64 { return float64(float64(steps) * w.set.Step) }

func (s *state) clone() state {
	var c state
	c.copyFrom(s)
	return c
}

func (s *state) copyFrom(o *state) {
	s.step = o.step
	s.bodies = append(s.bodies[:0], o.bodies...)
	s.still = append(s.still[:0], o.still...)
	s.asleep = append(s.asleep[:0], o.asleep...)
	s.contacts = append(s.contacts[:0], o.contacts...)
	s.movers = append(s.movers[:0], o.movers...)
	s.crashed = append(s.crashed[:0], o.crashed...)
	s.seen = append(s.seen[:0], o.seen...)
	s.legs = append(s.legs[:0], o.legs...)
	s.tyres = append(s.tyres[:0], o.tyres...)
	s.wheels = append(s.wheels[:0], o.wheels...)
	s.rolled = append(s.rolled[:0], o.rolled...)
	s.sensed = append(s.sensed[:0], o.sensed...)
	s.joints = append(s.joints[:0], o.joints...)
	s.loads = append(s.loads[:0], o.loads...)
	s.stops = append(s.stops[:0], o.stops...)
	s.turns = append(s.turns[:0], o.turns...)
	s.torques = append(s.torques[:0], o.torques...)
	s.holds = append(s.holds[:0], o.holds...)
	s.remainders = append(s.remainders[:0], o.remainders...)
	s.forces = append(s.forces[:0], o.forces...)
	s.crushes = append(s.crushes[:0], o.crushes...)
	s.given = append(s.given[:0], o.given...)
}

// StepError reports a state from which a world cannot go on, with the step, object and quantity: one that is not finite,
// or a body that is too fast.
type StepError struct {
	Step     int64
	Time     float64 // at the end of the step [s]
	Object   string  // name of a body, mover or joint
	Quantity string
	// Fast says that the quantity is finite, and that of a body whose centre of mass or another point is faster than
	// twice MaxSpeed.
	Fast bool
}

// Error returns one line with step, time, object, quantity and a remedy.
func (e *StepError) Error() string {
	what := "is not a finite number"
	if e.Fast {
		what = "makes it more than twice as fast as light"
	}
	return fmt.Sprintf("step %d (t = %.6g s): %s of %q %s: look at what acts on it just before (masses, speeds, and the length of the step)",
		e.Step, e.Time, e.Quantity, e.Object, what)
}
