package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// Measured is what is known of a real crash: a quantity of a body, as its figures have it, with the standard deviation of the
// measurement.
type Measured struct {
	Body      string  `json:"body"`
	Quantity  string  `json:"quantity"` // as in Figure
	Mean      float64 `json:"measured"`
	Deviation float64 `json:"standard_deviation"`
}

// measurable are the keys of what can have been measured, in the order in which they are told.
var measurable = []struct {
	key, quantity string
	dim           units.Dimension
	example       string
}{
	{"x", "x", units.Length, "31.2±0.5 m"},
	{"y", "y", units.Length, "-3.4±0.5 m"},
	{"heading", "heading_deg", units.Angle, "84±5 deg"},
	{"delta_v", "delta_v", units.Speed, "42±3 km/h"},
	{"pdof", "pdof_deg", units.Angle, "30±10 deg"},
	{"ees", "ees", units.Speed, "35±5 km/h"},
	{"impact_speed", "impact_speed", units.Speed, "48±2 km/h"},
}

// What is measured of a crash is within these [m, m/s, deg]: squares of misfits are finite.
const (
	leastDeviation = 1e-6
	mostMeasured   = 1e9
)

// readMeasured reads what was measured of bodies.
func (r *planReader) readMeasured(o *document.Object) {
	n := o.Values["measured"]
	if n == nil {
		return
	}
	const remedy = "write measured: {car: {x: 31.2±0.5 m, heading: 84±5 deg}}"
	if n.Kind != yaml.MappingNode {
		o.Fail("measured", "%s where a mapping is needed: %s", document.Describe(n), remedy)
		return
	}
	if len(n.Content) == 0 {
		o.Fail("measured", "says nothing: %s", remedy)
	}
	r.Entries(n, "measured", func(k, v *yaml.Node) {
		path := document.Join("measured", wording.Clip(k.Value))
		body, ok := r.Object(document.Resolve(v), path, "measured")
		if !ok {
			return
		}
		if len(body.Node.Content) == 0 {
			r.Report(k, path, "says nothing: add what was measured, x: 31.2±0.5 m, y, heading, delta_v, pdof, ees or impact_speed")
		}
		for _, q := range measurable {
			value := body.Values[q.key]
			if value == nil {
				continue
			}
			m, err := measuredOf(value, q.dim)
			if err == nil && q.dim == units.Speed && m.Mean < 0 {
				err = fmt.Errorf("%q is below zero, and a magnitude", wording.Clip(document.Resolve(value).Value))
			}
			if err != nil {
				what, _, _ := strings.Cut(err.Error(), ": write, for example,") // the example here has a deviation
				body.Fail(q.key, "%s: write, for example, %s, with the standard deviation of the measurement", what, q.example)
				continue
			}
			m.Body, m.Quantity = k.Value, q.quantity
			r.plan.Measured, r.bodies = append(r.plan.Measured, m), append(r.bodies, k)
		}
	})
}

// measuredOf returns a measured quantity with its deviation, in SI, but degrees of angles.
func measuredOf(n *yaml.Node, dim units.Dimension) (m Measured, err error) {
	n = document.Resolve(n)
	if n.Kind != yaml.ScalarNode {
		return m, fmt.Errorf("%s where a quantity with its deviation is needed", document.Describe(n))
	}
	span, count, err := ParseRange("x=" + n.Value)
	if errors.Is(err, rangeFault(noDeviation)) {
		return m, fmt.Errorf("%q: %s", wording.Clip(n.Value), noDeviation)
	}
	if errors.Is(err, rangeFault(differentUnits)) && !strings.Contains(n.Value, "..") {
		return m, fmt.Errorf("%q: %s", wording.Clip(n.Value), differentUnits)
	}
	if err != nil || !span.Normal || count > 0 {
		return m, fmt.Errorf("%q has no value and deviation", wording.Clip(n.Value))
	}
	if span.Unit == "" && dim == units.Angle {
		return m, fmt.Errorf("%q has no unit", wording.Clip(n.Value))
	}
	if span.relative {
		span.Deviation, span.Unit = ofMagnitude(span.Mean, span.Deviation), ""
	}
	for _, v := range []struct {
		to   *float64
		from float64
	}{{&m.Mean, span.Mean}, {&m.Deviation, span.Deviation}} {
		text := strings.TrimSpace(strconv.FormatFloat(v.from, 'g', -1, 64) + " " + span.Unit)
		if *v.to, _, _, err = units.Parse(text, dim); err != nil {
			return m, err
		}
		if dim == units.Angle {
			*v.to *= 180 / math.Pi
		}
	}
	if m.Deviation < leastDeviation || math.Abs(m.Mean) > mostMeasured {
		return m, fmt.Errorf("%q: nothing is measured with a deviation below %g or beyond %g, in m, m/s or degrees", wording.Clip(n.Value), leastDeviation, mostMeasured)
	}
	return m, nil
}

// checkMeasured reports bodies of which something was measured that no scenario has, or that do not move freely in any, where all of
// so many scenarios have been read.
func (r *planReader) checkMeasured(scenarios int) {
	if len(r.plan.Scenarios) < scenarios {
		return
	}
	for i, m := range r.plan.Measured {
		if i > 0 && r.bodies[i] == r.bodies[i-1] || slices.Contains(r.free, m.Body) {
			continue
		}
		r.Report(r.bodies[i], document.Join("measured", wording.Clip(m.Body)), "no scenario of the plan has a body %q that moves freely: %s", wording.Clip(m.Body), wording.Choices(m.Body, r.free))
	}
}
