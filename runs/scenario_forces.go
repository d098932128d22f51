package runs

import (
	"math"
	"math/big"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
)

// worldName stands for the world as the end of a spring.
const worldName = "world"

// readDynamics reads what a body has besides shape, mass and place: drag, or a drive in place of forces; sensor and
// group.
func (r *reader) readDynamics(o *object, b *sim.BodyDef) {
	if d, ok := o.object("drag", "drag"); ok {
		b.Drag.Linear, _ = d.notNegative("linear", dimLinearDrag)
		b.Drag.Quadratic, _ = d.notNegative("quadratic", dimQuadraticDrag)
		b.Drag.Angular, _ = d.notNegative("angular", dimAngularDrag)
	}
	if b.Sensor, _ = o.flag("sensor"); b.Sensor && o.has("vehicle") {
		o.fail("sensor", "a sensor touches nothing and cannot stand on wheels: remove the key, or the vehicle")
		b.Sensor = false
	}
	b.Group = r.readGroup(o)
	if !o.has("drive") {
		return
	}
	for _, key := range []string{"mass", "inertia", "velocity", "speed", "angular_velocity", "drag", "vehicle"} {
		if o.has(key) {
			o.fail(key, "a body with a drive follows it, whatever acts on it: remove the key, or the drive")
		}
	}
	if n, ok := o.length("drive"); ok && n == 0 {
		o.fail("drive", `is empty: write drive: [{time: 0, velocity: [x, y, z]}]`)
	}
	b.Drive = r.readDrive(o)
}

// readDrive reads the prescribed motion of a body, by velocities or by accelerations.
func (r *reader) readDrive(o *object) []sim.DriveAt {
	if !r.readHistory(o, "drive", "drive_at") {
		return nil
	}
	var drive []sim.DriveAt
	var entries []*object // where some may have accelerations
	accelerated := false
	if n := o.values["drive"]; n != nil && n.Kind == yaml.SequenceNode {
		accelerated = slices.ContainsFunc(n.Content, func(e *yaml.Node) bool {
			e = resolve(e)
			return valueOf(e, "acceleration") != nil || valueOf(e, "<<") != nil
		})
	}
	last := math.Inf(-1)
	before := len(r.problems)
	each(o, "drive", "drive_at", func(e *object) {
		p := sim.DriveAt{Time: readTime(e, &last, true)}
		p.Velocity, _ = e.vector("velocity", dimSpeed)
		_, _ = e.vector("acceleration", dimAcceleration) // which accelerate reads exactly, where it is right
		if v, ok := e.vector("angular_velocity", dimAngularSpeed); ok {
			p.AngularVelocity = v
			r.note(e, "angular_velocity")
		}
		if drive = append(drive, p); accelerated {
			entries = append(entries, e)
		}
	})
	if len(r.problems) == before && slices.ContainsFunc(entries, func(e *object) bool { return e.has("acceleration") }) {
		accelerate(drive, entries)
	}
	return drive
}

// accelerate gives the entries of a drive after the first the velocities that linear accelerations between them lead to, from
// the velocity of the first on: by the trapezoidal rule, which is exact then, of the numbers as they are written. Each is rounded
// once.
func accelerate(drive []sim.DriveAt, entries []*object) {
	if len(drive) < 2 {
		entries[0].fail("acceleration", "leads to no velocity without a later entry: add one, such as {time: 0.1 s}, or write a velocity")
		return
	}
	var sum [3]*big.Float
	for axis, v := range entries[0].exactVector("velocity", dimSpeed) {
		sum[axis] = v
	}
	last, a0 := entries[0].exactNumber("time", dimTime), entries[0].exactVector("acceleration", dimAcceleration)
	half := new(big.Float).SetFloat64(0.5)
	for i := 1; i < len(drive); i++ {
		e := entries[i]
		if e.has("velocity") {
			e.fail("velocity", "follows from the accelerations: remove the key, or all accelerations; the first entry alone may have both")
			return
		}
		now, a1 := e.exactNumber("time", dimTime), e.exactVector("acceleration", dimAcceleration)
		halfStep := new(big.Float).Sub(now, last)
		halfStep.Mul(halfStep, half)
		for axis, v := range sum {
			twice := new(big.Float).Add(a0[axis], a1[axis])
			moved, size := v.Sign() != 0, v.MantExp(nil)
			if v.Add(v, twice.Mul(twice, halfStep)); moved && v.MantExp(nil) < size-exactBits/2 {
				v.SetInt64(0) // what is left is rounding
			}
			speed, _ := v.Float64()
			if math.Abs(speed) > sim.MaxSpeed {
				e.fail("acceleration", "leads to %.3g m/s, faster than light: write accelerations with their unit, times too, such as ms", speed)
				return
			}
			drive[i].Velocity[axis] = speed
		}
		last, a0 = now, a1
	}
}

// exactBits is the precision of numbers of which sums and products are all but exact.
const exactBits = 256

// exactNumber returns a quantity that has been read without a problem, zero where there is none.
func (o *object) exactNumber(key string, dim dimension) *big.Float {
	v := new(big.Float).SetPrec(exactBits)
	if _, exact, ok := o.exact(key, dim); ok {
		v.SetRat(exact.rat())
	}
	return v
}

// exactVector returns a vector that has been read without a problem, zeros where there is none.
func (o *object) exactVector(key string, dim dimension) (v [3]*big.Float) {
	for axis := range v {
		v[axis] = new(big.Float).SetPrec(exactBits)
		if n := o.values[key]; n != nil {
			if _, exact, ok := o.d.quantity(n.Content[axis], at(join(o.path, key), axis), dim); ok {
				v[axis].SetRat(exact.rat())
			}
		}
	}
	return v
}

// readGroup reads the group of an object and returns its number, 0 for none.
func (r *reader) readGroup(o *object) int {
	name, ok := o.text("group")
	if !ok {
		return 0
	}
	if !isName(name) {
		o.fail("group", "%q cannot name a group: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(name))
		return 0
	}
	if i := slices.Index(r.groups, name); i >= 0 {
		return i + 1
	}
	r.groups = append(r.groups, name)
	return len(r.groups)
}

// readForces reads the forces over time.
func (r *reader) readForces(o *object) {
	each(o, "forces", "force", func(e *object) {
		d := sim.ForceDef{}
		if !e.has("body") {
			e.missing("body", "add body: the name of a body")
		}
		name, ok := e.text("body")
		if ok {
			if d.Body = r.bodyIndex(name); d.Body < 0 {
				ok = false
				switch {
				case r.staticIndex(name) >= 0:
					e.fail("body", "%q is a static, which no force moves: name a body", name)
				case r.isMover(name):
					e.fail("body", "%q is a mover, which follows its program, whatever acts on it: name a body", name)
				default:
					r.mustName(e, "body", name, r.objectNames(false))
				}
			}
		}
		if ok && len(r.scenario.Definition.Bodies[d.Body].Drive) > 0 {
			e.fail("body", "%q has a drive, so that forces have no effect on it: name another body, or remove its drive", name)
			ok = false
		}
		d.Point, _ = e.vector("point", dimLength)
		frame, _ := e.word("frame", "no frame", "write world or body", "world", "body")
		d.InBody = frame == "body"
		d.Program = r.readForceProgram(e)
		if ok {
			r.scenario.Definition.Forces = append(r.scenario.Definition.Forces, d)
		}
	})
}

// readForceProgram reads force and torque, or the program that gives them over time.
func (r *reader) readForceProgram(e *object) []sim.ForceAt {
	constant := e.has("force") || e.has("torque")
	switch {
	case constant && e.has("program"):
		e.fail("program", "the force is given without time too: keep one of them")
		return nil
	case !constant && !e.has("program"):
		e.missing("force", `add force: [x, y, z], torque: [x, y, z], or program: [{time: 0, force: [x, y, z]}, {time: "1 s"}]`)
		return nil
	case constant:
		p := sim.ForceAt{}
		p.Force, _ = e.vector("force", dimForce)
		p.Torque, _ = e.vector("torque", dimTorque)
		return []sim.ForceAt{p}
	}
	if !r.readHistory(e, "program", "force_at") {
		return nil
	}
	if nodes, ok := e.list("program"); ok && len(nodes) == 0 {
		e.fail("program", `is empty: write program: [{time: 0, force: [x, y, z]}, {time: "1 s"}]`)
	}
	var program []sim.ForceAt
	last := math.Inf(-1)
	each(e, "program", "force_at", func(a *object) {
		p := sim.ForceAt{Time: readTime(a, &last, true)}
		p.Force, _ = a.vector("force", dimForce)
		p.Torque, _ = a.vector("torque", dimTorque)
		program = append(program, p)
	})
	return program
}

// readSprings reads the springs and dampers.
func (r *reader) readSprings(o *object) {
	lines := map[string]int{} // on which a name was given
	each(o, "springs", "spring", func(e *object) {
		d := sim.SpringDef{Length: -1}
		if d.Name, _ = e.text("name"); d.Name != "" {
			if before, ok := lines[d.Name]; ok {
				e.fail("name", "%q is used already on line %d: give every spring a name of its own", clip(d.Name), before)
			} else {
				lines[d.Name] = e.place("name").Line
			}
		}
		ends, ok := r.readEnds(e)
		points, okPoints := readEndPoints(e)
		if e.has("length") {
			d.Length, _ = e.notNegative("length", dimLength)
		}
		if !e.has("stiffness") && !e.has("damping") {
			e.missing("stiffness", `add stiffness: "20 kN/m", damping: "500 N s/m", or both`)
		}
		d.Stiffness, _ = e.notNegative("stiffness", dimStiffness)
		d.Damping, _ = e.notNegative("damping", dimLinearDrag)
		switch only, _ := e.word("only", "no side", "write pull, for a rope, or push, for a buffer", "pull", "push"); only {
		case "pull":
			d.Only = sim.PullOnly
		case "push":
			d.Only = sim.PushOnly
		}
		if d.BreakForce, _ = e.positive("breaks", dimForce); e.has("breaks") && d.Name != "" && !isName(d.Name) {
			e.fail("name", "%q cannot name a spring that breaks, which the report names: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(d.Name))
		} else if e.has("breaks") && d.Name != "" {
			r.tearing[d.Name] = e.place("name").Line
		}
		d.A, d.B, d.AtA, d.AtB = ends[0], ends[1], points[0], points[1]
		if ok && okPoints {
			r.scenario.springs = append(r.scenario.springs, r.spot(e.place("stiffness"), e.path))
			r.scenario.Definition.Springs = append(r.scenario.Definition.Springs, d)
		}
	})
}

// readEnds reads the two ends of a spring or joint: names of bodies; statics and world are the world.
func (r *reader) readEnds(e *object) ([2]int, bool) {
	names, ok := readTwoNames(e, "between", "add between: [world, name of a body], or two bodies")
	ends := [2]int{sim.WorldEnd, sim.WorldEnd}
	if !ok {
		return ends, false
	}
	for i, name := range names {
		if ends[i] = r.bodyIndex(name); ends[i] >= 0 || name == worldName || r.staticIndex(name) >= 0 {
			continue
		}
		ok = false
		if r.isMover(name) {
			e.fail("between", "%q is a mover, which nothing can hold: name a body, a static or world", name)
			continue
		}
		r.mustName(e, "between", name, append(r.objectNames(false), worldName))
	}
	return ends, ok
}

// readTwoNames reads a list of two texts.
func readTwoNames(e *object, key, remedy string) (names [2]string, ok bool) {
	if !e.has(key) {
		e.missing(key, remedy)
		return names, false
	}
	nodes, ok := e.list(key)
	if !ok {
		return names, false
	}
	if len(nodes) != 2 {
		e.fail(key, "a list of %d where two names are needed: %s", len(nodes), remedy)
		return names, false
	}
	for i, n := range nodes {
		if n = resolve(n); n.Kind != yaml.ScalarNode {
			e.d.report(n, at(join(e.path, key), i), "%s where a name is needed", describe(n))
			ok = false
		}
		names[i] = n.Value
	}
	return names, ok
}

// readEndPoints reads where the ends of a spring or joint are: of a body in its axes from its centre of mass, of the
// world in its own.
func readEndPoints(e *object) (p [2]mgl64.Vec3, ok bool) {
	const remedy = "add at: [[x, y, z], [x, y, z]], of a body from its centre of mass in body axes, of the world in its own"
	if !e.has("at") {
		e.missing("at", remedy)
		return p, false
	}
	nodes, ok := e.list("at")
	if !ok {
		return p, false
	}
	if len(nodes) != 2 {
		e.fail("at", "a list of %d where two points are needed: %s", len(nodes), remedy)
		return p, false
	}
	for i, n := range nodes {
		v, good := e.d.vector(n, at(join(e.path, "at"), i), dimLength)
		p[i], ok = v, ok && good
	}
	return p, ok
}

// readIgnored reads the pairs of objects or groups that pass through each other.
func (r *reader) readIgnored(o *object) {
	each(o, "ignore", "ignored", func(e *object) {
		names, ok := readTwoNames(e, "between", "write between: [name, name], of bodies, statics or groups")
		if !ok {
			return
		}
		var d sim.IgnoreDef
		for i, name := range names {
			object, group := [2]*sim.Object{&d.A, &d.B}[i], [2]*int{&d.GroupA, &d.GroupB}[i]
			switch {
			case slices.Contains(r.groups, name) && r.names[name].node != nil:
				e.fail("between", "%q is a group and an object: give one of them another name", name)
				ok = false
			case slices.Contains(r.groups, name):
				*group = slices.Index(r.groups, name) + 1
			case r.bodyIndex(name) >= 0:
				*object = sim.Object(r.bodyIndex(name))
			case r.staticIndex(name) >= 0:
				*object = sim.Object(-1 - r.staticIndex(name))
			case r.isMover(name):
				e.fail("between", "%q is a mover, which passes through sensors alone: name bodies, statics or groups", name)
				ok = false
			default:
				r.mustName(e, "between", name, append(r.objectNames(true), r.groups...))
				ok = false
			}
		}
		if ok && names[0] == names[1] && d.GroupA == 0 {
			e.fail("between", "both are %q, which does not meet itself: name another object for one, or give a group to several that pass through each other", names[0])
			ok = false
		}
		if ok {
			r.scenario.Definition.Ignore = append(r.scenario.Definition.Ignore, d)
		}
	})
}

// nameIndex finds objects of a list, which only grows, by their names.
type nameIndex struct {
	at      map[string]int // the first of each name
	indexed int            // of the list
}

// find returns the place of a name in a list of n, the names of which are those that of returns; -1 if it has none, or
// for no name.
func (x *nameIndex) find(name string, n int, of func(i int) string) int {
	if x.at == nil {
		x.at = map[string]int{}
	}
	for ; x.indexed < n; x.indexed++ {
		key := of(x.indexed)
		if _, there := x.at[key]; !there && key != "" {
			x.at[key] = x.indexed
		}
	}
	if i, ok := x.at[name]; ok {
		return i
	}
	return -1
}

func (r *reader) bodyIndex(name string) int {
	list := r.scenario.Definition.Bodies
	return r.bodyNames.find(name, len(list), func(i int) string { return list[i].Name })
}

func (r *reader) staticIndex(name string) int {
	list := r.scenario.Definition.Statics
	return r.staticNames.find(name, len(list), func(i int) string { return list[i].Name })
}

// objectNames returns the names of the bodies, and of the statics where they count too.
func (r *reader) objectNames(statics bool) []string {
	var names []string
	for i := range r.scenario.Definition.Bodies {
		names = append(names, r.scenario.Definition.Bodies[i].Name)
	}
	if statics {
		for i := range r.scenario.Definition.Statics {
			names = append(names, r.scenario.Definition.Statics[i].Name)
		}
	}
	return names
}

func (r *reader) moverNames() []string {
	var names []string
	for i := range r.scenario.Definition.Movers {
		names = append(names, r.scenario.Definition.Movers[i].Name)
	}
	return names
}

func (r *reader) isMover(name string) bool { return slices.Contains(r.moverNames(), name) }

func (r *reader) sensorNames() []string {
	var names []string
	for i := range r.scenario.Definition.Bodies {
		if b := &r.scenario.Definition.Bodies[i]; b.Sensor {
			names = append(names, b.Name)
		}
	}
	for i := range r.scenario.Definition.Statics {
		if s := &r.scenario.Definition.Statics[i]; s.Sensor {
			names = append(names, s.Name)
		}
	}
	return names
}

// mustName reports a name that is not among those there are.
func (r *reader) mustName(o *object, key, name string, names []string) {
	if slices.Contains(names, name) {
		return
	}
	hint := "the scenario has nothing with a similar name: define it, or correct the name"
	if near := Nearest(name, names); near != "" {
		hint = "did you mean \"" + near + "\"?"
	} else if len(names) > 0 {
		hint = "write one of those there are, such as \"" + names[0] + "\""
	}
	o.fail(key, "there is no %q: %s", clip(name), hint)
}

// passes reports whether two placed objects may overlap: they never touch each other.
func (r *reader) passes(a, b *placedObject) bool {
	def := r.scenario.Definition
	of := func(name string) (object sim.Object, group int, held, sensor bool) {
		if i := r.bodyIndex(name); i >= 0 {
			d := &def.Bodies[i]
			return sim.Object(i), d.Group, len(d.Drive) > 0, d.Sensor
		}
		i := r.staticIndex(name)
		if i < 0 {
			return 0, 0, false, false
		}
		return sim.Object(-1 - i), def.Statics[i].Group, true, def.Statics[i].Sensor
	}
	objectA, groupA, heldA, sensorA := of(a.name)
	objectB, groupB, heldB, sensorB := of(b.name)
	if sensorA || sensorB || heldA && heldB || r.jointed(a.name, b.name) {
		return true
	}
	is := func(d sim.Object, group int, object sim.Object, own int) bool {
		if group > 0 {
			return group == own
		}
		return d == object
	}
	for i := range def.Ignore {
		d := &def.Ignore[i]
		if is(d.A, d.GroupA, objectA, groupA) && is(d.B, d.GroupB, objectB, groupB) ||
			is(d.A, d.GroupA, objectB, groupB) && is(d.B, d.GroupB, objectA, groupA) {
			return true
		}
	}
	return false
}
