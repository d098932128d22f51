package response

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// In an island with tyres that passes do not solve, Newton's method is tried twice, and not again before Renew: a load of
// crates that slid against the front wall of a braking lorry took 15 tries of 25 ms for each solution.
func TestContactSolver_TriesNewtonTwiceInAStubbornIsland(t *testing.T) {
	// More bodies than Newton's method takes: each try fails at once. Passes carry the weight down a column by one body
	// at a time, and find its forces in thousands.
	const bodies = newtonBodies + 20
	set := ContactSettings{Residual: 1e-9, Passes: 1000, Slop: 1e-4}
	s := &ContactSolver{}
	x := make([]geom.Vec, bodies)
	fill := func() {
		s.Reset()
		for i := range bodies {
			x[i].Z = float64(i)
			s.Bodies = append(s.Bodies, ContactBody{InvMass: 1 / float64(1+i), InvInertia: geom.Identity(), V: geom.Vec{Z: -0.01}})
			s.Points = append(s.Points, ContactPoint{A: int32(i) - 1, B: int32(i), P: geom.Vec{Z: float64(i) - 0.5}, N: geom.Vec{Z: 1}})
		}
		s.Tyres = append(s.Tyres, TyreRow{Ground: -1, F: geom.Vec{X: 1}, G: geom.Vec{Y: 1}, Limit: 1})
	}
	solve := func() {
		fill()
		if _, ok := s.Solve(x, 1e-3, &set); ok {
			t.Fatal("the passes have solved it")
		}
	}
	due := func() (list []int) {
		for pass := 1; pass <= 1000; pass++ {
			if s.newtonDue(pass, newtonAfter) {
				list = append(list, pass)
			}
		}
		return list
	}
	fill()
	if n := len(due()); n != 1000/newtonAfter {
		t.Fatalf("due %d times at first", n)
	}
	if solve(); len(due()) != 0 {
		t.Errorf("due after passes %v", due())
	}
	if s.Renew(); len(due()) == 0 {
		t.Error("never due in another island")
	}
}
