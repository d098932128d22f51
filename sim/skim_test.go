package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// strip is a mesh of square cells, each of two triangles, from x = -5 on.
func strip(t testing.TB, name string, length, width, cell float64, at func(x, y float64) geom.Vec) sim.StaticDef {
	t.Helper()
	m := &geom.Mesh{Name: name}
	nx, ny := int(math.Round(length/cell))+1, int(math.Round(width/cell))+1
	for j := range ny {
		for i := range nx {
			m.Vertices = append(m.Vertices, at(float64(i)*cell-5, float64(j)*cell))
		}
	}
	for j := range ny - 1 {
		for i := range nx - 1 {
			a := int32(j*nx + i)
			b, c, d := a+1, a+int32(nx)+1, a+int32(nx)
			m.Tris = append(m.Tris, geom.Tri{a, b, c}, geom.Tri{a, c, d})
		}
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return sim.StaticDef{Name: name, Mesh: m, Asset: name}
}

// skims are bodies that skim along a wall: balls that roll and that slide, and the other round shapes.
var skims = []struct {
	name        string
	shape       geom.Shape
	x, v, w     mgl64.Vec3
	attitude    mgl64.Quat
	friction, e float64
}{
	{name: "ball that rolls", shape: must(geom.NewSphere(0.0634)), x: mgl64.Vec3{0, -0.16, 0.16}, v: mgl64.Vec3{120, 15, -2}, w: mgl64.Vec3{700, -1100, 1000}, friction: 0.3},
	{name: "ball that slides", shape: must(geom.NewSphere(0.0155)), x: mgl64.Vec3{0, -0.13, 0.13}, v: mgl64.Vec3{240, 0.5, -2}, w: mgl64.Vec3{-1000, 3000, 2000}},
	{name: "ball that is slow", shape: must(geom.NewSphere(0.048)), x: mgl64.Vec3{0, -0.16, 0.16}, v: mgl64.Vec3{60, 15, -2}, friction: 0.3},
	{name: "cylinder", shape: must(geom.NewCylinder(0.007, 0.037)), x: mgl64.Vec3{0, -0.09, 0.09}, v: mgl64.Vec3{30, 5, -2}, w: mgl64.Vec3{100, -300, 200}, attitude: mgl64.QuatRotate(1.3, mgl64.Vec3{1, 0.2, 0}), friction: 0.3},
	{name: "cone", shape: must(geom.NewCone(0.025, 0.014)), x: mgl64.Vec3{0, -0.08, 0.08}, v: mgl64.Vec3{120, 0.5, -2}, w: mgl64.Vec3{10, 20, 5}, attitude: mgl64.QuatRotate(0.8, mgl64.Vec3{1, 0.5, 0})},
	{name: "ellipsoid", shape: must(geom.NewEllipsoid(geom.Vec{X: 0.017, Y: 0.031, Z: 0.01})), x: mgl64.Vec3{0, -0.07, 0.07}, v: mgl64.Vec3{120, 0.5, -2}, w: mgl64.Vec3{10, 20, 5}, e: 0.3},
	{name: "capsule", shape: must(geom.NewCapsule(0.017, 0.059)), x: mgl64.Vec3{0, -0.15, 0.15}, v: mgl64.Vec3{120, 5, -2}, w: mgl64.Vec3{200, 20, 100}, attitude: mgl64.QuatRotate(1.1, mgl64.Vec3{0, 1, 0.3}), friction: 0.3},
}

// skim is a world of skims[i], with a wall y = 0 and a floor z = 0, meshes with an edge every half metre.
func skim(t testing.TB, i int) (*sim.World, *sim.Definition) {
	t.Helper()
	c := &skims[i]
	body, _, err := sim.Compose([]sim.ShapeDef{{Shape: c.shape}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	body.Name, body.Position, body.Velocity, body.AngularVelocity, body.Attitude = "body", c.x, c.v, c.w, c.attitude
	length := math.Ceil(0.5*c.v.X()) + 10
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 3, -9.81}, SleepTime: -1},
		Materials: []sim.Material{{Friction: c.friction, Restitution: c.e}},
		Bodies:    []sim.BodyDef{body},
		Statics: []sim.StaticDef{
			strip(t, "wall", length, 4, 0.5, func(x, y float64) geom.Vec { return geom.Vec{X: x, Z: y} }),
			strip(t, "floor", length, 4, 0.5, func(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y - 4} }),
		},
	}
	return mustWorld(t, def), def
}

// TestSkim_AlongAMeshWall: what skims along a wall, and a floor, meets them, stays out of them but for the slop, gains
// no energy, keeps its speed along them without friction, and is searched in at most 1500 chords a step; measured up to
// 1100. When gaps of a few tolerances were closed at the speed of the fastest points it was up to 290,000.
func TestSkim_AlongAMeshWall(t *testing.T) {
	t.Parallel()
	for i := range skims {
		c := &skims[i]
		w, def := skim(t, i)
		mass, slop := massOf(w, 0), w.Settings().Slop
		energy := func() float64 {
			s := stateOf(w, 0)
			return 0.5*mass.M*s.V.LenSq() + 0.5*mass.AngularVelocity(s.Q, s.L).Dot(s.L) + mass.M*(9.81*s.X.Z-3*s.X.Y)
		}
		first, before, most, deepest, gained := energy(), 0, 0, 0.0, 0.0
		steps := 10
		if geomtest.Long {
			steps = 30
		}
		impacts := run(t, w, steps, func() {
			n := sim.SearchPieces(w)
			most, before = max(most, n-before), n
			for _, p := range placedOf(w, def, 0) {
				box := p.Shape.Bounds(p.Pose)
				deepest = math.Max(deepest, math.Max(box.Max.Y, -box.Min.Z))
			}
			gained = math.Max(gained, energy()/first-1)
		})
		slower := c.v.X() - stateOf(w, 0).V.X
		t.Logf("%s: %d chords, %.2g m deep, energy +%.2g, slower by %.3g m/s, %d impacts", c.name, most, deepest, gained, slower, len(impacts))
		if most > 1500 {
			t.Errorf("%s: %d chords in a step", c.name, most)
		}
		if deepest > slop || gained > 1e-9 || len(impacts) == 0 {
			t.Errorf("%s: %g m deep, energy +%g, %d impacts", c.name, deepest, gained, len(impacts))
		}
		if c.friction == 0 && math.Abs(slower) > 1e-9 {
			t.Errorf("%s: slower by %g m/s without friction", c.name, slower)
		}
	}
}

// BenchmarkStep_Skims is the mean step of each of skims.
func BenchmarkStep_Skims(b *testing.B) {
	for i := range skims {
		b.Run(skims[i].name, func(b *testing.B) {
			_, def := skim(b, i)
			benchmarkStep(b, def, 0, 30)
		})
	}
}
