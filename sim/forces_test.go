package sim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// dice is a cube of 0.1 m that touches nothing.
func dice(mass float64) sim.BodyDef {
	return sim.BodyDef{Name: "cube", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: mass}
}

// TestForces_ProjectileWithLinearDrag is the case of Solfec: f = -m v. Back at height 0 after T it has gone R; the
// error falls with the square of the step.
func TestForces_ProjectileWithLinearDrag(t *testing.T) {
	const end, far = 1.97599434, 2.1878966
	var errs []float64
	for _, n := range []int{50, 100, 200, 400} {
		b := dice(3)
		b.Velocity, b.Drag = mgl64.Vec3{2.54, 0, 12.7}, sim.DragDef{Linear: 3}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: end / float64(n), Gravity: mgl64.Vec3{0, 0, -9.81456}}, Bodies: []sim.BodyDef{b},
		})
		balance(t, w, n)
		errs = append(errs, math.Hypot(value(w, 0, "x", 0)-far, value(w, 0, "x", 2)))
	}
	for i := 1; i < len(errs); i++ {
		if order := math.Log2(errs[i-1] / errs[i]); !(order > 1.9 && order < 2.1) && errs[i] > 1e-7 {
			t.Errorf("errors %v: order %.3f", errs, order)
		}
	}
	if !(errs[3] < 1e-4) { // of some 17 m of path, at 4.9 ms
		t.Errorf("errors %v", errs)
	}
}

// TestForces_QuadraticDrag stops a body in one dimension: v = v0/(1 + c v0 t/m), x = m/c ln(1 + c v0 t/m).
func TestForces_QuadraticDrag(t *testing.T) {
	var errs []float64
	for _, n := range []int{50, 100, 200} {
		b := dice(2)
		b.Velocity, b.Drag = mgl64.Vec3{0, 30, 0}, sim.DragDef{Quadratic: 0.5}
		w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: 1 / float64(n)}, Bodies: []sim.BodyDef{b}})
		caused(t, balance(t, w, n), record.ByDrag, 100)
		errs = append(errs, math.Abs(value(w, 0, "x", 1)-4*math.Log(1+0.25*30)))
	}
	if r := errs[1] / errs[2]; r < 3.7 || r > 4.3 || errs[2] > 1e-3 {
		t.Errorf("errors %v: not of second order", errs)
	}
}

// TestForces_DragTooStrongForTheStepStops has drag that halves the speed in a thousandth of a step.
func TestForces_DragTooStrongForTheStepStops(t *testing.T) {
	b := dice(1)
	b.Velocity, b.AngularVelocity = mgl64.Vec3{30, 0, 0}, mgl64.Vec3{0, 5, 0}
	b.Drag = sim.DragDef{Linear: 1e6, Quadratic: 1e3, Angular: 1e3}
	w := mustWorld(t, &sim.Definition{Bodies: []sim.BodyDef{b}})
	for range 200 {
		before := math.Abs(value(w, 0, "v", 0))
		run(t, w, 1, nil)
		if v := math.Abs(value(w, 0, "v", 0)); v > before {
			t.Fatalf("from %g to %g m/s", before, v)
		}
	}
}

// TestForces_AngularDrag slows a turn about a principal axis: w = w0 exp(-c t/I), I = m (a² + b²)/3.
func TestForces_AngularDrag(t *testing.T) {
	var errs []float64
	for _, n := range []int{50, 100, 200} {
		b := sim.BodyDef{Name: "bar", Half: mgl64.Vec3{0.3, 0.2, 0.1}, Mass: 6, AngularVelocity: mgl64.Vec3{0, 0, 8}, Drag: sim.DragDef{Angular: 0.4}}
		w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: 1 / float64(n)}, Bodies: []sim.BodyDef{b}})
		caused(t, balance(t, w, n), record.ByDrag, 1)
		inertia := 6 * (0.09 + 0.04) / 3
		errs = append(errs, math.Abs(value(w, 0, "L", 2)/inertia-8*math.Exp(-0.4/inertia)))
	}
	if r := errs[1] / errs[2]; r < 3.7 || r > 4.3 || errs[2] > 1e-3 {
		t.Errorf("errors %v: not of second order", errs)
	}
}

// TestForces_HangingAtRest lets a weight on a damped spring come to rest: it does not sleep, but the world is at rest,
// and a script that is still to come keeps it from that.
func TestForces_HangingAtRest(t *testing.T) {
	def := spring1Hz(0.7)
	def.Settings.Gravity = mgl64.Vec3{-9.81, 0, 0}
	w := mustWorld(t, def)
	for i := 0; !w.AtRest(); i++ {
		if i > 2400 {
			t.Fatal("never at rest")
		}
		run(t, w, 1, nil)
	}
	// m g / k = 9.81/(2π)² below the length of 1 m.
	if x := value(w, 0, "x", 0); math.Abs(x-(1-9.81/(4*math.Pi*math.Pi))) > 1e-3 {
		t.Errorf("hangs at %g m", x)
	}
	def.Forces = []sim.ForceDef{{Program: []sim.ForceAt{{Time: 30}}}}
	w = mustWorld(t, def)
	run(t, w, 2400, nil)
	if w.AtRest() {
		t.Error("at rest with a script to come")
	}
}

// TestForces_SoftSpringIsNotAtRest: a mass on a spring whose period is a minute is slow where it turns back, for longer than
// the sleep time, and is not at rest there.
func TestForces_SoftSpringIsNotAtRest(t *testing.T) {
	const omega = 2 * math.Pi / 60
	b := dice(2)
	b.Position = mgl64.Vec3{0.5, 0, 0}
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 240}, Bodies: []sim.BodyDef{b},
		Springs: []sim.SpringDef{{A: sim.WorldEnd, B: 0, Stiffness: 2 * omega * omega}},
	})
	run(t, w, 60*240, func() {
		if w.AtRest() {
			t.Fatalf("at rest after %.3f s, at %g m", w.Frame().Time, value(w, 0, "x", 0))
		}
	})
	near(t, "x", 1.0/240, value(w, 0, "x", 0), 0.5, 1e-5)
}

// TestForces_LoadOnSpringsComesToRest: a load on a tray that hangs on damped springs does not sleep, and is at rest with
// the tray.
func TestForces_LoadOnSpringsComesToRest(t *testing.T) {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies: []sim.BodyDef{
			{Name: "tray", Half: mgl64.Vec3{0.5, 0.5, 0.05}, Mass: 10},
			{Name: "load", Half: mgl64.Vec3{0.15, 0.15, 0.15}, Mass: 5, Position: mgl64.Vec3{0, 0, 0.2}},
		},
	}
	for _, at := range []mgl64.Vec3{{0.5, 0.5, 0}, {-0.5, 0.5, 0}, {0.5, -0.5, 0}, {-0.5, -0.5, 0}} {
		def.Springs = append(def.Springs, sim.SpringDef{A: sim.WorldEnd, B: 0, AtA: at.Add(mgl64.Vec3{0, 0, 2}), AtB: at, Length: 2, Stiffness: 1000, Damping: 25})
	}
	w := mustWorld(t, def)
	for i := 0; !w.AtRest(); i++ {
		if i > 2400 {
			t.Fatal("never at rest")
		}
		run(t, w, 1, nil)
	}
	run(t, w, 2400, nil) // what counts as at rest may still swing by a little
	near(t, "tray", 1.0/240, value(w, 0, "x", 2), -15*9.81/4000, 1e-7)
}

// spring1Hz is a mass of 2 kg on a spring whose frequency is 1 Hz, pulled out by 0.1 m.
func spring1Hz(zeta float64) *sim.Definition {
	b := dice(2)
	b.Position = mgl64.Vec3{1.1, 0.3, -0.2}
	omega := 2 * math.Pi
	return &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 240}, Bodies: []sim.BodyDef{b},
		Springs: []sim.SpringDef{{A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 0.3, -0.2}, Length: 1, Stiffness: 2 * omega * omega, Damping: 2 * zeta * 2 * omega}},
	}
}

// TestForces_SpringKeepsItsEnergy swings for 10⁵ steps without loss. The scheme keeps an energy that is off by x/(1-x)
// at most, x = (omega h)²/4, within a period; the mean does not drift.
func TestForces_SpringKeepsItsEnergy(t *testing.T) {
	t.Parallel()
	w := mustWorld(t, spring1Hz(0))
	energy := func() float64 { return w.Frame().Ledger.Kinetic + w.Frame().Ledger.Potential }
	mean := func() float64 {
		sum := 0.0
		run(t, w, 2400, func() { sum += energy() })
		return sum / 2400
	}
	start, worst := energy(), 0.0
	first := mean()
	run(t, w, 100000-4800, func() { worst = math.Max(worst, math.Abs(energy()/start-1)) })
	last := mean()
	x := math.Pow(2*math.Pi/240, 2) / 4
	if bound := x / (1 - x); worst > bound*(1+1e-6) {
		t.Errorf("energy is off by %g, the scheme allows %g", worst, bound)
	}
	if math.Abs(last/first-1) > 1e-7 {
		t.Errorf("mean energy %.12g J, after 10⁵ steps %.12g J", first, last)
	}
}

// TestForces_SpringFrequencyAndDamperDecay compares with a cos(wt) and with the damped oscillation, at second order.
func TestForces_SpringFrequencyAndDamperDecay(t *testing.T) {
	for _, zeta := range []float64{0, 0.1, 0.7} {
		var errs []float64
		for _, n := range []int{120, 240, 480} {
			def := spring1Hz(zeta)
			def.Settings.Step = 1 / float64(n)
			w := mustWorld(t, def)
			b := balance(t, w, 3*n)
			if zeta > 0 {
				caused(t, b, record.ByDampers, 0.01)
			}
			caused(t, b, record.BySprings, 1e-9)
			omega := 2 * math.Pi
			d := omega * math.Sqrt(1-zeta*zeta)
			want := 0.1 * math.Exp(-zeta*omega*3) * (math.Cos(d*3) + zeta*omega/d*math.Sin(d*3))
			errs = append(errs, math.Abs(value(w, 0, "x", 0)-1-want))
		}
		if r := errs[1] / errs[2]; errs[2] > 1e-5 || (r < 3.5 || r > 18) && errs[2] > 1e-9 {
			t.Errorf("zeta %g: errors %v", zeta, errs)
		}
	}
}

// TestForces_SpringToADrivenBody: a body of 2 kg on a spring of 1 Hz behind one that is driven at 3 m/s goes at 3 m/s (1 - cos wt). In the
// ledger springs give what the stretched one loses, minus k/2 (3 m/s sin wt / w)², and drives the work of its force at 3 m/s.
func TestForces_SpringToADrivenBody(t *testing.T) {
	const v, m, omega = 3.0, 2.0, 2 * math.Pi
	for _, swapped := range []bool{false, true} {
		spring := sim.SpringDef{A: 1, B: 0, AtA: mgl64.Vec3{0, 0, 0}, AtB: mgl64.Vec3{0, 0, 0}, Length: 5, Stiffness: m * omega * omega}
		if swapped {
			spring.A, spring.B = 0, 1
		}
		trolley := dice(1)
		trolley.Position = mgl64.Vec3{5, 0, 0}
		trolley.Drive = []sim.DriveAt{{Velocity: mgl64.Vec3{v, 0, 0}}, {Time: 9, Velocity: mgl64.Vec3{v, 0, 0}}}
		w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: 1.0 / 240, SleepTime: -1}, Bodies: []sim.BodyDef{dice(m), trolley}, Springs: []sim.SpringDef{spring}})
		b := balance(t, w, 80)
		sin, cos := math.Sincos(omega / 3)
		speed, stored := v*(1-cos), 0.5*m*v*v*sin*sin
		near(t, "v", 1.0/240, value(w, 0, "v", 0), speed, 1e-3*v)
		if got := b.Sums[record.BySprings].Energy; math.Abs(got+stored) > 1e-3*m*v*v {
			t.Errorf("swapped %v: springs give %.5f J, want %.5f", swapped, got, -stored)
		}
		if got, want := b.Sums[record.ByDrives].Energy, 0.5*m*speed*speed+stored; math.Abs(got-want) > 1e-3*m*v*v {
			t.Errorf("swapped %v: drives give %.5f J, want %.5f", swapped, got, want)
		}
	}
}

// TestForces_DamperTooStrongForTheStepHolds joins two bodies by dampers that would stop them in a millionth of a step,
// at points off their centres: they come to go together, and keep their momenta.
func TestForces_DamperTooStrongForTheStepHolds(t *testing.T) {
	a, b := dice(1), dice(3)
	b.Name, b.Position = "b", mgl64.Vec3{1, 0, 0}
	a.Velocity = mgl64.Vec3{4, 0, 0}
	w := mustWorld(t, &sim.Definition{Bodies: []sim.BodyDef{a, b}, Springs: []sim.SpringDef{
		{A: 0, B: 1, AtA: mgl64.Vec3{0.05, 0.05, 0}, AtB: mgl64.Vec3{-0.05, 0.05, 0}, Damping: 1e8},
		{A: 0, B: 1, AtA: mgl64.Vec3{0.05, -0.05, 0}, AtB: mgl64.Vec3{-0.05, -0.05, 0}, Damping: 1e8},
	}})
	k := w.Frame().Ledger.Kinetic
	bal := balance(t, w, 240)
	if bal.End.Kinetic > k {
		t.Errorf("kinetic energy from %g to %g J", k, bal.End.Kinetic)
	}
	if va, vb := value(w, 0, "v", 0), value(w, 1, "v", 0); math.Abs(va-1) > 1e-3 || math.Abs(vb-1) > 1e-3 {
		t.Errorf("velocities %g and %g m/s, want 1", va, vb)
	}
}

// TestForces_TorqueAboutAnAxis turns a body from rest: w = tau t/I, angle = tau t²/(2 I), with I = m (a² + b²)/3.
func TestForces_TorqueAboutAnAxis(t *testing.T) {
	for _, inBody := range []bool{false, true} {
		b := sim.BodyDef{Name: "bar", Half: mgl64.Vec3{0.3, 0.2, 0.1}, Mass: 6}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240}, Bodies: []sim.BodyDef{b},
			Forces: []sim.ForceDef{{InBody: inBody, Program: []sim.ForceAt{{Torque: mgl64.Vec3{0, 0, 0.13}}}}},
		})
		caused(t, balance(t, w, 480), record.ByScripts, 0.1)
		inertia := 6 * (0.09 + 0.04) / 3
		angle := 2 * math.Atan2(value(w, 0, "q", 3), value(w, 0, "q", 0))
		if want := 0.13 * 4 / (2 * inertia); math.Abs(angle-want) > 1e-12 {
			t.Errorf("angle %.15g, want %.15g", angle, want)
		}
		if l := value(w, 0, "L", 2); math.Abs(l-0.26) > 1e-14 {
			t.Errorf("angular momentum %.15g, want 0.26", l)
		}
	}
}

// TestForces_ProgramIsPiecewiseLinear gives a triangle of force of 3 N s, nothing before and after, at a point 0.05 m
// off the centre: p = 3 along the body's y, which turns with it; and a constant one that begins in the middle of a run.
func TestForces_ProgramIsPiecewiseLinear(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 256}, Bodies: []sim.BodyDef{dice(2)},
		Forces: []sim.ForceDef{
			{Program: []sim.ForceAt{{Time: 0.25}, {Time: 0.5, Force: mgl64.Vec3{0, 0, 12}}, {Time: 0.75}}},
			{Program: []sim.ForceAt{{Time: 0.5, Force: mgl64.Vec3{5, 0, 0}}}},
		},
	})
	run(t, w, 64, nil)
	if v := value(w, 0, "v", 2); v != 0 {
		t.Errorf("moves before the program begins: %g m/s", v)
	}
	b := balance(t, w, 192)
	if v := value(w, 0, "v", 2); math.Abs(v-1.5) > 1e-14 {
		t.Errorf("%.15g m/s, want 1.5", v)
	}
	if v := value(w, 0, "v", 0); math.Abs(v-1.25) > 1e-14 {
		t.Errorf("%.15g m/s, want 1.25", v)
	}
	caused(t, b, record.ByScripts, 2)
}

// TestForces_ActAtAPointOfTheBody: at 0.05 m off the centre along y a force along x turns the body about -z.
func TestForces_ActAtAPointOfTheBody(t *testing.T) {
	turned := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1})
	b := dice(2)
	b.Attitude = turned
	w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: 1.0 / 1024}, Bodies: []sim.BodyDef{b}, Forces: []sim.ForceDef{
		{InBody: true, Point: mgl64.Vec3{0, 0.05, 0}, Program: []sim.ForceAt{{Force: mgl64.Vec3{2, 0, 0}}, {Time: 1.0 / 512}, {Time: 1}}},
	}})
	run(t, w, 2, nil)
	// The impulse is 2 N × 1/512 s / 2 along the body's x, the world's y, as long as it has hardly turned.
	if v := value(w, 0, "v", 1); math.Abs(v-1.0/1024) > 1e-9 {
		t.Errorf("v_y %g, want %g", v, 1.0/1024)
	}
	if l := value(w, 0, "L", 2); math.Abs(l+0.05/512) > 1e-12 {
		t.Errorf("L_z %g, want %g", l, -0.05/512)
	}
}

func TestForces_ReportWhatIsWrong(t *testing.T) {
	for want, change := range map[string]func(*sim.Definition){
		"forces[0]: body: there is no body with index 4": func(d *sim.Definition) { d.Forces = []sim.ForceDef{{Body: 4}} },
		"forces[0]: program[1]: give finite": func(d *sim.Definition) {
			d.Forces = []sim.ForceDef{{Program: []sim.ForceAt{{Time: 1}, {Time: 1}}}}
		},
		"forces[0]: program: it is empty":  func(d *sim.Definition) { d.Forces = []sim.ForceDef{{}} },
		"it moves nothing":                 func(d *sim.Definition) { d.Springs[0].B = sim.WorldEnd },
		"swings with a period of 0.01 s":   func(d *sim.Definition) { d.Springs[0].Stiffness *= 1e4 },
		"drag.quadratic: NaN":              func(d *sim.Definition) { d.Bodies[0].Drag.Quadratic = math.NaN() },
		"stiffness: +Inf N/m: give":        func(d *sim.Definition) { d.Springs[0].Stiffness = math.Inf(1) },
		"springs[0]: a: there is no body":  func(d *sim.Definition) { d.Springs[0].A = 7 },
		"drive[0]: give finite velocities": func(d *sim.Definition) { d.Bodies[0].Drive = []sim.DriveAt{{Time: math.Inf(1)}} },
	} {
		def := spring1Hz(0)
		change(def)
		if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestForces_DoNotAllocate(t *testing.T) {
	def := spring1Hz(0.1)
	def.Bodies[0].Drag = sim.DragDef{Linear: 1, Quadratic: 1, Angular: 1}
	def.Bodies[0].AngularVelocity = mgl64.Vec3{1, 2, 3}
	def.Forces = []sim.ForceDef{{InBody: true, Program: []sim.ForceAt{{Force: mgl64.Vec3{1, 0, 0}, Torque: mgl64.Vec3{0, 1, 0}}, {Time: 9}}}}
	w := mustWorld(t, def)
	run(t, w, 10, nil)
	if n := geomtest.Allocations(50, func() {}, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestForces_BlockSlidesUnderACosine is block_sliding of Potra et al. (2006): 1 kg on a plane, mu = 0.8, f = 8 cos t N,
// given at 5 ms and linear in between; x(10 s) = -0.008697167 m.
func TestForces_BlockSlidesUnderACosine(t *testing.T) {
	t.Parallel()
	var program []sim.ForceAt
	for i := range 2001 {
		s := float64(i) / 200
		program = append(program, sim.ForceAt{Time: s, Force: mgl64.Vec3{8 * math.Cos(s), 0, 0}})
	}
	var errs []float64
	for _, n := range []int{2000, 4000} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 10 / float64(n), Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0.8}},
			Bodies:    []sim.BodyDef{{Name: "block", Half: mgl64.Vec3{0.15, 0.15, 0.05}, Mass: 1, Position: mgl64.Vec3{0, 0, 0.05}}},
			Statics:   []sim.StaticDef{floor(5)},
			Forces:    []sim.ForceDef{{Program: program}},
		})
		b := balance(t, w, n)
		caused(t, b, record.ByScripts, 0.01)
		errs = append(errs, math.Abs(value(w, 0, "x", 0)+0.008697167))
	}
	t.Logf("off by %.3g m", errs)
	// Each of four slips begins inside a step, over which the force is held: it is off by at most 8 sin(2.946)·dt²/2 in
	// its speed, for its 0.59 s.
	for k, dt := range []float64{10.0 / 2000, 10.0 / 4000} {
		if most := 4 * 0.59 * 1.55 * dt * dt / 2; errs[k] > most {
			t.Errorf("step %v s: off by %.3g m, more than %.3g", dt, errs[k], most)
		}
	}
}
