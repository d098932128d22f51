package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestLogs_NamesWhatHeadersDifferIn: fields of the settings and of objects, with their values.
func TestLogs_NamesWhatHeadersDifferIn(t *testing.T) {
	h := bodyHeader(3)
	frames := contact(&h, 3, 20)
	other := h
	h.Settings = []byte(`{"passes": 1000, "impacts": {"above": 0.5, "max": 9}, "slop": 1e-4}`)
	for _, c := range []struct{ settings, want string }{
		{`{"passes": 500, "impacts": {"above": 1, "max": 9}, "slop": 1e-4}`, "settings: impacts.above 0.5 and 1, passes 1000 and 500"},
		{`{"passes": 1000, "impacts": {"above": 0.5, "max": 9}, "step": [1, 2]}`, "settings: slop 1e-4 and none, step none and [1,2]"},
		{`{"passes": 1000, "impacts": 7, "slop": 1e-4}`, `settings: impacts {"above":0.5,"max":9} and 7`},
		{`{"a": 1, "b": 2, "c": 3, "impacts": 4, "passes": "` + strings.Repeat("x", 50) + `"}`, `settings: a none and 1, b none and 2, c none and 3, impacts {"above":0.5,"max":9} and 4, 2 more`},
		{`[1]`, "settings"},
		{`null`, "settings"},
	} {
		other.Settings = []byte(c.settings)
		if got := compareLogs(t, h, frames, other, frames, Tolerances{}).Headers; !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", c.settings, got, c.want)
		}
	}
	other.Settings, other.Case = h.Settings, "fast"
	if got := compareLogs(t, h, frames, other, frames, Tolerances{}).Headers; !slices.Equal(got, []string{`case: none and "fast"`}) {
		t.Errorf("%q", got)
	}
	other.Case = ""
	other.Objects = slices.Clone(h.Objects)
	o := &other.Objects[1]
	o.Mass, o.Color, o.Offset = o.Mass+1, "#ff\u009b", geom.Vec{X: 1}
	got := compareLogs(t, h, frames, other, frames, Tolerances{}).Headers
	if len(got) != 1 || !strings.HasPrefix(got[0], `object "`+o.Name+`": color none and "\"#ff\u009b\"", mass `) || !strings.Contains(got[0], "offset") {
		t.Errorf("%q", got)
	}
}
