package document

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
)

// Number reads a quantity of a dimension; false if the key is absent or wrong.
func (o *Object) Number(key string, dim units.Dimension) (float64, bool) {
	v, _, ok := o.Exact(key, dim)
	return v, ok
}

// Exact is Number with the exact value.
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
