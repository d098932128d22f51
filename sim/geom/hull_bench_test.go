package geom

import "testing"

func benchmarkHull(b *testing.B, n int, f func(r source) Vec) {
	r := newSource(47)
	points := make([]Vec, n)
	for i := range points {
		points[i] = f(r)
	}
	b.ReportAllocs()
	for b.Loop() {
		mustHull(b, "", points)
	}
}

func BenchmarkNewHull_Ball100(b *testing.B)   { benchmarkHull(b, 100, source.unit) }
func BenchmarkNewHull_Ball10000(b *testing.B) { benchmarkHull(b, 10000, source.unit) }
func BenchmarkNewHull_Cloud100000(b *testing.B) {
	benchmarkHull(b, 100000, func(r source) Vec { return r.vec(1) })
}
func BenchmarkNewHull_Grid10000(b *testing.B) {
	benchmarkHull(b, 10000, func(r source) Vec {
		return Vec{float64(r.IntN(20)), float64(r.IntN(20)), float64(r.IntN(20))}
	})
}

func BenchmarkHull_Support64(b *testing.B) {
	h, err := NewPrism(32, 1, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		h.Support(Vec{1, 2, 3})
	}
}

func BenchmarkHull_Solid(b *testing.B) {
	h, err := NewPrism(32, 1, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		h.Solid()
	}
}
