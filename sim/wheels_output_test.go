package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestFrame_HasTheWheelsRounded: what World.Wheels has, to half a line of the grids, of cars among what lies on the road;
// also of a world that was restored. Before the first step none stands.
func TestFrame_HasTheWheelsRounded(t *testing.T) {
	t.Parallel()
	bodies, air, hang, slides := 0, 0, 0, 0
	for seed := uint64(6); seed < 12; seed++ {
		def := litter(t, rand.New(rand.NewPCG(seed, 1)))
		w, err := sim.New(def)
		if err != nil {
			continue // a ramp beside a plate
		}
		for _, r := range w.Frame().Wheels {
			if r.Ground || r.On != -1 || r.P != (geom.Vec{}) || r.Load != 0 || r.Lift != 0 {
				t.Fatalf("seed %d: at the start %+v", seed, r)
			}
		}
		for n := range 300 {
			run(t, w, 1, nil)
			f := w.Frame()
			for i, want := range w.Wheels(nil) {
				r := &f.Wheels[i]
				m := &w.Objects()[r.Body].Wheels[r.Wheel]
				if r.Body != want.Body || m.Name != want.Name || r.Ground != want.Ground || r.Slides != want.Slides || r.On != want.On {
					t.Fatalf("seed %d, step %d: %+v, want %+v", seed, n+1, r, want)
				}
				program := def.Vehicles[0].Wheels[r.Wheel].Program
				steer := 0.0
				for _, in := range program {
					if (float64(n)+0.5)*w.Settings().Step >= in.Time {
						steer = in.Steer
					}
				}
				if d := math.Abs(r.Steer - steer); d > 0x1p-15 {
					t.Fatalf("seed %d, step %d: wheel %d is steered by %g, want %g", seed, n+1, i, r.Steer, steer)
				}
				if !r.Ground {
					air++
					if r.P != (geom.Vec{}) || r.Load != 0 {
						t.Fatalf("seed %d, step %d: in the air %+v", seed, n+1, r)
					}
					if r.Lift < 0 {
						hang++
					}
					continue
				}
				b := w.Body(int(r.Body))
				p := geom.FromMGL(b.Position).Add(geom.QuatFromMGL(b.Attitude).Rotate(m.Contact(r)))
				// Three components, and the lift, which is in two of the terms of the last.
				if d := p.Sub(want.P).Len(); d > math.Ldexp(math.Sqrt(3)/2, int(m.Grid.Place))+1e-9 {
					t.Fatalf("seed %d, step %d: wheel %d touches %g m beside", seed, n+1, i, d)
				}
				if d := math.Abs(r.Load - want.Load); d > math.Ldexp(0.5, int(m.Grid.Load)) {
					t.Fatalf("seed %d, step %d: load of wheel %d %g, want %g N", seed, n+1, i, r.Load, want.Load)
				}
				if r.On >= 0 {
					bodies++
				}
				if r.Slides {
					slides++
				}
			}
			if n == 200 {
				other, err := sim.New(def)
				if err != nil {
					t.Fatal(err)
				}
				if err := other.Restore(w.Snapshot(nil)); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(other.Frame().Wheels, f.Wheels) {
					t.Fatalf("seed %d: restored %+v, want %+v", seed, other.Frame().Wheels, f.Wheels)
				}
			}
		}
	}
	// A wheel in the air hangs on its spring, but for those that rebound.
	if bodies < 100 || air < 100 || hang < air*9/10 || slides < 100 {
		t.Errorf("wheels stood on bodies %d times, were in the air %d times, of these hung %d times, slid %d times", bodies, air, hang, slides)
	}
}

// TestFrame_WheelsKeepWhatTheyDidAsleep, and where they are lifted: a car of 1500 kg that has come to rest on a step of
// 0.1 m with its left wheels carries its weight there.
func TestFrame_WheelsKeepWhatTheyDidAsleep(t *testing.T) {
	def := onPlane(0, vehicle.Coulomb, 0, []vehicle.Input{{Brake: 1}})
	def.Statics = append(def.Statics, sim.StaticDef{Name: "kerb", Half: mgl64.Vec3{5, 1, 0.05}, Position: mgl64.Vec3{-60, 1.2, 0.05}})
	def.Bodies[0].Position[2] += 0.1
	w := mustWorld(t, def)
	var awake []record.WheelState
	slept := 0
	for n := 0; n < 4800 && slept < 20; n++ {
		before := slices.Clone(w.Frame().Wheels)
		run(t, w, 1, nil)
		f := w.Frame()
		if slept == 0 && !slices.ContainsFunc(f.Events, func(e record.Event) bool { return e.Kind == record.Sleep }) {
			continue
		}
		if slept++; slept == 1 {
			awake = slices.Clone(f.Wheels)
			continue
		}
		if !slices.Equal(f.Wheels, awake) || !slices.Equal(before, awake) {
			t.Fatalf("asleep %+v, then %+v", awake, f.Wheels)
		}
	}
	if slept < 20 {
		t.Fatal("the car does not sleep")
	}
	sum := 0.0
	for k, r := range awake {
		sum += r.Load
		m := &w.Objects()[0].Wheels[k]
		b := w.Body(0)
		p := geom.FromMGL(b.Position).Add(geom.QuatFromMGL(b.Attitude).Rotate(m.Contact(&r)))
		want := 0.0
		if m.Center.Y > 0 {
			want = 0.1
		}
		if math.Abs(p.Z-want) > 1e-3 || !r.Ground || r.Slides {
			t.Errorf("wheel %s stands at %v: %+v", m.Name, p, r)
		}
	}
	if want := 1500 * 9.81; math.Abs(sum/want-1) > 2e-3 {
		t.Errorf("loads of %g N in sum, want %g", sum, want)
	}
	// It leans to the right, where its weight presses the springs together.
	if awake[0].Load > awake[1].Load-500 || awake[0].Lift > awake[1].Lift-0.01 {
		t.Errorf("left and right: %+v, %+v", awake[0], awake[1])
	}
}
