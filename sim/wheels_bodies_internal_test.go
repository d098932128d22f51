package sim

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// A wheel rolls onto what was before it, or falls on what was below it, and no higher than its axle; what was in its disc came
// from its side.
func TestRollsOn_WhatIsBelowTheAxle(t *testing.T) {
	p := &vehicle.Probe{Ahead: geom.Vec{X: 1}, Up: geom.Vec{Z: 1}, Radius: 0.3}
	const lift = 0.05 // the axle is at 0.35
	for _, c := range []struct {
		name string
		at   geom.Vec
		u    geom.Vec // of the wheel, relative to the point
		want bool
	}{
		{"ahead, below the axle", geom.Vec{X: 0.25, Z: 0.3}, geom.Vec{X: 10}, true},
		{"ahead, above the axle", geom.Vec{X: 0.25, Z: 0.4}, geom.Vec{X: 10}, false},
		{"behind, below the axle", geom.Vec{X: -0.25, Z: 0.3}, geom.Vec{X: -10}, true},
		{"behind, above the axle", geom.Vec{X: -0.25, Z: 0.4}, geom.Vec{X: -10}, false},
		{"from above", geom.Vec{Z: 0.5}, geom.Vec{Z: 20}, false},
		{"below", geom.Vec{Z: 0.1}, geom.Vec{Z: -10}, true},
		{"beside", geom.Vec{X: 0.1, Z: 0.2}, geom.Vec{Y: 10}, false},
	} {
		// Back by 1.2 times 0.01 s a point that the wheel nears by 10 m/s was 0.12 m farther off.
		if got := rollsOn(p, c.at, c.u, lift, 0.01); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
