package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The forms of the JSON lines of replay.
const (
	frameSchema = "prang.frame/1"
	eventSchema = "prang.event/1"
)

// player writes frames and events as they come: lines of text, or JSON lines.
type player struct {
	w       *bufio.Writer
	header  *recorder.Header
	every   int64
	events  bool // only events
	json    bool
	chosen  []bool // by object
	all     bool
	columns []ownedColumn
	width   int // of the longest name
	begun   bool
}

// ownedColumn is a column with the place of its values.
type ownedColumn struct {
	*record.Column
	at int
}

func newPlayer(cmd *cobra.Command, w io.Writer, h *recorder.Header, o *replayOptions) (*player, error) {
	p := &player{
		w: bufio.NewWriter(w), header: h, every: o.every, events: o.events, json: o.json,
		chosen: make([]bool, len(h.Objects)), all: len(o.bodies) == 0,
		width: len("body"),
	}
	at := 0
	var names []string
	for i := range h.Columns {
		c := &h.Columns[i]
		p.columns = append(p.columns, ownedColumn{c, at})
		at += int(c.Count)
		if c.Owner >= 0 && !slices.Contains(names, h.Objects[c.Owner].Name) {
			names = append(names, h.Objects[c.Owner].Name)
		}
	}
	for _, b := range o.bodies {
		if !slices.Contains(names, b) {
			return nil, usagef(cmd, "--body %q: the log has none of this name; it has %s", b, strings.Join(names, ", "))
		}
	}
	for i := range h.Objects {
		p.chosen[i] = p.all || slices.Contains(o.bodies, h.Objects[i].Name)
		p.width = max(p.width, utf8.RuneCountInString(h.Objects[i].Name))
	}
	return p, nil
}

func (p *player) flush() error { return p.w.Flush() }

// frame writes the events of a step and, when it is its turn, the frame. from is the first step that is written.
func (p *player) frame(f *record.Frame, from int64) error {
	for i := range f.Events {
		if e := &f.Events[i]; p.concerns(e) {
			if err := p.event(f, e); err != nil {
				return err
			}
		}
	}
	if p.events || (f.Step-from)%p.every != 0 {
		return nil
	}
	if p.json {
		return p.frameJSON(f)
	}
	return p.frameText(f)
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
	if !p.begun {
		p.begun = true
		fmt.Fprintf(p.w, "%10s  %s %10s %10s %10s %8s %8s %8s %9s %9s %9s\n", "time [s]", padded("body", p.width),
			"x [m]", "y [m]", "z [m]", "yaw [°]", "pitch", "roll", "vx [m/s]", "vy", "vz")
	}
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

// fixed writes numbers in columns; what rounds to zero has no sign.
func fixed(width, decimals int, values ...float64) string {
	cells := make([]string, len(values))
	for i, v := range values {
		s := strconv.FormatFloat(v, 'f', decimals, 64)
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
	type frame struct {
		Schema  string                                  `json:"schema"`
		Step    int64                                   `json:"step"`
		Time    float64                                 `json:"time"`
		Hash    string                                  `json:"hash,omitempty"`
		World   map[string][]recorder.Number            `json:"world,omitempty"`
		Objects map[string]map[string][]recorder.Number `json:"objects"`
	}
	line := frame{Schema: frameSchema, Step: f.Step, Time: f.Time, Objects: map[string]map[string][]recorder.Number{}}
	if f.Hash != 0 {
		line.Hash = fmt.Sprintf("%016x", f.Hash)
	}
	for _, c := range p.columns {
		values := make([]recorder.Number, c.Count)
		for i, v := range f.Values[c.at : c.at+int(c.Count)] {
			values[i] = recorder.Number(v)
		}
		switch {
		case c.Owner < 0 && p.all:
			if line.World == nil {
				line.World = map[string][]recorder.Number{}
			}
			line.World[c.Name] = values
		case p.isChosen(c.Owner):
			name := p.name(c.Owner)
			if line.Objects[name] == nil {
				line.Objects[name] = map[string][]recorder.Number{}
			}
			line.Objects[name][c.Name] = values
		}
	}
	return p.line(line)
}

func (p *player) line(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = p.w.Write(append(data, '\n'))
	return err
}

// event writes an event.
func (p *player) event(f *record.Frame, e *record.Event) error {
	if p.json {
		return p.line(eventOf(p, f, e))
	}
	who := p.name(e.A)
	if b := p.name(e.B); b != "" {
		who += " – " + b
	}
	what := e.Detail
	if e.Kind == record.Impact {
		what = fmt.Sprintf("closing %.4f m/s, impulse %.5g N s, energy lost %.5g J, %d points", e.Closing, e.Impulse.Len(), e.EnergyLost, len(e.Points))
	}
	_, err := fmt.Fprintf(p.w, "%10.6f  %s\n", e.Time, strings.TrimRight(fmt.Sprintf("%-13s  %s  %s", e.Kind, who, what), " "))
	return err
}

// jsonEvent is an event in JSON. Vectors are in world coordinates, SI.
type jsonEvent struct {
	Schema     string           `json:"schema"`
	Step       int64            `json:"step"`
	Time       float64          `json:"time"`
	Kind       string           `json:"kind"`
	A          string           `json:"a"`
	B          string           `json:"b,omitempty"`
	Detail     string           `json:"detail,omitempty"`
	Normal     *[3]float64      `json:"normal,omitempty"`
	Closing    *float64         `json:"closing,omitempty"`
	Impulse    *[3]float64      `json:"impulse,omitempty"`
	EnergyLost *float64         `json:"energy_lost,omitempty"`
	Before     *[2]jsonTwist    `json:"before,omitempty"`
	After      *[2]jsonTwist    `json:"after,omitempty"`
	Points     []jsonEventPoint `json:"points,omitempty"`
}

type jsonTwist struct {
	V [3]float64 `json:"v"`
	W [3]float64 `json:"w"`
}

type jsonEventPoint struct {
	P       [3]float64 `json:"p"`
	Impulse [3]float64 `json:"impulse"`
	Feature uint32     `json:"feature"`
}

func eventOf(p *player, f *record.Frame, e *record.Event) jsonEvent {
	j := jsonEvent{Schema: eventSchema, Step: f.Step, Time: e.Time, Kind: e.Kind.String(), A: p.name(e.A), B: p.name(e.B), Detail: e.Detail}
	for _, q := range e.Points {
		j.Points = append(j.Points, jsonEventPoint{q.P.MGL(), q.Impulse.MGL(), q.Feature})
	}
	if e.Kind != record.Impact {
		return j
	}
	vec := func(v geom.Vec) *[3]float64 { return &[3]float64{v.X, v.Y, v.Z} }
	twists := func(t [2]record.Twist) *[2]jsonTwist {
		return &[2]jsonTwist{{t[0].V.MGL(), t[0].W.MGL()}, {t[1].V.MGL(), t[1].W.MGL()}}
	}
	j.Normal, j.Impulse, j.Closing, j.EnergyLost = vec(e.N), vec(e.Impulse), &e.Closing, &e.EnergyLost
	j.Before, j.After = twists(e.Before), twists(e.After)
	return j
}

func padded(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// logReport says where a log is and how large.
func logReport(path string) *runs.LogReport {
	l := &runs.LogReport{Path: path}
	if info, err := os.Stat(path); err == nil {
		l.Size = info.Size()
	}
	return l
}
