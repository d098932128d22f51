package runs

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
)

// TestRenames_ByPlaces: what has another name is told by the states at the start, places and figures; never what both have.
func TestRenames_ByPlaces(t *testing.T) {
	const base = goldenFormat + "\nscenario a\nended complete\nhash 0 s aa\nfinal cc\nimpacts 2\nbreaks 1\n" +
		"impact 1 \"a\" \"b \\\"1\\\"\": time 0.5 closing 2 impulse 1000 delta-v 3\n" +
		"impact 2 \"a\" \"road\": time 0.7 closing 1 impulse 10 delta-v 0.1\n" +
		"break 1 \"rod\" \"a\" \"b \\\"1\\\"\": time 0.8 force 5\n" +
		"body \"a\": x 1\nbody \"b \\\"1\\\"\": x 2\nmover \"m\": x 3\n"
	const body, static = `body "a" is now "car: 1"`, `static "road" is now "street"`
	for _, c := range []struct {
		change []string // old and new texts in the golden of the run
		want   string
	}{
		{nil, ""},
		{[]string{`"a"`, `"car: 1"`}, body},
		{[]string{`"b \"1\""`, `"b"`}, `body "b \"1\"" is now "b"`},
		{[]string{`"m"`, `"walker"`}, `mover "m" is now "walker"`},
		{[]string{`"a"`, `"car: 1"`, `"road"`, `"street"`, `"rod"`, `"bar"`, "scenario a", "scenario s"}, `scenario "a" is now "s", ` + body + `, ` + static + `, joint "rod" is now "bar"`},
		{[]string{`"a"`, `"?"`, `"b \"1\""`, `"a"`, `"?"`, `"b \"1\""`}, ""},  // exchanged
		{[]string{`"b \"1\""`, `"b"`, `"a"`, `"b \"1\""`}, ""},                // one has taken the name of the other
		{[]string{`"a" "road"`, `"a" "wall"`}, ""},                            // the scenario still has the road
		{[]string{`"road"`, `"street"`, "closing 1 ", "closing 1.1 "}, ""},    // other figures
		{[]string{`"a"`, `"car: 1"`, "hash 0 s aa", "hash 0 s ab"}, body},     // begins otherwise: by the places alone
		{[]string{`"a"`, `"car: 1"`, "aa", "ab", `"road"`, `"street"`}, body}, // no static then
		{[]string{`"a"`, `"car: 1"`, "aa", "ab", "scenario a", "scenario s"}, body},
		{[]string{`"a" "road"`, `"a" "m"`}, ""},                                       // the golden has another one of this name
		{[]string{"scenario a", "scenario s", "hash 0 s aa", "hash 0 s ab"}, ""},      // nor the scenario
		{[]string{`body "a": x 1` + "\n", "", `"b \"1\""`, `"b"`}, ""},                // fewer
		{[]string{`body "a"`, `mover "walker"`}, ""},                                  // of another kind
		{[]string{`"a"`, `"car: 1"`, "aa", "ab", `mover "m"`, `body "m"`}, ""},        // another one besides
		{[]string{`"a" "road"`, `"a" "x"`, `"rod"`, `"x"`}, ""},                       // two names become one
		{[]string{"delta-v 0.1", "delta-v 0.1", `"a" "road"`, `"road" "a"`}, ""},      // the order of objects
		{[]string{`"a" "road"`, `"a" "street"`, "impacts 2", "impacts 3"}, static},    // what else differs is told
		{[]string{`"a" "road"`, `"a" "street" "road"`, `"street" "road"`, `"y"`}, ""}, // of which the scenario knows nothing
		{[]string{`"rod"`, `"coil"`}, `spring "rod" is now "coil"`},
		{[]string{`"rod" "a" "b \"1\""`, `"rod" "a"`}, ""},
		{[]string{`2 "a" "road"`, `2 "street" "road"`, `"a"`, `"car: 1"`}, ""},                                                           // one has become two
		{[]string{"scenario a", "scenario street", `"road"`, `"street"`}, `scenario "a" is now "street", static "road" is now "street"`}, // of one name
		{[]string{"scenario a", "scenario s"}, `scenario "a" is now "s"`},                                                                // not the body
	} {
		text := base
		for i := 0; i+1 < len(c.change); i += 2 {
			text = strings.ReplaceAll(text, c.change[i], c.change[i+1])
		}
		d := &sim.Definition{Joints: []sim.JointDef{{Name: "rod"}}, Statics: []sim.StaticDef{{Name: "road"}, {Name: "wall"}}}
		if strings.Contains(text, `"street"`) {
			d.Statics = []sim.StaticDef{{Name: "street"}}
		}
		if strings.Contains(text, `"a" "m"`) {
			d.Statics = nil
		}
		if strings.Contains(text, `"x"`) {
			d.Statics, d.Joints = []sim.StaticDef{{Name: "x"}}, nil
		}
		if strings.Contains(text, `"bar"`) {
			d.Joints[0].Name = "bar"
		}
		if strings.Contains(text, `"coil"`) {
			d.Springs, d.Joints = []sim.SpringDef{{Name: "coil"}}, nil
		}
		names, _ := goldenObjects([]byte(text))
		for _, n := range names {
			if kind, name, _ := strings.Cut(n, " "); kind == "body" {
				d.Bodies = append(d.Bodies, sim.BodyDef{Name: unquoted(name)})
			} else {
				d.Movers = append(d.Movers, sim.MoverDef{Name: unquoted(name)})
			}
		}
		list := renames([]byte(base), []byte(text), namesOf(d))
		if got := renamesText(list); got != c.want {
			t.Errorf("%q: %s, want %s", c.change, got, c.want)
		}
		if c.want != "" && !slices.Contains(c.change, "aa") && !slices.Contains(c.change, "hash 0 s aa") && !slices.Contains(c.change, "impacts 2") {
			if got := string(withNames([]byte(base), list)); got != text {
				t.Errorf("%q: the golden with other names is\n%s", c.change, got)
			}
		}
	}
}

// TestRenames_OfNoScenario: a golden without the name of a scenario has no other one.
func TestRenames_OfNoScenario(t *testing.T) {
	const without = goldenFormat + "\nhash 0 s aa\n"
	if list := renames([]byte(without), []byte(without+"scenario a\n"), nil); len(list) > 0 {
		t.Errorf("%s", renamesText(list))
	}
}

// TestGolden_Renamed: names alone are neither bits nor physics, and a change besides is told under the new name.
func TestGolden_Renamed(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "name: two\nduration: 1.2 s\ngravity: [0, 0, 0]\nstatics: [{name: wall, plane: {height: -2}}]\nbodies:\n" +
		"  - {name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 0], velocity: [0, 0, -5]}\n  - {name: b, sphere: {radius: 1}, mass: 1, position: [9, 0, 0]}\n"
	test := func(text string, opts TestOptions) *TestResult {
		t.Helper()
		if err := os.WriteFile("scenario.yaml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return testHere(t, opts)
	}
	if r := test(text, TestOptions{Update: true, Physics: true}); r.Passed || r.Updated || !strings.Contains(r.Problems[0], ErrNoGolden.Error()) {
		t.Errorf("without a golden: %+v", r)
	}
	if r := test(text, TestOptions{Update: true}); !r.Updated || r.Replaced != "" || r.Other {
		t.Errorf("the first golden: %+v", r)
	}
	other := strings.NewReplacer("name: a", "name: car", "wall", "ground", "name: two", "name: two of them").Replace(text)
	const names = `scenario "two" is now "two of them", body "a" is now "car", static "wall" is now "ground"`
	r := test(other, TestOptions{})
	if r.Passed || r.Bits || !r.Physics || !r.OnlyBits() || len(r.Renamed) != 3 || !strings.HasPrefix(r.Problems[0], "names differ, all else is equal: "+names+" (the golden is of this engine: scenario.yaml has changed)") {
		t.Errorf("%+v", r)
	}
	if r := test(other, TestOptions{Physics: true}); !r.Passed || r.Bits {
		t.Errorf("with Physics: %+v", r)
	}
	faster := strings.Replace(other, "position: [9, 0, 0]", "position: [9, 0, 0], velocity: [1, 0, 0]", 1)
	r = test(strings.NewReplacer("ground", "wall", "name: two of them", "name: two").Replace(faster), TestOptions{Update: true, Physics: true})
	if r.Passed || r.Updated || r.Physics || !strings.Contains(r.Problems[1], `by their places in the scenario: body "a" is now "car"`) || strings.Contains(strings.Join(r.Problems, "\n"), `"a": is in`) {
		t.Errorf("faster, and renamed: %+v", r)
	}
	if r.Measure != "position" || math.Abs(r.Times-1200) > 1 || r.Unmatched != 0 { // b moves by 1.2 m, of 1 mm
		t.Errorf("%s %g times, %d unmatched", r.Measure, r.Times, r.Unmatched)
	}
	lone := strings.Replace(strings.Split(text, "  - {name: b")[0], "[0, 0, -5]", "[0, 0, 5]", 1) // without b and the impact
	if r := test(lone, TestOptions{}); r.Unmatched != 2 || r.Physics {
		t.Errorf("%d unmatched: %+v", r.Unmatched, r)
	}
	r = test(other, TestOptions{Update: true, Physics: true})
	if !r.Passed || !r.Updated || r.Other || !strings.HasPrefix(r.Replaced, "names differ") || len(r.Renamed) != 3 {
		t.Errorf("%+v", r)
	}
	if r := test(other, TestOptions{}); !r.Bits || len(r.Renamed) > 0 {
		t.Errorf("after the update: %+v", r)
	}
	r = test(faster, TestOptions{Update: true})
	if !r.Passed || !r.Other || !strings.HasPrefix(r.Replaced, "the bits differ, and the physics: ") {
		t.Errorf("%+v", r)
	}
	if r.Measure != "position" || math.Abs(r.Times-1200) > 1 {
		t.Errorf("%s %g times", r.Measure, r.Times)
	}
	if r := test(faster, TestOptions{Update: true}); r.Updated || r.Replaced != "" || r.Other {
		t.Errorf("nothing is to be written: %+v", r)
	}
	test(lone, TestOptions{Update: true})
	if r := test(text, TestOptions{}); r.Unmatched != 2 || r.Physics { // b and the impact
		t.Errorf("%d unmatched: %+v", r.Unmatched, r)
	}
	test(text, TestOptions{Update: true})
	edit(t, "golden.txt", "impact 1", "tolerance position 0\nimpact 1")
	if r := test(strings.Replace(text, "[9, 0, 0]", "[9, 0, 1]", 1), TestOptions{}); r.Physics || r.Measure != "" || r.Times != 0 {
		t.Errorf("without any tolerance of a position: %s %g times", r.Measure, r.Times)
	}
}

// TestGolden_UpdateOfWhatCannotBeCompared: a golden of another format, and one that is cut off, are written anew, and nothing is told of
// how they differ; with Physics they stay.
func TestGolden_UpdateOfWhatCannotBeCompared(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.WithCases), 0o666); err != nil {
		t.Fatal(err)
	}
	testHere(t, TestOptions{Update: true})
	whole, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{"prang-golden 99\n" + string(whole), string(whole[:len(whole)-9])} {
		if err := os.WriteFile("golden.txt", []byte(old), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := testHere(t, TestOptions{Update: true, Physics: true}); r.Updated || !r.Invalid {
			t.Errorf("%+v", r)
		}
		if r := testHere(t, TestOptions{Update: true}); !r.Updated || !r.Passed || r.Replaced != "" || r.Other {
			t.Errorf("%+v", r)
		}
	}
}
