package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestStop_DirectionsOfTheWorldAtAnyAttitude: two balls with one centre, of J1 and J2, turn about z at w and 0 to an angle between their
// directions, which were one of the world at the start, whatever their attitudes. There they go on as one at w J1/(J1 + J2), after the
// time angle/w; the couple on the second end of the joint has given its body its J times what it turns by.
func TestStop_DirectionsOfTheWorldAtAnyAttitude(t *testing.T) {
	const spin, limit = 6.0, 0.7
	ball := func(name string, radius, mass, turn float64, q mgl64.Quat) sim.BodyDef {
		return sim.BodyDef{Name: name, Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(radius))}}, Mass: mass, Attitude: q, AngularVelocity: mgl64.Vec3{0, 0, turn}}
	}
	j1, j2 := 0.4*2*0.3*0.3, 0.4*1*0.2*0.2
	attitudes := []mgl64.Quat{mgl64.QuatIdent(), mgl64.QuatRotate(2.1, mgl64.Vec3{0.3, -0.5, 0.8}.Normalize()), mgl64.QuatRotate(-1.3, mgl64.Vec3{0.7, 0.6, -0.2}.Normalize())}
	for n, q1 := range attitudes {
		for m, q2 := range attitudes {
			for _, swapped := range []bool{false, true} {
				d := sim.JointDef{Name: "middle", A: 0, B: 1, Limits: []sim.JointLimit{{AxisA: mgl64.Vec3{0, 3, 0}, InWorld: true, Angle: limit}}}
				gains := j2 * spin * j1 / (j1 + j2) // what stops the first turns the second
				if swapped {
					d.A, d.B, gains = 1, 0, -gains
				}
				w := mustWorld(t, &sim.Definition{
					Settings: sim.Settings{Step: 1.0 / 240},
					Bodies:   []sim.BodyDef{ball("first", 0.3, 2, spin, q1), ball("second", 0.2, 1, 0, q2)},
					Joints:   []sim.JointDef{d},
				})
				var couple geom.Vec
				reached := 0.0
				run(t, w, 48, func() {
					c := geom.FromMGL(value3(w, -1, "joint.middle.torque"))
					if couple = couple.AddScaled(c, 1.0/240); reached == 0 && c.Len() > 1e-6 {
						reached = w.Frame().Time
					}
				})
				if !(reached >= limit/spin-1e-3 && reached <= limit/spin+1.0/240+1e-3) {
					t.Errorf("attitudes %d, %d, swapped %v: reached by %g s, want %g", n, m, swapped, reached, limit/spin)
				}
				if d := couple.Sub(geom.Vec{Z: gains}).Len(); !(d <= 1e-6) {
					t.Errorf("attitudes %d, %d, swapped %v: angular impulse %v, want %g about z", n, m, swapped, couple, gains)
				}
				for i := range 2 {
					if got := w.Body(i).AngularVelocity.Sub(mgl64.Vec3{0, 0, spin * j1 / (j1 + j2)}).Len(); !(got <= 1e-5) {
						t.Errorf("attitudes %d, %d, swapped %v: body %d turns at %v", n, m, swapped, i, w.Body(i).AngularVelocity)
					}
				}
			}
		}
	}
}

// TestStop_RoundTheEdgeOfACone: a rod that turns at w about the axis of its cone, at the edge, presses on that and stays there, with its
// energy: with J across and I along it the couple is (J - I) w² sin b cos b, across it and the axis.
func TestStop_RoundTheEdgeOfACone(t *testing.T) {
	const half, thick, mass, w0 = 0.3, 0.03, 2.0, 5.0
	across, along := mass*(half*half+thick*thick)/3, mass*2*thick*thick/3
	for _, deg := range []float64{20, 50, 75} {
		b := deg * math.Pi / 180
		sin, cos := math.Sincos(b)
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240, SleepTime: -1},
			Bodies: []sim.BodyDef{{Name: "rod", Half: mgl64.Vec3{thick, thick, half}, Mass: mass, Attitude: mgl64.QuatRotate(b, mgl64.Vec3{0, 1, 0}),
				AngularVelocity: mgl64.Vec3{0, 0, w0}}},
			Joints: []sim.JointDef{{Name: "middle", A: sim.WorldEnd, B: 0, Limits: []sim.JointLimit{{AxisA: mgl64.Vec3{0, 0, 1}, AxisB: mgl64.Vec3{0, 0, 1}, Angle: b}}}},
		})
		start := energyOf(&w.Frame().Ledger)
		want := (across - along) * w0 * w0 * sin * cos
		run(t, w, 240, func() {
			u := w.Body(0).Attitude.Rotate(mgl64.Vec3{0, 0, 1})
			if d := math.Abs(math.Atan2(math.Hypot(u[0], u[1]), u[2]) - b); d > stopRounding {
				t.Fatalf("%g deg, step %d: %g rad from the edge", deg, w.Frame().Step, d)
			}
			// It would move outwards, about z×u: the couple is about the opposite.
			n := mgl64.Vec3{-u[1], u[0], 0}.Normalize()
			if c := value3(w, -1, "joint.middle.torque"); c.Add(n.Mul(want)).Len() > 0.02*want {
				t.Fatalf("%g deg, step %d: torque %v, want %g about %v", deg, w.Frame().Step, c, -want, n)
			}
		})
		if gain := energyOf(&w.Frame().Ledger)/start - 1; math.Abs(gain) > 1e-4 || gain != gain {
			t.Errorf("%g deg: its energy changes by %g of it", deg, gain)
		}
	}
}

// TestStop_SmallAndFast: a rod of 2 cm that turns by a sixth of a radian in a step is stopped by its limit, from any phase.
func TestStop_SmallAndFast(t *testing.T) {
	for n := range 12 {
		limit, arm := 1+0.01*float64(n), math.Sqrt(0.01*0.01+2*0.002*0.002)
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240},
			Bodies:   []sim.BodyDef{{Name: "rod", Half: mgl64.Vec3{0.01, 0.002, 0.002}, Mass: 0.01, AngularVelocity: mgl64.Vec3{0, 0, 40}}},
			Joints:   []sim.JointDef{{Name: "middle", A: sim.WorldEnd, B: 0, Limits: []sim.JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: limit}}}},
		})
		run(t, w, 12, func() {
			x := w.Body(0).Attitude.Rotate(mgl64.Vec3{1, 0, 0})
			// A residual of 1e-6 m/s over a step, at the arm.
			if beyond := math.Atan2(x[1], x[0]) - limit; !(beyond <= 1e-6/240/arm) {
				t.Errorf("limit %g, step %d: %g rad beyond", limit, w.Frame().Step, beyond)
			}
		})
		if v := w.Body(0).AngularVelocity.Len(); !(v <= 1e-3) {
			t.Errorf("limit %g: it turns at %g rad/s", limit, v)
		}
	}
}

// TestStop_ChoiceOfAxesIsOfNoEffect: a stretched knee passes a blow on alike, whichever direction of the shin its angle is of, before and
// behind the thigh's by as much as its limit, and by whichever law of impacts of one point: those are not of what passes blows on.
func TestStop_ChoiceOfAxesIsOfNoEffect(t *testing.T) {
	first := untilStruck(t, mustWorld(t, kneeBefore(-1, false, true, sim.JointDef{})))
	for _, model := range []sim.ImpactModel{sim.Newton, sim.KudlichSlibar, sim.Brach, sim.PoissonRouth} {
		for _, deg := range []float64{5, 45, 120, 170} {
			sin, cos := math.Sincos(deg * math.Pi / 180)
			def := kneeBefore(-1, false, true, sim.JointDef{})
			def.Joints[0].Limits = []sim.JointLimit{{AxisA: mgl64.Vec3{0, 0, 1}, AxisB: mgl64.Vec3{sin, 0, cos}, Angle: deg * math.Pi / 180}}
			def.Pairs = []sim.MaterialPair{{Restitution: 0.3, Model: model}}
			hit := untilStruck(t, mustWorld(t, def))
			for k := range hit.After {
				if a, b := hit.After[k], first.After[k]; !(a.V.Sub(b.V).Len() <= 1e-8 && a.W.Sub(b.W).Len() <= 1e-7) {
					t.Errorf("%v, %g deg: body %d has %v after it, want %v", model, deg, k, a, b)
				}
			}
		}
	}
}

// TestStop_SecondToBreakInOneImpact: a blow on a shin breaks the hip first, and then the knee, whose stop is closed: each when it has
// passed on what it holds, the knee by the sum of what it and its stop have in both shares of the impact.
func TestStop_SecondToBreakInOneImpact(t *testing.T) {
	build := func(hip, knee float64) *sim.World {
		def := kneeBefore(-1, false, true, sim.JointDef{BreakImpulse: knee})
		def.Joints = append(def.Joints, sim.JointDef{Name: "hip", A: sim.WorldEnd, B: 1, InWorld: true, AtA: mgl64.Vec3{0, 0, 0.4}, BreakImpulse: hip})
		return mustWorld(t, def)
	}
	passes := func(w *sim.World, kind record.EventKind) map[string]geom.Vec {
		hit := untilStruck(t, w)
		got := map[string]geom.Vec{}
		for _, e := range w.Frame().Events {
			if e.Kind == kind {
				got[e.Detail] = e.Impulse
			}
		}
		if len(got) == 0 {
			t.Fatalf("none passes on what strikes with %v", hit.Impulse)
		}
		return got
	}
	whole := passes(build(0, 0), record.Joint)
	for _, share := range []float64{0.08, 0.1, 0.15, 0.2} {
		limits := map[string]float64{"hip": 0.05 * whole["hip"].Len(), "knee": share * whole["knee"].Len()}
		broke := passes(build(limits["hip"], limits["knee"]), record.Broke)
		for name, limit := range limits {
			if got := broke[name].Len(); !(math.Abs(got-limit) <= 1e-9) {
				t.Errorf("share %g: the %s breaks by %g N s, want %g", share, name, got, limit)
			}
		}
	}
}

// TestStop_TorqueOverSleep: a ball at the end of a pendulum rests on its stop and sleeps, and is woken within a step by one that falls on
// it and leaves. In each step the torque is that of the weight, m g l sin 120° about -y; a world that is restored gives the same. It is that on the
// second end of the joint.
func TestStop_TorqueOverSleep(t *testing.T) {
	for _, swapped := range []bool{false, true} {
		torqueOverSleep(t, swapped)
	}
}

// torqueOverSleep is it with the ends of the joint either way round.
func torqueOverSleep(t *testing.T, swapped bool) {
	t.Helper()
	build := func(mass float64) *sim.Definition {
		def := limitedPendulum(1.0 / 240)
		def.Settings.SleepTime = 0.2
		def.Materials = []sim.Material{{Restitution: 0.9}}
		bob := &def.Bodies[0]
		x := mgl64.Vec3{math.Sin(2 * math.Pi / 3), 0, -0.5}
		bob.Shapes, bob.Half, bob.Position, bob.Velocity, bob.AngularVelocity = []sim.ShapeDef{{Shape: must(geom.NewSphere(0.1))}}, mgl64.Vec3{}, x, mgl64.Vec3{}, mgl64.Vec3{}
		l := &def.Joints[0].Limits[0]
		if l.AxisB = x; swapped {
			def.Joints[0].A, def.Joints[0].B, l.AxisA, l.AxisB = 0, sim.WorldEnd, l.AxisB, l.AxisA
		}
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "drop", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.05))}}, Mass: mass, Position: x.Add(mgl64.Vec3{0, 0, 2.71})})
		return def
	}
	def := build(0.2)
	w := mustWorld(t, def)
	want := mgl64.Vec3{0, -9.81 * math.Sin(2*math.Pi/3), 0}
	if swapped {
		want = want.Mul(-1)
	}
	slept, woken := 0, 0
	run(t, w, 200, func() {
		f := w.Frame()
		for _, e := range f.Events {
			if e.A != 0 {
				continue
			}
			switch e.Kind {
			case record.Sleep:
				slept++
				b := w.Snapshot(nil)
				again := mustWorld(t, def)
				if err := again.Restore(b); err != nil {
					t.Fatal(err)
				}
				if got := value3(again, -1, "joint.pivot.torque"); got != value3(w, -1, "joint.pivot.torque") {
					t.Errorf("restored: %v", got)
				}
			case record.Wake:
				if woken++; e.Time < f.Time-0.95/240 || e.Time > f.Time-0.05/240 {
					t.Errorf("it is woken at %g s, in no middle of a step", e.Time)
				}
			}
		}
		if got := value3(w, -1, "joint.pivot.torque"); f.Step > 1 && !(got.Sub(want).Len() <= 1e-3) {
			t.Errorf("swapped %v, step %d: torque %v, want %v", swapped, f.Step, got, want)
		}
	})
	if slept == 0 || woken == 0 {
		t.Errorf("it falls asleep %d times, is woken %d times", slept, woken)
	}
}
