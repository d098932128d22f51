package scenariofile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
)

// Case is a named set of values of a scenario's parameters. A test runs the scenario as it is and in each case, and compares
// each run with a golden of its own.
type Case struct {
	Name string
	Set  []Setting

	at     []document.Problem // where each of Set stands
	warned []document.Problem // values that are valid, but hardly meant, beside those of the scenario as it is
}

// caseForm is what names of cases may look like: they are parts of the names of goldens and of logs, on every system.
var caseForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// IsCaseName reports whether text can be the name of a case. golden.golden.txt is the golden of golden.scenario.yaml, and
// NAME.test.prang the log of a test, which removes it when it has passed.
func IsCaseName(text string) bool {
	return caseForm.MatchString(text) && !strings.EqualFold(text, "golden") && !strings.EqualFold(text, "test")
}

// readCases reads the block cases: {fast: {speed_a: 80 km/h}}, whose values are of parameters of the scenario. Whether the
// scenario can have the values, Case tells.
func (r *reader) readCases(o *document.Object) {
	n := o.Values["cases"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.Fail("cases", "%s where a mapping is needed: write fast: {speed_a: 80 km/h}, with other values of parameters", document.Describe(n))
		return
	}
	if len(n.Content) == 0 {
		o.Fail("cases", "is empty: write fast: {speed_a: 80 km/h}, with other values of parameters, or remove it")
		return
	}
	seen := map[string]*yaml.Node{}
	r.Entries(n, "cases", func(k, v *yaml.Node) {
		path := document.Join("cases", wording.Clip(k.Value))
		if !IsCaseName(k.Value) {
			r.Report(k, path, "%q cannot name a case, as it is part of names of files: use up to 40 letters a-z and A-Z, digits, _ and -, the first a letter or digit, and not golden or test", wording.Clip(k.Value))
			return
		}
		folded := strings.ToLower(k.Value)
		if before := seen[folded]; before != nil {
			r.Report(k, path, "differs from %q on line %d in capital letters alone, and some systems have one golden for both: give it another name", before.Value, before.Line)
			return
		}
		seen[folded] = k
		if v.Kind != yaml.MappingNode || len(v.Content) == 0 {
			what := document.Describe(v)
			if v.Kind == yaml.MappingNode {
				what = "an empty mapping"
			}
			r.Report(v, path, "%s where values of parameters are needed: write {speed_a: 80 km/h}, or remove the case", what)
			return
		}
		c := Case{Name: k.Value}
		r.Entries(v, path, func(k, v *yaml.Node) { r.readCaseValue(&c, path, k, v) })
		r.scenario.Cases, r.scenario.warned = append(r.scenario.Cases, c), append(r.scenario.warned, c.warned...)
	})
}

// readCaseValue reads a value of a parameter in a case.
func (r *reader) readCaseValue(c *Case, path string, k, v *yaml.Node) {
	path = document.Join(path, wording.Clip(k.Value))
	p := r.Parameters[k.Value]
	if p == nil && r.Partial {
		return
	}
	if p == nil {
		var names []string
		for _, p := range r.scenario.Parameters {
			names = append(names, p.Name)
		}
		r.Report(k, path, "there is no parameter %q: %s", wording.Clip(k.Value), document.DefineParameter(wording.Clip(k.Value), names))
		return
	}
	if !isQuantity(v) {
		r.Report(v, path, "%s where a quantity is needed: write, for example, 80 km/h", document.Describe(v))
		return
	}
	c.Set, c.at = append(c.Set, Setting{k.Value, v.Value}), append(c.at, r.spot(v, path))
	if p.Value != nil && (Parameter{k.Value, p.Value.Value}).LacksUnit(v.Value) {
		w := r.spot(v, path)
		w.What = fmt.Sprintf("%s has no unit and is taken in SI; the parameter is %s: write the unit", v.Value, p.Value.Value)
		c.warned = append(c.warned, w)
	}
}

// checkCases reports values of cases for parameters of included files that the scenario does not use: they change nothing.
func (r *reader) checkCases() {
	for _, c := range r.scenario.Cases {
		for i, v := range c.Set {
			if !r.scenario.hasParameter(v.Name) {
				p := c.at[i]
				p.What = fmt.Sprintf("parameter %q %s", v.Name, notUsed)
				r.Problems = append(r.Problems, p)
			}
		}
	}
}

// Case returns the scenario in one of its cases: with the values of the case, and with other values of parameters, which
// count where the case has some too. It is read anew from Files, in which the values then stand; so they do in its log.
// Errors are as for Load. Those of a value of the case have its place.
func (s *Scenario) Case(name string, set []Setting) (*Scenario, error) {
	i := slices.IndexFunc(s.Cases, func(c Case) bool { return c.Name == name })
	if i < 0 || len(s.Files) == 0 {
		return nil, fmt.Errorf("%s: has no case %q: %s", s.file, name, s.defineCase(name))
	}
	c := &Case{Name: name, warned: s.Cases[i].warned}
	for k, v := range s.Cases[i].Set {
		if !slices.ContainsFunc(set, func(o Setting) bool { return o.Name == v.Name }) {
			c.Set, c.at = append(c.Set, v), append(c.at, s.Cases[i].at[k])
		}
	}
	made, err := parseWith(s.file, s.Files[0].Data, nil, openerOf(s.Files), s.pathOf, slices.Concat(c.Set, set))
	if err != nil {
		return nil, c.problem(err, s.Files[0].Data)
	}
	made.ofCase, made.warned = c, slices.Concat(c.warned, made.warned)
	return made, nil
}

// defineCase returns the remedy for an unknown case.
func (s *Scenario) defineCase(name string) string {
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
	}
	if near := wording.Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(names) > 0 {
		return "it has " + wording.FirstFew(names)
	}
	return fmt.Sprintf("define it at the top of the scenario: cases: {%s: {speed_a: 80 km/h}}", name)
}

// problem returns an error of a scenario in the case, as one of the case: what is wrong with a value of it has the place of
// the value. source is the scenario without the values.
func (c *Case) problem(err error, source []byte) error {
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("case %s: %w", c.Name, err)
	}
	list := slices.Clone(invalid.Problems)
	moved := 0
	for k := range list {
		p := &list[k]
		i := slices.IndexFunc(c.Set, func(v Setting) bool { return p.Parameter == v.Name })
		if i < 0 {
			p.What = fmt.Sprintf("in case %s: %s", c.Name, p.What)
			continue
		}
		what := p.Path + ": " + p.What
		p.File, p.Line, p.Column, p.Path, p.What = c.at[i].File, c.at[i].Line, c.at[i].Column, c.at[i].Path, what
		moved++
	}
	sources := slices.Clone(invalid.Sources)
	if moved == len(list) && len(sources) > 0 {
		sources[0].Data = source
	}
	e := document.NewInvalidError(list, sources...)
	e.Omitted = invalid.Omitted
	return e
}

// isQuantity reports whether a node can be the value of a parameter.
func isQuantity(v *yaml.Node) bool {
	tag := v.ShortTag()
	return v.Kind == yaml.ScalarNode && (tag == "!!int" || tag == "!!float" || tag == "!!str") && !strings.HasPrefix(v.Value, "$")
}

// CasesIn returns the names of the cases of the scenario file at a path, as far as they can be read.
func CasesIn(path string) (names []string) {
	if document.IsStream(path) {
		return nil
	}
	data, err := document.ReadBounded(path, document.MaxSize)
	if err != nil {
		return nil
	}
	root, _ := parseTree(path, data)
	n := document.ValueOf(root, "cases")
	if n == nil {
		return nil
	}
	for _, name := range document.KeysIn(document.Resolve(n)) {
		if IsCaseName(name) {
			names = append(names, name)
		}
	}
	return names
}

// CaseName returns the name of the case that the scenario is of, "" for none.
func (s *Scenario) CaseName() string {
	if s.ofCase == nil {
		return ""
	}
	return s.ofCase.Name
}
