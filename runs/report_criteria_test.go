package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// What is told of an accelerometer is by the kind of its body, or as the scenario chooses. Nobody knows how long the blow of a
// head takes, unless the scenario says so. The log alone gives the same.
func TestAccelerometers_HaveTheCriteriaOfTheirBodies(t *testing.T) {
	r, log := runText(t, scenariotest.Struck)
	replayed(t, log, r)
	if len(r.Accelerometers) != 6 {
		t.Fatalf("%d accelerometers", len(r.Accelerometers))
	}
	car, guess, known, chosen, chest, floor := &r.Accelerometers[0], &r.Accelerometers[1], &r.Accelerometers[2], &r.Accelerometers[3], &r.Accelerometers[4], &r.Accelerometers[5]
	if car.Load != nil || car.From != nil || car.Severity == nil || math.Abs(car.Collision.DeltaVX+15) > 0.01 || math.Abs(car.THIV.Value-car.Severity.OIV.Longitudinal) > 0.01 {
		t.Errorf("car: %+v %+v %+v", car.Load, car.Collision, car.THIV)
	}
	if guess.Severity != nil || guess.Collision != nil || guess.Load.HIC15.Value != nil || guess.Load.Clip.Level != nil {
		t.Errorf("guess: %+v", guess.Load)
	}
	// Half a sine of 10 ms of 6 m/s.
	want := 0.4146 * math.Pow(6*math.Pi/0.02/9.80665, 2.5) * 0.01
	if v := *known.Load.HIC15.Value; math.Abs(v-want) > 0.01*want || *known.Load.HIC36.Value != v || *known.Pulse != 0.01 {
		t.Errorf("known: HIC %g, want %g", v, want)
	}
	if l := chosen.Load; l.HIC15 != nil || l.Clip != nil || l.HIC36 == nil || l.HIC36.Value == nil {
		t.Errorf("chosen: %+v", l)
	}
	// The belt, at the start as long as it is unstrained, stops the block in a quarter of its period, w = 20 1/s: at 10 w = 200 m/s².
	if peak := 200 / 9.80665; chest.Hit != nil || math.Abs(chest.Load.CFC1000.Resultant-peak) > 0.1 || chest.Load.HIC15.AssumedPulse != nil || math.Abs(*chest.Load.Clip.Level-peak) > 0.2 ||
		chest.CFC60 == nil || *chest.From != 0 {
		t.Errorf("chest: %+v", chest.Load)
	}
	if c := floor.Collision; math.Abs(c.DeltaVX+10) > 1e-3 || c.AssumedPulse != nil || floor.Load != nil || math.Abs(floor.Severity.ASI-100/9.80665/12) > 0.01 {
		t.Errorf("floor: %+v %+v", floor.Collision, floor.Severity)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	section := text.String()[strings.Index(text.String(), "\nlargest collision"):strings.Index(text.String(), "\nbodies at")]
	for _, line := range []string{
		`  car   tunnel     0.367   0.467                  -54.0, 0.0      0.100`,
		`  sled  floor      0.000   1.000                  -36.0, 0.0  simulated`,
		`  head   guess       ?             –      ?             –         ?        ?`,
		`? impulses of unknown length, spread over 0.1 s as those of vehicles, may be harder: give the accelerometer a pulse, such as 15 ms`,
		`* an impulse spread as half a sine of 0.01, 0.04, 0.1 s, not simulated`,
	} {
		if !strings.Contains(section, line) {
			t.Errorf("no %q in:\n%s", line, section)
		}
	}
	if strings.Contains(section, "~") {
		t.Errorf("steps of 1 ms are called coarse:\n%s", section)
	}
	for _, line := range strings.Split(text.String(), "\n") {
		if n := len([]rune(line)); n > 165 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	// In JSON a value that nobody knows is absent, and what is of one kind of body is of no other.
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var report struct {
		List []map[string]json.RawMessage `json:"accelerometers"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	for i, wants := range [][]string{{"severity", "thiv", "collision"}, {"load"}, {"load"}, {"load"}, {"load"}, {"severity", "thiv", "collision"}} {
		for _, key := range []string{"severity", "thiv", "collision", "load"} {
			if (report.List[i][key] != nil) != slices.Contains(wants, key) {
				t.Errorf("%d: %s: %s", i, key, report.List[i][key])
			}
		}
	}
	if hic := fmt.Sprint(headLoad(t, report.List[1])["hic15"]); strings.Contains(hic, "value") || !strings.Contains(hic, "assumed_pulse:0.1") {
		t.Errorf("guess: %s", hic)
	}
	if hic := fmt.Sprint(headLoad(t, report.List[2])["hic15"]); !strings.Contains(hic, "value:") || !strings.Contains(hic, "assumed_pulse:0.01") {
		t.Errorf("known: %s", hic)
	}
	if clip := fmt.Sprint(headLoad(t, report.List[4])["clip3ms_cfc180"]); !strings.Contains(clip, "level_g:") || strings.Contains(clip, "assumed_pulse") {
		t.Errorf("chest: %s", clip)
	}
}

func headLoad(t *testing.T, a map[string]json.RawMessage) map[string]any {
	t.Helper()
	var load map[string]any
	if err := json.Unmarshal(a["load"], &load); err != nil {
		t.Fatal(err)
	}
	return load
}

// Steps of 1/100 s do not show what happens in 3 ms: the report says so.
func TestAccelerometers_CoarseStepsAreTold(t *testing.T) {
	r, _ := runText(t, strings.Replace(scenariotest.Struck, "step: 1/1000 s", "step: 1/100 s", 1))
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if s := r.Accelerometers[4].Load.HIC15.Step; s == nil || *s != 0.01 || !strings.Contains(text.String(), "~ forces that are means over steps of 0.01 s: make the step 1 ms or less") {
		t.Errorf("%v\n%s", s, text.String())
	}
}

// Accelerometers of which none is struck have a line instead of a table without a value; beside one that is they have dashes.
func TestAccelerometers_NoneStruckIsALine(t *testing.T) {
	const far = `
name: far
step: 1/100 s
duration: 0.5 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 300, position: [0, 0, 0], velocity: [4, 0, 0], accelerometers: [{name: rim}, {name: nose, at: [0.5, 0, 0]}]}
  - {name: b, box: {size: [1, 1, 1]}, mass: 300, position: [9, 0, 0]}
`
	section := func(text string) string {
		r, _ := runText(t, text)
		var b bytes.Buffer
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(b.String(), "\naccelerometers")
		rest, _, _ = strings.Cut(rest, "\nbodies at")
		return rest
	}
	if got := section(far); got != ": none was struck\n" {
		t.Errorf("%q", got)
	}
	near := strings.Replace(far, "position: [9, 0, 0]", "position: [2, 0, 0], accelerometers: [{name: tail}]", 1)
	near += "  - {name: c, box: {size: [1, 1, 1]}, mass: 300, position: [0, 9, 0], accelerometers: [{name: side}]}\n"
	if got := section(near); !strings.Contains(got, "CFC 60 x") || !strings.Contains(got, "\n  c     side ") || strings.Contains(got, "none was struck") {
		t.Errorf("%q", got)
	}
}
