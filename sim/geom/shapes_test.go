package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestTransform_HandWorked(t *testing.T) {
	// A quarter turn about z at (10, 0, 0): the body's x axis points along y.
	a := Transform{Vec{X: 10}, AxisAngle(Vec{Z: 1}, math.Pi/2)}
	nearVec(t, "Apply", a.Apply(Vec{1, 2, 3}), Vec{8, 1, 3}, 1e-15)
	nearVec(t, "ApplyInv", a.ApplyInv(Vec{8, 1, 3}), Vec{1, 2, 3}, 1e-15)
	b := Transform{Vec{Y: 5}, AxisAngle(Vec{X: 1}, math.Pi/2)}
	nearVec(t, "Mul", a.Mul(b).Apply(Vec{1, 2, 3}), a.Apply(b.Apply(Vec{1, 2, 3})), 4e-15)
	nearVec(t, "Mul, origin", a.Mul(b).P, Vec{X: 5}, 2e-15)
}

func TestSweep_AtIsUniformMotion(t *testing.T) {
	// Ten turns a second about z: at 0.125 s, one turn and a quarter.
	w := Sweep{Vec{1, 2, 3}, AxisAngle(Vec{X: 1}, math.Pi/2), Vec{8, -16, 4}, Vec{Z: 20 * math.Pi}}
	p := w.At(0.125)
	nearVec(t, "P", p.P, Vec{2, 0, 3.5}, 0)
	// The body's y points along world z at first and stays there; its x turns from x to y.
	nearVec(t, "body y", p.Q.Rotate(Vec{Y: 1}), Vec{Z: 1}, 4e-15)
	nearVec(t, "body x", p.Q.Rotate(Vec{X: 1}), Vec{Y: 1}, 4e-15)
	w.W = Vec{}
	if p := w.At(0.25); p.Q != w.Q || p.P != (Vec{3, -2, 4}) {
		t.Errorf("without turning: %v", p)
	}
	if p := w.At(0); p.P != w.C || p.Q != w.Q {
		t.Errorf("At(0) = %v", p)
	}
	r := newSource(7)
	for range 1000 {
		w := Sweep{r.vec(10), r.quat(), r.vec(40), r.vec(10)}
		a, b := r.Float64(), r.Float64()
		p := w.At(a)
		u := Sweep{p.P, p.Q, w.V, w.W}
		got, want := u.At(b), w.At(a+b)
		nearVec(t, "after a, then b: P", got.P, want.P, 4e-14)
		nearQuat(t, "after a, then b: Q", got.Q, want.Q, 1e-14)
		near(t, "|Q|", want.Q.Len(), 1, 4e-16)
	}
}

func TestAABB_HandWorked(t *testing.T) {
	a := AABBOf(Vec{1, 5, -3}, Vec{-1, 2, 4}, Vec{0, 3, 0})
	if a != (AABB{Vec{-1, 2, -3}, Vec{1, 5, 4}}) {
		t.Errorf("AABBOf = %v", a)
	}
	if a.Center() != (Vec{0, 3.5, 0.5}) || a.Size() != (Vec{2, 3, 7}) {
		t.Errorf("Center %v, Size %v", a.Center(), a.Size())
	}
	if a.Grow(2) != (AABB{Vec{-3, 0, -5}, Vec{3, 7, 6}}) {
		t.Errorf("Grow = %v", a.Grow(2))
	}
	if a.Swept(Vec{4, -4, 0}) != (AABB{Vec{-1, -2, -3}, Vec{5, 5, 4}}) {
		t.Errorf("Swept = %v", a.Swept(Vec{4, -4, 0}))
	}
	if a.Union(EmptyAABB()) != a || EmptyAABB().Union(a) != a || AABBOf() != EmptyAABB() {
		t.Error("Union with the empty box")
	}
	if !a.Contains(a.Min) || !a.Contains(a.Max) || a.Contains(Vec{0, 3, 4.1}) || a.Contains(Vec{0, 1.9, 0}) || a.Contains(Vec{-1.1, 3, 0}) {
		t.Error("Contains")
	}
	e := EmptyAABB()
	if e.Contains(Vec{}) || e.Overlaps(&a) || a.Overlaps(&e) {
		t.Error("the empty box holds something")
	}
	for i := range 3 {
		for _, c := range []struct {
			shift float64
			want  bool
		}{{1, true}, {1.001, false}, {-1, true}, {-1.001, false}} {
			d := [3]Vec{{X: 2 * c.shift}, {Y: 3 * c.shift}, {Z: 7 * c.shift}}[i]
			b := AABB{a.Min.Add(d), a.Max.Add(d)}
			if a.Overlaps(&b) != c.want || b.Overlaps(&a) != c.want {
				t.Errorf("shift %v: Overlaps is not %v", d, c.want)
			}
		}
	}
}

func TestTriangle_HandWorked(t *testing.T) {
	a := Triangle{Vec{1, 1, 2}, Vec{4, 1, 2}, Vec{1, 5, 2}}
	if a.AreaNormal() != (Vec{Z: 12}) || a.Normal() != (Vec{Z: 1}) {
		t.Errorf("AreaNormal %v, Normal %v", a.AreaNormal(), a.Normal())
	}
	nearVec(t, "Centroid", a.Centroid(), Vec{2, 7.0 / 3, 2}, 5e-16)
	if a.Bounds() != (AABB{Vec{1, 1, 2}, Vec{4, 5, 2}}) {
		t.Errorf("Bounds %v", a.Bounds())
	}
	b := Triangle{a.A, a.C, a.B}
	if b.Normal() != (Vec{Z: -1}) {
		t.Errorf("Normal of the back %v", b.Normal())
	}
	c := Triangle{a.A, a.B, a.B}
	if c.Normal() != (Vec{}) {
		t.Errorf("Normal of a line %v", c.Normal())
	}
}

func TestOBB_HandWorked(t *testing.T) {
	// A quarter turn about z: the box's x axis points along y, its y along -x.
	b := NewOBB(Transform{Vec{10, 20, 30}, AxisAngle(Vec{Z: 1}, math.Pi/2)}, Vec{1, 2, 3})
	nearVec(t, "axis X", b.Axes.X, Vec{Y: 1}, 3e-16)
	nearVec(t, "axis Y", b.Axes.Y, Vec{X: -1}, 3e-16)
	nearVec(t, "axis Z", b.Axes.Z, Vec{Z: 1}, 3e-16)
	for i, want := range []Vec{
		{12, 19, 27}, {12, 21, 27}, {8, 19, 27}, {8, 21, 27},
		{12, 19, 33}, {12, 21, 33}, {8, 19, 33}, {8, 21, 33},
	} {
		nearVec(t, "vertex", b.Vertex(i), want, 1e-14)
	}
	bb := b.Bounds()
	nearVec(t, "Min", bb.Min, Vec{8, 19, 27}, 1e-14)
	nearVec(t, "Max", bb.Max, Vec{12, 21, 33}, 1e-14)
	near(t, "Radius along x", b.Radius(Vec{X: 1}), 2, 1e-15)
	near(t, "Radius along -y", b.Radius(Vec{Y: -1}), 1, 1e-15)
	near(t, "Size", b.Size(), 3, 0)
}

// Bounds and Radius against the eight vertices. They are computed otherwise than the vertices, so that a vertex may lie
// outside by a rounding: who needs strict bounds grows them.
func TestOBB_BoundsAndRadiusAreThoseOfTheVertices(t *testing.T) {
	r := newSource(8)
	for range 2000 {
		tr := Transform{r.vec(100), r.quat()}
		b := NewOBB(tr, Vec{0.1 + r.Float64()*5, 0.1 + r.Float64(), 0.1 + r.Float64()})
		bounds, n := EmptyAABB(), r.unit()
		low, high := math.Inf(1), math.Inf(-1)
		for i := range 8 {
			v := b.Vertex(i)
			bounds = bounds.Union(AABBOf(v))
			low, high = min(low, n.Dot(v)), max(high, n.Dot(v))
			body := Vec{b.Half.X, b.Half.Y, b.Half.Z}
			if i&1 == 0 {
				body.X = -body.X
			}
			if i&2 == 0 {
				body.Y = -body.Y
			}
			if i&4 == 0 {
				body.Z = -body.Z
			}
			nearVec(t, "vertex", v, tr.Apply(body), 4e-14)
		}
		got := b.Bounds()
		nearVec(t, "Min", got.Min, bounds.Min, 3e-14) // two roundings at 100 m, 1.4e-14 each
		nearVec(t, "Max", got.Max, bounds.Max, 3e-14)
		near(t, "Radius", b.Radius(n), (high-low)/2, 6e-14)
		near(t, "Radius of -n", b.Radius(n.Neg()), b.Radius(n), 0)
	}
}

// TestTriangle_BesideIsOfItsBounds takes corners and boxes from few numbers, so that they often touch.
func TestTriangle_BesideIsOfItsBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() Vec { return Vec{float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))} }
	beside, touching := 0, 0
	for range 20_000 {
		tri, box := Triangle{draw(), draw(), draw()}, AABBOf(draw(), draw())
		b := tri.Bounds()
		if tri.Beside(&box) == b.Overlaps(&box) {
			t.Fatalf("%v, %v: beside is %v", tri, box, tri.Beside(&box))
		}
		switch {
		case tri.Beside(&box):
			beside++
		case b.Max.X == box.Min.X || b.Min.Y == box.Max.Y || b.Max.Z == box.Min.Z:
			touching++
		}
	}
	if beside < 1000 || touching < 1000 {
		t.Errorf("%d beside, %d touching: the test is too easy", beside, touching)
	}
	if e := EmptyAABB(); !(&Triangle{}).Beside(&e) {
		t.Error("a triangle is not beside the empty box")
	}
}
