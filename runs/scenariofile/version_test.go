package scenariofile_test

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestParse_TakesYAML12: what says that it is of YAML 1.2 is read as what says nothing, with errors at the same place; no other version
// is, and no text that only looks like it.
func TestParse_TakesYAML12(t *testing.T) {
	const body = "---\nname: v\nduration: 1\ngravity: [0, 0, 0]\nbodies: [{name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 0]}]\n"
	for _, before := range []string{"%YAML 1.2\n", "%YAML 1.2\r\n", "# ours\n\n%YAML 1.2 # as all\n", "\ufeff%YAML 1.2\n", "%YAML 1.1\n"} {
		if s, err := scenariotest.ParseTest(before + body); err != nil || s.Name != "v" {
			t.Errorf("%q: %v", before, err)
		}
		line := strings.Count(before, "\n") + 3
		if _, err := scenariotest.ParseTest(before + strings.Replace(body, "duration", "durations", 1)); err == nil || !strings.Contains(err.Error(), ":"+string(rune('0'+line))+":1: durations: unknown key") {
			t.Errorf("%q: %v", before, err)
		}
	}
	for _, before := range []string{"%YAML 1.20\n", "%YAML 2.2\n", " %YAML 1.2\n"} {
		if _, err := scenariotest.ParseTest(before + body); err == nil {
			t.Errorf("%q: no error", before)
		}
	}
	s, err := scenariotest.ParseTest(strings.Replace(body, "name: v\n", "name: v\ndescription: |\n  of\n  %YAML 1.2\n", 1))
	if err != nil || s.Description != "of\n%YAML 1.2\n" && s.Description != "of\n%YAML 1.2" {
		t.Errorf("%q, %v", s.Description, err)
	}
}
