package narrowphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The oracle of the sweeps: separating axes in numbers of 320 bits, on the inputs as they are. A box is the sum of its
// three edges as given by the float axes, its face normals are the cross products of the edges, and nothing is
// normalised, so that times are exact but for the last division.

const sweepPrec = 320

type sweepBig [3]*big.Float

// sweepExact holds the numbers of a computation, used again for the next one.
type sweepExact struct {
	pool []*big.Float
	used int
}

func (o *sweepExact) op() *big.Float {
	if o.used == len(o.pool) {
		o.pool = append(o.pool, new(big.Float).SetPrec(sweepPrec))
	}
	o.used++
	return o.pool[o.used-1]
}

func (o *sweepExact) float(x float64) *big.Float { return o.op().SetFloat64(x) }

func (o *sweepExact) vec(v geom.Vec) sweepBig {
	return sweepBig{o.float(v.X), o.float(v.Y), o.float(v.Z)}
}

func (o *sweepExact) sub(a, b sweepBig) (c sweepBig) {
	for i := range c {
		c[i] = o.op().Sub(a[i], b[i])
	}
	return c
}

func (o *sweepExact) scale(a sweepBig, s float64) (c sweepBig) {
	f := o.float(s)
	for i := range c {
		c[i] = o.op().Mul(a[i], f)
	}
	return c
}

func (o *sweepExact) dot(a, b sweepBig) *big.Float {
	s, p := o.op().Mul(a[0], b[0]), o.op()
	s.Add(s, p.Mul(a[1], b[1]))
	return s.Add(s, p.Mul(a[2], b[2]))
}

func (o *sweepExact) cross(a, b sweepBig) (c sweepBig) {
	p := o.op()
	for i := range c {
		j, k := (i+1)%3, (i+2)%3
		c[i] = o.op().Mul(a[j], b[k])
		c[i].Sub(c[i], p.Mul(a[k], b[j]))
	}
	return c
}

// sweepSolid is a convex solid of the oracle: the points base ± g for every generator g (a box), or the hull of base
// and base + g (a triangle).
type sweepSolid struct {
	base    sweepBig
	gen     []sweepBig
	centred bool
	normals []sweepBig
	edges   []sweepBig
}

func (o *sweepExact) box(b *geom.OBB) *sweepSolid {
	x, y, z := o.vec(b.Axes.X), o.vec(b.Axes.Y), o.vec(b.Axes.Z)
	return &sweepSolid{
		base: o.vec(b.C), centred: true,
		gen:     []sweepBig{o.scale(x, b.Half.X), o.scale(y, b.Half.Y), o.scale(z, b.Half.Z)},
		normals: []sweepBig{o.cross(y, z), o.cross(z, x), o.cross(x, y)},
		edges:   []sweepBig{x, y, z},
	}
}

func (o *sweepExact) triangle(t *geom.Triangle) *sweepSolid {
	a := o.vec(t.A)
	u, v := o.sub(o.vec(t.B), a), o.sub(o.vec(t.C), a)
	return &sweepSolid{
		base: a, gen: []sweepBig{u, v},
		normals: []sweepBig{o.cross(u, v)},
		edges:   []sweepBig{u, v, o.sub(u, v)},
	}
}

// reach returns the ends of the solid along n, relative to its base.
func (o *sweepExact) reach(s *sweepSolid, n sweepBig) (lo, hi *big.Float) {
	lo, hi = o.float(0), o.float(0)
	for _, g := range s.gen {
		p := o.dot(n, g)
		if s.centred {
			p.Abs(p)
			hi.Add(hi, p)
			lo.Sub(lo, p)
			continue
		}
		if p.Cmp(lo) < 0 {
			lo.Set(p)
		}
		if p.Cmp(hi) > 0 {
			hi.Set(p)
		}
	}
	return lo, hi
}

// sweepTruth is what the oracle says. Lengths on an axis are divided by the axis's length.
type sweepTruth struct {
	status       Status
	time, exit   *big.Float // latest entry and earliest exit
	speed, leave float64    // at which the gap closes on the entry's axis, and the speed on the exit's axis [m/s]
	gap          float64    // largest gap at 0 [m]
	n            geom.Vec   // axis of the latest entry, unit, from A to B
	second       float64    // gap at the entry on the next axis that is not parallel to n [m]
	entries      []sweepEntry
	edgeSine     float64 // sine of the angle of the edges whose axis decides, 0 for a face
	minSine      float64 // smallest sine, not zero, of an angle between two edges
}

type sweepEntry struct {
	n      geom.Vec
	lo, s  *big.Float
	length float64 // of the axis
	t      *big.Float
	speed  float64
}

// sweep returns the truth about two solids. The axes are widened by margin.
func (o *sweepExact) sweep(a, b *sweepSolid, va, vb geom.Vec, duration, margin float64) *sweepTruth {
	d, v := o.sub(b.base, a.base), o.sub(o.vec(vb), o.vec(va))
	r := &sweepTruth{exit: o.op().SetInf(false), time: o.op().SetInf(true), gap: math.Inf(-1), second: math.Inf(-1), minSine: 1}
	axes := append(append([]sweepBig{}, a.normals...), b.normals...)
	sines := make([]float64, len(axes), 15)
	for _, e := range a.edges {
		for _, f := range b.edges {
			c := o.cross(e, f)
			le, _ := o.dot(e, e).Float64()
			lf, _ := o.dot(f, f).Float64()
			lc, _ := o.dot(c, c).Float64()
			sine := math.Sqrt(lc / le / lf)
			if sine > 0 && sine < r.minSine {
				r.minSine = sine
			}
			sines = append(sines, sine)
			axes = append(axes, c)
		}
	}
	apart := false
	for i, n := range axes {
		ll := o.dot(n, n)
		if ll.Sign() == 0 {
			continue
		}
		length := o.op().Sqrt(ll)
		inv, _ := length.Float64()
		inv = 1 / inv
		loA, hiA := o.reach(a, n)
		loB, hiB := o.reach(b, n)
		p := o.dot(n, d)
		lo, hi := o.op().Sub(o.op().Add(p, loB), hiA), o.op().Sub(o.op().Add(p, hiB), loA)
		if margin != 0 {
			m := o.op().Mul(o.float(margin), length)
			lo.Sub(lo, m)
			hi.Add(hi, m)
		}
		s := o.dot(n, v)
		x, _ := n[0].Float64()
		y, _ := n[1].Float64()
		z, _ := n[2].Float64()
		dir := geom.Vec{X: x * inv, Y: y * inv, Z: z * inv}
		if o.op().Add(lo, hi).Sign() < 0 {
			lo, hi = o.op().Neg(hi), o.op().Neg(lo)
			s.Neg(s)
			dir = dir.Neg()
		}
		gap, _ := lo.Float64()
		r.gap = max(r.gap, gap*inv)
		if s.Sign() == 0 {
			apart = apart || lo.Sign() > 0
			continue
		}
		speed, _ := s.Float64()
		in, out := o.op().Quo(o.op().Neg(lo), s), o.op().Quo(o.op().Neg(hi), s)
		if s.Sign() > 0 {
			in, out = out, in
		}
		r.entries = append(r.entries, sweepEntry{dir, lo, s, 1 / inv, in, -speed * inv})
		if in.Cmp(r.time) > 0 {
			r.time, r.n, r.speed, r.edgeSine = in, dir, -speed*inv, sines[i]
		}
		if out.Cmp(r.exit) < 0 {
			r.exit, r.leave = out, math.Abs(speed*inv)
		}
	}
	for _, e := range r.entries {
		if math.Abs(e.n.Dot(r.n)) < 1-1e-12 {
			back, _ := o.op().Sub(e.t, r.time).Float64()
			r.second = max(r.second, back*math.Abs(e.speed))
		}
	}
	switch {
	case apart || r.exit.Sign() < 0 || r.time.Cmp(r.exit) > 0 || r.time.Cmp(o.float(duration)) > 0:
		r.status = Miss
	case r.time.Sign() < 0:
		r.status = Overlapping
	default:
		r.status = Hit
	}
	return r
}

// sweepCheck compares a sweep with the truth and returns whether it could decide: statuses are not compared where the
// truth is within the bound of being another one. Distance is the larger of the distance of the centres and the travel
// at the time of contact, size the largest half extent.
func sweepCheck(t testing.TB, o *sweepExact, got *Sweep, r *sweepTruth, size, distance, duration float64) bool {
	t.Helper()
	ulps := 8 * 0x1p-52 * distance
	if got.Status != r.status {
		inf := r.time.IsInf() || r.exit.IsInf()
		near := math.Abs(r.gap) <= 1e-9*size+ulps
		if !inf {
			slack, _ := o.op().Sub(r.exit, r.time).Float64()
			near = near || math.Abs(slack)*min(math.Abs(r.speed), r.leave) <= 1e-9*size+2*ulps
			end, _ := o.op().Sub(o.float(duration), r.time).Float64()
			near = near || math.Abs(end)*math.Abs(r.speed) <= 1e-9*size+ulps
		}
		if !near {
			t.Fatalf("status %v, want %v (entry %v, exit %v, gap %v)", got.Status, r.status, r.time, r.exit, r.gap)
		}
		return false
	}
	if got.Status != Hit {
		return true
	}
	if early, _ := o.op().Sub(r.time, o.float(got.Time)).Float64(); early*r.speed > 1e-9*size+ulps {
		t.Fatalf("early by %g m, bound %g + %g", early*r.speed, 1e-9*size, ulps)
	}
	// Late: the depth is the least of the overlaps on all axes.
	depth := math.Inf(1)
	for _, e := range r.entries {
		g := o.op().Mul(e.s, o.float(got.Time))
		gap, _ := g.Add(g, e.lo).Float64()
		depth = min(depth, -gap/e.length)
	}
	if depth > 64*0x1p-53*size+ulps {
		t.Fatalf("late by %g m, bound %g + %g", depth, 64*0x1p-53*size, ulps)
	}
	return true
}

func sweepUnit(rng *rand.Rand) geom.Vec {
	for {
		v := geom.Vec{X: 2*rng.Float64() - 1, Y: 2*rng.Float64() - 1, Z: 2*rng.Float64() - 1}
		if l := v.Len(); l > 0.01 && l <= 1 {
			return v.Scale(1 / l)
		}
	}
}

func sweepTurn(rng *rand.Rand) geom.Quat {
	return geom.Quat{W: rng.NormFloat64(), V: geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}}.Normalize()
}

// sweepLog returns a number between lo and hi, its logarithm evenly spread.
func sweepLog(rng *rand.Rand, lo, hi float64) float64 {
	return lo * math.Pow(hi/lo, rng.Float64())
}

// TestSweepAxes_OneAxis: two intervals, the gaps worked out by hand.
func TestSweepAxes_OneAxis(t *testing.T) {
	x := geom.Vec{X: 1}
	inf := math.Inf(1)
	for _, c := range []struct {
		name          string
		lo, hi, speed float64
		goesOn        bool
		enter, exit   float64
		n             geom.Vec
	}{
		{"closing from above", 3, 7, -2, true, 1.5, 3.5, x},
		{"closing from below", -7, -3, 2, true, 1.5, 3.5, x.Neg()},
		{"parting above", 3, 7, 2, false, sweepOpen, inf, x},
		{"parting below", -7, -3, -2, false, sweepOpen, inf, x.Neg()},
		{"apart at rest", 3, 7, 0, false, sweepOpen, inf, x},
		{"apart below at rest", -7, -3, 0, false, sweepOpen, inf, x.Neg()},
		{"overlap at rest", -3, 7, 0, true, sweepOpen, inf, x},
		{"overlap leaving upwards", -3, 7, 2, true, sweepOpen, 1.5, x},
		{"overlap leaving downwards", -3, 7, -2, true, sweepOpen, 3.5, x},
		{"overlap below leaving downwards", -7, 3, -2, true, sweepOpen, 1.5, x.Neg()},
		{"touching, closing", 0, 4, -2, true, 0, 2, x},
		{"touching, parting", 0, 4, 2, false, sweepOpen, inf, x},
		{"touching at rest", 0, 4, 0, true, sweepOpen, inf, x},
		{"touching below, closing", -4, 0, 2, true, 0, 2, x.Neg()},
		{"beyond the duration", 30, 34, -2, false, 15, 17, x},
		{"at the duration", 20, 24, -2, true, 10, 12, x},
	} {
		var w sweepAxes
		w.start(1, 1, x.Scale(2), geom.Vec{}, 10)
		on := w.test(x, c.lo, c.hi, c.speed)
		if on != c.goesOn || w.enter != c.enter || w.exit != c.exit || w.gapN != c.n {
			t.Errorf("%s: goes on %v enter %v exit %v n %v", c.name, on, w.enter, w.exit, w.gapN)
		}
	}
}

// TestSweepAxes_LatestEntryBeforeEarliestExit: an axis that is left before another is entered ends the sweep, in
// whichever order they come.
func TestSweepAxes_LatestEntryBeforeEarliestExit(t *testing.T) {
	x, y := geom.Vec{X: 1}, geom.Vec{Y: 1}
	for _, first := range []bool{true, false} {
		var w sweepAxes
		w.start(1, 1, x, y, 10)
		var on bool
		if first {
			on = w.test(x, 3, 7, -2) && w.test(y, -1, 2, 1)
		} else {
			on = w.test(y, -1, 2, 1) && w.test(x, 3, 7, -2)
		}
		if on {
			t.Errorf("left at 1, entered at 1.5: not a miss")
		}
	}
}

// TestSweepAxes_TiesGiveBisector: distinct axes of the same entry give their bisector, parallel ones count once, and an
// axis with a later entry removes the others.
func TestSweepAxes_TiesGiveBisector(t *testing.T) {
	x, y, z := geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	var w sweepAxes
	var s Sweep
	w.start(1, 1, x, y, 10)
	w.test(z, 1, 5, -1)
	w.test(x, 4, 8, -2)
	w.test(x.Neg(), -8, -4, 2) // the same axis again
	w.test(y, 6, 9, -3)
	if w.result(&s); s.Time != 2 || s.N.Sub(geom.Vec{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}).MaxAbs() > 1e-15 {
		t.Errorf("time %v n %v", s.Time, s.N)
	}
	w.test(z, 5, 9, -2)
	if w.result(&s); s.Time != 2.5 || s.N != z {
		t.Errorf("time %v n %v", s.Time, s.N)
	}
}

// TestSweepAxes_TiesDependOnAngle: a gap of 5e-10 behind the latest entry, at right angles to its axis, is a tie within
// the tolerance of 1e-9; at 0.001 rad it is not, since there it moves the common edge by 5e-7.
func TestSweepAxes_TiesDependOnAngle(t *testing.T) {
	for _, c := range []struct {
		sine float64
		tie  bool
	}{{1, true}, {0.6, true}, {0.4, false}, {1e-3, false}} {
		x := geom.Vec{X: 1}
		n := geom.Vec{X: math.Sqrt(1 - c.sine*c.sine), Y: c.sine}
		var w sweepAxes
		var s Sweep
		w.start(1, 0, x, geom.Vec{}, 10)
		if !w.test(n, 2-5e-10, 6, -1) || !w.test(x, 2, 6, -1) || !w.result(&s) {
			t.Fatal("miss")
		}
		if (s.N != x) != c.tie || s.Time != 2 {
			t.Errorf("sine %v: n %v", c.sine, s.N)
		}
	}
}

// TestSweepCross_RightAngles: the axis of two edges is at right angles to both within rounding down to the smallest
// angle, changes only its sign when they are exchanged, and below that angle there is none.
func TestSweepCross_RightAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	near := 0
	for range 20000 {
		a := sweepUnit(rng).Normalize()
		sine := sweepLog(rng, 1e-12, 1)
		c := a.Cross(sweepUnit(rng)).Normalize()
		b := a.AddScaled(c, sine).Normalize()
		if rng.IntN(2) == 0 {
			b = b.Neg()
		}
		n, ok := sweepCross(a, b)
		m, ok2 := sweepCross(b, a)
		if ok != ok2 || m != n.Neg() {
			t.Fatalf("exchange: %v %v", n, m)
		}
		if ok != (sine >= 5e-10) && math.Abs(sine-5e-10) > 1e-15 {
			t.Fatalf("sine %v: axis %v", sine, ok)
		}
		if !ok {
			continue
		}
		if sine < 1e-6 {
			near++
		}
		if e := max(math.Abs(n.Dot(a)), math.Abs(n.Dot(b)), math.Abs(n.Len()-1)); e > 30*0x1p-53 {
			t.Fatalf("sine %v: off by %v", sine, e)
		}
	}
	if near < 1000 {
		t.Errorf("only %d near parallel pairs", near)
	}
}

// TestSweepBoxFeature_EqualsVertices: the feature is the set of corners within the tolerance of the farthest along n.
func TestSweepBoxFeature_EqualsVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var seen [5]int
	for range 3000 {
		b := geom.NewOBB(geom.Transform{Q: sweepTurn(rng)}, geom.Vec{X: 1, Y: 2, Z: 0.5})
		n := b.Axes.ApplyT(geom.Vec{X: float64(rng.IntN(3) - 1), Y: float64(rng.IntN(3) - 1), Z: float64(rng.IntN(3) - 1)}).Normalize()
		if n == (geom.Vec{}) {
			continue
		}
		far := math.Inf(-1)
		for i := range 8 {
			far = max(far, n.Dot(b.Vertex(i)))
		}
		var dst [4]geom.Vec
		k := sweepBoxFeature(&b, b.C, n, 1e-9, &dst)
		seen[k]++
		for i := range 8 {
			v := b.Vertex(i)
			found := 0
			for _, p := range dst[:k] {
				if p.Sub(v).MaxAbs() < 1e-14 {
					found++
				}
			}
			if want := n.Dot(v) > far-1e-9; found > 1 || (found == 1) != want {
				t.Fatalf("corner %d: found %d, want %v", i, found, want)
			}
		}
		if k == 4 && dst[0].Sub(dst[1]).Dot(dst[1].Sub(dst[2])) > 1e-12 {
			t.Fatal("corners not in order")
		}
	}
	if seen[1] == 0 || seen[2] == 0 || seen[4] == 0 {
		t.Errorf("features seen: %v", seen)
	}
}

// The mistakes of the sources, each of which a test must find.
const (
	sweepRight            = iota
	sweepMinusYTwice      // 000: the difference of vectors has y in place of z
	sweepUnscaledAxes     // 002: depths compared on axes of different lengths
	sweepZeroCross        // 000: the cross product of parallel edges tested as an axis
	sweepStillIsContact   // speed 0 and overlapping ends the search
	sweepStillLimits      // speed 0 and overlapping limits the contact to time 0
	sweepStillIgnored     // speed 0 and separated goes on
	sweepOpeningIsContact // touching at 0 and parting is a contact
	sweepExitBefore0      // an earliest exit before 0 is not looked at
	sweepMaxAboveMinusR   // 004: max R in place of max < -R, nothing is apart on the negative side
	sweepApartAtBothEnds  // 004: apart at both ends of the interval, on whichever side
	sweepAnyOverlap       // apart on one axis only is contact
	sweepMistakes
)

// sweepSharp is a convex solid for sweepReference: corners, and axes not normalised.
type sweepSharp struct{ corners, normals, edges []geom.Vec }

func sweepSharpBox(b *geom.OBB) sweepSharp {
	x, y, z := b.Axes.X.Scale(b.Half.X), b.Axes.Y.Scale(b.Half.Y), b.Axes.Z.Scale(b.Half.Z)
	return sweepSharp{sweepCorners(b), []geom.Vec{x.Cross(y), y.Cross(z), z.Cross(x)}, []geom.Vec{x, y, z}}
}

func sweepSharpTriangle(t *geom.Triangle) sweepSharp {
	u, v := t.B.Sub(t.A), t.C.Sub(t.A)
	return sweepSharp{[]geom.Vec{t.A, t.B, t.C}, []geom.Vec{u.Cross(v)}, []geom.Vec{u, v, v.Sub(u)}}
}

// sweepReference is the sweep as 000 has it, on corners, right or with one of the mistakes.
func sweepReference(a, b sweepSharp, va, vb geom.Vec, duration float64, mistake int) (Status, float64, geom.Vec) {
	v := vb.Sub(va)
	if mistake == sweepMinusYTwice {
		v.Z = v.Y
	}
	axes := append(append([]geom.Vec{}, a.normals...), b.normals...)
	for _, e := range a.edges {
		for _, f := range b.edges {
			if c := e.Cross(f); c != (geom.Vec{}) || mistake == sweepZeroCross {
				axes = append(axes, c)
			}
		}
	}
	first, last, gap := math.Inf(-1), math.Inf(1), math.Inf(-1)
	var firstN, gapN geom.Vec
	parting := false
	for _, n := range axes {
		if mistake != sweepUnscaledAxes {
			n = n.Scale(1 / n.Len()) // not a number for a zero axis
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range a.corners {
			for _, q := range b.corners {
				lo, hi = min(lo, n.Dot(q.Sub(p))), max(hi, n.Dot(q.Sub(p)))
			}
		}
		speed := n.Dot(v)
		if lo+hi < 0 {
			if mistake == sweepMaxAboveMinusR && hi < 0 {
				continue
			}
			n, lo, hi, speed = n.Neg(), -hi, -lo, -speed
		}
		if mistake == sweepApartAtBothEnds && lo > 0 && (lo+speed*duration > 0 || hi+speed*duration < 0) {
			return Miss, 0, geom.Vec{}
		}
		if lo > gap {
			gap, gapN = lo, n
		}
		parting = parting || lo == 0 && speed > 0
		in, out := -lo/speed, -hi/speed
		switch {
		case speed == 0 && lo <= 0:
			if mistake == sweepStillIsContact {
				return Overlapping, 0, n
			}
			if mistake == sweepStillLimits {
				last = min(last, 0)
			}
			continue
		case speed == 0:
			if mistake == sweepStillIgnored {
				continue
			}
			return Miss, 0, geom.Vec{}
		case speed > 0:
			in, out = out, in
		case math.IsNaN(speed):
			return Miss, 0, geom.Vec{}
		}
		if in > first {
			first, firstN = in, n
		}
		last = min(last, out)
	}
	if mistake != sweepAnyOverlap && first > last || first > duration || mistake != sweepExitBefore0 && last < 0 {
		return Miss, 0, geom.Vec{}
	}
	if parting && mistake != sweepOpeningIsContact {
		return Miss, 0, geom.Vec{}
	}
	if first < 0 {
		return Overlapping, 0, gapN
	}
	return Hit, first, firstN
}

// TestSweep_WithoutTheMistakesOfTheSources: for every mistake a case that the mistaken version gets wrong, which is
// checked, and that the sweeps of boxes and of triangles get right.
func TestSweep_WithoutTheMistakesOfTheSources(t *testing.T) {
	type v = geom.Vec
	unit := sweepCube(0, 0, 0, 1)
	long := geom.OBB{Axes: geom.Identity(), Half: v{X: 10, Y: 1, Z: 1}}
	for _, c := range []struct {
		mistake  int
		a, b     geom.OBB
		tri      geom.Triangle
		va, vb   v
		duration float64
		status   Status
		time     float64
		n        v
	}{
		// Only z differs: gap 5 - 2 closes at 2. The triangle lies in z = 5: gap 4.
		{sweepMinusYTwice, unit, sweepCube(0, 0, 5, 1), geom.Triangle{A: v{Z: 4}, B: v{X: 1, Z: 4}, C: v{Y: 1, Z: 4}}, v{}, v{Z: -2}, 9, Hit, 1.5, v{Z: 1}},
		// Overlaps: 0.5 along x, 0.25 along y. The normals are 1 long along x, 10 along y and z.
		{sweepUnscaledAxes, long, geom.OBB{C: v{X: 19.5, Y: 1.75}, Axes: long.Axes, Half: long.Half}, geom.Triangle{A: v{X: 9.5, Y: 0.75}, B: v{X: 12, Y: 0.75, Z: -0.5}, C: v{X: 12, Y: 0.75, Z: 0.5}}, v{}, v{X: 0.1}, 1, Overlapping, 0, v{Y: 1}},
		{sweepZeroCross, unit, sweepCube(5, 0, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillIsContact, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillLimits, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillIgnored, unit, sweepCube(5, 3, 0, 1), geom.Triangle{A: v{X: 4, Y: 2}, B: v{X: 4, Y: 3}, C: v{X: 4, Y: 2, Z: 1}}, v{}, v{X: -2}, 9, Miss, 0, v{}},
		{sweepOpeningIsContact, unit, sweepCube(2, 0.5, 0, 1), geom.Triangle{A: v{X: 1}, B: v{X: 1, Y: 1}, C: v{X: 1, Z: 1}}, v{}, v{X: 2}, 9, Miss, 0, v{}},
		{sweepExitBefore0, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{X: -1}, v{X: 1}, 9, Miss, 0, v{}},
		// On the negative side of x, gap 3 - 1 - sqrt 2, and not moving towards A along it.
		{sweepMaxAboveMinusR, unit, sweepTurned(sweepCube(-3, 5, 0, 1), 2), geom.Triangle{A: v{X: -4, Y: 4}, B: v{X: -5, Y: 4}, C: v{X: -4, Y: 4, Z: 1}}, v{}, v{Y: -2}, 9, Miss, 0, v{}},
		{sweepApartAtBothEnds, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepAnyOverlap, unit, sweepCube(5, 0, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -1, Y: 1}, 9, Miss, 0, v{}},
	} {
		tri := c.tri
		for shape := range 2 {
			a, b := sweepSharpBox(&c.a), sweepSharpBox(&c.b)
			got := SweepOBBs(&c.a, &c.b, c.va, c.vb, c.duration, 0)
			if shape == 1 {
				b = sweepSharpTriangle(&tri)
				got = SweepOBBTriangle(&c.a, &tri, c.va, c.vb, c.duration, 0)
			}
			status, time, n := sweepReference(a, b, c.va, c.vb, c.duration, sweepRight)
			if status != c.status || time != c.time || n != c.n {
				t.Errorf("mistake %d, shape %d: reference %v %v %v", c.mistake, shape, status, time, n)
			}
			if got.Status != c.status || got.Time != c.time || got.N != c.n {
				t.Errorf("mistake %d, shape %d: %v %v %v, want %v %v %v", c.mistake, shape, got.Status, got.Time, got.N, c.status, c.time, c.n)
			}
			status, time, n = sweepReference(a, b, c.va, c.vb, c.duration, c.mistake)
			if status == c.status && time == c.time && n == c.n {
				t.Errorf("mistake %d, shape %d: the case does not show it", c.mistake, shape)
			}
		}
	}
}
