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
	return geom.ParallelAxis(geom.BoxInertia(mass, half), mass, off)
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
