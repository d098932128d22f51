package runs

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/record"
)

// TestParse_ReadsFrictionOfJoints reads friction and damping of joints in all units that mean a torque, and one per angular velocity,
// also without the radian; what is wrong is told on its line, with the remedy.
func TestParse_ReadsFrictionOfJoints(t *testing.T) {
	const line = "point: [0, 0, 300 cm]"
	schema, _ := scenariotest.CompileSchema(t)
	for _, c := range []struct {
		keys              string
		friction, damping float64
	}{
		{"friction: 20 N m", 20, 0},
		{"friction: 20, damping: 5", 20, 5},
		{"friction: 0.02 kN m, damping: 5 N m s", 20, 5},
		{"damping: 5 N m s/rad", 0, 5},
		{"friction: 10 lbf ft, damping: 2 kg m^2/s", 10 * 4.4482216152605 * 0.3048, 2},
		{"damping: 0.1 N m s/deg", 0, 18 / math.Pi},
		{"friction: 0, damping: 0", 0, 0},
	} {
		text := strings.Replace(scenariotest.Jointed, line, line+", "+c.keys, 1)
		d := scenariotest.MustParse(t, text).Definition
		if j := d.Joints[0]; math.Abs(j.Friction-c.friction) > 1e-14*c.friction || math.Abs(j.Damping-c.damping) > 1e-14*c.damping || d.Joints[1].Friction != 0 {
			t.Errorf("%s: friction %g, damping %g", c.keys, j.Friction, j.Damping)
		}
		if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
			t.Errorf("%s: %v", c.keys, err)
		}
	}
	for _, c := range []struct{ keys, want string }{
		{"friction: -20 N m", `test.yaml:8:76: joints[0].friction: -20 N m is below zero`},
		{"friction: 0.3 N", `joints[0].friction: "0.3 N" is a force [N], but a torque [N m] is needed: write, for example, 20 or "20 N m"`},
		{"damping: 5 N m", `joints[0].damping: "5 N m" is a torque [N m], but a torque per angular speed [N m s/rad] is needed: write, for example, 2 or "2 N m s/rad"`},
		{"damping: 5 Nms", `joints[0].damping: unknown unit "Nms": write "N m s"`},
		{"damping: 1e31", `joints[0].damping: 1e31 is more than 1e+30: write, for example, 2 or "2 N m s/rad"`},
		{"mu: 0.3", `joints[0].mu: the friction of a joint is a torque, not a coefficient: write friction: "20 N m"`},
		{"dry_friction: 3", `joints[0].dry_friction: unknown key: did you mean "friction"?`},
		{"angular_damping: 3", `joints[0].angular_damping: unknown key: did you mean "damping"?`},
		{"friction: [1, 2, 3]", `joints[0].friction: a list`},
	} {
		_, err := scenariotest.ParseTest(strings.Replace(scenariotest.Jointed, line, line+", "+c.keys, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.keys, err, c.want)
		}
	}
}

// TestWarnings_OfFrictionThatResistsNothing: friction of a joint whose bodies three joints hold together has no effect; of a
// hinge, and of a joint alone, it has.
func TestWarnings_OfFrictionThatResistsNothing(t *testing.T) {
	const hinge = `
  - {between: [upper, lower], point: [0, 0, 2], friction: 3 N m, damping: 1 N m s}
  - {between: [lower, upper], point: [0, 1, 2]}`
	for _, c := range []struct {
		more string
		want []string
	}{
		{"", nil},
		{"\n  - {between: [upper, lower], point: [0, 2, 2]}", nil},
		{"\n  - {between: [world, lower], point: [1, 0, 2]}", nil},
		{"\n  - {between: [upper, lower], point: [1, 0, 2]}", []string{"joints[0].friction: the joints of these two bodies are not on one line", "joints[0].damping: the joints"}},
	} {
		before, after, _ := strings.Cut(scenariotest.Jointed, "joints:")
		_, movers, _ := strings.Cut(after, "movers:")
		list := scenariotest.MustParse(t, before+"joints:"+hinge+c.more+"\nmovers:"+movers).Warnings()
		if len(list) != len(c.want) {
			t.Errorf("%s: %v", c.more, list)
			continue
		}
		for i := range list {
			if got := fmt.Sprint(list[i]); !strings.Contains(got, c.want[i]) {
				t.Errorf("%s: %s, want %s", c.more, got, c.want[i])
			}
		}
	}
}

// TestRun_FrictionOfJointsIsInTheLog: the log of a swing that friction and damping bring to rest has the torque of its joint,
// and what both take, and verifies; with no contacts at all, too.
func TestRun_FrictionOfJointsIsInTheLog(t *testing.T) {
	text := strings.NewReplacer("point: [0, 0, 300 cm]", "point: [0, 0, 300 cm], friction: 0.5 N m, damping: 0.2 N m s", "gravity: [0, 0, -9.81]", "gravity: [2, 0, -9.81]",
		"movers:\n  - {name: walker, radii: [0.3, 0.3, 0.9], position: [9, 0, 1]}\n", "").Replace(scenariotest.Jointed)
	r := logOfRun(t, scenariotest.MustParse(t, text))
	h := r.Header()
	ledger, ok := NewLedgerReader(h)
	if !ok {
		t.Fatal("no ledger")
	}
	var sums [record.Causes]float64
	largest := 0.0
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			t.Fatal(err)
		}
		var l record.Ledger
		ledger.Read(f, &l)
		for _, row := range l.Rows {
			sums[row.Cause] += row.Energy
		}
		at := 0
		for _, c := range h.Columns {
			if c.Name == "joint.hook.torque" {
				largest = math.Max(largest, math.Abs(f.Values[at+1]))
			}
			at += int(c.Count)
		}
	}
	if !(sums[record.ByFriction] < -0.05) || !(sums[record.ByDampers] < -0.01) || !(largest > 0.5) {
		t.Errorf("friction gives %g J, damping %g J; torques up to %g N m", sums[record.ByFriction], sums[record.ByDampers], largest)
	}
	if v, err := Verify(t.Context(), r, VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestJointInfos_TellWhatResists: friction and damping of joints with their units, and nothing of what turns freely.
func TestJointInfos_TellWhatResists(t *testing.T) {
	s := scenariotest.MustParse(t, `name: resists
gravity: [0, 0, 0]
duration: 1
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}
  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [2, 0, 0]}
joints:
  - {between: [a, b], point: [1, 0, 0], friction: 20 N m, damping: 0.5}
  - {between: [world, a], point: [0, 0, 2], damping: 2 kN m s/rad}
  - {between: [world, b], point: [2, 0, 2]}
`)
	var got []string
	for _, j := range JointInfos(s) {
		got = append(got, j.Resistance())
	}
	if want := []string{"20 N m, 0.5 N m s/rad", "2 kN m s/rad", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
