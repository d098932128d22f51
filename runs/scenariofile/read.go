package scenariofile

import (
	"math/big"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// read fills the scenario from the root mapping.
func (r *reader) read(root *yaml.Node) {
	o, ok := r.Object(root, "", "scenario")
	if !ok {
		return
	}
	def := r.scenario.Definition
	r.readName(o)
	r.readInclude(o)
	r.readParameters(o)
	r.readCases(o)
	r.scenario.Description, _ = o.Text("description")
	r.readTimes(o)
	if v, ok := o.Vector("gravity", units.Acceleration); ok {
		def.Settings.Gravity, r.weightless = v, v.LenSqr() == 0
		if v[2] > 0 {
			r.warn(o, "gravity", "points up, for z is up: write [0, 0, -9.81] for that of the Earth")
		}
	} else if !o.Has("gravity") {
		o.Missing("gravity", "add gravity: [0, 0, -9.81], or [0, 0, 0] for none")
	}
	r.readSettings(o, &def.Settings)
	r.readMaterials(o)
	r.readPairs(o)
	each(o, "statics", "static", r.readStatic)
	each(o, "bodies", "body", r.readBody)
	each(o, "movers", "mover", r.readMover)
	if !o.Has("bodies") && !o.Has("movers") {
		o.Missing("bodies", "add at least one body or mover")
	} else if o.IsEmpty("bodies") && o.IsEmpty("movers") {
		key := "bodies"
		if !o.Has(key) {
			key = "movers"
		}
		o.Fail(key, "is empty, so that there is nothing to simulate: add at least one body or mover")
	}
	r.readForces(o)
	r.readSprings(o)
	r.readJoints(o)
	r.readCollisions(o)
	r.readIgnored(o)
	r.readRecord(o)
	r.readUntil(o)
	r.checkOverlaps()
	r.checkMeshOverlaps()
	if len(r.Problems) == 0 {
		r.checkWheels()
		r.checkMovers()
	}
	r.checkParameters()
	if len(r.Problems) == 0 {
		r.warnVehicles()
		r.warnMeshes()
		r.warnSizes()
		r.warnInside()
	}
}

// each reads a list of mappings of a kind.
func each(o *document.Object, key, kind string, read func(*document.Object)) {
	nodes, ok := o.List(key)
	if !ok {
		return
	}
	for i, n := range nodes {
		if e, ok := o.Decoder.Object(n, document.At(document.Join(o.Path, key), i), kind); ok {
			read(e)
		}
	}
}

func (r *reader) readName(o *document.Object) {
	name, ok := o.Text("name")
	if !o.Has("name") {
		o.Missing("name", "add name: my-crash")
	} else if ok && !document.IsName(name) {
		o.Fail("name", "%q cannot name a scenario: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(name))
	}
	r.scenario.Name = name
}

// readTimes reads step and duration. The number of steps comes from the exact values, so that 8 s of 1/240 s are
// 1920 steps; what is not whole is rounded up.
func (r *reader) readTimes(o *document.Object) {
	step := big.NewRat(1, 240)
	if _, exact, ok := o.Exact("step", units.Time); ok {
		given := exact.Rat()
		if v := exact.Float64(); given.Sign() <= 0 || given.Cmp(big.NewRat(1, 1)) > 0 {
			o.Wrong("step", "%s is not above zero and up to 1 s: write, for example, 1/240 s", o.Decoder.Written(o.Values["step"]))
		} else if v < sim.MinStep {
			o.Wrong("step", "%g s is less than %g s: write, for example, 1/240 s", v, float64(sim.MinStep))
		} else {
			step = given
		}
	}
	r.scenario.Definition.Settings.Step, _ = step.Float64()
	if !o.Has("duration") {
		o.Missing("duration", "add duration: 5 s, which is also the limit of until: rest")
	}
	if _, exact, ok := o.Exact("duration", units.Time); ok {
		duration := exact.Rat()
		n := new(big.Rat).Quo(duration, step)
		steps := new(big.Int).Add(n.Num(), new(big.Int).Sub(n.Denom(), big.NewInt(1)))
		steps.Quo(steps, n.Denom())
		switch {
		case duration.Sign() <= 0:
			o.Wrong("duration", "%s is not above zero: write, for example, 5 s", o.Decoder.Written(o.Values["duration"]))
		case !steps.IsInt64() || steps.Int64() > maxSteps:
			o.Fail("duration", "makes more than %d steps: shorten it or lengthen the step", maxSteps)
		default:
			r.scenario.Steps = steps.Int64()
		}
	}
}

// duration returns how long the run takes at most [s].
func (r *reader) duration() float64 {
	return float64(float64(r.scenario.Steps) * r.scenario.Definition.Settings.Step)
}

// readRecord reads what the log holds besides states and events.
func (r *reader) readRecord(o *document.Object) {
	if o, ok := o.Object("record", "record"); ok {
		r.scenario.Definition.ContactForces, _ = o.Flag("contacts")
	}
}

// readSettings reads the engine's settings. Zero stands for a default in sim.Settings, so that a zero here is refused
// where it is not a value of its own.
func (r *reader) readSettings(o *document.Object, s *sim.Settings) {
	o, ok := r.sharedSettings(o)
	if !ok {
		return
	}
	r.readImpacts(o, s)
	for _, f := range []struct {
		key     string
		dim     units.Dimension
		to      *float64
		most    float64
		unit    string
		instead string
	}{
		{"contact_tolerance", units.One, &s.ContactTolerance, sim.MaxTolerance, "", "1e-7"},
		{"residual", units.Speed, &s.Residual, sim.MaxResidual, " m/s", "1e-7"},
		{"slop", units.Length, &s.Slop, sim.MaxSlop, " m", "0.1 mm"},
		{"push_rate", units.Rate, &s.PushRate, sim.MaxPushRate, " 1/s", "60"},
		{"max_push", units.Speed, &s.MaxPush, sim.MaxPush, " m/s", "2 m/s"},
		{"speculative", units.Length, &s.Speculative, sim.MaxSpeculative, " m", "20 mm"},
		{"sleep_speed", units.Speed, &s.SleepSpeed, sim.MaxSleepSpeed, " m/s", "10 mm/s"},
	} {
		if v, ok := o.Positive(f.key, f.dim); ok && v > f.most {
			o.Wrong(f.key, "%s is more than %g%s: write, for example, %s", o.Decoder.Written(o.Values[f.key]), f.most, f.unit, f.instead)
		} else if ok {
			*f.to = v
		}
	}
	if s.Slop > 0 && s.Slop < sim.MinSlop {
		o.Wrong("slop", "%g m is less than %g m, with which contacts do not persist: write, for example, 0.1 mm", s.Slop, float64(sim.MinSlop))
	}
	for _, f := range []struct {
		key string
		to  *int
	}{{"max_impacts", &s.MaxImpacts}, {"substeps", &s.Substeps}, {"passes", &s.Passes}} {
		if n, ok := o.Count(f.key); ok {
			*f.to = n
		}
	}
	if n, ok := o.Crowd("crowd"); ok {
		if s.Crowd = n; n == 0 {
			s.Crowd = -1
		}
	}
	if n := o.Values["sleep_time"]; n != nil && n.Value == "never" {
		s.SleepTime = -1
	} else if v, ok := o.Positive("sleep_time", units.Time); ok {
		s.SleepTime = v
	}
}

// readImpacts reads impacts: all or impacts: {above: speed}.
func (r *reader) readImpacts(o *document.Object, s *sim.Settings) {
	n := o.Values["impacts"]
	switch {
	case n == nil:
	case n.Kind == yaml.ScalarNode && n.Value == "all":
		s.ImpactSpeed = -1
	case n.Kind == yaml.ScalarNode:
		o.Fail("impacts", `%s is no choice: write all or {above: "0.5 m/s"}`, document.Describe(n))
	default:
		e, ok := o.Object("impacts", "impacts")
		if !ok {
			return
		}
		if !e.Has("above") {
			e.Missing("above", `write {above: "0.5 m/s"}`)
		}
		if v, ok := e.NotNegative("above", units.Speed); ok {
			s.ImpactSpeed = v
			if v == 0 {
				s.ImpactSpeed = -1
			}
		}
	}
}

// readMaterials reads the named materials. Index 0 is "default" (friction 0.5, restitution 0), which a scenario may
// define itself.
func (r *reader) readMaterials(o *document.Object) {
	def := r.scenario.Definition
	def.Materials = []sim.Material{{Name: "default", Friction: 0.5}}
	r.material["default"] = 0
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readMaterialsOf(layer, given)
	}
}

// readMaterialsOf reads the materials of the scenario or of an included file.
func (r *reader) readMaterialsOf(o *document.Object, given entriesGiven) {
	def := r.scenario.Definition
	n := o.Values["materials"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.Fail("materials", "%s where a mapping is needed: write asphalt: {friction: 0.7, restitution: 0.1}", document.Describe(n))
		for _, name := range listedNames(n) {
			r.undefined[name] = true // once they are written so, they are defined
		}
		return
	}
	r.Entries(n, "materials", func(k, v *yaml.Node) {
		path := document.Join("materials", wording.Clip(k.Value))
		if !document.IsName(k.Value) {
			r.Report(k, path, "%q cannot name a material: use letters, digits, spaces and . _ + -", wording.Clip(k.Value))
			r.undefined[k.Value] = true
			return
		}
		if !given.add(o, k.Value, k, path) {
			return
		}
		m, ok := r.Object(v, path, "material")
		if !ok {
			r.undefined[k.Value] = true
			return
		}
		mat := sim.Material{Name: k.Value}
		mat.Friction, mat.Restitution, mat.RestitutionTable = readSurface(m)
		mat.Rolling, mat.Spin = readTurning(m)
		mat.Road = readRoad(m)
		if k.Value == "default" {
			def.Materials[0] = mat
			return
		}
		r.material[k.Value] = len(def.Materials)
		def.Materials = append(def.Materials, mat)
	})
}

// readSurface reads what materials and pairs of them have in common.
func readSurface(o *document.Object) (friction, restitution float64, table []sim.RestitutionPoint) {
	if !o.Has("friction") {
		o.Missing("friction", "add friction: 0.7")
	}
	friction, _ = o.Friction("friction")
	if n := o.Values["restitution"]; n != nil && n.Kind == yaml.SequenceNode {
		return friction, 0, readRestitutionTable(o, n)
	}
	restitution, _ = o.Share("restitution")
	return friction, restitution, nil
}

// readTurning reads the bounds of the torques against rolling and spinning, of a material or a pair.
func readTurning(o *document.Object) (rolling, spin float64) {
	rolling, _ = o.NotNegative("rolling_resistance", units.Length)
	spin, _ = o.NotNegative("spin_friction", units.Length)
	return rolling, spin
}

// readRestitutionTable reads restitution: [[0 m/s, 0.6], [10 m/s, 0.1]].
func readRestitutionTable(o *document.Object, n *yaml.Node) []sim.RestitutionPoint {
	path := document.Join(o.Path, "restitution")
	var table []sim.RestitutionPoint
	if len(n.Content) == 0 {
		o.Fail("restitution", `is an empty list: write a number, or pairs [["0 m/s", 0.6], ["10 m/s", 0.1]]`)
	}
	for i, c := range n.Content {
		c = document.Resolve(c)
		if c.Kind != yaml.SequenceNode || len(c.Content) != 2 {
			o.Decoder.Report(c, document.At(path, i), `%s where a pair is needed: write ["10 m/s", 0.1], a closing speed and the restitution there`, document.Describe(c))
			return nil
		}
		speed, _, okSpeed := o.Decoder.Quantity(c.Content[0], document.At(document.At(path, i), 0), units.Speed)
		e, _, okE := o.Decoder.Quantity(c.Content[1], document.At(document.At(path, i), 1), units.One)
		switch {
		case !okSpeed || !okE:
			return nil
		case speed < 0 || i > 0 && speed <= table[i-1].Speed:
			o.Decoder.Report(c, document.At(path, i), "%g m/s: write closing speeds in ascending order, from zero on", speed)
			return nil
		case !(e >= 0 && e <= 1):
			o.Decoder.Report(c, document.At(path, i), "%g is outside 0 to 1: write a number from 0 to 1", e)
			return nil
		}
		table = append(table, sim.RestitutionPoint{Speed: speed, Restitution: e})
	}
	return table
}

// impactModels are the models by the names of scenarios.
var impactModels = map[string]sim.ImpactModel{
	"newton": sim.Newton, "kudlich-slibar": sim.KudlichSlibar, "brach": sim.Brach, "poisson-routh": sim.PoissonRouth,
}

// readImpactModel reads impact_model; absent is newton.
func readImpactModel(o *document.Object) sim.ImpactModel {
	name, ok := o.Word("impact_model", "no model", "write newton, kudlich-slibar, brach or poisson-routh", "newton", "kudlich-slibar", "brach", "poisson-routh")
	if !ok {
		return sim.Newton
	}
	return impactModels[name]
}

// readCrushTime reads crush_time; absent is 0, the first touch.
func readCrushTime(o *document.Object) float64 {
	t, ok := o.NotNegative("crush_time", units.Time)
	if ok && t > sim.MaxCrushTime {
		o.Wrong("crush_time", "%g s is longer than %g s: write the time from first touch to impulse, for cars 30 ms to 60 ms", t, sim.MaxCrushTime)
	}
	return t
}

func (r *reader) readPairs(o *document.Object) {
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readPairsOf(layer, given)
	}
}

// readPairsOf reads the pairs of the scenario or of an included file.
func (r *reader) readPairsOf(o *document.Object, given entriesGiven) {
	def := r.scenario.Definition
	each(o, "pairs", "pair", func(p *document.Object) {
		nodes, ok := p.List("between")
		if !p.Has("between") {
			p.Missing("between", "add between: [material, material]")
		}
		if ok && len(nodes) != 2 {
			p.Fail("between", "a list of %d where two materials are needed: write [asphalt, steel]", len(nodes))
			ok = false
		}
		pair := sim.MaterialPair{}
		pair.Friction, pair.Restitution, pair.RestitutionTable = readSurface(p)
		pair.Rolling, pair.Spin = readTurning(p)
		pair.Model = readImpactModel(p)
		pair.CrushTime = readCrushTime(p)
		if !ok {
			return
		}
		a, okA := r.materialIndex(nodes[0], document.At(document.Join(p.Path, "between"), 0))
		b, okB := r.materialIndex(nodes[1], document.At(document.Join(p.Path, "between"), 1))
		if !okA || !okB {
			return
		}
		key := [2]int{min(a, b), max(a, b)}
		if before := given[key]; before != nil && r.FileOf(before) == r.FileOf(p.Node) {
			p.Fail("between", "these two materials have a pair already, on line %d: remove one", before.Line)
			return
		}
		if !given.add(o, key, p.Node, p.Path) {
			return
		}
		pair.A, pair.B = a, b
		if pair.CrushTime > 0 {
			r.crushing = append(r.crushing, crushing{p, [2]int{a, b}})
		}
		def.Pairs = append(def.Pairs, pair)
	})
}

// listedNames returns the names of the objects in a list, [{name: a}, b].
func listedNames(n *yaml.Node) []string {
	var list []string
	for _, c := range n.Content {
		switch c = document.Resolve(c); c.Kind {
		case yaml.ScalarNode:
			list = append(list, c.Value)
		case yaml.MappingNode:
			for i := 0; i+1 < len(c.Content); i += 2 {
				if c.Content[i].Value == "name" {
					list = append(list, document.Resolve(c.Content[i+1]).Value)
				}
			}
		}
	}
	return list
}

// materialIndex returns the index of the material that a node names.
func (r *reader) materialIndex(n *yaml.Node, path string) (int, bool) {
	n = document.Resolve(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.Report(n, path, "%s where the name of a material is needed: write one of those under materials", document.Describe(n))
		return 0, false
	}
	if i, ok := r.material[n.Value]; ok {
		return i, true
	}
	var names []string
	for _, m := range r.scenario.Definition.Materials {
		names = append(names, m.Name)
	}
	if r.undefined[n.Value] || r.Partial {
		return 0, false
	}
	hint := "define it under materials"
	if near := wording.Nearest(n.Value, names); near != "" {
		hint = "did you mean \"" + near + "\"?" // at each place
	} else {
		r.undefined[n.Value] = true // there is one remedy, and so one message
	}
	r.Report(n, path, "there is no material %q: %s", wording.Clip(n.Value), hint)
	return 0, false
}

// readMaterial reads the material of an object; absent is "default".
func (r *reader) readMaterial(o *document.Object) int {
	n := o.Values["material"]
	if n == nil {
		return 0
	}
	i, _ := r.materialIndex(n, document.Join(o.Path, "material"))
	return i
}

// namedAt is where a name was given.
type namedAt struct {
	node *yaml.Node
	path string
}

// readObjectName reads the name of a static, body or mover: all of them differ.
func (r *reader) readObjectName(o *document.Object, what string) string {
	name, ok := o.Text("name")
	if !o.Has("name") {
		o.Missing("name", "add name: a word for this "+what)
	}
	if !ok {
		return ""
	}
	if !document.IsName(name) {
		o.Fail("name", "%q cannot name a %s: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(name), what)
		return ""
	}
	if name == worldName && what != "static" {
		o.Fail("name", "%q is the world, in joints, springs and tables: give the %s another name", name, what)
	}
	here := namedAt{o.Place("name"), document.Join(o.Path, "name")}
	if before, ok := r.names[name]; ok { // kinds are read in another order than they may stand in
		later := here
		if here.node.Line < before.node.Line || here.node.Line == before.node.Line && here.node.Column < before.node.Column {
			before, later = here, before
		}
		r.Report(later.node, later.path, "%q is used already on line %d: give every static, body and mover a name of its own", name, before.node.Line)
		return name
	}
	r.names[name] = here
	if r.scenario.objects == nil {
		r.scenario.objects = map[string]document.Problem{}
	}
	r.scenario.objects[what+" "+name] = r.spot(o.Node, o.Path)
	return name
}

func readColor(o *document.Object) string {
	if n := o.Values["color"]; n != nil && n.ShortTag() == "!!null" {
		o.Fail("color", `is empty, because # starts a comment: write the color in quotes, "#c0392b"`)
		return ""
	}
	c, ok := o.Text("color")
	if ok && !record.IsColor(c) {
		o.Fail("color", `%q is no color: write six hexadecimal digits in quotes, "#c0392b"`, wording.Clip(c))
	}
	return c
}
