package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// oddPhases are times that no step ends at, and one that many do.
var oddPhases = []float64{0.1, 0.1005, 0.101, 0.102, 0.103, 0.11}

// shortPulse is a triangle of force along x and of torque about z, 2 ms long from start on: 100 N s and 3 N m s.
func shortPulse(start float64) []sim.ForceAt {
	return []sim.ForceAt{{Time: start},
		{Time: start + 1e-3, Force: mgl64.Vec3{1e5, 0, 0}, Torque: mgl64.Vec3{0, 0, 3e3}}, {Time: start + 2e-3}}
}

// TestForces_ShortPulseGivesItsWholeImpulse: whatever the step and its phase, and in the place that this allows: the
// impulse comes within the steps that the pulse touches.
func TestForces_ShortPulseGivesItsWholeImpulse(t *testing.T) {
	const inertia = 10 * (0.25 + 0.25) / 3 // of a cube of 1 m
	for _, dt := range []float64{1.0 / 30, 1.0 / 60, 1.0 / 240, 1.0 / 1000} {
		for _, start := range oddPhases {
			w := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Step: dt},
				Bodies:   []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10}},
				Forces:   []sim.ForceDef{{Program: shortPulse(start)}},
			})
			n := int(math.Round(0.2 / dt))
			b := balance(t, w, n)
			where := fmt.Sprintf("step %.3g s, pulse at %g s", dt, start)
			// The times are off by 1e-16 s at most, of pieces of a pulse of 1e-3 s.
			if v, l := value(w, 0, "v", 0), value(w, 0, "L", 2); math.Abs(v-10) > 1e-11 || math.Abs(l-3) > 1e-11 {
				t.Errorf("%s: %.14g m/s and %.14g N m s, want 10 and 3", where, v, l)
			}
			if x, want := value(w, 0, "x", 0), 10*(float64(n)*dt-start-1e-3); math.Abs(x-want) > 10*(dt/2+1e-3) {
				t.Errorf("%s: at %g m, want %g", where, x, want)
			}
			// What it does is the energy at the end; a force that is held works by the mean of the velocities.
			if e, want := b.Sums[record.ByScripts].Energy, 0.5*10*100+0.5*9/inertia; math.Abs(e-want) > 1e-9*want {
				t.Errorf("%s: the force does %.12g J, want %.12g", where, e, want)
			}
		}
	}
}

// TestForces_GustThatJumpsGivesItsWholeImpulse: 1.5 kN from 0.1013 s on, that falls to 0.6 kN up to 0.2507 s.
func TestForces_GustThatJumpsGivesItsWholeImpulse(t *testing.T) {
	const from, to = 0.1013, 0.2507
	for _, n := range []int{20, 60, 240} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1 / float64(n)}, Bodies: []sim.BodyDef{dice(40)},
			Forces: []sim.ForceDef{{InBody: true, Program: []sim.ForceAt{
				{Time: from, Force: mgl64.Vec3{0, 1500, 0}}, {Time: to, Force: mgl64.Vec3{0, 600, 0}}, {Time: 0.3},
			}}},
		})
		run(t, w, n, nil)
		want := (1050*(to-from) + 300*(0.3-to)) / 40
		if v := value(w, 0, "v", 1); math.Abs(v-want) > 1e-12*want {
			t.Errorf("%d steps a second: %.14g m/s, want %.14g", n, v, want)
		}
	}
}

// TestForces_PulseInTheStepOfAnImpact: a body is struck within the step of its pulse. Both have its impulse at the end.
func TestForces_PulseInTheStepOfAnImpact(t *testing.T) {
	for _, phase := range []float64{0.2, 0.5, 0.8} {
		a, b := dice(2), dice(3)
		b.Name, b.Position, b.Velocity = "b", mgl64.Vec3{1, 0, 0}, mgl64.Vec3{-9, 0, 0}
		// The faces, 0.9 m apart, meet at 0.1 s = 6 steps if no force acts.
		step := 0.1 / (6 + phase)
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: step}, Materials: []sim.Material{{Restitution: 0.5}}, Bodies: []sim.BodyDef{a, b},
			Forces: []sim.ForceDef{{Program: []sim.ForceAt{{Time: 0.098}, {Time: 0.099, Force: mgl64.Vec3{4e3, 0, 0}}, {Time: 0.1}}}},
		})
		impacts := run(t, w, 12, nil)
		if len(impacts) != 1 || impacts[0].Time < 6*step || impacts[0].Time > 7*step {
			t.Fatalf("phase %g: impacts %v", phase, impacts)
		}
		if p := 2*value(w, 0, "v", 0) + 3*value(w, 1, "v", 0); math.Abs(p-(4-27)) > 1e-11 {
			t.Errorf("phase %g: momentum %.14g N s, want -23", phase, p)
		}
	}
}

// along is an entry of a drive at v along x, without a turn.
func along(time, v float64) sim.DriveAt {
	return sim.DriveAt{Time: time, Velocity: mgl64.Vec3{v, 0, 0}}
}

// TestPrograms_RestoreGoesOnWithTheSameBits goes on from every step of a push by a blade that starts with a jump, and by
// a pulse.
func TestPrograms_RestoreGoesOnWithTheSameBits(t *testing.T) {
	box := dice(2)
	box.Position = mgl64.Vec3{0.555, 0, 0}
	restoresAtEveryStep(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 240}, Materials: []sim.Material{{Restitution: 0.2}},
		Bodies: []sim.BodyDef{{Name: "blade", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Drive: []sim.DriveAt{along(0.0605, 4), along(0.1003, 0)}}, box},
		Forces: []sim.ForceDef{{Body: 1, Program: shortPulse(0.103)}},
	}, 60)
}

func TestPrograms_DoNotAllocate(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Bodies: []sim.BodyDef{{Name: "blade", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Drive: []sim.DriveAt{along(0.0605, 4), along(0.1003, 0)}}, dice(2)},
		Ignore: []sim.IgnoreDef{{A: 0, B: 1}}, Forces: []sim.ForceDef{{Body: 1, Program: shortPulse(0.103)}},
	})
	run(t, w, 10, nil)
	if n := testing.AllocsPerRun(50, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}
