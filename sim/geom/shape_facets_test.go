package geom

import (
	"math"
	"testing"
)

// TestShape_Facets: the facets of round shapes are closed and face outward: their volume, by the divergence theorem, is that of the
// shape but for what the chords cut off, which is of second order; no facet is outside of the shape, nor farther inside than the arcs
// are deep.
func TestShape_Facets(t *testing.T) {
	must := func(s Shape, err error) *Shape {
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	for _, c := range []struct {
		s      *Shape
		volume float64
		radius float64 // the largest
	}{
		{must(NewSphere(0.7)), 4.0 / 3 * math.Pi * 0.7 * 0.7 * 0.7, 0.7},
		{must(NewEllipsoid(Vec{0.5, 0.8, 1.1})), 4.0 / 3 * math.Pi * 0.5 * 0.8 * 1.1, 1.1},
		{must(NewCapsule(0.3, 0.9)), math.Pi*0.3*0.3*1.8 + 4.0/3*math.Pi*0.027, 0.3},
		{must(NewCylinder(0.4, 0.2)), math.Pi * 0.16 * 0.4, 0.4},
		{must(NewCone(0.6, 1.5)), math.Pi * 0.36 * 1.5 / 3, 0.6},
	} {
		for _, n := range []int{8, 33, 128} {
			m := c.s.Facets(n)
			volume, deep := 0.0, 0.0
			edges := map[[2]int32]int{}
			for _, f := range m.Tris {
				a, b, q := m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]
				volume += a.Cross(b).Dot(q) / 6
				for k := range 3 {
					edges[[2]int32{f[k], f[(k+1)%3]}]++
				}
				out := b.Sub(a).Cross(q.Sub(a)).Normalize()
				inside := c.s.Support(out).Sub(a).Dot(out)
				if deep = math.Max(deep, inside); !(inside >= -1e-12) {
					t.Fatalf("%v in %d: a facet is %g m outside", c.s.Kind, n, -inside)
				}
			}
			for e, count := range edges {
				if count != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
					t.Fatalf("%v in %d: edge %v is of %d triangles, and back of %d", c.s.Kind, n, e, count, edges[[2]int32{e[1], e[0]}])
				}
			}
			step := 2 * math.Pi / float64(n)
			if cut := 1 - volume/c.volume; cut < 0 || cut > 0.48*step*step {
				t.Errorf("%v in %d: a share of %g of the volume is cut off", c.s.Kind, n, cut)
			}
			if most := c.radius * step * step / 4; !(deep <= most*1.001) {
				t.Errorf("%v in %d: a facet is %g m inside, want %g at most", c.s.Kind, n, deep, most)
			}
			if err := m.Finish(); err != nil {
				t.Errorf("%v in %d: %v", c.s.Kind, n, err)
			}
		}
	}
	for _, s := range []*Shape{must(NewBox(Vec{1, 2, 3})), {Kind: ShapePlane}} {
		want := 0.0
		if s.Kind == ShapeBox {
			want = 8 * 6
		}
		m, volume := s.Facets(32), 0.0
		for _, f := range m.Tris {
			volume += m.Vertices[f[0]].Cross(m.Vertices[f[1]]).Dot(m.Vertices[f[2]]) / 6
		}
		if math.Abs(volume-want) > 1e-12 {
			t.Errorf("%v: the facets enclose %g m³, want %g", s.Kind, volume, want)
		}
	}
}
