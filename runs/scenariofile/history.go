package scenariofile

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// history is a time history while it is read.
type history struct {
	*document.Object        // the mapping that names the file
	kind             string // of the entries
	table            *historyTable
	used             []usedColumn
	first            int    // row
	unit             string // of all columns of a path, if it is given
}

// readHistory reads a program over time from a file, if the key names one: {file: edr.csv}. Its rows become the entries of the
// list that they stand for, which takes the place of the mapping: what is wrong with an entry is then found as in a list, and its
// place is that in the file. It returns false where the file has a problem, and so no list.
func (r *reader) readHistory(o *document.Object, key, kind string) bool {
	n := o.Values[key]
	switch {
	case n == nil || n.Kind == yaml.SequenceNode:
		return true
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && path.Ext(n.Value) != "":
		o.Fail(key, "%s where a list or a mapping is needed: write %s: {file: %s}", document.Describe(n), key, wording.Clip(n.Value))
		return false
	case n.Kind != yaml.MappingNode:
		return true // not a list either
	}
	if keys := document.KeysIn(n); !slices.Contains(keys, "file") && !slices.Contains(keys, "<<") {
		o.Fail(key, "a mapping without a file where a list is needed: start each entry with -, or write %s: {file: history.csv}", key)
		return false
	}
	of := "history"
	switch kind {
	case "drive_at":
		of = "drive_file"
	case pathPoint:
		of = "track"
	}
	m, ok := o.Object(key, of)
	if !ok {
		return false
	}
	before := len(r.Problems)
	h := &history{Object: m, kind: kind}
	if h.table = r.historyFile(m); h.table == nil {
		return false
	}
	r.chooseColumns(h)
	r.readConversions(h)
	if len(r.Problems) > before {
		return false
	}
	rows := r.entriesOf(h)
	if len(rows) == 0 && len(r.Problems) == before { // of a vehicle's program
		h.failAt(h.table.header[0], h.Path, "has rows with nothing but a time: fill in what changes then, or remove the key")
	}
	if kind == pathPoint && len(rows) == 1 && len(r.Problems) == before {
		h.failAt(h.table.header[0], h.Path, "has one point, where two or more are needed: add rows with others")
	}
	if len(r.Problems) > before || !r.checkTimes(h, rows) {
		return false
	}
	o.Values[key] = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: rows, Line: n.Line, Column: n.Column}
	return true
}

// historyFile reads the file that a mapping names, each once, and adds it to the scenario's files; nil where it has a problem.
func (r *reader) historyFile(m *document.Object) *historyTable {
	if !m.Has("file") {
		m.Missing("file", "add file: history.csv")
		return nil
	}
	name, ok := m.Text("file")
	if !ok {
		return nil
	}
	if !isRelative(name) {
		m.Fail("file", notRelative, wording.Clip(name))
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
		m.Fail("file", "%v", err)
		return nil
	}
	file := r.pathOf(name)
	r.sources = append(r.sources, document.File{Name: file, Data: []byte(strings.TrimPrefix(string(data), string(document.ByteOrderMark)))})
	t, fault := readHistoryTable(file, data)
	if fault != nil {
		r.Problems = append(r.Problems, document.Problem{File: file, Line: fault.line, Column: fault.column, Path: m.Path, What: fault.what})
		return nil
	}
	if !r.filed[name] {
		r.filed[name] = true
		r.scenario.Files = append(r.scenario.Files, document.File{Name: name, Data: data})
	}
	r.tables[name] = t
	return t
}

// failAt reports a problem at a cell of the file.
func (h *history) failAt(c historyCell, path, format string, args ...any) {
	h.Decoder.Problems = append(h.Decoder.Problems, document.Problem{File: h.table.file, Line: c.line, Column: c.column, Path: path, What: fmt.Sprintf(format, args...)})
}

// node gives a node its place in the file.
func (h *history) node(n *yaml.Node, at historyCell) *yaml.Node {
	n.Line, n.Column = at.line, at.column
	h.Decoder.Own(n, h.table.file)
	return n
}

// checkTimes refuses a file that ends before the run starts, and warns of one of which little is in the run.
func (r *reader) checkTimes(h *history, entries []*yaml.Node) bool {
	if h.kind == pathPoint {
		return true
	}
	timeOf := func(i int) (float64, bool) {
		n := document.ValueOf(entries[i], "time")
		_, exact, _, err := units.Parse(n.Value, units.Time)
		if err != nil {
			return 0, false // which reading the entry reports
		}
		exact.Conversion = r.Conversions[n]
		return exact.Float64(), true
	}
	first, ok1 := timeOf(0)
	last, ok2 := timeOf(len(entries) - 1)
	second, ok3 := timeOf(min(1, len(entries)-1))
	if !ok1 || !ok2 || !ok3 {
		return true
	}
	end := document.ValueOf(entries[len(entries)-1], "time")
	switch stop := r.duration(); {
	case first < 0 && last <= 0:
		h.failAt(historyCell{line: end.Line, column: end.Column}, document.Join(document.At(h.Path, len(entries)-1), "time"),
			"is that of the last row, %g s, and the run starts at 0 s: write shift: %g s beside the file", last, h.shifted(first))
		return false
	case first < 0 && !h.Has("shift"):
		r.warn(h.Object, "file", "begins at %g s, before the run starts, at 0: add shift: %g s to run all of it, or shift: 0 s to leave out what is before", first, -first)
	case len(entries) > 1 && second > stop && stop > 0:
		hint, rows := "lengthen the duration", "only the first row is"
		if first >= stop {
			rows = "no row is"
		}
		if u := h.timeColumn(); u != nil && u.unit == "" {
			hint = "write the unit of time in the header, as time [ms], or " + hint
		}
		r.warn(h.Object, "file", "goes from %g s to %g s, and %s before the end of the run, after %g s: %s", first, last, rows, stop, hint)
	}
	return true
}

// shifted returns the shift [s] with which a file that begins at a time, shifted as it is, begins with the run.
func (h *history) shifted(first float64) float64 {
	v, _ := h.Number("shift", units.Time)
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
