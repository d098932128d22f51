package geom

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %v, want %v ± %v", what, got, want, tol)
	}
}

func nearVec(t *testing.T, what string, got, want Vec, tol float64) {
	t.Helper()
	if d := got.Sub(want).MaxAbs(); !(d <= tol) || !got.IsFinite() {
		t.Errorf("%s = %v, want %v ± %v", what, got, want, tol)
	}
}

func nearMat(t *testing.T, what string, got, want Mat3, tol float64) {
	t.Helper()
	nearVec(t, what+" row X", got.X, want.X, tol)
	nearVec(t, what+" row Y", got.Y, want.Y, tol)
	nearVec(t, what+" row Z", got.Z, want.Z, tol)
}

func TestBoxInertia_HandWorked(t *testing.T) {
	// Edges 2, 4, 6 m, 12 kg: m/12 (b² + c²) = 16 + 36, 36 + 4, 4 + 16.
	nearMat(t, "box", BoxInertia(12, Vec{1, 2, 3}), Diagonal(Vec{52, 40, 20}), 0)
	// A rod of length 6 along x, thickness nil: m l²/12 = 12·36/12.
	nearMat(t, "rod", BoxInertia(12, Vec{X: 3}), Diagonal(Vec{0, 36, 36}), 0)
}

func TestEllipsoidInertia_HandWorked(t *testing.T) {
	nearMat(t, "ellipsoid", EllipsoidInertia(5, Vec{1, 2, 3}), Diagonal(Vec{13, 10, 5}), 0)
	// A ball: 2/5 m r² = 2/5·10·4.
	nearMat(t, "ball", EllipsoidInertia(10, Vec{2, 2, 2}), Diagonal(Vec{16, 16, 16}), 0)
}

func TestParallelAxis_HandWorked(t *testing.T) {
	// A point of 2 kg at (1, 2, 3): products of inertia are minus m x y and so on.
	want := Mat3{Vec{26, -4, -6}, Vec{-4, 20, -12}, Vec{-6, -12, 10}}
	nearMat(t, "point", ParallelAxis(Mat3{}, 2, Vec{1, 2, 3}), want, 0)
	nearMat(t, "point, the other way", ParallelAxis(Mat3{}, 2, Vec{-1, -2, -3}), want, 0)
	nearMat(t, "there and back", ParallelAxis(ParallelAxis(Identity(), 2, Vec{1, 2, 3}), -2, Vec{1, 2, 3}), Identity(), 0)
}

func TestParallelAxis_EightSmallBoxesMakeABigOne(t *testing.T) {
	big, sum := BoxInertia(8, Vec{1, 2, 3}), Mat3{}
	for i := range 8 {
		o := OBB{Axes: Identity(), Half: Vec{0.5, 1, 1.5}}
		p := ParallelAxis(BoxInertia(1, Vec{0.5, 1, 1.5}), 1, o.Vertex(i))
		sum = sum.Add(&p)
	}
	nearMat(t, "sum", sum, big, 1e-14)
}

func TestRotateInertia_QuarterTurns(t *testing.T) {
	i := Diagonal(Vec{1, 2, 3})
	// A quarter turn about z brings x to y.
	nearMat(t, "about z", RotateInertia(i, AxisAngle(Vec{Z: 1}, math.Pi/2)), Diagonal(Vec{2, 1, 3}), 4e-16)
	// A turn of 45° about z: (1 + 2)/2 on the diagonal, (1 - 2)/2 beside it: the light axis lies along (1, 1), and
	// products of inertia are -∑ m x y, negative for mass along (1, 1), which the light axis has more of.
	nearMat(t, "45°", RotateInertia(i, AxisAngle(Vec{Z: 1}, math.Pi/4)),
		Mat3{Vec{1.5, -0.5, 0}, Vec{-0.5, 1.5, 0}, Vec{0, 0, 3}}, 4e-16)
}

func TestRotateInertia_IsSymmetricAndTurnsTheAxes(t *testing.T) {
	r := newSource(20)
	for range 1000 {
		q, i := r.quat(), Diagonal(Vec{1 + r.Float64(), 1 + r.Float64(), 1 + r.Float64()})
		m := RotateInertia(i, q)
		if m != m.Transpose() {
			t.Fatalf("%v is not symmetric", m)
		}
		axis := q.Rotate(Vec{Y: 1})
		nearVec(t, "principal axis", m.Apply(axis), axis.Scale(i.Y.Y), 6e-15)
	}
}
