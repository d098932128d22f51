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

// TestSeams_WhatTipsAtTheEndOfAFloorStands: boxes tip slowly about an edge that is on the last half millimetre of a floor, a slab or a
// mesh. All of the floor is before the face behind that edge, but the box presses on it: the edge stays where it is. It was let in by
// up to 0.4 mm at a time, because nothing came down on that face yet.
func TestSeams_WhatTipsAtTheEndOfAFloorStands(t *testing.T) {
	field := geom.HeightField{NX: 3, NY: 3, DX: 2, DY: 2, Origin: geom.Vec{X: -4, Y: -2}, Heights: []float64{0, 0, 2, 0, 0, 2, 0, 0, 2}}
	valley, err := field.Mesh() // level up to x = -2, then rising
	if err != nil {
		t.Fatal(err)
	}
	deepest, steps := 0.0, 0
	for seed := range geomtest.Trials(60) {
		r := rand.New(rand.NewPCG(uint64(seed), 30371))
		ground, end := sim.StaticDef{Name: "floor", Shapes: []sim.ShapeDef{{Shape: must(geom.NewBox(geom.Vec{X: 2, Y: 2, Z: 0.5})), Position: mgl64.Vec3{-2, 0, -0.5}}}}, 0.0
		if seed%2 == 1 {
			ground, end = sim.StaticDef{Name: "valley", Mesh: valley, Asset: "valley"}, -2.0
		}
		half := mgl64.Vec3{0.1 + 0.2*r.Float64(), 0.2, 0.2 + 0.2*r.Float64()}
		q := mgl64.QuatRotate(0.25+0.3*r.Float64(), mgl64.Vec3{0, 1, 0})
		edge := mgl64.Vec3{end - 5e-4*r.Float64(), 0, 0}
		lever := q.Rotate(mgl64.Vec3{half[0], 0, -half[2]}) // from the centre to the edge on the right
		spin := mgl64.Vec3{0, 0.02 * r.Float64(), 0}
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1 / []float64{120, 240}[r.IntN(2)]},
			Materials: []sim.Material{{Friction: 2}},
			Statics:   []sim.StaticDef{ground},
			Bodies:    []sim.BodyDef{{Name: "box", Half: half, Mass: 100, Position: edge.Sub(lever), Attitude: q, AngularVelocity: spin, Velocity: spin.Cross(lever.Mul(-1))}},
		}
		w := mustWorld(t, def)
		run(t, w, int(0.25/def.Settings.Step), func() {
			at := func(c mgl64.Vec3) mgl64.Vec3 { return w.Body(0).Position.Add(w.Body(0).Attitude.Rotate(c)) }
			if e := at(mgl64.Vec3{half[0], 0, -half[2]}); math.Abs(e[0]-end) < 1e-3 {
				deepest, steps = math.Min(deepest, e[2]), steps+1
			}
		})
	}
	if deepest < -5e-5 {
		t.Errorf("%.3g mm deep", -1e3*deepest)
	}
	if steps < geomtest.Trials(500) {
		t.Errorf("%d steps at the end, too few to tell", steps)
	}
}
