package runs

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// goldenTolerance is the largest difference between a number of a run and that of its golden for equal physics, in the
// unit of the golden.
type goldenTolerance struct {
	name  string
	value float64
	dim   units.Dimension
	unit  float64 // that of the golden in SI
}

// goldenTolerances returns the tolerances that hold where a golden has no line of its own, "tolerance position 0.002"
// for instance. They are the resolution of a reconstruction, not the size of rounding: a change of the last bits that
// no contact has magnified is far below them.
func goldenTolerances() []goldenTolerance {
	return []goldenTolerance{
		{"time", 1e-4, units.Time, 1},              // of an impact, of entering or leaving a sensor, or of a break [s]
		{"position", 1e-3, units.Length, 1},        // of a body or mover, component by component [m]
		{"angle", 0.1, units.Angle, math.Pi / 180}, // of the rotation between two attitudes, and of principal directions of force [deg]
		{"speed", 1e-2, units.Speed, 1},            // closing speed, delta-v, speed at the end [m/s]
		{"spin", 1e-2, units.AngularSpeed, 1},      // angular velocity at the end [rad/s], of the vector
		{"relative", 1e-3, units.One, 1},           // impulse, force and energy lost, of their own size: see relativeTo
		{"rest", 0.1, units.Time, 1},               // time at which a body comes to rest [s]
	}
}

// goldenMeasures gives the tolerance that applies to each field of an impact, a body or a mover. Other fields are not
// compared: the number of points of a contact, for example, is a matter of method.
var goldenMeasures = map[string]string{
	"time": "time", "closing": "speed", "impulse": "relative", "force": "relative", "lost": "relative", "delta-v": "speed", "pdof": "angle",
	"x": "position", "y": "position", "z": "position", "heading": "angle", "pitch": "angle", "roll": "angle",
	"qw": "angle", "qx": "angle", "qy": "angle", "qz": "angle", "spin-x": "spin", "spin-y": "spin", "spin-z": "spin", "speed": "speed", "rest": "rest", "path": "position",
}

// physics compares the physics of two goldens.
type physics struct {
	allowed map[string]float64
	largest map[string]float64 // size of each field whose tolerance is relative
	needed  map[string]float64 // if not nil, gets the least tolerances by which the fields compared would be within, where larger
}

// within reports whether a difference is within the tolerance of a measure, and notes which it needs. unit is what the tolerance
// is a share of.
func (p *physics) within(measure string, apart, unit float64) bool {
	if apart <= float64(p.allowed[measure]*unit) {
		return true
	}
	if p.needed != nil {
		p.needed[measure] = math.Max(p.needed[measure], apart/unit)
	}
	return false
}

// largestShare is the share of the largest impulse, or energy, of a golden by which the relative tolerance of each goes beyond
// that of its own size: what is that small beside the largest is rounding of it.
const largestShare = 1e-3

// relativeTo returns what the tolerance of an impulse [N s] or an energy lost [J] is a share of.
func (p *physics) relativeTo(name string, size float64) float64 {
	return math.Abs(size) + float64(largestShare*p.largest[name])
}

// energyOf returns half the impulse times the closing speed of an impact [J], NaN where either is missing: what it takes if
// nothing rebounds. Of elastic impacts the energy lost is a difference of such energies, and far smaller.
func energyOf(impact *goldenLine) float64 {
	return math.Abs(float64(impact.value("impulse")*impact.value("closing"))) / 2
}

// comparePhysics lists the differences between a run and its golden beyond the tolerances: in the list of impacts and
// their objects, their figures, in what enters and leaves sensors and when, in what breaks, and in the final poses. It returns nothing
// for equal physics. Impacts, events of sensors and breaks are matched as match says, not by their numbers; those of the run
// may be more than a golden lists. The number of steps and
// the limits that were hit are not compared: they follow from the method, and what they do to the motion is seen in it.
func comparePhysics(want, got []byte) []string {
	problems, _ := comparedPhysics(want, got)
	return problems
}

// comparedPhysics is comparePhysics that also returns the tolerances that the differences need, those that tolerances allow.
func comparedPhysics(want, got []byte) (problems []string, needed map[string]float64) {
	want, got = alikePoses(want, got)
	a, b := goldenLines(want), goldenLines(got)
	p, problems := newPhysics(a)
	judge := *p
	judge.needed = map[string]float64{}
	given := map[string]goldenLine{}
	for _, l := range b {
		given[l.subject] = l
	}
	known := map[string]bool{}
	var poses []string
	for _, l := range a {
		known[l.subject] = true
		list := &problems
		switch kind, _, _ := strings.Cut(l.subject, " "); kind {
		case "body", "mover":
			list = &poses
			fallthrough
		case "scenario", "ended", "impacts", "sensors", "breaks":
			if have, ok := given[l.subject]; !ok {
				*list = append(*list, l.subject+": "+inGoldenAlone)
			} else if d := judge.fields(l.fields, have.fields); d != "" {
				*list = append(*list, l.subject+": "+d)
			}
		}
	}
	for _, l := range b {
		switch kind, _, _ := strings.Cut(l.subject, " "); kind {
		case "body", "mover":
			if !known[l.subject] {
				poses = append(poses, l.subject+": "+inRunAlone)
			}
		}
	}
	problems = append(problems, p.differentEvents(a, b, judge.fields)...)
	return append(problems, poses...), judge.needed
}

// neededTolerances returns the lines of tolerances by which the physics of a run would be that of its golden, each rounded up to
// two digits; nil where none would do, as where an impact is missing.
func neededTolerances(want, got []byte) []string {
	var lines []string
	text := slices.Clone(want)
	for range goldenTolerances() { // events that are within larger tolerances may match others
		problems, needed := comparedPhysics(text, got)
		if len(problems) == 0 {
			return lines
		}
		for _, t := range goldenTolerances() {
			x, ok := needed[t.name]
			if !ok {
				continue
			}
			if !(x < math.MaxFloat64) {
				return nil
			}
			unit := math.Pow(10, math.Floor(math.Log10(x))-1)
			line := fmt.Sprintf("tolerance %s %s", t.name, strconv.FormatFloat(math.Ceil(x/unit)*unit, 'g', 3, 64))
			lines = append(slices.DeleteFunc(lines, func(old string) bool { return strings.HasPrefix(old, "tolerance "+t.name+" ") }), line)
			text = append(text, line+"\n"...)
		}
	}
	return nil
}

// newPhysics reads the tolerances of a golden.
func newPhysics(golden []goldenLine) (*physics, []string) {
	p := &physics{allowed: map[string]float64{}, largest: map[string]float64{}}
	for _, t := range goldenTolerances() {
		p.allowed[t.name] = t.value
	}
	var problems []string
	for _, l := range golden {
		if e := energyOf(&l); e > p.largest["lost"] {
			p.largest["lost"] = e
		}
		for _, f := range l.fields {
			if x, err := strconv.ParseFloat(f.value, 64); err == nil && goldenMeasures[f.name] == "relative" {
				p.largest[f.name] = math.Max(p.largest[f.name], math.Abs(x))
			}
		}
		if l.subject != "tolerance" {
			continue
		}
		name, value, err := readGoldenTolerance(l.fields[0].value)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s %s: %v", l.subject, l.fields[0].value, err))
			continue
		}
		p.allowed[name] = value
	}
	return p, problems
}

var errToleranceForm = errors.New("a tolerance is one of time, position, angle, speed, spin, relative and rest, with a number that is not below zero, " +
	"or one with a unit")

// readGoldenTolerance reads the text of a tolerance, such as "position 0.002" or "position 2 mm"; its value is in the
// unit of the golden.
func readGoldenTolerance(text string) (name string, value float64, err error) {
	text, _, _ = strings.Cut(text, "#")
	name, number, _ := strings.Cut(strings.TrimSpace(text), " ")
	all := goldenTolerances()
	i := slices.IndexFunc(all, func(t goldenTolerance) bool { return t.name == name })
	if i < 0 {
		return "", 0, errToleranceForm
	}
	number = strings.TrimSpace(number)
	if value, err = strconv.ParseFloat(number, 64); errors.Is(err, strconv.ErrSyntax) && number != "" {
		if value, _, _, err = units.Parse(number, all[i].dim); err != nil {
			if all[i].dim == units.Angle { // of which the error says radians, as everywhere else
				err = fmt.Errorf("%w; a plain number is in degrees here", err)
			}
			return "", 0, err
		}
		value /= all[i].unit
	}
	if err != nil || !(value >= 0) || math.IsInf(value, 0) {
		return "", 0, errToleranceForm
	}
	return name, value, nil
}

// badLines lists the invalid tolerance lines of a golden, and those that are none of a golden, unless it does not begin as one
// does: those of another kind of file. The name is that of the file.
func badLines(name string, golden []byte) []string {
	if at := wording.ConflictLine(golden); at > 0 {
		return []string{fmt.Sprintf("%s:%d: %s, or remove the golden; then write it anew with prang test --update", name, at, wording.ConflictText)}
	}
	var problems []string
	n := 0
	given := map[string]int{} // lines by names
	foreign := checkFormat(golden) != nil
	for line := range bytes.Lines(golden) {
		n++
		if !bytes.HasPrefix(line, []byte("tolerance")) {
			whole := bytes.HasSuffix(line, []byte("\n")) // one that is not is cut off
			if whole && !foreign && !isComment(line) && orderOf(line) < 0 {
				problems = append(problems, fmt.Sprintf("%s:%d: %q: is no line of a golden: remove it, or begin it with tolerance, in small letters, or with # for a comment",
					name, n, wording.Clip(strings.TrimSpace(string(line)))))
			}
			continue
		}
		text, ok := strings.CutPrefix(string(line), "tolerance ")
		of, _, err := readGoldenTolerance(text)
		switch before := given[of]; {
		case !ok:
			err = errToleranceForm
		case err == nil && before > 0:
			err = fmt.Errorf("line %d has a tolerance of %s already: remove one", before, of)
		case err == nil:
			given[of] = n
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s:%d: %q: %v", name, n, wording.Clip(strings.TrimSpace(string(line))), err))
		}
	}
	return problems
}

// fields lists the fields that differ by more than their tolerance.
func (p *physics) fields(want, got []goldenField) string {
	want, got, parts := p.turns(want, got)
	pairs, alone := pairFields(want, got)
	parts = append(parts, alone...)
	for _, pair := range pairs {
		w, g := pair[0], pair[1]
		if w.value == g.value {
			continue
		}
		measure, measured := goldenMeasures[w.name]
		if !measured {
			if w.name == "" {
				parts = append(parts, fmt.Sprintf("%s, golden %s", g.value, w.value))
			}
			continue
		}
		x, errX := strconv.ParseFloat(w.value, 64)
		y, errY := strconv.ParseFloat(g.value, 64)
		apart, unit := math.Abs(y-x), 1.0
		switch measure {
		case "angle":
			apart = math.Abs(math.Remainder(y-x, 360))
		case "relative":
			unit = p.relativeTo(w.name, x)
		}
		if errX != nil || errY != nil {
			parts = append(parts, fmt.Sprintf("%s %s, golden %s", g.name, g.value, w.value))
			continue
		}
		if !p.within(measure, apart, unit) {
			parts = append(parts, fmt.Sprintf("%s %s, golden %s (%+.3g, allowed %.3g)", g.name, g.value, w.value, y-x, float64(p.allowed[measure]*unit)))
		}
	}
	return strings.Join(parts, "; ")
}
