package sim_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// TestNew_RefusesColors that are not six digits, of all that has one, and says which.
func TestNew_RefusesColors(t *testing.T) {
	world := func(body, mover, static string) *sim.Definition {
		one := mgl64.Vec3{1, 1, 1}
		return &sim.Definition{
			Bodies:  []sim.BodyDef{{Name: "a", Half: one, Mass: 1, Color: body}},
			Movers:  []sim.MoverDef{{Name: "m", Radii: one, Position: mgl64.Vec3{9}, Color: mover}},
			Statics: []sim.StaticDef{{Name: "s", Half: one, Position: mgl64.Vec3{-9}, Color: static}},
		}
	}
	w := mustWorld(t, world("#c0392b", "", "#ABCDEF"))
	if o := w.Objects(); o[0].Color != "#c0392b" || o[1].Color != "" || o[2].Color != "#ABCDEF" {
		t.Errorf("%q, %q, %q", o[0].Color, o[1].Color, o[2].Color)
	}
	for _, bad := range []string{"red", "#12", "#c0392g", "#c0392b\n", `red"><script>alert(1)</script>`} {
		for of, d := range map[string]*sim.Definition{`body "a"`: world(bad, "", ""), `mover "m"`: world("", bad, ""), `static "s"`: world("", "", bad)} {
			if _, err := sim.New(d); err == nil || !strings.HasPrefix(err.Error(), of+": color: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v, want an error of %s", bad, err, of)
			}
		}
	}
}
