package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestFlight_WhatTumblesFarInAStepHitsThePost: a board that tumbles about no axis of its own, by 5 to 1,700 rad in a
// step, flies at a post. The flight is cut where the integrator's pieces would get longer than those of the search
// (flightTurn), and beyond 1,000 rad no more (maxFlights). The oracle is the same board without a post in steps a
// thousandth as long, whose motion is the same but for the integrator's error: it is not in the post before the impact,
// and at the impact it touches it. The board at which it is as thin as 1 mm is cut more often (TurnLimit).
func TestFlight_WhatTumblesFarInAStepHitsThePost(t *testing.T) {
	t.Parallel()
	const dt, parts = 1.0 / 60, 1000
	half := mgl64.Vec3{0.02, 0.02, 1}
	post := must(geom.NewBox(geom.FromMGL(half)))
	at := narrowphase.Convex{Shape: &post, Pose: geom.Transform{Q: geom.IdentityQuat()}}
	most, hits := 0.0, 0
	for _, thin := range []float64{0.1, 0.005} {
		for n, spin := range []float64{300, 760, 1000, 10000, 1e5} {
			for phase := range 3 {
				if !geomtest.Long && (n+phase)%3 > 0 {
					continue
				}
				if thin < 0.1 && spin > 1000 {
					continue // more than 256 pieces in each of 100 flights
				}
				body := sim.BodyDef{Name: "board", Half: mgl64.Vec3{0.4, 0.2, thin}, Mass: 1, Position: mgl64.Vec3{-0.9, 0.05 * float64(phase), 0.1},
					Velocity: mgl64.Vec3{30, 0, 0}, AngularVelocity: mgl64.Vec3{0.5, 0.6, 0.4}.Normalize().Mul(spin)}
				def := sim.Definition{Settings: sim.Settings{Step: dt, SleepTime: -1}, Materials: []sim.Material{{Restitution: 1}}, Bodies: []sim.BodyDef{body}}
				fine := def
				fine.Settings.Step = dt / parts
				def.Statics = []sim.StaticDef{{Name: "post", Half: half}}
				w, free := mustWorld(t, &def), mustWorld(t, &fine)
				first := run(t, w, 2, nil)
				if len(first) == 0 {
					t.Errorf("%g rad/s, phase %d, thin %g: no impact", spin, phase, thin)
					continue
				}
				hits++
				until := int(first[0].Time / dt * parts)
				deep, near := 0.0, math.Inf(1)
				for k := range until + 1 {
					run(t, free, 1, nil)
					sep, _ := narrowphase.Separation(&placedOf(free, &fine, 0)[0], &at)
					if k < until {
						deep = math.Max(deep, -sep)
					}
					near = math.Min(near, sep)
				}
				// In a part of a step a point of the board comes as far as this.
				way := (30 + 0.46*spin) * dt / parts
				most = math.Max(most, deep)
				if deep > 1e-4 || near > way {
					t.Errorf("%g rad/s, phase %d, thin %g: impact at %g s; before it %g m in the post, at it %g m from it", spin, phase, thin, first[0].Time, deep, near)
				}
			}
		}
	}
	t.Logf("%d hits, %g m in the post before the impact at most", hits, most)
}
