package sim

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// TestHiddenFaces_WallsOnEdges: where a wall covers the side of a tile, beside x = 0, or the upper part of it, and rises above it, and
// only there.
func TestHiddenFaces_WallsOnEdges(t *testing.T) {
	wall := func(x0, x1, y0, y1, base, top float64) StaticDef {
		return StaticDef{Half: mgl64.Vec3{(x1 - x0) / 2, (y1 - y0) / 2, (top - base) / 2}, Position: mgl64.Vec3{(x0 + x1) / 2, (y0 + y1) / 2, (top + base) / 2}}
	}
	for _, c := range []struct {
		name  string
		walls []StaticDef
		want  []interval // of y
	}{
		{"half of the side", []StaticDef{wall(0, 1, -1, 1, -1, 3)}, []interval{{-1, 1}}},
		{"a slop apart", []StaticDef{wall(9e-5, 1, -1, 1, -1, 3)}, []interval{{-1, 1}}},
		{"apart", []StaticDef{wall(3e-4, 1, -1, 1, -1, 3)}, nil},
		{"a part of the edge", []StaticDef{wall(0, 1, -0.5, 0.25, -1, 3)}, []interval{{-0.5, 0.25}}},
		{"a door", []StaticDef{wall(0, 1, -1, -0.5, -1, 3), wall(0, 1, 0.5, 1, -1, 3)}, []interval{{-1, -0.5}, {0.5, 1}}},
		{"all of the side", []StaticDef{wall(0, 1, -1, 1, -2, 3)}, []interval{{-1, 1}}}, // which is hidden then
		{"all of the side, and a step up", []StaticDef{wall(0, 1, -1, 1, -2, 0), wall(0, 1, -1, 0.5, -1, 3)}, []interval{{-1, 0.5}}},
		{"above", []StaticDef{wall(0, 1, -1, 1, 0, 3)}, nil},
		{"level", []StaticDef{wall(0, 1, -1, 1, -1, 0)}, nil},
		{"on the tile", []StaticDef{wall(-1, 0, -1, 1, 0, 3)}, nil},
		{"around the edge", []StaticDef{wall(-0.1, 1, -1, 1, -1, 3)}, nil},
	} {
		w, err := New(&Definition{Materials: []Material{{}}, Statics: append([]StaticDef{tile(-2, 0, -1, 1, 0)}, c.walls...)})
		if err != nil {
			t.Fatal(err)
		}
		p, at := &w.statics[0].parts[0], geom.Vec{X: -1, Z: -1}
		var got []interval
		for _, e := range p.walls {
			if n := p.Shape.Hull.Faces[e.side].Plane.N; n != (geom.Vec{X: 1}) {
				t.Errorf("%s: a wall beside the side %v", c.name, n)
			}
			if n := p.Shape.Hull.Faces[e.top].Plane.N; n != (geom.Vec{Z: 1}) {
				t.Errorf("%s: a wall above the face %v", c.name, n)
			}
			a, b := e.from.Add(at), e.to.Add(at)
			if math.Abs(a.X) > 1e-12 || math.Abs(a.Z) > 1e-12 {
				t.Errorf("%s: a wall at %v", c.name, a)
			}
			got = append(got, interval{math.Min(a.Y, b.Y), math.Max(a.Y, b.Y)})
		}
		slices.SortFunc(got, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
		if !slices.EqualFunc(got, c.want, func(x, y interval) bool { return math.Abs(x.from-y.from) < 1e-9 && math.Abs(x.to-y.to) < 1e-9 }) {
			t.Errorf("%s: walls along %v, want %v", c.name, got, c.want)
		}
	}
}

// TestHiddenFaces_LeansIntoAWall: a tip that hangs over the edge of a tile by microns, into the wall there, meets the
// tile at its own height along the normal of the face above, up to the depth that a body may have sunk in. Over the edge on the other
// side, where there is no wall, it keeps the way to the edge.
func TestHiddenFaces_LeansIntoAWall(t *testing.T) {
	for _, base := range []float64{-2, -1, -0.02} {
		wall := StaticDef{Half: mgl64.Vec3{0.5, 1, (3 - base) / 2}, Position: mgl64.Vec3{0.5, 0, (3 + base) / 2}}
		w, err := New(&Definition{Materials: []Material{{}}, Statics: []StaticDef{tile(-2, 0, -1, 1, 0), wall}})
		if err != nil {
			t.Fatal(err)
		}
		floor, tip := &w.statics[0], part{}
		for _, beyond := range []float64{1e-7, 1e-5, 9e-5} {
			for _, height := range []float64{1e-3, 1e-5, 0, -1e-5, -1e-4, -1e-3, -1.9e-3, -0.1} {
				for _, side := range []float64{1, -1} {
					// It opens to the middle of the tile, steeply enough for the way to the edge to be the shorter one.
					shape, err := geom.NewConvex([]geom.Vec{{}, {X: -side, Y: 0.2, Z: 1}, {X: -side, Y: -0.2, Z: 1}, {X: -0.1 * side, Z: 1}})
					if err != nil {
						t.Fatal(err)
					}
					at := geom.Vec{X: beyond, Y: 0.3, Z: height}
					if side < 0 {
						at.X = -2 - beyond
					}
					tip.Part = narrowphase.Part{Shape: &shape}
					a := narrowphase.Convex{Shape: &shape, Pose: geom.Transform{P: at, Q: geom.IdentityQuat()}}
					var m narrowphase.Manifold
					if !narrowphase.Collide(&a, &floor.placed[0].Convex, 2e-3, &m) {
						t.Fatalf("base %g, %g beyond at the height %g: nothing touches", base, beyond, height)
					}
					raw := m
					shows := w.visible(&tip, &floor.parts[0], &a, &floor.placed[0].Convex, 2e-3, &m)
					if side < 0 || height < -0.01 {
						if !shows || m != raw {
							t.Errorf("base %g, side %g, %g beyond at the height %g: %v, N %v, want %v", base, side, beyond, height, shows, m.N, raw.N)
						}
						continue
					}
					// Its lower side rises by 45 degrees: over the edge it is higher by what the tip is beyond.
					want := height + beyond
					if !shows || m.N.Add(geom.Vec{Z: 1}).MaxAbs() > 1e-12 {
						t.Errorf("base %g, %g beyond at the height %g: %v, N %v", base, beyond, height, shows, m.N)
					}
					for _, q := range m.Points[:m.Count] {
						if math.Abs(q.Separation-want) > 1e-12 || math.Abs(q.P.Z-0.5*want) > 1e-12 || math.Abs(q.P.X) > 1e-6 {
							t.Errorf("base %g, %g beyond at the height %g: a point at %v, separation %g, want %g", base, beyond, height, q.P, q.Separation, want)
						}
					}
				}
			}
		}
		for _, c := range []struct {
			x, n geom.Vec
			want bool
		}{
			{geom.Vec{}, geom.Vec{X: 0.6, Z: 0.8}, true},
			{geom.Vec{}, geom.Vec{X: 1}, true},
			{geom.Vec{}, geom.Vec{X: -0.6, Z: 0.8}, false},
			{geom.Vec{}, geom.Vec{Z: 1}, false},
			{geom.Vec{Z: -1.9e-3}, geom.Vec{X: 0.6, Z: 0.8}, true}, // on the side, as deep as a body may have sunk in
			{geom.Vec{Z: -2.1e-3}, geom.Vec{X: 0.6, Z: 0.8}, false},
			{geom.Vec{X: -0.9e-4}, geom.Vec{X: 0.6, Z: 0.8}, true},
			{geom.Vec{X: -1.1e-4}, geom.Vec{X: 0.6, Z: 0.8}, false},
			{geom.Vec{Y: 1.00019}, geom.Vec{X: 0.6, Z: 0.8}, true},
			{geom.Vec{Y: 1.00021}, geom.Vec{X: 0.6, Z: 0.8}, false},
			{geom.Vec{X: -2}, geom.Vec{X: -0.6, Z: 0.8}, false},
		} {
			p := &floor.parts[0]
			f := w.topAtWall(p, c.x.Add(geom.Vec{X: 1, Z: 1}), c.n)
			if got := f >= 0; got != c.want || got && p.Shape.Hull.Faces[f].Plane.N != (geom.Vec{Z: 1}) {
				t.Errorf("base %g, at %v, leaning along %v: face %d", base, c.x, c.n, f)
			}
		}
	}
}
