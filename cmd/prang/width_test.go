package main

import (
	"strings"
	"testing"
)

// A letter of Chinese, Japanese or Korean takes two columns of a terminal: what stands behind a name begins in the same column
// for all of them.
func TestTables_WideNamesTakeTwoColumns(t *testing.T) {
	var b strings.Builder
	writeTable(&b, [][]string{{"body", "x", "at"}, {"赤い車", "1", "2"}, {"Lieferwagen é", "22", "3"}, {"트럭", "–", ""}})
	if want := "body           x   at\n赤い車         1   2\nLieferwagen é  22  3\n트럭           –\n"; b.String() != want {
		t.Errorf("\n%s\nwant\n%s", &b, want)
	}
	log := loggedRun(t, `
name: wide
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: 赤い車, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}
  - {name: van, box: {size: [1, 1, 1]}, mass: 1, position: [1.02, 0, 0]}
  - {name: 차, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 5]}
joints: [{name: 連結, between: [world, 차], point: [0, 0, 5]}]
`)
	lines := strings.Split(output(t, "replay", log, "--from", "end", "--fields", "x.z,joint.連結.force"), "\n")
	if len(lines) < 5 {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{
		"  time [s]  body         x.z [m]  joint.連結.force.x [N]  joint.連結.force.y [N]  joint.連結.force.z [N]",
		"  0.100000  赤い車             0",
		"  0.100000  van                0",
		"  0.100000  차                 5",
		"  0.100000  world                                      0                       0                       0",
	} {
		if lines[i] != want {
			t.Errorf("\n%s\nwant\n%s", lines[i], want)
		}
	}
	report := output(t, "replay", log, "--report")
	for _, want := range []string{"     赤い車  delta-v", "     van     delta-v", "  赤い車  0.060", "  van     1.060", "  차      0.000"} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is not in\n%s", want, report)
		}
	}
}
