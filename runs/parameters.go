package runs

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/recorder"
)

// parameterForm is what names of parameters may look like; a quantity refers to one by $name.
var parameterForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,39}$`)

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

// parameter is a parameter while the scenario is read.
type parameter struct {
	key, value *yaml.Node // the value is nil where it was refused
	used       bool
}

// readParameters reads the block parameters: {speed_a: 50 km/h}. It comes first, because quantities refer to it.
func (r *reader) readParameters(o *object) {
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		r.readParametersOf(layer, given)
	}
}

// readParametersOf reads the parameters of the scenario or of an included file.
func (r *reader) readParametersOf(o *object, given entriesGiven) {
	n := o.values["parameters"]
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		o.fail("parameters", "%s where a mapping is needed: write speed_a: 50 km/h, and speed: $speed_a where it is used", describe(n))
		return
	}
	r.entries(n, "parameters", func(k, v *yaml.Node) {
		path := join("parameters", clip(k.Value))
		if !parameterForm.MatchString(k.Value) {
			r.report(k, path, "%q cannot name a parameter: use up to 40 letters a-z and A-Z, digits and _, the first no digit", clip(k.Value))
			return
		}
		if !given.add(o, k.Value, k, path) {
			return
		}
		if r.parameters == nil {
			r.parameters = map[string]*parameter{}
		}
		r.parameters[k.Value] = &parameter{key: k}
		if !isQuantity(v) {
			r.report(v, path, "%s where a quantity is needed: write, for example, 50 km/h", describe(v))
			return
		}
		r.parameters[k.Value].value = v
		r.scenario.Parameters = append(r.scenario.Parameters, Parameter{k.Value, v.Value})
	})
}

// checkParameters reports parameters of the scenario that nothing refers to. Those of included files, which are there for
// other scenarios, are none of this one.
func (r *reader) checkParameters() {
	if len(r.problems) > 0 {
		return // what refers to them may not have been read
	}
	r.scenario.Parameters = slices.DeleteFunc(r.scenario.Parameters, func(p Parameter) bool {
		q := r.parameters[p.Name]
		if !q.used && r.fileOf(q.key) == r.file {
			r.report(q.key, join("parameters", p.Name), "is not used: write $%s where the quantity stands, or remove it", p.Name)
		}
		return !q.used
	})
	if len(r.problems) == 0 {
		r.checkCases()
	}
}

// noExpressions is the remedy for a parameter with more around it than $ before its name.
const noExpressions = "write $name alone, for there are no expressions: define a parameter of that value"

// parameterAt returns the value that a reference stands for. For an unknown parameter it reports a problem and returns
// false; a parameter whose value was refused has been reported.
func (d *decoder) parameterAt(n *yaml.Node, path string) (value *yaml.Node, ok bool) {
	name := n.Value[1:]
	if p := d.parameters[name]; p != nil {
		p.used = true
		return p.value, p.value != nil
	}
	if !parameterForm.MatchString(name) {
		d.report(n, path, "%q is not $ and the name of a parameter: %s", clip(n.Value), noExpressions)
		return nil, false
	}
	if d.partial {
		return nil, false
	}
	hint := defineParameter(clip(name), nil)
	if near := Nearest(name, slices.Collect(maps.Keys(d.parameters))); near != "" { // in whatever order
		hint = fmt.Sprintf("did you mean %q?", "$"+near)
	}
	d.report(n, path, "there is no parameter %q: %s", clip(name), hint)
	return nil, false
}

// defineParameter returns the remedy for an unknown parameter; names are the parameters of the scenario.
func defineParameter(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	hint := fmt.Sprintf("define it at the top of the scenario: parameters: {%s: …}", strings.ReplaceAll(name, "*", ""))
	if len(names) > 0 {
		hint = "it has " + firstFew(names) + ", or " + hint
	}
	return hint
}

// Setting gives a parameter a value.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "50 km/h"
}

// String returns the setting as the flag --set takes it.
func (s Setting) String() string { return s.Name + "=" + s.Value }

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
func (s *Scenario) isOfCase(p Problem) bool {
	return slices.ContainsFunc(s.Cases, func(c Case) bool { return slices.Contains(c.warned, p) })
}

func (s *Scenario) hasParameter(name string) bool {
	return slices.ContainsFunc(s.Parameters, func(p Parameter) bool { return p.Name == name })
}

// notUsed is the error of a value for a parameter of an included file that the scenario does not use.
func (s *Scenario) notUsed(name string) error {
	return fmt.Errorf("%s: parameter %q %s", s.file, name, notUsed)
}

const notUsed = "stands in an included file, but nothing of this scenario uses it: leave it out, or write $name where the quantity stands"

// FilesSet returns the names of the files in a log in which values of parameters stand that were set: they are not those on disk.
// Files that cannot be read are left out.
func FilesSet(r *recorder.Reader) (names []string) {
	set := r.Header().Set
	if len(set) == 0 {
		return nil
	}
	assets, _ := r.Assets()
	if len(assets) == 0 {
		return nil
	}
	root, _ := parseTree(assets[0].Name, assets[0].Data)
	if root == nil {
		return nil
	}
	files, blocks := []string{assets[0].Name}, []*yaml.Node{parametersOf(root)}
	for _, file := range includesOf(root) {
		i := slices.IndexFunc(assets, func(a recorder.Asset) bool { return a.Name == file })
		if i <= 0 || slices.Contains(files, file) {
			continue
		}
		if root, _ := sharedDocument.parse(file, assets[i].Data); root != nil {
			files, blocks = append(files, file), append(blocks, parametersOf(root))
		}
	}
	for _, p := range set {
		i := slices.IndexFunc(blocks, func(b *yaml.Node) bool { return valueOf(b, p.Name) != nil })
		if i >= 0 && !slices.Contains(names, files[i]) {
			names = append(names, files[i])
		}
	}
	return names
}

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
		if root, _ := sharedDocument.parse(place(file), data); root != nil {
			t := &parameterText{name: place(file), data: data, block: parametersOf(root)}
			texts, changed[file] = append(texts, t), t
		}
	}
	given := map[string]string{}
	for _, s := range set {
		if before, ok := given[s.Name]; ok {
			return nil, nil, fmt.Errorf("parameter %q is given two values, %s and %s: leave one of them out", s.Name, oneLine(clip(before)), oneLine(clip(s.Value)))
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
			names = append(names, keysIn(t.block)...)
		}
		if !found {
			return nil, nil, fmt.Errorf("%s: has no parameter %q: %s", name, s.Name, defineParameter(s.Name, names))
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
	if n := valueOf(root, "parameters"); n != nil {
		return resolve(n)
	}
	return nil
}

// includesOf returns the names of the files that a scenario includes, as far as they can be names.
func includesOf(root *yaml.Node) (names []string) {
	n := valueOf(root, "include")
	if n == nil {
		return nil
	}
	list := []*yaml.Node{n}
	if n = resolve(n); n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, c := range list {
		if c = resolve(c); c.Kind == yaml.ScalarNode && isRelative(c.Value) {
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
	n := valueOf(t.block, s.Name)
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

func valueOf(block *yaml.Node, name string) *yaml.Node {
	if block == nil || block.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(block.Content); i += 2 {
		if block.Content[i].Value == name {
			return block.Content[i+1]
		}
	}
	return nil
}

// keysIn returns the keys of a mapping, in its order.
func keysIn(block *yaml.Node) []string {
	var keys []string
	if block != nil && block.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(block.Content); i += 2 {
			keys = append(keys, block.Content[i].Value)
		}
	}
	return keys
}

// replaceScalar writes a quantity over a scalar of one line.
func replaceScalar(lines [][]byte, n *yaml.Node, text string) error {
	switch {
	case n.Kind == yaml.AliasNode:
		return fmt.Errorf("its value is that of the anchor &%s, and cannot be replaced: write the value in place of *%s", clip(n.Value), clip(n.Value))
	case n.Anchor != "":
		return fmt.Errorf("its value has the anchor &%s, which others may refer to, and cannot be replaced: write it without the anchor", clip(n.Anchor))
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
