package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// boundsBox returns the corners of the box with the given edges, turned by q, with its centre at c.
func boundsBox(edges Vec, q Quat, c Vec) []Vec {
	b := NewOBB(Transform{P: c, Q: q}, edges.Scale(0.5))
	p := make([]Vec, 8)
	for i := range p {
		p[i] = b.Vertex(i)
	}
	return p
}

// boundsBoxTris are the faces of boundsBox, two triangles each.
var boundsBoxTris = []Tri{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}}

func boundsTurn(r *rand.Rand) Quat {
	return Quat{r.NormFloat64(), Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}.Normalize()
}

// boundsHolds fails the test unless the axes of b are orthonormal and right-handed, it holds every point by 1e-12 of
// its size, and each of its six faces touches one.
func boundsHolds(t *testing.T, what string, b OBB, points []Vec) {
	t.Helper()
	a := b.Axes
	if x := math.Abs(a.X.Dot(a.Y)) + math.Abs(a.X.Dot(a.Z)) + math.Abs(a.Y.Dot(a.Z)) + math.Abs(a.Det()-1); !(x < 1e-14) {
		t.Fatalf("%s: axes %v, off by %g", what, a, x)
	}
	tol := 1e-12 * b.Size()
	lo, hi := Vec{}, Vec{}
	for _, p := range points {
		d := a.Apply(p.Sub(b.C))
		lo, hi = lo.Min(d), hi.Max(d)
	}
	nearVec(t, what+": upper faces", hi, b.Half, tol)
	nearVec(t, what+": lower faces", lo, b.Half.Neg(), tol)
}

func boundsVolume(b OBB) float64 { return 8 * b.Half.X * b.Half.Y * b.Half.Z }

func TestEigenvectors_HandWorkedAndResidual(t *testing.T) {
	// [[2 1][1 2]] has the eigenvalues 3 along (1,1) and 1 along (1,-1).
	h := math.Sqrt(0.5)
	nearMat(t, "2 1", eigenvectors(&Mat3{Vec{2, 1, 0}, Vec{1, 2, 0}, Vec{0, 0, 2}}),
		Mat3{Vec{h, h, 0}, Vec{0, 0, 1}, Vec{h, -h, 0}}, 1e-15)
	nearMat(t, "zero", eigenvectors(&Mat3{}), Identity(), 0)
	r := boundsRand(10)
	for i := 0; i < 2000; i++ {
		q := boundsTurn(r).Mat3()
		d := Vec{1, math.Pow(10, -8*r.Float64()), math.Pow(10, -8*r.Float64())}
		if i%3 == 0 {
			d.Y = d.X
		}
		diag, qt := Diagonal(d), q.Transpose()
		m := qt.Mul(&diag)
		m = m.Mul(&q)
		v := eigenvectors(&m)
		last := math.Inf(1)
		for _, x := range []Vec{v.X, v.Y, v.Z} {
			y := m.Apply(x)
			l := y.Dot(x)
			nearVec(t, "residual", y, x.Scale(l), 4e-15)
			if l > last+1e-14 {
				t.Fatalf("eigenvalue %g after %g", l, last)
			}
			last = l
		}
		near(t, "handed", v.Det(), 1, 1e-14)
	}
}

// A right triangle with legs a and b: variances a²/18 and b²/18, covariance -ab/36 (centroid at a third of each).
func TestCovarianceOfTriangles_HandWorked(t *testing.T) {
	m := covarianceOfTriangles([]Vec{{7, 1, 2}, {10, 1, 2}, {7, 1, 4}, {99, 99, 99}}, []Tri{{0, 1, 2}})
	want := Mat3{Vec{9. / 18, 0, -6. / 36}, Vec{0, 0, 0}, Vec{0, 0, 4. / 18}}
	nearMat(t, "legs 3 and 2", m, want.Scale(1./9), 1e-15) // scaled to a size of 1
}

func TestOBBOfPoints_RecoversABox(t *testing.T) {
	r := boundsRand(11)
	for i := 0; i < 500; i++ {
		edges := Vec{4, 2, 1}
		q, c := boundsTurn(r), Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(10)
		points := boundsBox(edges, q, c)
		for name, b := range map[string]OBB{"points": OBBOfPoints(points), "triangles": OBBOfTriangles(points, boundsBoxTris)} {
			boundsHolds(t, name, b, points)
			nearVec(t, name+": half", b.Half, Vec{2, 1, 0.5}, 1e-13)
			nearVec(t, name+": centre", b.C, c, 1e-13)
			m := q.Mat3()
			near(t, name+": axis", math.Abs(b.Axes.X.Dot(m.Col(0))), 1, 1e-14)
			near(t, name+": axis", math.Abs(b.Axes.Y.Dot(m.Col(1))), 1, 1e-14)
		}
	}
}

// The surface, not the vertices on it, decides: one face is cut into ever smaller triangles towards a corner.
func TestOBBOfTriangles_TessellationDoesNotMatter(t *testing.T) {
	points := boundsBox(Vec{4, 2, 1}, Quat{0.8, Vec{0.1, 0.5, -0.2}}.Normalize(), Vec{3, -2, 1})
	want := OBBOfTriangles(points, boundsBoxTris)
	fine, tris := append([]Vec(nil), points...), append([]Tri(nil), boundsBoxTris...)
	for i := 0; i < 300; i++ {
		k := (i * 7) % len(tris) // cut triangle k from its first corner to the middle of the opposite side
		s := tris[k]
		mid := int32(len(fine))
		fine = append(fine, fine[s[1]].Add(fine[s[2]]).Scale(0.5))
		tris[k] = Tri{s[0], s[1], mid}
		tris = append(tris, Tri{s[0], mid, s[2]})
	}
	got := OBBOfTriangles(fine, tris)
	nearMat(t, "axes", got.Axes, want.Axes, 1e-13)
	nearVec(t, "half", got.Half, want.Half, 1e-13)
	if p := OBBOfPoints(fine); math.Abs(p.Axes.X.Dot(want.Axes.X)) > 1-1e-6 {
		t.Errorf("the vertices are distributed too evenly for this test: %v", p.Axes)
	}
}

func TestOBBs_DegenerateInput(t *testing.T) {
	none := OBB{Axes: Identity()}
	line := []Vec{{1, 2, 3}, {3, 4, 4}, {-1, 0, 2}, {1, 2, 3}} // 3 a step along (2,2,1)/3
	plane := []Vec{{0, 0, 5}, {3, 4, 5}, {-4, 3, 5}, {-1, 7, 5}, {0, 0, 5}}
	for name, f := range map[string]func([]Vec) OBB{
		"points": OBBOfPoints,
		"least":  MinOBB,
		"triangles": func(p []Vec) OBB {
			var tris []Tri
			for i := range p {
				tris = append(tris, Tri{int32(i), int32((i + 1) % len(p)), int32((i + 2) % len(p))})
			}
			return OBBOfTriangles(p, tris)
		},
	} {
		if b := f(nil); b != none {
			t.Errorf("%s of nothing: %v", name, b)
		}
		b := f([]Vec{{1, 2, 3}, {1, 2, 3}})
		boundsHolds(t, name+" of one point", b, []Vec{{1, 2, 3}})
		b = f(line)
		boundsHolds(t, name+" of a line", b, line)
		nearVec(t, name+" of a line", b.Half, Vec{3, 0, 0}, 1e-14)
		near(t, name+": along the line", math.Abs(b.Axes.X.Dot(Vec{2. / 3, 2. / 3, 1. / 3})), 1, 1e-15)
		b = f(plane) // a square of side 5 turned by atan(4/3)
		boundsHolds(t, name+" of a plane", b, plane)
		near(t, name+" of a plane: thickness", min(b.Half.X, b.Half.Y, b.Half.Z), 0, 1e-14)
		if name == "least" {
			area := 4 * (b.Half.X*b.Half.Y + b.Half.Y*b.Half.Z + b.Half.Z*b.Half.X)
			near(t, "least area", area, 25, 1e-12)
		}
	}
}

func TestOBBs_AllocateNothing(t *testing.T) {
	points := boundsBox(Vec{4, 2, 1}, Quat{W: 1}, Vec{})
	var b OBB
	if n := testing.AllocsPerRun(10, func() { b = OBBOfPoints(points); b = OBBOfTriangles(points, boundsBoxTris) }); n != 0 {
		t.Errorf("%g allocations, %v", n, b)
	}
}

func BenchmarkOBBOfPoints(b *testing.B) {
	r := boundsRand(12)
	points := make([]Vec, 1000)
	for j := range points {
		points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	b.ReportAllocs()
	for b.Loop() {
		OBBOfPoints(points)
	}
}
