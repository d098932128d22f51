package sweep

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// braking is a car that locks its wheels 20 m before another one.
const braking = `name: braking
step: 1/240 s
duration: 6 s
until: rest
gravity: [0, 0, -9.81]
parameters: {speed: 20 m/s}
materials:
  steel: {friction: 0.5, restitution: 0.1}
statics:
  - {name: road, plane: {normal: [0, 0, 1]}}
bodies:
  - name: car
    outline: {kind: car, size: [4, 1.8, 1.4]}
    mass: 1.5 t
    origin: [-24, 0, 0]
    speed: $speed
    material: steel
    vehicle: {class: car, friction: 0.5, tyre: coulomb, program: [{time: 0, brake: 1}]}
  - name: other
    outline: {kind: car, size: [4, 1.8, 1.4]}
    mass: 1.5 t
    origin: [0, 0, 0]
    material: steel
    vehicle: {class: car, friction: 0.5, tyre: coulomb, program: [{time: 0, handbrake: 1}]}
  - {name: ball, sphere: {radius: 0.1}, mass: 1, position: [0, 9, 0.1], material: steel}
`

// The speed at which a vehicle strikes is that which its brakes have left, v² = v0² - 2 mu g d; the struck one has stood. Runs
// without a collision have none, and neither have other bodies.
func TestOutcome_ImpactSpeed(t *testing.T) {
	load := scenariofile.LoaderOf("braking", []document.File{{Name: "braking.yaml", Data: []byte(braking)}})
	for _, c := range []struct {
		speed string
		want  float64
	}{{"20 m/s", math.Sqrt(20*20 - 2*0.5*9.81*20)}, {"16 m/s", math.Sqrt(16*16 - 2*0.5*9.81*20)}, {"13.5 m/s", -1}} {
		v := &Variation{Number: 1, Set: []scenariofile.Setting{{Name: "speed", Value: c.speed}}}
		v.Run(t.Context(), load)
		if v.Failed != "" || len(v.Outcomes) != 3 {
			t.Fatalf("%s: %+v", c.speed, v)
		}
		car, other := v.Outcomes[0].ImpactSpeed, v.Outcomes[1].ImpactSpeed
		if c.want < 0 {
			if car != nil || other != nil {
				t.Errorf("%s: %v and %v without a collision", c.speed, car, other)
			}
			continue
		}
		// The nose dips: the fronts meet up to 0.1 m early or late, and the wheels lock within a step.
		if car == nil || other == nil || math.Abs(*car-c.want) > 0.5*9.81*0.1/c.want+0.5*9.81/240 || *other > 0.01 {
			t.Fatalf("%s: %v and %v, want %g and 0", c.speed, car, other, c.want)
		}
		s := &Spread{Variations: []*Variation{v, {Outcomes: []Outcome{{Body: "car"}, {Body: "other"}, {Body: "ball"}}}}}
		of := map[string]int{}
		for _, f := range s.figures() {
			if f.Quantity == "impact_speed" {
				of[f.Body] = f.Count
				if name, g := f.Shown(); f.Body == "car" && (name != "impact speed [km/h]" || f.Mean != *car || g.Mean != 3.6**car) {
					t.Errorf("%s %+v", name, g)
				}
			}
		}
		if len(of) != 2 || of["car"] != 1 || of["other"] != 1 {
			t.Errorf("%v", of)
		}
	}
}

// The table of a summary has impact speeds where the plan has measured one, behind delta-v.
func TestSummary_HasMeasuredImpactSpeeds(t *testing.T) {
	speed := 10.0
	s := &Spread{Variations: []*Variation{{Outcomes: []Outcome{{Body: "car", DeltaV: 5, ImpactSpeed: &speed, X: 7}, {Body: "ball"}}}}}
	sum := &Summary{plan: &Plan{}, Points: []Point{{Scenario: "s", Repeats: 1, Figures: s.figures(), Endings: s.Endings()}}}
	if rows, _ := sum.Table(); len(rows) != 3 || len(rows[0]) != 12 || rows[0][5] != "x [m]" || rows[1][5] != "7.00" {
		t.Errorf("%q", rows)
	}
	sum.plan.Measured = []Measured{{Body: "car", Quantity: "impact_speed"}}
	rows, _ := sum.Table()
	if len(rows) != 3 || len(rows[0]) != 14 || rows[0][3] != "delta-v [km/h]" || rows[0][5] != "impact speed [km/h]" || rows[0][13] != "moving at the end" ||
		rows[1][3] != "18.00" || rows[1][5] != "36.00" || rows[1][7] != "7.00" || rows[2][5] != "–" {
		t.Errorf("%q", rows)
	}
}

// The comparison has how EES and impact speeds differ over the runs that have them, without a tolerance: by themselves they do not
// make runs different whose places are within theirs.
func TestCompareSweeps_HasImpactSpeedsAndEES(t *testing.T) {
	row := func(n int, hash string, ees, speed float64) *Row {
		o := Outcome{Body: "a", DeltaV: 5, EES: ees, ImpactSpeed: &speed}
		if speed == 0 {
			o.ImpactSpeed = nil
		}
		return &Row{Scenario: fmt.Sprint(n), Variation: Variation{Number: n, Hash: hash, Outcomes: []Outcome{o}}}
	}
	results := func(rows ...*Row) *Results { return &Results{Header: Header{Engine: "e", Runs: len(rows)}, Rows: rows} }
	a := results(row(1, "h", 3, 8), row(2, "i", 4, 9), row(3, "j", 0, 0))
	b := results(row(1, "x", 3, 8), row(2, "y", 4.5, 11), row(3, "z", 0, 7))
	c, err := Compare(a, b, compare.Tolerances{Position: 1})
	if err != nil || c.Verdict != "within tolerances" || len(c.Quantities) != 4 {
		t.Fatalf("%+v, %v", c, err)
	}
	for i, want := range []Difference{{"ees", 0.5, 0.5 / math.Sqrt2, 2, "a", 2}, {"impact_speed", 2, math.Sqrt2, 2, "a", 2}} {
		q := c.Quantities[i+2]
		if math.Abs(q.RMS-want.RMS) > 1e-12 {
			t.Errorf("%+v, want %+v", q, want)
		}
		if q.RMS = want.RMS; q != want {
			t.Errorf("%+v, want %+v", q, want)
		}
	}
	var out strings.Builder
	if err := c.WriteText(&out); err != nil || !strings.Contains(out.String(), "  EES [km/h]               1.8       2   a  1.27\n") || !strings.Contains(out.String(), "  impact speed [km/h]      7.2       2   a  5.09\n") {
		t.Errorf("%v\n%s", err, &out)
	}
	// Without any tolerance other bits are different, and nothing is said of these.
	if c, err = Compare(a, b, compare.Tolerances{}); err != nil || c.Different != 3 || c.Runs[1].What != "other bits: i and y" {
		t.Errorf("%+v, %v", c, err)
	}
}

// Of results with the same bits in the end, as of two versions, it is named what of them is another, whichever it is.
func TestCompareSweeps_NamesWhatDiffers(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		change func(o *Outcome)
		want   string
	}{
		{func(o *Outcome) { o.Body = "c" }, "a is not in B"},
		{func(o *Outcome) { o.DeltaV = 6 }, "a delta-v by 3.6 km/h"},
		{func(o *Outcome) { o.PDOF = number(31) }, "a pdof_deg 30 and 31"},
		{func(o *Outcome) { o.PDOF = nil }, "a pdof_deg 30 and none"},
		{func(o *Outcome) { o.EES = 4.5 }, "a ees 4 and 4.5"},
		{func(o *Outcome) { o.ImpactSpeed = number(9) }, "a impact_speed 8 and 9"},
		{func(o *Outcome) { o.X = 2 }, "a position by 1 m"},
		{func(o *Outcome) { o.Y = 2 }, "a position by 2 m"},
		{func(o *Outcome) { o.Heading = number(92) }, "a heading by 2 °"},
		{func(o *Outcome) { o.Resting = true }, "a at_rest false and true"},
		{func(o *Outcome) { o.Criteria = []CriterionValue{{"p.asi", 2}} }, "a p.asi 1 and 2"},
	} {
		results := func(change func(o *Outcome)) *Results {
			list := []Outcome{{"a", 5, number(30), 4, number(8), 1, 0, number(90), false, []CriterionValue{{"p.asi", 1}}}, {Body: "b"}}
			change(&list[0])
			return &Results{Header: Header{Engine: "e", Runs: 1}, Rows: []*Row{{Scenario: "s", Variation: Variation{Number: 1, Hash: "h", Outcomes: list}}}}
		}
		got, err := Compare(results(func(*Outcome) {}), results(c.change), compare.Tolerances{})
		if err != nil || len(got.Runs) != 1 || got.Runs[0].What != c.want {
			t.Errorf("%+v, %v, want %q", got.Runs, err, c.want)
		}
	}
	a := &Results{Rows: []*Row{{Variation: Variation{Number: 1, Hash: "h", Outcomes: []Outcome{{Body: "a"}, {Body: "b"}}}}}}
	b := &Results{Rows: []*Row{{Variation: Variation{Number: 1, Hash: "h", Outcomes: []Outcome{{Body: "b"}, {Body: "a"}}}}}}
	if got, err := Compare(a, b, compare.Tolerances{}); err != nil || len(got.Runs) != 1 || got.Runs[0].What != "the bodies are in another order" {
		t.Errorf("%+v, %v", got.Runs, err)
	}
}

// Of results with the same bits another impact speed, as of another version, is told; one that only one of them has is not.
func TestCompareSweeps_TellsOtherImpactSpeeds(t *testing.T) {
	results := func(speed *float64) *Results {
		row := &Row{Scenario: "s", Variation: Variation{Number: 1, Hash: "h", Outcomes: []Outcome{{Body: "a", DeltaV: 5, ImpactSpeed: speed}}}}
		return &Results{Header: Header{Engine: "e", Runs: 1}, Rows: []*Row{row}}
	}
	slow, fast := 7.25, 8.5
	for _, c := range []struct {
		a, b *float64
		want string
	}{{&slow, &slow, ""}, {&slow, &fast, "a impact_speed 7.25 and 8.5"}, {nil, &slow, ""}, {&fast, nil, ""}, {nil, nil, ""}} {
		got, err := Compare(results(c.a), results(c.b), compare.Tolerances{})
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && got.Verdict != "equal" || c.want != "" && (got.Verdict != "different" || got.Runs[0].What != c.want) {
			t.Errorf("%s %+v, want %q", got.Verdict, got.Runs, c.want)
		}
	}
}
