package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// addBody checks and adds body n of a definition, with its initial state.
func (w *World) addBody(n int, d *BodyDef) error {
	object := named("body", d.Name, "bodies", n)
	err := d.check(object)
	if w.unbounded {
		err = nil
	}
	if err = errors.Join(err, checkColor(object, d.Color)); err != nil {
		return err
	}
	parts, err := newParts(d.Shapes, d.Half, d.Offset)
	if err != nil {
		return fmt.Errorf("%s: %w", object, err)
	}
	for i := range parts {
		if parts[i].Shape.Kind == geom.ShapePlane {
			return fmt.Errorf("%s: shapes[%d]: a plane is infinite and cannot move: make it a static", object, i)
		}
	}
	inertia := geom.Mat3{
		X: geom.Vec{X: d.Inertia.At(0, 0), Y: d.Inertia.At(0, 1), Z: d.Inertia.At(0, 2)},
		Y: geom.Vec{X: d.Inertia.At(1, 0), Y: d.Inertia.At(1, 1), Z: d.Inertia.At(1, 2)},
		Z: geom.Vec{X: d.Inertia.At(2, 0), Y: d.Inertia.At(2, 1), Z: d.Inertia.At(2, 2)},
	}
	if inertia == (geom.Mat3{}) && len(d.Drive) == 0 {
		if inertia, err = inertiaOf(d); err != nil {
			return fmt.Errorf("%s: %w", object, err)
		}
	}
	drive, err := newDrive(object, d.Drive)
	if err != nil {
		return err
	}
	mass, ok := rigid.NewMass(d.Mass, inertia)
	if len(drive) > 0 {
		mass, ok = drivenMass(), true
		inertia = mass.Inertia
	}
	if !ok || !inertia.IsFinite() || !mass.InvInertia.IsFinite() {
		return fmt.Errorf("%s: inertia: that of a mass of %g kg and this size is out of the range of numbers: give larger ones", object, d.Mass)
	}
	if err := w.checkMaterial(object, d.Material); err != nil {
		return err
	}
	q := geom.QuatFromMGL(d.Attitude)
	if q == (geom.Quat{}) {
		q = geom.IdentityQuat()
	}
	q = q.Normalize()
	s := rigid.State{X: geom.FromMGL(d.Position), Q: q, V: geom.FromMGL(d.Velocity)}
	s.L = mass.AngularMomentum(q, geom.FromMGL(d.AngularVelocity))
	if len(drive) > 0 {
		s.V, s.L = drive.at(0)
	}
	b := body{
		name: d.Name, mass: mass, parts: parts, material: int32(d.Material), vehicle: -1,
		drag: d.Drag, drive: drive, driven: len(drive) > 0, sensor: d.Sensor, restless: math.Inf(-1), faceted: true,
	}
	if (d.Drag != DragDef{}) && !b.driven {
		w.dragged = append(w.dragged, int32(len(w.bodies)))
	}
	for i := range parts {
		p := &parts[i]
		b.size, b.radius = math.Max(b.size, p.Shape.Extent()), math.Max(b.radius, p.radius)
		b.faceted = b.faceted && p.Shape.Polyhedral()
		b.roll = math.Max(b.roll, math.Max(p.radius, p.flattest()))
		if least := math.Min(p.Shape.Size.X, math.Min(p.Shape.Size.Y, p.Shape.Size.Z)); i == 0 || least < b.thin {
			b.thin = least
		}
	}
	if err := d.checkTurning(object, b.radius); err != nil {
		return err
	}
	if !w.unbounded {
		if err := d.checkInertia(object, &b.mass, b.radius); err != nil {
			return err
		}
	}
	b.calmSpin = calmSpinOf(&b.mass, b.radius)
	b.ball = len(parts) == 1 && parts[0].Shape.Kind == geom.ShapeSphere && parts[0].At.P == geom.Vec{}
	b.axis, b.across = axisOf(parts, &b.mass)
	b.foreseen = !b.driven && b.mass.Foreseen()
	b.grid = w.set.newGrid(&b)
	w.drives = w.drives || b.driven
	w.bodies = append(w.bodies, b)
	w.state.bodies = append(w.state.bodies, s)
	w.state.still = append(w.state.still, 0)
	w.state.asleep = append(w.state.asleep, false)
	o := record.Object{Name: d.Name, Kind: record.Body, Mass: mass.M, Inertia: inertia, Color: d.Color, Driven: b.driven, Sensor: b.sensor}
	if !b.driven {
		o.Grid = &b.grid.Grid
	}
	describe(&o, parts)
	w.objects = append(w.objects, o)
	return nil
}

// addMover checks and adds mover n of a definition.
func (w *World) addMover(n int, d *MoverDef) error {
	object := named("mover", d.Name, "movers", n)
	if err := errors.Join(d.check(object), checkColor(object, d.Color)); err != nil {
		return err
	}
	r, x := geom.FromMGL(d.Radii), geom.FromMGL(d.Position)
	for i := range d.Program {
		if i > 0 && !(d.Program[i].Time > d.Program[i-1].Time) {
			return fmt.Errorf("%s: program[%d].time: %g s: give ascending times", object, i, d.Program[i].Time)
		}
	}
	if d.Push > 0 && d.Mass == 0 {
		return fmt.Errorf("%s: push %g N: give it a mass too", object, d.Push)
	}
	push := d.Push
	if push == 0 {
		push = float64(moverPush * d.Mass)
	}
	if d.Falls && w.up == (geom.Vec{}) {
		return fmt.Errorf("%s: falls, and there is no gravity: give the world one", object)
	}
	slope := d.Slope
	if slope == 0 {
		slope = moverSlope
	}
	shape, err := geom.NewEllipsoid(r)
	if err != nil {
		return fmt.Errorf("%s: radii: %w", object, err)
	}
	w.movers = append(w.movers, mover{name: d.Name, radii: r, shape: shape, mass: d.Mass, push: push, falls: d.Falls, step: d.StepHeight, slope: geom.Cos(slope), start: x, program: slices.Clone(d.Program)})
	w.state.movers = append(w.state.movers, moverState{x: x})
	w.objects = append(w.objects, record.Object{Name: d.Name, Kind: record.Mover, Shape: "ellipsoid", Half: r, Color: d.Color})
	return nil
}

// joinMeshes returns the mesh of each static, nil for shapes, their edges joined.
func joinMeshes(list []StaticDef) []*geom.Mesh {
	meshes := make([]*geom.Mesh, len(list))
	for i := range list {
		meshes[i] = list[i].Mesh
	}
	return geom.Join(meshes)
}

// checkColor refuses a color that is not in the form that viewers take.
func checkColor(object, color string) error {
	if color != "" && !record.IsColor(color) {
		return fmt.Errorf("%s: color: %.40q: give # and six hexadecimal digits, as in \"#c0392b\", or leave it out", object, color)
	}
	return nil
}

// checkMaterial refuses the index of a material that does not exist.
func (w *World) checkMaterial(object string, i int) error {
	if i < 0 || i >= int(w.materials) {
		return fmt.Errorf("%s: material: there is none with index %d: give one below %d", object, i, w.materials)
	}
	return nil
}

// addStatic checks and adds static n of a definition; mesh is its mesh joined with the others, nil for shapes.
func (w *World) addStatic(n int, d *StaticDef, mesh *geom.Mesh) error {
	object := named("static", d.Name, "statics", n)
	if err := errors.Join(d.check(object), checkColor(object, d.Color)); err != nil {
		return err
	}
	if err := w.checkMaterial(object, d.Material); err != nil {
		return err
	}
	s := static{name: d.Name, material: int32(d.Material), pose: geom.Transform{Q: geom.IdentityQuat()}, sensor: d.Sensor}
	o := record.Object{Name: d.Name, Kind: record.Static, Color: d.Color, Sensor: d.Sensor}
	frame := ShapeDef{Position: d.Position, Attitude: d.Attitude}
	if mesh != nil && d.Sensor {
		return fmt.Errorf("%s: sensor: a mesh has no inside: give it shapes", object)
	}
	if mesh != nil {
		s.mesh, s.tree, s.bounds = mesh, d.Tree, mesh.Bounds
		if s.tree == nil {
			s.tree = broadphase.NewOctree(mesh)
		}
		o.Shape, o.Asset, o.Up = "mesh", d.Asset, d.Up
		if d.Scale != (mgl64.Vec3{}) {
			scale, at := geom.FromMGL(d.Scale), frame.pose()
			o.Scale, o.Position, o.Attitude = &scale, at.P, at.Q
		}
		if err := o.CheckPlaced(); err != nil {
			return fmt.Errorf("%s: %w", object, err)
		}
	} else {
		s.pose = frame.pose()
		var err error
		s.parts, err = newParts(d.Shapes, d.Half, mgl64.Vec3{})
		if err != nil {
			return fmt.Errorf("%s: %w", object, err)
		}
		at := rigid.State{X: s.pose.P, Q: s.pose.Q}
		s.placed, s.bounds = make([]placed, len(s.parts)), geom.EmptyAABB()
		for i := range s.parts {
			p := &s.placed[i]
			p.place(&s.parts[i], &at)
			p.fillBounds()
			s.bounds = s.bounds.Union(p.bounds)
			s.size = math.Max(s.size, p.Shape.Extent())
		}
		describe(&o, s.parts)
		o.Position, o.Attitude = s.pose.P, s.pose.Q
	}
	w.statics = append(w.statics, s)
	w.objects = append(w.objects, o)
	return nil
}

// VehicleError is an error in a vehicle of a definition.
type VehicleError struct {
	Index int // in Definition.Vehicles
	Err   error
}

// Error names the body and says what is wrong with its vehicle, with the remedy.
func (e *VehicleError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *VehicleError) Unwrap() error { return e.Err }

// addVehicle checks and adds the wheels and the driver of a vehicle to its body.
func (w *World) addVehicle(d *vehicle.Def) error {
	if d.Body < 0 || d.Body >= len(w.bodies) {
		return fmt.Errorf("vehicle: body: there is none with index %d", d.Body)
	}
	b := &w.bodies[d.Body]
	if b.driven || b.sensor {
		return fmt.Errorf("body %q: vehicle: a body that is driven by a program or a sensor cannot be one", b.name)
	}
	if b.vehicle >= 0 {
		return fmt.Errorf("body %q: vehicle: it is one already: give it one", b.name)
	}
	v, err := vehicle.New(d, b.mass.M, w.gravity.Len())
	if err != nil {
		return fmt.Errorf("body %q: vehicle: %w", b.name, err)
	}
	if err := v.CheckStep(w.set.Step, b.mass.Inv, &b.mass.InvInertia); err != nil {
		return fmt.Errorf("body %q: vehicle: %w", b.name, err)
	}
	b.restless = math.Max(b.restless, v.Until())
	b.vehicle, b.wheels = int32(len(w.vehicles)), int32(len(w.state.tyres))
	w.vehicles = append(w.vehicles, v)
	w.state.crashed = append(w.state.crashed, false)
	w.state.seen = append(w.state.seen, -1)
	w.state.legs = append(w.state.legs, 0)
	w.state.tyres = append(w.state.tyres, make([][2]float64, len(v.Wheels))...)
	w.state.wheels = append(w.state.wheels, rollingWheels(v, &w.state.bodies[d.Body], &b.mass)...)
	w.objects[d.Body].Vehicle = true
	w.mountWheels(v, b.mass.M)
	return nil
}

// addColumns lists the columns of a frame's values, in the order of observe.
func (w *World) addColumns() {
	for i := range w.bodies {
		o, predictor, unit := int32(i), "rigid3", "kg m²/s"
		if w.bodies[i].driven {
			predictor, unit = "rigid1", "rad/s"
		}
		w.columns = append(w.columns,
			record.Column{Owner: o, Name: "x", Unit: "m", Count: 3, Predictor: predictor},
			record.Column{Owner: o, Name: "q", Unit: "1", Count: 4, Predictor: predictor},
			record.Column{Owner: o, Name: "v", Unit: "m/s", Count: 3, Predictor: predictor},
			record.Column{Owner: o, Name: "L", Unit: unit, Count: 3, Predictor: predictor})
	}
	for i := range w.movers {
		o := int32(len(w.bodies) + i)
		w.columns = append(w.columns,
			record.Column{Owner: o, Name: "x", Unit: "m", Count: 3, Predictor: "linear"},
			record.Column{Owner: o, Name: "v", Unit: "m/s", Count: 3, Predictor: "hold"})
	}
	for _, v := range w.vehicles {
		for k := range v.Wheels {
			w.columns = append(w.columns,
				record.Column{Owner: v.Body, Name: fmt.Sprintf("wheel%d.spin", k), Unit: "rad/s", Count: 1, Predictor: "linear", Inertia: v.Wheels[k].Inertia()},
				record.Column{Owner: v.Body, Name: fmt.Sprintf("wheel%d.slide", k), Unit: "m/s", Count: 1, Predictor: "hold"})
		}
	}
	for i := range w.joints {
		w.columns = append(w.columns, record.Column{Owner: -1, Name: "joint." + w.joints[i].name + ".force", Unit: "N", Count: 3, Predictor: "linear"})
	}
	for i := range w.joints {
		if w.joints[i].torque >= 0 {
			w.columns = append(w.columns, record.Column{Owner: -1, Name: "joint." + w.joints[i].name + ".torque", Unit: "N m", Count: 3, Predictor: "linear"})
		}
	}
}
