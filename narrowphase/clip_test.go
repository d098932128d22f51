package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func satRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// satArea returns the area of a manifold's points as a polygon.
func satArea(m *Manifold) float64 {
	var a geom.Vec
	for i := 0; i < m.Count; i++ {
		a = a.Add(m.Points[i].P.Cross(m.Points[(i+1)%m.Count].P))
	}
	return 0.5 * a.Len()
}

// Hand-worked: where squares overlap, as many corners and the area that they have.
func TestClip_AreaOfPatch(t *testing.T) {
	unit := geom.Vec{X: 1, Y: 1, Z: 1}
	for _, tt := range []struct {
		name  string
		b     geom.OBB
		n     int
		area  float64
		kinds [2]int // points that are a vertex of one box in the other's face, and crossed edges
	}{
		{"flush", satBox(geom.Vec{Z: 2}, unit), 4, 4, [2]int{4, 0}},
		{"offset", satBox(geom.Vec{X: 0.5, Y: 0.25, Z: 2}, unit), 4, 1.5 * 1.75, [2]int{2, 2}},
		{"within", satBox(geom.Vec{X: 0.25, Z: 1.5}, geom.Vec{X: 0.5, Y: 0.25, Z: 0.5}), 4, 0.5, [2]int{4, 0}},
		// A square turned by 45° in itself: a regular octagon of inradius 1, 8 tan(22.5°) = 8 (√2 - 1).
		{"octagon", satTurned(geom.Vec{Z: 2}, unit, geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)), 8, 8 * (math.Sqrt2 - 1), [2]int{0, 8}},
		// A bar across: two sides cut, two not.
		{"cross", satBox(geom.Vec{Z: 2}, geom.Vec{X: 3, Y: 0.5, Z: 1}), 4, 2, [2]int{0, 4}},
		// A right-angled corner at x = 2.2 - √2 cut off at x = 1: height √2 - 1.2 above the hypotenuse, area its
		// square.
		{"corner", satTurned(geom.Vec{X: 2.2, Z: 2}, unit, geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)), 3, (math.Sqrt2 - 1.2) * (math.Sqrt2 - 1.2), [2]int{1, 2}},
	} {
		a := satBox(geom.Vec{}, unit)
		var m Manifold
		if !CollideOBBs(&a, &tt.b, 1e-3, &m) {
			t.Fatalf("%s: no contact", tt.name)
		}
		kinds := [2]int{}
		for i := 0; i < m.Count; i++ {
			if m.Points[i].Feature>>30 == FeatureEdge {
				kinds[1]++
			} else {
				kinds[0]++
			}
		}
		if m.Count != tt.n || kinds != tt.kinds || math.Abs(satArea(&m)-tt.area) > 1e-14 {
			t.Errorf("%s: %d points %v, area %v, want %d %v, %v", tt.name, m.Count, kinds, satArea(&m), tt.n, tt.kinds, tt.area)
		}
	}
}

// The triangle's corners in the face of a box, in a corner of the box, and around it.
func TestClip_TriangleAndBoxFace(t *testing.T) {
	a := satBox(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1})
	for _, tt := range []struct {
		name string
		tri  geom.Triangle
		n    int
		area float64
	}{
		{"within", geom.Triangle{A: geom.Vec{X: -0.5, Y: -0.5, Z: 1}, B: geom.Vec{X: 0.5, Y: -0.5, Z: 1}, C: geom.Vec{Y: 0.5, Z: 1}}, 3, 0.5},
		{"around", geom.Triangle{A: geom.Vec{X: -9, Y: -9, Z: 1}, B: geom.Vec{X: 9, Y: -9, Z: 1}, C: geom.Vec{Y: 9, Z: 1}}, 4, 4},
		{"half of the face", geom.Triangle{A: geom.Vec{X: -1, Y: -1, Z: 1}, B: geom.Vec{X: 3, Y: -1, Z: 1}, C: geom.Vec{X: -1, Y: 3, Z: 1}}, 4, 4},
		{"diagonal", geom.Triangle{A: geom.Vec{X: -2, Y: -2, Z: 1}, B: geom.Vec{X: 2, Y: -2, Z: 1}, C: geom.Vec{X: 2, Y: 2, Z: 1}}, 3, 2},
		// The line x + y = 1 cuts a triangle of area 1/2 off the square.
		{"corner cut", geom.Triangle{A: geom.Vec{X: -3, Y: -3, Z: 1}, B: geom.Vec{X: 4, Y: -3, Z: 1}, C: geom.Vec{X: -3, Y: 4, Z: 1}}, 5, 3.5},
	} {
		var m Manifold
		n := tt.tri.Normal()
		if !CollideOBBTriangle(&a, &tt.tri, geom.Plane{N: n, D: n.Dot(tt.tri.A)}, nil, nil, 1e-3, &m) {
			t.Fatalf("%s: no contact", tt.name)
		}
		if m.N != (geom.Vec{Z: 1}) || m.Count != tt.n || math.Abs(satArea(&m)-tt.area) > 1e-14 || m.deepest() != 0 {
			t.Errorf("%s: normal %v, %d points, area %v, deepest %v, want %d, %v", tt.name, m.N, m.Count, satArea(&m), m.deepest(), tt.n, tt.area)
		}
	}
}

// The nearest points of two segments satisfy the conditions of a minimum: the distance does not fall towards the inside
// from an end, and is at right angles to a segment of which the point is not an end.
func TestNearestOnEdges_IsAMinimum(t *testing.T) {
	r := satRand(43)
	inner, ends := 0, 0
	for i := 0; i < 20000; i++ {
		p0, p1, q0, q1 := satRandomVec(r, 1), satRandomVec(r, 1), satRandomVec(r, 1), satRandomVec(r, 1)
		switch i % 4 {
		case 1:
			q1 = q0.Add(p1.Sub(p0).Scale(2*r.Float64() - 1))
		case 2:
			q1 = q0.Add(p1.Sub(p0).Add(satRandomVec(r, math.Ldexp(1, -r.IntN(50)))))
		case 3:
			q1 = q0
		}
		s, u := nearestOnEdges(p0, p1, q0, q1)
		d := q0.AddScaled(q1.Sub(q0), u).Sub(p0.AddScaled(p1.Sub(p0), s))
		for _, c := range []struct{ x, slope float64 }{{s, -d.Dot(p1.Sub(p0))}, {u, d.Dot(q1.Sub(q0))}} {
			ok := math.Abs(c.slope) < 1e-12
			if c.x == 0 {
				ok = c.slope > -1e-12
			} else if c.x == 1 {
				ok = c.slope < 1e-12
			}
			if !ok || !(c.x >= 0 && c.x <= 1) {
				t.Fatalf("case %d: at %v of a segment the distance changes by %v", i, c.x, c.slope)
			}
		}
		if s > 0 && s < 1 && u > 0 && u < 1 {
			inner++
		} else {
			ends++
		}
	}
	if inner < 1000 || ends < 1000 {
		t.Errorf("%d inside, %d at ends", inner, ends)
	}
}
