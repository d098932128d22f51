package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

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

// What comes in beside a wheel that stands on a body lifts it where it is of that body and no wall, by its height; not where it is
// higher, or where the wheel stands on another body.
func TestStandOn_WhatComesBesideTheWheel(t *testing.T) {
	for _, c := range []struct {
		high float64
		own  bool
		want bool
	}{{0.025, true, true}, {0.06, true, false}, {0.025, false, false}, {0.06, false, false}} {
		def := legsBed(240, 0.3, 0, 0)
		def.Statics = nil
		def.Bodies[0].Velocity[1] = 3 // the rail is under the left wheels
		rail := ShapeDef{Shape: boxOf(t, 9, 0.1, c.high), Position: mgl64.Vec3{0, 0.8, 0}}
		deck := BodyDef{Name: "deck", Drive: []DriveAt{{}}, Shapes: []ShapeDef{{Shape: boxOf(t, 9, 9, 1), Position: mgl64.Vec3{0, 0, -1}}}}
		if c.own {
			deck.Shapes = append(deck.Shapes, rail)
		}
		def.Bodies = append(def.Bodies, deck)
		if !c.own {
			def.Bodies = append(def.Bodies, BodyDef{Name: "rail", Drive: []DriveAt{{}}, Shapes: []ShapeDef{rail}})
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		for k := range w.state.wheels {
			w.state.wheels[k].on, w.state.wheels[k].lift = 1, 0
		}
		w.evaluateForces()
		for k, g := range w.grounds {
			left := k%2 == 0
			if got := g.Hit && math.Abs(g.Lift-c.high) < 1e-9; got != (left && c.want) {
				t.Errorf("%g m high, of the deck %v, wheel %d: %+v", c.high, c.own, k, g)
			}
		}
	}
}

func boxOf(t *testing.T, x, y, z float64) geom.Shape {
	t.Helper()
	s, err := geom.NewBox(geom.Vec{X: x, Y: y, Z: z})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
