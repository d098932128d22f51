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
	sines := make([]float64, len(axes))
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
		root := new(big.Float).SetPrec(64) // of what only needs a double's digits
		inv, _ := root.Sqrt(ll).Float64()
		inv = 1 / inv
		loA, hiA := o.reach(a, n)
		loB, hiB := o.reach(b, n)
		p := o.dot(n, d)
		lo, hi := o.op().Sub(o.op().Add(p, loB), hiA), o.op().Sub(o.op().Add(p, hiB), loA)
		if margin != 0 {
			m := o.op().Mul(o.float(margin), o.op().Sqrt(ll))
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

// sweepLog returns a number between lo and hi, its logarithm evenly spread.
func sweepLog(rng *rand.Rand, lo, hi float64) float64 {
	return lo * math.Pow(hi/lo, rng.Float64())
}
