package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func TestSweepOBBTriangle_Tables(t *testing.T) {
	type v = geom.Vec
	tri := func(ax, ay, az, bx, by, bz, cx, cy, cz float64) geom.Triangle {
		return geom.Triangle{A: v{X: ax, Y: ay, Z: az}, B: v{X: bx, Y: by, Z: bz}, C: v{X: cx, Y: cy, Z: cz}}
	}
	inf, r2 := math.Inf(1), math.Sqrt2
	unit := sweepCube(0, 0, 0, 1)
	facing := tri(4, 0, 0, 4, 0.5, 0, 4, 0, 0.5)
	ground := tri(-100, -100, 0, 100, -100, 0, 0, 100, 0)
	for _, c := range []struct {
		name             string
		a                geom.OBB
		t                geom.Triangle
		va, vb           v
		duration, margin float64
		status           Status
		time, exit       float64
		n                v
		set              []v
		tolTime, tolAt   float64
	}{
		{name: "face on face", a: unit, t: facing, vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1}, set: []v{{X: 1}, {X: 1, Y: 0.5}, {X: 1, Z: 0.5}}},
		{name: "face on face, the other way round", a: unit, t: tri(4, 0, 0, 4, 0, 0.5, 4, 0.5, 0), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1},
			set: []v{{X: 1}, {X: 1, Y: 0.5}, {X: 1, Z: 0.5}}},
		{name: "from the negative side", a: unit, t: tri(-4, 0, 0, -4, 0.5, 0, -4, 0, 0.5), vb: v{X: 2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: -1},
			set: []v{{X: -1}, {X: -1, Y: 0.5}, {X: -1, Z: 0.5}}},
		{name: "box onto the ground", a: sweepCube(0, 0, 3, 1), t: ground, va: v{Z: -4}, duration: 1, status: Hit, time: 0.5, exit: 1, n: v{Z: -1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-15},
		{name: "box through the ground", a: sweepCube(0, 0, 3, 1), t: ground, va: v{Z: -1e5}, duration: 1, status: Hit, time: 2e-5, exit: 4e-5, n: v{Z: -1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-15, tolTime: 1e-20},
		{name: "box from below", a: sweepCube(0, 0, -3, 1), t: ground, va: v{Z: 4}, duration: 1, status: Hit, time: 0.5, exit: 1, n: v{Z: 1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-15},
		{name: "edge of the box", a: sweepTurned(sweepCube(0, 0, 3, 1), 0), t: ground, va: v{Z: -1}, duration: 9, status: Hit, time: 3 - r2, exit: 3 + r2, n: v{Z: -1},
			set: []v{{X: -1}, {X: 1}}, tolTime: 1e-15, tolAt: 1e-15},
		// The plane of the triangle is z = 0, its edge from (4, -3) to (4, 3) comes first.
		{name: "edge-on", a: unit, t: tri(4, -3, 0, 4, 3, 0, 7, 0, 0), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 4, n: v{X: 1},
			set: []v{{X: 1, Y: -1}, {X: 1, Y: 1}}},
		{name: "edge-on, flush with the top", a: unit, t: tri(4, -3, 1, 4, 3, 1, 7, 0, 1), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 4, n: v{X: 1},
			set: []v{{X: 1, Y: -1, Z: 1}, {X: 1, Y: 1, Z: 1}}},
		{name: "edge-on, above the top", a: unit, t: tri(4, -3, 1.00001, 4, 3, 1.00001, 7, 0, 1.00001), vb: v{X: -2}, duration: 9, status: Miss},
		{name: "vertex on face", a: unit, t: tri(4, 0.25, 0.5, 6, 0, 0, 6, 1, 0.75), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1},
			set: []v{{X: 1, Y: 0.25, Z: 0.5}}},
		{name: "edges crossed", a: sweepTurned(unit, 2), t: tri(4, -3, 0.5, 4, 3, 0.5, 7, 0, 0.5), vb: v{X: -1}, duration: 9, status: Hit, time: 4 - r2, exit: 7 + r2, n: v{X: 1},
			set: []v{{X: r2, Z: 0.5}}, tolTime: 1e-15, tolAt: 1e-15},
		{name: "vertex on vertex", a: unit, t: tri(4, 4, 4, 9, 5, 5, 5, 9, 5), vb: v{X: -1, Y: -1, Z: -1}, duration: 9, status: Hit, time: 3, exit: 6,
			n: v{X: 1 / math.Sqrt(3), Y: 1 / math.Sqrt(3), Z: 1 / math.Sqrt(3)}, set: []v{{X: 1, Y: 1, Z: 1}}, tolAt: 0.35, tolTime: 4},
		{name: "partly off the face", a: unit, t: tri(4, 0.5, 0, 4, 2.5, 0, 4, 0.5, 2), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1},
			set: []v{{X: 1, Y: 0.5}, {X: 1, Y: 1}, {X: 1, Y: 1, Z: 1}, {X: 1, Y: 0.5, Z: 1}}},
		{name: "both move", a: unit, t: facing, va: v{X: 1, Y: 8}, vb: v{X: -1, Y: 8}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1},
			set: []v{{X: 2.5, Y: 12}, {X: 2.5, Y: 12.5}, {X: 2.5, Y: 12, Z: 0.5}}},
		{name: "parting", a: unit, t: facing, vb: v{X: 2}, duration: 9, status: Miss},
		{name: "passing", a: unit, t: facing, vb: v{X: -1, Z: 2}, duration: 9, status: Miss},
		{name: "past a slanted edge", a: unit, t: tri(4, 1.5, 1, 4, 1, 1.5, 4, 9, 9), vb: v{X: -2}, duration: 9, status: Miss},
		{name: "apart, at rest", a: unit, t: facing, duration: 1e3, status: Miss},
		{name: "resting on the ground", a: sweepCube(0, 0, 1, 1), t: ground, duration: 1, status: Overlapping, exit: inf, n: v{Z: -1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-14},
		{name: "sliding on the ground", a: sweepCube(0, 0, 1, 1), t: ground, va: v{X: 3}, duration: 1, status: Overlapping, n: v{Z: -1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-14, tolTime: inf},
		{name: "lifted off the ground", a: sweepCube(0, 0, 1, 1), t: ground, va: v{X: 3, Z: 1e-6}, duration: 1, status: Miss},
		{name: "pressed on the ground", a: sweepCube(0, 0, 1, 1), t: ground, va: v{X: 3, Z: -1}, duration: 1, status: Hit, exit: 2, n: v{Z: -1},
			set: []v{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, tolAt: 1e-14},
		{name: "deep inside", a: unit, t: tri(0.25, 0, 0, 0.25, 0.5, 0, 0.25, 0, 0.5), vb: v{X: 1}, duration: 1, status: Overlapping, exit: 0.75, n: v{Y: 1}, tolAt: 2},
		{name: "margin", a: unit, t: facing, vb: v{X: -2}, duration: 9, margin: 0.5, status: Hit, time: 1.25, exit: 2.75, n: v{X: 1},
			set: []v{{X: 1.25}, {X: 1.25, Y: 0.5}, {X: 1.25, Z: 0.5}}},
		{name: "triangle without area", a: unit, t: tri(4, -0.5, 0, 4, 0, 0, 4, 0.5, 0), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1},
			set: []v{{X: 1, Y: -0.5}, {X: 1, Y: 0.5}}},
		{name: "triangle without length", a: unit, t: tri(4, 0.5, 0, 4, 0.5, 0, 4, 0.5, 0), vb: v{X: -2}, duration: 9, status: Hit, time: 1.5, exit: 2.5, n: v{X: 1},
			set: []v{{X: 1, Y: 0.5}}},
		{name: "1e5 m/s for 1e-9 s", a: unit, t: tri(1+0x1p-15, 0, 0, 1+0x1p-15, 0.5, 0, 1+0x1p-15, 0, 0.5), vb: v{X: -1e5}, duration: 1e-9, status: Hit, time: 0x1p-15 / 1e5,
			exit: (2 + 0x1p-15) / 1e5, n: v{X: 1}, set: []v{{X: 1}, {X: 1, Y: 0.5}, {X: 1, Z: 0.5}}, tolAt: 1e-15},
		{name: "1e5 m/s for 1000 s", a: unit, t: tri(1e8, 0, 0, 1e8, 0.5, 0, 1e8, 0, 0.5), vb: v{X: -1e5}, duration: 1e3, status: Hit, time: 1000 - 1e-5,
			exit: 1000 + 1e-5, n: v{X: 1}, set: []v{{X: 1}, {X: 1, Y: 0.5}, {X: 1, Z: 0.5}}, tolTime: 1e-12, tolAt: 1e-7},
	} {
		got := SweepOBBTriangle(&c.a, &c.t, c.va, c.vb, c.duration, c.margin)
		if got.Status != c.status || math.Abs(got.Time-c.time) > c.tolTime || got.Exit != c.exit && math.Abs(got.Exit-c.exit) > c.tolTime {
			t.Errorf("%s: status %v time %v exit %v, want %v %v %v", c.name, got.Status, got.Time, got.Exit, c.status, c.time, c.exit)
		}
		if got.N.Sub(c.n).MaxAbs() > c.tolAt {
			t.Errorf("%s: n %v, want %v", c.name, got.N, c.n)
		}
		if !sweepSetHas(&got.Set, c.set, c.tolAt) {
			t.Errorf("%s: set %v, want %v", c.name, got.Set.Points[:got.Set.Count], c.set)
		}
	}
}

// sweepTriangleQuery is a random query of a box and a triangle.
type sweepTriangleQuery struct {
	sweepPair
	t geom.Triangle
}

// The kinds of random queries of a box and a triangle.
const (
	sweepAnyTriangle   = iota
	sweepFlatTriangle  // parallel to a face of the box
	sweepEdgeTriangle  // an edge parallel to an edge of the box
	sweepTiltTriangle  // as the last two, turned by 1e-12 to 1e-3
	sweepGridTriangle  // coordinates in eighths, box along the world axes: exact ties
	sweepThinTriangle  // a sliver
	sweepTouchTriangle // a vertex on a vertex of the box, or an edge on an edge
	sweepTriangleKinds
)

func sweepRandomTriangle(rng *rand.Rand, kind int) sweepTriangleQuery {
	var q sweepTriangleQuery
	q.sweepPair = sweepRandomPair(rng, sweepGeneric)
	a := &q.a
	size := sweepLog(rng, 0.1, 10) * a.Size()
	side := func() geom.Vec { return sweepUnit(rng).Scale(size * (0.2 + rng.Float64())) }
	u, v := side(), side()
	flat := func(x geom.Vec) geom.Vec { return x.Sub(a.Axes.Z.Scale(x.Dot(a.Axes.Z))) }
	edge := kind == sweepEdgeTriangle || kind == sweepTiltTriangle && rng.IntN(2) == 0
	switch {
	case edge:
		u = a.Axes.X.Scale(u.Len())
	case kind == sweepFlatTriangle || kind == sweepTiltTriangle:
		u, v = flat(u), flat(v)
	case kind == sweepThinTriangle:
		v = u.Scale(rng.Float64()).Add(sweepUnit(rng).Scale(size * sweepLog(rng, 1e-11, 1e-2)))
	}
	if kind == sweepTiltTriangle {
		turn := geom.AxisAngle(sweepUnit(rng), sweepLog(rng, 1e-12, 1e-3))
		u, v = turn.Rotate(u), turn.Rotate(v)
	}
	if kind == sweepGridTriangle {
		eighths := func(n int) float64 { return float64(rng.IntN(n)) / 8 }
		point := func() geom.Vec { return geom.Vec{X: eighths(80) - 5, Y: eighths(80) - 5, Z: eighths(80) - 5} }
		*a = geom.OBB{Axes: geom.Identity(), Half: geom.Vec{X: 1 + eighths(8), Y: 1 + eighths(8), Z: 1 + eighths(8)}}
		q.va, q.vb, q.duration = geom.Vec{}, geom.Vec{X: eighths(33) - 2, Y: eighths(33) - 2, Z: eighths(33) - 2}, 8*rng.Float64()
		q.t = geom.Triangle{A: point(), B: point(), C: point()}
		if rng.IntN(2) == 0 {
			q.t.B.X = q.t.A.X
		}
		if rng.IntN(2) == 0 {
			q.t.C.X = q.t.A.X
		}
		return q
	}
	// The middle of the triangle passes through the box.
	d := a.Axes.ApplyT(a.Half.Mul(geom.Vec{X: rng.Float64()*4 - 2, Y: rng.Float64()*4 - 2, Z: rng.Float64()*4 - 2})).Sub(u.Add(v).Scale(1.0 / 3))
	if kind == sweepTouchTriangle {
		// The corner of the box farthest along n meets that of the triangle farthest along -n.
		n := sweepUnit(rng)
		s := geom.Vec{X: math.Copysign(a.Half.X, n.Dot(a.Axes.X)), Y: math.Copysign(a.Half.Y, n.Dot(a.Axes.Y)), Z: math.Copysign(a.Half.Z, n.Dot(a.Axes.Z))}
		if n.Dot(u) < 0 {
			u = u.Neg()
		}
		if n.Dot(v) < 0 {
			v = v.Neg()
		}
		if rng.IntN(2) == 0 { // an edge along the box's
			u = a.Axes.X.Scale(u.Len())
			n = n.Sub(a.Axes.X.Scale(n.Dot(a.Axes.X))).Normalize()
			if n.Dot(v) < 0 {
				v = v.Neg()
			}
			s.X = 0
		}
		d = a.Axes.ApplyT(s)
		at := sweepMotion(rng, &q.sweepPair, d, a.Half.Len()+size)
		if w := q.vb.Sub(q.va); w.Dot(n) > 0 {
			at = a.C.Add(d.Scale(2)).Sub(at.Sub(a.C))
			q.vb = q.va.Sub(w)
		}
		q.t = geom.Triangle{A: at, B: at.Add(u), C: at.Add(v)}
		return q
	}
	at := sweepMotion(rng, &q.sweepPair, d, a.Half.Len()+size)
	q.t = geom.Triangle{A: at, B: at.Add(u), C: at.Add(v)}
	return q
}

// offTriangle returns the distance of p from triangle t moved for a time at velocity v, in 320 bits: slivers have no
// normal in double precision.
func (o *sweepExact) offTriangle(p geom.Vec, t *geom.Triangle, v geom.Vec, time float64) float64 {
	q := o.sub(o.vec(p), o.scale(o.vec(v), time))
	corners := [3]sweepBig{o.vec(t.A), o.vec(t.B), o.vec(t.C)}
	n := o.cross(o.sub(corners[1], corners[0]), o.sub(corners[2], corners[0]))
	best := math.Inf(1)
	inside := o.dot(n, n).Sign() != 0
	for i, c := range corners {
		e, w := o.sub(corners[(i+1)%3], c), o.sub(q, c)
		s := 0.0
		if l := o.dot(e, e); l.Sign() > 0 {
			s, _ = o.op().Quo(o.dot(w, e), l).Float64()
		}
		d := o.sub(w, o.scale(e, min(max(s, 0), 1)))
		square, _ := o.dot(d, d).Float64()
		best = min(best, math.Sqrt(square))
		inside = inside && o.dot(n, o.cross(e, w)).Sign() >= 0
	}
	if !inside {
		return best
	}
	h, _ := o.dot(n, o.sub(q, corners[0])).Float64()
	square, _ := o.dot(n, n).Float64()
	return math.Abs(h) / math.Sqrt(square)
}

// TestSweepOBBTriangle_EqualsExact: against separating axes in 320 bits, over all kinds of contact.
func TestSweepOBBTriangle_EqualsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	var o sweepExact
	var status [3]int
	kinds := map[string]int{}
	undecided, near, thin := 0, 0, 0
	for i := range geomtest.Trials(9100) {
		kind := i % sweepTriangleKinds
		q := sweepRandomTriangle(rng, kind)
		got := SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
		o.used = 0
		r := o.sweep(o.box(&q.a), o.triangle(&q.t), q.va, q.vb, q.duration, 0)
		bounds := q.t.Bounds()
		size := max(q.a.Size(), bounds.Size().MaxAbs()/2)
		v := q.vb.Sub(q.va)
		distance := v.Len() * got.Time
		for _, p := range []geom.Vec{q.t.A, q.t.B, q.t.C} {
			distance = max(distance, p.Sub(q.a.C).Len())
		}
		if !sweepCheck(t, &o, &got, r, size, distance, q.duration) {
			undecided++
			if kind == sweepAnyTriangle || kind == sweepFlatTriangle {
				t.Fatalf("kind %d: %v, want %v", kind, got.Status, r.status)
			}
			continue
		}
		status[got.Status]++
		if got.Status != Hit {
			continue
		}
		if r.minSine > 5e-10 && r.minSine < 1e-6 {
			near++
		}
		if kind == sweepThinTriangle && q.t.AreaNormal().Len() < 1e-7*size*size {
			thin++
		}
		coordinates := q.a.C.MaxAbs() + max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())
		tol := 1e-9*size + 16*0x1p-52*(distance+coordinates+(q.va.MaxAbs()+q.vb.MaxAbs())*got.Time)
		if kind == sweepAnyTriangle && r.second < -4*tol && math.Abs(r.speed) > 1e-6*v.Len() && got.N.Sub(r.n).MaxAbs() > 1e-12 {
			t.Fatalf("kind %d: normal %v, want %v", kind, got.N, r.n)
		}
		for _, p := range got.Set.Points[:got.Set.Count] {
			if e := max(sweepOnBox(p, &q.a, q.va.Scale(got.Time)), o.offTriangle(p, &q.t, q.vb, got.Time)); e > tol {
				t.Fatalf("kind %d: point %v is %g off, bound %g", kind, p, e, tol)
			}
		}
		if kind == sweepTiltTriangle || kind == sweepThinTriangle || tol > 1e-8*min(q.a.Size(), size) {
			continue // features within the tolerance of one another are of no definite kind
		}
		na, nb := sweepExtremal(sweepCorners(&q.a), got.N, tol), sweepExtremal([]geom.Vec{q.t.A, q.t.B, q.t.C}, got.N.Neg(), tol)
		kinds[sweepKindOf(t, na, nb, &got.Set)]++
	}
	t.Logf("miss, hit, overlapping: %v; undecided %d; near parallel hits %d; thin hits %d; %v", status, undecided, near, thin, kinds)
	for _, k := range []string{"face-face", "face-edge", "edges crossed", "edges parallel", "vertex-face", "vertex-vertex"} {
		if kinds[k] < geomtest.Trials(20) {
			t.Errorf("%d contacts %s", kinds[k], k)
		}
	}
	if min(status[0], status[1], status[2]) < geomtest.Trials(500) || near < geomtest.Trials(30) || thin < geomtest.Trials(30) || undecided > geomtest.Trials(150) {
		t.Errorf("miss, hit, overlapping: %v; undecided %d; near parallel hits %d; thin hits %d", status, undecided, near, thin)
	}
}

// TestSweepOBBTriangle_VertexOrder: turning the triangle's vertices around or over changes nothing that counts.
func TestSweepOBBTriangle_VertexOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	hits := 0
	for i := range 4000 {
		kind := i % 2 * sweepGridTriangle
		q := sweepRandomTriangle(rng, kind)
		s := SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
		for _, u := range []geom.Triangle{{A: q.t.B, B: q.t.C, C: q.t.A}, {A: q.t.A, B: q.t.C, C: q.t.B}} {
			z := SweepOBBTriangle(&q.a, &u, q.va, q.vb, q.duration, 0)
			v := q.vb.Sub(q.va)
			bounds := u.Bounds()
			tol := 1e-13*max(q.a.Size(), bounds.Size().MaxAbs()) + 16*0x1p-52*(v.Len()*s.Time+bounds.Grow(q.a.C.MaxAbs()).Max.MaxAbs())
			if s.Status != z.Status || math.Abs((s.Time-z.Time)*v.Dot(s.N)) > tol || s.Set.Count != z.Set.Count || s.N.Sub(z.N).MaxAbs() > 1e-12 {
				t.Fatalf("kind %d: %v %v %v, reordered %v %v %v", kind, s.Status, s.Time, s.N, z.Status, z.Time, z.N)
			}
		}
		if s.Status == Hit {
			hits++
		}
	}
	if hits < 800 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBTriangle_QuarterTurn: turning everything by 90° about z turns the result.
func TestSweepOBBTriangle_QuarterTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: -v.Y, Y: v.X, Z: v.Z} }
	hits := 0
	for range 4000 {
		q := sweepRandomTriangle(rng, sweepGridTriangle)
		a := geom.OBB{C: turn(q.a.C), Axes: geom.Mat3{X: turn(q.a.Axes.X), Y: turn(q.a.Axes.Y), Z: turn(q.a.Axes.Z)}, Half: q.a.Half}
		u := geom.Triangle{A: turn(q.t.A), B: turn(q.t.B), C: turn(q.t.C)}
		s := SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
		g := SweepOBBTriangle(&a, &u, turn(q.va), turn(q.vb), q.duration, 0)
		if s.Status != g.Status || math.Abs(s.Time-g.Time) > 1e-13 || turn(s.N).Sub(g.N).MaxAbs() > 1e-13 || s.Set.Count != g.Set.Count {
			t.Fatalf("%v %v %v, turned %v %v %v", s.Status, s.Time, s.N, g.Status, g.Time, g.N)
		}
		if s.Status == Hit {
			hits++
		}
	}
	if hits < 500 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBTriangle_Galilean: a common velocity on the grid of the velocities changes no bit of the time.
func TestSweepOBBTriangle_Galilean(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	for range 2000 {
		q := sweepRandomTriangle(rng, sweepGridTriangle)
		c := geom.Vec{X: 12345.5, Y: -77.25, Z: 3}
		s := SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
		g := SweepOBBTriangle(&q.a, &q.t, q.va.Add(c), q.vb.Add(c), q.duration, 0)
		if s.Status != g.Status || s.Time != g.Time || s.N != g.N || s.Set.Count != g.Set.Count {
			t.Fatalf("%v %v %v, moving together %v %v %v", s.Status, s.Time, s.N, g.Status, g.Time, g.N)
		}
	}
}

func TestSweepOBBTriangle_NoAllocations(t *testing.T) {
	a := sweepCube(0, 0, 3, 1)
	ground := geom.Triangle{A: geom.Vec{X: -10, Y: -10}, B: geom.Vec{X: 10, Y: -10}, C: geom.Vec{Y: 10}}
	if n := testing.AllocsPerRun(100, func() {
		if SweepOBBTriangle(&a, &ground, geom.Vec{Z: -1}, geom.Vec{}, 10, 0).Status != Hit {
			t.Fatal("no hit")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSweepOBBTriangle(b *testing.B) {
	rng := rand.New(rand.NewPCG(29, 30))
	for _, c := range []struct {
		name   string
		kind   int
		status Status
	}{{"hit", sweepAnyTriangle, Hit}, {"hit-face-face", sweepFlatTriangle, Hit}, {"overlapping", sweepAnyTriangle, Overlapping}, {"miss", sweepAnyTriangle, Miss}} {
		var queries []sweepTriangleQuery
		for len(queries) < 256 {
			q := sweepRandomTriangle(rng, c.kind)
			if SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0).Status == c.status {
				queries = append(queries, q)
			}
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				q := &queries[i&255]
				SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
				i++
			}
		})
	}
}
