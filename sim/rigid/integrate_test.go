package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func mass(t testing.TB, m float64, diagonal geom.Vec) Mass {
	t.Helper()
	p, ok := NewMass(m, geom.Diagonal(diagonal))
	if !ok {
		t.Fatal("no mass")
	}
	return p
}

func boxDiagonal(m float64, half geom.Vec) geom.Vec {
	i := geom.BoxInertia(m, half)
	return geom.Vec{X: i.X.X, Y: i.Y.Y, Z: i.Z.Z}
}

// benchmarkBox is the box of the "boxes" benchmark: 0.1 × 0.4 × 0.9 m, 10 kg.
func benchmarkBox(t testing.TB) Mass {
	return mass(t, 10, boxDiagonal(10, geom.Vec{X: 0.05, Y: 0.2, Z: 0.45}))
}

func TestAdvance_FollowsTheParabola(t *testing.T) {
	m := mass(t, 2, geom.Vec{X: 1, Y: 1, Z: 1})
	s := State{Q: geom.IdentityQuat(), X: geom.Vec{X: 1}, V: geom.Vec{X: 2, Z: 3}}
	a := geom.Vec{Z: -9.81}
	for range 1000 {
		s = Advance(&s, &m, a, geom.Vec{}, 1e-3)
	}
	want := geom.Vec{X: 3, Z: 3 - 0.5*9.81}
	if d := s.X.Sub(want).Len(); d > 1e-12 {
		t.Errorf("after 1 s at %v, want %v", s.X, want)
	}
}

// TestAdvance_TurnsExactlyAboutAPrincipalAxis turns by more than π in one step: about a principal axis w is constant,
// and the step is exact for any angle.
func TestAdvance_TurnsExactlyAboutAPrincipalAxis(t *testing.T) {
	m := mass(t, 1, geom.Vec{X: 1, Y: 2, Z: 3})
	for _, axis := range []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		const rate, h = 7.0, 1.0
		s := State{Q: geom.IdentityQuat(), L: m.AngularMomentum(geom.IdentityQuat(), axis.Scale(rate))}
		got := Advance(&s, &m, geom.Vec{}, geom.Vec{}, h)
		want := geom.AxisAngle(axis, rate*h)
		if d := math.Abs(math.Abs(got.Q.Dot(want)) - 1); d > 1e-14 {
			t.Errorf("axis %v: attitude %v, want ±%v", axis, got.Q, want)
		}
		if got.L != s.L {
			t.Errorf("axis %v: angular momentum changed", axis)
		}
	}
}

// symmetricTop returns the attitude at time t of a free symmetric top (I1 = I2, I3 about z) that starts unturned:
// precession about L at |L|/I1 after spin about its own axis at w3 (1 - I3/I1).
func symmetricTop(l geom.Vec, i1, i3, t float64) geom.Quat {
	precession := geom.QuatExp(l.Scale(t / i1))
	spin := geom.QuatExp(geom.Vec{Z: l.Z / i3 * (1 - i3/i1) * t})
	return precession.Mul(spin)
}

// TestLieStep_IsOfFourthOrder compares a free symmetric top with its closed form at three lengths of the step.
func TestLieStep_IsOfFourthOrder(t *testing.T) {
	const i1, i3 = 2.0, 0.7
	m := mass(t, 1, geom.Vec{X: i1, Y: i1, Z: i3})
	l := geom.Vec{X: 1.2, Y: 0.4, Z: 2.1}
	var errors []float64
	for _, n := range []int{200, 400, 800} {
		q := geom.IdentityQuat()
		for range n {
			q = lieStep(q, l, l, &m.InvInertia, 5/float64(n))
		}
		e := geom.QuatLog(q.Mul(symmetricTop(l, i1, i3, 5).Conj())).Len()
		errors = append(errors, e)
	}
	for i := 1; i < len(errors); i++ {
		if order := math.Log2(errors[i-1] / errors[i]); order < 3.8 || order > 4.3 {
			t.Errorf("errors %.3g: order %.2f, want 4", errors, order)
		}
	}
}

// TestLieStep_UnderTorqueIsOfFourthOrder spins up about a fixed axis that is not principal: against a run with a step a
// sixteenth as long.
func TestLieStep_UnderTorqueIsOfFourthOrder(t *testing.T) {
	m := mass(t, 1, geom.Vec{X: 1, Y: 2, Z: 2.5})
	tau := geom.Vec{X: 0.3, Y: -1, Z: 0.7}
	run := func(n int) geom.Quat {
		q, l := geom.IdentityQuat(), geom.Vec{X: 1, Y: 0.5, Z: -0.2}
		for range n {
			next := l.AddScaled(tau, 3/float64(n))
			q = lieStep(q, l, next, &m.InvInertia, 3/float64(n))
			l = next
		}
		return q
	}
	exact := run(1600)
	var last float64
	for _, n := range []int{50, 100} {
		e := geom.QuatLog(run(n).Mul(exact.Conj())).Len()
		if order := math.Log2(last / e); last > 0 && (order < 3.7 || order > 4.4) {
			t.Errorf("order %.2f, want 4", order)
		}
		last = e
	}
}

// TestLieStep_IsOfFourthOrderForThreeMoments compares the box of the benchmark after 10 s with its closed form in
// elliptic functions, at three lengths of the step. It turns near its middle axis, where rounding grows to some 1e-9.
func TestLieStep_IsOfFourthOrderForThreeMoments(t *testing.T) {
	m := benchmarkBox(t)
	l := m.AngularMomentum(geom.IdentityQuat(), geom.Vec{X: 0.1, Y: 5, Z: 0.1})
	want := geom.Quat{W: 0.2251645634139582, V: geom.Vec{X: -0.6199275624994525, Y: -0.2770291506871946, Z: 0.6987457236403101}}
	var errors []float64
	for _, n := range []int{1000, 2000, 4000} {
		q := geom.IdentityQuat()
		for range n {
			q = lieStep(q, l, l, &m.InvInertia, 10/float64(n))
		}
		errors = append(errors, geom.QuatLog(q.Mul(want.Conj())).Len())
	}
	for i := 1; i < len(errors); i++ {
		if order := math.Log2(errors[i-1] / errors[i]); order < 3.7 {
			t.Errorf("errors %.3g: order %.2f, want 4 or more", errors, order)
		}
	}
}

// TestAdvance_HeavyTopPrecesses spins a symmetric top about its fixed tip: moments about the tip 0.02, 0.02, 0.01 kg
// m², m l = 0.1 kg m, 200 rad/s about its axis, which leans by 30°. In slow steady precession it goes round at the
// smaller root of I1 cos θ W² - I3 w3 W + m g l = 0. The torque is that in the predicted middle of the step: of second
// order.
func TestAdvance_HeavyTopPrecesses(t *testing.T) {
	const slow, spin, lean, span = 0.4926014643591443, 200.0, math.Pi / 6, 5.0
	m := mass(t, 1, geom.Vec{X: 0.02, Y: 0.02, Z: 0.01})
	weight := geom.Vec{Z: -0.1 * 9.81} // m l g: torque = axis × weight
	var errors []float64
	for _, n := range []int{10000, 20000, 40000} {
		s := State{Q: geom.AxisAngle(geom.Vec{Y: 1}, lean)}
		axis := s.Q.Rotate(geom.Vec{Z: 1})
		// The part of the precession along the axis belongs to w3.
		across := geom.Vec{Z: slow}.AddScaled(axis, -slow*axis.Z)
		s.L = m.AngularMomentum(s.Q, axis.Scale(spin).Add(across))
		h, worst := span/float64(n), 0.0
		for range n {
			w := m.AngularVelocity(s.Q, s.L)
			mid := geom.QuatExp(w.Scale(h / 2)).Mul(s.Q).Rotate(geom.Vec{Z: 1})
			s = Advance(&s, &m, geom.Vec{}, mid.Cross(weight), h)
			worst = math.Max(worst, math.Abs(s.Q.Rotate(geom.Vec{Z: 1}).Z-math.Cos(lean)))
		}
		axis = s.Q.Rotate(geom.Vec{Z: 1})
		errors = append(errors, math.Abs(math.Remainder(math.Atan2(axis.Y, axis.X)-slow*span, 2*math.Pi))/(slow*span))
		if worst > 1e-6 {
			t.Errorf("step %g: the axis nods by %g", h, worst)
		}
	}
	for i := 1; i < len(errors); i++ {
		if order := math.Log2(errors[i-1] / errors[i]); order < 1.9 {
			t.Errorf("the precession is off by %.3g of itself: order %.2f", errors, order)
		}
	}
	if errors[2] > 2e-7 {
		t.Errorf("the precession is off by %.3g of itself", errors)
	}
}

// TestAdvance_BoxesBenchmark is the free flight of the "boxes" benchmark: 10 s at 1 ms. The values are its closed form.
func TestAdvance_BoxesBenchmark(t *testing.T) {
	m := benchmarkBox(t)
	g := geom.Vec{Z: -9.8}
	s := State{Q: geom.IdentityQuat(), V: geom.Vec{X: -2, Y: 2, Z: 8}}
	s.L = m.AngularMomentum(s.Q, geom.Vec{X: 0.1, Y: 5, Z: 0.1})
	energy := func() float64 { return m.KineticEnergy(&s) + 10*9.8*s.X.Z }
	if e := energy(); math.Abs(e-368.546416667) > 1e-8 {
		t.Fatalf("energy at the start %.9f", e)
	}
	start, l0 := energy(), s.L
	turns := func(what string, s *State, want geom.Vec) {
		if w := s.Q.RotateInv(m.AngularVelocity(s.Q, s.L)); w.Sub(want).Len() > 1e-6 {
			t.Errorf("angular velocity in the body %s: %v, want %v", what, w, want)
		}
	}
	for range 1000 {
		s = Advance(&s, &m, g, geom.Vec{}, 1e-3)
	}
	w1 := geom.Vec{X: 3.423798441554598, Y: 2.819185438397965, Z: 3.928384449467033}
	turns("after 1 s", &s, w1)
	const period = 6.05684415801567643883
	later := s
	for range 6000 {
		later = Advance(&later, &m, g, geom.Vec{}, period/6000)
	}
	turns("a period later", &later, w1)
	for range 9000 {
		s = Advance(&s, &m, g, geom.Vec{}, 1e-3)
	}
	want := geom.Quat{W: 0.2251645634139582, V: geom.Vec{X: -0.6199275624994525, Y: -0.2770291506871946, Z: 0.6987457236403101}}
	if d := geom.QuatLog(s.Q.Mul(want.Conj())).Len(); d > 1e-6 {
		t.Errorf("attitude off by %g rad", d)
	}
	turns("after 10 s", &s, geom.Vec{X: 2.755840405146849, Y: -3.73596351921622, Z: -3.161809003467518})
	if s.L != l0 {
		t.Errorf("angular momentum changed by %v", s.L.Sub(l0))
	}
	if d := math.Abs(energy()-start) / start; d > 1e-9 {
		t.Errorf("energy changed by %g (relative)", d)
	}
	x := geom.Vec{X: -20, Y: 20, Z: 80 - 490}
	if d := s.X.Sub(x).Len(); d > 1e-9 {
		t.Errorf("position off by %g m", d)
	}
}

// TestAdvance_TumblesAboutTheMiddleAxis is E4: 20 s at 5 rad/s about the middle axis.
func TestAdvance_TumblesAboutTheMiddleAxis(t *testing.T) {
	m := mass(t, 10, boxDiagonal(10, geom.Vec{X: 0.1, Y: 0.4, Z: 0.9}))
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		s := State{Q: geom.IdentityQuat()}
		s.L = m.AngularMomentum(s.Q, geom.Vec{X: 0.01, Y: 5, Z: 0.01})
		e0, l0 := m.KineticEnergy(&s), s.L
		turned := false
		for range int(20 / dt) {
			s = Advance(&s, &m, geom.Vec{}, geom.Vec{}, dt)
			turned = turned || s.Q.RotateInv(m.AngularVelocity(s.Q, s.L)).Y < -4
		}
		if d := math.Abs(m.KineticEnergy(&s)/e0 - 1); d > 1e-6 {
			t.Errorf("dt %g: energy off by %g", dt, d)
		}
		if s.L != l0 || !turned {
			t.Errorf("dt %g: angular momentum kept: %v; flipped over: %v", dt, s.L == l0, turned)
		}
	}
}

// TestAdvance_KeepsTheQuaternionUnit tumbles freely for 10⁶ steps.
func TestAdvance_KeepsTheQuaternionUnit(t *testing.T) {
	m := mass(t, 1, geom.Vec{X: 1, Y: 2, Z: 3})
	s := State{Q: geom.IdentityQuat(), L: geom.Vec{X: 3, Y: 1, Z: -2}}
	for range geomtest.Trials(1_000_000) {
		s = Advance(&s, &m, geom.Vec{}, geom.Vec{}, 1.0/240)
		if d := math.Abs(s.Q.Len() - 1); d > 1e-14 {
			t.Fatalf("|q| is off by %g", d)
		}
	}
}

// TestMass_WorldAndBodyAgree checks w = R I⁻¹ Rᵀ L against its inverse and against the world matrix, for a full tensor.
func TestMass_WorldAndBodyAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	inertia := geom.Mat3{X: geom.Vec{X: 3, Y: 0.4, Z: -0.2}, Y: geom.Vec{X: 0.4, Y: 2, Z: 0.1}, Z: geom.Vec{X: -0.2, Y: 0.1, Z: 4}}
	m, ok := NewMass(2, inertia)
	if !ok {
		t.Fatal("no mass")
	}
	for range 100 {
		q := geom.Quat{W: rng.NormFloat64(), V: geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}}.Normalize()
		w := geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		l := m.AngularMomentum(q, w)
		if d := m.AngularVelocity(q, l).Sub(w).Len(); d > 1e-13 {
			t.Fatalf("L of w and w of L differ by %g", d)
		}
		inv := m.WorldInvInertia(q)
		if d := inv.Apply(l).Sub(w).Len(); d > 1e-13 {
			t.Fatalf("the world matrix gives a w that is off by %g", d)
		}
	}
	if _, ok := NewMass(0, inertia); ok {
		t.Error("a body without mass is taken")
	}
}

func BenchmarkAdvance(b *testing.B) {
	m := benchmarkBox(b)
	s := State{Q: geom.IdentityQuat(), L: geom.Vec{X: 1, Y: 2, Z: 3}}
	b.ReportAllocs()
	for b.Loop() {
		s = Advance(&s, &m, geom.Vec{Z: -9.81}, geom.Vec{}, 1.0/240)
	}
}

// TestAdvance_ThinRodKeepsItsEnergy: rods whose moments of inertia have a ratio of 100 to a million turn about all axes
// at once: what a tilt of 1e-6 rad does to the energy is that ratio larger. Unlimited pieces of 0.05 rad made 64 J into
// 5,234 J at a ratio of 30,000.
func TestAdvance_ThinRodKeepsItsEnergy(t *testing.T) {
	for _, ratio := range []float64{100, 3e4, 1e6} {
		m, ok := NewMass(1, geom.Mat3{X: geom.Vec{X: 1 / ratio}, Y: geom.Vec{Y: 1}, Z: geom.Vec{Z: 1}})
		if !ok {
			t.Fatal("no mass")
		}
		s := State{Q: geom.QuatExp(geom.Vec{X: 0.3, Y: 1, Z: -0.5})}
		s.L = m.AngularMomentum(s.Q, geom.Vec{X: 0.3, Y: 19.6, Z: 2})
		first := m.KineticEnergy(&s)
		for range 2000 {
			s = Advance(&s, &m, geom.Vec{}, geom.Vec{}, 1.0/240)
		}
		if d := m.KineticEnergy(&s)/first - 1; math.Abs(d) > 1e-7 {
			t.Errorf("ratio %g: the energy changes by %g of itself", ratio, d)
		}
	}
}

// A spin about a principal axis that begins or ends within a step turns the body by half of what it would in a whole one.
func TestStepAttitude_SpinThatBeginsOrEnds(t *testing.T) {
	inv := geom.Diagonal(geom.Vec{X: 0.5, Y: 0.25, Z: 2})
	for _, l := range []geom.Vec{{X: 3}, {Y: -7}, {Z: 0.4}} {
		want := geom.QuatExp(inv.Apply(l).Scale(0.1 / 2))
		for k, got := range []geom.Quat{
			StepAttitude(geom.IdentityQuat(), l, geom.Vec{}, &inv, 0.1), StepAttitude(geom.IdentityQuat(), geom.Vec{}, l, &inv, 0.1),
		} {
			if d := got.V.Sub(want.V).Len(); d > 1e-12 {
				t.Errorf("%v, %d: %v, want %v", l, k, got, want)
			}
		}
	}
}
