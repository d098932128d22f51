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
		if r.parameters == nil {
			r.parameters = map[string]*parameter{}
		}
		r.parameters[k.Value] = &parameter{key: k}
		tag := v.ShortTag()
		if v.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" && tag != "!!str" || strings.HasPrefix(v.Value, "$") {
			r.report(v, path, "%s where a quantity is needed: write, for example, 50 km/h", describe(v))
			return
		}
		r.parameters[k.Value].value = v
		r.scenario.Parameters = append(r.scenario.Parameters, Parameter{k.Value, v.Value})
	})
}

// checkParameters reports parameters that nothing refers to.
func (r *reader) checkParameters() {
	if len(r.problems) > 0 {
		return // what refers to them may not have been read
	}
	for _, p := range r.scenario.Parameters {
		if q := r.parameters[p.Name]; !q.used {
			r.report(q.key, join("parameters", p.Name), "is not used: write $%s where the quantity stands, or remove it", p.Name)
		}
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

// setParameters returns the text of a scenario with other values of parameters, so that a log that stores the text
// records what was run. The name is that of the file, for messages. A text that is no scenario is returned unchanged:
// Parse reports the error.
func setParameters(name string, data []byte, set []Setting) ([]byte, error) {
	if len(set) == 0 {
		return data, nil
	}
	root, _ := parseTree(name, data)
	if root == nil {
		return data, nil
	}
	var block *yaml.Node
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "parameters" {
			block = resolve(root.Content[i+1])
		}
	}
	if k := bytes.IndexFunc(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n\n")), otherBreak); k >= 0 {
		return nil, fmt.Errorf("%s:%d: has a line break that is no line feed: write the file with line feeds, so that parameters can be set in it", name, 1+bytes.Count(data[:k], []byte("\n")))
	}
	lines := bytes.Split(append([]byte(nil), data...), []byte("\n"))
	var nodes []*yaml.Node
	var texts []string
	for _, s := range set {
		n := valueOf(block, s.Name)
		if n == nil {
			return nil, fmt.Errorf("%s: has no parameter %q: %s", name, s.Name, defineParameter(s.Name, keysIn(block)))
		}
		if k := slices.Index(nodes, n); k >= 0 {
			return nil, fmt.Errorf("parameter %q is given two values, %s and %s: leave one of them out", s.Name, oneLine(clip(texts[k])), oneLine(clip(s.Value)))
		}
		if !utf8.ValidString(s.Value) {
			return nil, fmt.Errorf("parameter %q: its value %q is not UTF-8: write a quantity, for example 50km/h", s.Name, s.Value)
		}
		nodes, texts = append(nodes, n), append(texts, s.Value)
	}
	// From the end of the text on, so that places before stay.
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int {
		return (nodes[k].Line-nodes[i].Line)<<16 + nodes[k].Column - nodes[i].Column
	})
	for _, i := range order {
		if err := replaceScalar(lines, nodes[i], texts[i]); err != nil {
			return nil, fmt.Errorf("%s:%d:%d: parameter %q: %w", name, nodes[i].Line, nodes[i].Column, set[i].Name, err)
		}
	}
	return bytes.Join(lines, []byte("\n")), nil
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
