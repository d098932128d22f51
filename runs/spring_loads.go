package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// SpringInfo is a spring of a scenario: between whom it is, and its law.
type SpringInfo struct {
	Spring string `json:"spring"` // springs[0] for the first if it has no name
	Ends
	Stiffness float64 `json:"stiffness"` // [N/m]
	Damping   float64 `json:"damping"`   // [N s/m]
	Length    float64 `json:"length"`    // without force [m]
	// Only is the side to which it acts, pull or push; absent for both.
	Only       string  `json:"only,omitempty"`
	BreakForce float64 `json:"breaks_force,omitempty"` // [N]; absent for one that does not tear
}

// The sides of springs, as scenarios have them.
const (
	onlyPull = "pull"
	onlyPush = "push"
)

// SpringInfos returns the springs of a scenario.
func SpringInfos(s *scenariofile.Scenario) []SpringInfo {
	var list []SpringInfo
	for i := range s.Definition.Springs {
		d := &s.Definition.Springs[i]
		k := SpringInfo{Spring: springName(d, i), Ends: endsOf(s.Definition, d.A, d.B), Stiffness: d.Stiffness, Damping: d.Damping, Length: d.Length, BreakForce: d.BreakForce}
		if d.Length < 0 {
			k.Length = lengthAtStart(s.Definition, d)
		}
		switch d.Only {
		case sim.PullOnly:
			k.Only = onlyPull
		case sim.PushOnly:
			k.Only = onlyPush
		}
		list = append(list, k)
	}
	return list
}

// BreaksAt writes what breaks the spring: 60 kN; "" for nothing.
func (k *SpringInfo) BreaksAt() string { return strings.Join(aboveZero(k.BreakForce, "N"), "") }

// SidesText writes to which sides it acts: only pull.
func (k *SpringInfo) SidesText() string {
	if k.Only == "" {
		return "pull, push"
	}
	return "only " + k.Only
}

// ActsText writes what one that acts to one side does as it begins to; "" for any other.
func (k *SpringInfo) ActsText() string {
	return map[string]string{onlyPull: "taut", onlyPush: "touches"}[k.Only]
}

// SpringLoad is what a spring did in a run, up to when it broke. Forces and lengths are those at the ends of steps: see SpringState.
type SpringLoad struct {
	SpringInfo
	// Pull and Push are the largest forces with which it drew its ends together and pushed them apart [N]; absent on the side to which
	// it does not act.
	Pull *Peak `json:"pull,omitempty"`
	Push *Peak `json:"push,omitempty"`
	// Longest and Shortest are lengths, the distances of its ends [m].
	Longest  Peak `json:"longest"`
	Shortest Peak `json:"shortest"`
	// Acted is, of one that acts to one side, the end of the step in which it first did [s]: a rope went taut, a buffer touched. It is
	// absent if it never did. Times is how often: anew after it had been off by more than 1 mm.
	Acted *float64 `json:"acted,omitempty"`
	Times int      `json:"times,omitempty"`
	// Damped is the energy that its damper took [J]: its share of what the ledger has for dampers, in each step as its force at the
	// mean rate takes it. Without a ledger, and where joints have damping, it is what that takes.
	Damped float64 `json:"damped"`
	// Broke is when it broke [s]; absent if it held.
	Broke *float64 `json:"broke,omitempty"`
}

const (
	// springActs is the elongation to its side from which on a spring acts, more than rounding [m].
	springActs = 1e-9
	// springOff is that to the other side beyond which it has left off [m].
	springOff = 1e-3
)

// springLoads follows the springs of a run.
type springLoads struct {
	springs *Springs
	loads   []SpringLoad
	last    []float64 // elongation in the last frame [m]
	acting  []bool    // it acts to its one side, or has not been off since
	taken   []float64 // what its damper took in the step to the last frame, by its mean rate [J]
	alone   bool      // no joint has damping
	step    int64     // of the last frame, -1 for none
	time    float64   // of the last frame [s]
}

// newSpringLoads returns the springs of a scenario in frames with the given columns; nil for none, and of a log that lacks the states
// of their bodies.
func newSpringLoads(objects []record.Object, columns []record.Column, sc *scenariofile.Scenario) *springLoads {
	if len(sc.Definition.Springs) == 0 {
		return nil
	}
	s, err := springsOf(objects, columns, sc)
	if err != nil {
		return nil
	}
	l := &springLoads{springs: s, last: make([]float64, s.Len()), acting: make([]bool, s.Len()), taken: make([]float64, s.Len()), step: -1}
	l.alone = !slices.ContainsFunc(sc.Definition.Joints, func(j sim.JointDef) bool { return j.Damping > 0 })
	for _, info := range SpringInfos(sc) {
		k := SpringLoad{SpringInfo: info, Shortest: Peak{Size: math.MaxFloat64}}
		if info.Only != onlyPush {
			k.Pull = &Peak{}
		}
		if info.Only != onlyPull {
			k.Push = &Peak{}
		}
		l.loads = append(l.loads, k)
	}
	return l
}

// frame takes in the next frame, with its events, and the ledger of its step, nil where there is none. Without springs there is
// nothing to do.
func (l *springLoads) frame(f *record.Frame, ledger *record.Ledger) {
	if l == nil {
		return
	}
	follows := l.step >= 0 && f.Step == l.step+1
	for i := range l.loads {
		k := &l.loads[i]
		if l.taken[i] = 0; k.Broke != nil {
			continue
		}
		s := l.springs.State(i, f.Step, f.Values)
		k.lengths(s.Length, f)
		if l.acts(i, s.Elongation, f); follows {
			l.taken[i] = l.damped(i, s.Elongation, f.Time-l.time)
		}
		l.last[i] = s.Elongation
		if e := l.broken(i, f); e != nil {
			k.Broke = new(e.Time)
			s.Force = l.forceAt(i, e, f.Values)
		}
		k.force(s.Force, f)
	}
	if l.step, l.time = f.Step, f.Time; follows {
		l.share(ledger)
	}
}

// share adds up what dampers took in a step.
func (l *springLoads) share(ledger *record.Ledger) {
	sum := 0.0
	for _, e := range l.taken {
		sum += e
	}
	scale := 1.0
	if ledger != nil && l.alone && sum > 0 {
		for i := range ledger.Rows {
			if r := &ledger.Rows[i]; r.Cause == record.ByDampers {
				scale = -r.Energy / sum
			}
		}
	}
	for i, e := range l.taken {
		l.loads[i].Damped += float64(scale * e)
	}
}

// lengths takes in a length.
func (k *SpringLoad) lengths(length float64, f *record.Frame) {
	k.Longest.take(length, f.Time, f.Step)
	if length < k.Shortest.Size {
		k.Shortest = Peak{length, f.Time, f.Step}
	}
}

// force takes in a force, above zero where the spring pulls.
func (k *SpringLoad) force(force float64, f *record.Frame) {
	if k.Pull != nil {
		k.Pull.take(force, f.Time, f.Step)
	}
	if k.Push != nil {
		k.Push.take(-force, f.Time, f.Step)
	}
}

// damped returns the energy that a damper took in the step to an elongation: as in the engine, its force is held over the step, here
// that at the mean elongation and rate.
func (l *springLoads) damped(i int, elongation, h float64) float64 {
	grown := elongation - l.last[i]
	_, damping := l.springs.forces(i, (l.last[i]+elongation)/2, grown/h)
	return float64(damping * grown)
}

// acts takes in whether a spring that acts to one side does.
func (l *springLoads) acts(i int, over float64, f *record.Frame) {
	k := &l.loads[i]
	switch k.Only {
	case "":
		return
	case onlyPush:
		over = -over
	}
	switch {
	case over > springActs:
		if !l.acting[i] {
			if k.Times++; k.Acted == nil {
				k.Acted = new(f.Time)
			}
		}
		l.acting[i] = true
	case over < -springOff:
		l.acting[i] = false
	}
}

// broken returns the event in which a spring breaks in a frame, nil if it does not.
func (l *springLoads) broken(i int, f *record.Frame) *record.Event {
	if l.loads[i].BreakForce == 0 {
		return nil
	}
	for n := range f.Events {
		if e := &f.Events[n]; l.springs.isOf(i, e) {
			return e
		}
	}
	return nil
}

// forceAt returns the force at which a spring broke: that which the engine held over the step [N].
func (l *springLoads) forceAt(i int, e *record.Event, values []float64) float64 {
	line, _ := l.springs.line(i, values)
	if t := l.springs.trails[i][0]; t == nil || t.object != e.A { // the force is that on its other end
		line = line.Neg()
	}
	return math.Copysign(size(e.Force()), e.Force().Dot(line))
}

// report returns the springs for a report. They are the caller's.
func (l *springLoads) report() []SpringLoad {
	if l == nil {
		return nil
	}
	list := slices.Clone(l.loads)
	for i := range list {
		k := &list[i]
		keep(&k.Pull, &k.Push)
		if l.step < 0 {
			k.Shortest = Peak{}
		}
	}
	return list
}

// springsText is a table of what the springs did.
func (r *Report) springsText(b *strings.Builder) {
	if len(r.Springs) == 0 {
		return
	}
	fmt.Fprintf(b, "\nsprings: %d\n", len(r.Springs))
	rows := [][]string{{"spring", "A", "B", "pull [N]", "at [s]", "push [N]", "at [s]", "damper [J]", "breaks at"}}
	lengths := [][]string{{"spring", "length [m]", "longest [m]", "at [s]", "shortest [m]", "at [s]", "acts", "first [s]", "times"}}
	for i := range r.Springs {
		k := &r.Springs[i]
		row := append([]string{k.Spring, k.A, k.OtherEnd()}, k.Pull.Text()...)
		rows = append(rows, append(append(row, k.Push.Text()...), fmt.Sprintf("%.4g", k.Damped), brokeText(k.BreaksAt(), k.Broke)))
		lengths = append(lengths, []string{k.Spring, wording.Fixed(k.Length, 3), wording.Fixed(k.Longest.Size, 3), wording.Fixed(k.Longest.Time, 3), wording.Fixed(k.Shortest.Size, 3), wording.Fixed(k.Shortest.Time, 3), k.SidesText(), wording.OrDash(k.Acted), k.TimesText()})
	}
	firstRows(b, rows, manyImpacts, "lllrrrrrl")
	b.WriteString("  pull, push: largest forces at the ends of steps; damper: the energy that it took\n\nlengths of springs\n")
	firstRows(b, lengths, manyImpacts, "lrrrrrl")
	b.WriteString("  length: without force; first, times: when one that only pulls went taut, or one that only pushes touched, and how often, after\n" +
		"  it had been off by more than 1 mm\n")
}

// TimesText writes how often a spring that acts to one side did; a dash for any other.
func (k *SpringLoad) TimesText() string {
	if k.Only == "" {
		return "–"
	}
	return fmt.Sprint(k.Times)
}
