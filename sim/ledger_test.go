package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// balance runs a world for some steps and returns its balance.
func balance(t *testing.T, w *sim.World, steps int) *record.Balance {
	t.Helper()
	return balanceOf(t, w, steps, nil)
}

// balanceOf is balance, and calls each, if not nil, after every step.
func balanceOf(t *testing.T, w *sim.World, steps int, each func()) *record.Balance {
	t.Helper()
	var b record.Balance
	start := w.Frame().Ledger
	start.Rows = nil // of the step before
	b.Add(&start)
	for range steps {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		b.Add(&w.Frame().Ledger)
		if each != nil {
			each()
		}
	}
	e, p, l := b.Gaps()
	t.Logf("in play %.6g J, %.6g N s, %.6g N m s; open %.2g, %.2g, %.2g of it", b.Energy, b.Momentum, b.Angular,
		math.Abs(e)/b.Energy, p.Len()/b.Momentum, l.Len()/b.Angular)
	for c := range b.Sums {
		if r := &b.Sums[c]; b.Present[c] && (r.Energy != 0 || r.P.Len() > 0 || r.L.Len() > 0) {
			t.Logf("%-12v %14.6g J  %.4g N s  %.4g N m s", record.Cause(c), r.Energy, r.P, r.L)
		}
	}
	if !b.Closes() {
		t.Errorf("the balance does not close")
	}
	return &b
}

// caused fails where a cause took none of the energy, or less than least of it (its size) [J].
func caused(t *testing.T, b *record.Balance, c record.Cause, least float64) {
	t.Helper()
	if got := math.Abs(b.Sums[c].Energy); !(got >= least) {
		t.Errorf("%v accounts for %g J, want at least %g", c, got, least)
	}
}

func TestLedger_ClosesForATumblingBody(t *testing.T) {
	// The error of the attitude's step falls with the fourth power of its length, at least: 16 at half of it.
	size := func(dt float64) float64 {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: dt, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.05, 0.2, 0.45}, Mass: 10, Position: mgl64.Vec3{3, 0, 2},
				Velocity: mgl64.Vec3{-2, 2, 8}, AngularVelocity: mgl64.Vec3{0.1, 5, 0.1}}},
		})
		b := balance(t, w, int(math.Round(10/dt)))
		caused(t, b, record.ByGravity, 1)
		if a := math.Abs(b.Sums[record.ByAttitude].Energy); a > 1e-6*b.Energy {
			t.Errorf("attitude: %g of the energy in play", a/b.Energy)
		}
		return math.Abs(b.Sums[record.ByAttitude].Energy)
	}
	a, b := size(1.0/120), size(1.0/240)
	if !(b < a/14) || b == 0 {
		t.Errorf("attitude: %g J at 1/120 s, %g J at 1/240 s: not of order four", a, b)
	}
}

func TestLedger_ClosesForAPile(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 120},
		Materials: []sim.Material{{Friction: 0.4, Restitution: 0.3}},
		Statics:   []sim.StaticDef{grid(t, 20, 1)},
	}
	for i := range 12 {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: string(rune('a' + i)), Half: mgl64.Vec3{0.2 + 0.2*rng.Float64(), 0.2 + 0.1*rng.Float64(), 0.3}, Mass: 1 + 50*rng.Float64(),
			Position:        mgl64.Vec3{0.3 * rng.Float64(), 0.3 * rng.Float64(), 1 + 0.9*float64(i)},
			Velocity:        mgl64.Vec3{3 * rng.Float64(), 0, -2},
			AngularVelocity: mgl64.Vec3{2 * rng.Float64(), 3 * rng.Float64(), rng.Float64()},
		})
	}
	// What one begins with in the ground is pushed out.
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "sunk", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 10, Position: mgl64.Vec3{5, 0, 0.299}})
	b := balance(t, mustWorld(t, def), 1000)
	for _, c := range []record.Cause{record.ByGravity, record.ByRestitution, record.ByFriction, record.ByContacts, record.ByCorrection} {
		caused(t, b, c, 1e-9)
	}
}

// TestLedger_ClosesForCrowds runs random crashes on floors and meshes, and gases of boxes in a room whose limit of
// impacts is soon used up, with all models of impacts.
func TestLedger_ClosesForCrowds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	limited := 0
	for n := range 16 {
		def := crowd(t, r, 3+n%6, n%2 == 1)
		if n%4 == 0 {
			def.Settings.MaxImpacts = 1
			def.Settings.Gravity = mgl64.Vec3{}
			def.Bodies, def.Statics = swarm(r, 4, 300, 10), room(t, 4, 1, n%8 == 0)
		}
		if n%4 == 3 {
			model := []sim.ImpactModel{sim.KudlichSlibar, sim.Brach, sim.PoissonRouth}[n/4%3]
			def.Pairs = []sim.MaterialPair{{Friction: 0.4, Restitution: 0.3, Model: model}}
		}
		steps := 80
		if geomtest.Long {
			steps = 240
		}
		b := balance(t, mustWorld(t, def), steps)
		if b.Sums[record.ByLimits].Energy != 0 {
			limited++
		}
		if a := math.Abs(b.Sums[record.ByAttitude].Energy); a > 1e-6*b.Energy {
			t.Errorf("attitude: %g of the energy in play", a/b.Energy)
		}
	}
	if limited < 2 {
		t.Errorf("only %d scenes came to a limit", limited)
	}
}

// TestLedger_ContactsKeepAngularMomentum lets boxes come to rest on each other in free space, slowly, so that the
// contact solver has them, with slip: momentum and angular momentum stay, to rounding.
func TestLedger_ContactsKeepAngularMomentum(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, ImpactSpeed: 5},
		Materials: []sim.Material{{Friction: 0.3}},
		Bodies: []sim.BodyDef{
			{Name: "plank", Half: mgl64.Vec3{2, 0.5, 0.1}, Mass: 20, Velocity: mgl64.Vec3{0, 0, 1.5}, AngularVelocity: mgl64.Vec3{0, 0.2, 0}},
			{Name: "box", Half: mgl64.Vec3{0.3, 0.2, 0.3}, Mass: 5, Position: mgl64.Vec3{0.4, 0.1, 0.5}, Velocity: mgl64.Vec3{2, 0, 0}},
			{Name: "other", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 9, Position: mgl64.Vec3{-1, 0, 0.6}, Velocity: mgl64.Vec3{0, 0.5, -1}},
		},
	})
	b := balance(t, w, 120)
	caused(t, b, record.ByContacts, 0.1)
	caused(t, b, record.ByFriction, 0.1)
	if d := b.End.L.Sub(b.Start.L).Len(); d > 1e-12*b.Angular {
		t.Errorf("angular momentum changed by %g of %g N m s", d, b.Angular)
	}
	if d := b.End.P.Sub(b.Start.P).Len(); d > 1e-12*b.Momentum {
		t.Errorf("momentum changed by %g of %g N s", d, b.Momentum)
	}
}

// TestLedger_OfASlide is a slide by hand: friction takes m v²/2, gravity and contact balance, and the floor has the
// momentum.
func TestLedger_OfASlide(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{3, 0, 0}}},
		Statics:   []sim.StaticDef{floor(9)},
	})
	b := balance(t, w, 480)
	f, g, c := &b.Sums[record.ByFriction], &b.Sums[record.ByGravity], &b.Sums[record.ByContacts]
	if math.Abs(f.Energy+45) > 1e-6 || math.Abs(f.P.X+30) > 1e-6 || math.Abs(f.P.Y) > 1e-6 {
		t.Errorf("friction: %+v, want -45 J and -30 N s", f)
	}
	if d := g.P.Add(c.P); d.Len() > 1e-6 || math.Abs(g.Energy) > 1e-6 || g.P.Z > -10*9.81 {
		t.Errorf("gravity %+v, contacts %+v", g, c)
	}
	if b.End.Kinetic != 0 {
		t.Errorf("%g J at the end", b.End.Kinetic)
	}
}

// TestLedger_OfAVehicle brakes a car: tyres and suspension have their rows.
func TestLedger_OfAVehicle(t *testing.T) {
	def := sedan(20, []vehicle.Input{{Brake: 1}})
	def.Statics = []sim.StaticDef{grid(t, 200, 1)}
	b := balance(t, mustWorld(t, def), 1200)
	caused(t, b, record.ByTyres, 1e4)
	caused(t, b, record.BySuspension, 1)
}

// TestLedger_ClosesAfterManySteps makes 10⁵ short ones, in which a constant force is rounded the same way each time:
// that is in the row of the integrator's own errors.
func TestLedger_ClosesAfterManySteps(t *testing.T) {
	t.Parallel()
	def := spring1Hz(0.001)
	def.Settings.Gravity, def.Settings.Step = mgl64.Vec3{0, 0, -9.81}, 1e-4
	def.Bodies[0].Drag.Linear, def.Bodies[0].AngularVelocity = 0.01, mgl64.Vec3{1, 2, 3}
	def.Forces = []sim.ForceDef{{Program: []sim.ForceAt{{Force: mgl64.Vec3{1, 0, 0}}}}}
	steps := 30000
	if geomtest.Long {
		steps = 100000
	}
	balance(t, mustWorld(t, def), steps)
	b := crashBox("b", 0, 40)
	b.AngularVelocity = mgl64.Vec3{1, 5, 3}
	bal := balance(t, mustWorld(t, &sim.Definition{Settings: def.Settings, Bodies: []sim.BodyDef{b}}), steps)
	if p := bal.Sums[record.ByNumerical].P.Len(); p == 0 || p > 1e-11*bal.Momentum {
		t.Errorf("rounding gave %g N s of %g", p, bal.Momentum)
	}
}

// TestLedger_TorquesWorkInACutSubstep: a box that a torque turns about all axes tumbles along the floor, and balls drop
// on it within its substeps. What the cut leaves of the substep's contacts changes its angular velocity, and with it
// the work of the torque.
func TestLedger_TorquesWorkInACutSubstep(t *testing.T) {
	t.Parallel()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.4}},
		Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 5, Position: mgl64.Vec3{0, 0, 0.1}}},
		Statics:   []sim.StaticDef{floor(50)},
		Forces:    []sim.ForceDef{{InBody: true, Program: []sim.ForceAt{{Torque: mgl64.Vec3{25, 17, 20}}}}},
	}
	for i := range 12 {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("ball ", i), Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1,
			Position: mgl64.Vec3{-0.4 + 0.07*float64(i), 0.03 * float64(i%5), 0.8 + 0.31*float64(i)}})
	}
	b := balance(t, mustWorld(t, def), 480)
	caused(t, b, record.ByScripts, 100)
	caused(t, b, record.ByRestitution, 10)
}
