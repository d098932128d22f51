package units

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Dimension is the powers of the base units of a quantity: metre, kilogram, second and radian. The angle is a base
// unit here so that degrees where metres are asked are an error.
type Dimension struct{ m, kg, s, rad int8 }

// The dimensions of a scenario's quantities.
var (
	One          = Dimension{}
	Length       = Dimension{m: 1}
	Mass         = Dimension{kg: 1}
	Time         = Dimension{s: 1}
	Angle        = Dimension{rad: 1}
	Speed        = Dimension{m: 1, s: -1}
	Acceleration = Dimension{m: 1, s: -2}
	AngularSpeed = Dimension{rad: 1, s: -1}
	Inertia      = Dimension{kg: 1, m: 2}
	Density      = Dimension{kg: 1, m: -3}
	Rate         = Dimension{s: -1}

	Force         = Dimension{m: 1, kg: 1, s: -2}
	Power         = Dimension{m: 2, kg: 1, s: -3}
	Area          = Dimension{m: 2}
	Torque        = Dimension{m: 2, kg: 1, s: -2}
	Stiffness     = Dimension{kg: 1, s: -2}
	Crushing      = Dimension{m: -1, kg: 1, s: -2}
	Impulse       = Dimension{m: 1, kg: 1, s: -1}
	SpinMomentum  = Dimension{m: 2, kg: 1, s: -1}
	LinearDrag    = Dimension{kg: 1, s: -1}
	QuadraticDrag = Dimension{kg: 1, m: -1}
	AngularDrag   = Dimension{m: 2, kg: 1, s: -1, rad: -1}
)

// serves reports whether a quantity of a dimension is one of another: that of a damper that turns is also written without the
// radian, N m s.
func (d Dimension) serves(want Dimension) bool {
	return d == want || d == SpinMomentum && want == AngularDrag
}

var examples = map[Dimension]string{
	One: "0.7", Length: `1.2 or "120 cm"`, Mass: `1400 or "1.4 t"`, Time: `0.01 or "10 ms"`,
	Angle: `"30 deg"`, Speed: `13.9 or "50 km/h"`, Acceleration: `9.81 or "9.81 m/s^2"`,
	AngularSpeed: `2.5 or "30 deg/s"`, Inertia: `2400 or "2400 kg m^2"`, Density: `600 or "600 kg/m^3"`,
	Rate: `1.5 or "1.5 Hz"`, Force: `500 or "0.5 kN"`, Torque: `20 or "20 N m"`, Power: `60000 or "60 kW"`, Area: `0.65 or "0.65 m^2"`, Stiffness: `20000 or "20 kN/m"`, Crushing: `390000 or "390 kN/m^2"`,
	Impulse: `5 or "5 N s"`, SpinMomentum: `2 or "2 kg m^2/s"`,
	LinearDrag: `500 or "500 N s/m"`, QuadraticDrag: `0.4 or "0.4 kg/m"`, AngularDrag: `2 or "2 N m s/rad"`,
}

// Example returns a quantity of the dimension as an author writes it, for remedies; "" where there is none.
func (d Dimension) Example() string { return examples[d] }

// String names the dimension with its unit in SI, as messages do.
func (d Dimension) String() string {
	names := map[Dimension]string{
		One: "a plain number", Length: "a length [m]", Mass: "a mass [kg]", Time: "a time [s]",
		Angle: "an angle [rad]", Speed: "a speed [m/s]", Acceleration: "an acceleration [m/s^2]",
		AngularSpeed: "an angular speed [rad/s]", Inertia: "a moment of inertia [kg m^2]",
		Density: "a density [kg/m^3]", Rate: "a frequency [1/s]",
		Impulse: "an impulse [N s]", SpinMomentum: "an angular momentum [kg m^2/s]",
		Force: "a force [N]", Torque: "a torque [N m]", Stiffness: "a stiffness [N/m]", Crushing: "a stiffness per width [N/m^2]", LinearDrag: "a force per speed [N s/m]",
		QuadraticDrag: "a force per squared speed [kg/m]", AngularDrag: "a torque per angular speed [N m s/rad]",
	}
	if n, ok := names[d]; ok {
		return n
	}
	var b strings.Builder
	b.WriteString("a quantity in")
	for _, p := range []struct {
		name string
		n    int8
	}{{"m", d.m}, {"kg", d.kg}, {"s", d.s}, {"rad", d.rad}} {
		if p.n != 0 {
			fmt.Fprintf(&b, " %s^%d", p.name, p.n)
		}
	}
	return b.String()
}

type unit struct {
	dim   Dimension
	scale string // exact factor to SI, as a decimal or a fraction
}

// pi has 60 digits: a product with it rounds to the nearest double, unless 40 digits of the product agree with a tie.
const pi = "3.14159265358979323846264338327950288419716939937510582097494"

// units are the names that a quantity may use. The factors are exact by definition, those with pi to 60 digits.
var units = map[string]unit{
	"m": {Length, "1"}, "km": {Length, "1000"}, "cm": {Length, "0.01"}, "mm": {Length, "0.001"},
	"um": {Length, "0.000001"}, "µm": {Length, "0.000001"}, "in": {Length, "0.0254"}, "ft": {Length, "0.3048"},
	"kg": {Mass, "1"}, "g": {Mass, "0.001"}, "t": {Mass, "1000"}, "lb": {Mass, "0.45359237"},
	"s": {Time, "1"}, "ms": {Time, "0.001"}, "us": {Time, "0.000001"}, "µs": {Time, "0.000001"},
	"min": {Time, "60"}, "h": {Time, "3600"},
	"rad": {Angle, "1"}, "mrad": {Angle, "0.001"}, "deg": {Angle, pi + "/180"}, "°": {Angle, pi + "/180"},
	"rev": {Angle, pi + "/0.5"}, "rpm": {AngularSpeed, pi + "/30"},
	"Hz": {Rate, "1"}, "kHz": {Rate, "1000"},
	"kmh": {Speed, "1/3.6"}, "kph": {Speed, "1/3.6"}, "mph": {Speed, "0.44704"},
	"N": {Dimension{m: 1, kg: 1, s: -2}, "1"}, "kN": {Dimension{m: 1, kg: 1, s: -2}, "1000"}, "lbf": {Dimension{m: 1, kg: 1, s: -2}, "4.4482216152605"}, "W": {Power, "1"}, "kW": {Power, "1000"}, "%": {One, "0.01"},
}

// listedUnits are the names of units as messages list them, but for %.
const listedUnits = "m, km, cm, mm, um or µm, in, ft, kg, g, t, lb, s, ms, us or µs, min, h, rad, mrad, deg or °, rev, rpm, Hz, kHz, kmh or kph, mph, N, kN, lbf, W, kW"

// standardGravity is the unit g of accelerations [m/s²], by the 3rd CGPM (1901).
var standardGravity = big.NewRat(980665, 100000)

// maxNumberText bounds the text of a quantity, and maxExponent its power of ten, so that exact arithmetic on a hostile
// one stays cheap.
const (
	maxNumberText = 200
	maxExponent   = 400
)

// Exact is a quantity without rounding: a decimal, or a fraction of two, times the factor of its unit.
type Exact struct {
	number, divisor string      // as they are written; divisor "" for none
	scale           *big.Rat    // to SI; nil for 1
	Conversion      *Conversion // nil for none
}

// Rat returns the value as a fraction of integers.
func (e Exact) Rat() *big.Rat {
	v := decimalRat(e.number)
	if e.divisor != "" {
		v.Quo(v, decimalRat(e.divisor))
	}
	if e.scale != nil {
		v.Mul(v, e.scale)
	}
	if e.Conversion != nil {
		v = e.Conversion.of(v)
	}
	return v
}

// Float64 returns the nearest double, infinity beyond the largest. A zero has no sign.
func (e Exact) Float64() float64 {
	if e.divisor != "" || e.scale != nil || e.Conversion != nil {
		v, _ := e.Rat().Float64()
		return v
	}
	v, _ := strconv.ParseFloat(e.number, 64) // the nearest, too, and an error beyond the largest
	if v == 0 {
		return 0
	}
	return v
}

// isZero reports whether the value is zero, which its double may also be where the value is not.
func (e Exact) isZero() bool {
	digits, _, _ := strings.Cut(strings.ToLower(e.number), "e")
	return strings.Trim(digits, "+-.0") == ""
}

// decimalRat returns a decimal that splitDecimal has read.
func decimalRat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(strings.TrimPrefix(text, "+"))
	if !ok {
		return new(big.Rat) // which no decimal is
	}
	return r
}

// Parse returns the value in SI of a text such as "50 km/h", "1/240 s" or "9.81", exact up to one rounding, and
// the exact value. A text without a unit is in SI; hasUnit is then false. The error says what is wrong and names the
// remedy.
func Parse(text string, want Dimension) (v float64, exact Exact, hasUnit bool, err error) {
	if len(text) > maxNumberText {
		return 0, exact, false, fmt.Errorf("a quantity of %d characters: write at most %d", len(text), maxNumberText)
	}
	if isRange(text) {
		return 0, exact, false, fmt.Errorf("%q is a range: write one value; ranges are for prang run --vary, and for the grid and vary of a plan", text)
	}
	exact, rest, err := splitNumber(strings.TrimSpace(text), want)
	if err != nil {
		return 0, exact, false, err
	}
	if len(rest) > 1 && rest[0] == ',' && SkipDigits(rest, 1) > 1 {
		return 0, exact, false, fmt.Errorf("%q has a comma: write a decimal with a point, such as 1.5, and thousands without a sign", text)
	}
	if rest != "" {
		u, err := readUnit(rest)
		var unknown *unknownUnit
		if errors.As(err, &unknown) {
			err = fmt.Errorf("%w: %s", err, unknown.remedy(rest, want))
		}
		if err != nil {
			return 0, exact, false, err
		}
		if rest == "g" && want == Acceleration { // no gram
			u = scaledUnit{Acceleration, standardGravity}
		}
		if !u.dim.serves(want) {
			return 0, exact, false, fmt.Errorf("%q is %v, but %v is needed: write, for example, %s", text, u.dim, want, want.Example())
		}
		exact.scale = u.scale
	}
	v = exact.Float64()
	if math.IsInf(v, 0) {
		return 0, exact, false, fmt.Errorf("%q is not a finite number in double precision: write one below 1e308", text)
	}
	if v == 0 && !exact.isZero() {
		return 0, exact, false, fmt.Errorf("%q is too small for a number other than 0: write 0 or one above 1e-307", text)
	}
	return v, exact, rest != "", nil
}

// isRange reports whether a text is a range of quantities, such as 10..20 kg or 80±2 km/h:50, which ParseRange reads.
func isRange(text string) bool {
	for _, between := range [...]string{"..", "±", "+-"} {
		if low, high, ok := strings.Cut(text, between); ok {
			_, _, first := Split(low)
			_, _, second := Split(high)
			return first && second
		}
	}
	return false
}

// ParseTime reads a time as a scenario does: seconds, or a number with a unit such as "250 ms".
func ParseTime(text string) (float64, error) {
	v, _, _, err := Parse(text, Time)
	return v, err
}

// splitNumber reads a decimal, or a fraction of two, off the front of s.
func splitNumber(s string, want Dimension) (Exact, string, error) {
	var none Exact
	switch strings.ToLower(strings.TrimLeft(s, "+-.")) {
	case "inf", "infinity", "nan":
		return none, "", fmt.Errorf("%s is not a finite number: write a number such as %s", s, want.Example())
	}
	a, rest, err := splitDecimal(s)
	if err != nil {
		return none, "", err
	}
	if a == "" {
		return none, "", fmt.Errorf("%q is not a number: write %v, for example %s", s, want, want.Example())
	}
	after, isFraction := strings.CutPrefix(strings.TrimLeft(rest, " "), "/")
	if !isFraction {
		return Exact{number: a}, strings.TrimSpace(rest), nil
	}
	b, afterB, err := splitDecimal(strings.TrimLeft(after, " "))
	if err != nil {
		return none, "", err
	}
	if b == "" {
		return Exact{number: a}, strings.TrimSpace(rest), nil // 60/s: the unit is one over a unit
	}
	if (Exact{number: b}).isZero() {
		return none, "", fmt.Errorf("%q divides by zero: write a fraction such as 1/240 s", s)
	}
	return Exact{number: a, divisor: b}, strings.TrimSpace(afterB), nil
}

// splitDecimal reads [+-]digits[.digits][e[+-]digits] off the front of s; "" if there is none.
func splitDecimal(s string) (number, rest string, err error) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	start := i
	i = SkipDigits(s, i)
	whole := s[start:i]
	if i < len(s) && s[i] == '.' {
		i = SkipDigits(s, i+1)
	}
	if i == start || s[start:i] == "." {
		return "", s, nil
	}
	if e := exponentEnd(s, i); e > i {
		if d := strings.TrimLeft(s[i+1:e], "+-0"); len(d) > 3 || len(d) == 3 && d > fmt.Sprint(maxExponent) {
			return "", "", fmt.Errorf("%q: its power of ten is beyond %d: write a number between 1e-307 and 1e308", s, maxExponent)
		}
		i = e
	}
	number, rest = s[:i], s[i:]
	if strings.HasPrefix(rest, "_") {
		return "", "", fmt.Errorf("%s has an underscore, which some programs read as a number and others as text: write %s", s, strings.ReplaceAll(s, "_", ""))
	}
	if len(whole) > 1 && whole[0] == '0' {
		plain := strings.TrimLeft(whole, "0")
		if plain == "" {
			plain = "0"
		}
		return "", "", fmt.Errorf("%s has a leading zero, which some programs read as octal: write %s", s, s[:start]+plain+s[start+len(whole):])
	}
	if whole == "0" && rest != "" && strings.ContainsRune("xXoObB", rune(rest[0])) {
		return "", "", fmt.Errorf("%s is not a decimal number: write it in decimal", s)
	}
	return number, rest, nil
}

// Split splits a quantity into the number at its front and its unit, and reports whether there is a finite number.
func Split(text string) (x float64, unit string, ok bool) {
	s := strings.TrimSpace(text)
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	i = SkipDigits(s, i)
	if i < len(s) && s[i] == '.' {
		i = SkipDigits(s, i+1)
	}
	i = exponentEnd(s, i)
	x, err := strconv.ParseFloat(s[:i], 64)
	return x, strings.TrimSpace(s[i:]), err == nil && !math.IsInf(x, 0)
}

// SkipDigits returns the end of the decimal digits that start at i.
func SkipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// exponentEnd returns the end of an exponent that starts at i, or i.
func exponentEnd(s string, i int) int {
	if i >= len(s) || s[i] != 'e' && s[i] != 'E' {
		return i
	}
	j := i + 1
	if j < len(s) && (s[j] == '+' || s[j] == '-') {
		j++
	}
	if e := SkipDigits(s, j); e > j {
		return e
	}
	return i
}

// scaledUnit is what a unit measures, and its exact factor to SI; nil for 1.
type scaledUnit struct {
	dim   Dimension
	scale *big.Rat
}

// The units that have been read, by their texts, so that a unit of many numbers is read once; they are few, whatever is read.
var (
	readUnits    sync.Map // of string to scaledUnit
	numReadUnits atomic.Int32
)

const maxReadUnits = 1000

// readUnit is parseUnit, which reads each unit once. Nobody may change the factor.
func readUnit(text string) (scaledUnit, error) {
	if u, ok := readUnits.Load(text); ok {
		return u.(scaledUnit), nil
	}
	dim, scale, err := parseUnit(text)
	if err != nil {
		return scaledUnit{}, err
	}
	u := scaledUnit{dim, scale}
	if scale.Cmp(big.NewRat(1, 1)) == 0 {
		u.scale = nil
	}
	if numReadUnits.Load() < maxReadUnits {
		numReadUnits.Add(1)
		readUnits.Store(strings.Clone(text), u)
	}
	return u, nil
}

// parseUnit reads names with powers, joined by spaces, "*" or "·" and divided by "/": "kg m^2", "m/s²", "1/s". What
// follows a "/" up to the next one is divided by. An unknown name is an *unknownUnit.
func parseUnit(s string) (Dimension, *big.Rat, error) {
	scale, dim := big.NewRat(1, 1), Dimension{}
	for i, part := range strings.Split(s, "/") {
		if i > 0 && strings.TrimSpace(part) == "" {
			return dim, nil, fmt.Errorf("unit %q ends in /: write, for example, m/s", s)
		}
		names := strings.FieldsFunc(part, func(r rune) bool { return r == ' ' || r == '*' || r == '·' })
		for _, name := range names {
			if name == "1" {
				continue
			}
			u, power, err := unitPower(name)
			if err != nil {
				return dim, nil, err
			}
			if i > 0 {
				power = -power
			}
			f, ok := ratOf(u.scale)
			if !ok {
				return dim, nil, fmt.Errorf("unit %q has no factor", name)
			}
			if power < 0 {
				f.Inv(f)
			}
			for range max(power, -power) {
				scale.Mul(scale, f)
				dim.m += sign(power) * u.dim.m
				dim.kg += sign(power) * u.dim.kg
				dim.s += sign(power) * u.dim.s
				dim.rad += sign(power) * u.dim.rad
			}
		}
	}
	return dim, scale, nil
}

// unitPower splits "m^2", "m²", "s^-1" or "s" into the unit and its power, -3 to 3.
func unitPower(s string) (unit, int, error) {
	name, power := s, 1
	if base, p, ok := strings.Cut(s, "^"); ok {
		n := 0
		if _, err := fmt.Sscanf(p, "%d", &n); err != nil || fmt.Sprint(n) != p || n == 0 || n > 3 || n < -3 {
			return unit{}, 0, fmt.Errorf("power %q of unit %q: write a whole number from -3 to 3, for example m/s^2", p, base)
		}
		name, power = base, n
	} else if base, ok := strings.CutSuffix(s, "²"); ok {
		name, power = base, 2
	} else if base, ok := strings.CutSuffix(s, "³"); ok {
		name, power = base, 3
	}
	u, ok := units[name]
	if !ok {
		return unit{}, 0, &unknownUnit{name, s}
	}
	return u, power, nil
}

// FactorOf returns the exact factor to SI of the name of a unit, such as cm; nil for what is none.
func FactorOf(unit string) *big.Rat {
	factor, _ := ratOf(units[unit].scale)
	return factor
}

func ratOf(s string) (*big.Rat, bool) {
	num, den, fraction := strings.Cut(s, "/")
	r, ok := new(big.Rat).SetString(num)
	if !ok || !fraction {
		return r, ok
	}
	d, ok := new(big.Rat).SetString(den)
	if !ok || d.Sign() == 0 {
		return nil, false
	}
	return r.Quo(r, d), true
}

func sign(n int) int8 {
	if n < 0 {
		return -1
	}
	return 1
}

// IsDecimal reports whether a text is a number as programs write it: a sign, digits with or without a point, a power of ten.
func IsDecimal(text string) bool {
	s := strings.TrimLeft(text, "+-")
	if len(text)-len(s) > 1 {
		return false
	}
	i := SkipDigits(s, 0)
	digits := i
	if i < len(s) && s[i] == '.' {
		j := SkipDigits(s, i+1)
		digits += j - i - 1
		i = j
	}
	return digits > 0 && exponentEnd(s, i) == len(s)
}
