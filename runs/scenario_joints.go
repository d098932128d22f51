package runs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
		d.Collide, _ = e.flag("collide")
		if d.BreakForce, d.BreakImpulse = readBreaks(e); e.has("breaks") {
			r.note(e, "breaks")
		}
		if ok {
			r.scenario.joints = append(r.scenario.joints, r.spot(e.place(key), e.path))
			r.scenario.Definition.Joints = append(r.scenario.Definition.Joints, d)
		}
	})
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

// jointed reports whether a joint lets two bodies pass through each other.
func (r *reader) jointed(a, b string) bool {
	i, k := r.bodyIndex(a), r.bodyIndex(b)
	for n := range r.scenario.Definition.Joints {
		d := &r.scenario.Definition.Joints[n]
		if !d.Collide && i >= 0 && k >= 0 && (d.A == i && d.B == k || d.A == k && d.B == i) {
			return true
		}
	}
	return false
}

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
