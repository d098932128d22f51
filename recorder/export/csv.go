package export

import (
	"io"
	"math"
	"slices"
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
	return sel.write(w, r, (*source).framesTable, (*Table).CSV)
}

// LedgerCSV writes the ledger: a row for each frame, with what each cause has given all bodies together: kinetic energy
// [J], momentum [N s], angular momentum about the origin [N m s], in the steps since the row before. The first row is
// zeros: its step ends where what is selected begins. The last frame has a row, too, with the steps that are left. A row
// of which a step cannot be read is left out. The object is world.
func LedgerCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).ledgerTable, (*Table).CSV)
}

// write writes a table of a log in a form.
func (s *Selection) write(w io.Writer, r *recorder.Reader, table func(*source) (*Table, error), form func(*Table, io.Writer) error) error {
	o, err := s.open(r)
	if err != nil {
		return err
	}
	t, err := table(o)
	if err != nil {
		return err
	}
	return form(t, w)
}

func (s *source) framesTable() (*Table, error) { return s.ownedTable("frames", false), nil }

func (s *source) ledgerTable() (*Table, error) { return s.ownedTable("ledger", true), nil }

// ownedTable returns the table of the frames, or that of the ledger.
func (s *source) ownedTable(name string, ledger bool) *Table {
	t := s.table(ledger)
	columns := append(slices.Clone(StepColumns), Column{"object", "", Text, true})
	first := len(columns)
	columns = append(columns, t.columns...)
	row := make([]Cell, len(columns))
	return &Table{Name: name, Columns: columns, Rows: func(write func([]Cell) error) error {
		return s.rows(t, func(f *record.Frame) error {
			for k, owner := range t.owners {
				clear(row)
				row[0], row[1], row[2] = IntegerCell(f.Step), CellOf(f.Time), TextCell(s.owner(owner))
				for _, c := range t.of[k] {
					row[first+c.to] = CellOf(f.Values[c.from])
				}
				if err := write(row); err != nil {
					return err
				}
			}
			return nil
		})
	}}
}

// eventColumns are the columns of a table of events.
var eventColumns = slices.Concat(StepColumns,
	[]Column{{"kind", "", Text, true}, {"a", "", Text, false}, {"b", "", Text, false}, {"detail", "", Text, false}},
	Doubles("1", false, xyz("normal")...), Doubles("m/s", false, "closing"), Doubles("N s", false, xyz("impulse")...), Doubles("J", false, "energy_lost"),
	Doubles("m/s", false, xyz("a.dv")...), Doubles("rad/s", false, xyz("a.dw")...), Doubles("m/s", false, xyz("b.dv")...), Doubles("rad/s", false, xyz("b.dw")...),
	[]Column{{"points", "1", Integer, false}}, Doubles("m", false, xyz("point")...), Doubles("N", false, xyz("force")...),
)

// EventsCSV writes a table of the events. For impacts: the normal from A to B, the closing speed, the impulse on A, the
// energy lost, the changes of velocity and angular velocity of both, the number of contact points and their mean place
// weighted by their impulses. These are empty for other kinds, but that joints have those that they know, and what broke has the
// impulse, or the force on A, and its place.
func EventsCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).eventsTable, (*Table).CSV)
}

func (s *source) eventsTable() (*Table, error) {
	var row []Cell
	return &Table{Name: "events", Columns: eventColumns, Rows: func(write func([]Cell) error) error {
		return s.events(func(f *record.Frame, e *record.Event) error {
			row = append(row[:0], IntegerCell(f.Step), CellOf(e.Time), TextCell(e.Kind.String()), TextCell(s.name(e.A)), TextCell(s.name(e.B)), TextCell(e.Detail))
			return write(append(row, impactCells(e)...))
		}, nil)
	}}, nil
}

// impactCells returns the cells of eventColumns from normal.x on. Those of other kinds are empty, but that joints have what
// they know: neither normal, closing speed nor energy lost; and what broke its place and the impulse, or else the force.
func impactCells(e *record.Event) []Cell {
	const normal, closing, impulse, lost, changes, points, place, force = 0, 3, 4, 7, 8, 20, 21, 24
	cells := make([]Cell, len(eventColumns)-6)
	broke := e.Kind == record.Broke
	if !e.Pushes() && !broke {
		return cells
	}
	vec := func(at int, a geom.Vec) { cells[at], cells[at+1], cells[at+2] = CellOf(a.X), CellOf(a.Y), CellOf(a.Z) }
	cells[points] = IntegerCell(int64(len(e.Points)))
	vec(place, impactPlace(e))
	if broke && e.Impulse == (geom.Vec{}) {
		vec(force, e.Force())
		return cells
	}
	if vec(impulse, e.Impulse); broke {
		return cells
	}
	if e.Kind == record.Impact {
		vec(normal, e.N)
		cells[closing], cells[lost] = CellOf(e.Closing), CellOf(e.EnergyLost)
	}
	for k := range e.Before {
		vec(changes+6*k, e.After[k].V.Sub(e.Before[k].V))
		vec(changes+6*k+3, e.After[k].W.Sub(e.Before[k].W))
	}
	return cells
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
