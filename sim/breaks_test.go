package sim_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// brokenIn runs a world for a time [s] and returns the events of what broke.
func brokenIn(t testing.TB, w *sim.World, time float64) (list []record.Event) {
	t.Helper()
	for end := w.Frame().Time + time; w.Frame().Time < end-1e-9; {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Broke {
				e.Points = slices.Clone(e.Points) // the world's, for others to come
				list = append(list, e)
			}
		}
	}
	return list
}

// breakingPendulum is the pendulum of pendulumOf, from 60° at rest, whose joint holds so many newtons.
func breakingPendulum(dt, force float64) *sim.Definition {
	const amp = math.Pi / 3
	return &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: dt},
		Bodies:   []sim.BodyDef{{Name: "bob", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: mgl64.Vec3{math.Sin(amp), 0, -math.Cos(amp)}}},
		Joints:   []sim.JointDef{{Name: "pivot", A: 0, B: sim.WorldEnd, InWorld: true, BreakForce: force}},
	}
}

// pendulumBreaks is when the pull of a pendulum of inertia j about its pivot, of 1 kg and 1 m, from 60° at rest, reaches a
// force, and where it is then, by Runge–Kutta steps of 1e-5 s: angle [rad], angular velocity [rad/s].
func pendulumBreaks(j, force float64) (at, a, w float64) {
	const h = 1e-5
	a = math.Pi / 3
	pull := func(a, w float64) float64 { // along and across the string
		along, across := w*w+9.81*math.Cos(a), 9.81*math.Sin(a)*(1-1/j)
		return math.Hypot(along, across)
	}
	acc := func(a float64) float64 { return -9.81 * math.Sin(a) / j }
	for ; pull(a, w) < force; at += h {
		k1, l1 := w, acc(a)
		k2, l2 := w+h/2*l1, acc(a+h/2*k1)
		k3, l3 := w+h/2*l2, acc(a+h/2*k2)
		k4, l4 := w+h*l3, acc(a+h*k3)
		a, w = a+h/6*(k1+2*k2+2*k3+k4), w+h/6*(l1+2*l2+2*l3+l4)
	}
	return at, a, w
}

// TestBreak_PendulumAtItsPull: a pendulum from 60° pulls with m g (3 - 2 cos 60°) = 2 m g at its lowest place (less by the
// share of its own inertia). One that holds a little more swings on, one that holds less breaks when its pull reaches that, later by
// at most two and a half steps, and is then as far off the exact flight as that: the error halves with the step.
func TestBreak_PendulumAtItsPull(t *testing.T) {
	t.Parallel()
	const j = 1 + 0.01/6
	most := 9.81 * (1 + 1/j)
	if got := brokenIn(t, mustWorld(t, breakingPendulum(1.0/960, most*1.002)), 3); len(got) > 0 {
		t.Errorf("breaks at %v N below what it holds", got[0].Force())
	}
	if got := brokenIn(t, mustWorld(t, breakingPendulum(1.0/960, most*0.998)), 3); len(got) != 1 {
		t.Errorf("breaks %d times at its largest pull", len(got))
	}
	const force, end = 15, 0.8
	at, a, spin := pendulumBreaks(j, force)
	exact := func(t float64) mgl64.Vec3 {
		return mgl64.Vec3{math.Sin(a) + math.Cos(a)*spin*t, 0, -math.Cos(a) + math.Sin(a)*spin*t - 9.81/2*t*t}
	}
	var errs []float64
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960, 1.0 / 3840} {
		w := mustWorld(t, breakingPendulum(dt, force))
		got := brokenIn(t, w, end)
		if len(got) != 1 {
			t.Fatalf("step %g: breaks %d times", dt, len(got))
		}
		e := &got[0]
		off := w.Body(0).Position.Sub(exact(w.Frame().Time - at)).Len()
		errs = append(errs, off)
		t.Logf("step 1/%.0f s: breaks %.6f s after %.6f s, at %.4f N; at %g s off by %.2e m", 1/dt, e.Time-at, at, e.Force().Len(), end, off)
		if late := e.Time - at; late < 0 || late > 2.5*dt+1e-5 {
			t.Errorf("step %g: breaks at %g s, want %g", dt, e.Time, at)
		}
		if f := e.Force(); e.Detail != "pivot" || e.A != 0 || e.B != -1 || e.Impulse.Len() != 0 || f.Len() < force || f.Len() > force+2.5*50*dt || f.Z < 0 {
			t.Errorf("step %g: event %+v", dt, e)
		}
		if f := value3(w, -1, "joint.pivot.force"); f != (mgl64.Vec3{}) {
			t.Errorf("the broken joint has a force of %v", f)
		}
	}
	for i := 1; i < len(errs); i++ {
		if errs[i] > errs[i-1]/2.5 {
			t.Errorf("error %g with a step, %g with four times as many", errs[i-1], errs[i])
		}
	}
}

// tow is a sledge of 100 kg that a force pulls, more and more, with one of 300 kg on a joint behind it, without friction.
func tow(dt, limit float64) *sim.Definition {
	return &sim.Definition{
		Settings: sim.Settings{Step: dt},
		Bodies: []sim.BodyDef{
			{Name: "ahead", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 100},
			{Name: "behind", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 300, Position: mgl64.Vec3{-2, 0, 0}},
		},
		Joints: []sim.JointDef{{Name: "bar", A: 0, B: 1, AtA: mgl64.Vec3{-1, 0, 0}, AtB: mgl64.Vec3{1, 0, 0}, BreakForce: limit}},
		Forces: []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{}, {Time: 1, Force: mgl64.Vec3{400, 0, 0}}}}},
	}
}

// TestBreak_TowAtItsShareOfTheForce: the joint passes on F m2/(m1 + m2), which reaches 150 N at 0.5 s, where F is 200 N.
// From then on the first alone is pulled; after it the two have the speeds of free bodies. Momentum is the integral of the force
// throughout, and the ledger balances.
func TestBreak_TowAtItsShareOfTheForce(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960} {
		w := mustWorld(t, tow(dt, 150))
		got := brokenIn(t, w, 1)
		if len(got) != 1 {
			t.Fatalf("breaks %d times", len(got))
		}
		at := got[0].Time
		if at < 0.5 || at > 0.5+2.5*dt {
			t.Errorf("step %g: breaks at %g s, want 0.5 and up to 2.5 steps", dt, at)
		}
		if f := got[0].Force(); f.X > -150 || f.X < -150-300*2.5*dt { // on the one ahead
			t.Errorf("step %g: breaks at %v N", dt, f)
		}
		behind := 200 * at * at / 400 // both, by a force of 400 N/s
		ahead := behind + (200-200*at*at)/100
		if a, b := w.Body(0).Velocity[0], w.Body(1).Velocity[0]; math.Abs(a-ahead) > 1e-9 || math.Abs(b-behind) > 1e-9 {
			t.Errorf("step %g: at %g and %g m/s, want %g and %g", dt, a, b, ahead, behind)
		}
		if p := 100*w.Body(0).Velocity[0] + 300*w.Body(1).Velocity[0]; math.Abs(p-200) > 1e-9 {
			t.Errorf("step %g: momentum %g N s, want 200", dt, p)
		}
	}
	if got := brokenIn(t, mustWorld(t, tow(1.0/240, 300.5)), 1); len(got) > 0 {
		t.Errorf("breaks at %v, below what it holds", got[0].Force())
	}
}

// TestBreak_SlowStopIsNoForce: what meets the wall slower than an impact stops within a step. However short that is, no joint
// breaks by it.
func TestBreak_SlowStopIsNoForce(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		def := pushedPair(0, sim.JointDef{BreakForce: 100})
		def.Settings.Step = dt
		for i := range def.Bodies {
			def.Bodies[i].Velocity[0] = 0.4
		}
		w := mustWorld(t, def)
		if got := brokenIn(t, w, 0.5); len(got) > 0 || math.Abs(w.Body(1).Velocity[0]) > 1e-6 {
			t.Errorf("step %g: breaks %d times, rear at %g m/s", dt, len(got), w.Body(1).Velocity[0])
		}
	}
}

// TestBreak_SpringTears: a weight on a rope that becomes taut tears it when the spring's force reaches the limit, and falls freely from
// then on; one that holds more swings on. A rope that has torn lets the body fall asleep.
func TestBreak_SpringTears(t *testing.T) {
	rope := func(dt, limit float64) *sim.Definition {
		return &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -10}, Step: dt},
			Bodies:   []sim.BodyDef{{Name: "weight", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 2, Position: mgl64.Vec3{0, 0, 3}}},
			Statics:  []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}},
			Springs:  []sim.SpringDef{{Name: "rope", A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 0, 3}, Length: 0, Stiffness: 200, Only: sim.PullOnly, BreakForce: limit}},
		}
	}
	// From rest x = (m g/k)(1 - cos wt), w = sqrt(k/m) = 10/s: the force k x is 30 N at cos wt = -0.5, 40 N at most.
	at := math.Acos(-0.5) / 10
	v := 20.0 / 200 * 10 * math.Sin(10*at)
	for _, dt := range []float64{1.0 / 240, 1.0 / 960, 1.0 / 3840} {
		w := mustWorld(t, rope(dt, 30))
		got := brokenIn(t, w, 0.5)
		if len(got) != 1 || got[0].Time < at-0.001 || got[0].Time > at+1.5*dt+0.001 || got[0].Detail != "rope" || got[0].A != 0 || math.Abs(got[0].Points[0].P.Z-2.85) > 10*dt || got[0].Force().Z < 30 {
			t.Fatalf("step %g: broke %+v, want at %g s", dt, got, at)
		}
		free := w.Frame().Time - at
		if z := 3 - 30.0/200 - v*free - 5*free*free; math.Abs(w.Body(0).Position[2]-z) > 12*dt {
			t.Errorf("step %g: at %g m, want %g", dt, w.Body(0).Position[2], z)
		}
	}
	if got := brokenIn(t, mustWorld(t, rope(1.0/960, 40.5)), 2); len(got) > 0 {
		t.Errorf("tears at %v", got[0].Force())
	}
	w := mustWorld(t, rope(1.0/240, 30))
	slept := false
	for range 960 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		slept = slept || slices.ContainsFunc(w.Frame().Events, func(e record.Event) bool { return e.Kind == record.Sleep })
	}
	if !slept || !w.AtRest() {
		t.Error("the weight on the floor does not fall asleep")
	}
	if p := w.Frame().Ledger.Potential; math.Abs(p-2*10*w.Body(0).Position[2]) > 1e-6 {
		t.Errorf("a torn rope has energy: %g J", p)
	}
}

// TestBreak_OnADrivenBody: a driven body lifts a box on a joint at 5 m/s², by m (g + a) = 148.1 N. One that holds less breaks when that
// begins, 20 ms after the start, up to which it bears m g; the box goes on as thrown.
func TestBreak_OnADrivenBody(t *testing.T) {
	for limit, breaks := range map[float64]bool{147.5: true, 148.6: false} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 1000},
			Bodies: []sim.BodyDef{
				{Name: "hook", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Position: mgl64.Vec3{0, 0, 5}, Drive: []sim.DriveAt{{Time: 0}, {Time: 0.02}, {Time: 1.02, Velocity: mgl64.Vec3{0, 0, 5}}}},
				{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 10, Position: mgl64.Vec3{0, 0, 4}},
			},
			Joints: []sim.JointDef{{Name: "rope", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0, 0, 5}, BreakForce: limit}},
		})
		got := brokenIn(t, w, 0.2)
		if (len(got) == 1) != breaks {
			t.Fatalf("%g N: %+v", limit, got)
		}
		if !breaks {
			continue
		}
		if at := got[0].Time; at < 0.0215 || at > 0.0235 || got[0].Force().Z > 0 {
			t.Errorf("breaks at %g s by %v on the hook", at, got[0].Force())
		}
		free := w.Frame().Time - got[0].Time
		if v, want := w.Body(1).Velocity[2], 5*(got[0].Time-0.02)-9.81*free; math.Abs(v-want) > 1e-6 {
			t.Errorf("the box goes on at %g m/s, want %g", v, want)
		}
	}
}

// TestBreak_RefusesWhatIsNoLimit: limits below zero, or not finite, are errors that name the joint and the field.
func TestBreak_RefusesWhatIsNoLimit(t *testing.T) {
	for _, v := range []float64{-1, math.NaN(), math.Inf(1)} {
		for k := range 3 {
			def := tow(1.0/60, 0)
			def.Springs = []sim.SpringDef{{Name: "rope", A: 0, B: 1, Stiffness: 1}}
			field := [3]*float64{&def.Joints[0].BreakForce, &def.Joints[0].BreakImpulse, &def.Springs[0].BreakForce}[k]
			*field = v
			want := [3]string{`joint "bar": break_force: `, `joint "bar": break_impulse: `, `spring "rope": break_force: `}[k]
			if _, err := sim.New(def); err == nil || !bytes.HasPrefix([]byte(err.Error()), []byte(want)) {
				t.Errorf("%g: %v, want %q", v, err, want)
			}
		}
	}
}
