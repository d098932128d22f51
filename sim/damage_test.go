package sim_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestDamage_OfTheWheelNearAnImpact: a car that meets a post with its left front corner at 15 m/s goes on with that
// wheel locked, or without its brake, and the others as they were; below the limit, and where no wheel is near, all
// stay sound. A snapshot keeps the damage.
func TestDamage_OfTheWheelNearAnImpact(t *testing.T) {
	for _, c := range []struct {
		above, reach float64
		free         bool
		brake        float64
		want         [4]bool // wheels that stand
	}{
		{5, 1.2, false, 0, [4]bool{true}},
		{5, 1.2, true, 1, [4]bool{false, true, true, true}},
		{50, 1.2, false, 0, [4]bool{}},
		{5, 0.2, false, 0, [4]bool{}},
	} {
		def := onPlane(15, vehicle.TMeasy, 0, []vehicle.Input{{Brake: 0}, {Time: 0.3, Brake: c.brake}})
		def.Materials[0].Restitution = 0.4
		def.Statics = append(def.Statics, sim.StaticDef{Name: "post", Half: mgl64.Vec3{0.1, 0.1, 2}, Position: mgl64.Vec3{-55, 0.8, 2}})
		def.Vehicles[0].Damage = &vehicle.DamageDef{Above: c.above, Reach: c.reach, Free: c.free}
		w := mustWorld(t, def)
		hits := run(t, w, 60, nil)
		if len(hits) == 0 {
			t.Fatal("no impact")
		}
		snap := w.Snapshot(nil)
		run(t, w, 40, nil)
		hash := w.Hash()
		for k, want := range c.want {
			if tread, _ := wheel(w, k); (tread == 0) != want {
				t.Errorf("%+v: wheel %d: tread at %g m/s, car at %g", c, k, tread, speedOf(w))
			}
		}
		if err := w.Restore(snap); err != nil {
			t.Fatal(err)
		}
		run(t, w, 40, nil)
		if w.Hash() != hash {
			t.Errorf("%+v: other bits from the snapshot", c)
		}
	}
}

// TestAfterImpact_OfWhatItDraws: a car that rolls at 15 m/s, with a sledge behind it, brakes from the impact on that a third
// body gives to the sledge; not at the start, where the joint makes the sledge as fast as the car.
func TestAfterImpact_OfWhatItDraws(t *testing.T) {
	for _, struck := range []bool{false, true} {
		def := onPlane(15, vehicle.TMeasy, 0, nil)
		def.Settings.Gravity = mgl64.Vec3{0, 0, -9.81}
		def.Vehicles[0].AfterImpact = &vehicle.Input{Brake: 1}
		at := def.Bodies[0].Position
		hitch := at.Sub(mgl64.Vec3{2.5, 0, 0})
		def.Materials = append(def.Materials, sim.Material{})
		sledge := sim.BodyDef{Name: "sledge", Half: mgl64.Vec3{1, 0.7, at[2]}, Mass: 400, Material: 1, Position: hitch.Sub(mgl64.Vec3{1.2, 0, 0})}
		def.Bodies = append(def.Bodies, sledge)
		def.Joints = []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: hitch, AtB: hitch}}
		if struck {
			behind := sledge
			behind.Name, behind.Position, behind.Velocity = "behind", sledge.Position.Sub(mgl64.Vec3{3, 0, 0}), mgl64.Vec3{25, 0, 0}
			def.Bodies = append(def.Bodies, behind)
		}
		w := mustWorld(t, def)
		hit := false
		run(t, w, 60, func() {
			hit = hit || slices.ContainsFunc(w.Frame().Events, func(e record.Event) bool { return e.Kind == record.Impact && e.A == 1 })
		})
		if tread, _ := wheel(w, 0); hit != struck || (tread == 0) != struck || speedOf(w) < 5 {
			t.Errorf("struck %v: impact %v, tread at %g m/s, car at %g", struck, hit, tread, speedOf(w))
		}
	}
}

// TestTrip_RollsTheCarAtTheCriticalSpeed: a body that slides sideways and is held by a kerb at its foot, the width T
// apart, turns over from v = sqrt(2 g (I + m r²) (r - h))/(sqrt(m) h), r² = h² + (T/2)², on: m = 1500, Ixx = 500, h =
// 0.55, T = 1.5, 5.43498249766 m/s.
func TestTrip_RollsTheCarAtTheCriticalSpeed(t *testing.T) {
	t.Parallel()
	r := math.Hypot(0.55, 0.75)
	critical := math.Sqrt(2*9.81*(500+1500*r*r)*(r-0.55)*1500) / (1500 * 0.55)
	if math.Abs(critical-5.43498249766) > 1e-9 {
		t.Fatalf("%.12g m/s", critical)
	}
	for _, share := range []float64{0.995, 1.005} {
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
			Materials: []sim.Material{{}},
			Bodies: []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2, 0.75, 0.55}, Mass: 1500, Inertia: mgl64.Diag3(mgl64.Vec3{500, 2400, 2400}),
				Position: mgl64.Vec3{0, 0, 0.55}, Velocity: mgl64.Vec3{0, share * critical, 0}}},
			Statics: []sim.StaticDef{flat(), {Name: "kerb", Half: mgl64.Vec3{10, 0.5, 0.001}, Position: mgl64.Vec3{0, 1.3, 0.001}}},
		}
		w := mustWorld(t, def)
		least := 1.0
		run(t, w, 480, func() {
			x, y := value(w, 0, "q", 1), value(w, 0, "q", 2)
			least = math.Min(least, 1-2*(x*x+y*y))
		})
		if over := least < 0.55/r-0.05; over != (share > 1) {
			t.Errorf("at %g of the critical speed: tilts to a cosine of %.3f", share, least)
		}
	}
}
