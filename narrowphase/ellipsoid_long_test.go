//go:build long

package narrowphase

import (
	"fmt"
	"testing"
)

// A million sweeps.
func TestSweepEllipsoid_MillionEqualExact(t *testing.T) {
	for part := uint64(0); part < 20; part++ {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			ellipsoidEqualsExact(t, 1000+part, 50000)
		})
	}
}
