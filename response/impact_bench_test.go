package response

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// fallingBox is a box that falls on its face with some spin: 4 points, sliding and sticking.
func fallingBox(points int, mu float64) *impactCase {
	c := &impactCase{}
	c.add(1500, boxInertia(1500, 4.5, 1.4, 1.8), geom.Vec{Y: 0.7}, geom.Vec{X: 10, Y: -3, Z: 1}, geom.Vec{X: 0.2, Y: 0.1, Z: 0.3})
	corners := []geom.Vec{{X: 2.25, Z: 0.9}, {X: -2.25, Z: 0.9}, {X: -2.25, Z: -0.9}, {X: 2.25, Z: -0.9}}
	for _, p := range corners[:points] {
		c.points = append(c.points, ImpactPoint{A: -1, B: 0, P: p, N: geom.Vec{Y: 1}, Restitution: 0.2, Friction: mu})
	}
	return c
}

func BenchmarkImpact(b *testing.B) {
	for _, n := range []int{1, 4} {
		for _, mu := range []float64{0, 0.5} {
			b.Run(fmt.Sprintf("%dpoints/mu=%v", n, mu), func(b *testing.B) {
				c := fallingBox(n, mu)
				a := c.clone()
				var s ImpactSolver
				var res ImpactResult
				b.ReportAllocs()
				for b.Loop() {
					copy(a.bodies, c.bodies)
					res = s.Solve(a.bodies, a.points, ImpactOptions{})
				}
				b.ReportMetric(float64(res.Iterations), "iterations")
				if res.Status != Converged {
					b.Error(res)
				}
			})
		}
	}
	b.Run("random", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		cases := make([]*impactCase, 2000)
		for i := range cases {
			cases[i] = randomImpact(r)
		}
		var s ImpactSolver
		i := 0
		b.ReportAllocs()
		a := &impactCase{}
		for b.Loop() {
			c := cases[i%len(cases)]
			a.bodies = append(a.bodies[:0], c.bodies...)
			s.Solve(a.bodies, c.points, ImpactOptions{})
			i++
		}
	})
}
