package runs

import (
	"fmt"
	"strings"

	"github.com/prang-sim/prang/runs/units"
)

// toleranceDimensions are the dimensions of the tolerances of a comparison of logs. Other columns have units of their
// own.
var toleranceDimensions = map[string]units.Dimension{
	"position": units.Length, "angle": units.Angle, "velocity": units.Speed, "momentum": units.SpinMomentum, "spin": units.AngularSpeed,
	"time": units.Time, "impulse": units.Impulse, "delta-v": units.Speed, "force": units.Force,
	"joint-force": units.Force, "joint-torque": units.Torque, "wheel-spin": units.AngularSpeed, "wheel-slide": units.Speed,
}

// ParseTolerance reads the value of a tolerance as a scenario has it: SI, or a number with a unit such as "10 mm". It is
// a recorder.Units.
func ParseTolerance(quantity, value string) (float64, error) {
	d, ok := toleranceDimensions[quantity]
	if !ok {
		return 0, fmt.Errorf("%q is not a plain number: give %s without a unit, it is for columns of several units; joint-force, joint-torque, wheel-spin and wheel-slide have their own", value, quantity)
	}
	v, _, _, err := units.Parse(strings.TrimSpace(value), d)
	return v, err
}
