package sweep

import (
	"math"
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
