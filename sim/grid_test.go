package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// stateOf returns the state of a body in the frame of a world.
func stateOf(w *sim.World, body int) rigid.State {
	v := w.Frame().Values[13*body:]
	at := func(i int) geom.Vec { return geom.Vec{X: v[i], Y: v[i+1], Z: v[i+2]} }
	return rigid.State{X: at(0), Q: geom.Quat{W: v[3], V: at(4)}, V: at(7), L: at(10)}
}

// onFloor returns a world of bodies on a floor, all of one material.
func onFloor(t *testing.T, m sim.Material, bodies []sim.BodyDef) *sim.World {
	t.Helper()
	return mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{m},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Bodies:    bodies,
	})
}

// A box that slides on a plane has velocities on its grid and a pose that the integrator makes of them, and stops where
// v²/(2 μ g) says, no farther off than without the grid; one that flies is left alone to the last bit.
func TestGrid_RoundsWhatIsHeldAndNothingElse(t *testing.T) {
	w := onFloor(t, sim.Material{Friction: 0.5}, []sim.BodyDef{
		{Name: "slides", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{math.Pi, 0.1, 0}},
		{Name: "flies", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 9, 50}, Velocity: mgl64.Vec3{1.0 / 3, 0, 1}, AngularVelocity: mgl64.Vec3{1, 2, 3}},
	})
	o := w.Objects()
	var mass [2]rigid.Mass
	for i := range mass {
		mass[i], _ = rigid.NewMass(o[i].Mass, o[i].Inertia)
	}
	h, exact := w.Settings().Step, 0
	last := [2]rigid.State{stateOf(w, 0), stateOf(w, 1)}
	for range 120 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		held, free := stateOf(w, 0), stateOf(w, 1)
		if want := rigid.Advance(&last[1], &mass[1], geom.Vec{Z: -9.81}, geom.Vec{}, h); free != want {
			t.Fatalf("in flight: %+v, want %+v", free, want)
		}
		for _, c := range []struct {
			x float64
			e int32
		}{{held.V.X, o[0].Grid.V}, {held.V.Y, o[0].Grid.V}, {held.V.Z, o[0].Grid.V}, {held.L.X, o[0].Grid.L}, {held.L.Y, o[0].Grid.L}, {held.L.Z, o[0].Grid.L}} {
			if n := math.Ldexp(c.x, -int(c.e)); n != math.Trunc(n) {
				t.Fatalf("%v is no multiple of 2^%d", c.x, c.e)
			}
		}
		if math.Abs(held.Q.Len()-1) > 4e-16 {
			t.Fatalf("attitude of length %v", held.Q.Len())
		}
		if rigid.StepPosition(last[0].X, last[0].V, held.V, h) == held.X {
			exact++
		}
		last = [2]rigid.State{held, free}
	}
	if exact < 110 {
		t.Errorf("the position follows from the velocities in %d of 120 steps", exact)
	}
	for range 120 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	speed := math.Hypot(math.Pi, 0.1)
	// Measured 3.9e-7 without any grid; the grid does 2e-9 of it.
	if d, want := stateOf(w, 0).X.Sub(geom.Vec{Z: 0.1}).Len(), speed*speed/(2*0.5*9.81); math.Abs(d-want) > 5e-7 {
		t.Errorf("it slides %.12f m, want %.12f", d, want)
	}
}

// An impact of a body that slides reports its numbers to the residual of the solver, and still what its impulse did;
// one of two bodies that fly reports them to the last bit.
func TestGrid_ImpactsOfBodiesInContactAreRoundedToTheResidual(t *testing.T) {
	w := onFloor(t, sim.Material{Friction: 0.5, Restitution: 0.3}, []sim.BodyDef{
		{Name: "slides", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{math.Pi, 0.1, 0}},
		{Name: "stands", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 7, Position: mgl64.Vec3{1.3, 0.2, 0.1}},
		{Name: "flies", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 3, Position: mgl64.Vec3{0, 9, 50}, Velocity: mgl64.Vec3{1.0 / 3, 0, 1}, AngularVelocity: mgl64.Vec3{1, 2, 3}},
		{Name: "meets", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 3, Position: mgl64.Vec3{1.5, 9, 50}, Velocity: mgl64.Vec3{-2.0 / 3, 0.1, 1}, AngularVelocity: mgl64.Vec3{1, 0, 3}},
	})
	o, residual := w.Objects(), w.Settings().Residual
	held, free := 0, 0
	for range 240 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind != record.Impact || e.B >= 4 {
				continue
			}
			lost := e.After[0].V.Sub(e.Before[0].V).Sub(e.Impulse.Scale(1 / o[e.A].Mass)).Len()
			if e.A > 1 {
				free++
				if lost > 1e-14 {
					t.Errorf("in flight: the impulse and the velocities are %g m/s apart", lost)
				}
				continue
			}
			// Velocities and an impulse, each rounded to within half a residual in three components, and the floor's
			// answer to the impact.
			held++
			for _, x := range []float64{e.Before[0].V.X, e.After[1].V.X, e.Closing} {
				if n := math.Ldexp(x, -int(o[0].Grid.V)-8); n != math.Trunc(n) {
					t.Errorf("%v is no multiple of 2^%d", x, o[0].Grid.V+8)
				}
			}
			// An angular velocity moves the farthest point by a residual at most, and by an eighth of it at least.
			for k, w := range []float64{e.After[0].W.Z, e.Before[1].W.Z} {
				i := &o[[2]int32{e.A, e.B}[k]]
				inverse := 1/i.Inertia.X.X + 1/i.Inertia.Y.Y + 1/i.Inertia.Z.Z
				grain := math.Ldexp(1, int(i.Grid.L)+8+int(math.Floor(math.Log2(inverse))))
				if n := w / grain; n != math.Trunc(n) {
					t.Errorf("%v is no multiple of %g", w, grain)
				}
				if far := grain * i.Half.Len(); far > residual || far < residual/8 {
					t.Errorf("a grain of %g rad/s moves the farthest point by %g m/s", grain, far)
				}
			}
			if lost = math.Abs(e.After[0].V.X - e.Before[0].V.X - e.Impulse.X/o[e.A].Mass); lost > 1.5*residual {
				t.Errorf("the impulse and the velocities are %g m/s apart", lost)
			}
		}
	}
	if held == 0 || free == 0 {
		t.Errorf("%d impacts out of contacts and %d in flight: the scene shows nothing", held, free)
	}
}

// The velocity of a body whose forces change in a step is rounded to a coarser grid, to a quarter of the residual at
// most, and that of one that slides steadily is not.
func TestGrid_CoarserWhereForcesChange(t *testing.T) {
	w := onFloor(t, sim.Material{Friction: 0.5, Restitution: 0.3}, []sim.BodyDef{
		{Name: "slides", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{math.Pi, 0.1, 0}},
		{Name: "tips", Half: mgl64.Vec3{0.3, 0.3, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 5, 0.5}, AngularVelocity: mgl64.Vec3{0, 1.3, 0}},
	})
	fine := math.Ldexp(1, int(w.Objects()[0].Grid.V))
	if q := 64 * fine; q > w.Settings().Residual/4 {
		t.Errorf("the coarsest grid is %g m/s of a residual of %g", q, w.Settings().Residual)
	}
	multiples := [2]int{}
	const steps = 60
	for range steps {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for i := range multiples {
			if v := stateOf(w, i).V; v != (geom.Vec{}) && math.Mod(v.X, 4*fine) == 0 && math.Mod(v.Y, 4*fine) == 0 && math.Mod(v.Z, 4*fine) == 0 {
				multiples[i]++
			}
		}
	}
	if multiples[0] > 12 || multiples[1] < steps*3/4 {
		t.Errorf("of %d velocities %d of the sliding box and %d of the tipping one are on a grid four times coarser", steps, multiples[0], multiples[1])
	}
}

// In the events of one impact, and of the joints that answer it, a body has one velocity before and one after it, to
// the bit: also where one pair comes out of contacts and another flies.
func TestGrid_EventsOfAnImpactAgree(t *testing.T) {
	box := func(name string, mass, x, z, v float64) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: mass, Position: mgl64.Vec3{x, 0, z}, Velocity: mgl64.Vec3{v, 0, 0}}
	}
	for _, c := range []struct {
		name   string
		bodies []sim.BodyDef
	}{
		{"a train that slides is struck by what flies", []sim.BodyDef{box("engine", 7, 0, 0.5, math.Pi), box("waggon", 3, 1.2, 0.5, math.Pi), box("stone", 2, 2.4, 0.6, -1.0/3)}},
		{"a train that flies is struck by what slides", []sim.BodyDef{box("engine", 7, 0, 0.7, 1.0/3), box("waggon", 3, 1.2, 0.7, 1.0/3), box("stone", 2, 2.4, 0.5, -math.Pi)}},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []sim.Material{{Restitution: 0.2}},
			Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
			Bodies:    c.bodies,
			Joints:    []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.6, 0, 0.6}, AtB: mgl64.Vec3{0.6, 0, 0.6}}},
		})
		const shared = 1 // the waggon
		compared := 0
		run(t, w, 30, func() {
			events := w.Frame().Events
			for i := range events {
				e := &events[i]
				for k := range events[:i] {
					o := &events[k]
					if !e.Pushes() || !o.Pushes() || e.Time != o.Time || e.A != shared && e.B != shared || o.A != shared && o.B != shared {
						continue
					}
					compared++
					s, r := side(e, shared), side(o, shared)
					if e.Before[s] != o.Before[r] || e.After[s] != o.After[r] {
						t.Errorf("%s: before %v and %v, after %v and %v", c.name, e.Before[s], o.Before[r], e.After[s], o.After[r])
					}
				}
				if o := w.Objects(); e.Kind == record.Joint {
					grain := math.Ldexp(1, int(o[0].Grid.V)+8+1) // of the waggon, whose mass is from 2 to 4 kg
					if n := e.Impulse.X / grain; n != math.Trunc(n) {
						t.Errorf("%s: the impulse %v is no multiple of %g", c.name, e.Impulse.X, grain)
					}
				}
			}
		})
		if compared == 0 {
			t.Errorf("%s: there was no such impact", c.name)
		}
	}
}

// side returns on which side of an event a body is.
func side(e *record.Event, body int32) int {
	if e.B == body {
		return 1
	}
	return 0
}
