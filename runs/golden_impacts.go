package runs

import (
	"bytes"
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

// impactMatches are all matches, in the order of time, and the time up to which the golden lists its impacts.
type impactMatches struct {
	list  []impactMatch
	until float64 // +Inf if it lists all
}

// matchImpacts matches the impacts of a golden and of a run, pair of objects by pair, in their order, as
// recorder.Compare does: one more or less among them moves no other. Impacts within their tolerances match whatever
// else there is.
func (p *physics) matchImpacts(golden, run []goldenLine) *impactMatches {
	want, got := impactsOf(golden), impactsOf(run)
	until := math.Inf(1)
	if n := len(want); n > 0 && float64(n) < numberOf(golden, "impacts") {
		until = want[n-1].time
	}
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
	return &impactMatches{matches, until}
}

// time returns the time of a match in the golden, or 1 besides for one of the run alone.
func (m *impactMatch) time() (t float64, ofRun int) {
	if m.want != nil {
		return m.want.time, 0
	}
	return m.got.time, 1
}

// different tells the matches that differ, by what fields finds in those that have a counterpart. An impact of the run
// that may be one of those that the golden does not list is not told.
func (all *impactMatches) different(fields func(want, got []goldenField) string) (problems []string) {
	for _, m := range all.list {
		switch {
		case m.got == nil:
			problems = append(problems, m.want.subject+": is in the golden, but not in the run"+all.nearest(m.want))
		case m.want == nil && m.got.time >= all.until:
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

// nearest tells which impact of the pair is the nearest in the run, of those without counterpart; "" if there is none.
func (all *impactMatches) nearest(want *goldenImpact) string {
	var near *goldenImpact
	for _, m := range all.list {
		if m.want == nil && m.got.pair == want.pair && (near == nil || math.Abs(m.got.time-want.time) < math.Abs(near.time-want.time)) {
			near = m.got
		}
	}
	if near == nil {
		return ""
	}
	apart, side := near.time-want.time, "later"
	if apart < 0 {
		apart, side = -apart, "earlier"
	}
	return fmt.Sprintf("; the nearest one there is impact %s, %.3g s %s", near.number, apart, side)
}

// numberOf returns the number of a line of one value, NaN if there is none.
func numberOf(lines []goldenLine, subject string) float64 {
	for _, l := range lines {
		if l.subject == subject {
			return l.value("")
		}
	}
	return math.NaN()
}

// listedImpacts returns a golden without the impacts that are more than a golden lists.
func listedImpacts(golden []byte) []byte {
	var listed []byte
	n := 0
	for line := range bytes.Lines(golden) {
		if bytes.HasPrefix(line, []byte("impact ")) {
			if n++; n > goldenImpacts {
				continue
			}
		}
		listed = append(listed, line...)
	}
	return listed
}
