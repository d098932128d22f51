package sweep

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestPlanProblems_AreShort: of a long text only the beginning is told.
func TestPlanProblems_AreShort(t *testing.T) {
	const longest = 400
	long := strings.Repeat("x", 5000)
	for _, text := range []string{
		"name: LONG\nscenarios: [slide.yaml]", "name: a\nscenarios: [slide.yaml]\nset: {speed: LONG}", "name: a\nscenarios: [slide.yaml]\ngrid: {speed: [LONG]}",
	} {
		_, dir, err := planOf(t, strings.ReplaceAll(text, "LONG", long))
		scenariotest.CheckLines(t, text, err, longest+len(dir))
	}
}
