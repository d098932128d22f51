package runs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"mu: 0.3..0.6", "mu: 0.3..0.6 km/h", "6:7: vary.mu: slide.yaml:5:27: materials.m.friction: parameter mu, "},
		{"mu: 0.3..0.6", "mu: 0.3..0.6\n  'm*': 1..2", `7:9: vary.m*: parameter "mu" of scenario slide has values in vary too`},
		{"mu: 0.3..0.6", "'m*': 0.3..0.6\n  '*u': 1..2", `7:9: vary.*u: parameter "mu" of scenario slide is varied twice`},
		{"vary:\n  mu: 0.3..0.6\nrepeats: 3", "set:\n  mu: 4 kg", "6:7: set.mu: slide.yaml:5:27: materials.m.friction: parameter mu, "},
		{"mu: 0.3..0.6", "speed: 1..2 m/s", "6:3: vary.speed: has values in grid too"},
		{"mu: 0.3..0.6", "'s*': 1..2 m/s", `parameter "speed" of scenario slide has values in grid too`},
		{"mu: 0.3..0.6", "'m-*': 1..2", "cannot name a parameter"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 4 m/s]", "4:18: grid.speed[1]: 4 m/s is there twice"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 6 kg]", "4:18: grid.speed: "},
		{"[4 m/s, 6 m/s]", "[]", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s:1000000", "4:10: grid.speed: "},
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
		var invalid *InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) || strings.HasPrefix(c.new, "set:") && strings.Contains(err.Error(), "grid.") {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
	if _, err := ReadPlan(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "none.yaml: cannot be read: ") {
		t.Errorf("%v", err)
	}
}

// TestPlan_OfTheScenarios: the plans that lie beside scenarios are read.
func TestPlan_OfTheScenarios(t *testing.T) {
	paths, err := filepath.Glob("scenarios/*/*.plan.yaml")
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
		p, err := parsePlan("plan.yaml", data, func(path string) (*Scenario, error) {
			text, ok := texts[path]
			if !ok {
				return nil, errors.New("there is none")
			}
			return Parse(path, []byte(text), nil)
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
