package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestBreak_RandomRigs: rigs of boxes with joints, hinges, loops and ropes that fall on a floor and into each other break in
// all ways. In every step the ledger balances in energy and momenta; what broke is told once and has the load that broke it;
// and a world from a snapshot in between, with three workers, has the same bits at the end.
func TestBreak_RandomRigs(t *testing.T) {
	t.Parallel()
	seeds, steps := 8, 150
	if geomtest.Long {
		seeds = 24
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

// randomRig is a rig of six to nine boxes, each jointed to one before it, some by hinges, some to another one too, and some
// tied by ropes to the world; they fall on a floor and are struck by a ball.
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
