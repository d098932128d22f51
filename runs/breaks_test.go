package runs

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
)

// breakable is jointed with limits of a joint and of a spring.
const breakable = `name: breakable
duration: 1 s
gravity: [0, 0, -9.81]
parameters: {limit: 60 kN}
bodies:
  - {name: upper, box: {size: [0.1, 0.1, 1]}, mass: 2, position: [0, 0, 2.5]}
  - {name: lower, box: {size: [0.1, 0.1, 1]}, mass: 1, position: [0, 0, 1.5]}
joints:
  - {name: hook, between: [world, upper], point: [0, 0, 3], breaks: $limit}
  - {name: pin, between: [upper, lower], point: [0, 0, 2], breaks: {force: 2500, impulse: 5 kN s}}
springs:
  - {name: strap, between: [world, lower], at: [[0, 0, 0], [0, 0, -0.5]], stiffness: 1 kN/m, only: pull, breaks: 12 kN}
`

// TestParse_ReadsBreaks: limits are forces, or forces and impulses, with units and parameters; the schema has them.
func TestParse_ReadsBreaks(t *testing.T) {
	d := scenariotest.MustParse(t, breakable).Definition
	if j := d.Joints; j[0].BreakForce != 60e3 || j[0].BreakImpulse != 0 || j[1].BreakForce != 2500 || j[1].BreakImpulse != 5000 || d.Springs[0].BreakForce != 12e3 {
		t.Errorf("joints %+v, springs %+v", d.Joints, d.Springs)
	}
	schema, _ := scenariotest.CompileSchema(t)
	valid := func(text string) bool { return schema.Validate(scenariotest.Instance(t, []byte(text))) == nil }
	if !valid(breakable) {
		t.Error("the schema refuses it")
	}
	only := scenariotest.MustParse(t, strings.Replace(breakable, "force: 2500, impulse: 5 kN s", "impulse: 7", 1)).Definition.Joints[1]
	if only.BreakForce != 0 || only.BreakImpulse != 7 {
		t.Errorf("joint %+v", only)
	}
	for _, c := range []struct {
		from, to, want string
		schema         bool // it refuses it too
	}{
		{"breaks: $limit", "breaks: 5 kN s", `test.yaml:9:69: joints[0].breaks: "5 kN s" is an impulse [N s], but a force [N] is needed`, false},
		{"breaks: $limit", "breaks: 0", `joints[0].breaks: 0 is not above zero: write, for example, 500 or "0.5 kN"`, true},
		{"breaks: $limit", "breaks: [1, 2]", `joints[0].breaks: a list where a force is needed: write breaks: "60 kN", or {force: "60 kN", impulse: "5 kN s"}`, true},
		{"breaks: $limit", "breaks: {}", `joints[0].breaks: says nothing: write breaks: {force: "60 kN", impulse: "5 kN s"}, or one of them`, true},
		{"force: 2500", "force: -1 kN", `joints[1].breaks.force: -1 kN is not above zero`, true},
		{"impulse: 5 kN s", "impulse: 5 kN", `joints[1].breaks.impulse: "5 kN" is a force [N], but an impulse [N s] is needed`, false},
		{"impulse: 5 kN s", "torque: 5", `joints[1].breaks.torque: `, true},
		{"name: strap", "name: hook", `test.yaml:9:12: joints[0].name: a spring that breaks is called "hook", on line 12: give the joint, which breaks too, a name of its own`, false},
		{"breaks: 12 kN}", "breaks: 12 kN}\n  - {name: strap, between: [world, upper], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1}", `test.yaml:13:12: springs[1].name: "strap" is used already on line 12: give every spring a name of its own`, false},
		{"breaks: 12 kN", "breaks: {force: 12 kN}", `springs[0].breaks: `, true},
		{"name: strap", `name: "strap: left"`, `springs[0].name: "strap: left" cannot name a spring that breaks`, false},
	} {
		text := strings.Replace(breakable, c.from, c.to, 1)
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.to, err, c.want)
		}
		if valid(text) == c.schema {
			t.Errorf("%s: the schema takes it: %v", c.to, c.schema)
		}
	}
}

// TestWarnings_OfBreaks: a joint of a vehicle that no impact can break, for want of an impulse and of a crush time, is told.
func TestWarnings_OfBreaks(t *testing.T) {
	for _, c := range []struct {
		breaks, pairs string
		warns         bool
	}{
		{"60 kN", "", true}, {"{force: 60 kN}", "", true}, {"{force: 60 kN, impulse: 5 kN s}", "", false}, {"{impulse: 5 kN s}", "", false},
		{"60 kN", "pairs: [{between: [slick, slick], friction: 0.1, crush_time: 0.1 s}]\n", false},
	} {
		s := scenariotest.MustParse(t, strings.Replace(towed, "point: [-2.3, 0, 0.7]", "point: [-2.3, 0, 0.7], breaks: "+c.breaks, 1)+c.pairs)
		list := slices.DeleteFunc(s.Warnings(), func(p document.Problem) bool { return !strings.HasSuffix(p.Path, ".breaks") })
		if (len(list) == 1) != c.warns {
			t.Errorf("%s: %v", c.breaks, list)
		}
		if c.warns && !strings.HasPrefix(list[0].String(), "test.yaml:16:78: joints[0].breaks: no impact breaks it") {
			t.Errorf("%s", &list[0])
		}
	}
	if list := scenariotest.MustParse(t, breakable).Warnings(); len(list) > 0 {
		t.Errorf("without vehicles: %v", list)
	}
}

// TestReport_ShowsACouplingThatBreaks: a van strikes the trailer of TestReport_ShowsWhatACouplingPassesOn, whose coupling breaks at c of
// the impulse that it would pass on. The impulse of the van is then that with the coupling by that share, and that without for the
// rest; the car gets what the coupling holds. The report, its text, its page, the time line and the events say so, also from the log.
func TestReport_ShowsACouplingThatBreaks(t *testing.T) {
	const share, e, v, van, car, trailer = 0.4, 0.1, 10.0, 1200.0, 1500.0, 700.0
	whole := (1 + e) * v * van * (car + trailer) / (van + car + trailer)
	alone := (1 + e) * v * van * trailer / (van + trailer)
	limit := math.Round(share * whole * car / (car + trailer))
	real := limit / (whole * car / (car + trailer))
	given := whole*real + alone*(1-real)
	r, log := runText(t, strings.Replace(towed, "point: [-2.3, 0, 0.7]", fmt.Sprintf("point: [-2.3, 0, 0.7], breaks: {impulse: %g N s}", limit), 1))
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-3*math.Abs(want)) {
			t.Errorf("%s %.9g, want %.9g", what, got, want)
		}
	}
	near("impulse", r.Impacts[0].Size, given)
	for i, want := range []float64{limit / car, (given - limit) / trailer, -given / van} {
		near(r.Vehicles[i].Body, r.Vehicles[i].Collisions[0].Longitudinal, want)
	}
	if len(r.Breaks) != 1 {
		t.Fatalf("broken: %+v", r.Breaks)
	}
	b := &r.Breaks[0]
	if b.Name != "coupling" || b.A != "car" || b.B != "trailer" || b.Force != nil || b.Impulse == nil || math.Abs(b.Size-limit) > 1e-6*limit || b.Time != r.Impacts[0].Time || math.Abs(b.Point[0]+2.3) > 0.01 {
		t.Errorf("broken: %+v", b)
	}
	near("impulse on the car", b.Impulse[0], limit)
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	load := fmt.Sprintf("%.4g kN s", limit/1e3)
	if lines := text.String(); !strings.Contains(lines, "\nbroken: 1\n") || !strings.Contains(lines, load+"\n") {
		t.Errorf("%s", lines)
	}
	told := 0
	for _, m := range r.TimeLine {
		if m.What == "coupling breaks, by "+load && (m.Body == "car" || m.Body == "trailer") && m.Time == b.Time {
			told++
		}
	}
	if told != 2 {
		t.Errorf("time line %+v", r.TimeLine)
	}
	data, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(data), `"breaks":[{"time":`) {
		t.Errorf("%s, %v", data, err)
	}
	again := reportOf(t, scenariotest.OpenLog(t, log))
	if !reflect.DeepEqual(again.Breaks, r.Breaks) || !reflect.DeepEqual(again.TimeLine, r.TimeLine) {
		t.Errorf("from the log: %+v, %+v", again.Breaks, again.TimeLine)
	}
	// The trailer is faster then, and runs into the car: they meet.
	if !slices.ContainsFunc(r.Impacts, func(i ImpactReport) bool { return i.A == "car" && i.B == "trailer" && i.Time > b.Time+0.05 }) {
		t.Errorf("impacts %+v", r.Impacts)
	}
}

// parked is a car with a trailer whose drawbar lies on its coupling, both at rest on a road.
const parked = `
name: parked
step: 1/240 s
duration: %s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.8}}
statics: [{name: ground, plane: {height: 0}, material: road}]
bodies:
  - {name: car, outline: {kind: car, size: [4.6, 1.8, 1.45]}, mass: 1550, origin: [0, 0, 0], vehicle: {class: car, friction: 0.8, tyre: tmeasy, program: [{time: 0, handbrake: 1}]}}
  - name: trailer
    shapes: [{box: {size: [3, 1.7, 1.2]}, offset: [0, 0, 1.1], density: 120}, {box: {size: [1.35, 0.12, 0.12]}, offset: [2.175, 0, 0.5], density: 1200}]
    mass: 900 kg
    center_of_mass: [0.15, 0, 0.8]
    origin: [-5.2, 0, 0]
    vehicle: {center_height: 0.8, friction: 0.8, track: 1.6, axles: [{position: -0.15}], hitch: [2.7, 0, -0.3]}
joints:
  - {name: coupling, between: [car, trailer], point: [-2.35, 0, 0.5], breaks: %s}
`

// TestRun_ANoseWithoutItsHitchDrops: the nose of a trailer weighs 0.15 m/2.85 m of it on its coupling, 465 N, and rocks on its
// springs at first. One that holds more keeps it; one that holds less breaks, and the drawbar comes to lie on the road.
func TestRun_ANoseWithoutItsHitchDrops(t *testing.T) {
	for _, c := range []struct {
		breaks string
		holds  bool
	}{{"600 N", true}, {"440 N", false}} {
		r, log := runText(t, fmt.Sprintf(parked, "3 s", c.breaks))
		if (len(r.Breaks) == 0) != c.holds {
			t.Fatalf("%s: broken %+v", c.breaks, r.Breaks)
		}
		b := r.Bodies[1]
		tip := b.Position[2] + b.attitude.Rotate(geom.Vec{X: 2.7, Z: -0.36}).Z // the lower edge of the end of the drawbar
		if c.holds != (tip > 0.4) || !c.holds && math.Abs(tip) > 0.005 {
			t.Errorf("%s: the drawbar ends at a height of %g m", c.breaks, tip)
		}
		if c.holds {
			continue
		}
		if f := r.Breaks[0]; f.Time > 0.5 || f.Size < 440 || f.Size > 600 || f.Force == nil {
			t.Errorf("broken %+v", f)
		}
		kinds := map[string]bool{}
		l := scenariotest.OpenLog(t, log)
		for f, err := range l.Frames(0, l.Steps()) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range f.Events {
				kinds[e.Kind.String()] = true
			}
		}
		if !kinds["broke"] || !kinds["contact-begin"] {
			t.Errorf("events %v", kinds)
		}
	}
}

// TestGolden_Breaks: a golden lists what breaks, of scenarios in which anything can, and judges it by time and load.
func TestGolden_Breaks(t *testing.T) {
	t.Chdir(t.TempDir())
	test := func(limit string, opts TestOptions) *TestResult {
		t.Helper()
		text := strings.Replace(towed, "point: [-2.3, 0, 0.7]", "point: [-2.3, 0, 0.7], breaks: {impulse: "+limit+"}", 1)
		if err := os.WriteFile("scenario.yaml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return testHere(t, opts)
	}
	test("2000", TestOptions{Update: true})
	golden, err := os.ReadFile("golden.txt")
	if err != nil || !strings.Contains(string(golden), "limits 0\nbreaks 1\nimpact 1 ") || !strings.Contains(string(golden), "\nbreak 1 \"coupling\" \"car\" \"trailer\": time 0.05") {
		t.Fatalf("%s, %v", golden, err)
	}
	if r := test("2000", TestOptions{}); !r.Passed {
		t.Errorf("as it was: %q", r.Problems)
	}
	if r := test("2000.001", TestOptions{Physics: true}); !r.Passed || r.Bits {
		t.Errorf("moved by a little: %q", r.Problems)
	}
	if r := test("2100", TestOptions{Physics: true}); r.Passed || !slices.ContainsFunc(r.Problems, func(s string) bool {
		return strings.HasPrefix(s, `break 1 "coupling" "car" "trailer": impulse 2100, golden 2000 (+100)`)
	}) {
		t.Errorf("another load: %q", r.Problems)
	}
	if r := test("50000", TestOptions{Physics: true}); r.Passed || !slices.Contains(r.Problems, `break 1 "coupling" "car" "trailer": is in the golden, but not in the run`) ||
		!slices.Contains(r.Problems, "breaks: 0, golden 1 (-1)") {
		t.Errorf("held: %q", r.Problems)
	}
}

// TestRun_ADriverFeelsATrailerThatIsGone: a driver who keeps a speed that rises reckons with the mass that he draws. When a trailer of four times the
// car's mass comes off he is as fast as one without any, within what the break itself does.
func TestRun_ADriverFeelsATrailerThatIsGone(t *testing.T) {
	const text = `
name: tow
step: 1/240 s
duration: 4 s
gravity: [0, 0, -9.81]
statics: [{name: ground, plane: {height: 0}}]
bodies:
  - {name: car, outline: {kind: car, size: [4.6, 1.8, 1.45]}, mass: 1500, origin: [0, 0, 0], speed: 5, vehicle: {class: car, friction: 0.8, power: 400 kW, driven: all, keep_speed: [{time: 0, speed: 5}, {time: 10, speed: 15}]}}
  - {name: sled, box: {size: [1, 1, 0.6]}, mass: 6000, position: [-4, 0, 0.5], velocity: [5, 0, 0], drag: {linear: 1}}
joints: %s
`
	at := func(joints string) float64 {
		r, _ := runText(t, fmt.Sprintf(strings.Replace(text, "statics:", "materials: {default: {friction: 0}}\nstatics:", 1), joints))
		return r.Bodies[0].Speed
	}
	alone := at("[]")
	if got := at("[{name: bar, between: [car, sled], point: [-2.4, 0, 0.5], breaks: {force: 200 N, impulse: 1e9}}]"); math.Abs(got-alone) > 0.01 {
		t.Errorf("without the trailer at %g m/s, alone at %g", got, alone)
	}
}
