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
	"github.com/prang-sim/prang/sim/record"
)

// cube is a cube of the given half edge [m] and mass [kg].
func cube(name string, half, mass float64, x, v mgl64.Vec3) sim.BodyDef {
	return sim.BodyDef{Name: name, Half: mgl64.Vec3{half, half, half}, Mass: mass, Position: x, Velocity: v}
}

// free is a world without gravity and sleep, of one material.
func free(t testing.TB, e, mu float64, bodies ...sim.BodyDef) *sim.World {
	t.Helper()
	return mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1},
		Materials: []sim.Material{{Friction: mu, Restitution: e}},
		Bodies:    bodies,
	})
}

// limits counts the events of limits that were hit by what they say.
func limits(w *sim.World, count map[string]int) {
	for _, e := range w.Frame().Events {
		if e.Kind == record.Limit {
			count[e.Detail]++
		}
	}
}

// intoStatics returns how deep a body is in one of the boxes given by their definitions [m].
func intoStatics(w *sim.World, body int, statics []sim.StaticDef) float64 {
	b, depth := boxOf(w, body), 0.0
	for i := range statics {
		s := &statics[i]
		q := geom.IdentityQuat()
		if s.Attitude != (mgl64.Quat{}) {
			q = geom.QuatFromMGL(s.Attitude)
		}
		o := geom.NewOBB(geom.Transform{P: geom.FromMGL(s.Position), Q: q}, geom.FromMGL(s.Half))
		if m, ok := narrowphase.MTVOBBs(&b, &o); ok && m.Depth > depth {
			depth = m.Depth
		}
	}
	return depth
}

// TestRobust_WhatNeverTouchesEndsItsStep has a car meet a box of a million kilometres, beyond MaxLength, at whose tolerance
// nothing touches at the moments that the search for meetings finds: the search for it ends in each step with a limit
// event, and no momentum comes from it but that of the impact.
func TestRobust_WhatNeverTouchesEndsItsStep(t *testing.T) {
	t.Parallel()
	w, err := sim.NewUnbounded(&sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.1}},
		Bodies: []sim.BodyDef{
			{Name: "mast", Half: mgl64.Vec3{2.25, 0.9, 5e8}, Mass: 1500, Position: mgl64.Vec3{-6, 0, 3}, Velocity: mgl64.Vec3{25, 0, 0}},
			{Name: "car", Half: mgl64.Vec3{2.1, 0.85, 0.75}, Mass: 1200, Position: mgl64.Vec3{6, 0.4, 3}, Velocity: mgl64.Vec3{-14, 0, 0}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	hit := map[string]int{}
	impacts := 0
	for range 60 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		limits(w, hit)
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				impacts++
			}
		}
	}
	a, b := stateOf(w, 0), stateOf(w, 1)
	if p := 1500*a.V.X + 1200*b.V.X; impacts != 1 || hit["search"] == 0 || math.Abs(p-(1500*25-1200*14)) > 1e-9*1500*25 || b.V.X < a.V.X {
		t.Errorf("%d impacts, limits %v, momentum %v, %v and %v", impacts, hit, p, a.V, b.V)
	}
}

// TestRobust_StartingInContact places a cube at rest and another that touches it in a face, an edge or a corner from
// the first moment on, at rest, parting, sliding along, and coming together. The expected velocity of the first cube
// follows from momentum: equal masses share the closing speed along the normal by (1+e)/2. Edges and corners have no
// unique normal: it is the bisector.
func TestRobust_StartingInContact(t *testing.T) {
	x, y, z := mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, 0, 1}
	for _, e := range []float64{0, 0.5, 1} {
		share := (1 + e) / 2
		for _, c := range []struct {
			name      string
			at, v     mgl64.Vec3
			want      mgl64.Vec3
			twoBodies bool // they stay together: the solver of contacts has them
		}{
			{"faces, at rest", x, mgl64.Vec3{}, mgl64.Vec3{}, true},
			{"faces, parting", x, x.Mul(3), mgl64.Vec3{}, false},
			{"faces, sliding", x, y.Mul(-3), mgl64.Vec3{}, false},
			{"faces, together", x, x.Mul(-3), x.Mul(-3 * share), e == 0},
			{"edges, at rest", x.Add(y), mgl64.Vec3{}, mgl64.Vec3{}, true},
			{"edges, parting", x.Add(y), x.Add(y).Mul(3), mgl64.Vec3{}, false},
			{"edges, together", x.Add(y), x.Add(y).Mul(-3), x.Add(y).Mul(-3 * share), e == 0},
			{"corners, at rest", x.Add(y).Add(z), mgl64.Vec3{}, mgl64.Vec3{}, true},
			{"corners, parting", x.Add(y).Add(z), x.Add(y).Add(z).Mul(3), mgl64.Vec3{}, false},
			{"corners, together", x.Add(y).Add(z), x.Add(y).Add(z).Mul(-3), x.Add(y).Add(z).Mul(-3 * share), e == 0},
		} {
			w := free(t, e, 0, cube("a", 0.5, 1, mgl64.Vec3{}, mgl64.Vec3{}), cube("b", 0.5, 1, c.at, c.v))
			impacts := run(t, w, 60, nil)
			// The contact solver stops at a residual of 1e-7 m/s.
			tol := 1e-12
			if c.twoBodies {
				tol = 1e-6
			}
			if d := bodyOf(w, 0).V.Sub(geom.FromMGL(c.want)).Len(); d > tol {
				t.Errorf("e %g, %s: the first cube has %v m/s, want %v (%d impacts)", e, c.name, bodyOf(w, 0).V, c.want, len(impacts))
			}
			if d := bodyOf(w, 0).V.Add(bodyOf(w, 1).V).Sub(geom.FromMGL(c.v)).Len(); d > 1e-14 {
				t.Errorf("e %g, %s: momentum off by %g", e, c.name, d)
			}
			if d := deepest(w, 2); d > 1e-6 {
				t.Errorf("e %g, %s: overlap %g", e, c.name, d)
			}
		}
	}
}

// TestRobust_HitFromBothSidesAtOnce lets two cubes hit a third at exactly the same time from both sides. It is one
// problem with a symmetric answer: the third keeps still, the others go back with e times their speed.
func TestRobust_HitFromBothSidesAtOnce(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		for _, mu := range []float64{0, 0.5} {
			w := free(t, e, mu, cube("m", 0.5, 2, mgl64.Vec3{}, mgl64.Vec3{}),
				cube("a", 0.5, 1, mgl64.Vec3{-1.3, 0, 0}, mgl64.Vec3{10, 0, 0}), cube("b", 0.5, 1, mgl64.Vec3{1.3, 0, 0}, mgl64.Vec3{-10, 0, 0}))
			impacts := run(t, w, 60, nil)
			if len(impacts) != 2 || impacts[0].Time != impacts[1].Time {
				t.Fatalf("e %g mu %g: %d impacts: %v", e, mu, len(impacts), impacts)
			}
			for i, want := range []float64{0, -10 * e, 10 * e} {
				if d := bodyOf(w, i).V.Sub(geom.Vec{X: want}).Len(); d > 1e-12 {
					t.Errorf("e %g mu %g: body %d has %v m/s, want %g", e, mu, i, bodyOf(w, i).V, want)
				}
			}
		}
	}
}

// TestRobust_RowOfTouchingCubes hits a row of five touching cubes with a sixth. The contacts do not become one problem:
// each is hit when the one before it has been, at the same time, so that with e = 1 the last one leaves with all the
// speed, as in Newton's cradle. With less restitution the row shares it; it terminates, and momentum is kept.
func TestRobust_RowOfTouchingCubes(t *testing.T) {
	for _, e := range []float64{0, 0.3, 1} {
		var list []sim.BodyDef
		for i := range 5 {
			list = append(list, cube(fmt.Sprint("row", i), 0.5, 1, mgl64.Vec3{float64(i), 0, 0}, mgl64.Vec3{}))
		}
		list = append(list, cube("striker", 0.5, 1, mgl64.Vec3{-3, 0, 0}, mgl64.Vec3{10, 0, 0}))
		w := free(t, e, 0, list...)
		hit := map[string]int{}
		impacts := run(t, w, 60, func() { limits(w, hit) })
		if d := totalsOf(w, 6).p.Sub(geom.Vec{X: 10}).Len(); d > 1e-13 {
			t.Errorf("e %g: momentum off by %g", e, d)
		}
		if k := totalsOf(w, 6).kinetic; k > 50*(1+1e-12) {
			t.Errorf("e %g: kinetic energy %g J after 50 J", e, k)
		}
		if d := deepest(w, 6); d > 1e-6 || len(hit) > 0 || len(impacts) < 5 {
			t.Errorf("e %g: overlap %g, limits %v, %d impacts", e, d, hit, len(impacts))
		}
		if last := bodyOf(w, 4).V.X; e == 1 && math.Abs(last-10) > 1e-12 {
			t.Errorf("the last cube leaves with %g m/s, want 10", last)
		}
		for i := 1; i < 5; i++ {
			if bodyOf(w, i).V.X < bodyOf(w, i-1).V.X-1e-6 {
				t.Errorf("e %g: cube %d is slower than the one behind it", e, i)
			}
		}
	}
}

// TestRobust_WedgeHoldsWhatFallsIntoIt drops a cube between two walls that meet at the bottom. It comes to rest; where
// the passes of the contact solver do not suffice it enters the walls by what is caught without an impact, 0.5 m/s, in
// one substep of 1/240 s, at most: 2.1 mm. At rest it is in them by no more than the slop.
func TestRobust_WedgeHoldsWhatFallsIntoIt(t *testing.T) {
	for _, angle := range []float64{0.05, 0.2, 0.8} {
		for _, mu := range []float64{0, 0.5} {
			left, right := mgl64.QuatRotate(-angle, mgl64.Vec3{0, 1, 0}), mgl64.QuatRotate(angle, mgl64.Vec3{0, 1, 0})
			walls := []sim.StaticDef{
				{Name: "left", Half: mgl64.Vec3{1, 9, 9}, Position: left.Rotate(mgl64.Vec3{-1, 0, 0}), Attitude: left},
				{Name: "right", Half: mgl64.Vec3{1, 9, 9}, Position: right.Rotate(mgl64.Vec3{1, 0, 0}), Attitude: right},
			}
			c := cube("c", 0.3, 10, mgl64.Vec3{0.01, 0, 0.3/math.Tan(angle) + 1}, mgl64.Vec3{0, 0, -3})
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)},
				Materials: []sim.Material{{Friction: mu}},
				Bodies:    []sim.BodyDef{c}, Statics: walls,
			})
			depth := 0.0
			run(t, w, 240, func() { depth = math.Max(depth, intoStatics(w, 0, walls)) })
			if rest := intoStatics(w, 0, walls); depth > 0.5/240 || rest > 1.1e-4 {
				t.Errorf("angle %g mu %g: %g m inside a wall, in the end %g m", angle, mu, depth, rest)
			}
			if v := bodyOf(w, 0).V; math.Abs(v.Z) > 1e-3 {
				t.Errorf("angle %g mu %g: moves on at %v m/s", angle, mu, v)
			}
		}
	}
}

// TestRobust_ElasticBoxKeepsItsHeight drops a box flat from 1 m with e = 1 and watches it for 60 s at two lengths of
// the step: it comes back to the same height every time. An impact turns the speed at the height at which it is found,
// so that only rounding changes the top, measured as 4e-14 m after 66 bounces.
func TestRobust_ElasticBoxKeepsItsHeight(t *testing.T) {
	for _, dt := range []float64{1.0 / 30, 1.0 / 240} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: dt, Gravity: tilt(0)},
			Materials: []sim.Material{{Restitution: 1}},
			Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.4, 0.3}, Mass: 7, Position: mgl64.Vec3{0.1, 0.2, 1.3}}},
			Statics:   []sim.StaticDef{floor(20)},
		})
		worst := 0.0
		bounces := len(run(t, w, int(math.Round(60/dt)), func() {
			s := bodyOf(w, 0)
			top := s.X.Z + s.V.Z*s.V.Z/(2*9.81)
			worst = math.Max(worst, math.Abs(top-1.3))
		}))
		if worst > 1e-12 || bounces < 60 {
			t.Errorf("dt %g: height off by %g m in %d bounces", dt, worst, bounces)
		}
		if s := bodyOf(w, 0); s.L.Len() > 1e-9 {
			t.Errorf("dt %g: it turns: %v", dt, s.L)
		}
	}
}

// TestRobust_BouncingComesToAnEnd drops a box flat with e = 0.5. Infinitely many impacts take 3 sqrt(2 h/g) = 1.3546 s
// in all; whatever the threshold of impacts, the limit of their number is not hit, and the box comes to rest.
func TestRobust_BouncingComesToAnEnd(t *testing.T) {
	for _, speed := range []float64{0, -1} {
		for _, dt := range []float64{1.0 / 30, 1.0 / 240} {
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: dt, Gravity: tilt(0), ImpactSpeed: speed},
				Materials: []sim.Material{{Restitution: 0.5}},
				Bodies:    []sim.BodyDef{cube("c", 0.5, 3, mgl64.Vec3{0, 0, 1.5}, mgl64.Vec3{})},
				Statics:   []sim.StaticDef{floor(20)},
			})
			hit, last := map[string]int{}, 0.0
			impacts := run(t, w, int(2.5/dt), func() {
				limits(w, hit)
				if v := bodyOf(w, 0).V.Len(); v > 1e-3 {
					last = w.Frame().Time
				}
			})
			if len(hit) > 0 {
				t.Errorf("impact speed %g dt %g: limits %v", speed, dt, hit)
			}
			// Below the threshold of 0.5 m/s the rest of the bounces is left out, 2·0.5/g.
			if end := 3 * math.Sqrt(2/9.81); last > end+dt || last < end-0.2 {
				t.Errorf("impact speed %g dt %g: moves until %g s, want %g (%d impacts)", speed, dt, last, end, len(impacts))
			}
			if z := bodyOf(w, 0).X.Z; !w.AtRest() || math.Abs(z-0.5) > 1e-4 {
				t.Errorf("impact speed %g dt %g: at rest %v at height %g", speed, dt, w.AtRest(), z)
			}
		}
	}
}

// valley is a mesh of two long slopes that meet in a crease along y at z = 0.
func valley(t testing.TB, slope float64) sim.StaticDef {
	t.Helper()
	m := &geom.Mesh{Name: "valley", Vertices: []geom.Vec{
		{X: -5, Y: -5, Z: 5 * slope}, {Y: -5}, {X: 5, Y: -5, Z: 5 * slope}, {X: -5, Y: 5, Z: 5 * slope}, {Y: 5}, {X: 5, Y: 5, Z: 5 * slope},
	}, Tris: []geom.Tri{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return sim.StaticDef{Name: "valley", Mesh: m, Asset: "valley"}
}

// TestRobust_CreaseHoldsABox drops a box into the crease of a valley and onto that of a ridge: no vertex of the box
// comes below the surface by more than the slop, and in the valley it comes to rest.
func TestRobust_CreaseHoldsABox(t *testing.T) {
	for _, slope := range []float64{0.3, 1, 3, -0.3} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 120, Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0.4, Restitution: 0.1}},
			Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.3, 0.2, 0.1}, Mass: 5, Position: mgl64.Vec3{0.05, 0, 2.5},
				Attitude: mgl64.QuatRotate(0.3, mgl64.Vec3{1, 2, 3}.Normalize()), AngularVelocity: mgl64.Vec3{1, 0, 2}}},
			Statics: []sim.StaticDef{valley(t, slope)},
		})
		depth := 0.0
		run(t, w, 600, func() {
			b := boxOf(w, 0)
			for i := range 8 {
				// The height over a slope; a ridge is convex there, so that this is the depth below the nearer plane.
				v := b.Vertex(i)
				if math.Abs(v.X) > 5 || math.Abs(v.Y) > 5 {
					continue
				}
				over := (v.Z - slope*math.Abs(v.X)) / math.Sqrt(1+slope*slope)
				depth = math.Max(depth, -over)
			}
		})
		if depth > 3e-4 {
			t.Errorf("slope %g: a vertex is %g m below the surface", slope, depth)
		}
		if v := bodyOf(w, 0).V.Len(); slope > 0 && v > 1e-2 {
			t.Errorf("slope %g: moves on at %g m/s", slope, v)
		}
	}
}

// TestRobust_HeavyOnLight stacks a cube of up to 10,000 kg on one of 1 kg, with friction and without: they stand. With
// 1e6 kg the run goes on with finite numbers, and no energy comes from nowhere.
func TestRobust_HeavyOnLight(t *testing.T) {
	for _, ratio := range []float64{10, 100, 1000, 1e4, 1e6} {
		for _, mu := range []float64{0, 0.5} {
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Gravity: tilt(0)},
				Materials: []sim.Material{{Friction: mu}},
				Bodies: []sim.BodyDef{cube("light", 0.5, 1, mgl64.Vec3{0, 0, 0.5}, mgl64.Vec3{}),
					cube("heavy", 0.5, ratio, mgl64.Vec3{0, 0, 1.5}, mgl64.Vec3{})},
				Statics: []sim.StaticDef{floor(20)},
			})
			hit := map[string]int{}
			run(t, w, 240, func() {
				limits(w, hit)
				s := bodyOf(w, 1)
				if rise := s.X.Z + s.V.LenSq()/(2*9.81) - 1.5; rise > 0.05 {
					t.Fatalf("ratio %g, mu %g, t = %g: height and speed of the heavy one are worth %g m more than at the start", ratio, mu, w.Frame().Time, rise)
				}
			})
			if ratio > 1e4 {
				continue
			}
			if d := bodyOf(w, 1).X.Sub(geom.Vec{Z: 1.5}).Len(); d > 1e-4 || !w.AtRest() || len(hit) > 0 {
				t.Errorf("ratio %g, mu %g: the heavy one is off by %g m, at rest %v, limits %v", ratio, mu, d, w.AtRest(), hit)
			}
		}
	}
}

// TestRobust_SizesAndSteps drops two cubes of 1 mm, 1 m and 100 m edge on a floor at lengths of the step from 1/1000 to
// 1/30 s: they come to rest on the floor, no deeper in it or in each other than the slop of 0.1 mm and what a substep
// of free fall adds.
func TestRobust_SizesAndSteps(t *testing.T) {
	t.Parallel()
	for _, size := range []float64{1e-3, 1, 100} {
		for _, dt := range []float64{1e-3, 1.0 / 240, 1.0 / 30} {
			statics := []sim.StaticDef{floor(10 * size)}
			// The drop is of half the size; speeds and times scale with the square root.
			time := 12 * math.Sqrt(size/9.81)
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: dt, Gravity: tilt(0), SleepTime: -1},
				Materials: []sim.Material{{Friction: 0.5}},
				Bodies: []sim.BodyDef{cube("a", size/2, 1000*size*size*size, mgl64.Vec3{0, 0, size}, mgl64.Vec3{}),
					cube("b", size/2, 1000*size*size*size, mgl64.Vec3{3 * size, 0, size}, mgl64.Vec3{})},
				Statics: statics,
			})
			run(t, w, int(time/dt)+1, nil)
			for i := range 2 {
				s := bodyOf(w, i)
				if d := math.Abs(s.X.Z - size/2); d > math.Max(1.1e-4, 1e-6*size) || s.V.Len() > 1e-3 {
					t.Errorf("size %g dt %g: cube %d at height %g, %v m/s", size, dt, i, s.X.Z, s.V)
				}
			}
		}
	}
}

// sleepingStack is four cubes on a floor and a bullet that hits one of them from the side after 1.2 s.
func sleepingStack(hit int) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 120, Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{floor(20)},
	}
	for i := range 4 {
		def.Bodies = append(def.Bodies, cube(fmt.Sprint("s", i), 0.5, 100, mgl64.Vec3{0, 0, 0.5 + float64(i)}, mgl64.Vec3{}))
	}
	const v, at = 100.0, 1.2
	def.Bodies = append(def.Bodies, cube("bullet", 0.05, 2,
		mgl64.Vec3{-0.55 - v*at, 0, 0.5 + float64(hit) + 0.5*9.81*at*at}, mgl64.Vec3{v, 0, 0}))
	return def
}

// TestSleep_HitWakesTheWholeStack hits a sleeping stack at each of its cubes: all four wake at the moment of the
// impact, which is found at its time, and in the end all sleep again.
func TestSleep_HitWakesTheWholeStack(t *testing.T) {
	t.Parallel()
	for hit := range 4 {
		if !geomtest.Long && hit%3 > 0 {
			continue
		}
		w := mustWorld(t, sleepingStack(hit))
		woken, asleep := map[int32]float64{}, 0
		var impact *record.Event
		for range 1200 {
			impacts := run(t, w, 1, nil)
			for _, e := range w.Frame().Events {
				switch e.Kind {
				case record.Sleep:
					asleep++
				case record.Wake:
					if _, ok := woken[e.A]; !ok {
						woken[e.A] = e.Time
					}
					if asleep < 4 {
						t.Fatalf("hit %d: body %d wakes at %g s before all slept", hit, e.A, e.Time)
					}
				}
			}
			for i := range impacts {
				if impact == nil {
					impact = &impacts[i]
				}
			}
		}
		// The bullet falls freely under gravity from its start: the impact is at 1.2 s to the gap of 1e-9.
		if impact == nil || math.Abs(impact.Time-1.2) > 1e-8 || impact.A != int32(hit) || impact.B != 4 {
			t.Fatalf("hit %d: first impact %+v", hit, impact)
		}
		for i := range int32(4) {
			if at, ok := woken[i]; !ok || at != impact.Time {
				t.Errorf("hit %d: cube %d wakes at %g s, the impact is at %g", hit, i, at, impact.Time)
			}
		}
		if !w.AtRest() {
			t.Errorf("hit %d: not at rest after 10 s", hit)
		}
	}
}

// TestSnapshot_GoesOnWithTheSameBits runs a pile of boxes on a mesh, some of which fall asleep while others still fall,
// and restores random steps of it in another world: the hashes of what follows are the same.
func TestSnapshot_GoesOnWithTheSameBits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 4))
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 60, Gravity: tilt(0), SleepTime: 0.2},
		Materials: []sim.Material{{Friction: 0.6, Restitution: 0.2}},
		Statics:   []sim.StaticDef{grid(t, 10, 1), {Name: "wall", Half: mgl64.Vec3{0.2, 3, 1}, Position: mgl64.Vec3{1.5, 0, 1}}},
	}
	for i := range 12 {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.2 + 0.2*r.Float64(), 0.25, 0.15}, Mass: 1 + 4*r.Float64(),
			Position: mgl64.Vec3{2*r.Float64() - 1, 2*r.Float64() - 1, 0.6 + 0.7*float64(i)}, Attitude: randomTurn(r), AngularVelocity: randomVec(r, 3)})
	}
	// A late comer wakes what sleeps by then.
	def.Bodies = append(def.Bodies, cube("late", 0.2, 5, mgl64.Vec3{0, 0, 60}, mgl64.Vec3{}))
	const steps, further = 300, 15
	w, other := mustWorld(t, def), mustWorld(t, def)
	var shots [][]byte
	var hashes []uint64
	kinds := map[record.EventKind]int{}
	run(t, w, steps, func() {
		shots, hashes = append(shots, w.Snapshot(nil)), append(hashes, w.Hash())
		for _, e := range w.Frame().Events {
			kinds[e.Kind]++
		}
	})
	for range 25 {
		k := r.IntN(steps - further)
		if err := other.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		if other.Hash() != hashes[k] {
			t.Fatalf("restored at step %d: another hash at once", k+1)
		}
		run(t, other, further, func() {
			if n := int(other.Frame().Step) - 1; other.Hash() != hashes[n] {
				t.Fatalf("restored at step %d: step %d has another hash", k+1, n+1)
			}
		})
	}
	for _, k := range []record.EventKind{record.Impact, record.ContactBegin, record.ContactEnd, record.Sleep, record.Wake} {
		if kinds[k] == 0 {
			t.Errorf("the scene has no event of kind %v", k)
		}
	}
}
