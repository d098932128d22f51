package view

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Schema names the form of a page's description.
const Schema = "prang.view/1"

const (
	maxPoses  = 1_500_000 // poses on a page by default, some 100 MB
	maxEvents = 2000      // events on a page
)

// Every returns the interval between the frames of a selection that are shown by default, in frames: 1, unless the poses
// of all its frames are too many for a browser.
func Every(r *recorder.Reader, sel *export.Selection) int64 {
	to := sel.To
	if to == 0 {
		to = r.Steps()
	}
	poses := (to - sel.From) * int64(len(moving(r.Header(), sel)))
	return max(1, (poses+maxPoses-1)/maxPoses)
}

// description is what a page says about its runs. In SI units.
type description struct {
	Schema string `json:"schema"`
	Runs   []*run `json:"runs"`
	Apart  *apart `json:"apart,omitempty"`
}

// run describes a run.
type run struct {
	Log      string   `json:"log"`
	Scenario string   `json:"scenario"`
	Engine   string   `json:"engine"`
	Step     float64  `json:"step"`
	Frames   int64    `json:"frames"`
	Every    int64    `json:"every"` // frames from one that is shown to the next
	Shown    int      `json:"shown"` // frames
	Ended    string   `json:"ended"`
	Problems []string `json:"problems"` // what of it cannot be read
	Objects  []object `json:"objects"`
	Moving   []int    `json:"moving"` // indices of the objects selected that move
	// Quantities are those of the series: for each of them, and for each moving object, a value for each frame shown,
	// as single-precision numbers, little endian, after the times.
	Quantities []quantity `json:"quantities"`
	Events     []event    `json:"events"`
	Hidden     int        `json:"hidden_events"` // impacts, the weakest, that are left out

	selection export.Selection
}

type object struct {
	Name    string            `json:"name"`
	Kind    record.ObjectKind `json:"kind"`
	Shape   string            `json:"shape"`
	Mass    float64           `json:"mass,omitempty"`
	Color   string            `json:"color,omitempty"`
	Vehicle bool              `json:"vehicle,omitempty"`
	Driven  bool              `json:"driven,omitempty"`
	Sensor  bool              `json:"sensor,omitempty"`
}

// quantity is something to plot, in a unit that people read.
type quantity struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

var quantities = []quantity{{"speed", "km/h"}, {"height", "m"}, {"yaw rate", "°/s"}, {"spin", "°/s"}}

// event is an event to list. Points, of what has an impulse, are places and impulses, side by side.
type event struct {
	T       float64       `json:"t"`
	Kind    string        `json:"kind"`
	A       int32         `json:"a"`
	B       int32         `json:"b"`
	Detail  string        `json:"detail,omitempty"`
	Impulse *[3]float64   `json:"impulse,omitempty"`
	Closing float64       `json:"closing,omitempty"`
	DV      *[2]float64   `json:"dv,omitempty"` // of an impact: velocity changes of A and of B by it [m/s]
	Points  *[][6]float64 `json:"points,omitempty"`

	noted bool // not of the log
}

// moving returns the indices of the objects selected that have columns.
func moving(h *recorder.Header, sel *export.Selection) []int {
	list := []int{}
	for i := range h.Objects {
		o := &h.Objects[i]
		if o.Kind != record.Static && (len(sel.Objects) == 0 || slices.Contains(sel.Objects, o.Name)) {
			list = append(list, i)
		}
	}
	return list
}

// describe reads a run once, and returns its description, its series and its skid marks.
func describe(l *Run) (r *run, values, marks []byte, err error) {
	h := l.Reader.Header()
	r = &run{
		Log: l.Name, Scenario: h.Scenario, Engine: h.Engine, Step: h.Step, Frames: l.Reader.Steps(), Every: max(l.Selection.Every, 1),
		Ended: "the log is incomplete", Problems: []string{}, Objects: []object{}, Moving: moving(h, &l.Selection), Quantities: quantities, Events: []event{},
	}
	if s, ok := l.Reader.Summary(); ok {
		r.Ended = s.Ended
	}
	for i := range h.Objects {
		o := &h.Objects[i]
		shown := object{Name: o.Name, Kind: o.Kind, Shape: o.Shape, Mass: o.Mass, Vehicle: o.Vehicle, Driven: o.Driven, Sensor: o.Sensor}
		if record.IsColor(o.Color) { // else the page gives it one
			shown.Color = o.Color
		}
		r.Objects = append(r.Objects, shown)
	}
	r.selection = l.Selection
	if tell := l.Selection.Damaged; tell != nil {
		r.selection.Damaged = func(err error) {
			if !slices.Contains(r.Problems, err.Error()) { // the log is read several times
				r.Problems = append(r.Problems, err.Error())
				tell(err)
			}
		}
	}
	m := newMeter(h, r.Moving)
	var times []float32
	rows := make([][]float32, len(quantities)*len(r.Moving))
	visited, tyres := r.selection, newSkids(h, &l.Selection)
	visited.Seen = tyres.frame
	err = visited.Visit(l.Reader, func(f *record.Frame, e *record.Event) error {
		if shown(e) {
			r.Events = append(r.Events, eventOf(h, f, e))
		}
		return nil
	}, func(f *record.Frame) error {
		times = append(times, float32(f.Time))
		for k := range r.Moving {
			for q, v := range m.measure(k, f) {
				row := &rows[q*len(r.Moving)+k]
				*row = append(*row, float32(v))
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	r.Shown = len(times)
	r.note(l, h)
	r.leaveOutWeak()
	return r, series(times, rows), tyres.pieces, nil
}

// note adds the notes of a run that are of objects selected, and within the times shown, to its events.
func (r *run) note(l *Run, h *recorder.Header) {
	to := l.Selection.To
	if to == 0 {
		to = l.Reader.Steps()
	}
	half := 0.5 * h.Step // times are of steps, which are exact to rounding
	for _, n := range l.Notes {
		if n.Time < float64(l.Selection.From)*h.Step-half || n.Time > float64(to-1)*h.Step+half {
			continue
		}
		e, selected := event{T: n.Time, Kind: n.Kind, Detail: n.Detail, A: -1, B: -1, noted: true}, len(l.Selection.Objects) == 0
		for k, to := range [2]*int32{&e.A, &e.B} {
			*to = int32(slices.IndexFunc(h.Objects, func(o record.Object) bool { return o.Name == n.Objects[k] }))
			selected = selected || *to >= 0 && slices.Contains(l.Selection.Objects, n.Objects[k])
		}
		if selected {
			r.Events = append(r.Events, e)
		}
	}
	slices.SortStableFunc(r.Events, func(a, b event) int { return cmp.Compare(a.T, b.T) })
}

// series writes the times and the rows one behind the other.
func series(times []float32, rows [][]float32) []byte {
	b := make([]byte, 0, 4*len(times)*(1+len(rows)))
	for _, list := range append([][]float32{times}, rows...) {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	return b
}

// shown reports whether an event is listed: not the many of contacts that come and go, nor sleep.
func shown(e *record.Event) bool {
	switch e.Kind {
	case record.ContactBegin, record.ContactEnd, record.Sleep, record.Wake:
		return false
	}
	return true
}

func eventOf(h *recorder.Header, f *record.Frame, e *record.Event) event {
	out := event{T: e.Time, Kind: e.Kind.String(), A: e.A, B: e.B, Detail: e.Detail}
	if e.Kind == record.Broke {
		out.Detail += fmt.Sprintf(", by %.4g kN", e.Force().Len()/1e3)
		if j := e.Impulse.Len(); j > 0 {
			out.Detail = fmt.Sprintf("%s, by %.4g kN s", e.Detail, j/1e3)
		}
	}
	if !e.Pushes() {
		return out
	}
	impulse := [3]float64(e.Impulse.MGL())
	out.Impulse, out.Closing = &impulse, e.Closing
	if e.Kind == record.Impact {
		out.DV = new([2]float64)
		for k := range out.DV {
			if o := e.Object(k); o >= 0 && int(o) < len(h.Objects) {
				out.DV[k] = record.DeltaV(f.Events, e, k, h.Objects[o].Mass).Len()
			}
		}
	}
	points := [][6]float64{}
	for _, p := range e.Points {
		points = append(points, [6]float64{p.P.X, p.P.Y, p.P.Z, p.Impulse.X, p.Impulse.Y, p.Impulse.Z})
	}
	out.Points = &points
	return out
}

// leaveOutWeak leaves out what has the least impulse where there are more events than a page can list, but nothing that broke or
// was noted.
func (r *run) leaveOutWeak() {
	r.Hidden = max(0, len(r.Events)-maxEvents)
	if r.Hidden == 0 {
		return
	}
	size := func(e *event) float64 {
		if e.Kind == record.Broke.String() || e.noted {
			return math.Inf(1)
		}
		if e.Impulse == nil {
			return 0
		}
		return geom.Vec{X: e.Impulse[0], Y: e.Impulse[1], Z: e.Impulse[2]}.Len()
	}
	slices.SortStableFunc(r.Events, func(a, b event) int { return -cmp.Compare(size(&a), size(&b)) })
	r.Events = r.Events[:maxEvents]
	slices.SortStableFunc(r.Events, func(a, b event) int { return cmp.Compare(a.T, b.T) })
}

// meter measures quantities of moving objects in a frame.
type meter struct {
	bodies []gauge
}

type gauge struct {
	x, q, v, l int // places in the values of a frame, -1 for none
	mass       rigid.Mass
}

func newMeter(h *recorder.Header, objects []int) *meter {
	m, places := &meter{}, h.Places()
	for _, i := range objects {
		g := gauge{x: places.Of(i, "x", 3), q: places.Of(i, "q", 4), v: places.Of(i, "v", 3), l: places.Of(i, "L", 3)}
		mass, ok := rigid.NewMass(h.Objects[i].Mass, h.Objects[i].Inertia)
		if !ok { // L of a driven body is its angular velocity times 1 kg m²
			mass.InvInertia = geom.Identity()
		}
		g.mass = mass
		m.bodies = append(m.bodies, g)
	}
	return m
}

func vec(f *record.Frame, at int) geom.Vec {
	if at < 0 {
		return geom.Vec{}
	}
	return geom.Vec{X: f.Values[at], Y: f.Values[at+1], Z: f.Values[at+2]}
}

// measure returns the quantities of the kth moving object, in the order and the units of quantities.
func (m *meter) measure(k int, f *record.Frame) [4]float64 {
	const degree = math.Pi / 180
	g := &m.bodies[k]
	var w geom.Vec
	if g.q >= 0 && g.l >= 0 {
		q := geom.Quat{W: f.Values[g.q], V: vec(f, g.q+1)}
		w = g.mass.AngularVelocity(q, vec(f, g.l))
	}
	return [4]float64{vec(f, g.v).Len() * 3.6, vec(f, g.x).Z, w.Z / degree, w.Len() / degree}
}
