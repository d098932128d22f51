package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// pushedPair is a box of 100 kg with one of 300 kg on a joint behind it, whose line goes through both centres, at 10 m/s before a
// wall. The joint passes on so much.
func pushedPair(e float64, limits sim.JointDef) *sim.Definition {
	d := limits
	d.Name, d.A, d.B, d.AtA, d.AtB = "bar", 0, 1, mgl64.Vec3{-1, 0, 0}, mgl64.Vec3{1, 0, 0}
	return &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240},
		Materials: []sim.Material{{Restitution: e}},
		Bodies: []sim.BodyDef{
			{Name: "front", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 100, Velocity: mgl64.Vec3{10, 0, 0}},
			{Name: "rear", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 300, Position: mgl64.Vec3{-2, 0, 0}, Velocity: mgl64.Vec3{10, 0, 0}},
		},
		Statics: []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 5, 5}, Position: mgl64.Vec3{1.1, 0, 0}}},
		Joints:  []sim.JointDef{d},
	}
}

// TestBreak_ImpactPassesOnTheLimit: a wall stops two jointed boxes. Whole, the joint would pass on 300 kg · 10 m/s · (1 + e).
// One that breaks at less passes on exactly that, so that the rear one loses limit/300 kg of its speed; the front one is thrown
// back by e. Below, at and above the limit nothing jumps.
func TestBreak_ImpactPassesOnTheLimit(t *testing.T) {
	for _, e := range []float64{0, 0.4} {
		whole := 3000 * (1 + e)
		for _, share := range []float64{1e-6, 0.2, 0.7, 0.999999, 1.000001} {
			limit := whole * share
			w := mustWorld(t, pushedPair(e, sim.JointDef{BreakImpulse: limit}))
			var got []record.Event
			var hit []record.Event
			for range 4 {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				for _, ev := range w.Frame().Events {
					switch ev.Kind {
					case record.Broke:
						got = append(got, ev)
					case record.Impact:
						hit = append(hit, ev)
					}
				}
				if len(hit) > 0 {
					break
				}
			}
			if len(hit) != 1 {
				t.Fatalf("%d impacts", len(hit))
			}
			if (share < 1) != (len(got) == 1) {
				t.Fatalf("e %g, share %g: breaks %d times", e, share, len(got))
			}
			passed := math.Min(limit, whole)
			front, rear := w.Body(0).Velocity[0], w.Body(1).Velocity[0]
			if math.Abs(front+e*10) > 1e-8 || math.Abs(rear-(10-passed/300)) > 1e-8 {
				t.Errorf("e %g, share %g: front at %g, rear at %g m/s, want %g and %g", e, share, front, rear, -e*10, 10-passed/300)
			}
			if want := 100*10*(1+e) + passed; math.Abs(hit[0].Impulse.Len()-want) > 1e-9*want {
				t.Errorf("e %g, share %g: impulse %g N s, want %g", e, share, hit[0].Impulse.Len(), want)
			}
			if share < 1 {
				if b := &got[0]; math.Abs(b.Impulse.X-limit) > 1e-9*limit || b.Force().Len() != 0 || b.Time != hit[0].Time || b.A != 0 || b.B != 1 {
					t.Errorf("e %g, share %g: event %+v, want an impulse of %g on the front", e, share, b, limit)
				}
			}
		}
	}
}

// TestBreak_ForceInAnImpact: a limit of force is of no effect in an impact, which takes no time, whatever the step; with a crush
// time the joint passes on the force times that.
func TestBreak_ForceInAnImpact(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		def := pushedPair(0, sim.JointDef{BreakForce: 10})
		def.Settings.Step = dt
		w := mustWorld(t, def)
		if got := brokenIn(t, w, 0.2); len(got) > 0 || math.Abs(w.Body(1).Velocity[0]) > 1e-9 {
			t.Errorf("step %g: breaks %d times; rear at %g m/s", dt, len(got), w.Body(1).Velocity[0])
		}
	}
	def := pushedPair(0, sim.JointDef{BreakForce: 20e3, BreakImpulse: 1e9})
	def.Pairs = []sim.MaterialPair{{CrushTime: 0.05}}
	def.Settings.Gravity = mgl64.Vec3{0, 0, -1e-9}
	w := mustWorld(t, def)
	got := brokenIn(t, w, 0.2)
	if len(got) != 1 || math.Abs(got[0].Impulse.Len()-1000) > 1e-6 {
		t.Fatalf("broke %+v, want one by 20 kN times 50 ms", got)
	}
	if v := w.Body(1).Velocity[0]; math.Abs(v-(10-1000.0/300)) > 1e-6 {
		t.Errorf("rear at %g m/s", v)
	}
}

// train is a car that strikes a wall, with four on joints behind it in a row that bends; the joints break in turn as of limits.
func train(limits [4]float64) *sim.Definition {
	def := pushedPair(0.2, sim.JointDef{BreakImpulse: limits[0]})
	def.Materials[0].Friction = 0.3
	for i := 1; i < 4; i++ {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 200 + 50*float64(i),
			Position: mgl64.Vec3{-2 - 2*float64(i), 0.1 * float64(i*i), 0}, Velocity: mgl64.Vec3{10, 0, 0}})
		def.Joints = append(def.Joints, sim.JointDef{A: i, B: i + 1, InWorld: true, BreakImpulse: limits[i],
			AtA: mgl64.Vec3{-1 - 2*float64(i), 0.1*float64(i*i) - 0.05*float64(2*i-1), 0.1}})
	}
	return def
}

// TestBreak_SeveralInOneImpact: joints of a train break in one impact. Each passes on no more than it can in one, exactly that
// where it breaks; the impact adds no energy, and the ledger balances in energy and momenta.
func TestBreak_SeveralInOneImpact(t *testing.T) {
	joint := map[string]int{"bar": 0, "joints[1]": 1, "joints[2]": 2, "joints[3]": 3}
	counts := [6]int{}
	for n, limits := range [][4]float64{{}, {2000, 1000, 500, 200}, {200, 500, 1000, 2000}, {4000, 100, 0, 150}, {6000, 3000, 2000, 1}, {1, 1, 1, 1}} {
		def := train(limits)
		w := mustWorld(t, def)
		before := w.Frame().Ledger
		from, sum := before, before.Kinetic
		for w.Frame().Time < 0.1 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			f := w.Frame()
			want := f.Ledger.Kinetic - sum
			struck := false
			for _, e := range f.Events {
				switch e.Kind {
				case record.Joint:
					if l := limits[joint[e.Detail]]; l > 0 && e.Impulse.Len() > l*(1+1e-9) {
						t.Errorf("%v: joint %s passes on %g N s", limits, e.Detail, e.Impulse.Len())
					}
				case record.Impact:
					struck = true
				case record.Broke:
					counts[n]++
					if l := limits[joint[e.Detail]]; l == 0 || math.Abs(e.Impulse.Len()-l) > 1e-9*l {
						t.Errorf("%v: joint %s breaks with %g N s", limits, e.Detail, e.Impulse.Len())
					}
				}
			}
			if struck && f.Ledger.Kinetic > sum*(1+1e-12) {
				t.Errorf("%v: the impact adds energy: %g J after %g", limits, f.Ledger.Kinetic, sum)
			}
			got := 0.0
			var p, l geom.Vec
			for _, r := range f.Ledger.Rows {
				got, p, l = got+r.Energy, p.Add(r.P), l.Add(r.L)
			}
			if d, e := f.Ledger.P.Sub(from.P).Sub(p).Len(), f.Ledger.L.Sub(from.L).Sub(l).Len(); d > 1e-9*from.SizeP || e > 1e-9*from.SizeL {
				t.Errorf("%v: momenta off the ledger by %g N s and %g N m s", limits, d, e)
			}
			from = f.Ledger
			from.Rows = nil
			if math.Abs(got-want) > 1e-6*before.Kinetic {
				t.Errorf("%v: the ledger has %g J of %g", limits, got, want)
			}
			sum = f.Ledger.Kinetic
		}
	}
	if counts[0] != 0 || counts[1] != 4 || counts[5] < 2 {
		t.Errorf("so many joints of each train break: %v", counts)
	}
}

// TestBreak_AtTheStartBreaksNothing: the impulses that make the ends of a joint equally fast at time 0 break none.
func TestBreak_AtTheStartBreaksNothing(t *testing.T) {
	def := tow(1.0/60, 0)
	def.Forces = nil
	def.Joints[0].BreakImpulse = 1
	def.Bodies[0].Velocity = mgl64.Vec3{4, 0, 0}
	w := mustWorld(t, def)
	if got := brokenIn(t, w, 0.5); len(got) > 0 || math.Abs(w.Body(1).Velocity[0]-1) > 1e-9 {
		t.Errorf("%d break, behind at %g m/s", len(got), w.Body(1).Velocity[0])
	}
}
