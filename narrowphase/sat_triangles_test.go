package narrowphase

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// triInt is a vector of integers. Coordinates up to 2^17 have differences up to 2^19, and no determinant of these or of
// differences between them exceeds 6·2^60: int64 is exact.
type triInt struct{ x, y, z int64 }

func (a triInt) sub(b triInt) triInt  { return triInt{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a triInt) add(b triInt) triInt  { return triInt{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a triInt) scale(s int64) triInt { return triInt{a.x * s, a.y * s, a.z * s} }
func (a triInt) dot(b triInt) int64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a triInt) cross(b triInt) triInt {
	return triInt{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}
func (a triInt) vec() geom.Vec { return geom.Vec{X: float64(a.x), Y: float64(a.y), Z: float64(a.z)} }

type triInts [3]triInt

func (t triInts) triangle() geom.Triangle {
	return geom.Triangle{A: t[0].vec(), B: t[1].vec(), C: t[2].vec()}
}

// triDifferences returns the vertices of the Minkowski difference b - a. The triangles have a point in common where the
// origin is in its hull.
func triDifferences(a, b triInts) (d []triInt) {
	for _, p := range a {
		for _, q := range b {
			d = append(d, q.sub(p))
		}
	}
	return d
}

// triHoldsOrigin reports whether the origin is in the hull of the points, by Carathéodory's theorem: then it is one of
// them, or on a segment, in a triangle or in a tetrahedron of them that is not degenerate.
func triHoldsOrigin(d []triInt) bool {
	for i, a := range d {
		if a == (triInt{}) {
			return true
		}
		for j, b := range d[:i] {
			ab := a.cross(b)
			if ab == (triInt{}) && a.dot(b) <= 0 {
				return true
			}
			for k, c := range d[:j] {
				ca, bc := c.cross(a), b.cross(c)
				volume := ab.dot(c)
				if volume == 0 {
					n := ab.add(bc).add(ca)
					if n != (triInt{}) && triSign(n, ab) >= 0 && triSign(n, bc) >= 0 && triSign(n, ca) >= 0 {
						return true
					}
					continue
				}
				for _, e := range d[:k] {
					// The signs of the four tetrahedra that the origin makes with the faces of a, b, c, e.
					s := [4]int64{volume, -ab.dot(e), -bc.dot(e), -ca.dot(e)}
					whole := a.sub(e).cross(b.sub(e)).dot(c.sub(e))
					if whole > 0 && s[0] >= 0 && s[1] >= 0 && s[2] >= 0 && s[3] >= 0 ||
						whole < 0 && s[0] <= 0 && s[1] <= 0 && s[2] <= 0 && s[3] <= 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// triSign returns the sign of the product of two parallel vectors.
func triSign(a, b triInt) int {
	for _, p := range [3][2]int64{{a.x, b.x}, {a.y, b.y}, {a.z, b.z}} {
		if p[0] != 0 {
			switch {
			case p[1] == 0:
				return 0
			case (p[0] > 0) == (p[1] > 0):
				return 1
			}
			return -1
		}
	}
	return 0
}

var triKinds = []string{"random", "coplanar", "vertex shared", "edge shared", "needle", "degenerate", "parallel planes",
	"vertex on edge", "large, vertex on face", "large, vertex off face", "large, edges cross", "large, edges off"}

// triRandom returns a pair of triangles of a kind of triKinds.
func triRandom(r *rand.Rand, kind int) (a, b triInts) {
	some := func(n int64) triInt { return triInt{r.Int64N(2*n+1) - n, r.Int64N(2*n+1) - n, r.Int64N(2*n+1) - n} }
	any := func(n int64) triInts { return triInts{some(n), some(n), some(n)} }
	a, b = any(4), any(4)
	name := triKinds[kind]
	switch name {
	case "coplanar", "parallel planes":
		o, u, v := some(3), some(2), some(2)
		for i := range a {
			a[i] = o.add(u.scale(r.Int64N(7) - 3)).add(v.scale(r.Int64N(7) - 3))
			b[i] = o.add(u.scale(r.Int64N(7) - 3)).add(v.scale(r.Int64N(7) - 3))
		}
		if name == "parallel planes" {
			d := some(1)
			b = triInts{b[0].add(d), b[1].add(d), b[2].add(d)}
		}
	case "vertex shared":
		b[r.IntN(3)] = a[r.IntN(3)]
	case "edge shared":
		b[0], b[2] = a[1], a[2]
	case "needle":
		d := some(40)
		for i := range a {
			a[i] = d.scale(int64(i)).add(some(1))
			b[i] = some(40)
		}
		b[0] = d.add(some(1))
		if r.IntN(2) == 0 {
			b[1], b[2] = b[0].add(d).add(some(1)), b[0].sub(d.scale(2)).add(some(1))
		}
	case "degenerate":
		d := some(3)
		a[1], a[2] = a[0].add(d.scale(r.Int64N(5)-2)), a[0].add(d.scale(r.Int64N(3)))
		switch r.IntN(4) {
		case 0:
			b[1], b[2] = b[0].add(d), b[0].sub(d)
			b[0] = a[0].add(d.scale(r.Int64N(9) - 4)).add(some(1).scale(r.Int64N(2)))
		case 1:
			d = some(3)
			b[1], b[2] = b[0].add(d), b[0].sub(d)
		case 2:
			b[0] = a[1]
			b[1], b[2] = b[0], b[0].add(some(1).scale(r.Int64N(2)))
		}
	case "vertex on edge":
		a[0] = a[1].add(some(2).scale(2))
		b[0] = a[0].add(a[1]) // the middle, as a is doubled
		a = triInts{a[0].scale(2), a[1].scale(2), a[2].scale(2)}
	case "large, vertex on face", "large, vertex off face":
		a = any(1 << (7 + r.IntN(8)))
		if name == "large, vertex on face" {
			a = triInts{a[0].scale(4), a[1].scale(4), a[2].scale(4)}
		}
		b = any(1 << 16)
		b[0] = triInt{(2*a[0].x + a[1].x + a[2].x) / 4, (2*a[0].y + a[1].y + a[2].y) / 4, (2*a[0].z + a[1].z + a[2].z) / 4}
		n := a[1].sub(a[0]).cross(a[2].sub(a[0]))
		for i := 1; i < 3; i++ {
			if b[i].sub(a[0]).dot(n) < 0 {
				b[i] = b[0].scale(2).sub(b[i]) // to the other side
			}
		}
		if name == "large, vertex off face" {
			b[0] = a[0].add(triLeast(a[1].sub(a[0]), a[2].sub(a[0]))) // above one half of the parallelogram of a
		}
	case "large, edges cross", "large, edges off":
		size := int64(1) << (9 + r.IntN(6))
		c, u, v := some(1000), some(size), some(size)
		n := u.cross(v)
		up := triInt{n.x >> 15, n.y >> 15, n.z >> 15}
		a = triInts{c.sub(u), c.add(u.scale(2)), c.sub(up).add(some(500))}
		b = triInts{c.sub(v.scale(2)), c.add(v), c.add(up).add(some(500))}
		if name == "large, edges off" {
			d := triLeast(u, v)
			b = triInts{b[0].add(d), b[1].add(d), b[2].add(d)}
		}
	}
	if r.IntN(2) == 0 {
		a[0], a[1] = a[1], a[0]
	}
	return a, b
}

// triLeast returns a vector of integers that is as little as possible, but not 0, above the plane of u and v, and above
// their parallelogram.
func triLeast(u, v triInt) triInt {
	n := u.cross(v)
	if n == (triInt{}) {
		return n
	}
	g, s, t := triGCD(n.x, n.y)
	_, p, q := triGCD(g, n.z)
	d := triInt{s * p, t * p, q} // n·d is the greatest common divisor
	for range 3 {                // take off what it has of u and v
		m := geom.Mat3{X: u.vec(), Y: v.vec(), Z: n.vec()}
		m = m.Transpose()
		c, _ := m.Solve(d.vec())
		d = d.sub(u.scale(int64(math.Floor(c.X)))).sub(v.scale(int64(math.Floor(c.Y))))
	}
	return d
}

// triGCD returns the greatest common divisor of a and b as sa + tb.
func triGCD(a, b int64) (g, s, t int64) {
	if b == 0 {
		return a, 1, 0
	}
	g, s, t = triGCD(b, a%b)
	return g, t, s - a/b*t
}

// triApart returns a lower bound of the distance of triangles that are apart, from the gaps on all axes between
// vertices.
func triApart(a, b triInts) float64 {
	d := triDifferences(a, b)
	gap := 0.0
	try := func(n triInt) {
		if n == (triInt{}) {
			return
		}
		least := int64(math.MaxInt64)
		for _, p := range d {
			least = min(least, n.dot(p))
		}
		gap = math.Max(gap, float64(least)/n.vec().Len())
	}
	for i := range a {
		e := a[(i+1)%3].sub(a[i])
		for j := range b {
			n := e.cross(b[(j+1)%3].sub(b[j]))
			try(n)
			try(n.scale(-1))
		}
	}
	for _, t := range []triInts{a, b} {
		n := t[1].sub(t[0]).cross(t[2].sub(t[0]))
		try(n)
		try(n.scale(-1))
	}
	return gap
}

func TestOverlapTriangles_EqualsExactArithmetic(t *testing.T) {
	r := satRand(500)
	near, below := 0, 0
	for kind, name := range triKinds {
		var count [2]int
		for i := 0; i < 700; i++ {
			a, b := triRandom(r, kind)
			d := triDifferences(a, b)
			far := 0.0
			for _, p := range d {
				far = math.Max(far, p.vec().MaxAbs())
			}
			if far > 1<<19 {
				t.Fatalf("%s: %v and %v: too large for exact arithmetic", name, a, b)
			}
			want := triHoldsOrigin(d)
			if want {
				count[1]++
			} else {
				count[0]++
			}
			if !want && kind >= 8 {
				gap := triApart(a, b)
				if gap < 2e-14*far { // may count as touching
					below++
					continue
				}
				if gap < 1e-11*far {
					near++
				}
			}
			for k := 0; k < 6; k++ { // every order of the vertices
				ta, tb := a.triangle(), b.triangle()
				if k >= 3 {
					ta, tb = tb, ta
				}
				if got := OverlapTriangles(&ta, &tb); got != want {
					t.Fatalf("%s: %v and %v: %v, want %v", name, a, b, got, want)
				}
				a[0], a[1], a[2] = a[1], a[2], a[0]
				b[0], b[1] = b[1], b[0]
			}
		}
		both := name != "vertex shared" && name != "edge shared" && name != "vertex on edge" && name != "large, vertex on face" && name != "large, edges cross"
		if count[1] < 40 || both && count[0] < 40 {
			t.Errorf("%s: %d apart, %d in contact", name, count[0], count[1])
		}
	}
	if near < 150 {
		t.Errorf("%d apart by little more than rounding, %d by less", near, below)
	}
}

// triDepth returns the least distance from the origin to a facet of the hull of d; where d lies in a plane through the
// origin, to a side of it in that plane. It returns false where that is a line.
func triDepth(d []triInt) (float64, bool) {
	best, found := math.Inf(1), false
	side := func(n triInt, p triInt) {
		if n == (triInt{}) {
			return
		}
		h := n.dot(p)
		above, below := false, false
		for _, q := range d {
			above, below = above || n.dot(q) > h, below || n.dot(q) < h
		}
		if above != below {
			found = true
			best = math.Min(best, math.Abs(float64(h))/n.vec().Len())
		}
	}
	for i := range d {
		for j := range d[:i] {
			for k := range d[:j] {
				side(d[i].sub(d[k]).cross(d[j].sub(d[k])), d[k])
			}
		}
	}
	if found {
		return best, true
	}
	var m triInt
	for i := range d {
		for j := range d[:i] {
			if n := d[i].sub(d[0]).cross(d[j].sub(d[0])); n != (triInt{}) {
				m = n
			}
		}
	}
	for i := range d {
		for j := range d[:i] {
			side(m.cross(d[i].sub(d[j])), d[j])
		}
	}
	return best, found
}

func TestMTVTriangles_EqualsMinkowskiDifference(t *testing.T) {
	r := satRand(501)
	deep, flat := 0, 0
	for kind := 0; kind < 8; kind++ {
		for i := 0; i < 250; i++ {
			a, b := triRandom(r, kind)
			ta, tb := a.triangle(), b.triangle()
			got, ok := MTVTriangles(&ta, &tb)
			d := triDifferences(a, b)
			if ok != triHoldsOrigin(d) {
				t.Fatalf("%v and %v: %v", a, b, ok)
			}
			want, full := triDepth(d)
			if !ok || !full {
				continue
			}
			if math.Abs(got.N.Len()-1) > 1e-15 || math.Abs(got.Depth-want) > 1e-13*100 {
				t.Fatalf("%s: %v and %v: %+v, want depth %g", triKinds[kind], a, b, got, want)
			}
			if want == 0 {
				continue
			}
			deep++
			if triKinds[kind] == "coplanar" {
				flat++
			}
			for _, s := range []float64{-1e-9, 1e-9} { // just not far enough, and just far enough
				step := got.N.Scale(got.Depth + s)
				moved := geom.Triangle{A: tb.A.Add(step), B: tb.B.Add(step), C: tb.C.Add(step)}
				if triKinds[kind] != "coplanar" && OverlapTriangles(&ta, &moved) != (s < 0) {
					t.Fatalf("%s: %v and %v: %+v: moved by %g more: %v", triKinds[kind], a, b, got, s, s > 0)
				}
			}
		}
	}
	if deep < 300 || flat < 80 {
		t.Errorf("%d with a depth, %d of them in a plane", deep, flat)
	}
}

func TestMTVTriangles_HandWorked(t *testing.T) {
	vec := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	floor := geom.Triangle{A: vec(0, 0, 0), B: vec(8, 0, 0), C: vec(0, 8, 0)}
	h := math.Sqrt(0.5)
	for _, c := range []struct {
		name string
		b    geom.Triangle
		want MTV
		ok   bool
	}{
		{"peak 0.5 through the floor, the rest above", geom.Triangle{A: vec(2, 2, -.5), B: vec(2, 3, 4), C: vec(3, 2, 4)}, MTV{vec(0, 0, 1), 0.5}, true},
		{"peak 0.5 through the floor, the rest below", geom.Triangle{A: vec(2, 2, .5), B: vec(2, 3, -4), C: vec(3, 2, -4)}, MTV{vec(0, 0, -1), 0.5}, true},
		{"in its plane, 0.5 over the side along y", geom.Triangle{A: vec(.5, 2, 0), B: vec(-4, 3, 0), C: vec(-4, 2, 0)}, MTV{vec(-1, 0, 0), 0.5}, true},
		{"in its plane, over the slanted side", geom.Triangle{A: vec(3, 3, 0), B: vec(9, 8, 0), C: vec(8, 9, 0)}, MTV{vec(h, h, 0), 2 * h}, true},
		{"above", geom.Triangle{A: vec(2, 2, 1e-9), B: vec(2, 3, 4), C: vec(3, 2, 4)}, MTV{}, false},
		{"beside, in its plane", geom.Triangle{A: vec(-1e-9, 2, 0), B: vec(-4, 3, 0), C: vec(-4, 2, 0)}, MTV{}, false},
		{"point on a point", geom.Triangle{}, MTV{}, true},
	} {
		a := floor
		if c.name == "point on a point" {
			a, c.want.N = geom.Triangle{}, vec(1, 0, 0)
		}
		got, ok := MTVTriangles(&a, &c.b)
		if ok != c.ok || got.N.Sub(c.want.N).Len() > 1e-15 || math.Abs(got.Depth-c.want.Depth) > 1e-15 {
			t.Errorf("%s: %+v %v, want %+v %v", c.name, got, ok, c.want, c.ok)
		}
		back, ok := MTVTriangles(&c.b, &a)
		if c.name != "point on a point" && (ok != c.ok || back.N.Add(c.want.N).Len() > 1e-15 || math.Abs(back.Depth-c.want.Depth) > 1e-15) {
			t.Errorf("%s, exchanged: %+v %v", c.name, back, ok)
		}
	}
}

// Planes at a small angle d cross within both triangles' heights. On the eleven axes alone triangles side by side are
// apart by no more than d times their gap: those in the planes see the gap itself.
func TestTriangles_NearlyCoplanar(t *testing.T) {
	r := satRand(503)
	for e := 4; e < 36; e++ {
		d := math.Pow(10, -float64(e)/2)
		for i := 0; i < 100; i++ {
			turn := satRandomQuat(r)
			at := func(x, y, z float64) geom.Vec { return turn.Rotate(geom.Vec{X: x, Y: y, Z: z}) }
			a := geom.Triangle{A: at(0, 0, 0), B: at(8, 0, 0), C: at(0, 8, 0)}
			b := geom.Triangle{A: at(-0.25, 2, d), B: at(-4.5, 4, -d), C: at(-4, 1, d)}
			if OverlapTriangles(&a, &b) || OverlapTriangles(&b, &a) {
				t.Fatalf("d = %g: in contact", d)
			}
			s := SweepTriangles(&a, &b, geom.Vec{}, at(1, 0, 0), 1, 0)
			if s.Status == Hit != (d < 1e-8) && (d < 1e-10 || d > 2e-8) {
				t.Fatalf("d = %g: %+v", d, s)
			}
			b.B, b.C = at(6, 2, -d), at(5, 1, -d)
			if mtv, ok := MTVTriangles(&a, &b); !ok || !OverlapTriangles(&b, &a) || d > 2e-13 && mtv.Depth > 1.01*d+1e-14 {
				t.Fatalf("d = %g: apart, or %+v", d, mtv)
			}
		}
	}
}

// The 10,000 pairs of H. Shen, P. Heng, Z. Tang, "A fast triangle-triangle overlap test using signed distances", 2003.
func TestOverlapTriangles_PairsOfShen(t *testing.T) {
	for name, want := range map[string]bool{"intersected.txt": true, "separated.txt": false} {
		pairs := triShen(t, name)
		if len(pairs) != 5000 {
			t.Fatalf("%s: %d pairs", name, len(pairs))
		}
		wrong := 0
		for _, p := range pairs {
			mtv, ok := MTVTriangles(&p[0], &p[1])
			if OverlapTriangles(&p[0], &p[1]) != want || OverlapTriangles(&p[1], &p[0]) != want || ok != want || mtv.Depth < 0 {
				wrong++
			}
		}
		if wrong != 0 {
			t.Errorf("%s: %d of %d are wrong", name, wrong, len(pairs))
		}
	}
}

// triShen reads one of the files of pairs.
func triShen(t testing.TB, name string) (pairs [][2]geom.Triangle) {
	t.Helper()
	f, err := os.Open(geomtest.Shared(t, "data", "collision", "jgt-shen2003", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var v [6]geom.Vec
	n := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		if k, _ := fmt.Sscan(in.Text(), &v[n].X, &v[n].Y, &v[n].Z); k != 3 {
			continue
		}
		if n++; n == 6 {
			n = 0
			pairs = append(pairs, [2]geom.Triangle{{A: v[0], B: v[1], C: v[2]}, {A: v[3], B: v[4], C: v[5]}})
		}
	}
	return pairs
}

// triPairs returns pairs for benchmarks: half of them apart, half in contact.
func triPairs() (a, b []geom.Triangle) {
	r := satRand(502)
	for len(a) < 64 {
		x := geom.Triangle{A: satRandomVec(r, 1), B: satRandomVec(r, 1), C: satRandomVec(r, 1)}
		y := geom.Triangle{A: satRandomVec(r, 1), B: satRandomVec(r, 1), C: satRandomVec(r, 1)}
		if OverlapTriangles(&x, &y) == (len(a)%2 == 0) {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
}

func TestTriangles_AllocateNothing(t *testing.T) {
	a, b := triPairs()
	if n := testing.AllocsPerRun(10, func() {
		for i := range a {
			OverlapTriangles(&a[i], &b[i])
			MTVTriangles(&a[i], &b[i])
			SweepTriangles(&a[i], &b[i], geom.Vec{X: 1}, geom.Vec{Y: 1}, 1, 0)
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkOverlapTriangles(b *testing.B) {
	x, y := triPairs()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		OverlapTriangles(&x[i%64], &y[i%64])
	}
}

func BenchmarkMTVTriangles(b *testing.B) {
	x, y := triPairs()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		MTVTriangles(&x[i%64], &y[i%64])
	}
}
