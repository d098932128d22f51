package runs

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// readBox reads box: {size: [length, width, height]} and returns half extents.
func readBox(o *object) (mgl64.Vec3, bool) {
	b, ok := o.object("box", "box")
	if !ok {
		return mgl64.Vec3{}, false
	}
	if !b.has("size") {
		b.missing("size", "add size: [length, width, height]")
	}
	size, ok := b.sizes("size")
	return mgl64.Vec3{float64(size[0] / 2), float64(size[1] / 2), float64(size[2] / 2)}, ok
}

// readPosition reads a position that must be there.
func readPosition(o *object) (mgl64.Vec3, bool) {
	if !o.has("position") {
		o.missing("position", "add position: [x, y, z]")
	}
	return o.vector("position", dimLength)
}

// readAttitude reads yaw, pitch and roll, an axis with an angle, or a quaternion; absent is the identity. Yaw turns about
// z, then pitch about the body's y, then roll about its x: q = Rz(yaw) Ry(pitch) Rx(roll).
func readAttitude(o *object) (mgl64.Quat, bool) {
	identity := geom.IdentityQuat().MGL()
	if !o.has("attitude") {
		return identity, true
	}
	a, ok := o.object("attitude", "attitude")
	if !ok {
		return identity, false
	}
	angles := a.has("yaw") || a.has("pitch") || a.has("roll")
	axis := a.has("axis") || a.has("angle")
	quaternion := a.has("quaternion")
	switch {
	case angles && (axis || quaternion) || axis && quaternion:
		o.fail("attitude", "is given in more than one way: keep yaw, pitch, roll, or axis and angle, or quaternion")
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
	o.fail("attitude", `says nothing: write, for example, {yaw: "30 deg"}`)
	return identity, false
}

// angleOf reads an angle; absent is zero.
func angleOf(o *object, key string) (float64, bool) {
	if !o.has(key) {
		return 0, true
	}
	return o.number(key, dimAngle)
}

func readAxisAngle(a *object) (mgl64.Quat, bool) {
	if !a.has("axis") {
		a.missing("axis", "add axis: [0, 0, 1]")
	}
	if !a.has("angle") {
		a.missing("angle", `add angle: "30 deg"`)
	}
	axis, okAxis := a.vector("axis", dimOne)
	angle, okAngle := a.number("angle", dimAngle)
	if !okAxis || !okAngle {
		return mgl64.Quat{}, false
	}
	v := geom.FromMGL(axis)
	if l := v.Len(); !(l > 1e-9) || l > 1e9 {
		a.fail("axis", "has length %g: write a direction such as [0, 0, 1]", l)
		return mgl64.Quat{}, false
	}
	return geom.AxisAngle(v, angle).MGL(), true
}

func readQuaternion(a *object) (mgl64.Quat, bool) {
	nodes, ok := a.list("quaternion")
	if !ok {
		return mgl64.Quat{}, false
	}
	if len(nodes) != 4 {
		a.fail("quaternion", "a list of %d where four numbers are needed: write [w, x, y, z]", len(nodes))
		return mgl64.Quat{}, false
	}
	var c [4]float64
	for i, n := range nodes {
		v, _, good := a.d.quantity(n, at(join(a.path, "quaternion"), i), dimOne)
		c[i], ok = v, ok && good
	}
	q := geom.Quat{W: c[0], V: geom.Vec{X: c[1], Y: c[2], Z: c[3]}}
	if l := q.Len(); ok && (!(l > 0.99) || l > 1.01) {
		a.fail("quaternion", "has length %g: write a unit quaternion [w, x, y, z], such as [1, 0, 0, 0]", l)
		return mgl64.Quat{}, false
	}
	return q.Normalize().MGL(), ok
}

func (r *reader) readStatic(o *object) {
	s := sim.StaticDef{Name: r.readObjectName(o, "static"), Material: r.readMaterial(o), Color: readColor(o)}
	switch {
	case o.has("mesh") && o.has("box"):
		o.fail("box", "the static has a mesh too: keep one of them")
	case o.has("mesh"):
		for _, key := range []string{"position", "attitude"} {
			if o.has(key) {
				o.fail(key, "a mesh stands where its file says: move its vertices, or remove the key")
			}
		}
		s.Mesh, s.Asset = r.readMesh(o)
	case o.has("box"):
		half, okHalf := readBox(o)
		position, okPosition := readPosition(o)
		attitude, okAttitude := readAttitude(o)
		s.Half, s.Position, s.Attitude = half, position, attitude
		if okHalf && okPosition && okAttitude {
			r.place(o, s.Name, true, half, mgl64.Vec3{}, position, attitude)
		}
	default:
		o.missing("shape", "add mesh: file.obj or box: {size: [length, width, height]}")
	}
	def := r.scenario.Definition
	def.Statics = append(def.Statics, s)
}

func (r *reader) readBody(o *object) {
	b := sim.BodyDef{Name: r.readObjectName(o, "body"), Material: r.readMaterial(o), Color: readColor(o)}
	if !o.has("box") {
		o.missing("shape", "add box: {size: [length, width, height]}")
	}
	half, okHalf := readBox(o)
	b.Half = half
	offset, okOffset := o.vector("center_of_mass", dimLength)
	okOffset = okOffset || !o.has("center_of_mass")
	b.Offset = mgl64.Vec3{0 - offset[0], 0 - offset[1], 0 - offset[2]}
	r.readMass(o, &b, okHalf)
	position, okPosition := readPosition(o)
	attitude, okAttitude := readAttitude(o)
	b.Position, b.Attitude = position, attitude
	readVelocity(o, &b)
	if v, ok := o.vector("angular_velocity", dimAngularSpeed); ok {
		b.AngularVelocity = v
	}
	if okHalf && okOffset && okPosition && okAttitude {
		r.place(o, b.Name, false, half, b.Offset, position, attitude)
	}
	def := r.scenario.Definition
	def.Bodies = append(def.Bodies, b)
	r.readVehicle(o, len(def.Bodies)-1)
}

// readMass reads mass or density, and the inertia.
func (r *reader) readMass(o *object, b *sim.BodyDef, okHalf bool) {
	switch {
	case o.has("mass") && o.has("density"):
		o.fail("density", "the body has a mass too: keep one of them")
	case o.has("mass"):
		b.Mass, _ = o.positive("mass", dimMass)
	case o.has("density"):
		density, ok := o.positive("density", dimDensity)
		if b.Mass = float64(density * 8 * b.Half[0] * b.Half[1] * b.Half[2]); ok && okHalf && (!(b.Mass > 0) || math.IsInf(b.Mass, 0)) {
			o.fail("density", "makes a mass of %g kg: give one that double precision can hold", b.Mass)
		}
	default:
		o.missing("mass", `add mass: "1.4 t" or density: 600`)
	}
	if o.has("inertia") {
		if i, ok := readInertia(o); ok {
			b.Inertia = i
		}
	}
}

// readInertia reads a diagonal [xx, yy, zz] or three rows of a symmetric tensor, about the centre of mass in body axes.
func readInertia(o *object) (mgl64.Mat3, bool) {
	nodes, ok := o.list("inertia")
	if !ok {
		return mgl64.Mat3{}, false
	}
	path := join(o.path, "inertia")
	var m geom.Mat3
	rows := [3]*geom.Vec{&m.X, &m.Y, &m.Z}
	if len(nodes) == 3 && resolve(nodes[0]).Kind == yaml.SequenceNode {
		for i, n := range nodes {
			v, good := o.d.vector(n, at(path, i), dimInertia)
			*rows[i], ok = geom.FromMGL(v), ok && good
		}
	} else {
		v, good := o.vector("inertia", dimInertia)
		m, ok = geom.Diagonal(geom.FromMGL(v)), good
	}
	if !ok {
		return mgl64.Mat3{}, false
	}
	if t := m.Transpose(); m != t {
		o.fail("inertia", "is not symmetric: write equal numbers on both sides of the diagonal")
		return mgl64.Mat3{}, false
	}
	if !solidInertia(&m) {
		o.fail("inertia", "is not that of a solid: its principal moments are above zero and none exceeds the sum of the other two; leave it out for that of the box")
		return mgl64.Mat3{}, false
	}
	return mgl64.Mat3FromRows(m.X.MGL(), m.Y.MGL(), m.Z.MGL()), true
}

// solidInertia reports whether a symmetric tensor can be a solid's: it is positive definite, and so, but for rounding, is
// the tensor of second moments ½ tr(I) E - I, which says that no principal moment exceeds the sum of the other two.
func solidInertia(m *geom.Mat3) bool {
	const rounding = 1e-12
	half := float64((m.X.X + m.Y.Y + m.Z.Z) / 2)
	if !(half > 0) || math.IsInf(half, 0) {
		return false
	}
	unit := m.Scale(1 / half)
	second := geom.Mat3{
		X: geom.Vec{X: 1 + rounding}.Sub(unit.X), Y: geom.Vec{Y: 1 + rounding}.Sub(unit.Y), Z: geom.Vec{Z: 1 + rounding}.Sub(unit.Z),
	}
	return positiveDefinite(&unit, 0) && positiveDefinite(&second, -rounding)
}

// positiveDefinite is Sylvester's criterion: the leading minors are above least.
func positiveDefinite(m *geom.Mat3, least float64) bool {
	return m.X.X > least && float64(m.X.X*m.Y.Y)-float64(m.X.Y*m.Y.X) > least && m.Det() > least
}

// readVelocity reads a velocity in world axes, or a speed along the body's x axis.
func readVelocity(o *object, b *sim.BodyDef) {
	if o.has("velocity") && o.has("speed") {
		o.fail("speed", "the body has a velocity too: keep one of them")
		return
	}
	if v, ok := o.vector("velocity", dimSpeed); ok {
		b.Velocity = v
	}
	if speed, ok := o.number("speed", dimSpeed); ok {
		q := geom.QuatFromMGL(b.Attitude)
		b.Velocity = q.Rotate(geom.Vec{X: 1}).Scale(speed).MGL()
	}
}

func (r *reader) readMover(o *object) {
	m := sim.MoverDef{Name: r.readObjectName(o, "mover"), Color: readColor(o)}
	if !o.has("radii") {
		o.missing("radii", "add radii: [x, y, z]")
	}
	m.Radii, _ = o.sizes("radii")
	m.Position, _ = readPosition(o)
	last := math.Inf(-1)
	each(o, "program", "velocity", func(e *object) {
		p := sim.MoverVelocity{}
		p.Time = readTime(e, &last, true)
		if !e.has("velocity") {
			e.missing("velocity", "add velocity: [x, y, z]")
		}
		p.Velocity, _ = e.vector("velocity", dimSpeed)
		m.Program = append(m.Program, p)
	})
	def := r.scenario.Definition
	def.Movers = append(def.Movers, m)
}

// readTime reads the time of an entry of a program, not below zero and after the last one.
func readTime(o *object, last *float64, strict bool) float64 {
	if !o.has("time") {
		o.missing("time", `add time: "0.5 s"`)
		return 0
	}
	t, ok := o.notNegative("time", dimTime)
	if !ok {
		return 0
	}
	if t < *last || strict && t == *last {
		o.fail("time", "%g s does not come after %g s of the entry before: put the entries in ascending time", t, *last)
		return t
	}
	*last = t
	return t
}
