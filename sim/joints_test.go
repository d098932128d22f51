package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// pendulumOf is a cube of 1 kg on a joint to the world at the origin, 1 m from its centre, that starts at rest at the
// angle amp from hanging straight down.
func pendulumOf(t testing.TB, dt, amp float64) *sim.World {
	return mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: dt},
		Bodies:   []sim.BodyDef{{Name: "bob", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: mgl64.Vec3{math.Sin(amp), 0, -math.Cos(amp)}}},
		Joints:   []sim.JointDef{{Name: "pivot", A: 0, B: sim.WorldEnd, InWorld: true}},
	})
}

// pendulumPeriod is the exact one: 4 K(sin(amp/2)) sqrt(J/(m g l)), J about the joint, by the arithmetic-geometric
// mean.
func pendulumPeriod(amp float64) float64 {
	a, b := 1.0, math.Cos(amp/2)
	for range 20 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	j := 1 + 0.01/6
	return 2 * math.Pi * math.Sqrt(j/9.81) / a
}

// TestJoint_PendulumHasItsPeriod measures the period from where the centre passes below the joint (cubic in time
// between steps), at amplitudes small and large: the error falls with the square of the step, the energy keeps, and the
// joint does not give.
func TestJoint_PendulumHasItsPeriod(t *testing.T) {
	t.Parallel()
	for _, amp := range []float64{0.1, 1.5, 2.8} {
		var errs []float64
		for _, dt := range []float64{1.0 / 60, 1.0 / 120} {
			w := pendulumOf(t, dt, amp)
			e0 := energyOf(&w.Frame().Ledger)
			exact := pendulumPeriod(amp)
			first, last, count := 0.0, 0.0, 0
			x0, v0 := value(w, 0, "x", 0), 0.0
			for w.Frame().Time < 3.2*exact {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				x, v := value(w, 0, "x", 0), value(w, 0, "v", 0)
				if x0 > 0 && x <= 0 {
					at := w.Frame().Time - dt + dt*crossingOf(x0, v0*dt, x, v*dt)
					if count == 0 {
						first = at
					}
					last, count = at, count+1
				}
				x0, v0 = x, v
				if l := math.Hypot(x, value(w, 0, "x", 2)); math.Abs(l-1) > 1e-9 {
					t.Fatalf("amplitude %g: the joint gives by %g m", amp, l-1)
				}
			}
			got := (last - first) / float64(count-1)
			errs = append(errs, got/exact-1)
			drift := (energyOf(&w.Frame().Ledger) - e0) / 9.81
			t.Logf("amplitude %g, step %.5f s: period off by %.2e, energy by %.2e of m g l", amp, dt, got/exact-1, drift)
			if count < 3 || math.Abs(got/exact-1) > 4e-4*(dt*60)*(dt*60) || math.Abs(drift) > 5e-4*math.Pow(dt*60, 2) {
				t.Errorf("amplitude %g, step %g: %d periods of %.9f s, want %.9f", amp, dt, count, got, exact)
			}
		}
		// At 2.8 errors of both signs meet.
		if r := errs[0] / errs[1]; r < 3 && amp < 2 {
			t.Errorf("amplitude %g: half the step makes the error %.2g times smaller, want 4", amp, r)
		}
	}
}

func energyOf(l *record.Ledger) float64 { return l.Kinetic + l.Potential }

// crossingOf returns where in [0, 1] the cubic with values x0, x1 and slopes v0, v1 at the ends crosses zero.
func crossingOf(x0, v0, x1, v1 float64) float64 {
	lo, hi := 0.0, 1.0
	for range 60 {
		s := (lo + hi) / 2
		h := x0*(1+2*s)*(1-s)*(1-s) + v0*s*(1-s)*(1-s) + x1*s*s*(3-2*s) - v1*s*s*(1-s)
		if h > 0 {
			lo = s
		} else {
			hi = s
		}
	}
	return lo
}

// links is a straight chain of n rods of 0.2 m and 0.5 kg along x from the origin, jointed end to end; hung on the
// world where fixed. Rods that are not neighbours pass through each other too.
func links(n int, fixed bool, g float64) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -g}, Step: 1.0 / 120},
		Materials: []sim.Material{{Friction: 0, Restitution: 0.5}},
		Ignore:    []sim.IgnoreDef{{GroupA: 1, GroupB: 1}},
	}
	for i := range n {
		x := 0.2 * float64(i)
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("link", i), Half: mgl64.Vec3{0.1, 0.02, 0.02}, Mass: 0.5,
			Position: mgl64.Vec3{x + 0.1, 0, 0}, Group: 1})
		if i > 0 {
			def.Joints = append(def.Joints, sim.JointDef{A: i - 1, B: i, AtA: mgl64.Vec3{0.1, 0, 0}, AtB: mgl64.Vec3{-0.1, 0, 0}})
		}
	}
	if fixed {
		def.Joints = append(def.Joints, sim.JointDef{A: sim.WorldEnd, B: 0, AtB: mgl64.Vec3{-0.1, 0, 0}})
	}
	return def
}

// apartAt returns the largest distance between the two ends of a joint [m].
func apartAt(def *sim.Definition, w *sim.World) float64 {
	worst := 0.0
	for _, j := range def.Joints {
		var p [2]mgl64.Vec3
		for e, i := range [2]int{j.A, j.B} {
			at := [2]mgl64.Vec3{j.AtA, j.AtB}[e]
			if p[e] = at; i >= 0 {
				s := bodyOf(w, i)
				p[e] = s.X.MGL().Add(s.Q.MGL().Rotate(at))
			}
		}
		worst = math.Max(worst, p[1].Sub(p[0]).Len())
	}
	return worst
}

// TestJoint_ChainSwings lets a chain of 20 links go from level: its joints hold to 1e-9 m, its energy keeps to 1e-4 of
// what is in play for as long as it falls and swings through, and the balance closes.
func TestJoint_ChainSwings(t *testing.T) {
	t.Parallel()
	def := links(20, true, 9.81)
	w := mustWorld(t, def)
	b := balance(t, w, 180)
	if d := apartAt(def, w); d > 1e-9 {
		t.Errorf("joints are apart by %g m", d)
	}
	start, end := energyOf(&b.Start), energyOf(&b.End)
	if d := math.Abs(end - start); d > 1e-4*b.End.Kinetic || b.End.Kinetic < 50 {
		t.Errorf("energy changed by %g J, %g J are in motion", end-start, b.End.Kinetic)
	}
	if e := b.Sums[record.ByJoints].Energy; math.Abs(e) > 1e-4*b.End.Kinetic {
		t.Errorf("joints did a work of %g J", e)
	}
}

// TestJoint_ChainHangs holds a chain of 20 links that hangs straight down: it stays, falls asleep, and each joint
// carries the weight below it.
func TestJoint_ChainHangs(t *testing.T) {
	def := links(20, true, 9.81)
	def.Settings.Gravity = mgl64.Vec3{9.81, 0, 0}
	w := mustWorld(t, def)
	run(t, w, 100, nil)
	if !w.AtRest() {
		t.Error("the chain does not come to rest")
	}
	if x := value(w, 19, "x", 0); math.Abs(x-3.9) > 1e-9 {
		t.Errorf("the last link is at %.12f m, want 3.9", x)
	}
	for i := range 19 {
		want := -9.81 * 0.5 * float64(19-i)
		if f := value(w, -1, fmt.Sprintf("joint.joints[%d].force", i), 0); math.Abs(f-want) > 1e-6 {
			t.Errorf("joint %d pulls the links below it with %.9f N, want %.9f", i, f, want)
		}
	}
	def.Bodies = append(def.Bodies, ballOf(0.05, 0.3))
	def.Bodies[20].Position, def.Bodies[20].Velocity = mgl64.Vec3{2.1 - 9.81*1.1*1.1/2, 0, 10*1.1 + 0.07}, mgl64.Vec3{0, 0, -10}
	w = mustWorld(t, def)
	run(t, w, 120, nil)
	woken := map[int32]bool{}
	run(t, w, 30, func() {
		for _, e := range w.Frame().Events {
			woken[e.A] = woken[e.A] || e.Kind == record.Wake
		}
	})
	if len(woken) < 20 || !woken[0] || !woken[19] {
		t.Errorf("a blow woke %d links", len(woken))
	}
}

// TestJoint_KeepsMomentum throws a free chain: momentum and angular momentum stay, energy to the order of the step.
func TestJoint_KeepsMomentum(t *testing.T) {
	def := links(5, false, 0)
	def.Bodies[0].AngularVelocity, def.Bodies[4].Velocity = mgl64.Vec3{3, 5, 1}, mgl64.Vec3{0, 1, 2}
	w := mustWorld(t, def)
	run(t, w, 1, nil) // which brings the velocities into line
	e0 := w.Frame().Ledger.Kinetic
	b := balance(t, w, 300)
	if d := b.End.P.Sub(b.Start.P).Len(); d > 1e-13*b.Momentum {
		t.Errorf("momentum changed by %g", d)
	}
	if d := b.End.L.Sub(b.Start.L).Len(); d > 1e-8*b.Angular {
		t.Errorf("angular momentum changed by %g of %g", d, b.Angular)
	}
	if d := math.Abs(b.End.Kinetic/e0 - 1); d > 1e-5 {
		t.Errorf("energy changed by %g of it", d)
	}
}

// chainMobility is 1/m of a straight chain of n links at a point of link k at s (-1 to 1 along it), across it: from the
// kinetic energy in the generalised coordinates y of its first end and the angles of the links, with that end free or
// fixed.
func chainMobility(n, k int, s float64, fixed bool) float64 {
	const m, l = 0.5, 0.2
	half := mgl64.Vec3{0.1, 0.02, 0.02}
	inertia := m / 3 * (half[0]*half[0] + half[2]*half[2])
	// row returns the derivatives of the velocity of a point of link i: by y, and by each angle's rate.
	row := func(i int, s float64) []float64 {
		r := make([]float64, n+1)
		r[0] = 1
		for j := range i {
			r[1+j] = l
		}
		r[1+i] = l / 2 * (1 + s)
		return r
	}
	a := make([][]float64, n+1) // mass matrix with the force of 1 N at the point behind it
	at := row(k, s)
	for i := range a {
		a[i] = make([]float64, n+2)
		a[i][n+1] = at[i]
	}
	for i := range n {
		c := row(i, 0)
		for p := range c {
			for q := range c {
				a[p][q] += m * c[p] * c[q]
			}
		}
		a[1+i][1+i] += inertia
	}
	if fixed {
		for p := range a {
			a[0][p], a[p][0] = 0, 0
		}
		a[0][0], a[0][n+1] = 1, 0
	}
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			f := a[j][i] / a[i][i]
			for q := i; q < n+2; q++ {
				a[j][q] -= f * a[i][q]
			}
		}
	}
	x := make([]float64, n+1)
	sum := 0.0
	for i := n; i >= 0; i-- {
		x[i] = a[i][n+1]
		for j := i + 1; j <= n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
		sum += x[i] * at[i]
	}
	return sum
}

// TestJoint_ImpactGoesThroughTheChain strikes a straight chain across, with a ball: the impulse is that on the mobility
// of the whole chain, at the same instant, with the restitution asked for, free and hung up.
func TestJoint_ImpactGoesThroughTheChain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, link int
		s       float64
		fixed   bool
	}{{1, 0, 1, false}, {2, 1, 1, false}, {5, 2, 0, false}, {20, 19, 1, false}, {5, 2, 0.5, true}, {20, 3, -0.25, true}} {
		def := links(c.n, c.fixed, 0)
		const m, v, e = 0.8, 6.0, 0.5
		def.Bodies = append(def.Bodies, ballOf(0.01, m))
		ball := &def.Bodies[c.n]
		ball.Position, ball.Velocity = mgl64.Vec3{0.2*float64(c.link) + 0.1*(1+c.s*0.98), 0, 0.1}, mgl64.Vec3{0, 0, -v}
		w := mustWorld(t, def)
		hit := firstImpact(t, w, 10)
		want := (1 + e) * v / (1/m + chainMobility(c.n, c.link, c.s*0.98, c.fixed))
		if got := math.Abs(hit.Impulse.Z); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%+v: impulse %.12f N s, want %.12f", c, got, want)
		}
		if lost := (1 - e*e) / 2 * v * v / (1/m + chainMobility(c.n, c.link, c.s*0.98, c.fixed)); math.Abs(hit.EnergyLost/lost-1) > 1e-9 {
			t.Errorf("%+v: %.12f J lost, want %.12f", c, hit.EnergyLost, lost)
		}
		if c.n > 1 {
			if near, far := value(w, 0, "v", 2), value(w, int32(c.n-1), "v", 2); near == 0 || far == 0 {
				t.Errorf("%+v: the ends move at %g and %g m/s", c, near, far)
			}
		}
		run(t, w, 60, nil)
		if d := apartAt(def, w); d > 1e-8 {
			t.Errorf("%+v: joints are apart by %g m after the blow", c, d)
		}
	}
}

// TestJoint_ChainFallsOnTheFloor drops a hung chain's free part on a floor with a box on its way: the balance closes
// over impacts, contacts and joints, nothing comes apart, and with a snapshot in the middle the rest is the same to the
// last bit.
func TestJoint_ChainFallsOnTheFloor(t *testing.T) {
	t.Parallel()
	def := links(5, false, 9.81)
	def.Materials[0].Friction = 0.4
	def.Statics = []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{9, 9, 1}, Position: mgl64.Vec3{0, 0, -2}}}
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 3, Position: mgl64.Vec3{0.4, 0, -0.8}})
	w := mustWorld(t, def)
	b := balance(t, w, 80)
	if d := apartAt(def, w); d > 1e-7 {
		t.Errorf("joints are apart by %g m", d)
	}
	caused(t, b, record.ByRestitution, 0.1)
	caused(t, b, record.ByContacts, 0.01)
	shot := w.Snapshot(nil)
	run(t, w, 40, nil)
	want := w.Snapshot(nil)
	other := mustWorld(t, def)
	if err := other.Restore(shot); err != nil {
		t.Fatal(err)
	}
	other.SetWorkers(8)
	run(t, other, 40, nil)
	if !bytes.Equal(other.Snapshot(nil), want) {
		t.Error("the rest of the run is another after Restore")
	}
}

// TestJoint_LoopHolds closes four links to a square, whose joints say more than they must in its plane, and swings it
// from one corner.
func TestJoint_LoopHolds(t *testing.T) {
	const h = 0.1
	def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 120}, Ignore: []sim.IgnoreDef{{GroupA: 1, GroupB: 1}}}
	mid := []mgl64.Vec3{{h, 0, 0}, {2 * h, h, 0}, {h, 2 * h, 0}, {0, h, 0}}
	for i, p := range mid {
		half := mgl64.Vec3{h, 0.01, 0.01}
		if i%2 == 1 {
			half = mgl64.Vec3{0.01, h, 0.01}
		}
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(i), Half: half, Mass: 1, Position: p, Group: 1})
	}
	corner := []mgl64.Vec3{{2 * h, 0, 0}, {2 * h, 2 * h, 0}, {0, 2 * h, 0}, {0, 0, 0}}
	for i, p := range corner {
		def.Joints = append(def.Joints, sim.JointDef{A: i, B: (i + 1) % 4, AtA: p.Sub(mid[i]), AtB: p.Sub(mid[(i+1)%4])})
	}
	def.Joints = append(def.Joints, sim.JointDef{A: sim.WorldEnd, B: 0, AtB: mgl64.Vec3{-h, 0, 0}})
	w := mustWorld(t, def)
	b := balance(t, w, 240)
	if d := apartAt(def, w); d > 1e-8 {
		t.Errorf("joints are apart by %g m", d)
	}
	if d := math.Abs(energyOf(&b.End) - energyOf(&b.Start)); d > 1e-3*b.Energy {
		t.Errorf("energy changed by %g of %g J", d, b.Energy)
	}
}

// TestJoint_DriveLeads drags a hanging chain by a driven body.
func TestJoint_DriveLeads(t *testing.T) {
	def := links(3, false, 9.81)
	def.Settings.Gravity = mgl64.Vec3{9.81, 0, 0}
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "hand", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Position: mgl64.Vec3{-0.05, 0, 0}, Group: 1,
		Drive: []sim.DriveAt{{Time: 1}, {Time: 1.5, Velocity: mgl64.Vec3{0, 2, 0}}}})
	def.Joints = append(def.Joints, sim.JointDef{A: 3, B: 0, AtA: mgl64.Vec3{0.05, 0, 0}, AtB: mgl64.Vec3{-0.1, 0, 0}})
	w := mustWorld(t, def)
	run(t, w, 110, nil)
	b := balance(t, w, 240)
	caused(t, b, record.ByDrives, 1)
	if d := apartAt(def, w); d > 1e-8 {
		t.Errorf("joints are apart by %g m", d)
	}
	if y := value(w, 0, "x", 1); y < 1 {
		t.Errorf("the first link has come %g m", y)
	}
}

// TestJoint_Refuses checks the messages about what is wrong with a joint.
func TestJoint_Refuses(t *testing.T) {
	for _, c := range []struct {
		j    sim.JointDef
		want string
	}{
		{sim.JointDef{A: 0, B: 7}, "no body with index 7"},
		{sim.JointDef{A: 1, B: 1}, "holds nothing"},
		{sim.JointDef{A: 0, B: 1}, "apart at the start"},
		{sim.JointDef{A: 0, B: 1, AtA: mgl64.Vec3{math.NaN(), 0, 0}}, "joints[0]: at_a: NaN m"},
	} {
		def := links(2, false, 0)
		def.Joints = []sim.JointDef{c.j}
		if _, err := sim.New(def); err == nil || !bytes.Contains([]byte(err.Error()), []byte(c.want)) {
			t.Errorf("%+v: %v, want %q", c.j, err, c.want)
		}
	}
}

// TestJoint_ImpactEventsHaveWhatJointsPassOn adds up what the impacts of a step and the joints behind them give each
// body of an impact across a chain of three: its change of momentum, and of angular momentum about its centre, but for
// what joints that pass on less than a thousandth do not report. A body that nothing strikes moves by its joints alone.
func TestJoint_ImpactEventsHaveWhatJointsPassOn(t *testing.T) {
	t.Run("free", func(t *testing.T) { joinsPassOn(t, false, mgl64.Vec3{0.4, 0.1, 0}) })
	t.Run("on the world", func(t *testing.T) { joinsPassOn(t, true, mgl64.Vec3{}) })
}

// TestJoint_ReportsNoTrifles strikes a ball of 1000 kg with one like it at 10 m/s: the joint to a light one behind it
// passes on its mass times 5 m/s, of 5000 N s; below a thousandth of that it has no event.
func TestJoint_ReportsNoTrifles(t *testing.T) {
	for mass, want := range map[float64]int{0.9: 0, 1.1: 1} {
		ball := func(x, v, mass float64) sim.BodyDef {
			b := ballOf(0.5, mass)
			b.Position, b.Velocity = mgl64.Vec3{x, 0, 0}, mgl64.Vec3{v, 0, 0}
			return b
		}
		w := mustWorld(t, &sim.Definition{
			Bodies: []sim.BodyDef{ball(0, 10, 1000), ball(1.1, 0, 1000), ball(2.3, 0, mass)},
			Joints: []sim.JointDef{{A: 1, B: 2, InWorld: true, AtA: mgl64.Vec3{1.7, 0, 0}, AtB: mgl64.Vec3{1.7, 0, 0}}},
		})
		impacts, joints := 0, 0
		run(t, w, 10, func() {
			for _, e := range w.Frame().Events {
				switch e.Kind {
				case record.Impact:
					impacts++
				case record.Joint:
					joints++
				}
			}
		})
		if impacts != 1 || joints != want {
			t.Errorf("%g kg: %d impacts, %d events of the joint, want %d", mass, impacts, joints, want)
		}
	}
}

func joinsPassOn(t *testing.T, fixed bool, all mgl64.Vec3) {
	def := links(3, fixed, 0)
	ball := ballOf(0.05, 2)
	ball.Position, ball.Velocity = mgl64.Vec3{0.55, 0.3, 0.01}, mgl64.Vec3{0.5, -9, 0}
	def.Bodies = append(def.Bodies, ball)
	spin := mgl64.Vec3{0, 0, 0.3}
	for i := range def.Bodies {
		b := &def.Bodies[i]
		if b.Velocity = b.Velocity.Add(all); i < 3 {
			b.Velocity, b.AngularVelocity = b.Velocity.Add(spin.Cross(b.Position)), spin
		}
	}
	want := 1 + len(def.Joints)
	w := mustWorld(t, def)
	told := 0
	for told == 0 && w.Frame().Step < 60 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		e := w.Frame().Events
		told = len(e)
	}
	events := w.Frame().Events
	if told != want || events[0].Kind != record.Impact || events[1].Kind != record.Joint || events[want-1].Kind != record.Joint {
		t.Fatalf("events %+v", events)
	}
	size := events[0].Impulse.Len()
	for i, o := range w.Objects()[:3] {
		var p, change [3]float64
		torque, gain := 0.0, 0.0 // about z
		seen := false
		var twists [2]record.Twist
		centre := mgl64.Rotate3DZ(spin[2] * events[0].Time).Mul3x1(def.Bodies[i].Position).Add(all.Mul(events[0].Time))
		for k := range events {
			e := &events[k]
			for side, sign := range [2]float64{1, -1} {
				if e.Object(side) != int32(i) {
					continue
				}
				now := [2]record.Twist{e.Before[side], e.After[side]}
				if seen && now != twists {
					t.Errorf("%s: twists %v in event %d, before that %v", o.Name, now, k, twists)
				}
				seen, twists = true, now
				at := e.Points[0].P.MGL().Sub(centre)
				torque += sign * at.Cross(e.Impulse.MGL())[2]
				gain = o.Inertia.Z.Z * (now[1].W.Z - now[0].W.Z)
				j, dv := e.Impulse.MGL(), e.After[side].V.Sub(e.Before[side].V).MGL()
				for c := range p {
					p[c] += sign * j[c]
					change[c] = o.Mass * dv[c]
				}
				if e.Points[0].Impulse != e.Impulse || e.Time != events[0].Time {
					t.Errorf("event %d: %+v", k, e)
				}
			}
		}
		if math.Abs(torque-gain) > 1e-4*size*0.1 {
			t.Errorf("%s: given %g N m s about z, it changed by %g", o.Name, torque, gain)
		}
		for c := range p {
			if !seen || math.Abs(p[c]-change[c]) > 1e-12*size {
				t.Errorf("%s, axis %d: given %.12g N s, it changed by %.12g", o.Name, c, p[c], change[c])
			}
		}
		if math.Hypot(change[0], change[1]) < 0.01*size {
			t.Errorf("%s hardly moves: %v", o.Name, change)
		}
	}
	if a, b := events[1].Detail, events[2].Detail; a == "" || a == b {
		t.Errorf("joints %q and %q", a, b)
	}
}
