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

// TestSeams_CatchNothingThatLands: what comes down on a floor, tilted by up to 0.1 rad, at up to 55 m/s along it, is not caught by
// the seams of its pieces: without friction it keeps its speed along the floor, on one box to 1e-7 m/s, on pieces to 0.004 m/s. It
// lost up to 42 m/s where an edge that had sunk in by a ten millionth of a metre met the edge of the next tile.
func TestSeams_CatchNothingThatLands(t *testing.T) {
	t.Parallel()
	floors := cutFloors(t)
	r := rand.New(rand.NewPCG(91, 1))
	prism := must(geom.NewConvex([]geom.Vec{{X: 0.6, Y: 0.1, Z: -0.2}, {X: -0.4, Y: 0.5, Z: -0.2}, {X: -0.5, Y: -0.5, Z: -0.2}, {X: 0.2, Y: -0.6, Z: -0.2}, {X: 0.1, Y: 0.1, Z: 0.4}, {X: -0.2, Z: 0.45}}))
	landed := 0
	for n := range geomtest.Trials(150) {
		x, y := 0.1+0.4*r.Float64(), 0.1+0.4*r.Float64()
		half := must(geom.NewBox(geom.Vec{X: 0.5 * x, Y: y, Z: 0.1}))
		b := sim.BodyDef{Name: "body", Mass: 10, Inertia: mgl64.Diag3(mgl64.Vec3{0.3, 0.4, 0.5}), Shapes: [][]sim.ShapeDef{
			{{Shape: must(geom.NewBox(geom.Vec{X: x, Y: y, Z: 0.1}))}},
			{{Shape: prism}},
			{{Shape: half, Position: mgl64.Vec3{-0.5 * x, 0, 0}}, {Shape: half, Position: mgl64.Vec3{0.5 * x, 0, 0}}},
		}[n%3]}
		size := math.Pow(10, -1-5*r.Float64()) // of tilt [rad] and height [m]
		tilt := mgl64.QuatRotate(r.NormFloat64()*size, mgl64.Vec3{1, 0, 0}).Mul(mgl64.QuatRotate(r.NormFloat64()*size, mgl64.Vec3{0, 1, 0}))
		b.Attitude = tilt.Mul(mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{0, 0, 1})).Normalize()
		low := 0.0
		for _, s := range b.Shapes {
			at := geom.Transform{Q: geom.QuatFromMGL(b.Attitude)}.Mul(geom.Transform{P: geom.FromMGL(s.Position), Q: geom.IdentityQuat()})
			low = min(low, s.Shape.Bounds(at).Min.Z)
		}
		b.Position = mgl64.Vec3{-0.9 + 0.5*r.Float64(), r.Float64() - 0.5, size - low}
		b.Velocity = mgl64.Vec3{5 + 50*r.Float64(), 20*r.Float64() - 10, 0}
		if r.IntN(2) == 0 {
			b.AngularVelocity[2] = 16*r.Float64() - 8
		}
		for _, floor := range []string{"a box", "tiles", "a compound", "a mesh"} {
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
				Materials: []sim.Material{{}}, Statics: floors[floor], Bodies: []sim.BodyDef{b},
			})
			off, over, touched := 0.0, true, false // over: over the tiles
			run(t, w, 60, func() {
				p, v := w.Body(0).Position, w.Body(0).Velocity
				if over = over && math.Abs(p[0]) < 0.8 && math.Abs(p[1]) < 0.7; over {
					off = max(off, math.Hypot(v[0]-b.Velocity[0], v[1]-b.Velocity[1]))
					touched = touched || len(w.Frame().Events) > 0
				}
			})
			most := 1e-2
			if floor == "a box" {
				most = 1e-7
			}
			if off > most {
				t.Errorf("trial %d on %s: %g m/s off", n, floor, off)
			}
			if touched {
				landed++
			}
		}
	}
	if landed < geomtest.Trials(200) {
		t.Errorf("%d landed", landed)
	}
}
