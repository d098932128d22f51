package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestShareLoad_KeepsForceAndMoments: of random loads of faces that slide, in any attitude, sum and moments are kept, none
// pulls, and the sum of squares is no larger; where none ends at zero the loads stay when they are shared again. Points
// that stick, or stand in a line, keep theirs.
func TestShareLoad_KeepsForceAndMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	zeros, linear := 0, 0
	for range 2000 {
		q := geom.Quat{W: spread(rng), V: geom.Vec{X: spread(rng), Y: spread(rng), Z: spread(rng)}}.Normalize()
		n, t1, t2 := q.Rotate(geom.Vec{Z: 1}), q.Rotate(geom.Vec{X: 1}), q.Rotate(geom.Vec{Y: 1})
		points := make([]ContactPoint, 4+rng.IntN(3))
		for i := range points {
			p := &points[i]
			p.P = t1.Scale(spread(rng)).AddScaled(t2, spread(rng)).AddScaled(n, 3)
			p.N, p.T1, p.T2 = n, t1, t2
			p.Friction, p.Jn = 0.5, 0.01+rng.Float64()
			p.Jt[0] = 0.5 * p.Jn
		}
		before := slices.Clone(points)
		wrench := func(list []ContactPoint) (sum, x, y, squares float64) {
			for i := range list {
				p := &list[i]
				sum, x, y, squares = sum+p.Jn, x+p.Jn*p.P.Dot(t1), y+p.Jn*p.P.Dot(t2), squares+p.Jn*p.Jn
			}
			return sum, x, y, squares
		}
		shareLoad(points)
		s0, x0, y0, q0 := wrench(before)
		s1, x1, y1, q1 := wrench(points)
		if math.Abs(s1-s0)+math.Abs(x1-x0)+math.Abs(y1-y0) > 1e-12 || q1 > q0+1e-12 {
			t.Fatalf("load %g, moments %g, %g, squares %g; before %g, %g, %g, %g", s1, x1, y1, q1, s0, x0, y0, q0)
		}
		least := slices.MinFunc(points, func(a, b ContactPoint) int {
			if a.Jn < b.Jn {
				return -1
			}
			return 1
		}).Jn
		if least < 0 {
			t.Fatalf("a point pulls with %g", least)
		}
		if least < 1e-12 {
			zeros++
			continue
		}
		linear++
		again := slices.Clone(points)
		for i := range again {
			again[i].Jt[0] = 0.5 * again[i].Jn // it slides on
		}
		shareLoad(again)
		for i := range points {
			if math.Abs(again[i].Jn-points[i].Jn) > 1e-12 {
				t.Fatalf("shared again, point %d has %g, not %g", i, again[i].Jn, points[i].Jn)
			}
		}
	}
	if zeros < 30 || linear < 100 {
		t.Errorf("%d with a point without load, %d without", zeros, linear)
	}
	row := make([]ContactPoint, 4)
	for i := range row {
		row[i] = ContactPoint{P: geom.Vec{X: float64(i)}, N: geom.Vec{Z: 1}, T1: geom.Vec{X: 1}, T2: geom.Vec{Y: 1}, Friction: 0.5, Jn: float64(1 + i%2)}
		row[i].Jt[0] = 0.5 * row[i].Jn
	}
	stuck := slices.Clone(row)
	for i := range stuck {
		stuck[i].P.Y = float64(i / 2)
	}
	stuck[2].Jt[0] = 0
	for _, list := range [][]ContactPoint{row, stuck} {
		was := slices.Clone(list)
		shareLoad(list)
		for i := range list {
			if list[i].Jn != was[i].Jn {
				t.Errorf("point %d in a line, or beside one that sticks, has %g, not %g", i, list[i].Jn, was[i].Jn)
			}
		}
	}
}

// TestShareLoad_NothingOverAGap: of a cube that slides and spins, tilted to a side by its friction, the corner over a gap
// that does not close has no load, whichever it is, and the passes end; on even ground all corners have some.
func TestShareLoad_NothingOverAGap(t *testing.T) {
	const h = 1.0 / 240
	most := 0
	for deg := 0; deg < 360; deg += 15 {
		sin, cos := geom.SinCos(float64(deg) * math.Pi / 180)
		for gap := range 5 {
			s, x := onPlane(geom.Vec{X: 3 * cos, Y: 3 * sin}, geom.Vec{Z: -9.81}, h, 0, 0.3)
			s.Bodies[0].W, s.Bodies[0].W0 = geom.Vec{Z: 2}, geom.Vec{Z: 2}
			if gap < 4 {
				s.Points[gap].Separation = 0.01
			}
			passes, ok := s.Solve(x, h, &contactSettings)
			most = max(most, passes)
			if !ok || passes > 200 {
				t.Errorf("%d°, corner %d: %d passes", deg, gap, passes)
			}
			for i := range s.Points {
				p := &s.Points[i]
				if u := p.N.Dot(s.slip(p, geom.Vec{})) - p.target; u < -1e-8 || p.Jn > 0 && u > 1e-8 {
					t.Errorf("%d°, corner %d over a gap: corner %d is %g m/s from its target with %g N s", deg, gap, i, u, p.Jn)
				}
				if f := math.Hypot(p.Jt[0], p.Jt[1]); math.Abs(f-0.3*p.Jn) > 1e-8 {
					t.Errorf("%d°, corner %d over a gap: friction of corner %d is %g N s at a load of %g", deg, gap, i, f, p.Jn)
				}
			}
			for i := range s.Points {
				if j := s.Points[i].Jn; i == gap && j != 0 || gap == 4 && !(j > 0) {
					t.Errorf("%d°, corner %d over a gap: corner %d has %g N s", deg, gap, i, j)
				}
			}
		}
	}
	t.Logf("%d passes at most", most)
}

// TestShareLoad_LeavesWhatPulls: loads of which one is below zero, by as little as nothing, stay as they are. Shared, two of them
// of -5e-8 N s, equal to the last bits, made 7e6 N s of nothing.
func TestShareLoad_LeavesWhatPulls(t *testing.T) {
	for _, least := range []float64{-1e-3, -4.9938771982752154e-08, -1e-300} {
		points := make([]ContactPoint, 6)
		for i := range points {
			p := &points[i]
			p.P = geom.Vec{X: float64(i % 3), Y: float64(i / 3)}
			p.N, p.T1, p.T2 = geom.Vec{Z: 1}, geom.Vec{X: 1}, geom.Vec{Y: 1}
			p.Friction, p.Jn = 0.5, 0.1*float64(i)
			p.Jt[0] = 0.5 * p.Jn
		}
		points[0].Jn, points[0].Jt[0] = least, 0.5*least
		before := slices.Clone(points)
		shareLoad(points)
		if !slices.Equal(points, before) {
			t.Errorf("with %g: loads changed", least)
		}
	}
}
