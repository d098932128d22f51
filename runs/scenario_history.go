package runs

import (
	"errors"
	"fmt"
	"math/big"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// historyColumn is a column that a time history can have.
type historyColumn struct {
	name string // such as velocity_x
	key  string // of the entry that a row stands for
	axis int    // of a vector, from 0; -1 for what is none
	dim  dimension
	word bool // it is no quantity
}

func vectorColumns(key string, dim dimension) []historyColumn {
	return []historyColumn{{key + "_x", key, 0, dim, false}, {key + "_y", key, 1, dim, false}, {key + "_z", key, 2, dim, false}}
}

// pathPoint is the kind of the points of a path, which are no mappings.
const pathPoint = "point"

var timeColumn = historyColumn{"time", "time", -1, dimTime, false}

// historyColumns are the columns by the kind of the entries that rows stand for.
var historyColumns = map[string][]historyColumn{
	"speed_at": {timeColumn, {"speed", "speed", -1, dimSpeed, false}},
	"drive_at": slices.Concat([]historyColumn{timeColumn}, vectorColumns("velocity", dimSpeed), vectorColumns("acceleration", dimAcceleration), vectorColumns("angular_velocity", dimAngularSpeed)),
	"force_at": slices.Concat([]historyColumn{timeColumn}, vectorColumns("force", dimForce), vectorColumns("torque", dimTorque)),
	"velocity": append([]historyColumn{timeColumn}, vectorColumns("velocity", dimSpeed)...),
	"input": {
		timeColumn, {"brake", "brake", -1, dimOne, false}, {"steer", "steer", -1, dimAngle, false}, {"throttle", "throttle", -1, dimOne, false},
		{"handbrake", "handbrake", -1, dimOne, false}, {"blown", "blown", -1, dimOne, true}, {"wheels", "wheels", -1, dimOne, true},
	},
	pathPoint: {{"x", "", 0, dimLength, false}, {"y", "", 1, dimLength, false}},
}

// conversion is what a number of a file is multiplied by and then shifted by.
type conversion struct {
	scale, shift *big.Rat // nil for none
	text         string   // behind the number, in messages
}

func (c *conversion) of(v *big.Rat) *big.Rat {
	v = new(big.Rat).Set(v)
	if c.scale != nil {
		v.Mul(v, c.scale)
	}
	if c.shift != nil {
		v.Add(v, c.shift)
	}
	return v
}

// history is a time history while it is read.
type history struct {
	*object        // the mapping that names the file
	kind    string // of the entries
	table   *historyTable
	used    []usedColumn
	first   int    // row
	unit    string // of all columns of a path, if it is given
}

// usedColumn is a column of the file that is read.
type usedColumn struct {
	historyColumn
	head       historyCell
	at         int         // in the table
	unit       string      // as quantities write it; "" for SI
	keyNode    *yaml.Node  // of the entries
	conversion *conversion // nil for none
}

// readHistory reads a program over time from a file, if the key names one: {file: edr.csv}. Its rows become the entries of the
// list that they stand for, which takes the place of the mapping: what is wrong with an entry is then found as in a list, and its
// place is that in the file. It returns false where the file has a problem, and so no list.
func (r *reader) readHistory(o *object, key, kind string) bool {
	n := o.values[key]
	switch {
	case n == nil || n.Kind == yaml.SequenceNode:
		return true
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && path.Ext(n.Value) != "":
		o.fail(key, "%s where a list or a mapping is needed: write %s: {file: %s}", describe(n), key, clip(n.Value))
		return false
	case n.Kind != yaml.MappingNode:
		return true // not a list either
	}
	if keys := keysIn(n); !slices.Contains(keys, "file") && !slices.Contains(keys, "<<") {
		o.fail(key, "a mapping without a file where a list is needed: start each entry with -, or write %s: {file: history.csv}", key)
		return false
	}
	of := "history"
	switch kind {
	case "drive_at":
		of = "drive_file"
	case pathPoint:
		of = "track"
	}
	m, ok := o.object(key, of)
	if !ok {
		return false
	}
	before := len(r.problems)
	h := &history{object: m, kind: kind}
	if h.table = r.historyFile(m); h.table == nil {
		return false
	}
	r.chooseColumns(h)
	r.readConversions(h)
	if len(r.problems) > before {
		return false
	}
	rows := r.entriesOf(h)
	if len(rows) == 0 && len(r.problems) == before { // of a vehicle's program
		h.failAt(h.table.header[0], h.path, "has rows with nothing but a time: fill in what changes then, or remove the key")
	}
	if len(r.problems) > before || !r.checkTimes(h, rows) {
		return false
	}
	o.values[key] = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: rows, Line: n.Line, Column: n.Column}
	return true
}

// historyFile reads the file that a mapping names, each once, and adds it to the scenario's files; nil where it has a problem.
func (r *reader) historyFile(m *object) *historyTable {
	if !m.has("file") {
		m.missing("file", "add file: history.csv")
		return nil
	}
	name, ok := m.text("file")
	if !ok {
		return nil
	}
	if !isRelative(name) {
		m.fail("file", notRelative, clip(name))
		return nil
	}
	if first, ok := r.spelled[path.Clean(name)]; ok {
		name = first
	} else {
		r.spelled[path.Clean(name)] = name
	}
	if t, seen := r.tables[name]; seen {
		return t // its problem has been reported
	}
	if r.tables == nil {
		r.tables = map[string]*historyTable{}
	}
	r.tables[name] = nil
	data, err := r.filedOr(r.openBeside)(name)
	if err != nil {
		m.fail("file", "%v", err)
		return nil
	}
	file := r.pathOf(name)
	r.sources = append(r.sources, File{file, []byte(strings.TrimPrefix(string(data), string(byteOrderMark)))})
	t, fault := readHistoryTable(file, data)
	if fault != nil {
		r.problems = append(r.problems, Problem{File: file, Line: fault.line, Column: fault.column, Path: m.path, What: fault.what})
		return nil
	}
	if !r.filed[name] {
		r.filed[name] = true
		r.scenario.Files = append(r.scenario.Files, File{name, data})
	}
	r.tables[name] = t
	return t
}

// failAt reports a problem at a cell of the file.
func (h *history) failAt(c historyCell, path, format string, args ...any) {
	h.d.problems = append(h.d.problems, Problem{File: h.table.file, Line: c.line, Column: c.column, Path: path, What: fmt.Sprintf(format, args...)})
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
		names = append(names, fmt.Sprintf("%q", clip(c.text)))
	}
	if len(names) > 8 {
		names = append(names[:8], fmt.Sprintf("and %d more", len(names)-8))
	}
	return strings.Join(names, ", ")
}

// chooseColumns finds the columns of the file that are read, by their names or by those under columns, and their units.
func (r *reader) chooseColumns(h *history) {
	known := historyColumns[h.kind]
	before := len(r.problems)
	h.unit, _ = h.word("unit", "no unit of length", "write m, mm, cm, km, um or µm, in or ft, the unit of the file's coordinates", lengthUnits...)
	if h.has("columns") {
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
	if len(r.problems) > before {
		return
	}
	has := func(key string) bool {
		return slices.ContainsFunc(h.used, func(c usedColumn) bool { return c.key == key })
	}
	for i := range known {
		c := &known[i]
		if needed := c.name == "time" || c.name == "speed" || h.kind == pathPoint; needed && !slices.ContainsFunc(h.used, func(u usedColumn) bool { return u.name == c.name }) {
			h.failAt(h.table.header[0], h.path, "has no column %s, but %s: name it so, or say which it is, columns: {%s: \"…\"}", c.name, h.table.firstHeads(), c.name)
		}
	}
	switch {
	case len(r.problems) > before:
		return
	case len(h.used) == 1:
		h.failAt(h.table.header[0], h.path, "has no column but time: add one of %s", strings.Join(namesOf(known)[1:], ", "))
	case has("velocity") && has("acceleration"):
		h.failAt(h.table.header[0], h.path, "has velocities and accelerations, one of which is enough: name those to read, columns: {velocity_x: \"…\"}")
	case h.has("velocity") && has("velocity"):
		h.fail("velocity", "the file has velocities: remove the key")
	case h.has("velocity") && !has("acceleration"):
		h.fail("velocity", "is that at the first row of a file with accelerations, but it has none: remove the key")
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
				h.failAt(c, h.path, "stands in a column without a name: name it in the header, or leave it out")
				return
			}
		}
		return
	}
	names := namesOf(known)
	hint := "the columns are " + strings.Join(names, ", ")
	name, _, _ := splitHead(head.text)
	example := known[len(known)-1].name
	if near := Nearest(plainName(name), names); near != "" {
		hint, example = fmt.Sprintf("did you mean %q?", near), near
	}
	h.failAt(head, h.path, "unknown column %q: %s; to read some columns of a file, whatever they are called, name them: columns: {%s: %q}", clip(head.text), hint, example, clip(name))
}

// mappedColumns uses the columns that are named under columns: {speed: "Vehicle Speed"}, and time, if it is called so.
func (r *reader) mappedColumns(h *history, known []historyColumn) {
	n := h.values["columns"]
	place := join(h.path, "columns")
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		h.fail("columns", "%s where a mapping is needed: write columns: {%s: \"name in the file\"}", describe(n), known[len(known)-1].name)
		return
	}
	r.entries(n, place, func(k, v *yaml.Node) {
		path := join(place, clip(k.Value))
		i := slices.IndexFunc(known, func(c historyColumn) bool { return c.name == k.Value })
		if i < 0 {
			hint := "the columns are " + strings.Join(namesOf(known), ", ")
			if near := Nearest(k.Value, namesOf(known)); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			r.report(k, path, "unknown column: %s", hint)
			return
		}
		v = resolve(v)
		if v.Kind != yaml.ScalarNode || v.ShortTag() == "!!null" {
			r.report(v, path, "%s where the name of a column is needed: write it as in the first line of the file", describe(v))
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
		var heads []string
		for _, head := range h.table.header {
			heads = append(heads, head.text)
		}
		if near := Nearest(text, heads); near != "" {
			hint = fmt.Sprintf("did you mean %q?", clip(near))
		}
		r.report(v, path, "the file has no column %q: %s", clip(text), hint)
	case 1:
		if !ownUnit {
			_, unit, hasUnit = splitHead(h.table.header[found[0]].text)
		}
		h.use(c, found[0], unit, hasUnit, ownUnit)
	default:
		r.report(v, path, "the file has %d columns %q: give them names of their own", len(found), clip(text))
	}
}

// use notes a column as used.
func (h *history) use(c historyColumn, at int, unit string, hasUnit, own bool) {
	head := h.table.header[at]
	if i := slices.IndexFunc(h.used, func(u usedColumn) bool { return u.name == c.name }); i >= 0 {
		h.failAt(head, h.path, "is a second column %s: leave one out, or name the one to read: columns: {%s: %q}", c.name, c.name, clip(head.text))
		return
	}
	u := usedColumn{historyColumn: c, head: head, at: at, unit: unit}
	if h.unit != "" {
		if own || hasUnit {
			h.fail("unit", "column %s has a unit too, %q: keep one of them", c.name, clip(unit))
			return
		}
		u.unit = h.unit
	}
	u.keyNode = h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: c.key}, head)
	h.used = append(h.used, u)
}

// node gives a node its place in the file.
func (h *history) node(n *yaml.Node, at historyCell) *yaml.Node {
	n.Line, n.Column = at.line, at.column
	h.d.own(n, h.table.file)
	return n
}

// unitRow takes a first row without any number, in which measuring systems write the units, for those of columns without one.
func (r *reader) unitRow(h *history) {
	if len(h.table.rows) < 2 {
		return
	}
	bare := func(c historyCell) string { return strings.TrimSpace(strings.Trim(c.text, "[]()")) }
	for i := range h.used {
		u := &h.used[i]
		c := h.table.cell(0, u.at)
		if _, number := h.table.decimalOf(c.text); number {
			return
		}
		if _, err := headUnit(bare(c), u.dim); i == 0 && (err != nil || bare(c) == "") {
			return
		}
	}
	h.first = 1
	for i := range h.used {
		if u := &h.used[i]; u.unit == "" {
			u.head = h.table.cell(0, u.at)
			u.unit = bare(u.head)
		}
	}
}

// checkUnit makes the unit over a column that of quantities.
func (h *history) checkUnit(u *usedColumn) {
	if u.word {
		return
	}
	unit, err := headUnit(u.unit, u.dim)
	if err != nil {
		h.failAt(u.head, h.path, "column %s: %v", u.name, err)
		return
	}
	u.unit = unit
}

// spelledUnits are units as people write them over columns, by their names in quantities.
var spelledUnits = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "hr": "h", "hour": "h", "kmph": "kmh",
	"metre": "m", "metres": "m", "meter": "m", "meters": "m", "degree": "deg", "degrees": "deg", "percent": "%", "g's": "g", "gs": "g", "g0": "g",
}

// headUnit returns the unit over a column as quantities write it, "" for SI or a plain number: also one spelled out, in another
// case of letters, or written together, such as sec, KPH and Nm, as far as it is of the wanted dimension.
func headUnit(text string, want dimension) (string, error) {
	if text == "" || text == "-" || text == "1" && want == dimOne {
		return "", nil
	}
	spelled := unitForm.ReplaceAllStringFunc(text, func(one string) string {
		if unit, ok := spelledUnits[strings.ToLower(one)]; ok {
			return unit
		}
		return one
	})
	tries := []string{text, spelled, inKnownCase(spelled)}
	for range mostTogether { // each may mend one name
		last := tries[len(tries)-1]
		_, _, err := parseUnit(last)
		var unknown *unknownUnit
		if !errors.As(err, &unknown) {
			break
		}
		for _, p := range productsOf(unknown.power, mostTogether) {
			tries = append(tries, unknown.replaced(last, p))
		}
	}
	for _, try := range tries {
		if unitFits(try, want) || try == "g" && want == dimAcceleration {
			return try, nil
		}
	}
	dim, _, err := parseUnit(text)
	var unknown *unknownUnit
	switch {
	case errors.As(err, &unknown):
		return "", fmt.Errorf("%w: %s", err, unknown.remedy(text, want))
	case err != nil:
		return "", err
	}
	return "", fmt.Errorf("%q is %v, but %v is needed: write, for example, the unit of %s", text, dim, want, example[want])
}

// readConversions reads scale and shift.
func (r *reader) readConversions(h *history) {
	scales := map[string]*big.Rat{}
	texts := map[string]string{}
	if n := h.values["scale"]; n != nil && n.Kind == yaml.MappingNode {
		r.entries(n, join(h.path, "scale"), func(k, v *yaml.Node) {
			path := join(join(h.path, "scale"), clip(k.Value))
			found := false
			for i := range h.used {
				u := &h.used[i]
				found = found || !u.word && u.name != "time" && (u.name == k.Value || u.key == k.Value)
			}
			if !found {
				r.report(k, path, "scales no column: the columns that are read are %s", strings.Join(h.scalable(), ", "))
				return
			}
			if _, exact, ok := r.quantity(v, path, dimOne); ok {
				scales[k.Value], texts[k.Value] = exact, r.written(resolve(v))
			}
		})
	} else if _, exact, ok := h.exact("scale", dimOne); ok {
		for _, name := range h.scalable() {
			scales[name], texts[name] = exact, r.written(n)
		}
	}
	var shift [2]*big.Rat // of time; of x and y
	switch n := h.values["shift"]; {
	case n == nil:
	case h.kind != pathPoint:
		_, shift[0], _ = h.exact("shift", dimTime)
	case n.Kind != yaml.SequenceNode || len(n.Content) != 2:
		h.fail("shift", "%s where two lengths are needed: write [x, y], which is added to each point", describe(n))
	default:
		for i, c := range n.Content {
			_, shift[i], _ = r.quantity(c, at(join(h.path, "shift"), i), dimLength)
		}
	}
	for i := range h.used {
		u := &h.used[i]
		c := &conversion{}
		for _, name := range []string{u.key, u.name} { // that of the column counts
			if s := scales[name]; s != nil {
				c.scale, c.text = s, " × "+texts[name]
			}
		}
		if u.name == "time" || h.kind == pathPoint {
			if s := shift[max(u.axis, 0)]; s != nil && s.Sign() != 0 {
				v, _ := s.Float64()
				c.shift, c.text = s, c.text+fmt.Sprintf(" %+g %s", v, map[bool]string{true: "s", false: "m"}[u.dim == dimTime])
			}
		}
		if c.scale != nil || c.shift != nil {
			u.conversion = c
		}
	}
}

// scalable lists the columns that are read and can be scaled.
func (h *history) scalable() (names []string) {
	for i := range h.used {
		if u := &h.used[i]; !u.word && u.name != "time" {
			names = append(names, u.name)
		}
	}
	return names
}

// mostBadCells is after how many bad cells the rest of a file is not read.
const mostBadCells = 20

// entriesOf makes a list entry of each row. Of a vector the components without a column are zero; a row with an empty cell is
// refused, but in the program of a vehicle it leaves what it is about as it was. A path leaves out points that are the one before again.
func (r *reader) entriesOf(h *history) (entries []*yaml.Node) {
	zero := h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: "0"}, h.table.header[0])
	before, last := len(r.problems), ""
	for row := h.first; row < len(h.table.rows); row++ {
		e := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		var vectors []*yaml.Node // value nodes of e that are vectors
		point := ""
		for i := range h.used {
			u := &h.used[i]
			c := h.table.cell(row, u.at)
			if c.text == "" && h.kind == "input" && u.name != "time" {
				continue
			}
			v := r.cellNode(h, u, c, row-h.first)
			switch {
			case v == nil:
			case h.kind == pathPoint:
				vectors = h.component(nil, vectors, u, v, zero, c)
				point += v.Value + " "
			case u.axis >= 0:
				vectors = h.component(e, vectors, u, v, zero, c)
			default:
				e.Content = append(e.Content, u.keyNode, v)
			}
		}
		switch {
		case len(r.problems) > before+mostBadCells:
			return nil
		case h.kind == "input" && len(e.Content) == 2: // time alone
		case h.kind != pathPoint:
			entries = append(entries, h.node(e, h.table.rows[row][0]))
		case len(vectors) == 1 && point != last:
			entries, last = append(entries, vectors[0]), point
		}
	}
	if h.has("velocity") && len(entries) > 0 {
		entries[0].Content = append(entries[0].Content, h.keys["velocity"], h.values["velocity"])
	}
	return entries
}

// component puts a component of a vector into its list, which the first component makes, in an entry unless that is nil.
func (h *history) component(e *yaml.Node, vectors []*yaml.Node, u *usedColumn, v, zero *yaml.Node, c historyCell) []*yaml.Node {
	var list *yaml.Node
	if e == nil {
		if len(vectors) == 0 {
			vectors = append(vectors, h.node(&yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{zero, zero}}, c))
		}
		list = vectors[0]
	} else if list = valueOf(e, u.key); list == nil {
		list = h.node(&yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{zero, zero, zero}}, c)
		e.Content, vectors = append(e.Content, u.keyNode, list), append(vectors, list)
	}
	list.Content[u.axis] = v
	return vectors
}

// cellNode makes a value of a cell of an entry as a list would have it; nil where it is refused.
func (r *reader) cellNode(h *history, u *usedColumn, c historyCell, entry int) *yaml.Node {
	if u.word {
		n := wordNode(u.name, c.text)
		for _, word := range n.Content {
			h.node(word, c)
		}
		return h.node(n, c)
	}
	number, ok := h.table.decimalOf(c.text)
	path := func() string { return join(at(h.path, entry), u.name) }
	switch {
	case c.text == "":
		h.failAt(c, path(), "the row has no %s: fill in the cell, or leave out the row", u.name)
		return nil
	case !ok && isDecimal(strings.Replace(c.text, ",", ".", 1)):
		h.failAt(c, path(), "%q has a comma, which is what separates cells: write a decimal point, or separate cells by semicolons", clip(c.text))
		return nil
	case !ok:
		h.failAt(c, path(), "%q is not a number: write one such as 0.25, its unit in the header alone, as %s [%s], or leave out the row", clip(c.text), u.name, orSI(u))
		return nil
	}
	if u.unit != "" {
		number += " " + u.unit
	}
	n := h.node(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: number}, c)
	if u.conversion != nil {
		if r.conversions == nil {
			r.conversions = map[*yaml.Node]*conversion{}
		}
		r.conversions[n] = u.conversion
	}
	return n
}

// orSI returns the unit of a column, in its place that of SI as people write it.
func orSI(u *usedColumn) string {
	if u.unit != "" {
		return u.unit
	}
	return map[dimension]string{dimTime: "s", dimLength: "m", dimSpeed: "m/s", dimAcceleration: "m/s^2", dimAngularSpeed: "rad/s", dimForce: "N", dimTorque: "N m", dimAngle: "rad", dimOne: "%"}[u.dim]
}

// wordNode makes a value of a cell of blown or wheels: true or false, names of wheels with white space between them.
func wordNode(name, text string) *yaml.Node {
	if name == "blown" {
		switch strings.ToLower(text) {
		case "true", "1":
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"}
		case "false", "0":
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "false"}
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	}
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, word := range strings.Fields(text) {
		list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: word})
	}
	return list
}

// checkTimes refuses a file that ends before the run starts, and warns of one of which little is in the run.
func (r *reader) checkTimes(h *history, entries []*yaml.Node) bool {
	if h.kind == pathPoint {
		return true
	}
	timeOf := func(i int) (float64, bool) {
		n := valueOf(entries[i], "time")
		_, exact, _, err := parseQuantity(n.Value, dimTime)
		if err != nil {
			return 0, false // which reading the entry reports
		}
		if c := r.conversions[n]; c != nil {
			exact = c.of(exact)
		}
		v, _ := exact.Float64()
		return v, true
	}
	first, ok1 := timeOf(0)
	last, ok2 := timeOf(len(entries) - 1)
	second, ok3 := timeOf(min(1, len(entries)-1))
	if !ok1 || !ok2 || !ok3 {
		return true
	}
	end := valueOf(entries[len(entries)-1], "time")
	switch stop := r.duration(); {
	case first < 0 && last <= 0:
		h.failAt(historyCell{line: end.Line, column: end.Column}, join(at(h.path, len(entries)-1), "time"),
			"is that of the last row, %g s, and the run starts at 0 s: write shift: %g s beside the file", last, h.shifted(first))
		return false
	case first < 0 && !h.has("shift"):
		r.warn(h.object, "file", "begins at %g s, before the run starts, at 0: add shift: %g s to run all of it, or shift: 0 s to leave out what is before", first, -first)
	case len(entries) > 1 && second >= stop && stop > 0:
		hint := "lengthen the duration"
		if u := h.timeColumn(); u != nil && u.unit == "" {
			hint = "write the unit of time in the header, as time [ms], or " + hint
		}
		r.warn(h.object, "file", "goes from %g s to %g s, and only the first row is before the end of the run, after %g s: %s", first, last, stop, hint)
	}
	return true
}

// shifted returns the shift [s] with which a file that begins at a time, shifted as it is, begins with the run.
func (h *history) shifted(first float64) float64 {
	v, _ := h.number("shift", dimTime)
	return v - first
}

// timeColumn returns the column of time.
func (h *history) timeColumn() *usedColumn {
	i := slices.IndexFunc(h.used, func(u usedColumn) bool { return u.name == "time" })
	if i < 0 {
		return nil
	}
	return &h.used[i]
}

// isMeasured reports whether an entry of a program is a row of a file.
func (o *object) isMeasured() bool {
	_, elsewhere := o.d.elsewhere[o.node] // of what else stands in another file none is of a program
	return elsewhere
}
