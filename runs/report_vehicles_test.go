package runs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// runText runs a scenario given as text, with a log in a directory of the test.
func runText(t *testing.T, text string) (*Report, string) {
	t.Helper()
	s := scenariotest.MustParse(t, text)
	log := filepath.Join(t.TempDir(), "test.prang")
	r, err := Run(context.Background(), s, Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return r, log
}

// A car that turns about its long axis in the air is on another side after each quarter turn, 48 degrees from the last;
// one that slides on its side does not stand.
func TestReport_TimeLineHasTheSides(t *testing.T) {
	const car = `
name: rolling
step: 1/1000 s
duration: %s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.1}}
statics: [{name: ground, plane: {height: 0}, material: road}]
bodies:
  - {name: car, box: {size: [4.5, 1.8, 1.4]}, mass: 1500, position: [0, 0, %s], attitude: {roll: %s}, velocity: [%s, 0, 0], angular_velocity: [%s, 0, 0], material: road, vehicle: {wheelbase: 2.6, track: 1.5, front_axle: 1.2, center_height: 0.7, friction: 0.7}}
`
	type moment struct {
		time float64
		what string
	}
	for _, c := range []struct {
		duration, height, roll, speed, spin string
		want                                []moment
	}{
		{"1.25 s", "50", "0", "0", "-6", []moment{{0, "start"}, {48. / 360, "rolls onto its left side"}, {138. / 360, "rolls onto its roof"},
			{228. / 360, "rolls onto its right side"}, {318. / 360, "rolls onto its wheels"}, {1 + 48./360, "rolls onto its left side"}}},
		{"0.5 s", "50", "90 deg", "0", "6", []moment{{0, "start, on its right side"}, {48. / 360, "rolls onto its roof"}, {138. / 360, "rolls onto its left side"}}},
		{"3 s", "0.9", "90 deg", "2", "0", []moment{{0, "start, on its right side"}, {(2 - 1/3.6) / (0.1 * 9.81) / (2 * math.Pi / 6), "lies on its right side, slower than 1 km/h from here on"}}},
		{"0.5 s", "50", "180 deg", "0", "0", []moment{{0, "start, on its roof"}}},
	} {
		r, _ := runText(t, fmt.Sprintf(car, c.duration, c.height, c.roll, c.speed, c.spin))
		var got []string
		var when []float64
		for _, m := range r.TimeLine {
			if m.What != "no wheel on the ground" && m.What != "end of the run" && m.What != "at rest" {
				got, when = append(got, m.What), append(when, m.Time)
			}
		}
		var want []string
		for _, w := range c.want {
			want = append(want, w.what)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s from %s: %q, want %q", c.spin, c.roll, got, want)
			continue
		}
		for i, w := range c.want {
			if d := when[i] - w.time*2*math.Pi/6; math.Abs(d) > 0.011 {
				t.Errorf("%s: at %g s, %g later than wanted", got[i], when[i], d)
			}
		}
	}
}

const brakingCar = `
name: braking
step: 1/240 s
duration: 5 s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.7}}
statics: [{name: ground, plane: {height: 0}, material: road}]
bodies:
  - name: car
    box: {size: [4.5, 1.8, 1.4]}
    mass: 1500
    center_of_mass: [0, 0, -0.35]
    position: [0, 0, 0.55]
    attitude: {yaw: 90 deg}
    speed: 10
    vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.55, friction: 0.7, program: [%s]}
`

// A locked wheel slides v²/(2 μ g) = 7.28119 m far; each wheel draws that, less the last 3 mm, where it is slower than
// 0.2 m/s, from where it stood at 0.5 s. The mean deceleration is μ g. What rolls, or is steered gently, draws nothing.
func TestReport_SkidMarksAreTheStoppingDistance(t *testing.T) {
	r, log := runText(t, fmt.Sprintf(brakingCar, "{time: 0.5 s, brake: 1}"))
	v := r.Vehicles[0]
	if len(v.Marks) != 4 || !v.AtRest {
		t.Fatalf("%d marks, at rest %v", len(v.Marks), v.AtRest)
	}
	want := (100 - 0.2*0.2) / (2 * 0.7 * 9.81)
	starts := map[string][2]float64{"fl": {-0.75, 6.2}, "fr": {0.75, 6.2}, "rl": {-0.75, 3.6}, "rr": {0.75, 3.6}}
	for _, m := range v.Marks {
		// The body pitches on its springs, the contact points move along by about a centimetre.
		if math.Abs(m.Length-want) > 0.03 {
			t.Errorf("%s: %.4f m, want %.4f", m.Wheel, m.Length, want)
		}
		s := starts[m.Wheel]
		if math.Abs(m.Points[0][0]-s[0]) > 1e-6 || math.Abs(m.Points[0][1]-s[1]) > 1e-3 || math.Abs(m.From-0.5) > 1e-9 {
			t.Errorf("%s begins at %v at %g s, want %v", m.Wheel, m.Points[0], m.From, s)
		}
	}
	if a := v.Peak.Size * reconstruct.StandardGravity; math.Abs(a-0.7*9.81) > 0.05*0.7*9.81 {
		t.Errorf("deceleration %g", a)
	}
	if d := v.End.Position[1] - 5 - 100/(2*0.7*9.81); math.Abs(d) > 0.02 {
		t.Errorf("came to rest at %v", v.End.Position)
	}
	var kinds []string
	for _, m := range r.TimeLine {
		kinds = append(kinds, m.What)
	}
	if fmt.Sprint(kinds) != "[start tyres begin to slide stands, slower than 1 km/h from here on at rest]" {
		t.Fatalf("time line %q", kinds)
	}
	// It goes on rocking for a second and more.
	if got, want := r.TimeLine[2].Time, 0.5+(10-1/3.6)/(0.7*9.81); math.Abs(got-want) > 0.02 {
		t.Errorf("stands at %g s, want %g", got, want)
	}
	if d := r.TimeLine[3].Time - r.TimeLine[2].Time; d < 0.5 {
		t.Errorf("is at rest %g s after", d)
	}
	// The table of the bodies, which has the end of that, says so.
	const note = "vehicle either; the time line has from when on it is slower than 1 km/h"
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), note) {
		t.Errorf("no note on rest: %v\n%s", err, text.String())
	}
	for _, program := range []string{"{time: 0, brake: 0.5}", "{time: 0, steer: 1 deg}"} {
		if r, _ := runText(t, fmt.Sprintf(brakingCar, program)); len(r.Vehicles[0].Marks) != 0 {
			t.Errorf("%s: marks %+v", program, r.Vehicles[0].Marks[0])
		}
	}
	replayed(t, log, r)
}

// replayed checks that the log alone gives the same report.
func replayed(t *testing.T, log string, want *Report) {
	t.Helper()
	f, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rep := NewReporter(f.Header())
	s, err := scenariofile.FromLog(f)
	if err != nil {
		t.Fatal(err)
	}
	rep.Measure(s)
	for frame, err := range f.Frames(0, f.Steps()) {
		if err != nil {
			t.Fatal(err)
		}
		rep.Frame(frame)
	}
	end, _ := f.Summary()
	got := rep.Report(end)
	got.Log = want.Log
	var a, b bytes.Buffer
	if err := errors.Join(got.WriteJSON(&a), want.WriteJSON(&b)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) || WheelsMissing(f.Header()) != "" {
		t.Error("the log gives another report than the run, or lacks wheels")
	}
}

// The car of sideswipe-motorway meets the van, then the barrier, then the van again: collisions of their own, and what
// they change of the velocity is along their PDOF.
func TestReport_SecondaryImpacts(t *testing.T) {
	s, err := scenariofile.Load("scenarios/sideswipe-motorway/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s.Steps = int64(3 / s.Definition.Settings.Step) // what follows is braking
	r, err := Run(context.Background(), s, Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	// Times of the first collision with the van, the first with the barrier, the last with the van.
	var first, barrier, last float64
	for _, c := range r.Vehicles[0].Collisions {
		switch {
		case c.With == "van" && first == 0:
			first = c.Time
		case c.With == "van":
			last = c.Time
		case barrier == 0:
			barrier = c.Time
		}
		if across := math.Hypot(c.Longitudinal, c.Lateral); across > 1 {
			// The force comes from where the vehicle is not pushed to.
			want := math.Atan2(c.Lateral, -c.Longitudinal) / rad
			if off := math.Remainder(*c.PDOF-want, 360); math.Abs(off) > 0.5 {
				t.Errorf("%s at %g s: PDOF %g°, of its delta-v %g°", c.With, c.Time, *c.PDOF, want)
			}
		}
	}
	if !(0 < first && first+0.1 < barrier && barrier+0.1 < last) {
		t.Errorf("the car meets the van at %g s, the barrier at %g s, the van again at %g s", first, barrier, last)
	}
}

// TestReport_DeltaVWithinThePulse: a car runs into one that stands, with all wheels of both locked from then on: the
// impacts give J/m = (1 + e) v m1 m2/(m1 + m2)/m, and μ g acts on each for 0.1 s after them, on the first one in the
// direction of the impact, on the other against it.
func TestReport_DeltaVWithinThePulse(t *testing.T) {
	const car = `
  - name: %s
    box: {size: [4.5, 1.8, 1.1]}
    mass: %g
    position: [%g, 0, 0.7]
    speed: %g
    material: m
    vehicle: {front_axle: 1.2, rear_axle: -1.2, track: 1.5, center_height: 0.7, friction: 0.6, after_impact: {brake: 1}}`
	r, log := runText(t, `
name: pulse
step: 1/240 s
duration: 1 s
gravity: [0, 0, -9.81]
materials: {m: {friction: 0.3, restitution: 0.2}}
pairs: [{between: [m, m], friction: 0, restitution: 0.2, crush_time: 30 ms}]
statics: [{name: ground, plane: {height: 0}}]
bodies:`+fmt.Sprintf(car, "a", 1500.0, -8.0, 20.0)+fmt.Sprintf(car, "b", 1000.0, 0.0, 0.0))
	for i, mass := range []float64{1500, 1000} {
		v := r.Vehicles[i]
		if len(v.Collisions) != 1 {
			t.Fatalf("%d collisions of %s", len(v.Collisions), v.Body)
		}
		c := &v.Collisions[0]
		dv, brakes := 1.2*20*600/mass, 0.6*9.81*0.1
		if i == 1 {
			brakes = -brakes
		}
		// The wheels lock in the step after the blow.
		if math.Abs(c.DeltaV-dv) > 1e-6 || math.Abs(c.InPulse-dv-brakes) > 0.0042*0.6*9.81 {
			t.Errorf("%s: delta-v %g m/s, want %g; within 0.1 s %g, want %g", v.Body, c.DeltaV, dv, c.InPulse, dv+brakes)
		}
	}
	replayed(t, log, r)
}

// TestTimeLine_SlidesFromTheCollisionOn: two cars meet off their middles within a step, which throws them aside: their
// tyres begin to slide where the collision has left the car, at its speed after it.
func TestTimeLine_SlidesFromTheCollisionOn(t *testing.T) {
	const car = `  - {name: %s, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: %d, origin: [%g, %g, 0], attitude: {yaw: %d deg}, speed: 15.03, vehicle: {class: car, friction: 0.8}}
`
	r, _ := runText(t, "name: head-on\nduration: 1 s\nstep: 1/100 s\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {height: 0}}]\nbodies:\n"+
		fmt.Sprintf(car, "a", 1500, -10.0, 0.0, 0)+fmt.Sprintf(car, "b", 1000, 10.0, 0.8, 185))
	c := &r.Vehicles[0].Collisions[0]
	if phase := math.Mod(c.Time, 0.01); phase < 1e-3 || phase > 9e-3 {
		t.Fatalf("the collision, at %g s, is not within a step", c.Time)
	}
	at := map[string]reconstruct.Moment{}
	for _, m := range r.TimeLine {
		if _, later := at[strings.Fields(m.What)[0]]; m.Body == "a" && !later {
			at[strings.Fields(m.What)[0]] = m
		}
	}
	hit, slides := at["collision"], at["tyres"]
	if slides.Time != c.Time || slides.Position != hit.Position || *slides.Heading != *hit.Heading || slides.Speed != c.SpeedAfter || hit.Speed != c.SpeedBefore {
		t.Errorf("collision %+v, slides %+v, %g m/s after it", hit, slides, c.SpeedAfter)
	}
}

// reacts is a driver who sees a parked car ahead, and brakes.
const reacts = `
name: reacts
duration: 6 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - {name: parked, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1500, origin: [90, 0, 0], vehicle: {class: car, friction: 0.8, program: [{time: 0, handbrake: 1}]}}
  - {name: a, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1500, origin: [0, 0, 0], speed: 72 km/h, vehicle: {class: car, friction: 0.8, reaction: {within: 3 s, delay: 0.8 s, brake: 0.9}}}
`

// TestTimeLine_HasWhatTheDriverDoes: when he sees danger, and of what, and when he brakes, between the start and the stop.
func TestTimeLine_HasWhatTheDriverDoes(t *testing.T) {
	r, log := runText(t, reacts)
	var told []reconstruct.Moment
	for _, m := range r.TimeLine {
		if m.Body == "a" {
			told = append(told, m)
		}
	}
	if len(told) < 4 || told[1].What != "driver sees danger: parked" || told[2].What != "driver brakes" {
		t.Fatalf("%+v", told)
	}
	// They are 85.5 m apart at the start; he sees it at the start of the first step at which it is less than 3 s away.
	sees, brakes := told[1], told[2]
	if gap := 85.5 - (sees.Position[0] - told[0].Position[0]); gap > 3*sees.Speed || gap < 3*sees.Speed-20.0/240 || math.Abs(brakes.Time-sees.Time-0.8) > 1.0/240 || brakes.Speed < 19.5 {
		t.Errorf("%+v", told)
	}
	replayed(t, log, r)
}

// The text says how many collisions and moments it leaves out, and is silent where it leaves out none.
func TestReport_TellsWhatItLeavesOut(t *testing.T) {
	for _, c := range []struct{ touches, moments int }{{0, manyMoments}, {3, manyMoments + 2}} {
		v := reconstruct.Vehicle{Body: "a", Collisions: []reconstruct.Collision{{With: "b", DeltaV: 1}}}
		for range c.touches {
			v.Collisions = append(v.Collisions, reconstruct.Collision{With: "b", DeltaV: 0.49 / 3.6})
		}
		r := &Report{Vehicles: []reconstruct.Vehicle{v}, TimeLine: make([]reconstruct.Moment, c.moments)}
		var collisions, moments strings.Builder
		r.collisionsText(&collisions)
		r.timeLineText(&moments)
		for k, n := range []int{c.touches, c.moments - manyMoments} {
			text, below := []string{collisions.String(), moments.String()}[k], []string{"below 0.5 km/h", "more"}[k]
			if n == 0 && strings.Contains(text, "… and") || n > 0 && !strings.Contains(text, fmt.Sprintf("… and %d %s", n, below)) {
				t.Errorf("%d are left out: %s", n, text)
			}
		}
	}
}
