package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// hingedChain is a chain of links on hinges, each of two joints, that a car pushes into a wall.
func hingedChain(seed uint64, links int) *Definition {
	r := rand.New(rand.NewPCG(seed, 5))
	def := &Definition{
		Settings:  Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 240},
		Materials: []Material{{Friction: 0.6, Restitution: 0.1}},
		Statics: []StaticDef{
			{Name: "floor", Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}},
			{Name: "wall", Half: mgl64.Vec3{1, 20, 20}, Position: mgl64.Vec3{1 + 0.2*float64(links), 0, 20}},
		},
	}
	velocity := mgl64.Vec3{15, 2*r.Float64() - 1, -2}
	for i := range links {
		def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.1, 0.02, 0.02}, Mass: 0.5,
			Position: mgl64.Vec3{0.2 * float64(i), 0, 0.2 + 0.01*float64(i)}, Velocity: velocity,
			Attitude: mgl64.QuatRotate(-0.05, mgl64.Vec3{0, 1, 0})})
		for side := -0.5; i > 0 && side < 1; side++ {
			at := mgl64.Vec3{0.2*float64(i) - 0.1, 0.04 * side, 0.195 + 0.01*float64(i)}
			def.Joints = append(def.Joints, JointDef{Name: fmt.Sprint("joint ", len(def.Joints)), A: i - 1, B: i, InWorld: true, AtA: at})
		}
	}
	car := len(def.Bodies)
	def.Bodies = append(def.Bodies, BodyDef{Name: "car", Half: mgl64.Vec3{2, 0.8, 0.5}, Mass: 1200, Position: mgl64.Vec3{-2.12, 0, 0.6}, Velocity: velocity})
	def.Bodies[car].Velocity[2] = 0
	def.Joints = append(def.Joints, JointDef{Name: "hook", A: car, B: 0, InWorld: true, AtA: mgl64.Vec3{-0.1, 0, 0.195}})
	return def
}

// TestJoint_HingedChainsCrash crushes chains on hinges between a car and a wall: no step uses up its passes, of 120; three
// did without the direct solution.
func TestJoint_HingedChainsCrash(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		if !geomtest.Long && seed == 1 {
			continue
		}
		w, err := New(hingedChain(seed, 10))
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.frame.Events {
				if e.Kind == record.Limit && e.Detail == "contact-passes" {
					t.Errorf("seed %d: step %d uses up its passes", seed, w.frame.Step)
				}
			}
		}
	}
}

// BenchmarkStep_HingedChainCrashes is a sixth of a second of a chain on hinges that a car pushes into a wall.
func BenchmarkStep_HingedChainCrashes(b *testing.B) {
	w, err := New(hingedChain(1, 12))
	if err != nil {
		b.Fatal(err)
	}
	start := w.Snapshot(nil)
	for b.Loop() {
		if err := w.Restore(start); err != nil {
			b.Fatal(err)
		}
		for range 40 {
			if err := w.Step(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
