package main

import (
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// limitsFor returns the limits of the joints of a log if a list of fields asks for an angle of some, or for something of a joint
// that is neither force nor torque; nil if it does not.
func limitsFor(r *recorder.Reader, spec string) (*runs.JointLimits, error) {
	if !slices.ContainsFunc(strings.Split(spec, ","), func(name string) bool {
		name, ok := strings.CutPrefix(strings.TrimSpace(name), jointPrefix)
		return ok && (strings.Contains(name, ".angle") || !strings.Contains(name, ".force") && !strings.Contains(name, ".torque"))
	}) {
		return nil, nil
	}
	s, err := scenariofile.FromLog(r)
	if err != nil {
		return nil, err
	}
	return runs.NewJointLimits(r, s)
}

// findLimit returns the angle of a limit of a joint: joint.knee.angle0.
func (o *fieldOwner) findLimit(name string) (field, bool) {
	for i := 0; o.limits != nil && i < o.limits.Len(); i++ {
		if name == jointPrefix+o.limits.Name(i) {
			return field{name: name, world: true, unit: degrees, derived: func(o *fieldOwner, values []float64) []float64 {
				return []float64{o.limits.Angle(i, values) * 180 / math.Pi}
			}}, true
		}
	}
	return field{}, false
}

// limitNames lists the fields of the angles of limits.
func (o *fieldOwner) limitNames() (names []string) {
	for i := 0; o.limits != nil && i < o.limits.Len(); i++ {
		names = append(names, jointPrefix+o.limits.Name(i))
	}
	return names
}
