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

// TestDrive_EndsWhereItsProgramEnds: a start with a jump, corners and a peak within a step, at any step and phase: path
// and angle are the integrals of the velocities, and the velocities at the end of each step those of the program.
func TestDrive_EndsWhereItsProgramEnds(t *testing.T) {
	for _, dt := range []float64{1.0 / 20, 1.0 / 60, 1.0 / 240} {
		for _, t0 := range oddPhases {
			// Velocities along x and about z: 1 from t0 on, up to 3 in 0.2 s, back to 1 in 7 ms and on to 0 in 0.3 s.
			program := []sim.DriveAt{at(t0, 1), at(t0+0.2, 3), at(t0+0.207, 1), at(t0+0.507, 0)}
			w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Step: dt}, Bodies: []sim.BodyDef{{Name: "sled", Half: mgl64.Vec3{1, 1, 0.1}, Drive: program}}})
			n := 0
			run(t, w, int(math.Round(0.8/dt)), func() {
				n++
				path, v := followed(program, float64(n)*dt)
				if x := value(w, 0, "x", 0); math.Abs(x-path) > 1e-13 {
					t.Fatalf("step %.3g s from %g s: after %d steps at %.14g m, want %.14g", dt, t0, n, x, path)
				}
				if turned := 2 * math.Atan2(value(w, 0, "q", 3), value(w, 0, "q", 0)); math.Abs(turned-path) > 1e-13 {
					t.Fatalf("step %.3g s from %g s: after %d steps turned by %.14g, want %.14g", dt, t0, n, turned, path)
				}
				// At a jump the time decides, to the last bit.
				if got := value(w, 0, "v", 0); math.Abs(got-v) > 1e-12 && math.Abs(float64(n)*dt-t0) > 1e-9 {
					t.Fatalf("step %.3g s from %g s: after %d steps %.14g m/s, want %.14g", dt, t0, n, got, v)
				}
			})
		}
	}
}

// at is an entry of a drive at v along x and about z.
func at(time, v float64) sim.DriveAt {
	return sim.DriveAt{Time: time, Velocity: mgl64.Vec3{v, 0, 0}, AngularVelocity: mgl64.Vec3{0, 0, v}}
}

// followed returns the path along x of a drive up to a time, the integral of its velocity, and the velocity.
func followed(program []sim.DriveAt, end float64) (path, v float64) {
	for i, p := range program {
		if p.Time > end {
			break
		}
		v = p.Velocity[0]
		to, next := end, v
		if i+1 < len(program) {
			b := program[i+1]
			to = math.Min(end, b.Time)
			next = v + (b.Velocity[0]-v)*(to-p.Time)/(b.Time-p.Time)
		}
		path, v = path+(v+next)/2*(to-p.Time), next
	}
	return path, v
}

// TestDrive_NeverMovesBackwards starts at 10 m/s within a step, with a cube 1 mm behind it, and stops within another,
// with one 1 mm ahead of where it stops: it touches neither.
func TestDrive_NeverMovesBackwards(t *testing.T) {
	for _, t0 := range []float64{0.1, 0.1005, 0.101, 0.102, 0.103, 0.104, 0.1041} {
		behind, ahead := dice(1), dice(1)
		behind.Position = mgl64.Vec3{-0.551, 0, 0}
		ahead.Name, ahead.Position = "ahead", mgl64.Vec3{10*0.1 + 0.551, 0, 0}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 240},
			Bodies: []sim.BodyDef{{Name: "blade", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Drive: []sim.DriveAt{
				along(t0, 10), along(t0+0.0999, 10), along(t0+0.1001, 0)}}, behind, ahead},
		})
		if impacts := run(t, w, 120, nil); len(impacts) > 0 || value(w, 1, "v", 0) != 0 || value(w, 2, "v", 0) != 0 {
			t.Errorf("start at %g s: impacts %v, cubes at %g and %g m/s", t0, impacts, value(w, 1, "v", 0), value(w, 2, "v", 0))
		}
	}
}

// along is an entry of a drive at v along x, without a turn.
func along(time, v float64) sim.DriveAt {
	return sim.DriveAt{Time: time, Velocity: mgl64.Vec3{v, 0, 0}}
}

// TestDrive_CarriesOverCorners: a box on a lift whose program bends within steps stays on it, and ends with its path;
// the ledger closes.
func TestDrive_CarriesOverCorners(t *testing.T) {
	for _, t0 := range oddPhases {
		lift := []sim.DriveAt{along(t0, 0), along(t0+0.3, 0.9), along(t0+0.5, 0.9), along(t0+0.8, 0)}
		program := make([]sim.DriveAt, len(lift))
		for i, p := range lift {
			program[i] = sim.DriveAt{Time: p.Time, Velocity: mgl64.Vec3{0, 0, p.Velocity[0]}}
		}
		box := dice(5)
		box.Position = mgl64.Vec3{0.2, 0.1, 0.05}
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1.0 / 120, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: 0.5, Restitution: 0.4}},
			Bodies: []sim.BodyDef{{Name: "lift", Half: mgl64.Vec3{1, 1, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: program}, box},
		})
		b := balanceOf(t, w, 180, func() {
			if d := value(w, 1, "x", 2) - value(w, 0, "x", 2) - 0.15; math.Abs(d) > 1e-4 { // the slop
				t.Fatalf("from %g s: the box is %g m off the lift", t0, d)
			}
		})
		// Up by 0.9 m/s × 0.5 s: the lift does m g times that. Each step of the box is of the contacts' residual, 1e-7 m/s.
		if e, want := b.Sums[record.ByDrives].Energy, 5*9.81*0.45; math.Abs(e-want) > 5*9.81*(1e-4+180*1e-7) {
			t.Errorf("from %g s: the lift gives %.9g J, want %.9g", t0, e, want)
		}
	}
}

// TestDrive_PushesWhatItTouchesWhenItJumps: a blade that touches a cube starts at 5 m/s at any phase of the step. Without
// restitution the cube then has that speed, and the two touch: by an impact to the contact solver's residual, as a crowd,
// whose passes end at a share of the forces, to a thousandth.
func TestDrive_PushesWhatItTouchesWhenItJumps(t *testing.T) {
	for _, c := range []struct {
		crowd      int
		speed, gap float64
	}{{-1, 1e-6, 1e-6}, {0, 5e-3, 5e-3 * 0.15}} {
		for _, t0 := range oddPhases {
			box := dice(3)
			box.Position = mgl64.Vec3{0.55, 0, 0}
			w := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Step: 1.0 / 240, Crowd: c.crowd},
				Bodies:   []sim.BodyDef{{Name: "blade", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Drive: []sim.DriveAt{along(t0, 5)}}, box},
			})
			balance(t, w, 60)
			if v, gap := value(w, 1, "v", 0), value(w, 1, "x", 0)-value(w, 0, "x", 0)-0.55; math.Abs(v-5) > c.speed || math.Abs(gap) > c.gap {
				t.Errorf("crowd %d, from %g s: the cube has %.9g m/s, %.3g m before the blade", c.crowd, t0, v, gap)
			}
		}
	}
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
	run(t, w, 60, nil)
	if n := geomtest.Allocations(60, w.Reset, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}
