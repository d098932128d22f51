package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// From any start, valid or not, a climb ends at a vertex as far along the direction as the farthest, but for rounding.
func TestHull_SupportFromEqualsSupport(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	unit := func() Vec {
		for {
			if v := (Vec{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}); v.LenSq() > 0.01 && v.LenSq() < 1 {
				return v.Normalize()
			}
		}
	}
	climbed, same := 0, 0
	for _, n := range []int{8, 60, 400, 2000} {
		for _, flat := range []float64{1, 1e-2, 1e-4} {
			points := make([]Vec, n)
			for i := range points {
				points[i] = unit().Mul(Vec{1, 1, flat})
			}
			h, err := NewHull(points)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 500 {
				d := unit().Scale(math.Pow(10, 10*r.Float64()-5))
				if i%5 == 0 {
					d = Vec{Z: 1}
				}
				want := h.Support(d)
				got := h.SupportFrom(d, int32(r.IntN(3*n)-n))
				if h.Climbs() {
					climbed++
				} else if got != want {
					t.Fatalf("small hull: vertex %d, want %d", got, want)
				}
				if got == want {
					same++
				}
				if x, y := h.Vertices[got].Dot(d), h.Vertices[want].Dot(d); x < y-4e-16*d.Len() {
					t.Fatalf("%d points, flat %g: vertex %d at %v, want %d at %v", n, flat, got, x, want, y)
				}
			}
		}
	}
	if climbed < 2000 || same < climbed*9/10 {
		t.Errorf("climbed %d times, the same vertex %d times", climbed, same)
	}
}

// Of equals, which one depends on the hull, the direction and the start only; the zero vector stays at the start.
func TestHull_SupportFromKeepsItsStartAmongEquals(t *testing.T) {
	h, err := NewPrism(40, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for v := range h.Vertices {
		d := Vec{Z: math.Copysign(1, h.Vertices[v].Z)}
		if got := h.SupportFrom(d, int32(v)); got != int32(v) {
			t.Fatalf("along the axis from vertex %d: %d", v, got)
		}
		if got := h.SupportFrom(Vec{}, int32(v)); got != int32(v) {
			t.Fatalf("without direction from vertex %d: %d", v, got)
		}
	}
}

func TestHull_SupportFromDoesNotAllocate(t *testing.T) {
	h, err := NewPrism(100, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { h.SupportFrom(Vec{1, 2, 3}, 7) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHullSupport(b *testing.B) {
	r := rand.New(rand.NewPCG(52, 1))
	for _, n := range []int{42, 200, 1000} {
		points := make([]Vec, n)
		for i := range points {
			points[i] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize()
		}
		h, err := NewHull(points)
		if err != nil {
			b.Fatal(err)
		}
		var d [64]Vec // a slowly turning direction
		for i := range d {
			s, c := SinCos(float64(i) * 0.1)
			d[i] = Vec{c, s, 0.3}
		}
		name := map[int]string{42: "42", 200: "200", 1000: "1000"}[n]
		b.Run("all/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				h.Support(d[i&63])
			}
		})
		b.Run("from/"+name, func(b *testing.B) {
			b.ReportAllocs()
			v := int32(0)
			for i := 0; b.Loop(); i++ {
				v = h.SupportFrom(d[i&63], v)
			}
		})
	}
}
