package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Two boxes sleep side by side, flush. Two bullets hit one each in the same step, along the common face.
func TestSleep_BulletsMeetTheWoken(t *testing.T) {
	for _, lag := range []float64{0, 1, 2} {
		const v, at = 300.0, 1.1866
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1. / 60, Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0}},
			Statics:   []sim.StaticDef{floor(20)},
		}
		for i := range 2 {
			x := float64(i) - .5
			def.Bodies = append(def.Bodies,
				sim.BodyDef{Name: "box", Half: mgl64.Vec3{.5, .5, .5}, Mass: 100, Position: mgl64.Vec3{x, 0, .5}},
				sim.BodyDef{Name: "bullet", Half: mgl64.Vec3{.05, .05, .05}, Mass: .1,
					Position: mgl64.Vec3{x, -.55 - v*at - lag*float64(i), .5 + 0.5*9.81*at*at}, Velocity: mgl64.Vec3{0, v, 0}})
		}
		w := mustWorld(t, def)
		hits := 0
		for range 75 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Impact && e.Closing > 100 {
					hits++
				}
				if w.Frame().Time > 1.1 {
					t.Log(e.Kind, e.A, e.B, e.Time, e.Closing)
				}
			}
			for i := range int32(2) {
				if z := value(w, 2*i, "x", 2); z < .5-2e-4 {
					t.Errorf("lag %g: box %d sinks into the floor to %g", lag, i, z)
				}
			}
		}
		if hits != 2 {
			t.Errorf("lag %g m: %d of 2 bullets hit; bullet 2 is at y = %g", lag, hits, value(w, 3, "x", 1))
		}
	}
}

// TestSleep_WhatFloatsDriftsOn: two touching cubes drift at 5 mm/s without gravity. Nothing holds them: momentum is
// kept.
func TestSleep_WhatFloatsDriftsOn(t *testing.T) {
	v := mgl64.Vec3{0.005, 0, 0}
	w := mustWorld(t, &sim.Definition{
		Bodies: []sim.BodyDef{cube("a", 0.5, 1, mgl64.Vec3{}, v), cube("b", 0.5, 1, mgl64.Vec3{1, 0, 0}, v)},
	})
	run(t, w, 480, nil)
	if x := bodyOf(w, 0).X.X; math.Abs(x-0.01) > 1e-9 {
		t.Errorf("after 2 s at 5 mm/s the first cube is at %g m, asleep", x)
	}
}
