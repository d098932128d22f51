package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// padded is a car of 1500 kg at 10 m/s, 0.1 m before a plate with a damper of 12 kN s/m to the world.
func padded(mass, step float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Step: step, SleepTime: -1},
		Materials: []sim.Material{{}},
		Bodies: []sim.BodyDef{
			{Name: "car", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1500, Velocity: mgl64.Vec3{10, 0, 0}},
			{Name: "plate", Half: mgl64.Vec3{0.1, 1.25, 0.5}, Mass: mass, Position: mgl64.Vec3{2.2, 0, 0}},
		},
		Springs: []sim.SpringDef{{Name: "pad", A: sim.WorldEnd, B: 1, AtA: mgl64.Vec3{8, 0, 0}, Length: 5.8, Damping: 12000}},
	}
}

// TestDampers_StopWhatPushesThem: car and plate slow down as one, v = v1 exp(-c t/m), however light the plate is: of 5 kg it would
// come to rest within a tenth of a step of 1/240 s by itself.
func TestDampers_StopWhatPushesThem(t *testing.T) {
	const c, duration = 12000.0, 0.4
	for _, mass := range []float64{200, 20, 5} {
		all := 1500 + mass
		v1 := 15000 / all
		gone := math.Exp(-c * (duration - 0.01) / all)
		for _, steps := range []float64{60, 240, 1000} {
			// Of the speed of a plate that its damper stops within a substep that at the end counts, not the mean.
			tolerance := 0.5 * c / steps / 4 / all
			w := mustWorld(t, padded(mass, 1/steps))
			b := balance(t, w, int(duration*steps+0.5))
			x, v := value(w, 1, "x", 0)-2.2, value(w, 1, "v", 0)
			if want := v1 * all / c * (1 - gone); math.Abs(x-want) > tolerance*want || math.Abs(v-v1*gone) > tolerance*v1 {
				t.Errorf("%g kg, 1/%g s: %.5f m, %.5f m/s, want %.5f, %.5f", mass, steps, x, v, want, v1*gone)
			}
			if car := value(w, 0, "v", 0); math.Abs(car-v) > 1e-6 {
				t.Errorf("%g kg, 1/%g s: the car goes at %g, the plate at %g", mass, steps, car, v)
			}
			caused(t, b, record.ByDampers, 0.49*all*v1*v1)
		}
	}
}

// TestDampers_PullWhatRubs: a block on the ground follows a driven body by a damper so that this balances its friction, c (2 m/s - v) =
// mu m g, from the left and from the right, whichever of the damper's ends is the block's; what the driven body gives is the work of
// that force, 50 N at 2 m/s, of which the damper takes what the block does not rub away.
func TestDampers_PullWhatRubs(t *testing.T) {
	for _, c := range []float64{100, 1000, 1e5} {
		for _, side := range []float64{-1, 1} {
			for _, swapped := range []bool{false, true} {
				// At the height of the centre of mass: what friction tips, the ground holds.
				spring := sim.SpringDef{A: 1, B: 0, AtA: mgl64.Vec3{0, 0, -0.1}, Length: 5, Damping: c}
				if swapped {
					spring.A, spring.B, spring.AtA, spring.AtB = 0, 1, spring.AtB, spring.AtA
				}
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -10}, SleepTime: -1},
					Materials: []sim.Material{{Friction: 0.5}},
					Statics:   []sim.StaticDef{{Name: "ground", Half: mgl64.Vec3{50, 9, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}},
					Bodies: []sim.BodyDef{
						{Name: "block", Half: mgl64.Vec3{1, 1, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}},
						{Name: "trolley", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{5 * side, 0, 0.2},
							Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{2 * side, 0, 0}}, {Time: 9, Velocity: mgl64.Vec3{2 * side, 0, 0}}}},
					},
					Springs: []sim.SpringDef{spring},
				})
				balance(t, w, 480)
				v, want := value(w, 0, "v", 0), side*(2-50/c)
				if math.Abs(v-want) > 1e-5 {
					t.Errorf("damping %g, side %g, swapped %v: %.7f m/s, want %.7f", c, side, swapped, v, want)
				}
				b := balance(t, w, 240)
				given, taken := b.Sums[record.ByDrives].Energy, b.Sums[record.ByDampers].Energy
				if math.Abs(given-100) > 1e-3 || math.Abs(taken+50*50/c) > 1e-3 {
					t.Errorf("damping %g, side %g, swapped %v: the drive gives %.5f J, the damper takes %.5f, want 100, %.5f", c, side, swapped, given, taken, 50*50/c)
				}
			}
		}
	}
}

// TestDampers_ToWhatCarries: a block that lies without friction on a driven deck, and is held to it by a damper, comes to its speed as 1 -
// exp(-c t/m). The deck gives the work of the damper's force at 2 m/s, m v times that; the damper takes what the block has not got.
func TestDampers_ToWhatCarries(t *testing.T) {
	const c, m = 20.0, 10.0
	for _, swapped := range []bool{false, true} {
		spring := sim.SpringDef{A: 1, B: 0, AtA: mgl64.Vec3{5, 0, 0.2}, AtB: mgl64.Vec3{0, 0, 0}, Length: 5, Damping: c}
		if swapped {
			spring.A, spring.B, spring.AtA, spring.AtB = 0, 1, spring.AtB, spring.AtA
		}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -10}, SleepTime: -1},
			Materials: []sim.Material{{}},
			Bodies: []sim.BodyDef{
				{Name: "block", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: m, Position: mgl64.Vec3{0, 0, 0.2}},
				{Name: "deck", Half: mgl64.Vec3{9, 2, 0.1}, Mass: 1, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{2, 0, 0}}, {Time: 9, Velocity: mgl64.Vec3{2, 0, 0}}}},
			},
			Springs: []sim.SpringDef{spring},
		})
		b := balance(t, w, 120)
		v, want := value(w, 0, "v", 0), 2*(1-math.Exp(-c*0.5/m))
		if math.Abs(v-want) > 1e-5 {
			t.Errorf("swapped %v: %.7f m/s, want %.7f", swapped, v, want)
		}
		given, taken := b.Sums[record.ByDrives].Energy, b.Sums[record.ByDampers].Energy
		if math.Abs(given-2*m*v) > 1e-6*given || math.Abs(taken-(0.5*m*v*v-2*m*v)) > 1e-6*given {
			t.Errorf("swapped %v: the drive gives %.6f J, the damper takes %.6f, want %.6f, %.6f", swapped, given, taken, 2*m*v, 0.5*m*v*v-2*m*v)
		}
	}
}

// TestDampers_LinkWhatFlies: a car pushes a plate, and a damper of the plate one that touches nothing: the velocities of both sides
// approach each other as exp(-c t/m) of the reduced mass, and the momentum stays.
func TestDampers_LinkWhatFlies(t *testing.T) {
	const c, duration = 12000.0, 0.1
	def := padded(20, 1.0/240)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "other", Half: mgl64.Vec3{0.5, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{8, 0, 0}})
	def.Springs[0].A, def.Springs[0].AtA = 2, mgl64.Vec3{}
	w := mustWorld(t, def)
	balance(t, w, 24)
	v1 := 15000.0 / 1520
	apart := v1 * math.Exp(-c*(duration-0.01)*(1.0/1520+1.0/1000))
	middle := 15000.0 / 2520
	plate, other := value(w, 1, "v", 0), value(w, 2, "v", 0)
	if math.Abs(plate-other-apart) > 3e-3*v1 || math.Abs((1520*plate+1000*other)/2520-middle) > 1e-6 {
		t.Errorf("%.5f and %.5f m/s, want them %.5f apart about %.5f", plate, other, apart, middle)
	}
}

// TestDampers_OfWhatIsStruck: while the car presses on a plate whose damper is off its middle, others strike it in the middle of steps. The
// balance of energy, momentum and angular momentum closes; the damper's impulse is what the others have lost.
func TestDampers_OfWhatIsStruck(t *testing.T) {
	def := padded(20, 1.0/60)
	def.Materials[0].Friction = 0.3
	def.Springs[0].AtB, def.Springs[0].AtA, def.Springs[0].Length = mgl64.Vec3{0, 0.6, -0.2}, mgl64.Vec3{8, 0.6, -0.2}, -1
	for i, y := range []float64{-0.5, 0.3, 0.6} {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.2, 0.1, 0.1}, Mass: 50, Position: mgl64.Vec3{-4.03 - 1.71*float64(i), y, 0.1}, Velocity: mgl64.Vec3{40, 0, 0}})
	}
	w := mustWorld(t, def)
	struck := 0
	b := balanceOf(t, w, 12, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact && e.B >= 2 {
				struck++
			}
		}
	})
	if struck < 3 {
		t.Errorf("%d are struck", struck)
	}
	p, before := 0.0, 1500*10+3*50*40.0
	for i, m := range []float64{1500, 20, 50, 50, 50} {
		p += m * value(w, int32(i), "v", 0)
	}
	if got := b.Sums[record.ByDampers].P.X; math.Abs(p-before-got) > 1e-6*before || got > -3000 {
		t.Errorf("the damper gives %g N s, the others have lost %g", got, before-p)
	}
}

// TestDampers_TearByTheForceThatTheyHave: the light plate's damper has c v = 118.4 kN when the car has struck.
func TestDampers_TearByTheForceThatTheyHave(t *testing.T) {
	for limit, tears := range map[float64]bool{110e3: true, 119e3: false} {
		def := padded(20, 1.0/1000)
		def.Springs[0].BreakForce = limit
		w := mustWorld(t, def)
		torn := false
		for range 100 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Frame().Events {
				torn = torn || e.Kind == record.Broke
			}
		}
		if torn != tears {
			t.Errorf("limit %g N: torn %v", limit, torn)
		}
	}
}

func TestDampers_DoNotAllocate(t *testing.T) {
	w := mustWorld(t, padded(20, 1.0/240))
	run(t, w, 10, nil)
	if n := geomtest.Allocations(40, func() {}, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}
