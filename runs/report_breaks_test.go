package runs

import (
	"math"
	"testing"
)

// TestReport_BreaksHaveTheirLoadOnA: two heavy bodies that part at 2 m/s tear a rope of 100 N/m that holds 80 N: the force in
// the report is on A, towards B, at the end on A. A ball of 1 kg at 10 m/s that strikes a box of 2 kg on a joint at the world,
// which holds 4 N s, breaks it by an impulse of -4 N s on the box.
func TestReport_BreaksHaveTheirLoadOnA(t *testing.T) {
	r, _ := runText(t, `
name: loads
step: 1/960 s
duration: 0.6 s
gravity: [0, 0, 0]
materials: {m: {friction: 0, restitution: 0}}
bodies:
  - {name: a, box: {size: [1, 1, 1]}, material: m, mass: 1e6, position: [1, 5, 0]}
  - {name: b, box: {size: [1, 1, 1]}, material: m, mass: 1e6, position: [1, 9, 0], velocity: [0, 2, 0]}
  - {name: box, box: {size: [1, 1, 1]}, material: m, mass: 2, position: [1, -9, 3]}
  - {name: ball, sphere: {radius: 0.25}, material: m, mass: 1, position: [0.05, -9, 3], velocity: [10, 0, 0]}
springs: [{name: rope, between: [a, b], at: [[0, 0.5, 0], [0, 0, 0]], stiffness: 100 N/m, length: 3.5, breaks: 80 N}]
joints: [{name: pin, between: [world, box], point: [1, -9, 3], breaks: {impulse: 4 N s}}]
`)
	if len(r.Breaks) != 2 {
		t.Fatalf("broken: %+v", r.Breaks)
	}
	pin, rope := &r.Breaks[0], &r.Breaks[1]
	near := func(got, want Vec, within float64) bool {
		return math.Abs(got[0]-want[0]) <= within && math.Abs(got[1]-want[1]) <= within && math.Abs(got[2]-want[2]) <= within
	}
	if pin.A != "box" || pin.B != "" || pin.Force != nil || pin.Impulse == nil || !near(*pin.Impulse, Vec{-4, 0, 0}, 1e-5) || math.Abs(pin.Size-4) > 1e-5 || !near(pin.Point, Vec{1, -9, 3}, 1e-6) {
		t.Errorf("pin: %+v", pin)
	}
	if rope.A != "a" || rope.B != "b" || rope.Impulse != nil || rope.Force == nil || !near(*rope.Force, Vec{0, 80, 0}, 0.5) || math.Abs(rope.Size-80) > 0.5 || !near(rope.Point, Vec{1, 5.5, 0}, 1e-4) || math.Abs(rope.Time-0.4) > 2.0/960 {
		t.Errorf("rope: %+v", rope)
	}
}
