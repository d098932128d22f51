package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// JointInfo is a joint of a scenario: between whom it is, and what it holds.
type JointInfo struct {
	Joint string `json:"joint"` // as in its columns: joints[0] for the first if it has no name
	Ends
	// BreakForce [N] and BreakImpulse [N s] are what breaks it; absent where none does.
	BreakForce   float64 `json:"breaks_force,omitempty"`
	BreakImpulse float64 `json:"breaks_impulse,omitempty"`
	// Friction [N m] and Damping [N m s/rad] resist turning; absent where none does.
	Friction float64 `json:"friction,omitempty"`
	Damping  float64 `json:"damping,omitempty"`
	// LimitsDeg are the largest angles of its limits, in their order.
	LimitsDeg []float64 `json:"limits_deg,omitempty"`
}

// JointInfos returns the joints of a scenario.
func JointInfos(s *scenariofile.Scenario) []JointInfo {
	var list []JointInfo
	for i := range s.Definition.Joints {
		d := &s.Definition.Joints[i]
		j := JointInfo{Joint: jointName(d, i), Ends: endsOf(s.Definition, d.A, d.B), BreakForce: d.BreakForce, BreakImpulse: d.BreakImpulse, Friction: d.Friction, Damping: d.Damping}
		for n := range d.Limits {
			j.LimitsDeg = append(j.LimitsDeg, degreesOf(d.Limits[n].Angle))
		}
		list = append(list, j)
	}
	return list
}

// jointName returns the name that joint i of a definition has in the log.
func jointName(d *sim.JointDef, i int) string {
	if d.Name == "" {
		return fmt.Sprintf("joints[%d]", i)
	}
	return d.Name
}

// degreesOf returns an angle in degrees, rounded to what nine digits show: 70.5 of what 70.5 deg has become in radians.
func degreesOf(rad float64) float64 { return math.Round(rad*180/math.Pi*1e9) / 1e9 }

// BreaksAt writes what breaks the joint: 60 kN or 5 kN s; "" for nothing.
func (j *JointInfo) BreaksAt() string {
	return strings.Join(append(aboveZero(j.BreakForce, "N"), aboveZero(j.BreakImpulse, "N s")...), " or ")
}

// Resistance writes what resists turning: 20 N m, 5 N m s/rad; "" for nothing.
func (j *JointInfo) Resistance() string {
	return strings.Join(append(aboveZero(j.Friction, "N m"), aboveZero(j.Damping, "N m s/rad")...), ", ")
}

// LimitAngles writes the angles of the limits: 75°, 45°; "" for none.
func (j *JointInfo) LimitAngles() string {
	var list []string
	for _, a := range j.LimitsDeg {
		list = append(list, fmt.Sprintf("%.6g°", a))
	}
	return strings.Join(list, ", ")
}

// JointLoad is what a joint held in a run.
type JointLoad struct {
	JointInfo
	// Force and Torque are the largest means over a step, without impacts [N, N m], at the end of that step. The torque, of
	// limits, friction and damping, is absent where the joint has none. That of a limit which stops the bodies is the larger
	// the shorter the step is.
	Force  Peak  `json:"force"`
	Torque *Peak `json:"torque,omitempty"`
	// Impulse is the largest that it passed on in an impact [N s]; absent if there was none.
	Impulse *Peak `json:"impulse,omitempty"`
	// Broke is when it broke [s]; absent if it held.
	Broke  *float64    `json:"broke,omitempty"`
	Limits []LimitLoad `json:"limits,omitempty"`
}

// LimitLoad is how far a limit of a joint was used, up to when the joint broke.
type LimitLoad struct {
	Angle   string  `json:"angle"` // its name in the fields of replay, without joint.
	Limit   float64 `json:"limit_deg"`
	Largest float64 `json:"largest_deg"` // at the end of a step
	Time    float64 `json:"time"`        // of the end of that step [s]
	Step    int64   `json:"step"`
	// Reached is the end of the step in which it was first at its limit [s], at its end or within it, absent if it never was, and
	// Times how often it came there: anew where it had been farther away than 1 mrad.
	Reached *float64 `json:"reached,omitempty"`
	Times   int      `json:"times"`
}

// atLimit is the angle to a limit up to which the engine takes it as reached in an impact, and farLimit that from which on it has
// been left [rad].
const (
	atLimit  = 1e-4
	farLimit = 1e-3
)

// resistanceRounded is the factor on the torque by which a joint resists from which on it is more than that: states in contact are
// rounded.
const resistanceRounded = 1.001

// jointLoads follows the joints of a run.
type jointLoads struct {
	loads  []JointLoad
	places [][2]int // of force and torque in the values of a frame, -1 for none
	limits *JointLimits
	last   []jointMotion // of joints with limits, in the last frame
	there  []bool        // of limits: it was at its limit, and has not been far from it since
	gone   []bool        // of joints: it had broken before the last frame, or in it
	step   int64         // of the last frame, -1 for none
	time   float64       // of the last frame [s]
}

// newJointLoads returns the joints of a scenario as columns have them; nil for none, and of a log that lacks them.
func newJointLoads(objects []record.Object, columns []record.Column, s *scenariofile.Scenario) *jointLoads {
	if len(s.Definition.Joints) == 0 {
		return nil
	}
	limits, err := jointLimitsOf(objects, columns, s)
	if err != nil {
		return nil
	}
	n := len(s.Definition.Joints)
	l := &jointLoads{limits: limits, last: make([]jointMotion, n), there: make([]bool, limits.Len()), gone: make([]bool, n), step: -1}
	places := PlacesOf(columns)
	for _, info := range JointInfos(s) {
		at := [2]int{places.Of(-1, "joint."+info.Joint+".force", 3), places.Of(-1, "joint."+info.Joint+".torque", 3)}
		if at[0] < 0 {
			return nil
		}
		j := JointLoad{JointInfo: info}
		if at[1] >= 0 {
			j.Torque = &Peak{}
		}
		l.loads, l.places = append(l.loads, j), append(l.places, at)
	}
	for i := range limits.Len() {
		j := &l.loads[limits.joints[i]]
		j.Limits = append(j.Limits, LimitLoad{Angle: limits.Name(i), Limit: degreesOf(limits.most[i])})
	}
	return l
}

// frame takes in the next frame, with its events. Without joints there is nothing to do.
func (l *jointLoads) frame(f *record.Frame) {
	if l == nil {
		return
	}
	for i := range f.Events {
		l.event(f, i)
	}
	first := 0
	for i := range l.loads {
		j, n := &l.loads[i], len(l.loads[i].Limits)
		vector := func(at int) geom.Vec {
			if at < 0 {
				return geom.Vec{}
			}
			return geom.Vec{X: f.Values[at], Y: f.Values[at+1], Z: f.Values[at+2]}
		}
		torque := vector(l.places[i][1])
		j.Force.take(vector(l.places[i][0]).Len(), f.Time, f.Step)
		if j.Torque != nil {
			j.Torque.take(torque.Len(), f.Time, f.Step)
		}
		if n > 0 && !l.gone[i] {
			l.follow(i, first, f, torque)
		}
		l.gone[i] = j.Broke != nil
		first += n
	}
	l.step, l.time = f.Step, f.Time
}

// follow takes in the angles of the limits of joint i, from the first on, in the step to a frame: a limit was reached if it is at the
// end, if it pressed, or if it was when the joint passed on an impact.
func (l *jointLoads) follow(i, first int, f *record.Frame, torque geom.Vec) {
	j, from, to := &l.loads[i], l.last[i], l.limits.ends(first, f.Values)
	l.last[i] = to
	held := j.Broke == nil || *j.Broke >= f.Time // at the end of the step
	s := jointStep{from: from, to: to, start: l.time, frame: f, objects: l.limits.bodies[first], torque: torque}
	follows := l.step >= 0 && f.Step == l.step+1
	var pressed []int
	if follows {
		fastest := math.Max(from.spin(), to.spin()) + s.struck()
		s.resists = resistanceRounded * (j.Friction + float64(j.Damping*fastest))
		s.travel = fastest * (f.Time - l.time)
		pressed = l.pressed(first, len(j.Limits), &s)
	}
	for k := range j.Limits {
		to, n := &j.Limits[k], first+k
		angle, _ := l.limits.angle(n, s.to.q)
		most := l.limits.most[n]
		if deg := angle * 180 / math.Pi; held && deg > to.Largest {
			to.Largest, to.Time, to.Step = deg, f.Time, f.Step
		}
		if held && angle >= most-atLimit || slices.Contains(pressed, n) || follows && l.struckAt(n, &s) >= most-atLimit {
			if !l.there[n] {
				if to.Times++; to.Reached == nil {
					to.Reached = new(f.Time)
				}
			}
			l.there[n] = angle >= most-farLimit
		} else if angle < most-farLimit {
			l.there[n] = false
		}
	}
}

// event takes in event i of a frame, if it is of a joint.
func (l *jointLoads) event(f *record.Frame, i int) {
	e := &f.Events[i]
	if e.Kind != record.Joint && e.Kind != record.Broke || e.Kind == record.Joint && !answersImpact(f.Events, i) {
		return
	}
	k := slices.IndexFunc(l.loads, func(j JointLoad) bool { return j.Joint == e.Detail })
	if k < 0 {
		return // a spring
	}
	j := &l.loads[k]
	if e.Kind == record.Broke {
		if j.BreakForce == 0 && j.BreakImpulse == 0 {
			return // a spring of that name
		}
		j.Broke = new(e.Time)
	}
	if size := e.Impulse.Len(); size > 0 {
		if j.Impulse == nil {
			j.Impulse = &Peak{}
		}
		j.Impulse.take(size, e.Time, f.Step)
	}
}

// answersImpact reports whether event i, of a joint, answers an impact: those of one time come before it.
func answersImpact(events []record.Event, i int) bool {
	for k := i - 1; k >= 0 && events[k].Time == events[i].Time; k-- {
		if events[k].Kind == record.Impact {
			return true
		}
	}
	return false
}

// report returns the joints for a report. They are the caller's.
func (l *jointLoads) report() []JointLoad {
	if l == nil {
		return nil
	}
	list := slices.Clone(l.loads)
	for i := range list {
		j := &list[i]
		keep(&j.Torque, &j.Impulse)
		j.Limits = slices.Clone(j.Limits)
	}
	return list
}

// LimitsReached counts the limits of the joints of a run, and those that were reached.
func (r *Report) LimitsReached() (reached, all int) {
	for i := range r.Loads {
		for k := range r.Loads[i].Limits {
			if all++; r.Loads[i].Limits[k].Reached != nil {
				reached++
			}
		}
	}
	return reached, all
}

// loadsText is a table of what the joints held, and one of their limits.
func (r *Report) loadsText(b *strings.Builder) {
	if len(r.Loads) == 0 {
		return
	}
	fmt.Fprintf(b, "\njoints: %d\n", len(r.Loads))
	rows := [][]string{{"joint", "A", "B", "force [N]", "at [s]", "torque [N m]", "at [s]", "impulse [N s]", "at [s]", "breaks at"}}
	for i := range r.Loads {
		j := &r.Loads[i]
		row := append([]string{j.Joint, j.A, j.OtherEnd()}, j.Force.Text()...)
		row = append(append(row, j.Torque.Text()...), j.Impulse.Text()...)
		rows = append(rows, append(row, brokeText(j.BreaksAt(), j.Broke)))
	}
	firstRows(b, rows, manyImpacts, "lllrrrrrrl")
	b.WriteString("  force, torque (of limits, friction and damping): largest means over a step, without impacts; impulse: largest in an impact\n")
	reached, all := r.LimitsReached()
	if all == 0 {
		return
	}
	fmt.Fprintf(b, "\nlimits of joints: %d of %d reached\n", reached, all)
	rows = [][]string{{"angle", "limit [°]", "largest [°]", "at [s]", "reached first [s]", "times"}}
	for i := range r.Loads {
		for k := range r.Loads[i].Limits {
			l := &r.Loads[i].Limits[k]
			rows = append(rows, []string{l.Angle, fmt.Sprintf("%.6g", l.Limit), wording.Fixed(l.Largest, 2), wording.Fixed(l.Time, 3), wording.OrDash(l.Reached), fmt.Sprint(l.Times)})
		}
	}
	firstRows(b, rows, manyMarks, "l")
	b.WriteString("  largest: at the ends of steps; times: how often it was reached, within a step too, after it had been farther away than 1 mrad.\n" +
		"  A limit stops within a step: its torque is the larger the shorter the step is, and no load to compare with what bears it\n")
}
