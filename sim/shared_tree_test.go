package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim"
)

// TestNew_WorldsShareATree: two worlds with one tree over two meshes that are joined, stepped at the same time, have the bits of a
// world that builds its own. A car drives from one mesh to the other, and a box falls across the seam.
func TestNew_WorldsShareATree(t *testing.T) {
	define := func() *sim.Definition {
		def := sedan(12, nil)
		def.Statics = []sim.StaticDef{grid(t, 20, 1), grid(t, 20, 1)}
		def.Statics[1].Name = "beside"
		m := def.Statics[1].Mesh
		for i := range m.Vertices {
			m.Vertices[i].X += 20
		}
		if err := m.Finish(); err != nil {
			t.Fatal(err)
		}
		def.Bodies[0].Position[0] = 2
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "box", Half: mgl64.Vec3{0.4, 0.3, 0.2}, Mass: 30, Position: mgl64.Vec3{10, 6, 0.5}, Velocity: mgl64.Vec3{1, 0, -3}})
		return def
	}
	own := mustWorld(t, define())
	shared := define()
	for i := range shared.Statics {
		s := &shared.Statics[i]
		s.Tree = broadphase.NewOctree(s.Mesh)
	}
	run(t, own, 240, nil)
	want := own.Frame().Hash
	if own.Body(0).Position[0] < 11 {
		t.Fatalf("the car is at %v, and has not come to the seam", own.Body(0).Position)
	}
	hashes := make(chan uint64)
	for range 2 {
		w := mustWorld(t, shared)
		go func() {
			for range 240 {
				if err := w.Step(); err != nil {
					t.Error(err)
				}
			}
			hashes <- w.Frame().Hash
		}()
	}
	for range 2 {
		if got := <-hashes; got != want {
			t.Errorf("hash %016x, without a shared tree %016x", got, want)
		}
	}
}
