package broadphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// bruteRaycast asks every triangle.
func bruteRaycast(m *geom.Mesh, origin, dir geom.Vec, maxT float64) (RayHit, bool) {
	r := newRay(origin, dir)
	best := RayHit{Tri: -1, T: maxT}
	for i := range m.Tris {
		tri := m.Triangle(int32(i))
		at, ok := r.hits(&tri)
		if ok && at >= 0 && at <= maxT && tri.Normal() != (geom.Vec{}) && (best.Tri < 0 || at < best.T) {
			best = RayHit{Tri: int32(i), T: at, P: origin.AddScaled(dir, at), N: tri.Normal()}
		}
	}
	return best, best.Tri >= 0
}

// exactHit intersects a ray and a triangle in exact arithmetic (Cramer's rule for origin + t dir = a + u ab + v ac) up to
// the last division, in 200 bits, and returns t and the distance of (u, v) from the triangle's border in barycentric
// coordinates, negative outside.
func exactHit(tri *geom.Triangle, origin, dir geom.Vec) (t, margin float64, ok bool) {
	// Products of three doubles have less than 7000 bits; they are not rounded.
	num := func() *big.Float { return new(big.Float).SetPrec(7000) }
	v := func(a geom.Vec) [3]*big.Float {
		return [3]*big.Float{num().SetFloat64(a.X), num().SetFloat64(a.Y), num().SetFloat64(a.Z)}
	}
	sub := func(a, b [3]*big.Float) (c [3]*big.Float) {
		for i := range c {
			c[i] = num().Sub(a[i], b[i])
		}
		return c
	}
	det := func(a, b, c [3]*big.Float) *big.Float {
		d := num()
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			x := num().Mul(b[j], c[k])
			x.Sub(x, num().Mul(b[k], c[j]))
			d.Add(d, x.Mul(x, a[i]))
		}
		return d
	}
	a, o := v(tri.A), v(origin)
	ab, ac, ao := sub(v(tri.B), a), sub(v(tri.C), a), sub(o, a)
	d := v(dir)
	for i := range d {
		d[i] = num().Neg(d[i])
	}
	den := det(d, ab, ac)
	if den.Sign() == 0 {
		return 0, 0, false
	}
	quo := func(x *big.Float) float64 {
		q, _ := new(big.Float).SetPrec(200).Quo(x, den).Float64()
		return q
	}
	fu, fw := quo(det(d, ao, ac)), quo(det(d, ab, ao))
	return quo(det(ao, ab, ac)), math.Min(math.Min(fu, fw), 1-fu-fw), true
}

// rayFor returns rays of every kind: at random, axis-parallel, and aimed at vertices and at points of edges.
func rayFor(r *rand.Rand, m *geom.Mesh, k int) (origin, dir geom.Vec) {
	b := meshBounds(m)
	origin = b.Center().Add(randVec(r, 2*b.Size().MaxAbs()+1))
	dir = randVec(r, 4)
	if len(m.Tris) == 0 {
		return origin, dir
	}
	t := m.Triangle(int32(r.IntN(len(m.Tris))))
	switch k % 5 {
	case 1:
		dir = t.A.Sub(origin)
	case 2:
		dir = t.A.Add(t.B).Scale(0.5).Sub(origin)
	case 3:
		origin, dir = geom.Vec{X: t.A.X, Y: t.A.Y, Z: b.Max.Z + 1}, geom.Vec{Z: -3}
	case 4:
		dir = t.Centroid().Sub(origin)
	}
	return origin, dir
}

func TestRaycast_EqualsBruteForce(t *testing.T) {
	for name, m := range meshes() {
		o := NewOctree(m)
		r := rand.New(rand.NewPCG(21, 22))
		hit := 0
		for k := range geomtest.Trials(400) {
			origin, dir := rayFor(r, m, k)
			maxT := math.Inf(1)
			if k%3 == 0 {
				maxT = 1
			}
			got, ok := o.Raycast(origin, dir, maxT)
			want, wantOK := bruteRaycast(m, origin, dir, maxT)
			if ok != wantOK || (ok && got != want) {
				t.Fatalf("%s: ray %v %v: got %v %v, want %v %v", name, origin, dir, got, ok, want, wantOK)
			}
			if ok {
				hit++
			}
		}
		if len(m.Tris) > 0 && name != "points" && hit < geomtest.Trials(80) {
			t.Errorf("%s: only %d hits", name, hit)
		}
	}
}

func TestRaycast_EqualsExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	m := soup(r, 300, constant(20))
	o := NewOctree(m)
	hit, missed := 0, 0
	for k := range 60 {
		origin, dir := randVec(r, 200), randVec(r, 4)
		if k%2 == 0 {
			dir = randVec(r, 60).Sub(origin)
		}
		first, index, unclear := math.Inf(1), int32(-1), false
		for i := range m.Tris {
			tri := m.Triangle(int32(i))
			at, margin, ok := exactHit(&tri, origin, dir)
			// 1e-9 is far above the rounding of a soup of size 20, and such rays are rare.
			unclear = unclear || (ok && math.Abs(margin) < 1e-9)
			if ok && margin > 0 && at >= 0 && at < first {
				first, index = at, int32(i)
			}
		}
		if unclear {
			continue
		}
		got, ok := o.Raycast(origin, dir, math.Inf(1))
		if ok != (index >= 0) {
			t.Fatalf("got %v %v, want triangle %d", got, ok, index)
		}
		if !ok {
			missed++
			continue
		}
		hit++
		// T is a mean of the vertices' parameters with rounded weights: 1e-12 of the largest of them, some 200.
		if got.Tri != index || math.Abs(got.T-first) > 1e-12*200 {
			t.Errorf("got %v, want triangle %d at %v", got, index, first)
		}
	}
	if hit < 10 || missed < 5 {
		t.Errorf("%d hits and %d misses: too few", hit, missed)
	}
}

// ball returns a closed mesh around the origin: a cube of n × n cells a face, pushed out to an uneven sphere.
func ball(n int, uneven func() float64) *geom.Mesh {
	m := &geom.Mesh{}
	index := map[geom.Vec]int32{}
	vertex := func(p geom.Vec) int32 {
		i, ok := index[p]
		if !ok {
			i = int32(len(m.Vertices))
			index[p] = i
			m.Vertices = append(m.Vertices, p.Normalize().Scale(uneven()))
		}
		return i
	}
	h := float64(n)
	for axis := range 3 {
		for _, s := range []float64{-h, h} {
			for i := range n {
				for j := range n {
					at := func(i, j int) int32 {
						return vertex(geom.Vec{X: float64(2*i) - h, Y: float64(2*j) - h, Z: s}.Cycle(axis))
					}
					a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
					m.Tris = append(m.Tris, geom.Tri{a, b, c}, geom.Tri{a, c, d})
				}
			}
		}
	}
	return m
}

func TestRaycast_NoRaySlipsThroughEdgesAndVertices(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	m := ball(12, func() float64 { return 1 + 0.1*r.Float64() })
	o := NewOctree(m)
	cast := 0
	for _, origin := range []geom.Vec{{}, {X: 0.1, Y: -0.2, Z: 0.3}, {X: 1e-17, Y: 0.25, Z: -0.5}} {
		for i := range m.Tris {
			tri := m.Triangle(int32(i))
			for k := range 8 {
				s := r.Float64()
				if k < 3 {
					s = []float64{0, 0.5, 1}[k]
				}
				p := tri.A.Scale(1 - s).Add(tri.B.Scale(s))
				dir := p.Sub(origin).Scale(math.Exp(6 * (r.Float64() - 0.5)))
				cast++
				hit, ok := o.Raycast(origin, dir, math.Inf(1))
				if !ok {
					t.Fatalf("the ray from %v along %v slips out of a closed mesh", origin, dir)
				}
				// The ball is seen from a point of its inside whose view of p is free: the hit is p up to rounding.
				if k < 3 && origin == (geom.Vec{}) && hit.P.Sub(p).Len() > 1e-14 {
					t.Fatalf("aimed at %v, hit %v", p, hit.P)
				}
			}
		}
	}
	if cast < 40_000 {
		t.Errorf("only %d rays", cast)
	}
}

func TestRaycast_NoRaySlipsThroughSlivers(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	zero := 0
	for range 300 {
		// A square cut from corner to corner by two fans whose triangles are a few ulps wide.
		m := &geom.Mesh{Vertices: []geom.Vec{{X: -1, Y: -1, Z: 1}, {X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: 1}, {X: -1, Y: 1, Z: 1}}}
		last := int32(2)
		n := 6
		for i := 1; i < n; i++ {
			d := float64(n/2-i) * 0x1p-52
			m.Vertices = append(m.Vertices, geom.Vec{X: 0.25 + d, Y: 0.25 - d, Z: 1})
			v := int32(len(m.Vertices)) - 1
			m.Tris = append(m.Tris, geom.Tri{0, last, v}, geom.Tri{1, v, last})
			last = v
		}
		m.Tris = append(m.Tris, geom.Tri{0, last, 3}, geom.Tri{1, 3, last})
		o := NewOctree(m)
		s := 2*r.Float64() - 1
		origin := geom.Vec{X: (r.Float64() - 0.5) * 1e-15, Y: (r.Float64() - 0.5) * 1e-15}
		dir := geom.Vec{X: s + float64(r.IntN(5)-2)*0x1p-54, Y: s, Z: 1}
		if math.Abs(s) > 0.999 {
			continue
		}
		hit, ok := o.Raycast(origin, dir, 10)
		if !ok || math.Abs(hit.T-1) > 1e-15 {
			t.Fatalf("the ray from %v along %v slips through slivers: %v %v", origin, dir, hit, ok)
		}
		ray := newRay(origin, dir)
		for i := range m.Tris {
			tri := m.Triangle(int32(i))
			a, b := ray.shear(tri.A), ray.shear(tri.B)
			if float64(a.X*b.Y) == float64(a.Y*b.X) {
				zero++
			}
		}
	}
	if zero < 20 {
		t.Errorf("rounding made only %d areas zero: the slivers are too easy", zero)
	}
}

func TestRaycast_TableByHand(t *testing.T) {
	// Two triangles in the plane z = 1 and one in z = 2 above them; front side up.
	m := &geom.Mesh{Vertices: []geom.Vec{
		{Z: 1}, {X: 2, Z: 1}, {X: 2, Y: 2, Z: 1}, {Y: 2, Z: 1},
		{Z: 2}, {X: 2, Z: 2}, {X: 2, Y: 2, Z: 2},
	}}
	m.Tris = []geom.Tri{{4, 5, 6}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 1, 1}}
	o := NewOctree(m)
	up := geom.Vec{Z: 1}
	for _, c := range []struct {
		name        string
		origin, dir geom.Vec
		maxT        float64
		tri         int32 // -1: no hit
		at          float64
	}{
		{"from below", geom.Vec{X: 1.5, Y: 0.5}, geom.Vec{Z: 0.5}, 10, 1, 2},
		{"from above, back to front", geom.Vec{X: 1.5, Y: 0.5, Z: 6}, geom.Vec{Z: -2}, 10, 0, 2},
		{"diagonal shared by 1, 2, 3: lowest index", geom.Vec{X: 1, Y: 1}, up, 10, 1, 1},
		{"second triangle", geom.Vec{X: 0.5, Y: 1.5}, up, 10, 2, 1},
		{"vertex of all", geom.Vec{}, up, 10, 1, 1},
		{"slanted", geom.Vec{X: -1, Y: 0.5}, geom.Vec{X: 2, Z: 1}, 10, 1, 1},
		{"ends on the triangle", geom.Vec{X: 1.5, Y: 0.5}, up, 1, 1, 1},
		{"ends before it", geom.Vec{X: 1.5, Y: 0.5}, up, math.Nextafter(1, 0), -1, 0},
		{"starts on it", geom.Vec{X: 1.5, Y: 0.5, Z: 1}, up, 10, 1, 0},
		{"starts beyond", geom.Vec{X: 0.5, Y: 1.5, Z: 1.5}, up, 10, -1, 0},
		{"in the plane", geom.Vec{X: -1, Y: 0.5, Z: 1}, geom.Vec{X: 1}, 10, -1, 0},
		{"beside", geom.Vec{X: 2.5, Y: 0.5}, up, 10, -1, 0},
		{"no direction", geom.Vec{X: 1.5, Y: 0.5}, geom.Vec{}, 10, -1, 0},
		{"NaN direction", geom.Vec{X: 1.5, Y: 0.5}, geom.Vec{Z: math.NaN()}, 10, -1, 0},
		{"NaN limit", geom.Vec{X: 1.5, Y: 0.5}, up, math.NaN(), -1, 0},
		{"infinite origin", geom.Vec{Z: math.Inf(-1)}, up, 10, -1, 0},
	} {
		hit, ok := o.Raycast(c.origin, c.dir, c.maxT)
		if !ok {
			if c.tri >= 0 {
				t.Errorf("%s: no hit", c.name)
			}
			continue
		}
		want := RayHit{c.tri, c.at, c.origin.AddScaled(c.dir, c.at), up}
		if hit != want {
			t.Errorf("%s: got %v, want %v", c.name, hit, want)
		}
	}
}
