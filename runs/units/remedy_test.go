package units

import (
	"strings"
	"testing"
)

// What is advised is a unit of the dimension that is needed wherever there is one.
func TestParseQuantity_KnowsUnitsWrittenTogether(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  Dimension
		want string
	}{
		{"1 Nm", Torque, `unknown unit "Nm": write "N m"`},
		{"4 ft 9 in", Length, `write one number and its unit, as "4.75 ft" for 4 ft 9 in`},
		{"1 min 30 s", Time, `write one number and its unit`},
		{"2 kNm", Torque, `write "kN m"`},
		{"3 Ns/m", LinearDrag, `unknown unit "Ns": write "N s"`},
		{"3 Nms/rad", AngularDrag, `write "N m s"`}, // not N ms
		{"1 kg m2", Inertia, `unknown unit "m2": write "m^2"`},
		{"1 kgm2", Inertia, `write "kg m^2"`}, {"1 kgm^2", Inertia, `write "kg m^2"`}, {"1 kgm²", Inertia, `write "kg m²"`},
		{"9.81 m/s2", Acceleration, `write "s^2"`}, {"9.81 ms-2", Acceleration, `write "m s^-2"`},
		{"3 m2/s2", Acceleration, `write "m^2"`}, // whatever is wrong besides
		{"5 Ns", Stiffness, `write "N s"`},       // no unit is near that makes a stiffness
		{"5 lbs", Mass, `did you mean "lb", or "lb s"?`},
		{"5 Km/h", Speed, `unknown unit "Km": did you mean "km/h"?`}, {"5 KM/H", Speed, `did you mean "km/h"?`},
		{"5 Kg M^2", Inertia, `did you mean "kg m^2"?`}, {"5 M²", Area, `did you mean "m²"?`}, {"5 kn", Force, `did you mean "kN"?`},
		{"5 kn", Speed, "the units are m, "}, // knots, not kN
		{"5 knots", Speed, "the units are m, "},
		{"5 km/hr", Speed, `did you mean "h"?`},
		{"-1 g", Force, `"-1 g" is a mass [kg], but a force [N] is needed`},
		{strings.Repeat("m", 190), Length, "is not a number"}, {"1 " + strings.Repeat("m", 190), Length, "the units are m, "},
	} {
		_, _, _, err := Parse(c.text, c.dim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want an error with %s", c.text, err, c.want)
		}
	}
}
