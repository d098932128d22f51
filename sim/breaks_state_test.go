package sim_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// nose is a box with another on a joint in it, both at rest in the air above a floor; the joint holds the weight of half of it.
func nose() *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 240},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies: []sim.BodyDef{
			{Name: "block", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 0, 0.5}},
			{Name: "beam", Half: mgl64.Vec3{0.6, 0.1, 0.1}, Mass: 10, Position: mgl64.Vec3{1, 0, 0.8}},
		},
		Statics: []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}},
		Joints: []sim.JointDef{
			{Name: "upper", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.45, 0.05, 0.8}, BreakForce: 40},
			{Name: "lower", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.45, -0.05, 0.8}, BreakForce: 40},
		},
	}
}

// TestBreak_WhatOverlapsPartsFirst: a beam whose end is in a block comes off a hinge. Its joints break each by itself; the two
// pass through each other until they have been apart, without a leap, and meet from then on: a beam thrown back at the block
// stops at it.
func TestBreak_WhatOverlapsPartsFirst(t *testing.T) {
	w := mustWorld(t, nose())
	var got []record.Event
	for len(got) < 2 && w.Frame().Time < 0.3 {
		got = append(got, brokenIn(t, w, 1.0/480)...)
	}
	if len(got) != 2 {
		t.Fatalf("%d joints break", len(got))
	}
	from, start := w.Body(1), w.Frame().Time
	if from.Position[0]-0.6 > 0.5 {
		t.Fatalf("the beam is off the block, at %v", from.Position)
	}
	for range 18 { // it falls as if there were no block, until its end is on the floor
		brokenIn(t, w, 1.0/480)
		at := w.Frame().Time - start
		want := from.Velocity.Add(mgl64.Vec3{0, 0, -9.81 * at})
		if b := w.Body(1); b.Velocity.Sub(want).Len() > 1e-9 || b.AngularVelocity.Sub(from.AngularVelocity).Len() > 0.01 {
			t.Fatalf("%g s after it breaks the beam is as fast as %v, want %v", at, b.Velocity, want)
		}
	}
	fastest := 0.0
	for range 480 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		fastest = math.Max(fastest, w.Body(1).Velocity.Len())
	}
	if fastest > 4.5 || !w.AtRest() {
		t.Errorf("the beam was as fast as %g m/s, and rests: %v", fastest, w.AtRest())
	}
	if z := w.Body(1).Position[2]; math.Abs(z-0.1) > 0.002 {
		t.Errorf("the beam is at a height of %g m, want it on the floor", z)
	}

	// Apart, they meet.
	def := nose()
	def.Bodies[1].Velocity = mgl64.Vec3{0, 0, 0}
	def.Forces = []sim.ForceDef{{Body: 1, Program: []sim.ForceAt{{Force: mgl64.Vec3{200, 0, 98.1}}, {Time: 0.4, Force: mgl64.Vec3{200, 0, 98.1}}, {Time: 0.41, Force: mgl64.Vec3{-200, 0, 98.1}}}}}
	w = mustWorld(t, def)
	least, far := 10.0, 0.0
	for range 720 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		x := w.Body(1).Position[0]
		if far = math.Max(far, x); far > 1.5 {
			least = math.Min(least, x)
		}
	}
	if far < 1.5 || least < 1.0 {
		t.Errorf("the beam was pulled out to %g m and thrown back to %g m", far, least)
	}
}

// TestBreak_SnapshotGivesTheSameBits: worlds restored from any step of a run, before, in and after breaks of both kinds, go on to
// the same bits, also after Reset, and with several workers.
func TestBreak_SnapshotGivesTheSameBits(t *testing.T) {
	t.Parallel()
	for name, def := range map[string]*sim.Definition{
		"tow": tow(1.0/60, 150), "train": train([4]float64{2000, 1000, 500, 200}), "pendulum": breakingPendulum(1.0/60, 15), "nose": nose(),
	} {
		w := mustWorld(t, def)
		var snaps [][]byte
		var hashes []uint64
		broke := 0
		for range 60 {
			snaps = append(snaps, w.Snapshot(nil))
			broke += len(brokenIn(t, w, def.Settings.Step/2))
			hashes = append(hashes, w.Hash())
		}
		if broke == 0 {
			t.Errorf("%s: nothing breaks", name)
		}
		for n, snap := range snaps {
			o := mustWorld(t, def)
			if n%2 == 1 {
				o = w
			}
			o.SetWorkers(1 + n%3)
			if err := o.Restore(snap); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(o.Snapshot(nil), snap) {
				t.Fatalf("%s: another snapshot after step %d", name, n)
			}
			for k := n; k < min(n+6, 60); k++ {
				brokenIn(t, o, def.Settings.Step/2)
				if o.Hash() != hashes[k] {
					t.Fatalf("%s: other bits in step %d from a snapshot of step %d", name, k, n)
				}
			}
		}
		w.Reset()
		for k := range 60 {
			brokenIn(t, w, def.Settings.Step/2)
			if w.Hash() != hashes[k] {
				t.Fatalf("%s: other bits in step %d after Reset", name, k)
			}
		}
		bad := snaps[0]
		bad = append(bad[:0:0], bad...)
		found := false
		for i := range bad { // the holds are before the remainders: any byte that is one of them
			c := append(bad[:0:0], bad...)
			if c[i] == 0 {
				c[i] = 4
				if err := w.Restore(c); err != nil && bytes.Contains([]byte(err.Error()), []byte("holds in a way")) {
					found = true
				}
			}
		}
		if !found {
			t.Errorf("%s: no snapshot with another hold is refused", name)
		}
	}
}

// TestBreak_KeepsBitsWithout: limits that nothing reaches change no bit of the motion.
func TestBreak_KeepsBitsWithout(t *testing.T) {
	for _, limit := range []float64{0, 1e9} {
		a, b := train([4]float64{}), train([4]float64{limit, limit, limit, limit})
		for i := range b.Joints {
			b.Joints[i].BreakForce = limit
		}
		x, y := mustWorld(t, a), mustWorld(t, b)
		for range 120 {
			brokenIn(t, x, 1.0/480)
			brokenIn(t, y, 1.0/480)
			for i, v := range x.Frame().Values {
				if math.Float64bits(v) != math.Float64bits(y.Frame().Values[i]) {
					t.Fatalf("limit %g: value %d is %g and %g in step %d", limit, i, v, y.Frame().Values[i], x.Frame().Step)
				}
			}
		}
	}
}

// TestBreak_AllocatesNothing: a second run of a world in which joints and ropes break allocates nothing.
func TestBreak_AllocatesNothing(t *testing.T) {
	for name, def := range map[string]*sim.Definition{
		"tow": tow(1.0/60, 150), "train": train([4]float64{2000, 1000, 500, 200}), "nose": nose(), "rig": randomRig(rand.New(rand.NewPCG(1, 77))),
	} {
		w := mustWorld(t, def)
		run(t, w, 120, nil)
		n := geomtest.Allocations(120, w.Reset, func() {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %d allocations", name, n)
		}
	}
}
