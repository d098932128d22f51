package narrowphase

import (
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// hullBench is pairs of hulls of n corners, or of a hull and a triangle, half of them apart.
type hullBench struct {
	a, b []Convex
	tri  []geom.Triangle
	near [64]Convex // B where it is 10 mm deep in A
}

func newHullBench(b testing.TB, n int) *hullBench {
	rng := rand.New(rand.NewPCG(81, 82))
	h := &hullBench{}
	shape := func() *geom.Shape {
		if n == 8 {
			return boxShape(b, geom.Vec{X: 0.3 + 0.7*rng.Float64(), Y: 0.3 + 0.7*rng.Float64(), Z: 0.3 + 0.7*rng.Float64()})
		}
		return ball(b, rng, n, 0.5+0.5*rng.Float64())
	}
	for len(h.a) < 64 {
		x := Convex{shape(), geom.Transform{Q: randomQuat(rng)}}
		y := Convex{shape(), geom.Transform{P: randomDir(rng).Scale(2.2 * rng.Float64()), Q: randomQuat(rng)}}
		if OverlapHulls(&x, &y) == (len(h.a)%2 == 0) {
			h.a, h.b = append(h.a, x), append(h.b, y)
		}
	}
	for len(h.tri) < 64 {
		p := randomDir(rng).Scale(rng.Float64())
		t := geom.Triangle{A: p.Add(randomDir(rng)), B: p.Add(randomDir(rng)), C: p.Add(randomDir(rng))}
		if OverlapHullTriangle(&h.a[len(h.tri)], &t) == (len(h.tri)%2 == 0) {
			h.tri = append(h.tri, t)
		}
	}
	return h
}

func BenchmarkHulls(b *testing.B) {
	for _, n := range []struct {
		name string
		n    int
	}{{"8", 8}, {"42", 42}} {
		h := newHullBench(b, n.n)
		run := func(name string, f func(i int)) {
			b.Run(n.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					f(i % 64)
				}
			})
		}
		var m Manifold
		run("overlap", func(i int) { OverlapHulls(&h.a[i], &h.b[i]) })
		run("mtv", func(i int) { MTVHulls(&h.a[i&^1], &h.b[i&^1]) })
		run("manifold", func(i int) { CollideHulls(&h.a[i&^1], &h.b[i&^1], 0.01, &m) })
		for i := range h.near {
			if h.near[i] = h.b[i]; !shallow(rand.New(rand.NewPCG(83, uint64(i))), &h.a[i], &h.near[i], 0.01) {
				b.Fatal("no shallow contact")
			}
		}
		run("resting/mtv", func(i int) { MTVHulls(&h.a[i], &h.near[i]) })
		run("resting/manifold", func(i int) { CollideHulls(&h.a[i], &h.near[i], 0.01, &m) })
		run("sweep", func(i int) {
			v := h.a[i].Pose.P.Sub(h.b[i].Pose.P)
			SweepHulls(&h.a[i], &h.b[i], v.Scale(-1), v, 10, 0)
		})
		run("triangle/overlap", func(i int) { OverlapHullTriangle(&h.a[i], &h.tri[i]) })
		run("triangle/manifold", func(i int) {
			t := &h.tri[i&^1]
			CollideHullTriangle(&h.a[i&^1], t, geom.Plane{N: t.Normal()}, nil, nil, 0.01, &m)
		})
		run("triangle/sweep", func(i int) { SweepHullTriangle(&h.a[i], &h.tri[i], geom.Vec{X: 1}, geom.Vec{Y: 1}, 10, 0) })
	}
}
