package runs

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Springs computes what the springs of a scenario do from the states in a log of it.
type Springs struct {
	defs   []sim.SpringDef // with their lengths
	names  []string
	ends   [][2]string
	trails [][2]*trail // nil for the world
	torn   []int64     // step of the frame from which on it is torn; never for one that holds
	driven map[int32]bool
}

// SpringState is what a spring does at a moment. Lengths and forces are along the line between its ends; a force is above zero
// where it pulls them together, below where it pushes them apart.
//
// It is that of the law of the spring for the state. The engine takes the force of a step as that in the predicted middle of the
// step, and holds it: what it gave a body in a step differs by the order of the square of the step from the mean of the forces at
// its ends. A spring that has torn acts no more: from the frame of its event on, Elastic, Damping and Force are 0. Length,
// Elongation and Rate are still those of the places where it was fixed.
type SpringState struct {
	Length     float64 // distance of its ends [m]
	Elongation float64 // less its length without force [m]
	Rate       float64 // at which the length grows [m/s]
	Elastic    float64 // stiffness × elongation; 0 on the side to which it does not act [N]
	Damping    float64 // damping × rate, where it acts to one side limited so that the force does not turn round [N]
	Force      float64 // the sum of the two [N]
}

// never is a step behind all.
const never = math.MaxInt64

// NewSprings returns the springs of the scenario of a log. It reads the log, up to where the last has torn, if springs can tear.
// The error is one of reading, of a log that does not have the states of the bodies, or not that of whether a spring tears.
func NewSprings(r *recorder.Reader, sc *scenariofile.Scenario) (*Springs, error) {
	s, err := springsOf(r.Header().Objects, r.Header().Columns, sc)
	if err != nil {
		return nil, err
	}
	return s, s.findTorn(r)
}

// springsOf returns the springs of a scenario in frames with the given columns, of which none has torn.
func springsOf(objects []record.Object, columns []record.Column, sc *scenariofile.Scenario) (*Springs, error) {
	s, trails := &Springs{driven: map[int32]bool{}}, trailsOf(objects, columns)
	for i := range sc.Definition.Springs {
		d := sc.Definition.Springs[i]
		if d.Length < 0 {
			d.Length = lengthAtStart(sc.Definition, &d)
		}
		name := springName(&d, i)
		var names [2]string
		var of [2]*trail
		for k, body := range [2]int{d.A, d.B} {
			if names[k] = recorder.WorldName; body == sim.WorldEnd {
				continue
			}
			names[k] = sc.Definition.Bodies[body].Name
			for n := range trails {
				if t := &trails[n]; t.kind == record.Body && objects[t.object].Name == names[k] {
					of[k], s.driven[t.object] = t, objects[t.object].Driven
				}
			}
			if of[k] == nil {
				return nil, fmt.Errorf("spring %s: the log has no states of its body %q", name, names[k])
			}
		}
		s.defs, s.names, s.ends, s.trails, s.torn = append(s.defs, d), append(s.names, name), append(s.ends, names), append(s.trails, of), append(s.torn, never)
	}
	return s, nil
}

// springName returns the name of spring i of a definition: springs[0] for the first if it has none.
func springName(d *sim.SpringDef, i int) string {
	if d.Name == "" {
		return fmt.Sprintf("springs[%d]", i)
	}
	return d.Name
}

// lengthAtStart returns the distance of the ends of a spring at the start, as the engine has it [m].
func lengthAtStart(all *sim.Definition, d *sim.SpringDef) float64 {
	p := [2]geom.Vec{geom.FromMGL(d.AtA), geom.FromMGL(d.AtB)}
	for k, body := range [2]int{d.A, d.B} {
		if body != sim.WorldEnd {
			b := &all.Bodies[body]
			p[k] = geom.FromMGL(b.Position).Add(attitudeAtStart(b).Rotate(p[k]))
		}
	}
	return p[1].Sub(p[0]).Len()
}

// attitudeAtStart returns the attitude of a body at the start, as the engine has it.
func attitudeAtStart(d *sim.BodyDef) geom.Quat {
	if q := geom.QuatFromMGL(d.Attitude); q != (geom.Quat{}) {
		return q.Normalize()
	}
	return geom.IdentityQuat()
}

// findTorn finds from the events of a log when its springs tear.
func (s *Springs) findTorn(r *recorder.Reader) error {
	var left []int
	for i := range s.defs {
		if s.defs[i].BreakForce > 0 {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return nil
	}
	var lost error
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil && lost == nil {
			lost = err
		}
		if err != nil {
			continue
		}
		for k := range f.Events {
			e := &f.Events[k]
			if i := slices.IndexFunc(left, func(i int) bool { return s.isOf(i, e) }); i >= 0 {
				s.torn[left[i]] = f.Step
				left = slices.Delete(left, i, i+1)
			}
		}
		if len(left) == 0 {
			return nil
		}
	}
	if lost != nil {
		return fmt.Errorf("spring %s may have torn in what cannot be read: %w", s.names[left[0]], lost)
	}
	return nil
}

// isOf reports whether an event is that of a spring that tears.
func (s *Springs) isOf(i int, e *record.Event) bool {
	if e.Kind != record.Broke || e.Detail != s.names[i] || e.Impulse.Len() > 0 { // only joints break by an impulse
		return false
	}
	var ends [2]int32
	for k, t := range s.trails[i] {
		if ends[k] = -1; t != nil {
			ends[k] = t.object
		}
	}
	return ends == [2]int32{e.A, e.B} || ends == [2]int32{e.B, e.A}
}

// Len returns the number of springs.
func (s *Springs) Len() int { return len(s.defs) }

// Name returns the name of a spring: that of the scenario, or springs[0] for the first where it has none there.
func (s *Springs) Name(i int) string { return s.names[i] }

// Ends returns the names of the objects that a spring is between. The world stands for statics, too.
func (s *Springs) Ends(i int) (a, b string) { return s.ends[i][0], s.ends[i][1] }

// line returns the vector from the end of a spring on its object a to that on b, and its rate of change.
func (s *Springs) line(i int, values []float64) (line, rate geom.Vec) {
	d := &s.defs[i]
	var p, u [2]geom.Vec
	for k, at := range [2]geom.Vec{geom.FromMGL(d.AtA), geom.FromMGL(d.AtB)} {
		t := s.trails[i][k]
		if t == nil {
			p[k] = at
			continue
		}
		v := values[t.at:]
		x, q := geom.Vec{X: v[0], Y: v[1], Z: v[2]}, geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}
		w := geom.Vec{X: v[10], Y: v[11], Z: v[12]} // of a driven body that is what the column L has
		if !s.driven[t.object] {
			w = t.mass.AngularVelocity(q, w)
		}
		lever := q.Rotate(at)
		p[k], u[k] = x.Add(lever), geom.Vec{X: v[7], Y: v[8], Z: v[9]}.Add(w.Cross(lever))
	}
	return p[1].Sub(p[0]), u[1].Sub(u[0])
}

// State returns what a spring does in the values of the frame of a step.
func (s *Springs) State(i int, step int64, values []float64) SpringState {
	d := &s.defs[i]
	line, u := s.line(i, values)
	n := line.Normalize()
	if n == (geom.Vec{}) { // it gets longer whichever way its ends go
		n = u.Normalize()
	}
	o := SpringState{Length: line.Len(), Rate: u.Dot(n)}
	o.Elongation = o.Length - d.Length
	if step < s.torn[i] {
		o.Elastic, o.Damping = s.forces(i, o.Elongation, o.Rate)
		o.Force = o.Elastic + o.Damping
	}
	return o
}

// forces returns the forces of a spring and of its damper at an elongation and a rate.
func (s *Springs) forces(i int, elongation, rate float64) (elastic, damping float64) {
	d := &s.defs[i]
	elastic = float64(d.Stiffness * elongation)
	damping = float64(d.Damping * rate)
	switch idle := d.Only == sim.PullOnly && elongation <= 0 || d.Only == sim.PushOnly && elongation >= 0; {
	case idle:
		return 0, 0
	case d.Only == sim.PullOnly:
		damping = math.Max(damping, -elastic)
	case d.Only == sim.PushOnly:
		damping = math.Min(damping, -elastic)
	}
	return elastic, damping
}
