package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// benchmarkStep measures a step of a scene, from the given step on and at most for so many, then again.
func benchmarkStep(b *testing.B, def *sim.Definition, from, steps int) {
	w := mustWorld(b, def)
	run(b, w, from, nil)
	start := w.Snapshot(nil)
	// The first round lets scratch grow to its size.
	run(b, w, steps, nil)
	if err := w.Restore(start); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n == steps {
			b.StopTimer()
			if err := w.Restore(start); err != nil {
				b.Fatal(err)
			}
			n = 0
			b.StartTimer()
		}
		if err := w.Step(); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// BenchmarkStep_TwoCarsOnAMesh is two cars that roll freely on a road of 40,000 triangles.
func BenchmarkStep_TwoCarsOnAMesh(b *testing.B) {
	def := sedan(20, nil)
	def.Statics = []sim.StaticDef{grid(b, 141, 1)}
	other := def.Bodies[0]
	other.Name, other.Position = "other", mgl64.Vec3{-60, 5, 0.55}
	def.Bodies = append(def.Bodies, other)
	v := def.Vehicles[0]
	v.Body = 1
	def.Vehicles = append(def.Vehicles, v)
	benchmarkStep(b, def, 24, 480)
}

// BenchmarkStep_BoxRestsOnAMesh is a car-sized box that lies on a grid of 0.5 m cells, sleep turned off.
func BenchmarkStep_BoxRestsOnAMesh(b *testing.B) {
	benchmarkStep(b, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500, Position: mgl64.Vec3{0.1, 0.2, 0.7}}},
		Statics:   []sim.StaticDef{grid(b, 60, 0.5)},
	}, 24, 480)
}

// BenchmarkStep_CurvedShapesOnHills is eight cylinders, cones and ellipsoids that fall on hills of 0.5 m cells and roll.
func BenchmarkStep_CurvedShapesOnHills(b *testing.B) {
	var shapes []geom.Shape
	for _, make := range []func() (geom.Shape, error){
		func() (geom.Shape, error) { return geom.NewCylinder(0.3, 0.4) },
		func() (geom.Shape, error) { return geom.NewCone(0.3, 0.5) },
		func() (geom.Shape, error) { return geom.NewEllipsoid(geom.Vec{X: 0.3, Y: 0.25, Z: 0.4}) },
	} {
		s, err := make()
		if err != nil {
			b.Fatal(err)
		}
		shapes = append(shapes, s)
	}
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{{Name: "hills", Mesh: hills(b, 30, 0.5, -7.5, -7.5, 0), Asset: "hills"}},
	}
	for i := range 8 {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: fmt.Sprint(i), Shapes: []sim.ShapeDef{{Shape: shapes[i%3]}}, Mass: 30, Velocity: mgl64.Vec3{float64(3*i%7) - 3, float64(5*i%7) - 3, -2},
			Position: mgl64.Vec3{2 * (float64(i%4) - 1.5), 2 * (float64(i/4) - 0.5), 1.2}, Attitude: mgl64.QuatRotate(float64(i), mgl64.Vec3{0.6, 0.8, 0}),
		})
	}
	benchmarkStep(b, def, 24, 240)
}

// BenchmarkStep_GasOf100Cubes is a hundred elastic cubes in a closed room without gravity.
func BenchmarkStep_GasOf100Cubes(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	def := &sim.Definition{
		Settings:  sim.Settings{ImpactSpeed: -1, SleepTime: -1},
		Materials: []sim.Material{{Restitution: 1}},
		Statics:   room(b, 3, 0.5, false),
	}
	for i := range 100 {
		x := mgl64.Vec3{float64(i%5) - 2, float64(i/5%5) - 2, 1.25 * (float64(i/25) - 1.5)}
		c := cube(fmt.Sprint(i), 0.2, 1, x, randomVec(r, 5))
		c.Attitude, c.AngularVelocity = randomTurn(r), randomVec(r, 3)
		def.Bodies = append(def.Bodies, c)
	}
	benchmarkStep(b, def, 24, 120)
}

// BenchmarkStep_StackOfTen is ten cubes on top of each other, sleep turned off.
func BenchmarkStep_StackOfTen(b *testing.B) {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{floor(50)},
	}
	for i := range 10 {
		def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.5, 1000, mgl64.Vec3{0, 0, 0.5 + float64(i)}, mgl64.Vec3{}))
	}
	benchmarkStep(b, def, 24, 480)
}
