package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

func TestSurface_RestitutionOverTheClosingSpeed(t *testing.T) {
	table := []sim.RestitutionPoint{{Speed: 5, Restitution: 0.6}, {Speed: 20, Restitution: 0.1}, {Speed: 30, Restitution: 0}}
	for _, c := range []struct{ speed, e float64 }{{1, 0.6}, {4.999, 0.6}, {5, 0.6}, {8, 0.5}, {20, 0.1}, {25, 0.05}, {30, 0}, {80, 0}} {
		for _, pair := range []bool{false, true} {
			def := &sim.Definition{
				Settings:  sim.Settings{SleepTime: -1},
				Materials: []sim.Material{{Restitution: 0, RestitutionTable: table}},
				Bodies:    []sim.BodyDef{crashBox("a", -3, c.speed/2), crashBox("b", 3, -c.speed/2)},
			}
			if pair {
				def.Materials[0] = sim.Material{Restitution: 1}
				def.Pairs = []sim.MaterialPair{{RestitutionTable: table}}
			}
			w := mustWorld(t, def)
			run(t, w, int(1.6/c.speed*240)+3, nil)
			if v := value(w, 0, "v", 0); math.Abs(v+c.e*c.speed/2) > 1e-12*c.speed {
				t.Errorf("closing at %v m/s (pair %v): v = %v, want %v", c.speed, pair, v, -c.e*c.speed/2)
			}
		}
	}
}

func TestSurface_LargerRestitutionOfTwoMaterialsAtTheSpeed(t *testing.T) {
	soft := sim.Material{Name: "soft", RestitutionTable: []sim.RestitutionPoint{{Speed: 0, Restitution: 0.8}, {Speed: 10, Restitution: 0}}}
	hard := sim.Material{Name: "hard", Restitution: 0.4}
	for _, c := range []struct{ speed, e float64 }{{2, 0.64}, {5, 0.4}, {12, 0.4}} {
		def := &sim.Definition{
			Settings:  sim.Settings{SleepTime: -1},
			Materials: []sim.Material{soft, hard},
			Bodies:    []sim.BodyDef{crashBox("a", -3, c.speed/2), crashBox("b", 3, -c.speed/2)},
		}
		def.Bodies[1].Material = 1
		w := mustWorld(t, def)
		run(t, w, int(1.6/c.speed*240)+3, nil)
		if v := value(w, 0, "v", 0); math.Abs(v+c.e*c.speed/2) > 1e-12*c.speed {
			t.Errorf("closing at %v m/s: v = %v, want %v", c.speed, v, -c.e*c.speed/2)
		}
	}
}

// TestSurface_OnePointModelsActAtTheCentroid lets two boxes meet face to face with an offset: the patch is a rectangle,
// whose middle is the point of the impact.
func TestSurface_OnePointModelsActAtTheCentroid(t *testing.T) {
	for _, model := range []sim.ImpactModel{sim.KudlichSlibar, sim.Brach, sim.PoissonRouth} {
		def := &sim.Definition{
			Settings:  sim.Settings{SleepTime: -1},
			Materials: []sim.Material{{}},
			Pairs:     []sim.MaterialPair{{Friction: 0.5, Restitution: 0.1, Model: model}},
			Bodies:    []sim.BodyDef{crashBox("a", -2.25-0.3, 20), crashBox("b", 2.25+0.3, -10)},
		}
		def.Bodies[1].Position = mgl64.Vec3{2.25 + 0.3, 0.4, 0.6}
		def.Bodies[1].Velocity = mgl64.Vec3{-10, 2, -3}
		w := mustWorld(t, def)
		impacts := run(t, w, 10, nil)
		if len(impacts) != 1 || len(impacts[0].Points) != 1 {
			t.Fatalf("model %d: %d impacts", model, len(impacts))
		}
		got := &impacts[0]
		// They meet after 0.6/30 s; B has moved by (-0.2, 0.04, -0.06).
		bx := geom.Vec{X: 2.35, Y: 0.44, Z: 0.54}
		at := geom.Vec{X: 0.1, Y: (0.7 + bx.Y - 0.7) / 2, Z: (0.9 + bx.Z - 0.9) / 2}
		if d := got.Points[0].P.Sub(at).Len(); d > 1e-7 {
			t.Errorf("model %d: the point is %v, want %v", model, got.Points[0].P, at)
		}
		inertia := geom.BoxInertia(1500, geom.Vec{X: 2.25, Y: 0.7, Z: 0.9})
		inv, _ := inertia.Inverse()
		bodies := []response.ImpactBody{
			{InvMass: 1.0 / 1500, InvInertia: inv, X: geom.Vec{X: -2.15}, V: geom.Vec{X: 20}},
			{InvMass: 1.0 / 1500, InvInertia: inv, X: bx, V: geom.Vec{X: -10, Y: 2, Z: -3}},
		}
		points := []response.ImpactPoint{{A: 0, B: 1, P: at, N: geom.Vec{X: 1}, Restitution: 0.1, Friction: 0.5}}
		var s response.ImpactSolver
		s.Solve(bodies, points, response.ImpactOptions{Model: model})
		// The centroid is known to the contact tolerance of 1e-7 of 2.25 m.
		if d := got.Impulse.Sub(points[0].Impulse).Len() / points[0].Impulse.Len(); d > 1e-6 {
			t.Errorf("model %d: impulse %v, want %v", model, got.Impulse, points[0].Impulse)
		}
		if d := got.After[1].W.Sub(bodies[1].W).Len(); d > 1e-5 {
			t.Errorf("model %d: w = %v, want %v", model, got.After[1].W, bodies[1].W)
		}
	}
}
