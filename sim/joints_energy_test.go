package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// hinge adds a hinge between a and b, two joints, at p and at p + along.
func hinge(def *sim.Definition, a, b int, p, along mgl64.Vec3) {
	for range 2 {
		def.Joints = append(def.Joints, sim.JointDef{Name: fmt.Sprint("joint ", len(def.Joints)), A: a, B: b, InWorld: true, AtA: p})
		p = p.Add(along)
	}
}

// tautChain is a straight chain of hinges between two places of the world, which a box strikes: its links can move only as
// they turn, so that what holds them is large.
func tautChain(seed uint64) *sim.Definition {
	r := rand.New(rand.NewPCG(seed, 6))
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 60},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.1}},
	}
	n := 6 + r.IntN(6)
	half, thick := 0.05+0.1*r.Float64(), 0.01+0.02*r.Float64()
	end := mgl64.Vec3{0, -float64(n) * half, 1.5}
	for i := range n {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{thick, half, thick}, Mass: 1, Position: end.Add(mgl64.Vec3{0, half, 0})})
		before := i - 1
		if i == 0 {
			before = sim.WorldEnd
		}
		hinge(def, before, i, end, mgl64.Vec3{0, 0, thick})
		end[1] += 2 * half
	}
	def.Joints = append(def.Joints, sim.JointDef{Name: "end", A: n - 1, B: sim.WorldEnd, InWorld: true, AtA: end})
	v := 5 + 20*r.Float64()
	def.Bodies = append(def.Bodies, sim.BodyDef{
		Name: "box", Half: mgl64.Vec3{0.5, 0.3, 0.3}, Mass: 5 + 200*r.Float64(),
		Position: mgl64.Vec3{-1, 0.6*r.Float64() - 0.3, 1.4}, Velocity: mgl64.Vec3{v, 0, 2},
	})
	return def
}

// TestJoint_TautChainsHold strikes chains that are taut between two places of the world: joints stay together to 1e-4 m, and
// no step adds more than 1e-4 of the energy. They came apart by millimetres, and one of them got 40 times its energy.
func TestJoint_TautChainsHold(t *testing.T) {
	t.Parallel()
	steps := 12
	if geomtest.Long {
		steps = 20
	}
	for _, seed := range []uint64{0, 2} {
		def := tautChain(seed)
		w := mustWorld(t, def)
		energy := energyOf(&w.Frame().Ledger)
		most := float64(1e-4 * energy)
		for n := range steps {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			now := energyOf(&w.Frame().Ledger)
			if now > energy+most {
				t.Errorf("seed %d: step %d adds %g J to %g", seed, n, now-energy, energy)
			}
			energy = now
			if d := apartInWorld(def, w); d > 1e-4 {
				t.Errorf("seed %d: after step %d joints are %g m apart", seed, n, d)
			}
		}
	}
}

// chainsThatMeet is two chains of hinges that fly at each other over a floor, before a wall, each in a random curve.
func chainsThatMeet(r *rand.Rand) *sim.Definition {
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	def := &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 60},
		Materials: []sim.Material{{
			Friction:    []float64{0.5, 0.9, 0.2, 0}[r.IntN(4)],
			Restitution: []float64{0, 0.1, 0.3, 0.6}[r.IntN(4)],
		}},
		Statics: []sim.StaticDef{
			{Name: "floor", Half: mgl64.Vec3{100, 100, 1}, Position: mgl64.Vec3{0, 0, -1}},
			{Name: "wall", Half: mgl64.Vec3{1, 100, 20}, Position: mgl64.Vec3{6, 0, 20}},
		},
	}
	v, links := between(5, 40), 5+r.IntN(16)
	r.IntN(2)
	r.IntN(3)
	half, thick, mass := between(0.05, 0.15), between(0.01, 0.03), between(0.2, 2)
	velocity := mgl64.Vec3{v, between(-2, 2), between(-3, 1)}
	for _, x := range []float64{-1, 2} {
		end := mgl64.Vec3{x, 0, between(0.1, 1)}
		way := mgl64.Vec3{between(-1, 1), between(-1, 1), between(0, 1)}
		for k := range 4 + links/2 {
			way = way.Normalize()
			q := mgl64.QuatBetweenVectors(mgl64.Vec3{1, 0, 0}, way)
			link := len(def.Bodies)
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: fmt.Sprint(link), Half: mgl64.Vec3{half, thick, thick}, Mass: mass,
				Position: end.Add(way.Mul(half)), Attitude: q, Velocity: velocity,
			})
			if k > 0 {
				hinge(def, link-1, link, end, q.Rotate(mgl64.Vec3{0, thick, 0}))
			}
			end = end.Add(way.Mul(2 * half))
			way = way.Add(mgl64.Vec3{between(-0.2, 0.2), between(-0.2, 0.2), between(-0.2, 0.2)})
		}
		velocity = velocity.Mul(-0.5)
	}
	return def
}

// TestJoint_ChainsThatMeetGainNothing lets two chains meet whose links jam in the end: no step adds more than 1e-5 of the
// energy. What solved one substep had 16 times its energy, and the chains got 100 times theirs.
func TestJoint_ChainsThatMeetGainNothing(t *testing.T) {
	t.Parallel()
	def := chainsThatMeet(rand.New(rand.NewPCG(6, 83)))
	w := mustWorld(t, def)
	energy := energyOf(&w.Frame().Ledger)
	most := float64(1e-5 * energy)
	for n := range 70 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		now := energyOf(&w.Frame().Ledger)
		if now > energy+most {
			t.Errorf("step %d adds %g J to %g", n, now-energy, energy)
		}
		energy = now
	}
}
