package runs

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// arm is a bar of 0.2525 kg m² about z, pinned at its middle, with a limit of its x axis, in a step of 1/240 s and one more. A hammer
// strikes its end on the way to that limit, elastically. A torque of -400 rad/s² pulls it back in the first step.
//
// %s: pitch, angular velocity about z, limits, what it breaks by, the hammer's distance from the bar, and the place of its height.
const arm = `name: arm
step: 1/240 s
duration: 2/240 s
gravity: [0, 0, 0]
materials: {steel: {friction: 0, restitution: 1}}
bodies:
  - {name: arm, box: {size: [1, 0.1, 0.1]}, mass: 3, position: [0, 0, 0], attitude: {pitch: %s}, angular_velocity: [0, 0, %s], material: steel}
  - {name: hammer, sphere: {radius: 0.05}, mass: 1, position: [0.45, %g, %g], velocity: [0, 20, 0], material: steel}
forces: [{body: arm, frame: body, program: [{time: 0, torque: [0, 0, -101]}, {time: 1/240 s, torque: [0, 0, -101]}, {time: 0.00418}]}]
joints: [{name: pin, between: [world, arm], point: [0, 0, 0], limits: [%s]%s}]
`

// TestReport_LimitsWithinAStep: reached and left in the first step, at whose ends nothing is there.
func TestReport_LimitsWithinAStep(t *testing.T) {
	const (
		first  = "{axis: [1, 0, 0], angle: 0.02}"
		along  = "{axis: [0.984837, 0, -0.173477], angle: 0.02}" // along the bar
		second = "{axes: [[0, 0, 1], [0, 0, 1]], angle: 10 deg}" // of the z axis, which is 9.99° away and stays there
		near   = "{axis: [1, 0, 0], angle: 2.1625 mrad}"         // 0.05 mrad beyond what 1.3 rad/s reach, after 3.25 ms
	)
	tilted := -0.45 * math.Tan(9.99*math.Pi/180)
	for _, c := range []struct {
		name         string
		pitch, spin  string
		limits       string
		breaks       string
		after        float64 // when the hammer strikes [s]
		height       float64
		reached      []bool
		pressed      bool
		least, atEnd float64 // of the largest torque [N m], and the largest angle of the first limit at the end of the step [mrad]
	}{
		// 2 · 20 / (1/m + r²/I) is the impulse, which makes it turn at 39.6 rad/s: the limit stops it half a millisecond later.
		{"stopped", "0", "0", first, "", 0.5e-3, 0, []bool{true}, true, 240 * 0.2525 * 39, 19},
		{"stopped, of two", "9.99 deg", "0", along + ", " + second, "", 0.5e-3, tilted, []bool{true, false}, true, 2000, 19},
		{"not as far", "0", "0", "{axis: [1, 0, 0], angle: 0.5}", "", 0.5e-3, 0, []bool{false}, false, 0, 0},
		{"struck there", "0", "1.3", near, "", 3.25e-3, 0, []bool{true}, false, 0, 2.06},
		{"struck there, and broken", "0", "1.3", near, ", breaks: {impulse: 1 N s}", 3.25e-3, 0, []bool{true}, false, 0, 0},
		{"struck before", "0", "1.3", "{axis: [1, 0, 0], angle: 4 mrad}", ", breaks: {impulse: 1 N s}", 3.25e-3, 0, []bool{false}, false, 0, 0},
		{"not struck", "0", "1.3", near, "", 1, 0, []bool{false}, false, 0, 2.06},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, log := runText(t, fmt.Sprintf(arm, c.pitch, c.spin, -0.1-20*c.after, c.height, c.limits, c.breaks))
			pin := loadOf(t, r, "pin")
			if struck := c.after < 1; (len(r.Impacts) > 0) != struck || struck && (r.Impacts[0].Step != 1 || math.Abs(r.Impacts[0].Time-c.after) > 1e-4) {
				t.Fatalf("%+v", r.Impacts)
			}
			for k, want := range c.reached {
				l := &pin.Limits[k]
				if (l.Reached != nil) != want || want && (*l.Reached != 1.0/240 || l.Times != 1) || !want && l.Times != 0 {
					t.Errorf("%+v", l)
				}
				if most := (l.Limit - l.Largest) * math.Pi / 180; most < atLimit*1.05 && k == 0 {
					t.Errorf("it is at its limit at the end of a step: the case does not tell what it is to tell: %+v", l)
				}
			}
			if pressed := pin.Torque.Size > noLoad; pressed != c.pressed || pin.Torque.Size < c.least {
				t.Errorf("torque %+v", pin.Torque)
			}
			if got := pin.Limits[0].Largest * math.Pi / 180 * 1e3; got > c.atEnd && c.atEnd > 0 {
				t.Errorf("%g mrad at the end of a step", got)
			}
			if (pin.Broke != nil) != (c.breaks != "") {
				t.Errorf("%+v", pin)
			}
			replayed(t, log, r)
		})
	}
}

// TestUnpressed: what is left of a torque is what couples about the other axes, each against its own, cannot give.
func TestUnpressed(t *testing.T) {
	x, y, z := geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	diagonal := x.Add(y).Normalize()
	for _, c := range []struct {
		torque geom.Vec
		axes   []geom.Vec
		k      int
		want   float64
	}{
		{x.Scale(-5), []geom.Vec{x, y}, 0, 5},
		{x.Scale(-5), []geom.Vec{x, y}, 1, 0},
		{x.Scale(5), []geom.Vec{x, y}, 1, 5}, // couples act against their axes alone
		{geom.Vec{X: -3, Y: -4}, []geom.Vec{x, y, z}, 0, 3},
		{geom.Vec{X: -3, Y: -4}, []geom.Vec{x, y, z}, 2, 0},
		{geom.Vec{X: -3, Y: -4}, []geom.Vec{diagonal, y, z}, 1, math.Sqrt(0.5)}, // 7/√2 along the diagonal of 5
		{geom.Vec{X: -3, Y: -4}, []geom.Vec{diagonal, y, z}, 2, 0},
	} {
		if got := unpressed(c.torque, c.axes, c.k); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%v, %v without %d: %g, want %g", c.torque, c.axes, c.k, got, c.want)
		}
	}
}
