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

// TestHiddenFaces_WallsStandOnTheEdgeOfAFloor: what slides down a wall comes down on the floor beside it. It has sunk into the wall by
// up to the slop, and so is beyond the edge of the floor, which ends there; the wall covers the side of the floor, or some of it. All impacts, and what the contacts do, are along the
// normals of the two: some were along the way from that edge, into the wall, and bodies were wedged in between.
func TestHiddenFaces_WallsStandOnTheEdgeOfAFloor(t *testing.T) {
	t.Parallel()
	floor := must(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 0.2}))
	wall := must(geom.NewBox(geom.Vec{X: 0.1, Y: 1, Z: 2}))
	hits, low := 0, 0.0
	for seed := range geomtest.Trials(500) {
		r := rand.New(rand.NewPCG(uint64(seed), 78))
		var points []geom.Vec
		for range 5 + r.IntN(10) {
			points = append(points, geom.Vec{X: 0.2 * r.NormFloat64(), Y: 0.2 * r.NormFloat64(), Z: 0.2 * r.NormFloat64()})
		}
		b, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewConvex(points))}}, 500)
		if err != nil {
			t.Fatal(err)
		}
		b.Name, b.Attitude = "stone", mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize())
		high := 0.0
		for _, p := range points {
			high = math.Max(high, b.Attitude.Rotate(p.MGL()).X())
		}
		b.Position = mgl64.Vec3{0.99 - high, 0, 0.7 + 0.3*r.Float64()}
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: mgl64.Vec3{6, 0, -8}},
			Materials: []sim.Material{{Friction: 0.25 * float64(r.IntN(3)), Restitution: 0.3 * float64(r.IntN(2))}},
			Statics: []sim.StaticDef{
				{Name: "floor", Shapes: []sim.ShapeDef{{Shape: floor, Position: mgl64.Vec3{0, 0, -0.2}}}},
				{Name: "wall", Shapes: []sim.ShapeDef{{Shape: wall, Position: mgl64.Vec3{1.1, 0, 2 - []float64{0.4, 0.3, 0.1, 0.02, 0.002, 0.001}[seed%6]}}}},
			},
			Bodies: []sim.BodyDef{b},
		}
		w := mustWorld(t, def)
		for _, e := range run(t, w, 300, func() {
			p := placedOf(w, def, 0)[0]
			if x := p.Pose.Apply(p.Shape.Support(p.Pose.Q.RotateInv(geom.Vec{Z: -1}))); math.Abs(x.Y) < 0.99 {
				low = math.Min(low, x.Z)
			}
		}) {
			if math.Abs(e.Points[0].P.Y) > 0.99 {
				break // over the end of both
			}
			hits++
			if math.Max(math.Abs(e.N.X), math.Abs(e.N.Z)) < 1-1e-9 {
				t.Errorf("seed %d: impact along %v at %v", seed, e.N, e.Points[0].P)
			}
		}
	}
	if low < -4e-4 { // two slops
		t.Errorf("%.3g mm deep", -1e3*low)
	}
	if hits < geomtest.Trials(5000) {
		t.Errorf("%d impacts, too few to tell", hits)
	}
}
