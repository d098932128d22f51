package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// SensorComparison is the difference of what enters and leaves the sensors of two logs. Sensors and objects that only one
// of them has are left out.
type SensorComparison struct {
	OnlyA  int             `json:"only_a"` // missing in b, where b can be read
	OnlyB  int             `json:"only_b"` // extra in b
	Time   recorder.Number `json:"time"`   // largest difference of matched ones [s]
	Within bool            `json:"within"` // all have a counterpart, and the tolerance of time, if given, is not exceeded
	List   []SensorResult  `json:"list"`   // of those that differ, the first 500 in the order of time
	// Incomplete is set when a log has more than are compared.
	Incomplete bool `json:"incomplete,omitempty"`
}

// SensorResult is what enters or leaves a sensor at different times, or in one log alone.
type SensorResult struct {
	Sensor string           `json:"sensor"`
	Object string           `json:"object"`
	In     bool             `json:"in"`          // it enters; else it leaves
	A      *recorder.Number `json:"a,omitempty"` // time [s]; nil where it is missing
	B      *recorder.Number `json:"b,omitempty"`
}

// comparedSensors are the events of a sensor in terms of the objects of a, in the order of time.
type comparedSensors struct {
	passages map[passage][]float64
	order    []passage
	n        int
}

// passage is what happens at a sensor.
type passage struct {
	sensor, object int32
	kind           record.EventKind
}

// addSensor records an event of a sensor, if both logs have its objects.
func (c *comparer) addSensor(which int, e *record.Event) {
	k := passage{e.A, e.B, e.Kind}
	alone := c.onlyInA
	if which == 1 {
		alone = c.onlyInB
		k.sensor, k.object = c.objectInA(e.A), c.objectInA(e.B)
	}
	if alone(e.A) || alone(e.B) {
		return
	}
	s := &c.sensors[which]
	if s.n == maxComparedImpacts {
		c.incomplete = true
		return
	}
	if s.passages == nil {
		s.passages = map[passage][]float64{}
	}
	if _, ok := s.passages[k]; !ok {
		s.order = append(s.order, k)
	}
	s.passages[k] = append(s.passages[k], e.Time)
	s.n++
}

// compareSensors matches what enters and leaves sensors, sensor by sensor and object by object in the order of time,
// within the window of impacts. Those of equal chunks match.
func (c *comparer) compareSensors() {
	if c.sensors[0].n+c.sensors[1].n == 0 {
		return
	}
	r := &SensorComparison{Incomplete: c.incomplete, List: []SensorResult{}}
	for _, k := range slices.Concat(c.sensors[0].order, c.sensors[1].order) {
		a, b := c.sensors[0].passages[k], c.sensors[1].passages[k]
		delete(c.sensors[0].passages, k) // it may be in both orders
		delete(c.sensors[1].passages, k)
		unlike := func(i, j int) float64 { return UnlikeImpacts(b[j]-a[i], c.window, 0, 0) }
		Align(len(a), len(b), unlike, func(i, j int) {
			e := SensorResult{Sensor: c.objectName(k.sensor), Object: c.objectName(k.object), In: k.kind == record.SensorBegin}
			if i >= 0 {
				e.A = new(recorder.Number(a[i]))
			}
			if j >= 0 {
				e.B = new(recorder.Number(b[j]))
			}
			switch {
			case j < 0 && c.mayBeLost(1, a[i]), i < 0 && c.mayBeLost(0, b[j]):
				return
			case j < 0:
				r.OnlyA++
			case i < 0:
				r.OnlyB++
			case *e.A == *e.B:
				return
			default:
				r.Time = recorder.Number(math.Max(float64(r.Time), math.Abs(b[j]-a[i])))
			}
			r.List = append(r.List, e)
		})
	}
	r.Within = r.OnlyA == 0 && r.OnlyB == 0 && !beyond(r.Time, c.tolerances.Time)
	if len(r.List) == 0 {
		return
	}
	slices.SortStableFunc(r.List, func(x, y SensorResult) int { return cmp.Compare(*x.time(), *y.time()) })
	if len(r.List) > maxListedImpacts {
		r.List = slices.Clip(r.List[:maxListedImpacts])
	}
	c.result.Sensors = r
}

func (r *SensorResult) time() *recorder.Number {
	if r.A != nil {
		return r.A
	}
	return r.B
}
