package runs

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/sim"
)

// eventLines are the lines of a golden about one kind of event: the first word of each, and of that with their number.
type eventLines struct{ one, all string }

// goldenEvents are the kinds of events in goldens.
var goldenEvents = [...]eventLines{{"impact", "impacts"}, {"sensor", "sensors"}, {"break", "breaks"}}

// isEvent reports whether a first word is that of the line of an event.
func isEvent(word string) bool {
	return slices.ContainsFunc(goldenEvents[:], func(kind eventLines) bool { return kind.one == word })
}

// listedEvents is how many first events of a kind a golden lists, and of the impacts after them how many of the largest impulse.
// comparedEvents is among how many first ones of a run, and how many large ones, they are looked for.
const (
	listedEvents   = 50
	comparedEvents = 1000
)

// comparedImpacts returns the places of the impacts of a run among which those of a golden are looked for, in their order.
func comparedImpacts(list []ImpactReport) []int {
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	return firstAndLargest(places, comparedEvents, func(i int) float64 { return list[i].Size })
}

// firstAndLargest returns the first n places of a list and those of the n largest among the rest, in the order of the list. Of
// equal ones the first is the larger.
func firstAndLargest(places []int, n int, size func(place int) float64) []int {
	if len(places) <= n {
		return places
	}
	rest := slices.Clone(places[n:])
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(size(j), size(i)) })
	rest = rest[:min(len(rest), n)]
	slices.Sort(rest)
	return slices.Concat(places[:n], rest)
}

// sensorLines writes what entered and left the sensors of a scenario.
func sensorLines(b *bytes.Buffer, list []SensorReport) {
	for i, s := range list[:min(len(list), comparedEvents)] {
		what := "left by"
		if s.In {
			what = "entered by"
		}
		fmt.Fprintf(b, "sensor %d %q %s %q: time %s\n", i+1, s.Sensor, what, s.Object, number(s.Time))
	}
}

// hasSensors reports whether a scenario has a sensor.
func hasSensors(d *sim.Definition) bool {
	return slices.ContainsFunc(d.Bodies, func(b sim.BodyDef) bool { return b.Sensor }) ||
		slices.ContainsFunc(d.Statics, func(s sim.StaticDef) bool { return s.Sensor })
}

// listedGolden returns the golden of a run from its text, which may have more events than a golden lists. After their number it says
// how many it leaves out. Of the kinds of which firstAlone, if not nil, says so it lists the first alone and says nothing, as
// goldens of earlier versions do.
func listedGolden(run []byte, firstAlone func(kind eventLines) bool) []byte {
	lines := slices.Collect(bytes.Lines(run))
	for _, kind := range goldenEvents {
		var places []int
		number, all := -1, 0
		for i, line := range lines {
			switch word, rest, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " "); word {
			case kind.one:
				places = append(places, i)
			case kind.all:
				number = i
				all, _ = strconv.Atoi(rest)
			}
		}
		first := firstAlone != nil && firstAlone(kind)
		kept := places[:min(len(places), listedEvents)]
		if kind.one == "impact" && !first {
			kept = firstAndLargest(places, listedEvents, func(i int) float64 {
				_, fields, _ := cutSubject(string(lines[i]))
				return (&goldenLine{fields: fieldsOf(fields)}).value("impulse")
			})
		}
		for _, i := range places {
			if _, found := slices.BinarySearch(kept, i); !found {
				lines[i] = nil
			}
		}
		if number >= 0 && all > len(kept) && !first {
			lines[number] = fmt.Appendf(slices.Clone(lines[number]), "%s%d\n", kind.unlisted(), all-len(kept))
		}
	}
	return bytes.Join(lines, nil)
}

// unlisted returns the line that says how many events of a kind a golden leaves out, up to the number.
func (kind eventLines) unlisted() string { return "unlisted " + kind.all + " " }

// listedAs returns the golden of a run as listedGolden does, in the way in which another golden lists its events.
func listedAs(golden, run []byte) []byte {
	lines := goldenLines(golden)
	return listedGolden(run, func(kind eventLines) bool {
		says := slices.ContainsFunc(lines, func(l goldenLine) bool { return l.subject+" " == kind.unlisted() })
		return !says && float64(len(eventsOf(kind, lines))) < numberOf(lines, kind.all)
	})
}

// goldenEvent is a line of an impact, of what enters or leaves a sensor, or of what breaks, in a golden.
type goldenEvent struct {
	goldenLine
	number string
	pair   string // of the names
	time   float64
}

// eventsOf returns the events of a kind in a golden, in order.
func eventsOf(kind eventLines, lines []goldenLine) (list []goldenEvent) {
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l.subject, kind.one+" ")
		if !ok {
			continue
		}
		i := goldenEvent{goldenLine: l, time: l.value("time")}
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

// eventMatch is an event of the golden and that of the run which it is taken for; nil where it has none.
type eventMatch struct{ want, got *goldenEvent }

// eventMatches are all matches, in the order of time, the time up to which the golden lists all its events, and the largest
// impulse that one may have after it which the golden does not list.
type eventMatches struct {
	kind  eventLines
	list  []eventMatch
	until float64 // +Inf if it lists all
	most  float64 // [N s], with its tolerance; +Inf if it lists the first alone
}

// differentEvents tells which impacts differ, then what else enters and leaves sensors, and what else breaks.
func (p *physics) differentEvents(golden, run []goldenLine, fields func(want, got []goldenField) string) (problems []string) {
	for _, kind := range goldenEvents {
		if !lists(golden, kind) && lists(run, kind) {
			problems = append(problems, fmt.Sprintf("%s: the golden has none: it is of a version that did not compare them, or the scenario has got one since: see what prang test --update writes", kind.all))
			continue
		}
		problems = append(problems, p.match(kind, golden, run).different(fields)...)
	}
	return problems
}

// lists reports whether a golden says how many events of a kind there are.
func lists(golden []goldenLine, kind eventLines) bool {
	return slices.ContainsFunc(golden, func(l goldenLine) bool { return l.subject == kind.all })
}

// match matches the events of a kind of a golden and of a run, pair of objects by pair, in their order, as
// compare.Logs does: one more or less among them moves no other, nor does the order in which the scenario has its
// bodies. Events within their tolerances match whatever else there is.
func (p *physics) match(kind eventLines, golden, run []goldenLine) *eventMatches {
	want, got := eventsOf(kind, golden), eventsOf(kind, run)
	until, most := math.Inf(1), math.Inf(1)
	if n := len(want); n > 0 && float64(n) < numberOf(golden, kind.all) {
		first := min(n, listedEvents)
		until = want[first-1].time
		for _, large := range want[first:] {
			x := math.Abs(large.value("impulse"))
			most = math.Min(most, x+float64(p.allowed["relative"]*p.relativeTo("impulse", x)))
		}
	}
	var matches []eventMatch
	order := []string{}
	of := map[string]*[2][]*goldenEvent{}
	for which, list := range [2][]goldenEvent{want, got} {
		for k := range list {
			i := &list[k]
			if other := exchanged(i.pair); of[i.pair] == nil && of[other] != nil {
				i.pair, i.fields = other, exchangedSides(i.fields)
			}
			if of[i.pair] == nil {
				of[i.pair] = new([2][]*goldenEvent)
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
			return compare.UnlikeImpacts(b[j].time-a[i].time, compare.DefaultImpactWindow, math.Abs(y-x), x+y)
		}
		compare.Align(len(a), len(b), unlike, func(i, j int) {
			var m eventMatch
			if i >= 0 {
				m.want = a[i]
			}
			if j >= 0 {
				m.got = b[j]
			}
			matches = append(matches, m)
		})
	}
	slices.SortStableFunc(matches, func(x, y eventMatch) int {
		s, ofRun := x.time()
		t, alsoOfRun := y.time()
		return cmp.Or(cmp.Compare(s, t), cmp.Compare(ofRun, alsoOfRun))
	})
	return &eventMatches{kind, matches, until, most}
}

// exchanged returns the pair of two names in the other order, behind the name of what broke if there is one, and what is no pair
// as it is.
func exchanged(pair string) string {
	var names []string
	for rest := pair; ; {
		name, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return pair
		}
		names = append(names, name)
		if rest = rest[len(name):]; rest == "" {
			break
		}
		rest = strings.TrimPrefix(rest, " ")
	}
	if n := len(names); n > 1 {
		names[n-1], names[n-2] = names[n-2], names[n-1]
	}
	return strings.Join(names, " ")
}

// exchangedSides returns the fields of an impact with those of its two sides, which begin with a delta-v, in the other
// order.
func exchangedSides(fields []goldenField) []goldenField {
	var at []int
	for i, f := range fields {
		if f.name == "delta-v" {
			at = append(at, i)
		}
	}
	if len(at) != 2 {
		return fields
	}
	return slices.Concat(fields[:at[0]], fields[at[1]:], fields[at[0]:at[1]])
}

// time returns the time of a match in the golden, or 1 besides for one of the run alone.
func (m *eventMatch) time() (t float64, ofRun int) {
	if m.want != nil {
		return m.want.time, 0
	}
	return m.got.time, 1
}

// different tells the matches that differ, by what fields finds in those that have a counterpart. An event of the run
// that may be one of those that the golden does not list is not told.
func (all *eventMatches) different(fields func(want, got []goldenField) string) (problems []string) {
	for _, m := range all.list {
		switch {
		case m.got == nil:
			problems = append(problems, m.want.subject+": "+inGoldenAlone+all.nearest(m.want))
		case m.want == nil && m.got.time >= all.until && !(math.Abs(m.got.value("impulse")) > all.most):
		case m.want == nil:
			problems = append(problems, m.got.subject+": "+inRunAlone)
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

// nearest tells which event of the pair is the nearest in the run, of those without counterpart; "" if there is none.
func (all *eventMatches) nearest(want *goldenEvent) string {
	var near *goldenEvent
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
	return fmt.Sprintf("; the nearest one there is %s %s, %.3g s %s", all.kind.one, near.number, apart, side)
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
