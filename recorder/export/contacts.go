package export

import (
	"errors"
	"io"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// ContactSchema is the form of a contact force as a line of JSON.
const ContactSchema = "prang.contact/1"

// ErrNoContacts is the error of asking a log for contact forces that has none.
var ErrNoContacts = errors.New("the log has no contact forces: write record: {contacts: true} in the scenario and run it again")

// ContactColumns are the columns of a table of contact forces: step, the end of it [s], the objects, and the components
// of a record.ContactForce, as they act on b.
var ContactColumns = namesOf(contactColumns)

var contactColumns = slices.Concat(StepColumns, []Column{{"a", "", Text, false}, {"b", "", Text, false}},
	Doubles("N", true, append(xyz("normal"), xyz("friction")...)...), Doubles("m", true, xyz("point")...), Doubles("N m", true, xyz("moment")...))

// contactCells returns a row of the table.
func contactCells(h *recorder.Header, f *record.Frame, c *record.ContactForce, into []Cell) []Cell {
	into = append(into, IntegerCell(f.Step), CellOf(f.Time), TextCell(h.Objects[c.A].Name), TextCell(h.Objects[c.B].Name))
	for _, a := range [...]geom.Vec{c.Normal, c.Friction, c.P, c.Moment} {
		into = append(into, CellOf(a.X), CellOf(a.Y), CellOf(a.Z))
	}
	return into
}

// ContactRow returns a row of the table, with numbers that read back to the same bits.
func ContactRow(h *recorder.Header, f *record.Frame, c *record.ContactForce) []string {
	return textsOf(contactColumns, contactCells(h, f, c, nil), nil)
}

// ContactLine is a contact force in JSON.
type ContactLine struct {
	Schema   string             `json:"schema"`
	Step     int64              `json:"step"`
	Time     float64            `json:"time"`
	A        string             `json:"a"`
	B        string             `json:"b"`
	Normal   [3]recorder.Number `json:"normal"`
	Friction [3]recorder.Number `json:"friction"`
	Point    [3]recorder.Number `json:"point"`
	Moment   [3]recorder.Number `json:"moment"`
}

// NewContactLine returns a contact force of a frame.
func NewContactLine(h *recorder.Header, f *record.Frame, c *record.ContactForce) ContactLine {
	vec := func(v geom.Vec) [3]recorder.Number {
		return [3]recorder.Number{recorder.Number(v.X), recorder.Number(v.Y), recorder.Number(v.Z)}
	}
	return ContactLine{
		ContactSchema, f.Step, f.Time, h.Objects[c.A].Name, h.Objects[c.B].Name, vec(c.Normal), vec(c.Friction), vec(c.P), vec(c.Moment),
	}
}

// contacts calls write for each contact force of the selected frames that is about a chosen object.
func (s *source) contacts(write func(f *record.Frame, c *record.ContactForce) error) error {
	if !s.h.Contacts {
		return ErrNoContacts
	}
	return s.frames(func(f *record.Frame) error { return s.contactsOf(f, write) })
}

// contactsOf calls write for each contact force of a frame that is about a chosen object.
func (s *source) contactsOf(f *record.Frame, write func(f *record.Frame, c *record.ContactForce) error) error {
	for i := range f.Contacts {
		if c := &f.Contacts[i]; s.has(c.A) || s.has(c.B) {
			if err := write(f, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// ContactsCSV writes a table of the contact forces: a row for each frame and pair of objects in contact.
func ContactsCSV(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).contactsTable, (*Table).CSV)
}

func (s *source) contactsTable() (*Table, error) {
	var row []Cell
	return &Table{Name: "contacts", Columns: contactColumns, Rows: func(write func([]Cell) error) error {
		return s.contacts(func(f *record.Frame, c *record.ContactForce) error {
			row = contactCells(s.h, f, c, row[:0])
			return write(row)
		})
	}}, nil
}
