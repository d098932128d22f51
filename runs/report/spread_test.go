package report

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

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
	if n := strings.Count(page.String(), "<svg "); n != 1+2+1+2 /* marks of the legend */ {
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

// Bodies of a picture have other marks, not colors alone, and the legend has them; numbers of variations are whole; flags stand once.
func TestWriteSpread_TellsBodiesApart(t *testing.T) {
	s := &sweep.Spread{Scenario: "s", Ranges: []sweep.Range{{Name: "speed", Low: 48, High: 52, Unit: "km/h"}}}
	set := []scenariofile.Setting{{Name: "speed", Value: "49.5 km/h"}}
	s.Variations = []*sweep.Variation{{Number: 1, Set: set, Outcomes: []sweep.Outcome{{Body: "a", DeltaV: 9}, {Body: "b", X: 1}, {Body: "c", X: 2}}}}
	var page bytes.Buffer
	if err := WriteSpread(&page, s, map[string]string{"a": "#c0392b", "b": "#c0392b", "c": "#c0392b"}, "s.yaml"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<circle cx="6" cy="6" r="4" fill="#c0392b"/></svg> a</span>`, `<path d="M2.5 2.5h7v7h-7z" fill="#c0392b"/></svg> b</span>`, `<path d="M6 2 10.5 9.5h-9z" fill="#c0392b"/></svg> c</span>`,
		`<td class="l flags" rowspan="3"><code><span>--set &#39;speed=49.5 km/h&#39;</span></code></td>`, `aria-label="delta-v of a: variations"`,
	} {
		if strings.Count(page.String(), want) != 1 {
			t.Errorf("the page has not one %q", want)
		}
	}
	ends := regexp.MustCompile(`(?s)<svg role="img" aria-label="positions at the end.*?</svg>`).FindString(page.String())
	shapes := map[string]bool{}
	for _, m := range regexp.MustCompile(`<path d="[^"]*"[^>]*style="fill:#[^>]*opacity`).FindAllString(ends, -1) {
		shapes[regexp.MustCompile(`[-0-9.,]+`).ReplaceAllString(m, "")] = true
	}
	if len(shapes) != 3 {
		t.Errorf("%d kinds of marks: %v", len(shapes), shapes)
	}
	for _, most := range []float64{1, 1.05, 2.1, 3.2, 5.2, 21} {
		for _, tick := range counts.Ticks(0, most) {
			if tick.Value != math.Round(tick.Value) {
				t.Errorf("up to %g: a mark at %g", most, tick.Value)
			}
		}
	}
}

// The mark of a body in the picture is that of its name in the legend: a disc, a box or a triangle, full or not, a plus or a cross; the
// ninth begins again.
func TestGlyphs_OfLegendAndPictureAreTheSame(t *testing.T) {
	numbers := regexp.MustCompile(`[-0-9., ]+`)
	for i, want := range []string{"MAAZ full", "MLLLZ full", "MLLZ full", "MAAZ", "MLLLZ", "MLLZ", "+", "x", "MAAZ full"} {
		clouds := make([]cloud, i+1) // those before have no points
		clouds[i] = cloud{color: "#c0392b", points: plotter.XYs{{X: 1, Y: 1}}}
		svg, err := scatter("", "", clouds, plotWidth, false)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range regexp.MustCompile(`<path d="([^"]*)" style="(fill:[^;]*);[^"]*opacity`).FindAllStringSubmatch(svg, -1) {
			if got += numbers.ReplaceAllString(m[1], ""); m[2] != "fill:none" {
				got += " full"
			}
			if got == "MLML" { // two lines
				var x, y, toX, toY float64
				if _, err := fmt.Sscanf(m[1], "M%g,%gL%g,%g", &x, &y, &toX, &toY); err != nil {
					t.Fatal(err)
				}
				got = map[bool]string{true: "+", false: "x"}[x == toX || y == toY]
			}
		}
		if got != want {
			t.Errorf("the mark of body %d is %q, want %q", i, got, want)
		}
		drawn := map[string]string{"MAAZ": "<circle ", "MLLLZ": `<path d="M2.5 2.5h7v7h-7z" `, "MLLZ": `<path d="M6 2 10.5 9.5h-9z" `, "+": `<path d="M6 2v8M2 6h8" `, "x": `<path d="m3 3 6 6M9 3 3 9" `}
		shape, full := strings.CutSuffix(want, " full")
		if legend := string(glyph(i, "#c0392b")); !strings.Contains(legend, drawn[shape]) || strings.Contains(legend, `fill="#c0392b"`) != full || strings.Contains(legend, `fill="none" stroke="#c0392b"`) == full {
			t.Errorf("the mark of body %d is %s in the legend, want %q", i, legend, want)
		}
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
