package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// The ranges of a definition's numbers. Beyond them doubles no longer tell apart what the search for impacts must tell
// apart, and steps take without end.
const (
	// MaxLength is the largest coordinate and size [m]: there doubles are 2 nm apart.
	MaxLength = 1e7
	// MaxSpeed is the largest component of a velocity, and speed of a point of a turning body [m/s]: that of light.
	MaxSpeed = 299_792_458
	// MinStep and MaxStep are the shortest and the longest step [s]: with less, forces over a step leave the range of
	// numbers.
	MinStep, MaxStep = 1e-12, 10.0
	// MinSlop and MaxSlop bound the penetration that is not corrected [m]: with less contacts do not persist, with more
	// bodies sink into each other whole.
	MinSlop, MaxSlop = 1e-9, 1.0
	// MaxGravity is the largest component of gravity [m/s²].
	MaxGravity = 1e6
	// MinMass and MaxMass bound the mass of a body [kg].
	MinMass, MaxMass = 1e-30, 1e30
	// MaxInertia is the largest moment of inertia [kg m²]: that of the largest mass at the largest distance.
	MaxInertia = MaxMass * MaxLength * MaxLength
	// MinInertia is the least principal moment of an inertia that is given, over mass times the square of the distance from
	// the centre of mass to the farthest point: a needle a hundred thousand times as long as thick. With less, steps in which
	// the body touches anything take without end.
	MinInertia = 1e-10
	// MaxForce is the largest component of a force [N] or torque [N m]: beyond, their work leaves the range of numbers.
	MaxForce = 1e30
	// MaxDamping is the largest damping of a joint [N m s/rad].
	MaxDamping = 1e30
	// MaxFriction is the largest coefficient of friction.
	MaxFriction = 1e9
	// MaxTolerance is the largest contact tolerance, a share of the size of bodies.
	MaxTolerance = 0.1
	// MaxSpeculative is the largest gap with speculative contacts [m].
	MaxSpeculative = 100.0
	// MaxResidual is the largest normal velocity error at which passes end [m/s].
	MaxResidual = 1.0
	// MaxPushRate and MaxPush bound how penetration is pushed out [1/s, m/s].
	MaxPushRate, MaxPush = 1e6, 1000.0
	// MaxSleepSpeed is the largest speed at which a body may fall asleep [m/s].
	MaxSleepSpeed = 100.0
	// MaxCount is the largest of the whole numbers in Settings.
	MaxCount = 1_000_000
)

// checks collects what is wrong with the fields of an object.
type checks struct{ errs []error }

func (c *checks) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// all reports the first value of a field that is not from low to high.
func (c *checks) all(field, unit string, low, high float64, values ...float64) {
	for _, v := range values {
		if v >= low && v <= high {
			continue
		}
		from := fmt.Sprintf("from %g to %g", low, high)
		switch {
		case low == 0 && high == math.MaxFloat64:
			from = "not below zero and finite"
		case low == -math.MaxFloat64:
			from = "finite"
		}
		c.fail("%s: %g%s: give a number %s", field, v, unit, from)
		return
	}
}

// notNegative reports a value that is below zero or not finite.
func (c *checks) notNegative(field, unit string, v float64) {
	c.all(field, unit, 0, math.MaxFloat64, v)
}

// length reports a coordinate or length that is not finite, or beyond MaxLength.
func (c *checks) length(field string, v mgl64.Vec3) {
	c.all(field, " m", -MaxLength, MaxLength, v[0], v[1], v[2])
}

// speed reports a velocity that is not finite, or beyond MaxSpeed.
func (c *checks) speed(field string, v mgl64.Vec3) {
	c.all(field, " m/s", -MaxSpeed, MaxSpeed, v[0], v[1], v[2])
}

// body reports the index of a body that does not exist; low is WorldEnd where the world may stand for one.
func (c *checks) body(field string, i, low, bodies int) {
	if i < low || i >= bodies {
		c.fail("%s: there is no body with index %d", field, i)
	}
}

// force reports a force or torque that is not finite, or beyond MaxForce.
func (c *checks) force(field, unit string, v mgl64.Vec3) {
	c.all(field, unit, -MaxForce, MaxForce, v[0], v[1], v[2])
}

// group reports a group below zero.
func (c *checks) group(n int) {
	if n < 0 {
		c.fail("group: %d: give a number above zero, 0 for none", n)
	}
}

// size reports half extents or radii that are not above zero, or beyond MaxLength.
func (c *checks) size(field string, v mgl64.Vec3) {
	for _, x := range v {
		if !(x > 0) || x > MaxLength {
			c.fail("%s: %g m: give three lengths above zero and up to %g m", field, x, MaxLength)
			return
		}
	}
}

// attitude reports a quaternion that cannot be normalised. The zero quaternion stands for the identity.
func (c *checks) attitude(field string, q mgl64.Quat) {
	size := math.Max(math.Max(math.Abs(q.W), math.Abs(q.V[0])), math.Max(math.Abs(q.V[1]), math.Abs(q.V[2])))
	if size == 0 && q == (mgl64.Quat{}) {
		return
	}
	if norm := float64(q.W*q.W) + float64(q.V[0]*q.V[0]) + float64(q.V[1]*q.V[1]) + float64(q.V[2]*q.V[2]); !(norm > 1e-200 && norm < 1e200) {
		c.fail("%s: (%g, %g, %g, %g): give a unit quaternion", field, q.W, q.V[0], q.V[1], q.V[2])
	}
}

// turning reports an angular velocity with which a point at a distance would be faster than MaxSpeed.
func (c *checks) turning(field string, w mgl64.Vec3, radius float64) {
	if v := geom.FromMGL(w).Len(); !(float64(v*radius) <= MaxSpeed) {
		c.fail("%s: %g rad/s: a point of the body, %g m from its centre of mass, would be faster than light: give at most %.3g", field, v, radius, MaxSpeed/radius)
	}
}

// shapes reports the poses and sizes of shapes that are out of range.
func (c *checks) shapes(list []ShapeDef) {
	for i := range list {
		d, field := &list[i], fmt.Sprintf("shapes[%d].", i)
		c.length(field+"position", d.Position)
		c.attitude(field+"attitude", d.Attitude)
		if s := &d.Shape; s.Kind != geom.ShapePlane {
			c.all(field+"shape.size", " m", 0, MaxLength, s.Size.X, s.Size.Y, s.Size.Z)
		}
	}
}

// error returns all that is wrong, with the object that it is of.
func (c *checks) error(object string) error {
	if len(c.errs) == 0 {
		return nil
	}
	for i, err := range c.errs {
		c.errs[i] = fmt.Errorf("%s: %w", object, err)
	}
	return errors.Join(c.errs...)
}

// named returns how errors name an object: by its name, or by its place in the definition.
func named(kind, name, list string, i int) string {
	if name == "" {
		return fmt.Sprintf("%s[%d]", list, i)
	}
	return fmt.Sprintf("%s %q", kind, name)
}

// check reports the fields of a body that are out of range by themselves.
func (d *BodyDef) check(object string) error {
	var c checks
	c.group(d.Group)
	if len(d.Shapes) == 0 {
		c.size("half", d.Half)
		c.length("offset", d.Offset)
	}
	c.shapes(d.Shapes)
	if len(d.Drive) == 0 {
		c.all("mass", " kg", MinMass, MaxMass, d.Mass)
		c.speed("velocity", d.Velocity)
		c.notNegative("drag.linear", " N s/m", d.Drag.Linear)
		c.notNegative("drag.quadratic", " N s²/m²", d.Drag.Quadratic)
		c.notNegative("drag.angular", " N m s", d.Drag.Angular)
		c.inertia(&d.Inertia)
	}
	for i := range d.Drive {
		c.speed(fmt.Sprintf("drive[%d].velocity", i), d.Drive[i].Velocity)
	}
	c.length("position", d.Position)
	c.attitude("attitude", d.Attitude)
	return c.error(object)
}

// TurningError is an error in an angular velocity of a body of a definition.
type TurningError struct {
	Body  string // its name
	Field string // of its definition
	Err   error
}

// Error names the body and the field and says what is wrong, with the remedy.
func (e *TurningError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *TurningError) Unwrap() error { return e.Err }

// checkTurning reports a body, with a point as far as radius from its centre of mass, that turns too fast.
func (d *BodyDef) checkTurning(object string, radius float64) error {
	var errs []error
	check := func(field string, w mgl64.Vec3) {
		var c checks
		c.turning(field, w, radius)
		if err := c.error(object); err != nil {
			errs = append(errs, &TurningError{d.Name, field, err})
		}
	}
	if len(d.Drive) == 0 {
		check("angular_velocity", d.AngularVelocity)
	}
	for i := range d.Drive {
		check(fmt.Sprintf("drive[%d].angular_velocity", i), d.Drive[i].AngularVelocity)
	}
	return errors.Join(errs...)
}

// inertia reports a tensor that is no solid's; zero stands for that of the shapes.
func (c *checks) inertia(m *mgl64.Mat3) {
	if *m == (mgl64.Mat3{}) {
		return
	}
	t := geom.Mat3{X: geom.FromMGL(m.Row(0)), Y: geom.FromMGL(m.Row(1)), Z: geom.FromMGL(m.Row(2))}
	if v := math.Max(t.X.X, math.Max(t.Y.Y, t.Z.Z)); v > MaxInertia {
		c.fail("inertia: %g kg m²: give at most %g kg m²", v, float64(MaxInertia))
		return
	}
	if !rigid.IsSolid(&t) {
		c.fail("inertia: %v, %v, %v: it is symmetric, its principal moments are above zero, and none exceeds the sum of the other two: leave it out for that of the shapes", m.Row(0), m.Row(1), m.Row(2))
	}
}

// checkInertia reports an inertia that was given and is too small for a body with a point at a distance from its centre of
// mass.
func (d *BodyDef) checkInertia(object string, m *rigid.Mass, radius float64) error {
	if d.Inertia == (mgl64.Mat3{}) || len(d.Drive) > 0 {
		return nil
	}
	_, moments := m.Inertia.Eigen()
	least := math.Min(moments[0], math.Min(moments[1], moments[2]))
	if low := float64(float64(float64(MinInertia*m.M)*radius) * radius); !(least >= low) {
		return fmt.Errorf("%s: inertia: its least principal moment is %.3g kg m²: give at least %.3g kg m², %g of the mass times the square of the distance of the body's farthest point, or leave it out for that of the shapes",
			object, least, low, float64(MinInertia))
	}
	return nil
}

// check reports the fields of a static that are out of range by themselves.
func (d *StaticDef) check(object string) error {
	var c checks
	c.group(d.Group)
	if d.Mesh != nil {
		if len(d.Shapes) > 0 || d.Half != (mgl64.Vec3{}) {
			c.fail("mesh: given beside shapes or the half extents of a box: make two statics of them")
		}
		if d.Scale != (mgl64.Vec3{}) {
			if d.Asset == "" {
				c.fail("scale: the mesh has no asset that it was made of: leave it out")
			}
			c.length("position", d.Position)
			c.attitude("attitude", d.Attitude)
			return c.error(object)
		}
		if q := d.Attitude; d.Position != (mgl64.Vec3{}) || q != (mgl64.Quat{}) && q != mgl64.QuatIdent() {
			c.fail("position and attitude: a mesh is in world coordinates: leave them out and move its vertices")
		}
		return c.error(object)
	}
	if d.Scale != (mgl64.Vec3{}) || d.Up != "" {
		c.fail("scale and up: only a mesh has them: leave them out")
	}
	if len(d.Shapes) == 0 {
		c.size("half", d.Half)
	}
	c.shapes(d.Shapes)
	c.length("position", d.Position)
	c.attitude("attitude", d.Attitude)
	return c.error(object)
}

// checkMesh refuses the mesh of static n if it is not finished: nothing would touch it. Nor would it with another's tree.
func (d *StaticDef) checkMesh(n int) error {
	if d.Tree != nil && !d.Tree.Of(d.Mesh) {
		return fmt.Errorf("%s: tree: is of another mesh: leave it out, or give broadphase.NewOctree of this one", named("static", d.Name, "statics", n))
	}
	if d.Mesh == nil || d.Mesh.Finished() {
		return nil
	}
	return fmt.Errorf("%s: mesh: %w: give one that has triangles, call its Finish and heed the error", named("static", d.Name, "statics", n), geom.ErrNotFinished)
}

// check reports the fields of a mover that are out of range by themselves.
func (d *MoverDef) check(object string) error {
	var c checks
	c.size("radii", d.Radii)
	c.length("position", d.Position)
	c.notNegative("mass", " kg", d.Mass)
	c.notNegative("push", " N", d.Push)
	c.all("step_height", " m", 0, MaxLength, d.StepHeight)
	c.all("slope", " rad", 0, math.Pi/2, d.Slope)
	for i := range d.Program {
		p := &d.Program[i]
		c.speed(fmt.Sprintf("program[%d].velocity", i), p.Velocity)
		c.all(fmt.Sprintf("program[%d].time", i), " s", -math.MaxFloat64, math.MaxFloat64, p.Time)
	}
	return c.error(object)
}

// Validate reports invalid settings, all of them in one error with a line each. It takes the numbers as they are: zero
// is invalid where WithDefaults would put the default in its place.
func (s *Settings) Validate() error {
	var c checks
	positive := func(field, unit string, v, high float64) {
		if !(v > 0 && v <= high) {
			c.fail("%s: %g%s: give a number above zero and up to %g", field, v, unit, high)
		}
	}
	c.all("step", " s", MinStep, MaxStep, s.Step)
	positive("contact_tolerance", "", s.ContactTolerance, MaxTolerance)
	positive("residual", " m/s", s.Residual, MaxResidual)
	c.all("impact_speed", " m/s", 0, MaxSpeed, s.ImpactSpeed)
	c.all("slop", " m", MinSlop, MaxSlop, s.Slop)
	c.all("push_rate", " 1/s", 0, MaxPushRate, s.PushRate)
	c.all("max_push", " m/s", 0, MaxPush, s.MaxPush)
	c.all("speculative", " m", 0, MaxSpeculative, s.Speculative)
	c.all("sleep_speed", " m/s", 0, MaxSleepSpeed, s.SleepSpeed)
	c.all("sleep_time", " s", -math.MaxFloat64, math.MaxFloat64, s.SleepTime)
	for _, n := range []struct {
		field string
		v     int
	}{{"substeps", s.Substeps}, {"passes", s.Passes}, {"max_impacts", s.MaxImpacts}} {
		if n.v < 1 || n.v > MaxCount {
			c.fail("%s: %d: give a whole number from 1 to %d", n.field, n.v, MaxCount)
		}
	}
	if s.Crowd == 0 || s.Crowd == 1 || s.Crowd > MaxCount {
		c.fail("crowd: %d: give a whole number from 2 to %d, or one below zero for never", s.Crowd, MaxCount)
	}
	c.all("gravity", " m/s²", -MaxGravity, MaxGravity, s.Gravity[0], s.Gravity[1], s.Gravity[2])
	return c.error("settings")
}
