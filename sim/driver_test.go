package sim_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// driven is the sedan on a plane with a driver and all wheels driven.
func driven(speed float64, m vehicle.TyreModel, d vehicle.DriverDef, program []vehicle.Input) *sim.Definition {
	def := onPlane(speed, m, 0, program)
	def.Vehicles[0].Driver = &d
	for i := range def.Vehicles[0].Wheels {
		def.Vehicles[0].Wheels[i].Driven = true
	}
	return def
}

func speedOf(w *sim.World) float64 { return math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1)) }

// turned is the mass that a car of 1500 kg accelerates, with that of its wheels' treads where they have an inertia.
func turned(m vehicle.TyreModel) float64 {
	if m == vehicle.Coulomb {
		return 1500
	}
	return 1.03 * 1500
}

// TestDriver_PowerIsTheGainOfKineticEnergy: P t = m (v² - v0²)/2, less what slip takes, and rolling resistance and air
// make a top speed of P = (c m g + k v²) v.
func TestDriver_PowerIsTheGainOfKineticEnergy(t *testing.T) {
	t.Parallel()
	for n, m := range allTyres {
		def := driven(20, m, vehicle.DriverDef{Power: 60000}, []vehicle.Input{{Throttle: 0.5}})
		w := mustWorld(t, def)
		run(t, w, 1200, nil)
		if got, want := speedOf(w), math.Sqrt(20*20+2*30000*5/turned(m)); got > want*(1+1e-4) || got < want*(1-2e-3) {
			t.Errorf("%v: %g m/s after 5 s with 30 kW, want %g", m, got, want)
		}
		for k, from := range []float64{36.4, 36.7} { // time constant 27 s, about 36.53 m/s
			if !geomtest.Long && (n%3 > 0 || k != n/3%2) {
				continue
			}
			def = driven(from, m, vehicle.DriverDef{Power: 30000, Rolling: 0.015}, []vehicle.Input{{Throttle: 1}})
			def.Bodies[0].Drag = sim.DragDef{Quadratic: 0.45}
			w = mustWorld(t, def)
			seconds := 40
			if geomtest.Long {
				seconds = 60
			}
			run(t, w, seconds*240, nil)
			v := speedOf(w)
			if p := (0.015*1500*9.81 + 0.45*v*v) * v; math.Abs(p-30000) > 0.005*30000 {
				t.Errorf("%v: %g m/s at the end needs %g W of 30000", m, v, p)
			}
		}
	}
}

// TestDriver_RollingResistanceStopsTheCar: v²/(2 c g), and then it stays.
func TestDriver_RollingResistanceStopsTheCar(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		def := driven(3, m, vehicle.DriverDef{Rolling: 0.02}, nil)
		w := mustWorld(t, def)
		run(t, w, 20*240, nil)
		want := 3 * 3 / (2 * 0.02 * 9.81) * turned(m) / 1500
		if d := value(w, 0, "x", 0) + 60; math.Abs(d-want) > 0.005*want || speedOf(w) > 1e-9 {
			t.Errorf("%v: stops after %g m at %g m/s, want %g", m, d, speedOf(w), want)
		}
	}
}

// TestDriver_AntiLockBrakesKeepTheSteering: at full brake and 3° of steering the locked car goes on straight, that with
// ABS turns; both stop within the distance of their friction.
func TestDriver_AntiLockBrakesKeepTheSteering(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		side := [2]float64{}
		for i, on := range []bool{false, true} {
			def := driven(20, m, vehicle.DriverDef{ABS: on}, []vehicle.Input{{Brake: 1}})
			steered(def, 0.05, 0)
			for k := range 2 {
				def.Vehicles[0].Wheels[k].Program[0].Brake = 1
			}
			w := mustWorld(t, def)
			run(t, w, 1500, nil)
			side[i] = value(w, 0, "x", 1)
			if v := speedOf(w); v > 1e-6 {
				t.Errorf("%v, ABS %v: still at %g m/s", m, on, v)
			}
		}
		if math.Abs(side[0]) > 0.05 || side[1] < 0.5 {
			t.Errorf("%v: %g m to the side locked, %g m with ABS", m, side[0], side[1])
		}
	}
}

// TestDriver_KeepsItsSpeed: on the level and up 6 %, through a change from 20 to 30 m/s, and down to a stop.
func TestDriver_KeepsItsSpeed(t *testing.T) {
	t.Parallel()
	for n, m := range allTyres {
		for k, slope := range []float64{0, 0.06} {
			if !geomtest.Long && k != n/2%2 || !geomtest.Long && n%2 > 0 {
				continue
			}
			d := vehicle.DriverDef{Power: 120000, Rolling: 0.012, Air: 0.4,
				Speed: []vehicle.SpeedAt{{Time: 0, Speed: 20}, {Time: 5, Speed: 20}, {Time: 15, Speed: 30}, {Time: 20, Speed: 30}, {Time: 30, Speed: 0}}}
			def := driven(20, m, d, nil)
			def.Settings.Gravity = mgl64.Vec3{-9.81 * slope, 0, -9.81}
			def.Bodies[0].Drag = sim.DragDef{Quadratic: 0.4}
			w := mustWorld(t, def)
			for _, c := range []struct{ until, want, tol float64 }{{5, 20, 0.05}, {10, 25, 0.15}, {20, 30, 0.05}, {34, 0, 1e-6}} {
				run(t, w, int(c.until*240)-int(w.Frame().Step), nil)
				if v := value(w, 0, "v", 0); math.Abs(v-c.want) > c.tol {
					t.Errorf("%v, slope %g: %g m/s after %g s, want %g", m, slope, v, c.until, c.want)
				}
			}
		}
	}
}

// TestDriver_KeepsItsSpeedWithoutALimitOfPower: with rolling resistance and up 6 %, where nothing is said of the
// engine.
func TestDriver_KeepsItsSpeedWithoutALimitOfPower(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		def := driven(20, m, vehicle.DriverDef{Rolling: 0.012, Speed: []vehicle.SpeedAt{{Speed: 20}}}, nil)
		def.Settings.Gravity = mgl64.Vec3{-9.81 * 0.06, 0, -9.81}
		w := mustWorld(t, def)
		run(t, w, 10*240, nil)
		if v := value(w, 0, "v", 0); math.Abs(v-20) > 0.05 {
			t.Errorf("%v: %g m/s after 10 s, want 20", m, v)
		}
	}
}

// TestDriver_KeepsItsSpeedOnSlopes of 10°, up and down, and stands there where the speed to keep is zero.
func TestDriver_KeepsItsSpeedOnSlopes(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		for _, slope := range []float64{-0.17, 0.17} {
			for _, speed := range []float64{0, 10} {
				def := driven(speed, m, vehicle.DriverDef{Rolling: 0.012, Speed: []vehicle.SpeedAt{{Speed: speed}}}, nil)
				def.Settings.Gravity = tilt(slope)
				w := mustWorld(t, def)
				run(t, w, 5*240, nil)
				x := value(w, 0, "x", 0)
				run(t, w, 5*240, nil)
				if v := value(w, 0, "v", 0); math.Abs(v-speed) > 0.005*speed || math.Abs(value(w, 0, "x", 0)-x-5*speed) > 0.03*speed {
					t.Errorf("%v, slope %g: %g m/s after 10 s, and %g m in 5 s, want %g m/s", m, slope, v, value(w, 0, "x", 0)-x, speed)
				}
			}
		}
	}
}

// bend is a path along x, around a bend of 50 m radius from the origin on, and along y.
func bend() []mgl64.Vec2 {
	path := []mgl64.Vec2{{-60, 0}, {0, 0}}
	for k := 1; k <= 90; k++ {
		s, c := math.Sincos(float64(k) * math.Pi / 180)
		path = append(path, mgl64.Vec2{50 * s, 50 * (1 - c)})
	}
	return append(path, mgl64.Vec2{50, 200})
}

// TestDriver_FollowsAPath: around a bend of 50 m radius at 12 m/s, never more than 0.6 m beside it.
func TestDriver_FollowsAPath(t *testing.T) {
	t.Parallel()
	path := bend()
	for _, m := range allTyres {
		d := vehicle.DriverDef{Power: 100000, SteerLimit: 0.6, Path: path, Speed: []vehicle.SpeedAt{{Speed: 12}}}
		w := mustWorld(t, driven(12, m, d, nil))
		worst := 0.0
		for range 16 * 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			x, y := value(w, 0, "x", 0), value(w, 0, "x", 1)
			off := math.Abs(math.Hypot(x, y-50) - 50)
			if x < 0 {
				off = math.Abs(y)
			} else if y > 50 {
				off = math.Abs(x - 50)
			}
			worst = math.Max(worst, off)
		}
		t.Logf("%v: at most %.3f m beside the path", m, worst)
		if x, y := value(w, 0, "x", 0), value(w, 0, "x", 1); worst > 0.6 || y < 100 || math.Abs(x-50) > 0.1 {
			t.Errorf("%v: %g m beside the path, at the end at (%g, %g)", m, worst, x, y)
		}
	}
}

// TestDriver_OfAModelDrivesAsInTheOriginal: a model of a car at 1:10, by Froude's law, follows a path at 1:10 as a car
// of the same proportions with a wheelbase of fullSize follows the path itself.
func TestDriver_OfAModelDrivesAsInTheOriginal(t *testing.T) {
	t.Parallel()
	drive := func(size float64, m vehicle.TyreModel) []mgl64.Vec2 {
		k, root := size/2.7, math.Sqrt(size/2.7) // of the wheelbase and of times
		full := 2 / 2.7                          // the path is of the size of the larger one
		path := bend()
		for i := range path {
			path[i] = path[i].Mul(k / full)
		}
		speed := []vehicle.SpeedAt{{Speed: 10 * root}}
		def := driven(10*root, m, vehicle.DriverDef{Power: 1e5 * math.Pow(k, 3.5), SteerLimit: 0.6, Path: path, Speed: speed}, nil)
		def.Settings.Step = root / 240
		b := &def.Bodies[0]
		b.Half, b.Offset, b.Position, b.Mass = b.Half.Mul(k), b.Offset.Mul(k), b.Position.Mul(k), b.Mass*k*k*k
		for i := range def.Vehicles[0].Wheels {
			w := &def.Vehicles[0].Wheels[i]
			w.Contact, w.Radius, w.Travel, w.Frequency = w.Contact.Mul(k), 0.3*k, 0.1*k, 1.5/root
		}
		w := mustWorld(t, def)
		var way []mgl64.Vec2
		for n := range 16 * 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			if n%240 == 0 {
				way = append(way, mgl64.Vec2{value(w, 0, "x", 0), value(w, 0, "x", 1)}.Mul(1/k))
			}
		}
		return way
	}
	for i, m := range allTyres {
		if !geomtest.Long && i%2 > 0 {
			continue
		}
		small, large := drive(0.2, m), drive(2, m)
		worst := 0.0
		for i := range small {
			worst = math.Max(worst, small[i].Sub(large[i]).Len())
		}
		most := 1e-5
		if m == vehicle.Coulomb { // passes end at a speed in m/s, of any size
			most = 0.005
		}
		t.Logf("%v: %.2g m apart at most, in the end at %.1f", m, worst, small[len(small)-1])
		if end := small[len(small)-1]; worst > most || end[1] < 50 {
			t.Errorf("%v: %g m apart, in the end at %v", m, worst, end)
		}
	}
}

// TestDriver_FollowsAPathThatCrossesItself: straight on to an eight of two circles of 25 m, each gone round twice, that
// begins and ends at one place, and straight on, after restores too. 1.85 m beside it is the most seen, where the bend
// changes sides; ways that are missed are 25 m off. Without the tag long, with two kinds of tyres.
func TestDriver_FollowsAPathThatCrossesItself(t *testing.T) {
	t.Parallel()
	path := []mgl64.Vec2{{0, 0}}
	for _, side := range []float64{1, -1} {
		for k := 1; k <= 180; k++ {
			s, c := math.Sincos(float64(k) * math.Pi / 45)
			path = append(path, mgl64.Vec2{25 * s, side * 25 * (1 - c)})
		}
	}
	path = append(path, mgl64.Vec2{10, 0})
	for n, m := range allTyres {
		if !geomtest.Long && n > 0 { // the way is the driver's
			continue
		}
		d := vehicle.DriverDef{Power: 100000, SteerLimit: 0.6, Path: path, Speed: []vehicle.SpeedAt{{Speed: 10}}}
		def := driven(10, m, d, nil)
		w := mustWorld(t, def)
		worst, laps, far := 0.0, [2]int{}, false
		for n := range 78 * 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			if n%2400 == 1234 {
				s := w.Snapshot(nil)
				w = mustWorld(t, def)
				if err := w.Restore(s); err != nil {
					t.Fatal(err)
				}
			}
			x, y := value(w, 0, "x", 0), value(w, 0, "x", 1)
			left, right := math.Abs(math.Hypot(x, y-25)-25), math.Abs(math.Hypot(x, y+25)-25)
			off := left
			switch {
			case laps == [2]int{} && x < 0 && y < 25, laps[1] == 2 && x > 0 && math.Abs(y) < 25:
				off = math.Abs(y)
			case laps[0] == 2 && y < 25:
				off = math.Min(left, right)
			}
			worst = math.Max(worst, off)
			if there := math.Abs(y) > 48; there && !far {
				side := 0
				if y < 0 {
					side = 1
				}
				laps[side]++
				far = true
			} else if math.Abs(y) < 40 {
				far = false
			}
		}
		if x, y := value(w, 0, "x", 0), value(w, 0, "x", 1); worst > 2 || laps != [2]int{2, 2} || !(x > 40) || math.Abs(y) > 0.1 {
			t.Errorf("%v: %v laps, %g m beside the path, at the end at (%g, %g)", m, laps, worst, x, y)
		}
	}
}

// TestDriver_LockedWheelAndBlownTyrePullToTheirSide: a left front wheel that locks, or has no air, turns the car left,
// a right one right. Tyres of Coulomb hold the car straight.
func TestDriver_LockedWheelAndBlownTyrePullToTheirSide(t *testing.T) {
	for _, m := range allTyres[1:] {
		for i, in := range []vehicle.Input{{Brake: 1}, {Blown: true}} {
			var turn [2]float64
			for wheel := range 2 {
				def := onPlane(25, m, 0, nil)
				def.Vehicles[0].Wheels[wheel].Program = []vehicle.Input{in}
				w := mustWorld(t, def)
				run(t, w, 240, nil)
				turn[wheel] = 2 * math.Asin(value(w, 0, "q", 3))
			}
			if !(turn[0] > 1e-3) || math.Abs(turn[0]+turn[1]) > 1e-6 {
				t.Errorf("%v, case %d: turned by %g and %g", m, i, turn[0], turn[1])
			}
		}
	}
}

// TestDriver_LedgerCloses with an engine, air and tyres that slip around a bend.
func TestDriver_LedgerCloses(t *testing.T) {
	for _, m := range allTyres {
		def := driven(15, m, vehicle.DriverDef{Power: 50000, Rolling: 0.015}, []vehicle.Input{{Throttle: 1}, {Time: 2, Brake: 0.5}})
		steered(def, 0.03, 0)
		def.Bodies[0].Drag = sim.DragDef{Quadratic: 0.4}
		b := balance(t, mustWorld(t, def), 700)
		caused(t, b, record.ByTyres, 1e3)
		caused(t, b, record.ByDrag, 1e2)
	}
}

// TestDriver_KeepsTheSpeedOfWhatItDraws: up and down 4 %, with two trailers that resist rolling and the air, or of which
// the first has a driver of its own, who draws the second.
func TestDriver_KeepsTheSpeedOfWhatItDraws(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		slope float64
		alone bool
	}{{-0.04, false}, {0.04, false}, {0.04, true}} {
		keeper := vehicle.DriverDef{Rolling: 0.012, Speed: []vehicle.SpeedAt{{Speed: 20}}}
		def := driven(20, vehicle.Coulomb, keeper, nil)
		for i := 1; i <= 2; i++ {
			trailer := def.Vehicles[0]
			trailer.Body, trailer.Driver, trailer.Wheels = i, &vehicle.DriverDef{Rolling: 0.02, Air: 1}, slices.Clone(trailer.Wheels)
			b := def.Bodies[0]
			b.Name, b.Position[0], b.Drag = "trailer", b.Position[0]-5*float64(i), sim.DragDef{Quadratic: 1}
			if i == 1 && c.alone {
				trailer.Driver, b.Drag = &keeper, sim.DragDef{}
			}
			at := b.Position.Add(mgl64.Vec3{2.5})
			def.Vehicles, def.Bodies = append(def.Vehicles, trailer), append(def.Bodies, b)
			def.Joints = append(def.Joints, sim.JointDef{A: i - 1, B: i, InWorld: true, AtA: at, AtB: at})
		}
		def.Settings.Gravity = tilt(c.slope)
		w := mustWorld(t, def)
		seconds := 5
		if geomtest.Long {
			seconds = 20
		}
		run(t, w, seconds*240, nil)
		if v := value(w, 0, "v", 0); math.Abs(v-20) > 0.02 {
			t.Errorf("slope %g, %v: %g m/s after %d s, want 20", c.slope, c.alone, v, seconds)
		}
	}
}
