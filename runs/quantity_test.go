package runs

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The values are those of the exact decimals, rounded once: 50/3.6 and 1/240 are correctly rounded quotients in Go's
// constant arithmetic, which is exact.
func TestParseQuantity_ConvertsExactDecimalsWithOneRounding(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  dimension
		want float64
	}{
		{"50 km/h", dimSpeed, 50 / 3.6}, {"50km/h", dimSpeed, 50 / 3.6}, {"90 kmh", dimSpeed, 25}, {"100 mph", dimSpeed, 44.704},
		{"1/240 s", dimTime, 1.0 / 240}, {"1/240", dimTime, 1.0 / 240}, {"10 ms", dimTime, 0.01}, {"1.5 min", dimTime, 90},
		{"30 deg", dimAngle, math.Pi / 6}, {"180°", dimAngle, math.Pi}, {"-90 deg", dimAngle, -math.Pi / 2}, {"1 rev", dimAngle, 2 * math.Pi},
		{"60 rpm", dimAngularSpeed, 2 * math.Pi}, {"30 deg/s", dimAngularSpeed, math.Pi / 6},
		{"1.4 t", dimMass, 1400}, {"500 g", dimMass, 0.5}, {"0.1 lb", dimMass, 0.045359237},
		{"20 mm", dimLength, 0.02}, {"0.3 cm", dimLength, 0.003}, {"1 ft", dimLength, 0.3048}, {"3 µm", dimLength, 3e-6},
		{"9.81 m/s^2", dimAcceleration, 9.81}, {"9.81 m/s²", dimAcceleration, 9.81}, {"9.81 m s^-2", dimAcceleration, 9.81},
		{"9.81 m/s/s", dimAcceleration, 9.81}, {"-9.81", dimAcceleration, -9.81},
		{"-1 g", dimAcceleration, -9.80665}, {"20 g", dimAcceleration, 196.133}, // by the 3rd CGPM, 1901
		{"2400 kg m^2", dimInertia, 2400}, {"2400 kg*m²", dimInertia, 2400}, {"2400 kg·m^2", dimInertia, 2400},
		{"7.8 g/cm^3", dimDensity, 7800}, {"0.6 t/m³", dimDensity, 600}, {"1.5 Hz", dimRate, 1.5}, {"60 1/s", dimRate, 60}, {"60/s", dimRate, 60},
		{"1e-3", dimOne, 1e-3}, {"1E3", dimOne, 1000}, {"+.5", dimOne, 0.5}, {"5.", dimOne, 5}, {"0", dimOne, 0}, {"0.1", dimOne, 0.1},
		{"1e-0000003", dimOne, 1e-3}, {"60 %", dimOne, 0.6}, {"1e22 km", dimLength, 1e25}, {"0.7 km", dimLength, 700},
		{"9007199254740993", dimOne, 9007199254740992}, {"9007199254740993 mm", dimLength, 9007199254740.993},
	} {
		got, _, _, err := parseQuantity(c.text, c.dim)
		if err != nil || math.Float64bits(got) != math.Float64bits(c.want) {
			t.Errorf("%q: %v, %v; want %v", c.text, got, err, c.want)
		}
	}
}

// What has no unit, or one of SI, is read by another way than what has: both give the double nearest to the decimal, and that of the
// exact value. Decimals half way between two doubles, and beyond what doubles hold, are among them.
func TestParseQuantity_ReadsDecimalsAsFractionsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(byte('0' + rng.IntN(10)))
		}
		return b.String()
	}
	texts := []string{"-0", "-0.0e3", "+0", "0e-9", "-1e-330", "4.94e-324", "2.47e-324", "2.48e-324", "1.7976931348623158e308", "1.7976931348623159e308", "9007199254740993", "-.5", "5."}
	for range 3000 {
		a := math.Float64frombits(rng.Uint64N(0x7fe0000000000000))
		half := new(big.Rat).Add(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(math.Nextafter(a, math.Inf(1))))
		if d := half.Quo(half, big.NewRat(2, 1)).FloatString(120); a > 1e-15 && a < 1e40 {
			texts = append(texts, strings.TrimRight(d, "0"), strings.TrimRight(d, "0")+"1")
		}
		texts = append(texts, []string{"", "-", "+"}[rng.IntN(3)]+fmt.Sprintf("%d.%se%d", rng.IntN(10), digits(rng.IntN(25)), rng.IntN(650)-330))
	}
	read := 0
	for _, text := range texts {
		want, _ := new(big.Rat).SetString(strings.TrimPrefix(text, "+"))
		nearest, _ := want.Float64()
		for _, unit := range []string{"", " m", " km km^-1 m"} {
			got, exact, _, err := parseQuantity(text+unit, dimLength)
			if refused := len(text+unit) > maxNumberText || math.IsInf(nearest, 0) || nearest == 0 && want.Sign() != 0; refused != (err != nil) {
				t.Fatalf("%q: error %v, want one: %t", text+unit, err, refused)
			} else if refused {
				continue
			}
			read++
			if math.Float64bits(got) != math.Float64bits(nearest) || exact.rat().Cmp(want) != 0 {
				t.Fatalf("%q: %v (%x), exactly %v; want %v", text+unit, got, math.Float64bits(got), exact.rat(), nearest)
			}
		}
	}
	if read < 10000 {
		t.Errorf("read %d numbers, too few to tell", read)
	}
}

// A unit that has been read before is read as the first time, whatever it is asked for: g is a mass, and standard gravity.
func TestParseQuantity_ReadsUnitsAgain(t *testing.T) {
	for range 3 {
		for _, c := range []struct {
			text string
			dim  dimension
			want float64
		}{{"2 g", dimAcceleration, 19.6133}, {"2 g", dimMass, 0.002}, {"36 km/h", dimSpeed, 10}, {"7 km/h", dimSpeed, 7 / 3.6}, {"3 m", dimLength, 3}} {
			if got, _, _, err := parseQuantity(c.text, c.dim); err != nil || got != c.want {
				t.Errorf("%q: %v, %v; want %v", c.text, got, err, c.want)
			}
		}
		for text, dim := range map[string]dimension{"5 km/h": dimLength, "5 furlong": dimLength, "5 m/": dimLength} {
			if _, _, _, err := parseQuantity(text, dim); err == nil {
				t.Errorf("%q is read as %v", text, dim)
			}
		}
	}
}

// The units that are kept are few, whatever is read, and others are read as well.
func TestParseQuantity_KeepsFewUnits(t *testing.T) {
	t.Cleanup(func() {
		readUnits.Clear()
		numReadUnits.Store(0)
	})
	for i := range 2 * maxReadUnits {
		text := fmt.Sprintf("2 km%s%sm/m", strings.Repeat(" ", 1+i%64), strings.Repeat("1 ", i/64))
		if got, _, _, err := parseQuantity(text, dimLength); err != nil || got != 2000 {
			t.Fatalf("%q: %v, %v", text, got, err)
		}
	}
	kept := 0
	readUnits.Range(func(_, _ any) bool { kept++; return true })
	if kept > maxReadUnits || int(numReadUnits.Load()) != kept {
		t.Errorf("%d units are kept, counted %d", kept, numReadUnits.Load())
	}
}

func TestParseQuantity_RefusesWithRemedy(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  dimension
		want string
	}{
		{"010", dimOne, "leading zero, which some programs read as octal: write 10"},
		{"-007.5 m", dimLength, "write -7.5 m"}, {"00", dimOne, "write 0"},
		{"1_000", dimOne, "underscore"}, {"0x10", dimOne, "decimal"}, {"0o17", dimOne, "decimal"}, {"0b1", dimOne, "decimal"},
		{".inf", dimOne, "not a finite"}, {"-.Inf", dimOne, "not a finite"}, {".nan", dimOne, "not a finite"}, {"NaN", dimOne, "not a finite"},
		{"Infinity", dimOne, "not a finite"}, {"1e309", dimOne, "not a finite"}, {"1e308 km", dimLength, "not a finite"},
		{"1e999999999", dimOne, "power of ten"}, {"1e401", dimOne, "power of ten"}, {"1e-400", dimOne, "too small"},
		{"", dimLength, "not a number"}, {"m", dimLength, "not a number"}, {"-", dimOne, "not a number"}, {".", dimOne, "not a number"},
		{"1/0 s", dimTime, "divides by zero"}, {"1/ s", dimTime, "is a frequency"},
		{"5 kg", dimLength, "is a mass [kg], but a length [m] is needed"}, {"5 m", dimAngle, "an angle [rad] is needed"},
		{"5 m", dimSpeed, "is a length [m], but a speed [m/s] is needed: write, for example, 13.9 or \"50 km/h\""},
		{"5 N", dimMass, "a force [N]"}, {"5 N s", dimMass, "an impulse [N s]"}, {"5 N s^3", dimMass, "m^1 kg^1 s^1"}, {"5 km/s^2", dimSpeed, "acceleration"}, {"5 Hz", dimAngularSpeed, "frequency"},
		{"5 furlong", dimLength, "unknown unit \"furlong\": the units are m, km, cm, mm, um or µm, in, ft, kg"}, {"5 kmm", dimLength, "did you mean"}, {"5 m^9", dimLength, "whole number from -3 to 3"},
		{"10..20", dimMass, `"10..20" is a range: write one value; ranges are for prang run --vary, and for the grid and vary of a plan`}, {"1..2kg:3", dimMass, "is a range"},
		{"3±1 kg", dimMass, "is a range"}, {"-3+-1 kg", dimMass, "is a range"}, {"1.5 m..2 m", dimLength, "is a range"}, {"5 m..", dimLength, "unknown unit"},
		{"5 m/", dimLength, "ends in /"}, {"1,5 m", dimLength, "has a comma: write a decimal with a point"}, {"1,500 m", dimLength, "thousands without a sign"}, {"1, m", dimLength, "unknown unit"}, {strings.Repeat("1", 300), dimOne, "300 characters"},
	} {
		got, _, _, err := parseQuantity(c.text, c.dim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v; want an error with %q", c.text, got, err, c.want)
		}
	}
}

func TestNearest_FindsTheTypo(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"postion", "position"}, {"masss", "mass"}, {"velcoity", "velocity"}, {"colour", "color"}, {"xyzzy", ""}, {"frictoin", "friction"}, {"y", ""},
	} {
		keys := append([]string{"friction", "x"}, keysOf["body"]...)
		if got := Nearest(c.word, keys); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestListedUnits_AreAll(t *testing.T) {
	listed := strings.FieldsFunc(listedUnits+", %", func(r rune) bool { return r == ',' || r == ' ' })
	listed = slices.DeleteFunc(listed, func(name string) bool { return name == "or" })
	slices.Sort(listed)
	if all := slices.Sorted(maps.Keys(units)); !slices.Equal(listed, all) {
		t.Errorf("messages list %v, of %v", listed, all)
	}
}
