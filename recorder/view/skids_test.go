package view_test

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/sim/geom"
)

// Two cars on a plane: one locks its wheels at 10 m/s from 0.2 s on, the other one rolls.
const braking = `
name: braking
step: 1/240 s
duration: 2.5 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - name: car
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [0, 0, 0.55]
    velocity: [0, 10, 0]
    attitude: {yaw: 90 deg}
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.7, front_axle: 1.2 m, rear_axle: -1.4 m, program: [{time: 0.2 s, brake: 1}]}
  - name: other
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [9, 0, 0.55]
    velocity: [0, 10, 0]
    attitude: {yaw: 90 deg}
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.7, front_axle: 1.2 m, rear_axle: -1.4 m}
`

// TestPage_DrawsSkidMarks: four of them, of the length of the braking distance to 0.2 m/s, less a piece, as wide as a tyre,
// on the road, in the order of time; they have left and right, and one piece begins where the one before ends.
func TestPage_DrawsSkidMarks(t *testing.T) {
	run := open(t, logOf(t, braking))
	page, err := view.New(run)
	if err != nil {
		t.Fatal(err)
	}
	data := served(t, page, "skids0")
	values := make([]float32, len(data)/4)
	if _, err := binary.Decode(data, binary.LittleEndian, values); err != nil || len(values)%13 != 0 {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
	at := func(v []float32) geom.Vec { return geom.Vec{X: float64(v[0]), Y: float64(v[1]), Z: float64(v[2])} }
	type mark struct {
		left   geom.Vec // its end
		length float64
	}
	var marks []mark
	last := 0.0
	for ; len(values) > 0; values = values[13:] {
		time := float64(values[0])
		if time < last || time < 0.2 {
			t.Fatalf("a piece at %g s behind one at %g s", time, last)
		}
		last = time
		left0, right0, left1, right1 := at(values[1:]), at(values[4:]), at(values[7:]), at(values[10:])
		size := left1.Add(right1).Sub(left0.Add(right0)).Scale(0.5)
		if size.Y < 0.1-1e-6 || size.Y > 0.15 || math.Abs(left1.Sub(right1).Len()-0.2) > 1e-3 || !(left1.X < right1.X) || math.Abs(left0.Z) > 1e-3 {
			t.Fatalf("at %g s a piece from %v, %v to %v, %v", time, left0, right0, left1, right1)
		}
		k := slices.IndexFunc(marks, func(m mark) bool { return m.left == left0 })
		if k < 0 {
			k, marks = len(marks), append(marks, mark{})
		}
		marks[k] = mark{left1, marks[k].length + size.Len()}
	}
	want := (100 - 0.2*0.2) / (2 * 0.7 * 9.81)
	if len(marks) != 4 {
		t.Errorf("marks %v", marks)
	}
	for _, m := range marks {
		if m.length > want+0.03 || m.length < want-0.15 {
			t.Errorf("a mark is %g m long, want %g", m.length, want)
		}
	}
	run.Selection.Objects = []string{"other"}
	if page, err = view.New(run); err != nil {
		t.Fatal(err)
	}
	if data := served(t, page, "skids0"); len(data) != 0 {
		t.Errorf("the car that rolls draws %d bytes", len(data))
	}
	if page, err = view.New(open(t, logOf(t, balls))); err != nil {
		t.Fatal(err)
	}
	if data := served(t, page, "skids0"); len(data) != 0 {
		t.Errorf("balls draw %d bytes", len(data))
	}
}
