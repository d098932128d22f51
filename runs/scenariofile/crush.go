package scenariofile

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/units"
)

// StiffnessDef is the resistance of a vehicle's sides to crush. It changes nothing in a run.
type StiffnessDef struct {
	Body  string
	Sides reconstruct.Sides
}

// readStiffness reads that of a vehicle: the name of a class of CRASH3, or A and B of sides.
func (r *reader) readStiffness(o *document.Object, body string) {
	if !o.Has("stiffness") {
		return
	}
	d := StiffnessDef{Body: body}
	if n := document.Resolve(o.Values["stiffness"]); n.Kind != yaml.MappingNode {
		remedy := "write one of " + strings.Join(reconstruct.CrashClasses, ", ") + ", or {front: {a: 55 kN/m, b: 390 kN/m^2}}"
		name, ok := o.Word("stiffness", "no class of CRASH3", remedy, reconstruct.CrashClasses...)
		if !ok {
			return
		}
		d.Sides, _ = reconstruct.CrashClass(name)
	} else if sides, ok := o.Object("stiffness", "crash3"); ok {
		d.Sides = reconstruct.Sides{Front: r.readSide(sides, "front"), Side: r.readSide(sides, "side"), Rear: r.readSide(sides, "rear")}
		if len(sides.Values) == 0 {
			o.Fail("stiffness", "says nothing: add front, side or rear, as {front: {a: 55 kN/m, b: 390 kN/m^2}}")
		}
	}
	r.scenario.Stiffness = append(r.scenario.Stiffness, d)
}

// softest is what hardly any vehicle is softer than, A in N/m and B in N/m²: what is less is given in other units.
const softest = 1000.0

// readSide reads the stiffness of a side.
func (r *reader) readSide(o *document.Object, key string) (s reconstruct.Stiffness) {
	side, ok := o.Object(key, "crash3_side")
	if !ok {
		return s
	}
	for _, k := range [2][2]string{{"a", `add a: "55 kN/m", the force per width that leaves no crush`}, {"b", `add b: "390 kN/m^2", the force per width and depth`}} {
		if !side.Has(k[0]) {
			side.Missing(k[0], k[1])
		}
	}
	s.A, ok = side.NotNegative("a", units.Stiffness)
	if ok && s.A > 0 && s.A < softest {
		r.warn(side, "a", "%.4g N/m is less than %g N/m: write it in newtons per metre, or with its unit, such as 55000 or \"55 kN/m\"", s.A, softest)
	}
	s.B, ok = side.Positive("b", units.Crushing)
	if ok && s.B < softest {
		r.warn(side, "b", "%.4g N/m^2 is less than %g N/m^2: write it in newtons per square metre, or with its unit, such as 390000 or \"390 kN/m^2\"", s.B, softest)
	}
	return s
}
