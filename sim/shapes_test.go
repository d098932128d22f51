package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// must returns a shape that a constructor has made.
func must(s geom.Shape, err error) geom.Shape {
	if err != nil {
		panic(err)
	}
	return s
}

// kinds are the kinds of movable bodies, each of a size of about 1 m, given by its shapes; the last is a compound.
var kinds = []struct {
	name   string
	shapes []sim.ShapeDef
}{
	{"box", []sim.ShapeDef{{Shape: must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.4, Z: 0.3}))}}},
	{"sphere", []sim.ShapeDef{{Shape: must(geom.NewSphere(0.5))}}},
	{"capsule", []sim.ShapeDef{{Shape: must(geom.NewCapsule(0.25, 0.4))}}},
	{"cylinder", []sim.ShapeDef{{Shape: must(geom.NewCylinder(0.4, 0.3))}}},
	{"cone", []sim.ShapeDef{{Shape: must(geom.NewCone(0.4, 0.6))}}},
	{"ellipsoid", []sim.ShapeDef{{Shape: must(geom.NewEllipsoid(geom.Vec{X: 0.6, Y: 0.5, Z: 0.3}))}}},
	{"hull", []sim.ShapeDef{{Shape: must(geom.NewConvex(icosahedron(0.5)))}}},
	{"dumbbell", []sim.ShapeDef{
		{Shape: must(geom.NewSphere(0.25)), Position: mgl64.Vec3{-0.4, 0, 0}},
		{Shape: must(geom.NewBox(geom.Vec{X: 0.4, Y: 0.1, Z: 0.1}))},
		{Shape: must(geom.NewBox(geom.Vec{X: 0.2, Y: 0.2, Z: 0.2})), Position: mgl64.Vec3{0.4, 0, 0}, Attitude: mgl64.QuatRotate(0.7, mgl64.Vec3{1, 0, 0})},
	}},
}

// icosahedron returns the twelve vertices at distance r from the origin.
func icosahedron(r float64) []geom.Vec {
	var list []geom.Vec
	g := (1 + math.Sqrt(5)) / 2
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-g, g} {
			list = append(list, geom.Vec{Y: a, Z: b}, geom.Vec{X: a, Y: b}, geom.Vec{X: b, Z: a})
		}
	}
	for i := range list {
		list[i] = list[i].Scale(r / math.Sqrt(1+g*g))
	}
	return list
}

// bodyOfKind is a body of kind k.
func bodyOfKind(k int, mass float64) sim.BodyDef {
	b, _, err := sim.Compose(kinds[k].shapes, mass)
	if err != nil {
		panic(err)
	}
	b.Name = kinds[k].name
	return b
}

// placedOf returns the shapes of body i of a definition where they are in the world's frame.
func placedOf(w *sim.World, def *sim.Definition, i int) []narrowphase.Convex {
	s := bodyOf(w, i)
	return placedIn(def.Bodies[i].Shapes, def.Bodies[i].Half, s.Transform())
}

func placedIn(shapes []sim.ShapeDef, half mgl64.Vec3, t geom.Transform) []narrowphase.Convex {
	if len(shapes) == 0 {
		s := must(geom.NewBox(geom.FromMGL(half)))
		return []narrowphase.Convex{{Shape: &s, Pose: t}}
	}
	var list []narrowphase.Convex
	for i := range shapes {
		at := geom.Transform{P: geom.FromMGL(shapes[i].Position), Q: geom.IdentityQuat()}
		if shapes[i].Attitude != (mgl64.Quat{}) {
			at.Q = geom.QuatFromMGL(shapes[i].Attitude).Normalize()
		}
		list = append(list, narrowphase.Convex{Shape: &shapes[i].Shape, Pose: t.Mul(at)})
	}
	return list
}

// overlap returns how deep two lists of shapes are in each other [m], negative when they are apart.
func overlap(a, b []narrowphase.Convex) float64 {
	depth := math.Inf(-1)
	for i := range a {
		for j := range b {
			sep, _ := narrowphase.Separation(&a[i], &b[j])
			depth = math.Max(depth, -sep)
		}
	}
	return depth
}

// grounds are the ways to be a floor at height 0.
func grounds(t testing.TB) []sim.StaticDef {
	flat := geom.HeightField{NX: 41, NY: 41, DX: 0.5, DY: 0.5, Origin: geom.Vec{X: -10, Y: -10}, Heights: make([]float64, 41*41)}
	field, err := flat.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	return []sim.StaticDef{
		floor(10),
		{Name: "plane", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}},
		grid(t, 20, 1),
		{Name: "field", Mesh: field, Asset: "field"},
	}
}

// TestShapes_ComeToRest drops a body of every kind, flat, onto every kind of floor: it sleeps within ten seconds, no
// deeper in the floor than the slop.
func TestShapes_ComeToRest(t *testing.T) {
	t.Parallel()
	for k := range kinds {
		for _, ground := range grounds(t) {
			t.Run(kinds[k].name+" on "+ground.Name, func(t *testing.T) {
				b := bodyOfKind(k, 10)
				b.Position = mgl64.Vec3{0.1, 0.2, 1.5}
				def := &sim.Definition{
					Settings:  sim.Settings{Gravity: tilt(0)},
					Materials: []sim.Material{{Friction: 0.6}},
					Bodies:    []sim.BodyDef{b},
					Statics:   []sim.StaticDef{ground},
				}
				w := mustWorld(t, def)
				for step := 0; step < 2400 && !w.AtRest(); step++ {
					run(t, w, 1, nil)
				}
				low := math.Inf(1)
				for _, c := range placedOf(w, def, 0) {
					low = math.Min(low, c.Shape.Bounds(c.Pose).Min.Z)
				}
				s := bodyOf(w, 0)
				if !w.AtRest() || math.Abs(low) > 2e-4 {
					t.Errorf("at rest %v after %g s, lowest point at %g m, %g m/s, L %g", w.AtRest(), w.Frame().Time, low, s.V.Len(), s.L.Len())
				}
			})
		}
	}
}

// TestShapes_BulletsAreNeverMissed is E2 for every pair of kinds: two bodies of about 0.5 m at 60 m/s at right angles,
// both turning at random, at many phases of the step and offsets. Every pair that would come through the same place has
// an impact, after which the normal velocities have changed.
func TestShapes_BulletsAreNeverMissed(t *testing.T) {
	t.Parallel()
	const dt = 1.0 / 60
	r := rand.New(rand.NewPCG(11, 1))
	phases := 5
	if geomtest.Long {
		phases = 40
	}
	for i := range kinds {
		for j := range i + 1 {
			for k := range phases {
				d := 60 * dt * (3 + (float64(k)+r.Float64())/float64(phases))
				a, b := bodyOfKind(i, 10), bodyOfKind(j, 5)
				a.Name, b.Name = "a", "b"
				a.Position, a.Velocity = mgl64.Vec3{-d, 0, 0}, mgl64.Vec3{60, 0, 0}
				b.Position, b.Velocity = mgl64.Vec3{0, 0, -d + 0.15*r.Float64()}, mgl64.Vec3{0, 0, 60}
				a.Attitude, b.Attitude = randomTurn(r), randomTurn(r)
				a.AngularVelocity, b.AngularVelocity = randomVec(r, 30), randomVec(r, 30)
				def := &sim.Definition{
					Settings:  sim.Settings{Step: dt, SleepTime: -1},
					Materials: []sim.Material{{Restitution: 1}},
					Bodies:    []sim.BodyDef{a, b},
				}
				w := mustWorld(t, def)
				start := totalsOf(w, 2)
				var impacts int
				for step := range 12 {
					impacts += len(run(t, w, 1, nil))
					if x := overlap(placedOf(w, def, 0), placedOf(w, def, 1)); x > 1e-6 {
						t.Errorf("%s and %s, case %d: overlap %g after step %d", kinds[i].name, kinds[j].name, k, x, step)
						break
					}
				}
				if impacts == 0 {
					t.Errorf("%s and %s, case %d: missed", kinds[i].name, kinds[j].name, k)
				}
				now := totalsOf(w, 2)
				if x := now.p.Sub(start.p).Len() / start.pSize; x > 1e-13 {
					t.Errorf("%s and %s, case %d: momentum off by %g", kinds[i].name, kinds[j].name, k, x)
				}
				if x := now.l.Sub(start.l).Len() / start.lSize; x > 1e-12 {
					t.Errorf("%s and %s, case %d: angular momentum off by %g", kinds[i].name, kinds[j].name, k, x)
				}
			}
		}
	}
}

// TestShapes_BallBouncesToItsHeight is E5: a ball dropped from 5 m with e = 1 comes back to 5 m within 1e-4 m at every
// bounce, at 60 and at 240 steps a second, on every kind of floor.
func TestShapes_BallBouncesToItsHeight(t *testing.T) {
	t.Parallel()
	for _, ground := range grounds(t) {
		for _, rate := range []float64{60, 240} {
			ball := bodyOfKind(1, 3)
			ball.Position = mgl64.Vec3{0.3, 0.1, 5.5}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1 / rate, Gravity: tilt(0), SleepTime: -1},
				Materials: []sim.Material{{Restitution: 1}},
				Bodies:    []sim.BodyDef{ball},
				Statics:   []sim.StaticDef{ground},
			})
			bounces := 0
			for range int(20 * rate) {
				bounces += len(run(t, w, 1, nil))
				s := bodyOf(w, 0)
				// The height that the ball would rise to from where it is.
				if peak := s.X.Z - 0.5 + s.V.Z*s.V.Z/(2*9.81); math.Abs(peak-5) > 1e-4 {
					t.Fatalf("%s at %g Hz: after %d bounces the peak is at %.9f m", ground.Name, rate, bounces, peak)
				}
			}
			if bounces < 9 {
				t.Errorf("%s at %g Hz: %d bounces", ground.Name, rate, bounces)
			}
		}
	}
}

// TestShapes_BallRollsDownASlope lets balls roll down every kind of floor under gravity tilted by 20°. With friction
// above 2/7 tan 20° they roll without slipping: v = 5/7 g sin(20°) t, w = v/r. The solver's residual is 1e-7 m/s a
// substep.
func TestShapes_BallRollsDownASlope(t *testing.T) {
	t.Parallel()
	const angle = 20 * math.Pi / 180
	for _, ground := range grounds(t) {
		ball := bodyOfKind(1, 3)
		ball.Position = mgl64.Vec3{-5, 0.1, 0.5}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, Gravity: tilt(angle), SleepTime: -1},
			Materials: []sim.Material{{Friction: 0.5}},
			Bodies:    []sim.BodyDef{ball},
			Statics:   []sim.StaticDef{ground},
		})
		run(t, w, 480, nil)
		s := bodyOf(w, 0)
		want := 5.0 / 7 * geom.FromMGL(tilt(angle)).X * 2
		turn := massOf(w, 0).AngularVelocity(s.Q, s.L)
		if math.Abs(s.V.X-want) > 1e-3*math.Abs(want) || math.Abs(turn.Y*0.5-s.V.X) > 1e-5 {
			t.Errorf("on %s: v %.9f m/s, w r %.9f m/s, want %.9f", ground.Name, s.V.X, turn.Y*0.5, want)
		}
		if math.Abs(s.X.Z-0.5) > 2e-4 || math.Abs(s.V.Y) > 1e-6 {
			t.Errorf("on %s: at height %g, sideways %g m/s", ground.Name, s.X.Z, s.V.Y)
		}
	}
}

// TestVehicle_DrivesOnEveryGround brakes a car on a box and on a plane as TestVehicle_StopsWithinItsBrakingDistance
// does on a mesh.
func TestVehicle_DrivesOnEveryGround(t *testing.T) {
	for _, ground := range []sim.StaticDef{floor(100), grounds(t)[1]} {
		def := sedan(20, []vehicle.Input{{Brake: 1}})
		def.Statics = []sim.StaticDef{ground}
		w := mustWorld(t, def)
		run(t, w, 1200, nil)
		want := 20 * 20 / (2 * 0.7 * 9.81)
		if d := value(w, 0, "x", 0) + 60; math.Abs(d-want) > 0.005*want || !w.AtRest() {
			t.Errorf("on %s: stops after %.4f m, want %.4f; at rest %v", ground.Name, d, want, w.AtRest())
		}
	}
}

// TestShapes_BilliardBallsMeetInClosedForm lets two balls of different sizes and masses, both turning, meet off centre
// without friction at 60 phases of a step and 1e2 to 1e4 m/s: the time is the root of |d + v t| = r1 + r2, the impulse
// (1 + e) m |v·n| along the line of the centres.
func TestShapes_BilliardBallsMeetInClosedForm(t *testing.T) {
	const dt, r1, r2, m1, m2, e = 1.0 / 60, 0.3, 0.5, 2.0, 5.0, 0.7
	for _, speed := range []float64{1e2, 1e3, 1e4} {
		for k := range 60 {
			d := geom.Vec{X: speed * dt * (2 + float64(k)/60), Y: 0.45, Z: -0.2}
			a, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewSphere(r1))}}, m1)
			if err != nil {
				t.Fatal(err)
			}
			b, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewSphere(r2))}}, m2)
			if err != nil {
				t.Fatal(err)
			}
			a.Name, b.Name = "a", "b"
			a.Velocity, a.AngularVelocity = mgl64.Vec3{0.6 * speed, 0, 0}, mgl64.Vec3{10, 20, 30}
			b.Position, b.Velocity, b.AngularVelocity = d.MGL(), mgl64.Vec3{-0.4 * speed, 0, 0}, mgl64.Vec3{-5, 6, 7}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: dt, SleepTime: -1},
				Materials: []sim.Material{{Restitution: e}},
				Bodies:    []sim.BodyDef{a, b},
			})
			impacts := run(t, w, 5, nil)
			if len(impacts) != 1 {
				t.Fatalf("%g m/s, phase %d: %d impacts", speed, k, len(impacts))
			}
			// Along x the centres close at speed until their distance across is made up to r1 + r2.
			across := math.Sqrt((r1+r2)*(r1+r2) - d.Y*d.Y - d.Z*d.Z)
			want := (d.X - across) / speed
			n := geom.Vec{X: across, Y: d.Y, Z: d.Z}.Scale(1 / (r1 + r2))
			j := (1 + e) * speed * n.X / (1/m1 + 1/m2)
			v1, v2 := geom.Vec{X: 0.6 * speed}.AddScaled(n, -j/m1), geom.Vec{X: -0.4 * speed}.AddScaled(n, j/m2)
			got := impacts[0]
			if x := math.Abs(got.Time-want) * speed; x > 2e-9 {
				t.Errorf("%g m/s, phase %d: the impact is %g m off", speed, k, x)
			}
			// A gap of 1e-9 m of 0.8 turns the normal by as much over the offset.
			if x := math.Max(got.After[0].V.Sub(v1).Len(), got.After[1].V.Sub(v2).Len()); x > 1e-8*speed {
				t.Errorf("%g m/s, phase %d: velocities %g m/s off", speed, k, x)
			}
			// No friction, and no lever but for the rounding of contact points: 1e-15 of the travel in a step, 100 m at
			// the most.
			for i, w := range []geom.Vec{{X: 10, Y: 20, Z: 30}, {X: -5, Y: 6, Z: 7}} {
				if x := got.After[i].W.Sub(w).Len(); x > 1e-12*speed {
					t.Errorf("%g m/s, phase %d: ball %d has its spin changed by %g", speed, k, i, x)
				}
			}
		}
	}
}

// TestShapes_SlideFromMeshToMesh lets every kind of body slide without friction over a floor of two meshes with cells
// of different sizes, whose vertices do not meet where they join: no impact, no change of speed, no jump.
func TestShapes_SlideFromMeshToMesh(t *testing.T) {
	t.Parallel()
	tile := func(name string, x0, cell float64, n int) sim.StaticDef {
		f := geom.HeightField{Name: name, NX: n + 1, NY: n + 1, DX: cell, DY: cell, Origin: geom.Vec{X: x0, Y: -float64(n) * cell / 2}, Heights: make([]float64, (n+1)*(n+1))}
		m, err := f.Mesh()
		if err != nil {
			t.Fatal(err)
		}
		return sim.StaticDef{Name: name, Mesh: m, Asset: name}
	}
	for k := range kinds {
		b := bodyOfKind(k, 10)
		low := math.Inf(1)
		for i := range b.Shapes {
			q := b.Shapes[i].Attitude
			if q == (mgl64.Quat{}) {
				q = mgl64.QuatIdent()
			}
			at := geom.Transform{P: geom.FromMGL(b.Shapes[i].Position), Q: geom.QuatFromMGL(q)}
			low = math.Min(low, b.Shapes[i].Shape.Bounds(at).Min.Z)
		}
		if kinds[k].name == "hull" || kinds[k].name == "dumbbell" {
			continue // they stand on an edge, and tip
		}
		b.Position, b.Velocity = mgl64.Vec3{-3.1, 0.13, -low}, mgl64.Vec3{10, 1, 0}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
			Materials: []sim.Material{{}},
			Bodies:    []sim.BodyDef{b},
			Statics:   []sim.StaticDef{tile("left", -5, 1, 5), tile("right", 0, 0.7, 7)},
		})
		for _, e := range run(t, w, 150, nil) {
			t.Errorf("%s: impact at %g s, closing at %g m/s", b.Name, e.Time, e.Closing)
		}
		s := bodyOf(w, 0)
		if d := s.V.Sub(geom.Vec{X: 10, Y: 1}).Len(); d > 1e-6 || math.Abs(s.X.Z+low) > 1e-4 || s.X.X < 3 {
			t.Errorf("%s: at %v its velocity is off by %g m/s", b.Name, s.X, d)
		}
	}
}

// TestShapes_RodRollsAlongAWall: a rod rolls along a wall that it presses less and less, down to the smallest numbers.
func TestShapes_RodRollsAlongAWall(t *testing.T) {
	rod := must(geom.NewCylinder(0.016112738807026857, 0.08296839289627723))
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 1}},
		Bodies:    []sim.BodyDef{{Name: "rod", Shapes: []sim.ShapeDef{{Shape: rod}}, Mass: 1, Position: mgl64.Vec3{-1, -0.2, 2}, Velocity: mgl64.Vec3{-15.8, -3, 0}}},
		Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 4, 20}, Position: mgl64.Vec3{-3.49, 0, 20}}},
	})
	for range 150 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
}
