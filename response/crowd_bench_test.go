package response

import (
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// BenchmarkCrowdSolve measures a visit of a contact point in a block of 10 by 10 by 4 boxes, the lowest on the world,
// that fall through a substep.
func BenchmarkCrowdSolve(b *testing.B) {
	const wide, high, passes = 10, 4, 20
	s := &CrowdSolver{}
	s.Reset()
	var order []int32
	touch := func(i, k int32, n, middle geom.Vec) { // k's or the world's corners, on i
		pair := CrowdPair{
			A: i, B: k, First: int32(len(s.Points)), End: int32(len(s.Points) + 4), Friction: 0.5, N: n, T1: n.Perpendicular(), RA: middle, RB: middle.AddScaled(n, -1),
		}
		pair.T2 = n.Cross(pair.T1)
		for corner := range 4 {
			s.Points = append(s.Points, CrowdPoint{X: float64(corner&1) - 0.5, Y: float64(corner>>1) - 0.5})
		}
		s.Pairs = append(s.Pairs, pair)
	}
	for i := range int32(wide * wide * high) {
		column, layer := i/high, i%high
		s.Bodies = append(s.Bodies, CrowdBody{
			V: geom.Vec{X: 0.01 * float64(column%7), Z: -0.04}, W: geom.Vec{Y: 0.01 * float64(column%5)}, InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 6, Y: 6, Z: 6}),
		})
		if layer == 0 {
			touch(i+1, 0, geom.Vec{Z: -1}, geom.Vec{Z: -0.5})
		} else {
			touch(i+1, i, geom.Vec{Z: -1}, geom.Vec{Z: -0.5})
		}
		if column%wide < wide-1 {
			touch(i+1, i+1+high, geom.Vec{X: 1}, geom.Vec{X: 0.5})
		}
	}
	for k := range s.Pairs {
		s.Prepare(&s.Pairs[k])
		order = append(order, int32(k))
	}
	bodies, points := slices.Clone(s.Bodies), slices.Clone(s.Points)
	b.ReportAllocs()
	for b.Loop() {
		copy(s.Bodies, bodies)
		copy(s.Points, points)
		if n, ok := s.Solve(order, &CrowdTolerances{Passes: passes}); ok || n != passes {
			b.Fatal("it is solved")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*passes*len(points)), "ns/visit")
}
