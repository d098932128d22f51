package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// onDeck is a mover, 0.6 m wide and 1.8 m high, on a driven box of 20 × 20 × 1 m with its top at the height 0.
func onDeck(step float64, at, walks mgl64.Vec3, mass, push float64, drive ...sim.DriveAt) *sim.Definition {
	return &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0), Step: step},
		Bodies:   []sim.BodyDef{{Name: "deck", Half: mgl64.Vec3{10, 10, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}, Drive: drive}},
		Movers: []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: at.Add(mgl64.Vec3{0, 0, 0.9}), Falls: true, Mass: mass, Push: push,
			Program: []sim.MoverVelocity{{Velocity: walks}}}},
	}
}

// onIt returns where the mover of onDeck is, as seen from its deck, and its height above it.
func onIt(w *sim.World) mgl64.Vec3 {
	d := w.Body(0)
	x := mgl64.Vec3{value(w, 1, "x", 0), value(w, 1, "x", 1), value(w, 1, "x", 2)}
	return d.Attitude.Conjugate().Rotate(x.Sub(d.Position)).Sub(mgl64.Vec3{0, 0, 1.4})
}

// TestMover_IsCarried: a mover that stands on a deck that gets faster, also to the side, or goes through a curve, on a turntable or a lift stays in its
// place on it, and one that walks goes its way over it, at any step.
func TestMover_IsCarried(t *testing.T) {
	drives := map[string][]sim.DriveAt{
		"deck":      {{Time: 0.3}, {Time: 1.303, Velocity: mgl64.Vec3{3, 1, 0}}, {Time: 2, Velocity: mgl64.Vec3{-2, 4, 0}}},
		"turntable": {{AngularVelocity: mgl64.Vec3{0, 0, 0.4}}, {Time: 2, AngularVelocity: mgl64.Vec3{0, 0, -1.3}}},
		"curve":     {{Velocity: mgl64.Vec3{3, 1, 0}, AngularVelocity: mgl64.Vec3{0, 0, 0.8}}},
		"lift": {{Time: 0.1}, {Time: 0.6, Velocity: mgl64.Vec3{0.5, 0, 1.5}}, {Time: 1.5, Velocity: mgl64.Vec3{0.5, 0, 1.5}},
			{Time: 2, Velocity: mgl64.Vec3{0, 0.1, -1}}},
	}
	for name, drive := range drives {
		for _, step := range []float64{1. / 60, 1. / 240} {
			w := mustWorld(t, onDeck(step, mgl64.Vec3{2, -3, 0}, mgl64.Vec3{}, 0, 0, drive...))
			run(t, w, int(math.Round(0.1/step)), nil)
			was := onIt(w)
			for range int(math.Round(3 / step)) {
				run(t, w, 1, nil)
				if d := onIt(w).Sub(was); math.Hypot(d[0], d[1]) > 1e-9 || math.Abs(d[2]) > 2e-4 {
					t.Fatalf("%s, step %g, %g s: displaced by %v", name, step, w.Frame().Time, d)
				}
			}
		}
	}
	for _, step := range []float64{1. / 60, 1. / 240} {
		w := mustWorld(t, onDeck(step, mgl64.Vec3{-3, 0, 0}, mgl64.Vec3{1, 0.5, 0}, 0, 0, drives["deck"]...))
		run(t, w, int(math.Round(3/step)), nil)
		if at := onIt(w); math.Abs(at[0]) > 1e-9 || math.Abs(at[1]-1.5) > 1e-9 {
			t.Errorf("step %g: walks to %v", step, at)
		}
	}
}

// TestMover_IsCarriedAllocatesNothing: once its memory has grown.
func TestMover_IsCarriedAllocatesNothing(t *testing.T) {
	w := mustWorld(t, onDeck(1./240, mgl64.Vec3{2, -3, 0}, mgl64.Vec3{0.1, 0, 0}, 0, 0, sim.DriveAt{Velocity: mgl64.Vec3{3, 0, 0}, AngularVelocity: mgl64.Vec3{0, 0, 0.2}}))
	run(t, w, 240, nil)
	if n := geomtest.Allocations(100, func() {}, func() { _ = w.Step() }); n > 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestMover_IsCarriedByItsPush: a mover with a mass gets as fast as the deck by its push.
func TestMover_IsCarriedByItsPush(t *testing.T) {
	w := mustWorld(t, onDeck(1./240, mgl64.Vec3{}, mgl64.Vec3{}, 80, 400, sim.DriveAt{Velocity: mgl64.Vec3{3, 0, 0}}))
	x := 0.0
	for k := range 480 {
		run(t, w, 1, nil)
		v := math.Min(3, 5*float64(k+1)/240)
		x += v / 240
		if got := value(w, 1, "v", 0); math.Abs(got-v) > 1e-9 {
			t.Fatalf("step %d: %g m/s, want %g", k, got, v)
		}
	}
	if got := value(w, 1, "x", 0); math.Abs(got-x) > 1e-9 {
		t.Errorf("at %g, want %g", got, x)
	}
}

// TestMover_IsCarriedOnlyByWhatItStandsOn: what falls, what is beside a deck, what slides down a steep side of one, what
// does not fall, and what stands on a body that is not driven go where their programs say.
func TestMover_IsCarriedOnlyByWhatItStandsOn(t *testing.T) {
	fast := sim.DriveAt{Velocity: mgl64.Vec3{0, 3, 0}}
	falls := onDeck(1./240, mgl64.Vec3{0, 0, 2}, mgl64.Vec3{}, 0, 0, fast)
	beside := onDeck(1./240, mgl64.Vec3{10.3001, 0, -0.9}, mgl64.Vec3{}, 0, 0, fast)
	beside.Statics = []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -2.2}}}
	beside.Movers[0].Position[2] = -0.2999
	glides := onDeck(1./240, mgl64.Vec3{}, mgl64.Vec3{}, 0, 0, fast)
	glides.Movers[0].Falls = false
	steep := onDeck(1./240, mgl64.Vec3{}, mgl64.Vec3{}, 0, 0, fast)
	steep.Bodies[0].Attitude = mgl64.QuatRotate(math.Pi/3, mgl64.Vec3{0, 1, 0})
	steep.Movers[0].Position = mgl64.Vec3{0.909, 0, 0.025} // 2 cm above its face
	loose := onDeck(1./240, mgl64.Vec3{}, mgl64.Vec3{}, 0, 0)
	loose.Bodies[0].Mass, loose.Bodies[0].Velocity = 1000, mgl64.Vec3{0, 3, 0}
	loose.Statics = []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -2}}}
	loose.Materials = []sim.Material{{}}
	for name, def := range map[string]*sim.Definition{"falls": falls, "beside": beside, "glides": glides, "steep": steep, "loose": loose} {
		w := mustWorld(t, def)
		run(t, w, 100, nil)
		if y := value(w, 1, "x", 1); math.Abs(y) > 1e-9 {
			t.Errorf("%s: goes aside by %g m", name, y)
		}
	}
	on := mustWorld(t, onDeck(1./240, mgl64.Vec3{}, mgl64.Vec3{}, 0, 0, fast))
	run(t, on, 240, nil)
	if y := value(on, 1, "x", 1); math.Abs(y-3) > 0.02 {
		t.Errorf("on the deck it is carried by %g m in 1 s, want 3", y)
	}
}
