package sim_test

import (
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// spoil sets every number that v leads to, but those of meshes and hulls, to zero.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		switch v.Interface().(type) {
		case *geom.Mesh, *geom.Hull:
			return
		}
		if !v.IsNil() {
			spoil(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				spoil(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	default:
		v.SetZero()
	}
}

// TestNew_KeepsNothingOfTheDefinition runs a world whose definition is spoilt after New: it has the bits of one whose
// definition is not.
func TestNew_KeepsNothingOfTheDefinition(t *testing.T) {
	build := func() *sim.Definition {
		d := everyKind()
		v := &d.Vehicles[0]
		for i := range v.Wheels {
			v.Wheels[i].Friction, v.Wheels[i].Driven = 0.8, true
			v.Wheels[i].Program = []vehicle.Input{{Throttle: 0.3}, {Time: 0.3, Brake: 0.3}}
		}
		d.Statics = append(d.Statics, sim.StaticDef{Name: "road", Half: mgl64.Vec3{99, 9, 1}, Position: mgl64.Vec3{0, 9, -1.5}})
		d.Bodies[3].Velocity[0] = 10
		v.Bars = []vehicle.Bar{{Left: 0, Right: 1, Stiffness: 1e4}}
		v.AfterImpact = &vehicle.Input{Brake: 0.5}
		v.Damage = &vehicle.DamageDef{Above: 1, Reach: 1}
		v.Driver = &vehicle.DriverDef{
			Power: 1e4, Speed: []vehicle.SpeedAt{{Time: 0.4, Speed: 12}}, Path: []mgl64.Vec2{{0, 9}, {20, 9}, {40, 10}},
			React: &vehicle.ReactionDef{Within: 1, Brake: 0.9},
		}
		d.Bodies = append(d.Bodies, sim.BodyDef{Name: "obstacle", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 300, Position: mgl64.Vec3{9, 9, 0.1}, Material: 1})
		d.Movers[0].Program = []sim.MoverVelocity{{Velocity: mgl64.Vec3{1}}, {Time: 0.2, Velocity: mgl64.Vec3{0, 1}}}
		d.Bodies[2].Drive[1].Velocity[2] = 1
		d.Forces[0].Program[0].Force[0] = 1
		return d
	}
	kept, spoilt := build(), build()
	a, b := mustWorld(t, kept), mustWorld(t, spoilt)
	spoil(reflect.ValueOf(spoilt))
	for range 240 {
		errA, errB := a.Step(), b.Step()
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Hash() != b.Hash() {
			t.Fatalf("step %d differs", a.Frame().Step)
		}
	}
}
