package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// chainOnStairs is a chain of n rough links that falls on a flight of stairs, along it, and jams there.
func chainOnStairs(n int, along float64) *sim.Definition {
	def := links(n, false, 9.81)
	def.Materials[0].Friction, def.Materials[0].Restitution = 0.9, 0.1
	for i := range 10 {
		def.Statics = append(def.Statics, sim.StaticDef{Name: "step", Half: mgl64.Vec3{0.15, 3, 1}, Position: mgl64.Vec3{0.3*float64(i) + 0.15, 0, -1.05 - 0.15*float64(i)}})
	}
	def.Bodies[0].Velocity = mgl64.Vec3{along, 0.5, 0}
	return def
}

// intoStairs returns how deep a corner of a link of a chain is in the stairs [m].
func intoStairs(w *sim.World, def *sim.Definition, links int) float64 {
	deepest := 0.0
	for i := range links {
		s := bodyOf(w, i)
		for k := range 8 {
			h := def.Bodies[i].Half
			corner := mgl64.Vec3{h[0] * float64(2*(k&1)-1), h[1] * float64(k&2-1), h[2] * float64(k&4/2-1)}
			p := s.X.MGL().Add(s.Q.MGL().Rotate(corner))
			for _, b := range def.Statics {
				d := p.Sub(b.Position)
				in := math.Min(b.Half[0]-math.Abs(d[0]), math.Min(b.Half[1]-math.Abs(d[1]), b.Half[2]-math.Abs(d[2])))
				deepest = math.Max(deepest, in)
			}
		}
	}
	return deepest
}

// TestJoint_ChainJamsOnStairs drops chains on stairs, where links are wedged between steps and their neighbours: joints
// hold, links do not sink in, and energy is not gained; and of 960 steps one runs out of passes, 66 without Newton's
// method.
func TestJoint_ChainJamsOnStairs(t *testing.T) {
	t.Parallel()
	const n = 8
	limits := 0
	chains := 1
	if geomtest.Long {
		chains = 4
	}
	for seed := range chains {
		def := chainOnStairs(n, 0.1*float64(seed))
		w := mustWorld(t, def)
		run(t, w, 1, nil) // which brings the velocities into line
		energy := energyOf(&w.Frame().Ledger)
		apart, deep := 0.0, 0.0
		run(t, w, 239, func() {
			apart, deep = math.Max(apart, apartAt(def, w)), math.Max(deep, intoStairs(w, def, n))
			now := energyOf(&w.Frame().Ledger)
			if now > energy+1e-4 {
				t.Errorf("step %d: energy rises from %g to %g J", w.Frame().Step, energy, now)
			}
			energy = now
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					limits++
				}
			}
		})
		t.Logf("joints apart by %.3g m, links in the stairs by %.3g m", apart, deep)
		if apart > 1e-6 || deep > 2e-4 {
			t.Errorf("seed %d: joints apart by %g m, links in the stairs by %g m", seed, apart, deep)
		}
	}
	t.Log(limits, "limits")
	if limits > 2 {
		t.Errorf("%d steps hit a limit", limits)
	}
}

// TestJoint_JammedChainAllocatesNothing goes on with a chain that lies on stairs.
func TestJoint_JammedChainAllocatesNothing(t *testing.T) {
	def := chainOnStairs(8, 0.1)
	def.Settings.SleepTime = -1
	w := mustWorld(t, def)
	run(t, w, 80, nil)
	start := w.Snapshot(nil)
	run(t, w, 100, nil)
	if n := geomtest.Allocations(100, restoring(t, w, start), func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// BenchmarkStep_ChainJamsOnStairs is a chain of 20 links that has fallen on stairs.
func BenchmarkStep_ChainJamsOnStairs(b *testing.B) {
	benchmarkStep(b, chainOnStairs(20, 0.1), 60, 120)
}
