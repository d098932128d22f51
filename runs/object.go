package runs

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
)

// decoder reads nodes and collects problems. A method that fails reports a problem and returns false; reading goes on,
// so that several problems are reported at once.
type decoder struct {
	file      string                // of what is read
	elsewhere map[*yaml.Node]string // the files of nodes that stand in another one
	problems  []Problem
	// parameters of the scenario by name, which quantities may refer to
	parameters map[string]*parameter
	// conversions of numbers that stand in time histories
	conversions map[*yaml.Node]*conversion
	// partial is set where an included file is wrong: a material or parameter that is not there may be meant to stand in it,
	// and is no further problem
	partial bool
}

func (d *decoder) report(n *yaml.Node, path, format string, args ...any) {
	d.problems = append(d.problems, Problem{
		File: d.fileOf(n), Line: n.Line, Column: n.Column, Path: path, What: fmt.Sprintf(format, args...),
	})
}

// wrong reports a problem of a value alone: where the node refers to a parameter, it is that of the parameter, and no
// other one can mend it.
func (d *decoder) wrong(n *yaml.Node, path, format string, args ...any) *Problem {
	d.report(n, path, format, args...)
	p := &d.problems[len(d.problems)-1]
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, "$") {
		p.parameter = n.Value[1:]
		p.What = "parameter " + p.parameter + ", " + p.What
	}
	return p
}

// written returns a quantity as its author wrote it, where the node refers to a parameter that of the parameter, and with what a
// number of a time history is converted by.
func (d *decoder) written(n *yaml.Node) string {
	if name, refers := strings.CutPrefix(n.Value, "$"); refers {
		if p := d.parameters[name]; p != nil && p.value != nil {
			return p.value.Value
		}
	}
	if c := d.conversions[n]; c != nil {
		return n.Value + c.text
	}
	return n.Value
}

// object is a mapping whose keys are known: those that keysOf lists for its kind.
type object struct {
	d       *decoder
	node    *yaml.Node
	path    string
	kind    string
	keys    map[string]*yaml.Node
	values  map[string]*yaml.Node
	refused bool     // it has one of refusedKeys
	strange bool     // it has a key that is unknown
	meant   []string // known keys that unknown or refused ones probably stand for
}

// object reads a mapping of a kind and reports keys that are unknown or given twice.
func (d *decoder) object(n *yaml.Node, path, kind string) (*object, bool) {
	n = resolve(n)
	if n.Kind != yaml.MappingNode {
		d.report(n, path, "%s where a mapping is needed: write keys such as %s", describe(n), keysOf[kind][0]+": …")
		return nil, false
	}
	o := &object{d: d, node: n, path: path, kind: kind, keys: map[string]*yaml.Node{}, values: map[string]*yaml.Node{}}
	d.entries(n, path, func(k, v *yaml.Node) {
		if !slices.Contains(keysOf[kind], k.Value) {
			o.unknown(k)
			return
		}
		o.keys[k.Value], o.values[k.Value] = k, resolve(v)
	})
	return o, true
}

// entries calls f for each key of a mapping: first its own, then those that come in through "<<", unless the mapping
// has them itself. A key given twice is a problem.
func (d *decoder) entries(n *yaml.Node, path string, f func(k, v *yaml.Node)) {
	seen := map[string]*yaml.Node{}
	own := func(m *yaml.Node, merged bool) (merges []*yaml.Node) {
		for i := 0; i+1 < len(m.Content); i += 2 {
			k, v := resolve(m.Content[i]), resolve(m.Content[i+1])
			if k.Kind != yaml.ScalarNode {
				d.report(k, path, "%s as a key: write a word", describe(k))
				continue
			}
			if k.Value == "<<" && k.ShortTag() == "!!merge" {
				merges = append(merges, v)
				continue
			}
			if before, ok := seen[k.Value]; ok {
				if !merged {
					d.report(k, join(path, k.Value), "is given twice, first on line %d: remove one", before.Line)
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
				all = append(all, resolve(c))
			}
			pending = append(all, pending...)
		default:
			d.report(m, join(path, "<<"), "%s where a mapping is needed: write <<: *name of an anchored mapping", describe(m))
		}
	}
}

// unknown reports a key that the kind does not have, with the remedy.
func (o *object) unknown(k *yaml.Node) {
	if remedy, ok := refusedKeys[o.kind+"."+k.Value]; ok {
		o.refused = true
		if other, ok := refusedFor[o.kind+"."+k.Value]; ok {
			o.meant = append(o.meant, other)
		}
		o.d.report(k, join(o.path, k.Value), "%s", remedy)
		return
	}
	o.strange = true
	if o.kind == "included" && slices.Contains(keysOf["scenario"], k.Value) {
		o.d.report(k, k.Value, "stands in the scenario itself: an included file has only %s", strings.Join(keysOf[o.kind], ", "))
		return
	}
	hint := "the keys are " + strings.Join(keysOf[o.kind], ", ")
	if other, ok := keyAliasOf(o.kind, k.Value); ok {
		o.meant = append(o.meant, other.key)
		if hint = other.remedy; hint == "" {
			hint = fmt.Sprintf("did you mean %q?", other.key)
		}
	} else if near := Nearest(k.Value, keysOf[o.kind]); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
		o.meant = append(o.meant, near)
	} else if k.Value != "" && skipDigits(k.Value, 0) > 0 {
		hint = "a comma ends a value: write a decimal with a point, such as 1.5"
	}
	o.d.report(k, join(o.path, clip(k.Value)), "unknown key: %s", hint)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func (o *object) has(key string) bool { return o.values[key] != nil }

// isEmpty returns whether a key is absent or has an empty list.
func (o *object) isEmpty(key string) bool {
	v := o.values[key]
	return v == nil || v.Kind == yaml.SequenceNode && len(v.Content) == 0
}

// place returns the node of a key's value, or that of the mapping if the key is absent: the place of a problem.
func (o *object) place(key string) *yaml.Node {
	if v := o.values[key]; v != nil {
		return v
	}
	return o.node
}

// fail reports a problem with a key's value.
func (o *object) fail(key, format string, args ...any) {
	o.d.report(o.place(key), join(o.path, key), format, args...)
}

// wrong reports a problem with a key's value alone.
func (o *object) wrong(key, format string, args ...any) {
	o.d.wrong(o.place(key), join(o.path, key), format, args...)
}

// missing reports that a key is needed, unless an unknown one probably stands for it.
func (o *object) missing(key, remedy string) {
	if slices.Contains(o.meant, key) || key == "shape" && len(o.meant) > 0 {
		return
	}
	o.d.report(o.node, o.path, "has no %s: %s", key, remedy)
}

// number reads a quantity of a dimension; false if the key is absent or wrong.
func (o *object) number(key string, dim dimension) (float64, bool) {
	v, _, ok := o.exact(key, dim)
	return v, ok
}

// exact is number with the exact value.
func (o *object) exact(key string, dim dimension) (float64, exactValue, bool) {
	n := o.values[key]
	if n == nil {
		return 0, exactValue{}, false
	}
	return o.d.quantity(n, join(o.path, key), dim)
}

func (d *decoder) quantity(n *yaml.Node, path string, dim dimension) (float64, exactValue, bool) {
	n = resolve(n)
	tag := n.ShortTag()
	if n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" && tag != "!!str" || n.Style&yaml.TaggedStyle != 0 {
		d.report(n, path, "%s where %v is needed: write, for example, %s", describe(n), dim, example[dim])
		return 0, exactValue{}, false
	}
	place := n
	if strings.HasPrefix(n.Value, "$") {
		value, ok := d.parameterAt(n, path)
		if !ok {
			return 0, exactValue{}, false
		}
		n = value
	} else if strings.Contains(n.Value, "$") {
		d.report(n, path, "%q is not $ and the name of a parameter: %s", clip(n.Value), noExpressions)
		return 0, exactValue{}, false
	}
	v, exact, hasUnit, err := parseQuantity(n.Value, dim)
	if err != nil {
		d.wrong(place, path, "%v", err).unread = true
		return 0, exactValue{}, false
	}
	if c := d.conversions[place]; c != nil {
		exact.conversion = c
		if v = exact.float64(); math.IsInf(v, 0) {
			d.report(place, path, "%s is not a finite number in double precision: scale it by less", d.written(place))
			return 0, exactValue{}, false
		}
	}
	if dim == dimAngle && !hasUnit && math.Abs(v) > 2*math.Pi {
		if _, measured := d.elsewhere[place]; measured {
			d.report(place, path, "%s without a unit is in radians, more than a full turn: write the unit in the header, as steer [deg]", d.written(place))
			return 0, exactValue{}, false
		}
		d.wrong(place, path, "%s without a unit is in radians, more than a full turn: write \"%s deg\" or \"%s rad\"", n.Value, n.Value, n.Value)
		return 0, exactValue{}, false
	}
	if what := beyond(v, dim); what != "" {
		d.wrong(place, path, "%s %s", clip(d.written(place)), what)
		return 0, exactValue{}, false
	}
	return v, exact, true
}

// The largest lengths and speeds. Doubles at 10,000 km are 2 nm apart, which is coarser than impacts are found, and a
// body of a million kilometres meets others without end.
const (
	longest    = sim.MaxLength // [m]
	lightSpeed = sim.MaxSpeed  // [m/s]
)

// beyond returns a message if a quantity is too large, "" if it is not.
func beyond(v float64, dim dimension) string {
	switch {
	case dim == dimLength && math.Abs(v) > longest:
		return "is more than 10,000 km: places and sizes must lie closer to the origin, where doubles tell nanometres apart"
	case dim == dimSpeed && math.Abs(v) > lightSpeed:
		return "is faster than light: write, for example, " + example[dim]
	case dim == dimAcceleration && math.Abs(v) > sim.MaxGravity:
		return fmt.Sprintf("is more than %g m/s^2: write, for example, %s", float64(sim.MaxGravity), example[dim])
	case dim == dimInertia && math.Abs(v) > sim.MaxInertia:
		return fmt.Sprintf("is more than %g kg m^2: write, for example, %s", float64(sim.MaxInertia), example[dim])
	case (dim == dimForce || dim == dimTorque) && math.Abs(v) > sim.MaxForce, dim == dimMass && v > sim.MaxMass:
		return fmt.Sprintf("is more than %g: write, for example, %s", float64(sim.MaxForce), example[dim])
	}
	return ""
}

// positive reads a quantity above zero.
func (o *object) positive(key string, dim dimension) (float64, bool) {
	v, ok := o.number(key, dim)
	if ok && !(v > 0) {
		o.wrong(key, "%s is not above zero: write, for example, %s", clip(o.d.written(o.values[key])), example[dim])
		return 0, false
	}
	return v, ok
}

// notNegative reads a quantity that is zero or above.
func (o *object) notNegative(key string, dim dimension) (float64, bool) {
	v, ok := o.number(key, dim)
	if ok && v < 0 {
		o.wrong(key, "%s is below zero: write zero or, for example, %s", clip(o.d.written(o.values[key])), example[dim])
		return 0, false
	}
	return v, ok
}

// friction reads a coefficient of friction.
func (o *object) friction(key string) (float64, bool) {
	v, ok := o.notNegative(key, dimOne)
	if !ok || !o.isFriction(key, v) {
		return 0, false
	}
	return v, true
}

// isFriction reports a coefficient of friction, or a factor on one, that is too large.
func (o *object) isFriction(key string, v float64) bool {
	if v > sim.MaxFriction {
		o.wrong(key, "%g is more than %g: write, for example, %s", v, float64(sim.MaxFriction), example[dimOne])
	}
	return v <= sim.MaxFriction
}

// share reads a number from 0 to 1.
func (o *object) share(key string) (float64, bool) {
	v, ok := o.number(key, dimOne)
	if ok && !(v >= 0 && v <= 1) {
		o.wrong(key, "%g is outside 0 to 1: write a number from 0 to 1", v)
		return 0, false
	}
	return v, ok
}

// count reads a whole number from 1 to a million.
func (o *object) count(key string) (int, bool) {
	n, ok := o.whole(key)
	if ok && n < 1 {
		o.wrong(key, "%s is not a whole number from 1 to %d: write, for example, 4", o.d.written(o.values[key]), most)
	}
	return n, ok && n >= 1
}

// crowd reads 0 or a whole number from 2 to a million.
func (o *object) crowd(key string) (int, bool) {
	n, ok := o.whole(key)
	good := n == 0 || n >= 2
	if ok && !good {
		o.wrong(key, "%s is neither 0, for never, nor a whole number from 2 to %d: write, for example, 24", o.d.written(o.values[key]), most)
	}
	return n, ok && good
}

// most is the largest count.
const most = sim.MaxCount

// whole reads a whole number of at most a million, -1 for any other number.
func (o *object) whole(key string) (int, bool) {
	_, value, ok := o.exact(key, dimOne)
	if !ok {
		return 0, false
	}
	exact := value.rat()
	if !exact.IsInt() || exact.Sign() < 0 || exact.Cmp(big.NewRat(most, 1)) > 0 {
		return -1, true
	}
	return int(exact.Num().Int64()), true
}

// text reads a string.
func (o *object) text(key string) (string, bool) {
	n := o.values[key]
	if n == nil {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		o.fail(key, "%s where text is needed: %s", describe(n), textRemedy(n))
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

// file reads the name of a file, which may also be given with more keys in a mapping.
func (o *object) file(key string) (string, bool) {
	n := o.values[key]
	if n == nil || n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" && n.ShortTag() != "!!bool" {
		return o.text(key)
	}
	const example = "rocks.obj"
	remedy := "write, for example, " + example
	if keys := o.outdented(key); n.Kind == yaml.ScalarNode && len(keys) > 0 {
		remedy = indentKeys(keys)
	} else if c := n.Content; n.Kind == yaml.SequenceNode && len(c) == 1 && c[0].Kind == yaml.ScalarNode {
		remedy = fmt.Sprintf("write %s: %s, without [ ]", key, clip(c[0].Value))
	}
	o.fail(key, "%s where the name of a file is needed: %s", describe(n), remedy)
	return "", false
}

// indentKeys is the remedy for keys that outdented returns.
func indentKeys(keys []string) string {
	return fmt.Sprintf("indent its keys (%s) below it, by more than it is itself", strings.Join(keys, ", "))
}

// outdented returns the keys of the mapping that belong into that of a mesh's file under a key, as they stand when they are not
// indented.
func (o *object) outdented(key string) (names []string) {
	if key != "mesh" && key != "hull" {
		return nil
	}
	for _, k := range []string{"file", "unit", "scale", "up"} {
		if valueOf(o.node, k) != nil {
			names = append(names, k)
		}
	}
	return names
}

// word reads one of some words. What is none of them, text or not, is reported: that it is, say, no frame, and the
// remedy, which lists the words.
func (o *object) word(key, what, remedy string, words ...string) (string, bool) {
	n := o.values[key]
	switch {
	case n == nil:
		return "", false
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		o.fail(key, "%s is %s: %s", describe(n), what, remedy)
		return "", false
	case !slices.Contains(words, n.Value):
		o.fail(key, "%q is %s: %s", clip(n.Value), what, remedy)
		return "", false
	}
	return n.Value, true
}

// flag reads true or false.
func (o *object) flag(key string) (value, ok bool) {
	n := o.values[key]
	if n == nil {
		return false, false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		o.fail(key, "%s where true or false is needed", describe(n))
		return false, false
	}
	return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", true
}

// list reads a list of any length; false if the key is absent or wrong.
func (o *object) list(key string) ([]*yaml.Node, bool) {
	n := o.values[key]
	if n == nil {
		return nil, false
	}
	if n.Kind != yaml.SequenceNode {
		o.fail(key, "%s where a list is needed: start each entry with - or write [a, b]", describe(n))
		return nil, false
	}
	return n.Content, true
}

// length returns how many entries the list under a key has; false where there is no list, which is for list to report.
func (o *object) length(key string) (int, bool) {
	n := o.values[key]
	if n == nil || n.Kind != yaml.SequenceNode {
		return 0, false
	}
	return len(n.Content), true
}

// object reads the mapping under a key.
func (o *object) object(key, kind string) (*object, bool) {
	n := o.values[key]
	if n == nil {
		return nil, false
	}
	return o.d.object(n, join(o.path, key), kind)
}

// vector reads a list of three quantities.
func (o *object) vector(key string, dim dimension) (mgl64.Vec3, bool) {
	n := o.values[key]
	if n == nil {
		return mgl64.Vec3{}, false
	}
	return o.d.vector(n, join(o.path, key), dim)
}

func (d *decoder) vector(n *yaml.Node, path string, dim dimension) (mgl64.Vec3, bool) {
	n = resolve(n)
	var v mgl64.Vec3
	if n.Kind != yaml.SequenceNode {
		d.report(n, path, "%s where three numbers are needed: write [x, y, z]", describe(n))
		return v, false
	}
	if len(n.Content) != 3 {
		d.report(n, path, "a list of %d where three numbers are needed: write [x, y, z]", len(n.Content))
		return v, false
	}
	ok := true
	for i, c := range n.Content {
		x, _, good := d.quantity(c, at(path, i), dim)
		v[i], ok = x, ok && good
	}
	return v, ok
}

// sizes reads a list of three lengths above zero.
func (o *object) sizes(key string) (mgl64.Vec3, bool) {
	v, ok := o.vector(key, dimLength)
	if !ok {
		return v, false
	}
	for i, x := range v {
		if !(x > 0) {
			n := resolve(o.values[key].Content[i])
			o.d.wrong(n, at(join(o.path, key), i), "%s is not above zero: write, for example, %s", clip(o.d.written(n)), example[dimLength])
			ok = false
		}
	}
	return v, ok
}
