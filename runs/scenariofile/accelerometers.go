package scenariofile

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/geom"
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

// The shortest and the longest pulse of an accelerometer: ten samples, and what no collision takes [s].
const (
	shortestPulse = 1e-3
	longestPulse  = 1.0
)

// readAccelerometers reads the accelerometers of a body.
func (r *reader) readAccelerometers(body *document.Object, name string) {
	seen := map[string]int{}
	each(body, "accelerometers", "accelerometer", func(o *document.Object) {
		d := AccelerometerDef{Body: name}
		text, ok := o.Text("name")
		switch {
		case !o.Has("name"):
			o.Missing("name", "add name: b-pillar")
		case ok && !document.IsName(text):
			o.Fail("name", "%q cannot name an accelerometer: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(text))
		case ok && seen[text] > 0:
			o.Fail("name", "%q is used already on line %d: give every accelerometer of a body a name of its own", text, seen[text])
		}
		d.Name = text
		seen[text] = o.Node.Line
		if at, ok := o.Vector("at", units.Length); ok {
			d.At = geom.FromMGL(at)
		}
		d.Criteria = readCriteria(o)
		if pulse, ok := o.Number("pulse", units.Time); ok && !(pulse >= shortestPulse && pulse <= longestPulse) {
			o.Wrong("pulse", "%s is no length of a blow: write 1 ms to 1 s, of a head on a bonnet, for example, 15 ms", o.Decoder.Written(o.Values["pulse"]))
		} else if ok {
			d.Pulse = pulse
		}
		r.scenario.Accelerometers = append(r.scenario.Accelerometers, d)
	})
}

// readCriteria reads the names of criteria.
func readCriteria(o *document.Object) (c reconstruct.Criteria) {
	names := strings.Join(reconstruct.CriteriaNames(), ", ")
	nodes, ok := o.List("criteria")
	if ok && len(nodes) == 0 {
		o.Fail("criteria", "an empty list: name some of %s, or remove the key for those of the kind of body", names)
	}
	for i, n := range nodes {
		n = document.Resolve(n)
		one, known := reconstruct.CriterionOf(n.Value)
		switch path := document.At(document.Join(o.Path, "criteria"), i); {
		case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
			o.Decoder.Report(n, path, "%s where a criterion is needed: write one of %s", document.Describe(n), names)
		case !known:
			o.Decoder.Report(n, path, "%q is no criterion: write one of %s", wording.Clip(n.Value), names)
		case c&one != 0:
			o.Decoder.Report(n, path, "%q is in the list already: remove one", n.Value)
		}
		c |= one
	}
	return c
}
