package narrowphase

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// turnedHull returns a box as the hull of its corners, which are turned already, about its centre.
func turnedHull(t testing.TB, b *geom.OBB) Convex {
	at := *b
	at.C = geom.Vec{}
	s, err := geom.NewConvex(sweepCorners(&at))
	if err != nil {
		t.Fatal(err)
	}
	return Convex{&s, geom.Transform{P: b.C, Q: geom.IdentityQuat()}}
}

func TestSweepHulls_TablesOfBoxes(t *testing.T) {
	for _, c := range sweepTable() {
		a, b := turnedHull(t, &c.a), turnedHull(t, &c.b)
		got := SweepHulls(&a, &b, c.va, c.vb, c.duration, c.margin)
		tol := max(c.tolTime, 1e-15)
		if got.Status != c.status || math.Abs(got.Time-c.time) > tol || got.Exit != c.exit && math.Abs(got.Exit-c.exit) > tol {
			t.Errorf("%s: status %v time %v exit %v, want %v %v %v", c.name, got.Status, got.Time, got.Exit, c.status, c.time, c.exit)
		}
		if got.N.Sub(c.n).MaxAbs() > max(c.tolAt, 1e-15) {
			t.Errorf("%s: n %v, want %v", c.name, got.N, c.n)
		}
		if !sweepSetHas(&got.Set, c.set, max(c.tolAt, 1e-15)) {
			t.Errorf("%s: set %v, want %v", c.name, got.Set.Points[:got.Set.Count], c.set)
		}
	}
}

// polyhedron returns a hull at its pose for the oracle: the vertices turned in double precision, all else exact.
func (o *sweepExact) polyhedron(c *Convex) *sweepSolid {
	h := c.Shape.Hull
	m := c.Pose.Q.Mat3()
	v := make([]sweepBig, len(h.Vertices))
	for i, p := range h.Vertices {
		v[i] = o.vec(m.Apply(p))
	}
	s := &sweepSolid{base: o.vec(c.Pose.P)}
	for k := range s.base {
		s.base[k] = o.op().Add(s.base[k], v[0][k])
	}
	for _, p := range v[1:] {
		s.gen = append(s.gen, o.sub(p, v[0]))
	}
	for f := range h.Faces {
		c := h.Face(int32(f))
		s.normals = append(s.normals, o.cross(o.sub(v[c[1]], v[c[0]]), o.sub(v[c[2]], v[c[0]])))
	}
	for _, e := range h.Edges {
		s.edges = append(s.edges, o.sub(v[e.B], v[e.A]))
	}
	return s
}

// outside returns how far p is outside a hull that has moved by d.
func outside(p geom.Vec, c *Convex, d geom.Vec) float64 {
	l := c.Pose.Q.RotateInv(p.Sub(c.Pose.P.Add(d)))
	out := math.Inf(-1)
	for _, f := range c.Shape.Hull.Faces {
		out = max(out, f.Plane.N.Dot(l)-f.Plane.D)
	}
	return out
}

// The kinds of random pairs of hulls: those of boxes, and then these.
const (
	hullBalls    = sweepKinds + iota // hulls of 4 to 9 random points, turned
	hullSpikes                       // tetrahedra of which one corner is far
	hullGrid                         // corners in small integers, not turned: exact ties
	hullSameFace                     // a prism on a prism, on an axis in common
	hullKinds
)

func randomHulls(t testing.TB, rng *rand.Rand, kind int) (a, b Convex, p sweepPair) {
	if kind < sweepKinds {
		p = sweepRandomPair(rng, kind)
		return turnedHull(t, &p.a), turnedHull(t, &p.b), p
	}
	shape := func() *geom.Shape {
		switch kind {
		case hullSpikes:
			s, err := geom.NewConvex([]geom.Vec{randomDir(rng), randomDir(rng), randomDir(rng), randomDir(rng).Scale(20)})
			if err != nil {
				t.Fatal(err)
			}
			return &s
		case hullGrid:
			for {
				var pts []geom.Vec
				for range 4 + rng.IntN(5) {
					pts = append(pts, geom.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5) - 2), Z: float64(rng.IntN(5) - 2)})
				}
				if s, err := geom.NewConvex(pts); err == nil {
					return &s
				}
			}
		case hullSameFace:
			h, err := geom.NewPrism(3+rng.IntN(4), 0.5+rng.Float64(), 0.5+rng.Float64())
			if err != nil {
				t.Fatal(err)
			}
			s := geom.HullShape(h)
			return &s
		}
		return ball(t, rng, 4+rng.IntN(6), sweepLog(rng, 0.1, 10))
	}
	a, b = Convex{Shape: shape()}, Convex{Shape: shape()}
	a.Pose.Q, b.Pose.Q = randomQuat(rng), randomQuat(rng)
	switch kind {
	case hullGrid:
		a.Pose.Q, b.Pose.Q = geom.IdentityQuat(), geom.IdentityQuat()
		grid := func() float64 { return float64(rng.IntN(17)-8) / 2 }
		b.Pose.P = geom.Vec{X: grid(), Y: grid(), Z: grid()}
		p.vb = geom.Vec{X: grid(), Y: grid(), Z: grid()}
		p.duration = 8 * rng.Float64()
		return a, b, p
	case hullSameFace:
		b.Pose.Q = a.Pose.Q.Mul(geom.AxisAngle(geom.Vec{Z: 1}, math.Pi*float64(rng.IntN(7))/6))
	}
	a.Pose.P = randomDir(rng).Scale(100 * rng.Float64())
	p.a.C = a.Pose.P
	size := a.Shape.Size.Len() + b.Shape.Size.Len()
	b.Pose.P = sweepMotion(rng, &p, randomDir(rng).Scale(size*0.5*rng.Float64()), size)
	return a, b, p
}

// sweepHullsAgainstExact compares n sweeps with separating axes in 320 bits, over all kinds of contact, with speeds to
// 1e5 m/s and durations from 1e-9 to 1e3 s.
func sweepHullsAgainstExact(t *testing.T, seed uint64, n int) {
	rng := rand.New(rand.NewPCG(seed, 18))
	var o sweepExact
	var status [3]int
	kinds := map[string]int{}
	undecided, far := 0, 0
	for i := range n {
		kind := i % hullKinds
		a, b, p := randomHulls(t, rng, kind)
		got := SweepHulls(&a, &b, p.va, p.vb, p.duration, 0)
		o.used = 0
		r := o.sweep(o.polyhedron(&a), o.polyhedron(&b), p.va, p.vb, p.duration, 0)
		size := max(a.Shape.Extent(), b.Shape.Extent())
		distance := max(b.Pose.P.Sub(a.Pose.P).Len(), p.vb.Sub(p.va).Len()*got.Time)
		if !sweepCheck(t, &o, &got, r, size, distance, p.duration) {
			undecided++
			if kind == sweepGeneric || kind == hullBalls {
				t.Fatalf("kind %d: %v, want %v", kind, got.Status, r.status)
			}
			continue
		}
		status[got.Status]++
		if got.Status != Hit {
			continue
		}
		if distance > 1e6*size {
			far++
		}
		tol := 1e-9*size + 16*0x1p-52*(distance+a.Pose.P.MaxAbs()+b.Pose.P.MaxAbs()+(p.va.MaxAbs()+p.vb.MaxAbs())*got.Time)
		if exit, _ := r.exit.Float64(); math.Abs(exit-got.Exit)*r.leave > tol+8*0x1p-52*r.leave*exit {
			t.Fatalf("kind %d: exit %v, want %v", kind, got.Exit, exit)
		}
		if r.second < -4*tol && math.Abs(r.speed) > 1e-6*p.vb.Sub(p.va).Len() && got.N.Sub(r.n).MaxAbs() > 1.1e-6 {
			t.Fatalf("kind %d: normal %v, want %v", kind, got.N, r.n)
		}
		for _, q := range got.Set.Points[:got.Set.Count] {
			if e := max(outside(q, &a, p.va.Scale(got.Time)), outside(q, &b, p.vb.Scale(got.Time))); e > tol {
				t.Fatalf("kind %d: point %v is %g outside, bound %g", kind, q, e, tol)
			}
		}
		if kind == sweepNearAxes || kind == sweepAcrossEdge || tol > 1e-8*min(a.Shape.Extent(), b.Shape.Extent()) {
			continue // features within the tolerance of one another are of no definite kind
		}
		kinds[sweepKindOf(t, sweepExtremal(worldVertices(&a), got.N, tol), sweepExtremal(worldVertices(&b), got.N.Neg(), tol), &got.Set)]++
	}
	t.Logf("miss, hit, overlapping: %v; undecided %d; far hits %d; %v", status, undecided, far, kinds)
	for _, k := range []string{"face-face", "face-edge", "edges crossed", "edges parallel", "vertex-face", "vertex-vertex"} {
		if kinds[k] < max(1, n/300) {
			t.Errorf("%d contacts %s", kinds[k], k)
		}
	}
	if min(status[0], status[1], status[2]) < n/25 || far < max(1, n/300) || undecided > n/25 {
		t.Errorf("miss, hit, overlapping: %v; undecided %d; far hits %d", status, undecided, far)
	}
}

func TestSweepHulls_EqualsExact(t *testing.T) {
	t.Parallel()
	n := 240 // fewer have no two vertices that meet
	if geomtest.Long {
		n = 480
	}
	sweepHullsAgainstExact(t, 17, n)
}

// sweepHullTrianglesAgainstExact is the same for a hull and a triangle, of which some are slivers, in the plane of a
// face, or with an edge along one of the hull's.
func sweepHullTrianglesAgainstExact(t *testing.T, seed uint64, n int) {
	rng := rand.New(rand.NewPCG(seed, 22))
	var o sweepExact
	var status [3]int
	kinds := map[string]int{}
	undecided, thin := 0, 0
	for i := range n {
		kind := i % (sweepTriangleKinds + 1)
		var q sweepTriangleQuery
		var a Convex
		if kind < sweepTriangleKinds {
			q = sweepRandomTriangle(rng, kind)
			a = turnedHull(t, &q.a)
		} else {
			q = sweepRandomTriangle(rng, sweepAnyTriangle)
			a = Convex{ball(t, rng, 4+rng.IntN(8), q.a.Size()), geom.Transform{P: q.a.C, Q: randomQuat(rng)}}
		}
		got := SweepHullTriangle(&a, &q.t, q.va, q.vb, q.duration, 0)
		o.used = 0
		r := o.sweep(o.polyhedron(&a), o.triangle(&q.t), q.va, q.vb, q.duration, 0)
		bounds := q.t.Bounds()
		size := max(a.Shape.Extent(), bounds.Size().MaxAbs()/2)
		distance := q.vb.Sub(q.va).Len() * got.Time
		for _, p := range []geom.Vec{q.t.A, q.t.B, q.t.C} {
			distance = max(distance, p.Sub(q.a.C).Len())
		}
		if !sweepCheck(t, &o, &got, r, size, distance, q.duration) {
			undecided++
			if kind == sweepAnyTriangle || kind == sweepTriangleKinds {
				t.Fatalf("kind %d: %v, want %v", kind, got.Status, r.status)
			}
			continue
		}
		status[got.Status]++
		if got.Status != Hit {
			continue
		}
		if kind == sweepThinTriangle && q.t.AreaNormal().Len() < 1e-7*size*size {
			thin++
		}
		tol := 1e-9*size + 16*0x1p-52*(distance+q.a.C.MaxAbs()+max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())+(q.va.MaxAbs()+q.vb.MaxAbs())*got.Time)
		for _, p := range got.Set.Points[:got.Set.Count] {
			if e := max(outside(p, &a, q.va.Scale(got.Time)), o.offTriangle(p, &q.t, q.vb, got.Time)); e > tol {
				t.Fatalf("kind %d: point %v is %g off, bound %g", kind, p, e, tol)
			}
		}
		if kind == sweepTiltTriangle || kind == sweepThinTriangle || tol > 1e-8*min(q.a.Size(), size) {
			continue
		}
		na, nb := sweepExtremal(worldVertices(&a), got.N, tol), sweepExtremal([]geom.Vec{q.t.A, q.t.B, q.t.C}, got.N.Neg(), tol)
		kinds[sweepKindOf(t, na, nb, &got.Set)]++
	}
	t.Logf("miss, hit, overlapping: %v; undecided %d; thin hits %d; %v", status, undecided, thin, kinds)
	for _, k := range []string{"face-face", "face-edge", "edges crossed", "edges parallel", "vertex-face", "vertex-vertex"} {
		if kinds[k] < max(1, n/500) {
			t.Errorf("%d contacts %s", kinds[k], k)
		}
	}
	if min(status[0], status[1], status[2]) < n/25 || thin < max(1, n/300) || undecided > n/25 {
		t.Errorf("miss, hit, overlapping: %v; undecided %d; thin hits %d", status, undecided, thin)
	}
}

func TestSweepHullTriangle_EqualsExact(t *testing.T) {
	t.Parallel()
	n := 200 // fewer have no two vertices that meet
	if geomtest.Long {
		n = 800
	}
	sweepHullTrianglesAgainstExact(t, 31, n)
}

// TestSweepHulls_DoesNotDependOnTheFrame: exchange of A and B, a common velocity, a quarter turn and a move of the
// world.
func TestSweepHulls_DoesNotDependOnTheFrame(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	turn := geom.Quat{W: math.Sqrt(0.5), V: geom.Vec{Z: math.Sqrt(0.5)}}.Normalize()
	move := geom.Vec{X: 1000, Y: -2000, Z: 500}
	hits, misses := 0, 0
	for i := range geomtest.Trials(3000) {
		a, b, p := randomHulls(t, rng, [3]int{sweepGeneric, hullBalls, hullSpikes}[i%3])
		if p.vb.Sub(p.va).Len()*p.duration > 1e4 {
			continue
		}
		s := SweepHulls(&a, &b, p.va, p.vb, p.duration, 0)
		v := p.vb.Sub(p.va)
		size := max(a.Shape.Extent(), b.Shape.Extent())
		// Velocities and places are themselves rounded when they are turned, moved or added to.
		tol := 1e-9*size + 16*0x1p-52*(4e3+b.Pose.P.Sub(a.Pose.P).Len()+(p.va.Len()+p.vb.Len()+1e3)*s.Time)
		same := func(what string, g *Sweep, n geom.Vec, at func(geom.Vec) geom.Vec) {
			t.Helper()
			if s.Status != g.Status || math.Abs((g.Time-s.Time)*v.Dot(s.N)) > tol || s.Set.Count != g.Set.Count {
				t.Fatalf("%v %v, %d points; %s %v %v, %d points", s.Status, s.Time, s.Set.Count, what, g.Status, g.Time, g.Set.Count)
			}
			if s.Status != Hit {
				return
			}
			if n.Sub(g.N).Len() > 1e-9 {
				t.Fatalf("n %v, %s %v", n, what, g.N)
			}
			// The point moves by the error of the time times the speed.
			slip := tol * (1 + 2*v.Len()/math.Abs(v.Dot(s.N)))
			for _, q := range s.Set.Points[:s.Set.Count] {
				found := false
				for _, r := range g.Set.Points[:g.Set.Count] {
					found = found || at(q).Sub(r).Len() < slip*(1+(p.va.Len()+p.vb.Len()+1e3)/v.Len())
				}
				if !found {
					t.Fatalf("%v, %s %v", s.Set.Points[:s.Set.Count], what, g.Set.Points[:g.Set.Count])
				}
			}
		}
		g := SweepHulls(&b, &a, p.vb, p.va, p.duration, 0)
		same("exchanged", &g, s.N.Neg(), func(q geom.Vec) geom.Vec { return q })
		c := geom.Vec{X: 512, Y: -256, Z: 128}
		g = SweepHulls(&a, &b, p.va.Add(c), p.vb.Add(c), p.duration, 0)
		same("with a common velocity", &g, s.N, func(q geom.Vec) geom.Vec { return q.AddScaled(c, s.Time) })
		am, bm := a, b
		world := geom.Transform{P: move, Q: turn}
		am.Pose, bm.Pose = world.Mul(a.Pose), world.Mul(b.Pose)
		g = SweepHulls(&am, &bm, turn.Rotate(p.va), turn.Rotate(p.vb), p.duration, 0)
		same("moved", &g, turn.Rotate(s.N), world.Apply)
		if s.Status == Hit {
			hits++
		} else if s.Status == Miss {
			misses++
		}
	}
	if hits < geomtest.Trials(400) || misses < geomtest.Trials(400) {
		t.Errorf("%d hits, %d misses", hits, misses)
	}
}

// TestSweepHulls_MarginIsNeverLate: with a margin the time is that at which the axes separate by it, and the set lies
// midway.
func TestSweepHulls_MarginIsNeverLate(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	hits := 0
	for i := range 1500 {
		a, b, p := randomHulls(t, rng, [3]int{sweepGeneric, hullBalls, hullSpikes}[i%3])
		size := max(a.Shape.Extent(), b.Shape.Extent())
		margin := size * sweepLog(rng, 1e-6, 0.5)
		got, exact := SweepHulls(&a, &b, p.va, p.vb, p.duration, margin), SweepHulls(&a, &b, p.va, p.vb, p.duration, 0)
		if exact.Status == Hit && (got.Status == Miss || got.Time > exact.Time) {
			t.Fatalf("with margin %v at %v, without at %v", got.Status, got.Time, exact.Time)
		}
		travel := (p.va.Len() + p.vb.Len()) * got.Time
		if got.Status != Hit || travel > 1e4 || got.Time == 0 {
			continue
		}
		hits++
		am, bm := a, b
		am.Pose.P, bm.Pose.P = a.Pose.P.AddScaled(p.va, got.Time), b.Pose.P.AddScaled(p.vb, got.Time)
		if sep, _ := SeparationHulls(&am, &bm); math.Abs(sep-margin) > 1e-9*size+32*0x1p-52*(travel+200) {
			t.Fatalf("separation %v at the margin %v", sep, margin)
		}
		if got.Set.Count == 0 {
			t.Fatal("no contact set")
		}
	}
	if hits < 300 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepHulls_PrismsTouchInTheCommonPolygon: a prism falls on another at a slant, face to face. The set is the
// common polygon, found by brute force; of faces of many corners it is MaxSet points of it that span nearly all of it.
func TestSweepHulls_PrismsTouchInTheCommonPolygon(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for i := range 600 {
		ka, kb := 3+rng.IntN(6), 3+rng.IntN(6)
		if i%50 == 0 {
			ka, kb = 100, 64
		}
		a, b := Convex{Shape: prismShape(t, ka, 1, 0.5)}, Convex{Shape: prismShape(t, kb, 0.5+rng.Float64(), 0.25)}
		angle := 2 * math.Pi * rng.Float64()
		if i%3 == 0 {
			angle = math.Pi / 12 * float64(rng.IntN(24))
		}
		a.Pose.Q, b.Pose.Q = geom.IdentityQuat(), geom.AxisAngle(geom.Vec{Z: 1}, angle)
		at := geom.Vec{X: 1.2 * (rng.Float64() - 0.5), Y: 1.2 * (rng.Float64() - 0.5), Z: 0.75}
		corners := func(k int, c geom.Vec, turn, radius float64) (p []geom.Vec) {
			for j := range k {
				s, co := geom.SinCos(2*math.Pi*float64(j)/float64(k) + turn)
				p = append(p, geom.Vec{X: c.X + radius*co, Y: c.Y + radius*s})
			}
			return p
		}
		want := commonCorners(corners(ka, geom.Vec{}, 0, 1), corners(kb, at, angle, b.Shape.Hull.Bounds.Max.X))
		v := geom.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: -1}
		time := 3 * rng.Float64()
		b.Pose.P = at.AddScaled(v, -time)
		got := SweepHulls(&a, &b, geom.Vec{}, v, 10, 0)
		if got.Status != Hit || math.Abs(got.Time-time) > 1e-14*(1+time) || got.N.Sub(geom.Vec{Z: 1}).MaxAbs() > 1e-15 {
			t.Fatalf("case %d: %v at %v along %v", i, got.Status, got.Time, got.N)
		}
		if i%50 == 0 {
			if part := polygonArea(got.Set.Points[:got.Set.Count]) / polygonArea(want); len(want) > MaxSet && (got.Set.Count < 8 || part < 0.9) || part > 1+1e-9 {
				t.Errorf("case %d: %d of %d points, %v of the area", i, got.Set.Count, len(want), part)
			}
			continue
		}
		for j := range want {
			want[j].Z = 0.5
		}
		if !sweepSetHas(&got.Set, want, 1e-8) {
			t.Fatalf("case %d: %v, want %v", i, got.Set.Points[:got.Set.Count], want)
		}
	}
}

// polygonArea returns the area of the convex polygon with the given corners in a plane z = const, in any order.
func polygonArea(p []geom.Vec) (area float64) {
	var c geom.Vec
	for _, q := range p {
		c = c.AddScaled(q, 1/float64(len(p)))
	}
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b geom.Vec) int {
		return cmp.Compare(math.Atan2(a.Y-c.Y, a.X-c.X), math.Atan2(b.Y-c.Y, b.X-c.X))
	})
	for i := range p {
		area += p[i].Sub(c).Cross(p[(i+1)%len(p)].Sub(c)).Z / 2
	}
	return area
}
