package runs

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// AccelerometerDef is an accelerometer of a scenario.
type AccelerometerDef struct {
	Body, Name string
	At         geom.Vec // from the centre of mass in body axes [m]
	// Criteria are what is reported of it; none for those that the body gives: of a vehicle or what is like one
	// reconstruct.VehicleCriteria, else reconstruct.LoadCriteria.
	Criteria reconstruct.Criteria
	// Pulse is how long impulses take of which the materials give no crush time; 0 for reconstruct.Pulse [s].
	Pulse float64
}

// gaugedVehicle is the mass from which on a body that has no wheels is taken for a vehicle by its accelerometers: more than any
// dummy's, less than the lightest cars' [kg].
const gaugedVehicle = 200.0

// The shortest and the longest pulse of an accelerometer: ten samples, and what no collision takes [s].
const (
	shortestPulse = 1e-3
	longestPulse  = 1.0
)

// readAccelerometers reads the accelerometers of a body.
func (r *reader) readAccelerometers(body *object, name string) {
	seen := map[string]int{}
	each(body, "accelerometers", "accelerometer", func(o *object) {
		d := AccelerometerDef{Body: name}
		text, ok := o.text("name")
		switch {
		case !o.has("name"):
			o.missing("name", "add name: b-pillar")
		case ok && !isName(text):
			o.fail("name", "%q cannot name an accelerometer: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(text))
		case ok && seen[text] > 0:
			o.fail("name", "%q is used already on line %d: give every accelerometer of a body a name of its own", text, seen[text])
		}
		d.Name = text
		seen[text] = o.node.Line
		if at, ok := o.vector("at", dimLength); ok {
			d.At = geom.FromMGL(at)
		}
		d.Criteria = readCriteria(o)
		if pulse, ok := o.number("pulse", dimTime); ok && !(pulse >= shortestPulse && pulse <= longestPulse) {
			o.wrong("pulse", "%s is no length of a blow: write 1 ms to 1 s, of a head on a bonnet, for example, 15 ms", o.d.written(o.values["pulse"]))
		} else if ok {
			d.Pulse = pulse
		}
		r.scenario.Accelerometers = append(r.scenario.Accelerometers, d)
	})
}

// readCriteria reads the names of criteria.
func readCriteria(o *object) (c reconstruct.Criteria) {
	names := strings.Join(reconstruct.CriteriaNames(), ", ")
	nodes, ok := o.list("criteria")
	if ok && len(nodes) == 0 {
		o.fail("criteria", "an empty list: name some of %s, or remove the key for those of the kind of body", names)
	}
	for i, n := range nodes {
		n = resolve(n)
		one, known := reconstruct.CriterionOf(n.Value)
		switch path := at(join(o.path, "criteria"), i); {
		case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
			o.d.report(n, path, "%s where a criterion is needed: write one of %s", describe(n), names)
		case !known:
			o.d.report(n, path, "%q is no criterion: write one of %s", clip(n.Value), names)
		case c&one != 0:
			o.d.report(n, path, "%q is in the list already: remove one", n.Value)
		}
		c |= one
	}
	return c
}

// Measure makes the reporter evaluate the accelerometers, joints and springs of a scenario and the crush of its vehicles. Call it
// before the first frame.
func (r *Reporter) Measure(sc *Scenario) {
	if r.crash != nil {
		for _, d := range sc.Stiffness {
			r.crash.Stiffen(d.Body, d.Sides)
		}
	}
	r.joints, r.springs = newJointLoads(r.objects, r.columns, sc), newSpringLoads(r.objects, r.columns, sc)
	for _, d := range sc.Accelerometers {
		for i := range r.trails {
			t := &r.trails[i]
			if t.kind == record.Body && r.name(t.object) == d.Body {
				subject := reconstruct.Subject{Object: t.object, At: t.at, Mass: t.mass, Radius: t.radius}
				g, o := reconstruct.NewGauge(subject, d.Body, d.Name, d.At), &r.objects[t.object]
				e := reconstruct.Evaluation{Criteria: d.Criteria, Pulse: d.Pulse, Step: r.report.Step, Driven: o.Driven}
				if e.Criteria == 0 {
					e.Criteria = criteriaOf(o)
				}
				g.Evaluate(e)
				r.gauges = append(r.gauges, g)
			}
		}
	}
}

// criteriaOf returns the criteria of an accelerometer for which the scenario names none, by the body that it is on.
func criteriaOf(o *record.Object) reconstruct.Criteria {
	if o.Vehicle || o.Driven || o.Mass >= gaugedVehicle {
		return reconstruct.VehicleCriteria
	}
	return reconstruct.LoadCriteria
}

// Gauges returns the accelerometers that Measure has found bodies for, in the order of the scenario.
func (r *Reporter) Gauges() []*reconstruct.Gauge { return r.gauges }
