package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// player writes frames and events as they come: lines of text, or JSON lines.
type player struct {
	w        *bufio.Writer
	header   *recorder.Header
	window   window
	every    int64
	events   bool // only events
	contacts bool // only contact forces
	wheels   bool // only wheels
	json     bool
	chosen   []bool // by object
	all      bool
	columns  []ownedColumn
	width    int // of the longest name
	begun    bool
	fields   *fields     // nil for the usual ones
	csv      *csv.Writer // nil for no comma-separated values

	wheelTable *export.WheelTable // nil before it is begun
}

// ownedColumn is a column with the place of its values.
type ownedColumn struct {
	*record.Column
	at int
}

func newPlayer(cmd *cobra.Command, w io.Writer, h *recorder.Header, o *replayOptions, part window, springs *runs.Springs, limits *runs.JointLimits) (*player, error) {
	p := &player{
		w: bufio.NewWriter(w), header: h, window: part, every: o.every, events: o.events, contacts: o.contacts, wheels: o.wheels, json: o.json,
		chosen: make([]bool, len(h.Objects)), all: len(o.bodies) == 0,
		width: len("body"),
	}
	at := 0
	for i := range h.Columns {
		c := &h.Columns[i]
		p.columns = append(p.columns, ownedColumn{c, at})
		at += int(c.Count)
	}
	names := moving(h)
	for _, b := range o.bodies {
		if !slices.Contains(names, b) {
			return nil, usagef(cmd, "--body %q: the log has no body or mover of this name; %s", b, wording.Choices(b, names))
		}
	}
	for i := range h.Objects {
		p.chosen[i] = p.all || slices.Contains(o.bodies, h.Objects[i].Name)
		p.width = max(p.width, wording.Width(h.Objects[i].Name))
	}
	spec := o.fields
	if o.csv {
		p.csv = csv.NewWriter(p.w)
		if spec == "" && !o.contacts && !o.wheels {
			spec, p.fields = allFields(h, p.chosen), &fields{} // of a world without bodies and movers a heading alone
		}
	}
	if spec != "" {
		var err error
		if p.fields, err = newFields(cmd, h, p.columns, p.chosen, spec, springs, limits); err != nil {
			return nil, err
		}
		if !p.all && !p.fields.ofBodies() {
			return nil, usagef(cmd, "--fields %s: is about all bodies together: leave out --body", spec)
		}
		if o.csv {
			if err := p.fields.checkTitles(cmd, spec); err != nil {
				return nil, err
			}
		}
		p.fields.sumFlows(h, part, o.every)
	}
	return p, nil
}

// moving returns the names of the bodies and movers of a log.
func moving(h *recorder.Header) (names []string) {
	for i := range h.Columns {
		if c := &h.Columns[i]; c.Owner >= 0 && !slices.Contains(names, h.Objects[c.Owner].Name) {
			names = append(names, h.Objects[c.Owner].Name)
		}
	}
	return names
}

// finish ends the output. A table of values separated by commas has a heading even if nothing is below it, for the programs that
// read it.
func (p *player) finish() error {
	if p.csv != nil && !p.begun {
		if err := p.csv.Write(p.titles()); err != nil {
			return err
		}
	}
	return p.flush()
}

// titles returns the heading of values separated by commas.
func (p *player) titles() []string {
	switch {
	case p.contacts:
		return export.ContactColumns
	case p.wheels:
		return export.WheelColumns
	}
	return p.fields.titles()
}

func (p *player) flush() error {
	if p.csv != nil {
		p.csv.Flush()
		if err := p.csv.Error(); err != nil {
			return err
		}
	}
	return p.w.Flush()
}

// due reports whether it is a frame's turn. With sums the last frame has a line too, for the steps that are left.
func (p *player) due(f *record.Frame) bool {
	sums := p.fields != nil && p.fields.sums != nil
	return f.Step < p.window.to && ((f.Step-p.window.from)%p.every == 0 || sums && f.Step == p.window.to-1)
}

// frame writes the events of a step and, when it is its turn, the frame.
func (p *player) frame(f *record.Frame) error {
	if p.contacts {
		return p.contactForces(f)
	}
	if p.wheels {
		return p.wheelRows(f)
	}
	if err := p.begin(); err != nil {
		return err
	}
	for i := range f.Events {
		if e := &f.Events[i]; p.csv == nil && p.concerns(e) && p.window.times.Has(e.Time) {
			if err := p.event(f, e); err != nil {
				return err
			}
		}
	}
	if p.fields != nil && f.Step < p.window.to {
		p.fields.add(f)
	}
	switch {
	case p.events || !p.due(f):
		return nil
	case p.json:
		return p.frameJSON(f)
	case p.fields == nil:
		return p.frameText(f)
	case p.csv == nil:
		return p.fields.text(p.w, f, p.width)
	}
	return p.fields.csv(p.csv, f)
}

// begin writes the heading of a table of frames, once: before its first line, which may be one of an event.
func (p *player) begin() error {
	if p.begun || p.events || p.json || p.window.from == p.window.to {
		return nil
	}
	p.begun = true
	switch {
	case p.csv != nil:
		return p.csv.Write(p.titles())
	case p.fields != nil:
		p.fields.heading(p.w, p.width)
	default:
		fmt.Fprintf(p.w, "%10s  %s %10s %10s %10s %8s %8s %8s %9s %9s %9s\n", "time [s]", padded("body", p.width),
			"x [m]", "y [m]", "z [m]", "yaw [°]", "pitch", "roll", "vx [m/s]", "vy", "vz")
	}
	return nil
}

// concerns reports whether an event is about a chosen body.
func (p *player) concerns(e *record.Event) bool {
	return p.all || p.isChosen(e.A) || p.isChosen(e.B)
}

func (p *player) isChosen(object int32) bool {
	return object >= 0 && int(object) < len(p.chosen) && p.chosen[object]
}

func (p *player) name(object int32) string {
	if object < 0 || int(object) >= len(p.header.Objects) {
		return ""
	}
	return p.header.Objects[object].Name
}

// frameText writes a line for each chosen body or mover.
func (p *player) frameText(f *record.Frame) error {
	var err error
	for k := 0; k < len(p.columns); {
		owner := p.columns[k].Owner
		values := map[string][]float64{}
		for ; k < len(p.columns) && p.columns[k].Owner == owner; k++ {
			c := p.columns[k]
			values[c.Name] = f.Values[c.at : c.at+int(c.Count)]
		}
		x, v := values["x"], values["v"]
		if owner < 0 || !p.chosen[owner] || len(x) != 3 || len(v) != 3 {
			continue
		}
		angles := fmt.Sprintf("%8s %8s %8s", "", "", "")
		if q := values["q"]; len(q) == 4 {
			yaw, pitch, roll := eulerAngles(geom.Quat{W: q[0], V: geom.Vec{X: q[1], Y: q[2], Z: q[3]}})
			angles = fixed(8, 2, yaw, pitch, roll)
		}
		_, err = fmt.Fprintf(p.w, "%10.6f  %s %s %s %s\n", f.Time, padded(p.name(owner), p.width), fixed(10, 4, x...), angles, fixed(9, 4, v...))
	}
	return err
}

// fixed writes numbers in columns, from 1e9 on with six digits; what rounds to zero has no sign.
func fixed(width, decimals int, values ...float64) string {
	cells := make([]string, len(values))
	for i, v := range values {
		s := strconv.FormatFloat(v, 'f', decimals, 64)
		if math.Abs(v) >= 1e9 {
			s = strconv.FormatFloat(v, 'g', 6, 64)
		}
		if strings.Trim(s, "-0.") == "" {
			s = strings.TrimPrefix(s, "-")
		}
		cells[i] = fmt.Sprintf("%*s", width, s)
	}
	return strings.Join(cells, " ")
}

// eulerAngles returns yaw, pitch and roll in degrees: q = Rz(yaw) Ry(pitch) Rx(roll).
func eulerAngles(q geom.Quat) (yaw, pitch, roll float64) {
	const deg = 180 / math.Pi
	m := q.Mat3()
	s := math.Max(-1, math.Min(1, -m.Z.X))
	return geom.Atan2(m.Y.X, m.X.X) * deg, geom.Asin(s) * deg, geom.Atan2(m.Z.Y, m.Z.Z) * deg
}

func (p *player) frameJSON(f *record.Frame) error {
	line := export.NewFrameLine(p.header, f, p.isChosen, p.all)
	if p.fields != nil {
		line.World, line.Objects = p.fields.world(f), p.fields.objects(f)
	}
	return p.line(line)
}

func (p *player) line(v any) error { return writeLine(p.w, v) }

func writeLine(w *bufio.Writer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// event writes an event.
func (p *player) event(f *record.Frame, e *record.Event) error {
	if p.json {
		return p.line(export.NewEventLine(p.header, f.Step, e))
	}
	who := p.name(e.A)
	if b := p.name(e.B); b != "" {
		who += " – " + b
	}
	what := e.Detail
	switch e.Kind {
	case record.Joint:
		what = fmt.Sprintf("%s, impulse %.5g N s, delta-v %s", e.Detail, e.Impulse.Len(), fixed(0, 4, e.After[0].V.Sub(e.Before[0].V).Len()))
		if e.B >= 0 {
			what += fmt.Sprintf(" and %s", fixed(0, 4, e.After[1].V.Sub(e.Before[1].V).Len()))
		}
		what += " m/s"
	case record.Broke:
		if j := e.Impulse.Len(); j > 0 {
			what = fmt.Sprintf("%s, by an impulse of %.5g N s", e.Detail, j)
		} else {
			what = fmt.Sprintf("%s, by a force of %.5g N", e.Detail, e.Force().Len())
		}
	case record.Impact:
		what = fmt.Sprintf("closing %s m/s, impulse %.5g N s, energy lost %.5g J, %d point", fixed(0, 4, e.Closing), e.Impulse.Len(), e.EnergyLost, len(e.Points))
		if len(e.Points) != 1 {
			what += "s"
		}
	}
	_, err := fmt.Fprintf(p.w, "%10.6f  %s\n", e.Time, strings.TrimRight(fmt.Sprintf("%-13s  %s  %s", e.Kind, who, what), " "))
	return err
}

func padded(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-wording.Width(s)))
}

// logReport says where a log is and how large.
func logReport(path string) *runs.LogReport {
	l := &runs.LogReport{Path: path}
	if info, err := os.Stat(path); err == nil {
		l.Size = info.Size()
	}
	return l
}
