package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/vehicle"
)

// TestVehicle_BesideAnotherIsAsAlone: of two cars side by side that steer alike, 12 mm apart and never touching, each moves
// as it does alone, whichever comes first.
func TestVehicle_BesideAnotherIsAsAlone(t *testing.T) {
	scene := func(places ...float64) []mgl64.Vec3 {
		def := onPlane(12, vehicle.Coulomb, 1./60, nil)
		steered(def, 0.02, 0)
		car, wheels := def.Bodies[0], def.Vehicles[0]
		def.Bodies, def.Vehicles = nil, nil
		for i, y := range places {
			car.Name, car.Position[1], wheels.Body = string(rune('a'+i)), y, i
			def.Bodies, def.Vehicles = append(def.Bodies, car), append(def.Vehicles, wheels)
		}
		w := mustWorld(t, def)
		run(t, w, 60, func() {
			if n := len(w.Frame().Events); n > 0 {
				t.Errorf("%d events: they touch", n)
			}
		})
		var at []mgl64.Vec3
		for i := range places {
			at = append(at, w.Body(i).Position)
		}
		return at
	}
	const left = -1.812
	a, b := scene(0)[0], scene(left)[0]
	for _, both := range [][]mgl64.Vec3{scene(0, left), {}} {
		if len(both) == 0 {
			both = scene(left, 0)
			both[0], both[1] = both[1], both[0]
		}
		if d := math.Max(both[0].Sub(a).Len(), both[1].Sub(b).Len()); d > 1e-9 {
			t.Errorf("%g m from where they are alone", d)
		}
	}
	if a[1] < 0.3 {
		t.Errorf("at %v: it does not turn", a)
	}
}
