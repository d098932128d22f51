package sim_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestJointLoads_GiveTheMomentum: of bodies that joints hold, which ball after ball pushes, slower and faster than an impact,
// and which sleep in between, all momentum is that of gravity, contact forces, impacts, and the loads of the joints with their
// impulses in impacts, in every step: also while they are asleep, in the step in which they are woken, and where they rest
// without sleep. A load is on the second body of its joint. The force in the last substep of a step in which a ball pushes is
// 0.004 N, where the load is 97 N.
func TestJointLoads_GiveTheMomentum(t *testing.T) {
	t.Parallel()
	for n, sleep := range []float64{-1, 0.2, 0.2} {
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0), SleepTime: sleep},
			Materials: []sim.Material{{Friction: 0.3, Restitution: 0.2}},
			Bodies: []sim.BodyDef{
				{Name: "arm", Half: mgl64.Vec3{0.1, 0.1, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 0, 2}},   // hangs
				{Name: "rod", Half: mgl64.Vec3{1, 0.05, 0.05}, Mass: 4, Position: mgl64.Vec3{0, 3, 0.05}}, // lies, with
				{Name: "end", Half: mgl64.Vec3{0.2, 0.1, 0.05}, Mass: 2, Position: mgl64.Vec3{1.2, 3, 0.05}},
				cube("slow", 0.1, 2, mgl64.Vec3{-0.3, 0, 1.8}, mgl64.Vec3{0.45, 0, 0.6}),
				cube("fast", 0.1, 2, mgl64.Vec3{-3, 0, 3}, mgl64.Vec3{2.7, 0, 3}),
				cube("late", 0.1, 1, mgl64.Vec3{0.9, 3, 44.1}, mgl64.Vec3{}),
			},
			Statics: []sim.StaticDef{floor(20)},
			Joints: []sim.JointDef{
				{Name: "hook", A: sim.WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, 2.5}},
				{Name: "coupling", A: 1, B: 2, InWorld: true, AtA: mgl64.Vec3{1, 3, 0.05}},
			},
			ContactForces: true,
		}
		if n == 2 { // the other way round
			for k := range def.Joints {
				def.Joints[k].A, def.Joints[k].B = def.Joints[k].B, def.Joints[k].A
			}
		}
		w := mustWorld(t, def)
		dt, balanced := w.Settings().Step, momentumOf(t, w, def, 3)
		slept, woken := 0, 0
		run(t, w, 960, func() {
			balanced()
			f := w.Frame()
			for _, e := range f.Events {
				switch e.Kind {
				case record.Sleep:
					slept++
				case record.Wake:
					if e.Time > f.Time-0.9*dt && e.Time < f.Time-0.1*dt {
						woken++
					}
				}
			}
		})
		if sleep > 0 && (slept == 0 || woken == 0) {
			t.Errorf("%d fall asleep, %d are woken in the middle of a step", slept, woken)
		}
	}
}

// momentumOf returns a function that fails unless the momentum of each of the first n bodies has changed, since its last call
// or from rest, by what gravity and the impacts, contact forces and joint forces of the frame give it, to 2e-5 of the weight.
// It is to be called after each step.
func momentumOf(t *testing.T, w *sim.World, def *sim.Definition, n int) func() {
	dt, before := w.Settings().Step, make([]geom.Vec, n)
	return func() {
		t.Helper()
		f, got := w.Frame(), make([]geom.Vec, n)
		give := func(i int32, j geom.Vec) {
			if i >= 0 && int(i) < n {
				got[i] = got[i].Add(j)
			}
		}
		for _, e := range f.Events {
			if e.Kind == record.Impact || e.Kind == record.Joint {
				give(e.A, e.Impulse)
				give(e.B, e.Impulse.Neg())
			}
		}
		for _, c := range f.Contacts {
			give(c.A, c.Force().Scale(-dt))
			give(c.B, c.Force().Scale(dt))
		}
		for _, j := range def.Joints {
			load := geom.FromMGL(value3(w, -1, "joint."+j.Name+".force"))
			give(int32(j.A), load.Scale(-dt))
			give(int32(j.B), load.Scale(dt))
		}
		for i := range int32(n) {
			mass := def.Bodies[i].Mass
			now := geom.FromMGL(value3(w, i, "v")).Scale(mass)
			weight := geom.FromMGL(tilt(0)).Scale(mass * dt)
			if d := now.Sub(before[i]).Sub(weight).Sub(got[i]).Len(); d > 2e-5*weight.Len() {
				t.Fatalf("step %d: momentum of %s changes by %v, gravity and its forces give %v", f.Step, def.Bodies[i].Name, now.Sub(before[i]), got[i].Add(weight))
			}
			before[i] = now
		}
	}
}
