package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// piled is unit cubes with centres at x in a field of 9.81 m/s² downwards, the lowest on the plane z = 0, for a substep
// of length h: everything turned by q, and some points given with A and B exchanged.
func piled(x []geom.Vec, mass []float64, h float64, q geom.Quat, r *rand.Rand) (*ContactSolver, []geom.Vec) {
	s := &ContactSolver{}
	var at []geom.Vec
	add := func(a, b int32, p geom.Vec) {
		n := geom.Vec{Z: -1} // from a, above, to b
		if b >= 0 && r.IntN(2) == 0 {
			a, b, n = b, a, n.Neg()
		}
		s.Points = append(s.Points, ContactPoint{A: a, B: b, P: q.Rotate(p), N: q.Rotate(n), Friction: 0.5})
	}
	for i := range x {
		inv := 6 / mass[i]
		v := q.Rotate(geom.Vec{Z: -9.81 * h})
		s.Bodies = append(s.Bodies, ContactBody{InvMass: 1 / mass[i], InvInertia: geom.Diagonal(geom.Vec{X: inv, Y: inv, Z: inv}), V: v})
		at = append(at, q.Rotate(x[i]))
	}
	for i := range x {
		for j := -1; j < len(x); j++ {
			lo, hi := x[i].X-0.5, x[i].X+0.5
			if j >= 0 {
				if math.Abs(x[i].Z-x[j].Z-1) > 1e-9 {
					continue
				}
				lo, hi = math.Max(lo, x[j].X-0.5), math.Min(hi, x[j].X+0.5)
			} else if x[i].Z != 0.5 {
				continue
			}
			if hi-lo < 1e-9 {
				continue
			}
			for k := range 4 {
				p := geom.Vec{X: lo, Y: float64(k>>1) - 0.5, Z: x[i].Z - 0.5}
				if k&1 != 0 {
					p.X = hi
				}
				add(int32(i), int32(j), p)
			}
		}
	}
	return s, at
}

// TestColdStart_HandsLoadsOn: what stands is held from the first pass on, whichever way is up; without a cold start it
// takes tens to hundreds of passes. What cannot stand, because it hangs over, moves as it does without.
func TestColdStart_HandsLoadsOn(t *testing.T) {
	const h = 1.0 / 240
	tower := func(n int, lean float64) (x []geom.Vec) {
		for i := range n {
			x = append(x, geom.Vec{X: lean * float64(i), Z: 0.5 + float64(i)})
		}
		return x
	}
	var pyramid []geom.Vec
	for row := range 8 {
		for i := range 8 - row {
			pyramid = append(pyramid, geom.Vec{X: float64(i) + 0.5*float64(row), Z: 0.5 + float64(row)})
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		x      []geom.Vec
		heavy  float64 // the last one's mass
		stands bool
	}{
		{"tower", tower(10, 0), 2, true},
		{"leaning tower", tower(8, 0.05), 2, true},
		{"heavy on light", tower(6, 0), 2000, true},
		{"pyramid", pyramid, 2, true},
		{"overhang", tower(2, 0.6), 2, false},
		{"tower that falls over", tower(6, 0.25), 2, false},
	} {
		var mass []float64
		sum := 0.0
		for i := range c.x {
			mass = append(mass, 2)
			if i == len(c.x)-1 {
				mass[i] = c.heavy
			}
			sum += mass[i]
		}
		for range 6 {
			q := geom.Quat{W: r.NormFloat64(), V: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}.Normalize()
			set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-9, Passes: 20000}
			sides := r.Uint64()
			s, x := piled(c.x, mass, h, q, rand.New(rand.NewPCG(sides, 1)))
			s.Cold = true
			passes, ok := s.Solve(x, h, &set)
			o, _ := piled(c.x, mass, h, q, rand.New(rand.NewPCG(sides, 1)))
			slow, okSlow := o.Solve(x, h, &set)
			if !ok || !okSlow {
				t.Fatalf("%s: not solved", c.name)
			}
			if c.stands && (passes > 2 || slow < 10*passes) {
				t.Errorf("%s: %d passes, without a cold start %d", c.name, passes, slow)
			}
			foot := 0.0
			for i := range s.Points {
				if p := &s.Points[i]; p.A < 0 || p.B < 0 {
					foot += p.Jn
				}
			}
			if want := sum * 9.81 * h; c.stands && math.Abs(foot-want) > 1e-9*want {
				t.Errorf("%s: the ground gives %g N s, want %g", c.name, foot, want)
			}
			for i := range s.Bodies {
				b, d := &s.Bodies[i], &o.Bodies[i]
				if e := b.V.Sub(d.V).Len() + b.W.Sub(d.W).Len(); e > 1e-6 {
					t.Errorf("%s: body %d moves otherwise by %g: %v, %v, want %v, %v", c.name, i, e, b.V, b.W, d.V, d.W)
				}
				if c.stands && b.V.Len() > 1e-8 {
					t.Errorf("%s: body %d moves: %v", c.name, i, b.V)
				}
			}
		}
	}
}
