package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// driverWorks is a program with all that a driver does: gas, a steered bend, locked wheels.
var driverWorks = []vehicle.Input{{Throttle: 0.5}, {Time: 1, Steer: 0.05}, {Time: 2, Brake: 0.4}, {Time: 2.5, Brake: 1}}

// plate is a body under a car on a road without friction.
func plate(def *sim.Definition, mass, speed float64) {
	thick := 0.1
	def.Materials = append(def.Materials, sim.Material{Name: "ice"})
	def.Statics = []sim.StaticDef{{Name: "ice", Half: mgl64.Vec3{1000, 1000, 10}, Position: mgl64.Vec3{0, 0, -10}, Material: len(def.Materials) - 1}}
	def.Pairs = append(def.Pairs, sim.MaterialPair{A: 0, B: len(def.Materials) - 1})
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "plate", Half: mgl64.Vec3{60, 10, thick / 2}, Position: mgl64.Vec3{-20, 0, thick / 2}, Velocity: mgl64.Vec3{speed}, Mass: mass})
	def.Bodies[0].Position[2] += thick
}

// TestWheels_AndAPlateShareTheirMomentum: a car locks its wheels on a plate that is free to slide. Both end at the
// velocity of their common centre of mass, after v/(mu g (1 + m/M)); momentum, and angular momentum about the
// vertical, stay what they were.
func TestWheels_AndAPlateShareTheirMomentum(t *testing.T) {
	t.Parallel()
	for _, m := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.Fiala} {
		const mass = 5000.0
		def := onPlane(10, m, 0, []vehicle.Input{{Brake: 1}})
		plate(def, mass, 0)
		def.Bodies[0].Position[1] = 1.5
		w := mustWorld(t, def)
		total := func() (p, spin float64) {
			for i, m := range []float64{1500, mass} {
				x, v := motionOf(w, i)
				p += m * v[0]
				spin += m*(x[0]*v[1]-x[1]*v[0]) + value(w, int32(i), "L", 2)
			}
			return p, spin
		}
		p0, l0 := total()
		stops := 10 / (0.7 * 9.81 * (1 + 1500/mass)) // friction of the sedan is 0.7
		b := balanceOf(t, w, 600, func() {
			_, car := motionOf(w, 0)
			_, on := motionOf(w, 1)
			if time := w.Frame().Time; time < 0.9*stops && car[0]-on[0] < 0.05*10 {
				t.Fatalf("%v: it slides no more after %g s of %g", m, time, stops)
			} else if time > stops+1 && math.Abs(car[0]-on[0]) > 0.02 {
				t.Fatalf("%v: it slides by %g m/s after %g s", m, car[0]-on[0], time)
			}
		})
		// Velocities in contact are rounded to a grid, which the ledger has as numerical. The rest is the rounding of all
		// momentum that has come and gone.
		p1, l1 := total()
		rounded := &b.Sums[record.ByNumerical]
		if d := p1 - p0 - rounded.P.X; math.Abs(d) > 1e-14*b.Momentum || math.Abs(rounded.P.X) > 1e-7*p0 {
			t.Errorf("%v: momentum %g became %g, off by %g", m, p0, p1, d)
		}
		if d := l1 - l0 - rounded.L.Z; math.Abs(d) > 1e-14*b.Angular || math.Abs(rounded.L.Z) > 1e-6*math.Abs(l0) {
			t.Errorf("%v: angular momentum %g became %g, off by %g", m, l0, l1, d)
		}
		// The energy of the relative motion, but for what pitches.
		lost := 0.5 * 1500 * mass / (1500 + mass) * 100
		if got := -b.Sums[record.ByTyres].Energy; math.Abs(got-lost) > 0.005*lost {
			t.Errorf("%v: tyres took %g J, want %g", m, got, lost)
		}
	}
}

// TestWheels_UpPlatesKeepTheirMomentum: a car rolls up plates that lie on ice, and off again, one after the other: what the
// edges take of it they give to the plates, however the step finds the wheels.
func TestWheels_UpPlatesKeepTheirMomentum(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{60, 240} {
		for phase := range 3 {
			def := onPlane(12, vehicle.Coulomb, 1/rate, nil)
			def.Settings.SleepTime = -1 // what falls asleep at 4 mm/s loses that
			def.Materials = append(def.Materials, sim.Material{Road: 1e-12})
			ice := len(def.Materials) - 1
			def.Statics[0].Material = ice
			def.Pairs = append(def.Pairs, sim.MaterialPair{A: 0, B: ice}, sim.MaterialPair{A: ice, B: ice})
			def.Bodies[0].Position[0] = -10 + float64(phase)/3*12/rate
			for k, ends := range [][2]float64{{0, 4}, {4, 9}, {9.2, 14}} {
				def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("plate", k), Half: mgl64.Vec3{(ends[1] - ends[0]) / 2, 3, 0.04},
					Position: mgl64.Vec3{(ends[0] + ends[1]) / 2, 0, 0.04}, Mass: 500 * (ends[1] - ends[0]), Material: ice})
			}
			w := mustWorld(t, def)
			momentum := func() (p float64) {
				for i := range def.Bodies {
					_, v := motionOf(w, i)
					p += def.Bodies[i].Mass * v[0]
				}
				return p
			}
			start, off := momentum(), 0.0
			run(t, w, int(rate*2.5), func() { off = math.Max(off, math.Abs(momentum()-start)) })
			if _, v := motionOf(w, 1); off > 1e-3 || v[0] < 1e-3 {
				t.Errorf("%g Hz, phase %d: %g N s of %g, the first plate at %g m/s", rate, phase, off, start, v[0])
			}
		}
	}
}

// TestWheels_ClosesTheLedgerOnBodies: a car accelerates, brakes and turns on a plate that slides and yaws.
func TestWheels_ClosesTheLedgerOnBodies(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		for _, rate := range []int{1000, 240, 60} {
			if !geomtest.Long && rate > 240 {
				continue
			}
			def := driven(5, m, vehicle.DriverDef{Power: 100000}, driverWorks)
			plate(def, 3000, -1)
			def.Bodies[1].AngularVelocity = mgl64.Vec3{0, 0, 0.02}
			def.Settings.Step = 1 / float64(rate)
			b := balance(t, mustWorld(t, def), 3*rate)
			caused(t, b, record.ByTyres, 1)
		}
	}
}

// TestWheels_ALightPlateStaysDown: the damper does not throw what weighs far less than the car.
func TestWheels_ALightPlateStaysDown(t *testing.T) {
	def := onPlane(8, vehicle.TMeasy, 0, nil)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "board", Half: mgl64.Vec3{0.5, 1.5, 0.01}, Position: mgl64.Vec3{-50, 0, 0.01}, Mass: 8})
	w := mustWorld(t, def)
	high, lifted := 0.0, false
	run(t, w, 480, func() {
		x, _ := motionOf(w, 1)
		high = math.Max(high, x[2])
		for _, r := range w.Wheels(nil) {
			lifted = lifted || r.On == 1
			if r.On == 1 && math.Abs(r.P.Z-0.02) > 0.02 {
				t.Errorf("a wheel stands on the board at %v", r.P)
			}
		}
	})
	if x, _ := motionOf(w, 0); !lifted || x[0] < -46 {
		t.Errorf("no wheel stood on the board, or the car came to %g m", x[0])
	}
	if high > 0.03 {
		t.Errorf("the board rose to %g m", high)
	}
}

// TestWheels_WhatComesFromTheSideLiftsNothing: a box slides to the middle of a car's wheel from its side. It stops at the
// side of the tyre, and the wheel stays on the road.
func TestWheels_WhatComesFromTheSideLiftsNothing(t *testing.T) {
	def := onPlane(0, vehicle.TMeasy, 0, []vehicle.Input{{Brake: 1}})
	contact := def.Vehicles[0].Wheels[0].Contact
	def.Bodies = append(def.Bodies, sim.BodyDef{
		Name: "box", Half: mgl64.Vec3{0.1, 0.1, 0.06}, Mass: 2, Velocity: mgl64.Vec3{0, -6, 0},
		Position: mgl64.Vec3{contact[0] - 60, contact[1] + 1, 0.06},
	})
	w := mustWorld(t, def)
	x0, _ := motionOf(w, 0)
	run(t, w, 240, func() {
		for _, r := range w.Wheels(nil) {
			if r.On >= 0 {
				t.Errorf("a wheel stands on the box")
			}
		}
		if x, v := motionOf(w, 0); math.Abs(x[2]-x0[2]) > 0.03 || v.Len() > 0.5 {
			t.Fatalf("the car is at %v, with %v", x, v)
		}
	})
	if x, _ := motionOf(w, 1); x[1] < contact[1]+0.2-1e-3 {
		t.Errorf("the box has come into the tyre: %v", x)
	}
}

// TestWheels_SleepAndWakeWithWhatTheyStandOn: a parked car and its plate fall asleep; a ball that strikes the plate
// wakes both, and the car goes with it.
func TestWheels_SleepAndWakeWithWhatTheyStandOn(t *testing.T) {
	t.Parallel()
	def := onPlane(0, vehicle.TMeasy, 0, []vehicle.Input{{Brake: 1}})
	plate(def, 2000, 0)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ram", Half: mgl64.Vec3{0.5, 0.5, 0.05}, Position: mgl64.Vec3{-110, 0, 0.06}, Velocity: mgl64.Vec3{15, 0, 0}, Mass: 1000, Material: 1})
	w := mustWorld(t, def)
	slept := [2]bool{}
	run(t, w, 4*240, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Sleep && e.A < 2 {
				slept[e.A] = true
			}
			if e.Kind == record.Wake && e.A == 0 && w.Frame().Time < 1.9 {
				t.Errorf("the car woke at %g s", e.Time)
			}
		}
	})
	if !slept[0] || !slept[1] {
		t.Fatalf("car asleep %v, plate asleep %v", slept[0], slept[1])
	}
	run(t, w, 2*240, nil)
	_, car := motionOf(w, 0)
	_, on := motionOf(w, 1)
	if on[0] < 0.5 || math.Abs(car[0]-on[0]) > 0.02 {
		t.Errorf("the plate goes at %g m/s, the car at %g", on[0], car[0])
	}
}

// TestWheels_OnBodiesRestoreToTheSameBits: a snapshot of each step of a car that comes onto a plate, stops and sleeps
// goes on as the run did.
func TestWheels_OnBodiesRestoreToTheSameBits(t *testing.T) {
	def := onPlane(6, vehicle.TMeasy, 1.0/60, []vehicle.Input{{}, {Time: 1, Brake: 1}})
	plate(def, 2000, 0)
	w, again := mustWorld(t, def), mustWorld(t, def)
	var snaps [][]byte
	run(t, w, 240, func() { snaps = append(snaps, w.Snapshot(nil)) })
	for n := 0; n+1 < len(snaps); n += 3 {
		if err := again.Restore(snaps[n]); err != nil {
			t.Fatal(err)
		}
		run(t, again, 1, nil)
		if !bytes.Equal(again.Snapshot(nil), snaps[n+1]) {
			t.Fatalf("step %d differs after a restore", n+2)
		}
	}
}

// litter scatters plates, ramps and logs in the way of a car of the scene of driven.
func litter(t *testing.T, r *rand.Rand) *sim.Definition {
	u := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	program := []vehicle.Input{{Throttle: u(0, 1), Steer: u(-0.1, 0.1)}, {Time: u(0.5, 1.5), Brake: u(0, 1)}}
	def := driven(u(0, 25), allTyres[r.IntN(len(allTyres))], vehicle.DriverDef{Power: 80000}, program)
	def.Bodies[0].Position[0] = -10
	for k := range 1 + r.IntN(6) {
		b := sim.BodyDef{Name: fmt.Sprint("litter", k), Position: mgl64.Vec3{-2 + 5*float64(k) + u(0, 1), u(-1.5, 1.5), 0}, Mass: math.Exp(u(1.5, 8))}
		switch r.IntN(4) {
		case 0, 1:
			b.Half = mgl64.Vec3{u(0.1, 2), u(0.1, 2), math.Exp(u(math.Log(0.005), math.Log(0.2)))}
			b.Position[2] = b.Half[2]
		case 2:
			log, err := geom.NewCylinder(u(0.03, 0.2), u(0.2, 1.5))
			if err != nil {
				t.Fatal(err)
			}
			b.Shapes = []sim.ShapeDef{{Shape: log, Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1})}}
			b.Position[2] = log.Size.X
		case 3:
			high := u(0.05, 0.5)
			ramp, err := geom.NewConvex([]geom.Vec{{X: -1.5, Y: -1.2}, {X: -1.5, Y: 1.2}, {X: 1.5, Y: -1.2}, {X: 1.5, Y: 1.2}, {X: 1.5, Y: -1.2, Z: high}, {X: 1.5, Y: 1.2, Z: high}})
			if err != nil {
				t.Fatal(err)
			}
			b.Shapes = []sim.ShapeDef{{Shape: ramp}}
			b.Position[2] = high / 3
		}
		if r.IntN(4) == 0 {
			b.Velocity = mgl64.Vec3{u(-5, 5), u(-5, 5), 0}
		}
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// TestWheels_LitterOnTheRoadThrowsNothing drives cars over what lies on the road: the ledger closes, springs and tyres
// give no energy but what the springs have in them, and nothing becomes faster than car and litter were, by what the
// engine gives and what an elastic collision with a light body leads to.
func TestWheels_LitterOnTheRoadThrowsNothing(t *testing.T) {
	t.Parallel()
	on, scenes, seeds := 0, 0, 2
	if geomtest.Long {
		seeds = 32
	}
	for seed := range uint64(seeds) {
		if !geomtest.Long && seed == 0 {
			continue
		}
		def := litter(t, rand.New(rand.NewPCG(seed, 1)))
		w, err := sim.New(def)
		if err != nil {
			continue // a ramp beside a plate
		}
		scenes++
		top := 0.0
		b := balanceOf(t, w, 360, func() {
			for i := range def.Bodies {
				top = math.Max(top, w.Body(i).Velocity.Len())
			}
			for _, r := range w.Wheels(nil) {
				if r.On >= 0 {
					on++
				}
			}
		})
		if got := b.Sums[record.BySuspension].Energy; got > 1500 {
			t.Errorf("seed %d: the suspension gave %g J", seed, got)
		}
		if got := b.Sums[record.ByTyres].Energy; got > 1 {
			t.Errorf("seed %d: tyres gave %g J", seed, got)
		}
		if v := def.Bodies[0].Velocity.Len(); top > 2*v+10 {
			t.Errorf("seed %d: %g m/s, from %g", seed, top, v)
		}
	}
	if scenes < seeds/2 || on < 10*scenes {
		t.Errorf("%d scenes, in which wheels stood on bodies for %d steps", scenes, on)
	}
}

// TestWheels_RollUpAStepOfABodyAsOfAStatic: a step of a third of the wheel's radius, met at all speeds and more than a
// tenth of the wheel's radius a step, does the same whatever it belongs to.
func TestWheels_RollUpAStepOfABodyAsOfAStatic(t *testing.T) {
	for _, speed := range []float64{1, 5, 12, 30} {
		road := onPlane(speed, vehicle.Fiala, 0, nil)
		kerb := onPlane(speed, vehicle.Fiala, 0, nil)
		half, at := mgl64.Vec3{20, 10, 0.5}, mgl64.Vec3{-38, 0, -0.4}
		road.Statics = append(road.Statics, sim.StaticDef{Name: "step", Half: half, Position: at})
		kerb.Bodies = append(kerb.Bodies, sim.BodyDef{Name: "step", Half: half, Position: at, Drive: []sim.DriveAt{{}}})
		a, b := mustWorld(t, road), mustWorld(t, kerb)
		up := 0
		for n := range 360 {
			run(t, a, 1, nil)
			run(t, b, 1, nil)
			xa, va := motionOf(a, 0)
			xb, vb := motionOf(b, 0)
			if d := math.Max(xa.Sub(xb).Len(), va.Sub(vb).Len()); d > 1e-9 {
				t.Fatalf("%g m/s, step %d: %g apart", speed, n+1, d)
			}
			for _, r := range b.Wheels(nil) {
				if r.On == 1 {
					up++
				}
			}
		}
		if up == 0 && speed > 2 {
			t.Errorf("%g m/s: no wheel came onto the step", speed)
		}
	}
}

// TestWheels_WakeWhatTheyStandOn: a box that strikes a car asleep on its plate wakes both at once.
func TestWheels_WakeWhatTheyStandOn(t *testing.T) {
	def := onPlane(0, vehicle.TMeasy, 0, []vehicle.Input{{Brake: 1}})
	plate(def, 2000, 0)
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ram", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Position: mgl64.Vec3{-89.1, 0, 20}, Velocity: mgl64.Vec3{15, 0, 0}, Mass: 200, Material: 1})
	w := mustWorld(t, def)
	var woke [2]float64
	asleep := false
	run(t, w, 3*240, func() {
		for _, e := range w.Frame().Events {
			if e.A > 1 {
				continue
			}
			if e.Kind == record.Sleep {
				asleep = true
			}
			if e.Kind == record.Wake && woke[e.A] == 0 {
				woke[e.A] = e.Time
			}
		}
	})
	if !asleep || woke[0] < 1 || woke[0] != woke[1] {
		t.Errorf("asleep %v, the car woke at %g s, the plate at %g", asleep, woke[0], woke[1])
	}
}

// TestWheels_PlatesUnderThemAreNoCrowd: thirty boxes fall and slide on a plate with a car on it. Were the plate moved
// with the boxes, before the rest, its wheels would brake on the world. All momentum stays in the bodies.
func TestWheels_PlatesUnderThemAreNoCrowd(t *testing.T) {
	t.Parallel()
	def := onPlane(0, vehicle.Coulomb, 0, []vehicle.Input{{Brake: 1}})
	plate(def, 3000, 0)
	for k := range 30 {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: fmt.Sprint("box", k), Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 50, Velocity: mgl64.Vec3{4, 0, 0},
			Position: mgl64.Vec3{-75 + 0.45*float64(k%5), -0.9 + 0.45*float64(k/5%3), 0.35 + 0.42*float64(k/15)},
		})
	}
	w := mustWorld(t, def)
	steps := 60
	if geomtest.Long {
		steps = 120
	}
	b := balanceOf(t, w, steps, nil)
	p := 0.0
	for i := range def.Bodies {
		p += def.Bodies[i].Mass * w.Body(i).Velocity[0]
	}
	if d := p - 30*50*4 - b.Sums[record.ByNumerical].P.X; math.Abs(d) > 1e-6*p {
		t.Errorf("momentum %g, at the start %d", p, 30*50*4)
	}
	if _, v := motionOf(w, 1); v[0] < 0.1 {
		t.Errorf("the plate goes at %g m/s", v[0])
	}
}

// TestWheels_KeepTheirSpeedUpARampOfABody: a driver who keeps a speed gives what the slope takes, whatever it is of.
func TestWheels_KeepTheirSpeedUpARampOfABody(t *testing.T) {
	tilted := mgl64.QuatRotate(-0.08, mgl64.Vec3{0, 1, 0})
	half, at := mgl64.Vec3{60, 10, 2}, mgl64.Vec3{20, 0, 0}
	road := driven(8, vehicle.TMeasy, vehicle.DriverDef{Power: 90000, Speed: []vehicle.SpeedAt{{Speed: 8}}}, nil)
	ramp := driven(8, vehicle.TMeasy, vehicle.DriverDef{Power: 90000, Speed: []vehicle.SpeedAt{{Speed: 8}}}, nil)
	road.Statics = append(road.Statics, sim.StaticDef{Name: "ramp", Half: half, Position: at, Attitude: tilted})
	ramp.Bodies = append(ramp.Bodies, sim.BodyDef{Name: "ramp", Half: half, Position: at, Attitude: tilted, Drive: []sim.DriveAt{{}}})
	a, b := mustWorld(t, road), mustWorld(t, ramp)
	for n := range 8 * 240 {
		run(t, a, 1, nil)
		run(t, b, 1, nil)
		xa, _ := motionOf(a, 0)
		xb, _ := motionOf(b, 0)
		if d := xa.Sub(xb).Len(); d > 1e-9 {
			t.Fatalf("step %d: %g apart, at %v", n+1, d, xa)
		}
	}
	if x, v := motionOf(b, 0); x[2] < 1 || math.Abs(v.Len()-8) > 0.05 {
		t.Errorf("it is at %v, with %v", x, v)
	}
}

// TestWheels_OnBodiesAllocateNothing: a car that drives, turns and brakes on a plate, once its memory has grown.
func TestWheels_OnBodiesAllocateNothing(t *testing.T) {
	def := driven(5, vehicle.TMeasy, vehicle.DriverDef{Power: 100000}, driverWorks)
	plate(def, 3000, -1)
	w := mustWorld(t, def)
	run(t, w, 720, nil)
	if n := geomtest.Allocations(720, w.Reset, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
	if r := w.Wheels(nil); r[0].On != 1 {
		t.Error("it does not stand on the plate")
	}
}
