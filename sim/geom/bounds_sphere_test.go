package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func boundsRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0xb0)) }

// boundsInside fails the test unless every point is in s, by 1e-12 of its size.
func boundsInside(t *testing.T, what string, s Sphere, points []Vec) {
	t.Helper()
	for _, p := range points {
		if d := p.Sub(s.C).Len(); !(d <= float64(s.R*(1+1e-12))) {
			t.Fatalf("%s: %v is %g outside %v", what, p, d-s.R, s)
		}
	}
}

func TestMinSphere_HandWorked(t *testing.T) {
	third := 1 / math.Sqrt(3)
	for _, c := range []struct {
		name   string
		points []Vec
		want   Sphere
	}{
		{"none", nil, Sphere{}},
		{"one", []Vec{{1, 2, 3}}, Sphere{Vec{1, 2, 3}, 0}},
		{"one, four times", []Vec{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, Sphere{Vec{1, 2, 3}, 0}},
		{"two", []Vec{{-1, 0, 2}, {3, 0, 2}}, Sphere{Vec{1, 0, 2}, 2}},
		// 3 a step.
		{"collinear", []Vec{{0, 0, 0}, {1, 2, 2}, {2, 4, 4}, {-1, -2, -2}, {1, 2, 2}}, Sphere{Vec{0.5, 1, 1}, 4.5}},
		{"obtuse: its longest side", []Vec{{0, 0, 0}, {10, 0, 0}, {5, 1, 0}}, Sphere{Vec{5, 0, 0}, 5}},
		// Circumcircle of the equilateral triangle with side sqrt 2: radius sqrt(2/3).
		{"equilateral", []Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Sphere{Vec{1. / 3, 1. / 3, 1. / 3}, math.Sqrt(2. / 3)}},
		{"square", []Vec{{1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {-1, 1, 0}, {0.3, 0.2, 0}}, Sphere{Vec{}, math.Sqrt2}},
		{"tetrahedron in the cube of side 2", []Vec{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, Sphere{Vec{}, 1 / third}},
		// A corner with legs 1: its circumsphere has radius sqrt(3)/2, but the centre lies beyond the opposite face, so
		// that the circle around that face, radius sqrt(2/3), suffices: its centre is (1,1,1)/3, sqrt(1/3) from the
		// corner.
		{"corner", []Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Sphere{Vec{1. / 3, 1. / 3, 1. / 3}, math.Sqrt(2. / 3)}},
		{"cube and its centre", []Vec{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {2, 2, 2}, {1, 1, 1}},
			Sphere{Vec{1, 1, 1}, 1 / third}},
		// A point that sticks out by d beside two opposite ones enlarges the radius by no more than d²/2.
		{"barely carried", []Vec{{-1, 0, 0}, {1, 0, 0}, {0, 1 + 1e-8, 0}}, Sphere{Vec{0, 1e-8, 0}, 1}},
		{"far from the origin", []Vec{{1e6 + 1, 0, 0}, {1e6 - 1, 0, 0}, {1e6, 1, 0}}, Sphere{Vec{1e6, 0, 0}, 1}},
	} {
		got := MinSphere(c.points)
		near(t, c.name+": radius", got.R, c.want.R, 1e-14*c.want.R+1e-300)
		nearVec(t, c.name, got.C, c.want.C, 1e-8*c.want.R) // the centre is known to the root of the rounding only
		boundsInside(t, c.name, got, c.points)
		boundsInside(t, c.name+", Ritter", RitterSphere(c.points), c.points)
	}
}

// boundsExactSphere returns the squared radius of the smallest sphere around points with integer coordinates: of all
// spheres with one to four of them on it and the centre in their plane or line, the smallest that holds all.
func boundsExactSphere(points []Vec) *big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	var best *big.Rat
	n := len(points)
	for mask := 1; mask < 1<<n; mask++ {
		var s []Vec
		for i := range points {
			if mask&(1<<i) != 0 {
				s = append(s, points[i])
			}
		}
		if len(s) > 4 {
			continue
		}
		// c = s0 + Σ l_i q_i with 2 q_j·(c - s0) = |q_j|²: k equations for l, by Gauss and Jordan.
		k := len(s) - 1
		var m [3][4]*big.Rat
		for i := 0; i < k; i++ {
			for j := 0; j < k; j++ {
				m[i][j] = rat(2 * s[i+1].Sub(s[0]).Dot(s[j+1].Sub(s[0])))
			}
			m[i][3] = rat(s[i+1].Sub(s[0]).LenSq())
		}
		singular := false
		for i := 0; i < k && !singular; i++ {
			for p := i; p < k && m[i][i].Sign() == 0; p++ {
				m[i], m[p] = m[p], m[i]
			}
			if singular = m[i][i].Sign() == 0; singular {
				break
			}
			for r := 0; r < k; r++ {
				if f := new(big.Rat).Quo(m[r][i], m[i][i]); r != i {
					for _, j := range []int{0, 1, 2, 3} {
						if j < k || j == 3 {
							m[r][j] = new(big.Rat).Sub(m[r][j], new(big.Rat).Mul(f, m[i][j]))
						}
					}
				}
			}
		}
		if singular {
			continue
		}
		c := [3]*big.Rat{rat(s[0].X), rat(s[0].Y), rat(s[0].Z)}
		for i := 0; i < k; i++ {
			l, q := new(big.Rat).Quo(m[i][3], m[i][i]), s[i+1].Sub(s[0])
			for j, x := range []float64{q.X, q.Y, q.Z} {
				c[j].Add(c[j], new(big.Rat).Mul(l, rat(x)))
			}
		}
		far := new(big.Rat)
		for _, p := range points {
			d := new(big.Rat)
			for j, x := range []float64{p.X, p.Y, p.Z} {
				e := new(big.Rat).Sub(rat(x), c[j])
				d.Add(d, e.Mul(e, e))
			}
			if d.Cmp(far) > 0 {
				far = d
			}
		}
		if best == nil || far.Cmp(best) < 0 {
			best = far
		}
	}
	return best
}

// The points are few and on a coarse grid, so that duplicates, lines, planes and cospherical points abound.
func TestMinSphere_EqualsExactArithmetic(t *testing.T) {
	r := boundsRand(1)
	var kinds [5]int
	for i := 0; i < 150; i++ {
		points := make([]Vec, 2+r.IntN(5))
		grid := []int{2, 4, 1000}[i%3]
		for j := range points {
			points[j] = Vec{float64(r.IntN(grid)), float64(r.IntN(grid)), float64(r.IntN(grid))}
			if i%4 == 0 {
				points[j].Z = points[j].X
			}
		}
		want, _ := boundsExactSphere(points).Float64()
		got := MinSphere(points)
		near(t, "radius", got.R, math.Sqrt(want), 1e-12*math.Sqrt(want))
		boundsInside(t, "random", got, points)
		on := 0
		for _, p := range points {
			if p.Sub(got.C).Len() > got.R*(1-1e-9) {
				on++
			}
		}
		kinds[min(on, 4)]++
	}
	if kinds[2] < 10 || kinds[3] < 10 || kinds[4] < 10 {
		t.Errorf("points on the sphere: %v", kinds)
	}
}

// All points lie on a sphere, by rounding on either side: the hardest case for the choice of those that carry it.
func TestMinSphere_CosphericalPoints(t *testing.T) {
	r := boundsRand(2)
	for i := 0; i < 200; i++ {
		c := Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(math.Pow(10, float64(i%4)))
		points := make([]Vec, 0, 120)
		for len(points) < cap(points) {
			d := Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize()
			if i%3 == 0 {
				d = Vec{d.X, d.Y, 0}.Normalize()
			}
			points = append(points, c.Add(d), c.Sub(d))
		}
		got := MinSphere(points)
		near(t, "radius", got.R, 1, 1e-14+1e-15*c.MaxAbs())
		boundsInside(t, "cospherical", got, points)
	}
}

func TestMinSphere_OrderTurnAndScale(t *testing.T) {
	r := boundsRand(3)
	for i := 0; i < 200; i++ {
		points := make([]Vec, 40)
		for j := range points {
			points[j] = Vec{r.NormFloat64(), r.NormFloat64(), 1e-3 * r.NormFloat64()}
		}
		s := MinSphere(points)
		turned := make([]Vec, len(points))
		for j, k := range r.Perm(len(points)) {
			p := points[k]
			turned[j] = Vec{-p.Y, p.X, p.Z}.Scale(1024)
		}
		u := MinSphere(turned)
		near(t, "radius", u.R, 1024*s.R, 1e-10*s.R)
		nearVec(t, "centre", u.C, Vec{-s.C.Y, s.C.X, s.C.Z}.Scale(1024), 1e-8*s.R)
	}
}

// Measured: at most 1.21 times the smallest sphere on these.
func TestRitterSphere_HoldsAllAndIsNotMuchLarger(t *testing.T) {
	r := boundsRand(4)
	worst := 0.0
	for i := 0; i < 1000; i++ {
		points := make([]Vec, 3+r.IntN(60))
		for j := range points {
			points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		s := RitterSphere(points)
		boundsInside(t, "Ritter", s, points)
		worst = math.Max(worst, s.R/MinSphere(points).R)
	}
	if worst > 1.25 || worst < 1.01 {
		t.Errorf("%g times the smallest sphere", worst)
	}
}

func TestSpheres_AllocateNothing(t *testing.T) {
	r := boundsRand(5)
	points := make([]Vec, 100)
	for j := range points {
		points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	var s Sphere
	if n := testing.AllocsPerRun(10, func() { s = MinSphere(points); s = RitterSphere(points) }); n != 0 {
		t.Errorf("%g allocations, %v", n, s)
	}
}

func BenchmarkMinSphere(b *testing.B) {
	r := boundsRand(6)
	points := make([]Vec, 1000)
	for j := range points {
		points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	b.Run("Min", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			MinSphere(points)
		}
	})
	b.Run("Ritter", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			RitterSphere(points)
		}
	})
}
