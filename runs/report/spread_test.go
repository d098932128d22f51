package report

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// The page of a spread has its figures, the flags of each variation, and needs nothing from outside; a variation that
// failed and a body of which there is one value only are no trouble.
func TestWriteSpread_IsSelfContained(t *testing.T) {
	pdof := 355.0
	s := &sweep.Spread{
		Scenario: "s", Seed: 4, Ranges: []sweep.Range{{Name: "speed", Low: 48, High: 52, Unit: "km/h"}},
		Figures: []sweep.Figure{{Body: "a", Quantity: "delta_v", Count: 2, Mean: 10}},
		Variations: []*sweep.Variation{
			{Number: 1, Set: []scenariofile.Setting{{Name: "speed", Value: "49.5 km/h"}}, Outcomes: []sweep.Outcome{{Body: "a", DeltaV: 9, PDOF: &pdof, X: 1}, {Body: "b"}}},
			{Number: 2, Set: []scenariofile.Setting{{Name: "speed", Value: "51 km/h"}}, Outcomes: []sweep.Outcome{{Body: "a", DeltaV: 11, X: 3, Resting: true}}},
			{Number: 3, Set: []scenariofile.Setting{{Name: "speed", Value: "50 km/h"}}, Failed: "step 3 <failed>"},
		},
	}
	var page bytes.Buffer
	if err := WriteSpread(&page, s, map[string]string{"a": "#c0392b", "b": "#2471a3"}, "s.yaml"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<b>36.00</b>", "--set &#39;speed=49.5 km/h&#39;", "step 3 &lt;failed&gt;", "355", "at rest", "@page", "3, 1 without outcome"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	rest := strings.NewReplacer("http://www.w3.org/2000/svg", "", "http://www.w3.org/1999/xlink", "").Replace(page.String())
	if bad := regexp.MustCompile(`(?i)https?://|<script|<link|<img|src=|url\(|NaN|Inf\b|%!`).FindString(rest); bad != "" {
		t.Errorf("the page holds %q", bad)
	}
	if n := strings.Count(page.String(), "<svg "); n != 1+2+1 {
		t.Errorf("%d drawings", n)
	}
}

// Values that all variations have (--set), before those that vary, leave the pictures as they are: delta-v is drawn over
// the parameter that the picture names.
func TestWriteSpread_DrawsOverTheParameterItNames(t *testing.T) {
	page := func(fixed ...scenariofile.Setting) string {
		s := &sweep.Spread{Scenario: "s", Ranges: []sweep.Range{{Name: "speed", Low: 48, High: 52, Unit: "km/h"}}}
		for k, v := range []string{"48.5 km/h", "51 km/h", "49 km/h"} {
			set := append(slices.Clone(fixed), scenariofile.Setting{Name: "speed", Value: v})
			s.Variations = append(s.Variations, &sweep.Variation{Number: k + 1, Set: set, Outcomes: []sweep.Outcome{{Body: "a", DeltaV: float64(9 + k)}}})
		}
		var page bytes.Buffer
		if err := WriteSpread(&page, s, map[string]string{"a": "#c0392b"}, "s.yaml"); err != nil {
			t.Fatal(err)
		}
		return page.String()
	}
	alone, among := page(), page(scenariofile.Setting{Name: "mu", Value: "0.7"})
	pictures := regexp.MustCompile(`(?s)<svg .*?</svg>`)
	if a, b := pictures.FindAllString(alone, -1), pictures.FindAllString(among, -1); !slices.Equal(a, b) {
		t.Error("a fixed value changes the pictures")
	}
	if !strings.Contains(alone, ">48.5</text>") && !strings.Contains(alone, ">49</text>") {
		t.Error("the axis has no speeds")
	}
}

// A histogram is of its own body: those of others change nothing.
func TestHistogram_IsOfOneBody(t *testing.T) {
	s := func(others ...sweep.Outcome) *sweep.Spread {
		v := &sweep.Spread{}
		for _, dv := range []float64{3, 4, 4.5, 7} {
			v.Variations = append(v.Variations, &sweep.Variation{Outcomes: append([]sweep.Outcome{{Body: "a", DeltaV: dv}}, others...)})
		}
		return v
	}
	alone, err := histogram(s(), "a", "#c0392b", "runs")
	if err != nil {
		t.Fatal(err)
	}
	if both, err := histogram(s(sweep.Outcome{Body: "b", DeltaV: 20}), "a", "#c0392b", "runs"); err != nil || both != alone {
		t.Errorf("the histogram changes with another body: %v", err)
	}
	if b, err := histogram(s(sweep.Outcome{Body: "b", DeltaV: 20}), "b", "#c0392b", "runs"); err != nil || b == alone {
		t.Errorf("that of the other body is the same: %v", err)
	}
}
