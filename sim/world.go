package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// World is a definition being run. Its fields are of two kinds: what a run never changes, and the state, which is
// exactly what Snapshot holds; the rest is scratch that no result depends on.
type World struct {
	set       Settings
	gravity   geom.Vec
	bodies    []body
	statics   []static
	movers    []mover
	vehicles  []*vehicle.Vehicle
	surface   []surface // row by row: material a with material b
	materials int32
	objects   []record.Object
	columns   []record.Column
	start     state

	state
	scratch
}

// state is all that changes in a run.
type state struct {
	step     int64
	bodies   []rigid.State
	still    []float64 // how long each body has been slow [s]
	asleep   []bool
	contacts []contact // what touched after the last step, sorted by key
	movers   []moverState
	crashed  []bool       // of each vehicle: it has had its first impact
	tyres    [][2]float64 // impulse of each wheel in the last substep, the next one's warm start [N s]
}

// body is what never changes of a body.
type body struct {
	name     string
	mass     rigid.Mass
	box      narrowphase.Box
	size     float64 // largest half extent [m]
	radius   float64 // largest distance of a point from the centre of mass [m]
	material int32
	vehicle  int32 // index, -1 for none
	wheels   int32 // index of the first wheel in state.tyres
}

// static is what never moves: a mesh with its octree, or a box.
type static struct {
	name     string
	mesh     *geom.Mesh
	tree     *broadphase.Octree
	box      narrowphase.Box
	pose     geom.Transform
	bounds   geom.AABB
	size     float64
	material int32
}

type mover struct {
	name    string
	radii   geom.Vec
	start   geom.Vec
	program []MoverVelocity
}

type moverState struct {
	x, v geom.Vec
}

type surface struct{ friction, restitution float64 }

// New builds a world from its definition. The error joins everything that is wrong with it, each naming the object and
// the field.
func New(def *Definition) (*World, error) {
	w := &World{set: def.Settings.WithDefaults(), gravity: geom.FromMGL(def.Settings.Gravity)}
	var errs []error
	add := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	add(w.set.Validate())
	add(w.addMaterials(def))
	for i := range def.Bodies {
		add(w.addBody(&def.Bodies[i]))
	}
	for i := range def.Movers {
		add(w.addMover(&def.Movers[i]))
	}
	for i := range def.Statics {
		add(w.addStatic(&def.Statics[i]))
	}
	if len(errs) == 0 {
		for i := range def.Vehicles {
			add(w.addVehicle(&def.Vehicles[i]))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	w.addColumns()
	w.prepareScratch()
	w.start = w.state.clone()
	w.Reset()
	return w, nil
}

// Validate reports settings that no run can have.
func (s *Settings) Validate() error {
	var errs []error
	positive := func(name string, v float64) {
		if !(v > 0) || math.IsInf(v, 0) {
			errs = append(errs, fmt.Errorf("settings: %s: %g: give a number above zero", name, v))
		}
	}
	notNegative := func(name string, v float64) {
		if !(v >= 0) || math.IsInf(v, 0) {
			errs = append(errs, fmt.Errorf("settings: %s: %g: give a number not below zero", name, v))
		}
	}
	positive("step", s.Step)
	positive("contact_tolerance", s.ContactTolerance)
	positive("residual", s.Residual)
	notNegative("impact_speed", s.ImpactSpeed)
	notNegative("slop", s.Slop)
	notNegative("push_rate", s.PushRate)
	notNegative("max_push", s.MaxPush)
	notNegative("speculative", s.Speculative)
	notNegative("sleep_speed", s.SleepSpeed)
	if s.Substeps < 1 || s.Passes < 1 || s.MaxImpacts < 1 {
		errs = append(errs, errors.New("settings: substeps, passes and max_impacts: give whole numbers above zero"))
	}
	if !geom.FromMGL(s.Gravity).IsFinite() {
		errs = append(errs, errors.New("settings: gravity: give three finite numbers"))
	}
	return errors.Join(errs...)
}

func (w *World) addMaterials(def *Definition) error {
	mats := def.Materials
	if len(mats) == 0 {
		mats = []Material{{Name: "default", Friction: 0.5}}
	}
	n := len(mats)
	w.materials = int32(n)
	w.surface = make([]surface, n*n)
	var errs []error
	for i := range mats {
		if m := &mats[i]; !(m.Friction >= 0) || !(m.Restitution >= 0 && m.Restitution <= 1) {
			errs = append(errs, fmt.Errorf("material %q: friction is not below zero and restitution is from 0 to 1", m.Name))
		}
		for j := range mats {
			a, b := &mats[i], &mats[j]
			e := a.Restitution
			if b.Restitution > e {
				e = b.Restitution
			}
			w.surface[i*n+j] = surface{math.Sqrt(a.Friction * b.Friction), e}
		}
	}
	for _, p := range def.Pairs {
		if p.A < 0 || p.A >= n || p.B < 0 || p.B >= n || !(p.Friction >= 0) || !(p.Restitution >= 0 && p.Restitution <= 1) {
			errs = append(errs, fmt.Errorf("pair of materials %d and %d: a material does not exist, or a number is out of range", p.A, p.B))
			continue
		}
		s := surface{p.Friction, p.Restitution}
		w.surface[p.A*n+p.B], w.surface[p.B*n+p.A] = s, s
	}
	return errors.Join(errs...)
}

func (w *World) addBody(d *BodyDef) error {
	half, off := geom.FromMGL(d.Half), geom.FromMGL(d.Offset)
	inertia := geom.Mat3{
		X: geom.Vec{X: d.Inertia.At(0, 0), Y: d.Inertia.At(0, 1), Z: d.Inertia.At(0, 2)},
		Y: geom.Vec{X: d.Inertia.At(1, 0), Y: d.Inertia.At(1, 1), Z: d.Inertia.At(1, 2)},
		Z: geom.Vec{X: d.Inertia.At(2, 0), Y: d.Inertia.At(2, 1), Z: d.Inertia.At(2, 2)},
	}
	if inertia == (geom.Mat3{}) {
		inertia = boxInertia(d.Mass, half, off)
	}
	mass, ok := rigid.NewMass(d.Mass, inertia)
	if !ok || !inertia.IsFinite() {
		return fmt.Errorf("body %q: mass %g kg: give a mass above zero and an inertia tensor that has an inverse", d.Name, d.Mass)
	}
	if !(half.X > 0 && half.Y > 0 && half.Z > 0) || !half.IsFinite() || !off.IsFinite() {
		return fmt.Errorf("body %q: size: give three lengths above zero", d.Name)
	}
	if d.Material < 0 || int32(d.Material) >= w.materials {
		return fmt.Errorf("body %q: material: there is none with index %d", d.Name, d.Material)
	}
	q := geom.QuatFromMGL(d.Attitude)
	if q == (geom.Quat{}) {
		q = geom.IdentityQuat()
	}
	q = q.Normalize()
	s := rigid.State{X: geom.FromMGL(d.Position), Q: q, V: geom.FromMGL(d.Velocity)}
	s.L = mass.AngularMomentum(q, geom.FromMGL(d.AngularVelocity))
	if !s.IsFinite() {
		return fmt.Errorf("body %q: position, attitude or velocity: give finite numbers", d.Name)
	}
	b := body{
		name: d.Name, mass: mass, box: narrowphase.Box{Offset: off, Half: half}, size: half.MaxAbs(),
		radius: half.Add(off.Abs()).Len(), material: int32(d.Material), vehicle: -1,
	}
	w.bodies = append(w.bodies, b)
	w.state.bodies = append(w.state.bodies, s)
	w.state.still = append(w.state.still, 0)
	w.state.asleep = append(w.state.asleep, false)
	w.objects = append(w.objects, record.Object{
		Name: d.Name, Kind: record.Body, Shape: "box", Half: half, Offset: off, Mass: d.Mass, Inertia: inertia, Color: d.Color,
	})
	return nil
}

func boxInertia(mass float64, half, off geom.Vec) geom.Mat3 {
	i := geom.BoxInertia(mass, half)
	// Parallel axes: + m (|d|² E - d dᵀ).
	d2 := off.LenSq()
	shift := geom.Mat3{
		X: geom.Vec{X: d2 - float64(off.X*off.X), Y: -float64(off.X * off.Y), Z: -float64(off.X * off.Z)},
		Y: geom.Vec{X: -float64(off.X * off.Y), Y: d2 - float64(off.Y*off.Y), Z: -float64(off.Y * off.Z)},
		Z: geom.Vec{X: -float64(off.X * off.Z), Y: -float64(off.Y * off.Z), Z: d2 - float64(off.Z*off.Z)},
	}
	shift = shift.Scale(mass)
	return i.Add(&shift)
}

func (w *World) addMover(d *MoverDef) error {
	r, x := geom.FromMGL(d.Radii), geom.FromMGL(d.Position)
	if !(r.X > 0 && r.Y > 0 && r.Z > 0) || !r.IsFinite() || !x.IsFinite() {
		return fmt.Errorf("mover %q: radii and position: give three finite lengths, the radii above zero", d.Name)
	}
	for i := range d.Program {
		if p := &d.Program[i]; !geom.FromMGL(p.Velocity).IsFinite() || i > 0 && !(p.Time > d.Program[i-1].Time) {
			return fmt.Errorf("mover %q: program[%d]: give finite velocities at ascending times", d.Name, i)
		}
	}
	w.movers = append(w.movers, mover{name: d.Name, radii: r, start: x, program: d.Program})
	w.state.movers = append(w.state.movers, moverState{x: x})
	w.objects = append(w.objects, record.Object{Name: d.Name, Kind: record.Mover, Shape: "ellipsoid", Half: r, Color: d.Color})
	return nil
}

func (w *World) addStatic(d *StaticDef) error {
	if d.Material < 0 || int32(d.Material) >= w.materials {
		return fmt.Errorf("static %q: material: there is none with index %d", d.Name, d.Material)
	}
	s := static{name: d.Name, material: int32(d.Material), pose: geom.Transform{Q: geom.IdentityQuat()}}
	o := record.Object{Name: d.Name, Kind: record.Static, Color: d.Color}
	if d.Mesh != nil {
		s.mesh, s.tree, s.bounds = d.Mesh, broadphase.NewOctree(d.Mesh), d.Mesh.Bounds
		o.Shape, o.Asset = "mesh", d.Asset
	} else {
		q := geom.QuatFromMGL(d.Attitude)
		if q == (geom.Quat{}) {
			q = geom.IdentityQuat()
		}
		half := geom.FromMGL(d.Half)
		s.pose = geom.Transform{P: geom.FromMGL(d.Position), Q: q.Normalize()}
		if !(half.X > 0 && half.Y > 0 && half.Z > 0) || !half.IsFinite() || !s.pose.P.IsFinite() || !s.pose.Q.IsFinite() {
			return fmt.Errorf("static %q: box: give three lengths above zero and a finite pose", d.Name)
		}
		s.box, s.size = narrowphase.Box{Half: half}, half.MaxAbs()
		obb := geom.NewOBB(s.pose, half)
		s.bounds = obb.Bounds()
		o.Shape, o.Half, o.Position, o.Attitude = "box", half, s.pose.P, s.pose.Q
	}
	w.statics = append(w.statics, s)
	w.objects = append(w.objects, o)
	return nil
}

func (w *World) addVehicle(d *vehicle.Def) error {
	if d.Body < 0 || d.Body >= len(w.bodies) {
		return fmt.Errorf("vehicle: there is no body with index %d", d.Body)
	}
	b := &w.bodies[d.Body]
	v, err := vehicle.New(d, b.mass.M, w.gravity.Len())
	if err != nil {
		return fmt.Errorf("body %q: vehicle: %w", b.name, err)
	}
	b.vehicle, b.wheels = int32(len(w.vehicles)), int32(len(w.state.tyres))
	w.vehicles = append(w.vehicles, v)
	w.state.crashed = append(w.state.crashed, false)
	w.state.tyres = append(w.state.tyres, make([][2]float64, len(v.Wheels))...)
	w.objects[d.Body].Vehicle = true
	return nil
}

func (w *World) addColumns() {
	for i := range w.bodies {
		o := int32(i)
		w.columns = append(w.columns,
			record.Column{Owner: o, Name: "x", Unit: "m", Count: 3, Predictor: "rigid1"},
			record.Column{Owner: o, Name: "q", Unit: "1", Count: 4, Predictor: "rigid1"},
			record.Column{Owner: o, Name: "v", Unit: "m/s", Count: 3, Predictor: "rigid1"},
			record.Column{Owner: o, Name: "L", Unit: "kg m²/s", Count: 3, Predictor: "rigid1"})
	}
	for i := range w.movers {
		o := int32(len(w.bodies) + i)
		w.columns = append(w.columns,
			record.Column{Owner: o, Name: "x", Unit: "m", Count: 3, Predictor: "linear"},
			record.Column{Owner: o, Name: "v", Unit: "m/s", Count: 3, Predictor: "hold"})
	}
}

// Reset takes the world back to its start. Memory is kept: a second run of the same world allocates nothing in a step.
func (w *World) Reset() {
	w.state.copyFrom(&w.start)
	w.observe()
}

// Objects returns the table of objects that events and columns refer to: bodies, movers, statics.
func (w *World) Objects() []record.Object { return w.objects }

// Columns returns what each frame's values are.
func (w *World) Columns() []record.Column { return w.columns }

// Settings returns the settings of the run, defaults filled in.
func (w *World) Settings() Settings { return w.set }

// Frame returns the state after the last step, and what happened in it. It is valid until the next step.
func (w *World) Frame() *record.Frame { return &w.frame }

// AtRest reports whether nothing will move any more: every body sleeps or stands still on something, and no mover or
// driver has program left.
func (w *World) AtRest() bool {
	t := w.time()
	for i := range w.bodies {
		if !w.state.asleep[i] {
			return false
		}
	}
	for i := range w.movers {
		p := w.movers[i].program
		if len(p) > 0 && (p[len(p)-1].Time > t || p[len(p)-1].Velocity != [3]float64{}) {
			return false
		}
	}
	return true
}

// time returns the time at the end of the last step [s].
func (w *World) time() float64 { return float64(float64(w.state.step) * w.set.Step) }

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
	s.tyres = append(s.tyres[:0], o.tyres...)
}

// StepError is a state that cannot be: it names where the run had to stop.
type StepError struct {
	Step     int64
	Time     float64
	Object   string
	Quantity string
}

// Error says step, time, object and quantity.
func (e *StepError) Error() string {
	return fmt.Sprintf("step %d (t = %.6g s): %s of %q is not a finite number: look at what acts on it just before (masses, speeds, and the length of the step)",
		e.Step, e.Time, e.Quantity, e.Object)
}
