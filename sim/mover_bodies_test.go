package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// pusher is a mover of 0.3 × 0.3 × 0.9 m that wants to go along x at 2 m/s, and a box of the given mass 1 m ahead of
// its front, on a floor.
func pusher(dt, mover, push, box, mu float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), Step: dt},
		Materials: []sim.Material{{Friction: mu}},
		Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.95}, Mass: box, Position: mgl64.Vec3{1.8, 0, 0.95}}},
		Statics:   []sim.StaticDef{floor(50)},
		Movers: []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{0, 0, 0.95}, Mass: mover, Push: push,
			Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{2, 0, 0}}}}},
	}
}

// front returns the gap between the mover of pusher and its box, whose centres are at one height [m].
func front(w *sim.World) float64 { return value(w, 0, "x", 0) - 0.5 - value(w, 1, "x", 0) - 0.3 }

// TestMover_IsStoppedByBodies walks movers without mass into a box, and one with a mass into a box of 10⁶ kg, and one
// into a box whose friction, 981 N, is above its push of 800 N: they come to stand before it, at their gap, and the box
// where the impact has left it.
func TestMover_IsStoppedByBodies(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, def := range []*sim.Definition{pusher(dt, 0, 0, 1, 0), pusher(dt, 80, 800, 1e6, 0), pusher(dt, 80, 800, 200, 0.5)} {
			w := mustWorld(t, def)
			run(t, w, int(math.Round(2/dt)), nil)
			moved := value(w, 0, "x", 0) - 1.8
			// Both go on at 160/280 m/s, and friction less push stops them: measured to 1.0 m/s times the step.
			slide := math.Pow(160.0/280, 2) / 2 * 280 / (0.5*9.81*200 - 800)
			if def.Bodies[0].Mass == 1e6 && math.Abs(moved) > 2e-3 || def.Bodies[0].Mass == 200 && math.Abs(moved-slide) > 1.2*dt || def.Bodies[0].Mass == 1 && moved != 0 {
				t.Errorf("step %g, box of %g kg: moved by %g m", dt, def.Bodies[0].Mass, moved)
			}
			if gap := front(w); gap < 0 || gap > 1e-3 {
				t.Errorf("step %g, box of %g kg: gap of %g m", dt, def.Bodies[0].Mass, gap)
			}
		}
	}
}

// TestMover_PushesByMass walks a mover of 80 kg and 800 N into boxes without friction: both go on at 80/(80 + m) of its
// speed, and gain 800 N/(80 kg + m) from there; with friction the push less the friction. The balance of the box closes
// over what the mover gives.
func TestMover_PushesByMass(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240, 1.0 / 960} {
		for _, c := range []struct{ box, mu float64 }{{20, 0}, {320, 0}, {80, 0.3}} {
			w := mustWorld(t, pusher(dt, 80, 800, c.box, c.mu))
			var met, v, free float64
			m := 80 + c.box
			a := (800 - c.mu*9.81*c.box) / m
			for met == 0 || w.Frame().Time < met+0.1 {
				run(t, w, 1, nil)
				if met == 0 && value(w, 0, "v", 0) > 1e-3 {
					met, v, free = w.Frame().Time, value(w, 0, "v", 0), value(w, 1, "v", 0)
				}
			}
			// The mover has come up to 2 m/s over 0.2 s; both then have one speed, but for the push of one step.
			if want := 80 * 2 / m; math.Abs(v-want) > 10*dt || math.Abs(free-want) > 10*dt {
				t.Errorf("step %g, %+v: speeds %g and %g m/s after the meeting, want %g", dt, c, v, free, want)
			}
			want := math.Min(2, v+a*(w.Frame().Time-met))
			if got := value(w, 0, "v", 0); math.Abs(got-want) > 0.02+12*dt {
				t.Errorf("step %g, %+v: %g m/s after 0.1 s, want %g", dt, c, got, want)
			}
			if gap := front(w); gap < 0 || gap > 0.04*dt*60 {
				t.Errorf("step %g, %+v: gap of %g m", dt, c, gap)
			}
		}
	}
	w := mustWorld(t, pusher(1.0/120, 80, 800, 20, 0.3))
	b := balance(t, w, 240)
	caused(t, b, record.ByDrives, 1)
}

// TestMover_IsRunInto throws a box at a mover that stands: they go on with one momentum, whatever turns besides; and a
// sleeper wakes when it is pushed.
func TestMover_IsRunInto(t *testing.T) {
	def := pusher(1.0/240, 80, 1, 20, 0)
	def.Movers[0].Program = nil
	def.Bodies[0].Velocity = mgl64.Vec3{-3, 0, 0}
	w := mustWorld(t, def)
	run(t, w, 110, nil)
	p := 80*value(w, 1, "v", 0) + 20*value(w, 0, "v", 0)
	// The push of 1 N brakes the mover.
	if math.Abs(p+60) > 0.2 || math.Abs(value(w, 1, "v", 0)+0.6) > 0.02 {
		t.Errorf("momentum %g N s, mover at %g m/s, want -60 and -0.6", p, value(w, 1, "v", 0))
	}
	def = pusher(1.0/240, 80, 800, 20, 0.3)
	def.Movers[0].Program = []sim.MoverVelocity{{Time: 1, Velocity: mgl64.Vec3{2, 0, 0}}}
	w = mustWorld(t, def)
	slept, woke := false, false
	run(t, w, 600, func() {
		for _, e := range w.Frame().Events {
			slept, woke = slept || e.Kind == record.Sleep && e.A == 0, woke || e.Kind == record.Wake && e.A == 0
		}
	})
	if !slept || !woke || value(w, 0, "x", 0) < 2 {
		t.Errorf("slept %v, woke %v, at %g m", slept, woke, value(w, 0, "x", 0))
	}
	shot := w.Snapshot(nil)
	other := mustWorld(t, def)
	if err := other.Restore(shot); err != nil {
		t.Fatal(err)
	}
	run(t, w, 50, nil)
	run(t, other, 50, nil)
	if !bytes.Equal(w.Snapshot(nil), other.Snapshot(nil)) {
		t.Error("the rest of the run is another after Restore")
	}
	def.Movers[0].Mass = 0
	if _, err := sim.New(def); err == nil {
		t.Error("a push without mass is taken")
	}
}

// TestMover_IsPressedAgainstAWall: a body that presses a mover with a mass against a wall comes to a stop there, as
// against the wall, and what a driven body presses overlaps; neither gets a velocity by being pushed out, nor by the
// bodies that push.
func TestMover_IsPressedAgainstAWall(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, c := range []struct {
			name  string
			mover float64
			drive []sim.DriveAt
			falls bool
		}{{"box", 80, nil, true}, {"box on a level mover", 80, nil, false}, {"press", 80, []sim.DriveAt{{Velocity: mgl64.Vec3{5, 0, 0}}}, false}, {"press on no mass", 0, []sim.DriveAt{{Velocity: mgl64.Vec3{5, 0, 0}}}, true}} {
			def := pusher(dt, c.mover, 0, 2000, 0)
			def.Statics = append(def.Statics, sim.StaticDef{Name: "wall", Half: mgl64.Vec3{0.1, 3, 3}, Position: mgl64.Vec3{0.5, 0, 3}})
			def.Bodies[0].Position, def.Bodies[0].Velocity, def.Bodies[0].Drive = mgl64.Vec3{-2, 0, 0.96}, mgl64.Vec3{5, 0, 0}, c.drive
			def.Movers[0].Falls = c.falls
			w := mustWorld(t, def)
			fastest := 0.0
			run(t, w, int(math.Round(0.5/dt)), func() {
				for axis := range 3 {
					fastest = math.Max(fastest, math.Max(math.Abs(value(w, 1, "v", axis)), math.Abs(value(w, 0, "v", axis))))
				}
			})
			if fastest > 5.5 {
				t.Errorf("%s, step %g: up to %g m/s", c.name, dt, fastest)
			}
			x, v := value(w, 0, "x", 0), value(w, 0, "v", 0)
			// The mover is 0.6 m thick, the wall begins at 0.4 m.
			if c.drive == nil && !(x > -0.75 && x < -0.6 && math.Abs(v) < 0.1) {
				t.Errorf("%s, step %g: the box is at %g m with %g m/s", c.name, dt, x, v)
			}
		}
	}
}

// TestMover_GoesThroughSensors: a sensor holds no mover up, and reports when it comes and goes; also from a snapshot
// on.
func TestMover_GoesThroughSensors(t *testing.T) {
	def := pusher(1.0/240, 80, 800, 20, 0)
	def.Bodies[0].Position[0] = 40
	def.Statics = append(def.Statics, sim.StaticDef{Name: "gate", Half: mgl64.Vec3{0.1, 3, 3}, Position: mgl64.Vec3{1, 0, 3}, Sensor: true})
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: "zone", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{1.2, 0, 1.5}, Sensor: true})
	def.Settings.Gravity = mgl64.Vec3{}
	w := mustWorld(t, def)
	const mover, zone, gate = 2, 1, 4
	told := map[[2]int32][]float64{}
	for range 280 {
		if shot := w.Snapshot(nil); w.Frame().Step == 125 { // it is in both
			w = mustWorld(t, def)
			if err := w.Restore(shot); err != nil {
				t.Fatal(err)
			}
		}
		run(t, w, 1, nil)
		for _, e := range w.Frame().Events {
			if e.Kind == record.SensorBegin || e.Kind == record.SensorEnd {
				told[[2]int32{e.A, e.B}] = append(told[[2]int32{e.A, e.B}], e.Time)
			}
		}
	}
	if x := value(w, 2, "x", 0); !(x > 1.9) {
		t.Errorf("the mover is at %g m", x)
	}
	// It speeds up at 10 m/s² to 2 m/s, 0.2 m on the way, and is 0.6 m thick; its upper half meets the zone, whose
	// lower side is 50 mm above its middle.
	at := func(x float64) float64 { return 0.2 + (x-0.2)/2 }
	half := 0.3 * math.Sqrt(1-math.Pow(0.05/0.9, 2))
	for _, c := range []struct {
		sensor   int32
		from, to float64
	}{{gate, 0.9 - 0.3, 1.1 + 0.3}, {zone, 0.7 - half, 1.7 + half}} {
		got := told[[2]int32{c.sensor, mover}]
		if len(got) != 2 || math.Abs(got[0]-at(c.from)) > 1.1/240 || math.Abs(got[1]-at(c.to)) > 1.1/240 || math.Abs(got[1]-got[0]-(c.to-c.from)/2) > 1e-6 {
			t.Errorf("sensor %d tells %v, want %g and %g s", c.sensor, got, at(c.from), at(c.to))
		}
	}
	if len(told) != 2 {
		t.Errorf("%v", told)
	}
}
