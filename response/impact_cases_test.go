package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.15g, want %.15g", what, got, want)
	}
}

func nearVec(t *testing.T, what string, got, want geom.Vec, tolerance float64) {
	t.Helper()
	if !(got.Sub(want).MaxAbs() <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// sphere adds a ball of radius 0.5 and the given mass on the x axis.
func (c *impactCase) sphere(mass, x, v float64) {
	in := 0.4 * mass * 0.25
	c.add(mass, geom.Diagonal(geom.Vec{X: in, Y: in, Z: in}), geom.Vec{X: x}, geom.Vec{X: v}, geom.Vec{})
}

// yawedBox is case E7 of VALIDATION.md: a box yawed by 0.8 rad about y, its upright edge against the wall x = 0.
func yawedBox(e float64, points int) (*impactCase, float64, float64) {
	s, cs := math.Sincos(0.8)
	rz := -2.25*s + 0.9*cs
	rx := 2.25*cs + 0.9*s
	inertia := 500 * (2.25*2.25 + 0.9*0.9)
	c := &impactCase{}
	rot := geom.QuatExp(geom.Vec{Y: 0.8}).Mat3()
	in := boxInertia(1500, 4.5, 1.4, 1.8)
	in = rot.Mul(&in)
	t := rot.Transpose()
	c.add(1500, in.Mul(&t), geom.Vec{X: -rx}, geom.Vec{X: 30}, geom.Vec{})
	for i := range points {
		y := 0.0
		if points > 1 {
			y = -0.7 + 1.4*float64(i)/float64(points-1)
		}
		c.points = append(c.points, ImpactPoint{A: 0, B: -1, P: geom.Vec{Y: y, Z: rz}, N: geom.Vec{X: 1}, Restitution: e})
	}
	j := (1 + e) * 30 / (1/1500.0 + rz*rz/inertia)
	return c, 30 - j/1500, rz * -j / inertia
}

func TestImpact_YawedBoxAgainstWall(t *testing.T) {
	for _, points := range []int{1, 2, 3} {
		for _, e := range []float64{0, 0.2, 1} {
			c, v, w := yawedBox(e, points)
			a, res := solveCase(c, ImpactOptions{})
			near(t, "v_x", a.bodies[0].V.X, v, 1e-12*30)
			near(t, "w_y", a.bodies[0].W.Y, w, 1e-12*30)
			near(t, "w_x", a.bodies[0].W.X, 0, 1e-12*30)
			near(t, "closing", res.Closing, 30, 1e-12*30)
			if e == 0.2 { // as printed in VALIDATION.md
				near(t, "v_x", a.bodies[0].V.X, 5.96, 0.005)
				near(t, "|w_y|", math.Abs(a.bodies[0].W.Y), 12.12, 0.005)
			}
			if res.Status != Converged || res.EnergyLimited {
				t.Error(res)
			}
		}
	}
}

// rod is a rod of length 1 and mass 1 whose lower tip touches the floor y = 0 at an angle [degrees] against it.
func rod(angle float64, v geom.Vec, e, mu float64) *impactCase {
	s, cs := math.Sincos(angle * math.Pi / 180)
	c := &impactCase{}
	c.add(1, geom.Diagonal(geom.Vec{X: 1.0 / 12, Y: 1.0 / 12, Z: 1.0 / 12}), geom.Vec{X: cs / 2, Y: s / 2}, v, geom.Vec{})
	c.points = []ImpactPoint{{A: -1, B: 0, N: geom.Vec{Y: 1}, Restitution: e, Friction: mu}}
	return c
}

func TestImpact_RodOnFloor(t *testing.T) {
	for _, c := range []struct{ mu, w, jn float64 }{
		{0, -2.398224195, 0.461538462},
		{0.3, -2.252999472, 0.524422611},
		{1, -1.948557159, 0.65625},
	} {
		a, res := solveCase(rod(30, geom.Vec{Y: -1}, 0.5, c.mu), ImpactOptions{})
		// Half a unit of the last digit printed.
		near(t, "w", a.bodies[0].W.Z, c.w, 0.5e-9)
		near(t, "J_n", -a.points[0].Impulse.Y, c.jn, 0.5e-9)
		if res.Status != Converged || res.EnergyLimited {
			t.Error(res)
		}
	}
}

func TestImpact_EnergyTrap(t *testing.T) {
	for _, side := range []float64{-1, 1} {
		c := rod(66.191419, geom.Vec{X: side * 0.06598461, Y: -1}, 0.98361490, 0.29448759)
		a, res := solveCase(c, ImpactOptions{})
		if res.EnergyLimited || res.Status != Converged {
			t.Error(res)
		}
		factor := a.energy() / c.energy()
		t.Logf("%+.0f: energy times %.6f", side, factor)
		if side == 1 {
			near(t, "energy", factor, 0.975, 0.0005)
		}
	}
}

// crossing is the 3D crossing of two cars of VALIDATION.md section 3, whose normal points from B to A.
func crossing(mu float64) *impactCase {
	c := &impactCase{}
	c.add(1500, boxInertia(1500, 4.5, 1.8, 1.4), geom.Vec{Z: 0.7}, geom.Vec{X: 20}, geom.Vec{})
	c.add(1200, boxInertia(1200, 1.7, 4.2, 1.5), geom.Vec{X: 3, Y: 0.9, Z: 0.75}, geom.Vec{Y: 12}, geom.Vec{})
	c.points = []ImpactPoint{{A: 0, B: 1, P: geom.Vec{X: 2.15, Y: 0.3, Z: 0.6}, N: geom.Vec{X: 1}, Restitution: 0.1, Friction: mu}}
	return c
}

func TestImpact_CrossingOfTwoCars(t *testing.T) {
	for _, row := range []struct {
		model ImpactModel
		mu    float64
		j     geom.Vec
		loss  float64
	}{
		{KudlichSlibar, 0.5, geom.Vec{X: -12001.728, Y: 2195.990, Z: -419.136}, 119873.902},
		{Brach, 0.5, geom.Vec{X: -12098.323, Y: 1835.363, Z: -422.44}, 119897.088},
		{KudlichSlibar, 0.1, geom.Vec{X: -12220.937, Y: 1222.094}, 118579.623},
		{Brach, 0.1, geom.Vec{X: -12220.937, Y: 1222.094}, 118579.623},
	} {
		c := crossing(row.mu)
		a, res := solveCase(c, ImpactOptions{Model: row.model})
		nearVec(t, "J", a.points[0].Impulse, row.j, 0.006)
		near(t, "loss", res.EnergyLost, row.loss, 0.0005)
		checkMomentum(t, c, a)
		if row.model == KudlichSlibar && row.mu == 0.5 {
			nearVec(t, "w_A", a.bodies[0].W, geom.Vec{X: 0.1444, Y: 0.75689, Z: 2.83419}, 5e-6)
			nearVec(t, "w_B", a.bodies[1].W, geom.Vec{X: -0.29205, Y: -2.80933, Z: 4.41677}, 5e-6)
		}
	}
	for _, mu := range []float64{0, 0.1, 0.5, 1.5} {
		c := crossing(mu)
		a, res := solveCase(c, ImpactOptions{})
		if l := laws(c, a, 1); res.Status != Converged || res.EnergyLimited || l > 1e-13 {
			t.Errorf("mu %v: %+v, laws missed by %v", mu, res, l)
		}
		checkMomentum(t, c, a)
	}
}

func TestImpact_PlanarOffset(t *testing.T) {
	s, cs := math.Sincos(20 * math.Pi / 180)
	rA, rB := geom.Vec{X: 1.349427, Y: 1.555329}, geom.Vec{X: 1.8, Y: 1.0}
	c := &impactCase{}
	in := geom.Diagonal(geom.Vec{X: 960, Y: 960, Z: 960})
	c.add(1600, in, geom.Vec{}, geom.Vec{X: 30 * cs, Y: -30 * s}, geom.Vec{})
	c.add(1600, in, rA.Sub(rB), geom.Vec{X: 20}, geom.Vec{})
	// A comes from above: it receives the impulse upwards.
	c.points = []ImpactPoint{{A: 0, B: 1, P: rA, N: geom.Vec{Y: -1}, Restitution: 0.2}}
	a, _ := solveCase(c, ImpactOptions{})
	nearVec(t, "v_A", a.bodies[0].V, geom.Vec{X: 28.1908, Y: -9.08065}, 6e-5)
	near(t, "w_A", a.bodies[0].W.Z, 2.65377, 5e-6)
	nearVec(t, "v_B", a.bodies[1].V, geom.Vec{X: 20, Y: -1.17995}, 6e-6)
	near(t, "w_B", a.bodies[1].W.Z, -3.53986, 5e-6)
	nearVec(t, "J", a.points[0].Impulse, geom.Vec{Y: 1887.926}, 5e-4)
}

func TestImpact_EqualSpheres(t *testing.T) {
	for _, e := range []float64{0, 0.3, 1} {
		c := &impactCase{}
		c.sphere(2, -0.5, 5)
		c.sphere(2, 0.5, -3)
		c.points = []ImpactPoint{{A: 0, B: 1, N: geom.Vec{X: 1}, Restitution: e, Friction: 0.4}}
		a, res := solveCase(c, ImpactOptions{})
		// The mean velocity is 1, the relative one 8.
		near(t, "v_A", a.bodies[0].V.X, 1-4*e, 1e-15*8)
		near(t, "v_B", a.bodies[1].V.X, 1+4*e, 1e-15*8)
		near(t, "loss", res.EnergyLost, 0.5*1*64*(1-e*e), 1e-13)
		near(t, "closing", res.Closing, 8, 1e-15*8)
		nearVec(t, "w", a.bodies[0].W, geom.Vec{}, 0)
		near(t, "impulse", a.points[0].Impulse.X, -8*(1+e), 1e-14)
	}
}

func TestImpact_BallBetweenTwo(t *testing.T) {
	for _, e := range []float64{0, 0.4, 1} {
		c := &impactCase{}
		c.sphere(3, -1, 7)
		c.sphere(1, 0, 0)
		c.sphere(3, 1, -7)
		c.points = []ImpactPoint{
			{A: 0, B: 1, P: geom.Vec{X: -0.5}, N: geom.Vec{X: 1}, Restitution: e, Friction: 0.3},
			{A: 1, B: 2, P: geom.Vec{X: 0.5}, N: geom.Vec{X: 1}, Restitution: e, Friction: 0.3},
		}
		a, res := solveCase(c, ImpactOptions{})
		near(t, "left", a.bodies[0].V.X, -7*e, 1e-14*7)
		near(t, "middle", a.bodies[1].V.X, 0, 1e-14*7)
		near(t, "right", a.bodies[2].V.X, 7*e, 1e-14*7)
		if res.Status != Converged || res.EnergyLimited {
			t.Error(res)
		}
	}
}

func TestImpact_FlatFaceGivesNoSpin(t *testing.T) {
	flat := func(offset geom.Vec, turn float64, mu float64) *impactCase {
		c := &impactCase{}
		rot := geom.QuatExp(geom.Vec{Y: turn}).Mat3()
		turned := func(in geom.Mat3) geom.Mat3 {
			a, tr := rot.Mul(&in), rot.Transpose()
			return a.Mul(&tr)
		}
		c.add(1500, turned(boxInertia(1500, 4.5, 1.4, 1.8)), geom.Vec{Y: 0.75}.Add(offset), geom.Vec{Y: -10}, geom.Vec{})
		c.add(700, turned(boxInertia(700, 4.5, 1, 2)), geom.Vec{Y: -0.5}.Add(offset), geom.Vec{Y: 3}, geom.Vec{})
		for _, p := range []geom.Vec{{X: 2.25, Z: 0.875}, {X: -2.25, Z: 0.875}, {X: -2.25, Z: -0.875}, {X: 2.25, Z: -0.875}} {
			c.points = append(c.points, ImpactPoint{A: 1, B: 0, P: rot.Apply(p).Add(offset), N: geom.Vec{Y: 1}, Restitution: 0.3, Friction: mu})
		}
		return c
	}
	for _, mu := range []float64{0, 0.5} {
		exact := flat(geom.Vec{}, 0, mu)
		a, res := solveCase(exact, ImpactOptions{})
		if a.bodies[0].W != (geom.Vec{}) || a.bodies[1].W != (geom.Vec{}) {
			t.Errorf("exact coordinates: spin %v, %v", a.bodies[0].W, a.bodies[1].W)
		}
		// Centre of mass -12900/2200 m/s; approach 13 m/s.
		near(t, "v", a.bodies[0].V.Y-a.bodies[1].V.Y, 0.3*13, 1e-14*13)
		near(t, "v of the centre", (1500*a.bodies[0].V.Y+700*a.bodies[1].V.Y)/2200, -12900.0/2200, 1e-14*13)
		for i := range a.points {
			near(t, "share", a.points[i].Impulse.Y/a.points[0].Impulse.Y, 1, 1e-15)
		}
		if res.Iterations != 0 {
			t.Errorf("no closed form: %+v", res)
		}
		turned := flat(geom.Vec{X: 13.7, Y: 0.31, Z: -7.7}, 0.7, mu)
		a, _ = solveCase(turned, ImpactOptions{})
		if w := math.Max(a.bodies[0].W.MaxAbs(), a.bodies[1].W.MaxAbs()); w > 1e-12*13 {
			t.Errorf("rounded coordinates: spin %v", w)
		}
	}
}

func TestImpact_RedundantPointsShareByLeastNorm(t *testing.T) {
	// A box falls flat on 5 uneven points of a line. The moment must vanish, which equal shares do not do; the least
	// norm is a linear function along the line.
	c := &impactCase{}
	c.add(1, boxInertia(1, 4, 1, 1), geom.Vec{Y: 0.5}, geom.Vec{Y: -1}, geom.Vec{})
	at := []float64{-2, 0.5, 1, 1.5, 2}
	for _, x := range at {
		c.points = append(c.points, ImpactPoint{A: -1, B: 0, P: geom.Vec{X: x}, N: geom.Vec{Y: 1}})
	}
	a, _ := solveCase(c, ImpactOptions{})
	// p = a + b x with sum p = 1 and sum p x = 0: n a + b S1 = 1, a S1 + b S2 = 0, S1 = 3, S2 = 11.5.
	n, s1, s2 := 5.0, 3.0, 11.5
	alpha := s2 / (n*s2 - s1*s1)
	beta := -alpha * s1 / s2
	for i, x := range at {
		near(t, "share", -a.points[i].Impulse.Y, alpha+beta*x, 1e-13)
	}
	near(t, "v", a.bodies[0].V.Y, 0, 1e-15)
}

func TestImpact_FarPointOfAFaceIsNotPulled(t *testing.T) {
	// Two points, the box turns: one approaches, the other parts. The parting one must receive nothing, as if alone.
	c := &impactCase{}
	c.add(2, boxInertia(2, 4, 1, 1), geom.Vec{Y: 0.5}, geom.Vec{Y: -1}, geom.Vec{Z: -2})
	for _, x := range []float64{-2, 2} {
		c.points = append(c.points, ImpactPoint{A: -1, B: 0, P: geom.Vec{X: x}, N: geom.Vec{Y: 1}})
	}
	a, _ := solveCase(c, ImpactOptions{})
	alone := c.clone()
	alone.points = alone.points[1:]
	b, _ := solveCase(alone, ImpactOptions{})
	if a.points[0].Impulse.Len() > 0 || a.bodies[0].V.Sub(b.bodies[0].V).MaxAbs() > 1e-15 || a.bodies[0].W.Sub(b.bodies[0].W).MaxAbs() > 1e-15 {
		t.Errorf("got %v %v, alone %v", a.points[0].Impulse, a.bodies[0], b.bodies[0])
	}
	u := a.relative(&a.points[1])
	near(t, "speed after", u.Y, 0, 1e-14)
}

func TestImpact_SlipReversalSticks(t *testing.T) {
	// The rod at 30° with a small slip: friction along the initial slip would reverse it.
	c := rod(30, geom.Vec{X: 1e-3, Y: -1}, 0, 1)
	a, _ := solveCase(c, ImpactOptions{})
	nearVec(t, "tip", a.relative(&a.points[0]), geom.Vec{}, 1e-15)
	if j := a.points[0].Impulse.Neg(); math.Abs(j.X) > j.Y || j.X == 0 {
		t.Errorf("impulse %v", j)
	}
	// With less friction the tip slides in the end against its initial slip, and friction opposes the final one.
	c = rod(30, geom.Vec{X: 1e-3, Y: -1}, 0, 0.2)
	a, res := solveCase(c, ImpactOptions{})
	u0, u, j := c.relative(&c.points[0]), a.relative(&a.points[0]), a.points[0].Impulse.Neg()
	if u0.X*u.X >= 0 || j.X*u.X >= 0 || math.Abs(math.Abs(j.X)-0.2*j.Y) > 1e-15 || res.Status != Converged {
		t.Errorf("slip %v -> %v with impulse %v", u0.X, u.X, j)
	}
}

func TestImpact_BodyBetweenWallsLowersRestitution(t *testing.T) {
	// A ball that fits exactly between two walls cannot rebound from one without entering the other.
	c := &impactCase{}
	c.sphere(1, 0, 4)
	c.points = []ImpactPoint{
		{A: -1, B: 0, P: geom.Vec{X: -0.5}, N: geom.Vec{X: 1}, Restitution: 1},
		{A: 0, B: -1, P: geom.Vec{X: 0.5}, N: geom.Vec{X: 1}, Restitution: 1},
	}
	a, res := solveCase(c, ImpactOptions{})
	if !res.EnergyLimited || res.Status != Converged || math.Abs(a.bodies[0].V.X) > 1e-3*4 {
		t.Errorf("v = %v, %+v", a.bodies[0].V, res)
	}
	near(t, "loss", res.EnergyLost, 8, 1e-5)
}

func TestImpact_NothingApproaching(t *testing.T) {
	c := &impactCase{}
	c.sphere(1, -0.5, -1)
	c.sphere(1, 0.5, 1)
	c.points = []ImpactPoint{{A: 0, B: 1, N: geom.Vec{X: 1}, Restitution: 1, Friction: 1, Impulse: geom.Vec{X: 9}}}
	for _, v := range []float64{1, -1} { // parting, then at relative rest
		c.bodies[1].V.X = v
		a, res := solveCase(c, ImpactOptions{})
		if res.Status != NothingApproaching || a.bodies[0] != c.bodies[0] || a.bodies[1] != c.bodies[1] || a.points[0].Impulse != (geom.Vec{}) {
			t.Errorf("%+v %v", res, a.points[0])
		}
	}
	var s ImpactSolver
	if res := s.Solve(nil, nil, ImpactOptions{}); res.Status != NothingApproaching {
		t.Error(res)
	}
	// Both immovable.
	fixed := []ImpactBody{{V: geom.Vec{X: 1}}}
	points := []ImpactPoint{{A: 0, B: -1, N: geom.Vec{X: 1}}}
	if res := s.Solve(fixed, points, ImpactOptions{}); res.Status != NothingApproaching {
		t.Error(res)
	}
}

func TestImpact_RefusesBadInput(t *testing.T) {
	good := func() *impactCase { return rod(30, geom.Vec{Y: -1}, 0.5, 0.5) }
	for name, spoil := range map[string]func(c *impactCase, o *ImpactOptions){
		"index":         func(c *impactCase, _ *ImpactOptions) { c.points[0].B = 1 },
		"negative":      func(c *impactCase, _ *ImpactOptions) { c.points[0].A = -2 },
		"normal":        func(c *impactCase, _ *ImpactOptions) { c.points[0].N.Y = 2 },
		"zero normal":   func(c *impactCase, _ *ImpactOptions) { c.points[0].N = geom.Vec{} },
		"NaN velocity":  func(c *impactCase, _ *ImpactOptions) { c.bodies[0].V.X = math.NaN() },
		"mass":          func(c *impactCase, _ *ImpactOptions) { c.bodies[0].InvMass = math.Inf(1) },
		"restitution":   func(c *impactCase, _ *ImpactOptions) { c.points[0].Restitution = 1.5 },
		"NaN friction":  func(c *impactCase, _ *ImpactOptions) { c.points[0].Friction = math.NaN() },
		"inf friction":  func(c *impactCase, _ *ImpactOptions) { c.points[0].Friction = math.Inf(1) },
		"unknown model": func(_ *impactCase, o *ImpactOptions) { o.Model = 9 },
		"two points": func(c *impactCase, o *ImpactOptions) {
			c.points = append(c.points, c.points[0])
			o.Model = Brach
		},
	} {
		c := good()
		var o ImpactOptions
		spoil(c, &o)
		a, res := solveCase(c, o)
		if res.Status != Refused || a.points[0].Impulse != (geom.Vec{}) || (name != "NaN velocity" && a.bodies[0] != c.bodies[0]) {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

func TestImpact_DoesNotAllocate(t *testing.T) {
	c := fallingBox(4, 0.5)
	a := c.clone()
	var s ImpactSolver
	s.Solve(a.bodies, a.points, ImpactOptions{})
	if n := testing.AllocsPerRun(100, func() {
		copy(a.bodies, c.bodies)
		s.Solve(a.bodies, a.points, ImpactOptions{})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestImpact_ScratchDoesNotMatter(t *testing.T) {
	var kept ImpactSolver
	for _, n := range []int{4, 1, 3, 2, 4} {
		c := fallingBox(n, 0.5)
		a, b := c.clone(), c.clone()
		var fresh ImpactSolver
		if x, y := kept.Solve(a.bodies, a.points, ImpactOptions{}), fresh.Solve(b.bodies, b.points, ImpactOptions{}); x != y || a.bodies[0] != b.bodies[0] {
			t.Errorf("%d points: %+v, fresh %+v", n, x, y)
		}
	}
}

func TestImpact_HeavyAgainstLightAgainstWall(t *testing.T) {
	// The light ball is pressed against the wall by 1e6 times its mass: the heavy one rebounds as from the wall.
	c := &impactCase{}
	c.sphere(1e6, -1, 3)
	c.sphere(1, 0, 0)
	c.points = []ImpactPoint{
		{A: 0, B: 1, P: geom.Vec{X: -0.5}, N: geom.Vec{X: 1}, Restitution: 0.5},
		{A: 1, B: -1, P: geom.Vec{X: 0.5}, N: geom.Vec{X: 1}, Restitution: 0.5},
	}
	a, res := solveCase(c, ImpactOptions{})
	// K has the condition 4e6: 1e-9 relative.
	near(t, "heavy", a.bodies[0].V.X, -1.5, 1e-9)
	near(t, "light", a.bodies[1].V.X, 0, 1e-8)
	near(t, "J", a.points[0].Impulse.X, -4.5e6, 4.5e-3)
	if res.EnergyLimited || res.Status != Converged {
		t.Error(res)
	}
}
