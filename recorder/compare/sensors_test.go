package compare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

func entering(time float64, sensor, object int32) record.Event {
	return record.Event{Time: time, Kind: record.SensorBegin, A: sensor, B: object}
}

func leaving(time float64, sensor, object int32) record.Event {
	return record.Event{Time: time, Kind: record.SensorEnd, A: sensor, B: object}
}

// TestLogs_Sensors: what enters or leaves a sensor in one log alone makes the logs different, whatever is allowed, as
// does a time beyond its tolerance.
func TestLogs_Sensors(t *testing.T) {
	h := bodyHeader(3)
	frames := flight(&h, 3, 240)
	a := []record.Event{entering(0.1, 2, 0), leaving(0.2, 2, 0), entering(0.3, 2, 1), entering(0.6, 2, 0)}
	position := Tolerances{Position: 1e-9}
	for _, x := range []struct {
		name string
		b    []record.Event
		tol  Tolerances
		want Verdict
		list string
	}{
		{"the same", a, position, Equal, ""},
		{"one missing in B", a[:3], position, Different, "0.6 – in 2 0"},
		{"the first one missing in B", a[1:], position, Different, "0.1 – in 2 0"},
		{"another one leaves", []record.Event{a[0], leaving(0.2, 2, 1), a[2], a[3]}, position, Different, "0.2 – out 2 0, – 0.2 out 2 1"},
		{"one later", []record.Event{a[0], a[1], entering(0.31, 2, 1), a[3]}, position, WithinTolerance, "0.3 0.31 in 2 1"},
		{"one later, within the tolerance", []record.Event{a[0], a[1], entering(0.31, 2, 1), a[3]}, Tolerances{Time: 0.011}, WithinTolerance, "0.3 0.31 in 2 1"},
		{"one later than the tolerance", []record.Event{a[0], a[1], entering(0.31, 2, 1), a[3]}, Tolerances{Time: 0.009}, Different, "0.3 0.31 in 2 1"},
		{"one later than the window", []record.Event{a[0], a[1], entering(0.36, 2, 1), a[3]}, position, Different, "0.3 – in 2 1, – 0.36 in 2 1"},
	} {
		for _, swapped := range []bool{false, true} {
			first, second := withImpacts(frames, a...), withImpacts(frames, x.b...)
			if swapped {
				first, second = second, first
			}
			c := compareLogs(t, h, first, h, second, x.tol)
			var list []string
			if c.Sensors != nil {
				for _, r := range c.Sensors.List {
					times := [2]*recorder.Number{r.A, r.B}
					if swapped {
						times = [2]*recorder.Number{r.B, r.A}
					}
					text := ""
					for _, at := range times {
						if at == nil {
							text += "– "
						} else {
							text += fmt.Sprintf("%v ", *at)
						}
					}
					list = append(list, text+map[bool]string{true: "in ", false: "out "}[r.In]+strings.TrimPrefix(r.Sensor, "body")+" "+strings.TrimPrefix(r.Object, "body"))
				}
			}
			if got := strings.Join(list, ", "); c.Verdict != x.want || len(list) != len(strings.Split(x.list, ", ")) && x.list != "" || !swapped && got != x.list {
				t.Errorf("%s, swapped %v: %v, %s; want %v, %s", x.name, swapped, c.Verdict, got, x.want, x.list)
			}
		}
	}
}

// TestLogs_SensorsOfOne: a sensor that only one log has is no difference; one that both have is, by time, too, and in
// whatever order the objects are.
func TestLogs_SensorsOfOne(t *testing.T) {
	h := bodyHeader(2)
	frames := flight(&h, 2, 240)
	static := func(h recorder.Header, names ...string) recorder.Header {
		h.Objects = append([]record.Object(nil), h.Objects...)
		for _, n := range names {
			h.Objects = append(h.Objects, record.Object{Name: n, Kind: record.Static, Sensor: true})
		}
		return h
	}
	ha, hb := static(h, "gate", "line"), static(h, "line")
	a := withImpacts(frames, entering(0.1, 2, 0), entering(0.3, 3, 1))
	b := withImpacts(frames, entering(0.3, 2, 1))
	if c := compareLogs(t, ha, a, hb, b, Tolerances{Position: 1e-9}); c.Verdict == Different || c.Sensors != nil {
		t.Errorf("%v, %+v", c.Verdict, c.Sensors)
	}
	if c := compareLogs(t, ha, a, hb, frames, Tolerances{Position: 1e-9}); c.Verdict != Different || c.Sensors == nil || c.Sensors.OnlyA != 1 || c.Sensors.OnlyB != 0 {
		t.Errorf("%v, %+v", c.Verdict, c.Sensors)
	}
	coarse := hb
	coarse.Step = 2 * testStep
	half := cloneFrames(frames[:120])
	for i := range half {
		half[i].Time = float64(i) * coarse.Step
		copy(half[i].Values, frames[2*i].Values)
	}
	for _, missing := range []bool{false, true} {
		fine := b
		if missing {
			fine = frames
		}
		other := cloneFrames(half)
		f := &other[int(math.Ceil(0.3/coarse.Step))]
		f.Events = append(f.Events, entering(0.3, 2, 1))
		c := compareLogs(t, coarse, other, hb, fine, Tolerances{Position: 1, Velocity: 1, Angle: 1, Momentum: 10})
		if c.ByTime == nil || (c.Verdict == Different) != missing {
			t.Errorf("by time, missing %v: %v, %+v", missing, c.Verdict, c.Sensors)
		}
	}
}
