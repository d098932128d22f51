package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
)

// TestJSONLines_HaveTheLedger: a line for each cause and row of the table that is not zero, with the same bits, after the
// frame; none where objects are chosen.
func TestJSONLines_HaveTheLedger(t *testing.T) {
	r, _ := recorded(t)
	for _, sel := range []export.Selection{{}, {From: 11, To: 41}, {From: 3, Every: 7}} {
		var table, lines bytes.Buffer
		if err := export.LedgerCSV(&table, r, sel); err != nil {
			t.Fatal(err)
		}
		if err := export.JSONLines(&lines, r, sel); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		cells := map[string]string{} // that are not zero, by step and name
		for _, row := range rows[1:] {
			for k := 3; k < len(row); k++ {
				if row[k] != "0" {
					cells[row[0]+" "+rows[0][k]] = row[k]
				}
			}
		}
		count, frame := 0, int64(-1)
		for line := range strings.Lines(lines.String()) {
			var one export.LedgerRowLine
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				t.Fatal(err)
			}
			if one.Schema == export.FrameSchema {
				frame = one.Step
			}
			if one.Schema != export.LedgerRowSchema {
				continue
			}
			if count++; sel.Every == 0 && one.Step != frame {
				t.Fatalf("%+v: a row of step %d after the frame of step %d", sel, one.Step, frame)
			}
			check := func(name string, v recorder.Number) {
				key := strconv.FormatInt(one.Step, 10) + " ledger." + one.Cause + "." + name
				want, _ := strconv.ParseFloat(cells[key], 64)
				if !same(float64(v), want) && (v != 0 || want != 0) {
					t.Fatalf("%+v: %s: %v, want %v", sel, key, v, want)
				}
				delete(cells, key)
			}
			check("energy", one.Energy)
			for k, axis := range []string{"x", "y", "z"} {
				check("momentum."+axis, one.Momentum[k])
				check("angular_momentum."+axis, one.AngularMomentum[k])
			}
		}
		if len(cells) > 0 || count < 10 {
			t.Errorf("%+v: %d lines, and %d cells of the table are in none: %v", sel, count, len(cells), cells)
		}
	}
	var b bytes.Buffer
	if err := export.JSONLines(&b, r, export.Selection{Objects: []string{"ball"}}); err != nil || strings.Contains(b.String(), "ledger") {
		t.Errorf("%v, or the ledger of one object", err)
	}
}
