package bench

import (
	"context"
	"testing"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// benchmarkStep measures steps of 1/60 s of a standard scene without sleep: those from the given one on, again and
// again.
func benchmarkStep(b *testing.B, name string, from, steps int) {
	def, err := Standard(name).Definition(1.0/60, false)
	if err != nil {
		b.Fatal(err)
	}
	w, err := sim.New(def)
	if err != nil {
		b.Fatal(err)
	}
	step := func(n int) {
		for range n {
			if err := w.Step(); err != nil {
				b.Fatal(err)
			}
		}
	}
	step(from)
	start := w.Snapshot(nil)
	step(steps) // lets scratch grow to its size
	back := func() {
		if err := w.Restore(start); err != nil {
			b.Fatal(err)
		}
	}
	back()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n == steps {
			b.StopTimer()
			back()
			n = 0
			b.StartTimer()
		}
		step(1)
		n++
	}
}

// The steps are some of those in which bodies touch most.

func BenchmarkStep_S1Stack(b *testing.B)   { benchmarkStep(b, "S1", 30, 60) }
func BenchmarkStep_S2Pyramid(b *testing.B) { benchmarkStep(b, "S2", 2, 4) }
func BenchmarkStep_S3Pile(b *testing.B)    { benchmarkStep(b, "S3", 45, 5) }
func BenchmarkStep_S4Hills(b *testing.B)   { benchmarkStep(b, "S4", 90, 10) }

// BenchmarkMemory reports the memory of a world for a body that touches nothing, and more for each pair of boxes with
// four points of contact: boxes on the floor and in columns of ten. It is the difference between 4,000 and 1,000 boxes
// after 10 steps; lists grow by more than one entry at a time.
func BenchmarkMemory(b *testing.B) {
	grow := func(high int, gap float64) float64 {
		of := func(n int) float64 {
			sc := newScene("boxes", standardGravity, 1.0/6, 0.5)
			sc.wall(geom.Vec{X: 500, Y: 500, Z: 0.5}, geom.Vec{Z: -0.5})
			for i := range n {
				column := i / high
				sc.box(unitHalf, geom.Vec{X: 3 * float64(column%64), Y: 3 * float64(column/64), Z: 0.5 + gap + float64(i%high)}, identity)
			}
			out, err := Run(context.Background(), sc, Options{Every: 10})
			if err != nil {
				b.Fatal(err)
			}
			if touch := gap == 0; touch != (out.Contacts == n) {
				b.Fatalf("%d contacts of %d boxes", out.Contacts, n)
			}
			return out.Heap * (1 << 20)
		}
		return (of(4000) - of(1000)) / 3000
	}
	var free, lying, stacked float64
	for b.Loop() {
		free, lying, stacked = grow(1, 100), grow(1, 0), grow(10, 0)
	}
	b.ReportMetric(free, "B/body")
	b.ReportMetric(lying-free, "B/contact-on-floor")
	b.ReportMetric(stacked-free, "B/contact-in-column")
}
