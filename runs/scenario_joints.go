package runs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// readJoints reads the ball joints.
func (r *reader) readJoints(o *object) {
	lines := map[string]int{} // on which a name was given
	each(o, "joints", "joint", func(e *object) {
		d := sim.JointDef{}
		if name, ok := e.text("name"); ok {
			before, again := lines[name]
			spring, tears := r.tearing[name]
			switch {
			case !isName(name):
				e.fail("name", "%q cannot name a joint: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(name))
			case again:
				e.fail("name", "another joint is called %q, on line %d: give it a name of its own", name, before)
			case tears && e.has("breaks"):
				e.fail("name", "a spring that breaks is called %q, on line %d: give the joint, which breaks too, a name of its own", name, spring)
			}
			d.Name = name
			if !again {
				lines[name] = e.place("name").Line
			}
		}
		ends, ok := r.readEnds(e)
		d.A, d.B = ends[0], ends[1]
		known := ok
		key := "point"
		switch {
		case e.has("point") && e.has("at"):
			e.fail("at", "the joint has a point of the world too: keep one of them")
			ok = false
		case e.has("at"):
			points, good := readEndPoints(e)
			key, d.AtA, d.AtB, ok = "at", points[0], points[1], ok && good
		case e.has("point"):
			v, good := e.vector("point", dimLength)
			d.AtA, d.InWorld, ok = v, true, ok && good
		default:
			e.missing("point", "add point: [x, y, z], in the world at the start, or at: a point of each end")
			ok = false
		}
		if d.Collide, _ = e.flag("collide"); !d.Collide {
			for i := range ends {
				if !known && ends[i] < 0 {
					ends[i] = anyEnd
				}
			}
			r.joined = append(r.joined, ends)
		}
		if d.BreakForce, d.BreakImpulse = readBreaks(e); e.has("breaks") {
			r.note(e, "breaks")
		}
		if d.Friction, d.Damping = readResistance(e); e.has("friction") {
			r.note(e, "friction")
		}
		if e.has("damping") {
			r.note(e, "damping")
		}
		if limits, good := r.readLimits(e); good {
			d.Limits = limits
		} else {
			ok = false
		}
		if ok {
			r.scenario.joints = append(r.scenario.joints, r.spot(e.place(key), e.path))
			r.scenario.Definition.Joints = append(r.scenario.Definition.Joints, d)
		}
	})
}

// readLimits reads the limits of a joint: a list, or one alone.
func (r *reader) readLimits(e *object) (limits []sim.JointLimit, ok bool) {
	n := e.values["limits"]
	if n == nil {
		return nil, true
	}
	nodes, path := []*yaml.Node{n}, func(int) string { return join(e.path, "limits") }
	if n.Kind != yaml.MappingNode {
		if n.Kind != yaml.SequenceNode {
			e.fail("limits", "%s where a limit is needed: write {axis: [0, 0, 1], angle: 60 deg}, or a list of such", describe(n))
			return nil, false
		}
		if len(n.Content) == 0 {
			e.fail("limits", "is empty: write {axis: [0, 0, 1], angle: 60 deg}, a list of such, or remove it: without limits a joint turns freely")
			return nil, false
		}
		nodes, path = n.Content, func(i int) string { return at(join(e.path, "limits"), i) }
	}
	ok = true
	for i, n := range nodes {
		l, good := e.d.object(n, path(i), "limit")
		if !good {
			ok = false
			continue
		}
		d, good := readLimit(l)
		limits, ok = append(limits, d), ok && good
		r.noteAt(at(join(e.path, "limits"), i), l)
	}
	return limits, ok
}

// readLimit reads a limit of the angle of a joint.
func readLimit(l *object) (d sim.JointLimit, ok bool) {
	const remedy = "add axis: [x, y, z], a direction of the world at the start, or axes: a direction of each end"
	directed := func(n *yaml.Node, path string, v mgl64.Vec3) bool {
		if v == (mgl64.Vec3{}) {
			l.d.wrong(resolve(n), path, "has length 0: write a direction such as [0, 0, 1]")
		}
		return v != (mgl64.Vec3{})
	}
	switch {
	case l.has("axis") && l.has("axes"):
		l.fail("axes", "the limit has an axis for both ends too: keep one of them")
	case l.has("axis"):
		d.InWorld = true
		d.AxisA, ok = l.vector("axis", dimOne)
		ok = ok && directed(l.values["axis"], join(l.path, "axis"), d.AxisA)
	case !l.has("axes"):
		if !slices.Contains(l.meant, "axes") {
			l.missing("axis", remedy)
		}
	default:
		n, of := l.values["axes"], describe(l.values["axes"])
		if n.Kind == yaml.SequenceNode {
			of = fmt.Sprintf("a list of %d", len(n.Content))
		}
		if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
			l.fail("axes", "%s where two directions are needed: write axes: [[x, y, z], [x, y, z]]", of)
			break
		}
		ok = true
		for i, to := range [2]*mgl64.Vec3{&d.AxisA, &d.AxisB} {
			path := at(join(l.path, "axes"), i)
			v, good := l.d.vector(n.Content[i], path, dimOne)
			good = good && directed(n.Content[i], path, v)
			*to, ok = v, ok && good
		}
	}
	if !l.has("angle") {
		l.missing("angle", "add angle: 60 deg, the largest one between the axes")
		return d, false
	}
	angle, good := l.positive("angle", dimAngle)
	if good && !(angle >= sim.LeastLimit && angle <= sim.MostLimit) {
		l.wrong("angle", "%s is not within 0.1 to 179.9 deg: write, for example, 60 deg", clip(l.d.written(l.values["angle"])))
		good = false
	}
	d.Angle = angle
	return d, ok && good
}

// readResistance reads the friction [N m] and the damping [N m s/rad] of a joint.
func readResistance(e *object) (friction, damping float64) {
	friction, _ = e.notNegative("friction", dimTorque)
	if damping, _ = e.notNegative("damping", dimAngularDrag); damping > sim.MaxDamping {
		e.wrong("damping", "%s is more than %g: write, for example, %s", clip(e.d.written(e.values["damping"])), float64(sim.MaxDamping), example[dimAngularDrag])
	}
	return friction, damping
}

// readBreaks reads what breaks a joint: a force [N], or with its key, and an impulse [N s]; 0 for none.
func readBreaks(e *object) (force, impulse float64) {
	switch n := e.values["breaks"]; {
	case n == nil:
	case n.Kind == yaml.MappingNode:
		b, ok := e.object("breaks", "breaks")
		if !ok {
			return 0, 0
		}
		if !b.strange && !b.has("force") && !b.has("impulse") {
			e.fail("breaks", `says nothing: write breaks: {force: "60 kN", impulse: "5 kN s"}, or one of them`)
		}
		force, _ = b.positive("force", dimForce)
		impulse, _ = b.positive("impulse", dimImpulse)
	case n.Kind == yaml.SequenceNode:
		e.fail("breaks", `%s where a force is needed: write breaks: "60 kN", or {force: "60 kN", impulse: "5 kN s"}`, describe(n))
	default:
		force, _ = e.positive("breaks", dimForce)
	}
	return force, impulse
}

// jointed reports whether a joint lets two bodies pass through each other, or may once its problems are mended.
func (r *reader) jointed(a, b string) bool {
	i, k := r.bodyIndex(a), r.bodyIndex(b)
	if i < 0 || k < 0 {
		return false
	}
	is := func(end, body int) bool { return end == body || end == anyEnd }
	return slices.ContainsFunc(r.joined, func(ends [2]int) bool {
		return is(ends[0], i) && is(ends[1], k) || is(ends[0], k) && is(ends[1], i)
	})
}

// anyEnd is an end of a joint that is not known: its name is wrong, and reported.
const anyEnd = -2

// spot is the place of a problem that is found later.
func (r *reader) spot(n *yaml.Node, path string) Problem {
	return Problem{File: r.fileOf(n), Line: n.Line, Column: n.Column, Path: path}
}

// note remembers the place of a field that is judged later.
func (r *reader) note(o *object, key string) {
	if r.scenario.places == nil {
		r.scenario.places = map[string]Problem{}
	}
	path := join(o.path, key)
	r.scenario.places[path] = r.spot(o.place(key), path)
}

// noteAt remembers the place of a mapping in a list that is judged later, by the path that the mapping has there.
func (r *reader) noteAt(path string, o *object) {
	if r.scenario.places == nil {
		r.scenario.places = map[string]Problem{}
	}
	r.scenario.places[path] = r.spot(o.node, o.path)
}

// placed returns the place of the spring, joint, collision, vehicle or angular velocity that an error of sim.New is about, with what it
// says, and whether it is about one.
func (s *Scenario) placed(err error) (Problem, bool) {
	var spring *sim.SpringError
	var joint *sim.JointError
	var wheels *sim.VehicleError
	var collision *sim.CollisionError
	var spin *sim.TurningError
	var p Problem
	switch {
	case errors.As(err, &spin):
		i := slices.IndexFunc(s.Definition.Bodies, func(b sim.BodyDef) bool { return b.Name == spin.Body })
		known := false
		if p, known = s.places[join(at("bodies", i), spin.Field)]; !known {
			return p, false
		}
		p.What = strings.TrimPrefix(err.Error(), fmt.Sprintf("body %q: %s: ", spin.Body, spin.Field))
		return p, true
	case errors.As(err, &spring) && spring.Index < len(s.springs):
		p = s.springs[spring.Index]
	case errors.As(err, &joint) && joint.Index < len(s.joints):
		p = s.joints[joint.Index]
		var limit *sim.LimitError
		if errors.As(err, &limit) {
			if q, known := s.places[at(join(p.Path, "limits"), limit.Index)]; known {
				q.What = limit.Err.Error()
				return q, true
			}
		}
	case errors.As(err, &collision) && collision.Index < len(s.collisions):
		p = s.collisions[collision.Index]
		p.What = collision.Err.Error()
		return p, true
	case errors.As(err, &wheels) && wheels.Index < len(s.vehicles):
		p = s.vehicles[wheels.Index]
		var wheel *vehicle.WheelError
		if errors.As(err, &wheel) {
			p = s.wheelPlace(p, s.Definition.Vehicles[wheels.Index].Body, wheel)
		}
	default:
		return p, false
	}
	what := strings.TrimPrefix(err.Error(), p.Path+": ") // one without a name is called by its path
	if wheels != nil {
		d := s.Definition
		what = strings.TrimPrefix(what, fmt.Sprintf("body %q: vehicle: ", d.Bodies[d.Vehicles[wheels.Index].Body].Name))
	}
	p.What = what
	return p, true
}
