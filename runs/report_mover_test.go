package runs

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

const walkerAndCar = `
name: walker
step: 1/240 s
duration: 3 s
gravity: [0, 0, -9.81]
materials: {asphalt: {friction: 0.7}}
statics: [{name: road, plane: {height: 0}, material: asphalt}]
bodies:
  - name: car
    outline: {kind: car, size: [4.5, 1.8, 1.45]}
    mass: 1.5 t
    origin: [-10, 0, 0]
    speed: 40 km/h
    vehicle: {class: car, friction: 0.8, %s}
movers:
  - {name: walker, radii: [0.25, 0.25, 0.9], position: [0, -1.2, 0.901], mass: 80 kg, falls: true, program: [{time: 0, velocity: [0, 1.4, 0]}]}
`

// A car runs into somebody who crosses: the impact is in the table and among the vehicle's collisions, its momentum is
// whole, the driver brakes, and what can be damaged is. The log alone gives the same report, a run can end with it, and
// two logs are compared by it.
func TestReport_ShowsAWalkerWhoIsHit(t *testing.T) {
	braked, log := runText(t, fmt.Sprintf(walkerAndCar, "after_impact: {brake: 1}"))
	if len(braked.Impacts) != 1 {
		t.Fatalf("impacts %+v", braked.Impacts)
	}
	i := braked.Impacts[0]
	if i.A != "car" || i.B != "walker" || len(i.Sides) != 2 || i.Sides[0].Body != "car" || i.Sides[1].Body != "walker" || i.Sides[1].PDOF != nil {
		t.Fatalf("%+v", i)
	}
	// The nose is at -10 + 2.25 m, the walker's back at -0.25 m: 7.5 m at 40 km/h; the hood leans back a little, and
	// the car turns by the impact.
	if want := 7.5 / (40 / 3.6); math.Abs(i.Time-want) > 0.02 {
		t.Errorf("at %g s, want %g", i.Time, want)
	}
	if i.Closing < 10.5 || i.Closing > 40/3.6 {
		t.Errorf("closing at %g m/s", i.Closing)
	}
	walker, car := i.Sides[1].DeltaV, i.Sides[0].DeltaV
	for k := range walker {
		if math.Abs(i.Impulse[k]+80*walker[k]) > 1e-9*i.Size || math.Abs(i.Impulse[k]-1500*car[k]) > 1e-9*i.Size {
			t.Errorf("impulse %v, walker gains %v m/s, the car %v", i.Impulse, walker, car)
		}
	}
	c := braked.Vehicles[0].Collisions
	if len(c) != 1 || c[0].With != "walker" || math.Abs(c[0].DeltaV-i.Sides[0].DeltaVSize) > 1e-12 || math.Abs(c[0].EES-math.Sqrt(i.EnergyLost/1500)) > 1e-9 {
		t.Errorf("collisions %+v", c)
	}
	replayed(t, log, braked)
	locked, _ := runText(t, fmt.Sprintf(walkerAndCar, "damage: {above: 1 km/h, reach: 4 m, wheels: lock}"))
	coasts, other := runText(t, fmt.Sprintf(walkerAndCar, "damage: {above: 3 km/h, reach: 4 m, wheels: lock}"))
	ends := [3]float64{braked.Vehicles[0].End.Speed, locked.Vehicles[0].End.Speed, coasts.Vehicles[0].End.Speed}
	if ends[0] > 0.05 || ends[1] > 0.05 || ends[2] < 5 {
		t.Errorf("ends at %v m/s", ends)
	}
	a, b := scenariotest.OpenLog(t, log), scenariotest.OpenLog(t, other)
	r, err := compare.Logs(a, b, compare.Options{})
	if err != nil || r.Impacts == nil || r.Impacts.Matched != 1 || r.Impacts.OnlyA+r.Impacts.OnlyB != 0 {
		t.Errorf("%v, %+v", err, r.Impacts)
	}
	s := scenariotest.MustParse(t, fmt.Sprintf(walkerAndCar, "")+"until: {impact: walker}\n")
	if short, err := Run(context.Background(), s, Options{NoLog: true}); err != nil || short.Steps != i.Step || !strings.Contains(short.Message, "impact of car and walker") {
		t.Errorf("%v, %+v", err, short)
	}
}
