package scenariofile

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// historyColumn is a column that a time history can have.
type historyColumn struct {
	name string // such as velocity_x
	key  string // of the entry that a row stands for
	axis int    // of a vector, from 0; -1 for what is none
	dim  units.Dimension
	word bool // it is no quantity
}

func vectorColumns(key string, dim units.Dimension) []historyColumn {
	return []historyColumn{{key + "_x", key, 0, dim, false}, {key + "_y", key, 1, dim, false}, {key + "_z", key, 2, dim, false}}
}

// pathPoint is the kind of the points of a path, which are no mappings.
const pathPoint = "point"

var timeColumn = historyColumn{"time", "time", -1, units.Time, false}

// historyColumns are the columns by the kind of the entries that rows stand for.
var historyColumns = map[string][]historyColumn{
	"speed_at": {timeColumn, {"speed", "speed", -1, units.Speed, false}},
	"drive_at": slices.Concat([]historyColumn{timeColumn}, vectorColumns("velocity", units.Speed), vectorColumns("acceleration", units.Acceleration), vectorColumns("angular_velocity", units.AngularSpeed)),
	"force_at": slices.Concat([]historyColumn{timeColumn}, vectorColumns("force", units.Force), vectorColumns("torque", units.Torque)),
	"velocity": append([]historyColumn{timeColumn}, vectorColumns("velocity", units.Speed)...),
	"input": {
		timeColumn, {"brake", "brake", -1, units.One, false}, {"steer", "steer", -1, units.Angle, false}, {"throttle", "throttle", -1, units.One, false},
		{"handbrake", "handbrake", -1, units.One, false}, {"blown", "blown", -1, units.One, true}, {"wheels", "wheels", -1, units.One, true},
	},
	pathPoint: {{"x", "", 0, units.Length, false}, {"y", "", 1, units.Length, false}},
}

// usedColumn is a column of the file that is read.
type usedColumn struct {
	historyColumn
	head       historyCell
	at         int               // in the table
	unit       string            // as quantities write it; "" for SI
	keyNode    *yaml.Node        // of the entries
	conversion *units.Conversion // nil for none
}

// splitHead splits the text over a column into its name and its unit, which is in brackets at the end: time [ms], or time (ms).
func splitHead(text string) (name, unit string, hasUnit bool) {
	for _, brackets := range [...]string{"[]", "()"} {
		if before, ok := strings.CutSuffix(text, brackets[1:]); ok {
			if i := strings.LastIndexByte(before, brackets[0]); i >= 0 {
				return strings.TrimSpace(text[:i]), strings.TrimSpace(before[i+1:]), true
			}
		}
	}
	return text, "", false
}

// plainName returns the name over a column as columns are called: Velocity X is velocity_x.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '.' }), "_")
}

// namesOf lists the names of columns.
func namesOf(columns []historyColumn) (names []string) {
	for i := range columns {
		names = append(names, columns[i].name)
	}
	return names
}

// firstHeads lists the texts over columns for messages, some of them where they are many.
func (t *historyTable) firstHeads() string {
	var names []string
	for _, c := range t.header {
		names = append(names, fmt.Sprintf("%q", wording.Clip(c.text)))
	}
	if len(names) > 8 {
		names = append(names[:8], fmt.Sprintf("and %d more", len(names)-8))
	}
	return strings.Join(names, ", ")
}

// chooseColumns finds the columns of the file that are read, by their names or by those under columns, and their units.
func (r *reader) chooseColumns(h *history) {
	known := historyColumns[h.kind]
	before := len(r.Problems)
	h.unit, _ = h.Word("unit", "no unit of length", "write m, mm, cm, km, um or µm, in or ft, the unit of the file's coordinates", lengthUnits...)
	if h.Has("columns") {
		r.mappedColumns(h, known)
	} else {
		for at, head := range h.table.header {
			name, unit, hasUnit := splitHead(head.text)
			i := slices.IndexFunc(known, func(c historyColumn) bool { return c.name == plainName(name) })
			if i < 0 {
				h.unknownColumn(at, known)
				continue
			}
			h.use(known[i], at, unit, hasUnit, false)
		}
	}
	if len(r.Problems) > before {
		return
	}
	has := func(key string) bool {
		return slices.ContainsFunc(h.used, func(c usedColumn) bool { return c.key == key })
	}
	for i := range known {
		c := &known[i]
		if needed := c.name == "time" || c.name == "speed" || h.kind == pathPoint; needed && !slices.ContainsFunc(h.used, func(u usedColumn) bool { return u.name == c.name }) {
			h.failAt(h.table.header[0], h.Path, "has no column %s, but %s: name it so, or say which it is, columns: {%s: \"…\"}", c.name, h.table.firstHeads(), c.name)
		}
	}
	switch {
	case len(r.Problems) > before:
		return
	case len(h.used) == 1:
		h.failAt(h.table.header[0], h.Path, "has no column but time: add one of %s", strings.Join(namesOf(known)[1:], ", "))
	case has("velocity") && has("acceleration"):
		h.failAt(h.table.header[0], h.Path, "has velocities and accelerations, one of which is enough: name those to read, columns: {velocity_x: \"…\"}")
	case h.Has("velocity") && has("velocity"):
		h.Fail("velocity", "the file has velocities: remove the key")
	case h.Has("velocity") && !has("acceleration"):
		h.Fail("velocity", "is that at the first row of a file with accelerations, but it has none: remove the key")
	}
	r.unitRow(h)
	for i := range h.used {
		h.checkUnit(&h.used[i])
	}
}

// unknownColumn reports a column without a known name, unless it is one without name and content.
func (h *history) unknownColumn(at int, known []historyColumn) {
	head := h.table.header[at]
	if head.text == "" {
		for row := range h.table.rows {
			if c := h.table.cell(row, at); c.text != "" {
				h.failAt(c, h.Path, "stands in a column without a name: name it in the header, or leave it out")
				return
			}
		}
		return
	}
	names := namesOf(known)
	hint := "the columns are " + strings.Join(names, ", ")
	name, _, _ := splitHead(head.text)
	example, called := known[len(known)-1].name, name
	if near := wording.Nearest(plainName(name), names); near != "" {
		hint, example = fmt.Sprintf("did you mean %q?", near), near
	} else {
		for _, other := range h.table.header { // one to keep, not the one to leave out
			if other, _, _ := splitHead(other.text); plainName(other) != "time" && slices.Contains(names, plainName(other)) {
				example, called = plainName(other), other
			}
		}
	}
	h.failAt(head, h.Path, "unknown column %q: %s; to read some columns of a file, whatever they are called, name them: columns: {%s: %q}", wording.Clip(head.text), hint, example, wording.Clip(called))
}

// mappedColumns uses the columns that are named under columns: {speed: "Vehicle Speed"}, and time, if it is called so.
func (r *reader) mappedColumns(h *history, known []historyColumn) {
	n := h.Values["columns"]
	place := document.Join(h.Path, "columns")
	switch {
	case n.Kind != yaml.MappingNode:
		h.Fail("columns", "%s where a mapping is needed: write columns: {%s: \"name in the file\"}", document.Describe(n), known[len(known)-1].name)
		return
	case len(n.Content) == 0:
		h.Fail("columns", "names no column: write columns: {%s: \"name in the file\"}, or remove the key", known[len(known)-1].name)
		return
	}
	r.Entries(n, place, func(k, v *yaml.Node) {
		path := document.Join(place, wording.Clip(k.Value))
		i := slices.IndexFunc(known, func(c historyColumn) bool { return c.name == k.Value })
		if i < 0 {
			hint := "the columns are " + strings.Join(namesOf(known), ", ")
			if near := wording.Nearest(k.Value, namesOf(known)); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.Report(k, path, "unknown column: %s", hint)
			return
		}
		v = document.Resolve(v)
		if v.Kind != yaml.ScalarNode || v.ShortTag() == "!!null" {
			r.Report(v, path, "%s where the name of a column is needed: write it as in the first line of the file", document.Describe(v))
			return
		}
		r.mapColumn(h, known[i], v, path)
	})
	if !slices.ContainsFunc(h.used, func(c usedColumn) bool { return c.name == "time" }) && known[0].name == "time" {
		for at, head := range h.table.header {
			if name, unit, hasUnit := splitHead(head.text); plainName(name) == "time" {
				h.use(known[0], at, unit, hasUnit, false)
			}
		}
	}
}

// mapColumn uses the column that a text under columns names: as it stands in the file, or without its unit; a unit in the text is
// that of a column without one.
func (r *reader) mapColumn(h *history, c historyColumn, v *yaml.Node, path string) {
	text := strings.TrimSpace(v.Value)
	name, unit, hasUnit := splitHead(text)
	var found []int
	for at, head := range h.table.header {
		if head.text == text {
			found = append(found, at)
		}
	}
	ownUnit := len(found) == 0 && hasUnit
	if len(found) == 0 {
		for at, head := range h.table.header {
			other, _, otherHas := splitHead(head.text)
			if hasUnit && (head.text == name || other == name && !otherHas) || !hasUnit && other == text {
				found = append(found, at)
			}
		}
	}
	switch len(found) {
	case 0:
		hint := "its columns are " + h.table.firstHeads()
		var heads, names []string
		for _, head := range h.table.header {
			other, _, _ := splitHead(head.text)
			heads, names = append(heads, head.text), append(names, other)
		}
		if near := wording.Nearest(text, heads); near != "" {
			hint = fmt.Sprintf("did you mean %q?", wording.Clip(near))
		} else if near := wording.Nearest(name, names); near != "" {
			hint = fmt.Sprintf("did you mean %q?", wording.Clip(heads[slices.Index(names, near)]))
		}
		r.Report(v, path, "the file has no column %q: %s", wording.Clip(text), hint)
	case 1:
		if !ownUnit {
			_, unit, hasUnit = splitHead(h.table.header[found[0]].text)
		}
		h.use(c, found[0], unit, hasUnit, ownUnit)
	default:
		r.Report(v, path, "the file has %d columns %q: give them names of their own", len(found), wording.Clip(text))
	}
}

// use notes a column as used.
func (h *history) use(c historyColumn, at int, unit string, hasUnit, own bool) {
	head := h.table.header[at]
	if i := slices.IndexFunc(h.used, func(u usedColumn) bool { return u.name == c.name }); i >= 0 {
		if h.used[i].head.text == head.text {
			h.failAt(head, h.Path, "is a second column %s: leave one out, or give them names of their own", c.name)
			return
		}
		h.failAt(head, h.Path, "is a second column %s: leave one out, or name the one to read: columns: {%s: %q}", c.name, c.name, wording.Clip(head.text))
		return
	}
	u := usedColumn{historyColumn: c, head: head, at: at, unit: unit}
	if h.unit != "" {
		if own || hasUnit {
			h.Fail("unit", "column %s has a unit too, %q: keep one of them", c.name, wording.Clip(unit))
			return
		}
		u.unit = h.unit
	}
	u.keyNode = h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: c.key}, head)
	h.used = append(h.used, u)
}
