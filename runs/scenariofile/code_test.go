package scenariofile_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// TestRun_RefusesAScenarioMadeInCode that says something which no run could heed.
func TestRun_RefusesAScenarioMadeInCode(t *testing.T) {
	one := mgl64.Vec3{1, 1, 1}
	for name, c := range map[string]struct {
		change func(s *scenariofile.Scenario)
		want   string
	}{
		"right":                     {func(*scenariofile.Scenario) {}, ""},
		"no steps":                  {func(s *scenariofile.Scenario) { s.Steps = 0 }, "scenario code: steps: 0: give 1 or more"},
		"fewer than no steps":       {func(s *scenariofile.Scenario) { s.Steps = -3 }, "scenario code: steps: -3"},
		"impact of nobody":          {func(s *scenariofile.Scenario) { s.Until = scenariofile.Until{Impact: true, Of: "c"} }, `until: impact of "c": there is no such object`},
		"impact of an object":       {func(s *scenariofile.Scenario) { s.Until = scenariofile.Until{Impact: true, Of: "gate"} }, ""},
		"no sensor":                 {func(s *scenariofile.Scenario) { s.Until.Sensor = "a" }, `until: "a": there is no such sensor`},
		"sensor":                    {func(s *scenariofile.Scenario) { s.Until.Sensor = "gate" }, ""},
		"after no time":             {func(s *scenariofile.Scenario) { s.Until = scenariofile.Until{Impact: true, After: math.NaN()} }, "until: after NaN s"},
		"after less than no time":   {func(s *scenariofile.Scenario) { s.Until = scenariofile.Until{Impact: true, After: -1} }, "until: after -1 s"},
		"accelerometer of nobody":   {func(s *scenariofile.Scenario) { s.Accelerometers = []scenariofile.AccelerometerDef{{Body: "c"}} }, `accelerometers[0]: body "c"`},
		"accelerometer of a static": {func(s *scenariofile.Scenario) { s.Accelerometers = []scenariofile.AccelerometerDef{{Body: "gate"}} }, `accelerometers[0]: body "gate"`},
		"accelerometer nowhere": {func(s *scenariofile.Scenario) {
			s.Accelerometers = []scenariofile.AccelerometerDef{{Body: "a", At: geom.Vec{X: math.Inf(1)}}}
		}, "accelerometers[0]: at"},
		"accelerometer of no pulse": {func(s *scenariofile.Scenario) {
			s.Accelerometers = []scenariofile.AccelerometerDef{{Body: "a", Pulse: math.NaN()}}
		}, "accelerometers[0]: pulse"},
		"accelerometer": {func(s *scenariofile.Scenario) { s.Accelerometers = []scenariofile.AccelerometerDef{{Body: "a"}} }, ""},
		"stiffness of no vehicle": {func(s *scenariofile.Scenario) {
			s.Stiffness = []scenariofile.StiffnessDef{{Body: "a", Sides: reconstruct.Sides{}}}
		}, `stiffness[0]: vehicle "a"`},
	} {
		s := &scenariofile.Scenario{Name: "code", Steps: 3, Definition: &sim.Definition{
			Bodies:  []sim.BodyDef{{Name: "a", Half: one, Mass: 1}},
			Statics: []sim.StaticDef{{Name: "gate", Half: one, Position: mgl64.Vec3{9}, Sensor: true}},
		}}
		c.change(s)
		_, err := runs.Run(t.Context(), s, runs.Options{NoLog: true})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestRun_RefusesTheWorldOfAnotherDefinition, as far as it has other objects.
func TestRun_RefusesTheWorldOfAnotherDefinition(t *testing.T) {
	s := &scenariofile.Scenario{Name: "code", Steps: 3, Definition: &sim.Definition{Bodies: []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{1, 1, 1}, Mass: 1}}}}
	w, err := runs.NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runs.Run(t.Context(), s, runs.Options{NoLog: true, World: &sim.World{}}); err == nil || !strings.Contains(err.Error(), "its world has 0 objects, its definition 1") {
		t.Errorf("%v", err)
	}
	if _, err := runs.Run(t.Context(), s, runs.Options{NoLog: true, World: w}); err != nil {
		t.Error(err)
	}
}
