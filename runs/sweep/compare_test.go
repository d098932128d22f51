package sweep

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// TestCompareSweeps_MatchesRunsByTheirSettings, whatever their numbers, and judges each quantity by its tolerance.
func TestCompareSweeps_MatchesRunsByTheirSettings(t *testing.T) {
	row := func(number int, speed string, change func(r *Row)) *Row {
		pdof, heading := 90.0, 179.9
		r := &Row{Scenario: "s", Variation: Variation{Number: number, Set: []scenariofile.Setting{{Name: "speed", Value: speed}}, Hash: "h" + speed,
			Outcomes: []Outcome{{Body: "a", DeltaV: 10, PDOF: &pdof, X: 1, Y: 2, Heading: &heading}, {Body: "b"}}}}
		if change != nil {
			change(r)
		}
		return r
	}
	results := func(rows ...*Row) *Results {
		return &Results{Header: Header{Engine: "e", Runs: len(rows)}, Rows: rows}
	}
	a := results(row(1, "1", nil), row(2, "2", nil), row(3, "3", nil), row(4, "1", nil))
	turned := -179.8
	moved := func(r *Row) {
		o := &r.Outcomes[0]
		r.Hash, o.DeltaV, o.X, o.Y, o.Heading = "other", 9.5, 4, 6, &turned // 0.5 m/s, 5 m, 0.3 degrees
	}
	for _, c := range []struct {
		b    *Results
		tol  []string
		want Comparison // the counts
		what string
	}{
		{results(row(1, "3", nil), row(2, "1", nil), row(3, "1", nil), row(4, "2", nil)), nil, Comparison{Verdict: "equal", Compared: 4, Equal: 4}, ""},
		{results(row(1, "1", nil), row(2, "2", nil)), nil, Comparison{Verdict: "different", Compared: 2, Equal: 2, OnlyA: 2}, ""},
		{results(row(1, "1", nil), row(2, "1", nil), row(3, "1", nil), row(4, "2", nil), row(5, "3", nil)), nil, Comparison{Verdict: "different", Compared: 4, Equal: 4, OnlyB: 1}, ""},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), nil, Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1},
			"a delta-v by 1.8 km/h, a position by 5 m, a heading by 0.3 °"},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), []string{"position=5.001", "delta-v=0.501", "angle=0.301deg"},
			Comparison{Verdict: "within tolerances", Compared: 4, Equal: 3, Within: 1}, ""},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), []string{"position=5.001", "delta-v=0.499", "angle=0.301deg"},
			Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "a delta-v by 1.8 km/h"},
		{results(row(1, "1", nil), row(2, "2", nil), row(3, "3", func(r *Row) { r.Hash = "x" }), row(4, "1", nil)), nil,
			Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "other bits: h3 and x"},
		{results(row(1, "1", nil), row(2, "2", nil), row(3, "3", func(r *Row) { r.Hash, r.Failed, r.Outcomes = "", "why", nil }), row(4, "1", nil)), []string{"position=1"},
			Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "A has a result, B fails (why)"},
		{results(row(1, "1", func(r *Row) { r.Outcomes = append(r.Outcomes, Outcome{Body: "c"}) }), row(2, "2", nil), row(3, "3", nil), row(4, "1", nil)), []string{"position=1"},
			Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "B has more bodies"},
		{results(row(1, "1", func(r *Row) { r.Hash, r.Outcomes[0].Heading = "x", nil }), row(2, "2", nil), row(3, "3", nil), row(4, "1", nil)), []string{"angle=10deg"},
			Comparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "a has a heading in A, but is upended in B"},
	} {
		tol, err := compare.ParseTolerances(c.tol, runs.ParseTolerance)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Compare(a, c.b, tol)
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != c.want.Verdict || got.Compared != c.want.Compared || got.Equal != c.want.Equal || got.Within != c.want.Within ||
			got.Different != c.want.Different || got.OnlyA != c.want.OnlyA || got.OnlyB != c.want.OnlyB {
			t.Errorf("%v: %+v, want %+v", c.tol, got, c.want)
		}
		if c.what != "" && (len(got.Runs) != 1 || got.Runs[0].What != c.what) || c.what == "" && len(got.Runs) > 0 {
			t.Errorf("%v: %+v, want %s", c.tol, got.Runs, c.what)
		}
		if c.want.Within == 1 {
			q := got.Quantities
			if math.Abs(q[0].Largest-0.5) > 1e-12 || math.Abs(q[1].Largest-5) > 1e-12 || math.Abs(q[2].Largest-0.3) > 1e-9 || q[1].Run != 2 || q[1].Body != "a" || math.Abs(q[1].RMS-5/math.Sqrt(8)) > 1e-12 {
				t.Errorf("%+v", q)
			}
		}
	}
	// Of runs that are not the same, or have no result, nothing is said to be the same.
	failed := func(r *Row) { r.Hash, r.Failed, r.Outcomes = "", "why", nil }
	for text, b := range map[string]*Results{"nothing was compared": results(row(1, "4", nil)), "1 different": results(row(1, "1", failed))} {
		c, err := Compare(a, b, compare.Tolerances{Position: 1})
		var said strings.Builder
		if err != nil || c.WriteText(&said) != nil || c.Quantities == nil || len(c.Quantities) > 0 || !strings.Contains(said.String(), text) || strings.Contains(said.String(), "largest") {
			t.Errorf("%+v, %v: %s", c, err, said.String())
		}
	}
	if _, err := Compare(a, a, compare.Tolerances{Velocity: 1}); err == nil {
		t.Error("a tolerance of velocities is taken")
	}
}

// TestCompareSweeps_TellsWhyLaterRoundsHaveOtherRuns, but not where runs are missing.
func TestCompareSweeps_TellsWhyLaterRoundsHaveOtherRuns(t *testing.T) {
	rows := func(rounds ...int) *Results {
		r := &Results{}
		for i, round := range rounds {
			r.Rows = append(r.Rows, &Row{Scenario: "s", Round: round, Variation: Variation{Number: i + 1, Set: []scenariofile.Setting{{Name: "speed", Value: strconv.Itoa(100*round + i)}}}})
		}
		return r
	}
	const why = "later rounds have other runs"
	for _, c := range []struct {
		a, b *Results
		want bool
	}{
		{rows(1, 1, 2), rows(1, 1, 2), false}, {rows(1, 1, 2), rows(1, 1, 3), true}, {rows(1, 1, 2), rows(1, 1), false}, {rows(1, 1), rows(1, 1, 2), false},
		{rows(1, 1), rows(1), false}, {rows(0, 0), rows(0), false},
	} {
		got, err := Compare(c.a, c.b, compare.Tolerances{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := got.WriteText(&b); err != nil || strings.Contains(b.String(), why) != c.want {
			t.Errorf("%v: %s", err, &b)
		}
	}
}

// TestCompareSweeps_TellsWhatDiffersBefore: engines, and plans with what they read, are told where they differ, and nowhere else.
func TestCompareSweeps_TellsWhatDiffersBefore(t *testing.T) {
	results := func(engine, plan string) *Results {
		row := &Row{Scenario: "s", Variation: Variation{Number: 1, Hash: "h" + engine, Outcomes: []Outcome{{Body: "a", DeltaV: 10}}}}
		return &Results{Header: Header{Engine: engine, Plan: plan, Runs: 1}, Rows: []*Row{row}}
	}
	const engines, plans = "  A is of e, B of f\n", "  the plans differ, or scenarios or files that they read\n"
	for _, test := range []struct {
		b    *Results
		want string
	}{{results("e", "p"), ""}, {results("f", "p"), engines}, {results("e", "q"), plans}, {results("f", "q"), engines + plans}} {
		c, err := Compare(results("e", "p"), test.b, compare.Tolerances{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := c.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(b.String(), "\n")
		if !strings.HasPrefix(text, test.want) || strings.Contains(text, engines) != strings.Contains(test.want, engines) || strings.Contains(text, plans) != strings.Contains(test.want, plans) {
			t.Errorf("%q, want %q", b.String(), test.want)
		}
	}
}
