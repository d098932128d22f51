package export

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// FramesCSV writes a table (RFC 4180) of the frames: a row for each frame and object, with the columns step, time [s],
// object and the quantities in SI under their names in the log, x.x to L.z. A cell is empty if the object does not have
// the quantity; the world's own quantities have rows with the object world. Numbers read back to the same bits, except those
// that are not finite: NaN, +Inf, -Inf.
func FramesCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return tableCSV(w, r, sel, false)
}

// LedgerCSV writes the ledger: a row for each frame, with what each cause has given all bodies together: kinetic energy
// [J], momentum [N s], angular momentum about the origin [N m s], in the steps since the row before. The first row is
// zeros: its step ends where what is selected begins. The last frame has a row, too, with the steps that are left. A row
// of which a step cannot be read is left out. The object is world.
func LedgerCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return tableCSV(w, r, sel, true)
}

func tableCSV(w io.Writer, r *recorder.Reader, sel Selection, ledger bool) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	t := s.table(ledger)
	row := make([]string, 3+len(t.names))
	return writeCSV(w, append([]string{"step", "time", "object"}, t.names...), func(write func([]string) error) error {
		return s.rows(t, func(f *record.Frame) error {
			for k, owner := range t.owners {
				clear(row)
				row[0], row[1], row[2] = strconv.FormatInt(f.Step, 10), number(f.Time), s.owner(owner)
				for _, c := range t.of[k] {
					row[3+c.to] = number(f.Values[c.from])
				}
				if err := write(row); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// writeCSV writes a table with the given columns, of which rows writes the rows.
func writeCSV(w io.Writer, columns []string, rows func(write func(row []string) error) error) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	err := rows(out.Write)
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// eventColumns are the columns of a table of events.
var eventColumns = []string{
	"step", "time", "kind", "a", "b", "detail", "normal.x", "normal.y", "normal.z", "closing", "impulse.x", "impulse.y", "impulse.z", "energy_lost",
	"a.dv.x", "a.dv.y", "a.dv.z", "a.dw.x", "a.dw.y", "a.dw.z", "b.dv.x", "b.dv.y", "b.dv.z", "b.dw.x", "b.dw.y", "b.dw.z",
	"points", "point.x", "point.y", "point.z", "force.x", "force.y", "force.z",
}

// EventsCSV writes a table of the events. For impacts: the normal from A to B, the closing speed, the impulse on A, the
// energy lost, the changes of velocity and angular velocity of both, the number of contact points and their mean place
// weighted by their impulses. These are empty for other kinds, but that joints have those that they know, and what broke has the
// impulse, or the force on A, and its place.
func EventsCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	row := make([]string, len(eventColumns))
	return writeCSV(w, eventColumns, func(write func([]string) error) error {
		return s.events(func(f *record.Frame, e *record.Event) error {
			clear(row)
			copy(row, []string{strconv.FormatInt(f.Step, 10), number(e.Time), e.Kind.String(), s.name(e.A), s.name(e.B), e.Detail})
			for k, v := range impactNumbers(e) {
				if hasNumber(e, k) {
					row[6+k] = number(v)
				}
			}
			return write(row)
		}, nil)
	})
}

// hasNumber reports whether an event has the number k of impactNumbers: a joint has neither normal, closing speed nor
// energy lost; only what broke by a force has one.
func hasNumber(e *record.Event, k int) bool {
	impulse, point, force := k >= 4 && k < 7, k >= 20 && k < 24, k >= 24
	switch e.Kind {
	case record.Impact:
		return !force
	case record.Joint:
		return k > 3 && k != 7 && !force
	}
	return point || e.Impulse != geom.Vec{} && impulse || e.Impulse == geom.Vec{} && force
}

// impactNumbers returns the cells of eventColumns from normal.x on, with the number of points among them.
func impactNumbers(e *record.Event) []float64 {
	if !e.Pushes() && e.Kind != record.Broke {
		return nil
	}
	var v []float64
	vec := func(a geom.Vec) { v = append(v, a.X, a.Y, a.Z) }
	vec(e.N)
	v = append(v, e.Closing)
	vec(e.Impulse)
	v = append(v, e.EnergyLost)
	for k := range e.Before {
		vec(e.After[k].V.Sub(e.Before[k].V))
		vec(e.After[k].W.Sub(e.Before[k].W))
	}
	v = append(v, float64(len(e.Points)))
	vec(impactPlace(e))
	vec(e.Force())
	return v
}

// impactPlace returns the mean of an impact's points, weighted by their impulses.
func impactPlace(e *record.Event) geom.Vec {
	var sum geom.Vec
	weight := 0.0
	for i := range e.Points {
		j := e.Points[i].Impulse.Len()
		sum, weight = sum.AddScaled(e.Points[i].P, j), weight+j
	}
	if weight > 0 {
		return sum.Scale(1 / weight)
	}
	for i := range e.Points {
		sum = sum.Add(e.Points[i].P)
	}
	return sum.Scale(1 / math.Max(1, float64(len(e.Points))))
}

// number writes a double so that it reads back to the same one.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
