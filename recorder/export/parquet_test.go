package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

type write = func(io.Writer, *recorder.Reader, export.Selection) error

// tables are the tables of a log in two forms.
var tables = map[string][2]write{
	"frames":   {export.FramesCSV, export.FramesParquet},
	"ledger":   {export.LedgerCSV, export.LedgerParquet},
	"events":   {export.EventsCSV, export.EventsParquet},
	"contacts": {export.ContactsCSV, export.ContactsParquet},
	"wheels":   {export.WheelsCSV, export.WheelsParquet},
}

// parquetOf exports a table of a log as Parquet, and opens that.
func parquetOf(t *testing.T, r *recorder.Reader, sel export.Selection, form write) (*parquet.File, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := form(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return file, b.Bytes()
}

// rowsOf reads all rows of a file.
func rowsOf(t *testing.T, file *parquet.File) (list []parquet.Row) {
	t.Helper()
	rows := parquet.MultiRowGroup(file.RowGroups()...).Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, 16)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			list = append(list, row.Clone())
		}
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestParquet_HasTheCellsOfCSV: the same columns in the same order, each with a type of its own, and in each row the same
// values to the last bit, null where CSV has an empty cell, and nowhere else.
func TestParquet_HasTheCellsOfCSV(t *testing.T) {
	const skid = ", program: [{time: 0.1 s, brake: 1}]"
	const pair = `
  - {name: a, box: {size: [1, 1, 1]}, mass: 10, position: [14, 0, 0.5]}
  - {name: b, box: {size: [1, 1, 1]}, mass: 10, position: [14, 0, 1.5]}
joints: [{between: [a, b], at: [[0, 0, 0.5], [0, 0, -0.5]]}]
`
	for _, log := range []struct {
		text   string
		tables []string
	}{
		{scenario, []string{"frames", "ledger", "events", "contacts"}},
		{carText("1.5 s", 20, skid, pair), []string{"frames", "ledger", "events", "wheels"}},
	} {
		r, _ := recordedOf(t, log.text)
		kinds, nulls := map[string]bool{}, map[string]int{}
		for _, name := range log.tables {
			compareTables(t, r, name, kinds, nulls)
		}
		for _, want := range []string{"step INT64", "time DOUBLE", "events.points INT64", "events.b BYTE_ARRAY"} {
			if !kinds[want] {
				t.Errorf("no column %s: %v", want, kinds)
			}
		}
		if nulls["events.detail"] == 0 || nulls["events.normal.x"] == 0 {
			t.Errorf("nulls: %v", nulls)
		}
		if log.tables[3] == "wheels" && !(kinds["wheels.slides BOOLEAN"] && kinds["joint"]) {
			t.Errorf("kinds: %v", kinds)
		}
	}
}

// compareTables compares the forms of a table of a log. It notes the types of its columns and, by column, how many are null.
func compareTables(t *testing.T, r *recorder.Reader, name string, kinds map[string]bool, nulls map[string]int) {
	t.Helper()
	sel := export.Selection{Every: 5}
	var b bytes.Buffer
	if err := tables[name][0](&b, r, sel); err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file, _ := parquetOf(t, r, sel, tables[name][1])
	fields := file.Schema().Fields()
	if len(fields) != len(want[0]) {
		t.Fatalf("%s: %d columns, want %d", name, len(fields), len(want[0]))
	}
	for i, f := range fields {
		if f.Name() != want[0][i] {
			t.Fatalf("%s: column %d is %s, want %s", name, i, f.Name(), want[0][i])
		}
		kinds[fmt.Sprintf("%s.%s %v", name, f.Name(), f.Type().Kind())] = true
		if i < 2 {
			kinds[fmt.Sprintf("%s %v", f.Name(), f.Type().Kind())] = true
		}
	}
	rows := rowsOf(t, file)
	if len(rows) != len(want)-1 || len(rows) == 0 {
		t.Fatalf("%s: %d rows, want %d", name, len(rows), len(want)-1)
	}
	for n, row := range rows {
		for i, v := range row {
			cell := want[1+n][i]
			if v.IsNull() != (cell == "") {
				t.Fatalf("%s, row %d: %s is %v, want %q", name, n, want[0][i], v, cell)
			}
			if v.IsNull() {
				nulls[name+"."+want[0][i]]++
				continue
			}
			equal := false
			switch v.Kind() {
			case parquet.Double:
				x, err := strconv.ParseFloat(cell, 64)
				equal = err == nil && same(x, v.Double())
			case parquet.Int64:
				equal = strconv.FormatInt(v.Int64(), 10) == cell
			case parquet.Boolean:
				equal = v.Boolean() == (cell == "1") && (cell == "0" || cell == "1")
			case parquet.ByteArray:
				equal = string(v.ByteArray()) == cell
				if cell == "joint" {
					kinds["joint"] = true
				}
			}
			if !equal {
				t.Fatalf("%s, row %d: %s is %v, want %q", name, n, want[0][i], v, cell)
			}
		}
	}
}

// TestMetadata_NamesTheCase: of a run in a case, with its values; the run of the scenario as it is has neither.
func TestMetadata_NamesTheCase(t *testing.T) {
	const text = `{name: slide, duration: 0.02 s, gravity: [0, 0, 0], parameters: {v: 1 m/s, m: 2 kg}, cases: {fast: {v: 3 m/s}},
bodies: [{name: a, sphere: {radius: 0.1}, mass: $m, position: [0, 0, 0], speed: $v}]}`
	s := parsed(t, text)
	fast, err := s.Case("fast", []scenariofile.Setting{{Name: "m", Value: "5 kg"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		run       *scenariofile.Scenario
		name, set string
	}{{s, "", ""}, {fast, "fast", `[{"name":"v","value":"3 m/s"},{"name":"m","value":"5 kg"}]`}} {
		path := filepath.Join(t.TempDir(), "slide.prang")
		if _, err := runs.Run(t.Context(), c.run, runs.Options{Log: path}); err != nil {
			t.Fatal(err)
		}
		r, err := recorder.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		file, _ := parquetOf(t, r, export.Selection{}, tables["frames"][1])
		for key, want := range map[string]string{"prang.case": c.name, "prang.set": c.set} {
			if got, ok := file.Lookup(key); got != want || ok != (want != "") {
				t.Errorf("%s of %q is %q, want %q", key, c.name, got, want)
			}
		}
		reader, info := readMCAP(t, r, export.Selection{})
		m, err := reader.GetMetadata(info.MetadataIndexes[0].Offset)
		if err != nil || m.Metadata["case"] != c.name || m.Metadata["set"] != c.set {
			t.Errorf("%v, %v, want %q and %q", m, err, c.name, c.set)
		}
	}
}

// TestMetadata_SaysWhatLogAFileIsFrom: in Parquet and in MCAP, and the same in each export.
func TestMetadata_SaysWhatLogAFileIsFrom(t *testing.T) {
	r, frames := recorded(t)
	want := map[string]string{
		"scenario": "mixture", "engine": runs.Engine(), "step": "0.004166666666666667", "ended": "complete",
		"final_hash": fmt.Sprintf("%016x", frames[len(frames)-1].Hash), "chain": fmt.Sprintf("%016x", r.Chain()),
	}
	units := map[string]map[string]string{
		"frames":   {"step": "1", "time": "s", "x.x": "m", "q.w": "1", "v.y": "m/s", "L.z": "kg m²/s"},
		"ledger":   {"ledger.friction.energy": "J", "ledger.friction.momentum.z": "N s", "ledger.friction.angular_momentum.x": "N m s"},
		"events":   {"normal.x": "1", "impulse.z": "N s", "a.dw.x": "rad/s", "points": "1", "point.x": "m", "energy_lost": "J"},
		"contacts": {"friction.x": "N", "moment.x": "N m"},
	}
	for name, some := range units {
		file, data := parquetOf(t, r, export.Selection{}, tables[name][1])
		for key, value := range want {
			if got, ok := file.Lookup("prang." + key); !ok || got != value {
				t.Errorf("%s: %s is %q, want %q", name, key, got, value)
			}
		}
		text, _ := file.Lookup("prang.units")
		var of map[string]string
		if err := json.Unmarshal([]byte(text), &of); err != nil {
			t.Fatal(err)
		}
		for column, unit := range some {
			if of[column] != unit {
				t.Errorf("%s: the unit of %s is %q, want %q", name, column, of[column], unit)
			}
		}
		for _, f := range file.Schema().Fields() {
			if _, ok := of[f.Name()]; ok != (f.Type().Kind() != parquet.ByteArray) {
				t.Errorf("%s: %s of type %v has a unit: %v", name, f.Name(), f.Type(), ok)
			}
		}
		if _, again := parquetOf(t, r, export.Selection{}, tables[name][1]); !bytes.Equal(data, again) {
			t.Errorf("%s: two exports differ", name)
		}
	}
	reader, info := readMCAP(t, r, export.Selection{Every: 10})
	if len(info.MetadataIndexes) != 1 {
		t.Fatalf("%d records of metadata", len(info.MetadataIndexes))
	}
	m, err := reader.GetMetadata(info.MetadataIndexes[0].Offset)
	if err != nil || m.Name != "prang" || !maps.Equal(m.Metadata, want) {
		t.Errorf("%v, %v, want %v", m, err, want)
	}
}
