package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestContactForces_OfAStepInWhichSleepersWake: on a slope, a smooth block leans on a rough one, 0.5 m beside its middle, and
// both sleep until a speck of dust strikes the rough one, in the middle of a step. The forces of that step are those of rest,
// with their points of action and moments: under the rough one its weight across the slope, the friction that holds both, and
// the moment about the normal of the other's push; between the two that push.
func TestContactForces_OfAStepInWhichSleepersWake(t *testing.T) {
	const slope, heavy, light = 0.2, 1000.0, 400.0
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(slope)},
		Materials: []sim.Material{{Friction: 0.9}, {}},
		Pairs:     []sim.MaterialPair{{A: 0, B: 1}},
		Bodies: []sim.BodyDef{
			{Name: "rough", Half: mgl64.Vec3{0.5, 1, 0.25}, Mass: heavy, Position: mgl64.Vec3{3, 2, 0.25}},
			{Name: "smooth", Half: mgl64.Vec3{0.5, 0.25, 0.25}, Mass: light, Position: mgl64.Vec3{2, 2.5, 0.25}, Material: 1},
			cube("dust", 0.01, 1e-6, mgl64.Vec3{3, 2, 60}.Sub(mgl64.Vec3{59.5 * math.Tan(slope), 0, 0}), mgl64.Vec3{}),
		},
		Statics:       []sim.StaticDef{floor(20)},
		ContactForces: true,
	})
	dt := w.Settings().Step
	push, pressed := light*9.81*math.Sin(slope), heavy*9.81*math.Cos(slope)
	down := geom.FromMGL(tilt(slope))
	var rest [2]record.ContactForce
	woken, slept := false, 0
	run(t, w, 4*240, func() {
		f := w.Frame()
		for _, e := range f.Events {
			switch e.Kind {
			case record.Sleep:
				slept++
			case record.Wake:
				woken = woken || e.Time > f.Time-0.9*dt && e.Time < f.Time-0.1*dt
			}
		}
		if f.Step < 120 {
			return
		}
		under, between := forceOf(t, w, 0, 3), forceOf(t, w, 0, 1)
		if d := under.Force().Sub(down.Scale(heavy).Add(geom.Vec{X: push})).Len(); d > 1e-4*pressed {
			t.Fatalf("step %d: %v on the floor", f.Step, under.Force())
		}
		if between.Force().Sub(geom.Vec{X: -push}).Len() > 1e-4*push || math.Abs(between.P.X-2.5) > 2e-3 || math.Abs(between.P.Y-2.5) > 1e-3 {
			t.Fatalf("step %d: %+v between them, want %g N", f.Step, between, push)
		}
		// About the middle of the underside act the weight, 0.25 m above it, and the push, at a height of the face that is not
		// determinate.
		foot := geom.Vec{X: 3, Y: 2}
		tip := geom.Vec{Z: 0.25}.Cross(down.Scale(heavy)).Add(between.P.Sub(foot).Cross(geom.Vec{X: push})).Sub(between.Moment)
		if m := under.P.Sub(foot).Cross(under.Force()).Add(under.Moment); m.Sub(tip).Len() > 1e-3*tip.Len() {
			t.Fatalf("step %d: a moment of %v on the floor, want %v", f.Step, m, tip)
		}
		if at := foot.Add(geom.Vec{X: tip.Y / pressed}); under.P.Sub(at).Len() > 1e-3 || math.Abs(under.Moment.Z+0.5*push) > 1e-3*push {
			t.Fatalf("step %d: at %v with a moment of %v, want %v and %v", f.Step, under.P, under.Moment, at, -0.5*push)
		}
		for i, c := range [2]record.ContactForce{under, between} {
			if r := &rest[i]; r.A == r.B {
				*r = c
			} else if c.P.Sub(r.P).Len() > 1e-4 || c.Moment.Sub(r.Moment).Len() > 1e-3*push {
				t.Fatalf("step %d: at %v with a moment of %v, at rest %v and %v", f.Step, c.P, c.Moment, r.P, r.Moment)
			}
		}
	})
	if !woken || slept < 2 {
		t.Errorf("%d fall asleep; woken in the middle of a step: %v", slept, woken)
	}
}

// TestContactForces_PointOfActionInAStepOfAWake: a ball of 50 kg falls on a block of 100 kg that sleeps, 0.3 m beside its
// middle, and stays there. In the step in which it wakes the block, after a time t, the floor bears 100 kg g over the step and
// 50 kg g over the rest of it, and the point of action is the mean of the places of both by those.
func TestContactForces_PointOfActionInAStepOfAWake(t *testing.T) {
	const block, ball = 100.0, 50.0
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies: []sim.BodyDef{cube("block", 0.5, block, mgl64.Vec3{3, 2, 0.5}, mgl64.Vec3{}),
			{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.2))}}, Mass: ball, Position: mgl64.Vec3{3.3, 2, 11.2}}},
		Statics:       []sim.StaticDef{floor(20)},
		ContactForces: true,
	})
	dt := w.Settings().Step
	woken := false
	run(t, w, 2*240, func() {
		f := w.Frame()
		for _, e := range f.Events {
			if e.Kind != record.Wake || e.A != 0 {
				continue
			}
			woken = true
			after := f.Time - e.Time
			if after < 0.1*dt || after > 0.9*dt {
				t.Fatalf("woken %g of a step before its end", after/dt)
			}
			force, place := 9.81*(block+ball*after/dt), (block*dt*3+ball*after*3.3)/(block*dt+ball*after)
			if c := forceOf(t, w, 0, 2); c.Normal.Sub(geom.Vec{Z: -force}).Len() > 1e-4*force || c.P.Sub(geom.Vec{X: place, Y: 2}).Len() > 1e-3 || c.Moment.Len() > 1e-3*force {
				t.Errorf("%+v, want %g N at x = %g m", c, force, place)
			}
		}
	})
	if !woken {
		t.Error("the block is not woken")
	}
}
