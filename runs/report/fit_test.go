package report

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/sweep"
)

// numbersOf returns the numbers of the groups of a pattern in a picture, of each place where it is.
func numbersOf(t *testing.T, svg, pattern string) (list [][]float64) {
	t.Helper()
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(svg, -1) {
		var row []float64
		for _, text := range m[1:] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatalf("%s: %v", pattern, err)
			}
			row = append(row, v)
		}
		list = append(list, row)
	}
	return list
}

// TestDrawPlaces: x goes to the right and y up, at one scale, the ellipses are one and two standard deviations, and arrows go in the
// direction of the heading, counter-clockwise from x.
func TestDrawPlaces(t *testing.T) {
	heading := func(deg float64) *float64 { return &deg }
	spread := &sweep.Spread{Scenario: "s", Variations: []*sweep.Variation{
		{Number: 4, Outcomes: []sweep.Outcome{{Body: "car", X: 1, Y: 1, Resting: true}, {Body: "<van>", X: 9, Y: 9}}},
		{Number: 7, Outcomes: []sweep.Outcome{{Body: "car", X: 12, Y: -3, Heading: heading(30), Resting: true}, {Body: "<van>", X: 52, Y: 20, Resting: true}}},
		{Number: 8, Outcomes: []sweep.Outcome{{Body: "car", X: 8, Y: -5.5, Heading: heading(180)}, {Body: "<van>", X: 49, Y: 21, Resting: true}}},
	}}
	fit := &sweep.Fit{
		Measured: []sweep.Measured{
			{Body: "car", Quantity: "x", Mean: 10, Deviation: 1}, {Body: "car", Quantity: "y", Mean: -4, Deviation: 0.5}, {Body: "car", Quantity: "heading_deg", Mean: 90, Deviation: 20},
			{Body: "<van>", Quantity: "y", Mean: 20.5, Deviation: 0.25}, {Body: "bus", Quantity: "delta_v", Mean: 5, Deviation: 1}, {Body: "bus", Quantity: "heading_deg", Mean: 5, Deviation: 1},
		},
		Nearest: []sweep.NearRun{{Number: 7, Misfit: 1.25}, {Number: 8, Misfit: 2}},
	}
	list := drawPlaces(fit, spread, map[string]string{"car": "#c0392b"})
	if len(list) != 2 {
		t.Fatalf("%d pictures: only of what has a place", len(list))
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 0.02*math.Max(1, math.Abs(want))) {
			t.Errorf("%s is %g, want %g", what, got, want)
		}
	}
	car := list[0].SVG
	ellipses := numbersOf(t, car, `<ellipse cx="([^"]*)" cy="([^"]*)" rx="([^"]*)" ry="([^"]*)"`)
	dots := numbersOf(t, car, `<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"`)
	if len(ellipses) != 2 || len(dots) != 2 {
		t.Fatalf("%d ellipses, %d dots", len(ellipses), len(dots))
	}
	x, y, metre := ellipses[0][0], ellipses[0][1], ellipses[0][2]
	near("half height of the ellipse", ellipses[0][3], 0.5*metre)
	near("width of the outer one", ellipses[1][2], 2*metre)
	near("height of the outer one", ellipses[1][3], metre)
	nearest, other := dots[1], dots[0] // which is on top
	near("x of run 7", (nearest[0]-x)/metre, 2)
	near("y of run 7", (y-nearest[1])/metre, 1)
	near("x of run 8", (other[0]-x)/metre, -2)
	near("y of run 8", (y-other[1])/metre, -1.5)
	if nearest[2] <= other[2] {
		t.Errorf("the nearest has a radius of %g, another of %g", nearest[2], other[2])
	}
	for _, want := range []string{`fill="#c0392b" stroke="#c0392b" stroke-width="1.3"><title>run 7, misfit 1.25</title>`, `fill="#fff" stroke="#c0392b" stroke-width="1.3"><title>run 8, misfit 2.00</title>`} {
		if !strings.Contains(car, want) {
			t.Errorf("no dot %s", want)
		}
	}
	// The wedge goes from 70 to 110 degrees, the arrow of run 7 to 30, that of run 8 to 180.
	wedge := numbersOf(t, car, `<path d="M([-.\d]+) ([-.\d]+)L([-.\d]+) ([-.\d]+)A[-.\d]+ [-.\d]+ 0 0 0 ([-.\d]+) ([-.\d]+)Z"`)
	if len(wedge) != 1 {
		t.Fatalf("%d wedges", len(wedge))
	}
	angle := func(x0, y0, x1, y1 float64) float64 { return math.Mod(math.Atan2(y0-y1, x1-x0)*180/math.Pi+360, 360) }
	w := wedge[0]
	near("the wedge's apex", w[0], x)
	near("begin of the wedge", angle(w[0], w[1], w[2], w[3]), 70)
	near("end of the wedge", angle(w[0], w[1], w[4], w[5]), 110)
	arrows := numbersOf(t, car, `<path d="M([-.\d]+) ([-.\d]+)L([-.\d]+) ([-.\d]+)" stroke`)
	if len(arrows) < 3 {
		t.Fatalf("%d arrows", len(arrows))
	}
	for i, want := range []float64{90, 180, 30} {
		near("an arrow", angle(arrows[i][0], arrows[i][1], arrows[i][2], arrows[i][3]), want)
	}
	if want := "car: measured x 10.00 ± 1.00 m, y −4.00 ± 0.50 m, heading 90.00 ± 20.00°; run 7: x 12.00 m, y −3.00 m, heading 30.0°"; list[0].Caption != want {
		t.Errorf("%q, want %q", list[0].Caption, want)
	}
	// Of the van y alone was measured: strips from edge to edge, about 20.5.
	van := list[1].SVG
	strips := numbersOf(t, van, `<rect x="-2" y="([^"]*)" width="([^"]*)" height="([^"]*)"`)
	dots = numbersOf(t, van, `<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"`)
	if len(strips) != 2 || len(dots) != 2 || strings.Contains(van, "<ellipse") {
		t.Fatalf("%v, %v", strips, dots)
	}
	near("height of the strip", strips[1][2], 2*strips[0][2])
	near("run 7 below the strip's middle", (dots[1][1]-strips[0][0]-strips[0][2]/2)/strips[0][2], 1) // 0.5 m, twice the deviation
	for _, p := range list {
		for d := xml.NewDecoder(strings.NewReader(p.SVG)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, p.SVG)
			}
		}
		if bad := regexp.MustCompile(`NaN|Inf|%!|<van>`).FindString(p.SVG); bad != "" {
			t.Errorf("a picture holds %q", bad)
		}
	}
}
