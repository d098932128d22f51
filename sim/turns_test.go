package sim_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// turnCheck checks what frames say of the turns of bodies (record.Frame.Turned): from one frame to the next each attitude that
// is said to be the integrator's is what the predictor of logs makes, which knows a body's inertia from the table of objects, and
// so is its angular velocity (record.Frame.Spins).
type turnCheck struct {
	values []float64 // of the frame before
	turned int       // so far, of bodies and steps
}

// before keeps the frame before a step.
func (c *turnCheck) before(w *sim.World) { c.values = append(c.values[:0], w.Frame().Values...) }

// after checks the frame after it.
func (c *turnCheck) after(t testing.TB, w *sim.World) {
	t.Helper()
	f, objects := w.Frame(), w.Objects()
	for i, turned := range f.Turned {
		if !turned {
			continue
		}
		c.turned++
		vec := func(v []float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
		was, is := c.values[record.BodyValues*i:][:record.BodyValues], f.Values[record.BodyValues*i:][:record.BodyValues]
		inv := rigid.Predict1InvInertia(&objects[i].Inertia)
		q := rigid.Predict1Attitude(geom.Quat{W: was[3], V: vec(was[4:])}, vec(was[10:]), vec(is[10:]), &inv, w.Settings().Step)
		w, spin := rigid.Predict2Rate(geom.Quat{W: is[3], V: vec(is[4:])}, vec(is[10:]), &inv), f.Spins[i]
		for k, p := range [3][2]float64{{w.X, spin.X}, {w.Y, spin.Y}, {w.Z, spin.Z}} {
			if math.Float64bits(p[0]) != math.Float64bits(p[1]) {
				t.Fatalf("step %d: component %d of the spin of %q is %v, foreseen was %v", f.Step, k, objects[i].Name, spin, w)
			}
		}
		for k, p := range [4]float64{q.W, q.V.X, q.V.Y, q.V.Z} {
			if math.Float64bits(p) != math.Float64bits(is[3+k]) {
				t.Fatalf("step %d: %q has turned to %v, foreseen was %v", f.Step, objects[i].Name, is[3:7], q)
			}
		}
	}
}

// A body that flies has turned in one go, with a torque on it or none; one that an impact meets in the step, that is in
// contact, asleep, thin or driven has not, and the start and what was restored say nothing. Whatever is said is checked by
// run, in this test and all others.
func TestTurned_SaysWhichBodiesTurnInOneGo(t *testing.T) {
	spin := mgl64.Vec3{1, 2, 3}
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, ImpactSpeed: -1},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Bodies: []sim.BodyDef{
			{Name: "flies", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 9, 50}, Velocity: mgl64.Vec3{1, 0, 1}, AngularVelocity: spin},
			{Name: "thin", Half: mgl64.Vec3{0.001, 0.001, 2}, Mass: 1, Position: mgl64.Vec3{0, -9, 50}, AngularVelocity: spin},
			{Name: "bounces", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 1, Position: mgl64.Vec3{5, 0, 1}, AngularVelocity: spin},
			{Name: "lies", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{-5, 0, 0.1}},
			{Name: "driven", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{-9, 0, 9}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{1, 0, 0}}}},
			{Name: "pulled", Half: mgl64.Vec3{0.5, 0.3, 0.2}, Mass: 10, Position: mgl64.Vec3{0, 20, 50}, AngularVelocity: spin, Drag: sim.DragDef{Angular: 3}},
		},
	}
	w := mustWorld(t, def)
	if n := len(w.Frame().Turned); n != 0 {
		t.Fatalf("the start says something of %d bodies", n)
	}
	counts, struck := make([]int, len(def.Bodies)), 0
	var at []byte
	run(t, w, 200, func() {
		f := w.Frame()
		if len(f.Turned) != len(def.Bodies) {
			t.Fatalf("step %d says something of %d bodies", f.Step, len(f.Turned))
		}
		for i, turned := range f.Turned {
			if turned {
				counts[i]++
			}
		}
		for _, e := range f.Events {
			if e.Kind == record.Impact && e.A == 2 {
				struck++
				if f.Turned[2] {
					t.Errorf("step %d: an impact has met what is said to have turned in one go", f.Step)
				}
			}
		}
		if f.Step == 100 {
			at = w.Snapshot(nil)
		}
	})
	want := []int{200, 0, -1, 0, 0, 200}
	for i, n := range counts {
		if want[i] >= 0 && n != want[i] {
			t.Errorf("%s has turned in one go %d times, want %d", def.Bodies[i].Name, n, want[i])
		}
	}
	if counts[2] < 50 || struck == 0 {
		t.Errorf("what bounces has turned in one go %d times, with %d impacts", counts[2], struck)
	}
	end := slices.Clone(w.Frame().Turned)
	if err := w.Restore(at); err != nil {
		t.Fatal(err)
	}
	if n := len(w.Frame().Turned); n != 0 {
		t.Errorf("what was restored says something of %d bodies", n)
	}
	run(t, w, 100, nil)
	if fmt.Sprint(w.Frame().Turned) != fmt.Sprint(end) {
		t.Errorf("after a restored run %v, want %v", w.Frame().Turned, end)
	}
}
