package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/wording"
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
		{"body", "yaw", "attitude"}, {"measured", "yaw", "heading"}, {"measured", "dv", "delta_v"}, {"measured", "position", "x"}, {"measured", "speed", "impact_speed"}, {"body", "speed", ""},
	} {
		if got, _ := keyAliasOf(c.kind, c.name); got.key != c.want {
			t.Errorf("%s.%s leads to %q, want %q", c.kind, c.name, got.key, c.want)
		}
	}
	for name, list := range keyAliases {
		for _, o := range list {
			used := false
			for kind, keys := range KeysOf {
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

func TestRefusedKeys_StandForOthers(t *testing.T) {
	for name, key := range refusedFor {
		kind, _, _ := strings.Cut(name, ".")
		if refusedKeys[name] == "" || !slices.Contains(KeysOf[kind], key) {
			t.Errorf("%s stands for %s: it is not refused, or %s has no such key", name, key, kind)
		}
	}
}

func TestNearest_FindsTheTypo(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"postion", "position"}, {"masss", "mass"}, {"velcoity", "velocity"}, {"colour", "color"}, {"xyzzy", ""}, {"frictoin", "friction"}, {"y", ""},
	} {
		keys := append([]string{"friction", "x"}, KeysOf["body"]...)
		if got := wording.Nearest(c.word, keys); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}
