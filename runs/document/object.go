package document

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// Object is a mapping whose keys are known: those that KeysOf lists for its kind.
type Object struct {
	Decoder *Decoder
	Node    *yaml.Node
	Path    string
	Kind    string
	Keys    map[string]*yaml.Node
	Values  map[string]*yaml.Node
	Refused bool     // it has one of refusedKeys
	Strange bool     // it has a key that is unknown
	Meant   []string // known keys that unknown or refused ones probably stand for
}

// Object reads a mapping of a kind and reports keys that are unknown or given twice.
func (d *Decoder) Object(n *yaml.Node, path, kind string) (*Object, bool) {
	n = Resolve(n)
	if n.Kind != yaml.MappingNode {
		d.Report(n, path, "%s where a mapping is needed: write keys such as %s", Describe(n), KeysOf[kind][0]+": …")
		return nil, false
	}
	o := &Object{Decoder: d, Node: n, Path: path, Kind: kind, Keys: map[string]*yaml.Node{}, Values: map[string]*yaml.Node{}}
	d.Entries(n, path, func(k, v *yaml.Node) {
		if !slices.Contains(KeysOf[kind], k.Value) {
			o.unknown(k)
			return
		}
		o.Keys[k.Value], o.Values[k.Value] = k, Resolve(v)
	})
	return o, true
}

// unknown reports a key that the kind does not have, with the remedy.
func (o *Object) unknown(k *yaml.Node) {
	if remedy, ok := refusedKeys[o.Kind+"."+k.Value]; ok {
		o.Refused = true
		if other, ok := refusedFor[o.Kind+"."+k.Value]; ok {
			o.Meant = append(o.Meant, other)
		}
		o.Decoder.Report(k, Join(o.Path, k.Value), "%s", remedy)
		return
	}
	o.Strange = true
	if o.Kind == "included" && slices.Contains(KeysOf["scenario"], k.Value) {
		o.Decoder.Report(k, k.Value, "stands in the scenario itself: an included file has only %s", strings.Join(KeysOf[o.Kind], ", "))
		return
	}
	hint := "the keys are " + strings.Join(KeysOf[o.Kind], ", ")
	if other, ok := keyAliasOf(o.Kind, k.Value); ok {
		o.Meant = append(o.Meant, other.key)
		if hint = other.remedy; hint == "" {
			hint = fmt.Sprintf("did you mean %q?", other.key)
		}
	} else if near := wording.Nearest(k.Value, KeysOf[o.Kind]); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
		o.Meant = append(o.Meant, near)
	} else if k.Value != "" && units.SkipDigits(k.Value, 0) > 0 {
		hint = "a comma ends a value: write a decimal with a point, such as 1.5"
	}
	o.Decoder.Report(k, Join(o.Path, wording.Clip(k.Value)), "unknown key: %s", hint)
}

// Has reports whether a key is there.
func (o *Object) Has(key string) bool { return o.Values[key] != nil }

// IsEmpty returns whether a key is absent or has an empty list.
func (o *Object) IsEmpty(key string) bool {
	v := o.Values[key]
	return v == nil || v.Kind == yaml.SequenceNode && len(v.Content) == 0
}

// Place returns the node of a key's value, or that of the mapping if the key is absent: the place of a problem.
func (o *Object) Place(key string) *yaml.Node {
	if v := o.Values[key]; v != nil {
		return v
	}
	return o.Node
}

// Fail reports a problem with a key's value.
func (o *Object) Fail(key, format string, args ...any) {
	o.Decoder.Report(o.Place(key), Join(o.Path, key), format, args...)
}

// Wrong reports a problem with a key's value alone.
func (o *Object) Wrong(key, format string, args ...any) {
	o.Decoder.Wrong(o.Place(key), Join(o.Path, key), format, args...)
}

// Missing reports that a key is needed, unless an unknown one probably stands for it.
func (o *Object) Missing(key, remedy string) {
	if slices.Contains(o.Meant, key) || key == "shape" && len(o.Meant) > 0 {
		return
	}
	o.Decoder.Report(o.Node, o.Path, "has no %s: %s", key, remedy)
}

// List reads a list of any length; false if the key is absent or wrong.
func (o *Object) List(key string) ([]*yaml.Node, bool) {
	n := o.Values[key]
	if n == nil {
		return nil, false
	}
	if n.Kind != yaml.SequenceNode {
		o.Fail(key, "%s where a list is needed: start each entry with - or write [a, b]", Describe(n))
		return nil, false
	}
	return n.Content, true
}

// Length returns how many entries the list under a key has; false where there is no list, which is for list to report.
func (o *Object) Length(key string) (int, bool) {
	n := o.Values[key]
	if n == nil || n.Kind != yaml.SequenceNode {
		return 0, false
	}
	return len(n.Content), true
}

// Object reads the mapping under a key.
func (o *Object) Object(key, kind string) (*Object, bool) {
	n := o.Values[key]
	if n == nil {
		return nil, false
	}
	return o.Decoder.Object(n, Join(o.Path, key), kind)
}

// IsMeasured reports whether an entry of a program is a row of a file.
func (o *Object) IsMeasured() bool {
	_, elsewhere := o.Decoder.elsewhere[o.Node] // of what else stands in another file none is of a program
	return elsewhere
}
