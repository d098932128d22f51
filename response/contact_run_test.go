package response

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestRuns_BodiesOnStaticsAlone: the points that bear a body are known together where it touches statics alone, or, if it is the only one
// that moves, driven bodies too; stops of joints do not count. Of bodies with joints or tyres beside others none are.
func TestRuns_BodiesOnStaticsAlone(t *testing.T) {
	const free, driven = 1.0, 0.0
	type pair [2]int32
	none := pointRange{}
	for _, c := range []struct {
		name          string
		bodies        []float64 // inverse masses
		points        []pair
		stops         int // so many of the last points are stops
		joints, tyres int
		want          []pointRange // of each run
	}{
		{"two by themselves", []float64{free, free}, []pair{{0, -1}, {0, -1}, {1, -1}, {-1, 1}}, 0, 0, 0, []pointRange{{0, 2}, {2, 4}, {2, 4}}},
		{"they touch", []float64{free, free}, []pair{{0, -1}, {0, 1}, {1, -1}}, 0, 0, 0, []pointRange{none, none, none}},
		{"other points between", []float64{free, free}, []pair{{0, -1}, {1, -1}, {0, -1}}, 0, 0, 0, []pointRange{none, {1, 2}, none}},
		{"one on a driven body", []float64{free, free, driven}, []pair{{0, 2}, {1, -1}}, 0, 0, 0, []pointRange{none, {1, 2}}},
		{"floor and driven body, alone", []float64{free, driven}, []pair{{0, -1}, {0, 1}}, 0, 0, 0, []pointRange{{0, 2}, {0, 2}}},
		{"a stop to a driven body", []float64{free, driven}, []pair{{0, -1}, {0, 1}}, 1, 0, 0, []pointRange{{0, 1}, none}},
		{"a stop to the world", []float64{free}, []pair{{0, -1}, {0, -1}}, 1, 0, 0, []pointRange{{0, 1}, none}},
		{"a stop to another", []float64{free, free}, []pair{{0, -1}, {0, 1}}, 1, 0, 0, []pointRange{{0, 1}, none}},
		{"joint to a driven body", []float64{free, driven}, []pair{{0, -1}, {0, -1}}, 0, 1, 0, []pointRange{{0, 2}}},
		{"joint", []float64{free, free}, []pair{{0, -1}, {1, -1}}, 0, 1, 0, []pointRange{none, none}},
		{"tyre", []float64{free}, []pair{{0, -1}, {0, -1}}, 0, 0, 1, []pointRange{none}},
	} {
		s := &ContactSolver{Joints: make([]BallJoint, c.joints), Tyres: make([]TyreRow, c.tyres)}
		for _, m := range c.bodies {
			s.Bodies = append(s.Bodies, ContactBody{InvMass: m})
		}
		for i, p := range c.points {
			s.Points = append(s.Points, ContactPoint{A: p[0], B: p[1], stop: i >= len(c.points)-c.stops})
		}
		s.findRuns()
		if len(s.runs) != len(c.want) {
			t.Fatalf("%s: %d runs, want %d", c.name, len(s.runs), len(c.want))
		}
		for i := range s.runs {
			if got := s.runs[i].bears; got != c.want[i] {
				t.Errorf("%s, run %d: %v, want %v", c.name, i, got, c.want[i])
			}
		}
	}
}

// TestRuns_SpreadLoads: a face that slides on the floor shares its load evenly, also where another body slides by itself; with a wall
// at its side that is so only if it is the one body there is.
func TestRuns_SpreadLoads(t *testing.T) {
	for _, c := range []struct {
		name  string
		other bool
		wall  bool
		want  float64 // of the first corner [N s]
	}{{"alone", false, false, 2}, {"alone at a wall", false, true, 2}, {"beside another", true, false, 2}, {"at a wall beside another", true, true, 4}} {
		s := &ContactSolver{Bodies: []ContactBody{{InvMass: 1}}}
		add := func(a int32, n geom.Vec, at geom.Vec, jn float64) {
			p := ContactPoint{A: -1, B: a, N: n, T1: n.Perpendicular(), P: at, Friction: 0.5, Jn: jn, Jt: [2]float64{0.5 * jn, 0}}
			p.T2 = n.Cross(p.T1)
			s.Points = append(s.Points, p)
		}
		face := func(a int32) {
			for i, at := range []geom.Vec{{X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1}, {X: -1, Y: 1}} {
				add(a, geom.Vec{Z: 1}, at, float64(4*(1-i%2)))
			}
		}
		face(0)
		if c.wall {
			add(0, geom.Vec{Y: 1}, geom.Vec{Y: -1}, 1)
			s.Points[4].Patch = 1 // a run of its own
		}
		if c.other {
			s.Bodies = append(s.Bodies, ContactBody{InvMass: 1})
			face(1)
		}
		s.findRuns()
		s.spreadLoad(&s.runs[0])
		if got := s.Points[0].Jn; got != c.want {
			t.Errorf("%s: %g N s, want %g", c.name, got, c.want)
		}
	}
}
