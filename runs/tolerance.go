package runs

import (
	"fmt"
	"strings"
)

// toleranceDimensions are the dimensions of the tolerances of a comparison of logs. Other columns have units of their
// own.
var toleranceDimensions = map[string]dimension{
	"position": dimLength, "angle": dimAngle, "velocity": dimSpeed, "momentum": dimSpinMomentum, "spin": dimAngularSpeed,
	"time": dimTime, "impulse": dimImpulse, "delta-v": dimSpeed, "force": dimForce,
	"joint-force": dimForce, "joint-torque": dimTorque, "wheel-spin": dimAngularSpeed, "wheel-slide": dimSpeed,
}

// ParseTolerance reads the value of a tolerance as a scenario has it: SI, or a number with a unit such as "10 mm". It is
// a recorder.Units.
func ParseTolerance(quantity, value string) (float64, error) {
	d, ok := toleranceDimensions[quantity]
	if !ok {
		return 0, fmt.Errorf("%q is not a plain number: give %s without a unit, it is for columns of several units; joint-force, joint-torque, wheel-spin and wheel-slide have their own", value, quantity)
	}
	v, _, _, err := parseQuantity(strings.TrimSpace(value), d)
	return v, err
}
