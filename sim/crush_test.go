package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// tCar is a car of PC-Crash's T-impact: 4.75 × 1.778 m, its centre of mass 1.908 m behind the nose and 0.546 m high.
func tCar(name string, x, y, heading, speed float64) sim.BodyDef {
	q := mgl64.QuatRotate(heading, mgl64.Vec3{0, 0, 1})
	return sim.BodyDef{
		Name: name, Half: mgl64.Vec3{2.375, 0.889, 0.6}, Offset: mgl64.Vec3{1.908 - 2.375, 0, 0.2}, Mass: 1495, Inertia: mgl64.Diag3(mgl64.Vec3{600, 2427, 2427}),
		Position: mgl64.Vec3{x, y, 0.546}, Attitude: q, Velocity: q.Rotate(mgl64.Vec3{speed, 0, 0}),
	}
}

// tImpact is the T-impact without tyres and gravity.
func tImpact(step float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Step: step, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Friction: 0.6, Restitution: 0.1, Model: sim.KudlichSlibar, CrushTime: 0.056}},
		Bodies:    []sim.BodyDef{tCar("V1", 0, 0, 0, 13.41), tCar("V2", 12.192, 3.048, math.Pi/2, 0)},
	}
}

// crushes steps n times and returns the crushes and the impacts.
func crushes(t *testing.T, w *sim.World, n int) (begun, impacts []record.Event) {
	t.Helper()
	impacts = run(t, w, n, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Crush {
				begun = append(begun, e)
			}
		}
	})
	return begun, impacts
}

// TestCrush_TImpactAtAnyPhase: the impulse comes 0.056 s after the first touch, at the centroid of the overlap, on the
// plane through the outlines' crossings, whatever the phase and the length of the step; the speeds are those published.
func TestCrush_TImpactAtAnyPhase(t *testing.T) {
	t.Parallel()
	const front, side, rear = 1.908, 12.192 - 0.889, 3.048 - 2.842
	touch := (side - front) / 13.41
	deep := 0.056 * 13.41 // of the nose in the side
	wide := 0.889 - rear
	n := mgl64.Vec3{wide, deep, 0}.Normalize()
	var first []record.Event
	for phase := range 60 {
		for i, step := range []float64{1.0 / 240, 1.0 / 60} {
			if !geomtest.Long && (phase+i)%3 > 0 {
				continue
			}
			def := tImpact(step)
			shift := step * float64(phase) / 60
			def.Bodies[0].Position[0] -= 13.41 * shift
			w := mustWorld(t, def)
			begun, impacts := crushes(t, w, int(1/step))
			if len(begun) != 1 || len(impacts) != 1 {
				t.Fatalf("phase %d: %d crushes and %d impacts", phase, len(begun), len(impacts))
			}
			e := impacts[0]
			if math.Abs(begun[0].Time-touch-shift) > 1e-9 || math.Abs(e.Time-touch-shift-0.056) > 1e-9 || begun[0].A != 0 || begun[0].B != 1 {
				t.Errorf("phase %d: touch at %.12g, impulse at %.12g s, want %.12g and 0.056 s later", phase, begun[0].Time, e.Time, touch+shift)
			}
			if d := e.Points[0].P.MGL().Sub(mgl64.Vec3{side + deep/2, rear + wide/2, 0.546}).Len(); d > 1e-8 {
				t.Errorf("phase %d: acts at %v", phase, e.Points[0].P)
			}
			if d := e.N.MGL().Sub(n).Len(); d > 1e-8 {
				t.Errorf("phase %d: normal %v, want %v", phase, e.N, n)
			}
			if first == nil {
				first = impacts
				v1, v2 := e.After[0].V.MGL(), e.After[1].V.MGL()
				for _, c := range []struct {
					what           string
					got, want, tol float64
				}{
					{"V1 [m/s]", v1.Len(), 10.80, 0.01 * 10.80}, {"V1 [°]", deg(math.Atan2(v1[1], v1[0])), -5.1, 1.5},
					{"V2 [m/s]", v2.Len(), 2.82, 0.01 * 2.82}, {"V2 [°]", deg(math.Atan2(v2[1], v2[0])), 19.8, 1.5},
					{"V2 [°/s]", deg(e.After[1].W.Z), 215.9, 2}, {"loss [kJ]", e.EnergyLost / 1e3, 24.0, 0.1},
				} {
					if math.Abs(c.got-c.want) > c.tol {
						t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
					}
				}
			}
			for k := range 2 {
				dv, dw := e.After[k].V.Sub(first[0].After[k].V).Len(), e.After[k].W.Sub(first[0].After[k].W).Len()
				if dv > 1e-9*13.41 || dw > 1e-9*13.41 {
					t.Errorf("phase %d, step %g: velocities differ by %g m/s, %g rad/s", phase, step, dv, dw)
				}
			}
		}
	}
}

func deg(a float64) float64 { return a * 180 / math.Pi }

// TestCrush_BalanceCloses: energy, momentum and angular momentum of the T-impact add up, and after the impulse nothing
// but it has acted.
func TestCrush_BalanceCloses(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	b := balance(t, w, 400)
	if e := b.Sums[record.ByRestitution].Energy + b.Sums[record.ByFriction].Energy; math.Abs(e+24.0e3) > 100 {
		t.Errorf("the impact took %g J", -e)
	}
}

// TestCrush_SnapshotsGoOnToTheSameBits restores a snapshot of each step of a T-impact on a floor, before, in and after
// the crush.
func TestCrush_SnapshotsGoOnToTheSameBits(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	other := mustWorld(t, tImpact(1.0/240))
	const steps = 260
	var shots [][]byte
	sizes := map[int]int{}
	for range steps {
		shots = append(shots, w.Snapshot(nil))
		sizes[len(shots[len(shots)-1])]++
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	end := w.Snapshot(nil)
	for k := 150; k < steps; k += 3 {
		if err := other.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		run(t, other, steps-k, nil)
		if !bytes.Equal(other.Snapshot(nil), end) {
			t.Fatalf("other bits from the snapshot of step %d", k)
		}
	}
	if len(sizes) < 2 {
		t.Error("no snapshot has a crush")
	}
}

// crushing is a world without gravity whose bodies all have one material, with a crush time of 56 ms.
func crushing(model sim.ImpactModel, friction, e float64, bodies ...sim.BodyDef) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Friction: friction, Restitution: e, Model: model, CrushTime: 0.056}},
		Bodies:    bodies,
	}
}

// TestCrush_RollAddsNoEnergy: bodies that tumble while they overlap after a crush, so that their outlines grow into each
// other, get no energy from that.
func TestCrush_RollAddsNoEnergy(t *testing.T) {
	box := sim.BodyDef{Name: "a", Half: mgl64.Vec3{0.25, 0.25, 1}, Mass: 100, Position: mgl64.Vec3{-1.5, 0.1, 0},
		Attitude: mgl64.QuatRotate(0.3, mgl64.Vec3{0, 1, 0}), Velocity: mgl64.Vec3{1, 0, 0}, AngularVelocity: mgl64.Vec3{3, 3, 3}}
	def := crushing(sim.Newton, 0, 0, box)
	def.Statics = []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{0.5, 0, 0}}}
	w := mustWorld(t, def)
	start := energyOf(&w.Frame().Ledger)
	begun, _ := crushes(t, w, 720)
	if end := energyOf(&w.Frame().Ledger); len(begun) == 0 || end > start*(1+1e-6) || end < 0.9*start {
		t.Errorf("%d crushes: %g J at the start, %g J at the end", len(begun), start, end)
	}
}

// TestCrush_AgainstAPole: the pole, 0.3 m thick, is inside the car when the impulse comes: the normal is that of the
// first touch. The corner of the nose in that of a wall, 0.5 m wide and 0.56 m deep: across it. j = (1+e) v n_x / (1/m
// + (r×n)²/I).
func TestCrush_AgainstAPole(t *testing.T) {
	const y, e, v = 0.5, 0.1, 10.0
	car := tCar("car", 0, 0, 0, v)
	for _, c := range []struct {
		name  string
		shape sim.StaticDef
		x     float64 // of the near side
		at    mgl64.Vec3
		n     mgl64.Vec3
	}{
		{"pole", sim.StaticDef{Name: "pole", Position: mgl64.Vec3{5, y, 1}, Shapes: []sim.ShapeDef{{Shape: mustShape(t, 0.15)}}}, 4.85, mgl64.Vec3{5, y, 0}, mgl64.Vec3{1, 0, 0}},
		{"wall", sim.StaticDef{Name: "wall", Position: mgl64.Vec3{6, 0.389 + 1, 1}, Half: mgl64.Vec3{1, 1, 1}}, 5, mgl64.Vec3{5.28, 0.639, 0}, mgl64.Vec3{0.5, 0.56, 0}.Normalize()},
	} {
		def := crushing(sim.KudlichSlibar, 0, e, car)
		def.Statics = []sim.StaticDef{c.shape}
		w := mustWorld(t, def)
		begun, impacts := crushes(t, w, 100)
		if len(begun) != 1 || len(impacts) != 1 {
			t.Fatalf("%s: %d crushes, %d impacts", c.name, len(begun), len(impacts))
		}
		turn := c.at.Sub(mgl64.Vec3{c.x + 0.56 - 1.908, 0, 0}).Cross(c.n)[2]
		j := (1 + e) * v * c.n[0] / (1.0/1495 + turn*turn/2427)
		i := impacts[0]
		if want := (c.x-1.908)/v + 0.056; math.Abs(i.Time-want) > 1e-6 {
			t.Errorf("%s: at %.9g s, want %.9g", c.name, i.Time, want)
		}
		// The rim of the pole is looked at in 64 directions, among them those of its corners of the axes.
		if d := i.Impulse.MGL().Sub(c.n.Mul(-j)).Len(); d > 1e-6*j {
			t.Errorf("%s: impulse %v, want %v", c.name, i.Impulse, c.n.Mul(-j))
		}
		if got, want := i.After[0].W.Z, -turn*j/2427; math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s: turns at %g rad/s, want %g", c.name, got, want)
		}
	}
}

func mustShape(t *testing.T, radius float64) geom.Shape {
	t.Helper()
	s, err := geom.NewCylinder(radius, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCrush_AClipComesEarlier: at 30 m/s a body 1 m long passes a corner of one 2 m long, 0.1 m deep: after 0.1 s it
// would be past, so the impulse comes after 0.025 s, 0.75 m deep, across the corner; j = (1+e) v n_y / (n·K n).
func TestCrush_AClipComesEarlier(t *testing.T) {
	a := sim.BodyDef{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 100, Position: mgl64.Vec3{-1.4, -4, 0}, Velocity: mgl64.Vec3{0, 30, 0}}
	b := sim.BodyDef{Name: "b", Half: mgl64.Vec3{1, 1, 0.5}, Mass: 300}
	w := mustWorld(t, crushing(sim.Newton, 0, 0.2, a, b))
	begun, impacts := crushes(t, w, 100)
	if len(begun) != 1 || len(impacts) != 1 {
		t.Fatalf("%d crushes, %d impacts", len(begun), len(impacts))
	}
	e := impacts[0]
	if math.Abs(begun[0].Time-2.5/30) > 1e-9 || math.Abs(e.Time-2.5/30-0.025) > 1e-9 {
		t.Errorf("touch at %.9g s, impulse at %.9g", begun[0].Time, e.Time)
	}
	n := mgl64.Vec3{0.75, 0.1, 0}.Normalize()
	at := mgl64.Vec3{-0.95, -0.625, 0}
	k := 1.0/100 + 1.0/300
	for _, s := range []struct {
		centre  mgl64.Vec3
		inertia float64
	}{{mgl64.Vec3{-1.4, -0.75, 0}, 100.0 / 6}, {mgl64.Vec3{}, 300.0 * 8 / 12}} {
		r := at.Sub(s.centre).Cross(n)[2]
		k += r * r / s.inertia
	}
	want := n.Mul(-1.2 * 30 * n[1] / k)
	if e.N.MGL().Sub(n).Len() > 1e-7 || e.Impulse.MGL().Sub(want).Len() > 1e-6*want.Len() {
		t.Errorf("normal %v, impulse %v, want %v, %v", e.N, e.Impulse, n, want)
	}
}

// TestCrush_WhatIsNoCrash: a slow touch, one from above, one of a mesh and one of materials without crush time are
// resolved at their exact time.
func TestCrush_WhatIsNoCrash(t *testing.T) {
	box := func(name string, x, y, z float64, v mgl64.Vec3) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{1, 1, 1}, Mass: 10, Position: mgl64.Vec3{x, y, z}, Velocity: v}
	}
	steel := box("steel", 0, 0, 0, mgl64.Vec3{})
	steel.Material = 1
	for _, c := range []struct {
		name    string
		def     *sim.Definition
		impacts int
	}{
		{"slow", crushing(sim.Newton, 0.3, 0, box("a", -2.1, 0, 0, mgl64.Vec3{0.4, 0, 0}), box("b", 0, 0, 0, mgl64.Vec3{})), 0},
		{"from above", crushing(sim.Newton, 0.3, 0, box("a", 0.5, 0, 2.2, mgl64.Vec3{0, 0, -4}), box("b", 0, 0, 0, mgl64.Vec3{})), 1},
		{"other materials", crushing(sim.Newton, 0.3, 0, box("a", -2.2, 0, 0, mgl64.Vec3{4, 0, 0}), steel), 1},
	} {
		c.def.Materials = append(c.def.Materials, sim.Material{})
		w := mustWorld(t, c.def)
		begun, impacts := crushes(t, w, 120)
		if len(begun) != 0 || len(impacts) != c.impacts {
			t.Errorf("%s: %d crushes, %d impacts", c.name, len(begun), len(impacts))
		}
	}
}

// TestCrush_AgainstALeaningWall: a wall that leans by less than 45 degrees to either side is run into, one that leans
// more is run up or down.
func TestCrush_AgainstALeaningWall(t *testing.T) {
	for _, lean := range []float64{-50, -40, 0, 40, 50} {
		turn := mgl64.QuatRotate(lean*math.Pi/180, mgl64.Vec3{0, 1, 0})
		def := crushing(sim.Newton, 0.3, 0, sim.BodyDef{Name: "box", Half: mgl64.Vec3{1, 1, 1}, Mass: 10, Position: mgl64.Vec3{-4, 0, 0}, Velocity: mgl64.Vec3{8, 0, 0}})
		def.Statics = []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 3, 3}, Position: turn.Rotate(mgl64.Vec3{1, 0, 0}), Attitude: turn}}
		begun, _ := crushes(t, mustWorld(t, def), 120)
		if crash := math.Abs(lean) < 45; crash != (len(begun) > 0) {
			t.Errorf("leaning by %g degrees: %d crushes", lean, len(begun))
		}
	}
}

// TestCrush_NamesDoNotMatter: with the cars in the other order the same happens.
func TestCrush_NamesDoNotMatter(t *testing.T) {
	def := tImpact(1.0 / 240)
	_, want := crushes(t, mustWorld(t, def), 240)
	def.Bodies[0], def.Bodies[1] = def.Bodies[1], def.Bodies[0]
	_, got := crushes(t, mustWorld(t, def), 240)
	if len(got) != 1 || len(want) != 1 {
		t.Fatalf("%d and %d impacts", len(got), len(want))
	}
	if d := got[0].Impulse.Add(want[0].Impulse).Len(); math.Abs(got[0].Time-want[0].Time) > 1e-12 || d > 1e-9*want[0].Impulse.Len() {
		t.Errorf("%+v, %+v", got[0], want[0])
	}
}

// TestCrush_OnAnyRoad: turned by any rotation, with gravity across the road, and moved, the same happens: outlines are
// seen along the road's normal. The cars fall side by side.
func TestCrush_OnAnyRoad(t *testing.T) {
	_, want := crushes(t, mustWorld(t, tImpact(1.0/240)), 240)
	for _, turn := range []mgl64.Quat{
		mgl64.QuatIdent(), mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0}), mgl64.QuatRotate(2, mgl64.Vec3{0.6, 0, 0.8}), mgl64.QuatRotate(3, mgl64.Vec3{0, 0.8, -0.6}),
	} {
		def := tImpact(1.0 / 240)
		def.Settings.Gravity = turn.Rotate(mgl64.Vec3{0, 0, -9.81})
		for i := range def.Bodies {
			b := &def.Bodies[i]
			b.Position = turn.Rotate(b.Position).Add(mgl64.Vec3{100, -200, 50})
			b.Attitude, b.Velocity = turn.Mul(b.Attitude), turn.Rotate(b.Velocity)
		}
		_, got := crushes(t, mustWorld(t, def), 240)
		if len(got) != 1 || len(want) != 1 {
			t.Fatalf("%d and %d impacts", len(got), len(want))
		}
		d := got[0].Impulse.MGL().Sub(turn.Rotate(want[0].Impulse.MGL())).Len()
		n := got[0].N.MGL().Sub(turn.Rotate(want[0].N.MGL())).Len()
		if math.Abs(got[0].Time-want[0].Time) > 1e-9 || d > 1e-7*want[0].Impulse.Len() || n > 1e-7 {
			t.Errorf("turned by %v: at %.12g s, want %.12g; impulse off by %g N s, normal by %g", turn, got[0].Time, want[0].Time, d, n)
		}
	}
}

// TestCrush_AFarBodyChangesNothing: with another body far away, the cars' rows have the same bits.
func TestCrush_AFarBodyChangesNothing(t *testing.T) {
	far := tImpact(1.0 / 240)
	far.Bodies = append(far.Bodies, sim.BodyDef{Name: "far", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 500, 0}, AngularVelocity: mgl64.Vec3{1, 2, 3}})
	w, o := mustWorld(t, tImpact(1.0/240)), mustWorld(t, far)
	for range 300 {
		run(t, w, 1, nil)
		run(t, o, 1, nil)
		for i := range int32(2) {
			for _, name := range []string{"x", "q", "v", "L"} {
				for c := range 3 {
					if value(w, i, name, c) != value(o, i, name, c) {
						t.Fatalf("step %d: %s of body %d differs", w.Frame().Step, name, i)
					}
				}
			}
		}
	}
}

// TestCrush_AllocatesNothing: a second run of a world that crushes allocates nothing in its steps.
func TestCrush_AllocatesNothing(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	run(t, w, 260, nil)
	if n := geomtest.Allocations(260, w.Reset, func() {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestCrush_NothingPassesThrough: E2 with a crush time that is far longer than the cubes overlap, crossing along the
// road and across it, in height: none is missed, at any offset and phase.
func TestCrush_NothingPassesThrough(t *testing.T) {
	t.Parallel()
	const dt = 1.0 / 60
	for _, side := range []mgl64.Vec3{{0, 1, 0}, {0, 0, 1}} {
		for _, offset := range []float64{0, 0.1, 0.2, 0.3, 0.4} {
			missed := 0
			for k := range 20 {
				d := 60 * dt * (3 + (float64(k)+0.5)/20)
				cube := func(name string, x, v mgl64.Vec3) sim.BodyDef {
					return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 100, Position: x, Velocity: v}
				}
				def := crushing(sim.Newton, 0, 0, cube("a", mgl64.Vec3{-d, 0, 0}, mgl64.Vec3{60, 0, 0}), cube("b", side.Mul(offset-d), side.Mul(60)))
				def.Settings.Step = dt
				w := mustWorld(t, def)
				run(t, w, 12, nil)
				if value(w, 0, "v", 0) == 60 && value(w, 0, "v", 1) == 0 && value(w, 0, "v", 2) == 0 {
					missed++
				}
			}
			if missed > 0 {
				t.Errorf("along %v, offset %g m: %d of 20 missed", side, offset, missed)
			}
		}
	}
}

// TestCrush_AMovingBarrier: a driven barrier of 10 m/s runs into a box that comes at 3 m/s: the impulse comes 0.056 s
// after the touch, the box leaves with 10 + e 13 m/s; with e = 0 it goes on with the barrier as deep in it as it was,
// and is free of it when that slows down.
func TestCrush_AMovingBarrier(t *testing.T) {
	for _, e := range []float64{0, 0.25} {
		def := crushing(sim.Newton, 0, e,
			sim.BodyDef{Name: "barrier", Half: mgl64.Vec3{0.5, 2, 2}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{10, 0, 0}}, {Time: 0.5, Velocity: mgl64.Vec3{10, 0, 0}}, {Time: 0.6, Velocity: mgl64.Vec3{4, 0, 0}}}},
			crashBox("box", 4, -3))
		w := mustWorld(t, def)
		begun, impacts := crushes(t, w, 110)
		if len(begun) != 1 || len(impacts) != 1 {
			t.Fatalf("e %g: %d crushes, %d impacts", e, len(begun), len(impacts))
		}
		if touch := 1.25 / 13; math.Abs(begun[0].Time-touch) > 1e-9 || math.Abs(impacts[0].Time-touch-0.056) > 1e-9 {
			t.Errorf("e %g: touch at %g, impulse at %g s", e, begun[0].Time, impacts[0].Time)
		}
		if v := value(w, 1, "v", 0); math.Abs(v-(10+e*13)) > 1e-9 {
			t.Errorf("e %g: the box has %.12g m/s", e, v)
		}
		if d, want := value(w, 1, "x", 0)-value(w, 0, "x", 0), 2.75-0.056*13; e == 0 && math.Abs(d-want) > 1e-6 {
			t.Errorf("%g m apart, want %g", d, want)
		}
		crushes(t, w, 200)
		if v := value(w, 1, "v", 0); math.Abs(v-(10+e*13)) > 1e-9 {
			t.Errorf("e %g: the box has %.12g m/s in the end", e, v)
		}
	}
}
