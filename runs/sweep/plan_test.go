package sweep

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// TestPlan_SaysWhatIsWrong with the line, the field and the remedy.
func TestPlan_SaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"name: both\n", "", "1:1: has no name: add name: my-sweep"},
		{"repeats: 3", "repeat: 3", `7:1: repeat: unknown key: did you mean "repeats"?`},
		{"repeats: 3", "repeats: 0", "7:10: repeats: "},
		{"repeats: 3", "repeats: 200000", "7:10: repeats: "},
		{"seed: 9", "seed: -1", "8:7: seed: "},
		{"vary:\n  mu: 0.3..0.6\n", "", "repeats equal runs, for nothing is random"},
		{"mu: 0.3..0.6", "mu: 0.3..0.6:7", "6:7: vary.mu: "},
		{"mu: 0.3..0.6", "mu: 0.3", "6:7: vary.mu: "},
		{"mu: 0.3..0.6", "nu: 0.3..0.6", `6:7: vary.nu: scenario slide has no parameter "nu"`},
		{"mu: 0.3..0.6", "mu: 0.3..0.6 km/h", "6:7: vary.mu: with mu=0.45 km/h: slide.yaml:5:27: materials.m.friction: parameter mu, "},
		{"mu: 0.3..0.6", "mu: 0.3..0.6\n  'm*': 1..2", `7:9: vary.m*: parameter "mu" of scenario slide has values in vary too`},
		{"mu: 0.3..0.6", "'m*': 0.3..0.6\n  '*u': 1..2", `7:9: vary.*u: parameter "mu" of scenario slide is varied twice`},
		{"vary:\n  mu: 0.3..0.6\nrepeats: 3", "set:\n  mu: 4 kg", "6:7: set.mu: with mu=4 kg: slide.yaml:5:27: materials.m.friction: parameter mu, "},
		{"mu: 0.3..0.6", "speed: 1..2 m/s", "6:3: vary.speed: has values in grid too"},
		{"mu: 0.3..0.6", "'s*': 1..2 m/s", `parameter "speed" of scenario slide has values in grid too`},
		{"mu: 0.3..0.6", "'m-*': 1..2", "cannot name a parameter: use up to 40 letters a-z and A-Z, digits and _"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 4 m/s]", "4:18: grid.speed[1]: 4 m/s is there twice"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 6 kg]", `4:18: grid.speed: with speed=6 kg: slide.yaml:8:97: bodies[0].speed: parameter speed, "6 kg" is a mass`},
		{"vary:\n  mu: 0.3..0.6\nrepeats: 3", "  mu: [0.3, 0.4, -1]", "5:18: grid.mu: with mu=-1: slide.yaml:5:27: materials.m.friction: parameter mu, -1 is below zero"},
		{"vary:\n  mu: 0.3..0.6\nrepeats: 3", "set: {mu: $speed}", "5:11: set.mu: with mu=$speed: slide.yaml:4:34: parameters.mu: "},
		{"name: both", "name: both\nname: two", "2:1: name: is given twice, first on line 1: remove one"},
		{"seed: 9", "step: 1", "8:1: step: unknown key: the keys are name, scenarios, "},
		{"seed: 9", "duration: 1 s\ngravity: [0, 0, 0]", "8:1: duration: unknown key: "},
		{sweepPlan, "", "plan.yaml: is empty: see the output of: prang schema plan"},
		{sweepPlan, "# nothing\n", "plan.yaml: is empty: see the output of: prang schema plan"},
		{sweepPlan, "- a\n", "1:1: a list where a mapping is needed: start with name: and scenarios:"},
		{sweepPlan, sweepPlan + "---\n" + sweepPlan, "write one plan a file"},
		{"[4 m/s, 6 m/s]", "[]", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s:1000000", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "6..4 m/s:3", `4:10: grid.speed: "6..4 m/s:3" gives no values, for its first value is not below its second: write a list`},
		{"[4 m/s, 6 m/s]", "4 m/s..6 km/h:3", `4:10: grid.speed: "4 m/s..6 km/h:3" gives no values, for its values have different units: write a list`},
		{"mu: 0.3..0.6", "mu: 0.6..0.3", `6:7: vary.mu: "0.6..0.3" is no distribution, for its first value is not below its second: write 48..52 km/h`},
		{"[4 m/s, 6 m/s]", "{a: 1}", "4:10: grid.speed: "},
		{"speed: [4 m/s, 6 m/s]", "sped: [4 m/s, 6 m/s]", `did you mean "speed"?`},
		{"speed: [4 m/s, 6 m/s]", "speed: 4..6 m/s:1001\n  b: 1..2:1000", "5:6: grid.b: makes more than 1000000 runs"},
		{"repeats: 3", "repeats: 100000\nset: {a: 1}", `has no parameter "a"`},
		{"grid:\n  speed: [4 m/s, 6 m/s]", "grid: 7", "3:7: grid: "},
		{"[slide.yaml, pole.yaml]", "[]", "scenarios: "},
		{"[slide.yaml, pole.yaml]", "[slide.yaml, slide.yaml]", `2:25: scenarios[1]: another scenario is named "slide" too`},
		{"[slide.yaml, pole.yaml]", "[none.yaml]", "2:13: scenarios[0]: "},
		{"[slide.yaml, pole.yaml]", "[plan.yaml]", "2:13: scenarios[0]: "},
		{"repeats: 3", "repeats: 3\nset: {speed: 1}", "has values in"},
		{"repeats: 3", "repeats: 3\nset: {duration: 1}", `has no parameter "duration"`},
	} {
		if !strings.Contains(sweepPlan, c.old) {
			t.Fatal(c.old)
		}
		_, _, err := planOf(t, strings.Replace(sweepPlan, c.old, c.new, 1))
		var invalid *document.InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) || strings.HasPrefix(c.new, "set:") && strings.Contains(err.Error(), "grid.") {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
	if _, err := ReadPlan(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "none.yaml: cannot be read: ") {
		t.Errorf("%v", err)
	}
}

// gapScenario has two spheres that overlap where their gap is less than twice their radius; wide is a number that has to be from 0 to 1.
const gapScenario = `name: apart
duration: 0.1 s
gravity: [0, 0, 0]
parameters: {gap: 1.5 m, r: 0.5, wide: 0.5}
materials: {m: {friction: 0.3, restitution: $wide}}
bodies:
  - {name: a, sphere: {radius: $r}, mass: 1, position: [0, 0, 0], material: m}
  - {name: b, sphere: {radius: $r}, mass: 1, position: [$gap, 0, 0], material: m}
`

// TestPlan_TriesCombinations: a value that is wrong with the scenario's own values, and not with the plan's, is right;
// runs that cannot be made are left to the sweep, unless there are few, and no others.
func TestPlan_TriesCombinations(t *testing.T) {
	for _, c := range []struct{ plan, want string }{
		{"set: {r: 1, gap: 3}", ""},
		{"set: {gap: 3, r: 1}", ""},
		{"set: {r: 0.1}\nvary: {gap: 0.25..0.5 m}\nrepeats: 3", ""},
		{"grid: {r: [0.1, 0.12], gap: [0.3 m, 1.5 m]}", ""},
		{"grid: {gap: [0.1 m, 0.2 m, 0.3 m, 1.5 m]}", ""},
		{"vary: {gap: 0.1..1.5 m}\nrepeats: 9", ""},
		{"vary: {gap: 1.5 m±1%, r: 0.5±1%}\nrepeats: 3", ""},
		{"vary: {wide: -3..0.1}\nrepeats: 100", ""},
		{"grid: {gap: 0.1..0.9 m:21}", ""},
		{"grid: {gap: 0.1..0.9 m:20}", `2:13: scenarios[0]: none of its 20 runs can be made; the first, with gap=0.1 m: apart.yaml:8:56: bodies[1]: "b" overlaps "a" by 0.9 m`},
		{"set: {r: 1, gap: 1 m}", `2:13: scenarios[0]: its run cannot be made with r=1, gap=1 m: apart.yaml:8:56: bodies[1]: "b" overlaps "a" by 1 m`},
		{"set: {r: 1}\nvary: {gap: 1..1.5 m}\nrepeats: 3", "scenarios[0]: none of its 3 runs can be made; the first, with r=1, gap=1."},
		{"vary: {wide: 0.5..1 m}\nrepeats: 100", "3:14: vary.wide: with wide=0.75 m: apart.yaml:5:45: materials.m.restitution: parameter wide, "},
		{"grid: {wide: [0.5, 2], gap: [0.1 m, 3 m]}", "3:20: grid.wide: with wide=2: apart.yaml:5:45: materials.m.restitution: parameter wide, 2 is outside 0 to 1"},
	} {
		text := "name: x\nscenarios: [apart.yaml]\n" + c.plan + "\n"
		_, err := parsePlan("plan.yaml", []byte(text), func(path string) (*scenariofile.Scenario, error) {
			return scenariofile.Parse(path, []byte(gapScenario), nil)
		})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.plan, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: %v, want %s", c.plan, err, c.want)
		}
	}
}

// TestPlan_IsNoScenario: what is a plan for one command is no scenario for the other, whatever is wrong with it.
func TestPlan_IsNoScenario(t *testing.T) {
	for text, plan := range map[string]bool{
		sweepPlan:               true,
		"name: x\n" + sweepPlan: true,
		"step: 1\n" + sweepPlan: true,
		"duration: 1 s\ngravity: [0, 0, 0]\n" + sweepPlan: true,
		slideScenario:                           false,
		slideScenario + "scenarios: [a.yaml]\n": false,
	} {
		path := filepath.Join(t.TempDir(), "file.yaml")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, asPlan := ReadPlan(path)
		_, asScenario := scenariofile.Load(path)
		if scenariofile.IsScenario(path) == plan || (asPlan != nil && strings.Contains(asPlan.Error(), "is a scenario")) == plan || (asScenario != nil && strings.Contains(asScenario.Error(), "is a plan")) != plan {
			t.Errorf("%s: as a plan: %v; as a scenario: %v", text, asPlan, asScenario)
		}
	}
}

// TestPlan_OfTheScenarios: the plans that lie beside scenarios are read.
func TestPlan_OfTheScenarios(t *testing.T) {
	paths, err := filepath.Glob("../scenarios/*/*.plan.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d plans, %v", len(paths), err)
	}
	for _, path := range paths {
		if p, err := ReadPlan(path); err != nil || p.Runs() < 2 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestPlan_EvenValues: the ends are as written, and the values between have no more digits than they need.
func TestPlan_EvenValues(t *testing.T) {
	p, _, err := planOf(t, strings.Replace(sweepPlan, "[4 m/s, 6 m/s]", "0.1..0.7 m/s:7", 1))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Grid[0].Values, ","); got != "0.1 m/s,0.2 m/s,0.3 m/s,0.4 m/s,0.5 m/s,0.6 m/s,0.7 m/s" {
		t.Error(got)
	}
}

// TestPlan_HashIsOfAllThatResultsDependOn, and not of where the files are.
func TestPlan_HashIsOfAllThatResultsDependOn(t *testing.T) {
	seen := map[string]string{}
	for _, c := range [][2]string{{"", ""}, {"name: both", "name: two"}, {"0.3..0.6", "0.3..0.7"}, {"0.3..0.6", "0.3±0.6"}, {"4 m/s", "5 m/s"}, {"seed: 9", "seed: 8"}, {"repeats: 3", "repeats: 2"}, {"slide.yaml, ", ""}} {
		p, _, err := planOf(t, strings.Replace(sweepPlan, c[0], c[1], 1))
		if err != nil {
			t.Fatal(err)
		}
		before, ok := seen[p.Hash()]
		if same := c[1] == "name: two"; ok != same {
			t.Errorf("%s has the hash of %q", c[1], before)
		}
		seen[p.Hash()] = c[1]
	}
	p, dir, err := planOf(t, sweepPlan)
	if err != nil || seen[p.Hash()] != "name: two" {
		t.Errorf("another directory: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pole.yaml"), []byte(strings.Replace(poleScenario, "mass: 1,", "mass: 2,", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if q, err := ReadPlan(filepath.Join(dir, "plan.yaml")); err != nil || q.Hash() == p.Hash() {
		t.Errorf("another scenario has the same hash: %v", err)
	}
}

// FuzzPlan: any text is a plan or has problems, takes memory in proportion, and a plan makes the runs that it says.
func FuzzPlan(f *testing.F) {
	f.Add([]byte(sweepPlan))
	f.Add([]byte("name: a\nscenarios: [slide.yaml]\nset: {mu: 0.3}\ngrid: {speed: 1..2 m/s:5}\n"))
	f.Add([]byte("name: a\nscenarios: [pole.yaml]\nvary: {'*': 1±2}\nrepeats: 7\n"))
	texts := map[string]string{"slide.yaml": slideScenario, "pole.yaml": poleScenario}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parsePlan("plan.yaml", data, func(path string) (*scenariofile.Scenario, error) {
			text, ok := texts[path]
			if !ok {
				return nil, errors.New("there is none")
			}
			return scenariofile.Parse(path, []byte(text), nil)
		})
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without text")
			}
			return
		}
		n := p.Runs()
		if n < 1 || n > maxPlanRuns || p.Hash() == "" {
			t.Fatalf("%d runs", n)
		}
		for _, number := range []int{1, n} {
			v, scenario := p.Run(number)
			if v.Number != number || len(v.Set) != len(p.Set)+len(p.Grid)+len(p.Scenarios[scenario].Ranges) {
				t.Errorf("run %d: %v", number, v.Set)
			}
		}
	})
}
