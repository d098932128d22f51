package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// grainHits runs a box of 1 m³, with a grain that comes at 100 m/s along y and hits it in the fourth step, in each of
// 400 worlds at another time within that step. It returns the largest velocity that the box has along its axis, and the
// time of that hit in steps.
func grainHits(t *testing.T, box sim.BodyDef, grain mgl64.Vec3, static sim.StaticDef, axis int, sign float64) (worst, at float64) {
	t.Helper()
	for k := range 400 {
		const v, h = 100.0, 1.0 / 60
		arrive := (3 + (float64(k)+.5)/400) * h
		grain[1] = -.55 - v*arrive
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: h, SleepTime: -1},
			Materials: []sim.Material{{}},
			Bodies: []sim.BodyDef{
				box, {Name: "grain", Half: mgl64.Vec3{.05, .05, .05}, Mass: 1e-6, Position: grain, Velocity: mgl64.Vec3{0, v, 0}},
			},
			Statics: []sim.StaticDef{static},
		})
		if len(run(t, w, 6, nil)) == 0 {
			t.Fatal("no hit")
		}
		if b := sign * value(w, 0, "v", axis); b > worst {
			worst, at = b, arrive/h
		}
	}
	return worst, at
}

// A box comes up to a wall at 0.4 m/s, too slow for an impact, without restitution. A grain hits it along the wall
// somewhere in the step in which it arrives. It must not come back from the wall.
func TestIsland_CutSubstepLeavesNoBias(t *testing.T) {
	t.Parallel()
	box := sim.BodyDef{Name: "box", Half: mgl64.Vec3{.5, .5, .5}, Mass: 1000, Position: mgl64.Vec3{-.5 - .4*3.5/60, 0, 0}, Velocity: mgl64.Vec3{.4, 0, 0}}
	wall := sim.StaticDef{Name: "wall", Half: mgl64.Vec3{1, 5, 5}, Position: mgl64.Vec3{1, 0, 0}}
	if worst, at := grainHits(t, box, mgl64.Vec3{-.5, 0, 0}, wall, 0, -1); worst > 1e-6 {
		t.Errorf("the box came at 0.4 m/s and leaves at %g m/s, hit at step %g", worst, at)
	}
}

// A box sunk by 50 mm into the floor is pushed out, and hit by a grain somewhere in the step.
func TestIsland_CutSubstepLeavesNoPush(t *testing.T) {
	t.Parallel()
	box := sim.BodyDef{Name: "box", Half: mgl64.Vec3{.5, .5, .5}, Mass: 1000, Position: mgl64.Vec3{0, 0, .45}}
	if worst, at := grainHits(t, box, mgl64.Vec3{0, 0, .3}, floor(20), 2, 1); worst > 1e-6 {
		t.Errorf("the box lay still and leaves at %g m/s, hit at step %g", worst, at)
	}
}

// A 1 m box lies on a plateau 1 cm above the floor of the same mesh, 0.4 m wide.
func TestReduce_KeepsThePlateauUnderAFace(t *testing.T) {
	m := &geom.Mesh{Name: "plateau"}
	quad := func(x0, x1, y0, y1, z float64) {
		b := int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, geom.Vec{X: x0, Y: y0, Z: z}, geom.Vec{X: x1, Y: y0, Z: z}, geom.Vec{X: x1, Y: y1, Z: z}, geom.Vec{X: x0, Y: y1, Z: z})
		m.Tris = append(m.Tris, geom.Tri{b, b + 1, b + 2}, geom.Tri{b, b + 2, b + 3})
	}
	quad(-5, 5, -5, 5, 0)
	quad(-.2, .2, -.2, .2, 0.01)
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{{Name: "b", Half: mgl64.Vec3{.5, .5, .2}, Mass: 10, Position: mgl64.Vec3{0, 0, .21}}},
		Statics:   []sim.StaticDef{{Name: "m", Mesh: m, Asset: "m"}},
	})
	run(t, w, 240, nil)
	if z := value(w, 0, "x", 2); z < 0.21-2e-4 {
		t.Errorf("sank to %g, the plateau holds it at 0.21", z)
	}
}
