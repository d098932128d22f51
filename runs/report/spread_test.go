package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// The page of a spread has its figures, the flags of each variation, and needs nothing from outside; a variation that
// failed and a body of which there is one value only are no trouble.
func TestWriteSpread_IsSelfContained(t *testing.T) {
	pdof := 355.0
	s := &runs.Spread{
		Scenario: "s", Seed: 4, Ranges: []runs.Range{{Name: "speed", Low: 48, High: 52, Unit: "km/h"}},
		Figures: []runs.Figure{{Body: "a", Quantity: "delta_v", Count: 2, Mean: 10}},
		Variations: []*runs.Variation{
			{Number: 1, Set: []runs.Setting{{Name: "speed", Value: "49.5 km/h"}}, Outcomes: []runs.Outcome{{Body: "a", DeltaV: 9, PDOF: &pdof, X: 1}, {Body: "b"}}},
			{Number: 2, Set: []runs.Setting{{Name: "speed", Value: "51 km/h"}}, Outcomes: []runs.Outcome{{Body: "a", DeltaV: 11, X: 3, Resting: true}}},
			{Number: 3, Set: []runs.Setting{{Name: "speed", Value: "50 km/h"}}, Failed: "step 3 <failed>"},
		},
	}
	var page bytes.Buffer
	if err := WriteSpread(&page, s, map[string]string{"a": "#c0392b", "b": "#2471a3"}, "s.yaml"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<b>36.00</b>", "--set &#39;speed=49.5 km/h&#39;", "step 3 &lt;failed&gt;", "355", "at rest", "@page"} {
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
