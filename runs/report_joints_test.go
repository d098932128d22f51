package runs

import (
	"math"
	"strings"
	"testing"
)

// parting is a car of 1500 kg at 10 m/s that is joined in line to a trailer of 700 kg at rest.
const parting = `
name: parting
step: 1/240 s
duration: 1/240 s
gravity: [0, 0, 0]
bodies:
  - {name: car, sphere: {radius: 1}, mass: 1500, position: [0, 0, 0], velocity: [10, 0, 0]}
  - {name: trailer, sphere: {radius: 1}, mass: 700, position: [-4, 0, 0]}
joints:
  - {name: coupling, between: [car, trailer], point: [-2, 0, 0]}
`

// In line both end with the common velocity, and a joint through the centre of the trailer to the world stops both.
func TestReport_ShowsJointsThatPartAtTheStart(t *testing.T) {
	common := 10 * 1500.0 / 2200
	for _, c := range []struct {
		joints string
		line   string // in the text
		want   []JointReport
	}{
		{"", "  coupling  car  trailer  (-2.000, 0.000, 0.000)           4773      3.182    6.818\n", []JointReport{
			{Joint: "coupling", Ends: Ends{"car", "trailer"}, Point: Vec{-2}, Impulse: Vec{-700 * common}, Sides: []JointSide{{"car", Vec{common - 10}, 0}, {"trailer", Vec{common}, 0}}},
		}},
		{"  - {name: pin, between: [world, trailer], point: [-4, 0, 0]}\n", "  pin       trailer  the world  (-4.000, 0.000, 0.000)        1.5e+04      0.000        –\n", []JointReport{
			{Joint: "coupling", Ends: Ends{"car", "trailer"}, Point: Vec{-2}, Impulse: Vec{-15000}, Sides: []JointSide{{"car", Vec{-10}, 0}, {"trailer", Vec{}, 0}}},
			{Joint: "pin", Ends: Ends{A: "trailer"}, Point: Vec{-4}, Impulse: Vec{-15000}, Sides: []JointSide{{"trailer", Vec{}, 0}}},
		}},
	} {
		r, log := runText(t, parting+c.joints)
		if len(r.Joints) != len(c.want) {
			t.Fatalf("%d joints: %+v", len(r.Joints), r.Joints)
		}
		near := func(what string, got, want Vec, tol float64) {
			for k := range got {
				if !(math.Abs(got[k]-want[k]) <= tol) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
		}
		for i, want := range c.want {
			got := r.Joints[i]
			if got.Joint != want.Joint || got.A != want.A || got.B != want.B || got.Time != 0 || got.Step != 1 || len(got.Sides) != len(want.Sides) {
				t.Fatalf("%+v, want %+v", got, want)
			}
			near(got.Joint+" at", got.Point, want.Point, 1e-12)
			near(got.Joint+" impulse", got.Impulse, want.Impulse, 1e-8)
			if want := math.Hypot(got.Impulse[0], math.Hypot(got.Impulse[1], got.Impulse[2])); math.Abs(got.Size-want) > 1e-9 {
				t.Errorf("%s: size %g of %g", got.Joint, got.Size, want)
			}
			for k, s := range got.Sides {
				if s.Body != want.Sides[k].Body || math.Abs(s.DeltaVSize-math.Abs(want.Sides[k].DeltaV[0])) > 1e-12 {
					t.Errorf("%s: %+v", got.Joint, s)
				}
				near(s.Body, s.DeltaV, want.Sides[k].DeltaV, 1e-12)
			}
		}
		var text strings.Builder
		if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), c.line) {
			t.Errorf("%v: no line %q:\n%s", err, c.line, text.String())
		}
		replayed(t, log, r)
	}
}

// What a joint passes on of an impact is among the collisions, not at the start.
func TestReport_HasNoJointsWhereNonePart(t *testing.T) {
	if r, _ := runText(t, towed); len(r.Joints) > 0 || len(r.Vehicles[0].Collisions) == 0 {
		t.Errorf("%+v", r.Joints)
	}
}
