package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// mixedSwarm is n bodies of random kinds on their way to the origin, as swarm has boxes.
func mixedSwarm(r *rand.Rand, n int, speed, spin float64) []sim.BodyDef {
	list := swarm(r, n, speed, spin)
	for i := range list {
		b := bodyOfKind(r.IntN(len(kinds)), list[i].Mass)
		b.Name, b.Position, b.Attitude = list[i].Name, list[i].Position, list[i].Attitude
		b.Velocity, b.AngularVelocity = list[i].Velocity, list[i].AngularVelocity
		list[i] = b
	}
	return list
}

// deepestOf returns the largest overlap of two bodies [m].
func deepestOf(w *sim.World, def *sim.Definition) float64 {
	depth := math.Inf(-1)
	var all [][]narrowphase.Convex
	for i := range def.Bodies {
		p := placedOf(w, def, i)
		for _, q := range all {
			depth = math.Max(depth, overlap(p, q))
		}
		all = append(all, p)
	}
	return depth
}

// TestShapes_ImpactsInFreeSpace is TestProperty_ImpactsInFreeSpace for bodies of all kinds.
func TestShapes_ImpactsInFreeSpace(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 1))
	hits, crowded := 0, 0
	scenes := 10
	if geomtest.Long {
		scenes = 80
	}
	for n := range scenes {
		e, mu := []float64{0, 0.3, 1}[n%3], []float64{0, 0.5}[n/3%2]
		h, c := freeSpace(t, fmt.Sprint("scene ", n), e, mu, mixedSwarm(r, 2+n%7, 20, 8), deepestOf)
		hits, crowded = hits+h, crowded+c
	}
	if 9*hits < 40*scenes || 9*crowded < 4*scenes {
		t.Errorf("only %d impacts, %d steps with several", hits, crowded)
	}
}

// outOf returns how far a body reaches out of the room of half extent s [m], negative inside.
func outOf(w *sim.World, def *sim.Definition, body int, s float64) float64 {
	far := math.Inf(-1)
	for _, c := range placedOf(w, def, body) {
		b := c.Shape.Bounds(c.Pose)
		far = math.Max(far, math.Max(b.Max.MaxAbs(), b.Min.MaxAbs())-s)
	}
	return far
}

// planeRoom is a closed room of six planes.
func planeRoom(s float64) []sim.StaticDef {
	var list []sim.StaticDef
	for axis := range 3 {
		for _, side := range []float64{-1, 1} {
			var n, x mgl64.Vec3
			n[axis], x[axis] = -side, side*s
			q := mgl64.QuatBetweenVectors(mgl64.Vec3{0, 0, 1}, n)
			if n == (mgl64.Vec3{0, 0, -1}) {
				q = mgl64.Quat{V: mgl64.Vec3{1, 0, 0}}
			}
			list = append(list, sim.StaticDef{
				Name: fmt.Sprint("plane", axis, side), Position: x, Attitude: q,
				Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}},
			})
		}
	}
	return list
}

// TestShapes_NothingLeavesAClosedRoom shuts bodies of all kinds, at up to 100 m/s and 60 rad/s with e = 1, in rooms of
// six boxes, of twelve triangles and of six planes: after every step none reaches into a wall or into another.
func TestShapes_NothingLeavesAClosedRoom(t *testing.T) {
	t.Parallel()
	hits, steps := 0, 40
	if geomtest.Long {
		steps = 100
	}
	for n := range 9 {
		r := rand.New(rand.NewPCG(22, uint64(n)))
		bodies := 3 + n%3
		list := mixedSwarm(r, bodies, 60, 30)
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, ImpactSpeed: -1},
			Materials: []sim.Material{{Friction: 0.5 * float64(n/3%2), Restitution: 1}},
			Bodies:    list,
		}
		switch n % 3 {
		case 0:
			def.Statics = room(t, 4, 1, false)
		case 1:
			def.Statics = room(t, 4, 1, true)
		default:
			def.Statics = planeRoom(4)
		}
		w := mustWorld(t, def)
		for step := range steps {
			hits += len(run(t, w, 1, nil))
			if d := deepestOf(w, def); d > 1e-6 {
				t.Errorf("scene %d step %d: overlap %g", n, step, d)
			}
			for i := range bodies {
				if d := outOf(w, def, i, 4); d > 1e-6 {
					t.Fatalf("scene %d step %d: body %d is %g m in a wall", n, step, i, d)
				}
			}
		}
	}
	if hits < 5*steps {
		t.Errorf("only %d impacts", hits)
	}
}

// TestShapes_NothingPassesThinWalls shoots a spinning body of every kind at 1e2 to 1e5 m/s in a room with walls of 1
// mm, of boxes, of triangles, and of planes. It never gets out. At the fastest it is looked at for one step, in which
// it crosses the room 200 times: impacts have made it spin by then at up to 1e5 rad/s, which no substep of contacts
// resolves.
func TestShapes_NothingPassesThinWalls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 8))
	for k := range kinds {
		for n := range 12 {
			if !geomtest.Long && (k+n)%4 > 0 {
				continue
			}
			speed := math.Pow(10, float64(2+n/3))
			b := bodyOfKind(k, 1)
			b.Position, b.Attitude, b.AngularVelocity = randomVec(r, 2), randomTurn(r), randomVec(r, 20)
			d := randomVec(r, 1)
			b.Velocity = d.Mul(speed / d.Len())
			def := &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, MaxImpacts: 1000},
				Materials: []sim.Material{{Restitution: 0.5}},
				Bodies:    []sim.BodyDef{b},
			}
			switch n % 3 {
			case 0:
				def.Statics = room(t, 4, 0.001, false)
			case 1:
				def.Statics = room(t, 4, 0.001, true)
			default:
				def.Statics = planeRoom(4)
			}
			w := mustWorld(t, def)
			hits := 0
			steps := 4
			if n >= 6 {
				steps = 1
			}
			for step := range steps {
				hits += len(run(t, w, 1, nil))
				if d := outOf(w, def, 0, 4); d > 1e-6 {
					t.Fatalf("%s, room %d, %g m/s, step %d: %g m in a wall", kinds[k].name, n%3, speed, step, d)
				}
			}
			if hits == 0 && speed > 100 {
				t.Errorf("%s, room %d, %g m/s: no impact", kinds[k].name, n%3, speed)
			}
		}
	}
}

// TestShapes_SpinningBarsHitThePost is E3 for every kind: bodies three times as long as wide, at up to 200 rad/s about
// the short axis, sweep through a post of another kind that they do not touch at the start of a step or at its end.
// Never missed. Without the tag long, each pair has one of six phases at each speed, in turn.
func TestShapes_SpinningBarsHitThePost(t *testing.T) {
	t.Parallel()
	const dt = 1.0 / 60
	bars := []geom.Shape{
		must(geom.NewBox(geom.Vec{X: 0.05, Y: 0.05, Z: 1.5})),
		must(geom.NewCapsule(0.05, 1.45)),
		must(geom.NewCylinder(0.05, 1.5)),
		must(geom.NewEllipsoid(geom.Vec{X: 0.05, Y: 0.05, Z: 1.5})),
		must(geom.NewConvex([]geom.Vec{{X: 0.05, Z: -1.5}, {X: -0.05, Y: 0.04, Z: -1.5}, {X: -0.05, Y: -0.04, Z: -1.5}, {X: 0.05, Z: 1.5}, {X: -0.05, Y: 0.04, Z: 1.5}, {X: -0.05, Y: -0.04, Z: 1.5}})),
	}
	posts := []geom.Shape{
		must(geom.NewBox(geom.Vec{X: 0.05, Y: 1, Z: 0.05})),
		must(geom.NewSphere(0.05)),
		must(geom.NewCapsule(0.05, 0.5)),
		must(geom.NewCylinder(0.05, 0.5)),
		must(geom.NewCone(0.05, 0.5)),
		must(geom.NewEllipsoid(geom.Vec{X: 0.05, Y: 0.5, Z: 0.05})),
	}
	for i, bar := range bars {
		for j, post := range posts {
			for n, spin := range []float64{30, 200} {
				for k := range 6 {
					if !geomtest.Long && ((i+j+n+k)%6 > 0 || (i+j)%2 != n) {
						continue
					}
					angle := -math.Min(spin*dt, 1) * (float64(k) + 0.5) / 6
					b, _, err := sim.Compose([]sim.ShapeDef{{Shape: bar}}, 50)
					if err != nil {
						t.Fatal(err)
					}
					b.Name, b.Attitude, b.AngularVelocity = "bar", mgl64.QuatRotate(angle-math.Pi/2, mgl64.Vec3{0, 1, 0}), mgl64.Vec3{0, spin, 0}
					def := &sim.Definition{
						Settings:  sim.Settings{Step: dt},
						Materials: []sim.Material{{}},
						Bodies:    []sim.BodyDef{b},
						Statics:   []sim.StaticDef{{Name: "post", Shapes: []sim.ShapeDef{{Shape: post}}, Position: mgl64.Vec3{0, 0, -1.2}}},
					}
					if n := len(run(t, mustWorld(t, def), int(math.Ceil(2.6/(spin*dt))), nil)); n == 0 {
						t.Errorf("bar %d, post %d, %g rad/s, phase %d: missed", i, j, spin, k)
					}
				}
			}
		}
	}
}

// TestShapes_SpinningBarsMeet is E3 with both bodies turning: two bars of any kind, free, spin about parallel axes at
// up to 200 rad/s. Where fine samples of their undisturbed motion show them in each other they have an impact, before
// that and not long after.
func TestShapes_SpinningBarsMeet(t *testing.T) {
	t.Parallel()
	lean := geom.Vec{X: 0.05, Y: 0.06, Z: 1.5}
	bars := []geom.Shape{
		must(geom.NewBox(lean)), must(geom.NewCapsule(0.05, 1.45)), must(geom.NewCylinder(0.05, 1.5)), must(geom.NewEllipsoid(lean)),
		must(geom.NewConvex([]geom.Vec{{X: 0.05, Z: -1.5}, {X: -0.05, Y: 0.04, Z: -1.5}, {X: -0.05, Y: -0.04, Z: -1.5}, {X: 0.05, Z: 1.5}, {X: -0.05, Y: 0.04, Z: 1.5}, {X: -0.05, Y: -0.04, Z: 1.5}})),
	}
	r := rand.New(rand.NewPCG(25, 1))
	met, apart, cases := 0, 0, 2
	if geomtest.Long {
		cases = 20
	}
	for i := range bars {
		for j := range bars {
			for k := range cases {
				dt := []float64{1.0 / 60, 1.0 / 240}[k%2]
				spin := [2]float64{30 + 170*r.Float64(), -30 - 170*r.Float64()}
				def := &sim.Definition{Settings: sim.Settings{Step: dt, SleepTime: -1}, Materials: []sim.Material{{}}}
				for n, shape := range []geom.Shape{bars[i], bars[j]} {
					b, _, err := sim.Compose([]sim.ShapeDef{{Shape: shape}}, 50)
					if err != nil {
						t.Fatal(err)
					}
					// Inertias that are equal across the long axis let every shape turn evenly about y.
					b.Inertia = diagonal(30, 30, 1)
					b.Name, b.Attitude = string(rune('a'+n)), mgl64.QuatRotate(math.Pi/2*float64(n)+0.4*r.Float64(), mgl64.Vec3{0, 1, 0})
					b.Position, b.AngularVelocity = mgl64.Vec3{float64(n) * (1.7 + 1.6*r.Float64()), 0, 0}, mgl64.Vec3{0, spin[n], 0}
					def.Bodies = append(def.Bodies, b)
				}
				const span = 0.1
				at := func(time float64) float64 {
					var c [2][]narrowphase.Convex
					for n := range 2 {
						b := &def.Bodies[n]
						q := geom.AxisAngle(geom.Vec{Y: 1}, spin[n]*time).Mul(geom.QuatFromMGL(b.Attitude))
						c[n] = placedIn(b.Shapes, b.Half, geom.Transform{P: geom.FromMGL(b.Position), Q: q})
					}
					return overlap(c[0], c[1])
				}
				if at(0) > -1e-3 {
					continue
				}
				first := math.Inf(1)
				for n := 0; float64(n)*2e-5 < span; { // 6 mm of the fastest tip
					deep := at(float64(n) * 2e-5)
					if deep > 1e-3 {
						first = float64(n) * 2e-5
						break
					}
					n += max(1, int(-deep/(620*2e-5))) // both tips together go 600 m/s: between there is no sample that they are in each other at
				}
				impacts := run(t, mustWorld(t, def), int(span/dt), nil)
				switch {
				case math.IsInf(first, 1):
					apart++
				case len(impacts) == 0 || impacts[0].Time > first || impacts[0].Time < first-2e-3:
					t.Errorf("bars %d and %d, case %d: in each other at %g s, %d impacts", i, j, k, first, len(impacts))
				default:
					met++
				}
			}
		}
	}
	if met < 10*cases {
		t.Errorf("%d pairs met, %d stayed apart", met, apart)
	}
}

// heap is bodies of all kinds that fall in a heap on a floor.
func heap(t testing.TB, ground sim.StaticDef) *sim.Definition {
	r := rand.New(rand.NewPCG(24, 2))
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{ground},
	}
	for k := range kinds {
		b := bodyOfKind(k, 5)
		b.Position, b.Attitude = mgl64.Vec3{0.3 * r.Float64(), 0.3 * r.Float64(), 1 + 1.3*float64(k)}, randomTurn(r)
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// TestShapes_SecondRunAllocatesNothing runs a heap of all kinds on every ground twice: the second run repeats the first
// to the last bit and allocates nothing.
func TestShapes_SecondRunAllocatesNothing(t *testing.T) {
	for _, ground := range grounds(t) {
		w := mustWorld(t, heap(t, ground))
		steps := 100
		if geomtest.Long {
			steps = 200
		}
		var hashes []uint64
		for range steps {
			run(t, w, 1, nil)
			hashes = append(hashes, w.Hash())
		}
		n := 0
		again := func() {
			w.Reset()
			n = 0
		}
		allocs := geomtest.Allocations(steps, again, func() {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			if w.Hash() != hashes[n] {
				t.Fatalf("%s: step %d of the second run has another hash", ground.Name, n+1)
			}
			n++
		})
		if allocs != 0 {
			t.Errorf("%s: %d allocations", ground.Name, allocs)
		}
	}
}

// TestShapes_RestoreGoesOnWithTheSameBits takes a snapshot of a heap at every tenth step and runs on from each.
func TestShapes_RestoreGoesOnWithTheSameBits(t *testing.T) {
	for _, ground := range grounds(t)[1:3] {
		w, other := mustWorld(t, heap(t, ground)), mustWorld(t, heap(t, ground))
		var shots [][]byte
		var hashes []uint64
		steps := 100
		if geomtest.Long {
			steps = 200
		}
		for range steps {
			shots = append(shots, w.Snapshot(nil))
			run(t, w, 1, nil)
			hashes = append(hashes, w.Hash())
		}
		for k := 0; k+3 < len(hashes); k += 10 {
			if err := other.Restore(shots[k]); err != nil {
				t.Fatal(err)
			}
			for n := range 3 {
				run(t, other, 1, nil)
				if other.Hash() != hashes[k+n] {
					t.Fatalf("%s: restored at step %d: step %d has another hash", ground.Name, k, k+n+1)
				}
			}
		}
	}
}
