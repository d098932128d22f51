package sim

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// struckCar returns a car of 1000 kg at the origin whose wheels lock by impacts above 5 m/s that are within 0.6 m, and
// a function by which a mover gives it impulses along normals [N s] in a step, at places.
func struckCar(t *testing.T) (w *World, push func(n geom.Vec, j float64, at geom.Vec)) {
	t.Helper()
	v := vehicle.Def{Damage: &vehicle.DamageDef{Above: 5, Reach: 0.6}}
	for _, x := range [2]float64{1.4, -1.4} {
		for _, y := range [2]float64{0.8, -0.8} {
			v.Wheels = append(v.Wheels, vehicle.WheelDef{Contact: mgl64.Vec3{x, y, -0.5}, Friction: 0.7})
		}
	}
	w, err := New(&Definition{
		Bodies:   []BodyDef{{Name: "car", Half: mgl64.Vec3{2, 0.9, 0.5}, Mass: 1000}},
		Movers:   []MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.3, 0.3, 0.5}, Position: mgl64.Vec3{9, 0, 0}, Mass: 80}},
		Vehicles: []vehicle.Def{v},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.activeMover = activeMover{object: 1}
	return w, func(n geom.Vec, j float64, at geom.Vec) {
		m := moverImpact{touch: &moverTouch{body: 0, p: at, n: n}, impulse: n.Scale(j)}
		m.before[1].V = n.Scale(20)
		w.addMoverImpact(&m)
	}
}

// TestMover_NormalIsTheMeanOfAllPushes: of 5 N s along x, 3 along y and 10 along (0, 0.6, 0.8), against them: (5, 9, 8)
// has the length √170.
func TestMover_NormalIsTheMeanOfAllPushes(t *testing.T) {
	w, push := struckCar(t)
	push(geom.Vec{X: 1}, 5, geom.Vec{X: -2})
	push(geom.Vec{Y: 1}, 3, geom.Vec{Y: -0.9})
	push(geom.Vec{Y: 0.6, Z: 0.8}, 10, geom.Vec{Z: -0.5})
	e := w.moverImpactEvent(0, 1)
	if want := (geom.Vec{X: -5, Y: -9, Z: -8}).Scale(1 / 13.038404810405298); e == nil || e.N.Sub(want).Len() > 1e-15 {
		t.Errorf("%+v, want the normal %v", e, want)
	}
}

// TestMover_DamagesWhereItPushedMost: 8 m/s at the left rear wheel and 0.5 m/s at the left front one are an impact of
// 8.5 m/s 0.15 m ahead of the rear one; two of 4 m/s, at its ends, are one of 8 m/s between the axles, near no wheel.
func TestMover_DamagesWhereItPushedMost(t *testing.T) {
	front, rear := geom.Vec{X: 1.4, Y: 0.9, Z: -0.5}, geom.Vec{X: -1.4, Y: 0.9, Z: -0.5}
	for _, c := range []struct {
		rear, front float64 // [N s]
		damaged     [4]bool
	}{
		{8000, 500, [4]bool{2: true}},
		{500, 8000, [4]bool{0: true}},
		{4000, 4000, [4]bool{}},
	} {
		w, push := struckCar(t)
		push(geom.Vec{Y: -1}, c.rear, rear)
		push(geom.Vec{Y: -1}, c.front, front)
		w.damageByMover()
		if n := len(w.frame.Events); n != 1 || w.frame.Events[0].Kind != record.Impact {
			t.Fatalf("%d events", n)
		}
		for k, want := range c.damaged {
			if got := w.state.wheels[k].damage != vehicle.Sound; got != want {
				t.Errorf("%g and %g N s: wheel %d is damaged: %v", c.rear, c.front, k, got)
			}
		}
	}
}
