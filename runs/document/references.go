package document

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/wording"
)

// Parameter is a parameter while the scenario is read.
type Parameter struct {
	Key, Value *yaml.Node // the value is nil where it was refused
	Used       bool
}

// ParameterForm is what names of parameters may look like; a quantity refers to one by $name.
var ParameterForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,39}$`)

// noExpressions is the remedy for a parameter with more around it than $ before its name.
const noExpressions = "write $name alone, for there are no expressions: define a parameter of that value"

// parameterAt returns the value that a reference stands for. For an unknown parameter it reports a problem and returns
// false; a parameter whose value was refused has been reported.
func (d *Decoder) parameterAt(n *yaml.Node, path string) (value *yaml.Node, ok bool) {
	name := n.Value[1:]
	if p := d.Parameters[name]; p != nil {
		p.Used = true
		return p.Value, p.Value != nil
	}
	if !ParameterForm.MatchString(name) {
		d.Report(n, path, "%q is not $ and the name of a parameter: %s", wording.Clip(n.Value), noExpressions)
		return nil, false
	}
	if d.Partial {
		return nil, false
	}
	hint := DefineParameter(wording.Clip(name), nil)
	if near := wording.Nearest(name, slices.Collect(maps.Keys(d.Parameters))); near != "" { // in whatever order
		hint = fmt.Sprintf("did you mean %q?", "$"+near)
	}
	d.Report(n, path, "there is no parameter %q: %s", wording.Clip(name), hint)
	return nil, false
}

// DefineParameter returns the remedy for an unknown parameter; names are the parameters of the scenario.
func DefineParameter(name string, names []string) string {
	if near := wording.Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	hint := fmt.Sprintf("define it at the top of the scenario: parameters: {%s: …}", strings.ReplaceAll(name, "*", ""))
	if len(names) > 0 {
		hint = "it has " + wording.FirstFew(names) + ", or " + hint
	}
	return hint
}
