package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// randomLeg is a leg near its stop, with three ramps that rise.
func randomLeg(r *rand.Rand) Leg {
	k := 1e4 * (1 + r.Float64())
	return Leg{
		Lift: 0.4 * (r.Float64() - 0.5), Time: 0.001 + 0.02*r.Float64(), Damping: 2000 * r.Float64(),
		Ramps: [3]Ramp{{-0.1, k}, {-0.05, -0.5 * k}, {0.08, 20 * k}},
	}
}

// taken is the energy that the springs of a leg have at a lift, from the formula of a ramp.
func (l *Leg) taken(lift float64) (e float64) {
	for _, r := range l.Ramps {
		if d := lift - r.From; d > 0 {
			e += r.Stiffness * d * d / 2
		}
	}
	return e
}

// TestLeg_GivesWhatItHasTaken: without a damper the work of the impulse, at the mean speed, is what the springs have had more of at the
// start than at the end; a damper takes some; and the slope is that of the impulse.
func TestLeg_GivesWhatItHasTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	gave, damped := 0, 0
	for range 20000 {
		l := randomLeg(r)
		u0, u := 12*(r.Float64()-0.5), 12*(r.Float64()-0.5)
		end := l.Lift - l.Time*(u0+u)/2
		free := l
		free.Damping = 0
		j, _ := free.Impulse(u0, u)
		work, want := j*(u0+u)/2, l.taken(l.Lift)-l.taken(end)
		if math.Abs(work-want) > 1e-9*(l.taken(l.Lift)+l.taken(end)) {
			t.Fatalf("%+v from %g to %g m/s: gives %g J, want %g", l, u0, u, work, want)
		}
		if want > 1 {
			gave++
		}
		with, slope := l.Impulse(u0, u)
		if loss := work - with*(u0+u)/2; loss < -1e-12*math.Abs(work) {
			t.Fatalf("%+v from %g to %g m/s: the damper gives %g J", l, u0, u, -loss)
		} else if loss > 1 {
			damped++
		}
		const d = 1e-6
		more, _ := l.Impulse(u0, u+d)
		less, _ := l.Impulse(u0, u-d)
		if with > 0 && less > 0 && more > 0 && math.Abs((more-less)/(2*d)-slope) > 1e-4*math.Abs(slope)+1e-3*l.Time*l.Time*1e5 {
			t.Fatalf("%+v from %g to %g m/s: slope %g, want %g", l, u0, u, slope, (more-less)/(2*d))
		}
		if slope > 0 {
			t.Fatalf("%+v from %g to %g m/s: rises with the speed, by %g", l, u0, u, slope)
		}
	}
	if gave < 1000 || damped < 1000 {
		t.Errorf("gave in %d, damped in %d", gave, damped)
	}
}

// TestLeg_SolveIsItsLaw: the impulse that Solve returns is the one that the leg gives at the speed to which it leads.
func TestLeg_SolveIsItsLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	pressed := 0
	for range 20000 {
		l := randomLeg(r)
		u0, free, k := 12*(r.Float64()-0.5), 12*(r.Float64()-0.5), math.Exp(-8+3*r.NormFloat64())
		j := l.Solve(u0, free, k)
		want, _ := l.Impulse(u0, free+k*j)
		if math.Abs(j-want) > 1e-9*(j+want) {
			t.Fatalf("%+v from %g, %g free, 1/%g kg: %g N s, its law %g", l, u0, free, 1/k, j, want)
		}
		if j > 0 {
			pressed++
		}
	}
	if pressed < 5000 {
		t.Errorf("pressed in %d", pressed)
	}
}

// TestLeg_SolveEndsWhereNewtonCreeps: legs that a fast blow lifts off, of which Newton's method takes more than a hundred passes, and
// random ones that stiff springs press on light bodies, have the impulse of their law.
func TestLeg_SolveEndsWhereNewtonCreeps(t *testing.T) {
	check := func(l Leg, u0, free, k float64) {
		t.Helper()
		j := l.Solve(u0, free, k)
		// The impulse of the law falls with j: what differs by more than rounding of the speed is not its root.
		less, _ := l.Impulse(u0, free+k*j*(1-1e-9))
		more, _ := l.Impulse(u0, free+k*j*(1+1e-9))
		if less < j*(1-1e-9) || more > j*(1+1e-9) {
			t.Errorf("%+v from %g, %g free, 1/%g kg: %g N s, its law %g to %g", l, u0, free, 1/k, j, less, more)
		}
	}
	check(Leg{
		Lift: 0.019399658397261765, Time: 0.01419149908870022, Damping: 2.1265939021635973,
		Ramps: [3]Ramp{{0, 684524.4943176846}, {0.05903490302152058, -650298.2696018004}, {0.3, 684524.4943176846}},
	}, 37.28089316230552, -75.27370777038837, 2.9010561461419466)
	r := rand.New(rand.NewPCG(5, 3))
	for range 50000 {
		k, droop := math.Exp(4+8*r.Float64()), 0.3*r.Float64()*float64(r.IntN(2))
		l := Leg{Lift: r.Float64() - 0.5, Time: math.Exp(-9 + 6*r.Float64()), Damping: math.Exp(15*r.Float64()-5) * float64(r.IntN(2))}
		l.Ramps = [3]Ramp{{-droop, 20 * k}, {0.3*r.Float64() - droop, -19 * k}, {0.3, 20 * k}}
		check(l, 200*(r.Float64()-0.5), 200*(r.Float64()-0.5), math.Exp(-10+6*r.NormFloat64()))
	}
}

// TestLeg_InTheSolver: a body that comes down onto a leg, with a light one on it that a contact holds down, has after a substep the energy
// that the leg and gravity gave it; by Newton's method the same.
func TestLeg_InTheSolver(t *testing.T) {
	const h, g, m, light = 0.01, 9.81, 300.0, 40.0
	for _, newton := range []bool{false, true} {
		leg := Leg{Lift: 0.05, Time: h, Ramps: [3]Ramp{{-0.1, 3e4}, {0.1, 6e5}}}
		down := geom.Vec{Z: -8}
		s := ContactSolver{
			Bodies: []ContactBody{
				{InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V0: down, V: down.AddScaled(geom.Vec{Z: -g}, h)},
				{InvMass: 1 / light, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V0: down, V: down.AddScaled(geom.Vec{Z: -g}, h)},
			},
			Points:  []ContactPoint{{A: 0, B: 1, P: geom.Vec{Z: 1}, N: geom.Vec{Z: 1}}},
			Dampers: []DamperRow{{A: -1, B: 0, N: geom.Vec{Z: 1}, Most: math.Inf(1), Weak: !newton, Leg: leg}},
		}
		x := []geom.Vec{{}, {Z: 2}}
		if _, ok := s.Solve(x, h, &ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-12, Passes: 1000}); !ok {
			t.Fatalf("newton %v: not solved", newton)
		}
		v := s.Bodies[0].V.Z
		if math.Abs(v-s.Bodies[1].V.Z) > 1e-9 {
			t.Errorf("newton %v: %g and %g m/s", newton, v, s.Bodies[1].V.Z)
		}
		sinks := -h * (v + down.Z) / 2
		got := (m+light)*(v*v-down.Z*down.Z)/2 - (m+light)*g*sinks
		if want := leg.taken(leg.Lift) - leg.taken(leg.Lift+sinks); math.Abs(got-want) > 1e-7*math.Abs(want) || !(want < -100) {
			t.Errorf("newton %v: the bodies have %g J more, the leg gave %g", newton, got, want)
		}
	}
}

// TestLeg_CarriesWhatIsHeavy: a body a thousand times as heavy as the one on the leg that bears it falls as if both were one: Newton's
// method has the law of the leg, without which the passes do not end.
func TestLeg_CarriesWhatIsHeavy(t *testing.T) {
	const h, g, m, heavy = 0.01, 9.81, 4.0, 4000.0
	for _, held := range []float64{0, 30} {
		for _, down := range []float64{-1, 0.5, 4} {
			leg := Leg{Lift: 0.05, Time: h, Damping: 3000, Ramps: [3]Ramp{{-0.1, 3e5}, {0.1, 6e6}}}
			v0 := geom.Vec{Z: -down}
			s := ContactSolver{
				Bodies: []ContactBody{
					{InvMass: 1 / m, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V0: v0, V: v0.AddScaled(geom.Vec{Z: -g + held/(m*h)}, h)},
					{InvMass: 1 / heavy, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1}), V0: v0, V: v0.AddScaled(geom.Vec{Z: -g}, h)},
				},
				Points:  []ContactPoint{{A: 0, B: 1, P: geom.Vec{Z: 1}, N: geom.Vec{Z: 1}}},
				Dampers: []DamperRow{{A: -1, B: 0, N: geom.Vec{Z: 1}, Held: held, Least: -held, Most: math.Inf(1), Weak: true, Leg: leg}},
			}
			passes, ok := s.Solve([]geom.Vec{{}, {Z: 2}}, h, &ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-9, Passes: 200})
			if !ok || passes > 100 {
				t.Errorf("held %g N s, %g m/s downwards: solved %v, after %d passes", held, down, ok, passes)
			}
			want := leg.Solve(-down, -down-g*h, 1/(m+heavy))
			if got := s.Dampers[0].J + held; math.Abs(got-want) > 1e-6*want || math.Abs(s.Bodies[0].V.Z-s.Bodies[1].V.Z) > 1e-7 || !(want > 10*held) {
				t.Errorf("held %g N s, %g m/s downwards: %.9g N s, want %.9g; the bodies have %v and %v", held, down, got, want, s.Bodies[0].V, s.Bodies[1].V)
			}
		}
	}
}
