package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// exactGap returns the largest separation over all axes of two solids, in exact arithmetic but for the square root of
// the axis's length.
func (o *sweepExact) exactGap(a, b *sweepSolid) float64 {
	return o.sweep(a, b, geom.Vec{}, geom.Vec{}, 0, 0).gap
}

// gridHull returns the hull of a few points with integer coordinates to 2·scale.
func gridHull(rng *rand.Rand, scale float64) *geom.Shape {
	for {
		var pts []geom.Vec
		for range 4 + rng.IntN(6) {
			pts = append(pts, gridPoint(rng, 2).Scale(scale))
		}
		if s, err := geom.NewConvex(pts); err == nil {
			return &s
		}
	}
}

func gridPoint(rng *rand.Rand, n int) geom.Vec {
	x := func() float64 { return float64(rng.IntN(2*n+1) - n) }
	return geom.Vec{X: x(), Y: x(), Z: x()}
}

// checkMTV checks a minimum translation against the exact gap: its depth, and that N parts the shapes by it and by no
// less.
func checkMTV(t *testing.T, gap float64, mtv MTV, ok bool, moved func(d geom.Vec) bool) {
	t.Helper()
	if ok != (gap <= 0) {
		t.Fatalf("overlap %v at a gap of %v", ok, gap)
	}
	if !ok {
		return
	}
	if math.Abs(mtv.Depth+gap) > 1e-14*8 {
		t.Fatalf("depth %v, want %v", mtv.Depth, -gap)
	}
	if moved(mtv.N.Scale(mtv.Depth + 1e-9)) {
		t.Fatalf("N %v does not part the shapes", mtv.N)
	}
	if mtv.Depth > 1e-9 && !moved(mtv.N.Scale(mtv.Depth-1e-9)) {
		t.Fatalf("N %v parts the shapes before the depth %v", mtv.N, mtv.Depth)
	}
}

// TestMTVHulls_EqualsExact: integer corners, so that many pairs touch exactly, that one contains the other, that edges
// are parallel. Signs are exact; a touch is contact.
func TestMTVHulls_EqualsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 42))
	var o sweepExact
	touch, inside, overlaps := 0, 0, 0
	for i := range geomtest.Trials(400) {
		scale := 1.0
		if i%7 == 0 {
			scale = 8
		}
		a, b := Convex{gridHull(rng, scale), geom.Transform{Q: geom.IdentityQuat()}}, Convex{gridHull(rng, 1), geom.Transform{Q: geom.IdentityQuat()}}
		a.Pose.P, b.Pose.P = gridPoint(rng, 1000), geom.Vec{}
		b.Pose.P = a.Pose.P.Add(gridPoint(rng, 2))
		o.used = 0
		gap := o.exactGap(o.polyhedron(&a), o.polyhedron(&b))
		if OverlapHulls(&a, &b) != (gap <= 0) {
			t.Fatalf("overlap %v at a gap of %v", gap > 0, gap)
		}
		mtv, ok := MTVHulls(&a, &b)
		checkMTV(t, gap, mtv, ok, func(d geom.Vec) bool {
			c := b
			c.Pose.P = c.Pose.P.Add(d)
			return OverlapHulls(&a, &c)
		})
		if sep, n := SeparationHulls(&a, &b); ok && (sep != -mtv.Depth && sep > 1e-13 || n != mtv.N) || !ok && (sep <= 0 || sep > gap+1e-13) {
			t.Fatalf("separation %v along %v, gap %v", sep, n, gap)
		}
		if gap == 0 {
			touch++
		}
		if ok {
			overlaps++
			in := true
			for _, v := range worldVertices(&b) {
				in = in && outside(v, &a, geom.Vec{}) <= 0
			}
			if in {
				inside++
			}
		}
	}
	if touch < geomtest.Trials(20) || inside < geomtest.Trials(5) || overlaps < geomtest.Trials(150) {
		t.Errorf("%d touch, %d inside, %d overlap", touch, inside, overlaps)
	}
}

// TestMTVHullTriangle_EqualsExact: as TestMTVHulls_EqualsExact, with triangles that are also segments and points.
func TestMTVHullTriangle_EqualsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 44))
	var o sweepExact
	touch, thin, overlaps := 0, 0, 0
	for i := range geomtest.Eighth(1200) {
		a := Convex{gridHull(rng, 1), geom.Transform{P: gridPoint(rng, 1000), Q: geom.IdentityQuat()}}
		p := func() geom.Vec { return a.Pose.P.Add(gridPoint(rng, 4)) }
		tri := geom.Triangle{A: p(), B: p(), C: p()}
		switch i % 6 {
		case 0:
			tri.C = tri.B.Scale(2).Sub(tri.A)
		case 1:
			tri.B = tri.A
		case 2:
			tri.B, tri.C = tri.A, tri.A
		}
		o.used = 0
		gap := o.exactGap(o.polyhedron(&a), o.triangle(&tri))
		if OverlapHullTriangle(&a, &tri) != (gap <= 0) {
			t.Fatalf("overlap %v at a gap of %v", gap > 0, gap)
		}
		mtv, ok := MTVHullTriangle(&a, &tri)
		checkMTV(t, gap, mtv, ok, func(d geom.Vec) bool {
			u := geom.Triangle{A: tri.A.Add(d), B: tri.B.Add(d), C: tri.C.Add(d)}
			return OverlapHullTriangle(&a, &u)
		})
		if sep, n := SeparationHullTriangle(&a, &tri); ok && (sep != -mtv.Depth && sep > 1e-13 || n != mtv.N) || !ok && sep <= 0 {
			t.Fatalf("separation %v along %v, gap %v", sep, n, gap)
		}
		if gap == 0 {
			touch++
		}
		if ok {
			overlaps++
			if tri.AreaNormal() == (geom.Vec{}) {
				thin++
			}
		}
	}
	if touch < geomtest.Eighth(30) || thin < geomtest.Eighth(50) || overlaps < geomtest.Eighth(250) {
		t.Errorf("%d touch, %d thin, %d overlap", touch, thin, overlaps)
	}
}

// TestMTVHulls_DoesNotDependOnTheFrame: exchange, a turn of the world by 90° and a move change neither depth nor, but
// for its sign or turn, N.
func TestMTVHulls_DoesNotDependOnTheFrame(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	turn := geom.Quat{W: math.Sqrt(0.5), V: geom.Vec{Z: math.Sqrt(0.5)}}.Normalize()
	move := geom.Vec{X: 1000, Y: -2000, Z: 500}
	moved := func(c Convex) Convex {
		c.Pose = geom.Transform{P: move, Q: turn}.Mul(c.Pose)
		return c
	}
	overlaps := 0
	for range geomtest.Trials(500) {
		a := Convex{ball(t, rng, 4+rng.IntN(40), 1), geom.Transform{Q: randomQuat(rng)}}
		b := Convex{ball(t, rng, 4+rng.IntN(40), 1), geom.Transform{P: randomDir(rng).Scale(2 * rng.Float64()), Q: randomQuat(rng)}}
		x, ok := MTVHulls(&a, &b)
		y, swapped := MTVHulls(&b, &a)
		am, bm := moved(a), moved(b)
		z, there := MTVHulls(&am, &bm)
		if ok != swapped || ok != there {
			t.Fatalf("overlap %v, exchanged %v, moved %v", ok, swapped, there)
		}
		if !ok {
			continue
		}
		overlaps++
		for _, g := range []float64{1e-9, -1e-9} {
			c := b
			if c.Pose.P = c.Pose.P.AddScaled(x.N, x.Depth+g); OverlapHulls(&a, &c) != (g < 0) {
				t.Errorf("moved out of each other by the depth and %v: overlap %v", g, g > 0)
			}
		}
		if math.Abs(x.Depth-y.Depth) > 1e-14 || x.N.Add(y.N).Len() > 1e-12 {
			t.Errorf("%v, exchanged %v", x, y)
		}
		// The poses themselves are rounded to 2^-43 m there.
		if math.Abs(x.Depth-z.Depth) > 0x1p-41 || turn.Rotate(x.N).Sub(z.N).Len() > 1e-9 {
			t.Errorf("%v, moved %v", x, z)
		}
	}
	if overlaps < geomtest.Trials(200) {
		t.Errorf("%d overlaps", overlaps)
	}
}

// TestMTVHulls_HandWorked: a tetrahedron and an octahedron of which all is known.
func TestMTVHulls_HandWorked(t *testing.T) {
	shape := func(p ...geom.Vec) *geom.Shape {
		s, err := geom.NewConvex(p)
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	tetra := shape(geom.Vec{}, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
	octa := shape(geom.Vec{X: 1}, geom.Vec{X: -1}, geom.Vec{Y: 1}, geom.Vec{Y: -1}, geom.Vec{Z: 1}, geom.Vec{Z: -1})
	cube := boxShape(t, geom.Vec{X: 1, Y: 1, Z: 1})
	third := 1 / math.Sqrt(3)
	for _, c := range []struct {
		name  string
		a, b  *geom.Shape
		p     geom.Vec
		sep   float64
		n     geom.Vec
		exact bool
	}{
		// The slanting face x + y + z = 1 of the tetrahedron; the cube's corner (-1, -1, -1) from (1, 1, 1) + p.
		{"corner on face", tetra, cube, geom.Vec{X: 1.5, Y: 1.5, Z: 1.5}, 0.5 * third, geom.Vec{X: third, Y: third, Z: third}, false},
		{"corner in face", tetra, cube, geom.Vec{X: 1.25, Y: 1.25, Z: 1.25}, -0.25 * third, geom.Vec{X: third, Y: third, Z: third}, false},
		// Edges: that of the octahedron from X to Y and that of the cube along z at (-1, -1): normal (1, 1, 0)/√2.
		{"edge on edge", octa, cube, geom.Vec{X: 1.75, Y: 1.75}, 0.5 / math.Sqrt2, geom.Vec{X: 1 / math.Sqrt2, Y: 1 / math.Sqrt2}, false},
		{"face on face", cube, cube, geom.Vec{X: 0.5, Y: -1.75, Z: 0.5}, -0.25, geom.Vec{Y: -1}, true},
		{"tip on face", cube, octa, geom.Vec{Z: 2}, 0, geom.Vec{Z: 1}, true},
		{"one centre", cube, octa, geom.Vec{}, -2, geom.Vec{X: 1}, true},
	} {
		a, b := Convex{c.a, geom.Transform{Q: geom.IdentityQuat()}}, Convex{c.b, geom.Transform{P: c.p, Q: geom.IdentityQuat()}}
		sep, n := SeparationHulls(&a, &b)
		if c.name == "one centre" {
			n = n.Abs()
			if n.Y == 1 || n.Z == 1 {
				n = c.n
			}
		}
		if math.Abs(sep-c.sep) > 1e-15 || n.Sub(c.n).MaxAbs() > 1e-15 || c.exact && (sep != c.sep || n != c.n) {
			t.Errorf("%s: separation %v along %v, want %v along %v", c.name, sep, n, c.sep, c.n)
		}
	}
}

// TestSeparationHulls_FarOffTheirFrames: hulls whose vertices are far from the origin of their frame.
func TestSeparationHulls_FarOffTheirFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 48))
	for range 300 {
		n := 4 + rng.IntN(12)
		near, far := make([]geom.Vec, n), make([]geom.Vec, n)
		off := geom.Vec{X: 512, Y: -256, Z: 1024}
		for i := range near {
			// Multiples of 2^-20, so that the sum is exact.
			p := randomDir(rng).Scale(0x1p20)
			near[i] = geom.Vec{X: math.Round(p.X), Y: math.Round(p.Y), Z: math.Round(p.Z)}.Scale(0x1p-20)
			far[i] = near[i].Add(off)
		}
		sn, err := geom.NewConvex(near)
		if err != nil {
			t.Fatal(err)
		}
		sf, err := geom.NewConvex(far)
		if err != nil {
			t.Fatal(err)
		}
		q := randomQuat(rng)
		b := Convex{ball(t, rng, 20, 1), geom.Transform{P: randomDir(rng).Scale(2 * rng.Float64()), Q: randomQuat(rng)}}
		x, y := Convex{&sn, geom.Transform{Q: q}}, Convex{&sf, geom.Transform{P: q.Rotate(off).Neg(), Q: q}}
		s1, _ := SeparationHulls(&x, &b)
		s2, _ := SeparationHulls(&y, &b)
		if math.Abs(s1-s2) > 1e-11 && s1 < 0 { // 8e3 ulp of the offset: its planes are within 2.3e-13 of it
			t.Fatalf("separation %v, about a far origin %v", s1, s2)
		}
	}
}

func TestHulls_AllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 50))
	a := Convex{ball(t, rng, 42, 1), geom.Transform{Q: randomQuat(rng)}}
	b := Convex{ball(t, rng, 42, 1), geom.Transform{P: geom.Vec{X: 1.8}, Q: randomQuat(rng)}}
	tri := geom.Triangle{A: geom.Vec{X: 0.9, Y: -2, Z: -2}, B: geom.Vec{X: 0.9, Y: 2, Z: -2}, C: geom.Vec{X: 0.9, Z: 2}}
	plane := geom.Plane{N: tri.Normal(), D: tri.Normal().Dot(tri.A)}
	var edges [3]geom.EdgeInfo
	var beyond [3]geom.Plane
	var m Manifold
	if n := testing.AllocsPerRun(10, func() {
		OverlapHulls(&a, &b)
		MTVHulls(&a, &b)
		SeparationHulls(&a, &b)
		CollideHulls(&a, &b, 0.5, &m)
		SweepHulls(&a, &b, geom.Vec{X: 1}, geom.Vec{X: -1}, 10, 0)
		OverlapHullTriangle(&a, &tri)
		MTVHullTriangle(&a, &tri)
		SeparationHullTriangle(&a, &tri)
		CollideHullTriangle(&a, &tri, plane, &edges, &beyond, 0.5, &m)
		SweepHullTriangle(&a, &tri, geom.Vec{X: 1}, geom.Vec{X: -1}, 10, 0)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
