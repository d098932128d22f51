package document

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/units"
)

// Decoder reads nodes and collects problems. A method that fails reports a problem and returns false; reading goes on,
// so that several problems are reported at once.
type Decoder struct {
	File      string                // of what is read
	elsewhere map[*yaml.Node]string // the files of nodes that stand in another one
	Problems  []Problem
	// Parameters of the scenario by name, which quantities may refer to
	Parameters map[string]*Parameter
	// Conversions of numbers that stand in time histories
	Conversions map[*yaml.Node]*units.Conversion
	// Partial is set where an included file is wrong: a material or parameter that is not there may be meant to stand in it,
	// and is no further problem
	Partial bool
}

// Report adds a problem with the value of a node.
func (d *Decoder) Report(n *yaml.Node, path, format string, args ...any) {
	d.Problems = append(d.Problems, Problem{
		File: d.FileOf(n), Line: n.Line, Column: n.Column, Path: path, What: fmt.Sprintf(format, args...),
	})
}

// Wrong reports a problem of a value alone: where the node refers to a parameter, it is that of the parameter, and no
// other one can mend it.
func (d *Decoder) Wrong(n *yaml.Node, path, format string, args ...any) *Problem {
	d.Report(n, path, format, args...)
	p := &d.Problems[len(d.Problems)-1]
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, "$") {
		p.Parameter = n.Value[1:]
		p.What = "parameter " + p.Parameter + ", " + p.What
	}
	return p
}

// Written returns a quantity as its author wrote it, where the node refers to a parameter that of the parameter, and with what a
// number of a time history is converted by.
func (d *Decoder) Written(n *yaml.Node) string {
	if name, refers := strings.CutPrefix(n.Value, "$"); refers {
		if p := d.Parameters[name]; p != nil && p.Value != nil {
			return p.Value.Value
		}
	}
	if c := d.Conversions[n]; c != nil {
		return n.Value + c.Text
	}
	return n.Value
}

// Entries calls f for each key of a mapping: first its own, then those that come in through "<<", unless the mapping
// has them itself. A key given twice is a problem.
func (d *Decoder) Entries(n *yaml.Node, path string, f func(k, v *yaml.Node)) {
	seen := map[string]*yaml.Node{}
	own := func(m *yaml.Node, merged bool) (merges []*yaml.Node) {
		for i := 0; i+1 < len(m.Content); i += 2 {
			k, v := Resolve(m.Content[i]), Resolve(m.Content[i+1])
			if k.Kind != yaml.ScalarNode {
				d.Report(k, path, "%s as a key: write a word", Describe(k))
				continue
			}
			if k.Value == "<<" && k.ShortTag() == "!!merge" {
				merges = append(merges, v)
				continue
			}
			if before, ok := seen[k.Value]; ok {
				if !merged {
					d.Report(k, Join(path, k.Value), "is given twice, first on line %d: remove one", before.Line)
				}
				continue
			}
			seen[k.Value] = k
			f(k, v)
		}
		return merges
	}
	pending := own(n, false)
	for len(pending) > 0 {
		m := pending[0]
		pending = pending[1:]
		switch m.Kind {
		case yaml.MappingNode:
			pending = append(own(m, true), pending...)
		case yaml.SequenceNode:
			var all []*yaml.Node
			for _, c := range m.Content {
				all = append(all, Resolve(c))
			}
			pending = append(all, pending...)
		default:
			d.Report(m, Join(path, "<<"), "%s where a mapping is needed: write <<: *name of an anchored mapping", Describe(m))
		}
	}
}

// Join returns the path of a key of the mapping at a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// At returns the path of entry i of the list at a path.
func At(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// FileOf returns the path of the file that a node stands in.
func (d *Decoder) FileOf(n *yaml.Node) string {
	if file, ok := d.elsewhere[n]; ok {
		return file
	}
	return d.File
}

// Line names the line of a node, with its file where that is not the one of the node from, as part of a sentence.
func (d *Decoder) Line(n, from *yaml.Node) string {
	if file := d.FileOf(n); file != d.FileOf(from) {
		return fmt.Sprintf("line %d of %s", n.Line, file)
	}
	return fmt.Sprintf("line %d", n.Line)
}

// Own notes that a node and all below it stand in another file than the scenario.
func (d *Decoder) Own(n *yaml.Node, file string) {
	if d.elsewhere == nil {
		d.elsewhere = map[*yaml.Node]string{}
	}
	d.elsewhere[n] = file
	for _, c := range n.Content {
		d.Own(c, file)
	}
}
