package scenariofile

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// readBox reads box: {size: [length, width, height]} and returns half extents.
func readBox(o *document.Object) (mgl64.Vec3, bool) {
	b, ok := o.Object("box", "box")
	if !ok {
		return mgl64.Vec3{}, false
	}
	if !b.Has("size") {
		b.Missing("size", "add size: [length, width, height]")
	}
	size, ok := b.Sizes("size")
	return mgl64.Vec3{float64(size[0] / 2), float64(size[1] / 2), float64(size[2] / 2)}, ok
}

// readPosition reads a position that must be there.
func readPosition(o *document.Object) (mgl64.Vec3, bool) {
	if !o.Has("position") {
		o.Missing("position", "add position: [x, y, z]")
	}
	return o.Vector("position", units.Length)
}

// readAttitude reads yaw, pitch and roll, an axis with an angle, or a quaternion; absent is the identity. Yaw turns
// about z, then pitch about the body's y, then roll about its x: q = Rz(yaw) Ry(pitch) Rx(roll).
func readAttitude(o *document.Object) (mgl64.Quat, bool) {
	identity := geom.IdentityQuat().MGL()
	if !o.Has("attitude") {
		return identity, true
	}
	a, ok := o.Object("attitude", "attitude")
	if !ok {
		return identity, false
	}
	angles := a.Has("yaw") || a.Has("pitch") || a.Has("roll")
	axis := a.Has("axis") || a.Has("angle")
	quaternion := a.Has("quaternion")
	switch {
	case angles && (axis || quaternion) || axis && quaternion:
		o.Fail("attitude", "is given in more than one way: keep yaw, pitch, roll, or axis and angle, or quaternion")
		return identity, false
	case angles:
		yaw, okYaw := angleOf(a, "yaw")
		pitch, okPitch := angleOf(a, "pitch")
		roll, okRoll := angleOf(a, "roll")
		q := geom.AxisAngle(geom.Vec{Z: 1}, yaw).Mul(geom.AxisAngle(geom.Vec{Y: 1}, pitch)).Mul(geom.AxisAngle(geom.Vec{X: 1}, roll))
		return q.MGL(), okYaw && okPitch && okRoll
	case axis:
		return readAxisAngle(a)
	case quaternion:
		return readQuaternion(a)
	}
	if a.Strange {
		return identity, false
	}
	o.Fail("attitude", `says nothing: write, for example, {yaw: "30 deg"}`)
	return identity, false
}

// angleOf reads an angle; absent is zero.
func angleOf(o *document.Object, key string) (float64, bool) {
	if !o.Has(key) {
		return 0, true
	}
	return o.Number(key, units.Angle)
}

func readAxisAngle(a *document.Object) (mgl64.Quat, bool) {
	if !a.Has("axis") {
		a.Missing("axis", "add axis: [0, 0, 1]")
	}
	if !a.Has("angle") {
		a.Missing("angle", `add angle: "30 deg"`)
	}
	axis, okAxis := a.Vector("axis", units.One)
	angle, okAngle := a.Number("angle", units.Angle)
	if !okAxis || !okAngle {
		return mgl64.Quat{}, false
	}
	v := geom.FromMGL(axis)
	if l := v.Len(); !(l > 1e-9) || l > 1e9 {
		a.Fail("axis", "has length %g: write a direction such as [0, 0, 1]", l)
		return mgl64.Quat{}, false
	}
	return geom.AxisAngle(v, angle).MGL(), true
}

func readQuaternion(a *document.Object) (mgl64.Quat, bool) {
	nodes, ok := a.List("quaternion")
	if !ok {
		return mgl64.Quat{}, false
	}
	if len(nodes) != 4 {
		a.Fail("quaternion", "a list of %d where four numbers are needed: write [w, x, y, z]", len(nodes))
		return mgl64.Quat{}, false
	}
	var c [4]float64
	for i, n := range nodes {
		v, _, good := a.Decoder.Quantity(n, document.At(document.Join(a.Path, "quaternion"), i), units.One)
		c[i], ok = v, ok && good
	}
	q := geom.Quat{W: c[0], V: geom.Vec{X: c[1], Y: c[2], Z: c[3]}}
	if l := q.Len(); ok && (!(l > 0.99) || l > 1.01) {
		a.Fail("quaternion", "has length %g: write a unit quaternion [w, x, y, z], such as [1, 0, 0, 0]", l)
		return mgl64.Quat{}, false
	}
	return q.Normalize().MGL(), ok
}

// staticKeys are the keys of which a static has one.
var staticKeys = append([]string{"mesh", "plane", "heightfield", "shapes"}, convexKeys...)

func (r *reader) readStatic(o *document.Object) {
	s := sim.StaticDef{Name: r.readObjectName(o, "static"), Material: r.readMaterial(o), Color: readColor(o), Group: r.readGroup(o)}
	s.Sensor, _ = o.Flag("sensor")
	if s.Sensor && (o.Has("mesh") || o.Has("heightfield")) {
		what := "mesh"
		if !o.Has(what) {
			what = "height field"
		}
		o.Fail("sensor", "a %s has no inside that something could enter: give the sensor a box or another convex shape, or remove the key", what)
	}
	key := theShape(o, staticKeys, "static", "add mesh: file.obj, plane: {height: 0}, heightfield, box: {size: [length, width, height]} or another shape")
	ok := true
	switch key {
	case "":
	case "mesh", "plane", "heightfield":
		for _, k := range []string{"position", "attitude"} {
			if o.Has(k) && key != "mesh" {
				o.Fail(k, "%s", map[string]string{
					"plane":       "a plane stands where its normal and point say: write them under plane, or remove the key",
					"heightfield": "a height field stands where its origin says: write it under heightfield, or remove the key",
				}[key])
			}
		}
		switch key {
		case "mesh":
			r.readMesh(o, &s)
		case "heightfield":
			s.Mesh = r.readHeightField(o)
		default:
			var t geom.Transform
			t, ok = readPlane(o)
			s.Shapes, s.Position, s.Attitude = []sim.ShapeDef{{Shape: geom.NewPlane()}}, t.P.MGL(), t.Q.MGL()
			if ok {
				r.place(o, s.Name, true, s.Shapes, s.Position, s.Attitude)
			}
		}
	default:
		r.readStaticShapes(o, key, &s)
	}
	def := r.scenario.Definition
	def.Statics = append(def.Statics, s)
}

// readStaticShapes reads a static of convex shapes.
func (r *reader) readStaticShapes(o *document.Object, key string, s *sim.StaticDef) {
	shapes, ok := r.readSolids(o, key)
	if key == "box" && ok {
		s.Half = shapes[0].Shape.Size.MGL()
	} else {
		s.Shapes = shapes
	}
	position, okPosition := readPosition(o)
	attitude, okAttitude := readAttitude(o)
	s.Position, s.Attitude = position, attitude
	if ok && okPosition && okAttitude {
		r.place(o, s.Name, true, shapes, position, attitude)
	}
}

// readSolids reads the one shape under a key of convexKeys, or the list under shapes.
func (r *reader) readSolids(o *document.Object, key string) ([]sim.ShapeDef, bool) {
	if key == "shapes" {
		return r.readShapes(o)
	}
	s, ok := r.readConvex(o, key)
	return []sim.ShapeDef{{Shape: s}}, ok
}

func (r *reader) readBody(o *document.Object) {
	b := sim.BodyDef{Name: r.readObjectName(o, "body"), Material: r.readMaterial(o), Color: readColor(o)}
	key := theShape(o, append([]string{"outline", "shapes"}, convexKeys...), "body", shapeRemedy)
	var shapes []sim.ShapeDef
	ok := key != ""
	if ok && key != "outline" {
		shapes, ok = r.readSolids(o, key)
	}
	var center mgl64.Vec3
	okCenter := true
	if key == "outline" {
		shapes, center, ok = r.readOutline(o)
	}
	byClass := center[0]
	if o.Has("center_of_mass") {
		center, okCenter = o.Vector("center_of_mass", units.Length)
	} else if height, given := centerHeight(o); given && key == "outline" {
		center[2] = height
	}
	if own, is := r.outlined[len(r.scenario.Definition.Bodies)]; is {
		own.ahead, own.byClass = center[0], byClass
		if own.height = center[2]; okCenter && !(own.height > 0) && o.Has("vehicle") {
			o.Fail("center_of_mass", "is %g m above the road, on which an outline stands: give it a height above zero", own.height)
			okCenter = false
		}
		r.outlined[len(r.scenario.Definition.Bodies)] = own
	}
	r.readDynamics(o, &b)
	if len(b.Drive) == 0 && !o.Has("drive") {
		b.Mass, _ = r.readMass(o, shapes, ok)
	}
	if key == "box" {
		if ok {
			b.Half = shapes[0].Shape.Size.MGL()
		}
		b.Offset = mgl64.Vec3{0 - center[0], 0 - center[1], 0 - center[2]}
	} else if o.Has("drive") {
		b.Shapes = shapes
		for i := range b.Shapes {
			b.Shapes[i].Position = geom.FromMGL(shapes[i].Position).Sub(geom.FromMGL(center)).MGL()
		}
	} else if ok && okCenter {
		center, ok = r.compose(o, &b, shapes, center)
	}
	if o.Has("inertia") {
		if i, ok := readInertia(o); ok {
			b.Inertia = i
		}
	}
	if ok && !o.Has("vehicle") {
		r.warnMass(o, &b, lightestBody)
	}
	attitude, okAttitude := readAttitude(o)
	position, okPosition := readBodyPosition(o, attitude, center)
	b.Position, b.Attitude = position, attitude
	readVelocity(o, &b)
	if v, ok := o.Vector("angular_velocity", units.AngularSpeed); ok {
		b.AngularVelocity = v
		r.note(o, "angular_velocity")
	}
	if ok && okCenter && okPosition && okAttitude {
		if key == "box" {
			shapes[0].Position = b.Offset
			r.place(o, b.Name, false, shapes, position, attitude)
		} else {
			r.place(o, b.Name, false, b.Shapes, position, attitude)
		}
	}
	def := r.scenario.Definition
	def.Bodies = append(def.Bodies, b)
	r.readVehicle(o, len(def.Bodies)-1)
	r.readAccelerometers(o, b.Name)
}

// readBodyPosition reads where the centre of mass is: position, or origin, where the origin of the shapes is. center
// leads from that to the centre of mass, in body axes.
func readBodyPosition(o *document.Object, q mgl64.Quat, center mgl64.Vec3) (mgl64.Vec3, bool) {
	if !o.Has("origin") {
		return readPosition(o)
	}
	if o.Has("position") {
		o.Fail("origin", "the body has a position too, that of its centre of mass: keep one of them")
		return mgl64.Vec3{}, false
	}
	p, ok := o.Vector("origin", units.Length)
	r := geom.QuatFromMGL(q)
	return geom.FromMGL(p).Add(r.Rotate(geom.FromMGL(center))).MGL(), ok
}

// readMass reads mass or density. Shapes without a density of their own get that of the body; then, and where all
// shapes have their own, the mass that the body is left with is zero: that of its shapes. That of one box is worked out
// here.
func (r *reader) readMass(o *document.Object, shapes []sim.ShapeDef, okShapes bool) (mass float64, ok bool) {
	own := 0
	for i := range shapes {
		if shapes[i].Density != 0 {
			own++
		}
	}
	switch {
	case o.Has("mass") && o.Has("density"):
		o.Fail("density", "the body has a mass too: keep one of them")
		return 0, false
	case o.Has("mass"):
		mass, ok = o.Positive("mass", units.Mass)
		if ok && mass < sim.MinMass {
			o.Wrong("mass", "%g kg is less than %g kg: write, for example, %s", mass, float64(sim.MinMass), units.Mass.Example())
			return 0, false
		}
		if ok && okShapes && own > 0 && own < len(shapes) {
			o.Fail("mass", "is shared by shapes some of which have a density and some none: give each a density, or none")
			return 0, false
		}
		return mass, ok
	case o.Has("density"):
		density, ok := o.Positive("density", units.Density)
		for i := range shapes {
			if shapes[i].Density == 0 {
				shapes[i].Density = density
			}
		}
		if !o.Has("box") {
			return 0, ok
		}
		if okShapes {
			half := shapes[0].Shape.Size
			mass = float64(density * 8 * half.X * half.Y * half.Z)
		}
		return mass, ok && okShapes && weighs(o, "density", mass)
	case own == len(shapes) && own > 0:
		return 0, true
	}
	o.Missing("mass", `add mass: "1.4 t" or density: 600`)
	return 0, false
}

// weighs reports a mass [kg] that no body can have, which follows from a key.
func weighs(o *document.Object, key string, mass float64) bool {
	if mass >= sim.MinMass && mass <= sim.MaxMass {
		return true
	}
	o.Fail(key, "makes a mass of %.4g kg: give the body one from %g to %g kg", mass, float64(sim.MinMass), float64(sim.MaxMass))
	return false
}

// compose gives a body its shapes, moved to the centre of mass, with mass and inertia, and returns the centre of mass
// in the frame of the shapes: that given, or that of the shapes.
func (r *reader) compose(o *document.Object, b *sim.BodyDef, shapes []sim.ShapeDef, center mgl64.Vec3) (mgl64.Vec3, bool) {
	if b.Mass == 0 && slices.ContainsFunc(shapes, func(s sim.ShapeDef) bool { return s.Density == 0 }) {
		return center, false // reported by readMass
	}
	whole, at, err := sim.Compose(shapes, b.Mass)
	switch {
	case err != nil && o.Has("density") && !o.Has("shapes"):
		o.Fail("density", "makes a mass beyond double precision: give the body one from %g to %g kg", float64(sim.MinMass), float64(sim.MaxMass))
		return center, false
	case err != nil:
		o.Fail("shapes", "%v", err)
		return center, false
	case b.Mass > 0: // as it is given
	case o.Has("density") && !weighs(o, "density", whole.Mass), !o.Has("density") && !weighs(o, "shapes", whole.Mass):
		return center, false
	}
	b.Shapes, b.Mass, b.Inertia = whole.Shapes, whole.Mass, whole.Inertia
	if !o.Has("center_of_mass") && !o.Has("outline") {
		return at, true
	}
	by := geom.FromMGL(at).Sub(geom.FromMGL(center))
	for i := range b.Shapes {
		b.Shapes[i].Position = geom.FromMGL(shapes[i].Position).Sub(geom.FromMGL(center)).MGL()
	}
	var about geom.Mat3
	for k, row := range [3]*geom.Vec{&about.X, &about.Y, &about.Z} {
		*row = geom.FromMGL(b.Inertia.Row(k))
	}
	about = geom.ParallelAxis(about, b.Mass, by)
	b.Inertia = mgl64.Mat3FromRows(about.X.MGL(), about.Y.MGL(), about.Z.MGL())
	return center, true
}

// readInertia reads a diagonal [xx, yy, zz] or three rows of a symmetric tensor, about the centre of mass in body axes.
func readInertia(o *document.Object) (mgl64.Mat3, bool) {
	nodes, ok := o.List("inertia")
	if !ok {
		return mgl64.Mat3{}, false
	}
	path := document.Join(o.Path, "inertia")
	var m geom.Mat3
	rows := [3]*geom.Vec{&m.X, &m.Y, &m.Z}
	if len(nodes) == 3 && document.Resolve(nodes[0]).Kind == yaml.SequenceNode {
		for i, n := range nodes {
			v, good := o.Decoder.Vector(n, document.At(path, i), units.Inertia)
			*rows[i], ok = geom.FromMGL(v), ok && good
		}
	} else {
		v, good := o.Vector("inertia", units.Inertia)
		m, ok = geom.Diagonal(geom.FromMGL(v)), good
	}
	if !ok {
		return mgl64.Mat3{}, false
	}
	if t := m.Transpose(); m != t {
		o.Fail("inertia", "is not symmetric: write equal numbers on both sides of the diagonal")
		return mgl64.Mat3{}, false
	}
	if !rigid.IsSolid(&m) {
		o.Fail("inertia", "is not that of a solid: its principal moments are above zero and none exceeds the sum of the other two; leave it out for that of the box")
		return mgl64.Mat3{}, false
	}
	return mgl64.Mat3FromRows(m.X.MGL(), m.Y.MGL(), m.Z.MGL()), true
}

// readVelocity reads a velocity in world axes, or a speed along the body's x axis.
func readVelocity(o *document.Object, b *sim.BodyDef) {
	if o.Has("velocity") && o.Has("speed") {
		o.Fail("speed", "the body has a velocity too: keep one of them")
		return
	}
	if v, ok := o.Vector("velocity", units.Speed); ok {
		b.Velocity = v
	}
	if speed, ok := o.Number("speed", units.Speed); ok {
		q := geom.QuatFromMGL(b.Attitude)
		b.Velocity = q.Rotate(geom.Vec{X: 1}).Scale(speed).MGL()
	}
}

func (r *reader) readMover(o *document.Object) {
	m := sim.MoverDef{Name: r.readObjectName(o, "mover"), Color: readColor(o)}
	if !o.Has("radii") {
		o.Missing("radii", "add radii: [x, y, z]")
	}
	if radii, ok := o.Sizes("radii"); ok {
		m.Radii = radii
		if _, err := geom.NewEllipsoid(geom.FromMGL(radii)); err != nil {
			o.Fail("radii", "%v", err)
		}
	}
	m.Position, _ = readPosition(o)
	m.Mass, _ = o.NotNegative("mass", units.Mass)
	if m.Push, _ = o.NotNegative("push", units.Force); m.Push > 0 && m.Mass == 0 {
		o.Fail("push", "a mover without mass pushes nothing: add mass: 80 kg, or remove the push")
	}
	last := math.Inf(-1)
	if m.Falls, _ = o.Flag("falls"); m.Falls && r.weightless {
		o.Fail("falls", "there is no gravity to fall by: write gravity: [0, 0, -9.81] at the top of the scenario, or remove it")
	}
	m.StepHeight, _ = o.NotNegative("step_height", units.Length)
	if height := float64(2 * m.Radii[2]); height > 0 && m.StepHeight > height {
		o.Fail("step_height", "%.4g m is more than the height of the mover, %.4g m: write it in metres, or with its unit, such as 0.2 or \"20 cm\"", m.StepHeight, height)
	}
	if m.Slope, _ = o.NotNegative("slope", units.Angle); m.Slope > 0.5*math.Pi {
		o.Wrong("slope", "%.4g deg is more than a right angle, and nothing is steeper: give the steepest slope to stand on, as 50 deg", float64(m.Slope*(180/math.Pi)))
	}
	for _, key := range []string{"step_height", "slope"} {
		if !m.Falls && o.Has(key) {
			o.Fail(key, "only a mover that falls has ground: add falls: true, or remove it")
		}
	}
	if r.readHistory(o, "program", "velocity") {
		each(o, "program", "velocity", func(e *document.Object) {
			p := sim.MoverVelocity{}
			p.Time = readTime(e, &last, true)
			if !e.Has("velocity") {
				e.Missing("velocity", "add velocity: [x, y, z]")
			}
			p.Velocity, _ = e.Vector("velocity", units.Speed)
			m.Program = append(m.Program, p)
		})
	}
	def := r.scenario.Definition
	def.Movers, r.movers = append(def.Movers, m), append(r.movers, o.Place("position"))
}

// readTime reads the time of an entry of a program, not below zero, unless it is measured, and after the last one.
func readTime(o *document.Object, last *float64, strict bool) float64 {
	if !o.Has("time") {
		o.Missing("time", `add time: "0.5 s"`)
		return 0
	}
	t, ok := o.Number("time", units.Time)
	if ok && t < 0 && !o.IsMeasured() {
		t, ok = o.NotNegative("time", units.Time)
	}
	if !ok {
		return 0
	}
	if t < *last || strict && t == *last {
		o.Fail("time", "%g s does not come after %g s of the entry before: put the entries in ascending time", t, *last)
		return t
	}
	*last = t
	return t
}
