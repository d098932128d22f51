package scenariofile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestEngineSettings_AreThoseOfAScenario gives the settings of the scenario that has each key once, one by one.
func TestEngineSettings_AreThoseOfAScenario(t *testing.T) {
	set := []scenariofile.Setting{
		{"impacts.above", "0.25 m/s"}, {"max_impacts", "7"}, {"crowd", "32"}, {"contact_tolerance", "1e-8"}, {"substeps", "3"}, {"passes", "50"},
		{"residual", "1e-7m/s"}, {"slop", "0.2mm"}, {"push_rate", "30 Hz"}, {"max_push", "1"}, {"speculative", "1 cm"}, {"sleep_speed", "5 mm/s"},
		{"sleep_time", "250 ms"},
	}
	for _, key := range document.KeysOf["settings"] {
		if !slices.ContainsFunc(set, func(s scenariofile.Setting) bool { return strings.HasPrefix(s.Name, key) }) {
			t.Errorf("no case for %s", key)
		}
	}
	var block strings.Builder
	for _, s := range set[1:] {
		block.WriteString(s.Name + ": " + s.Value + ", ")
	}
	sc := scenariotest.MustParse(t, scenariotest.Minimal+"settings: {"+block.String()+"impacts: {above: 0.25 m/s}}\n")
	want := sc.Definition.Settings
	got, others, err := scenariofile.EngineSettings("--set", set)
	if err != nil {
		t.Fatal(err)
	}
	if d := slices.DeleteFunc(slices.Clone(set), func(s scenariofile.Setting) bool { return s.Name == "residual" }); !slices.Equal(others, d) {
		t.Errorf("not the default are %v, want %v", others, d)
	}
	got.Step, got.Gravity = want.Step, want.Gravity
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if all, _, err := scenariofile.EngineSettings("--set", []scenariofile.Setting{{"impacts", "all"}, {"sleep_time", "never"}}); err != nil || all.ImpactSpeed != -1 || all.SleepTime != -1 {
		t.Errorf("impacts=all, sleep_time=never: %+v, %v", all, err)
	}
}

func TestEngineSettings_SayWhatCannotBe(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"crowd=1", "--set: settings.crowd: 1 is neither 0, for never, nor a whole number from 2 to 1000000: write, for example, 24"},
		{"crowds=2", `--set: settings.crowds: unknown key: did you mean "crowd"?`},
		{"slop=-1 mm", "--set: settings.slop: -1 mm is not above zero"},
		{"impacts.below=1", "--set: settings.impacts.below: unknown key: the keys are above"},
		{"impacts.above=1 kg", "--set: settings.impacts.above: "},
		{"slop.x=1", "--set: settings.slop: a mapping where a length [m] is needed"},
		{"<<=1", "--set: settings.<<: "},
		{"passes=1|passes=2", "--set: passes is given twice"},
		{"impacts=all|impacts.above=2", "--set: impacts is given twice"},
	} {
		var set []scenariofile.Setting
		for _, s := range strings.Split(c.set, "|") {
			name, value, _ := strings.Cut(s, "=")
			set = append(set, scenariofile.Setting{name, value})
		}
		_, _, err := scenariofile.EngineSettings("--set", set)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.set, err, c.want)
		}
		if err != nil && c.set != "impacts.below=1" && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %v", c.set, err)
		}
	}
}
