package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// gas returns n elastic bodies at 50 m/s in a closed room that gives each a cubic metre: balls or cubes of 0.4 m.
func gas(t testing.TB, n int, cubes bool) *sim.Definition {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	side := int(math.Ceil(math.Cbrt(float64(n))))
	def := &sim.Definition{
		Settings:  sim.Settings{ImpactSpeed: -1, SleepTime: -1},
		Materials: []sim.Material{{Restitution: 1}},
		Statics:   room(t, float64(side)/2, 0.5, false),
	}
	ball, err := geom.NewSphere(0.2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		at := func(k int) float64 { return float64(k) - float64(side-1)/2 }
		x := mgl64.Vec3{at(i % side), at(i / side % side), at(i / side / side)}
		b := cube(fmt.Sprint(i), 0.2, 1, x, mgl64.Vec3{})
		if !cubes {
			b = sim.BodyDef{Name: fmt.Sprint(i), Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 1, Position: x}
		} else {
			b.Attitude, b.AngularVelocity = randomTurn(r), randomVec(r, 20)
		}
		d := randomVec(r, 1)
		b.Velocity = d.Mul(50 / d.Len())
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// BenchmarkGas is a gas of bodies at 50 m/s: an operation is a step of 1/240 s. It reports the wall time of a simulated
// second and the impacts resolved in a second.
func BenchmarkGas(b *testing.B) {
	for _, cubes := range []bool{false, true} {
		for _, n := range []int{100, 1000, 10000} {
			name := "balls"
			if cubes {
				name = "cubes"
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				w := mustWorld(b, gas(b, n, cubes))
				run(b, w, 24, nil)
				start := w.Snapshot(nil)
				b.ReportAllocs()
				steps, impacts, i := 24, 0, 0
				for b.Loop() {
					if i == steps {
						b.StopTimer()
						if err := w.Restore(start); err != nil {
							b.Fatal(err)
						}
						i = 0
						b.StartTimer()
					}
					if err := w.Step(); err != nil {
						b.Fatal(err)
					}
					i++
					for _, e := range w.Frame().Events {
						if e.Kind == record.Impact {
							impacts++
						}
					}
				}
				spent := b.Elapsed().Seconds()
				b.ReportMetric(240*spent/float64(b.N), "s/simulated-s")
				b.ReportMetric(float64(impacts)/spent, "impacts/s")
			})
		}
	}
}

// BenchmarkBoxesInABox is two boxes that fly at 100 m/s in a closed room, elastic.
func BenchmarkBoxesInABox(b *testing.B) {
	def := &sim.Definition{
		Settings:  sim.Settings{ImpactSpeed: -1, SleepTime: -1},
		Materials: []sim.Material{{Restitution: 1}}, Statics: room(b, 1, 0.5, false),
		Bodies: []sim.BodyDef{
			cube("a", 0.2, 1, mgl64.Vec3{-0.5}, mgl64.Vec3{100, 30, 10}), cube("b", 0.2, 1, mgl64.Vec3{0.5}, mgl64.Vec3{-60, 50, -70}),
		},
	}
	w := mustWorld(b, def)
	run(b, w, 24, nil)
	start := w.Snapshot(nil)
	b.ReportAllocs()
	impacts, i := 0, 0
	for b.Loop() {
		if i++; i%240 == 0 {
			if err := w.Restore(start); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Step(); err != nil {
			b.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				impacts++
			}
		}
	}
	b.ReportMetric(float64(impacts)/b.Elapsed().Seconds(), "impacts/s")
}

// BenchmarkWorkers is a gas of 1,000 cubes with one worker and with two.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			w := mustWorld(b, gas(b, 1000, true))
			w.SetWorkers(workers)
			run(b, w, 4, nil)
			start := w.Snapshot(nil)
			i := 0
			for b.Loop() {
				if i++; i%24 == 0 {
					if err := w.Restore(start); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestGas_SecondRunAllocatesNothing: balls and turning cubes, whose impacts are sharpened by their times of first
// contact.
func TestGas_SecondRunAllocatesNothing(t *testing.T) {
	for _, cubes := range []bool{false, true} {
		w := mustWorld(t, gas(t, 27, cubes))
		start := w.Snapshot(nil)
		impacts := len(run(t, w, 25, nil))
		allocs := geomtest.Allocations(25, restoring(t, w, start), func() {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		})
		if allocs != 0 || impacts < 100 {
			t.Errorf("cubes %v: %d allocations, %d impacts", cubes, allocs, impacts)
		}
	}
}
