package narrowphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// satBig is a vector of numbers that are exact: products of four doubles have less than 9000 bits, and take no more than
// they need.
type satBig [3]*big.Float

func satNumber() *big.Float { return new(big.Float).SetPrec(9000) }

func satExact(v geom.Vec) satBig {
	return satBig{satNumber().SetFloat64(v.X), satNumber().SetFloat64(v.Y), satNumber().SetFloat64(v.Z)}
}

func (a satBig) dot(b satBig) *big.Float {
	sum := satNumber()
	for i := range a {
		sum.Add(sum, satNumber().Mul(a[i], b[i]))
	}
	return sum
}

func (a satBig) sub(b satBig) satBig {
	var c satBig
	for i := range a {
		c[i] = satNumber().Sub(a[i], b[i])
	}
	return c
}

func (a satBig) cross(b satBig) satBig {
	var c satBig
	for i := range a {
		j, k := (i+1)%3, (i+2)%3
		c[i] = satNumber().Sub(satNumber().Mul(a[j], b[k]), satNumber().Mul(a[k], b[j]))
	}
	return c
}

func (a satBig) scale(s float64) satBig {
	var c satBig
	f := satNumber().SetFloat64(s)
	for i := range a {
		c[i] = satNumber().Mul(a[i], f)
	}
	return c
}

// satFloat returns the double nearest to a number, which is a *big.Float or a *big.Rat.
func satFloat[E any](x interface{ Float64() (float64, E) }) float64 { f, _ := x.Float64(); return f }

// satExactGap returns the largest separation of two sets, each a centre with half edges, over the given directions, in
// exact arithmetic up to the last division: positive exactly when one of the directions separates. Each set is the
// parallelepiped of all sums of its half edges: the float numbers of a box taken as they are, not as the rotation that
// they are near to.
func satExactGap(d satBig, edges, axes []satBig) float64 {
	gap := math.Inf(-1)
	for _, l := range axes {
		len2 := satFloat(l.dot(l))
		if len2 == 0 {
			continue
		}
		t := satNumber().Abs(d.dot(l))
		for _, e := range edges {
			p := e.dot(l)
			t.Sub(t, p.Abs(p))
		}
		if g := satFloat(t) / math.Sqrt(len2); g > gap {
			gap = g
		}
	}
	return gap
}

// satExactOBBs returns the exact separation of two boxes as parallelepipeds.
func satExactOBBs(a, b *geom.OBB) float64 {
	var dir, half [2][3]satBig
	for i, box := range []*geom.OBB{a, b} {
		for k, v := range []geom.Vec{box.Axes.X, box.Axes.Y, box.Axes.Z} {
			dir[i][k] = satExact(v)
			half[i][k] = dir[i][k].scale([]float64{box.Half.X, box.Half.Y, box.Half.Z}[k])
		}
	}
	var axes []satBig
	for i := range dir {
		for k := 0; k < 3; k++ {
			axes = append(axes, dir[i][(k+1)%3].cross(dir[i][(k+2)%3]))
		}
	}
	for _, p := range dir[0] {
		for _, q := range dir[1] {
			axes = append(axes, p.cross(q))
		}
	}
	return satExactGap(satExact(b.C).sub(satExact(a.C)), append(half[0][:], half[1][:]...), axes)
}

// satPythagorean returns a rotation with rational entries: that of a quaternion of small integers.
func satPythagorean(r *rand.Rand) geom.Quat {
	for {
		q := geom.Quat{W: float64(r.IntN(7) - 3), V: geom.Vec{X: float64(r.IntN(7) - 3), Y: float64(r.IntN(7) - 3), Z: float64(r.IntN(7) - 3)}}
		if q.Len() > 0 {
			return q.Normalize()
		}
	}
}

// satPair returns two boxes of one of the kinds that make trouble: any attitudes, attitudes with many equal angles,
// parallel, nearly parallel, flat.
func satPair(r *rand.Rand, kind int) (a, b geom.OBB) {
	half := func() geom.Vec { return geom.Vec{X: 0.1 + r.Float64(), Y: 0.1 + r.Float64(), Z: 0.1 + r.Float64()} }
	ha, hb := half(), half()
	qa, qb := satRandomQuat(r), satRandomQuat(r)
	switch kind % 5 {
	case 1:
		qa, qb = satPythagorean(r), satPythagorean(r)
	case 2:
		qb = qa
	case 3:
		qb = geom.QuatExp(satRandomVec(r, math.Ldexp(1, -r.IntN(50)))).Mul(qa)
	case 4:
		ha.Y *= 1e-6
		hb.Z *= 1e-6
	}
	return satTurned(satRandomVec(r, 3), ha, qa), satTurned(satRandomVec(r, 3), hb, qb)
}

// satTouch moves b along the axis of the largest separation so that they are apart by gap along it, four times, because
// another axis may then have the largest separation.
func satTouch(a, b *geom.OBB, gap float64) {
	for i := 0; i < 4; i++ {
		var s obbAxes
		s.a, s.b, s.d = a, b, b.C.Sub(a.C)
		s.collect(a.Size()+b.Size(), math.Inf(1), math.Inf(1))
		x := s.axis(s.best())
		b.C = b.C.AddScaled(x.N, gap-x.Sep)
	}
}

func TestOverlapOBBs_EqualsExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var overlaps, apart, close [5]int
	for i := 0; i < 1000; i++ {
		kind := i % 5
		a, b := satPair(r, kind)
		if r.IntN(3) > 0 {
			satTouch(&a, &b, (2*r.Float64()-1)*math.Ldexp(1, -r.IntN(46)))
		}
		gap := satExactOBBs(&a, &b)
		eps := satRounding * (b.C.Sub(a.C).MaxAbs() + a.Size() + b.Size())
		got := OverlapOBBs(&a, &b)
		if got != OverlapOBBs(&b, &a) {
			t.Fatalf("case %d: depends on the order", i)
		}
		_, mtv := MTVOBBs(&a, &b)
		if mtv != got {
			t.Fatalf("case %d: MTV says %v, overlap %v, gap %v", i, mtv, got, gap)
		}
		switch {
		case gap <= 0:
			overlaps[kind]++
			if !got {
				t.Fatalf("case %d: gap %v is no overlap", i, gap)
			}
		case gap > 2*eps:
			apart[kind]++
			if got {
				t.Fatalf("case %d: gap %v is an overlap", i, gap)
			}
		}
		if math.Abs(gap) < 1e-9 {
			close[kind]++
		}
	}
	for k := range overlaps {
		if overlaps[k] < 40 || apart[k] < 40 || close[k] < 20 {
			t.Errorf("kind %d: %d overlaps, %d apart, %d within 1e-9", k, overlaps[k], apart[k], close[k])
		}
	}
}

// Closed sets: faces, edges and vertices that touch exactly count, and one step of the last bit of the gap away that
// rounding can tell they do not.
func TestOverlapOBBs_TouchingCounts(t *testing.T) {
	unit := geom.Vec{X: 1, Y: 1, Z: 1}
	for _, tt := range []struct {
		name string
		c    geom.Vec
	}{
		{"faces", geom.Vec{X: 2, Y: 0.5}}, {"faces, below", geom.Vec{Y: -2}}, {"edges", geom.Vec{X: 2, Z: -2}}, {"vertices", geom.Vec{X: -2, Y: 2, Z: 2}},
	} {
		for _, turn := range []geom.Quat{geom.IdentityQuat(), {W: 0.5, V: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}}, {V: geom.Vec{X: 1}}} {
			a, b := satBox(geom.Vec{}, unit), satTurned(tt.c, unit, turn)
			if !OverlapOBBs(&a, &b) || !OverlapOBBs(&b, &a) {
				t.Errorf("%s, turned %v: no contact", tt.name, turn)
			}
			if mtv, ok := MTVOBBs(&a, &b); !ok || mtv.Depth != 0 {
				t.Errorf("%s, turned %v: %v %v", tt.name, turn, mtv, ok)
			}
			far := satTurned(tt.c.Scale(1+1e-12), unit, turn)
			if OverlapOBBs(&a, &far) {
				t.Errorf("%s, turned %v: contact across 2e-12", tt.name, turn)
			}
		}
	}
}

// satHullDepth returns the distance of the origin to the nearest facet of the convex hull of points, and the facet's
// outward normal: every plane through three points that has all others on one side. It returns false when the origin
// is outside.
func satHullDepth(points []geom.Vec) (geom.Vec, float64, bool) {
	best, n := math.Inf(1), geom.Vec{}
	for i := range points {
		for j := i + 1; j < len(points); j++ {
			for k := j + 1; k < len(points); k++ {
				c := points[j].Sub(points[i]).Cross(points[k].Sub(points[i]))
				if c.LenSq() < 1e-6 {
					continue
				}
				c = c.Normalize()
				d := c.Dot(points[i])
				if d < 0 {
					c, d = c.Neg(), -d
				}
				if d > best {
					continue
				}
				above, below := false, false
				for l := range points {
					h := c.Dot(points[l]) - d
					above, below = above || h > 1e-11, below || h < -1e-11
					if above && below {
						break
					}
				}
				if above && !below {
					return n, 0, false // the origin is on the outer side
				}
				if !above {
					best, n = d, c
				}
			}
		}
	}
	return n, best, true
}

// The minimum translation is the way from the origin to the nearest facet of the Minkowski difference b - a, of which
// the oracle knows only the vertices. The direction is its normal turned round: b leaves a along it.
func TestMTVOBBs_EqualsMinkowskiDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	faces, edges, unique := 0, 0, 0
	for i := 0; i < 150; i++ {
		a, b := satPair(r, i%2)
		b.C = a.C.Add(satRandomVec(r, 1))
		mtv, ok := MTVOBBs(&a, &b)
		if !ok {
			continue
		}
		var points []geom.Vec
		for p := 0; p < 8; p++ {
			for q := 0; q < 8; q++ {
				points = append(points, b.Vertex(q).Sub(a.Vertex(p)))
			}
		}
		n, depth, inside := satHullDepth(points)
		if !inside {
			t.Fatalf("case %d: origin outside, depth %v", i, mtv.Depth)
		}
		if math.Abs(depth-mtv.Depth) > 1e-12 {
			t.Fatalf("case %d: depth %v, want %v", i, mtv.Depth, depth)
		}
		if mtv.N.Add(n).Len() < 1e-9 {
			unique++
		}
		face := false
		for _, x := range []geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z, b.Axes.X, b.Axes.Y, b.Axes.Z} {
			face = face || math.Abs(x.Dot(mtv.N)) > 1-1e-12
		}
		if face {
			faces++
		} else {
			edges++
		}
	}
	if faces < 20 || edges < 20 || unique < faces+edges-5 {
		t.Errorf("%d faces, %d edges, %d with the oracle's direction", faces, edges, unique)
	}
}

// Moved by the minimum translation the boxes touch: half a nanometre less and they overlap, as much more and they do
// not.
func TestMTVOBBs_MovesBoxesToTouch(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	n := 0
	for i := 0; i < 4000; i++ {
		a, b := satPair(r, i)
		b.C = a.C.Add(satRandomVec(r, 1))
		mtv, ok := MTVOBBs(&a, &b)
		if !ok {
			continue
		}
		n++
		// Axes of boxes are unit vectors to a few units in the last place.
		if math.Abs(mtv.N.LenSq()-1) > 4e-15 || mtv.N.Dot(b.C.Sub(a.C)) < -1e-12 {
			t.Fatalf("case %d: normal %v", i, mtv.N)
		}
		// Faces of a and b that tie within rounding (1e-14 of centres and sizes, some 5 m) may change places.
		if w, _ := MTVOBBs(&b, &a); w.N.Add(mtv.N).Len() > 1e-12 || math.Abs(w.Depth-mtv.Depth) > 5e-14 {
			t.Fatalf("case %d: swapped %v, want %v", i, w, mtv)
		}
		size := math.Max(a.Size(), b.Size())
		moved := a
		moved.C = a.C.AddScaled(mtv.N, -mtv.Depth)
		if rest, _ := MTVOBBs(&moved, &b); rest.Depth > 1e-12*size {
			t.Fatalf("case %d: %v left", i, rest.Depth)
		}
		for _, s := range []float64{-1, 1} {
			moved.C = a.C.AddScaled(mtv.N, -mtv.Depth-s*5e-10)
			if OverlapOBBs(&moved, &b) != (s < 0) {
				t.Fatalf("case %d: overlap %v at %v beyond touching", i, s > 0, s*5e-10)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d overlaps", n)
	}
}

// Hand-worked minimum translations.
func TestMTVOBBs_HandWorked(t *testing.T) {
	h := math.Sqrt2 / 2
	turn := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)
	for _, tt := range []struct {
		name  string
		a, b  geom.OBB
		n     geom.Vec
		depth float64
	}{
		// Contained, nearest to the face at x = -4: to leave there b's far side, at -1, has to pass it.
		{"contained", satBox(geom.Vec{}, geom.Vec{X: 4, Y: 5, Z: 6}), satBox(geom.Vec{X: -2}, geom.Vec{X: 1, Y: 1, Z: 1}), geom.Vec{X: -1}, 3},
		{"concentric", satBox(geom.Vec{}, geom.Vec{X: 3, Y: 1, Z: 2}), satBox(geom.Vec{}, geom.Vec{X: 1, Y: 2, Z: 1}), geom.Vec{Y: 1}, 3},
		// The corner of a square turned by 45° reaches √2 from its centre at x = 2.
		{"vertical edge in face", satBox(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1}), satTurned(geom.Vec{X: 2}, geom.Vec{X: 1, Y: 1, Z: 1}, turn), geom.Vec{X: 1}, math.Sqrt2 - 1},
		// Both turned about y and x by 45°: edges along y at the top of a and along x at the bottom of b cross.
		{"crossed edges", satTurned(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1}, geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/4)),
			satTurned(geom.Vec{Z: 2.5}, geom.Vec{X: 1, Y: 1, Z: 1}, geom.AxisAngle(geom.Vec{X: 1}, math.Pi/4)), geom.Vec{Z: 1}, 2*math.Sqrt2 - 2.5},
		{"flat plates crossed", satBox(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1e-6}), satBox(geom.Vec{Z: 1e-6}, geom.Vec{X: 1, Y: 1, Z: 1e-6}), geom.Vec{Z: 1}, 1e-6},
		{"edge of both at 45°", satBox(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1}), satTurned(geom.Vec{X: 1 + h, Y: 1 + h}, geom.Vec{X: 1.5, Y: 1, Z: 1}, turn), geom.Vec{X: h, Y: h}, 1.5 - 1},
	} {
		mtv, ok := MTVOBBs(&tt.a, &tt.b)
		if !ok || mtv.N.Sub(tt.n).Len() > 1e-15 || math.Abs(mtv.Depth-tt.depth) > 1e-15 {
			t.Errorf("%s: %v %v, want %v %v", tt.name, mtv, ok, tt.n, tt.depth)
		}
	}
}

// Turning both boxes by 90° about an axis, and exchanging a box's axes, changes no bit of the depth and turns the
// normal.
func TestMTVOBBs_TurnsWithTheBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: -v.Y, Y: v.X, Z: v.Z} }
	turnBox := func(b geom.OBB) geom.OBB {
		return geom.OBB{C: turn(b.C), Axes: geom.Mat3{X: turn(b.Axes.X), Y: turn(b.Axes.Y), Z: turn(b.Axes.Z)}, Half: b.Half}
	}
	permute := func(b geom.OBB) geom.OBB {
		return geom.OBB{C: b.C, Axes: geom.Mat3{X: b.Axes.Y, Y: b.Axes.Z, Z: b.Axes.X}, Half: geom.Vec{X: b.Half.Y, Y: b.Half.Z, Z: b.Half.X}}
	}
	n := 0
	for i := 0; i < 2000; i++ {
		a, b := satPair(r, i%2)
		b.C = a.C.Add(satRandomVec(r, 1.5))
		mtv, ok := MTVOBBs(&a, &b)
		ta, tb := turnBox(a), turnBox(b)
		tm, tok := MTVOBBs(&ta, &tb)
		pa, pb := permute(a), permute(b)
		pm, pok := MTVOBBs(&pa, &pb)
		if ok != tok || ok != pok {
			t.Fatalf("case %d: %v, turned %v, permuted %v", i, ok, tok, pok)
		}
		if !ok {
			continue
		}
		n++
		if math.Abs(tm.Depth-mtv.Depth) > 1e-15 || math.Abs(pm.Depth-mtv.Depth) > 1e-15 {
			t.Fatalf("case %d: depth %v, turned %v, permuted %v", i, mtv.Depth, tm.Depth, pm.Depth)
		}
		if tm.N.Sub(turn(mtv.N)).Len() > 1e-15 || pm.N.Sub(mtv.N).Len() > 1e-15 {
			t.Fatalf("case %d: normal %v, turned %v, permuted %v", i, mtv.N, tm.N, pm.N)
		}
	}
	if n < 300 {
		t.Errorf("only %d overlaps", n)
	}
}

// satBoxes returns pairs of boxes for benchmarks: half of them apart, half overlapping.
func satBoxes() (a, b []geom.OBB) {
	r := rand.New(rand.NewPCG(15, 16))
	for len(a) < 64 {
		x, y := satPair(r, 0)
		y.C = x.C.Add(satRandomVec(r, 1.4))
		if OverlapOBBs(&x, &y) == (len(a)%2 == 0) {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
}

func TestOBBs_AllocateNothing(t *testing.T) {
	as, bs := satBoxes()
	var m Manifold
	if n := testing.AllocsPerRun(10, func() {
		for i := range as {
			OverlapOBBs(&as[i], &bs[i])
			MTVOBBs(&as[i], &bs[i])
			CollideOBBs(&as[i], &bs[i], 0.1, &m)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkOverlapOBBs(b *testing.B) {
	as, bs := satBoxes()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		OverlapOBBs(&as[i&63], &bs[i&63])
		i++
	}
}

func BenchmarkMTVOBBs(b *testing.B) {
	as, bs := satBoxes()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		MTVOBBs(&as[i&63], &bs[i&63])
		i++
	}
}

func BenchmarkCollideOBBs(b *testing.B) {
	as, bs := satBoxes()
	var m Manifold
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		CollideOBBs(&as[i&63], &bs[i&63], 0.01, &m)
		i++
	}
}
