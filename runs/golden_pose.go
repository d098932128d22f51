package runs

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
)

// The attitude of a body in a golden is its heading, pitch and roll [deg], which are yaw, pitch and roll of a scenario: q =
// Rz(heading) Ry(pitch) Rx(roll). An upended body has no heading, and a quaternion instead. Its spin is its angular velocity
// in world coordinates [rad/s].
var (
	eulerFields      = []string{"heading", "pitch", "roll"}
	quaternionFields = []string{"qw", "qx", "qy", "qz"}
	spinFields       = []string{"spin-x", "spin-y", "spin-z"}
)

// poseText writes where a body is in the end, and how it moves.
func poseText(o *BodyReport) string {
	text := fmt.Sprintf("x %s y %s z %s", number(o.Position[0]), number(o.Position[1]), number(o.Position[2]))
	q := o.attitude
	if heading, ok := reconstruct.Heading(q); ok {
		nose, left, up := q.Rotate(geom.Vec{X: 1}), q.Rotate(geom.Vec{Y: 1}), q.Rotate(geom.Vec{Z: 1})
		level := math.Sqrt(float64(nose.X*nose.X) + float64(nose.Y*nose.Y))
		pitch, roll := geom.Atan2(-nose.Z, level), geom.Atan2(left.Z, up.Z)
		text += fmt.Sprintf(" heading %s pitch %s roll %s", number(heading), nano(pitch*(180/math.Pi)), nano(roll*(180/math.Pi)))
	} else {
		if q.W < 0 { // the same attitude
			q = q.Neg()
		}
		text += fmt.Sprintf(" qw %s qx %s qy %s qz %s", nano(q.W), nano(q.V.X), nano(q.V.Y), nano(q.V.Z))
	}
	return text + fmt.Sprintf(" speed %s spin-x %s spin-y %s spin-z %s", number(o.Speed), nano(o.spin.X), nano(o.spin.Y), nano(o.spin.Z))
}

// nano writes a number as number does, after rounding it to a whole multiple of 1e-9.
func nano(v float64) string { return number(math.Round(v*1e9) / 1e9) }

// turns lists by how much attitude and spin of a body differ beyond their tolerances, and returns its other fields. Where
// either lacks one, or it is no number, they stay among the fields.
func (p *physics) turns(want, got []goldenField) (w, g []goldenField, parts []string) {
	a, namesA, okA := attitudeOf(want)
	b, namesB, okB := attitudeOf(got)
	if okA && okB {
		if apart := angleBetween(a, b); !p.within("angle", apart, 1) {
			parts = append(parts, fmt.Sprintf("%s, golden %s (%.3g degrees apart, allowed %.3g)", textOf(got, namesB), textOf(want, namesA), apart, p.allowed["angle"]))
		}
		want, got = withoutFields(want, namesA), withoutFields(got, namesB)
	}
	u, okU := fieldNumbers(want, spinFields)
	v, okV := fieldNumbers(got, spinFields)
	if okU && okV {
		apart := geom.Vec{X: v[0], Y: v[1], Z: v[2]}.Sub(geom.Vec{X: u[0], Y: u[1], Z: u[2]}).Len()
		if !p.within("spin", apart, 1) {
			parts = append(parts, fmt.Sprintf("%s, golden %s (%.3g rad/s apart, allowed %.3g)", textOf(got, spinFields), textOf(want, spinFields), apart, p.allowed["spin"]))
		}
		want, got = withoutFields(want, spinFields), withoutFields(got, spinFields)
	}
	return want, got, parts
}

// attitudeOf returns the attitude that fields give, and their names; false where they give none.
func attitudeOf(fields []goldenField) (q geom.Quat, names []string, ok bool) {
	if v, ok := fieldNumbers(fields, eulerFields); ok {
		about := func(axis geom.Vec, deg float64) geom.Quat { return geom.AxisAngle(axis, float64(deg*(math.Pi/180))) }
		return about(geom.Vec{Z: 1}, v[0]).Mul(about(geom.Vec{Y: 1}, v[1])).Mul(about(geom.Vec{X: 1}, v[2])), eulerFields, true
	}
	v, ok := fieldNumbers(fields, quaternionFields)
	if !ok {
		return q, nil, false
	}
	q = geom.Quat{W: v[0], V: geom.Vec{X: v[1], Y: v[2], Z: v[3]}}
	return q, quaternionFields, q.Len() > 0.5
}

// angleBetween returns the angle of the rotation from one attitude to another [deg], 0 to 180.
func angleBetween(a, b geom.Quat) float64 {
	r := a.Conj().Mul(b)
	return float64(2 * geom.Atan2(r.V.Len(), math.Abs(r.W)) * (180 / math.Pi))
}

// fieldNumbers returns the values of the fields of these names; false unless all are there, and finite numbers.
func fieldNumbers(fields []goldenField, names []string) (values []float64, ok bool) {
	for _, name := range names {
		i := slices.IndexFunc(fields, func(f goldenField) bool { return f.name == name })
		if i < 0 {
			return nil, false
		}
		x, err := strconv.ParseFloat(fields[i].value, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, false
		}
		values = append(values, x)
	}
	return values, true
}

// withoutFields returns the fields whose names are not among those given.
func withoutFields(fields []goldenField, names []string) []goldenField {
	return slices.DeleteFunc(slices.Clone(fields), func(f goldenField) bool { return slices.Contains(names, f.name) })
}

// textOf writes the fields of these names.
func textOf(fields []goldenField, names []string) string {
	var words []string
	for _, f := range fields {
		if slices.Contains(names, f.name) {
			words = append(words, f.name, f.value)
		}
	}
	return strings.Join(words, " ")
}

// alikePoses returns a golden and that of a run with what both say of poses. One of a version that wrote of attitudes the
// heading alone, also of upended bodies, and no spin, is compared in what it has.
func alikePoses(want, got []byte) (w, g []byte) {
	has := func(l goldenLine, names ...string) bool {
		return slices.ContainsFunc(l.fields, func(f goldenField) bool { return slices.Contains(names, f.name) })
	}
	bodies := 0
	for _, l := range goldenLines(want) {
		if strings.HasPrefix(l.subject, "body ") {
			if bodies++; has(l, "pitch", "roll", "qw", "qx", "qy", "qz", "spin-x", "spin-y", "spin-z") {
				return want, got
			}
		}
	}
	if bodies == 0 {
		return want, got
	}
	upended := map[string]bool{}
	g = editBodies(got, func(subject string, fields []goldenField) []goldenField {
		upended[subject] = has(goldenLine{fields: fields}, "qw")
		return withoutFields(fields, slices.Concat(eulerFields[1:], quaternionFields, spinFields))
	})
	w = editBodies(want, func(subject string, fields []goldenField) []goldenField {
		if upended[subject] {
			return withoutFields(fields, eulerFields[:1])
		}
		return fields
	})
	return w, g
}

// editBodies returns a golden with other fields in the lines of its bodies.
func editBodies(golden []byte, edit func(subject string, fields []goldenField) []goldenField) []byte {
	var text []byte
	for line := range bytes.Lines(golden) {
		subject, rest, ok := cutSubject(strings.TrimSuffix(string(line), "\n"))
		if !ok || !strings.HasPrefix(subject, "body ") {
			text = append(text, line...)
			continue
		}
		text = append(text, subject+":"...)
		for _, f := range edit(subject, fieldsOf(rest)) {
			text = append(text, " "+f.name+" "+f.value...)
		}
		text = append(text, '\n')
	}
	return text
}
