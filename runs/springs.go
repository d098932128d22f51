package runs

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
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

// NewSprings returns the springs of the scenario of a log. It reads the start of the log if a spring has its length from there,
// and all of it, up to where the last has torn, if springs can tear. The error is one of reading, or of a log that does not have
// the states of the bodies, or not that of whether a spring tears.
func NewSprings(r *recorder.Reader, sc *Scenario) (*Springs, error) {
	h := r.Header()
	s := &Springs{driven: map[int32]bool{}}
	trails := trailsOf(h.Objects, h.Columns)
	atStart := false
	for i, d := range sc.Definition.Springs {
		name := d.Name
		if name == "" {
			name = fmt.Sprintf("springs[%d]", i)
		}
		var names [2]string
		var of [2]*trail
		for k, body := range [2]int{d.A, d.B} {
			if names[k] = recorder.WorldName; body == sim.WorldEnd {
				continue
			}
			names[k] = sc.Definition.Bodies[body].Name
			for n := range trails {
				if t := &trails[n]; t.kind == record.Body && h.Objects[t.object].Name == names[k] {
					of[k], s.driven[t.object] = t, h.Objects[t.object].Driven
				}
			}
			if of[k] == nil {
				return nil, fmt.Errorf("spring %s: the log has no states of its body %q", name, names[k])
			}
		}
		s.defs, s.names, s.ends, s.trails, s.torn = append(s.defs, d), append(s.names, name), append(s.ends, names), append(s.trails, of), append(s.torn, never)
		atStart = atStart || d.Length < 0
	}
	if err := s.findTorn(r); err != nil || !atStart {
		return s, err
	}
	for f, err := range r.Frames(0, min(1, r.Steps())) {
		if err != nil {
			return nil, fmt.Errorf("the length of a spring is that at the start, which cannot be read: %w", err)
		}
		for i := range s.defs {
			if d := &s.defs[i]; d.Length < 0 {
				line, _ := s.line(i, f.Values)
				d.Length = line.Len()
			}
		}
	}
	return s, nil
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
	elastic := float64(d.Stiffness * o.Elongation)
	damping := float64(d.Damping * o.Rate)
	switch idle := d.Only == sim.PullOnly && o.Elongation <= 0 || d.Only == sim.PushOnly && o.Elongation >= 0; {
	case idle || step >= s.torn[i]:
		return o
	case d.Only == sim.PullOnly:
		damping = math.Max(damping, -elastic)
	case d.Only == sim.PushOnly:
		damping = math.Min(damping, -elastic)
	}
	o.Elastic, o.Damping, o.Force = elastic, damping, elastic+damping
	return o
}
