package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// Two boxes sleep side by side, flush. Two bullets hit one each in the same step, along the common face.
func TestSleep_BulletsMeetTheWoken(t *testing.T) {
	for _, lag := range []float64{0, 1, 2} {
		const v, at = 300.0, 1.1866
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1. / 60, Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0}},
			Statics:   []sim.StaticDef{floor(20)},
		}
		for i := range 2 {
			x := float64(i) - .5
			def.Bodies = append(def.Bodies,
				sim.BodyDef{Name: "box", Half: mgl64.Vec3{.5, .5, .5}, Mass: 100, Position: mgl64.Vec3{x, 0, .5}},
				sim.BodyDef{Name: "bullet", Half: mgl64.Vec3{.05, .05, .05}, Mass: .1,
					Position: mgl64.Vec3{x, -.55 - v*at - lag*float64(i), .5 + 0.5*9.81*at*at}, Velocity: mgl64.Vec3{0, v, 0}})
		}
		w := mustWorld(t, def)
		hits := 0
		for range 75 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Impact && e.Closing > 100 {
					hits++
				}
				if w.Frame().Time > 1.1 {
					t.Log(e.Kind, e.A, e.B, e.Time, e.Closing)
				}
			}
			for i := range int32(2) {
				if z := value(w, 2*i, "x", 2); z < .5-2e-4 {
					t.Errorf("lag %g: box %d sinks into the floor to %g", lag, i, z)
				}
			}
		}
		if hits != 2 {
			t.Errorf("lag %g m: %d of 2 bullets hit; bullet 2 is at y = %g", lag, hits, value(w, 3, "x", 1))
		}
	}
}

// TestSleep_WhatIsDrivenSlowlyStaysAwake pushes a box, and drags another by a joint, at a quarter of the speed below which
// bodies fall asleep, to a stop after 2 s: they sleep once, after it. They fell asleep and were woken every half a second.
func TestSleep_WhatIsDrivenSlowlyStaysAwake(t *testing.T) {
	const v, stops = 0.0025, 2.0
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1. / 60, Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{floor(20)},
	}
	program := []sim.DriveAt{{Velocity: mgl64.Vec3{v, 0, 0}}, {Time: stops, Velocity: mgl64.Vec3{v, 0, 0}}, {Time: stops + 1./60}}
	for i, name := range []string{"pusher", "pushed", "puller", "pulled"} {
		b := sim.BodyDef{Name: name, Half: mgl64.Vec3{.5, .5, .5}, Mass: 10, Position: mgl64.Vec3{float64(i % 2), 3 * float64(i/2), .5}}
		if i%2 == 0 {
			b.Position[2], b.Drive = .6, program
		}
		def.Bodies = append(def.Bodies, b)
	}
	def.Bodies[3].Position[0] = 1.2
	def.Joints = []sim.JointDef{{Name: "rod", A: 2, B: 3, InWorld: true, AtA: mgl64.Vec3{0.6, 3, 0.5}}}
	w := mustWorld(t, def)
	var sleeps [4]int
	for range 240 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Sleep {
				if sleeps[e.A]++; e.Time < stops+0.4 {
					t.Errorf("body %d sleeps at %g s", e.A, e.Time)
				}
			}
		}
	}
	if sleeps != [4]int{1, 1, 1, 1} {
		t.Errorf("bodies sleep %v times", sleeps)
	}
	for _, i := range []int32{1, 3} {
		if x := value(w, i, "x", 0) - def.Bodies[i].Position[0]; math.Abs(x-v*stops) > 1e-4 {
			t.Errorf("body %d is moved by %g m", i, x)
		}
	}
}

// TestSleep_WhatFloatsDriftsOn: two touching cubes drift at 5 mm/s without gravity. Nothing holds them: momentum is
// kept.
func TestSleep_WhatFloatsDriftsOn(t *testing.T) {
	v := mgl64.Vec3{0.005, 0, 0}
	w := mustWorld(t, &sim.Definition{
		Bodies: []sim.BodyDef{cube("a", 0.5, 1, mgl64.Vec3{}, v), cube("b", 0.5, 1, mgl64.Vec3{1, 0, 0}, v)},
	})
	run(t, w, 480, nil)
	if x := bodyOf(w, 0).X.X; math.Abs(x-0.01) > 1e-9 {
		t.Errorf("after 2 s at 5 mm/s the first cube is at %g m, asleep", x)
	}
}

// TestSleep_WhatGainsSpeedStaysAwake: what a slope just above the angle of friction lets slide, what rolls down a faint
// slope, and what topples over its edge are slower than the sleep speed for longer than the sleep time, and go on. Below
// those angles they sleep.
func TestSleep_WhatGainsSpeedStaysAwake(t *testing.T) {
	t.Parallel()
	const deg = math.Pi / 180
	plate := sim.BodyDef{Name: "plate", Half: mgl64.Vec3{0.5, 0.5, 0.1}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.1}}
	ball := rollingBall(mgl64.Vec3{}, mgl64.Vec3{})
	ball.Name = "ball"
	block := sim.BodyDef{Name: "block", Half: mgl64.Vec3{0.2, 0.3, 0.5}, Mass: 5, Position: mgl64.Vec3{0, 0, 0.5}}
	for n, dt := range []float64{1.0 / 30, 1.0 / 240, 1.0 / 1000} {
		for k, c := range []struct {
			body          sim.BodyDef
			mu            float64
			holds, begins float64 // slopes [rad]
			acceleration  float64 // on the latter [m/s²], 0 for one that grows
		}{
			{plate, 0.5, 26.5 * deg, 26.6 * deg, 9.81 * (math.Sin(26.6*deg) - 0.5*math.Cos(26.6*deg))},
			{ball, 0.5, 0, 0.05 * deg, 5.0 / 7 * 9.81 * math.Sin(0.05*deg)},
			{plate, 1e-4, 0.5e-4, 3e-4, 9.81 * (math.Sin(3e-4) - 1e-4*math.Cos(3e-4))},
			{block, 0.9, math.Atan(0.4) - 0.02*deg, math.Atan(0.4) + 0.02*deg, 0},
		} {
			for l, slope := range []float64{c.holds, c.begins} {
				if !geomtest.Long && n == 2 && (k+l)%2 > 0 {
					continue
				}
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Gravity: tilt(slope), Step: dt},
					Materials: []sim.Material{{Friction: c.mu}}, Bodies: []sim.BodyDef{c.body}, Statics: []sim.StaticDef{floor(50)},
				})
				run(t, w, int(math.Round(4/dt)), nil)
				switch x := value(w, 0, "x", 0); {
				case slope == c.holds:
					if !w.AtRest() || math.Abs(x) > 1e-6 {
						t.Errorf("%s on %g rad, step %.4f s: asleep %v, at %g m", c.body.Name, slope, dt, w.AtRest(), x)
					}
				case c.acceleration > 0:
					near(t, c.body.Name, dt, x, 8*c.acceleration, 1e-3*8*c.acceleration)
				case x < 0.1:
					t.Errorf("%s on %g rad, step %.4f s: at %g m", c.body.Name, slope, dt, x)
				}
			}
		}
	}
}

// TestSleep_WhatTurnsBackStaysAwake: a pendulum of 100 m and a ball that rolls up a faint slope are slower than the sleep
// speed for longer than the sleep time before they turn back, and turn back.
func TestSleep_WhatTurnsBackStaysAwake(t *testing.T) {
	t.Parallel()
	const g, length, r, slope, v = 9.81, 100.0, 0.1, 5e-4, 0.02
	swing := math.Sqrt(g * length / (length*length + 0.4*r*r))
	roll := 5.0 / 7 * g * math.Sin(slope)
	for _, dt := range []float64{1.0 / 30, 1.0 / 240} {
		for _, wide := range []float64{0.04, 0.1, 1} {
			if !geomtest.Long && dt < 1.0/30 && wide > 0.04 {
				continue // the slowest
			}
			bob := ballOf(r, 10)
			bob.Position = mgl64.Vec3{wide, 0, length - math.Sqrt(length*length-wide*wide)}
			w := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Gravity: tilt(0), Step: dt}, Bodies: []sim.BodyDef{bob},
				Joints: []sim.JointDef{{A: 0, B: sim.WorldEnd, InWorld: true, AtA: mgl64.Vec3{0, 0, length}}},
			})
			for range int(4 * math.Pi / swing / dt) {
				run(t, w, 1, nil)
				x := value(w, 0, "x", 0)
				if exact := wide * math.Cos(swing*w.Frame().Time); math.Abs(x-exact) > 1e-3*wide {
					t.Errorf("step %.4f s: after %.3f s a pendulum that swings %g m wide is at %g m, not at %g m", dt, w.Frame().Time, wide, x, exact)
					break
				}
			}
		}
		ball := rollingBall(mgl64.Vec3{-v, 0, 0}, mgl64.Vec3{0, -v / 0.5, 0})
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(slope), Step: dt},
			Materials: []sim.Material{{Friction: 0.5}}, Bodies: []sim.BodyDef{ball}, Statics: []sim.StaticDef{floor(50)},
		})
		x0 := value(w, 0, "x", 0)
		run(t, w, int(math.Round(3*v/roll/dt)), nil)
		end := w.Frame().Time
		near(t, "ball", dt, value(w, 0, "x", 0)-x0, 0.5*roll*end*end-v*end, 1e-3*v*v/roll)
	}
}

// TestSleep_EndsWithTheSupport: a ram strikes away the pillar on which a box sleeps, without touching the box: it wakes in
// the blow, falls and sleeps on the floor. Where the ram passes beside the pillar, it sleeps on.
func TestSleep_EndsWithTheSupport(t *testing.T) {
	for _, beside := range []float64{0, 3} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0), Step: 1.0 / 120},
			Materials: []sim.Material{{Friction: 0.1}},
			Bodies: []sim.BodyDef{
				{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 0, 1.5}},
				{Name: "pillar", Half: mgl64.Vec3{0.2, 0.2, 0.5}, Mass: 3, Position: mgl64.Vec3{0, 0, 0.5}},
				{Name: "ram", Half: mgl64.Vec3{0.3, 0.3, 0.1}, Position: mgl64.Vec3{-10, beside, 0.3}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{4.8, 0, 0}}}},
			},
			Statics: []sim.StaticDef{floor(50)},
		})
		var sleeps, wakes []float64
		run(t, w, 600, func() {
			for _, e := range w.Frame().Events {
				if e.A == 0 && e.Kind == record.Sleep {
					sleeps = append(sleeps, e.Time)
				} else if e.A == 0 && e.Kind == record.Wake {
					wakes = append(wakes, e.Time)
				}
			}
		})
		z, blow := value(w, 0, "x", 2), (10-0.2-0.3)/4.8
		if beside > 0 {
			if len(sleeps) != 1 || len(wakes) != 0 || math.Abs(z-1.5) > 1e-4 {
				t.Errorf("beside: it sleeps at %v, wakes at %v, is at a height of %g m", sleeps, wakes, z)
			}
		} else if len(sleeps) != 2 || sleeps[0] > 1 || len(wakes) != 1 || math.Abs(wakes[0]-blow) > 1e-6 || math.Abs(z-0.5) > 2e-4 {
			t.Errorf("it sleeps at %v, wakes at %v, want %g s, and is at a height of %g m", sleeps, wakes, blow, z)
		}
	}
}
