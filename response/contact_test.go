package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

var contactSettings = ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-10, Passes: 2000, Most: 2000}

// onPlane returns a solver with one unit cube of mass 2 on the plane z = 0, touching with its four lower corners, at
// velocity v and under the acceleration a for a substep of length h.
func onPlane(v, a geom.Vec, h, separation, friction float64) (*ContactSolver, []geom.Vec) {
	const m = 2.0
	i := 6.0 / m // inverse of m (1² + 1²)/12
	s := &ContactSolver{Bodies: []ContactBody{{
		InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: i, Y: i, Z: i}), V: v.AddScaled(a, h), V0: v,
	}}}
	for k := range 4 {
		p := geom.Vec{X: float64(k&1) - 0.5, Y: float64(k>>1) - 0.5}
		s.Points = append(s.Points, ContactPoint{A: 0, B: -1, P: p, N: geom.Vec{Z: -1}, Separation: separation, Friction: friction})
	}
	return s, []geom.Vec{{Z: 0.5}}
}

func TestContactSolver_BoxRestsOnPlane(t *testing.T) {
	const h = 1.0 / 960
	g := geom.Vec{Z: -9.81}
	s, x := onPlane(geom.Vec{}, g, h, 0, 0.5)
	if _, ok := s.Solve(x, h, &contactSettings); !ok {
		t.Fatal("not converged")
	}
	if v := s.Bodies[0].V; v.Len() > 1e-9 {
		t.Errorf("velocity %v after the substep", v)
	}
	s.SumImpulses()
	if want := 2 * 9.81 * h; math.Abs(s.Bodies[0].DP.Z-want) > 1e-9 {
		t.Errorf("the floor gave %g N s upwards, want %g", s.Bodies[0].DP.Z, want)
	}
}

func TestContactSolver_FrictionIsADiscOpposedToTheSlip(t *testing.T) {
	const h, mu = 1.0 / 960, 0.4
	for deg := 0; deg < 360; deg += 15 {
		sin, cos := geom.SinCos(float64(deg) * math.Pi / 180)
		v := geom.Vec{X: 3 * cos, Y: 3 * sin}
		s, x := onPlane(v, geom.Vec{Z: -9.81}, h, 0, mu)
		// Friction at the base would tip the cube; without rotation the law is that of a point.
		s.Bodies[0].InvInertia = geom.Mat3{}
		s.Solve(x, h, &contactSettings)
		want := v.Scale(1 - mu*9.81*h/3)
		if d := s.Bodies[0].V.Sub(want).Len(); d > 1e-9 {
			t.Errorf("%d°: velocity %v, want %v", deg, s.Bodies[0].V, want)
		}
	}
}

func TestContactSolver_SticksInsideTheCone(t *testing.T) {
	const h = 1.0 / 960
	s, x := onPlane(geom.Vec{}, geom.Vec{X: 3, Z: -9.81}, h, 0, 0.5)
	s.Solve(x, h, &contactSettings)
	if v := s.Bodies[0].V; v.Len() > 1e-8 {
		t.Errorf("a push of 3 m/s² against friction for 4.9 moves it: %v", v)
	}
}

// TestContactSolver_BiasIsNoRebound lets a slow contact arrive: the mean velocity of the substep closes no gap, and the
// relaxed velocity is zero, not the opposite of what it came with.
func TestContactSolver_BiasIsNoRebound(t *testing.T) {
	const h = 1.0 / 960
	for _, sep := range []float64{0, 5e-5, -1e-3} {
		s, x := onPlane(geom.Vec{Z: -0.2}, geom.Vec{Z: -9.81}, h, sep, 0)
		s.Solve(x, h, &contactSettings)
		mean := 0.5 * (s.Bodies[0].V0.Z + s.Bodies[0].V.Z)
		if end := sep + mean*h; end < math.Min(sep, -contactSettings.Slop)-1e-12 && end < -1e-12 {
			t.Errorf("gap %g becomes %g", sep, end)
		}
		if sep < -contactSettings.Slop && !(mean > 0) {
			t.Errorf("a penetration of %g is not pushed out", -sep)
		}
		s.Relax(nil, &contactSettings)
		if v := s.Bodies[0].V.Z; math.Abs(v) > 1e-9 {
			t.Errorf("gap %g: leaves with %g m/s", sep, v)
		}
	}
}

func TestContactSolver_SpeculativePointDoesNothingUntilReached(t *testing.T) {
	const h = 1.0 / 960
	s, x := onPlane(geom.Vec{Z: -0.2}, geom.Vec{}, h, 0.01, 0.5)
	s.Solve(x, h, &contactSettings)
	s.Relax(nil, &contactSettings)
	if v := s.Bodies[0].V; v != (geom.Vec{Z: -0.2}) {
		t.Errorf("velocity %v, want it untouched", v)
	}
}

func TestTyre_RollsBrakesAndLocks(t *testing.T) {
	const h, m = 1.0 / 960, 1000.0
	limit := 0.7 * m * 9.81 * h
	cases := []struct {
		name       string
		v          geom.Vec
		braking    float64
		wantChange geom.Vec
	}{
		{"rolls freely ahead", geom.Vec{X: 20}, 0, geom.Vec{}},
		{"rolls freely, held sideways within its limit", geom.Vec{X: 20, Y: 1e-3}, 0, geom.Vec{Y: -1e-3}},
		{"rolls freely, slides sideways", geom.Vec{X: 20, Y: 3}, 0, geom.Vec{Y: -limit / m}},
		{"slides back sideways", geom.Vec{X: 20, Y: -3}, 0, geom.Vec{Y: limit / m}},
		{"braked by half", geom.Vec{X: 20}, 0.5, geom.Vec{X: -0.5 * limit / m}},
		{"braked by half, held sideways by the rest", geom.Vec{X: 20, Y: 1e-3}, 0.5, geom.Vec{X: -0.5 * limit / m, Y: -1e-3}},
		{"braked by half, slides sideways", geom.Vec{X: 20, Y: -3}, 0.5, geom.Vec{X: -0.5 * limit / m, Y: math.Sqrt(0.75) * limit / m}},
		{"resists rolling, held sideways", geom.Vec{X: -20, Y: -1e-3}, 1e-3, geom.Vec{X: 1e-3 * limit / m, Y: 1e-3}},
		{"locked, slides ahead and to the left", geom.Vec{X: 4, Y: 3}, 1, geom.Vec{X: -0.8 * limit / m, Y: -0.6 * limit / m}},
		{"locked, stops", geom.Vec{X: 1e-3, Y: -1e-3}, 1, geom.Vec{X: -1e-3, Y: 1e-3}},
	}
	for _, c := range cases {
		s := &ContactSolver{Bodies: []ContactBody{{InvMass: 1 / m, V: c.v, V0: c.v}}}
		s.Tyres = []TyreRow{{Ground: -1, F: geom.Vec{X: 1}, G: geom.Vec{Y: 1}, Limit: limit, Braking: c.braking * limit}}
		s.Solve([]geom.Vec{{}}, h, &contactSettings)
		if d := s.Bodies[0].V.Sub(c.v).Sub(c.wantChange).Len(); d > 1e-12 {
			t.Errorf("%s: changes by %v, want %v", c.name, s.Bodies[0].V.Sub(c.v), c.wantChange)
		}
	}
}

// TestProjectStrip_IsTheNearestPoint compares with a search over a fine grid of the set's boundary.
func TestProjectStrip_IsTheNearestPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]int{}
	for range geomtest.Trials(300) {
		limit, half := 1+rng.Float64(), rng.Float64()*2.2
		j := [2]float64{4*rng.Float64() - 2, 4*rng.Float64() - 2}
		got := j
		projectStrip(&got, limit, half)
		inside := func(p [2]float64) bool { return math.Hypot(p[0], p[1]) <= limit+1e-12 && math.Abs(p[0]) <= half+1e-12 }
		if !inside(got) {
			t.Fatalf("%v is outside of disc %g, strip %g", got, limit, half)
		}
		if inside(j) {
			kinds["inside"]++
			if got != j {
				t.Fatalf("%v is inside, but moves to %v", j, got)
			}
			continue
		}
		kinds["outside"]++
		best := math.Inf(1)
		for n := range 20000 {
			a := 2 * math.Pi * float64(n) / 20000
			p := [2]float64{limit * math.Cos(a), limit * math.Sin(a)}
			if math.Abs(p[0]) > half {
				p[0] = math.Copysign(half, p[0])
				g := math.Sqrt(limit*limit - p[0]*p[0])
				p[1] = g * (2*float64(n%5000)/5000 - 1)
			}
			if inside(p) {
				best = math.Min(best, math.Hypot(p[0]-j[0], p[1]-j[1]))
			}
		}
		if d := math.Hypot(got[0]-j[0], got[1]-j[1]); d > best+1e-9 || d < best-1e-2 {
			t.Fatalf("%v to %v: %g away, the nearest is %g away (disc %g, strip %g)", j, got, d, best, limit, half)
		}
	}
	if kinds["inside"] < geomtest.Trials(20) || kinds["outside"] < geomtest.Trials(100) {
		t.Errorf("too few of a kind: %v", kinds)
	}
}

func BenchmarkContactSolver_BoxOnPlane(b *testing.B) {
	const h = 1.0 / 960
	s, x := onPlane(geom.Vec{X: 1}, geom.Vec{Z: -9.81}, h, 0, 0.5)
	set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-6, Passes: 200}
	start := s.Bodies[0]
	b.ReportAllocs()
	for b.Loop() {
		s.Bodies[0] = start
		s.Solve(x, h, &set)
		s.Relax(nil, &set)
	}
}
