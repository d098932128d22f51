package runs

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/sim"
)

// Rename is a name of a golden that is another one in the run.
type Rename struct {
	What string `json:"what"` // scenario, body, mover, static, joint or spring
	Old  string `json:"old"`  // in the golden
	New  string `json:"new"`  // in the run
}

func (r *Rename) String() string { return fmt.Sprintf("%s %q is now %q", r.What, r.Old, r.New) }

// renamesText lists renames.
func renamesText(list []Rename) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].String()
	}
	return strings.Join(texts, ", ")
}

// namedThing is a name of a scenario and what has it.
type namedThing struct{ what, name string }

// namesOf returns all names of a scenario.
func namesOf(d *sim.Definition) (list []namedThing) {
	for i := range d.Bodies {
		list = append(list, namedThing{"body", d.Bodies[i].Name})
	}
	for i := range d.Movers {
		list = append(list, namedThing{"mover", d.Movers[i].Name})
	}
	for i := range d.Statics {
		list = append(list, namedThing{"static", d.Statics[i].Name})
	}
	for i := range d.Joints {
		list = append(list, namedThing{"joint", d.Joints[i].Name})
	}
	for i := range d.Springs {
		list = append(list, namedThing{"spring", d.Springs[i].Name})
	}
	return list
}

// renames returns what has another name in a run than in its golden, from the names in the scenario of the run. Bodies and movers
// are told by their place in the list, of as many. Only where the states at the start are equal, bit for bit, the scenario may have
// another name, too, and so may others, such as statics: these are told by events with equal figures at the same place in both lists. A
// name that both have stays with its own: two that exchange their names differ.
func renames(want, got []byte, names []namedThing) []Rename {
	a, start := goldenObjects(want)
	b, begins := goldenObjects(got)
	if len(a) != len(b) {
		return nil
	}
	known := goldenNames(want)
	alike := start == begins
	var list []Rename
	add := func(old, name string) {
		i := slices.IndexFunc(names, func(n namedThing) bool { return n.name == name })
		if i < 0 || slices.ContainsFunc(names, func(n namedThing) bool { return n.name == old }) || slices.Contains(known, name) {
			return
		}
		r := Rename{names[i].what, old, name}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	if old, name := scenarioName(want), scenarioName(got); alike && old != name && old != "" {
		list = append(list, Rename{"scenario", old, name})
	}
	others := 0
	for i := range a {
		if !slices.Contains(b, a[i]) {
			others++
		}
		kind, old, _ := strings.Cut(a[i], " ")
		other, name, _ := strings.Cut(b[i], " ")
		if kind == other {
			add(unquoted(old), unquoted(name))
		}
	}
	if !alike {
		if len(list) != others { // what is at a place may be something else
			return nil
		}
		return list
	}
	linesA, linesB := goldenLines(want), goldenLines(got)
	for _, kind := range goldenEvents {
		x, y := eventsOf(kind, linesA), eventsOf(kind, linesB)
		for i := range min(len(x), len(y)) {
			old, names := quotedNames(x[i].subject), quotedNames(y[i].subject)
			if len(old) != len(names) || !slices.Equal(x[i].fields, y[i].fields) {
				continue
			}
			for k := range old {
				add(old[k], names[k])
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(r Rename) bool { // one has become two, or two one
		return slices.ContainsFunc(list, func(o Rename) bool {
			return o != r && (o.What == "scenario") == (r.What == "scenario") && (o.Old == r.Old || o.New == r.New)
		})
	})
}

// scenarioName returns the name of the scenario of a golden; "" if it has none.
func scenarioName(golden []byte) string {
	for line := range bytes.Lines(golden) {
		if name, ok := bytes.CutPrefix(line, []byte("scenario ")); ok {
			return strings.TrimSuffix(string(name), "\n")
		}
	}
	return ""
}

// goldenNames returns the names in the lines of a golden about events, bodies and movers.
func goldenNames(golden []byte) (names []string) {
	for line := range bytes.Lines(golden) {
		subject, _, _ := cutSubject(string(line))
		names = append(names, quotedNames(subject)...)
	}
	return names
}

// quotedNames returns the quoted names in the subject of a line.
func quotedNames(subject string) (names []string) {
	for {
		_, rest, ok := strings.Cut(subject, `"`)
		quoted, err := strconv.QuotedPrefix(`"` + rest)
		if !ok || err != nil {
			return names
		}
		names = append(names, unquoted(quoted))
		subject = rest[len(quoted)-1:]
	}
}

// unquoted returns a quoted name as it is.
func unquoted(quoted string) string {
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return quoted
	}
	return name
}

// withNames returns a golden with the names that a run has.
func withNames(golden []byte, list []Rename) []byte {
	if len(list) == 0 {
		return golden
	}
	var text []byte
	for line := range bytes.Lines(golden) {
		text = append(text, renamedLine(string(line), list)...)
	}
	return text
}

// renamedLine returns a line of a golden with other names in its subject, which alone has some.
func renamedLine(line string, list []Rename) string {
	if name, ok := strings.CutPrefix(line, "scenario "); ok {
		for _, r := range list {
			if r.What == "scenario" && strings.TrimSuffix(name, "\n") == r.Old {
				return "scenario " + r.New + "\n"
			}
		}
		return line
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(line, `"`)
		quoted, err := strconv.QuotedPrefix(`"` + rest)
		if !ok || err != nil {
			return out.String() + line
		}
		name := unquoted(quoted)
		if i := slices.IndexFunc(list, func(r Rename) bool { return r.What != "scenario" && r.Old == name }); i >= 0 {
			name = list[i].New
		}
		out.WriteString(before + strconv.Quote(name))
		line = rest[len(quoted)-1:]
	}
}
