package compare

import (
	"math"
	"strings"
	"testing"
)

// TestLogs_RefusesOptionsThatNoTextGives, as ParseTolerances does.
func TestLogs_RefusesOptionsThatNoTextGives(t *testing.T) {
	h := bodyHeader(1)
	file := encodeLog(t, h, nil, flight(&h, 1, 3))
	for _, x := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		for want, o := range map[string]Options{
			"tolerance position=": {Tolerances: Tolerances{Position: x}}, "tolerance force=": {Tolerances: Tolerances{Force: x}}, "impact window ": {ImpactWindow: x},
			"tolerance joint-torque=": {Tolerances: Tolerances{JointTorque: &Bound{Value: x}}}, "tolerance wheel-spin=": {Tolerances: Tolerances{WheelSpin: &Bound{x, true}}},
		} {
			if c, err := Logs(mustOpen(t, file), mustOpen(t, file), o); c != nil || err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%g: %v, want %q", x, err, want)
			}
		}
	}
	if c, err := Logs(mustOpen(t, file), mustOpen(t, file), Options{}); err != nil || c.Verdict != Equal {
		t.Errorf("%+v, %v", c, err)
	}
}
