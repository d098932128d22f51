package document

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
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

// Join returns the path of a key of the mapping at a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// At returns the path of entry i of the list at a path.
func At(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

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

// Number reads a quantity of a dimension; false if the key is absent or wrong.
func (o *Object) Number(key string, dim units.Dimension) (float64, bool) {
	v, _, ok := o.Exact(key, dim)
	return v, ok
}

// Exact is number with the exact value.
func (o *Object) Exact(key string, dim units.Dimension) (float64, units.Exact, bool) {
	n := o.Values[key]
	if n == nil {
		return 0, units.Exact{}, false
	}
	return o.Decoder.Quantity(n, Join(o.Path, key), dim)
}

// Quantity reads a quantity of a dimension, in SI, with its exact value; false if it is wrong.
func (d *Decoder) Quantity(n *yaml.Node, path string, dim units.Dimension) (float64, units.Exact, bool) {
	n = Resolve(n)
	tag := n.ShortTag()
	if n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" && tag != "!!str" || n.Style&yaml.TaggedStyle != 0 {
		d.Report(n, path, "%s where %v is needed: write, for example, %s", Describe(n), dim, dim.Example())
		return 0, units.Exact{}, false
	}
	place := n
	if strings.HasPrefix(n.Value, "$") {
		value, ok := d.parameterAt(n, path)
		if !ok {
			return 0, units.Exact{}, false
		}
		n = value
	} else if strings.Contains(n.Value, "$") {
		d.Report(n, path, "%q is not $ and the name of a parameter: %s", wording.Clip(n.Value), noExpressions)
		return 0, units.Exact{}, false
	}
	v, exact, hasUnit, err := units.Parse(n.Value, dim)
	if err != nil {
		d.Wrong(place, path, "%v", err).Unread = true
		return 0, units.Exact{}, false
	}
	if c := d.Conversions[place]; c != nil {
		exact.Conversion = c
		if v = exact.Float64(); math.IsInf(v, 0) {
			d.Report(place, path, "%s is not a finite number in double precision: scale it by less", d.Written(place))
			return 0, units.Exact{}, false
		}
	}
	if dim == units.Angle && !hasUnit && math.Abs(v) > 2*math.Pi {
		if _, measured := d.elsewhere[place]; measured {
			d.Report(place, path, "%s without a unit is in radians, more than a full turn: write the unit in the header, as steer [deg]", d.Written(place))
			return 0, units.Exact{}, false
		}
		d.Wrong(place, path, "%s without a unit is in radians, more than a full turn: write \"%s deg\" or \"%s rad\"", n.Value, n.Value, n.Value)
		return 0, units.Exact{}, false
	}
	if what := Beyond(v, dim); what != "" {
		d.Wrong(place, path, "%s %s", wording.Clip(d.Written(place)), what)
		return 0, units.Exact{}, false
	}
	return v, exact, true
}

// The largest lengths and speeds. Doubles at 10,000 km are 2 nm apart, which is coarser than impacts are found, and a
// body of a million kilometres meets others without end.
const (
	longest    = sim.MaxLength // [m]
	lightSpeed = sim.MaxSpeed  // [m/s]
)

// Beyond returns a message if a quantity is too large, "" if it is not.
func Beyond(v float64, dim units.Dimension) string {
	switch {
	case dim == units.Length && math.Abs(v) > longest:
		return "is more than 10,000 km: places and sizes must lie closer to the origin, where doubles tell nanometres apart"
	case dim == units.Speed && math.Abs(v) > lightSpeed:
		return "is faster than light: write, for example, " + dim.Example()
	case dim == units.Acceleration && math.Abs(v) > sim.MaxGravity:
		return fmt.Sprintf("is more than %g m/s^2: write, for example, %s", float64(sim.MaxGravity), dim.Example())
	case dim == units.Inertia && math.Abs(v) > sim.MaxInertia:
		return fmt.Sprintf("is more than %g kg m^2: write, for example, %s", float64(sim.MaxInertia), dim.Example())
	case (dim == units.Force || dim == units.Torque) && math.Abs(v) > sim.MaxForce, dim == units.Mass && v > sim.MaxMass:
		return fmt.Sprintf("is more than %g: write, for example, %s", float64(sim.MaxForce), dim.Example())
	}
	return ""
}

// Positive reads a quantity above zero.
func (o *Object) Positive(key string, dim units.Dimension) (float64, bool) {
	v, ok := o.Number(key, dim)
	if ok && !(v > 0) {
		o.Wrong(key, "%s is not above zero: write, for example, %s", wording.Clip(o.Decoder.Written(o.Values[key])), dim.Example())
		return 0, false
	}
	return v, ok
}

// NotNegative reads a quantity that is zero or above.
func (o *Object) NotNegative(key string, dim units.Dimension) (float64, bool) {
	v, ok := o.Number(key, dim)
	if ok && v < 0 {
		o.Wrong(key, "%s is below zero: write zero or, for example, %s", wording.Clip(o.Decoder.Written(o.Values[key])), dim.Example())
		return 0, false
	}
	return v, ok
}

// Friction reads a coefficient of friction.
func (o *Object) Friction(key string) (float64, bool) {
	v, ok := o.NotNegative(key, units.One)
	if !ok || !o.IsFriction(key, v) {
		return 0, false
	}
	return v, true
}

// IsFriction reports a coefficient of friction, or a factor on one, that is too large.
func (o *Object) IsFriction(key string, v float64) bool {
	if v > sim.MaxFriction {
		o.Wrong(key, "%g is more than %g: write, for example, %s", v, float64(sim.MaxFriction), units.One.Example())
	}
	return v <= sim.MaxFriction
}

// Share reads a number from 0 to 1.
func (o *Object) Share(key string) (float64, bool) {
	v, ok := o.Number(key, units.One)
	if ok && !(v >= 0 && v <= 1) {
		o.Wrong(key, "%g is outside 0 to 1: write a number from 0 to 1", v)
		return 0, false
	}
	return v, ok
}

// Count reads a whole number from 1 to a million.
func (o *Object) Count(key string) (int, bool) {
	n, ok := o.whole(key)
	if ok && n < 1 {
		o.Wrong(key, "%s is not a whole number from 1 to %d: write, for example, 4", o.Decoder.Written(o.Values[key]), most)
	}
	return n, ok && n >= 1
}

// Crowd reads 0 or a whole number from 2 to a million.
func (o *Object) Crowd(key string) (int, bool) {
	n, ok := o.whole(key)
	good := n == 0 || n >= 2
	if ok && !good {
		o.Wrong(key, "%s is neither 0, for never, nor a whole number from 2 to %d: write, for example, 24", o.Decoder.Written(o.Values[key]), most)
	}
	return n, ok && good
}

// most is the largest count.
const most = sim.MaxCount

// whole reads a whole number of at most a million, -1 for any other number.
func (o *Object) whole(key string) (int, bool) {
	_, value, ok := o.Exact(key, units.One)
	if !ok {
		return 0, false
	}
	exact := value.Rat()
	if !exact.IsInt() || exact.Sign() < 0 || exact.Cmp(big.NewRat(most, 1)) > 0 {
		return -1, true
	}
	return int(exact.Num().Int64()), true
}

// Text reads a string.
func (o *Object) Text(key string) (string, bool) {
	n := o.Values[key]
	if n == nil {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		o.Fail(key, "%s where text is needed: %s", Describe(n), textRemedy(n))
		return "", false
	}
	return n.Value, true
}

// textRemedy is the remedy for a value that is no text: quotes make one of a number, or of a date.
func textRemedy(n *yaml.Node) string {
	switch tag := n.ShortTag(); {
	case n.Kind == yaml.ScalarNode && isOwnTag(tag):
		return "leave out the tag"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 1:
		return "write what is in it, without [ ]"
	case n.Kind != yaml.ScalarNode:
		return "write a word or a line in its place"
	case tag == "!!null":
		return "write it behind the colon, or remove the key"
	case tag == "!!bool":
		return "write a word in its place"
	}
	return "write it in quotes"
}

// File reads the name of a file, which may also be given with more keys in a mapping.
func (o *Object) File(key string) (string, bool) {
	n := o.Values[key]
	if n == nil || n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" && n.ShortTag() != "!!bool" {
		return o.Text(key)
	}
	const example = "rocks.obj"
	remedy := "write, for example, " + example
	if keys := o.Outdented(key); n.Kind == yaml.ScalarNode && len(keys) > 0 {
		remedy = IndentKeys(keys)
	} else if c := n.Content; n.Kind == yaml.SequenceNode && len(c) == 1 && c[0].Kind == yaml.ScalarNode {
		remedy = fmt.Sprintf("write %s: %s, without [ ]", key, wording.Clip(c[0].Value))
	}
	o.Fail(key, "%s where the name of a file is needed: %s", Describe(n), remedy)
	return "", false
}

// IndentKeys is the remedy for keys that outdented returns.
func IndentKeys(keys []string) string {
	return fmt.Sprintf("indent its keys (%s) below it, by more than it is itself", strings.Join(keys, ", "))
}

// Outdented returns the keys of the mapping that belong into that of a mesh's file under a key, as they stand when they are not
// indented.
func (o *Object) Outdented(key string) (names []string) {
	if key != "mesh" && key != "hull" {
		return nil
	}
	for _, k := range []string{"file", "unit", "scale", "up"} {
		if ValueOf(o.Node, k) != nil {
			names = append(names, k)
		}
	}
	return names
}

// Word reads one of some words. What is none of them, text or not, is reported: that it is, say, no frame, and the
// remedy, which lists the words.
func (o *Object) Word(key, what, remedy string, words ...string) (string, bool) {
	n := o.Values[key]
	switch {
	case n == nil:
		return "", false
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		o.Fail(key, "%s is %s: %s", Describe(n), what, remedy)
		return "", false
	case !slices.Contains(words, n.Value):
		o.Fail(key, "%q is %s: %s", wording.Clip(n.Value), what, remedy)
		return "", false
	}
	return n.Value, true
}

// Flag reads true or false.
func (o *Object) Flag(key string) (value, ok bool) {
	n := o.Values[key]
	if n == nil {
		return false, false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		o.Fail(key, "%s where true or false is needed", Describe(n))
		return false, false
	}
	return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", true
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

// Vector reads a list of three quantities.
func (o *Object) Vector(key string, dim units.Dimension) (mgl64.Vec3, bool) {
	n := o.Values[key]
	if n == nil {
		return mgl64.Vec3{}, false
	}
	return o.Decoder.Vector(n, Join(o.Path, key), dim)
}

// Vector reads a list of three quantities, in SI; false if it is wrong.
func (d *Decoder) Vector(n *yaml.Node, path string, dim units.Dimension) (mgl64.Vec3, bool) {
	n = Resolve(n)
	var v mgl64.Vec3
	if n.Kind != yaml.SequenceNode {
		d.Report(n, path, "%s where three numbers are needed: write [x, y, z]", Describe(n))
		return v, false
	}
	if len(n.Content) != 3 {
		d.Report(n, path, "a list of %d where three numbers are needed: write [x, y, z]", len(n.Content))
		return v, false
	}
	ok := true
	for i, c := range n.Content {
		x, _, good := d.Quantity(c, At(path, i), dim)
		v[i], ok = x, ok && good
	}
	return v, ok
}

// Sizes reads a list of three lengths above zero.
func (o *Object) Sizes(key string) (mgl64.Vec3, bool) {
	v, ok := o.Vector(key, units.Length)
	if !ok {
		return v, false
	}
	for i, x := range v {
		if !(x > 0) {
			n := Resolve(o.Values[key].Content[i])
			o.Decoder.Wrong(n, At(Join(o.Path, key), i), "%s is not above zero: write, for example, %s", wording.Clip(o.Decoder.Written(n)), units.Length.Example())
			ok = false
		}
	}
	return v, ok
}

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

// IsMeasured reports whether an entry of a program is a row of a file.
func (o *Object) IsMeasured() bool {
	_, elsewhere := o.Decoder.elsewhere[o.Node] // of what else stands in another file none is of a program
	return elsewhere
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

// Pair reads a list of two quantities above zero.
func (o *Object) Pair(key string, dim units.Dimension) ([2]float64, bool) {
	var v [2]float64
	nodes, ok := o.List(key)
	if !ok {
		return v, false
	}
	if len(nodes) != 2 {
		o.Fail(key, "a list of %d where two numbers are needed: write [x, y]", len(nodes))
		return v, false
	}
	for i, n := range nodes {
		x, _, good := o.Decoder.Quantity(n, At(Join(o.Path, key), i), dim)
		if good && !(x > 0) {
			n = Resolve(n)
			o.Decoder.Wrong(n, At(Join(o.Path, key), i), "%s is not above zero: write, for example, %s", wording.Clip(o.Decoder.Written(n)), dim.Example())
			good = false
		}
		v[i], ok = x, ok && good
	}
	return v, ok
}
