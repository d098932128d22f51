package sim_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// meeting is two boxes of 4.5 m by 1.8 m that meet with a lateral offset, without friction: the first at 15 m/s along x, turned
// by yaw, the other at rest. swapped gives the first the higher index.
func meeting(step, yaw float64, swapped bool, c *sim.CollisionDef) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: step, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Restitution: 0.2, Model: sim.KudlichSlibar, CrushTime: 0.05}},
		Bodies: []sim.BodyDef{
			{Name: "first", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500, Inertia: mgl64.Diag3(mgl64.Vec3{600, 2400, 2500}), Position: mgl64.Vec3{-3, 0.4, 0},
				Attitude: mgl64.QuatRotate(yaw, mgl64.Vec3{0, 0, 1}), Velocity: mgl64.Vec3{15, 0, 0}},
			{Name: "second", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1100, Inertia: mgl64.Diag3(mgl64.Vec3{500, 1800, 1900}), Position: mgl64.Vec3{3, -0.4, 0},
				Attitude: mgl64.QuatRotate(0.2, mgl64.Vec3{0, 0, 1})},
		},
	}
	if swapped {
		def.Bodies[0], def.Bodies[1] = def.Bodies[1], def.Bodies[0]
	}
	if c != nil {
		given := *c
		if swapped {
			given.First, given.Second = 1, 0
		}
		def.Collisions = []sim.CollisionDef{given}
	}
	return def
}

// flatPlane is the normal of a plane at an angle from the x axis.
func flatPlane(angle float64) mgl64.Vec3 { return mgl64.Vec3{-math.Sin(angle), math.Cos(angle), 0} }

// TestCollision_ImpulseAtPlaneAndPoint: the impulse of a first crush acts on the plane and at the point that are given in the
// frame of the first, whichever way the normal points and whichever has the lower index, with the size of the closed form
// for one point without friction, (1 + e) v / (1/m + ...); and nothing follows from it in another impact at once, in steps of any length.
func TestCollision_ImpulseAtPlaneAndPoint(t *testing.T) {
	t.Parallel()
	const e, yaw = 0.2, 0.1
	touch := sim.CollisionDef{First: 0, Second: 1, Normal: flatPlane(80 * math.Pi / 180), Point: mgl64.Vec3{1.7, -0.3, 0.1}, PointGiven: true}
	plane, point := touch, touch
	plane.PointGiven, plane.Point = false, mgl64.Vec3{}
	point.Normal = mgl64.Vec3{}
	for name, given := range map[string]sim.CollisionDef{"both": touch, "plane": plane, "point": point} {
		for variant := range 8 {
			step, swapped := []float64{1.0 / 240, 1.0 / 960}[variant&1], variant&2 != 0
			c := given
			if variant&4 != 0 {
				c.Normal = c.Normal.Mul(-3)
			}
			t.Run(fmt.Sprintf("%s/%d", name, variant), func(t *testing.T) {
				def := meeting(step, yaw, swapped, &c)
				w := mustWorld(t, def)
				first, second := 0, 1
				if swapped {
					first, second = 1, 0
				}
				begun, impacts := crushes(t, w, int(1.5/step))
				if len(begun) < 1 || len(begun) != len(impacts) || math.Abs(impacts[0].Time-begun[0].Time-0.05) > 1e-12 {
					t.Fatalf("%d crushes, %d impacts, %v", len(begun), len(impacts), impacts)
				}
				// Along the plane of their outlines they meet again when they have turned.
				if len(begun) > 1 && (c.Normal != (mgl64.Vec3{}) || begun[1].Time < begun[0].Time+0.2) {
					t.Errorf("crushes again at %g s", begun[1].Time)
				}
				// Neither turns before the impulse, and nothing acts: where they are follows from its time.
				p := impacts[0].Points[0]
				at := func(i int) geom.Vec {
					b := &def.Bodies[i]
					return geom.FromMGL(b.Position.Add(b.Velocity.Mul(impacts[0].Time)))
				}
				if c.PointGiven {
					want := at(first).Add(geom.FromMGL(def.Bodies[first].Attitude.Rotate(c.Point)))
					if d := p.P.Sub(want).Len(); !(d < 1e-12) {
						t.Errorf("acts at %v, %g m from what is given", p.P, d)
					}
				}
				if c.Normal != (mgl64.Vec3{}) {
					want := geom.FromMGL(def.Bodies[first].Attitude.Rotate(c.Normal)).Normalize()
					if s := impacts[0].N.Dot(want); !(math.Abs(s) > 1-1e-12) {
						t.Errorf("normal %v, not along %v", impacts[0].N, want)
					}
				}
				n := impacts[0].N
				if n.X < 0 {
					n = n.Neg() // from the first to the second
				}
				k := 0.0 // inverse of the mass at the point
				for _, i := range []int{first, second} {
					b := &def.Bodies[i]
					rn := geom.FromMGL(b.Attitude.Conjugate().Rotate(p.P.Sub(at(i)).Cross(n).MGL()))
					k += 1/b.Mass + rn.X*rn.X/b.Inertia[0] + rn.Y*rn.Y/b.Inertia[4] + rn.Z*rn.Z/b.Inertia[8]
				}
				want := n.Scale((1 + e) * 15 * n.X / k)
				if swapped {
					want = want.Neg()
				}
				if d := impacts[0].Impulse.Add(want).Len(); !(d < 1e-9*want.Len()) {
					t.Errorf("impulse %v, want %v", impacts[0].Impulse, want.Neg())
				}
			})
		}
	}
}

// TestCollision_HoldsWhereTheImpulseWas: of two that do not rebound next to nothing is left to hold where the impulse was
// given, though they go on into each other where their outlines cross.
func TestCollision_HoldsWhereTheImpulseWas(t *testing.T) {
	for _, c := range []sim.CollisionDef{
		{First: 0, Second: 1, Normal: flatPlane(1.4), Point: mgl64.Vec3{1.7, 0.3, 0}, PointGiven: true},
		{First: 0, Second: 1, Normal: flatPlane(1.6), Point: mgl64.Vec3{1.7, 0.9, 0}, PointGiven: true},
	} {
		def := meeting(1.0/240, 0.1, false, &c)
		def.Pairs[0].Restitution = 0
		w := mustWorld(t, def)
		_, impacts := crushes(t, w, 36)
		if len(impacts) != 1 {
			t.Fatalf("%d impacts", len(impacts))
		}
		after, most := impacts[0].After[1].V, 0.0
		for range 12 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			most = math.Max(most, bodyOf(w, 1).V.Sub(after).Len())
		}
		if !(most < 0.001*after.Len()) {
			t.Errorf("the second is pushed by %g m/s after its impulse, of %g", most, after.Len())
		}
	}
}

// TestCollision_LaterImpactsActThere: a third body that drives two on into each other makes another impact of them, as far
// aside of the overlap as the first, whose point was given.
func TestCollision_LaterImpactsActThere(t *testing.T) {
	c := sim.CollisionDef{First: 0, Second: 1, Normal: flatPlane(math.Pi / 2), Point: mgl64.Vec3{2, 0.5, 0}, PointGiven: true}
	def := meeting(1.0/240, 0, false, &c)
	def.Pairs[0].Restitution = 0
	def.Bodies[0].Position[1], def.Bodies[1].Position[1], def.Bodies[1].Attitude = 0, 0, mgl64.QuatIdent()
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "third", Half: mgl64.Vec3{1, 0.5, 0.5}, Mass: 1500, Position: mgl64.Vec3{-8, 0, 0}, Velocity: mgl64.Vec3{30, 0, 0}})
	w := mustWorld(t, def)
	var aside []float64 // of the impacts of the two, in the frame of the first
	run(t, w, 96, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact && e.A == 0 && e.B == 1 {
				b := bodyOf(w, 0)
				aside = append(aside, b.Q.RotateInv(e.Points[0].P.Sub(b.X)).Y)
			}
		}
	})
	if len(aside) < 2 {
		t.Fatalf("%d impacts", len(aside))
	}
	for _, y := range aside {
		if math.Abs(y-0.5) > 0.15 {
			t.Errorf("impacts %.3f m aside of the first", aside)
		}
	}
}

// TestCollision_PassesAlongItsPlane: two that meet with half of their fronts stop each other by the plane of their outlines;
// along a plane that is given they slide past, and lose only what is across it.
func TestCollision_PassesAlongItsPlane(t *testing.T) {
	for _, step := range []float64{1.0 / 60, 1.0 / 240} {
		run := func(c *sim.CollisionDef) (v geom.Vec, impacts []record.Event) {
			def := meeting(step, 0.05, false, c)
			def.Bodies[0].Velocity = mgl64.Vec3{15, -0.8, 0}
			w := mustWorld(t, def)
			_, impacts = crushes(t, w, int(1.5/step))
			return bodyOf(w, 0).V, impacts
		}
		if v, _ := run(nil); !(v.X < 10) {
			t.Fatalf("the first goes on at %v by itself", v)
		}
		c := sim.CollisionDef{First: 0, Second: 1, Normal: flatPlane(-0.05)} // along x in the world
		v, impacts := run(&c)
		if len(impacts) != 1 || math.Abs(v.X-15) > 1e-3 {
			t.Errorf("%d impacts, the first goes on at %v", len(impacts), v)
		}
	}
}

// TestCollision_NotComingInAlongThePlane: where the two do not come in along the plane that is given, its point holds with the
// normal of the outlines, and a limit says so.
func TestCollision_NotComingInAlongThePlane(t *testing.T) {
	limits := 0
	run := func(c *sim.CollisionDef) []record.Event {
		def := meeting(1.0/240, 0, false, c)
		def.Bodies[0].Velocity = mgl64.Vec3{15, 0.8, 0} // away from the second across
		w := mustWorld(t, def)
		return run(t, w, 360, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "collision" {
					limits++
				}
			}
		})
	}
	plain := run(nil)
	if limits > 0 {
		t.Fatal("a limit without a collision")
	}
	c := sim.CollisionDef{First: 0, Second: 1, Normal: flatPlane(0)}
	given := run(&c)
	if limits != 1 || len(given) != len(plain) || given[0].Points[0] != plain[0].Points[0] || given[0].N != plain[0].N {
		t.Errorf("%d limits, %v, without it %v", limits, given, plain)
	}
}

// TestCollision_NotComingInAtThePoint: where the first spins away at the point that is given, the impulse is that of the
// outlines at their place, and a limit says so.
func TestCollision_NotComingInAtThePoint(t *testing.T) {
	var impulses []record.Point
	for _, given := range []bool{false, true} {
		c := sim.CollisionDef{First: 0, Second: 1, Point: mgl64.Vec3{2.25, -0.8, 0}, PointGiven: true}
		def := meeting(1.0/240, 0, false, &c)
		if !given {
			def.Collisions = nil
		}
		def.Bodies[0].AngularVelocity = mgl64.Vec3{0, 0, -12}
		w := mustWorld(t, def)
		limits := 0
		struck := run(t, w, 90, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "collision" {
					limits++
				}
			}
		})
		if len(struck) == 0 || (limits == 1) != given {
			t.Fatalf("given %v: %d impacts, %d limits", given, len(struck), limits)
		}
		impulses = append(impulses, struck[0].Points[0])
	}
	if impulses[0] != impulses[1] {
		t.Errorf("%v, without it %v", impulses[1], impulses[0])
	}
}

// TestCollision_AtOnePlaceOnly: what is given ends where the two crush at another place. A car that strikes a wall with a corner
// of its front, on a plane that is given, slaps it with its rear along the wall itself.
func TestCollision_AtOnePlaceOnly(t *testing.T) {
	const angle = 20 * math.Pi / 180
	def := slapping(angle, 1.0/240, false)
	off := 0.15 - angle // from the wall, in the car's frame
	def.Collisions = []sim.CollisionDef{{First: 0, Second: -1, Normal: flatPlane(off), Point: mgl64.Vec3{2, 0.7, 0}, PointGiven: true}}
	w := mustWorld(t, def)
	_, struck := crushes(t, w, 336)
	if len(struck) < 2 {
		t.Fatalf("%d impacts", len(struck))
	}
	if n := struck[0].N; math.Abs(n.X) < 0.1 {
		t.Errorf("the first is along %v, as if nothing were given", n)
	}
	for _, e := range struck[1:] {
		if e.Time > struck[0].Time+0.1 && math.Abs(e.N.X) > 0.01 {
			t.Errorf("at %g s along %v", e.Time, e.N)
		}
	}
}

// TestCollision_IsTheFirst: what is given is of the first crush of the two. A box that a force presses against a wall of two,
// named by the half that it does not touch, rebounds and comes again: at its own point.
func TestCollision_IsTheFirst(t *testing.T) {
	def := &sim.Definition{
		Settings:  sim.Settings{SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Restitution: 0.5, CrushTime: 0.03}},
		Bodies:    []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2, 0.9, 0.7}, Mass: 1000, Position: mgl64.Vec3{-3, 0.5, 0}, Velocity: mgl64.Vec3{10, 0, 0}}},
		Statics: []sim.StaticDef{
			{Name: "left", Half: mgl64.Vec3{0.5, 5, 1}, Position: mgl64.Vec3{0.5, 5, 0}},
			{Name: "right", Half: mgl64.Vec3{0.5, 5, 1}, Position: mgl64.Vec3{0.5, -5, 0}},
		},
		Forces:     []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Force: mgl64.Vec3{2e4, 0, 0}}}}},
		Collisions: []sim.CollisionDef{{First: 0, Second: -2, Point: mgl64.Vec3{1.8, 1e-4, 0}, PointGiven: true}},
	}
	w := mustWorld(t, def)
	_, impacts := crushes(t, w, 480)
	if len(impacts) < 2 {
		t.Fatalf("%d impacts", len(impacts))
	}
	if y := impacts[0].Points[0].P.Y; math.Abs(y-0.5001) > 1e-12 {
		t.Errorf("the first acts at y = %.9g", y)
	}
	if y := impacts[1].Points[0].P.Y; math.Abs(y-0.5001) < 2e-5 {
		t.Errorf("the second acts at y = %.9g, as if it were given too", y)
	}
}

// TestCollision_SnapshotsOnTheWay: a run that is restored from a snapshot before, in and after the crush is the same.
func TestCollision_SnapshotsOnTheWay(t *testing.T) {
	c := sim.CollisionDef{First: 0, Second: 1, Normal: flatPlane(1.3), Point: mgl64.Vec3{1.7, -0.3, 0.1}, PointGiven: true}
	def := meeting(1.0/240, 0.1, true, &c)
	w, again := mustWorld(t, def), mustWorld(t, def)
	for range 240 {
		if err := again.Restore(w.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if w.Step() != nil || again.Step() != nil || w.Hash() != again.Hash() {
			t.Fatalf("step %d differs", w.Frame().Step)
		}
	}
}

// TestNew_RefusesCollisions: each error names the collision and what to do.
func TestNew_RefusesCollisions(t *testing.T) {
	good := sim.CollisionDef{First: 0, Second: 1, Normal: mgl64.Vec3{1, 0, 0}}
	for want, change := range map[string]func(*sim.Definition){
		"collisions[0]: first: there is no body with index 2": func(d *sim.Definition) { d.Collisions[0].First = 2 },
		"collisions[0]: second: there is no object -1":        func(d *sim.Definition) { d.Collisions[0].Second = -1 },
		`collisions[0]: both are "first"`:                     func(d *sim.Definition) { d.Collisions[0].Second = 0 },
		"collisions[0]: gives nothing":                        func(d *sim.Definition) { d.Collisions[0].Normal = mgl64.Vec3{} },
		"collisions[0]: normal: (NaN, 0, 0)":                  func(d *sim.Definition) { d.Collisions[0].Normal[0] = math.NaN() },
		"collisions[0]: the two never collide":                func(d *sim.Definition) { d.Bodies[1].Sensor = true },
		"collisions[0]: the two never":                        func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{A: 0, B: 1}} },
		"collisions[0]: point: 1e+09 m":                       func(d *sim.Definition) { d.Collisions[0].Point[1] = 1e9 },
		"no crush time":                                       func(d *sim.Definition) { d.Pairs[0].CrushTime = 0 },
		"collisions[1]: collisions[0] is of the same two": func(d *sim.Definition) {
			d.Collisions = append(d.Collisions, sim.CollisionDef{First: 1, Second: 0, PointGiven: true})
		},
		"collisions[2]: collisions[1] is of the same two": func(d *sim.Definition) {
			d.Bodies = append(d.Bodies, sim.BodyDef{Name: "sensor", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 50, 0}, Sensor: true})
			d.Collisions = []sim.CollisionDef{{First: 0, Second: 2, PointGiven: true}, good, good}
		},
	} {
		d := meeting(1.0/240, 0, false, &good)
		change(d)
		if _, err := sim.New(d); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") && !strings.HasPrefix(want, "collisions[2]") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
