package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/prang-sim/prang/sim/record"
)

// Tolerances bound the differences of two logs. Zero allows none; for spin, the three of impacts, and force it means
// that they are not judged.
type Tolerances struct {
	Position float64 `json:"position"` // distance of columns x [m]
	Angle    float64 `json:"angle"`    // angle between attitudes, columns q [rad]
	Velocity float64 `json:"velocity"` // length of the difference of columns v [m/s]
	Momentum float64 `json:"momentum"` // length of the difference of columns L [kg m²/s]
	Other    float64 `json:"other"`    // largest difference of a component of any other column, in its unit

	// Of columns that Other bounds where these are nil: largest differences of a component of the force [N] and the torque [N m] of a
	// joint, of the spin [rad/s] of a wheel and of the speed at which its tyre slides [m/s].
	JointForce  *Bound `json:"joint_force,omitempty"`
	JointTorque *Bound `json:"joint_torque,omitempty"`
	WheelSpin   *Bound `json:"wheel_spin,omitempty"`
	WheelSlide  *Bound `json:"wheel_slide,omitempty"`

	// Spin bounds the difference of angular velocities [rad/s]. Spin and momentum describe the same motion: if only
	// one of the two is given, the other is not judged. The column L of a driven body is an angular velocity: without
	// Spin, the number of Momentum bounds it.
	Spin float64 `json:"spin"`
	// Of matched impacts: times [s], impulses [N s], changes of velocity [m/s]. If any of them is given, an impact
	// without counterpart is a difference, too. Time also bounds the times at which sensors are entered and left, and how
	// much longer one log may be than the other, as for runs that end at rest.
	Time    float64 `json:"time"`
	Impulse float64 `json:"impulse"`
	DeltaV  float64 `json:"delta_v"`
	// Force bounds the difference of the contact forces of a pair [N].
	Force float64 `json:"force"`
}

// Bound is the tolerance of columns of one kind.
type Bound struct {
	Value float64 `json:"value"` // in the unit of the columns, or as a share
	// Relative says that the value is a share of the largest component that a column has in the first log.
	Relative bool `json:"relative,omitempty"`
}

// toleranceNames are the names of the quantities, in the order of fields and then of bounds.
var toleranceNames = [...]string{"position", "angle", "velocity", "momentum", "other", "spin", "time", "impulse", "delta-v", "force",
	"joint-force", "joint-torque", "wheel-spin", "wheel-slide"}

// boundNames are those of them that bounds has.
var boundNames = toleranceNames[len(toleranceNames)-4:]

func (t *Tolerances) fields() [len(toleranceNames) - 4]*float64 {
	return [...]*float64{&t.Position, &t.Angle, &t.Velocity, &t.Momentum, &t.Other, &t.Spin, &t.Time, &t.Impulse, &t.DeltaV, &t.Force}
}

func (t *Tolerances) bounds() [4]**Bound {
	return [...]**Bound{&t.JointForce, &t.JointTorque, &t.WheelSpin, &t.WheelSlide}
}

// ofImpacts reports whether impacts are judged.
func (t *Tolerances) ofImpacts() bool { return t.Time > 0 || t.Impulse > 0 || t.DeltaV > 0 }

// Units reads the value of a tolerance that is not a plain number, such as 10 mm for position, in SI units. The error
// says what is wrong and names the remedy.
type Units func(quantity, value string) (float64, error)

// ParseTolerances reads tolerances of the form quantity=value, with the quantities position, angle, velocity, momentum,
// spin, time, impulse, delta-v, force, joint-force, joint-torque, wheel-spin, wheel-slide and other. Values are in SI units, or have
// units if these are given; nil stands for none. Those of joints and wheels may be shares in %, see Bound.
func ParseTolerances(specs []string, units Units) (Tolerances, error) {
	return Tolerances{}.With(specs, units)
}

// With returns the tolerances with those of the form quantity=value in place of its own. For units see ParseTolerances.
func (t Tolerances) With(specs []string, units Units) (Tolerances, error) {
	var set [len(toleranceNames)]bool
	fields, bounds := t.fields(), t.bounds()
	for _, spec := range specs {
		name, value, ok := strings.Cut(spec, "=")
		if !ok {
			return Tolerances{}, fmt.Errorf("tolerance %q: must be quantity=value, for instance position=1e-6", spec)
		}
		i := slices.Index(toleranceNames[:], strings.TrimSpace(name))
		if i < 0 {
			return Tolerances{}, fmt.Errorf("tolerance %q: no quantity is called %q; there are %s", spec, strings.TrimSpace(name), strings.Join(toleranceNames[:], ", "))
		}
		if set[i] {
			return Tolerances{}, fmt.Errorf("tolerance %q: %s is given twice: leave one of them out", spec, toleranceNames[i])
		}
		value, set[i] = strings.TrimSpace(value), true
		if i < len(fields) {
			x, err := toleranceValue(toleranceNames[i], value, units)
			if err != nil {
				return Tolerances{}, fmt.Errorf("tolerance %q: %w", spec, err)
			}
			*fields[i] = x
			continue
		}
		b, err := boundValue(toleranceNames[i], value, units)
		if err != nil {
			return Tolerances{}, fmt.Errorf("tolerance %q: %w", spec, err)
		}
		*bounds[i-len(fields)] = &b
	}
	return t, nil
}

// toleranceValue reads the value of a tolerance: a plain number, or one with a unit.
func toleranceValue(quantity, value string, units Units) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		if units == nil {
			return 0, fmt.Errorf("%q is not a number: give one in SI units without a unit, for instance position=1e-6", value)
		}
		if x, err = units(quantity, value); err != nil {
			return 0, err
		}
	}
	if err != nil || !(x >= 0) || math.IsInf(x, 0) {
		return 0, errors.New("must be finite and not below zero")
	}
	return x, nil
}

// boundValue reads the value of a tolerance of joints or wheels: as toleranceValue does, or a share in %.
func boundValue(quantity, value string, units Units) (Bound, error) {
	share, relative := strings.CutSuffix(value, "%")
	if !relative {
		x, err := toleranceValue(quantity, value, units)
		return Bound{Value: x}, err
	}
	x, err := toleranceValue(quantity, strings.TrimSpace(share), func(string, string) (float64, error) {
		return 0, fmt.Errorf("%q is no share: write a number and %%, for instance 1%%", value)
	})
	return Bound{x / 100, true}, err
}

// check refuses values that ParseTolerances refuses.
func (t Tolerances) check() error {
	for i, x := range t.fields() {
		if !(*x >= 0) || math.IsInf(*x, 0) {
			return fmt.Errorf("tolerance %s=%g: must be finite and not below zero", toleranceNames[i], *x)
		}
	}
	for i, b := range t.bounds() {
		if *b != nil && (!((*b).Value >= 0) || math.IsInf((*b).Value, 0)) {
			return fmt.Errorf("tolerance %s=%g: must be finite and not below zero", boundNames[i], (*b).Value)
		}
	}
	return nil
}

// longestTolerance is more than any line of a text of tolerances has [bytes].
const longestTolerance = 200

// ReadTolerances reads a text of tolerances, one "quantity = value" per line. Empty lines, and text after a #, are
// ignored. The name is for messages. For units see ParseTolerances.
func ReadTolerances(name, text string, units Units) (Tolerances, error) {
	var t Tolerances
	seen := map[string]int{}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) { // a byte order mark, as some editors write
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if len(line) > longestTolerance || !utf8.ValidString(line) {
			return Tolerances{}, fmt.Errorf("%s:%d: is no tolerance: a line is quantity = value, for instance position = 1e-6", name, n)
		}
		var err error
		if t, err = t.With([]string{line}, units); err != nil {
			return Tolerances{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		quantity := strings.TrimSpace(line[:strings.IndexByte(line, '=')])
		if before, ok := seen[quantity]; ok {
			return Tolerances{}, fmt.Errorf("%s:%d: %s is already given on line %d: leave one of them out", name, n, quantity, before)
		}
		seen[quantity] = n
	}
	return t, nil
}

// measure is how the difference of two values of a column is expressed as one number.
type measure uint8

const (
	byLargest measure = iota
	byLength
	byAngle
)

// measureOf returns the measure of a column, and its tolerance, which may be a share.
func (t *Tolerances) measureOf(c *record.Column) (measure, Bound) {
	if m, tolerance, ok := t.ofMotion(c); ok {
		return m, Bound{Value: tolerance}
	}
	if b := t.boundOf(c); b != nil {
		return byLargest, *b
	}
	return byLargest, Bound{Value: t.Other}
}

// boundOf returns the bound of a column of a joint or wheel; nil where Other bounds it.
func (t *Tolerances) boundOf(c *record.Column) *Bound {
	ofJoint, ofWheel := c.Owner < 0 && strings.HasPrefix(c.Name, jointPrefix), c.Owner >= 0 && strings.HasPrefix(c.Name, "wheel")
	for i, is := range [4]bool{
		ofJoint && strings.HasSuffix(c.Name, ".force"), ofJoint && strings.HasSuffix(c.Name, ".torque"),
		ofWheel && strings.HasSuffix(c.Name, ".spin"), ofWheel && strings.HasSuffix(c.Name, ".slide"),
	} {
		if is {
			return *t.bounds()[i]
		}
	}
	return nil
}

// ofMotion returns the measure and the tolerance of a column of the motion of a body or mover; false for any other.
func (t *Tolerances) ofMotion(c *record.Column) (measure, float64, bool) {
	switch {
	case c.Owner < 0:
	case c.Name == "x" && c.Count == 3:
		return byLength, t.Position, true
	case c.Name == "q" && c.Count == 4:
		return byAngle, t.Angle, true
	case c.Name == "v" && c.Count == 3:
		return byLength, t.Velocity, true
	case isSpin(c) && t.Spin > 0:
		return byLength, t.Spin, true
	case c.Name == "L" && c.Count == 3:
		return byLength, t.Momentum, true
	}
	return byLargest, 0, false
}

// isSpin reports whether a column L is the angular velocity of a driven body. In logs of old versions it has the unit of an
// angular momentum.
func isSpin(c *record.Column) bool { return c.Name == "L" && c.Count == 3 && c.Unit == "rad/s" }

// Ulps returns the distance of two doubles in units in the last place: 0 for equal numbers, including -0 and 0, 1 for
// neighbours. If one is not a number it is 0 for equal bits, else the largest uint64.
func Ulps(a, b float64) uint64 {
	if a == b || math.Float64bits(a) == math.Float64bits(b) {
		return 0
	}
	if a != a || b != b {
		return math.MaxUint64
	}
	i, j := fromZero(a), fromZero(b)
	if i < j {
		return uint64(j) - uint64(i)
	}
	return uint64(i) - uint64(j)
}

// fromZero numbers the doubles in their order; both zeros have the number 0.
func fromZero(x float64) int64 {
	b := int64(math.Float64bits(x))
	if b < 0 {
		return math.MinInt64 - b
	}
	return b
}
