package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/record"
)

// TestExports_TurnWhatStands: a wall that stands turned by 30° about z does so in glTF and in MCAP.
func TestExports_TurnWhatStands(t *testing.T) {
	r, _ := recordedOf(t, `
name: turned
step: 1/100 s
duration: 0.03 s
gravity: [0, 0, 0]
statics:
  - {name: wall, box: {size: [2, 1, 0.4]}, position: [3, -2, 1], attitude: {yaw: 30 deg}}
bodies:
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [0, 0, 5], velocity: [1, 0, 0]}
`)
	at, turn := [3]float64{3, -2, 1}, [4]float64{0, 0, math.Sin(math.Pi / 12), math.Cos(math.Pi / 12)}
	check := func(form string, p [3]float64, q [4]float64) {
		t.Helper()
		for k := range q {
			if math.Abs(q[k]-turn[k]) > 1e-12 || k < 3 && p[k] != at[k] {
				t.Fatalf("%s: the wall stands at %v, turned by %v, want %v and %v", form, p, q, at, turn)
			}
		}
	}
	doc := readGLB(t, r, export.Selection{})
	seen := 0
	for _, n := range doc.Nodes {
		if n.Name == "wall" {
			seen++
			check("glTF", n.Translation, n.Rotation)
		}
	}
	list := sceneOf(t, r, export.Selection{})
	for k := range list.Len() {
		e := list.Get(k).Message()
		if text(e, "id") != "wall" {
			continue
		}
		seen++
		if frame := text(e, "frame_id"); frame != "world" {
			t.Errorf("the wall is in the frame %q", frame)
		}
		pose := part(part(e, "cubes").List().Get(0).Message(), "pose").Message()
		var p [3]float64
		var q [4]float64
		for i, axis := range []string{"x", "y", "z", "w"} {
			if q[i] = float(pose, "orientation", axis); i < 3 {
				p[i] = float(pose, "position", axis)
			}
		}
		check("MCAP", p, q)
	}
	if seen != 2 {
		t.Errorf("%d walls", seen)
	}
}

// TestEventsParquet_HasTheCellsOfCSV: the same columns, and in each the same number or none.
func TestEventsParquet_HasTheCellsOfCSV(t *testing.T) {
	r, _ := recorded(t)
	var b bytes.Buffer
	if err := export.EventsCSV(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := export.EventsParquet(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for k, name := range want[0] {
		column[name] = k
	}
	rows := parquet.MultiRowGroup(file.RowGroups()...).Rows()
	defer rows.Close()
	buf := make([]parquet.Row, 1)
	numbers, n := 0, 1
	for ; ; n++ {
		k, err := rows.ReadRows(buf)
		if k == 0 {
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			break
		}
		for _, v := range buf[0] {
			name := file.Schema().Columns()[v.Column()][0]
			cell := want[n][column[name]]
			switch {
			case v.IsNull() || v.Kind() == parquet.ByteArray:
				if got := string(v.ByteArray()); got != cell {
					t.Fatalf("event %d: %s is %q, want %q", n, name, got, cell)
				}
			case v.Kind() == parquet.Double:
				numbers++
				if w, err := strconv.ParseFloat(cell, 64); err != nil || !same(w, v.Double()) {
					t.Fatalf("event %d: %s is %v, want %q", n, name, v, cell)
				}
			default:
				if v.String() != cell {
					t.Fatalf("event %d: %s is %v, want %q", n, name, v, cell)
				}
			}
		}
	}
	if n != len(want) || numbers < 3*n {
		t.Errorf("%d events with %d numbers, want %d", n-1, numbers, len(want)-1)
	}
}

// TestLines_LeaveOutWhatIsNot: an event without objects has no names, a frame without hash none.
func TestLines_LeaveOutWhatIsNot(t *testing.T) {
	r, frames := recorded(t)
	e := export.NewEventLine(r.Header(), 3, &record.Event{Kind: record.Sleep, A: -1, B: int32(len(r.Header().Objects))})
	if e.A != "" || e.B != "" {
		t.Errorf("%+v", e)
	}
	f := frames[1]
	for _, hash := range []uint64{0, 0xabc} {
		f.Hash = hash
		line, err := json.Marshal(export.NewFrameLine(r.Header(), &f, func(int32) bool { return true }, true))
		if err != nil {
			t.Fatal(err)
		}
		if want := hash != 0; strings.Contains(string(line), `"hash"`) != want || want && !strings.Contains(string(line), `"hash":"0000000000000abc"`) {
			t.Errorf("hash %x: %.200s", hash, line)
		}
	}
}
