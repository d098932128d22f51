package sweep

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// TestFit_TellsOfBodies: of x measured to be 1 ± 0.25 follow y = 3 x, the heading 90 x on the circle, and a delta-v that is always the
// same; nothing of what is not there.
func TestFit_TellsOfBodies(t *testing.T) {
	f := fitOf(lineRuns(), []Measured{{"a", "x", 1, 0.25}}, nil)
	ofSample := 1 / math.Sqrt(1-1/f.Effective)
	for quantity, want := range map[string][2]float64{"x": {1, 0.25}, "y": {3, 0.75}, "heading_deg": {90, 22.5}, "delta_v": {7, 0}} {
		g := figureOf(f, "a", quantity)
		if math.Abs(g.Mean-want[0]) > 1e-5*math.Max(1, want[0]) || math.Abs(g.Deviation-want[1]*ofSample) > 1e-5*math.Max(1, want[1]) || math.Abs(g.Share-1) > 1e-12 {
			t.Errorf("%+v, want %v", g, want)
		}
	}
	if len(f.Figures) != 4 || len(f.Pairs) != 0 || f.Together() != "" {
		t.Errorf("%+v, %+v", f.Figures, f.Pairs)
	}
	// 90 x is beyond half a turn: 1.98 x is -181.8°.
	f = fitOf(lineRuns(), []Measured{{"a", "x", -2.02, 0.25}}, nil)
	if g := figureOf(f, "a", "heading_deg"); math.Abs(g.Mean-178.2) > 1e-3 || math.Abs(g.Deviation-22.5*ofSample) > 1e-3 {
		t.Errorf("%+v", g)
	}
	table := f.FigureTable()
	if len(table) != 2 || strings.Join(table[1], "|") != "a|25.20 ± 0.00|–|–|–|-2.02 ± 0.25|-6.06 ± 0.75|178.20 ± 22.63" {
		t.Errorf("%q", table)
	}
}

// TestFit_TellsWhatGoesTogether: of a measured as ±1 and a + b as ±1, the precision is (2 1; 1 1) and the covariance (1 -1; -1 2).
func TestFit_TellsWhatGoesTogether(t *testing.T) {
	s := &Spread{Scenario: "plane"}
	for i := range 81 {
		for j := range 81 {
			a, b := float64(i-40)/4, float64(j-40)/4
			s.Variations = append(s.Variations, &Variation{Number: 81*i + j + 1, Set: []scenariofile.Setting{{Name: "a", Value: fmt.Sprint(a)}, {Name: "b", Value: fmt.Sprint(b)}, {Name: "c", Value: fmt.Sprint(b * b)}},
				Outcomes: []Outcome{{Body: "car", X: a, Y: a + b}}})
		}
	}
	f := fitOf(s, []Measured{{"car", "x", 0, 1}, {"car", "y", 0, 1}}, nil)
	if len(f.Pairs) != 3 {
		t.Fatalf("%+v", f.Pairs)
	}
	for i, want := range []FitPair{{"a", "b", -math.Sqrt(0.5)}, {"a", "c", 0}, {"b", "c", 0}} {
		if p := f.Pairs[i]; p.A != want.A || p.B != want.B || math.Abs(p.Correlation-want.Correlation) > 1e-6 {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	if got := f.Together(); got != "correlated: a and b (-0.71): a combination of them is known better than each alone" {
		t.Errorf("%q", got)
	}
	// Priors are weights, too: those that make the measurement of y worthless leave a and b apart.
	priors := make([]float64, len(s.Variations))
	for i, v := range s.Variations {
		y := v.Outcomes[0].Y
		priors[i] = math.Exp(0.5*y*y) * 3
	}
	f = fitOf(s, f.Measured, priors)
	if c := f.Pairs[0].Correlation; math.Abs(c) > 1e-6 || math.Abs(f.Params[0].Deviation-1) > 0.01 || math.Abs(f.Params[1].Deviation-20.25/math.Sqrt(12)) > 0.05 {
		t.Errorf("correlation %g, %+v", c, f.Params)
	}
}
