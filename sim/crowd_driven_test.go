package sim_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// bed is a driven slab whose top is at z = 0.
func bed(half float64, program ...sim.DriveAt) sim.BodyDef {
	return sim.BodyDef{Name: "bed", Half: mgl64.Vec3{half, half, 0.25}, Position: mgl64.Vec3{0, 0, -0.25}, Drive: program}
}

// ramp is a program that starts with a velocity and gains it at a constant rate for two seconds.
func ramp(v, a mgl64.Vec3) []sim.DriveAt {
	return []sim.DriveAt{{Velocity: v}, {Time: 2, Velocity: v.Add(a.Mul(2))}}
}

// onBed returns two dozen cubes of 1 to 24 kg side by side on a bed, with its velocity, and their mass.
func onBed(dt, mu float64, bed sim.BodyDef) (def *sim.Definition, mass float64) {
	def = &sim.Definition{Settings: sim.Settings{Step: dt, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, Bodies: []sim.BodyDef{bed}}
	for i := range 24 {
		m := 1 + float64(i)
		mass += m
		def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.25, m, mgl64.Vec3{0, 0.7*float64(i) - 8, 0.25}, bed.Drive[0].Velocity))
	}
	return def, mass
}

// aCrowd runs a world without impacts and returns its balance.
func aCrowd(t *testing.T, w *sim.World, steps int) *record.Balance {
	t.Helper()
	n := 0
	b := balanceOf(t, w, steps, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				n++
			}
		}
	})
	if n > 0 {
		t.Errorf("%d impacts: it is no crowd", n)
	}
	return b
}

// TestCrowd_RidesAndSlidesOnABed: cubes on a bed that brakes, or is lifted and lowered, ride along where friction
// allows, and slide as far as Coulomb says where it does not; the drive gives the force on them times its own way. The
// same at 20 m/s, and beside a post that stands still, by which the frame is that of the world.
func TestCrowd_RidesAndSlidesOnABed(t *testing.T) {
	t.Parallel()
	const mu, g, v0, time = 0.5, 9.81, 20.0, 1.0
	for fine, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for k, c := range []struct {
			a     mgl64.Vec3
			slide float64 // [m/s²] of the cubes along x if they slide
		}{
			{mgl64.Vec3{-4, 0, 0}, 0}, {mgl64.Vec3{-8, 0, 0}, -mu * g}, {mgl64.Vec3{7, 0, 0}, mu * g},
			{mgl64.Vec3{0, 0, 5}, 0}, {mgl64.Vec3{0, 0, -5}, 0}, {mgl64.Vec3{-6, 0, 5}, 0}, {mgl64.Vec3{-6, 0, -5}, -mu * (g - 5)},
		} {
			def, mass := onBed(dt, mu, bed(9, ramp(mgl64.Vec3{v0, 0, 0}, c.a)...))
			for n, post := range []bool{false, true} {
				if !geomtest.Long && (n != k%2 || fine != k/2%2) {
					continue
				}
				if post {
					def.Statics = []sim.StaticDef{{Name: "post", Half: mgl64.Vec3{100, 0.1, 100}, Position: mgl64.Vec3{0, -8.37, 0}}} // 2 cm beside the first
				}
				w := mustWorld(t, def)
				b := aCrowd(t, w, int(math.Round(time/dt)))
				ax := c.a[0]
				if c.slide != 0 {
					ax = c.slide
				}
				want := geom.Vec{X: v0*time + ax*time*time/2, Z: 0.25 + c.a[2]*time*time/2}
				worst, slow := 0.0, 0.0
				for i := range 24 {
					s := bodyOf(w, i+1)
					d := s.X.Sub(want)
					d.Y -= 0.7*float64(i) - 8
					worst = math.Max(worst, d.Len())
					slow = math.Max(slow, s.V.Sub(geom.Vec{X: v0 + ax*time, Z: c.a[2] * time}).Len())
				}
				// The force of the bed on the cubes times the way of the bed.
				way := geom.Vec{X: v0*time + c.a[0]*time*time/2, Z: c.a[2] * time * time / 2}
				work := mass * (ax*way.X + (g+c.a[2])*way.Z)
				got := b.Sums[record.ByDrives].Energy
				lost := mass * ax * (way.X - want.X) // by friction
				friction := b.Sums[record.ByFriction].Energy
				far, off, share := 2e-5, 1e-6, 1e-6
				if c.slide != 0 {
					far, off, share = 1e-3, 2.5e-3, 1e-3 // the passes end at 2e-3 of the mean speed
					if post {
						far, off = 3.5e-3, 3.5e-3
					}
				}
				t.Logf("step %.4f s, %v m/s², post %v: off by %.3g m, %.3g m/s; drives %.8g J, want %.8g, friction %.6g, want %.6g", dt, c.a, post, worst, slow, got, work, friction, -lost)
				if worst > far || slow > off || math.Abs(got-work) > share*math.Abs(work) || math.Abs(friction+lost) > share*math.Abs(work) {
					t.Error("that is not the law")
				}
			}
		}
	}
}

// TestCrowd_ReboundsFromADrivenPlate: a ball meets a plate that moves towards it, as part of a crowd: v' = V + e (V - v)
// to rounding, and the drive gives J V.
func TestCrowd_ReboundsFromADrivenPlate(t *testing.T) {
	ball, err := geom.NewSphere(0.25)
	if err != nil {
		t.Fatal(err)
	}
	const up, v, m = 1.5, -2.0, 3.0
	for _, e := range []float64{1, 0.5, 0} {
		for phase := range 4 {
			for _, first := range []bool{false, true} { // of the bodies: the order of the pair
				gap := 0.06 + 0.0125*float64(phase)
				plate := sim.BodyDef{Name: "plate", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Position: mgl64.Vec3{0, 0.9, -0.45 - gap}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, up}}}}
				def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60}, Materials: []sim.Material{{Restitution: e}}}
				def.Bodies = append([]sim.BodyDef{{Name: "ball", Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: m, Position: mgl64.Vec3{0, 0.9, 0}, Velocity: mgl64.Vec3{0, 0, v}}}, touchingRow(mgl64.Vec3{-5, 0, 0})...)
				at := 0
				if first {
					def.Bodies, at = append([]sim.BodyDef{plate}, def.Bodies...), 1
				} else {
					def.Bodies = append(def.Bodies, plate)
				}
				w := mustWorld(t, def)
				b := aCrowd(t, w, 4)
				want := up + e*(up-v)
				if got := bodyOf(w, at).V; got.Sub(geom.Vec{Z: want}).Len() > 1e-12 {
					t.Errorf("e %g, phase %d: the ball leaves with %v m/s, want %g", e, phase, got, want)
				}
				if got, j := b.Sums[record.ByDrives].Energy, m*(want-v); math.Abs(got-j*up) > 1e-9*j {
					t.Errorf("e %g, phase %d: the plate gives %g J, want %g", e, phase, got, j*up)
				}
			}
		}
	}
}

// TestCrowd_RidesOnATurntable: cubes on a table that turns at 2 rad/s stay where they are on it while ω² r is below µ g,
// and the table gives and takes nothing.
func TestCrowd_RidesOnATurntable(t *testing.T) {
	t.Parallel()
	const omega, mu = 2.0, 0.5
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		table := bed(3, sim.DriveAt{AngularVelocity: mgl64.Vec3{0, 0, omega}})
		def := &sim.Definition{Settings: sim.Settings{Step: dt, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, Bodies: []sim.BodyDef{table}}
		for i := range 24 {
			r, a := 0.6+0.4*float64(i/12), 2*math.Pi*float64(i%12)/12
			x := mgl64.Vec3{r * math.Cos(a), r * math.Sin(a), 0.1}
			b := cube(fmt.Sprint(i), 0.1, 2, x, mgl64.Vec3{-omega * x[1], omega * x[0], 0})
			b.AngularVelocity = mgl64.Vec3{0, 0, omega}
			def.Bodies = append(def.Bodies, b)
		}
		w := mustWorld(t, def)
		n := int(math.Round(math.Pi / omega / dt)) // half a turn
		b := aCrowd(t, w, n)
		worst, turn := 0.0, geom.QuatExp(geom.Vec{Z: omega * dt * float64(n)})
		for i := range 24 {
			s := bodyOf(w, i+1)
			worst = math.Max(worst, s.X.Sub(turn.Rotate(geom.FromMGL(def.Bodies[i+1].Position))).Len())
			worst = math.Max(worst, 0.2*geom.QuatLog(s.Q.Mul(turn.Conj())).Len())
		}
		drives := b.Sums[record.ByDrives].Energy
		t.Logf("step %.4f s: off by %.3g m after half a turn, drives %.3g J", dt, worst, drives)
		if worst > 4e-3 || math.Abs(drives) > 0.01*b.Energy { // they creep by 2e-3 of their speed, the accuracy of the passes
			t.Error("they do not stay on it")
		}
	}
}

// TestCrowd_IsPushedByABlade: a blade without friction pushes four rows of cubes over a floor: it gives them their
// momentum, at its velocity, and what friction on the floor takes.
func TestCrowd_IsPushedByABlade(t *testing.T) {
	const mu, g, v, m = 0.4, 9.81, 1.0, 5.0
	blade := sim.BodyDef{Name: "blade", Half: mgl64.Vec3{0.25, 3, 1}, Position: mgl64.Vec3{-1, 0, 1.05}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{v, 0, 0}}}, Material: 1}
	def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}, {}}, Statics: []sim.StaticDef{floor(50)}, Bodies: []sim.BodyDef{blade}}
	for i := range 24 {
		def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.25, m, mgl64.Vec3{0.5 * float64(i/6), 0.6 * (float64(i%6) - 2.5), 0.25}, mgl64.Vec3{}))
	}
	w := mustWorld(t, def)
	b := balanceOf(t, w, 60, nil)
	late := aCrowd(t, w, 120)
	way := v*3 - 0.5 // of each cube
	worst := 0.0
	for i := range 24 {
		worst = math.Max(worst, math.Abs(bodyOf(w, i+1).X.X-(0.5*float64(i/6)+way)))
	}
	got, want := b.Sums[record.ByDrives].Energy+late.Sums[record.ByDrives].Energy, 24*m*(mu*g*way+v*v)
	t.Logf("off by %.3g m; drives %.6g J, want %.6g", worst, got, want)
	if worst > 1e-3 || math.Abs(got-want) > 1e-3*want {
		t.Error("that is not what the blade does")
	}
}

// drivenHeap is a heap that falls into a driven bin. The bin is the last body.
func drivenHeap(t testing.TB, e float64, program ...sim.DriveAt) *sim.Definition {
	t.Helper()
	def := fallingHeap(t, nil, e)
	tray := sim.BodyDef{Name: "bin", Drive: program}
	for _, s := range bin() {
		box, err := geom.NewBox(geom.FromMGL(s.Half))
		if err != nil {
			t.Fatal(err)
		}
		tray.Shapes = append(tray.Shapes, sim.ShapeDef{Shape: box, Position: s.Position})
	}
	def.Bodies = append(def.Bodies, tray)
	return def
}

// shakenHeap is one whose bin is shaken with 6 m/s².
func shakenHeap(t testing.TB, e float64) *sim.Definition {
	t.Helper()
	var program []sim.DriveAt
	for k := range 40 {
		v := mgl64.Vec3{0.75 * float64(k%2*2-1), 0.2 * float64(k%4/2*2-1), 0.1 * float64(k%3-1)}
		program = append(program, sim.DriveAt{Time: 0.25 * float64(k), Velocity: v})
	}
	return drivenHeap(t, e, program...)
}

// TestCrowd_IsTheSameInAMovingBin: a heap that falls with a bin at 20 m/s does what it does in a bin at rest: to rounding
// until it touches something, to the accuracy of the passes in the next tenth of a second, and it overlaps as little.
func TestCrowd_IsTheSameInAMovingBin(t *testing.T) {
	t.Parallel()
	for _, e := range []float64{0, 0.3} {
		v := mgl64.Vec3{20, -10, 4}
		a, b := drivenHeap(t, e, sim.DriveAt{}), drivenHeap(t, e, sim.DriveAt{Velocity: v})
		for i := range heapSize {
			b.Bodies[i].Velocity = b.Bodies[i].Velocity.Add(v)
		}
		at, with := mustWorld(t, a), mustWorld(t, b)
		before, soon, into := 0.0, 0.0, 0.0
		steps := 25
		if geomtest.Long {
			steps = 60
		}
		for step := 1; step <= steps; step++ {
			run(t, at, 1, nil)
			run(t, with, 1, nil)
			for i := range heapSize {
				d := bodyOf(with, i).X.Sub(bodyOf(with, heapSize).X).Sub(bodyOf(at, i).X).Len()
				if step <= 5 {
					before = math.Max(before, d)
				} else if step <= 13 {
					soon = math.Max(soon, d)
				}
			}
			if step%5 == 0 {
				into = math.Max(into, deepIn(with, b))
			}
		}
		t.Logf("e %g: they differ by up to %.2g m until they touch, and by %.2g m soon after; overlap %.2g m", e, before, soon, into)
		if before > 1e-14 || soon > 3e-3 || into > 1e-3 {
			t.Error("it is not the same")
		}
	}
}

// deepIn returns the largest overlap of two bodies of a heap, or of one with the bin [m].
func deepIn(w *sim.World, def *sim.Definition) float64 {
	deepest, _ := overlaps(w, def)
	in := placedOf(w, def, heapSize)
	for i := range heapSize {
		deepest = math.Max(deepest, overlap(placedOf(w, def, i), in))
	}
	return deepest
}

// TestCrowd_HeapsInAShakenBin: a heap gains no energy in a step but what the drive gives, the balance closes, bodies
// overlap by less than a millimetre, none leaves, and there are no impacts once it is a crowd.
func TestCrowd_HeapsInAShakenBin(t *testing.T) {
	t.Parallel()
	for _, e := range []float64{0, 0.3} {
		def := shakenHeap(t, e)
		w := mustWorld(t, def)
		before := energyOf(&w.Frame().Ledger)
		first, most, gain, late, step := before, 0.0, 0.0, 0, 0
		steps := 120
		if geomtest.Long {
			steps = 240
		}
		b := balanceOf(t, w, steps, func() {
			step++
			l := &w.Frame().Ledger
			now := energyOf(l)
			given := 0.0
			for _, r := range l.Rows {
				if r.Cause == record.ByDrives {
					given += r.Energy
				}
			}
			gain, before = math.Max(gain, now-before-given), now
			for _, v := range w.Frame().Events {
				if v.Kind == record.Impact && step > steps*3/4 {
					late++
				}
			}
			if step%10 > 0 {
				return
			}
			most = math.Max(most, deepIn(w, def))
			for i := range heapSize {
				x := bodyOf(w, i).X.Sub(bodyOf(w, heapSize).X)
				if x.Z < 0 || math.Abs(x.X) > binHalf || math.Abs(x.Y) > binHalf {
					t.Fatalf("e %g, step %d: body %d has left", e, step, i)
				}
			}
		})
		open, _, _ := b.Gaps()
		t.Logf("e %g: overlap %.3g m, a step gains %.2g, %d late impacts, open %.2g", e, most, gain/first, late, math.Abs(open)/b.Energy)
		if most > 2e-3 || gain > 1e-6*first || late > 0 || math.Abs(open) > 1e-9*b.Energy {
			t.Errorf("e %g: it overlaps, gains energy, or is no crowd", e)
		}
	}
}

// TestCrowd_SameBitsOnDrivenBodies: with 4 workers, after a restored snapshot, and beside a far body.
func TestCrowd_SameBitsOnDrivenBodies(t *testing.T) {
	t.Parallel()
	def := shakenHeap(t, 0.3)
	def.Materials[0].Rolling, def.Materials[0].Spin = 0.002, 0.002
	far := *def
	far.Bodies = append(append([]sim.BodyDef(nil), def.Bodies...), cube("far", 0.2, 5, mgl64.Vec3{40, 40, 40}, mgl64.Vec3{1, 2, 3}))
	w, workers, beside, shot := mustWorld(t, def), mustWorld(t, def), mustWorld(t, &far), mustWorld(t, def)
	workers.SetWorkers(4)
	steps := 36
	if geomtest.Long {
		steps = 200
	}
	for step := range steps {
		for _, x := range []*sim.World{w, workers, beside} {
			run(t, x, 1, nil)
		}
		if workers.Hash() != w.Hash() {
			t.Fatalf("step %d: 4 workers differ", step)
		}
		if step%16 == 15 {
			if err := shot.Restore(w.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		} else if step > 15 {
			if run(t, shot, 1, nil); shot.Hash() != w.Hash() {
				t.Fatalf("step %d: restored, it differs", step)
			}
		}
		v, b := w.Frame().Values, beside.Frame().Values
		for i := range 13 * len(def.Bodies) {
			if v[i] != b[i] {
				t.Fatalf("step %d: value %d is %v, beside a far body %v", step, i, v[i], b[i])
			}
		}
	}
}

// TestCrowd_InAPressIsSqueezed: a plate comes down on two dozen blocks, or a few, that stand side by side on a floor, and
// takes half of their height. They have no room and say so, get no more than the speed of the plate, stay where they are
// between plate and floor, awake, and are free again once it has gone.
func TestCrowd_InAPressIsSqueezed(t *testing.T) {
	t.Parallel()
	for _, blocks := range []int{24, 5, 1} {
		press := sim.BodyDef{Name: "press", Half: mgl64.Vec3{4, 4, 0.25}, Position: mgl64.Vec3{0, 0, 0.65 + 0.25}, Drive: []sim.DriveAt{
			{Velocity: mgl64.Vec3{0, 0, -0.4}}, {Time: 1, Velocity: mgl64.Vec3{0, 0, -0.4}}, {Time: 1.01, Velocity: mgl64.Vec3{0, 0, 0.4}}, {Time: 2, Velocity: mgl64.Vec3{0, 0, 0.4}},
		}}
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.4}}, Statics: []sim.StaticDef{floor(50)}, Bodies: []sim.BodyDef{press}}
		for i := range blocks {
			def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.25, 10, mgl64.Vec3{0.7*float64(i%6) - 1.75, 0.7*float64(i/6) - 1, 0.25}, mgl64.Vec3{}))
		}
		w := mustWorld(t, def)
		squeezed := make([]bool, len(def.Bodies))
		fastest := 0.0
		b := balanceOf(t, w, 180, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "squeezed" {
					squeezed[e.A] = true
				}
				if e.Kind == record.Sleep && e.Time > 0.4 && e.Time < 1.6 {
					t.Errorf("%g s: body %d sleeps while it is held", e.Time, e.A)
				}
			}
			for i := range blocks {
				fastest = math.Max(fastest, bodyOf(w, i+1).V.Len())
			}
		})
		worst := 0.0
		for i := range blocks {
			s := bodyOf(w, i+1)
			worst = math.Max(worst, s.X.Sub(geom.FromMGL(def.Bodies[i+1].Position)).Len())
			if !squeezed[i+1] {
				t.Errorf("block %d does not say that it is squeezed", i)
			}
		}
		given := b.Sums[record.ByDrives].Energy
		t.Logf("%d blocks: fastest %g m/s, off by %g m in the end, the press gives %g J", blocks, fastest, worst, given)
		most := 1e4 * float64(blocks)
		if blocks < 24 { // 3 MJ each in the step in which it touches them, by the contact solver
			most = 4e6 * float64(blocks)
		}
		if fastest > 0.4 || worst > 4e-2 || !(given > 0 && given < most) {
			t.Error("they are not held as they are")
		}
	}
}

// TestCrowd_IsPressedTheSameOnAMovingDeck: a plate comes down on blocks that slide on a deck, and a blade pushes a ball
// that falls on it. Deck and plate or blade have different velocities, and no static is near. It is all the same on a
// deck at 1 m/s and at 50 m/s to any side, to the grids that states in contact are rounded to.
func TestCrowd_IsPressedTheSameOnAMovingDeck(t *testing.T) {
	t.Parallel()
	deck := sim.BodyDef{Name: "deck", Half: mgl64.Vec3{30, 30, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}
	press := sim.BodyDef{Name: "press", Half: mgl64.Vec3{4, 4, 0.25}, Position: mgl64.Vec3{0, 0, 0.65 + 0.25}}
	blade := sim.BodyDef{Name: "blade", Half: mgl64.Vec3{0.4, 2, 0.6}, Position: mgl64.Vec3{-0.9, 0, 0.65}}
	ball := ballOf(0.5, 3)
	ball.Name, ball.Position, ball.Velocity, ball.AngularVelocity = "ball", mgl64.Vec3{0, 0.9, 0.5016}, mgl64.Vec3{2, -1.1, 0.029}, mgl64.Vec3{1.7, -0.4, 1.2}
	blocks := func(n int) []sim.BodyDef {
		list := []sim.BodyDef{deck, press}
		for i := range n {
			list = append(list, cube(fmt.Sprint(i), 0.25, 10, mgl64.Vec3{0.7*float64(i%6) - 1.75, 0.7*float64(i/6) - 1, 0.25}, mgl64.Vec3{0.1 * float64(i%3), 0.05 * float64(i%2), 0}))
		}
		return list
	}
	for _, c := range []struct {
		name   string
		bodies []sim.BodyDef
		moves  mgl64.Vec3 // of the second body, over the deck
	}{
		{"blade", []sim.BodyDef{deck, blade, ball}, mgl64.Vec3{2, 0, 0}},
		{"one", blocks(1), mgl64.Vec3{0, 0, -0.4}},
		{"five", blocks(5), mgl64.Vec3{0, 0, -0.4}},
		{"two dozen", blocks(24), mgl64.Vec3{0, 0, -0.4}},
	} {
		var worlds []*sim.World
		for k, v := range []mgl64.Vec3{{1, 0, 0}, {50, 0, 0}, {-50, 0, 0}, {0, 50, 0}, {0, -50, 0}, {8, -4, 2}} {
			if !geomtest.Long && (k == 2 || k == 3) {
				continue
			}
			def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 240, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}}
			def.Bodies = append(def.Bodies, c.bodies...)
			for i := range def.Bodies {
				b := &def.Bodies[i]
				if b.Velocity = b.Velocity.Add(v); i < 2 {
					b.Drive = []sim.DriveAt{{Velocity: v.Add(c.moves.Mul(float64(i)))}}
				}
			}
			worlds = append(worlds, mustWorld(t, def))
		}
		balanceOf(t, worlds[1], 150, nil)
		worlds[1].Reset()
		worst := make([]float64, len(worlds))
		for range 150 {
			for k, w := range worlds {
				run(t, w, 1, nil)
				for i := 2; i < len(c.bodies); i++ {
					first := worlds[0].Body(i).Velocity.Sub(worlds[0].Body(0).Velocity)
					d := w.Body(i).Velocity.Sub(w.Body(0).Velocity).Sub(first).Len()
					worst[k] = math.Max(worst[k], d)
				}
			}
		}
		t.Logf("%s: off by %.3g m/s", c.name, worst)
		if slices.Max(worst) > 1e-8 {
			t.Errorf("%s: the speed of the deck makes a difference of %g m/s", c.name, slices.Max(worst))
		}
	}
}
