package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// kneeUnderPress is a shin that stands on the floor and a thigh on it, both off upright by an angle, with a knee between them that
// has a limit, and a driven plate that comes down on them for 0.6 s.
func kneeUnderPress(r *rand.Rand, speed float64) *sim.Definition {
	off := 0.01 + 0.3*r.Float64()*r.Float64()
	q, knee := mgl64.QuatRotate(off, mgl64.Vec3{0, 1, 0}), mgl64.Vec3{0, 0, 0.5}
	spin := func() mgl64.Vec3 { return mgl64.Vec3{r.NormFloat64(), 0, r.NormFloat64()} }
	return &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{floor(100)},
		Bodies: []sim.BodyDef{
			{Name: "shin", Half: mgl64.Vec3{0.05, 0.05, 0.25}, Mass: 3, Position: knee.Sub(q.Rotate(mgl64.Vec3{0, 0, 0.25})), Attitude: q, AngularVelocity: spin()},
			{Name: "thigh", Half: mgl64.Vec3{0.05, 0.05, 0.25}, Mass: 5, Position: knee.Add(q.Conjugate().Rotate(mgl64.Vec3{0, 0, 0.25})), Attitude: q.Conjugate(), AngularVelocity: spin()},
			{Name: "plate", Half: mgl64.Vec3{1, 1, 0.1}, Mass: 100, Position: mgl64.Vec3{0, 0, 1.15}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, -speed}}, {Time: 0.6}}},
		},
		Joints: []sim.JointDef{{Name: "knee", A: 0, B: 1, AtA: mgl64.Vec3{0, 0, 0.25}, AtB: mgl64.Vec3{0, 0, -0.25}, Limits: []sim.JointLimit{
			{AxisA: mgl64.Vec3{0, 0, 1}, AxisB: mgl64.Vec3{0.1 * r.NormFloat64(), 0, 1}, Angle: 2*off + 0.3 + 0.3*r.Float64()},
		}}},
	}
}

// TestSqueeze_KneesAtTheirLimit: a plate comes down on legs at 0.3 to 4.3 m/s, that fold sideways. Nearly straight ones are as
// fast at the knee as 1/(2 tan) of their angle says, folded ones lie at the limit of the knee between plate and floor, and have
// no room. They are at most 50 times as fast as the plate (32 measured), as legs off upright by 0.01 are. Where the speed of
// what has been pressed out is what counts in the next step and the next impact it compounds, to 245 times, or to no number.
func TestSqueeze_KneesAtTheirLimit(t *testing.T) {
	t.Parallel()
	told := 0
	for n := range 120 {
		if !geomtest.Long && n != 0 && n != 64 && n != 75 && n != 86 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(n), 11))
		speed := 0.3 + 4*r.Float64()
		def := kneeUnderPress(r, speed)
		w, top, apart := mustWorld(t, def), 0.0, 0.0
		run(t, w, 200, func() {
			for i := range 2 {
				top = math.Max(top, w.Body(i).Velocity.Len())
			}
			apart = math.Max(apart, apartAt(def, w))
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "squeezed" {
					told++
				}
			}
		})
		if top > 50*speed || apart > 1e-3 {
			t.Errorf("case %d: up to %.3g m/s under a plate at %.3g m/s, the knee %.3g m apart", n, top, speed, apart)
		}
	}
	if told < 100 {
		t.Errorf("squeezed %d times", told)
	}
}

// TestSqueeze_NotWhatOthersAccelerate: a box that lies on a slow conveyor is struck by a ball 300 times as fast, and a ball
// between a wall and a piston gets faster by twice the speed of the piston with each bounce off it. Neither has its energy from
// what has no room.
func TestSqueeze_NotWhatOthersAccelerate(t *testing.T) {
	none := func(w *sim.World) func() {
		return func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					t.Errorf("%g s: %s", e.Time, e.Detail)
				}
			}
		}
	}
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.9}},
		Bodies: []sim.BodyDef{
			{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.5}},
			{Name: "conveyor", Half: mgl64.Vec3{50, 50, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0.2, 0, 0}}}},
			{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.2))}}, Mass: 10, Position: mgl64.Vec3{-6, 0.2, 0.6}, Velocity: mgl64.Vec3{60, 0, 0}},
		},
	})
	run(t, w, 60, none(w))
	if v := value(w, 0, "v", 0); v < 20 {
		t.Errorf("the box has %g m/s", v)
	}
	const speed = 1.0
	w = mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240},
		Materials: []sim.Material{{Restitution: 1}},
		Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{-0.5, 0, 0}}},
		Bodies: []sim.BodyDef{
			{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.05))}}, Mass: 1, Position: mgl64.Vec3{0.5, 0, 0}, Velocity: mgl64.Vec3{3, 0, 0}},
			{Name: "piston", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{2.6, 0, 0}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{-speed, 0, 0}}}},
		},
	})
	bounces, before := 0.0, 3.0
	run(t, w, 420, func() {
		none(w)()
		v := math.Abs(value(w, 0, "v", 0))
		bounces += math.Round((v - before) / (2 * speed))
		before = v
	})
	if bounces < 10 || math.Abs(before-3-2*speed*bounces) > 1e-9 {
		t.Errorf("%g m/s after %g bounces", before, bounces)
	}
}
