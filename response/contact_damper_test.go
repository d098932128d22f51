package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// pushedPlate is a body of mass 1/heavy that pushes one of mass 1/light along x, at unit speed, with a damper from that to the world.
func pushedPlate(heavy, light float64, d DamperRow) *ContactSolver {
	s := &ContactSolver{Bodies: []ContactBody{
		{InvMass: heavy, InvInertia: geom.Diagonal(geom.Vec{X: heavy, Y: heavy, Z: heavy}), V0: geom.Vec{X: 1}, V: geom.Vec{X: 1}},
		{InvMass: light, InvInertia: geom.Diagonal(geom.Vec{X: light, Y: light, Z: light}), V0: geom.Vec{X: 1}, V: geom.Vec{X: 1 + d.Held*light}},
	}}
	for _, at := range []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 1, Y: 1, Z: -1}, {X: 1, Y: -1, Z: 1}, {X: 1, Y: -1, Z: -1}} {
		s.Points = append(s.Points, ContactPoint{A: 0, B: 1, P: at, N: geom.Vec{X: 1}, Friction: 0.5})
	}
	d.A, d.B, d.N = -1, 1, geom.Vec{X: 1}
	s.Dampers = []DamperRow{d}
	return s
}

// TestDamper_BearsWhatPushesIt: the damper of a light plate slows the heavy body behind it as if both were one, whatever force was
// foreseen without it; what only the damper slows becomes 1/(1 + x + x²/2) as fast, with x of its own mass.
func TestDamper_BearsWhatPushesIt(t *testing.T) {
	set := contactSettings
	set.Residual = 1e-7 // as by default; Newton's method comes nearer
	for _, light := range []float64{1, 10, 1000} {
		for _, c := range []float64{1e-3, 0.1, 1, 10} {
			x := c * light
			for _, held := range []float64{0, -c / (1 + x), 0.5 * c / (1 + x)} { // as a damper gives that is foreseen alone
				s := pushedPlate(0.01, light, DamperRow{Damping: c, Held: held, Least: math.Inf(-1), Most: math.Inf(1)})
				if passes, ok := s.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set); !ok || passes > 3 {
					t.Errorf("mass 1/%g, damping %g: not found in %d passes", light, c, passes)
				}
				d, u := &s.Dampers[0], s.Bodies[1].V.X
				j := -c * ((1+x)*u + 1) / (2 + x)
				if math.Abs(d.J+held-j) > 1e-8*c {
					t.Errorf("mass 1/%g, damping %g, held %g: %g, of the law %g", light, c, held, d.J+held, j)
				}
				mass := 100 + 1/light
				if want := 1 + j/mass; math.Abs(u-want) > 1e-8 || math.Abs(s.Bodies[0].V.X-u) > 1e-8 {
					t.Errorf("mass 1/%g, damping %g, held %g: %g and %g m/s, want %g", light, c, held, s.Bodies[0].V.X, u, want)
				}
				alone := pushedPlate(0.01, light, *d)
				alone.Points = nil
				alone.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set)
				if u, want := alone.Bodies[1].V.X, 1/(1+x+x*x/2); math.Abs(u-want) > 1e-8 {
					t.Errorf("alone, mass 1/%g, damping %g, held %g: %g m/s, want %g", light, c, held, u, want)
				}
				s.SumImpulses()
				if p := s.Bodies[0].DP.X + s.Bodies[1].DP.X; math.Abs(p-d.J) > 1e-9*(c+1) {
					t.Errorf("mass 1/%g, damping %g: both receive %g, the row gives %g", light, c, p, d.J)
				}
			}
		}
	}
}

// TestDamper_StaysWithinItsBounds: of a rope that pulls by at most as much, or not at all.
func TestDamper_StaysWithinItsBounds(t *testing.T) {
	set := contactSettings
	for _, c := range []struct{ held, least, most, want float64 }{
		{-0.1, -0.25, 0.5, -0.25}, {-0.3, -0.25, 0, -0.25}, {0, 0, 0, 0}, {0.2, 0.125, 1, 0.125}, {0, -0.125, 1, -0.125},
	} {
		s := pushedPlate(0.01, 0.5, DamperRow{Damping: 3, Held: c.held, Least: c.least, Most: c.most})
		if _, ok := s.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set); !ok || math.Abs(s.Dampers[0].J+c.held-c.want) > 1e-12 {
			t.Errorf("%+v: %g", c, s.Dampers[0].J+c.held)
		}
	}
}

// TestDamper_NewtonFindsWhatPassesFind: random dampers between the bodies of random stacks, and the world; passes and Newton's
// method agree, and the law holds.
func TestDamper_NewtonFindsWhatPassesFind(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	set := contactSettings
	set.Residual, set.Passes = 1e-10, 200000
	found, bounded := 0, 0
	for n := range 60 {
		s := randomStack(r, 1.0/240, &set, n%2 == 0)
		x := make([]geom.Vec, len(s.Bodies))
		for range 3 {
			d := DamperRow{A: int32(r.IntN(len(s.Bodies)+1)) - 1, B: int32(r.IntN(len(s.Bodies))), N: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize(),
				RA: geom.Vec{X: r.NormFloat64(), Z: 0.3}, RB: geom.Vec{Y: r.NormFloat64(), X: 0.1}, Damping: math.Exp(2*r.NormFloat64()) * 0.1, Held: 0.01 * r.NormFloat64(),
				Least: math.Inf(-1), Most: math.Inf(1)}
			if r.IntN(2) == 0 {
				d.Least = -1e-3 * r.Float64()
			}
			if d.A != d.B {
				s.Dampers = append(s.Dampers, d)
			}
		}
		for i := range s.Bodies {
			s.Bodies[i].V0 = s.Bodies[i].V0.Add(geom.Vec{X: 0.1 * r.NormFloat64(), Z: 0.05 * r.NormFloat64()})
			s.Bodies[i].V = s.Bodies[i].V0.Add(geom.Vec{Z: -0.04})
		}
		lawful := func(what string) {
			for i := range s.Dampers {
				d := &s.Dampers[i]
				want := d.within(d.Held - float64(d.drag*s.partingSpeed(d)) - d.fixed)
				if got := d.J + d.Held; math.Abs(got-want)*d.k > 1e-8 {
					t.Errorf("stack %d, %s, damper %d: %g, of the law %g", n, what, i, got, want)
				}
				if d.J+d.Held == d.Least {
					bounded++
				}
			}
		}
		bodies, points, rows := slices.Clone(s.Bodies), slices.Clone(s.Points), slices.Clone(s.Dampers)
		_, ok := s.Solve(x, 1.0/240, &set)
		if !ok {
			continue
		}
		lawful("by passes")
		before := slices.Clone(s.Bodies)
		s.Bodies, s.Points, s.Dampers = bodies, points, rows // anew, by Newton's method alone
		none := set
		none.Passes = 0
		s.Solve(x, 1.0/240, &none)
		if !s.newtonSolvable() || !s.solveByNewton(1e-10) {
			continue
		}
		lawful("by Newton's method")
		found++
		for i := range before {
			if off := s.Bodies[i].V.Sub(before[i].V).Len() + s.Bodies[i].W.Sub(before[i].W).Len(); off > 1e-6 {
				t.Errorf("stack %d, body %d: Newton's method finds another velocity, by %g", n, i, off)
			}
		}
	}
	if found < 30 || bounded < 5 {
		t.Errorf("%d stacks found by both, %d dampers at their bounds", found, bounded)
	}
}

// TestDamper_DerivativeIsThatOfTheProjection: of random rows; and the projection is the law: p = P(p - rho u) where p = -drag u -
// held within the bounds.
func TestDamper_DerivativeIsThatOfTheProjection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	inside := 0
	for range 1000 {
		row := newtonRow{kind: damperRow, rhoN: math.Exp(r.NormFloat64()), drag: math.Exp(r.NormFloat64()), held: geom.Vec{X: r.NormFloat64()}, half: -r.ExpFloat64(), limit: r.ExpFloat64()}
		u := r.NormFloat64()
		p := math.Max(row.half, math.Min(-row.drag*u-row.held.X, row.limit))
		if got, _ := row.project(geom.Vec{X: p - row.rhoN*u}); math.Abs(got.X-p) > 1e-12 || got.Y != 0 || got.Z != 0 {
			t.Fatalf("%+v: %v of %g, want %g", row, got, u, p)
		}
		q := geom.Vec{X: 2 * r.NormFloat64()}
		const step = 1e-6
		after, _ := row.project(geom.Vec{X: q.X + step})
		before, _ := row.project(geom.Vec{X: q.X - step})
		if k := row.rhoN / row.drag; math.Abs((q.X-k*row.held.X)/(1+k)-row.half) < 2*step || math.Abs((q.X-k*row.held.X)/(1+k)-row.limit) < 2*step {
			continue
		}
		want := (after.X - before.X) / (2 * step) * row.rhoN
		if got, d11, d12, d22 := row.derivative(q); math.Abs(got-want) > 1e-8*row.rhoN || d11 != 0 || d12 != 0 || d22 != 0 {
			t.Fatalf("%+v: %g, want %g", row, got, want)
		}
		if want > 0 {
			inside++
		}
	}
	if inside < 200 || inside > 900 {
		t.Errorf("%d within their bounds", inside)
	}
}

// TestDamper_GivesNoGain: a force pushes a light body that is jointed to a heavy one, and its damper to the world was foreseen to bear
// nearly all of it; and a damper pulls both with something that moves outside. What the heavy body gets so is no gain of energy; a gain
// by something else counts as before.
func TestDamper_GivesNoGain(t *testing.T) {
	set := contactSettings
	const force, damping, light, heavy = 1000.0, 200.0, 0.1, 100.0 // [N s], [N s/m], [kg]
	x := damping / light
	alone := force / light * (2 + x) / (2 + 2*x + x*x) // [m/s]
	for name, d := range map[string]DamperRow{
		"foreseen": {Damping: damping, Held: light*alone - force},
		"pulled":   {Damping: damping, Parts: -5},
	} {
		body := func(mass float64) ContactBody {
			return ContactBody{InvMass: 1 / mass, InvInertia: geom.Diagonal(geom.Vec{X: 1 / mass, Y: 1 / mass, Z: 1 / mass})}
		}
		s := &ContactSolver{Bodies: []ContactBody{body(light), body(heavy)}, Joints: []BallJoint{{A: 0, B: 1}}}
		d.A, d.B, d.N, d.Least, d.Most = -1, 0, geom.Vec{X: 1}, math.Inf(-1), math.Inf(1)
		if d.Held != 0 {
			s.Bodies[0].V.X = (force + d.Held) / light
		}
		s.Dampers = []DamperRow{d}
		if _, ok := s.Solve([]geom.Vec{{}, {}}, 0.01, &set); !ok {
			t.Fatalf("%s: not solved", name)
		}
		u, forced := s.Bodies[1].V.X, 0.0
		if d.Held != 0 {
			forced = (force + d.Held) / light
		}
		// What rows do is their impulses times the mean speeds before and after them.
		byJoint := 0.5 * s.Joints[0].J.X * (-forced)
		work := s.energy() - 0.5*light*forced*forced - byJoint
		if !(u > 0.1) || math.Abs(s.givenByDampers()-work) > 1e-6*work {
			t.Errorf("%s: %g m/s; the dampers give %g J, want %g", name, u, s.givenByDampers(), work)
		}
		if s.Gains(1e-3) {
			t.Errorf("%s: counts as a gain", name)
		}
		for i := range s.Bodies {
			s.Bodies[i].V.X *= 2
		}
		if !s.Gains(1e-3) {
			t.Errorf("%s: twice the speed is no gain", name)
		}
	}
}

// TestDamper_LeavesRebounds: a ball rebounds from a wall while a damper pulls it along with something fast outside, and gives it more
// energy than the rebound takes.
func TestDamper_LeavesRebounds(t *testing.T) {
	set := contactSettings
	s := &ContactSolver{Bodies: []ContactBody{{InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V: geom.Vec{X: 1}, V0: geom.Vec{X: 1}}}}
	s.Points = []ContactPoint{{A: 0, B: -1, N: geom.Vec{X: 1}, Rebound: 0.5}}
	s.Dampers = []DamperRow{{A: -1, B: 0, N: geom.Vec{Y: 1}, Damping: 1, Parts: -10, Least: math.Inf(-1), Most: math.Inf(1)}}
	if _, ok := s.Solve([]geom.Vec{{}}, 0.01, &set); !ok {
		t.Fatal("not solved")
	}
	s.Relax([]geom.Vec{{}}, &set)
	if v := s.Bodies[0].V; math.Abs(v.X+0.5) > 1e-6 || !(v.Y > 3) {
		t.Errorf("it leaves with %v", v)
	}
}

// TestDamper_OfADrivenBody: two bodies each have a damper to the same driven body. Each becomes as slow, relative to it, as if there
// were no other.
func TestDamper_OfADrivenBody(t *testing.T) {
	set := contactSettings
	s := &ContactSolver{Bodies: []ContactBody{{V: geom.Vec{X: 3}, V0: geom.Vec{X: 3}}}}
	damping := []float64{0.5, 40}
	for i, c := range damping {
		s.Bodies = append(s.Bodies, ContactBody{InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1})})
		s.Dampers = append(s.Dampers, DamperRow{A: 0, B: int32(i) + 1, N: geom.Vec{X: 1}, Damping: c, Least: math.Inf(-1), Most: math.Inf(1)})
	}
	if _, ok := s.Solve(make([]geom.Vec, 3), 0.01, &set); !ok {
		t.Fatal("not solved")
	}
	for i, x := range damping {
		if u, want := s.Bodies[i+1].V.X-3, -3/(1+x+x*x/2); math.Abs(u-want) > 1e-9 {
			t.Errorf("damping %g: %.9f m/s, want %.9f", x, u, want)
		}
	}
}

// TestDamper_SumsTheDampingOfItsBodies: random dampers between bodies, some of which do not move, against each other, in their order.
func TestDamper_SumsTheDampingOfItsBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		s := &ContactSolver{}
		for range 6 {
			s.Bodies = append(s.Bodies, ContactBody{InvMass: float64(r.IntN(4))})
		}
		for range r.IntN(15) {
			if a, b := int32(r.IntN(7))-1, int32(r.IntN(6)); a != b {
				s.Dampers = append(s.Dampers, DamperRow{A: a, B: b, Damping: r.Float64()})
			}
		}
		s.dampersOf.fill(s)
		for i := range s.Dampers {
			d, want := &s.Dampers[i], 0.0
			for n := range s.Dampers {
				o := &s.Dampers[n]
				for _, b := range []int32{d.A, d.B} {
					if b >= 0 && s.moves(b) && (b == o.A || b == o.B) {
						want += o.Damping
						break
					}
				}
			}
			if got := s.dampingWith(d); got != want {
				t.Fatalf("%+v, damper %d: %v, want %v", s.Dampers, i, got, want)
			}
		}
	}
}

// TestDamper_SeveralOnOneBody decay together, and never turn it back: as one of their sum.
func TestDamper_SeveralOnOneBody(t *testing.T) {
	set := contactSettings
	for _, c := range []float64{0.1, 1, 10} {
		s := pushedPlate(0.01, 0.5, DamperRow{Damping: c, Least: math.Inf(-1), Most: math.Inf(1)})
		s.Points = nil
		for range 4 {
			s.Dampers = append(s.Dampers, s.Dampers[0])
		}
		x := 5 * c * 0.5
		if _, ok := s.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set); !ok || math.Abs(s.Bodies[1].V.X-1/(1+x+x*x/2)) > 1e-9 {
			t.Errorf("damping %g: %g m/s, want %g", c, s.Bodies[1].V.X, 1/(1+x+x*x/2))
		}
	}
}

// TestDamper_StaysInRelax: what is taken back of the push out of an overlap is no work of the damper.
func TestDamper_StaysInRelax(t *testing.T) {
	set := contactSettings
	s := pushedPlate(0.01, 0.5, DamperRow{Damping: 3, Least: math.Inf(-1), Most: math.Inf(1)})
	for i := range s.Points {
		s.Points[i].Separation = -0.01
	}
	s.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set)
	j, pushed := s.Dampers[0].J, s.Bodies[1].V.X
	s.Relax(make([]geom.Vec, 2), &set)
	if s.Dampers[0].J != j {
		t.Errorf("%g N s become %g", j, s.Dampers[0].J)
	}
	if now := s.Bodies[1].V.X; !(now < pushed-0.01) {
		t.Errorf("nothing is taken back of %g m/s: %g", pushed, now)
	}
	sum := s.Bodies[0].V.X*100 + s.Bodies[1].V.X*2
	if want := 102 + j; math.Abs(sum-want) > 1e-9 {
		t.Errorf("momentum %g, want %g", sum, want)
	}
}

// TestDamper_NewtonLinksWhatDoesNotTouch: cubes on the ground, side by side, of which the first and the last have a damper between them
// and nothing else.
func TestDamper_NewtonLinksWhatDoesNotTouch(t *testing.T) {
	set := contactSettings
	set.Residual = 1e-9
	s := &ContactSolver{}
	var x []geom.Vec
	for i := range 4 {
		at := geom.Vec{X: 2 * float64(i), Z: 0.5}
		x = append(x, at)
		v := geom.Vec{Y: float64(i) - 1.5}
		s.Bodies = append(s.Bodies, ContactBody{InvMass: 0.5, InvInertia: geom.Diagonal(geom.Vec{X: 3, Y: 3, Z: 3}), V0: v, V: v.Add(geom.Vec{Z: -0.1})})
		for _, c := range []geom.Vec{{X: 0.5, Y: 0.5, Z: -0.5}, {X: 0.5, Y: -0.5, Z: -0.5}, {X: -0.5, Y: 0.5, Z: -0.5}, {X: -0.5, Y: -0.5, Z: -0.5}} {
			s.Points = append(s.Points, ContactPoint{A: -1, B: int32(i), P: at.Add(c), N: geom.Vec{Z: 1}})
		}
	}
	s.Dampers = []DamperRow{{A: 0, B: 3, N: geom.Vec{Y: 1}, Damping: 4, Least: math.Inf(-1), Most: math.Inf(1)}}
	set.Passes = 0 // they would find it at once
	s.Solve(x, 0.01, &set)
	if !s.newtonSolvable() || !s.solveByNewton(1e-9) {
		t.Fatal("not found")
	}
	k := 4.0 // damping times the mobility of both, 1
	want := 3 / (1 + k + k*k/2)
	if u := s.Bodies[3].V.Y - s.Bodies[0].V.Y; math.Abs(u-want) > 1e-8 || math.Abs(s.Bodies[1].V.Y+0.5) > 1e-8 {
		t.Errorf("%g m/s apart, want %g; %v", u, want, s.Bodies[1].V)
	}
}

// TestDamper_WeakIsLeftToThePasses: a damper that takes a thousandth of what its bodies have is found by passes alone if it is Weak; by
// Newton's method if not, to the same velocities.
func TestDamper_WeakIsLeftToThePasses(t *testing.T) {
	set := contactSettings
	set.Residual = 1e-9
	var u [2]float64
	for i, weak := range []bool{false, true} {
		s := pushedPlate(0.5, 1, DamperRow{Damping: 1e-3, Least: math.Inf(-1), Most: math.Inf(1), Weak: weak})
		s.firmDampers = weak // as another island may have left it
		if _, ok := s.Solve([]geom.Vec{{}, {X: 1}}, 0.01, &set); !ok {
			t.Errorf("weak %v: not found", weak)
		}
		if used := len(s.newton.rows) > 0; used == weak {
			t.Errorf("weak %v: by Newton's method: %v", weak, used)
		}
		u[i] = s.Bodies[1].V.X
	}
	if !(u[0] < 1) || math.Abs(u[0]-u[1]) > 1e-8 {
		t.Errorf("%.10f m/s, if weak %.10f", u[0], u[1])
	}
}
