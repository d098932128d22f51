package units

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
		dim  Dimension
		want float64
	}{
		{"50 km/h", Speed, 50 / 3.6}, {"50km/h", Speed, 50 / 3.6}, {"90 kmh", Speed, 25}, {"100 mph", Speed, 44.704},
		{"1/240 s", Time, 1.0 / 240}, {"1/240", Time, 1.0 / 240}, {"10 ms", Time, 0.01}, {"1.5 min", Time, 90},
		{"30 deg", Angle, math.Pi / 6}, {"180°", Angle, math.Pi}, {"-90 deg", Angle, -math.Pi / 2}, {"1 rev", Angle, 2 * math.Pi},
		{"60 rpm", AngularSpeed, 2 * math.Pi}, {"30 deg/s", AngularSpeed, math.Pi / 6},
		{"1.4 t", Mass, 1400}, {"500 g", Mass, 0.5}, {"0.1 lb", Mass, 0.045359237},
		{"20 mm", Length, 0.02}, {"0.3 cm", Length, 0.003}, {"1 ft", Length, 0.3048}, {"3 µm", Length, 3e-6},
		{"9.81 m/s^2", Acceleration, 9.81}, {"9.81 m/s²", Acceleration, 9.81}, {"9.81 m s^-2", Acceleration, 9.81},
		{"9.81 m/s/s", Acceleration, 9.81}, {"-9.81", Acceleration, -9.81},
		{"-1 g", Acceleration, -9.80665}, {"20 g", Acceleration, 196.133}, // by the 3rd CGPM, 1901
		{"2400 kg m^2", Inertia, 2400}, {"2400 kg*m²", Inertia, 2400}, {"2400 kg·m^2", Inertia, 2400},
		{"7.8 g/cm^3", Density, 7800}, {"0.6 t/m³", Density, 600}, {"1.5 Hz", Rate, 1.5}, {"60 1/s", Rate, 60}, {"60/s", Rate, 60},
		{"1e-3", One, 1e-3}, {"1E3", One, 1000}, {"+.5", One, 0.5}, {"5.", One, 5}, {"0", One, 0}, {"0.1", One, 0.1},
		{"1e-0000003", One, 1e-3}, {"60 %", One, 0.6}, {"1e22 km", Length, 1e25}, {"0.7 km", Length, 700},
		{"9007199254740993", One, 9007199254740992}, {"9007199254740993 mm", Length, 9007199254740.993},
	} {
		got, _, _, err := Parse(c.text, c.dim)
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
			got, exact, _, err := Parse(text+unit, Length)
			if refused := len(text+unit) > maxNumberText || math.IsInf(nearest, 0) || nearest == 0 && want.Sign() != 0; refused != (err != nil) {
				t.Fatalf("%q: error %v, want one: %t", text+unit, err, refused)
			} else if refused {
				continue
			}
			read++
			if math.Float64bits(got) != math.Float64bits(nearest) || exact.Rat().Cmp(want) != 0 {
				t.Fatalf("%q: %v (%x), exactly %v; want %v", text+unit, got, math.Float64bits(got), exact.Rat(), nearest)
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
			dim  Dimension
			want float64
		}{{"2 g", Acceleration, 19.6133}, {"2 g", Mass, 0.002}, {"36 km/h", Speed, 10}, {"7 km/h", Speed, 7 / 3.6}, {"3 m", Length, 3}} {
			if got, _, _, err := Parse(c.text, c.dim); err != nil || got != c.want {
				t.Errorf("%q: %v, %v; want %v", c.text, got, err, c.want)
			}
		}
		for text, dim := range map[string]Dimension{"5 km/h": Length, "5 furlong": Length, "5 m/": Length} {
			if _, _, _, err := Parse(text, dim); err == nil {
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
		if got, _, _, err := Parse(text, Length); err != nil || got != 2000 {
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
		dim  Dimension
		want string
	}{
		{"010", One, "leading zero, which some programs read as octal: write 10"},
		{"-007.5 m", Length, "write -7.5 m"}, {"00", One, "write 0"},
		{"1_000", One, "underscore"}, {"0x10", One, "decimal"}, {"0o17", One, "decimal"}, {"0b1", One, "decimal"},
		{".inf", One, "not a finite"}, {"-.Inf", One, "not a finite"}, {".nan", One, "not a finite"}, {"NaN", One, "not a finite"},
		{"Infinity", One, "not a finite"}, {"1e309", One, "not a finite"}, {"1e308 km", Length, "not a finite"},
		{"1e999999999", One, "power of ten"}, {"1e401", One, "power of ten"}, {"1e-400", One, "too small"},
		{"", Length, "not a number"}, {"m", Length, "not a number"}, {"-", One, "not a number"}, {".", One, "not a number"},
		{"1/0 s", Time, "divides by zero"}, {"1/ s", Time, "is a frequency"},
		{"5 kg", Length, "is a mass [kg], but a length [m] is needed"}, {"5 m", Angle, "an angle [rad] is needed"},
		{"5 m", Speed, "is a length [m], but a speed [m/s] is needed: write, for example, 13.9 or \"50 km/h\""},
		{"5 N", Mass, "a force [N]"}, {"5 N s", Mass, "an impulse [N s]"}, {"5 N s^3", Mass, "m^1 kg^1 s^1"}, {"5 km/s^2", Speed, "acceleration"}, {"5 Hz", AngularSpeed, "frequency"},
		{"5 furlong", Length, "unknown unit \"furlong\": the units are m, km, cm, mm, um or µm, in, ft, kg"}, {"5 kmm", Length, "did you mean"}, {"5 m^9", Length, "whole number from -3 to 3"},
		{"10..20", Mass, `"10..20" is a range: write one value; ranges are for prang run --vary, and for the grid and vary of a plan`}, {"1..2kg:3", Mass, "is a range"},
		{"3±1 kg", Mass, "is a range"}, {"-3+-1 kg", Mass, "is a range"}, {"1.5 m..2 m", Length, "is a range"}, {"5 m..", Length, "unknown unit"},
		{"5 m/", Length, "ends in /"}, {"1,5 m", Length, "has a comma: write a decimal with a point"}, {"1,500 m", Length, "thousands without a sign"}, {"1, m", Length, "unknown unit"}, {strings.Repeat("1", 300), One, "300 characters"},
	} {
		got, _, _, err := Parse(c.text, c.dim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v; want an error with %q", c.text, got, err, c.want)
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
