package export_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const scenario = `
name: mixture
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
record: {contacts: true}
statics:
  - {name: floor, mesh: floor.obj, color: "#808080"}
  - {name: hill, heightfield: {spacing: [1, 1], heights: [[0.1, 0.1, 0.1], [0.1, 1, 0.1], [0.1, 0.1, 0.1]], origin: [5, 5, 0]}}
  - {name: gate, box: {size: [1, 1, 1]}, position: [-7, -7, 0.5], sensor: true}
bodies:
  - {name: box, box: {size: [1, 0.5, 0.25]}, mass: 2, position: [0, 0, 0.4], velocity: [1, 0, -2], angular_velocity: [0.3, 2, 1], color: "#c0392b"}
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [2, 0, 0.5], velocity: [-3, 0.1, 0]}
movers:
  - {name: mover, radii: [0.3, 0.3, 0.5], position: [-2, 0, 0.6], program: [{time: 0, velocity: [1, 0, 0]}]}
`

// parsed returns the scenario of a text, with its floor.
func parsed(t *testing.T, text string) *scenariofile.Scenario {
	t.Helper()
	s, err := scenariofile.Parse("mixture.yaml", []byte(text), func(name string) ([]byte, error) {
		switch name {
		case "wedge.obj":
			return []byte(wedge), nil
		case "kerb.obj":
			return []byte(kerb), nil
		}
		return []byte("v -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3\nf 1 3 4\n"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recorded returns the log of the scenario, and its frames.
func recorded(t *testing.T) (*recorder.Reader, []record.Frame) {
	t.Helper()
	return recordedOf(t, scenario)
}

// recordedOf returns the log of a scenario's text, and its frames.
func recordedOf(t *testing.T, text string) (*recorder.Reader, []record.Frame) {
	t.Helper()
	s := parsed(t, text)
	path := filepath.Join(t.TempDir(), "mixture.prang")
	var frames []record.Frame
	if _, err := runs.Run(context.Background(), s, runs.Options{Log: path, Observe: func(f *record.Frame) {
		c := *f
		c.Values = append([]float64(nil), f.Values...)
		c.Events = append([]record.Event(nil), f.Events...)
		c.Contacts = append([]record.ContactForce(nil), f.Contacts...)
		c.Wheels = append([]record.WheelState(nil), f.Wheels...)
		for i := range c.Events {
			c.Events[i].Points = append([]record.Point(nil), c.Events[i].Points...)
		}
		frames = append(frames, c)
	}}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, frames
}

// meshesOf returns the meshes of the scenario in a log.
func meshesOf(t *testing.T, r *recorder.Reader) map[int32]*geom.Mesh {
	t.Helper()
	s, err := scenariofile.FromLog(r)
	if err != nil {
		t.Fatal(err)
	}
	return s.Meshes()
}

// values returns the quantities of an object in a frame, by the names of the tables.
func values(h *recorder.Header, f *record.Frame, object string) map[string]float64 {
	m := map[string]float64{}
	at := 0
	for _, c := range h.Columns {
		if c.Owner >= 0 && h.Objects[c.Owner].Name == object {
			for k := range int(c.Count) {
				axis := "xyz"
				if c.Name == "q" {
					axis = "wxyz"
				}
				m[c.Name+"."+axis[k:k+1]] = f.Values[at+k]
			}
		}
		at += int(c.Count)
	}
	return m
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

func TestFramesCSV_ReadsBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.FramesCSV(&b, r, export.Selection{Every: 3, Objects: []string{"box", "mover"}}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, n := rows[0], 0
	for _, row := range rows[1:] {
		step, _ := strconv.Atoi(row[0])
		f := &frames[step]
		want := values(r.Header(), f, row[2])
		if time, _ := strconv.ParseFloat(row[1], 64); !same(time, f.Time) || step%3 != 0 {
			t.Fatalf("row %v", row)
		}
		for k := 3; k < len(head); k++ {
			w, ok := want[head[k]]
			got, err := strconv.ParseFloat(row[k], 64)
			if ok != (err == nil) || ok && !same(got, w) {
				t.Fatalf("step %d, %s of %s: %q, want %v", step, head[k], row[2], row[k], w)
			}
			if ok {
				n++
			}
		}
	}
	if want := (len(frames) + 2) / 3 * (13 + 6); n != want {
		t.Errorf("%d values, want %d", n, want)
	}
}

func TestEventsCSV_HasEveryEvent(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.EventsCSV(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	k, impacts := 1, 0
	for _, f := range frames {
		for _, e := range f.Events {
			row := rows[k]
			k++
			if row[column["kind"]] != e.Kind.String() || row[column["time"]] != strconv.FormatFloat(e.Time, 'g', -1, 64) {
				t.Fatalf("row %v, event %+v", row, e)
			}
			if e.Kind != record.Impact {
				continue
			}
			impacts++
			dv := e.After[0].V.Sub(e.Before[0].V)
			for name, want := range map[string]float64{"normal.z": e.N.Z, "impulse.z": e.Impulse.Z, "closing": e.Closing, "energy_lost": e.EnergyLost, "a.dv.z": dv.Z, "points": float64(len(e.Points))} {
				if got, err := strconv.ParseFloat(row[column[name]], 64); err != nil || !same(got, want) {
					t.Errorf("%s is %q, want %v", name, row[column[name]], want)
				}
			}
		}
	}
	if k != len(rows) || impacts < 2 {
		t.Errorf("%d rows, %d events, %d impacts", len(rows)-1, k-1, impacts)
	}
}

func TestJSONLines_ReadBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.JSONLines(&b, r, export.Selection{From: 10, To: 60}); err != nil {
		t.Fatal(err)
	}
	n, events := 0, 0
	for lines := bufio.NewScanner(&b); lines.Scan(); {
		var line struct {
			Schema  string
			Step    int
			Objects map[string]map[string][]float64
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Step < 10 || line.Step >= 60 {
			t.Fatalf("step %d", line.Step)
		}
		if line.Schema == export.EventSchema {
			events++
			continue
		}
		if line.Schema != export.FrameSchema {
			continue
		}
		n++
		want := values(r.Header(), &frames[line.Step], "ball")
		if q := line.Objects["ball"]["q"]; !same(q[0], want["q.w"]) || !same(q[3], want["q.z"]) {
			t.Fatalf("step %d: q = %v", line.Step, q)
		}
	}
	want := 0
	for _, f := range frames[10:60] {
		want += len(f.Events)
	}
	if n != 50 || events != want {
		t.Errorf("%d frames, %d events of %d", n, events, want)
	}
}

// TestSelection_TakesEventsByTheirOwnTime: an event is in a range of times by its own time, both ends included, not by
// that of the frame that ends its step; frames are those of the steps, and without a range the events too.
func TestSelection_TakesEventsByTheirOwnTime(t *testing.T) {
	r, frames := recorded(t)
	h := r.Header().Step
	var all []record.Event
	for _, f := range frames {
		all = append(all, f.Events...)
	}
	impact := all[slices.IndexFunc(all, func(e record.Event) bool { return e.Kind == record.Impact })].Time
	if s := impact / h; s-math.Floor(s) < 0.01 || math.Ceil(s)-s < 0.01 {
		t.Fatalf("the impact is at a frame: %v steps", s)
	}
	for _, times := range []export.Times{
		{From: 0, To: 1}, {From: impact, To: impact}, {From: impact, To: math.Inf(1)}, {From: math.Inf(-1), To: impact},
		{From: math.Nextafter(impact, 1), To: 1}, {From: 0, To: math.Nextafter(impact, 0)},
		{From: math.Floor(impact/h) * h, To: math.Ceil(impact/h) * h}, {From: all[len(all)-1].Time, To: 1},
	} {
		sel := export.Selection{From: int64(math.Max(0, math.Ceil(times.From/h))), To: int64(math.Min(math.Floor(times.To/h)+1, float64(len(frames)))), Times: &times}
		var want []string
		for _, e := range all {
			if times.From <= e.Time && e.Time <= times.To {
				want = append(want, strconv.FormatFloat(e.Time, 'g', -1, 64)+" "+e.Kind.String())
			}
		}
		var b bytes.Buffer
		if err := export.EventsCSV(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rows[1:] {
			got = append(got, row[1]+" "+row[2])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: events at %v, want %v", times, got, want)
		}
		b.Reset()
		if err := export.JSONLines(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		if events, n := strings.Count(b.String(), export.EventSchema), strings.Count(b.String(), export.FrameSchema); events != len(want) || n != int(max(0, sel.To-sel.From)) {
			t.Errorf("%v: %d frames and %d events in JSON, want %d and %d", times, n, events, sel.To-sel.From, len(want))
		}
	}
}

func TestFramesParquet_ReadsBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.FramesParquet(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	n := 0
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		buf := make([]parquet.Row, 100)
		for {
			k, err := rows.ReadRows(buf)
			for _, row := range buf[:k] {
				m := map[string]parquet.Value{}
				for _, v := range row {
					m[names[v.Column()]] = v
				}
				object := m["object"].String()
				if object == export.World {
					continue
				}
				f := &frames[m["step"].Int64()]
				for name, w := range values(r.Header(), f, object) {
					if v := m[name]; v.IsNull() || !same(v.Double(), w) {
						t.Fatalf("step %d: %s of %s is %v, want %v", f.Step, name, object, v, w)
					}
					n++
				}
				if !same(m["time"].Double(), f.Time) || object == "mover" && !m["q.w"].IsNull() {
					t.Fatalf("step %d: %v", f.Step, row)
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		rows.Close()
	}
	if want := len(frames) * (13 + 13 + 6); n != want {
		t.Errorf("%d values, want %d", n, want)
	}
	var events bytes.Buffer
	if err := export.EventsParquet(&events, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	e, err := parquet.OpenFile(bytes.NewReader(events.Bytes()), int64(events.Len()))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range frames {
		total += len(f.Events)
	}
	if e.NumRows() != int64(total) || total == 0 {
		t.Errorf("%d rows for %d events", e.NumRows(), total)
	}
}

func TestSelection_NamesWhatIsMissing(t *testing.T) {
	r, _ := recorded(t)
	err := export.FramesCSV(io.Discard, r, export.Selection{Objects: []string{"bx"}})
	if err == nil || !strings.Contains(err.Error(), `no object "bx"; it has box, ball, mover, floor`) {
		t.Error(err)
	}
	var b bytes.Buffer
	if err := export.FramesCSV(&b, r, export.Selection{From: 1000}); err != nil || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%v %q", err, b.String())
	}
}

func TestLedgerCSV_HasWhatImpactsTook(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.LedgerCSV(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(frames)+1 {
		t.Fatalf("%d rows for %d frames", len(rows)-1, len(frames))
	}
	gravity, lost := 0.0, 0.0
	for _, row := range rows[1:] {
		if row[2] != export.World {
			t.Fatalf("the object is %q", row[2])
		}
		for k, name := range rows[0] {
			v, _ := strconv.ParseFloat(row[k], 64)
			switch {
			case name == "ledger.gravity.momentum.z":
				gravity += v
			case strings.HasSuffix(name, ".energy") && name != "ledger.gravity.energy":
				lost += v
			}
		}
	}
	// 3 kg fall for half a second; impacts and contacts take energy.
	if math.Abs(gravity+3*9.81*0.5) > 1e-9 || !(lost < -1) {
		t.Errorf("gravity gave %v N s, the others %v J", gravity, lost)
	}
}

// TestLedgerCSV_SumsOverIntervals: with an interval, a row has what the steps since the row before gave, the last one
// the steps that are left; nothing is lost, and nothing twice. The first one has nothing: its step is before the range.
func TestLedgerCSV_SumsOverIntervals(t *testing.T) {
	r, frames := recorded(t)
	table := func(sel export.Selection) (rows [][]string) {
		t.Helper()
		var b bytes.Buffer
		if err := export.LedgerCSV(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}
	each := table(export.Selection{})
	for _, sel := range []export.Selection{{Every: 7}, {Every: 1000}, {From: 11, To: 40, Every: 8}, {From: 30, To: 31, Every: 5}} {
		from, to := int(sel.From), len(frames)
		if sel.To > 0 {
			to = int(sel.To)
		}
		next, rows := from, table(sel)
		for n, row := range rows {
			last := min(from+n*int(sel.Every), to-1)
			if row[0] != strconv.Itoa(last) || row[1] != each[last][1] {
				t.Fatalf("%+v: row %d is of step %s at %s, want %d", sel, n, row[0], row[1], last)
			}
			for k := 3; k < len(row); k++ {
				want := 0.0
				for _, one := range each[max(next, from+1) : last+1] {
					v, _ := strconv.ParseFloat(one[k], 64)
					want += v
				}
				if got, err := strconv.ParseFloat(row[k], 64); err != nil || got != want {
					t.Errorf("%+v: row %d, column %d: %s, want %v", sel, n, k, row[k], want)
				}
			}
			next = last + 1
		}
		if next != to {
			t.Errorf("%+v: the rows end before step %d, want %d", sel, next, to)
		}
	}
	var b bytes.Buffer
	if err := export.LedgerParquet(&b, r, export.Selection{Every: 7}); err != nil {
		t.Fatal(err)
	}
	if f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || f.NumRows() != int64(len(table(export.Selection{Every: 7}))) {
		t.Errorf("parquet: %v", err)
	}
}
