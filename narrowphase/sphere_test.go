package narrowphase

import (
	"math"
	"math/big"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func sphereAt(x, y, z, r float64) geom.Sphere {
	return geom.Sphere{C: geom.Vec{X: x, Y: y, Z: z}, R: r}
}

func TestSweepSpheres_HandWorked(t *testing.T) {
	a := sphereAt(0, 0, 0, 2)
	type vec = geom.Vec
	inf := math.Inf(1)
	for _, c := range []struct {
		name             string
		b                geom.Sphere
		va, vb           vec
		duration, margin float64
		want             Sweep // Set.Points[0] is the contact point
		point            bool
	}{
		// Radii 2 and 3: centres 5 apart at the contact.
		{"head on", sphereAt(10, 0, 0, 3), vec{X: 1}, vec{X: -1}, 9, 0, Sweep{Status: Hit, Time: 2.5, Exit: 7.5, N: vec{X: 1}, Set: ContactSet{1, [MaxSet]vec{{X: 4.5}}}}, true},
		// 3-4-5: passing 3 to the side they touch 4 before and part 4 after the nearest place.
		{"aside", sphereAt(10, 3, 0, 3), vec{}, vec{X: -2}, 9, 0, Sweep{Status: Hit, Time: 3, Exit: 7, N: vec{X: .8, Y: .6}, Set: ContactSet{1, [MaxSet]vec{{X: 1.6, Y: 1.2}}}}, true},
		// With a margin of 1 and 6 aside ... 3.6-4.8-6: the point is midway in the gap, 2.5 from A's centre.
		{"margin", sphereAt(0, 3.6, -10, 3), vec{}, vec{Z: 1}, 9, 1, Sweep{Status: Hit, Time: 5.2, Exit: 14.8, N: vec{Y: .6, Z: -.8}, Set: ContactSet{1, [MaxSet]vec{{Y: 1.5, Z: -2}}}}, true},
		{"graze", sphereAt(10, 0, 5, 3), vec{X: 1}, vec{}, 20, 0, Sweep{Status: Hit, Time: 10, Exit: 10, N: vec{Z: 1}, Set: ContactSet{1, [MaxSet]vec{{X: 10, Z: 2}}}}, true},
		{"too far aside", sphereAt(10, 0, 5.001, 3), vec{X: 1}, vec{}, 20, 0, Sweep{}, false},
		{"too late", sphereAt(10, 0, 0, 3), vec{X: 1}, vec{}, 4.9, 0, Sweep{}, false},
		{"just in time", sphereAt(10, 0, 0, 3), vec{X: 1}, vec{}, 5, 0, Sweep{Status: Hit, Time: 5, Exit: 15, N: vec{X: 1}, Set: ContactSet{1, [MaxSet]vec{{X: 7}}}}, true},
		{"behind", sphereAt(-10, 0, 0, 3), vec{X: 1}, vec{}, 50, 0, Sweep{}, false},
		{"at rest apart", sphereAt(10, 0, 0, 3), vec{X: 7}, vec{X: 7}, 50, 0, Sweep{}, false},
		{"touching, closing", sphereAt(0, 5, 0, 3), vec{Y: 1}, vec{}, 1, 0, Sweep{Status: Hit, Exit: 10, N: vec{Y: 1}, Set: ContactSet{1, [MaxSet]vec{{Y: 2}}}}, true},
		{"touching, parting", sphereAt(0, 5, 0, 3), vec{Y: -1}, vec{}, 1, 0, Sweep{}, false},
		{"touching within the tolerance, parting", sphereAt(0, 5-1e-9, 0, 3), vec{Y: -1}, vec{}, 1, 0, Sweep{}, false},
		{"deeper than the tolerance, parting", sphereAt(0, 5-4e-9, 0, 3), vec{Y: -1}, vec{}, 1, 0, Sweep{Status: Overlapping, Exit: 4e-9, N: vec{Y: 1}}, false},
		{"touching, at rest", sphereAt(0, 5, 0, 3), vec{X: 4}, vec{X: 4}, 1, 0, Sweep{Status: Overlapping, Exit: inf, N: vec{Y: 1}, Set: ContactSet{1, [MaxSet]vec{{Y: 2}}}}, true},
		{"touching, sliding", sphereAt(0, 5, 0, 3), vec{X: 4}, vec{}, 1, 0, Sweep{Status: Overlapping, N: vec{Y: 1}, Set: ContactSet{1, [MaxSet]vec{{Y: 2}}}}, true},
		{"overlapping, closing", sphereAt(4, 0, 0, 3), vec{X: 1}, vec{}, 1, 0, Sweep{Status: Overlapping, Exit: 9, N: vec{X: 1}}, false},
		{"overlapping, parting", sphereAt(4, 0, 0, 3), vec{X: -1}, vec{}, 1, 0, Sweep{Status: Overlapping, Exit: 1, N: vec{X: 1}}, false},
		{"one centre", sphereAt(0, 0, 0, 3), vec{X: -1}, vec{}, 1, 0, Sweep{Status: Overlapping, Exit: 5, N: vec{X: 1}}, false},
		{"tiny speed", sphereAt(10, 0, 0, 3), vec{X: 1e-200}, vec{}, 1e300, 0, Sweep{Status: Hit, Time: 5e200, Exit: 1.5e201, N: vec{X: 1}, Set: ContactSet{1, [MaxSet]vec{{X: 7}}}}, true},
		{"huge speed", sphereAt(10, 0, 0, 3), vec{X: 1e200}, vec{}, 1, 0, Sweep{Status: Hit, Time: 5e-200, Exit: 1.5e-199, N: vec{X: 1}, Set: ContactSet{1, [MaxSet]vec{{X: 7}}}}, true},
	} {
		got := SweepSpheres(&a, &c.b, c.va, c.vb, c.duration, c.margin)
		close := func(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-14*max(math.Abs(y), 1) }
		if got.Status != c.want.Status || !close(got.Time, c.want.Time) || !close(got.Exit, c.want.Exit) ||
			got.N.Sub(c.want.N).Len() > 1e-14 || got.Set.Count != c.want.Set.Count ||
			got.Set.Points[0].Sub(c.want.Set.Points[0]).Len() > 1e-14 || c.point != (got.Set.Count == 1) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		mirror := SweepSpheres(&c.b, &a, c.vb, c.va, c.duration, c.margin)
		if mirror.Status != got.Status || mirror.Time != got.Time || mirror.Set.Points[0].Sub(got.Set.Points[0]).Len() > 1e-13 ||
			(c.name != "one centre" && mirror.N != got.N.Neg()) {
			t.Errorf("%s, exchanged: %+v and %+v", c.name, mirror, got)
		}
	}
	// Points meet along their approach; A comes from -X.
	p, q := sphereAt(0, 0, 0, 0), sphereAt(4, 0, 0, 0)
	if s := SweepSpheres(&p, &q, geom.Vec{X: 2}, geom.Vec{}, 3, 0); s.Status != Hit || s.Time != 2 || s.N != (geom.Vec{X: 1}) {
		t.Errorf("points: %+v", s)
	}
}

// sphereBig returns d·e exactly.
func sphereBig(d, e [3]*big.Rat) *big.Rat {
	s := new(big.Rat)
	for i := range d {
		s.Add(s, new(big.Rat).Mul(d[i], e[i]))
	}
	return s
}

// The decision and the distance at Time follow from exact arithmetic on the input: |d + v t|² against r², where the
// derivative must not be positive, so that it is the first of the two roots.
func TestSweepSpheres_EqualsExactArithmetic(t *testing.T) {
	r := satRand(77)
	var hits, misses, grazes, overlaps int
	for i := 0; i < geomtest.Trials(6000); i++ {
		size := math.Pow(10, 4*r.Float64()-2)
		a := geom.Sphere{C: satRandomVec(r, 3), R: size * r.Float64()}
		b := geom.Sphere{R: size * r.Float64()}
		sum := a.R + b.R
		n := ellipsoidUnit(r)
		v := ellipsoidUnit(r)
		aside := sum * []float64{0, r.Float64(), 1 - 1e-15*r.Float64(), 1 + 1e-9*r.Float64(), 2 * r.Float64()}[i%5]
		w := n.Cross(v).Normalize()
		b.C = a.C.AddScaled(v, sum+math.Pow(10, 6*r.Float64()-3)).AddScaled(w, aside)
		if i%7 == 0 {
			b.C = a.C.AddScaled(n, sum*r.Float64())
		}
		speed := math.Pow(10, 6*r.Float64()-3)
		va := satRandomVec(r, speed)
		vb := va.AddScaled(v, -speed)
		got := SweepSpheres(&a, &b, va, vb, math.Inf(1), 0)
		dv, vv := satRatVec(b.C, a.C), satRatVec(vb, va)
		r2 := new(big.Rat).Add(new(big.Rat).SetFloat64(a.R), new(big.Rat).SetFloat64(b.R))
		r2.Mul(r2, r2)
		dd, bb, aa := sphereBig(dv, dv), sphereBig(dv, vv), sphereBig(vv, vv)
		c := new(big.Rat).Sub(dd, r2)
		disc := new(big.Rat).Sub(new(big.Rat).Mul(bb, bb), new(big.Rat).Mul(aa, c))
		// |v|² (r² - h²), h the distance of the passing centres: within rounding of h either answer is right.
		h2, _ := new(big.Rat).Quo(disc, aa).Float64()
		scale := b.C.Sub(a.C).Len() + sum + a.C.Len()
		slack := 16 * 0x1p-52 * scale * sum
		switch {
		case c.Sign() < 0:
			overlaps++
			if got.Status != Overlapping && satFloat(c) < -1e-8*size*sum {
				t.Fatalf("%d: %+v, want Overlapping", i, got)
			}
		case h2 < -slack || bb.Sign() >= 0:
			misses++
			if got.Status == Hit {
				t.Fatalf("%d: %+v, want a miss by %g", i, got, h2)
			}
		case h2 <= slack:
			grazes++
		default:
			hits++
			if got.Status != Hit {
				t.Fatalf("%d: %+v, want a hit", i, got)
			}
		}
		if got.Status != Hit {
			continue
		}
		at := new(big.Rat).SetFloat64(got.Time)
		for j := range dv {
			dv[j].Add(dv[j], new(big.Rat).Mul(vv[j], at))
		}
		dist := math.Sqrt(satFloat(sphereBig(dv, dv)))
		if e := math.Abs(dist - sum); e > 8*0x1p-52*scale {
			t.Fatalf("%d: distance %g, want %g: off by %g of %g", i, dist, sum, e, scale)
		}
		if rate := satFloat(sphereBig(dv, vv)); rate > 1e-7*speed*scale {
			t.Fatalf("%d: they part at %g: the later root", i, rate)
		}
		p := got.Set.Points[0]
		if got.Set.Count != 1 || math.Abs(p.Sub(a.C.AddScaled(va, got.Time)).Len()-a.R) > 1e-13*(scale+va.Len()*got.Time) ||
			math.Abs(p.Sub(b.C.AddScaled(vb, got.Time)).Len()-b.R) > 1e-13*(scale+va.Len()*got.Time) {
			t.Fatalf("%d: %v is not on both", i, p)
		}
	}
	if hits < geomtest.Trials(1500) || misses < geomtest.Trials(800) || grazes < geomtest.Trials(200) || overlaps < geomtest.Trials(500) {
		t.Errorf("%d hits, %d misses, %d grazes, %d overlaps", hits, misses, grazes, overlaps)
	}
}

// satRatVec returns p - q exactly.
func satRatVec(p, q geom.Vec) (d [3]*big.Rat) {
	for i, x := range [3][2]float64{{p.X, q.X}, {p.Y, q.Y}, {p.Z, q.Z}} {
		d[i] = new(big.Rat).Sub(new(big.Rat).SetFloat64(x[0]), new(big.Rat).SetFloat64(x[1]))
	}
	return d
}

func TestMTVSpheres_HandWorked(t *testing.T) {
	a := sphereAt(1, 1, 1, 2)
	for _, c := range []struct {
		name string
		b    geom.Sphere
		want MTV
		ok   bool
	}{
		{"apart", sphereAt(1, 1, 6.001, 3), MTV{}, false},
		{"touching", sphereAt(1, 1, 6, 3), MTV{N: geom.Vec{Z: 1}}, true},
		{"overlapping", sphereAt(1, -2, 1, 3), MTV{geom.Vec{Y: -1}, 2}, true},
		{"one within the other", sphereAt(2, 1, 1, 10), MTV{geom.Vec{X: 1}, 11}, true},
		{"one centre", sphereAt(1, 1, 1, 3), MTV{geom.Vec{X: 1}, 5}, true},
		{"point on the surface", sphereAt(3, 1, 1, 0), MTV{N: geom.Vec{X: 1}}, true},
	} {
		got, ok := MTVSpheres(&a, &c.b)
		if got != c.want || ok != c.ok || ok != OverlapSpheres(&c.b, &a) {
			t.Errorf("%s: %v %v, want %v %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestSpheres_AllocateNothing(t *testing.T) {
	a, b := sphereAt(0, 0, 0, 1), sphereAt(3, 0.5, 0, 1)
	if n := testing.AllocsPerRun(10, func() {
		SweepSpheres(&a, &b, geom.Vec{X: 1}, geom.Vec{}, 9, 0)
		MTVSpheres(&a, &b)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkSweepSpheres(b *testing.B) {
	p, q := sphereAt(0, 0, 0, 1), sphereAt(3, 0.5, 0, 1)
	b.ReportAllocs()
	for b.Loop() {
		SweepSpheres(&p, &q, geom.Vec{X: 1}, geom.Vec{}, 9, 0)
	}
}
