package runs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder"
)

// goldenImpact is a line of an impact in a golden.
type goldenImpact struct {
	goldenLine
	number string
	pair   string // of the names
	time   float64
}

// impactsOf returns the impacts of a golden, in order.
func impactsOf(lines []goldenLine) (list []goldenImpact) {
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l.subject, "impact ")
		if !ok {
			continue
		}
		i := goldenImpact{goldenLine: l, time: l.value("time")}
		i.number, i.pair, _ = strings.Cut(rest, " ")
		list = append(list, i)
	}
	return list
}

// value returns the number of a field, NaN for none.
func (l *goldenLine) value(name string) float64 {
	for _, f := range l.fields {
		if x, err := strconv.ParseFloat(f.value, 64); f.name == name && err == nil {
			return x
		}
	}
	return math.NaN()
}

// impactMatch is an impact of the golden and that of the run which it is taken for; nil where it has none.
type impactMatch struct{ want, got *goldenImpact }

// matchImpacts matches the impacts of a golden and of a run, pair of objects by pair, in their order, as
// recorder.Compare does: one more or less among them moves no other. Impacts within their tolerances match whatever
// else there is. The matches are in the order of time.
func (p *physics) matchImpacts(want, got []goldenImpact) []impactMatch {
	var matches []impactMatch
	order := []string{}
	of := map[string]*[2][]*goldenImpact{}
	for which, list := range [2][]goldenImpact{want, got} {
		for k := range list {
			i := &list[k]
			if of[i.pair] == nil {
				of[i.pair] = new([2][]*goldenImpact)
				order = append(order, i.pair)
			}
			of[i.pair][which] = append(of[i.pair][which], i)
		}
	}
	for _, pair := range order {
		a, b := of[pair][0], of[pair][1]
		unlike := func(i, j int) float64 {
			if p.fields(a[i].fields, b[j].fields) == "" {
				return 0
			}
			x, y := math.Abs(a[i].value("impulse")), math.Abs(b[j].value("impulse"))
			return recorder.UnlikeImpacts(b[j].time-a[i].time, recorder.DefaultImpactWindow, math.Abs(y-x), x+y)
		}
		recorder.Align(len(a), len(b), unlike, func(i, j int) {
			var m impactMatch
			if i >= 0 {
				m.want = a[i]
			}
			if j >= 0 {
				m.got = b[j]
			}
			matches = append(matches, m)
		})
	}
	slices.SortStableFunc(matches, func(x, y impactMatch) int {
		s, ofRun := x.time()
		t, alsoOfRun := y.time()
		return cmp.Or(cmp.Compare(s, t), cmp.Compare(ofRun, alsoOfRun))
	})
	return matches
}

// time returns the time of a match in the golden, or 1 besides for one of the run alone.
func (m *impactMatch) time() (t float64, ofRun int) {
	if m.want != nil {
		return m.want.time, 0
	}
	return m.got.time, 1
}

// different tells the matches that differ, by what fields finds in those that have a counterpart.
func different(matches []impactMatch, fields func(want, got []goldenField) string) (problems []string) {
	for _, m := range matches {
		switch {
		case m.got == nil:
			problems = append(problems, m.want.subject+": is in the golden, but not in the run")
		case m.want == nil:
			problems = append(problems, m.got.subject+": is in the run, but not in the golden")
		default:
			d := fields(m.want.fields, m.got.fields)
			if d == "" {
				continue
			}
			if m.got.number != m.want.number {
				d = fmt.Sprintf("(%s of the run) %s", m.got.number, d)
			}
			problems = append(problems, m.want.subject+": "+d)
		}
	}
	return problems
}
