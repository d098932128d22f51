package sim

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/vehicle"
)

// TestListLoaded_WhatActsOnVehicles: a vehicle has a load while something presses it, stands on it with a wheel, or is linked to it by
// what holds, and while a force of the scenario is for it; what is near it, torn or broken is none.
func TestListLoaded_WhatActsOnVehicles(t *testing.T) {
	names := []string{"alone", "first", "second", "near", "ridden", "pushed", "spring a", "spring b", "torn", "hitched", "loose"}
	def := &Definition{Settings: Settings{Step: 1.0 / 60}, Materials: []Material{{}}, Bodies: []BodyDef{{Name: "box", Half: mgl64.Vec3{1, 1, 1}, Mass: 1}}}
	body := map[string]int{}
	for i, name := range names {
		body[name] = i + 1
		def.Bodies = append(def.Bodies, BodyDef{Name: name, Half: mgl64.Vec3{2, 1, 0.4}, Mass: 1000, Position: mgl64.Vec3{0, 10 * float64(i+1), 5}})
		v := vehicle.Def{Body: i + 1}
		for k, c := range []mgl64.Vec3{{1.4, 0.7, -0.6}, {1.4, -0.7, -0.6}, {-1.4, 0.7, -0.6}, {-1.4, -0.7, -0.6}} {
			v.Wheels = append(v.Wheels, vehicle.WheelDef{Name: string(rune('a' + k)), Contact: c, Friction: 0.7})
		}
		def.Vehicles = append(def.Vehicles, v)
	}
	def.Forces = []ForceDef{{Body: body["pushed"], Program: []ForceAt{{Force: mgl64.Vec3{1, 0, 0}}}}}
	def.Springs = []SpringDef{{Name: "s", A: body["spring a"], B: body["spring b"], Stiffness: 1}, {Name: "t", A: body["torn"], B: 0, Stiffness: 1, BreakForce: 1}}
	def.Joints = []JointDef{{Name: "h", A: body["hitched"], B: WorldEnd, InWorld: true, BreakForce: 1}, {Name: "l", A: body["loose"], B: WorldEnd, InWorld: true, BreakForce: 1}}
	for i := range def.Joints {
		def.Joints[i].AtA = def.Bodies[def.Joints[i].A].Position
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	check := func(want ...string) {
		t.Helper()
		var got []string
		w.listLoaded()
		for n, v := range w.vehicles {
			if w.loaded[n] {
				got = append(got, names[v.Body-1])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("with a load: %q, want %q", got, want)
		}
	}
	contactOf := func(a, b int32, fn float64) contact { return contact{key: rowKey{a: a, b: b}, fn: fn} }
	w.state.contacts = []contact{contactOf(int32(body["first"]), -1, 1), contactOf(0, int32(body["second"]), 1), contactOf(0, int32(body["near"]), 0)}
	w.state.wheels[w.bodies[body["alone"]].wheels+2].on = int32(body["ridden"])
	w.state.holds[1], w.state.holds[len(w.joints)+1] = broken, broken
	w.followBreaks()
	check("first", "second", "ridden", "pushed", "spring a", "spring b", "hitched")
	w.state.contacts = w.state.contacts[:0]
	for k := range w.state.wheels {
		w.state.wheels[k].on = -1
	}
	check("pushed", "spring a", "spring b", "hitched")
}
