package sweep

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep/sampling"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]struct {
		r Range
		n int
	}{
		"speed_a=48..52km/h:20":    {Range{Name: "speed_a", Low: 48, High: 52, Unit: "km/h"}, 20},
		"x=-1.5..-0.5":             {Range{Name: "x", Low: -1.5, High: -0.5}, 0},
		"a=48 km/h..52 km/h":       {Range{Name: "a", Low: 48, High: 52, Unit: "km/h"}, 0},
		"mu=0.5..0.9:7":            {Range{Name: "mu", Low: 0.5, High: 0.9}, 7},
		"j=1e-3..2e-3 kg m^2:1000": {Range{Name: "j", Low: 1e-3, High: 2e-3, Unit: "kg m^2"}, 1000},
		"speed_a=50±2km/h:20":      {Range{Name: "speed_a", Normal: true, Mean: 50, Deviation: 2, Unit: "km/h"}, 20},
		"x=-1e-3+-0.5":             {Range{Name: "x", Normal: true, Mean: -1e-3, Deviation: 0.5}, 0},
		"a=5 km/h ± 2 km/h":        {Range{Name: "a", Normal: true, Mean: 5, Deviation: 2, Unit: "km/h"}, 0},
		"a=80km/h±2.5%:2":          {Range{Name: "a", Normal: true, Mean: 80, Deviation: 2, Unit: "km/h"}, 2},
		"a=-4 m +- 25 %":           {Range{Name: "a", Normal: true, Mean: -4, Deviation: 1, Unit: "m"}, 0},
		"a=60%±5%":                 {Range{Name: "a", Normal: true, Mean: 60, Deviation: 5, Unit: "%"}, 0},
		"a=50..60%":                {Range{Name: "a", Low: 50, High: 60, Unit: "%"}, 0},
	} {
		if r, n, err := ParseRange(text); err != nil || r != want.r || n != want.n {
			t.Errorf("%s: %+v %d %v", text, r, n, err)
		}
	}
	for _, text := range []string{"", "a", "a=", "a=1", "=1..2", "a=2..1", "a=1..2:0", "a=1..2:x", "a=1m..2s", "a=1..", "a=..2", "a=1..2:1e9", "a b=1..2", "a=nan..2",
		"a=1±0", "a=1±-1", "a=±1", "a=1±", "a=1m±2s", "a=1-+2", "a=0m±5%", "a=1m±-5%", "a=1m..5%"} {
		if _, _, err := ParseRange(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// The draws are even: mean and deviation of 4000 are those of an even distribution within four standard errors; they
// depend on seed and name only.
func TestRange_DrawsEvenly(t *testing.T) {
	r := Range{Name: "a", Low: 10, High: 20}
	var values []float64
	seen := map[string]bool{}
	for k := 1; k <= 1000; k++ {
		s := r.Draw(7, k)
		v, _, _ := s.Number()
		values = append(values, v)
		seen[s.Value] = true
		if !(v >= 10 && v <= 20) {
			t.Fatalf("%v", s)
		}
	}
	f := figure(values)
	se := 10 / math.Sqrt(12*1000)
	if math.Abs(f.Mean-15) > 4*se || math.Abs(f.Deviation-10/math.Sqrt(12)) > 4*se || len(seen) < 990 {
		t.Errorf("%+v, %d values", f, len(seen))
	}
	other := Range{Name: "b", Low: 10, High: 20}
	same := r
	if r.Draw(7, 3) != same.Draw(7, 3) || r.Draw(7, 3) == r.Draw(8, 3) || r.Draw(7, 3).Value == other.Draw(7, 3).Value {
		t.Error("draws are not by seed and name")
	}
}

// The draws of a normal distribution have its mean, deviation, skewness and tails, within four standard errors of a
// sample of 4000.
func TestRange_DrawsNormally(t *testing.T) {
	const n = 4000
	r := Range{Name: "a", Normal: true, Mean: 10, Deviation: 2}
	var values []float64
	third, beyond := 0.0, 0
	for k := 1; k <= n; k++ {
		v, _, _ := r.Draw(7, k).Number()
		values = append(values, v)
		z := (v - 10) / 2
		third += z * z * z / n
		if math.Abs(z) > 2 {
			beyond++
		}
	}
	f := figure(values)
	share := math.Erfc(math.Sqrt2)
	if math.Abs(f.Mean-10) > 4*2/math.Sqrt(n) || math.Abs(f.Deviation-2) > 4*2/math.Sqrt(2*n) || math.Abs(third) > 4*math.Sqrt(15.0/n) ||
		math.Abs(float64(beyond)-n*share) > 4*math.Sqrt(n*share) {
		t.Errorf("%+v, third moment %g, %d beyond two deviations", f, third, beyond)
	}
}

// A variation that cannot be loaded, here of a friction below zero, has no outcome and stops no other; where none can
// be, that is an error.
func TestVary_GoesOnAfterAVariationThatCannotBe(t *testing.T) {
	load := scenariofile.LoaderOf("slide", []document.File{{Name: "test.yaml", Data: []byte(slide)}})
	s, err := Vary(context.Background(), load, []Range{{Name: "mu", Normal: true, Mean: 0.3, Deviation: 0.3}}, 12, 6, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, v := range s.Variations {
		mu, _, _ := v.Set[0].Number()
		if (mu < 0) != (v.Failed != "") || (mu < 0) != (len(v.Outcomes) == 0) {
			t.Errorf("%s: %q, %d outcomes", v.Command(), v.Failed, len(v.Outcomes))
		}
		if mu < 0 {
			failed++
		}
	}
	if failed == 0 || failed == 12 {
		t.Errorf("%d failed", failed)
	}
	if _, err := Vary(context.Background(), load, []Range{{Name: "mu", Low: -2, High: -1}}, 3, 5, 2, nil); err == nil {
		t.Error("no error though none can be loaded")
	}
}

// What is interrupted says how many variations were made before, also if nobody is told of the progress: the one that the
// interrupt cuts off is not among them. The others are there, with their statistics.
func TestVary_InterruptedCountsWhatWasMade(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	loaded := 0
	load := func([]scenariofile.Setting) (*scenariofile.Scenario, error) {
		if loaded++; loaded == 4 { // the first is of no variation
			cancel()
		}
		return scenariofile.Parse("test.yaml", []byte(slide), nil)
	}
	spread, err := Vary(ctx, load, []Range{{Name: "mu", Low: 0.1, High: 0.2}}, 5, 1, 1, nil)
	if spread == nil || spread.Asked != 5 || len(spread.Variations) != 2 || len(spread.Figures) == 0 || spread.Figures[0].Count != 2 || len(spread.WithoutResult()) > 0 {
		t.Errorf("%+v", spread)
	} else {
		var text strings.Builder
		if err := spread.WriteText(&text); err != nil || !strings.HasPrefix(text.String(), "slide: interrupted after 2 of 5 variations, seed 1\n") {
			t.Errorf("%s, %v", &text, err)
		}
	}
	if s, err := Vary(ctx, load, []Range{{Name: "mu", Low: 0.1, High: 0.2}}, 5, 1, 1, nil); s != nil || err == nil {
		t.Errorf("before the first: %+v, %v", s, err)
	}
	if want := "scenario slide: interrupted after 2 of 5 variations"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

const slide = `
name: slide
step: 1/60 s
duration: 3 s
gravity: [0, 0, -10]
parameters: {speed: 5 m/s, mu: 0.5}
materials: {m: {friction: $mu}}
statics: [{name: ground, plane: {height: 0}, material: m}, {name: wall, box: {size: [1, 9, 9]}, position: [-1, 0, 4.5], material: m}]
bodies:
  - {name: block, box: {size: [1, 1, 0.2]}, mass: 1, position: [2, 0, 0.1], speed: $speed, material: m}
`

func varied(t *testing.T, workers int) *Spread {
	t.Helper()
	load := scenariofile.LoaderOf("slide", []document.File{{Name: "test.yaml", Data: []byte(slide)}})
	ranges := []Range{{Name: "speed", Low: 2, High: 6, Unit: "m/s"}, {Name: "mu", Normal: true, Mean: 0.5, Deviation: 0.05}}
	s, err := Vary(context.Background(), load, ranges, 12, 3, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A block slides v²/(2 mu g) far, in each variation; a variation run alone is the same; workers change nothing.
func TestVary_EachVariationIsTheRunOfItsSettings(t *testing.T) {
	s := varied(t, 1)
	for _, v := range s.Variations {
		speed, _, _ := v.Set[0].Number()
		mu, _, _ := v.Set[1].Number()
		// Steps of 1/60 s: the block stops inside one.
		if got, want := v.Outcomes[0].X-2, speed*speed/(20*mu); math.Abs(got-want) > speed/60 || !v.Outcomes[0].Resting {
			t.Errorf("%s: %g m, want %g", v.Command(), got, want)
		}
	}
	v := s.Variations[7]
	alone, err := scenariofile.LoaderOf("slide", []document.File{{Name: "test.yaml", Data: []byte(slide)}})(v.Set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Run(context.Background(), alone, runs.Options{NoLog: true})
	if err != nil || r.FinalHash != v.Hash {
		t.Errorf("alone %s, among others %s, %v", r.FinalHash, v.Hash, err)
	}
	var a, b bytes.Buffer
	if err := s.WriteJSON(&a); err != nil {
		t.Fatal(err)
	}
	if err := varied(t, 3).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("three workers come to another table")
	}
}

// Settings that are too long for a column stand below the table, which stays as narrow as it is with a few.
func TestSpread_ListsLongSettingsBelow(t *testing.T) {
	s := &Spread{Scenario: "x", Variations: []*Variation{{Number: 1, Outcomes: []Outcome{{Body: "a", DeltaV: 10, X: 1}, {Body: "b"}}}, {Number: 2, Failed: "no"}}}
	for _, v := range s.Variations {
		v.Set = []scenariofile.Setting{{Name: "p1", Value: "0.5 s"}}
	}
	text := func() string {
		var b bytes.Buffer
		if err := s.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got, want := text(), "  1  --set 'p1=0.5 s'  a"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	for n := range 9 {
		s.Variations[0].Set = append(s.Variations[0].Set, scenariofile.Setting{Name: fmt.Sprintf("q%d", n), Value: "0.5 s"})
	}
	for _, want := range []string{"\n  1  a ", "\n     b ", "\n  2  no\n", "\n  run alone with\n  1  --set 'p1=0.5 s' --set 'q0=0.5 s' ", "\n  2  --set 'p1=0.5 s'\n"} {
		if got := text(); !strings.Contains(got, want) {
			t.Errorf("%s\nwant %q", got, want)
		}
	}
}

// The text says which bodies were moving at the end, in how many of the variations that have a result.
func TestSpread_SaysWhatIsStillMoving(t *testing.T) {
	s := varied(t, 2)
	for moving, want := range []string{"none", "block in 1 of 12", "block in 2 of 12"} {
		if moving > 0 {
			s.Variations[moving].Outcomes[0].Resting = false
		}
		var text bytes.Buffer
		if err := s.WriteText(&text); err != nil || !bytes.Contains(text.Bytes(), []byte("  moving at the end: "+want+"\n")) {
			t.Errorf("want %s: %s, %v", want, &text, err)
		}
	}
}

func TestExpandRanges(t *testing.T) {
	s := &scenariofile.Scenario{Parameters: []scenariofile.Parameter{{Name: "delay_01"}, {Name: "mu"}, {Name: "delay_02"}}}
	r := func(name string) Range { return Range{Name: name, Low: 1, High: 2} }
	got, err := ExpandRanges(s, []Range{r("mu"), r("delay_*")})
	want := []Range{r("mu"), r("delay_01"), r("delay_02")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for name, range2 := range map[string][]Range{"none": {r("x*")}, "twice": {r("*"), r("mu")}} {
		if got, err := ExpandRanges(s, range2); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A deviation in % of a mean without a unit is of the mean, unless the scenario's value is in %.
func TestExpandRanges_WorksOutRelativeDeviations(t *testing.T) {
	s := &scenariofile.Scenario{Parameters: []scenariofile.Parameter{{Name: "speed", Value: "50 km/h"}, {Name: "mu", Value: "0.7"}, {Name: "grade", Value: "5 %"}}}
	for text, want := range map[string]Range{
		"speed=80±2.5%": {Name: "speed", Normal: true, Mean: 80, Deviation: 2},
		"m*=0.5±50%":    {Name: "mu", Normal: true, Mean: 0.5, Deviation: 0.25},
		"grade=6±1%":    {Name: "grade", Normal: true, Mean: 6, Deviation: 1, Unit: "%"},
		"grade=6..7%":   {Name: "grade", Low: 6, High: 7, Unit: "%"},
		"mu=60%±5%":     {Name: "mu", Normal: true, Mean: 60, Deviation: 5, Unit: "%"},
	} {
		r, _, err := ParseRange(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ExpandRanges(s, []Range{r}); err != nil || !slices.Equal(got, []Range{want}) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	r, _, err := ParseRange("mu=0±5%")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ExpandRanges(s, []Range{r}); err == nil || !strings.Contains(err.Error(), "its standard deviation is not above zero") {
		t.Errorf("%v, %v", got, err)
	}
}

func TestFigure_ByHand(t *testing.T) {
	f := figure([]float64{4, 1, 3, 2})
	for _, c := range []struct{ got, want float64 }{
		{f.Mean, 2.5}, {f.Deviation, math.Sqrt(5.0 / 3)}, {f.Least, 1}, {f.Most, 4}, {f.Median, 2.5}, {f.P05, 1.15}, {f.P95, 3.85},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%+v", f)
		}
	}
	// The mean of values a tenth of the largest number apart, and their deviation, are numbers; JSON has no others.
	if f := figure([]float64{1e307, 3e307, 2e307}); math.Abs(f.Mean/2e307-1) > 1e-12 || math.Abs(f.Deviation/1e307-1) > 1e-12 {
		t.Errorf("huge: %+v", f)
	}
	if f := figure([]float64{0, 0}); f.Deviation != 0 {
		t.Errorf("zeros: %+v", f)
	}
	// Headings on both sides of ±180° have no jump.
	s := &Spread{}
	for _, h := range []float64{179, -179, 178} {
		s.Variations = append(s.Variations, &Variation{Outcomes: []Outcome{{Body: "a", Heading: &h}}})
	}
	for _, f := range s.figures() {
		if f.Quantity == "heading_deg" && (f.Least != 178 || f.Most != 181) {
			t.Errorf("%+v", f)
		}
	}
}

// TestSpread_AveragesNoHeadingOfAnUpendedBody: the figures of the heading are of the variations that have one, and tables have
// a dash, or nothing, in its place.
func TestSpread_AveragesNoHeadingOfAnUpendedBody(t *testing.T) {
	east := 0.0
	s := &Spread{Scenario: "x"}
	for i := range 3 {
		v := &Variation{Number: i + 1, Outcomes: []Outcome{{Body: "a"}, {Body: "b"}}}
		if i == 0 {
			v.Outcomes[0].Heading = &east
		}
		s.Variations = append(s.Variations, v)
	}
	s.Figures = s.figures()
	for _, f := range s.Figures {
		if f.Quantity == "heading_deg" && (f.Body != "a" || f.Count != 1) {
			t.Errorf("%+v", f)
		}
	}
	var b strings.Builder
	if err := s.WriteText(&b); err != nil || strings.Count(b.String(), "–\n") != 5 {
		t.Errorf("%s, %v", &b, err)
	}
	point := &Point{Scenario: "x", Figures: s.Figures, Endings: s.Endings(), Repeats: 3}
	if rows := point.lines([]string{"delta_v", "x", "y", "heading_deg"}); len(rows) != 2 || rows[0][9] != "0.00" || rows[1][9] != "–" || rows[1][10] != "–" {
		t.Errorf("%q", rows)
	}
	var rows []*Row
	for _, v := range s.Variations {
		rows = append(rows, &Row{Scenario: "x", Variation: *v})
	}
	b.Reset()
	if err := (&Summary{rows: rows, plan: &Plan{}}).WriteCSV(&b); err != nil || strings.Count(b.String(), ",0,,,,0,0,,false") != 5 || strings.Count(b.String(), ",0,,,,0,0,0,false") != 1 {
		t.Errorf("%s, %v", &b, err)
	}
}

func TestSetting_NumberSplitsItFromItsUnit(t *testing.T) {
	for _, c := range []struct {
		text string
		x    float64
		unit string
		ok   bool
	}{
		{"48 km/h", 48, "km/h", true}, {"-0.5e-3m", -0.5e-3, "m", true}, {"7", 7, "", true}, {" 3 eV ", 3, "eV", true},
		{"2e", 2, "e", true}, {"1e999", math.Inf(1), "", false}, {"steel", 0, "steel", false}, {"", 0, "", false}, {"e3", 0, "", false},
	} {
		if x, unit, ok := (scenariofile.Setting{Name: "a", Value: c.text}).Number(); x != c.x || unit != c.unit || ok != c.ok {
			t.Errorf("%q: %g %q %v", c.text, x, unit, ok)
		}
	}
}

// The higher half of the generator's numbers gives what is above the mean.
func TestRange_DrawsNormallyInTheOrderOfItsNumbers(t *testing.T) {
	even, normal := Range{Name: "a", Low: 0, High: 1}, Range{Name: "a", Normal: true, Mean: 50, Deviation: 2}
	for n := range 40 {
		value := func(r *Range) float64 {
			v, err := strconv.ParseFloat(r.Draw(7, n+1).Value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if u, x := value(&even), value(&normal); math.Abs(x-50-2*sampling.Quantile(u)) > 1e-5 {
			t.Errorf("variation %d: %g at %g of the numbers", n+1, x, u)
		}
	}
}
