package reconstruct

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const (
	markGap  = 0.05 // a tyre that holds no longer than this draws on [s]
	markStep = 0.1  // between two points of a mark [m]
	markFrom = 0.1  // shorter marks are left out [m]
	aloft    = 0.3  // time from which the loss of contact of all wheels is reported [s]
)

// wheel follows a wheel's marks.
type wheel struct {
	name  string
	marks []Mark
	was   geom.Vec // where the tyre stood after the step before
	stood bool     // it did
	last  geom.Vec // where the tyre slid last
	kept  geom.Vec // last point of the mark
}

// roll adds the motion of the vehicle's wheels in the step of a frame, whose pose it has.
func (c *car) roll(mounted []record.MountedWheel, f *record.Frame) {
	seen, stands := rollWheels(c.wheels, mounted, c.Object, c.from, c.pose, f)
	c.lift(seen && !stands, f.Time, stepOf(f))
}

// stepOf returns the length of a frame's step, 0 at the start [s].
func stepOf(f *record.Frame) float64 {
	if f.Step > 0 {
		return f.Time / float64(f.Step)
	}
	return 0
}

// newWheels returns wheels without marks.
func newWheels(mounted []record.MountedWheel) (list []wheel) {
	for i := range mounted {
		list = append(list, wheel{name: mounted[i].Name})
	}
	return list
}

// rollWheels adds the motion of the wheels of an object in the step of a frame, in which the object moves from one pose to
// another. Tyres leave marks on what stands still, not on other bodies. At the start of a run, if the object's pose there
// is known, a tyre stands where it does in the first step, as seen from the object. It reports whether the frame has the
// wheels, and whether one stands.
func rollWheels(wheels []wheel, mounted []record.MountedWheel, object int32, from, pose geom.Transform, f *record.Frame) (seen, stands bool) {
	for i := range f.Wheels {
		w := &f.Wheels[i]
		if w.Body != object || int(w.Wheel) >= len(wheels) {
			continue
		}
		t, m := &wheels[w.Wheel], &mounted[w.Wheel]
		p, road := pose.Apply(m.Contact(w)), w.Ground && w.On < 0
		if f.Step == 1 && from != (geom.Transform{}) {
			t.was, t.stood = from.Apply(m.Contact(w)), road
		}
		if road && w.Slides {
			t.slide(p, f.Time, stepOf(f), struckIn(f, object))
		}
		t.was, t.stood = p, road
		seen, stands = true, stands || w.Ground
	}
	return seen, stands
}

// struckIn returns the time from the start of a frame's step to the first impact of an object in it, 0 for none [s].
func struckIn(f *record.Frame, object int32) float64 {
	for i := range f.Events {
		if e := &f.Events[i]; e.Kind == record.Impact && (e.A == object || e.B == object) {
			return min(max(e.Time-(f.Time-stepOf(f)), 0), stepOf(f))
		}
	}
	return 0
}

// SkidMarks follows the skid marks of one object.
type SkidMarks struct {
	object  int32
	mounted []record.MountedWheel
	wheels  []wheel
	pose    geom.Transform // at the frame before
}

// NewSkidMarks returns the marks of an object, by its index, which is without marks if it has no wheels.
func NewSkidMarks(objects []record.Object, object int32) *SkidMarks {
	mounted := objects[object].Wheels
	return &SkidMarks{object: object, mounted: mounted, wheels: newWheels(mounted)}
}

// Frame takes in the next frame, in which the object has a pose; frames come in order.
func (s *SkidMarks) Frame(f *record.Frame, pose geom.Transform) {
	rollWheels(s.wheels, s.mounted, s.object, s.pose, pose, f)
	s.pose = pose
}

// Marks returns the marks so far, wheel by wheel.
func (s *SkidMarks) Marks() []Mark { return marksOf(s.wheels) }

// lift notes since when no wheel of the vehicle has been on the ground, at the end of a step.
func (c *car) lift(off bool, time, step float64) {
	switch {
	case !off:
		c.off, c.told = false, false
	case !c.off:
		c.off, c.offFrom = true, max(time-step, 0)
	case !c.told && time-c.offFrom >= aloft:
		c.told = true
		c.lifts = append(c.lifts, c.offFrom)
	}
}

// slide draws a mark on to where the tyre is at the end of a step; a new one begins where it stood before, or where its
// vehicle was struck, a time after the start of the step.
func (w *wheel) slide(p geom.Vec, time, step, struck float64) {
	n := len(w.marks)
	if n == 0 || time-step > w.marks[n-1].To+markGap {
		w.end()
		n, w.last = n+1, p
		m := Mark{Wheel: w.name, From: time, To: time}
		if w.stood {
			w.last, m.From = w.was, time-step+struck
			if struck > 0 {
				w.last = w.was.AddScaled(p.Sub(w.was), struck/step)
			}
		}
		w.kept, m.Points = w.last, []Vec{vecOf(w.last)}
		w.marks = append(w.marks, m)
	}
	m := &w.marks[n-1]
	m.Length += p.Sub(w.last).Len()
	m.To, w.last = time, p
	if p.Sub(w.kept).Len() >= markStep {
		m.Points = append(m.Points, vecOf(p))
		w.kept = p
	}
}

// end gives the last mark its last point.
func (w *wheel) end() {
	if n := len(w.marks); n > 0 && w.last != w.kept {
		m := &w.marks[n-1]
		m.Points = append(m.Points, vecOf(w.last))
		w.kept = w.last
	}
}

// marksOf returns the marks of wheels, those that can be seen.
func marksOf(wheels []wheel) []Mark {
	list := []Mark{}
	for i := range wheels {
		w := &wheels[i]
		for k, m := range w.marks {
			if m.Length < markFrom {
				continue
			}
			m.Points = append([]Vec(nil), m.Points...)
			if k == len(w.marks)-1 && w.last != w.kept { // the mark may go on
				m.Points = append(m.Points, vecOf(w.last))
			}
			list = append(list, m)
		}
	}
	return list
}
