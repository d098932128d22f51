package runs

import (
	"slices"
	"strings"
	"testing"
)

func TestOtherNames_LeadToOurKeys(t *testing.T) {
	for _, c := range []struct{ kind, name, want string }{
		{"scenario", "dt", "step"}, {"material", "mu", "friction"}, {"body", "mu", "material"}, {"static", "friction", "material"},
		{"body", "linear_velocity", "velocity"}, {"body", "pos", "position"}, {"joint", "anchor", "point"}, {"joint", "angular_damping", "damping"}, {"joint", "dry_friction", "friction"}, {"shape", "translation", "offset"},
		{"box", "half_extents", "size"}, {"ellipsoid", "radius", "radii"}, {"mover", "radius", "radii"}, {"sphere", "size", "radius"},
		{"cone", "half_height", "height"}, {"capsule", "half_height", "length"}, {"material", "rolling_friction", "rolling_resistance"},
		{"body", "size", "box"}, {"shape", "dimensions", "box"}, {"static", "half_extents", "box"}, {"body", "radius", "sphere"}, {"body", "radii", "ellipsoid"},
		{"scenario", "vehicles", "bodies"}, {"scenario", "ground", "statics"}, {"scenario", "fps", "step"}, {"body", "wheels", "vehicle"},
		{"vehicle", "brake", "program"}, {"input", "brakes", ""}, {"vehicle", "suspension", "frequency"}, {"vehicle", "cg_height", "center_height"}, {"axle", "tread", "track"},
		{"limit", "mu", ""}, {"record", "dt", ""}, {"body", "xyzzy", ""},
		{"body", "yaw", "attitude"}, {"measured", "yaw", "heading"}, {"measured", "dv", "delta_v"}, {"measured", "position", "x"},
	} {
		if got, _ := keyAliasOf(c.kind, c.name); got.key != c.want {
			t.Errorf("%s.%s leads to %q, want %q", c.kind, c.name, got.key, c.want)
		}
	}
	for name, list := range keyAliases {
		for _, o := range list {
			used := false
			for kind, keys := range keysOf {
				got, _ := keyAliasOf(kind, name)
				used = used || !slices.Contains(keys, name) && got == o
			}
			if !used {
				t.Errorf("%s: %q counts for no kind of mapping that has not got %s itself", name, o.key, name)
			}
			if o.remedy != "" && !strings.Contains(o.remedy, o.key) {
				t.Errorf("%s: %q does not name %s", name, o.remedy, o.key)
			}
		}
	}
}

func TestOtherNames_AreReportedOnce(t *testing.T) {
	_, err := parseTest(strings.ReplaceAll(strings.ReplaceAll(minimal, "size:", "half_extents:"), "position:", "pos:"))
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
		_, err := parseTest("name: a\nduration: 1\ngravity: [0, 0, 0]\nbodies:\n  - {name: b, " + measure + ", mass: 1, position: [0, 0, 0]}\n")
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
		_, err := parseTest("name: a\nduration: 1\ngravity: [0, 0, 0]\nbodies:\n  - {name: b, " + shape + ", mass: 1, position: [0, 0, 0]}\n")
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", shape, err, want)
		}
	}
	for name, key := range refusedFor {
		kind, _, _ := strings.Cut(name, ".")
		if refusedKeys[name] == "" || !slices.Contains(keysOf[kind], key) {
			t.Errorf("%s stands for %s: it is not refused, or %s has no such key", name, key, kind)
		}
	}
}
