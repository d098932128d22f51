package sim_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// forceOf returns the contact force of a pair in the frame at hand.
func forceOf(t testing.TB, w *sim.World, a, b int32) record.ContactForce {
	t.Helper()
	for _, c := range w.Frame().Contacts {
		if c.A == a && c.B == b {
			return c
		}
	}
	t.Fatalf("step %d: no contact of %d and %d among %v", w.Frame().Step, a, b, w.Frame().Contacts)
	return record.ContactForce{}
}

// TestContactForces_Weight lets a box stand on a floor, off its middle: the floor carries its weight under its centre,
// from the second step on, and after it has fallen asleep.
func TestContactForces_Weight(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}, ContactForces: true,
		Bodies:  []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.3, 0.2}, Mass: 100, Position: mgl64.Vec3{300, -200, 0.2}}},
		Statics: []sim.StaticDef{floor(400)},
	})
	const weight = 100 * 9.81
	asleep := false
	run(t, w, 200, func() {
		f := w.Frame()
		for _, e := range f.Events {
			asleep = asleep || e.Kind == record.Sleep
		}
		if f.Step < 2 {
			return
		}
		c := forceOf(t, w, 0, 1)
		// B is the floor: it is pushed down. The residual of 1e-7 m/s a substep of 1 ms is 1e-5 of the weight.
		if d := c.Normal.Sub(geom.Vec{Z: -weight}).Len(); d > 1e-5*weight || c.Friction.Len() > 1e-5*weight {
			t.Fatalf("step %d: normal force %v, friction %v; want %v downwards", f.Step, c.Normal, c.Friction, weight)
		}
		if d := c.P.Sub(geom.Vec{X: 300, Y: -200}).Len(); d > 1e-4 || c.Moment.Len() > 1e-5*weight {
			t.Fatalf("step %d: acts at %v with a moment of %v", f.Step, c.P, c.Moment)
		}
	})
	if !asleep {
		t.Error("the box has not fallen asleep")
	}
}

// TestContactForces_Sliding slides a box: friction is mu m g against the slip, and the normal force acts mu h before
// the centre, h above the floor, for nothing else holds the box upright.
func TestContactForces_Sliding(t *testing.T) {
	const mu, height, weight = 0.4, 0.2, 100 * 9.81
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, ContactForces: true,
		Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.3, height}, Mass: 100,
			Position: mgl64.Vec3{0, 0, height}, Velocity: mgl64.Vec3{12, 5, 0}}},
		Statics: []sim.StaticDef{floor(60)},
	})
	run(t, w, 2, nil)
	x := geom.Vec{X: value(w, 0, "x", 0), Y: value(w, 0, "x", 1)}
	along := geom.Vec{X: 12, Y: 5}.Scale(1.0 / 13)
	run(t, w, 100, func() {
		c := forceOf(t, w, 0, 1)
		if d := c.Friction.Sub(along.Scale(mu * weight)).Len(); d > 2e-5*weight {
			t.Fatalf("step %d: friction %v, want %v along %v", w.Frame().Step, c.Friction, mu*weight, along)
		}
		if d := math.Abs(c.Normal.Z + weight); d > 2e-5*weight {
			t.Fatalf("step %d: normal force %v, want %v", w.Frame().Step, c.Normal, weight)
		}
		now := geom.Vec{X: value(w, 0, "x", 0), Y: value(w, 0, "x", 1)}
		// The force of a step acts over it: its place is in the middle of those that the centre has at both ends.
		before := c.P.Sub(x.Add(now).Scale(0.5)).Sub(along.Scale(mu * height))
		if before.Z = 0; before.Len() > 1e-3*now.Sub(x).Len() {
			t.Fatalf("step %d: acts at %v, the centre is at %v", w.Frame().Step, c.P, now)
		}
		x = now
	})
}

// TestContactForces_Stack stacks ten boxes: the kth from above carries k weights, and so do its moments about the axis
// nothing.
func TestContactForces_Stack(t *testing.T) {
	def := &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0), SleepTime: -1}, Materials: []sim.Material{{Friction: 0.5}}, ContactForces: true,
		Statics: []sim.StaticDef{floor(10)},
	}
	for k := range 10 {
		def.Bodies = append(def.Bodies, cube(fmt.Sprint(k), 0.5, 2, mgl64.Vec3{0, 0, 0.5 + float64(k)}, mgl64.Vec3{}))
	}
	w := mustWorld(t, def)
	run(t, w, 240, nil)
	for k := range int32(10) {
		a, b, sign := k-1, k, 1.0 // B is above
		if k == 0 {
			a, b, sign = 0, 10, -1
		}
		c := forceOf(t, w, a, b)
		want := float64(10-k) * 2 * 9.81
		if d := math.Abs(sign*c.Normal.Z - want); d > 1e-4*want || math.Hypot(c.P.X, c.P.Y) > 1e-3 {
			t.Errorf("under box %d: %v at %v, want %g", k, c.Normal, c.P, want)
		}
	}
	if n := len(w.Frame().Contacts); n != 10 {
		t.Errorf("%d contacts", n)
	}
}

// tumbling is boxes and balls that fall on each other, between walls, with rolling resistance and spin friction.
func tumbling(t testing.TB) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 120, Gravity: tilt(0), SleepTime: 0.2},
		Materials: []sim.Material{{Friction: 0.6, Restitution: 0.2, Rolling: 0.01, Spin: 0.02}},
		Statics: []sim.StaticDef{floor(20),
			{Name: "wall", Half: mgl64.Vec3{0.1, 2, 1}, Position: mgl64.Vec3{1, 0, 1}},
			{Name: "wall", Half: mgl64.Vec3{0.1, 2, 1}, Position: mgl64.Vec3{-1, 0, 1}}},
		ContactForces: true,
	}
	r := rand.New(rand.NewPCG(24, 6))
	ball, err := geom.NewSphere(0.25)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 8 {
		b := sim.BodyDef{Name: fmt.Sprint(k), Half: mgl64.Vec3{0.2 + 0.2*r.Float64(), 0.25, 0.15}, Mass: 1 + 4*r.Float64(),
			Position: mgl64.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, 0.6 + 0.5*float64(k)}, Attitude: randomTurn(r)}
		if k%4 == 3 {
			b.Shapes = []sim.ShapeDef{{Shape: ball}}
		}
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// TestContactForces_Balance compares the recorded contact forces of a heap with the motion of its bodies: of each body
// momentum comes from gravity, contacts and impacts, and of all of them angular momentum about the origin as the
// ledger's rows of contacts and friction say. Both to the grids on which forces are recorded: 2⁻²³ of each force, a few
// times for sums.
func TestContactForces_Balance(t *testing.T) {
	t.Parallel()
	def := tumbling(t)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "late", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{0.1, 0.2, 44.1}})
	w := mustWorld(t, def) // the last one falls on sleepers after 3 s, in the middle of a step
	dt := w.Settings().Step
	n := len(def.Bodies)
	momenta := func() []geom.Vec {
		list := make([]geom.Vec, n)
		for i := range list {
			list[i] = geom.Vec{X: value(w, int32(i), "v", 0), Y: value(w, int32(i), "v", 1), Z: value(w, int32(i), "v", 2)}.Scale(def.Bodies[i].Mass)
		}
		return list
	}
	before, contacts, turned, still := momenta(), 0, 0, map[int]bool{}
	asleep, inside := false, false // a body sleeps; one is woken well within a step, until when what it rests on holds it
	run(t, w, 480, func() {
		f := w.Frame()
		now := momenta()
		got, size := make([]geom.Vec, n), make([]float64, n)
		for i := range got {
			got[i] = geom.FromMGL(def.Settings.Gravity).Scale(def.Bodies[i].Mass * dt)
			size[i] = got[i].Len() + now[i].Len() + before[i].Len()
		}
		give := func(i int32, j geom.Vec) {
			if int(i) < n {
				got[i] = got[i].Add(j)
				size[i] += j.Len()
			}
		}
		impacts, slept := false, maps.Clone(still)
		for _, e := range f.Events {
			switch e.Kind {
			case record.Impact:
				impacts = true
				give(e.A, e.Impulse)
				give(e.B, e.Impulse.Neg())
			case record.Sleep:
				still[int(e.A)] = true
				asleep = true
			case record.Wake:
				inside = inside || e.Time > f.Time-0.9*dt && e.Time < f.Time-0.1*dt
				delete(still, int(e.A))
				delete(slept, int(e.A))
			}
		}
		var l, ledger geom.Vec
		lSize := 0.0
		for _, c := range f.Contacts {
			contacts++
			j := c.Force().Scale(dt)
			give(c.A, j.Neg())
			give(c.B, j)
			if int(c.B) >= n && !slept[int(c.A)] {
				l = l.Sub(c.P.Cross(j).AddScaled(c.Moment, dt))
				lSize += c.P.Len()*j.Len() + c.Moment.Len()*dt + j.Len()
			}
		}
		for i := range got {
			if still[i] {
				continue
			}
			if d := got[i].Sub(now[i].Sub(before[i])).Len(); d > 1e-6*size[i] {
				t.Fatalf("step %d: momentum of %d changes by %v, its forces give %v", f.Step, i, now[i].Sub(before[i]), got[i])
			}
		}
		for _, r := range f.Ledger.Rows {
			if r.Cause == record.ByContacts || r.Cause == record.ByFriction || r.Cause == record.ByCorrection {
				ledger = ledger.Add(r.L)
			}
		}
		if !impacts && lSize > 0 {
			turned++
			if d := l.Sub(ledger).Len(); d > 1e-6*lSize {
				t.Fatalf("step %d: angular momentum of contacts with the world %v, of the ledger %v", f.Step, l, ledger)
			}
		}
		before = now
	})
	if contacts < 2000 || turned < 100 || !asleep || !inside {
		t.Errorf("only %d contacts and %d steps without impacts, sleep: %v, woken in a step: %v", contacts, turned, asleep, inside)
	}
}

// TestContactForces_OfMovers: a walker steps from a crate, which sleeps but for its weight, and another pushes a box along the floor:
// what each of them presses on is in the contact forces, or in impacts, so that with gravity these give all momentum.
func TestContactForces_OfMovers(t *testing.T) {
	t.Parallel()
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}, ContactForces: true,
		Statics: []sim.StaticDef{floor(20)},
		Bodies: []sim.BodyDef{cube("crate", 0.5, 30, mgl64.Vec3{0, 0, 0.5}, mgl64.Vec3{}),
			cube("box", 0.8, 50, mgl64.Vec3{4, 0, 0.8}, mgl64.Vec3{})},
		Movers: []sim.MoverDef{
			{Name: "walker", Radii: mgl64.Vec3{0.2, 0.2, 0.9}, Position: mgl64.Vec3{0, 0, 1.95}, Mass: 80, Falls: true,
				Program: []sim.MoverVelocity{{Time: 2, Velocity: mgl64.Vec3{0, 1, 0}}}},
			{Name: "pusher", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: mgl64.Vec3{2.5, 0, 0.9}, Mass: 80, Falls: true,
				Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{0.4, 0, 0}}}}},
	})
	dt, mass := w.Settings().Step, [2]float64{30, 50}
	var before [2]geom.Vec
	run(t, w, 4*240, func() {
		f := w.Frame()
		var got [2]geom.Vec
		give := func(i int32, j geom.Vec) {
			if i < 2 {
				got[i] = got[i].Add(j)
			}
		}
		for _, e := range f.Events {
			if e.Kind == record.Impact {
				give(e.A, e.Impulse)
				give(e.B, e.Impulse.Neg())
			}
		}
		for _, c := range f.Contacts {
			give(c.A, c.Force().Scale(-dt))
			give(c.B, c.Force().Scale(dt))
		}
		for i := range int32(2) {
			now := geom.FromMGL(value3(w, i, "v")).Scale(mass[i])
			weight := geom.FromMGL(tilt(0)).Scale(mass[i] * dt)
			if d := now.Sub(before[i]).Sub(weight).Sub(got[i]).Len(); d > 1e-5*weight.Len() {
				t.Fatalf("step %d: momentum of %d changes by %v, gravity and its forces give %v", f.Step, i, now.Sub(before[i]), got[i].Add(weight))
			}
			before[i] = now
		}
		if f.Step == 400 { // the walker stands
			if c := forceOf(t, w, 0, 2); c.Normal.Sub(geom.Vec{Z: 80 * 9.81}).Len() > 1e-5*80*9.81 || c.P.Sub(geom.Vec{Z: 1}).Len() > 1e-3 {
				t.Errorf("the walker on the crate: %+v, want its weight upwards", c)
			}
		}
		if f.Step == 900 { // the box slides on, and the walker has left
			if c := forceOf(t, w, 1, 3); c.Normal.Sub(geom.Vec{X: -0.5 * 50 * 9.81}).Len() > 1e-3*50*9.81 {
				t.Errorf("the pusher at the box: %+v, want its friction back", c)
			}
			for _, c := range f.Contacts {
				if c.A == 0 && c.B == 2 {
					t.Errorf("the walker has left the crate: %+v", c)
				}
			}
		}
	})
}

// TestContactForces_OfAPatch: the angular momentum that the friction of a disk takes as it slides and spins at once,
// which acts beside the corners of its patch, is that of the ledger.
func TestContactForces_OfAPatch(t *testing.T) {
	b, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewCylinder(0.3, 0.05))}}, 5)
	if err != nil {
		t.Fatal(err)
	}
	b.Name, b.Position, b.Velocity, b.AngularVelocity = "disk", mgl64.Vec3{0, 0, 0.05}, mgl64.Vec3{2, 0, 0}, mgl64.Vec3{0, 0, 9}
	w := mustWorld(t, &sim.Definition{
		Settings:      sim.Settings{Step: 1.0 / 120, Gravity: mgl64.Vec3{0, 0, -9.81}},
		ContactForces: true, Materials: []sim.Material{{Friction: 0.4}}, Bodies: []sim.BodyDef{b}, Statics: []sim.StaticDef{floor(10)},
	})
	dt, turned := w.Settings().Step, 0.0
	run(t, w, 40, func() {
		f := w.Frame()
		var l, ledger geom.Vec
		size := 0.0
		for _, c := range f.Contacts {
			j := c.Force().Scale(dt)
			l = l.Sub(c.P.Cross(j).AddScaled(c.Moment, dt))
			size += c.P.Len()*j.Len() + j.Len()
		}
		for _, r := range f.Ledger.Rows {
			if r.Cause == record.ByContacts || r.Cause == record.ByFriction || r.Cause == record.ByCorrection {
				ledger = ledger.Add(r.L)
			}
		}
		turned += ledger.Z
		if d := l.Sub(ledger).Len(); d > 1e-6*size {
			t.Fatalf("step %d: angular momentum of contacts %v, of the ledger %v", f.Step, l, ledger)
		}
	})
	if turned > -0.1 {
		t.Errorf("friction took only %g N m s", turned)
	}
}

// TestContactForces_ChangeNothing runs a heap with contact forces and without, with a body far away, and from each
// tenth snapshot on in a world of its own: the same hashes and, with them, the same forces.
func TestContactForces_ChangeNothing(t *testing.T) {
	t.Parallel()
	def := tumbling(t)
	silent, far := *def, *def
	silent.ContactForces = false
	far.Bodies = append(slices.Clone(def.Bodies), cube("far", 0.5, 1, mgl64.Vec3{500, 0, 900}, mgl64.Vec3{}))
	w, quiet, other, again := mustWorld(t, def), mustWorld(t, &silent), mustWorld(t, &far), mustWorld(t, def)
	var shots [][]byte
	var told [][]record.ContactForce
	steps := 100
	if geomtest.Long {
		steps = 400
	}
	run(t, w, steps, func() {
		f := w.Frame()
		shots = append(shots, w.Snapshot(nil))
		told = append(told, slices.Clone(f.Contacts))
		run(t, quiet, 1, nil)
		if len(quiet.Frame().Contacts) > 0 || quiet.Hash() != w.Hash() {
			t.Fatalf("step %d: %d contacts where none are asked for, hash %x and %x", f.Step, len(quiet.Frame().Contacts), quiet.Hash(), w.Hash())
		}
		run(t, other, 1, nil)
		for i, c := range other.Frame().Contacts {
			if int(c.B) > len(def.Bodies) {
				c.B-- // statics come behind the bodies
			}
			if i >= len(f.Contacts) || c != f.Contacts[i] {
				t.Fatalf("step %d: contact %d is %v with a body far away", f.Step, i, c)
			}
		}
	})
	for k := 0; k < steps-5; k += 10 {
		if err := again.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		for n := k; n < k+5; n++ {
			if n > k {
				run(t, again, 1, nil)
			}
			if !slices.Equal(again.Frame().Contacts, told[n]) {
				t.Fatalf("restored at step %d: other contacts in step %d", k+1, n+1)
			}
		}
	}
	if len(told[steps-1]) < 3 {
		t.Errorf("only %d contacts in the end", len(told[steps-1]))
	}
}

// TestContactForces_DoNotAllocate runs a heap twice: the second run allocates nothing.
func TestContactForces_DoNotAllocate(t *testing.T) {
	w := mustWorld(t, tumbling(t))
	steps := 100
	if geomtest.Long {
		steps = 200
	}
	run(t, w, steps, nil)
	if n := geomtest.Allocations(steps, w.Reset, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestContactForces_ActInTheMiddleOfTheStep: on a ball that rolls or slides, alone or in a crowd, and on a box that
// slides without friction, the force acts where the centre is in the middle of the step, and has no moment about that
// place but the resistance to rolling, against the turning of B.
func TestContactForces_ActInTheMiddleOfTheStep(t *testing.T) {
	t.Parallel()
	const r, resistance, weight = 0.2, 0.002, 20 * 9.81
	ball := must(geom.NewSphere(r))
	for _, mu := range []float64{0, 0.5} {
		for _, arm := range []float64{0, resistance} {
			for _, v := range []float64{0.2, 3, 30} {
				for _, crowd := range []bool{false, true} {
					def := &sim.Definition{
						Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0), Crowd: -1}, Materials: []sim.Material{{Friction: mu, Rolling: arm}}, ContactForces: true,
						Statics: []sim.StaticDef{floor(400)}, Bodies: rollers(ball, r, v),
					}
					box := sim.BodyDef{Half: mgl64.Vec3{r, r, r}, Mass: 20, Position: mgl64.Vec3{0, -50, r}, Velocity: mgl64.Vec3{v, 0, 0}}
					if crowd {
						def.Settings.Crowd = 2
					} else {
						def.Bodies = def.Bodies[:1]
					}
					for i := range def.Bodies {
						def.Bodies[i].Mass, def.Bodies[i].Position[0] = 20, 0.5*float64(i) // near enough for a crowd
					}
					if mu == 0 {
						def.Bodies = append(def.Bodies, box)
					}
					w := mustWorld(t, def)
					run(t, w, 9, nil)
					var before []float64
					for i := range def.Bodies {
						before = append(before, w.Body(i).Position[0])
					}
					run(t, w, 1, nil)
					for i := range int32(len(def.Bodies)) {
						c := forceOf(t, w, i, int32(len(def.Bodies)))
						want := arm * weight // B is the floor: what rolls along x turns it about +y
						if def.Bodies[i].Half[0] > 0 {
							want = 0
						}
						if d := c.P.X - (before[i]+w.Body(int(i)).Position[0])/2; math.Abs(d) > 1e-5*(1+v) {
							t.Errorf("mu %g, resistance %g m, %g m/s, crowd %v, body %d: acts %g m ahead of the middle", mu, arm, v, crowd, i, d)
						}
						if d := c.Moment.Y - want; math.Abs(d) > 1e-5*weight {
							t.Errorf("mu %g, resistance %g m, %g m/s, crowd %v, body %d: moment %g N m, want %g", mu, arm, v, crowd, i, c.Moment.Y, want)
						}
					}
				}
			}
		}
	}
}
