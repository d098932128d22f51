package runs

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestGolden_Sensors moves a gate, which no hash has: what enters and leaves it is in the golden, its times are judged
// by their tolerance, and what no longer enters is a difference of physics.
func TestGolden_Sensors(t *testing.T) {
	t.Chdir(t.TempDir())
	const crossing = "name: crossing\nstep: 1/240 s\nduration: 1 s\ngravity: [0, 0, 0]\nstatics:\n" +
		"  - {name: gate, box: {size: [0.1, 1, 1]}, position: [%s, 0, 0], sensor: true}\n" +
		"bodies:\n  - {name: a, box: {size: [0.1, 0.1, 0.1]}, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}\n"
	test := func(at string, opts TestOptions) *TestResult {
		t.Helper()
		if err := os.WriteFile("scenario.yaml", fmt.Appendf(nil, crossing, at), 0o666); err != nil {
			t.Fatal(err)
		}
		return testHere(t, opts)
	}
	test("0.4", TestOptions{Update: true})
	golden, err := os.ReadFile("golden.txt")
	const lines = "limits 0\nsensors 2\nsensor 1 \"gate\" entered by \"a\": time 0.3\nsensor 2 \"gate\" left by \"a\": time 0.5\nbody \"a\": "
	if err != nil || !strings.Contains(string(golden), lines) {
		t.Fatalf("%s, %v", golden, err)
	}
	if r := test("0.4", TestOptions{}); !r.Passed {
		t.Errorf("as it was: %q", r.Problems)
	}
	if r := test("0.40001", TestOptions{}); r.Passed || r.Bits || !r.Physics || !strings.HasPrefix(r.Problems[0], "lines of the golden differ, the physics is equal") {
		t.Errorf("moved by a little: %q", r.Problems)
	}
	if r := test("0.41", TestOptions{Physics: true}); r.Passed || !strings.Contains(r.Problems[0], `sensor 1 "gate" entered by "a": time 0.31, golden 0.3 (+0.01, allowed 0.0001)`) {
		t.Errorf("moved by a centimetre: %q", r.Problems)
	}
	r := test("4", TestOptions{Physics: true})
	want := []string{"lines of the golden differ, and the physics: sensors: 0, golden 2; and 2 more (the golden is of this engine: scenario.yaml has changed)", equalHashes, "sensors: 0, golden 2 (-2)",
		`sensor 1 "gate" entered by "a": is in the golden, but not in the run`, `sensor 2 "gate" left by "a": is in the golden, but not in the run`}
	if r.Passed || r.Physics || !slices.Equal(r.Problems, want) {
		t.Errorf("moved away: %q, want %q", r.Problems, want)
	}
	// Where nothing enters, the golden says so: one more is a difference, too.
	if test("4", TestOptions{Update: true}); !test("4", TestOptions{}).Passed {
		t.Error("it differs from itself")
	}
	if r := test("0.4", TestOptions{Physics: true}); r.Passed || !slices.Contains(r.Problems, `sensor 1 "gate" entered by "a": is in the run, but not in the golden`) {
		t.Errorf("moved back: %q", r.Problems)
	}
}

// TestGolden_ManySensors: the golden lists the first events of sensors only, as with impacts; those after them are not
// judged.
func TestGolden_ManySensors(t *testing.T) {
	run := func(n int, later float64) []byte {
		text := fmt.Sprintf("%s\nscenario s\nsensors %d\n", goldenFormat, n)
		for i := range n {
			at := float64(i)
			if i >= listedEvents {
				at += later
			}
			text += fmt.Sprintf("sensor %d \"gate\" entered by \"a\": time %g\n", i+1, at)
		}
		return []byte(text)
	}
	golden := listedGolden(run(60, 0), nil)
	if n := strings.Count(string(golden), "sensor "); n != listedEvents {
		t.Fatalf("a golden lists %d", n)
	}
	if !strings.Contains(string(golden), "\nsensors 60\nunlisted sensors 10\n") {
		t.Errorf("%s", golden)
	}
	if got := comparePhysics(golden, run(60, 0.5)); got != nil {
		t.Errorf("%q", got)
	}
	if got := comparePhysics(golden, run(61, 0)); len(got) != 1 || got[0] != "sensors: 61, golden 60" {
		t.Errorf("%q", got)
	}
}

// TestComparePhysics_OfAGoldenWithoutSensors: one from before they were compared is told as that, in one line.
func TestComparePhysics_OfAGoldenWithoutSensors(t *testing.T) {
	with := "prang-golden 1\nscenario a\nended complete\nsteps 5\nimpacts 0\nsensors 1\nsensor 1 \"gate\" entered by \"a\": time 0.3\n"
	without := "prang-golden 1\nscenario a\nended complete\nsteps 5\nimpacts 0\n"
	if got := comparePhysics([]byte(without), []byte(with)); len(got) != 1 || !strings.Contains(got[0], "sensors: the golden has none") {
		t.Errorf("%q", got)
	}
	if got := comparePhysics([]byte(with), []byte(with)); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
