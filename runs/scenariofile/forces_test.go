package scenariofile_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
)

// dynamics uses every key of what moves bodies.
const dynamics = `
name: dynamics
duration: 1 s
until: {after_impact: 100 ms, impact: cart, sensor: gate}
gravity: [0, 0, 0]
statics:
  - {name: wall, box: {size: [1, 8, 8]}, position: [20, 0, 0], group: world things}
  - {name: gate, box: {size: [0.1, 4, 4]}, position: [4, 0, 0], sensor: true}
bodies:
  - name: sled
    sphere: {radius: 1}
    position: [-5, 0, 0]
    drive:
      - {time: 0}
      - {time: 500 ms, velocity: [36 km/h, 0, 0], angular_velocity: [0, 0, 90 deg/s]}
  - name: cart
    box: {size: [2, 2, 2]}
    mass: 100 kg
    position: [0, 0, 0]
    drag: {linear: 3 N s/m, quadratic: 0.5 kg/m, angular: 2 N m s/rad}
    group: carts
  - {name: ghost, box: {size: [2, 2, 2]}, mass: 1, position: [0.5, 0, 0], group: carts, sensor: false}
forces:
  - {body: cart, force: [1 kN, 0, 0], torque: [0, 0, 5 N m]}
  - body: cart
    frame: body
    point: [10 cm, 0, 0]
    program: [{time: 0, force: [0, 7, 0]}, {time: 1 s, torque: [1, 0, 0]}]
springs:
  - {name: rope, between: [world, cart], at: [[0, 0, 5], [0, 0, 1]], length: 4.5 m, stiffness: 2 kN/m, damping: 10 N s/m}
  - {between: [wall, ghost], at: [[19.5, 0, 0], [1, 0, 0]], damping: 10}
ignore:
  - {between: [carts, carts]}
  - {between: [ghost, wall]}
  - {between: [sled, world things]}
movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [0, 50, 1]}
`

func TestParse_ReadsSidesOfSprings(t *testing.T) {
	for text, want := range map[string]sim.SpringSide{"": sim.BothSides, ", only: pull": sim.PullOnly, ", only: push": sim.PushOnly} {
		text = strings.Replace(dynamics, "damping: 10 N s/m}", "damping: 10 N s/m"+text+"}", 1)
		if got := scenariotest.MustParse(t, text).Definition.Springs[0].Only; got != want {
			t.Errorf("only %d, want %d", got, want)
		}
		schema, _ := scenariotest.CompileSchema(t)
		if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
			t.Error(err)
		}
	}
}

func TestParse_ReadsForcesSpringsAndDrives(t *testing.T) {
	s := scenariotest.MustParse(t, dynamics)
	d := s.Definition
	if want := (scenariofile.Until{Impact: true, After: 0.1, Of: "cart", Sensor: "gate"}); s.Until != want || s.UntilRest {
		t.Errorf("until %+v", s.Until)
	}
	if want := []sim.DriveAt{{}, {Time: 0.5, Velocity: mgl64.Vec3{10, 0, 0}, AngularVelocity: mgl64.Vec3{0, 0, math.Pi / 2}}}; !reflect.DeepEqual(d.Bodies[0].Drive, want) {
		t.Errorf("drive %+v", d.Bodies[0].Drive)
	}
	if len(d.Bodies[0].Shapes) != 1 || !d.Statics[1].Sensor || d.Statics[0].Sensor || d.Statics[0].Group == 0 || d.Bodies[1].Group != d.Bodies[2].Group {
		t.Errorf("shapes, groups or sensors: %+v %+v", d.Bodies, d.Statics)
	}
	if want := (sim.DragDef{Linear: 3, Quadratic: 0.5, Angular: 2}); d.Bodies[1].Drag != want {
		t.Errorf("drag %+v", d.Bodies[1].Drag)
	}
	if want := []sim.ForceDef{
		{Body: 1, Program: []sim.ForceAt{{Force: mgl64.Vec3{1000, 0, 0}, Torque: mgl64.Vec3{0, 0, 5}}}},
		{Body: 1, InBody: true, Point: mgl64.Vec3{0.1, 0, 0}, Program: []sim.ForceAt{{Force: mgl64.Vec3{0, 7, 0}}, {Time: 1, Torque: mgl64.Vec3{1, 0, 0}}}},
	}; !reflect.DeepEqual(d.Forces, want) {
		t.Errorf("forces %+v", d.Forces)
	}
	if want := []sim.SpringDef{
		{Name: "rope", A: sim.WorldEnd, B: 1, AtA: mgl64.Vec3{0, 0, 5}, AtB: mgl64.Vec3{0, 0, 1}, Length: 4.5, Stiffness: 2000, Damping: 10},
		{A: sim.WorldEnd, B: 2, AtA: mgl64.Vec3{19.5, 0, 0}, AtB: mgl64.Vec3{1, 0, 0}, Length: -1, Damping: 10},
	}; !reflect.DeepEqual(d.Springs, want) {
		t.Errorf("springs %+v", d.Springs)
	}
	carts, things := d.Bodies[1].Group, d.Statics[0].Group
	if want := []sim.IgnoreDef{{GroupA: carts, GroupB: carts}, {A: 2, B: -1}, {A: 0, GroupB: things}}; !reflect.DeepEqual(d.Ignore, want) {
		t.Errorf("ignore %+v, want %+v", d.Ignore, want)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(dynamics))); err != nil {
		t.Error(err)
	}
	if _, err := runs.NewWorld(s); err != nil {
		t.Error(err)
	}
}

func TestParse_NamesProblemsOfForcesSpringsAndDrives(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"body: cart, force", "body: kart, force", `forces[0].body: there is no "kart": did you mean "cart"?`},
		{"body: cart, force", "body: sled, force", `forces[0].body: "sled" has a drive, so that forces have no effect on it`},
		{"force: [1 kN", "force: [1 kg", `forces[0].force[0]: "1 kg" is a mass [kg], but a force [N] is needed`},
		{"{body: cart, force: [1 kN, 0, 0], torque: [0, 0, 5 N m]}", "{body: cart}", `forces[0]: has no force`},
		{"frame: body", "frame: car", `forces[1].frame: "car" is no frame: write world or body`},
		{"point: [10 cm", "force: [1, 0, 0]\n    point: [10 cm", `forces[1].program: the force is given without time too`},
		{"{time: 1 s, torque", "{time: 0, torque", `forces[1].program[1].time: 0 s does not come after 0 s`},
		{"between: [world, cart]", "between: [world, card]", `springs[0].between: there is no "card": did you mean "cart"?`},
		{"damping: 10 N s/m", "damping: 10 N s/m, only: pul", `springs[0].only: "pul" is no side: write pull, for a rope, or push, for a buffer`},
		{"between: [world, cart]", "between: [cart]", `springs[0].between: a list of 1 where two names are needed`},
		{"at: [[0, 0, 5], [0, 0, 1]]", "at: [[0, 0, 5]]", `springs[0].at: a list of 1 where two points`},
		{"stiffness: 2 kN/m", "stiffness: 2 kN", `springs[0].stiffness: "2 kN" is a force [N], but a stiffness [N/m] is needed`},
		{", damping: 10}\nignore", "}\nignore", `springs[1]: has no stiffness`},
		{"[carts, carts]", "[carts, cats]", `ignore[0].between: there is no "cats"`},
		{"group: world things", "group: ghost", `ignore[1].between: "ghost" is a group and an object`},
		{"linear: 3 N s/m", "linear: -3", `bodies[1].drag.linear: -3 is below zero`},
		{"    drive:\n", "    mass: 5\n    drive:\n", `bodies[0].mass: a body with a drive follows it`},
		{"sensor: false", "sensor: 1", `bodies[2].sensor: the number 1 where true or false is needed`},
		{"sensor: gate}", "sensor: wall}", `test.yaml:4:53: until.sensor: "wall" is no sensor: name one, or add sensor: true to it on line 7, which lets everything through`},
		{"sensor: gate}", "sensor: cart}", `until.sensor: "cart" is no sensor: name one, or add sensor: true to it on line 16`},
		{"sensor: gate}", "sensor: walker}", `until.sensor: "walker" is a mover, which is no sensor: name a body or static with sensor: true`},
		{"sensor: gate}", "sensor: gat}", `until.sensor: there is no "gat": did you mean "gate"?`},
		{"impact: cart", "impact: gate", `until.impact: "gate" is a sensor, which nothing hits: write until: {sensor: gate}, or name another object`},
		{"body: cart, force", "body: walker, force", `forces[0].body: "walker" is a mover, which follows its program, whatever acts on it: name a body`},
		{"body: cart, force", "body: wall, force", `forces[0].body: "wall" is a static, which no force moves: name a body`},
		{"between: [world, cart]", "between: [walker, cart]", `springs[0].between: "walker" is a mover, which nothing can hold: name a body, a static or world`},
		{"[ghost, wall]", "[ghost, walker]", `ignore[1].between: "walker" is a mover, which passes through sensors alone: name bodies, statics or groups`},
		{"[ghost, wall]", "[ghost, ghost]", `ignore[1].between: both are "ghost", which does not meet itself: name another object for one, or give a group to several`},
		{"name: walker", "name: world", `movers[0].name: "world" is the world, in joints, springs and tables: give the mover another name`},
		{"impact: cart", "impact: card", `until.impact: there is no "card": did you mean "cart"?`},
		{"until: {after_impact: 100 ms, impact: cart, sensor: gate}", "until: {}", `until: says nothing`},
		{"ignore:\n  - {between: [carts, carts]}\n", "ignore:\n", `bodies[2]: "ghost" overlaps "cart"`},
	} {
		text := strings.Replace(dynamics, c.from, c.to, 1)
		if text == dynamics {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
}

// TestRun_BeltsAreDrivenBodies: as limits.md says, what lies on a body that travels takes its speed, by friction alone, and a sensor
// that the body goes through does not report it where ignore says so.
func TestRun_BeltsAreDrivenBodies(t *testing.T) {
	const belt = `name: belt
step: 1/240 s
duration: 4 s
gravity: [0, 0, -9.81]
statics:
  - {name: gate, box: {size: [0.1, 2, 2]}, position: [2, 0, 1], sensor: true}
bodies:
  - {name: belt, box: {size: [12, 1, 0.2]}, position: [-4, 0, 0.5], drive: [{time: 0, velocity: [1, 0, 0]}]}
  - {name: parcel, box: {size: [0.4, 0.4, 0.4]}, mass: 5, position: [0, 0, 0.8]}
`
	for ignore, want := range map[string]string{
		"": "belt in, parcel in, parcel out", "ignore: [{between: [belt, gate]}]\n": "parcel in, parcel out",
	} {
		s := scenariotest.MustParse(t, belt+ignore)
		report, err := runs.Run(t.Context(), s, runs.Options{NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range report.Sensors {
			got = append(got, e.Object+map[bool]string{true: " in", false: " out"}[e.In])
		}
		if list := strings.Join(got, ", "); list != want {
			t.Errorf("%q: %s, want %s", ignore, list, want)
		}
		// It slides for v/(μ g), and stays behind by half of v² / (μ g).
		if parcel := report.Bodies[1]; math.Abs(parcel.Speed-1) > 1e-6 || math.Abs(parcel.Position[0]-(4-0.5/(0.5*9.81))) > 5e-3 {
			t.Errorf("%+v", parcel)
		}
	}
}

// TestRun_StopsAtTheEvent lets the sled run into the ghost, and catch up with the cart, which its force drives through
// the gate.
func TestRun_StopsAtTheEvent(t *testing.T) {
	end := func(until string) *runs.Report {
		t.Helper()
		s := scenariotest.MustParse(t, strings.Replace(dynamics, "until: {after_impact: 100 ms, impact: cart, sensor: gate}", until, 1))
		r, err := runs.Run(context.Background(), s, runs.Options{NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := end("")
	if len(all.Impacts) == 0 {
		t.Fatal("nothing meets")
	}
	hit, later, step := all.Impacts[0].Time, 0.0, 1.0/240
	for _, e := range all.Impacts {
		if later == 0 && (e.A == "cart" || e.B == "cart") {
			later = e.Time
		}
	}
	for _, c := range []struct {
		until, message string
		from, to       float64
	}{
		{"until: impact", "impact of sled and ghost", hit, hit + step},
		{"until: {after_impact: 100 ms}", "0.1 s after the impact of sled and ghost", hit + 0.1, hit + 0.1 + step},
		{"until: {impact: cart}", "impact of sled and cart", later, later + step},
		{"until: {impact: wall}", "the duration ended before the event to stop at", 1, 1},
		{"until: {sensor: gate}", "cart is in gate", 0.5, 0.95},
	} {
		r := end(c.until)
		if r.Message != c.message || r.Time < c.from-1e-9 || r.Time > c.to+1e-9 {
			t.Errorf("%s: ends at %g with %q, want %g to %g with %q", c.until, r.Time, r.Message, c.from, c.to, c.message)
		}
		if r.Ledger == nil || !r.Ledger.Closes {
			t.Errorf("%s: the balance does not close", c.until)
		}
	}
}

// TestResume_StopsAtTheEvent interrupts a run between the impact and the end that the impact sets.
func TestResume_StopsAtTheEvent(t *testing.T) {
	s := scenariotest.MustParse(t, strings.Replace(dynamics, ", impact: cart, sensor: gate}", "}", 1))
	whole := filepath.Join(t.TempDir(), "whole.prang")
	want, err := runs.Run(context.Background(), s, runs.Options{Log: whole})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cut.prang")
	ctx, cancel := context.WithCancel(context.Background())
	_, err = runs.Run(ctx, s, runs.Options{Log: path, Progress: func(done, _ int64) {
		if done == want.Steps-5 {
			cancel()
		}
	}})
	if !runs.Interrupted(err) {
		t.Fatalf("not interrupted: %v", err)
	}
	got, err := runs.Resume(context.Background(), path, runs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Steps != want.Steps || got.FinalHash != want.FinalHash || got.Message != want.Message || got.Ended != recorder.Complete {
		t.Errorf("ends after %d steps with %q, %s; want %d, %q, %s", got.Steps, got.Message, got.FinalHash, want.Steps, want.Message, want.FinalHash)
	}
}

// TestNewWorld_PlacesWhatTurnsTooFast: that a point of a body would be faster than light is known once its shape is; each
// such error has the place of the angular velocity.
func TestNewWorld_PlacesWhatTurnsTooFast(t *testing.T) {
	s := scenariotest.MustParse(t, scenariotest.Minimal+`    angular_velocity: [0, 0, 1e12]
  - {name: b, box: {size: [1, 1, 1]}, position: [9, 0, 1], drive: [{time: 0}, {time: 1 s, angular_velocity: [1e10, 0, 0]}]}
`)
	_, err := runs.NewWorld(s)
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 2 {
		t.Fatalf("%v", err)
	}
	for i, want := range []string{
		"test.yaml:9:23: bodies[0].angular_velocity: 1e+12 rad/s: a point of the body, 0.8660254037844386 m from its centre of mass, would be faster than light: give at most 3.46e+08",
		"test.yaml:10:109: bodies[1].drive[1].angular_velocity: 1e+10 rad/s: a point of the body, ",
	} {
		if got := invalid.Problems[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
