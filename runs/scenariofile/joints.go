package scenariofile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// readJoints reads the ball joints.
func (r *reader) readJoints(o *document.Object) {
	lines := map[string]int{} // on which a name was given
	each(o, "joints", "joint", func(e *document.Object) {
		d := sim.JointDef{}
		if name, ok := e.Text("name"); ok {
			before, again := lines[name]
			spring, tears := r.tearing[name]
			switch {
			case !document.IsName(name):
				e.Fail("name", "%q cannot name a joint: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(name))
			case again:
				e.Fail("name", "another joint is called %q, on line %d: give it a name of its own", name, before)
			case tears && e.Has("breaks"):
				e.Fail("name", "a spring that breaks is called %q, on line %d: give the joint, which breaks too, a name of its own", name, spring)
			}
			d.Name = name
			if !again {
				lines[name] = e.Place("name").Line
			}
		}
		ends, ok := r.readEnds(e)
		d.A, d.B = ends[0], ends[1]
		known := ok
		key := "point"
		switch {
		case e.Has("point") && e.Has("at"):
			e.Fail("at", "the joint has a point of the world too: keep one of them")
			ok = false
		case e.Has("at"):
			points, good := readEndPoints(e)
			key, d.AtA, d.AtB, ok = "at", points[0], points[1], ok && good
		case e.Has("point"):
			v, good := e.Vector("point", units.Length)
			d.AtA, d.InWorld, ok = v, true, ok && good
		default:
			e.Missing("point", "add point: [x, y, z], in the world at the start, or at: a point of each end")
			ok = false
		}
		if d.Collide, _ = e.Flag("collide"); !d.Collide {
			for i := range ends {
				if !known && ends[i] < 0 {
					ends[i] = anyEnd
				}
			}
			r.joined = append(r.joined, ends)
		}
		if d.BreakForce, d.BreakImpulse = readBreaks(e); e.Has("breaks") {
			r.note(e, "breaks")
		}
		if d.Friction, d.Damping = readResistance(e); e.Has("friction") {
			r.note(e, "friction")
		}
		if e.Has("damping") {
			r.note(e, "damping")
		}
		if limits, good := r.readLimits(e); good {
			d.Limits = limits
		} else {
			ok = false
		}
		if ok {
			r.scenario.joints = append(r.scenario.joints, r.spot(e.Place(key), e.Path))
			r.scenario.Definition.Joints = append(r.scenario.Definition.Joints, d)
		}
	})
}

// readLimits reads the limits of a joint: a list, or one alone.
func (r *reader) readLimits(e *document.Object) (limits []sim.JointLimit, ok bool) {
	n := e.Values["limits"]
	if n == nil {
		return nil, true
	}
	nodes, path := []*yaml.Node{n}, func(int) string { return document.Join(e.Path, "limits") }
	if n.Kind != yaml.MappingNode {
		if n.Kind != yaml.SequenceNode {
			e.Fail("limits", "%s where a limit is needed: write {axis: [0, 0, 1], angle: 60 deg}, or a list of such", document.Describe(n))
			return nil, false
		}
		if len(n.Content) == 0 {
			e.Fail("limits", "is empty: write {axis: [0, 0, 1], angle: 60 deg}, a list of such, or remove it: without limits a joint turns freely")
			return nil, false
		}
		nodes, path = n.Content, func(i int) string { return document.At(document.Join(e.Path, "limits"), i) }
	}
	ok = true
	for i, n := range nodes {
		l, good := e.Decoder.Object(n, path(i), "limit")
		if !good {
			ok = false
			continue
		}
		d, good := readLimit(l)
		limits, ok = append(limits, d), ok && good
		r.noteAt(document.At(document.Join(e.Path, "limits"), i), l)
	}
	return limits, ok
}

// readLimit reads a limit of the angle of a joint.
func readLimit(l *document.Object) (d sim.JointLimit, ok bool) {
	const remedy = "add axis: [x, y, z], a direction of the world at the start, or axes: a direction of each end"
	directed := func(n *yaml.Node, path string, v mgl64.Vec3) bool {
		if v == (mgl64.Vec3{}) {
			l.Decoder.Wrong(document.Resolve(n), path, "has length 0: write a direction such as [0, 0, 1]")
		}
		return v != (mgl64.Vec3{})
	}
	switch {
	case l.Has("axis") && l.Has("axes"):
		l.Fail("axes", "the limit has an axis for both ends too: keep one of them")
	case l.Has("axis"):
		d.InWorld = true
		d.AxisA, ok = l.Vector("axis", units.One)
		ok = ok && directed(l.Values["axis"], document.Join(l.Path, "axis"), d.AxisA)
	case !l.Has("axes"):
		if !slices.Contains(l.Meant, "axes") {
			l.Missing("axis", remedy)
		}
	default:
		n, of := l.Values["axes"], document.Describe(l.Values["axes"])
		if n.Kind == yaml.SequenceNode {
			of = fmt.Sprintf("a list of %d", len(n.Content))
		}
		if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
			l.Fail("axes", "%s where two directions are needed: write axes: [[x, y, z], [x, y, z]]", of)
			break
		}
		ok = true
		for i, to := range [2]*mgl64.Vec3{&d.AxisA, &d.AxisB} {
			path := document.At(document.Join(l.Path, "axes"), i)
			v, good := l.Decoder.Vector(n.Content[i], path, units.One)
			good = good && directed(n.Content[i], path, v)
			*to, ok = v, ok && good
		}
	}
	if !l.Has("angle") {
		l.Missing("angle", "add angle: 60 deg, the largest one between the axes")
		return d, false
	}
	angle, good := l.Positive("angle", units.Angle)
	if good && !(angle >= sim.LeastLimit && angle <= sim.MostLimit) {
		l.Wrong("angle", "%s is not within 0.1 to 179.9 deg: write, for example, 60 deg", wording.Clip(l.Decoder.Written(l.Values["angle"])))
		good = false
	}
	d.Angle = angle
	return d, ok && good
}

// readResistance reads the friction [N m] and the damping [N m s/rad] of a joint.
func readResistance(e *document.Object) (friction, damping float64) {
	friction, _ = e.NotNegative("friction", units.Torque)
	if damping, _ = e.NotNegative("damping", units.AngularDrag); damping > sim.MaxDamping {
		e.Wrong("damping", "%s is more than %g: write, for example, %s", wording.Clip(e.Decoder.Written(e.Values["damping"])), float64(sim.MaxDamping), units.AngularDrag.Example())
	}
	return friction, damping
}

// readBreaks reads what breaks a joint: a force [N], or with its key, and an impulse [N s]; 0 for none.
func readBreaks(e *document.Object) (force, impulse float64) {
	switch n := e.Values["breaks"]; {
	case n == nil:
	case n.Kind == yaml.MappingNode:
		b, ok := e.Object("breaks", "breaks")
		if !ok {
			return 0, 0
		}
		if !b.Strange && !b.Has("force") && !b.Has("impulse") {
			e.Fail("breaks", `says nothing: write breaks: {force: "60 kN", impulse: "5 kN s"}, or one of them`)
		}
		force, _ = b.Positive("force", units.Force)
		impulse, _ = b.Positive("impulse", units.Impulse)
	case n.Kind == yaml.SequenceNode:
		e.Fail("breaks", `%s where a force is needed: write breaks: "60 kN", or {force: "60 kN", impulse: "5 kN s"}`, document.Describe(n))
	default:
		force, _ = e.Positive("breaks", units.Force)
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
func (r *reader) spot(n *yaml.Node, path string) document.Problem {
	return document.Problem{File: r.FileOf(n), Line: n.Line, Column: n.Column, Path: path}
}

// note remembers the place of a field that is judged later.
func (r *reader) note(o *document.Object, key string) {
	if r.scenario.places == nil {
		r.scenario.places = map[string]document.Problem{}
	}
	path := document.Join(o.Path, key)
	r.scenario.places[path] = r.spot(o.Place(key), path)
}

// noteAt remembers the place of a mapping in a list that is judged later, by the path that the mapping has there.
func (r *reader) noteAt(path string, o *document.Object) {
	if r.scenario.places == nil {
		r.scenario.places = map[string]document.Problem{}
	}
	r.scenario.places[path] = r.spot(o.Node, o.Path)
}

// placed returns the place of the spring, joint, collision, vehicle or angular velocity that an error of sim.New is about, with what it
// says, and whether it is about one.
func (s *Scenario) placed(err error) (document.Problem, bool) {
	var spring *sim.SpringError
	var joint *sim.JointError
	var wheels *sim.VehicleError
	var collision *sim.CollisionError
	var spin *sim.TurningError
	var p document.Problem
	switch {
	case errors.As(err, &spin):
		i := slices.IndexFunc(s.Definition.Bodies, func(b sim.BodyDef) bool { return b.Name == spin.Body })
		known := false
		if p, known = s.places[document.Join(document.At("bodies", i), spin.Field)]; !known {
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
			if q, known := s.places[document.At(document.Join(p.Path, "limits"), limit.Index)]; known {
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
