package scenariofile

import (
	"math"
	"math/big"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
)

// worldName stands for the world as the end of a spring.
const worldName = "world"

// readDynamics reads what a body has besides shape, mass and place: drag, or a drive in place of forces; sensor and
// group.
func (r *reader) readDynamics(o *document.Object, b *sim.BodyDef) {
	if d, ok := o.Object("drag", "drag"); ok {
		b.Drag.Linear, _ = d.NotNegative("linear", units.LinearDrag)
		b.Drag.Quadratic, _ = d.NotNegative("quadratic", units.QuadraticDrag)
		b.Drag.Angular, _ = d.NotNegative("angular", units.AngularDrag)
	}
	if b.Sensor, _ = o.Flag("sensor"); b.Sensor && o.Has("vehicle") {
		o.Fail("sensor", "a sensor touches nothing and cannot stand on wheels: remove the key, or the vehicle")
		b.Sensor = false
	}
	b.Group = r.readGroup(o)
	if !o.Has("drive") {
		return
	}
	for _, key := range []string{"mass", "inertia", "velocity", "speed", "angular_velocity", "drag", "vehicle"} {
		if o.Has(key) {
			o.Fail(key, "a body with a drive follows it, whatever acts on it: remove the key, or the drive")
		}
	}
	if n, ok := o.Length("drive"); ok && n == 0 {
		o.Fail("drive", `is empty: write drive: [{time: 0, velocity: [x, y, z]}]`)
	}
	b.Drive = r.readDrive(o)
}

// readDrive reads the prescribed motion of a body, by velocities or by accelerations.
func (r *reader) readDrive(o *document.Object) []sim.DriveAt {
	if !r.readHistory(o, "drive", "drive_at") {
		return nil
	}
	var drive []sim.DriveAt
	var entries []*document.Object // where some may have accelerations
	accelerated := false
	if n := o.Values["drive"]; n != nil && n.Kind == yaml.SequenceNode {
		accelerated = slices.ContainsFunc(n.Content, func(e *yaml.Node) bool {
			e = document.Resolve(e)
			return document.ValueOf(e, "acceleration") != nil || document.ValueOf(e, "<<") != nil
		})
	}
	last := math.Inf(-1)
	before := len(r.Problems)
	each(o, "drive", "drive_at", func(e *document.Object) {
		p := sim.DriveAt{Time: readTime(e, &last, true)}
		p.Velocity, _ = e.Vector("velocity", units.Speed)
		_, _ = e.Vector("acceleration", units.Acceleration) // which accelerate reads exactly, where it is right
		if v, ok := e.Vector("angular_velocity", units.AngularSpeed); ok {
			p.AngularVelocity = v
			r.note(e, "angular_velocity")
		}
		if drive = append(drive, p); accelerated {
			entries = append(entries, e)
		}
	})
	if len(r.Problems) == before && slices.ContainsFunc(entries, func(e *document.Object) bool { return e.Has("acceleration") }) {
		accelerate(drive, entries)
	}
	return drive
}

// accelerate gives the entries of a drive after the first the velocities that linear accelerations between them lead to, from
// the velocity of the first on: by the trapezoidal rule, which is exact then, of the numbers as they are written. Each is rounded
// once.
func accelerate(drive []sim.DriveAt, entries []*document.Object) {
	if len(drive) < 2 {
		entries[0].Fail("acceleration", "leads to no velocity without a later entry: add one, such as {time: 0.1 s}, or write a velocity")
		return
	}
	var sum [3]*big.Float
	for axis, v := range entries[0].ExactVector("velocity", units.Speed) {
		sum[axis] = v
	}
	last, a0 := entries[0].ExactNumber("time", units.Time), entries[0].ExactVector("acceleration", units.Acceleration)
	half := new(big.Float).SetFloat64(0.5)
	for i := 1; i < len(drive); i++ {
		e := entries[i]
		if e.Has("velocity") {
			e.Fail("velocity", "follows from the accelerations: remove the key, or all accelerations; the first entry alone may have both")
			return
		}
		now, a1 := e.ExactNumber("time", units.Time), e.ExactVector("acceleration", units.Acceleration)
		halfStep := new(big.Float).Sub(now, last)
		halfStep.Mul(halfStep, half)
		for axis, v := range sum {
			twice := new(big.Float).Add(a0[axis], a1[axis])
			moved, size := v.Sign() != 0, v.MantExp(nil)
			if v.Add(v, twice.Mul(twice, halfStep)); moved && v.MantExp(nil) < size-document.ExactBits/2 {
				v.SetInt64(0) // what is left is rounding
			}
			speed, _ := v.Float64()
			if math.Abs(speed) > sim.MaxSpeed {
				e.Fail("acceleration", "leads to %.3g m/s, faster than light: write accelerations with their unit, times too, such as ms", speed)
				return
			}
			drive[i].Velocity[axis] = speed
		}
		last, a0 = now, a1
	}
}

// readGroup reads the group of an object and returns its number, 0 for none.
func (r *reader) readGroup(o *document.Object) int {
	name, ok := o.Text("group")
	if !ok {
		return 0
	}
	if !document.IsName(name) {
		o.Fail("group", "%q cannot name a group: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(name))
		return 0
	}
	if i := slices.Index(r.groups, name); i >= 0 {
		return i + 1
	}
	r.groups = append(r.groups, name)
	return len(r.groups)
}

// readForces reads the forces over time.
func (r *reader) readForces(o *document.Object) {
	each(o, "forces", "force", func(e *document.Object) {
		d := sim.ForceDef{}
		if !e.Has("body") {
			e.Missing("body", "add body: the name of a body")
		}
		name, ok := e.Text("body")
		if ok {
			if d.Body = r.bodyIndex(name); d.Body < 0 {
				ok = false
				switch {
				case r.staticIndex(name) >= 0:
					e.Fail("body", "%q is a static, which no force moves: name a body", name)
				case r.isMover(name):
					e.Fail("body", "%q is a mover, which follows its program, whatever acts on it: name a body", name)
				default:
					r.mustName(e, "body", name, r.objectNames(false))
				}
			}
		}
		if ok && len(r.scenario.Definition.Bodies[d.Body].Drive) > 0 {
			e.Fail("body", "%q has a drive, so that forces have no effect on it: name another body, or remove its drive", name)
			ok = false
		}
		d.Point, _ = e.Vector("point", units.Length)
		frame, _ := e.Word("frame", "no frame", "write world or body", "world", "body")
		d.InBody = frame == "body"
		d.Program = r.readForceProgram(e)
		if ok {
			r.scenario.Definition.Forces = append(r.scenario.Definition.Forces, d)
		}
	})
}

// readForceProgram reads force and torque, or the program that gives them over time.
func (r *reader) readForceProgram(e *document.Object) []sim.ForceAt {
	constant := e.Has("force") || e.Has("torque")
	switch {
	case constant && e.Has("program"):
		e.Fail("program", "the force is given without time too: keep one of them")
		return nil
	case !constant && !e.Has("program"):
		e.Missing("force", `add force: [x, y, z], torque: [x, y, z], or program: [{time: 0, force: [x, y, z]}, {time: "1 s"}]`)
		return nil
	case constant:
		p := sim.ForceAt{}
		p.Force, _ = e.Vector("force", units.Force)
		p.Torque, _ = e.Vector("torque", units.Torque)
		return []sim.ForceAt{p}
	}
	if !r.readHistory(e, "program", "force_at") {
		return nil
	}
	if nodes, ok := e.List("program"); ok && len(nodes) == 0 {
		e.Fail("program", `is empty: write program: [{time: 0, force: [x, y, z]}, {time: "1 s"}]`)
	}
	var program []sim.ForceAt
	last := math.Inf(-1)
	each(e, "program", "force_at", func(a *document.Object) {
		p := sim.ForceAt{Time: readTime(a, &last, true)}
		p.Force, _ = a.Vector("force", units.Force)
		p.Torque, _ = a.Vector("torque", units.Torque)
		program = append(program, p)
	})
	return program
}

// readSprings reads the springs and dampers.
func (r *reader) readSprings(o *document.Object) {
	lines := map[string]int{} // on which a name was given
	each(o, "springs", "spring", func(e *document.Object) {
		d := sim.SpringDef{Length: -1}
		if d.Name, _ = e.Text("name"); d.Name != "" {
			if before, ok := lines[d.Name]; ok {
				e.Fail("name", "%q is used already on line %d: give every spring a name of its own", wording.Clip(d.Name), before)
			} else {
				lines[d.Name] = e.Place("name").Line
			}
		}
		ends, ok := r.readEnds(e)
		points, okPoints := readEndPoints(e)
		if e.Has("length") {
			d.Length, _ = e.NotNegative("length", units.Length)
		}
		if !e.Has("stiffness") && !e.Has("damping") {
			e.Missing("stiffness", `add stiffness: "20 kN/m", damping: "500 N s/m", or both`)
		}
		d.Stiffness, _ = e.NotNegative("stiffness", units.Stiffness)
		d.Damping, _ = e.NotNegative("damping", units.LinearDrag)
		switch only, _ := e.Word("only", "no side", "write pull, for a rope, or push, for a buffer", "pull", "push"); only {
		case "pull":
			d.Only = sim.PullOnly
		case "push":
			d.Only = sim.PushOnly
		}
		if d.BreakForce, _ = e.Positive("breaks", units.Force); e.Has("breaks") && d.Name != "" && !document.IsName(d.Name) {
			e.Fail("name", "%q cannot name a spring that breaks, which the report names: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(d.Name))
		} else if e.Has("breaks") && d.Name != "" {
			r.tearing[d.Name] = e.Place("name").Line
		}
		d.A, d.B, d.AtA, d.AtB = ends[0], ends[1], points[0], points[1]
		if ok && okPoints {
			r.scenario.springs = append(r.scenario.springs, r.spot(e.Place("stiffness"), e.Path))
			r.scenario.Definition.Springs = append(r.scenario.Definition.Springs, d)
		}
	})
}

// readEnds reads the two ends of a spring or joint: names of bodies; statics and world are the world.
func (r *reader) readEnds(e *document.Object) ([2]int, bool) {
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
			e.Fail("between", "%q is a mover, which nothing can hold: name a body, a static or world", name)
			continue
		}
		r.mustName(e, "between", name, append(r.objectNames(false), worldName))
	}
	return ends, ok
}

// readTwoNames reads a list of two texts.
func readTwoNames(e *document.Object, key, remedy string) (names [2]string, ok bool) {
	if !e.Has(key) {
		e.Missing(key, remedy)
		return names, false
	}
	nodes, ok := e.List(key)
	if !ok {
		return names, false
	}
	if len(nodes) != 2 {
		e.Fail(key, "a list of %d where two names are needed: %s", len(nodes), remedy)
		return names, false
	}
	for i, n := range nodes {
		if n = document.Resolve(n); n.Kind != yaml.ScalarNode {
			e.Decoder.Report(n, document.At(document.Join(e.Path, key), i), "%s where a name is needed", document.Describe(n))
			ok = false
		}
		names[i] = n.Value
	}
	return names, ok
}

// readEndPoints reads where the ends of a spring or joint are: of a body in its axes from its centre of mass, of the
// world in its own.
func readEndPoints(e *document.Object) (p [2]mgl64.Vec3, ok bool) {
	const remedy = "add at: [[x, y, z], [x, y, z]], of a body from its centre of mass in body axes, of the world in its own"
	if !e.Has("at") {
		e.Missing("at", remedy)
		return p, false
	}
	nodes, ok := e.List("at")
	if !ok {
		return p, false
	}
	if len(nodes) != 2 {
		e.Fail("at", "a list of %d where two points are needed: %s", len(nodes), remedy)
		return p, false
	}
	for i, n := range nodes {
		v, good := e.Decoder.Vector(n, document.At(document.Join(e.Path, "at"), i), units.Length)
		p[i], ok = v, ok && good
	}
	return p, ok
}

// readIgnored reads the pairs of objects or groups that pass through each other.
func (r *reader) readIgnored(o *document.Object) {
	each(o, "ignore", "ignored", func(e *document.Object) {
		names, ok := readTwoNames(e, "between", "write between: [name, name], of bodies, statics or groups")
		if !ok {
			return
		}
		var d sim.IgnoreDef
		for i, name := range names {
			object, group := [2]*sim.Object{&d.A, &d.B}[i], [2]*int{&d.GroupA, &d.GroupB}[i]
			switch {
			case slices.Contains(r.groups, name) && r.names[name].node != nil:
				e.Fail("between", "%q is a group and an object: give one of them another name", name)
				ok = false
			case slices.Contains(r.groups, name):
				*group = slices.Index(r.groups, name) + 1
			case r.bodyIndex(name) >= 0:
				*object = sim.Object(r.bodyIndex(name))
			case r.staticIndex(name) >= 0:
				*object = sim.Object(-1 - r.staticIndex(name))
			case r.isMover(name):
				e.Fail("between", "%q is a mover, which passes through sensors alone: name bodies, statics or groups", name)
				ok = false
			default:
				r.mustName(e, "between", name, append(r.objectNames(true), r.groups...))
				ok = false
			}
		}
		if ok && names[0] == names[1] && d.GroupA == 0 {
			e.Fail("between", "both are %q, which does not meet itself: name another object for one, or give a group to several that pass through each other", names[0])
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
func (r *reader) mustName(o *document.Object, key, name string, names []string) {
	if slices.Contains(names, name) {
		return
	}
	hint := "the scenario has nothing with a similar name: define it, or correct the name"
	if near := wording.Nearest(name, names); near != "" {
		hint = "did you mean \"" + near + "\"?"
	} else if len(names) > 0 {
		hint = "write one of those there are, such as \"" + names[0] + "\""
	}
	o.Fail(key, "there is no %q: %s", wording.Clip(name), hint)
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
