package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// Plan says what a sweep runs: each scenario with each combination of the values of a grid, and each of these a number
// of times with random values. Runs are counted from 1; the scenario changes slowest, then the first axis of the grid,
// and so on; the repeat changes fastest. A plan with rounds has no grid: its rounds change before the repeats, and the values of
// those after the first depend on the results of the rounds before.
type Plan struct {
	Name      string
	Scenarios []PlanScenario
	Set       []scenariofile.Setting // of all runs
	Grid      []Axis
	Rounds    int    // that look for what fits Measured; without such, 0 or 1
	Repeats   int    // of each combination, or in each round, at least 1
	Seed      uint64 // of the random values; a repeat has the same ones with each combination

	// Measured is what runs are compared with in the summary. Without rounds it changes no result.
	Measured []Measured
}

// PlanScenario is a scenario of a plan, with all that its runs need.
type PlanScenario struct {
	Name   string
	Path   string          `json:"-"` // of its file, "" where it did not come from one; the results do not depend on it
	Files  []document.File // as in Scenario
	Ranges []Range         // of its random parameters

	free []string // bodies that move freely
}

// Axis is a parameter of a grid with its values.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Bounds of a plan.
const (
	maxPlanRuns  = 1_000_000
	maxAxisSteps = 10_000
)

// ReadPlan reads the plan at a path and the scenarios that it names, relative to it, or to the working directory if it is not
// a regular file. A value that a scenario cannot have, whatever the others are, is an error at its place; so is a scenario
// none of whose runs can be made, where they are few. Any other run that cannot be made is left to the sweep. Errors are as
// for Load.
func ReadPlan(path string) (*Plan, error) {
	if scenariofile.IsScenario(path) {
		return nil, fmt.Errorf("%s: is a scenario, not a plan: run it with prang run, or name it in a plan, under scenarios", path)
	}
	if recorder.IsLog(path) {
		return nil, fmt.Errorf("%s: is the log of a run, not a plan: read it with prang info or prang replay", path)
	}
	if scenariofile.IsSweep(path) {
		return nil, fmt.Errorf("%s: has results of a sweep: give the plan that made them, and this file with -o", path)
	}
	data, err := document.ReadBounded(path, document.MaxSize+1)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w: give the path of a plan", path, wording.WithoutPath(err))
	}
	return parsePlan(path, data, scenariofile.Load)
}

// parsePlan reads a plan from data; path is that of its file, and load loads the scenarios that it names.
func parsePlan(path string, data []byte, load func(path string) (*scenariofile.Scenario, error)) (*Plan, error) {
	root, problems := document.Plan.Parse(path, data)
	if root == nil {
		return nil, document.NewInvalidError(problems, document.File{Name: path, Data: data})
	}
	r := &planReader{Decoder: document.Decoder{File: path}, load: load, plan: &Plan{Repeats: 1, Seed: 1}, points: 1, named: map[string]string{}}
	r.read(root)
	if len(r.Problems) > 0 {
		return nil, document.NewInvalidError(r.Problems, document.File{Name: path, Data: data})
	}
	return r.plan, nil
}

// planReader is the state of reading one plan.
type planReader struct {
	document.Decoder
	load   func(path string) (*scenariofile.Scenario, error)
	plan   *Plan
	points int // of the grid, as far as it has been read
	vary   []Range
	at     []*yaml.Node      // where each of vary stands
	sets   []*yaml.Node      // and of set
	axes   [][]*yaml.Node    // and the values of each axis
	named  map[string]string // the key under which a parameter has its values
	bodies []*yaml.Node      // where each of measured stands
	free   []string          // bodies of the scenarios that move freely
}

func (r *planReader) read(root *yaml.Node) {
	o, ok := r.Object(root, "", "plan")
	if !ok {
		return
	}
	p := r.plan
	p.Name, _ = o.Text("name")
	if !o.Has("name") {
		o.Missing("name", "add name: my-sweep")
	} else if p.Name != "" && !document.IsName(p.Name) {
		o.Fail("name", "%q cannot name a plan: use up to 80 letters, digits, spaces and . _ + -, the first a letter or digit", wording.Clip(p.Name))
	}
	r.mapping(o, "set", r.readSet)
	r.mapping(o, "grid", r.readAxis)
	r.mapping(o, "vary", r.readRange)
	if n, ok := r.wholeOf(o, "repeats", maxVariations); ok {
		p.Repeats = int(n)
		if len(r.vary) == 0 && n > 1 && !o.Has("vary") && !o.Has("rounds") {
			o.Fail("repeats", "repeats equal runs, for nothing is random: add vary: {mu: 0.6..0.8}, or remove it")
		}
	}
	if n, ok := r.wholeOf(o, "seed", 1<<53); ok {
		p.Seed = uint64(n)
	}
	r.readMeasured(o)
	r.readRounds(o)
	nodes, ok := o.List("scenarios")
	if !ok && !o.Has("scenarios") || ok && len(nodes) == 0 {
		o.Missing("scenarios", "add scenarios: [crash.yaml], relative to the plan")
	}
	if len(r.Problems) > 0 {
		return
	}
	for i, n := range nodes {
		r.readScenario(document.Resolve(n), document.At("scenarios", i))
	}
	r.checkMeasured(len(nodes))
	r.checkRounds(o, nodes)
	if p.Runs() > maxPlanRuns {
		key := "repeats"
		if p.Repeats == 1 {
			key = "scenarios"
		}
		o.Fail(key, "makes %d runs, of %d at most: make it less, or two plans", p.Runs(), maxPlanRuns)
	}
}

// fits reports whether the grid may have n values of one more parameter, and a problem where it may not.
func (r *planReader) fits(n int, v *yaml.Node, path string) bool {
	if r.points*n > maxPlanRuns {
		r.Report(v, path, "makes more than %d runs: leave out some values", maxPlanRuns)
		return false
	}
	r.points *= n
	return true
}

// mapping reads a mapping of parameters.
func (r *planReader) mapping(o *document.Object, key string, read func(name string, v *yaml.Node, path string)) {
	n := o.Values[key]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.Fail(key, "%s where a mapping is needed: write %s: {speed_a: …}", document.Describe(n), key)
		return
	}
	r.Entries(n, key, func(k, v *yaml.Node) {
		path := document.Join(key, wording.Clip(k.Value))
		plain := k.Value
		if key == "vary" {
			plain = strings.ReplaceAll(plain, "*", "x")
		}
		if !document.ParameterForm.MatchString(plain) {
			r.Report(k, path, "%q cannot name a parameter: use up to 40 letters a-z and A-Z, digits and _, the first no digit", wording.Clip(k.Value))
			return
		}
		if before, ok := r.named[k.Value]; ok {
			r.Report(k, path, "has values in %s too: leave one of them out", before)
			return
		}
		r.named[k.Value] = key
		read(k.Value, v, path)
	})
}

// valueText returns the text of a quantity.
func (r *planReader) valueText(v *yaml.Node, path string) (string, bool) {
	v = document.Resolve(v)
	tag := v.ShortTag()
	if v.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" && tag != "!!str" || v.Value == "" {
		r.Report(v, path, "%s where a quantity is needed: write, for example, 50 km/h", document.Describe(v))
		return "", false
	}
	return v.Value, true
}

func (r *planReader) readSet(name string, v *yaml.Node, path string) {
	if text, ok := r.valueText(v, path); ok {
		r.plan.Set, r.sets = append(r.plan.Set, scenariofile.Setting{Name: name, Value: text}), append(r.sets, v)
	}
}

// readAxis reads the values of a parameter of the grid: a list, or LOW..HIGH UNIT:N.
func (r *planReader) readAxis(name string, v *yaml.Node, path string) {
	a := Axis{Name: name}
	var places []*yaml.Node
	switch {
	case v.Kind == yaml.SequenceNode && len(v.Content) > 0:
		if !r.fits(len(v.Content), v, path) {
			return
		}
		for i, c := range v.Content {
			text, ok := r.valueText(c, document.At(path, i))
			if !ok {
				continue
			}
			if slices.Contains(a.Values, text) {
				r.Report(document.Resolve(c), document.At(path, i), "%s is there twice: remove one", wording.Clip(text))
				continue
			}
			a.Values, places = append(a.Values, text), append(places, document.Resolve(c))
		}
	case v.Kind == yaml.ScalarNode:
		span, n, err := ParseRange(name + "=" + v.Value)
		if err != nil || span.Normal || n < 2 || n > maxAxisSteps {
			what := "gives no values"
			if two := ofTwoNumbers(err); two != "" {
				what = "gives no values, for " + two
			}
			r.Report(v, path, "%q %s: write a list, [48 km/h, 50 km/h], or as many even values as you like, up to %d: 40..60 km/h:5", wording.Clip(v.Value), what, maxAxisSteps)
			return
		}
		if !r.fits(n, v, path) {
			return
		}
		for i := range n {
			value := span.Low + float64(float64(span.High-span.Low)*float64(i))/float64(n-1)
			if i == n-1 {
				value = span.High
			}
			a.Values = append(a.Values, strings.TrimSpace(strconv.FormatFloat(value, 'g', 12, 64)+" "+span.Unit))
			places = append(places, v)
		}
	default:
		r.Report(v, path, "%s where values are needed: write a list, [48 km/h, 50 km/h], or 40..60 km/h:5", document.Describe(v))
		return
	}
	r.plan.Grid, r.axes = append(r.plan.Grid, a), append(r.axes, places)
}

// readRange reads the distribution of a random parameter.
func (r *planReader) readRange(name string, v *yaml.Node, path string) {
	text, ok := r.valueText(v, path)
	if !ok {
		return
	}
	span, n, err := ParseRange(name + "=" + text)
	if err != nil || n > 0 {
		what := "is no distribution"
		if two := ofTwoNumbers(err); two != "" {
			what = "is no distribution, for " + two
		}
		r.Report(v, path, "%q %s: write 48..52 km/h for an even one, or 50±2 km/h for a normal one; repeats says how many values are drawn", wording.Clip(text), what)
		return
	}
	r.vary, r.at = append(r.vary, span), append(r.at, v)
}

// wholeOf reads a whole number from 1 to most.
func (r *planReader) wholeOf(o *document.Object, key string, most int64) (int64, bool) {
	n := o.Values[key]
	if n == nil {
		return 0, false
	}
	v, err := strconv.ParseInt(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || err != nil || v < 1 || v > most {
		o.Fail(key, "%s where a whole number from 1 to %d is needed", document.Describe(n), most)
		return 0, false
	}
	return v, true
}

// Points returns the number of combinations of a scenario's grid.
func (p *Plan) Points() int {
	n := 1
	for _, a := range p.Grid {
		n *= len(a.Values)
	}
	return n
}

// groups returns how many times a scenario has Repeats runs: the number of combinations of its grid, or of its rounds.
func (p *Plan) groups() int { return p.Points() * max(1, p.Rounds) }

// each returns the number of runs of a scenario.
func (p *Plan) each() int { return p.groups() * p.Repeats }

// Runs returns the number of runs.
func (p *Plan) Runs() int { return len(p.Scenarios) * p.each() }

// place returns the scenario of a run, its combination of the grid or its round, and its repeat, all from 0.
func (p *Plan) place(number int) (scenario, group, repeat int) {
	n := number - 1
	repeat, n = n%p.Repeats, n/p.Repeats
	return n / p.groups(), n % p.groups(), repeat
}

// row returns the row of a run that has no result yet.
func (p *Plan) row(number int) *Row {
	scenario, group, repeat := p.place(number)
	r := &Row{Scenario: p.Scenarios[scenario].Name, Point: group + 1, Repeat: repeat + 1}
	if p.Rounds > 1 {
		r.Point, r.Round = 1, group+1
	}
	return r
}

// at returns the values of a combination of the grid.
func (p *Plan) at(point int) []scenariofile.Setting {
	set := make([]scenariofile.Setting, len(p.Grid))
	for i := len(p.Grid) - 1; i >= 0; i-- {
		a := &p.Grid[i]
		set[i] = scenariofile.Setting{Name: a.Name, Value: a.Values[point%len(a.Values)]}
		point /= len(a.Values)
	}
	return set
}

// Run returns a run of the plan, from 1 to Runs, without a result, and the index of its scenario. It panics for any other, and for one
// of a later round than the first.
func (p *Plan) Run(number int) (v *Variation, scenario int) {
	scenario, group, repeat := p.place(number)
	if p.Rounds > 1 && group > 0 {
		panic(fmt.Sprintf("runs: run %d depends on the results of others", number))
	}
	v = p.fixed(number)
	ranges := p.Scenarios[scenario].Ranges
	for i := range ranges {
		v.Set = append(v.Set, ranges[i].Draw(p.Seed, repeat+1))
	}
	return v, scenario
}

// First returns the first run of a scenario, by its index.
func (p *Plan) First(scenario int) *Variation {
	v, _ := p.Run(1 + scenario*p.each())
	return v
}

// fixed returns a run with its settings that are not random.
func (p *Plan) fixed(number int) *Variation {
	_, group, _ := p.place(number)
	v := &Variation{Number: number, Set: []scenariofile.Setting{}, Outcomes: []Outcome{}}
	v.Set = append(v.Set, p.Set...)
	v.Set = append(v.Set, p.at(group)...)
	return v
}

// Hash identifies all that the results of the plan depend on, but the engine: not what was measured, unless it has rounds, nor how
// many of these.
func (p *Plan) Hash() string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	all := []any{p.Set, p.Grid, p.Repeats, p.Seed, p.Scenarios}
	if p.Rounds > 1 {
		all = append(all, "rounds", p.Measured)
	}
	for _, v := range all {
		if err := enc.Encode(v); err != nil {
			panic("runs: a plan that is no JSON: " + err.Error())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
