package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestConverge_TumblingBodiesAndGravity throws two tumbling bodies of all kinds at each other, under gravity, with the
// step at h, h/2 and h/4, and compares place and attitude after their impact with those of a step of h/32: the error
// falls with order two or more. At longer steps it stays below 1e-6 m, as the integrator cuts them into pieces of
// rigid.MaxTurn.
func TestConverge_TumblingBodiesAndGravity(t *testing.T) {
	t.Parallel()
	const span, coarse, levels = 0.4, 160, 3
	scenes := 10
	if geomtest.Long {
		scenes = 200
	}
	compared, good := 0, 0
	var sums [levels]float64
	for n := range scenes {
		r := rand.New(rand.NewPCG(91, uint64(n)))
		a, b := bodyOfKind(n%len(kinds), 1+r.Float64()), bodyOfKind(r.IntN(len(kinds)), 1+r.Float64())
		a.Name, a.Position, a.Velocity = "a", mgl64.Vec3{-1.5, 0.2 * r.Float64(), 0.3}, mgl64.Vec3{8, 0, 1}
		b.Name, b.Position, b.Velocity = "b", mgl64.Vec3{1.5, 0, 0}, mgl64.Vec3{-2, 0, 2}
		a.Attitude, b.Attitude = randomTurn(r), randomTurn(r)
		a.AngularVelocity, b.AngularVelocity = randomVec(r, 9), randomVec(r, 9)
		end := func(steps int) (s [2]geom.Vec, impacts int) {
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: span / float64(steps), SleepTime: -1, Gravity: tilt(0)},
				Materials: []sim.Material{{Friction: 0.4, Restitution: 0.6}},
				Bodies:    []sim.BodyDef{a, b},
			})
			impacts = len(run(t, w, steps, nil))
			for i := range 2 {
				x := bodyOf(w, i)
				s[i] = x.Transform().Apply(geom.Vec{X: 0.3, Y: 0.2, Z: 0.1}) // a point shows place and attitude
			}
			return s, impacts
		}
		exact, hits := end(coarse * 32)
		if hits != 1 {
			continue
		}
		var errors [levels]float64
		same := true
		for k := range levels {
			s, h := end(coarse << k)
			same = same && h == hits
			errors[k] = s[0].Sub(exact[0]).Len() + s[1].Sub(exact[1]).Len()
		}
		if !same {
			t.Errorf("scene %d: the number of impacts depends on the step", n)
			continue
		}
		compared++
		for k := range levels {
			sums[k] += math.Log2(errors[k])
		}
		// At 1e-12 the time of the impact ends it.
		if order := math.Log2(errors[0]/errors[levels-1]) / (levels - 1); order > 1.9 || errors[0] < 1e-10 {
			good++
		} else {
			t.Errorf("scene %d: errors %.3g: order %.2f", n, errors, order)
		}
	}
	order := (sums[0] - sums[levels-1]) / float64(compared) / (levels - 1)
	t.Logf("%d scenes, mean order %.2f", compared, order)
	if compared < scenes/2 || order < 2 {
		t.Errorf("%d of %d scenes compared, %d of order two or more, on average %.2f", compared, scenes, good, order)
	}
}
