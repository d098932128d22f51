package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestCrowd_DrivenBodiesMeetSensors: sensors that a driven bin overlaps, a static and a driven one, change nothing for the
// heap in it. What entered the driven one was a contact of two driven bodies, and a panic.
func TestCrowd_DrivenBodiesMeetSensors(t *testing.T) {
	t.Parallel()
	def := shakenHeap(t, 0.3)
	sensed := *def
	floor := mgl64.Vec3{0, 0, -0.17} // up to 0.03 m above the bottom of the bin
	sensed.Statics = append(sensed.Statics, sim.StaticDef{Name: "gate", Position: floor, Half: mgl64.Vec3{9, 9, 0.1}, Sensor: true})
	sensed.Bodies = append(append([]sim.BodyDef(nil), def.Bodies...), sim.BodyDef{
		Name: "scanner", Position: floor, Half: mgl64.Vec3{9, 9, 0.1}, Sensor: true, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0.1, 0, 0}}},
	})
	w, with := mustWorld(t, def), mustWorld(t, &sensed)
	entered := 0
	steps := 40
	if geomtest.Long {
		steps = 60
	}
	for step := range steps {
		run(t, w, 1, nil)
		run(t, with, 1, nil)
		for _, e := range with.Frame().Events {
			if e.Kind == record.SensorBegin {
				entered++
			}
		}
		for i := range def.Bodies {
			if bodyOf(w, i) != bodyOf(with, i) {
				t.Fatalf("step %d: body %d is %+v, with sensors %+v", step, i, bodyOf(w, i), bodyOf(with, i))
			}
		}
	}
	if entered < 2 {
		t.Errorf("%d sensors are entered", entered)
	}
}

// TestCrowd_PassesThroughSensors: 27 cubes fall together through a gate that is thinner than their way in a step. Each
// enters and leaves it at the times of free fall, to what a chord of the step is off, and moves as without the gate.
func TestCrowd_PassesThroughSensors(t *testing.T) {
	const h, g, half, gate, high = 1.0 / 60, 9.81, 0.1, 0.05, 5.0
	def := &sim.Definition{
		Settings:  sim.Settings{Step: h, Gravity: mgl64.Vec3{0, 0, -g}},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{flat()},
	}
	for k := range 27 {
		at := mgl64.Vec3{0.3 * float64(k%3), 0.3 * float64(k/3%3), high + half + 0.3*float64(k/9)}
		def.Bodies = append(def.Bodies, cube(fmt.Sprint("cube", k), half, 1, at, mgl64.Vec3{}))
	}
	sensed := *def
	sensed.Statics = append(sensed.Statics, sim.StaticDef{Name: "gate", Sensor: true, Position: mgl64.Vec3{0, 0, 2}, Half: mgl64.Vec3{9, 9, gate / 2}})
	w, with := mustWorld(t, def), mustWorld(t, &sensed)
	begun, ended := 0, 0
	for range 54 {
		run(t, w, 1, nil)
		run(t, with, 1, nil)
		for _, e := range with.Frame().Events {
			if e.Kind != record.SensorBegin && e.Kind != record.SensorEnd {
				continue
			}
			fall := 0.3*float64(e.B/9) + high - (2 + gate/2)
			if begun++; e.Kind == record.SensorEnd {
				begun, ended = begun-1, ended+1
				fall += gate + 2*half
			}
			want := math.Sqrt(2 * fall / g)
			if off := g * h * h / 8 / (g * want); math.Abs(e.Time-want) > 1.01*off {
				t.Errorf("%v of %d at %.7f s, want %.7f", e.Kind, e.B, e.Time, want)
			}
		}
		for i := range def.Bodies {
			if bodyOf(w, i) != bodyOf(with, i) {
				t.Fatalf("body %d is %+v, with the gate %+v", i, bodyOf(w, i), bodyOf(with, i))
			}
		}
	}
	if begun != 27 || ended != 27 {
		t.Errorf("%d enter and %d leave", begun, ended)
	}
}

// TestCrowd_TurnsIntoSensors: bars that fall and spin together pass a gate and meet another with their ends first. They
// enter and leave at the times at which they do where they are no crowd, in which these are exact.
func TestCrowd_TurnsIntoSensors(t *testing.T) {
	const h, g = 1.0 / 60, 9.81
	events := func(crowd int) map[string]float64 {
		def := &sim.Definition{
			Settings: sim.Settings{Step: h, Gravity: mgl64.Vec3{0, 0, -g}, Crowd: crowd},
			Statics: []sim.StaticDef{
				{Name: "gate", Sensor: true, Position: mgl64.Vec3{0, 0, 2}, Half: mgl64.Vec3{9, 9, 0.2}},
				{Name: "post", Sensor: true, Position: mgl64.Vec3{0.75, 0, 0}, Half: mgl64.Vec3{0.1, 9, 9}},
			},
		}
		for k := range 27 {
			b := cube(fmt.Sprint("bar", k), 0.05, 1, mgl64.Vec3{0, 0.15 * float64(k), 3}, mgl64.Vec3{0, 0, -2})
			b.Half, b.AngularVelocity = mgl64.Vec3{0.8, 0.05, 0.05}, mgl64.Vec3{0, 4 + 0.1*float64(k), 0}
			def.Bodies = append(def.Bodies, b)
		}
		w := mustWorld(t, def)
		at := map[string]float64{}
		run(t, w, 40, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.SensorBegin || e.Kind == record.SensorEnd {
					key := fmt.Sprint(e.Kind, e.A, e.B)
					for n := 0; ; n++ {
						if name := fmt.Sprint(key, "/", n); at[name] == 0 {
							at[name] = e.Time
							break
						}
					}
				}
			}
		})
		return at
	}
	got, want := events(0), events(-1)
	if len(want) < 2*27 || len(got) != len(want) {
		t.Fatalf("%d events, %d without crowds", len(got), len(want))
	}
	// A chord of the fall is g h²/8 off, 0.3 mm; what enters or leaves does so at 3 m/s and more.
	const most = g * h * h / 8 / 3
	worst, differ := 0.0, 0
	for name, at := range want {
		d := math.Abs(got[name] - at)
		worst = math.Max(worst, d)
		if d > 0 {
			differ++
		}
	}
	if worst > most || differ == 0 {
		t.Errorf("%d of %d events differ, by up to %g s, want %g", differ, len(want), worst, most)
	}
}
