package runs

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

// dimension is the powers of the base units of a quantity: metre, kilogram, second and radian. The angle is a base
// unit here so that degrees where metres are asked are an error.
type dimension struct{ m, kg, s, rad int8 }

// The dimensions of a scenario's quantities.
var (
	dimOne          = dimension{}
	dimLength       = dimension{m: 1}
	dimMass         = dimension{kg: 1}
	dimTime         = dimension{s: 1}
	dimAngle        = dimension{rad: 1}
	dimSpeed        = dimension{m: 1, s: -1}
	dimAcceleration = dimension{m: 1, s: -2}
	dimAngularSpeed = dimension{rad: 1, s: -1}
	dimInertia      = dimension{kg: 1, m: 2}
	dimDensity      = dimension{kg: 1, m: -3}
	dimRate         = dimension{s: -1}

	dimForce         = dimension{m: 1, kg: 1, s: -2}
	dimPower         = dimension{m: 2, kg: 1, s: -3}
	dimArea          = dimension{m: 2}
	dimTorque        = dimension{m: 2, kg: 1, s: -2}
	dimStiffness     = dimension{kg: 1, s: -2}
	dimCrushing      = dimension{m: -1, kg: 1, s: -2}
	dimImpulse       = dimension{m: 1, kg: 1, s: -1}
	dimSpinMomentum  = dimension{m: 2, kg: 1, s: -1}
	dimLinearDrag    = dimension{kg: 1, s: -1}
	dimQuadraticDrag = dimension{kg: 1, m: -1}
	dimAngularDrag   = dimension{m: 2, kg: 1, s: -1, rad: -1}
)

// serves reports whether a quantity of a dimension is one of another: that of a damper that turns is also written without the
// radian, N m s.
func (d dimension) serves(want dimension) bool {
	return d == want || d == dimSpinMomentum && want == dimAngularDrag
}

// example is a quantity of each dimension as an author writes it, for remedies.
var example = map[dimension]string{
	dimOne: "0.7", dimLength: `1.2 or "120 cm"`, dimMass: `1400 or "1.4 t"`, dimTime: `0.01 or "10 ms"`,
	dimAngle: `"30 deg"`, dimSpeed: `13.9 or "50 km/h"`, dimAcceleration: `9.81 or "9.81 m/s^2"`,
	dimAngularSpeed: `2.5 or "30 deg/s"`, dimInertia: `2400 or "2400 kg m^2"`, dimDensity: `600 or "600 kg/m^3"`,
	dimRate: `1.5 or "1.5 Hz"`, dimForce: `500 or "0.5 kN"`, dimTorque: `20 or "20 N m"`, dimPower: `60000 or "60 kW"`, dimArea: `0.65 or "0.65 m^2"`, dimStiffness: `20000 or "20 kN/m"`, dimCrushing: `390000 or "390 kN/m^2"`,
	dimImpulse: `5 or "5 N s"`, dimSpinMomentum: `2 or "2 kg m^2/s"`,
	dimLinearDrag: `500 or "500 N s/m"`, dimQuadraticDrag: `0.4 or "0.4 kg/m"`, dimAngularDrag: `2 or "2 N m s/rad"`,
}

func (d dimension) String() string {
	names := map[dimension]string{
		dimOne: "a plain number", dimLength: "a length [m]", dimMass: "a mass [kg]", dimTime: "a time [s]",
		dimAngle: "an angle [rad]", dimSpeed: "a speed [m/s]", dimAcceleration: "an acceleration [m/s^2]",
		dimAngularSpeed: "an angular speed [rad/s]", dimInertia: "a moment of inertia [kg m^2]",
		dimDensity: "a density [kg/m^3]", dimRate: "a frequency [1/s]",
		dimImpulse: "an impulse [N s]", dimSpinMomentum: "an angular momentum [kg m^2/s]",
		dimForce: "a force [N]", dimTorque: "a torque [N m]", dimStiffness: "a stiffness [N/m]", dimCrushing: "a stiffness per width [N/m^2]", dimLinearDrag: "a force per speed [N s/m]",
		dimQuadraticDrag: "a force per squared speed [kg/m]", dimAngularDrag: "a torque per angular speed [N m s/rad]",
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
	dim   dimension
	scale string // exact factor to SI, as a decimal or a fraction
}

// pi has 60 digits: a product with it rounds to the nearest double, unless 40 digits of the product agree with a tie.
const pi = "3.14159265358979323846264338327950288419716939937510582097494"

// units are the names that a quantity may use. The factors are exact by definition, those with pi to 60 digits.
var units = map[string]unit{
	"m": {dimLength, "1"}, "km": {dimLength, "1000"}, "cm": {dimLength, "0.01"}, "mm": {dimLength, "0.001"},
	"um": {dimLength, "0.000001"}, "µm": {dimLength, "0.000001"}, "in": {dimLength, "0.0254"}, "ft": {dimLength, "0.3048"},
	"kg": {dimMass, "1"}, "g": {dimMass, "0.001"}, "t": {dimMass, "1000"}, "lb": {dimMass, "0.45359237"},
	"s": {dimTime, "1"}, "ms": {dimTime, "0.001"}, "us": {dimTime, "0.000001"}, "µs": {dimTime, "0.000001"},
	"min": {dimTime, "60"}, "h": {dimTime, "3600"},
	"rad": {dimAngle, "1"}, "mrad": {dimAngle, "0.001"}, "deg": {dimAngle, pi + "/180"}, "°": {dimAngle, pi + "/180"},
	"rev": {dimAngle, pi + "/0.5"}, "rpm": {dimAngularSpeed, pi + "/30"},
	"Hz": {dimRate, "1"}, "kHz": {dimRate, "1000"},
	"kmh": {dimSpeed, "1/3.6"}, "kph": {dimSpeed, "1/3.6"}, "mph": {dimSpeed, "0.44704"},
	"N": {dimension{m: 1, kg: 1, s: -2}, "1"}, "kN": {dimension{m: 1, kg: 1, s: -2}, "1000"}, "lbf": {dimension{m: 1, kg: 1, s: -2}, "4.4482216152605"}, "W": {dimPower, "1"}, "kW": {dimPower, "1000"}, "%": {dimOne, "0.01"},
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

// exactValue is a quantity without rounding: a decimal, or a fraction of two, times the factor of its unit.
type exactValue struct {
	number, divisor string      // as they are written; divisor "" for none
	scale           *big.Rat    // to SI; nil for 1
	conversion      *conversion // nil for none
}

// rat returns the value as a fraction of integers.
func (e exactValue) rat() *big.Rat {
	v := decimalRat(e.number)
	if e.divisor != "" {
		v.Quo(v, decimalRat(e.divisor))
	}
	if e.scale != nil {
		v.Mul(v, e.scale)
	}
	if e.conversion != nil {
		v = e.conversion.of(v)
	}
	return v
}

// float64 returns the nearest double, infinity beyond the largest. A zero has no sign.
func (e exactValue) float64() float64 {
	if e.divisor != "" || e.scale != nil || e.conversion != nil {
		v, _ := e.rat().Float64()
		return v
	}
	v, _ := strconv.ParseFloat(e.number, 64) // the nearest, too, and an error beyond the largest
	if v == 0 {
		return 0
	}
	return v
}

// isZero reports whether the value is zero, which its double may also be where the value is not.
func (e exactValue) isZero() bool {
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

// parseQuantity returns the value in SI of a text such as "50 km/h", "1/240 s" or "9.81", exact up to one rounding, and
// the exact value. A text without a unit is in SI; hasUnit is then false. The error says what is wrong and names the
// remedy.
func parseQuantity(text string, want dimension) (v float64, exact exactValue, hasUnit bool, err error) {
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
	if len(rest) > 1 && rest[0] == ',' && skipDigits(rest, 1) > 1 {
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
		if rest == "g" && want == dimAcceleration { // no gram
			u = scaledUnit{dimAcceleration, standardGravity}
		}
		if !u.dim.serves(want) {
			return 0, exact, false, fmt.Errorf("%q is %v, but %v is needed: write, for example, %s", text, u.dim, want, example[want])
		}
		exact.scale = u.scale
	}
	v = exact.float64()
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
			_, _, first := Setting{Value: low}.Number()
			_, _, second := Setting{Value: high}.Number()
			return first && second
		}
	}
	return false
}

// ParseTime reads a time as a scenario does: seconds, or a number with a unit such as "250 ms".
func ParseTime(text string) (float64, error) {
	v, _, _, err := parseQuantity(text, dimTime)
	return v, err
}

// splitNumber reads a decimal, or a fraction of two, off the front of s.
func splitNumber(s string, want dimension) (exactValue, string, error) {
	var none exactValue
	switch strings.ToLower(strings.TrimLeft(s, "+-.")) {
	case "inf", "infinity", "nan":
		return none, "", fmt.Errorf("%s is not a finite number: write a number such as %s", s, example[want])
	}
	a, rest, err := splitDecimal(s)
	if err != nil {
		return none, "", err
	}
	if a == "" {
		return none, "", fmt.Errorf("%q is not a number: write %v, for example %s", s, want, example[want])
	}
	after, isFraction := strings.CutPrefix(strings.TrimLeft(rest, " "), "/")
	if !isFraction {
		return exactValue{number: a}, strings.TrimSpace(rest), nil
	}
	b, afterB, err := splitDecimal(strings.TrimLeft(after, " "))
	if err != nil {
		return none, "", err
	}
	if b == "" {
		return exactValue{number: a}, strings.TrimSpace(rest), nil // 60/s: the unit is one over a unit
	}
	if (exactValue{number: b}).isZero() {
		return none, "", fmt.Errorf("%q divides by zero: write a fraction such as 1/240 s", s)
	}
	return exactValue{number: a, divisor: b}, strings.TrimSpace(afterB), nil
}

// splitDecimal reads [+-]digits[.digits][e[+-]digits] off the front of s; "" if there is none.
func splitDecimal(s string) (number, rest string, err error) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	start := i
	i = skipDigits(s, i)
	whole := s[start:i]
	if i < len(s) && s[i] == '.' {
		i = skipDigits(s, i+1)
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

func skipDigits(s string, i int) int {
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
	if e := skipDigits(s, j); e > j {
		return e
	}
	return i
}

// scaledUnit is what a unit measures, and its exact factor to SI; nil for 1.
type scaledUnit struct {
	dim   dimension
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
func parseUnit(s string) (dimension, *big.Rat, error) {
	scale, dim := big.NewRat(1, 1), dimension{}
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
