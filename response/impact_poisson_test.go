package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// planarRouth solves an impact in the plane by Routh's diagram: with u = (n, t) and K = [[a, b], [b, c]] it walks along
// the line of friction to the line of sticking and on, by hand.
func planarRouth(a, b, c, un, ut, mu, e float64) (pn, pt float64) {
	end := math.Inf(1)
	for range 10 {
		// Tangential impulse for each unit of normal impulse.
		d := 0.0
		switch {
		case math.Abs(ut) > 1e-14:
			d = -mu * ut / math.Abs(ut)
		case math.Abs(b/c) <= mu:
			d = -b / c
		case b > 0: // friction cannot hold against +b: the slip begins with +t
			d = -mu
		default:
			d = mu
		}
		rn, rt := a+b*d, b+c*d
		step := end - pn
		if math.IsInf(end, 1) {
			step = math.Inf(1)
			if rn > 0 {
				step = -un / rn
			}
		}
		if math.Abs(ut) > 1e-14 && ut*rt < 0 {
			step = math.Min(step, -ut/rt)
		}
		pn, pt, un, ut = pn+step, pt+d*step, un+rn*step, ut+rt*step
		if math.IsInf(end, 1) && math.Abs(un) < 1e-13 {
			end = (1 + e) * pn
		}
		if math.Abs(ut) < 1e-13 {
			ut = 0
		}
		if pn >= end*(1-1e-15) {
			return pn, pt
		}
	}
	return math.NaN(), math.NaN()
}

func TestPoissonRouth_PlanarRods(t *testing.T) {
	kinds := map[string]int{}
	for _, angle := range []float64{15, 30, 45, 60, 75, 66.191419} {
		for _, vx := range []float64{-2, -0.3, -0.05, 0, 0.05, 0.3, 2} {
			for _, mu := range []float64{0, 0.1, 0.3, 0.6, 1, 3} {
				for _, e := range []float64{0, 0.5, 1} {
					c := rod(angle, geom.Vec{X: vx, Y: -1}, e, mu)
					a, res := solveCase(c, ImpactOptions{Model: PoissonRouth})
					s, cs := math.Sincos(angle * math.Pi / 180)
					// r from the centre to the tip is (-cs, -s)/2; m = 1, I = 1/12.
					ka, kb, kc := 1+3*cs*cs, -3*cs*s, 1+3*s*s
					pn, pt := planarRouth(ka, kb, kc, -1, vx, mu, e)
					if res.Status != Converged {
						t.Fatalf("%v %v %v %v: %+v", angle, vx, mu, e, res)
					}
					j := a.points[0].Impulse.Neg()
					near(t, "J_n", j.Y, pn, 1e-11*(1+pn))
					near(t, "J_t", j.X, pt, 1e-11*(1+pn))
					if res.EnergyLimited {
						t.Errorf("Poisson's law in the plane gained energy: angle %v vx %v mu %v e %v", angle, vx, mu, e)
					}
					after := a.relative(&a.points[0])
					switch {
					case math.Abs(after.X) < 1e-12 && mu > 0:
						kinds["sticks"]++
					case after.X*vx < 0:
						kinds["reverses"]++
					default:
						kinds["slides on"]++
					}
				}
			}
		}
	}
	for _, k := range []string{"sticks", "reverses", "slides on"} {
		if kinds[k] < 10 {
			t.Errorf("only %d impacts in which the tip %s", kinds[k], k)
		}
	}
}

// creep integrates Routh's equations with n small equal steps of the normal impulse, the slip's direction taken at the
// middle of each: independent of how the solver does it.
func creep(c *impactCase, n int) geom.Vec {
	p := &c.points[0]
	frame := geom.Mat3{X: p.N, Y: p.N.Perpendicular(), Z: p.N.Cross(p.N.Perpendicular())}
	k := geom.Mat3{}
	column := func(j geom.Vec) geom.Vec {
		a := impactCase{bodies: append([]ImpactBody(nil), c.bodies...)}
		for i := range a.bodies {
			a.bodies[i].V, a.bodies[i].W = geom.Vec{}, geom.Vec{}
		}
		if p.A >= 0 {
			a.bodies[p.A].receive(p.P.Sub(a.bodies[p.A].X), j.Neg())
		}
		if p.B >= 0 {
			a.bodies[p.B].receive(p.P.Sub(a.bodies[p.B].X), j)
		}
		return frame.Apply(a.relative(p))
	}
	cols := [3]geom.Vec{column(frame.X), column(frame.Y), column(frame.Z)}
	k = geom.Mat3{X: cols[0], Y: cols[1], Z: cols[2]}
	k = k.Transpose()
	u := frame.Apply(c.relative(p))
	scale := u.Len() / k.X.X
	d := scale / float64(n)
	var sum geom.Vec
	end := math.Inf(1)
	direction := func(u geom.Vec) geom.Vec {
		l := math.Sqrt(u.Y*u.Y + u.Z*u.Z)
		return geom.Vec{X: 1, Y: -p.Friction * u.Y / l, Z: -p.Friction * u.Z / l}
	}
	for sum.X < end {
		if end-sum.X < d {
			d = end - sum.X
		}
		// Coulomb's law over the step: sticking where that can be, else along the slip at the end of it.
		q := u
		q.X = -d * k.X.X
		stick := func() (geom.Vec, bool) {
			det := k.Y.Y*k.Z.Z - k.Y.Z*k.Y.Z
			y, z := -(u.Y + d*k.X.Y), -(u.Z + d*k.X.Z)
			j := geom.Vec{X: d, Y: (k.Z.Z*y - k.Y.Z*z) / det, Z: (k.Y.Y*z - k.Y.Z*y) / det}
			return j, math.Sqrt(j.Y*j.Y+j.Z*j.Z) <= p.Friction*d
		}
		j, ok := stick()
		if !ok {
			w := u
			for range 30 {
				j = direction(u.Add(w).Scale(0.5)).Scale(d)
				last := w
				if w = u.Add(k.Apply(j)); w == last {
					break // and so in all rounds that follow
				}
			}
		}
		next := u.Add(k.Apply(j))
		if math.IsInf(end, 1) && next.X >= 0 {
			f := -u.X / (next.X - u.X)
			end = (1 + p.Restitution) * (sum.X + f*d)
		}
		u, sum = next, sum.Add(j)
		if sum.X >= end {
			break
		}
	}
	// Beyond the end by less than a step, in compression's last one.
	return frame.ApplyT(sum)
}

func TestPoissonRouth_TurningSlip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	turned, stuck := 0, 0
	for tried := 0; tried < geomtest.Eighth(60); {
		c := randomImpact(r)
		c.points = c.points[:1]
		c.points[0].Friction, c.points[0].Restitution = 0.05+1.2*r.Float64(), 0.2+0.8*r.Float64()
		if u := c.relative(&c.points[0]); u.Dot(c.points[0].N) > -0.3 {
			continue
		}
		tried++
		a, res := solveCase(c, ImpactOptions{Model: PoissonRouth})
		if res.Status != Converged {
			t.Fatalf("%+v", res)
		}
		if res.EnergyLimited {
			continue
		}
		got := a.points[0].Impulse.Neg()
		// The steps' error falls with their number or its square: three numbers tell.
		e1, e2 := creep(c, 20000).Sub(got).Len()/got.Len(), creep(c, 80000).Sub(got).Len()/got.Len()
		if e2 > 2e-4 || e2 > 1e-6 && e2 > 0.6*e1 {
			t.Errorf("case %d: differs by %.3g, with smaller steps %.3g", tried, e1, e2)
		}
		n := c.points[0].N
		u0, u := c.relative(&c.points[0]), a.relative(&a.points[0])
		u0, u = u0.Sub(n.Scale(u0.Dot(n))), u.Sub(n.Scale(u.Dot(n)))
		switch {
		case u.Len() < 1e-12*u0.Len():
			stuck++
		case u0.Dot(u) < 0.99*u0.Len()*u.Len():
			turned++
		}
	}
	if turned < geomtest.Eighth(5) || stuck < geomtest.Eighth(5) {
		t.Errorf("the slip turned in %d impacts, ended in %d", turned, stuck)
	}
}

func TestPoissonRouth_IsNewtonWithoutFriction(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for range 500 {
		c := randomImpact(r)
		c.points = c.points[:1]
		c.points[0].Friction = 0
		a, x := solveCase(c, ImpactOptions{Model: PoissonRouth})
		b, y := solveCase(c, ImpactOptions{})
		if x.Status != y.Status || a.points[0].Impulse.Sub(b.points[0].Impulse).Len() > 1e-13*b.points[0].Impulse.Len() {
			t.Fatalf("%+v %v, Newton %+v %v", x, a.points[0].Impulse, y, b.points[0].Impulse)
		}
	}
}

func TestImpactModels_NeverGainEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	var s ImpactSolver
	counts := map[ImpactModel]int{}
	limited := map[ImpactModel]int{}
	for range *randomImpacts {
		c := randomImpact(r)
		c.points = c.points[:1]
		for _, m := range []ImpactModel{KudlichSlibar, Brach, PoissonRouth} {
			a := c.clone()
			res := s.Solve(a.bodies, a.points, ImpactOptions{Model: m})
			if res.Status == NothingApproaching {
				continue
			}
			counts[m]++
			if res.EnergyLimited {
				limited[m]++
			}
			if res.Status != Converged {
				t.Fatalf("model %d: %+v", m, res)
			}
			e0, e1 := c.energy(), a.energy()
			// Squares of velocities round at 1e-15 of the energy, with factors of masses of up to 400.
			if e1 > e0*(1+1e-12) {
				t.Fatalf("model %d: energy %v becomes %v, %+v", m, e0, e1, res)
			}
			if math.Abs(e0-e1-res.EnergyLost) > 1e-11*e0 {
				t.Fatalf("model %d: lost %v, told %v", m, e0-e1, res.EnergyLost)
			}
			checkMomentum(t, c, a)
		}
	}
	for _, m := range []ImpactModel{KudlichSlibar, Brach, PoissonRouth} {
		t.Logf("model %d: %d impacts, %d with restitution lowered", m, counts[m], limited[m])
		if counts[m] < *randomImpacts/4 {
			t.Errorf("model %d: %d impacts", m, counts[m])
		}
	}
	if limited[KudlichSlibar]+limited[Brach] == 0 {
		t.Error("no impact in which the clamp was needed")
	}
}
