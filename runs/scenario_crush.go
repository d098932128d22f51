package runs

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/reconstruct"
)

// StiffnessDef is the resistance of a vehicle's sides to crush. It changes nothing in a run.
type StiffnessDef struct {
	Body  string
	Sides reconstruct.Sides
}

// readStiffness reads that of a vehicle: the name of a class of CRASH3, or A and B of sides.
func (r *reader) readStiffness(o *object, body string) {
	if !o.has("stiffness") {
		return
	}
	d := StiffnessDef{Body: body}
	if n := resolve(o.values["stiffness"]); n.Kind != yaml.MappingNode {
		remedy := "write one of " + strings.Join(reconstruct.CrashClasses, ", ") + ", or {front: {a: 55 kN/m, b: 390 kN/m^2}}"
		name, ok := o.word("stiffness", "no class of CRASH3", remedy, reconstruct.CrashClasses...)
		if !ok {
			return
		}
		d.Sides, _ = reconstruct.CrashClass(name)
	} else if sides, ok := o.object("stiffness", "crash3"); ok {
		d.Sides = reconstruct.Sides{Front: r.readSide(sides, "front"), Side: r.readSide(sides, "side"), Rear: r.readSide(sides, "rear")}
		if len(sides.values) == 0 {
			o.fail("stiffness", "says nothing: add front, side or rear, as {front: {a: 55 kN/m, b: 390 kN/m^2}}")
		}
	}
	r.scenario.Stiffness = append(r.scenario.Stiffness, d)
}

// softest is what hardly any vehicle is softer than, A in N/m and B in N/m²: what is less is given in other units.
const softest = 1000.0

// readSide reads the stiffness of a side.
func (r *reader) readSide(o *object, key string) (s reconstruct.Stiffness) {
	side, ok := o.object(key, "crash3_side")
	if !ok {
		return s
	}
	for _, k := range [2][2]string{{"a", `add a: "55 kN/m", the force per width that leaves no crush`}, {"b", `add b: "390 kN/m^2", the force per width and depth`}} {
		if !side.has(k[0]) {
			side.missing(k[0], k[1])
		}
	}
	s.A, ok = side.notNegative("a", dimStiffness)
	if ok && s.A > 0 && s.A < softest {
		r.warn(side, "a", "%.4g N/m is less than %g N/m: write it in newtons per metre, or with its unit, such as 55000 or \"55 kN/m\"", s.A, softest)
	}
	s.B, ok = side.positive("b", dimCrushing)
	if ok && s.B < softest {
		r.warn(side, "b", "%.4g N/m^2 is less than %g N/m^2: write it in newtons per square metre, or with its unit, such as 390000 or \"390 kN/m^2\"", s.B, softest)
	}
	return s
}
