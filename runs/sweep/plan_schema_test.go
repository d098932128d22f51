package sweep

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestPlanSchema_AcceptsWhatReadPlanAccepts, and refuses what is wrong by its form.
func TestPlanSchema_AcceptsWhatReadPlanAccepts(t *testing.T) {
	schema, _ := scenariotest.Compile(t, PlanSchema)
	for _, c := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true}, {"[4 m/s, 6 m/s]", "4..6 m/s:5", true}, {"[4 m/s, 6 m/s]", "[4, 6]", true}, {"mu: 0.3..0.6", "'m*': 0.3±0.01", true},
		{"repeats: 3", "set: {a: 1}", true},
		{"name: both\n", "", false}, {"repeats: 3", "repeat: 3", false}, {"repeats: 3", "repeats: 0", false}, {"seed: 9", "seed: -1", false},
		{"[4 m/s, 6 m/s]", "[]", false}, {"[4 m/s, 6 m/s]", "4..6 m/s", false}, {"mu: 0.3..0.6", "mu: 0.3", false},
		{"[4 m/s, 6 m/s]", "[4 m/s, 4 m/s]", false}, {"[slide.yaml, pole.yaml]", "[]", false}, {"mu: 0.3", "'m-u': 0.3", false},
	} {
		if err := schema.Validate(scenariotest.Instance(t, []byte(strings.Replace(sweepPlan, c.old, c.new, 1)))); (err == nil) != c.valid {
			t.Errorf("%q: %v", c.new, err)
		}
	}
}
