package runs

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rigs are vehicles of several layouts of axles, and vehicles with trailers.
var rigs = []struct {
	name  string
	parts []string
	joint string
}{
	{name: "car", parts: []string{`{name: car, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, origin: [0, 0, 0], speed: SPEED, vehicle: {class: car, REST}}`}},
	{name: "lorry of three axles", parts: []string{`{name: lorry, outline: {kind: lorry, size: [9, 2.5, 3.2]}, mass: 18 t, origin: [0, 0, 0], speed: SPEED,
      vehicle: {class: lorry, wheel_radius: 0.5, axles: [{position: 3.2, steered: true}, {position: -1.6}, {position: -2.9}], REST}}`}},
	{name: "lorry of four axles", parts: []string{`{name: lorry, outline: {kind: lorry, size: [10, 2.5, 3.2]}, mass: 26 t, origin: [0, 0, 0], speed: SPEED,
      vehicle: {class: lorry, wheel_radius: 0.5, axles: [{position: 3.6, steered: true}, {position: 1.9, steered: true}, {position: -2}, {position: -3.3}], REST}}`}},
	{name: "car with a caravan", parts: []string{
		`{name: car, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.7 t, origin: [0, 0, 0], speed: SPEED, vehicle: {class: car, REST}}`,
		`{name: caravan, outline: {kind: trailer, size: [4.4, 2, 1.8]}, mass: 0.9 t, origin: [-5.2, 0, 0], speed: SPEED, vehicle: {class: van, hitch: [2.8, 0, -0.3], axles: [{position: -0.15}], REST}}`},
		joint: `{name: ball, between: [car, caravan], point: [-2.4, 0, 0.45]}`},
	{name: "lorry with a trailer", parts: []string{
		`{name: lorry, outline: {kind: lorry, size: [8, 2.5, 3.4]}, mass: 12 t, origin: [0, 0, 0], speed: SPEED,
      vehicle: {class: lorry, wheel_radius: 0.5, axles: [{position: 2.5, steered: true}, {position: -2.3}], REST}}`,
		`{name: trailer, outline: {kind: trailer, size: [7.5, 2.5, 3.4]}, mass: 9 t, origin: [-9.7, 0, 0], speed: SPEED,
      vehicle: {class: lorry, wheel_radius: 0.5, hitch: [5, 0, -0.4], axles: [{position: 0.5}, {position: -0.8}], REST}}`},
		joint: `{name: coupling, between: [lorry, trailer], point: [-4.7, 0, 0.8], collide: true}`},
}

// rig runs one of the rigs; grade is the slope that the road falls by along x.
func rig(t *testing.T, n int, grade, step, duration float64, speed, tyre, program string) *Report {
	t.Helper()
	r := &rigs[n]
	tilt := math.Atan(grade)
	text := fmt.Sprintf("name: rig\nstep: %.17g\nduration: %g\ngravity: [%.17g, 0, %.17g]\nsettings: {sleep_time: never}\nstatics: [{name: ground, plane: {height: 0}}]\nbodies:\n",
		step, duration, 9.81*math.Sin(tilt), -9.81*math.Cos(tilt))
	for _, p := range r.parts {
		p = strings.ReplaceAll(p, "SPEED", speed)
		text += "  - " + strings.ReplaceAll(p, "REST", "friction: 0.7, tyre: "+tyre+", program: ["+program+"]") + "\n"
	}
	if r.joint != "" {
		text += "joints: [" + r.joint + "]\n"
	}
	s, err := scenariofile.Parse("rig.yaml", []byte(text), nil)
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	report, err := Run(context.Background(), s, Options{NoLog: true})
	if err != nil {
		t.Fatalf("%s, %s, step %g: %v", r.name, tyre, step, err)
	}
	return report
}

// rigsPark: every layout with every tyre on a slope of 10 %, its brakes on, moves by less than 1 mm in 60 s, awake. The
// first 5 s are those of its springs; a shorter watch stands for the 60.
func rigsPark(t *testing.T, step, watched float64) {
	t.Helper()
	for n := range rigs {
		for _, tyre := range tyres {
			r := rig(t, n, 0.1, step, 5+watched, "0", tyre, "{time: 0, brake: 1}")
			for _, v := range r.Vehicles {
				at := v.Path[50].Position
				moved := math.Hypot(v.End.Position[0]-at[0], v.End.Position[1]-at[1]) * 60 / watched
				if !(moved < 1e-3) {
					t.Errorf("%s, %s, step %g: %s creeps %g m in 60 s", rigs[n].name, tyre, step, v.Body, moved)
				}
			}
		}
	}
}

// rigsRun: every layout with some tyres at 80 m/s, with a swerve and then full braking: nothing grows. No speed is
// larger than at the start, and all is at rest in the end.
func rigsRun(t *testing.T, step float64, tyres ...string) {
	t.Helper()
	for n := range rigs {
		for _, tyre := range tyres {
			r := rig(t, n, 0, step, 22, "80 m/s", tyre, "{time: 0.5 s, steer: 0.2 deg}, {time: 1 s, steer: -0.2 deg}, {time: 1.5 s, brake: 1}")
			for _, v := range r.Vehicles {
				top := 0.0
				for _, p := range v.Path {
					top = math.Max(top, p.Speed)
				}
				if top > 80.1 || !(v.End.Speed < 0.01) || v.Travelled < 80*1.5 {
					t.Errorf("%s, %s, step %g: %s has been at %g m/s, ends at %g m/s after %g m", rigs[n].name, tyre, step, v.Body, top, v.End.Speed, v.Travelled)
				}
			}
		}
	}
}

var tyres = []string{"coulomb", "fiala", "tmeasy", "magic-formula"}

func TestAxles_ParkedRigsDoNotCreep(t *testing.T) {
	watched := 5.0
	if geomtest.Long {
		watched = 10
	}
	rigsPark(t, 1.0/60, watched)
}

func TestAxles_RigsStayBounded(t *testing.T) { rigsRun(t, 1.0/60, "tmeasy") }
