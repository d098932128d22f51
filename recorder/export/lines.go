package export

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The forms of the JSON lines.
const (
	FrameSchema = "prang.frame/1"
	EventSchema = "prang.event/1"
)

// JSONLines writes a line of JSON for each event, each frame and each wheel, for each contact force where the log has
// them, and, unless objects are chosen, for each row of the ledger that is not zero: the events of a step before its
// frame, then contact forces, wheels and ledger. The ledger is summed as by LedgerCSV. Numbers read back to the same
// bits; those that are not finite are strings.
func JSONLines(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	l := &lineWriter{s: s, out: bufio.NewWriter(w), wheels: NewWheelTable(s.h), ledger: s.ledgerSums()}
	err = s.read(s.times.StepsUntil(s.to, s.r.Steps()), l.step)
	if e := l.out.Flush(); err == nil {
		err = e
	}
	return err
}

// lineWriter writes the lines of one export.
type lineWriter struct {
	s      *source
	out    *bufio.Writer
	wheels *WheelTable
	ledger *LedgerSums
}

func (l *lineWriter) line(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = l.out.Write(append(b, '\n'))
	}
	return err
}

// step writes the lines of a frame that was read, and of its step.
func (l *lineWriter) step(f *record.Frame) error {
	err := l.s.eventsOf(f, func(f *record.Frame, e *record.Event) error { return l.line(NewEventLine(l.s.h, f.Step, e)) })
	if err == nil && l.s.due(f) {
		err = l.frame(f)
	}
	if err != nil || !l.s.all || f.Step >= l.s.to {
		return err
	}
	if sum := l.ledger.Add(f); sum != nil {
		for _, row := range l.s.ledgerLines(sum) {
			err = errors.Join(err, l.line(row))
		}
	}
	return err
}

func (l *lineWriter) frame(f *record.Frame) error {
	if err := l.line(NewFrameLine(l.s.h, f, l.s.has, l.s.all)); err != nil {
		return err
	}
	if err := l.s.contactsOf(f, func(f *record.Frame, c *record.ContactForce) error { return l.line(NewContactLine(l.s.h, f, c)) }); err != nil {
		return err
	}
	return l.s.wheelsOf(l.wheels, f, func(r *WheelRow) error { return l.line(r) })
}

// FrameLine is a frame in JSON. World is the quantities of the world, without the ledger's.
type FrameLine struct {
	Schema  string                                  `json:"schema"`
	Step    int64                                   `json:"step"`
	Time    float64                                 `json:"time"`
	Hash    string                                  `json:"hash,omitempty"`
	World   map[string][]recorder.Number            `json:"world,omitempty"`
	Objects map[string]map[string][]recorder.Number `json:"objects"`
}

// NewFrameLine returns a frame with the objects for which has says so, and with the world's quantities.
func NewFrameLine(h *recorder.Header, f *record.Frame, has func(object int32) bool, world bool) FrameLine {
	line := FrameLine{Schema: FrameSchema, Step: f.Step, Time: f.Time, Objects: map[string]map[string][]recorder.Number{}}
	if f.Hash != 0 {
		line.Hash = fmt.Sprintf("%016x", f.Hash)
	}
	at := 0
	for i := range h.Columns {
		c := &h.Columns[i]
		from := at
		at += int(c.Count)
		if c.Owner < 0 && (!world || strings.HasPrefix(c.Name, record.LedgerPrefix)) || c.Owner >= 0 && !has(c.Owner) {
			continue
		}
		values := make([]recorder.Number, c.Count)
		for k, v := range f.Values[from:at] {
			values[k] = recorder.Number(v)
		}
		if c.Owner < 0 {
			if line.World == nil {
				line.World = map[string][]recorder.Number{}
			}
			line.World[c.Name] = values
			continue
		}
		name := h.Objects[c.Owner].Name
		if line.Objects[name] == nil {
			line.Objects[name] = map[string][]recorder.Number{}
		}
		line.Objects[name][c.Name] = values
	}
	return line
}

// EventLine is an event in JSON. Vectors are in world coordinates, SI; see record.Event.
type EventLine struct {
	Schema     string       `json:"schema"`
	Step       int64        `json:"step"`
	Time       float64      `json:"time"`
	Kind       string       `json:"kind"`
	A          string       `json:"a"`
	B          string       `json:"b,omitempty"`
	Detail     string       `json:"detail,omitempty"`
	Normal     *[3]float64  `json:"normal,omitempty"`
	Closing    *float64     `json:"closing,omitempty"`
	Force      *[3]float64  `json:"force,omitempty"`
	Impulse    *[3]float64  `json:"impulse,omitempty"`
	EnergyLost *float64     `json:"energy_lost,omitempty"`
	Before     *[2]Twist    `json:"before,omitempty"`
	After      *[2]Twist    `json:"after,omitempty"`
	Points     []EventPoint `json:"points,omitempty"`
}

// Twist is a velocity (m/s) and an angular velocity (rad/s) in JSON.
type Twist struct {
	V [3]float64 `json:"v"`
	W [3]float64 `json:"w"`
}

// EventPoint is a contact point in JSON.
type EventPoint struct {
	P       [3]float64 `json:"p"`
	Impulse [3]float64 `json:"impulse"`
	Feature uint32     `json:"feature"`
}

// NewEventLine returns the line of an event of a step. Numbers that only impacts have are omitted for other kinds;
// joints have some of them. What broke has the force on A, or the impulse.
func NewEventLine(h *recorder.Header, step int64, e *record.Event) EventLine {
	name := func(object int32) string {
		if object < 0 || int(object) >= len(h.Objects) {
			return ""
		}
		return h.Objects[object].Name
	}
	j := EventLine{Schema: EventSchema, Step: step, Time: e.Time, Kind: e.Kind.String(), A: name(e.A), B: name(e.B), Detail: e.Detail}
	for _, q := range e.Points {
		j.Points = append(j.Points, EventPoint{q.P.MGL(), q.Impulse.MGL(), q.Feature})
	}
	vec := func(v geom.Vec) *[3]float64 { return &[3]float64{v.X, v.Y, v.Z} }
	switch {
	case e.Kind == record.Broke && e.Impulse == geom.Vec{}:
		j.Force = vec(e.Force())
		return j
	case e.Kind == record.Broke:
		j.Impulse = vec(e.Impulse)
		return j
	case !e.Pushes():
		return j
	}
	twists := func(t [2]record.Twist) *[2]Twist {
		return &[2]Twist{{t[0].V.MGL(), t[0].W.MGL()}, {t[1].V.MGL(), t[1].W.MGL()}}
	}
	j.Impulse, j.Before, j.After = vec(e.Impulse), twists(e.Before), twists(e.After)
	if e.Kind == record.Impact {
		closing, lost := e.Closing, e.EnergyLost
		j.Normal, j.Closing, j.EnergyLost = vec(e.N), &closing, &lost
	}
	return j
}
