package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const crash = `
name: corner
description: two cars <script>alert(1)</script>
step: 1/240 s
duration: 1.5 s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.7}}
statics: [{name: ground, plane: {height: 0}, material: road}]
bodies:
  - {name: red, box: {size: [4.5, 1.8, 1.4]}, mass: 1500, center_of_mass: [0, 0, -0.35], position: [-6, 0, 0.55], speed: 15, color: "#c0392b",
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.55, friction: 0.7, after_impact: {brake: 1}}}
  - {name: blue, box: {size: [4.5, 1.8, 1.4]}, mass: 1500, center_of_mass: [0, 0, -0.35], position: [1, 0.8, 0.55], attitude: {yaw: 90 deg}, color: "#2471a3",
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.55, friction: 0.7}}
`

func pageOf(t *testing.T, text string) (string, *runs.Report, error) {
	t.Helper()
	return pageWith(t, text, func([]record.Object) {})
}

// pageWith is pageOf with the objects changed that are drawn.
func pageWith(t *testing.T, text string, change func([]record.Object)) (string, *runs.Report, error) {
	t.Helper()
	s, err := scenariofile.Parse("test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := runs.NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	objects := slices.Clone(w.Objects())
	change(objects)
	scene := NewScene(objects, w.Columns(), s.Meshes())
	var b *reconstruct.Builder
	r, err := runs.Run(context.Background(), s, runs.Options{NoLog: true, Observe: scene.Observe, Crash: func(c *reconstruct.Builder) { b = c }})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	err = Write(&page, r, b, scene, s.Description)
	return page.String(), r, err
}

// The page has the figures of the report, needs nothing from outside, runs nothing, and is the same each time.
func TestWrite_IsSelfContained(t *testing.T) {
	page, r, err := pageOf(t, crash)
	if err != nil {
		t.Fatal(err)
	}
	c := r.Vehicles[0].Collisions[0]
	for _, want := range []string{
		"@page { size: A4", "&lt;script&gt;", number(c.DeltaV*3.6, 1), number(*c.PDOF, 0), r.FinalHash, "tyres begin to slide", "Skid marks",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	rest := strings.ReplaceAll(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), "http://www.w3.org/1999/xlink", "")
	if bad := regexp.MustCompile(`(?i)https?://|<script|<link|<img|src=|url\(|@import|NaN|Inf\b|%!`).FindString(rest); bad != "" {
		t.Errorf("the page holds %q", bad)
	}
	drawings := regexp.MustCompile(`(?s)<svg .*?</svg>`).FindAllString(page, -1)
	if len(drawings) != 1+1+6+2 /* lines of the legend */ {
		t.Errorf("%d drawings", len(drawings))
	}
	for i, d := range drawings {
		x := xml.NewDecoder(strings.NewReader(d))
		for err = nil; err == nil; _, err = x.Token() {
		}
		if err != io.EOF {
			t.Errorf("drawing %d: %v", i, err)
		}
	}
	if again, _, _ := pageOf(t, crash); again != page {
		t.Error("a second page differs")
	}
}

// A van runs into a trailer: the car that tows it has a row of its own under the same collision, with what its coupling
// has passed on.
func TestWrite_ShowsWhatCouplingsPassOn(t *testing.T) {
	car := `    box: {size: [4, 1.8, 1]}
    mass: 1500
    speed: %d
    position: [%d, 0, 0.7]
    vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}
`
	text := "name: towed\nduration: 0.3 s\ngravity: [0, 0, -9.81]\nstatics: [{name: ground, plane: {height: 0}}]\nbodies:\n"
	for i, name := range []string{"car", "trailer", "van"} {
		text += fmt.Sprintf("  - name: %s\n"+car, name, []int{0, 0, 10}[i], -5*i)
	}
	page, r, err := pageOf(t, text+"joints: [{name: hook, between: [car, trailer], point: [-2.5, 0, 0.7]}]\n")
	if err != nil {
		t.Fatal(err)
	}
	c := &r.Vehicles[0].Collisions[0]
	for _, want := range []string{
		"<td class=\"l\">car</td><td class=\"l w\">van via hook</td><td><b>" + number(c.DeltaV*3.6, 1) + "</b>", "Via: what the joint",
		fmt.Sprintf("Delta-v of car %s km/h via hook, PDOF 180°", number(c.DeltaV*3.6, 1)), "Collision 1 at", "trailer – van",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if c.DeltaV < 1 || strings.Contains(page, "Collision 2") {
		t.Errorf("%+v", c)
	}
}

// A car at 22 m/s is joined to a trailer of its mass at rest: each is 11 m/s, 39.6 km/h, faster or slower at time 0.
func TestWrite_ShowsJointsThatPartAtTheStart(t *testing.T) {
	text := `
name: parting
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: car, box: {size: [4, 2, 1]}, mass: 1000, position: [0, 0, 0.7], speed: 22, vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}}
  - {name: trailer, box: {size: [4, 2, 1]}, mass: 1000, position: [-5, 0, 0.7]}
joints: [{name: hook, between: [car, trailer], point: [-2.5, 0, 0.7]}]
`
	page, _, err := pageOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if want := "<td>11000</td><td class=\"l\">car 39.6, trailer 39.6</td>"; !strings.Contains(page, "Joints at the start") || !strings.Contains(page, want) {
		t.Errorf("the page lacks %s", want)
	}
}

// A coupling and a strap break: at their loads, where and when.
func TestWrite_ShowsWhatBreaks(t *testing.T) {
	text := `
name: breaking
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: car, box: {size: [4, 2, 1]}, mass: 1000, position: [0, 0, 0.7], velocity: [10, 0, 0], vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}}
  - {name: trailer, box: {size: [4, 2, 1]}, mass: 1000, position: [-5, 0, 0.7], velocity: [10, 0, 0]}
statics: [{name: wall, box: {size: [1, 9, 9]}, position: [3, 0, 0]}]
joints: [{name: hook, between: [car, trailer], point: [-2.5, 0, 0.7], breaks: {impulse: 4 kN s}}]
springs: [{name: strap, between: [world, trailer], at: [[-9, 0, 0.7], [0, 0, 0]], length: 3, stiffness: 2 kN/m, breaks: 1.5 kN}]
`
	page, _, err := pageOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h2>Broken</h2>", `<td class="l">strap</td><td class="l">trailer</td><td class="l">the world</td>`,
		`<td class="l">hook</td><td class="l">car</td><td class="l">trailer</td><td>−2.00</td><td>0.00</td><td>0.70</td><td>4 kN s</td>`, "hook breaks, by 4 kN s"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// A log that was cut off before its first states has vehicles, and nothing to draw.
func TestWrite_RefusesARunWithoutFrames(t *testing.T) {
	s, err := scenariofile.Parse("test.yaml", []byte("name: car\nduration: 0.1 s\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {height: 0}}]\n"+
		"bodies: [{name: a, outline: {kind: car, size: [4.5, 1.8, 1.4]}, mass: 1 t, origin: [0, 0, 0], vehicle: {class: car, friction: 0.7}}]\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := runs.NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	r := runs.NewReporter(&recorder.Header{Step: 1. / 240, Objects: w.Objects(), Columns: w.Columns()})
	if err := Write(io.Discard, r.Report(recorder.Summary{}), r.Crash(), NewScene(w.Objects(), w.Columns(), nil), ""); !errors.Is(err, ErrNoFrames) {
		t.Errorf("error %v", err)
	}
}

// TestWrite_WithoutVehicles: a ball strikes one that rests, both of 1 kg, elastically, at x = 1.9 after 0.09 s; a weight hangs on a joint,
// and a man walks.
func TestWrite_WithoutVehicles(t *testing.T) {
	page, _, err := pageOf(t, `name: balls
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, 0]
materials: {steel: {friction: 0, restitution: 1}}
statics: [{name: gate, box: {size: [0.1, 4, 4]}, position: [6, 0, 0], sensor: true}]
bodies:
  - {name: one, sphere: {radius: 0.1}, mass: 1, position: [0, 0, 0], velocity: [20, 0, 0], material: steel, color: "#c0392b"}
  - {name: two, sphere: {radius: 0.1}, mass: 1, position: [2, 0, 0], material: steel, color: "#2471a3"}
  - {name: weight, sphere: {radius: 0.1}, mass: 0.25, position: [0, 5, 0]}
movers: [{name: man, radii: [0.3, 0.4, 0.9], position: [0, -5, 0], color: "#117a65", program: [{time: 0, velocity: [4, 0, 0]}]}]
forces: [{body: weight, force: [0, 0, -5]}]
joints: [{name: hook, between: [weight, world], at: [[0, 0, 1], [0, 5, 1]]}]
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<h2>Impacts</h2>`, `<td class="l"><span class="b">1</span></td><td>0.0900</td><td class="l">one</td><td class="l">two</td><td>20.000</td><td><b>20</b></td><td>`,
		`<td class="l w">one 20.000, two 20.000</td><td>1.900</td><td>0.000</td><td>0.000</td>`,
		`<h2>Bodies at the end</h2>`, `<td class="l">two</td><td>10.200</td><td>0.000</td><td>0.000</td><td>0.0</td><td>moving, 20.000 m/s</td><td>0.090</td>`,
		`<h2>Movers at the end</h2>`, `<td class="l">man</td><td>2.000</td><td>−5.000</td><td>0.000</td><td>2.000</td>`,
		`<h2>Joints</h2>`, `<td class="l w">hook</td><td class="l w">weight</td><td class="l w">the world</td><td><b>0.005</b></td>`,
		`<h2>Sensors</h2>`, `<td class="l">gate</td><td class="l">entered by</td><td class="l">two</td>`,
		`<h2>Energy</h2>`, `</i>weight, 0.25 kg</span>`, `</i>man</span>`, `aria-label="plan of the scene"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, bad := range []string{"<h2>Vehicles", "<h2>Motion", "<h2>Time line", "<h2>Collisions", "NaN", "Inf", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
	// On the plan two ends to the right of one, the man is an ellipse below both, and the impact's impulse on one goes to the left.
	ellipses := numbersOf(t, page, `<ellipse cx="([-.\d]+)" cy="([-.\d]+)" rx="([-.\d]+)" ry="([-.\d]+)" fill="#117a65" fill-opacity="0.20"`)
	badge := numbersOf(t, page, `<circle cx="([-.\d]+)" cy="([-.\d]+)" r="7.0" fill="#111"`)
	if len(ellipses) != 1 || len(badge) != 1 {
		t.Fatalf("%v, %v", ellipses, badge)
	}
	e, metre := ellipses[0], ellipses[0][2]/0.3
	if math.Abs(e[3]-0.4*metre) > 0.2 || math.Abs(badge[0][0]-e[0]+0.1*metre) > 0.2 || math.Abs(e[1]-badge[0][1]-5*metre) > 0.2 {
		t.Errorf("the man is at %v, the impact at %v", e, badge[0])
	}
	if arrow := numbersOf(t, page, fmt.Sprintf(`<path d="M%.1f %.1fL([-.\d]+) ([-.\d]+)" stroke="#111" stroke-width="2.0"`, badge[0][0], badge[0][1])); len(arrow) != 1 || arrow[0][0] > badge[0][0]-50 {
		t.Errorf("the arrow of the impulse on the first goes from %v to %v", badge[0], arrow)
	}
}

// A run whose bodies have no frames has nothing to draw.
func TestWrite_RefusesBodiesWithoutFrames(t *testing.T) {
	s, err := scenariofile.Parse("test.yaml", []byte("name: ball\nduration: 0.1 s\ngravity: [0, 0, 0]\nbodies: [{name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 0]}]\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := runs.NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	r := runs.NewReporter(&recorder.Header{Step: 1. / 240, Objects: w.Objects(), Columns: w.Columns()})
	if err := Write(io.Discard, r.Report(recorder.Summary{}), nil, NewScene(w.Objects(), w.Columns(), nil), ""); !errors.Is(err, ErrNoFrames) {
		t.Errorf("error %v", err)
	}
}

// A point to the right and up in the world is to the right and higher on the page: 10 px a metre, y of the page down.
func TestCanvas_HasYUp(t *testing.T) {
	c := newCanvas(geom.AABB{Min: geom.Vec{X: -10, Y: -5}, Max: geom.Vec{X: 10, Y: 5}}, 200)
	if x, y := c.px(geom.Vec{X: 3, Y: 2}); x != 130 || y != 30 {
		t.Errorf("at %g, %g", x, y)
	}
	c.arrow(geom.Vec{}, 0, 40, "#000", 1, false)
	if d := c.b.String(); !strings.Contains(d, "M100.0 10.0L") { // its tip, 40 px above (100, 50)
		t.Errorf("an arrow up is %s", d)
	}
}

// A car that turns on and on has a heading without jumps; its mean acceleration is towards the centre, to its left.
func TestMotion_OfACircle(t *testing.T) {
	var s []reconstruct.Sample
	const w, r = 3.0, 5.0
	for k := range 1001 {
		time := float64(k) / 250
		a := w*time + 2
		s = append(s, reconstruct.Sample{
			Time: time, YawRate: w, V: geom.Vec{X: math.Cos(a), Y: math.Sin(a)}.Scale(w * r),
			Pose: geom.Transform{P: geom.Vec{X: math.Sin(a), Y: -math.Cos(a)}.Scale(r), Q: geom.AxisAngle(geom.Vec{Z: 1}, a)},
		})
	}
	mean := reconstruct.MeanAcceleration(s)
	for _, m := range motion {
		v := m.values(s, mean)
		at := func(k int, want, tol float64) {
			if math.Abs(v[k]-want) > tol {
				t.Errorf("%s[%d]: %g, want %g", m.title, k, v[k], want)
			}
		}
		switch m.title[:5] {
		case "speed":
			at(500, 3.6*w*r, 1e-9)
		case "path ":
			at(1000, 4*w*r, 1e-3)
		case "headi":
			at(1000, (12+2)*180/math.Pi, 1e-9)
		case "longi":
			at(500, 0, 1e-9)
		case "later": // between samples 12 × 4 ms before and after: the chord of that arc
			at(500, w*w*r*math.Sin(0.048*w)/(0.048*w)/reconstruct.StandardGravity, 1e-9)
		case "yaw r":
			at(500, w*180/math.Pi, 1e-9)
		}
	}
}

func TestTicks_AreRoundAndFew(t *testing.T) {
	for _, c := range []struct{ lo, hi float64 }{{0, 6.2}, {-14.3, 2.8}, {0, 91}, {-1e-3, 2e-3}, {300, 301}, {0, 12345}, {57.8, 61.4}, {0.70001, 0.70004}} {
		for _, kind := range []ticks{across, up} {
			list, letters := kind.Ticks(c.lo, c.hi), 0
			for _, l := range list {
				letters += len([]rune(l.Label)) + 2
			}
			if len(list) < 2 || float64(len(list)) > 1.7*float64(kind.about) || kind.letters > 0 && letters > kind.letters && len(list) > 3 {
				t.Errorf("%v: %d ticks, %d letters", c, len(list), letters)
			}
		}
	}
}

func TestThin_KeepsPeaks(t *testing.T) {
	x, y := make([]float64, 10000), make([]float64, 10000)
	for i := range x {
		x[i] = float64(i)
	}
	y[4321], y[7777] = 9, -9
	out := thin(x, y, 700)
	found := ""
	for i, p := range out {
		if p.Y != 0 {
			found += fmt.Sprintf("%g:%g ", p.X, p.Y)
		}
		if i > 0 && p.X <= out[i-1].X {
			t.Errorf("point %d goes back", i)
		}
	}
	if found != "4321:9 7777:-9 " || len(out) > 800 {
		t.Errorf("%d points, peaks %s", len(out), found)
	}
}

func TestClock(t *testing.T) {
	for deg, want := range map[float64]string{0: "12 h", 14: "12 h", 16: "1 h", 90: "3 h", 276: "9 h", 350: "12 h"} {
		if got := clock(&deg); got != want {
			t.Errorf("%g°: %s", deg, got)
		}
	}
}

// With a crush time and stiffnesses the page shows the crush of each vehicle, as the report has it; without, it has no
// such table.
func TestWrite_ShowsTheCrush(t *testing.T) {
	plain, _, err := pageOf(t, crash)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plain, "<h2>Crush</h2>") {
		t.Error("a crush without stiffness")
	}
	soft := strings.ReplaceAll(crash, "track: 1.5,", "stiffness: subcompact, track: 1.5,") +
		"pairs: [{between: [default, default], friction: 0.5, restitution: 0.1, impact_model: kudlich-slibar, crush_time: 50 ms}]\n"
	page, r, err := pageOf(t, soft)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	list, _ := r.Notable()
	for _, c := range list {
		if c.Crush != nil {
			rows++
			if want := fmt.Sprintf("<td class=\"l\">%s</td><td>%.2f</td><td>%.1f</td><td><b>%.3f</b></td>", c.Crush.Side, c.Crush.Width, c.Crush.Energy/1e3, c.Crush.Depth); !strings.Contains(page, want) {
				t.Errorf("the page has no %s", want)
			}
		}
		if math.Abs(c.CrushTime-0.05) > 1e-9 {
			t.Errorf("%s: crush time %g s", c.Body, c.CrushTime)
		}
	}
	if rows < 2 {
		t.Errorf("%d crushes", rows)
	}
}

// Two accelerometers of a car have curves that can be told apart, and a legend that says which is which.
func TestWrite_TellsAccelerometersApart(t *testing.T) {
	text := strings.Replace(crash, `speed: 15, color: "#c0392b",`, `speed: 15, color: "#c0392b", accelerometers: [{name: seat, at: [0, 0.4, 0]}, {name: nose, at: [2, 0, 0]}],`, 1)
	page, _, err := pageOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	legend := regexp.MustCompile(`<path d="M0 3h26" stroke="#c0392b" stroke-width="1.5" stroke-dasharray="([^"]*)"/></svg> red, (\w+)</span>`).FindAllStringSubmatch(page, -1)
	if len(legend) != 2 {
		t.Fatalf("legend %q", legend)
	}
	if legend[0][1] != "" || legend[0][2] != "seat" || legend[1][1] != "4 2" || legend[1][2] != "nose" {
		t.Errorf("legend %q", legend)
	}
	_, plots, _ := strings.Cut(page, legend[1][0])
	plots, _, _ = strings.Cut(plots, "<h2>")
	dashed := 0
	for _, path := range regexp.MustCompile(`<path[^>]*>`).FindAllString(plots, -1) {
		if strings.Contains(path, "stroke-dasharray") {
			dashed++
		}
	}
	if dashed != 2 {
		t.Errorf("%d dashed curves, want one in each plot", dashed)
	}
}

// A direction that rounds to a full turn is 0 in the table, too, as in the sketches and in the text of the report.
func TestDirectionsOfThePageAreBelowAFullTurn(t *testing.T) {
	deg := functions["deg"].(func(*float64) string)
	for _, c := range []struct {
		v    float64
		want string
	}{{359.9999999, "0"}, {359.5, "0"}, {359.4, "359"}, {0, "0"}, {180, "180"}} {
		if got := deg(&c.v); got != c.want {
			t.Errorf("%v is written as %s, want %s", c.v, got, c.want)
		}
	}
	if got := deg(nil); got != "–" {
		t.Errorf("no direction is written as %s", got)
	}
}

// TestWrite_HasJoints: what joints held, and their limits; nothing of them where there are none.
func TestWrite_HasJoints(t *testing.T) {
	page, r, err := pageOf(t, crash+`  - {name: arm, sphere: {radius: 0.1}, mass: 1, position: [0, 20, 5], angular_velocity: [0, 0, 2]}
  - {name: bob, sphere: {radius: 0.1}, mass: 2, position: [0, 30, 5]}
  - {name: wheel, sphere: {radius: 0.1}, mass: 1, position: [0, 40, 5], angular_velocity: [0, 0, 20]}
joints:
  - {name: pivot, between: [world, arm], point: [0, 20, 5], limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {name: hook, between: [bob, world], at: [[0, 0, 1], [0, 30, 6]], breaks: 30 N}
  - {name: hub, between: [world, wheel], point: [0, 40, 5], friction: 0.025 N m}
`)
	if err != nil {
		t.Fatal(err)
	}
	pivot := r.Loads[0]
	for _, want := range []string{
		`<td class="l w">pivot</td><td class="l w">arm</td><td class="l w">the world</td><td><b>0.00981</b></td>`, fmt.Sprintf("<td>%.4g</td><td>%.3f</td>", pivot.Torque.Size, pivot.Torque.Time),
		`<td class="l w">hook</td><td class="l w">bob</td><td class="l w">the world</td><td><b>0.01962</b></td><td>0.004</td><td>–</td><td>–</td><td>–</td><td>–</td><td class="l">30 N</td>`,
		`<td class="l w">hub</td><td class="l w">wheel</td><td class="l w">the world</td><td><b>0.00981</b></td><td>0.004</td><td>0.025</td><td>0.004</td>`,
		`<td class="l">pivot.angle</td><td>30</td><td>30.00</td>`, `<td>0.263</td><td>1</td></tr>`, "1 of 1 reached",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	// And where the bodies that are no vehicles are in the end; vehicles have their own table.
	_, ends, _ := strings.Cut(page, "<h2>Other bodies at the end</h2>")
	ends, _, _ = strings.Cut(ends, "</table>")
	if n := strings.Count(ends, `<tr><td class="l">`); n != 3 || !strings.Contains(ends, `<td class="l">bob</td><td>0.000</td><td>30.000</td><td>5.000</td>`) {
		t.Errorf("%d other bodies: %s", n, ends)
	}
	if page, _, err := pageOf(t, crash); err != nil || strings.Contains(page, "ther bodies") || strings.Contains(page, "<h2>Joints") || strings.Contains(page, "Limits of joints") {
		t.Errorf("%v, and joints in a page without any", err)
	}
}

// TestWrite_HasImpactsOfOtherBodies: where a ball falls on the road, and flies into the side of a car, both are there with their speeds, and not the
// impacts of cars alone, which are collisions.
func TestWrite_HasImpactsOfOtherBodies(t *testing.T) {
	const off = "center_of_mass: [0.2, 0.05, -0.35]" // of the red car, which its shape is not around
	page, r, err := pageOf(t, strings.Replace(crash, "center_of_mass: [0, 0, -0.35]", off, 1)+`  - {name: ball, sphere: {radius: 0.2}, mass: 5, position: [-2.5, -3, 0.3], velocity: [0, 10, 0], material: road}
`)
	if err != nil {
		t.Fatal(err)
	}
	_, impacts, _ := strings.Cut(page, "<h2>Impacts of other bodies</h2>")
	impacts, _, _ = strings.Cut(impacts, "</table>")
	others := 0
	for i := range r.Impacts {
		e := &r.Impacts[i]
		if row := fmt.Sprintf("<tr><td>%.4f</td><td class=\"l\">%s</td><td class=\"l\">%s</td><td>%.3f</td>", e.Time, e.A, e.B, e.Closing); strings.Contains(impacts, row) != (e.A == "ball" || e.B == "ball") {
			t.Errorf("impact %d of %s and %s: wrong that it is there, or not:\n%s", i, e.A, e.B, impacts)
		} else if e.A == "ball" || e.B == "ball" {
			others++
		}
	}
	// The car still goes straight ahead when the ball strikes its right side, and the road is no vehicle.
	k := slices.IndexFunc(r.Impacts, func(e runs.ImpactReport) bool { return e.A == "red" && e.B == "ball" })
	if k < 0 || r.Impacts[k].Time > 0.2 {
		t.Fatalf("the ball does not strike the car first: %+v", r.Impacts)
	}
	e := &r.Impacts[k]
	want := fmt.Sprintf("<td>%.2f</td><td>−0.90</td></tr>", -6+15*e.Time+2.25-0.2-e.Points[0][0])
	for row := range strings.SplitSeq(impacts, "<tr>") {
		if on := strings.Contains(row, ">red<"); on && strings.Contains(row, fmt.Sprintf(">%.4f<", e.Time)) && !strings.Contains(row, want) ||
			strings.Contains(row, ">ground<") && !strings.Contains(row, "<td>–</td><td>–</td></tr>") {
			t.Errorf("%s\nlacks its place on the car, %s, or has one on the ground", row, want)
		}
	}
	if others < 2 || others == len(r.Impacts) || strings.Count(impacts, "<tr>") != others+1 {
		t.Errorf("%d impacts of the ball of %d; want two and more, and others: %s", others, len(r.Impacts), impacts)
	}
}

// TestWrite_HasSprings: what they did; nothing of them where there are none. A bob of 2 kg is let go in its rope: 2 m g, after half a
// swing; another one leans on a strut.
func TestWrite_HasSprings(t *testing.T) {
	page, r, err := pageOf(t, crash+`  - {name: bob, sphere: {radius: 0.1}, mass: 2, position: [0, 30, 5]}
  - {name: prop, sphere: {radius: 0.1}, mass: 2, position: [0, 40, 5]}
springs:
  - {name: rope, between: [world, bob], at: [[0, 30, 9], [0, 0, 0]], stiffness: 200 N/m, damping: 0, only: pull, breaks: 50 N}
  - {name: strut, between: [prop, world], at: [[0, 0, 0], [0, 40, 3]], stiffness: 200 N/m, damping: 5}
`)
	if err != nil {
		t.Fatal(err)
	}
	rope, strut := r.Springs[0], r.Springs[1]
	for _, want := range []string{
		`<h2>Springs</h2>`,
		fmt.Sprintf(`<td class="l w">rope</td><td class="l w">bob</td><td class="l w">the world</td><td><b>%.4g</b></td><td>%.3f</td><td><b>–</b></td><td>–</td><td>0</td><td class="l">50 N</td>`, rope.Pull.Size/1e3, rope.Pull.Time),
		fmt.Sprintf(`<td class="l w">strut</td><td class="l w">prop</td><td class="l w">the world</td><td><b>0</b></td><td>–</td><td><b>%.4g</b></td><td>%.3f</td><td>%.4g</td><td class="l"></td>`, strut.Push.Size/1e3, strut.Push.Time, strut.Damped),
		`<h2>Lengths of springs</h2>`,
		fmt.Sprintf(`<td class="l">rope</td><td>4.000</td><td>4.196</td><td>%.3f</td><td>4.000</td><td>0.000</td><td class="l">only pull</td><td>0.004</td><td>%d</td>`, rope.Longest.Time, rope.Times),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if math.Abs(rope.Pull.Size-2*2*9.81) > 0.01 || strut.Damped < 0.1 {
		t.Errorf("%+v, %+v", rope, strut)
	}
	if page, _, err := pageOf(t, crash); err != nil || strings.Contains(page, "prings</h2>") {
		t.Errorf("%v, and springs in a page without any", err)
	}
}

// TestWrite_OfManyJointsHasTheFirst: a hundred of them, and how many more there are.
func TestWrite_OfManyJointsHasTheFirst(t *testing.T) {
	text := "name: many\nstep: 1/60 s\nduration: 1/60 s\ngravity: [0, 0, 0]\nbodies: [{name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 0]}]\njoints:\n"
	for k := range 103 {
		text += fmt.Sprintf("  - {name: j%d, between: [world, a], point: [0, 0, %d]}\n", k, k%2)
	}
	page, _, err := pageOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, `<td class="l w">j99</td>`) || strings.Contains(page, `<td class="l w">j100</td>`) || !strings.Contains(page, "… and 3 more") {
		t.Error("not a hundred joints and three more")
	}
}
