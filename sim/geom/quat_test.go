package geom

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

func nearQuat(t *testing.T, what string, got, want Quat, tol float64) {
	t.Helper()
	near(t, what+" W", got.W, want.W, tol)
	nearVec(t, what+" V", got.V, want.V, tol)
}

// Quarter turns, by the right hand: about z, x goes to y; about x, y to z; about y, z to x.
func TestQuat_QuarterTurns(t *testing.T) {
	x, y, z := Vec{X: 1}, Vec{Y: 1}, Vec{Z: 1}
	const tol = 3e-16 // two roundings of √½ doubled
	for _, c := range []struct{ axis, from, to Vec }{
		{z, x, y}, {z, y, x.Neg()}, {z, z, z},
		{x, y, z}, {x, z, y.Neg()},
		{y, z, x}, {y, x, z.Neg()},
	} {
		q := AxisAngle(c.axis.Scale(7), math.Pi/2) // the length of the axis does not count
		nearVec(t, "Rotate", q.Rotate(c.from), c.to, tol)
		nearVec(t, "RotateInv", q.RotateInv(c.to), c.from, tol)
		m := q.Mat3()
		nearVec(t, "Mat3", m.Apply(c.from), c.to, tol)
		nearVec(t, "QuatExp", QuatExp(c.axis.Scale(math.Pi/2)).Rotate(c.from), c.to, tol)
		nearVec(t, "QuatLog", QuatLog(q), c.axis.Scale(math.Pi/2), 5e-16)
		nearVec(t, "QuatLog of the inverse", QuatLog(q.Conj()), c.axis.Scale(-math.Pi/2), 5e-16)
	}
	// About z, then about x: x goes to y goes to z. The other way, x stays and goes to y.
	qz, qx := AxisAngle(z, math.Pi/2), AxisAngle(x, math.Pi/2)
	nearVec(t, "qx qz x", qx.Mul(qz).Rotate(x), z, 2*tol)
	nearVec(t, "qz qx x", qz.Mul(qx).Rotate(x), y, 2*tol)
}

func TestQuat_HandWorked(t *testing.T) {
	// (1 + 2i - 3j + 4k)(5 - 6i + 7j + 8k): W = 5 + 12 + 21 - 32; V = 1·p + 5·q + q × p.
	q, p := Quat{1, Vec{2, -3, 4}}, Quat{5, Vec{-6, 7, 8}}
	// q × p = (-24 - 28, -24 - 16, 14 - 18)
	nearQuat(t, "Mul", q.Mul(p), Quat{6, Vec{-6 + 10 - 52, 7 - 15 - 40, 8 + 20 - 4}}, 0)
	nearQuat(t, "Conj", q.Conj(), Quat{1, Vec{-2, 3, -4}}, 0)
	nearQuat(t, "Neg", q.Neg(), Quat{-1, Vec{-2, 3, -4}}, 0)
	near(t, "Dot", q.Dot(p), 5-12-21+32, 0)
	near(t, "Len", Quat{1, Vec{1, -1, 1}}.Len(), 2, 0)
	nearQuat(t, "Normalize", Quat{2, Vec{2, -2, 2}}.Normalize(), Quat{0.5, Vec{0.5, -0.5, 0.5}}, 0)
	nearQuat(t, "Normalize of zero", Quat{}.Normalize(), IdentityQuat(), 0)
	nearQuat(t, "AxisAngle of no axis", AxisAngle(Vec{}, 1), IdentityQuat(), 0)
	nearQuat(t, "MGL", QuatFromMGL(mgl64.Quat{W: 1, V: mgl64.Vec3{2, -3, 4}}), q, 0)
	if QuatFromMGL(q.MGL()) != q {
		t.Error("MGL and back")
	}
	if (Quat{W: math.NaN()}).IsFinite() || (Quat{V: Vec{Z: math.Inf(1)}}).IsFinite() || !q.IsFinite() {
		t.Error("IsFinite")
	}
}

func TestQuat_LawsOfRotation(t *testing.T) {
	r := newSource(3)
	for range 5000 {
		p, q, v := r.quat(), r.quat(), r.vec(1)
		// Each component takes some ten roundings of numbers up to 4.
		const tol = 4e-15
		m, n := q.Mat3(), p.Mat3()
		nearVec(t, "Mat3 v", m.Apply(v), q.Rotate(v), tol)
		nearVec(t, "Mat3ᵀ v", m.ApplyT(v), q.RotateInv(v), tol)
		nearVec(t, "there and back", q.RotateInv(q.Rotate(v)), v, tol)
		nearVec(t, "(q p) v", q.Mul(p).Rotate(v), q.Rotate(p.Rotate(v)), tol)
		nearMat(t, "matrix of the product", m.Mul(&n), q.Mul(p).Mat3(), tol)
		nearVec(t, "-q", q.Neg().Rotate(v), q.Rotate(v), 0)
		nearVec(t, "q of the axis", q.Rotate(q.V), q.V, tol)
		near(t, "det", m.Det(), 1, tol)
		near(t, "|q v|", q.Rotate(v).Len(), v.Len(), tol)
		// Against the program's vector library.
		nearVec(t, "mgl64", q.Rotate(v), FromMGL(q.MGL().Rotate(v.MGL())), tol)
	}
}

func TestQuatExp_IsAxisAngleOfAnyAngle(t *testing.T) {
	r := newSource(4)
	beyond := 0
	for range 5000 {
		axis, angle := r.unit(), math.Exp2(r.between(9)) // to 512 rad
		if angle > math.Pi {
			beyond++
		}
		// The angle is wrong by one rounding of |r|, which counts in full.
		tol := 4e-16 * (1 + angle)
		q := QuatExp(axis.Scale(angle))
		nearQuat(t, "exp", q, AxisAngle(axis, angle), tol)
		near(t, "|exp|", q.Len(), 1, 4e-16)
		half := QuatExp(axis.Scale(0.5 * angle))
		nearQuat(t, "twice half", half.Mul(half), q, 2*tol)
		nearQuat(t, "inverse", QuatExp(axis.Scale(-angle)), q.Conj(), 0)
	}
	if beyond < 1000 {
		t.Errorf("only %d angles beyond π", beyond)
	}
}

func TestQuatExp_SeriesMeetsSineAtItsEnd(t *testing.T) {
	axis := Vec{0.36, 0.48, 0.8}
	for _, a := range []float64{0.00999, 0.01, 0.01001, 0.0001, 1e-9, 1e-160} {
		s, c := SinCos(0.5 * a)
		nearQuat(t, "exp", QuatExp(axis.Scale(a)), Quat{c, axis.Scale(s)}, 3e-16*max(a, 0.5))
		if v := QuatExp(axis.Scale(a)).V; v.Sub(axis.Scale(s)).MaxAbs() > 4e-16*a {
			t.Errorf("a = %v: vector part %v, want %v", a, v, axis.Scale(s))
		}
	}
	if QuatExp(Vec{}) != IdentityQuat() {
		t.Error("exp 0 is not the identity")
	}
}

// The logarithm of exp r is r with its length brought into [0, π]: r less whole turns about its axis.
func TestQuatLog_UndoesExpModuloWholeTurns(t *testing.T) {
	r := newSource(5)
	var turns [4]int
	for range 5000 {
		axis, angle := r.unit(), r.Float64()*20
		got := QuatLog(QuatExp(axis.Scale(angle)))
		n := math.Floor(angle/(2*math.Pi) + 0.5)
		turns[int(n)]++
		rest := angle - float64(n*2*math.Pi)
		if math.Pi-math.Abs(rest) < 1e-9 {
			continue // r and -r are the same rotation there
		}
		nearVec(t, "log exp r", got, axis.Scale(rest), 1e-14)
		if got.Len() > math.Pi {
			t.Errorf("|log| = %v", got.Len())
		}
	}
	for n, c := range turns {
		if c < 100 {
			t.Errorf("%d whole turns: %d cases", n, c)
		}
	}
	for _, a := range []float64{0, 1e-300, 1e-12, 0.9e-8, 2e-8, 2.1e-8, 1e-3} {
		near(t, "log of a small rotation", QuatLog(QuatExp(Vec{Y: a})).Y, a, 4e-16*a)
	}
	nearVec(t, "log of minus identity", QuatLog(Quat{W: -1}), Vec{}, 0)
	near(t, "log of a half turn", QuatLog(Quat{V: Vec{Y: 1}}).Y, math.Pi, 0)
}

func BenchmarkQuatExp(b *testing.B) {
	for _, c := range []struct {
		name  string
		scale float64
	}{{"series", 0.005}, {"sine", 3}} {
		r := newSource(6)
		v := make([]Vec, 1024)
		for i := range v {
			v[i] = r.unit().Scale(c.scale)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				sinkQ = QuatExp(v[i&1023])
				i++
			}
		})
	}
}

var sinkQ Quat
