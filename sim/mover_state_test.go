package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestWorld_MoverIsThatOfTheFrame: a mover that comes to a wall, as World.Mover and the columns of frames have it.
func TestWorld_MoverIsThatOfTheFrame(t *testing.T) {
	w, err := sim.New(&sim.Definition{
		Bodies: []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 9, 0}}},
		Movers: []sim.MoverDef{
			{Name: "still", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{-9, 0, 0}},
			{Name: "walks", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{1, 2, 0}}}},
		},
		Statics: []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 9, 9}, Position: mgl64.Vec3{1.8, 0, 0}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 240 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		at, of := 0, map[string][]float64{}
		for _, c := range w.Columns() {
			if c.Owner >= 0 && w.Objects()[c.Owner].Kind == record.Mover {
				of[w.Objects()[c.Owner].Name+"."+c.Name] = w.Frame().Values[at : at+int(c.Count)]
			}
			at += int(c.Count)
		}
		for i, name := range []string{"still", "walks"} {
			m, x, v := w.Mover(i), of[name+".x"], of[name+".v"]
			if m.Position != (mgl64.Vec3{x[0], x[1], x[2]}) || m.Velocity != (mgl64.Vec3{v[0], v[1], v[2]}) {
				t.Fatalf("%s: %+v, the frame has %v and %v", name, m, x, v)
			}
		}
	}
	if m := w.Mover(1); !(m.Position[0] > 0.49 && m.Position[0] < 0.5) || !(m.Position[1] > 1.9) || m.Velocity[0] > 1e-9 || !(m.Velocity[1] > 1.9) {
		t.Errorf("at the wall %+v", m)
	}
}
