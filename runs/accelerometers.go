package runs

import (
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// gaugedVehicle is the mass from which on a body that has no wheels is taken for a vehicle by its accelerometers: more than any
// dummy's, less than the lightest cars' [kg].
const gaugedVehicle = 200.0

// Measure makes the reporter evaluate the accelerometers, joints and springs of a scenario and the crush of its vehicles. Call it
// before the first frame.
func (r *Reporter) Measure(sc *scenariofile.Scenario) {
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
