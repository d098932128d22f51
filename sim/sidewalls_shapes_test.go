package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// narrowCar is the parked car of besideKerb with a body that is narrower than its tyres, and nothing beside it.
func narrowCar(rate int) *sim.Definition {
	def := besideKerb(0, 0.1, 0, 0, vehicle.Coulomb, rate)
	def.Statics = def.Statics[:1]
	def.Bodies[0].Position, def.Bodies[0].Half[1] = mgl64.Vec3{0, 0, 0.55}, 0.6
	return def
}

// TestSidewalls_MeetBallsBelowTheAxle: a ball whose middle is below the axle of a wheel strikes the side of its tyre, one whose middle is
// above strikes the body, however high the body is on its springs: the axle of a wheel on the road is where it was.
func TestSidewalls_MeetBallsBelowTheAxle(t *testing.T) {
	for _, pressed := range []float64{-0.08, -0.04, 0, 0.04, 0.08} {
		for _, r := range []float64{0.26, 0.34} { // the wheel has 0.3
			const speed, gap = 10.0, 0.02
			def := narrowCar(60)
			def.Bodies[0].Position[2] -= pressed
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(r))}}, Mass: 5,
				Position: mgl64.Vec3{1.3, 0.85 + r + gap, r}, Velocity: mgl64.Vec3{0, -speed, 0},
			})
			want := gap / speed
			if r > 0.3 {
				want += 0.25 / speed
			}
			list := ofBoth(unlimited(t, mustWorld(t, def), 3, nil))
			if len(list) == 0 || math.Abs(list[0].Time-want) > 1e-5 {
				t.Errorf("pressed by %g m, ball of %g m: impacts %+v, want one at %g s", pressed, r, list, want)
			}
		}
	}
}

// TestSidewalls_LeaveHighPartsToOutlines: the body of another car, higher than a wall may begin above the ground, passes beside the tyres
// of one whose body is narrower, and strikes that; what is no vehicle strikes the tyres, and so does a part of one that reaches down.
func TestSidewalls_LeaveHighPartsToOutlines(t *testing.T) {
	const speed, from, half, high = 4.0, 3.0, 0.9, 0.2
	for _, c := range []struct {
		name string
		low  float64 // how high a pipe along its side is above the ground; 0 for none
		car  bool
		at   float64 // where it strikes
	}{
		{"car", 0, true, 0.6}, {"barrier", 0, false, 0.85}, {"car with a pipe", 0.02, true, 0.85}, {"car with a high pipe", 0.05, true, 0.6},
	} {
		def := narrowCar(60)
		b := sim.BodyDef{Name: "other", Position: mgl64.Vec3{0, from, 0.55}, Mass: 1500, Velocity: mgl64.Vec3{0, -speed, 0}}
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewBox(geom.Vec{X: 2, Y: half, Z: 0.3})), Position: mgl64.Vec3{0, 0, high + 0.3 - 0.55}}}
		if c.low > 0 {
			const r = 0.12
			b.Shapes = append(b.Shapes, sim.ShapeDef{Shape: must(geom.NewCylinder(r, 2)), Position: mgl64.Vec3{0, r - half, r + c.low - 0.55}, Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})})
		}
		if c.car {
			v := def.Vehicles[0]
			v.Body = 1
			def.Vehicles = append(def.Vehicles, v)
		} else {
			b.Mass, b.Velocity, b.Drive = 0, mgl64.Vec3{}, []sim.DriveAt{{Velocity: b.Velocity}}
		}
		def.Bodies = append(def.Bodies, b)
		want := (from - half - c.at) / speed
		list := ofBoth(run(t, mustWorld(t, def), 24, nil))
		if len(list) == 0 || math.Abs(list[0].Time-want) > 1e-5 {
			t.Errorf("%s: impacts %+v, want one at %g s", c.name, list, want)
		}
	}
}

// TestSidewalls_OnGroundThatRises: on a lift that goes up, or down, by more in half a step than the log on it is high, the sides of two
// tyres strike the log as on the road.
func TestSidewalls_OnGroundThatRises(t *testing.T) {
	const rate, height, speed, mass, e = 60, 0.06, 4.3, 200.0, 0.3
	const d, inertia = 0.55 - height/2, 1500 * ((0.9*0.9+0.7*0.7)/3 + 0.35*0.35)
	for _, kind := range []geom.ShapeKind{geom.ShapeBox, geom.ShapeCylinder} {
		for _, lift := range []float64{-8, 0, 8} {
			def := besideLog(speed, height, 0, 0, mass, kind, rate)
			def.Statics, def.Materials[0].Restitution = nil, e
			for i := range def.Bodies {
				def.Bodies[i].Velocity[2] = lift
			}
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "lift", Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, lift}}}})
			at := (2 - 0.75 - 0.1) / speed
			list := ofBoth(unlimited(t, mustWorld(t, def), int(at*rate)+1, nil))
			if len(list) == 0 || len(list[0].Points) != 2 {
				t.Fatalf("%v, at %g m/s: impacts %+v", kind, lift, list)
			}
			want := (1 + e) * speed / (1/1500. + 1/mass + d*d/inertia)
			if got := list[0]; math.Abs(-got.Impulse.Y-want) > 1e-5*want || math.Abs(got.Time-at) > 1e-6 {
				t.Errorf("%v, at %g m/s: %+v, want %g N s at %g s", kind, lift, got, want, at)
			}
		}
	}
}

// TestSidewalls_MeetWhatComesRoundTheTread: a ball that flies in from ahead and from the side, nearer to the tread than to the side at the
// start of a step, strikes the side in that step.
func TestSidewalls_MeetWhatComesRoundTheTread(t *testing.T) {
	const r, at = 0.09, 0.015
	for _, side := range []float64{-1, 1} {
		for _, ahead := range []float64{-1, 1} {
			def := narrowCar(60)
			v := mgl64.Vec3{-37 * ahead, -20 * side, 0}
			wheel := mgl64.Vec3{1.3, side * 0.75, 0}
			strikes := wheel.Add(mgl64.Vec3{0.18 * ahead, side * (0.1 + r), r})
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(r))}}, Mass: 5, Position: strikes.Sub(v.Mul(at)), Velocity: v})
			list := ofBoth(unlimited(t, mustWorld(t, def), 1, nil))
			if len(list) == 0 || math.Abs(list[0].Time-at) > 1e-6 || math.Abs(list[0].N.Y-side) > 1e-6 {
				t.Errorf("side %g, from %g: impacts %+v, want one at %g s", side, ahead, list, at)
			}
		}
	}
}

// TestSidewalls_NearIsNoTouch: a box that slides past the tyres of a sleeping car, nearer than what is looked for beside them, does not
// wake it, and is not slowed.
func TestSidewalls_NearIsNoTouch(t *testing.T) {
	for _, gap := range []float64{2e-3, 0.02} {
		const speed = 3.0
		def := narrowCar(60)
		def.Settings.SleepTime = 0.3
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Friction = 0.8
		}
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: "box", Half: mgl64.Vec3{0.1, 0.1, 0.07}, Mass: 10, Position: mgl64.Vec3{1.3 + 0.4 + speed, 0.85 + gap + 0.1, 0.07}, Velocity: mgl64.Vec3{-speed, 0, 0},
		})
		w := mustWorld(t, def)
		slept, woken := 0.0, 0.0
		run(t, w, 150, func() {
			for _, e := range w.Frame().Events {
				switch {
				case e.Kind == record.Sleep && e.A == 0:
					slept = e.Time
				case e.Kind == record.Wake && e.A == 0:
					woken = e.Time
				}
			}
		})
		x, v := motionOf(w, 1)
		if !(slept > 0 && slept < 0.8) || woken > 0 || math.Abs(v[0]+speed) > 1e-9 || x[0] > -1.6 {
			t.Errorf("at %g m: the car sleeps at %g s, wakes at %g s; the box is at %v with %v", gap, slept, woken, x, v)
		}
	}
}

// TestSidewalls_HoldFromTheStart: the tyres of a car that touch a heavy log, and that a force presses on it, stay where they are from the
// first step on.
func TestSidewalls_HoldFromTheStart(t *testing.T) {
	for _, kind := range []geom.ShapeKind{geom.ShapeBox, geom.ShapeCylinder} {
		for _, gap := range []float64{0, 5e-5} {
			def := besideLog(0, 0.16, 0, 0, 1e9, kind, 60)
			def.Bodies[0].Position[1] = 2 - 0.85 - gap
			def.Forces = []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Force: mgl64.Vec3{0, 4 * 1500, 0}}}}}
			w := mustWorld(t, def)
			for n := range 3 {
				unlimited(t, w, 1, nil)
				b := w.Body(0)
				side := b.Position.Add(b.Attitude.Rotate(mgl64.Vec3{1.35, 0.85, 0.08 - 0.55}))
				if over := side[1] - 2; over > 1e-6 {
					t.Errorf("%v, gap %g m, step %d: a tyre is in the log by %g m", kind, gap, n+1, over)
				}
			}
		}
	}
}
