package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/prang-sim/prang/sim/geom"
)

// TestCrowd_TurningOutTakesEnergy: a free plate spins about an axis of its own, askew. To turn it by a little, with its
// angular momentum as it is, changes its energy by what turnGain says, of either sign.
func TestCrowd_TurningOutTakesEnergy(t *testing.T) {
	w, err := New(&Definition{Settings: Settings{Step: 1.0 / 60}, Materials: []Material{{}}, Bodies: []BodyDef{
		{Half: mgl64.Vec3{0.5, 0.3, 0.02}, Mass: 7, Attitude: mgl64.QuatRotate(0.7, mgl64.Vec3{1, 2, 3}.Normalize()), AngularVelocity: mgl64.Vec3{3, -2, 5}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.evaluateForces()
	c, s, m := &w.crowd.step, &w.flights[0].s, &w.bodies[0].mass
	c.members, c.bodies = []int32{0}, []int32{0}
	c.solver.Reset()
	c.solver.Resize(2, 0, 0)
	kinetic := func(q geom.Quat) float64 { return 0.5 * m.AngularVelocity(q, s.L).Dot(s.L) }
	const little = 1e-6
	signs := [2]int{}
	for _, out := range []geom.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}, {X: 1, Y: -2, Z: 0.5}} {
		c.solver.Bodies[1].OutW = out
		turned := func(by float64) geom.Quat { return geom.QuatExp(out.Scale(by)).Mul(s.Q).Normalize() }
		want := (kinetic(turned(little)) - kinetic(turned(-little))) / (2 * little)
		if got := w.turnGain(0); math.Abs(got-want) > 1e-6*math.Abs(want)+1e-8 {
			t.Errorf("turning at %v: %g W, want %g", out, got, want)
		}
		if want > 0.1 {
			signs[0]++
		} else if want < -0.1 {
			signs[1]++
		}
	}
	if signs[0] < 2 || signs[1] < 2 {
		t.Errorf("too few to tell: %v", signs)
	}
}

// TestCrowd_PushingOutGivesBackLess: a box is 10 mm deep in the floor, in a crowd that has lost so much energy in the
// step. Pushing out lifts it by nine tenths of that at most, by what it is pushed where that is less, and not at all
// where nothing has been lost.
func TestCrowd_PushingOutGivesBackLess(t *testing.T) {
	for _, lost := range []float64{-1, 0, 1e-3, 1e-2, 10} {
		half := mgl64.Vec3{0.5, 0.5, 0.5}
		w, err := New(&Definition{
			Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{}}, Statics: []StaticDef{{Half: half, Position: mgl64.Vec3{0, 0, -0.5}}},
			Bodies: []BodyDef{{Half: half, Mass: 1, Position: mgl64.Vec3{0, 0, 0.49}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		beginCrowd(t, w, w.set.Step).relaxed = true
		w.flyCrowd()
		before := w.crowdEnergies()
		w.pushOutCrowd(w.set.Step, before+lost)
		got := w.crowdEnergies() - before
		wish := 9.81 * math.Min(w.set.PushRate*(0.01-w.set.Slop), w.set.MaxPush) * w.set.Step
		want := math.Min(wish, 0.9*math.Max(0, lost))
		if math.Abs(got-want) > 0.02*want+1e-9 {
			t.Errorf("%g J lost: it is lifted by %g J, want %g (%g asked for)", lost, got, want, wish)
		}
	}
}
