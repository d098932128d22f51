package compare

import (
	"math"
	"strconv"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

var eventFields = [record.EventValues]string{
	"n.x", "n.y", "n.z", "closing", "impulse.x", "impulse.y", "impulse.z",
	"before.a.v.x", "before.a.v.y", "before.a.v.z", "before.a.w.x", "before.a.w.y", "before.a.w.z",
	"before.b.v.x", "before.b.v.y", "before.b.v.z", "before.b.w.x", "before.b.w.y", "before.b.w.z",
	"after.a.v.x", "after.a.v.y", "after.a.v.z", "after.a.w.x", "after.a.w.y", "after.a.w.z",
	"after.b.v.x", "after.b.v.y", "after.b.v.z", "after.b.w.x", "after.b.w.y", "after.b.w.z",
	"energy lost",
}

// events compares the events of the current frames, but for those of objects that one log lacks.
func (c *comparer) events(step int64) {
	a, b := c.fa.Events, c.fb.Events
	for i, k := 0, 0; ; i, k = i+1, k+1 {
		for i < len(a) && (c.onlyInA(a[i].A) || c.onlyInA(a[i].B)) {
			i++
		}
		for k < len(b) && (c.onlyInB(b[k].A) || c.onlyInB(b[k].B)) {
			k++
		}
		d := EventDifference{Step: step}
		switch {
		case i >= len(a) && k >= len(b):
			return
		case i >= len(a):
			d.Field, d.B, d.Event, d.Index = "missing in A", cloneEvent(&b[k]), eventName(c.hb, &b[k]), k
		case k >= len(b):
			d.Field, d.A, d.Event, d.Index = "missing in B", cloneEvent(&a[i]), eventName(c.ha, &a[i]), i
		default:
			d.Field = c.eventField(&a[i], &b[k])
			if d.Field == "" {
				continue
			}
			d.A, d.B, d.Event, d.Index = cloneEvent(&a[i]), cloneEvent(&b[k]), eventName(c.ha, &a[i]), i
			if d.Field == "kind" || d.Field == "a" || d.Field == "b" {
				d.InB = eventName(c.hb, &b[k])
			}
		}
		c.result.FirstEvent = &d
		return
	}
}

// onlyInA reports whether object i of a is one that b lacks.
func (c *comparer) onlyInA(i int32) bool { return c.objectInB(i) == math.MinInt32 }

// onlyInB reports whether object i of b is one that a lacks.
func (c *comparer) onlyInB(i int32) bool {
	return i >= 0 && int(i) < len(c.hb.Objects) && c.objectInA(i) < 0
}

// eventName names an event by its kind and objects.
func eventName(h *recorder.Header, e *record.Event) string {
	name := e.Kind.String()
	join := " "
	for _, i := range [...]int32{e.A, e.B} {
		if i >= 0 && int(i) < len(h.Objects) {
			name += join + h.Objects[i].Name
			join = " – "
		}
	}
	return name
}

func cloneEvent(e *record.Event) *record.Event {
	c := *e
	c.Points = append([]record.Point(nil), e.Points...)
	return &c
}

// eventField names the first field in which two events differ, "" where they are the same bit for bit.
func (c *comparer) eventField(a, b *record.Event) string {
	switch {
	case a.Kind != b.Kind:
		return "kind"
	case c.objectInB(a.A) != b.A:
		return "a"
	case c.objectInB(a.B) != b.B:
		return "b"
	case math.Float64bits(a.Time) != math.Float64bits(b.Time):
		return "time"
	}
	var x, y [record.EventValues]uint64
	a.Bits(&x)
	b.Bits(&y)
	for k := range x {
		if x[k] != y[k] {
			return eventFields[k]
		}
	}
	if len(a.Points) != len(b.Points) {
		return "points"
	}
	for i := range a.Points {
		if a.Points[i].Bits() != b.Points[i].Bits() || a.Points[i].Feature != b.Points[i].Feature {
			return "points[" + strconv.Itoa(i) + "]"
		}
	}
	if c.detail(a) != b.Detail {
		return "detail"
	}
	return ""
}

// objectInB returns the index in b of object i of a. What is no object stays as it is; one that b lacks becomes the
// least integer.
func (c *comparer) objectInB(i int32) int32 {
	if i < 0 || int(i) >= len(c.objects) {
		return i
	}
	if c.objects[i] < 0 {
		return math.MinInt32
	}
	return c.objects[i]
}
