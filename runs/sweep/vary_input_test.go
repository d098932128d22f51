package sweep

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
)

func TestVary_RefusesWhatCannotBeVaried(t *testing.T) {
	load := func(set []scenariofile.Setting) (*scenariofile.Scenario, error) {
		speed := 1.0
		for _, v := range set {
			speed, _, _ = v.Number()
		}
		return &scenariofile.Scenario{Name: "code", Steps: 3, Definition: &sim.Definition{
			Bodies: []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Velocity: mgl64.Vec3{speed}}},
		}}, nil
	}
	good := Range{Name: "v", Low: 1, High: 2}
	for name, c := range map[string]struct {
		load func([]scenariofile.Setting) (*scenariofile.Scenario, error)
		r    Range
		n    int
		want string
	}{
		"none":             {load, good, 0, "0 variations: give 1 or more"},
		"fewer than none":  {load, good, -1, "-1 variations: give 1 or more"},
		"no load":          {nil, good, 2, "there is no scenario"},
		"no scenario":      {func([]scenariofile.Setting) (*scenariofile.Scenario, error) { return nil, nil }, good, 2, "there is no scenario"},
		"descending":       {load, Range{Name: "v", Low: 2, High: 1}, 2, "range v  evenly 2 to 1: its first value is not below its second"},
		"not a number":     {load, Range{Name: "v", Low: math.NaN(), High: 1}, 2, "its values are no numbers"},
		"without end":      {load, Range{Name: "v", Low: 1, High: math.Inf(1)}, 2, "its values are no numbers"},
		"deviation":        {load, Range{Name: "v", Normal: true, Mean: 2, Deviation: -1}, 2, "its standard deviation is not above zero"},
		"nothing is wrong": {load, good, 2, ""},
	} {
		s, err := Vary(context.Background(), c.load, []Range{c.r}, c.n, 1, 1, nil)
		switch {
		case c.want == "" && (err != nil || len(s.Variations) != c.n || s.Variations[0].Failed != ""):
			t.Errorf("%s: %+v, %v", name, s, err)
		case c.want != "" && (s != nil || err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
