package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
)

// jointPair is a joint that both logs have, whose loads differ.
type jointPair struct {
	Joint string          `json:"joint"`
	A     *runs.JointLoad `json:"in_a"`
	B     *runs.JointLoad `json:"in_b"`
}

// jointPairs returns the joints whose peaks, breaks or limits differ in two logs, of those that both have. It reads the logs only if
// a column of a joint differs; where a scenario in them cannot be read there are none.
func jointPairs(logs [2]*recorder.Reader, c *recorder.Comparison) (list []jointPair) {
	if !slices.ContainsFunc(c.Deviations, func(d recorder.Deviation) bool {
		return d.Object == "" && d.Max != 0 && strings.HasPrefix(d.Quantity, jointPrefix)
	}) {
		return nil
	}
	var loads [2][]runs.JointLoad
	for i, r := range logs {
		s, err := runs.ScenarioOf(r)
		if err != nil {
			return nil
		}
		loads[i] = runs.JointLoadsOf(r, s)
	}
	for i := range loads[0] {
		a := &loads[0][i]
		k := slices.IndexFunc(loads[1], func(b runs.JointLoad) bool { return b.Joint == a.Joint })
		if k >= 0 && !reflect.DeepEqual(a, &loads[1][k]) {
			list = append(list, jointPair{a.Joint, a, &loads[1][k]})
		}
	}
	return list
}

// joints are tables of the joints whose loads differ, and of their limits that were reached at other times, or in one log alone.
func joints(b *strings.Builder, list []jointPair) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\njoints: the largest loads of %d differ\n", len(list))
	rows := [][]string{{"joint", "force A [N]", "at [s]", "B", "at [s]", "torque A [N m]", "at [s]", "B", "at [s]", "impulse A [N s]", "at [s]", "B", "at [s]"}}
	limits := [][]string{{"limit", "reached A [s]", "B", "times A", "B", "largest A [°]", "B"}}
	for i := range list {
		x, y := list[i].A, list[i].B
		row := []string{list[i].Joint}
		for _, p := range [...]*runs.Peak{&x.Force, &y.Force, x.Torque, y.Torque, x.Impulse, y.Impulse} {
			row = append(row, p.Text()...)
		}
		rows = append(rows, row)
		for k := range min(len(x.Limits), len(y.Limits)) {
			if l, m := &x.Limits[k], &y.Limits[k]; !reflect.DeepEqual(l.Reached, m.Reached) || l.Times != m.Times {
				limits = append(limits, []string{l.Angle, secondsOf(l.Reached), secondsOf(m.Reached), fmt.Sprint(l.Times), fmt.Sprint(m.Times), fmt.Sprintf("%.2f", l.Largest), fmt.Sprintf("%.2f", m.Largest)})
			}
		}
	}
	writeTable(b, rows[:min(len(rows), mostEvents+1)])
	andMore(b, len(rows)-1-mostEvents)
	if len(limits) > 1 {
		b.WriteString("limits of joints that were reached at other times\n")
		writeTable(b, limits[:min(len(limits), mostEvents+1)])
		andMore(b, len(limits)-1-mostEvents)
	}
}

// secondsOf writes a time, "–" for none.
func secondsOf(t *float64) string { return secondsOrNone((*recorder.Number)(t)) }
