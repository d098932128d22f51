package export

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"

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
var WheelColumns = []string{
	"step", "time", "vehicle", "wheel", "on", "slides", "steer", "lift", "spin", "load", "point.x", "point.y", "point.z", "along", "across",
}

// wheelTexts are the columns of the table that are no numbers but the step.
const wheelTexts = 5

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

// texts returns the cells of a row that are no numbers, from vehicle on.
func (r *WheelRow) texts() [3]string {
	on := ""
	if r.Ground != nil {
		on = r.Ground.On
	}
	return [3]string{r.Vehicle, r.Wheel, on}
}

// numbers returns the cells of WheelColumns behind those of texts, nil for an empty one.
func (r *WheelRow) numbers() []*float64 {
	v := make([]*float64, len(WheelColumns)-wheelTexts)
	set := func(name int, x float64) { v[name] = &x }
	set(1, r.Steer)
	set(2, r.Lift)
	if r.Spin != nil {
		set(3, float64(*r.Spin))
	}
	if g := r.Ground; g != nil {
		slides := 0.0
		if g.Slides {
			slides = 1
		}
		set(0, slides)
		for k, x := range [...]float64{g.Load, float64(g.Point[0]), float64(g.Point[1]), float64(g.Point[2]), float64(g.Along), float64(g.Across)} {
			set(4+k, x)
		}
	}
	return v
}

// Cells returns a row of the table as text, with numbers that read back to the same bits.
func (r *WheelRow) Cells() []string {
	texts := r.texts()
	row := append([]string{strconv.FormatInt(r.Step, 10), number(r.Time)}, texts[:]...)
	for _, v := range r.numbers() {
		cell := ""
		if v != nil {
			cell = number(*v)
		}
		row = append(row, cell)
	}
	return row
}

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

// wheelRows calls write for each wheel of the selected frames whose vehicle was chosen.
func (s *source) wheelRows(write func(r *WheelRow) error) error {
	if !HasWheels(s.h) {
		return ErrNoWheels
	}
	t := NewWheelTable(s.h)
	return s.frames(func(f *record.Frame) error { return s.wheelsOf(t, f, write) })
}

// WheelsCSV writes a table of the wheels of vehicles: a row for each frame and wheel.
func WheelsCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	return writeCSV(w, WheelColumns, func(write func([]string) error) error {
		return s.wheelRows(func(r *WheelRow) error { return write(r.Cells()) })
	})
}

// WheelsParquet writes the table of WheelsCSV as Apache Parquet.
func WheelsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	group := parquet.Group{"step": parquet.Int(64), "time": parquet.Leaf(parquet.DoubleType)}
	for _, name := range WheelColumns[2:wheelTexts] {
		group[name] = parquet.String()
	}
	for _, name := range WheelColumns[wheelTexts:] {
		group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
	}
	out := newParquet(w, "wheels", group)
	err = s.wheelRows(func(r *WheelRow) error {
		out.begin()
		out.set("step", parquet.Int64Value(r.Step))
		out.set("time", parquet.DoubleValue(r.Time))
		for k, text := range r.texts() {
			out.set(WheelColumns[2+k], parquet.ByteArrayValue([]byte(text)))
		}
		for k, v := range r.numbers() {
			if v != nil {
				at := out.place(WheelColumns[wheelTexts+k])
				out.row[at] = parquet.DoubleValue(*v).Level(0, 1, at)
			}
		}
		return out.end()
	})
	return out.close(err)
}
