package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestSettle_TakesTheMostEnergyAlongItsDirection: impulses that did not converge become a multiple of what they are in their
// cones, at most the whole, and the one after which the least kinetic energy is left: none where any would add some.
func TestSettle_TakesTheMostEnergyAlongItsDirection(t *testing.T) {
	one := func(u0, p geom.Vec, mu float64) geom.Vec {
		s := ImpactSolver{rows: []impactRow{{mu: mu, weight: 1, u0: u0, p: p}}, k: []geom.Mat3{geom.Identity()}}
		s.settle()
		return s.rows[0].p
	}
	for _, c := range []struct {
		what  string
		u0, p geom.Vec
		mu    float64
		want  geom.Vec
	}{
		{"three times what stops it", geom.Vec{X: -1}, geom.Vec{X: 3}, 0, geom.Vec{X: 1}},
		{"a quarter of what stops it", geom.Vec{X: -1}, geom.Vec{X: 0.25}, 0, geom.Vec{X: 0.25}},
		{"what speeds it up", geom.Vec{X: 1}, geom.Vec{X: 1}, 0, geom.Vec{}},
		{"friction without friction", geom.Vec{X: -1, Y: -5}, geom.Vec{X: 2, Y: 2}, 0, geom.Vec{X: 1}},
		// 2 s: ½ 4·(1 + ¼) s² - (2·1 + 1·2) s is least at s = 4/5.
		{"friction that slows", geom.Vec{X: -1, Y: -2}, geom.Vec{X: 2, Y: 1}, 0.5, geom.Vec{X: 1.6, Y: 0.8}},
	} {
		if got := one(c.u0, c.p, c.mu); got.Sub(c.want).MaxAbs() > 1e-15 {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}

	// Points that share bodies: K is positive definite, and no other multiple leaves less energy.
	r := rand.New(rand.NewPCG(1, 2))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	scaled := 0
	for trial := range 200 {
		const n = 3
		var roots [n][4]geom.Mat3 // K_ij = Σ_k R_ik R_jkᵀ
		for i := range roots {
			for k := range roots[i] {
				roots[i][k] = geom.Mat3{X: vec(), Y: vec(), Z: vec()}
			}
		}
		s := ImpactSolver{k: make([]geom.Mat3, n*n)}
		for i := range n {
			s.rows = append(s.rows, impactRow{mu: 0.5, weight: 1, u0: vec(), p: vec()})
			for j := range n {
				for k := range roots[i] {
					back := roots[j][k].Transpose()
					m := roots[i][k].Mul(&back)
					s.k[i*n+j] = geom.Mat3{X: s.k[i*n+j].X.Add(m.X), Y: s.k[i*n+j].Y.Add(m.Y), Z: s.k[i*n+j].Z.Add(m.Z)}
				}
			}
		}
		s.project()
		var in [n]geom.Vec
		for i := range s.rows {
			in[i] = s.rows[i].p
		}
		energy := func(scale float64) float64 {
			for i := range s.rows {
				s.rows[i].p = in[i].Scale(scale)
			}
			s.velocities()
			change, _ := s.exchange()
			return change
		}
		s.settle()
		change, _ := s.exchange()
		size := 0.0
		for i := range s.rows {
			size = max(size, s.rows[i].p.MaxAbs()/max(in[i].MaxAbs(), 1e-300))
		}
		if size > 1 {
			t.Errorf("%d: impulses grow by %g", trial, size)
		}
		if size > 1e-9 && size < 1-1e-9 {
			scaled++
		}
		for k := range 101 {
			if other := energy(float64(k) / 100); other < change-1e-12 {
				t.Errorf("%d: the energy changes by %g J, by %g J with %d %%", trial, change, other, k)
				break
			}
		}
		if math.IsNaN(change) || change > 0 {
			t.Errorf("%d: the energy changes by %g J", trial, change)
		}
	}
	if scaled < 20 {
		t.Errorf("%d of 200 are a part of what they were", scaled)
	}
}
