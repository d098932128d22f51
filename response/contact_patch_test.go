package response

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestPatches_OfNextToNoImpulseHaveACentre: the inverse of the smallest impulses is infinite, and a place times that is
// no place. Such a patch counts as one without impulses, whose centre is the mean of its corners, and does not slide.
func TestPatches_OfNextToNoImpulseHaveACentre(t *testing.T) {
	for _, jn := range []float64{0, 5e-324, 1e-310, 1e-100} {
		s := &ContactSolver{Patches: []Patch{{Share: 0.5}}}
		for k := range 4 {
			p := ContactPoint{A: -1, B: -1, Patch: 1, P: geom.Vec{X: float64(k & 1), Y: float64(k >> 1)}, N: geom.Vec{Z: 1}, Friction: 1, T1: geom.Vec{X: 1}, T2: geom.Vec{Y: 1}}
			if k == 3 { // all of it at one corner
				p.Jn, p.Jt[0] = jn, jn
			}
			s.Points = append(s.Points, p)
		}
		s.centrePatches()
		want := geom.Vec{X: 0.5, Y: 0.5}
		if got := s.Patches[0].centre; got != want {
			t.Errorf("%g N s: centre %v, want %v", jn, got, want)
		}
		for i := range s.Points {
			if at := s.Points[i].frictionAt; at.Z != 0 || at.Len() > 1 || at.Len() != at.Len() {
				t.Errorf("%g N s: friction of point %d at %v", jn, i, at)
			}
		}
		s.recentre(&ContactSettings{})
		if s.Patches[0].slides {
			t.Errorf("%g N s: slides", jn)
		}
	}
}
