package runs

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

func yaw(deg float64) geom.Quat { return geom.AxisAngle(geom.Vec{Z: 1}, deg*math.Pi/180) }

// The impulse on a body that is hit from the front points backward, and so on; a yawed body has the same table in its
// own axes.
func TestPDOF_IsClockwiseFromTheNose(t *testing.T) {
	for _, c := range []struct {
		name    string
		impulse geom.Vec // in axes of the body: x forward, y left
		want    float64
	}{
		{"frontal: pushed backward", geom.Vec{X: -1000}, 0},
		{"from the right: pushed left", geom.Vec{Y: 1000}, 90},
		{"from behind: pushed forward", geom.Vec{X: 1000}, 180},
		{"from the left: pushed right", geom.Vec{Y: -1000}, 270},
		{"front right at 2 o'clock: pushed backward and left", geom.Vec{X: -0.5, Y: math.Sqrt(3) / 2}, 60},
		{"rear left at 7 o'clock: pushed forward and right", geom.Vec{X: math.Sqrt(3) / 2, Y: -0.5}, 210},
		{"from the right and below", geom.Vec{Y: 1, Z: 5}, 90},
	} {
		for _, heading := range []float64{0, 90, -37, 200} {
			q := yaw(heading)
			got, ok := reconstruct.PDOF(q.Rotate(c.impulse), q)
			if d := math.Abs(got - c.want); !ok || d > 1e-9 && d < 360-1e-9 || got < 0 || got >= 360 {
				t.Errorf("%s, heading %g: %.12g, %v; want %g", c.name, heading, got, ok, c.want)
			}
		}
	}
	for _, j := range []geom.Vec{{}, {Z: 100}, {X: 1e-4, Z: -1}} {
		if got, ok := reconstruct.PDOF(j, geom.IdentityQuat()); ok {
			t.Errorf("%v has a PDOF of %g", j, got)
		}
	}
	// On its roof the body's left is the world's right: seen along its own -z, the force still comes from its right.
	roof := geom.AxisAngle(geom.Vec{X: 1}, math.Pi)
	if got, _ := reconstruct.PDOF(roof.Rotate(geom.Vec{Y: 1}), roof); math.Abs(got-90) > 1e-9 {
		t.Errorf("on its roof, from its right: %g", got)
	}
}

// testHeader has the bodies a (1 kg cube of 1 m) and b, the mover m and the static wall.
func testHeader() *recorder.Header {
	cube := record.Object{Kind: record.Body, Shape: "box", Half: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}, Mass: 6, Inertia: geom.Identity()}
	a, b := cube, cube
	a.Name, b.Name = "a", "b"
	h := &recorder.Header{
		Engine: Engine(), Scenario: "test", Step: 0.25,
		Objects:  []record.Object{a, b, {Name: "m", Kind: record.Mover}, {Name: "wall", Kind: record.Static}},
		Settings: json.RawMessage(`{"SleepSpeed": 0.1}`),
	}
	for i := range int32(2) {
		h.Columns = append(h.Columns, record.Column{Owner: i, Name: "x", Count: 3}, record.Column{Owner: i, Name: "q", Count: 4},
			record.Column{Owner: i, Name: "v", Count: 3}, record.Column{Owner: i, Name: "L", Count: 3})
	}
	h.Columns = append(h.Columns, record.Column{Owner: 2, Name: "x", Count: 3}, record.Column{Owner: 2, Name: "v", Count: 3})
	return h
}

func bodyValues(x geom.Vec, q geom.Quat, v, l geom.Vec) []float64 {
	return []float64{x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, v.X, v.Y, v.Z, l.X, l.Y, l.Z}
}

// Body a drives along +x at 4 m/s, meets the wall at t = 0.375 s at x = 1.5 and goes back along +y and -x; b stands
// still until it is nudged in the third step; m walks. Each number of the report is worked out here by hand.
func TestReporter_AssemblesTheReportFromFrames(t *testing.T) {
	r := NewReporter(testHeader())
	frames := []struct {
		a, b []float64
		m    geom.Vec
		ev   []record.Event
	}{
		{bodyValues(geom.Vec{}, yaw(0), geom.Vec{X: 4}, geom.Vec{Z: 2}), bodyValues(geom.Vec{Y: 9}, yaw(90), geom.Vec{}, geom.Vec{}), geom.Vec{}, nil},
		{bodyValues(geom.Vec{X: 1}, yaw(0), geom.Vec{X: 4}, geom.Vec{Z: 2}), bodyValues(geom.Vec{Y: 9}, yaw(90), geom.Vec{}, geom.Vec{}), geom.Vec{X: 1}, nil},
		{bodyValues(geom.Vec{X: 1.25, Y: 0.25}, yaw(10), geom.Vec{X: -2, Y: 2}, geom.Vec{}), bodyValues(geom.Vec{Y: 9}, yaw(90), geom.Vec{}, geom.Vec{}), geom.Vec{X: 1, Y: 1}, []record.Event{{
			Time: 0.375, Kind: record.Impact, A: 0, B: 3, N: geom.Vec{X: 1}, Closing: 4, Impulse: geom.Vec{X: -36, Y: 12},
			Before: [2]record.Twist{{V: geom.Vec{X: 4}, W: geom.Vec{Z: 4 * math.Pi}}}, After: [2]record.Twist{{V: geom.Vec{X: -2, Y: 2}}},
			EnergyLost: 24, Points: []record.Point{{P: geom.Vec{X: 2}}},
		}}},
		{bodyValues(geom.Vec{X: 1.25, Y: 0.25}, yaw(10), geom.Vec{}, geom.Vec{}), bodyValues(geom.Vec{Y: 9}, yaw(90), geom.Vec{X: 0.09}, geom.Vec{}), geom.Vec{X: 1, Y: 3}, []record.Event{
			{Time: 0.5, Kind: record.Limit, A: 0, B: -1, Detail: "impacts"}, {Time: 0.6, Kind: record.Sleep, A: 0, B: -1},
		}},
		{bodyValues(geom.Vec{X: 1.25, Y: 0.25}, yaw(10), geom.Vec{X: 0.09}, geom.Vec{}), bodyValues(geom.Vec{Y: 9}, yaw(90), geom.Vec{}, geom.Vec{Z: 1}), geom.Vec{X: 1, Y: 3}, nil},
	}
	for i, f := range frames {
		values := append(append(append([]float64(nil), f.a...), f.b...), f.m.X, f.m.Y, f.m.Z, 0, 0, 0)
		r.Frame(&record.Frame{Step: int64(i), Time: float64(i) * 0.25, Values: values, Events: f.ev, Hash: uint64(i) + 0xabc})
	}
	rep := r.Report(recorder.Summary{Ended: recorder.Complete, Message: "done"})
	if rep.Scenario != "test" || rep.Steps != 4 || rep.Time != 1 || rep.FinalHash != "0000000000000ac0" || rep.Ended != "complete" {
		t.Errorf("%+v", rep)
	}
	i := rep.Impacts[0]
	if len(rep.Impacts) != 1 || i.A != "a" || i.B != "wall" || i.Time != 0.375 || i.Step != 2 || i.Closing != 4 || i.EnergyLost != 24 || len(i.Sides) != 1 {
		t.Fatalf("%+v", rep.Impacts)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%s: %.12g, want %.12g", what, got, want)
		}
	}
	near("size of the impulse", i.Size, math.Sqrt(36*36+12*12))
	near("delta-v", i.Sides[0].DeltaVSize, math.Sqrt(6*6+2*2))
	// In the half step to the impact a turned by 4π·0.125 = 90° to the left: its nose is at +y. The force comes from
	// (36, -12): in its axes (-12, -36), behind on the right, at atan2(36, -12).
	near("PDOF", *i.Sides[0].PDOF, math.Atan2(36, -12)*180/math.Pi)
	if l := rep.Limits; len(l) != 1 || l[0] != (LimitReport{0.5, 3, "a", "", "impacts"}) {
		t.Errorf("limits %+v", l)
	}
	a, b := rep.Bodies[0], rep.Bodies[1]
	// Below 0.1 m/s from step 3 on.
	near("a at rest", *a.Rest, 0.75)
	near("a's first impact", *a.FirstImpact, 0.375)
	// From (1.5, 0) to (1.25, 0.25).
	near("a's distance", *a.Distance, math.Sqrt(0.125))
	near("a's path", *a.Path, math.Sqrt(0.125))
	near("a's heading", *a.Heading, 10)
	near("b's heading", *b.Heading, 90)
	// |w| = 1 rad/s times √0.75 m is more than 0.1 m/s, in the last frame.
	if b.Rest != nil || b.FirstImpact != nil || b.Path != nil {
		t.Errorf("b %+v", b)
	}
	near("m's path", rep.Movers[0].Path, 1+1+2)
}

// At 0.1 s b hits a wall, and a joint passes the blow on to a, which turns at 5 rad/s from then on; at 0.2 s, in the same
// step, a is pushed along +x: at 0.5 rad, not at 1.
func TestReporter_MovesOnAtJoints(t *testing.T) {
	r := NewReporter(testHeader())
	spin := record.Twist{W: geom.Vec{Z: 5}}
	events := []record.Event{
		{Time: 0.1, Kind: record.Impact, A: 1, B: 3, Impulse: geom.Vec{X: -1}},
		{Time: 0.1, Kind: record.Joint, A: 0, B: 1, Detail: "bar", After: [2]record.Twist{spin}},
		{Time: 0.2, Kind: record.Impact, A: 0, B: 3, Impulse: geom.Vec{X: 3}, Before: [2]record.Twist{spin}, After: [2]record.Twist{{V: geom.Vec{X: 1}}}},
	}
	for k, ev := range [][]record.Event{nil, events} {
		values := append(bodyValues(geom.Vec{}, yaw(0), geom.Vec{}, geom.Vec{}), bodyValues(geom.Vec{}, yaw(0), geom.Vec{}, geom.Vec{})...)
		r.Frame(&record.Frame{Step: int64(k), Time: 0.25 * float64(k), Values: append(values, 0, 0, 0, 0, 0, 0), Events: ev})
	}
	side := r.Report(recorder.Summary{}).Impacts[1].Sides[0]
	if want := 180 + 0.5*180/math.Pi; side.Body != "a" || side.PDOF == nil || math.Abs(*side.PDOF-want) > 1e-9 {
		t.Errorf("%+v, want a PDOF of %v°", side, want)
	}
}

func TestReport_TextAndJSON(t *testing.T) {
	deg, west := 270.5, -90.0
	r := &Report{
		Schema: ReportSchema, Scenario: "crash", Step: 0.01, Steps: 100, Time: 1, Ended: "complete", FinalHash: "00000000000000ff",
		Bodies:   []BodyReport{{Name: "ä", Position: Vec{1, math.Copysign(0, -1), -2}, Heading: &west}},
		Movers:   []MoverReport{{Name: "m"}},
		Vehicles: []reconstruct.Vehicle{{Body: "ä"}},
	}
	for i := range 25 {
		r.Impacts = append(r.Impacts, ImpactReport{
			Time: float64(i), A: "ä", B: "wall", Size: float64(i), Closing: float64(i % 20), Sides: []ImpactSide{{Body: "ä", DeltaVSize: 7, PDOF: &deg}},
		})
	}
	for i := range 3 {
		r.Limits = append(r.Limits, LimitReport{Time: float64(i), A: "ä", B: "wall", Detail: "passes"}, LimitReport{Time: 2 + float64(i), A: "ä", Detail: "impacts"})
	}
	var text, js bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"impacts: 25 from 0.0000 s to 24.0000 s, energy lost 0 J; the 10 of the largest impulse",
		"\n  24.000000  ä  wall          4.000             24         0      7.000           270.5°\n",
		"\n  20.000000  ä  wall          0.000 ",
		"\n  one without a closing speed is the answer of what a struck body touches, at the time of the impact\n",
		"\n  15.000000  ä  wall ",
		"limits hit: 6\n  limit    objects   times  first [s]  last [s]\n",
		"\n  passes   ä – wall      3   0.000000  2.000000\n  impacts  ä             3   2.000000  4.000000\n",
		"\n  ä     1.000  0.000  -2.000        -90.0  moving, 0 m/s                 –                        –                    –\n",
		"first impact [s]  straight from there [m]  path from there [m]\n",
		"\n  mover  x [m]  y [m]  z [m]  whole path [m]\n",
		"vehicle  from [km/h]  x [m]  y [m]  heading [°]  to [km/h]  x [m]  y [m]  heading [°]  whole path [m]  peak mean acc. [g]",
		"\nfinal hash  00000000000000ff\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if strings.Contains(text.String(), "\n  14.000000") || strings.Contains(text.String(), " \n") {
		t.Errorf("too many impacts, or spaces at the end of a line:\n%s", &text)
	}
	if err := r.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || len(back.Impacts) != 25 || *back.Impacts[3].Sides[0].PDOF != deg || back.Schema != "prang.report/4" {
		t.Errorf("%v, %+v", err, back)
	}
}

// TestReport_ShowsReactionsToAnImpact: a box that leans on a wall and is struck: the wall answers at the time of the
// impact, with no closing speed, and the text says what that is. No figure has the sign of a zero.
func TestReport_ShowsReactionsToAnImpact(t *testing.T) {
	const scenario = `
name: answer
step: 1/240 s
duration: 0.2 s
gravity: [0, 0, 0]
statics: [{name: wall, box: {size: [1, 4, 4]}, position: [0.5, 0, 0]}]
bodies:
  - {name: box, box: {size: [1, 1, 1]}, mass: 10, position: [-0.5, 0, 0]}
  - {name: ball, sphere: {radius: 0.25}, mass: 5, position: [-2, 0, 0], velocity: [8, 0, 0]}
`
	r, _ := runText(t, scenario)
	var b strings.Builder
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); len(r.Impacts) != 2 || !strings.Contains(text, "the answer of what a struck body touches") || regexp.MustCompile(`-0(\.0+)?[^.0-9]`).MatchString(text) {
		t.Errorf("%d impacts:\n%s", len(r.Impacts), text)
	}
}

// TestReport_GivesNoHeadingOfAnUpendedVehicle: neither at its start and end, nor on its path, nor in the time line; and one that rises has
// its heading until its nose points up.
func TestReport_GivesNoHeadingOfAnUpendedVehicle(t *testing.T) {
	r, _ := runText(t, `
name: upended
step: 1/100 s
duration: 1 s
gravity: [0, 0, 0]
bodies:
  - {name: post, box: {size: [1, 1, 1]}, mass: 1e5, position: [30, 0, 0]}
  - {name: down, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, position: [0, 0, 0], attitude: {yaw: 20 deg, pitch: 89.5 deg}, velocity: [40, 0, 0], vehicle: {class: car, friction: 0.8}}
  - {name: rises, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, position: [0, 20, 0], attitude: {yaw: 20 deg}, angular_velocity: [0.5372, -1.476, 0], vehicle: {class: car, friction: 0.8}}
`)
	down, rises := &r.Vehicles[0], &r.Vehicles[1]
	if down.Body != "down" || down.Start.Heading != nil || len(down.Path) < 10 || (r.Bodies[1].Heading == nil) != (down.End.Heading == nil) {
		t.Errorf("%+v, %+v", down.Start, down.End)
	}
	struck := math.Inf(1)
	for _, m := range r.TimeLine {
		if m.Body == "down" && strings.HasPrefix(m.What, "collision") {
			struck = m.Time
		}
	}
	if struck > 1 {
		t.Fatalf("nothing is struck: %+v", r.TimeLine)
	}
	seen := 0
	for _, m := range r.TimeLine {
		if m.Body == "down" && m.Time <= struck {
			if seen++; m.Heading != nil {
				t.Errorf("time line: %+v", m)
			}
		}
	}
	for _, p := range down.Path {
		if p.Time < struck && p.Heading != nil {
			t.Errorf("path: %+v", p)
		}
	}
	if seen < 2 {
		t.Errorf("time line %+v", r.TimeLine)
	}
	// The nose of the other one rises by 90° a second: it heads to 20° until it points up at the end.
	if rises.Start.Heading == nil || math.Abs(*rises.Start.Heading-20) > 1e-9 || rises.End.Heading != nil || r.Bodies[2].Heading != nil {
		t.Errorf("%+v, %+v, %+v", rises.Start, rises.End, r.Bodies[2])
	}
	for _, p := range rises.Path {
		if steep := p.Time > 0.98; !steep && (p.Heading == nil || math.Abs(*p.Heading-20) > 1) {
			t.Errorf("path: %+v", p)
		}
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !regexp.MustCompile(`\n  rises +0\.0 +0\.00 +20\.00 +20\.0 .* –  `).MatchString(b.String()) {
		t.Errorf("%v in\n%s", err, &b)
	}
	b.Reset()
	if err := r.WriteJSON(&b); err != nil || strings.Contains(b.String(), `"heading_deg": null`) {
		t.Errorf("%v", err)
	}
}

// TestReport_GivesNoHeadingOfAnUpendedBody, neither to people nor to programs: the horizontal direction of an x axis that
// points up or down is rounding.
func TestReport_GivesNoHeadingOfAnUpendedBody(t *testing.T) {
	r, _ := runText(t, `
name: upended
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: down, box: {size: [1, 1, 1]}, mass: 10, position: [0, 0, 0], attitude: {yaw: 20 deg, pitch: 89.5 deg}}
  - {name: steep, box: {size: [1, 1, 1]}, mass: 10, position: [3, 0, 0], attitude: {yaw: 20 deg, pitch: 89 deg}}
`)
	var b strings.Builder
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\n  down   0\.000  0\.000  0\.000            –  `, `\n  steep  3\.000  0\.000  0\.000         20\.0  `} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if down, steep := &r.Bodies[0], &r.Bodies[1]; down.Heading != nil || steep.Heading == nil || math.Abs(*steep.Heading-20) > 1e-9 {
		t.Errorf("%+v", r.Bodies)
	}
	b.Reset()
	if err := r.WriteJSON(&b); err != nil || strings.Count(b.String(), `"heading_deg"`) != 1 {
		t.Errorf("%s, %v", &b, err)
	}
	// A run with half the step turns neither.
	if m := compareRefined(r, r); m.Bodies[0].Heading != nil || m.Bodies[1].Heading == nil || *m.Bodies[1].Heading != 0 {
		t.Errorf("%+v", m.Bodies)
	}
}

// A duration is rounded up to whole steps, here to one.
func TestReport_OneStep(t *testing.T) {
	r, _ := runText(t, `
name: short
step: 1/4 s
duration: 1 ms
gravity: [0, 0, 0]
bodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]
`)
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.HasPrefix(text.String(), "short: complete after 0.25 s, 1 step of 0.25 s\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
	// Where wheels are not known all steps can be read still.
	for _, c := range []struct {
		unread bool
		want   string
	}{{false, "\nno impacts\n"}, {true, "\nno impacts in what can be read\n"}} {
		text.Reset()
		if r.Missing, r.Unread = []string{"no skid marks"}, c.unread; r.WriteText(&text) != nil || !strings.Contains(text.String(), c.want) {
			t.Errorf("the report lacks %q:\n%s", c.want, text.String())
		}
	}
}
