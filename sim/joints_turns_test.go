package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// tookBy returns the energy that a cause gave in the last step [J].
func tookBy(w *sim.World, c record.Cause) float64 {
	for _, r := range w.Frame().Ledger.Rows {
		if r.Cause == c {
			return r.Energy
		}
	}
	return math.NaN()
}

// flywheel is a square bar of 6 kg along z, and a moment of inertia of 1 kg m² about that, the least of it, that turns at 10 rad/s
// about its centre, which a joint holds in the world.
func flywheel(dt, friction, damping float64) *sim.Definition {
	return &sim.Definition{
		Settings: sim.Settings{Step: dt},
		Bodies:   []sim.BodyDef{{Name: "wheel", Half: mgl64.Vec3{0.5, 0.5, 1}, Mass: 6, AngularVelocity: mgl64.Vec3{0, 0, 10}}},
		Joints:   []sim.JointDef{{Name: "hub", A: sim.WorldEnd, B: 0, InWorld: true, Friction: friction, Damping: damping}},
	}
}

// TestJointFriction_FlywheelStops: a flywheel slows down by M/I, to rounding, and stops after I w0/M, in the step in which that is.
// The torque of the joint is -M until then, in that step the mean, and then none. Friction takes I w0²/2, in each step M times the
// turn.
func TestJointFriction_FlywheelStops(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		const m, w0 = 7.0, 10.0
		w := mustWorld(t, flywheel(dt, m, 0))
		stops := w0 / m
		b := balanceOf(t, w, int(2/dt), func() {
			f := w.Frame()
			speed, torque := value3(w, 0, "L")[2], value3(w, -1, "joint.hub.torque")
			want := math.Max(0, w0-m*f.Time)
			share := math.Min(1, math.Max(0, (stops-f.Time+dt)/dt)) // of the step in which it turns
			if math.Abs(speed-want) > 1e-12*w0 {
				t.Fatalf("step %g, t %g: %.15g rad/s, want %.15g", dt, f.Time, speed, want)
			}
			if d := torque.Sub(mgl64.Vec3{0, 0, -m * share}).Len(); d > 1e-9*m {
				t.Fatalf("step %g, t %g: torque %v, want %g", dt, f.Time, torque, -m*share)
			}
			before := math.Max(0, w0-m*(f.Time-dt))
			if got := tookBy(w, record.ByFriction); math.Abs(got-(want*want-before*before)/2) > 1e-9 {
				t.Fatalf("step %g, t %g: friction gives %g J, want %g", dt, f.Time, got, (want*want-before*before)/2)
			}
		})
		if got := b.Sums[record.ByFriction].Energy; math.Abs(got+w0*w0/2) > 1e-9 {
			t.Errorf("step %g: friction gives %.15g J", dt, got)
		}
		if w.Body(0).AngularVelocity[2] != 0 && math.Abs(w.Body(0).AngularVelocity[2]) > 1e-14 {
			t.Errorf("step %g: %g rad/s at the end", dt, w.Body(0).AngularVelocity[2])
		}
	}
}

// TestJointDamping_FlywheelDecays: the angular velocity falls to 1/(1 + x + x²/2) in each substep, here a step, x = c h/I, so
// that the error of that after a time is a quarter with half the step; it never changes its sign, however large c is. Dampers
// take what it loses.
func TestJointDamping_FlywheelDecays(t *testing.T) {
	const w0 = 0.1 // slow enough for one substep in a step
	at := func(dt, c float64) float64 {
		def := flywheel(dt, 0, c)
		def.Bodies[0].AngularVelocity[2], def.Settings.Substeps = w0, 1
		w := mustWorld(t, def)
		x, want, energy := c*dt, w0, 0.0
		balanceOf(t, w, int(math.Round(0.5/dt)), func() {
			before := want
			want /= 1 + x + x*x/2
			got := value3(w, 0, "L")[2]
			if math.Abs(got-want) > 1e-12*w0 || got < 0 {
				t.Fatalf("c %g, t %g: %.15g rad/s, want %.15g", c, w.Frame().Time, got, want)
			}
			if torque := value3(w, -1, "joint.hub.torque")[2]; math.Abs(torque-(want-before)/dt) > 1e-9*c {
				t.Fatalf("c %g, t %g: torque %g, want %g", c, w.Frame().Time, torque, (want-before)/dt)
			}
			energy += tookBy(w, record.ByDampers)
		})
		if math.Abs(energy-(want*want-w0*w0)/2) > 1e-9 {
			t.Errorf("c %g: dampers give %g J, want %g", c, energy, (want*want-w0*w0)/2)
		}
		return want
	}
	exact := w0 * math.Exp(-1.5)
	coarse, fine := at(1.0/100, 3)-exact, at(1.0/200, 3)-exact
	t.Logf("errors %.3g and %.3g rad/s", coarse, fine)
	if ratio := coarse / fine; ratio < 3.9 || ratio > 4.1 {
		t.Errorf("half the step has %g of the error", 1/ratio)
	}
	for _, c := range []float64{100, 1e4, 1e9, 1e20, 1e30} {
		at(1.0/100, c)
	}
}

// heldPendulum is a cube of 1 kg on a light rod: 1 m from a joint in the world with friction M, an angle from the plumb line.
func heldPendulum(angle, friction float64) *sim.Definition {
	return &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Bodies:   []sim.BodyDef{{Name: "bob", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: mgl64.Vec3{math.Sin(angle), 0, -math.Cos(angle)}}},
		Joints:   []sim.JointDef{{Name: "pivot", A: sim.WorldEnd, B: 0, InWorld: true, Friction: friction}},
	}
}

// TestJointFriction_PendulumStaysPut: a pendulum stays at any angle at which its weight gives less than the friction, bears that as
// a torque, and falls asleep; by 1e-5 more and it moves, at first by the difference over J.
func TestJointFriction_PendulumStaysPut(t *testing.T) {
	const j = 1 + 0.01/6
	for _, angle := range []float64{-3, -1.2, -0.01, 0, 0.3, math.Pi / 2, 2.5} {
		load := 9.81 * math.Sin(angle)
		w := mustWorld(t, heldPendulum(angle, math.Abs(load)*(1+1e-5)+1e-9))
		start, slept := w.Body(0).Position, false
		run(t, w, 240, func() {
			if d := value3(w, -1, "joint.pivot.torque").Sub(mgl64.Vec3{0, -load, 0}).Len(); d > 1e-6 {
				t.Fatalf("angle %g: torque %v, want %g", angle, value3(w, -1, "joint.pivot.torque"), -load)
			}
			for _, e := range w.Frame().Events {
				slept = slept || e.Kind == record.Sleep
			}
		})
		if d := w.Body(0).Position.Sub(start).Len(); d > 1e-9 || !slept {
			t.Errorf("angle %g: it moves by %g m; it sleeps: %v", angle, d, slept)
		}
		if angle == 0 {
			continue
		}
		w = mustWorld(t, heldPendulum(angle, math.Abs(load)*(1-1e-5)))
		run(t, w, 1, nil)
		h := w.Settings().Step
		want := load * 1e-5 / j * h
		if got := w.Body(0).AngularVelocity[1]; math.Abs(got/want-1) > 0.01 { // the residual, and by what it moves in the step
			t.Errorf("angle %g: it begins to turn with %g rad/s, want %g", angle, got, want)
		}
	}
}

// TestJointFriction_PendulumLosesByItsTurn: a pendulum that swings against friction loses M times the angle that it has turned
// through, in each half swing, and comes to rest where its weight gives less.
func TestJointFriction_PendulumLosesByItsTurn(t *testing.T) {
	const m = 0.5
	w := mustWorld(t, heldPendulum(1.5, m))
	angle := func() float64 { return math.Atan2(w.Body(0).Position[0], -w.Body(0).Position[2]) }
	turned, before := 0.0, angle()
	b := balanceOf(t, w, 240*20, func() {
		turned, before = turned+math.Abs(angle()-before), angle()
	})
	got, want := b.Sums[record.ByFriction].Energy, -m*turned
	t.Logf("turned by %g rad, friction gives %.9g J, want %.9g; ends at %g rad", turned, got, want, angle())
	if math.Abs(got/want-1) > 1e-3 { // in steps in which it turns round it has turned by more
		t.Errorf("friction gives %g J, want %g", got, want)
	}
	if math.Abs(9.81*math.Sin(angle())) > m*(1+1e-6) || w.Body(0).Velocity.Len() > 1e-9 {
		t.Errorf("it ends at %g rad with %v m/s", angle(), w.Body(0).Velocity)
	}
}

// rubbingRods is two unlike free rods on a joint, turned anyhow by q, that turn about it against each other.
func rubbingRods(q mgl64.Quat, friction, damping float64, swapped bool) *sim.Definition {
	def := twoRods(q, swapped)
	def.Joints[0].Limits = nil
	def.Joints[0].Friction, def.Joints[0].Damping = friction, damping
	for i, turn := range []mgl64.Vec3{{0.5, 1, -2}, {-1.5, -2, 1}} { // the centres move as the joint stands still
		at := q.Conjugate().Rotate(def.Bodies[i].Position)
		def.Bodies[i].AngularVelocity, def.Bodies[i].Velocity = q.Rotate(turn), q.Rotate(turn.Cross(at).Add(mgl64.Vec3{0.3, -0.2, 0.5}))
	}
	return def
}

// TestJointFriction_FreeRodsComeToTurnAsOne: friction and damping between two free bodies keep momentum and angular momentum to
// rounding, take energy in every step, and bring the bodies to turn as one, in any frame, with the ends of the joint either way
// round: then torques are opposite, and the motion is the same.
func TestJointFriction_FreeRodsComeToTurnAsOne(t *testing.T) {
	for _, c := range []struct{ friction, damping, asOne float64 }{{0.2, 0, 1e-9}, {0, 0.5, 0.02}, {0.1, 0.2, 1e-9}, {1e6, 0, 1e-9}, {0, 1e9, 1e-7}} {
		var first []float64
		for n, q := range []mgl64.Quat{mgl64.QuatIdent(), mgl64.QuatRotate(2.9, mgl64.Vec3{-0.7, 0.1, 0.2}.Normalize())} {
			for _, swapped := range []bool{false, true} {
				def := rubbingRods(q, c.friction, c.damping, swapped)
				w := mustWorld(t, def)
				p0, l0 := momenta(w, def)
				var now []float64
				b := balanceOf(t, w, 480, func() {
					if p, l := momenta(w, def); p.Sub(p0).Len() > 1e-12*p0.Len() || l.Sub(l0).Len() > 1e-9*l0.Len() {
						t.Fatalf("%v, step %d: momentum is off by %g, angular momentum by %g", c, w.Frame().Step, p.Sub(p0).Len(), l.Sub(l0).Len())
					}
					if took := tookBy(w, record.ByFriction) + tookBy(w, record.ByDampers); took > 1e-12 {
						t.Fatalf("%v, step %d: it gives %g J", c, w.Frame().Step, took)
					}
					if w.Frame().Step == 20 {
						torque := value3(w, -1, "joint.knee.torque")
						if swapped {
							torque = torque.Mul(-1)
						}
						for _, v := range []mgl64.Vec3{torque, w.Body(0).Position, w.Body(1).Position, w.Body(0).AngularVelocity, w.Body(1).AngularVelocity} {
							v = q.Conjugate().Rotate(v)
							now = append(now, v[0], v[1], v[2])
						}
					}
				})
				if c.friction > 0 {
					caused(t, b, record.ByFriction, 0.01)
				}
				if c.damping > 0 {
					caused(t, b, record.ByDampers, 0.01)
				}
				if d := w.Body(1).AngularVelocity.Sub(w.Body(0).AngularVelocity).Len(); d > c.asOne {
					t.Errorf("%v, frame %d: they turn by %g rad/s", c, n, d)
				}
				for i := range now {
					if first != nil && math.Abs(now[i]-first[i]) > 1e-6*math.Max(1, math.Abs(first[i])) {
						t.Errorf("%v, frame %d, swapped %v: value %d is %g, want %g", c, n, swapped, i, now[i], first[i])
					}
				}
				if first == nil {
					first = now
				}
			}
		}
	}
}

// heldArm is an arm of n links of 1 kg and 0.4 m each, straight out from a joint in the world, whose joints have friction and
// damping.
func heldArm(n int, friction, damping float64, swapped bool) *sim.Definition {
	def := &sim.Definition{Settings: sim.Settings{Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}, ContactForces: true}
	for i := range n {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("link", i), Half: mgl64.Vec3{0.2, 0.03, 0.03}, Mass: 1, Position: mgl64.Vec3{0.2 + 0.4*float64(i), 0, 2}})
		d := sim.JointDef{Name: fmt.Sprint("joint", i), A: i - 1, B: i, InWorld: true, AtA: mgl64.Vec3{0.4 * float64(i), 0, 2}, Friction: friction, Damping: damping}
		if i == 0 {
			d.A = sim.WorldEnd
		}
		if swapped {
			d.A, d.B = d.B, d.A
		}
		def.Joints = append(def.Joints, d)
	}
	return def
}

// TestJointFriction_ArmIsHeldAndSleeps: an arm of three, and one of eight links, stays where it is held by friction, each joint with
// the moment of the weight of what it carries, on its second body; it falls asleep, keeps its torques, and wakes as something falls
// on it, which it bears, too, if friction suffices.
func TestJointFriction_ArmIsHeldAndSleeps(t *testing.T) {
	for _, n := range []int{3, 8} {
		for _, swapped := range []bool{false, true} {
			def := heldArm(n, 30*float64(n*n), 0, swapped)
			def.Bodies = append(def.Bodies, cube("weight", 0.03, 0.5, mgl64.Vec3{0.4*float64(n) - 0.2, 0, 6.1}, mgl64.Vec3{}))
			w := mustWorld(t, def)
			balanced := momentumOf(t, w, def, n)
			slept, woken := 0, 0
			run(t, w, 480, func() {
				if n == 3 { // longer ones are held less exactly, and lose that as they fall asleep
					balanced()
				}
				for _, e := range w.Frame().Events {
					switch e.Kind {
					case record.Sleep:
						slept++
					case record.Wake:
						woken++
					case record.Limit:
						t.Errorf("step %d: %s", w.Frame().Step, e.Detail)
					}
				}
				if w.Frame().Step == 200 && slept != n {
					t.Errorf("%d links: %d sleep", n, slept)
				}
				for k := range n {
					// Each joint is solved to the residual, in rad/s, twice in a substep: link i may have the speed that those before
					// it give it, and have had the opposite.
					moment, off := 0.0, 0.0
					for i := k; i < n; i++ {
						x, speed := 0.4*(float64(i-k)+0.5), 0.0
						for j := range i + 1 {
							speed += 0.4 * (float64(i-j) + 0.5) * w.Settings().Residual
						}
						moment, off = moment-tilt(0)[2]*x, off+4*x*speed/w.Settings().Step
					}
					if swapped {
						moment = -moment
					}
					if got := value3(w, -1, fmt.Sprintf("joint.joint%d.torque", k)); w.Frame().Step < 210 && got.Sub(mgl64.Vec3{0, -moment, 0}).Len() > off {
						t.Errorf("step %d, joint %d: torque %v, want %g", w.Frame().Step, k, got, -moment)
					}
				}
			})
			if woken < n {
				t.Errorf("%d links: %d wake", n, woken)
			}
			if d := w.Body(n - 1).Position.Sub(def.Bodies[n-1].Position).Len(); d > 0.05*float64(n) {
				t.Errorf("%d links: the end has moved by %g m", n, d)
			}
		}
	}
}

// TestJointFriction_HingeAddsUp: a door on two joints with friction 1.5 and 2 N m, one of them the other way round, slows down as by
// 3.5 N m, and each joint has its own torque about the hinge, on its second body; with damping likewise.
func TestJointFriction_HingeAddsUp(t *testing.T) {
	const w0 = 0.5
	for _, damped := range []bool{false, true} {
		def := &sim.Definition{
			Bodies: []sim.BodyDef{{Name: "door", Half: mgl64.Vec3{0.4, 0.02, 1}, Mass: 20, Position: mgl64.Vec3{0.4, 0, 0}, Velocity: mgl64.Vec3{0, 0.4 * w0, 0}, AngularVelocity: mgl64.Vec3{0, 0, w0}}},
			Joints: []sim.JointDef{
				{Name: "top", A: sim.WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, 0.9}, Friction: 1.5},
				{Name: "bottom", A: 0, B: sim.WorldEnd, InWorld: true, AtA: mgl64.Vec3{0, 0, -0.9}, Friction: 2},
			},
		}
		if damped {
			for k := range def.Joints {
				def.Joints[k].Friction, def.Joints[k].Damping = 0, def.Joints[k].Friction
			}
		}
		j := 20.0/3*(0.4*0.4+0.02*0.02) + 20*0.16
		w := mustWorld(t, def)
		h, want, torques := w.Settings().Step, w0, [2]float64{-1.5, 2}
		balanceOf(t, w, 140, func() {
			x, before := 3.5*h/j, want
			if damped {
				want /= 1 + x + x*x/2
				for k, share := range []float64{-1.5 / 3.5, 2 / 3.5} {
					torques[k] = share * (before - want) * j / h
				}
			} else {
				want -= x
			}
			if got := w.Body(0).AngularVelocity[2]; math.Abs(got-want) > 1e-6 {
				t.Fatalf("damped %v, step %d: %g rad/s, want %g", damped, w.Frame().Step, got, want)
			}
			for k, name := range []string{"top", "bottom"} {
				if got := value3(w, -1, "joint."+name+".torque"); got.Sub(mgl64.Vec3{0, 0, torques[k]}).Len() > 1e-4 {
					t.Fatalf("damped %v, step %d: torque of %s is %v, want %g", damped, w.Frame().Step, name, got, torques[k])
				}
			}
		})
	}
}

// TestJointFriction_TurntableDrivesAWheel: a driven body that turns at 3 rad/s takes a wheel on its joint along by friction, to the
// same speed after I w/M; the drive gives M w0 t, of which friction takes half.
func TestJointFriction_TurntableDrivesAWheel(t *testing.T) {
	const m, w1 = 2.0, 3.0
	def := flywheel(1.0/240, m, 0)
	def.Bodies[0].AngularVelocity = mgl64.Vec3{}
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "table", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 1, Position: mgl64.Vec3{0, 0, -2}, Drive: []sim.DriveAt{{AngularVelocity: mgl64.Vec3{0, 0, w1}}}})
	def.Joints[0].A = 1
	w := mustWorld(t, def)
	b := balanceOf(t, w, 480, func() {
		if got, want := w.Body(0).AngularVelocity[2], math.Min(w1, m*w.Frame().Time); math.Abs(got-want) > 1e-9 {
			t.Fatalf("t %g: %g rad/s, want %g", w.Frame().Time, got, want)
		}
	})
	if drives, friction := b.Sums[record.ByDrives].Energy, b.Sums[record.ByFriction].Energy; math.Abs(drives-w1*w1) > 1e-6 || math.Abs(friction+w1*w1/2) > 1e-6 {
		t.Errorf("the drive gives %g J, friction %g", drives, friction)
	}
}

// TestJointFriction_NotInAnImpact: an impact on a link acts as if its joint turned freely, whatever its friction and damping, which
// take no part in what takes no time.
func TestJointFriction_NotInAnImpact(t *testing.T) {
	free := untilStruck(t, mustWorld(t, kneeBefore(1, false, false, sim.JointDef{})))
	stiff := untilStruck(t, mustWorld(t, kneeBefore(1, false, false, sim.JointDef{Friction: 1e4, Damping: 1e4})))
	if d := geom.Vec.Sub(free.Impulse, stiff.Impulse).Len(); d > 1e-9 || free.Impulse.Len() < 1 {
		t.Errorf("impulses %v and %v N s", free.Impulse, stiff.Impulse)
	}
}

// TestJointFriction_EndsWithItsJoint: a flywheel whose joint breaks by a blow turns on freely, and the joint has no torque.
func TestJointFriction_EndsWithItsJoint(t *testing.T) {
	def := flywheel(1.0/240, 2, 0)
	def.Materials = []sim.Material{{}}
	def.Joints[0].BreakImpulse = 0.5
	def.Bodies = append(def.Bodies, cube("ball", 0.1, 1, mgl64.Vec3{0, 0, 2.2}, mgl64.Vec3{0, 0, -4}))
	w := mustWorld(t, def)
	broke := 0.0
	run(t, w, 240, func() {
		torque := value3(w, -1, "joint.hub.torque")[2]
		for _, e := range w.Frame().Events {
			if e.Kind == record.Broke {
				broke = w.Body(0).AngularVelocity[2]
				return
			}
		}
		switch {
		case broke == 0 && math.Abs(torque+2) > 1e-9:
			t.Fatalf("step %d: torque %g before it breaks", w.Frame().Step, torque)
		case broke != 0 && (torque != 0 || math.Abs(w.Body(0).AngularVelocity[2]-broke) > 1e-9):
			t.Fatalf("step %d: torque %g, %g rad/s, %g as it broke", w.Frame().Step, torque, w.Body(0).AngularVelocity[2], broke)
		}
	})
	if broke == 0 {
		t.Error("it does not break")
	}
}

// TestJointFriction_WithLimitsAndContacts: arms that fall on the floor, and on their limits, with large friction in some joints and
// little in others, gain nothing, and come to rest; but for one in a thousand all steps are solved (48 of 61,440, of 64 arms).
func TestJointFriction_WithLimitsAndContacts(t *testing.T) {
	reached, unsolved := 0, 0
	for seed := range uint64(geomtest.Trials(64)) {
		def := heldArm(6, 0, 0, seed%2 == 1)
		def.Statics = []sim.StaticDef{floor(20)}
		for k := range def.Joints {
			j := &def.Joints[k]
			j.Friction, j.Damping = []float64{1000, 2, 0, 30}[(int(seed)+k)%4], []float64{0, 0.1, 10}[(int(seed)+k)%3]
			j.Limits = []sim.JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, InWorld: true, Angle: 0.3 + 0.1*float64(seed%5)}}
		}
		def.Joints = def.Joints[1:] // it falls, leaning
		lean := mgl64.QuatRotate(-0.3-0.1*float64(seed%8), mgl64.Vec3{0, 1, 0.2}.Normalize())
		for i := range def.Bodies {
			b := &def.Bodies[i]
			b.Position = lean.Rotate(b.Position.Sub(mgl64.Vec3{0, 0, 2})).Add(mgl64.Vec3{0, 0, 0.6})
			b.Attitude, b.Velocity = lean, mgl64.Vec3{1, 0, -1}
		}
		for k := range def.Joints {
			j := &def.Joints[k]
			j.AtA = lean.Rotate(j.AtA.Sub(mgl64.Vec3{0, 0, 2})).Add(mgl64.Vec3{0, 0, 0.6})
			j.Limits[0].AxisA = lean.Rotate(j.Limits[0].AxisA)
		}
		w := mustWorld(t, def)
		last, limits, touched, beyond := energyOf(&w.Frame().Ledger), 0, 0, math.Inf(-1)
		start := last
		balanceOf(t, w, 960, func() {
			now := energyOf(&w.Frame().Ledger)
			if now > last+1e-7*start { // joints that close, as without friction
				t.Errorf("seed %d, step %d: gains %g J", seed, w.Frame().Step, now-last)
			}
			last = now
			touched = max(touched, len(w.Frame().Contacts))
			for k := range def.Joints {
				x, y := w.Body(k).Attitude.Rotate(mgl64.Vec3{1, 0, 0}), w.Body(k+1).Attitude.Rotate(mgl64.Vec3{1, 0, 0})
				beyond = math.Max(beyond, math.Atan2(x.Cross(y).Len(), x.Dot(y))-def.Joints[k].Limits[0].Angle)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					limits++
				}
			}
		})
		fastest := 0.0
		for i := range def.Bodies {
			fastest = math.Max(fastest, w.Body(i).Velocity.Len())
		}
		if beyond > -1e-6 {
			reached++
		}
		t.Logf("seed %d: %d limits, up to %d in contact, %g m/s at the end, beyond by %g rad", seed, limits, touched, fastest, beyond)
		unsolved += limits
		if limits > 9 || touched < 3 || fastest > 0.02 || beyond > 2e-3 {
			t.Errorf("seed %d: %d limits, up to %d in contact, %g m/s at the end, beyond by %g rad", seed, limits, touched, fastest, beyond)
		}
	}
	if most := geomtest.Trials(64) * 960 / 1000; unsolved > most {
		t.Errorf("%d steps are not solved, at most %d may be", unsolved, most)
	}
	if reached < geomtest.Trials(64)/2 {
		t.Errorf("%d reach their limits", reached)
	}
}

// TestJointFriction_PersonHasTheSameBits steps a person whose joints have friction and damping, and whom a car strikes, with one and
// two workers, and from a snapshot at every step: all bits are the same. Once it has been there, no step allocates.
func TestJointFriction_PersonHasTheSameBits(t *testing.T) {
	def, _ := struckPerson(1.0/240, 1.5)
	for k := range def.Joints {
		def.Joints[k].Friction, def.Joints[k].Damping = 10, 0.5
	}
	w, two, again := mustWorld(t, def), mustWorld(t, def), mustWorld(t, def)
	two.SetWorkers(2)
	before := w.Snapshot(nil)
	start := bytes.Clone(before)
	var now []byte
	const steps = 80
	rubbed, damped := 0.0, 0.0
	for n := range steps {
		run(t, w, 1, nil)
		rubbed, damped = rubbed-tookBy(w, record.ByFriction), damped-tookBy(w, record.ByDampers)
		now = w.Snapshot(now[:0])
		for k, o := range []*sim.World{two, again} {
			if o == again {
				if err := o.Restore(before); err != nil {
					t.Fatal(err)
				}
			}
			run(t, o, 1, nil)
			if !bytes.Equal(o.Snapshot(nil), now) {
				t.Fatalf("step %d: world %d has other bits", n, k)
			}
		}
		before = append(before[:0], now...)
	}
	if rubbed < 1 || damped < 1 {
		t.Errorf("friction takes %g J, damping %g", rubbed, damped)
	}
	restart := func() {
		if err := w.Restore(start); err != nil {
			t.Fatal(err)
		}
	}
	if n := geomtest.Allocations(steps, restart, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations in %d steps", n, steps)
	}
}

// TestJointFriction_TooSmallForNumbers: friction and damping whose squares, or reciprocals, are out of the range of numbers leave a
// wheel at its speed, and so do those of a joint to a second one, which Newton's method solves.
func TestJointFriction_TooSmallForNumbers(t *testing.T) {
	for _, least := range []float64{math.SmallestNonzeroFloat64, 1e-310, 1e-200, 1e-160, 1e-120, 1e-88} {
		for _, of := range [][2]float64{{least, 0}, {0, least}, {least, least}} {
			def := flywheel(1.0/240, of[0], of[1])
			def.Bodies = append(def.Bodies, def.Bodies[0])
			def.Bodies[1].Name, def.Bodies[1].Position, def.Bodies[1].AngularVelocity = "other", mgl64.Vec3{5, 0, 0}, mgl64.Vec3{0, 0, -4}
			def.Joints = append(def.Joints, sim.JointDef{A: sim.WorldEnd, B: 1, InWorld: true, AtA: mgl64.Vec3{5, 0, 0}, Friction: of[0], Damping: of[1]},
				sim.JointDef{A: 1, B: 2, InWorld: true, AtA: mgl64.Vec3{5, 0, 1}, Friction: of[0], Damping: of[1]})
			third := def.Bodies[1]
			third.Name, third.Position = "third", mgl64.Vec3{5, 0, 2}
			def.Bodies = append(def.Bodies, third)
			w := mustWorld(t, def)
			run(t, w, 20, nil)
			for i, want := range []float64{10, -4, -4} {
				if got := value3(w, int32(i), "L")[2]; math.Abs(got-want) > 1e-9 {
					t.Errorf("friction %g, damping %g: body %d turns at %.12g rad/s, want %g", of[0], of[1], i, got, want)
				}
			}
		}
	}
}

// TestJointFriction_DefinitionsThatCannotBe: one line names the joint, the field and the range.
func TestJointFriction_DefinitionsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		friction, damping float64
		want              string
	}{
		{-1, 0, `joint "hub": friction: -1 N m: give a number from 0 to 1e+30`},
		{math.NaN(), 0, `joint "hub": friction: NaN N m: give a number from 0 to 1e+30`},
		{0, math.Inf(1), `joint "hub": damping: +Inf N m s/rad: give a number from 0 to 1e+30`},
	} {
		_, err := sim.New(flywheel(1.0/240, c.friction, c.damping))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
