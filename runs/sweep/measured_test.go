package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// lineRuns are runs of a body whose x is the parameter v, evenly from -10 to 10, and whose heading is 90 v on the circle.
func lineRuns() *Spread {
	s := &Spread{Scenario: "line"}
	for k := range 2001 {
		v := float64(k-1000) / 100
		heading := math.Remainder(90*v, 360)
		s.Variations = append(s.Variations, &Variation{Number: k + 1, Set: []scenariofile.Setting{{Name: "v", Value: fmt.Sprintf("%.2f km/h", v)}, {Name: "same", Value: "1 m"}},
			Outcomes: []Outcome{{Body: "a", X: v, Y: 3 * v, DeltaV: 7, Heading: &heading, Resting: k%2 == 0}}})
	}
	return s
}

// TestFit_IsThatOfNormalDistributions: of evenly distributed values and measurements that depend on them linearly the weighted
// mean and deviation are those of the product of normal distributions, and the effective number is 2 √π deviations over the
// distance of the values.
func TestFit_IsThatOfNormalDistributions(t *testing.T) {
	for _, c := range []struct {
		name            string
		measured        []Measured
		mean, deviation float64
	}{
		{"one", []Measured{{"a", "x", 1, 0.5}}, 1, 0.5},
		{"two", []Measured{{"a", "x", 1, 0.5}, {"a", "y", 6, 3}}, 1.2, 1 / math.Sqrt(5)},
		{"of another body", []Measured{{"a", "x", -1, 0.25}, {"b", "x", 9, 0.001}}, -1, 0.25},
		{"says nothing", []Measured{{"a", "x", 2, 0.5}, {"a", "delta_v", 8, 3}}, 2, 0.5},
	} {
		f := fitOf(lineRuns(), c.measured, nil)
		if f.Runs != 2001 || f.Lacking != 0 || len(f.Params) != 1 || f.Params[0].Name != "v" || f.Params[0].Unit != "km/h" || len(f.Nearest) != nearestRuns {
			t.Fatalf("%s: %+v", c.name, f)
		}
		p := f.Params[0]
		ofSample := 1 / math.Sqrt(1-1/f.Effective)
		if math.Abs(p.Mean-c.mean) > 1e-6 || math.Abs(p.Deviation-c.deviation*ofSample) > 1e-6 || p.CutOff || math.Abs(p.OfAll) > 1e-9 || math.Abs(p.DeviationOfAll-20/math.Sqrt(12)) > 0.01 {
			t.Errorf("%s: %+v, want %g ± %g", c.name, p, c.mean, c.deviation)
		}
		if want := float64(2*c.deviation) * math.Sqrt(math.Pi) / 0.01; math.Abs(f.Effective-want) > 1e-6*want {
			t.Errorf("%s: %g effective runs, want %g", c.name, f.Effective, want)
		}
		if x, _ := strconv.ParseFloat(strings.TrimSuffix(f.Nearest[0].Set[0].Value, " km/h"), 64); math.Abs(x-c.mean) > 0.005 {
			t.Errorf("%s: the nearest is %+v", c.name, f.Nearest[0])
		}
	}
	if f := fitOf(lineRuns(), []Measured{{"b", "x", 1, 1}}, nil); f != nil {
		t.Errorf("of a body that it has not: %+v", f)
	}
}

// TestFit_AnglesAreOfTheCircle: a heading of 175° differs by 10° from one of -175°, and one that points the other way by more than 90°.
func TestFit_AnglesAreOfTheCircle(t *testing.T) {
	at := func(deg float64) *Variation {
		return &Variation{Number: 1, Outcomes: []Outcome{{Body: "a", Heading: &deg}}}
	}
	for _, c := range []struct{ measured, heading, misfit, value float64 }{
		{175, -175, 2, 185}, {-175, 175, 2, -185}, {0, 350, 2, -10}, {90, 85, 1, 85}, {-90, 270, 0, -90}, {90, -30, 24, -30}, {-100, 70, 34, 70},
	} {
		misfit, values, ok := at(c.heading).misfit([]Measured{{"a", "heading_deg", c.measured, 5}})
		if !ok || math.Abs(misfit-c.misfit) > 1e-12 || math.Abs(values[0]-c.value) > 1e-12 {
			t.Errorf("%g of %g: misfit %g, %g", c.heading, c.measured, misfit, values)
		}
	}
}

// TestFit_LeavesOutWhatLacksIt: runs without a heading or a result have no misfit, and are counted.
func TestFit_LeavesOutWhatLacksIt(t *testing.T) {
	s := lineRuns()
	for _, v := range s.Variations[:1000] {
		v.Outcomes[0].Heading = nil
	}
	failed := s.Variations[1500]
	failed.Failed, failed.Outcomes = "it is lost", nil
	f := fitOf(s, []Measured{{"a", "heading_deg", 45, 9}}, nil)
	if f.Runs != 1000 || f.Lacking != 1000 || math.Abs(f.Nearest[0].Values[0]-45) > 1e-9 || !strings.Contains(f.Words(), "1000 more lack what was measured") {
		t.Errorf("%+v: %s", f, f.Words())
	}
	for _, v := range s.Variations {
		v.Outcomes = nil
	}
	s.Variations[0].Outcomes = []Outcome{{Body: "a"}}
	f = fitOf(s, []Measured{{"a", "heading_deg", 45, 9}}, nil)
	var b strings.Builder
	f.fitText(&b)
	if f.Runs != 0 || f.Alone() != "" || !strings.Contains(b.String(), "no run has all that was measured: 2000 lack some of it\n") {
		t.Errorf("%+v\n%s", f, &b)
	}
}

// TestFit_SaysWhereItTellsLittle: where no run is near, or too few are.
func TestFit_SaysWhereItTellsLittle(t *testing.T) {
	for _, c := range []struct {
		m     Measured
		words []string
		means bool
	}{
		{Measured{"a", "x", 1, 0.5}, []string{"177 of 2001 runs count"}, true},
		{Measured{"a", "x", 1, 0.005}, []string{"1.56 of 2001 runs count", "too few for means of the parameters, which need 10"}, false},
		{Measured{"a", "x", 12, 0.5}, []string{"no run is near: the nearest is off by 4.00 standard deviations", "the values of v end where runs still fit: make them wider"}, false},
		{Measured{"a", "x", 9.2, 0.5}, []string{"the values of v end where runs still fit: make them wider"}, true},
		{Measured{"a", "x", -9.2, 0.5}, []string{"the values of v end where runs still fit: make them wider"}, true},
	} {
		f := fitOf(lineRuns(), []Measured{c.m}, nil)
		for _, want := range c.words {
			if !strings.Contains(f.Words(), want) {
				t.Errorf("%+v: %s, want %q", c.m, f.Words(), want)
			}
		}
		if _, means := f.Tables(); (means != nil) != c.means {
			t.Errorf("%+v: %q", c.m, means)
		}
	}
}

// TestFit_CutsOffAtAFortieth: the outer twentieths of the values are beyond 9 and -9. Beyond 1.96 deviations from the mean is a fortieth
// of a normal distribution.
func TestFit_CutsOffAtAFortieth(t *testing.T) {
	for _, c := range []struct {
		mean float64
		cut  bool
	}{{9 - 1.99*0.5, false}, {9 - 1.93*0.5, true}, {1.99*0.5 - 9, false}, {1.93*0.5 - 9, true}} {
		if p := fitOf(lineRuns(), []Measured{{"a", "x", c.mean, 0.5}}, nil).Params[0]; p.CutOff != c.cut {
			t.Errorf("%g: %+v", c.mean, p)
		}
	}
}

// TestFarMisfit_IsThatOfChiSquared: quantiles of tables, 10.83, 13.82, 22.46 and 29.59 for 1, 2, 6 and 10 degrees of freedom.
func TestFarMisfit_IsThatOfChiSquared(t *testing.T) {
	for n, quantile := range map[int]float64{1: 10.828, 2: 13.816, 6: 22.458, 10: 29.588} {
		if got, want := farMisfit(n), math.Sqrt(quantile/float64(n)); math.Abs(got-want) > 0.02*want {
			t.Errorf("%d: %g, want %g", n, got, want)
		}
	}
}

// TestFit_SeveralMeasurementsAreFarSooner: two that are each off by 2.8 deviations say that no run is near, one alone does not.
func TestFit_SeveralMeasurementsAreFarSooner(t *testing.T) {
	const far = "no run is near"
	one := fitOf(lineRuns(), []Measured{{"a", "x", 11.4, 0.5}}, nil)
	if strings.Contains(one.Words(), far) {
		t.Errorf("one: %s", one.Words())
	}
	two := fitOf(lineRuns(), []Measured{{"a", "x", 11.4, 0.5}, {"a", "y", 34.2, 1.5}}, nil)
	if two.Nearest[0].Misfit > 3 || !strings.Contains(two.Words(), far) || !strings.Contains(two.Words(), "more than 2.7 in one of 1000") {
		t.Errorf("two: %g, %s", two.Nearest[0].Misfit, two.Words())
	}
}

// TestSweep_FindsTheSpeedFromWhereThingsRest: a block slides by v²/(2 mu g); of where it came to rest, to 5 cm, follow 5 m/s to
// 5 cm over 1 s. What was measured may be changed when the runs are made.
func TestSweep_FindsTheSpeedFromWhereThingsRest(t *testing.T) {
	const plan = "name: fit\nscenarios: [slide.yaml, pole.yaml]\ngrid: {speed: 4.75..5.25 m/s:51}\n"
	p, dir, err := planOf(t, plan)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "out.jsonl")
	before, sum := sweepInto(t, p, path, 2)
	if sum.Fits != nil {
		t.Errorf("%+v", sum.Fits)
	}
	with, err := parsePlan(filepath.Join(dir, "plan.yaml"), []byte(plan+"measured: {block: {x: 450±5 cm}}\n"), scenariofile.Load)
	if err != nil {
		t.Fatal(err)
	}
	after, sum := sweepInto(t, with, path, 2)
	if !bytes.Equal(before, after) || len(sum.Fits) != 1 {
		t.Fatalf("%d fits; equal results: %v", len(sum.Fits), bytes.Equal(before, after))
	}
	f := sum.Fits[0]
	if p := f.Params[0]; f.Scenario != "slide" || math.Abs(p.Mean-5) > 2e-3 || math.Abs(p.Deviation*math.Sqrt(1-1/f.Effective)-0.05) > 1e-3 || p.CutOff || p.Unit != "m/s" {
		t.Errorf("%+v", f.Params)
	}
	if n := f.Nearest[0]; n.Number != 26 || n.Misfit > 0.1 || len(n.Moving) != 0 || f.Alone() != "--set 'speed=5 m/s'" {
		t.Errorf("%+v", n)
	}
	var text, table bytes.Buffer
	if err := errors.Join(sum.WriteText(&text), sum.WriteCSV(&table)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"slide: runs nearest to what was measured", "4.50 ± 0.05", "run 26 alone with --set 'speed=5 m/s'", "speed [m/s]"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at, x := slices.Index(rows[0], "misfit"), slices.Index(rows[0], "block.x")
	for i, row := range rows[1:] {
		if i >= 51 { // of the pole, of which nothing was measured
			if row[at] != "" {
				t.Errorf("run %s has the misfit %q", row[0], row[at])
			}
			continue
		}
		end, _ := strconv.ParseFloat(row[x], 64)
		if got, _ := strconv.ParseFloat(row[at], 64); math.Abs(got-math.Abs(end-4.5)/0.05) > 1e-9 {
			t.Errorf("run %s at %g has the misfit %g", row[0], end, got)
		}
	}
}

func TestPlan_SaysWhatIsWrongWithWhatWasMeasured(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"measured: 7", "9:11: measured: the number 7 where a mapping is needed: write measured: {car: "},
		{"measured: {}", "9:11: measured: says nothing: write measured: {car: "},
		{"measured: {block: 7}", "9:19: measured.block: the number 7 where a mapping is needed"},
		{"measured: {block: {}}", "9:12: measured.block: says nothing: add what was measured"},
		{"measured: {block: {x: 3 m}}", `9:23: measured.block.x: "3 m" has no value and deviation: write, for example, 31.2±0.5 m, with the standard deviation`},
		{"measured: {block: {x: 3..4 m}}", `"3..4 m" has no value and deviation`},
		{"measured: {block: {x: 3±0 m}}", `"3±0 m": its standard deviation is not above zero: write, for example, 31.2±0.5 m`},
		{"measured: {block: {x: 3±1e-300 m}}", `"3±1e-300 m": nothing is measured with a deviation below 1e-06 or beyond 1e+09, in m, m/s or degrees: write`},
		{"measured: {block: {heading: 1e10±1 deg}}", `nothing is measured with a deviation below 1e-06 or beyond 1e+09`},
		{"measured: {block: {y: -2e9±1 m}}", `"-2e9±1 m": nothing is measured with a deviation below 1e-06 or beyond 1e+09`},
		{"measured: {block: {x: 3±1 kg}}", `9:23: measured.block.x: "3 kg" is a mass [kg], but a length [m] is needed: write, for example, 31.2±0.5 m, with`},
		{"measured: {block: {x: 3 m±10 cm}}", `9:23: measured.block.x: "3 m±10 cm": its values have different units: write, for example, 31.2±0.5 m`},
		{"measured: {block: {delta_v: -42±3 km/h}}", `9:29: measured.block.delta_v: "-42±3 km/h" is below zero, and a magnitude: write, for example, 42±3 km/h`},
		{"measured: {block: {ees: -1±3 m/s}}", `measured.block.ees: "-1±3 m/s" is below zero`},
		{"measured: {block: {x: [3, 1]}}", `a list where a quantity with its deviation is needed`},
		{"measured: {block: {heading: 84±5}}", `9:29: measured.block.heading: "84±5" has no unit: write, for example, 84±5 deg`},
		{"measured: {block: {z: 3±1 m}}", `9:20: measured.block.z: unknown key: the keys are x, y, heading, delta_v, pdof, ees, impact_speed`},
		{"measured: {blok: {x: 3±1 m, y: 2±1}}", `9:12: measured.blok: no scenario of the plan has a body "blok" that moves freely: it has block, ball, other`},
		{"measured: {block: {x: 3±1}, block: {y: 3±1}}", `9:29: measured.block: is given twice, first on line 9`},
	} {
		_, _, err := planOf(t, sweepPlan+c.text+"\n")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "plan.yaml:") != 1 {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	_, _, err := planOf(t, strings.Replace(sweepPlan, "slide.yaml", "none.yaml", 1)+"measured: {block: {x: 3±1 m}}\n")
	if err == nil || !strings.Contains(err.Error(), "scenarios[0]: ") || strings.Contains(err.Error(), "measured") {
		t.Errorf("without the scenario: %v", err)
	}
	p, _, err := planOf(t, sweepPlan+"measured: {block: {x: 3±1, heading: 90±9 deg, delta_v: 36±3.6 km/h, pdof: 20 deg +- 5 deg, ees: 10±10%, impact_speed: 72±1.8 km/h}}\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := planOf(t, sweepPlan+"measured: {block: {delta_v: 0±3 km/h, ees: 0.1±1 m/s}}\n"); err != nil {
		t.Errorf("magnitudes near zero: %v", err)
	}
	want := []Measured{{"block", "x", 3, 1}, {"block", "heading_deg", 90, 9}, {"block", "delta_v", 10, 1}, {"block", "pdof_deg", 20, 5}, {"block", "ees", 10, 1}, {"block", "impact_speed", 20, 0.5}}
	for i, m := range p.Measured {
		if w := want[i]; m.Body != w.Body || m.Quantity != w.Quantity || math.Abs(m.Mean-w.Mean) > 1e-12 || math.Abs(m.Deviation-w.Deviation) > 1e-12 {
			t.Errorf("%+v, want %+v", m, w)
		}
	}
	if len(p.Measured) != len(want) {
		t.Errorf("%+v", p.Measured)
	}
}
