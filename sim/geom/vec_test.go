package geom

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// source gives seeded random geometry.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 99))} }

// between returns a number in [-s, s).
func (r source) between(s float64) float64 { return float64((2*r.Float64() - 1) * s) }

func (r source) vec(s float64) Vec { return Vec{r.between(s), r.between(s), r.between(s)} }

func (r source) unit() Vec {
	for {
		if v := r.vec(1); v.LenSq() <= 1 && v.LenSq() > 1e-4 {
			return v.Normalize()
		}
	}
}

func (r source) quat() Quat {
	for {
		if q := (Quat{r.between(1), r.vec(1)}); q.Dot(q) <= 1 && q.Dot(q) > 1e-4 {
			return q.Normalize()
		}
	}
}

func TestVec_HandWorked(t *testing.T) {
	a, b := Vec{1, -2, 3}, Vec{4, 5, -6}
	for _, c := range []struct {
		what      string
		got, want Vec
	}{
		{"Add", a.Add(b), Vec{5, 3, -3}},
		{"Sub", a.Sub(b), Vec{-3, -7, 9}},
		{"Neg", a.Neg(), Vec{-1, 2, -3}},
		{"Scale", a.Scale(-2), Vec{-2, 4, -6}},
		{"AddScaled", a.AddScaled(b, 2), Vec{9, 8, -9}},
		{"Mul", a.Mul(b), Vec{4, -10, -18}},
		{"Div", a.Div(Vec{2, -4, 3}), Vec{0.5, 0.5, 1}},
		// (-2)(-6) - 3·5, 3·4 - 1·(-6), 1·5 - (-2)·4
		{"Cross", a.Cross(b), Vec{-3, 18, 13}},
		{"x × y", Vec{X: 1}.Cross(Vec{Y: 1}), Vec{Z: 1}},
		{"y × z", Vec{Y: 1}.Cross(Vec{Z: 1}), Vec{X: 1}},
		{"z × x", Vec{Z: 1}.Cross(Vec{X: 1}), Vec{Y: 1}},
		{"Abs", a.Abs(), Vec{1, 2, 3}},
		{"Min", a.Min(b), Vec{1, -2, -6}},
		{"Max", a.Max(b), Vec{4, 5, 3}},
		{"Normalize", Vec{0, -3, 4}.Normalize(), Vec{0, -0.6, 0.8}},
		{"Normalize of zero", Vec{}.Normalize(), Vec{}},
		{"MGL and back", FromMGL(a.MGL()), a},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.what, c.got, c.want)
		}
	}
	if a.MGL() != (mgl64.Vec3{1, -2, 3}) {
		t.Errorf("MGL = %v", a.MGL())
	}
	near(t, "Dot", a.Dot(b), -24, 0)
	near(t, "LenSq", a.LenSq(), 14, 0)
	near(t, "Len", Vec{2, -3, 6}.Len(), 7, 0)
	for _, v := range []Vec{{-7, 2, 3}, {2, -7, 3}, {2, 3, -7}} {
		near(t, "MaxAbs", v.MaxAbs(), 7, 0)
	}
	if m := (Vec{math.Inf(-1), 1, math.MaxFloat64}).MaxAbs(); m != math.Inf(1) {
		t.Errorf("MaxAbs with -Inf = %v", m)
	}
	for _, v := range []Vec{{math.NaN(), 1, math.Inf(1)}, {1, math.Copysign(math.NaN(), -1), 2}, {1, 2, math.NaN()}} {
		if m := v.MaxAbs(); !math.IsNaN(m) {
			t.Errorf("MaxAbs of %v = %v", v, m)
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if (Vec{X: bad}).IsFinite() || (Vec{Y: bad}).IsFinite() || (Vec{Z: bad}).IsFinite() {
			t.Errorf("%v is taken as finite", bad)
		}
	}
	if !(Vec{math.MaxFloat64, -math.MaxFloat64, 0}).IsFinite() {
		t.Error("the largest number is not finite")
	}
}

func TestVec_PerpendicularIsUnitAndAtRightAngles(t *testing.T) {
	r := newSource(1)
	for range 2000 {
		a := r.unit()
		p := a.Perpendicular()
		near(t, "a·p", a.Dot(p), 0, 2e-16)
		near(t, "|p|", p.Len(), 1, 3e-16)
	}
	for _, a := range []Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
		p := a.Perpendicular()
		if p.Len() != 1 || p.Dot(a) != 0 {
			t.Errorf("Perpendicular(%v) = %v", a, p)
		}
	}
}

func TestMat3_HandWorked(t *testing.T) {
	m := Mat3{Vec{1, 2, 3}, Vec{0, 1, 4}, Vec{5, 6, 0}}
	n := Mat3{Vec{0, 1, 0}, Vec{2, 0, 0}, Vec{0, 0, 3}}
	if got := m.Apply(Vec{1, 10, 100}); got != (Vec{321, 410, 65}) {
		t.Errorf("Apply = %v", got)
	}
	if got := m.ApplyT(Vec{1, 10, 100}); got != (Vec{501, 612, 43}) {
		t.Errorf("ApplyT = %v", got)
	}
	// Rows of m times n: column 0 is twice m's column 1, column 1 is m's column 0, column 2 is three times m's.
	if got := m.Mul(&n); got != (Mat3{Vec{4, 1, 9}, Vec{2, 0, 12}, Vec{12, 5, 0}}) {
		t.Errorf("Mul = %v", got)
	}
	if got := m.Transpose(); got != (Mat3{Vec{1, 0, 5}, Vec{2, 1, 6}, Vec{3, 4, 0}}) {
		t.Errorf("Transpose = %v", got)
	}
	for i, want := range []Vec{{1, 0, 5}, {2, 1, 6}, {3, 4, 0}} {
		if got := m.Col(i); got != want {
			t.Errorf("Col(%d) = %v", i, got)
		}
	}
	// 1(0 - 24) - 2(0 - 20) + 3(0 - 5) = 1
	near(t, "Det", m.Det(), 1, 0)
	inv, ok := m.Inverse()
	if want := (Mat3{Vec{-24, 18, 5}, Vec{20, -15, -4}, Vec{-5, 4, 1}}); !ok || inv != want {
		t.Errorf("Inverse = %v %v, want %v", inv, ok, want)
	}
	if x, ok := m.Solve(Vec{321, 410, 65}); !ok || x != (Vec{1, 10, 100}) {
		t.Errorf("Solve = %v %v", x, ok)
	}
	sum := m.Add(&n)
	nearMat(t, "Add", sum, Mat3{Vec{1, 3, 3}, Vec{2, 1, 4}, Vec{5, 6, 3}}, 0)
	nearMat(t, "Scale", n.Scale(-2), Mat3{Vec{0, -2, 0}, Vec{-4, 0, 0}, Vec{0, 0, -6}}, 0)
	nearMat(t, "Diagonal", Diagonal(Vec{1, 1, 1}), Identity(), 0)
	s := Skew(Vec{1, -2, 3})
	if got := s.Apply(Vec{4, 5, -6}); got != (Vec{-3, 18, 13}) {
		t.Errorf("Skew(a) b = %v, want a × b", got)
	}
}

func TestMat3_SingularHasNoInverse(t *testing.T) {
	for _, m := range []Mat3{
		{},
		{Vec{1, 2, 3}, Vec{2, 4, 6}, Vec{0, 0, 1}},
		Diagonal(Vec{1, 0, 1}),
		Diagonal(Vec{1, math.NaN(), 1}),
		Diagonal(Vec{1, math.Inf(1), 1}),
		Diagonal(Vec{1e-108, 1e-108, 1e-108}), // 1/1e-324 overflows
		Diagonal(Vec{1e108, 1e108, 1e108}),
	} {
		if inv, ok := m.Inverse(); ok {
			t.Errorf("Inverse of %v = %v", m, inv)
		}
		if _, ok := m.Solve(Vec{1, 1, 1}); ok {
			t.Errorf("Solve with %v", m)
		}
	}
}

func TestMat3_InverseTimesMatrixIsIdentity(t *testing.T) {
	r := newSource(2)
	for range 2000 {
		m := Mat3{r.vec(1), r.vec(1), r.vec(1)}
		inv, ok := m.Inverse()
		if !ok || math.Abs(m.Det()) < 1e-3 {
			continue
		}
		// The cofactors are wrong by 2^-52, divided by the determinant and summed over three products of size 1.
		nearMat(t, "M M⁻¹", m.Mul(&inv), Identity(), 8*0x1p-52/math.Abs(m.Det()))
		nearMat(t, "M⁻¹ M", inv.Mul(&m), Identity(), 8*0x1p-52/math.Abs(m.Det()))
	}
	m := Mat3{Vec{1, 2, 3}, Vec{4, 5, math.NaN()}, Vec{}}
	if m.IsFinite() {
		t.Error("a matrix with NaN is taken as finite")
	}
}
