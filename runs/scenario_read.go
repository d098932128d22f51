package runs

import (
	"math/big"
	"regexp"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// nameForm is what names of up to 80 characters may look like. A count in the form would be read
// as so many copies of the class of letters: 15 ms at each start of the program.
var nameForm = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$`)

// isName reports whether text can be a name: names end up in tables, file names and messages.
func isName(text string) bool {
	return utf8.RuneCountInString(text) <= 80 && nameForm.MatchString(text)
}

// read fills the scenario from the root mapping.
func (r *reader) read(root *yaml.Node) {
	o, ok := r.object(root, "", "scenario")
	if !ok {
		return
	}
	def := r.scenario.Definition
	r.readName(o)
	r.readInclude(o)
	r.readParameters(o)
	r.readCases(o)
	r.scenario.Description, _ = o.text("description")
	r.readTimes(o)
	if v, ok := o.vector("gravity", dimAcceleration); ok {
		def.Settings.Gravity, r.weightless = v, v.LenSqr() == 0
		if v[2] > 0 {
			r.warn(o, "gravity", "points up, for z is up: write [0, 0, -9.81] for that of the Earth")
		}
	} else if !o.has("gravity") {
		o.missing("gravity", "add gravity: [0, 0, -9.81], or [0, 0, 0] for none")
	}
	r.readSettings(o, &def.Settings)
	r.readMaterials(o)
	r.readPairs(o)
	each(o, "statics", "static", r.readStatic)
	each(o, "bodies", "body", r.readBody)
	each(o, "movers", "mover", r.readMover)
	if !o.has("bodies") && !o.has("movers") {
		o.missing("bodies", "add at least one body or mover")
	} else if o.isEmpty("bodies") && o.isEmpty("movers") {
		key := "bodies"
		if !o.has(key) {
			key = "movers"
		}
		o.fail(key, "is empty, so that there is nothing to simulate: add at least one body or mover")
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
	if len(r.problems) == 0 {
		r.checkWheels()
		r.checkMovers()
	}
	r.checkParameters()
	if len(r.problems) == 0 {
		r.warnVehicles()
		r.warnMeshes()
		r.warnSizes()
		r.warnInside()
	}
}

// each reads a list of mappings of a kind.
func each(o *object, key, kind string, read func(*object)) {
	nodes, ok := o.list(key)
	if !ok {
		return
	}
	for i, n := range nodes {
		if e, ok := o.d.object(n, at(join(o.path, key), i), kind); ok {
			read(e)
		}
	}
}

func (r *reader) readName(o *object) {
	name, ok := o.text("name")
	if !o.has("name") {
		o.missing("name", "add name: my-crash")
	} else if ok && !isName(name) {
		o.fail("name", "%q cannot name a scenario: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(name))
	}
	r.scenario.Name = name
}

// readTimes reads step and duration. The number of steps comes from the exact values, so that 8 s of 1/240 s are
// 1920 steps; what is not whole is rounded up.
func (r *reader) readTimes(o *object) {
	step := big.NewRat(1, 240)
	if _, exact, ok := o.exact("step", dimTime); ok {
		given := exact.rat()
		if v := exact.float64(); given.Sign() <= 0 || given.Cmp(big.NewRat(1, 1)) > 0 {
			o.wrong("step", "%s is not above zero and up to 1 s: write, for example, 1/240 s", o.d.written(o.values["step"]))
		} else if v < sim.MinStep {
			o.wrong("step", "%g s is less than %g s: write, for example, 1/240 s", v, float64(sim.MinStep))
		} else {
			step = given
		}
	}
	r.scenario.Definition.Settings.Step, _ = step.Float64()
	if !o.has("duration") {
		o.missing("duration", "add duration: 5 s, which is also the limit of until: rest")
	}
	if _, exact, ok := o.exact("duration", dimTime); ok {
		duration := exact.rat()
		n := new(big.Rat).Quo(duration, step)
		steps := new(big.Int).Add(n.Num(), new(big.Int).Sub(n.Denom(), big.NewInt(1)))
		steps.Quo(steps, n.Denom())
		switch {
		case duration.Sign() <= 0:
			o.wrong("duration", "%s is not above zero: write, for example, 5 s", o.d.written(o.values["duration"]))
		case !steps.IsInt64() || steps.Int64() > maxSteps:
			o.fail("duration", "makes more than %d steps: shorten it or lengthen the step", maxSteps)
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
func (r *reader) readRecord(o *object) {
	if o, ok := o.object("record", "record"); ok {
		r.scenario.Definition.ContactForces, _ = o.flag("contacts")
	}
}

// readSettings reads the engine's settings. Zero stands for a default in sim.Settings, so that a zero here is refused
// where it is not a value of its own.
func (r *reader) readSettings(o *object, s *sim.Settings) {
	o, ok := r.sharedSettings(o)
	if !ok {
		return
	}
	r.readImpacts(o, s)
	for _, f := range []struct {
		key     string
		dim     dimension
		to      *float64
		most    float64
		unit    string
		instead string
	}{
		{"contact_tolerance", dimOne, &s.ContactTolerance, sim.MaxTolerance, "", "1e-7"},
		{"residual", dimSpeed, &s.Residual, sim.MaxResidual, " m/s", "1e-7"},
		{"slop", dimLength, &s.Slop, sim.MaxSlop, " m", "0.1 mm"},
		{"push_rate", dimRate, &s.PushRate, sim.MaxPushRate, " 1/s", "60"},
		{"max_push", dimSpeed, &s.MaxPush, sim.MaxPush, " m/s", "2 m/s"},
		{"speculative", dimLength, &s.Speculative, sim.MaxSpeculative, " m", "20 mm"},
		{"sleep_speed", dimSpeed, &s.SleepSpeed, sim.MaxSleepSpeed, " m/s", "10 mm/s"},
	} {
		if v, ok := o.positive(f.key, f.dim); ok && v > f.most {
			o.wrong(f.key, "%s is more than %g%s: write, for example, %s", o.d.written(o.values[f.key]), f.most, f.unit, f.instead)
		} else if ok {
			*f.to = v
		}
	}
	if s.Slop > 0 && s.Slop < sim.MinSlop {
		o.wrong("slop", "%g m is less than %g m, with which contacts do not persist: write, for example, 0.1 mm", s.Slop, float64(sim.MinSlop))
	}
	for _, f := range []struct {
		key string
		to  *int
	}{{"max_impacts", &s.MaxImpacts}, {"substeps", &s.Substeps}, {"passes", &s.Passes}} {
		if n, ok := o.count(f.key); ok {
			*f.to = n
		}
	}
	if n, ok := o.crowd("crowd"); ok {
		if s.Crowd = n; n == 0 {
			s.Crowd = -1
		}
	}
	if n := o.values["sleep_time"]; n != nil && n.Value == "never" {
		s.SleepTime = -1
	} else if v, ok := o.positive("sleep_time", dimTime); ok {
		s.SleepTime = v
	}
}

// readImpacts reads impacts: all or impacts: {above: speed}.
func (r *reader) readImpacts(o *object, s *sim.Settings) {
	n := o.values["impacts"]
	switch {
	case n == nil:
	case n.Kind == yaml.ScalarNode && n.Value == "all":
		s.ImpactSpeed = -1
	case n.Kind == yaml.ScalarNode:
		o.fail("impacts", `%s is no choice: write all or {above: "0.5 m/s"}`, describe(n))
	default:
		e, ok := o.object("impacts", "impacts")
		if !ok {
			return
		}
		if !e.has("above") {
			e.missing("above", `write {above: "0.5 m/s"}`)
		}
		if v, ok := e.notNegative("above", dimSpeed); ok {
			s.ImpactSpeed = v
			if v == 0 {
				s.ImpactSpeed = -1
			}
		}
	}
}

// readMaterials reads the named materials. Index 0 is "default" (friction 0.5, restitution 0), which a scenario may
// define itself.
func (r *reader) readMaterials(o *object) {
	def := r.scenario.Definition
	def.Materials = []sim.Material{{Name: "default", Friction: 0.5}}
	r.material["default"] = 0
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readMaterialsOf(layer, given)
	}
}

// readMaterialsOf reads the materials of the scenario or of an included file.
func (r *reader) readMaterialsOf(o *object, given entriesGiven) {
	def := r.scenario.Definition
	n := o.values["materials"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.fail("materials", "%s where a mapping is needed: write asphalt: {friction: 0.7, restitution: 0.1}", describe(n))
		for _, name := range listedNames(n) {
			r.undefined[name] = true // once they are written so, they are defined
		}
		return
	}
	r.entries(n, "materials", func(k, v *yaml.Node) {
		path := join("materials", clip(k.Value))
		if !isName(k.Value) {
			r.report(k, path, "%q cannot name a material: use letters, digits, spaces and . _ + -", clip(k.Value))
			r.undefined[k.Value] = true
			return
		}
		if !given.add(o, k.Value, k, path) {
			return
		}
		m, ok := r.object(v, path, "material")
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
func readSurface(o *object) (friction, restitution float64, table []sim.RestitutionPoint) {
	if !o.has("friction") {
		o.missing("friction", "add friction: 0.7")
	}
	friction, _ = o.friction("friction")
	if n := o.values["restitution"]; n != nil && n.Kind == yaml.SequenceNode {
		return friction, 0, readRestitutionTable(o, n)
	}
	restitution, _ = o.share("restitution")
	return friction, restitution, nil
}

// readTurning reads the bounds of the torques against rolling and spinning, of a material or a pair.
func readTurning(o *object) (rolling, spin float64) {
	rolling, _ = o.notNegative("rolling_resistance", dimLength)
	spin, _ = o.notNegative("spin_friction", dimLength)
	return rolling, spin
}

// readRestitutionTable reads restitution: [[0 m/s, 0.6], [10 m/s, 0.1]].
func readRestitutionTable(o *object, n *yaml.Node) []sim.RestitutionPoint {
	path := join(o.path, "restitution")
	var table []sim.RestitutionPoint
	if len(n.Content) == 0 {
		o.fail("restitution", `is an empty list: write a number, or pairs [["0 m/s", 0.6], ["10 m/s", 0.1]]`)
	}
	for i, c := range n.Content {
		c = resolve(c)
		if c.Kind != yaml.SequenceNode || len(c.Content) != 2 {
			o.d.report(c, at(path, i), `%s where a pair is needed: write ["10 m/s", 0.1], a closing speed and the restitution there`, describe(c))
			return nil
		}
		speed, _, okSpeed := o.d.quantity(c.Content[0], at(at(path, i), 0), dimSpeed)
		e, _, okE := o.d.quantity(c.Content[1], at(at(path, i), 1), dimOne)
		switch {
		case !okSpeed || !okE:
			return nil
		case speed < 0 || i > 0 && speed <= table[i-1].Speed:
			o.d.report(c, at(path, i), "%g m/s: write closing speeds in ascending order, from zero on", speed)
			return nil
		case !(e >= 0 && e <= 1):
			o.d.report(c, at(path, i), "%g is outside 0 to 1: write a number from 0 to 1", e)
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
func readImpactModel(o *object) sim.ImpactModel {
	name, ok := o.word("impact_model", "no model", "write newton, kudlich-slibar, brach or poisson-routh", "newton", "kudlich-slibar", "brach", "poisson-routh")
	if !ok {
		return sim.Newton
	}
	return impactModels[name]
}

// readCrushTime reads crush_time; absent is 0, the first touch.
func readCrushTime(o *object) float64 {
	t, ok := o.notNegative("crush_time", dimTime)
	if ok && t > sim.MaxCrushTime {
		o.wrong("crush_time", "%g s is longer than %g s: write the time from first touch to impulse, for cars 30 ms to 60 ms", t, sim.MaxCrushTime)
	}
	return t
}

func (r *reader) readPairs(o *object) {
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readPairsOf(layer, given)
	}
}

// readPairsOf reads the pairs of the scenario or of an included file.
func (r *reader) readPairsOf(o *object, given entriesGiven) {
	def := r.scenario.Definition
	each(o, "pairs", "pair", func(p *object) {
		nodes, ok := p.list("between")
		if !p.has("between") {
			p.missing("between", "add between: [material, material]")
		}
		if ok && len(nodes) != 2 {
			p.fail("between", "a list of %d where two materials are needed: write [asphalt, steel]", len(nodes))
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
		a, okA := r.materialIndex(nodes[0], at(join(p.path, "between"), 0))
		b, okB := r.materialIndex(nodes[1], at(join(p.path, "between"), 1))
		if !okA || !okB {
			return
		}
		key := [2]int{min(a, b), max(a, b)}
		if before := given[key]; before != nil && r.fileOf(before) == r.fileOf(p.node) {
			p.fail("between", "these two materials have a pair already, on line %d: remove one", before.Line)
			return
		}
		if !given.add(o, key, p.node, p.path) {
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
		switch c = resolve(c); c.Kind {
		case yaml.ScalarNode:
			list = append(list, c.Value)
		case yaml.MappingNode:
			for i := 0; i+1 < len(c.Content); i += 2 {
				if c.Content[i].Value == "name" {
					list = append(list, resolve(c.Content[i+1]).Value)
				}
			}
		}
	}
	return list
}

// materialIndex returns the index of the material that a node names.
func (r *reader) materialIndex(n *yaml.Node, path string) (int, bool) {
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.report(n, path, "%s where the name of a material is needed: write one of those under materials", describe(n))
		return 0, false
	}
	if i, ok := r.material[n.Value]; ok {
		return i, true
	}
	var names []string
	for _, m := range r.scenario.Definition.Materials {
		names = append(names, m.Name)
	}
	if r.undefined[n.Value] || r.partial {
		return 0, false
	}
	hint := "define it under materials"
	if near := Nearest(n.Value, names); near != "" {
		hint = "did you mean \"" + near + "\"?" // at each place
	} else {
		r.undefined[n.Value] = true // there is one remedy, and so one message
	}
	r.report(n, path, "there is no material %q: %s", clip(n.Value), hint)
	return 0, false
}

// readMaterial reads the material of an object; absent is "default".
func (r *reader) readMaterial(o *object) int {
	n := o.values["material"]
	if n == nil {
		return 0
	}
	i, _ := r.materialIndex(n, join(o.path, "material"))
	return i
}

// namedAt is where a name was given.
type namedAt struct {
	node *yaml.Node
	path string
}

// readObjectName reads the name of a static, body or mover: all of them differ.
func (r *reader) readObjectName(o *object, what string) string {
	name, ok := o.text("name")
	if !o.has("name") {
		o.missing("name", "add name: a word for this "+what)
	}
	if !ok {
		return ""
	}
	if !isName(name) {
		o.fail("name", "%q cannot name a %s: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", clip(name), what)
		return ""
	}
	if name == worldName && what != "static" {
		o.fail("name", "%q is the world, in joints, springs and tables: give the %s another name", name, what)
	}
	here := namedAt{o.place("name"), join(o.path, "name")}
	if before, ok := r.names[name]; ok { // kinds are read in another order than they may stand in
		later := here
		if here.node.Line < before.node.Line || here.node.Line == before.node.Line && here.node.Column < before.node.Column {
			before, later = here, before
		}
		r.report(later.node, later.path, "%q is used already on line %d: give every static, body and mover a name of its own", name, before.node.Line)
		return name
	}
	r.names[name] = here
	if r.scenario.objects == nil {
		r.scenario.objects = map[string]Problem{}
	}
	r.scenario.objects[what+" "+name] = r.spot(o.node, o.path)
	return name
}

func readColor(o *object) string {
	if n := o.values["color"]; n != nil && n.ShortTag() == "!!null" {
		o.fail("color", `is empty, because # starts a comment: write the color in quotes, "#c0392b"`)
		return ""
	}
	c, ok := o.text("color")
	if ok && !record.IsColor(c) {
		o.fail("color", `%q is no color: write six hexadecimal digits in quotes, "#c0392b"`, clip(c))
	}
	return c
}
