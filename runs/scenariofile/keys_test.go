package scenariofile_test

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

func TestOtherNames_AreReportedOnce(t *testing.T) {
	_, err := scenariotest.ParseTest(strings.ReplaceAll(strings.ReplaceAll(scenariotest.Minimal, "size:", "half_extents:"), "position:", "pos:"))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"box.half_extents: unknown key: write size: [x, y, z], the whole lengths", `pos: unknown key: did you mean "position"?`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "has no") {
		t.Errorf("what has another name is told to be missing too:\n%v", err)
	}
}

// The measures of a shape belong below its name: one beside it is reported once, and no missing shape is reported in
// addition.
func TestOtherNames_ShapesHaveTheirMeasures(t *testing.T) {
	for measure, want := range map[string]string{
		"size: [2, 2, 2]":         "bodies[0].size: unknown key: the shape's name is the key: write box: {size: [x, y, z]}, the whole lengths",
		"half_extents: [2, 2, 2]": "bodies[0].half_extents: unknown key: the shape's name is the key: write box: {size: [x, y, z]}, the whole lengths",
		"radius: 2":               "bodies[0].radius: unknown key: the shape's name is the key: write sphere: {radius: r}, or capsule, cylinder or cone",
		"radii: [1, 2, 3]":        "bodies[0].radii: unknown key: the shape's name is the key: write ellipsoid: {radii: [x, y, z]}",
		"diameter: 2":             "bodies[0].diameter: unknown key: the shape's name is the key: write sphere: {radius: r}, half of the diameter",
	} {
		_, err := scenariotest.ParseTest("name: a\nduration: 1\ngravity: [0, 0, 0]\nbodies:\n  - {name: b, " + measure + ", mass: 1, position: [0, 0, 0]}\n")
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", measure, err, want)
		}
	}
}

// TestRefusedKeys_AreReportedOnce: a refused key that stands for a valid one is the only problem.
func TestRefusedKeys_AreReportedOnce(t *testing.T) {
	for shape, want := range map[string]string{
		"capsule: {radius: 1, height: 2}":  "bodies[0].capsule.height: write length, the distance of the centres of its caps",
		"cylinder: {radius: 1, height: 2}": "bodies[0].cylinder.height: write length",
		"cone: {radius: 1, length: 2}":     "bodies[0].cone.length: write height",
	} {
		_, err := scenariotest.ParseTest("name: a\nduration: 1\ngravity: [0, 0, 0]\nbodies:\n  - {name: b, " + shape + ", mass: 1, position: [0, 0, 0]}\n")
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", shape, err, want)
		}
	}
}
