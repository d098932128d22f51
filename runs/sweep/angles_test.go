package sweep

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestUnroll_IsOfTheCircle: the mean and the spread of angles are those on the circle, in whatever order they come and
// wherever the turn begins.
func TestUnroll_IsOfTheCircle(t *testing.T) {
	for _, c := range []struct {
		angles []float64
		low    float64
		want   []float64
	}{
		{[]float64{359, 1, 3}, 0, []float64{-1, 1, 3}},
		{[]float64{359, 357, 2}, 0, []float64{359, 357, 362}},
		{[]float64{10, 130, 200, 210}, 0, []float64{10, 130, 200, 210}},
		{[]float64{10, 200, 210, 220}, 0, []float64{370, 200, 210, 220}},
		{[]float64{179, -179, -177}, -180, []float64{-181, -179, -177}},
		{[]float64{-170, 175, 178}, -180, []float64{-170, -185, -182}},
		{[]float64{90, 270}, 0, []float64{90, 270}}, // they cancel out
		{[]float64{359.9999}, 0, []float64{359.9999}},
	} {
		for range 2 {
			got := slices.Clone(c.angles)
			if unroll(got, c.low); !slices.Equal(got, c.want) {
				t.Errorf("%v: %v, want %v", c.angles, got, c.want)
			}
			slices.Reverse(c.angles)
			slices.Reverse(c.want)
		}
	}
}

// TestSpread_HasNoFullTurn: the principal direction of a head-on crash is 0 in the table, not 360, and its spread lies
// around that; in JSON its mean is below 360.
func TestSpread_HasNoFullTurn(t *testing.T) {
	s := &Spread{Scenario: "s"}
	for i, deg := range []float64{359.9999999, 359.9999999, 1e-9, 358, 2} {
		s.Variations = append(s.Variations, &Variation{Number: i + 1, Outcomes: []Outcome{{Body: "car", PDOF: &deg}}})
	}
	for n, want := range map[int]string{
		2: "  car   PDOF [°]        0.00  0.00   0.00  0.00    0.00  0.00  0.00   2\n",
		5: "  car   PDOF [°]        0.00  1.41  -2.00 -1.60    0.00  1.60  2.00   5\n",
	} {
		part := &Spread{Scenario: "s", Variations: s.Variations[:n]}
		part.Figures = part.figures()
		var text bytes.Buffer
		if err := part.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		fields := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		if !strings.Contains(fields(text.String()), fields(want)) {
			t.Errorf("no %q in\n%s", want, &text)
		}
		if f := part.Figures[1]; f.Quantity != "pdof_deg" || f.Mean < 0 || f.Mean >= 360 {
			t.Errorf("%+v", f)
		}
	}
}
