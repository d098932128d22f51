package sweep

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// Runs of a sweep have the criteria of the accelerometers, as the reports of these runs have them: in their outcomes, the
// statistics, which have speeds in km/h, and the table. What has no value, a HIC of a pulse that nobody knows, is in none.
func TestSpread_HasTheCriteriaOfAccelerometers(t *testing.T) {
	text := strings.Replace(scenariotest.Struck, "name: struck\n", "name: struck\nparameters: {speed: 15}\n", 1)
	text = strings.Replace(text, "speed: 15, material", "speed: $speed, material", 1)
	path := filepath.Join(t.TempDir(), "test.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	load := func(set []scenariofile.Setting) (*scenariofile.Scenario, error) {
		return scenariofile.LoadWith(path, set)
	}
	s, err := Vary(t.Context(), load, []Range{{Name: "speed", Low: 14, High: 16}}, 3, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := s.Variations[1]
	scenario, err := load(v.Set)
	if err != nil {
		t.Fatal(err)
	}
	report, err := runs.Run(t.Context(), scenario, runs.Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	car, head := &v.Outcomes[0], &v.Outcomes[1]
	var names []string
	for _, c := range car.Criteria {
		names = append(names, c.Quantity)
	}
	if want := []string{"tunnel.asi", "tunnel.oiv_x", "tunnel.oiv_y", "tunnel.thiv", "tunnel.phd_g", "tunnel.olc_g"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	a := &report.Accelerometers[0]
	for name, want := range map[string]float64{"tunnel.asi": a.Severity.ASI, "tunnel.oiv_x": a.Severity.OIV.Longitudinal, "tunnel.thiv": a.THIV.Value, "tunnel.phd_g": a.THIV.PHD, "tunnel.olc_g": a.Collision.OLC.Value} {
		if got, ok := car.criterion(name); !ok || got != want {
			t.Errorf("%s: %g, the report has %g", name, got, want)
		}
	}
	b := report.Accelerometers[2].Load
	for name, want := range map[string]float64{"known.hic15": *b.HIC15.Value, "known.hic36": *b.HIC36.Value, "known.clip3ms_g": *b.Clip.Level, "known.clip3ms_cfc180_g": *b.Chest.Level,
		"chosen.hic36": *report.Accelerometers[3].Load.HIC36.Value} {
		if got, ok := head.criterion(name); !ok || got != want {
			t.Errorf("%s: %g, the report has %g", name, got, want)
		}
	}
	if _, ok := head.criterion("guess.hic15"); ok || len(head.Criteria) != 5 {
		t.Errorf("%+v", head.Criteria)
	}
	i := slices.IndexFunc(s.Figures, func(f Figure) bool { return f.Body == "car" && f.Quantity == "tunnel.thiv" })
	if i < 0 || s.Figures[i].Count != 3 || !(s.Figures[i].Deviation > 0.1) {
		t.Fatalf("%+v", s.Figures)
	}
	name, shown := s.Figures[i].Shown()
	if name != "tunnel, THIV [km/h]" || math.Abs(shown.Mean-3.6*s.Figures[i].Mean) > 1e-9 {
		t.Errorf("%s %+v", name, shown)
	}
	var out strings.Builder
	if err := s.WriteText(&out); err != nil || !strings.Contains(out.String(), "head   known, HIC15 ") || !strings.Contains(out.String(), "block  chest, 3 ms, CFC 180 [g]") {
		t.Errorf("%v\n%s", err, out.String())
	}
	var rows []*Row
	for _, v := range s.Variations {
		rows = append(rows, &Row{Scenario: "x", Variation: *v})
	}
	rows = append(rows, &Row{Scenario: "x", Variation: Variation{Number: 4, Outcomes: []Outcome{{Body: "car"}}}})
	var table bytes.Buffer
	if err := (&Summary{rows: rows, plan: &Plan{}}).WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&table).ReadAll() // each has as many cells
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]*Outcome{"car.tunnel.olc_g": car, "head.known.hic15": head} {
		k := slices.Index(lines[0], name)
		if k < 0 {
			t.Fatalf("no %s in %v", name, lines[0])
		}
		value, _ := want.criterion(name[len(want.Body)+1:])
		if lines[2][k] != strconv.FormatFloat(value, 'g', -1, 64) || lines[4][k] != "" {
			t.Errorf("%s: %q and %q", name, lines[2][k], lines[4][k])
		}
	}
}

// Of a run with several collisions a sweep has when that began which a criterion is of, as a time in all its forms.
func TestSpread_HasTheTimeOfTheWorstCollision(t *testing.T) {
	sc, err := scenariofile.Parse("touched.yaml", []byte(scenariotest.Touched), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Run(t.Context(), sc, runs.Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	o := Outcome{Body: "car", Criteria: criteriaOf(r, "car")}
	v := &Variation{Outcomes: []Outcome{o}}
	want := []string{"cg.asi", "cg.oiv_x", "cg.oiv_y", "cg.oiv_from", "cg.thiv", "cg.phd_g", "cg.thiv_from", "cg.olc_g", "cg.olc_from", "nose.olc_g", "nose.olc_from"}
	if names := criteriaOfBody([]*Variation{v}, "car"); !slices.Equal(names, want) || len(o.Criteria) != len(want) {
		t.Errorf("%v, want %v", names, want)
	}
	for name, head := range map[string]string{"cg.oiv_from": "cg, OIV from [s]", "cg.thiv_from": "cg, THIV from [s]", "nose.olc_from": "nose, OLC from [s]"} {
		value, _ := o.criterion(name)
		shown, f := Figure{Quantity: name, Mean: value}.Shown()
		if math.Abs(value-2.5793) > 1e-3 || shown != head || f.Mean != value {
			t.Errorf("%s %g, shown as %s %g", name, value, shown, f.Mean)
		}
	}
}

// Of results with the same bits another criterion, as of another version, is told; one that only one of them has is not.
func TestCompareSweeps_TellsOtherCriteria(t *testing.T) {
	results := func(list ...CriterionValue) *Results {
		row := &Row{Scenario: "s", Variation: Variation{Number: 1, Hash: "h", Outcomes: []Outcome{{Body: "a", Criteria: list}}}}
		return &Results{Header: Header{Engine: "e", Runs: 1}, Rows: []*Row{row}}
	}
	for _, c := range []struct {
		a, b *Results
		want string
	}{
		{results(CriterionValue{"p.hic15", 60}), results(CriterionValue{"p.hic15", 60}), ""},
		{results(CriterionValue{"p.hic15", 60}), results(CriterionValue{"p.hic15", 61}), "a p.hic15 60 and 61"},
		{results(CriterionValue{"p.hic15", 60}), results(), ""},
		{results(), results(CriterionValue{"p.hic15", 60}), ""},
	} {
		got, err := Compare(c.a, c.b, compare.Tolerances{})
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && got.Verdict != "equal" || c.want != "" && (got.Verdict != "different" || got.Runs[0].What != c.want) {
			t.Errorf("%s %+v, want %q", got.Verdict, got.Runs, c.want)
		}
	}
}

// Row.equal compares each field of an outcome.
func TestSweepRow_EqualLooksAtAllFields(t *testing.T) {
	zero := 0.0
	a := &Row{Variation: Variation{Hash: "h", Outcomes: []Outcome{{Body: "a", ImpactSpeed: &zero, Criteria: []CriterionValue{{"p.asi", 1}}}}}}
	one := 1.0
	for i := range reflect.TypeFor[Outcome]().NumField() {
		b := *a
		b.Outcomes = slices.Clone(a.Outcomes)
		switch f := reflect.ValueOf(&b.Outcomes[0]).Elem().Field(i); f.Interface().(type) {
		case string:
			f.SetString("b")
		case float64:
			f.SetFloat(3)
		case bool:
			f.SetBool(true)
		case *float64:
			f.Set(reflect.ValueOf(&one))
		default:
			f.Set(reflect.ValueOf([]CriterionValue{{"p.asi", 2}}))
		}
		if a.equal(&b) {
			t.Errorf("field %d is not looked at", i)
		}
	}
	if b := *a; !a.equal(&b) {
		t.Error("not equal to itself")
	}
}
