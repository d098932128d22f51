package narrowphase

import (
	"math"
	"math/big"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func triAt(a, b, c [3]float64) geom.Triangle {
	v := func(p [3]float64) geom.Vec { return geom.Vec{X: p[0], Y: p[1], Z: p[2]} }
	return geom.Triangle{A: v(a), B: v(b), C: v(c)}
}

func TestSweepTriangles_HandWorked(t *testing.T) {
	type p = [3]float64
	vec := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	floor := triAt(p{0, 0, 0}, p{8, 0, 0}, p{0, 8, 0})
	down := vec(0, 0, -2)
	h := math.Sqrt(0.5)
	inf := math.Inf(1)
	for _, c := range []struct {
		name     string
		b        geom.Triangle
		vb       geom.Vec
		duration float64
		margin   float64
		status   Status
		time     float64
		exit     float64
		n        geom.Vec
		set      []geom.Vec
	}{
		{"vertex on face", triAt(p{2, 2, 3}, p{2, 3, 5}, p{3, 2, 6}), down, 9, 0, Hit, 1.5, 3, vec(0, 0, 1), []geom.Vec{vec(2, 2, 0)}},
		{"face on vertex, from below", triAt(p{2, 2, -3}, p{2, 3, -5}, p{3, 2, -6}), vec(0, 0, 2), 9, 0, Hit, 1.5, 3, vec(0, 0, -1), []geom.Vec{vec(2, 2, 0)}},
		{"edge on face", triAt(p{1, 1, 3}, p{3, 2, 3}, p{3, 2, 6}), down, 9, 0, Hit, 1.5, 3, vec(0, 0, 1), []geom.Vec{vec(1, 1, 0), vec(3, 2, 0)}},
		{"edge over the rim", triAt(p{1, -1, 3}, p{1, 2, 3}, p{1, 2, 6}), down, 9, 0, Hit, 1.5, 3, vec(0, 0, 1), []geom.Vec{vec(1, 0, 0), vec(1, 2, 0)}},
		// The floor's slanted side, x + y = 8, cuts b's off at (5,3) and (3,5).
		{"face on face", triAt(p{3, 3, 4}, p{6, 3, 4}, p{3, 6, 4}), down, 9, 0, Hit, 2, 2, vec(0, 0, 1), []geom.Vec{vec(3, 3, 0), vec(5, 3, 0), vec(3, 5, 0)}},
		{"edges cross", triAt(p{4, -2, 3}, p{4, 2, 5}, p{4, -2, 9}), down, 9, 0, Hit, 2, 3.5, vec(0, -math.Sqrt(0.2), math.Sqrt(0.8)), []geom.Vec{vec(4, 0, 0)}},
		{"in its plane, vertex to side", triAt(p{-3, 2, 0}, p{-5, 3, 0}, p{-5, 1, 0}), vec(1, 0, 0), 99, 0, Hit, 3, 12, vec(-1, 0, 0), []geom.Vec{vec(0, 2, 0)}},
		{"in its plane, side to side", triAt(p{-3, 2, 0}, p{-3, 12, 0}, p{-5, 1, 0}), vec(1, 0, 0), 99, 0, Hit, 3, 12, vec(-1, 0, 0), []geom.Vec{vec(0, 2, 0), vec(0, 8, 0)}},
		{"in its plane, to the slanted side", triAt(p{8, 8, 0}, p{9, 8, 0}, p{8, 9, 0}), vec(-1, -1, 0), 99, 0, Hit, 4, 8.5, vec(h, h, 0), []geom.Vec{vec(4, 4, 0)}},
		{"in its plane, past it", triAt(p{-3, 9, 0}, p{-3, 12, 0}, p{-5, 9, 0}), vec(1, 0, 0), 99, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"margin", triAt(p{2, 2, 3}, p{2, 3, 5}, p{3, 2, 6}), down, 9, 0.5, Hit, 1.25, 3.25, vec(0, 0, 1), []geom.Vec{vec(2, 2, 0.25)}},
		{"too late", triAt(p{2, 2, 3}, p{2, 3, 5}, p{3, 2, 6}), down, 1.4, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"away", triAt(p{2, 2, 3}, p{2, 3, 5}, p{3, 2, 6}), vec(0, 0, 2), 9, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"past", triAt(p{5, 5, 3}, p{5, 6, 5}, p{6, 5, 6}), down, 9, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"touching, closing", triAt(p{2, 2, 0}, p{2, 3, 2}, p{3, 2, 3}), down, 9, 0, Hit, 0, 1.5, vec(0, 0, 1), []geom.Vec{vec(2, 2, 0)}},
		{"touching, parting", triAt(p{2, 2, 0}, p{2, 3, 2}, p{3, 2, 3}), vec(0, 0, 2), 9, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"touching, sliding", triAt(p{2, 2, 0}, p{2, 3, 2}, p{3, 2, 3}), vec(1, 0, 0), 9, 0, Overlapping, 0, 4, vec(0, 0, 1), []geom.Vec{vec(2, 2, 0)}},
		{"touching, at rest", triAt(p{2, 2, 0}, p{2, 3, 2}, p{3, 2, 3}), vec(0, 0, 0), 9, 0, Overlapping, 0, inf, vec(0, 0, 1), []geom.Vec{vec(2, 2, 0)}},
		{"overlapping", triAt(p{2, 2, -1}, p{2, 3, 2}, p{3, 2, 3}), down, 9, 0, Overlapping, 0, 1.5, vec(0, 0, 1), nil},
		{"in one plane, at rest", triAt(p{1, 1, 0}, p{2, 1, 0}, p{1, 2, 0}), vec(0, 0, 0), 9, 0, Overlapping, 0, inf, vec(0, 0, 1), []geom.Vec{vec(1, 1, 0), vec(2, 1, 0), vec(1, 2, 0)}},
		{"in one plane, upwards", triAt(p{1, 1, 0}, p{2, 1, 0}, p{1, 2, 0}), vec(0, 0, 2), 9, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"in one plane, downwards", triAt(p{1, 1, 0}, p{2, 1, 0}, p{1, 2, 0}), down, 9, 0, Miss, 0, 0, vec(0, 0, 0), nil},
		{"segment on segment, crosswise", triAt(p{4, -2, 4}, p{4, 2, 4}, p{4, 2, 4}), down, 9, 0, Hit, 2, 2, vec(0, 0, 1), []geom.Vec{vec(4, 0, 0), vec(4, 2, 0)}},
		{"point", triAt(p{4, 2, 4}, p{4, 2, 4}, p{4, 2, 4}), down, 9, 0, Hit, 2, 2, vec(0, 0, 1), []geom.Vec{vec(4, 2, 0)}},
	} {
		got := SweepTriangles(&floor, &c.b, geom.Vec{}, c.vb, c.duration, c.margin)
		bad := got.Status != c.status || math.Abs(got.Time-c.time) > 1e-14 || got.Exit != c.exit && !(math.Abs(got.Exit-c.exit) < 1e-13) ||
			got.Set.Count != len(c.set) || !sweepSetHas(&got.Set, c.set, 1e-13)
		plane := c.name == "in one plane, at rest" && got.N.Neg() == c.n // its normal, to either side
		if bad || got.N.Sub(c.n).Len() > 1e-14 && !plane {
			t.Errorf("%s: %+v", c.name, got)
		}
		// The same with the motion shared otherwise, the shapes exchanged and the whole turned by a quarter.
		turn := func(v geom.Vec) geom.Vec { return vec(v.Z, v.X, v.Y) }
		shared := vec(3, -1, 2)
		ta := geom.Triangle{A: turn(floor.B), B: turn(floor.A), C: turn(floor.C)}
		tb := geom.Triangle{A: turn(c.b.C), B: turn(c.b.B), C: turn(c.b.A)}
		back := SweepTriangles(&tb, &ta, turn(c.vb.Add(shared)), turn(shared), c.duration, c.margin)
		want := make([]geom.Vec, len(c.set))
		for i := range want {
			want[i] = turn(c.set[i].AddScaled(shared, got.Time))
		}
		if back.Status != c.status || math.Abs(back.Time-c.time) > 1e-14 || !plane && back.N.Add(turn(c.n)).Len() > 1e-14 ||
			back.Set.Count != len(c.set) || !sweepSetHas(&back.Set, want, 1e-12) {
			t.Errorf("%s, exchanged: %+v", c.name, back)
		}
	}
}

// triWay is the exact answer for triangles with integer coordinates whose difference d moves by v.
type triWay struct {
	first, last *big.Rat // of the contacts at t >= 0; nil for none
}

// triExactWay returns the first and the last time t >= 0 at which the origin is in the hull of d moved by v t: the ray
// of -v enters and leaves the hull at one of the points, on a segment between two or in a triangle of three.
func triExactWay(d []triInt, v triInt) (w triWay) {
	take := func(num, den *big.Rat) {
		t := new(big.Rat).Quo(num, den)
		if t.Sign() < 0 {
			return
		}
		if w.first == nil || t.Cmp(w.first) < 0 {
			w.first = t
		}
		if w.last == nil || t.Cmp(w.last) > 0 {
			w.last = t
		}
	}
	rat := func(x int64) *big.Rat { return new(big.Rat).SetInt64(x) }
	v2 := rat(v.dot(v))
	for i, a := range d {
		if a.cross(v) == (triInt{}) {
			take(rat(-a.dot(v)), v2)
		}
		for j, b := range d[:i] {
			ab := a.cross(b)
			vab := v.dot(ab)
			if w := b.sub(a).cross(v); vab == 0 && w != (triInt{}) {
				// a + s (b - a) + v t = 0: s from the part across v, t from that along it.
				num, den := -a.cross(v).dot(w), w.dot(w)
				if num >= 0 && num <= den {
					at := new(big.Rat).Add(rat(a.dot(v)), new(big.Rat).Mul(big.NewRat(num, den), rat(b.sub(a).dot(v))))
					take(at.Neg(at), v2)
				}
			}
			for _, c := range d[:j] {
				n := b.sub(a).cross(c.sub(a))
				nv := n.dot(v)
				s, u := v.dot(b.cross(c)), v.dot(c.cross(a))
				if nv != 0 && (vab >= 0 && s >= 0 && u >= 0 || vab <= 0 && s <= 0 && u <= 0) {
					take(rat(-n.dot(a)), rat(nv))
				}
			}
		}
	}
	return w
}

// triSides returns how the facets of the hull of d whose planes hold the origin move with v, as the signs of the speed
// with which they close over it, and the dimension of the hull, which counts as 1 below 2.
func triSides(d []triInt, v triInt) (parting, closing, sliding bool, dim int) {
	side := func(n triInt, p triInt) (facet bool) {
		if n == (triInt{}) {
			return false
		}
		h := n.dot(p)
		above, below := false, false
		for _, q := range d {
			above, below = above || n.dot(q) > h, below || n.dot(q) < h
		}
		if above == below {
			return false
		}
		if h == 0 {
			speed := n.dot(v)
			if above {
				speed = -speed
			}
			parting, closing, sliding = parting || speed < 0, closing || speed > 0, sliding || speed == 0
		}
		return true
	}
	dim = 1
	var m triInt
	for i := range d {
		for j := range d[:i] {
			for k := range d[:j] {
				n := d[i].sub(d[k]).cross(d[j].sub(d[k]))
				if n != (triInt{}) {
					m, dim = n, max(dim, 2)
				}
				if side(n, d[k]) {
					dim = 3
				}
			}
		}
	}
	if dim == 2 {
		if m.dot(v) != 0 {
			return true, false, false, 2
		}
		for i := range d {
			for j := range d[:i] {
				side(m.cross(d[i].sub(d[j])), d[j])
			}
		}
	}
	return parting, closing, sliding, dim
}

func TestSweepTriangles_EqualsExactArithmetic(t *testing.T) {
	r := satRand(600)
	var points [4]int
	status := map[string]int{}
	for i := 0; i < geomtest.Trials(8000); i++ {
		kind := i % 8
		a, b := triRandom(r, kind)
		v := triInt{r.Int64N(7) - 3, r.Int64N(7) - 3, r.Int64N(7) - 3}
		if i%5 > 0 { // so that some contact is likely
			back := v.scale(r.Int64N(4))
			b = triInts{b[0].sub(back), b[1].sub(back), b[2].sub(back)}
		}
		d := triDifferences(a, b)
		ta, tb := a.triangle(), b.triangle()
		va := triInt{r.Int64N(5), 1, 0}
		got := SweepTriangles(&ta, &tb, va.vec(), va.add(v).vec(), 1000, 0)
		// The same turned and moved, so that every coordinate is rounded.
		turn, shift := satRandomQuat(r), satRandomVec(r, 100)
		place := func(p *geom.Triangle) geom.Triangle {
			return geom.Triangle{A: turn.Rotate(p.A).Add(shift), B: turn.Rotate(p.B).Add(shift), C: turn.Rotate(p.C).Add(shift)}
		}
		pa, pb := place(&ta), place(&tb)
		turned := SweepTriangles(&pa, &pb, turn.Rotate(va.vec()), turn.Rotate(va.add(v).vec()), 1000, 0)
		fail := func(want string) {
			t.Helper()
			t.Fatalf("%s %d: %v and %v moving by %v: %+v, want %s", triKinds[kind], i, a, b, v, got, want)
		}
		parting, closing, sliding, dim := triSides(d, v)
		if dim < 2 {
			continue // two segments along one line
		}
		check := func() {
			t.Helper()
			if turned.Status != got.Status || math.Abs(turned.Time-got.Time) > 1e-9*(1+got.Time) {
				t.Fatalf("%s %d: %v and %v moving by %v: %+v, turned %+v", triKinds[kind], i, a, b, v, got, turned)
			}
			if got.Set.Count > 0 {
				triCheckSet(t, &pa, &pb, turn.Rotate(va.vec()), turn.Rotate(va.add(v).vec()), &turned)
			}
		}
		if triHoldsOrigin(d) {
			switch {
			case parting:
				status["parting"]++
				if got.Status != Miss {
					fail("a miss: they part")
				}
			case closing:
				status["closing"]++
				if got.Status != Hit || got.Time > 1e-14 {
					fail("a hit at 0")
				}
				triCheckSet(t, &ta, &tb, va.vec(), va.add(v).vec(), &got)
			default:
				status["overlapping"]++
				if got.Status != Overlapping {
					fail("an overlap")
				}
			}
			if !sliding { // rounded, they part or close
				check()
			}
			continue
		}
		way := triWay{}
		if v != (triInt{}) {
			way = triExactWay(d, v)
		}
		if way.first == nil {
			status["miss"]++
			if got.Status != Miss {
				fail("a miss")
			}
			check()
			continue
		}
		graze := dim == 3 && way.first.Cmp(way.last) == 0 || dim == 2 && triOnRim(d, v, way.first)
		if graze {
			status["graze"]++
			if got.Status == Miss {
				continue
			}
		}
		first, last := satFloat(way.first), satFloat(way.last)
		// Coordinates up to 100 are rounded by 1.4e-14, gaps by 8 ulp of them, and closing turns a gap into time.
		late := math.Max(1e-13*(1+first), 1.8e-13/math.Abs(got.N.Dot(v.vec())))
		if got.Status != Hit || math.Abs(got.Time-first) > late || !graze && math.Abs(got.Exit-last) > 1e-12*(1+last) {
			fail(way.first.String())
		}
		status["hit"]++
		if dim == 2 {
			status["flat hit"]++
		}
		if !(got.N.Dot(v.vec()) < 0) {
			fail("closing along N")
		}
		triCheckSet(t, &ta, &tb, va.vec(), va.add(v).vec(), &got)
		points[min(got.Set.Count, 3)]++
		if !graze && !sliding {
			check()
		}
		cut := SweepTriangles(&ta, &tb, va.vec(), va.add(v).vec(), first*(1-1e-9), 0)
		if first > 0 && cut.Status != Miss {
			fail("a miss before that")
		}
	}
	for _, s := range []string{"miss", "hit", "flat hit", "closing", "parting", "overlapping", "graze"} {
		if status[s] < geomtest.Trials(50) {
			t.Errorf("%s: %d", s, status[s])
		}
	}
	if points[1] < geomtest.Trials(500) || points[2] < geomtest.Trials(50) || points[3] < geomtest.Trials(20) {
		t.Errorf("contact points: %v", points)
	}
}

// triOnRim reports whether the point of the flat hull of d that is at the origin at time t is on the hull's rim.
func triOnRim(d []triInt, v triInt, t *big.Rat) bool {
	num, den := t.Num().Int64(), t.Denom().Int64()
	scaled := make([]triInt, len(d))
	for i := range d {
		scaled[i] = d[i].scale(den).add(v.scale(num))
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
			n := m.cross(d[i].sub(d[j]))
			if n == (triInt{}) || n.dot(scaled[i]) != 0 {
				continue
			}
			above, below := false, false
			for _, q := range scaled {
				above, below = above || n.dot(q) > 0, below || n.dot(q) < 0
			}
			if !above || !below {
				return true
			}
		}
	}
	return false
}

// triCheckSet fails the test unless N separates the triangles at Time, every point of the contact set is on both, and
// every vertex that touches the other triangle and every crossing of edges is in the set's hull.
func triCheckSet(t *testing.T, a, b *geom.Triangle, va, vb geom.Vec, s *Sweep) {
	t.Helper()
	move := func(p *geom.Triangle, v geom.Vec) [3]geom.Vec {
		d := v.Scale(s.Time)
		return [3]geom.Vec{p.A.Add(d), p.B.Add(d), p.C.Add(d)}
	}
	ta, tb := move(a, va), move(b, vb)
	hi, lo := math.Inf(-1), math.Inf(1)
	for i := range ta {
		hi, lo = math.Max(hi, s.N.Dot(ta[i])), math.Min(lo, s.N.Dot(tb[i]))
	}
	if hi-lo > 1e-9 || math.Abs(s.N.Len()-1) > 1e-14 {
		t.Fatalf("%v and %v: N does not separate: %g", ta, tb, hi-lo)
	}
	to := func(p geom.Vec, f []geom.Vec) float64 { // distance to a point, segment or polygon
		best := math.Inf(1)
		for i := range f {
			best = math.Min(best, satOriginToTriangle(f[0].Sub(p), f[i].Sub(p), f[(i+1)%len(f)].Sub(p)))
		}
		return best
	}
	set := s.Set.Points[:s.Set.Count]
	if len(set) == 0 {
		t.Fatalf("%v and %v: no points", ta, tb)
	}
	for _, p := range set {
		if to(p, ta[:]) > 2e-8 || to(p, tb[:]) > 2e-8 {
			t.Fatalf("%v and %v: %v is %g and %g off", ta, tb, p, to(p, ta[:]), to(p, tb[:]))
		}
	}
	need := func(p geom.Vec) {
		if to(p, ta[:]) < 1e-10 && to(p, tb[:]) < 1e-10 && to(p, set) > 1e-6 {
			t.Fatalf("%v and %v: %v, %g from the set %v", ta, tb, p, to(p, set), set)
		}
	}
	for i := range ta {
		need(ta[i])
		need(tb[i])
		for j := range tb {
			u, v, w := ta[(i+1)%3].Sub(ta[i]), tb[(j+1)%3].Sub(tb[j]), tb[j].Sub(ta[i])
			if n := u.Cross(v); n.LenSq() > 1e-12 {
				k := w.Cross(v).Dot(n) / n.LenSq()
				need(ta[i].AddScaled(u, min(max(k, 0), 1)))
			}
		}
	}
}

// Each pair of Shen is swept from afar to its place: those in contact have met before, at a place where N separates.
func TestSweepTriangles_PairsOfShen(t *testing.T) {
	for i, p := range triShen(t, "intersected.txt") {
		v := geom.Vec{X: float64(i%3) - 1, Y: float64(i%5) - 2, Z: 3}
		from := geom.Triangle{A: p[1].A.AddScaled(v, -2), B: p[1].B.AddScaled(v, -2), C: p[1].C.AddScaled(v, -2)}
		s := SweepTriangles(&p[0], &from, geom.Vec{}, v, 2, 0)
		if s.Status != Hit || s.Time > 2 || s.Exit < 2 {
			t.Fatalf("pair %d: %+v", i, s)
		}
		triCheckSet(t, &p[0], &from, geom.Vec{}, v, &s)
	}
}

func BenchmarkSweepTriangles(b *testing.B) {
	x, y := triPairs()
	for i := range y {
		d := geom.Vec{Z: 3}
		y[i] = geom.Triangle{A: y[i].A.Add(d), B: y[i].B.Add(d), C: y[i].C.Add(d)}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		SweepTriangles(&x[i%64], &y[i%64], geom.Vec{}, geom.Vec{Z: -1}, 9, 0)
	}
}

// Edges at a small angle s cross at the origin, one a unit above the other and falling. The planes are 6° apart.
// Without an accurate cross product, and without the axes in the planes where edges are too nearly parallel to have
// one, the contact is found early by up to 1e-16/s or 10 s.
func TestSweepTriangles_NearlyParallelEdges(t *testing.T) {
	r := satRand(601)
	for _, s := range []float64{1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9, 4e-10, 1e-11, 1e-13, 1e-15, 0} {
		worst := 0.0
		for i := 0; i < 200; i++ {
			turn := satRandomQuat(r)
			at := func(x, y, z float64) geom.Vec { return turn.Rotate(geom.Vec{X: x, Y: y, Z: z}) }
			a := geom.Triangle{A: at(-1, 0, 0), B: at(1, 0, 0), C: at(0.3, -0.05, -1)}
			b := geom.Triangle{A: at(-1, -s, 1), B: at(1, s, 1), C: at(-0.4, -0.06, 2)}
			got := SweepTriangles(&a, &b, geom.Vec{}, at(0, 0, -1), 9, 0)
			if got.Status != Hit {
				t.Fatalf("s = %g: %+v", s, got)
			}
			worst = math.Max(worst, math.Abs(got.Time-1))
			triCheckSet(t, &a, &b, geom.Vec{}, at(0, 0, -1), &got)
		}
		limit := 5e-15
		if s > 0 && s < sweepParallel {
			limit = s // what SweepOBBs says of edges without an axis, w/2
		}
		if worst > limit+5e-15 {
			t.Errorf("s = %g: time off by %g", s, worst)
		}
	}
}
