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
// across it; it is one where a corner, an edge along the seam, or the end of a face comes down there, or it is deep.
func TestHiddenSeams_ArePassedByWhatIsFlat(t *testing.T) {
	box, err := geom.NewBox(geom.Vec{X: 0.5, Y: 0.3, Z: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	about := func(x, y, z float64) mgl64.Quat {
		v := mgl64.Vec3{x, y, z}
		if v.Len() == 0 {
			return mgl64.QuatIdent()
		}
		return mgl64.QuatRotate(v.Len(), v.Normalize())
	}
	for _, c := range []struct {
		name     string
		at       mgl64.Vec3 // of the box, over the place where it touches
		attitude mgl64.Quat
		depth    float64
		want     bool
	}{
		{"a face", mgl64.Vec3{0.1, 0, 0.2}, about(0, 0, 0), 0, true},
		{"the edge of a face, across", mgl64.Vec3{0.1, 0.3, 0.2}, about(0, 0, 0), 0, true},
		{"an edge, across", mgl64.Vec3{0.1, 0.1 * math.Sqrt2 / 2, 0.5 * math.Sqrt2 / 2}, about(math.Pi/4, 0, 0), 0, true},
		{"an edge along it", mgl64.Vec3{0.3 * math.Sqrt2 / 2, 0, 0.7 * math.Sqrt2 / 2}, about(0, math.Pi/4, 0), 0, false},
		{"the end of a face", mgl64.Vec3{0.5, 0, 0.2}, about(0, 0, 0), 0, false},
		{"a face, deep", mgl64.Vec3{0.1, 0, 0.2}, about(0, 0, 0), 3e-4, false},
	} {
		w, err := New(&Definition{Materials: []Material{{}}, Statics: []StaticDef{tile(-2, 0, -1, 1, 0), tile(0, 2, -1, 1, 0)},
			Bodies: []BodyDef{{Shapes: []ShapeDef{{Shape: box}}, Mass: 1, Position: c.at.Add(mgl64.Vec3{0, 0, 1e-9}), Attitude: c.attitude}}})
		if err != nil {
			t.Fatal(err)
		}
		a, b := side{body: &w.bodies[0], s: w.state.bodies[0], part: &w.bodies[0].parts[0]}, w.sideOf(-1, 0)
		b.part = &w.statics[0].parts[0]
		q := narrowphase.ManifoldPoint{Separation: 1e-9 - c.depth, P: geom.Vec{Z: 0.5 * (1e-9 - c.depth)}}
		a.s.X.Z -= c.depth
		if got := w.atFlatSeam(&pair{a: 0, b: -1}, &a, &b, &target{}, geom.Vec{Z: -1}, &q); got != c.want {
			t.Errorf("%s: passes the seam: %v, want %v", c.name, got, c.want)
		}
	}
}
