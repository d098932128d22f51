package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// TestLogs_Breaks: what breaks in one log alone makes the logs different, whatever is allowed, as does a time beyond its tolerance.
// It is matched by its name and objects, in either order, and whenever it breaks.
func TestLogs_Breaks(t *testing.T) {
	h := bodyHeader(3)
	frames := flight(&h, 3, 240)
	broke := func(time float64, name string, a, b int32) record.Event {
		return record.Event{Time: time, Kind: record.Broke, A: a, B: b, Detail: name}
	}
	a := []record.Event{broke(0.1, "hook", 0, 1), broke(0.6, "rope", 2, -1)}
	position := Tolerances{Position: 1e-9}
	for _, x := range []struct {
		name string
		b    []record.Event
		tol  Tolerances
		want Verdict
		list string
	}{
		{"the same", a, position, Equal, ""},
		{"the other way round", []record.Event{broke(0.1, "hook", 1, 0), a[1]}, position, WithinTolerance, ""},
		{"one holds in B", a[:1], position, Different, "rope body2 0.6 –"},
		{"none breaks in B", nil, position, Different, "hook body0 body1 0.1 –, rope body2 0.6 –"},
		{"another one of the two", []record.Event{broke(0.1, "eye", 0, 1), a[1]}, position, Different, "hook body0 body1 0.1 –, eye body0 body1 – 0.1"},
		{"later", []record.Event{a[0], broke(0.7, "rope", 2, -1)}, position, WithinTolerance, "rope body2 0.6 0.7"},
		{"within the tolerance", []record.Event{a[0], broke(0.7, "rope", 2, -1)}, Tolerances{Time: 0.11}, WithinTolerance, "rope body2 0.6 0.7"},
		{"beyond the tolerance", []record.Event{a[0], broke(0.7, "rope", 2, -1)}, Tolerances{Time: 0.09}, Different, "rope body2 0.6 0.7"},
	} {
		for _, swapped := range []bool{false, true} {
			first, second := withImpacts(frames, a...), withImpacts(frames, x.b...)
			if swapped {
				first, second = second, first
			}
			c := compareLogs(t, h, first, h, second, x.tol)
			var list []string
			if c.Breaks != nil {
				for _, r := range c.Breaks.List {
					text := strings.TrimSpace(r.Name + " " + r.Objects[0] + " " + r.Objects[1])
					if r.Objects[0] == "" {
						text = r.Name + " " + r.Objects[1]
					}
					times := [2]*recorder.Number{r.A, r.B}
					if swapped {
						times = [2]*recorder.Number{r.B, r.A}
					}
					for _, at := range times {
						if at == nil {
							text += " –"
						} else {
							text += fmt.Sprintf(" %v", *at)
						}
					}
					list = append(list, text)
				}
			}
			got := strings.Join(list, ", ")
			if c.Verdict != x.want || !swapped && got != x.list || len(got) != len(x.list) {
				t.Errorf("%s, swapped %v: %v, %s; want %v, %s", x.name, swapped, c.Verdict, got, x.want, x.list)
			}
		}
	}
}
