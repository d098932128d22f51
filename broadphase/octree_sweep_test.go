package broadphase

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func components(v geom.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// exactlyMeets decides by slabs of time, in rational arithmetic, whether a box on its way along d meets b.
func exactlyMeets(box, b *geom.AABB, d geom.Vec) bool {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	enter, exit := new(big.Rat), rat(1)
	bl, bh, xl, xh, dd := components(b.Min), components(b.Max), components(box.Min), components(box.Max), components(d)
	for k := range 3 {
		lo := new(big.Rat).Sub(rat(bl[k]), rat(xh[k]))
		hi := new(big.Rat).Sub(rat(bh[k]), rat(xl[k]))
		if dd[k] == 0 {
			if lo.Sign() > 0 || hi.Sign() < 0 {
				return false
			}
			continue
		}
		lo.Quo(lo, rat(dd[k]))
		hi.Quo(hi, rat(dd[k]))
		if dd[k] < 0 {
			lo, hi = hi, lo
		}
		if lo.Cmp(enter) > 0 {
			enter = lo
		}
		if hi.Cmp(exit) < 0 {
			exit = hi
		}
	}
	return enter.Cmp(exit) <= 0
}

// sweeps returns boxes and ways of every kind: zero, along an axis, in a plane, oblique, short and far.
func sweeps(r *rand.Rand, m *geom.Mesh, n int) (boxes []geom.AABB, ways []geom.Vec) {
	size := meshBounds(m)
	far := size.Size().MaxAbs()
	boxes = queryBoxes(r, m, n)
	for k := range boxes {
		d := randVec(r, 2*far).Scale(math.Pow(2, -6*r.Float64()))
		switch k % 6 {
		case 0:
			d = geom.Vec{}
		case 1:
			d.Y, d.Z = 0, 0
		case 2:
			d.X = 0
		case 3:
			d.Z *= 1e-9
		}
		ways = append(ways, d)
	}
	return boxes, ways
}

func TestQuerySwept_EqualsBruteForce(t *testing.T) {
	passed := 0
	for name, m := range meshes() {
		r := rand.New(rand.NewPCG(61, 62))
		o := NewOctree(m)
		boxes, ways := sweeps(r, m, 120)
		found := 0
		for k, box := range boxes {
			d := ways[k]
			s := sweptBox{box, d}
			var want []int32
			hull := box.Swept(d)
			for _, i := range bruteQuery(m, &hull) {
				tri := m.Triangle(i)
				if b := tri.Bounds(); s.meets(&b) {
					want = append(want, i)
				} else {
					passed++
				}
			}
			got := o.QuerySwept(&box, d, []int32{-7})
			if !slices.Equal(got[1:], want) || got[0] != -7 {
				t.Fatalf("%s: box %v along %v: got %v, want %v", name, box, d, got[1:], want)
			}
			if still := o.Query(&box, nil); d == (geom.Vec{}) && !slices.Equal(got[1:], still) {
				t.Fatalf("%s: box %v without a way: got %v, Query %v", name, box, got[1:], still)
			}
			found += len(want)
		}
		if len(m.Tris) > 1 && found < 300 {
			t.Errorf("%s: only %d triangles found", name, found)
		}
	}
	if passed < 10_000 {
		t.Errorf("only %d triangles in the hull and not on the way", passed)
	}
}

// On a grid of integers touching is frequent, and no difference is rounded: the answer is exact but for two ulps.
func TestSweptBox_EqualsExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	grid := func(k int) geom.Vec {
		return geom.Vec{X: float64(r.IntN(k)), Y: float64(r.IntN(k)), Z: float64(r.IntN(k))}
	}
	met, parted, touched := 0, 0, 0
	for k := range geomtest.Trials(30_000) {
		a, b := geom.AABB{}, geom.AABB{}
		a.Min, b.Min = grid(8), grid(8)
		a.Max, b.Max = a.Min.Add(grid(6)), b.Min.Add(grid(6))
		d := grid(17).Sub(geom.Vec{X: 8, Y: 8, Z: 8})
		if k%2 == 0 { // all coordinates rounded
			s := randVec(r, 2e3)
			a.Min, a.Max, b.Min, b.Max, d = a.Min.Mul(s), a.Max.Mul(s), b.Min.Mul(s), b.Max.Mul(s), d.Mul(s)
			a.Min, a.Max = a.Min.Min(a.Max), a.Min.Max(a.Max)
			b.Min, b.Max = b.Min.Min(b.Max), b.Min.Max(b.Max)
		}
		s := sweptBox{a, d}
		got, want := s.meets(&b), exactlyMeets(&a, &b, d)
		if want && !got {
			t.Fatalf("%v along %v misses %v", a, d, b)
		}
		near, inner := a, a
		slack := 8 * ulps * (math.Max(a.Min.Abs().Max(a.Max.Abs()).MaxAbs(), b.Min.Abs().Max(b.Max.Abs()).MaxAbs()))
		near, inner = near.Grow(slack), inner.Grow(-slack)
		if got && !exactlyMeets(&near, &b, d) {
			t.Fatalf("%v along %v meets %v, more than 8 ulps away", a, d, b)
		}
		if got {
			met++
		} else {
			parted++
		}
		if want && !exactlyMeets(&inner, &b, d) {
			touched++
		}
	}
	if met < geomtest.Trials(3000) || parted < geomtest.Trials(3000) || touched < geomtest.Trials(1000) {
		t.Errorf("%d met, %d parted, %d touched: too easy", met, parted, touched)
	}
}

// ellipsoidDistance returns the least distance of the way to b in radii: a search over the convex distance by thirds.
func ellipsoidDistance(e *geom.Ellipsoid, d geom.Vec, b *geom.AABB) float64 {
	at := func(t float64) float64 {
		p := e.C.AddScaled(d, t)
		return p.Sub(p.Max(b.Min).Min(b.Max)).Div(e.R).Len()
	}
	lo, hi := 0.0, 1.0
	for range 120 {
		u, v := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(u) <= at(v) {
			hi = v
		} else {
			lo = u
		}
	}
	return math.Min(at(lo), at(hi))
}

func TestQuerySweptEllipsoid_EqualsBruteForce(t *testing.T) {
	found, corners := 0, 0
	for name, m := range meshes() {
		if name == "far" {
			continue // the oracle's own error is above 1e-9 there
		}
		r := rand.New(rand.NewPCG(65, 66))
		o := NewOctree(m)
		size := meshBounds(m)
		far := size.Size().MaxAbs()
		for k := range 120 {
			if name == "outlier" {
				far = 100
			}
			e := geom.Ellipsoid{C: randVec(r, math.Min(far, 100)), R: geom.Vec{X: 1, Y: 20, Z: 5}.Scale(math.Pow(2, -5*r.Float64()))}
			d := randVec(r, math.Min(2*far, 200))
			switch k % 4 {
			case 0:
				d = geom.Vec{}
			case 1:
				d.X, d.Y = 0, 0
			}
			got := o.QuerySweptEllipsoid(&e, d, []int32{-7})[1:]
			box := geom.AABB{Min: e.C.Sub(e.R), Max: e.C.Add(e.R)}
			swept := sweptBox{box, d}
			for i := range m.Tris {
				tri := m.Triangle(int32(i))
				b := tri.Bounds()
				_, has := slices.BinarySearch(got, int32(i))
				if has {
					found++
				}
				if !has && !swept.meets(&b) {
					continue // the box around the ellipsoid does not meet it
				}
				dist := ellipsoidDistance(&e, d, &b)
				// 1e-9 is far above the oracle's rounding, some 1e-16 of 200 m over the least radius, 0.03 m, and rare.
				if math.Abs(dist-1) > 1e-9 && has != (dist < 1) {
					t.Fatalf("%s: ellipsoid %v along %v: triangle %d found %v at %v radii", name, e, d, i, has, dist)
				}
				if !has {
					corners++
				}
			}
			if !slices.IsSorted(got) {
				t.Fatalf("%s: %v is not in order", name, got)
			}
		}
	}
	if found < 3000 || corners < 1000 {
		t.Errorf("%d found, %d only within the box around the ellipsoid: too easy", found, corners)
	}
}

// The corner (1, 4, 8) is at (1/3, 2/3, 2/3) in radii of 3, 6 and 12: on the unit sphere.
func TestQuerySweptEllipsoid_TouchByHand(t *testing.T) {
	m := &geom.Mesh{}
	addTriangle(m, geom.Vec{X: 1, Y: 4, Z: 8}, geom.Vec{X: 9, Y: 4, Z: 8}, geom.Vec{X: 1, Y: 9, Z: 12})
	o := NewOctree(m)
	for _, c := range []struct {
		r    float64 // scale of the radii 1, 2, 4: three touches the corner from the origin
		from geom.Vec
		want int
	}{
		{3, geom.Vec{}, 1},
		{3 * (1 - 1e-13), geom.Vec{}, 0},
		{3, geom.Vec{X: -3, Y: -6, Z: -9}, 1}, // ends at the origin
		{3 * (1 - 1e-13), geom.Vec{X: -3, Y: -6, Z: -9}, 0},
	} {
		e := geom.Ellipsoid{C: c.from, R: geom.Vec{X: c.r, Y: 2 * c.r, Z: 4 * c.r}}
		if got := o.QuerySweptEllipsoid(&e, c.from.Neg(), nil); len(got) != c.want {
			t.Errorf("radii %v from %v: found %v, want %d", e.R, c.from, got, c.want)
		}
	}
}

func TestOctreeSweeps_BadInputFindsNothing(t *testing.T) {
	o := NewOctree(meshes()["soup"])
	nan, inf := math.NaN(), math.Inf(1)
	box := geom.AABB{Min: geom.Vec{X: -9, Y: -9, Z: -9}, Max: geom.Vec{X: 9, Y: 9, Z: 9}}
	if len(o.QuerySwept(&box, geom.Vec{X: 1}, nil)) == 0 {
		t.Fatal("the good box finds nothing")
	}
	empty := geom.EmptyAABB()
	for _, d := range []geom.Vec{{X: nan}, {Y: inf}, {Z: -inf}} {
		e := geom.Ellipsoid{R: geom.Vec{X: 9, Y: 9, Z: 9}}
		if len(o.QuerySwept(&box, d, nil))+len(o.QuerySweptEllipsoid(&e, d, nil)) != 0 {
			t.Errorf("displacement %v finds triangles", d)
		}
	}
	if len(o.QuerySwept(&empty, geom.Vec{X: 1}, nil)) != 0 {
		t.Error("the empty box finds triangles")
	}
	for _, e := range []geom.Ellipsoid{{R: geom.Vec{X: 1, Y: 1}}, {R: geom.Vec{X: 1, Y: nan, Z: 1}}, {C: geom.Vec{X: nan}, R: geom.Vec{X: 1, Y: 1, Z: 1}}, {R: geom.Vec{X: inf, Y: 1, Z: 1}}} {
		if len(o.QuerySweptEllipsoid(&e, geom.Vec{X: 1}, nil)) != 0 {
			t.Errorf("ellipsoid %v finds triangles", e)
		}
	}
}

func TestOctreeSweeps_OrderOfTrianglesDoesNotMatter(t *testing.T) {
	for name, m := range meshes() {
		r := rand.New(rand.NewPCG(67, 68))
		p, to := permute(r, m)
		o, q := NewOctree(m), NewOctree(p)
		boxes, ways := sweeps(r, m, 30)
		for k, box := range boxes {
			e := geom.Ellipsoid{C: box.Center(), R: box.Size().Scale(0.5).Max(geom.Vec{X: 0.1, Y: 0.1, Z: 0.1})}
			want, got := o.QuerySwept(&box, ways[k], nil), q.QuerySwept(&box, ways[k], nil)
			same(t, name, got, want, to)
			want, got = o.QuerySweptEllipsoid(&e, ways[k], nil), q.QuerySweptEllipsoid(&e, ways[k], nil)
			same(t, name, got, want, to)
		}
	}
}

// same compares the answer for a permuted mesh with that for the mesh itself.
func same(t *testing.T, name string, got, want, to []int32) {
	t.Helper()
	for i, k := range want {
		want[i] = to[k]
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: got %v, want %v", name, got, want)
	}
}

func TestOctreeSweeps_DoNotAllocate(t *testing.T) {
	m := meshes()["terrain"]
	o := NewOctree(m)
	box := geom.AABB{Min: geom.Vec{X: 3, Y: 3, Z: -1}, Max: geom.Vec{X: 5, Y: 6, Z: 5}}
	e := geom.Ellipsoid{C: geom.Vec{X: 3, Y: 3, Z: 1}, R: geom.Vec{X: 1, Y: 2, Z: 1}}
	dst := make([]int32, 0, len(m.Tris))
	hits := 0
	if n := testing.AllocsPerRun(100, func() {
		hits = min(len(o.QuerySwept(&box, geom.Vec{X: 20, Y: 15}, dst)), len(o.QuerySweptEllipsoid(&e, geom.Vec{X: 20, Y: 15}, dst)))
	}); n != 0 || hits == 0 {
		t.Errorf("%v allocations, %d hits", n, hits)
	}
}

// BenchmarkOctreeSweeps moves a car by 30 m, oblique to the axes, over terrains and through soups.
func BenchmarkOctreeSweeps(b *testing.B) {
	for _, kind := range []string{"terrain", "soup"} {
		for _, n := range []int{20_000, 1_000_000} {
			m := benchmarkMesh(n, kind)
			o, bounds := NewOctree(m), meshBounds(m)
			r := rand.New(rand.NewPCG(1, 1))
			boxes, ellipsoids := make([]geom.AABB, 1024), make([]geom.Ellipsoid, 1024)
			half := geom.Vec{X: 2.25, Y: 0.9, Z: 0.7}
			for i := range boxes {
				at := bounds.Min.Add(bounds.Size().Mul(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}))
				boxes[i] = geom.AABB{Min: at.Sub(half), Max: at.Add(half)}
				ellipsoids[i] = geom.Ellipsoid{C: at, R: half}
			}
			d := geom.Vec{X: 20, Y: 22, Z: 1}
			dst := make([]int32, 0, len(m.Tris))
			run := func(name string, query func(i int) int) {
				b.Run(fmt.Sprintf("%s/%d/%s", kind, n, name), func(b *testing.B) {
					b.ReportAllocs()
					i, found := 0, 0
					for b.Loop() {
						found += query(i & 1023)
						i++
					}
					b.ReportMetric(float64(found)/float64(i), "found/op")
				})
			}
			run("hull", func(i int) int { box := boxes[i].Swept(d); return len(o.Query(&box, dst)) })
			run("box", func(i int) int { return len(o.QuerySwept(&boxes[i], d, dst)) })
			run("ellipsoid", func(i int) int { return len(o.QuerySweptEllipsoid(&ellipsoids[i], d, dst)) })
		}
	}
}

// TestSweptEllipsoid_NearestIsTheLeastDistance: the distance to a box is convex in time, so that halving finds where it
// is least. Ways that come nearest at an end, in between, and beside planes of the box are among them.
func TestSweptEllipsoid_NearestIsTheLeastDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	between := func(lo, hi float64) geom.Vec {
		f := func() float64 { return lo + (hi-lo)*random.Float64() }
		return geom.Vec{X: f(), Y: f(), Z: f()}
	}
	inside := 0
	for range 3000 {
		s := sweptEllipsoid{d: between(-4, 4)}
		lo := between(-3, 3)
		hi := lo.Add(between(0, 2))
		at := func(time float64) float64 { return s.residual(time, lo, hi).LenSq() }
		a, b := 0.0, 1.0
		for range 100 {
			if third := (b - a) / 3; at(a+third) < at(b-third) {
				b -= third
			} else {
				a += third
			}
		}
		got := s.nearest(lo, hi)
		if got > 0 && got < 1 && at(got) > 0 {
			inside++
		}
		if !(got >= 0 && got <= 1) || at(got) > at(a)+1e-12 {
			t.Fatalf("box %v to %v, way %v: squared distance %g at %g, but %g at %g", lo, hi, s.d, at(got), got, at(a), a)
		}
	}
	if inside < 500 {
		t.Errorf("only %d are nearest on the way", inside)
	}
}
