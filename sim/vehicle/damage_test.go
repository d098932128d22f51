package vehicle

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestDamages: an impact damages a wheel that is as near as the reach, seen from above, if it changes the velocity by more than the
// limit.
func TestDamages(t *testing.T) {
	v := &Vehicle{damage: &DamageDef{Above: 5, Reach: 1}, Wheels: make([]Wheel, 2)}
	v.Wheels[0].Contact = geom.Vec{X: 1.2, Y: 0.7, Z: -0.5}
	v.Wheels[1].Contact = geom.Vec{X: -1.5, Y: -0.7, Z: -0.5}
	for _, c := range []struct {
		deltaV      float64
		x, y, z     float64
		front, rear Damage
	}{
		{6, 1.2, 0.7, 0, Locked, Sound},
		{5, 1.2, 0.7, 0, Sound, Sound},
		{4.9, 1.2, 0.7, 0, Sound, Sound},
		{6, 2.1, 0.7, 9, Locked, Sound},
		{6, 2.3, 0.7, 0, Sound, Sound},
		{6, 0.3, 0.7, 0, Locked, Sound},
		{6, 1.2, 1.6, 0, Locked, Sound},
		{6, 1.2, -0.4, 0, Sound, Sound},
		{6, 1.9, 1.4, 0, Locked, Sound},  // 0.99 m
		{6, 1.95, 1.45, 0, Sound, Sound}, // 1.06 m
		{6, -1.5, -1.5, 0, Sound, Locked},
		{6, -2.4, -0.7, 0, Sound, Locked},
		{6, 1.5, -0.7, 0, Sound, Sound},
	} {
		at := geom.Vec{X: c.x, Y: c.y, Z: c.z}
		if f, r := v.Damages(0, c.deltaV, at), v.Damages(1, c.deltaV, at); f != c.front || r != c.rear {
			t.Errorf("%g m/s at %v: %v and %v, want %v and %v", c.deltaV, at, f, r, c.front, c.rear)
		}
	}
	v.damage.Free = true
	if got := v.Damages(0, 6, geom.Vec{X: 1.2, Y: 0.7}); got != Freed {
		t.Errorf("a wheel that rolls freely when damaged is %v", got)
	}
	v.damage = nil
	if got := v.Damages(0, 100, geom.Vec{X: 1.2, Y: 0.7}); got != Sound {
		t.Errorf("without damage a wheel is %v", got)
	}
}
