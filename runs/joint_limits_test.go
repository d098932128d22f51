package runs

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/record"
)

// turnedBalls are two balls on a joint at their common centre, turned in any way at the start, that spin about z at 2 and -0.5 rad/s,
// far within their limits.
const turnedBalls = `name: turned
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, 0]
bodies:
  - {name: inner, sphere: {radius: 0.1}, mass: 1, position: [1, 2, 3], attitude: {yaw: 130 deg, pitch: 35 deg, roll: -70 deg}, angular_velocity: [0, 0, 2]}
  - {name: outer, sphere: {radius: 0.3}, mass: 2, position: [1, 2, 3], attitude: {yaw: -40 deg, pitch: 10 deg, roll: 155 deg}, angular_velocity: [0, 0, -0.5]}
joints:
  - {between: [world, inner], point: [1, 2, 3], limits: {axis: [3, 0, 0], angle: 160 deg}}
  - name: gimbal
    between: [outer, inner]
    point: [1, 2, 3]
    limits: [{axis: [0, 2, 0], angle: 150 deg}, {axis: [0, 0, 5], angle: 10 deg}, {axis: [0, 0.6, 0.8], angle: 140 deg}, {axes: [[0, 0, 1], [0, 4, 0]], angle: 179 deg}]
`

// TestJointLimits_AnglesOfTurnedBodies: about the axis of the spin an angle from a direction across it is that of the relative rotation,
// from one along it 0, and 2 asin(sin b sin φ/2) from one at b; directions of the bodies have the angle that their frames have.
func TestJointLimits_AnglesOfTurnedBodies(t *testing.T) {
	s := scenariotest.MustParse(t, turnedBalls)
	path := filepath.Join(t.TempDir(), "turned.prang")
	if _, err := Run(context.Background(), s, Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	l, err := NewJointLimits(r, s)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range l.Len() {
		names = append(names, l.Name(i))
	}
	if want := []string{"joints[0].angle", "gimbal.angle0", "gimbal.angle1", "gimbal.angle2", "gimbal.angle3"}; !slices.Equal(names, want) || l.Len() != len(want) {
		t.Errorf("%q, want %q", names, want)
	}
	// The directions of the last limit, turned by yaw, pitch and roll as matrices about z, y and x.
	axisOf := func(yaw, pitch, roll float64, v [3]float64) [3]float64 {
		const deg = math.Pi / 180
		s, c := math.Sincos(roll * deg)
		v = [3]float64{v[0], c*v[1] - s*v[2], s*v[1] + c*v[2]}
		s, c = math.Sincos(pitch * deg)
		v = [3]float64{c*v[0] + s*v[2], v[1], c*v[2] - s*v[0]}
		s, c = math.Sincos(yaw * deg)
		return [3]float64{c*v[0] - s*v[1], s*v[0] + c*v[1], v[2]}
	}
	var f record.Frame
	for step := int64(0); step <= 120; step += 40 {
		if err := r.Frame(step, &f); err != nil {
			t.Fatal(err)
		}
		inner, outer := 2*f.Time, -0.5*f.Time
		turn := inner - outer
		u := axisOf(-40+outer*180/math.Pi, 10, 155, [3]float64{0, 0, 1})
		v := axisOf(130+inner*180/math.Pi, 35, -70, [3]float64{0, 1, 0})
		own := math.Acos(u[0]*v[0] + u[1]*v[1] + u[2]*v[2])
		for i, want := range []float64{inner, turn, 0, 2 * math.Asin(0.6*math.Sin(turn/2)), own} {
			if got := l.Angle(i, f.Values); !(math.Abs(got-want) <= 1e-7) {
				t.Errorf("%g s: %s is %g rad, want %g", f.Time, l.Name(i), got, want)
			}
		}
	}
	other := scenariotest.MustParse(t, strings.NewReplacer("name: outer", "name: ring", "[outer, inner]", "[ring, inner]").Replace(turnedBalls))
	if _, err := NewJointLimits(r, other); err == nil || err.Error() != `joint gimbal: the log has no states of its body "ring"` {
		t.Errorf("of a body that the log has not: %v", err)
	}
}
