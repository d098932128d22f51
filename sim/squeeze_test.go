package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestSqueeze_NothingEscapesAPress presses bodies that lie askew between a driven plate and a wall. There is no room
// for them, and no motion that makes any: contacts on both sides nearly in line ask for turns without bounds. What is
// squeezed is reported, overlaps, and gets no faster than a few times the press (59 m/s measured, 6e7 J of work; 1e6
// m/s and 8e15 J where it is not looked for).
func TestSqueeze_NothingEscapesAPress(t *testing.T) {
	t.Parallel()
	const speed = 16.0
	shape := func(s geom.Shape, err error) geom.Shape {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	box, egg := shape(geom.NewBox(geom.Vec{X: 0.28, Y: 0.13, Z: 0.33})), shape(geom.NewEllipsoid(geom.Vec{X: 0.33, Y: 0.57, Z: 0.66}))
	bodies := [][]sim.ShapeDef{
		{{Shape: egg}},
		{{Shape: shape(geom.NewCylinder(0.3, 0.4))}},
		{{Shape: egg, Position: mgl64.Vec3{0.1, 0, 0.2}}, {Shape: box, Position: mgl64.Vec3{-0.13, 0, -0.28}}},
		{{Shape: box}},
	}
	told := 0
	cases := geomtest.Trials(32)
	for n := range cases {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 120, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []sim.Material{{Friction: 0.3, Restitution: 0.2}},
			Statics:   []sim.StaticDef{floor(50), {Name: "wall", Half: mgl64.Vec3{0.05, 3, 2}, Position: mgl64.Vec3{2, 0, 2}}},
			Bodies: []sim.BodyDef{
				{Name: "body", Shapes: bodies[n%len(bodies)], Mass: 300, Position: mgl64.Vec3{1, 0, 1.2}, Attitude: randomTurn(r)},
				{Name: "press", Half: mgl64.Vec3{0.25, 1.5, 1.1}, Position: mgl64.Vec3{-0.6, 0, 1.15}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{speed, 0, 0}}}},
			},
		})
		fastest, work := 0.0, 0.0
		run(t, w, 60, func() {
			fastest = math.Max(fastest, math.Hypot(value(w, 0, "v", 0), math.Hypot(value(w, 0, "v", 1), value(w, 0, "v", 2))))
			for _, row := range w.Frame().Ledger.Rows {
				if row.Cause == record.ByDrives {
					work += math.Abs(row.Energy)
				}
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "squeezed" {
					told++
				}
			}
		})
		if fastest > 5*speed || work > 1e8 {
			t.Errorf("case %d: up to %.3g m/s, work of %.3g J", n, fastest, work)
		}
	}
	if 6*told < 25*cases {
		t.Errorf("squeezed %d times", told)
	}
}

// TestSqueeze_WhatIsInBalanceToo: a ram pushes a box into a corner of wall and floor. Its impulses there are in balance,
// so that the box is slow; they are bounded all the same, and the ledger closes to more than their last digits. They did
// 1.8e11 J.
func TestSqueeze_WhatIsInBalanceToo(t *testing.T) {
	t.Parallel()
	steps := 360
	if geomtest.Long {
		steps = 480
	}
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics: []sim.StaticDef{
			flat(), {Name: "wall", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{4, 0, 2}},
		},
		Bodies: []sim.BodyDef{
			{Name: "ram", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Position: mgl64.Vec3{-3, 0, 0.6}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{4, 0, 0}}}},
			{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.5}},
		},
	})
	if b := balance(t, w, steps); b.Energy > 1e8 {
		t.Errorf("%g J are in play", b.Energy)
	}
	if x := value(w, 1, "x", 0); x < 2 || x > 3.01 {
		t.Errorf("the box is at %g m in the end", x)
	}
}

// TestSqueeze_FastPlateTakesWhatItTouchesAlong: a plate that gets 400 m/s within a step squeezes nothing that is free
// to go ahead of it.
func TestSqueeze_FastPlateTakesWhatItTouchesAlong(t *testing.T) {
	for _, drive := range [][]sim.DriveAt{
		{{}, {Time: 1.0 / 240, Velocity: mgl64.Vec3{400, 0, 0}}},
		{{Velocity: mgl64.Vec3{400, 0, 0}}},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240},
			Bodies: []sim.BodyDef{
				{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 50, Position: mgl64.Vec3{1, 0, 0}},
				{Name: "plate", Half: mgl64.Vec3{0.5, 1, 1}, Drive: drive},
			},
		})
		run(t, w, 5, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					t.Errorf("limit %s at %g s", e.Detail, e.Time)
				}
			}
		})
		if v, gap := value(w, 0, "v", 0), value(w, 0, "x", 0)-value(w, 1, "x", 0)-1; math.Abs(v-400) > 1e-3 || gap < -1e-4 {
			t.Errorf("%g m/s of 400, %g m ahead", v, gap)
		}
	}
}
