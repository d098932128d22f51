package scenariofile

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
)

// Until ends a run at an event, in addition to Scenario.UntilRest. The zero value means none.
type Until struct {
	// Impact ends the run with the step of the first impact, or with the first step that ends After [s] or more later.
	Impact bool
	After  float64
	Of     string // only impacts with this object; "" for any
	Sensor string // ends the run with the step in which something first enters this sensor
}

// readUntil reads until: rest, until: impact, or a mapping.
func (r *reader) readUntil(o *document.Object) {
	n := o.Values["until"]
	s := r.scenario
	switch {
	case n == nil:
	case n.Kind == yaml.MappingNode:
		u, ok := o.Object("until", "until")
		if !ok {
			return
		}
		if !u.Strange && !u.Has("impact") && !u.Has("after_impact") && !u.Has("sensor") {
			o.Fail("until", `says nothing: write rest, impact, {after_impact: "0.5 s"}, {impact: name of an object} or {sensor: its name}`)
		}
		if u.Has("after_impact") {
			s.Until.Impact = true
			s.Until.After, _ = u.NotNegative("after_impact", units.Time)
		}
		if of, ok := u.Text("impact"); ok {
			s.Until.Impact, s.Until.Of = true, of
			if slices.Contains(r.sensorNames(), of) {
				u.Fail("impact", "%q is a sensor, which nothing hits: write until: {sensor: %s}, or name another object", of, of)
			}
			r.mustName(u, "impact", of, append(r.objectNames(true), r.moverNames()...))
		}
		if sensor, ok := u.Text("sensor"); ok {
			s.Until.Sensor = sensor
			r.mustBeSensor(u, sensor)
		}
	case n.Value == "rest":
		s.UntilRest = true
	case n.Value == "impact":
		s.Until.Impact = true
	default:
		o.Fail("until", `%s is no stop condition: write rest, impact, {after_impact: "0.5 s"}, {impact: name of an object} or {sensor: its name}, or remove the key`, document.Describe(n))
	}
}

// mustBeSensor reports what until names as a sensor and is none.
func (r *reader) mustBeSensor(u *document.Object, name string) {
	sensors := r.sensorNames()
	switch {
	case slices.Contains(sensors, name):
	case r.isMover(name):
		u.Fail("sensor", "%q is a mover, which is no sensor: name a body or static with sensor: true", name)
	case slices.Contains(r.objectNames(true), name):
		u.Fail("sensor", "%q is no sensor: name one, or add sensor: true to it on line %d, which lets everything through", name, r.names[name].node.Line)
	default:
		r.mustName(u, "sensor", name, sensors)
	}
}
