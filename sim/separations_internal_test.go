package sim

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// barrelsInTheWay is a block that slides at 15 m/s into sixteen barrels that stand on a floor, full and empty ones.
func barrelsInTheWay(t testing.TB) *Definition {
	t.Helper()
	barrel, err := geom.NewCylinder(0.29, 0.44)
	if err != nil {
		t.Fatal(err)
	}
	def := &Definition{
		Settings:  Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 240},
		Materials: []Material{{Friction: 0.4, Restitution: 0.1}},
		Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Bodies: []BodyDef{{
			Name: "block", Half: mgl64.Vec3{2, 0.9, 0.6}, Mass: 1350, Position: mgl64.Vec3{-2.32, 0.1, 0.6}, Velocity: mgl64.Vec3{15, 0, 0},
		}},
	}
	for i := range 16 {
		def.Bodies = append(def.Bodies, BodyDef{
			Name: fmt.Sprint("barrel ", i), Shapes: []ShapeDef{{Shape: barrel}}, Mass: []float64{20, 180}[i%2],
			Position: mgl64.Vec3{0.65 * float64(i/4), 0.65 * (float64(i%4) - 1.5), 0.4405},
		})
	}
	return def
}

// TestWorld_RemembersSeparationsToTheLastBit strikes barrels, with and without a memory of separations: frames are equal, and in a
// world of boxes nothing is remembered.
func TestWorld_RemembersSeparationsToTheLastBit(t *testing.T) {
	t.Parallel()
	var worlds [2]*World
	for i := range worlds {
		w, err := New(barrelsInTheWay(t))
		if err != nil {
			t.Fatal(err)
		}
		worlds[i] = w
	}
	if n := worlds[0].separationsKept(); n != 17*separationsOfPart {
		t.Errorf("%d separations kept", n)
	}
	worlds[1].workers[0].memory = narrowphase.Memory{}
	impacts := 0
	for range 8 {
		for _, w := range worlds {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		a, b := &worlds[0].frame, &worlds[1].frame
		if !slices.Equal(a.Values, b.Values) || len(a.Events) != len(b.Events) {
			t.Fatalf("step %d differs", a.Step)
		}
		impacts += len(a.Events)
	}
	if impacts < 30 {
		t.Errorf("only %d events", impacts)
	}
	def := barrelsInTheWay(t)
	def.Bodies = def.Bodies[:1]
	if w, err := New(def); err != nil || w.separationsKept() != 0 {
		t.Errorf("a box remembers %d separations, %v", w.separationsKept(), err)
	}
}

// BenchmarkStep_BlockStrikesBarrels is the first tenth of a second of a block among barrels, with nearly all of its impacts.
func BenchmarkStep_BlockStrikesBarrels(b *testing.B) {
	w, err := New(barrelsInTheWay(b))
	if err != nil {
		b.Fatal(err)
	}
	start := w.Snapshot(nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Restore(start); err != nil {
			b.Fatal(err)
		}
		for range 24 {
			if err := w.Step(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
