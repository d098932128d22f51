package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// ellipsoidQuery is one random sweep.
type ellipsoidQuery struct {
	e    geom.Ellipsoid
	move geom.Vec
	t    geom.Triangle
}

func ellipsoidUnit(r *rand.Rand) geom.Vec {
	for {
		v := geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}
		if l := v.LenSq(); l > 0.01 && l < 1 {
			return v.Normalize()
		}
	}
}

// ellipsoidRandomTriangle returns a triangle in sphere space: of ordinary shape, large, small, a needle, or without
// area.
func ellipsoidRandomTriangle(r *rand.Rand) geom.Triangle {
	size := []float64{0.3, 1, 3, 3, 30, 1000}[r.IntN(6)]
	a := ellipsoidUnit(r).Scale(3 * r.Float64())
	t := geom.Triangle{A: a, B: a.AddScaled(ellipsoidUnit(r), size), C: a.AddScaled(ellipsoidUnit(r), size*r.Float64())}
	switch r.IntN(8) {
	case 0: // a needle, down to a width of 1e-12
		t.C = t.A.AddScaled(t.B.Sub(t.A), 1.5*r.Float64()).AddScaled(ellipsoidUnit(r), math.Pow(10, -12*r.Float64()))
	case 1: // no area, and now and then no length
		t.C = t.B
		if r.IntN(4) == 0 {
			t.B, t.C = t.A, t.A
		}
	}
	return t
}

// ellipsoidPointOf returns a point of t: inside, on an edge or a vertex.
func ellipsoidPointOf(r *rand.Rand, t *geom.Triangle) geom.Vec {
	u, w := r.Float64(), r.Float64()
	switch r.IntN(3) {
	case 0:
		return t.A
	case 1:
		return t.A.AddScaled(t.B.Sub(t.A), u)
	}
	if u+w > 1 {
		u, w = 1-u, 1-w
	}
	return t.A.AddScaled(t.B.Sub(t.A), u).AddScaled(t.C.Sub(t.A), w)
}

// ellipsoidRandomQuery constructs hard sweeps in sphere space and takes them to the world.
func ellipsoidRandomQuery(r *rand.Rand) ellipsoidQuery {
	t := ellipsoidRandomTriangle(r)
	p := ellipsoidPointOf(r, &t)
	var start, v geom.Vec
	u := ellipsoidUnit(r)
	near := math.Pow(10, -15*r.Float64()) * float64(1-2*r.IntN(2))
	if r.IntN(4) == 0 {
		near = 1e-15 + 2e-14*r.Float64()
	}
	switch r.IntN(9) {
	case 0, 1, 2: // towards a point of the triangle, with some aside
		start = p.AddScaled(u, 0.5+3*r.Float64())
		v = p.Sub(start).Scale(2*r.Float64()).AddScaled(ellipsoidUnit(r), r.Float64())
	case 3: // grazing: passes p at a distance near 1
		d := u.Perpendicular()
		start = p.AddScaled(u, 1+near).AddScaled(d, -2)
		v = d.Scale(4 * r.Float64())
	case 4: // parallel to the plane, near touching it, coming from outside of the triangle
		n, d := t.Normal(), t.B.Sub(t.A).Normalize()
		d = d.AddScaled(n.Cross(d), 2*r.Float64()-1).Normalize()
		start = p.AddScaled(n, 1+near).AddScaled(d, -3)
		v = d.Scale(5)
	case 5: // along an edge, exactly or nearly
		d := t.B.Sub(t.A).Normalize()
		start = p.AddScaled(u, 0.9+0.3*r.Float64()).AddScaled(d, -4)
		v = d.Scale(5).AddScaled(ellipsoidUnit(r), math.Abs(near))
	case 6: // touching at the start
		start = p.AddScaled(u, 1)
		v = ellipsoidUnit(r).Scale(r.Float64())
	// Between the planes that touch, from beside the triangle, parallel or slanting: straddles the plane all the way.
	case 7:
		n, d := t.Normal(), t.Centroid().Sub(p)
		if d = d.AddScaled(ellipsoidUnit(r), 0.1); n == (geom.Vec{}) {
			n = d.Perpendicular()
		}
		d = d.AddScaled(n, -n.Dot(d)).Normalize()
		h := 2*r.Float64() - 1
		start = p.AddScaled(d, -1-2*r.Float64()).AddScaled(n, h)
		v = d.Scale(4 * r.Float64())
		if r.IntN(2) == 0 {
			v = v.AddScaled(n, (2*r.Float64()-1)*(1-math.Abs(h)))
		}
	case 8: // anything
		start, v = ellipsoidUnit(r).Scale(4*r.Float64()), ellipsoidUnit(r).Scale(5*r.Float64())
	}
	radii := []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 0.05, Y: 1, Z: 0.25}, {X: 20, Y: 1, Z: 5}, {X: 1, Y: 20, Z: 5}, {X: 0.3, Y: 0.3, Z: 0.9}, {}}[r.IntN(6)]
	if radii.X == 0 { // any ratios up to 1:20, any sizes from a millimetre to a hundred metres
		size := math.Pow(10, 3*r.Float64()-2)
		radii = geom.Vec{X: math.Pow(20, r.Float64()), Y: math.Pow(20, r.Float64()), Z: math.Pow(20, r.Float64())}.Scale(size / 2)
	}
	off := geom.Vec{X: 1, Y: -2, Z: 0.5}.Scale([]float64{0, 1, 100}[r.IntN(3)])
	w := func(x geom.Vec) geom.Vec { return x.Mul(radii).Add(off) }
	return ellipsoidQuery{
		e:    geom.Ellipsoid{C: w(start), R: radii},
		move: v.Mul(radii),
		t:    geom.Triangle{A: w(t.A), B: w(t.B), C: w(t.C)},
	}
}

// ellipsoidClasses counts the sweeps of a kind.
type ellipsoidClasses map[string]int

// note counts the hard kinds that q belongs to, whatever its answer, and those of a hit.
func (c ellipsoidClasses) note(q *ellipsoidQuery, h *EllipsoidHit) {
	inv := geom.Vec{X: 1, Y: 1, Z: 1}.Div(q.e.R)
	p := [3]geom.Vec{q.t.A.Sub(q.e.C).Mul(inv), q.t.B.Sub(q.e.C).Mul(inv), q.t.C.Sub(q.e.C).Mul(inv)}
	v := q.move.Mul(inv)
	e0, e1 := p[1].Sub(p[0]), p[2].Sub(p[0])
	n, long := e0.Cross(e1), math.Max(e0.Len(), math.Max(e1.Len(), e1.Sub(e0).Len()))
	switch area := n.Len(); {
	case area <= 1e-12*long*long:
		c["zero area"]++
		return
	case area < 1e-3*long*long:
		c["needle"]++
	}
	n = n.Normalize()
	sd, vn := -n.Dot(p[0]), n.Dot(v)
	in := math.Abs(sd) < 1-1e-6
	if in && h.Status != Overlapping {
		c["embedded"]++
	}
	if math.Abs(vn) < 1e-12*v.Len() {
		c["parallel"]++
	}
	if h.Status == Hit && h.T > 0 && in && math.Abs(sd+vn) < 1-1e-6 {
		c["hit, straddling"]++
	}
}

func TestSweepEllipsoid_EqualsExact(t *testing.T) { ellipsoidEqualsExact(t, 1, geomtest.Trials(20000)) }

// ellipsoidEqualsExact runs n random sweeps against the oracle: no false negative; no hit without a distance at T of at
// most 1e-9 radii; nothing that is not finite.
func ellipsoidEqualsExact(t *testing.T, seed uint64, n int) {
	r := rand.New(rand.NewPCG(seed, 2))
	seen := ellipsoidClasses{}
	worst := 0.0 // largest error of a distance, in units of the tolerance
	for i := range n {
		q := ellipsoidRandomQuery(r)
		h := SweepEllipsoidTriangle(&q.e, q.move, &q.t, 0)
		seen.note(&q, &h)
		tri, v := ellipsoidSpace(&q.e, q.move, &q.t)
		zero := ellipsoidBigVec(geom.Vec{})
		d0 := ellipsoidExcess(ellipsoidPointTriangle(zero, &tri))
		fail := func(what string, x float64) {
			t.Fatalf("sweep %d: %s %g; start %g, tolerance %g\nhit %+v\nquery %+v", i, what, x, d0, h.Tolerance, h, q)
		}
		kind, _ := h.FeatureOf()
		switch h.Status {
		case Miss:
			seen["miss"]++
			gap := ellipsoidExcess(ellipsoidWay(zero, v, &tri))
			if gap < 0 && d0 > 1e-9 {
				fail("false negative: the way comes as near as 1 +", gap)
			}
			if gap < -1e-9 {
				fail("sinks without a hit:", gap)
			}
			if d0 > 1e-9 && gap < 1e-9 {
				seen["near miss"]++
			}
			if d0 < 1e-9 {
				seen["touching, no hit"]++
			}
		case Hit:
			if h.T == 0 {
				seen["touching, hit"]++
			} else {
				seen[[]string{"vertex", "edge", "face"}[kind]]++
			}
			at := v.along(v, ellipsoidF(h.T-1))
			early := ellipsoidExcess(ellipsoidPointTriangle(at, &tri))
			late := ellipsoidExcess(ellipsoidWay(zero, ellipsoidBigVec(geom.Vec{}).along(v, ellipsoidF(h.T)), &tri))
			if early > 1e-9 {
				fail("early or false positive: distance at T is 1 +", early)
			}
			if late < -1.25*h.Tolerance { // the band of touching at T = 0, found with the error below
				fail("late: distance until T is 1 +", late)
			}
			if h.T > 0 {
				worst = max(worst, -late/h.Tolerance)
			}
			if early > 5e-15 {
				seen["graze above the surface"]++
			}
		case Overlapping:
			seen["overlap"]++
			if d0 >= 0 {
				fail("overlap reported at distance 1 +", d0)
			}
			out := q.e
			out.C = out.C.AddScaled(h.N, -h.Depth)
			tri, _ := ellipsoidSpace(&out, q.move, &q.t)
			// Besides, the moved centre is rounded: an ulp of its coordinates, below 256, is 2.8e-14 m; those beyond,
			// an ulp each.
			ulp := math.Max(2.8e-14, 2.3e-16*out.C.MaxAbs()) / math.Min(q.e.R.X, math.Min(q.e.R.Y, q.e.R.Z))
			if d := ellipsoidExcess(ellipsoidPointTriangle(zero, &tri)); d < -h.Tolerance-ulp {
				fail("after the push-out the distance is 1 +", d)
			}
		}
		if d0 < -1e-9 && h.Status != Overlapping {
			fail("overlap at the start not reported", d0)
		}
		if h.Status != Miss && !(math.Abs(h.N.Len()-1) < 1e-12 && h.P.IsFinite()) || !(h.T >= 0 && h.T <= 1 && h.Depth >= 0 && h.Depth < 1e3 && h.Distance >= 0) {
			fail("normal, point, time or depth is bad", h.N.Len())
		}
	}
	t.Logf("%d sweeps %v; worst lateness %.3f of the tolerance", n, seen, worst)
	for _, k := range []string{"miss", "near miss", "touching, no hit", "touching, hit", "vertex", "edge", "face", "overlap", "graze above the surface", "zero area", "needle", "embedded", "parallel", "hit, straddling"} {
		if seen[k] < n/400 {
			t.Errorf("only %d sweeps with %q", seen[k], k)
		}
	}
	if worst > 0.25 {
		t.Errorf("lateness %g of the tolerance, documented as a quarter", worst)
	}
}
