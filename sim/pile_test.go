package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// addPile adds to a scene a floor and a pile of crates and drums, deep, wide and high, none of which stands quite straight, and puts its
// first body, which is to drive into it at 50 km/h, in front.
func addPile(t testing.TB, def *sim.Definition, deep, wide, high int) {
	t.Helper()
	def.Settings.Step = 1.0 / 60
	def.Statics = []sim.StaticDef{floor(50)}
	def.Materials[0].Restitution = 0.1
	def.Bodies[0].Position[0], def.Bodies[0].Velocity[0] = -4, 50/3.6
	drum, err := geom.NewCylinder(0.25, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for z := range high {
		for x := range deep {
			for y := range wide {
				b := sim.BodyDef{
					Name: fmt.Sprint("crate-", n), Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 30,
					Position: mgl64.Vec3{0.5 + 0.62*float64(x), 0.62 * (float64(y) - float64(wide-1)/2), 0.2505 + 0.502*float64(z)},
					Attitude: mgl64.QuatRotate(math.Pi/180*float64(7*n%17-8), mgl64.Vec3{0, 0, 1}),
				}
				if n%4 == 3 {
					b.Name, b.Half, b.Mass, b.Shapes = fmt.Sprint("drum-", n), mgl64.Vec3{}, 25, []sim.ShapeDef{{Shape: drum}}
				}
				def.Bodies = append(def.Bodies, b)
				n++
			}
		}
	}
}

// TestPile_ARamDrivesIntoIt: with dozens of impacts in a step no energy comes from anywhere, nothing overlaps by more than in contact, and
// no search gives up.
func TestPile_ARamDrivesIntoIt(t *testing.T) {
	t.Parallel()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{{Name: "ram", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500, Position: mgl64.Vec3{0, 0, 0.7}}},
	}
	addPile(t, def, 2, 2, 2)
	w := mustWorld(t, def)
	last, most, depth, found := math.Inf(1), 0, 0.0, map[string]int{}
	for range 16 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		f := w.Frame()
		impacts := 0
		for _, e := range f.Events {
			switch e.Kind {
			case record.Impact:
				impacts++
			case record.Limit:
				found[e.Detail]++
			}
		}
		most = max(most, impacts)
		depth = math.Max(depth, deepestOf(w, def))
		l := &f.Ledger
		e := energyOf(l)
		if e > last*(1+1e-9) {
			t.Errorf("step %d: the energy rises from %g to %g J", w.Frame().Step, last, e)
		}
		last = e
	}
	if most < 30 {
		t.Errorf("%d impacts in a step at most: no case of many", most)
	}
	if depth > 0.27e-3 {
		t.Errorf("bodies overlap by %g mm", depth*1e3)
	}
	if found["search"] > 0 {
		t.Errorf("%d searches gave up", found["search"])
	}
	ahead := 0
	for i := range def.Bodies {
		if i > 0 && value(w, int32(i), "x", 0) > value(w, 0, "x", 0) {
			ahead++
		}
		if z := value(w, int32(i), "x", 2); z < 0.2 {
			t.Errorf("%s is at height %g", def.Bodies[i].Name, z)
		}
	}
	if ahead < 6 {
		t.Errorf("%d of 8 crates and drums are ahead of the ram", ahead)
	}
}

// BenchmarkStep_CarIntoAPile is the ten steps around those in which a car at 50 km/h drives into a pile of 24 crates and drums; one of
// them has hundreds of impacts.
func BenchmarkStep_CarIntoAPile(b *testing.B) {
	def := sedan(0, nil)
	addPile(b, def, 2, 3, 4)
	benchmarkStep(b, def, 6, 10)
}
