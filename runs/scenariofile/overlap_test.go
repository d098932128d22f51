package scenariofile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

func TestParse_TouchingBodiesAreNoOverlap(t *testing.T) {
	for _, x := range []string{"1", "0.9999995"} {
		scenariotest.MustParse(t, scenariotest.Minimal+"  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: ["+x+", 0, 1]}\n")
	}
	if _, err := scenariotest.ParseTest(scenariotest.Minimal + "  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [0.99999, 0, 1]}\n"); err == nil {
		t.Error("an overlap of 1e-5 m passed")
	}
}

// TestParse_WhatIsMovedAsToldIsOut: bodies and movers that overlap a ball or a mesh in all directions are valid once they are
// moved by what the error says.
func TestParse_WhatIsMovedAsToldIsOut(t *testing.T) {
	const head = "name: m\nduration: 1 s\ngravity: [0, 0, -9.81]\n"
	text := func(what string, x, y, z float64) string {
		ball := "bodies:\n  - {name: a, sphere: {radius: 0.5}, mass: 1, position: [0, 0, 1]}\n"
		at := fmt.Sprintf("position: [%.12g, %.12g, %.12g]}\n", x, y, 1+z)
		switch what {
		case "ball":
			return head + ball + "  - {name: b, sphere: {radius: 0.5}, mass: 1, " + at
		case "box":
			return head + ball + "  - {name: b, box: {size: [0.3, 0.4, 0.5]}, attitude: {yaw: 20 deg, roll: 50 deg}, mass: 1, " + at
		case "walker":
			return head + ball + "movers:\n  - {name: b, radii: [0.3, 0.3, 0.9], " + at
		}
		return head + "statics: [{name: hill, heightfield: {spacing: [9, 9], heights: [[0, 2], [1, 3]], origin: [-4, -4, -1]}}]\nbodies:\n  - {name: b, sphere: {radius: 0.5}, mass: 1, " + at
	}
	told := 0
	for _, what := range []string{"ball", "box", "walker", "on a hill"} {
		for k := range 60 {
			s, c := math.Sincos(float64(k))
			x, y, z := 0.0123*float64(1+k%30)*c, 0.0123*float64(1+k%30)*s, 0.005*float64(k-30)
			_, err := scenariotest.ParseTest(text(what, x, y, z))
			if err == nil {
				continue
			}
			told++
			_, move, _ := strings.Cut(err.Error(), "move it by (")
			var dx, dy, dz float64
			if _, e := fmt.Sscanf(move, "%g, %g, %g)", &dx, &dy, &dz); e != nil {
				t.Fatalf("%v in %v", e, err)
			}
			if _, after := scenariotest.ParseTest(text(what, x+dx, y+dy, z+dz)); after != nil {
				t.Errorf("%v\nand once it is moved so %v", err, after)
			}
		}
	}
	if told < 120 {
		t.Errorf("only %d overlap", told)
	}
}

// What stands on a mesh is not cut by it, nor is what is in it by less than is pushed out, or passes through it.
func TestParse_StandingOnAMeshIsNoOverlap(t *testing.T) {
	floor := "statics:\n  - {name: floor, mesh: square.obj}\n"
	for _, c := range []struct{ z, more string }{
		{"0.5", ""},
		{"0.49991", ""},
		{"-0.5", ""},
		{"-0.7", ""},
		{"0.3", "ignore: [{between: [a, floor]}]\n"},
	} {
		scenariotest.MustParse(t, strings.Replace(scenariotest.Minimal, "[0, 0, 1]", "[0, 0, "+c.z+"]", 1)+floor+c.more)
	}
	scenariotest.MustParse(t, strings.Replace(scenariotest.Minimal, "mass: 1\n    position: [0, 0, 1]", "sensor: true\n    drive: [{time: 0}]\n    position: [0, 0, 0.3]", 1)+floor)
	if _, err := scenariotest.ParseTest(strings.Replace(scenariotest.Minimal, "[0, 0, 1]", "[0, 0, 0.49989]", 1) + floor); err == nil {
		t.Error("a cut of 0.11 mm passed")
	}
}

// A falling mover with its centre in the ground would fall through it. One that is less deep in it would jump out, and so
// does one that does not fall. Rounding is forgiven.
func TestParse_MoverBelowTheGround(t *testing.T) {
	text := func(z, ground, more string) string {
		return "name: m\nduration: 1 s\ngravity: [0, 0, -9.81]\nmovers:\n  - {name: w, radii: [0.3, 0.3, 0.9], position: [1, 0, " + z + "]" + more + "}\nstatics:\n  - {name: floor, " + ground + "}\n"
	}
	for _, ground := range []string{"mesh: square.obj", "plane: {}"} {
		_, err := scenariotest.ParseTest(text("-0.1", ground, ", falls: true"))
		want := `test.yaml:5:49: movers[0]: the centre of "w" is 0.1 m below the surface of "floor", through which it would fall: raise it by 1 m or more`
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ground, err, want)
		}
		says := map[string]string{"mesh: square.obj": `is cut by the surface of "floor"`, "plane: {}": `overlaps "floor" by %s m`}[ground]
		for _, c := range [][3]string{{"0", ", falls: true", "0.9"}, {"0.898", ", falls: true", "0.002"}, {"0.5", "", "0.4"}} {
			want := `test.yaml:5:49: movers[0]: "w" ` + strings.ReplaceAll(says, "%s", c[2]) + " at the start, and would jump out of it: move it by (0, 0, " + c[2] + ") m or more"
			if _, err := scenariotest.ParseTest(text(c[0], ground, c[1])); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s, at %s: %v, want %s", ground, c[0], err, want)
			}
		}
		for _, c := range [][2]string{{"0.9", ", falls: true"}, {"0.8991", ", falls: true"}, {"0.9", ""}} {
			scenariotest.MustParse(t, text(c[0], ground, c[1]))
		}
	}
	for ground, want := range map[string]string{
		"mesh: square.obj": "is cut by the surface of \"floor\" at the start, and would jump out of it: move it by (0, 0, 1) m or more, or to its back by (0, 0, -0.8) m; position is",
		"plane: {}":        "overlaps \"floor\" by 1 m at the start",
	} {
		if _, err := scenariotest.ParseTest(text("-0.1", ground, "")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ground, err, want)
		}
	}
	scenariotest.MustParse(t, text("-0.1", "plane: {}, sensor: true", ""))
	scenariotest.MustParse(t, text("-1", "mesh: square.obj", ", falls: true"))
}

// A mover that starts in a body or a static is refused with the way out; sensors let it through.
func TestParse_MoverInSolids(t *testing.T) {
	text := func(x, more string) string {
		return scenariotest.Minimal + "movers:\n  - {name: m, radii: [0.3, 0.3, 0.9], position: [" + x + ", 0, 1], mass: 80 kg}\n" + more
	}
	wall := "statics:\n  - {name: wall, box: {size: [1, 9, 9]}, position: [3, 0, 0]"
	for _, c := range []struct{ x, more, want string }{
		{"-0.7", "", `test.yaml:10:49: movers[0]: "m" overlaps "a" by 0.1 m at the start: move it by (-0.1, 0, 0) m or more`},
		{"0.7", "", `test.yaml:10:49: movers[0]: "m" overlaps "a" by 0.1 m at the start: move it by (0.1, 0, 0) m or more`},
		{"2.6", wall + "}\n", `test.yaml:10:49: movers[0]: the centre of "m" is in "wall", which it could not leave: move it by (-0.4, 0, 0) m or more`},
		{"3.4", wall + "}\n", `test.yaml:10:49: movers[0]: the centre of "m" is in "wall", which it could not leave: move it by (0.4, 0, 0) m or more`},
		{"2.45", wall + "}\n", `test.yaml:10:49: movers[0]: "m" overlaps "wall" by 0.25 m at the start, and would jump out of it: move it by (-0.25, 0, 0) m or more`},
	} {
		_, err := scenariotest.ParseTest(text(c.x, c.more))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("at %s: %v, want %s", c.x, err, c.want)
		}
	}
	for _, c := range [][2]string{{"0.8", ""}, {"-0.7999995", ""}, {"2.2009", wall + "}\n"}, {"2.6", wall + ", sensor: true}\n"}} {
		scenariotest.MustParse(t, text(c[0], c[1]))
	}
	ghost := strings.Replace(scenariotest.Minimal, "mass: 1\n", "sensor: true\n    drive: [{time: 0}]\n", 1)
	scenariotest.MustParse(t, strings.Replace(text("0.5", ""), scenariotest.Minimal, ghost, 1))
}
