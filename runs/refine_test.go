package runs

import (
	"context"
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// A weight on a spring is in error by a term of second order in the step: with half the step a quarter of it is left,
// so that the change is three quarters of the error of the first run, which the closed form gives.
func TestRefine_ReportsTheErrorOfASpring(t *testing.T) {
	const text = `
name: spring
step: 1/50 s
duration: 1 s
gravity: [0, 0, 0]
bodies:
  - {name: weight, sphere: {radius: 0.1}, mass: 1, position: [1, 0, 0]}
springs:
  - {between: [world, weight], at: [[0, 0, 0], [0, 0, 0]], length: 0, stiffness: 9}
`
	s := scenariotest.MustParse(t, text)
	first, err := Run(context.Background(), s, Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Refine(context.Background(), s, first, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := first.Bodies[0].Position[0] - math.Cos(3) // x'' = -9 x from x = 1
	if got := r.Bodies[0].Position; !(math.Abs(got/math.Abs(wrong)-0.75) < 0.02) || math.Abs(wrong) < 1e-6 {
		t.Errorf("moved by %g, the error is %g", got, wrong)
	}
	if r.Step != 0.01 || len(r.Collisions)+len(r.Unmatched) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestRefine_MatchesCollisionsByPair(t *testing.T) {
	deg := func(v float64) *float64 { return &v }
	report := func(impacts ...ImpactReport) *Report { return &Report{Step: 1, Impacts: impacts} }
	hit := func(time, dv, pdof float64) ImpactReport {
		return ImpactReport{Time: time, A: "a", B: "wall", Sides: []ImpactSide{{Body: "a", DeltaVSize: dv, PDOF: deg(pdof)}}}
	}
	r := compareRefined(report(hit(1, 5, 359), hit(2, 3, 90)), report(hit(1.5, 4, 1)))
	if len(r.Collisions) != 1 || len(r.Unmatched) != 1 || r.Unmatched[0] != "a with wall: 2 collisions, 1 with half the step" {
		t.Fatalf("%+v", r)
	}
	if c := r.Collisions[0]; c.With != "wall" || c.Later != 0.5 || c.DeltaV != -1 || *c.PDOF != 2 || c.Yaw != nil {
		t.Errorf("%+v, PDOF %g", c, *c.PDOF)
	}
}
