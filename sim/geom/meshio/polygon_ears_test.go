package meshio

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestCut_CoversConcavePolygons: the triangles of an L, a comb, a star, rounded and random polygons, all turned and far from
// the origin, are n-2 for n corners, all with the front of the polygon, and their areas add up to that of the shoelace
// formula, so that none overlaps another; each side of the polygon is a side of one triangle, and all others of two.
func TestCut_CoversConcavePolygons(t *testing.T) {
	type point = [2]float64
	list := map[string][]point{
		"dart":    {{0, 0}, {1, 0}, {0.2, 0.2}, {0, 1}},
		"L":       {{0, 0}, {2, 0}, {2, 0.1}, {0.1, 0.1}, {0.1, 1}, {0, 1}},
		"in line": {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}},
		"T":       {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 3}, {1, 3}, {1, 2}, {1, 1}, {0, 1}},
	}
	var comb []point
	for k := range 40 {
		comb = append(comb, point{float64(k), float64(10 * (k % 2))}, point{float64(k) + 0.5, float64(10 * (k % 2))})
	}
	list["comb"] = append(comb, point{40, 20}, point{0, 20})
	r := rand.New(rand.NewPCG(1, 2))
	for k := range 200 {
		var p []point
		n := 4 + r.IntN(60)
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.8*r.Float64()) / float64(n))
			l := 0.2 + r.Float64()
			p = append(p, point{l * c, l * s})
		}
		list["star "+string(rune('A'+k))] = p
	}
	var c cutter
	for name, flat := range list {
		shoelace := 0.0
		for i, a := range flat {
			b := flat[(i+1)%len(flat)]
			shoelace += (a[0]*b[1] - a[1]*b[0]) / 2
		}
		for _, turn := range []geom.Quat{geom.IdentityQuat(), geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 2), geom.AxisAngle(geom.Vec{X: 1}, math.Pi), geom.AxisAngle(geom.Vec{Y: 1}, -1.5)} {
			var p []geom.Vec
			for _, q := range flat {
				p = append(p, turn.Rotate(geom.Vec{X: q[0], Y: q[1]}).Add(geom.Vec{X: 300, Y: -100, Z: 50}))
			}
			front := turn.Rotate(geom.Vec{Z: 1})
			if shoelace < 0 {
				front = front.Neg()
			}
			for range 2 { // from the front, and from behind
				cut, err := c.cut(p)
				if err != nil || len(cut) != len(p)-2 {
					t.Errorf("%s: %d triangles of %d corners, %v", name, len(cut), len(p), err)
					break
				}
				area, sides := 0.0, map[[2]int32]int{}
				for _, x := range cut {
					a := p[x[1]].Sub(p[x[0]]).Cross(p[x[2]].Sub(p[x[0]])).Dot(front) / 2
					if !(a > 0) {
						t.Errorf("%s: the triangle %v has the area %g", name, x, a)
					}
					area += a
					for i := range x {
						sides[[2]int32{x[i], x[(i+1)%3]}]++
					}
				}
				if math.Abs(area-math.Abs(shoelace)) > 1e-10*math.Abs(shoelace) {
					t.Errorf("%s: an area of %v, want %v", name, area, shoelace)
				}
				for s, n := range sides {
					back := sides[[2]int32{s[1], s[0]}]
					if outer := s[1] == (s[0]+1)%int32(len(p)); n != 1 || outer == (back == 1) {
						t.Errorf("%s: the side %v is that of %d triangles, and of %d on the other side", name, s, n, back)
					}
				}
				slices.Reverse(p)
				front = front.Neg()
			}
		}
	}
}

// TestCut_RefusesWhatIsNoPolygon: self-crossing, touching and doubling back are errors, as is what is not flat.
func TestCut_RefusesWhatIsNoPolygon(t *testing.T) {
	var round []geom.Vec // a pentagram
	for k := range 5 {
		s, c := geom.SinCos(4 * math.Pi * float64(k) / 5)
		round = append(round, geom.Vec{X: c, Y: s})
	}
	many := make([]geom.Vec, 0, maxEars+2)
	for k := range maxEars + 2 {
		s, c := geom.SinCos(2 * math.Pi * float64(k) / (maxEars + 2))
		l := 1 + 0.5*float64(k%2)
		many = append(many, geom.Vec{X: l * c, Y: l * s})
	}
	for _, c := range []struct {
		name string
		p    []geom.Vec
		want error
	}{
		{"spike", []geom.Vec{{}, {X: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 1, Y: 1}, {Y: 1}}, errCrosses},
		{"uneven bow tie", []geom.Vec{{}, {X: 3, Y: 3}, {X: 3}, {Y: 1}}, errCrosses},
		{"pentagram", round, errCrosses},
		{"a corner on another side", []geom.Vec{{}, {X: 2}, {X: 2, Y: 2}, {X: 1}, {Y: 2}}, errCrosses},
		{"dart out of its plane", []geom.Vec{{}, {X: 1}, {X: 0.2, Y: 0.2, Z: 0.1}, {Y: 1}}, errNotFlat},
		{"many corners", many, errManyEars},
	} {
		var x cutter
		if _, err := x.cut(c.p); err != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// TestRead_LeavesTrianglesOut: those without area and those with the corners of another one, in each format, with a note that
// names the first; the others keep their order. A file without another triangle is an error.
func TestRead_LeavesTrianglesOut(t *testing.T) {
	for _, c := range []struct{ name, text, note string }{
		{"a.obj", square + "f 1 2 2\nf 1 2 3\nf 1 1 1\nf 1 3 4\n", "2 triangles without area are left out, the first on line 5: remove them from the file"},
		{"a.obj", square + "v 0.5 0 0\nf 1 2 3\nf 1 5 2\nf 1 3 4\n", "a triangle without area is left out, on line 7: remove it from the file"},
		{"a.ply", plainPLY(4, 3, squarePLY+"3 0 1 2\n3 0 1 1\n3 0 2 3\n"), "a triangle without area is left out, on line 15: remove it from the file"},
		{"a.stl", string(binarySTL("", [9]float32{0, 0, 0, 1, 0, 0, 1, 1, 0}, [9]float32{}, [9]float32{0, 0, 0, 1, 1, 0, 0, 1, 0})),
			"a triangle without area is left out, triangle 1: remove it from the file"},
		{"a.obj", square + "f 1 2 3\n\nf 1 3 4\nf 2 3 1\n", "a triangle with the same corners as another is left out, on line 8: remove it from the file"},
		{"a.obj", square + "v 1 1 0\nf 1 2 2\nf 1 2 3\nf 1 3 4\nf 2 1 5\nf 4 3 1\n", "a triangle without area is left out, on line 6: remove it from the file; " +
			"2 triangles with the same corners as others are left out, the first on line 9: remove them from the file"},
		{"a.ply", plainPLY(4, 2, squarePLY+"4 0 1 2 3\n3 2 0 1\n"), "a triangle with the same corners as another is left out, on line 15: remove it from the file"},
		{"a.stl", string(binarySTL("", [9]float32{0, 0, 0, 1, 0, 0, 1, 1, 0}, [9]float32{1, 1, 0, 1, 0, 0, 0, 0, 0}, [9]float32{0, 0, 0, 1, 1, 0, 0, 1, 0})),
			"a triangle with the same corners as another is left out, triangle 1: remove it from the file"},
		{"a.obj", square + "f 1 2 3\nf 1 3 4\n", ""},
	} {
		m, err := Read(c.name, strings.NewReader(c.text), nil)
		if err != nil || m.Note != c.note || !m.Finished() || len(m.Tris) != 2 {
			t.Errorf("%s: %+v, %v; want the note %q", c.name, m, err, c.note)
			continue
		}
		a, b := m.Triangle(0), m.Triangle(1)
		if a.C != (geom.Vec{X: 1, Y: 1}) || b.C != (geom.Vec{Y: 1}) {
			t.Errorf("%s: %v and %v", c.name, a, b)
		}
	}
	if _, err := Read("a.obj", strings.NewReader(square+"f 1 2 2\nf 1 1 1\n"), nil); err == nil || !strings.HasPrefix(err.Error(), "a.obj:5: the triangle has no area") {
		t.Errorf("%v", err)
	}
}

// TestCut_SeesPolygonsAlongEachAxis: an L in each of the coordinate planes, from both sides, keeps its front and its area of 0.3 m².
func TestCut_SeesPolygonsAlongEachAxis(t *testing.T) {
	flat := [][2]float64{{0, 0}, {2, 0}, {2, 0.1}, {0.1, 0.1}, {0.1, 1.1}, {0, 1.1}} // 0.2 and 0.1 m²
	const want = 0.2 + 0.1
	x, y, z := geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	for _, axes := range [][3]geom.Vec{{y, z, x}, {z, x, y}, {x, y, z}, {z, y, x.Neg()}, {x, z, y.Neg()}, {y, x, z.Neg()}} {
		var p []geom.Vec
		for _, q := range flat {
			p = append(p, axes[0].Scale(q[0]).AddScaled(axes[1], q[1]))
		}
		var c cutter
		cut, err := c.cut(p)
		area := 0.0
		for _, t := range cut {
			area += p[t[1]].Sub(p[t[0]]).Cross(p[t[2]].Sub(p[t[0]])).Dot(axes[2]) / 2
		}
		if err != nil || len(cut) != len(flat)-2 || math.Abs(area-want) > 1e-12 {
			t.Errorf("front %v: %v, an area of %g, %v; want %g", axes[2], cut, area, err, want)
		}
	}
}
