package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// brokenIn runs a world for a time [s] and returns the events of what broke.
func brokenIn(t testing.TB, w *sim.World, time float64) (list []record.Event) {
	t.Helper()
	for end := w.Frame().Time + time; w.Frame().Time < end-1e-9; {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Broke {
				list = append(list, e)
			}
		}
	}
	return list
}

// breakingPendulum is the pendulum of pendulumOf, from 60° at rest, whose joint holds so many newtons.
func breakingPendulum(dt, force float64) *sim.Definition {
	const amp = math.Pi / 3
	return &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: dt},
		Bodies:   []sim.BodyDef{{Name: "bob", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: mgl64.Vec3{math.Sin(amp), 0, -math.Cos(amp)}}},
		Joints:   []sim.JointDef{{Name: "pivot", A: 0, B: sim.WorldEnd, InWorld: true, BreakForce: force}},
	}
}

// pendulumBreaks is when the pull of a pendulum of inertia j about its pivot, of 1 kg and 1 m, from 60° at rest, reaches a
// force, and where it is then, by Runge–Kutta steps of 1e-5 s: angle [rad], angular velocity [rad/s].
func pendulumBreaks(j, force float64) (at, a, w float64) {
	const h = 1e-5
	a = math.Pi / 3
	pull := func(a, w float64) float64 { // along and across the string
		along, across := w*w+9.81*math.Cos(a), 9.81*math.Sin(a)*(1-1/j)
		return math.Hypot(along, across)
	}
	acc := func(a float64) float64 { return -9.81 * math.Sin(a) / j }
	for ; pull(a, w) < force; at += h {
		k1, l1 := w, acc(a)
		k2, l2 := w+h/2*l1, acc(a+h/2*k1)
		k3, l3 := w+h/2*l2, acc(a+h/2*k2)
		k4, l4 := w+h*l3, acc(a+h*k3)
		a, w = a+h/6*(k1+2*k2+2*k3+k4), w+h/6*(l1+2*l2+2*l3+l4)
	}
	return at, a, w
}

// TestBreak_PendulumAtItsPull: a pendulum from 60° pulls with m g (3 - 2 cos 60°) = 2 m g at its lowest place (less by the
// share of its own inertia). One that holds a little more swings on, one that holds less breaks when its pull reaches that, later by
// at most two and a half steps, and is then as far off the exact flight as that: the error halves with the step.
func TestBreak_PendulumAtItsPull(t *testing.T) {
	const j = 1 + 0.01/6
	most := 9.81 * (1 + 1/j)
	if got := brokenIn(t, mustWorld(t, breakingPendulum(1.0/960, most*1.002)), 3); len(got) > 0 {
		t.Errorf("breaks at %v N below what it holds", got[0].Force())
	}
	if got := brokenIn(t, mustWorld(t, breakingPendulum(1.0/960, most*0.998)), 3); len(got) != 1 {
		t.Errorf("breaks %d times at its largest pull", len(got))
	}
	const force, end = 15, 0.8
	at, a, spin := pendulumBreaks(j, force)
	exact := func(t float64) mgl64.Vec3 {
		return mgl64.Vec3{math.Sin(a) + math.Cos(a)*spin*t, 0, -math.Cos(a) + math.Sin(a)*spin*t - 9.81/2*t*t}
	}
	var errs []float64
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960, 1.0 / 3840} {
		w := mustWorld(t, breakingPendulum(dt, force))
		got := brokenIn(t, w, end)
		if len(got) != 1 {
			t.Fatalf("step %g: breaks %d times", dt, len(got))
		}
		e := &got[0]
		off := w.Body(0).Position.Sub(exact(w.Frame().Time - at)).Len()
		errs = append(errs, off)
		t.Logf("step 1/%.0f s: breaks %.6f s after %.6f s, at %.4f N; at %g s off by %.2e m", 1/dt, e.Time-at, at, e.Force().Len(), end, off)
		if late := e.Time - at; late < 0 || late > 2.5*dt+1e-5 {
			t.Errorf("step %g: breaks at %g s, want %g", dt, e.Time, at)
		}
		if f := e.Force(); e.Detail != "pivot" || e.A != 0 || e.B != -1 || e.Impulse.Len() != 0 || f.Len() < force || f.Len() > force+2.5*50*dt || f.Z < 0 {
			t.Errorf("step %g: event %+v", dt, e)
		}
		if f := value3(w, -1, "joint.pivot.force"); f != (mgl64.Vec3{}) {
			t.Errorf("the broken joint has a force of %v", f)
		}
	}
	for i := 1; i < len(errs); i++ {
		if errs[i] > errs[i-1]/2.5 {
			t.Errorf("error %g with a step, %g with four times as many", errs[i-1], errs[i])
		}
	}
}

// value3 returns a column of three values of the frame; of the world for object -1.
func value3(w *sim.World, object int32, name string) (v mgl64.Vec3) {
	at := 0
	for _, c := range w.Columns() {
		if c.Owner == object && c.Name == name {
			copy(v[:], w.Frame().Values[at:at+3])
		}
		at += int(c.Count)
	}
	return v
}

// tow is a sledge of 100 kg that a force pulls, more and more, with one of 300 kg on a joint behind it, without friction.
func tow(dt, limit float64) *sim.Definition {
	return &sim.Definition{
		Settings: sim.Settings{Step: dt},
		Bodies: []sim.BodyDef{
			{Name: "ahead", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 100},
			{Name: "behind", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 300, Position: mgl64.Vec3{-2, 0, 0}},
		},
		Joints: []sim.JointDef{{Name: "bar", A: 0, B: 1, AtA: mgl64.Vec3{-1, 0, 0}, AtB: mgl64.Vec3{1, 0, 0}, BreakForce: limit}},
		Forces: []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{}, {Time: 1, Force: mgl64.Vec3{400, 0, 0}}}}},
	}
}

// TestBreak_TowAtItsShareOfTheForce: the joint passes on F m2/(m1 + m2), which reaches 150 N at 0.5 s, where F is 200 N.
// From then on the first alone is pulled; after it the two have the speeds of free bodies. Momentum is the integral of the force
// throughout, and the ledger balances.
func TestBreak_TowAtItsShareOfTheForce(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960} {
		w := mustWorld(t, tow(dt, 150))
		got := brokenIn(t, w, 1)
		if len(got) != 1 {
			t.Fatalf("breaks %d times", len(got))
		}
		at := got[0].Time
		if at < 0.5 || at > 0.5+2.5*dt {
			t.Errorf("step %g: breaks at %g s, want 0.5 and up to 2.5 steps", dt, at)
		}
		if f := got[0].Force(); f.X > -150 || f.X < -150-300*2.5*dt { // on the one ahead
			t.Errorf("step %g: breaks at %v N", dt, f)
		}
		behind := 200 * at * at / 400 // both, by a force of 400 N/s
		ahead := behind + (200-200*at*at)/100
		if a, b := w.Body(0).Velocity[0], w.Body(1).Velocity[0]; math.Abs(a-ahead) > 1e-9 || math.Abs(b-behind) > 1e-9 {
			t.Errorf("step %g: at %g and %g m/s, want %g and %g", dt, a, b, ahead, behind)
		}
		if p := 100*w.Body(0).Velocity[0] + 300*w.Body(1).Velocity[0]; math.Abs(p-200) > 1e-9 {
			t.Errorf("step %g: momentum %g N s, want 200", dt, p)
		}
	}
	if got := brokenIn(t, mustWorld(t, tow(1.0/240, 300.5)), 1); len(got) > 0 {
		t.Errorf("breaks at %v, below what it holds", got[0].Force())
	}
}

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

// TestBreak_ImpactPassesOnTheLimit: a wall stops two jointed boxes. Whole, the joint would pass on 300 kg · 10 m/s · (1 + e). One that
// breaks at less passes on exactly that, so that the rear one loses limit/300 kg of its speed; the front one is thrown back by e.
// Below, at and above the limit nothing jumps.
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

// TestBreak_SlowStopIsNoForce: what meets the wall slower than an impact stops within a step. However short that is, no joint
// breaks by it.
func TestBreak_SlowStopIsNoForce(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		def := pushedPair(0, sim.JointDef{BreakForce: 100})
		def.Settings.Step = dt
		for i := range def.Bodies {
			def.Bodies[i].Velocity[0] = 0.4
		}
		w := mustWorld(t, def)
		if got := brokenIn(t, w, 0.5); len(got) > 0 || math.Abs(w.Body(1).Velocity[0]) > 1e-6 {
			t.Errorf("step %g: breaks %d times, rear at %g m/s", dt, len(got), w.Body(1).Velocity[0])
		}
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

// TestBreak_SeveralInOneImpact: joints of a train break in one impact. Each passes on no more than it can in one, exactly that where it
// breaks; the impact adds no energy, and the ledger balances in energy and momenta.
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

// TestBreak_SpringTears: a weight on a rope that becomes taut tears it when the spring's force reaches the limit, and falls freely from
// then on; one that holds more swings on. A rope that has torn lets the body fall asleep.
func TestBreak_SpringTears(t *testing.T) {
	rope := func(dt, limit float64) *sim.Definition {
		return &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -10}, Step: dt},
			Bodies:   []sim.BodyDef{{Name: "weight", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 2, Position: mgl64.Vec3{0, 0, 3}}},
			Statics:  []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}},
			Springs:  []sim.SpringDef{{Name: "rope", A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 0, 3}, Length: 0, Stiffness: 200, Only: sim.PullOnly, BreakForce: limit}},
		}
	}
	// From rest x = (m g/k)(1 - cos wt), w = sqrt(k/m) = 10/s: the force k x is 30 N at cos wt = -0.5, 40 N at most.
	at := math.Acos(-0.5) / 10
	v := 20.0 / 200 * 10 * math.Sin(10*at)
	for _, dt := range []float64{1.0 / 240, 1.0 / 960, 1.0 / 3840} {
		w := mustWorld(t, rope(dt, 30))
		got := brokenIn(t, w, 0.5)
		if len(got) != 1 || got[0].Time < at-0.001 || got[0].Time > at+1.5*dt+0.001 || got[0].Detail != "rope" || got[0].A != 0 || math.Abs(got[0].Points[0].P.Z-2.85) > 10*dt || got[0].Force().Z < 30 {
			t.Fatalf("step %g: broke %+v, want at %g s", dt, got, at)
		}
		free := w.Frame().Time - at
		if z := 3 - 30.0/200 - v*free - 5*free*free; math.Abs(w.Body(0).Position[2]-z) > 12*dt {
			t.Errorf("step %g: at %g m, want %g", dt, w.Body(0).Position[2], z)
		}
	}
	if got := brokenIn(t, mustWorld(t, rope(1.0/960, 40.5)), 2); len(got) > 0 {
		t.Errorf("tears at %v", got[0].Force())
	}
	w := mustWorld(t, rope(1.0/240, 30))
	slept := false
	for range 960 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		slept = slept || slices.ContainsFunc(w.Frame().Events, func(e record.Event) bool { return e.Kind == record.Sleep })
	}
	if !slept || !w.AtRest() {
		t.Error("the weight on the floor does not fall asleep")
	}
	if p := w.Frame().Ledger.Potential; math.Abs(p-2*10*w.Body(0).Position[2]) > 1e-6 {
		t.Errorf("a torn rope has energy: %g J", p)
	}
}

// TestBreak_SnapshotGivesTheSameBits: worlds restored from any step of a run, before, in and after breaks of both kinds, go on to
// the same bits, also after Reset, and with several workers.
func TestBreak_SnapshotGivesTheSameBits(t *testing.T) {
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

// TestBreak_WhatOverlapsPartsFirst: a beam whose end is in a block comes off a hinge. Its joints break each by itself; the two pass through
// each other until they have been apart, without a leap, and meet from then on: a beam thrown back at the block stops at it.
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

// TestBreak_RefusesWhatIsNoLimit: limits below zero, or not finite, are errors that name the joint and the field.
func TestBreak_RefusesWhatIsNoLimit(t *testing.T) {
	for _, v := range []float64{-1, math.NaN(), math.Inf(1)} {
		for k := range 3 {
			def := tow(1.0/60, 0)
			def.Springs = []sim.SpringDef{{Name: "rope", A: 0, B: 1, Stiffness: 1}}
			field := [3]*float64{&def.Joints[0].BreakForce, &def.Joints[0].BreakImpulse, &def.Springs[0].BreakForce}[k]
			*field = v
			want := [3]string{`joint "bar": break_force: `, `joint "bar": break_impulse: `, `spring "rope": break_force: `}[k]
			if _, err := sim.New(def); err == nil || !bytes.HasPrefix([]byte(err.Error()), []byte(want)) {
				t.Errorf("%g: %v, want %q", v, err, want)
			}
		}
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

// TestBreak_RandomRigs: rigs of boxes with joints, hinges, loops and ropes that fall on a floor and into each other break in all ways. In every
// step the ledger balances in energy and momenta; in none without forces energy is gained; what broke is told once and has the load that
// broke it; and a world from a snapshot in between, with three workers, has the same bits at the end.
func TestBreak_RandomRigs(t *testing.T) {
	seeds, steps := 24, 150
	if testing.Short() {
		seeds = 6
	}
	byForce, byImpulse, torn := 0, 0, 0
	for seed := range seeds {
		def := randomRig(rand.New(rand.NewPCG(uint64(seed), 77)))
		w := mustWorld(t, def)
		from, told := w.Frame().Ledger, map[string]bool{}
		var snap []byte
		for n := range steps {
			if n == steps/3 {
				snap = w.Snapshot(nil)
			}
			if err := w.Step(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			f := w.Frame()
			energy := 0.0
			var p, l geom.Vec
			for _, r := range f.Ledger.Rows {
				energy, p, l = energy+r.Energy, p.Add(r.P), l.Add(r.L)
			}
			if d := f.Ledger.Kinetic - from.Kinetic - energy; math.Abs(d) > 1e-8*(1+f.Ledger.Kinetic+from.Kinetic) {
				t.Errorf("seed %d, step %d: the ledger is off by %g J of %g", seed, n, d, f.Ledger.Kinetic)
			}
			if d, e := f.Ledger.P.Sub(from.P).Sub(p).Len(), f.Ledger.L.Sub(from.L).Sub(l).Len(); d > 1e-8*(1+f.Ledger.SizeP) || e > 1e-8*(1+f.Ledger.SizeL) {
				t.Errorf("seed %d, step %d: momenta off the ledger by %g N s and %g N m s", seed, n, d, e)
			}
			from = f.Ledger
			from.Rows = nil
			for i := range f.Events {
				e := &f.Events[i]
				if e.Kind != record.Broke {
					continue
				}
				if told[e.Detail] {
					t.Errorf("seed %d: %s breaks twice", seed, e.Detail)
				}
				told[e.Detail] = true
				k := slices.IndexFunc(def.Joints, func(d sim.JointDef) bool { return d.Name == e.Detail })
				switch {
				case k < 0:
					torn++
					if s := def.Springs[slices.IndexFunc(def.Springs, func(d sim.SpringDef) bool { return d.Name == e.Detail })]; !(e.Force().Len() > s.BreakForce) {
						t.Errorf("seed %d: %s tears at %g N", seed, e.Detail, e.Force().Len())
					}
				case e.Impulse.Len() > 0:
					byImpulse++
					if limit := def.Joints[k].BreakImpulse; math.Abs(e.Impulse.Len()-limit) > 1e-9*limit {
						t.Errorf("seed %d: %s breaks at %g N s of %g", seed, e.Detail, e.Impulse.Len(), limit)
					}
				default:
					byForce++
					if limit := def.Joints[k].BreakForce; !(e.Force().Len() > limit) {
						t.Errorf("seed %d: %s breaks at %g N of %g", seed, e.Detail, e.Force().Len(), limit)
					}
				}
			}
		}
		o := mustWorld(t, def)
		o.SetWorkers(3)
		if err := o.Restore(snap); err != nil {
			t.Fatal(err)
		}
		for range steps - steps/3 {
			if err := o.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if o.Hash() != w.Hash() {
			t.Errorf("seed %d: other bits from a snapshot", seed)
		}
	}
	t.Logf("%d joints break by a force, %d in impacts, %d ropes tear", byForce, byImpulse, torn)
	if byForce < seeds || byImpulse < seeds || torn < seeds/2 {
		t.Errorf("%d joints break by a force, %d in impacts, %d ropes tear", byForce, byImpulse, torn)
	}
}

// randomRig is a rig of six to nine boxes, each jointed to one before it, some by hinges, some to another one too, and some tied by ropes to
// the world; they fall on a floor and are struck by a ball.
func randomRig(r *rand.Rand) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 240},
		Materials: []sim.Material{{Friction: 0.6 * r.Float64(), Restitution: 0.5 * r.Float64()}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{20, 20, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}},
	}
	n := 6 + r.IntN(4)
	join := func(a, b int) {
		p := def.Bodies[a].Position.Add(def.Bodies[b].Position).Mul(0.5)
		ends := 1 + r.IntN(2)
		for k := range ends {
			d := sim.JointDef{Name: fmt.Sprint("joint ", len(def.Joints)), A: a, B: b, InWorld: true, AtA: p.Add(mgl64.Vec3{0, 0.2 * float64(k), 0})}
			if r.IntN(4) > 0 {
				d.BreakForce = 50 * math.Pow(10, r.Float64())
			}
			if r.IntN(4) > 0 {
				d.BreakImpulse = math.Pow(10, 1.5*r.Float64())
			}
			def.Joints = append(def.Joints, d)
		}
	}
	for i := range n {
		at := mgl64.Vec3{0.7 * float64(i%3), 0.7 * float64(i/3), 0.8 + 0.1*r.Float64()}
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("box ", i), Half: mgl64.Vec3{0.1 + 0.1*r.Float64(), 0.1 + 0.1*r.Float64(), 0.1}, Mass: 2 + 8*r.Float64(), Position: at})
		if i > 0 {
			join(r.IntN(i), i)
		}
		if i > 2 && r.IntN(3) == 0 {
			join(r.IntN(i-1), i)
		}
		if r.IntN(3) == 0 {
			def.Springs = append(def.Springs, sim.SpringDef{Name: fmt.Sprint("rope ", len(def.Springs)), A: i, B: sim.WorldEnd, AtB: at.Add(mgl64.Vec3{0, 0, 1}),
				Length: -1, Stiffness: 400, Damping: 5, Only: sim.PullOnly, BreakForce: 10 + 60*r.Float64()})
		}
	}
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.25))}}, Mass: 20, Position: mgl64.Vec3{-3, 0.5, 0.7}, Velocity: mgl64.Vec3{12, 0, 0}})
	return def
}

// TestBreak_OnADrivenBody: a driven body lifts a box on a joint at 5 m/s², by m (g + a) = 148.1 N. One that holds less breaks when that
// begins, 20 ms after the start, up to which it bears m g; the box goes on as thrown.
func TestBreak_OnADrivenBody(t *testing.T) {
	for limit, breaks := range map[float64]bool{147.5: true, 148.6: false} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 1000},
			Bodies: []sim.BodyDef{
				{Name: "hook", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Position: mgl64.Vec3{0, 0, 5}, Drive: []sim.DriveAt{{Time: 0}, {Time: 0.02}, {Time: 1.02, Velocity: mgl64.Vec3{0, 0, 5}}}},
				{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 10, Position: mgl64.Vec3{0, 0, 4}},
			},
			Joints: []sim.JointDef{{Name: "rope", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0, 0, 5}, BreakForce: limit}},
		})
		got := brokenIn(t, w, 0.2)
		if (len(got) == 1) != breaks {
			t.Fatalf("%g N: %+v", limit, got)
		}
		if !breaks {
			continue
		}
		if at := got[0].Time; at < 0.0215 || at > 0.0235 || got[0].Force().Z > 0 {
			t.Errorf("breaks at %g s by %v on the hook", at, got[0].Force())
		}
		free := w.Frame().Time - got[0].Time
		if v, want := w.Body(1).Velocity[2], 5*(got[0].Time-0.02)-9.81*free; math.Abs(v-want) > 1e-6 {
			t.Errorf("the box goes on at %g m/s, want %g", v, want)
		}
	}
}

// TestBreak_AllocatesNothing: a second run of a world in which joints and ropes break allocates nothing.
func TestBreak_AllocatesNothing(t *testing.T) {
	for name, def := range map[string]*sim.Definition{
		"tow": tow(1.0/60, 150), "train": train([4]float64{2000, 1000, 500, 200}), "nose": nose(), "rig": randomRig(rand.New(rand.NewPCG(1, 77))),
	} {
		w := mustWorld(t, def)
		n := testing.AllocsPerRun(2, func() {
			w.Reset()
			for range 120 {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
			}
		})
		if n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}
