package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestGalperin_CountsThePiDigits lets a block of mass 100^N run into a unit block in front of a wall, all elastic: the
// number of impacts is the first N+1 digits of π, in however few steps.
//
// Source: G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8 (2003).
func TestGalperin_CountsThePiDigits(t *testing.T) {
	t.Parallel()
	want := []int{3, 31, 314, 3141, 31415}
	for _, step := range []float64{1.0 / 60, 2} {
		for n, digits := range want {
			if !geomtest.Long && n == 4 && step < 1 {
				continue
			}
			mass := math.Pow(100, float64(n))
			block := func(name string, x, m, v float64) sim.BodyDef {
				return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.125, 0.125, 0.125}, Mass: m, Position: mgl64.Vec3{x, 0, 0}, Velocity: mgl64.Vec3{v, 0, 0}}
			}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: step, SleepTime: -1, ImpactSpeed: -1, MaxImpacts: 50000},
				Materials: []sim.Material{{Restitution: 1}},
				Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{-0.5, 0, 0}}},
				Bodies:    []sim.BodyDef{block("small", 1, 1, 0), block("large", 2, mass, -1)},
			})
			count, limits := 0, 0
			for range int(math.Ceil(40 / step)) {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				for _, e := range w.Frame().Events {
					switch e.Kind {
					case record.Impact:
						count++
					case record.Limit:
						limits++
					}
				}
			}
			if count != digits || limits != 0 {
				t.Errorf("mass 100^%d, step %v s: %d impacts, want %d; %d limits", n, step, count, digits, limits)
			}
			if v := value(w, 1, "v", 0); v < 0 {
				t.Errorf("mass 100^%d: the large block goes on towards the wall: %v m/s", n, v)
			}
			energy := 0.5*math.Pow(value(w, 0, "v", 0), 2) + 0.5*mass*math.Pow(value(w, 1, "v", 0), 2)
			// Each impact rounds the velocities by some 1e-16.
			if d := math.Abs(energy/(0.5*mass) - 1); d > 1e-15*float64(digits)+1e-14 {
				t.Errorf("mass 100^%d: energy off by %v", n, d)
			}
		}
	}
}
