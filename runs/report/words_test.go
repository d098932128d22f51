package report

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

func TestSoft_BreaksLongNames(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"car-01", "car-01"}, {"a<b & c", "a&lt;b &amp; c"}, {"fourteenletter", "fourteenletter"},
		{"fifteen-letters", `<span class="long">fifteen-lett<wbr>ers</span>`},
		{"left thigh of the rider", `<span class="long">left thigh of the rider</span>`},
		{"ABCDEFGHIJKe\u0301\u0301xyz", `<span class="long">ABCDEFGHIJKe` + "\u0301\u0301" + `<wbr>xyz</span>`}, // no mark without its letter
		{"سيارة", `<bdi class="long">سيارة</bdi>`}, {"<\u05d0>", `<bdi class="long">&lt;` + "\u05d0" + `&gt;</bdi>`},
	} {
		if got := string(soft(c.text)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	if a, b := isolated("car"), isolated("\u05d0"); a != "car" || b != "\u2068\u05d0\u2069" {
		t.Errorf("%q, %q", a, b)
	}
}

func TestShortened(t *testing.T) {
	for _, c := range [][2]string{{"car", "car"}, {strings.Repeat("a", 36), strings.Repeat("a", 36)}, {strings.Repeat("ä", 20) + strings.Repeat("b", 20), strings.Repeat("ä", 18) + "…" + strings.Repeat("b", 18)}} {
		if got := shortened(c[0]); got != c[1] {
			t.Errorf("%q: %q", c[0], got)
		}
	}
}

func TestFlags_AreNotBroken(t *testing.T) {
	const want = "<code><span>--set &#39;a=1 m&#39;</span> <span>--set &#39;b=-2&#39;</span></code>"
	if got := string(flags("--set 'a=1 m' --set 'b=-2'")); got != want {
		t.Error(got)
	}
}

func TestFigures_AreFourThatCount(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {-21474.9, "−21470"}, {101355, "101400"}, {9999499, "9999000"}, {12345678, "1.235e+07"}, {1.00049, "1"}, {0.0501234, "0.05012"}, {-2.5e-7, "−2.5e−07"},
	} {
		if got := figures(c.v); got != c.want {
			t.Errorf("%g: %q, want %q", c.v, got, c.want)
		}
	}
}

// Names on the plan have a contrast of 4.5 to white, by the formulas of WCAG 2.2, and no more change than that needs.
func TestInk_IsReadOnWhite(t *testing.T) {
	contrast := func(color string) float64 {
		var r, g, b int
		if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &r, &g, &b); err != nil || len(color) != 7 {
			t.Fatalf("%q: %v", color, err)
		}
		linear := func(v int) float64 {
			if x := float64(v) / 255; x > 0.04045 {
				return math.Pow((x+0.055)/1.055, 2.4)
			}
			return float64(v) / 255 / 12.92
		}
		return 1.05 / (0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b) + 0.05)
	}
	for _, color := range []string{"#b7950b", "#ffffff", "#ffff00", "#00ff00", "#d68910", "#7f8c8d", "#e59866", "#000000", "#2471a3"} {
		got := ink(color)
		if c := contrast(got); c < 4.5 || contrast(color) < 4.5 && c > 5.3 {
			t.Errorf("%s: %s, of a contrast of %.2f", color, got, c)
		}
		if contrast(color) >= 4.6 && got != color {
			t.Errorf("%s: %s though it is read", color, got)
		}
	}
	if got := ink("red"); got != "red" {
		t.Error(got)
	}
}

// Of a circle as many points are left as need be, of straight stretches the ends; none that is left out is farther off than asked for.
func TestBends_KeepTheLine(t *testing.T) {
	var line []geom.Vec
	for k := range 1000 {
		line = append(line, geom.Vec{X: -30 + 0.03*float64(k), Z: float64(k % 2)})
	}
	for k := range 1000 {
		s, c := geom.SinCos(float64(k) / 500)
		line = append(line, geom.Vec{X: 10 * s, Y: 10 - 10*c})
	}
	const off = 0.01
	got := bends(slices.Clone(line), off)
	// A chord of a circle of 10 m is 0.01 m off in its middle if it spans 2 acos(1 - 0.001) = 0.0895 rad: 23 of them, and with longLine
	// 5 of the straight stretch.
	if len(got) < 23 || len(got) > 40 || got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
		t.Errorf("%d points from %v to %v", len(got), got[0], got[len(got)-1])
	}
	for _, p := range line {
		near := math.Inf(1)
		for k := 1; k < len(got); k++ {
			near = min(near, besides(p, got[k-1], got[k]))
		}
		if near > 1.0001*off*off {
			t.Fatalf("%v is %g m off", p, math.Sqrt(near))
		}
	}
	// The last but one stays where it is a corner, or where the line comes back on itself.
	for _, corner := range [][]geom.Vec{{{}, {X: 1, Y: 1}, {X: 2}}, {{}, {X: 5}, {X: 1}}, {{X: 1}, {}, {X: 5}}} {
		if got := bends(corner, off); len(got) != 3 {
			t.Errorf("%v: %d points", corner, len(got))
		}
	}
	c := newCanvas(geom.AABB{Max: geom.Vec{X: 10, Y: 10}}, 100)
	c.line([]geom.Vec{{}, {X: 2, Y: 0.009}, {X: 4}, {X: 5}, {X: 6, Y: 0.02}, {X: 8}}, false, "") // 0.09 and 0.2 px
	if want := `<path d="M0.0 100.0L50.0 100.0L60.0 99.8L80.0 100.0" />`; !strings.Contains(c.b.String(), want) {
		t.Errorf("%s, want %s", c.b.String(), want)
	}
	for n, short := range [][]geom.Vec{nil, line[:1], {line[0], line[0], line[0]}} {
		if got := bends(short, off); len(got) != n {
			t.Errorf("%d of %d points, want %d", len(got), len(short), n)
		}
	}
}

// A curve keeps its corners, its peaks and its bends to a thirtieth of a point, and nothing of its straight stretches.
func TestWithoutStraight_KeepsTheCurve(t *testing.T) {
	var all plotter.XYs
	for k := range 600 {
		x := float64(k) / 100
		y := 80 - math.Max(0, x-1)*20 // brakes from 1 s to 3 s
		switch {
		case k == 350:
			y = -3 // an impact
		case x >= 3:
			y = 40 + 5*geom.Sin(4*(x-3))
		}
		all = append(all, plotter.XY{X: x, Y: y})
	}
	room := geom.AABB{Max: geom.Vec{X: 6, Y: 80}}
	left := withoutStraight(all, room)
	if len(left) < 30 || len(left) > 150 || left[0] != all[0] || left[len(left)-1] != all[599] || !slices.Contains(left, all[350]) || !slices.Contains(left, all[349]) || !slices.Contains(left, all[100]) {
		t.Errorf("%d points: %v", len(left), left)
	}
	k := 0
	for _, p := range all {
		for left[k+1].X < p.X {
			k++
		}
		a, b := left[k], left[k+1]
		off := math.Abs(p.Y-a.Y-(b.Y-a.Y)*(p.X-a.X)/(b.X-a.X)) * float64(plotHeight) / 80
		if slope := (b.Y - a.Y) / (b.X - a.X); math.Abs(slope) < 50 && off > 0.04 { // 50 km/h in a second: 1.6 in the plot
			t.Errorf("at %g s the curve is %g pt off", p.X, off)
		}
	}
	// What is less than noise is straight, and the room is that of all curves.
	noise := plotter.XYs{{X: 0, Y: 1}, {X: 1, Y: 1 + 1e-5}, {X: 2, Y: 1}}
	if left := withoutStraight(noise, boundsOf([]curve{{x: []float64{0, 2}, y: []float64{1, 1 + 1e-5}}})); len(left) != 2 {
		t.Errorf("of noise are left %v", left)
	}
	if got, want := boundsOf([]curve{{x: []float64{0, 2}, y: []float64{5, 3}}, {x: []float64{-1, 1}, y: []float64{4, 9}}}), (geom.AABB{Min: geom.Vec{X: -1, Y: 3}, Max: geom.Vec{X: 2, Y: 9}}); got != want {
		t.Errorf("the room is %v, want %v", got, want)
	}
}

// Curves of one color have dashes of their own, as those of the legend.
func TestLines_OfAColorHaveOtherDashes(t *testing.T) {
	s := &Scene{objects: []record.Object{{Name: "a", Color: "#112233"}, {Name: "b", Color: "#112233"}, {Name: "c", Color: "#445566"}, {Name: "d", Color: "#112233"}}}
	lines := s.vehicleLines([]int32{0, 1, 2, 3})
	var got []string
	for _, l := range lines {
		got = append(got, l.Name+" "+l.Color+" "+l.Dashes)
	}
	if want := "a #112233 |b #112233 4 2|c #445566 |d #112233 1.2 1.2"; strings.Join(got, "|") != want {
		t.Errorf("%q", got)
	}
	page, _, err := pageOf(t, strings.Replace(crash, "#2471a3", "#c0392b", 1))
	if err != nil {
		t.Fatal(err)
	}
	_, plots, _ := strings.Cut(page, "<h2>Motion</h2>")
	if n := strings.Count(plots, `stroke-dasharray="4 2"`); n != 1 || strings.Count(plots, "stroke-dasharray:4,2") != 6 {
		t.Errorf("%d dashed lines in the legend; plots: %q", n, dashesOf(plots))
	}
}

func dashesOf(plots string) []string {
	list := regexp.MustCompile(`stroke-dasharray[:=][^;" ]*`).FindAllString(plots, -1)
	slices.Sort(list)
	return slices.Compact(list)
}
