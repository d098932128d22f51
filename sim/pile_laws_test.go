package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// freePile returns a pile of nine cubes in free fall, which two jointed bodies that turn strike off its middle.
func freePile() *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Crowd: 9, Step: 1.0 / 240, SleepTime: -1, Gravity: mgl64.Vec3{1, -2, -9.81}},
		Materials: []sim.Material{{Friction: 0.4, Restitution: 0.1}},
		Joints:    []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{-0.45, 0.12, 0.06}}},
	}
	def.Bodies = append(def.Bodies,
		cube("head", 0.15, 20, mgl64.Vec3{-0.28, 0.12, 0.06}, mgl64.Vec3{6, 0.5, 0}),
		cube("tail", 0.1, 5, mgl64.Vec3{-0.6, 0.12, 0.06}, mgl64.Vec3{6, 0.5, 0}))
	def.Bodies[0].AngularVelocity = mgl64.Vec3{1, 0, 0}
	def.Bodies[1].AngularVelocity = mgl64.Vec3{1, 0, 0}
	for k := range 9 {
		x := mgl64.Vec3{0.2 * float64(k%3), 0.2 * float64(k/3), 0}
		def.Bodies = append(def.Bodies, cube(string(rune('a'+k)), 0.1, 2+float64(k%4), x, mgl64.Vec3{}))
	}
	return def
}

// TestPile_KeepsMomentum: in each step of the blow, and after, the centre of mass of all moves as gravity alone has it, and the momentum
// and the angular momentum about the origin are what gravity makes of them, those of the joint and of friction cancel, and nothing gains energy.
// From a snapshot in the middle of the blow on, two workers make the same of it. Measured are
// 6e-16 of the momentum and 1.3e-8 of the angular momentum.
func TestPile_KeepsMomentum(t *testing.T) {
	t.Parallel()
	def := freePile()
	w, o, n, gravity := mustWorld(t, def), mustWorld(t, def), len(def.Bodies), geom.FromMGL(def.Settings.Gravity)
	centre := func() (x geom.Vec, mass float64) {
		for i := range def.Bodies {
			x = x.AddScaled(bodyOf(w, i).X, def.Bodies[i].Mass)
			mass += def.Bodies[i].Mass
		}
		return x, mass
	}
	before, impacts, last := totalsOf(w, n), 0, math.Inf(1)
	x0, mass := centre()
	for k := range 5 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			o.SetWorkers(2)
			if err := o.Restore(w.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		} else if err := o.Step(); err != nil || !bytes.Equal(o.Snapshot(nil), w.Snapshot(nil)) {
			t.Errorf("step %d: another state from the snapshot on, with two workers, error %v", k, err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				impacts++
			}
		}
		d := float64(k+1) * def.Settings.Step
		now, want := totalsOf(w, n), before.p.AddScaled(gravity, mass*d)
		if off := now.p.Sub(want).Len(); off > 5e-15*now.pSize {
			t.Errorf("step %d: the momentum is off by %g of %g N s", k, off, now.pSize)
		}
		want = before.l.Add(x0.Scale(d).AddScaled(before.p, d*d/2).Cross(gravity))
		if off := now.l.Sub(want).Len(); off > 5e-8*now.lSize {
			t.Errorf("step %d: the angular momentum is off by %g of %g N m s", k, off, now.lSize)
		}
		x, _ := centre()
		if off := x.Sub(x0.AddScaled(before.p, d).AddScaled(gravity, mass*d*d/2)).Len() / mass; off > 1e-15 {
			t.Errorf("step %d: the centre of mass is off by %g m", k, off)
		}
		e := energyOf(&w.Frame().Ledger)
		if e > last*(1+1e-12) {
			t.Errorf("step %d: the energy rises from %g to %g J", k, last, e)
		}
		last = e
	}
	if impacts < 40 {
		t.Errorf("%d impacts", impacts)
	}
}
