package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// pinned is a box that a driven body presses against a wall on a floor, at a speed, from 0.1 s on at another.
func pinned(speed, then float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.25, 10, 1}, Position: mgl64.Vec3{0.5, 0, 1}}, {Name: "floor", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}},
		Bodies: []sim.BodyDef{
			{Name: "press", Half: mgl64.Vec3{0.25, 0.2, 0.1}, Position: mgl64.Vec3{-0.55, 0, 0.2}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{speed, 0, 0}}, {Time: 0.1, Velocity: mgl64.Vec3{speed, 0, 0}}, {Time: 0.101, Velocity: mgl64.Vec3{then, 0, 0}}}},
			cube("box", 0.25, 10, mgl64.Vec3{0, 0, 0.25}, mgl64.Vec3{}),
		},
	}
}

// squeezed counts the limits of that name while it steps n times.
func squeezed(t *testing.T, w *sim.World, n int, each func()) (told int) {
	t.Helper()
	run(t, w, n, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Limit && e.Detail == "squeezed" {
				told++
			}
		}
		if each != nil {
			each()
		}
	})
	return told
}

// TestSqueeze_HoldsWhatFallsOnIt: a body that has no room still bears what falls on it, and the floor bears both.
func TestSqueeze_HoldsWhatFallsOnIt(t *testing.T) {
	t.Parallel()
	for _, speeds := range [][2]float64{{0.1, 0.1}, {1, 0.02}} {
		def := pinned(speeds[0], speeds[1])
		def.Bodies = append(def.Bodies, cube("striker", 0.15, 20, mgl64.Vec3{0, 0, 2.5}, mgl64.Vec3{}))
		w := mustWorld(t, def)
		low, lowBox := math.Inf(1), math.Inf(1)
		told := squeezed(t, w, 360, func() {
			lowBox, low = math.Min(lowBox, bodyOf(w, 1).X.Z), math.Min(low, bodyOf(w, 2).X.Z)
		})
		s := bodyOf(w, 2)
		if told < 100 || lowBox < 0.24 || low < 0.63 || math.Abs(s.X.Z-0.65) > 0.05 || s.V.Len() > 0.2 {
			t.Errorf("press of %g m/s, squeezed %d times: box at %.3f m at least, striker at %.3f, in the end at %.3f at %.3g m/s", speeds, told, lowBox, low, s.X.Z, s.V.Len())
		}
	}
}

// TestSqueeze_LetsNothingThroughBystanders: a ball that strikes a row of boxes stops at the last of them, whether the first
// of them has room or not.
func TestSqueeze_LetsNothingThroughBystanders(t *testing.T) {
	t.Parallel()
	for _, speed := range []float64{0, 0.1} {
		def := pinned(speed, speed)
		for k := 1; k < 5; k++ {
			def.Bodies = append(def.Bodies, cube(fmt.Sprint("by", k), 0.25, 10, mgl64.Vec3{0, 0.50005 * float64(k), 0.25}, mgl64.Vec3{}))
		}
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.2))}}, Mass: 20, Position: mgl64.Vec3{0, 10.5, 0.65}, Velocity: mgl64.Vec3{0, -10, 3.7}})
		w := mustWorld(t, def)
		low, near := math.Inf(1), math.Inf(1)
		told := squeezed(t, w, 360, func() {
			for i := 1; i < len(def.Bodies); i++ {
				low = math.Min(low, bodyOf(w, i).X.Z)
			}
			near = math.Min(near, bodyOf(w, 6).X.Y-bodyOf(w, 5).X.Y)
		})
		if speed > 0 && told < 100 || low < 0.19 || near < 0.4 || bodyOf(w, 6).V.Y < -3 {
			t.Errorf("press of %g m/s, squeezed %d times: lowest centre %.3f m, ball %.3f m from the last box, at %v", speed, told, low, near, bodyOf(w, 6).V)
		}
	}
}

// roughGround is a height field of 30 m whose points are up to 0.3 m low.
func roughGround(t *testing.T, r *rand.Rand) sim.StaticDef {
	t.Helper()
	f := geom.HeightField{Name: "ground", NX: 31, NY: 31, DX: 1, DY: 1, Origin: geom.Vec{X: -15, Y: -15}}
	for range 31 * 31 {
		f.Heights = append(f.Heights, -0.3*r.Float64())
	}
	m, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	return sim.StaticDef{Name: "ground", Mesh: m, Asset: "ground"}
}

// blade is a driven body 0.15 m above that, which goes at 2 m/s.
func blade() sim.BodyDef {
	return sim.BodyDef{Name: "blade", Half: mgl64.Vec3{0.15, 2, 1}, Position: mgl64.Vec3{-1.6, 0.6, 1.15}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{2, 0, 0}}}}
}

// TestSqueeze_BladeLosesNothing: bodies that a blade pushes over uneven ground, some of them without room under it, stay
// above the ground.
func TestSqueeze_BladeLosesNothing(t *testing.T) {
	t.Parallel()
	told := 0
	trials := geomtest.Trials(12)
	for seed := range trials {
		r := rand.New(rand.NewPCG(uint64(seed+5), 20))
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1. / 60, Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0.6}},
			Statics:   []sim.StaticDef{roughGround(t, r)},
			Bodies:    []sim.BodyDef{blade()},
		}
		for k := range 27 {
			b := sim.BodyDef{Name: fmt.Sprint("b", k), Half: mgl64.Vec3{0.2, 0.15 + 0.1*r.Float64(), 0.25}, Mass: math.Exp(2.3 * r.Float64()), Attitude: randomTurn(r),
				Position: mgl64.Vec3{0.7*float64(k%3) - 0.9, 0.7 * float64(k/3%3), 0.5 + 0.7*float64(k/9)}}
			if k%3 == 1 {
				b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: must(geom.NewSphere(0.22))}}
			}
			def.Bodies = append(def.Bodies, b)
		}
		w := mustWorld(t, def)
		low, fastest := math.Inf(1), 0.0
		told += squeezed(t, w, 90, func() {
			for i := 1; i < len(def.Bodies); i++ {
				s := bodyOf(w, i)
				low, fastest = math.Min(low, s.X.Z), math.Max(fastest, s.V.Len())
			}
		})
		if low < -0.3 || fastest > 15 {
			t.Errorf("seed %d: lowest centre %.3f m, up to %.3g m/s", seed, low, fastest)
		}
	}
	if told < 4*trials {
		t.Errorf("squeezed %d times", told)
	}
}

// TestSqueeze_FlingsNothing: a box that a blade wedges into uneven ground leaves it at no more than some times the blade's
// speed, in worlds without crowds too. Impulses that the wedge makes without bound threw it out at 139 m/s.
func TestSqueeze_FlingsNothing(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{4, 18} {
		steps := 120
		if !geomtest.Long {
			if seed == 4 {
				continue // the dearer one
			}
			steps = 87
		}
		r := rand.New(rand.NewPCG(seed, 20))
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1. / 60, Gravity: tilt(0), Crowd: -1},
			Materials: []sim.Material{{Friction: 0.6}},
			Statics:   []sim.StaticDef{roughGround(t, r)},
			Bodies:    []sim.BodyDef{blade()},
		}
		for k := range 9 {
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("b", k), Half: mgl64.Vec3{0.2, 0.15 + 0.1*r.Float64(), 0.25}, Mass: math.Exp(2.3 * r.Float64()), Attitude: randomTurn(r),
				Position: mgl64.Vec3{0.7*float64(k%3) - 0.9, 0.7 * float64(k/3), 0.5}})
		}
		w := mustWorld(t, def)
		fastest := 0.0
		told := squeezed(t, w, steps, func() {
			for i := 1; i < len(def.Bodies); i++ {
				fastest = math.Max(fastest, bodyOf(w, i).V.Len())
			}
		})
		if told < 10 || fastest > 10 {
			t.Errorf("seed %d: squeezed %d times, up to %g m/s", seed, told, fastest)
		}
	}
}
