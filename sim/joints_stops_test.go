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

// stopRounding is the largest angle beyond a limit after a step that what the passes leave gives [rad]: a residual of 1e-6 m/s over
// a substep of 1/240 s, at the arm of 5 cm of the smallest bodies here, and half as much again.
const stopRounding = 1.5e-7

// limitedPendulum is a cube of 1 kg, 1 m from a joint to the world at the origin, that falls from 60° off the upright, and that
// a stop holds at 120°.
func limitedPendulum(dt float64) *sim.Definition {
	up := mgl64.Vec3{0, 0, 1}
	at := mgl64.Vec3{math.Sin(math.Pi / 3), 0, math.Cos(math.Pi / 3)}
	return &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: dt},
		Bodies: []sim.BodyDef{{Name: "bob", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: at,
			Velocity: mgl64.Vec3{at[2], 0, -at[0]}, AngularVelocity: mgl64.Vec3{0, 1, 0}}},
		Joints: []sim.JointDef{{Name: "pivot", A: sim.WorldEnd, B: 0, InWorld: true, Limits: []sim.JointLimit{{AxisA: up, AxisB: at, Angle: 2 * math.Pi / 3}}}},
	}
}

// uprightAngle is the angle of the first body from the upright, seen from the origin [rad].
func uprightAngle(w *sim.World) float64 {
	x := w.Body(0).Position
	return math.Atan2(math.Hypot(x[0], x[1]), x[2])
}

// caughtBy returns the energy that joints and their stops took in the last step [J].
func caughtBy(w *sim.World) float64 {
	for _, r := range w.Frame().Ledger.Rows {
		if r.Cause == record.ByJoints {
			return -r.Energy
		}
	}
	return 0
}

// TestStop_PendulumIsStoppedAndRests lets a pendulum fall on a stop. With J about the joint and k = m g l/J it comes there at
// w² = 1 + 2 k (cos 60° - cos 120°), after the integral of 1/w, and loses all of J w²/2 there; then the joint bears its weight.
func TestStop_PendulumIsStoppedAndRests(t *testing.T) {
	const j = 1 + 0.01/6
	k := 9.81 / j
	speed := func(a float64) float64 { return math.Sqrt(1 + 2*k*(0.5-math.Cos(a))) }
	time, n := 0.0, 2000
	for i := range n {
		time += math.Pi / 3 / float64(n) / speed(math.Pi/3+(float64(i)+0.5)*math.Pi/3/float64(n))
	}
	energy := j * speed(2*math.Pi/3) * speed(2*math.Pi/3) / 2
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960} {
		w := mustWorld(t, limitedPendulum(dt))
		reached, lost, beyond, asleep := 0.0, 0.0, math.Inf(-1), 0
		for w.Frame().Time < 3 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			caught := caughtBy(w)
			lost += caught
			for _, e := range w.Frame().Events {
				if e.Kind == record.Sleep {
					asleep++
				}
			}
			if reached == 0 && caught > 1 {
				reached = w.Frame().Time
			}
			if reached == 0 && caught > 1e-6 {
				t.Fatalf("step %g: %g J lost before the stop", dt, caught)
			}
			beyond = math.Max(beyond, uprightAngle(w)-2*math.Pi/3)
			if reached > 0 && w.Frame().Time > reached && w.Body(0).AngularVelocity.Len() > 1e-4 {
				t.Fatalf("step %g: %v rad/s after the stop", dt, w.Body(0).AngularVelocity)
			}
		}
		t.Logf("step %.5f s: stopped by %.6f s, want %.6f; %.6f J lost, want %.6f; beyond by %.2g rad, at the end %.2g",
			dt, reached, time, lost, energy, beyond, uprightAngle(w)-2*math.Pi/3)
		if !(reached >= time-1e-4 && reached <= time+dt+1e-4) {
			t.Errorf("step %g: reached at %g s, want %g in the step before", dt, reached, time)
		}
		if math.Abs(lost/energy-1) > 1e-9 {
			t.Errorf("step %g: %g J lost, want %g", dt, lost, energy)
		}
		if beyond > stopRounding || math.Abs(uprightAngle(w)-2*math.Pi/3) > stopRounding {
			t.Errorf("step %g: %g rad beyond the limit, at rest %g", dt, beyond, uprightAngle(w)-2*math.Pi/3)
		}
		if load := value3(w, -1, "joint.pivot.force"); load.Sub(mgl64.Vec3{0, 0, 9.81}).Len() > 1e-6 {
			t.Errorf("step %g: the joint bears %v N", dt, load)
		}
		if asleep != 1 {
			t.Errorf("step %g: it does not fall asleep", dt)
		}
	}
}

// TestStop_RestsForAMinute: a pendulum that must not sleep rests on its stop for 60 s, within the rounding, and gains nothing.
func TestStop_RestsForAMinute(t *testing.T) {
	t.Parallel()
	def := limitedPendulum(1.0 / 240)
	def.Settings.SleepTime = -1
	w := mustWorld(t, def)
	run(t, w, 240, nil)
	least, most := math.Inf(1), math.Inf(-1)
	run(t, w, 60*240, func() {
		least, most = math.Min(least, uprightAngle(w)), math.Max(most, uprightAngle(w))
		if v := w.Body(0).Velocity.Len(); v > 1e-5 {
			t.Fatalf("step %d: %g m/s", w.Frame().Step, v)
		}
	})
	t.Logf("between %.2g and %.2g rad of the limit", least-2*math.Pi/3, most-2*math.Pi/3)
	if least < 2*math.Pi/3-stopRounding || most > 2*math.Pi/3+stopRounding {
		t.Errorf("from %g to %g rad of the limit", least-2*math.Pi/3, most-2*math.Pi/3)
	}
}

// twoRods is two unlike rods on a joint, straight along the first axis of a frame q, that fold about its second one at 3 rad/s
// against each other, up to 60°. The directions are along the rods.
func twoRods(q mgl64.Quat, swapped bool) *sim.Definition {
	along := mgl64.Vec3{1, 0, 0}
	drift := mgl64.Vec3{0.3, -0.2, 0.5}
	body := func(name string, x, half, mass, turn float64) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{half, 0.02, 0.03}, Mass: mass, Position: q.Rotate(mgl64.Vec3{x, 0, 0}), Attitude: q,
			AngularVelocity: q.Rotate(mgl64.Vec3{0, turn, 0}), Velocity: q.Rotate(drift.Add(mgl64.Vec3{0, 0, -x * turn}))}
	}
	d := sim.JointDef{Name: "knee", A: 0, B: 1, InWorld: true, Limits: []sim.JointLimit{{AxisA: along, AxisB: along, Angle: math.Pi / 3}}}
	if swapped {
		d.A, d.B = 1, 0
	}
	return &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 240},
		Bodies:   []sim.BodyDef{body("thigh", -0.25, 0.25, 3, 1), body("shin", 0.2, 0.2, 1, -2)},
		Joints:   []sim.JointDef{d},
	}
}

// momenta returns the momentum and the angular momentum of all bodies.
func momenta(w *sim.World, def *sim.Definition) (p, l geom.Vec) {
	for i := range def.Bodies {
		v := geom.FromMGL(value3(w, int32(i), "v")).Scale(def.Bodies[i].Mass)
		p = p.Add(v)
		l = l.Add(geom.FromMGL(value3(w, int32(i), "x")).Cross(v)).Add(geom.FromMGL(value3(w, int32(i), "L")))
	}
	return p, l
}

// TestStop_FoldingRodsTurnAsOne: two free rods fold to their limit. There they are one rigid body, with the momentum and the
// angular momentum of before: J about their common centre is that of both rods, plus m1 m2/(m1 + m2) times the square of the
// distance of their centres, by the law of cosines. Their energy is p²/2m + L²/2J then. In any frame, with the ends of the
// joint either way round.
func TestStop_FoldingRodsTurnAsOne(t *testing.T) {
	inertia := func(half, mass float64) float64 { return mass * (half*half + 0.03*0.03) / 3 }
	const a, b, m1, m2 = 0.25, 0.2, 3.0, 1.0
	apart := a*a + b*b + 2*a*b*math.Cos(math.Pi/3)
	whole := inertia(a, m1) + inertia(b, m2) + m1*m2/(m1+m2)*apart
	var first []float64
	for n, q := range []mgl64.Quat{mgl64.QuatIdent(), mgl64.QuatRotate(1.1, mgl64.Vec3{0.3, -0.5, 0.8}.Normalize()), mgl64.QuatRotate(2.9, mgl64.Vec3{-0.7, 0.1, 0.2}.Normalize())} {
		for _, swapped := range []bool{false, true} {
			def := twoRods(q, swapped)
			w := mustWorld(t, def)
			p0, l0 := momenta(w, def)
			kinetic := w.Frame().Ledger.Kinetic
			centre := geom.FromMGL(def.Bodies[0].Position).Scale(m1/(m1+m2)).AddScaled(geom.FromMGL(def.Bodies[1].Position), m2/(m1+m2))
			spin := l0.Sub(centre.Cross(p0)).Len()
			want := kinetic - p0.LenSq()/(2*(m1+m2)) - spin*spin/(2*whole)
			lost, beyond, at := 0.0, math.Inf(-1), int64(0)
			b := balanceOf(t, w, 240, func() {
				lost += caughtBy(w)
				x, y := w.Body(0).Attitude.Rotate(mgl64.Vec3{1, 0, 0}), w.Body(1).Attitude.Rotate(mgl64.Vec3{1, 0, 0})
				beyond = math.Max(beyond, math.Atan2(x.Cross(y).Len(), x.Dot(y))-math.Pi/3)
				if caughtBy(w) > 0.01 {
					at = w.Frame().Step
					if d := w.Body(1).AngularVelocity.Sub(w.Body(0).AngularVelocity).Dot(q.Rotate(mgl64.Vec3{0, -1, 0})); math.Abs(d) > 0.02 {
						t.Errorf("they go on turning at %g rad/s", d)
					}
				}
				if p, l := momenta(w, def); p.Sub(p0).Len() > 1e-12*p0.Len() || l.Sub(l0).Len() > 1e-9*l0.Len() {
					t.Fatalf("step %d: momentum is off by %g, angular momentum by %g", w.Frame().Step, p.Sub(p0).Len(), l.Sub(l0).Len())
				}
			})
			t.Logf("stopped in step %d, %.9g J lost, want %.9g; beyond by %.2g rad", at, lost, want, beyond)
			if math.Abs(lost/want-1) > 2e-5 || at == 0 || beyond > stopRounding || b == nil {
				t.Errorf("stopped in step %d: %g J lost, want %g; %g rad beyond", at, lost, want, beyond)
			}
			var now []float64
			for i := range 2 {
				x, v := q.Conjugate().Rotate(w.Body(i).Position), q.Conjugate().Rotate(w.Body(i).Velocity)
				now = append(now, x[0], x[1], x[2], v[0], v[1], v[2])
			}
			for i := range now {
				if first != nil && math.Abs(now[i]-first[i]) > 2e-6 {
					t.Errorf("frame %d, swapped %v: value %d is %g, want %g", n, swapped, i, now[i], first[i])
				}
			}
			if first == nil {
				first = now
			}
		}
	}
}

// kneeBefore is a stretched leg that hangs in space, and a ball that comes at its shin along x. The knee bends one way only:
// its stop is closed. Its bodies are one if it is welded.
func kneeBefore(ball float64, welded, limited bool, more sim.JointDef) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240},
		Materials: []sim.Material{{Restitution: 0.3}},
		Bodies: []sim.BodyDef{
			{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.1))}}, Mass: 2, Position: mgl64.Vec3{-ball, 0, -0.3}, Velocity: mgl64.Vec3{8 * ball, 0, 0}},
		},
	}
	if welded {
		// The common centre is at 1/11 m; J is that of both boxes, and of 8 kg and 3 kg 0.4 m apart.
		about := func(a, b float64) float64 { return a*a + b*b }
		far := 8.0 * 3 / 11 * 0.16
		x := 8*about(0.06, 0.2)/3 + 3*about(0.05, 0.2)/3 + far
		y := 8*about(0.06, 0.2)/3 + 3*about(0.04, 0.2)/3 + far
		z := 8*about(0.06, 0.06)/3 + 3*about(0.04, 0.05)/3
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "leg", Mass: 11, Inertia: mgl64.Diag3(mgl64.Vec3{x, y, z}), Position: mgl64.Vec3{0, 0, 1.0 / 11}, Shapes: []sim.ShapeDef{
			{Shape: must(geom.NewBox(geom.Vec{X: 0.06, Y: 0.06, Z: 0.2})), Position: mgl64.Vec3{0, 0, 0.2 - 1.0/11}},
			{Shape: must(geom.NewBox(geom.Vec{X: 0.04, Y: 0.05, Z: 0.2})), Position: mgl64.Vec3{0, 0, -0.2 - 1.0/11}},
		}})
		return def
	}
	def.Bodies = append(def.Bodies,
		sim.BodyDef{Name: "thigh", Half: mgl64.Vec3{0.06, 0.06, 0.2}, Mass: 8, Position: mgl64.Vec3{0, 0, 0.2}},
		sim.BodyDef{Name: "shin", Half: mgl64.Vec3{0.04, 0.05, 0.2}, Mass: 3, Position: mgl64.Vec3{0, 0, -0.2}})
	more.Name, more.A, more.B, more.InWorld = "knee", 1, 2, true
	def.Joints = []sim.JointDef{more}
	if limited { // the shin may turn about -y, as a ball turns it that comes along +x: v is 60° from u, about y
		def.Joints[0].Limits = []sim.JointLimit{{AxisA: mgl64.Vec3{0, 0, 1}, AxisB: mgl64.Vec3{math.Sin(math.Pi / 3), 0, 0.5}, Angle: math.Pi / 3}}
	}
	return def
}

// untilStruck steps a world until its first impact.
func untilStruck(t *testing.T, w *sim.World) record.Event {
	t.Helper()
	for range 60 {
		if hit := run(t, w, 1, nil); len(hit) > 0 {
			return hit[0]
		}
	}
	t.Fatal("nothing is struck")
	return record.Event{}
}

// TestStop_BlowPassesThroughAStretchedKnee: a ball that strikes the shin against the stop of the knee acts on the leg as on one body,
// and one from behind as on a leg without limits.
func TestStop_BlowPassesThroughAStretchedKnee(t *testing.T) {
	for _, side := range []float64{1, -1} {
		one := untilStruck(t, mustWorld(t, kneeBefore(side, true, false, sim.JointDef{})))
		free := untilStruck(t, mustWorld(t, kneeBefore(side, false, false, sim.JointDef{})))
		w := mustWorld(t, kneeBefore(side, false, true, sim.JointDef{}))
		hit := untilStruck(t, w)
		want, name := free.After[0], "without limits"
		shin := free.After[1]
		if side < 0 { // the shin would turn about +y
			u := one.After[1]
			want, name = one.After[0], "of one body"
			shin = record.Twist{V: u.V.Add(u.W.Cross(geom.Vec{Z: -0.2 - 1.0/11})), W: u.W}
		}
		if d := one.After[0].V.Sub(free.After[0].V).Len(); d < 0.1 {
			t.Fatalf("side %g: the ball parts alike, within %g m/s", side, d)
		}
		if hit.After[0].V.Sub(want.V).Len() > 1e-9 || hit.After[1].V.Sub(shin.V).Len() > 1e-9 || hit.After[1].W.Sub(shin.W).Len() > 1e-8 {
			t.Errorf("side %g: ball %v, shin %v; %s %v, %v", side, hit.After[0], hit.After[1], name, want, shin)
		}
		// What the joint is told to pass on gives the thigh its momentum.
		var passed geom.Vec
		for _, e := range w.Frame().Events {
			if e.Kind == record.Joint && e.A == 1 {
				passed = e.Impulse
				if d := e.After[0].V.Sub(e.Before[0].V).Scale(8).Sub(passed).Len(); d > 1e-6 {
					t.Errorf("side %g: the thigh gets %v, the joint has passed on %v", side, e.After[0].V, passed)
				}
			}
		}
		if passed.Len() < 0.1 {
			t.Errorf("side %g: the joint has passed on %v", side, passed)
		}
	}
}

// TestStop_JointBreaksByWhatItPassesOnWithItsStop: a joint whose stop is closed breaks by the sum of both, and its stop with
// it: in one that holds nothing the shin flies off as a body alone.
func TestStop_JointBreaksByWhatItPassesOnWithItsStop(t *testing.T) {
	passes := func(limit float64) (ball, shin record.Twist, joint geom.Vec, broke bool) {
		w := mustWorld(t, kneeBefore(-1, false, true, sim.JointDef{BreakImpulse: limit}))
		hit := untilStruck(t, w)
		for _, e := range w.Frame().Events {
			switch e.Kind {
			case record.Joint:
				joint = e.Impulse // on the thigh, which has 8 kg, and the shin, of 3 kg, the rest of the ball's
				thigh, shin := e.After[0].V.Sub(e.Before[0].V).Scale(8), e.After[1].V.Sub(e.Before[1].V).Scale(3)
				if d := thigh.Sub(joint).Len() + shin.Add(joint).Add(hit.Impulse).Len(); d > 1e-9 {
					t.Errorf("limit %g: the joint passes on %v, the thigh gets %v, the shin %v, the ball %v", limit, joint, thigh, shin, hit.Impulse)
				}
			case record.Broke:
				broke = true
				if limit > 1e-6 && math.Abs(e.Impulse.Len()-limit) > 1e-9 {
					t.Errorf("limit %g: it breaks by %v", limit, e.Impulse)
				}
			}
		}
		return hit.After[0], hit.After[1], joint, broke
	}
	_, _, whole, broke := passes(0)
	if broke || whole.Len() < 0.1 {
		t.Fatalf("it passes on %v, breaks %v", whole, broke)
	}
	if _, _, p, broke := passes(1.001 * whole.Len()); broke || p.Sub(whole).Len() > 1e-9 {
		t.Errorf("above what it passes on: %v, want %v, breaks %v", p, whole, broke)
	}
	if _, _, p, broke := passes(0.4 * whole.Len()); !broke || math.Abs(p.Len()/whole.Len()-0.4) > 1e-6 {
		t.Errorf("at 0.4 of %v: %v, breaks %v", whole, p, broke)
	}
	// A ball of 2 kg on a box of 3 kg, 0.1 m below its centre, with 1.3 times its speed.
	ball, shin, _, broke := passes(1e-9)
	iy := 3 * (0.04*0.04 + 0.2*0.2) / 3
	impulse := 1.3 * 8 / (1.0/2 + 1.0/3 + 0.1*0.1/iy)
	if want := impulse/2 - 8; !broke || math.Abs(ball.V.X-want) > 1e-6 || math.Abs(shin.V.X+impulse/3) > 1e-6 || math.Abs(shin.W.Y-0.1*impulse/iy) > 1e-5 {
		t.Errorf("without a joint: ball %v, shin %v, want %g and %g m/s, %g rad/s", ball, shin, want, -impulse/3, 0.1*impulse/iy)
	}
}

// door is a door on a hinge of two joints to the world, with stops 50° to the one side and 30° to the other, that a torque drives to
// and fro. Its stops are at the first joint, or at the second.
func door(dt float64, at int) *sim.Definition {
	def := &sim.Definition{
		Settings: sim.Settings{Step: dt, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Bodies:   []sim.BodyDef{{Name: "door", Half: mgl64.Vec3{0.45, 0.02, 1}, Mass: 30, Position: mgl64.Vec3{0.45, 0, 1}}},
		Forces: []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{
			{Time: 0, Torque: mgl64.Vec3{0, 0, 20}}, {Time: 1.5, Torque: mgl64.Vec3{0, 0, 20}}, {Time: 1.5001, Torque: mgl64.Vec3{0, 0, -20}}}}},
	}
	for k := range 2 {
		def.Joints = append(def.Joints, sim.JointDef{Name: fmt.Sprint("hinge ", k), A: sim.WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, 0.2 + 1.6*float64(k)}})
	}
	// About +z the angle from -y grows by 50° from 90°, and the one from +y by 30°.
	def.Joints[at].Limits = []sim.JointLimit{
		{AxisA: mgl64.Vec3{0, -1, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: 140 * math.Pi / 180},
		{AxisA: mgl64.Vec3{0, 1, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: 120 * math.Pi / 180},
	}
	return def
}

// TestStop_DoorSwingsBetweenStops: a constant torque M turns a door at M/J to its stop, where it stays, and back to the other
// one. It comes to the first at 50° with w² = 2 M/J 50°, to the second over 80°, and loses that; the joints bear M there as a
// couple, which is no force, and the weight.
func TestStop_DoorSwingsBetweenStops(t *testing.T) {
	j := 30*(0.45*0.45+0.02*0.02)/3 + 30*0.45*0.45
	rate := 20 / j
	deg := math.Pi / 180
	for at := range 2 {
		w := mustWorld(t, door(1.0/240, at))
		least, most, lost := 0.0, 0.0, [2]float64{}
		var reached [2]float64
		run(t, w, 4*240, func() {
			x := w.Body(0).Attitude.Rotate(mgl64.Vec3{1, 0, 0})
			angle := math.Atan2(x[1], x[0])
			least, most = math.Min(least, angle), math.Max(most, angle)
			side := 0
			if w.Frame().Time > 1.5 {
				side = 1
			}
			lost[side] += caughtBy(w)
			if reached[side] == 0 && caughtBy(w) > 1 {
				reached[side] = w.Frame().Time - 1.5*float64(side)
			}
			if time := w.Frame().Time; time > 1.4 && time < 1.49 || time > 3.9 {
				var sum mgl64.Vec3
				for k := range 2 {
					sum = sum.Add(value3(w, -1, fmt.Sprintf("joint.hinge %d.force", k)))
				}
				if d := sum.Sub(mgl64.Vec3{0, 0, 30 * 9.81}).Len(); d > 0.02 || w.Body(0).AngularVelocity.Len() > 1e-5 {
					t.Fatalf("at %g s: the hinge bears %v, turns at %v", time, sum, w.Body(0).AngularVelocity)
				}
			}
		})
		if math.Abs(most-50*deg) > stopRounding || math.Abs(least+30*deg) > stopRounding {
			t.Errorf("from %g to %g deg", least/deg, most/deg)
		}
		for side, way := range [2]float64{50 * deg, 80 * deg} {
			time, want := math.Sqrt(2*way/rate), 20*way
			t.Logf("side %d: reached by %.5f s, want %.5f; %.5f J lost, want %.5f", side, reached[side], time, lost[side], want)
			if reached[side] < time-1e-3 || reached[side] > time+1.0/240+1e-3 || math.Abs(lost[side]/want-1) > 0.01 {
				t.Errorf("side %d: reached by %g s, want %g; %g J lost, want %g", side, reached[side], time, lost[side], want)
			}
		}
	}
}

// TestStop_DefinitionsThatCannotBe says what is wrong with limits.
func TestStop_DefinitionsThatCannotBe(t *testing.T) {
	x, z := mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 0, 1}
	for _, c := range []struct {
		limit sim.JointLimit
		want  string
	}{
		{sim.JointLimit{AxisA: x, AxisB: x, Angle: 0}, "joint \"knee\": limits[0]: angle: 0 deg: give one from 0.1 to 179.9 deg"},
		{sim.JointLimit{AxisA: x, AxisB: x, Angle: math.Pi}, "angle: 180 deg: give one from"},
		{sim.JointLimit{AxisA: x, AxisB: x, Angle: math.NaN()}, "angle: NaN deg: give one from"},
		{sim.JointLimit{AxisA: x, Angle: 1}, "limits[0]: axes[1]: (0, 0, 0) is no direction: give three numbers of which one is not 0"},
		{sim.JointLimit{AxisB: x, InWorld: true, Angle: 1}, "limits[0]: axis: (0, 0, 0) is no direction"},
		{sim.JointLimit{AxisA: mgl64.Vec3{math.Inf(1), 0, 0}, AxisB: x, Angle: 1}, "limits[0]: axes[0]: (+Inf, 0, 0) is no direction"},
		{sim.JointLimit{AxisA: x, AxisB: z, Angle: math.Pi / 3}, "limits[0]: its axes are at 90 deg at the start, beyond the limit of 60 deg: turn the bodies or the axes, or give a larger angle"},
		{sim.JointLimit{AxisA: x, AxisB: z, Angle: math.Pi/2 - 2e-6}, "beyond the limit of"},
		{sim.JointLimit{AxisA: x, AxisB: z, Angle: math.Pi/2 - 0.5e-6}, ""},
		{sim.JointLimit{AxisA: x.Mul(1e200), AxisB: z.Mul(1e-200), Angle: 2}, ""},
		{sim.JointLimit{AxisA: x.Add(z), InWorld: true, Angle: 0.01}, ""},
	} {
		def := twoRods(mgl64.QuatIdent(), false)
		def.Joints[0].Limits = []sim.JointLimit{c.limit}
		switch _, err := sim.New(def); {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.limit, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v, want %s", c.limit, err, c.want)
		}
	}
}

// TestStop_LoadsGiveTheMomentum: of a leg that hangs, falls on the stops of its joints, is struck with these closed, and sleeps, all
// momentum is that of gravity, contact forces, impacts, and the loads of the joints with what they pass on in impacts, in every step.
func TestStop_LoadsGiveTheMomentum(t *testing.T) {
	for _, swapped := range []bool{false, true} {
		x := mgl64.Vec3{1, 0, 0}
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0), SleepTime: 0.2},
			Materials: []sim.Material{{Friction: 0.3, Restitution: 0.2}},
			Bodies: []sim.BodyDef{
				{Name: "thigh", Half: mgl64.Vec3{0.25, 0.05, 0.06}, Mass: 8, Position: mgl64.Vec3{0.25, 0, 2}},
				{Name: "shin", Half: mgl64.Vec3{0.25, 0.04, 0.04}, Mass: 4, Position: mgl64.Vec3{0.75, 0, 2}},
				cube("slow", 0.1, 2, mgl64.Vec3{0.6, 0, 4.1}, mgl64.Vec3{}),
				cube("fast", 0.1, 2, mgl64.Vec3{0.3, 3, 8}, mgl64.Vec3{0, -1.5, 1}),
			},
			Joints: []sim.JointDef{
				{Name: "hip", A: sim.WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, 2}, Limits: []sim.JointLimit{{AxisA: x, InWorld: true, Angle: 0.6}, {AxisA: mgl64.Vec3{0, 1, 0}, InWorld: true, Angle: 0.1}}},
				{Name: "knee", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.5, 0, 2}, Limits: []sim.JointLimit{{AxisA: x, InWorld: true, Angle: 0.2}}},
			},
			ContactForces: true,
		}
		if swapped {
			for k := range def.Joints {
				def.Joints[k].A, def.Joints[k].B = def.Joints[k].B, def.Joints[k].A
			}
		}
		w := mustWorld(t, def)
		balanced := momentumOf(t, w, def, 2)
		slept, woken, passed := 0, 0, 0
		balanceOf(t, w, 960, func() {
			balanced()
			for _, e := range w.Frame().Events {
				switch e.Kind {
				case record.Joint:
					passed++
				case record.Sleep:
					slept++
				case record.Wake:
					woken++
				}
			}
		})
		if slept == 0 || woken == 0 || passed < 2 {
			t.Errorf("%d fall asleep, %d are woken, joints pass on %d impacts", slept, woken, passed)
		}
		if most, _ := beyondLimits(def, w); most < -1e-3 {
			t.Errorf("no joint is at a limit: %g rad", most)
		}
	}
}

// TestStop_FastTurnsDoNotPassTheFarSide: a rod that turns so fast that it goes on beyond the 0.5° behind a limit of 179.5° in
// one substep is stopped there, from any phase, and not let through to the other side.
func TestStop_FastTurnsDoNotPassTheFarSide(t *testing.T) {
	for n := range 24 {
		speed := 40 + float64(n)/5
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240},
			Bodies:   []sim.BodyDef{{Name: "rod", Half: mgl64.Vec3{0.3, 0.03, 0.03}, Mass: 2, AngularVelocity: mgl64.Vec3{0, 0, speed}}},
			Joints:   []sim.JointDef{{Name: "middle", A: sim.WorldEnd, B: 0, Limits: []sim.JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: 179.5 * math.Pi / 180}}}},
		})
		most := 0.0
		run(t, w, 30, func() {
			x := w.Body(0).Attitude.Rotate(mgl64.Vec3{1, 0, 0})
			angle := math.Atan2(x[1], x[0])
			if most = math.Max(most, angle); angle < -1e-9 {
				t.Fatalf("%g rad/s: it is at %g deg", speed, angle*180/math.Pi)
			}
		})
		if math.Abs(most-179.5*math.Pi/180) > stopRounding || w.Body(0).AngularVelocity.Len() > 1e-6 {
			t.Errorf("%g rad/s: it comes to %g deg, and turns at %v", speed, most*180/math.Pi, w.Body(0).AngularVelocity)
		}
	}
}

// TestStop_NarrowAndWideCones: a rod that is thrown about in a cone of 0.5° to 179° about a direction of the world, and of a
// driven body that turns, never leaves it, gains no energy in the first, and comes to the edge.
func TestStop_NarrowAndWideCones(t *testing.T) {
	t.Parallel()
	for _, limit := range []float64{0.5, 3, 40, 120, 175, 179} {
		for _, driven := range []bool{false, true} {
			def := &sim.Definition{
				Settings: sim.Settings{Gravity: tilt(0), Step: 1.0 / 240, SleepTime: -1},
				Bodies: []sim.BodyDef{
					{Name: "rod", Half: mgl64.Vec3{0.03, 0.03, 0.3}, Mass: 2, Position: mgl64.Vec3{0, 0, 0.3}, AngularVelocity: mgl64.Vec3{6, 3, 20}},
					{Name: "mast", Half: mgl64.Vec3{0.1, 0.1, 0.5}, Mass: 9, Position: mgl64.Vec3{0, 0, -0.5}, Drive: []sim.DriveAt{{}, {Time: 1, AngularVelocity: mgl64.Vec3{4, -2, 7}}, {Time: 2}}},
				},
				Joints: []sim.JointDef{{Name: "foot", A: sim.WorldEnd, B: 0, InWorld: true, Limits: []sim.JointLimit{{AxisA: mgl64.Vec3{0, 0, 1}, InWorld: true, Angle: limit * math.Pi / 180}}}},
			}
			if driven {
				def.Joints[0].A = 1
			} else {
				def.Bodies = def.Bodies[:1]
			}
			w := mustWorld(t, def)
			energy, beyond, gain := energyOf(&w.Frame().Ledger), math.Inf(-1), math.Inf(-1)
			run(t, w, 3*240, func() {
				most, _ := beyondLimits(def, w)
				beyond = math.Max(beyond, most)
				now := energyOf(&w.Frame().Ledger)
				gain, energy = math.Max(gain, now-energy), now
			})
			t.Logf("%g deg, driven %v: beyond by %.2g rad, largest gain %.2g J of %.3g", limit, driven, beyond, gain, energy)
			if beyond > stopRounding || beyond < -0.15 {
				t.Errorf("%g deg, driven %v: %g rad beyond", limit, driven, beyond)
			}
			if !driven && gain > 1e-4 {
				t.Errorf("%g deg: a step adds %g J", limit, gain)
			}
		}
	}
}
