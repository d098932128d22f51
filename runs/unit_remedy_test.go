package runs

import (
	"strings"
	"testing"
)

// What is advised is a unit of the dimension that is needed wherever there is one.
func TestParseQuantity_KnowsUnitsWrittenTogether(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  dimension
		want string
	}{
		{"1 Nm", dimTorque, `unknown unit "Nm": write "N m"`},
		{"4 ft 9 in", dimLength, `write one number and its unit, as "4.75 ft" for 4 ft 9 in`},
		{"1 min 30 s", dimTime, `write one number and its unit`},
		{"2 kNm", dimTorque, `write "kN m"`},
		{"3 Ns/m", dimLinearDrag, `unknown unit "Ns": write "N s"`},
		{"3 Nms/rad", dimAngularDrag, `write "N m s"`}, // not N ms
		{"1 kg m2", dimInertia, `unknown unit "m2": write "m^2"`},
		{"1 kgm2", dimInertia, `write "kg m^2"`}, {"1 kgm^2", dimInertia, `write "kg m^2"`}, {"1 kgm²", dimInertia, `write "kg m²"`},
		{"9.81 m/s2", dimAcceleration, `write "s^2"`}, {"9.81 ms-2", dimAcceleration, `write "m s^-2"`},
		{"3 m2/s2", dimAcceleration, `write "m^2"`}, // whatever is wrong besides
		{"5 Ns", dimStiffness, `write "N s"`},       // no unit is near that makes a stiffness
		{"5 lbs", dimMass, `did you mean "lb", or "lb s"?`},
		{"5 Km/h", dimSpeed, `unknown unit "Km": did you mean "km/h"?`}, {"5 KM/H", dimSpeed, `did you mean "km/h"?`},
		{"5 Kg M^2", dimInertia, `did you mean "kg m^2"?`}, {"5 M²", dimArea, `did you mean "m²"?`}, {"5 kn", dimForce, `did you mean "kN"?`},
		{"5 kn", dimSpeed, "the units are m, "}, // knots, not kN
		{"5 knots", dimSpeed, "the units are m, "},
		{"5 km/hr", dimSpeed, `did you mean "h"?`},
		{"-1 g", dimForce, `"-1 g" is a mass [kg], but a force [N] is needed`},
		{strings.Repeat("m", 190), dimLength, "is not a number"}, {"1 " + strings.Repeat("m", 190), dimLength, "the units are m, "},
	} {
		_, _, _, err := parseQuantity(c.text, c.dim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want an error with %s", c.text, err, c.want)
		}
	}
}
