package runs

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// turning are balls of 0.004 kg m² that turn about their centres, on which they are fixed to the world, within limits of 30° of
// their x axes, and a ball that hangs:
//   - slow at 2 rad/s, so that it reaches its limit after 62.8 steps;
//   - near at 29° a second;
//   - twice as slow does, then pushed back to -2 rad/s by a pulse up to 0.4 s, and to 2 rad/s again by one up to 0.6 s: it is 0.3 rad
//     away at both ends of that, and back after 0.75 s;
//   - close likewise at a thousandth of that: it is less than 1 mrad away, and comes back;
//   - brief under a torque of -100 rad/s² up to 0.0917 s, so that it reaches its limit after 21.3 steps, and is 0.2 mrad away at the
//     end of the step;
//   - rough likewise, where a thousandth of the torque is friction, and a thousandth damping at 10 rad/s;
//   - rubbed by friction alone, of 100 rad/s², which stops it 0.4 mrad away, in a step in which it would have passed its limit as it
//     had moved before.
const turning = `name: turning
step: 1/240 s
duration: 1 s
gravity: [0, 0, 0]
bodies:
  - {name: slow, sphere: {radius: 0.1}, mass: 1, position: [1, 0, 0], angular_velocity: [0, 0, 2]}
  - {name: near, sphere: {radius: 0.1}, mass: 1, position: [2, 0, 0], angular_velocity: [0, 0, 29 deg/s]}
  - {name: twice, sphere: {radius: 0.1}, mass: 1, position: [3, 0, 0], angular_velocity: [0, 0, 2]}
  - {name: brief, sphere: {radius: 0.1}, mass: 1, position: [4, 0, 0], angular_velocity: [0, 0, 10.337]}
  - {name: ball, sphere: {radius: 0.1}, mass: 5, position: [5, 0, 0]}
  - {name: close, sphere: {radius: 0.1}, mass: 1, position: [6, 0, 0], angular_velocity: [0, 0, 2]}
  - {name: rough, sphere: {radius: 0.1}, mass: 1, position: [7, 0, 0], angular_velocity: [0, 0, 10.337]}
  - {name: rubbed, sphere: {radius: 0.1}, mass: 1, position: [8, 0, 0], angular_velocity: [0, 0, 10.22936]}
forces:
  - {body: twice, program: [{time: 0.3}, {time: 0.35, torque: [0, 0, -0.16]}, {time: 0.4}, {time: 0.5}, {time: 0.55, torque: [0, 0, 0.32]}, {time: 0.6}]}
  - {body: brief, program: [{time: 0, torque: [0, 0, -0.4]}, {time: 0.0917, torque: [0, 0, -0.4]}, {time: 0.0918}]}
  - {body: rough, program: [{time: 0, torque: [0, 0, -0.3992]}, {time: 0.0917, torque: [0, 0, -0.3992]}, {time: 0.0918}]}
  - {body: ball, force: [0, 0, -40]}
  - {body: close, program: [{time: 0.3}, {time: 0.35, torque: [0, 0, -0.0002]}, {time: 0.4}, {time: 0.5}, {time: 0.55, torque: [0, 0, 0.0004]}, {time: 0.6}]}
joints:
  - {name: slow, between: [world, slow], point: [1, 0, 0], limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {name: near, between: [near, world], point: [2, 0, 0], limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {name: twice, between: [twice, world], point: [3, 0, 0], limits: [{axis: [0, 0, 1], angle: 5 deg}, {axis: [1, 0, 0], angle: 30 deg}]}
  - {name: brief, between: [brief, world], point: [4, 0, 0], limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {between: [ball, world], at: [[0, 0, 1], [5, 0, 1]], breaks: {force: 60 N, impulse: 7 N s}}
  - {name: close, between: [close, world], point: [6, 0, 0], limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {name: rough, between: [rough, world], point: [7, 0, 0], friction: 0.0004, damping: 0.00004, limits: {axis: [1, 0, 0], angle: 30 deg}}
  - {name: rubbed, between: [world, rubbed], point: [8, 0, 0], friction: 0.4, limits: {axis: [1, 0, 0], angle: 30 deg}}
`

func loadOf(t *testing.T, r *Report, joint string) *JointLoad {
	t.Helper()
	for i := range r.Loads {
		if r.Loads[i].Joint == joint {
			return &r.Loads[i]
		}
	}
	t.Fatalf("no joint %s in %+v", joint, r.Loads)
	return nil
}

// hasTexts checks that the text of a report has all of some.
func hasTexts(t *testing.T, r *Report, wants ...string) {
	t.Helper()
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range wants {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.String())
		}
	}
}

// TestReport_JointsAndLimits: a limit that stops a ball takes its angular momentum within a step; times are those of the ends
// of steps.
func TestReport_JointsAndLimits(t *testing.T) {
	r, log := runText(t, turning)
	const step = 1.0 / 240
	near := func(what string, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol) {
			t.Errorf("%s: %.9g, want %g", what, got, want)
		}
	}
	for _, c := range []struct {
		joint          string
		limit          int
		angle          string
		reached        float64 // -1 for never
		times          int
		largest, at    float64 // -1 for any time
		torque, attime float64
	}{
		{"slow", 0, "slow.angle", 63 * step, 1, 30, -1, 0.004 * 2 / step, 63 * step},
		{"near", 0, "near.angle", -1, 0, 29, 1, 0, 0},
		{"twice", 0, "twice.angle0", -1, 0, 0, -1, 0.004 * 2 / step, -1},
		{"twice", 1, "twice.angle1", 63 * step, 2, 30, -1, 0.004 * 2 / step, -1},
		{"close", 0, "close.angle", 63 * step, 1, 30, -1, 0.004 * 2 / step, 63 * step},
		{"rough", 0, "rough.angle", 22 * step, 1, 30 - 0.0002*180/math.Pi, 22 * step, -1, -1},
		{"rubbed", 0, "rubbed.angle", -1, 0, 30 - 0.0004*180/math.Pi, -1, 0.4, step},
		{"brief", 0, "brief.angle", 22 * step, 1, 30 - 0.0002*180/math.Pi, 22 * step, -1, 22 * step},
	} {
		j := loadOf(t, r, c.joint)
		if j.A != c.joint || j.B != "" || j.OtherEnd() != "the world" || j.Impulse != nil || j.Broke != nil || len(j.Limits) <= c.limit || j.Torque == nil {
			t.Fatalf("%+v", j)
		}
		l := &j.Limits[c.limit]
		if l.Angle != c.angle || l.Times != c.times || (l.Reached == nil) != (c.reached < 0) {
			t.Errorf("%s: %+v", c.joint, l)
			continue
		}
		if l.Reached != nil {
			near(c.angle+" reached", *l.Reached, c.reached, 1e-12)
		}
		near(c.angle+" largest", l.Largest, c.largest, 3e-3)
		if c.at >= 0 {
			near(c.angle+" at", l.Time, c.at, 1e-12)
		}
		near("step of "+c.angle, float64(l.Step), l.Time/step, 1e-9)
		if c.torque >= 0 {
			near(c.joint+" torque", j.Torque.Size, c.torque, 0.002*c.torque)
		}
		if c.attime >= 0 {
			near(c.joint+" torque at", j.Torque.Time, c.attime, 1e-12)
		}
		near(c.joint+" force", j.Force.Size, 0, 1e-6)
	}
	if l := loadOf(t, r, "brief").Limits[0]; l.Largest > 30-2*atLimit*180/math.Pi*0.6 {
		t.Errorf("%g° is at the limit at the end of a step: the case does not tell what it is to tell", l.Largest)
	}
	ball := loadOf(t, r, "joints[4]")
	near("force", ball.Force.Size, 40, 1e-6)
	if ball.Torque != nil || ball.Limits != nil || ball.BreakForce != 60 || ball.BreakImpulse != 7 {
		t.Errorf("%+v", ball)
	}
	hasTexts(t, r,
		"\njoints: 8\n",
		"\n  slow       slow    the world          0       –          1.92   0.263              –       –\n",
		"\n  joints[4]  ball    the world         40   0.004             –       –              –       –  60 N or 7 N s\n",
		"\nlimits of joints: 5 of 8 reached\n",
		"\n  near.angle           30        29.00   1.000                  –      0\n",
	)
	replayed(t, log, r)
	if got, springs := LoadsOf(scenariotest.OpenLog(t, log), scenariotest.MustParse(t, turning)); !reflect.DeepEqual(got, r.Loads) || springs != nil {
		t.Errorf("%+v and %+v of the log, %+v in the report", got, springs, r.Loads)
	}
}

// TestReport_JointThatBreaks: the impulse of an impact, that by which a joint breaks, and none of its angles after that; a
// spring of the name of a joint that holds is another thing.
func TestReport_JointThatBreaks(t *testing.T) {
	r, log := runText(t, `name: breaks
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, 0]
materials: {steel: {friction: 0, restitution: 0}}
bodies:
  - {name: hammer, sphere: {radius: 0.1}, mass: 2, position: [-1, 0, 0], velocity: [10, 0, 0], material: steel}
  - {name: anvil, sphere: {radius: 0.1}, mass: 3, position: [0, 0, 0], angular_velocity: [0, 0, 1], material: steel}
  - {name: arm, sphere: {radius: 0.1}, mass: 1, position: [0, 5, 0], angular_velocity: [0, 0, 1]}
  - {name: weight, sphere: {radius: 0.1}, mass: 1, position: [0, 9, 0], velocity: [0, 9, 0]}
joints:
  - {name: bolt, between: [world, anvil], point: [0, 0, 0], breaks: {impulse: 12 N s}, limits: {axis: [1, 0, 0], angle: 20 deg}}
  - {name: rope, between: [world, arm], point: [0, 5, 0], collide: true}
springs:
  - {name: rope, between: [world, weight], at: [[0, 8, 0], [0, 0, 0]], stiffness: 1 kN/m, breaks: 100 N}
`)
	if len(r.Breaks) != 2 || len(r.Impacts) == 0 {
		t.Fatalf("%+v", r.Breaks)
	}
	bolt, rope := loadOf(t, r, "bolt"), loadOf(t, r, "rope")
	if bolt.Broke == nil || *bolt.Broke != r.Impacts[0].Time || bolt.Impulse == nil || math.Abs(bolt.Impulse.Size-12) > 1e-6 || bolt.Impulse.Time != *bolt.Broke || bolt.Impulse.Step != r.Impacts[0].Step {
		t.Errorf("%+v", bolt)
	}
	if l := bolt.Limits[0]; l.Reached != nil || math.Abs(l.Largest-float64(bolt.Impulse.Step-1)/240*180/math.Pi) > 1e-6 {
		t.Errorf("an angle of a joint that has broken: %+v", l)
	}
	if rope.Broke != nil {
		t.Errorf("the spring that tears is not the joint: %+v", rope)
	}
	replayed(t, log, r)
}

// TestReport_JointThatBreaksByAForce: its largest force is that by which it broke, of the second step in which it was above its
// limit: the means over steps 5 and 6 of 240 N/s are 4.5 and 5.5 N.
func TestReport_JointThatBreaksByAForce(t *testing.T) {
	r, log := runText(t, `name: ramp
step: 1/240 s
duration: 0.1 s
gravity: [0, 0, 0]
bodies: [{name: weight, sphere: {radius: 0.1}, mass: 1, position: [0, 0, 0]}]
forces: [{body: weight, program: [{time: 0}, {time: 1 s, force: [240, 0, 0]}]}]
joints: [{name: wire, between: [world, weight], point: [0, 0, 0], breaks: 4.2 N}]
`)
	wire := loadOf(t, r, "wire")
	if wire.Broke == nil || math.Abs(*wire.Broke-6./240) > 1e-12 || math.Abs(wire.Force.Size-5.5) > 1e-6 || wire.Force.Step != 6 || wire.Force.Time != *wire.Broke {
		t.Errorf("%+v", wire)
	}
	replayed(t, log, r)
}

// TestReport_JointsThatPartAtTheStart: what makes the ends equally fast is no impact.
func TestReport_JointsThatPartAtTheStart(t *testing.T) {
	r, _ := runText(t, parting)
	if len(r.Joints) != 1 || loadOf(t, r, "coupling").Impulse != nil {
		t.Errorf("%+v", r.Loads)
	}
}
