package vehicle

import (
	"math"
	"testing"
)

// TestEstimateInertia_OfAKnownCar: 1495 kg, wheelbase 2.692 m, length 4.75 m have 2427 kg m² in a published
// reconstruction.
func TestEstimateInertia_OfAKnownCar(t *testing.T) {
	roll, pitch, yaw := EstimateInertia(1495, 2.692, 4.75)
	if math.Abs(yaw-2427) > 2 || pitch != yaw || math.Abs(roll-0.3*yaw) > 1e-9 {
		t.Errorf("roll %g, pitch %g, yaw %g", roll, pitch, yaw)
	}
}

// TestTurned_FollowsAtItsRateWithinItsLimit: 0.5 rad wanted at 1 s, at most 0.3, at 0.2 rad/s: there at 2.5 s; back to
// zero from 2 s on, when it is at 0.2, it is straight at 3 s. Straight before.
func TestTurned_FollowsAtItsRateWithinItsLimit(t *testing.T) {
	once := turned([]Input{{Time: 1, Steer: 0.5}}, 0.3, 0.2)
	back := turned([]Input{{Time: 1, Steer: 0.5}, {Time: 2, Steer: 0}}, 0.3, 0.2)
	left := turned([]Input{{Time: 0, Steer: -0.5}}, 0.3, 0)
	for _, c := range []struct {
		k       []knot
		t, want float64
	}{
		{once, 0.5, 0}, {once, 1, 0}, {once, 1.5, 0.1}, {once, 2.5, 0.3}, {once, 9, 0.3},
		{back, 0, 0}, {back, 1.5, 0.1}, {back, 2, 0.2}, {back, 2.5, 0.1}, {back, 3, 0}, {back, 9, 0},
		{left, 0, -0.3}, {left, 1, -0.3}, {left, -1, 0},
	} {
		if got := angleAt(c.k, c.t); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v at %g s: %g, want %g", c.k, c.t, got, c.want)
		}
	}
}
