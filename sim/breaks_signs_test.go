package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// brokeOnce runs a world for a time [s] and returns the only event of what broke, whose only point has the impulse on A and is at a
// place [m].
func brokeOnce(t *testing.T, w *sim.World, time float64, place mgl64.Vec3, within float64) (e record.Event) {
	t.Helper()
	n := 0
	run(t, w, int(math.Round(time/w.Settings().Step)), func() {
		for _, one := range w.Frame().Events {
			if one.Kind != record.Broke {
				continue
			}
			n, e = n+1, one
			if len(one.Points) != 1 {
				t.Fatalf("%d points", len(one.Points))
			}
			if p := one.Points[0]; p.P.Sub(geom.FromMGL(place)).Len() > within || p.Impulse != one.Impulse {
				t.Errorf("broke at %v with an impulse of %v, want at %v and %v", p.P, p.Impulse, place, one.Impulse)
			}
		}
	})
	if n != 1 {
		t.Fatalf("%d break, the last %+v", n, e)
	}
	return e
}

// TestBreakSigns_ForceOfAPendulum: the event of a pendulum whose joint breaks has the force on the bob, ω² l + g cos α towards the
// pivot and next to nothing across, and is at the pivot, whichever end of the joint is the world.
func TestBreakSigns_ForceOfAPendulum(t *testing.T) {
	pivot := mgl64.Vec3{3, -2, 5}
	for _, worldFirst := range []bool{false, true} {
		def := breakingPendulum(1.0/960, 15)
		def.Bodies[0].Position = def.Bodies[0].Position.Add(pivot)
		j := &def.Joints[0]
		if j.AtA = pivot; worldFirst {
			j.A, j.B = j.B, j.A
		}
		w := mustWorld(t, def)
		e := brokeOnce(t, w, 0.4, pivot, 1e-6)
		at, a, spin := pendulumBreaks(1+0.01/6, 15)
		a += spin * (e.Time - at) // it breaks later by up to two and a half steps
		want := geom.Vec{X: -math.Sin(a), Z: math.Cos(a)}.Scale(15)
		if e.A != 0 || e.B != -1 || e.Force().Sub(want).Len() > 0.3 || e.Impulse != (geom.Vec{}) {
			t.Errorf("world first %v: %+v, want %v on the bob", worldFirst, e, want)
		}
	}
}

// TestBreakSigns_ImpulseOfAPivot: a ball of 1 kg at 10 m/s strikes, through its centre, a box of 2 kg that a joint there holds on the
// world. The joint passes on -4 N s to the box, of the -10 N s that would stop the ball, and breaks: 6 N s are left, with which both
// go on at 2 m/s. The event is at the joint and has the impulse on the box, whichever end is the world.
func TestBreakSigns_ImpulseOfAPivot(t *testing.T) {
	for _, worldFirst := range []bool{false, true} {
		at := mgl64.Vec3{3, -2, 5}
		j := sim.JointDef{Name: "pin", A: 0, B: sim.WorldEnd, InWorld: true, AtA: at, BreakImpulse: 4}
		if worldFirst {
			j.A, j.B = j.B, j.A
		}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240}, Materials: []sim.Material{{}}, Joints: []sim.JointDef{j},
			Bodies: []sim.BodyDef{cube("box", 0.5, 2, at, mgl64.Vec3{}),
				{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.25))}}, Mass: 1, Position: at.Sub(mgl64.Vec3{0.95, 0, 0}), Velocity: mgl64.Vec3{10, 0, 0}}},
		})
		e := brokeOnce(t, w, 0.1, at, 1e-9)
		if e.A != 0 || e.B != -1 || e.Impulse.Sub(geom.Vec{X: -4}).Len() > 1e-9 || e.Force() != (geom.Vec{}) || math.Abs(e.Time-0.02) > 1e-4 {
			t.Errorf("world first %v: %+v, want -4 N s on the box at 0.02 s", worldFirst, e)
		}
		for i := range 2 {
			if v := w.Body(i).Velocity; v.Sub(mgl64.Vec3{2, 0, 0}).Len() > 1e-9 {
				t.Errorf("world first %v: body %d at %v, want 2 m/s", worldFirst, i, v)
			}
		}
	}
}

// TestBreakSigns_ImpulseBesideTheCentre: a ball of 1 kg at 10 m/s strikes a bar of 3 kg, whose inertia is 0.64 kg m², 0.4 m
// beside the pivot at its centre, without friction. Of what the pivot passes on if it holds, by closed form, it passes on a
// quarter; the bar and the ball have a quarter of the change of the held bar, in speed and spin, and three of that of the free
// one.
func TestBreakSigns_ImpulseBesideTheCentre(t *testing.T) {
	const m, mass, lever, v = 1.0, 3.0, 0.4, 10.0
	const inertia = mass / 12 * (1.56 + 1) // of 1 m by 1.249 m
	held := v / (1/m + lever*lever/inertia)
	free := v / (1/m + 1/mass + lever*lever/inertia)
	const share = 0.25
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 240}, Materials: []sim.Material{{}},
		Joints: []sim.JointDef{{Name: "pin", A: sim.WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{1, 2, 3}, BreakImpulse: share * held}},
		Bodies: []sim.BodyDef{{Name: "bar", Half: mgl64.Vec3{0.5, math.Sqrt(1.56) / 2, 0.5}, Mass: mass, Position: mgl64.Vec3{1, 2, 3}},
			{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.25))}}, Mass: m, Position: mgl64.Vec3{0.05, 2 + lever, 3}, Velocity: mgl64.Vec3{v, 0, 0}}},
	})
	e := brokeOnce(t, w, 5.0/240, mgl64.Vec3{1, 2, 3}, 1e-9)
	if want := -share * held; e.A != 0 || math.Abs(e.Impulse.X-want) > 1e-6 {
		t.Errorf("passes on %v, want %g", e.Impulse, want)
	}
	j := share*held + (1-share)*free
	if got, want := w.Body(1).Velocity[0], v-j/m; math.Abs(got-want) > 1e-6 {
		t.Errorf("the ball goes on at %g m/s, want %g", got, want)
	}
	if got, want := w.Body(0).Velocity[0], (1-share)*free/mass; math.Abs(got-want) > 1e-6 {
		t.Errorf("the bar is at %g m/s, want %g", got, want)
	}
	if got, want := w.Body(0).AngularVelocity[2], -lever*j/inertia; math.Abs(got-want) > 1e-6 {
		t.Errorf("the bar spins at %g rad/s, want %g", got, want)
	}
}

// TestBreakSigns_SpringWithADamper: two heavy bodies, one of them turned, part at 2 m/s on a spring of 100 N/m with a damper of
// 30 N s/m, which pulls with 60 N + 200 N/s t and tears at 80 N, at 0.1 s. The event has the force on the first body, towards
// the other, at the end on it; of one to the world, the end on the body.
func TestBreakSigns_SpringWithADamper(t *testing.T) {
	const dt = 1.0 / 960
	heavy := func(name string, x, v mgl64.Vec3) sim.BodyDef { return cube(name, 0.5, 1e7, x, v) }
	turned := heavy("turned", mgl64.Vec3{2, 0, 1}, mgl64.Vec3{})
	turned.Attitude = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1})
	end, other := mgl64.Vec3{2, 1, 1}, mgl64.Vec3{2, 5, 1} // of at (1, 0, 0) on the turned one
	for _, c := range []struct {
		name   string
		bodies []sim.BodyDef
		spring sim.SpringDef
		force  float64 // along y, on A
		place  mgl64.Vec3
	}{
		{"turned, other", []sim.BodyDef{turned, heavy("other", other, mgl64.Vec3{0, 2, 0})}, sim.SpringDef{A: 0, B: 1, AtA: mgl64.Vec3{1, 0, 0}}, 80, end},
		{"other, turned", []sim.BodyDef{turned, heavy("other", other, mgl64.Vec3{0, 2, 0})}, sim.SpringDef{A: 1, B: 0, AtB: mgl64.Vec3{1, 0, 0}}, -80, other.Add(mgl64.Vec3{0, 0.2, 0})},
		{"turned, world", []sim.BodyDef{turned}, sim.SpringDef{A: 0, B: sim.WorldEnd, AtA: mgl64.Vec3{1, 0, 0}, AtB: other}, 80, end.Sub(mgl64.Vec3{0, 0.2, 0})},
		{"world, turned", []sim.BodyDef{turned}, sim.SpringDef{A: sim.WorldEnd, B: 0, AtA: other, AtB: mgl64.Vec3{1, 0, 0}}, 80, end.Sub(mgl64.Vec3{0, 0.2, 0})},
	} {
		if len(c.bodies) == 1 {
			c.bodies[0].Velocity = mgl64.Vec3{0, -2, 0}
		}
		s := c.spring
		s.Name, s.Length, s.Stiffness, s.Damping, s.BreakForce = "rope", 4, 100, 30, 80
		w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: dt}, Bodies: c.bodies, Springs: []sim.SpringDef{s}})
		e := brokeOnce(t, w, 0.2, c.place, 3*dt*2)
		if math.Abs(e.Time-0.1) > 2*dt || e.Force().Sub(geom.Vec{Y: c.force}).Len() > 200*2*dt || e.A != int32(max(s.A, 0)) || e.B != int32(map[bool]int{true: -1, false: s.B}[len(c.bodies) == 1]) {
			t.Errorf("%s: %+v, want %g N along y at 0.1 s", c.name, e, c.force)
		}
	}
}

// TestBreakSigns_LowerOfBothLimits: in an impact with a crush time of 50 ms a joint of 20 kN and of an impulse passes on the
// lower of that and of 20 kN times 50 ms.
func TestBreakSigns_LowerOfBothLimits(t *testing.T) {
	for impulse, want := range map[float64]float64{600: 600, 1500: 1000} {
		def := pushedPair(0, sim.JointDef{BreakForce: 20e3, BreakImpulse: impulse})
		def.Pairs = []sim.MaterialPair{{CrushTime: 0.05}}
		def.Settings.Gravity = mgl64.Vec3{0, 0, -1e-9}
		w := mustWorld(t, def)
		got := brokenIn(t, w, 0.2)
		if len(got) != 1 || math.Abs(got[0].Impulse.X-want) > 1e-6 || math.Abs(w.Body(1).Velocity[0]-(10-want/300)) > 1e-6 {
			t.Errorf("%g N s: broke %+v, rear at %v, want by %g N s", impulse, got, w.Body(1).Velocity, want)
		}
	}
}
