package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// besideLog is besideKerb with a log of a mass in place of the kerb, 6 m long, up to a height: a box, a cylinder, a capsule or
// an ellipsoid.
func besideLog(speed, height, yaw, mu, mass float64, kind geom.ShapeKind, rate int) *sim.Definition {
	def := besideKerb(speed, height, yaw, mu, vehicle.Coulomb, rate)
	def.Statics = def.Statics[:1]
	r := height / 2
	b := sim.BodyDef{Name: "log", Half: mgl64.Vec3{3, r, r}, Mass: mass, Position: mgl64.Vec3{0, 2 + r, r}}
	along := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})
	switch kind {
	case geom.ShapeCylinder:
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewCylinder(r, 3)), Attitude: along}}
	case geom.ShapeCapsule:
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewCapsule(r, 3)), Attitude: along}}
	}
	def.Bodies = append(def.Bodies, b)
	return def
}

// swapped has the two bodies in the other order.
func swapped(def *sim.Definition) *sim.Definition {
	slices.Reverse(def.Bodies)
	def.Vehicles[0].Body = 1
	return def
}

// ofBoth returns the impacts of the bodies 0 and 1.
func ofBoth(list []record.Event) []record.Event {
	return slices.DeleteFunc(slices.Clone(list), func(e record.Event) bool { return e.A+e.B != 1 })
}

// TestSidewalls_StrikeALog: without friction the sides of two tyres strike a log as high as its middle, when 2 m less 0.75 and
// half of their width are gone: J = (1 + e) v/(1/M + 1/m + d²/I), d from there up to the centre of mass of the car. It is the
// same where the log slides to the standing car, and of each side, whichever of the bodies comes first, in any phase of the step.
func TestSidewalls_StrikeALog(t *testing.T) {
	t.Parallel()
	inertia := 1500 * ((0.9*0.9+0.7*0.7)/3 + 0.35*0.35)
	for i, rate := range []int{60, 240, 960} {
		for j, height := range []float64{0.06, 0.19} {
			for k, kind := range []geom.ShapeKind{geom.ShapeBox, geom.ShapeCylinder, geom.ShapeCapsule} {
				for l, mass := range []float64{20, 200, 1e9} {
					for n, moves := range []bool{false, true} {
						for _, side := range []float64{-1, 1} {
							const speed, e = 4.3, 0.3
							def := besideLog(speed*side, height, 0, 0, mass, kind, rate)
							def.Materials[0].Restitution = e
							def.Bodies[1].Position[1] *= side
							if moves {
								def.Bodies[0].Velocity, def.Bodies[1].Velocity = mgl64.Vec3{}, mgl64.Vec3{0, -speed * side, 0}
							}
							car := int32(0)
							if (i+j+k+l+n)%2 > 0 {
								def, car = swapped(def), 1
							}
							at := (2 - 0.75 - 0.1) / speed
							list := ofBoth(unlimited(t, mustWorld(t, def), int(at*float64(rate))+1, nil))
							if len(list) == 0 || len(list[0].Points) != 2 {
								t.Fatalf("%d Hz, %v %g m high of %g kg: impacts %v", rate, kind, height, mass, list)
							}
							d := 0.55 - height/2
							want := (1 + e) * speed / (1/1500. + 1/mass + d*d/inertia)
							got := list[0]
							if j := -got.Impulse.Y * side * float64(1-2*car); math.Abs(j-want) > 1e-6*want || math.Abs(got.Impulse.X)+math.Abs(got.Impulse.Z) > 1e-6*want {
								t.Errorf("%d Hz, %v %g m high of %g kg, moves %v: J = %v, want %g", rate, kind, height, mass, moves, got.Impulse, want)
							}
							if math.Abs(got.Time-at) > 1e-9 || math.Abs(got.Closing-speed) > 1e-6 {
								t.Errorf("%d Hz, %v %g m high of %g kg, moves %v: at %.12g s, want %.12g, closing at %g m/s", rate, kind, height, mass, moves, got.Time, at, got.Closing)
							}
							for _, p := range got.Points {
								if math.Abs(p.P.Z-height/2) > 1e-5 {
									t.Errorf("%v %g m high: struck at %v", kind, height, p.P)
								}
							}
							dv := got.After[1-car].V.Y - got.Before[1-car].V.Y
							if p := dv*mass + 1500*(got.After[car].V.Y-got.Before[car].V.Y); math.Abs(p) > 1e-7*(1500+mass) || math.Abs(dv*mass-side*want) > 1e-7*mass+1e-6*want {
								t.Errorf("%v of %g kg: the log gains %g m/s, both %g N s", kind, mass, dv, p)
							}
						}
					}
				}
			}
		}
	}
}

// TestSidewalls_HeavyLogIsAKerb: what a kerb does, one of 10⁶ t does that is a body: the car ends where it does beside a
// static, a little yawed, with friction, and where the blow turns it over.
func TestSidewalls_HeavyLogIsAKerb(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ speed, yaw, most float64 }{{2, 0, 1e-5}, {5, 0.1, 1e-4}, {5, -0.3, 1e-4}, {15, 0, 2e-3}} {
		of := func(body bool) mgl64.Vec3 {
			def := besideKerb(c.speed, 0.1, c.yaw, 0.5, vehicle.TMeasy, 240)
			if kerb := def.Statics[1]; body {
				def.Statics = def.Statics[:1]
				kerb.Position[2], kerb.Half[2] = 0.05, 0.05
				def.Bodies = append(def.Bodies, sim.BodyDef{Name: "kerb", Half: kerb.Half, Mass: 1e9, Position: kerb.Position})
			}
			def.Bodies[0].Position[1] = 1 - 1.4*math.Abs(math.Sin(c.yaw))
			w := mustWorld(t, def)
			if list := run(t, w, 240, nil); len(list) == 0 {
				t.Error("it strikes nothing")
			}
			x, _ := motionOf(w, 0)
			return x
		}
		if static, body := of(false), of(true); body.Sub(static).Len() > c.most {
			t.Errorf("at %g m/s, turned by %g rad: ends at %v, beside a static at %v", c.speed, c.yaw, body, static)
		}
	}
}

// TestSidewalls_BallAtAParkedCar: a ball of 5 kg strikes the side of a wheel of a car that sleeps, ahead of its middle by x:
// J = (1 + e) v/(1/m + 1/M + d²/Ixx + x²/Izz); the car wakes at that time, and the ball goes back at once. Left and right are
// images of each other.
func TestSidewalls_BallAtAParkedCar(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{60, 960} {
		for _, side := range []float64{-1, 1} {
			for _, slow := range []bool{false, true} {
				const r, mass, e = 0.09, 5.0, 0.6
				speed := 4.0
				if slow {
					speed = 0.3 // no impact
				}
				def := besideKerb(0, 0.1, 0, 0, vehicle.TMeasy, rate)
				def.Statics = def.Statics[:1]
				def.Materials[0].Restitution, def.Settings.SleepTime = e, 0.5
				def.Bodies[0].Position = mgl64.Vec3{0, 0, 0.55}
				for i := range def.Vehicles[0].Wheels {
					def.Vehicles[0].Wheels[i].Friction = 0.8
				}
				x := def.Vehicles[0].Wheels[0].Contact[0] + 0.05
				def.Bodies = append(def.Bodies, sim.BodyDef{
					Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(r))}}, Mass: mass,
					Position: mgl64.Vec3{x, side * (0.85 + r + 3*speed), r}, Velocity: mgl64.Vec3{0, -side * speed, 0},
				})
				w := mustWorld(t, def)
				woken := 0.0
				list := ofBoth(unlimited(t, w, 3*rate+rate/2, func() {
					for _, e := range w.Frame().Events {
						if e.Kind == record.Wake && e.A == 0 {
							woken = e.Time
						}
					}
				}))
				y, v := motionOf(w, 1)
				if math.Abs(woken-3) > 1e-4 {
					t.Errorf("%d Hz, %g m/s: woken at %g s", rate, speed, woken)
				}
				if slow {
					if len(list) > 0 || math.Abs(y[1]*side-0.85-r) > 3e-4 || v.Len() > 0.01 {
						t.Errorf("%d Hz: impacts %v, the ball is at %v, %v", rate, list, y, v)
					}
					continue
				}
				if len(list) == 0 {
					t.Fatalf("%d Hz: it strikes nothing", rate)
				}
				d := 0.55 - r
				want := (1 + e) * speed / (1/mass + 1/1500. + d*d/(1500*((0.9*0.9+0.7*0.7)/3+0.35*0.35)) + x*x/izz(def))
				got := list[0]
				if math.Abs(got.Time-3) > 1e-6 || math.Abs(-got.Impulse.Y*side-want) > 2e-3*want || math.Abs(got.N.Y*side-1) > 1e-6 {
					t.Errorf("%d Hz: %+v, want %g N s", rate, got, want)
				}
				if back := v[1] * side; math.Abs(back-(want/mass-speed)) > 1e-2*speed {
					t.Errorf("%d Hz: the ball goes at %g m/s, want %g", rate, back, want/mass-speed)
				}
			}
		}
	}
}

// TestSidewalls_BallAtASteeredWheel: a ball strikes the flat side of a wheel that is steered, of a parked car that is awake or asleep,
// along the wheel's axle, when it is as far from the middle of the wheel as half a tyre and its radius.
func TestSidewalls_BallAtASteeredWheel(t *testing.T) {
	t.Parallel()
	for _, steer := range []float64{-0.4, 0.3} {
		for _, side := range []float64{-1, 1} {
			for _, at := range []float64{0.25, 3} {
				const r, half, speed = 0.09, 0.1, 4.0
				def := besideKerb(0, 0.1, 0, 0.5, vehicle.TMeasy, 240)
				def.Statics = def.Statics[:1]
				def.Settings.SleepTime = 0.5
				def.Bodies[0].Position = mgl64.Vec3{0, 0, 0.55}
				v := &def.Vehicles[0]
				wheel := slices.IndexFunc(v.Wheels, func(d vehicle.WheelDef) bool { return d.Contact[0] > 0 && d.Contact[1]*side > 0 })
				v.Wheels[wheel].Program = []vehicle.Input{{Brake: 1, Steer: steer}}
				s, c := math.Sincos(steer)
				axle := mgl64.Vec3{-s, c, 0}.Mul(side)
				x := v.Wheels[wheel].Contact.Add(axle.Mul(half + r))
				def.Bodies = append(def.Bodies, sim.BodyDef{
					Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(r))}}, Mass: 5,
					Position: mgl64.Vec3{x[0], x[1] + side*speed*at, r}, Velocity: mgl64.Vec3{0, -side * speed, 0},
				})
				def.Materials[0].Friction = 0
				w := mustWorld(t, def)
				list := ofBoth(unlimited(t, w, int(240*(at+0.1)), nil))
				if len(list) == 0 {
					t.Fatalf("steered by %g, side %g, at %g s: it strikes nothing", steer, side, at)
				}
				n := list[0].N
				if off := (mgl64.Vec3{n.X, n.Y, n.Z}).Sub(axle).Len(); off > 1e-6 || math.Abs(list[0].Time-at) > 1e-6 {
					t.Errorf("steered by %g, side %g: at %.9g s along %v, want %g s along %v", steer, side, list[0].Time, n, at, axle)
				}
			}
		}
	}
}

// TestSidewalls_PushALogAlong: after the blow the tyres and the log stay together, while momentum is conserved; so it is where
// they come together too slowly for an impact.
func TestSidewalls_PushALogAlong(t *testing.T) {
	t.Parallel()
	for k, kind := range []geom.ShapeKind{geom.ShapeBox, geom.ShapeCylinder, geom.ShapeCapsule} {
		for _, speed := range []float64{0.3, 3} {
			for _, rate := range []int{60, 240} {
				def := besideLog(speed, 0.16, 0, 0, 300, kind, rate)
				def.Bodies[0].Position[1] = 1
				car, log := 0, 1
				if k%2 > 0 {
					def, car, log = swapped(def), 1, 0
				}
				w := mustWorld(t, def)
				list := ofBoth(unlimited(t, w, 3*rate, func() {
					_, v := motionOf(w, car)
					y, u := motionOf(w, log)
					if p := 1500*v[1] + 300*u[1]; math.Abs(p-1500*speed) > 1e-6*1500*speed {
						t.Fatalf("%v: momentum %g N s, was %g", kind, p, 1500*speed)
					}
					b := w.Body(car)
					if gap := y[1] - 0.08 - b.Position.Add(b.Attitude.Rotate(mgl64.Vec3{0, 0.85, 0.08 - 0.55}))[1]; gap < -4e-4 {
						t.Errorf("%v at %g m/s, %d Hz, %g s: the log is %g m in the tyres", kind, speed, rate, w.Frame().Time, -gap)
					}
				}))
				if (speed > 1) != (len(list) > 0) {
					t.Errorf("%v at %g m/s: impacts %v", kind, speed, list)
				}
				_, v := motionOf(w, car)
				_, u := motionOf(w, log)
				if want := speed * 1500 / 1800; u[1] < want-1e-3 || v[1] > want+1e-3 {
					t.Errorf("%v at %g m/s, %d Hz: the car goes at %g m/s, the log at %g, want at least %g", kind, speed, rate, v[1], u[1], want)
				}
			}
		}
	}
}

// TestSidewalls_LeanForGood: on ground that slopes towards it, a car with hardly any friction leans on a kerb, on a box and on a
// log that nothing moves, and comes to rest there, with the sides of its tyres in them by no more than a millimetre, 10 s later as
// after 5.
func TestSidewalls_LeanForGood(t *testing.T) {
	t.Parallel()
	for _, kind := range []geom.ShapeKind{geom.ShapePlane, geom.ShapeBox, geom.ShapeCylinder} {
		for _, rate := range []int{60, 240} {
			def := besideLog(0, 0.16, 0.02, 0.3, 1, kind, rate)
			if def.Bodies[1].Drive = []sim.DriveAt{{}}; kind == geom.ShapePlane {
				def = besideKerb(0, 0.16, 0.02, 0.3, vehicle.TMeasy, rate)
			}
			for i := range def.Vehicles[0].Wheels {
				def.Vehicles[0].Wheels[i].Friction = 0.05
			}
			def.Bodies[0].Position[1], def.Settings.Gravity = 1.05, mgl64.Vec3{0, 2.5, -9.4}
			w := mustWorld(t, def)
			for range 2 {
				unlimited(t, w, 5*rate, nil)
				b := w.Body(0)
				for _, x := range []float64{1.35, -1.35} {
					side := b.Position.Add(b.Attitude.Rotate(mgl64.Vec3{x, 0.85, 0.08 - 0.55}))
					if math.Abs(side[1]-2) > 1e-3 || b.Velocity.Len() > 1e-6 {
						t.Errorf("%v, %d Hz, %g s: the side of the tyre is at %g m, the car has %v", kind, rate, w.Frame().Time, side[1], b.Velocity)
					}
				}
			}
		}
	}
}

// TestSidewalls_KerbOfADeckThatMoves: a car that slides on a deck to its kerb does so as on the ground, however the deck moves.
func TestSidewalls_KerbOfADeckThatMoves(t *testing.T) {
	after := func(deck mgl64.Vec3) (x, v mgl64.Vec3) {
		def := besideKerb(5, 0.1, 0.1, 0.5, vehicle.TMeasy, 240)
		kerb := def.Statics[1]
		def.Statics = nil
		def.Bodies[0].Velocity = def.Bodies[0].Velocity.Add(deck)
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "deck", Drive: []sim.DriveAt{{Velocity: deck}}, Half: mgl64.Vec3{1, 1, 1}, Shapes: []sim.ShapeDef{
			{Shape: must(geom.NewBox(geom.Vec{X: 30, Y: 30, Z: 1})), Position: mgl64.Vec3{0, 0, -1}},
			{Shape: must(geom.NewBox(geom.FromMGL(kerb.Half))), Position: kerb.Position},
		}})
		w := mustWorld(t, def)
		if list := unlimited(t, w, 120, nil); len(list) == 0 || len(list[0].Points) == 0 || math.Abs(list[0].Points[0].P.Z-0.05) > 5e-3 {
			t.Errorf("deck at %v: impacts %+v", deck, list)
		}
		x, v = motionOf(w, 0)
		return x.Sub(deck.Mul(0.5)), v.Sub(deck)
	}
	def := besideKerb(5, 0.1, 0.1, 0.5, vehicle.TMeasy, 240)
	w := mustWorld(t, def)
	unlimited(t, w, 120, nil)
	x0, v0 := motionOf(w, 0)
	for _, deck := range []mgl64.Vec3{{}, {10, 0, 0}, {0, 7, 0}, {5, -6, 0}} {
		if x, v := after(deck); x.Sub(x0).Len() > 1e-4 || v.Sub(v0).Len() > 4e-4 {
			t.Errorf("deck at %v: at %v, %v, on the ground at %v, %v", deck, x, v, x0, v0)
		}
	}
}

// TestSidewalls_PassWhatIsNoWall: what a car ignores, what is lower than a wall, what a joint holds to it, and what is above the
// axles, strikes no tyre; nor is a box thrown that a car drives past with half a tyre in it.
func TestSidewalls_PassWhatIsNoWall(t *testing.T) {
	for name, change := range map[string]func(def *sim.Definition){
		"ignored": func(def *sim.Definition) { def.Ignore = []sim.IgnoreDef{{A: 0, B: 1}} },
		"sensor":  func(def *sim.Definition) { def.Bodies[1].Sensor = true },
		"low": func(def *sim.Definition) {
			def.Bodies[1].Half[2], def.Bodies[1].Position[2] = 0.0125, 0.0125
		},
		"joined": func(def *sim.Definition) {
			def.Bodies[1].Position[1], def.Bodies[1].Velocity = 0.9, def.Bodies[0].Velocity
			def.Joints = []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0, 0.9, 0.5}}}
		},
	} {
		def := besideLog(5, 0.1, 0, 0, 200, geom.ShapeBox, 240)
		change(def)
		if list := ofBoth(run(t, mustWorld(t, def), 100, nil)); len(list) > 0 {
			t.Errorf("%s: impacts %v", name, list)
		}
	}
	def := onPlane(10, vehicle.TMeasy, 1./240, nil)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "box", Half: mgl64.Vec3{0.3, 0.1, 0.06}, Mass: 30, Position: mgl64.Vec3{-56, 0.9, 0.06}})
	w := mustWorld(t, def)
	list := ofBoth(run(t, w, 240, nil))
	x, v := motionOf(w, 1)
	if y, _ := motionOf(w, 0); len(list) > 0 || x.Sub(mgl64.Vec3{-56, 0.9, 0.06}).Len() > 1e-3 || v.Len() > 1e-3 || y[0] < -51 || math.Abs(y[1]) > 1e-3 {
		t.Errorf("impacts %v, the box at %v with %v, the car at %v", list, x, v, y)
	}
}

// TestSidewalls_CornerFirst: a box slides to a parked car's wheel, turned by 20°: its corner strikes the flat side, at the time at
// which it is there, in steps of any length; and so does one that spins.
func TestSidewalls_CornerFirst(t *testing.T) {
	for _, rate := range []int{60, 240, 960} {
		for _, spin := range []float64{0, 3, -5} {
			def := besideKerb(0, 0.1, 0, 0, vehicle.TMeasy, rate)
			def.Statics = def.Statics[:1]
			def.Bodies[0].Position = mgl64.Vec3{0, 0, 0.55}
			const speed, yaw = 7.0, 0.35
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: "box", Half: mgl64.Vec3{0.1, 0.1, 0.07}, Mass: 10, Position: mgl64.Vec3{def.Vehicles[0].Wheels[0].Contact[0], 1.5, 0.07},
				Velocity: mgl64.Vec3{0, -speed, 0}, AngularVelocity: mgl64.Vec3{0, 0, spin}, Attitude: mgl64.QuatRotate(yaw, mgl64.Vec3{0, 0, 1}),
			})
			// The lowest corner is 0.1 (|cos| + |sin|) before the middle.
			at := 0.05
			for range 50 {
				s, c := math.Sincos(yaw + spin*at)
				at = (1.5 - 0.85 - 0.1*(math.Abs(s)+math.Abs(c))) / speed
			}
			list := ofBoth(unlimited(t, mustWorld(t, def), rate/4, nil))
			if len(list) == 0 || len(list[0].Points) != 1 {
				t.Fatalf("%d Hz, spin %g: impacts %+v", rate, spin, list)
			}
			// Its edge is beside the tyre from the tread up to its top.
			p := list[0].Points[0].P
			off := p.X - def.Bodies[1].Position[0]
			height := (0.3 - math.Sqrt(0.3*0.3-off*off) + 0.14) / 2
			if math.Abs(list[0].Time-at) > 1e-9 || math.Abs(math.Abs(list[0].N.Y)-1) > 1e-6 || math.Abs(p.Z-height) > 1e-5 {
				t.Errorf("%d Hz, spin %g: impacts %+v, want at %g s", rate, spin, list, at)
			}
		}
	}
}

// TestSidewalls_WithBodiesAllocateNothing once a car leans on a log.
func TestSidewalls_WithBodiesAllocateNothing(t *testing.T) {
	for _, kind := range []geom.ShapeKind{geom.ShapeBox, geom.ShapeCylinder} {
		def := besideLog(5, 0.1, 0.05, 0.5, 200, kind, 240)
		def.Settings.SleepTime = -1
		w := mustWorld(t, def)
		run(t, w, 240, nil)
		if n := geomtest.Allocations(100, func() {}, func() {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%v: %d allocations", kind, n)
		}
	}
}

// TestSidewalls_WithBodiesGoOnFromASnapshot: from a snapshot at any time around the strike a run goes on to the same bits, also
// where the car sleeps.
func TestSidewalls_WithBodiesGoOnFromASnapshot(t *testing.T) {
	t.Parallel()
	def := besideLog(0, 0.1, 0.05, 0.5, 200, geom.ShapeCylinder, 240)
	def.Bodies[1].Velocity = mgl64.Vec3{0, -4, 0}
	def.Bodies[1].Position[1] = 4.5
	w := mustWorld(t, def)
	var snaps [][]byte
	struck := len(ofBoth(run(t, w, 360, func() { snaps = append(snaps, w.Snapshot(nil)) })))
	run(t, w, 120, nil)
	hash := w.Hash()
	every := 29
	if geomtest.Long {
		every = 7
	}
	for k := 180; k < 300; k += every {
		o := mustWorld(t, def)
		if err := o.Restore(snaps[k]); err != nil {
			t.Fatal(err)
		}
		run(t, o, 480-k-1, nil)
		if o.Hash() != hash {
			t.Errorf("from step %d on it has other bits", k+1)
		}
	}
	if struck == 0 {
		t.Error("nothing is struck")
	}
}

// TestSidewalls_NoEnergyFromBodies: a car, and a body as low as its sill and as dense as wood or stone, that come together in all
// ways: momentum and energy are accounted for, no impact and no contact gives energy, the car stays low unless it rolls, and
// hardly ever a limit is met: where a body is between tyre and road, restitution and friction may leave no other solution.
func TestSidewalls_NoEnergyFromBodies(t *testing.T) {
	t.Parallel()
	struck, limits, trials := 0, 0, geomtest.Eighth(200)
	for seed := range trials {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		rate := []int{60, 120, 240, 480}[r.IntN(4)]
		def := besideKerb(0, 0.1, 0, 0, []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy}[r.IntN(2)], rate)
		def.Statics = def.Statics[:1]
		def.Materials[0].Friction, def.Materials[0].Restitution = r.Float64(), 0.3*r.Float64()
		car := &def.Bodies[0]
		car.Position = mgl64.Vec3{0, 0, 0.55}
		if a, speed := 2*math.Pi*r.Float64(), 15*r.Float64(); r.IntN(3) > 0 {
			car.Velocity = mgl64.Vec3{speed * math.Cos(a), speed * math.Sin(a), 0}
		}
		size := 0.03 + 0.06*r.Float64()
		long := size * (0.5 + 10*r.Float64())
		b := sim.BodyDef{Name: "body", Half: mgl64.Vec3{long, size, size}, Attitude: mgl64.QuatRotate(2*math.Pi*r.Float64(), mgl64.Vec3{0, 0, 1})}
		lie := b.Attitude.Mul(mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0}))
		volume, far := 8*long*size*size, long+2*size
		switch r.IntN(5) {
		case 0:
			b.Shapes, volume = []sim.ShapeDef{{Shape: must(geom.NewSphere(size))}}, 4*size*size*size
		case 1:
			b.Shapes, b.Attitude = []sim.ShapeDef{{Shape: must(geom.NewCylinder(size, long))}}, lie
		case 2:
			b.Shapes, b.Attitude = []sim.ShapeDef{{Shape: must(geom.NewCapsule(size, long))}}, lie
		case 3:
			b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewEllipsoid(geom.Vec{X: long, Y: 1.5 * size, Z: size}))}}
		}
		b.Mass = volume * (400 + 2000*r.Float64())
		c := def.Vehicles[0].Wheels[r.IntN(4)].Contact
		b.Position = mgl64.Vec3{c[0] + 0.8*(r.Float64()-0.5), c[1] + math.Copysign(0.2+far+1.5*r.Float64(), c[1]), size}
		if r.IntN(2) == 0 {
			b.Velocity = mgl64.Vec3{car.Velocity[0] + 4*(r.Float64()-0.5), car.Velocity[1] - math.Copysign(15*r.Float64(), c[1]), 0}
		}
		def.Bodies = append(def.Bodies, b)
		w := mustWorld(t, def)
		var sums record.Balance
		start := w.Frame().Ledger
		start.Rows = nil
		sums.Add(&start)
		list := ofBoth(run(t, w, 2*rate, func() {
			sums.Add(&w.Frame().Ledger)
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					t.Logf("seed %d, %d Hz: limit %s at %g s", seed, rate, e.Detail, e.Time)
					limits++
				}
			}
			if x, _ := motionOf(w, 0); x[2] > 1.3 {
				t.Fatalf("seed %d: the car is at %v", seed, x)
			}
		}))
		if struck += min(1, len(list)); !sums.Closes() {
			t.Errorf("seed %d: the balance does not close", seed)
		}
		hit := sums.Sums[record.ByRestitution].Energy + sums.Sums[record.ByFriction].Energy
		for what, e := range map[string]float64{
			"impacts give": hit, "contacts give": sums.Sums[record.ByContacts].Energy, "correction gives": sums.Sums[record.ByCorrection].Energy,
		} {
			if e > 1e-5*sums.Start.Kinetic+1e-6 {
				t.Errorf("seed %d, %d Hz: %s %g J of %g", seed, rate, what, e, sums.Start.Kinetic)
			}
		}
	}
	if struck < 6 {
		t.Errorf("only %d are struck", struck)
	}
	if limits > trials/50 {
		t.Errorf("%d limits", limits)
	}
}
