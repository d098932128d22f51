package bench

import (
	"testing"

	"github.com/prang-sim/prang/sim"
)

// benchmarkStep measures steps of 1/60 s of a standard scene without sleep: those from the given one on, again and again.
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
