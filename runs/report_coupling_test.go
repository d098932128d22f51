package runs

import (
	"math"
	"strings"
	"testing"
)

// towed is a car of 1500 kg that tows a trailer of 700 kg, both at rest; a van of 1200 kg runs into the trailer's rear,
// in line, all centres at one height.
const towed = `
name: towed
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
materials: {slick: {friction: 0, restitution: 0.1}}
statics: [{name: ground, plane: {height: 0}, material: slick}]
bodies:
  - {name: car, box: {size: [4, 1.8, 1]}, mass: 1500, position: [0, 0, 0.7], material: slick, accelerometers: [{name: seat, at: [0, 0, 0]}],
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}}
  - {name: trailer, box: {size: [3, 1.8, 1]}, mass: 700, position: [-4, 0, 0.7], material: slick, accelerometers: [{name: bed, at: [0, 0, 0]}],
     vehicle: {front_axle: 0.8, rear_axle: -0.8, track: 1.5, center_height: 0.7, friction: 0.7}}
  - {name: van, box: {size: [4, 1.8, 1]}, mass: 1200, position: [-8, 0, 0.7], speed: 10, material: slick,
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}}
joints:
  - {name: coupling, between: [car, trailer], point: [-2.3, 0, 0.7]}
`

// In line a coupling passes on what makes both as fast: the impulse J = (1 + e) v m M / (m + M), M = 2200 kg, is shared
// out by mass.
func TestReport_ShowsWhatACouplingPassesOn(t *testing.T) {
	r, log := runText(t, towed)
	j := 1.1 * 10 * 1200 * 2200 / 3400
	want := []struct {
		body, with, via string
		dv, impulse     float64
		pdof            float64
	}{
		{"car", "van", "coupling", j / 2200, 1500 * j / 2200, 180},
		{"trailer", "van", "", j / 2200, j, 180},
		{"van", "trailer", "", -j / 1200, -j, 0},
	}
	for i, c := range want {
		v := r.Vehicles[i]
		if v.Body != c.body || len(v.Collisions) == 0 {
			t.Fatalf("%d: %+v", i, v)
		}
		// What springs and tyres do until the meeting turns all by some 1e-4.
		got := v.Collisions[0]
		near := func(what string, got, want, tol float64) {
			if !(math.Abs(got-want) <= tol) {
				t.Errorf("%s: %s %.9g, want %.9g", c.body, what, got, want)
			}
		}
		if got.With != c.with || got.Via != c.via || got.Impacts != 1 || got.PDOF == nil {
			t.Errorf("%s: %+v", c.body, got)
			continue
		}
		near("delta-v", got.Longitudinal, c.dv, 1e-3*math.Abs(c.dv))
		near("size", got.DeltaV, math.Abs(c.dv), 1e-3*math.Abs(c.dv))
		near("impulse", got.Impulse[0], c.impulse, 1e-3*math.Abs(c.impulse))
		near("PDOF", math.Remainder(*got.PDOF-c.pdof, 360), 0, 0.1)
		near("speed after", got.SpeedAfter-got.SpeedBefore, c.dv, 2e-3*math.Abs(c.dv))
	}
	// The momentum of those who are coupled together is what the van has given, to rounding.
	car, trailer := &r.Vehicles[0].Collisions[0], &r.Vehicles[1].Collisions[0]
	if got := 1500*car.Longitudinal + 700*trailer.Longitudinal; math.Abs(got-trailer.Impulse[0]) > 1e-6*j {
		t.Errorf("the coupled gain %.9g N s of %.9g", got, trailer.Impulse[0])
	}
	if got := 1500 * car.Longitudinal; math.Abs(got-car.Impulse[0]) > 1e-6*j {
		t.Errorf("the car gains %.9g N s of %.9g", got, car.Impulse[0])
	}
	if p := car.Point; math.Abs(p[0]+2.3) > 0.01 || math.Abs(p[2]-0.7) > 0.01 || car.EnergyLost != 0 || car.EES != 0 {
		t.Errorf("at %v, energy lost %g, EES %g", p, car.EnergyLost, car.EES)
	}
	// What the engine resolves in an instant an accelerometer shows as half a sine: pi/2 of the mean. Filters take 1 %
	// of it.
	// The trailer, which has an event of the van and one of the coupling, has been made as fast once.
	for _, a := range r.Accelerometers {
		if a.CFC60 == nil || math.Abs(a.CFC60.X*9.80665-math.Pi/2*j/2200/0.1) > 0.05*math.Pi/2*j/2200/0.1 {
			t.Errorf("the %s of the %s shows %+v", a.Name, a.Body, a.CFC60)
		}
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "\n  car      van via coupling ") {
		t.Errorf("%v:\n%s", err, text.String())
	}
	replayed(t, log, r)
}
