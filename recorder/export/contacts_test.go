package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// contactCells returns the numbers of a contact force by the names of the table.
func contactCells(c *record.ContactForce) map[string]float64 {
	m := map[string]float64{}
	for name, v := range map[string]geom.Vec{"normal": c.Normal, "friction": c.Friction, "point": c.P, "moment": c.Moment} {
		m[name+".x"], m[name+".y"], m[name+".z"] = v.X, v.Y, v.Z
	}
	return m
}

// contactsOf returns the contact forces of the frames in which it is the turn, with those of one object alone.
func contactsOf(t *testing.T, h *recorder.Header, frames []record.Frame, every int, object string) (list []record.ContactForce, steps []int) {
	t.Helper()
	for i := range frames {
		for _, c := range frames[i].Contacts {
			if i%every == 0 && (object == "" || h.Objects[c.A].Name == object || h.Objects[c.B].Name == object) {
				list, steps = append(list, c), append(steps, i)
			}
		}
	}
	if len(list) < 10 {
		t.Fatalf("only %d contact forces", len(list))
	}
	return list, steps
}

func TestContacts_ReadBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	h := r.Header()
	want, steps := contactsOf(t, h, frames, 2, "box")
	sel := export.Selection{Every: 2, Objects: []string{"box"}}
	check := func(form string, n int, step int, time float64, a, b string, cells map[string]float64) {
		t.Helper()
		c := &want[n]
		if step != steps[n] || !same(time, frames[step].Time) || a != h.Objects[c.A].Name || b != h.Objects[c.B].Name {
			t.Fatalf("%s, row %d: step %d, %v, %s and %s", form, n, step, time, a, b)
		}
		for name, v := range contactCells(c) {
			if got, ok := cells[name]; !ok || !same(got, v) {
				t.Fatalf("%s, row %d: %s is %v, want %v", form, n, name, got, v)
			}
		}
	}

	var b bytes.Buffer
	if err := export.ContactsCSV(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != len(want)+1 {
		t.Fatalf("%d rows, want %d: %v", len(rows)-1, len(want), err)
	}
	for n, row := range rows[1:] {
		cells := map[string]float64{}
		for k, name := range rows[0][4:] {
			cells[name], _ = strconv.ParseFloat(row[4+k], 64)
		}
		step, _ := strconv.Atoi(row[0])
		time, _ := strconv.ParseFloat(row[1], 64)
		check("csv", n, step, time, row[2], row[3], cells)
	}

	b.Reset()
	if err := export.ContactsParquet(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || file.NumRows() != int64(len(want)) {
		t.Fatalf("%d rows of parquet: %v", file.NumRows(), err)
	}
	n := 0
	for _, group := range file.RowGroups() {
		it := group.Rows()
		buffer := make([]parquet.Row, 16)
		for {
			k, err := it.ReadRows(buffer)
			for _, row := range buffer[:k] {
				cells, text := map[string]float64{}, map[string]string{}
				step := 0
				for _, v := range row {
					switch name := file.Schema().Columns()[v.Column()][0]; name {
					case "step":
						step = int(v.Int64())
					case "a", "b":
						text[name] = string(v.ByteArray())
					default:
						cells[name] = v.Double()
					}
				}
				check("parquet", n, step, cells["time"], text["a"], text["b"], cells)
				n++
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		it.Close()
	}

	b.Reset()
	if err := export.JSONLines(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	n = 0
	for line := range strings.Lines(b.String()) {
		var l struct {
			Schema, A, B                    string
			Step                            int
			Time                            float64
			Normal, Friction, Point, Moment []float64
		}
		if !strings.Contains(line, export.ContactSchema) {
			continue
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		cells := map[string]float64{}
		for name, v := range map[string][]float64{"normal": l.Normal, "friction": l.Friction, "point": l.Point, "moment": l.Moment} {
			cells[name+".x"], cells[name+".y"], cells[name+".z"] = v[0], v[1], v[2]
		}
		check("json", n, l.Step, l.Time, l.A, l.B, cells)
		n++
	}
	if n != len(want) {
		t.Errorf("%d lines, want %d", n, len(want))
	}
}

// TestContacts_InMCAP reads the arrows of contact forces: where they act, along the force, a metre for 1000 kg.
func TestContacts_InMCAP(t *testing.T) {
	r, frames := recorded(t)
	want, steps := contactsOf(t, r.Header(), frames, 1, "")
	reader, _ := readMCAP(t, r, export.Selection{})
	it, err := reader.Messages(mcap.WithTopics([]string{"/contacts"}))
	if err != nil {
		t.Fatal(err)
	}
	messages, n := 0, 0
	for {
		schema, _, msg, err := it.NextInto(nil)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		messages++
		m := decode(t, schema, msg.Data)
		entity := m.Get(m.Descriptor().Fields().ByName("entities")).List().Get(0).Message()
		arrows := entity.Get(entity.Descriptor().Fields().ByName("arrows")).List()
		for k := range arrows.Len() {
			arrow := arrows.Get(k).Message()
			pose := arrow.Get(arrow.Descriptor().Fields().ByName("pose")).Message()
			q := geom.Quat{W: float(pose, "orientation", "w"), V: geom.Vec{X: float(pose, "orientation", "x"), Y: float(pose, "orientation", "y"), Z: float(pose, "orientation", "z")}}
			fields := arrow.Descriptor().Fields()
			length := arrow.Get(fields.ByName("shaft_length")).Float() + arrow.Get(fields.ByName("head_length")).Float()
			got := q.Rotate(geom.Vec{X: length * 9806.65})
			c := &want[n]
			if steps[n] != int(msg.Sequence) || got.Sub(c.Force()).Len() > 1e-9*c.Force().Len() || !same(float(pose, "position", "x"), c.P.X) {
				t.Fatalf("step %d: an arrow of %v N at %v, want %v at %v in step %d", msg.Sequence, got, float(pose, "position", "x"), c.Force(), c.P, steps[n])
			}
			n++
		}
	}
	if messages != len(frames) || n != len(want) {
		t.Errorf("%d messages for %d frames, %d arrows for %d contact forces", messages, len(frames), n, len(want))
	}
}

// TestContacts_OfALogWithout asks a log for contact forces that it does not have.
func TestContacts_OfALogWithout(t *testing.T) {
	r, frames := recorded(t)
	h := *r.Header()
	h.Contacts = false
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	none, err := recorder.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if err := export.ContactsCSV(io.Discard, none, export.Selection{}); !errors.Is(err, export.ErrNoContacts) {
		t.Errorf("error %v", err)
	}
	if export.FramesCSV(io.Discard, none, export.Selection{}) != nil {
		t.Error("the frames cannot be written")
	}
}
