package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestCrush_BetweenTwo: a car at rest is struck from both sides at one time: one problem, in which it stays where it
// is, whatever the order of the bodies.
func TestCrush_BetweenTwo(t *testing.T) {
	left, middle, right := tCar("left", -8, 0, 0, 10), tCar("middle", 0, 0, 0, 0), tCar("right", 8, 0, math.Pi, 10)
	// Their centres are before their middles: put the right one as far away as the left one.
	right.Position[0] = 8 - 2*(2.375-1.908)
	left.Position[0] = -8
	for _, order := range [][]sim.BodyDef{{left, middle, right}, {right, left, middle}, {middle, right, left}} {
		w := mustWorld(t, crushing(sim.Newton, 0.6, 0.2, order...))
		_, impacts := crushes(t, w, 200)
		if len(impacts) != 2 || impacts[0].Time != impacts[1].Time {
			t.Fatalf("%d impacts: %+v", len(impacts), impacts)
		}
		for i, b := range order {
			want := -b.Velocity[0] * 0.2
			if v := value(w, int32(i), "v", 0); math.Abs(v-want) > 1e-9 {
				t.Errorf("%s has %g m/s, want %g", b.Name, v, want)
			}
		}
	}
}

// TestCrush_AnotherInBetween: while two cars crush, one of them runs into a crate, at its exact time and without
// overlap; the impulse of the two comes when it would have come anyway, at the speed that is left.
func TestCrush_AnotherInBetween(t *testing.T) {
	for _, shift := range []float64{0, 0.0013} {
		// The crate's face is where the nose is 0.02 s after the first touch, below V2.
		const face = 12.192 - 0.889 + 13.41*0.02
		crate := sim.BodyDef{Name: "crate", Material: 1, Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 50, Position: mgl64.Vec3{face + 0.3, -0.4, 0.546}}
		def := crushing(sim.Newton, 0.6, 0.1, tCar("V1", -13.41*shift, 0, 0, 13.41), tCar("V2", 12.192, 3.048, math.Pi/2, 0), crate)
		def.Materials = append(def.Materials, sim.Material{Restitution: 0.3})
		begun, impacts := crushes(t, mustWorld(t, def), 200)
		if len(begun) != 1 || len(impacts) != 2 || impacts[0].B != 2 || impacts[1].B != 1 {
			t.Fatalf("%+v, %+v", begun, impacts)
		}
		for i, want := range []float64{0.02, 0.056} {
			if got := impacts[i].Time - begun[0].Time; math.Abs(got-want) > 1e-9 {
				t.Errorf("impact %d comes %.12g s after the touch, want %g", i, got, want)
			}
		}
		if v := impacts[1].Before[0].V; v != impacts[0].After[0].V || v.X > 13.41-0.5 {
			t.Errorf("V1 has %v before the second", v)
		}
	}
}

// TestCrush_ComesInAgain: a runs into b, both crush, and with e = 0.1 they part so slowly that they are in each other
// yet when b runs into a wall: a has a second impact with b, without rebound, as soon as they are as deep as before.
// The impact events account for all changes of velocity. A car that is already struck is struck again by a third one in
// the same way. Without friction the second impact takes half of J times the closing speed, so that nothing rebounds.
func TestCrush_ComesInAgain(t *testing.T) {
	for _, c := range []struct {
		wall  bool
		mu    float64
		model sim.ImpactModel
	}{{true, 0.3, sim.Newton}, {false, 0.3, sim.Newton}, {false, 0, sim.Newton}, {false, 0, sim.KudlichSlibar}} {
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
			Materials: []sim.Material{{Friction: 0.3}, {Friction: 0.3}},
			Pairs:     []sim.MaterialPair{{Friction: c.mu, Restitution: 0.1, Model: c.model, CrushTime: 0.05}},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: mgl64.Vec3{2, 0.8, 0.5}, Mass: 1500, Position: mgl64.Vec3{-6, 0.1, 0}, Velocity: mgl64.Vec3{20, 0, 0}},
				{Name: "b", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000},
				{Name: "c", Material: 1, Half: mgl64.Vec3{1, 1, 0.5}, Mass: 4000, Position: mgl64.Vec3{4.2, 0, 0}, Velocity: mgl64.Vec3{-2, 0, 0}},
			},
		}
		if c.wall {
			c := def.Bodies[2]
			def.Bodies = def.Bodies[:2]
			def.Statics = []sim.StaticDef{{Name: "wall", Material: 1, Half: mgl64.Vec3{1, 4, 1}, Position: mgl64.Vec3{c.Position[0], 0, 0}}}
		}
		w := mustWorld(t, def)
		var gained [3]geom.Vec
		var blows []float64
		run(t, w, 120, func() {
			for _, e := range w.Frame().Events {
				if e.Kind != record.Impact {
					continue
				}
				gained[e.A] = gained[e.A].Add(e.Impulse)
				if int(e.B) < len(def.Bodies) {
					gained[e.B] = gained[e.B].Sub(e.Impulse)
				}
				if e.A == 0 && e.B == 1 {
					if blows = append(blows, e.Closing); len(blows) > 1 && c.mu == 0 && math.Abs(2*e.EnergyLost/(e.Impulse.Len()*e.Closing)-1) > 1e-6 {
						t.Errorf("%+v: %g J of an impulse of %g N s at %g m/s", c, e.EnergyLost, e.Impulse.Len(), e.Closing)
					}
				}
			}
		})
		if len(blows) < 2 || blows[1] < 5 {
			t.Errorf("%+v: a meets b at %v m/s", c, blows)
		}
		for i := range def.Bodies {
			d := bodyOf(w, i).V.Sub(geom.FromMGL(def.Bodies[i].Velocity)).Sub(gained[i].Scale(1 / def.Bodies[i].Mass))
			if c.mu > 0 && d.Len() > 0.5 {
				t.Errorf("%+v: impacts leave %v m/s of body %d untold", c, d, i)
			}
		}
		if a, b := bodyOf(w, 0), bodyOf(w, 1); b.X.X-a.X.X < 2 {
			t.Errorf("%+v: b is %g m ahead of a", c, b.X.X-a.X.X)
		}
	}
}

// TestCrush_ComesInAgainBesideWhatRests lets a second impact happen beside boxes that rest. Later one of two that slide
// along each other parts from the other, so that there is one group of bodies in touch more and the last box, which
// repeats its step, takes the place of the cars' at that impact: nothing is struck again.
func TestCrush_ComesInAgainBesideWhatRests(t *testing.T) {
	box := func(name string, material int, x, v mgl64.Vec3) sim.BodyDef {
		return sim.BodyDef{Name: name, Material: material, Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: x, Velocity: v}
	}
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.3}, {Friction: 0.3}, {}},
		Pairs:     []sim.MaterialPair{{A: 2, B: 2}, {A: 1, B: 2}, {Friction: 0.3, Restitution: 0.1, CrushTime: 0.05}},
		Bodies: []sim.BodyDef{
			box("slides", 2, mgl64.Vec3{0, 20, 0.5}, mgl64.Vec3{2, 0, 0}),
			box("beside", 2, mgl64.Vec3{0, 21, 0.5}, mgl64.Vec3{}),
			{Name: "a", Half: mgl64.Vec3{2, 0.8, 0.5}, Mass: 1500, Position: mgl64.Vec3{-6, 0.1, 0.5}, Velocity: mgl64.Vec3{20, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 0, 0.5}},
			box("c", 1, mgl64.Vec3{0, -20, 0.5}, mgl64.Vec3{}),
			box("d", 1, mgl64.Vec3{0, -23, 0.5}, mgl64.Vec3{}),
			box("e", 1, mgl64.Vec3{0, -26, 0.5}, mgl64.Vec3{}),
		},
		Statics: []sim.StaticDef{
			{Name: "wall", Material: 1, Half: mgl64.Vec3{1, 4, 1}, Position: mgl64.Vec3{4.2, 0, 1.1}},
			{Name: "floor", Material: 1, Half: mgl64.Vec3{90, 90, 1}, Position: mgl64.Vec3{0, 0, -1}},
		},
	})
	blows := 0
	run(t, w, 240, func() {
		for _, e := range w.Frame().Events {
			if e.Kind != record.Impact {
				continue
			}
			if e.Time > 0.4 {
				t.Errorf("an impact of %d and %d at %g s", e.A, e.B, e.Time)
			}
			if e.A == 2 && e.B == 3 {
				blows++
			}
		}
	})
	if blows < 2 {
		t.Errorf("%d impacts of the cars", blows)
	}
}
