package scenariofile_test

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestScenario_OneMistakeInMaterialsIsOneMessage: a material that many objects name and that is not defined is reported
// at the first of them, one that is misspelt at each, and none where the materials are a list that names it.
func TestScenario_OneMistakeInMaterialsIsOneMessage(t *testing.T) {
	three := `
  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [3, 0, 1], material: ice}
  - {name: c, box: {size: [1, 1, 1]}, mass: 1, position: [6, 0, 1], material: ice}
  - {name: d, box: {size: [1, 1, 1]}, mass: 1, position: [9, 0, 1], material: snow}
`
	text := strings.TrimSuffix(scenariotest.Minimal, "\n") + three
	for _, c := range []struct {
		materials string
		want      []string
	}{
		{"", []string{`test.yaml:9:79: bodies[1].material: there is no material "ice"`, `test.yaml:11:79: bodies[3].material: there is no material "snow"`}},
		{"materials: {icy: {friction: 0.1}, snow: {friction: 0}}\n", []string{`bodies[1].material: there is no material "ice": did you mean "icy"?`, `bodies[2].material: there is no material "ice": did you mean "icy"?`}},
		{"materials: {ice: 0.1, snow: {friction: 0}}\n", []string{`materials.ice: the number 0.1 where a mapping is needed`}},
		{"materials:\n  - {name: ice, friction: 0.1}\n  - snow\n", []string{`materials: a list where a mapping is needed`}},
	} {
		_, err := scenariotest.ParseTest(text + c.materials)
		if err == nil {
			t.Fatalf("%q is accepted", c.materials)
		}
		var heads []string
		for _, l := range strings.Split(err.Error(), "\n") {
			if strings.HasPrefix(l, "test.yaml:") {
				heads = append(heads, l)
			}
		}
		if len(heads) != len(c.want) {
			t.Fatalf("%q: %d messages, want %d:\n%v", c.materials, len(heads), len(c.want), err)
		}
		for i := range heads {
			if !strings.Contains(heads[i], c.want[i]) {
				t.Errorf("%q: %q, want %q", c.materials, heads[i], c.want[i])
			}
		}
	}
}
