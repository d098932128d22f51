package runs

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/sim/record"
)

// Until ends a run at an event, in addition to Scenario.UntilRest. The zero value means none.
type Until struct {
	// Impact ends the run with the step of the first impact, or with the first step that ends After [s] or more later.
	Impact bool
	After  float64
	Of     string // only impacts with this object; "" for any
	Sensor string // ends the run with the step in which something first enters this sensor
}

// ExtentOf returns how long the run of a log that was stopped is by its scenario; nothing for another one, and where the
// scenario cannot be read.
func ExtentOf(r *recorder.Reader) compare.Extent {
	if !r.Stopped() {
		return compare.Extent{}
	}
	s, err := ScenarioOf(r)
	if err != nil {
		return compare.Extent{}
	}
	return compare.Extent{Frames: s.Steps + 1, Fixed: !s.UntilRest && s.Until == (Until{})}
}

// watch waits for the event of an Until.
type watch struct {
	until   Until
	objects []record.Object
	met     bool
	time    float64 // from which the run may end
	message string
}

// frame looks at what has happened in a step.
func (w *watch) frame(f *record.Frame) {
	for i := range f.Events {
		if w.met {
			return
		}
		e := &f.Events[i]
		switch {
		case e.Kind == record.Impact && w.until.Impact && (w.until.Of == "" || w.named(e.A, w.until.Of) || w.named(e.B, w.until.Of)):
			w.met, w.time = true, e.Time+w.until.After
			w.message = fmt.Sprintf("%.6g s after the impact of %s and %s", w.until.After, w.name(e.A), w.name(e.B))
			if w.until.After == 0 {
				w.message = fmt.Sprintf("impact of %s and %s", w.name(e.A), w.name(e.B))
			}
		case e.Kind == record.SensorBegin && w.until.Sensor != "" && w.named(e.A, w.until.Sensor):
			w.met, w.time, w.message = true, e.Time, fmt.Sprintf("%s is in %s", w.name(e.B), w.name(e.A))
		}
	}
}

func (w *watch) name(object int32) string {
	if object < 0 || int(object) >= len(w.objects) {
		return ""
	}
	return w.objects[object].Name
}

func (w *watch) named(object int32, name string) bool { return w.name(object) == name }

// over reports whether the run ends after a step that ended at time t; steps have the length step.
func (w *watch) over(t, step float64) bool {
	const rounding = 1e-6 // of a step
	return w.met && t >= w.time-float64(rounding*step)
}

// readUntil reads until: rest, until: impact, or a mapping.
func (r *reader) readUntil(o *object) {
	n := o.values["until"]
	s := r.scenario
	switch {
	case n == nil:
	case n.Kind == yaml.MappingNode:
		u, ok := o.object("until", "until")
		if !ok {
			return
		}
		if !u.strange && !u.has("impact") && !u.has("after_impact") && !u.has("sensor") {
			o.fail("until", `says nothing: write rest, impact, {after_impact: "0.5 s"}, {impact: name of an object} or {sensor: its name}`)
		}
		if u.has("after_impact") {
			s.Until.Impact = true
			s.Until.After, _ = u.notNegative("after_impact", dimTime)
		}
		if of, ok := u.text("impact"); ok {
			s.Until.Impact, s.Until.Of = true, of
			if slices.Contains(r.sensorNames(), of) {
				u.fail("impact", "%q is a sensor, which nothing hits: write until: {sensor: %s}, or name another object", of, of)
			}
			r.mustName(u, "impact", of, append(r.objectNames(true), r.moverNames()...))
		}
		if sensor, ok := u.text("sensor"); ok {
			s.Until.Sensor = sensor
			r.mustBeSensor(u, sensor)
		}
	case n.Value == "rest":
		s.UntilRest = true
	case n.Value == "impact":
		s.Until.Impact = true
	default:
		o.fail("until", `%s is no stop condition: write rest, impact, {after_impact: "0.5 s"}, {impact: name of an object} or {sensor: its name}, or remove the key`, describe(n))
	}
}

// mustBeSensor reports what until names as a sensor and is none.
func (r *reader) mustBeSensor(u *object, name string) {
	sensors := r.sensorNames()
	switch {
	case slices.Contains(sensors, name):
	case r.isMover(name):
		u.fail("sensor", "%q is a mover, which is no sensor: name a body or static with sensor: true", name)
	case slices.Contains(r.objectNames(true), name):
		u.fail("sensor", "%q is no sensor: name one, or add sensor: true to it on line %d, which lets everything through", name, r.names[name].node.Line)
	default:
		r.mustName(u, "sensor", name, sensors)
	}
}
