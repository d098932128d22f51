package export

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Selection is what of a log is written. The zero value is all of it.
type Selection struct {
	From, To int64    // steps; the frames of From and later, before To; a From below 0 is the start, a To of 0 or below the end
	Every    int64    // each Nth frame from From on, for GLB and MCAP the last one, too; 1 and less are all. Events are never left out.
	Times    *Times   // of the events, which are sought in the steps From to To and in To itself; nil for all before To
	Objects  []string // names; none stands for all. Events are those of which one side is among them.
	Absent   bool     // Objects may have names that the log does not have, but another that is shown beside it
	// Meshes are those of objects of which the log carries no file of triangles, by index: what a height field in its
	// scenario makes. Forms that show shapes leave out an object without one.
	Meshes map[int32]*geom.Mesh
	// Damaged is told of each part of the log that cannot be read, by an error that wraps recorder.ErrDamaged and names
	// its steps; what is written is the rest. Without it, the first damage ends the export.
	Damaged func(error)
	// Seen is called for every frame that Visit reads, also for those that are not selected by Every; it may be nil.
	Seen func(*record.Frame)
}

// Times is a range of times [s], both ends included. An event is in it by its own time, which is in the step that ends
// with a frame.
type Times struct{ From, To float64 }

// Has reports whether a time is in the range; nil has all.
func (t *Times) Has(time float64) bool { return t == nil || t.From <= time && time <= t.To }

// StepsUntil returns the step before which the events of the range are, in a log of that many steps of which the frames
// before the step to are in the range: those of the next step can be, too.
func (t *Times) StepsUntil(to, steps int64) int64 {
	if t == nil {
		return to
	}
	return min(to+1, steps)
}

// source is a log being read by a selection.
type source struct {
	r        *recorder.Reader
	h        *recorder.Header
	from, to int64
	every    int64
	last     bool // the last frame is written, whatever every says
	times    *Times
	chosen   []bool // by object
	all      bool
	columns  []column
	meshes   map[int32]*geom.Mesh
	damaged  func(error)
	looked   bool                // for corners
	corners  []geom.Vec          // of the box around what moves
	seen     func(*record.Frame) // called for every frame that is read, those that are not written too; may be nil
}

// column is a column with the place of its values in a frame.
type column struct {
	record.Column
	at int
}

// open checks a selection against a log. The error names an object that the log does not have.
func (s *Selection) open(r *recorder.Reader) (*source, error) {
	h := r.Header()
	o := &source{r: r, h: h, from: max(s.From, 0), to: r.Steps(), every: max(s.Every, 1), times: s.Times, chosen: make([]bool, len(h.Objects)), all: len(s.Objects) == 0, meshes: s.Meshes, damaged: s.Damaged}
	if s.To > 0 {
		o.to = min(s.To, o.to)
	}
	at := 0
	for _, c := range h.Columns {
		o.columns = append(o.columns, column{c, at})
		at += int(c.Count)
	}
	for _, name := range s.Objects {
		if !s.Absent && !slices.ContainsFunc(h.Objects, func(o record.Object) bool { return o.Name == name }) {
			var names []string
			for i := range h.Objects {
				names = append(names, h.Objects[i].Name)
			}
			return nil, fmt.Errorf("the log has no object %q; it has %s", name, strings.Join(names, ", "))
		}
	}
	for i := range h.Objects {
		o.chosen[i] = o.all || slices.Contains(s.Objects, h.Objects[i].Name)
	}
	return o, nil
}

// frames calls write for each frame to write that can be read.
func (s *source) frames(write func(f *record.Frame) error) error {
	return s.read(s.to, func(f *record.Frame) error {
		if !s.due(f) {
			return nil
		}
		return write(f)
	})
}

// events calls write for each event to write in the steps that can be read, and after those of a step calls frame, if
// there is one, for its frame.
func (s *source) events(write func(f *record.Frame, e *record.Event) error, frame func(f *record.Frame) error) error {
	return s.read(s.times.StepsUntil(s.to, s.r.Steps()), func(f *record.Frame) error {
		if err := s.eventsOf(f, write); err != nil || frame == nil || !s.due(f) {
			return err
		}
		return frame(f)
	})
}

// eventsOf calls write for each event to write of a frame.
func (s *source) eventsOf(f *record.Frame, write func(f *record.Frame, e *record.Event) error) error {
	for i := range f.Events {
		if e := &f.Events[i]; s.concerns(e) && s.times.Has(e.Time) {
			if err := write(f, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// due reports whether a frame that was read is one of those to write.
func (s *source) due(f *record.Frame) bool {
	return f.Step < s.to && ((f.Step-s.from)%s.every == 0 || s.last && f.Step == s.to-1)
}

// count returns how many frames there are to write.
func (s *source) count() int64 {
	n := (s.to - s.from + s.every - 1) / s.every
	if s.last && s.to > s.from && (s.to-1-s.from)%s.every != 0 {
		n++
	}
	return n
}

// read calls f for each frame that can be read, up to the step to.
func (s *source) read(to int64, f func(frame *record.Frame) error) error {
	for frame, err := range s.r.Frames(s.from, to) {
		if err != nil && s.leavesOut(err) {
			continue
		}
		if err != nil {
			return err
		}
		if s.seen != nil {
			s.seen(frame)
		}
		if err := f(frame); err != nil {
			return err
		}
	}
	return nil
}

// leavesOut tells of damage, and reports whether the export goes on without what is damaged.
func (s *source) leavesOut(err error) bool {
	if s.damaged == nil || !errors.Is(err, recorder.ErrDamaged) {
		return false
	}
	s.damaged(err)
	return true
}

// name returns the name of an object, "" for none.
func (s *source) name(object int32) string {
	if object < 0 || int(object) >= len(s.h.Objects) {
		return ""
	}
	return s.h.Objects[object].Name
}

// has reports whether an object was chosen.
func (s *source) has(object int32) bool {
	return object >= 0 && int(object) < len(s.chosen) && s.chosen[object]
}

// concerns reports whether an event is about a chosen object.
func (s *source) concerns(e *record.Event) bool { return s.all || s.has(e.A) || s.has(e.B) }

// components returns the names of the components of a column: x.x for the first of a vector, as quantities are called.
func components(c *record.Column) []string {
	suffix := func(k int) string {
		switch {
		case c.Count == 3:
			return "xyz"[k : k+1]
		case c.Count == 4 && c.Name == "q":
			return "wxyz"[k : k+1]
		}
		return fmt.Sprint(k)
	}
	if isLedger(c) {
		return ledgerNames(c.Name)
	}
	if c.Count == 1 {
		return []string{c.Name}
	}
	var names []string
	for k := range int(c.Count) {
		names = append(names, c.Name+"."+suffix(k))
	}
	return names
}

// isLedger reports whether a column is a row of the ledger: see record.Ledger.
func isLedger(c *record.Column) bool {
	return c.Owner < 0 && c.Count == record.LedgerValues && strings.HasPrefix(c.Name, record.LedgerPrefix)
}

func ledgerNames(cause string) []string {
	return []string{
		cause + ".energy", cause + ".momentum.x", cause + ".momentum.y", cause + ".momentum.z",
		cause + ".angular_momentum.x", cause + ".angular_momentum.y", cause + ".angular_momentum.z",
	}
}

// unitOf returns the unit of a component of a column.
func unitOf(c *record.Column, component int) string {
	switch {
	case !isLedger(c):
		return c.Unit
	case component == 0:
		return "J"
	case component < 4:
		return "N s"
	}
	return "N m s"
}

// World is the object of the quantities of all bodies together in a table. In a log of another writer a body of this name
// has rows beside them, with other quantities.
const World = recorder.WorldName

// table is the columns of a table of frames: one row for each frame and object, with the quantities of all objects side
// by side; a row has those of its object.
type table struct {
	ledger  bool
	columns []Column // "x.x", "x.y", …
	owners  []int32  // those that have a row, -1 for the world
	of      [][]cell // of each owner
}

// cell says that the value at place from of a frame goes into column to of the table.
type cell struct{ from, to int }

// owner returns the object of a row of a table.
func (s *source) owner(object int32) string {
	if object < 0 {
		return World
	}
	return s.name(object)
}

// table returns the table of the frames, without the ledger's columns, or that of the ledger alone.
func (s *source) table(ledger bool) *table {
	t := &table{ledger: ledger}
	place := map[string]int{}
	row := map[int32]int{}
	for i := range s.columns {
		c := &s.columns[i]
		if c.Owner < 0 && c.Name == record.LedgerGrid {
			continue // what the ledger is rounded to
		}
		if isLedger(&c.Column) != ledger || !ledger && (c.Owner >= 0 && !s.has(c.Owner) || c.Owner < 0 && !s.all) {
			continue
		}
		k, ok := row[c.Owner]
		if !ok {
			k = len(t.owners)
			row[c.Owner] = k
			t.owners = append(t.owners, c.Owner)
			t.of = append(t.of, nil)
		}
		for n, name := range components(&c.Column) {
			to, ok := place[name]
			if !ok {
				to = len(t.columns)
				place[name] = to
				t.columns = append(t.columns, Column{Name: name, Unit: unitOf(&c.Column, n)})
			}
			t.of[k] = append(t.of[k], cell{c.at + n, to})
		}
	}
	return t
}
