package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// ballOnStop is a ball of 2 kg and 0.3 m on a joint to the world at its centre, that may turn by an angle about z, and torques on it. Its J
// is 0.072 kg m², the arm of its stop 0.3 m.
func ballOnStop(t *testing.T, limit float64, torques ...ForceAt) *World {
	t.Helper()
	ball, err := geom.NewSphere(0.3)
	if err != nil {
		t.Fatal(err)
	}
	def := &Definition{
		Settings: Settings{Step: 1.0 / 240, Substeps: 4, SleepTime: -1, Residual: 1e-9},
		Bodies:   []BodyDef{{Name: "ball", Shapes: []ShapeDef{{Shape: ball}}, Mass: 2}},
		Joints:   []JointDef{{Name: "middle", A: WorldEnd, B: 0, Limits: []JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, InWorld: true, Angle: limit}}}},
	}
	if len(torques) > 0 {
		def.Forces = []ForceDef{{Body: 0, Program: torques}}
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// ballAngle is the angle by which the ball has turned about z.
func ballAngle(w *World) float64 {
	q := w.state.bodies[0].Q
	return 2 * math.Atan2(q.V.Z, q.W)
}

// TestStop_CoupleIsKeptWhileItPresses: a torque turns a ball to its stop, which bears it, and away again: the couple that the next substep
// starts from is the torque, and none where the stop is open, near or far.
func TestStop_CoupleIsKeptWhileItPresses(t *testing.T) {
	to, fro := mgl64.Vec3{0, 0, 0.7}, mgl64.Vec3{0, 0, -0.7}
	w := ballOnStop(t, 1, ForceAt{Torque: to}, ForceAt{Time: 0.8, Torque: to}, ForceAt{Time: 0.8001, Torque: fro})
	pressed, open := 0, 0
	for w.Frame().Time < 1.2 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		switch got, time := w.state.stops[0], w.Frame().Time; {
		case time > 0.5 && time < 0.8:
			if pressed++; !(math.Abs(got-0.7) <= 1e-5) {
				t.Fatalf("%g s: the couple is %g N m, want 0.7", time, got)
			}
		case time > 0.85 && ballAngle(w) < 0.99:
			if open++; got != 0 {
				t.Fatalf("%g s, at %g rad: the couple is %g N m", time, ballAngle(w), got)
			}
		}
	}
	if pressed == 0 || open == 0 || ballAngle(w) > 0.4 {
		t.Errorf("it presses in %d steps, is open in %d, ends at %g rad", pressed, open, ballAngle(w))
	}
}

// TestStop_GoesBackAsContactsDo: a ball that is beyond its limit goes back by PushRate of that in a second, but not faster than MaxPush at its
// arm, and does not turn then.
func TestStop_GoesBackAsContactsDo(t *testing.T) {
	const h, limit, arm = 1.0 / 240, 0.7, 0.3
	for _, beyond := range []float64{0.01, 0.05, 0.1, 0.3} {
		w := ballOnStop(t, limit)
		w.state.bodies[0].Q = geom.QuatExp(geom.Vec{Z: limit + beyond})
		want := beyond
		for range 8 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for range 4 { // substeps
				want -= h / 4 * math.Min(60*want, 2/arm)
			}
			if got := ballAngle(w) - limit; !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%g rad beyond, step %d: %g rad, want %g", beyond, w.Frame().Step, got, want)
			}
			if v := w.state.bodies[0].L.Len(); !(v <= 1e-6) {
				t.Errorf("%g rad beyond, step %d: it has the angular momentum %g", beyond, w.Frame().Step, v)
			}
		}
	}
}

// TestStop_SubstepStartsFromTheOneBefore: of an arm at rest on its stops a substep starts from the couples of these, and with their forces
// the joints have what they had. In a substep that is cut the levers of a stop stay at its arm from its joint, each at its own body.
func TestStop_SubstepStartsFromTheOneBefore(t *testing.T) {
	w, err := New(foldedArm())
	if err != nil {
		t.Fatal(err)
	}
	for w.Frame().Step < 200 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	h := w.set.Step
	isl := &w.islands[:1][0]
	s := &isl.solver
	for slot, i := range isl.members {
		w.slotOf[i] = int32(slot)
	}
	s.Joints, s.Points = s.Joints[:0], s.Points[:0]
	w.addIslandJoints(isl, h)
	if len(isl.joints) != 2 || len(isl.stops) != 2 {
		t.Fatalf("%d joints with %d stops", len(isl.joints), len(isl.stops))
	}
	offset := func(n int) (a, b geom.Vec) {
		r := &isl.stops[n]
		row := &s.Joints[r.joint]
		a, b = s.Points[r.point].Levers()
		return a.Sub(row.RA), b.Sub(row.RB)
	}
	for n := range isl.stops {
		r := &isl.stops[n]
		k, p := isl.joints[r.joint], &s.Points[r.point]
		arm := w.joints[k].stops[r.limit].arm
		if want := w.state.stops[k] * h; want < 1e-3 || math.Abs(p.Jn*arm-want) > 1e-12*want {
			t.Errorf("stop %d starts from %g N m s, want %g", n, p.Jn*arm, want)
		}
		if sum := s.Joints[r.joint].J.AddScaled(p.N, p.Jn); sum.Sub(w.state.joints[k].Scale(h)).Len() > 1e-12 {
			t.Errorf("joint %d starts from %v, want %v", n, sum, w.state.joints[k].Scale(h))
		}
		before, _ := offset(n)
		if math.Abs(before.Len()-arm) > 1e-12 {
			t.Errorf("stop %d is at %v from its joint, want at %g m", n, before, arm)
		}
		oldA, oldB := p.Levers()
		dA, dB := geom.Vec{X: 0.1, Z: 0.2}, geom.Vec{Y: -0.3}
		w.shortenStops(isl, r.joint, dA, dB)
		if a, b := p.Levers(); a.Sub(oldA).Sub(dA).Len() > 1e-15 || b.Sub(oldB).Sub(dB).Len() > 1e-15 {
			t.Errorf("stop %d: levers move by %v and %v, want %v and %v", n, a.Sub(oldA), b.Sub(oldB), dA, dB)
		}
		w.shortenStops(isl, r.joint, dA.Neg(), dB.Neg())
	}
	// At rest there is nothing to shorten: from other levers, as of bodies that turn.
	s.Joints[0].RA, s.Joints[0].RB = s.Joints[0].RA.Add(geom.Vec{X: 0.02}), s.Joints[0].RB.Add(geom.Vec{Z: 0.02})
	var before [2][2]geom.Vec
	for n := range before {
		before[n][0], before[n][1] = offset(n)
	}
	moved := s.Joints[0].RB
	w.shortenJoints(isl, 0.5*h)
	if s.Joints[0].RB.Sub(moved).Len() < 0.01 {
		t.Error("the joint has not moved")
	}
	for n := range before {
		if a, b := offset(n); a.Sub(before[n][0]).Len() > 1e-12 || b.Sub(before[n][1]).Len() > 1e-12 {
			t.Errorf("stop %d is at %v and %v from its joint, was at %v", n, a, b, before[n])
		}
	}
	for _, i := range isl.members {
		w.slotOf[i] = -1
	}
}

// TestStop_BreaksWithItsJoint: the couple of a stop whose joint breaks is gone with it.
func TestStop_BreaksWithItsJoint(t *testing.T) {
	def := foldedArm()
	def.Joints[0].BreakImpulse = 0.5
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	for w.Frame().Step < 400 {
		before := w.state.stops[0]
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind != record.Broke {
				continue
			}
			if before < 1 || w.state.stops[0] != 0 || w.state.joints[0] != (geom.Vec{}) {
				t.Errorf("a couple of %g N m, after it broke %g, with the force %v", before, w.state.stops[0], w.state.joints[0])
			}
			return
		}
	}
	t.Error("nothing breaks")
}

// TestStop_CoupleThatIsNotFinite is told with the name of the joint.
func TestStop_CoupleThatIsNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for n := range 2 {
			w := ballOnStop(t, 1)
			if err := w.checkState(&w.state); err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				w.state.stops[0] = bad
			} else {
				w.state.torques[0].Z = bad
			}
			if err := w.checkState(&w.state); err == nil || err.Object != "middle" || err.Quantity != "torque" {
				t.Errorf("%g: %v", bad, err)
			}
		}
	}
}

// TestStop_ArmHidesNoBlow: what joints pass on in an impact is told by its share of the blow, not of the impulses of stops, which are as large as
// their arms are short.
func TestStop_ArmHidesNoBlow(t *testing.T) {
	strike, told := int64(400), [2]geom.Vec{}
	for n := range told {
		w, err := New(foldedArm())
		if err != nil {
			t.Fatal(err)
		}
		for w.Frame().Step < strike && told[n] == (geom.Vec{}) {
			if n > 0 && w.Frame().Step == strike-1 {
				for k := range w.joints {
					w.joints[k].stops[0].arm *= 1e-5
				}
			}
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Joint && e.Detail == "shoulder" {
					strike, told[n] = w.Frame().Step, e.Impulse
				}
			}
		}
	}
	if told[0].Len() < 1 || !(told[1].Sub(told[0]).Len() <= 1e-5) {
		t.Errorf("the shoulder passes on %v, with short arms %v", told[0], told[1])
	}
}
