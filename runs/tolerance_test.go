package runs_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/compare"
	. "github.com/prang-sim/prang/runs"
)

// Tolerances have units as quantities of a scenario have; plain numbers are in SI units, an angle in radians.
func TestParseTolerance(t *testing.T) {
	got, err := compare.ParseTolerances([]string{"position=10mm", "angle = 90 deg", "velocity=3.6 km/h", "momentum=2 N m s", "spin=180 deg/s",
		"time=1/240 s", "impulse=1 kN s", "delta-v=0.5", "force=2kN", "other=1e-3"}, ParseTolerance)
	want := compare.Tolerances{Position: 0.01, Angle: math.Pi / 2, Velocity: 1, Momentum: 2, Spin: math.Pi, Time: 1.0 / 240, Impulse: 1000, DeltaV: 0.5,
		Force: 2000, Other: 1e-3}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = compare.ReadTolerances("t.txt", "position = 1 mm # of a tyre\nangle = 1e-3", ParseTolerance); err != nil || got != (compare.Tolerances{Position: 1e-3, Angle: 1e-3}) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = compare.ParseTolerances([]string{"joint-force=2kN", "joint-torque = 0.1 N m", "wheel-spin=180 deg/s", "wheel-slide=0"}, ParseTolerance)
	if want := (compare.Tolerances{JointForce: &compare.Bound{Value: 2000}, JointTorque: &compare.Bound{Value: 0.1}, WheelSpin: &compare.Bound{Value: math.Pi}, WheelSlide: &compare.Bound{}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for spec, text := range map[string]string{
		"joint-torque=1 N": `"1 N" is a force [N], but a torque [N m] is needed`,
		"wheel-slide=1 Hz": `but a speed [m/s] is needed`,
		"position=1%":      `but a length [m] is needed`,
		"joint-force=1N%":  `"1N%" is no share: write a number and %, for instance 1%`,
		"position=1 kg":    `tolerance "position=1 kg": "1 kg" is a mass [kg], but a length [m] is needed: write, for example, 1.2 or "120 cm"`,
		"impulse=1 kN":     `but an impulse [N s] is needed: write, for example, 5 or "5 N s"`,
		"momentum=1 N s":   `but an angular momentum [kg m^2/s] is needed: write, for example, 2 or "2 kg m^2/s"`,
		"position=far":     `"far" is not a number: write a length [m]`,
		"position=-1 mm":   "must be finite and not below zero",
		"position=-1":      "must be finite and not below zero",
		"position=1e999":   "must be finite and not below zero",
		"other=1 mm":       `"1 mm" is not a plain number: give other without a unit, it is for columns of several units; joint-force, joint-torque, wheel-spin`,
		"angle=1 dgr":      `unknown unit "dgr"`,
	} {
		if _, err := compare.ParseTolerances([]string{spec}, ParseTolerance); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v, want %q", spec, err, text)
		}
	}
}
