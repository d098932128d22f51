package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// TestHiddenSeams_AreWhereFacesGoOnFlat: along the upper edge of a tile at x = 0, from y = -1 to 1, beside tiles that are lower or
// higher, narrower, or not there.
func TestHiddenSeams_AreWhereFacesGoOnFlat(t *testing.T) {
	none := interval{}
	for _, c := range []struct {
		name   string
		others []StaticDef
		want   interval // of y
	}{
		{"none", nil, none},
		{"one beside", []StaticDef{tile(0, 2, -1, 1, 0)}, interval{-1, 1}},
		{"a micron lower", []StaticDef{tile(0, 2, -1, 1, -9e-7)}, interval{-1, 1}},
		{"half a slop lower", []StaticDef{tile(0, 2, -1, 1, -5e-5)}, none},
		{"higher", []StaticDef{tile(0, 2, -1, 1, 0.3)}, none},
		{"a slop apart", []StaticDef{tile(9e-5, 2, -1, 1, 0)}, interval{-1, 1}},
		{"apart", []StaticDef{tile(3e-4, 2, -1, 1, 0)}, none},
		{"narrower", []StaticDef{tile(0, 2, -1, 0.5, 0)}, interval{-1, 0.5}},
		{"two halves", []StaticDef{tile(0, 2, -1, 0.3, 0), tile(0, 2, 0.3, 1, 0)}, interval{-1, 1}},
		{"two parts of it", []StaticDef{tile(0, 2, -1, -0.3, 0), tile(0, 2, 0.1, 1, 0)}, interval{0.1, 1}},
		{"with a kerb on it", []StaticDef{tile(0, 2, -1, 1, 0), tile(0, 0.3, 0, 0.2, 0.1)}, none},
		{"a plane", []StaticDef{{Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}}, interval{-1, 1}},
	} {
		w, err := New(&Definition{Materials: []Material{{}}, Statics: append([]StaticDef{tile(-2, 0, -1, 1, 0)}, c.others...)})
		if err != nil {
			t.Fatal(err)
		}
		got := none
		for _, e := range w.statics[0].parts[0].seams {
			from, to := w.statics[0].pose.Apply(e.from), w.statics[0].pose.Apply(e.to)
			if e.n.Z > 0.5 && e.out.X > 0.5 {
				if math.Abs(from.X)+math.Abs(from.Z)+math.Abs(to.X)+math.Abs(to.Z) > 1e-12 {
					t.Errorf("%s: seam from %v to %v", c.name, from, to)
				}
				got = interval{math.Min(from.Y, to.Y), math.Max(from.Y, to.Y)}
			}
		}
		if math.Abs(got.from-c.want.from)+math.Abs(got.to-c.want.to) > 1e-9 {
			t.Errorf("%s: the face goes on from y = %g to %g, want %g to %g", c.name, got.from, got.to, c.want.from, c.want.to)
		}
	}
}

// TestHiddenSeams_ArePassedByWhatIsFlat: a point on the seam of two tiles at x = 0 is none of an impact where a face or an edge lies
// across it, half a slop above; it is one where a corner, an edge along the seam, or the end of a face comes down there, or it is
// deep. So is one on a flat edge of a mesh, and on the seam of a body of two parts over a tile, a plane or a mesh.
func TestHiddenSeams_ArePassedByWhatIsFlat(t *testing.T) {
	box := func(x, y, z float64) geom.Shape {
		s, err := geom.NewBox(geom.Vec{X: x, Y: y, Z: z})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	mesh := &geom.Mesh{Vertices: []geom.Vec{{X: -2, Y: -3}, {X: 0, Y: -3}, {X: 2, Y: -3}, {X: -2, Y: 3}, {X: 0, Y: 3}, {X: 2, Y: 3}},
		Tris: []geom.Tri{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}}
	if err := mesh.Finish(); err != nil {
		t.Fatal(err)
	}
	one := []ShapeDef{{Shape: box(0.5, 0.3, 0.2)}}
	two := []ShapeDef{{Shape: box(0.25, 0.3, 0.2), Position: mgl64.Vec3{-0.25}}, {Shape: box(0.25, 0.3, 0.2), Position: mgl64.Vec3{0.25}}}
	tiles := []StaticDef{tile(-2, 0, -1, 1, 0), tile(0, 2, -1, 1, 0)}
	whole := []StaticDef{tile(-2, 2, -1, 1, 0)}
	plane := []StaticDef{{Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}}
	triangles := []StaticDef{{Mesh: mesh, Asset: "floor"}}
	none, level := mgl64.QuatIdent(), 5e-5
	diagonal := math.Sqrt2 / 2
	about := func(axis mgl64.Vec3) mgl64.Quat { return mgl64.QuatRotate(math.Pi/4, axis) }
	for _, c := range []struct {
		name     string
		statics  []StaticDef
		shapes   []ShapeDef
		at       mgl64.Vec3 // of the body, over the place where it touches
		attitude mgl64.Quat
		gap      float64
		want     bool
	}{
		{"a face", tiles, one, mgl64.Vec3{0.1, 0, 0.2}, none, level, true},
		{"the edge of a face, across", tiles, one, mgl64.Vec3{0.1, 0.3, 0.2}, none, level, true},
		{"an edge, across", tiles, one, mgl64.Vec3{0.1, 0.1 * diagonal, 0.5 * diagonal}, about(mgl64.Vec3{1, 0, 0}), level, true},
		{"an edge along it", tiles, one, mgl64.Vec3{0.3 * diagonal, 0, 0.7 * diagonal}, about(mgl64.Vec3{0, 1, 0}), level, false},
		{"the end of a face", tiles, one, mgl64.Vec3{0.5, 0, 0.2}, none, level, false},
		{"a corner", tiles, one, mgl64.Vec3{0.5, 0.3, 0.2}, none, level, false},
		{"a face, deep", tiles, one, mgl64.Vec3{0.1, 0, 0.2}, none, -3e-4, false},
		{"a face on a tile without a seam", whole, one, mgl64.Vec3{0.1, 0, 0.2}, none, level, false},
		{"a face on a mesh", triangles, one, mgl64.Vec3{0.1, 0, 0.2}, none, level, true},
		{"the end of a face on a mesh", triangles, one, mgl64.Vec3{0.5, 0, 0.2}, none, level, false},
		{"a face of two over a tile", whole, two, mgl64.Vec3{0, 0, 0.2}, none, level, true},
		{"an edge of two over a tile", whole, two, mgl64.Vec3{0, 0.1 * diagonal, 0.5 * diagonal}, about(mgl64.Vec3{1, 0, 0}), level, true},
		{"a face of two over a plane", plane, two, mgl64.Vec3{0, 0, 0.2}, none, level, true},
		{"a face of two at the end of a tile", []StaticDef{tile(-2, 0, -1, 1, 0)}, two, mgl64.Vec3{0, 0, 0.2}, none, level, false},
		{"the border of two", whole, two, mgl64.Vec3{0.5, 0, 0.2}, none, level, false},
	} {
		w, err := New(&Definition{Materials: []Material{{}}, Statics: c.statics,
			Bodies: []BodyDef{{Shapes: c.shapes, Mass: 1, Position: c.at.Add(mgl64.Vec3{0, 0, 1}), Attitude: c.attitude}}})
		if err != nil {
			t.Fatal(err)
		}
		a, b, g := side{body: &w.bodies[0], s: w.state.bodies[0], part: &w.bodies[0].parts[0]}, w.sideOf(-1, 0), target{}
		a.s.X.Z += c.gap - 1
		if g.mesh = w.statics[0].mesh; g.mesh == nil {
			b.part = &w.statics[0].parts[0]
		} else {
			g.tri = g.mesh.Triangle(0)
		}
		q := narrowphase.ManifoldPoint{Separation: c.gap, P: geom.Vec{Z: 0.5 * c.gap}}
		if got := w.atFlatSeam(&pair{a: 0, b: -1}, &a, &b, &g, geom.Vec{Z: -1}, &q); got != c.want {
			t.Errorf("%s: passes the seam: %v, want %v", c.name, got, c.want)
		}
	}
}
