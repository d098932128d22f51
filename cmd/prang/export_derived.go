package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// derivedTable makes a table of a log from its frames and the scenario in it. It may tell what the reader of the table should
// know.
type derivedTable = func(r *recorder.Reader, s *scenariofile.Scenario, sel export.Selection, tell func(string)) (*export.Table, error)

// derivedTables are the tables that follow from a log and the scenario in it.
var derivedTables = map[string]derivedTable{
	"accelerometers": accelerometersTable,
	"springs":        springsTable,
}

// tableForms are the forms in which there are derived tables.
var tableForms = map[string]func(t *export.Table, w io.Writer, r *recorder.Reader) error{
	"csv":     func(t *export.Table, w io.Writer, _ *recorder.Reader) error { return t.CSV(w) },
	"json":    func(t *export.Table, w io.Writer, _ *recorder.Reader) error { return t.JSON(w) },
	"parquet": (*export.Table).Parquet,
}

// derivedWriter returns what writes a derived table of the log at path in a form, nil where there is no such table or form.
func (a *app) derivedWriter(path, table, form string) exportWriter {
	of, in := derivedTables[table], tableForms[form]
	if of == nil || in == nil {
		return nil
	}
	return func(w io.Writer, r *recorder.Reader, sel export.Selection) error {
		s, err := scenariofile.FromLog(r)
		if a.isOfScenarioIn(path, r, "read", err) {
			return err
		}
		if err != nil {
			return fmt.Errorf("the table %s needs what the scenario in the log says, which cannot be read: %w", table, err)
		}
		t, err := of(r, s, sel, func(text string) { a.message("%s: %s", path, text) })
		if err != nil {
			return err
		}
		return in(t, w, r)
	}
}

// checkDerived refuses flags that a derived table has no use for.
func checkDerived(cmd *cobra.Command, o *exportOptions) error {
	if o.table == "accelerometers" && cmd.Flags().Changed("every") {
		return usagef(cmd, "--table accelerometers has 10,000 samples a second, whatever the step: leave out --every")
	}
	return nil
}

const accelerometerSchema = "prang.accelerometer/1"

var errNoAccelerometers = errors.New("the scenario has no accelerometers: write accelerometers: [{name: seat, at: [0.2, 0.4, 0]}] in a body and run it again")

// accelerometerColumns are the columns of the table of accelerometers: readings in the body's axes, filtered by the channel
// frequency classes 60, 180 and 1000 of SAE J211.
var accelerometerColumns = slices.Concat(export.Doubles("s", true, "time"),
	[]export.Column{{Name: "body", Kind: export.Text, Required: true}, {Name: "accelerometer", Kind: export.Text, Required: true}},
	export.Doubles("g", true, "cfc60_g.x", "cfc60_g.y", "cfc60_g.z", "cfc180_g.x", "cfc180_g.y", "cfc180_g.z", "cfc1000_g.x", "cfc1000_g.y", "cfc1000_g.z"))

// accelerometersTable returns the table of the filtered signals of the accelerometers, one after the other, of which the
// report has the peaks. It reads the whole log, for its first impact is where they begin.
func accelerometersTable(r *recorder.Reader, s *scenariofile.Scenario, sel export.Selection, tell func(string)) (*export.Table, error) {
	if len(s.Accelerometers) == 0 {
		return nil, errNoAccelerometers
	}
	has := func(body string) bool { return len(sel.Objects) == 0 || slices.Contains(sel.Objects, body) }
	if !slices.ContainsFunc(s.Accelerometers, func(d scenariofile.AccelerometerDef) bool { return has(d.Body) }) {
		return nil, fmt.Errorf("no accelerometer is on %s: there are some on %s", strings.Join(sel.Objects, ", "), bodiesOf(s.Accelerometers))
	}
	reporter := runs.NewReporter(r.Header())
	reporter.Measure(s)
	all := export.Selection{Damaged: sel.Damaged}
	if err := all.Visit(r, nil, func(f *record.Frame) error { reporter.Frame(f); return nil }); err != nil {
		return nil, err
	}
	for _, g := range reporter.Gauges() {
		if body, name := g.Point(); has(body) && g.Accelerometer().Until == nil {
			tell(fmt.Sprintf("the accelerometer %s of %s has no rows: %s was not struck", name, body, body))
		}
	}
	var row []export.Cell
	return &export.Table{Name: "accelerometers", Schema: accelerometerSchema, Columns: accelerometerColumns, Rows: func(write func([]export.Cell) error) error {
		for _, g := range reporter.Gauges() {
			body, name := g.Point()
			if !has(body) {
				continue
			}
			err := g.Readings(func(at reconstruct.Reading) error {
				if !sel.Times.Has(at.Time) {
					return nil
				}
				row = append(row[:0], export.CellOf(at.Time), export.TextCell(body), export.TextCell(name))
				for _, a := range [...]float64{at.CFC60.X, at.CFC60.Y, at.CFC60.Z, at.CFC180.X, at.CFC180.Y, at.CFC180.Z, at.CFC1000.X, at.CFC1000.Y, at.CFC1000.Z} {
					row = append(row, export.CellOf(a))
				}
				return write(row)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// bodiesOf lists the bodies that have accelerometers.
func bodiesOf(list []scenariofile.AccelerometerDef) string {
	var names []string
	for _, d := range list {
		if !slices.Contains(names, d.Body) {
			names = append(names, d.Body)
		}
	}
	return strings.Join(names, ", ")
}

const springSchema = "prang.spring/1"

var errNoSprings = errors.New("the scenario has no springs, of which the table springs would be")

// springColumns are the columns of the table of springs: see runs.SpringState.
var springColumns = slices.Concat(export.StepColumns,
	[]export.Column{{Name: "spring", Kind: export.Text, Required: true}, {Name: "a", Kind: export.Text, Required: true}, {Name: "b", Kind: export.Text, Required: true}},
	export.Doubles("m", true, "length", "elongation"), export.Doubles("m/s", true, "rate"), export.Doubles("N", true, "elastic", "damping", "force"))

// springsTable returns the table of springs and dampers: a row for each frame and spring that has an end on a chosen body.
func springsTable(r *recorder.Reader, s *scenariofile.Scenario, sel export.Selection, _ func(string)) (*export.Table, error) {
	if len(s.Definition.Springs) == 0 {
		return nil, errNoSprings
	}
	springs, err := runs.NewSprings(r, s)
	if err != nil {
		return nil, err
	}
	var some []int
	for i := range springs.Len() {
		if a, b := springs.Ends(i); len(sel.Objects) == 0 || slices.Contains(sel.Objects, a) || slices.Contains(sel.Objects, b) {
			some = append(some, i)
		}
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("no spring has an end on %s: name another body", strings.Join(sel.Objects, ", "))
	}
	var row []export.Cell
	return &export.Table{Name: "springs", Schema: springSchema, Columns: springColumns, Rows: func(write func([]export.Cell) error) error {
		return sel.Visit(r, nil, func(f *record.Frame) error {
			if (f.Step-max(sel.From, 0))%max(sel.Every, 1) != 0 {
				return nil // the last frame, which tables do not have beside others
			}
			for _, i := range some {
				a, b := springs.Ends(i)
				at := springs.State(i, f.Step, f.Values)
				row = append(row[:0], export.IntegerCell(f.Step), export.CellOf(f.Time), export.TextCell(springs.Name(i)), export.TextCell(a), export.TextCell(b))
				for _, v := range [...]float64{at.Length, at.Elongation, at.Rate, at.Elastic, at.Damping, at.Force} {
					row = append(row, export.CellOf(v))
				}
				if err := write(row); err != nil {
					return err
				}
			}
			return nil
		})
	}}, nil
}
