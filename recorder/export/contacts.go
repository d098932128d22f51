package export

import (
	"errors"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"

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
var ContactColumns = []string{
	"step", "time", "a", "b", "normal.x", "normal.y", "normal.z", "friction.x", "friction.y", "friction.z",
	"point.x", "point.y", "point.z", "moment.x", "moment.y", "moment.z",
}

// contactNumbers returns the cells of ContactColumns from normal.x on.
func contactNumbers(c *record.ContactForce) []float64 {
	var v []float64
	for _, a := range [...]geom.Vec{c.Normal, c.Friction, c.P, c.Moment} {
		v = append(v, a.X, a.Y, a.Z)
	}
	return v
}

// ContactRow returns a row of the table, with numbers that read back to the same bits.
func ContactRow(h *recorder.Header, f *record.Frame, c *record.ContactForce) []string {
	row := []string{strconv.FormatInt(f.Step, 10), number(f.Time), h.Objects[c.A].Name, h.Objects[c.B].Name}
	for _, v := range contactNumbers(c) {
		row = append(row, number(v))
	}
	return row
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
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	return writeCSV(w, ContactColumns, func(write func([]string) error) error {
		return s.contacts(func(f *record.Frame, c *record.ContactForce) error { return write(ContactRow(s.h, f, c)) })
	})
}

// ContactsParquet writes the table of ContactsCSV as Apache Parquet.
func ContactsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	group := parquet.Group{"step": parquet.Int(64), "a": parquet.String(), "b": parquet.String(), "time": parquet.Leaf(parquet.DoubleType)}
	for _, name := range ContactColumns[4:] {
		group[name] = parquet.Leaf(parquet.DoubleType)
	}
	out := newParquet(w, "contacts", group)
	err = s.contacts(func(f *record.Frame, c *record.ContactForce) error {
		out.begin()
		out.set("step", parquet.Int64Value(f.Step))
		out.set("time", parquet.DoubleValue(f.Time))
		out.set("a", parquet.ByteArrayValue([]byte(s.name(c.A))))
		out.set("b", parquet.ByteArrayValue([]byte(s.name(c.B))))
		for k, v := range contactNumbers(c) {
			out.set(ContactColumns[4+k], parquet.DoubleValue(v))
		}
		return out.end()
	})
	return out.close(err)
}
