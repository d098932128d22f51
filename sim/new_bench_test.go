package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// flushBoxes are n by n by layers boxes of a metre, face to face.
func flushBoxes(n, layers int) (list []sim.StaticDef) {
	for k := range layers {
		for i := range n {
			for j := range n {
				list = append(list, sim.StaticDef{Half: mgl64.Vec3{0.5, 0.5, 0.5}, Position: mgl64.Vec3{float64(i), float64(j), float64(k) - 0.5}})
			}
		}
	}
	return list
}

// hills is a height field of n by n cells of side d, with a corner at x, y and heights about z.
func hills(b testing.TB, n int, d, x, y, z float64) *geom.Mesh {
	m := &geom.Mesh{Name: "hills"}
	for i := range n + 1 {
		for j := range n + 1 {
			p := geom.Vec{X: x + d*float64(i), Y: y + d*float64(j)}
			p.Z = z + 0.2*math.Sin(p.X)*math.Cos(0.7*p.Y)
			m.Vertices = append(m.Vertices, p)
		}
	}
	for i := range n {
		for j := range n {
			a := int32(i*(n+1) + j)
			c := a + int32(n) + 1
			m.Tris = append(m.Tris, geom.Tri{a, c, c + 1}, geom.Tri{a, c + 1, a + 1})
		}
	}
	if err := m.Finish(); err != nil {
		b.Fatal(err)
	}
	return m
}

// meshTiles are n by n meshes of a metre, of eight triangles each, edge to edge, on layers.
func meshTiles(b testing.TB, n, layers int) (list []sim.StaticDef) {
	for k := range layers {
		for i := range n {
			for j := range n {
				list = append(list, sim.StaticDef{Mesh: hills(b, 2, 0.5, float64(i), float64(j), -float64(k))})
			}
		}
	}
	return list
}

// meshSlabs are n by n by layers closed meshes, each the surface of a box of a metre, face to face.
func meshSlabs(b testing.TB, n, layers int) (list []sim.StaticDef) {
	box, err := geom.NewBoxHull(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
	if err != nil {
		b.Fatal(err)
	}
	for k := range layers {
		for i := range n {
			for j := range n {
				m := &geom.Mesh{Name: "slab"}
				for _, v := range box.Vertices {
					m.Vertices = append(m.Vertices, v.Add(geom.Vec{X: float64(i), Y: float64(j), Z: -float64(k)}))
				}
				for f := range box.Faces {
					c := box.Face(int32(f))
					m.Tris = append(m.Tris, geom.Tri{c[0], c[1], c[2]}, geom.Tri{c[0], c[2], c[3]})
				}
				if err := m.Finish(); err != nil {
					b.Fatal(err)
				}
				list = append(list, sim.StaticDef{Mesh: m})
			}
		}
	}
	return list
}

// scattered are n boxes, or hulls of 16 points, with half extents up to a metre in a cube of a side.
func scattered(b testing.TB, n int, side float64, hulls bool) (list []sim.StaticDef) {
	r := rand.New(rand.NewPCG(7, 16))
	for range n {
		st := sim.StaticDef{
			Position: mgl64.Vec3{side * r.Float64(), side * r.Float64(), side * r.Float64()},
			Attitude: mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize()),
		}
		half := mgl64.Vec3{0.2 + 0.8*r.Float64(), 0.2 + 0.8*r.Float64(), 0.2 + 0.8*r.Float64()}
		if !hulls {
			st.Half = half
			list = append(list, st)
			continue
		}
		var points []geom.Vec
		for range 16 {
			points = append(points, geom.Vec{X: half[0] * (2*r.Float64() - 1), Y: half[1] * (2*r.Float64() - 1), Z: half[2] * (2*r.Float64() - 1)})
		}
		s, err := geom.NewConvex(points)
		if err != nil {
			b.Fatal(err)
		}
		st.Shapes = []sim.ShapeDef{{Shape: s}}
		list = append(list, st)
	}
	return list
}

// manyBodies are n boxes that stand apart on a grid over a plane.
func manyBodies(n int) *sim.Definition {
	def := &sim.Definition{Materials: []sim.Material{{}}, Statics: []sim.StaticDef{{Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}}}
	for k := range n {
		def.Bodies = append(def.Bodies, sim.BodyDef{Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 1, Position: mgl64.Vec3{float64(k % 100), float64(k / 100), 0.3}})
	}
	return def
}

// BenchmarkNew makes worlds with many statics, large meshes or many bodies.
func BenchmarkNew(b *testing.B) {
	statics := func(list []sim.StaticDef) *sim.Definition {
		return &sim.Definition{Materials: []sim.Material{{}}, Statics: list}
	}
	for _, c := range []struct {
		name string
		def  func() *sim.Definition
	}{
		{"boxes-60x60", func() *sim.Definition { return statics(flushBoxes(60, 1)) }},
		{"boxes-30x30x4", func() *sim.Definition { return statics(flushBoxes(30, 4)) }},
		{"boxes-60x60-1000-bodies", func() *sim.Definition {
			def := manyBodies(1000)
			def.Statics = flushBoxes(60, 1)
			return def
		}},
		{"boxes-60x60-crush", func() *sim.Definition {
			def := crushing(sim.KudlichSlibar, 0.4, 0.1, tCar("car", 0, 0, 0, 20))
			def.Statics = flushBoxes(60, 1)
			return def
		}},
		{"boxes-60x60-mover", func() *sim.Definition {
			def := statics(flushBoxes(60, 1))
			def.Movers = []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{10, 10, 1}}}
			return def
		}},
		{"mesh-tiles-60x60", func() *sim.Definition { return statics(meshTiles(b, 60, 1)) }},
		{"mesh-tiles-30x30x4", func() *sim.Definition { return statics(meshTiles(b, 30, 4)) }},
		{"mesh-slabs-60x60", func() *sim.Definition { return statics(meshSlabs(b, 60, 1)) }},
		{"mesh-slabs-30x30x4", func() *sim.Definition { return statics(meshSlabs(b, 30, 4)) }},
		{"height-field-20000", func() *sim.Definition { return statics([]sim.StaticDef{{Mesh: hills(b, 100, 0.3, 0, 0, 0)}}) }},
		{"height-field-200000", func() *sim.Definition { return statics([]sim.StaticDef{{Mesh: hills(b, 316, 0.3, 0, 0, 0)}}) }},
		{"overlapping-2000-boxes", func() *sim.Definition { return statics(scattered(b, 2000, 12, false)) }},
		{"overlapping-300-hulls", func() *sim.Definition { return statics(scattered(b, 300, 6, true)) }},
		{"bodies-10000", func() *sim.Definition { return manyBodies(10000) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			def := c.def()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sim.New(def); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
