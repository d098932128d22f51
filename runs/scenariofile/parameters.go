package scenariofile

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// Parameter is a named quantity of a scenario, to be varied.
type Parameter struct {
	Name  string
	Value string // as the scenario writes it: "50 km/h"
}

// exponent matches the exponent of a number, whose letter is not a unit.
var exponent = regexp.MustCompile(`[0-9.][eE][-+]?[0-9]`)

func hasUnit(value string) bool {
	return strings.ContainsFunc(exponent.ReplaceAllString(value, ""), func(r rune) bool { return unicode.IsLetter(r) || r == '°' })
}

// LacksUnit reports whether another value has no unit, and is not zero, while the scenario's value has one: it is then
// in SI, which may not be meant.
func (p Parameter) LacksUnit(value string) bool {
	x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && x != 0 && hasUnit(p.Value)
}

// readParameters reads the block parameters: {speed_a: 50 km/h}. It comes first, because quantities refer to it.
func (r *reader) readParameters(o *document.Object) {
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readParametersOf(layer, given)
	}
}

// readParametersOf reads the parameters of the scenario or of an included file.
func (r *reader) readParametersOf(o *document.Object, given entriesGiven) {
	n := o.Values["parameters"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.Fail("parameters", "%s where a mapping is needed: write speed_a: 50 km/h, and speed: $speed_a where it is used", document.Describe(n))
		return
	}
	r.Entries(n, "parameters", func(k, v *yaml.Node) {
		path := document.Join("parameters", wording.Clip(k.Value))
		if !document.ParameterForm.MatchString(k.Value) {
			r.Report(k, path, "%q cannot name a parameter: use up to 40 letters a-z and A-Z, digits and _, the first no digit", wording.Clip(k.Value))
			return
		}
		if !given.add(o, k.Value, k, path) {
			return
		}
		if r.Parameters == nil {
			r.Parameters = map[string]*document.Parameter{}
		}
		r.Parameters[k.Value] = &document.Parameter{Key: k}
		if !isQuantity(v) {
			r.Report(v, path, "%s where a quantity is needed: write, for example, 50 km/h", document.Describe(v))
			return
		}
		r.Parameters[k.Value].Value = v
		r.scenario.Parameters = append(r.scenario.Parameters, Parameter{k.Value, v.Value})
	})
}

// checkParameters reports parameters of the scenario that nothing refers to. Those of included files, which are there for
// other scenarios, are none of this one.
func (r *reader) checkParameters() {
	if len(r.Problems) > 0 {
		return // what refers to them may not have been read
	}
	r.scenario.Parameters = slices.DeleteFunc(r.scenario.Parameters, func(p Parameter) bool {
		q := r.Parameters[p.Name]
		if !q.Used && r.FileOf(q.Key) == r.File {
			r.Report(q.Key, document.Join("parameters", p.Name), "is not used: write $%s where the quantity stands, or remove it", p.Name)
		}
		return !q.Used
	})
	if len(r.Problems) == 0 {
		r.checkCases()
	}
}

// Setting gives a parameter a value.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "50 km/h"
}

// String returns the setting as the flag --set takes it.
func (s Setting) String() string { return s.Name + "=" + s.Value }

// Number splits the value into the number at its front and its unit, and reports whether there is a finite number.
func (s Setting) Number() (x float64, unit string, ok bool) { return units.Split(s.Value) }

// parseWith is parse with other values of parameters: it changes the texts in which they stand, so that a log that stores
// the texts records what was run.
func parseWith(name string, data []byte, store *meshStore, open opener, place func(string) string, set []Setting) (*Scenario, error) {
	data, open, err := setParameters(name, data, open, place, set)
	if err != nil {
		return nil, err
	}
	s, err := parse(name, data, store, open, place)
	if err != nil {
		return nil, err
	}
	if len(set) > 0 { // what cases were compared with is not the scenario's own value
		s.warned = slices.DeleteFunc(s.warned, s.isOfCase)
	}
	for _, v := range set {
		if !s.hasParameter(v.Name) {
			return nil, s.notUsed(v.Name)
		}
	}
	s.set = set
	return s, nil
}

// isOfCase reports whether a warning is one of a value of a case.
func (s *Scenario) isOfCase(p document.Problem) bool {
	return slices.ContainsFunc(s.Cases, func(c Case) bool { return slices.Contains(c.warned, p) })
}

func (s *Scenario) hasParameter(name string) bool {
	return slices.ContainsFunc(s.Parameters, func(p Parameter) bool { return p.Name == name })
}

// CanSet returns why a parameter cannot be given a value, whatever the others are: the scenario has no such parameter, or does
// not use it.
func (s *Scenario) CanSet(v Setting) error {
	file := s.Files[0].Name
	if _, _, err := setParameters(file, s.Files[0].Data, openerOf(s.Files), lexicalPlace(file), []Setting{v}); err != nil {
		return err
	}
	if !s.hasParameter(v.Name) {
		return s.notUsed(v.Name)
	}
	return nil
}

// LoaderOf returns a function that loads a scenario of a name, from its files in memory, with given values of parameters, any
// number of times. Errors name the file without its directories, so that they are the same everywhere.
func LoaderOf(name string, files []document.File) func([]Setting) (*Scenario, error) {
	store := &meshStore{}
	return func(set []Setting) (*Scenario, error) {
		if len(files) == 0 {
			return nil, fmt.Errorf("scenario %s has no files", name)
		}
		file := files[0].Name
		return parseWith(file, files[0].Data, store, openerOf(files), lexicalPlace(file), set)
	}
}

// notUsed is the error of a value for a parameter of an included file that the scenario does not use.
func (s *Scenario) notUsed(name string) error {
	return fmt.Errorf("%s: parameter %q %s", s.file, name, notUsed)
}

const notUsed = "stands in an included file, but nothing of this scenario uses it: leave it out, or write $name where the quantity stands"

// setParameters returns the text of a scenario, and a function that opens its files, with other values of parameters: each
// is replaced where it counts, in the scenario or in the file that it includes. A text that is no scenario is returned
// unchanged: Parse reports the error, and so for files. place returns the path of a file, for messages; name is that of
// the scenario.
func setParameters(name string, data []byte, open opener, place func(string) string, set []Setting) ([]byte, opener, error) {
	if len(set) == 0 {
		return data, open, nil
	}
	root, _ := parseTree(name, data)
	if root == nil {
		return data, open, nil
	}
	texts := []*parameterText{{name: name, data: data, block: parametersOf(root)}}
	changed := map[string]*parameterText{}
	for _, file := range includesOf(root) {
		if open == nil || changed[file] != nil {
			continue
		}
		data, err := open(file)
		if err != nil {
			continue
		}
		if root, _ := document.Included.Parse(place(file), data); root != nil {
			t := &parameterText{name: place(file), data: data, block: parametersOf(root)}
			texts, changed[file] = append(texts, t), t
		}
	}
	given := map[string]string{}
	for _, s := range set {
		if before, ok := given[s.Name]; ok {
			return nil, nil, fmt.Errorf("parameter %q is given two values, %s and %s: leave one of them out", s.Name, wording.OneLine(wording.Clip(before)), wording.OneLine(wording.Clip(s.Value)))
		}
		given[s.Name] = s.Value
		if !utf8.ValidString(s.Value) {
			return nil, nil, fmt.Errorf("parameter %q: its value %q is not UTF-8: write a quantity, for example 50km/h", s.Name, s.Value)
		}
		var names []string
		found := false
		for _, t := range texts {
			if found = t.take(s); found {
				break
			}
			names = append(names, document.KeysIn(t.block)...)
		}
		if !found {
			return nil, nil, fmt.Errorf("%s: has no parameter %q: %s", name, s.Name, document.DefineParameter(s.Name, names))
		}
	}
	for _, t := range texts {
		if err := t.replace(); err != nil {
			return nil, nil, err
		}
	}
	if open == nil {
		return texts[0].data, nil, nil
	}
	return texts[0].data, func(name string) ([]byte, error) {
		if t := changed[name]; t != nil {
			return t.data, nil
		}
		return open(name)
	}, nil
}

// parametersOf returns the parameters of a scenario or an included file, nil if there are none.
func parametersOf(root *yaml.Node) *yaml.Node {
	if n := document.ValueOf(root, "parameters"); n != nil {
		return document.Resolve(n)
	}
	return nil
}

// includesOf returns the names of the files that a scenario includes, as far as they can be names.
func includesOf(root *yaml.Node) (names []string) {
	n := document.ValueOf(root, "include")
	if n == nil {
		return nil
	}
	list := []*yaml.Node{n}
	if n = document.Resolve(n); n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, c := range list {
		if c = document.Resolve(c); c.Kind == yaml.ScalarNode && isRelative(c.Value) {
			names = append(names, c.Value)
		}
	}
	return names
}

// parameterText is a text in which parameters stand, and values that are to be set in it.
type parameterText struct {
	name  string // of its file
	data  []byte
	block *yaml.Node // its parameters
	set   []Setting
	at    []*yaml.Node // where each of set stands
}

// take notes a value that is to be set, and reports whether the parameter stands in the text.
func (t *parameterText) take(s Setting) bool {
	n := document.ValueOf(t.block, s.Name)
	if n != nil {
		t.set, t.at = append(t.set, s), append(t.at, n)
	}
	return n != nil
}

// replace sets the values.
func (t *parameterText) replace() error {
	if len(t.set) == 0 {
		return nil
	}
	if k := bytes.IndexFunc(bytes.ReplaceAll(t.data, []byte("\r\n"), []byte("\n\n")), otherBreak); k >= 0 {
		return fmt.Errorf("%s:%d: has a line break that is no line feed: write the file with line feeds, so that parameters can be set in it", t.name, 1+bytes.Count(t.data[:k], []byte("\n")))
	}
	lines := bytes.Split(bytes.Clone(t.data), []byte("\n"))
	// From the end of the text on, so that places before stay.
	order := make([]int, len(t.at))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int {
		return (t.at[k].Line-t.at[i].Line)<<16 + t.at[k].Column - t.at[i].Column
	})
	for _, i := range order {
		if err := replaceScalar(lines, t.at[i], t.set[i].Value); err != nil {
			return fmt.Errorf("%s:%d:%d: parameter %q: %w", t.name, t.at[i].Line, t.at[i].Column, t.set[i].Name, err)
		}
	}
	t.data = bytes.Join(lines, []byte("\n"))
	return nil
}

// otherBreak reports whether YAML takes a character for a line break, and editors do not.
func otherBreak(r rune) bool {
	return r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// replaceScalar writes a quantity over a scalar of one line.
func replaceScalar(lines [][]byte, n *yaml.Node, text string) error {
	switch {
	case n.Kind == yaml.AliasNode:
		return fmt.Errorf("its value is that of the anchor &%s, and cannot be replaced: write the value in place of *%s", wording.Clip(n.Value), wording.Clip(n.Value))
	case n.Anchor != "":
		return fmt.Errorf("its value has the anchor &%s, which others may refer to, and cannot be replaced: write it without the anchor", wording.Clip(n.Anchor))
	}
	quoted := n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	if n.Kind != yaml.ScalarNode || n.Value == "" && !quoted {
		return fmt.Errorf("has no quantity to replace: write one, for example %s", quantityText(text))
	}
	line := lines[n.Line-1]
	at := 0
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(line[at:])
		at += size
	}
	rest := line[at:]
	end := len(n.Value)
	if quoted && len(rest) > 0 {
		end = bytes.IndexByte(rest[1:], rest[0]) + 2
		if end < 2 || string(rest[1:end-1]) != n.Value {
			return fmt.Errorf("its value cannot be replaced: write it plainly, in one line")
		}
	} else if !bytes.HasPrefix(rest, []byte(n.Value)) {
		return fmt.Errorf("its value cannot be replaced: write it plainly, in one line")
	}
	out := append([]byte(nil), line[:at]...)
	out = append(out, quantityText(text)...)
	lines[n.Line-1] = append(out, rest[end:]...)
	return nil
}

// quantityText returns a quantity as YAML and JSON both read it: a number as it is, else in quotes.
func quantityText(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return strconv.Quote(text)
}

// Settings returns the values that parameters were given, those of the case too.
func (s *Scenario) Settings() []Setting { return s.set }
