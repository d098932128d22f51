package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// stateOf returns the state of a body in the frame of a world.
func stateOf(w *sim.World, body int) rigid.State {
	v := w.Frame().Values[13*body:]
	at := func(i int) geom.Vec { return geom.Vec{X: v[i], Y: v[i+1], Z: v[i+2]} }
	return rigid.State{X: at(0), Q: geom.Quat{W: v[3], V: at(4)}, V: at(7), L: at(10)}
}

// A box that slides on a plane has velocities on its grid and a pose that the integrator makes of them, and stops where
// v²/(2 μ g) says, no farther off than without the grid; one that flies is left alone to the last bit.
func TestGrid_RoundsWhatIsHeldAndNothingElse(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Bodies: []sim.BodyDef{
			{Name: "slides", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{math.Pi, 0.1, 0}},
			{Name: "flies", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 9, 50}, Velocity: mgl64.Vec3{1.0 / 3, 0, 1}, AngularVelocity: mgl64.Vec3{1, 2, 3}},
		},
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
	if d, want := stateOf(w, 0).X.Sub(geom.Vec{Z: 0.1}).Len(), speed*speed/(2*0.5*9.81); math.Abs(d-want) > 5e-7 { // measured 3.9e-7 without any grid; the grid does 2e-9 of it
		t.Errorf("it slides %.12f m, want %.12f", d, want)
	}
}
