package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// memoryCases returns pairs of shapes of all kinds near each other.
func memoryCases(t testing.TB, n int) [][2]Convex {
	t.Helper()
	ellipsoid, err := geom.NewEllipsoid(geom.Vec{X: 0.3, Y: 0.4, Z: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	shapes := []*geom.Shape{mustCylinder(t, 0.3, 0.5), mustCapsule(t, 0.2, 0.4), mustCone(t, 0.4, 0.7), mustBox(t, 0.5, 0.4, 0.3), &ellipsoid}
	r := rand.New(rand.NewPCG(7, 9))
	pose := func() geom.Transform {
		v := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
		return geom.Transform{P: v().Scale(0.25), Q: geom.Quat{W: r.NormFloat64(), V: v()}.Normalize()}
	}
	list := make([][2]Convex, n)
	for i := range list {
		list[i] = [2]Convex{{shapes[r.IntN(len(shapes))], pose()}, {shapes[r.IntN(len(shapes))], pose()}}
	}
	return list
}

// TestMemory_AnswersAsWithoutIt asks for separations and contact points of pairs in either order, three times each, with margins that
// differ, of memories of one, of a few and of all: the answers are those without a memory, to the last bit.
func TestMemory_AnswersAsWithoutIt(t *testing.T) {
	cases := memoryCases(t, 150)
	for _, size := range []int{0, 1, 40, 1024} {
		m := NewMemory(size)
		touch, deep := 0, 0
		for round := range 3 {
			for i := range cases {
				a, b := &cases[i][0], &cases[i][1]
				if round == 1 {
					a, b = b, a
				}
				sep, n := m.Separation(a, b)
				wantSep, wantN := Separation(a, b)
				if math.Float64bits(sep) != math.Float64bits(wantSep) || !sameBits(&n, &wantN) {
					t.Fatalf("%d kept, pair %d: separation %v along %v, want %v along %v", size, i, sep, n, wantSep, wantN)
				}
				margin := float64(0.1 * float64(round))
				var got, want Manifold
				if hit := m.Collide(a, b, margin, &got); hit != Collide(a, b, margin, &want) || got != want {
					t.Fatalf("%d kept, pair %d: contact %v, want %v", size, i, got, want)
				}
				if want.Count > 0 {
					touch++
				}
				if wantSep < 0 {
					deep++
				}
			}
		}
		if touch < 100 || deep < 100 || touch == 3*len(cases) {
			t.Fatalf("%d touch, %d overlap", touch, deep)
		}
	}
}

// TestMemory_AnswersOfTrianglesAsWithoutIt is the same of shapes and triangles of a mesh, whose planes may be those of their
// neighbours to rounding, turned or not.
func TestMemory_AnswersOfTrianglesAsWithoutIt(t *testing.T) {
	cases := memoryCases(t, 120)
	var edges [3]geom.EdgeInfo
	var beyond [3]geom.Plane
	for _, size := range []int{1, 60, 1024} {
		m := NewMemory(size)
		touch, flipped := 0, 0
		for round := range 3 {
			for i := range cases {
				a, at := &cases[i][0], cases[i][1].Pose
				tri := geom.Triangle{A: at.Apply(geom.Vec{X: 1}), B: at.Apply(geom.Vec{Y: 1}), C: at.Apply(geom.Vec{X: -1, Y: -1})}
				sep, n := m.SeparationTriangle(a, &tri)
				wantSep, wantN := SeparationTriangle(a, &tri)
				if math.Float64bits(sep) != math.Float64bits(wantSep) || !sameBits(&n, &wantN) {
					t.Fatalf("%d kept, pair %d: separation %v along %v, want %v along %v", size, i, sep, n, wantSep, wantN)
				}
				plane := geom.Plane{N: tri.Normal()}
				plane.D = plane.N.Dot(tri.A)
				if i%3 == 0 {
					plane.N, plane.D = plane.N.Neg(), -plane.D
					flipped++
				}
				margin := float64(0.1 * float64(round))
				var got, want Manifold
				if hit := m.CollideTriangle(a, &tri, plane, &edges, &beyond, margin, &got); hit != CollideTriangle(a, &tri, plane, &edges, &beyond, margin, &want) || got != want {
					t.Fatalf("%d kept, pair %d: contact %v, want %v", size, i, got, want)
				}
				if want.Count > 0 {
					touch++
				}
			}
		}
		if touch < 100 || touch == 3*len(cases) || flipped < 100 {
			t.Fatalf("%d touch, %d flipped", touch, flipped)
		}
	}
}

// TestMemory_Remembers: what is kept is the answer for these shapes at these poses, and for no other, however near; not even for
// another sign of a zero.
func TestMemory_Remembers(t *testing.T) {
	cylinder := mustCylinder(t, 0.3, 0.5)
	twin := *cylinder
	a := Convex{cylinder, geom.Transform{P: geom.Vec{X: 1}, Q: geom.IdentityQuat()}}
	b := Convex{cylinder, geom.Transform{Q: geom.IdentityQuat()}}
	const mark = 77.0
	m := NewMemory(1)
	m.Separation(&a, &b)
	m.kept[0].sep = mark
	if sep, _ := m.Separation(&a, &b); sep != mark {
		t.Errorf("separation %v, want the one kept, %v", sep, mark)
	}
	for _, c := range []struct {
		name string
		a    Convex
	}{
		{"another shape", Convex{&twin, a.Pose}},
		{"another place", Convex{cylinder, geom.Transform{P: geom.Vec{X: math.Nextafter(1, 2)}, Q: a.Pose.Q}}},
		{"another height", Convex{cylinder, geom.Transform{P: geom.Vec{X: 1, Z: 1e-300}, Q: a.Pose.Q}}},
		{"another attitude", Convex{cylinder, geom.Transform{P: a.Pose.P, Q: geom.Quat{W: 1, V: geom.Vec{Y: 1e-300}}}}},
		{"another W of the attitude", Convex{cylinder, geom.Transform{P: a.Pose.P, Q: geom.Quat{W: math.Nextafter(1, 0)}}}},
	} {
		m.Separation(&a, &b)
		m.kept[0].sep = mark
		if sep, _ := m.Separation(&c.a, &b); !(math.Abs(sep-0.4) < 1e-12) {
			t.Errorf("%s: separation %v, want 0.4", c.name, sep)
		}
	}
	other := Convex{&twin, b.Pose}
	m.Separation(&a, &b)
	m.kept[0].sep = mark
	if sep, _ := m.Separation(&a, &other); !(math.Abs(sep-0.4) < 1e-12) {
		t.Errorf("another shape as the second: separation %v, want 0.4", sep)
	}
	tri := geom.Triangle{A: geom.Vec{X: 1, Z: 2}, B: geom.Vec{Y: 1, Z: 2}, C: geom.Vec{X: -1, Y: -3, Z: 2}}
	m.SeparationTriangle(&b, &tri)
	m.kept[0].sep = mark
	if sep, _ := m.SeparationTriangle(&b, &tri); sep != mark {
		t.Errorf("separation of a triangle %v, want the one kept, %v", sep, mark)
	}
	for k, corner := range []*geom.Vec{&tri.A, &tri.B, &tri.C} {
		m.SeparationTriangle(&b, &tri)
		m.kept[0].sep = mark
		corner.X += 1e-15
		if sep, _ := m.SeparationTriangle(&b, &tri); !(math.Abs(sep-1.5) < 1e-12) {
			t.Errorf("corner %d moved: separation %v, want 1.5", k, sep)
		}
	}
	var q curvedPair
	q.setTriangle(&b, &tri)
	q.normal = q.normal.Neg()
	m.kept[0].sep = mark
	if m.separate(&q); q.sep == mark {
		t.Error("of another normal the separation is the one kept")
	}
	if zero, minus := (geom.Vec{}), (geom.Vec{Y: math.Copysign(0, -1)}); sameBits(&zero, &minus) {
		t.Error("0 and -0 have the same bits")
	}
}

// TestMemory_AllocatesNothing asks a memory of some pairs time and again.
func TestMemory_AllocatesNothing(t *testing.T) {
	cases := memoryCases(t, 20)
	m := NewMemory(8)
	var to Manifold
	if n := testing.AllocsPerRun(10, func() {
		for i := range cases {
			m.Separation(&cases[i][0], &cases[i][1])
			m.Collide(&cases[i][0], &cases[i][1], 0.1, &to)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
