package export

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// WheelSchema is the form of a wheel in a step as a line of JSON.
const WheelSchema = "prang.wheel/1"

// ErrNoWheels is the error of asking a log for wheels that has none.
var ErrNoWheels = errors.New("the log has no wheels: it has no vehicles, or is of a format before 1.10")

// OnStatic is what a wheel stands on that stands on a static.
const OnStatic = "static"

// WheelColumns are the columns of a table of wheels: step, the end of it [s], vehicle and wheel; what the wheel stands on:
// a body, OnStatic, or nothing, where the cells behind lift and spin are empty; whether its tyre slides there (1) or not
// (0); steering angle to the left [rad]; lift over its place on level ground [m]; spin (rad/s); load [N]; contact point
// [m]; and the velocity of the vehicle there relative to what the wheel stands on, in the plane of the vehicle's floor:
// along the wheel and to its left (m/s). Steering angle, lift, point and load are rounded.
var WheelColumns = namesOf(wheelColumns)

var wheelColumns = slices.Concat(StepColumns,
	[]Column{{"vehicle", "", Text, false}, {"wheel", "", Text, false}, {"on", "", Text, false}, {"slides", "", Truth, false}},
	Doubles("rad", true, "steer"), Doubles("m", true, "lift"), Doubles("rad/s", false, "spin"), Doubles("N", false, "load"),
	Doubles("m", false, xyz("point")...), Doubles("m/s", false, "along", "across"))

// WheelRow is a wheel in a step.
type WheelRow struct {
	Schema  string           `json:"schema"`
	Step    int64            `json:"step"`
	Time    float64          `json:"time"`
	Vehicle string           `json:"vehicle"`
	Wheel   string           `json:"wheel"`
	Steer   float64          `json:"steer"`
	Lift    float64          `json:"lift"`
	Spin    *recorder.Number `json:"spin,omitempty"`
	Ground  *WheelGround     `json:"ground,omitempty"`
}

// WheelGround is what a wheel does that stands on something.
type WheelGround struct {
	On     string             `json:"on"`
	Slides bool               `json:"slides"`
	Load   float64            `json:"load"`
	Point  [3]recorder.Number `json:"point"`
	Along  recorder.Number    `json:"along"`
	Across recorder.Number    `json:"across"`
}

// WheelTable makes the rows of the wheels of a log.
type WheelTable struct {
	h       *recorder.Header
	columns recorder.Places
	places  poses
	inverse []geom.Mat3 // of the inertia of each object
}

// NewWheelTable returns the table for logs with a header.
func NewWheelTable(h *recorder.Header) *WheelTable {
	t := &WheelTable{h: h, columns: h.Places(), places: posesOf(h), inverse: make([]geom.Mat3, len(h.Objects))}
	for i := range t.inverse {
		t.inverse[i], _ = h.Objects[i].Inertia.Inverse()
	}
	return t
}

// HasWheels reports whether a log has wheels.
func HasWheels(h *recorder.Header) bool {
	for i := range h.Objects {
		if len(h.Objects[i].Wheels) > 0 {
			return true
		}
	}
	return false
}

// Row returns a wheel of a frame.
func (t *WheelTable) Row(f *record.Frame, w *record.WheelState) WheelRow {
	o := &t.h.Objects[w.Body]
	m := &o.Wheels[w.Wheel]
	row := WheelRow{Schema: WheelSchema, Step: f.Step, Time: f.Time, Vehicle: o.Name, Wheel: m.Name, Steer: w.Steer, Lift: w.Lift}
	if at := t.columns.Of(int(w.Body), fmt.Sprintf("wheel%d.spin", w.Wheel), 1); at >= 0 {
		spin := recorder.Number(f.Values[at])
		row.Spin = &spin
	}
	if !w.Ground {
		return row
	}
	pose := t.places.at(t.h, int(w.Body), f)
	p := pose.Apply(m.Contact(w))
	u := t.velocity(f, int(w.Body), p)
	g := &WheelGround{On: OnStatic, Slides: w.Slides, Load: w.Load, Point: [3]recorder.Number{recorder.Number(p.X), recorder.Number(p.Y), recorder.Number(p.Z)}}
	if w.On >= 0 {
		g.On = t.h.Objects[w.On].Name
		u = u.Sub(t.velocity(f, int(w.On), p))
	}
	u = pose.Q.RotateInv(u)
	sin, cos := geom.SinCos(w.Steer)
	g.Along = recorder.Number(float64(cos*u.X) + float64(sin*u.Y))
	g.Across = recorder.Number(float64(cos*u.Y) - float64(sin*u.X))
	row.Ground = g
	return row
}

// velocity returns that of the point of an object at a place, in a frame [m/s].
func (t *WheelTable) velocity(f *record.Frame, object int, place geom.Vec) geom.Vec {
	v, l := t.columns.Of(object, "v", 3), t.columns.Of(object, "L", 3)
	if v < 0 || l < 0 {
		return geom.Vec{}
	}
	pose := t.places.at(t.h, object, f)
	turn := pose.Q.Rotate(t.inverse[object].Apply(pose.Q.RotateInv(vectorAt(f, l))))
	return vectorAt(f, v).Add(turn.Cross(place.Sub(pose.P)))
}

// cells returns a row of the table.
func (r *WheelRow) cells() []Cell {
	row := make([]Cell, len(wheelColumns))
	copy(row, []Cell{IntegerCell(r.Step), CellOf(r.Time), TextCell(r.Vehicle), TextCell(r.Wheel)})
	row[6], row[7] = CellOf(r.Steer), CellOf(r.Lift)
	if r.Spin != nil {
		row[8] = CellOf(float64(*r.Spin))
	}
	if g := r.Ground; g != nil {
		row[4], row[5] = TextCell(g.On), TruthCell(g.Slides)
		for k, x := range [...]float64{g.Load, float64(g.Point[0]), float64(g.Point[1]), float64(g.Point[2]), float64(g.Along), float64(g.Across)} {
			row[9+k] = CellOf(x)
		}
	}
	return row
}

// Cells returns a row of the table as text, with numbers that read back to the same bits.
func (r *WheelRow) Cells() []string { return textsOf(wheelColumns, r.cells(), nil) }

// wheelsOf calls write for each wheel of a frame whose vehicle was chosen.
func (s *source) wheelsOf(t *WheelTable, f *record.Frame, write func(r *WheelRow) error) error {
	for i := range f.Wheels {
		if w := &f.Wheels[i]; s.has(w.Body) {
			row := t.Row(f, w)
			if err := write(&row); err != nil {
				return err
			}
		}
	}
	return nil
}

// WheelsCSV writes a table of the wheels of vehicles: a row for each frame and wheel.
func WheelsCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).wheelsTable, (*Table).CSV)
}

func (s *source) wheelsTable() (*Table, error) {
	if !HasWheels(s.h) {
		return nil, ErrNoWheels
	}
	return &Table{Name: "wheels", Columns: wheelColumns, Rows: func(write func([]Cell) error) error {
		t := NewWheelTable(s.h)
		return s.frames(func(f *record.Frame) error {
			return s.wheelsOf(t, f, func(r *WheelRow) error { return write(r.cells()) })
		})
	}}, nil
}
