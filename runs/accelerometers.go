package runs

import (
	"fmt"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// AccelerometerDef is an accelerometer of a scenario.
type AccelerometerDef struct {
	Body, Name string
	At         geom.Vec // from the centre of mass in body axes [m]
}

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
		r.scenario.Accelerometers = append(r.scenario.Accelerometers, d)
	})
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
				r.gauges = append(r.gauges, reconstruct.NewGauge(subject, d.Body, d.Name, d.At))
			}
		}
	}
}

// Gauges returns the accelerometers that Measure has found bodies for, in the order of the scenario.
func (r *Reporter) Gauges() []*reconstruct.Gauge { return r.gauges }

// accelerometersText writes the results of the accelerometers.
func (r *Report) accelerometersText(b *strings.Builder) {
	if len(r.Accelerometers) == 0 {
		return
	}
	b.WriteString("\naccelerometers [g], SAE J211\n")
	rows := [][]string{{"body", "point", "CFC 60 x", "y", "z", "size", "at [s]", "CFC 180 size", "ASI", "OIV long., lat. [m/s]", "at [s]", "ridedown x, y"}}
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		row := []string{a.Body, a.Name}
		if a.Hit == nil {
			rows = append(rows, append(row, "–", "–", "–", "–", "–", "–", "–", "–", "–", "–"))
			continue
		}
		p := a.CFC60
		row = append(row, fixed(p.X, 1), fixed(p.Y, 1), fixed(p.Z, 1), fixed(p.Resultant, 1), fixed(p.Time, 3), fixed(a.CFC180.Resultant, 1), fixed(a.Severity.ASI, 2))
		if o := a.Severity.OIV; o != nil {
			row = append(row, fixed(o.Longitudinal, 2)+", "+fixed(o.Lateral, 2), fixed(o.Time, 3), fixed(o.RidedownX, 1)+", "+fixed(o.RidedownY, 1))
		} else {
			row = append(row, "–", "–", "–")
		}
		rows = append(rows, row)
	}
	table(b, rows, "ll")
	fmt.Fprintf(b, "  from the first touch on, for %g s or to the end of the last impact, %g s at most; in the body's axes, without weight;\n"+
		"  the engine's impulses are spread as half sines of %g s, or of their crush time\n", reconstruct.GaugeTime, reconstruct.GaugeMost, reconstruct.Pulse)
}
