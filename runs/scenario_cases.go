package runs

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Case is a named set of values of a scenario's parameters. A test runs the scenario as it is and in each case, and compares
// each run with a golden of its own.
type Case struct {
	Name string
	Set  []Setting

	at     []Problem // where each of Set stands
	warned []Problem // values that are valid, but hardly meant, beside those of the scenario as it is
}

// caseForm is what names of cases may look like: they are parts of the names of goldens and of logs, on every system.
var caseForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// isCaseName reports whether text can be the name of a case. golden.golden.txt is the golden of golden.scenario.yaml, and
// NAME.test.prang the log of a test, which removes it when it has passed.
func isCaseName(text string) bool {
	return caseForm.MatchString(text) && !strings.EqualFold(text, "golden") && !strings.EqualFold(text, "test")
}

// readCases reads the block cases: {fast: {speed_a: 80 km/h}}, whose values are of parameters of the scenario. Whether the
// scenario can have the values, Case tells.
func (r *reader) readCases(o *object) {
	n := o.values["cases"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.fail("cases", "%s where a mapping is needed: write fast: {speed_a: 80 km/h}, with other values of parameters", describe(n))
		return
	}
	if len(n.Content) == 0 {
		o.fail("cases", "is empty: write fast: {speed_a: 80 km/h}, with other values of parameters, or remove it")
		return
	}
	seen := map[string]*yaml.Node{}
	r.entries(n, "cases", func(k, v *yaml.Node) {
		path := join("cases", clip(k.Value))
		if !isCaseName(k.Value) {
			r.report(k, path, "%q cannot name a case, as it is part of names of files: use up to 40 letters a-z and A-Z, digits, _ and -, the first a letter or digit, and not golden or test", clip(k.Value))
			return
		}
		folded := strings.ToLower(k.Value)
		if before := seen[folded]; before != nil {
			r.report(k, path, "differs from %q on line %d in capital letters alone, and some systems have one golden for both: give it another name", before.Value, before.Line)
			return
		}
		seen[folded] = k
		if v.Kind != yaml.MappingNode || len(v.Content) == 0 {
			what := describe(v)
			if v.Kind == yaml.MappingNode {
				what = "an empty mapping"
			}
			r.report(v, path, "%s where values of parameters are needed: write {speed_a: 80 km/h}, or remove the case", what)
			return
		}
		c := Case{Name: k.Value}
		r.entries(v, path, func(k, v *yaml.Node) { r.readCaseValue(&c, path, k, v) })
		r.scenario.Cases, r.scenario.warned = append(r.scenario.Cases, c), append(r.scenario.warned, c.warned...)
	})
}

// readCaseValue reads a value of a parameter in a case.
func (r *reader) readCaseValue(c *Case, path string, k, v *yaml.Node) {
	path = join(path, clip(k.Value))
	p := r.parameters[k.Value]
	if p == nil && r.partial {
		return
	}
	if p == nil {
		var names []string
		for _, p := range r.scenario.Parameters {
			names = append(names, p.Name)
		}
		r.report(k, path, "there is no parameter %q: %s", clip(k.Value), defineParameter(clip(k.Value), names))
		return
	}
	if !isQuantity(v) {
		r.report(v, path, "%s where a quantity is needed: write, for example, 80 km/h", describe(v))
		return
	}
	c.Set, c.at = append(c.Set, Setting{k.Value, v.Value}), append(c.at, r.spot(v, path))
	if p.value != nil && (Parameter{k.Value, p.value.Value}).LacksUnit(v.Value) {
		w := r.spot(v, path)
		w.What = fmt.Sprintf("%s has no unit and is taken in SI; the parameter is %s: write the unit", v.Value, p.value.Value)
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
				r.problems = append(r.problems, p)
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
	if near := Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(names) > 0 {
		return "it has " + firstFew(names)
	}
	return fmt.Sprintf("define it at the top of the scenario: cases: {%s: {speed_a: 80 km/h}}", name)
}

// problem returns an error of a scenario in the case, as one of the case: what is wrong with a value of it has the place of
// the value. source is the scenario without the values.
func (c *Case) problem(err error, source []byte) error {
	var invalid *InvalidError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("case %s: %w", c.Name, err)
	}
	list := slices.Clone(invalid.Problems)
	moved := 0
	for k := range list {
		p := &list[k]
		i := slices.IndexFunc(c.Set, func(v Setting) bool { return p.parameter == v.Name })
		if i < 0 {
			p.What = fmt.Sprintf("in case %s: %s", c.Name, p.What)
			continue
		}
		what := p.Path + ": " + p.What
		p.File, p.Line, p.Column, p.Path, p.What = c.at[i].File, c.at[i].Line, c.at[i].Column, c.at[i].Path, what
		moved++
	}
	sources := slices.Clone(invalid.sources)
	if moved == len(list) && len(sources) > 0 {
		sources[0].Data = source
	}
	e := newInvalidError(list, sources...)
	e.Omitted = invalid.Omitted
	return e
}

// isQuantity reports whether a node can be the value of a parameter.
func isQuantity(v *yaml.Node) bool {
	tag := v.ShortTag()
	return v.Kind == yaml.ScalarNode && (tag == "!!int" || tag == "!!float" || tag == "!!str") && !strings.HasPrefix(v.Value, "$")
}

// casesIn returns the names of the cases of the scenario file at a path, as far as they can be read.
func casesIn(path string) (names []string) {
	if isStream(path) {
		return nil
	}
	data, err := readBounded(path, maxScenarioSize)
	if err != nil {
		return nil
	}
	root, _ := parseTree(path, data)
	n := valueOf(root, "cases")
	if n == nil {
		return nil
	}
	for _, name := range keysIn(resolve(n)) {
		if isCaseName(name) {
			names = append(names, name)
		}
	}
	return names
}
