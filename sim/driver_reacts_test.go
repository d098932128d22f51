package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestDriver_ReactsToWhatIsAhead: at 20 m/s towards a standing car whose rear is 100 m ahead of the nose, danger within
// 3 s is seen at 60 m, the brakes come 0.8 s later: it stops 60 - 16 - v²/2 mu g from it, the wheels' inertia taken in.
// One on the next lane is none, nor is one that drives as fast. A snapshot between seeing and braking leads to the same
// end.
func TestDriver_ReactsToWhatIsAhead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lane, speed float64
		brakes      bool
	}{{0, 0, true}, {3.5, 0, false}, {0, 20, false}} {
		def := driven(20, vehicle.TMeasy, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Delay: 0.8, Brake: 0.9}}, nil)
		other := sedan(c.speed, nil)
		def.Bodies = append(def.Bodies, other.Bodies[0])
		def.Bodies[1].Name, def.Bodies[1].Position = "other", mgl64.Vec3{-60 + 4.5 + 100, c.lane, 0.55}
		def.Vehicles = append(def.Vehicles, other.Vehicles[0])
		def.Vehicles[1].Body = 1
		w := mustWorld(t, def)
		run(t, w, 2*240+100, nil) // 2 s to the danger, and less than 0.8 s
		mid := w.Snapshot(nil)
		run(t, w, 6*240, nil)
		x, v := value(w, 0, "x", 0)+60, speedOf(w)
		want := 40 + 16 + 1.03*20*20/(2*0.9*0.7*9.81)
		if c.brakes && (math.Abs(x-want) > 0.01*want || v > 1e-6) || !c.brakes && math.Abs(v-20) > 1e-6 {
			t.Errorf("%+v: at %g m with %g m/s, want %g", c, x, v, want)
		}
		end := w.Snapshot(nil)
		again := mustWorld(t, def)
		if err := again.Restore(mid); err != nil {
			t.Fatal(err)
		}
		run(t, again, 6*240, nil)
		if string(again.Snapshot(nil)) != string(end) {
			t.Errorf("%+v: another end from the snapshot", c)
		}
	}
}

// TestDriver_SeesTheSameOnARoadThatTurns: danger is the same whichever way the world's axes point: one that comes towards
// the driver on the next lane is none, and of one that stands ahead it is as far away.
func TestDriver_SeesTheSameOnARoadThatTurns(t *testing.T) {
	t.Parallel()
	for n, yaw := range []float64{0, 0.3, math.Pi / 4, 2, -2.5} {
		for k, c := range []struct {
			lane, speed float64
			brakes      bool
		}{{3.5, -20, false}, {0, 0, true}} {
			if !geomtest.Long && (n+k)%2 > 0 {
				continue
			}
			def := driven(20, vehicle.TMeasy, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Delay: 0.8, Brake: 0.9}}, nil)
			other := sedan(c.speed, nil)
			def.Bodies = append(def.Bodies, other.Bodies[0])
			def.Bodies[1].Name, def.Bodies[1].Position = "other", mgl64.Vec3{-60 + 4.5 + 100, c.lane, 0.55}
			turn := mgl64.QuatRotate(yaw, mgl64.Vec3{0, 0, 1})
			for i := range def.Bodies {
				b := &def.Bodies[i]
				b.Attitude, b.Position, b.Velocity = turn, turn.Rotate(b.Position), turn.Rotate(b.Velocity)
			}
			def.Vehicles = append(def.Vehicles, other.Vehicles[0])
			def.Vehicles[1].Body = 1
			w := mustWorld(t, def)
			run(t, w, 2*240+100, nil)
			if v := speedOf(w); math.Abs(v-20) > 1e-6 {
				t.Errorf("%g rad, %+v: %g m/s before the brakes can have come", yaw, c, v)
			}
			run(t, w, 6*240, nil)
			x := value(w, 0, "x", 0)*math.Cos(yaw) + value(w, 0, "x", 1)*math.Sin(yaw) + 60
			v, want := speedOf(w), 40+16+1.03*20*20/(2*0.9*0.7*9.81)
			if c.brakes && (math.Abs(x-want) > 0.01*want || v > 1e-6) || !c.brakes && math.Abs(v-20) > 1e-6 {
				t.Errorf("%g rad, %+v: at %g m with %g m/s, want %g", yaw, c, x, v, want)
			}
		}
	}
}

// TestDriver_TellsWhenHeSeesAndBrakes: one event at the start of the step in which the nearer of two that stand ahead is less
// than 3 s away, one at the start of the first step in the middle of which the delay is over, none of whom he need not fear.
func TestDriver_TellsWhenHeSeesAndBrakes(t *testing.T) {
	t.Parallel()
	for _, step := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		def := driven(20, vehicle.Coulomb, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Delay: 0.8, Brake: 0.9}}, nil)
		def.Settings.Step = step
		at := sedan(0, nil).Bodies[0].Position[2]
		for i, x := range []float64{200, 84.5, 30} { // centres; sedans are 4.5 m long: 80 m to the near one
			b := sedan(0, nil).Bodies[0]
			b.Name, b.Position = []string{"far", "near", "beside"}[i], mgl64.Vec3{-60 + x, []float64{0, 0, 4}[i], at}
			def.Bodies = append(def.Bodies, b)
		}
		def.Movers = []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: mgl64.Vec3{-60 + 90, 0, 0.91}}}
		for i := range 2 {
			if i == 1 { // the walker is the nearer one
				def.Movers[0].Position[0], def.Bodies[2].Position[0] = -60+82.5, -60+90
			}
			w := mustWorld(t, def)
			var told []record.Event
			run(t, w, int(3/step), func() {
				for _, e := range w.Frame().Events {
					if e.Kind == record.Driver {
						told = append(told, e)
					}
				}
			})
			if len(told) != 2 {
				t.Fatalf("step %g: %d events: %+v", step, len(told), told)
			}
			sees, brakes := told[0], told[1]
			other := []int32{2, int32(len(def.Bodies))}[i]
			if sees.A != 0 || sees.B != other || sees.Detail != record.DriverSees || brakes.A != 0 || brakes.B != -1 || brakes.Detail != record.DriverBrakes {
				t.Errorf("step %g: %+v", step, told)
			}
			if sees.Time < 1-1e-9 || sees.Time > 1+step+1e-6 { // 4 s away at the start
				t.Errorf("step %g: sees at %g s", step, sees.Time)
			}
			if d := brakes.Time + step/2 - sees.Time - 0.8; d < -1e-9 || d > step {
				t.Errorf("step %g: brakes %g s after the delay, in the middle of the step", step, d)
			}
		}
	}
}

// TestDriver_TellsOnce: that he brakes is told once, however the delay falls on the middles of steps, and not where he no
// longer drives.
func TestDriver_TellsOnce(t *testing.T) {
	t.Parallel()
	told := func(def *sim.Definition, steps int) (sees, brakes int) {
		w := mustWorld(t, def)
		run(t, w, steps, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Driver && e.Detail == record.DriverSees {
					sees++
				} else if e.Kind == record.Driver {
					brakes++
				}
			}
		})
		return sees, brakes
	}
	ahead := func(step, delay, x float64) *sim.Definition {
		def := driven(20, vehicle.Coulomb, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Delay: delay, Brake: 0.9}}, nil)
		def.Settings.Step = step
		b := sedan(0, nil).Bodies[0]
		b.Name, b.Position[0] = "near", -60+x
		def.Bodies = append(def.Bodies, b)
		return def
	}
	every := 4
	if geomtest.Long {
		every = 2
	}
	for _, step := range []float64{0.005, 0.01, 0.02, 1.0 / 240, 1.0 / 60} {
		for half := 1; half < 60; half += every {
			for _, x := range []float64{60, 66.3} { // seen at once, and a few steps later
				if sees, brakes := told(ahead(step, float64(0.5*float64(half))*step, x), int(0.2/step)+40); sees != 1 || brakes != 1 {
					t.Errorf("step %g, delay of %d half steps, from %g m: sees %d times, brakes %d times", step, half, x, sees, brakes)
				}
			}
		}
	}
	def := ahead(1.0/240, 0.8, 7)
	def.Vehicles[0].AfterImpact = &vehicle.Input{}
	if sees, brakes := told(def, 480); sees != 1 || brakes != 0 {
		t.Errorf("struck before he brakes: sees %d times, brakes %d times", sees, brakes)
	}
}

// TestDriver_FearsNothingThatHePassesThrough: of a car that stands ahead and that his own ignores.
func TestDriver_FearsNothingThatHePassesThrough(t *testing.T) {
	def := driven(20, vehicle.TMeasy, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Brake: 1}}, nil)
	def.Bodies = append(def.Bodies, sedan(0, nil).Bodies[0])
	def.Bodies[1].Name, def.Bodies[1].Position = "other", mgl64.Vec3{-20, 0, 0.55}
	def.Ignore = []sim.IgnoreDef{{A: 0, B: 1}}
	w := mustWorld(t, def)
	run(t, w, 480, nil)
	if v := speedOf(w); math.Abs(v-20) > 1e-6 {
		t.Errorf("%g m/s after 2 s, want 20", v)
	}
}

// TestDriver_ReactsToAPedestrian who walks into his lane, not to one who keeps to the side of the road or has crossed it
// before the car comes.
func TestDriver_ReactsToAPedestrian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		y, speed float64
		brakes   bool
	}{{-4, 1.5, true}, {4, -1.5, true}, {0, 0, true}, {-4, 0, false}, {4, 1.5, false}, {4, -4, false}} {
		for _, yaw := range []float64{0, 2.3} {
			turn := mgl64.QuatRotate(yaw, mgl64.Vec3{0, 0, 1})
			v := speedAfterMover(t, yaw, sim.MoverDef{Name: "pedestrian", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: turn.Rotate(mgl64.Vec3{0, c.y, 0.91}),
				Program: []sim.MoverVelocity{{Velocity: turn.Rotate(mgl64.Vec3{0, c.speed, 0})}}})
			if c.brakes != (v < 15) || !c.brakes && math.Abs(v-20) > 1e-6 {
				t.Errorf("%+v, %g rad: %g m/s after 2 s", c, yaw, v)
			}
		}
	}
	// Movers keep their axes: one that is wide along x is in the way of who heads along y, beside that of who heads along x.
	for _, c := range []struct {
		yaw    float64
		at     mgl64.Vec3
		brakes bool
	}{{math.Pi / 2, mgl64.Vec3{-2.5, 0, 0.91}, true}, {0, mgl64.Vec3{0, -2.5, 0.91}, false}} {
		v := speedAfterMover(t, c.yaw, sim.MoverDef{Name: "wide", Radii: mgl64.Vec3{2, 0.25, 0.9}, Position: c.at})
		if c.brakes != (v < 15) {
			t.Errorf("%+v: %g m/s after 2 s", c, v)
		}
	}
}

// speedAfterMover returns the speed after 2 s of a car at 20 m/s, 60 m before the origin in its heading, whose driver reacts
// to danger within 3 s at once, on a road with a mover.
func speedAfterMover(t *testing.T, heading float64, m sim.MoverDef) float64 {
	t.Helper()
	turn := mgl64.QuatRotate(heading, mgl64.Vec3{0, 0, 1})
	def := driven(20, vehicle.TMeasy, vehicle.DriverDef{React: &vehicle.ReactionDef{Within: 3, Brake: 1}}, nil)
	b := &def.Bodies[0]
	b.Attitude, b.Position, b.Velocity = turn, turn.Rotate(b.Position), turn.Rotate(b.Velocity)
	def.Movers = []sim.MoverDef{m}
	w := mustWorld(t, def)
	run(t, w, 480, nil)
	return speedOf(w)
}
