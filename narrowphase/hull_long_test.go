//go:build long

package narrowphase

import "testing"

func TestSweepHulls_EqualsExactLong(t *testing.T) {
	t.Parallel()
	sweepHullsAgainstExact(t, 1017, 12000)
}

func TestSweepHullTriangle_EqualsExactLong(t *testing.T) {
	t.Parallel()
	sweepHullTrianglesAgainstExact(t, 1031, 20000)
}
