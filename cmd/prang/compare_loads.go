package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// inBoth is what a joint or spring that both logs have held in each.
type inBoth[T any] struct {
	A *T `json:"in_a"`
	B *T `json:"in_b"`
}

// jointPair is a joint that both logs have, whose loads differ.
type jointPair struct {
	Joint string `json:"joint"`
	inBoth[runs.JointLoad]
}

// springPair is a spring that both logs have, whose loads or lengths differ.
type springPair struct {
	Spring string `json:"spring"`
	inBoth[runs.SpringLoad]
}

// comparedLoads are the joints and springs whose loads differ.
type comparedLoads struct {
	Joints  []jointPair  `json:"joints,omitempty"`
	Springs []springPair `json:"springs,omitempty"`
}

// compareLoads returns the joints whose peaks, breaks or limits differ in two logs, and the springs whose peaks, lengths or breaks do,
// of those that both have. It reads the logs only if some column differs; where a scenario in them cannot be read there are none.
func compareLoads(logs [2]*recorder.Reader, c *compare.Comparison) (l comparedLoads) {
	if !slices.ContainsFunc(c.Deviations, func(d compare.Deviation) bool { return d.Max != 0 }) {
		return l
	}
	var joints [2][]runs.JointLoad
	var springs [2][]runs.SpringLoad
	for i, r := range logs {
		s, err := scenariofile.FromLog(r)
		if err != nil {
			return l
		}
		joints[i], springs[i] = runs.LoadsOf(r, s)
	}
	for i := range joints[0] {
		j := &joints[0][i]
		if k := slices.IndexFunc(c.Renamed, func(r compare.Rename) bool { return r.Joint && r.A == j.Joint }); k >= 0 {
			j.Joint = c.Renamed[k].B
		}
	}
	for _, p := range differing(joints, func(j runs.JointLoad) (string, any) {
		name := j.Joint
		j.JointInfo, j.Limits = runs.JointInfo{}, slices.Clone(j.Limits)
		for i := range j.Limits {
			j.Limits[i].Limit = 0
		}
		return name, j
	}) {
		l.Joints = append(l.Joints, jointPair{p.A.Joint, p})
	}
	for _, p := range differing(springs, func(k runs.SpringLoad) (string, any) {
		name := k.Spring
		k.SpringInfo = runs.SpringInfo{}
		return name, k
	}) {
		l.Springs = append(l.Springs, springPair{p.A.Spring, p})
	}
	return l
}

// differing returns what both lists have by the same name, where what it did, which parts also returns, differs: what it is may
// differ alone.
func differing[T any](lists [2][]T, parts func(T) (name string, did any)) (list []inBoth[T]) {
	for i := range lists[0] {
		name, did := parts(lists[0][i])
		for k := range lists[1] {
			other, didThere := parts(lists[1][k])
			if other == name && !reflect.DeepEqual(did, didThere) {
				list = append(list, inBoth[T]{&lists[0][i], &lists[1][k]})
			}
		}
	}
	return list
}

// writeText writes tables of the joints whose loads differ, of their limits that were reached at other times, or in one log alone, and
// of the springs.
func (l *comparedLoads) writeText(b *strings.Builder) {
	if len(l.Joints) > 0 {
		fmt.Fprintf(b, "\njoints: the largest loads of %d differ\n", len(l.Joints))
		l.jointsText(b)
	}
	if len(l.Springs) > 0 {
		fmt.Fprintf(b, "\nsprings: the largest loads or the lengths of %d differ\n", len(l.Springs))
		l.springsText(b)
	}
}

func (l *comparedLoads) jointsText(b *strings.Builder) {
	rows := [][]string{{"joint", "force A [N]", "at [s]", "B", "at [s]", "torque A [N m]", "at [s]", "B", "at [s]", "impulse A [N s]", "at [s]", "B", "at [s]"}}
	limits := [][]string{{"limit", "reached A [s]", "B", "times A", "B", "largest A [°]", "B"}}
	for i := range l.Joints {
		x, y := l.Joints[i].A, l.Joints[i].B
		rows = append(rows, peaksOf(l.Joints[i].Joint, &x.Force, &y.Force, x.Torque, y.Torque, x.Impulse, y.Impulse))
		for k := range min(len(x.Limits), len(y.Limits)) {
			if l, m := &x.Limits[k], &y.Limits[k]; !reflect.DeepEqual(l.Reached, m.Reached) || l.Times != m.Times {
				limits = append(limits, []string{l.Angle, secondsOf(l.Reached), secondsOf(m.Reached), fmt.Sprint(l.Times), fmt.Sprint(m.Times), fmt.Sprintf("%.2f", l.Largest), fmt.Sprintf("%.2f", m.Largest)})
			}
		}
	}
	firstRows(b, "", rows)
	firstRows(b, "limits of joints that were reached at other times\n", limits)
}

func (l *comparedLoads) springsText(b *strings.Builder) {
	rows := [][]string{{"spring", "pull A [N]", "at [s]", "B", "at [s]", "push A [N]", "at [s]", "B", "at [s]"}}
	lengths := [][]string{{"spring", "longest A [m]", "at [s]", "B", "at [s]", "shortest A [m]", "at [s]", "B", "at [s]", "acts first A [s]", "B", "times A", "B", "damper A [J]", "B"}}
	for i := range l.Springs {
		name, x, y := l.Springs[i].Spring, l.Springs[i].A, l.Springs[i].B
		rows = append(rows, peaksOf(name, x.Pull, y.Pull, x.Push, y.Push))
		row := []string{name}
		for _, p := range [...]*runs.Peak{&x.Longest, &y.Longest, &x.Shortest, &y.Shortest} {
			row = append(row, fmt.Sprintf("%.3f", p.Size), fmt.Sprintf("%.3f", p.Time))
		}
		lengths = append(lengths, append(row, secondsOf(x.Acted), secondsOf(y.Acted), x.TimesText(), y.TimesText(), fmt.Sprintf("%.4g", x.Damped), fmt.Sprintf("%.4g", y.Damped)))
	}
	firstRows(b, "", rows)
	firstRows(b, "", lengths)
}

// peaksOf is a row of peaks and their times.
func peaksOf(name string, peaks ...*runs.Peak) []string {
	row := []string{name}
	for _, p := range peaks {
		row = append(row, p.Text()...)
	}
	return row
}

// firstRows is a table of the first rows below their names, with a line above it, and how many more there are; nothing without any.
func firstRows(b *strings.Builder, above string, rows [][]string) {
	if len(rows) == 1 {
		return
	}
	b.WriteString(above)
	writeTable(b, rows[:min(len(rows), mostEvents+1)])
	andMore(b, len(rows)-1-mostEvents)
}

// secondsOf writes a time, "–" for none.
func secondsOf(t *float64) string { return secondsOrNone((*recorder.Number)(t)) }
